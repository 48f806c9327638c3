//! The rounds and the time of the parts of a playtest.

use super::{CHOSEN, LEAST, RANKED, TRIED};
use crate::simulate::Until;
use crate::study::{Sampling, Snapshot};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The number of rounds of each part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounds {
    pub main: u64,
}

impl Rounds {
    pub fn part(self, of: u64) -> u64 {
        (self.main / of).max(LEAST).min(self.main)
    }

    /// The rounds by which the best player of a side is chosen.
    pub fn chosen(self) -> u64 {
        self.part(CHOSEN).max(self.part(RANKED).min(TRIED))
    }
}

/// The progress of all parts.
pub(super) struct Course<'s> {
    pub sampling: &'s Sampling<'s>,
    pub done: AtomicU64,
    pub goal: u64,
}

impl Course<'_> {
    pub fn show(&self, rounds: u64, said: &str) {
        let rounds = self.done.load(Ordering::Relaxed) + rounds;
        let goal = Some(self.goal.max(rounds));
        (self.sampling.watch)(Snapshot { rounds, goal, said: said.to_owned() });
    }

    pub fn finished(&self, rounds: u64) {
        self.done.fetch_add(rounds, Ordering::Relaxed);
    }

    pub fn stopped(&self) -> bool {
        self.sampling.stop.load(Ordering::Relaxed)
    }
}

/// A time limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub start: Instant,
    pub time: Duration,
}

impl Clock {
    pub fn left(&self) -> Duration {
        self.time.saturating_sub(self.start.elapsed())
    }
}

/// The time of each part per round of the main run, in seconds on all threads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Costs {
    /// Choosing the best player of each side.
    pub chosen: f64,
    pub main: f64,
    /// Ranking the strategies of each side.
    pub ranked: f64,
    pub levers: f64,
}

/// The rounds that there is time for.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    pub rounds: Rounds,
    /// With a time limit: the clock, and the costs of what is still to be played.
    pub time: Option<(Clock, Costs)>,
    /// Parts that ended before their rounds, for lack of time.
    pub cut: Vec<&'static str>,
}

impl Budget {
    /// An end after `rounds` rounds, or when a piece of work has used its share of the time left,
    /// in proportion to its part of the remaining costs.
    pub fn until(&self, rounds: u64, piece: impl Fn(&Costs) -> f64) -> Until {
        let Some((clock, costs)) = &self.time else { return Until::Rounds(rounds) };
        let all = costs.chosen + costs.main + costs.ranked + costs.levers;
        let part = (piece(costs) / all.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        Until::Within(rounds, clock.left().mul_f64(part))
    }

    /// Marks a part as finished.
    pub fn done(&mut self, part: impl Fn(&mut Costs) -> &mut f64) {
        if let Some((_, costs)) = &mut self.time {
            *part(costs) = 0.0;
        }
    }

    /// Marks a part as finished for one of the `left` sides that had not played it yet.
    pub fn side_done(&mut self, left: usize, part: impl Fn(&mut Costs) -> &mut f64) {
        if let Some((_, costs)) = &mut self.time {
            *part(costs) *= (left - 1) as f64 / left as f64;
        }
    }
}
