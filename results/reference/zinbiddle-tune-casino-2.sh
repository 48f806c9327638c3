croupier tune zinbiddle --rules casino --players 2 --strategy admiral --against admiral --rounds 4M --write zinbiddle-reply.toml
