croupier tune kinzo --players 4 --strategy company --against company --rounds 40M --write kinzo-reply.toml
