//! Floor 5: plays blocks of sessions on all cores and tallies them exactly. Knows no particular
//! game.
//!
//! A block is a fixed number of sessions and only a unit of work: its tally is made of integers,
//! whose sums do not depend on the order of merging. So results are the same on any number of
//! threads, and a run that stops early equals a run of as many rounds.

mod advise;
mod block;
mod compare;
mod count;
mod deviate;
mod grid;
mod journal;
mod leaks;
mod probe;
mod share;
mod spread;
mod tally;
mod weigh;
mod workload;

pub use advise::{Dilemma, FEWEST_WORLDS, Worlds, WorldsRun, advise, stop};
pub use compare::{
    Contender, Contest, ContestProgress, ContestRun, compare, nanoseconds_of_contender,
};
pub use count::{Bin, CountRun, Counted, Counter, GROUPS, Group, count};
pub use deviate::{Deviated, Deviation, Deviations, deviate};
pub use grid::{Account, Events, Grid, GridPoint, GridRun, Kept, grid, nanoseconds_of_point};
pub use journal::{Journal, Leg, Mark, Share, Stretch};
pub use leaks::{Cost, Leak, Leaks, LeaksRun, MOST_LOOKED_AT, leaks, nanoseconds_of_leaks};
pub use probe::{Probed, Used, most_decisions, probes};
pub use tally::{EventTally, SeatTally, Tally};
pub use weigh::{WeighedRun, weigh};

use self::workload::{Workload, drive};
use crate::cards::random::Seed;
use crate::framework::{AnyTable, Seats};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The most rounds of a run: up to here the sums of sessions within [`Moments::LIMIT`] cannot overflow.
///
/// [`Moments::LIMIT`]: crate::stats::Moments::LIMIT
pub const MAX_ROUNDS: u64 = 1_000_000_000_000_000;

/// The condition that ends a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// After the first whole session with which this many rounds are reached.
    Rounds(u64),
    /// After this much time, at the end of a block.
    Time(Duration),
    /// As [`Until::Rounds`], or after this much time if that comes first.
    Within(u64, Duration),
    /// When the widest interval, valid at every look, has at most this half-width: of the seats'
    /// EVs in [`run`], in money units; of the probabilities of events in [`run_for_events`]; of the
    /// differences of the contenders not yet dropped in [`compare`], in money units.
    Precision(f64),
}

/// The parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The master seed.
    pub seed: u64,
    /// The condition that ends it.
    pub until: Until,
    /// The confidence of the intervals.
    pub confidence: f64,
    /// Set from outside to stop the run early.
    pub stop: &'a AtomicBool,
    /// The journal that keeps its progress, if any.
    pub journal: Option<&'a dyn Journal>,
}

/// The progress of a run, shown to an observer after every wave of blocks.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The tally so far.
    pub tally: &'a Tally,
    /// The rounds to play in all, if known.
    pub goal: Option<u64>,
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The tally of all sessions played.
    pub tally: Tally,
    /// Whether it was stopped from outside.
    pub stopped: bool,
}

/// Plays sessions in order until the run ends; `watch` is shown the tally from time to time.
///
/// Runs on the current rayon pool.
pub fn run(
    game: &dyn AnyTable,
    players: &dyn Seats,
    plan: Plan<'_>,
    watch: &(dyn Fn(Progress<'_>) + Sync),
) -> Run {
    run_for(game, players, None, plan, watch)
}

/// The same for the probabilities of some events, by index in
/// [`Engine::events`](crate::framework::Engine::events), to which [`Until::Precision`] then
/// applies.
pub fn run_for_events(
    game: &dyn AnyTable,
    players: &dyn Seats,
    events: &[usize],
    plan: Plan<'_>,
    watch: &(dyn Fn(Progress<'_>) + Sync),
) -> Run {
    run_for(game, players, Some(events), plan, watch)
}

fn run_for(
    game: &dyn AnyTable,
    players: &dyn Seats,
    events: Option<&[usize]>,
    plan: Plan<'_>,
    watch: &(dyn Fn(Progress<'_>) + Sync),
) -> Run {
    let workload = Table { game, players, events, empty: Tally::new(game) };
    let show = |tally: &Tally, goal| watch(Progress { tally, goal });
    let (tally, stopped) = drive(&workload, plan, &show);
    Run { tally, stopped }
}

/// One table, all of whose seats are tallied.
struct Table<'g> {
    game: &'g dyn AnyTable,
    players: &'g dyn Seats,
    /// The events whose probabilities are to be precise; `None` for the seats' EVs.
    events: Option<&'g [usize]>,
    empty: Tally,
}

impl Workload for Table<'_> {
    type Sums = Tally;
    type Worker = Box<dyn Seats>;

    fn worker(&self) -> Box<dyn Seats> {
        self.players.copied()
    }

    fn start(&self) -> Tally {
        self.empty.clone()
    }

    fn nanoseconds(&self, _so_far: &Tally) -> f64 {
        self.game.nanoseconds(self.players)
    }

    fn rounds_per_session(&self) -> f64 {
        self.game.rounds_per_session()
    }

    fn sessions_per_block(&self) -> u64 {
        let one = self.nanoseconds(&self.empty) * self.game.rounds_per_session();
        workload::sessions_in_a_block(one).max(self.game.side_by_side(self.players))
    }

    fn play(
        &self,
        worker: &mut Box<dyn Seats>,
        seed: Seed,
        sessions: Range<u64>,
        sums: &mut Tally,
    ) {
        self.game.play(&mut **worker, seed, sessions, sums);
    }

    fn rounds(&self, tally: &Tally) -> u64 {
        tally.rounds()
    }

    fn rounds_with(&self, tally: &Tally, part: &Tally) -> u64 {
        tally.rounds() + part.rounds()
    }

    fn one_round_each(&self, part: &Tally) -> bool {
        part.rounds() == part.sessions()
    }

    fn merge(&self, tally: &mut Tally, part: &Tally) {
        tally.merge(part);
    }

    /// Whether the widest interval, of the seats or of the events, is precise enough.
    fn look(&self, tally: &mut Tally, confidence: f64, precision: f64) -> bool {
        match self.events {
            None => tally.known_to(confidence, precision),
            Some(events) => tally.events_known_to(events, confidence, precision),
        }
    }
}
