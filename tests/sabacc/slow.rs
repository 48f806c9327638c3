//! The engine of Sabacc against an independent slow simulation (`tests/slow_sabacc`), written from
//! the rules text alone: seats, positions and events of tables of two to eight players, with every
//! switch.

use crate::slow_sabacc;
use crate::slow_sabacc::{
    DealerMoves, Decider, ExtraCards, Gain, Habit, Precise, RandomLegal, Readings, StandAlways,
    Sylops,
};
use crate::tables;
use croupier::framework::Engine;
use croupier::games::sabacc::Sabacc;
use croupier::simulate::{self, Plan, Tally, Until};
use croupier::stats::Moments;
use croupier::strategy;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Translates settings into those of the slow simulation.
fn slow_readings(set: &str) -> Readings {
    let mut rules = Readings::default();
    for setting in set.split(';').filter(|setting| !setting.is_empty()) {
        match setting.split_once('=').unwrap() {
            ("highest", n) => rules.deck.copies.resize(n.parse().unwrap(), 3),
            ("copies", n) => rules.deck.copies.fill(n.parse().unwrap()),
            ("sylops_in_deck", n) => rules.deck.sylops = n.parse().unwrap(),
            ("dice_faces", n) => rules.dice_faces = n.parse().unwrap(),
            ("players", n) => rules.players = n.parse().unwrap(),
            ("dealer_moves", "each_round") => rules.dealer_moves = DealerMoves::EachRound,
            ("game_rounds", n) => rules.game_rounds = n.parse().unwrap(),
            ("gain", "look_first") => rules.gain = Gain::LookFirst,
            ("hand_limit", n) => rules.hand_limit = n.parse().unwrap(),
            ("junk_refund", x) => rules.junk_refund = x.parse().unwrap(),
            ("extra_cards", "examples_only") => rules.extra_cards = ExtraCards::ExamplesOnly,
            ("precise", "after_value") => rules.precise = Precise::AfterValue,
            ("precise", "off") => rules.precise = Precise::Off,
            ("sylops", "in_runs") => rules.sylops = Sylops::InRuns,
            _ => panic!("unknown setting {setting}"),
        }
    }
    rules
}

fn decider(text: &str, seed: u64) -> Box<dyn Decider> {
    match text {
        "stand" => Box::new(StandAlways),
        "random" => Box::new(RandomLegal::new(seed, true)),
        "careful" => Box::new(Habit::careful(1)),
        _ => {
            let within = text.strip_prefix("careful(stand_within=").unwrap().trim_end_matches(')');
            Box::new(Habit::careful(within.parse().unwrap()))
        }
    }
}

/// A mean and its standard error.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    mean: f64,
    error: f64,
}

/// Sums over games of a quantity and of its denominator, as kept by [`Moments`].
fn of(moments: &Moments, units: f64) -> Estimate {
    Estimate {
        mean: moments.ratio().unwrap() / units,
        error: moments.ratio_variance().unwrap().sqrt() / units,
    }
}

/// The same for slow games, computed here.
#[derive(Clone, Copy, Debug, Default)]
struct Ratio {
    games: f64,
    x: f64,
    n: f64,
    xx: f64,
    xn: f64,
    nn: f64,
}

impl Ratio {
    fn add(&mut self, x: f64, n: f64) {
        self.games += 1.0;
        self.x += x;
        self.n += n;
        self.xx += x * x;
        self.xn += x * n;
        self.nn += n * n;
    }

    fn estimate(&self) -> Estimate {
        let mean = self.x / self.n;
        let residuals = self.xx - 2.0 * mean * self.xn + mean * mean * self.nn;
        let error = (residuals.max(0.0) * self.games / (self.games - 1.0)).sqrt() / self.n;
        Estimate { mean, error }
    }
}

/// The events of categories, best first.
const NAMES: [&str; 13] = [
    "pure-sabacc",
    "full-sabacc",
    "fleet",
    "yee-haa",
    "rhylet",
    "squadron",
    "gee-whiz",
    "straight-khyron",
    "banthas-wild",
    "rule-of-two",
    "one-pair",
    "sabacc",
    "nulrhek",
];

/// The figures of `games` slow games by name, and the number of reshuffles.
fn slow_figures(
    set: &str,
    texts: &[&str],
    games: u64,
    seed: u64,
) -> (BTreeMap<String, Ratio>, usize) {
    let readings = slow_readings(set);
    let players = readings.players;
    let mut seats: Vec<_> = (0..players)
        .map(|seat| decider(texts[seat % texts.len()], 1000 * seed + seat as u64))
        .collect();
    let mut rng = Pcg64Mcg::seed_from_u64(0x9e37_79b9 + seed);
    let mut nets = vec![[Ratio::default(); 3]; players];
    let mut wins_with = [Ratio::default(); 13];
    let mut shows = [Ratio::default(); 13];
    let [mut blind, mut double, mut junked_out] = [Ratio::default(); 3];
    let mut reshuffles = 0;
    for game in 0..games {
        // The first seat moves on from game to game, and the dealer sits to its right.
        let first = game as usize % players;
        let outcome =
            slow_sabacc::play(&readings, &mut seats, &mut rng, (first + players - 1) % players);
        for seat in 0..players {
            let place = (seat + players - first) % players;
            nets[seat][0].add(outcome.net[seat], 1.0);
            nets[seat][1].add(f64::from(u8::from(outcome.winner == seat)), 1.0);
            nets[place][2].add(outcome.net[seat], 1.0);
        }
        let shown = outcome.shown.iter().flatten().count();
        let won = outcome.shown[outcome.winner].as_ref().map(|shown| shown.category as usize - 1);
        for category in 0..13 {
            wins_with[category].add(f64::from(u8::from(won == Some(category))), 1.0);
            let of = |shown: &&slow_sabacc::Shown| shown.category as usize - 1 == category;
            let count = outcome.shown.iter().flatten().filter(of).count();
            shows[category].add(count as f64, shown as f64);
        }
        // If all but one junk in a round, that round has no roll.
        let rolls = outcome.last_round - u32::from(shown == 0);
        blind.add(f64::from(u8::from(outcome.went_to_draws())), 1.0);
        double.add(outcome.doubles as f64, f64::from(rolls));
        junked_out.add(f64::from(u8::from(shown == 0)), 1.0);
        reshuffles += outcome.reshuffles;
    }
    let mut all = BTreeMap::new();
    for (seat, [net, wins, position]) in nets.into_iter().enumerate() {
        all.insert(format!("seat {}", seat + 1), net);
        all.insert(format!("wins of seat {}", seat + 1), wins);
        all.insert(format!("position {}", seat + 1), position);
    }
    for (name, (wins_with, shows)) in NAMES.iter().zip(wins_with.into_iter().zip(shows)) {
        all.insert(format!("wins-with:{name}"), wins_with);
        all.insert(format!("shows:{name}"), shows);
    }
    for (name, ratio) in [("blind-draw", blind), ("double", double), ("junked-out", junked_out)] {
        all.insert(name.to_owned(), ratio);
    }
    (all, reshuffles)
}

fn run(game: &Sabacc, texts: &[&str], games: u64) -> Tally {
    let player = |text: &str| strategy::seat(game, text).unwrap();
    let players: Vec<_> = (0..game.players()).map(|i| player(texts[i % texts.len()])).collect();
    let stop = AtomicBool::new(false);
    let plan = Plan {
        seed: 11,
        until: Until::Rounds(games),
        confidence: 0.95,
        stop: &stop,
        journal: None,
    };
    simulate::run(game, &players, plan, &|_| {}).tally
}

/// The engine's figures by the same names, and the names of events that cannot happen.
fn figures(game: &Sabacc, tally: &Tally) -> (BTreeMap<String, Estimate>, Vec<String>) {
    let units = Sabacc::game().scale();
    let (mut all, mut never) = (BTreeMap::new(), Vec::new());
    for (i, seat) in tally.seats().iter().enumerate() {
        all.insert(format!("seat {}", i + 1), of(&seat.net, units));
        all.insert(format!("wins of seat {}", i + 1), of(&seat.wins, 1.0));
    }
    for (i, position) in tally.positions().iter().enumerate() {
        all.insert(format!("position {}", i + 1), of(&position.net, units));
    }
    for (event, found) in game.events().into_iter().zip(tally.events()) {
        if event.possible {
            all.insert(event.name, of(&found.hits, 1.0));
        } else {
            assert_eq!(found.hits.x, 0, "{}", event.name);
            never.push(event.name);
        }
    }
    (all, never)
}

/// Tables, their players, and thousands of slow games.
const TABLES: &[(&str, &[&str], u64)] = &[
    ("", &["stand"], 100),
    ("", &["random"], 100),
    ("", &["careful"], 200),
    ("", &["careful(stand_within=4)", "careful(stand_within=0)"], 100),
    ("", &["careful", "random"], 100),
    ("players=3", &["careful", "stand", "random"], 100),
    ("players=4;gain=look_first", &["random"], 100),
    ("players=3;gain=look_first", &["careful"], 100),
    ("gain=look_first;hand_limit=3", &["random"], 100),
    ("gain=look_first;hand_limit=2;game_rounds=5", &["random"], 100),
    ("hand_limit=2", &["careful(stand_within=2)"], 100),
    ("hand_limit=4;game_rounds=5", &["careful(stand_within=0)"], 100),
    ("players=4;dealer_moves=each_round", &["careful"], 100),
    ("players=5;dealer_moves=each_round;dice_faces=2;game_rounds=5", &["random", "careful"], 100),
    ("game_rounds=1;extra_cards=examples_only", &["random"], 100),
    ("game_rounds=10;dice_faces=1", &["careful(stand_within=0)"], 100),
    ("game_rounds=10;dice_faces=181", &["careful(stand_within=0)"], 100),
    ("players=3;junk_refund=0.5", &["random"], 100),
    ("players=2;junk_refund=1", &["random"], 100),
    ("players=3;extra_cards=examples_only;precise=off", &["careful(stand_within=0)"], 100),
    ("players=3;game_rounds=10;precise=after_value", &["careful(stand_within=0)"], 100),
    ("players=5;game_rounds=5;sylops=in_runs", &["careful(stand_within=0)"], 100),
    ("highest=5;copies=1;sylops_in_deck=1;junk_refund=0.5", &["random"], 100),
    ("highest=12;copies=8;sylops_in_deck=6", &["careful(stand_within=0)"], 100),
    ("highest=5;copies=5;players=5;game_rounds=5", &["careful(stand_within=0)", "random"], 100),
    ("players=6;precise=off", &["careful(stand_within=0)", "random"], 100),
    ("players=8", &["careful", "stand"], 100),
    ("players=8;dice_faces=2;game_rounds=10", &["careful"], 100),
    ("players=8;dice_faces=2;game_rounds=10;dealer_moves=each_round", &["random", "careful"], 100),
];

#[test]
fn tables_agree_with_the_slow_simulation() {
    let faults: Vec<String> = TABLES
        .par_iter()
        .enumerate()
        .flat_map(|(number, &(set, texts, thousands))| {
            let thousands = thousands / tables::part();
            let (slow, reshuffles) = slow_figures(set, texts, thousands * 400, number as u64);
            if set.starts_with("players=8;dice_faces=2") {
                assert!(
                    reshuffles * tables::part() as usize > 4_000,
                    "{set}: {reshuffles} reshuffles"
                );
            }
            let game: Sabacc = tables::table(set);
            let (fast, never) = figures(&game, &run(&game, texts, thousands * 1000));
            compare(&fast, &slow, &never)
                .into_iter()
                .map(move |fault| format!("{set}, {texts:?}: {fault}"))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Every figure that differs by more than 4.5 standard errors.
fn compare(
    fast: &BTreeMap<String, Estimate>,
    slow: &BTreeMap<String, Ratio>,
    never: &[String],
) -> Vec<String> {
    assert_eq!(fast.len() + never.len(), slow.len());
    let mut faults = Vec::new();
    for (name, theirs) in slow {
        let theirs = theirs.estimate();
        let Some(ours) = fast.get(name) else {
            assert!(never.contains(name) && theirs.mean == 0.0, "{name}");
            continue;
        };
        // Too rare on either side for normal errors: below some thirty hits.
        let rare = 3e-4 * tables::part() as f64;
        if theirs.mean.abs() < rare && ours.mean.abs() < rare {
            continue;
        }
        let apart = (ours.mean - theirs.mean) / ours.error.hypot(theirs.error);
        // A figure that is the same in every game has no error.
        if ours.mean != theirs.mean && (apart.is_nan() || apart.abs() > 4.5) {
            let (a, b) = (ours.mean, theirs.mean);
            faults.push(format!("{name}: {a} against {b}, {apart:.1} standard errors"));
        }
    }
    faults
}

/// Two players who stand, against an exact count of all their deals: the hands shown, the hands
/// that win, and the probability that only the blind draw decides.
#[test]
fn two_who_stand_agree_with_the_count_of_all_deals() {
    for set in ["", "extra_cards=examples_only;precise=off;game_rounds=1;dice_faces=2"] {
        let exact = slow_sabacc::two_standing(&slow_readings(set));
        let deals = exact.deals as f64;
        let game: Sabacc = tables::table(set);
        let (found, never) = figures(&game, &run(&game, &["stand"], 500_000));
        for (category, name) in NAMES.iter().enumerate() {
            let wins = (2 * exact.wins[category] + exact.ties[category]) as f64 / deals;
            // Both players are equally likely to show it.
            let shown = exact.shown[category].iter().sum::<u64>() as f64 / deals;
            for (event, p) in [("wins-with", wins), ("shows", shown)] {
                let event = format!("{event}:{name}");
                match found.get(&event) {
                    Some(found) if p > 0.0 => {
                        let apart = (found.mean - p) / found.error;
                        assert!(apart.abs() < 4.5, "{event}: {found:?}, not {p}");
                    }
                    Some(found) => assert_eq!(found.mean, 0.0, "{event}"),
                    None => assert!(never.contains(&event) && p == 0.0, "{event}"),
                }
            }
        }
        let ties = exact.ties.iter().sum::<u64>() as f64 / deals;
        let apart = (found["blind-draw"].mean - ties) / found["blind-draw"].error;
        assert!(apart.abs() < 4.5, "{:?}, not {ties}", found["blind-draw"]);
        assert_eq!(found["junked-out"].mean, 0.0);
    }
}
