croupier tune zinbiddle --strategy admiral --against admiral --rounds 4M --write zinbiddle-reply.toml
