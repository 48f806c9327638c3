//! Every game keeps every [`Law`] at many tables, and some more that only croupier's own tests look at:
//! a run that stops early is the run of as many rounds, and names of events mean one thing.

use crate::blackjack_example::Blackjack;
use crate::snackjack_example::Snackjack;
use croupier::cards::random::Seed;
use croupier::framework::settings::Settings;
use croupier::framework::{AnyTable, Choosers, DEALT, Engine, House, Seats, Tallied};
use croupier::games::fizzbin::Fizzbin;
use croupier::games::kinzo::Kinzo;
use croupier::games::sabacc::Sabacc;
use croupier::games::zinbiddle::Zinbiddle;
use croupier::simulate::{self, Plan, Run, Until};
use croupier::strategy;
use croupier::study::Law;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rules and strategies of a table.
type Setup = (&'static [&'static str], &'static [&'static str]);

const KINZO: &[Setup] = &[
    (&[], &["threshold"]),
    (&[], &["best"]),
    (&["stake_limit=4"], &["random"]),
    (&["players=3"], &["threshold", "random", "threshold(split=true)"]),
    (&["players=7", "first_player=fixed", "commission=50"], &["random"]),
    (&["players=2", "resplit=true", "split_dice=per_player"], &["random"]),
    (&["players=4", "shuffle.penetration=0.8"], &["random"]),
    (&["players=2", "shuffle.penetration=0.9", "hit_source=deck_or_discard"], &["random"]),
    (
        &[
            "players=3",
            "shuffle.penetration=0.9",
            "hit_source=deck_or_discard",
            "discard_pile=all",
            "bust_above=double",
        ],
        &["random"],
    ),
    (&["copies_per_value=2", "bust_above=double"], &["random"]),
    (
        &["players=3", "bonus.survive=0.1", "bonus.exact-match=-1", "bonus_from=table"],
        &["random", "threshold"],
    ),
    (&["copies_per_value=[0,4,8,3,0,2]"], &["threshold(hit_below=11)", "random"]),
    (&["bonus.survive=0.1", "bonus.bust-high=-0.2"], &["threshold"]),
    (&["copies_per_value=3", "hit_source=deck"], &["threshold(hit_below=40)"]),
    (&["shuffle.penetration=0.6", "copies_per_value=20"], &["threshold(split=true)"]),
    (&["players=2", "split=false", "shuffle.penetration=0.3"], &["best", "threshold"]),
    // Decks so small that every course of a round is enumerated.
    (&["copies_per_value=[0,0,4,0,4,0]", "resplit=true"], &["threshold(split=true)"]),
    (
        &["copies_per_value=[0,0,4,0,5,0]", "players=2", "stake_limit=2", "match_pays=own"],
        &["random", "threshold(split=true)"],
    ),
    (
        &["copies_per_value=[0,0,4,0,5,0]", "players=2", "dealer_matches_split=false"],
        &["random", "threshold"],
    ),
    (&["copies_per_value=[0,0,4,0,5,0]", "players=2", "bonus.survive=0.5"], &["best", "threshold"]),
    (&["copies_per_value=[0,0,0,0,6,5]", "players=3", "commission=50"], &["threshold"]),
];

const ZINBIDDLE: &[Setup] = &[
    (&["hands_per_session=5"], &["regular", "passive", "random"]),
    (&["hands_per_session=4", "players=4", "sets=3", "carry_joins=bonus"], &["regular"]),
    (
        &[
            "hands_per_session=7",
            "sets=6",
            "shoes=per_level",
            "shuffle.penetration=0.6",
            "vermilion_sixes=3",
            "side_bet=1",
            "jackpot_seed=50",
            "rake_every=2",
            "action_rake=0.1",
            "players=5",
        ],
        &["random", "regular"],
    ),
    (
        &["hands_per_session=6", "sets=6", "shoes=per_level", "shuffle.penetration=0.5"],
        &["counter", "bully", "pilot"],
    ),
];

const SABACC: &[Setup] = &[
    (&[], &["careful"]),
    (&["players=3"], &["stand", "random", "careful(stand_within=4)"]),
    (&["players=8", "game_rounds=10", "dice_faces=2"], &["careful", "random"]),
    (&["players=4", "gain=look_first", "dealer_moves=each_round", "junk_refund=0.25"], &["random"]),
    (&["game_rounds=2", "hand_limit=3", "gain=look_first"], &["solved", "reply(to=\"careful\")"]),
    (&["players=3", "game_rounds=2", "hand_limit=3"], &["solved", "random", "reply(to=\"stand\")"]),
    (&["game_rounds=2", "hand_limit=3"], &["exploiter", "careful"]),
    (
        &["players=4", "bonus.double=0.1", "bonus.shows:one-pair=-1", "bonus_from=table"],
        &["random", "careful"],
    ),
    (&["bonus.wins-with:nulrhek=0.1", "bonus.junked=-0.2"], &["careful"]),
];

const FIZZBIN: &[Setup] = &[
    (&[], &["builder", "random"]),
    (
        &["players=3", "overtime=2", "dealership=random", "redeem=any", "kronk_payee=bank"],
        &["random", "poisoner", "hoarder"],
    ),
    (
        &["players=9", "day=10", "down=must", "floor=1", "overtime=1", "kronk_payee=kitty"],
        &["builder", "random"],
    ),
    (&["players=2", "day=5", "dealership=winner", "overtime=3", "end=cycle"], &["hoarder"]),
    (&["day=1", "krako_days=all", "oxmyx_holder=krako", "tail=cards"], &["builder", "random"]),
    (
        &["bonus.redeemed=5", "bonus.wins-with:hand:none=-10", "bonus_from=table"],
        &["random", "builder"],
    ),
    (&["players=3", "overtime=1", "bonus.kronks-spent:0=2"], &["hoarder", "random"]),
];

const SNACKJACK: &[Setup] = &[
    (&[], &["threshold(hit_below=6)"]),
    (&["decks=3"], &["random"]),
    (&["decks=2", "bonus.bust=-0.5"], &["best"]),
];

const BLACKJACK: &[Setup] = &[
    (&[], &["basic"]),
    (
        &["players=3", "decks=1", "hit_split_aces=true", "resplit_aces=true"],
        &["random", "basic", "threshold"],
    ),
    (&["players=2", "shuffle.penetration=0.7", "hole_card=none"], &["basic", "random"]),
];

fn table<G: Engine>((set, texts): &Setup) -> (G, Vec<G::Player>) {
    let mut settings = Settings::<G::Rules>::default();
    set.iter().for_each(|setting| settings.set(setting).unwrap());
    let game = G::new(settings.finish().unwrap()).unwrap();
    let player = |text: &str| strategy::seat(&game, text).unwrap();
    let players: Vec<_> = (0..game.players()).map(|i| player(texts[i % texts.len()])).collect();
    if Engine::preparing(&game, &players).is_some() {
        keep(Box::new(players.clone()));
    }
    (game, players)
}

/// Computed plans are shared by all players that need them, as long as one such player exists: this
/// keeps one alive so that each law need not wait for them again.
fn keep(players: Box<dyn Seats>) {
    static KEPT: Mutex<Vec<Box<dyn Seats>>> = Mutex::new(Vec::new());
    KEPT.lock().unwrap().push(players);
}

fn run(game: &dyn AnyTable, players: &dyn Seats, rounds: u64, threads: usize) -> Run {
    let stop = AtomicBool::new(false);
    let plan = Plan {
        seed: 3,
        until: Until::Rounds(rounds),
        confidence: 0.95,
        stop: &stop,
        journal: None,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| simulate::run(game, players, plan, &|_| {}))
}

/// Rounds for some twenty blocks of work to be shared by threads; fewer if rounds are slow, as
/// those of the examples are.
fn rounds<G: Engine>(setup: &Setup, game: &G, players: &[G::Player]) -> u64 {
    let example = ["basic", "threshold(hit_below=6)"].contains(&setup.1[0]);
    let most = if example { 4_000.0 } else { 30_000.0 };
    (1e7 / game.nanoseconds(players)).clamp(200.0, most) as u64
}

fn for_each_table<G: Engine>(setups: &[Setup], law: impl Fn(&Setup, &G, &Vec<G::Player>)) {
    for setup in setups {
        let (game, players) = table::<G>(setup);
        law(setup, &game, &players);
    }
}

/// All tables keep a law.
fn keeps<G: Engine>(law: Law, setups: &[Setup]) {
    for_each_table::<G>(setups, |setup, game, players| {
        let broken = law.broken(game, players, rounds(setup, game, players));
        assert_eq!(broken, [""; 0], "{setup:?}");
    });
}

/// A written hand of Zinbiddle tells the pot and the jackpot that it began with, so its nets are those of
/// the session it is from.
#[test]
fn hands_of_zinbiddle_are_replayed_with_their_nets() {
    for_each_table::<Zinbiddle>(ZINBIDDLE, |setup, game, players| {
        for session in 0..4 {
            for round in game.write_down(players, Seed::new(6), session) {
                let again = AnyTable::replay(game, &round.text);
                assert!(again.is_ok(), "{setup:?}: {again:?}\n{}", round.text);
            }
        }
    });
}

fn a_stopped_run_is_the_run_of_as_many_rounds<G: Engine>(setups: &[Setup]) {
    // The stopping rule does not depend on the rules of the game, so two tables will do.
    for_each_table::<G>(&setups[..2], |setup, game, players| {
        let stop = AtomicBool::new(false);
        let plan = Plan {
            seed: 3,
            until: Until::Rounds(1 << 40),
            confidence: 0.95,
            stop: &stop,
            journal: None,
        };
        let least = rounds(setup, game, players);
        let watch = |progress: simulate::Progress<'_>| {
            stop.store(progress.tally.rounds() >= least, Ordering::Relaxed);
        };
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let stopped = alone.install(|| simulate::run(game, players, plan, &watch));
        assert!(stopped.stopped, "{setup:?}");
        let again = run(game, players, stopped.tally.rounds(), 2);
        assert_eq!(stopped.tally, again.tally, "{setup:?}");
    });
}

/// The name of an event means one thing in every kind of run: events of dealt cards have a prefix,
/// and events that rounds and shown hands share have equal counts.
fn a_name_means_one_thing<G: Engine>(setups: &[Setup]) {
    // In some games, naming all hands that can be dealt takes seconds.
    for_each_table::<G>(&setups[..1], |setup, game, players| {
        let names = |game: &dyn AnyTable| game.events().into_iter().map(|event| event.name);
        let known: BTreeSet<String> = names(game).collect();
        let (tallying, odds) = (game.capabilities().tallying, game.capabilities().hand_odds);
        assert!(known.iter().all(|name| !name.starts_with(DEALT)), "{setup:?}");
        let other = |tallied| tallying.map(|game| game.tallying(tallied));
        let others = [Tallied::Rounds, Tallied::Shown].map(other);
        let dealt = other(Tallied::Dealt);
        let hands = odds.iter().flat_map(|odds| odds.hand_sizes().map(|cards| odds.dealing(cards)));
        let played: BTreeSet<String> =
            others.iter().flatten().flat_map(|game| names(&**game)).collect();
        for name in dealt.iter().flat_map(|game| names(&**game)) {
            assert!(name.starts_with(DEALT), "{setup:?}: {name} is of cards as dealt");
        }
        for name in hands.flat_map(|game| names(&*game).collect::<Vec<_>>()) {
            assert!(!known.contains(&name) && !played.contains(&name), "{setup:?}: {name}");
        }
        let [Some(first), Some(second)] = others else { return };
        let some = rounds(setup, game, players).min(2_000);
        let hits = |game: &dyn AnyTable| {
            let found = run(game, players, some, 2).tally;
            let hits = found.events().into_iter().map(|event| (event.hits.x, event.hits.n));
            names(game).zip(hits.collect::<Vec<_>>()).collect::<BTreeMap<_, _>>()
        };
        let (first, second) = (hits(&*first), hits(&*second));
        let both: Vec<&String> = first.keys().filter(|name| second.contains_key(*name)).collect();
        assert!(!both.is_empty(), "{setup:?}");
        both.iter().for_each(|name| assert_eq!(first[*name], second[*name], "{setup:?}: {name}"));
    });
}

/// Random players take only legal actions: the round refuses others, and traces every step. Every
/// named strategy sits at the default table. The profile says what every game must.
fn every_named_strategy_sits_and_plays<G: Engine>() {
    let game = table::<G>(&(&[], &["random"])).0;
    let profile = G::game();
    let (name, default) = (profile.name, profile.default_strategy);
    assert!(profile.strategies.iter().any(|named| named.name == default), "{name}: {default}");
    for fact in [name, profile.title, profile.about, profile.stake, profile.replay_help] {
        assert!(!fact.is_empty(), "{profile:?}");
    }
    assert!(profile.units > 0, "{name}");
    for named in profile.strategies {
        let seat = strategy::seat(&game, named.name);
        // A strategy that needs a parameter says which.
        let Ok(seat) = seat else {
            assert!(!seat.unwrap_err().to_string().is_empty(), "{}", named.name);
            continue;
        };
        let mut seats = vec![seat; game.players()];
        let quick = game.nanoseconds(&seats) < 1e7 && game.preparing(&seats).is_none();
        if quick {
            let (told, rounds) = game.trace(&mut seats, Seed::new(2), 0, Some(0));
            assert!(rounds > 0 && !told[0].1.is_empty(), "{}", named.name);
        }
    }
}

/// The laws of a game: a module of tests.
macro_rules! conforms {
    ($name:ident, $game:ty, $setups:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn lets_somebody_else_decide() {
                keeps::<$game>(Law::Deciders, $setups);
            }

            #[test]
            fn writes_rounds_that_can_be_played_again() {
                keeps::<$game>(Law::Written, $setups);
            }

            #[test]
            fn means_one_thing_by_a_name() {
                a_name_means_one_thing::<$game>($setups);
            }

            #[test]
            fn tells_every_session_to_a_sink_that_asks() {
                keeps::<$game>(Law::Sessions, $setups);
            }

            #[test]
            fn conserves_money() {
                keeps::<$game>(Law::Money, $setups);
            }

            #[test]
            fn is_the_same_on_any_number_of_threads() {
                keeps::<$game>(Law::Threads, $setups);
            }

            #[test]
            fn plays_whole_sessions_in_order() {
                keeps::<$game>(Law::Order, $setups);
            }

            #[test]
            fn plays_what_is_computed() {
                keeps::<$game>(Law::Exact, $setups);
            }

            #[test]
            fn keeps_what_was_finished_when_stopped() {
                a_stopped_run_is_the_run_of_as_many_rounds::<$game>($setups);
            }

            #[test]
            fn tells_any_session() {
                keeps::<$game>(Law::Trace, $setups);
            }

            #[test]
            fn seats_every_named_strategy() {
                every_named_strategy_sits_and_plays::<$game>();
            }
        }
    };
}

conforms!(kinzo, Kinzo, KINZO);
conforms!(zinbiddle, Zinbiddle, ZINBIDDLE);
conforms!(sabacc, Sabacc, SABACC);
conforms!(fizzbin, Fizzbin, FIZZBIN);
conforms!(snackjack, House<Snackjack>, SNACKJACK);
conforms!(blackjack, House<Blackjack>, BLACKJACK);
