//! Cards and hands (B1).

use std::fmt;

/// The cards by kind: kind 0 is the ace, kind 9 every card that counts 10.
pub const NAMES: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// The kind of the ace.
pub const ACE: usize = 0;
/// The kind of the tens.
pub const TEN: usize = 9;

/// A hand, as far as the rules and basic strategy look at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The total with every ace as 1.
    hard: u8,
    ace: bool,
    cards: u8,
    /// The value of both cards of a pair, an ace as 1; 0 for every other hand.
    pair: u8,
}

impl Hand {
    /// With one more card.
    #[inline]
    #[must_use]
    pub fn with(self, kind: usize) -> Hand {
        let value = kind as u8 + 1;
        Hand {
            hard: self.hard + value,
            ace: self.ace | (kind == ACE),
            cards: self.cards + 1,
            pair: if self.cards == 1 && self.hard == value { value } else { 0 },
        }
    }

    /// Two cards of a total that are no pair.
    pub fn of_total(total: u8, soft: bool) -> Hand {
        Hand { hard: total - 10 * u8::from(soft), ace: soft, cards: 2, pair: 0 }
    }

    /// One card of a pair.
    #[inline]
    #[must_use]
    pub fn half(self) -> Hand {
        Hand::default().with(usize::from(self.pair) - 1)
    }

    /// Whether an ace counts 11.
    #[inline]
    pub fn soft(self) -> bool {
        self.ace & (self.hard <= 11)
    }

    /// The total.
    #[inline]
    pub fn total(self) -> u8 {
        self.hard + 10 * u8::from(self.soft())
    }

    /// The number of its cards.
    #[inline]
    pub fn cards(self) -> u8 {
        self.cards
    }

    /// The kind of both cards of a pair.
    #[inline]
    pub fn pair(self) -> Option<usize> {
        usize::from(self.pair).checked_sub(1)
    }

    /// B5: more than 21.
    #[inline]
    pub fn busts(self) -> bool {
        self.hard > 21
    }

    /// B3: an ace and a ten as first cards.
    #[inline]
    pub fn is_natural(self) -> bool {
        self.cards == 2 && self.ace & (self.hard == 11)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pair() {
            Some(kind) => write!(f, "a pair of {}", NAMES[kind]),
            None if self.cards == 1 => f.write_str(NAMES[usize::from(self.hard) - 1]),
            None if self.soft() => write!(f, "soft {}", self.total()),
            None => write!(f, "{}", self.total()),
        }
    }
}
