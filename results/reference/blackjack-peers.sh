.ci/peers --hoppe FOLDER --freebj PROGRAM --out results/reference/blackjack-peers.csv
