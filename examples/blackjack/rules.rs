//! The rules as data.

use croupier::framework::{Fault, GameRules, RuleFields, Shuffle};

croupier::readings! {
    /// B3: the payout of a natural.
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

    /// B4: the dealer's second card.
    pub enum HoleCard {
        /// Dealt face down, and looked at before any player acts.
        Peek,
        /// Drawn after the players have acted.
        None,
    }
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

croupier::rules! {
    /// The rules of a table.
    pub struct Rules {
        /// players at the table
        "B2" players: usize = 1, 1..=MOST_PLAYERS;
        /// decks of 52 cards in the shoe
        "B1" decks: u32 = 6, [1, 2, 4, 6, 8];
        /// shuffle before every round, or before a deal once the fraction x is dealt
        "B1" shuffle: Shuffle = Shuffle::EveryRound;
        /// the payout of a natural
        "B3" natural_pays: NaturalPays = NaturalPays::ThreeToTwo;
        /// the dealer looks for a natural before anybody acts, or takes his second card after the
        /// players
        "B4" hole_card: HoleCard = HoleCard::Peek;
        /// the totals of two cards that may be doubled
        "B6" double_on: DoubleOn = DoubleOn::Any;
        /// split hands may be doubled
        "B7" double_after_split: bool = true;
        /// most hands of a player
        "B7" split_to_hands: usize = MOST_HANDS, 2..=MOST_HANDS;
        /// aces may be split more than once
        "B8" resplit_aces: bool = false;
        /// split aces may be hit
        "B8" hit_split_aces: bool = false;
        /// two cards may be given up for half a stake
        "B9" late_surrender: bool = true;
        /// the dealer hits a soft 17
        "B10" dealer_hits_soft_17: bool = true;
    }
}

/// The maximum number of hands of a player (B7).
pub const MOST_HANDS: usize = 4;
/// The maximum number of players (B2).
pub const MOST_PLAYERS: usize = 7;

impl GameRules for Rules {
    fn check(&self) -> Vec<Fault> {
        let mut faults = self.out_of_range();
        faults.extend(self.shuffle.fault());
        faults
    }
}
