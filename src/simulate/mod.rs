//! Floor 5: blocks of sessions on all cores, tallied exactly. Names no game.
//!
//! A block is a fixed number of sessions and only a unit of work: its tally is integers, merged
//! in any order to the same sums. So results are the same on any number of threads, and a run
//! that stops early is the run of as many rounds.

mod advise;
mod compare;
mod count;
mod grid;
mod journal;
mod leaks;
mod probe;
mod share;
mod tally;
mod weigh;
mod workload;

pub use advise::{Dilemma, FEWEST_WORLDS, Worlds, WorldsRun, advise, stop};
pub use compare::{Contender, Contest, ContestProgress, ContestRun, compare};
pub use count::{Bin, CountRun, Counted, Counter, GROUPS, Group, count};
pub use grid::{Account, Events, Grid, GridPoint, GridRun, Kept, grid};
pub use journal::{Journal, Leg, Mark, Share, Stretch};
pub use leaks::{Leak, Leaks, LeaksRun, MOST_LOOKED_AT, leaks};
pub use probe::{Probed, Used, most_decisions, probes};
pub use tally::{EventTally, SeatTally, Tally};
pub use weigh::{WeighedRun, weigh};

use self::workload::{Workload, drive};
use crate::cards::random::Seed;
use crate::framework::{AnyTable, Seats};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Most rounds of a run: up to here the sums cannot overflow.
pub const MAX_ROUNDS: u64 = 1_000_000_000_000_000;

/// When a run is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// At the first whole session with which this many rounds are reached.
    Rounds(u64),
    /// When this much time has passed, at whole blocks.
    Time(Duration),
    /// As [`Until::Rounds`], unless this much time passes before.
    Within(u64, Duration),
    /// When the widest interval, valid however often it looked, is at most this half-width: of the
    /// seats' EVs in [`run`], in money units; of the probabilities of events in [`run_for_events`];
    /// of the differences of those still in in [`compare`], in money units.
    Precision(f64),
}

/// How a run is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The master seed.
    pub seed: u64,
    /// When it is over.
    pub until: Until,
    /// The confidence of the intervals.
    pub confidence: f64,
    /// Set from outside to stop early.
    pub stop: &'a AtomicBool,
    /// What keeps how far the run has come.
    pub journal: Option<&'a dyn Journal>,
}

/// What an observer of a run is shown after every wave of blocks.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The tally so far.
    pub tally: &'a Tally,
    /// Rounds to come to, if known.
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

/// Plays sessions in order until the run is over; `watch` is shown the tally now and then.
///
/// It runs on the rayon pool that it is called in.
pub fn run(
    game: &dyn AnyTable,
    players: &dyn Seats,
    plan: Plan<'_>,
    watch: &(dyn Fn(Progress<'_>) + Sync),
) -> Run {
    run_for(game, players, None, plan, watch)
}

/// The same where what is to be known are the probabilities of some events, by index in
/// [`Engine::events`](crate::framework::Engine::events): [`Until::Precision`] is about these.
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
    /// The events that are to be known; the seats' EVs where it is `None`.
    events: Option<&'g [usize]>,
    empty: Tally,
}

impl Workload for Table<'_> {
    type Sums = Tally;
    type Worker = Box<dyn Seats>;

    fn worker(&self) -> Box<dyn Seats> {
        self.players.copied()
    }

    fn blank(&self, _so_far: &Tally) -> Tally {
        self.empty.clone()
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

    /// Whether the widest seat, or event, is now known well enough.
    fn look(&self, tally: &mut Tally, confidence: f64, precision: f64) -> bool {
        match self.events {
            None => tally.known_to(confidence, precision),
            Some(events) => tally.events_known_to(events, confidence, precision),
        }
    }
}
