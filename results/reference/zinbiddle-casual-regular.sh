croupier simulate zinbiddle --rules casual --strategy regular --rounds 2M
