croupier simulate kinzo --rounds 100M
