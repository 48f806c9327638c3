croupier odds zinbiddle --rules casual
