//! Card counts by kind: a multiset of at most six kinds, packed into one word.

use std::fmt;

/// Counts of six kinds of card, numbered 0..=5, in lanes of ten bits:
///
/// ```text
/// bit  63..60   59..50  49..40  39..30  29..20  19..10  9..0
///      unused   kind 5  kind 4  kind 3  kind 2  kind 1  kind 0
/// ```
///
/// A lane holds up to 1023 cards; adding or taking a card is one addition.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Composition(u64);

const LANE: u32 = 10;
const MASK: u64 = (1 << LANE) - 1;

impl Composition {
    /// No cards.
    pub const EMPTY: Composition = Composition(0);
    /// The number of kinds.
    pub const KINDS: usize = 6;
    /// The most cards of one kind.
    pub const MAX: u16 = MASK as u16;

    /// The composition with `counts[kind]` cards of each kind; `None` if a count is over
    /// [`Composition::MAX`].
    pub fn new(counts: [u16; 6]) -> Option<Composition> {
        let mut bits = 0;
        for (kind, &count) in counts.iter().enumerate() {
            if count > Composition::MAX {
                return None;
            }
            bits |= u64::from(count) << (LANE * kind as u32);
        }
        Some(Composition(bits))
    }

    /// Cards of one kind.
    #[inline]
    pub const fn count(self, kind: usize) -> u16 {
        (self.0 >> (LANE * kind as u32) & MASK) as u16
    }

    /// The counts, by kind.
    pub fn counts(self) -> [u16; 6] {
        std::array::from_fn(|kind| self.count(kind))
    }

    /// The total number of cards.
    pub fn cards(self) -> u32 {
        (0..6).map(|kind| u32::from(self.count(kind))).sum()
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The composition with one more card of a kind. The lane must have room.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: usize) -> Composition {
        Composition(self.0 + (1 << (LANE * kind as u32)))
    }

    /// The composition without one card of a kind, which it must hold.
    #[inline]
    #[must_use]
    pub const fn without(self, kind: usize) -> Composition {
        Composition(self.0 - (1 << (LANE * kind as u32)))
    }

    /// The composition without the cards of another one, all of which it must hold.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Composition) -> Composition {
        Composition(self.0 - other.0)
    }

    /// The composition with the cards of another one added. The lanes must have room.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Composition) -> Composition {
        Composition(self.0 + other.0)
    }

    /// Whether it holds every card of `other`.
    pub fn holds(self, other: Composition) -> bool {
        (0..6).all(|kind| other.count(kind) <= self.count(kind))
    }

    /// The packed word: a table key, equal if and only if the compositions are.
    #[inline]
    pub const fn key(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.counts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_do_not_touch() {
        let full = Composition::new([1023, 0, 250, 1, 1023, 1023]).unwrap();
        assert_eq!(full.counts(), [1023, 0, 250, 1, 1023, 1023]);
        assert_eq!(full.with(1).without(4).counts(), [1023, 1, 250, 1, 1022, 1023]);
        assert_eq!(full.cards(), 3320);
        assert!(full.holds(Composition::new([3, 0, 250, 1, 0, 9]).unwrap()));
        assert!(!full.holds(Composition::new([0, 1, 0, 0, 0, 0]).unwrap()));
        assert_eq!(Composition::new([1024, 0, 0, 0, 0, 0]), None);
    }
}
