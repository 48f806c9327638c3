croupier odds zinbiddle --rules casino
