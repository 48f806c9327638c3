croupier playtest kinzo --rounds 3M --report playtest-kinzo.html
