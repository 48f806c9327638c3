croupier simulate zinbiddle --rules casino --strategy regular --rounds 2M
