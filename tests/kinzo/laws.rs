//! Invariants of every round of Kinzo: cards are neither lost nor duplicated, seats see only what
//! lies open, only legal moves are asked for, simulated figures agree with exact ones, and traces
//! stay the same.

use crate::tables;

use croupier::cards::Composition;
use croupier::cards::random::Seed;
use croupier::framework::{Engine, Step};
use croupier::games::kinzo::Kinzo;
use croupier::games::kinzo::record::{Recorder, Silent};
use croupier::games::kinzo::round::{Keyed, Table};
use croupier::games::kinzo::rules::{HitSource, Rules, Shuffle};
use croupier::games::kinzo::view::{Action, Choice, Player, View};
use croupier::simulate::{self, Plan, Until};
use croupier::strategy;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

const TABLES: &[&str] = &[
    "",
    "players=7",
    "copies_per_value=1",
    "players=3;resplit=true;hand_limit=12;dealer_limit=12;dealer_stop_values=[]",
    "players=7;copies_per_value=3",
    "players=5;shuffle.penetration=0.9",
    "players=2;shuffle.penetration=0.5;hit_source=deck_or_discard",
    "players=7;shuffle.penetration=0.99;hit_source=deck_or_discard;resplit=true",
    "players=3;shuffle.penetration=0.75;copies_per_value=250;hit_source=deck_or_discard",
    "players=4;shuffle.penetration=0.9;hit_source=deck_or_discard;discard_pile=all",
    "players=2;copies_per_value=2;bust_above=double",
    "players=3;copies_per_value=[0,5,0,1,9,0];resplit=true;shuffle.penetration=0.5",
    "players=4;bonus={survive=0.1, split=-0.005, unrolled=1};bonus_from=table;commission=9",
];

fn rules(set: &str) -> Rules {
    tables::rules::<Kinzo>(set)
}

/// Takes any legal action, and checks everything that a seat is shown.
#[derive(Clone)]
struct Watchful {
    asked: u64,
}

impl Player for Watchful {
    fn play(&mut self, view: &View<'_>) -> Choice {
        self.asked += 1;
        let legal: Vec<Action> = view.legal().collect();
        assert!(legal.len() > 1, "asked without a choice: {view:?}");
        // The open cards are all or part of those seen since the shuffle.
        let hands = (0..view.players()).flat_map(|seat| view.hands(seat));
        let open = hands.fold(Composition::EMPTY.with(view.dealer().kind()), |all, hand| {
            all.plus(hand.composition())
        });
        assert!(view.seen().holds(open), "{view:?}");
        if view.rules().shuffle == Shuffle::EveryRound {
            assert_eq!(view.seen(), open);
        }
        // K16: whatever is not in the pile has been seen, but for the hole card, also where the
        // discards were shuffled in the middle of a round (K11).
        assert_eq!(view.unseen().cards(), view.pile() + 1, "the hole card is unseen");
        assert!(view.hand().cards() <= u32::from(view.rules().hand_limit));
        assert!(view.hands(view.seat()).len() <= if view.rules().resplit { 4 } else { 2 });
        let hit = legal.contains(&Action::Hit);
        assert!(!hit || view.hand().cards() < u32::from(view.rules().hand_limit));
        let take = legal.contains(&Action::Take);
        assert!(!take || view.rules().hit_source == HitSource::DeckOrDiscard);
        let mut weights = [0; Action::WAYS];
        legal.iter().for_each(|action| weights[action.index()] = 1);
        Choice::Mix(weights)
    }
}

/// Counts the cards drawn from the draw pile.
#[derive(Default)]
struct Drawn {
    cards: Composition,
    reshuffled: bool,
}

impl Recorder<Step> for Drawn {
    fn hear(&mut self, step: impl FnOnce() -> Step) {
        let step = step();
        match step.event {
            "dealt" | "hit" | "drew" => {
                let value = step.fields["card"].as_u64().unwrap();
                self.cards = self.cards.with(value as usize - 1);
            }
            "reshuffled" => self.reshuffled = true,
            _ => {}
        }
    }
}

#[test]
fn cards_are_neither_lost_nor_doubled() {
    let (mut refills, mut asked) = (0, 0);
    for set in TABLES {
        let rules = rules(set);
        let deck = rules.deck();
        let mut table = Table::new(&rules, deck);
        for session in 0..400 {
            table.shuffle();
            assert_eq!(table.draw_pile(), deck);
            let mut players = vec![Watchful { asked: 0 }; usize::from(rules.players)];
            for round in 0_u64.. {
                let before = table.draw_pile();
                let mut luck = Keyed::new(Seed::new(2).round(session, round));
                let mut drawn = Drawn::default();
                let caller = round as usize % players.len();
                let outcome = *table.round(&mut players, &mut luck, &mut drawn, caller);
                let on_table = table.cards_on_table();
                let pile = table.draw_pile();
                // The cards on the table and in the pile are part of the deck.
                assert!(deck.holds(on_table) && deck.minus(on_table).holds(pile), "{set}");
                if drawn.reshuffled {
                    refills += 1;
                } else {
                    // The cards drawn have left the pile, and no others.
                    assert_eq!(before, pile.plus(drawn.cards), "{set}");
                    assert!(on_table.holds(drawn.cards), "{set}");
                }
                if rules.shuffle == Shuffle::EveryRound {
                    assert_eq!(deck, pile.plus(on_table), "{set}");
                }
                let nets: i64 = outcome.nets[..players.len()].iter().sum();
                assert_eq!(nets + outcome.house, 0, "{set}");
                if table.shuffle_is_due() {
                    break;
                }
            }
            asked += players.iter().map(|player| player.asked).sum::<u64>();
        }
    }
    assert!(refills > 50 && asked > 10_000, "{refills} refills, {asked} questions");
}

/// K16: the cards seen in a shoe are those that were drawn, except the hole card.
#[test]
fn rule_k16_what_is_seen_is_what_was_dealt() {
    #[derive(Clone)]
    struct Stays(u32);
    impl Player for Stays {
        fn play(&mut self, view: &View<'_>) -> Choice {
            assert_eq!(view.seen().cards(), 36 - view.pile() - 1);
            self.0 += 1;
            Choice::Act(Action::Stay)
        }
    }
    let rules = rules("shuffle.penetration=0.6");
    let mut table = Table::new(&rules, rules.deck());
    let mut players = [Stays(0)];
    for session in 0..200 {
        table.shuffle();
        for round in 0.. {
            let mut luck = Keyed::new(Seed::new(1).round(session, round));
            table.round(&mut players, &mut luck, &mut Silent, 0);
            if table.shuffle_is_due() {
                break;
            }
        }
    }
    assert!(players[0].0 > 500);
}

/// Simulated and exact figures agree within 4.5 standard errors, EV and every event, for rules and
/// strategies that are not those of the published figures.
#[test]
fn simulation_agrees_with_enumeration() {
    let tables = [
        ("", "threshold"),
        ("", "threshold(hit_below=8,split=true)"),
        ("", "random"),
        ("", "best"),
        ("copies_per_value=2;hand_limit=9", "random"),
        ("copies_per_value=1", "random"),
        ("copies_per_value=[9,0,2,7,0,5]", "threshold(hit_below=10)"),
        ("tie_at_tally=push;commission=100;doubled=exactly", "threshold(split=true)"),
        ("match_pays=capped;match_cap=3;dealer_limit=9;dealer_stop_values=[1,6]", "best"),
        ("stake_limit=3;split_dice=per_player;tie_at_tally=match", "best"),
        ("stake_limit=3", "random"),
        ("copies_per_value=2;bust_above=double;split_dice=per_player", "random"),
        ("stake_limit=2;bonus={split=-0.6, survive=0.25}", "best"),
    ];
    tables.into_par_iter().for_each(|(set, text)| {
        let game = Kinzo::new(rules(set)).unwrap();
        let mut players = vec![strategy::seat(&game, text).unwrap()];
        let exact = game.exact(&mut players).unwrap();
        let stop = AtomicBool::new(false);
        let until = Until::Rounds(800_000 / crate::tables::part());
        let plan = Plan { seed: 17, until, confidence: 0.95, stop: &stop, journal: None };
        let tally = simulate::run(&game, &players, plan, &|_| {}).tally;
        let seat = tally.seats()[0];
        let apart = |found: f64, exact: f64, variance: f64| (found - exact).abs() / variance.sqrt();
        let z = apart(
            seat.net.ratio().unwrap(),
            exact.seats[0].mean,
            seat.net.ratio_variance().unwrap(),
        );
        assert!(z < 4.5, "{set} {text}: EV is {z} standard errors apart");
        let deviation = exact.seats[0].square - exact.seats[0].mean.powi(2);
        assert!((seat.sd.unwrap() / deviation.sqrt() - 1.0).abs() < 0.01, "{set} {text}");
        let z = apart(
            seat.wins.ratio().unwrap(),
            exact.seats[0].win,
            seat.wins.ratio_variance().unwrap(),
        );
        assert!(z < 4.5, "{set} {text}: wins");
        for ((event, found), (hits, trials)) in
            game.events().iter().zip(tally.events()).zip(&exact.events)
        {
            let p = hits / trials;
            if p == 0.0 {
                assert_eq!(found.hits.x, 0, "{set} {text}: {}", event.name);
                continue;
            }
            // At least a hundred expected hits: below that, errors are not normal.
            if p * found.hits.n as f64 > 100.0 && p < 1.0 {
                let variance = found.hits.ratio_variance().unwrap();
                let z = apart(found.hits.ratio().unwrap(), p, variance);
                assert!(z < 4.5, "{set} {text}: {} is {z} standard errors apart", event.name);
            }
        }
    });
}

/// `best` at tables with others: more knowledge never costs, so it beats the best threshold there.
#[test]
fn best_play_beats_thresholds_at_larger_tables_and_deeper_shoes() {
    for (set, rounds) in
        [("players=3;split=false", 1_500), ("split=false;shuffle.penetration=0.7", 3_000)]
    {
        let game = Kinzo::new(rules(set)).unwrap();
        let player = |text: &str| strategy::seat(&game, text).unwrap();
        let net = |first: &str| {
            let mut players = vec![player("threshold"); game.players()];
            players[0] = player(first);
            let stop = AtomicBool::new(false);
            let until = Until::Rounds(rounds);
            let plan = Plan { seed: 5, until, confidence: 0.95, stop: &stop, journal: None };
            let tally = simulate::run(&game, &players, plan, &|_| {}).tally;
            tally.seats()[0].net
        };
        for text in ["best(play=exact)", "best"] {
            let (best, plain) = (net(text), net("threshold"));
            let difference = best.ratio().unwrap() - plain.ratio().unwrap();
            assert!(difference > 0.0, "{set}, {text}: {difference}");
        }
    }
}

/// Every number in a sentence is in the data of its step, and every kind of step occurs.
#[test]
fn every_step_says_the_same_as_data() {
    fn numbers(value: &Value, found: &mut Vec<f64>) {
        match value {
            Value::Number(number) => found.push(number.as_f64().unwrap()),
            Value::Array(list) => list.iter().for_each(|value| numbers(value, found)),
            _ => {}
        }
    }
    let mut kinds = BTreeSet::new();
    for set in [
        "players=3;stake_limit=3;commission=50;resplit=true",
        "players=7;copies_per_value=3",
        "players=3;shuffle.penetration=0.95;hit_source=deck_or_discard;tie_at_tally=match",
        "players=3;bonus_from=table;bonus.survive=-0.005;bonus.bust-high=2;stake_limit=2",
    ] {
        let game = Kinzo::new(rules(set)).unwrap();
        let mut seats = vec![strategy::seat(&game, "random").unwrap(); game.players()];
        let told =
            (0..60).flat_map(|session| game.trace(&mut seats, Seed::new(9), session, None).0);
        for (_, steps) in told {
            let mut nets = 0.0;
            for step in steps {
                assert!(!step.event.is_empty() && !step.fields.is_empty(), "{step:?}");
                kinds.insert(step.event);
                let mut known = Vec::new();
                step.fields.values().for_each(|value| numbers(value, &mut known));
                let words = step.text.split(|c: char| !c.is_ascii_digit() && c != '.');
                for word in words.filter(|word| word.contains(|c: char| c.is_ascii_digit())) {
                    let number: f64 = word.parse().unwrap();
                    let is = |known: &f64| (known.abs() - number).abs() < 1e-9;
                    assert!(known.iter().any(is), "{word} of {step:?}");
                }
                if step.event == "settled" {
                    nets += step.fields["net"].as_f64().unwrap();
                }
            }
            assert!(nets.abs() < 1e-9, "the house nets what the players do not: {nets}");
        }
    }
    let all = "bonus called dealt deck-ran-out drew hit no-choice reshuffled rolled settled split stayed \
               tallied took turned won";
    assert_eq!(kinds.into_iter().collect::<Vec<_>>().join(" "), all);
}

/// Where all seats wait for one value, the thread that works it out takes up no other rounds
/// meanwhile, in which it would wait for itself.
#[test]
fn more_threads_than_cores_wait_for_what_a_round_is_worth() {
    for text in ["best", "best(play=linear)"] {
        let (done, wait) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let game = Kinzo::new(rules("players=2;split=false;stake_limit=10")).unwrap();
            let players = vec![strategy::seat(&game, text).unwrap(); 2];
            let stop = AtomicBool::new(false);
            let until = Until::Rounds(20_000);
            let plan = Plan { seed: 17, until, confidence: 0.95, stop: &stop, journal: None };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
            let run = pool.install(|| simulate::run(&game, &players, plan, &|_| {}));
            done.send(run.tally.rounds()).unwrap();
        });
        assert_eq!(wait.recv_timeout(std::time::Duration::from_secs(100)), Ok(20_000), "{text}");
    }
}

#[test]
fn traces_are_what_they_were() {
    for (name, set, texts) in [
        ("alone", "", &["threshold(split=true)"][..]),
        ("three", "players=3;stake_limit=3", &["random", "best(play=exact)", "threshold"]),
        ("shoe", "players=2;shuffle.penetration=0.8;hit_source=deck_or_discard", &["random"]),
        (
            "own",
            "players=2;match_pays=own;tie_at_tally=push;commission=50;resplit=true",
            &["random"],
        ),
    ] {
        let game = Kinzo::new(rules(set)).unwrap();
        tables::told_as_before(&game, name, set, texts);
    }
}
