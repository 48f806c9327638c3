//! The presets, and the faults of rules.

use super::super::events;
use super::super::hand::{Card, Suit};
use super::{Deck, HAND, LandruKronk, PLAYERS_PER_DECK, Rules, TueDeck, Weekday};
use crate::framework::{Fault, GameRules, Preset, RuleFields};

/// The presets of days: name, day, dark.
const DAYS: [(&str, u8, bool); 20] = [
    ("d7-light", 7, false),
    ("d1-light", 1, false),
    ("d2-light", 2, false),
    ("d3-light", 3, false),
    ("d4-light", 4, false),
    ("d5-light", 5, false),
    ("d6-light", 6, false),
    ("d8-light", 8, false),
    ("d9-light", 9, false),
    ("d10-light", 10, false),
    ("d1-dark", 1, true),
    ("d2-dark", 2, true),
    ("d3-dark", 3, true),
    ("d4-dark", 4, true),
    ("d5-dark", 5, true),
    ("d6-dark", 6, true),
    ("d7-dark", 7, true),
    ("d8-dark", 8, true),
    ("d9-dark", 9, true),
    ("d10-dark", 10, true),
];

/// A description of each day, from the first.
const ABOUT: [&str; 10] = [
    "Sunday: no money, and disqualifiers without effect",
    "Monday: disqualifiers without effect",
    "Tuesday: a pinochle deck, and few names for a hand",
    "Wednesday: disqualifiers without effect",
    "Thursday: an order of its own, and a seventh card that may be wild",
    "Friday: the disqualified score, and some pairs bar",
    "Saturday: disqualifiers in force, nothing else",
    "the second Sunday, as the first",
    "the second Monday, as the first",
    "the second Tuesday, as the first",
];

pub(super) const PRESETS: &[Preset] = &{
    let newcomer = "how the game is taught: a dark pinochle deck, and nothing is disqualified";
    let mut presets = [Preset { name: "newcomer", about: newcomer }; DAYS.len() + 1];
    let mut i = 0;
    while i < DAYS.len() {
        let (name, day, _) = DAYS[i];
        presets[i] = Preset { name, about: ABOUT[day as usize - 1] };
        i += 1;
    }
    presets
};

impl GameRules for Rules {
    fn presets() -> &'static [Preset] {
        PRESETS
    }

    fn preset(name: &str) -> Option<Rules> {
        if name == "newcomer" {
            return Some(Rules::newcomer());
        }
        let (_, day, dark) = *DAYS.iter().find(|(known, ..)| *known == name)?;
        Some(Rules { day, dark, ..Rules::default() })
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
