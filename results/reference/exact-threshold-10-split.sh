croupier exact kinzo --strategy 'threshold(hit_below=10,split=true)'
