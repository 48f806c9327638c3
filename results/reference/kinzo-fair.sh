croupier sweep kinzo --rules kinzo-fair.toml --strategy kinzo-fair-chart.toml --vary players=1..7 --rounds 2M --plot kinzo-fair.png
