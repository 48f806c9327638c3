//! The native strategies, and the enum of all seats that the tool can fill.

use super::ceiling::{Hunter, WITHIN_REACH};
use super::hand::{Card, FlankRank, LEVELS, Line, NEIGHBOURS, Place, Pyramid, RowRank, ranks};
use super::pilot::Weigher;
use super::player::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use super::rules::{ActionKind, ROUNDS, Rules};
use super::written::Written;
use crate::games::counting;
use crate::games::{Named, Parameter, SeatError, Spec};

/// The strategies known by name.
pub const NAMED: &[Named] = &[
    Named {
        name: "random",
        parameters: &[],
        about: "anything that is legal, each as likely: the floor",
    },
    Named {
        name: "passive",
        parameters: &[],
        about: "never bets or raises, calls every bet, never acts, calls a natural zinbiddle",
    },
    Named {
        name: "regular",
        parameters: &[],
        about: "bets, folds and acts by what small tables say its three lines are worth",
    },
    Named {
        name: "pilot",
        parameters: &counting::parameters("none"),
        about: "weighs each action and bet by its chance at each quarter of the pot; knows the full \
                shoes and what this hand shows",
    },
    Named {
        name: "counter",
        parameters: &[],
        about: "the same as pilot, and remembers every card since each shoe was shuffled",
    },
    Named {
        name: "barrage-hunter",
        parameters: &[Parameter {
            name: "actions",
            default: "quick",
            allowed: "quick | 2..=4: how many it plans for; 4, or 3 with Sixes, take minutes",
        }],
        about: "calls everything, acts for nothing but an Ion Barrage, as well as its actions allow",
    },
];

/// A seat that the tool can fill.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Anything legal, each as likely.
    Random,
    /// Calls, and does nothing else.
    Passive,
    /// Plays by small tables.
    Regular(Regular),
    /// Plays by a file.
    Written(Written),
    /// Weighs its chance at each quarter of the pot.
    Weigher(Weigher),
    /// Acts for an Ion Barrage alone.
    Hunter(Hunter),
}

/// Anything that is legal, each as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random;

impl Player for Random {
    fn counts(&self) -> bool {
        false
    }

    fn side_bet(&mut self, _view: &View<'_>) -> Answer {
        Answer::Mix { yes: 1, no: 1 }
    }

    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        Answer::Mix { yes: 1, no: 1 }
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        BetChoice::Mix(Bet::ALL.map(|bet| view.allows_bet(bet).into()))
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let mut weights = [0; Pilot::WAYS];
        for action in view.legal() {
            weights[action.index()] = 1;
        }
        PilotChoice::Mix(weights)
    }
}

/// Never bets or raises, calls every bet, never acts, calls a natural zinbiddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passive;

impl Player for Passive {
    fn counts(&self) -> bool {
        false
    }

    #[inline]
    fn checks(&self, _view: &View<'_>) -> bool {
        true
    }

    #[inline]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        BetChoice::Do(if view.to_call() > 0 { Bet::Call } else { Bet::Check })
    }

    #[inline]
    fn pilot(&mut self, _view: &View<'_>) -> PilotChoice {
        PilotChoice::Do(Pilot::Pass)
    }
}

/// Bets, folds and acts by what small tables say its three lines are worth, 0 to 300 in all. It
/// folds what it can no longer mend, mends misfires at once, swaps neighbours and sorts flanks
/// where that helps, and buys a new capstone for one that heads nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Regular {
    /// The pyramid that it looked at last.
    seen: Pyramid,
    /// What that is worth, as far as it is dealt.
    worth: u32,
    /// The same, or 0 with more misfires than it has actions left.
    hope: u32,
    misfires: u32,
    /// Whether its capstone heads no run on either side.
    idle: bool,
}

/// What a row is worth, by its rank: with a misfire that can be mended, no pair, pairs, two pairs,
/// threes, fours.
const ROW_WORTH: [u8; 64] = {
    let mut worth = [0; 64];
    let mut rank = 0;
    while rank < 48 {
        worth[rank] = match rank {
            0 => 12,
            1 => 4,
            2..=13 => 8 + 2 * (rank - 2),
            14..=19 => 36 + 2 * (rank - 14),
            20..=31 => 60 + 2 * (rank - 20),
            _ => 90 + (rank - 32) * 10 / 15,
        } as u8;
        rank += 1;
    }
    worth
};

/// What a flank is worth, by half its rank: runs of one, two, three, four.
const FLANK_WORTH: [u8; 21] =
    [0, 2, 4, 8, 16, 24, 28, 34, 38, 48, 54, 62, 66, 70, 78, 82, 86, 93, 95, 97, 100];

/// The same with room so that no index needs a check.
const FLANK_WORTHS: [u8; 32] = {
    let mut worth = [0; 32];
    let mut base = 0;
    while base < FLANK_WORTH.len() {
        worth[base] = FLANK_WORTH[base];
        base += 1;
    }
    worth
};

/// What a flank is worth before its suits and upper cards are known: numbers of gunner, shield
/// and thruster as digits of base 6, 5 for a Six; averages over the cards to come, each number
/// 1 to 4 as likely.
const DEALT_3: [u8; 216] = {
    let mut worth = [0; 216];
    let mut index = 0;
    while index < 216 {
        let mut sum = 0;
        let mut cap = 1;
        while cap <= 4 {
            sum += run_worth([cap, index / 36, index / 6 % 6, index % 6]);
            cap += 1;
        }
        worth[index] = (sum / 4) as u8;
        index += 1;
    }
    worth
};
const DEALT_2: [u8; 36] = {
    let mut worth = [0; 36];
    let mut index = 0;
    while index < 36 {
        let mut sum = 0;
        let mut upper = 0;
        while upper < 16 {
            sum += run_worth([upper / 4 + 1, upper % 4 + 1, index / 6, index % 6]);
            upper += 1;
        }
        worth[index] = (sum / 16) as u8;
        index += 1;
    }
    worth
};
const DEALT_1: [u8; 6] = {
    let mut worth = [0; 6];
    let mut index = 0;
    while index < 6 {
        let mut sum = 0;
        let mut upper = 0;
        while upper < 64 {
            sum += run_worth([upper / 16 + 1, upper / 4 % 4 + 1, upper % 4 + 1, index]);
            upper += 1;
        }
        worth[index] = (sum / 64) as u8;
        index += 1;
    }
    worth
};

/// The three tables above by levels dealt, all with the digits of base 8; those of cards to come do
/// not matter.
const DEALT: [[u8; 512]; LEVELS - 1] = {
    let mut worth = [[0; 512]; LEVELS - 1];
    let mut index = 0;
    while index < 512 {
        let (gunner, shield, thruster) = (index >> 6, index >> 3 & 7, index & 7);
        if thruster < 6 {
            worth[0][index] = DEALT_1[thruster];
            if shield < 6 {
                worth[1][index] = DEALT_2[shield * 6 + thruster];
                if gunner < 6 {
                    worth[2][index] = DEALT_3[gunner * 36 + shield * 6 + thruster];
                }
            }
        }
        index += 1;
    }
    worth
};

/// A flank's worth by its numbers alone.
const fn run_worth(line: [usize; 4]) -> usize {
    let mut best = 0;
    let mut cap = 1;
    while cap <= 4 {
        if line[0] == cap || line[0] == 5 {
            let mut length = 1;
            while length < 4
                && cap + length <= 4
                && (line[length] == cap + length || line[length] == 5)
            {
                length += 1;
            }
            let base = match length {
                1 => 5 - cap,
                2 => 5 + 2 * (3 - cap),
                3 => 11 + 3 * (2 - cap) + 1,
                _ => 18,
            };
            let worth = FLANK_WORTH[base] as usize;
            if worth > best {
                best = worth;
            }
        }
        cap += 1;
    }
    best
}

/// By betting round: the least worth to match a bet, to open with one, to raise one.
const NEEDED: [[u32; 3]; ROUNDS] = [
    [0, 400, 400],
    [30, 75, 110],
    [34, 80, 120],
    [40, 90, 130],
    [46, 95, 140],
    [52, 105, 150],
    [58, 115, 160],
    [60, 120, 170],
    [66, 125, 185],
];

/// The swaps that it thinks of, by their numbers in [`NEIGHBOURS`]: T1S1, T4S2, S1S2; from the
/// gunners on S1G1, S2G2, G1G2 too.
const SWAPS: [u8; 6] = [3, 6, 7, 8, 9, 10];

/// The least gain for which cards are swapped or sorted.
const MOVE_GAIN: u32 = 14;

impl Regular {
    /// What a flank is worth as far as it is dealt.
    #[inline]
    pub(super) fn flank(view: &View<'_>, pyramid: &Pyramid, line: Line) -> u32 {
        let cards = pyramid.line(line);
        if view.levels() == LEVELS {
            return Regular::flank_worth(view.ranks().flank(cards)).into();
        }
        let [_, gunner, shield, thruster] = cards.map(Card::number);
        Regular::dealt(view, gunner, shield, thruster)
    }

    /// What a flank is worth by its numbers, before the capstones.
    #[inline]
    fn dealt(view: &View<'_>, gunner: u32, shield: u32, thruster: u32) -> u32 {
        // The cards to come do not matter: a compiler that knows the level need not look at them.
        let (worth, digits) = match view.levels() {
            1 => (&DEALT[0], 7),
            2 => (&DEALT[1], 63),
            _ => (&DEALT[2], 511),
        };
        worth[(gunner << 6 | shield << 3 | thruster) as usize & digits].into()
    }

    #[inline]
    fn flank_worth(rank: FlankRank) -> u8 {
        FLANK_WORTHS[usize::from(rank >> 1) & 31]
    }

    #[inline]
    pub(super) fn row_worth(rank: RowRank) -> u8 {
        ROW_WORTH[usize::from(rank) & 63]
    }

    /// What the flanks are worth together as far as they are dealt, and whether the capstone
    /// heads no run.
    #[inline(always)]
    fn flanks(view: &View<'_>, pyramid: &Pyramid) -> (u32, bool) {
        if view.levels() == LEVELS {
            let flank = |line| view.ranks().flank(pyramid.line(line));
            let (port, starboard) = (flank(Line::Port), flank(Line::Starboard));
            let worth =
                u32::from(Regular::flank_worth(port)) + u32::from(Regular::flank_worth(starboard));
            return (worth, port.max(starboard) < ranks::LEAST_RUN);
        }
        let [t1, t4, s1, s2, g1, g2] = ENDS.map(|place| pyramid.card(Place::of(place)).number());
        (Regular::dealt(view, g1, s1, t1) + Regular::dealt(view, g2, s2, t4), false)
    }

    /// The swap within and between the flanks that gains most, the first of equals, and what it
    /// gains.
    #[inline]
    fn best_swap(view: &View<'_>, pyramid: &Pyramid, now: u32) -> (u32, Pilot) {
        let [t1, t4, s1, s2, g1, g2] = ENDS.map(|place| pyramid.card(Place::of(place)).number());
        let flank = |gunner, shield, thruster| Regular::dealt(view, gunner, shield, thruster);
        let (port, starboard) = (flank(g1, s1, t1), flank(g2, s2, t4));
        let row = now - port - starboard;
        let row_with = |number: u8| {
            let swapped = pyramid.transposed(NEIGHBOURS[usize::from(number)]);
            u32::from(Regular::row_worth(view.ranks().row_of(&swapped)))
        };
        // A worth above, and below it what is greater for the swaps that come first.
        let way = |i: usize, worth: u32| worth << 3 | (7 - i as u32);
        let mut best = way(0, row_with(SWAPS[0]) + flank(g1, t1, s1) + starboard)
            .max(way(1, row_with(SWAPS[1]) + port + flank(g2, t4, s2)))
            .max(way(2, row + flank(g1, s2, t1) + flank(g2, s1, t4)));
        if view.levels() > 2 {
            best = best
                .max(way(3, row + flank(s1, g1, t1) + starboard))
                .max(way(4, row + port + flank(s2, g2, t4)))
                .max(way(5, row + flank(g2, s1, t1) + flank(g1, s2, t4)));
        }
        let number = SWAPS[(7 - (best & 7) as usize).min(SWAPS.len() - 1)];
        ((best >> 3).saturating_sub(now), Pilot::Transpose(number))
    }

    /// The flank that gains most by lying in order, low cards on top, port rather than starboard,
    /// and what it gains.
    #[inline(always)]
    fn best_sort(view: &View<'_>, pyramid: &Pyramid, now: u32) -> (u32, Pilot) {
        let ranks = view.ranks();
        let [t1, t2, t3, t4, s1, s2, g1, g2, _] = pyramid.cards();
        let worth = |row: [Card; 4], port: [Card; 4], starboard: [Card; 4]| {
            u32::from(Regular::row_worth(ranks.row(row)))
                + u32::from(Regular::flank_worth(ranks.flank(port)))
                + u32::from(Regular::flank_worth(ranks.flank(starboard)))
        };
        // The row gets another end, and the other flank another capstone.
        let orders = [Line::Port, Line::Starboard].map(|line| pyramid.ascending(line));
        let port = pyramid.line_in(Line::Port, orders[0]);
        let starboard = pyramid.line_in(Line::Starboard, orders[1]);
        let worths = [
            worth([port[3], t2, t3, t4], port, [port[0], g2, s2, t4]),
            worth([t1, t2, t3, starboard[3]], [starboard[0], g1, s1, t1], starboard),
        ];
        let (line, order) = match worths[1] > worths[0] {
            true => (Line::Starboard, orders[1]),
            false => (Line::Port, orders[0]),
        };
        (worths[0].max(worths[1]).saturating_sub(now), Pilot::Resort(line, order))
    }
}

/// The ends of the swaps: T1, T4, S1, S2, G1, G2.
const ENDS: [usize; 6] = [0, 3, 4, 5, 6, 7];

impl Player for Regular {
    fn counts(&self) -> bool {
        false
    }

    #[inline(always)]
    fn look(&mut self, view: &View<'_>) {
        let Some(&seen) = view.own_so_far() else { return };
        let (misfires, _) = seen.misfires(view.levels() - 1);
        let (flanks, idle) = Regular::flanks(view, &seen);
        let worth = u32::from(Regular::row_worth(view.ranks().row_of(&seen))) + flanks;
        let hope = if misfires > view.actions_left(view.seat()) { 0 } else { worth };
        *self = Regular { seen, worth, hope, misfires: misfires.into(), idle };
    }

    #[inline(always)]
    fn checks(&self, view: &View<'_>) -> bool {
        let [_, bet, _] = NEEDED[view.round().min(ROUNDS - 1)];
        self.worth_now(view) < bet
    }

    #[inline(always)]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        debug_assert!(view.own_so_far().is_none_or(|own| *own == self.seen));
        let (facing, worth) = (view.faces_bet(), self.worth_now(view));
        let [call, bet, raise] = NEEDED[view.round().min(ROUNDS - 1)];
        let may_raise = view.raises() < 2 && view.can_raise();
        // By numbers: few processors guess a strategy's bets right.
        let bold = (worth >= if facing { raise } else { bet }) & (!facing | may_raise);
        let number = match bold {
            true => Bet::Bet as usize + usize::from(facing),
            false => usize::from(facing) * (Bet::Fold as usize + usize::from(worth >= call)),
        };
        BetChoice::Do(Bet::ALL[number])
    }

    #[inline(always)]
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        PilotChoice::Do(self.decide(view))
    }
}

impl Regular {
    /// What its cards are worth in this betting round.
    #[inline(always)]
    fn worth_now(&self, view: &View<'_>) -> u32 {
        match (view.has_looked(), view.round() + 1 < ROUNDS) {
            (false, _) => 0,
            (true, true) => self.hope,
            // What has not been mended by the last round is lost.
            (true, false) if self.misfires > 0 => 0,
            (true, false) => self.worth,
        }
    }

    /// What it does as a pilot.
    #[inline(always)]
    fn decide(&mut self, view: &View<'_>) -> Pilot {
        let Some(pyramid) = view.own_so_far() else { return Pilot::Pass };
        debug_assert!(*pyramid == self.seen);
        let left = view.actions_left(view.seat());
        if self.misfires > 0 {
            let can = view.has_kind(ActionKind::Replace) && self.misfires <= left.into();
            let (_, highest) = pyramid.misfires(view.levels() - 1);
            if can { Pilot::Replace(highest) } else { Pilot::Pass }
        } else if view.has_kind(ActionKind::Transpose) && (2..LEVELS).contains(&view.levels()) {
            let (gain, swap) = Regular::best_swap(view, pyramid, self.worth);
            if gain >= MOVE_GAIN { swap } else { Pilot::Pass }
        } else if view.has_kind(ActionKind::ResortLine) && view.levels() == LEVELS {
            let (gain, sort) = Regular::best_sort(view, pyramid, self.worth);
            // A capstone that heads no run, while a misfire could still be mended.
            let spare = left > 1 && view.has_kind(ActionKind::Replace);
            let other = if self.idle & spare { Pilot::Replace(Place::of(8)) } else { Pilot::Pass };
            if gain >= MOVE_GAIN { sort } else { other }
        } else {
            Pilot::Pass
        }
    }
}

impl Player for Seat {
    fn misses(&self) -> u32 {
        match self {
            Seat::Weigher(seat) => seat.misses(),
            Seat::Written(seat) => seat.misses(),
            _ => 0,
        }
    }

    #[inline]
    fn counts(&self) -> bool {
        matches!(self, Seat::Written(_) | Seat::Weigher(_) | Seat::Hunter(_))
    }

    #[inline(always)]
    fn look(&mut self, view: &View<'_>) {
        // No other seat keeps anything.
        if let Seat::Regular(seat) = self {
            seat.look(view);
        }
    }

    #[inline(always)]
    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        match self {
            Seat::Regular(seat) => seat.side_bet(view),
            seat => seat.rarer_side_bet(&{ *view }),
        }
    }

    #[inline]
    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        match self {
            Seat::Random => Random.zinbiddle(view),
            Seat::Passive => Passive.zinbiddle(view),
            Seat::Regular(seat) => seat.zinbiddle(view),
            Seat::Written(seat) => seat.zinbiddle(view),
            Seat::Weigher(seat) => seat.zinbiddle(view),
            Seat::Hunter(seat) => seat.zinbiddle(view),
        }
    }

    #[inline(always)]
    fn checks(&self, view: &View<'_>) -> bool {
        match self {
            Seat::Regular(seat) => seat.checks(view),
            Seat::Passive => true,
            _ => false,
        }
    }

    #[inline(always)]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        match self {
            Seat::Regular(seat) => seat.bet(view),
            // A copy, so that the one above need not lie in memory.
            seat => seat.rarer_bet(&{ *view }),
        }
    }

    #[inline(always)]
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        match self {
            Seat::Regular(seat) => seat.pilot(view),
            seat => seat.rarer_pilot(&{ *view }),
        }
    }

    #[inline(always)]
    fn action(
        &mut self,
        view: &View<'_>,
        draw: impl FnOnce(&[u16; Pilot::WAYS]) -> usize,
    ) -> Pilot {
        match self {
            Seat::Regular(seat) => seat.decide(view),
            seat => match seat.rarer_pilot(&{ *view }) {
                PilotChoice::Do(action) => action,
                PilotChoice::Mix(weights) => Pilot::of(draw(&weights)),
            },
        }
    }
}

impl Seat {
    /// Whether to stake a zinbiddle bet, likewise.
    #[inline(never)]
    fn rarer_side_bet(&mut self, view: &View<'_>) -> Answer {
        match self {
            Seat::Regular(seat) => seat.side_bet(view),
            Seat::Random => Random.side_bet(view),
            Seat::Passive => Passive.side_bet(view),
            Seat::Written(seat) => seat.side_bet(view),
            Seat::Weigher(seat) => seat.side_bet(view),
            Seat::Hunter(seat) => seat.side_bet(view),
        }
    }

    /// What to bet, for other than the default strategy: out of the way of a loop that is to stay
    /// small.
    #[inline(never)]
    fn rarer_bet(&mut self, view: &View<'_>) -> BetChoice {
        match self {
            Seat::Regular(seat) => seat.bet(view),
            Seat::Random => Random.bet(view),
            Seat::Passive => Passive.bet(view),
            Seat::Written(seat) => seat.bet(view),
            Seat::Weigher(seat) => seat.bet(view),
            Seat::Hunter(seat) => seat.bet(view),
        }
    }

    /// What to do as a pilot, likewise.
    #[inline(never)]
    fn rarer_pilot(&mut self, view: &View<'_>) -> PilotChoice {
        match self {
            Seat::Regular(seat) => seat.pilot(view),
            Seat::Random => Random.pilot(view),
            Seat::Passive => Passive.pilot(view),
            Seat::Written(seat) => seat.pilot(view),
            Seat::Weigher(seat) => seat.pilot(view),
            Seat::Hunter(seat) => seat.pilot(view),
        }
    }

    /// The seat that a named strategy describes, at a table of these rules.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn new(spec: &Spec, rules: &Rules) -> Result<Seat, SeatError> {
        Ok(match spec.name {
            "random" => Seat::Random,
            "passive" => Seat::Passive,
            "pilot" => Seat::Weigher(Weigher::remembering(rules, spec.recall.clone())),
            "counter" => Seat::Weigher(Weigher::new(rules, true)),
            "barrage-hunter" => {
                let value = spec.get("actions");
                let most = WITHIN_REACH[usize::from(rules.vermilion_sixes > 0)];
                let number = value.and_then(toml::Value::as_integer);
                let planned = number.filter(|n| (2..=i64::from(most)).contains(n));
                if planned.is_none() && value.and_then(toml::Value::as_str) != Some("quick") {
                    return Err(SeatError::Parameter {
                        strategy: spec.name,
                        parameter: "actions",
                        found: value.map(ToString::to_string).unwrap_or_default(),
                        allowed: format!("quick, or 2..={most}: more is out of reach here"),
                    });
                }
                Seat::Hunter(Hunter::new(rules, planned.map(|n| n as u8)))
            }
            _ => Seat::Regular(Regular::default()),
        })
    }

    /// A rough number of nanoseconds that its decisions take in a hand.
    pub fn nanoseconds(&self) -> f64 {
        match self {
            Seat::Random => 350.0,
            Seat::Passive => 40.0,
            Seat::Regular(_) => 330.0,
            Seat::Written(_) => 500.0,
            Seat::Weigher(_) => 5000.0,
            Seat::Hunter(_) => 50_000.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worths_rise_with_the_ranks() {
        assert!(ROW_WORTH[1..48].is_sorted() && FLANK_WORTH.is_sorted());
        assert!(ROW_WORTH[47] == 100 && FLANK_WORTH[20] == 100);
        // 2 3 4 wait for a 1; a 4 as thruster is worth most, a 1 least.
        let three = |g: usize, s: usize, t: usize| DEALT_3[g * 36 + s * 6 + t];
        assert!(three(2, 3, 4) > three(2, 3, 1) && three(2, 3, 1) > three(4, 3, 2));
        assert!(DEALT_1[4] >= DEALT_1[1] && DEALT_1[5] >= DEALT_1[4] && DEALT_1[0] <= DEALT_1[1]);
    }
}
