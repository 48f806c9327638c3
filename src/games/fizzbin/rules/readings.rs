//! The readings of disputed rules, each an enum whose first reading is the default.

use serde::{Deserialize, Serialize};

crate::readings! {
    /// The deck of Tuesdays (D3).
    pub enum TueDeck {
        /// Nine to ace, twice.
        Pinochle,
        /// The ordinary deck, three to eight promoted by six ranks.
        Promoted52,
        /// The ordinary deck with more wild ranks.
        Lowwild,
    }

    /// The promoted kings of a Tuesday by day (D3).
    pub enum PromotedKings {
        /// Kings.
        Natural,
        /// Wild, as the deuces.
        LikeDeuce,
    }

    /// The order in which cards are compared on Thursdays (D6).
    pub enum Order {
        /// The order of the day.
        Day,
        /// The plain order.
        Plain,
    }

    /// The next dealer (S1).
    pub enum Dealership {
        /// The next player leftward.
        Rotate,
        /// The winner.
        Winner,
        /// A player at random.
        Random,
    }

    /// The time at which a quarter-fizzbin card may be redeemed (S4).
    pub enum Redeem {
        /// Before the first turn.
        Deal,
        /// Also right after keeping a card from the deck.
        Any,
        /// Never.
        Off,
    }

    /// The cards drawn for a redeemed one (S4).
    pub enum Redeemed {
        /// The top two of the others: the one just returned is passed over.
        New,
        /// The top two, perhaps with the one just returned among them.
        MayReturn,
    }

    /// Whether a card must be put face-down in each turn (P1), and an open one taken (P3) and one
    /// placed face-up (P4) where possible.
    pub enum Duty {
        /// One may.
        May,
        /// One must.
        Must,
    }

    /// The end of play (P7).
    pub enum End {
        /// After the dealer's turn with the deck empty.
        Exhaust,
        /// After one turn each.
        Cycle,
    }

    /// The holder whose pair of sevens saves the victim of a krako (P10).
    pub enum OxmyxHolder {
        /// The victim.
        Target,
        /// The holder of the krako.
        Krako,
        /// Any player.
        Any,
    }

    /// The way kronks are declared (P11).
    pub enum Declare {
        /// In laps until nobody raises.
        Laps,
        /// In one lap.
        Once,
    }

    /// The stages that are compared (E1).
    pub enum Merge {
        /// The hand's name, then the combined one.
        Staged,
        /// The combined name only if neither hand has a name.
        Single,
    }

    /// The tie-break between players equal in everything that scores (E1).
    pub enum Tail {
        /// A throw at random.
        Rps,
        /// All natural cards, then a throw.
        Cards,
    }

    /// The days on which combinations "not disqualified" on Fridays score (A25).
    pub enum Kinds {
        /// On Fridays.
        Friday,
        /// Daily.
        Literal,
    }

    /// The effect of disqualifying combinations on Y1's days.
    pub enum Drella {
        /// They bar nothing.
        Void,
        /// They bar as on other days.
        Inforce,
        /// They bar, but score nothing.
        Noscore,
    }

    /// The days on which being disqualified has no effect (Y2).
    pub enum Kesla {
        /// On Fridays.
        Day,
        /// Daily.
        Always,
        /// Never: combinations disqualified on a Friday stay so, whatever else would revive them.
        DoublyDead,
    }

    /// The effect of the pairs that disqualify on Fridays (Y3).
    pub enum FridayPairs {
        /// They bar H2 to H6 if they are in the hand.
        Hand,
        /// They bar H2 to H6 if hand and pile together hold them.
        Family,
        /// Nothing.
        Off,
    }

    /// The source of the day and the light on Wednesdays (Y5).
    pub enum WedVote {
        /// The rules.
        Off,
        /// The majority of the votes before the deal.
        Vote,
    }

    /// The card of a Thursday's seven that may be a kronk (W1e).
    pub enum Tebo {
        /// Any of them.
        Any,
        /// The card that came last.
        Seventh,
    }

    /// The place at which higher kronks win (W4).
    pub enum KronkRank {
        /// After the keys.
        Late,
        /// Before them.
        Early,
    }

    /// The recipient of payments for kronks (M2).
    pub enum KronkPayee {
        /// The dealer.
        Landru,
        /// The winner.
        Kitty,
        /// Nobody at the table.
        Bank,
    }

    /// The value of a rank that the light does not use (D5).
    pub enum Unused {
        /// Wild.
        Kronk,
        /// Nothing.
        Blank,
    }

    /// The court and low ranks of a dark full fizzbin (H2).
    pub enum FullDark {
        /// Queen and four.
        Q4,
        /// King and two, as printed.
        K2,
    }

    /// The cards that H4 and H7 count.
    pub enum Frac {
        /// Red cards, and black cards.
        Suit,
        /// One or two cards, and three or four.
        Count,
    }

    /// Whether a seventh card bars H4.
    pub enum Tepo {
        /// It does.
        Seventh,
        /// It does not.
        Off,
    }

    /// The cards in which the disqualifiers of a hand's name are looked for (E3).
    pub enum BarScope {
        /// Those that its line in the list names.
        List,
        /// Hand and pile, for all of them.
        All,
    }

    /// The days on which a krako strikes (Y1).
    pub enum KrakoDays {
        /// When disqualifying combinations are in force.
        Drella,
        /// Daily.
        All,
    }

    /// Whether C60 and C61 require C62.
    pub enum Zethrac {
        /// They do.
        With,
        /// They do not.
        Alone,
    }

    /// The price of kronks on Sundays (M3).
    pub enum SundayKronk {
        /// Nothing.
        Free,
        /// None may be spent.
        Barred,
    }

    /// The winner of a game of several rounds (M5).
    pub enum OvertimeWinner {
        /// The first to win one round more than there were challenges.
        FirstTo,
        /// The winner of the round after the last challenge.
        NextRound,
    }

    /// The condition for a challenge (M5).
    pub enum OvertimeCalled {
        /// After every win that would end the game.
        Always,
        /// If another player is behind in quatloos for the day.
        LosersAhead,
    }
}

/// The deck of days without one of their own (D1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WordOrNumber", into = "WordOrNumber")]
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
#[serde(try_from = "WordOrNumber", into = "WordOrNumber")]
pub enum LandruKronk {
    /// None.
    None,
    /// This rank, 1..=14, in every round.
    Rank(u8),
    /// The rank that the landru names after the deal.
    Decides,
}

/// The written form of readings, some of which are numbers.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WordOrNumber {
    Word(String),
    Number(u8),
}

impl TryFrom<WordOrNumber> for Deck {
    type Error = &'static str;

    fn try_from(written: WordOrNumber) -> Result<Deck, &'static str> {
        match written {
            WordOrNumber::Number(52) => Ok(Deck::Ordinary),
            WordOrNumber::Word(word) if word == "52" => Ok(Deck::Ordinary),
            WordOrNumber::Word(word) if word == "skins57" => Ok(Deck::Skins57),
            WordOrNumber::Word(word) if word == "pinochle" => Ok(Deck::Pinochle),
            _ => Err("no such deck"),
        }
    }
}

impl From<Deck> for WordOrNumber {
    fn from(deck: Deck) -> WordOrNumber {
        match deck {
            Deck::Ordinary => WordOrNumber::Number(52),
            Deck::Skins57 => WordOrNumber::Word("skins57".to_owned()),
            Deck::Pinochle => WordOrNumber::Word("pinochle".to_owned()),
        }
    }
}

impl TryFrom<WordOrNumber> for LandruKronk {
    type Error = &'static str;

    fn try_from(written: WordOrNumber) -> Result<LandruKronk, &'static str> {
        match written {
            WordOrNumber::Word(word) if word == "none" => Ok(LandruKronk::None),
            WordOrNumber::Word(word) if word == "decides" => Ok(LandruKronk::Decides),
            WordOrNumber::Number(rank) => Ok(LandruKronk::Rank(rank)),
            WordOrNumber::Word(_) => Err("neither none, decides nor a rank"),
        }
    }
}

impl From<LandruKronk> for WordOrNumber {
    fn from(called: LandruKronk) -> WordOrNumber {
        match called {
            LandruKronk::None => WordOrNumber::Word("none".to_owned()),
            LandruKronk::Decides => WordOrNumber::Word("decides".to_owned()),
            LandruKronk::Rank(rank) => WordOrNumber::Number(rank),
        }
    }
}
