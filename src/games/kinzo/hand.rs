//! Cards, hands and dice (K1, K2). A hand is one word; its total decides everything.

use crate::cards::Composition;
use crate::framework::notation::{self, ParseError, named};
use std::fmt;
use std::str::FromStr;

/// A card: a value 1..=6, no suit (K1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// All values, low to high.
    pub const ALL: [Card; 6] = [Card(1), Card(2), Card(3), Card(4), Card(5), Card(6)];

    /// The card of a value; `None` outside 1..=6.
    pub const fn new(value: u8) -> Option<Card> {
        if value >= 1 && value <= 6 { Some(Card(value)) } else { None }
    }

    /// The card of a kind as shoes and compositions number them, 0..=5.
    #[inline]
    pub const fn of_kind(kind: usize) -> Card {
        debug_assert!(kind < 6);
        Card(kind as u8 + 1)
    }

    /// Its value, 1..=6.
    #[inline]
    pub const fn value(self) -> u32 {
        self.0 as u32
    }

    /// Its kind in shoes and compositions, 0..=5.
    #[inline]
    pub const fn kind(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Card, ParseError> {
        const ALLOWED: &str = "cards are 1, 2, 3, 4, 5, 6";
        notation::place_of(text, "Kinzo card", ALLOWED, Card::ALL).map(Card::of_kind)
    }
}

/// The most cards that a hand can hold: the largest `hand_limit` (K7) and `dealer_limit` (K10).
pub const MAX_CARDS: usize = 12;

/// A hand as a multiset of at most [`MAX_CARDS`] cards, packed:
///
/// ```text
/// bit  43..40  38..32  23..20   …    7..4     3..0
///      cards   total   sixes    …    twos     ones
/// ```
///
/// Adding a card is one addition. A higher hand is not always better: its value depends on its
/// total and the dealer's (K12, K13).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hand(u64);

const CARDS: u32 = 40;
const TOTAL: u32 = 32;

/// Six bits spread to the low bits of six nibbles, indexed by the bits.
const NIBBLES: [u32; 64] = {
    let mut nibbles = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        let mut kind = 0;
        while kind < 6 {
            nibbles[bits] |= (bits as u32 >> kind & 1) << (4 * kind);
            kind += 1;
        }
        bits += 1;
    }
    nibbles
};

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);

    /// The hand of the given cards; `None` if they are more than [`MAX_CARDS`].
    pub fn from_cards(cards: &[Card]) -> Option<Hand> {
        (cards.len() <= MAX_CARDS).then(|| cards.iter().fold(Hand::EMPTY, |h, &c| h.with(c)))
    }

    #[inline]
    const fn weight(card: Card) -> u64 {
        1 << (4 * card.kind()) | (card.value() as u64) << TOTAL | 1 << CARDS
    }

    /// The hand with one more card.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Hand {
        Hand(self.0 + Hand::weight(card))
    }

    /// The hand without a card, which it must hold.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Hand {
        Hand(self.0 - Hand::weight(card))
    }

    /// The sum of the values.
    #[inline]
    pub const fn total(self) -> u32 {
        (self.0 >> TOTAL) as u32 & 0x7f
    }

    /// The number of cards.
    #[inline]
    pub const fn cards(self) -> u32 {
        (self.0 >> CARDS) as u32
    }

    /// The number of cards of a value.
    #[inline]
    pub const fn count(self, card: Card) -> u32 {
        (self.0 >> (4 * card.kind())) as u32 & 0xf
    }

    /// Whether any value is held twice or more (K9).
    #[inline]
    pub const fn has_pair(self) -> bool {
        self.0 & 0x00ee_eeee != 0
    }

    /// The values held twice or more, low to high (K9).
    pub fn pairs(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |&card| self.count(card) >= 2)
    }

    /// The lowest value held twice or more among those of `kinds`, one bit for each kind (K9).
    #[inline]
    pub const fn lowest_pair(self, kinds: u8) -> Option<Card> {
        // One bit per kind, at the low end of its nibble.
        let twice = self.0 & 0x00ee_eeee;
        let pairs = (twice >> 1 | twice >> 2 | twice >> 3) & 0x0011_1111;
        let found = pairs & NIBBLES[(kinds & 63) as usize] as u64;
        if found == 0 { None } else { Some(Card::of_kind(found.trailing_zeros() as usize / 4)) }
    }

    /// The cards as a composition.
    pub fn composition(self) -> Composition {
        let counts = std::array::from_fn(|kind| (self.0 >> (4 * kind)) as u16 & 0xf);
        Composition::new(counts).unwrap_or_default()
    }

    /// The word itself: a key for tables, equal exactly when the hands are.
    #[inline]
    pub const fn key(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Hand {
    /// The cards, low to high: `3,3,5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for card in Card::ALL {
            for _ in 0..self.count(card) {
                write!(f, "{}{card}", if first { "" } else { "," })?;
                first = false;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// A roll of the two dice, each 1..=3 (K2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roll {
    /// The first die.
    pub first: u8,
    /// The second die.
    pub second: u8,
}

impl Roll {
    /// Faces of a die.
    pub const FACES: u32 = 3;
    /// Equally likely rolls.
    pub const WAYS: u32 = Roll::FACES * Roll::FACES;
    /// The number of the nine rolls with each of the totals 2, 3, 4, 5, 6.
    pub const WEIGHTS: [u32; 5] = [1, 2, 3, 2, 1];

    /// One of the nine rolls by number, 0..=8.
    #[inline]
    pub const fn from_number(number: u32) -> Roll {
        Roll { first: (number / 3 + 1) as u8, second: (number % 3 + 1) as u8 }
    }

    /// The sum of the dice, 2..=6.
    #[inline]
    pub const fn total(self) -> u32 {
        self.first as u32 + self.second as u32
    }
}

named! {
    /// The fate of a hand (K12, K13), with its event name.
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    pub enum Fate {
        /// Above the dealer's total, at the tally or after the dice.
        BustHigh = "bust-high",
        /// Doubled by the dealer's total, at the tally or after the dice.
        BustDoubled = "bust-doubled",
        /// Tied at the tally, stake handed back (`tie_at_tally = push`).
        Push = "push",
        /// Below the dealer's total after its dice.
        Survive = "survive",
        /// Equal to the dealer's total after its dice, or at the tally (`tie_at_tally = match`).
        ExactMatch = "exact-match",
        /// Still in, but another hand's match ended the round before its dice.
        Unrolled = "unrolled",
    }
}

impl Fate {
    /// Whether its event is counted once per round, rather than per hand.
    pub const fn by_rounds(self) -> bool {
        matches!(self, Fate::ExactMatch | Fate::Push)
    }
}

/// The events that a seat has, as bonuses name them: the fates of its hands, and splits.
pub const SEAT_EVENTS: [&str; Fate::ALL.len() + 1] = {
    let mut events = ["split"; Fate::ALL.len() + 1];
    let mut i = 0;
    while i < Fate::ALL.len() {
        events[i] = Fate::ALL[i].name();
        i += 1;
    }
    events
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_types_stay_small() {
        assert_eq!(size_of::<Card>(), 1);
        assert_eq!(size_of::<Hand>(), 8);
        assert_eq!(size_of::<Roll>(), 2);
    }

    #[test]
    fn a_hand_counts_its_cards_and_their_total() {
        let cards: Vec<Card> = "3 3 6 1 6 6".split(' ').map(|c| c.parse().unwrap()).collect();
        let hand = Hand::from_cards(&cards).unwrap();
        assert_eq!((hand.cards(), hand.total(), hand.to_string().as_str()), (6, 25, "1,3,3,6,6,6"));
        assert!(hand.has_pair());
        assert_eq!(hand.pairs().map(Card::value).collect::<Vec<_>>(), [3, 6]);
        for kinds in 0..64_u8 {
            let lowest = hand.pairs().find(|card| kinds >> card.kind() & 1 == 1);
            assert_eq!(hand.lowest_pair(kinds), lowest, "{kinds:06b}");
        }
        assert_eq!(hand.without(cards[0]).without(cards[2]).to_string(), "1,3,6,6");
        assert_eq!(hand.composition().counts(), [1, 0, 2, 0, 0, 3]);
        let most = Hand::from_cards(&[Card::ALL[5]; MAX_CARDS]).unwrap();
        assert_eq!((most.cards(), most.total(), most.count(Card::ALL[5])), (12, 72, 12));
        assert_eq!(Hand::from_cards(&[Card::ALL[0]; 13]), None);
        assert!(!Hand::from_cards(&Card::ALL).unwrap().has_pair());
    }

    #[test]
    fn rule_k2_totals_have_weights_1_2_3_2_1() {
        let mut weights = [0; 5];
        for number in 0..Roll::WAYS {
            weights[Roll::from_number(number).total() as usize - 2] += 1;
        }
        assert_eq!(weights, Roll::WEIGHTS);
    }
}
