croupier odds zinbiddle --ceiling --set pilot_actions=2
