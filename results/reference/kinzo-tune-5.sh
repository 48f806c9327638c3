croupier tune kinzo --players 5 --strategy company --against company --rounds 40M --write kinzo-reply.toml
