//! The sources of a round's luck: keyed streams, a written round, or an enumeration.

use super::script::Script;
use crate::cards::random::{Keys, Purpose, Stream};
use crate::cards::tree::Walk;
use crate::cards::{Deck, Pile};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt;

/// The recipient of a card or a roll, for the messages of a written round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// A seat, from 0.
    Seat(usize),
    /// The dealer.
    Dealer,
    /// Nobody: it lies on the table.
    Table,
}

impl fmt::Display for Whom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whom::Seat(seat) => write!(f, "for seat {}", seat + 1),
            Whom::Dealer => f.write_str("for the dealer"),
            Whom::Table => f.write_str("for the table"),
        }
    }
}

impl From<Purpose> for Whom {
    fn from(purpose: Purpose) -> Whom {
        match purpose {
            Purpose::Dealer => Whom::Dealer,
            Purpose::Deal | Purpose::Blind | Purpose::Vote => Whom::Table,
            Purpose::Draws(seat)
            | Purpose::Dice(seat)
            | Purpose::Choices(seat)
            | Purpose::Call(seat)
            | Purpose::Misses(seat) => Whom::Seat(seat),
        }
    }
}

/// A choice that chance makes between equally likely options; written rounds hold it under a key of
/// its own.
#[derive(Clone, Copy)]
pub struct Ruling<'r> {
    /// The key.
    pub key: &'static str,
    /// The number of options, at least one.
    pub options: usize,
    /// The option of an index, as it is written.
    pub shown: &'r dyn Fn(usize) -> String,
    /// The reason that there is a choice, with `{}` for the options: `the vote is tied between {}`.
    pub tie: &'static str,
}

impl fmt::Debug for Ruling<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = (0..self.options).map(self.shown).collect();
        f.debug_struct("Ruling")
            .field("key", &self.key)
            .field("options", &shown)
            .finish_non_exhaustive()
    }
}

/// The source of a round's luck.
pub trait Luck {
    /// Draws a card from a deck that is not empty and returns its kind.
    fn card<D: Deck>(&mut self, purpose: Purpose, whom: Whom, deck: &mut D) -> usize;

    /// Draws a card as [`Luck::card`] does, but never the card of kind `returned` that was just put
    /// back (nobody knows where it lies), unless no other is left.
    fn card_past(
        &mut self,
        purpose: Purpose,
        whom: Whom,
        deck: &mut Pile,
        returned: usize,
    ) -> usize {
        let kind = self.card(purpose, whom, deck);
        if kind != returned {
            return kind;
        }
        let left = deck.left_by_kind();
        // Any copy may be the one that was returned.
        let copies = left[kind];
        let only = left.iter().all(|&left| left == 0);
        if only || copies > 0 && self.below(purpose, copies + 1) > 0 {
            return kind;
        }
        let next = self.card(purpose, whom, deck);
        let back = deck.put_back(returned as u8);
        debug_assert!(back, "a card of kind {returned} was drawn");
        next
    }

    /// Draws a number uniformly from `0..bound`, for a `bound` in 1..=32768.
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32;

    /// Draws a number whose effect comes after the round, such as the next dealer; written rounds
    /// omit it.
    #[inline]
    fn after_round(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.below(purpose, bound)
    }

    /// Makes a ruling: the index of an option, all equally likely.
    #[inline]
    fn rule(&mut self, purpose: Purpose, ruling: &Ruling<'_>) -> usize {
        self.below(purpose, ruling.options as u32) as usize
    }

    /// Rolls two dice; faces count from 1.
    #[inline]
    fn roll(&mut self, purpose: Purpose, whom: Whom, dice: Dice) -> [u32; 2] {
        let _ = whom;
        dice.roll(|bound| self.below(purpose, bound))
    }

    /// Draws the index of an option with probability proportional to its weight, for a seat that
    /// plays a mixture.
    ///
    /// # Panics
    /// If the weights do not add up to 1..=[`Stream::MAX_BOUND`].
    fn weighted(&mut self, seat: usize, weights: &[u16]) -> usize {
        let sum = weights.iter().map(|&weight| u32::from(weight)).sum();
        assert!((1..=Stream::MAX_BOUND).contains(&sum), "the weights of a mix add up to {sum}");
        let mut left = self.below(Purpose::Choices(seat), sum);
        for (option, &weight) in weights.iter().enumerate() {
            if left < u32::from(weight) {
                return option;
            }
            left -= u32::from(weight);
        }
        0
    }

    /// Deals `N` cards to each seat in turn, from a deck that holds enough. `None` stands for a
    /// seat without cards, whose luck is skipped so that the others have the same luck as with it.
    #[inline(always)]
    fn deal_each<D: Deck, const N: usize>(
        &mut self,
        deck: &mut D,
        turns: impl Iterator<Item = Option<usize>>,
        mut put: impl FnMut(usize, [usize; N]),
    ) {
        for turn in turns {
            match turn {
                Some(seat) => {
                    let whom = Whom::Seat(seat);
                    put(seat, std::array::from_fn(|_| self.card(Purpose::Deal, whom, deck)));
                }
                None => (0..N).for_each(|_| self.skip()),
            }
        }
    }

    /// Skips the luck of a card that is not dealt, so that later cards keep theirs.
    #[inline]
    fn skip(&mut self) {}

    /// The stream that decides which cards of the round a seat notices; `None` if it notices all.
    fn notices(&self, seat: usize) -> Option<Stream> {
        let _ = seat;
        None
    }
}

/// Two dice with a number of faces, and the way they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// One random number for both.
    Both(u32),
    /// One random number for each.
    Each(u32),
}

impl Dice {
    #[inline(always)]
    fn roll(self, mut below: impl FnMut(u32) -> u32) -> [u32; 2] {
        match self {
            Dice::Both(faces) => {
                let roll = below(faces * faces);
                [1 + roll / faces, 1 + roll % faces]
            }
            Dice::Each(faces) => [1 + below(faces), 1 + below(faces)],
        }
    }

    /// The number of faces of each die.
    pub fn faces(self) -> u32 {
        match self {
            Dice::Both(faces) | Dice::Each(faces) => faces,
        }
    }
}

type OfSeat = Option<(usize, Stream)>;

/// Luck from the keys of a round: a stream for each purpose. It keeps the streams of `SEATS` seats;
/// another seat evicts an earlier one, whose turn must be over. With 0 no streams of seats are
/// kept, so that a seat may draw only once for each purpose.
#[derive(Clone, Debug)]
pub struct Keyed<const SEATS: usize> {
    keys: Keys,
    deal: Stream,
    dealer: Option<Stream>,
    dice: OfSeat,
    draws: [OfSeat; SEATS],
    choices: [OfSeat; SEATS],
    /// Streams that few rounds need.
    rare: Vec<(Purpose, Stream)>,
}

impl<const SEATS: usize> Keyed<SEATS> {
    /// The luck of a round, from its beginning.
    #[inline]
    pub fn new(keys: Keys) -> Keyed<SEATS> {
        Keyed {
            keys,
            deal: keys.stream(Purpose::Deal),
            dealer: None,
            dice: None,
            draws: [const { None }; SEATS],
            choices: [const { None }; SEATS],
            rare: Vec::new(),
        }
    }

    /// Draws from the stream of a purpose.
    #[inline(always)]
    fn with<T>(&mut self, purpose: Purpose, draw: impl FnOnce(&mut Stream) -> T) -> T {
        let keys = self.keys;
        match purpose {
            Purpose::Deal => draw(&mut self.deal),
            Purpose::Dealer => draw(self.dealer.get_or_insert_with(|| keys.stream(purpose))),
            Purpose::Blind | Purpose::Vote => draw(self.rare(purpose)),
            Purpose::Draws(seat) if SEATS > 0 => {
                of_seat(&mut self.draws[seat % SEATS.max(1)], keys, purpose, seat, draw)
            }
            Purpose::Choices(seat) if SEATS > 0 => {
                of_seat(&mut self.choices[seat % SEATS.max(1)], keys, purpose, seat, draw)
            }
            Purpose::Dice(seat) => of_seat(&mut self.dice, keys, purpose, seat, draw),
            // Drawn from only once, so not kept.
            _ => draw(&mut keys.stream(purpose)),
        }
    }

    #[cold]
    fn rare(&mut self, purpose: Purpose) -> &mut Stream {
        let known = self.rare.iter().position(|(known, _)| *known == purpose);
        let at = known.unwrap_or_else(|| {
            self.rare.push((purpose, self.keys.stream(purpose)));
            self.rare.len() - 1
        });
        &mut self.rare[at].1
    }
}

#[inline(always)]
fn of_seat<T>(
    kept: &mut OfSeat,
    keys: Keys,
    purpose: Purpose,
    seat: usize,
    draw: impl FnOnce(&mut Stream) -> T,
) -> T {
    match kept {
        Some((of, stream)) if *of == seat => draw(stream),
        kept => {
            let (_, stream) = kept.insert((seat, keys.stream(purpose)));
            draw(stream)
        }
    }
}

impl<const SEATS: usize> Luck for Keyed<SEATS> {
    #[inline(always)]
    fn card<D: Deck>(&mut self, purpose: Purpose, _whom: Whom, deck: &mut D) -> usize {
        self.with(purpose, |stream| deck.draw(stream))
    }

    #[inline(always)]
    fn roll(&mut self, purpose: Purpose, _whom: Whom, dice: Dice) -> [u32; 2] {
        self.with(purpose, |stream| dice.roll(|bound| stream.below(bound)))
    }

    #[inline(always)]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.with(purpose, |stream| stream.below(bound))
    }

    #[inline(always)]
    fn deal_each<D: Deck, const N: usize>(
        &mut self,
        deck: &mut D,
        turns: impl Iterator<Item = Option<usize>>,
        mut put: impl FnMut(usize, [usize; N]),
    ) {
        // A local copy stays in registers from seat to seat.
        let mut stream = self.deal.clone();
        for turn in turns {
            match turn {
                Some(seat) => put(seat, deck.draw_each(&mut stream)),
                None => (0..N).for_each(|_| {
                    stream.below(1);
                }),
            }
        }
        self.deal = stream;
    }

    #[inline]
    fn skip(&mut self) {
        self.deal.below(1);
    }

    fn notices(&self, seat: usize) -> Option<Stream> {
        Some(self.keys.stream(Purpose::Misses(seat)))
    }
}

/// Luck from the keys of one round after another; a stream is started at its first use in a round.
#[derive(Debug)]
pub struct Streams {
    keys: Keys,
    /// The streams by [`Purpose::slot`], each with the number of the round in which it was started.
    slots: Vec<(u64, Stream)>,
    /// Those of slots beyond [`MOST_SLOTS`].
    rare: FxHashMap<Purpose, (u64, Stream)>,
    round: u64,
}

/// The most slots that are kept in a list: those of some two hundred seats.
const MOST_SLOTS: usize = 1 << 10;

impl Streams {
    /// The luck of a round, from its beginning.
    pub fn new(keys: Keys) -> Streams {
        Streams { keys, slots: Vec::new(), rare: FxHashMap::default(), round: 1 }
    }

    /// Begins another round.
    pub fn begin(&mut self, keys: Keys) {
        (self.keys, self.round) = (keys, self.round + 1);
    }

    #[inline(always)]
    fn stream(&mut self, purpose: Purpose) -> &mut Stream {
        let slot = purpose.slot();
        if slot >= self.slots.len() {
            if slot >= MOST_SLOTS {
                return self.rare(purpose);
            }
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

    #[cold]
    fn rare(&mut self, purpose: Purpose) -> &mut Stream {
        let (round, stream) =
            self.rare.entry(purpose).or_insert_with(|| (0, self.keys.stream(purpose)));
        if *round != self.round {
            (*round, *stream) = (self.round, self.keys.stream(purpose));
        }
        stream
    }
}

impl Luck for Streams {
    #[inline(always)]
    fn card<D: Deck>(&mut self, purpose: Purpose, _whom: Whom, deck: &mut D) -> usize {
        deck.draw(self.stream(purpose))
    }

    #[inline]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.stream(purpose).below(bound)
    }
}

impl Luck for &mut Streams {
    #[inline]
    fn card<D: Deck>(&mut self, purpose: Purpose, whom: Whom, deck: &mut D) -> usize {
        (**self).card(purpose, whom, deck)
    }

    #[inline]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        (**self).below(purpose, bound)
    }
}

/// Enumeration: every course of a round.
impl Luck for &mut Walk {
    fn card<D: Deck>(&mut self, _purpose: Purpose, _whom: Whom, deck: &mut D) -> usize {
        Walk::card(self, deck)
    }

    fn below(&mut self, _purpose: Purpose, bound: u32) -> u32 {
        Walk::below(self, bound)
    }

    fn after_round(&mut self, _purpose: Purpose, _bound: u32) -> u32 {
        0
    }

    fn weighted(&mut self, _seat: usize, weights: &[u16]) -> usize {
        self.draw(&weights.iter().map(|&weight| weight.into()).collect::<Vec<_>>())
    }
}

/// A written round.
impl Luck for Script {
    fn card<D: Deck>(&mut self, _purpose: Purpose, whom: Whom, deck: &mut D) -> usize {
        Script::card(self, whom, deck)
    }

    fn card_past(
        &mut self,
        _purpose: Purpose,
        whom: Whom,
        deck: &mut Pile,
        returned: usize,
    ) -> usize {
        Script::card_past(self, whom, deck, returned)
    }

    fn below(&mut self, _purpose: Purpose, bound: u32) -> u32 {
        self.number(bound)
    }

    fn after_round(&mut self, _purpose: Purpose, _bound: u32) -> u32 {
        0
    }

    fn rule(&mut self, _purpose: Purpose, ruling: &Ruling<'_>) -> usize {
        Script::rule(self, ruling)
    }

    fn roll(&mut self, _purpose: Purpose, whom: Whom, _dice: Dice) -> [u32; 2] {
        Script::roll(self, whom)
    }
}

/// Luck shared between the round and its players, who use the same script or walk.
impl<L: Luck> Luck for &RefCell<L> {
    fn card<D: Deck>(&mut self, purpose: Purpose, whom: Whom, deck: &mut D) -> usize {
        self.borrow_mut().card(purpose, whom, deck)
    }

    fn card_past(
        &mut self,
        purpose: Purpose,
        whom: Whom,
        deck: &mut Pile,
        returned: usize,
    ) -> usize {
        self.borrow_mut().card_past(purpose, whom, deck, returned)
    }

    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.borrow_mut().below(purpose, bound)
    }

    fn after_round(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.borrow_mut().after_round(purpose, bound)
    }

    fn rule(&mut self, purpose: Purpose, ruling: &Ruling<'_>) -> usize {
        self.borrow_mut().rule(purpose, ruling)
    }

    fn roll(&mut self, purpose: Purpose, whom: Whom, dice: Dice) -> [u32; 2] {
        self.borrow_mut().roll(purpose, whom, dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::random::Seed;

    /// Each purpose continues its own stream, whatever is drawn in between.
    #[test]
    fn every_purpose_has_a_stream_of_its_own() {
        let keys = Seed::new(3).round(1, 2);
        let mut luck = Keyed::<2>::new(keys);
        let purposes = [
            Purpose::Deal,
            Purpose::Dealer,
            Purpose::Blind,
            Purpose::Vote,
            Purpose::Draws(0),
            Purpose::Draws(1),
            Purpose::Dice(1),
            Purpose::Choices(0),
            Purpose::Choices(1),
        ];
        let drawn: Vec<Vec<u32>> = (0..9)
            .map(|_| purposes.iter().map(|&purpose| luck.below(purpose, 1000)).collect())
            .collect();
        for (i, &purpose) in purposes.iter().enumerate() {
            let mut stream = keys.stream(purpose);
            assert!(drawn.iter().all(|row| row[i] == stream.below(1000)), "{purpose:?}");
        }
        // A seat that evicts another starts its own stream.
        assert_eq!(luck.below(Purpose::Draws(2), 1000), keys.stream(Purpose::Draws(2)).below(1000));
    }

    #[test]
    fn who_gets_no_cards_changes_none_of_the_others() {
        let deal = |turns: [Option<usize>; 3]| {
            let mut luck = Keyed::<0>::new(Seed::new(5).round(0, 0));
            let mut pile = Pile::new(&[1; 200]).unwrap();
            let mut cards = [[0; 2]; 3];
            luck.deal_each(&mut pile, turns.into_iter(), |seat, two| cards[seat] = two);
            (cards, luck.below(Purpose::Deal, 30000))
        };
        let (all, next) = deal([Some(0), Some(1), Some(2)]);
        let (most, same) = deal([Some(0), None, Some(2)]);
        assert_eq!((all[0], next), (most[0], same));
        assert_eq!(most[1], [0; 2]);
    }
}
