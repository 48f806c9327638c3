croupier tune zinbiddle --rules casino --players 4 --strategy admiral --against admiral --rounds 4M --write zinbiddle-reply.toml
