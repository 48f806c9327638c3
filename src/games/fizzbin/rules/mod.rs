//! The rules of Fizzbin as data: every number and every doubtful reading is a field.

mod fields;
mod readings;

pub use self::readings::*;
use super::events;
use super::hand::{Card, KINDS};
use crate::framework::bonus::{BonusFrom, Bonuses, Payer};
use serde::{Deserialize, Serialize};

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the days of the week")]
pub enum Weekday {
    Sunday,
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
}

impl Weekday {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Weekday::Sunday => "Sunday",
            Weekday::Monday => "Monday",
            Weekday::Tuesday => "Tuesday",
            Weekday::Wednesday => "Wednesday",
            Weekday::Thursday => "Thursday",
            Weekday::Friday => "Friday",
            Weekday::Saturday => "Saturday",
        }
    }
}

/// The rules of a table. [`Default`] is the preset `d7-light`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// S1: players at the table.
    pub players: u8,
    /// S1: the day.
    pub day: u8,
    /// S1: whether it is dark.
    pub dark: bool,
    /// D1: the deck of days that have none of their own.
    pub deck: Deck,
    /// D1: koiks in each deck.
    pub koiks: u8,
    /// D3: the deck of Tuesdays.
    pub tue_deck: TueDeck,
    /// D3: what the promoted kings are by day.
    pub promoted_kings: PromotedKings,
    /// D5: what a rank is that the light does not use.
    pub unused: Unused,
    /// D6: in which order cards are compared on Thursdays.
    pub order: Order,
    /// S1: how the deal moves on.
    pub dealership: Dealership,
    /// S4: when a quarter-fizzbin card may be redeemed.
    pub redeem: Redeem,
    /// S4: whether the card just returned may come back.
    pub redeemed: Redeemed,
    /// Play: 1 where it is on the floor, and turns run rightward.
    pub floor: u8,
    /// P1: whether a card must be put face-down.
    pub down: Down,
    /// P3: whether an open card must be taken.
    pub take: Take,
    /// P4: whether a card must be placed.
    pub place: Place,
    /// P7: when play stops.
    pub end: End,
    /// P10: whose pair of sevens saves from a krako.
    pub oxmyx_holder: OxmyxHolder,
    /// P11: how kronks are declared.
    pub declare: Declare,
    /// E1: which stages are compared.
    pub merge: Merge,
    /// E1: what settles what is equal.
    pub tail: Tail,
    /// E3: where disqualifiers are looked for.
    pub bar_scope: BarScope,
    /// H2: what is full when dark.
    pub full_dark: FullDark,
    /// H4, H7: what they count.
    pub frac: Frac,
    /// H4: whether a seventh card bars it.
    pub tepo: Tepo,
    /// F: when the combinations count that Friday does not disqualify.
    pub kinds: Kinds,
    /// C60, C61: whether they need what C62 is.
    pub zethrac: Zethrac,
    /// Y1: what disqualifying combinations are on its days.
    pub drella: Drella,
    /// Y1: when a krako strikes.
    pub krako_days: KrakoDays,
    /// Y2: when being disqualified has no effect.
    pub kesla: Kesla,
    /// Y3: what some pairs bar on Fridays.
    pub friday_pairs: FridayPairs,
    /// Y5: who rules on Wednesdays.
    pub wed_vote: WedVote,
    /// W1e: which card of a Thursday's seven may be a kronk.
    pub tebo: Tebo,
    /// W1f: a rank that the landru calls wild.
    pub landru_kronk: LandruKronk,
    /// W4: when the higher kronks win.
    pub kronk_rank: KronkRank,
    /// M1: what everybody puts in, and what a kronk costs half the day through, is in quatloos.
    pub ante: u32,
    /// M2: who gets what kronks cost.
    pub kronk_payee: KronkPayee,
    /// M2: an amount for a seat by the event that happens to it.
    pub bonus: Bonuses,
    /// M2: the payer of bonuses.
    pub bonus_from: BonusFrom,
    /// M3: what kronks cost on Sundays.
    pub sunday_kronk: SundayKronk,
    /// M5: challenges before somebody is out.
    pub overtime: u32,
    /// M5: who wins a game of several rounds.
    pub overtime_winner: OvertimeWinner,
    /// M5: when a challenge is made.
    pub overtime_called: OvertimeCalled,
}

/// Most players: four decks (D2).
pub const MAX_PLAYERS: u8 = 32;
/// Players to a deck (D2).
pub const PLAYERS_PER_DECK: u8 = 8;
/// Most koiks of a deck: C51 names three.
pub const MAX_KOIKS: u8 = 3;
/// Cards of a hand as dealt; the archon has one more (S2).
pub const HAND: u32 = 6;
/// What a kronk costs, in quatloos (W2).
pub const KRONK_PRICE: u32 = 49;

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            players: 4,
            day: 7,
            dark: false,
            deck: Deck::Ordinary,
            koiks: 1,
            tue_deck: TueDeck::Pinochle,
            promoted_kings: PromotedKings::Natural,
            unused: Unused::Kronk,
            order: Order::Day,
            dealership: Dealership::Rotate,
            redeem: Redeem::Deal,
            redeemed: Redeemed::New,
            floor: 0,
            down: Down::May,
            take: Take::May,
            place: Place::May,
            end: End::Exhaust,
            oxmyx_holder: OxmyxHolder::Target,
            declare: Declare::Laps,
            merge: Merge::Staged,
            tail: Tail::Rps,
            bar_scope: BarScope::List,
            full_dark: FullDark::Q4,
            frac: Frac::Suit,
            tepo: Tepo::Seventh,
            kinds: Kinds::Friday,
            zethrac: Zethrac::With,
            drella: Drella::Void,
            krako_days: KrakoDays::Drella,
            kesla: Kesla::Day,
            friday_pairs: FridayPairs::Hand,
            wed_vote: WedVote::Off,
            tebo: Tebo::Any,
            landru_kronk: LandruKronk::None,
            kronk_rank: KronkRank::Late,
            ante: KRONK_PRICE,
            kronk_payee: KronkPayee::Landru,
            bonus: Bonuses::default(),
            bonus_from: BonusFrom::House,
            sunday_kronk: SundayKronk::Free,
            overtime: 0,
            overtime_winner: OvertimeWinner::FirstTo,
            overtime_called: OvertimeCalled::Always,
        }
    }
}

/// What a day's deck is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pack {
    /// Two to ace, with low aces or not.
    Ordinary { hudecs: bool },
    /// Nine to ace, twice.
    Pinochle,
    /// The ordinary one, three to eight promoted.
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

    /// The day of the week. The day must be allowed.
    pub fn weekday(&self) -> Weekday {
        use Weekday::*;
        let week = [Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday];
        week[(usize::from(self.day) + 6) % 7]
    }

    /// Decks that are shuffled together (D2).
    pub fn decks(&self) -> u8 {
        self.players.div_ceil(PLAYERS_PER_DECK)
    }

    /// What the day's deck is made of (D1, D3).
    pub(super) fn pack(&self) -> Pack {
        let ordinary = Pack::Ordinary { hudecs: self.deck == Deck::Skins57 };
        match (self.weekday() == Weekday::Tuesday, self.deck, self.tue_deck) {
            (true, _, TueDeck::Pinochle) | (false, Deck::Pinochle, _) => Pack::Pinochle,
            (true, _, TueDeck::Promoted52) => Pack::Promoted,
            _ => ordinary,
        }
    }

    /// How many of a card all decks together hold (D1–D3).
    pub fn copies(&self, card: Card) -> u8 {
        let each = match (card.suit(), self.pack()) {
            (None, _) => self.koiks,
            (_, Pack::Ordinary { hudecs }) => u8::from(hudecs || card.rank() > 1),
            (_, Pack::Pinochle) => 2 * u8::from(card.rank() >= 9),
            // A three is a nine, …, an eight an ace; deuces stay.
            (_, Pack::Promoted) => match card.rank() {
                2 => 1,
                9.. => 2,
                _ => 0,
            },
        };
        each * self.decks()
    }

    /// The cards of all decks together, by kind.
    pub fn stock(&self) -> [u16; KINDS] {
        std::array::from_fn(|kind| self.copies(Card::of_kind(kind)).into())
    }

    /// Cards of all decks together (N of S5).
    pub fn cards(&self) -> u32 {
        self.stock().into_iter().map(u32::from).sum()
    }

    /// Cards that one player may come to hold, which only informs (S5).
    pub fn playable(&self) -> u32 {
        self.cards() / u32::from(self.players) + 1
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

    /// Whether nothing revives today what is disqualified (Y2).
    pub fn doubly_dead(&self) -> bool {
        self.weekday() == Weekday::Friday && self.kesla == Kesla::DoublyDead
    }

    /// Whether day and light are voted on (Y5).
    pub fn votes(&self) -> bool {
        self.weekday() == Weekday::Wednesday && self.wed_vote == WedVote::Vote
    }

    /// The same rules on another day in another light, which nobody votes on.
    #[must_use]
    pub fn on(&self, day: u8, dark: bool) -> Rules {
        Rules { day, dark, wed_vote: WedVote::Off, ..self.clone() }
    }

    /// The rules that rounds may come to be played by: these, or those of any day and light that may
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

    /// What everybody puts in today, in quatloos (M1, M3).
    pub fn stake(&self) -> i64 {
        if self.weekday() == Weekday::Sunday { 0 } else { self.ante.into() }
    }

    /// Whether cards may be redeemed today (S4).
    pub fn redeemable(&self) -> bool {
        self.redeem != Redeem::Off && self.weekday() != Weekday::Tuesday
    }

    /// What bonuses pay, by [`events::of_a_seat`] (M2).
    pub fn payer(&self) -> Payer {
        self.bonus.payer(self.bonus_from, events::of_a_seat(), 1)
    }

    /// What a kronk costs today, in quatloos (M3, W2).
    pub fn kronk_price(&self) -> i64 {
        if self.weekday() == Weekday::Sunday { 0 } else { KRONK_PRICE.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hand::Suit;
    use super::fields::PRESETS;
    use super::*;
    use crate::framework::GameRules;

    #[test]
    fn rule_s5_a_player_may_come_to_hold_so_many_cards() {
        let row = |base: &Rules| -> Vec<u32> {
            (2..=17).map(|players| Rules { players, ..base.clone() }.playable()).collect()
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
