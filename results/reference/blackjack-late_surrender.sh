cargo run --release --example blackjack -- sweep blackjack --vary late_surrender=true,false --rounds 100M
