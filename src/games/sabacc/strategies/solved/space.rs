//! The space of hands that a player can hold.

use super::{NONE, Row};
use crate::games::sabacc::cards::{Card, Deck, Hand, KINDS, MAX_CARDS, Packed, Rank, WideHand};
use crate::games::sabacc::hand::Ranking;
use crate::games::sabacc::rules::Rules;

/// Every hand that a player can hold, numbered by size.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) deck: Deck,
    pub(super) hands: Vec<WideHand>,
    /// The first number of each size, and the end of the last.
    pub(super) sizes: Vec<usize>,
    /// The number of a [`WideHand`], indexed by [`Packed::slot`].
    pub(super) number: Vec<u32>,
    /// The number of a [`Hand`], likewise; empty if the deck is not narrow.
    pub(super) narrow: Vec<u32>,
    /// The number of each hand with one more card, by kind; [`NONE`] if the deck has no more of it.
    /// The largest hands are left out.
    pub(super) with: Vec<[u32; KINDS]>,
    /// The number of each hand without each of its kinds, lowest card first.
    without: Vec<[u32; MAX_CARDS]>,
    /// The copies of each card in the deck, by kind.
    full: Row,
    /// The probability of each hand among random hands of its size.
    pub(super) chance: Vec<f64>,
    pub(super) ranks: Vec<Rank>,
    pub(super) most: usize,
}

impl Space {
    pub(super) fn new(rules: &Rules) -> Space {
        let (ranking, deck) = (Ranking::for_rules(rules), rules.deck());
        let most = (2 + usize::from(rules.game_rounds)).min(usize::from(rules.hand_limit));
        let narrow = if deck.is_narrow() { Hand::SLOTS } else { 0 };
        let mut space = Space {
            deck,
            hands: Vec::new(),
            sizes: vec![0, 0],
            number: vec![NONE; WideHand::SLOTS],
            narrow: vec![NONE; narrow],
            with: Vec::new(),
            without: Vec::new(),
            full: Card::ALL.map(|card| f64::from(deck.copies(card))),
            chance: Vec::new(),
            ranks: Vec::new(),
            most,
        };
        for size in 1..=most {
            let hands = || deck.hands_of::<WideHand>(size);
            let all: u64 = hands().map(|hand| deck.ways(hand)).sum();
            for hand in hands() {
                let number = space.hands.len() as u32;
                space.number[hand.slot()] = number;
                if let Some(hand) = hand.narrowed().filter(|_| narrow > 0) {
                    space.narrow[hand.slot()] = number;
                }
                space.hands.push(hand);
                space.chance.push(deck.ways(hand) as f64 / all as f64);
                space.ranks.push(if size > 1 { ranking.rank(hand) } else { 0 });
            }
            space.sizes.push(space.hands.len());
        }
        for &hand in &space.hands[..space.sizes[most]] {
            let more = |card: Card| {
                let room = hand.count(card) < deck.copies(card);
                if room { space.number[hand.with(card).slot()] } else { NONE }
            };
            space.with.push(Card::ALL.map(more));
        }
        for hand in &space.hands {
            let mut rests = hand.kinds().map(|card| space.number[hand.without(card).slot()]);
            space.without.push([(); MAX_CARDS].map(|()| rests.next().unwrap_or(NONE)));
        }
        space
    }

    /// The numbers of the hands of a given size.
    pub(super) fn of_size(&self, size: usize) -> std::ops::Range<usize> {
        self.sizes[size]..self.sizes[size + 1]
    }

    /// The numbers of the hands that a player may hold in its turn of a round, from 0.
    pub(super) fn in_round(&self, round: usize) -> std::ops::Range<usize> {
        self.sizes[2]..self.sizes[(2 + round).min(self.most) + 1]
    }

    /// For each kind of a hand of at least two cards, lowest first: the numbers of the hands that
    /// result from giving it up, by the kind that replaces it.
    #[inline(always)]
    pub(super) fn exchanges(&self, number: usize) -> impl Iterator<Item = (Card, &[u32; KINDS])> {
        let rests = self.without[number].iter().map(|&rest| &self.with[rest as usize]);
        self.hands[number].kinds().zip(rests)
    }

    /// The numbers of the hands that result from giving up a card, by the kind that replaces it.
    #[inline]
    pub(super) fn exchanged(&self, number: usize, given: Card) -> &[u32; KINDS] {
        let place = self.hands[number].kinds().take_while(|&card| card != given).count();
        &self.with[self.without[number][place] as usize]
    }

    /// The number of a hand in either packing; `None` if no player can hold it.
    #[inline]
    pub(super) fn packed<H: Packed>(&self, hand: H) -> Option<usize> {
        let table = if self.narrow.len() == H::SLOTS { &self.narrow } else { &self.number };
        Some(table[hand.slot()] as usize).filter(|&number| number < self.hands.len())
    }

    /// The distribution of a card drawn from the full deck.
    pub(super) fn fresh(&self) -> Row {
        let all = f64::from(self.deck.cards());
        Card::ALL.map(|card| f64::from(self.deck.copies(card)) / all)
    }

    /// The cards of the deck outside a hand, by kind.
    #[inline]
    pub(super) fn unseen(&self, hand: WideHand) -> Row {
        let mut left = self.full;
        hand.iter().for_each(|card| left[card.kind()] -= 1.0);
        left
    }
}
