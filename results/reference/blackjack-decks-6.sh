cargo run --release --example blackjack -- simulate blackjack --set decks=6 --rounds 600M
