//! Importance sampling of one event: a session is one trial.

use super::Plan;
use super::workload::{self, Workload, drive};
use crate::cards::random::Seed;
use crate::framework::ImportanceSampler;
use crate::stats::Weights;
use std::ops::Range;

/// A finished run of weighted trials.
#[derive(Clone, Debug)]
pub struct WeighedRun {
    /// The weights of all trials.
    pub weights: Weights,
    /// Whether it was stopped from outside.
    pub stopped: bool,
}

/// Runs trials until the run ends; `watch` is shown the weights so far from time to time, and the
/// trials to run, if known. [`Until::Precision`](super::Until::Precision) applies to EVs, of which
/// there are none here: under it a run ends at once.
///
/// Runs on the current rayon pool.
pub fn weigh(
    sampler: &dyn ImportanceSampler,
    plan: Plan<'_>,
    watch: &(dyn Fn(&Weights, Option<u64>) + Sync),
) -> WeighedRun {
    let (weights, stopped) = drive(&Trials { sampler }, plan, watch);
    WeighedRun { weights, stopped }
}

struct Trials<'w> {
    sampler: &'w dyn ImportanceSampler,
}

impl Workload for Trials<'_> {
    type Sums = Weights;
    type Worker = ();

    fn worker(&self) {}

    fn start(&self) -> Weights {
        Weights::new(self.sampler.whole())
    }

    fn nanoseconds(&self, _so_far: &Weights) -> f64 {
        self.sampler.nanoseconds()
    }

    fn sessions_per_block(&self) -> u64 {
        workload::sessions_in_a_block(self.sampler.nanoseconds())
    }

    fn rounds_per_session(&self) -> f64 {
        1.0
    }

    fn play(&self, _hands: &mut (), seed: Seed, sessions: Range<u64>, weights: &mut Weights) {
        self.sampler.weigh(seed, sessions, &mut |weight| weights.add(weight));
    }

    fn rounds(&self, weights: &Weights) -> u64 {
        weights.trials()
    }

    fn rounds_with(&self, weights: &Weights, part: &Weights) -> u64 {
        weights.trials() + part.trials()
    }

    fn one_round_each(&self, _part: &Weights) -> bool {
        true
    }

    fn merge(&self, weights: &mut Weights, part: &Weights) {
        weights.merge(part);
    }

    fn look(&self, _weights: &mut Weights, _confidence: f64, _precision: f64) -> bool {
        true
    }
}
