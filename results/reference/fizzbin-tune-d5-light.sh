croupier tune fizzbin --rules d5-light --strategy magpie --against magpie --rounds 2M --write fizzbin-reply.toml
