croupier playtest zinbiddle --rounds 100k --report playtest-zinbiddle.html
