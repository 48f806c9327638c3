croupier playtest kinzo --rounds 1M --report playtest-kinzo.html
