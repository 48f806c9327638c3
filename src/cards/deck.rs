//! Cards that can be named: of a written round, or of every way that a round can go.

use super::random::Stream;
use super::{Pile, Shoe};

/// Cards to take from, by kind.
pub trait Deck {
    /// Draws one card at random: its kind. There must be a card left.
    fn draw(&mut self, stream: &mut Stream) -> usize;

    /// Draws some cards one after the other. There must be as many left.
    #[inline(always)]
    fn draw_each<const N: usize>(&mut self, stream: &mut Stream) -> [usize; N] {
        std::array::from_fn(|_| self.draw(stream))
    }

    /// Takes out a card of a kind, if there is one.
    fn take_kind(&mut self, kind: usize) -> bool;

    /// Cards left, by kind.
    fn left_by_kind(&self) -> Vec<u32>;

    /// Which of several at a table it is.
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
