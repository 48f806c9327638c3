croupier tune fizzbin --rules d7-light --strategy magpie --against magpie --rounds 2M --write fizzbin-reply.toml
