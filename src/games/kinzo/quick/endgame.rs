//! The last cards of a draw pile, enumerated one by one: as they run out (K11), the odds of the
//! next card change, and every card drawn is one less for the dealer.

use super::fates::{Bases, Fates, TOTALS, Terms};
use super::{Actions, Asked, NEVER, Quick, Rivals, Situation};
use crate::games::kinzo::exact::{Own, ups};
use crate::games::kinzo::view::Action;
use rustc_hash::FxHashMap;

/// The most unseen cards for which all continuations are enumerated: for a player alone, and for
/// one among others, who has more stakes to win.
pub(super) const FEW: u32 = 7;
pub(super) const FEW_AMONG_OTHERS: u32 = 9;

/// The results computed for one decision.
#[derive(Clone, Debug, Default)]
pub(super) struct Endgame {
    /// The values of situations, keyed by the hands and whether a discard may be taken.
    values: FxHashMap<u64, f32>,
    /// The index in `odds` of the distribution of the dealer's sum, keyed by unseen cards and
    /// whether a discard may be taken.
    dealers: FxHashMap<u64, usize>,
    odds: Vec<f32>,
    /// The values of the fates of a single hand, and of those of two hands, if the dealer's total
    /// were certain: a row of dealer's totals for each entry of [`Fates::one`] and of
    /// [`Fates::two`].
    one: Vec<f32>,
    two: Vec<f32>,
    /// The index in `worths` of the values, by dealer's total, of hands with given totals.
    totals: FxHashMap<usize, usize>,
    worths: Vec<f32>,
}

/// The values of the fates of hands if the dealer's total were certain, for each dealer's total.
fn certain(fates: &Fates, terms: &[Terms], bases: &Bases, rows: &mut Vec<f32>) {
    rows.resize(terms.len() * fates.span, 0.0);
    for (row, terms) in rows.chunks_exact_mut(fates.span).zip(terms) {
        fates.sums(bases, terms, 0, row);
    }
}

/// A dot product, four terms at a time.
#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let length = a.len().min(b.len());
    let (a, last_a) = a[..length].as_chunks::<4>();
    let (b, last_b) = b[..length].as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (a, b) in a.iter().zip(b) {
        for i in 0..4 {
            sums[i] += a[i] * b[i];
        }
    }
    let last: f32 = last_a.iter().zip(last_b).map(|(a, b)| a * b).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + last
}

impl Quick {
    /// The values of actions, with all continuations enumerated.
    pub(super) fn go_through(&mut self, at: &Situation, rivals: &Rivals) -> Actions {
        let (span, work) = (self.fates.span, &mut *self.work);
        work.dealer[..span].fill(1.0);
        work.weigh(rivals, 0, span);
        work.pay(&self.rules, rivals, 0, 0, span);
        certain(&self.fates, &self.fates.one, &work.bases, &mut self.endgame.one);
        if self.rules.split {
            work.pay(&self.rules, rivals, 1, 0, span);
            certain(&self.fates, &self.fates.two, &work.bases, &mut self.endgame.two);
        }
        self.endgame.values.clear();
        self.endgame.dealers.clear();
        self.endgame.odds.clear();
        self.endgame.totals.clear();
        self.endgame.worths.clear();
        let mut worths = [NEVER; Action::WAYS];
        self.each_action(at, rivals, &mut |action, worth| worths[action.index()] = worth);
        worths
    }

    /// Passes each action and its value to `tell`.
    fn each_action(&mut self, at: &Situation, rivals: &Rivals, tell: &mut dyn FnMut(Action, f32)) {
        let stay = match at.own {
            Own::First(first, second) => {
                self.value(&Situation { own: Own::Second(first, second), ..*at }, rivals)
            }
            _ => self.stay(at),
        };
        tell(Action::Stay, stay);
        if at.own.in_play().cards() < u32::from(self.rules.hand_limit) {
            if let Some(card) = at.top {
                tell(Action::Take, self.value(&at.taken(card), rivals));
            }
            if at.pile() > 0 {
                let mut sum = 0.0;
                for card in ups(at.unseen) {
                    let next = self.value(&at.drawn(card), rivals);
                    sum += f32::from(at.unseen.count(card.kind())) * next;
                }
                tell(Action::Hit, sum / at.unseen.cards() as f32);
            } else if !at.earlier.is_empty() {
                let refilled = self.worths(&at.refilled(), rivals, Asked::All);
                tell(Action::Hit, refilled[Action::Hit.index()]);
            }
        }
        if let (true, Own::One(hand)) = (self.rules.split, at.own) {
            for card in hand.pairs() {
                let split = Situation { own: Own::divided(hand, card), ..*at };
                tell(Action::Split(card), self.value(&split, rivals));
            }
        }
    }

    fn value(&mut self, at: &Situation, rivals: &Rivals) -> f32 {
        let key = at.own.key() | u64::from(at.top.is_some()) << 52;
        if let Some(&value) = self.endgame.values.get(&key) {
            return value;
        }
        let mut best = NEVER;
        self.each_action(at, rivals, &mut |_, worth| best = best.max(worth));
        self.endgame.values.insert(key, best);
        best
    }

    /// The value of hands as they are; none may be a first hand with a second one to come.
    fn stay(&mut self, at: &Situation) -> f32 {
        let (endgame, sums) = (&mut self.endgame, self.draws.span());
        let known = at.unseen.key() | u64::from(at.top.is_some()) << 63;
        let from = *endgame.dealers.entry(known).or_insert_with(|| {
            let from = endgame.odds.len();
            endgame.odds.resize(from + sums, 0.0);
            self.draws.odds(at.unseen, at.earlier, &mut endgame.odds[from..]);
            from
        });
        let odds = &endgame.odds[from..from + sums];
        let (hands, count) = at.own.hands();
        let [first, second] = hands.map(|hand| hand.total() as usize);
        let row = *endgame.totals.entry(first * TOTALS + second).or_insert_with(|| {
            let from = endgame.worths.len();
            endgame.worths.resize(from + self.fates.span, 0.0);
            let row = &mut endgame.worths[from..];
            match count {
                1 => self.fates.alone(&endgame.one, first, row),
                _ => self.fates.together(&endgame.two, first, second, row),
            }
            from
        });
        let up = at.up.value() as usize;
        let worths = &endgame.worths[row + up..row + self.fates.span];
        dot(odds, worths)
    }
}

impl Fates {
    /// The values of a single hand with this total, by dealer's total.
    fn alone(&self, rows: &[f32], total: usize, worths: &mut [f32]) {
        let mut rows = rows.chunks_exact(self.span);
        worths.copy_from_slice(rows.next().unwrap_or_default());
        for (odds, row) in self.by_fate(total).zip(rows) {
            for ((worth, odds), row) in worths.iter_mut().zip(odds).zip(row) {
                *worth += odds * row;
            }
        }
    }

    /// The values of two hands, by dealer's total.
    fn together(&self, rows: &[f32], first: usize, second: usize, worths: &mut [f32]) {
        let row = |place: usize| &rows[place * self.span..][..self.span];
        let add = |to: &mut [f32], odds: &[f32], row: &[f32]| {
            for ((to, odds), row) in to.iter_mut().zip(odds).zip(row) {
                *to += odds * row;
            }
        };
        worths.copy_from_slice(row(0));
        let mut sums = [0.0; TOTALS];
        let more = &mut sums[..self.span];
        for (b, second) in self.by_fate(second).enumerate() {
            add(worths, second, row(1 + self.others + b));
        }
        for (a, first) in self.by_fate(first).enumerate() {
            more.copy_from_slice(row(1 + a));
            for (b, second) in self.by_fate(second).enumerate() {
                add(more, second, row(1 + 2 * self.others + a * self.others + b));
            }
            add(worths, first, more);
        }
    }
}
