//! Importance sampling: likelihood ratios in, a probability with its interval out.

use super::proportion::{Proportion, rare};
use super::quantile::{MANY_SESSIONS, mean_two_sided};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The likelihood ratios (weights) of independent trials that were drawn from a distribution under
/// which an event is likelier. A weight is the true probability of the trial over the probability
/// with which it was drawn: at most 1, stored as a whole number out of [`Weights::whole`], and 0
/// for a trial without the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    whole: u128,
    trials: u64,
    /// The number of trials with each weight above 0.
    counts: BTreeMap<u128, u64>,
}

impl Weights {
    /// No trials yet; `whole` stands for a weight of 1.
    #[must_use]
    pub fn new(whole: u128) -> Weights {
        Weights { whole, trials: 0, counts: BTreeMap::new() }
    }

    /// Adds a trial with this weight, out of [`Weights::whole`].
    #[inline]
    pub fn add(&mut self, weight: u128) {
        self.trials += 1;
        if weight > 0 {
            *self.counts.entry(weight).or_default() += 1;
        }
    }

    /// Adds other trials of the same event.
    pub fn merge(&mut self, other: &Weights) {
        self.trials += other.trials;
        for (&weight, &times) in &other.counts {
            *self.counts.entry(weight).or_default() += times;
        }
    }

    /// The whole number that stands for a weight of 1.
    #[must_use]
    pub fn whole(&self) -> u128 {
        self.whole
    }

    /// The number of trials.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// The number of trials with the event.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The weights above 0 with their counts, in ascending order.
    fn each(&self) -> impl Iterator<Item = (f64, f64)> {
        let whole = self.whole as f64;
        self.counts.iter().map(move |(&weight, &times)| (weight as f64 / whole, times as f64))
    }

    /// The effective sample size (Σw)²/Σw²: the number of equally weighted hits that would be as
    /// informative (Kish 1965, Survey Sampling). `None` without hits.
    #[must_use]
    pub fn effective_sample_size(&self) -> Option<f64> {
        let sum: f64 = self.each().map(|(w, times)| w * times).sum();
        let squares: f64 = self.each().map(|(w, times)| w * w * times).sum();
        (sum > 0.0).then(|| sum * sum / squares)
    }

    /// The largest weight. `None` without hits.
    #[must_use]
    pub fn largest(&self) -> Option<f64> {
        self.each().last().map(|(weight, _)| weight)
    }

    /// Whether so few trials give no more than an upper bound of the probability.
    pub fn is_bounded_only(&self) -> bool {
        self.effective_sample_size().unwrap_or(0.0) < 2.0 || self.trials < MANY_SESSIONS
    }

    /// The probability of the event, estimated by the mean weight, with the interval mean ±
    /// quantile · √(s²/n). The quantile is Student's, by the effective sample size, if that is
    /// below 1,000, else the normal one.
    ///
    /// With fewer than 1,000 trials or two effective ones only an upper bound is known, as few
    /// trials miss the rare large weights: weights are at most 1, so the event's probability is at
    /// most the probability with which it was drawn.
    #[must_use]
    pub fn proportion(&self, confidence: f64) -> Proportion {
        let (hits, trials) = (self.hits(), self.trials);
        let n = trials as f64;
        let mean = self.each().map(|(w, times)| w * times).sum::<f64>() / n;
        let value = (hits > 0).then_some(mean);
        if self.is_bounded_only() {
            let (_, high) = rare(hits as f64, n, confidence);
            return Proportion { hits, trials, value, low: 0.0, high };
        }
        let missed = (trials - hits) as f64 * mean * mean;
        let squares: f64 = self.each().map(|(w, times)| (w - mean).powi(2) * times).sum();
        let se = ((missed + squares) / (n - 1.0) / n).sqrt();
        let effective = self.effective_sample_size().unwrap_or(0.0);
        let half = mean_two_sided(confidence, effective as u64) * se;
        let (low, high) = (mean - half, mean + half);
        Proportion { hits, trials, value, low: low.max(0.0), high: high.min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(whole: u128, weights: &[u128]) -> Weights {
        let mut sums = Weights::new(whole);
        weights.iter().for_each(|&weight| sums.add(weight));
        sums
    }

    #[test]
    fn the_mean_weight_is_the_probability() {
        // Weights 0, 0.1, 0.2, 0.5: mean 0.2, s² = 0.14/3, ESS = 0.64/0.3.
        let weights = of(10, &[0, 1, 2, 5].repeat(500));
        let found = weights.proportion(0.95);
        assert_eq!((found.hits, found.trials), (1500, 2000));
        assert!((found.value.unwrap() - 0.2).abs() < 1e-15);
        assert!((weights.effective_sample_size().unwrap() - 500.0 * 0.64 / 0.3).abs() < 1e-9);
        assert_eq!(weights.largest(), Some(0.5));
        // More than 1,000 effective trials: the normal quantile.
        let half = 1.959_963_984_540_054 * (500.0 * 0.14_f64 / 1999.0 / 2000.0).sqrt();
        assert!(
            (found.low - (0.2 - half)).abs() < 1e-9 && (found.high - (0.2 + half)).abs() < 1e-9
        );
        // Few effective trials: Student's quantile with one degree of freedom, and a low end of 0.
        let mut rare = vec![0; 1000];
        rare[..3].copy_from_slice(&[1, 2, 5]);
        let rare = of(10, &rare).proportion(0.95);
        let variance: f64 = (0.3 - 0.8 * 0.8 / 1000.0) / 999.0 / 1000.0;
        let high = 0.0008 + 12.706_204_736_174_71 * variance.sqrt();
        assert!(rare.low == 0.0 && (rare.high - high).abs() < 1e-9, "{rare:?} {high}");
        // Few trials of any weights: at most as often as it was drawn.
        let few = of(10, &[0, 1, 2, 5]).proportion(0.95);
        assert_eq!((few.value, few.low), (Some(0.2), 0.0));
        assert!(few.high > 0.99);
    }

    #[test]
    fn equal_weights_leave_no_doubt_and_no_hits_a_bound() {
        let sure = of(8, &[2; 5000]).proportion(0.95);
        assert_eq!((sure.low, sure.value, sure.high), (0.25, Some(0.25), 0.25));
        let none = of(8, &[0; 1000]);
        let found = none.proportion(0.95);
        assert_eq!((found.value, found.low), (None, 0.0));
        assert!((found.high - 0.003_682_083_896_865_672).abs() < 1e-15);
        assert_eq!((none.effective_sample_size(), none.largest()), (None, None));
        let one = of(8, &[0, 0, 1, 0]).proportion(0.95);
        assert!(one.low == 0.0 && one.high > 0.5 && one.value == Some(1.0 / 32.0));
    }

    #[test]
    fn the_order_of_merging_does_not_matter() {
        let (a, b) = (of(9, &[0, 3, 3]), of(9, &[1, 3]));
        let (mut ab, mut ba) = (a.clone(), b.clone());
        ab.merge(&b);
        ba.merge(&a);
        assert_eq!(ab, ba);
        assert_eq!(ab, of(9, &[3, 3, 3, 1, 0]));
    }
}
