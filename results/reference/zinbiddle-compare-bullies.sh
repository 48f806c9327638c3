croupier compare zinbiddle --rules casino --strategy all --against bully --rounds 400k
