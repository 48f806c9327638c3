croupier count zinbiddle --rules casino --rounds 500k
