//! The quick and the thorough evaluation of cards agree, on every day and under every reading.

use croupier::framework::GameRules;
use croupier::games::fizzbin::eval::{Ceilings, Evaluator, Memo, Spare, Standing};
use croupier::games::fizzbin::hand::{Card, Cards, KINDS, Value};
use croupier::games::fizzbin::rules::{
    BarScope, Deck, Drella, Frac, FridayPairs, FullDark, Kesla, Kinds, LandruKronk, Order,
    PromotedKings, Rules, Tepo, TueDeck, Unused, Zethrac,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::cmp::Ordering;

/// The cards of a table, shuffled as far as players may hold them.
fn deal(rules: &Rules, cards: usize, generator: &mut Pcg64Mcg) -> Vec<Card> {
    let of =
        |kind| std::iter::repeat_n(Card::of_kind(kind), rules.copies(Card::of_kind(kind)).into());
    let mut deck: Vec<Card> = (0..KINDS).flat_map(of).collect();
    let cards = cards.min(deck.len());
    for i in 0..cards {
        let j = generator.random_range(i..deck.len());
        deck.swap(i, j);
    }
    deck.truncate(cards);
    deck
}

/// Each preset, and the readings that the quick evaluation supports.
fn tables() -> Vec<Rules> {
    let presets = || Rules::presets().iter().map(|preset| Rules::preset(preset.name).unwrap());
    let mut tables: Vec<Rules> = presets().collect();
    for base in presets() {
        tables.extend([
            Rules { koiks: 2, kinds: Kinds::Literal, ..base.clone() },
            Rules { drella: Drella::Inforce, tepo: Tepo::Off, koiks: 0, ..base.clone() },
            Rules { kesla: Kesla::Always, unused: Unused::Blank, ..base.clone() },
            Rules { drella: Drella::Noscore, ..base.clone() },
            Rules { frac: Frac::Count, koiks: 2, ..base.clone() },
            Rules { bar_scope: BarScope::All, frac: Frac::Count, ..base.clone() },
            Rules { bar_scope: BarScope::All, drella: Drella::Inforce, ..base.clone() },
            Rules { friday_pairs: FridayPairs::Family, full_dark: FullDark::K2, ..base.clone() },
            Rules { zethrac: Zethrac::Alone, order: Order::Plain, koiks: 3, ..base.clone() },
            Rules { landru_kronk: LandruKronk::Rank(14), players: 12, ..base.clone() },
            Rules { deck: Deck::Ordinary, tue_deck: TueDeck::Lowwild, ..base.clone() },
            Rules { deck: Deck::Ordinary, tue_deck: TueDeck::Promoted52, ..base.clone() },
            Rules {
                deck: Deck::Ordinary,
                tue_deck: TueDeck::Promoted52,
                promoted_kings: PromotedKings::LikeDeuce,
                kesla: Kesla::DoublyDead,
                kinds: Kinds::Literal,
                ..base.clone()
            },
        ]);
    }
    tables
}

#[test]
fn the_quick_way_and_the_thorough_way_agree() {
    let mut generator = Pcg64Mcg::seed_from_u64(1);
    for rules in tables() {
        assert!(rules.check().is_empty(), "{:?}", rules.check());
        let law = Evaluator::new(&rules);
        for turn in 0..1500 {
            let held = 1 + turn % 7;
            let piled = if turn % 3 == 0 { 0 } else { generator.random_range(0..24) };
            let cards = deal(&rules, held + piled, &mut generator);
            let (hand, pile) = cards.split_at(held.min(cards.len()));
            let (hand, pile) = (Cards::from_cards(hand), Cards::from_cards(pile));
            let told = || format!("{hand} + {pile} under {rules:?}");
            let quick = law.natural(&hand, &pile);
            assert_eq!(quick, law.thorough().natural(&hand, &pile), "{}", told());
            assert_eq!(quick.0, law.natural_hand(&hand, &pile), "{}", told());
            let koiks = hand.count(Card::KOIK);
            let suited = hand.set() & !1;
            if pile.is_empty() && hand.len() == koiks + suited.count_ones() {
                assert_eq!(law.natural_set(suited, koiks, hand.len()), quick, "{}", told());
            }
        }
    }
}

#[test]
fn kronks_are_spent_quickly_as_they_are_thoroughly() {
    let mut generator = Pcg64Mcg::seed_from_u64(5);
    let mut spent = 0;
    for rules in tables() {
        let law = Evaluator::new(&rules);
        let thorough = law.thorough();
        for turn in 0..400 {
            let held = 6 + turn % 2;
            let piled = if turn % 4 == 0 { 0 } else { generator.random_range(0..12) };
            let cards = deal(&rules, held + piled, &mut generator);
            let (hand, pile) = cards.split_at(held.min(cards.len()));
            let (hand, pile, last) =
                (Cards::from_cards(hand), Cards::from_cards(pile), hand.last().copied());
            let ceilings = Ceilings {
                hand: generator.random_range(0..5),
                combined: generator.random_range(0..6),
            };
            let score = law.score(&hand, &pile, ceilings, last);
            let told = || format!("{hand} + {pile}, {ceilings:?} under {rules:?}");
            assert_eq!(score, thorough.score(&hand, &pile, ceilings, last), "{}", told());
            spent += score.spent();
        }
    }
    assert!(spent > 50_000, "{spent}");
}

/// The names still possible for a hand, judged from the cards that it gets and gives.
#[test]
fn what_a_hand_gets_and_gives_is_seen_as_if_it_had_done_so() {
    let mut generator = Pcg64Mcg::seed_from_u64(6);
    let mut settled = 0;
    for rules in tables() {
        let law = Evaluator::new(&rules);
        for turn in 0..300 {
            let held = 6 + turn % 3;
            let cards = deal(&rules, held + 1 + turn % 5, &mut generator);
            let (hand, pile) = cards.split_at(held.min(cards.len() - 1));
            let (got, hand) = (pile[0], Cards::from_cards(hand));
            let pile = Cards::from_cards(&pile[1..]);
            let told = || format!("{hand} + {pile} and {got} under {rules:?}");
            let id = |value: Value| value.id().unwrap_or(8);

            // Cards are given away one by one.
            let whole = law.whole(&hand, &pile);
            let giving = law.giving(&hand, &whole);
            let rests: Vec<(Card, Standing)> = hand
                .different()
                .map(|card| {
                    let (mut rest, mut more) = (hand, pile);
                    rest.take(card);
                    more.add(card);
                    let standing = giving.without(card);
                    assert_eq!(standing.value, law.natural_hand(&rest, &more), "{}", told());
                    assert_eq!(standing.value, law.natural(&rest, &more).0, "{}", told());
                    assert_eq!(standing.parts, law.parts(&rest), "{}", told());
                    (card, standing)
                })
                .collect();
            let high = rests.iter().any(|(_, standing)| id(standing.value) <= 3);
            for (card, standing) in rests.iter().filter(|_| giving.is_quick()) {
                let found = Some(*standing).filter(|standing| id(standing.value) <= 3);
                assert_eq!(giving.high_without(*card), found, "{card} of {}", told());
                let foreseen = giving.may_be_high() >> card.bit() & 1 == 1;
                assert!(foreseen || found.is_none(), "{card} of {}", told());
            }
            // The first cards that a builder gives up.
            let worth = |standing: &Standing| {
                let high = if id(standing.value) <= 3 { 4 - id(standing.value) } else { 0 };
                let fallback = standing.three_quarter && hand.len() <= 7;
                (high, standing.parts, fallback, standing.value)
            };
            let best = rests.iter().map(|(_, standing)| worth(standing)).max().unwrap();
            let spare = match giving.spare_of_high() {
                spare if high || !giving.is_quick() => spare,
                spare => {
                    assert!(!matches!(spare, Spare::Any(_)), "{}", told());
                    giving.spare_of_low()
                }
            };
            for (card, standing) in rests.iter().filter(|_| giving.is_quick()) {
                let of = |set: u64| set >> card.bit() & 1 == 1;
                let is_best = worth(standing) == best;
                match spare {
                    Spare::Any(cards) => {
                        assert_eq!(of(cards), is_best, "{card} of {}", told());
                        settled += 1;
                    }
                    Spare::Among(first, second) => {
                        let mut rests = rests.iter().filter(|(_, standing)| worth(standing).0 > 0);
                        let does = rests.any(|(card, _)| first >> card.bit() & 1 == 1);
                        let among = if high && !does { second } else { first };
                        assert!(of(among) || !is_best, "{card} of {}", told());
                    }
                }
            }

            // With one card more, and perhaps one less: only foreseen names may appear.
            let mut more = hand;
            more.add(got);
            let mut least = id(law.natural_hand(&more, &pile));
            let foreseen = |of: u32, below: u8| law.raising(&hand, of, below) >> got.bit() & 1 == 1;
            for below in 1..=8 {
                assert!(least >= below || foreseen(hand.len() + 1, below), "{}", told());
            }
            for given in more.different() {
                let (mut rest, mut pile) = (more, pile);
                rest.take(given);
                pile.add(given);
                least = id(law.natural_hand(&rest, &pile));
                for below in 1..=8 {
                    assert!(least >= below || foreseen(hand.len(), below), "{given}: {}", told());
                }
            }
        }
    }
    assert!(settled > 10_000, "{settled}");
}

#[test]
fn more_kronks_never_score_less_and_ceilings_are_kept() {
    let mut generator = Pcg64Mcg::seed_from_u64(2);
    for rules in tables() {
        let law = Evaluator::new(&rules);
        for turn in 0..60 {
            let cards = deal(&rules, 6 + turn % 12, &mut generator);
            let (hand, pile) = cards.split_at(6 + turn % 2 * usize::from(cards.len() > 6));
            let (hand, pile) = (Cards::from_cards(hand), Cards::from_cards(pile));
            let mut last = None;
            for kronks in 0..5 {
                let ceilings = Ceilings { hand: kronks, combined: kronks };
                let score = law.score(&hand, &pile, ceilings, None);
                assert!(score.hand.spent <= kronks && score.combined.spent <= kronks);
                if let Some(last) = last.replace(score) {
                    let names = score.hand.value.names().cmp(&last.hand.value.names());
                    assert_ne!(names, Ordering::Less, "{hand} + {pile} under {rules:?}");
                }
                assert_eq!(law.compare(&score, &score), Ordering::Equal);
            }
        }
    }
}

#[test]
fn many_ceilings_score_as_each_by_itself() {
    let mut generator = Pcg64Mcg::seed_from_u64(4);
    for rules in tables() {
        let law = Evaluator::new(&rules);
        for turn in 0..30 {
            let cards = deal(&rules, 5 + turn % 14, &mut generator);
            let (hand, pile) = cards.split_at(5 + turn % 3 * usize::from(cards.len() > 7));
            let (hand, pile, last) =
                (Cards::from_cards(hand), Cards::from_cards(pile), Some(hand[0]));
            let mut memo = Memo::default();
            for kronks in 1..40 {
                let ceilings = Ceilings { hand: kronks % 5, combined: kronks * 3 % 8 };
                if ceilings != Ceilings::NONE {
                    let score = law.score(&hand, &pile, ceilings, last);
                    assert_eq!(
                        law.score_again((&hand, &pile, last), ceilings, &mut memo),
                        score,
                        "{hand} + {pile}, {ceilings:?}, {rules:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_spent_kronk_stands_for_a_card_of_the_deck() {
    let mut generator = Pcg64Mcg::seed_from_u64(3);
    let (mut told, mut cards_told) = (0, 0);
    for rules in tables() {
        let law = Evaluator::new(&rules);
        for turn in 0..40 {
            let held = 6 + turn % 2;
            let cards = deal(&rules, held + turn % 9, &mut generator);
            let (hand, pile) = cards.split_at(held.min(cards.len()));
            let (hand, pile) = (Cards::from_cards(hand), Cards::from_cards(pile));
            let most = law.most(&hand, &pile, None);
            let ceilings = Ceilings {
                hand: generator.random_range(0..=most.hand),
                combined: generator.random_range(0..=most.combined),
            };
            let score = law.score(&hand, &pile, ceilings, None);
            let spent = law.spent(&hand, &pile, &score);
            assert_eq!(
                [spent[0].len(), spent[1].len()],
                [usize::from(score.hand.spent), usize::from(score.combined.spent)]
            );
            for (stage, from) in spent.iter().zip([hand, hand.and(&pile)]) {
                let mut left = from;
                for kronk in stage {
                    let it = kronk.card;
                    // No kronk is used twice in a stage, and only wild or named cards are.
                    assert!(left.holds(it), "{it} of {from} under {rules:?}");
                    left.take(it);
                    assert!(law.is_kronk(it) || score.named == Some(it));
                    let of_deck = |kind: usize| {
                        let card = Card::of_kind(kind);
                        rules.copies(card) > 0 && kronk.stand.is(card)
                    };
                    assert!((1..KINDS).any(of_deck), "{} under {rules:?}", kronk.stand);
                    cards_told += 1;
                }
            }
            told += u32::from(score.spent() > 0);
        }
    }
    assert!(told > 2_000 && cards_told > 4_000, "{told} {cards_told}");
}

#[test]
fn what_decides_is_what_comparing_finds() {
    let mut generator = Pcg64Mcg::seed_from_u64(4);
    let mut seen = std::collections::BTreeSet::new();
    for base in tables() {
        let rules = Rules { tail: croupier::games::fizzbin::rules::Tail::Cards, ..base };
        let law = Evaluator::new(&rules);
        // Few cards, so that there are many ties.
        let scores: Vec<_> = (0..30)
            .map(|turn| {
                let cards = deal(&rules, 8, &mut generator);
                let (hand, pile) = cards.split_at(if turn % 2 == 0 { 1 } else { 3 });
                let (hand, pile) = (Cards::from_cards(hand), Cards::from_cards(pile));
                let ceilings = Ceilings { hand: turn % 2, combined: turn % 3 };
                law.score(
                    &hand,
                    &Cards::from_cards(&pile.different().take(2).collect::<Vec<_>>()),
                    ceilings,
                    None,
                )
            })
            .collect();
        for (i, a) in scores.iter().enumerate() {
            for b in &scores[i + 1..] {
                let found = law.decider(a, b);
                assert_eq!(found.map_or(Ordering::Equal, |(_, order)| order), law.compare(a, b));
                if let Some((decider, _)) = found {
                    let [own, others] = law.decided_by(a, b, decider);
                    assert!(own != others, "{decider:?}: {own} twice under {rules:?}");
                    seen.insert(decider.name());
                }
            }
        }
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
}
