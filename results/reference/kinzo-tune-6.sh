croupier tune kinzo --players 6 --strategy company --against company --rounds 40M --write kinzo-reply.toml
