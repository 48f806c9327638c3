croupier exact kinzo --hand 3,3 --dealer 5
