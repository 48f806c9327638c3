//! Plain minds for the seats, each defined so that another engine can be given exactly the same.
//!
//! All of them play alike: at every step each option is equally likely, where "does not" is one
//! option, as is each distinct card with each pile that it can go to or come from. They differ
//! after SHOW.

use super::table::{Choice, KRONK, Mind, Shown, Step};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::cmp::Ordering;

/// The habit of a seat after SHOW.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Spends no kronk. With four natural jacks, nobody and each opponent who can still win (safe
    /// ones too) equally likely.
    Random,
    /// DECLARE: where it does not beat every other standing declaration (E1, with its tail), it
    /// raises to the least k6 + k7, of equals the least k6, that does, within its kronks and while
    /// 49 (k6 + k7) < p·ante; on Sundays whatever it takes. If there is none it stays. KRAKO, with
    /// four natural jacks: the best placed of the other qualified players with no kronks spent; of
    /// equals the first from the archon leftward. It does not look for their sevens.
    Raiser,
    /// As `Raiser`, but buys the jacks that it lacks, if there are kronks for them.
    Striker,
}

impl Mind for Habit {
    fn choose(&mut self, _: Step, options: &[Choice], rng: &mut Pcg64Mcg) -> Choice {
        options[rng.random_range(0..options.len())]
    }

    fn strike(
        &mut self,
        seat: usize,
        kronks: usize,
        shown: &Shown<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<usize> {
        if kronks > 0 && *self != Habit::Striker {
            return None;
        }
        match self {
            Habit::Random => {
                let mut options = vec![None];
                options.extend(shown.qualified().into_iter().filter(|&it| it != seat).map(Some));
                options[rng.random_range(0..options.len())]
            }
            Habit::Raiser | Habit::Striker => best_placed(seat, shown),
        }
    }

    /// A raiser votes for a light Monday, a striker for a dark Friday, others at random.
    fn vote(&mut self, rng: &mut Pcg64Mcg) -> (u8, bool) {
        match self {
            Habit::Random => (rng.random_range(1..=10), rng.random_range(0..2) == 1),
            Habit::Raiser => (2, false),
            Habit::Striker => (6, true),
        }
    }

    /// A raiser names the nine, a striker the jack, which every deck has, others a random rank.
    fn name(&mut self, ranks: &[u8], rng: &mut Pcg64Mcg) -> u8 {
        match self {
            Habit::Random => ranks[rng.random_range(0..ranks.len())],
            Habit::Raiser => 9,
            Habit::Striker => 11,
        }
    }

    fn raise(&mut self, seat: usize, shown: &Shown<'_>) -> (usize, usize) {
        match self {
            Habit::Random => (0, 0),
            Habit::Raiser | Habit::Striker => cheapest_lead(seat, shown),
        }
    }
}

/// The best placed of the other qualified players.
fn best_placed(seat: usize, shown: &Shown<'_>) -> Option<usize> {
    let mut best: Option<usize> = None;
    for other in shown.qualified() {
        if other == seat {
            continue;
        }
        let score = shown.score(other, (0, 0));
        let ahead = best.is_none_or(|best| {
            shown.order((other, &score), (best, &shown.score(best, (0, 0)))) == Ordering::Greater
        });
        if ahead {
            best = Some(other);
        }
    }
    best
}

/// Does a seat at these ceilings beat every other declaration as it stands?
fn leads(seat: usize, ceilings: (usize, usize), shown: &Shown<'_>) -> bool {
    let own = shown.score(seat, ceilings);
    shown.qualified().into_iter().filter(|&other| other != seat).all(|other| {
        shown.order((seat, &own), (other, &shown.declared(other))) == Ordering::Greater
    })
}

/// The cheapest ceilings that lead, or else its present ones.
fn cheapest_lead(seat: usize, shown: &Shown<'_>) -> (usize, usize) {
    let now = shown.ceilings[seat];
    let most = shown.most(seat);
    let mut options = Vec::new();
    for k6 in now.0..=most.0 {
        for k7 in now.1..=most.1 {
            options.push((k6, k7));
        }
    }
    options.sort_by_key(|&(k6, k7)| (k6 + k7, k6));
    let pot = shown.table.ante * shown.table.players as i64;
    for (k6, k7) in options {
        let cheap = shown.table.free() || KRONK * ((k6 + k7) as i64) < pot;
        if ((k6, k7) == now || cheap) && leads(seat, (k6, k7), shown) {
            return (k6, k7);
        }
    }
    now
}
