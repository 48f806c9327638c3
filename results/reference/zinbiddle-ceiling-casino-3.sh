croupier odds zinbiddle --rules casino --ceiling --set pilot_actions=3
