//! The places of the pyramid, its lines and levels, and the orders of four cards (Z5–Z7).

use super::{LEVELS, PLACES};
use crate::framework::notation::named;
use crate::framework::notation::{self, ParseError};
use std::fmt;
use std::str::FromStr;

/// A place of the pyramid (Z5).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub(super) u8);

const PLACE_NAMES: [&str; PLACES] = ["T1", "T2", "T3", "T4", "S1", "S2", "G1", "G2", "C"];
/// The index of the first place of each level, and the end of the last level.
pub(super) const LEVEL_STARTS: [usize; LEVELS + 1] = [0, 4, 6, 8, 9];

impl Place {
    /// All places, level by level, port to starboard.
    pub const ALL: [Place; PLACES] = {
        let mut all = [Place(0); PLACES];
        let mut i = 0;
        while i < PLACES {
            all[i] = Place(i as u8);
            i += 1;
        }
        all
    };

    /// The place with an index 0..=8.
    #[inline]
    pub const fn from_index(index: usize) -> Place {
        Place::ALL[index]
    }

    /// Its index, 0..=8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its level, 0..=3.
    #[inline]
    pub const fn level(self) -> usize {
        // A table without branches, since the place of an action's card is hard to predict.
        const OF: [u8; 16] = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3];
        OF[self.0 as usize & 15] as usize
    }

    /// The lines through it, one bit each by their numbers.
    #[inline]
    pub const fn lines(self) -> u8 {
        const OF: [u8; PLACES] = [0b011, 0b001, 0b001, 0b101, 0b010, 0b100, 0b010, 0b100, 0b110];
        OF[self.index()]
    }

    /// The places of a level.
    #[inline]
    pub fn of_level(level: usize) -> &'static [Place] {
        &Place::ALL[LEVEL_STARTS[level]..LEVEL_STARTS[level + 1]]
    }

    /// The places of a level, as bits.
    #[inline]
    pub const fn bits_of_level(level: usize) -> u16 {
        (1 << LEVEL_STARTS[level + 1]) - (1 << LEVEL_STARTS[level])
    }

    /// The number of places up to and including a level.
    #[inline]
    pub const fn up_to(level: usize) -> usize {
        LEVEL_STARTS[level + 1]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACE_NAMES[self.index()])
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Place {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Place, ParseError> {
        const ALLOWED: &str = "places are T1, T2, T3, T4, S1, S2, G1, G2, C";
        notation::place_of(text, "place", ALLOWED, PLACE_NAMES).map(Place::from_index)
    }
}

/// The pairs of neighbouring places (Z7).
pub const NEIGHBOURS: [(Place, Place); 13] = {
    const PAIRS: [(u8, u8); 13] = [
        (0, 1),
        (1, 2),
        (2, 3),
        (0, 4),
        (1, 4),
        (2, 5),
        (3, 5),
        (4, 5),
        (4, 6),
        (5, 7),
        (6, 7),
        (6, 8),
        (7, 8),
    ];
    let mut all = [(Place(0), Place(0)); 13];
    let mut i = 0;
    while i < 13 {
        all[i] = (Place(PAIRS[i].0), Place(PAIRS[i].1));
        i += 1;
    }
    all
};

named! {
    /// A line of the pyramid (Z6).
    #[derive(PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Line {
        /// The thruster row, T1 to T4.
        Row = "row",
        /// The port flank, from the capstone down to T1.
        Port = "port",
        /// The starboard flank, from the capstone down to T4.
        Starboard = "starboard",
    }
}

impl Line {
    /// Its places in order.
    #[inline]
    pub const fn places(self) -> [Place; 4] {
        match self {
            Line::Row => [Place(0), Place(1), Place(2), Place(3)],
            Line::Port => [Place(8), Place(6), Place(4), Place(0)],
            Line::Starboard => [Place(8), Place(7), Place(5), Place(3)],
        }
    }
}

/// The Ion Barrages without Sixes (Z18): the suit of each place.
pub fn barrages() -> impl Iterator<Item = [usize; PLACES]> {
    // Suits of T1..T4, C, G1, S1, G2, S2 as digits of base 4.
    let digits = [8, 7, 6, 5, 2, 0, 3, 1, 4];
    let all = (0..1_usize << (2 * PLACES)).map(move |code| digits.map(|i| code >> (2 * i) & 3));
    let suits = |suits: &[usize; PLACES], line: Line| {
        line.places().iter().fold(0, |set, place| set | 1 << suits[place.index()])
    };
    all.filter(move |one| Line::ALL.into_iter().all(|line| suits(one, line) == 0b1111))
}

/// An order of four cards: the old index of the first, second, third and fourth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Order(pub(super) u8);

pub(super) const ORDERS: [[u8; 4]; Order::WAYS] = {
    let mut all = [[0; 4]; Order::WAYS];
    let (mut found, mut code) = (0, 0);
    while code < 256 {
        let order = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        let set = 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3];
        if set == 15 {
            all[found] = [order[0] as u8, order[1] as u8, order[2] as u8, order[3] as u8];
            found += 1;
        }
        code += 1;
    }
    all
};

/// The number of each order, indexed by its old indices as digits of base 4; 255 for none.
pub(super) const ORDER_NUMBERS: [u8; 256] = {
    let mut numbers = [255; 256];
    let mut i = 0;
    while i < Order::WAYS {
        let [a, b, c, d] = ORDERS[i];
        numbers[(a as usize) << 6 | (b as usize) << 4 | (c as usize) << 2 | d as usize] = i as u8;
        i += 1;
    }
    numbers
};

impl Order {
    /// Number of orders; order 0 is the identity.
    pub const WAYS: usize = 24;

    /// The order with a number 0..=23.
    #[inline]
    pub const fn from_index(index: usize) -> Order {
        debug_assert!(index < Order::WAYS);
        Order(index as u8)
    }

    /// Its number, 0..=23.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The order that takes the cards at these old indices, 0..=3; `None` unless each occurs once.
    pub fn taking(old: [u8; 4]) -> Option<Order> {
        if old.iter().any(|&old| old > 3) {
            return None;
        }
        let code = old.iter().fold(0, |code, &old| code << 2 | usize::from(old));
        let number = ORDER_NUMBERS[code];
        (usize::from(number) < Order::WAYS).then_some(Order(number))
    }

    /// The old index of each new card.
    #[inline]
    pub const fn old(self) -> [u8; 4] {
        ORDERS[self.index()]
    }

    /// Applies the order to four items.
    #[inline]
    pub fn apply<T: Copy>(self, things: [T; 4]) -> [T; 4] {
        self.old().map(|old| things[usize::from(old & 3)])
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.old().map(|old| old + 1);
        write!(f, "{a} {b} {c} {d}")
    }
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_place_are_those_that_name_it() {
        for place in Place::ALL {
            let lines = Line::ALL.into_iter().filter(|line| line.places().contains(&place));
            let lines = lines.fold(0, |lines, line| lines | 1 << line as u8);
            assert_eq!(lines, place.lines(), "{place}");
        }
        // A flank is dealt in the reverse of its reading order.
        let places = Line::Port.places().map(|place| place.level());
        assert_eq!(Order::taking([3, 2, 1, 0]).map(|o| o.apply(places)), Some([0, 1, 2, 3]));
    }
}
