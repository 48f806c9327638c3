//! The rules of Fizzbin as data: every number and every disputed reading is a field.

mod presets;
mod readings;

pub use self::readings::*;
use super::events;
use super::hand::{Card, KINDS};
use crate::framework::bonus::{BonusFrom, Bonuses, Payer};
use crate::framework::notation::named;

named! {
    /// A day of the week.
    #[allow(missing_docs, reason = "the days of the week")]
    pub enum Weekday {
        Sunday = "Sunday",
        Monday = "Monday",
        Tuesday = "Tuesday",
        Wednesday = "Wednesday",
        Thursday = "Thursday",
        Friday = "Friday",
        Saturday = "Saturday",
    }
}

crate::rules! {
    /// The rules of a table. [`Default`] is the preset `d7-light`.
    pub struct Rules {
        /// players at the table; one deck for every eight (D2)
        "D2" players: u8 = 4, 2..=MAX_PLAYERS;
        /// the day: 1 and 8 are Sundays, 3 and 10 Tuesdays, 7 is a Saturday
        "S1" day: u8 = 7, 1..=10;
        /// whether it is dark
        "S1" dark: bool = false;
        /// the deck on days that have none of their own: ordinary, with low aces, or nine to ace
        /// twice
        "D1" deck: Deck = Deck::Ordinary, "52 | skins57 | pinochle";
        /// jokers in each deck
        "D1" koiks: u8 = 1, 0..=MAX_KOIKS;
        /// the deck on Tuesdays: nine to ace twice, an ordinary one with three to eight promoted by
        /// six, or an ordinary one with more wild ranks
        "D3" tue_deck: TueDeck = TueDeck::Pinochle;
        /// by day the kings of the promoted deck are kings, or wild like its deuces
        "D3" promoted_kings: PromotedKings = PromotedKings::Natural;
        /// a rank that the light does not use is wild, or worth nothing
        "D5" unused: Unused = Unused::Kronk;
        /// on Thursdays cards compare in an order of their own, or in the plain one
        "D6" order: Order = Order::Day;
        /// the next dealer: the player on the left, the winner, or anybody
        "S1" dealership: Dealership = Dealership::Rotate;
        /// a quarter-fizzbin card may be redeemed before play, also when drawn, or never
        "S4" redeem: Redeem = Redeem::Deal;
        /// two new cards replace a redeemed one, or the one just returned may be among them
        "S4" redeemed: Redeemed = Redeemed::New;
        /// 1: the game is played on the floor, where turns run rightward
        "P" floor: u8 = 0, 0..=1;
        /// a turn may begin with a card put face-down, or it must
        "P1" down: Duty = Duty::May;
        /// an open card may be taken, or must be where possible
        "P3" take: Duty = Duty::May;
        /// a hand card may be placed face-up, or must be where possible
        "P4" place: Duty = Duty::May;
        /// play stops when the deck is empty, or after one turn each
        "P7" end: End = End::Exhaust;
        /// the holder of the pair of sevens that saves the victim of a krako
        "P10" oxmyx_holder: OxmyxHolder = OxmyxHolder::Target;
        /// wild cards are declared in laps until nobody raises, or in a single lap
        "P11" declare: Declare = Declare::Laps;
        /// hand names are compared first and combined names next, or combined names only where
        /// there is no hand name
        "E1" merge: Merge = Merge::Staged;
        /// equal declarations are settled by a throw, or first by all natural cards
        "E1" tail: Tail = Tail::Rps;
        /// a hand's disqualifiers count where its line says, or anywhere in hand and pile
        "E3" bar_scope: BarScope = BarScope::List;
        /// the two single cards of a full fizzbin when dark
        "H2" full_dark: FullDark = FullDark::Q4;
        /// three-quarter and quarter-full fizzbins need red and black cards, or one or two and
        /// three or four cards
        "H4" frac: Frac = Frac::Suit;
        /// a seventh hand card bars a three-quarter fizzbin, or nothing does
        "H4" tepo: Tepo = Tepo::Seventh;
        /// combinations that Fridays do not disqualify score on Fridays only, or daily
        "Y2" kinds: Kinds = Kinds::Friday;
        /// royal zethracs hold no jack, queen or king, or may hold them
        "C60" zethrac: Zethrac = Zethrac::With;
        /// on its days a disqualifying combination bars nothing, or bars, or bars but scores
        /// nothing
        "Y1" drella: Drella = Drella::Void;
        /// under drella=void a krako does not strike on the days of Y1, or strikes daily
        "Y1" krako_days: KrakoDays = KrakoDays::Drella;
        /// disqualification has no effect on Fridays, or on any day, or Fridays revive nothing
        "Y2" kesla: Kesla = Kesla::Day;
        /// Friday's aces, court pair and tens bar H2 to H6 from the hand, from hand and pile, or
        /// not at all
        "Y3" friday_pairs: FridayPairs = FridayPairs::Hand;
        /// on a Wednesday day and light are as the rules say, or what most players vote for
        "Y5" wed_vote: WedVote = WedVote::Off;
        /// on a Thursday any card of a hand of seven may be wild, or only the last to come
        "W1" tebo: Tebo = Tebo::Any;
        /// a rank that the landru calls wild: 11 is the jack, 14 the ace, 1 the low ace; or the
        /// landru names one after the deal
        "W1" landru_kronk: LandruKronk = LandruKronk::None, "none | 1..=14 | decides";
        /// higher wild cards win after the keys, or before them
        "W4" kronk_rank: KronkRank = KronkRank::Late;
        /// quatloos that each player puts in
        "M1" ante: u32 = KRONK_PRICE, 1..=1000;
        /// the receiver of the 49 for each wild card: the dealer, the winner, or nobody
        "M2" kronk_payee: KronkPayee = KronkPayee::Landru;
        "M2" bonus: Bonuses = Bonuses::default();
        "M2" bonus_from: BonusFrom = BonusFrom::House;
        /// wild cards on Sundays cost nothing, or may not be spent
        "M3" sunday_kronk: SundayKronk = SundayKronk::Free;
        /// the number z of challenges: the first to win z + 1 rounds takes the kitty
        "M5" overtime: u32 = 0, 0..=20;
        /// the kitty goes to the first to win one round more than there were challenges, or to the
        /// winner of the round after the last
        "M5" overtime_winner: OvertimeWinner = OvertimeWinner::FirstTo;
        /// every win is challenged, or only if somebody else is behind in quatloos
        "M5" overtime_called: OvertimeCalled = OvertimeCalled::Always;
    }
}

/// The most players: four decks (D2).
pub const MAX_PLAYERS: u8 = 32;
/// Players per deck (D2).
pub const PLAYERS_PER_DECK: u8 = 8;
/// The most koiks in a deck: C51 names three.
pub const MAX_KOIKS: u8 = 3;
/// Cards in a hand as dealt; the archon gets one more (S2).
pub const HAND: u32 = 6;
/// The price of a kronk, in quatloos (W2).
pub const KRONK_PRICE: u32 = 49;

/// The composition of a day's deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pack {
    /// Two to ace, with or without low aces.
    Ordinary { hudecs: bool },
    /// Nine to ace, twice.
    Pinochle,
    /// The ordinary deck, three to eight promoted.
    Promoted,
}

impl Rules {
    /// The preset `newcomer` (section "Presets").
    pub fn newcomer() -> Rules {
        Rules {
            day: 2,
            dark: true,
            deck: Deck::Pinochle,
            kesla: Kesla::Always,
            friday_pairs: FridayPairs::Off,
            ..Rules::default()
        }
    }

    /// The day of the week. The day must be in range.
    pub fn weekday(&self) -> Weekday {
        Weekday::ALL[(usize::from(self.day) + 6) % 7]
    }

    /// The number of decks shuffled together (D2).
    pub fn decks(&self) -> u8 {
        self.players.div_ceil(PLAYERS_PER_DECK)
    }

    /// The composition of the day's deck (D1, D3).
    pub(super) fn pack(&self) -> Pack {
        let ordinary = Pack::Ordinary { hudecs: self.deck == Deck::Skins57 };
        match (self.weekday() == Weekday::Tuesday, self.deck, self.tue_deck) {
            (true, _, TueDeck::Pinochle) | (false, Deck::Pinochle, _) => Pack::Pinochle,
            (true, _, TueDeck::Promoted52) => Pack::Promoted,
            _ => ordinary,
        }
    }

    /// The number of copies of a card in all decks together (D1–D3).
    pub fn copies(&self, card: Card) -> u8 {
        let each = match (card.suit(), self.pack()) {
            (None, _) => self.koiks,
            (_, Pack::Ordinary { hudecs }) => u8::from(hudecs || card.rank() > 1),
            (_, Pack::Pinochle) => 2 * u8::from(card.rank() >= 9),
            // A three counts as a nine, …, an eight as an ace; deuces stay.
            (_, Pack::Promoted) => match card.rank() {
                2 => 1,
                9.. => 2,
                _ => 0,
            },
        };
        each * self.decks()
    }

    /// The number of copies of each kind of card in all decks together.
    pub fn stock(&self) -> [u16; KINDS] {
        std::array::from_fn(|kind| self.copies(Card::of_kind(kind)).into())
    }

    /// The number of cards in all decks together (N of S5).
    pub fn cards(&self) -> u32 {
        self.stock().into_iter().map(u32::from).sum()
    }

    /// Whether disqualifying combinations lose their effect today (Y1).
    pub fn drella_day(&self) -> bool {
        matches!(self.day, 1 | 2 | 4 | 5 | 8 | 9)
    }

    /// Whether being disqualified has no effect today (Y2).
    pub fn kesla_revived(&self) -> bool {
        match self.kesla {
            Kesla::Day => self.weekday() == Weekday::Friday,
            Kesla::Always => true,
            Kesla::DoublyDead => false,
        }
    }

    /// Whether the combinations disqualified today stay so, whatever else would revive them (Y2).
    pub fn doubly_dead(&self) -> bool {
        self.weekday() == Weekday::Friday && self.kesla == Kesla::DoublyDead
    }

    /// Whether day and light are voted on (Y5).
    pub fn votes(&self) -> bool {
        self.weekday() == Weekday::Wednesday && self.wed_vote == WedVote::Vote
    }

    /// The same rules on another day and in another light, without a vote.
    #[must_use]
    pub fn on(&self, day: u8, dark: bool) -> Rules {
        Rules { day, dark, wed_vote: WedVote::Off, ..self.clone() }
    }

    /// The rules under which rounds may be played: these, or those of every day and light that may
    /// be voted for (Y5).
    pub fn days(&self) -> Vec<Rules> {
        if !self.votes() {
            return vec![self.clone()];
        }
        (1..=10).flat_map(|day| [false, true].map(|dark| self.on(day, dark))).collect()
    }

    /// Whether a krako strikes today (Y1).
    pub fn krako_strikes(&self) -> bool {
        let void = self.drella_day() && self.drella == Drella::Void;
        !void || self.krako_days == KrakoDays::All
    }

    /// Whether kronks may be spent today (M3).
    pub fn kronks_allowed(&self) -> bool {
        self.weekday() != Weekday::Sunday || self.sunday_kronk == SundayKronk::Free
    }

    /// The ante of each player today, in quatloos (M1, M3).
    pub fn stake(&self) -> i64 {
        if self.weekday() == Weekday::Sunday { 0 } else { self.ante.into() }
    }

    /// Whether the bank may be paid, or pay (M2).
    pub fn has_bank(&self) -> bool {
        let kronks = self.kronk_payee == KronkPayee::Bank && self.kronk_price() > 0;
        kronks || !self.bonus.is_empty()
    }

    /// Whether cards may be redeemed today (S4).
    pub fn redeemable(&self) -> bool {
        self.redeem != Redeem::Off && self.weekday() != Weekday::Tuesday
    }

    /// The payer of bonuses, by [`events::of_a_seat`] (M2).
    pub fn payer(&self) -> Payer {
        self.bonus.payer(self.bonus_from, events::of_a_seat(), 1)
    }

    /// The price of a kronk today, in quatloos (M3, W2).
    pub fn kronk_price(&self) -> i64 {
        if self.weekday() == Weekday::Sunday { 0 } else { KRONK_PRICE.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hand::Suit;
    use super::presets::PRESETS;
    use super::*;
    use crate::framework::GameRules;

    #[test]
    fn rule_s5_a_player_may_come_to_hold_so_many_cards() {
        let row = |base: &Rules| -> Vec<u32> {
            let cards =
                |players| Rules { players, ..base.clone() }.cards() / u32::from(players) + 1;
            (2..=17).map(cards).collect()
        };
        let skins = Rules { deck: Deck::Skins57, ..Rules::default() };
        assert_eq!(row(&skins), [29, 20, 15, 12, 10, 9, 8, 13, 12, 11, 10, 9, 9, 8, 8, 11]);
        let plain = row(&Rules::default());
        assert_eq!(plain, [27, 18, 14, 11, 9, 8, 7, 12, 11, 10, 9, 9, 8, 8, 7, 10]);
        let tuesday = row(&Rules { day: 3, ..Rules::default() });
        assert_eq!(tuesday, [25, 17, 13, 10, 9, 8, 7, 11, 10, 9, 9, 8, 8, 7, 7, 9]);
    }

    #[test]
    fn rule_d3_tuesdays_have_a_deck_of_their_own() {
        let tuesday = |tue_deck| Rules { day: 10, tue_deck, ..Rules::default() };
        assert_eq!(tuesday(TueDeck::Pinochle).cards(), 49);
        assert_eq!(tuesday(TueDeck::Promoted52).cards(), 53);
        assert_eq!(tuesday(TueDeck::Lowwild).cards(), 53);
        let promoted = tuesday(TueDeck::Promoted52);
        let of = |rank| promoted.copies(Card::new(rank, Suit::Hearts));
        assert_eq!([2, 3, 8, 9, 14].map(of), [1, 0, 0, 2, 2]);
    }

    #[test]
    fn all_faults_are_told_at_once_and_senseless_decks_refused() {
        let faults = Rules { day: 11, players: 1, koiks: 4, ..Rules::default() }.check();
        let fields: Vec<&str> = faults.iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["players", "day", "koiks"]);
        let refused = |rules: Rules| rules.check().into_iter().map(|f| f.field).collect::<Vec<_>>();
        let tuesday = Rules { day: 3, ..Rules::default() };
        assert_eq!(refused(Rules { players: 8, koiks: 0, ..tuesday.clone() }), ["players"]);
        assert!(refused(Rules { players: 9, koiks: 0, ..tuesday.clone() }).is_empty());
        let promoted = Rules { tue_deck: TueDeck::Promoted52, ..tuesday };
        assert_eq!(refused(Rules { deck: Deck::Skins57, ..promoted.clone() }), ["tue_deck"]);
        assert!(refused(promoted.clone()).is_empty());
        let called = LandruKronk::Rank;
        assert_eq!(refused(Rules { landru_kronk: called(3), ..promoted }), ["landru_kronk"]);
        assert_eq!(
            refused(Rules { landru_kronk: called(15), ..Rules::default() }),
            ["landru_kronk"]
        );
        for preset in Rules::presets() {
            assert!(refused(Rules::preset(preset.name).unwrap()).is_empty(), "{}", preset.name);
        }
        assert_eq!(Rules::preset(PRESETS[0].name), Some(Rules::default()));
    }
}
