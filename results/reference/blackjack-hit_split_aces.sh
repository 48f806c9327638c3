cargo run --release --example blackjack -- sweep blackjack --vary hit_split_aces=false,true --rounds 100M
