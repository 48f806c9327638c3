//! One of the sessions in lockstep: its shoes and streams, and the cards and payments of every
//! place.

use super::bettings::{End, LANE, STANCE};
use crate::cards::random::{Keys, Purpose, Stream};
use crate::framework::TurnOrder;
use crate::games::zinbiddle::hand::{Card, LEVELS, Place};
use crate::games::zinbiddle::round::CarryOver;
use crate::games::zinbiddle::rules::UNITS_PER_ANTE;
use crate::games::zinbiddle::strategies::regular::{Regular, Worths};
use std::array::from_fn;

/// One of the sessions and its current hand. A place is a position in the turn order.
#[derive(Clone, Debug)]
pub(super) struct Play<const PLAYERS: usize> {
    pub(super) carry_over: CarryOver,
    pub(super) deal: Stream,
    /// By place.
    pub(super) draws: [Stream; PLAYERS],
    /// The cards of each place, with their evaluation.
    pub(super) seats: [Regular; PLAYERS],
    /// Number of pilot actions used, by place.
    pub(super) used: [u8; PLAYERS],
    /// All stance bits of the places still in, and the number of those places.
    pub(super) still_in: u32,
    pub(super) count: u8,
    /// Antes that each place has put into the pot or paid for actions, [`LANE`] bits each.
    pub(super) paid: u64,
    /// The house's share of that, in units.
    pub(super) raked: i64,
    /// The seat that acts first.
    pub(super) first: usize,
    pub(super) end: End,
    /// Whether the hand is left to the reference.
    pub(super) rare: bool,
}

impl<const PLAYERS: usize> Play<PLAYERS> {
    const ALL_IN: u32 = (1 << (STANCE * PLAYERS as u32)) - 1;
    /// One in each lane.
    const EACH: u64 = {
        let (mut each, mut place) = (0, 0);
        while place < PLAYERS {
            each |= 1 << (LANE * place as u32);
            place += 1;
        }
        each
    };

    /// Starts a hand (step 1).
    #[inline(always)]
    pub(super) fn begin(&mut self, keys: Keys) {
        self.deal = keys.stream(Purpose::Deal);
        self.draws = from_fn(|place| keys.stream(Purpose::Draws(self.seat(place))));
        self.used = [0; PLAYERS];
        (self.still_in, self.count) = (Self::ALL_IN, PLAYERS as u8);
        self.paid = Self::EACH;
        self.raked = 0;
        self.end = End::Nothing;
    }

    /// The seat at a place.
    #[inline(always)]
    pub(super) fn seat(&self, place: usize) -> usize {
        TurnOrder { first: self.first, players: PLAYERS }.seat(place)
    }

    #[inline(always)]
    pub(super) fn is_in(&self, place: usize) -> bool {
        self.still_in >> (STANCE * place as u32) & 1 == 1
    }

    /// Z5: deals a level to the places still in.
    #[inline(always)]
    pub(super) fn deal<const LEVEL: usize, const N: usize>(&mut self, shoe: usize) {
        let mut stream = self.deal.clone();
        let pile = &mut self.carry_over.piles[shoe];
        for place in 0..PLAYERS {
            match self.still_in >> (STANCE * place as u32) & 1 == 1 {
                true => {
                    let cards: [u8; N] = pile.draw_each(&mut stream);
                    let cards = cards.map(|kind| Card::of_kind(kind.into()));
                    self.seats[place].seen.put_level(LEVEL, cards);
                }
                false => (0..N).for_each(|_| {
                    stream.below(1);
                }),
            }
        }
        self.deal = stream;
    }

    /// Evaluates a place's cards.
    #[inline(always)]
    pub(super) fn look<const LEVEL: usize>(&mut self, place: usize, level: &Level<'_>) {
        let (seat, left) = (&mut self.seats[place], level.actions - self.used[place]);
        *seat = Regular::judge(level.worths, seat.seen, LEVEL + 1, left);
    }

    /// Z9: charges a place for an action that it has taken.
    #[inline(always)]
    pub(super) fn pay(&mut self, place: usize, level: &Level<'_>) {
        let (price, rake) = level.prices[usize::from(self.count) & 7];
        self.paid += price << (LANE * place as u32);
        self.raked += rake;
        self.used[place] += 1;
    }

    /// Z9: replaces a card of a place.
    #[inline(always)]
    pub(super) fn replace(&mut self, place: usize, at: Place, level: &Level<'_>) {
        let pile = &mut self.carry_over.piles[level.shoes[at.level()]];
        let card = pile.draw(&mut self.draws[place]);
        self.seats[place].seen.put(at, Card::of_kind(card.into()));
    }

    /// Money that a place has paid so far, without the house's rake of every n-th hand, in units.
    #[inline(always)]
    pub(super) fn paid_by(&self, place: usize) -> i64 {
        (self.paid >> (LANE * place as u32) & ((1 << LANE) - 1)) as i64 * UNITS_PER_ANTE
    }
}

/// The data of a level that all sessions share.
pub(super) struct Level<'r> {
    pub(super) worths: &'r Worths,
    /// Number of pilot actions per hand, and of those that may be used by the end of the level.
    pub(super) actions: u8,
    pub(super) allowed: u8,
    pub(super) kinds: u8,
    /// The shoe of a replacement, by level of the card.
    pub(super) shoes: [usize; LEVELS],
    /// The price of an action in antes and the house's share of it in units, by number of players
    /// still in.
    pub(super) prices: [(u64, i64); 8],
}
