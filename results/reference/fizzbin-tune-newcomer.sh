croupier tune fizzbin --rules newcomer --strategy magpie --against magpie --rounds 2M --write fizzbin-reply.toml
