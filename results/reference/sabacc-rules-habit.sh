croupier tune sabacc --strategy textbook --add-rules --rounds 60M --write sabacc-reply.toml
