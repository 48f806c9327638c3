croupier balance kinzo --strategy best --target house-edge=0.02 --tolerance 0.01 --solve match_pays=table,own,capped
