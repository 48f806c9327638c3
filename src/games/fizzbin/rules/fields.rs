//! The fields of the rules with their ranges, the presets, and the checks.

use super::super::events;
use super::super::hand::{Card, Suit};
use super::{
    Deck, HAND, LandruKronk, MAX_KOIKS, MAX_PLAYERS, PLAYERS_PER_DECK, Rules, TueDeck, Weekday,
};
use crate::framework::bonus;
use crate::framework::{Fault, Field, GameRules, Preset, out_of_range};

const BONUS: [Field; 2] = bonus::fields("M2");

const FIELDS: &[Field] = &[
    Field {
        name: "players",
        rule: "S1",
        allowed: "2..=32",
        about: "players at the table; every eight bring a deck (D2)",
    },
    Field {
        name: "day",
        rule: "S1",
        allowed: "1..=10",
        about: "the day: 1 and 8 are Sundays, 3 and 10 Tuesdays, 7 is a Saturday",
    },
    Field { name: "dark", rule: "S1", allowed: "true | false", about: "whether it is dark" },
    Field {
        name: "deck",
        rule: "D1",
        allowed: "52 | skins57 | pinochle",
        about: "the deck of days that have none of their own: ordinary, with low aces, or nine to \
                ace twice",
    },
    Field { name: "koiks", rule: "D1", allowed: "0..=3", about: "jokers in each deck" },
    Field {
        name: "tue_deck",
        rule: "D3",
        allowed: "pinochle | promoted52 | lowwild",
        about: "the deck of Tuesdays: nine to ace twice, three to eight promoted by six, or more \
                wild ranks",
    },
    Field {
        name: "promoted_kings",
        rule: "D3",
        allowed: "natural | like_deuce",
        about: "by day the kings of the promoted deck are kings, or wild as its deuces",
    },
    Field {
        name: "unused",
        rule: "D5",
        allowed: "kronk | blank",
        about: "a rank that the light does not use is wild, or nothing",
    },
    Field {
        name: "order",
        rule: "D6",
        allowed: "day | plain",
        about: "Thursdays compare in an order of their own, or in the plain one",
    },
    Field {
        name: "dealership",
        rule: "S1",
        allowed: "rotate | winner | random",
        about: "who deals next: the next on the left, who won, or anybody",
    },
    Field {
        name: "redeem",
        rule: "S4",
        allowed: "deal | any | off",
        about: "when a quarter-fizzbin card may be redeemed: before play, also when drawn, or never",
    },
    Field {
        name: "redeemed",
        rule: "S4",
        allowed: "new | may_return",
        about: "two new cards come for a redeemed one, or the one just returned may be among them",
    },
    Field {
        name: "floor",
        rule: "P",
        allowed: "0..=1",
        about: "1: played on the floor, where turns run rightward",
    },
    Field {
        name: "down",
        rule: "P1",
        allowed: "may | must",
        about: "a turn may begin with a card put face-down, or must",
    },
    Field {
        name: "take",
        rule: "P3",
        allowed: "may | must",
        about: "an open card may be taken, or must be where one can",
    },
    Field {
        name: "place",
        rule: "P4",
        allowed: "may | must",
        about: "a hand card may be placed face-up, or must be where one can",
    },
    Field {
        name: "end",
        rule: "P7",
        allowed: "exhaust | cycle",
        about: "play stops when the deck is empty, or after one turn each",
    },
    Field {
        name: "oxmyx_holder",
        rule: "P10",
        allowed: "target | krako | any",
        about: "whose pair of sevens saves the victim of a krako",
    },
    Field {
        name: "declare",
        rule: "P11",
        allowed: "laps | once",
        about: "wild cards are declared in laps until nobody raises, or in one",
    },
    Field {
        name: "merge",
        rule: "E1",
        allowed: "staged | single",
        about: "hand and combined names are compared both, or the second where there is no first",
    },
    Field {
        name: "tail",
        rule: "E1",
        allowed: "rps | cards",
        about: "what settles equal declarations: a throw, or all natural cards before it",
    },
    Field {
        name: "bar_scope",
        rule: "E3",
        allowed: "list | all",
        about: "a hand's disqualifiers are looked for where its line says, or all in hand and pile",
    },
    Field {
        name: "full_dark",
        rule: "H2",
        allowed: "q4 | k2",
        about: "the two single cards of a full fizzbin when dark",
    },
    Field {
        name: "frac",
        rule: "H4",
        allowed: "suit | count",
        about: "three-quarter and quarter-full fizzbins are red and black cards, or one or two and \
                three or four",
    },
    Field {
        name: "tepo",
        rule: "H4",
        allowed: "seventh | off",
        about: "a seventh hand card bars a three-quarter fizzbin, or nothing does",
    },
    Field {
        name: "kinds",
        rule: "F",
        allowed: "friday | literal",
        about: "combinations that Friday does not disqualify: Fridays only, or daily",
    },
    Field {
        name: "zethrac",
        rule: "C60",
        allowed: "with | alone",
        about: "royal zethracs hold no jack, queen or king, or may",
    },
    Field {
        name: "drella",
        rule: "Y1",
        allowed: "void | inforce | noscore",
        about: "on its days what disqualifies bars nothing, or bars, or bars but scores nothing",
    },
    Field {
        name: "krako_days",
        rule: "Y1",
        allowed: "drella | all",
        about: "a krako strikes when what disqualifies bars, or daily",
    },
    Field {
        name: "kesla",
        rule: "Y2",
        allowed: "day | always | doubly_dead",
        about: "being disqualified has no effect on Fridays, or ever, or Fridays revive nothing",
    },
    Field {
        name: "friday_pairs",
        rule: "Y3",
        allowed: "hand | family | off",
        about: "Friday's aces, court pair and tens bar H2 to H6 from the hand, or from hand and \
                pile, or not",
    },
    Field {
        name: "wed_vote",
        rule: "Y5",
        allowed: "off | vote",
        about: "on a Wednesday day and light are as the rules say, or what most players vote for",
    },
    Field {
        name: "tebo",
        rule: "W1",
        allowed: "any | seventh",
        about: "on a Thursday any card of a hand of seven may be wild, or only the last to come",
    },
    Field {
        name: "landru_kronk",
        rule: "W1",
        allowed: "none | 1..=14 | decides",
        about: "a rank that the landru calls wild: 11 is the jack, 14 the ace, 1 the low ace; or the \
                landru names one after the deal",
    },
    Field {
        name: "kronk_rank",
        rule: "W4",
        allowed: "late | early",
        about: "higher wild cards win after the keys, or before them",
    },
    Field {
        name: "ante",
        rule: "M1",
        allowed: "1..=1000",
        about: "quatloos that everybody puts in",
    },
    Field {
        name: "kronk_payee",
        rule: "M2",
        allowed: "landru | kitty | bank",
        about: "who gets the 49 of each wild card: the dealer, who wins, or nobody",
    },
    BONUS[0],
    BONUS[1],
    Field {
        name: "sunday_kronk",
        rule: "M3",
        allowed: "free | barred",
        about: "wild cards on Sundays cost nothing, or may not be spent",
    },
    Field {
        name: "overtime",
        rule: "M5",
        allowed: "0..=20",
        about: "challenges z: the first to win z+1 rounds takes the kitty",
    },
    Field {
        name: "overtime_winner",
        rule: "M5",
        allowed: "first_to | next_round",
        about: "who is first to win a round more than there were challenges, or who wins the round \
                after the last",
    },
    Field {
        name: "overtime_called",
        rule: "M5",
        allowed: "always | losers_ahead",
        about: "every win is challenged, or only where somebody else is behind in quatloos",
    },
];

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

/// What each day is about, from the first.
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
    fn fields() -> &'static [Field] {
        FIELDS
    }

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
        let mut faults = out_of_range(&[
            ("players", self.players.into(), 2..=MAX_PLAYERS.into()),
            ("day", self.day.into(), 1..=10),
            ("koiks", self.koiks.into(), 0..=MAX_KOIKS.into()),
            ("floor", self.floor.into(), 0..=1),
            ("ante", self.ante, 1..=1000),
            ("overtime", self.overtime, 0..=20),
        ]);
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
            // D3: these two are made of the ordinary deck, the promoted one of 52 cards.
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
        // Y5: whatever is voted for must be playable.
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
