croupier simulate kinzo --players 7 --rounds 20M --strategy 'threshold(hit_below=9,split=true)'
