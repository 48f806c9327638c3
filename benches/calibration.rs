//! The calibration of intervals: 2,000 runs of each kind against exactly known figures, as a table
//! on stdout. `cargo bench --bench calibration > results/reference/calibration.csv`
//!
//! Exact figures at a full table: with `match_pays = own` a seat's net depends on its own cards and
//! the dealer's alone, whose distribution is the same as without the other seats, as long as the
//! cards do not run out. So each of seven seats has the exact figures of one player, and yet all of
//! them share a dealer: trials that are as clustered as possible.

use croupier::framework::Engine;
use croupier::framework::settings::Settings;
use croupier::games::kinzo::Kinzo;
use croupier::simulate::{self, Contender, Plan, Run, Until};
use croupier::stats::{Estimate, Moments, Proportion, design_effect, sequential, wilson};
use croupier::strategy;
use croupier::study::{
    self, Asked, BalanceAsked, Candidates, HandAsked, Length, Method, Metric, OddsAsked,
    PlaytestAsked, RulesFrom, Sampling, Setup, TuneAsked,
};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const RUNS: u64 = 2000;
const CONFIDENCE: f64 = 0.95;
const ALPHA: f64 = 1.0 - CONFIDENCE;
/// Money units in a stake.
const STAKE: f64 = 1000.0;
const ROUNDS: u64 = 2500;
/// Half-width in stakes: for one player, some 80,000 rounds and six looks.
const PRECISION: f64 = 0.01;

/// The allowed share of runs in a line.
type Allowed = std::ops::RangeInclusive<f64>;
const COVERS: Allowed = 0.935..=0.965;
const WRONG: Allowed = 0.0..=0.06;
/// For intervals by a union bound over all values tried, which cover more often than they claim.
const COVERS_AT_LEAST: Allowed = 0.95..=1.0;
/// For lines that are shown only for comparison.
const SHOWN: Allowed = 0.0..=1.0;

fn table(players: usize) -> Kinzo {
    let mut settings = Settings::default();
    for set in ["match_pays=own", "copies_per_value=12", &format!("players={players}")] {
        settings.set(set).expect("a setting");
    }
    Kinzo::new(settings.finish().expect("allowed rules")).expect("allowed rules")
}

fn seats(game: &Kinzo, text: &str) -> Vec<<Kinzo as Engine>::Player> {
    vec![strategy::seat(game, text).expect("a strategy"); game.players()]
}

/// The exact EV of one player, in money units, and the probability of each event, by name.
struct Truth {
    ev: f64,
    events: Vec<(String, f64)>,
}

fn truth(text: &str) -> Truth {
    let game = table(1);
    let figures = game.exact(&mut seats(&game, text)).expect("one player is exact");
    let events = game.events().into_iter().zip(&figures.events);
    Truth {
        ev: figures.seats[0].mean,
        events: events.map(|(event, (hits, trials))| (event.name, hits / trials)).collect(),
    }
}

impl Truth {
    fn of(&self, event: &str) -> f64 {
        self.events.iter().find(|(name, _)| name == event).expect("an event").1
    }
}

/// Counts of runs, one for each check.
struct Counts(Vec<AtomicU64>);

impl Counts {
    fn new(of: usize) -> Counts {
        Counts((0..of).map(|_| AtomicU64::new(0)).collect())
    }

    fn add(&self, which: usize, yes: bool) {
        self.0[which].fetch_add(u64::from(yes), Ordering::Relaxed);
    }

    fn share(&self, which: usize) -> f64 {
        self.0[which].load(Ordering::Relaxed) as f64 / RUNS as f64
    }
}

/// The printer of the table's lines, which notes whether all shares are allowed.
struct Lines {
    sound: bool,
}

impl Lines {
    fn line(&mut self, what: &str, players: usize, share: f64, allowed: &Allowed) {
        self.line_of(RUNS, what, players, share, allowed);
    }

    fn line_of(&mut self, runs: u64, what: &str, players: usize, share: f64, allowed: &Allowed) {
        let (low, high) = (allowed.start(), allowed.end());
        println!("{what},{players},{runs},{share:.4},{low},{high}");
        if !allowed.contains(&share) {
            self.sound = false;
            eprintln!("{what} with {players}: {share} is outside {low}..={high}");
        }
    }
}

/// A part of the table, with the name that selects it on the command line.
type Part = (&'static str, fn(&mut Lines));

fn main() {
    println!("share_of_runs_in_which,players,runs,share,least_allowed,most_allowed");
    let mut lines = Lines { sound: true };
    let parts: [Part; 10] = [
        ("fixed", |lines| [1, 7].into_iter().for_each(|players| fixed(players, lines))),
        ("stopped", |lines| [1, 7].into_iter().for_each(|players| stopped(players, lines))),
        ("differences", differences),
        ("equals", |lines| [2, 7].into_iter().for_each(|contenders| equals(contenders, lines))),
        ("dropped", dropped),
        ("commission", commission),
        ("price", price),
        ("unchanged", unchanged),
        ("changed", changed),
        ("tuned", tuned),
    ];
    // Cargo adds the option `--bench`.
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    for (name, part) in parts {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            part(&mut lines);
        }
    }
    assert!(lines.sound, "some intervals are not what they say");
}

fn plan(seed: u64, until: Until, stop: &AtomicBool) -> Plan<'_> {
    Plan { seed, until, confidence: CONFIDENCE, stop, journal: None }
}

fn covers(estimate: Option<Estimate>, truth: f64) -> bool {
    let ends = estimate.and_then(|estimate| Some((estimate.low?, estimate.high?)));
    ends.is_some_and(|(low, high)| (low..=high).contains(&truth))
}

/// Runs of fixed length: 95 of 100 intervals contain the exact figure.
fn fixed(players: usize, lines: &mut Lines) {
    let (game, truth) = (table(players), truth("threshold"));
    let names = ["survive", "bust-high", "bust-doubled", "seat1:exact-match", "dealer-total:15"];
    let events = game.events();
    let index = |name: &str| events.iter().position(|event| event.name == name).expect("an event");
    let wanted: Vec<(usize, f64)> =
        names.iter().map(|&name| (index(name), truth.of(name))).collect();
    // The seat, the house, the first event as if its trials were independent, and each event.
    let counts = Counts::new(3 + names.len());
    let stop = AtomicBool::new(false);
    (0..RUNS).into_par_iter().for_each(|seed| {
        let until = Until::Rounds(ROUNDS);
        let Run { tally, .. } =
            simulate::run(&game, &seats(&game, "threshold"), plan(seed, until, &stop), &|_| {});
        let ev = |net: &Moments| Estimate::ratio(net, STAKE, CONFIDENCE);
        counts.add(0, covers(ev(&tally.seats()[0].net), truth.ev / STAKE));
        counts.add(1, covers(ev(&tally.house().net), -truth.ev * players as f64 / STAKE));
        let tallies = tally.events();
        for (i, &(event, p)) in wanted.iter().enumerate() {
            let share = Proportion::from_moments(&tallies[event].hits, tally.rounds(), CONFIDENCE);
            counts.add(3 + i, (share.low..=share.high).contains(&p));
        }
        let first = tallies[wanted[0].0].hits;
        let (low, high) = wilson(first.x as f64, first.n as f64, CONFIDENCE);
        counts.add(2, (low..=high).contains(&wanted[0].1));
    });
    lines.line("the EV of seat 1 is covered", players, counts.share(0), &COVERS);
    lines.line("the EV of the house is covered", players, counts.share(1), &COVERS);
    for (i, name) in names.iter().enumerate() {
        lines.line(&format!("{name} is covered"), players, counts.share(3 + i), &COVERS);
    }
    if players > 1 {
        let what = format!("{} would be covered if hands were independent", names[0]);
        lines.line(&what, players, counts.share(2), &SHOWN);
    }
}

/// Runs that stop at a precision: at most 5 of 100 are ever wrong at any look.
fn stopped(players: usize, lines: &mut Lines) {
    let (game, truth) = (table(players), truth("threshold"));
    let survive = game.events().iter().position(|e| e.name == "survive").expect("an event");
    let p = truth.of("survive");
    let counts = Counts::new(4);
    let stop = AtomicBool::new(false);
    let precision = PRECISION * STAKE * (players as f64).sqrt();
    (0..RUNS).into_par_iter().for_each(|seed| {
        let wrong: [AtomicBool; 4] = Default::default();
        let watch = |progress: simulate::Progress<'_>| {
            let tally = progress.tally;
            let seat = tally.seats()[0];
            let (ev, half) = (seat.net.ratio(), seat.time_uniform(ALPHA, precision));
            let off = ev.map_or(0.0, |ev| (ev - truth.ev).abs());
            wrong[0].fetch_or(off > half, Ordering::Relaxed);
            let fixed = Estimate::ratio(&seat.net, 1.0, CONFIDENCE);
            wrong[1].fetch_or(!covers(fixed, truth.ev), Ordering::Relaxed);
            let hits = tally.events()[survive].hits;
            let effective = |count: i128| (count as f64 / design_effect(&hits)).round() as u64;
            let (low, high) = sequential::proportion(effective(hits.x), effective(hits.n), ALPHA);
            wrong[2].fetch_or(!(low..=high).contains(&p), Ordering::Relaxed);
        };
        let until = Until::Precision(precision);
        let run =
            simulate::run(&game, &seats(&game, "threshold"), plan(seed, until, &stop), &watch);
        let seat = run.tally.seats()[0];
        assert!(seat.time_uniform(ALPHA, precision) <= precision, "stopped too early");
        for (i, wrong) in wrong.iter().enumerate() {
            counts.add(i, wrong.load(Ordering::Relaxed));
        }
    });
    let what = "a look under --precision excludes the EV";
    lines.line(what, players, counts.share(0), &WRONG);
    let what = "a look under --precision excludes survive";
    lines.line(what, players, counts.share(2), &WRONG);
    let what = "a look would exclude the EV if intervals were those of a fixed length";
    lines.line(what, players, counts.share(1), &SHOWN);
}

/// Differences of strategies on common luck: 95 of 100 intervals contain the exact difference.
fn differences(lines: &mut Lines) {
    let game = table(1);
    let texts = ["threshold(hit_below=9)", "threshold(hit_below=8)"];
    let exact = (truth(texts[0]).ev - truth(texts[1]).ev) / STAKE;
    let contenders = texts.map(|text| Contender { players: Box::new(seats(&game, text)), seat: 0 });
    let counts = Counts::new(1);
    let stop = AtomicBool::new(false);
    (0..RUNS).into_par_iter().for_each(|seed| {
        let until = Until::Rounds(ROUNDS);
        let run = simulate::compare(&game, &contenders, plan(seed, until, &stop), &|_| {});
        let found = run.contest.difference(0, 1, CONFIDENCE, None);
        let ends = found.and_then(|found| found.low.zip(found.high));
        counts.add(0, ends.is_some_and(|(low, high)| (low..=high).contains(&exact)));
    });
    lines.line("the difference of two thresholds is covered", 1, counts.share(0), &COVERS);
}

/// Contenders that are exactly equal but have different results in every session: the same strategy
/// in different seats of a table at which all seats are equivalent.
fn equals(contenders: usize, lines: &mut Lines) {
    let game = table(7);
    let players = seats(&game, "threshold");
    let contenders: Vec<_> = (0..contenders)
        .map(|seat| Contender { players: Box::new(players.clone()), seat })
        .collect();
    let counts = Counts::new(2);
    let stop = AtomicBool::new(false);
    let any_apart = |contest: &simulate::Contest, precision| {
        let all = 0..contest.contenders();
        let pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
        let mut found = pairs.filter_map(|(a, b)| contest.difference(a, b, CONFIDENCE, precision));
        found.any(|found| found.low.is_some_and(|low| low > 0.0))
    };
    (0..RUNS).into_par_iter().for_each(|seed| {
        let until = Until::Rounds(1200);
        let run = simulate::compare(&game, &contenders, plan(seed, until, &stop), &|_| {});
        counts.add(0, any_apart(&run.contest, None));
        let precision = 60.0;
        let wrong = AtomicBool::new(false);
        let watch = |progress: simulate::ContestProgress<'_>| {
            wrong.fetch_or(any_apart(progress.contest, Some(precision)), Ordering::Relaxed);
        };
        let until = Until::Precision(precision);
        simulate::compare(&game, &contenders, plan(seed, until, &stop), &watch);
        counts.add(1, wrong.load(Ordering::Relaxed));
    });
    let of = contenders.len();
    let what = format!("any two of {of} equal strategies are called apart");
    lines.line(&what, 7, counts.share(0), &WRONG);
    let what =
        format!("any two of {of} equal strategies are called apart at a look under --precision");
    lines.line(&what, 7, counts.share(1), &WRONG);
}

/// Elimination: how often the best of four is dropped.
fn dropped(lines: &mut Lines) {
    let game = table(1);
    let texts = [9, 8, 10, 7].map(|hit| format!("threshold(hit_below={hit})"));
    let evs = texts.each_ref().map(|text| truth(text).ev);
    assert!(evs[1..].iter().all(|&ev| ev < evs[0]), "9 is the best");
    let contenders =
        texts.map(|text| Contender { players: Box::new(seats(&game, &text)), seat: 0 });
    let counts = Counts::new(2);
    let stop = AtomicBool::new(false);
    (0..RUNS).into_par_iter().for_each(|seed| {
        let until = Until::Precision(20.0);
        let run = simulate::compare(&game, &contenders, plan(seed, until, &stop), &|_| {});
        counts.add(0, run.contest.dropped(0).is_some());
        counts.add(1, (1..4).any(|contender| run.contest.dropped(contender).is_some()));
    });
    lines.line("the best of four thresholds is dropped", 1, counts.share(0), &WRONG);
    lines.line("a worse one of four thresholds is dropped", 1, counts.share(1), &SHOWN);
}

/// The share of runs in which the interval of the value that makes the house edge zero contains the
/// exact value.
fn balanced(runs: u64, game: &str, setup: &Setup, solve: &str, rounds: u64, exact: f64) -> f64 {
    let found = study::find(game).expect("a game");
    let asked = BalanceAsked {
        solve: Candidates::read(solve).expect("values"),
        metric: Metric::HouseEdge,
        target: 0.0,
        tolerance: None,
        against_best: false,
        tune: Vec::new(),
    };
    let holding = AtomicU64::new(0);
    (0..runs).into_par_iter().for_each(|seed| {
        let stop = AtomicBool::new(false);
        let until = Some(Length::Rounds(rounds));
        let sampling = Sampling { seed, until, stop: &stop, journal: None, watch: &|_| {} };
        let answer = found.balance(setup, &asked, sampling).expect("a value");
        let table = &answer.report.tables[0];
        let end = |name: &str| table.rows[0][table.column(name).expect("a column")].number();
        let ends = end("value_low").zip(end("value_high"));
        let holds = ends.is_some_and(|(low, high)| (low..=high).contains(&exact));
        holding.fetch_add(u64::from(holds), Ordering::Relaxed);
    });
    holding.into_inner() as f64 / runs as f64
}

fn setup(set: &[&str]) -> Setup {
    Setup { set: set.iter().map(|set| (*set).to_owned()).collect(), ..Setup::default() }
}

/// If ties are matches, a player who never splits has a positive EV. The commission on its wins
/// that makes it zero is the EV over the probability of winning.
fn commission(lines: &mut Lines) {
    let set = ["match_pays=own", "copies_per_value=12", "tie_at_tally=match"];
    let mut settings = Settings::default();
    set.iter().for_each(|set| settings.set(set).expect("a setting"));
    let game = Kinzo::new(settings.finish().expect("allowed rules")).expect("allowed rules");
    let figures = game.exact(&mut seats(&game, "threshold")).expect("one player is exact");
    let exact = figures.seats[0].mean / figures.seats[0].win;
    let table = setup(&[&set[..], &["players=2"]].concat());
    let share = balanced(RUNS, "kinzo", &table, "commission=0..500", ROUNDS, exact);
    lines.line("the commission for a zero edge is covered", 2, share, &COVERS_AT_LEAST);
}

/// The payout of the zinbiddle bet at which it has no house edge, from the exact odds of a natural
/// zinbiddle. Both players bet and at most one is paid; there are so many sets that their hands are
/// independent.
fn price(lines: &mut Lines) {
    let bets = "side_bet = true\n[[bet]]\ndo = \"call\"\n[[act]]\ndo = \"pass\"\n";
    let text = format!("game = \"zinbiddle\"\nabout = \"bets on naturals\"\n{bets}");
    let mut table = setup(&[
        "players=2",
        "sets=200",
        "side_bet=1",
        "rake_every=0",
        "jackpot_share=0",
        "jackpot_seed=0",
    ]);
    let event = OddsAsked { event: Some("dealt:natural-zinbiddle"), ..OddsAsked::default() };
    let stop = AtomicBool::new(false);
    let sampling = Sampling { seed: 1, until: None, stop: &stop, journal: None, watch: &|_| {} };
    let zinbiddle = study::find("zinbiddle").expect("a game");
    let odds = zinbiddle.odds(&table, Method::Exact, event, sampling).expect("exact odds");
    let odds = &odds.report.tables[0];
    let at = odds.column("probability").expect("a column");
    let natural = odds.rows[0][at].number().expect("a probability");
    let exact = 2.0 / (1.0 - (1.0 - natural).powi(2)) - 1.0;
    table.strategies = vec![Asked { file: Some(text), ..Asked::from("bettor.toml") }];
    let runs = RUNS / 10;
    let share = balanced(runs, "zinbiddle", &table, "zinbiddle_pays=0..2000", 4 * ROUNDS, exact);
    let what = "the fair price of the zinbiddle bet is covered";
    lines.line_of(runs, what, 2, share, &COVERS_AT_LEAST);
}

/// Playtests of two players against the baseline `before`, each with its own seed; `look` gets the
/// verdict.
fn playtests(set: &[&str], before: &str, rounds: u64, look: &(dyn Fn(&study::Table) + Sync)) {
    let setup = Setup { strategies: vec!["threshold".into()], ..setup(set) };
    let file = RulesFrom::File { name: "before.toml".into(), text: before.into() };
    let asked = PlaytestAsked { baseline: Some(file), ..PlaytestAsked::default() };
    let kinzo = study::find("kinzo").expect("a game");
    (0..PLAYTESTS).into_par_iter().for_each(|seed| {
        let stop = AtomicBool::new(false);
        let until = Some(Length::Rounds(rounds));
        let sampling = Sampling { seed, until, stop: &stop, journal: None, watch: &|_| {} };
        let answer = kinzo.playtest(&setup, &asked, sampling).expect("an answer");
        look(&answer.report.tables[0]);
    });
}

const PLAYTESTS: u64 = 200;
/// With `match_pays = own` a seat's net depends on its own cards and the dealer's.
const TABLE: &str = "match_pays = 'own'\ncopies_per_value = 12\nplayers = 2\n";
const SETS: [&str; 3] = ["match_pays=own", "copies_per_value=12", "players=2"];

/// The section, the sentence and the interval (low, high) of a row of the verdict.
fn told(verdict: &study::Table, row: &[study::Cell]) -> (String, String, f64, f64) {
    let at = |name: &str| &row[verdict.column(name).expect("a column")];
    let text = |name: &str| match at(name) {
        study::Cell::Text(text) => text.clone(),
        _ => String::new(),
    };
    let end = |name: &str| at(name).number().unwrap_or(0.0);
    (text("section"), text("sentence"), end("low"), end("high"))
}

/// Playtests in which only the first player differs, which changes the luck but no exact figure:
/// any sentence that claims a change is wrong.
fn unchanged(lines: &mut Lines) {
    let claims = AtomicU64::new(0);
    let set = [&SETS[..], &["first_player=caller"]].concat();
    let before = format!("{TABLE}first_player = 'fixed'\n");
    playtests(&set, &before, ROUNDS, &|verdict| {
        let claim = |row: &Vec<study::Cell>| {
            let (section, _, low, high) = told(verdict, row);
            ["changes", "events"].contains(&section.as_str()) && (low > 0.0 || high < 0.0)
        };
        claims.fetch_add(u64::from(verdict.rows.iter().any(claim)), Ordering::Relaxed);
    });
    let share = claims.into_inner() as f64 / PLAYTESTS as f64;
    let what = "a playtest claims a change where nothing was changed";
    lines.line_of(PLAYTESTS, what, 2, share, &(0.0..=0.05));
}

/// The exact EV of a single player of `threshold`, in stakes.
fn alone(set: &[&str]) -> f64 {
    let mut settings = Settings::default();
    let common = ["match_pays=own", "copies_per_value=12", "players=1"];
    common.iter().chain(set).for_each(|set| settings.set(set).expect("a setting"));
    let game = Kinzo::new(settings.finish().expect("allowed rules")).expect("allowed rules");
    let figures = game.exact(&mut seats(&game, "threshold")).expect("one player is exact");
    figures.seats[0].mean / STAKE
}

/// Playtests with an exactly known change: it is found, and its size is covered.
fn changed(lines: &mut Lines) {
    let mean = alone(&[]);
    for (set, rounds) in [("commission=200", ROUNDS), ("dealer_stop_values=[5]", 8 * ROUNDS)] {
        let exact = alone(&[set]) - mean;
        let counts = Counts::new(2);
        playtests(&[&SETS[..], &[set]].concat(), TABLE, rounds, &|verdict| {
            for row in &verdict.rows {
                let (_, sentence, low, high) = told(verdict, row);
                if sentence.starts_with("Against before.toml, a player by habit wins") {
                    counts.add(0, if exact > 0.0 { low > 0.0 } else { high < 0.0 });
                }
                if sentence.contains("before.toml") && sentence.contains("a player by habit") {
                    counts.add(1, (low..=high).contains(&exact));
                }
            }
        });
        let share = |which| counts.share(which) * RUNS as f64 / PLAYTESTS as f64;
        let what = format!("a playtest finds what {set} does");
        lines.line_of(PLAYTESTS, &what, 2, share(0), &COVERS_AT_LEAST);
        let what = format!("a playtest covers what {set} does");
        lines.line_of(PLAYTESTS, &what, 2, share(1), &COVERS_AT_LEAST);
    }
}

const TUNINGS: u64 = 200;

/// Tunings of a file with one player, whose gain is known exactly once it is found.
fn tuned(lines: &mut Lines) {
    let kinzo = study::find("kinzo").expect("a game");
    let setup = |text: &str| Setup {
        strategies: vec![Asked { file: Some(text.to_owned()), ..Asked::from("mine.toml") }],
        ..Setup::default()
    };
    let figure = |table: &study::Table, row: usize, name: &str| {
        table.rows[row][table.column(name).expect("a column")].number().expect("a number")
    };
    let exact = |text: &str| {
        let answer = kinzo.exact(&setup(text), HandAsked::default()).expect("one player is exact");
        figure(&answer.report.tables[0], 0, "ev")
    };
    let text = include_str!("../strategies/kinzo/cautious.toml");
    let before = exact(text);
    let covered = AtomicU64::new(0);
    (0..TUNINGS).into_par_iter().for_each(|seed| {
        let (stop, until) = (AtomicBool::new(false), Some(Length::Rounds(40 * ROUNDS)));
        let sampling = Sampling { seed, until, stop: &stop, journal: None, watch: &|_| {} };
        let name = "better.toml".to_owned();
        let asked = TuneAsked { free: Vec::new(), seat: 1, against: None, name, adds: false };
        let (better, answer) = kinzo.tune(&setup(text), &asked, sampling).expect("a tuning");
        let gain = &answer.report.tables[0];
        let ends = figure(gain, 0, "low")..=figure(gain, 0, "high");
        covered.fetch_add(u64::from(ends.contains(&(exact(&better) - before))), Ordering::Relaxed);
    });
    let share = covered.into_inner() as f64 / TUNINGS as f64;
    let what = "the gain that a tuning promises is covered";
    lines.line_of(TUNINGS, what, 1, share, &(0.93..=1.0));
}
