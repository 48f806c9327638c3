//! How a run goes, whatever it plays: blocks and waves, looks, and when it is over.

use super::{MAX_ROUNDS, Plan, Until};
use crate::cards::random::Seed;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What a run plays, and the exact sums that it keeps: merged in any order they are the same.
pub(super) trait Workload: Sync {
    /// What is kept of the sessions.
    type Sums: Send + Sync;
    /// What a thread plays with: the players, and room for what they take.
    type Worker: Send + Default;

    /// A new worker.
    fn worker(&self) -> Self::Worker;

    /// The sums before the first session.
    fn start(&self) -> Self::Sums;

    /// Empty sums for a block that comes after these.
    fn blank(&self, so_far: &Self::Sums) -> Self::Sums;

    /// A rough number of nanoseconds that a round takes after these sums.
    fn nanoseconds(&self, so_far: &Self::Sums) -> f64;

    /// Sessions in a block: never depends on the threads.
    fn sessions_per_block(&self) -> u64;

    /// A rough number of rounds in a session.
    fn rounds_per_session(&self) -> f64;

    /// Plays whole sessions and adds them.
    fn play(
        &self,
        worker: &mut Self::Worker,
        seed: Seed,
        sessions: Range<u64>,
        sums: &mut Self::Sums,
    );

    /// Rounds so far: more with every session.
    fn rounds(&self, sums: &Self::Sums) -> u64;

    /// Rounds when a part is added.
    fn rounds_with(&self, sums: &Self::Sums, part: &Self::Sums) -> u64;

    /// Whether no session of the part had more than one round.
    fn one_round_each(&self, part: &Self::Sums) -> bool;

    /// Adds a part.
    fn merge(&self, sums: &mut Self::Sums, part: &Self::Sums);

    /// Looks at the sums under [`Until::Precision`], and may change what is played from here on.
    /// Whether they are precise enough.
    fn look(&self, sums: &mut Self::Sums, confidence: f64, precision: f64) -> bool;
}

/// Rounds in a wave at least, so that threads seldom wait for each other.
const WAVE_ROUNDS: u64 = 1 << 21;
/// Time of a wave at most, roughly.
const WAVE_NANOSECONDS: f64 = 2.5e8;

/// Plays sessions in order until the run is over; `show` is shown the sums now and then, and the
/// rounds to come to, if known. Returns the sums and whether it was stopped from outside.
pub(super) fn drive<C: Workload>(
    workload: &C,
    plan: Plan<'_>,
    show: &(dyn Fn(&C::Sums, Option<u64>) + Sync),
) -> (C::Sums, bool) {
    let start = Instant::now();
    let seed = Seed::new(plan.seed);
    let per_block = workload.sessions_per_block();
    let mut total = workload.start();
    let mut next_block = 0_u64;
    let mut looks = Looks::new(plan);
    let idle = Idle { workload, workers: Mutex::new(Vec::new()) };
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
        let blocks = wave(workload, per_block, &total, next_block, goal, &looks);
        // A session has a round at least: the last block needs no more than are left.
        let left = goal.map_or(u64::MAX, |goal| goal - workload.rounds(&total));
        let sessions = if blocks == 1 { per_block.min(left) } else { per_block };
        // Once a block is left out, later ones of the wave are not worth playing.
        let first_left_out = AtomicU64::new(u64::MAX);
        let wave: Vec<Option<C::Sums>> = (0..blocks)
            .into_par_iter()
            .map_init(
                || idle.borrow(),
                |borrowed, index| {
                    let late = halted(next_block + index);
                    if first_left_out.load(Ordering::Relaxed) < index || late {
                        first_left_out.fetch_min(index, Ordering::Relaxed);
                        return None;
                    }
                    let first = (next_block + index) * per_block;
                    let mut part = workload.blank(&total);
                    workload.play(&mut borrowed.worker, seed, first..first + sessions, &mut part);
                    Some(part)
                },
            )
            .collect();
        for part in wave {
            // The finished prefix is kept; what comes after a gap is not.
            let Some(part) = part else {
                let stopped = plan.stop.load(Ordering::Relaxed);
                show(&total, goal);
                return (total, stopped);
            };
            if let Some(goal) = goal.filter(|&goal| workload.rounds_with(&total, &part) >= goal) {
                let first = next_block * per_block;
                finish(&idle, seed, first, goal, &mut total, &part);
                show(&total, Some(goal));
                return (total, false);
            }
            workload.merge(&mut total, &part);
            next_block += 1;
            let enough = looks.enough(workload, &mut total, next_block);
            if enough || workload.rounds(&total) >= MAX_ROUNDS {
                show(&total, goal);
                return (total, false);
            }
        }
        show(&total, goal);
    }
}

/// Workers without a job just now. What their players remember of earlier sessions is only what they
/// need not work out again; so workers are passed on, not made anew for every job.
struct Idle<'c, C: Workload> {
    workload: &'c C,
    workers: Mutex<Vec<C::Worker>>,
}

/// A worker that goes back to the idle ones when a job is done.
struct Borrowed<'i, 'c, C: Workload> {
    worker: C::Worker,
    from: &'i Idle<'c, C>,
}

impl<'c, C: Workload> Idle<'c, C> {
    fn borrow(&self) -> Borrowed<'_, 'c, C> {
        let waiting = self.workers.lock().ok().and_then(|mut idle| idle.pop());
        Borrowed { worker: waiting.unwrap_or_else(|| self.workload.worker()), from: self }
    }
}

impl<C: Workload> Drop for Borrowed<'_, '_, C> {
    fn drop(&mut self) {
        if let Ok(mut idle) = self.from.workers.lock() {
            idle.push(std::mem::take(&mut self.worker));
        }
    }
}

/// How many blocks to play before the next merge. It may depend on anything: only how long one
/// waits depends on it.
fn wave<C: Workload>(
    workload: &C,
    per_block: u64,
    total: &C::Sums,
    next_block: u64,
    goal: Option<u64>,
    looks: &Looks,
) -> u64 {
    let threads = rayon::current_num_threads() as u64;
    let rounds_per_block = match next_block {
        0 => (per_block as f64 * workload.rounds_per_session()).max(1.0) as u64,
        blocks => (workload.rounds(total) / blocks).max(1),
    };
    let by_time = WAVE_NANOSECONDS * threads as f64 / workload.nanoseconds(total);
    let rounds = (WAVE_ROUNDS * threads).min(by_time as u64);
    let mut blocks = match next_block {
        // From the first merge on there is something that a stop must keep.
        0 => threads,
        _ => (rounds / rounds_per_block).max(threads).max(1),
    };
    if let Some(goal) = goal {
        let left = goal.saturating_sub(workload.rounds(total));
        blocks = blocks.min(left.div_ceil(rounds_per_block).max(1));
    }
    if let Some(look) = looks.next {
        blocks = blocks.min(look.saturating_sub(next_block).max(1));
    }
    blocks
}

/// Takes the sessions of the last block, from `first` on, that reach the goal.
fn finish<C: Workload>(
    idle: &Idle<'_, C>,
    seed: Seed,
    first: u64,
    goal: u64,
    total: &mut C::Sums,
    whole: &C::Sums,
) {
    let workload = idle.workload;
    if workload.rounds_with(total, whole) == goal {
        workload.merge(total, whole);
        return;
    }
    let left = goal - workload.rounds(total);
    let at_once = if workload.one_round_each(whole) { left } else { 1 };
    let mut borrowed = idle.borrow();
    for session in (first..).step_by(at_once as usize) {
        workload.play(&mut borrowed.worker, seed, session..session + at_once, total);
        if workload.rounds(total) >= goal {
            return;
        }
    }
}

/// Nanoseconds of a block, roughly: long against what it costs to hand one out.
const BLOCK_NANOSECONDS: f64 = 5e5;
/// Sessions of a block at most.
const BLOCK_SESSIONS: f64 = 16_384.0;

/// Sessions in a block, from the time that one takes.
pub(super) fn sessions_in_a_block(nanoseconds: f64) -> u64 {
    (BLOCK_NANOSECONDS / nanoseconds).clamp(1.0, BLOCK_SESSIONS) as u64
}

/// When a run with [`Until::Precision`] looks: after blocks that are powers of two.
#[derive(Debug)]
struct Looks {
    precision: Option<f64>,
    confidence: f64,
    /// The number of blocks at which it looks next.
    next: Option<u64>,
}

impl Looks {
    fn new(plan: Plan<'_>) -> Looks {
        let precision = match plan.until {
            Until::Precision(width) => Some(width),
            _ => None,
        };
        let next = precision.map(|_| 1);
        Looks { precision, confidence: plan.confidence, next }
    }

    fn enough<C: Workload>(&mut self, workload: &C, total: &mut C::Sums, blocks: u64) -> bool {
        let (Some(precision), Some(next)) = (self.precision, self.next) else { return false };
        if blocks < next {
            return false;
        }
        self.next = Some(next * 2);
        workload.look(total, self.confidence, precision)
    }
}
