//! The bars that disqualify a hand from its name (E3).

use super::super::rules::{BarScope, FridayPairs, Tepo};
use super::{Evaluator, ROYAL, Ranks};
use crate::framework::notation::named;

named! {
    /// The reasons that bar a hand from its name (E3).
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    pub enum Bar {
        /// Three of a kind.
        ThreeKind = "three of a kind",
        /// Four of a suit.
        FourFlush = "four of a suit",
        /// A card below ten.
        BelowTen = "a card below ten",
        /// Four of a kind, in hand and pile.
        Slunk = "slunk (C10)",
        /// Three pairs.
        ThreePairs = "three pairs",
        /// A seventh hand card.
        Seventh = "a seventh hand card",
        /// A red card or one of the ranks that H7 names.
        Colour = "a red card, A 2 4 7 J Q K or low ace (H7)",
        /// It is Tuesday.
        Tuesday = "Tuesday (Y4)",
        /// Aces, a court pair or tens on a Friday.
        FridayPair = "Friday's pairs (Y3)",
    }
}

/// A set of [`Bar`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bars(u16);

impl Bars {
    pub(super) fn add(&mut self, bar: Bar, bars: bool) {
        self.0 |= u16::from(bars) << bar as u8;
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bars of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Bar> {
        Bar::ALL.into_iter().filter(move |&bar| self.0 >> bar as u8 & 1 == 1)
    }
}

/// The counts of natural cards, copies included, on which bars depend.
pub(super) struct Census {
    /// Ranks held, and held at least twice.
    pub(super) held: Ranks,
    pub(super) pairs: Ranks,
    /// The most cards of a rank, and of a suit.
    pub(super) kind: u8,
    pub(super) flush: u8,
    /// Whether a non-kronk is one of H7's misfits, and the number of kronks that are.
    pub(super) misfits: bool,
    pub(super) kronk_misfits: u8,
}

impl Evaluator {
    /// The bars in force against a hand's name: `mine` and `whole` are the census of the hand, and
    /// of hand and pile.
    pub(super) fn bars(&self, id: u8, mine: &Census, whole: &Census, cards: u32) -> Bars {
        let seen = if self.scope == BarScope::All { whole } else { mine };
        let mut bars = Bars::default();
        if self.drella {
            bars.add(Bar::ThreeKind, matches!(id, 1 | 2 | 5) && seen.kind >= 3);
            bars.add(Bar::FourFlush, matches!(id, 1 | 3) && seen.flush >= 4);
            bars.add(Bar::BelowTen, id == 1 && seen.held & !ROYAL != 0);
            // A dark sprak (C9) is a slunk too.
            bars.add(Bar::Slunk, id == 1 && whole.kind >= 4);
            bars.add(Bar::ThreePairs, id == 3 && seen.pairs.count_ones() >= 3);
        }
        bars.add(
            Bar::Seventh,
            id == 4 && self.others_bar && self.tepo == Tepo::Seventh && cards >= 7,
        );
        let colour =
            seen.misfits || self.scope == BarScope::All && whole.kronk_misfits > mine.kronk_misfits;
        bars.add(Bar::Colour, id == 7 && self.others_bar && colour);
        bars.add(Bar::Tuesday, matches!(id, 2 | 4 | 5 | 6 | 7) && self.tuesday);
        let friday = match self.friday_pairs {
            None | Some(FridayPairs::Off) => 0,
            Some(FridayPairs::Hand) => mine.pairs,
            Some(FridayPairs::Family) => whole.pairs,
        };
        bars.add(Bar::FridayPair, matches!(id, 2..=6) && friday & self.friday_ranks != 0);
        bars
    }
}
