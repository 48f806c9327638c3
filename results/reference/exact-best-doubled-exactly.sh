croupier exact kinzo --strategy best --set doubled=exactly
