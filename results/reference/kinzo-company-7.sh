croupier compare kinzo --players 7 --strategy best --strategy company --strategy trio --strategy textbook --against company --rounds 1M
