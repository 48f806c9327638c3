croupier compare kinzo --players 3 --strategy best --strategy company --strategy trio --strategy textbook --against company --rounds 1M
