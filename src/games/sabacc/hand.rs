//! How hands rank: categories, what is compared within them, and one number for each hand.

pub use super::cards::Rank;
use super::cards::{Card, Deck, Hand, Packed, RankTable, WideHand};
use super::rules::{ExtraCards, Precise, Rules, Sylops};
use crate::framework::notation::named;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

named! {
    /// What a hand is called (the rules document's table), best first.
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    #[allow(missing_docs, reason = "the names are those of the game")]
    pub enum Category {
        PureSabacc = "pure-sabacc",
        FullSabacc = "full-sabacc",
        Fleet = "fleet",
        YeeHaa = "yee-haa",
        Rhylet = "rhylet",
        Squadron = "squadron",
        GeeWhiz = "gee-whiz",
        StraightKhyron = "straight-khyron",
        BanthasWild = "banthas-wild",
        RuleOfTwo = "rule-of-two",
        OnePair = "one-pair",
        Sabacc = "sabacc",
        Nulrhek = "nulrhek",
    }
}

impl Category {
    /// What a hand is called, and the values that S15 compares within its category: those of the
    /// set, the pairs or the run, nearest zero first where there are several.
    pub fn classify(hand: impl Packed, rules: &Rules) -> (Category, [u32; 2]) {
        let none = [0; 2];
        if hand.total() != 0 {
            return (Category::Nulrhek, none);
        }
        let highest = rules.highest;
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
        let at_least = |many: u32| (1..=highest).find(|&value| of(value) >= many);
        let four = at_least(4);
        let three = at_least(3);
        let mut pairs = (1..=highest).filter(|&value| of(value) >= 2);
        let (pair, second) = (pairs.next(), pairs.next());
        let lowest = match rules.sylops {
            Sylops::Apart => 1,
            Sylops::InRuns => 0,
        };
        let run = (lowest..=highest - 3).find(|&low| (low..low + 4).all(|value| of(value) >= 1));
        if sylops == 2 && cards == 2 {
            return (Category::PureSabacc, none);
        }
        if let (Some(four), 1..) = (four, sylops) {
            // Four and a sylop are five cards.
            let category = if four == highest { Category::FullSabacc } else { Category::Fleet };
            return (category, [four, 0]);
        }
        if let (Some(pair), 1.., true) = (pair, sylops, exactly(3)) {
            return (Category::YeeHaa, [pair, 0]);
        }
        let of_one_sign =
            |many| hand.kinds().find(|&card| card != Card::SYLOP && hand.count(card) == many);
        if let (Some(three), Some(two)) = (of_one_sign(3), of_one_sign(2)) {
            // The total is zero, so the two are of the other sign.
            debug_assert!(three.value().signum() == -two.value().signum());
            return (Category::Rhylet, [three.value().unsigned_abs(), 0]);
        }
        if let (Some(four), true) = (four, exactly(4)) {
            return (Category::Squadron, [four, 0]);
        }
        if run == Some(1) && highest == 10 && (1..=4).chain([10]).all(|value| of(value) == 1) {
            // A ten outweighs one to four only where they are all of the other sign; no other highest
            // value does.
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
fn keys(hand: impl Packed, rules: &Rules) -> (Category, [(Key, u64); 7]) {
    let (category, values) = Category::classify(hand, rules);
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
fn strength(hand: impl Packed, rules: &Rules) -> (Category, u64) {
    let (category, keys) = keys(hand, rules);
    (category, keys.into_iter().fold(0, |number, (_, key)| number << 7 | key))
}

/// What tells two hands apart; nothing where they tie.
pub fn told_apart<H: Packed>(one: H, two: H, rules: &Rules) -> Option<Key> {
    let mut pairs = keys(one, rules).1.into_iter().zip(keys(two, rules).1);
    // The keys have the same names where the categories are the same.
    pairs.find(|(one, two)| one.1 != two.1).map(|((key, _), _)| key)
}

/// The place of every hand among all, under one reading of the rules and in one deck.
#[derive(Debug)]
pub struct Ranking {
    /// From 1; 0 where there is no hand.
    ranks: RankTable,
    /// The category of each rank.
    categories: Box<[Category]>,
}

/// Rankings of decks that are not the published one, the one asked for last at the end: the deck,
/// the readings by number, and the ranking.
type OtherDecks = Vec<(Deck, usize, Arc<Ranking>)>;

/// Most of them that are kept for the next table.
const MOST_KEPT: usize = 24;

impl Ranking {
    /// The ranking under the readings of some rules: made once, in some milliseconds.
    pub fn for_rules(rules: &Rules) -> Arc<Ranking> {
        static STANDARD: [OnceLock<Arc<Ranking>>; 12] = [const { OnceLock::new() }; 12];
        static OTHERS: Mutex<OtherDecks> = Mutex::new(Vec::new());
        let Rules { extra_cards, precise, sylops, .. } = rules;
        let reading = (2 * *extra_cards as usize + *sylops as usize) * 3 + *precise as usize;
        let deck = rules.deck();
        if deck == *Deck::standard() {
            return Arc::clone(STANDARD[reading].get_or_init(|| Arc::new(Ranking::new(rules))));
        }
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(other, with, _): &(Deck, usize, _)| (*other, *with) == (deck, reading);
        let found = match others.iter().position(same) {
            Some(at) => others.remove(at),
            None => (deck, reading, Arc::new(Ranking::new(rules))),
        };
        if others.len() == MOST_KEPT {
            others.remove(0);
        }
        let ranking = Arc::clone(&found.2);
        others.push(found);
        ranking
    }

    fn new(rules: &Rules) -> Ranking {
        if rules.deck().is_narrow() {
            Ranking::packed::<Hand>(rules, RankTable::narrow())
        } else {
            Ranking::packed::<WideHand>(rules, RankTable::wide())
        }
    }

    fn packed<H: Packed>(rules: &Rules, mut ranks: RankTable) -> Ranking {
        let deck = rules.deck();
        let hands = deck.hands::<H>().map(|hand| {
            let (category, strength) = strength(hand, rules);
            (strength, category, hand)
        });
        let mut hands: Vec<(u64, Category, H)> = hands.collect();
        hands.sort_unstable_by_key(|&(strength, ..)| strength);
        // Rank 0 is no hand's.
        let mut categories = vec![Category::Nulrhek];
        let mut last = None;
        for (strength, category, hand) in hands {
            if last != Some(strength) {
                last = Some(strength);
                categories.push(category);
            }
            let rank = Rank::try_from(categories.len() - 1);
            *hand.rank_in_mut(&mut ranks) = rank.expect("the largest deck has fewer ranks");
        }
        Ranking { ranks, categories: categories.into() }
    }

    /// The place of a hand of two to five cards, packed as its deck's are or as those of any deck.
    #[inline]
    pub fn rank(&self, hand: impl Packed) -> Rank {
        hand.rank_in(&self.ranks)
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

#[cfg(test)]
mod tests {
    use super::super::rules::Copies;
    use super::*;

    #[test]
    fn there_are_as_many_ranks_as_the_rules_say() {
        assert_eq!(Ranking::for_rules(&Rules::default()).count(), 7_898);
    }

    /// The largest deck has more hands than any other, and their ranks fit.
    #[test]
    fn the_ranks_of_the_largest_deck_fit() {
        let (copies, precise) = (Copies::Each(8), Precise::AfterValue);
        let largest = Rules { highest: 15, copies, sylops_in_deck: 8, precise, ..Rules::default() };
        let ranking = Ranking::for_rules(&largest);
        assert!(ranking.count() > 20_000 && Arc::ptr_eq(&ranking, &Ranking::for_rules(&largest)));
    }
}
