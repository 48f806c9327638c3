croupier playtest fizzbin --rounds 4k --report playtest-fizzbin.html
