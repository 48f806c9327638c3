//! Decks to draw from at random or by kind: a written round takes the cards that it names, an
//! enumeration takes each kind in turn.

use super::random::Stream;
use super::{Pile, Shoe};

/// A deck whose cards are drawn at random or taken by kind.
pub trait Deck {
    /// Draws one card at random and returns its kind. The deck must not be empty.
    fn draw(&mut self, stream: &mut Stream) -> usize;

    /// Draws `N` cards, one after the other. At least `N` must be left.
    #[inline(always)]
    fn draw_each<const N: usize>(&mut self, stream: &mut Stream) -> [usize; N] {
        std::array::from_fn(|_| self.draw(stream))
    }

    /// Takes out one card of a kind; false if there is none.
    fn take_kind(&mut self, kind: usize) -> bool;

    /// Cards left, by kind.
    fn left_by_kind(&self) -> Vec<u32>;

    /// The deck's number among those of its table, from 0.
    fn number(&self) -> usize {
        0
    }
}

impl Deck for Pile {
    #[inline]
    fn draw(&mut self, stream: &mut Stream) -> usize {
        Pile::draw(self, stream).into()
    }

    #[inline(always)]
    fn draw_each<const N: usize>(&mut self, stream: &mut Stream) -> [usize; N] {
        Pile::draw_each(self, stream).map(usize::from)
    }

    fn take_kind(&mut self, kind: usize) -> bool {
        u8::try_from(kind).is_ok_and(|kind| self.take(kind))
    }

    fn left_by_kind(&self) -> Vec<u32> {
        let mut counts = [0; 256];
        self.count(&mut counts);
        counts.map(u32::from).to_vec()
    }

    fn number(&self) -> usize {
        Pile::number(self)
    }
}

impl Deck for Shoe {
    #[inline]
    fn draw(&mut self, stream: &mut Stream) -> usize {
        Shoe::draw(self, stream)
    }

    fn take_kind(&mut self, kind: usize) -> bool {
        self.take(kind)
    }

    fn left_by_kind(&self) -> Vec<u32> {
        self.composition().counts().map(u32::from).to_vec()
    }
}
