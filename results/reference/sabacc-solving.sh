croupier exact sabacc
