croupier tune sabacc --players 4 --strategy veteran --against solved --rounds 16M --write sabacc-reply.toml
