//! A seat's memory of the earlier rounds of a shoe: nothing, a running count, or every card. Every
//! seat knows the cards on the table exactly.

use std::sync::Arc;

/// A seat's memory of the cards of earlier rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Memory {
    /// Nothing.
    None,
    /// The number of each card that has gone.
    #[default]
    Full,
    /// A running count.
    Count(Arc<System>),
}

/// A memory, and the rate at which its owner misses cards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recall {
    /// The memory.
    pub memory: Memory,
    /// The share of the cards of earlier rounds that are missed, in units of 1 / [`Recall::WHOLE`].
    pub error_rate: u32,
}

impl Recall {
    /// The denominator of [`Recall::error_rate`]: the largest bound of a random stream.
    pub const WHOLE: u32 = super::random::Stream::MAX_BOUND;

    /// Whether it has an error rate although it keeps nothing, so that no card could be missed.
    pub fn misses_nothing_kept(&self) -> bool {
        self.memory == Memory::None && self.error_rate > 0
    }

    /// A memory that misses no card.
    pub fn new(memory: Memory) -> Recall {
        Recall { memory, error_rate: 0 }
    }

    /// Whether it gives the exact composition of the shoe, without an estimate.
    pub fn is_exact(&self) -> bool {
        self.memory == Memory::Full && self.error_rate == 0
    }
}

/// A counting system: each card that is seen adds its tag to the running count of its shoe.
#[derive(Clone, Debug, PartialEq)]
pub struct System {
    /// Its name.
    pub name: String,
    /// The tags, by shoe, then card; a shoe without tags is not counted.
    pub tags: Vec<Vec<i32>>,
    /// The running count of each full shoe, by shoe.
    pub start: Vec<i32>,
    /// The true count is the running count per this many cards left; `None` if it is the running
    /// count itself.
    pub divisor: Option<u32>,
    /// The rounding that a person applies to the true count.
    pub rounding: Rounding,
}

/// How a person rounds a true count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// Not at all.
    Exact,
    /// To the nearest whole number, halves away from zero.
    #[default]
    Nearest,
    /// To the whole number below.
    Down,
    /// To the whole number nearer to zero.
    TowardZero,
}

impl Rounding {
    /// All of them, with their names in files.
    pub const ALL: [(Rounding, &'static str); 4] = [
        (Rounding::Exact, "exact"),
        (Rounding::Nearest, "nearest"),
        (Rounding::Down, "down"),
        (Rounding::TowardZero, "toward_zero"),
    ];

    fn apply(self, count: f64) -> f64 {
        match self {
            Rounding::Exact => count,
            Rounding::Nearest => count.round(),
            Rounding::Down => count.floor(),
            Rounding::TowardZero => count.trunc(),
        }
    }
}

/// A seat's knowledge of a shoe: counts by card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<const K: usize> {
    /// The full shoe, by card.
    pub full: [u16; K],
    /// The shoe's cards on the table now.
    pub table: [u16; K],
    /// The cards seen in earlier rounds since the shuffle, except those that this seat missed.
    pub noticed: [u16; K],
    /// The number of cards seen in earlier rounds, missed ones included.
    pub gone: u32,
}

impl<const K: usize> Known<K> {
    /// The cards not on the table.
    fn rest(&self) -> [f64; K] {
        std::array::from_fn(|card| f64::from(self.full[card].saturating_sub(self.table[card])))
    }

    /// The number of cards left before those on the table were dealt.
    fn left(&self) -> u32 {
        let all: u32 = self.full.iter().map(|&count| u32::from(count)).sum();
        all.saturating_sub(self.gone)
    }

    /// The number of cards not yet seen, which every seat knows, even one that misses cards.
    pub fn unseen(&self) -> u32 {
        let all: u32 = self.full.iter().map(|&count| u32::from(count)).sum();
        let table: u32 = self.table.iter().map(|&count| u32::from(count)).sum();
        all.saturating_sub(table + self.gone)
    }
}

impl Memory {
    /// The name by which users ask for it.
    pub fn name(&self) -> &str {
        match self {
            Memory::None => "none",
            Memory::Full => "full",
            Memory::Count(system) => &system.name,
        }
    }

    /// The counting system, if the memory is a running count.
    pub fn system(&self) -> Option<&System> {
        match self {
            Memory::Count(system) => Some(system),
            _ => None,
        }
    }

    /// The composition from which the next cards are expected to come, in sequence, by card.
    ///
    /// Without any memory the cards of earlier rounds may be taken to be still in the shoe: every
    /// card not on the table is equally likely to come next, and later draws follow from the rest.
    /// With a full memory it is the shoe itself. A count lies between: the same total as without a
    /// memory, in the proportions of [`System::weights`].
    pub fn weights<const K: usize>(&self, shoe: usize, known: &Known<K>) -> [f64; K] {
        let rest = known.rest();
        let weights = match self {
            Memory::None => rest,
            Memory::Full => {
                let left = |card: usize| (rest[card] - f64::from(known.noticed[card])).max(0.0);
                std::array::from_fn(left)
            }
            Memory::Count(system) => system.weights(shoe, known),
        };
        // A shoe that looks empty is about to be refilled.
        if weights.iter().sum::<f64>() > 0.0 { weights } else { rest }
    }

    /// The same in whole numbers; `None` for a counting system, whose weights are fractions.
    #[inline]
    pub fn whole_weights<const K: usize>(&self, known: &Known<K>) -> Option<[u16; K]> {
        let rest: [u16; K] =
            std::array::from_fn(|card| known.full[card].saturating_sub(known.table[card]));
        let weights: [u16; K] = match self {
            Memory::None => rest,
            Memory::Full => {
                std::array::from_fn(|card| rest[card].saturating_sub(known.noticed[card]))
            }
            Memory::Count(_) => return None,
        };
        // Nearly always the first is enough to know.
        Some(if weights.iter().any(|&weight| weight > 0) { weights } else { rest })
    }

    /// The expected number of each card among those not seen, by card.
    pub fn expected<const K: usize>(&self, shoe: usize, known: &Known<K>) -> [f64; K] {
        let weights = self.weights(shoe, known);
        let all: f64 = weights.iter().sum();
        let scale = if all > 0.0 { f64::from(known.unseen()) / all } else { 0.0 };
        weights.map(|weight| weight * scale)
    }

    /// The true count of a shoe, if it is counted.
    pub fn true_count<const K: usize>(&self, shoe: usize, known: &Known<K>) -> Option<f64> {
        let system = self.system()?;
        let tags = system.tags.get(shoe).filter(|tags| !tags.is_empty())?;
        Some(system.count_of(shoe, tags, known))
    }
}

/// Σ tag · count.
fn sum<const K: usize>(tags: &[i32], counts: &[u16; K]) -> i64 {
    tags.iter().zip(counts).map(|(&tag, &count)| i64::from(tag) * i64::from(count)).sum()
}

impl System {
    /// The sum of the tags of a full shoe: 0 in a balanced system.
    pub fn imbalance(&self, shoe: usize, full: &[u32]) -> i64 {
        let tags = self.tags.get(shoe).map(Vec::as_slice).unwrap_or_default();
        tags.iter().zip(full).map(|(&tag, &count)| i64::from(tag) * i64::from(count)).sum()
    }

    fn start_of(&self, shoe: usize) -> i64 {
        self.start.get(shoe).copied().unwrap_or_default().into()
    }

    /// The true count before the cards on the table were dealt, as those are known exactly.
    fn count_of<const K: usize>(&self, shoe: usize, tags: &[i32], known: &Known<K>) -> f64 {
        let running = (self.start_of(shoe) + sum(tags, &known.noticed)) as f64;
        match (self.divisor, known.left()) {
            (Some(divisor), left @ 1..) => {
                self.rounding.apply(running * f64::from(divisor) / f64::from(left))
            }
            _ => running,
        }
    }

    /// The true count of a full shoe, not rounded: 0 in a system that starts at 0.
    pub fn neutral<const K: usize>(&self, shoe: usize, known: &Known<K>) -> f64 {
        let start = self.start_of(shoe) as f64;
        match self.divisor {
            Some(divisor) => start * f64::from(divisor) / f64::from(known.left().max(1)),
            None => start,
        }
    }

    /// The proportions in which cards are expected to be left, given the count, scaled to the
    /// number of cards not on the table.
    ///
    /// The m cards of earlier rounds are any m of the N not on the table, whose tags have mean t̄
    /// and variance σ². If F of the N are card k, with tag t, the best linear prediction, from the
    /// sum C of m tags, of the number of card k among them is m·F/N + F/N·(t − t̄)/σ² · (C − m·t̄)
    /// (least squares; variances and covariances of a sample without replacement as in Cochran,
    /// Sampling Techniques, 3rd ed., section 2.6). So each of the u = N − m cards left is card k
    /// with probability F/N · (1 − (t − t̄)(C − m·t̄) / (u·σ²)).
    pub fn weights<const K: usize>(&self, shoe: usize, known: &Known<K>) -> [f64; K] {
        let tags = self.tags.get(shoe).filter(|tags| !tags.is_empty() && known.gone > 0);
        let Some(tags) = tags else { return known.rest() };
        // Of the earlier cards a person knows only what the rounded true count says.
        let earlier = self.running(shoe, self.count_of(shoe, tags, known), known.left());
        let mean = mean(tags, &known.rest());
        let excess = (earlier - f64::from(known.gone) * mean) / f64::from(known.unseen());
        self.tilted(tags, known, excess)
    }

    /// The sum of the tags gone at a given true count, with `left` cards before the deal.
    fn running(&self, shoe: usize, count: f64, left: u32) -> f64 {
        let running =
            self.divisor.map_or(count, |divisor| count * f64::from(left) / f64::from(divisor));
        running - self.start_of(shoe) as f64
    }

    /// The same at a given true count, however it arose, as if the shoe were full.
    pub fn weights_at<const K: usize>(
        &self,
        shoe: usize,
        known: &Known<K>,
        count: f64,
    ) -> [f64; K] {
        match self.tags.get(shoe).filter(|tags| !tags.is_empty()) {
            None => known.rest(),
            Some(tags) => {
                let excess = self.running(shoe, count, known.left()) / f64::from(known.unseen());
                self.tilted(tags, known, excess)
            }
        }
    }

    /// The proportions if the tags of the earlier cards exceed their mean by `excess` per card
    /// left.
    fn tilted<const K: usize>(&self, tags: &[i32], known: &Known<K>, excess: f64) -> [f64; K] {
        let rest = known.rest();
        let cards: f64 = rest.iter().sum();
        let mean = mean(tags, &rest);
        let square = |card: usize| (f64::from(tags[card]) - mean).powi(2) * rest[card];
        let variance = (0..K).map(square).sum::<f64>() / cards;
        if known.unseen() == 0 || variance.is_nan() || variance <= 0.0 {
            return rest;
        }
        let weight =
            |card: usize| rest[card] * (1.0 - (f64::from(tags[card]) - mean) * excess / variance);
        let weights: [f64; K] = std::array::from_fn(|card| weight(card).max(0.0));
        let all: f64 = weights.iter().sum();
        if all > 0.0 { weights.map(|weight| weight * cards / all) } else { rest }
    }
}

/// The mean tag of some cards.
fn mean<const K: usize>(tags: &[i32], cards: &[f64; K]) -> f64 {
    let all: f64 = cards.iter().sum();
    tags.iter().zip(cards).map(|(&tag, &count)| f64::from(tag) * count).sum::<f64>() / all
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: [u16; 4] = [3, 2, 2, 3];

    fn exact(tags: &[i32]) -> Memory {
        Memory::Count(Arc::new(System {
            name: "test".to_owned(),
            tags: vec![tags.to_vec()],
            start: vec![0],
            divisor: Some(10),
            rounding: Rounding::Exact,
        }))
    }

    fn choose(n: u16, k: u16) -> f64 {
        (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
    }

    /// Every multiset of `cards` cards drawn from `rest`, with its probability.
    fn draws(rest: [u16; 4], cards: u16) -> Vec<([u16; 4], f64)> {
        let mut found = Vec::new();
        let ranges = rest.map(|count| 0..=count.min(cards));
        let [a, b, c, d] = ranges;
        for (i, j) in a.flat_map(|i| b.clone().map(move |j| (i, j))) {
            for (k, l) in c.clone().flat_map(|k| d.clone().map(move |l| (k, l))) {
                if i + j + k + l == cards {
                    let drawn = [i, j, k, l];
                    let ways: f64 = rest.iter().zip(drawn).map(|(&n, k)| choose(n, k)).product();
                    found.push((drawn, ways));
                }
            }
        }
        let all: f64 = found.iter().map(|(_, ways)| ways).sum();
        found.into_iter().map(|(drawn, ways)| (drawn, ways / all)).collect()
    }

    /// The expected composition is the least-squares line through all possible draws.
    #[test]
    fn the_estimate_is_the_regression_over_every_draw() {
        for tags in [[1, 0, 0, -1], [1, 1, -1, -1], [2, -1, 0, 3], [0, 0, 1, 0]] {
            let memory = exact(&tags);
            for table in [[0, 0, 0, 0], [1, 0, 2, 0], [0, 1, 0, 1]] {
                let rest: [u16; 4] = std::array::from_fn(|i| FULL[i] - table[i]);
                let count: u16 = rest.iter().sum();
                for gone in 1..count {
                    let all = draws(rest, gone);
                    let mean = |f: &dyn Fn(&[u16; 4]) -> f64| -> f64 {
                        all.iter().map(|(drawn, odds)| odds * f(drawn)).sum()
                    };
                    let c = |drawn: &[u16; 4]| sum(&tags, drawn) as f64;
                    let centre = mean(&c);
                    let spread = mean(&|drawn| (c(drawn) - centre).powi(2));
                    for card in 0..4 {
                        let own = mean(&|drawn| f64::from(drawn[card]));
                        let both = mean(&|drawn| f64::from(drawn[card]) * (c(drawn) - centre));
                        for (drawn, _) in &all {
                            let slope = if spread > 0.0 { both / spread } else { 0.0 };
                            let line = own + slope * (c(drawn) - centre);
                            let known =
                                Known { full: FULL, table, noticed: *drawn, gone: gone.into() };
                            let system = memory.system().unwrap();
                            let weights = system.weights(0, &known);
                            // The line holds only where no proportion was clipped at zero.
                            if weights.iter().zip(rest).any(|(&w, n)| w == 0.0 && n > 0) {
                                continue;
                            }
                            let found = memory.expected(0, &known)[card];
                            let wanted = f64::from(rest[card]) - line;
                            assert!((found - wanted).abs() < 1e-9, "{tags:?} {known:?} {card}");
                        }
                    }
                }
            }
        }
    }

    /// A count of one card alone knows exactly how many of them are left, and expects the others in
    /// their proportions: the true conditional expectation, from every draw with that count.
    #[test]
    fn a_count_of_one_card_is_its_conditional_expectation() {
        let memory = exact(&[0, 1, 0, 0]);
        for gone in 1..10 {
            let all = draws(FULL, gone);
            for (drawn, _) in &all {
                let same = || all.iter().filter(|(other, _)| other[1] == drawn[1]);
                let odds: f64 = same().map(|(_, odds)| odds).sum();
                let known = Known { full: FULL, table: [0; 4], noticed: *drawn, gone: gone.into() };
                let found = memory.expected(0, &known);
                for card in 0..4 {
                    let mean: f64 = same()
                        .map(|(other, odds)| odds * f64::from(FULL[card] - other[card]))
                        .sum();
                    assert!((found[card] - mean / odds).abs() < 1e-9, "{known:?} {found:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_and_everything_are_the_ends() {
        let known = Known { full: FULL, table: [1, 0, 0, 0], noticed: [0, 2, 0, 1], gone: 3 };
        assert_eq!(known.unseen(), 6);
        assert_eq!(Memory::None.weights(0, &known), [2.0, 2.0, 2.0, 3.0]);
        assert_eq!(Memory::Full.weights(0, &known), [2.0, 0.0, 2.0, 2.0]);
        assert_eq!(Memory::Full.expected(0, &known), [2.0, 0.0, 2.0, 2.0]);
        assert_eq!(Memory::None.whole_weights(&known), Some([2, 2, 2, 3]));
        assert_eq!(Memory::Full.whole_weights(&known), Some([2, 0, 2, 2]));
        assert_eq!(exact(&[1, 0, 0, -1]).whole_weights(&known), None);
        let all_seen = Known { table: [1, 0, 0, 0], noticed: [2, 2, 2, 3], ..known };
        assert_eq!(Memory::Full.weights(0, &all_seen), [2.0, 2.0, 2.0, 3.0]);
        assert_eq!(Memory::Full.whole_weights(&all_seen), Some([2, 2, 2, 3]));
        let none = Memory::None.expected(0, &known);
        assert!((none.iter().sum::<f64>() - 6.0).abs() < 1e-12);
        // Nothing is known of an uncounted shoe.
        assert_eq!(exact(&[1, 0, 0, -1]).weights(1, &known), [2.0, 2.0, 2.0, 3.0]);
        assert_eq!(exact(&[1, 0, 0, -1]).true_count(1, &known), None);
    }

    #[test]
    fn a_person_rounds_what_is_left_of_the_count() {
        let known = Known { full: [10, 10], table: [1, 0], noticed: [3, 0], gone: 4 };
        let count = |rounding, divisor, start| {
            let tags = vec![vec![1, -1]];
            let start = vec![start];
            let system = System { name: String::new(), tags, start, divisor, rounding };
            Memory::Count(Arc::new(system)).true_count(0, &known).unwrap()
        };
        // A running count of 3 with 16 cards left, for every 10: 1.875.
        assert_eq!(count(Rounding::Exact, Some(10), 0), 1.875);
        assert_eq!(count(Rounding::Nearest, Some(10), 0), 2.0);
        assert_eq!(count(Rounding::Down, Some(10), 0), 1.0);
        // −5 of them: −3.125.
        assert_eq!(count(Rounding::Down, Some(10), -8), -4.0);
        assert_eq!(count(Rounding::TowardZero, Some(10), -8), -3.0);
        assert_eq!(count(Rounding::Nearest, None, -8), -5.0);
        // The expectation for a fresh shoe is its composition, however the count is rounded.
        let fresh = Known { full: [10, 10], table: [2, 0], noticed: [0, 0], gone: 0 };
        let (tags, rounding) = (vec![vec![1, -1]], Rounding::Nearest);
        let odd = System { name: String::new(), tags, start: vec![3], divisor: Some(7), rounding };
        assert_eq!(odd.weights(0, &fresh), [8.0, 10.0]);
    }

    #[test]
    fn what_is_missed_is_not_in_the_count() {
        let known = |noticed| Known { full: [10, 10], table: [0, 0], noticed, gone: 6 };
        let (whole, missed) = (known([4, 2]), known([2, 2]));
        assert_eq!(Memory::Full.weights(0, &missed), [8.0, 8.0]);
        assert_eq!(Memory::Full.expected(0, &missed), [7.0, 7.0]);
        let memory = exact(&[1, -1]);
        assert!(memory.weights(0, &whole)[0] < memory.weights(0, &missed)[0]);
    }
}
