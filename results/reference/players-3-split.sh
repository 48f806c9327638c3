croupier simulate kinzo --players 3 --rounds 20M --strategy 'threshold(hit_below=9,split=true)'
