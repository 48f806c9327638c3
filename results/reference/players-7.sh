croupier simulate kinzo --players 7 --rounds 20M
