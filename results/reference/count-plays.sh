croupier count kinzo --set split=false --set shuffle.penetration=0.75 --system middle --rounds 200k --write-indices count-plays.toml
croupier compare kinzo --set split=false --set shuffle.penetration=0.75 --strategy 'best(play=linear,memory=none)' --strategy count-plays.toml --strategy 'best(play=linear,memory=middle)' --strategy 'best(play=linear,memory=full)' --rounds 1M
