//! The rules of Corellian Spike Sabacc as data: every number and every ambiguous reading is a
//! field.

use super::cards::{Deck, HIGHEST, MAX_CARDS, MAX_COPIES};
use super::events::SEAT_EVENTS;
use crate::framework::bonus::{BonusFrom, Bonuses, Payer};
use crate::framework::{Fault, GameRules, Preset, RuleFields};
use serde::{Deserialize, Serialize};

crate::readings! {
    /// The time at which the deal moves on (S3).
    pub enum DealerMoves {
        /// After each game.
        EachGame,
        /// After each round, and the turn order with it.
        EachRound,
    }

    /// The choices in a Gain (S6).
    pub enum Gain {
        /// Draw and keep, or give up a card and then draw.
        KeepOrExchange,
        /// Draw and then keep or throw the card, or give up a card and then draw.
        LookFirst,
    }

    /// Whether named hands may hold cards beyond the named ones.
    pub enum ExtraCards {
        /// Every named hand may.
        Allowed,
        /// Only those that have extra cards in the published examples.
        ExamplesOnly,
    }

    /// When fewer cards win between hands of the same name (S15).
    pub enum Precise {
        /// Before the values of their sets.
        First,
        /// After the values of their sets.
        AfterValue,
        /// Never.
        Off,
    }

    /// The role of a sylop in runs (S15).
    pub enum Sylops {
        /// No part of a run.
        Apart,
        /// The zero of a run.
        InRuns,
    }
}

/// The number of copies of each value in the deck, the same for a value and its negative (S1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "1..=8, or a list of such numbers, one for each value from 1 to `highest`"
)]
pub enum Copies {
    /// The same number for every value.
    Each(u32),
    /// One number per value, from 1 to the highest.
    ByValue(Vec<u32>),
}

crate::rules! {
    /// The rules of a table. [`Default`] is the preset `default`.
    pub struct Rules {
        /// copies of each card: one number for all, or a list by value from 1 to highest, the same
        /// for +n and -n; with two sylops 3 makes 62 cards, [4, 4, 4, 4, 4, 4, 4, 3, 3, 3] makes 76
        "S1" copies: Copies = Copies::Each(3), "1..=8, or a list of one for each value";
        /// the highest value of a card, which stands for the ten of the rules
        "S1" highest: u32 = 10, 5..=HIGHEST as u32;
        /// cards of value 0
        "S1" sylops_in_deck: u32 = 2, 0..=MAX_COPIES;
        /// faces of each of the two dice: a double comes once in that many rolls
        "S2" dice_faces: u32 = 6, 1..=MAX_FACES;
        /// players at the table
        "S3" players: u8 = 2, 2..=MAX_PLAYERS as u8;
        /// the deal moves on after each game, or after each round, and the turn order with it
        "S3" dealer_moves: DealerMoves = DealerMoves::EachGame;
        /// rounds in a game
        "S5" game_rounds: u8 = 3, 1..=MAX_ROUNDS as u8;
        /// a drawn card is kept, or may be thrown; either way a card may be given up before the
        /// draw
        "S6" gain: Gain = Gain::KeepOrExchange;
        /// the most cards in a hand; the ranking covers up to five
        "S9" hand_limit: u8 = MAX_CARDS as u8, 2..=MAX_CARDS as u8;
        /// coins per ante, in traces and written games; results are in antes
        "S12" ante: u32 = 1, 1..=1000;
        /// the fraction of the ante that is refunded from the pot to a player who junks
        "S12" junk_refund: f64 = 0.0, "0..=1 in thousandths";
        "S12" bonus: Bonuses = Bonuses::default();
        "S12" bonus_from: BonusFrom = BonusFrom::House;
        /// any named hand may hold further cards, or only those whose examples do
        "S15" extra_cards: ExtraCards = ExtraCards::Allowed;
        /// of two hands of the same name the one with fewer cards wins: before values are compared,
        /// after, or never
        "S15" precise: Precise = Precise::First;
        /// a sylop is part of no run, or is the zero of one: then 0 +1 +2 -3 is a Straight Khyron
        "S15" sylops: Sylops = Sylops::Apart;
    }
}

/// The largest number of players.
pub const MAX_PLAYERS: usize = 8;
/// The largest number of rounds in a game.
pub const MAX_ROUNDS: usize = 10;
/// The largest number of faces on a die.
pub const MAX_FACES: u32 = 1000;
/// Money units per ante.
pub const UNITS_PER_ANTE: i64 = 1000;

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

    /// The payer of the bonuses, by index in [`SEAT_EVENTS`] (S12).
    pub fn payer(&self) -> Payer {
        self.bonus.payer(self.bonus_from, &SEAT_EVENTS, UNITS_PER_ANTE)
    }

    /// The refund of a player who junks, in money units (S12).
    pub fn refund(&self) -> i64 {
        (self.junk_refund * UNITS_PER_ANTE as f64).round() as i64
    }
}

const PRESETS: &[Preset] = &[Preset {
    name: "default",
    about: "two players, three rounds, the author's preferred readings",
}];

impl GameRules for Rules {
    fn presets() -> &'static [Preset] {
        PRESETS
    }

    fn check(&self) -> Vec<Fault> {
        let mut faults = self.out_of_range();
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

    /// S3: neither a draw nor a redeal may run out of cards.
    fn check_players(&self) -> Option<Fault> {
        let cards = self.deck().cards();
        // With a full hand, a player may draw only where the card need not be kept (S6).
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
