//! Words: nine cards in five bits each, as packed for the search.

use crate::games::zinbiddle::hand::{PLACES, Place, Pyramid};

pub(super) const BITS: usize = 5;
pub(super) const LANE: u64 = 31;
/// An empty place. Junk is 0, a misfire.
pub(super) const EMPTY: u64 = 31;
pub(super) const ALL_EMPTY: u64 = (1 << (BITS * PLACES)) - 1;
/// The lowest bit of each lane.
pub(super) const LANES: u64 = ALL_EMPTY / LANE;
/// The bits of the numbers within the lanes, once the suits are shifted out.
const NUMBERS: u64 = LANES * 7;

/// All bits of the lanes of each set of places.
static MASKS: [u64; 1 << PLACES] = {
    let mut masks = [0; 1 << PLACES];
    let mut places = 0;
    while places < masks.len() {
        let mut place = 0;
        while place < PLACES {
            masks[places] |= (LANE * (places as u64 >> place & 1)) << (BITS * place);
            place += 1;
        }
        places += 1;
    }
    masks
};

/// All bits of the lanes of a set of places.
#[inline(always)]
pub(super) fn mask(places: u16) -> u64 {
    MASKS[usize::from(places) % MASKS.len()]
}

/// The word of a pyramid's cards up to a level; all misfires are junk.
pub(super) fn word(level: usize, pyramid: &Pyramid) -> u64 {
    let card = |place: usize| match pyramid.card(Place::from_index(place)) {
        _ if place >= Place::up_to(level) => EMPTY,
        card if card.is_misfire() => 0,
        card => card.kind() as u64,
    };
    (0..PLACES).fold(0, |word, place| word | card(place) << (BITS * place))
}

/// The numbers of the cards, in the lowest bits of the lanes: 5 for a Six, 7 for an empty place.
#[inline(always)]
pub(super) const fn numbers(word: u64) -> u64 {
    word >> 2 & NUMBERS
}

#[inline(always)]
pub(super) const fn put(word: u64, place: usize, card: u64) -> u64 {
    word & !(LANE << (BITS * place)) | card << (BITS * place)
}

/// The word after a move.
#[inline]
pub(super) fn moved(word: u64, from: &[usize; PLACES]) -> u64 {
    let mut out = 0;
    for (to, &from) in from.iter().enumerate() {
        out |= (word >> (BITS * from) & LANE) << (BITS * to);
    }
    out
}

/// The lowest bit of each lane whose number is not zero.
#[inline(always)]
pub(super) const fn filled(numbers: u64) -> u64 {
    (numbers | numbers >> 1 | numbers >> 2) & LANES
}

/// The lowest bit of each lane that holds a Six or is empty, from its numbers.
#[inline(always)]
pub(super) const fn free(numbers: u64) -> u64 {
    numbers >> 2 & numbers & LANES
}

/// The lowest bit of each empty lane, from its numbers.
#[inline(always)]
pub(super) const fn empty(numbers: u64) -> u64 {
    numbers >> 2 & numbers >> 1 & numbers & LANES
}

/// The places of some lanes, as bits.
#[inline(always)]
pub(super) const fn places_of(lanes: u64) -> u16 {
    // The i-th of up to five lanes moves from bit 5i to bit 16 + i, and no two products collide
    // there.
    const GATHER: u64 = 0x1_1111;
    const FIVE: u64 = LANES & ((1 << (5 * BITS)) - 1);
    let low = (lanes & FIVE).wrapping_mul(GATHER) >> 16 & 31;
    let high = (lanes >> (5 * BITS)).wrapping_mul(GATHER) >> 16 & 15;
    (low | high << 5) as u16
}

/// The number of lowest lane bits that are set.
#[inline(always)]
pub(super) const fn count(lanes: u64) -> u32 {
    (lanes.wrapping_mul(LANES) >> (BITS * (PLACES - 1)) & LANE) as u32
}

/// By suit: the lowest bit of each lane with a card of that suit.
#[inline(always)]
pub(super) const fn suits(word: u64) -> [u64; 4] {
    let numbers = numbers(word);
    let suited = filled(numbers) & !free(numbers);
    let (low, high) = (word, word >> 1);
    [suited & !low & !high, suited & low & !high, suited & high & !low, suited & low & high]
}

/// Renames the suits in order of first appearance.
#[inline]
pub(super) fn named(word: u64) -> u64 {
    let suits = suits(word);
    let first = suits.map(u64::trailing_zeros);
    let mut out = word & !(3 * (suits[0] | suits[1] | suits[2] | suits[3]));
    for (i, lanes) in suits.into_iter().enumerate() {
        // Missing suits come last, with no order among them.
        let name = first.iter().map(|&other| u64::from(other < first[i])).sum::<u64>();
        out |= lanes * name;
    }
    out
}

/// The images of a word that have the same value: reflected; with T2 and T3 swapped; with gunners
/// and shields swapped, and twos and threes with them. Each is one bit of an image's number.
pub(super) const MIRRORED: usize = 1;
pub(super) const MIDDLE_SWAPPED: usize = 2;
pub(super) const TWINS_SWAPPED: usize = 4;
pub(super) const IMAGES: usize = 8;

/// All bits of the lane of a place.
const fn lane(place: usize) -> u64 {
    LANE << (BITS * place)
}

const fn mirrored(word: u64) -> u64 {
    const ONE_UP: u64 = lane(1) | lane(4) | lane(6);
    const THREE: usize = 3 * BITS;
    (word & ONE_UP) << BITS
        | word >> BITS & ONE_UP
        | (word & lane(0)) << THREE
        | word >> THREE & lane(0)
        | word & lane(8)
}

const fn middle_swapped(word: u64) -> u64 {
    let differ = (word ^ word >> BITS) & lane(1);
    word ^ (differ | differ << BITS)
}

const fn twins_swapped(word: u64) -> u64 {
    const SHIELDS: u64 = lane(4) | lane(5);
    let differ = (word ^ word >> (2 * BITS)) & SHIELDS;
    let word = word ^ (differ | differ << (2 * BITS));
    // Twos are kinds 8 to 11, threes 12 to 15.
    word ^ (word >> 3 & !(word >> 4) & LANES) << 2
}

/// The image of a word with a given number.
#[inline(always)]
pub(super) const fn image(word: u64, number: usize) -> u64 {
    let mut word = word;
    if number & TWINS_SWAPPED != 0 {
        word = twins_swapped(word);
    }
    if number & MIDDLE_SWAPPED != 0 {
        word = middle_swapped(word);
    }
    if number & MIRRORED != 0 {
        word = mirrored(word);
    }
    word
}

/// The place that a place has in an image.
#[inline(always)]
pub(super) const fn image_of_place(place: usize, number: usize) -> usize {
    const PLACES_IN: [[u8; PLACES]; IMAGES] = {
        let mut places = [[0; PLACES]; IMAGES];
        let mut number = 0;
        while number < IMAGES {
            let mut place = 0;
            while place < PLACES {
                // A misfire, which is its own twin.
                let seen = image(3 << (BITS * place), number);
                places[number][place] = (seen.trailing_zeros() as usize / BITS) as u8;
                place += 1;
            }
            number += 1;
        }
        places
    };
    PLACES_IN[number % IMAGES][place] as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zinbiddle::hand::KINDS;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Random words of any cards, junk, Sixes and empty places.
    fn words() -> impl Iterator<Item = [u64; PLACES]> {
        let mut generator = Pcg64Mcg::seed_from_u64(3);
        let mut card = move || match generator.random_range(0..24) {
            kind @ 4..21 => kind,
            21..24 => EMPTY,
            _ => 0,
        };
        (0..5000).map(move |_| std::array::from_fn(|_| card()))
    }

    fn packed(cards: [u64; PLACES]) -> u64 {
        cards.iter().rev().fold(0, |word, card| word << BITS | card)
    }

    #[test]
    fn lanes_are_places() {
        for places in 0..1 << PLACES {
            let lanes = mask(places) & LANES;
            assert_eq!((places_of(lanes), count(lanes)), (places, places.count_ones()));
        }
        for cards in words() {
            let (word, mut empties, mut frees) = (packed(cards), 0, 0);
            for (place, card) in cards.into_iter().enumerate() {
                empties |= u16::from(card == EMPTY) << place;
                frees |= u16::from(card == EMPTY || card == KINDS as u64 - 1) << place;
                assert_eq!(numbers(word) >> (BITS * place) & LANE, card >> 2);
            }
            assert_eq!(places_of(empty(numbers(word))), empties);
            assert_eq!(places_of(free(numbers(word))), frees);
        }
    }

    #[test]
    fn suits_are_named_as_they_come() {
        for cards in words() {
            let (mut names, mut next) = ([4; 4], 0);
            let plain = cards.map(|card| {
                if !(4..20).contains(&card) {
                    return card;
                }
                let name = &mut names[card as usize & 3];
                if *name == 4 {
                    (*name, next) = (next, next + 1);
                }
                card & !3 | *name
            });
            assert_eq!(named(packed(cards)), packed(plain));
            for (suit, lanes) in suits(packed(cards)).into_iter().enumerate() {
                let is = |place: &usize| {
                    (4..20).contains(&cards[*place]) && cards[*place] & 3 == suit as u64
                };
                let places = (0..PLACES).filter(is).fold(0, |set, place| set | 1 << place);
                assert_eq!(places_of(lanes), places);
            }
        }
    }

    #[test]
    fn images_are_those_of_the_pyramid() {
        const MIRROR: [usize; PLACES] = [3, 2, 1, 0, 5, 4, 7, 6, 8];
        const MIDDLE: [usize; PLACES] = [0, 2, 1, 3, 4, 5, 6, 7, 8];
        const TWINS: [usize; PLACES] = [0, 1, 2, 3, 6, 7, 4, 5, 8];
        for cards in words() {
            for number in 0..IMAGES {
                let mut seen = cards;
                let mut from: [usize; PLACES] = std::array::from_fn(|place| place);
                let turns = [(TWINS_SWAPPED, TWINS), (MIDDLE_SWAPPED, MIDDLE), (MIRRORED, MIRROR)];
                for (bit, turn) in turns.into_iter().filter(|(bit, _)| number & bit != 0) {
                    seen = turn.map(|place| match seen[place] {
                        two @ 8..12 if bit == TWINS_SWAPPED => two + 4,
                        three @ 12..16 if bit == TWINS_SWAPPED => three - 4,
                        card => card,
                    });
                    from = turn.map(|place| from[place]);
                }
                assert_eq!(image(packed(cards), number), packed(seen), "{number}");
                for (to, from) in from.into_iter().enumerate() {
                    assert_eq!(image_of_place(from, number), to);
                }
            }
        }
    }
}
