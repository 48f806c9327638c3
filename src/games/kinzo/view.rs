//! The view of a seat, and its decisions. A seat can see nothing else: the hole card and the order
//! of the draw pile are not in these types.

use super::hand::{Card, Hand};
use super::rules::{HitSource, MAX_HANDS, MAX_PLAYERS, Rules};
use crate::cards::Composition;
use crate::cards::memory::Known;
use crate::framework::TurnOrder;
use std::fmt;

/// The public state of a round.
#[derive(Clone, Debug)]
pub struct Open {
    /// Players at the table.
    pub(super) players: usize,
    /// The stake of this round, in stakes (K4).
    pub(super) stake: u32,
    /// The seat with the first turn (K5).
    pub(super) first: usize,
    /// Each seat's hands in the order in which they came up; `count` of them are in play.
    pub(super) hands: [[Hand; MAX_HANDS]; MAX_PLAYERS],
    /// The number of hands of each seat.
    pub(super) count: [u8; MAX_PLAYERS],
    /// The dealer's face-up card.
    pub(super) up: Card,
    /// The whole deck.
    pub(super) deck: Composition,
    /// Cards in the deck.
    pub(super) deck_cards: u32,
    /// Cards seen since the shuffle, those on the table included (K16).
    pub(super) seen: Composition,
    /// Those of them that were seen before the deal.
    pub(super) before: Composition,
    /// Cards in the draw pile.
    pub(super) pile: u32,
    /// Cards on the table, the hole card included.
    pub(super) on_table: u32,
    /// The top of the discard pile, if the rules let players take it (K8).
    pub(super) top: Option<Card>,
    /// The cards of earlier rounds since the shuffle that each seat failed to notice.
    pub(super) missed: [Composition; MAX_PLAYERS],
}

impl Open {
    /// A table of a deck before its first round.
    pub(super) fn new(players: usize, deck: Composition) -> Open {
        Open {
            players,
            stake: 1,
            first: 0,
            hands: [[Hand::EMPTY; MAX_HANDS]; MAX_PLAYERS],
            count: [0; MAX_PLAYERS],
            up: Card::ALL[0],
            deck,
            deck_cards: deck.cards(),
            seen: Composition::EMPTY,
            before: Composition::EMPTY,
            pile: deck.cards(),
            on_table: 0,
            top: None,
            missed: [Composition::EMPTY; MAX_PLAYERS],
        }
    }

    /// The turn order of the round.
    #[inline]
    pub(super) fn order(&self) -> TurnOrder {
        TurnOrder { first: self.first, players: self.players }
    }

    /// The cards that lie face up.
    fn face_up(&self) -> Composition {
        let up = Composition::EMPTY.with(self.up.kind());
        let hands =
            (0..self.players).flat_map(|seat| &self.hands[seat][..usize::from(self.count[seat])]);
        hands.fold(up, |all, hand| all.plus(hand.composition()))
    }

    /// A seat's knowledge of the shoe before the deal; after a reshuffle nothing had been seen.
    fn known_before(&self, seat: usize) -> Known<6> {
        self.knowing(seat, self.before, Composition::EMPTY)
    }

    /// A seat's knowledge of the shoe, given the cards face up on the table.
    fn known(&self, seat: usize, table: Composition) -> Known<6> {
        self.knowing(seat, self.seen.minus(table), table)
    }

    /// A seat's knowledge of the shoe by the cards seen in earlier rounds and those on the table.
    fn knowing(&self, seat: usize, earlier: Composition, table: Composition) -> Known<6> {
        let missed = self.missed[seat];
        Known {
            full: self.deck.counts(),
            table: table.counts(),
            noticed: std::array::from_fn(|kind| {
                earlier.count(kind).saturating_sub(missed.count(kind))
            }),
            gone: earlier.cards(),
        }
    }
}

/// The caller's view when it sets the stake, before the deal (K4).
#[derive(Clone, Copy, Debug)]
pub struct CallView<'a> {
    pub(super) rules: &'a Rules,
    pub(super) open: &'a Open,
    pub(super) seat: usize,
}

/// A seat's view in its turn (K6).
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) rules: &'a Rules,
    pub(super) open: &'a Open,
    pub(super) seat: usize,
    pub(super) playing: usize,
}

/// An action with the hand in play (K6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// No further card for this hand.
    Stay,
    /// One more card from the draw pile (K7).
    Hit,
    /// The top of the discard pile (K8).
    Take,
    /// Divide a pair of this value into two hands (K9).
    Split(Card),
}

impl Action {
    /// The number of actions: stay, hit, take, and split of each of six values.
    pub const WAYS: usize = 9;

    /// Its index: 0 stay, 1 hit, 2 take, 3..=8 split 1..6.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Action::Stay => 0,
            Action::Hit => 1,
            Action::Take => 2,
            Action::Split(card) => 3 + card.kind(),
        }
    }

    /// The action of an index below [`Action::WAYS`].
    #[inline]
    pub const fn from_index(index: usize) -> Action {
        match index {
            0 => Action::Stay,
            1 => Action::Hit,
            2 => Action::Take,
            _ => Action::Split(Card::of_kind(index - 3)),
        }
    }
}

impl fmt::Display for Action {
    /// In the notation of written rounds: `hit`, `split 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Stay => f.write_str("stay"),
            Action::Hit => f.write_str("hit"),
            Action::Take => f.write_str("take"),
            Action::Split(card) => write!(f, "split {card}"),
        }
    }
}

/// A decision: an action, or weights of actions from which the host draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One action.
    Act(Action),
    /// Relative weights by [`Action::index`]; illegal ones must be 0, and the sum at most 2^15.
    Mix([u16; Action::WAYS]),
}

/// A caller's decision on the stake (K4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    /// This many stakes, 1..=`stake_limit`.
    Of(u32),
    /// Any allowed stake, all equally likely.
    Any,
}

/// The player of a seat. Its answers must depend only on its view, so that any round can be
/// replayed.
pub trait Player {
    /// Whether it is a strategy of croupier's own, whose answers are checked in debug builds only.
    /// Others end the run with an illegal answer.
    fn is_native(&self) -> bool {
        false
    }

    /// The fraction of the cards of earlier rounds that it fails to notice, in parts of
    /// [`Recall::WHOLE`](crate::cards::Recall::WHOLE).
    fn error_rate(&self) -> u32 {
        0
    }

    /// Decides the stake of the round, 1..=`stake_limit`; only the caller is asked (K4).
    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        let _ = view;
        Stake::Of(1)
    }

    /// Decides about the hand in play; asked only if there is more than one legal action (K6). The
    /// answer must be legal.
    fn play(&mut self, view: &View<'_>) -> Choice;
}

crate::framework::guest!(Player);

/// A player whose stake is always the same.
#[derive(Clone)]
pub(super) struct Staking<P> {
    pub(super) player: P,
    pub(super) stake: u32,
}

impl<P: Player> Player for Staking<P> {
    fn stake(&mut self, _view: &CallView<'_>) -> Stake {
        Stake::Of(self.stake)
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        self.player.play(view)
    }
}

impl<'a> CallView<'a> {
    /// The rules.
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The caller's seat, from 0.
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// The cards not seen since the shuffle.
    pub fn unseen(&self) -> Composition {
        self.open.deck.minus(self.open.seen)
    }

    /// The seat's knowledge of the shoe, as input to a memory.
    pub fn known(&self) -> Known<6> {
        self.open.known(self.seat, Composition::EMPTY)
    }
}

impl<'a> View<'a> {
    /// The rules.
    #[inline]
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The seat, from 0.
    #[inline]
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// The turn order of the round.
    #[inline]
    pub fn order(&self) -> TurnOrder {
        self.open.order()
    }

    /// The seat with the first turn of the round.
    #[inline]
    pub fn first(&self) -> usize {
        self.open.first
    }

    /// Players at the table.
    #[inline]
    pub fn players(&self) -> usize {
        self.open.players
    }

    /// The stake of this round.
    #[inline]
    pub fn stake(&self) -> u32 {
        self.open.stake
    }

    /// The hand in play.
    #[inline]
    pub fn hand(&self) -> Hand {
        self.open.hands[self.seat][self.playing]
    }

    /// The index of the hand in play among the seat's own, from 0; earlier ones are finished.
    #[inline]
    pub fn playing(&self) -> usize {
        self.playing
    }

    /// The hands of a seat, its own or another's, face up like all hands.
    #[inline]
    pub fn hands(&self, seat: usize) -> &'a [Hand] {
        &self.open.hands[seat][..self.open.count[seat] as usize]
    }

    /// The dealer's face-up card.
    #[inline]
    pub fn dealer(&self) -> Card {
        self.open.up
    }

    /// Cards seen since the shuffle: all on the table but the hole card, and those of earlier
    /// rounds.
    #[inline]
    pub fn seen(&self) -> Composition {
        self.open.seen
    }

    /// Cards not seen since the shuffle: the hole card is among them.
    #[inline]
    pub fn unseen(&self) -> Composition {
        self.open.deck.minus(self.open.seen)
    }

    /// The seat's knowledge of the shoe, as input to a memory.
    pub fn known(&self) -> Known<6> {
        self.open.known(self.seat, self.open.face_up())
    }

    /// The seat's knowledge of the shoe before the deal.
    pub fn known_before(&self) -> Known<6> {
        self.open.known_before(self.seat)
    }

    /// The cards that lie face up on the table.
    pub fn face_up(&self) -> Composition {
        self.open.face_up()
    }

    /// Cards in the draw pile.
    #[inline]
    pub fn pile(&self) -> u32 {
        self.open.pile
    }

    /// Whether a hit is legal (K7, K11).
    #[inline]
    pub fn can_hit(&self) -> bool {
        self.below_limit() && self.open.on_table < self.open.deck_cards
    }

    /// The card that may be taken from the discard pile (K8).
    #[inline]
    pub fn can_take(&self) -> Option<Card> {
        if self.rules.hit_source == HitSource::Deck || !self.below_limit() {
            return None;
        }
        self.open.top
    }

    /// Whether the hand in play may be split, at any of its pairs (K9).
    #[inline]
    pub fn can_split(&self) -> bool {
        let hands = self.open.count[self.seat] as usize;
        self.rules.split
            && (hands == 1 || self.rules.resplit && hands < MAX_HANDS)
            && self.hand().has_pair()
    }

    /// Whether an action is legal now.
    pub fn allows(&self, action: Action) -> bool {
        match action {
            Action::Stay => true,
            Action::Hit => self.can_hit(),
            Action::Take => self.can_take().is_some(),
            Action::Split(card) => self.can_split() && self.hand().count(card) >= 2,
        }
    }

    /// The legal actions, in the order of [`Action::index`].
    pub fn legal(&self) -> impl Iterator<Item = Action> {
        let view = *self;
        (0..Action::WAYS).map(Action::from_index).filter(move |&action| view.allows(action))
    }

    #[inline]
    fn below_limit(&self) -> bool {
        self.hand().cards() < u32::from(self.rules.hand_limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_types_stay_small() {
        assert!(size_of::<Action>() <= 2);
        assert!(size_of::<Choice>() <= 20);
        for index in 0..Action::WAYS {
            assert_eq!(Action::from_index(index).index(), index);
        }
    }
}
