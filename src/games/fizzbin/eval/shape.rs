//! Sets of natural cards, and the ranks and suits that they hold more than once.

use super::super::hand::Card;
use super::{EACH, Ranks};

/// The cards that the quick evaluation sees: natural ones, at most two copies of each, and the
/// ranks of which there are at least one, two, three and four.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) set: u64,
    /// Those of which there are two copies.
    pub(super) twice: u64,
    pub(super) one: Ranks,
    pub(super) two: Ranks,
    pub(super) three: Ranks,
    pub(super) four: Ranks,
    /// The number of cards of each suit, sixteen bits each.
    counts: u64,
}

/// The ranks of each suit of a set, lowest suit first.
#[inline(always)]
pub(super) const fn lanes(set: u64) -> [Ranks; 4] {
    [
        set as Ranks & 0xffff,
        (set >> 16) as Ranks & 0xffff,
        (set >> 32) as Ranks & 0xffff,
        (set >> 48) as Ranks,
    ]
}

/// A set without its lowest member, if it has one.
#[inline]
pub(super) const fn rest(set: Ranks) -> Ranks {
    set & set.wrapping_sub(1)
}

impl Shape {
    /// The shape of cards that are all different.
    #[inline(always)]
    pub(super) const fn new(set: u64) -> Shape {
        let [a, b, c, d] = lanes(set);
        let (odd, both) = (a ^ b, a & b);
        let (other, others) = (c ^ d, c & d);
        Shape {
            set,
            twice: 0,
            one: a | b | c | d,
            two: both | others | odd & other,
            three: both & (c | d) | others & (a | b),
            four: both & others,
            counts: Shape::counts(set),
        }
    }

    /// The shape of cards with two copies of some.
    #[inline(always)]
    pub(super) const fn doubled(set: u64, twice: u64) -> Shape {
        let (once, more) = (Shape::new(set), Shape::new(twice));
        Shape {
            twice,
            two: once.two | more.one,
            three: once.three | once.two & more.one,
            four: once.four | once.three & more.one | more.two,
            counts: once.counts + more.counts,
            ..once
        }
    }

    /// The shape without one of its cards.
    #[inline(always)]
    pub(super) const fn without(&self, card: Card) -> Shape {
        let (bit, rank) = (1 << card.bit(), 1 << card.rank());
        let again = self.twice & bit;
        let (set, twice) = (self.set & !(bit ^ again), self.twice & !bit);
        if self.twice != 0 && self.four & rank != 0 {
            // There may have been five of the rank.
            return Shape::doubled(set, twice);
        }
        Shape {
            set,
            twice,
            one: self.one & !(rank & !self.two),
            two: self.two & !(rank & !self.three),
            three: self.three & !(rank & !self.four),
            four: self.four & !rank,
            counts: self.counts - (1 << (card.bit() & 0x30)),
        }
    }

    /// The ranks of which there are at least six cards, and eight.
    pub(super) const fn many(&self) -> (Ranks, Ranks) {
        let (once, again) = (Shape::new(self.set), Shape::new(self.twice));
        (once.four & again.two | again.three, again.four)
    }

    /// The number of bits of each suit, in parallel.
    #[inline(always)]
    const fn counts(set: u64) -> u64 {
        let twos = set - (set >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        let eights = fours + (fours >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
        eights + (eights >> 8) & 0x00ff_00ff_00ff_00ff
    }

    /// The number of cards of a suit, by index, lowest suit first.
    #[inline]
    pub(super) const fn of_suit(&self, suit: u32) -> u64 {
        self.counts >> (16 * suit) & 0xffff
    }

    /// Whether there are `many` cards of a suit.
    #[inline(always)]
    pub(super) const fn flush(&self, many: u64) -> bool {
        (self.counts + (0x8000 - many) * EACH) & 0x8000 * EACH != 0
    }
}
