//! The rules of Zinbiddle as data: every number and every doubtful reading is a field.

use super::events;
use super::hand::{Card, KINDS, LEVELS};
use crate::framework::bonus::{self, BonusFrom, Bonuses, Payer};
use crate::framework::{self, Fault, Field, GameRules, Preset, out_of_range};
use serde::{Deserialize, Serialize};

/// Where cards come from (Z3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shoes {
    /// One deck for everything.
    OneDeck,
    /// A shoe for each level.
    PerLevel,
}

/// Which shoe a replacement comes from, where there are several (Z3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplacementFrom {
    /// That of the level where it will lie.
    CardLevel,
    /// That of the level being built.
    CurrentLevel,
}

/// When the cards are shuffled (Z4).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shuffle {
    /// Before every hand.
    EveryHand,
    /// Each shoe between hands, once this fraction of it has been dealt.
    Penetration(f64),
}

/// Who pays the house's rake (step 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RakeFrom {
    /// Each player, beside the stakes.
    Extra,
    /// The pot.
    Pot,
}

/// Which players the price of an action counts (Z9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PricePlayers {
    /// All who were dealt cards.
    DealtIn,
    /// Those who have not folded.
    StillIn,
}

/// A kind of pilot action (Z9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// A new card for one of one's own.
    Replace,
    /// Any order of the thruster row.
    ResortRow,
    /// Two neighbours swap.
    Transpose,
    /// Any order of one line, the row or a flank.
    ResortLine,
}

impl ActionKind {
    /// Its bit in a set of kinds.
    #[inline]
    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Which hole cards a re-sort of a flank turns up (Z9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlankResortShows {
    /// Those that leave the thrusters.
    MovedUp,
    /// All four.
    AllFour,
}

/// What a quarter that nobody won becomes (Z14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CarryJoins {
    /// Part of the next hand's pot.
    Pot,
    /// An addition to the next fourth quarter that is won.
    Bonus,
}

/// When a Six as capstone breaks a tie of flanks (Z14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WildCapWins {
    /// Between Ion Barrages.
    IonOnly,
    /// Between any equal flanks.
    AllFlanks,
    /// Never.
    Never,
}

/// Who has the pot of several Ion Barrages among which no Six decides (Z14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EqualIons {
    /// All of them, in equal shares.
    Share,
    /// The first in turn order.
    First,
}

/// Which Ion Barrage takes the rest of the jackpot (Z15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JackpotTo {
    /// One capped by a Six.
    SixCapped,
    /// One capped by a Six that beats another Ion Barrage.
    BeatsAnother,
}

/// The rules of a table. [`Default`] is the preset `casual`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Players at the table.
    pub players: u8,
    /// Coins to the ante, in traces.
    pub ante: u32,
    /// Z1: sets in each deck or shoe.
    pub sets: u32,
    /// Z1: misfires of each suit in a set.
    pub misfires_per_suit: u32,
    /// Z1: how often a set holds each of the numbers 1 to 4 in each suit.
    pub copies_per_number: Vec<u32>,
    /// Z2: wild cards in each deck or shoe.
    pub vermilion_sixes: u32,
    /// Z3: where cards come from.
    pub shoes: Shoes,
    /// Z3: which shoe a replacement comes from.
    pub replacement_from: ReplacementFrom,
    /// Z4: when the cards are shuffled.
    pub shuffle: Shuffle,
    /// Step 1: hands from one rake to the next; 0 for none.
    pub rake_every: u32,
    /// Step 1: who pays the rake.
    pub rake_from: RakeFrom,
    /// Z8: the unit of each betting round, in antes.
    pub bet_units: Vec<u32>,
    /// Z8: most raises of a betting round.
    pub max_raises: u32,
    /// Z9: actions of each player.
    pub pilot_actions: u8,
    /// Z9: whom the price of an action counts.
    pub price_players: PricePlayers,
    /// Z9: the house's part of that price.
    pub action_rake: f64,
    /// Z9: the kinds of action at each level.
    pub action_kinds: Vec<Vec<ActionKind>>,
    /// Z9: which hole cards a re-sort of a flank turns up.
    pub flank_resort_shows: FlankResortShows,
    /// Z9: whether a hole card that is replaced is shown.
    pub replaced_shown: bool,
    /// Z14: whether a shared line counts for the fourth quarter.
    pub tie_counts: bool,
    /// Z14: what a quarter that nobody won becomes.
    pub carry_joins: CarryJoins,
    /// Z14: when a Six as capstone breaks a tie of flanks.
    pub wild_cap_wins: WildCapWins,
    /// Z14: who has the pot of several Ion Barrages among which no Six decides.
    pub equal_ions: EqualIons,
    /// Z15: the stake of a zinbiddle bet, in antes; 0 for no such bet.
    pub side_bet: u32,
    /// Z15: what a zinbiddle bet pays, to one.
    pub zinbiddle_pays: u32,
    /// Z15: what the jackpot starts at, in antes.
    pub jackpot_seed: u32,
    /// Z15: the part of lost zinbiddle bets that goes to the jackpot.
    pub jackpot_share: f64,
    /// Z15: the part of the jackpot that each Ion Barrage takes.
    pub ion_share: f64,
    /// Z15: which Ion Barrage takes the rest of the jackpot.
    pub jackpot_to: JackpotTo,
    /// Z16: whether a dealt Ion Barrage ends the play.
    pub ion_ends_hand: bool,
    /// Z18: whether an Ion Barrage takes the whole pot.
    pub ion_takes_all: bool,
    /// Z19: an amount for a seat by the event that happens to it.
    pub bonus: Bonuses,
    /// Z19: the payer of bonuses.
    pub bonus_from: BonusFrom,
    /// Z17: hands of a session.
    pub hands_per_session: u32,
}

/// Numbers of the cards that are neither misfires nor wild (Z1).
const NUMBERS: usize = 4;
/// Most cards of one number and suit in a set (Z1).
const MAX_COPIES: u32 = 4;
/// Betting rounds of a hand (Z8).
pub const ROUNDS: usize = 9;
/// Money units to the ante (Z19).
pub const UNITS_PER_ANTE: i64 = 840;
/// Most players.
pub const MAX_PLAYERS: usize = 8;
/// Most pilot actions of a player (Z9).
pub const MAX_ACTIONS: usize = 12;
/// Most hands of a session (Z17): the streams of a session are numbered below 2^14.
pub const MAX_HANDS: u32 = 10_000;

impl Default for Rules {
    fn default() -> Rules {
        use ActionKind::{Replace, ResortLine, ResortRow, Transpose};
        Rules {
            players: 3,
            ante: 1,
            sets: 2,
            misfires_per_suit: 1,
            copies_per_number: vec![1; NUMBERS],
            vermilion_sixes: 0,
            shoes: Shoes::OneDeck,
            replacement_from: ReplacementFrom::CardLevel,
            shuffle: Shuffle::EveryHand,
            rake_every: 0,
            rake_from: RakeFrom::Extra,
            bet_units: vec![2, 4, 4, 8, 8, 16, 16, 16, 32],
            max_raises: 3,
            pilot_actions: 4,
            price_players: PricePlayers::DealtIn,
            action_rake: 0.0,
            action_kinds: vec![
                vec![Replace, ResortRow],
                vec![Replace, Transpose],
                vec![Replace, Transpose],
                vec![Replace, ResortLine],
            ],
            flank_resort_shows: FlankResortShows::MovedUp,
            replaced_shown: false,
            tie_counts: false,
            carry_joins: CarryJoins::Pot,
            wild_cap_wins: WildCapWins::IonOnly,
            equal_ions: EqualIons::Share,
            side_bet: 0,
            zinbiddle_pays: 150,
            jackpot_seed: 0,
            jackpot_share: 0.5,
            ion_share: 0.1,
            jackpot_to: JackpotTo::SixCapped,
            ion_ends_hand: true,
            ion_takes_all: true,
            bonus: Bonuses::default(),
            bonus_from: BonusFrom::House,
            hands_per_session: 50,
        }
    }
}

impl Rules {
    /// The preset `casino`.
    pub fn casino() -> Rules {
        Rules {
            sets: 6,
            vermilion_sixes: 1,
            shoes: Shoes::PerLevel,
            shuffle: Shuffle::Penetration(0.75),
            rake_every: 10,
            action_rake: 0.1,
            side_bet: 1,
            jackpot_seed: 10_000,
            hands_per_session: 200,
            ..Rules::default()
        }
    }

    /// The cards of each deck or shoe, by kind (Z1, Z2).
    pub fn deck(&self) -> [u16; KINDS] {
        std::array::from_fn(|kind| match Card::of_kind(kind) {
            Card::SIX => self.vermilion_sixes as u16,
            card if card.is_misfire() => (self.sets * self.misfires_per_suit) as u16,
            card => (self.sets * self.copies_per_number[card.number() as usize - 1]) as u16,
        })
    }

    /// Cards of each deck or shoe (Z1, Z2).
    pub fn cards(&self) -> u32 {
        self.sets * self.cards_per_set() + self.vermilion_sixes
    }

    /// Cards of a set (Z1).
    fn cards_per_set(&self) -> u32 {
        4 * (self.copies_per_number.iter().sum::<u32>() + self.misfires_per_suit)
    }

    /// How many decks or shoes there are (Z3).
    pub fn shoe_count(&self) -> usize {
        match self.shoes {
            Shoes::OneDeck => 1,
            Shoes::PerLevel => LEVELS,
        }
    }

    /// Most cards of one deck or shoe that a hand can use for each player (Z4).
    pub fn most_cards_each(&self) -> u32 {
        let dealt = match self.shoes {
            Shoes::OneDeck => 9,
            Shoes::PerLevel => 4,
        };
        dealt + u32::from(self.pilot_actions)
    }

    /// How many actions a player may have used by the end of a level, 0..=3 (Z9).
    #[inline]
    pub fn allowance(&self, level: usize) -> u8 {
        match level {
            3.. => self.pilot_actions,
            _ => (level as u8 + 1).min(self.pilot_actions - 2),
        }
    }

    /// What bonuses pay, by [`events::of_a_seat`] (Z19).
    pub fn payer(&self) -> Payer {
        self.bonus.payer(self.bonus_from, events::of_a_seat(), UNITS_PER_ANTE)
    }

    /// The price of a pilot action with so many players still in and so many levels dealt, in units
    /// (Z9).
    #[inline]
    pub(super) fn action_price(&self, still_in: u32, levels: usize) -> i64 {
        let players = match self.price_players {
            PricePlayers::DealtIn => i64::from(self.players),
            PricePlayers::StillIn => i64::from(still_in),
        };
        players * levels as i64 * UNITS_PER_ANTE
    }
}

/// A fraction in millionths, so that parts of whole units are whole (Z19).
pub(super) fn millionths(fraction: f64) -> i64 {
    (fraction * 1e6).round() as i64
}

const BONUS: [Field; 2] = bonus::fields("Z19");

const FIELDS: &[Field] = &[
    Field { name: "players", rule: "Z8", allowed: "2..=8", about: "players at the table" },
    Field {
        name: "ante",
        rule: "Z19",
        allowed: "1..=1000",
        about: "coins to the ante, in what a trace tells; results are in antes",
    },
    Field {
        name: "sets",
        rule: "Z1",
        allowed: "1..=200",
        about: "sets of cards in each deck or shoe",
    },
    Field {
        name: "misfires_per_suit",
        rule: "Z1",
        allowed: "0..=4",
        about: "misfires of each suit in a set",
    },
    Field {
        name: "copies_per_number",
        rule: "Z1",
        allowed: "a list of four whole numbers 0..=4",
        about: "how often a set holds each of the numbers 1 to 4 in each suit",
    },
    Field {
        name: "vermilion_sixes",
        rule: "Z2",
        allowed: "0..=200",
        about: "wild cards in each deck or shoe",
    },
    Field {
        name: "shoes",
        rule: "Z3",
        allowed: "one_deck | per_level",
        about: "one deck for all, or a shoe for each level",
    },
    Field {
        name: "replacement_from",
        rule: "Z3",
        allowed: "card_level | current_level",
        about: "with per_level: a replacement comes from the shoe of the level where it will lie, or \
                of the level being built",
    },
    Field {
        name: "shuffle",
        rule: "Z4",
        allowed: "every_hand | penetration = x with 0 < x < 1",
        about: "shuffle before every hand, or each shoe between hands once the fraction x is dealt",
    },
    Field {
        name: "rake_every",
        rule: "Z8",
        allowed: "0..=10000",
        about: "every so many hands of a session the house is owed an ante by each player; 0: never",
    },
    Field {
        name: "rake_from",
        rule: "Z8",
        allowed: "extra | pot",
        about: "the players pay the rake beside their stakes, or it is taken from the pot",
    },
    Field {
        name: "bet_units",
        rule: "Z8",
        allowed: "a list of nine whole numbers 1..=1000",
        about: "the unit of each of the nine betting rounds, in antes",
    },
    Field {
        name: "max_raises",
        rule: "Z8",
        allowed: "0..=20",
        about: "most raises of a betting round, of all players together",
    },
    Field {
        name: "pilot_actions",
        rule: "Z9",
        allowed: "2..=12",
        about: "pilot actions of each player in a hand",
    },
    Field {
        name: "price_players",
        rule: "Z9",
        allowed: "dealt_in | still_in",
        about: "the players that the price of an action counts",
    },
    Field {
        name: "action_rake",
        rule: "Z9",
        allowed: "0..=1",
        about: "the house's part of the price of an action",
    },
    Field {
        name: "action_kinds",
        rule: "Z9",
        allowed: "four lists, one for each level, of replace, resort_row, transpose, resort_line",
        about: "the kinds of action at each level",
    },
    Field {
        name: "flank_resort_shows",
        rule: "Z9",
        allowed: "moved_up | all_four",
        about: "a re-sort of a flank turns up the hole cards that move up, or all four cards",
    },
    Field {
        name: "replaced_shown",
        rule: "Z9",
        allowed: "true | false",
        about: "a hole card that is replaced is shown to all",
    },
    Field {
        name: "tie_counts",
        rule: "Z14",
        allowed: "true | false",
        about: "a shared line counts for the fourth quarter",
    },
    Field {
        name: "carry_joins",
        rule: "Z14",
        allowed: "pot | bonus",
        about: "a quarter that nobody won joins the next pot, or the next fourth quarter that is won",
    },
    Field {
        name: "wild_cap_wins",
        rule: "Z14",
        allowed: "ion_only | all_flanks | never",
        about: "a Six as capstone breaks ties between Ion Barrages, of any equal flanks, or never",
    },
    Field {
        name: "equal_ions",
        rule: "Z14",
        allowed: "share | first",
        about: "of Ion Barrages among which no Six decides: they share, or the first in turn order \
                keeps all",
    },
    Field {
        name: "side_bet",
        rule: "Z15",
        allowed: "0..=10",
        about: "the stake of a bet on a natural zinbiddle, in antes; 0: there is none",
    },
    Field {
        name: "zinbiddle_pays",
        rule: "Z15",
        allowed: "0..=100000",
        about: "what that bet pays, to one",
    },
    Field {
        name: "jackpot_seed",
        rule: "Z15",
        allowed: "0..=1000000",
        about: "what the Ion Barrage jackpot starts at, in antes",
    },
    Field {
        name: "jackpot_share",
        rule: "Z15",
        allowed: "0..=1",
        about: "the part of lost bets on a natural that goes to the jackpot",
    },
    Field {
        name: "ion_share",
        rule: "Z15",
        allowed: "0..=1",
        about: "the part of the jackpot that each Ion Barrage takes",
    },
    Field {
        name: "jackpot_to",
        rule: "Z15",
        allowed: "six_capped | beats_another",
        about: "the rest of the jackpot goes to an Ion Barrage capped by a Six, or only to one that \
                beats another",
    },
    Field {
        name: "ion_ends_hand",
        rule: "Z16",
        allowed: "true | false",
        about: "an Ion Barrage that a dealt capstone completes ends the play",
    },
    Field {
        name: "ion_takes_all",
        rule: "Z18",
        allowed: "true | false",
        about: "an Ion Barrage takes the whole pot",
    },
    BONUS[0],
    BONUS[1],
    Field {
        name: "hands_per_session",
        rule: "Z17",
        allowed: "1..=10000",
        about: "hands of a session",
    },
];

const PRESETS: &[Preset] = &[
    Preset { name: "casual", about: "one deck of two sets, no wild cards, no house" },
    Preset {
        name: "casino",
        about: "a shoe of six sets and a wild card for each level, side bets, rake, jackpot",
    },
];

impl GameRules for Rules {
    fn fields() -> &'static [Field] {
        FIELDS
    }

    fn presets() -> &'static [Preset] {
        PRESETS
    }

    fn preset(name: &str) -> Option<Rules> {
        match name {
            "casual" => Some(Rules::default()),
            "casino" => Some(Rules::casino()),
            _ => None,
        }
    }

    fn check(&self) -> Vec<Fault> {
        let mut faults = out_of_range(&[
            ("players", self.players.into(), 2..=MAX_PLAYERS as u32),
            ("ante", self.ante, 1..=1000),
            ("sets", self.sets, 1..=200),
            ("misfires_per_suit", self.misfires_per_suit, 0..=4),
            ("vermilion_sixes", self.vermilion_sixes, 0..=200),
            ("rake_every", self.rake_every, 0..=10_000),
            ("max_raises", self.max_raises, 0..=20),
            ("pilot_actions", self.pilot_actions.into(), 2..=MAX_ACTIONS as u32),
            ("side_bet", self.side_bet, 0..=10),
            ("zinbiddle_pays", self.zinbiddle_pays, 0..=100_000),
            ("jackpot_seed", self.jackpot_seed, 0..=1_000_000),
            ("hands_per_session", self.hands_per_session, 1..=MAX_HANDS),
        ]);
        let mut fraction = |field: &'static str, found: f64| {
            if !(0.0..=1.0).contains(&found) {
                faults.push(Fault::new(field, found.to_string(), "0..=1".into()));
            }
        };
        fraction("action_rake", self.action_rake);
        fraction("jackpot_share", self.jackpot_share);
        fraction("ion_share", self.ion_share);
        if let Shuffle::Penetration(x) = self.shuffle {
            faults.extend(framework::Shuffle::Penetration(x).fault());
        }
        let units = &self.bet_units;
        if units.len() != ROUNDS || units.iter().any(|unit| !(1..=1000).contains(unit)) {
            faults.push(Fault::new(
                "bet_units",
                format!("{units:?}, {} numbers", units.len()),
                "nine whole numbers 1..=1000, one for each betting round: \
                 [2, 4, 4, 8, 8, 16, 16, 16, 32]"
                    .into(),
            ));
        }
        if self.action_kinds.len() != LEVELS {
            faults.push(Fault::new(
                "action_kinds",
                format!("{} lists", self.action_kinds.len()),
                "four lists, one for each level; [] where nothing may be done".into(),
            ));
        }
        let copies = &self.copies_per_number;
        if copies.len() != NUMBERS || copies.iter().any(|copies| !(0..=MAX_COPIES).contains(copies))
        {
            faults.push(Fault::new(
                "copies_per_number",
                format!("{copies:?} ({} numbers)", copies.len()),
                format!(
                    "four whole numbers 0..={MAX_COPIES}, one for each of the cards 1 to 4: [1, 1, \
                     1, 1]"
                ),
            ));
        }
        let players = usize::from(self.players);
        faults.extend(self.bonus.check(
            self.bonus_from,
            events::of_a_seat(),
            UNITS_PER_ANTE,
            players,
        ));
        // Z4: one hand must not be able to empty a shoe.
        let needed = u32::from(self.players) * self.most_cards_each();
        if faults.is_empty() && needed > self.cards() {
            let (each, cards) = (self.most_cards_each(), self.cards());
            let shoe = match self.shoes {
                Shoes::OneDeck => "the deck: nine",
                Shoes::PerLevel => "the shoe of level 1: four",
            };
            let set = self.cards_per_set();
            let more = match set {
                0 => {
                    "a set of copies_per_number = [0, 0, 0, 0] and misfires_per_suit = 0 holds no \
                      card"
                        .to_owned()
                }
                _ => {
                    let missing = needed.saturating_sub(self.vermilion_sixes);
                    format!("so at least {} sets", missing.div_ceil(set))
                }
            };
            faults.push(Fault::new(
                "players",
                format!("{} with {cards} cards", self.players),
                format!(
                    "at most {}: a player can use {each} cards of {shoe} and {} by actions; {} \
                     players need {needed}, {more} (Z4)",
                    cards / each,
                    self.pilot_actions,
                    self.players,
                ),
            ));
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_z1_sets_have_as_many_misfires_as_the_rules_say() {
        assert_eq!(Rules::default().cards(), 40);
        assert_eq!(Rules::casino().cards(), 121);
        let rules = Rules { misfires_per_suit: 3, vermilion_sixes: 5, ..Rules::default() };
        assert_eq!(rules.deck().iter().map(|&count| u32::from(count)).sum::<u32>(), rules.cards());
        assert_eq!(rules.deck()[..5], [6, 6, 6, 6, 2]);
    }

    #[test]
    fn rule_z1_sets_hold_as_many_of_each_number_as_the_rules_say() {
        let rules = |copies: &[u32], sixes| Rules {
            copies_per_number: copies.to_vec(),
            vermilion_sixes: sixes,
            sets: 3,
            ..Rules::default()
        };
        let uneven = rules(&[2, 1, 0, 4], 5);
        assert_eq!(uneven.cards(), 3 * 4 * 8 + 5);
        assert_eq!(
            uneven.deck(),
            [3, 3, 3, 3, 6, 6, 6, 6, 3, 3, 3, 3, 0, 0, 0, 0, 12, 12, 12, 12, 5]
        );
        assert_eq!(uneven.check(), []);
        for wrong in [&[1, 1, 1][..], &[1, 1, 1, 1, 1], &[1, 1, 1, 5], &[]] {
            let faults = rules(wrong, 0).check();
            assert_eq!(faults.len(), 1);
            let told = faults[0].to_string();
            assert!(told.contains("copies_per_number") && told.contains("0..=4"), "{told}");
        }
        // A hand must be dealt whole, from Sixes alone if need be.
        let told = rules(&[0, 0, 0, 0], 9).check()[0].to_string();
        assert!(told.contains("3 with 21 cards") && told.contains("at least 8 sets"), "{told}");
        let nothing = |sixes| Rules { misfires_per_suit: 0, ..rules(&[0; 4], sixes) };
        let told = nothing(38).check()[0].to_string();
        assert!(told.contains("holds no card"), "{told}");
        assert_eq!(nothing(39).check(), []);
    }

    #[test]
    fn rule_z9_the_last_two_actions_are_kept_for_the_capstone() {
        let allowance = |actions| {
            let rules = Rules { pilot_actions: actions, ..Rules::default() };
            [0, 1, 2, 3].map(|level| rules.allowance(level))
        };
        assert_eq!(allowance(2), [0, 0, 0, 2]);
        assert_eq!(allowance(4), [1, 2, 2, 4]);
        assert_eq!(allowance(5), [1, 2, 3, 5]);
        assert_eq!(allowance(12), [1, 2, 3, 12]);
    }

    #[test]
    fn rule_z4_tables_that_one_hand_could_empty_are_refused_with_the_numbers() {
        assert!(Rules::default().check().is_empty() && Rules::casino().check().is_empty());
        let faults = Rules { players: 4, ..Rules::default() }.check();
        assert_eq!(faults.len(), 1);
        let told = faults[0].to_string();
        for number in ["40 cards", "at most 3", "13 cards", "need 52", "at least 3 sets"] {
            assert!(told.contains(number), "{told}");
        }
        let faults = Rules { players: 8, sets: 3, ..Rules::casino() }.check();
        assert!(faults[0].to_string().contains("need 64, so at least 4 sets"), "{}", faults[0]);
        assert!(Rules { players: 8, ..Rules::casino() }.check().is_empty());
    }
}
