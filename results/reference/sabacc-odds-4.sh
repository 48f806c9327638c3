croupier odds sabacc --cards 4
