//! The features that rules of files read, against the table as the seat sees it: each is counted
//! again from the lines that a person at the table reads.

use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::Engine;
use croupier::framework::chooser::{Asked, Chooser, Choosers};
use croupier::games::fizzbin::Fizzbin;
use croupier::games::fizzbin::strategies::Seat;
use croupier::strategy;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// Leaves every decision to the strategy, and counts the features again.
#[derive(Debug, Default)]
struct Recount(Mutex<BTreeMap<&'static str, BTreeSet<u16>>>);

/// The cards of a line between a word and an end.
fn cards<'l>(line: &'l str, after: &str, end: &str) -> Vec<&'l str> {
    let (_, rest) = line.split_once(after).unwrap_or_else(|| panic!("{line}: no {after}"));
    let rest = if end.is_empty() { rest } else { rest.split(end).next().unwrap() };
    rest.split_whitespace().filter(|word| !["nothing", "no", "card"].contains(word)).collect()
}

/// The number before a word.
fn number(line: &str, before: &str) -> u16 {
    let rest = line.split(before).next().unwrap();
    rest.rsplit(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{line}: no {before}"))
}

/// The open cards of a pile, and the number of face-down ones.
fn pile<'l>(line: &'l str, after: &str) -> (Vec<&'l str>, u16) {
    let down = if line.contains("face down") { number(line, " face down") } else { 0 };
    (cards(line, after, " open"), down)
}

impl Chooser for Recount {
    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        let lines = asked.sees();
        if !lines[0].contains("cards in the deck") {
            return None;
        }
        let dark = lines[0].contains("dark");
        let hand = cards(&lines[1], ": ", ";");
        // W1, D5: kings and deuces are wild in the dark, queens and fours by day.
        let wild = if dark { ['K', '2'] } else { ['Q', '4'] };
        let is_wild = |card: &&&str| **card == "**" || card.starts_with(wild);
        let natural: Vec<&str> = hand.iter().filter(|card| !is_wild(card)).copied().collect();
        let of = |cards: &[&str], rank: char| {
            cards.iter().filter(|card| card.starts_with(rank)).count() as u16
        };
        let ranks: Vec<u16> = "AKQJT98765432".chars().map(|rank| of(&natural, rank)).collect();
        let suited = |suit: char| natural.iter().filter(|card| card.ends_with(suit)).count() as u16;
        let (open, down) = pile(&lines[2], "pile: ");
        let others: Vec<&String> = lines.iter().filter(|line| line.starts_with("seat ")).collect();
        let single = |rank: char| u16::from(of(&natural, rank) > 0);
        let singles = if dark { ['Q', '4'] } else { ['K', '2'] };
        let pair = ['7', 'J', 'A'].map(|rank| of(&natural, rank)).into_iter().max().unwrap().min(2);
        let day = number(
            &lines[0].replace(',', " "),
            &format!("  {}", if dark { "dark" } else { "light" }),
        );
        let mut expected = vec![
            ("cards", hand.len() as u16),
            ("deck", number(&lines[0], " cards in the deck")),
            ("kind", *ranks.iter().max().unwrap()),
            ("pairs", ranks.iter().filter(|&&held| held > 1).count() as u16),
            ("suited", ['S', 'C', 'H', 'D'].map(suited).into_iter().max().unwrap()),
            ("parts", single(singles[0]) + single(singles[1]) + pair),
            ("aces", of(&natural, 'A')),
            ("kings", of(&natural, 'K')),
            ("queens", of(&natural, 'Q')),
            ("jacks", of(&natural, 'J')),
            ("tens", of(&natural, 'T')),
            ("sevens", of(&natural, '7')),
            ("fours", of(&natural, '4')),
            ("twos", of(&natural, '2')),
            ("kronks", (hand.len() - natural.len()) as u16),
            ("pile", open.len() as u16 + down),
            ("day", day),
            ("dark", u16::from(dark)),
            ("players", 1 + others.len() as u16),
            ("landru", u16::from(lines[1].contains("(landru)"))),
        ];
        // It may know what lies face down.
        if down == 0 {
            expected.push(("all_jacks", of(&natural, 'J') + of(&open, 'J')));
            expected.push(("all_sevens", of(&natural, '7') + of(&open, '7')));
        }
        if lines[1].contains("(landru)") {
            expected.push(("place", 1 + others.len() as u16));
        } else if lines[1].contains("(archon)") {
            expected.push(("place", 1));
        }
        // All cards of others lie open where nothing was taken, and one of each kind is enough.
        let found = asked.features();
        let leaders: Vec<(u16, u16)> = others
            .iter()
            .map(|line| {
                let (open, down) = pile(line, "pile ");
                (number(line, " cards, known"), open.len() as u16 + down)
            })
            .collect();
        let value = |name: &str| found.iter().find(|(known, _)| *known == name).expect(name).1;
        assert!(leaders.contains(&(value("leader_cards"), value("leader_pile"))), "{lines:#?}");
        let mut met = self.0.lock().unwrap();
        for (name, expected) in expected {
            // The limits of what rules distinguish.
            let expected = if name == "cards" { expected.clamp(5, 9) } else { expected };
            assert_eq!(value(name), expected, "{name} of {}: {lines:#?}", asked.decided);
            met.entry(name).or_default().insert(expected);
        }
        None
    }
}

#[test]
fn features_are_what_is_seen_at_the_table() {
    let recount = Arc::new(Recount::default());
    for set in ["players=3", "players=4;dark=true;koiks=2", "players=2;day=2;redeem=any"] {
        let game: Fizzbin = tables::table(set);
        let seat = |text: &str| {
            let strategy: Vec<Seat> = vec![strategy::seat(&game, text).unwrap()];
            game.chosen(&strategy, recount.clone()).of::<Seat>()[0].clone()
        };
        let texts = ["random", "builder", "random", "hoarder"];
        let seats: Vec<Seat> =
            texts[..usize::from(game.rules().players)].iter().map(|text| seat(text)).collect();
        for session in 0..40 {
            game.write_down(&seats, Seed::new(11), session);
        }
    }
    let met = recount.0.lock().unwrap();
    for (name, values) in met.iter() {
        assert!(values.len() > 1, "{name} was always {values:?}");
    }
    assert_eq!(met.len(), 23, "{:?}", met.keys());
}
