croupier sweep sabacc --players 4 --vary game_rounds=1..10 --vary dice_faces=2,4,6,8,12,20 --rounds 500k --plot sabacc-positions.png
