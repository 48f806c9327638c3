croupier simulate fizzbin --strategy random --strategy builder --strategy builder --strategy builder --rounds 40k
