//! The luck of a round.

use super::super::hand::{Card, KINDS};
use super::super::view::MAX_PLAYERS;
use crate::cards::random::Purpose;
use crate::cards::{Deck, Pile};
use crate::framework::luck::{self, Whom};
use crate::framework::scribe::Recorded;

/// A vote that is tied (Y5).
#[derive(Clone, Copy, Debug)]
pub enum Tied<'a> {
    /// Between these days.
    Days(&'a [u8]),
    /// Between light, 0, and dark, 1.
    Lights(&'a [u8]),
}

/// Luck drawn from the keys of a round.
pub type Keyed = luck::Keyed<MAX_PLAYERS>;

/// The source of a round's luck. All cards come off one deck in one order, whoever draws them, so
/// that a seat's decision does not change the cards to come.
pub trait Luck: luck::Luck {
    /// The top card of the deck, which is not empty. As nobody knows the place of a returned card,
    /// the top is equally likely to be any card (S2, S4).
    #[inline]
    fn draw(&mut self, seat: usize, deck: &mut Pile) -> Card {
        Card::of_kind(self.card(Purpose::Deal, Whom::Seat(seat), deck))
    }

    /// The top card, passing over the one just returned, which stays in the deck at a place that
    /// nobody knows (S4); if nothing else is left, that one.
    fn draw_past(&mut self, seat: usize, deck: &mut Pile, returned: Card) -> Card {
        let card = self.draw(seat, deck);
        if card != returned || deck.left() == 0 {
            return card;
        }
        // Any of its copies may be the one that was returned.
        let mut left = [0; KINDS];
        deck.count(&mut left);
        let copies = u32::from(left[card.kind()]);
        if copies > 0 && self.below(Purpose::Deal, copies + 1) > 0 {
            return card;
        }
        let next = self.draw(seat, deck);
        let back = deck.put_back(returned.kind() as u8);
        debug_assert!(back);
        next
    }

    /// The ruling on a vote tied between days, or between the lights 0 and 1 (dark) (Y5).
    fn persuade(&mut self, (Tied::Days(tied) | Tied::Lights(tied)): Tied<'_>) -> u8 {
        tied[self.below(Purpose::Vote, tied.len() as u32) as usize]
    }

    /// The winner among equal seats (M4).
    fn throw(&mut self, equals: &[usize]) -> usize {
        equals[self.below(Purpose::Blind, equals.len() as u32) as usize]
    }

    /// A number below `bound`, which is at most 2^15, for a seat that plays at random.
    fn choose(&mut self, seat: usize, bound: u32) -> u32 {
        self.below(Purpose::Choices(seat), bound)
    }
}

impl Luck for Keyed {}

/// Luck that is written down, with its rulings on tied votes and equal winners.
#[derive(Debug)]
pub struct Ruled {
    /// The luck.
    pub luck: Recorded<Keyed>,
    /// The rulings, by the keys of written rounds.
    pub rulings: Vec<(&'static str, String)>,
}

impl luck::Luck for Ruled {
    fn card<D: Deck>(&mut self, purpose: Purpose, whom: Whom, deck: &mut D) -> usize {
        self.luck.card(purpose, whom, deck)
    }

    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.luck.below(purpose, bound)
    }
}

impl Luck for Ruled {
    /// A card that is passed over is not written.
    fn draw_past(&mut self, seat: usize, deck: &mut Pile, returned: Card) -> Card {
        let card = self.luck.luck.draw_past(seat, deck, returned);
        self.luck.scribe.card(0, card.kind());
        card
    }

    fn persuade(&mut self, tied: Tied<'_>) -> u8 {
        let ruled = self.luck.luck.persuade(tied);
        self.rulings.push(match tied {
            Tied::Days(_) => ("day", ruled.to_string()),
            Tied::Lights(_) => ("dark", (ruled == 1).to_string()),
        });
        ruled
    }

    fn throw(&mut self, equals: &[usize]) -> usize {
        let winner = self.luck.luck.throw(equals);
        self.rulings.push(("throw", (winner + 1).to_string()));
        winner
    }
}
