croupier simulate kinzo --players 1 --rounds 20M --strategy 'threshold(hit_below=9,split=true)'
