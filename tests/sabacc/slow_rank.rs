//! The engine's ranking of Sabacc hands against the slow ranking (`tests/slow_sabacc`), written
//! from the rules text alone: every hand of two to five cards, under every reading.

use crate::slow_sabacc;
use croupier::games::sabacc::cards::{Card, Deck, Hand, Packed, WideHand};
use croupier::games::sabacc::exact;
use croupier::games::sabacc::hand::{Category, Ranking};
use croupier::games::sabacc::rules::Copies;
use croupier::games::sabacc::rules::{ExtraCards, Precise, Rules, Sylops};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A reading for the engine and for the slow ranking, and the number of ranks under it.
fn readings() -> Vec<(Rules, slow_sabacc::Readings, usize)> {
    let mut all = Vec::new();
    let (allowed, examples) = (ExtraCards::Allowed, ExtraCards::ExamplesOnly);
    let (slow_allowed, slow_examples) =
        (slow_sabacc::ExtraCards::Allowed, slow_sabacc::ExtraCards::ExamplesOnly);
    let (apart, in_runs) = (Sylops::Apart, Sylops::InRuns);
    let (slow_apart, slow_in_runs) = (slow_sabacc::Sylops::Apart, slow_sabacc::Sylops::InRuns);
    for (extra_cards, slow_extra, sylops, slow_sylops, ranks) in [
        (allowed, slow_allowed, apart, slow_apart, 7_898),
        (examples, slow_examples, apart, slow_apart, 7_801),
        (allowed, slow_allowed, in_runs, slow_in_runs, 7_899),
        (examples, slow_examples, in_runs, slow_in_runs, 7_801),
    ] {
        for (precise, slow_precise) in [
            (Precise::First, slow_sabacc::Precise::First),
            (Precise::AfterValue, slow_sabacc::Precise::AfterValue),
            (Precise::Off, slow_sabacc::Precise::Off),
        ] {
            let slow = slow_sabacc::Readings {
                extra_cards: slow_extra,
                precise: slow_precise,
                sylops: slow_sylops,
                ..slow_sabacc::Readings::default()
            };
            all.push((Rules { extra_cards, precise, sylops, ..Rules::default() }, slow, ranks));
        }
    }
    all
}

fn fast(hand: &[i8]) -> Hand {
    let cards = hand.iter().map(|&card| Card::new(card.into()).unwrap());
    Hand::from_cards(&cards.collect::<Vec<_>>())
}

fn wide(hand: &[i8]) -> WideHand {
    let cards = hand.iter().map(|&card| Card::new(card.into()).unwrap());
    WideHand::from_cards(&cards.collect::<Vec<_>>())
}

/// The category of a hand by the slow ranking, as the engine's.
fn slow_category(hand: &[i8], readings: &slow_sabacc::Readings) -> Category {
    Category::ALL[slow_sabacc::category(hand, readings) as usize - 1]
}

#[test]
fn both_know_the_same_hands() {
    let of = |hand: Hand| hand.iter().map(|card| card.value() as i8).collect::<Vec<_>>();
    let ours: BTreeSet<Vec<i8>> = Deck::standard().hands().map(of).collect();
    let theirs: BTreeSet<Vec<i8>> = (2..=5).flat_map(slow_sabacc::hands).collect();
    assert_eq!(ours.len(), 65_065);
    assert!(ours == theirs);
}

/// The engine's ranks are the slow order, which is total (`slow_self.rs`): of two hands the one
/// with the greater rank is better, and hands of equal rank can only be separated by S14.
#[test]
fn every_hand_ranks_as_the_rules_say_under_every_reading() {
    readings().into_par_iter().for_each(|(rules, slow, count)| {
        let ranking = Ranking::for_rules(&rules);
        let mut all: Vec<Vec<i8>> = (2..=5).flat_map(slow_sabacc::hands).collect();
        all.sort_by_cached_key(|hand| ranking.rank(fast(hand)));
        let ranks: Vec<u16> = all.iter().map(|hand| ranking.rank(fast(hand))).collect();
        for (two, hands) in ranks.windows(2).zip(all.windows(2)) {
            let is = slow_sabacc::compare(&hands[1], &hands[0], &slow);
            let step = u16::from(is == Ordering::Greater);
            assert!(is.is_ge() && two[1] == two[0] + step, "{hands:?} {slow:?}");
        }
        assert_eq!(ranks[0], 1);
        assert_eq!(usize::from(*ranks.last().unwrap()), count);
        assert_eq!(usize::from(ranking.count()), count);
        for (hand, rank) in all.iter().zip(ranks) {
            let category = slow_category(hand, &slow);
            assert_eq!(Category::classify(fast(hand), &rules).0, category, "{hand:?}");
            assert_eq!(ranking.category(rank), category, "{hand:?}");
        }
    });
}

/// Other decks: small, uneven, with more copies than the published one, and with higher cards.
#[test]
fn hands_of_other_decks_rank_as_the_rules_say() {
    let uneven = vec![1, 8, 2, 5, 3, 4];
    let decks = [(Copies::Each(2), 5, 0), (Copies::ByValue(uneven), 6, 8), (Copies::Each(5), 7, 3)];
    let high = [(Copies::Each(1), 15, 1), (Copies::Each(4), 11, 2)];
    let all: Vec<_> = decks.into_iter().chain(high).collect();
    let cases =
        all.iter().flat_map(|deck| readings().into_iter().step_by(5).map(move |r| (deck, r)));
    cases.collect::<Vec<_>>().into_par_iter().for_each(|((copies, highest, sylops), reading)| {
        let (rules, slow, _) = reading;
        let (copies, highest, sylops_in_deck) = (copies.clone(), *highest, *sylops);
        let by_value = match &copies {
            Copies::Each(copies) => vec![u64::from(*copies); highest as usize],
            Copies::ByValue(copies) => copies.iter().map(|&n| u64::from(n)).collect(),
        };
        let rules = Rules { copies, highest, sylops_in_deck, ..rules };
        let deck = slow_sabacc::Deck { copies: by_value, sylops: sylops_in_deck.into() };
        let slow = slow_sabacc::Readings { deck, ..slow };
        let ranking = Ranking::for_rules(&rules);
        let most = if highest > 7 { 4 } else { 5 };
        let mut hands: Vec<Vec<i8>> = (2..=most).flat_map(|n| slow.deck.hands(n)).collect();
        assert_eq!(
            hands.len(),
            (2..=most).map(|n| rules.deck().hands_of::<WideHand>(n).count()).sum::<usize>()
        );
        hands.sort_by_cached_key(|hand| ranking.rank(wide(hand)));
        for two in hands.windows(2) {
            let ranks = [0, 1].map(|at| ranking.rank(wide(&two[at])));
            let is = slow_sabacc::compare(&two[1], &two[0], &slow);
            assert_eq!(ranks[1].cmp(&ranks[0]), is, "{two:?} {slow:?}");
        }
        for hand in &hands {
            let rank = ranking.rank(wide(hand));
            assert_eq!(ranking.category(rank), slow_category(hand, &slow), "{hand:?} {slow:?}");
            if let Some(narrow) = wide(hand).narrowed().filter(|_| rules.deck().is_narrow()) {
                assert_eq!(ranking.rank(narrow), rank, "{hand:?}");
            }
        }
        for cards in 2..=most {
            assert_eq!(exact::categories(&rules, cards).0, slow_sabacc::census(cards, &slow));
        }
    });
}

#[test]
fn categories_are_as_many_as_the_slow_census_finds() {
    // The separation of equal names does not matter here.
    for (rules, slow, _) in readings().iter().filter(|row| row.0.precise == Precise::First) {
        for cards in 2..=5 {
            let (counts, all) = exact::categories(rules, cards);
            assert_eq!(counts, slow_sabacc::census(cards, slow), "{cards} cards, {slow:?}");
            assert_eq!(all, [1_891, 37_820, 557_845, 6_471_002][cards - 2]);
            let possible: Vec<bool> = exact::possible(rules, cards).map(|(_, is)| is).collect();
            assert_eq!(possible, counts.map(|count| count > 0));
        }
    }
}

/// The facts of a hand from `odds`, recounted over all hands of the other cards.
#[test]
fn hand_facts_are_what_enumeration_finds() {
    let asked: [&[i8]; 7] = [
        &[0, 0],
        &[5, -5],
        &[10, -9],
        &[3, -3, 0],
        &[10, 4, -8],
        &[5, 3, -2, -6],
        &[10, 10, -1, -9, -10],
    ];
    let zero: [&[i8]; 1] = [&[0, 1, 2, -3]];
    let all = readings();
    for (reading, asked) in [(0, &asked[..]), (5, &asked), (6, &zero)] {
        let (rules, slow, _) = &all[reading];
        for hand in asked {
            let text: Vec<String> = hand.iter().map(|card| format!("{card:+}")).collect();
            let facts = exact::hand_facts(rules, &text.join(" ")).unwrap().remove(0);
            assert_eq!(facts.category, slow_category(hand, slow).name());
            for cards in 2..=5 {
                // The numbers of ways to beat it, to tie it, and of all hands.
                let mut ways = [0; 3];
                for other in slow_sabacc::hands(cards) {
                    let found = slow_sabacc::ways(&other, hand);
                    ways[2] += found;
                    match slow_sabacc::compare(&other, hand, slow) {
                        Ordering::Greater => ways[0] += found,
                        Ordering::Equal => ways[1] += found,
                        Ordering::Less => {}
                    }
                }
                let [beaten, tied] = [0, 1].map(|i| ways[i] as f64 / ways[2] as f64);
                let told = |name: &str| {
                    let found = facts.outcomes.iter().find(|(told, _)| told == name);
                    found
                        .and_then(|(_, odds)| *odds)
                        .unwrap_or_else(|| panic!("no {name}: {facts:?}"))
                };
                assert!((told(&format!("beaten_by_{cards}")) - beaten).abs() < 1e-12, "{facts:?}");
                if cards == hand.len() {
                    assert!((facts.beaten.unwrap() - beaten).abs() < 1e-12, "{facts:?}");
                    assert!((told("tied") - tied).abs() < 1e-12, "{facts:?}");
                    place(&facts, hand, slow);
                }
            }
        }
    }
}

/// Its rank and its rarity among hands of the same size.
fn place(facts: &croupier::framework::HandFacts, hand: &[i8], slow: &slow_sabacc::Readings) {
    let mut same = slow_sabacc::hands(hand.len());
    same.sort_by(|one, two| slow_sabacc::compare(two, one, slow));
    let ways = |hand: &Vec<i8>| slow_sabacc::ways(hand, &[]);
    let all: u64 = same.iter().map(ways).sum();
    let ties = |other: &&Vec<i8>| slow_sabacc::compare(other, hand, slow).is_eq();
    let equal: u64 = same.iter().filter(ties).map(ways).sum();
    assert!((facts.rarity.unwrap() - equal as f64 / all as f64).abs() < 1e-12, "{facts:?}");
    same.dedup_by(|one, two| slow_sabacc::compare(one, two, slow).is_eq());
    let above = same.iter().filter(|other| slow_sabacc::compare(other, hand, slow).is_gt());
    assert_eq!((facts.rank, facts.ranks), (above.count() as u64 + 1, same.len() as u64));
}

#[test]
fn hands_that_nobody_can_hold_are_refused() {
    for (text, part) in [
        ("", "too few cards"),
        ("+5", "too few cards"),
        ("0 0 0", "the deck holds 2 of 0"),
        ("5 5 5 5", "the deck holds 3 of +5"),
        ("1 2 3 4 5 6", "at most 5"),
        ("+11 -5", "`+11` is no Sabacc card"),
        ("five", "`five` is no Sabacc card"),
    ] {
        let error = exact::hand_facts(&Rules::default(), text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// The source's examples of each hand, as corrected, best category first.
const EXAMPLES: &[(&str, &[&[i8]])] = &[
    ("pure-sabacc", &[&[0, 0]]),
    ("full-sabacc", &[&[10, 10, -10, -10, 0]]),
    ("fleet", &[&[5, 5, -5, -5, 0], &[9, 9, -9, -9, 0]]),
    ("yee-haa", &[&[5, -5, 0], &[7, -7, 0]]),
    ("rhylet", &[&[2, 2, 2, -3, -3], &[-4, -4, -4, 6, 6]]),
    ("squadron", &[&[5, 5, -5, -5], &[1, 1, -1, -1]]),
    ("gee-whiz", &[&[1, 2, 3, 4, -10], &[-1, -2, -3, -4, 10]]),
    ("straight-khyron", &[&[7, -8, -9, 10], &[-4, 5, 6, -7]]),
    ("banthas-wild", &[&[4, 4, 4, -3, -9], &[5, 5, -5, -3, -2]]),
    ("rule-of-two", &[&[3, 3, 5, -5, -6], &[9, -9, 4, -4]]),
    ("one-pair", &[&[5, -5], &[3, 3, -6]]),
    ("sabacc", &[&[1, 8, -2, -7], &[9, -2, -7], &[4, 6, -10], &[4, 5, -9], &[1, 8, -9]]),
    ("nulrhek", &[&[4, -5], &[3, 5, -1, -5], &[3, -2], &[2, -3], &[4, 9, -1, -3, -8]]),
];

#[test]
fn the_sources_examples_are_what_it_says_and_beat_all_below() {
    for (rules, ..) in readings() {
        let ranking = Ranking::for_rules(&rules);
        let mut worst = u16::MAX;
        for (name, hands) in EXAMPLES {
            let ranks: Vec<u16> = hands.iter().map(|hand| ranking.rank(fast(hand))).collect();
            for (&rank, hand) in ranks.iter().zip(*hands) {
                assert_eq!(ranking.category(rank).name(), *name, "{hand:?}");
                assert!(rank < worst, "{hand:?}");
            }
            worst = *ranks.iter().min().unwrap();
        }
    }
}

/// The source's own pairs: the first beats the second.
const BEATS: &[[&[i8]; 2]] = &[
    [&[1, 8, -2, -7], &[9, -2, -7]],
    [&[4, 6, -10], &[4, 5, -9]],
    [&[1, 8, -9], &[4, 5, -9]],
    [&[4, -5], &[3, 5, -1, -5]],
    [&[3, -2], &[2, -3]],
    [&[4, 9, -1, -3, -8], &[5, 10, -7, -7]],
    [&[4, 9, -6, -6], &[5, 7, -4, -7]],
    [&[2, 10, -4, -7], &[3, 9, -5, -6]],
];

#[test]
fn the_sources_beats_examples_hold() {
    for (rules, ..) in readings() {
        let ranking = Ranking::for_rules(&rules);
        for [one, two] in BEATS {
            assert!(ranking.rank(fast(one)) > ranking.rank(fast(two)), "{one:?} {two:?}");
        }
    }
}
