croupier compare kinzo --strategy all
