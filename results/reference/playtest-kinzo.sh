croupier playtest kinzo --rounds 500k --report playtest-kinzo.html
