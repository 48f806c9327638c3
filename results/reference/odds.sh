croupier odds kinzo --players 7
