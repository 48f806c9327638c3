cargo run --release --example blackjack -- sweep blackjack --vary 'natural_pays=3:2,6:5,1:1' --rounds 100M
