//! The features that rules of files read, against the table as the seat sees it: each is counted
//! again from the lines that a person at the table reads.

use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::Engine;
use croupier::framework::chooser::{Asked, Chooser, Choosers};
use croupier::games::kinzo::Kinzo;
use croupier::games::kinzo::strategies::Seat;
use croupier::strategy;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// The values of each feature so far.
type Met = Mutex<BTreeMap<String, BTreeSet<u16>>>;

/// Leaves every decision to the strategy, and counts the features again.
#[derive(Debug)]
struct Recount {
    /// Whether the cards are shuffled before every round, so that all that were seen lie open.
    fresh: bool,
    met: Arc<Met>,
}

/// The cards of a line such as `seat 2: 3,4, together 7`.
fn hand(line: &str) -> Vec<u16> {
    let (_, rest) = line.split_once(": ").unwrap();
    let (cards, _) = rest.split_once(", together").unwrap();
    cards.split(',').map(|card| card.parse().unwrap()).collect()
}

impl Chooser for Recount {
    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        let lines = asked.sees();
        let dealer = lines[0].strip_prefix("the dealer shows ")?.parse::<u16>().unwrap();
        let told = |after: &str, before: &str| {
            let found =
                lines.iter().find_map(|line| line.strip_prefix(after)?.strip_suffix(before));
            found.map_or(0, |number| number.parse::<u16>().unwrap())
        };
        let hands: Vec<&String> = lines.iter().filter(|line| line.contains("together")).collect();
        let is_own = |line: &&&String| line.starts_with("you");
        let own: Vec<&&String> = hands.iter().filter(is_own).collect();
        let before: Vec<&&String> = hands.iter().take_while(|line| !is_own(line)).collect();
        let seats = |lines: &[&&String]| {
            let seat = |line: &&&String| line.split([':', ',']).next().unwrap().to_owned();
            lines.iter().map(seat).collect::<BTreeSet<_>>().len() as u16
        };
        let all: Vec<&&String> = hands.iter().collect();
        // Of several hands the one in play is marked.
        let playing = own.iter().position(|line| line.contains("in play")).unwrap_or(0);
        let cards = hand(own[playing]);
        let open: Vec<u16> = hands.iter().flat_map(|line| hand(line)).chain([dealer]).collect();
        let copies = |of: &[u16], card: u16| of.iter().filter(|&&one| one == card).count() as u16;
        let stake = told("each hand is played for ", " stakes").max(1);
        let mut expected: Vec<(String, u16)> = [
            ("total", cards.iter().sum()),
            ("cards", cards.len() as u16),
            ("dealer", dealer),
            ("hands", own.len() as u16),
            ("playing", playing as u16 + 1),
            ("players", seats(&all)),
            ("place", seats(&before) + 1),
            ("stake", stake),
            ("rival", before.iter().map(|line| hand(line).iter().sum()).max().unwrap_or(0)),
            ("top", told("a ", " lies on top of the discard pile")),
        ]
        .map(|(name, value): (&str, u16)| (name.to_owned(), value))
        .into();
        let unseen: Vec<u16> =
            (1..=6).map(|card| 6_u16.saturating_sub(copies(&open, card))).collect();
        let left: u16 = unseen.iter().sum();
        for card in 1..=6 {
            expected.push((format!("own_{card}"), copies(&cards, card)));
            if self.fresh {
                let of = unseen[usize::from(card) - 1];
                expected.push((format!("unseen_{card}"), of));
                expected.push((format!("share_{card}"), 100 * of / left));
            }
        }
        if self.fresh {
            // All but the hole card are in the pile.
            expected.extend([("unseen".to_owned(), left), ("pile".to_owned(), left - 1)]);
        }
        let found = asked.features();
        let mut met = self.met.lock().unwrap();
        for (name, value) in expected {
            let (_, seen) = found.iter().find(|(known, _)| *known == name).expect(&name);
            assert_eq!(*seen, value, "{name}: {lines:#?}");
            met.entry(name).or_default().insert(value);
        }
        None
    }
}

#[test]
fn features_are_what_is_seen_at_the_table() {
    let met = Arc::new(Met::default());
    for (set, fresh) in [
        ("players=4;stake_limit=3;resplit=true", true),
        ("players=2", true),
        ("players=3;shuffle.penetration=0.7;hit_source=deck_or_discard", false),
    ] {
        let game: Kinzo = tables::table(set);
        let recount = Arc::new(Recount { fresh, met: Arc::clone(&met) });
        let strategy: Vec<Seat> = vec![strategy::seat(&game, "random").unwrap()];
        let seat = game.chosen(&strategy, recount.clone()).of::<Seat>()[0].clone();
        let seats = vec![seat; game.players()];
        for session in 0..200 {
            game.write_down(&seats, Seed::new(11), session);
        }
    }
    let met = met.lock().unwrap();
    for (name, values) in met.iter() {
        assert!(values.len() > 1, "{name} was always {values:?}");
    }
    assert_eq!(met.len(), 30, "{:?}", met.keys());
}
