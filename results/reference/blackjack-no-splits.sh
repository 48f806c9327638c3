cargo run --release --example blackjack -- compare blackjack --strategy basic --strategy 'basic(split=false)' --rounds 100M
