croupier tune zinbiddle --strategy captain --against captain --rounds 4M --write zinbiddle-reply.toml
