//! Cards, multisets of them, the names of combinations, and the value of a stage as one integer.

use crate::framework::notation::{self, ParseError};
use std::fmt;
use std::str::FromStr;

/// A suit, lowest first (D4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of every deck")]
pub enum Suit {
    Diamonds,
    Hearts,
    Clubs,
    Spades,
}

impl Suit {
    /// All suits, lowest first.
    pub const ALL: [Suit; 4] = [Suit::Diamonds, Suit::Hearts, Suit::Clubs, Suit::Spades];

    /// Its letter.
    pub const fn letter(self) -> char {
        ['D', 'H', 'C', 'S'][self as usize]
    }
}

/// The letters of ranks, from the koik's 0 (T1).
pub(super) const RANKS: [char; 15] =
    ['*', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

/// The ranks that have names of their own.
pub mod rank {
    /// Ten.
    pub const TEN: u8 = 10;
    /// Jack.
    pub const JACK: u8 = 11;
    /// Queen.
    pub const QUEEN: u8 = 12;
    /// King.
    pub const KING: u8 = 13;
    /// Ace.
    pub const ACE: u8 = 14;
}

/// A card in six bits: sixteen times its suit plus its rank, 1..=14; a koik is 0. It is also the
/// card's bit in a 64-bit set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The number of kinds of card: fourteen ranks in four suits, and the koik (D1).
pub const KINDS: usize = 57;

impl Card {
    /// The joker.
    pub const KOIK: Card = Card(0);

    /// The card of a rank 1..=14 and a suit.
    ///
    /// # Panics
    /// If the rank is out of range.
    #[track_caller]
    pub const fn new(rank: u8, suit: Suit) -> Card {
        assert!(rank >= 1 && rank <= 14);
        Card(16 * suit as u8 + rank)
    }

    /// The card of a number below [`KINDS`]: the koik, then suit by suit, lowest first.
    #[inline]
    pub const fn of_kind(kind: usize) -> Card {
        debug_assert!(kind < KINDS);
        match kind {
            0 => Card::KOIK,
            _ => Card((16 * ((kind - 1) / 14) + (kind - 1) % 14 + 1) as u8),
        }
    }

    /// Its index among the kinds.
    #[inline]
    pub const fn kind(self) -> usize {
        if self.0 == 0 { 0 } else { (self.0 >> 4) as usize * 14 + (self.0 & 15) as usize }
    }

    /// Its bit in a 64-bit set.
    #[inline]
    pub const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// Its rank; a koik's is 0.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 & 15
    }

    /// Its suit; a koik has none.
    #[inline]
    pub const fn suit(self) -> Option<Suit> {
        if self.0 == 0 { None } else { Some(Suit::ALL[(self.0 >> 4) as usize]) }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit() {
            None => f.write_str("**"),
            Some(suit) => write!(f, "{}{}", RANKS[usize::from(self.rank())], suit.letter()),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Card, ParseError> {
        const ALLOWED: &str = "cards are a rank A K Q J T 9 .. 2 or 1 and a suit D H C S, like TS, or \
                               ** for a koik";
        let text = text.to_uppercase().replace("10", "T");
        let all = (0..KINDS).map(Card::of_kind);
        notation::place_of(&text, "Fizzbin card", ALLOWED, all).map(Card::of_kind)
    }
}

/// Binary digits of the number of copies of a card: the decks of a table hold twelve at most, the
/// koiks of four decks.
const DIGITS: usize = 4;

/// A multiset of cards. The number of copies of each card is written in four binary digits, the
/// lowest first: for each digit, a 64-bit set of the cards for which it is 1.
///
/// ```text
/// bit  63..49    47..33   31..17    15..1      0
///      spades    clubs    hearts    diamonds   koiks
///      A K Q J T 9 8 7 6 5 4 3 2 1, the highest bit of each suit an ace; bits 48, 32, 16 are 0
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cards([u64; DIGITS]);

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards([0; DIGITS]);

    /// The multiset of some cards.
    pub fn from_cards(cards: &[Card]) -> Cards {
        let mut all = Cards::EMPTY;
        cards.iter().for_each(|&card| all.add(card));
        all
    }

    /// One copy of each card of a set.
    pub const fn from_set(set: u64) -> Cards {
        let mut all = Cards::EMPTY;
        all.0[0] = set;
        all
    }

    /// Adds a card. The count stops at fifteen, which no table reaches.
    #[inline]
    pub fn add(&mut self, card: Card) {
        let mut carried = 1 << card.bit();
        for digit in &mut self.0 {
            let both = *digit & carried;
            *digit ^= carried;
            carried = both;
        }
        self.0 = self.0.map(|digit| digit | carried);
    }

    /// Takes away a card that is held.
    #[inline]
    pub fn take(&mut self, card: Card) {
        debug_assert!(self.holds(card));
        let mut borrowed = 1 << card.bit();
        for digit in &mut self.0 {
            let held = *digit;
            *digit ^= borrowed;
            borrowed &= !held;
        }
    }

    /// These cards and others together. Counts stop at fifteen.
    #[must_use]
    #[inline]
    pub fn and(&self, others: &Cards) -> Cards {
        let mut all = *self;
        let mut carried = 0;
        for (digit, more) in all.0.iter_mut().zip(others.0) {
            let one = *digit ^ more;
            let both = *digit & more | one & carried;
            *digit = one ^ carried;
            carried = both;
        }
        Cards(all.0.map(|digit| digit | carried))
    }

    /// The cards that are in a set.
    #[must_use]
    #[inline]
    pub fn only(&self, set: u64) -> Cards {
        Cards(self.0.map(|digit| digit & set))
    }

    /// The different cards, as a set.
    #[inline]
    pub const fn set(&self) -> u64 {
        let [one, two, four, eight] = self.0;
        one | two | four | eight
    }

    /// The cards that are held at least twice.
    #[inline]
    pub const fn twice(&self) -> u64 {
        let [_, two, four, eight] = self.0;
        two | four | eight
    }

    /// The cards that are held at least three times.
    #[inline]
    pub const fn thrice(&self) -> u64 {
        let [one, two, four, eight] = self.0;
        one & two | four | eight
    }

    /// The number of cards.
    #[inline]
    pub const fn len(&self) -> u32 {
        let [one, two, four, eight] = self.0;
        let few = one.count_ones();
        if two | four | eight == 0 {
            return few;
        }
        few + 2 * two.count_ones() + 4 * four.count_ones() + 8 * eight.count_ones()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.set() == 0
    }

    /// The number of copies of a card.
    #[inline]
    pub fn count(&self, card: Card) -> u32 {
        self.0.iter().rev().fold(0, |count, digit| 2 * count + (digit >> card.bit() & 1) as u32)
    }

    /// Whether a card is among them.
    #[inline]
    pub const fn holds(&self, card: Card) -> bool {
        self.set() >> card.bit() & 1 == 1
    }

    /// All cards: koiks, then suit by suit, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        self.different().flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }

    /// The first of them in that order.
    #[inline]
    pub const fn first(&self) -> Option<Card> {
        match self.set() {
            0 => None,
            set => Some(Card(set.trailing_zeros() as u8)),
        }
    }

    /// The last of them in that order.
    #[inline]
    pub const fn last(&self) -> Option<Card> {
        match self.set() {
            0 => None,
            set => Some(Card(63 - set.leading_zeros() as u8)),
        }
    }

    /// The different cards, in the same order.
    #[inline]
    pub fn different(&self) -> impl Iterator<Item = Card> + use<> {
        let mut left = self.set();
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (bit < 64).then_some(Card(bit as u8))
        })
    }
}

impl fmt::Display for Cards {
    /// Highest rank first: `AS AD KS **`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards: Vec<Card> = self.iter().collect();
        cards.sort_by_key(|card| std::cmp::Reverse((card.rank(), card.suit())));
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        f.write_str(&cards.join(" "))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The names of hands, H1 first.
pub const HANDS: [&str; 7] = [
    "royal fizzbin",
    "full fizzbin",
    "fizzbin",
    "three-quarter fizzbin",
    "half-full fizzbin",
    "quarter-fizzbin",
    "quarter-full fizzbin",
];

/// The number of corbomite: C36.
pub const CORBOMITE: u8 = 36;

/// The names of combined cards, C1 first.
pub const COMBINED: [&str; 62] = [
    "stupifest",
    "stupishrunk",
    "festival",
    "stupistunk",
    "shrunk",
    "stupisprak",
    "stunk",
    "scpipt",
    "sprak",
    "slunk",
    "stupishronk-K",
    "shronk-K",
    "sronk",
    "krako",
    "sralk",
    "half-kalo",
    "stupishrink",
    "stupistink",
    "shrink",
    "half-festival",
    "royal stink",
    "stink",
    "royal slink",
    "slink",
    "half-sprak",
    "royal dink",
    "dink",
    "stupimajel",
    "stupikodos",
    "stupidohlmen",
    "kalo",
    "cirl",
    "royal gumato",
    "stupilenore",
    "gumato",
    "corbomite",
    "quarter-festival",
    "stupikaridian",
    "karidian",
    "half-sralk",
    "stupishronk-F",
    "stupistonk",
    "royal stupispawnk",
    "stupispawnk",
    "royal shronk",
    "shronk-F",
    "quarter-koik",
    "quarter-kronk",
    "half-koik",
    "half-kronk",
    "three-quarter-koik",
    "three-quarter-kronk",
    "royal stonk",
    "stonk",
    "royal slonk",
    "spawnk",
    "slonk",
    "half-slonk",
    "third-sprak",
    "royal stupizethrac",
    "royal zethrac",
    "zethrac",
];

/// The score of a stage as one integer: the greater wins, equal ones tie (E1, E2).
///
/// ```text
/// bit  58..53    52..47                46..0
///      63 - id   63 - the next id,     the key
///                of corbomite (C36)
/// ```
///
/// A stage that scores nothing is 0; a corbomite with nothing below it has zeros for the next id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u64);

const ID_AT: u32 = 53;
const NEXT_AT: u32 = 47;
const KEY: u64 = (1 << NEXT_AT) - 1;

impl Value {
    /// Nothing.
    pub const NONE: Value = Value(0);

    /// The value of an id with a key.
    #[inline]
    pub(super) const fn new(id: u8, key: u64) -> Value {
        debug_assert!(key <= KEY);
        Value((63 - id as u64) << ID_AT | key)
    }

    /// A corbomite, with the id below it and its key.
    #[inline]
    pub(super) const fn corbomite(next: u8, key: u64) -> Value {
        Value(Value::new(CORBOMITE, key).0 | (63 - next as u64) << NEXT_AT)
    }

    /// The value of a combined id with a key, at or below corbomite.
    #[inline]
    pub(super) const fn combined(id: u8, key: u64) -> Value {
        if id > CORBOMITE { Value::corbomite(id, key) } else { Value::new(id, key) }
    }

    /// This value if `so`, else [`Value::NONE`], without a branch.
    #[inline]
    pub(super) const fn only_if(self, so: bool) -> Value {
        Value(self.0 & (so as u64).wrapping_neg())
    }

    /// A corbomite with nothing below it.
    pub(super) const BARE: Value = Value::new(CORBOMITE, 0);

    /// The id of its name: 1..=7 for hands, 1..=36 for combined cards.
    #[inline]
    pub const fn id(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(63 - (self.0 >> ID_AT) as u8) }
    }

    /// For a corbomite: the next id below it, 37..=62.
    #[inline]
    pub const fn next(self) -> Option<u8> {
        match (self.0 >> NEXT_AT & 63) as u8 {
            0 => None,
            next => Some(63 - next),
        }
    }

    /// The ids alone, without the key: the greater is better.
    #[inline]
    pub const fn names(self) -> u64 {
        self.0 >> NEXT_AT
    }

    /// The key alone: under the same ids, the greater is better.
    #[inline]
    pub const fn key(self) -> u64 {
        self.0 & KEY
    }

    /// The integer.
    #[inline]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The name of a hand of this value.
    pub fn hand_name(self) -> &'static str {
        self.id().map_or("none", |id| HANDS[usize::from(id) - 1])
    }

    /// The name of combined cards of this value: `corbomite: stonk`.
    pub fn combined_name(self) -> String {
        match (self.id(), self.next()) {
            (None, _) => "none".to_owned(),
            (Some(id), None) => COMBINED[usize::from(id) - 1].to_owned(),
            (Some(_), Some(next)) => format!("corbomite: {}", COMBINED[usize::from(next) - 1]),
        }
    }
}

/// The number of places among the names of hands: H1 first, none last.
pub const HAND_PLACES: usize = HANDS.len() + 1;
/// The number of places among the names of combined cards: C1 to C35, corbomites from C37 on, and
/// last a corbomite with nothing below it.
pub const COMBINED_PLACES: usize = COMBINED.len();

/// The place of a hand's name, from 0.
#[inline]
pub const fn hand_place(value: Value) -> usize {
    match value.id() {
        Some(id) => id as usize - 1,
        None => HAND_PLACES - 1,
    }
}

/// The place of the name of combined cards, from 0.
#[inline]
pub const fn combined_place(value: Value) -> usize {
    match (value.id(), value.next()) {
        (_, Some(next)) => next as usize - 2,
        (Some(id), None) if id < CORBOMITE => id as usize - 1,
        _ => COMBINED_PLACES - 1,
    }
}

/// The id at a place among the names of combined cards: for corbomites the one below, if any.
pub const fn place_id(place: usize) -> Option<u8> {
    match place {
        _ if place < CORBOMITE as usize - 1 => Some(place as u8 + 1),
        _ if place == COMBINED_PLACES - 1 => None,
        _ => Some(place as u8 + 2),
    }
}

/// A name in events: kebab case.
fn kebab(name: &str) -> String {
    name.replace(' ', "-").to_lowercase()
}

/// The event of a place among the names of hands.
pub fn hand_event(place: usize) -> String {
    format!("hand:{}", HANDS.get(place).map_or_else(|| "none".to_owned(), |name| kebab(name)))
}

/// The event of a place among the names of combined cards.
pub fn combined_event(place: usize) -> String {
    let below = usize::from(CORBOMITE) - 1;
    match place {
        _ if place < below => format!("combined:{}", kebab(COMBINED[place])),
        _ if place == COMBINED_PLACES - 1 => "combined:corbomite:none".to_owned(),
        _ => format!("combined:corbomite:{}", kebab(COMBINED[place + 1])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_as_they_are_written() {
        for kind in 0..KINDS {
            let card = Card::of_kind(kind);
            assert_eq!(card.kind(), kind);
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!("10s".parse(), "TS".parse::<Card>());
        for text in ["", "0S", "AX", "ASS", "*", "*S"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn cards_that_are_held_twice_are_counted_twice() {
        let card = |text: &str| text.parse::<Card>().unwrap();
        let mut cards = Cards::from_cards(&["AS", "AS", "KD", "**", "**", "AS"].map(card));
        assert_eq!((cards.len(), cards.count(card("AS"))), (6, 3));
        assert_eq!(cards.to_string(), "AS AS AS KD ** **");
        cards.take(card("AS"));
        assert_eq!(cards.and(&cards).to_string(), "AS AS AS AS KD KD ** ** ** **");
        assert_eq!(cards.only(!1).to_string(), "AS AS KD");
    }

    #[test]
    fn values_say_what_they_are() {
        let value = Value::corbomite(54, 77);
        assert_eq!((value.id(), value.next(), value.key()), (Some(36), Some(54), 77));
        assert!(Value::new(35, 0) > value && value > Value::BARE && Value::BARE > Value::NONE);
        assert_eq!((value.combined_name(), combined_place(value)), ("corbomite: stonk".into(), 52));
        assert_eq!(combined_event(combined_place(value)), "combined:corbomite:stonk");
        assert_eq!(combined_event(combined_place(Value::new(12, 0))), "combined:shronk-k");
        assert_eq!((place_id(52), place_id(11)), (Some(54), Some(12)));
        assert_eq!(place_id(combined_place(Value::BARE)), None);
        assert_eq!(combined_event(combined_place(Value::BARE)), "combined:corbomite:none");
        assert_eq!(hand_event(hand_place(Value::NONE)), "hand:none");
        let all: std::collections::BTreeSet<String> = (0..COMBINED_PLACES)
            .map(combined_event)
            .chain((0..HAND_PLACES).map(hand_event))
            .collect();
        assert_eq!(all.len(), COMBINED_PLACES + HAND_PLACES);
    }
}
