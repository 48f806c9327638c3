//! Laws of leaks: the costs of decisions add up to the difference that a comparison finds, session
//! by session if all decisions are examined; and the result does not depend on how it is played.

use crate::snackjack_example::Snackjack;
use croupier::framework::{AnyGame, AnyTable, House, Relay, RulesFrom, Seats};
use croupier::simulate::{self, Contender, LeaksRun, Plan, Until};
use croupier::stats::Difference;
use croupier::study;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

fn entry(name: &str) -> &'static AnyGame {
    static OUTSIDE: LazyLock<&'static AnyGame> = LazyLock::new(study::entry::<House<Snackjack>>);
    if OUTSIDE.name() == name { *OUTSIDE } else { study::find(name).unwrap() }
}

fn table(name: &str, set: &[&str]) -> Box<dyn AnyTable> {
    let set: Vec<String> = set.iter().map(|set| (*set).to_owned()).collect();
    entry(name).table(&RulesFrom::Default, &set).unwrap()
}

fn seat(game: &dyn AnyTable, name: &str, strategy: &str) -> Box<dyn Seats> {
    let asked = croupier::strategy::parse(&entry(name).profile(), &strategy.into()).unwrap();
    asked.seat(game).unwrap()
}

/// A strategy in a seat, with the game's default in the others.
fn contender(game: &dyn AnyTable, name: &str, strategy: &str, at: usize) -> Contender {
    let mut players = game.nobody();
    let other = seat(game, name, entry(name).profile().default_strategy);
    (0..game.players()).for_each(|_| players.add(&*other));
    players.put(at, &*seat(game, name, strategy));
    Contender { players, seat: at }
}

fn leaks(
    game: &dyn AnyTable,
    (strategy, reference): (&Contender, &Contender),
    (rounds, seed, threads): (u64, u64, usize),
) -> LeaksRun {
    let stop = AtomicBool::new(false);
    let until = Until::Rounds(rounds);
    let plan = Plan { seed, until, confidence: 0.95, stop: &stop, journal: None };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| simulate::leaks(game, (strategy, reference), plan, &|_, _| {}).unwrap())
}

/// Tables where both strategies are deterministic and few decisions of a session differ: the costs
/// of each session add up to its difference.
#[test]
fn the_costs_of_a_session_are_the_difference_in_it() {
    for (name, set, at, strategy, reference, rounds) in [
        ("kinzo", &[][..], 0, "no-splits", "pairs", 20_000),
        ("kinzo", &["players=3"], 1, "threshold", "threshold(hit_below=11)", 10_000),
        ("kinzo", &["stake_limit=3"], 0, "threshold", "pairs(stake=highest)", 5_000),
        ("sabacc", &["players=3"], 2, "careful", "careful(stand_within=3)", 3_000),
        ("sabacc", &["gain=look_first"], 0, "stand", "careful", 3_000),
        ("snackjack", &[], 0, "threshold(hit_below=4)", "threshold(hit_below=6)", 3_000),
        ("snackjack", &[], 0, "threshold(hit_below=4)", "best", 3_000),
    ] {
        let game = table(name, set);
        let pair = [strategy, reference].map(|one| contender(&*game, name, one, at));
        let found = leaks(&*game, (&pair[0], &pair[1]), (rounds, 3, 2)).leaks;
        let (pair, costs) = (found.pair(), found.costs().sums);
        let context = format!("{name} {set:?}: {strategy} and {reference}");
        assert_eq!((costs.x, costs.n), (pair.a.x - pair.b.x, pair.a.n - pair.b.n), "{context}");
        let cross = pair.cross;
        assert_eq!(costs.xx, pair.a.xx + pair.b.xx - 2 * cross.xx, "{context}");
        let rows: i128 = found.leaks().map(|(_, leak)| leak.cost.sums.x).sum();
        assert_eq!(rows, costs.x, "{context}");
        assert!(found.leaks().count() > 2 && pair.a.x != pair.b.x, "{context}");
        assert!(found.leaks().all(|(at, _)| at.plays != at.better), "{context}");
    }
}

/// With randomized strategies, or many differing decisions in a session, they agree within their
/// errors.
#[test]
fn the_costs_add_up_to_the_difference() {
    for (name, set, strategy, reference, rounds) in [
        ("kinzo", &[][..], "random", "threshold", 20_000),
        ("kinzo", &["shuffle.penetration=0.75"], "threshold", "textbook", 20_000),
        ("zinbiddle", &["players=2"], "passive", "regular", 4_000),
        ("sabacc", &["players=2"], "random", "careful", 6_000),
        ("fizzbin", &[], "hoarder", "builder", 60),
        ("snackjack", &["decks=3"], "random", "threshold", 6_000),
    ] {
        let game = table(name, set);
        let pair = [strategy, reference].map(|one| contender(&*game, name, one, 0));
        let found = leaks(&*game, (&pair[0], &pair[1]), (rounds, 5, 2)).leaks;
        let pair = found.pair();
        let apart = Difference::fixed(&pair, 1.0, 1e-4).unwrap();
        let costs = found.costs().sums;
        // One round more or less is worth the EV of the reference.
        let round = pair.a.x as f64 / pair.a.n as f64;
        let sum = (costs.x as f64 - round * costs.n as f64) / pair.b.n as f64;
        let error =
            ((costs.xx as f64).sqrt() + round.abs() * (costs.nn as f64).sqrt()) / pair.b.n as f64;
        let half = (apart.high.unwrap() - apart.low.unwrap()) / 2.0 + 4.0 * error;
        let value = apart.value;
        assert!((sum - value).abs() < half, "{name} {set:?}: {sum} and {value} ± {half}");
        assert!(error > 0.0 && found.leaks().count() > 1, "{name}");
    }
}

/// The advantage of best play of snackjack over a habit is known by enumeration: 27/140 − 2/21.
#[test]
fn the_leaks_of_a_habit_are_what_best_play_is_worth_more() {
    let game = table("snackjack", &[]);
    let [strategy, reference] =
        ["threshold(hit_below=6)", "best"].map(|one| contender(&*game, "snackjack", one, 0));
    let found = leaks(&*game, (&strategy, &reference), (40_000, 1, 2)).leaks;
    let mean = found.costs().sums.x as f64 / found.rounds() as f64 / game.profile().scale();
    let error =
        (found.costs().sums.xx as f64).sqrt() / found.rounds() as f64 / game.profile().scale();
    assert!((mean - (0.192_857_143 - 0.095_238_095)).abs() < 4.0 * error, "{mean} ± {error}");
    // At no decision does a choice other than the best show a gain.
    for (at, leak) in found.leaks() {
        let bound = 5.0 * (leak.cost.sums.xx as f64).sqrt();
        assert!(leak.cost.sums.x as f64 > -bound, "{at:?}: {leak:?}");
    }
}

#[test]
fn leaks_are_the_same_on_any_number_of_threads() {
    for (name, strategy, reference, rounds) in
        [("kinzo", "no-splits", "pairs", 30_000), ("zinbiddle", "passive", "regular", 3_000)]
    {
        let game = table(name, &[]);
        let pair = [strategy, reference].map(|one| contender(&*game, name, one, 0));
        let on = |threads| leaks(&*game, (&pair[0], &pair[1]), (rounds, 2, threads)).leaks;
        let one = on(1);
        assert!([2, 3, 8].iter().all(|&threads| on(threads) == one), "{name}");
    }
}

/// Two memories that notice different cards cannot sit in one seat.
#[test]
fn two_memories_cannot_share_a_seat() {
    let game = table("kinzo", &["shuffle.penetration=0.75"]);
    let [full, half, plain] =
        ["best(play=linear)", "best(play=linear,error_rate=0.5)", "threshold"]
            .map(|one| seat(&*game, "kinzo", one));
    let share = |a: &dyn Seats, b: &dyn Seats| game.relay(a, b, Relay::default());
    assert!(share(&*full, &*full).is_ok() && share(&*plain, &*half).is_ok());
    let error = share(&*full, &*half).unwrap_err().to_string();
    assert!(error.contains("error_rate"), "{error}");
}
