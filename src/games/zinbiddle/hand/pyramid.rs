//! The pyramid: nine cards packed in one word.

use super::places::{LEVEL_STARTS, ORDER_NUMBERS, ORDERS};
use super::{Card, LEVELS, Line, Order, PLACES, Place};
use std::fmt;
use std::hint::select_unpredictable;

/// Nine cards by place; those of levels not yet dealt are meaningless. The two cards of each half
/// of a line are adjacent.
///
/// ```text
/// bit  44..40  39..35  34..30  29..25  24..20  19..15  14..10  9..5   4..0
///      G2      C       G1      S2      T4      T3      T2      T1     S1
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Pyramid(u64);

const BITS: usize = 5;
const CARD: u64 = (1 << BITS) - 1;
/// The lowest bit of each card.
const LANES: u64 = {
    let mut lanes = 0;
    let mut lane = 0;
    while lane < PLACES {
        lanes |= 1 << (BITS * lane);
        lane += 1;
    }
    lanes
};

/// The lane of each place in the word.
pub(super) mod lane {
    pub(in crate::games::zinbiddle::hand) const S1: usize = 0;
    pub(in crate::games::zinbiddle::hand) const T1: usize = 1;
    pub(in crate::games::zinbiddle::hand) const T3: usize = 3;
    pub(in crate::games::zinbiddle::hand) const T4: usize = 4;
    pub(in crate::games::zinbiddle::hand) const S2: usize = 5;
    pub(in crate::games::zinbiddle::hand) const G1: usize = 6;
    pub(in crate::games::zinbiddle::hand) const C: usize = 7;
    pub(in crate::games::zinbiddle::hand) const G2: usize = 8;
    /// Indexed by [`Place::index`](super::super::Place::index); 16 entries, so that no index needs
    /// a bounds check.
    pub(in crate::games::zinbiddle::hand) const OF: [usize; 16] =
        [T1, T1 + 1, T3, T4, S1, S2, G1, G2, C, C, C, C, C, C, C, C];
}

/// The lowest bit of a place's card in the word.
const fn shift_of(place: Place) -> usize {
    BITS * lane::OF[place.index() & 15]
}

/// All bits of the cards of a level.
const fn mask_of_level(level: usize) -> u64 {
    let (mut mask, mut place) = (0, LEVEL_STARTS[level]);
    while place < LEVEL_STARTS[level + 1] {
        mask |= CARD << (BITS * lane::OF[place]);
        place += 1;
    }
    mask
}

/// All bits of the cards of each level and the levels below it.
const DEALT: [u64; LEVELS] = {
    let (mut masks, mut mask, mut level) = ([0; LEVELS], 0, 0);
    while level < LEVELS {
        mask |= mask_of_level(level);
        masks[level] = mask;
        level += 1;
    }
    masks
};

/// A set of places of a pyramid, as all bits of their cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::zinbiddle) struct Lanes(u64);

impl Lanes {
    /// The lanes of a set of places, given as bits by [`Place::index`].
    #[inline(always)]
    pub(in crate::games::zinbiddle) const fn of(places: u16) -> Lanes {
        /// Indexed by the set of places.
        static ALL: [u64; 1 << PLACES] = {
            let mut all = [0; 1 << PLACES];
            let mut places = 0;
            while places < all.len() {
                let mut place = 0;
                while place < PLACES {
                    all[places] |=
                        (CARD * (places >> place & 1) as u64) << (BITS * lane::OF[place]);
                    place += 1;
                }
                places += 1;
            }
            all
        };
        Lanes(ALL[places as usize & ((1 << PLACES) - 1)])
    }

    /// The places of the first `levels` levels.
    #[inline(always)]
    pub(in crate::games::zinbiddle) const fn dealt(levels: usize) -> Lanes {
        if levels == 0 { Lanes(0) } else { Lanes(DEALT[(levels - 1) % LEVELS]) }
    }

    /// The places in both sets.
    #[inline(always)]
    pub(in crate::games::zinbiddle) const fn and(self, other: Lanes) -> Lanes {
        Lanes(self.0 & other.0)
    }
}

/// Rearranges lane bits in the order of the places.
const fn in_order(lanes: u64) -> u64 {
    const fn card(lane: usize) -> u64 {
        CARD << (BITS * lane)
    }
    const DOWN: u64 = DEALT[0] | card(lane::G2);
    const STAY: u64 = card(lane::S2) | card(lane::G1);
    let shields = (lanes & card(lane::S1)) << (4 * BITS) | lanes & STAY;
    (lanes & DOWN) >> BITS | shields | (lanes & card(lane::C)) << BITS
}

/// By line and order: the shift of each card in the word, one byte each; 32 entries, so that no
/// order needs a bounds check.
const LINE_SHIFTS: [[u32; 32]; 3] = {
    let mut shifts = [[0; 32]; 3];
    let mut line = 0;
    while line < 3 {
        let places = Line::ALL[line].places();
        let mut order = 0;
        while order < Order::WAYS {
            let mut i = 4;
            while i > 0 {
                i -= 1;
                let place = places[ORDERS[order][i] as usize];
                shifts[line][order] = shifts[line][order] << 8 | shift_of(place) as u32;
            }
            order += 1;
        }
        line += 1;
    }
    shifts
};

/// The number of the order that sorts four numbers ascending, equal ones unchanged; indexed by the
/// numbers, three bits each, the first one lowest.
const ASCENDING: [u8; 1 << 12] = {
    let mut all = [0; 1 << 12];
    let mut index = 0;
    while index < all.len() {
        // The new index of each number is the count of those that come before it.
        let (mut i, mut code) = (0, 0);
        while i < 4 {
            let (mut before, mut j) = (0, 0);
            while j < 4 {
                let (a, b) = (index >> (3 * j) & 7, index >> (3 * i) & 7);
                before += (a < b || a == b && j < i) as usize;
                j += 1;
            }
            code |= i << (2 * (3 - before));
            i += 1;
        }
        all[index] = ORDER_NUMBERS[code];
        index += 1;
    }
    all
};

impl Pyramid {
    /// A pyramid with no card dealt.
    pub const EMPTY: Pyramid = Pyramid(0);

    /// Creates a pyramid of nine cards, by [`Place::index`].
    pub fn new(cards: [Card; PLACES]) -> Pyramid {
        let mut pyramid = Pyramid::EMPTY;
        Place::ALL.into_iter().zip(cards).for_each(|(place, card)| pyramid.put(place, card));
        pyramid
    }

    /// The card at a place.
    #[inline]
    pub const fn card(&self, place: Place) -> Card {
        Card((self.0 >> shift_of(place) & CARD) as u8)
    }

    /// Puts a card at a place.
    #[inline]
    pub const fn put(&mut self, place: Place, card: Card) {
        let shift = shift_of(place);
        self.0 = self.0 & !(CARD << shift) | (card.kind() as u64) << shift;
    }

    /// Puts all cards of a level at its places.
    #[inline(always)]
    pub fn put_level<const N: usize>(&mut self, level: usize, cards: [Card; N]) {
        debug_assert!(LEVEL_STARTS[level] + N == LEVEL_STARTS[level + 1]);
        let lanes = &lane::OF[LEVEL_STARTS[level]..];
        let put =
            |word: u64, (&lane, card): (&usize, &Card)| word | (card.0 as u64) << (BITS * lane);
        self.0 = lanes.iter().zip(&cards).fold(self.0 & !mask_of_level(level), put);
    }

    /// Two adjacent cards of the word, starting with a lane.
    #[inline(always)]
    pub(super) const fn half(&self, lane: usize) -> usize {
        (self.0 >> (BITS * lane)) as usize & 0x3ff
    }

    /// The numbers of a flank without its capstone: the gunner in bits 8 to 10 and, on the port
    /// side, the thruster in bits 5 to 7 and the shield in bits 0 to 2; on the starboard side these
    /// two are swapped.
    #[inline(always)]
    pub(in crate::games::zinbiddle) const fn flank_numbers(&self, line: Line) -> usize {
        let (lower, gunner) = match line {
            Line::Starboard => (lane::T4, lane::G2),
            Line::Row | Line::Port => (lane::S1, lane::G1),
        };
        // A card's number is its upper three bits.
        let gunner = (self.0 >> (BITS * gunner + 2 - 8)) as usize & 0x700;
        (self.0 >> (BITS * lower + 2)) as usize & 0xe7 | gunner
    }

    /// The numbers of a flank as one number, three bits each: from the top, capstone, gunner,
    /// thruster, shield.
    #[inline(always)]
    pub(in crate::games::zinbiddle) const fn flank_code(self, line: Line) -> usize {
        const fn numbers(half: usize) -> usize {
            half >> 2 & 7 | half >> 4 & 0o70
        }
        const fn turned(half: usize) -> usize {
            half >> 7 & 7 | half << 1 & 0o70
        }
        match line {
            Line::Starboard => turned(self.half(lane::C)) << 6 | turned(self.half(lane::T4)),
            Line::Row | Line::Port => {
                numbers(self.half(lane::G1)) << 6 | numbers(self.half(lane::S1))
            }
        }
    }

    /// The cards at some places, with misfires at all others.
    #[inline(always)]
    #[must_use]
    pub(in crate::games::zinbiddle) const fn only(self, places: Lanes) -> Pyramid {
        Pyramid(self.0 & places.0)
    }

    /// The number of misfires at some places.
    #[inline(always)]
    pub(in crate::games::zinbiddle) const fn misfires_among(self, places: Lanes) -> u32 {
        Pyramid::count(self.misfire_lanes(LEVELS - 1) & places.0)
    }

    /// All nine cards, by [`Place::index`].
    pub fn cards(&self) -> [Card; PLACES] {
        Place::ALL.map(|place| self.card(place))
    }

    /// The number of misfires up to a level.
    #[inline(always)]
    pub const fn misfires(self, level: usize) -> u32 {
        Pyramid::count(self.misfire_lanes(level))
    }

    /// The number of lowest lane bits that are set.
    #[inline(always)]
    const fn count(lanes: u64) -> u32 {
        // Multiplying by one in each lane sums all lanes into the highest, which has room for nine.
        (lanes.wrapping_mul(LANES) >> (BITS * (PLACES - 1)) & CARD) as u32
    }

    /// The place of the highest misfire up to a level; T1 if there is none.
    #[inline]
    pub const fn highest_misfire(self, level: usize) -> Place {
        let misfires = in_order(self.misfire_lanes(level));
        Place(((63 - (misfires | 1).leading_zeros()) / BITS as u32) as u8)
    }

    /// The lowest bit of each misfire up to a level.
    #[inline(always)]
    const fn misfire_lanes(self, level: usize) -> u64 {
        // A card below 4 has its upper three bits clear; they are combined in the lowest of the
        // three.
        let upper = self.0 | self.0 >> 1 | self.0 >> 2;
        !upper >> 2 & LANES & DEALT[level]
    }

    /// Copies the card at a place from another pyramid if `takes`.
    #[inline]
    pub const fn take_if(&mut self, takes: bool, place: Place, of: &Pyramid) {
        let mask = CARD * (takes as u64) << shift_of(place);
        self.0 = self.0 & !mask | of.0 & mask;
    }

    /// Copies the thrusters from another pyramid.
    #[inline]
    pub const fn take_row(&mut self, of: &Pyramid) {
        self.0 = self.0 & !DEALT[0] | of.0 & DEALT[0];
    }

    /// The packed word; equal exactly for equal pyramids.
    #[inline]
    pub const fn key(self) -> u64 {
        self.0
    }

    /// The cards of a line in order (Z6).
    #[inline]
    pub fn line(&self, line: Line) -> [Card; 4] {
        line.places().map(|place| self.card(place))
    }

    /// The order that sorts the numbers of a line ascending, equal ones unchanged; a Six comes
    /// last.
    #[inline(always)]
    pub fn ascending(&self, line: Line) -> Order {
        // A card's number is its upper three bits.
        let digit = |i: usize| (self.0 >> (shift_of(line.places()[i]) + 2) & 7) as usize;
        Order(ASCENDING[digit(0) | digit(1) << 3 | digit(2) << 6 | digit(3) << 9])
    }

    /// The same cards with two places swapped (Z7).
    #[inline]
    #[must_use]
    pub const fn transposed(self, (a, b): (Place, Place)) -> Pyramid {
        let (a, b) = (shift_of(a), shift_of(b));
        let differ = (self.0 >> a ^ self.0 >> b) & CARD;
        Pyramid(self.0 ^ (differ << a | differ << b))
    }

    /// The same cards with a line in another order.
    #[inline(always)]
    #[must_use]
    pub fn resorted(self, line: Line, order: Order) -> Pyramid {
        // Branch-free, since the order of a line is hard to predict.
        let from = LINE_SHIFTS[line as usize][order.index() & 31];
        let (mut lines, mut cards) = (0, 0);
        for (place, byte) in line.places().into_iter().zip([0, 8, 16, 24]) {
            let to = shift_of(place);
            lines |= CARD << to;
            cards |= (self.0 >> (from >> byte & 63) & CARD) << to;
        }
        Pyramid(self.0 & !lines | cards)
    }

    /// `one` if `first`, else `other`, without a branch.
    #[inline]
    #[must_use]
    pub(in crate::games::zinbiddle) fn either(
        first: bool,
        one: Pyramid,
        other: Pyramid,
    ) -> Pyramid {
        Pyramid(select_unpredictable(first, one.0, other.0))
    }
}

impl fmt::Debug for Pyramid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KINDS, NEIGHBOURS};
    use super::*;

    #[test]
    fn lines_are_put_in_order() {
        let mut pyramid = Pyramid::EMPTY;
        for line in Line::ALL {
            for kinds in 0..KINDS.pow(4) {
                let cards = [1, 21, 441, 9261].map(|power| Card::of_kind(kinds / power % KINDS));
                for (place, card) in line.places().into_iter().zip(cards) {
                    pyramid.put(place, card);
                }
                let order = pyramid.ascending(line);
                let mut sorted = cards;
                sorted.sort_by_key(|card| card.number());
                assert_eq!(order.apply(pyramid.line(line)), sorted);
            }
        }
    }

    #[test]
    fn a_pyramid_is_nine_cards_that_move() {
        let cards: [Card; 9] = std::array::from_fn(|i| Card::of_kind(2 * i + 4));
        let pyramid = Pyramid::new(cards);
        assert_eq!(pyramid.cards(), cards);
        for (a, b) in NEIGHBOURS {
            let mut swapped = cards;
            swapped.swap(a.index(), b.index());
            assert_eq!(pyramid.transposed((a, b)).cards(), swapped);
        }
        for line in Line::ALL {
            for order in (0..Order::WAYS).map(Order::from_index) {
                let mut sorted = cards;
                for (new, old) in order.old().into_iter().enumerate() {
                    let places = line.places().map(Place::index);
                    sorted[places[new]] = cards[places[usize::from(old)]];
                }
                assert_eq!(pyramid.resorted(line, order).cards(), sorted);
            }
        }
    }

    #[test]
    fn misfires_are_found_at_once() {
        for kinds in
            [[0, 4, 20, 3, 7, 8, 2, 16, 1], [4; 9], [20; 9], [0; 9], [1, 9, 9, 9, 9, 9, 9, 9, 9]]
        {
            let cards = kinds.map(Card::of_kind);
            for level in 0..LEVELS {
                let among = || Place::ALL.into_iter().filter(|place| place.level() <= level);
                let misfires = || among().filter(|place| cards[place.index()].is_misfire());
                let highest = misfires().next_back().unwrap_or_default();
                let pyramid = Pyramid::new(cards);
                assert_eq!(pyramid.misfires(level), misfires().count() as u32);
                assert_eq!(pyramid.highest_misfire(level), highest);
                let bits = misfires().fold(0, |bits, place| bits | 1 << place.index());
                let dealt = (1 << Place::up_to(level)) - 1;
                assert_eq!(Lanes::of(dealt), Lanes::dealt(level + 1));
                assert_eq!(pyramid.misfires_among(Lanes::of(bits)), pyramid.misfires(level));
            }
        }
    }

    #[test]
    fn the_numbers_of_flanks_are_found_at_once() {
        let cards: [Card; 9] = std::array::from_fn(|i| Card::of_kind(2 * i + 4));
        let pyramid = Pyramid::new(cards);
        for line in [Line::Port, Line::Starboard] {
            let [c, g, s, t] = pyramid.line(line).map(|card| card.number() as usize);
            assert_eq!(pyramid.flank_code(line), ((c << 3 | g) << 3 | t) << 3 | s);
        }
        for places in 0..1 << PLACES {
            let seen = pyramid.only(Lanes::of(places));
            for place in Place::ALL {
                let is_among = places >> place.index() & 1 == 1;
                let card = if is_among { pyramid.card(place) } else { Card::of_kind(0) };
                assert_eq!(seen.card(place), card);
            }
            assert_eq!(pyramid.misfires_among(Lanes::of(places)), 0);
        }
    }
}
