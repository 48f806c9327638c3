croupier simulate kinzo --players 5 --rounds 20M
