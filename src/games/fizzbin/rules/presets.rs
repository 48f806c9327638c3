//! The presets, and the faults of rules.

use super::super::events;
use super::super::hand::{Card, Suit};
use super::{Deck, HAND, LandruKronk, PLAYERS_PER_DECK, Rules, TueDeck, Weekday};
use crate::framework::{Fault, GameRules, Preset, RuleFields};
use std::sync::LazyLock;

/// The days from the first: the preset with a light deck, the one with a dark deck, and what they
/// are.
const DAYS: [[&str; 3]; 10] = [
    ["d1-light", "d1-dark", "Sunday: no money, and disqualifiers without effect"],
    ["d2-light", "d2-dark", "Monday: disqualifiers without effect"],
    ["d3-light", "d3-dark", "Tuesday: a pinochle deck, and few names for a hand"],
    ["d4-light", "d4-dark", "Wednesday: disqualifiers without effect"],
    ["d5-light", "d5-dark", "Thursday: an order of its own, and a seventh card that may be wild"],
    ["d6-light", "d6-dark", "Friday: the disqualified score, and some pairs bar"],
    ["d7-light", "d7-dark", "Saturday: disqualifiers in force, nothing else"],
    ["d8-light", "d8-dark", "the second Sunday, as the first"],
    ["d9-light", "d9-dark", "the second Monday, as the first"],
    ["d10-light", "d10-dark", "the second Tuesday, as the first"],
];

pub(super) static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let of = |i: usize| DAYS.iter().map(move |day| Preset { name: day[i], about: day[2] });
    let about = "how the game is taught: a dark pinochle deck, and nothing is disqualified";
    let newcomer = Preset { name: "newcomer", about };
    let mut presets: Vec<Preset> = of(0).chain(of(1)).chain([newcomer]).collect();
    // The default comes first.
    presets[..7].rotate_right(1);
    presets
});

impl GameRules for Rules {
    fn presets() -> &'static [Preset] {
        &PRESETS
    }

    fn preset(name: &str) -> Option<Rules> {
        if name == "newcomer" {
            return Some(Rules::newcomer());
        }
        (1..).zip(DAYS).find_map(|(day, [light, dark, _])| {
            let dark = [light, dark].iter().position(|&known| known == name)? == 1;
            Some(Rules { day, dark, ..Rules::default() })
        })
    }

    fn check(&self) -> Vec<Fault> {
        let mut faults = self.out_of_range();
        let players = usize::from(self.players);
        faults.extend(self.bonus.check(self.bonus_from, events::of_a_seat(), 1, players));
        if let LandruKronk::Rank(rank) = self.landru_kronk {
            let ranks = (1..=14).contains(&rank);
            let held = ranks && Suit::ALL.iter().any(|&s| self.copies(Card::new(rank, s)) > 0);
            if !held {
                let allowed =
                    "none, decides, or a rank 1..=14 that the day's deck holds (W1)".to_owned();
                faults.push(Fault::new("landru_kronk", rank.to_string(), allowed));
            }
        }
        if !faults.is_empty() {
            return faults;
        }
        if self.weekday() == Weekday::Tuesday {
            // D3: both are made from the ordinary deck, the promoted one from its 52 cards.
            let from = match (self.tue_deck, self.deck) {
                (TueDeck::Lowwild, Deck::Pinochle) => Some(("lowwild", "52 or skins57")),
                (TueDeck::Promoted52, Deck::Pinochle | Deck::Skins57) => Some(("promoted52", "52")),
                _ => None,
            };
            if let Some((found, decks)) = from {
                let allowed = format!("on a Tuesday it is made of deck = {decks} (D3)");
                faults.push(Fault::new("tue_deck", found.to_owned(), allowed));
            }
        }
        let (needed, cards) = (HAND * u32::from(self.players) + 1, self.cards());
        if cards < needed {
            faults.push(Fault::new(
                "players",
                format!("{} with {cards} cards", self.players),
                format!(
                    "six cards each and a seventh for the archon are {needed} (S2); every {} \
                     players bring a deck (D2), so play with a koik",
                    PLAYERS_PER_DECK
                ),
            ));
        }
        if !faults.is_empty() || !self.votes() {
            return faults;
        }
        // Y5: every day that may be voted for must be playable.
        let voted = self.days().into_iter().find_map(|rules| {
            let fault = rules.check().into_iter().next()?;
            Some((rules.day, fault))
        });
        voted.into_iter().for_each(|(day, Fault { field, found, allowed })| {
            let allowed = format!("players may vote for day {day} (Y5), where {allowed}");
            faults.push(Fault::new(field, found, allowed));
        });
        faults
    }
}
