croupier playtest sabacc --rounds 500k --report playtest-sabacc.html
