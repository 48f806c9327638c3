croupier league zinbiddle --rounds 40k
