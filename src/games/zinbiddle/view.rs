//! What a seat sees and is asked. A seat can see nothing else: the hole cards of others, its own
//! before it may look, and the order of the shoes are not in these types.

use super::hand::{
    Card, KINDS, LEVELS, Line, NEIGHBOURS, Order, PLACES, Place, Pyramid, Ranks, ranks,
};
use super::rules::{ActionKind, MAX_ACTIONS, MAX_PLAYERS, ROUNDS, Rules, Shoes};
use crate::cards::Known;
use crate::framework::TurnOrder;
use crate::framework::notation::named;
use std::fmt;

/// Most cards that a hand can show: eight pyramids and twelve actions of each seat.
pub(super) const MOST_SHOWN: usize = MAX_PLAYERS * (9 + MAX_ACTIONS);

/// Seats as bits.
pub type Seats = u8;

/// Cards by their numbers: misfires, 1 to 4, Sixes, and nothing in the two lanes that make it eight.
pub(super) type ByNumber = [u16; 8];

/// What lies open on the table, for all seats to see.
#[derive(Clone, Debug)]
pub struct Open {
    /// Players dealt in.
    pub(super) players: usize,
    /// The unit of each betting round, in units of money (Z8).
    pub(super) units: [i64; ROUNDS],
    /// Pilot actions that a seat may have used at the end of each level (Z9).
    pub(super) allowances: [u8; LEVELS],
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
    /// What rides until a fourth quarter is won (Z14).
    pub(super) bonus: i64,
    /// The jackpot (Z15).
    pub(super) jackpot: i64,
    /// What lies open of each seat.
    pub(super) seats: [OpenSeat; MAX_PLAYERS],
    /// Cards of each shoe that all have seen since its shuffle.
    pub(super) seen: [[u16; KINDS]; LEVELS],
    /// What was shown in this hand: the shoe and the kind of each card. After a reshuffle it is
    /// all that has been seen of that shoe.
    pub(super) log: [(u8, u8); MOST_SHOWN],
    pub(super) logged: usize,
    /// The same cards of each shoe by kind, and both by number.
    pub(super) shown: [[u16; KINDS]; LEVELS],
    pub(super) seen_numbers: [ByNumber; LEVELS],
    pub(super) shown_numbers: [ByNumber; LEVELS],
    /// The cards of a full shoe.
    pub(super) full: [u16; KINDS],
    /// Cards of earlier hands that each seat has failed to notice, by shoe and kind.
    pub(super) missed: [[[u16; KINDS]; LEVELS]; MAX_PLAYERS],
}

/// What all see of a seat: a line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct OpenSeat {
    /// Its face-up cards; places that are not face up mean nothing.
    pub(super) shown: Pyramid,
    /// What it has put into this hand, in units.
    pub(super) paid: i64,
    /// Its face-up cards by place, as bits.
    pub(super) up: u16,
    /// The betting rounds in which it bet or raised, as bits.
    pub(super) bold: u16,
    /// Pilot actions that it has used.
    pub(super) used: u8,
    /// What they were.
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

/// What all see of a pilot action (Z9): of a re-sort only the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A card was replaced.
    Replaced(Place),
    /// Two neighbours changed places.
    Transposed(Place, Place),
    /// A line was put in order.
    Resorted(Line),
}

/// What a seat sees when it is asked.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) rules: &'a Rules,
    pub(super) ranks: &'static Ranks,
    pub(super) open: &'a Open,
    pub(super) own: &'a Pyramid,
    pub(super) seat: usize,
    pub(super) when: When,
}

/// How far a hand is. It goes with the view and not with the table, so that a compiler knows it
/// where the rulebook's steps do.
#[derive(Clone, Copy, Debug)]
pub(super) struct When {
    /// The betting round, 0..=8, that is on or comes next.
    pub(super) round: usize,
    /// Levels dealt so far.
    pub(super) levels: usize,
    /// Whether the players have looked at their hole cards.
    pub(super) looked: bool,
    /// Bets and raises of this betting round so far, or of the last one.
    pub(super) bets: u32,
    /// How many of them the seat that is asked has not matched.
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
    /// Done for this level.
    Pass,
    /// A new card for the one at this place.
    Replace(Place),
    /// Two neighbours swap, by their number in [`NEIGHBOURS`].
    Transpose(u8),
    /// A line in another order.
    Resort(Line, Order),
}

impl Pilot {
    /// Ways to act: pass, nine replacements, thirteen swaps, 24 orders of three lines.
    pub const WAYS: usize = RESORTS + 3 * Order::WAYS;

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Pilot::Pass => 0,
            Pilot::Replace(place) => 1 + place.index(),
            Pilot::Transpose(number) => TRANSPOSITIONS + number as usize,
            Pilot::Resort(line, order) => RESORTS + line as usize * Order::WAYS + order.index(),
        }
    }

    /// The action of a number below [`Pilot::WAYS`].
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
    /// As written hands write it: `replace T3`, `transpose S1 G1`, `sort port 3 1 2 4`.
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

/// A yes or no, or how likely each is and the host draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Relative weights, not both 0, their sum at most 2^15.
    Mix {
        /// Of yes.
        yes: u16,
        /// Of no.
        no: u16,
    },
}

/// A betting decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetChoice {
    /// One of them.
    Do(Bet),
    /// Relative weights in the order of [`Bet::ALL`]; illegal ones must be 0, and the sum at most
    /// 2^15.
    Mix([u16; 5]),
}

/// A decision on a pilot action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "no allocation in a round")]
pub enum PilotChoice {
    /// One of them.
    Do(Pilot),
    /// Relative weights by [`Pilot::index`]; illegal ones must be 0, and the sum at most 2^15.
    Mix([u16; Pilot::WAYS]),
}

/// A seat: it is asked, and can do nothing else. What it answers must depend on what it sees
/// only, so that any session replays.
pub trait Player {
    /// Whether it counts cards: asks for [`View::seen`] or [`View::shown_now`]. At a table where
    /// nobody does they say nothing.
    fn counts(&self) -> bool {
        true
    }

    /// How many of the cards of earlier hands it fails to notice, in parts of
    /// [`Recall::WHOLE`](crate::cards::Recall::WHOLE).
    fn error_rate(&self) -> u32 {
        0
    }

    /// Told that what it sees of its own cards has changed: when it looks, when a level has been
    /// dealt, and after each of its own actions. What it makes of its cards it can make here once,
    /// and not at every decision. A seat that wraps another must pass this on.
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

    /// Whether it is sure to check in this betting round as long as nobody bets: then it need not
    /// be asked before somebody does.
    fn checks(&self, view: &View<'_>) -> bool {
        let _ = view;
        false
    }

    /// What to bet (Z8). The answer must be legal.
    fn bet(&mut self, view: &View<'_>) -> BetChoice;

    /// What to do as a pilot (Z9), asked only while an action is left. The answer must be legal.
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice;

    /// The action that [`Player::pilot`] decides on; `draw` draws a number by its weight. A seat
    /// that leaves nothing to chance can answer here without the detour by way of a choice, which
    /// is large.
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
    /// The seats in turn.
    #[inline]
    pub(super) fn order(&self) -> TurnOrder {
        TurnOrder { first: self.first, players: self.players }
    }

    /// What a seat knows of a shoe, but for its own hole cards.
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

/// The seat's own thrusters that lie face down, once it has looked at them (step 3).
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

    /// The seats in turn.
    #[inline]
    pub fn order(&self) -> TurnOrder {
        self.open.order()
    }

    /// The seat that acts first in this hand.
    #[inline]
    pub fn first(&self) -> usize {
        self.open.first
    }

    /// Players dealt in.
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

    /// How many other seats are still in.
    #[inline]
    pub fn rivals(&self) -> u32 {
        (self.open.still_in & !(1 << self.seat)).count_ones()
    }

    /// Levels of the pyramid dealt so far, 1..=4.
    #[inline]
    pub fn levels(&self) -> usize {
        self.when.levels
    }

    /// The betting round that is on, or comes next, 0..=8; 0 is the blind one.
    #[inline]
    pub fn round(&self) -> usize {
        self.when.round
    }

    /// The pot, in units.
    #[inline]
    pub fn pot(&self) -> i64 {
        self.open.pot
    }

    /// What rides until a fourth quarter is won, in units (Z14).
    #[inline]
    pub fn bonus(&self) -> i64 {
        self.open.bonus
    }

    /// The jackpot, in units (Z15).
    #[inline]
    pub fn jackpot(&self) -> i64 {
        self.open.jackpot
    }

    /// What a seat has put into this hand, in units.
    #[inline]
    pub fn paid(&self, seat: usize) -> i64 {
        self.open.seats[seat].paid
    }

    /// The unit of this betting round, in units of money (Z8).
    #[inline]
    pub fn bet_unit(&self) -> i64 {
        self.open.units[self.when.round.min(ROUNDS - 1)]
    }

    /// What it costs to match the bets there are.
    #[inline]
    pub fn to_call(&self) -> i64 {
        i64::from(self.when.owed) * self.bet_unit()
    }

    /// Whether there are bets that it has not matched.
    #[inline]
    pub fn faces_bet(&self) -> bool {
        self.when.owed > 0
    }

    /// Raises of this round so far.
    #[inline]
    pub fn raises(&self) -> u32 {
        self.when.bets.saturating_sub(1)
    }

    /// The betting rounds in which a seat bet or raised, as bits.
    #[inline]
    pub fn bold(&self, seat: usize) -> u16 {
        self.open.seats[seat].bold
    }

    /// The price of a pilot action now (Z9).
    #[inline]
    pub fn price(&self) -> i64 {
        self.rules.action_price(self.open.still_in.count_ones(), self.when.levels)
    }

    /// Pilot actions that a seat has left for the hand (Z9).
    #[inline]
    pub fn actions_left(&self, seat: usize) -> u8 {
        self.rules.pilot_actions - self.open.seats[seat].used
    }

    /// How many of them it may use at this level.
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

    /// The pilot actions of a seat so far, as all have seen them.
    #[inline]
    pub fn deeds(&self, seat: usize) -> &'a [Deed] {
        &self.open.seats[seat].deeds[..usize::from(self.open.seats[seat].used)]
    }

    /// Whether the seat has looked at its hole cards (step 3).
    #[inline]
    pub fn has_looked(&self) -> bool {
        self.when.looked
    }

    /// Its own card at a place, if it was dealt and may be looked at.
    #[inline]
    pub fn own(&self, place: Place) -> Option<Card> {
        let seen = self.has_looked() && place.level() < self.when.levels;
        seen.then(|| self.own.card(place))
    }

    /// Its own pyramid, once it may look: the levels dealt so far, above them cards that mean
    /// nothing.
    #[inline]
    pub fn own_so_far(&self) -> Option<&'a Pyramid> {
        self.has_looked().then_some(self.own)
    }

    /// Its own pyramid, once all of it is dealt.
    #[inline]
    pub fn pyramid(&self) -> Option<&'a Pyramid> {
        (self.when.levels == LEVELS).then_some(self.own)
    }

    /// Its own thrusters, once it may look.
    #[inline]
    pub fn thrusters(&self) -> Option<[Card; 4]> {
        self.has_looked().then(|| self.own.line(Line::Row))
    }

    /// Whether its thrusters are four of a kind (Z10).
    #[inline]
    pub fn has_four(&self) -> bool {
        self.thrusters().is_some_and(|cards| self.ranks.row(cards) >= ranks::LEAST_FOUR)
    }

    /// The card that a seat shows at a place.
    #[inline]
    pub fn shown(&self, seat: usize, place: Place) -> Option<Card> {
        let up = self.open.seats[seat].up >> place.index() & 1 == 1;
        up.then(|| self.open.seats[seat].shown.card(place))
    }

    /// Cards of the shoe of a level that all have seen since its shuffle, by kind, this hand's
    /// included. Its own hole cards are not among them unless they lie face up.
    #[inline]
    pub fn seen(&self, level: usize) -> &'a [u16; KINDS] {
        match self.rules.shoes {
            Shoes::OneDeck => &self.open.seen[0],
            Shoes::PerLevel => &self.open.seen[level],
        }
    }

    /// The cards that this hand has shown so far, each with the number of its shoe: 0 to 3 by
    /// level, or 0 for the only deck.
    #[inline]
    pub fn shown_now(&self) -> impl Iterator<Item = (usize, Card)> + use<'a> {
        let log = &self.open.log[..self.open.logged];
        log.iter().map(|&(shoe, kind)| (usize::from(shoe), Card::of_kind(usize::from(kind))))
    }

    /// Cards of a shoe, 0 to 3 by level or 0 for the only deck, that this hand has shown.
    #[inline]
    pub(super) fn shown_by_number(&self, shoe: usize) -> &'a ByNumber {
        &self.open.shown_numbers[shoe]
    }

    /// Those that all have seen since its shuffle, this hand's included.
    #[inline]
    pub(super) fn seen_by_number(&self, shoe: usize) -> &'a ByNumber {
        &self.open.seen_numbers[shoe]
    }

    /// What the seat knows of the shoe of a level, its own hole cards included, for a memory to make
    /// something of.
    pub fn known(&self, level: usize) -> Known<KINDS> {
        let shoe = match self.rules.shoes {
            Shoes::OneDeck => 0,
            Shoes::PerLevel => level,
        };
        let mut known = self.open.known(self.seat, shoe);
        if shoe == 0 {
            hole_cards(self).for_each(|card| known.table[card.kind()] += 1);
        }
        known
    }

    /// The cards that a seat shows; those of places that are not [`View::face_up`] mean nothing.
    #[inline]
    pub fn shown_pyramid(&self, seat: usize) -> &'a Pyramid {
        &self.open.seats[seat].shown
    }

    /// The places where a seat has face-up cards, as bits.
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

    /// Whether a raise is left in this round (Z8).
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
                let (a, b) = NEIGHBOURS[usize::from(number)];
                self.has_kind(ActionKind::Transpose) && dealt(a) && dealt(b)
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
