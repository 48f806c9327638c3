//! The progress of a run: blocks and waves, looks, and the end.

use super::journal::{Journal, Leg, Mark, Stretch};
use super::{MAX_ROUNDS, Plan, Until};
use crate::cards::random::Seed;
use crate::framework::parallel;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The workload of a run, with exact sums that do not depend on the order of merging.
pub(super) trait Workload: Sync {
    /// The sums of the sessions.
    type Sums: Send + Sync + Serialize + DeserializeOwned;
    /// The state of a thread: the players, and room for their results.
    type Worker: Send + Default;

    /// A new worker.
    fn worker(&self) -> Self::Worker;

    /// The sums before the first session.
    fn start(&self) -> Self::Sums;

    /// Empty sums for a block that follows these.
    fn blank(&self, _so_far: &Self::Sums) -> Self::Sums {
        self.start()
    }

    /// The approximate time of a round after these sums, in nanoseconds.
    fn nanoseconds(&self, so_far: &Self::Sums) -> f64;

    /// Sessions in a block; must not depend on the number of threads.
    fn sessions_per_block(&self) -> u64;

    /// The approximate number of rounds in a session.
    fn rounds_per_session(&self) -> f64;

    /// Plays whole sessions and adds them to the sums.
    fn play(
        &self,
        worker: &mut Self::Worker,
        seed: Seed,
        sessions: Range<u64>,
        sums: &mut Self::Sums,
    );

    /// As [`Workload::play`], unless it is stopped on the way: returns whether all was played. If
    /// not, the sums must be discarded. A block may have to make plans for many tables first.
    fn play_unless(
        &self,
        worker: &mut Self::Worker,
        seed: Seed,
        sessions: Range<u64>,
        sums: &mut Self::Sums,
        stop: &AtomicBool,
    ) -> bool {
        let _ = stop;
        self.play(worker, seed, sessions, sums);
        true
    }

    /// Rounds so far; every session adds some.
    fn rounds(&self, sums: &Self::Sums) -> u64;

    /// The rounds that the sums would have once a part is added.
    fn rounds_with(&self, sums: &Self::Sums, part: &Self::Sums) -> u64;

    /// Whether no session of the part had more than one round.
    fn one_round_each(&self, part: &Self::Sums) -> bool;

    /// Adds a part.
    fn merge(&self, sums: &mut Self::Sums, part: &Self::Sums);

    /// Adds a part to the sums of a stretch, within which nothing checks for the end of the run.
    fn gather(&self, stretch: &mut Self::Sums, part: &Self::Sums) {
        self.merge(stretch, part);
    }

    /// Whether a stretch can be added as a whole: no course ends before its last session, and it
    /// includes every course still in play.
    fn takes(&self, sums: &Self::Sums, stretch: &Self::Sums, goal: Option<u64>) -> bool {
        goal.is_none_or(|goal| self.rounds_with(sums, stretch) <= goal)
    }

    /// The rounds and the goal of each course, which is anything with a goal of its own. All
    /// courses play the same sessions.
    fn courses(&self, sums: &Self::Sums, goal: u64) -> Vec<(u64, u64)> {
        vec![(self.rounds(sums), goal)]
    }

    /// Stops playing one of the [`Workload::courses`] in a stretch.
    fn shut(&self, _stretch: &mut Self::Sums, _course: usize) {}

    /// Looks at the sums under [`Until::Precision`], and may change what is played from here on.
    /// Returns whether they are precise enough.
    fn look(&self, sums: &mut Self::Sums, confidence: f64, precision: f64) -> bool;
}

/// The fewest rounds in a wave, so that threads seldom wait for each other.
const WAVE_ROUNDS: u64 = 1 << 21;
/// The approximate time limit of a wave.
const WAVE_NANOSECONDS: f64 = 2.5e8;
/// The most blocks of a wave for each thread: their sums are all kept until it is over.
const WAVE_BLOCKS: u64 = 1024;

/// Plays sessions in order until the run ends; `show` is shown the sums from time to time, and the
/// rounds to play, if known. Returns the sums and whether the run was stopped from outside.
///
/// With a journal the run resumes from its kept progress; if only a share of the run is played, the
/// sums are those of the share.
pub(super) fn drive<C: Workload>(
    workload: &C,
    plan: Plan<'_>,
    show: &(dyn Fn(&C::Sums, Option<u64>) + Sync),
) -> (C::Sums, bool) {
    let known = plan.journal.map(Journal::begin).unwrap_or_default();
    let mut drive = Drive::new(workload, plan, known.elapsed, show);
    match known.share {
        Some(share) => drive.share(share, known),
        None => drive.whole(known),
    }
}

/// A run in progress.
pub(super) struct Drive<'r, C: Workload> {
    pub workload: &'r C,
    pub plan: Plan<'r>,
    pub seed: Seed,
    pub per_block: u64,
    /// The rounds to play in all, if known.
    pub goal: Option<u64>,
    looks: Looks,
    idle: Idle<'r, C>,
    /// The time when its first blocks were finished: preparation before the first round is not
    /// playing time.
    pub start: Option<Instant>,
    /// The time it was played for by earlier processes.
    before: Duration,
    pub show: &'r (dyn Fn(&C::Sums, Option<u64>) + Sync),
}

/// The outcome of playing some blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The run is over.
    Over,
    /// It was stopped from outside.
    Stopped,
    /// All blocks were played, and the run goes on.
    Reached,
}

impl<'r, C: Workload> Drive<'r, C> {
    fn new(
        workload: &'r C,
        plan: Plan<'r>,
        before: Duration,
        show: &'r (dyn Fn(&C::Sums, Option<u64>) + Sync),
    ) -> Drive<'r, C> {
        Drive {
            workload,
            plan,
            seed: Seed::new(plan.seed),
            per_block: workload.sessions_per_block(),
            goal: match plan.until {
                Until::Rounds(rounds) | Until::Within(rounds, _) => Some(rounds.min(MAX_ROUNDS)),
                Until::Time(_) | Until::Precision(_) => None,
            },
            looks: Looks::new(plan),
            idle: Idle { workload, workers: Mutex::new(Vec::new()) },
            start: None,
            before,
            show,
        }
    }

    /// Plays the run from its kept progress to its end.
    fn whole(&mut self, known: Leg) -> (C::Sums, bool) {
        let mut total = self.workload.start();
        let mut next_block = 0;
        if let Some(so_far) = &known.total {
            match self.decode(&so_far.sums) {
                Some(sums) if known.over => return (sums, false),
                Some(sums) if self.goal.is_some_and(|goal| self.workload.rounds(&sums) > goal) => {
                    let why = "more rounds were kept than are to be played";
                    self.plan.journal.iter().for_each(|journal| journal.unreadable(why));
                    return (total, true);
                }
                Some(sums) => (total, next_block) = (sums, so_far.end / self.per_block),
                None => return (total, true),
            }
        }
        let mut end = End::Reached;
        for stretch in known.stretches {
            let Some(part) = self.decode(&stretch.sums) else { return (total, true) };
            if self.workload.takes(&total, &part, self.goal) {
                self.workload.merge(&mut total, &part);
                next_block = stretch.end / self.per_block;
                if self.is_over(&total) {
                    end = End::Over;
                    break;
                }
            } else {
                // A course ends in it, and only its sessions show where.
                let last = stretch.end.div_ceil(self.per_block);
                end = self.advance(&mut total, &mut next_block, Some(last));
                if end != End::Reached {
                    break;
                }
            }
        }
        if end == End::Reached {
            end = self.advance(&mut total, &mut next_block, None);
        }
        (self.show)(&total, self.goal);
        self.keep(&total, next_block, if end == End::Stopped { Mark::Stopped } else { Mark::Over });
        (total, end == End::Stopped)
    }

    fn is_over(&self, total: &C::Sums) -> bool {
        let rounds = self.workload.rounds(total);
        rounds >= MAX_ROUNDS || self.goal.is_some_and(|goal| rounds >= goal)
    }

    /// Plays block after block until the run ends, or up to the block `last`.
    fn advance(&mut self, total: &mut C::Sums, next_block: &mut u64, last: Option<u64>) -> End {
        let workload = self.workload;
        self.looks.resume(*next_block);
        loop {
            let left = last.map_or(u64::MAX, |last| last.saturating_sub(*next_block));
            if left == 0 {
                return End::Reached;
            }
            let blocks = self.wave(total, *next_block).min(left);
            // A session has at least one round: the last block needs no more sessions than rounds
            // are left.
            let left = self.goal.map_or(u64::MAX, |goal| goal - workload.rounds(total));
            let sessions = if blocks == 1 { self.per_block.min(left) } else { self.per_block };
            let parts = self.play(total, *next_block, blocks, sessions);
            self.start.get_or_insert_with(Instant::now);
            for part in parts {
                // The finished prefix is kept; blocks after a gap are not.
                let Some(part) = part else {
                    let stopped = self.plan.stop.load(Ordering::Relaxed);
                    return if stopped { End::Stopped } else { End::Over };
                };
                let reached = |goal: &u64| workload.rounds_with(total, &part) >= *goal;
                if let Some(goal) = self.goal.filter(reached) {
                    let first = *next_block * self.per_block;
                    finish(&self.idle, self.seed, first, goal, total, &part);
                    return End::Over;
                }
                workload.merge(total, &part);
                *next_block += 1;
                let enough = self.looks.enough(workload, total, *next_block);
                if enough || workload.rounds(total) >= MAX_ROUNDS {
                    return End::Over;
                }
            }
            (self.show)(total, self.goal);
            if self.plan.journal.is_some_and(Journal::is_due) {
                self.keep(total, *next_block, Mark::Going);
            }
        }
    }

    /// Plays blocks of `sessions` sessions in parallel, from `next_block` on; returns the sums of
    /// those that were finished.
    pub fn play(
        &self,
        total: &C::Sums,
        next_block: u64,
        blocks: u64,
        sessions: u64,
    ) -> Vec<Option<C::Sums>> {
        // Once a block is left out, later blocks of the wave would be discarded.
        let first_left_out = AtomicU64::new(u64::MAX);
        let block = |index: usize| {
            let index = index as u64;
            if first_left_out.load(Ordering::Relaxed) < index || self.halted() {
                first_left_out.fetch_min(index, Ordering::Relaxed);
                return None;
            }
            let first = (next_block + index) * self.per_block;
            let mut part = self.workload.blank(total);
            let sessions = first..first + sessions;
            let mut borrowed = self.idle.borrow();
            let (worker, stop) = (&mut borrowed.worker, self.plan.stop);
            let whole = self.workload.play_unless(worker, self.seed, sessions, &mut part, stop);
            if !whole {
                first_left_out.fetch_min(index, Ordering::Relaxed);
            }
            whole.then_some(part)
        };
        parallel::map(blocks as usize, block)
    }

    /// Whether to stop before the next block. Even in the shortest time some blocks are played.
    fn halted(&self) -> bool {
        let late = || match self.plan.until {
            Until::Time(time) | Until::Within(_, time) => {
                let begun = self.start.is_some() || !self.before.is_zero();
                begun && self.elapsed() >= time
            }
            Until::Rounds(_) | Until::Precision(_) => false,
        };
        self.plan.stop.load(Ordering::Relaxed) || late()
    }

    /// An idle worker.
    pub fn borrow(&self) -> Borrowed<'_, 'r, C> {
        self.idle.borrow()
    }

    fn keep(&self, total: &C::Sums, next_block: u64, mark: Mark) {
        let Some(journal) = self.plan.journal else { return };
        let total = Stretch { first: 0, end: next_block * self.per_block, sums: encode(total) };
        let over = mark == Mark::Over;
        let leg = Leg { total: Some(total), over, elapsed: self.elapsed(), ..Leg::default() };
        journal.keep(leg, mark);
    }

    /// The time it has been played for, by earlier processes and this one.
    pub fn elapsed(&self) -> Duration {
        self.before + self.start.map_or(Duration::ZERO, |start| start.elapsed())
    }

    /// Decodes kept sums; reports to the journal if they cannot be read.
    pub fn decode(&self, sums: &[u8]) -> Option<C::Sums> {
        let found = postcard::from_bytes(sums);
        if let (Err(error), Some(journal)) = (&found, self.plan.journal) {
            journal.unreadable(&error.to_string());
        }
        found.ok()
    }

    /// The number of blocks to play before the next merge, after the sums of `played` blocks. It
    /// may depend on anything, because it affects only the waiting time.
    pub fn wave(&self, total: &C::Sums, played: u64) -> u64 {
        let workload = self.workload;
        let threads = rayon::current_num_threads() as u64;
        let rounds_per_block = match played {
            0 => (self.per_block as f64 * workload.rounds_per_session()).max(1.0) as u64,
            blocks => (workload.rounds(total) / blocks).max(1),
        };
        let by_time = WAVE_NANOSECONDS * threads as f64 / workload.nanoseconds(total);
        let rounds = (WAVE_ROUNDS * threads).min(by_time as u64);
        let mut blocks = match self.start {
            // After the first merge a stop has something to keep, so it comes early.
            None => threads,
            Some(_) => (rounds / rounds_per_block).clamp(threads, WAVE_BLOCKS * threads),
        };
        if let Some(goal) = self.goal {
            let left = goal.saturating_sub(workload.rounds(total));
            blocks = blocks.min(left.div_ceil(rounds_per_block).max(1));
        }
        if let Some(look) = self.looks.next {
            blocks = blocks.min(look.saturating_sub(played).max(1));
        }
        blocks
    }
}

/// Encodes sums for the journal. They are integers in vectors and maps, which always have an
/// encoding.
pub(super) fn encode<S: Serialize>(sums: &S) -> Vec<u8> {
    postcard::to_allocvec(sums).unwrap_or_default()
}

/// Idle workers. Their players keep nothing from earlier sessions but caches, so a worker is passed
/// on from job to job instead of being made anew.
struct Idle<'c, C: Workload> {
    workload: &'c C,
    workers: Mutex<Vec<C::Worker>>,
}

/// A worker that returns to the idle ones when dropped.
pub(super) struct Borrowed<'i, 'c, C: Workload> {
    pub worker: C::Worker,
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

/// Adds the sessions of the last block, from `first` on, up to the goal.
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

/// The approximate time of a block in nanoseconds: long compared with the cost of scheduling it.
const BLOCK_NANOSECONDS: f64 = 5e5;
/// The most sessions in a block.
const BLOCK_SESSIONS: f64 = 16_384.0;

/// Sessions in a block, from the time of one session.
pub(super) fn sessions_in_a_block(nanoseconds: f64) -> u64 {
    (BLOCK_NANOSECONDS / nanoseconds).clamp(1.0, BLOCK_SESSIONS) as u64
}

/// The looks of a run with [`Until::Precision`]: after numbers of blocks that are powers of two.
#[derive(Debug)]
struct Looks {
    precision: Option<f64>,
    confidence: f64,
    /// The number of blocks at the next look.
    next: Option<u64>,
}

impl Looks {
    fn new(plan: Plan<'_>) -> Looks {
        let precision = match plan.until {
            Until::Precision(width) => Some(width),
            _ => None,
        };
        Looks { precision, confidence: plan.confidence, next: precision.map(|_| 1) }
    }

    /// Resumes after `blocks` blocks, at which all looks due were taken.
    fn resume(&mut self, blocks: u64) {
        self.next = self.precision.map(|_| (blocks + 1).next_power_of_two());
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
