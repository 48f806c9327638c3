//! Grids: every point has the figures of a separate run, to the last digit, and points are paired
//! by session.

use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::settings::Settings;
use croupier::framework::{Engine, Record, Sink};
use croupier::games::kinzo::Kinzo;
use croupier::games::sabacc::Sabacc;
use croupier::games::sabacc::strategies::solved::{Against, Shared};
use croupier::simulate::{self, Account, GridPoint, Kept, Plan, Until};
use croupier::stats::{Cross, Moments};
use croupier::strategy;
use croupier::study::{
    self, Answer, Axis, Cell, CompareAsked, Length, Metric, Sampling, Setup, Snapshot, SweepAsked,
    Table,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn setup(set: &[&str], strategies: &[&str]) -> Setup {
    Setup {
        set: set.iter().map(|set| (*set).to_owned()).collect(),
        strategies: strategies.iter().map(|name| (*name).into()).collect(),
        ..Setup::default()
    }
}

fn sampled<T>(seed: u64, until: Length, study: impl FnOnce(Sampling<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    study(Sampling { seed, until: Some(until), stop: &stop, journal: None, watch: &|_| {} })
}

fn asked(vary: &[&str]) -> SweepAsked {
    let axes = vary.iter().map(|text| Axis::read(text).unwrap()).collect();
    SweepAsked { axes, ..SweepAsked::default() }
}

fn sweep(game: &str, setup: &Setup, asked: &SweepAsked, until: Length) -> Answer {
    let game = study::find(game).unwrap();
    sampled(5, until, |sampling| game.sweep(setup, asked, sampling).unwrap())
}

fn column(table: &Table, name: &str) -> usize {
    table.column(name).unwrap_or_else(|| panic!("{name} in {:?}", table.columns))
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Int(number) => number.to_string(),
        Cell::Float(number) => number.to_string(),
        other => panic!("{other:?} is no value of a field"),
    }
}

/// The rows of a sweep without the varied columns, point by point, against separate runs.
fn same_as_simulate(game: &str, set: &[&str], strategies: &[&str], vary: &[&str], until: Length) {
    let base = setup(set, strategies);
    let answer = on(2, || sweep(game, &base, &asked(vary), until)).report;
    assert_eq!(answer, on(1, || sweep(game, &base, &asked(vary), until)).report, "{game} {vary:?}");
    let table = &answer.tables[0];
    let (first, last) = (column(table, "seat"), column(table, "win_high"));
    let fields = &table.columns[..first];
    let mut rows = table.rows.iter().peekable();
    let mut points = 0;
    while let Some(row) = rows.peek() {
        let values: Vec<String> = row[..first].iter().map(text).collect();
        let mut own = base.clone();
        for (field, value) in fields.iter().zip(&values) {
            match field.strip_prefix("strategy.") {
                Some(parameter) => {
                    // `random` has none.
                    let with = |asked: &study::Asked| match asked.written.as_str() {
                        "random" => asked.clone(),
                        _ => asked.with(parameter, value),
                    };
                    own.strategies = own.strategies.iter().map(with).collect();
                }
                None if field == "rules" => own.rules = study::RulesFrom::Preset(value.clone()),
                None => own.set.push(format!("{field}={value}")),
            }
        }
        let found = study::find(game).unwrap();
        let alone = sampled(5, until, |sampling| found.simulate(&own, sampling).unwrap());
        for want in &alone.report.tables[0].rows {
            let got = rows.next().unwrap();
            assert_eq!(got[..first].iter().map(text).collect::<Vec<_>>(), values);
            assert_eq!(&got[first..=last], &want[..], "{game} {fields:?} = {values:?}");
        }
        points += 1;
    }
    let expected: usize = asked(vary).axes.iter().map(|axis| axis.values.len()).product();
    assert_eq!(points, expected);
}

#[test]
fn a_point_is_the_run_of_its_own() {
    let rounds = Length::Rounds;
    same_as_simulate("kinzo", &[], &[], &["commission=0..100:50", "players=1..3"], rounds(4001));
    same_as_simulate(
        "kinzo",
        &["players=2"],
        &["threshold", "random"],
        &["strategy.hit_below=7..9"],
        rounds(3000),
    );
    same_as_simulate(
        "sabacc",
        &["players=3"],
        &[],
        &["game_rounds=1..3", "junk_refund=0,0.5"],
        rounds(3000),
    );
    same_as_simulate("zinbiddle", &[], &["passive"], &["rules=casual,casino"], rounds(400));
}

/// A point that is done early stops, and the others go on.
#[test]
fn a_point_with_other_sessions_is_the_run_of_its_own() {
    let rounds = Length::Rounds;
    same_as_simulate(
        "kinzo",
        &["players=2"],
        &[],
        &["shuffle.penetration=0.3..0.9:0.2"],
        rounds(20_001),
    );
    same_as_simulate("zinbiddle", &[], &["passive"], &["hands_per_session=1,7,40"], rounds(500));
}

#[test]
fn a_point_comes_to_its_precision_as_a_run_of_its_own() {
    for half in [0.03, 0.004] {
        same_as_simulate(
            "kinzo",
            &[],
            &[],
            &["commission=0,500", "players=1,2"],
            Length::Precision(half),
        );
    }
    same_as_simulate("sabacc", &[], &[], &["players=2..4"], Length::Precision(0.05));
}

#[test]
fn a_point_and_the_first_one_are_what_compare_says_of_them() {
    let until = Length::Rounds(20_000);
    let base = setup(&[], &["threshold"]);
    let swept = sweep("kinzo", &base, &asked(&["strategy.hit_below=9,8"]), until);
    let swept = &swept.report.tables[0];
    let [value, low, high] = ["vs_first", "vs_low", "vs_high"].map(|name| column(swept, name));
    let rows = &swept.rows;
    // Seat and house of each of two points.
    assert_eq!(rows.len(), 4);
    for row in &rows[..2] {
        assert_eq!([&row[value], &row[low], &row[high]], [&Cell::Float(0.0); 3]);
    }
    let contenders = ["threshold(hit_below=8)", "threshold(hit_below=9)"];
    let game = study::find("kinzo").unwrap();
    let asked = CompareAsked { seat: 1, against: None };
    let compared = sampled(5, until, |sampling| {
        let setup = setup(&[], &contenders);
        game.compare(&setup, &asked, sampling).unwrap()
    });
    let pairs = &compared.report.tables[1];
    let (pair, sign) = (&pairs.rows[0], |a: &Cell| match a {
        Cell::Text(name) if name.starts_with("threshold(hit_below=8") => 1.0,
        _ => -1.0,
    });
    let number =
        |row: &[Cell], table: &Table, name: &str| row[column(table, name)].number().unwrap();
    let sign = sign(&pair[column(pairs, "a")]);
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
    close(rows[2][value].number().unwrap(), sign * number(pair, pairs, "difference"));
    let width = |table: &Table, row: &[Cell], low: &str, high: &str| {
        number(row, table, high) - number(row, table, low)
    };
    close(width(swept, &rows[2], "vs_low", "vs_high"), width(pairs, pair, "low", "high"));
    // The gain of the seat is the loss of the house.
    close(rows[3][value].number().unwrap(), -rows[2][value].number().unwrap());
    let edge = column(swept, "house_edge");
    for pair in rows.chunks(2) {
        assert_eq!(pair[0][edge], pair[1][edge]);
        close(pair[1][edge].number().unwrap(), number(&pair[1], swept, "ev"));
    }
}

/// The nets of seats and house, of positions, and the rounds, for every session in order.
#[derive(Default)]
struct Everything(Vec<(Vec<i64>, Vec<i64>, i64)>);

impl Sink for Everything {
    fn ordered(&self) -> bool {
        true
    }

    fn session(&mut self, record: &Record, _times: u64) {
        let nets = record.seats.iter().chain([&record.house]).map(|score| score.net);
        let positions = record.positions.iter().map(|score| score.net);
        self.0.push((nets.collect(), positions.collect(), record.rounds.into()));
    }
}

fn kinzo(set: &[&str]) -> (Kinzo, Vec<<Kinzo as Engine>::Player>) {
    let mut settings = Settings::default();
    set.iter().for_each(|set| settings.set(set).unwrap());
    let game = Kinzo::new(settings.finish().unwrap()).unwrap();
    let players = vec![strategy::seat(&game, "threshold").unwrap(); game.players()];
    (game, players)
}

#[test]
fn pairs_are_over_all_sessions_and_their_products_over_those_that_both_played() {
    let tables = [
        kinzo(&["players=2", "shuffle.penetration=0.5"]),
        kinzo(&["players=3", "shuffle.penetration=0.9"]),
        kinzo(&["players=1", "shuffle.penetration=0.3"]),
    ];
    let point = |(game, players): &(Kinzo, Vec<_>)| -> (Everything, u64) {
        let mut players: Vec<<Kinzo as Engine>::Player> = players.clone();
        let mut all = Everything::default();
        game.play(&mut players, Seed::new(9), 0..9000, &mut all);
        let (mut rounds, mut sessions) = (0, 0);
        while rounds < 7000 {
            rounds += all.0[sessions].2;
            sessions += 1;
        }
        all.0.truncate(sessions);
        (all, rounds as u64)
    };
    let played = tables.each_ref().map(point);
    let points: Vec<GridPoint<'_>> = tables
        .iter()
        .map(|(game, players)| GridPoint { game, players, base: 0, rounds: None })
        .collect();
    let stop = AtomicBool::new(false);
    let plan =
        Plan { seed: 9, until: Until::Rounds(7000), confidence: 0.95, stop: &stop, journal: None };
    let kept = Kept { couples: true, positions: true, ..Kept::default() };
    let run = simulate::grid(&points, kept, plan, &|_, _| {});
    assert!(!run.stopped);
    for (at, (all, rounds)) in played.iter().enumerate() {
        let (grid, base) = (&run.grid, &played[0].0);
        assert!(grid.done(at));
        assert_eq!(grid.tally(at).rounds(), *rounds);
        assert_eq!(grid.tally(at).sessions(), all.0.len() as u64);
        let house = |nets: &[i64]| nets.len() - 1;
        let common = house(&all.0[0].0).min(house(&base.0[0].0));
        for account in (0..common).map(Account::Seat).chain([Account::House]) {
            let net = |nets: &[i64]| match account {
                Account::Seat(seat) => nets[seat],
                Account::House => nets[house(nets)],
            };
            let sums = |sessions: &[(Vec<i64>, Vec<i64>, i64)]| {
                let mut sums = Moments::default();
                sessions.iter().for_each(|session| sums.add(net(&session.0), session.2));
                sums
            };
            let both = all.0.len().min(base.0.len());
            let (mut cross, mut differed) = (Cross::default(), 0);
            for (own, other) in all.0.iter().zip(&base.0) {
                let (xa, na, xb, nb) = (net(&own.0), own.2, net(&other.0), other.2);
                let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
                let (xx, xn, nx, nn) =
                    (product(xa, xb), product(xa, nb), product(na, xb), product(na, nb));
                cross.merge(&Cross { xx, xn, nx, nn });
                differed += u64::from((xa, na) != (xb, nb));
            }
            let pair = grid.common(at, account).unwrap();
            let (a, b) = (sums(&all.0[..both]), sums(&base.0[..both]));
            assert_eq!((pair.a, pair.b, pair.cross, pair.differed), (a, b, cross, differed));
            let pair = grid.couple(at, account).unwrap();
            let (a, b) = (sums(&all.0), sums(&base.0));
            assert_eq!((pair.a, pair.b, pair.cross, pair.differed), (a, b, cross, differed));
        }
        assert_eq!(grid.couple(at, Account::Seat(common)), None);
        let players = points[at].game.players();
        let pairs = grid.position_pairs(at);
        assert_eq!(pairs.len(), players * (players - 1) / 2);
        for (pair, (a, b)) in pairs.iter().zip([(0, 1), (0, 2), (1, 2)]).take(pairs.len()) {
            let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
            let (a, b) = if players == 2 { (0, 1) } else { (a, b) };
            let xx: i128 = all.0.iter().map(|(_, nets, _)| product(nets[a], nets[b])).sum();
            let xn: i128 = all.0.iter().map(|(_, nets, n)| product(nets[a], *n)).sum();
            let nx: i128 = all.0.iter().map(|(_, nets, n)| product(nets[b], *n)).sum();
            let nn: i128 = all.0.iter().map(|(_, _, n)| product(*n, *n)).sum();
            assert_eq!(pair.cross, Cross { xx, xn, nx, nn });
            assert_eq!(pair.a.x, all.0.iter().map(|(_, nets, _)| i128::from(nets[a])).sum());
        }
    }
}

/// Best play next to the habit, and parameters that are tuned for seat 1.
#[test]
fn the_best_take_more_than_the_habit() {
    let until = Length::Rounds(60_000);
    let mut asked = asked(&["commission=0,200"]);
    asked.against_best = true;
    let answer = sweep("kinzo", &setup(&[], &["threshold(hit_below=12)"]), &asked, until);
    let metric = &answer.report.tables[1];
    let (value, play) = (column(metric, "estimate"), column(metric, "play"));
    let figures: Vec<(String, f64)> =
        metric.rows.iter().map(|row| (text(&row[play]), row[value].number().unwrap())).collect();
    let plays: Vec<&str> = figures.iter().map(|(play, _)| play.as_str()).collect();
    assert_eq!(plays, ["habit", "best", "habit", "best"]);
    assert!(figures[0].1 > figures[1].1 + 0.1 && figures[2].1 > figures[3].1 + 0.1, "{figures:?}");

    asked.axes.push(Axis::read("strategy.hit_below=6,9,12").unwrap());
    asked.metric = Some(Metric::read("ev:1").unwrap());
    let answer = sweep("kinzo", &setup(&["players=2"], &["threshold(split=false)"]), &asked, until);
    let table = &answer.report.tables[0];
    assert!(table.column("strategy.hit_below").is_none(), "it is tuned, not listed");
    let strategy = |row: usize| text(&table.rows[row][column(table, "strategy")]);
    // Seats 1 and 2 and the house: for the habit, then for the tuned player.
    assert_eq!(strategy(3), "threshold(hit_below=9,split=false)");
    assert_eq!(strategy(4), "threshold(hit_below=9,split=false)");
}

/// A small deck of Sabacc, for which `solved` is quick to compute.
const SMALL: [&str; 3] = ["game_rounds=1", "highest=5", "hand_limit=2"];

/// The plan of `solved` under some rules and a refund, once it is requested; it is freed with its
/// last holder.
fn plan(set: &[&str], refund: f64) -> Arc<Shared> {
    let set = format!("{};junk_refund={refund}", set.join(";"));
    Shared::for_rules(&tables::rules::<Sabacc>(&set), Against::Themselves)
}

/// The rows of a table for a point.
fn told<'t>(table: &'t Table, point: &str) -> Vec<&'t [Cell]> {
    let of = |row: &&Vec<Cell>| text(&row[0]) == point;
    table.rows.iter().filter(of).map(|row| &row[1..]).collect()
}

/// If players keep computed plans, only a few points are played at a time, each together with the
/// first one; the figures are the same.
#[test]
fn points_a_few_at_a_time_come_to_the_same() {
    let base = setup(&SMALL, &[]);
    let until = Length::Rounds(3001);
    // Computed once for all the runs below.
    let _kept = [0.0, 0.1, 0.2, 0.3].map(|refund| plan(&SMALL, refund));
    let [all, pair] = ["0..0.3:0.1", "0,0.3"].map(|values| {
        let vary = format!("junk_refund={values}");
        let asked = SweepAsked { against_best: true, ..asked(&[&vary]) };
        on(2, || sweep("sabacc", &base, &asked, until)).report
    });
    for (all, pair) in all.tables.iter().zip(&pair.tables) {
        assert_eq!(all.columns, pair.columns);
        for point in ["0", "0.3"] {
            assert!(!told(pair, point).is_empty(), "{}", pair.name);
            assert_eq!(told(all, point), told(pair, point), "{} at {point}", pair.name);
        }
    }
    same_as_simulate("sabacc", &SMALL, &["solved"], &["junk_refund=0..0.3:0.1"], until);
}

/// The plans of finished points are freed before the next ones begin; a run that is stopped then
/// reports its results so far.
#[test]
fn points_a_few_at_a_time_keep_no_more_than_a_few() {
    // No other test uses plans for these rules.
    let small = [SMALL[0], "highest=6", SMALL[2]];
    let kept = || [0.0, 0.1, 0.2, 0.3].map(|refund| plan(&small, refund).is_ready());
    let (stop, seen) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let watch = |_: Snapshot| {
        let kept = kept();
        seen.lock().unwrap().push(kept);
        if kept[3] {
            stop.store(true, Ordering::SeqCst);
        }
    };
    let until = Some(Length::Rounds(100_000));
    let sampling = Sampling { seed: 5, until, stop: &stop, journal: None, watch: &watch };
    let game = study::find("sabacc").unwrap();
    let asked = asked(&["junk_refund=0..0.3:0.1"]);
    let found = game.sweep(&setup(&small, &["solved"]), &asked, sampling).unwrap();
    let seen = seen.into_inner().unwrap();
    assert!(seen.contains(&[true, true, true, false]), "{seen:?}");
    assert!(seen.contains(&[true, false, false, true]), "{seen:?}");
    assert!(found.stopped);
    let left = "left out junk_refund = 0.3: not played before the run was stopped";
    assert!(found.notes.iter().any(|note| note == left), "{:?}", found.notes);
    let points: Vec<String> = found.report.tables[1].rows.iter().map(|row| text(&row[0])).collect();
    assert_eq!(points, ["0", "0.1", "0.2"]);
    let rounds = column(&found.report.tables[0], "rounds");
    assert!(found.report.tables[0].rows.iter().all(|row| row[rounds].number() == Some(1e5)));
}

/// With a time limit, too, and the answer is that of its rounds.
#[test]
fn points_are_a_few_at_a_time_with_a_time_limit_too() {
    // No other test uses plans for these rules.
    let small = [SMALL[0], "highest=7", SMALL[2]];
    let (never, seen) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let watch = |_: Snapshot| {
        let kept = [0.0, 0.1, 0.2, 0.3].map(|refund| plan(&small, refund).is_ready());
        seen.lock().unwrap().push(kept.iter().filter(|kept| **kept).count());
    };
    let game = study::find("sabacc").unwrap();
    let (setup, asked) = (setup(&small, &["solved"]), asked(&["junk_refund=0..0.3:0.1"]));
    let play = |until, watch: &(dyn Fn(Snapshot) + Sync)| {
        let sampling = Sampling { seed: 5, until: Some(until), stop: &never, journal: None, watch };
        game.sweep(&setup, &asked, sampling).unwrap()
    };
    let found = play(Length::Time(Duration::from_secs(1)), &watch);
    let seen = seen.into_inner().unwrap();
    assert!(seen.contains(&3) && seen.iter().all(|&kept| kept <= 3), "{seen:?}");
    let table = &found.report.tables[0];
    let rounds = table.rows[0][column(table, "rounds")].number().unwrap();
    let again = play(Length::Rounds(rounds as u64), &|_| {});
    assert_eq!(found.report.tables, again.report.tables);
}

/// Best play cannot be computed for these games: seat 1 plays the best known strategy, tuned.
#[test]
fn where_best_play_is_not_computed_the_best_that_is_known_is_tuned() {
    for (game, vary, rounds) in
        [("zinbiddle", "misfires_per_suit=3", 100), ("fizzbin", "players=2,3", 60)]
    {
        let asked = SweepAsked { against_best: true, ..asked(&[vary]) };
        let until = Length::Rounds(rounds);
        let answer = on(2, || sweep(game, &Setup::default(), &asked, until));
        let said = answer.notes.iter().find(|note| note.starts_with("best: seat 1 plays"));
        let tuned = if rounds == 100 { "tuned in 2,000 rounds" } else { "tuned in 1,200 rounds" };
        assert!(said.is_some_and(|note| note.contains(tuned)), "{:?}", answer.notes);
        let again = on(3, || sweep(game, &Setup::default(), &asked, until));
        assert_eq!(answer.report, again.report, "{game}");
        let table = &answer.report.tables[0];
        let ev = |play: &str| -> f64 {
            let of = |row: &&Vec<Cell>| {
                let seat = row[column(table, "seat")].number();
                text(&row[column(table, "play")]) == play && seat == Some(1.0)
            };
            let ev = |row: &Vec<Cell>| row[column(table, "ev")].number().unwrap();
            table.rows.iter().filter(of).map(ev).sum()
        };
        assert!(ev("best") > ev("habit"), "{game}: {} against {}", ev("best"), ev("habit"));
    }
}
