//! Questions that cannot be asked are refused in the library, with the part at fault.

use croupier::simulate::{Account, MAX_ROUNDS};
use croupier::study::{
    self, AdviseAsked, AdviseAt, AnyGame, Asked, Axis, BalanceAsked, Candidates, CompareAsked,
    CountAsked, Journal, LeagueAsked, LeaksAsked, Leg, Length, Mark, Method, Metric, OddsAsked,
    PlaytestAsked, Sampling, Setup, Share, StudyError, SweepAsked, TuneAsked,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static STOP: AtomicBool = AtomicBool::new(true);

fn sampling(until: Length) -> Sampling<'static> {
    Sampling { seed: 1, until: Some(until), stop: &STOP, journal: None, watch: &|_| {} }
}

fn kinzo() -> &'static AnyGame {
    study::find("kinzo").unwrap()
}

fn two() -> Setup {
    let set = vec!["players=2".to_owned()];
    let strategies = vec![Asked::from("threshold"), Asked::from("random")];
    Setup { set, strategies, ..Setup::default() }
}

fn balance() -> BalanceAsked {
    BalanceAsked {
        solve: Candidates::read("commission=0,50").unwrap(),
        metric: Metric::HouseEdge,
        target: 0.0,
        tolerance: None,
        against_best: false,
        tune: Vec::new(),
    }
}

fn counted(bankroll: f64) -> CountAsked {
    CountAsked {
        systems: Vec::new(),
        bankroll,
        seat: 1,
        against: None,
        penetrations: vec![0.5],
        make: None,
        indices: false,
    }
}

/// The errors of every question of this length.
fn asked(until: Length) -> Vec<(&'static str, Option<StudyError>)> {
    let (game, setup, plain) = (kinzo(), two(), Setup::default());
    let compare = CompareAsked { seat: 1, against: None };
    let axes = vec![Axis::read("commission=0,50").unwrap()];
    let sweep = SweepAsked { axes, ..SweepAsked::default() };
    let leaks = LeaksAsked { reference: None, seat: 1, against: None, top: 3 };
    let tune = TuneAsked {
        free: Vec::new(),
        seat: 1,
        against: None,
        name: "better.toml".to_owned(),
        adds: false,
    };
    let at = AdviseAt::Situation { origin: "here.toml", text: "cards = [1, 1, 3, \"?\"]\n" };
    let advise = AdviseAsked { at, against: None, method: Method::Simulate };
    vec![
        ("simulate", game.simulate(&plain, sampling(until)).err()),
        ("compare", game.compare(&setup, &compare, sampling(until)).err()),
        ("sweep", game.sweep(&plain, &sweep, sampling(until)).err()),
        ("balance", game.balance(&plain, &balance(), sampling(until)).err()),
        ("count", game.count(&plain, &counted(100.0), sampling(until)).err()),
        ("odds", game.odds(&plain, Method::Simulate, OddsAsked::default(), sampling(until)).err()),
        ("leaks", game.leaks(&plain, &leaks, sampling(until)).err()),
        ("tune", game.tune(&plain, &tune, sampling(until)).err()),
        ("league", game.league(&setup, &LeagueAsked::default(), sampling(until)).err()),
        ("playtest", game.playtest(&plain, &PlaytestAsked::default(), sampling(until)).err()),
        ("advise", game.advise(&plain, advise, sampling(until)).err()),
    ]
}

/// A length that no run can have would end in a panic, or never.
#[test]
fn lengths_that_cannot_be_are_refused_everywhere() {
    for (until, part) in [
        (Length::Rounds(0), "rounds"),
        (Length::Rounds(MAX_ROUNDS + 1), "rounds"),
        (Length::Rounds(u64::MAX), "rounds"),
        (Length::Time(Duration::ZERO), "time"),
        (Length::Time(Duration::MAX), "time"),
        (Length::Precision(0.0), "precision"),
        (Length::Precision(-1.0), "precision"),
        (Length::Precision(f64::NAN), "precision"),
        (Length::Precision(f64::INFINITY), "precision"),
    ] {
        for (question, error) in asked(until) {
            let error = error.unwrap_or_else(|| panic!("{question} takes {until:?}"));
            assert_eq!(error.field(), Some(part), "{question}, {until:?}: {error}");
        }
    }
}

/// A journal of a share.
#[derive(Debug)]
struct Part(Share);

impl Journal for Part {
    fn begin(&self) -> Leg {
        Leg { share: self.share(), ..Leg::default() }
    }

    fn is_due(&self) -> bool {
        false
    }

    fn keep(&self, _leg: Leg, _mark: Mark) {}

    fn unreadable(&self, why: &str) {
        panic!("{why}");
    }

    fn share(&self) -> Option<Share> {
        Some(self.0)
    }
}

#[test]
fn shares_that_cannot_be_are_refused() {
    let ask = |number, of| {
        let part = Part(Share { number, of });
        let sampling = Sampling { journal: Some(&part), ..sampling(Length::Rounds(2_000)) };
        kinzo().simulate(&Setup::default(), sampling)
    };
    for (number, of) in [(0, 3), (4, 3), (0, 0), (1, 0), (u64::MAX, 1)] {
        let error = ask(number, of).unwrap_err();
        assert_eq!(error.field(), Some("shard"), "{number}/{of}: {error}");
    }
    assert!(ask(3, 3).is_ok());
}

/// Numbers that mean nothing are refused with the part that they are.
#[test]
fn parts_that_cannot_be_are_refused() {
    let (game, setup, until) = (kinzo(), Setup::default(), Length::Rounds(100));
    let part = |error: StudyError| error.field().map(str::to_owned);
    for bankroll in [0.0, -5.0, f64::NAN, f64::INFINITY] {
        let error = game.count(&setup, &counted(bankroll), sampling(until)).unwrap_err();
        assert_eq!(part(error).as_deref(), Some("bankroll"), "{bankroll}");
    }
    for tolerance in [-1.0, f64::NAN] {
        let asked = BalanceAsked { tolerance: Some(tolerance), ..balance() };
        let error = game.balance(&setup, &asked, sampling(until)).unwrap_err();
        assert_eq!(part(error).as_deref(), Some("tolerance"), "{tolerance}");
    }
    let mut tune = vec![Axis::read("strategy.hit_below=7,8").unwrap()];
    tune[0].values.clear();
    let asked = BalanceAsked { against_best: true, tune, ..balance() };
    let error = game.balance(&setup, &asked, sampling(until)).unwrap_err();
    assert!(error.to_string().contains("strategy.hit_below: there is no value"), "{error}");
    for seat in [0, 2, usize::MAX] {
        let asked = CompareAsked { seat, against: None };
        let error = game.compare(&setup, &asked, sampling(until)).unwrap_err();
        assert_eq!(part(error).as_deref(), Some("seat"), "{seat}");
    }
    let metric = Metric::Ev(Account::Seat(usize::MAX));
    let asked = BalanceAsked { metric, ..balance() };
    let error = game.balance(&setup, &asked, sampling(until)).unwrap_err();
    assert!(error.to_string().contains("there is no seat"), "{error}");
    let error = game.trace(&setup, 1, u64::MAX, None).unwrap_err();
    assert_eq!(part(error).as_deref(), Some("session"));
}
