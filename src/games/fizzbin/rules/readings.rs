//! The readings of doubtful places, each an enum whose first reading is the default.

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

    /// What the promoted kings of a Tuesday are by day (D3).
    pub enum PromotedKings {
        /// Kings.
        Natural,
        /// Wild, as the deuces.
        LikeDeuce,
    }

    /// In which order cards are compared on Thursdays (D6).
    pub enum Order {
        /// In that of the day.
        Day,
        /// In the plain one.
        Plain,
    }

    /// How the deal moves on (S1).
    pub enum Dealership {
        /// Leftward.
        Rotate,
        /// To who won.
        Winner,
        /// To anybody.
        Random,
    }

    /// When a quarter-fizzbin card may be redeemed (S4).
    pub enum Redeem {
        /// Before the first turn.
        Deal,
        /// Also right after keeping a card from the deck.
        Any,
        /// Never.
        Off,
    }

    /// Which cards come for a redeemed one (S4).
    pub enum Redeemed {
        /// The two on top of the others: the one just returned is passed over.
        New,
        /// The two on top, the one just returned perhaps among them.
        MayReturn,
    }

    /// Whether a card must be put face-down in each turn (P1).
    pub enum Down {
        /// One may.
        May,
        /// One must.
        Must,
    }

    /// Whether an open card must be taken where one can be (P3).
    pub enum Take {
        /// One may.
        May,
        /// One must.
        Must,
    }

    /// Whether a card must be placed face-up where one can be (P4).
    pub enum Place {
        /// One may.
        May,
        /// One must.
        Must,
    }

    /// When play stops (P7).
    pub enum End {
        /// After the dealer's turn with the deck empty.
        Exhaust,
        /// After one turn each.
        Cycle,
    }

    /// Whose pair of sevens saves the victim of a krako (P10).
    pub enum OxmyxHolder {
        /// The victim's.
        Target,
        /// That of the krako's holder.
        Krako,
        /// Anybody's.
        Any,
    }

    /// How kronks are declared (P11).
    pub enum Declare {
        /// In laps until nobody raises.
        Laps,
        /// In one lap.
        Once,
    }

    /// Which stages are compared (E1).
    pub enum Merge {
        /// The hand's name and then the combined one.
        Staged,
        /// The combined one only where neither hand has a name.
        Single,
    }

    /// What settles what is equal in everything that scores (E1).
    pub enum Tail {
        /// A throw at random.
        Rps,
        /// All natural cards, then a throw.
        Cards,
    }

    /// When the combinations count that are "not disqualified" on Fridays (A25).
    pub enum Kinds {
        /// On Fridays.
        Friday,
        /// Daily.
        Literal,
    }

    /// What disqualifying combinations are on Y1's days.
    pub enum Drella {
        /// They bar nothing.
        Void,
        /// They bar as on other days.
        Inforce,
        /// They bar, but score nothing.
        Noscore,
    }

    /// When being disqualified has no effect (Y2).
    pub enum Kesla {
        /// On Fridays.
        Day,
        /// Daily.
        Always,
        /// Never: what is disqualified on a Friday stays so, whatever else would revive it.
        DoublyDead,
    }

    /// What the pairs do that disqualify on Fridays (Y3).
    pub enum FridayPairs {
        /// In the hand they bar H2 to H6.
        Hand,
        /// In hand and pile they do.
        Family,
        /// Nothing.
        Off,
    }

    /// Who rules on Wednesdays (Y5).
    pub enum WedVote {
        /// Day and light are what the rules say.
        Off,
        /// What most players vote for before the deal.
        Vote,
    }

    /// Which card of a Thursday's seven may be a kronk (W1e).
    pub enum Tebo {
        /// Any of them.
        Any,
        /// The one that came last.
        Seventh,
    }

    /// When the higher kronks win (W4).
    pub enum KronkRank {
        /// After the keys.
        Late,
        /// Before them.
        Early,
    }

    /// Who gets what kronks cost (M2).
    pub enum KronkPayee {
        /// The dealer.
        Landru,
        /// Whoever wins.
        Kitty,
        /// Nobody at the table.
        Bank,
    }

    /// What a rank is that the light does not use (D5).
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

    /// What H4 and H7 count.
    pub enum Frac {
        /// Red cards and black ones.
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

    /// Where the disqualifiers of a hand's name are looked for (E3).
    pub enum BarScope {
        /// Where each one's line says.
        List,
        /// In hand and pile, all of them.
        All,
    }

    /// When a krako strikes (Y1).
    pub enum KrakoDays {
        /// When disqualifying combinations do.
        Drella,
        /// Daily.
        All,
    }

    /// Whether C60 and C61 need what C62 is.
    pub enum Zethrac {
        /// They do.
        With,
        /// They do not.
        Alone,
    }

    /// What kronks cost on Sundays (M3).
    pub enum SundayKronk {
        /// Nothing.
        Free,
        /// None may be spent.
        Barred,
    }

    /// Who wins a game of several rounds (M5).
    pub enum OvertimeWinner {
        /// Who first wins one round more than there were challenges.
        FirstTo,
        /// Who wins the round after the last challenge.
        NextRound,
    }

    /// When a challenge is made (M5).
    pub enum OvertimeCalled {
        /// After every win that would end the game.
        Always,
        /// Where somebody else is behind in quatloos for the day.
        LosersAhead,
    }
}

/// The deck of days that have none of their own (D1).
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
    /// This one, 1..=14, in every round.
    Rank(u8),
    /// The one that the landru names after the deal.
    Decides,
}

/// How readings are written some of which are numbers.
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
