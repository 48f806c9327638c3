croupier league fizzbin --rounds 20k
