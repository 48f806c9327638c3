croupier tune sabacc --players 2 --strategy veteran --against solved --rounds 16M --write sabacc-reply.toml
