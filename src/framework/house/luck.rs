//! Where a round's chance comes from: keyed streams, a written round, or every way that it can go.

use crate::cards::random::{Keys, Purpose, Stream};
use crate::cards::tree::Walk;
use crate::cards::{Deck, Pile};
use crate::framework::script::Script;
use std::cell::RefCell;
use std::fmt;

/// The source of a round's chance; `A` are the actions of the game.
#[derive(Debug)]
pub(super) enum Source<'a, A> {
    /// One stream for each purpose.
    Streams(&'a mut Streams),
    /// A written round, and by shoe the number of each of its cards in it.
    Script(&'a RefCell<Script<A>>, &'a [Vec<usize>]),
    /// One of all ways that a round can go.
    Tree(&'a mut Walk),
}

impl<A> Source<'_, A> {
    /// A card out of a shoe that holds one: its kind.
    #[inline]
    pub fn card(&mut self, purpose: Purpose, shoe: usize, pile: &mut Pile) -> usize {
        match self {
            Source::Streams(streams) => pile.draw(streams.of(purpose)).into(),
            source => source.unshuffled(purpose, shoe, pile),
        }
    }

    /// The same where cards are written or tried.
    #[cold]
    fn unshuffled(&mut self, purpose: Purpose, shoe: usize, pile: &mut Pile) -> usize {
        match self {
            Source::Streams(streams) => pile.draw(streams.of(purpose)).into(),
            Source::Tree(walk) => walk.card(pile),
            Source::Script(script, numbers) => {
                let numbers = &numbers[shoe];
                let shoe = &mut Numbered { pile, numbers };
                let number = script.borrow_mut().card(&whose(purpose), shoe);
                numbers.iter().position(|&known| known == number).unwrap_or(0)
            }
        }
    }

    /// A number below `bound`, each as likely.
    #[inline]
    pub fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        match self {
            Source::Streams(streams) => streams.of(purpose).below(bound),
            Source::Tree(walk) => walk.below(bound),
            Source::Script(script, _) => script.borrow_mut().number(bound),
        }
    }

    /// The same for a strategy that plays by chance: what it made of that is written in a written
    /// round.
    pub fn choice(&mut self, seat: usize, bound: u32) -> u32 {
        match self {
            Source::Script(..) => 0,
            source => source.below(Purpose::Choices(seat), bound),
        }
    }
}

/// A shoe whose kinds are known by their numbers in a written round.
struct Numbered<'p> {
    pile: &'p mut Pile,
    numbers: &'p [usize],
}

impl Deck for Numbered<'_> {
    fn draw(&mut self, stream: &mut Stream) -> usize {
        self.numbers[usize::from(self.pile.draw(stream))]
    }

    fn take_kind(&mut self, number: usize) -> bool {
        let kind = self.numbers.iter().position(|&known| known == number);
        kind.is_some_and(|kind| self.pile.take_kind(kind))
    }

    fn left_by_kind(&self) -> Vec<u32> {
        let mut left = vec![0; self.numbers.iter().max().map_or(0, |most| most + 1)];
        for (count, &number) in self.pile.left_by_kind().iter().zip(self.numbers) {
            left[number] = *count;
        }
        left
    }
}

/// Whom a turn of luck is for, in messages.
fn whose(purpose: Purpose) -> String {
    match purpose {
        Purpose::Deal => "the deal".to_owned(),
        Purpose::Dealer => "of the dealer".to_owned(),
        Purpose::Blind => "drawn blind".to_owned(),
        Purpose::Vote => "of the vote".to_owned(),
        Purpose::Draws(seat)
        | Purpose::Dice(seat)
        | Purpose::Choices(seat)
        | Purpose::Call(seat)
        | Purpose::Misses(seat) => format!("of seat {}", seat + 1),
    }
}

/// The chance that a strategy may play by.
pub struct Chance<'c> {
    pub(super) draw: &'c mut dyn FnMut(u32) -> u32,
}

impl Chance<'_> {
    /// A number below `bound` (1..=32768), each as likely.
    pub fn below(&mut self, bound: u32) -> u32 {
        (self.draw)(bound)
    }
}

impl fmt::Debug for Chance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chance")
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
            self.add_slots(slot, purpose);
        }
        let (round, stream) = &mut self.slots[slot];
        if *round != self.round {
            (*round, *stream) = (self.round, self.keys.stream(purpose));
        }
        stream
    }

    #[cold]
    fn add_slots(&mut self, slot: usize, purpose: Purpose) {
        let unused = (0, self.keys.stream(purpose));
        self.slots.resize(slot + 1, unused);
    }
}
