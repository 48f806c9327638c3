croupier compare kinzo --players 3 --strategy trio --strategy two-cards --strategy not-yet-split --strategy textbook --rounds 2M
