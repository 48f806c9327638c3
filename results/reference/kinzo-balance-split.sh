croupier balance kinzo --strategy best --target house-edge=0.02 --tolerance 0.01 --solve split=true,false
