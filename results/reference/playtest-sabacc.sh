croupier playtest sabacc --rounds 200k --report playtest-sabacc.html
