//! Cards that can be named: of a written round, or of every way that a round can go.

use super::{Pile, Shoe};

/// Cards to take from, by kind.
pub trait Deck {
    /// Takes out a card of a kind, if there is one.
    fn take_kind(&mut self, kind: usize) -> bool;

    /// Cards left, by kind.
    fn left_by_kind(&self) -> Vec<u32>;
}

impl Deck for Pile {
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
    fn take_kind(&mut self, kind: usize) -> bool {
        self.take(kind)
    }

    fn left_by_kind(&self) -> Vec<u32> {
        self.composition().counts().map(u32::from).to_vec()
    }
}
