croupier odds fizzbin --cards 7 --set day=2 --set koiks=0
