croupier odds zinbiddle --ceiling
