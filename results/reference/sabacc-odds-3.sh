croupier odds sabacc --cards 3
