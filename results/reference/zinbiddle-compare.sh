croupier compare zinbiddle --rules casino --strategy all --against regular --rounds 400k
