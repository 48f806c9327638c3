croupier balance kinzo --solve commission=0..500 --target house-edge=0.06 --against-best
