croupier simulate zinbiddle --rules casino --set pilot_actions=5 --rounds 2M
