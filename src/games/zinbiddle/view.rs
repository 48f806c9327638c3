//! A seat's view of the table, and the decisions asked of it. A seat can see nothing else: these
//! types reveal neither the hole cards of others, nor its own before it may look, nor the order of
//! the shoes.

use super::hand::{Card, KINDS, LEVELS, Line, NEIGHBOURS, Order, PLACES, Place, Pyramid, Ranks};
use super::rules::{ActionKind, MAX_ACTIONS, MAX_PLAYERS, ROUNDS, Rules};
use crate::cards::Known;
use crate::framework::TurnOrder;
use crate::framework::notation::named;
use std::fmt;

/// The most cards that a hand can show: eight pyramids, and twelve actions of each seat.
pub(super) const MOST_SHOWN: usize = MAX_PLAYERS * (9 + MAX_ACTIONS);

/// A set of seats, one bit each.
pub type Seats = u8;

/// Card counts by number: misfires, 1 to 4, Sixes; the last two of the eight lanes are unused.
pub(super) type ByNumber = [u16; 8];

/// The public state of the table.
#[derive(Clone, Debug)]
pub struct Open {
    /// Number of players dealt in.
    pub(super) players: usize,
    /// The bet unit of each betting round, in units of money (Z8).
    pub(super) units: [i64; ROUNDS],
    /// Pilot actions that a seat may have used by the end of each level (Z9).
    pub(super) allowances: [u8; LEVELS],
    /// The same for actions that replace a card at that level or later, 0 if there are none.
    pub(super) replacements: [u8; LEVELS + 1],
    /// The kinds of action at each level, as bits (Z9).
    pub(super) kinds: [u8; LEVELS],
    /// The first seat of the hand.
    pub(super) first: usize,
    /// The number of the hand in its session, from 0.
    pub(super) hand: u32,
    /// Seats still in.
    pub(super) still_in: Seats,
    /// The pot, in units.
    pub(super) pot: i64,
    /// The bonus, kept until a fourth quarter is won, in units (Z14).
    pub(super) bonus: i64,
    /// The jackpot, in units (Z15).
    pub(super) jackpot: i64,
    /// The public state of each seat.
    pub(super) seats: [OpenSeat; MAX_PLAYERS],
    /// Cards of each shoe that all seats have seen since its shuffle, by kind.
    pub(super) seen: [[u16; KINDS]; LEVELS],
    /// The cards shown in this hand, each as shoe and kind. After a reshuffle they are all that has
    /// been seen of a shoe.
    pub(super) log: [(u8, u8); MOST_SHOWN],
    pub(super) logged: usize,
    /// The cards of `log`, of each shoe by kind.
    pub(super) shown: [[u16; KINDS]; LEVELS],
    /// The cards of `seen`, by number.
    pub(super) seen_numbers: [ByNumber; LEVELS],
    /// The cards of `log`, by number.
    pub(super) shown_numbers: [ByNumber; LEVELS],
    /// The cards of a full shoe, by kind.
    pub(super) full: [u16; KINDS],
    /// Cards of earlier hands that each seat has failed to notice, by shoe and kind.
    pub(super) missed: [[[u16; KINDS]; LEVELS]; MAX_PLAYERS],
}

/// The public state of a seat; it fills a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct OpenSeat {
    /// Its face-up cards; all other places are meaningless.
    pub(super) shown: Pyramid,
    /// Money that it has put into this hand, in units.
    pub(super) paid: i64,
    /// The places of its face-up cards, as bits.
    pub(super) up: u16,
    /// The betting rounds in which it bet or raised, as bits.
    pub(super) bold: u16,
    /// Number of pilot actions used.
    pub(super) used: u8,
    /// The pilot actions used, in order.
    pub(super) deeds: [Deed; MAX_ACTIONS],
}

impl OpenSeat {
    pub(super) const NONE: OpenSeat = OpenSeat {
        shown: Pyramid::EMPTY,
        paid: 0,
        up: 0,
        bold: 0,
        used: 0,
        deeds: [Deed::Resorted(Line::Row); MAX_ACTIONS],
    };
}

/// The public part of a pilot action (Z9): of a re-sort, only the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A card was replaced.
    Replaced(Place),
    /// Two neighbours changed places.
    Transposed(Place, Place),
    /// A line was re-sorted.
    Resorted(Line),
}

/// A seat's view of the table at a decision.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) rules: &'a Rules,
    pub(super) ranks: &'static Ranks,
    pub(super) open: &'a Open,
    pub(super) own: &'a Pyramid,
    pub(super) seat: usize,
    pub(super) when: When,
}

/// The stage of a hand. It belongs to the view and not to the table, so that the compiler knows it
/// wherever the step of the rulebook is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct When {
    /// The current or next betting round, 0..=8.
    pub(super) round: usize,
    /// Number of levels dealt so far.
    pub(super) levels: usize,
    /// Whether the players have looked at their hole cards.
    pub(super) looked: bool,
    /// Bets and raises so far in this betting round, or in the last one.
    pub(super) bets: u32,
    /// Number of them that the deciding seat has not matched.
    pub(super) owed: u32,
}

named! {
    /// A bet or the lack of one (Z8).
    #[repr(u8)]
    pub enum Bet {
        /// No bet, where there is none to match.
        Check = "check",
        /// Leaves the hand.
        Fold = "fold",
        /// Matches the bets there are.
        Call = "call",
        /// One unit more, where there is no bet yet.
        Bet = "bet",
        /// Matches the bets there are and one unit more.
        Raise = "raise",
    }
}

/// A pilot action, or none (Z9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pilot {
    /// Passes for the rest of this level.
    Pass,
    /// Replaces the card at this place.
    Replace(Place),
    /// Swaps two neighbours, by their index in [`NEIGHBOURS`].
    Transpose(u8),
    /// Puts a line in another order.
    Resort(Line, Order),
}

impl Pilot {
    /// Number of actions: a pass, nine replacements, thirteen swaps, and 24 orders of three lines.
    pub const WAYS: usize = RESORTS + 3 * Order::WAYS;

    /// Its index, below [`Pilot::WAYS`].
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Pilot::Pass => 0,
            Pilot::Replace(place) => 1 + place.index(),
            Pilot::Transpose(number) => TRANSPOSITIONS + number as usize,
            Pilot::Resort(line, order) => RESORTS + line as usize * Order::WAYS + order.index(),
        }
    }

    /// The action with an index below [`Pilot::WAYS`].
    #[inline]
    pub const fn from_index(index: usize) -> Pilot {
        match index {
            0 => Pilot::Pass,
            1..TRANSPOSITIONS => Pilot::Replace(Place::from_index(index - 1)),
            TRANSPOSITIONS..RESORTS => Pilot::Transpose((index - TRANSPOSITIONS) as u8),
            _ => {
                let (line, order) =
                    ((index - RESORTS) / Order::WAYS, (index - RESORTS) % Order::WAYS);
                Pilot::Resort(Line::ALL[line], Order::from_index(order))
            }
        }
    }
}

impl fmt::Display for Pilot {
    /// Writes it as written hands do: `replace T3`, `transpose S1 G1`, `sort port 3 1 2 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Pilot::Pass => f.write_str("pass"),
            Pilot::Replace(place) => write!(f, "replace {place}"),
            Pilot::Transpose(number) => {
                let (a, b) = NEIGHBOURS[usize::from(number)];
                write!(f, "transpose {a} {b}")
            }
            Pilot::Resort(line, order) => write!(f, "sort {} {order}", line.name()),
        }
    }
}

const TRANSPOSITIONS: usize = 1 + PLACES;
const RESORTS: usize = TRANSPOSITIONS + NEIGHBOURS.len();

/// A yes or no, or the weights of both for the host to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Relative weights, not both 0; their sum is at most 2^15.
    Mix {
        /// The weight of yes.
        yes: u16,
        /// The weight of no.
        no: u16,
    },
}

/// A betting decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetChoice {
    /// This bet.
    Do(Bet),
    /// Relative weights in the order of [`Bet::ALL`]; those of illegal bets must be 0, and the sum
    /// is at most 2^15.
    Mix([u16; 5]),
}

/// A decision on a pilot action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "no allocation in a round")]
pub enum PilotChoice {
    /// This action.
    Do(Pilot),
    /// Relative weights by [`Pilot::index`]; those of illegal actions must be 0, and the sum is at
    /// most 2^15.
    Mix([u16; Pilot::WAYS]),
}

/// The decisions of a seat. They must depend only on what it sees, so that any session can be
/// replayed.
pub trait Player {
    /// Whether it is a strategy of croupier's own, whose answers are checked in debug builds only.
    /// Others end the run with an illegal answer.
    fn is_native(&self) -> bool {
        false
    }

    /// Whether it counts cards, that is, calls [`View::seen`], [`View::shown_now`] or
    /// [`View::known`]. At a table where no player counts they report no cards of the table.
    fn counts(&self) -> bool {
        true
    }

    /// The fraction of the cards of earlier hands that it fails to notice, in parts of
    /// [`Recall::WHOLE`](crate::cards::Recall::WHOLE).
    fn error_rate(&self) -> u32 {
        0
    }

    /// Called when its view of its own cards has changed: when it looks, when a level has been
    /// dealt, and after each of its own actions. It can evaluate its cards here once, instead of at
    /// every decision. A seat that wraps another must pass this call on.
    fn look(&mut self, view: &View<'_>) {
        let _ = view;
    }

    /// Whether to stake a zinbiddle bet, before looking (Z15).
    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let _ = view;
        Answer::No
    }

    /// Whether to call the natural zinbiddle that it holds (Z10).
    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        let _ = view;
        Answer::Yes
    }

    /// Whether it is sure to check in this betting round until somebody bets; then it need not be
    /// asked before that.
    fn checks(&self, view: &View<'_>) -> bool {
        let _ = view;
        false
    }

    /// The bet to make (Z8), which must be legal.
    fn bet(&mut self, view: &View<'_>) -> BetChoice;

    /// The pilot action to take (Z9), which must be legal; asked only while an action is left.
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice;

    /// The action chosen by [`Player::pilot`]; `draw` draws an index by its weight. A seat that
    /// leaves nothing to chance can answer here directly and avoid a [`PilotChoice`], which is
    /// large.
    #[inline]
    fn action(&mut self, view: &View<'_>, draw: impl FnOnce(&[u16; Pilot::WAYS]) -> usize) -> Pilot
    where
        Self: Sized,
    {
        match self.pilot(view) {
            PilotChoice::Do(action) => action,
            PilotChoice::Mix(weights) => Pilot::from_index(draw(&weights)),
        }
    }
}

crate::framework::guest!(Player);

impl Open {
    /// The seats in turn order.
    #[inline]
    pub(super) fn order(&self) -> TurnOrder {
        TurnOrder { first: self.first, players: self.players }
    }

    /// A seat's knowledge of a shoe, without its own hole cards.
    #[inline]
    pub(super) fn known(&self, seat: usize, shoe: usize) -> Known<KINDS> {
        let table = self.shown[shoe];
        let (seen, missed) = (&self.seen[shoe], &self.missed[seat][shoe]);
        let earlier: [u16; KINDS] = std::array::from_fn(|kind| seen[kind] - table[kind]);
        Known {
            full: self.full,
            table,
            noticed: std::array::from_fn(|kind| earlier[kind].saturating_sub(missed[kind])),
            gone: earlier.iter().map(|&count| u32::from(count)).sum(),
        }
    }
}

/// The seat's own face-down thrusters, once it has looked at them (step 3).
#[inline]
pub(super) fn hole_cards(view: &View<'_>) -> impl Iterator<Item = Card> {
    let (own, up) = (view.own_so_far(), view.face_up(view.seat()));
    let down = Place::of_level(0).iter().filter(move |place| up >> place.index() & 1 == 0);
    down.filter_map(move |&place| own.map(|own| own.card(place)))
}

impl<'a> View<'a> {
    /// The rules.
    #[inline]
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The ranks of lines.
    #[inline]
    pub fn ranks(&self) -> &'static Ranks {
        self.ranks
    }

    /// The seat, from 0.
    #[inline]
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// The seats in turn order.
    #[inline]
    pub fn order(&self) -> TurnOrder {
        self.open.order()
    }

    /// The seat that acts first in this hand.
    #[inline]
    pub fn first(&self) -> usize {
        self.open.first
    }

    /// Number of players dealt in.
    #[inline]
    pub fn players(&self) -> usize {
        self.open.players
    }

    /// The number of the hand in its session, from 0.
    #[inline]
    pub fn hand(&self) -> u32 {
        self.open.hand
    }

    /// Seats still in, as bits.
    #[inline]
    pub fn still_in(&self) -> Seats {
        self.open.still_in
    }

    /// The number of other seats still in.
    #[inline]
    pub fn rivals(&self) -> u32 {
        (self.open.still_in & !(1 << self.seat)).count_ones()
    }

    /// Number of levels of the pyramid dealt so far, 1..=4.
    #[inline]
    pub fn levels(&self) -> usize {
        self.when.levels
    }

    /// The current or next betting round, 0..=8; 0 is the blind one.
    #[inline]
    pub fn round(&self) -> usize {
        self.when.round
    }

    /// The pot, in units.
    #[inline]
    pub fn pot(&self) -> i64 {
        self.open.pot
    }

    /// The bonus, kept until a fourth quarter is won, in units (Z14).
    #[inline]
    pub fn bonus(&self) -> i64 {
        self.open.bonus
    }

    /// The jackpot, in units (Z15).
    #[inline]
    pub fn jackpot(&self) -> i64 {
        self.open.jackpot
    }

    /// Money that a seat has put into this hand, in units.
    #[inline]
    pub fn paid(&self, seat: usize) -> i64 {
        self.open.seats[seat].paid
    }

    /// The bet unit of this betting round, in units of money (Z8).
    #[inline]
    pub fn bet_unit(&self) -> i64 {
        self.open.units[self.when.round.min(ROUNDS - 1)]
    }

    /// The amount to call, in units.
    #[inline]
    pub fn to_call(&self) -> i64 {
        i64::from(self.when.owed) * self.bet_unit()
    }

    /// Whether there are bets that the seat has not matched.
    #[inline]
    pub fn faces_bet(&self) -> bool {
        self.when.owed > 0
    }

    /// Number of raises in this round so far.
    #[inline]
    pub fn raises(&self) -> u32 {
        self.when.bets.saturating_sub(1)
    }

    /// The betting rounds in which a seat bet or raised, as bits.
    #[inline]
    pub fn bold(&self, seat: usize) -> u16 {
        self.open.seats[seat].bold
    }

    /// The price of a pilot action now, in units (Z9).
    #[inline]
    pub fn price(&self) -> i64 {
        self.rules.action_price(self.open.still_in.count_ones(), self.when.levels)
    }

    /// Number of pilot actions that a seat has left for the hand (Z9).
    #[inline]
    pub fn actions_left(&self, seat: usize) -> u8 {
        self.rules.pilot_actions - self.open.seats[seat].used
    }

    /// Number of cards that the seat may still replace, at the levels from this index on (Z9).
    #[inline]
    pub(super) fn replacements_left(&self, from: usize) -> u8 {
        self.open.replacements[from].saturating_sub(self.open.seats[self.seat].used)
    }

    /// Number of pilot actions that the seat may still use at this level.
    #[inline]
    pub fn actions_now(&self) -> u8 {
        let allowed = self.open.allowances[self.when.levels - 1];
        allowed.saturating_sub(self.open.seats[self.seat].used)
    }

    /// Whether there are pilot actions of a kind at this level (Z9).
    #[inline]
    pub fn has_kind(&self, kind: ActionKind) -> bool {
        self.kinds() & kind.bit() != 0
    }

    /// The kinds of pilot action at this level, as bits.
    #[inline]
    pub(super) fn kinds(&self) -> u8 {
        self.open.kinds[self.when.levels - 1]
    }

    /// A seat's pilot actions so far, as all have seen them.
    #[inline]
    pub fn deeds(&self, seat: usize) -> &'a [Deed] {
        &self.open.seats[seat].deeds[..usize::from(self.open.seats[seat].used)]
    }

    /// Whether the seat has looked at its hole cards (step 3).
    #[inline]
    pub fn has_looked(&self) -> bool {
        self.when.looked
    }

    /// The seat's own card at a place, if it has been dealt and the seat may look.
    #[inline]
    pub fn own(&self, place: Place) -> Option<Card> {
        let seen = self.has_looked() && place.level() < self.when.levels;
        seen.then(|| self.own.card(place))
    }

    /// The seat's own pyramid, once it may look; cards of levels not yet dealt are meaningless.
    #[inline]
    pub fn own_so_far(&self) -> Option<&'a Pyramid> {
        self.has_looked().then_some(self.own)
    }

    /// The seat's own pyramid, once it is complete.
    #[inline]
    pub fn pyramid(&self) -> Option<&'a Pyramid> {
        (self.when.levels == LEVELS).then_some(self.own)
    }

    /// The face-up card of a seat at a place.
    #[inline]
    pub fn shown(&self, seat: usize, place: Place) -> Option<Card> {
        let up = self.open.seats[seat].up >> place.index() & 1 == 1;
        up.then(|| self.open.seats[seat].shown.card(place))
    }

    /// Cards of a level's shoe that all seats have seen since its shuffle, by kind, this hand's
    /// included. The seat's own hole cards are left out unless they lie face up.
    #[inline]
    pub fn seen(&self, level: usize) -> &'a [u16; KINDS] {
        &self.open.seen[self.rules.shoe_of(level)]
    }

    /// The cards shown in this hand so far, each with its shoe: 0 to 3 by level, or 0 for the only
    /// deck.
    #[inline]
    pub fn shown_now(&self) -> impl Iterator<Item = (usize, Card)> + use<'a> {
        let log = &self.open.log[..self.open.logged];
        log.iter().map(|&(shoe, kind)| (usize::from(shoe), Card::of_kind(usize::from(kind))))
    }

    /// Cards of a shoe, 0 to 3 by level or 0 for the only deck, shown in this hand, by number.
    #[inline]
    pub(super) fn shown_by_number(&self, shoe: usize) -> &'a ByNumber {
        &self.open.shown_numbers[shoe]
    }

    /// Cards of a shoe that all seats have seen since its shuffle, this hand's included, by number.
    #[inline]
    pub(super) fn seen_by_number(&self, shoe: usize) -> &'a ByNumber {
        &self.open.seen_numbers[shoe]
    }

    /// The seat's knowledge of the shoe of a level, its own hole cards included, as the input of a
    /// memory.
    #[inline]
    pub fn known(&self, level: usize) -> Known<KINDS> {
        let shoe = self.rules.shoe_of(level);
        let mut known = self.open.known(self.seat, shoe);
        if shoe == 0 {
            hole_cards(self).for_each(|card| known.table[card.kind()] += 1);
        }
        known
    }

    /// The face-up cards of a seat; places that are not [`View::face_up`] are meaningless.
    #[inline]
    pub fn shown_pyramid(&self, seat: usize) -> &'a Pyramid {
        &self.open.seats[seat].shown
    }

    /// The places of a seat's face-up cards, as bits.
    #[inline]
    pub fn face_up(&self, seat: usize) -> u16 {
        self.open.seats[seat].up
    }

    /// Whether a bet is legal now (Z8).
    #[inline]
    pub fn allows_bet(&self, bet: Bet) -> bool {
        let faces = self.faces_bet();
        match bet {
            Bet::Check => !faces,
            Bet::Bet => self.when.bets == 0,
            Bet::Fold | Bet::Call => faces,
            Bet::Raise => faces && self.can_raise(),
        }
    }

    /// Whether another raise is allowed in this round (Z8).
    #[inline]
    pub fn can_raise(&self) -> bool {
        self.when.bets <= self.rules.max_raises
    }

    /// Whether a pilot action is legal now (Z9).
    pub fn allows(&self, action: Pilot) -> bool {
        let levels = self.when.levels;
        let dealt = |place: Place| place.level() < levels;
        if self.actions_now() == 0 {
            return action == Pilot::Pass;
        }
        match action {
            Pilot::Pass => true,
            Pilot::Replace(place) => self.has_kind(ActionKind::Replace) && dealt(place),
            Pilot::Transpose(number) => {
                let pair = NEIGHBOURS.get(usize::from(number));
                let dealt = pair.is_some_and(|&(a, b)| dealt(a) && dealt(b));
                self.has_kind(ActionKind::Transpose) && dealt
            }
            Pilot::Resort(line, _) => {
                let row = line == Line::Row && self.has_kind(ActionKind::ResortRow);
                row || self.has_kind(ActionKind::ResortLine) && line.places().into_iter().all(dealt)
            }
        }
    }

    /// The legal pilot actions, in the order of [`Pilot::index`].
    pub fn legal(&self) -> impl Iterator<Item = Pilot> {
        let view = *self;
        (0..Pilot::WAYS).map(Pilot::from_index).filter(move |&action| view.allows(action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_types_stay_small() {
        assert!(size_of::<Pilot>() <= 4);
        assert_eq!(size_of::<Bet>(), 1);
        assert_eq!(size_of::<OpenSeat>(), 64);
        for index in 0..Pilot::WAYS {
            assert_eq!(Pilot::from_index(index).index(), index);
        }
    }
}
