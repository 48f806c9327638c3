cargo run --release --example blackjack -- sweep blackjack --vary double_on=any,9_to_11,10_to_11 --rounds 100M
