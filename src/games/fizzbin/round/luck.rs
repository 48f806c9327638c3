//! Where the luck of a round comes from.

use super::super::hand::{Card, KINDS};
use super::super::view::MAX_PLAYERS;
use crate::cards::Pile;
use crate::cards::random::{Keys, Purpose, Stream};

/// A vote that is tied (Y5).
#[derive(Clone, Copy, Debug)]
pub enum Tied<'a> {
    /// Between these days.
    Days(&'a [u8]),
    /// Between light, 0, and dark, 1.
    Lights(&'a [u8]),
}

/// Where a round's luck comes from: keyed streams, or a script.
pub trait Luck {
    /// The top card of the deck, which is not empty. Nobody knows where a card is that went back, so
    /// the top is any of the cards, each as likely (S2, S4).
    fn draw(&mut self, seat: usize, deck: &mut Pile) -> Card;
    /// The top card but for one that was just returned, which is passed over and stays in the deck at
    /// a place that nobody knows (S4); where nothing else is left it comes itself.
    fn draw_past(&mut self, seat: usize, deck: &mut Pile, returned: Card) -> Card;
    /// Which of some days, or of the lights 0 and 1 (dark), is ruled that as many voted for (Y5).
    fn persuade(&mut self, tied: Tied<'_>) -> u8;
    /// A number below `bound`, at most 2^15, for a seat that plays by chance.
    fn choose(&mut self, seat: usize, bound: u32) -> u32;
    /// Which of some equal seats wins (M4).
    fn throw(&mut self, equals: &[usize]) -> usize;
    /// Which of so many players deals next, where anybody may (S1).
    fn deals(&mut self, players: usize) -> usize;
}

/// Luck from the keys of a round. All draws are off one deck in one order, whoever draws, so that
/// what a seat decides does not change what comes next.
#[derive(Clone, Debug)]
pub struct Keyed {
    keys: Keys,
    deck: Stream,
    votes: Option<Stream>,
    choices: [Option<Stream>; MAX_PLAYERS],
}

impl Keyed {
    /// The luck of a round, from its beginning.
    pub fn new(keys: Keys) -> Keyed {
        let choices = [const { None }; MAX_PLAYERS];
        Keyed { keys, deck: keys.stream(Purpose::Deal), votes: None, choices }
    }
}

impl Luck for Keyed {
    #[inline]
    fn draw(&mut self, _seat: usize, deck: &mut Pile) -> Card {
        Card::of_kind(deck.draw(&mut self.deck).into())
    }

    fn draw_past(&mut self, seat: usize, deck: &mut Pile, returned: Card) -> Card {
        let card = self.draw(seat, deck);
        if card != returned || deck.left() == 0 {
            return card;
        }
        // Of copies any may be the one that was returned.
        let mut left = [0; KINDS];
        deck.count(&mut left);
        let copies = u32::from(left[card.kind()]);
        if copies > 0 && self.deck.below(copies + 1) > 0 {
            return card;
        }
        let next = self.draw(seat, deck);
        let back = deck.put_back(returned.kind() as u8);
        debug_assert!(back);
        next
    }

    fn persuade(&mut self, (Tied::Days(tied) | Tied::Lights(tied)): Tied<'_>) -> u8 {
        let stream = self.votes.get_or_insert_with(|| self.keys.stream(Purpose::Vote));
        tied[stream.below(tied.len() as u32) as usize]
    }

    fn choose(&mut self, seat: usize, bound: u32) -> u32 {
        let keys = self.keys;
        let stream = &mut self.choices[seat];
        stream.get_or_insert_with(|| keys.stream(Purpose::Choices(seat))).below(bound)
    }

    fn throw(&mut self, equals: &[usize]) -> usize {
        equals[self.keys.stream(Purpose::Blind).below(equals.len() as u32) as usize]
    }

    fn deals(&mut self, players: usize) -> usize {
        self.keys.stream(Purpose::Dealer).below(players as u32) as usize
    }
}
