//! The engine against an independent slow simulation (`tests/kinzo/slow.rs`), written from the
//! rules text alone: seats, positions, house and events of tables of one to seven players, with
//! every switch.

use crate::slow;
use crate::tables;

use croupier::cards::random::Seed;
use croupier::framework::{Engine, Record, Sink};
use croupier::games::kinzo::Kinzo;
use croupier::games::kinzo::hand::Card;
use croupier::games::kinzo::strategies::Seat;
use croupier::games::kinzo::view::{Action, Choice, Player, View};
use croupier::simulate::{self, Plan, Run, Tally, Until};
use croupier::stats::Moments;
use croupier::strategy::{self, Asked};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Translates the settings of the engine into the rules of the slow simulation.
fn slow_rules(set: &str) -> slow::Rules {
    let mut rules = slow::Rules::default();
    for setting in set.split(';').filter(|setting| !setting.is_empty()) {
        let (field, value) = setting.split_once('=').unwrap();
        match (field, value) {
            ("copies_per_value", list) if list.starts_with('[') => {
                let counts = list.trim_matches(['[', ']']).split(',').map(|n| n.parse().unwrap());
                rules.counts = Some(counts.collect::<Vec<u8>>().try_into().unwrap());
            }
            ("copies_per_value", n) => rules.copies_per_value = n.parse().unwrap(),
            ("players", n) => rules.players = n.parse().unwrap(),
            ("stake_limit", n) => rules.stake_limit = n.parse().unwrap(),
            ("first_player", name) => rules.first_player_fixed = name == "fixed",
            ("hand_limit", n) => rules.hand_limit = n.parse().unwrap(),
            ("hit_source", name) => rules.deck_or_discard = name == "deck_or_discard",
            ("discard_pile", name) => rules.discard_all = name == "all",
            ("split", yes) => rules.split = yes == "true",
            ("resplit", yes) => rules.resplit = yes == "true",
            ("dealer_matches_split", yes) => rules.dealer_matches_split = yes == "true",
            ("dealer_limit", n) => rules.dealer_limit = n.parse().unwrap(),
            ("dealer_stop_values", list) => {
                let values = list.trim_matches(['[', ']']).split(',').filter(|v| !v.is_empty());
                rules.dealer_stop_values = values.map(|v| v.trim().parse().unwrap()).collect();
            }
            ("bust_above", name) => rules.bust_above_double = name == "double",
            ("doubled", name) => rules.doubled_exactly = name == "exactly",
            ("tie_at_tally", "match") => rules.tie_at_tally = slow::Tie::Match,
            ("tie_at_tally", "push") => rules.tie_at_tally = slow::Tie::Push,
            ("split_dice", name) => rules.split_dice_per_player = name == "per_player",
            ("match_pays", "own") => rules.match_pays = slow::Pays::Own,
            ("match_pays", "capped") => rules.match_pays = slow::Pays::Capped,
            ("match_cap", n) => rules.match_cap = n.parse().unwrap(),
            ("commission", n) => rules.commission = n.parse().unwrap(),
            ("bonus_from", name) => rules.bonus_from_table = name == "table",
            ("shuffle.penetration", x) => rules.penetration = Some(x.parse().unwrap()),
            (field, amount) => match field.strip_prefix("bonus.") {
                Some(event) => rules.bonus.push((event.to_owned(), amount.parse().unwrap())),
                None => panic!("unknown setting {setting}"),
            },
        }
    }
    rules
}

fn table(set: &str) -> Kinzo {
    tables::table(set)
}

fn run(set: &str, texts: &[&str], rounds: u64) -> (Kinzo, Run) {
    let game = table(set);
    let player = |text: &str| strategy::seat(&game, text).unwrap();
    let players: Vec<_> = (0..game.players()).map(|i| player(texts[i % texts.len()])).collect();
    let stop = AtomicBool::new(false);
    let plan = Plan {
        seed: 11,
        until: Until::Rounds(rounds),
        confidence: 0.95,
        stop: &stop,
        journal: None,
    };
    let run = simulate::run(&game, &players, plan, &|_| {});
    (game, run)
}

fn decider(text: &str, seed: u64) -> Box<dyn slow::Decider> {
    let number = |text: &str| {
        text.split_once("hit_below=").map(|(_, rest)| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap()
        })
    };
    match text {
        "random" => Box::new(slow::RandomLegal::new(seed)),
        _ => Box::new(slow::Threshold {
            hit_below: number(text).unwrap_or(9),
            split: text.contains("split=true"),
        }),
    }
}

/// Mean and standard error of a ratio of exact sums, in `units`.
fn of(moments: &Moments, units: f64) -> slow::Estimate {
    slow::Estimate {
        mean: moments.ratio().unwrap() / units,
        se: moments.ratio_variance().unwrap().sqrt() / units,
    }
}

/// Tables, their players, and thousands of rounds of the slow simulation.
const TABLES: &[(&str, &[&str], u64)] = &[
    ("", &["threshold"], 200),
    ("", &["threshold(hit_below=8,split=true)"], 200),
    ("", &["random"], 200),
    ("players=3", &["threshold"], 150),
    ("players=3;split=false", &["random"], 150),
    ("players=3", &["threshold(hit_below=9,split=true)"], 150),
    ("players=3;first_player=fixed", &["threshold", "random", "threshold(hit_below=7)"], 150),
    ("players=7", &["threshold"], 75),
    ("players=7", &["threshold(hit_below=10,split=true)"], 75),
    ("players=7;copies_per_value=3", &["threshold(hit_below=12)"], 75),
    ("players=7;match_pays=own", &["random"], 75),
    ("players=2;resplit=true", &["random"], 150),
    ("players=2;resplit=true", &["threshold(hit_below=9,split=true)"], 150),
    ("players=2;resplit=true;split_dice=per_player", &["random"], 150),
    ("players=2;tie_at_tally=match", &["threshold(hit_below=13,split=true)"], 150),
    ("players=2;tie_at_tally=match;match_pays=own", &["random"], 150),
    ("players=2;tie_at_tally=push;split_dice=per_player", &["random"], 150),
    ("players=2;doubled=exactly;dealer_matches_split=false", &["random"], 150),
    ("players=3;match_pays=capped;match_cap=2;commission=50", &["random"], 150),
    ("players=2;stake_limit=3", &["random"], 150),
    ("players=2;hand_limit=8;dealer_limit=9;dealer_stop_values=[6]", &["random"], 150),
    ("shuffle.penetration=0.5", &["threshold"], 150),
    ("players=3;shuffle.penetration=0.75", &["threshold", "random", "threshold(split=true)"], 150),
    ("players=2;shuffle.penetration=0.9;copies_per_value=4", &["random"], 150),
    ("players=2;shuffle.penetration=0.8;hit_source=deck_or_discard", &["random"], 150),
    ("players=7;shuffle.penetration=0.95;hit_source=deck_or_discard", &["random"], 75),
    (
        "players=2;shuffle.penetration=0.9;hit_source=deck_or_discard;discard_pile=all",
        &["random"],
        150,
    ),
    ("players=2;bust_above=double", &["threshold(hit_below=13,split=true)"], 150),
    ("players=3;bust_above=double;doubled=exactly;tie_at_tally=match", &["random"], 150),
    ("copies_per_value=2;split_dice=per_player;bust_above=double", &["random"], 150),
    ("players=2;copies_per_value=[0,9,2,0,7,1];hand_limit=5", &["random"], 150),
    ("copies_per_value=[3,3,0,4,1,2];shuffle.penetration=0.6", &["threshold(split=true)"], 150),
    ("bonus.survive=0.5;bonus.split=-0.25", &["threshold(split=true)"], 150),
    (
        "players=4;bonus_from=table;bonus.exact-match=1.001;bonus.unrolled=0.1;stake_limit=2;\
         commission=50",
        &["random"],
        150,
    ),
    ("players=3;bonus_from=table;bonus.push=2;tie_at_tally=push;resplit=true", &["random"], 150),
];

#[test]
fn tables_agree_with_the_slow_simulation() {
    let faults: Vec<String> = TABLES
        .par_iter()
        .enumerate()
        .flat_map(|(number, &(set, texts, thousands))| {
            let rules = slow_rules(set);
            let mut deciders: Vec<_> = (0..rules.players)
                .map(|i| decider(texts[i % texts.len()], 1000 * number as u64 + i as u64))
                .collect();
            let mut generator = Pcg64Mcg::new(0x9e37_79b9_7f4a_7c15 + number as u128);
            let thousands = thousands / tables::part();
            // Sessions of a shoe have several rounds each.
            let sessions = thousands * if rules.penetration.is_some() { 120 } else { 400 };
            let slow = slow::Tally::run(&rules, sessions, &mut generator, &mut deciders);
            let (game, run) = run(set, texts, thousands * 1000);
            compare(&game, &run, &slow)
                .into_iter()
                .map(move |fault| format!("{set}: {fault}"))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Every figure that differs by more than 4.5 standard errors.
fn compare(game: &Kinzo, run: &Run, slow: &slow::Tally) -> Vec<String> {
    let units = Kinzo::game().scale();
    let tally = &run.tally;
    let mut pairs = vec![("house".to_owned(), of(&tally.house().net, units), &slow.house)];
    for (i, (seat, theirs)) in tally.seats().iter().zip(&slow.seats).enumerate() {
        pairs.push((format!("seat {}", i + 1), of(&seat.net, units), theirs));
        pairs.push((format!("wins of seat {}", i + 1), of(&seat.wins, 1.0), &slow.wins[i]));
    }
    for (i, (position, theirs)) in tally.positions().iter().zip(&slow.positions).enumerate() {
        pairs.push((format!("position {}", i + 1), of(&position.net, units), theirs));
    }
    let events = tally.events();
    for (event, found) in game.events().iter().zip(&events) {
        let theirs = match event.name.as_str() {
            "exact-match" => &slow.exact_match,
            "push" => &slow.push_rounds,
            "survive" => &slow.survive,
            "bust-high" => &slow.bust_high,
            "bust-doubled" => &slow.bust_doubled,
            "unrolled" => &slow.unrolled,
            "split" => &slow.splits,
            "deck-ran-out" => &slow.ran_out,
            "reshuffled" => &slow.reshuffled,
            name => match name.strip_prefix("dealer-total:") {
                Some(total) => &slow.dealer_totals[total.parse::<usize>().unwrap()],
                None => continue,
            },
        };
        if event.possible {
            pairs.push((event.name.clone(), of(&found.hits, 1.0), theirs));
        } else {
            assert_eq!((found.hits.x, theirs.estimate().mean), (0, 0.0), "{}", event.name);
        }
    }
    let mut faults = Vec::new();
    for (name, ours, theirs) in pairs {
        let theirs = theirs.estimate();
        // Too rare on either side for normal errors: below some thirty hits.
        let rare = 3e-4 * tables::part() as f64;
        if theirs.mean.abs() < rare && ours.mean.abs() < rare {
            continue;
        }
        let apart = ours.apart(&theirs);
        if apart.is_nan() || apart.abs() > 4.5 {
            let (a, b) = (ours.mean, theirs.mean);
            faults.push(format!("{name}: {a} against {b}, {apart:.1} standard errors"));
        }
    }
    faults
}

/// A tally that gets every session.
struct Told(Tally);

impl Sink for Told {
    fn session(&mut self, record: &Record, times: u64) {
        self.0.session(record, times);
    }
}

/// Charts are played side by side and counted without a record of each round. The tally is the same
/// when made from records, and from rounds played one after the other by the same seats under
/// another name; at tables with few outcomes and with many, under every rule that affects splits
/// and payments.
#[test]
fn a_tally_of_charts_is_that_of_rounds_one_by_one() {
    let asked: [Asked; 8] = [
        "threshold".into(),
        "threshold(hit_below=8,split=true)".into(),
        "textbook".into(),
        "two-cards".into(),
        "trio".into(),
        "threshold(hit_below=12)".into(),
        "raiser".into(),
        tables::file::<Kinzo>(
            "[[rule]]\nwhen = { total = 8, dealer = 3 }\ndo = \"hit\"\n\
             [[rule]]\nwhen = { cards = \"3..\", total = 12 }\ndo = \"split\"\n\
             [[rule]]\nwhen = { total = \"..5\" }\ndo = \"hit\"\n[[rule]]\ndo = \"stay\"\n",
        ),
    ];
    let rules = [
        "",
        "match_pays=own;commission=50",
        "match_pays=capped;match_cap=2;tie_at_tally=push",
        "tie_at_tally=match;dealer_matches_split=false",
        "resplit=true;bust_above=double;doubled=exactly;first_player=fixed",
        "split_dice=per_player;copies_per_value=3;commission=100",
        "split=false;tie_at_tally=push;match_pays=own",
        "bonus.split=2;bonus.exact-match=1",
    ];
    let mut tables = 0;
    for (set, players) in rules.into_iter().flat_map(|set| (1..=7).map(move |n| (set, n))) {
        if players > 4 && set.contains("copies_per_value") {
            continue;
        }
        let game = table(&format!("players={players};{set}"));
        for shift in 0..asked.len() {
            let asked = |i: usize| asked[(i + shift) % asked.len()].clone();
            let seats: Vec<Seat> =
                (0..players).map(|i| strategy::seat(&game, asked(i)).unwrap()).collect();
            let guests: Vec<Seat> =
                seats.iter().map(|seat| Seat::Guest(Box::new(seat.clone()))).collect();
            let play = |seats: &[Seat], sink: &mut dyn Sink| {
                game.play(&mut seats.to_vec(), Seed::new(4), 1000..2500, &mut &mut *sink);
            };
            let [mut told, mut by_law] = [Told(Tally::new(&game)), Told(Tally::new(&game))];
            let mut counted = Tally::new(&game);
            play(&seats, &mut told);
            play(&guests, &mut by_law);
            play(&seats, &mut counted);
            assert_eq!(counted, by_law.0, "{set} players={players} shift {shift}");
            assert_eq!(told.0, by_law.0, "{set} players={players} shift {shift}");
            assert_eq!(counted.sessions(), 1500);
            tables += 1;
        }
    }
    assert_eq!(tables, (rules.len() * 7 - 3) * asked.len());
}

/// Splits threes whether it has them or not.
#[derive(Clone, Debug)]
struct Splitter;

impl Player for Splitter {
    fn play(&mut self, _view: &View<'_>) -> Choice {
        Choice::Act(Action::Split(Card::ALL[2]))
    }
}

/// An answer that is not legal would give figures of another game.
#[test]
#[should_panic(expected = "seat 1 answers Split(3), which is not legal; legal here: [Stay, Hit")]
fn an_answer_that_is_not_legal_ends_the_run() {
    let game: Kinzo = tables::table("");
    let mut tally = Told(Tally::new(&game));
    game.play(&mut [Seat::Guest(Box::new(Splitter))], Seed::new(4), 0..50, &mut tally);
}
