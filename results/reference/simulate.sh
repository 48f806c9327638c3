croupier simulate kinzo --players 3 --rounds 10M
