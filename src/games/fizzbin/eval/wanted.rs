//! What each name wants of the cards of its stage (section "Evaluation"), in one table from which
//! names are found, their keys read, and their kronks worded.

use super::super::hand::{Card, rank};
use super::super::rules::Frac;
use super::{
    ANY, BLACK, EVERY, Evaluator, FRACTION, FULL_PAIRS, HALF_SPRAK, KALO, KARIDIAN, RED, ROYAL,
    Ranks, SPADES, Suits, THIRD_SPRAK,
};

/// One of the two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Hand,
    Combined,
}

/// What a name wants. Kronks stand for missing cards, except where it says otherwise (W2).
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// So many of each rank of a set; nothing, if the set is empty.
    Each(u8, Ranks),
    /// So many of one rank of a set.
    Kind(u8, Ranks),
    /// Any pair, or two koiks, which are free (C35).
    Gumato,
    /// So many pairs, of different ranks of a set.
    Pairs(u8, Ranks),
    /// Four of a kind and three of a kind (C11).
    FourAndThree,
    /// So many of one rank of a set, and so many other cards of one suit.
    Beside(u8, Ranks, u8),
    /// Exactly these cards.
    Certain(&'static [Card]),
    /// One card of some suits and ranks.
    Single(Suits, Ranks),
    /// Two cards of one colour (C58).
    Colour,
    /// So many cards of one of some suits, and of a set of ranks.
    Flush(u8, Suits, Ranks),
    /// Four natural cards of one of some suits, and of a set of ranks.
    Natural(Suits, Ranks),
    /// Four cards of one suit, so many of them koiks, which are free.
    Koiks(u8),
    /// So many cards of one suit, so many of them kronks by name.
    Kronks(u8, u8),
    /// Natural ten, jack and court, not all of one suit (C40).
    HalfSralk,
    /// No natural jack, queen or king, and so many of natural ten and ace.
    Zethrac(u8),
    /// Three pairs and a single card, of the four ranks of H1, in a hand of seven.
    RoyalFizzbin,
    /// Two single ranks and a pair (H2).
    FullFizzbin,
    /// Two pairs and two other cards of one suit (H3).
    Fizzbin,
}

impl Wanted {
    /// The parts of its key, highest first (E2): the number of cards of each rank that it names, the
    /// number of cards of a flush, whose suit follows, and the number of single cards.
    pub(super) fn keyed(self) -> (Vec<u8>, u8, u8) {
        use Wanted::*;
        match self {
            Kind(need, _) => (vec![need], 0, 0),
            Gumato | FullFizzbin => (vec![2], 0, 0),
            Pairs(many, _) => (vec![2; many.into()], 0, 0),
            FourAndThree => (vec![4, 3], 0, 0),
            RoyalFizzbin => (vec![2, 2, 2, 1], 0, 0),
            Fizzbin => (vec![2, 2], 2, 0),
            Beside(need, _, flush) => (vec![need], flush, 0),
            Flush(many, ..) | Kronks(many, _) => (vec![], many, 0),
            Natural(..) | Koiks(_) => (vec![], 4, 0),
            Single(..) => (vec![], 0, 1),
            Colour => (vec![], 0, 2),
            Each(..) | Certain(_) | HalfSralk | Zethrac(_) => (vec![], 0, 0),
        }
    }
}

const QUEENS: Ranks = 1 << rank::QUEEN;
const JACKS: Ranks = 1 << rank::JACK;

impl Evaluator {
    /// What a name wants: one of H1 to H7, or of C1 to C62.
    pub(super) fn wanted(&self, of: Of, id: u8) -> Wanted {
        match of {
            Of::Hand => self.wanted_of_hand(id),
            Of::Combined => self.wanted_of_all(id),
        }
    }

    pub(super) fn wanted_of_hand(&self, id: u8) -> Wanted {
        let fraction = |suits: Suits| match self.frac {
            Frac::Suit => Wanted::Single(suits, FRACTION),
            Frac::Count => Wanted::Single(EVERY, FRACTION),
        };
        match id {
            1 => Wanted::RoyalFizzbin,
            2 => Wanted::FullFizzbin,
            3 => Wanted::Fizzbin,
            4 => fraction(RED),
            5 => Wanted::Kind(2, FULL_PAIRS),
            6 => Wanted::Single(EVERY, self.quarter),
            _ => fraction(BLACK),
        }
    }

    #[inline(always)]
    pub(super) fn wanted_of_all(&self, id: u8) -> Wanted {
        use Wanted::*;
        let festival = self.festival;
        match id {
            1 => Each(8, festival),
            2 => Kind(16, ANY),
            3 => Each(4, festival),
            4 => Kind(12, ANY),
            5 => Kind(8, ANY),
            6 => Each(8, QUEENS),
            7 => Kind(6, ANY),
            8 => Kronks(5, 4),
            9 => Each(4, QUEENS),
            10 => Kind(4, ANY),
            11 => FourAndThree,
            12 | 15 => Kind(3, ANY),
            13 => Beside(3, ANY, 3),
            14 => Each(4, JACKS),
            16 => Each(3, JACKS),
            17 => Pairs(8, ANY),
            18 => Pairs(6, ANY),
            19 => Pairs(4, ANY),
            20 => Each(2, festival),
            21 => Pairs(3, ROYAL),
            22 => Pairs(3, ANY),
            23 => Pairs(2, ROYAL),
            24 => Pairs(2, ANY),
            25 => Certain(&HALF_SPRAK),
            26 => Beside(2, ROYAL, 4),
            27 => Beside(2, ANY, 4),
            28 => Each(2, 1 << rank::ACE),
            29 => Each(2, 1 << rank::KING),
            30 => Each(2, QUEENS),
            31 => Certain(&KALO),
            32 => Each(2, JACKS),
            33 => Kind(2, ROYAL),
            34 => Each(2, 1 << rank::TEN),
            35 => Gumato,
            37 => Each(1, festival),
            38 => Each(1, KARIDIAN),
            39 => Single(EVERY, KARIDIAN),
            40 => HalfSralk,
            41 => Flush(8, EVERY, ANY),
            42 => Flush(6, EVERY, ANY),
            43 => Natural(SPADES, ROYAL),
            44 => Natural(SPADES, ANY),
            45 => Natural(EVERY, ROYAL),
            46 => Natural(EVERY, ANY),
            47 => Koiks(1),
            48 => Kronks(4, 1),
            49 => Koiks(2),
            50 => Kronks(4, 2),
            51 => Koiks(3),
            52 => Kronks(4, 3),
            53 => Flush(3, EVERY, ROYAL),
            54 => Flush(3, EVERY, ANY),
            55 => Flush(2, EVERY, ROYAL),
            56 => Flush(2, SPADES, ANY),
            57 => Flush(2, EVERY, ANY),
            58 => Colour,
            59 => Certain(&THIRD_SPRAK),
            60 => Zethrac(2),
            61 => Zethrac(1),
            62 => Zethrac(0),
            // Corbomite wants nothing.
            _ => Each(0, 0),
        }
    }
}
