croupier compare kinzo --players 5 --strategy best --strategy company --strategy trio --strategy textbook --against company --rounds 1M
