croupier playtest fizzbin --rounds 10k --report playtest-fizzbin.html
