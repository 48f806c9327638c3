croupier simulate zinbiddle --rules casual --strategy passive --rounds 2M
