croupier tune kinzo --players 7 --strategy company --against company --rounds 40M --write kinzo-reply.toml
