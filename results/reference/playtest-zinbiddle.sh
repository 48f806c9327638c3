croupier playtest zinbiddle --rounds 20k --report playtest-zinbiddle.html
