//! Chance asked for by name: a card of this deck for this purpose, a number, a roll.

use super::random::{Purpose, Stream};
use super::tree::Walk;
use super::{Pile, Shoe};

/// Cards to draw from, by kind.
pub trait Deck {
    /// Draws one card at random: its kind. There must be a card left.
    fn draw_kind(&mut self, stream: &mut Stream) -> usize;

    /// Takes out a card of a kind, if there is one.
    fn take_kind(&mut self, kind: usize) -> bool;

    /// Cards left, by kind.
    fn left_by_kind(&self) -> Vec<u32>;
}

impl Deck for Pile {
    #[inline]
    fn draw_kind(&mut self, stream: &mut Stream) -> usize {
        self.draw(stream).into()
    }

    fn take_kind(&mut self, kind: usize) -> bool {
        u8::try_from(kind).is_ok_and(|kind| self.take(kind))
    }

    fn left_by_kind(&self) -> Vec<u32> {
        let mut counts = [0; 256];
        self.count(&mut counts);
        counts.map(u32::from).to_vec()
    }
}

impl Deck for Shoe {
    #[inline]
    fn draw_kind(&mut self, stream: &mut Stream) -> usize {
        self.draw(stream)
    }

    fn take_kind(&mut self, kind: usize) -> bool {
        self.take(kind)
    }

    fn left_by_kind(&self) -> Vec<u32> {
        self.composition().counts().map(u32::from).to_vec()
    }
}

/// The source of all chance of a round: keyed streams, a written round, or every way it can go.
pub trait Luck {
    /// A card of a deck that holds one: its kind.
    fn card(&mut self, purpose: Purpose, deck: &mut impl Deck) -> usize;

    /// A number below `bound` (1..=32768), each as likely.
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32;

    /// A roll of two dice of so many faces, each 1..=`faces`.
    #[inline]
    fn dice(&mut self, purpose: Purpose, faces: u32) -> [u32; 2] {
        [1 + self.below(purpose, faces), 1 + self.below(purpose, faces)]
    }

    /// The stream by which a seat misses cards of the round; `None` where nobody misses any.
    fn misses(&self, seat: usize) -> Option<Stream> {
        let _ = seat;
        None
    }
}

/// Every way that luck can go, one after the other.
impl Luck for Walk {
    fn card(&mut self, _purpose: Purpose, deck: &mut impl Deck) -> usize {
        let kind = self.draw(&deck.left_by_kind());
        let taken = deck.take_kind(kind);
        debug_assert!(taken);
        kind
    }

    fn below(&mut self, _purpose: Purpose, bound: u32) -> u32 {
        Walk::below(self, bound)
    }
}
