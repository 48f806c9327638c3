croupier odds fizzbin --cards 6 --set day=2 --set koiks=0
