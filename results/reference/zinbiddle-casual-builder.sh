croupier simulate zinbiddle --rules casual --strategy builder --rounds 2M
