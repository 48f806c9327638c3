//! What Kinzo allows to be computed without sampling: one player's round from a known
//! composition, by recursion over what is left unseen.
//!
//! The next card off the draw pile is any unseen card, the hole card among them, each as likely;
//! so a situation is the player's hands, the dealer's card and the composition unseen, and the
//! order of the cards does not matter. A round is the first one after a shuffle: there is no
//! discard pile yet to take from (K8) or to reshuffle (K11), so with `shuffle.penetration` the
//! figures are those of a shoe's first round.

mod dealer;
mod figures;
pub mod form;
pub mod linear;
mod payouts;
mod solver;

pub(super) use figures::facts;
pub(super) use payouts::{Class, Leaf, TOTALS, leaf, match_net};
pub(super) use solver::{
    Own, RESPLIT, ROUNDING, Shared, best_out_of_reach, deals, expected, own_of, plan_key, ups,
};
pub use solver::{Plan, Solver, hands_up_to};

#[cfg(test)]
use crate::cards::Composition;
#[cfg(test)]
use crate::games::kinzo::rules::Rules;

/// The odds of the sums of the dealer's hole card and draws, by enumeration of all draws.
#[cfg(test)]
pub(super) fn dealer_odds(rules: &Rules, unseen: Composition, earlier: Composition) -> Vec<f64> {
    dealer::Dealer::new(rules).ends(unseen, earlier).odds.to_vec()
}
