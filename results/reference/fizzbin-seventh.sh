croupier simulate fizzbin --players N --set day=D --set redeem=off --strategy 'builder(seventh=S,kronks=never)' --rounds 50k, in rows
