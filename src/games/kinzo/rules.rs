//! The rules of Kinzo as data: every number and every ambiguous reading is a field.

use super::hand::{Card, MAX_CARDS, SEAT_EVENTS};
use crate::cards::Composition;
pub use crate::framework::Shuffle;
use crate::framework::bonus::{BonusFrom, Bonuses, Payer};
use crate::framework::{Fault, GameRules, Preset, RuleFields};
use serde::{Deserialize, Serialize};

crate::readings! {
    /// The seat with the first turn of a round (K5).
    pub enum FirstPlayer {
        /// The caller: the first turn rotates with the call.
        Caller,
        /// Seat 1: only the call rotates.
        Fixed,
    }

    /// The source of a hit (K8).
    pub enum HitSource {
        /// The draw pile only.
        Deck,
        /// The draw pile, or the top of the discard pile.
        DeckOrDiscard,
    }

    /// The cards of earlier rounds that the discard pile holds (K8).
    pub enum DiscardPile {
        /// The players'; the dealer's are set aside.
        Players,
        /// The players', then the dealer's on top.
        All,
    }

    /// The total above which a hand busts at the tally (K12).
    pub enum BustAbove {
        /// The dealer's total.
        Total,
        /// Twice the dealer's total.
        Double,
    }

    /// The totals of the dealer that bust a hand by doubling it (K12).
    pub enum Doubled {
        /// Twice the hand's total or more.
        AtLeast,
        /// Exactly twice the hand's total.
        Exactly,
    }

    /// The result of a tie with the dealer's total at the tally (K12).
    pub enum TieAtTally {
        /// It rolls its dice like any other, and so busts.
        Continue,
        /// It is an exact match at once.
        Match,
        /// Its stake is handed back.
        Push,
    }

    /// The hands that share a roll (K13).
    pub enum SplitDice {
        /// Each hand has a roll of its own.
        PerHand,
        /// One roll serves all hands of a player.
        PerPlayer,
    }

    /// The prize of an exact match (K14).
    pub enum MatchPays {
        /// Every stake on the table, the dealer's included; the round ends.
        Table,
        /// One to one for that hand; the others roll on.
        Own,
        /// As `table`, but at most `match_cap` stakes of the dealer's part.
        Capped,
    }
}

/// The number of cards of each value in the deck (K1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Copies {
    /// The same number for all six values.
    Equal(u8),
    /// A number for each of 1, 2, 3, 4, 5 and 6.
    ByValue([u8; 6]),
}

impl Copies {
    /// The largest number of cards of one value.
    pub const MOST: u8 = 250;
    const ALLOWED: &str = "1..=250, or a list of six numbers 0..=250";

    /// The number of cards of each value, 1 to 6.
    pub fn counts(self) -> [u8; 6] {
        match self {
            Copies::Equal(copies) => [copies; 6],
            Copies::ByValue(counts) => counts,
        }
    }
}

impl From<u8> for Copies {
    fn from(copies: u8) -> Copies {
        Copies::Equal(copies)
    }
}

crate::rules! {
    /// The rules of a table. [`Default`] is the published game with the default readings.
    pub struct Rules {
        /// copies of each value, 1 to 6, in the deck: one number for all, or a list
        "K1" copies_per_value: Copies = Copies::Equal(6), Copies::ALLOWED;
        /// players against the house dealer
        "K3" players: u8 = 1, 1..=MAX_PLAYERS as u8;
        /// the highest stake that the caller may set
        "K4" stake_limit: u32 = 1, 1..=MAX_STAKE_LIMIT;
        /// the first turn is the caller's, and rotates, or it is always seat 1's
        "K5" first_player: FirstPlayer = FirstPlayer::Caller;
        /// the most cards in a hand
        "K7" hand_limit: u8 = 6, 2..=MAX_CARDS as u8;
        /// a hit comes from the draw pile, or also from the discard pile, which needs
        /// shuffle.penetration
        "K8" hit_source: HitSource = HitSource::Deck;
        /// the discard pile holds the players' cards, or the dealer's too, on top; for
        /// deck_or_discard only
        "K8" discard_pile: DiscardPile = DiscardPile::Players;
        /// a pair may be split
        "K9" split: bool = true;
        /// any hand holding a pair may split again, up to four hands
        "K9" resplit: bool = false;
        /// the dealer matches the stake of a split (it counts in the prize of K14)
        "K9" dealer_matches_split: bool = true;
        /// the most cards in the dealer's hand
        "K10" dealer_limit: u8 = 6, 3..=MAX_CARDS as u8;
        /// values that end the dealer's turn from the third card on
        "K10" dealer_stop_values: Vec<u8> = vec![5, 6], "a list of different values 1..=6, or []";
        /// a hand busts at the tally above the dealer's total, or only above twice it: then the
        /// dice bust the rest, and but for bonuses no EV changes
        "K12" bust_above: BustAbove = BustAbove::Total;
        /// a hand busts when the dealer has at least, or exactly, twice its total
        "K12" doubled: Doubled = Doubled::AtLeast;
        /// the result of a hand that equals the dealer's total before the dice
        "K12" tie_at_tally: TieAtTally = TieAtTally::Continue;
        /// each hand rolls, or one roll serves all hands of a player
        "K13" split_dice: SplitDice = SplitDice::PerHand;
        /// the prize for an exact match
        "K14" match_pays: MatchPays = MatchPays::Table;
        /// with match_pays = capped: the most that the dealer's part of the prize can be, in stakes
        "K14" match_cap: u32 = 1, 0..=1000;
        /// the house's commission on a player's net winnings in a round, in thousandths
        "K15" commission: u32 = 0, 0..=1000;
        "K15" bonus: Bonuses = Bonuses::default();
        "K15" bonus_from: BonusFrom = BonusFrom::House;
        /// shuffle before every round, or before a deal once the fraction x has been dealt
        "K16" shuffle: Shuffle = Shuffle::EveryRound;
    }
}

/// Money units per stake, so that a commission in thousandths is a whole number.
pub const UNITS_PER_STAKE: i64 = 1000;
/// The largest number of players (K3).
pub const MAX_PLAYERS: usize = 7;
/// The largest number of hands of a player: three splits (K9).
pub const MAX_HANDS: usize = 4;
/// The largest stake limit: keeps exact sums of squares in 128 bits for 10^15 rounds.
pub const MAX_STAKE_LIMIT: u32 = 1000;

const PRESETS: &[Preset] =
    &[Preset { name: "default", about: "the published rules with the default readings" }];

impl Rules {
    /// The full deck (K1).
    pub fn deck(&self) -> Composition {
        Composition::new(self.copies_per_value.counts().map(u16::from)).unwrap_or_default()
    }

    /// The payer of the bonuses, by index in [`SEAT_EVENTS`] (K15).
    pub fn payer(&self) -> Payer {
        self.bonus.payer(self.bonus_from, &SEAT_EVENTS, UNITS_PER_STAKE)
    }

    /// The fewest cards that a round needs: two for each player, three for the dealer (K11).
    pub fn cards_needed(&self) -> u32 {
        u32::from(self.players) * 2 + 3
    }

    /// The values that end the dealer's turn, one bit each (K10).
    pub(super) fn stops(&self) -> u8 {
        self.dealer_stop_values.iter().fold(0, |bits, &value| bits | 1 << (value & 7))
    }

    /// Whether a card ends the dealer's turn (K10).
    pub fn stops_dealer(&self, card: Card) -> bool {
        self.stops() >> card.value() & 1 == 1
    }

    /// The dealer's stakes that a match wins once the players have split `splits` times (K14).
    pub(super) fn dealers_stakes(&self, splits: i64) -> i64 {
        let matched = if self.dealer_matches_split { splits } else { 0 };
        let stakes = i64::from(self.players) + matched;
        match self.match_pays {
            MatchPays::Capped => stakes.min(self.match_cap.into()),
            MatchPays::Table | MatchPays::Own => stakes,
        }
    }

    /// The most cards that the players can hold (K7, K9).
    pub fn most_player_cards(&self) -> u32 {
        let hands = match (self.split, self.resplit) {
            (false, _) => 1,
            (true, false) => 2,
            (true, true) => MAX_HANDS as u32,
        };
        u32::from(self.players) * hands * u32::from(self.hand_limit)
    }

    /// Whether a round with `deck` can reach a draw for which no card is left (K11).
    pub fn may_run_out(&self, deck: Composition) -> bool {
        self.most_player_cards() + u32::from(self.dealer_limit) > deck.cards()
    }

    /// The most cards of `deck` that may be gone before a deal (K16); `None` if the cards are
    /// shuffled for every round.
    pub(super) fn most_gone(&self, deck: Composition) -> Option<u32> {
        let Shuffle::Penetration(x) = self.shuffle else { return None };
        let cards = deck.cards();
        (0..cards).rev().find(|&gone| f64::from(gone) / f64::from(cards) < x)
    }

    /// Whether the discards of `deck` may have to be reshuffled during a round (K11).
    pub fn may_reshuffle(&self, deck: Composition) -> bool {
        let cards = deck.cards();
        self.most_gone(deck).is_some_and(|gone| {
            gone >= self.cards_needed()
                && gone + self.most_player_cards() + u32::from(self.dealer_limit) > cards
        })
    }

    /// The seat with the first turn, given the caller's (K5).
    #[inline]
    pub fn first_of(&self, caller: usize) -> usize {
        match self.first_player {
            FirstPlayer::Caller => caller,
            FirstPlayer::Fixed => 0,
        }
    }

    /// The lowest and highest total of the dealer's cards from `deck`.
    pub fn dealer_totals(&self, deck: Composition) -> (u32, u32) {
        // Sets of totals as bits: those from which the dealer may draw on, and possible final ones.
        let available = || Card::ALL.into_iter().filter(|card| deck.count(card.kind()) > 0);
        let mut open = 0_u128;
        for (a, b) in available().flat_map(|a| available().map(move |b| (a, b))) {
            open |= 1 << (a.value() + b.value());
        }
        let most = u32::from(self.dealer_limit).min(deck.cards());
        // K11: a dealer who cannot draw stands on fewer cards.
        let scarce = self.may_run_out(deck);
        let mut ended = if scarce { open } else { 0 };
        for cards in 3..=most {
            // From the third card on, each stopping value ends the turn.
            let (mut stopped, mut next) = (0, 0);
            for card in available() {
                let drawn = open << card.value();
                if self.stops_dealer(card) { stopped |= drawn } else { next |= drawn }
            }
            open = next;
            ended |= stopped | if cards == most || scarce { open } else { 0 };
        }
        let first = if ended == 0 { 0 } else { ended.trailing_zeros() };
        let last = ended.checked_ilog2().unwrap_or(0);
        (first, last)
    }
}

impl GameRules for Rules {
    fn presets() -> &'static [Preset] {
        PRESETS
    }

    fn check(&self) -> Vec<Fault> {
        let mut faults = self.out_of_range();
        let copies = self.copies_per_value;
        let least = u8::from(matches!(copies, Copies::Equal(_)));
        if copies.counts().iter().any(|count| !(least..=Copies::MOST).contains(count)) {
            let found = match copies {
                Copies::Equal(copies) => copies.to_string(),
                Copies::ByValue(counts) => format!("{counts:?}"),
            };
            faults.push(Fault::new("copies_per_value", found, Copies::ALLOWED.to_owned()));
        }
        let players = usize::from(self.players);
        faults.extend(self.bonus.check(self.bonus_from, &SEAT_EVENTS, UNITS_PER_STAKE, players));
        let stops = &self.dealer_stop_values;
        let repeated = stops.iter().enumerate().any(|(i, value)| stops[..i].contains(value));
        if repeated || stops.iter().any(|value| !(1..=6).contains(value)) {
            faults.push(Fault::new(
                "dealer_stop_values",
                format!("{stops:?}"),
                "different values 1..=6, for example [5, 6]".into(),
            ));
        }
        faults.extend(self.shuffle.fault());
        if self.hit_source == HitSource::DeckOrDiscard && self.shuffle == Shuffle::EveryRound {
            faults.push(Fault::new(
                "hit_source",
                "deck_or_discard with shuffle = every_round".into(),
                "there is no discard pile to take from; set shuffle.penetration too, or hit_source = \
                 deck (K8)"
                    .into(),
            ));
        }
        if self.discard_pile != DiscardPile::Players && self.hit_source == HitSource::Deck {
            faults.push(Fault::new(
                "discard_pile",
                "all while hit_source = deck".into(),
                "players, or set hit_source = deck_or_discard, the only reading that looks at the \
                 pile (K8)"
                    .into(),
            ));
        }
        if self.resplit && !self.split {
            let allowed = "false while split = false (K9)".into();
            faults.push(Fault::new("resplit", "true".into(), allowed));
        }
        if self.match_cap != 1 && self.match_pays != MatchPays::Capped {
            faults.push(Fault::new(
                "match_cap",
                format!("{} while match_pays is not capped", self.match_cap),
                "1, or set match_pays = capped, the only reading that looks at it (K14)".into(),
            ));
        }
        let deck = self.deck().cards();
        // Too few cards even for one player.
        if faults.is_empty() && deck < 5 {
            let found = format!("{:?}, a deck of {deck} cards", self.copies_per_value.counts());
            let allowed =
                "at least 5 cards: a deal needs 2 for a player and 3 for the dealer (K11)";
            faults.push(Fault::new("copies_per_value", found, allowed.into()));
        }
        if faults.is_empty() && self.cards_needed() > deck {
            faults.push(Fault::new(
                "players",
                format!("{} with a deck of {deck} cards", self.players),
                format!(
                    "at most {}: a deal needs 2 cards for each player and 3 for the dealer (K11)",
                    deck.saturating_sub(3) / 2
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
    fn the_dealers_totals_span_what_his_cards_allow() {
        let rules = Rules::default();
        // Lowest: six ones, none of which stops the dealer. Highest: 6 6 4 4 4 6, since only the
        // first two cards and the last may be sixes.
        assert_eq!(rules.dealer_totals(rules.deck()), (6, 30));
        let three = Rules { dealer_limit: 3, ..Rules::default() };
        assert_eq!(three.dealer_totals(three.deck()), (3, 18));
    }
}
