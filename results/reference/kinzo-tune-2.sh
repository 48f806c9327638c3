croupier tune kinzo --players 2 --strategy company --against company --rounds 40M --write kinzo-reply.toml
