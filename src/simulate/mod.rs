//! Floor 4: blocks of sessions on all cores, tallied exactly. Names no game.
//!
//! A block is a fixed number of sessions and only a unit of work: its tally is integers, merged
//! in any order to the same sums. So results are the same on any number of threads, and a run
//! that stops early is the run of as many rounds.

mod tally;

pub use tally::{EventTally, SeatTally, Tally};

use crate::cards::random::Seed;
use crate::games::Game;
use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Most rounds of a run: up to here the sums cannot overflow.
pub const MAX_ROUNDS: u64 = 1_000_000_000_000_000;

/// When a run is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// At the first whole session with which this many rounds are reached.
    Rounds(u64),
    /// When this much time has passed, at whole blocks.
    Time(Duration),
    /// When the widest seat's interval for the EV, valid however often it looked, is at most
    /// this half-width, in money units.
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

/// Rounds in a wave at least, so that threads seldom wait for each other.
const WAVE_ROUNDS: u64 = 1 << 21;
/// Time of a wave at most, roughly.
const WAVE_NANOSECONDS: f64 = 2.5e8;

/// Plays sessions in order until the run is over; `watch` is shown the tally now and then.
///
/// It runs on the rayon pool that it is called in.
pub fn run<G: Game>(
    game: &G,
    players: &[G::Player],
    plan: Plan<'_>,
    watch: &(dyn Fn(Progress<'_>) + Sync),
) -> Run {
    let start = Instant::now();
    let seed = Seed::new(plan.seed);
    let per_block = sessions_per_block(game, players);
    let empty = Tally::new(game);
    let mut total = empty.clone();
    let mut next_block = 0_u64;
    let mut looks = Looks::new(plan);
    let idle = Idle { model: players, seats: Mutex::new(Vec::new()) };
    let goal = match plan.until {
        Until::Rounds(rounds) => Some(rounds.min(MAX_ROUNDS)),
        _ => None,
    };
    let deadline = match plan.until {
        Until::Time(time) => start.checked_add(time),
        _ => None,
    };
    // However short the time, one block is played.
    let halted = |block: u64| {
        let late = || block > 0 && deadline.is_some_and(|end| Instant::now() >= end);
        plan.stop.load(Ordering::Relaxed) || late()
    };
    loop {
        let blocks = wave(game, players, per_block, &total, next_block, goal, &looks);
        // A session has a round at least: the last block needs no more than are left.
        let left = goal.map_or(u64::MAX, |goal| goal - total.rounds());
        let sessions = if blocks == 1 { per_block.min(left) } else { per_block };
        // Once a block is left out, later ones of the wave are not worth playing.
        let first_left_out = AtomicU64::new(u64::MAX);
        let wave: Vec<Option<Tally>> = (0..blocks)
            .into_par_iter()
            .map_init(
                || idle.borrow(),
                |players, index| {
                    let late = halted(next_block + index);
                    if first_left_out.load(Ordering::Relaxed) < index || late {
                        first_left_out.fetch_min(index, Ordering::Relaxed);
                        return None;
                    }
                    let first = (next_block + index) * per_block;
                    let mut tally = empty.clone();
                    game.play(&mut players.seats, seed, first..first + sessions, &mut tally);
                    Some(tally)
                },
            )
            .collect();
        for tally in wave {
            // The finished prefix is kept; what comes after a gap is not.
            let Some(tally) = tally else {
                let stopped = plan.stop.load(Ordering::Relaxed);
                watch(Progress { tally: &total, goal });
                return Run { tally: total, stopped };
            };
            if goal.is_some_and(|goal| total.rounds() + tally.rounds() >= goal) {
                let first = next_block * per_block;
                let left = goal.unwrap_or(0) - total.rounds();
                finish(game, players, seed, first, left, &mut total, tally);
                watch(Progress { tally: &total, goal });
                return Run { tally: total, stopped: false };
            }
            total.merge(&tally);
            next_block += 1;
            if looks.enough(&total, next_block) || total.rounds() >= MAX_ROUNDS {
                watch(Progress { tally: &total, goal });
                return Run { tally: total, stopped: false };
            }
        }
        watch(Progress { tally: &total, goal });
    }
}

/// Players that are not playing just now. What they remember of earlier sessions is only what they
/// need not work out again; so they are passed on, not made anew for every job.
struct Idle<'p, P> {
    model: &'p [P],
    seats: Mutex<Vec<Vec<P>>>,
}

/// Players that go back to the idle ones when a job is done.
struct Borrowed<'i, 'p, P> {
    seats: Vec<P>,
    from: &'i Idle<'p, P>,
}

impl<'p, P: Clone> Idle<'p, P> {
    fn borrow(&self) -> Borrowed<'_, 'p, P> {
        let waiting = self.seats.lock().ok().and_then(|mut idle| idle.pop());
        Borrowed { seats: waiting.unwrap_or_else(|| self.model.to_vec()), from: self }
    }
}

impl<P> Drop for Borrowed<'_, '_, P> {
    fn drop(&mut self) {
        if let Ok(mut idle) = self.from.seats.lock() {
            idle.push(std::mem::take(&mut self.seats));
        }
    }
}

/// How many blocks to play before the next merge. It may depend on anything: only how long one
/// waits depends on it.
fn wave<G: Game>(
    game: &G,
    players: &[G::Player],
    per_block: u64,
    total: &Tally,
    next_block: u64,
    goal: Option<u64>,
    looks: &Looks,
) -> u64 {
    let threads = rayon::current_num_threads() as u64;
    let rounds_per_block = match next_block {
        0 => per_block,
        blocks => (total.rounds() / blocks).max(1),
    };
    let by_time = WAVE_NANOSECONDS * threads as f64 / game.nanoseconds(players);
    let rounds = (WAVE_ROUNDS * threads).min(by_time as u64);
    let mut blocks = (rounds / rounds_per_block).max(threads).max(1);
    if let Some(goal) = goal {
        let left = goal.saturating_sub(total.rounds());
        blocks = blocks.min(left.div_ceil(rounds_per_block).max(1));
    }
    if let Some(look) = looks.next {
        blocks = blocks.min(look.saturating_sub(next_block).max(1));
    }
    blocks
}

/// Takes the sessions of the last block, from `first` on, that reach the `left` rounds.
fn finish<G: Game>(
    game: &G,
    players: &[G::Player],
    seed: Seed,
    first: u64,
    left: u64,
    total: &mut Tally,
    whole: Tally,
) {
    if whole.rounds() == left {
        total.merge(&whole);
        return;
    }
    let mut players = players.to_vec();
    let one_round_each = whole.rounds() == whole.sessions();
    let at_once = if one_round_each { left } else { 1 };
    let goal = total.rounds() + left;
    for session in (first..).step_by(at_once as usize) {
        game.play(&mut players, seed, session..session + at_once, total);
        if total.rounds() >= goal {
            return;
        }
    }
}

/// Nanoseconds of a block, roughly: long against what it costs to hand one out.
const BLOCK_NANOSECONDS: f64 = 5e5;
/// Sessions of a block at most.
const BLOCK_SESSIONS: f64 = 16_384.0;

/// Sessions in a block: never depends on the threads.
fn sessions_per_block<G: Game>(game: &G, players: &[G::Player]) -> u64 {
    let session = game.nanoseconds(players) * game.rounds_per_session();
    (BLOCK_NANOSECONDS / session).clamp(1.0, BLOCK_SESSIONS) as u64
}

/// When a run with [`Until::Precision`] looks, and what it sees.
#[derive(Debug)]
struct Looks {
    precision: Option<f64>,
    alpha: f64,
    /// The number of blocks at which it looks next: powers of two.
    next: Option<u64>,
}

impl Looks {
    fn new(plan: Plan<'_>) -> Looks {
        let precision = match plan.until {
            Until::Precision(width) => Some(width),
            _ => None,
        };
        let next = precision.map(|_| 1);
        Looks { precision, alpha: 1.0 - plan.confidence, next }
    }

    /// Whether the widest seat is now known well enough.
    fn enough(&mut self, total: &Tally, blocks: u64) -> bool {
        let (Some(precision), Some(next)) = (self.precision, self.next) else { return false };
        if blocks < next {
            return false;
        }
        self.next = Some(next * 2);
        let width = |seat: &SeatTally| seat.time_uniform(self.alpha, precision);
        let widest = total.seats().iter().map(width).fold(0.0, f64::max);
        widest <= precision
    }
}
