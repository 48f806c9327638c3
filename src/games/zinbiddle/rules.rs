//! The rules of Zinbiddle as data: every number and every doubtful reading is a field.

use super::events;
use super::hand::{Card, KINDS, LEVELS};
use crate::framework::bonus::{BonusFrom, Bonuses, Payer};
use crate::framework::{self, Fault, GameRules, Preset, RuleFields};
use serde::{Deserialize, Serialize};

crate::readings! {
    /// The decks or shoes that cards come from (Z3).
    pub enum Shoes {
        /// One deck for everything.
        OneDeck,
        /// A shoe for each level.
        PerLevel,
    }

    /// The shoe of a replacement card, if there are several (Z3).
    pub enum ReplacementFrom {
        /// That of the level where it will lie.
        CardLevel,
        /// That of the level being built.
        CurrentLevel,
    }

    /// The payer of the house's rake (step 1).
    pub enum RakeFrom {
        /// Each player, beside the stakes.
        Extra,
        /// The pot.
        Pot,
    }

    /// The players counted in the price of an action (Z9).
    pub enum PricePlayers {
        /// All who were dealt cards.
        DealtIn,
        /// Those who have not folded.
        StillIn,
    }

    /// The hole cards that a re-sort of a flank turns up (Z9).
    pub enum FlankResortShows {
        /// Those that leave the thrusters.
        MovedUp,
        /// All four.
        AllFour,
    }

    /// The destination of a quarter that nobody won (Z14).
    pub enum CarryJoins {
        /// Part of the next hand's pot.
        Pot,
        /// An addition to the next fourth quarter that is won.
        Bonus,
    }

    /// When a Six as capstone breaks a tie of flanks (Z14).
    pub enum WildCapWins {
        /// Between Ion Barrages.
        IonOnly,
        /// Between any equal flanks.
        AllFlanks,
        /// Never.
        Never,
    }

    /// The winner of the pot among several Ion Barrages that no Six decides between (Z14).
    pub enum EqualIons {
        /// All of them, in equal shares.
        Share,
        /// The first in turn order.
        First,
    }

    /// The Ion Barrage that takes the rest of the jackpot (Z15).
    pub enum JackpotTo {
        /// One capped by a Six.
        SixCapped,
        /// One capped by a Six that beats another Ion Barrage.
        BeatsAnother,
    }
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

/// A kind of pilot action (Z9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// A new card in place of one of the player's own.
    Replace,
    /// Any order of the thruster row.
    ResortRow,
    /// A swap of two neighbours.
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

crate::rules! {
    /// The rules of a table. [`Default`] is the preset `casual`.
    pub struct Rules {
        /// players at the table
        "Z8" players: u8 = 3, 2..=MAX_PLAYERS as u8;
        /// coins per ante, in which traces show money; results are in antes
        "Z19" ante: u32 = 1, 1..=1000;
        /// sets of cards in each deck or shoe
        "Z1" sets: u32 = 2, 1..=200;
        /// misfires of each suit in a set
        "Z1" misfires_per_suit: u32 = 1, 0..=4;
        /// copies of each of the numbers 1 to 4 in each suit of a set
        "Z1" copies_per_number: Vec<u32> = vec![1; NUMBERS], "a list of four whole numbers 0..=4";
        /// wild cards in each deck or shoe
        "Z2" vermilion_sixes: u32 = 0, 0..=200;
        /// one deck for all, or a shoe for each level
        "Z3" shoes: Shoes = Shoes::OneDeck;
        /// with per_level: a replacement comes from the shoe of the level where it will lie, or of
        /// the level being built
        "Z3" replacement_from: ReplacementFrom = ReplacementFrom::CardLevel;
        /// shuffle before every hand, or between hands each shoe of which the fraction x has been dealt
        "Z4" shuffle: Shuffle = Shuffle::EveryHand, "every_hand | penetration = x with 0 < x < 1";
        /// each player owes the house an ante after every so many hands of a session; 0: never
        "Z8" rake_every: u32 = 0, 0..=10_000;
        /// players pay the rake on top of their stakes, or it is taken from the pot
        "Z8" rake_from: RakeFrom = RakeFrom::Extra;
        /// the unit of each of the nine betting rounds, in antes
        "Z8" bet_units: Vec<u32> = vec![2, 4, 4, 8, 8, 16, 16, 16, 32],
            "a list of nine whole numbers 1..=1000";
        /// the most raises in a betting round, by all players together
        "Z8" max_raises: u32 = 3, 0..=20;
        /// pilot actions of each player in a hand
        "Z9" pilot_actions: u8 = 4, 2..=MAX_ACTIONS as u8;
        /// the players counted in the price of an action
        "Z9" price_players: PricePlayers = PricePlayers::DealtIn;
        /// the fraction of an action's price that goes to the house
        "Z9" action_rake: f64 = 0.0, "0..=1";
        /// the kinds of action at each level
        "Z9" action_kinds: Vec<Vec<ActionKind>> = kinds_of_levels(),
            "four lists, one for each level, of replace, resort_row, transpose, resort_line";
        /// re-sorting a flank turns up the hole cards that move up, or all four cards
        "Z9" flank_resort_shows: FlankResortShows = FlankResortShows::MovedUp;
        /// a hole card that is replaced is shown to all
        "Z9" replaced_shown: bool = false;
        /// a shared line counts for the fourth quarter
        "Z14" tie_counts: bool = false;
        /// a quarter that nobody wins joins the next pot, or the next fourth quarter that is won
        "Z14" carry_joins: CarryJoins = CarryJoins::Pot;
        /// a Six as capstone breaks ties between Ion Barrages, between any equal flanks, or never
        "Z14" wild_cap_wins: WildCapWins = WildCapWins::IonOnly;
        /// Ion Barrages that no Six decides between share, or the first in turn order keeps all
        "Z14" equal_ions: EqualIons = EqualIons::Share;
        /// the stake of the side bet on a natural zinbiddle, in antes; 0: there is no such bet
        "Z15" side_bet: u32 = 0, 0..=10;
        /// the odds that the side bet pays, to one
        "Z15" zinbiddle_pays: u32 = 150, 0..=100_000;
        /// the Ion Barrage jackpot at its start, in antes
        "Z15" jackpot_seed: u32 = 0, 0..=1_000_000;
        /// the fraction of lost side bets that goes to the jackpot
        "Z15" jackpot_share: f64 = 0.5, "0..=1";
        /// the fraction of the jackpot that each Ion Barrage takes
        "Z15" ion_share: f64 = 0.1, "0..=1";
        /// the rest of the jackpot goes to an Ion Barrage capped by a Six, or only to one that
        /// beats another
        "Z15" jackpot_to: JackpotTo = JackpotTo::SixCapped;
        /// an Ion Barrage that a dealt capstone completes ends the play
        "Z16" ion_ends_hand: bool = true;
        /// an Ion Barrage takes the whole pot
        "Z18" ion_takes_all: bool = true;
        "Z19" bonus: Bonuses = Bonuses::default();
        "Z19" bonus_from: BonusFrom = BonusFrom::House;
        /// hands in a session
        "Z17" hands_per_session: u32 = 50, 1..=MAX_HANDS;
    }
}

/// Number of card numbers that are neither misfires nor wild (Z1).
const NUMBERS: usize = 4;
/// The most cards of one number and suit in a set (Z1).
const MAX_COPIES: u32 = 4;
/// Number of betting rounds of a hand (Z8).
pub const ROUNDS: usize = 9;
/// Units of money per ante (Z19).
pub const UNITS_PER_ANTE: i64 = 840;
/// The most players at a table.
pub const MAX_PLAYERS: usize = 8;
/// The most pilot actions of a player (Z9).
pub const MAX_ACTIONS: usize = 12;
/// The most hands of a session (Z17): the streams of a session are numbered below 2^14.
pub const MAX_HANDS: u32 = 10_000;

/// The kinds of action at each level, as published (Z9).
fn kinds_of_levels() -> Vec<Vec<ActionKind>> {
    use ActionKind::{Replace, ResortLine, ResortRow, Transpose};
    let middle = vec![Replace, Transpose];
    vec![vec![Replace, ResortRow], middle.clone(), middle, vec![Replace, ResortLine]]
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

    /// The bits of a flank's rank that count between any two flanks: its lowest, a Six as capstone,
    /// only where `wild_cap_wins` is `all_flanks` (Z14).
    #[inline]
    pub(super) fn flank_bits(&self) -> u8 {
        !1 | u8::from(self.wild_cap_wins == WildCapWins::AllFlanks)
    }

    /// The cards of each deck or shoe, by kind (Z1, Z2).
    pub fn deck(&self) -> [u16; KINDS] {
        std::array::from_fn(|kind| match Card::of_kind(kind) {
            Card::SIX => self.vermilion_sixes as u16,
            card if card.is_misfire() => (self.sets * self.misfires_per_suit) as u16,
            card => (self.sets * self.copies_per_number[card.number() as usize - 1]) as u16,
        })
    }

    /// The number of cards in each deck or shoe (Z1, Z2).
    pub fn cards(&self) -> u32 {
        self.sets * self.cards_per_set() + self.vermilion_sixes
    }

    /// The number of cards in a set (Z1).
    fn cards_per_set(&self) -> u32 {
        4 * (self.copies_per_number.iter().sum::<u32>() + self.misfires_per_suit)
    }

    /// The number of decks or shoes (Z3).
    pub fn shoe_count(&self) -> usize {
        match self.shoes {
            Shoes::OneDeck => 1,
            Shoes::PerLevel => LEVELS,
        }
    }

    /// The shoe of a level, 0 to 3; 0 for the only deck (Z3).
    #[inline]
    pub fn shoe_of(&self, level: usize) -> usize {
        match self.shoes {
            Shoes::OneDeck => 0,
            Shoes::PerLevel => level,
        }
    }

    /// The number of dealt cards from which a deck or shoe is shuffled before the next hand (Z4).
    pub fn shuffled_from(&self) -> u32 {
        match self.shuffle {
            Shuffle::EveryHand => 1,
            Shuffle::Penetration(x) => {
                // The product of the two may be rounded up.
                let cards = self.cards();
                let dealt = |dealt: &u32| f64::from(*dealt) / f64::from(cards) >= x;
                (1..=cards).find(dealt).unwrap_or(cards)
            }
        }
    }

    /// The most cards of one deck or shoe that a hand can use per player (Z4).
    pub fn most_cards_each(&self) -> u32 {
        let dealt = match self.shoes {
            Shoes::OneDeck => 9,
            Shoes::PerLevel => 4,
        };
        dealt + u32::from(self.pilot_actions)
    }

    /// The number of actions that a player may have used by the end of a level, 0..=3 (Z9).
    #[inline]
    pub fn allowance(&self, level: usize) -> u8 {
        match level {
            3.. => self.pilot_actions,
            _ => (level as u8 + 1).min(self.pilot_actions - 2),
        }
    }

    /// The number of actions that a player may have used by the end of the last level where cards may
    /// be replaced, if it is this one or later; else 0 (Z9).
    pub(super) fn replacements(&self, from: usize) -> u8 {
        let replaces = |level: &usize| self.action_kinds[*level].contains(&ActionKind::Replace);
        (from..LEVELS).rfind(replaces).map_or(0, |level| self.allowance(level))
    }

    /// The payer of bonuses, by index in [`events::of_a_seat`] (Z19).
    pub fn payer(&self) -> Payer {
        self.bonus.payer(self.bonus_from, events::of_a_seat(), UNITS_PER_ANTE)
    }

    /// The price of a pilot action with `still_in` players still in and `levels` levels dealt, in
    /// units (Z9).
    #[inline]
    pub(super) fn action_price(&self, still_in: u32, levels: usize) -> i64 {
        let players = match self.price_players {
            PricePlayers::DealtIn => i64::from(self.players),
            PricePlayers::StillIn => i64::from(still_in),
        };
        players * levels as i64 * UNITS_PER_ANTE
    }
}

/// A fraction in whole millionths, so that parts of money are computed in integers (Z19).
pub(super) fn millionths(fraction: f64) -> i64 {
    (fraction * 1e6).round() as i64
}

const PRESETS: &[Preset] = &[
    Preset { name: "casual", about: "one deck of two sets, no wild cards, no house" },
    Preset {
        name: "casino",
        about: "a shoe of six sets and a wild card for each level, side bets, rake, jackpot",
    },
];

impl GameRules for Rules {
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
        let mut faults = self.out_of_range();
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
                format!("{units:?} ({} numbers)", units.len()),
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
                0 => format!(
                    "and a set of copies_per_number = [0, 0, 0, 0] and misfires_per_suit = 0 holds no \
                     card, so at least {needed} vermilion_sixes"
                ),
                _ => {
                    let missing = needed.saturating_sub(self.vermilion_sixes);
                    format!("so at least {} sets", missing.div_ceil(set))
                }
            };
            let most = match cards / each {
                few @ 0..2 => format!("there are enough for {few}"),
                most => format!("at most {most}"),
            };
            faults.push(Fault::new(
                "players",
                format!("{} with {cards} cards", self.players),
                format!(
                    "{most}: a player can use {each} cards of {shoe} and {} by actions; {} players \
                     need {needed}, {more} (Z4)",
                    self.pilot_actions, self.players,
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
        // It must be possible to deal a whole hand, if need be from Sixes alone.
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
