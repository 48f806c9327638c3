//! Outcomes of betting rounds, computed once by the reference and looked up.

use crate::games::zinbiddle::round::{Early, Table};
use crate::games::zinbiddle::rules::Rules;
use crate::games::zinbiddle::strategies::regular::Boldness;
use crate::games::zinbiddle::view::{BetChoice, Pilot, PilotChoice, Player, Seats, View};

/// A player with a fixed boldness that never acts as a pilot.
struct FixedStance(Boldness);

impl Player for FixedStance {
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        BetChoice::Do(self.0.bet(view))
    }

    fn pilot(&mut self, _view: &View<'_>) -> PilotChoice {
        PilotChoice::Do(Pilot::Pass)
    }
}

/// Number of bits per place for the antes paid, and for the stance. Three bets of 1000 in each of
/// nine rounds and twelve actions total less than 2^16.
pub(super) const LANE: u32 = 16;
pub(super) const STANCE: u32 = 3;

/// The stance of a place that is out; the other stances are one more than the boldness.
const OUT: u32 = 0;
/// The stance of a place that holds a natural zinbiddle on its first turn.
pub(super) const CALLS_IT: u32 = 1 + Boldness::WAYS;

/// The outcome of a betting round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Betting {
    /// Bet units that each place has put into the pot, [`LANE`] bits each.
    pub(super) paid: u64,
    /// All stance bits of the places still in, and the number of those places.
    pub(super) still_in: u32,
    pub(super) count: u8,
    pub(super) end: End,
}

/// The reason why a hand ended before the showdown; then only the winner is still in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum End {
    #[default]
    Nothing,
    Alone,
    Called,
}

/// The outcomes of betting rounds, by the stances of all places, [`STANCE`] bits each.
#[derive(Clone, Debug)]
pub(in crate::games::zinbiddle) struct Bettings(Box<[Betting]>);

impl Bettings {
    /// Computes all of them by the reference.
    pub(in crate::games::zinbiddle) fn new(rules: &Rules) -> Bettings {
        let players = usize::from(rules.players);
        let mut table = Table::new(rules);
        let ways = 0..1 << (STANCE as usize * players);
        Bettings(ways.map(|stances| Bettings::ask(&mut table, players, stances)).collect())
    }

    fn ask(table: &mut Table<'_>, players: usize, stances: u32) -> Betting {
        let stance = |place: usize| stances >> (STANCE * place as u32) & 7;
        let those = |with: &dyn Fn(u32) -> bool| {
            (0..players)
                .fold(0, |seats: Seats, place| seats | Seats::from(with(stance(place))) << place)
        };
        let still_in = those(&|stance| stance != OUT);
        // A lone player does not bet, and higher stances do not occur.
        if still_in.count_ones() < 2 || those(&|stance| stance > CALLS_IT) != 0 {
            return Betting::default();
        }
        let boldness =
            |place| FixedStance(Boldness(stance(place).clamp(1, Boldness::WAYS) as u8 - 1));
        let mut fixed: Vec<FixedStance> = (0..players).map(boldness).collect();
        let bets = table.only_bet(&mut fixed, still_in, those(&|stance| stance == CALLS_IT));
        let (end, still_in) = match bets.early {
            None => (End::Nothing, bets.still_in),
            Some(Early::Alone(place)) => (End::Alone, 1 << place),
            Some(Early::Called(place)) => (End::Called, 1 << place),
        };
        let lanes = |place: usize| u64::from(bets.paid[place]) << (LANE * place as u32);
        let left = |place: usize| u32::from(still_in >> place & 1) * 7 << (STANCE * place as u32);
        Betting {
            paid: (0..players).map(lanes).sum(),
            still_in: (0..players).map(left).sum(),
            count: still_in.count_ones() as u8,
            end,
        }
    }

    /// The outcome of a betting round with these stances.
    #[inline(always)]
    pub(super) fn by_stances(&self, stances: u32) -> &Betting {
        &self.0[stances as usize]
    }
}
