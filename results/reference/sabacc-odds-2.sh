croupier odds sabacc --cards 2
