cargo run --release --example blackjack -- sweep blackjack --vary split_to_hands=4,3,2 --rounds 100M
