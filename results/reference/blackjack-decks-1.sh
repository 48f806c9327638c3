cargo run --release --example blackjack -- simulate blackjack --set decks=1 --rounds 600M
