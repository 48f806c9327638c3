//! The information a seat has and the decisions it is asked for. Other hands and the order of the
//! draw pile are not in these types, so a seat cannot see them.

use super::cards::{Card, Hand, KINDS, Packed, WideHand};
use super::hand::Ranking;
use super::rules::{DealerMoves, Gain, MAX_PLAYERS, MAX_ROUNDS, Rules};
use crate::framework::TurnOrder;
use crate::framework::notation::named;
use std::fmt;

/// The public state of a game.
#[derive(Clone, Copy, Debug)]
pub struct Open<H = Hand> {
    /// Players at the table.
    pub(super) players: usize,
    /// The round, from 0 (S5).
    pub(super) round: usize,
    /// The seat with the first turn of this round (S3).
    pub(super) first: usize,
    /// The players who have not junked, one bit per seat.
    pub(super) in_play: u8,
    /// The number of cards in each seat's hand.
    pub(super) cards: [u8; MAX_PLAYERS],
    /// The discards as a multiset; of their order, only the top is known.
    pub(super) discards: H,
    /// The whole deck (S1).
    pub(super) deck: H,
    /// The top of the discard pile.
    pub(super) top: Card,
    /// The first round, from 0, played with the hands last dealt (S10).
    pub(super) dealt: usize,
    /// The act of each seat in each round.
    pub(super) acts: [[Act; MAX_ROUNDS]; MAX_PLAYERS],
    /// The top of the discard pile at the start of each round so far.
    pub(super) begun: [Card; MAX_ROUNDS],
    /// Cards in the draw pile.
    pub(super) pile: u8,
}

impl<H: Packed> Open<H> {
    /// The public state before `seat` took its turn of this round, with `top` on the discard pile:
    /// undoes that turn and all later ones of the round. Hands junked since then stay among the
    /// discards.
    pub(super) fn before(&self, seat: usize, top: Card) -> Open<H> {
        let mut open = *self;
        let round = self.round;
        let since: Vec<usize> = self.order().seats().skip_while(|&other| other != seat).collect();
        for other in since.into_iter().rev() {
            let act = std::mem::take(&mut open.acts[other][round]);
            let Some(action) = act.action else { continue };
            if let Action::Exchange(card) | Action::Swap(card) = action {
                open.discards = open.discards.lacking(card);
            }
            match (action, act.card) {
                (Action::Swap(_), Some(taken)) => open.discards = open.discards.with(taken),
                (Action::Gain, Some(thrown)) => open.discards = open.discards.lacking(thrown),
                (Action::Gain, None) => open.cards[other] -= 1,
                (Action::Junk, _) => {
                    open.in_play |= 1 << other;
                    // A redealt hand has as many cards as before (S10).
                    let turns = &open.acts[other][..round];
                    let grown = |act: &&Act| act.action == Some(Action::Gain) && act.card.is_none();
                    open.cards[other] = 2 + turns.iter().filter(grown).count() as u8;
                }
                _ => {}
            }
        }
        open.top = top;
        open
    }

    /// The public state after an act of the seat in turn.
    pub(super) fn after(&self, seat: usize, act: Act) -> Open<H> {
        let mut open = *self;
        open.acts[seat][self.round] = act;
        match (act.action, act.card) {
            (Some(Action::Exchange(given)), _) => open.discards = open.discards.with(given),
            (Some(Action::Swap(given)), _) => {
                open.discards = open.discards.lacking(open.top).with(given);
            }
            (Some(Action::Gain), Some(thrown)) => open.discards = open.discards.with(thrown),
            (Some(Action::Gain), None) => open.cards[seat] += 1,
            _ => {}
        }
        open.top = act.leaves(open.top);
        open
    }
}

impl<H> Open<H> {
    /// The turn order of this round.
    #[inline]
    pub(super) fn order(&self) -> TurnOrder {
        TurnOrder { first: self.first, players: self.players }
    }
}

/// The public part of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Act {
    /// The action; `None` if the turn has not come yet or the seat had junked.
    pub action: Option<Action>,
    /// The card taken off the discard pile, or drawn and thrown, or left on top by a junked hand.
    pub card: Option<Card>,
}

impl Act {
    /// The top of the discard pile after this turn, given the top before it.
    pub(super) fn leaves(self, top: Card) -> Card {
        match self.action {
            Some(Action::Exchange(given) | Action::Swap(given)) => given,
            Some(Action::Gain | Action::Junk) => self.card.unwrap_or(top),
            Some(Action::Stand) | None => top,
        }
    }
}

/// A seat's view of the game in its turn.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, H = Hand> {
    pub(super) rules: &'a Rules,
    pub(super) ranking: &'a Ranking,
    pub(super) open: &'a Open<H>,
    pub(super) seat: usize,
    pub(super) hand: H,
}

/// An action in a turn (S5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing (S8).
    Stand,
    /// Draw and keep the card; under `gain = look_first` look at it first (S6).
    Gain,
    /// Put this card on the discard pile, then draw and keep (S6).
    Exchange(Card),
    /// Take the top of the discard pile and put this card there (S7).
    Swap(Card),
    /// Leave the game (S8).
    Junk,
}

impl Action {
    /// The number of actions: stand, gain, junk, and exchange or swap of each card.
    pub const WAYS: usize = 3 + 2 * KINDS;

    /// The names of the kinds of action.
    pub(super) const KINDS: [&str; 5] = ["stand", "gain", "exchange", "swap", "junk"];

    /// The number of its kind among [`Action::KINDS`].
    pub(super) const fn kind(self) -> usize {
        match self {
            Action::Stand => 0,
            Action::Gain => 1,
            Action::Exchange(_) => 2,
            Action::Swap(_) => 3,
            Action::Junk => 4,
        }
    }

    /// Its index: 0 stand, 1 gain, 2 junk, then exchanges and swaps, lowest card first.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Action::Stand => 0,
            Action::Gain => 1,
            Action::Junk => 2,
            Action::Exchange(card) => 3 + card.kind(),
            Action::Swap(card) => 3 + KINDS + card.kind(),
        }
    }

    /// The action of an index below [`Action::WAYS`].
    #[inline]
    pub const fn from_index(index: usize) -> Action {
        match index {
            0 => Action::Stand,
            1 => Action::Gain,
            2 => Action::Junk,
            _ if index < 3 + KINDS => Action::Exchange(Card::of_kind(index - 3)),
            _ => Action::Swap(Card::of_kind(index - 3 - KINDS)),
        }
    }
}

impl fmt::Display for Action {
    /// In the notation of written games: `gain`, `swap +4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Action::KINDS[self.kind()])?;
        match self {
            Action::Exchange(card) | Action::Swap(card) => write!(f, " {card}"),
            _ => Ok(()),
        }
    }
}

/// A decision: an action, or a random one that the host draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One action. It must be legal.
    Act(Action),
    /// One of up to four actions, drawn by their weights.
    Mix(Mix),
    /// Any legal action, all equally likely.
    Any,
}

impl Choice {
    /// The probability of an action; 0 for every action of [`Choice::Any`].
    pub fn share(&self, action: Action) -> f64 {
        match self {
            Choice::Act(taken) => f64::from(u8::from(*taken == action)),
            Choice::Mix(mix) => {
                mix.shares().filter(|(taken, _)| *taken == action).map(|(_, share)| share).sum()
            }
            Choice::Any => 0.0,
        }
    }
}

/// Up to four legal actions with their weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mix {
    /// Indices of actions ([`Action::index`]).
    pub actions: [u8; 4],
    /// Relative weights; an action of weight 0 is absent.
    pub weights: [u8; 4],
}

impl Mix {
    /// The sum of the weights.
    pub fn total(&self) -> u32 {
        self.weights.iter().map(|&weight| u32::from(weight)).sum()
    }

    /// The action drawn by a number below [`Mix::total`].
    pub fn pick(&self, mut number: u32) -> Action {
        for (&action, &weight) in self.actions.iter().zip(&self.weights) {
            match number.checked_sub(weight.into()) {
                Some(left) => number = left,
                None => return Action::from_index(action.into()),
            }
        }
        Action::Stand
    }

    /// The actions with their probabilities.
    pub fn shares(&self) -> impl Iterator<Item = (Action, f64)> {
        let (mix, total) = (*self, f64::from(self.total()));
        let taken = (0..4).filter(move |&at| mix.weights[at] > 0);
        taken.map(move |at| {
            (Action::from_index(mix.actions[at].into()), f64::from(mix.weights[at]) / total)
        })
    }

    /// Adds one to the weight of an action. A fifth distinct action is ignored.
    pub fn add(&mut self, action: u8) {
        let at = (0..4).find(|&at| self.weights[at] == 0 || self.actions[at] == action);
        if let Some(at) = at {
            self.actions[at] = action;
            self.weights[at] += 1;
        }
    }
}

named! {
    /// The decision about a card that was looked at (S6, `gain = look_first`).
    pub enum Look {
        /// It joins the hand.
        Keep = "keep",
        /// It goes to the discard pile.
        Throw = "throw",
        /// Either, as likely.
        Any = "either",
    }
}

/// The player of a seat. Its answers must depend only on its view, so that any game can be
/// replayed.
pub trait Player<H = Hand> {
    /// Whether it is a strategy of croupier's own, whose answers are checked in debug builds only.
    /// Others end the run with an illegal answer.
    fn is_native(&self) -> bool {
        false
    }

    /// Decides its turn (S5). The answer must be legal.
    fn play(&mut self, view: &View<'_, H>) -> Choice;

    /// Decides about a card that was looked at; asked only if it may be kept (S6).
    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        let _ = (view, drawn);
        Look::Keep
    }
}

crate::framework::guest!(Player<Hand> + Player<WideHand>);

impl<'a, H: Packed> View<'a, H> {
    /// The rules.
    #[inline]
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The ranking of hands under the rules.
    #[inline]
    pub fn ranking(&self) -> &'a Ranking {
        self.ranking
    }

    /// The seat, from 0.
    #[inline]
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// Players at the table, those who junked included.
    #[inline]
    pub fn players(&self) -> usize {
        self.open.players
    }

    /// Whether a seat has not junked.
    #[inline]
    pub fn is_in(&self, seat: usize) -> bool {
        self.open.in_play >> seat & 1 == 1
    }

    /// The round, from 1.
    #[inline]
    pub fn round(&self) -> usize {
        self.open.round + 1
    }

    /// The seat's place in the turn order of this round, from 1; seats that are out keep theirs.
    #[inline]
    pub fn place(&self) -> usize {
        1 + self.open.order().place(self.seat)
    }

    /// Its own hand.
    #[inline]
    pub fn hand(&self) -> H {
        self.hand
    }

    /// The view of the same seat with another hand. Others use it to judge its actions.
    #[inline]
    pub fn holding(&self, hand: H) -> View<'a, H> {
        View { hand, ..*self }
    }

    /// The number of cards in a seat's hand; 0 once it has junked.
    #[inline]
    pub fn cards(&self, seat: usize) -> u32 {
        self.open.cards[seat].into()
    }

    /// The top of the discard pile.
    #[inline]
    pub fn top(&self) -> Card {
        self.open.top
    }

    /// The discard pile, its top among them.
    #[inline]
    pub fn discards(&self) -> H {
        self.open.discards
    }

    /// Cards in the draw pile.
    #[inline]
    pub fn pile(&self) -> u32 {
        self.open.pile.into()
    }

    /// The acts of a seat in each round so far, first round first.
    pub fn acts(&self, seat: usize) -> &'a [Act] {
        &self.open.acts[seat][..self.round()]
    }

    /// The last action of a seat with the hand it holds; `None` before its first turn, and since its
    /// hand was redealt (S10).
    pub fn last_action(&self, seat: usize) -> Option<Action> {
        let acts = self.open.acts[seat][self.open.dealt..self.round()].iter().rev();
        acts.filter_map(|act| act.action).next()
    }

    /// The top of the discard pile at a seat's turn of `round`, from 1, which must not lie in the
    /// future.
    pub fn top_in(&self, seat: usize, round: usize) -> Card {
        let (players, round) = (self.open.players, round - 1);
        // The turn order moves with the deal (S3).
        let moves = self.rules.dealer_moves == DealerMoves::EachRound;
        let back = if moves { self.open.round - round } else { 0 };
        let first = (self.open.first + players - back % players) % players;
        let before = TurnOrder { first, players }.seats().take_while(|&other| other != seat);
        before.fold(self.open.begun[round], |top, other| self.open.acts[other][round].leaves(top))
    }

    /// The first round, from 1, played with the hands last dealt (S10).
    pub fn dealt(&self) -> usize {
        self.open.dealt + 1
    }

    /// The cards that may be in the draw pile: neither seen face up since the shuffle nor in the
    /// seat's own hand (S11).
    pub fn unseen(&self) -> H {
        let others = (0..self.open.players).filter(|&seat| seat != self.seat);
        let seen = others.map(|seat| self.taken(seat)).fold(self.open.discards, H::and);
        self.open.deck.less(seen).less(self.hand)
    }

    /// The cards that a seat took off the discard pile and is known to still hold (S7).
    pub fn taken(&self, seat: usize) -> H {
        let mut taken = H::default();
        for act in self.acts(seat).iter().skip(self.open.dealt) {
            if let Some(Action::Exchange(given) | Action::Swap(given)) = act.action
                && taken.holds(given)
            {
                taken = taken.without(given);
            }
            match (act.action, act.card) {
                (Some(Action::Swap(_)), Some(card)) => taken = taken.with(card),
                (Some(Action::Junk), _) => taken = H::default(),
                _ => {}
            }
        }
        taken
    }

    /// Whether a drawn card may be kept (S9).
    #[inline]
    pub fn may_grow(&self) -> bool {
        self.hand.cards() < u32::from(self.rules.hand_limit)
    }

    /// Whether an action is legal now.
    #[inline]
    pub fn allows(&self, action: Action) -> bool {
        match action {
            Action::Stand | Action::Junk => true,
            Action::Gain => self.may_grow() || self.rules.gain == Gain::LookFirst,
            Action::Exchange(card) | Action::Swap(card) => self.hand.holds(card),
        }
    }

    /// The legal actions, in the order of [`Action::index`].
    #[inline]
    pub fn legal(&self) -> impl Iterator<Item = Action> {
        let gain = Some(Action::Gain).filter(|&gain| self.allows(gain));
        let hand = self.hand;
        [Action::Stand]
            .into_iter()
            .chain(gain)
            .chain([Action::Junk])
            .chain(hand.kinds().map(Action::Exchange))
            .chain(hand.kinds().map(Action::Swap))
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Silent;
    use super::super::round::{Keyed, Table};
    use super::*;
    use crate::cards::random::Seed;
    use std::cell::RefCell;

    #[test]
    fn a_turn_is_taken_back_and_foreseen_as_it_was() {
        /// Plays at random and records what each seat saw.
        struct Anything<'a>(&'a RefCell<Vec<Vec<(usize, Open)>>>);
        impl Player for Anything<'_> {
            fn play(&mut self, view: &View<'_>) -> Choice {
                let mut seen = self.0.borrow_mut();
                if seen.len() < view.round() {
                    seen.push(Vec::new());
                }
                let here = seen.last_mut().expect("a round");
                let same = |one: &Open, other: &Open, discards: bool| {
                    assert_eq!((one.acts, one.cards), (other.acts, other.cards));
                    assert_eq!((one.in_play, one.top), (other.in_play, other.top));
                    assert!(!discards || one.discards == other.discards);
                };
                for &(seat, before) in here.iter() {
                    let junked = view.open.in_play != before.in_play;
                    let top = view.top_in(seat, view.round());
                    same(&view.open.before(seat, top), &before, !junked);
                }
                if let Some((seat, before)) = here.last() {
                    let act = view.acts(*seat)[view.round() - 1];
                    if act.action != Some(Action::Junk) {
                        same(&before.after(*seat, act), view.open, true);
                    }
                }
                here.push((view.seat, *view.open));
                Choice::Any
            }

            fn look(&mut self, _view: &View<'_>, _drawn: Card) -> Look {
                Look::Any
            }
        }
        for gain in [Gain::KeepOrExchange, Gain::LookFirst] {
            let rules = Rules { players: 5, dice_faces: 3, gain, ..Rules::default() };
            let mut table = Table::new(&rules);
            for game in 0..2_000 {
                let seen = RefCell::default();
                let mut players = [(); 5].map(|()| Anything(&seen));
                let mut luck = Keyed::new(Seed::new(3).round(game, 0));
                table.game(&mut players, &mut luck, &mut Silent, game as usize % 5);
            }
        }
    }

    #[test]
    fn small_types_stay_small() {
        assert!(size_of::<Action>() <= 2);
        assert!(size_of::<Choice>() <= 10);
        assert!(size_of::<Act>() <= 4);
        for index in 0..Action::WAYS {
            assert_eq!(Action::from_index(index).index(), index);
        }
    }
}
