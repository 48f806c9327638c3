croupier playtest sabacc --rounds 1M --report playtest-sabacc.html
