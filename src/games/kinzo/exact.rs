//! Exact figures of Kinzo: one player's round from a known composition, by recursion over the
//! unseen cards.
//!
//! The next card off the draw pile is equally likely to be any unseen card, the hole card included.
//! So a situation is the player's hands, the dealer's card and the unseen composition; the order of
//! the cards does not matter. A round is the first one after a shuffle: there is no discard pile
//! yet to take from (K8) or to reshuffle (K11), so with `shuffle.penetration` the figures are those
//! of a shoe's first round.

mod dealer;
mod figures;
pub mod form;
pub mod linear;
mod payouts;
mod plan;
mod solver;

pub(super) use figures::facts;
pub(super) use payouts::{Class, Leaf, TOTALS, leaf, match_net};
pub use plan::Plan;
pub(super) use plan::{Shared, plan_key};
pub(super) use solver::{Own, RESPLIT, ROUNDING, best_out_of_reach, deals, expected, own_of, ups};
pub use solver::{Solver, hands_up_to};

#[cfg(test)]
use crate::cards::Composition;
#[cfg(test)]
use crate::games::kinzo::rules::Rules;

/// The distribution of the sum of the dealer's hole card and draws, by enumeration of all draws.
#[cfg(test)]
pub(super) fn dealer_odds(rules: &Rules, unseen: Composition, earlier: Composition) -> Vec<f64> {
    dealer::Dealer::new(rules).ends(unseen, earlier).odds.to_vec()
}
