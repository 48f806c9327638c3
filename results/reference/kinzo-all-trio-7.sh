croupier simulate kinzo --players 7 --strategy trio --rounds 4M
