croupier compare kinzo --strategy pairs --strategy raiser --set stake_limit=10 --set shuffle.penetration=0.75 --rounds 5M
