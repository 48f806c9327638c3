croupier balance kinzo --strategy best --target house-edge=0.02 --tolerance 0.01 --solve tie_at_tally=continue,match,push
