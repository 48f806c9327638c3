croupier tune kinzo --players 3 --strategy company --against company --rounds 40M --write kinzo-reply.toml
