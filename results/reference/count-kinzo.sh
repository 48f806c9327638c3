croupier count kinzo --penetration 0.25,0.5,0.75 --make 3 --rounds 1M
