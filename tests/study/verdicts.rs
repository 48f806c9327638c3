//! The sentences under runs, comparisons, grids and balances agree with their tables.

use croupier::study::{
    self, Answer, Axis, BalanceAsked, Candidates, Cell, CompareAsked, Length, Metric, Sampling,
    Setup, SweepAsked,
};
use std::sync::atomic::AtomicBool;

fn sampled(rounds: u64, study: impl FnOnce(Sampling<'_>) -> Answer) -> Vec<String> {
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(rounds));
    study(Sampling { seed: 3, until, stop: &stop, journal: None, watch: &|_| {} }).report.verdict
}

fn setup(set: &[&str], strategies: &[&str]) -> Setup {
    Setup {
        set: set.iter().map(|set| (*set).to_owned()).collect(),
        strategies: strategies.iter().map(|name| (*name).into()).collect(),
        ..Setup::default()
    }
}

#[test]
fn a_run_says_who_wins() {
    let kinzo = study::find("kinzo").unwrap();
    let said = |set: &[&str], rounds: u64| {
        let setup = setup(set, &["threshold(hit_below=9)"]);
        sampled(rounds, |sampling| kinzo.simulate(&setup, sampling).unwrap())
    };
    let takes = said(&["commission=300"], 20_000);
    assert!(takes[0].starts_with("The house takes 0."), "{takes:?}");
    let open = said(&[], 50);
    assert!(open[0].starts_with("Whether the house gains cannot be told yet"), "{open:?}");
    assert!(open[0].ends_with(" rounds would show it."), "{open:?}");
    let sabacc = study::find("sabacc").unwrap();
    let seats = |strategies: &[&str]| {
        let setup = setup(&[], strategies);
        sampled(20_000, |sampling| sabacc.simulate(&setup, sampling).unwrap())
    };
    let said = seats(&["careful", "random"]);
    assert!(said[0].starts_with("Seat 1 (careful") && said[0].contains(") wins "), "{said:?}");
    assert!(said[1].starts_with("Seat 2 (random") && said[1].contains(") loses "), "{said:?}");
    assert!(seats(&["careful"]).is_empty(), "who plays alike is told nothing");
}

#[test]
fn a_comparison_says_who_is_ahead() {
    let kinzo = study::find("kinzo").unwrap();
    let setup = setup(&[], &["threshold", "random"]);
    let asked = CompareAsked { seat: 1, against: None };
    let said = sampled(20_000, |sampling| kinzo.compare(&setup, &asked, sampling).unwrap());
    assert!(said[0].starts_with("threshold") && said[0].ends_with("ahead of everybody else."));
    assert!(said[1].starts_with("The two differ, with 95% confidence"), "{said:?}");
}

#[test]
fn a_grid_says_what_is_more_than_at_its_first_point() {
    let kinzo = study::find("kinzo").unwrap();
    let axes = vec![Axis::read("commission=0,100,300").unwrap()];
    let asked = SweepAsked { axes, ..SweepAsked::default() };
    let setup = setup(&["split=false"], &["threshold"]);
    let mut table = None;
    let said = sampled(20_000, |sampling| {
        let answer = kinzo.sweep(&setup, &asked, sampling).unwrap();
        table = answer.report.tables.first().cloned();
        answer
    });
    assert_eq!(
        said,
        ["Compared with commission=0, seat 1 wins less with commission=100 and commission=300 \
             (all of that with 95% confidence)."]
    );
    let table = table.unwrap();
    let high = table.column("vs_high").unwrap();
    let seats = table.rows.iter().step_by(2).skip(1);
    assert!(seats.filter_map(|row| row[high].number()).all(|high| high < 0.0));
}

/// The sentence of a sweep is about the account of its metric.
#[test]
fn a_grid_speaks_of_the_seat_of_its_metric() {
    let kinzo = study::find("kinzo").unwrap();
    let setup = setup(&["split=false", "players=3"], &["threshold"]);
    for (metric, said) in
        [("ev:2", "seat 2 wins less with"), ("ev:house", "the house wins more with")]
    {
        let axes = vec![Axis::read("commission=0,300").unwrap()];
        let metric = Some(Metric::read(metric).unwrap());
        let asked = SweepAsked { axes, metric, ..SweepAsked::default() };
        let found = sampled(20_000, |sampling| kinzo.sweep(&setup, &asked, sampling).unwrap());
        let whole = format!(
            "Compared with commission=0, {said} commission=300 (all of that with 95% confidence)."
        );
        assert_eq!(found, [whole]);
    }
}

#[test]
fn what_balances_is_said() {
    let kinzo = study::find("kinzo").unwrap();
    let asked = BalanceAsked {
        solve: Candidates::read("tie_at_tally=continue,match").unwrap(),
        metric: Metric::HouseEdge,
        target: 0.0,
        tolerance: None,
        against_best: false,
        tune: Vec::new(),
    };
    let setup = setup(&["players=2", "split=false"], &["threshold"]);
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(500));
    let sampling = Sampling { seed: 3, until, stop: &stop, journal: None, watch: &|_| {} };
    let answer = kinzo.balance(&setup, &asked, sampling).unwrap();
    let said = &answer.report.verdict;
    assert_eq!(said.len(), 1);
    assert_eq!(said[0], format!("{}.", answer.notes[0]));
    let table = &answer.report.tables[0];
    let value = &table.rows[0][table.column("value").unwrap()];
    assert!(matches!(value, Cell::Text(value) if said[0].contains(value)), "{said:?}");
}
