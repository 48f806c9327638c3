//! Chance, asked for by purpose: from keyed streams, from a written round, or every way it can go.

use super::script::Script;
use crate::cards::Pile;
use crate::cards::random::{Keys, Purpose, Stream};
use crate::cards::tree::Walk;

/// Where the luck of a round comes from.
#[derive(Debug)]
pub(super) enum Luck<'a> {
    /// One stream for each purpose.
    Streams(&'a mut Streams),
    /// A written round.
    Script(&'a mut Script),
    /// One of all ways that a round can go.
    Tree(&'a mut Walk),
}

impl Luck<'_> {
    /// A card out of a shoe that holds one: its kind.
    #[inline]
    pub fn card(&mut self, shoe: usize, pile: &mut Pile, purpose: Purpose) -> u8 {
        match self {
            Luck::Streams(streams) => pile.draw(streams.of(purpose)),
            Luck::Script(script) => script.card(shoe, pile),
            Luck::Tree(walk) => {
                let mut counts = [0; super::MOST_KINDS];
                pile.count(&mut counts);
                let kind = walk.draw(&counts.map(u32::from)) as u8;
                pile.take(kind);
                kind
            }
        }
    }

    /// A number below `bound`, each as likely.
    #[inline]
    pub fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        match self {
            Luck::Streams(streams) => streams.of(purpose).below(bound),
            Luck::Script(script) => script.number(bound),
            Luck::Tree(walk) => walk.below(bound),
        }
    }
}

/// The chance that a strategy may play by.
#[derive(Debug)]
pub struct Chance<'l, 'a> {
    pub(super) luck: &'l mut Luck<'a>,
    pub(super) seat: usize,
}

impl Chance<'_, '_> {
    /// A number below `bound` (1..=32768), each as likely.
    pub fn below(&mut self, bound: u32) -> u32 {
        // What a strategy made of chance in a written round is written there.
        match matches!(self.luck, Luck::Script(_)) {
            true => 0,
            false => self.luck.below(Purpose::Choices(self.seat), bound),
        }
    }
}

/// The streams of a round, each begun when it is first asked for.
#[derive(Debug)]
pub(super) struct Streams {
    keys: Keys,
    /// By purpose: the number of the round that a stream was begun in, and the stream.
    slots: Vec<(u64, Stream)>,
    round: u64,
}

impl Streams {
    pub fn new(keys: Keys) -> Streams {
        Streams { keys, slots: Vec::new(), round: 1 }
    }

    /// Begins another round.
    pub fn begin(&mut self, keys: Keys) {
        (self.keys, self.round) = (keys, self.round + 1);
    }

    #[inline]
    fn of(&mut self, purpose: Purpose) -> &mut Stream {
        let slot = purpose.slot();
        if slot >= self.slots.len() {
            let unused = (0, self.keys.stream(purpose));
            self.slots.resize(slot + 1, unused);
        }
        let (round, stream) = &mut self.slots[slot];
        if *round != self.round {
            (*round, *stream) = (self.round, self.keys.stream(purpose));
        }
        stream
    }
}
