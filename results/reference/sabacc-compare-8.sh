croupier compare sabacc --players 8 --strategy all --strategy 'reply(to=careful)' --rounds 2M
