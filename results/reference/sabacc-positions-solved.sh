croupier sweep sabacc --players 4 --vary game_rounds=1..8 --against-best --rounds 1M --plot sabacc-positions-solved.png
