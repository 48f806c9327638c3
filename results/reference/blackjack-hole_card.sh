cargo run --release --example blackjack -- sweep blackjack --vary hole_card=peek,none --rounds 100M
