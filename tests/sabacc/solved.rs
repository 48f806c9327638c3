//! `solved` and `reply`: the distance of their plans from optimal in the abstraction, and their
//! results in the real game.

use crate::tables;
use croupier::framework::Engine;
use croupier::games::sabacc::Sabacc;
use croupier::games::sabacc::cards::{Card, Deck, Hand, Packed};
use croupier::games::sabacc::strategies::solved::{Against, Shared};
use croupier::simulate::{self, Plan, Until};
use croupier::strategy;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Rules under which two tests play with the same plan.
pub const REFUNDED: &str =
    "junk_refund=0.5;dealer_moves=each_round;game_rounds=2;players=4;hand_limit=3";

/// The plan against players of the same strategy. It is kept, and made once for all tests.
pub fn plan(set: &str) -> Arc<Shared> {
    static KEPT: Mutex<Vec<Arc<Shared>>> = Mutex::new(Vec::new());
    let shared = Shared::for_rules(&tables::rules::<Sabacc>(set), Against::Themselves);
    KEPT.lock().unwrap().push(Arc::clone(&shared));
    shared.plan();
    shared
}

/// The net of seat 1 per game, in antes, and its standard error.
fn net(set: &str, texts: &[&str], games: u64) -> (f64, f64) {
    let game: Sabacc = tables::table(set);
    let player = |text: &str| strategy::seat(&game, text).unwrap();
    let players: Vec<_> = (0..game.players()).map(|i| player(texts[i % texts.len()])).collect();
    let stop = AtomicBool::new(false);
    let plan = Plan {
        seed: 23,
        until: Until::Rounds(games),
        confidence: 0.95,
        stop: &stop,
        journal: None,
    };
    let tally = simulate::run(&game, &players, plan, &|_| {}).tally;
    let net = tally.seats()[0].net;
    let units = Sabacc::game().scale();
    (net.ratio().unwrap() / units, net.ratio_variance().unwrap().sqrt() / units)
}

#[test]
fn solved_is_near_its_best_and_beats_plain_play() {
    let shared = plan("");
    let found = shared.plan();
    assert!((0.0..0.002).contains(&found.gap), "{}", found.gap);
    let against = |opponent: &str| net("", &["solved", opponent], 50_000);
    let (solved, one) = against("careful");
    for ((mean, error), opponent, least) in [
        ((solved, one), "careful", 0.02),
        (against("stand"), "stand", 0.2),
        (against("random"), "random", 0.2),
    ] {
        assert!(mean - 4.5 * error > least, "{mean} ± {error} against {opponent}");
    }
    let (mean, error) = net("", &["solved"], 50_000);
    assert!(mean.abs() < 4.5 * error, "{mean} ± {error} against itself");
    // A player that knows that all others are careful does no worse against them.
    let (reply, two) = net("", &["reply(to=\"careful\")", "careful"], 50_000);
    assert!(reply > solved - 4.5 * one.hypot(two), "{reply} for a reply, {solved} for solved");
    // A reply that sees no more than the abstraction gains next to nothing.
    let (mean, error) = net("", &["reply(to=\"solved\")", "solved"], 50_000);
    assert!(mean.abs() < 0.02 + 4.5 * error, "{mean} ± {error} against solved");
}

/// Gaps are those of the strategy after a number of iterations: never below zero, each far smaller
/// than the first, and the last is the plan's.
#[test]
fn gaps_are_of_what_is_played() {
    let set = "hand_limit=3;game_rounds=2";
    // The plan is made twice, with and without its progress reported.
    let gaps = plan(set).gaps().to_vec();
    let counts: Vec<usize> = gaps.iter().map(|gap| gap.0).collect();
    assert_eq!(counts, [1, 2, 4, 8, 16, 32, 64]);
    assert!(gaps.iter().all(|gap| gap.1 >= 0.0), "{gaps:?}");
    assert!(gaps[0].1 > 0.02 && gaps[6].1 < 0.05 * gaps[0].1, "{gaps:?}");
    assert_eq!(gaps[6].1, plan(set).plan().gap);
}

/// The shares of a plan are of legal actions and sum to one, and the best action has no loss.
#[test]
fn choices_are_shares_of_legal_actions() {
    let shared = plan("hand_limit=3;game_rounds=2");
    for round in 1..=2 {
        let deck = Deck::standard();
        for hand in deck.hands_of::<Hand>(2).chain(deck.hands_of(3)) {
            for top in [Card::SYLOP, Card::new(7).unwrap(), Card::new(-10).unwrap()] {
                if hand.count(top) == deck.copies(top) {
                    continue;
                }
                let choices = shared.plan().choices(hand, round, top);
                if hand.cards() as usize > 1 + round {
                    assert!(choices.is_empty(), "{hand} in round {round}");
                    continue;
                }
                let shares: f64 = choices.iter().map(|choice| choice.share).sum();
                assert!((shares - 1.0).abs() < 1e-9, "{hand} {top} {choices:?}");
                let best = choices.iter().map(|choice| choice.ev).fold(f64::MIN, f64::max);
                assert!((-1.0..=1.0).contains(&best), "{hand} {top} {best}");
                // The most frequent action is nearly best.
                let most = choices.iter().max_by(|a, b| a.share.total_cmp(&b.share)).unwrap();
                assert!(most.ev > best - 0.05, "{hand} {top} {most:?} {best}");
            }
        }
    }
}

/// `solved` and replies play under any rules: an illegal action panics in the round.
#[test]
fn solved_plays_under_any_rules() {
    plan(REFUNDED);
    for (set, texts) in [
        ("players=8;hand_limit=3;game_rounds=2", &["solved", "random", "careful"][..]),
        ("gain=look_first;hand_limit=3;game_rounds=2", &["solved", "reply(to=\"stand\")"]),
        ("game_rounds=1;hand_limit=3", &["solved", "reply(to=\"careful\")"]),
        ("hand_limit=2;game_rounds=10", &["solved", "careful"]),
        (REFUNDED, &["solved"]),
        (
            "dice_faces=1;highest=5;copies=[8, 1, 4, 2, 3];hand_limit=3;game_rounds=2",
            &["solved", "careful"],
        ),
        ("highest=12;copies=1;hand_limit=3;game_rounds=2", &["solved", "random"]),
    ] {
        let (mean, error) = net(set, texts, 5_000);
        // Among players of the same strategy, or against worse.
        assert!(mean > -4.5 * error - 0.01, "{set} {texts:?}: {mean} ± {error}");
    }
}

/// The first caller makes the plan while others wait for it, and does not wait itself; the games are
/// those of one thread.
#[test]
fn plans_are_made_in_the_middle_of_a_run_on_many_threads() {
    let pool = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap();
    for ante in 1..=2 {
        // No other table has this ante, so its plan is made here.
        let set = format!("game_rounds=1;hand_limit=3;ante={}", 100 + ante);
        let nets = || net(&set, &["solved", "reply(to=\"solved\")"], 5_000);
        assert_eq!(pool(8).install(nets), pool(1).install(nets), "{set}");
    }
}
