//! The ranking of hands: categories, the comparisons within them, and one rank number per hand.

pub use super::cards::Rank;
use super::cards::{Card, Deck, Hand, MAX_CARDS, Packed, RankTable, WideHand};
pub use super::events::Category;
use super::rules::{ExtraCards, Precise, Rules, Sylops};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

impl Category {
    /// The category of a hand, and the values that S15 compares within its category: those of the
    /// set, the pairs or the run, nearest zero first where there are several.
    pub fn classify(hand: impl Packed, rules: &Rules) -> (Category, [u32; 2]) {
        let none = [0; 2];
        if hand.total() != 0 {
            return (Category::Nulrhek, none);
        }
        let highest = rules.highest;
        // The number of cards of an absolute value.
        let of = |value: u32| {
            let value = i64::from(value);
            let both = [value, -value].into_iter().filter_map(Card::new);
            both.map(|card| hand.count(card)).sum::<u32>()
        };
        let cards = hand.cards();
        let sylops = hand.count(Card::SYLOP);
        // Whether the hand has only its `named` cards, or may hold more.
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
            // With a total of zero, the ten must have the opposite sign of one to four; no other
            // highest value balances them.
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

/// A criterion by which two hands are compared (S15, S13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The category.
    Category,
    /// The number of cards: fewer are better.
    FewerCards,
    /// The value of the set, the pair, the lower of two pairs, or the lowest of the run.
    Value,
    /// The value of the higher of two pairs.
    HigherPair,
    /// The distance of the total from zero.
    Total,
    /// Whether the total is positive.
    Sign,
    /// The number of cards: more are better.
    MoreCards,
    /// The sum of the positive cards.
    PositiveSum,
    /// The highest positive card.
    HighestCard,
}

/// The criteria of S15 and S13, in order, each as a number below 128: the first difference decides,
/// and the greater number wins.
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
    // The same for all hands, so it decides nothing.
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

/// The keys of a hand packed into one number: the greater one wins.
fn strength(hand: impl Packed, rules: &Rules) -> (Category, u64) {
    let (category, keys) = keys(hand, rules);
    (category, keys.into_iter().fold(0, |number, (_, key)| number << 7 | key))
}

/// The key that decides between two hands; `None` if they tie.
pub fn told_apart<H: Packed>(one: H, two: H, rules: &Rules) -> Option<Key> {
    let mut pairs = keys(one, rules).1.into_iter().zip(keys(two, rules).1);
    // Key names agree as long as the categories do.
    pairs.find(|(one, two)| one.1 != two.1).map(|((key, _), _)| key)
}

/// The rank of every hand, under one reading of the rules and for one deck.
#[derive(Debug)]
pub struct Ranking {
    /// From 1; 0 where the deck has no such hand.
    ranks: RankTable,
    /// The category of each rank.
    categories: Box<[Category]>,
    /// The categories that hands of each size can have, a bit each.
    of_size: [u16; MAX_CARDS + 1],
}

/// Rankings of decks other than the published one, least recently used first: the deck, the number
/// of its readings, and the ranking.
type OtherDecks = Vec<(Deck, usize, Arc<Ranking>)>;

/// The largest number of these rankings kept in memory.
const MOST_KEPT: usize = 24;

impl Ranking {
    /// The ranking under the given rules: built once, in a few milliseconds, then cached.
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
        // No hand has rank 0.
        let mut categories = vec![Category::Nulrhek];
        let mut of_size = [0; MAX_CARDS + 1];
        let mut last = None;
        for (strength, category, hand) in hands {
            of_size[hand.cards() as usize] |= 1 << category as u32;
            if last != Some(strength) {
                last = Some(strength);
                categories.push(category);
            }
            let rank = Rank::try_from(categories.len() - 1);
            *hand.rank_in_mut(&mut ranks) = rank.expect("the largest deck has fewer ranks");
        }
        Ranking { ranks, categories: categories.into(), of_size }
    }

    /// The rank of a hand of two to five cards, in the packing of its deck or in that of any deck.
    #[inline]
    pub fn rank(&self, hand: impl Packed) -> Rank {
        hand.rank_in(&self.ranks)
    }

    /// The number of distinct ranks, which are 1..=`count`.
    pub fn count(&self) -> Rank {
        self.categories.len() as Rank - 1
    }

    /// The category of a rank.
    #[inline]
    pub fn category(&self, rank: Rank) -> Category {
        self.categories[usize::from(rank)]
    }

    /// Whether the deck has a hand of this category with so many cards.
    pub fn has(&self, category: Category, cards: usize) -> bool {
        self.of_size.get(cards).is_some_and(|held| held >> category as u32 & 1 == 1)
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
