//! Hands and how they rank: packed cards in, one integer out.

use super::rules::{ExtraCards, Precise, Rules, Sylops};
use std::fmt;
use std::hint::select_unpredictable;
use std::str::FromStr;
use std::sync::OnceLock;

/// A card: its value, −10 to +10, kept as its number among the cards, lowest first. The sylop is 0;
/// staves never matter (S1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card(u8);

/// Values of cards.
pub const KINDS: usize = 21;
/// Cards of the deck (S1).
pub const DECK: u32 = 62;
/// Most cards of a hand: the ranking knows no larger ones (S9).
pub const MAX_CARDS: usize = 5;

impl Card {
    /// The sylop.
    pub const SYLOP: Card = Card(10);

    /// No card: a hand with it or without it is the same hand.
    pub(super) const NONE: Card = Card(KINDS as u8);

    /// Every card, lowest first.
    pub const ALL: [Card; KINDS] = {
        let mut all = [Card::SYLOP; KINDS];
        let mut kind = 0;
        while kind < KINDS {
            all[kind] = Card::of_kind(kind);
            kind += 1;
        }
        all
    };

    /// The card of a value, −10..=10.
    pub fn new(value: i64) -> Option<Card> {
        (-10..=10).contains(&value).then(|| Card((value + 10) as u8))
    }

    /// The card of a number below [`KINDS`], lowest first.
    #[inline]
    pub const fn of_kind(kind: usize) -> Card {
        debug_assert!(kind < KINDS);
        Card(kind as u8)
    }

    /// Its number among the cards, lowest first.
    #[inline]
    pub const fn kind(self) -> usize {
        self.0 as usize
    }

    /// Its value.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32 - 10
    }

    /// One card or another, without a branch.
    #[inline]
    pub(super) fn either(condition: bool, one: Card, other: Card) -> Card {
        // Numbers of eight bits would be chosen by a branch.
        Card(select_unpredictable(condition, u32::from(one.0), other.0.into()) as u8)
    }

    /// How many of it the deck holds (S1).
    #[inline]
    pub const fn copies(self) -> u32 {
        if self.0 == Card::SYLOP.0 { 2 } else { 3 }
    }
}

impl fmt::Display for Card {
    /// With its sign: `+5`, `-5`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            0 => f.write_str("0"),
            value => write!(f, "{value:+}"),
        }
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Card, String> {
        // A person may type the sign of typesetters.
        let number = text.trim().replace('−', "-").parse().ok();
        number.and_then(Card::new).ok_or_else(|| {
            format!("`{text}` is no card: -10..=10, 0 for a sylop", text = text.trim())
        })
    }
}

/// Cards without order, packed so that adding a card is one addition:
///
/// ```text
/// bit  63..48          47..42   41..0
///      total, signed   cards    how many of each kind, two bits each, lowest kind first
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

const CARDS_AT: u32 = 2 * KINDS as u32;
const TOTAL_AT: u32 = 48;
const COUNTS: u64 = (1 << CARDS_AT) - 1;
/// The lower bit of each kind's two.
const LOWER: u64 = COUNTS / 3;

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);

    /// The hand of each card alone; beyond the last card no cards, and room so that no index needs a
    /// check.
    const ONE: [u64; 32] = {
        let mut one = [0; 32];
        let mut kind = 0;
        while kind < KINDS {
            let total = (Card::of_kind(kind).value() as i64 as u64) << TOTAL_AT;
            one[kind] = total.wrapping_add(1 << CARDS_AT | 1 << (2 * kind));
            kind += 1;
        }
        one
    };

    /// The deck (S1), which is no hand of a player but counted as one.
    pub const FULL: Hand = {
        let mut full = Hand::EMPTY;
        let mut kind = 0;
        while kind < KINDS {
            let card = Card::of_kind(kind);
            let mut copy = 0;
            while copy < card.copies() {
                full = full.with(card);
                copy += 1;
            }
            kind += 1;
        }
        full
    };

    /// The hand of some cards; of each card there may be three at most.
    pub fn of(cards: &[Card]) -> Hand {
        cards.iter().fold(Hand::EMPTY, |hand, &card| hand.with(card))
    }

    /// The hand with one more card, of which it holds two at most.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Hand {
        Hand(self.0.wrapping_add(Hand::ONE[card.kind() & 31]))
    }

    /// The hand without a card that it holds.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Hand {
        Hand(self.0.wrapping_sub(Hand::ONE[card.kind() & 31]))
    }

    /// The cards of both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Hand) -> Hand {
        Hand(self.0.wrapping_add(other.0))
    }

    /// These cards less others, which are all among them.
    #[inline]
    #[must_use]
    pub const fn less(self, others: Hand) -> Hand {
        Hand(self.0.wrapping_sub(others.0))
    }

    /// How many cards.
    #[inline]
    pub const fn cards(self) -> u32 {
        (self.0 >> CARDS_AT) as u32 & 63
    }

    /// The sum of their values.
    #[inline]
    pub const fn total(self) -> i32 {
        (self.0 as i64 >> TOTAL_AT) as i32
    }

    /// How many of a card.
    #[inline]
    pub const fn count(self, card: Card) -> u32 {
        (self.0 >> (2 * card.kind())) as u32 & 3
    }

    /// Whether it holds a card.
    #[inline]
    pub const fn holds(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// The different cards, lowest first.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        let mut left = self.present();
        std::iter::from_fn(move || {
            let kind = left.trailing_zeros() as usize / 2;
            left &= left.wrapping_sub(1);
            (kind < KINDS).then(|| Card::of_kind(kind))
        })
    }

    /// All cards, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }

    /// The card whose value is nearest to `value`, the higher one of two that are as near. There
    /// must be a card.
    #[inline]
    pub fn nearest(self, value: i32) -> Card {
        let present = self.present();
        // Branches would be foreseen half the time only.
        let value = select_unpredictable(value < -10, -10, value);
        let at = 2 * (select_unpredictable(value > 10, 10, value) + 10) as u32;
        // Of what lies on either side, or none: then its distance is beyond all others.
        let above = (present >> at).trailing_zeros();
        let below = (present << (63 - at)).leading_zeros();
        let bit = select_unpredictable(above <= below, at + above, at.wrapping_sub(below));
        Card::of_kind(bit as usize / 2)
    }

    #[inline]
    const fn present(self) -> u64 {
        (self.0 | self.0 >> 1) & LOWER
    }

    /// A number of its own for each hand of up to [`MAX_CARDS`] cards, below [`SLOTS`].
    #[inline]
    pub fn slot(self) -> usize {
        slot(self, displacements())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Hand {
    /// Highest card first: `+5 -2 -3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards: Vec<Card> = self.iter().collect();
        cards.reverse();
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        f.write_str(&cards.join(" "))
    }
}

/// What a hand is called (the rules document's table), best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of the game")]
pub enum Category {
    PureSabacc,
    FullSabacc,
    Fleet,
    YeeHaa,
    Rhylet,
    Squadron,
    GeeWhiz,
    StraightKhyron,
    BanthasWild,
    RuleOfTwo,
    OnePair,
    Sabacc,
    Nulrhek,
}

impl Category {
    /// All categories, best first.
    pub const ALL: [Category; 13] = [
        Category::PureSabacc,
        Category::FullSabacc,
        Category::Fleet,
        Category::YeeHaa,
        Category::Rhylet,
        Category::Squadron,
        Category::GeeWhiz,
        Category::StraightKhyron,
        Category::BanthasWild,
        Category::RuleOfTwo,
        Category::OnePair,
        Category::Sabacc,
        Category::Nulrhek,
    ];

    /// Its name in events.
    pub const fn name(self) -> &'static str {
        match self {
            Category::PureSabacc => "pure-sabacc",
            Category::FullSabacc => "full-sabacc",
            Category::Fleet => "fleet",
            Category::YeeHaa => "yee-haa",
            Category::Rhylet => "rhylet",
            Category::Squadron => "squadron",
            Category::GeeWhiz => "gee-whiz",
            Category::StraightKhyron => "straight-khyron",
            Category::BanthasWild => "banthas-wild",
            Category::RuleOfTwo => "rule-of-two",
            Category::OnePair => "one-pair",
            Category::Sabacc => "sabacc",
            Category::Nulrhek => "nulrhek",
        }
    }

    /// What a hand is called, and the values that S15 compares within its category: those of the
    /// set, the pairs or the run, nearest zero first where there are several.
    pub fn of(hand: Hand, rules: &Rules) -> (Category, [u32; 2]) {
        let none = [0; 2];
        if hand.total() != 0 {
            return (Category::Nulrhek, none);
        }
        // How many of each value, whatever the sign.
        let of = |value: u32| {
            let value = i64::from(value);
            let both = [value, -value].into_iter().filter_map(Card::new);
            both.map(|card| hand.count(card)).sum::<u32>()
        };
        let cards = hand.cards();
        let sylops = hand.count(Card::SYLOP);
        // Whether cards beyond the `named` ones may be held.
        let exactly = |named: u32| rules.extra_cards == ExtraCards::Allowed || cards == named;
        let at_least = |many: u32| (1..=10).find(|&value| of(value) >= many);
        let four = at_least(4);
        let three = at_least(3);
        let mut pairs = (1..=10).filter(|&value| of(value) >= 2);
        let (pair, second) = (pairs.next(), pairs.next());
        let lowest = match rules.sylops {
            Sylops::Apart => 1,
            Sylops::InRuns => 0,
        };
        let run = (lowest..=7).find(|&low| (low..low + 4).all(|value| of(value) >= 1));
        if sylops == 2 && cards == 2 {
            return (Category::PureSabacc, none);
        }
        if let (Some(four), 1..) = (four, sylops) {
            // Four and a sylop are five cards.
            let category = if four == 10 { Category::FullSabacc } else { Category::Fleet };
            return (category, [four, 0]);
        }
        if let (Some(pair), 1.., true) = (pair, sylops, exactly(3)) {
            return (Category::YeeHaa, [pair, 0]);
        }
        let of_one_sign = |many| Card::ALL.into_iter().find(|&card| hand.count(card) == many);
        if let (Some(three), Some(two)) = (of_one_sign(3), of_one_sign(2)) {
            // The total is zero, so the two are of the other sign.
            debug_assert!(three.value().signum() == -two.value().signum());
            return (Category::Rhylet, [three.value().unsigned_abs(), 0]);
        }
        if let (Some(four), true) = (four, exactly(4)) {
            return (Category::Squadron, [four, 0]);
        }
        if run == Some(1) && of(10) == 1 && (1..=4).all(|value| of(value) == 1) {
            // A ten outweighs one to four only where they are all of the other sign.
            return (Category::GeeWhiz, none);
        }
        if let (Some(run), true) = (run, exactly(4)) {
            return (Category::StraightKhyron, [run, 0]);
        }
        if let Some(three) = three {
            return (Category::BanthasWild, [three, 0]);
        }
        match (pair, second) {
            (Some(low), Some(high)) => (Category::RuleOfTwo, [low, high]),
            (Some(pair), None) => (Category::OnePair, [pair, 0]),
            (None, _) => (Category::Sabacc, none),
        }
    }
}

/// What two hands are compared by (S15, S13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// What they are called.
    Category,
    /// How many cards: fewer are better.
    FewerCards,
    /// The value of the set, the pair, the lower of two pairs, or the lowest of the run.
    Value,
    /// The value of the higher of two pairs.
    HigherPair,
    /// How far the total is from zero.
    Total,
    /// Whether the total is positive.
    Sign,
    /// How many cards: more are better.
    MoreCards,
    /// The sum of the positive cards.
    PositiveSum,
    /// The highest positive card.
    HighestCard,
}

/// What S15 and S13 compare, in order, each as a number below 128: the first difference decides,
/// and the greater number is better.
fn keys(hand: Hand, rules: &Rules) -> (Category, [(Key, u64); 7]) {
    let (category, values) = Category::of(hand, rules);
    let cards = u64::from(hand.cards());
    let nearer = |value: u32| u64::from(127 - value);
    let positive = || hand.iter().map(|card| card.value().max(0) as u64);
    let (sum, single) = (positive().sum::<u64>(), positive().max().unwrap_or(0));
    let is = (Key::Category, 12 - category as u64);
    let fewer = (Key::FewerCards, 7 - cards);
    let value = (Key::Value, nearer(values[0]));
    let second = (Key::HigherPair, nearer(values[1]));
    // Decides nothing, as all hands have it.
    let none = (Key::Category, 0);
    let [one, two, three] = match category {
        Category::Sabacc => [none; 3],
        Category::Nulrhek => {
            let total = hand.total();
            let sign = (Key::Sign, u64::from(total > 0));
            [(Key::Total, nearer(total.unsigned_abs())), sign, none]
        }
        _ => match rules.precise {
            Precise::First => [fewer, value, second],
            Precise::AfterValue => [value, second, fewer],
            Precise::Off => [value, second, none],
        },
    };
    let last = [(Key::MoreCards, cards), (Key::PositiveSum, sum), (Key::HighestCard, single)];
    (category, [is, one, two, three, last[0], last[1], last[2]])
}

/// The keys of a hand made one number: a greater one beats.
fn strength(hand: Hand, rules: &Rules) -> (Category, u64) {
    let (category, keys) = keys(hand, rules);
    (category, keys.into_iter().fold(0, |number, (_, key)| number << 7 | key))
}

/// What tells two hands apart; nothing where they tie.
pub fn told_apart(one: Hand, two: Hand, rules: &Rules) -> Option<Key> {
    let mut pairs = keys(one, rules).1.into_iter().zip(keys(two, rules).1);
    // The keys have the same names where the categories are the same.
    pairs.find(|(one, two)| one.1 != two.1).map(|((key, _), _)| key)
}

/// The place of every hand among all, under one reading of the rules.
#[derive(Debug)]
pub struct Ranking {
    /// By [`Hand::slot`]: the rank, from 1; 0 where there is no hand.
    ranks: Box<[u16; SLOTS]>,
    displacements: &'static [u16; BUCKETS],
    /// The category of each rank.
    categories: Box<[Category]>,
}

/// A hand's place: a greater one beats, equal ones tie (S15).
pub type Rank = u16;

impl Ranking {
    /// The ranking under the readings of some rules: made once, in some milliseconds.
    pub fn of(rules: &Rules) -> &'static Ranking {
        static ALL: [OnceLock<Ranking>; 12] = [const { OnceLock::new() }; 12];
        let Rules { extra_cards, precise, sylops, .. } = rules;
        let reading = (2 * *extra_cards as usize + *sylops as usize) * 3 + *precise as usize;
        ALL[reading].get_or_init(|| Ranking::new(rules))
    }

    fn new(rules: &Rules) -> Ranking {
        let mut hands: Vec<(u64, Category, Hand)> = hands()
            .map(|hand| {
                let (category, strength) = strength(hand, rules);
                (strength, category, hand)
            })
            .collect();
        hands.sort_unstable_by_key(|&(strength, ..)| strength);
        let mut ranking = Ranking {
            ranks: vec![0; SLOTS].try_into().expect("as many as there are slots"),
            displacements: displacements(),
            categories: Box::default(),
        };
        // Rank 0 is no hand's.
        let mut categories = vec![Category::Nulrhek];
        let mut last = None;
        for (strength, category, hand) in hands {
            if last != Some(strength) {
                last = Some(strength);
                categories.push(category);
            }
            ranking.ranks[hand.slot()] = categories.len() as u16 - 1;
        }
        ranking.categories = categories.into();
        ranking
    }

    /// The place of a hand of two to five cards.
    #[inline]
    pub fn rank(&self, hand: Hand) -> Rank {
        self.ranks[slot(hand, self.displacements)]
    }

    /// How many different ranks there are; they are 1..=`count`.
    pub fn count(&self) -> Rank {
        self.categories.len() as Rank - 1
    }

    /// The category of a rank.
    #[inline]
    pub fn category(&self, rank: Rank) -> Category {
        self.categories[usize::from(rank)]
    }
}

/// Every hand of two to five cards that the deck can make.
pub fn hands() -> impl Iterator<Item = Hand> {
    (2..=MAX_CARDS).flat_map(hands_of)
}

/// Every hand of so many cards that the deck can make.
pub fn hands_of(cards: usize) -> impl Iterator<Item = Hand> {
    // Kinds that never fall; the next one raises the last that can be raised.
    let mut kinds: Option<Vec<usize>> = Some(vec![0; cards]);
    std::iter::from_fn(move || {
        let here = kinds.as_mut()?;
        let found = here.clone();
        match here.iter().rposition(|&kind| kind + 1 < KINDS) {
            Some(at) => {
                let next = here[at] + 1;
                here[at..].fill(next);
            }
            None => kinds = None,
        }
        Some(found)
    })
    .filter_map(|kinds| {
        let held = |kind: usize| kinds.iter().filter(|&&other| other == kind).count() as u32;
        let sound = kinds.iter().all(|&kind| held(kind) <= Card::of_kind(kind).copies());
        sound.then(|| kinds.iter().fold(Hand::EMPTY, |hand, &kind| hand.with(Card::of_kind(kind))))
    })
}

/// In how many ways so many cards off the full deck are this hand.
pub fn ways(hand: Hand) -> u64 {
    let choose =
        |n: u32, k: u32| (0..k).fold(1, |all, i| all * u64::from(n - i) / u64::from(i + 1));
    hand.kinds().map(|card| choose(card.copies(), hand.count(card))).product()
}

// A perfect hash of the packed counts (hash and displace: Belazzougui, Botelho & Dietzfelbinger,
// "Hash, displace, and compress", 2009): the high bits of a product pick a bucket, the next ones a
// place, and the bucket's displacement moves the place to one that no other hand has.

/// Slots of [`Hand::slot`].
pub const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 17;
const BUCKETS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 12;
/// Found by trying odd numbers: no two hands share a bucket and a place.
const SPREAD: u64 = 0x35bf_992d_c9e9_c617;

#[inline]
fn slot(hand: Hand, displacements: &[u16; BUCKETS]) -> usize {
    let (bucket, place) = hashed(hand);
    (place ^ u32::from(displacements[bucket])) as usize
}

/// The bucket of a hand and its place before it is moved.
#[inline]
fn hashed(hand: Hand) -> (usize, u32) {
    let product = (hand.0 & COUNTS).wrapping_mul(SPREAD);
    let bucket = product >> (64 - BUCKET_BITS);
    let place = product >> (64 - BUCKET_BITS - SLOT_BITS) & (SLOTS as u64 - 1);
    (bucket as usize, place as u32)
}

fn displacements() -> &'static [u16; BUCKETS] {
    static FOUND: OnceLock<Box<[u16; BUCKETS]>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); BUCKETS];
        for hand in (1..=MAX_CARDS).flat_map(hands_of) {
            let (bucket, place) = hashed(hand);
            buckets[bucket].push(place);
        }
        // The fullest first, while there is most room.
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

    #[test]
    fn every_hand_has_a_slot_of_its_own() {
        let mut seen = vec![false; SLOTS];
        let mut all = 0;
        for hand in (1..=MAX_CARDS).flat_map(hands_of) {
            assert!(!std::mem::replace(&mut seen[hand.slot()], true), "{hand}");
            all += 1;
        }
        assert_eq!(all, 65_065 + KINDS);
        assert_eq!(hands().count(), 65_065);
    }

    #[test]
    fn a_packed_hand_says_what_it_holds() {
        for hand in hands() {
            let cards: Vec<Card> = hand.iter().collect();
            assert_eq!(Hand::of(&cards), hand);
            assert_eq!(hand.cards() as usize, cards.len());
            assert_eq!(hand.total(), cards.iter().map(|card| card.value()).sum::<i32>());
            for &card in &cards {
                assert_eq!(hand.without(card).with(card), hand);
            }
        }
        assert_eq!(Hand::FULL.cards(), DECK);
        assert_eq!(Hand::FULL.total(), 0);
    }

    #[test]
    fn the_nearest_card_is_the_nearest_and_of_two_the_higher() {
        for hand in (1..=3).flat_map(hands_of) {
            for value in -25..=25 {
                let slow =
                    hand.kinds().min_by_key(|card| ((card.value() - value).abs(), -card.value()));
                assert_eq!(Some(hand.nearest(value)), slow, "{hand} {value}");
            }
        }
    }

    #[test]
    fn there_are_as_many_ranks_as_the_rules_say() {
        assert_eq!(Ranking::of(&Rules::default()).count(), 7_898);
    }
}
