croupier simulate kinzo --players 1 --rounds 20M
