//! The rules as data.

use croupier::framework::{Fault, Field, GameRules, Shuffle};
use serde::{Deserialize, Serialize};

/// B3: what a natural pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NaturalPays {
    /// 1.5 stakes.
    #[serde(rename = "3:2")]
    ThreeToTwo,
    /// 1.2 stakes.
    #[serde(rename = "6:5")]
    SixToFive,
    /// A stake.
    #[serde(rename = "1:1")]
    Even,
}

/// B6: the totals that may be doubled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DoubleOn {
    /// Every total.
    Any,
    /// 9, 10 and 11.
    #[serde(rename = "9_to_11")]
    NineToEleven,
    /// 10 and 11.
    #[serde(rename = "10_to_11")]
    TenToEleven,
}

impl DoubleOn {
    /// Whether a total may be doubled.
    pub fn allows(self, total: u8) -> bool {
        match self {
            DoubleOn::Any => true,
            DoubleOn::NineToEleven => (9..=11).contains(&total),
            DoubleOn::TenToEleven => (10..=11).contains(&total),
        }
    }
}

/// B4: the dealer's second card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoleCard {
    /// Dealt face down, and looked at before anybody acts.
    Peek,
    /// Drawn after the players.
    None,
}

/// The rules of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// B2.
    pub players: usize,
    /// B1.
    pub decks: u32,
    /// B1.
    pub shuffle: Shuffle,
    /// B3.
    pub natural_pays: NaturalPays,
    /// B4.
    pub hole_card: HoleCard,
    /// B6.
    pub double_on: DoubleOn,
    /// B7.
    pub double_after_split: bool,
    /// B7.
    pub split_to_hands: usize,
    /// B8.
    pub resplit_aces: bool,
    /// B8.
    pub hit_split_aces: bool,
    /// B9.
    pub late_surrender: bool,
    /// B10.
    pub dealer_hits_soft_17: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            players: 1,
            decks: 6,
            shuffle: Shuffle::EveryRound,
            natural_pays: NaturalPays::ThreeToTwo,
            hole_card: HoleCard::Peek,
            double_on: DoubleOn::Any,
            double_after_split: true,
            split_to_hands: MOST_HANDS,
            resplit_aces: false,
            hit_split_aces: false,
            late_surrender: true,
            dealer_hits_soft_17: true,
        }
    }
}

/// Most hands of a player (B7).
pub const MOST_HANDS: usize = 4;
/// Most players (B2).
pub const MOST_PLAYERS: usize = 7;

const fn field(
    name: &'static str,
    rule: &'static str,
    allowed: &'static str,
    about: &'static str,
) -> Field {
    Field { name, rule, allowed, about }
}

const SWITCH: &str = "true | false";

impl GameRules for Rules {
    fn fields() -> &'static [Field] {
        const {
            &[
                field("players", "B2", "1..=7", "players at the table"),
                field("decks", "B1", "1 | 2 | 4 | 6 | 8", "decks of 52 cards in the shoe"),
                field(
                    "shuffle",
                    "B1",
                    "every_round | penetration = x with 0 < x < 1",
                    "shuffle before every round, or before a deal once the fraction x is dealt",
                ),
                field("natural_pays", "B3", "3:2 | 6:5 | 1:1", "the payout of a natural"),
                field(
                    "hole_card",
                    "B4",
                    "peek | none",
                    "the dealer looks for a natural before anybody acts, or takes his second card \
                     after the players",
                ),
                field(
                    "double_on",
                    "B6",
                    "any | 9_to_11 | 10_to_11",
                    "the totals of two cards that may be doubled",
                ),
                field("double_after_split", "B7", SWITCH, "split hands may be doubled"),
                field("split_to_hands", "B7", "2..=4", "most hands of a player"),
                field("resplit_aces", "B8", SWITCH, "aces may be split more than once"),
                field("hit_split_aces", "B8", SWITCH, "split aces may be hit"),
                field("late_surrender", "B9", SWITCH, "two cards may be given up for half a stake"),
                field("dealer_hits_soft_17", "B10", SWITCH, "the dealer hits a soft 17"),
            ]
        }
    }

    fn check(&self) -> Vec<Fault> {
        let (players, decks, hands) = (self.players, self.decks, self.split_to_hands);
        let right = (1..=MOST_PLAYERS).contains(&players);
        let mut faults = Fault::unless(right, "players", players, "1..=7");
        let right = [1, 2, 4, 6, 8].contains(&decks);
        faults.extend(Fault::unless(right, "decks", decks, "1 | 2 | 4 | 6 | 8"));
        let right = (2..=MOST_HANDS).contains(&hands);
        faults.extend(Fault::unless(right, "split_to_hands", hands, "2..=4"));
        faults.extend(self.shuffle.fault());
        faults
    }
}
