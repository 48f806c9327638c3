croupier exact kinzo --strategy 'threshold(hit_below=11,split=true)'
