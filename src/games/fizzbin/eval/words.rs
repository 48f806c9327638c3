//! Scores in words, for traces: the kronks spent and the cards that each stands for, the comparison
//! that decides between two players, and keys.

use super::super::hand::{Card, Cards, RANKS, Suit};
use super::super::rules::{KronkRank, Merge};
use super::search::Pool;
use super::wanted::{Of, Wanted};
use super::{ANY, BLACK, EVERY, Evaluator, RED, ROYAL, Ranks, Score, Stage, Suits, ranks_of};
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
    suits: Suits,
}

impl Stand {
    fn rank(rank: u8) -> Stand {
        Stand { ranks: 1 << rank, suits: EVERY }
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
        let ranks: Vec<&str> = ranks_of(self.ranks).rev().map(rank_name).collect();
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

/// A decoded key.
#[derive(Clone, Debug, Default)]
struct Key {
    /// The rank of each group, and its number of cards.
    groups: Vec<(u8, u8)>,
    /// The places of the cards of a flush; a kronk's slot is 0.
    flush: Vec<u8>,
    suit: Option<Suit>,
    /// Single cards; `None` is a kronk.
    cards: Vec<Option<Card>>,
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
        let wanted = self.wanted(of, id);
        let key = self.key(wanted, stage.value.key());
        let mut stands = Vec::new();
        // The ranks that the key does not name, as they are always the same, and the groups that it
        // names, less the natural cards that the flush does not need.
        let (need, set) = match wanted {
            Wanted::Each(need, set) => (need, set),
            Wanted::FullFizzbin => (1, self.full),
            _ => (0, 0),
        };
        let mut left: [u8; 15] = std::array::from_fn(|rank| pool.naturals_of(rank as u8));
        for &place in key.flush.iter().filter(|&&place| place > 0) {
            left[usize::from(self.at[usize::from(place)])] -= 1;
        }
        for (rank, need) in ranks_of(set).map(|rank| (rank, need)).chain(key.groups) {
            let own = need.min(left[usize::from(rank)]);
            left[usize::from(rank)] -= own;
            stands.extend(vec![Stand::rank(rank); usize::from(need - own)]);
        }
        if let Wanted::Certain(wanted) = wanted {
            let missing = wanted.iter().filter(|&&card| !pool.has_natural(card));
            stands.extend(missing.filter_map(|card| {
                Some(Stand { ranks: 1 << card.rank(), suits: 1 << card.suit()? as u8 })
            }));
        }
        // The rest are any cards of a kind.
        let flush = |ranks: Ranks| key.suit.map(|suit| Stand { ranks, suits: 1 << suit as u8 });
        let rest = match wanted {
            Wanted::Single(suits, ranks) => Some(Stand { ranks, suits }),
            Wanted::Colour => {
                let suit = key.cards.iter().flatten().find_map(|card| card.suit());
                let black = suit.is_some_and(|suit| BLACK >> suit as u8 & 1 == 1);
                Some(Stand { ranks: ANY, suits: if black { BLACK } else { RED } })
            }
            Wanted::Flush(_, _, ranks) => flush(ranks),
            _ => flush(ANY),
        };
        if let Some(rest) = rest {
            stands.resize(usize::from(stage.spent).max(stands.len()), rest);
        }
        stands
    }

    /// Decodes a key.
    fn key(&self, wanted: Wanted, key: u64) -> Key {
        let (groups, flush, cards) = wanted.keyed();
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
        parts.groups = groups.iter().rev().map(|&need| (self.at[next(4)], need)).collect();
        parts.groups.reverse();
        parts.cards.reverse();
        parts
    }

    /// A key in words: `A K`, `AS`, `K T 9 of spades`; a kronk's slot is `*`.
    fn key_words(&self, of: Of, stage: &Stage) -> String {
        let Some(id) = stage.value.next().or(stage.value.id()) else { return "nothing".to_owned() };
        let key = self.key(self.wanted(of, id), stage.value.key());
        let koik = Card::KOIK.to_string();
        let letter = |rank: u8| letter(rank, &koik);
        let mut words = Vec::new();
        if !key.groups.is_empty() {
            words.push(
                key.groups.iter().map(|&(rank, _)| letter(rank)).collect::<Vec<_>>().join(" "),
            );
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
