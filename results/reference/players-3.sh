croupier simulate kinzo --players 3 --rounds 20M
