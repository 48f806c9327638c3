croupier playtest fizzbin --rounds 20k --report playtest-fizzbin.html
