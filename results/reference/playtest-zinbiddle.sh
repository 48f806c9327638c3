croupier playtest zinbiddle --rounds 40k --report playtest-zinbiddle.html
