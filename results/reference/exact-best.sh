croupier exact kinzo --strategy best
