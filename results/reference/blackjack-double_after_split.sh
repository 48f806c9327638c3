cargo run --release --example blackjack -- sweep blackjack --vary double_after_split=true,false --rounds 100M
