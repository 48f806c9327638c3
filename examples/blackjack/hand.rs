//! Cards and hands (B1).

use std::fmt;

/// The cards by kind: kind 0 is the ace, kind 9 every card that counts 10.
pub const NAMES: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// The kind of the ace.
pub const ACE: usize = 0;
/// The kind of the tens.
pub const TEN: usize = 9;

/// The properties of a hand that matter to the rules and to basic strategy, in one word that stays
/// in a register.
///
/// ```text
/// bit  31..24                     23..16   8             7..0
///      value of both cards of a   cards    has an ace    total with every ace as 1
///      pair, an ace as 1; or 0
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u32);

const CARD: u32 = 1 << 16;
const PAIR: u32 = 24;
const AN_ACE: u32 = 1 << 8;

impl Hand {
    /// The hand with one more card.
    #[inline]
    #[must_use]
    pub fn with(self, kind: usize) -> Hand {
        let value = kind as u32 + 1;
        let all_but_pair = self.0 & ((1 << PAIR) - 1);
        let pair = u32::from(all_but_pair & !AN_ACE == CARD | value) * value;
        let ace = u32::from(kind == ACE) * AN_ACE;
        Hand((all_but_pair + CARD + value | ace) + (pair << PAIR))
    }

    /// A hand of two cards with this total that are not a pair.
    pub fn of_total(total: u8, soft: bool) -> Hand {
        let soft = u32::from(soft);
        Hand(2 * CARD + u32::from(total) - 10 * soft + AN_ACE * soft)
    }

    /// One card of a pair.
    #[inline]
    #[must_use]
    pub fn half(self) -> Hand {
        Hand::default().with((self.0 >> PAIR) as usize - 1)
    }

    /// The total with every ace as 1.
    #[inline]
    fn hard(self) -> u8 {
        self.0 as u8
    }

    /// Whether an ace counts 11.
    #[inline]
    pub fn soft(self) -> bool {
        (self.0 & AN_ACE != 0) & (self.hard() <= 11)
    }

    /// The total.
    #[inline]
    pub fn total(self) -> u8 {
        self.hard() + 10 * u8::from(self.soft())
    }

    /// The number of its cards.
    #[inline]
    pub fn cards(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// The kind of the cards of a pair; `None` if it is not a pair.
    #[inline]
    pub fn pair(self) -> Option<usize> {
        ((self.0 >> PAIR) as usize).checked_sub(1)
    }

    /// B5: more than 21.
    #[inline]
    pub fn busts(self) -> bool {
        self.hard() > 21
    }

    /// B3: an ace and a ten as first cards.
    #[inline]
    pub fn is_natural(self) -> bool {
        self.0 == 2 * CARD | AN_ACE | 11
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} in {} cards", self.cards())
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pair() {
            Some(kind) => write!(f, "a pair of {}", NAMES[kind]),
            None if self.cards() == 1 => f.write_str(NAMES[usize::from(self.hard()) - 1]),
            None if self.soft() => write!(f, "soft {}", self.total()),
            None => write!(f, "{}", self.total()),
        }
    }
}
