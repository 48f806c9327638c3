croupier exact kinzo --write-strategy best-chart.toml --out best-chart.csv
