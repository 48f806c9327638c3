croupier simulate zinbiddle --rules casino --strategy builder --rounds 2M
