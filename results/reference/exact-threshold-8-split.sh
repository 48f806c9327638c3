croupier exact kinzo --strategy 'threshold(hit_below=8,split=true)'
