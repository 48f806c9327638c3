//! Exactly known values, found by sampling: their intervals contain them.

use crate::snackjack_example::Snackjack;
use croupier::framework::House;
use croupier::framework::settings::Settings;
use croupier::games::kinzo::Kinzo;
use croupier::strategy;
use croupier::study::{
    self, Answer, BalanceAsked, Candidates, Cell, CountAsked, HandAsked, Length, Method, Metric,
    OddsAsked, Sampling, Setup, Table, Tried,
};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

fn setup(set: &[&str], strategies: &[&str]) -> Setup {
    Setup {
        set: set.iter().map(|set| (*set).to_owned()).collect(),
        strategies: strategies.iter().map(|name| (*name).into()).collect(),
        ..Setup::default()
    }
}

/// Stakes every zinbiddle bet, pays to see everything, and takes no actions.
fn bettor() -> study::Asked {
    let bets = "side_bet = true\n[[bet]]\ndo = \"call\"\n[[act]]\ndo = \"pass\"\n";
    let text = format!("game = \"zinbiddle\"\nabout = \"bets on naturals\"\n{bets}");
    study::Asked { file: Some(text), ..study::Asked::from("bettor.toml") }
}

fn asked(solve: &str, metric: &str, target: f64) -> BalanceAsked {
    BalanceAsked {
        solve: Candidates::read(solve).unwrap(),
        metric: Metric::read(metric).unwrap(),
        target,
        tolerance: None,
        against_best: false,
        tune: Vec::new(),
    }
}

fn balance(game: &str, setup: &Setup, asked: &BalanceAsked, seed: u64, rounds: u64) -> Answer {
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(rounds));
    let sampling = Sampling { seed, until, stop: &stop, journal: None, watch: &|_| {} };
    study::find(game).unwrap().balance(setup, asked, sampling).unwrap()
}

fn number(table: &Table, row: usize, name: &str) -> Option<f64> {
    table.rows[row][table.column(name).unwrap()].number()
}

/// The ends of the value's interval.
fn ends(answer: &Answer) -> (f64, f64) {
    let table = &answer.report.tables[0];
    (number(table, 0, "value_low").unwrap(), number(table, 0, "value_high").unwrap())
}

fn covering(runs: u64, value: f64, run: impl Fn(u64) -> Answer + Sync) -> (u64, f64) {
    let found: Vec<(f64, f64)> = (0..runs).into_par_iter().map(|seed| ends(&run(seed))).collect();
    let covering = found.iter().filter(|(low, high)| (*low..=*high).contains(&value)).count();
    let width = found.iter().map(|(low, high)| high - low).sum::<f64>() / runs as f64;
    (covering as u64, width)
}

/// If a tie is a match at once, the player is ahead, and a commission on its wins makes up for
/// that. Without splits it nets one stake or loses one, so the house edge is its losses less its
/// wins after commission. Two players who are each paid their own have the figures of one alone,
/// which can be computed.
#[test]
fn the_commission_for_a_zero_edge_is_covered() {
    let mut settings = Settings::default();
    for set in ["tie_at_tally=match", "copies_per_value=12"] {
        settings.set(set).unwrap();
    }
    let game = Kinzo::new(settings.finish().unwrap()).unwrap();
    let mut players = [strategy::seat(&game, "threshold").unwrap()];
    let figures = game.exact(&mut players).unwrap();
    let (ev, win) = (figures.seats[0].mean / 1000.0, figures.seats[0].win);
    let commission = 1000.0 * ev / win;
    assert!((80.0..150.0).contains(&commission), "{commission}");

    let two = ["tie_at_tally=match", "copies_per_value=12", "match_pays=own", "players=2"];
    let (setup, asked) =
        (setup(&two, &["threshold"]), asked("commission=0..500", "house-edge", 0.0));
    let run = |seed| balance("kinzo", &setup, &asked, seed, 5000);
    let (covering, width) = covering(100, commission, run);
    assert!(covering >= 89, "{covering} of 100 hold {commission}");
    // An interval that contains everything would pass, so its width is checked too.
    assert!(width < 250.0, "{width} wide");
    // More rounds give a narrower interval, with two neighbours about the middle.
    let long = balance("kinzo", &setup, &asked, 1, 200_000);
    let (low, high) = ends(&long);
    assert!(low <= commission && commission <= high && high - low < 45.0, "{low} {high}");
    let table = &long.report.tables[0];
    let values = [0, 1].map(|row| number(table, row, "value").unwrap());
    assert_eq!(values[1], values[0] + 1.0);
    assert!(number(table, 0, "achieved").unwrap() <= 0.0);
    assert!(number(table, 1, "achieved").unwrap() >= 0.0);
}

/// Between the whole numbers of a wide range lie amounts that a field of decimals takes.
#[test]
fn a_wide_range_of_decimals_is_not_of_whole_numbers() {
    let exact = |solve: &str| {
        let asked = asked(solve, "house-edge", 0.02);
        let answer = balance("kinzo", &setup(&[], &[]), &asked, 1, 1000);
        (ends(&answer), answer.report.verdict.concat())
    };
    // At 0.0926 a match, the default edge of 0.0546 comes down to 0.02.
    for solve in ["bonus.exact-match=0..1000", "bonus.exact-match=0..1000:0.1"] {
        let ((low, high), said) = exact(solve);
        assert!((low - 0.3).abs() < 1e-9 && (high - 0.4).abs() < 1e-9, "{low} {high}");
        assert!(said.contains("between 0.3 and 0.4"), "{said}");
    }
    // A commission is a whole number.
    let asked = asked("commission=0..1000", "house-edge", 0.0548);
    let said = balance("kinzo", &setup(&[], &[]), &asked, 1, 1000).report.verdict.concat();
    assert!(said.contains("from one value to the next"), "{said}");
}

/// A bettor who calls a natural zinbiddle takes the price; there are so many sets that the players'
/// hands are independent.
#[test]
fn the_fair_price_of_the_zinbiddle_bet_is_covered() {
    let table = [
        "players=2",
        "sets=200",
        "side_bet=1",
        "rake_every=0",
        "jackpot_share=0",
        "jackpot_seed=0",
    ];
    let setup = Setup { strategies: vec![bettor()], ..setup(&table, &[]) };
    let stop = AtomicBool::new(false);
    let sampling = Sampling { seed: 1, until: None, stop: &stop, journal: None, watch: &|_| {} };
    let event = OddsAsked {
        event: Some("dealt:natural-zinbiddle"),
        hand: HandAsked::default(),
        ..OddsAsked::default()
    };
    let cards = Setup { strategies: Vec::new(), ..setup.clone() };
    let found = study::find("zinbiddle").unwrap();
    let odds = found.odds(&cards, Method::Exact, event, sampling).unwrap();
    let natural = number(&odds.report.tables[0], 0, "probability").unwrap();
    // One of the two calls it, and the house keeps the bet of the other.
    let called = 1.0 - (1.0 - natural).powi(2);
    let price = 2.0 / called - 1.0;
    let asked = asked("zinbiddle_pays=0..2000", "house-edge", 0.0);
    let run = |seed| balance("zinbiddle", &setup, &asked, seed, 10_000);
    let (covering, width) = covering(15, price, run);
    assert!(covering >= 14, "{covering} of 15 hold {price}");
    assert!(width < 6.0 * price, "{width} wide about {price}");
}

/// A field that takes any number has a single answer. The house's part of the price of actions
/// grows linearly with its share as long as players play the same.
#[test]
fn numbers_that_need_not_be_whole_are_found_too() {
    let (all, table) = (
        setup(&["rake_every=0", "action_rake=1"], &["regular"]),
        setup(&["rake_every=0"], &["regular"]),
    );
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(20_000));
    let sampling = Sampling { seed: 3, until, stop: &stop, journal: None, watch: &|_| {} };
    let whole = study::find("zinbiddle").unwrap().simulate(&all, sampling).unwrap();
    let seats = &whole.report.tables[0];
    let edge = number(seats, 3, "ev").unwrap() / 3.0;
    assert!(edge > 0.1, "{edge}");
    let asked = asked("action_rake=0..1", "house-edge", 0.4 * edge);
    let answer = balance("zinbiddle", &table, &asked, 3, 20_000);
    let found = &answer.report.tables[0];
    assert_eq!(found.rows.len(), 1, "{found:?}");
    let (low, high) = ends(&answer);
    let value = number(found, 0, "value").unwrap();
    assert!(low < value && value < high && (value - 0.4).abs() < 0.002, "{low} {value} {high}");
    // The steps are thousandths.
    assert!((value * 1000.0 - (value * 1000.0).round()).abs() < 1e-9);
}

/// The spread of positions has a minimum, so the target is not crossed from two sides.
#[test]
fn what_cannot_be_met_is_said_with_how_close_it_came() {
    let asked = asked("game_rounds=1..4", "position-spread", 0.5);
    let answer = balance("sabacc", &setup(&["players=3"], &[]), &asked, 1, 20_000);
    let table = &answer.report.tables[0];
    assert_eq!(table.rows.len(), 1);
    assert_eq!(table.rows[0][table.column("met").unwrap()], false.into());
    assert_eq!((number(table, 0, "value_low"), number(table, 0, "value_high")), (None, None));
    assert!(answer.notes[0].contains("does not reach 0.5 in the range"), "{:?}", answer.notes);
}

/// What is left out of the range may meet the target, for all that is known.
#[test]
fn a_range_that_is_not_played_whole_is_said_to_be_cut() {
    let asked = asked("misfires_per_suit=0..4", "event:dealt:playable", 0.3);
    let answer = balance("zinbiddle", &Setup::default(), &asked, 1, 1000);
    let said = "event:dealt:playable does not reach 0.3 with misfires_per_suit from 1 to 4, the values \
                that can be played; the closest is";
    assert!(answer.report.verdict[0].starts_with(said), "{:?}", answer.report.verdict);
}

/// A field that no strategy at the table uses is no answer.
#[test]
fn a_field_that_changes_nothing_is_said_to() {
    let table = setup(&[], &["veteran", "careful"]);
    let answer = balance("sabacc", &table, &asked("junk_refund=0..1:0.25", "ev:1", 0.9), 1, 1000);
    let said = &answer.report.verdict[0];
    assert!(
        said.starts_with("no value of junk_refund that was tried changes ev:1: it is "),
        "{said}"
    );
    let end = "with each of the 5; none meets 0.9 within 0.001, with 95% confidence.";
    assert!(said.ends_with(end), "{said}");
}

/// In snackjack money comes in halves of a stake: a bonus is one of these, whole or not.
#[test]
fn amounts_of_money_are_found_to_the_unit() {
    let game = study::entry::<House<Snackjack>>();
    let stop = AtomicBool::new(false);
    let sampling = Sampling { seed: 1, until: None, stop: &stop, journal: None, watch: &|_| {} };
    let found = |solve: &str, edge: f64| -> (String, Vec<(f64, Cell)>) {
        let answer =
            game.balance(&Setup::default(), &asked(solve, "house-edge", edge), sampling).unwrap();
        let table = &answer.report.tables[0];
        let met = table.column("met").unwrap();
        let values = table.rows.iter().enumerate();
        let values =
            values.map(|(at, row)| (number(table, at, "value").unwrap(), row[met].clone()));
        (answer.report.verdict[0].clone(), values.collect())
    };
    // A bonus of half a stake for a push adds 0.143 to the EV of 0.095.
    let (said, values) = found("bonus.push=0..1", -0.238_095_238);
    assert!(values.contains(&(0.5, true.into())), "{said} {values:?}");
    let (said, values) = found("bonus.natural=-0.5..0.5", 0.0476);
    assert!(values.contains(&(-0.5, true.into())), "{said} {values:?}");
    let (said, _) = found("bonus.natural=-1..1", 0.0);
    assert!(said.contains("from one value to the next: bonus.natural = -0.5 gives "), "{said}");
}

/// A value within the tolerance meets the target, wherever the others lie.
#[test]
fn what_is_met_is_said_to_be_met() {
    for (solve, metric, target, said) in [
        ("dealer_limit=3..12", "house-edge", 0.0545, "dealer_limit = 6 meets 0.0545 within 0.001"),
        // The edge passes this target between 4 and 5, and comes back to it.
        ("dealer_limit=3..12", "house-edge", 0.189, "dealer_limit = 9 meets 0.189 within 0.001"),
        (
            "commission=0..9",
            "event:push",
            0.0,
            "no value of commission that was tried changes event:push: it is 0.000000 with each of the \
             10; each meets 0 within 0",
        ),
    ] {
        let answer = balance("kinzo", &Setup::default(), &asked(solve, metric, target), 1, 1000);
        let verdict = &answer.report.verdict[0];
        assert!(verdict.contains(said), "{verdict}");
    }
}

/// Values at which the event never happened are tried like all others.
#[test]
fn no_hits_are_a_bound() {
    let asked = asked("dice_faces=6..7", "event:wins-with:fleet", 0.001);
    let answer = balance("sabacc", &setup(&[], &[]), &asked, 1, 300);
    let probes = &answer.report.tables[1];
    assert_eq!(probes.rows.len(), 2);
    for row in 0..2 {
        let figure = |name| number(probes, row, name).unwrap();
        assert!(figure("achieved") == 0.0 && figure("low") == 0.0 && figure("high") > 0.001);
    }
    let verdict = &answer.report.verdict[0];
    assert!(
        verdict.contains(
            "these are too few rounds to tell whether event:wins-with:fleet reaches 0.001"
        ),
        "{verdict}"
    );
}

#[test]
fn an_answer_is_the_same_on_any_number_of_threads() {
    let asked = asked("commission=0..500", "house-edge", 0.0);
    let setup = setup(&["players=3"], &["threshold"]);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| balance("kinzo", &setup, &asked, 7, 20_000)).report
    };
    assert_eq!(on(1), on(3));
}

/// The figure at a value is that of a run under these rules, except for its wider interval.
#[test]
fn the_figure_is_that_of_a_run_of_its_own() {
    let asked = asked("commission=0..500", "ev:2", 0.0);
    let table = setup(&["players=3"], &["threshold"]);
    let answer = balance("kinzo", &table, &asked, 7, 20_000);
    let found = &answer.report.tables[0];
    let commission = number(found, 0, "value").unwrap();
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(20_000));
    let sampling = Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
    let own = setup(&["players=3", &format!("commission={commission}")], &["threshold"]);
    let own = study::find("kinzo").unwrap().simulate(&own, sampling).unwrap();
    let seats = &own.report.tables[0];
    assert_eq!(number(found, 0, "achieved"), number(seats, 1, "ev"));
    let wide = number(found, 0, "high").unwrap() - number(found, 0, "low").unwrap();
    let narrow = number(seats, 1, "ev_high").unwrap() - number(seats, 1, "ev_low").unwrap();
    assert!(wide > 1.3 * narrow && wide < 2.0 * narrow, "{wide} {narrow}");
}

/// Questions that the command line cannot ask are refused in the library.
/// A step that is no amount of money is refused before a card is dealt.
#[test]
fn a_step_that_is_no_amount_of_money_is_refused() {
    for (game, solve, told) in [
        ("zinbiddle", "bonus.playable=0..1:0.01", "`bonus.playable=0.01`"),
        ("fizzbin", "bonus.redeemed=0..10:0.5", "`bonus.redeemed=0.5`"),
    ] {
        let asked = asked(solve, "house-edge", -0.3);
        let game = study::find(game).unwrap();
        let error = game.check_balance(&Setup::default(), &asked).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn what_only_a_library_can_ask_is_refused() {
    let kinzo = study::find("kinzo").unwrap();
    let mut empty = asked("tie_at_tally=continue,match", "house-edge", 0.0);
    empty.solve.values = Tried::Readings(Vec::new());
    let error = kinzo.check_balance(&Setup::default(), &empty).unwrap_err().to_string();
    assert!(error.contains("tie_at_tally: there is no value to try"), "{error}");
    for confidence in [0.0, 1.0, 95.0, f64::NAN] {
        let setup = Setup { confidence, ..Setup::default() };
        let error = kinzo.exact(&setup, HandAsked::default()).unwrap_err().to_string();
        assert!(error.contains("above 0 and below 1"), "{error}");
    }
    for level in [0, 4] {
        let asked = CountAsked {
            systems: Vec::new(),
            bankroll: 100.0,
            seat: 1,
            against: None,
            penetrations: vec![0.75],
            make: Some(level),
            indices: false,
        };
        let error = kinzo.count_tables(&Setup::default(), &asked).unwrap_err().to_string();
        assert!(error.contains(&format!("of level 1 to 3, not {level}")), "{error}");
    }
}
