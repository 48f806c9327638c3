//! The ranking: categories, S15 and S13.
//!
//! Readings taken where the text leaves room:
//!
//! - **Kind**: a pair, a three and a four of a kind are cards of one absolute value, signs mixed at
//!   will ("Values are compared by absolute value unless a sign is named"): +5 +5 -5 is a three of
//!   a kind, as in the source's +5 +5 -5 -3 -2. Only Rhylet, Full Sabacc and Gee Whiz name signs.
//! - **At least**: more of a kind hold fewer. A three of a kind holds a pair (so +2 +2 +2 -6 0 is a
//!   Yee-haa under `Allowed`, not a Banthas Wild), a four of a kind holds a three (so +2 +2 +2 -2
//!   -4, no Squadron under `ExamplesOnly`, is a Banthas Wild there). The alternative, exactly two
//!   or three, would make those hands a Banthas Wild and a mere Sabacc.
//! - **Two pairs** are of different values. Nothing hangs on it: a four of a kind that totals zero
//!   is a Banthas Wild or better under both readings of `extra_cards`.
//! - **Sylops** are no kind and in no run, and are an extra card wherever the table names none:
//!   +7 -8 -9 +10 0 is a Straight Khyron under `Allowed` and a Sabacc under `ExamplesOnly`; 0 0 +5
//!   -5 is a Yee-haa under `Allowed` and a One Pair under `ExamplesOnly`; 0 0 +3 -1 -2 is a Sabacc.
//! - **`InRuns`**: the run of 0, 1, 2 and 3 is one more run; its lowest value is 0, nearer to zero
//!   than any other. One sylop is in it, another is an extra card. A sylop forms no pair or set
//!   there either.
//! - **Straight Khyron**: four consecutive absolute values, any signs. Of four cards only the outer
//!   two against the inner two total zero; with a fifth card other signs do (+1 +2 +3 -4 -2). A run
//!   of five (+2 +3 -4 +5 -6) holds two runs of four: the lower one counts, as the text says of
//!   pairs.
//! - **Value of the set**: its absolute value. Pure Sabacc, Full Sabacc and Gee Whiz have none: two
//!   Gee Whizzes are told apart by S13 (both have 10 of positive cards; 10 is a higher single card
//!   than 4).
//! - **`AfterValue`** comes after both values of a Rule of Two.
//! - **S13 after `First` and `AfterValue`**: its "most cards" is still there, and idle.

use super::{ExtraCards, Precise, Readings, Sylops, total};
use std::cmp::Ordering;

/// The category of a hand, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Two sylops and nothing else.
    PureSabacc = 1,
    /// +10 +10 -10 -10 0.
    FullSabacc,
    /// Four of a kind, not tens, and a sylop.
    Fleet,
    /// A pair and a sylop.
    YeeHaa,
    /// Three of a kind of one sign and a pair of the other.
    Rhylet,
    /// Four of a kind.
    Squadron,
    /// +1 +2 +3 +4 -10, or all signs turned.
    GeeWhiz,
    /// Four cards of consecutive values.
    StraightKhyron,
    /// Three of a kind.
    BanthasWild,
    /// Two pairs.
    RuleOfTwo,
    /// A pair.
    OnePair,
    /// Total zero.
    Sabacc,
    /// Total not zero.
    Nulrhek,
}

/// All of them, best first.
pub const CATEGORIES: [Category; 13] = [
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

/// The hand, ascending.
fn sorted(hand: &[i8]) -> Vec<i8> {
    let mut cards = hand.to_vec();
    cards.sort();
    cards
}

/// The values of which the hand has at least `count` cards, of either sign, ascending.
fn kinds(hand: &[i8], count: usize) -> Vec<i32> {
    let mut found = Vec::new();
    for value in 1..=15i8 {
        if hand.iter().filter(|&&card| card == value || card == -value).count() >= count {
            found.push(i32::from(value));
        }
    }
    found
}

/// The lowest values, 0 (of a sylop) or more, of the runs of four that the hand holds, ascending.
fn runs(hand: &[i8], readings: &Readings) -> Vec<i32> {
    let mut found = Vec::new();
    let small = [1, 2, 3].iter().all(|&value| hand.contains(&value) || hand.contains(&-value));
    if readings.sylops == Sylops::InRuns && hand.contains(&0) && small {
        found.push(0);
    }
    for lowest in 1..=12i8 {
        let has = |value: i8| hand.contains(&value) || hand.contains(&-value);
        if has(lowest) && has(lowest + 1) && has(lowest + 2) && has(lowest + 3) {
            found.push(i32::from(lowest));
        }
    }
    found
}

/// The three's value, if there are exactly three cards of one value and sign and two of one value
/// and the other sign.
fn rhylet(hand: &[i8]) -> Option<i32> {
    if hand.len() != 5 {
        return None;
    }
    for &three in hand {
        for &two in hand {
            let opposite = (three > 0 && two < 0) || (three < 0 && two > 0);
            let threes = hand.iter().filter(|&&card| card == three).count();
            let twos = hand.iter().filter(|&&card| card == two).count();
            if opposite && threes == 3 && twos == 2 {
                return Some(i32::from(three.abs()));
            }
        }
    }
    None
}

/// The highest category that the hand fits.
pub fn category(hand: &[i8], readings: &Readings) -> Category {
    let cards = sorted(hand);
    let sylop = cards.contains(&0);
    // A ten in a rule means the deck's highest value.
    let ten = readings.deck.highest();
    // May a hand in which a name takes this number of cards have that name?
    let room = |named: usize| readings.extra_cards == ExtraCards::Allowed || cards.len() == named;
    if total(&cards) != 0 {
        return Category::Nulrhek;
    }
    if cards == [0, 0] {
        return Category::PureSabacc;
    }
    if cards == [-ten, -ten, 0, ten, ten] {
        return Category::FullSabacc;
    }
    if sylop && kinds(&cards, 4).iter().any(|&value| value != i32::from(ten)) && room(5) {
        return Category::Fleet;
    }
    if sylop && !kinds(&cards, 2).is_empty() && room(3) {
        return Category::YeeHaa;
    }
    if rhylet(&cards).is_some() {
        return Category::Rhylet;
    }
    if !kinds(&cards, 4).is_empty() && room(4) {
        return Category::Squadron;
    }
    // Both total zero only if the highest value is ten.
    if cards == [-ten, 1, 2, 3, 4] || cards == [-4, -3, -2, -1, ten] {
        return Category::GeeWhiz;
    }
    if !runs(&cards, readings).is_empty() && room(4) {
        return Category::StraightKhyron;
    }
    if !kinds(&cards, 3).is_empty() {
        return Category::BanthasWild;
    }
    if kinds(&cards, 2).len() >= 2 {
        return Category::RuleOfTwo;
    }
    if !kinds(&cards, 2).is_empty() {
        return Category::OnePair;
    }
    Category::Sabacc
}

/// S15: the value or values of the set of a hand of this category; nearest zero is better.
fn set_values(hand: &[i8], category: Category, readings: &Readings) -> Vec<i32> {
    match category {
        Category::Fleet | Category::Squadron => vec![kinds(hand, 4)[0]],
        Category::Rhylet => vec![rhylet(hand).unwrap()],
        Category::BanthasWild => vec![kinds(hand, 3)[0]],
        Category::YeeHaa | Category::OnePair => vec![kinds(hand, 2)[0]],
        Category::RuleOfTwo => vec![kinds(hand, 2)[0], kinds(hand, 2)[1]],
        Category::StraightKhyron => vec![runs(hand, readings)[0]],
        Category::PureSabacc
        | Category::FullSabacc
        | Category::GeeWhiz
        | Category::Sabacc
        | Category::Nulrhek => vec![],
    }
}

/// The sum of the positive cards.
fn positive_sum(hand: &[i8]) -> i32 {
    hand.iter().filter(|&&card| card > 0).map(|&card| i32::from(card)).sum()
}

/// The highest positive card, 0 without one.
fn positive_card(hand: &[i8]) -> i32 {
    hand.iter().filter(|&&card| card > 0).map(|&card| i32::from(card)).max().unwrap_or(0)
}

/// `Greater` if the first number is lower.
fn lower_wins<T: Ord>(one: T, two: T) -> Ordering {
    two.cmp(&one)
}

/// S13.
fn last_steps(one: &[i8], two: &[i8]) -> Ordering {
    let cards = one.len().cmp(&two.len());
    if cards.is_ne() {
        return cards;
    }
    let sums = positive_sum(one).cmp(&positive_sum(two));
    if sums.is_ne() {
        return sums;
    }
    positive_card(one).cmp(&positive_card(two))
}

/// Totals: nearest zero, then positive before negative. Of S15 for Nulrhek, and S14's of cards.
pub fn nearer(one: i32, two: i32) -> Ordering {
    if one.abs() != two.abs() {
        return lower_wins(one.abs(), two.abs());
    }
    one.cmp(&two)
}

/// `Greater` if the first hand is better, `Equal` if S14 has to decide.
pub fn compare(one: &[i8], two: &[i8], readings: &Readings) -> Ordering {
    let what = category(one, readings);
    let other = category(two, readings);
    if what != other {
        return lower_wins(what, other);
    }
    if what == Category::Nulrhek {
        let totals = nearer(total(one), total(two));
        if totals.is_ne() {
            return totals;
        }
        return last_steps(one, two);
    }
    if what == Category::Sabacc {
        return last_steps(one, two);
    }
    let cards = lower_wins(one.len(), two.len());
    let values = lower_wins(set_values(one, what, readings), set_values(two, what, readings));
    let steps = match readings.precise {
        Precise::First => vec![cards, values],
        Precise::AfterValue => vec![values, cards],
        Precise::Off => vec![values],
    };
    for step in steps {
        if step.is_ne() {
            return step;
        }
    }
    last_steps(one, two)
}
