cargo run --release --example blackjack -- simulate blackjack --set decks=2 --rounds 600M
