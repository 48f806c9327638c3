croupier exact kinzo --strategy best --set dealer_matches_split=false
