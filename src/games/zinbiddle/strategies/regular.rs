//! A player by small tables.

use crate::games::zinbiddle::hand::ranks::LEAST_RUN;
use crate::games::zinbiddle::hand::{
    CLASSES, Classes, FlankRank, LEVELS, Line, NEIGHBOURS, Order, Place, Pyramid, Ranks, RowRank,
};
use crate::games::zinbiddle::rules::{ActionKind, ROUNDS};
use crate::games::zinbiddle::view::{Bet, BetChoice, Pilot, PilotChoice, Player, View};
use std::hint::select_unpredictable;
use std::sync::LazyLock;

/// Bets, folds and acts by what small tables say its three lines are worth, 0 to 300 in all. It
/// folds what it can no longer mend, mends misfires at once, swaps neighbours and sorts flanks
/// where that helps, and buys a new capstone for one that heads nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Regular {
    /// The pyramid that it looked at last.
    pub(in crate::games::zinbiddle) seen: Pyramid,
    /// What that is worth, as far as it is dealt.
    worth: u32,
    /// The same, or 0 with more misfires than it has actions left.
    hope: u32,
    pub(in crate::games::zinbiddle) misfires: u32,
    /// Whether its capstone heads no run on either side.
    idle: bool,
}

/// What a row is worth, by its rank: with a misfire that can be mended, no pair, pairs, two pairs,
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

/// What a flank is worth, by half its rank: runs of one, two, three, four.
const FLANK_WORTH: [u8; 21] =
    [0, 2, 4, 8, 16, 24, 28, 34, 38, 48, 54, 62, 66, 70, 78, 82, 86, 93, 95, 97, 100];

/// The same by its rank, with room so that no index needs a check.
const FLANK_WORTHS: [u8; 256] = {
    let mut worth = [0; 256];
    let mut rank = 0;
    while rank < 2 * FLANK_WORTH.len() {
        worth[rank] = FLANK_WORTH[rank / 2];
        rank += 1;
    }
    worth
};

/// What a barrage of fours is worth, and a flank 1 2 3 4 in four suits, and no other line.
const BEST_LINE: u32 = 100;

/// What a flank with a run of two is worth at least, and one without is not.
const WORTH_OF_RUNS: u32 = FLANK_WORTHS[LEAST_RUN as usize] as u32;

/// What a flank is worth before its suits and upper cards are known, by the levels dealt, on the
/// port and on the starboard side, and by its numbers as [`Pyramid::flank_numbers`] has them; those
/// of cards to come are 0 here. Averages over the cards to come, each number 1 to 4 as likely.
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

/// The bits of those numbers that count.
const COUNTED: [[usize; 2]; LEVELS - 1] = [[7 << 5, 7], [7 << 5 | 7; 2], [FLANKS - 1; 2]];

/// A flank's worth by the numbers of its cards on the levels dealt, gunner, shield, thruster.
const fn average_worth(dealt: usize, [gunner, shield, thruster]: [usize; 3]) -> u8 {
    let (mut sum, mut count) = (0, 0);
    // The upper cards, as many as are to come.
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

/// What lines are worth, looked up as quickly as their ranks.
#[derive(Debug)]
pub(in crate::games::zinbiddle) struct Worths {
    ranks: &'static Ranks,
    /// By class.
    row: Box<[u8; CLASSES]>,
    flank: Box<[u8; CLASSES]>,
}

static WORTHS: LazyLock<Worths> = LazyLock::new(|| {
    let ranks = Ranks::get();
    let [row, flank] = ranks.by_class(Regular::row_worth, Regular::flank_worth);
    Worths { ranks, row, flank }
});

impl Worths {
    /// They are made when they are first asked for.
    pub(in crate::games::zinbiddle) fn get() -> &'static Worths {
        &WORTHS
    }

    #[inline(always)]
    fn row(&self, pyramid: &Pyramid) -> u32 {
        self.row[self.ranks.row_class(pyramid)].into()
    }

    /// Of a line of a pyramid as far as it is dealt.
    #[inline(always)]
    pub(super) fn line(&self, levels: usize, pyramid: &Pyramid, line: Line) -> u32 {
        match line {
            Line::Row => self.row(pyramid),
            _ if levels < LEVELS => Regular::dealt(levels, line, pyramid),
            Line::Port => self.flank[self.ranks.port_class(pyramid)].into(),
            Line::Starboard => self.flank[self.ranks.starboard_class(pyramid)].into(),
        }
    }

    /// Of rows, or of complete flanks: the classes of their halves, and what they are worth by them.
    #[inline(always)]
    pub(super) fn by_halves(&self, line: Line) -> (Classes<'static>, &[u8; CLASSES]) {
        let worth = if line == Line::Row { &self.row } else { &self.flank };
        (self.ranks.classes(line), worth)
    }

    /// Of the flanks of a complete pyramid.
    #[inline(always)]
    fn flanks(&self, pyramid: &Pyramid) -> [u32; 2] {
        let classes = [self.ranks.port_class(pyramid), self.ranks.starboard_class(pyramid)];
        classes.map(|class| self.flank[class].into())
    }
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

/// By betting round and worth, how many of those bounds are met: a [`Boldness`].
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

/// The swaps that it thinks of, by their numbers in [`NEIGHBOURS`]: T1S1, T4S2, S1S2; from the
/// gunners on S1G1, S2G2, G1G2 too.
const SWAPS: [u8; 6] = [3, 6, 7, 8, 9, 10];

/// The least gain for which cards are swapped or sorted.
const MOVE_GAIN: u32 = 14;

impl Regular {
    /// What a flank is worth before the capstones.
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

    /// What a pyramid is worth as far as it is dealt, and whether the capstone heads no run.
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

    /// What it makes of its cards, as many levels of them as are dealt, with so many actions left
    /// for the hand.
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

    /// Whether its three lines are the best there are: an Ion Barrage, where all are dealt.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn has_the_best(&self) -> bool {
        self.worth == 3 * BEST_LINE
    }

    /// What its cards are worth in a betting round.
    #[inline(always)]
    fn worth_in(&self, round: usize) -> u32 {
        match round {
            // It has not looked yet.
            0 => 0,
            _ if round + 1 < ROUNDS => self.hope,
            // What has not been mended by the last round is lost.
            _ if self.misfires > 0 => 0,
            _ => self.worth,
        }
    }

    /// What it means to do in a betting round.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn boldness(&self, round: usize) -> Boldness {
        Boldness(BOLDNESS[round.min(ROUNDS - 1)][self.worth_in(round) as usize & 511])
    }

    /// What it does as a pilot at a level, by the kinds of action that there are.
    #[inline(always)]
    fn decide(&self, worths: &Worths, levels: usize, kinds: u8, left: u8) -> Pilot {
        match self.misfires > 0 {
            true => self.mend(levels, kinds, left),
            false => self.improve(worths, levels, kinds, left),
        }
    }

    /// The same with a misfire: a new card for the highest one, if all can be mended.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn mend(&self, levels: usize, kinds: u8, left: u8) -> Pilot {
        let can = kinds & ActionKind::Replace.bit() != 0 && self.misfires <= left.into();
        let highest = self.seen.highest_misfire(levels - 1);
        if can { Pilot::Replace(highest) } else { Pilot::Pass }
    }

    /// The same without one.
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

    /// Whether it wants another capstone than one that heads no run, while a misfire could still be
    /// mended.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn wants_capstone(&self, kinds: u8, left: u8) -> bool {
        self.idle & (left > 1) & (kinds & ActionKind::Replace.bit() != 0)
    }

    /// The swap within and between the flanks that gains most, the first of equals, by its number in
    /// [`NEIGHBOURS`]; whether it gains enough, and what it makes of its cards then.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn swap(
        &self,
        worths: &Worths,
        levels: usize,
    ) -> (bool, u8, Regular) {
        let pyramid = &self.seen;
        let number = |place: usize| pyramid.card(Place::from_index(place)).number() as usize;
        let [t1, t4, s1, s2, g1, g2] = ENDS.map(number);
        let flank = |gunner: usize, shield, thruster| {
            let numbers = (gunner << 8 | thruster << 5 | shield) & COUNTED[levels - 1][0];
            u32::from(DEALT[levels - 1][0][numbers])
        };
        let (port, starboard) = (flank(g1, s1, t1), flank(g2, s2, t4));
        let row = self.worth - port - starboard;
        let row_with =
            |number: u8| worths.row(&pyramid.transposed(NEIGHBOURS[usize::from(number)]));
        // A worth above, and below it what is greater for the swaps that come first. Few processors
        // guess which is best.
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

    /// The flank that gains most by lying in order, low cards on top, port rather than starboard;
    /// whether it gains enough, and what it makes of its cards then.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn sort(
        &self,
        worths: &Worths,
    ) -> (bool, Line, Order, Regular) {
        // The row gets another end, and the other flank another capstone.
        let (port, with_port) = self.sorted(worths, Line::Port);
        let (starboard, with_starboard) = self.sorted(worths, Line::Starboard);
        let better = with_starboard.worth > with_port.worth;
        let most = Regular::either(better, with_starboard, with_port);
        let (line, order) = if better { (Line::Starboard, starboard) } else { (Line::Port, port) };
        (most.worth >= self.worth + MOVE_GAIN, line, order, most)
    }

    /// What it makes of its cards with a line in order.
    #[inline(always)]
    fn sorted(&self, worths: &Worths, line: Line) -> (Order, Regular) {
        let order = self.seen.ascending(line);
        let seen = self.seen.resorted(line, order);
        let (worth, idle) = Regular::worth_of(worths, LEVELS, &seen);
        (order, Regular::whole(seen, worth, idle))
    }

    /// What it makes of cards without a misfire.
    #[inline(always)]
    fn whole(seen: Pyramid, worth: u32, idle: bool) -> Regular {
        Regular { seen, worth, hope: worth, misfires: 0, idle }
    }

    /// One of two without a misfire. Few processors guess which.
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

/// What a seat that plays by small tables looks for at a level where it has no misfire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::zinbiddle) enum Improving {
    /// Nothing: there is no action of use.
    Nothing,
    /// A swap of neighbours.
    Swaps,
    /// A flank to put in order, or another capstone.
    Sorts,
}

impl Improving {
    /// By the levels dealt and the kinds of action.
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

/// The ends of the swaps: T1, T4, S1, S2, G1, G2.
const ENDS: [usize; 6] = [0, 3, 4, 5, 6, 7];

/// How bold a seat that plays by small tables is in a betting round: 0 folds to a bet, 1 calls, 2
/// bets, 3 raises too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::zinbiddle) struct Boldness(pub(in crate::games::zinbiddle) u8);

impl Boldness {
    const CALLS: u8 = 1;
    const BETS: u8 = 2;
    const RAISES: u8 = 3;
    pub(in crate::games::zinbiddle) const WAYS: u32 = 4;

    /// Whether it checks as long as nobody bets.
    #[inline(always)]
    fn checks(self) -> bool {
        self.0 < Boldness::BETS
    }

    /// What it does. There are two raises of such seats in a round at most.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn bet(self, view: &View<'_>) -> Bet {
        let facing = view.faces_bet();
        let may_raise = view.raises() < 2 && view.can_raise();
        // By numbers: few processors guess a strategy's bets right.
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
