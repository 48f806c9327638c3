croupier compare kinzo --players 7 --strategy company --strategy kinzo-no-early-splits.toml --strategy kinzo-no-early-stops.toml --against company --rounds 4M
