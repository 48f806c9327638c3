croupier balance kinzo --strategy best --target house-edge=0.02 --tolerance 0.01 --solve 'dealer_stop_values=[],[6],[5,6],[4,5,6],[3,4,5,6]'
