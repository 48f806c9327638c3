cargo run --release --example blackjack -- simulate blackjack --set decks=4 --rounds 600M
