croupier compare sabacc --players 4 --strategy all --strategy 'reply(to=careful)' --rounds 2M
