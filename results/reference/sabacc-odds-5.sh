croupier odds sabacc --cards 5
