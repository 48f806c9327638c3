croupier odds zinbiddle --rules casino --method weighted --rounds 5M
