croupier trace kinzo --players 2 --seed 7
