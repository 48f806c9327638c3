//! Scores in words, for traces: the kronks spent and the cards that each stands for, the comparison
//! that decides between two players, and keys.

use super::super::hand::{Card, Cards, RANKS, Suit, rank};
use super::super::rules::{Frac, KronkRank, Merge};
use super::search::Pool;
use super::{
    Evaluator, FRACTION, HALF_SPRAK, KALO, KARIDIAN, ROYAL, Ranks, Score, Stage, THIRD_SPRAK,
};
use crate::framework::notation::named;
use std::cmp::Ordering;
use std::fmt;

named! {
    /// The criteria between two players (E1), in the default order.
    pub enum Decider {
        /// The names of their hands.
        HandName = "hand-name",
        /// The names of hand and pile, that below a corbomite included.
        CombinedName = "combined-name",
        /// The keys of hand and pile.
        CombinedKey = "combined-key",
        /// The keys of their hands.
        HandKey = "hand-key",
        /// Fewer kronks spent.
        FewerKronks = "fewer-kronks",
        /// Higher kronks (W4).
        HigherKronks = "higher-kronks",
        /// Their natural cards, one by one.
        Cards = "cards",
    }
}

impl Decider {
    /// The order of comparisons.
    pub(super) const fn order(kronk_rank: KronkRank) -> [Decider; 7] {
        use Decider::*;
        match kronk_rank {
            KronkRank::Late => {
                [HandName, CombinedName, CombinedKey, HandKey, FewerKronks, HigherKronks, Cards]
            }
            KronkRank::Early => {
                [HandName, CombinedName, HigherKronks, CombinedKey, HandKey, FewerKronks, Cards]
            }
        }
    }

    /// The rule that it is part of.
    pub const fn rule(self) -> &'static str {
        match self {
            Decider::CombinedKey | Decider::HandKey => "E2",
            Decider::HigherKronks => "W4",
            _ => "E1",
        }
    }
}

/// The cards that a spent kronk may stand for: any card of some ranks and suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    ranks: Ranks,
    /// One bit each.
    suits: u8,
}

const EVERY: u8 = 0b1111;
const RED: u8 = 0b0011;
const BLACK: u8 = 0b1100;
const ANY: Ranks = 0x7ffe;

impl Stand {
    fn rank(rank: u8) -> Stand {
        Stand { ranks: 1 << rank, suits: EVERY }
    }

    fn suit(suit: Suit) -> Stand {
        Stand { ranks: ANY, suits: 1 << suit as u8 }
    }

    /// Whether a card is one of them.
    pub fn is(self, card: Card) -> bool {
        let suits = card.suit().is_some_and(|suit| self.suits >> suit as u8 & 1 == 1);
        suits && self.ranks >> card.rank() & 1 == 1
    }
}

/// A rank's name.
pub(crate) const fn rank_name(rank: u8) -> &'static str {
    match rank {
        14 => "ace",
        13 => "king",
        12 => "queen",
        11 => "jack",
        10 => "ten",
        9 => "nine",
        8 => "eight",
        7 => "seven",
        6 => "six",
        5 => "five",
        4 => "four",
        3 => "three",
        2 => "two",
        1 => "low ace",
        _ => "koik",
    }
}

/// A rank's letter on cards; `koik` for a koik.
fn letter(rank: u8, koik: &str) -> String {
    match rank {
        0 => koik.to_owned(),
        _ => RANKS[usize::from(rank)].to_string(),
    }
}

const fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Diamonds => "diamond",
        Suit::Hearts => "heart",
        Suit::Clubs => "club",
        Suit::Spades => "spade",
    }
}

impl fmt::Display for Stand {
    /// `a king`, `a royal spade`, `QH`, `a red three, five or ten`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suit = Suit::ALL.into_iter().find(|&suit| self.suits == 1 << suit as u8);
        if let (1, Some(suit)) = (self.ranks.count_ones(), suit) {
            return write!(f, "{}", Card::new(self.ranks.trailing_zeros() as u8, suit));
        }
        let colour = match (self.suits, suit) {
            (_, Some(suit)) => suit_name(suit),
            (RED, _) => "red",
            (BLACK, _) => "black",
            _ => "",
        };
        let ranks: Vec<&str> =
            (1..=14).rev().filter(|rank| self.ranks >> rank & 1 == 1).map(rank_name).collect();
        let what = match self.ranks {
            ANY if suit.is_some() => colour.to_owned(),
            ANY => format!("{colour} card"),
            ROYAL if suit.is_some() => format!("royal {colour}"),
            _ => {
                let (last, others) = ranks.split_last().expect("a kronk stands for some rank");
                let others = others.join(", ");
                let or = if others.is_empty() { String::new() } else { format!("{others} or ") };
                format!("{colour} {or}{last}").trim().to_owned()
            }
        };
        let article = if what.starts_with(['a', 'e']) { "an" } else { "a" };
        write!(f, "{article} {what}")
    }
}

/// A kronk that was spent, and the cards that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// The kronk.
    pub card: Card,
    /// The cards that it stands for.
    pub stand: Stand,
}

/// A decoded key: the ranks of groups, and the places of the cards of a flush with its suit.
#[derive(Clone, Debug, Default)]
struct Key {
    groups: Vec<u8>,
    /// A kronk's slot is 0.
    flush: Vec<u8>,
    suit: Option<Suit>,
    /// Single cards; `None` is a kronk.
    cards: Vec<Option<Card>>,
}

/// One of the two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Hand,
    Combined,
}

impl Evaluator {
    /// The comparison that decides between two players, if any does before they throw for it (E1),
    /// and its order.
    pub fn decider(&self, a: &Score, b: &Score) -> Option<(Decider, Ordering)> {
        let by = |&decider: &Decider| (decider, self.compare_on(a, b, decider));
        Decider::order(self.kronk_rank).iter().map(by).find(|(_, order)| order.is_ne())
    }

    /// The kronks that a score spends on the hand, and on hand and pile, highest first.
    pub fn spent(&self, hand: &Cards, pile: &Cards, score: &Score) -> [Vec<Spent>; 2] {
        let all = hand.and(pile);
        let of = |of: Of, cards: &Cards, stage: &Stage| {
            let kronks = self.kronks_of(stage, cards, score.named);
            let stands = self.stands(of, cards, stage, score.named);
            debug_assert_eq!(stands.len(), usize::from(stage.spent), "{cards} {stage:?}");
            let pairs = kronks.into_iter().zip(stands);
            pairs.map(|(card, stand)| Spent { card, stand }).collect()
        };
        [of(Of::Hand, hand, &score.hand), of(Of::Combined, &all, &score.combined)]
    }

    /// The kronks that a stage spends, highest first.
    fn kronks_of(&self, stage: &Stage, cards: &Cards, named: Option<Card>) -> Vec<Card> {
        let mut left = cards.only(self.kronks);
        if let Some(card) = named {
            left.add(card);
        }
        let mut named = named;
        let each = self.ranks_spent(stage).map(|rank| {
            let of_rank = left.different().filter(|card| card.rank() == rank);
            let card = named.filter(|card| card.rank() == rank).or_else(|| of_rank.last());
            let card = card.unwrap_or(Card::KOIK);
            named = named.filter(|&named| named != card);
            if left.holds(card) {
                left.take(card);
            }
            card
        });
        each.collect()
    }

    /// The cards that each kronk of a stage stands for.
    fn stands(&self, of: Of, cards: &Cards, stage: &Stage, named: Option<Card>) -> Vec<Stand> {
        let Some(id) = stage.value.next().or(stage.value.id()).filter(|_| stage.spent > 0) else {
            return Vec::new();
        };
        let pool = Pool::new(self, cards, named, stage.spent);
        let key = self.key(of, id, stage.value.key());
        let spent = usize::from(stage.spent);
        let mut stands = Vec::new();
        // `need` of each rank, less the natural ones that no flush needs.
        let mut groups = |each: &[(u8, u8)]| {
            for &(rank, need) in each {
                let used = key.flush.iter().filter(|&&place| self.at[usize::from(place)] == rank);
                let used = used.count() as u8;
                let missing = need.saturating_sub(pool.naturals_of(rank) - used);
                stands.extend(vec![Stand::rank(rank); missing.into()]);
            }
        };
        let all = |set: Ranks, need: u8| -> Vec<(u8, u8)> {
            (1..=14).filter(|rank| set >> rank & 1 == 1).map(|rank| (rank, need)).collect()
        };
        let first =
            |need: u8| -> Vec<(u8, u8)> { key.groups.iter().map(|&rank| (rank, need)).collect() };
        let fraction = |suits: u8| match self.frac {
            Frac::Suit => Stand { ranks: FRACTION, suits },
            Frac::Count => Stand { ranks: FRACTION, suits: EVERY },
        };
        match (of, id) {
            (Of::Hand, 1) => {
                let mut each = first(2);
                each[3].1 = 1;
                groups(&each);
            }
            (Of::Hand, 2) => groups(&[all(self.full, 1), first(2)].concat()),
            (Of::Hand, 3 | 5) => groups(&first(2)),
            (Of::Hand, 4) => stands.resize(spent, fraction(RED)),
            (Of::Hand, 6) => stands.resize(spent, Stand { ranks: self.quarter, suits: EVERY }),
            (Of::Hand, _) => stands.resize(spent, fraction(BLACK)),
            (Of::Combined, 1) => groups(&all(self.festival, 8)),
            (Of::Combined, 2) => groups(&first(16)),
            (Of::Combined, 3) => groups(&all(self.festival, 4)),
            (Of::Combined, 4) => groups(&first(12)),
            (Of::Combined, 5) => groups(&first(8)),
            (Of::Combined, 6) => groups(&[(rank::QUEEN, 8)]),
            (Of::Combined, 7) => groups(&first(6)),
            (Of::Combined, 9) => groups(&[(rank::QUEEN, 4)]),
            (Of::Combined, 10) => groups(&first(4)),
            (Of::Combined, 11) => match *key.groups.as_slice() {
                [four, three] if four == three => groups(&[(four, 7)]),
                [four, three] => groups(&[(four, 4), (three, 3)]),
                _ => unreachable!("two groups"),
            },
            (Of::Combined, 12 | 13 | 15) => groups(&first(3)),
            (Of::Combined, 14) => groups(&[(rank::JACK, 4)]),
            (Of::Combined, 16) => groups(&[(rank::JACK, 3)]),
            (Of::Combined, 17..=19 | 21..=24 | 26 | 27 | 33 | 35) => groups(&first(2)),
            (Of::Combined, 20) => groups(&all(self.festival, 2)),
            (Of::Combined, 28) => groups(&[(rank::ACE, 2)]),
            (Of::Combined, 29) => groups(&[(rank::KING, 2)]),
            (Of::Combined, 30) => groups(&[(rank::QUEEN, 2)]),
            (Of::Combined, 32) => groups(&[(rank::JACK, 2)]),
            (Of::Combined, 34) => groups(&[(rank::TEN, 2)]),
            (Of::Combined, 37) => groups(&all(self.festival, 1)),
            (Of::Combined, 38) => groups(&[(rank::KING, 1), (rank::TEN, 1)]),
            (Of::Combined, 39) => {
                stands.resize(spent, Stand { ranks: KARIDIAN, suits: EVERY });
            }
            (Of::Combined, 25 | 31 | 59) => {
                let wanted: &[Card] = match id {
                    25 => &HALF_SPRAK,
                    31 => &KALO,
                    _ => &THIRD_SPRAK,
                };
                let missing = wanted.iter().filter(|&&card| !pool.has_natural(card));
                stands.extend(missing.filter_map(|card| {
                    Some(Stand { ranks: 1 << card.rank(), suits: 1 << card.suit()? as u8 })
                }));
            }
            (Of::Combined, 58) => {
                let suit = key.cards.iter().flatten().next().and_then(|card| card.suit());
                let suits =
                    if suit.is_some_and(|suit| BLACK >> suit as u8 & 1 == 1) { BLACK } else { RED };
                stands.resize(spent, Stand { ranks: ANY, suits });
            }
            _ => {}
        }
        // The rest are slots of the flush.
        if let Some(suit) = key.suit {
            let royal = of == Of::Combined && matches!(id, 53 | 55);
            let suits = Stand::suit(suit);
            let slot = if royal { Stand { ranks: ROYAL, ..suits } } else { suits };
            stands.resize(spent.max(stands.len()), slot);
        }
        stands
    }

    /// Decodes a key.
    fn key(&self, of: Of, id: u8, key: u64) -> Key {
        // The numbers of ranks of groups, of cards of a flush, and of single cards.
        let (groups, flush, cards) = match (of, id) {
            (Of::Hand, 1) => (4, 0, 0),
            (Of::Hand, 2 | 5) => (1, 0, 0),
            (Of::Hand, 3) => (2, 2, 0),
            (Of::Hand, _) => (0, 0, 1),
            (Of::Combined, 2 | 4 | 5 | 7 | 10 | 12 | 15 | 33 | 35) => (1, 0, 0),
            (Of::Combined, 8) => (0, 5, 0),
            (Of::Combined, 11 | 23 | 24) => (2, 0, 0),
            (Of::Combined, 13) => (1, 3, 0),
            (Of::Combined, 17) => (8, 0, 0),
            (Of::Combined, 18) => (6, 0, 0),
            (Of::Combined, 19) => (4, 0, 0),
            (Of::Combined, 21 | 22) => (3, 0, 0),
            (Of::Combined, 26 | 27) => (1, 4, 0),
            (Of::Combined, 39) => (0, 0, 1),
            (Of::Combined, 41) => (0, 8, 0),
            (Of::Combined, 42) => (0, 6, 0),
            (Of::Combined, 43..=52) => (0, 4, 0),
            (Of::Combined, 53 | 54) => (0, 3, 0),
            (Of::Combined, 55..=57) => (0, 2, 0),
            (Of::Combined, 58) => (0, 0, 2),
            _ => (0, 0, 0),
        };
        let mut left = key;
        let mut next = |bits: u32| {
            let part = left & ((1 << bits) - 1);
            left >>= bits;
            part as usize
        };
        let suit_at = |value: usize| {
            let suit = (0..4).find(|&suit| usize::from(self.suits[suit]) == value);
            suit.map(|suit| Suit::ALL[suit])
        };
        let mut parts = Key::default();
        for _ in 0..cards {
            let value = next(6);
            let card = suit_at(value & 3).filter(|_| value >> 2 > 0);
            parts.cards.push(card.map(|suit| Card::new(self.at[value >> 2], suit)));
        }
        if flush > 0 {
            parts.suit = suit_at(next(2));
            parts.flush = (0..flush).map(|_| next(4) as u8).collect();
            parts.flush.reverse();
        }
        parts.groups = (0..groups).map(|_| self.at[next(4)]).collect();
        parts.groups.reverse();
        parts.cards.reverse();
        parts
    }

    /// A key in words: `A K`, `AS`, `K T 9 of spades`; a kronk's slot is `*`.
    fn key_words(&self, of: Of, stage: &Stage) -> String {
        let Some(id) = stage.value.next().or(stage.value.id()) else { return "nothing".to_owned() };
        let key = self.key(of, id, stage.value.key());
        let koik = Card::KOIK.to_string();
        let letter = |rank: u8| letter(rank, &koik);
        let mut words = Vec::new();
        if !key.groups.is_empty() {
            words.push(key.groups.iter().map(|&rank| letter(rank)).collect::<Vec<_>>().join(" "));
        }
        if let Some(suit) = key.suit {
            let slot = |&place: &u8| match place {
                0 => "*".to_owned(),
                place => letter(self.at[usize::from(place)]),
            };
            let cards: Vec<String> = key.flush.iter().map(slot).collect();
            words.push(format!("{} of {}s", cards.join(" "), suit_name(suit)));
        }
        if !key.cards.is_empty() {
            let cards = key.cards.iter();
            let each = cards.map(|card| card.map_or_else(|| "*".to_owned(), |c| c.to_string()));
            words.push(each.collect::<Vec<_>>().join(" "));
        }
        words.join(" + ")
    }

    /// The two sides of the comparison that decides between two players, in words.
    pub fn decided_by(&self, a: &Score, b: &Score, decider: Decider) -> [String; 2] {
        let of = |score: &Score, other: &Score| match decider {
            Decider::HandName => score.hand.value.hand_name().to_owned(),
            Decider::CombinedName => score.combined.value.combined_name(),
            Decider::CombinedKey => self.key_words(Of::Combined, &score.combined),
            Decider::HandKey => self.key_words(Of::Hand, &score.hand),
            Decider::FewerKronks => match score.spent() {
                0 => "none".to_owned(),
                many => many.to_string(),
            },
            Decider::HigherKronks => {
                let ranks = [&score.hand, &score.combined].map(|stage| self.ranks_spent(stage));
                let both = ranks.into_iter().flatten().map(|rank| letter(rank, "koik"));
                let both: Vec<String> = both.collect();
                if both.is_empty() { "none".to_owned() } else { both.join(" ") }
            }
            Decider::Cards => {
                let first = self.first_apart(&score.natural, &other.natural);
                first.map_or_else(String::new, |card| {
                    let many = score.natural.count(card);
                    if many == 0 {
                        format!("no {card}")
                    } else {
                        vec![card.to_string(); many as usize].join(" ")
                    }
                })
            }
        };
        [of(a, b), of(b, a)]
    }

    /// The ranks of the kronks that a stage spends, highest first.
    fn ranks_spent(&self, stage: &Stage) -> impl Iterator<Item = u8> {
        let slots = (0..u32::from(stage.spent)).map(|slot| 124 - 4 * slot);
        slots.map(|at| self.at[(stage.kronks >> at) as usize & 15])
    }

    /// One comparison of E1.
    #[inline(always)]
    pub(super) fn compare_on(&self, a: &Score, b: &Score, decider: Decider) -> Ordering {
        // Under `single` the combined stage counts only if neither hand has a name.
        let single = self.merge == Merge::Single;
        let named = a.hand.value != super::Value::NONE || b.hand.value != super::Value::NONE;
        let combined = !(single && named);
        let (mine, other) = (&a.hand.value, &b.hand.value);
        let (whole, others) = (&a.combined.value, &b.combined.value);
        match decider {
            Decider::HandName => mine.names().cmp(&other.names()),
            Decider::CombinedName if combined => whole.names().cmp(&others.names()),
            Decider::CombinedKey if combined => whole.key().cmp(&others.key()),
            Decider::CombinedName | Decider::CombinedKey => Ordering::Equal,
            Decider::HandKey => mine.key().cmp(&other.key()),
            Decider::FewerKronks => b.spent().cmp(&a.spent()),
            // No kronk counts as lowest: if it tied with any, early comparisons could be cyclic.
            Decider::HigherKronks => {
                let hand = a.hand.kronks.cmp(&b.hand.kronks);
                hand.then_with(|| a.combined.kronks.cmp(&b.combined.kronks))
            }
            // Under `Tail::Rps` no cards are kept, so they never decide.
            Decider::Cards => self.compare_cards(&a.natural, &b.natural),
        }
    }
}
