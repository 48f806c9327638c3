croupier compare sabacc --players 2 --strategy all --strategy 'reply(to=careful)' --rounds 2M
