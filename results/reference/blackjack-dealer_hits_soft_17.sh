cargo run --release --example blackjack -- sweep blackjack --vary dealer_hits_soft_17=true,false --rounds 100M
