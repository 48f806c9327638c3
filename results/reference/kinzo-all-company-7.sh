croupier simulate kinzo --players 7 --strategy company --rounds 4M
