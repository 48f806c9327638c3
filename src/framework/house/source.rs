//! The sources of luck for the rounds of a house.

use crate::cards::random::{Purpose, Stream};
use crate::cards::tree::Walk;
use crate::cards::{Deck, Pile};
use crate::framework::luck::{Luck, Streams, Whom};
use crate::framework::scribe::Scribe;
use crate::framework::script::Script;
use crate::framework::worlds::{GivenLuck, World};
use std::cell::RefCell;
use std::fmt;

/// The source of a round's chance.
#[derive(Debug)]
pub(super) enum Source<'a> {
    /// One stream for each purpose.
    Streams(&'a mut Streams),
    /// Streams, with a scribe that writes the round down.
    Recorded(&'a mut Streams, &'a Scribe),
    /// A written round, and the number of each card's name in it, by shoe and kind.
    Script(&'a RefCell<Script>, &'a [Vec<usize>]),
    /// One course of a round in an enumeration.
    Tree(&'a mut Walk),
    /// A world that is consistent with a written round, the streams that continue it, and the
    /// number of each card's name in the written round, by shoe and kind.
    World(&'a World, &'a mut Streams, &'a [Vec<usize>]),
}

impl Source<'_> {
    /// Draws a card from a shoe that is not empty and returns its kind.
    #[inline(always)]
    pub fn card(&mut self, purpose: Purpose, shoe: usize, pile: &mut Pile) -> usize {
        match self {
            Source::Streams(streams) => streams.card(purpose, Whom::Table, pile),
            source => source.unshuffled(purpose, shoe, pile),
        }
    }

    /// [`Source::card`] for sources other than plain streams.
    #[cold]
    fn unshuffled(&mut self, purpose: Purpose, shoe: usize, pile: &mut Pile) -> usize {
        let whom = Whom::from(purpose);
        match self {
            Source::Streams(streams) => streams.card(purpose, whom, pile),
            Source::Recorded(streams, scribe) => {
                let kind = streams.card(purpose, whom, pile);
                scribe.card(shoe, kind);
                kind
            }
            Source::Tree(walk) => Luck::card(walk, purpose, whom, pile),
            Source::Script(script, numbers) => {
                let numbers = &numbers[shoe];
                let number = script.card(purpose, whom, &mut Numbered { shoe, pile, numbers });
                numbers.iter().position(|&known| known == number).unwrap_or(0)
            }
            Source::World(world, _, numbers) if world.is_written() => {
                let numbers = &numbers[shoe];
                let number = world.card(whom, &mut Numbered { shoe, pile, numbers }, None);
                numbers.iter().position(|&known| known == number).unwrap_or(0)
            }
            Source::World(_, streams, _) => streams.card(purpose, whom, pile),
        }
    }

    /// Draws a number uniformly from `0..bound`.
    #[inline]
    pub fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        match self {
            Source::Streams(streams) => streams.below(purpose, bound),
            Source::Recorded(streams, scribe) => {
                let number = streams.below(purpose, bound);
                scribe.number(purpose, number);
                number
            }
            Source::Tree(walk) => Luck::below(walk, purpose, bound),
            Source::Script(script, _) => script.below(purpose, bound),
            Source::World(world, streams, _) => {
                GivenLuck::World(world, &mut **streams).below(purpose, bound)
            }
        }
    }

    /// The luck of a strategy that plays by chance. A written round holds its decision instead.
    pub fn choice(&mut self, seat: usize, draw: Draw) -> u32 {
        let purpose = Purpose::Choices(seat);
        match (self, draw) {
            (Source::Script(..), _) => 0,
            (Source::Tree(walk), Draw::Happens { times, of }) => {
                walk.draw(&[of - times, times]) as u32
            }
            (source, Draw::Below(bound)) => source.below(purpose, bound),
            (source, Draw::Happens { times, of }) => u32::from(source.below(purpose, of) < times),
        }
    }
}

/// A shoe whose cards are identified by their numbers in a written round, not by their kinds.
pub(super) struct Numbered<'p> {
    pub shoe: usize,
    pub pile: &'p mut Pile,
    pub numbers: &'p [usize],
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

    fn number(&self) -> usize {
        self.shoe
    }
}

/// The source of randomness for a strategy that mixes its actions.
pub struct Chance<'c> {
    draw: &'c mut dyn FnMut(Draw) -> u32,
}

/// A question to chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A number below this bound (1..=32768), all equally likely.
    Below(u32),
    /// 1 with probability `times` / `of` (`of` 1..=32768), else 0.
    Happens {
        /// The number of draws that come to 1.
        times: u32,
        /// The number of all draws.
        of: u32,
    },
}

impl<'c> Chance<'c> {
    /// Chance whose questions are answered by `draw`: from a generator, as a script says or, in a
    /// solver, branch by branch.
    pub fn new(draw: &'c mut dyn FnMut(Draw) -> u32) -> Chance<'c> {
        Chance { draw }
    }

    /// A number below `bound` (1..=32768), all equally likely.
    ///
    /// # Panics
    /// If the bound is out of range.
    pub fn below(&mut self, bound: u32) -> u32 {
        let most = Stream::MAX_BOUND;
        assert!((1..=most).contains(&bound), "a number below {bound}: bounds are 1..={most}");
        (self.draw)(Draw::Below(bound))
    }

    /// True with probability `times` / `of` (1..=32768): the same luck as `below(of) < times`, but
    /// only two branches where `exact` and `best` enumerate rounds.
    ///
    /// # Panics
    /// If `of` is out of range, or `times` is more than `of`.
    pub fn happens(&mut self, times: u32, of: u32) -> bool {
        let most = Stream::MAX_BOUND;
        assert!((1..=most).contains(&of) && times <= of, "{times} of {of} times: of 1..={most}");
        (self.draw)(Draw::Happens { times, of }) == 1
    }
}

impl fmt::Debug for Chance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chance")
    }
}
