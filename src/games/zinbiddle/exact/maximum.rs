//! The ceiling: the highest probability with which a lone player with no other aim makes an Ion
//! Barrage (Z18) with the pilot actions of the rules (Z9), from endless shoes in the rules'
//! proportions. It is found by backward induction over every deal and every action, on states that
//! distinguish only what can still become part of a barrage.
//!
//! A *plan* for a pyramid is a way to an Ion Barrage if every draw to come is the best possible:
//! some cards are kept and moved to their final places, and the others are replaced. Moves
//! (transpositions and re-sorts) and replacements share the actions left. The final places of the
//! kept cards are given by a permutation of the places; the least number of moves of every
//! permutation is computed once for each level and number of actions left. A card that no plan
//! keeps is *junk*: every course that ends in a barrage replaces it, so any other card in its
//! place, say a misfire, has the same courses and the same probabilities. States are equal if they
//! differ only in junk, in the names of suits, or by reflection.
//!
//! At level 4 a re-sort before a replacement can be postponed until after it: the same card is
//! replaced where it lay before. So only replacements are searched there, and a pyramid is a
//! success when the remaining moves alone can finish it. Likewise, junk may as well be replaced at
//! once, whatever else remains to be done: at level 4 a place with junk counts as empty, at the
//! cost of one action. The last action before level 4 can be postponed until then if it is a
//! replacement, or a move within a line that may be re-sorted there, since no decision lies
//! between. A Six is never replaced: a player that keeps it, and plays as if it were the card drawn
//! instead, has one action more.
//!
//! A plan can wait if it takes no more moves at level 4 than now. Where all plans can wait, nothing
//! need be done before level 4: the same can be done later, with more information. Elsewhere, the
//! only first moves tried are those of plans that cannot wait, and the only cards replaced are
//! those that such a plan does not keep.
//!
//! Values are cached in a fixed amount of memory; a value that was evicted is computed again.
//!
//! At level 4, twos and threes are also interchangeable where they are equally likely, if gunners
//! and shields change places with them: every flank holds one of each, and a re-sort can make any
//! order.

mod permutations;
mod plans;
mod shelf;
mod solver;
mod words;

pub use self::solver::Solver;
use crate::games::zinbiddle::hand::{Card, KINDS, LEVELS, Line, NEIGHBOURS, Order, PLACES, Place};
use crate::games::zinbiddle::rules::{ActionKind, Rules};
use crate::games::zinbiddle::view::Pilot;
use std::sync::{Mutex, MutexGuard};

const NEVER: u8 = 99;
/// The most actions for which the ceiling is found within minutes and 8 GiB.
pub const WITHIN_REACH: u8 = 4;
/// The most actions for which it takes seconds, without and with Sixes.
pub const QUICK: [u8; 2] = [3, 2];
/// The key of all states that moves alone can finish.
const SURE: u64 = u64::MAX;

/// The part of the rules that matters to a hunter of Ion Barrages.
#[derive(Clone, Debug, PartialEq)]
pub struct Hunt {
    /// The probability that a drawn card is of each kind.
    pub shares: [f64; KINDS],
    /// Number of actions per hand.
    pub actions: u8,
    /// Number of actions that may have been used by the end of each level.
    pub allowances: [u8; LEVELS],
    /// Whether cards may be replaced, by level.
    pub replaces: [bool; LEVELS],
    /// Whether neighbours may be transposed, by level.
    pub transposes: [bool; LEVELS],
    /// Whether the row may be re-sorted, by level.
    pub sorts_row: [bool; LEVELS],
    /// Whether the flanks may be re-sorted once they are complete.
    pub sorts_flanks: bool,
}

impl Hunt {
    /// The hunt under these rules.
    pub fn new(rules: &Rules) -> Hunt {
        let (deck, cards) = (rules.deck(), f64::from(rules.cards()));
        let can = |level: usize, kind| rules.action_kinds[level].contains(&kind);
        let by_level = |kind| std::array::from_fn(|level| can(level, kind));
        Hunt {
            shares: deck.map(|count| f64::from(count) / cards),
            actions: rules.pilot_actions,
            allowances: std::array::from_fn(|level| rules.allowance(level)),
            replaces: by_level(ActionKind::Replace),
            transposes: by_level(ActionKind::Transpose),
            sorts_row: std::array::from_fn(|level| {
                can(level, ActionKind::ResortRow) || can(level, ActionKind::ResortLine)
            }),
            sorts_flanks: can(LEVELS - 1, ActionKind::ResortLine),
        }
    }

    /// Whether no Ion Barrage can be made: some number is never drawn, and no Six either.
    fn is_hopeless(&self) -> bool {
        let never =
            |number: usize| self.shares[4 * number..4 * number + 4].iter().all(|&p| p == 0.0);
        self.shares[Card::SIX.kind()] == 0.0 && (1..=4).any(never)
    }

    /// The moves allowed at a level.
    fn moves(&self, level: usize) -> Vec<Move> {
        let stay: [usize; PLACES] = std::array::from_fn(|place| place);
        let mut moves = Vec::new();
        for (number, (a, b)) in NEIGHBOURS.into_iter().enumerate() {
            if self.transposes[level] && a.level() <= level && b.level() <= level {
                let mut from = stay;
                from.swap(a.index(), b.index());
                moves.push(self.step(from, Pilot::Transpose(number as u8)));
            }
        }
        for line in self.sorts(level) {
            for order in (1..Order::WAYS).map(Order::from_index) {
                let places = line.places().map(Place::index);
                let mut from = stay;
                places.into_iter().zip(order.apply(places)).for_each(|(to, of)| from[to] = of);
                moves.push(self.step(from, Pilot::Resort(line, order)));
            }
        }
        moves
    }

    fn step(&self, from: [usize; PLACES], action: Pilot) -> Move {
        let stays = |place: usize| from[place] == place;
        let within = |line: Line| {
            (0..PLACES)
                .all(|place| stays(place) || line.places().contains(&Place::from_index(place)))
        };
        Move { from, action, can_wait: self.sorts(LEVELS - 1).any(within) }
    }

    /// Whether one more action, at a level before the last, is the last one allowed before level 4.
    fn can_wait(&self, level: usize, left: u8) -> bool {
        level + 1 < LEVELS && left - 1 <= self.actions - self.allowances[LEVELS - 2]
    }

    /// The lines that may be re-sorted at a level.
    fn sorts(&self, level: usize) -> impl Iterator<Item = Line> {
        let (row, flanks) = (self.sorts_row[level], self.sorts_flanks && level + 1 == LEVELS);
        Line::ALL.into_iter().filter(move |&line| if line == Line::Row { row } else { flanks })
    }
}

/// A transposition or a re-sort, by the place that each place's card comes from.
#[derive(Clone, Copy, Debug)]
struct Move {
    from: [usize; PLACES],
    action: Pilot,
    /// Whether a re-sort at level 4 can do the same.
    can_wait: bool,
}

/// A lower and an upper bound on the highest probability of an Ion Barrage under these rules: equal
/// for up to [`WITHIN_REACH`] actions. With more, the lower bound is what that many achieve, and
/// the upper bound is 1.
pub fn maximum_probability(rules: &Rules) -> (f64, f64) {
    let (solver, idle) = solved(rules, WITHIN_REACH);
    let low = solver.maximum();
    (low, if idle == 0 || solver.hunt.is_hopeless() { low } else { 1.0 })
}

/// A solver for at most `most` actions under these rules, shared by all callers, and the number of
/// actions that it leaves unused. It is never freed: there is one for each set of rules in a run.
pub(in crate::games::zinbiddle) fn solved(rules: &Rules, most: u8) -> (&'static Solver, u8) {
    static SOLVERS: Mutex<Vec<&'static Solver>> = Mutex::new(Vec::new());
    let planned = most.min(rules.pilot_actions);
    // With fewer actions no level allows more of them, so what is legal there is legal here.
    let hunt = Hunt::new(&Rules { pilot_actions: planned, ..rules.clone() });
    let idle = rules.pilot_actions - planned;
    let mut solvers = lock(&SOLVERS);
    if let Some(solver) = solvers.iter().find(|solver| solver.hunt == hunt) {
        return (solver, idle);
    }
    let solver: &'static Solver = Box::leak(Box::new(Solver::new(hunt)));
    solvers.push(solver);
    (solver, idle)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}
