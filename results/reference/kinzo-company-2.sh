croupier compare kinzo --players 2 --strategy best --strategy company --strategy trio --strategy textbook --against company --rounds 1M
