croupier exact kinzo --strategy 'threshold(hit_below=7)'
