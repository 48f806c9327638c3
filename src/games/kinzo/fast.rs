//! A fast path for charts at every seat and a shuffle before every round: many sessions at once.
//!
//! [`Table::round`] is the reference. This path gives the same outcomes from the same streams,
//! session by session, as the tests check. It is faster because no branch depends on a card:
//! sessions with the same first seat take each step side by side, and finished ones are masked out.
//! Rare cases (a rejected draw, a table at which pairs are split again, the last few sessions) are
//! left to the reference.

mod chart;
mod counts;
mod deal;
mod ends;
mod lanes;

pub use self::chart::Chart;
use self::counts::Counts;
use self::deal::{Group, House};
pub(super) use self::ends::{Came, Codes, Ends};
use self::lanes::LANES;
use super::record::Silent;
use super::round::{Keyed, Table};
use super::rules::{MAX_HANDS, Rules, Shuffle};
use crate::cards::Composition;
use crate::cards::random::Seed;
use crate::framework::TurnOrder;
pub(super) use fearless_simd::Level;
#[cfg(target_arch = "x86_64")]
use fearless_simd::Simd;
use std::ops::Range;

/// Whether this path applies: a stake of one, and a shuffle before every round.
pub(super) fn applies(rules: &Rules) -> bool {
    rules.stake_limit == 1 && rules.shuffle == Shuffle::EveryRound
}

/// The possible ends of a seat's hands.
pub(super) fn ends(rules: &Rules, charts: &[Chart]) -> Ends {
    match (rules.split && charts.iter().any(Chart::ever_splits), rules.resplit) {
        (false, _) => Ends::new(1),
        (true, false) => Ends::new(2),
        (true, true) => Ends::new(MAX_HANDS),
    }
}

/// Plays a group with the widest instructions of a level.
#[inline(never)]
fn play_group(
    level: Level,
    house: &House<'_>,
    seed: Seed,
    session: u64,
    first: usize,
    group: &mut Group,
) {
    // SSE4.2 has nothing to add here.
    #[cfg(target_arch = "x86_64")]
    match (level.as_avx512(), level.as_avx2(), level.as_sse2()) {
        (Some(simd), ..) => simd.vectorize(
            #[inline(always)]
            || house.play(simd, seed, session, first, group),
        ),
        (_, Some(simd), _) => simd.vectorize(
            #[inline(always)]
            || house.play(simd, seed, session, first, group),
        ),
        (.., Some(simd)) => house.play(simd, seed, session, first, group),
        _ => unreachable!("every such processor has SSE2"),
    }
    #[cfg(not(target_arch = "x86_64"))]
    fearless_simd::dispatch!(level, simd => house.play(simd, seed, session, first, group));
}

/// A table at which [`applies`] holds and every seat plays a chart.
struct Lockstep<'a> {
    level: Level,
    house: House<'a>,
    ends: &'a Ends,
    seed: Seed,
    table: Table<'a>,
    seats: Vec<Chart>,
    group: Group,
}

impl<'a> Lockstep<'a> {
    fn new(
        level: Level,
        (rules, deck): (&'a Rules, Composition),
        charts: &'a [Chart],
        ends: &'a Ends,
        seed: Seed,
    ) -> Lockstep<'a> {
        debug_assert!(applies(rules) && charts.len() == usize::from(rules.players));
        Lockstep {
            level,
            house: House::new(rules, deck, charts, counts::base(rules, ends)),
            ends,
            seed,
            table: Table::new(rules, deck),
            seats: charts.to_vec(),
            group: Group::EMPTY,
        }
    }

    /// The seat with the first turn (K5).
    fn first(&self, session: u64) -> usize {
        self.house.rules.first_of(TurnOrder::of_session(session, self.seats.len()).first)
    }

    #[cold]
    fn by_law(&mut self, session: u64) -> Came {
        let players = self.seats.len();
        self.table.shuffle();
        let luck = &mut Keyed::new(self.seed.round(session, 0));
        let caller = TurnOrder::of_session(session, players).first;
        let turns = TurnOrder { first: self.first(session), players };
        let outcome = self.table.round(&mut self.seats, luck, &mut Silent, caller);
        Came::of(outcome, turns, self.ends)
    }

    /// Plays sessions with the same first seat, from `session` on: one per lane, those below `end`.
    /// Returns that seat, and the lanes in use, one bit each.
    fn play(&mut self, session: u64, end: u64) -> (usize, u32) {
        let first = self.first(session);
        play_group(self.level, &self.house, self.seed, session, first, &mut self.group);
        let sessions = end.saturating_sub(session).div_ceil(self.seats.len() as u64);
        let lanes = if sessions < LANES as u64 { (1 << sessions) - 1 } else { u32::MAX };
        (first, lanes)
    }

    /// Cuts sessions into rows of groups, in which each seat is first in one group, and passes each
    /// row to `play`. Returns the first of the last few sessions, which the reference plays faster.
    fn rows(&mut self, sessions: Range<u64>, mut play: impl FnMut(&mut Self, Range<u64>)) -> u64 {
        let players = self.seats.len() as u64;
        let mut start = sessions.start;
        while sessions.end - start >= 4 * players {
            let end = sessions.end.min(start + players * LANES as u64);
            play(self, start..end);
            start = end;
        }
        start
    }
}

/// Plays sessions of one round each, and passes each outcome, in order, to `each`. [`applies`] must
/// hold; `charts` are those of the seats.
pub(super) fn play(
    level: Level,
    table: (&Rules, Composition),
    charts: &[Chart],
    ends: &Ends,
    seed: Seed,
    sessions: Range<u64>,
    mut each: impl FnMut(&Came),
) {
    let mut lockstep = Lockstep::new(level, table, charts, ends, seed);
    let players = charts.len();
    let mut row = vec![Came::NONE; players * LANES];
    let left = lockstep.rows(sessions.clone(), |lockstep, sessions| {
        for offset in 0..players {
            let start = sessions.start + offset as u64;
            let (first, lanes) = lockstep.play(start, sessions.end);
            for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
                let at = offset + lane * players;
                row[at] = match lockstep.group.came(first, lane) {
                    Some(came) => came,
                    None => lockstep.by_law(sessions.start + at as u64),
                };
            }
        }
        row[..(sessions.end - sessions.start) as usize].iter().for_each(&mut each);
    });
    (left..sessions.end).for_each(|session| each(&lockstep.by_law(session)));
}

/// Plays sessions as [`play`] does, and counts them.
pub(super) fn count<'a>(
    level: Level,
    table: (&'a Rules, Composition),
    charts: &[Chart],
    ends: &'a Ends,
    seed: Seed,
    sessions: Range<u64>,
) -> Counts<'a> {
    let players = charts.len() as u64;
    let mut counts = Counts::new(table.0, ends);
    let mut lockstep = Lockstep::new(level, table, charts, ends, seed);
    let left = lockstep.rows(sessions.clone(), |lockstep, sessions| {
        for offset in 0..players {
            let start = sessions.start + offset;
            let (first, lanes) = lockstep.play(start, sessions.end);
            counts.group(&lockstep.group, first, lanes);
            let mut doubtful = lockstep.group.doubtful & lanes;
            while doubtful != 0 {
                let lane = doubtful.trailing_zeros();
                counts.add(&lockstep.by_law(start + u64::from(lane) * players));
                doubtful &= doubtful - 1;
            }
        }
    });
    (left..sessions.end).for_each(|session| counts.add(&lockstep.by_law(session)));
    counts
}

#[cfg(test)]
mod tests;
