//! A shoe of up to 256 kinds of card that remembers the cards it has dealt.

use super::random::Stream;

/// A shoe: all its cards in one row, those left before those dealt.
///
/// ```text
/// 0 … left                      cards left, in any order
/// left … left + hand            dealt in this hand, the latest first
/// left + hand …                 dealt in earlier hands since the shuffle
/// ```
///
/// Drawing is one step of a Fisher–Yates shuffle, so each card left is equally likely whatever the
/// order of the row. No card is ever lost or duplicated: the row is only permuted. A shuffle
/// restores the order of kinds, so that a session plays the same whatever came before it, and the
/// same random numbers draw mostly the same cards from two shoes that have dealt almost the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    cards: Box<[u8]>,
    ordered: Box<[u8]>,
    left: u32,
    /// Cards left when the hand began.
    began: u32,
    /// The pile's number among those of its table, from 0.
    number: u8,
}

impl Pile {
    /// The most cards in a pile: the largest bound of a [`Stream`].
    pub const MAX_CARDS: u32 = Stream::MAX_BOUND;

    /// A shuffled pile with `counts[kind]` cards of each kind; `None` for more than
    /// [`Pile::MAX_CARDS`] cards or more than 256 kinds.
    pub fn new(counts: &[u16]) -> Option<Pile> {
        let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        if total > Pile::MAX_CARDS || counts.len() > 256 {
            return None;
        }
        let ordered: Box<[u8]> = counts
            .iter()
            .enumerate()
            .flat_map(|(kind, &count)| std::iter::repeat_n(kind as u8, usize::from(count)))
            .collect();
        Some(Pile { cards: ordered.clone(), ordered, left: total, began: total, number: 0 })
    }

    /// The same pile under another number at its table.
    #[must_use]
    pub fn numbered(self, number: usize) -> Pile {
        Pile { number: number as u8, ..self }
    }

    /// The pile's number among those of its table, from 0.
    pub fn number(&self) -> usize {
        self.number.into()
    }

    /// Puts all cards back.
    #[inline]
    pub fn shuffle(&mut self) {
        self.cards.copy_from_slice(&self.ordered);
        self.left = self.cards.len() as u32;
        self.began = self.left;
    }

    /// Begins a hand: the cards dealt so far belong to earlier hands.
    #[inline]
    pub fn begin_hand(&mut self) {
        self.began = self.left;
    }

    /// Cards left.
    #[inline]
    pub fn left(&self) -> u32 {
        self.left
    }

    /// The total number of cards, dealt ones included.
    #[inline]
    pub fn total(&self) -> u32 {
        self.cards.len() as u32
    }

    /// Cards dealt since the shuffle.
    #[inline]
    pub fn dealt(&self) -> u32 {
        self.total() - self.left
    }

    /// The kinds of the cards dealt in this hand, the latest first.
    pub fn hand(&self) -> &[u8] {
        &self.cards[self.left as usize..self.began as usize]
    }

    /// Whether no card of an earlier hand is missing: this hand began with a full shoe, or the
    /// cards of earlier hands were shuffled back in during it.
    pub fn began_full(&self) -> bool {
        self.began == self.total()
    }

    /// Counts the cards left into `counts`, which has one entry per kind.
    pub fn count(&self, counts: &mut [u16]) {
        counts.fill(0);
        self.cards[..self.left as usize].iter().for_each(|&kind| counts[usize::from(kind)] += 1);
    }

    /// Draws one card at random and returns its kind. The pile must not be empty.
    #[inline]
    pub fn draw(&mut self, stream: &mut Stream) -> u8 {
        let j = stream.below(self.left);
        self.remove(j as usize)
    }

    /// Draws `N` cards, one after the other. At least `N` must be left.
    #[allow(clippy::manual_swap, reason = "the card is wanted too")]
    #[inline(always)]
    pub fn draw_each<const N: usize>(&mut self, stream: &mut Stream) -> [u8; N] {
        let numbers: [u32; N] = stream.below_each(self.left);
        let cards = &mut self.cards[..self.left as usize];
        // Lets the compiler drop the bounds checks below.
        assert!(cards.len() >= N);
        self.left -= N as u32;
        std::array::from_fn(|i| {
            let (j, last) = (numbers[i] as usize, cards.len() - 1 - i);
            let card = cards[j];
            cards[j] = cards[last];
            cards[last] = card;
            card
        })
    }

    #[inline]
    fn remove(&mut self, j: usize) -> u8 {
        let last = self.left as usize - 1;
        self.left -= 1;
        let card = self.cards[j];
        self.cards[j] = self.cards[last];
        self.cards[last] = card;
        card
    }

    /// Takes out one card of a given kind; false if none is left.
    pub fn take(&mut self, kind: u8) -> bool {
        let found = self.cards[..self.left as usize].iter().position(|&card| card == kind);
        found.is_some_and(|j| self.remove(j) == kind)
    }

    /// Puts one card of a given kind back; false if none has been dealt.
    pub fn put_back(&mut self, kind: u8) -> bool {
        let left = self.left as usize;
        let found = self.cards[left..].iter().position(|&card| card == kind);
        if let Some(j) = found {
            self.cards.swap(left, left + j);
            self.left += 1;
            self.began = self.began.max(self.left);
        }
        found.is_some()
    }

    /// Refills an empty pile with the cards of earlier hands or, if there are none, with a second
    /// deck, after which the pile counts as freshly shuffled.
    #[cold]
    pub fn fill_up(&mut self) {
        if !self.refill() {
            self.shuffle();
        }
    }

    /// Refills an empty pile with the cards of earlier hands; those of this hand stay out. False if
    /// there are none.
    #[cold]
    pub fn refill(&mut self) -> bool {
        debug_assert!(self.left == 0);
        let hand = self.began;
        self.cards.rotate_left(hand as usize);
        self.left = self.total() - hand;
        // As if the hand had begun with a full pile.
        self.began = self.total();
        self.left > 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::odds::{FULL, pairs_have_the_right_odds};
    use super::super::random::{Purpose, Seed};
    use super::*;

    fn left(pile: &Pile, kinds: usize) -> Vec<u16> {
        let mut counts = vec![0; kinds];
        pile.count(&mut counts);
        counts
    }

    #[test]
    fn cards_are_neither_lost_nor_doubled() {
        let full = [6_u16, 0, 3, 1, 24];
        let mut pile = Pile::new(&full).unwrap();
        let mut stream = Seed::new(1).round(0, 0).stream(Purpose::Deal);
        let (mut earlier, mut hand) = (vec![0; 5], vec![0; 5]);
        for round in 0..400 {
            if round % 7 == 6 {
                pile.shuffle();
                earlier.fill(0);
            } else {
                earlier.iter_mut().zip(&hand).for_each(|(all, new): (&mut u16, &u16)| *all += new);
            }
            hand.fill(0);
            pile.begin_hand();
            for _ in 0..round % 15 {
                if pile.left() == 0 {
                    assert!(pile.refill());
                    assert_eq!(left(&pile, 5), earlier);
                    earlier.fill(0);
                }
                hand[usize::from(pile.draw(&mut stream))] += 1;
                let all: Vec<u16> =
                    (0..5).map(|k| left(&pile, 5)[k] + hand[k] + earlier[k]).collect();
                assert_eq!(all, full);
                assert_eq!(
                    u32::from(hand.iter().sum::<u16>() + earlier.iter().sum::<u16>()),
                    pile.dealt()
                );
            }
        }
    }

    #[test]
    fn a_hand_that_used_every_card_leaves_nothing_to_shuffle() {
        let mut pile = Pile::new(&[1, 1]).unwrap();
        assert!(pile.take(1) && !pile.take(1) && pile.take(0));
        assert!(!pile.refill());
        pile.begin_hand();
        assert!(pile.refill() && pile.left() == 2);
        assert!(!pile.put_back(0) && pile.take(0) && pile.put_back(0) && pile.left() == 2);
    }

    #[test]
    fn after_a_shuffle_nothing_tells_what_came_before() {
        let fresh = Pile::new(&[4; 21]).unwrap();
        let mut used = fresh.clone();
        let mut stream = Seed::new(2).round(0, 0).stream(Purpose::Deal);
        for _ in 0..50 {
            used.draw(&mut stream);
        }
        assert_ne!(fresh, used);
        used.shuffle();
        assert_eq!(fresh, used);
        assert_eq!(Pile::new(&[32_768]).map(|pile| pile.total()), Some(Pile::MAX_CARDS));
        assert_eq!(Pile::new(&[32_768, 1]), None);
    }

    #[test]
    fn draws_without_replacement_have_the_right_odds() {
        let mut pile = Pile::new(&FULL).unwrap();
        pairs_have_the_right_odds(|stream| {
            // Puts all cards back, in whatever order they lie.
            pile.left = pile.total();
            pile.begin_hand();
            [pile.draw(stream), pile.draw(stream)].map(usize::from)
        });
    }
}
