//! Plain minds for the seats, each defined so that another engine can be given exactly the same.

use super::table::{Act, Decider, Look};
use super::total;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Stands in every turn.
#[derive(Clone, Copy, Debug)]
pub struct StandAlways;

impl Decider for StandAlways {
    fn act(&mut self, _: &Look<'_>) -> Act {
        Act::Stand
    }

    fn keep(&mut self, _: &Look<'_>, _: i8) -> bool {
        unreachable!("it never draws")
    }
}

/// Each legal act equally likely: Stand; Draw if legal; an Exchange and a Swap for each distinct
/// value held; Junk, if `junks`. A look at a drawn card keeps it half the time.
#[derive(Clone, Debug)]
pub struct RandomLegal {
    junks: bool,
    rng: Pcg64Mcg,
}

impl RandomLegal {
    /// With a generator of its own.
    pub fn new(seed: u64, junks: bool) -> Self {
        RandomLegal { junks, rng: Pcg64Mcg::seed_from_u64(seed) }
    }
}

impl Decider for RandomLegal {
    fn act(&mut self, look: &Look<'_>) -> Act {
        let mut acts = look.legal.clone();
        acts.retain(|&act| self.junks || act != Act::Junk);
        acts[self.rng.random_range(0..acts.len())]
    }

    fn keep(&mut self, _: &Look<'_>, _: i8) -> bool {
        self.rng.random_range(0..2) == 0
    }
}

/// A threshold habit. In its turn, with T the total of its hand, the first that applies:
///
/// 1. In the last round, if `junk_above` is given and |T| > `junk_above`: Junk.
/// 2. If |T| <= `stand_within`: Stand. (Every named hand totals zero, so it always stands on one.)
/// 3. With D the top of the discard pile: of its cards c, the one with the least |T - c + D|, of
///    equals the highest c (signed). If that |T - c + D| < |T|: Swap c.
/// 4. If it holds fewer cards than the limit: Draw. (It keeps; where it may look first, it keeps
///    the drawn card x if |T + x| < |T|, else throws it.)
/// 5. Else Exchange the card c with the least |T - c|, of equals the highest c (signed).
///
/// So at the limit it never draws to throw.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    /// Stands if the total is at most this far from zero.
    pub stand_within: u32,
    /// Junks in the last round if the total is further from zero than this.
    pub junk_above: Option<u32>,
}

impl Habit {
    /// Never junks.
    pub fn careful(stand_within: u32) -> Self {
        Habit { stand_within, junk_above: None }
    }

    /// Junks in the last round.
    pub fn reckless(stand_within: u32, junk_above: u32) -> Self {
        Habit { stand_within, junk_above: Some(junk_above) }
    }
}

/// The card c of the hand with the least |`total` - c|, of equals the highest c, and that least.
fn best_to_give(hand: &[i8], total: i32) -> (i8, u32) {
    let mut cards = hand.to_vec();
    cards.sort();
    cards.reverse();
    let mut best = cards[0];
    for card in cards {
        if (total - i32::from(card)).abs() < (total - i32::from(best)).abs() {
            best = card;
        }
    }
    (best, (total - i32::from(best)).unsigned_abs())
}

impl Decider for Habit {
    fn act(&mut self, look: &Look<'_>) -> Act {
        let now = total(look.hand);
        if let Some(limit) = self.junk_above
            && look.round == look.rounds
            && now.unsigned_abs() > limit
        {
            return Act::Junk;
        }
        if now.unsigned_abs() <= self.stand_within {
            return Act::Stand;
        }
        let (give, after) = best_to_give(look.hand, now + i32::from(look.top()));
        if after < now.unsigned_abs() {
            return Act::Swap(give);
        }
        if look.hand.len() < look.hand_limit {
            return Act::Draw;
        }
        Act::Exchange(best_to_give(look.hand, now).0)
    }

    fn keep(&mut self, look: &Look<'_>, drawn: i8) -> bool {
        let now = total(look.hand);
        (now + i32::from(drawn)).abs() < now.abs()
    }
}
