croupier exact kinzo --rules kinzo-fair.toml --write-strategy kinzo-fair-chart.toml
