croupier simulate fizzbin --set CHANGED --strategy 'builder(seventh=S,kronks=K)' --rounds 40k, in rows
