//! Every session matches the reference.

use super::*;
use crate::games::kinzo::hand::{Card, Fate, MAX_CARDS};
use crate::games::kinzo::round::Outcome;
use crate::games::kinzo::rules::FirstPlayer;
use crate::games::kinzo::rules::{BustAbove, Copies, Doubled, MatchPays, SplitDice, TieAtTally};

/// A round: by seat the fates of its hands in ascending order and its net; then the dealer's total,
/// the house's net, and whether the cards ran out.
type Round = (Vec<(Vec<Fate>, i64)>, u32, i64, bool);

fn round(outcome: &Outcome, players: usize) -> Round {
    assert!(!outcome.reshuffled);
    let seat = |seat: usize| {
        let mut fates = outcome.fates(seat).to_vec();
        fates.sort_unstable();
        (fates, outcome.nets[seat])
    };
    ((0..players).map(seat).collect(), outcome.dealer, outcome.house, outcome.ran_out)
}

/// The instruction levels of this processor.
fn levels() -> Vec<Level> {
    let all = [Level::baseline(), Level::new()];
    #[cfg(target_arch = "x86_64")]
    let all = all.into_iter().chain(Level::new().as_avx2().map(Level::Avx2));
    all.into_iter().collect()
}

/// Plays some sessions both ways: outcomes and counts must be the same. Returns the number of
/// sessions with a split.
fn compare(
    rules: &Rules,
    deck: Composition,
    charts: &[Chart],
    seed: u64,
    sessions: Range<u64>,
) -> u64 {
    let (seed, players) = (Seed::new(seed), charts.len());
    let ends = ends(rules, charts);
    let (mut table, mut settled) = (Table::new(rules, deck), Table::new(rules, deck));
    let mut split = 0;
    let mut rounds = Vec::new();
    for session in sessions.clone() {
        table.shuffle();
        let luck = &mut Keyed::new(seed.round(session, 0));
        let caller = (session % players as u64) as usize;
        let law = round(table.round(&mut charts.to_vec(), luck, &mut Silent, caller), players);
        split += u64::from(law.0.iter().any(|(fates, _)| fates.len() > 1));
        let first = if rules.first_player == FirstPlayer::Fixed { 0 } else { caller };
        rounds.push((first, law));
    }
    let totals = rules.dealer_totals(deck);
    for level in levels() {
        let mut law = rounds.iter();
        let mut counts = Counts::new(rules, &ends);
        play(level, (rules, deck), charts, &ends, seed, sessions.clone(), |came| {
            let (first, expected) = law.next().unwrap();
            let found = round(came.settled(&ends, &mut settled), players);
            assert_eq!((came.first, &found), (*first, expected), "{charts:?} {rules:?}");
            counts.add(came);
        });
        assert_eq!(law.next(), None);
        let counted = count(level, (rules, deck), charts, &ends, seed, sessions.clone());
        assert_eq!(counted.margins(totals), counts.margins(totals), "{charts:?} {rules:?}");
    }
    split
}

/// A chart that is no threshold, and depends on the dealer's card and the number of cards; in some
/// cases it splits some pairs.
fn odd_chart(case: u64) -> Chart {
    let row = |card: u64| u128::from(case.wrapping_mul(0x9e37_79b9_7f4a_7c15 + card));
    let mut chart = Chart::new(std::array::from_fn(|up| row(up as u64)));
    for (cards, total) in (1..=12).flat_map(|cards| (1..40).map(move |t| (cards, t))) {
        if (case + u64::from(cards * total)).is_multiple_of(3) {
            chart.set(cards, Card::ALL[(total % 6) as usize], total);
        }
        for (pair, up) in Card::ALL.into_iter().flat_map(|a| Card::ALL.map(|b| (a, b))) {
            let splits = match case % 4 {
                0 => false,
                // By the pair and the dealer's card alone, as in charts of pairs.
                1 => case.rotate_right(pair.value() + 6 * up.value()) & 1 == 1,
                _ => (case + u64::from(cards + 3 * total + 5 * pair.value() * up.value()))
                    .is_multiple_of(case % 4),
            };
            if splits {
                chart.set_split(cards, up, total, pair);
            }
        }
    }
    chart
}

/// The charts of a numbered case, one for each seat.
fn charts(case: u64, seats: u8) -> Vec<Chart> {
    let chart = |seat: u64| match (case + seat) % 5 {
        0 => Chart::below(((case + seat) * 7 % 41) as u32),
        1 => Chart::below(9),
        2 => Chart::below(9).splitting_once(),
        _ => odd_chart(case * 5 + seat),
    };
    (0..seats.into()).map(chart).collect()
}

/// Many rules, each with a few hundred sessions, with one player and with several.
#[test]
fn each_session_comes_out_as_the_law_has_it() {
    let stops: [&[u8]; 4] = [&[], &[5, 6], &[1, 2, 3, 4, 5, 6], &[2]];
    let ties = [TieAtTally::Continue, TieAtTally::Match, TieAtTally::Push];
    let pays = [MatchPays::Table, MatchPays::Own, MatchPays::Capped];
    let limits = (2..=MAX_CARDS as u8).flat_map(|hand| [3, 4, 6, 7, 11, 12].map(|d| (hand, d)));
    let (mut case, mut ran_out, mut split) = (0_u64, 0, 0);
    for (hand_limit, dealer_limit) in limits {
        let uneven = [[0, 3, 9, 0, 4, 1], [250, 7, 0, 0, 1, 80]].map(Copies::ByValue);
        let decks = [2, 3, 6, 40, 250].map(Copies::Equal).into_iter().chain(uneven);
        for copies_per_value in decks {
            case += 1;
            let mut rules = Rules {
                copies_per_value,
                hand_limit,
                dealer_limit,
                dealer_stop_values: stops[(case % 4) as usize].to_vec(),
                bust_above: [BustAbove::Total, BustAbove::Double][(case / 8 % 2) as usize],
                doubled: [Doubled::AtLeast, Doubled::Exactly][(case / 4 % 2) as usize],
                tie_at_tally: ties[(case % 3) as usize],
                match_pays: pays[(case / 3 % 3) as usize],
                split: case % 11 > 0,
                resplit: case.is_multiple_of(5),
                split_dice: [SplitDice::PerHand, SplitDice::PerPlayer][(case / 2 % 2) as usize],
                dealer_matches_split: case % 7 < 4,
                commission: [0, 50][(case / 5 % 2) as usize],
                ..Rules::default()
            };
            let deck = rules.deck();
            let first = case * 1000;
            split += compare(&rules, deck, &charts(case, 1), case, first..first + 203);
            rules.players = 2 + (case % 6) as u8;
            rules.first_player = [FirstPlayer::Caller, FirstPlayer::Fixed][(case / 2 % 2) as usize];
            if rules.cards_needed() > deck.cards() {
                continue;
            }
            ran_out += u32::from(rules.may_run_out(deck));
            let seats = charts(case, rules.players);
            split += compare(&rules, deck, &seats, case, first..first + 331);
        }
    }
    assert!(ran_out > 50 && split > 50_000, "{ran_out} {split}");
    let sparse = Composition::new([0, 9, 0, 1, 0, 4]).unwrap();
    compare(&Rules::default(), sparse, &[Chart::below(12)], 3, 5..2000);
    compare(&Rules::default(), sparse, &[Chart::below(12).splitting_once()], 3, 5..2000);
}

/// The published rules, with one player and with several: many sessions.
#[test]
fn many_sessions_come_out_as_the_law_has_them() {
    for (players, sessions) in [(1, 100_000), (3, 60_000), (7, 20_000)] {
        let rules = Rules { players, ..Rules::default() };
        for chart in [Chart::below(9), Chart::below(9).splitting_once(), odd_chart(5)] {
            let charts = vec![chart; players.into()];
            compare(&rules, rules.deck(), &charts, 1, 7..sessions);
        }
    }
}

/// Few sessions, and numbers that fill no group.
#[test]
fn any_number_of_sessions_is_played() {
    for players in [1, 2, 7] {
        let rules = Rules { players, ..Rules::default() };
        let charts = vec![Chart::below(9).splitting_once(); players.into()];
        for sessions in (0..80).chain([257, 300]) {
            compare(&rules, rules.deck(), &charts, 1, 1000..1000 + sessions);
        }
    }
}

#[test]
fn a_threshold_is_a_chart() {
    for total in [0, 1, 9, 72, 127, 128, 200] {
        let chart = Chart::below(total);
        assert!((0..128).all(|t| Card::ALL.iter().all(|&up| chart.hits(3, t, up) == (t < total))));
    }
}
