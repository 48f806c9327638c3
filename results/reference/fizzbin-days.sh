croupier simulate fizzbin --rules PRESET --strategy STRATEGY --rounds 20k, in rows; -free: kronks=never
