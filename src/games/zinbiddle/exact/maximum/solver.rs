//! The search: the value of each state, computed on first use.

use super::plans::{Planner, Plans, Urgent};
use super::shelf::{Held, Numbers};
use super::words::{
    ALL_EMPTY, BITS, EMPTY, IMAGES, LANE, MIDDLE_SWAPPED, MIRRORED, TWINS_SWAPPED, count, empty,
    free, image, image_of_place, mask, moved, named, numbers, places_of, put, word,
};
use super::{Hunt, Move, SURE};
use crate::games::zinbiddle::hand::{Card, LEVELS, PLACES, Place, Pyramid};
use crate::games::zinbiddle::view::Pilot;
use rayon::prelude::*;
use std::fmt;

/// Whether plans are searched for. With fewer cards, or with more actions left to replace them,
/// nearly all cards are of use anyway.
const fn is_searched(cards: u32, left: u8) -> bool {
    cards > 6 || cards == 6 && left <= 3
}

/// The number of values, and of sets of numbers with plans, to cache: all that occur, except of values
/// with four actions, where more would not be worth the memory.
fn rooms(hunt: &Hunt, alike: bool) -> (usize, usize) {
    let actions = hunt.actions.clamp(2, 4);
    let sixes = u8::from(hunt.shares[Card::SIX.kind()] > 0.0);
    let more = 2 * u8::from(!alike);
    (5 << (11 + 2 * actions + 5 * sixes + more), 13 << (7 + 2 * actions + 2 * sixes))
}

/// Solves a [`Hunt`]: the value of each state, computed on first use.
pub struct Solver {
    pub(super) hunt: Hunt,
    moves: [Vec<Move>; LEVELS],
    planner: Planner,
    /// By level: whether all that can be done there can be done at the next one.
    idle: [bool; LEVELS],
    /// The images of a word that have the same value, before the last level and at it; the word
    /// itself comes first.
    images: [Vec<usize>; 2],
    /// Whether all suits are equally likely.
    alike: bool,
    junk: f64,
    values: Numbers,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solver({:?}, {} states)", self.hunt, self.states())
    }
}

impl Solver {
    /// Computes the least numbers of moves; values follow on first use.
    pub fn new(hunt: Hunt) -> Solver {
        let can_wait = |may: &[bool; LEVELS], level: usize| !may[level] || may[level + 1];
        let idle = |level: usize| {
            level + 1 < LEVELS
                && can_wait(&hunt.replaces, level)
                && can_wait(&hunt.transposes, level)
                && can_wait(&hunt.sorts_row, level)
        };
        // A re-sort can make any order. At the last level, if nothing else moves cards, T2 and T3
        // are thus interchangeable, and so are gunners and shields, except for their numbers.
        let sorts_only = !hunt.transposes[LEVELS - 1];
        let twins = (8..12).all(|kind| hunt.shares[kind] == hunt.shares[kind + 4]);
        let last = |&image: &usize| {
            (image & MIDDLE_SWAPPED == 0 || sorts_only)
                && (image & TWINS_SWAPPED == 0 || sorts_only && twins)
        };
        let alike = (0..20).all(|kind| hunt.shares[kind] == hunt.shares[kind & !3]);
        let (values, plans) = rooms(&hunt, alike);
        Solver {
            planner: Planner::new(&hunt, plans),
            idle: std::array::from_fn(idle),
            images: [vec![0, MIRRORED], (0..IMAGES).filter(last).collect()],
            alike,
            junk: hunt.shares[..4].iter().sum(),
            moves: std::array::from_fn(|level| hunt.moves(level)),
            values: Numbers::new(values),
            hunt,
        }
    }

    /// Whether no Ion Barrage can be made.
    pub fn is_hopeless(&self) -> bool {
        self.hunt.is_hopeless()
    }

    /// The number of states with a cached value.
    pub fn states(&self) -> usize {
        self.values.filled()
    }

    /// The probability of an Ion Barrage before any card is dealt.
    pub fn maximum(&self) -> f64 {
        if self.hunt.is_hopeless() {
            return 0.0;
        }
        self.drawn(0, self.hunt.actions, ALL_EMPTY)
    }

    /// The plans for pyramids with these numbers, unless nearly all cards are of use anyway.
    fn searched(&self, level: usize, left: u8, word: u64) -> Option<Held<'_, Plans>> {
        let numbers = numbers(word);
        let cards = PLACES as u32 - count(empty(numbers));
        let search = level + 1 == LEVELS || is_searched(cards, left);
        search.then(|| self.planner.plans(level, left, numbers))
    }

    /// The images of a word that have the same value.
    #[inline(always)]
    fn images(&self, level: usize) -> &[usize] {
        &self.images[usize::from(level + 1 == LEVELS)]
    }

    /// The number of the image with the least numbers, read as an integer.
    #[inline]
    fn least_image(&self, level: usize, word: u64) -> usize {
        let least = self.images(level).iter().min_by_key(|&&at| numbers(image(word, at)));
        least.copied().unwrap_or(0)
    }

    /// The representative of all words that differ only in the names of suits or are images of each
    /// other: the one with the least numbers.
    #[inline]
    fn canonical(&self, level: usize, word: u64) -> u64 {
        let mut best = (u64::MAX, u64::MAX);
        for &at in self.images(level) {
            let image = image(word, at);
            let numbers = numbers(image);
            if numbers <= best.0 {
                let name = if self.alike { named(image) } else { image };
                best = best.min((numbers, name));
            }
        }
        best.1
    }

    /// The level at which a word has to be evaluated, judging by its numbers: a later one if
    /// nothing need be done before it. Returns that level, the number of the image with the least
    /// numbers, and its plans.
    fn settled(
        &self,
        mut level: usize,
        left: u8,
        word: u64,
    ) -> (usize, usize, Option<Held<'_, Plans>>) {
        loop {
            let complete = level + 1 < LEVELS && self.is_complete(level, word);
            if complete && self.idle[level] {
                level += 1;
                continue;
            }
            let at = self.least_image(level, word);
            let plans = self.searched(level, left, image(word, at));
            let waits = |plans: &Plans| self.can_all_wait(level) && !plans.now;
            if !(complete && plans.as_deref().is_some_and(waits)) {
                return (level, at, plans);
            }
            level += 1;
        }
    }

    /// Whether all cards of a level are dealt.
    #[inline]
    fn is_complete(&self, level: usize, word: u64) -> bool {
        places_of(empty(numbers(word))) & ((1 << Place::up_to(level)) - 1) == 0
    }

    /// The key of a state without irrelevant details, with level and actions left on top; `None` if
    /// no barrage is possible.
    fn key(&self, level: usize, left: u8, word: u64) -> Option<u64> {
        let (level, at, plans) = self.settled(level, left, word);
        self.key_by(plans.as_deref(), level, left, image(word, at))
    }

    /// The same with known plans.
    fn key_by(
        &self,
        plans: Option<&Plans>,
        level: usize,
        mut left: u8,
        mut word: u64,
    ) -> Option<u64> {
        let last = level + 1 == LEVELS;
        let complete = self.is_complete(level, word);
        // A state that can wait has its value at the next level.
        let waits = |plans| self.can_all_wait(level) && !self.planner.cannot_wait(plans, word);
        if complete && plans.is_some_and(waits) {
            return self.key(level + 1, left, word);
        }
        if let Some(plans) = plans {
            let of_use = self.planner.of_use(plans, word)?;
            let junk = !(of_use | places_of(free(numbers(word)))) & 511;
            if last && complete && junk == 0 && self.planner.finished(plans, word) {
                return Some(SURE);
            }
            if last && self.hunt.replaces[level] {
                word |= mask(junk);
                left -= junk.count_ones() as u8;
            } else {
                word &= !mask(junk);
            }
        }
        let best = self.canonical(level, word);
        Some(best | (level as u64) << 45 | u64::from(left) << 48)
    }

    /// Whether a level is the one before the last, and all that may be replaced there may be
    /// replaced at the last. Then anything done there can be done at the last level with more
    /// information, unless a plan's moves would take more actions then.
    fn can_all_wait(&self, level: usize) -> bool {
        level + 2 == LEVELS && (!self.hunt.replaces[level] || self.hunt.replaces[level + 1])
    }

    /// The value of a state: before the draws for the empty places of its levels, if any, else
    /// before the next decision.
    fn drawn(&self, level: usize, left: u8, word: u64) -> f64 {
        self.key(level, left, word).map_or(0.0, |key| self.value(key))
    }

    fn value(&self, key: u64) -> f64 {
        if key == SURE {
            return 1.0;
        }
        if let Some(value) = self.values.get(key) {
            return value;
        }
        let (level, left, word) = ((key >> 45 & 7) as usize, (key >> 48) as u8, key & ALL_EMPTY);
        let is_empty = |place: &usize| word >> (BITS * place) & LANE == EMPTY;
        let value = match (0..Place::up_to(level)).rfind(is_empty) {
            Some(place) => self.draw(level, left, word, place),
            None => self.decide(level, left, word),
        };
        self.values.insert(key, value, self.is_seldom(level, left, word));
        value
    }

    /// Whether a state is of the sort that seldom recurs: between levels, before any action.
    fn is_seldom(&self, level: usize, left: u8, word: u64) -> bool {
        let cards = PLACES - count(empty(numbers(word))) as usize;
        let between = (0..LEVELS - 1).any(|level| cards == Place::up_to(level));
        level + 1 < LEVELS && left == self.hunt.actions && between
    }

    /// The value of a state before the draw for an empty place.
    fn draw(&self, level: usize, left: u8, word: u64, place: usize) -> f64 {
        let shares = &self.hunt.shares;
        let mut junk = self.junk;
        let mut states: Vec<(u64, f64)> = Vec::with_capacity(18);
        let mut add = |plans: Option<&Plans>, level: usize, word: u64, share: f64| {
            if share > 0.0
                && let Some(key) = self.key_by(plans, level, left, word)
            {
                match states.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, sum)) => *sum += share,
                    None => states.push((key, share)),
                }
            }
        };
        let seen = |card: u64| {
            let word = put(word, place, card);
            let (level, at, plans) = self.settled(level, left, word);
            (level, image(word, at), image_of_place(place, at), plans)
        };
        for number in 1..=4 {
            let (level, word, place, plans) = seen(4 * number);
            let kinds = 4 * number as usize..4 * number as usize + 4;
            match &plans {
                Some(plans) if plans.any >> place & 1 == 0 => {
                    junk += shares[kinds].iter().sum::<f64>();
                }
                plans => kinds.zip(0..).for_each(|(kind, suit)| {
                    add(plans.as_deref(), level, word | suit << (BITS * place), shares[kind]);
                }),
            }
        }
        for (card, share) in [(Card::SIX.kind(), shares[Card::SIX.kind()]), (0, junk)] {
            let (level, word, _, plans) = seen(card as u64);
            add(plans.as_deref(), level, word, share);
        }
        let worth = |&(key, share): &(u64, f64)| share * self.value(key);
        let empties = count(empty(numbers(word)));
        match level + 1 < LEVELS && empties > 4 {
            true => states.par_iter().map(worth).collect::<Vec<f64>>().into_iter().sum(),
            false => {
                self.values.fetch(states.iter().map(|&(key, _)| key));
                states.iter().map(worth).sum()
            }
        }
    }

    /// Whether one more action would be the last one at a level, and is also allowed at the next:
    /// then it can wait.
    fn last_can_wait(&self, level: usize, left: u8, may: &[bool; LEVELS]) -> bool {
        let last = left - 1 == self.hunt.actions - self.hunt.allowances[level];
        last && level + 1 < LEVELS && may[level + 1]
    }

    /// The places whose card may have to be replaced now, not later.
    fn replaceable(&self, level: usize, left: u8, word: u64) -> impl Iterator<Item = usize> {
        let wait = self.hunt.replaces[LEVELS - 1] && self.hunt.can_wait(level, left)
            || self.last_can_wait(level, left, &self.hunt.replaces);
        let places = if self.hunt.replaces[level] && !wait { Place::up_to(level) } else { 0 };
        (0..places).filter(move |place| word >> (BITS * place) & LANE != Card::SIX.kind() as u64)
    }

    /// The moves that may have to be made now, not later.
    fn steps(&self, level: usize, left: u8) -> impl Iterator<Item = &Move> {
        let wait = self.hunt.can_wait(level, left);
        let transposes = self.last_can_wait(level, left, &self.hunt.transposes);
        self.moves[level].iter().filter(move |step| {
            let transposes = transposes && matches!(step.action, Pilot::Transpose(_));
            !(wait && step.can_wait || transposes)
        })
    }

    /// The steps that cannot wait, for a word that is its own least image; `None` if they are
    /// unknown.
    fn urgent(&self, level: usize, left: u8, word: u64) -> Option<Urgent> {
        let plans = self.can_all_wait(level).then(|| self.searched(level, left, word))??;
        Some(self.planner.urgent(&plans, word))
    }

    /// The value of the best of passing, replacing and moving, where moves alone do not finish.
    fn decide(&self, level: usize, left: u8, word: u64) -> f64 {
        let mut best: f64 = match level + 1 {
            LEVELS => 0.0,
            above => self.drawn(above, left, word),
        };
        if left > self.hunt.actions - self.hunt.allowances[level] {
            let urgent = self.urgent(level, left, word);
            let now = |place: &usize| urgent.is_none_or(|all| all.replaced >> place & 1 == 1);
            let places = self.replaceable(level, left, word).filter(now);
            let replaced = places.map(|place| put(word, place, EMPTY));
            let now = |step: &&Move| match (step.action, urgent) {
                (Pilot::Transpose(number), Some(all)) => all.moves >> number & 1 == 1,
                _ => level + 1 < LEVELS,
            };
            let steps = self.steps(level, left).filter(now);
            let next = replaced.chain(steps.map(|step| moved(word, &step.from)));
            let keys: Vec<u64> = next.filter_map(|next| self.key(level, left - 1, next)).collect();
            self.values.fetch(keys.iter().copied());
            best = keys.into_iter().fold(best, |best, key| best.max(self.value(key)));
        }
        best
    }

    /// The best action by value; a pass where nothing is better.
    fn best(&self, level: usize, left: u8, word: u64) -> Pilot {
        let last = level + 1 == LEVELS;
        let fewest = (0..=left).find(|&left| last && self.moves_finish(left, word));
        if let Some(fewest) = fewest {
            let ends = |step: &&Move| self.moves_finish(fewest - 1, moved(word, &step.from));
            return match fewest {
                0 => Pilot::Pass,
                _ => self.moves[level].iter().find(ends).map_or(Pilot::Pass, |step| step.action),
            };
        }
        let stay = if last { 0.0 } else { self.drawn(level + 1, left, word) };
        let mut best = (stay, Pilot::Pass);
        if left > self.hunt.actions - self.hunt.allowances[level] {
            let mut weigh = |action, next| {
                let worth = self.drawn(level, left - 1, next);
                // Sums in another order may differ by rounding.
                if worth > best.0 * (1.0 + 1e-12) {
                    best = (worth, action);
                }
            };
            for place in self.replaceable(level, left, word) {
                weigh(Pilot::Replace(Place::from_index(place)), put(word, place, EMPTY));
            }
            for step in self.steps(level, left).filter(|_| !last) {
                weigh(step.action, moved(word, &step.from));
            }
        }
        best.1
    }

    /// The probability of an Ion Barrage at a decision of a level, 0..=3, with `left` actions left
    /// for the hand.
    pub fn chance(&self, level: usize, left: u8, pyramid: &Pyramid) -> f64 {
        self.drawn(level, left, word(level, pyramid))
    }

    /// A hunter's action at such a decision.
    pub fn action(&self, level: usize, left: u8, pyramid: &Pyramid) -> Pilot {
        self.best(level, left, word(level, pyramid))
    }

    /// Whether a complete pyramid is an Ion Barrage after at most `left` moves at level 4.
    fn moves_finish(&self, left: u8, word: u64) -> bool {
        self.planner.finished(&self.planner.plans(LEVELS - 1, left, numbers(word)), word)
    }
}
