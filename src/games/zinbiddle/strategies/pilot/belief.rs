//! A seat's beliefs about the shoes.

use super::runs::{ByNumber, LANES, Next};
use super::tables::{NUMBERS, number};
use crate::cards::{Known, Memory, Recall};
use crate::games::zinbiddle::hand::{KINDS, LEVELS};
use crate::games::zinbiddle::rules::{Rules, Shoes};
use crate::games::zinbiddle::view::{View, hole_cards};

/// The cards of a shoe that a seat has seen, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    /// In this hand, its own hole cards included.
    table: [u16; LANES],
    /// In earlier hands, except for those that it has missed.
    noticed: [u16; LANES],
    /// Number of cards seen in earlier hands, missed ones included.
    gone: u32,
}

/// The belief about a shoe: the probability of each number of its next card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belief {
    seen: Seen,
    /// Number of cards in the shoe.
    pub(super) cards: f32,
    /// Among all cards.
    pub(super) all: ByNumber,
    /// Among cards other than misfires.
    pub(super) next: Next,
}

/// A seat's beliefs about all shoes. They change only when a card is turned up.
#[derive(Clone, Debug)]
pub(super) struct Beliefs {
    /// About the shoe of each level.
    levels: [Belief; LEVELS],
    /// About a full shoe of which nothing has been seen.
    fresh: Belief,
    shoes: Shoes,
    /// Version numbers of the beliefs by level: equal numbers mean equal beliefs.
    pub(super) stamps: Stamps,
    /// The last version number used.
    last: u64,
}

/// A version number for the belief about each level's shoe.
pub(super) type Stamps = [u64; LEVELS];

/// The version number of full shoes.
const FRESH: u64 = 0;

/// Whether two sets of version numbers agree at some levels, given as bits.
#[inline(always)]
pub(super) fn same(one: &Stamps, other: &Stamps, levels: usize) -> bool {
    const MASKS: [Stamps; 1 << LEVELS] = {
        let mut masks = [[0; LEVELS]; 1 << LEVELS];
        let mut levels = 0;
        while levels < masks.len() {
            let mut level = 0;
            while level < LEVELS {
                masks[levels][level] = if levels >> level & 1 == 1 { u64::MAX } else { 0 };
                level += 1;
            }
            levels += 1;
        }
        masks
    };
    let masks = &MASKS[levels % MASKS.len()];
    (0..LEVELS).fold(0, |differ, i| differ | (one[i] ^ other[i]) & masks[i]) == 0
}

impl Belief {
    /// The probability that the next card is a misfire.
    #[inline(always)]
    pub(super) fn misfires(&self) -> f32 {
        self.all[0]
    }

    /// The belief that `left` cards of each number are in a shoe. A shoe that is about to be
    /// refilled is taken to be full.
    fn of(left: [f32; NUMBERS], full: &[u16; NUMBERS], seen: Seen) -> Belief {
        let mut counts = left.map(|count| count.max(0.0));
        if counts[1..].iter().sum::<f32>() <= 0.0 {
            counts = full.map(f32::from);
        }
        let cards: f32 = counts.iter().sum();
        // A shoe may hold nothing but misfires.
        let good = (cards - counts[0]).max(f32::MIN_POSITIVE);
        let (each, each_good) = (1.0 / cards, 1.0 / good);
        let (mut all, mut good, mut fits) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for number in 0..NUMBERS {
            all[number] = counts[number] * each;
            good[number] = counts[number] * each_good;
        }
        good[0] = 0.0;
        for number in 1..NUMBERS {
            fits[number] = good[number] + good[5];
        }
        Belief { seen, cards, all, next: Next { good, fits } }
    }
}

impl Beliefs {
    /// Beliefs about full shoes.
    pub(super) fn new(rules: &Rules, full: &[u16; NUMBERS]) -> Beliefs {
        let fresh = Belief::of(full.map(f32::from), full, Seen::default());
        Beliefs {
            levels: [fresh; LEVELS],
            fresh,
            shoes: rules.shoes,
            stamps: [FRESH; LEVELS],
            last: FRESH,
        }
    }

    /// The belief about the shoe of a level.
    #[inline(always)]
    pub(super) fn of(&self, level: usize) -> &Belief {
        &self.levels[level % LEVELS]
    }

    /// The next card of the shoe of each level.
    #[inline(always)]
    pub(super) fn next(&self) -> [&Next; LEVELS] {
        self.levels.each_ref().map(|belief| &belief.next)
    }

    /// Updates the beliefs about the shoes up to a level from what the seat sees.
    #[inline]
    pub(super) fn update(
        &mut self,
        view: &View<'_>,
        recall: &Recall,
        full: &[u16; NUMBERS],
        to: usize,
    ) {
        let to = if self.shoes == Shoes::OneDeck { 0 } else { to };
        for shoe in 0..=to {
            let seen = Beliefs::seen(view, recall, shoe);
            if seen != self.levels[shoe].seen {
                self.change(shoe, seen, recall, full);
            }
        }
    }

    fn change(&mut self, shoe: usize, seen: Seen, recall: &Recall, full: &[u16; NUMBERS]) {
        let mut stamp = FRESH;
        let mut belief = self.fresh;
        if seen != self.fresh.seen {
            self.last += 1;
            stamp = self.last;
            belief = Belief::of(left(recall, shoe, full, &seen), full, seen);
        }
        match self.shoes {
            Shoes::OneDeck => (self.levels, self.stamps) = ([belief; LEVELS], [stamp; LEVELS]),
            Shoes::PerLevel => (self.levels[shoe], self.stamps[shoe]) = (belief, stamp),
        }
    }

    /// The cards of a shoe that the seat has seen.
    #[inline(always)]
    fn seen(view: &View<'_>, recall: &Recall, shoe: usize) -> Seen {
        let shown = view.shown_by_number(shoe);
        let mut table = *shown;
        if shoe == 0 {
            hole_cards(view).for_each(|card| table[card.number() as usize % LANES] += 1);
        }
        debug_assert_eq!(table, Beliefs::card_by_card(view, shoe).table);
        if matches!(recall.memory, Memory::None) {
            return Seen { table, ..Seen::default() };
        }
        if recall.error_rate > 0 {
            return Beliefs::card_by_card(view, shoe);
        }
        let mut noticed = *view.seen_by_number(shoe);
        noticed.iter_mut().zip(shown).for_each(|(seen, &shown)| *seen -= shown);
        let gone = noticed.iter().map(|&count| u32::from(count)).sum();
        let seen = Seen { table, noticed, gone };
        debug_assert_eq!(seen, Beliefs::card_by_card(view, shoe));
        seen
    }

    /// The same, counted card by card, since it may have missed some.
    fn card_by_card(view: &View<'_>, shoe: usize) -> Seen {
        let by_number = |kinds: &[u16; KINDS]| {
            let mut counts = [0; LANES];
            kinds.iter().enumerate().for_each(|(kind, &count)| counts[number(kind)] += count);
            counts
        };
        let Known { table, noticed, gone, .. } = view.known(shoe);
        Seen { table: by_number(&table), noticed: by_number(&noticed), gone }
    }
}

/// The cards that a memory believes to be left in a shoe, by number.
fn left(recall: &Recall, shoe: usize, full: &[u16; NUMBERS], seen: &Seen) -> [f32; NUMBERS] {
    let six = |counts: &[u16; LANES]| -> [u16; NUMBERS] { std::array::from_fn(|i| counts[i]) };
    let table = six(&seen.table);
    match recall.memory {
        Memory::None => std::array::from_fn(|i| f32::from(full[i]) - f32::from(table[i])),
        _ => {
            let known = Known { full: *full, table, noticed: six(&seen.noticed), gone: seen.gone };
            recall.memory.weights(shoe, &known).map(|weight| weight as f32)
        }
    }
}
