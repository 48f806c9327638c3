//! A draw pile of at most six kinds of card, shuffled as it is drawn.

use super::Composition;
use super::random::Stream;

/// The draw pile: the number of cards of kind 0, of kinds 0..=1, …, of kinds 0..=4, as running sums
/// in lanes of twelve bits, and the total number of cards.
///
/// ```text
/// bit  59..48  47..36  35..24  23..12  11..0       (the top bit of each lane stays 0)
///      0..=4   0..=3   0..=2   0..=1   0
/// ```
///
/// Drawing the `j`-th card in order of kind compares `j` with all the sums at once; the sums above
/// `j` are the ones to lower by one: no branch, no array. A uniform `j` draws a card from a
/// shuffled pile. Because the cards stay in order of kind, the same `j` mostly draws the same card
/// from two piles that differ by one card, as common random numbers require.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shoe {
    sums: u64,
    cards: u32,
}

const LANE: u32 = 12;
const ONES: u64 = 1 | 1 << LANE | 1 << (2 * LANE) | 1 << (3 * LANE) | 1 << (4 * LANE);
const TOPS: u64 = ONES << (LANE - 1);

impl Shoe {
    /// The most cards in a shoe.
    pub const MAX_CARDS: u32 = (1 << (LANE - 1)) - 1;

    /// A pile of the given cards.
    ///
    /// # Panics
    /// If they are more than [`Shoe::MAX_CARDS`].
    pub fn new(cards: Composition) -> Shoe {
        assert!(cards.cards() <= Shoe::MAX_CARDS, "a shoe of {} cards", cards.cards());
        let mut sums = 0;
        let mut sum = 0;
        for kind in 0..5 {
            sum += u64::from(cards.count(kind));
            sums |= sum << (LANE * kind as u32);
        }
        Shoe { sums, cards: cards.cards() }
    }

    /// Cards left.
    #[inline]
    pub const fn cards(self) -> u32 {
        self.cards
    }

    /// The cards left, by kind.
    pub fn composition(self) -> Composition {
        let sum = |kind: usize| match kind {
            5 => self.cards as u16,
            _ => (self.sums >> (LANE * kind as u32) & (1 << LANE) as u64 - 1) as u16,
        };
        let counts = std::array::from_fn(|k| if k == 0 { sum(0) } else { sum(k) - sum(k - 1) });
        Composition::new(counts).unwrap_or_default()
    }

    /// Draws one card at random and returns its kind, 0..=5. The shoe must not be empty.
    #[inline]
    pub fn draw(&mut self, stream: &mut Stream) -> usize {
        let j = stream.below(self.cards);
        self.remove(j)
    }

    /// Takes out the `j`-th card in order of kind and returns its kind.
    #[inline]
    fn remove(&mut self, j: u32) -> usize {
        // A lane keeps its top bit if and only if its sum is above j.
        let above = ((self.sums | TOPS) - u64::from(j + 1) * ONES & TOPS) >> (LANE - 1);
        self.sums -= above;
        self.cards -= 1;
        // The multiplication adds the five lanes up in the highest one.
        5 - (above.wrapping_mul(ONES) >> (4 * LANE) & 7) as usize
    }

    /// Takes out one card of a given kind; false if there is none.
    pub fn take(&mut self, kind: usize) -> bool {
        let composition = self.composition();
        if composition.count(kind) == 0 {
            return false;
        }
        *self = Shoe::new(composition.without(kind));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::odds::{FULL, pairs_have_the_right_odds};
    use super::super::random::{Purpose, Seed};
    use super::*;

    #[test]
    fn removing_follows_the_order_of_kinds_and_empties_the_shoe() {
        for counts in [[6; 6], [0, 1, 0, 2, 0, 0], [250; 6], [0, 0, 0, 0, 0, 3], [1, 0, 0, 0, 0, 0]]
        {
            let full = Composition::new(counts).unwrap();
            for j in 0..full.cards() {
                let mut shoe = Shoe::new(full);
                let kind = shoe.remove(j);
                let mut expected = 0;
                let mut sum = u32::from(full.count(0));
                while sum <= j {
                    expected += 1;
                    sum += u32::from(full.count(expected));
                }
                assert_eq!(kind, expected, "{counts:?} {j}");
                assert_eq!(shoe.composition(), full.without(kind));
                assert_eq!(shoe.cards(), full.cards() - 1);
            }
            let mut stream = Seed::new(1).round(0, 0).stream(Purpose::Deal);
            let (mut shoe, mut left) = (Shoe::new(full), full);
            while shoe.cards() > 0 {
                left = left.without(shoe.draw(&mut stream));
                assert_eq!(shoe.composition(), left);
            }
            assert!(left.is_empty());
        }
    }

    #[test]
    fn a_named_card_can_be_taken_only_while_there_is_one() {
        let mut shoe = Shoe::new(Composition::new([0, 2, 0, 0, 0, 1]).unwrap());
        assert!(shoe.take(1) && shoe.take(1) && !shoe.take(1) && shoe.take(5) && !shoe.take(0));
        assert_eq!(shoe.cards(), 0);
    }

    #[test]
    fn draws_without_replacement_have_the_right_odds() {
        let full = Composition::new(FULL).unwrap();
        pairs_have_the_right_odds(|stream| {
            let mut shoe = Shoe::new(full);
            [shoe.draw(stream), shoe.draw(stream)]
        });
    }
}
