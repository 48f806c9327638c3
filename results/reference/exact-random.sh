croupier exact kinzo --strategy random
