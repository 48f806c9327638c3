croupier tune zinbiddle --strategy admiral --against admiral --add-rules --rounds 8M --write zinbiddle-reply.toml
