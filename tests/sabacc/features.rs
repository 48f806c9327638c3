//! The features that rules of files read, against the table as the seat sees it: each is counted
//! again from the lines that a person at the table reads.

use crate::slow_sabacc::{Readings, rank};
use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::Engine;
use croupier::framework::chooser::{Asked, Chooser, Choosers};
use croupier::games::sabacc::Sabacc;
use croupier::games::sabacc::strategies::Seat;
use croupier::strategy;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Leaves every decision to the strategy, and counts the features again.
#[derive(Debug, Default)]
struct Recount(Mutex<BTreeMap<&'static str, BTreeMap<u16, u32>>>);

/// What follows a word, as a list of cards up to some end.
fn cards(line: &str, after: &str, ends: &[&str]) -> Vec<i8> {
    let (_, rest) = line.split_once(after).unwrap();
    let rest = ends.iter().fold(rest, |rest, end| rest.split(end).next().unwrap());
    rest.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

fn number(line: &str, after: &str) -> u16 {
    let (_, rest) = line.split_once(after).unwrap_or_else(|| panic!("{line}: no {after}"));
    rest.split([' ', ';']).next().unwrap().parse().unwrap()
}

fn sum(cards: &[i8]) -> i32 {
    cards.iter().map(|&card| i32::from(card)).sum()
}

impl Chooser for Recount {
    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        if asked.decided != "turn" {
            return None;
        }
        let lines = asked.sees();
        let (round, rounds) = (number(&lines[0], "round "), number(&lines[0], " of "));
        let hand = cards(&lines[1], "your hand: ", &[","]);
        let top = cards(&lines[2], "pile: ", &[","])[0];
        let others: Vec<&String> = lines.iter().filter(|line| line.starts_with("seat ")).collect();
        let still_in: Vec<&&String> = others.iter().filter(|line| line.contains("holds")).collect();
        let who = |last: &str| still_in.iter().filter(|line| line.contains(last)).count() as u16;
        let total = sum(&hand);
        // Each swap and each card given up: what is left comes to this.
        let swaps: Vec<i32> =
            hand.iter().map(|&given| total - i32::from(given) + i32::from(top)).collect();
        let nearest = swaps.iter().map(|swap| swap.abs()).min().unwrap();
        let left = hand.iter().map(|&given| (total - i32::from(given)).abs()).min().unwrap();
        let name = |hand: &[i8]| rank::category(hand, &Readings::default()) as u16;
        let swapped = (0..hand.len()).map(|at| {
            let mut hand = hand.clone();
            hand[at] = top;
            hand
        });
        let best = swapped.max_by(|a, b| rank::compare(a, b, &Readings::default())).unwrap();
        let mut expected = vec![
            ("distance", total.unsigned_abs() as u16),
            ("positive", u16::from(total > 0)),
            ("name", name(&hand)),
            ("cards", hand.len() as u16),
            ("round", round),
            ("turns", rounds + 1 - round),
            ("top", u16::from(top.unsigned_abs())),
            ("swap", nearest as u16),
            ("swap_name", name(&best)),
            ("left", left as u16),
            ("players", 1 + others.len() as u16),
            ("rivals", still_in.len() as u16),
            ("fewest", still_in.iter().map(|line| number(line, "holds ")).min().unwrap()),
            ("stood", who("last it stood")),
            ("drew", who("drew")),
            ("took", who("took the top of the discard pile")),
        ];
        // Two swaps may come as near from either side.
        let signs: Vec<bool> =
            swaps.iter().filter(|swap| swap.abs() == nearest).map(|&swap| swap > 0).collect();
        if signs.iter().all(|&sign| sign == signs[0]) {
            expected.push(("swap_positive", u16::from(signs[0])));
        }
        // All cards but those of who has junked are in sight or in the pile.
        if still_in.len() == others.len() {
            let held: u16 = still_in.iter().map(|line| number(line, "holds ")).sum();
            let discards = match lines[2].contains("over ") {
                true => 1 + cards(&lines[2], "over ", &[]).len() as u16,
                false => 1,
            };
            expected.push(("pile", 62 - hand.len() as u16 - held - discards));
        }
        let found = asked.features();
        let mut met = self.0.lock().unwrap();
        for (name, value) in expected {
            let (_, seen) = found.iter().find(|(known, _)| *known == name).expect(name);
            assert_eq!(*seen, value, "{name}: {lines:#?}");
            *met.entry(name).or_default().entry(value).or_default() += 1;
        }
        None
    }
}

#[test]
fn features_are_what_is_seen_at_the_table() {
    let recount = Arc::new(Recount::default());
    for set in ["players=4", "players=2;game_rounds=4", "players=3;gain=look_first"] {
        let game: Sabacc = tables::table(set);
        let seat = |text: &str| {
            let strategy: Vec<Seat> = vec![strategy::seat(&game, text).unwrap()];
            game.chosen(&strategy, recount.clone()).of::<Seat>()[0].clone()
        };
        // Who plays at random junks, too.
        let texts = ["random", "careful", "steady", "random"];
        let seats: Vec<Seat> =
            texts[..usize::from(game.rules().players)].iter().map(|text| seat(text)).collect();
        for session in 0..300 {
            game.write_down(&seats, Seed::new(11), session);
        }
    }
    let met = recount.0.lock().unwrap();
    for (name, values) in met.iter() {
        assert!(values.len() > 1, "{name} was always {values:?}");
    }
    assert_eq!(met.len(), 18, "{:?}", met.keys());
}
