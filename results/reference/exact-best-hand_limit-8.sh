croupier exact kinzo --strategy best --set hand_limit=8
