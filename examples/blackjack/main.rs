//! Casino blackjack, as a game that is added to croupier from outside.
//!
//! The rules, by the ids that traces cite:
//!
//! - **B1** `decks`, `shuffle`. The shoe holds 1, 2, 4, 6 or 8 decks of 52 cards, and is shuffled
//!   before every round, or before the next deal once a fraction of it has been dealt. Ten, jack,
//!   queen and king are tens and count 10; an ace counts 11, or 1 if 11 would make more than 21.
//! - **B2** `players`. One card to each of 1 to 7 players in turn, one face up to the dealer, a
//!   second card to each player, and, with a hole card, one face down to the dealer.
//! - **B3** `natural_pays`. An ace and a ten in the first two cards are a natural. It is not
//!   played: it is paid 3:2, 6:5 or 1:1, and pushes against a natural of the dealer.
//! - **B4** `hole_card`. With `peek`, a dealer who shows an ace or a ten looks at the hole card
//!   before any player acts; a natural ends the round and takes the stake of every player without
//!   one. With `none` the dealer takes a second card after all players, and a natural then takes
//!   everything staked by then.
//! - **B5** Each player in turn stands or hits, hand by hand. A hand above 21 loses at once; one of
//!   21 stands.
//! - **B6** `double_on`. Instead of the first hit, a player may take exactly one card for a second
//!   stake: on any total, on 9 to 11, or on 10 and 11.
//! - **B7** `split_to_hands`, `double_after_split`. Two cards of the same value may be split into
//!   two hands of a stake each, up to a maximum number of hands. Each takes a second card when its
//!   turn comes. It may be doubled if the rules say so; an ace and a ten are then a plain 21.
//! - **B8** `resplit_aces`, `hit_split_aces`. Split aces take one card each and are never doubled.
//!   Further aces may be split, and the hands hit, if the rules say so.
//! - **B9** `late_surrender`. Instead of playing the first two cards, a player may give them up for
//!   half the stake. A natural that the dealer finds later takes the other half too.
//! - **B10** `dealer_hits_soft_17`. If a hand is left to beat, the dealer draws to 17; if the rules
//!   say so, to a hard 17 or a soft 18.
//! - **B11** The higher total wins the stake, and equal totals push; if the dealer has more than
//!   21, every hand that is left wins.
//!
//! ```sh
//! cargo run --release --example blackjack -- simulate blackjack --set decks=1 --rounds 10M
//! ```

mod hand;
mod round;
mod rules;
mod strategies;
mod view;

pub use round::Blackjack;
#[allow(unused_imports, reason = "tests and benches that include the example use it")]
pub use rules::Rules;

fn main() -> std::process::ExitCode {
    croupier::cli::Croupier::new().game::<Blackjack>().run()
}
