croupier tune sabacc --strategy veteran --against solved --add-rules --rounds 60M --write sabacc-reply.toml
