//! Cards, decks, and packed sets of cards.

use crate::cards::Pile;
use crate::framework::notation::{self, ParseError};
use std::fmt;
use std::hash::Hash;
use std::hint::select_unpredictable;
use std::iter::repeat_n;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

/// The highest value in any deck (S1).
pub const HIGHEST: i32 = 15;
/// The number of distinct cards over all decks.
pub const KINDS: usize = 2 * HIGHEST as usize + 1;
/// The largest number of copies of a card (S1).
pub const MAX_COPIES: u32 = 8;
/// The largest hand: the ranking covers no larger ones (S9).
pub const MAX_CARDS: usize = 5;

/// A card: its value, stored as an index from the lowest. The sylop is 0; staves never matter (S1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The sylop.
    pub const SYLOP: Card = Card(HIGHEST as u8);

    /// No card: adding it to a hand or removing it changes nothing.
    pub(super) const NONE: Card = Card(KINDS as u8);

    /// Every card of any deck, lowest first.
    pub const ALL: [Card; KINDS] = {
        let mut all = [Card::SYLOP; KINDS];
        let mut kind = 0;
        while kind < KINDS {
            all[kind] = Card::of_kind(kind);
            kind += 1;
        }
        all
    };

    /// The card of a value, −15..=15.
    pub fn new(value: i64) -> Option<Card> {
        let highest = i64::from(HIGHEST);
        (-highest..=highest).contains(&value).then(|| Card((value + highest) as u8))
    }

    /// The card of an index below [`KINDS`], lowest first.
    #[inline]
    pub const fn of_kind(kind: usize) -> Card {
        debug_assert!(kind < KINDS);
        Card(kind as u8)
    }

    /// Its index among all cards, lowest first.
    #[inline]
    pub const fn kind(self) -> usize {
        self.0 as usize
    }

    /// Its value.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32 - HIGHEST
    }

    /// One of two cards, selected without a branch.
    #[inline]
    pub(super) fn either(condition: bool, one: Card, other: Card) -> Card {
        // A select between bytes would be compiled to a branch.
        Card(select_unpredictable(condition, u32::from(one.0), other.0.into()) as u8)
    }
}

impl fmt::Display for Card {
    /// Signed: `+5`, `-5`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            0 => f.write_str("0"),
            value => write!(f, "{value:+}"),
        }
    }
}

impl FromStr for Card {
    type Err = ParseError;

    /// Parses a card of any deck; [`Deck::read`] parses those of one deck.
    fn from_str(text: &str) -> Result<Card, ParseError> {
        read(text, HIGHEST)
    }
}

/// Parses a card of either sign whose value is at most `highest`.
fn read(text: &str, highest: i32) -> Result<Card, ParseError> {
    // Accept the typographic minus, and numbers without a sign.
    let number = text.trim().replace('−', "-").parse().ok();
    let card = number.and_then(Card::new).filter(|card| card.value().abs() <= highest);
    let card = card.map(|card| card.to_string());
    let allowed = format!("cards are -{highest} to +{highest}, 0 for a sylop");
    let all = &Card::ALL[(HIGHEST - highest) as usize..=(HIGHEST + highest) as usize];
    let place = notation::place_of(card.as_deref().unwrap_or(text), "Sabacc card", &allowed, all)?;
    Ok(all[place])
}

/// The copies of each card (S1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck {
    copies: [u8; KINDS],
    highest: u8,
    cards: u16,
}

impl Deck {
    /// A deck with `sylops` sylops and the given number of copies of each value and its negative,
    /// from value 1 on. Values beyond [`HIGHEST`] are left out.
    pub fn new(copies: impl IntoIterator<Item = u32>, sylops: u32) -> Deck {
        let mut deck = Deck { copies: [0; KINDS], highest: 0, cards: 0 };
        let counts = (1..=HIGHEST as usize).zip(copies);
        for (value, copies) in counts {
            deck.copies[Card::SYLOP.kind() + value] = copies as u8;
            deck.copies[Card::SYLOP.kind() - value] = copies as u8;
            deck.highest = value as u8;
        }
        deck.copies[Card::SYLOP.kind()] = sylops as u8;
        deck.cards = deck.copies.iter().map(|&copies| u16::from(copies)).sum();
        deck
    }

    /// The deck of the published rules: three of each value up to ten, and two sylops.
    pub fn standard() -> &'static Deck {
        static STANDARD: LazyLock<Deck> = LazyLock::new(|| Deck::new([3; 10], 2));
        &STANDARD
    }

    /// The number of copies of a card.
    #[inline]
    pub fn copies(&self, card: Card) -> u32 {
        self.copies[card.kind()].into()
    }

    /// The number of cards in the deck.
    #[inline]
    pub fn cards(&self) -> u32 {
        self.cards.into()
    }

    /// The highest value; the rules' "ten" stands for it.
    pub fn highest(&self) -> u32 {
        self.highest.into()
    }

    /// Whether the deck is part of the published one: then [`Hand`] packs its cards, otherwise
    /// [`WideHand`].
    pub fn is_narrow(&self) -> bool {
        self.copies.iter().zip(&Deck::standard().copies).all(|(own, most)| own <= most)
    }

    /// All its cards as one multiset.
    pub fn full<H: Packed>(&self) -> H {
        let each =
            Card::ALL.into_iter().flat_map(|card| repeat_n(card, self.copies(card) as usize));
        each.fold(H::default(), H::with)
    }

    /// A draw pile of all its cards.
    pub(super) fn pile(&self) -> Pile {
        Pile::new(&self.copies.map(u16::from)).expect("248 cards of 31 kinds are a pile")
    }

    /// The distinct cards, lowest first.
    pub fn kinds(&self) -> impl Iterator<Item = Card> + use<> {
        let deck = *self;
        Card::ALL.into_iter().filter(move |&card| deck.copies(card) > 0)
    }

    /// Every hand of two to five cards from this deck.
    pub fn hands<H: Packed>(&self) -> impl Iterator<Item = H> + use<H> {
        let deck = *self;
        (2..=MAX_CARDS).flat_map(move |cards| deck.hands_of(cards))
    }

    /// Every hand of `cards` cards from this deck.
    pub fn hands_of<H: Packed>(&self, cards: usize) -> impl Iterator<Item = H> + use<H> {
        let deck = *self;
        let kinds: Vec<Card> = self.kinds().collect();
        // Non-decreasing indices into `kinds`; the next hand raises the last index that can be
        // raised.
        let mut places: Option<Vec<usize>> = Some(vec![0; cards]);
        std::iter::from_fn(move || {
            let here = places.as_mut()?;
            let found: Vec<Card> = here.iter().map(|&place| kinds[place]).collect();
            match here.iter().rposition(|&place| place + 1 < kinds.len()) {
                Some(at) => {
                    let next = here[at] + 1;
                    here[at..].fill(next);
                }
                None => places = None,
            }
            Some(found)
        })
        .filter_map(move |cards| {
            let sound = cards.chunk_by(|a, b| a == b);
            let mut sound = sound.map(|same| same.len() as u32 <= deck.copies(same[0]));
            sound.all(|sound| sound).then(|| cards.into_iter().fold(H::default(), H::with))
        })
    }

    /// The number of deals from the full deck that give this hand.
    pub fn ways<H: Packed>(&self, hand: H) -> u64 {
        hand.kinds().map(|card| choose(self.copies(card), hand.count(card))).product()
    }

    /// Parses a card of this deck.
    ///
    /// # Errors
    /// If the deck has no such value.
    pub fn read(&self, text: &str) -> Result<Card, ParseError> {
        read(text, self.highest.into())
    }

    /// The largest absolute total of a hand of `cards` cards.
    pub fn farthest(&self, cards: usize) -> u32 {
        let positive = Card::ALL[Card::SYLOP.kind() + 1..].iter().rev();
        let each = positive.flat_map(|&card| repeat_n(card, self.copies(card) as usize));
        each.take(cards).map(|card| card.value().unsigned_abs()).sum()
    }
}

/// The binomial coefficient: ways to choose `k` of `n`.
pub(super) fn choose(n: u32, k: u32) -> u64 {
    (0..k).fold(1, |all, i| all * u64::from(n.saturating_sub(i)) / u64::from(i + 1))
}

/// A packed multiset of cards: [`Hand`] for the published deck and any part of it, [`WideHand`] for
/// any deck. The engine is compiled for each, so that supporting other decks does not slow down the
/// published one.
pub trait Packed:
    Copy + Default + PartialEq + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static
{
    /// The hand with one more card.
    #[must_use]
    fn with(self, card: Card) -> Self;
    /// The hand without a card, which it must hold.
    #[must_use]
    fn without(self, card: Card) -> Self;
    /// The union of both multisets.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// These cards less others, all of which must be among them.
    #[must_use]
    fn less(self, others: Self) -> Self;
    /// The hand without a card, or unchanged if it does not hold the card.
    #[must_use]
    fn lacking(self, card: Card) -> Self {
        if self.holds(card) { self.without(card) } else { self }
    }
    /// The number of cards.
    fn cards(self) -> u32;
    /// The sum of their values.
    fn total(self) -> i32;
    /// The number of copies of a card.
    fn count(self, card: Card) -> u32;
    /// The distinct cards, lowest first.
    fn kinds(self) -> impl Iterator<Item = Card>;
    /// The card whose value is nearest to `value`, which fits an `i8`, the higher of two equally near.
    /// The hand must not be empty.
    fn nearest(self, value: i32) -> Card;
    /// The highest card. The hand must not be empty.
    #[inline]
    fn highest(self) -> Card {
        self.nearest(HIGHEST)
    }
    /// Its index in a table over hands of up to [`MAX_CARDS`] cards, below [`Packed::SLOTS`].
    fn slot(self) -> usize;
    /// The size of such a table.
    const SLOTS: usize;

    /// Its rank in a table.
    fn rank_in(self, table: &RankTable) -> Rank;
    /// Its entry in a table of its packing.
    fn rank_in_mut(self, table: &mut RankTable) -> &mut Rank;

    /// Whether it holds a card.
    #[inline]
    fn holds(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// Whether it contains all of the given cards.
    #[inline]
    fn has(self, cards: Self) -> bool {
        cards.kinds().all(|card| cards.count(card) <= self.count(card))
    }

    /// All cards with repeats, lowest first.
    fn iter(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(move |card| repeat_n(card, self.count(card) as usize))
    }

    /// The same cards in the packing for any deck.
    fn widened(self) -> WideHand {
        self.iter().fold(WideHand::default(), WideHand::with)
    }
}

/// A multiset of cards of the published deck, packed so that adding a card is one addition:
///
/// ```text
/// bit  63..48          47..42   41..0
///      total, signed   cards    copies of each kind, two bits each, lowest kind first
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

/// The number of kinds of card in a [`Hand`], −10 to +10, and the index of the lowest.
const NARROW: usize = 21;
const LOWEST: usize = 5;
const CARDS_AT: u32 = 2 * NARROW as u32;
const TOTAL_AT: u32 = 48;
const COUNTS: u64 = (1 << CARDS_AT) - 1;
/// The low bit of each two-bit count.
const LOWER: u64 = COUNTS / 3;

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);

    /// Each card alone as a hand; empty for cards that do not fit, and for every other byte, so that
    /// no index needs a check or a mask.
    const ONE: [u64; 256] = {
        let mut one = [0; 256];
        let mut kind = LOWEST;
        while kind < LOWEST + NARROW {
            let total = (Card::of_kind(kind).value() as i64 as u64) << TOTAL_AT;
            one[kind] = total.wrapping_add(1 << CARDS_AT | 1 << (2 * (kind - LOWEST)));
            kind += 1;
        }
        one
    };

    /// By the byte of a value: the lowest bit of the count of the kind nearest to it. Comparisons
    /// would take longer.
    const AT: [u8; 256] = {
        let mut at = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            at[byte] = match byte as u8 as i8 {
                ..-10 => 0,
                value @ -10..=10 => 2 * (value + 10) as u8,
                11.. => 40,
            };
            byte += 1;
        }
        at
    };

    /// The hand of some cards of the published deck, with at most three copies of each.
    pub fn from_cards(cards: &[Card]) -> Hand {
        cards.iter().fold(Hand::EMPTY, |hand, &card| hand.with(card))
    }

    #[inline]
    const fn present(self) -> u64 {
        (self.0 | self.0 >> 1) & LOWER
    }
}

impl Packed for Hand {
    const SLOTS: usize = SLOTS;

    #[inline]
    fn with(self, card: Card) -> Hand {
        Hand(self.0.wrapping_add(Hand::ONE[card.kind()]))
    }

    #[inline]
    fn without(self, card: Card) -> Hand {
        Hand(self.0.wrapping_sub(Hand::ONE[card.kind()]))
    }

    #[inline]
    fn and(self, other: Hand) -> Hand {
        Hand(self.0.wrapping_add(other.0))
    }

    #[inline]
    fn less(self, others: Hand) -> Hand {
        Hand(self.0.wrapping_sub(others.0))
    }

    #[inline]
    fn cards(self) -> u32 {
        (self.0 >> CARDS_AT) as u32 & 63
    }

    #[inline]
    fn total(self) -> i32 {
        (self.0 as i64 >> TOTAL_AT) as i32
    }

    #[inline]
    fn count(self, card: Card) -> u32 {
        let place = card.kind().wrapping_sub(LOWEST);
        if place < NARROW { (self.0 >> (2 * place)) as u32 & 3 } else { 0 }
    }

    #[inline]
    fn kinds(self) -> impl Iterator<Item = Card> {
        let mut left = self.present();
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize / 2;
            left &= left.wrapping_sub(1);
            (place < NARROW).then(|| Card::of_kind(place + LOWEST))
        })
    }

    #[inline]
    fn nearest(self, value: i32) -> Card {
        debug_assert!(i8::try_from(value).is_ok());
        let at = u32::from(Hand::AT[usize::from(value as u8)]);
        // The distance to the nearest card on each side; without one, larger than any real
        // distance. The shift by 62 − `at` drops what is above the counts.
        let above = ((self.0 & COUNTS) >> at).trailing_zeros() / 2;
        let below = (self.0 << (62 ^ at)).leading_zeros() / 2;
        // A branch would be mispredicted half the time.
        let away = select_unpredictable(above <= below, above, below.wrapping_neg());
        Card::of_kind((at / 2).wrapping_add(away) as usize + LOWEST)
    }

    #[inline]
    fn slot(self) -> usize {
        slot(self, displacements())
    }

    #[inline]
    fn rank_in(self, table: &RankTable) -> Rank {
        table.narrow[slot(self, table.displacements)]
    }

    fn rank_in_mut(self, table: &mut RankTable) -> &mut Rank {
        &mut table.narrow[slot(self, table.displacements)]
    }
}

/// The rank of a hand: greater beats lesser, equal ranks tie (S15).
pub type Rank = u16;

/// The rank of every hand of a deck; 0 for hands it cannot make.
#[derive(Debug)]
pub struct RankTable {
    narrow: Box<[Rank; SLOTS]>,
    displacements: &'static [u16; BUCKETS],
    /// Empty if the deck is narrow.
    wide: Box<[Rank]>,
}

impl RankTable {
    fn new(wide: usize) -> RankTable {
        RankTable {
            narrow: vec![0; SLOTS].try_into().expect("as many as there are slots"),
            displacements: displacements(),
            wide: vec![0; wide].into(),
        }
    }

    /// A table for a part of the published deck.
    pub fn narrow() -> RankTable {
        RankTable::new(0)
    }

    /// A table for any deck.
    pub fn wide() -> RankTable {
        RankTable::new(WideHand::SLOTS)
    }
}

/// The value of an expression in which `$Hand` is the smallest type that packs hands under these
/// rules.
macro_rules! with_hands {
    ($rules:expr, $Hand:ident => $value:expr) => {
        if $rules.deck().is_narrow() {
            type $Hand = $crate::games::sabacc::cards::Hand;
            $value
        } else {
            type $Hand = $crate::games::sabacc::cards::WideHand;
            $value
        }
    };
}
pub(super) use with_hands;

/// A multiset of cards of any deck: the copies of each kind, four bits each, lowest kind first.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct WideHand {
    counts: u128,
    total: i16,
    cards: u8,
}

impl WideHand {
    /// The hand of some cards.
    pub fn from_cards(cards: &[Card]) -> WideHand {
        cards.iter().fold(WideHand::default(), |hand, &card| hand.with(card))
    }

    /// The same cards as a [`Hand`], if the published deck has them.
    pub fn narrowed(self) -> Option<Hand> {
        let fits = |card: Card| self.count(card) <= Deck::standard().copies(card);
        self.kinds().all(fits).then(|| self.iter().fold(Hand::EMPTY, Hand::with))
    }
}

/// [`CHOICES`]`[size][kind]`: the number of hands of `size` cards whose kinds are all below `kind`.
const CHOICES: [[u32; KINDS + 1]; MAX_CARDS + 1] = {
    let mut choices = [[0; KINDS + 1]; MAX_CARDS + 1];
    choices[0] = [1; KINDS + 1];
    let mut size = 1;
    while size <= MAX_CARDS {
        let mut kinds = 1;
        while kinds <= KINDS {
            choices[size][kinds] = choices[size][kinds - 1] + choices[size - 1][kinds];
            kinds += 1;
        }
        size += 1;
    }
    choices
};

impl Packed for WideHand {
    const SLOTS: usize = {
        let (mut all, mut size) = (0, 0);
        while size <= MAX_CARDS {
            all += CHOICES[size][KINDS] as usize;
            size += 1;
        }
        all
    };

    #[inline]
    fn with(self, card: Card) -> WideHand {
        if card == Card::NONE {
            return self;
        }
        WideHand {
            counts: self.counts + (1 << (4 * card.kind())),
            total: self.total + card.value() as i16,
            cards: self.cards + 1,
        }
    }

    #[inline]
    fn without(self, card: Card) -> WideHand {
        if card == Card::NONE {
            return self;
        }
        WideHand {
            counts: self.counts - (1 << (4 * card.kind())),
            total: self.total - card.value() as i16,
            cards: self.cards - 1,
        }
    }

    #[inline]
    fn and(self, other: WideHand) -> WideHand {
        WideHand {
            counts: self.counts + other.counts,
            total: self.total + other.total,
            cards: self.cards + other.cards,
        }
    }

    #[inline]
    fn less(self, others: WideHand) -> WideHand {
        WideHand {
            counts: self.counts - others.counts,
            total: self.total - others.total,
            cards: self.cards - others.cards,
        }
    }

    #[inline]
    fn cards(self) -> u32 {
        self.cards.into()
    }

    #[inline]
    fn total(self) -> i32 {
        self.total.into()
    }

    #[inline]
    fn count(self, card: Card) -> u32 {
        (self.counts >> (4 * card.kind())) as u32 & 15
    }

    #[inline]
    fn kinds(self) -> impl Iterator<Item = Card> {
        let mut left = self.counts;
        std::iter::from_fn(move || {
            let kind = left.trailing_zeros() / 4;
            left &= !(15_u128.unbounded_shl(4 * kind));
            ((kind as usize) < KINDS).then(|| Card::of_kind(kind as usize))
        })
    }

    fn nearest(self, value: i32) -> Card {
        let value = value.clamp(-HIGHEST, HIGHEST);
        let near = |card: &Card| ((card.value() - value).abs(), -card.value());
        self.kinds().min_by_key(near).unwrap_or(Card::SYLOP)
    }

    /// Smaller hands first; equal sizes in order of the highest card, then the next.
    fn slot(self) -> usize {
        let smaller: u32 = CHOICES[..self.cards as usize].iter().map(|sizes| sizes[KINDS]).sum();
        let cards = (1..).zip(self.iter());
        let before = cards.map(|(size, card): (usize, Card)| CHOICES[size][card.kind()]);
        (smaller + before.sum::<u32>()) as usize
    }

    fn rank_in(self, table: &RankTable) -> Rank {
        match table.wide.get(self.slot()) {
            Some(&rank) => rank,
            None => self.narrowed().map_or(0, |hand| hand.rank_in(table)),
        }
    }

    fn rank_in_mut(self, table: &mut RankTable) -> &mut Rank {
        &mut table.wide[self.slot()]
    }

    fn widened(self) -> WideHand {
        self
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for WideHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Hand {
    /// Highest card first: `+5 -2 -3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.widened(), f)
    }
}

impl fmt::Display for WideHand {
    /// Highest card first: `+5 -2 -3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards: Vec<Card> = self.iter().collect();
        cards.reverse();
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        f.write_str(&cards.join(" "))
    }
}

// A perfect hash of the packed hand (hash and displace: Belazzougui, Botelho & Dietzfelbinger,
// "Hash, displace, and compress", 2009): the high bits of a product select a bucket, the next ones
// a slot, and the bucket's displacement moves that slot to one used by no other hand. It is built
// for all hands of the published deck, and so serves any part of it.

/// The number of slots for [`Hand`]s.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 17;
const BUCKETS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 12;
/// Found by trying odd numbers: no two hands share both a bucket and a slot.
const SPREAD: u64 = 0x06c4_5d18_8009_454f;

#[inline]
fn slot(hand: Hand, displacements: &[u16; BUCKETS]) -> usize {
    let (bucket, place) = hashed(hand);
    (place ^ u32::from(displacements[bucket])) as usize
}

/// The bucket of a hand and its slot before displacement.
#[inline]
fn hashed(hand: Hand) -> (usize, u32) {
    let product = hand.0.wrapping_mul(SPREAD);
    let bucket = product >> (64 - BUCKET_BITS);
    let place = product >> (64 - BUCKET_BITS - SLOT_BITS) & (SLOTS as u64 - 1);
    (bucket as usize, place as u32)
}

fn displacements() -> &'static [u16; BUCKETS] {
    static FOUND: OnceLock<Box<[u16; BUCKETS]>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); BUCKETS];
        for hand in (1..=MAX_CARDS).flat_map(|cards| Deck::standard().hands_of(cards)) {
            let (bucket, place) = hashed(hand);
            buckets[bucket].push(place);
        }
        // Place the fullest buckets first, while most slots are free.
        let mut order: Vec<usize> = (0..BUCKETS).collect();
        order.sort_by_key(|&bucket| std::cmp::Reverse(buckets[bucket].len()));
        let mut taken = vec![false; SLOTS];
        let mut found = Box::new([0; BUCKETS]);
        for bucket in order {
            let places = &buckets[bucket];
            let at = |place: &u32, by: u16| (place ^ u32::from(by)) as usize;
            let fits = |&by: &u16| places.iter().all(|place| !taken[at(place, by)]);
            let by = (0..=u16::MAX).find(fits).expect("the table is twice as large as needed");
            places.iter().for_each(|place| taken[at(place, by)] = true);
            found[bucket] = by;
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sample decks: small, with uneven numbers of copies, and the largest.
    fn decks() -> [Deck; 4] {
        [
            *Deck::standard(),
            Deck::new([1; 5], 0),
            Deck::new([8, 1, 4, 2, 5, 3, 8], 8),
            Deck::new([8; 15], 8),
        ]
    }

    #[test]
    fn every_hand_has_a_slot_of_its_own() {
        fn check<H: Packed>(deck: &Deck) -> usize {
            let mut seen = vec![false; H::SLOTS];
            for hand in (1..=MAX_CARDS).flat_map(|cards| deck.hands_of::<H>(cards)) {
                assert!(!std::mem::replace(&mut seen[hand.slot()], true), "{hand}");
            }
            seen.into_iter().filter(|&seen| seen).count()
        }
        assert_eq!(check::<Hand>(Deck::standard()), 65_065 + 21);
        assert_eq!(Deck::standard().hands::<Hand>().count(), 65_065);
        assert_eq!(check::<WideHand>(Deck::standard()), 65_065 + 21);
        // Every slot but that of the empty hand.
        assert_eq!(check::<WideHand>(&Deck::new([8; 15], 8)), WideHand::SLOTS - 1);
    }

    #[test]
    fn a_packed_hand_says_what_it_holds() {
        fn check<H: Packed>(deck: &Deck) {
            for hand in (1..=4).flat_map(|cards| deck.hands_of::<H>(cards)) {
                let cards: Vec<Card> = hand.iter().collect();
                assert_eq!(cards.iter().fold(H::default(), |hand, &card| hand.with(card)), hand);
                assert_eq!(hand.cards() as usize, cards.len());
                assert_eq!(hand.total(), cards.iter().map(|card| card.value()).sum::<i32>());
                for &card in &cards {
                    assert_eq!(hand.without(card).with(card), hand);
                    let count = cards.iter().filter(|&&other| other == card).count();
                    assert_eq!(hand.count(card) as usize, count);
                }
                let kinds: u32 = Card::ALL.iter().map(|&card| hand.count(card)).sum();
                assert_eq!(kinds, hand.cards());
            }
            let full: H = deck.full();
            assert_eq!((full.cards(), full.total()), (deck.cards(), 0));
            assert!(Card::ALL.iter().all(|&card| full.count(card) == deck.copies(card)));
        }
        for deck in decks().iter().take(3) {
            check::<WideHand>(deck);
        }
        check::<Hand>(Deck::standard());
        assert_eq!(Deck::standard().cards(), 62);
        assert_eq!(decks()[3].full::<WideHand>().cards(), 248);
    }

    #[test]
    fn both_packings_hold_the_same() {
        for hand in Deck::standard().hands::<Hand>() {
            let wide = hand.widened();
            assert_eq!(wide.narrowed(), Some(hand));
            assert_eq!((wide.cards(), wide.total()), (hand.cards(), hand.total()));
        }
        let four = [5; 4].map(|value| Card::new(value).unwrap());
        assert_eq!(four.iter().fold(WideHand::default(), |h, &c| h.with(c)).narrowed(), None);
        let narrow: Vec<bool> = decks().iter().map(Deck::is_narrow).collect();
        assert_eq!(narrow, [true, true, false, false]);
    }

    #[test]
    fn the_nearest_card_is_the_nearest_and_of_two_the_higher() {
        fn check<H: Packed>(deck: &Deck) {
            for hand in (1..=3).flat_map(|cards| deck.hands_of::<H>(cards)) {
                for value in -128..=127 {
                    let near = |card: &Card| ((card.value() - value).abs(), -card.value());
                    let slow = hand.kinds().min_by_key(near);
                    assert_eq!(Some(hand.nearest(value)), slow, "{hand} {value}");
                }
            }
        }
        check::<Hand>(Deck::standard());
    }

    #[test]
    fn the_farthest_hand_is_that_of_the_highest_cards() {
        for deck in decks().iter().take(3) {
            for cards in 1..=MAX_CARDS {
                let hands = deck.hands_of::<WideHand>(cards);
                let far = hands.map(|hand| hand.total().unsigned_abs()).max();
                assert_eq!(far, Some(deck.farthest(cards)));
            }
        }
    }
}
