croupier compare fizzbin --rules PRESET --strategy all --strategy 'builder(kronks=never)' --rounds 10k, in rows
