croupier exact kinzo --strategy random --set split=false
