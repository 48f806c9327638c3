//! The maximum against plain recursion over whole pyramids, and the hunter against its claim.

use croupier::cards::random::Seed;
use croupier::framework::{Engine, MaximumProbability, Record, Sink};
use croupier::games::zinbiddle::Zinbiddle;
use croupier::games::zinbiddle::exact::maximum::{Hunt, Solver};
use croupier::games::zinbiddle::hand::{
    Card, KINDS, LEVELS, Line, NEIGHBOURS, Order, PLACES, Place, Pyramid, Ranks,
};
use croupier::games::zinbiddle::rules::{ActionKind, Rules, Shoes, Shuffle};
use croupier::games::zinbiddle::strategies::Seat;
use croupier::games::zinbiddle::strategies::hunter::Hunter;
use croupier::games::zinbiddle::view::Pilot;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashMap;

fn is_barrage(pyramid: &Pyramid) -> bool {
    Ranks::get().pyramid(pyramid).is_ion_barrage()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// The moves that a level allows besides replacements, by the kinds in the rules.
fn moves(rules: &Rules, level: usize, pyramid: &Pyramid) -> Vec<Pyramid> {
    let kinds = &rules.action_kinds[level];
    let mut out = Vec::new();
    if kinds.contains(&ActionKind::Transpose) {
        let dealt = NEIGHBOURS.iter().filter(|(a, b)| a.level().max(b.level()) <= level);
        out.extend(dealt.map(|&pair| pyramid.transposed(pair)));
    }
    for line in Line::ALL {
        let dealt = line.places().iter().all(|place| place.level() <= level);
        let row = line == Line::Row && kinds.contains(&ActionKind::ResortRow);
        if row || dealt && kinds.contains(&ActionKind::ResortLine) {
            out.extend(
                (1..Order::WAYS).map(|order| pyramid.resorted(line, Order::from_index(order))),
            );
        }
    }
    out
}

/// Plain recursion over pyramids, each cached whole, without shortcuts.
struct Plain<'a> {
    rules: &'a Rules,
    shares: Vec<(Card, f64)>,
    known: FxHashMap<(usize, u8, u64), f64>,
}

impl Plain<'_> {
    fn dealt(&mut self, level: usize, left: u8, pyramid: Pyramid, places: &[Place]) -> f64 {
        let Some((&place, rest)) = places.split_first() else {
            return self.decide(level, left, pyramid);
        };
        let mut sum = 0.0;
        for index in 0..self.shares.len() {
            let (card, share) = self.shares[index];
            let mut next = pyramid;
            next.put(place, card);
            sum += share * self.dealt(level, left, next, rest);
        }
        sum
    }

    fn decide(&mut self, level: usize, left: u8, pyramid: Pyramid) -> f64 {
        let last = level + 1 == LEVELS;
        if last && left == 0 {
            return if is_barrage(&pyramid) { 1.0 } else { 0.0 };
        }
        let key = (level, left, pyramid.key());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut best = match last {
            true => f64::from(u8::from(is_barrage(&pyramid))),
            false => self.dealt(level + 1, left, pyramid, Place::of_level(level + 1)),
        };
        let used = self.rules.pilot_actions - left;
        if used < self.rules.allowance(level) {
            if self.rules.action_kinds[level].contains(&ActionKind::Replace) {
                for &place in &Place::ALL[..Place::up_to(level)] {
                    best = best.max(self.dealt(level, left - 1, pyramid, &[place]));
                }
            }
            for next in moves(self.rules, level, &pyramid) {
                best = best.max(self.decide(level, left - 1, next));
            }
        }
        self.known.insert(key, best);
        best
    }
}

fn plain(rules: &Rules, shares: &[(&str, f64)]) -> (f64, f64) {
    let shares: Vec<(Card, f64)> =
        shares.iter().map(|&(text, share)| (card(text), share)).collect();
    let mut hunt = Hunt { shares: [0.0; KINDS], ..Hunt::new(rules) };
    shares.iter().for_each(|&(card, share)| hunt.shares[card.kind()] += share);
    let mut slow = Plain { rules, shares, known: FxHashMap::default() };
    let found = slow.dealt(0, rules.pilot_actions, Pyramid::EMPTY, Place::of_level(0));
    (Solver::new(hunt).maximum(), found)
}

#[test]
#[allow(clippy::type_complexity)]
fn the_maximum_is_that_of_plain_recursion_over_few_kinds() {
    let kinds = |levels: [&[ActionKind]; LEVELS]| levels.map(<[ActionKind]>::to_vec).to_vec();
    use ActionKind::{Replace, ResortLine, ResortRow, Transpose};
    let usual = Rules::default().action_kinds;
    let odd = kinds([&[ResortRow], &[Transpose], &[Replace, ResortRow], &[Transpose, Replace]]);
    let bare = kinds([&[Replace], &[], &[Transpose, ResortRow], &[ResortLine, Transpose]]);
    let three: &[(&str, f64)] = &[("V6", 0.3), ("4y", 0.45), ("3r", 0.25)];
    // With five actions plain recursion takes half a minute, with four some seconds.
    let whole = crate::tables::part() == 1;
    let (some, most) = if whole { (4, 5) } else { (3, 3) };
    // With a fourth kind it takes ten times as long.
    let few: &[(&str, f64)] = match whole {
        true => &[("V6", 0.2), ("4r", 0.3), ("4g", 0.2), ("0r", 0.3)],
        false => &[("V6", 0.3), ("4r", 0.4), ("0r", 0.3)],
    };
    let games: [(u8, &Vec<Vec<ActionKind>>, &[(&str, f64)]); 6] = [
        (3, &usual, few),
        (some, &usual, &[("V6", 0.35), ("1y", 0.2), ("2b", 0.45)]),
        (most, &usual, three),
        (some, &odd, three),
        (most, &bare, three),
        // Twos and threes are equally likely, and equivalent at level 4.
        (4, &usual, &[("V6", 0.5), ("2b", 0.25), ("3b", 0.25)]),
    ];
    for (actions, action_kinds, shares) in games {
        let rules = Rules {
            pilot_actions: actions,
            action_kinds: action_kinds.clone(),
            ..Rules::default()
        };
        let (fast, slow) = plain(&rules, shares);
        assert!((fast - slow).abs() < 1e-12, "{actions} {shares:?}: {fast} against {slow}");
        assert!(slow > 1e-4 && slow < 0.99, "{slow} tells little");
    }
}

/// Any kinds of action at any level, to cover moves and replacements that later levels lack.
#[test]
fn the_maximum_is_that_of_plain_recursion_whatever_levels_allow() {
    let all =
        [ActionKind::Replace, ActionKind::Transpose, ActionKind::ResortRow, ActionKind::ResortLine];
    let shares: [&[(&str, f64)]; 3] = [
        &[("V6", 0.4), ("4y", 0.35), ("3r", 0.25)],
        &[("V6", 0.5), ("2b", 0.25), ("1g", 0.25)],
        &[("V6", 0.3), ("4y", 0.5), ("2y", 0.2)],
    ];
    let mut generator = Pcg64Mcg::seed_from_u64(8);
    let cases = if crate::tables::part() == 1 { 18 } else { 6 };
    for case in 0..cases {
        let some = |mask: u32| (0..4).filter(|i| mask >> i & 1 == 1).map(|i| all[i]).collect();
        let rules = Rules {
            pilot_actions: 3,
            action_kinds: (0..LEVELS).map(|_| some(generator.random_range(0..16))).collect(),
            ..Rules::default()
        };
        let (fast, slow) = plain(&rules, shares[case % 3]);
        let kinds = &rules.action_kinds;
        assert!((fast - slow).abs() < 1e-12, "{kinds:?}: {fast} against {slow}");
    }
}

/// All cards except wild ones: barrages and near misses.
#[test]
fn states_near_a_barrage_are_worth_what_plain_recursion_says() {
    let mut generator = Pcg64Mcg::seed_from_u64(4);
    let barrage = ["4r", "4g", "4b", "4y", "3b", "3r", "2y", "2b", "1g"].map(card);
    for (sixes, sets, copies) in
        [(0, 2, [1, 1, 1, 1]), (1, 6, [1, 1, 1, 1]), (0, 1, [3, 1, 2, 1]), (1, 1, [1, 0, 2, 1])]
    {
        let rules = Rules {
            pilot_actions: 3,
            vermilion_sixes: sixes,
            sets,
            copies_per_number: copies.to_vec(),
            ..Rules::default()
        };
        let hunt = Hunt::new(&rules);
        let solver = Solver::new(hunt.clone());
        let shares: Vec<(Card, f64)> = (0..KINDS)
            .filter(|&kind| hunt.shares[kind] > 0.0)
            .map(|kind| (Card::of_kind(kind), hunt.shares[kind]))
            .collect();
        let mut slow = Plain { rules: &rules, shares: shares.clone(), known: FxHashMap::default() };
        let mut positive = 0;
        for turn in 0..150 {
            let mut pyramid = Pyramid::new(barrage);
            for _ in 0..turn % 3 {
                let place = Place::from_index(generator.random_range(0..PLACES));
                pyramid.put(place, shares[generator.random_range(0..shares.len())].0);
            }
            for _ in 0..turn % 4 {
                let level = if turn % 2 == 0 { 2 } else { 3 };
                let some = moves(&rules, level, &pyramid);
                pyramid = some[generator.random_range(0..some.len())];
            }
            // At level 3 with its last action before the capstone is dealt, or at level 4.
            let (level, left) = if turn % 10 == 9 { (2, 2) } else { (3, 1 + turn % 2) };
            let (fast, found) =
                (solver.chance(level, left, &pyramid), slow.decide(level, left, pyramid));
            assert!((fast - found).abs() < 1e-12, "{pyramid:?}: {fast} against {found}");
            positive += u32::from(found > 0.0);
            // The chosen action preserves the value of the state.
            let worth = match solver.action(level, left, &pyramid) {
                Pilot::Pass if level == 3 => f64::from(u8::from(is_barrage(&pyramid))),
                Pilot::Pass => slow.dealt(3, left, pyramid, Place::of_level(3)),
                Pilot::Replace(place) => slow.dealt(level, left - 1, pyramid, &[place]),
                Pilot::Transpose(number) => {
                    let pair = NEIGHBOURS[usize::from(number)];
                    slow.decide(level, left - 1, pyramid.transposed(pair))
                }
                Pilot::Resort(line, order) => {
                    slow.decide(level, left - 1, pyramid.resorted(line, order))
                }
            };
            assert!((worth - found).abs() < 1e-12, "{pyramid:?}");
        }
        assert!(positive > 60, "{copies:?}: {positive}");
    }
}

/// Hands from endless shoes, played by the policy up to level 4 and then given the value of the
/// pyramid: the mean is the maximum.
fn played(solver: &Solver, hunt: &Hunt, hands: u32, seed: u64) -> (f64, f64, u32) {
    let mut generator = Pcg64Mcg::seed_from_u64(seed);
    let sums: Vec<f64> = hunt
        .shares
        .iter()
        .scan(0.0, |sum, share| {
            *sum += share;
            Some(*sum)
        })
        .collect();
    let mut draw = || {
        let x: f64 = generator.random();
        Card::of_kind(sums.iter().position(|&sum| x < sum).unwrap_or(4))
    };
    let (mut sum, mut squares, mut made) = (0.0, 0.0, 0);
    for _ in 0..hands {
        let (mut pyramid, mut left) = (Pyramid::EMPTY, hunt.actions);
        for level in 0..LEVELS {
            Place::of_level(level).iter().for_each(|&place| pyramid.put(place, draw()));
            if level + 1 == LEVELS {
                let worth = solver.chance(level, left, &pyramid);
                sum += worth;
                squares += worth * worth;
                if worth == 0.0 {
                    break;
                }
            }
            while left > hunt.actions - hunt.allowances[level] {
                match solver.action(level, left, &pyramid) {
                    Pilot::Pass => break,
                    Pilot::Replace(place) => pyramid.put(place, draw()),
                    Pilot::Transpose(number) => {
                        pyramid = pyramid.transposed(NEIGHBOURS[usize::from(number)]);
                    }
                    Pilot::Resort(line, order) => pyramid = pyramid.resorted(line, order),
                }
                left -= 1;
            }
        }
        made += u32::from(is_barrage(&pyramid));
    }
    let mean = sum / f64::from(hands);
    let error = ((squares / f64::from(hands) - mean * mean) / f64::from(hands)).sqrt();
    (mean, error, made)
}

#[test]
fn hands_by_the_policy_make_as_many_as_the_maximum_says() {
    // With two actions all are used at the end, with no choice before it; with three they are not.
    for (actions, copies, known) in [
        (2, [1, 1, 1, 1], Some(7.987490625e-7)),
        (3, [1, 1, 1, 1], Some(1.272065503125e-5)),
        (2, [1, 2, 3, 4], None),
    ] {
        let rules = Rules {
            pilot_actions: actions,
            copies_per_number: copies.to_vec(),
            ..Rules::default()
        };
        let hunt = Hunt::new(&rules);
        let solver = Solver::new(hunt.clone());
        let maximum = solver.maximum();
        assert!(
            known.is_none_or(|known| (maximum / known - 1.0_f64).abs() < 1e-9),
            "{actions}: {maximum}"
        );
        let hands = 300_000 / crate::tables::part() as u32;
        let (mean, error, made) = played(&solver, &hunt, hands, 7);
        // Most of the maximum is in a few hands of value 1, of which a run may have none. The
        // variance of values in 0..=1 is at most their mean.
        let error = error.max((maximum / f64::from(hands)).sqrt());
        assert!((mean - maximum).abs() < 4.0 * error, "{actions}: {mean} ± {error}, {maximum}");
        let expected = maximum * f64::from(hands);
        let off = (f64::from(made) - expected).abs();
        assert!(off < 4.0 * expected.sqrt().max(1.0), "{actions}: {made} made, {expected}");
    }
}

/// Counts of Ion Barrages and of pyramids shown.
#[derive(Default)]
struct Count(u64, u64);

impl Sink for Count {
    fn session(&mut self, record: &Record, times: u64) {
        self.0 += u64::from(record.hits[7]) * times;
        self.1 += u64::from(record.rounds) * times;
    }
}

/// A separate shoe for each level, 840 cards, nearly a quarter of them wild: enough Ion Barrages,
/// and the shoes are practically endless.
#[test]
fn a_hunter_at_a_table_makes_as_many_as_the_maximum_says() {
    let rules = Rules {
        players: 2,
        sets: 40,
        misfires_per_suit: 0,
        vermilion_sixes: 200,
        shoes: Shoes::PerLevel,
        shuffle: Shuffle::EveryHand,
        ion_ends_hand: false,
        pilot_actions: 2,
        ..Rules::default()
    };
    let game = Zinbiddle::new(rules.clone()).unwrap();
    let (event, maximum, high) = game.maximum_probability();
    assert_eq!((event, maximum), ("ion-barrage", high));
    let count = |seats: [Seat; 2], sessions| {
        let mut count = Count::default();
        game.play(&mut seats.to_vec(), Seed::new(11), 0..sessions, &mut count);
        (count.0 as f64 / count.1 as f64, count.1 as f64)
    };
    let hunter = Seat::Hunter(Hunter::new(&rules, None));
    // Two hunters: both are always shown, and neither ends the other's hand.
    let (rate, hands) = count([hunter.clone(), hunter.clone()], 1000);
    let (rate, error) = (rate / 2.0, (maximum / (2.0 * hands)).sqrt());
    assert!((rate - maximum).abs() < 4.0 * error, "{rate} ± {error}, {maximum}");
    // A passive player next to one: its barrages are dealt, and rare even here.
    let (rate, _) = count([hunter, Seat::Passive], 1000);
    assert!(rate < maximum * 1.1, "{rate}");
}

#[test]
fn without_one_of_the_numbers_there_is_no_ion_barrage() {
    let rules = |sixes| Rules {
        players: 2,
        copies_per_number: vec![1, 2, 0, 1],
        vermilion_sixes: sixes,
        pilot_actions: 2 + 9 * u8::from(sixes == 0),
        ..Rules::default()
    };
    let game = |sixes| Zinbiddle::new(rules(sixes)).unwrap();
    assert_eq!(game(0).maximum_probability(), ("ion-barrage", 0.0, 0.0));
    let (_, low, high) = game(8).maximum_probability();
    assert!(0.0 < low && low == high);
    for (sixes, possible) in [(0, false), (8, true)] {
        let events = game(sixes).events();
        let ion = events.iter().find(|event| event.name == "ion-barrage").unwrap();
        assert_eq!(ion.possible, possible);
    }
    // Nothing is spent on one.
    let mut seats = vec![Seat::Hunter(Hunter::new(&rules(0), None)), Seat::Passive];
    let (told, _) = game(0).trace(&mut seats, Seed::new(1), 0, None);
    assert!(told.iter().all(|(_, steps)| steps.iter().all(|step| step.event != "replaced")));
}

#[test]
fn the_command_line_tells_the_ceiling() {
    let desk = crate::desk::Desk::new();
    let line = "odds zinbiddle --ceiling --set pilot_actions=2 --out - --format json";
    let found = desk.run(line).json();
    let row = &found["tables"]["events"][0];
    assert_eq!((&row["event"], &row["method"]), (&"ion-barrage".into(), &"exact".into()));
    assert!((row["probability"].as_f64().unwrap() / 7.987490625e-7 - 1.0).abs() < 1e-9, "{row}");
    assert_eq!((&row["low"], &row["high"]), (&row["probability"], &row["probability"]));
    let cases: [(&str, &[&str]); 4] = [
        ("odds kinzo --ceiling", &["kinzo has no event"]),
        ("odds zinbiddle --ceiling --strategy pilot", &["--ceiling", "--strategy"]),
        ("simulate zinbiddle --strategy barrage-hunter(actions=9)", &["actions = 9", "2..=4"]),
        (
            "simulate zinbiddle --rules casino --strategy barrage-hunter(actions=5)",
            &["actions = 5", "2..=4"],
        ),
    ];
    for (line, parts) in cases {
        desk.run(line).refused(2, parts);
    }
}
