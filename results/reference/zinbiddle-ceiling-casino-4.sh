croupier odds zinbiddle --rules casino --ceiling
