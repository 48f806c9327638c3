croupier balance kinzo --strategy best --target house-edge=0.02 --tolerance 0.01 --solve commission=0..500 --set match_pays=own --set copies_per_value=12
