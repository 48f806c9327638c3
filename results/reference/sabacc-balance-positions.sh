croupier balance sabacc --players 4 --solve game_rounds=1..10 --target position-spread=0 --tolerance 0.01 --rounds 2M
