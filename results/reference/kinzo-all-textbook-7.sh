croupier simulate kinzo --players 7 --strategy textbook --rounds 4M
