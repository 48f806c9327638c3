//! A strategy that plays by small tables.

use crate::games::zinbiddle::hand::ranks::LEAST_RUN;
use crate::games::zinbiddle::hand::{
    CLASSES, Classes, FlankRank, LEVELS, Line, NEIGHBOURS, Order, Place, Pyramid, Ranks, RowRank,
};
use crate::games::zinbiddle::rules::{ActionKind, ROUNDS};
use crate::games::zinbiddle::view::{Bet, BetChoice, Pilot, PilotChoice, Player, View};
use std::hint::select_unpredictable;
use std::sync::LazyLock;

/// Bets, folds and acts by the worth of its three lines in small tables, 0 to 300 points in all. It
/// folds hands that it can no longer mend, mends misfires at once, swaps neighbours and sorts
/// flanks where that helps, and replaces a capstone that heads no run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Regular {
    /// The pyramid at its last look.
    pub(in crate::games::zinbiddle) seen: Pyramid,
    /// The worth of its cards dealt so far, in points.
    worth: u32,
    /// The same worth, or 0 if it has more misfires than actions left.
    hope: u32,
    pub(in crate::games::zinbiddle) misfires: u32,
    /// Whether its capstone heads no run on either flank.
    idle: bool,
}

/// The worth of a row in points, by rank: a misfire that can be mended, no pair, pairs, two pairs,
/// threes, fours.
const ROW_WORTH: [u8; 256] = {
    let mut worth = [0; 256];
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

/// The worth of a flank in points, by half its rank: a misfire, then runs of one, two, three, four.
const FLANK_WORTH: [u8; 21] =
    [0, 2, 4, 8, 16, 24, 28, 34, 38, 48, 54, 62, 66, 70, 78, 82, 86, 93, 95, 97, 100];

/// The worth of a flank by rank; 256 entries, so that no rank needs a bounds check.
const FLANK_WORTHS: [u8; 256] = {
    let mut worth = [0; 256];
    let mut rank = 0;
    while rank < 2 * FLANK_WORTH.len() {
        worth[rank] = FLANK_WORTH[rank / 2];
        rank += 1;
    }
    worth
};

/// The worth of a barrage of fours and of a flank 1 2 3 4 in four suits; all other lines have less.
const BEST_LINE: u32 = 100;

/// The least worth of a flank with a run of two; a flank without one has less.
const WORTH_OF_RUNS: u32 = FLANK_WORTHS[LEAST_RUN as usize] as u32;

/// The worth of a flank before its suits and upper cards are known: the average over the cards to
/// come, each number 1 to 4 being equally likely. Indexed by levels dealt, less one, by port or
/// starboard, and by the numbers of [`Pyramid::flank_numbers`], which are 0 here for cards to come.
static DEALT: [[[u8; FLANKS]; 2]; LEVELS - 1] = {
    let mut worth = [[[0; FLANKS]; 2]; LEVELS - 1];
    let mut dealt = 1;
    while dealt < LEVELS {
        // Gunner, shield and thruster, 0 to 5 each.
        let mut code = 0;
        while code < [6, 36, 216][dealt - 1] {
            let (gunner, shield, thruster) = (code / 36, code / 6 % 6, code % 6);
            let [port, starboard] = [thruster << 5 | shield, shield << 5 | thruster];
            let average = average_worth(dealt, [gunner, shield, thruster]);
            worth[dealt - 1][0][gunner << 8 | port] = average;
            worth[dealt - 1][1][gunner << 8 | starboard] = average;
            code += 1;
        }
        dealt += 1;
    }
    worth
};

const FLANKS: usize = 1 << 11;

/// The bits of those numbers that are dealt, by levels and side.
const COUNTED: [[usize; 2]; LEVELS - 1] = [[7 << 5, 7], [7 << 5 | 7; 2], [FLANKS - 1; 2]];

/// The average worth of a flank, by the numbers of its dealt cards: gunner, shield, thruster.
const fn average_worth(dealt: usize, [gunner, shield, thruster]: [usize; 3]) -> u8 {
    let (mut sum, mut count) = (0, 0);
    // All combinations of the upper cards to come.
    while count < [64, 16, 4][dealt - 1] {
        let upper = [count / 16 % 4 + 1, count / 4 % 4 + 1, count % 4 + 1];
        let line = match dealt {
            1 => [upper[0], upper[1], upper[2], thruster],
            2 => [upper[1], upper[2], shield, thruster],
            _ => [upper[2], gunner, shield, thruster],
        };
        sum += run_worth(line);
        count += 1;
    }
    (sum / count) as u8
}

/// The worth of a flank by its numbers alone.
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

/// The worth of lines, looked up as quickly as their ranks.
#[derive(Debug)]
pub(in crate::games::zinbiddle) struct Worths {
    ranks: &'static Ranks,
    /// By class of the line.
    row: Box<[u8; CLASSES]>,
    flank: Box<[u8; CLASSES]>,
}

static WORTHS: LazyLock<Worths> = LazyLock::new(|| {
    let ranks = Ranks::get();
    let [row, flank] = ranks.by_class(Regular::row_worth, Regular::flank_worth);
    Worths { ranks, row, flank }
});

impl Worths {
    /// The tables, built on first use.
    pub(in crate::games::zinbiddle) fn get() -> &'static Worths {
        &WORTHS
    }

    #[inline(always)]
    fn row(&self, pyramid: &Pyramid) -> u32 {
        self.row[self.ranks.row_class(pyramid)].into()
    }

    /// The worth of a line of a pyramid as dealt so far.
    #[inline(always)]
    pub(super) fn line(&self, levels: usize, pyramid: &Pyramid, line: Line) -> u32 {
        match line {
            Line::Row => self.row(pyramid),
            _ if levels < LEVELS => Regular::dealt(levels, line, pyramid),
            Line::Port => self.flank[self.ranks.port_class(pyramid)].into(),
            Line::Starboard => self.flank[self.ranks.starboard_class(pyramid)].into(),
        }
    }

    /// For rows or complete flanks: the classes of their halves, and the worth by class of the
    /// line.
    #[inline(always)]
    pub(super) fn by_halves(&self, line: Line) -> (Classes<'static>, &[u8; CLASSES]) {
        let worth = if line == Line::Row { &self.row } else { &self.flank };
        (self.ranks.classes(line), worth)
    }

    /// The worth of both flanks of a complete pyramid, port first.
    #[inline(always)]
    fn flanks(&self, pyramid: &Pyramid) -> [u32; 2] {
        let classes = [self.ranks.port_class(pyramid), self.ranks.starboard_class(pyramid)];
        classes.map(|class| self.flank[class].into())
    }
}

/// The least worth to call a bet, to open and to raise, by betting round.
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

/// The number of those bounds that are met, by betting round and worth: a [`Boldness`].
static BOLDNESS: [[u8; 512]; ROUNDS] = {
    let mut boldness = [[0; 512]; ROUNDS];
    let mut round = 0;
    while round < ROUNDS {
        let mut worth = 0;
        while worth < 512 {
            let [call, bet, raise] = NEEDED[round];
            let met = [worth >= call, worth >= bet, worth >= raise];
            boldness[round][worth as usize] = met[0] as u8 + met[1] as u8 + met[2] as u8;
            worth += 1;
        }
        round += 1;
    }
    boldness
};

/// The swaps that it considers, by index in [`NEIGHBOURS`]: T1S1, T4S2, S1S2; once the gunners are
/// dealt also S1G1, S2G2, G1G2.
const SWAPS: [u8; 6] = [3, 6, 7, 8, 9, 10];

/// The least gain in worth for a swap or a re-sort.
const MOVE_GAIN: u32 = 14;

impl Regular {
    /// The worth of a flank before the capstones are dealt.
    #[inline(always)]
    fn dealt(levels: usize, line: Line, pyramid: &Pyramid) -> u32 {
        let side = usize::from(line == Line::Starboard);
        let numbers = pyramid.flank_numbers(line) & COUNTED[levels - 1][side];
        DEALT[levels - 1][side][numbers].into()
    }

    #[inline]
    fn flank_worth(rank: FlankRank) -> u8 {
        FLANK_WORTHS[usize::from(rank)]
    }

    #[inline]
    fn row_worth(rank: RowRank) -> u8 {
        ROW_WORTH[usize::from(rank)]
    }

    /// The worth of a pyramid as dealt so far, and whether its capstone heads no run.
    #[inline(always)]
    fn worth_of(worths: &Worths, levels: usize, pyramid: &Pyramid) -> (u32, bool) {
        let row = worths.row(pyramid);
        if levels == LEVELS {
            let [port, starboard] = worths.flanks(pyramid);
            return (row + port + starboard, port.max(starboard) < WORTH_OF_RUNS);
        }
        let flank = |line| Regular::dealt(levels, line, pyramid);
        (row + flank(Line::Port) + flank(Line::Starboard), false)
    }

    /// Evaluates its cards with `levels` levels dealt and `left` actions left for the hand.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn judge(
        worths: &Worths,
        seen: Pyramid,
        levels: usize,
        left: u8,
    ) -> Regular {
        let misfires = seen.misfires(levels - 1);
        let (worth, idle) = Regular::worth_of(worths, levels, &seen);
        let hope = if misfires > left.into() { 0 } else { worth };
        Regular { seen, worth, hope, misfires, idle }
    }

    /// Whether its three lines are the best possible; in a complete pyramid that is an Ion Barrage.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn has_the_best(&self) -> bool {
        self.worth == 3 * BEST_LINE
    }

    /// The worth of its cards in a betting round.
    #[inline(always)]
    fn worth_in(&self, round: usize) -> u32 {
        match round {
            // It has not looked yet.
            0 => 0,
            _ if round + 1 < ROUNDS => self.hope,
            // A misfire left in the last round makes the pyramid worthless.
            _ if self.misfires > 0 => 0,
            _ => self.worth,
        }
    }

    /// Its boldness in a betting round.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn boldness(&self, round: usize) -> Boldness {
        Boldness(BOLDNESS[round.min(ROUNDS - 1)][self.worth_in(round) as usize & 511])
    }

    /// Its pilot action, by the levels dealt and the kinds of action allowed.
    #[inline(always)]
    fn decide(&self, worths: &Worths, levels: usize, kinds: u8, left: u8) -> Pilot {
        match self.misfires > 0 {
            true => self.mend(levels, kinds, left),
            false => self.improve(worths, levels, kinds, left),
        }
    }

    /// Its pilot action with a misfire: a new card for the highest one, if all can be mended.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn mend(&self, levels: usize, kinds: u8, left: u8) -> Pilot {
        let can = kinds & ActionKind::Replace.bit() != 0 && self.misfires <= left.into();
        let highest = self.seen.highest_misfire(levels - 1);
        if can { Pilot::Replace(highest) } else { Pilot::Pass }
    }

    /// Its pilot action without a misfire.
    #[inline(always)]
    fn improve(&self, worths: &Worths, levels: usize, kinds: u8, left: u8) -> Pilot {
        match Improving::at(levels, kinds) {
            Improving::Nothing => Pilot::Pass,
            Improving::Swaps => match self.swap(worths, levels) {
                (true, number, _) => Pilot::Transpose(number),
                (false, ..) => Pilot::Pass,
            },
            Improving::Sorts => match self.sort(worths) {
                (true, line, order, _) => Pilot::Resort(line, order),
                (false, ..) if self.wants_capstone(kinds, left) => {
                    Pilot::Replace(Place::from_index(8))
                }
                (false, ..) => Pilot::Pass,
            },
        }
    }

    /// Whether it replaces a capstone that heads no run: only while a misfire drawn there could
    /// still be mended.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn wants_capstone(&self, kinds: u8, left: u8) -> bool {
        self.idle & (left > 1) & (kinds & ActionKind::Replace.bit() != 0)
    }

    /// The swap within or between the flanks that gains the most, the first among equals: whether
    /// it gains enough, its index in [`NEIGHBOURS`], and the evaluation after it.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn swap(
        &self,
        worths: &Worths,
        levels: usize,
    ) -> (bool, u8, Regular) {
        let pyramid = &self.seen;
        let number = |place: usize| pyramid.card(Place::from_index(place)).number() as usize;
        let [t1, t4] = [number(0), number(3)];
        let [s1, s2, g1, g2] = [number(4), number(5), number(6), number(7)];
        let flank = |gunner: usize, shield, thruster| {
            let numbers = (gunner << 8 | thruster << 5 | shield) & COUNTED[levels - 1][0];
            u32::from(DEALT[levels - 1][0][numbers])
        };
        let (port, starboard) = (flank(g1, s1, t1), flank(g2, s2, t4));
        let row = self.worth - port - starboard;
        let row_with =
            |number: u8| worths.row(&pyramid.transposed(NEIGHBOURS[usize::from(number)]));
        // The worth and, in the low bits, a tie-breaker that is larger for earlier swaps.
        // Branch-free, since the best is hard to predict.
        let way = |i: usize, worth: u32| worth << 3 | (7 - i as u32);
        let better = |one: u32, other: u32| select_unpredictable(one > other, one, other);
        let ends = better(
            way(0, row_with(SWAPS[0]) + flank(g1, t1, s1) + starboard),
            way(1, row_with(SWAPS[1]) + port + flank(g2, t4, s2)),
        );
        let mut best = better(ends, way(2, row + flank(g1, s2, t1) + flank(g2, s1, t4)));
        if levels > 2 {
            let within = better(
                way(3, row + flank(s1, g1, t1) + starboard),
                way(4, row + port + flank(s2, g2, t4)),
            );
            let across = way(5, row + flank(g2, s1, t1) + flank(g1, s2, t4));
            best = better(best, better(within, across));
        }
        let number = SWAPS[(7 - (best & 7) as usize).min(SWAPS.len() - 1)];
        let seen = pyramid.transposed(NEIGHBOURS[usize::from(number)]);
        (best >> 3 >= self.worth + MOVE_GAIN, number, Regular::whole(seen, best >> 3, false))
    }

    /// The flank that gains the most from sorting, low cards on top, port if equal: whether it
    /// gains enough, the flank and its order, and the evaluation after it.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn sort(
        &self,
        worths: &Worths,
    ) -> (bool, Line, Order, Regular) {
        // The row gets a new end, and the other flank a new capstone.
        let (port, with_port) = self.sorted(worths, Line::Port);
        let (starboard, with_starboard) = self.sorted(worths, Line::Starboard);
        let better = with_starboard.worth > with_port.worth;
        let most = Regular::either(better, with_starboard, with_port);
        let (line, order) = if better { (Line::Starboard, starboard) } else { (Line::Port, port) };
        (most.worth >= self.worth + MOVE_GAIN, line, order, most)
    }

    /// The order that sorts a line, and the evaluation after it.
    #[inline(always)]
    fn sorted(&self, worths: &Worths, line: Line) -> (Order, Regular) {
        let order = self.seen.ascending(line);
        let seen = self.seen.resorted(line, order);
        let (worth, idle) = Regular::worth_of(worths, LEVELS, &seen);
        (order, Regular::whole(seen, worth, idle))
    }

    /// The evaluation of cards without a misfire.
    #[inline(always)]
    fn whole(seen: Pyramid, worth: u32, idle: bool) -> Regular {
        Regular { seen, worth, hope: worth, misfires: 0, idle }
    }

    /// `one` if `first`, else `other`, both without a misfire. Branch-free, since it is hard to
    /// predict.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn either(
        first: bool,
        one: Regular,
        other: Regular,
    ) -> Regular {
        Regular::whole(
            Pyramid::either(first, one.seen, other.seen),
            select_unpredictable(first, one.worth, other.worth),
            select_unpredictable(first, one.idle, other.idle),
        )
    }
}

/// The improvement that a `regular` seat looks for at a level where it has no misfire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::zinbiddle) enum Improving {
    /// Nothing: no allowed action is of use.
    Nothing,
    /// A swap of neighbours.
    Swaps,
    /// A flank to sort, or a new capstone.
    Sorts,
}

impl Improving {
    /// The improvement to look for, by the levels dealt and the kinds of action allowed.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn at(levels: usize, kinds: u8) -> Improving {
        let has = |kind: ActionKind| kinds & kind.bit() != 0;
        if (2..LEVELS).contains(&levels) && has(ActionKind::Transpose) {
            Improving::Swaps
        } else if levels == LEVELS && has(ActionKind::ResortLine) {
            Improving::Sorts
        } else {
            Improving::Nothing
        }
    }
}

/// The boldness of a `regular` seat in a betting round: 0 folds to a bet, 1 calls, 2 bets, 3 also
/// raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::zinbiddle) struct Boldness(pub(in crate::games::zinbiddle) u8);

impl Boldness {
    const CALLS: u8 = 1;
    const BETS: u8 = 2;
    const RAISES: u8 = 3;
    pub(in crate::games::zinbiddle) const WAYS: u32 = 4;

    /// Whether it checks until somebody bets.
    #[inline(always)]
    fn checks(self) -> bool {
        self.0 < Boldness::BETS
    }

    /// Its bet. Such a seat never makes the third raise of a round.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn bet(self, view: &View<'_>) -> Bet {
        let facing = view.faces_bet();
        let may_raise = view.raises() < 2 && view.can_raise();
        // Branch-free, since a strategy's bets are hard to predict.
        let least = if facing { Boldness::RAISES } else { Boldness::BETS };
        let bold = (self.0 >= least) & (!facing | may_raise);
        let number = match bold {
            true => Bet::Bet as usize + usize::from(facing),
            false => {
                usize::from(facing) * (Bet::Fold as usize + usize::from(self.0 >= Boldness::CALLS))
            }
        };
        Bet::ALL[number]
    }
}

impl Player for Regular {
    fn counts(&self) -> bool {
        false
    }

    #[inline(always)]
    fn look(&mut self, view: &View<'_>) {
        let Some(&seen) = view.own_so_far() else { return };
        *self = Regular::judge(Worths::get(), seen, view.levels(), view.actions_left(view.seat()));
    }

    #[inline(always)]
    fn checks(&self, view: &View<'_>) -> bool {
        self.boldness(view.round()).checks()
    }

    #[inline(always)]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        debug_assert!(view.own_so_far().is_none_or(|own| *own == self.seen));
        BetChoice::Do(self.boldness(view.round()).bet(view))
    }

    #[inline(always)]
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        PilotChoice::Do(self.as_pilot(view))
    }
}

impl Regular {
    #[inline(always)]
    pub(super) fn as_pilot(&self, view: &View<'_>) -> Pilot {
        debug_assert!(view.own_so_far().is_some_and(|own| *own == self.seen));
        let left = view.actions_left(view.seat());
        self.decide(Worths::get(), view.levels(), view.kinds(), left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worths_rise_with_the_ranks() {
        assert!(ROW_WORTH[1..48].is_sorted() && FLANK_WORTH.is_sorted());
        let best =
            |line: &[u8]| line.iter().filter(|&&worth| u32::from(worth) >= BEST_LINE).count();
        assert_eq!((best(&ROW_WORTH), u32::from(ROW_WORTH[47])), (1, BEST_LINE));
        assert_eq!((best(&FLANK_WORTH), u32::from(FLANK_WORTH[20])), (1, BEST_LINE));
        // 2 3 4 wait for a 1; a 4 as thruster is worth most, a 1 least.
        let three = |g: usize, s: usize, t: usize| {
            let [port, starboard] = [t << 5 | s, s << 5 | t].map(|lower| g << 8 | lower);
            assert_eq!(DEALT[2][0][port], DEALT[2][1][starboard]);
            DEALT[2][0][port]
        };
        assert!(three(2, 3, 4) > three(2, 3, 1) && three(2, 3, 1) > three(4, 3, 2));
        let one = |t: usize| DEALT[0][1][t];
        assert!(one(4) >= one(1) && one(5) >= one(4) && one(0) <= one(1));
    }
}
