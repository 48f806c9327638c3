//! The slow Corellian Spike Sabacc (`tests/slow_sabacc`) against the reference results of its rules
//! document, the examples of its source, and games small enough to follow by hand.

use crate::slow_sabacc::{
    Act, CATEGORIES, Category, DealerMoves, Decider, ExtraCards, Gain, Habit, Look, Outcome,
    Precise, Public, RandomLegal, Readings, StandAlways, Sylops, category, census, compare, deck,
    distinct_ranks, hands, play, play_from, two_standing, ways,
};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::cmp::Ordering;

fn examples_only() -> Readings {
    Readings { extra_cards: ExtraCards::ExamplesOnly, ..Readings::default() }
}

fn in_runs(readings: Readings) -> Readings {
    Readings { sylops: Sylops::InRuns, ..readings }
}

/// All readings of the ranking.
fn readings() -> Vec<Readings> {
    let mut all = Vec::new();
    for extra_cards in [ExtraCards::Allowed, ExtraCards::ExamplesOnly] {
        for precise in [Precise::First, Precise::AfterValue, Precise::Off] {
            for sylops in [Sylops::Apart, Sylops::InRuns] {
                all.push(Readings { extra_cards, precise, sylops, ..Readings::default() });
            }
        }
    }
    all
}

#[test]
fn the_deck_has_62_cards_and_makes_65_065_hands() {
    assert_eq!(deck().len(), 62);
    let chosen = [1, 62, 1_891, 37_820, 557_845, 6_471_002];
    for size in 2..=5 {
        assert_eq!(hands(size).iter().map(|hand| ways(hand, &[])).sum::<u64>(), chosen[size]);
    }
    assert_eq!((2..=5).map(|size| hands(size).len()).sum::<usize>(), 65_065);
}

/// The counts of all C(62, k) hands and of distinct ones, by category, best first.
type Census = [([u64; 13], [usize; 13]); 4];

const ALLOWED: Census = [
    ([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90, 0, 1800], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 220]),
    (
        [0, 0, 0, 180, 0, 0, 0, 0, 0, 0, 90, 1080, 36470],
        [0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 10, 40, 1710],
    ),
    (
        [0, 0, 0, 270, 0, 90, 0, 1134, 18, 3645, 1998, 10908, 539782],
        [0, 0, 0, 20, 0, 10, 0, 14, 6, 45, 74, 148, 10268],
    ),
    (
        [0, 18, 162, 11412, 18, 90, 486, 12150, 10350, 8154, 87156, 59400, 6281606],
        [0, 1, 9, 135, 6, 10, 2, 60, 170, 142, 528, 316, 51100],
    ),
];

const EXAMPLES_ONLY: Census = [
    ALLOWED[0],
    ALLOWED[1],
    (
        [0, 0, 0, 0, 0, 90, 0, 1134, 18, 3645, 2268, 10908, 539782],
        [0, 0, 0, 0, 0, 10, 0, 14, 6, 45, 94, 148, 10268],
    ),
    (
        [0, 18, 162, 0, 18, 0, 486, 0, 10476, 15444, 93348, 69444, 6281606],
        [0, 1, 9, 0, 6, 0, 2, 0, 186, 187, 626, 362, 51100],
    ),
];

/// With sylops in runs: 0 +1 +2 -3 and its mirror image are runs, 2 x 3^3 of them with either
/// sylop, and with one card more 0 0 +1 +2 -3 (2 x 3^3) and 0 +1 +2 +3 -6 (2 x 2 x 3^4). Otherwise
/// they are only a Sabacc.
fn with_sylops_in_runs(mut counts: Census, extra: bool) -> Census {
    let mut move_up = |cards: usize, all: u64, distinct: usize| {
        let (of_all, of_distinct) = &mut counts[cards - 2];
        (of_all[7], of_all[11]) = (of_all[7] + all, of_all[11] - all);
        (of_distinct[7], of_distinct[11]) = (of_distinct[7] + distinct, of_distinct[11] - distinct);
    };
    move_up(4, 108, 2);
    if extra {
        move_up(5, 54 + 324, 2 + 2);
    }
    counts
}

/// The counts of two and three cards and the 7,898 ranks are the document's; the rest are this
/// ranking's own.
#[test]
fn categories_and_ranks_are_as_many_as_they_should_be() {
    for (readings, counts, ranks) in [
        (Readings::default(), ALLOWED, 7_898),
        (examples_only(), EXAMPLES_ONLY, 7_801),
        (in_runs(Readings::default()), with_sylops_in_runs(ALLOWED, true), 7_899),
        (in_runs(examples_only()), with_sylops_in_runs(EXAMPLES_ONLY, false), 7_801),
    ] {
        for size in 2..=5 {
            let (of_all, distinct) = counts[size - 2];
            assert_eq!(census(size, &readings), of_all);
            let hands = hands(size);
            let is = |what| hands.iter().filter(|hand| category(hand, &readings) == what).count();
            assert_eq!(CATEGORIES.map(is), distinct);
        }
        assert_eq!(distinct_ranks(2..=5, &readings), (65_065, ranks));
    }
}

/// The source's examples, as corrected.
const EXAMPLES: [(&[i8], Category); 20] = [
    (&[0, 0], Category::PureSabacc),
    (&[10, 10, -10, -10, 0], Category::FullSabacc),
    (&[5, 5, -5, -5, 0], Category::Fleet),
    (&[9, 9, -9, -9, 0], Category::Fleet),
    (&[5, -5, 0], Category::YeeHaa),
    (&[7, -7, 0], Category::YeeHaa),
    (&[2, 2, 2, -3, -3], Category::Rhylet),
    (&[-4, -4, -4, 6, 6], Category::Rhylet),
    (&[5, 5, -5, -5], Category::Squadron),
    (&[1, 1, -1, -1], Category::Squadron),
    (&[1, 2, 3, 4, -10], Category::GeeWhiz),
    (&[-1, -2, -3, -4, 10], Category::GeeWhiz),
    (&[7, -8, -9, 10], Category::StraightKhyron),
    (&[-4, 5, 6, -7], Category::StraightKhyron),
    (&[4, 4, 4, -3, -9], Category::BanthasWild),
    (&[5, 5, -5, -3, -2], Category::BanthasWild),
    (&[3, 3, 5, -5, -6], Category::RuleOfTwo),
    (&[9, -9, 4, -4], Category::RuleOfTwo),
    (&[5, -5], Category::OnePair),
    (&[3, 3, -6], Category::OnePair),
];

#[test]
fn the_sources_examples_are_what_it_says() {
    for readings in readings() {
        for (hand, is) in EXAMPLES {
            assert_eq!(category(hand, &readings), is, "{hand:?}");
        }
    }
}

#[test]
fn extra_cards_as_they_are_read() {
    use Category::*;
    for (hand, allowed, otherwise) in [
        (vec![3, 3, -6, 0], YeeHaa, OnePair),
        (vec![0, 0, 5, -5], YeeHaa, OnePair),
        (vec![3, -3, 4, -4, 0], YeeHaa, RuleOfTwo),
        (vec![2, 2, 2, -6, 0], YeeHaa, BanthasWild),
        (vec![2, 2, 2, -2, -4], Squadron, BanthasWild),
        (vec![1, 2, 3, -4, -2], StraightKhyron, OnePair),
        (vec![7, -8, -9, 10, 0], StraightKhyron, Sabacc),
        (vec![2, 3, -4, 5, -6], StraightKhyron, Sabacc),
        (vec![4, 4, -4, -2, -2], BanthasWild, BanthasWild),
        (vec![2, 2, 2, -6], BanthasWild, BanthasWild),
        (vec![0, 0, 3, -1, -2], Sabacc, Sabacc),
        (vec![0, 1, 2, -3], Sabacc, Sabacc),
        (vec![0, 5], Nulrhek, Nulrhek),
        (vec![5, 5], Nulrhek, Nulrhek),
        (vec![10, -10, 10, -10], Squadron, Squadron),
    ] {
        assert_eq!(category(&hand, &Readings::default()), allowed, "{hand:?}");
        assert_eq!(category(&hand, &examples_only()), otherwise, "{hand:?}");
    }
}

#[test]
fn sylops_in_runs_are_zeros() {
    use Category::*;
    for (hand, allowed, otherwise) in [
        (vec![0, 1, 2, -3], StraightKhyron, StraightKhyron),
        (vec![0, -1, -2, 3], StraightKhyron, StraightKhyron),
        (vec![0, 0, 1, 2, -3], StraightKhyron, Sabacc),
        (vec![0, 1, 2, 3, -6], StraightKhyron, Sabacc),
        (vec![0, 1, -2, -3, 4], StraightKhyron, Sabacc),
        // A pair and a sylop are worth more, if such a hand may have other cards.
        (vec![0, 2, 2, -1, -3], YeeHaa, OnePair),
        // No pair, no set, no run of other values.
        (vec![0, 0], PureSabacc, PureSabacc),
        (vec![0, 0, 4, -4], YeeHaa, OnePair),
        (vec![0, 2, 3, -5], Sabacc, Sabacc),
        (vec![0, 0, 1, -1], YeeHaa, OnePair),
        (vec![0, 1, 2, 3], Nulrhek, Nulrhek),
        (vec![1, 2, 3, 4, -10], GeeWhiz, GeeWhiz),
    ] {
        assert_eq!(category(&hand, &in_runs(Readings::default())), allowed, "{hand:?}");
        assert_eq!(category(&hand, &in_runs(examples_only())), otherwise, "{hand:?}");
    }
    // The lowest run, then S13.
    let all = in_runs(Readings::default());
    assert_descending(&[&[0, 1, 2, -3], &[1, -2, -3, 4], &[7, -8, -9, 10]], &all);
    assert_descending(&[&[0, 1, 2, 3, -6], &[0, 1, 4, -2, -3], &[0, 0, 1, 2, -3]], &all);
    assert_descending(&[&[0, 3, -1, -2], &[0, 1, 2, -3], &[0, 0, 3, -1, -2]], &all);
}

/// Asserts that each hand beats the next.
fn assert_descending(best_first: &[&[i8]], readings: &Readings) {
    for (i, one) in best_first.iter().enumerate() {
        for (j, two) in best_first.iter().enumerate() {
            assert_eq!(compare(one, two, readings), j.cmp(&i), "{one:?} {two:?} {readings:?}");
        }
    }
}

#[test]
fn the_sources_beats_examples_hold() {
    for readings in readings() {
        assert_descending(&[&[1, 8, -2, -7], &[9, -2, -7]], &readings);
        assert_descending(&[&[4, 6, -10], &[4, 5, -9]], &readings);
        assert_descending(&[&[1, 8, -9], &[4, 5, -9]], &readings);
        assert_descending(&[&[4, -5], &[3, 5, -1, -5]], &readings);
        assert_descending(&[&[3, -2], &[2, -3]], &readings);
        assert_descending(&[&[4, 9, -1, -3, -8], &[5, 10, -7, -7]], &readings);
        assert_descending(&[&[4, 9, -6, -6], &[5, 7, -4, -7]], &readings);
        assert_descending(&[&[2, 10, -4, -7], &[3, 9, -5, -6]], &readings);
        let ladder: Vec<&[i8]> = vec![
            &[0, 0],
            &[10, 10, -10, -10, 0],
            &[5, 5, -5, -5, 0],
            &[7, -7, 0],
            &[2, 2, 2, -3, -3],
            &[5, 5, -5, -5],
            &[1, 2, 3, 4, -10],
            &[7, -8, -9, 10],
            &[4, 4, 4, -3, -9],
            &[9, -9, 4, -4],
            &[3, 3, -6],
            &[1, 8, -9],
            &[4, -5],
        ];
        assert_descending(&ladder, &readings);
    }
}

#[test]
fn s15_in_its_order() {
    let first = Readings::default();
    let after = Readings { precise: Precise::AfterValue, ..Readings::default() };
    let off = Readings { precise: Precise::Off, ..Readings::default() };
    // Fewer cards, then the pair, then S13: most cards (idle but under `off`), positive sum.
    assert_descending(&[&[2, -2], &[9, -9], &[1, 1, -2], &[2, 2, -4]], &first);
    assert_descending(&[&[1, -1], &[1, 1, -2], &[2, -2], &[2, 2, -4], &[9, -9]], &after);
    assert_descending(&[&[1, 1, -2], &[1, -1], &[2, 2, -4], &[2, -2], &[9, -9]], &off);
    // The pair above the positive sum, and the positive sum last: 4 against 2 and 2.
    assert_descending(&[&[1, -1, 5, -2, -3], &[2, 2, -10, 7, -1]], &off);
    assert_descending(&[&[-2, -2, 4], &[-3, -3, 6]], &first);
    assert_eq!(compare(&[2, 2, -4], &[-2, -2, 4], &first), Ordering::Less);
    // S13 to the single card: the sums are 9, 9.
    assert_descending(&[&[1, -1, 8, -3, -5], &[1, 1, 7, -3, -6]], &first);
    // Yee-haa: the lowest pair of several.
    assert_descending(&[&[1, 1, -2, 0], &[3, 3, -6, 0], &[1, -1, 5, -5, 0]], &first);
    assert_descending(&[&[1, -1, 9, -9, 0], &[2, -2, 3, -3, 0]], &first);
    // Rule of Two: the lower pair, then the higher.
    assert_descending(
        &[&[1, -1, 9, -9], &[2, -2, 3, -3], &[2, -2, 4, -4], &[1, 1, 2, 2, -6]],
        &first,
    );
    assert_descending(&[&[1, 1, 2, 2, -6], &[1, -1, 9, -9], &[2, -2, 3, -3]], &after);
    // Rhylet, Fleet, Squadron, Khyron: the set; then the positive sum; two Gee Whizzes by a card.
    assert_descending(&[&[-2, -2, -2, 3, 3], &[4, 4, 4, -6, -6], &[-6, -6, -6, 9, 9]], &first);
    assert_eq!(compare(&[2, 2, 2, -3, -3], &[-2, -2, -2, 3, 3], &first), Ordering::Less);
    assert_descending(&[&[1, 1, -1, -1, 0], &[9, 9, -9, -9, 0]], &first);
    assert_descending(&[&[10, 10, -10, -10], &[1, 1, 1, -1, -2]], &first);
    assert_descending(&[&[1, 1, -1, -1], &[1, 1, 1, -1, -2], &[10, 10, -10, -10]], &after);
    assert_descending(&[&[1, 1, 1, -1, -2], &[1, 1, -1, -1], &[10, 10, -10, -10]], &off);
    assert_descending(&[&[1, -2, -3, 4], &[7, -8, -9, 10], &[1, 2, 3, -4, -2]], &first);
    assert_eq!(compare(&[1, -2, -3, 4], &[-1, 2, 3, -4], &first), Ordering::Greater);
    assert_descending(&[&[-1, -2, -3, -4, 10], &[1, 2, 3, 4, -10]], &first);
    // Nulrhek: the total, its sign, then S13 with no positive card as 0.
    assert_descending(&[&[1, 0], &[-1, 0], &[1, 1], &[-1, -1, 0], &[0, -2], &[-10, -10]], &first);
    assert_eq!(compare(&[-1, -9], &[-3, -7], &first), Ordering::Equal);
}

#[test]
fn the_ranking_is_a_total_preorder() {
    readings().into_par_iter().for_each(|readings| {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut all: Vec<Vec<i8>> = (2..=5).flat_map(hands).collect();
        all.shuffle(&mut rng);
        all.sort_by(|a, b| compare(a, b, &readings));
        // The rank of each hand: the number of steps below it.
        let mut ranks = vec![0];
        for two in all.windows(2) {
            let step = compare(&two[1], &two[0], &readings);
            assert_ne!(step, Ordering::Less);
            ranks.push(ranks[ranks.len() - 1] + usize::from(step == Ordering::Greater));
        }
        // Pairs of hands compare as their ranks do, near and far apart: so the order is transitive.
        for _ in 0..200_000 / crate::tables::part() {
            let one = rng.random_range(0..all.len());
            let far = rng.random_range(0..all.len());
            let near = (one + rng.random_range(0..50)).min(all.len() - 1);
            for two in [far, near] {
                let is = compare(&all[one], &all[two], &readings);
                assert_eq!(is, ranks[one].cmp(&ranks[two]), "{:?} {:?}", all[one], all[two]);
                assert_eq!(is.reverse(), compare(&all[two], &all[one], &readings));
            }
        }
        let count = match (readings.extra_cards, readings.sylops) {
            (ExtraCards::Allowed, Sylops::Apart) => 7_898,
            (ExtraCards::Allowed, Sylops::InRuns) => 7_899,
            (ExtraCards::ExamplesOnly, _) => 7_801,
        };
        assert_eq!(ranks[ranks.len() - 1] + 1, count, "{readings:?}");
    });
}

#[test]
fn the_order_of_a_hands_cards_means_nothing() {
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    for hand in (2..=5).flat_map(hands) {
        let mut other = hand.clone();
        other.shuffle(&mut rng);
        assert_eq!(compare(&hand, &other, &Readings::default()), Ordering::Equal);
    }
}

/// Follows a script, then stands.
#[derive(Debug)]
struct Script {
    acts: Vec<Act>,
    keeps: Vec<bool>,
}

impl Decider for Script {
    fn act(&mut self, _: &Look<'_>) -> Act {
        if self.acts.is_empty() { Act::Stand } else { self.acts.remove(0) }
    }

    fn keep(&mut self, _: &Look<'_>, _: i8) -> bool {
        self.keeps.remove(0)
    }
}

fn script(acts: &[Act], keeps: &[bool]) -> Box<dyn Decider> {
    Box::new(Script { acts: acts.to_vec(), keeps: keeps.to_vec() })
}

/// A deck that begins with these cards.
fn stacked(first: &[i8]) -> Vec<i8> {
    let mut rest = deck();
    for card in first {
        rest.remove(rest.iter().position(|other| other == card).unwrap());
    }
    rest.extend(first.iter().rev());
    rest
}

/// Dice that never double, for tests that do not change that.
fn no_doubles() -> Readings {
    Readings { dice_faces: u32::MAX, ..Readings::default() }
}

fn play_script(
    readings: &Readings,
    seats: Vec<Box<dyn Decider>>,
    deck: Vec<i8>,
    dealer: usize,
) -> Outcome {
    let mut seats = seats;
    play_from(readings, &mut seats, deck, &mut Pcg64Mcg::seed_from_u64(5), dealer)
}

#[test]
fn a_game_by_hand() {
    let seats = vec![
        script(&[Act::Swap(-6), Act::Exchange(5)], &[]),
        script(&[Act::Draw, Act::Swap(7)], &[]),
    ];
    let game = play_script(&no_doubles(), seats, stacked(&[5, 7, -6, 2, -4, 3, 8]), 1);
    assert_eq!(
        game.turns,
        [
            (0, 1, Public::Swap(-6, -4)),
            (1, 1, Public::Keep),
            (0, 2, Public::Exchange(5)),
            (1, 2, Public::Swap(7, 5)),
            (0, 3, Public::Stand),
            (1, 3, Public::Stand),
        ]
    );
    assert_eq!(game.hands, [vec![-4, 8], vec![2, 3, 5]]);
    assert_eq!(game.discard_pile, [-6, 7]);
    assert_eq!((game.winner, game.net, game.doubles), (0, vec![1.0, -1.0], 0));
    assert_eq!(game.shown[1].as_ref().unwrap().category, Category::Nulrhek);
    assert_eq!((game.last_round, game.blind_draws, game.reshuffles), (3, 0, 0));
}

#[test]
fn a_double_redeals_all_hands() {
    let readings = Readings { dice_faces: 1, game_rounds: 1, ..Readings::default() };
    let seats = vec![script(&[Act::Draw], &[]), script(&[], &[])];
    let cards = stacked(&[5, 7, -6, 2, -4, 3, 8, -8, 0, 9, -7]);
    let game = play_script(&readings, seats, cards, 1);
    assert_eq!(game.discard_pile, [-4, -6, 3, 5, 2, 7]);
    assert_eq!(game.hands, [vec![8, -8, 0], vec![9, -7]]);
    assert_eq!((game.doubles, game.winner), (1, 0));
    assert_eq!(game.shown[0].as_ref().unwrap().category, Category::YeeHaa);
}

#[test]
fn junkers_go_and_the_last_wins_at_once() {
    let readings = Readings { players: 3, junk_refund: 0.5, ante: 4.0, ..no_doubles() };
    let seats = vec![script(&[], &[]), script(&[Act::Junk], &[]), script(&[Act::Junk], &[])];
    let game = play_script(&readings, seats, stacked(&[5, 9, 7, -6, -9, 2, -4]), 0);
    // Dealt to seats 1, 2, 0.
    assert_eq!(game.turns, [(1, 1, Public::Junk), (2, 1, Public::Junk)]);
    assert_eq!(game.discard_pile, [-4, -6, 5, -9, 9]);
    assert_eq!(game.hands, [vec![7, 2], vec![], vec![]]);
    assert_eq!(game.net, [1.0, -0.5, -0.5]);
    assert_eq!(game.money, [4.0, -2.0, -2.0]);
    assert_eq!(game.shown, [None, None, None]);
    assert_eq!(game.junked, [None, Some(1), Some(1)]);
}

#[test]
fn the_dealer_may_move_with_the_round() {
    let order = |dealer_moves| {
        let readings = Readings { players: 3, dealer_moves, ..no_doubles() };
        let seats = (0..3).map(|_| script(&[], &[])).collect();
        let game = play_script(&readings, seats, deck(), 0);
        game.turns.iter().map(|turn| turn.0).collect::<Vec<_>>()
    };
    assert_eq!(order(DealerMoves::EachGame), [1, 2, 0, 1, 2, 0, 1, 2, 0]);
    assert_eq!(order(DealerMoves::EachRound), [1, 2, 0, 2, 0, 1, 0, 1, 2]);
}

#[test]
fn an_empty_draw_pile_is_made_of_the_discards_but_the_top() {
    let seats = vec![script(&[Act::Exchange(5)], &[]), script(&[Act::Exchange(7)], &[])];
    // The rest of the deck is removed: the first exchange draws the last card.
    let game = play_script(&no_doubles(), seats, vec![3, -4, 2, -6, 7, 5], 1);
    assert_eq!((game.reshuffles, game.draw_pile.len()), (1, 1));
    assert_eq!(game.discard_pile, [7]);
    let mut back = vec![game.draw_pile[0], game.hands[1][1]];
    back.sort();
    assert_eq!(back, [-4, 5]);
}

#[test]
fn a_look_may_be_thrown_and_at_the_limit_must() {
    let readings = Readings { gain: Gain::LookFirst, hand_limit: 3, ..no_doubles() };
    let seats = vec![
        script(&[Act::Draw, Act::Draw, Act::Draw], &[true]),
        script(&[Act::Draw, Act::Draw], &[false, true]),
    ];
    let game = play_script(&readings, seats, stacked(&[5, 7, -6, 2, -4, 1, 2, 3, 4, 6]), 1);
    let turns: Vec<Public> = game.turns.iter().map(|turn| turn.2).collect();
    assert_eq!(
        turns,
        [
            Public::Keep,
            Public::Throw(2),
            Public::Throw(3),
            Public::Keep,
            Public::Throw(6),
            Public::Stand
        ]
    );
    assert_eq!(game.hands, [vec![5, -6, 1], vec![7, 2, 4]]);
    assert_eq!(game.discard_pile, [-4, 2, 3, 6]);
}

#[test]
fn ties_go_to_draws() {
    let readings = Readings { players: 3, ..no_doubles() };
    let stand = || (0..3).map(|_| script(&[], &[])).collect();
    let cards = stacked(&[5, 5, 9, -5, -5, 1, 7, 3, 3, 0, 0, -1, 1]);
    let game = play_script(&readings, stand(), cards, 2);
    assert_eq!(game.draws, vec![vec![0, 1]; 3]);
    assert_eq!((game.blind_draws, game.winner), (6, 1));
    assert_eq!(game.net, [-1.0, 2.0, -1.0]);
    assert_eq!(game.discard_pile, [7, 3, 3, 0, 0, -1, 1]);
    assert!(game.went_to_draws());
    // The source's examples: -1 beats +4, +1 beats -1.
    let game = play_script(&readings, stand(), stacked(&[5, 5, 9, -5, -5, 1, 7, 4, -1]), 2);
    assert_eq!(game.winner, 1);
    // Three tie, and the first of them drops out.
    let three = stacked(&[5, 5, 5, -5, -5, -5, 7, 4, -3, -3, 1, 0]);
    let game = play_script(&readings, stand(), three, 2);
    assert_eq!((game.draws, game.winner), (vec![vec![0, 1, 2], vec![1, 2]], 2));
}

#[test]
fn habits_decide_as_defined() {
    let act = |habit: Habit, hand: &[i8], top: i8, round: u32, hand_limit: usize| {
        let look = Look {
            seat: 0,
            dealer: 1,
            round,
            rounds: 3,
            hand,
            hand_limit,
            discard_pile: &[9, top],
            draw_pile: 40,
            counts: vec![Some(hand.len()), Some(2)],
            turns: &[],
            legal: vec![],
        };
        let mut habit = habit;
        (habit.act(&look), habit.keep(&look, -2))
    };
    let careful = Habit::careful(1);
    assert_eq!(act(careful, &[5, -4], -5, 1, 5).0, Act::Stand);
    assert_eq!(act(careful, &[5, 7], -5, 1, 5).0, Act::Swap(7));
    // Nothing comes nearer: 9 - 5 + 9, 9 - 4 + 9.
    assert_eq!(act(careful, &[5, 4], 9, 1, 5), (Act::Draw, true));
    assert_eq!(act(careful, &[-5, -4], -9, 1, 5), (Act::Draw, false));
    assert_eq!(act(careful, &[5, 4], 9, 1, 2).0, Act::Exchange(5));
    // T = 3: giving 4 for 1 leaves zero.
    assert_eq!(act(careful, &[4, -1], 1, 1, 5).0, Act::Swap(4));
    // T = 4: giving 9 or 5 for 3 leaves 2 from zero; 9 is the higher.
    assert_eq!(act(careful, &[5, 9, -10], 3, 1, 5).0, Act::Swap(9));
    assert_eq!(act(careful, &[10, 10], 10, 3, 5).0, Act::Draw);
    assert_eq!(act(Habit::reckless(1, 15), &[10, 10], 10, 3, 5).0, Act::Junk);
    assert_eq!(act(Habit::reckless(1, 15), &[10, 10], 10, 2, 5).0, Act::Draw);
}

#[test]
fn random_games_keep_the_laws() {
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    let mut reshuffles = 0;
    let mut draws = 0;
    for number in 0..6_000u64 {
        let gain = if number % 2 == 0 { Gain::KeepOrExchange } else { Gain::LookFirst };
        let dealer_moves =
            if number % 3 == 0 { DealerMoves::EachRound } else { DealerMoves::EachGame };
        let readings = Readings {
            players: rng.random_range(2..=8),
            hand_limit: rng.random_range(2..=5),
            game_rounds: rng.random_range(1..=8),
            dice_faces: rng.random_range(1..=6),
            junk_refund: f64::from(rng.random_range(0..=4)) / 4.0,
            gain,
            dealer_moves,
            ..Readings::default()
        };
        let junks = rng.random_range(0..2) == 0;
        let mut seats: Vec<Box<dyn Decider>> = Vec::new();
        for seat in 0..readings.players as u64 {
            seats.push(match seat % 4 {
                0 | 1 => Box::new(RandomLegal::new(number * 8 + seat, junks)),
                2 => Box::new(Habit::careful(2)),
                _ => Box::new(Habit::reckless(0, 8)),
            });
        }
        let dealer = rng.random_range(0..readings.players);
        let game = play(&readings, &mut seats, &mut rng, dealer);
        let mut cards = game.hands.concat();
        cards.extend(&game.draw_pile);
        cards.extend(&game.discard_pile);
        cards.sort();
        assert_eq!(cards, deck());
        assert!(game.net.iter().sum::<f64>().abs() < 1e-9);
        assert!(game.junked[game.winner].is_none());
        for (seat, hand) in game.hands.iter().enumerate() {
            assert_eq!(hand.is_empty(), game.junked[seat].is_some());
            assert!(hand.is_empty() || (2..=readings.hand_limit).contains(&hand.len()));
            if !hand.is_empty() {
                assert!(compare(&game.hands[game.winner], hand, &readings).is_ge());
            }
            let stays = game.junked[seat].is_none();
            let net = if stays { -1.0 } else { readings.junk_refund - 1.0 };
            assert!(seat == game.winner || game.net[seat] == net);
        }
        reshuffles += usize::from(game.reshuffled());
        draws += usize::from(game.went_to_draws());
    }
    assert!(reshuffles > 50 && draws > 5, "{reshuffles} {draws}");
}

#[test]
fn standing_tables_show_what_is_exact() {
    let exact = two_standing(&Readings::default());
    assert_eq!(exact.deals, 1_891 * 1_770);
    assert_eq!(exact.shown.iter().flatten().sum::<u64>(), exact.deals);
    assert_eq!((exact.shown[0][10], exact.shown[10][10]), (90, 7_650));
    let decided = 2 * exact.wins.iter().sum::<u64>() + exact.ties.iter().sum::<u64>();
    assert_eq!(decided, exact.deals);
    const GAMES: usize = 100_000;
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let mut seats: Vec<Box<dyn Decider>> = vec![Box::new(StandAlways), Box::new(StandAlways)];
    let mut wins = [[0.0; 13]; 2];
    let mut ties = [0.0; 13];
    let mut doubles = 0.0;
    for number in 0..GAMES {
        let game = play(&Readings::default(), &mut seats, &mut rng, number % 2);
        let is = game.shown[game.winner].as_ref().unwrap().category as usize - 1;
        if game.went_to_draws() {
            ties[is] += 1.0;
        } else {
            wins[game.winner][is] += 1.0;
        }
        doubles += game.doubles as f64;
    }
    let near = |seen: f64, deals: u64| {
        let p = deals as f64 / exact.deals as f64;
        let n = GAMES as f64;
        let spread = (n * p * (1.0 - p)).sqrt();
        assert!((seen - n * p).abs() <= 4.5 * spread + 3.0, "{seen} {}", n * p);
    };
    for is in 0..13 {
        near(wins[0][is], exact.wins[is]);
        near(wins[1][is], exact.wins[is]);
        near(ties[is], exact.ties[is]);
    }
    assert!((doubles / GAMES as f64 - 0.5).abs() < 0.01);
}
