cargo run --release --example blackjack -- sweep blackjack --vary resplit_aces=false,true --rounds 100M
