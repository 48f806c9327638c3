croupier exact kinzo --strategy best --set split_dice=per_player
