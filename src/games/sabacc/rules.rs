//! The rules of Corellian Spike Sabacc as data: every number and every doubtful reading is a field.

use super::cards::{Deck, HIGHEST, MAX_CARDS, MAX_COPIES};
use crate::framework::bonus::{self, BonusFrom, Bonuses, Payer};
use crate::framework::{Fault, Field, GameRules, Preset, out_of_range};
use serde::{Deserialize, Serialize};

/// When the deal moves on (S3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealerMoves {
    /// After each game.
    EachGame,
    /// After each round, and the turn order with it.
    EachRound,
}

/// What a player who gains may do (S6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    /// Draw and keep, or give up a card and then draw.
    KeepOrExchange,
    /// Draw and then keep or throw the card, or give up a card and then draw.
    LookFirst,
}

/// Whether named hands may hold cards beyond the named ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraCards {
    /// All may that can.
    Allowed,
    /// Only those whose examples do.
    ExamplesOnly,
}

/// Whether a named hand of fewer cards beats one of more (S15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precise {
    /// Before the values of their sets are compared.
    First,
    /// After them.
    AfterValue,
    /// Never.
    Off,
}

/// What a sylop is beside sets and pairs (S15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sylops {
    /// No part of a run.
    Apart,
    /// The zero of a run.
    InRuns,
}

/// How many copies of each value the deck holds (S1); of a value and its negative as many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "1..=8, or a list of such numbers, one for each value from 1 to `highest`"
)]
pub enum Copies {
    /// As many of all.
    Each(u32),
    /// By value, from 1 to the highest.
    ByValue(Vec<u32>),
}

/// The rules of a table. [`Default`] is the preset `default`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// S1: copies of each value in the deck.
    pub copies: Copies,
    /// S1: the highest value of a card.
    pub highest: u32,
    /// S1: sylops in the deck.
    pub sylops_in_deck: u32,
    /// S2: faces of each spike die.
    pub dice_faces: u32,
    /// S3: players at the table.
    pub players: u8,
    /// S3: when the deal moves on.
    pub dealer_moves: DealerMoves,
    /// S5: rounds of a game.
    pub game_rounds: u8,
    /// S6: what a player who gains may do.
    pub gain: Gain,
    /// S9: most cards of a hand.
    pub hand_limit: u8,
    /// S12: coins to the ante, in traces.
    pub ante: u32,
    /// S12: the part of the ante refunded to a player who junks.
    pub junk_refund: f64,
    /// S12: an amount for a seat by the event that happens to it.
    pub bonus: Bonuses,
    /// S12: the payer of bonuses.
    pub bonus_from: BonusFrom,
    /// Whether named hands may hold cards beyond the named ones.
    pub extra_cards: ExtraCards,
    /// S15: whether a named hand of fewer cards beats one of more.
    pub precise: Precise,
    /// S15: whether a sylop is part of a run.
    pub sylops: Sylops,
}

/// The least that the highest value may be.
const LEAST_HIGHEST: u32 = 5;
/// Most players.
pub const MAX_PLAYERS: usize = 8;
/// Most rounds of a game.
pub const MAX_ROUNDS: usize = 10;
/// Most faces of a die.
pub const MAX_FACES: u32 = 1000;
/// Money units to the ante.
pub const UNITS_PER_ANTE: i64 = 1000;

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            copies: Copies::Each(3),
            highest: 10,
            sylops_in_deck: 2,
            dice_faces: 6,
            players: 2,
            dealer_moves: DealerMoves::EachGame,
            game_rounds: 3,
            gain: Gain::KeepOrExchange,
            hand_limit: MAX_CARDS as u8,
            ante: 1,
            junk_refund: 0.0,
            bonus: Bonuses::default(),
            bonus_from: BonusFrom::House,
            extra_cards: ExtraCards::Allowed,
            precise: Precise::First,
            sylops: Sylops::Apart,
        }
    }
}

impl Rules {
    /// The deck (S1).
    pub fn deck(&self) -> Deck {
        let highest = self.highest as usize;
        match &self.copies {
            Copies::Each(copies) => {
                Deck::new(std::iter::repeat_n(*copies, highest), self.sylops_in_deck)
            }
            Copies::ByValue(copies) => {
                Deck::new(copies.iter().copied().take(highest), self.sylops_in_deck)
            }
        }
    }

    /// What bonuses pay, by [`SEAT_EVENTS`] (S12).
    pub fn payer(&self) -> Payer {
        self.bonus.payer(self.bonus_from, &SEAT_EVENTS, UNITS_PER_ANTE)
    }

    /// The refund of a player who junks, in money units (S12).
    pub fn refund(&self) -> i64 {
        (self.junk_refund * UNITS_PER_ANTE as f64).round() as i64
    }
}

/// The events of a table, then those that only a seat has, as bonuses name them.
pub const SEAT_EVENTS: [&str; 30] = [
    "wins-with:pure-sabacc",
    "wins-with:full-sabacc",
    "wins-with:fleet",
    "wins-with:yee-haa",
    "wins-with:rhylet",
    "wins-with:squadron",
    "wins-with:gee-whiz",
    "wins-with:straight-khyron",
    "wins-with:banthas-wild",
    "wins-with:rule-of-two",
    "wins-with:one-pair",
    "wins-with:sabacc",
    "wins-with:nulrhek",
    "shows:pure-sabacc",
    "shows:full-sabacc",
    "shows:fleet",
    "shows:yee-haa",
    "shows:rhylet",
    "shows:squadron",
    "shows:gee-whiz",
    "shows:straight-khyron",
    "shows:banthas-wild",
    "shows:rule-of-two",
    "shows:one-pair",
    "shows:sabacc",
    "shows:nulrhek",
    "blind-draw",
    "double",
    "junked-out",
    "junked",
];

const BONUS: [Field; 2] = bonus::fields("S12");

const FIELDS: &[Field] = &[
    Field {
        name: "copies",
        rule: "S1",
        allowed: "1..=8, or a list of one for each value",
        about: "copies of each card: of all as many, or by value from 1 to highest, of +n and -n the \
                same; 3 and two sylops are 62 cards, [4, 4, 4, 4, 4, 4, 4, 3, 3, 3] 76",
    },
    Field {
        name: "highest",
        rule: "S1",
        allowed: "5..=15",
        about: "the highest value of a card: where the rules say ten, it is this",
    },
    Field { name: "sylops_in_deck", rule: "S1", allowed: "0..=8", about: "cards of value 0" },
    Field {
        name: "dice_faces",
        rule: "S2",
        allowed: "1..=1000",
        about: "faces of each of the two dice; a double comes once in so many rolls",
    },
    Field { name: "players", rule: "S3", allowed: "2..=8", about: "players at the table" },
    Field {
        name: "dealer_moves",
        rule: "S3",
        allowed: "each_game | each_round",
        about: "the deal moves on after each game, or after each round and the turn order with it",
    },
    Field { name: "game_rounds", rule: "S5", allowed: "1..=10", about: "rounds of a game" },
    Field {
        name: "gain",
        rule: "S6",
        allowed: "keep_or_exchange | look_first",
        about: "a card that is drawn is kept, or may be thrown; either way one may give up a card \
                before the draw",
    },
    Field {
        name: "hand_limit",
        rule: "S9",
        allowed: "2..=5",
        about: "most cards of a hand; the ranking knows hands of up to five",
    },
    Field {
        name: "ante",
        rule: "S12",
        allowed: "1..=1000",
        about: "coins to the ante, in traces and written games; results are in antes",
    },
    Field {
        name: "junk_refund",
        rule: "S12",
        allowed: "0..=1 in thousandths",
        about: "the part of the ante refunded from the pot to a player who junks",
    },
    BONUS[0],
    BONUS[1],
    Field {
        name: "extra_cards",
        rule: "S15",
        allowed: "allowed | examples_only",
        about: "named hands may hold further cards, or only those whose examples do",
    },
    Field {
        name: "precise",
        rule: "S15",
        allowed: "first | after_value | off",
        about: "of two hands of a name that with fewer cards wins: before values are compared, \
                after, or never",
    },
    Field {
        name: "sylops",
        rule: "S15",
        allowed: "apart | in_runs",
        about: "a sylop is in no run, or is the zero of one: then 0 +1 +2 -3 is a Straight Khyron",
    },
];

const PRESETS: &[Preset] = &[Preset {
    name: "default",
    about: "two players, three rounds, the author's preferred readings",
}];

impl GameRules for Rules {
    fn fields() -> &'static [Field] {
        FIELDS
    }

    fn presets() -> &'static [Preset] {
        PRESETS
    }

    fn check(&self) -> Vec<Fault> {
        let mut faults = out_of_range(&[
            ("highest", self.highest, LEAST_HIGHEST..=HIGHEST as u32),
            ("sylops_in_deck", self.sylops_in_deck, 0..=MAX_COPIES),
            ("dice_faces", self.dice_faces, 1..=MAX_FACES),
            ("players", self.players.into(), 2..=MAX_PLAYERS as u32),
            ("game_rounds", self.game_rounds.into(), 1..=MAX_ROUNDS as u32),
            ("hand_limit", self.hand_limit.into(), 2..=MAX_CARDS as u32),
            ("ante", self.ante, 1..=1000),
        ]);
        faults.extend(self.check_copies());
        if faults.is_empty() {
            faults.extend(self.check_players());
        }
        let thousandths = self.junk_refund * UNITS_PER_ANTE as f64;
        if !(0.0..=1.0).contains(&self.junk_refund)
            || (thousandths - thousandths.round()).abs() > 1e-9
        {
            let allowed = "0..=1 in thousandths".to_owned();
            faults.push(Fault::new("junk_refund", self.junk_refund.to_string(), allowed));
        }
        let players = usize::from(self.players);
        faults.extend(self.bonus.check(self.bonus_from, &SEAT_EVENTS, UNITS_PER_ANTE, players));
        faults
    }
}

impl Rules {
    /// S1
    fn check_copies(&self) -> Option<Fault> {
        let sound = |copies: &u32| (1..=MAX_COPIES).contains(copies);
        match &self.copies {
            Copies::Each(copies) if sound(copies) => None,
            Copies::Each(copies) => {
                Some(Fault::new("copies", copies.to_string(), format!("1..={MAX_COPIES}")))
            }
            Copies::ByValue(list) => {
                let found = format!("{list:?}");
                if let Some(at) = list.iter().position(|copies| !sound(copies)) {
                    let allowed = format!(
                        "1..={MAX_COPIES} of each; of value {} it has {}",
                        at + 1,
                        list[at]
                    );
                    return Some(Fault::new("copies", found, allowed));
                }
                (list.len() != self.highest as usize).then(|| {
                    let allowed = format!(
                        "a list of {} numbers, one for each value from 1 to `highest`; it has {}",
                        self.highest,
                        list.len()
                    );
                    Fault::new("copies", found, allowed)
                })
            }
        }
    }

    /// S3: no draw and no new hand may fall short.
    fn check_players(&self) -> Option<Fault> {
        let cards = self.deck().cards();
        // With a full hand one may draw to look only where the card need not be kept (S6).
        let (spare, why) = match self.gain {
            Gain::KeepOrExchange => (1, ""),
            Gain::LookFirst => (2, " under gain = look_first"),
        };
        let most = cards - spare;
        let needed = u32::from(self.players) * u32::from(self.hand_limit);
        (needed > most).then(|| {
            let allowed = format!(
                "players x hand_limit is {needed}, and a deck of {cards} cards allows {most}{why}: \
                 fewer players, a lower hand_limit, or more copies"
            );
            Fault::new("players", self.players.to_string(), allowed)
        })
    }
}
