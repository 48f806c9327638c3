//! The view of a seat and the decisions that it is asked for. A seat can see nothing else: other
//! hands, the order of the deck and the face-down cards of others are not in these types.

use super::eval::{Ceilings, Evaluator, Memo, Score};
use super::hand::{Card, Cards};
use super::rules::{self, Declare, OxmyxHolder, Rules};
use crate::framework::TurnOrder;
use std::cell::RefCell;
use std::cmp::Ordering;

/// The most players.
pub const MAX_PLAYERS: usize = rules::MAX_PLAYERS as usize;

/// A card that was put face-down on a pile (P1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    pub(super) owner: u8,
    pub(super) by: u8,
    pub(super) card: Card,
    /// Whether every seat knows it, because it lay open in the hand (S4, P8).
    pub(super) known: bool,
}

/// The cards on the table, and those known of hands.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) players: usize,
    pub(super) landru: usize,
    /// The number of cards in the deck.
    pub(super) deck: u32,
    /// The cards that went back into it (S4).
    pub(super) returned: Cards,
    /// Seats that have redeemed, one bit each.
    pub(super) redeemed: u32,
    /// The number of cards in each hand.
    pub(super) held: [u8; MAX_PLAYERS],
    /// The cards of each hand known to all: dealt face-up, or taken off a pile.
    pub(super) known: [Cards; MAX_PLAYERS],
    /// The open cards of each pile.
    pub(super) up: [Cards; MAX_PLAYERS],
    /// The face-down cards of all piles.
    pub(super) laid: Vec<Laid>,
}

/// The view of a seat when it is asked for a decision.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) rules: &'a Rules,
    pub(super) evaluator: &'a Evaluator,
    pub(super) open: &'a Open,
    pub(super) seat: usize,
    pub(super) hand: &'a Cards,
    /// Whether doing nothing is legal.
    pub(super) may_pass: bool,
    /// The cards that it may redeem.
    pub(super) redeemable: u64,
    /// Whether it is asked after drawing the card of its turn; a redemption may also come before
    /// the first turn.
    pub(super) drawn: bool,
    /// The pile that it just put a drawn card on, and the card, which cannot be taken.
    pub(super) sent: Option<(usize, Card)>,
}

/// A decision: one legal option, or any of them, which the host then draws uniformly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice<T> {
    /// This option, which must be legal.
    Do(T),
    /// Any legal option.
    Any,
}

impl<T> Choice<T> {
    /// The option, or one that `draw` draws.
    #[inline(always)]
    pub(super) fn or(self, draw: impl FnOnce() -> T) -> T {
        match self {
            Choice::Do(option) => option,
            Choice::Any => draw(),
        }
    }
}

/// The vote of a seat on a Wednesday (Y5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// The day, 1..=10.
    pub day: u8,
    /// Whether it is dark.
    pub dark: bool,
}

/// A card, and the pile that it goes on or comes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// The card.
    pub card: Card,
    /// The seat that owns the pile.
    pub pile: usize,
}

/// The use of the card drawn from the deck (P2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// It joins the hand.
    Keep,
    /// It goes face-up on an opponent's pile.
    Send(usize),
}

/// The decisions of a seat. Its answers must depend only on its view, so that any round can be
/// replayed. It is asked only where it has a choice.
pub trait Player {
    /// Whether it is a strategy of croupier's own, whose answers are checked in debug builds only.
    /// Others end the run with an illegal answer.
    fn is_native(&self) -> bool {
        false
    }

    /// On a Wednesday, before the deal: the day and the light to vote for (Y5).
    fn vote(&mut self, rules: &Rules) -> Choice<Ballot>;

    /// As landru, after the deal: the rank to call wild (W1f), one of [`Evaluator::nameable`].
    fn name(&mut self, view: &View<'_>) -> Choice<u8>;

    /// The card to redeem, if any (S4): one of [`View::redeemable`].
    fn redeem(&mut self, view: &View<'_>) -> Choice<Option<Card>>;

    /// As archon, after redeeming: the hand card that goes face-up on its own pile (S4).
    fn shed(&mut self, view: &View<'_>) -> Choice<Card>;

    /// The hand card to put face-down, and the pile, if any (P1).
    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>>;

    /// The use of the top card of the deck (P2), which is not in the hand yet; asked only if it may
    /// be sent away.
    fn draw(&mut self, view: &View<'_>, drawn: Card) -> Choice<Drawn>;

    /// The open card to take, and the pile that it comes off, if any (P3).
    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>>;

    /// The hand card to put face-up, and the pile, if any (P4).
    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>>;

    /// The opponent to name with four jacks, at the price of `kronks` kronks, if any (P10).
    fn krako(&mut self, show: &Show<'_>, kronks: u8) -> Choice<Option<usize>>;

    /// The most kronks to spend: no fewer than now, and no more than [`Show::most`] (P11).
    fn declare(&mut self, show: &Show<'_>) -> Ceilings;
}

crate::framework::guest!(Player);

impl<'a> View<'a> {
    /// The rules.
    #[inline]
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The evaluator of cards under these rules.
    #[inline]
    pub fn evaluator(&self) -> &'a Evaluator {
        self.evaluator
    }

    /// The seat, from 0.
    #[inline]
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// Players at the table.
    #[inline]
    pub fn players(&self) -> usize {
        self.open.players
    }

    /// The other seats, leftward.
    #[inline]
    pub fn opponents(&self) -> impl Iterator<Item = usize> + use<> {
        TurnOrder { first: self.seat, ..self.open.order() }.seats().skip(1)
    }

    /// The seats leftward from the archon.
    #[inline]
    pub fn order(&self) -> TurnOrder {
        self.open.order()
    }

    /// The dealer's seat.
    #[inline]
    pub fn landru(&self) -> usize {
        self.open.landru
    }

    /// The seat at the dealer's left.
    #[inline]
    pub fn archon(&self) -> usize {
        self.open.archon()
    }

    /// Its own hand.
    #[inline]
    pub fn hand(&self) -> &'a Cards {
        self.hand
    }

    /// The most cards that it may hold after its turn (S4).
    #[inline]
    pub fn limit(&self) -> u32 {
        self.open.limit(self.seat)
    }

    /// The number of cards in the deck, without the one just drawn.
    #[inline]
    pub fn deck(&self) -> u32 {
        self.open.deck
    }

    /// The number of cards in a seat's hand.
    #[inline]
    pub fn cards(&self, seat: usize) -> u32 {
        self.open.held[seat].into()
    }

    /// The cards of a seat's hand known to all.
    #[inline]
    pub fn known(&self, seat: usize) -> &'a Cards {
        &self.open.known[seat]
    }

    /// The open cards of a seat's pile.
    #[inline]
    pub fn up(&self, seat: usize) -> &'a Cards {
        &self.open.up[seat]
    }

    /// The face-down cards: the owner of the pile, the seat that put it there, and the card, if
    /// this seat knows it (P8).
    pub fn laid(&self) -> impl Iterator<Item = (usize, usize, Option<Card>)> + use<'a> {
        let seat = self.seat;
        self.open.laid.iter().map(move |laid| {
            let by = usize::from(laid.by);
            let card = (laid.known || by == seat).then_some(laid.card);
            (usize::from(laid.owner), by, card)
        })
    }

    /// The cards of a seat's pile that this seat knows.
    pub fn pile(&self, seat: usize) -> Cards {
        let mut pile = *self.up(seat);
        self.laid().filter(|(owner, ..)| *owner == seat).for_each(|(.., card)| {
            card.into_iter().for_each(|card| pile.add(card));
        });
        pile
    }

    /// The cards that were redeemed and went back into the deck (S4).
    #[inline]
    pub fn returned(&self) -> &'a Cards {
        &self.open.returned
    }

    /// Whether doing nothing is legal.
    #[inline]
    pub fn may_pass(&self) -> bool {
        self.may_pass
    }

    /// The cards that it may redeem now.
    pub fn redeemable(&self) -> impl Iterator<Item = Card> + use<> {
        Cards::from_set(self.redeemable).different()
    }

    /// The different open cards of a seat's pile that it may take (P3).
    #[inline]
    pub fn takeable(&self, seat: usize) -> Cards {
        Cards::from_set(self.open.takeable(self.seat, seat, self.sent))
    }

    /// The different open cards that it may take, from any pile, as a set (P3).
    #[inline]
    pub fn open_cards(&self) -> u64 {
        let piles = 0..self.players();
        piles.fold(0, |all, pile| all | self.open.takeable(self.seat, pile, self.sent))
    }

    /// Every open card that it may take; of two alike on one pile, only one (P3).
    pub fn takes(&self) -> impl Iterator<Item = Put> + use<'a> {
        self.takes_of(!0)
    }

    /// The open cards of a set that it may take; of two alike on one pile, only one (P3).
    #[inline]
    pub fn takes_of(&self, set: u64) -> impl Iterator<Item = Put> + use<'a> {
        let view = *self;
        let (mut pile, mut left) = (view.seat, 0);
        std::iter::from_fn(move || {
            while left == 0 {
                pile = if pile + 1 == view.players() { 0 } else { pile + 1 };
                if pile == view.seat {
                    return None;
                }
                left = view.open.takeable(view.seat, pile, view.sent) & set;
            }
            let card = Cards::from_set(left).first()?;
            left &= left - 1;
            Some(Put { card, pile })
        })
    }

    /// Whether redeeming this card (with `None`: nothing) is legal.
    pub fn allows_redeeming(&self, card: Option<Card>) -> bool {
        card.map_or(self.may_pass, |card| self.redeemable >> card.bit() & 1 == 1)
    }

    /// Whether putting this hand card on that pile (with `None`: nothing) is legal.
    pub fn allows_putting(&self, put: Option<Put>) -> bool {
        put.map_or(self.may_pass, |put| put.pile < self.players() && self.hand.holds(put.card))
    }

    /// Whether taking this card (with `None`: nothing) is legal.
    pub fn allows_taking(&self, take: Option<Put>) -> bool {
        take.map_or(self.may_pass, |take| {
            take.pile < self.players() && self.takeable(take.pile).holds(take.card)
        })
    }
}

impl Open {
    /// The seats leftward from the archon, who sits at the landru's left.
    #[inline]
    pub(super) fn order(&self) -> TurnOrder {
        let order = TurnOrder { first: self.landru, players: self.players };
        order.moved_on()
    }

    #[inline]
    pub(super) fn archon(&self) -> usize {
        self.order().first
    }

    /// The most cards that a hand may hold after its turn (S4).
    #[inline]
    pub(super) fn limit(&self, seat: usize) -> u32 {
        let seventh = seat == self.archon() || self.redeemed >> seat & 1 == 1;
        rules::HAND + u32::from(seventh)
    }

    /// The different cards that a seat may take off a pile, as a set (P3).
    #[inline]
    pub(super) fn takeable(&self, seat: usize, pile: usize, sent: Option<(usize, Card)>) -> u64 {
        if seat == pile {
            return 0;
        }
        let up = &self.up[pile];
        match sent {
            // Another card like it may be taken.
            Some((to, card)) if to == pile && up.count(card) == 1 => up.set() & !(1 << card.bit()),
            _ => up.set(),
        }
    }

    /// Whether any open card may be taken.
    #[inline]
    pub(super) fn can_take(&self, seat: usize, sent: Option<(usize, Card)>) -> bool {
        (0..self.players).any(|pile| self.takeable(seat, pile, sent) != 0)
    }
}

/// The table as every seat sees it once all cards are turned up (P9).
#[derive(Clone, Copy, Debug)]
pub struct Show<'a> {
    pub(super) rules: &'a Rules,
    pub(super) evaluator: &'a Evaluator,
    pub(super) landru: usize,
    pub(super) hands: &'a [Cards],
    pub(super) piles: &'a [Cards],
    /// The card that came last to each hand, if that matters (W1e).
    pub(super) last: &'a [Option<Card>],
    /// The most that each seat may declare.
    pub(super) most: &'a [Ceilings],
    /// Seats that can still win, one bit each.
    pub(super) qualified: u32,
    pub(super) scores: &'a [Score],
    pub(super) ceilings: &'a [Ceilings],
    /// A memo of the scores of each seat's cards.
    pub(super) memos: &'a RefCell<Vec<Memo>>,
    pub(super) seat: usize,
    /// Whether declarations have begun.
    pub(super) declaring: bool,
    /// The antes of all players at the start of the game, in quatloos.
    pub(super) antes: i64,
}

impl<'a> Show<'a> {
    /// The rules.
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The evaluator of cards under these rules.
    pub fn evaluator(&self) -> &'a Evaluator {
        self.evaluator
    }

    /// The seat, from 0.
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// Players at the table.
    pub fn players(&self) -> usize {
        self.hands.len()
    }

    /// The seats leftward from the archon.
    pub(super) fn order(&self) -> TurnOrder {
        TurnOrder { first: self.landru, players: self.players() }.moved_on()
    }

    /// The dealer's seat; the next one is the archon's.
    pub fn landru(&self) -> usize {
        self.landru
    }

    /// A seat's hand.
    pub fn hand(&self, seat: usize) -> &'a Cards {
        &self.hands[seat]
    }

    /// A seat's pile.
    pub fn pile(&self, seat: usize) -> &'a Cards {
        &self.piles[seat]
    }

    /// Whether a seat can still win (P10).
    pub fn is_qualified(&self, seat: usize) -> bool {
        self.qualified >> seat & 1 == 1
    }

    /// The other seats that can still win, by seat number.
    pub fn rivals(&self) -> impl Iterator<Item = usize> + use<> {
        let (seat, qualified) = (self.seat, self.qualified);
        (0..self.hands.len()).filter(move |&other| other != seat && qualified >> other & 1 == 1)
    }

    /// Whether a rival is yet to be asked what it declares. In laps it is asked again (P11).
    pub fn may_declare(&self, rival: usize) -> bool {
        let later = |seat: usize| seat == rival;
        !self.declaring
            || self.rules.declare == Declare::Laps
            || self.order().seats().skip_while(|&seat| seat != self.seat).any(later)
    }

    /// The score of a seat at the ceilings that it has declared so far.
    pub fn score(&self, seat: usize) -> &'a Score {
        &self.scores[seat]
    }

    /// The ceilings that a seat has declared so far.
    pub fn ceilings(&self, seat: usize) -> Ceilings {
        self.ceilings[seat]
    }

    /// The most that this seat may declare.
    pub fn most(&self) -> Ceilings {
        self.most_of(self.seat)
    }

    /// The most that a seat may declare.
    pub fn most_of(&self, seat: usize) -> Ceilings {
        self.most[seat]
    }

    /// The score of this seat at other ceilings.
    pub fn score_with(&self, ceilings: Ceilings) -> Score {
        self.score_of(self.seat, ceilings)
    }

    /// The score of a seat at other ceilings.
    pub fn score_of(&self, seat: usize, ceilings: Ceilings) -> Score {
        let cards = (self.hand(seat), self.pile(seat), self.last[seat]);
        self.evaluator.score_again(cards, ceilings, &mut self.memos.borrow_mut()[seat])
    }

    /// Whether a score is ahead of those of all rivals as declared.
    pub fn beats_all(&self, score: &Score) -> bool {
        self.rivals()
            .all(|other| self.evaluator.compare(score, self.score(other)) == Ordering::Greater)
    }

    /// Whether an oxmyx would save a seat from a krako of this one (P10).
    pub fn is_saved(&self, victim: usize) -> bool {
        let oxmyx = |seat: usize| self.evaluator.oxmyx(&self.hands[seat].and(&self.piles[seat]));
        match self.rules.oxmyx_holder {
            OxmyxHolder::Target => oxmyx(victim),
            OxmyxHolder::Krako => oxmyx(self.seat),
            OxmyxHolder::Any => (0..self.players()).any(oxmyx),
        }
    }

    /// The kitty that the winner of the round takes, in quatloos; of a held kitty only the antes
    /// count.
    pub fn pot(&self) -> i64 {
        self.antes
    }
}
