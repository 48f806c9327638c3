//! The rules of Fizzbin as data: every number and every doubtful reading is a field.

use super::hand::{Card, KINDS, Suit};
use crate::framework::{Fault, Field, GameRules, Preset};
use serde::{Deserialize, Serialize};

/// Readings of a doubtful place; the first one is the default.
macro_rules! readings {
    ($($(#[$about:meta])* $name:ident { $($(#[$each:meta])* $reading:ident),+ $(,)? })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$each])* $reading),+ }
    )+};
}

readings! {
    /// The deck of Tuesdays (D3).
    TueDeck {
        /// Nine to ace, twice.
        Pinochle,
        /// The ordinary deck, three to eight promoted by six ranks.
        Promoted52,
        /// The ordinary deck with more wild ranks.
        Lowwild,
    }
    /// What the promoted kings of a Tuesday are by day (D3).
    PromotedKings {
        /// Kings.
        Natural,
        /// Wild, as the deuces.
        LikeDeuce,
    }
    /// In which order cards are compared on Thursdays (D6).
    Order {
        /// In that of the day.
        Day,
        /// In the plain one.
        Plain,
    }
    /// How the deal moves on (S1).
    Dealership {
        /// Leftward.
        Rotate,
        /// To who won.
        Winner,
        /// To anybody.
        Random,
    }
    /// When a quarter-fizzbin card may be redeemed (S4).
    Redeem {
        /// Before the first turn.
        Deal,
        /// Also right after keeping a card from the deck.
        Any,
        /// Never.
        Off,
    }
    /// Which cards come for a redeemed one (S4).
    Redeemed {
        /// The two on top of the others: the one just returned is passed over.
        New,
        /// The two on top, the one just returned perhaps among them.
        MayReturn,
    }
    /// Whether a card must be put face-down in each turn (P1).
    Down {
        /// One may.
        May,
        /// One must.
        Must,
    }
    /// Whether an open card must be taken where one can be (P3).
    Take {
        /// One may.
        May,
        /// One must.
        Must,
    }
    /// Whether a card must be placed face-up where one can be (P4).
    Place {
        /// One may.
        May,
        /// One must.
        Must,
    }
    /// When play stops (P7).
    End {
        /// After the dealer's turn with the deck empty.
        Exhaust,
        /// After one turn each.
        Cycle,
    }
    /// Whose pair of sevens saves the victim of a krako (P10).
    OxmyxHolder {
        /// The victim's.
        Target,
        /// That of the krako's holder.
        Krako,
        /// Anybody's.
        Any,
    }
    /// How kronks are declared (P11).
    Declare {
        /// In laps until nobody raises.
        Laps,
        /// In one lap.
        Once,
    }
    /// Which stages are compared (E1).
    Merge {
        /// The hand's name and then the combined one.
        Staged,
        /// The combined one only where neither hand has a name.
        Single,
    }
    /// What settles what is equal in everything that scores (E1).
    Tail {
        /// A throw at random.
        Rps,
        /// All natural cards, then a throw.
        Cards,
    }
    /// When the combinations count that are "not disqualified" on Fridays (A25).
    Kinds {
        /// On Fridays.
        Friday,
        /// Daily.
        Literal,
    }
    /// What disqualifying combinations are on Y1's days.
    Drella {
        /// They bar nothing.
        Void,
        /// They bar as on other days.
        Inforce,
        /// They bar, but score nothing.
        Noscore,
    }
    /// When being disqualified has no effect (Y2).
    Kesla {
        /// On Fridays.
        Day,
        /// Daily.
        Always,
        /// Never: what is disqualified on a Friday stays so, whatever else would revive it.
        DoublyDead,
    }
    /// What the pairs do that disqualify on Fridays (Y3).
    FridayPairs {
        /// In the hand they bar H2 to H6.
        Hand,
        /// In hand and pile they do.
        Family,
        /// Nothing.
        Off,
    }
    /// Who rules on Wednesdays (Y5).
    WedVote {
        /// Day and light are what the rules say.
        Off,
        /// What most players vote for before the deal.
        Vote,
    }
    /// Which card of a Thursday's seven may be a kronk (W1e).
    Tebo {
        /// Any of them.
        Any,
        /// The one that came last.
        Seventh,
    }
    /// When the higher kronks win (W4).
    KronkRank {
        /// After the keys.
        Late,
        /// Before them.
        Early,
    }
    /// Who gets what kronks cost (M2).
    KronkPayee {
        /// The dealer.
        Landru,
        /// Whoever wins.
        Kitty,
        /// Nobody at the table.
        Bank,
    }
    /// What a rank is that the light does not use (D5).
    Unused {
        /// Wild.
        Kronk,
        /// Nothing.
        Blank,
    }
    /// The court and low ranks of a dark full fizzbin (H2).
    FullDark {
        /// Queen and four.
        Q4,
        /// King and two, as printed.
        K2,
    }
    /// What H4 and H7 count.
    Frac {
        /// Red cards and black ones.
        Suit,
        /// One or two cards, and three or four.
        Count,
    }
    /// Whether a seventh card bars H4.
    Tepo {
        /// It does.
        Seventh,
        /// It does not.
        Off,
    }
    /// Where the disqualifiers of a hand's name are looked for (E3).
    BarScope {
        /// Where each one's line says.
        List,
        /// In hand and pile, all of them.
        All,
    }
    /// When a krako strikes (Y1).
    KrakoDays {
        /// When disqualifying combinations do.
        Drella,
        /// Daily.
        All,
    }
    /// Whether C60 and C61 need what C62 is.
    Zethrac {
        /// They do.
        With,
        /// They do not.
        Alone,
    }
    /// What kronks cost on Sundays (M3).
    SundayKronk {
        /// Nothing.
        Free,
        /// None may be spent.
        Barred,
    }
    /// Who wins a game of several rounds (M5).
    OvertimeWinner {
        /// Who first wins one round more than there were challenges.
        FirstTo,
        /// Who wins the round after the last challenge.
        NextRound,
    }
    /// When a challenge is made (M5).
    OvertimeCalled {
        /// After every win that would end the game.
        Always,
        /// Where somebody else is behind in quatloos for the day.
        LosersAhead,
    }
}

/// The deck of days that have none of their own (D1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub enum Deck {
    /// The ordinary deck.
    Ordinary,
    /// With low aces.
    Skins57,
    /// Nine to ace, twice.
    Pinochle,
}

/// A rank that the landru calls wild (W1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub enum LandruKronk {
    /// None.
    None,
    /// This one, 1..=14, in every round.
    Rank(u8),
    /// The one that the landru names after the deal.
    Decides,
}

/// How readings are written some of which are numbers.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Word(String),
    Number(u8),
}

impl TryFrom<Written> for Deck {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Deck, &'static str> {
        match written {
            Written::Number(52) => Ok(Deck::Ordinary),
            Written::Word(word) if word == "52" => Ok(Deck::Ordinary),
            Written::Word(word) if word == "skins57" => Ok(Deck::Skins57),
            Written::Word(word) if word == "pinochle" => Ok(Deck::Pinochle),
            _ => Err("no such deck"),
        }
    }
}

impl From<Deck> for Written {
    fn from(deck: Deck) -> Written {
        match deck {
            Deck::Ordinary => Written::Number(52),
            Deck::Skins57 => Written::Word("skins57".to_owned()),
            Deck::Pinochle => Written::Word("pinochle".to_owned()),
        }
    }
}

impl TryFrom<Written> for LandruKronk {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<LandruKronk, &'static str> {
        match written {
            Written::Word(word) if word == "none" => Ok(LandruKronk::None),
            Written::Word(word) if word == "decides" => Ok(LandruKronk::Decides),
            Written::Number(rank) => Ok(LandruKronk::Rank(rank)),
            Written::Word(_) => Err("neither none, decides nor a rank"),
        }
    }
}

impl From<LandruKronk> for Written {
    fn from(called: LandruKronk) -> Written {
        match called {
            LandruKronk::None => Written::Word("none".to_owned()),
            LandruKronk::Decides => Written::Word("decides".to_owned()),
            LandruKronk::Rank(rank) => Written::Number(rank),
        }
    }
}

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

    /// What a kronk costs today, in quatloos (M3, W2).
    pub fn kronk_price(&self) -> i64 {
        if self.weekday() == Weekday::Sunday { 0 } else { KRONK_PRICE.into() }
    }
}

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

const PRESETS: &[Preset] = &{
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
        let mut faults = Vec::new();
        let mut range = |field: &'static str, found: u32, low: u32, high: u32| {
            if !(low..=high).contains(&found) {
                faults.push(Fault::new(field, found.to_string(), format!("{low}..={high}")));
            }
        };
        range("players", self.players.into(), 2, MAX_PLAYERS.into());
        range("day", self.day.into(), 1, 10);
        range("koiks", self.koiks.into(), 0, MAX_KOIKS.into());
        range("floor", self.floor.into(), 0, 1);
        range("ante", self.ante, 1, 1000);
        range("overtime", self.overtime, 0, 20);
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

#[cfg(test)]
mod tests {
    use super::*;

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
