croupier sweep zinbiddle --players 2 --vary misfires_per_suit=0..4 --vary pilot_actions=2..7 --strategy zinbiddle-mender.toml --metric 'event:playable' --rounds 200k --plot zinbiddle-playable.png
