croupier compare zinbiddle --rules casino --strategy counter --strategy pilot --strategy regular --strategy passive --against regular --rounds 10M --seed 2
