//! The compilation of the rules of a day for judging cards.

use super::super::hand::{Card, KINDS, Suit, Value, rank};
use super::super::rules::{
    BarScope, Drella, Frac, FridayPairs, FullDark, HAND, Kesla, Kinds, LandruKronk, Order, Pack,
    PromotedKings, Rules, Tepo, TueDeck, Unused, Weekday,
};
use super::quick::tops;
use super::{
    ANY, Evaluator, KARIDIAN, KOIK, REDS, Ranks, SLUNK, Suits, ids, in_all_suits, ranks, suits_of,
};
use std::cmp::Reverse;

/// F: ids that score only if being disqualified has no effect.
const F: u64 = ids(&[2, 5, 6, 7, 15]);
/// F′: the same, unless `kinds = literal`.
const F_PRIME: u64 = ids(&[1, 3, 4, 11, 12, 13]);
/// The ids that can bar: kinds, slunks, krakos, stinks, four-flushes, zethracs (A23).
const DRELLA: u64 = ids(&[9, SLUNK, 12, 14, 15, 21, 22, 43, 44, 45, 46, 60, 61, 62]);

/// The court and the low card that a light uses, which the other does not (D5).
const fn used(dark: bool) -> Ranks {
    if dark { ranks(&[rank::QUEEN, 4]) } else { ranks(&[rank::KING, 2]) }
}

/// The ranks that are wild, in the deck or not (W1).
fn wild(rules: &Rules) -> Ranks {
    let mut wild = 0;
    if rules.unused == Unused::Kronk {
        wild |= used(!rules.dark);
    }
    if rules.pack() == Pack::Promoted {
        wild |= ranks(&[2]);
        if rules.promoted_kings == PromotedKings::LikeDeuce && !rules.dark {
            wild |= ranks(&[rank::KING]);
        }
    }
    if rules.weekday() == Weekday::Tuesday && rules.tue_deck == TueDeck::Lowwild {
        wild |= ranks(&[8, 7, 6, 4, 3, 2, 1]);
    }
    if let LandruKronk::Rank(rank) = rules.landru_kronk {
        wild |= 1 << rank;
    }
    wild
}

/// Whether ranks and suits compare in an order of their own (D6).
fn reordered(rules: &Rules) -> bool {
    rules.weekday() == Weekday::Thursday && rules.order == Order::Day
}

/// The place of each rank, from 1, and of each suit, from 0, in today's order (D4, D6).
fn places(rules: &Rules) -> ([u8; 15], [u8; 4]) {
    if !reordered(rules) {
        return (std::array::from_fn(|rank| rank as u8 + 1), [0, 1, 2, 3]);
    }
    let mut places = [0; 15];
    let lowest_first: [usize; 15] = [13, 11, 9, 7, 5, 3, 1, 14, 12, 10, 8, 6, 4, 2, 0];
    (1..).zip(lowest_first).for_each(|(place, rank)| places[rank] = place);
    (places, [1, 3, 0, 2])
}

/// The cards that H7 must not hold: red ones, and those of some ranks, the low ace too if the deck
/// has it (D1).
fn misfits(rules: &Rules) -> u64 {
    let hudecs = rules.pack() == Pack::Ordinary { hudecs: true };
    let barred = ranks(&[14, 2, 4, 7, 11, 12, 13]) | Ranks::from(hudecs) << 1;
    REDS & !KOIK | in_all_suits(barred)
}

/// The combined ids that only a Friday would revive (Y2, A25).
fn fridays(rules: &Rules) -> u64 {
    match rules.kinds {
        _ if rules.kesla_revived() => 0,
        Kinds::Literal if !rules.doubly_dead() => F,
        _ => F | F_PRIME,
    }
}

/// The combined ids that score; that of corbomite is not among them.
fn live(rules: &Rules) -> u64 {
    let dead = match rules.dark {
        _ if rules.kesla_revived() => 0,
        true => ids(&[29]),
        false => ids(&[30]),
    };
    let drella = if noscore(rules) { DRELLA } else { 0 };
    ((1 << 63) - 2) & !(ids(&[36]) | dead | fridays(rules) | drella)
}

/// Whether combinations that can bar score nothing today (A23).
fn noscore(rules: &Rules) -> bool {
    rules.drella == Drella::Noscore && rules.drella_day()
}

/// The value of a pair of a rank beside nothing better.
fn pair_value(rank: usize, places: &[u8; 15]) -> Value {
    match rank as u8 {
        rank::ACE => Value::new(28, 0),
        rank::KING => Value::new(29, 0),
        rank::QUEEN => Value::new(30, 0),
        rank::JACK => Value::new(32, 0),
        rank::TEN => Value::new(33, places[rank].into()),
        0..rank::TEN => Value::new(35, places[rank].into()),
        _ => Value::NONE,
    }
}

/// The first id below corbomite of a set of ranks from ten up, if it is 37 to 39; else 0.
fn first_below(from_ten: usize, festival: Ranks) -> u8 {
    let set = (from_ten as Ranks) << rank::TEN;
    match (set & KARIDIAN).count_ones() {
        _ if set & festival == festival => 37,
        2 => 38,
        1 => 39,
        _ => 0,
    }
}

impl Evaluator {
    /// The evaluator of checked rules.
    pub fn new(rules: &Rules) -> Evaluator {
        let (weekday, dark) = (rules.weekday(), rules.dark);
        let (wild, revived) = (wild(rules), rules.kesla_revived());
        let ((places, suits), misfits) = (places(rules), misfits(rules));
        let place = |rank: u8| places[usize::from(rank)];
        let held = |&rank: &u8| match rank {
            0 => rules.copies(Card::KOIK) > 0,
            rank => rules.copies(Card::new(rank, Suit::Diamonds)) > 0,
        };
        let best_first = |set: Ranks| {
            let mut ranks: Vec<u8> = (0..15).filter(|rank| set >> rank & 1 == 1).collect();
            ranks.retain(held);
            ranks.sort_by_key(|&rank| Reverse(place(rank)));
            ranks
        };
        let in_deck = best_first(ANY);
        let most = (1..KINDS).map(|kind| rules.copies(Card::of_kind(kind))).max().unwrap_or(0);
        let court = if dark { rank::QUEEN } else { rank::KING };
        let festival = ranks(&[rank::JACK, court, rank::ACE]);
        let mut at = [0; 16];
        (0..15).for_each(|rank| at[usize::from(place(rank))] = rank);
        Evaluator {
            kronks: KOIK | in_all_suits(wild),
            natural: in_all_suits(ANY & !wild & !used(!dark)),
            deck: ranks(&in_deck),
            ranks: in_deck,
            wild_ranks: best_first(wild | 1),
            places,
            at,
            suits,
            suit_at: std::array::from_fn(|place| {
                suits.iter().position(|&suit| usize::from(suit) == place).unwrap_or(0) as u8
            }),
            tops: tops(reordered(rules), &places),
            best_suits: std::array::from_fn(|set| {
                let held = suits_of(set as Suits).map(|suit| suits[suit as usize]);
                held.max().unwrap_or(0)
            }),
            dark,
            court,
            festival,
            royal_fizzbin: festival | ranks(&[rank::TEN]),
            full: used(dark && rules.full_dark == FullDark::Q4),
            quarter: used(dark),
            misfits,
            colour: if revived { 0 } else { misfits },
            friday_pairs: Some(rules.friday_pairs)
                .filter(|&pairs| weekday == Weekday::Friday && pairs != FridayPairs::Off),
            friday_ranks: ranks(&[rank::ACE, court, rank::TEN]),
            drella: !(revived || rules.drella_day() && rules.drella == Drella::Void),
            tuesday: weekday == Weekday::Tuesday && !revived,
            others_bar: !revived,
            too_many: if revived || rules.tepo == Tepo::Off { u32::MAX } else { HAND + 1 },
            live: live(rules),
            fridays: fridays(rules),
            doubly_dead: rules.kesla == Kesla::DoublyDead,
            seventh: weekday == Weekday::Thursday,
            tebo: rules.tebo,
            spendable: rules.kronks_allowed(),
            tepo: rules.tepo,
            frac: rules.frac,
            zethrac: rules.zethrac,
            scope: rules.bar_scope,
            merge: rules.merge,
            tail: rules.tail,
            kronk_rank: rules.kronk_rank,
            quick_hand: true,
            quick_gains: rules.bar_scope == BarScope::List && rules.frac == Frac::Suit,
            quick_combined: !noscore(rules),
            doubles: most > 1,
            few_doubles: most <= 2,
            pair_values: std::array::from_fn(|rank| pair_value(rank, &places)),
            first_below: std::array::from_fn(|set| first_below(set, festival)),
        }
    }
}
