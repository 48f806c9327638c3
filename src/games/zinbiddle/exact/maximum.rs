//! The ceiling: the highest probability with which a lone player who wants nothing else makes an
//! Ion Barrage (Z18) with the pilot actions of the rules (Z9), from endless shoes in the rules'
//! proportions. Backward induction over every deal and every action, on states in which only what
//! can still become part of a barrage is told apart.
//!
//! A *plan* for a pyramid is a way to an Ion Barrage if every draw to come is the best: some cards
//! are kept and end at some places, the others are replaced. Moves (transpositions, re-sorts) and
//! replacements share the actions left, so where a card that is kept ends is a permutation of the
//! places with a least number of moves, found once for every permutation, level and number of
//! actions left. A card that no plan keeps is *junk*: on every course that ends in a barrage it is
//! replaced, so any other card in its place, say a misfire, has the same courses and the same
//! probabilities. States are equal if they differ in junk, in the names of suits, or as mirror
//! images.
//!
//! At level 4 a re-sort before a replacement can be put off until after it: the same card is
//! replaced where it lay before. So there only replacements are searched, and a pyramid is a
//! success when moves alone, as many as are left, can finish it. In the same way junk may as well
//! be replaced at once, whatever is left to do: at level 4 a place with junk is an empty one, and
//! one action less is left. And the last action before level 4 can be put off until then if it is
//! a replacement, or a move within a line that may be re-sorted there: nothing is chosen between.
//! A Six is never replaced: who keeps it, and plays as if it were the card drawn instead, has one
//! action more.
//!
//! A plan can wait if its moves are no more at level 4 than now. Where all plans can, nothing need be done
//! before level 4: whoever waits can do the same later, knowing more. Elsewhere the first moves that are
//! tried are those of plans that cannot wait, and the cards that are replaced those that such a plan does
//! not keep.
//!
//! Values are remembered as far as there is room. What is forgotten is found again.
//!
//! At level 4 twos and threes are alike as well where they are drawn as often, if gunners and
//! shields change places: every line holds one of each, and a re-sort knows no order.

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
/// Actions up to which the ceiling is found within minutes and 8 GiB, without and with Sixes.
pub const WITHIN_REACH: [u8; 2] = [4, 4];
/// Actions up to which it takes seconds, without and with Sixes.
pub const QUICK: [u8; 2] = [3, 2];
/// The key of all states that moves alone finish.
const SURE: u64 = u64::MAX;

/// What a game is to a hunter.
#[derive(Clone, Debug, PartialEq)]
pub struct Hunt {
    /// How likely a drawn card is of each kind.
    pub shares: [f64; KINDS],
    /// Actions of the hand.
    pub actions: u8,
    /// How many may have been used by the end of each level.
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
    /// That of these rules.
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

    /// Whether no Ion Barrage can be made: some number is never drawn, nor anything in its place.
    fn is_hopeless(&self) -> bool {
        let never =
            |number: usize| self.shares[4 * number..4 * number + 4].iter().all(|&p| p == 0.0);
        self.shares[Card::SIX.kind()] == 0.0 && (1..=4).any(never)
    }

    /// The moves of a level.
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

    /// Whether one more action at a level before the last would be the last one before that.
    fn can_wait(&self, level: usize, left: u8) -> bool {
        level + 1 < LEVELS && left - 1 <= self.actions - self.allowances[LEVELS - 2]
    }

    /// The lines that may be re-sorted at a level.
    fn sorts(&self, level: usize) -> impl Iterator<Item = Line> {
        let (row, flanks) = (self.sorts_row[level], self.sorts_flanks && level + 1 == LEVELS);
        Line::ALL.into_iter().filter(move |&line| if line == Line::Row { row } else { flanks })
    }
}

/// A transposition or a re-sort: the place that each place's card comes from.
#[derive(Clone, Copy, Debug)]
struct Move {
    from: [usize; PLACES],
    action: Pilot,
    /// Whether a re-sort of level 4 does the same.
    can_wait: bool,
}

/// The highest probability of an Ion Barrage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaximumProbability {
    /// It is at least this.
    pub low: f64,
    /// And at most this; the same where it is exact.
    pub high: f64,
}

/// The ceiling under these rules: exact for as many actions as are [`WITHIN_REACH`]. With more it
/// is at least what those alone make, and no bound from above is known but 1.
pub fn maximum_probability(rules: &Rules) -> MaximumProbability {
    let most = WITHIN_REACH[usize::from(rules.vermilion_sixes > 0)];
    let (solver, idle) = solved(rules, most);
    let low = solver.maximum();
    MaximumProbability { low, high: if idle == 0 || solver.hunt.is_hopeless() { low } else { 1.0 } }
}

/// A solver for so many actions of these rules at most, the same for all who ask, and how many it
/// leaves unused. It is kept for good: there are as many as rules that a run plays by.
pub(in crate::games::zinbiddle) fn solved(rules: &Rules, most: u8) -> (&'static Solver, u8) {
    static SOLVERS: Mutex<Vec<&'static Solver>> = Mutex::new(Vec::new());
    let planned = most.min(rules.pilot_actions);
    // With fewer actions a level allows no more of them, so what is legal there is legal here.
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
