croupier simulate kinzo --players 5 --rounds 20M --strategy 'threshold(hit_below=9,split=true)'
