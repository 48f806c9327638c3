croupier simulate sabacc --players 4 --strategy STRATEGY --set READING --rounds 2M, in rows
