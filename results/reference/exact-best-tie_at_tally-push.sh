croupier exact kinzo --strategy best --set tie_at_tally=push
