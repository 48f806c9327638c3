//! The framework: the laws of every game, and the example games, which are not croupier's own.

#[path = "../../examples/blackjack/main.rs"]
#[allow(dead_code, reason = "the example's own main is not called here")]
mod blackjack_example;
#[path = "../../examples/snackjack.rs"]
#[allow(dead_code, reason = "the example's own main is not called here")]
mod snackjack_example;

mod blackjack;
mod conformance;
mod enumeration;
mod houseless;
mod laws;
mod replies;
mod shoes;
mod slips;
mod snackjack;
mod solver;
