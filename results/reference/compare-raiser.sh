croupier compare kinzo --strategy pairs --strategy raiser --strategy 'pairs(stake=highest)' --set stake_limit=10 --set shuffle.penetration=0.75 --rounds 5M
