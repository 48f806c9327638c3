croupier count zinbiddle --rules casino --strategy 'pilot(error_rate=0.2)' --system four-shoes --rounds 200k
