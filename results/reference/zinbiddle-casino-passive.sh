croupier simulate zinbiddle --rules casino --strategy passive --rounds 2M
