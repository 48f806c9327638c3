croupier exact kinzo --strategy best --set split=false
