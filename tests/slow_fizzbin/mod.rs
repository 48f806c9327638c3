//! A second, slow evaluator of Fizzbin hands, written from the rules document and its source alone
//! and sharing no code with the engine it is compared with: hands and piles are lists of cards, and
//! every combination is searched for. Rule ids (D1, E1, W4, H1 to H7, C1 to C62, …) are those of
//! the rules document.
//!
//! [`rank`] evaluates and compares the declarations of two players: it counts, way by way, the
//! kronks that a combination would take. [`literal`] evaluates again, more slowly: every subset of
//! the cards, every card that a kronk may stand for. If the two disagree, one is wrong. [`names`]
//! has the names. [`table`] plays whole rounds and games, [`seats`] decides for the players,
//! [`figures`] counts the results of many games.
//!
//! Readings taken here where the text leaves room (those of the evaluation are in [`rank`]):
//!
//! - **D3, `promoted52`**: a card is what it has become: no code here sees the eight that is an
//!   ace now. H7's "printed" therefore reads the new rank. Rank 1 is not in that deck, whatever
//!   `deck` says (it has 53 cards); `lowwild` leaves `deck` as it is.
//! - **W2, "ranks in the deck"**: those of today's deck, in use or not: a kronk may be a queen when
//!   light, and a deuce in `promoted52`, but not a seven from a pinochle deck.
//! - **`unused=blank`**: takes back W1b and W1c, not W1d: the deuce of `promoted52` is wild anyway.
//! - **`kesla=always`** is Y2 on every day, all of it: F and F′ score, every bar is off, [t] too.
//! - **`sunday_kronk=barred`**: the ceilings are 0 on Sundays. Koiks that are free stay free.
//! - **`kesla=doubly_dead`**: Friday is a day like any other for what is disqualified: every bar is
//!   in force, "not Friday" too, and F and F′ do not score, F′ under `literal` neither. Y3 stays.
//!   On other days it says nothing.
//! - **`promoted_kings=like_deuce`**: wild as the deuce, by day; in the dark D5 has the word.
//! - **`tebo=seventh`**: a hand is a list in the order in which its cards came, from wherever: the
//!   seventh of seven is the last.
//! - **`drella=noscore`**: "could bar" is: holds cards that a bar of section 5 names (sprak, four and
//!   three of a kind, krako, three pairs, four-flushes, zethracs). A krako strikes all the same, and
//!   no kesla revives what scores nothing so.
//! - **`tepo=off`** takes away H4's bar, not W1e.
//! - **W1e** is for Thursdays in the hand of seven, not for KRAKO (DECLARE names it, later).
#![allow(dead_code, unused_imports)]

pub mod figures;
pub mod literal;
pub mod names;
pub mod rank;
pub mod seats;
pub mod table;

pub use names::{COMBINED, HAND, combined_event, hand_event};
pub use rank::{
    Declared, Scored, compare, compare_naturals, declare, has_oxmyx, krako_cost, krako_strikes,
};

/// D4: classes 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// First class, red.
    Diamonds,
    /// Second class, red.
    Hearts,
    /// Third class, black.
    Clubs,
    /// Fourth class, black.
    Spades,
}

use Suit::{Clubs, Diamonds, Hearts, Spades};

/// All of them, lowest class first.
pub const SUITS: [Suit; 4] = [Diamonds, Hearts, Clubs, Spades];

/// Skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// 14 ace, 13 king, 12 queen, 11 jack, 2 to 10, 1 hudec, 0 koik.
    pub rank: u8,
    /// Diamonds, and without meaning, for a koik.
    pub suit: Suit,
}

/// A joker.
pub const KOIK: Card = Card { rank: 0, suit: Diamonds };

impl Card {
    /// Hearts or diamonds; a koik has no colour.
    pub fn red(self) -> bool {
        self.rank != 0 && matches!(self.suit, Diamonds | Hearts)
    }

    /// Clubs or spades; a koik has no colour.
    pub fn black(self) -> bool {
        self.rank != 0 && matches!(self.suit, Clubs | Spades)
    }

    /// T1.
    pub fn royal(self) -> bool {
        royal(self.rank)
    }

    /// "AS", "TD", "1C"; "**" is a koik.
    pub fn parse(text: &str) -> Card {
        if text == "**" {
            return KOIK;
        }
        let mut letters = text.chars();
        let rank = "*123456789TJQKA".find(letters.next().unwrap()).unwrap() as u8;
        let suit = SUITS["DHCS".find(letters.next().unwrap()).unwrap()];
        assert!(rank > 0 && letters.next().is_none(), "{text}");
        Card { rank, suit }
    }
}

/// Cards between blanks.
pub fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(Card::parse).collect()
}

/// T1: 10 J Q K A, always.
pub fn royal(rank: u8) -> bool {
    rank >= 10
}

/// D1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deck {
    /// Ranks 2 to 14, four suits.
    Fifty2,
    /// Ranks 1 to 14, four suits.
    Skins57,
    /// Ranks 9 to 14, twice in four suits.
    Pinochle,
}

/// D6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Thursday shuffles.
    Day,
    /// Thursday is a day like others.
    Plain,
}

/// D3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TueDeck {
    /// 9 to A, twice in four suits.
    Pinochle,
    /// The ordinary deck; 3 to 8 have become 9 to A, deuces are wild.
    Promoted52,
    /// The ordinary deck; 8 7 6 4 3 2 1 are wild.
    Lowwild,
}

/// When F′ scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// As F: on Friday.
    Friday,
    /// Daily.
    Literal,
}

/// Y1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drella {
    /// [d] and krako's strike are off on days 1, 2, 4, 5, 8 and 9.
    Void,
    /// They are not.
    Inforce,
    /// They are not, and what could bar scores nothing.
    Noscore,
}

/// Y2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kesla {
    /// Friday.
    Day,
    /// Every day.
    Always,
    /// Nowhere, and on Friday nothing else revives.
    DoublyDead,
}

/// D3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotedKings {
    /// Natural by day.
    Natural,
    /// Wild by day.
    LikeDeuce,
}

/// W1e.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tebo {
    /// Any card of a hand of seven.
    Any,
    /// The card that came seventh.
    Seventh,
}

/// Y3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FridayPairs {
    /// Pairs in the hand disqualify H2 to H6.
    Hand,
    /// Pairs in hand and pile do.
    Family,
    /// None do.
    Off,
}

/// Y1, A27.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KrakoDays {
    /// Krako strikes where drella have effect.
    Drella,
    /// Krako strikes daily.
    All,
}

/// A22.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarScope {
    /// "Disqualified by" reads the hand, "disqualifies" hand and pile.
    List,
    /// Every bar of the cells reads hand and pile.
    All,
}

/// A19.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frac {
    /// H4 red, H7 black.
    Suit,
    /// H4 one or two, H7 three or four.
    Count,
}

/// A20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tepo {
    /// A seventh hand card disqualifies H4.
    Seventh,
    /// It does not.
    Off,
}

/// A39.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zethrac {
    /// C60 and C61 need C62.
    With,
    /// They do not.
    Alone,
}

/// A17.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullDark {
    /// H2 when dark: Q and 4.
    Q4,
    /// H2 when dark: K and 2 (which only kronks can then be).
    K2,
}

/// A4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// A rank not in use is wild.
    Kronk,
    /// A rank not in use is nothing.
    Blank,
}

/// E1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// Both stages count.
    Staged,
    /// H, and C only where neither has an H.
    Single,
}

/// W4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KronkRank {
    /// Higher kronks win after everything else.
    Late,
    /// Higher kronks win before the keys.
    Early,
}

/// A41.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SundayKronk {
    /// Kronks cost nothing on Sunday.
    Free,
    /// No kronk is spent on Sunday.
    Barred,
}

/// Day, light and the switches that touch evaluation.
#[derive(Clone, Debug)]
pub struct Rules {
    /// 1 to 10; 1 is a Sunday.
    pub day: u8,
    /// Dark or light.
    pub dark: bool,
    /// D1.
    pub deck: Deck,
    /// D6.
    pub order: Order,
    /// D3.
    pub tue_deck: TueDeck,
    /// D3.
    pub promoted_kings: PromotedKings,
    /// F′.
    pub kinds: Kinds,
    /// Y1.
    pub drella: Drella,
    /// Y2.
    pub kesla: Kesla,
    /// Y3.
    pub friday_pairs: FridayPairs,
    /// Y1.
    pub krako_days: KrakoDays,
    /// E3.
    pub bar_scope: BarScope,
    /// H4, H7.
    pub frac: Frac,
    /// H4.
    pub tepo: Tepo,
    /// C60, C61.
    pub zethrac: Zethrac,
    /// H2.
    pub full_dark: FullDark,
    /// D5.
    pub unused: Unused,
    /// E1.
    pub merge: Merge,
    /// W4.
    pub kronk_rank: KronkRank,
    /// W1e.
    pub tebo: Tebo,
    /// W1f: a rank that the landru has made wild.
    pub landru_kronk: Option<u8>,
    /// M3.
    pub sunday_kronk: SundayKronk,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            day: 7,
            dark: false,
            deck: Deck::Fifty2,
            order: Order::Day,
            tue_deck: TueDeck::Pinochle,
            promoted_kings: PromotedKings::Natural,
            kinds: Kinds::Friday,
            drella: Drella::Void,
            kesla: Kesla::Day,
            friday_pairs: FridayPairs::Hand,
            krako_days: KrakoDays::Drella,
            bar_scope: BarScope::List,
            frac: Frac::Suit,
            tepo: Tepo::Seventh,
            zethrac: Zethrac::With,
            full_dark: FullDark::Q4,
            unused: Unused::Kronk,
            merge: Merge::Staged,
            kronk_rank: KronkRank::Late,
            tebo: Tebo::Any,
            landru_kronk: None,
            sunday_kronk: SundayKronk::Free,
        }
    }
}

/// The role of a card today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Itself.
    Natural,
    /// Wild, and of no natural value.
    Kronk,
    /// Nothing: not in use under [`Unused::Blank`].
    Blank,
}

impl Rules {
    /// Defaults on this day in this light.
    pub fn on(day: u8, dark: bool) -> Rules {
        Rules { day, dark, ..Rules::default() }
    }

    /// Section 10.
    pub fn newcomer() -> Rules {
        Rules {
            deck: Deck::Pinochle,
            kesla: Kesla::Always,
            friday_pairs: FridayPairs::Off,
            ..Rules::on(2, true)
        }
    }

    /// Days 1 and 8.
    pub fn sunday(&self) -> bool {
        matches!(self.day, 1 | 8)
    }

    /// Days 3 and 10.
    pub fn tuesday(&self) -> bool {
        matches!(self.day, 3 | 10)
    }

    /// Day 5.
    pub fn thursday(&self) -> bool {
        self.day == 5
    }

    /// Day 6.
    pub fn friday(&self) -> bool {
        self.day == 6
    }

    /// Y1: the days on which drella lose effect.
    pub fn drella_day(&self) -> bool {
        matches!(self.day, 1 | 2 | 4 | 5 | 8 | 9)
    }

    /// Y2: does being disqualified have no effect?
    pub fn revived(&self) -> bool {
        match self.kesla {
            Kesla::Day => self.friday(),
            Kesla::Always => true,
            Kesla::DoublyDead => false,
        }
    }

    /// Y2: is it the day on which nothing revives?
    pub fn doubly_dead(&self) -> bool {
        self.friday() && self.kesla == Kesla::DoublyDead
    }

    /// Are the bars marked [d] in force?
    pub fn d_bars(&self) -> bool {
        !self.revived() && (self.drella != Drella::Void || !self.drella_day())
    }

    /// A23: does C`id` score nothing because it could bar?
    pub fn dead_by_drella(&self, id: u8) -> bool {
        self.drella == Drella::Noscore
            && self.drella_day()
            && [9, 10, 12, 14, 15, 21, 22, 43, 44, 45, 46, 60, 61, 62].contains(&id)
    }

    /// Are entries marked [t] dead?
    pub fn t_dead(&self) -> bool {
        self.tuesday() && !self.revived()
    }

    /// T1.
    pub fn court(&self) -> u8 {
        if self.dark { 12 } else { 13 }
    }

    /// D3: the deck today, `None` if it is that of D1.
    fn today(&self) -> Option<TueDeck> {
        if self.tuesday() { Some(self.tue_deck) } else { None }
    }

    /// W2: the ranks in the deck today, without the koik.
    pub fn ranks(&self) -> Vec<u8> {
        match (self.today(), self.deck) {
            (Some(TueDeck::Pinochle), _) => (9..=14).collect(),
            (Some(TueDeck::Promoted52), _) => [2, 9, 10, 11, 12, 13, 14].to_vec(),
            (_, Deck::Fifty2) => (2..=14).collect(),
            (_, Deck::Skins57) => (1..=14).collect(),
            (_, Deck::Pinochle) => (9..=14).collect(),
        }
    }

    /// One deck of today with these koiks.
    pub fn deck(&self, koiks: usize) -> Vec<Card> {
        let mut deck = vec![KOIK; koiks];
        let pinochle = match self.today() {
            Some(tuesday) => tuesday == TueDeck::Pinochle,
            None => self.deck == Deck::Pinochle,
        } || (self.today() == Some(TueDeck::Lowwild) && self.deck == Deck::Pinochle);
        let promoted = self.today() == Some(TueDeck::Promoted52);
        for suit in SUITS {
            for rank in self.ranks() {
                let twice = pinochle || (promoted && rank != 2);
                for _ in 0..if twice { 2 } else { 1 } {
                    deck.push(Card { rank, suit });
                }
            }
        }
        deck
    }

    /// W1 a to d and f, and D5. (W1e is the owner's choice.)
    pub fn role(&self, card: Card) -> Role {
        let unused = if self.dark { [13, 2] } else { [12, 4] }.contains(&card.rank);
        let wild = card.rank == 0
            || match self.today() {
                Some(TueDeck::Promoted52) => {
                    let kings = self.promoted_kings == PromotedKings::LikeDeuce && !self.dark;
                    card.rank == 2 || (card.rank == 13 && kings)
                }
                Some(TueDeck::Lowwild) => [8, 7, 6, 4, 3, 2, 1].contains(&card.rank),
                _ => false,
            }
            || self.landru_kronk == Some(card.rank);
        match self.unused {
            _ if wild => Role::Kronk,
            Unused::Kronk if unused => Role::Kronk,
            Unused::Blank if unused => Role::Blank,
            _ => Role::Natural,
        }
    }

    /// D4, D6: is today's order the shuffled one?
    fn shuffled(&self) -> bool {
        self.thursday() && self.order == Order::Day
    }

    /// Today's order of the ranks, 1 (lowest) to 15.
    pub fn rank_order(&self, rank: u8) -> u8 {
        // High to low.
        let order: [u8; 15] = if self.shuffled() {
            [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13]
        } else {
            [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
        };
        15 - order.iter().position(|&other| other == rank).unwrap() as u8
    }

    /// Today's order of the suits, 1 (lowest) to 4.
    pub fn suit_order(&self, suit: Suit) -> u8 {
        // Low to high.
        let order = if self.shuffled() { [Clubs, Diamonds, Spades, Hearts] } else { SUITS };
        1 + order.iter().position(|&other| other == suit).unwrap() as u8
    }
}
