//! Cards (Z1, Z2).

use super::KINDS;
use crate::framework::notation::{self, ParseError};
use std::fmt;
use std::str::FromStr;

/// A card in five bits: four times its number plus its suit, or 20 for the Vermilion Six.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(super) u8);

/// The letters of the suits in written cards.
const SUITS: [char; 4] = ['r', 'g', 'b', 'y'];

impl Card {
    /// The wild card (Z2).
    pub const SIX: Card = Card(20);

    /// The card of a number 0..=4 and a suit 0..=3; `None` outside these ranges.
    pub const fn new(number: u8, suit: u8) -> Option<Card> {
        if number <= 4 && suit < 4 { Some(Card(number * 4 + suit)) } else { None }
    }

    /// The card of a kind, 0..=20, as piles number them.
    #[inline]
    pub const fn of_kind(kind: usize) -> Card {
        debug_assert!(kind < KINDS);
        Card(kind as u8)
    }

    /// Its kind, 0..=20, as piles number them.
    #[inline]
    pub const fn kind(self) -> usize {
        self.0 as usize
    }

    /// Its number: 0 for a misfire, 5 for the Vermilion Six.
    #[inline]
    pub const fn number(self) -> u32 {
        (self.0 >> 2) as u32
    }

    /// Its suit, 0..=3; 0 for the Vermilion Six, which has none.
    #[inline]
    pub const fn suit(self) -> u32 {
        (self.0 & 3) as u32
    }

    /// Whether it is a misfire (Z1).
    #[inline]
    pub const fn is_misfire(self) -> bool {
        self.0 < 4
    }

    /// Whether it is the Vermilion Six (Z2).
    #[inline]
    pub const fn is_wild(self) -> bool {
        self.0 == Card::SIX.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_wild() {
            true => f.write_str("V6"),
            false => write!(f, "{}{}", self.number(), SUITS[self.suit() as usize]),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Card, ParseError> {
        const ALLOWED: &str = "cards are a number 0..4 (0 is a misfire) and a suit r, g, b, y, like 4r, \
                               or V6";
        let all = (0..KINDS).map(Card::of_kind);
        notation::place_of(text, "Zinbiddle card", ALLOWED, all).map(Card::of_kind)
    }
}
