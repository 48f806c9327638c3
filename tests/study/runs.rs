//! Runs that are interrupted anywhere and resumed, and runs in parts: the sums are the same.

use crate::snackjack_example::Snackjack;
use croupier::framework::{AnyGame, AnyTable, House, RulesFrom, Seats, Tallied};
use croupier::simulate::{
    Contender, Counter, GridPoint, Journal, Kept, Leg, Mark, Plan, Share, Stretch, Until, compare,
    count, grid, leaks, run, weigh,
};
use croupier::{cards, study};
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

/// Keeps legs in memory, and stops the run after a number of requests.
#[derive(Debug, Default)]
struct Memory {
    share: Option<Share>,
    legs: Mutex<Vec<Leg>>,
    next: Mutex<usize>,
    asked: AtomicU64,
    /// The number of requests after which it stops, if it does.
    patience: Option<u64>,
    stop: AtomicBool,
}

impl Memory {
    fn of(share: Option<Share>, legs: Vec<Leg>, patience: Option<u64>) -> Memory {
        Memory { share, legs: Mutex::new(legs), patience, ..Memory::default() }
    }

    fn legs(&self) -> Vec<Leg> {
        self.legs.lock().unwrap().clone()
    }
}

impl Journal for Memory {
    fn begin(&self) -> Leg {
        let mut next = self.next.lock().unwrap();
        *next += 1;
        let known = self.legs().get(*next - 1).cloned();
        known.unwrap_or_else(|| Leg { share: self.share, ..Leg::default() })
    }

    fn is_due(&self) -> bool {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        if self.patience.is_some_and(|patience| asked >= patience) {
            self.stop.store(true, Ordering::Relaxed);
        }
        true
    }

    fn keep(&self, leg: Leg, _mark: Mark) {
        let at = *self.next.lock().unwrap() - 1;
        let mut legs = self.legs.lock().unwrap();
        legs.truncate(at);
        legs.push(leg);
    }

    fn unreadable(&self, why: &str) {
        panic!("{why}");
    }

    fn share(&self) -> Option<Share> {
        self.share
    }
}

/// A question, asked with a journal and a stop flag: returns the sums in words, and whether it was
/// stopped.
type Question<'q> = &'q (dyn Fn(Option<&dyn Journal>, &AtomicBool) -> (String, bool) + 'q);

/// Interrupts a run again and again: after one request to the journal, then two, and so on.
fn left_and_taken_up(what: &str, ask: Question<'_>) {
    let never = AtomicBool::new(false);
    let (want, _) = ask(None, &never);
    let (mut legs, mut times) = (Vec::new(), 0);
    loop {
        times += 1;
        let memory = Memory::of(None, legs, Some(times.min(3)));
        let (found, stopped) = ask(Some(&memory), &memory.stop);
        if !stopped {
            assert_eq!(found, want, "{what}, left {times} times");
            break;
        }
        assert!(times < 10_000, "{what} never ends");
        legs = memory.legs();
    }
    // A finished run is not played again.
    let memory = Memory::of(None, Vec::new(), None);
    ask(Some(&memory), &never);
    let stopped = AtomicBool::new(true);
    let again = Memory::of(None, memory.legs(), None);
    assert_eq!(ask(Some(&again), &stopped), (want, false), "{what}");
}

/// Plays a run in shares, some of them interrupted and resumed, and merges them.
fn shared_out(what: &str, ask: Question<'_>, of: &[u64]) {
    let never = AtomicBool::new(false);
    let (want, _) = ask(None, &never);
    for &of in of {
        let mut all: Vec<Leg> = Vec::new();
        for number in (1..=of).rev() {
            let share = Some(Share { number, of });
            let mut legs = Vec::new();
            let mut patience = (number % 2 == 0).then_some(1);
            loop {
                let memory = Memory::of(share, legs, patience);
                let (_, stopped) = ask(Some(&memory), &memory.stop);
                legs = memory.legs();
                patience = None;
                if !stopped {
                    break;
                }
            }
            assert!(legs.iter().all(|leg| leg.over && leg.share == share), "{what} {share:?}");
            all.resize(legs.len(), Leg::default());
            for (all, leg) in all.iter_mut().zip(legs) {
                all.stretches.extend(leg.stretches);
            }
        }
        for leg in &mut all {
            leg.stretches.sort_by_key(|stretch| stretch.first);
            let mut next = 0;
            for Stretch { first, end, .. } in &leg.stretches {
                assert_eq!(*first, next, "{what} in {of}");
                next = *end;
            }
        }
        let memory = Memory::of(None, all, None);
        assert_eq!(ask(Some(&memory), &never), (want.clone(), false), "{what} in {of}");
    }
}

fn table(name: &str, set: &[&str]) -> Box<dyn AnyTable> {
    let set: Vec<String> = set.iter().map(|set| (*set).to_owned()).collect();
    entry(name).table(&RulesFrom::Default, &set).unwrap()
}

/// A game of croupier, or the example of a game from outside.
fn entry(name: &str) -> &'static AnyGame {
    static OUTSIDE: LazyLock<&'static AnyGame> = LazyLock::new(study::entry::<House<Snackjack>>);
    if OUTSIDE.name() == name { *OUTSIDE } else { study::find(name).unwrap() }
}

fn seated(game: &dyn AnyTable, name: &str, strategy: &str) -> Box<dyn Seats> {
    let asked = croupier::strategy::parse(&entry(name).profile(), &strategy.into()).unwrap();
    let mut players = game.nobody();
    (0..game.players()).for_each(|_| players.add(&*asked.seat(game).unwrap()));
    players
}

fn plan<'a>(until: Until, journal: Option<&'a dyn Journal>, stop: &'a AtomicBool) -> Plan<'a> {
    Plan { seed: 5, until, confidence: 0.95, stop, journal }
}

fn told(sums: &impl Debug, stopped: bool) -> (String, bool) {
    (format!("{sums:?}"), stopped)
}

/// A table of each game, and a number of rounds that take a moment.
const TABLES: [(&str, &[&str], &str, u64); 7] = [
    ("kinzo", &["players=3"], "threshold", 60_000),
    ("kinzo", &["shuffle.penetration=0.75"], "threshold", 40_001),
    ("zinbiddle", &["players=3"], "regular", 5_000),
    ("sabacc", &["players=2"], "careful", 12_000),
    ("fizzbin", &[], "builder", 40),
    ("snackjack", &["decks=3"], "threshold(hit_below=5)", 6_000),
    ("snackjack", &["decks=8"], "random", 4_001),
];

#[test]
fn simulate_goes_on_where_it_was_left_and_in_shares() {
    for (name, set, strategy, rounds) in TABLES {
        let game = table(name, set);
        let players = seated(&*game, name, strategy);
        let ask = |journal: Option<&dyn Journal>, stop: &AtomicBool| {
            let found = run(&*game, &*players, plan(Until::Rounds(rounds), journal, stop), &|_| {});
            told(&found.tally, found.stopped)
        };
        left_and_taken_up(name, &ask);
        shared_out(name, &ask, &[1, 2, 7, 64]);
    }
}

#[test]
fn a_run_to_a_precision_looks_when_it_would_have() {
    let game = table("kinzo", &["players=2"]);
    let players = seated(&*game, "kinzo", "threshold");
    let scale = game.profile().scale();
    let ask = |journal: Option<&dyn Journal>, stop: &AtomicBool| {
        let until = Until::Precision(0.01 * scale);
        let found = run(&*game, &*players, plan(until, journal, stop), &|_| {});
        told(&found.tally, found.stopped)
    };
    left_and_taken_up("precision", &ask);
}

#[test]
fn a_run_for_some_time_has_what_is_left_of_it() {
    let game = table("kinzo", &[]);
    let players = seated(&*game, "kinzo", "threshold");
    let time = Until::Time(Duration::from_millis(100));
    let never = AtomicBool::new(false);
    let memory = Memory::of(None, Vec::new(), Some(1));
    let first = run(&*game, &*players, plan(time, Some(&memory), &memory.stop), &|_| {});
    assert!(first.stopped);
    // As if the run had been played to the end.
    let mut legs = memory.legs();
    legs[0].elapsed = Duration::from_millis(100);
    let memory = Memory::of(None, legs, None);
    let second = run(&*game, &*players, plan(time, Some(&memory), &never), &|_| {});
    assert!(!second.stopped);
    assert_eq!(second.tally, first.tally);
}

#[test]
fn compare_goes_on_where_it_was_left_and_in_shares() {
    for (name, set, strategies, rounds) in [
        ("kinzo", &["players=2"][..], &["threshold", "random"][..], 20_000),
        ("zinbiddle", &["players=2"], &["regular", "passive", "random"], 2_500),
    ] {
        let game = table(name, set);
        let contenders: Vec<Contender> = strategies
            .iter()
            .map(|strategy| Contender { players: seated(&*game, name, strategy), seat: 0 })
            .collect();
        let ask = |until| {
            let (game, contenders) = (&game, &contenders);
            move |journal: Option<&dyn Journal>, stop: &AtomicBool| {
                let found = compare(&**game, contenders, plan(until, journal, stop), &|_| {});
                told(&found.contest, found.stopped)
            }
        };
        let rounds = ask(Until::Rounds(rounds));
        left_and_taken_up(name, &rounds);
        shared_out(name, &rounds, &[3, 16]);
        // Contenders dropped on the way stay dropped.
        left_and_taken_up(name, &ask(Until::Precision(0.2 * game.profile().scale())));
    }
}

#[test]
fn leaks_go_on_where_they_were_left_and_in_shares() {
    for (name, strategies, rounds) in [
        ("kinzo", ["threshold", "threshold(hit_below=11)"], 20_000),
        ("snackjack", ["threshold(hit_below=4)", "best"], 4_000),
    ] {
        let game = table(name, &[]);
        let [strategy, reference] = strategies
            .map(|strategy| Contender { players: seated(&*game, name, strategy), seat: 0 });
        let ask = |journal: Option<&dyn Journal>, stop: &AtomicBool| {
            let plan = plan(Until::Rounds(rounds), journal, stop);
            let found = leaks(&*game, (&strategy, &reference), plan, &|_, _| {}).unwrap();
            told(&found.leaks, found.stopped)
        };
        left_and_taken_up(name, &ask);
        shared_out(name, &ask, &[2, 7]);
    }
}

#[test]
fn grids_go_on_where_they_were_left_and_in_shares() {
    // Sessions of different lengths end at different points.
    let one = |sets: &[&[&str]], name: &str, strategy: &str, until: Until| {
        let games: Vec<Box<dyn AnyTable>> = sets.iter().map(|set| table(name, set)).collect();
        let players: Vec<Box<dyn Seats>> =
            games.iter().map(|game| seated(&**game, name, strategy)).collect();
        let points: Vec<GridPoint<'_>> = games
            .iter()
            .zip(&players)
            .map(|(game, players)| GridPoint {
                game: &**game,
                players: &**players,
                base: 0,
                rounds: None,
            })
            .collect();
        let kept = Kept { couples: true, positions: true, ..Kept::default() };
        let ask = |journal: Option<&dyn Journal>, stop: &AtomicBool| {
            let found = grid(&points, kept, plan(until, journal, stop), &|_, _| {});
            told(&found.grid, found.stopped)
        };
        left_and_taken_up(name, &ask);
        if matches!(until, Until::Rounds(_)) {
            shared_out(name, &ask, &[1, 5, 12]);
        }
    };
    let zinbiddle: &[&[&str]] = &[&["players=2"], &["players=3"]];
    one(zinbiddle, "zinbiddle", "regular", Until::Rounds(10_000));
    let kinzo: &[&[&str]] = &[&[], &["shuffle.penetration=0.75"]];
    one(kinzo, "kinzo", "threshold", Until::Rounds(100_001));
    one(kinzo, "kinzo", "threshold", Until::Precision(8.0));
}

#[test]
fn counting_goes_on_where_it_was_left_and_in_shares() {
    let game = table("kinzo", &["shuffle.penetration=0.75"]);
    let counters: Vec<Counter> = (0..2)
        .map(|_| {
            let players = seated(&*game, "kinzo", "threshold");
            Counter { contender: Contender { players, seat: 0 }, memory: cards::Memory::None }
        })
        .collect();
    let ask = |journal: Option<&dyn Journal>, stop: &AtomicBool| {
        let plan = plan(Until::Rounds(30_000), journal, stop);
        let found = count(&*game, &counters, plan, &|_, _| {});
        told(&found.counted, found.stopped)
    };
    left_and_taken_up("count", &ask);
    shared_out("count", &ask, &[2, 9]);
}

#[test]
fn weights_go_on_where_they_were_left_and_in_shares() {
    let game = table("zinbiddle", &[]);
    let game = game.capabilities().tallying.expect("cards as dealt").tallying(Tallied::Dealt);
    let rare = game.capabilities().rare.expect("a rare event");
    let event = game.events().iter().position(|event| event.name == rare.usual()).unwrap();
    let sampler = rare.sampler(event).expect("a sampler");
    let ask = |journal: Option<&dyn Journal>, stop: &AtomicBool| {
        let found = weigh(&*sampler, plan(Until::Rounds(60_000), journal, stop), &|_, _| {});
        told(&found.weights, found.stopped)
    };
    left_and_taken_up("weights", &ask);
    shared_out("weights", &ask, &[2, 9]);
}

/// Keeps the last session of each stretch whenever it is asked to.
#[derive(Debug, Default)]
struct Ends(Mutex<Vec<u64>>);

impl Journal for Ends {
    fn begin(&self) -> Leg {
        Leg { share: self.share(), ..Leg::default() }
    }

    fn is_due(&self) -> bool {
        true
    }

    fn keep(&self, leg: Leg, _mark: Mark) {
        self.0.lock().unwrap().extend(leg.stretches.last().map(|stretch| stretch.end));
    }

    fn unreadable(&self, why: &str) {
        panic!("{why}");
    }

    fn share(&self) -> Option<Share> {
        Some(Share { number: 1, of: 2 })
    }
}

/// A share that is killed loses no more than what it played since it last kept its state; and it
/// shows its own rounds and its own goal.
#[test]
fn a_share_is_kept_as_it_goes() {
    const ROUNDS: u64 = 20_000_000;
    let (game, stop, ends) =
        (table("kinzo", &["players=3"]), AtomicBool::new(false), Ends::default());
    let players = seated(&*game, "kinzo", "threshold");
    let plan = plan(Until::Rounds(ROUNDS), Some(&ends), &stop);
    let shown = Mutex::new(Vec::new());
    let watch = |progress: croupier::simulate::Progress<'_>| {
        shown.lock().unwrap().push((progress.tally.rounds(), progress.goal));
    };
    run(&*game, &*players, plan, &watch);
    let mut ends = ends.0.into_inner().unwrap();
    ends.dedup();
    assert!(ends.is_sorted() && *ends.last().unwrap() <= ROUNDS / 2 + 20_000, "{ends:?}");
    let early = ends.iter().filter(|&&end| end < ROUNDS / 4).count();
    assert!(early > 1 && ends.len() > 3, "{ends:?}");
    let shown = shown.into_inner().unwrap();
    let (rounds, goal) = *shown.last().unwrap();
    assert!(goal.is_some_and(|goal| goal.abs_diff(rounds) <= 1) && rounds <= ROUNDS / 2 + 20_000);
}
