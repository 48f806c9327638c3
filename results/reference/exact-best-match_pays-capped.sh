croupier exact kinzo --strategy best --set match_pays=capped
