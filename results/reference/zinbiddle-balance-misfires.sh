croupier balance zinbiddle --players 2 --solve misfires_per_suit=0..4 --target 'event:dealt:playable=0.5'
