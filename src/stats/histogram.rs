//! A histogram of integers: exact counts in bounded memory.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The maximum number of bins.
const MAX_BINS: usize = 4096;

/// Counts of integer values (the net results of sessions) in at most 4,096 bins of equal width, a
/// power of two.
///
/// A value's bin is the floor of the value divided by the width. The width starts at 1 and doubles
/// only when more than 4,096 bins would be occupied.
///
/// The final width depends only on the values, never on the order of adding and merging: it is the
/// least power of two at which the *union* of the values occupies at most 4,096 bins. It is no
/// smaller, because the final counts are that union in bins of that width. It is no larger, because
/// bins nest: a subset of the values never occupies more bins of a given width than the union does,
/// so no subset can force a doubling that the union does not. Equal widths mean equal bins, so the
/// counts agree too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    /// The width is 2^shift.
    shift: u32,
    bins: BTreeMap<i64, u64>,
    total: u64,
    /// The smallest and the largest value.
    range: Option<(i64, i64)>,
}

impl Histogram {
    /// Adds `times` occurrences of `value`.
    pub fn add(&mut self, value: i64, times: u64) {
        if times == 0 {
            return;
        }
        *self.bins.entry(value >> self.shift).or_default() += times;
        self.total += times;
        self.widen_range(value, value);
        self.coarsen();
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        let Some((min, max)) = other.range else { return };
        self.widen_to(self.shift.max(other.shift));
        let more = self.shift - other.shift;
        for (&bin, &times) in &other.bins {
            *self.bins.entry(bin >> more).or_default() += times;
        }
        self.total += other.total;
        self.widen_range(min, max);
        self.coarsen();
    }

    /// The number of values counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The smallest value, exact whatever the bin width.
    #[must_use]
    pub fn min(&self) -> Option<i64> {
        self.range.map(|(min, _)| min)
    }

    /// The largest value, exact whatever the bin width.
    #[must_use]
    pub fn max(&self) -> Option<i64> {
        self.range.map(|(_, max)| max)
    }

    /// The width of a bin, in units of the values. Quantiles are exact at width 1; otherwise they
    /// are too low by less than the width.
    #[must_use]
    pub fn width(&self) -> u64 {
        1 << self.shift
    }

    /// The `q`-quantile, for q in (0, 1]: the smallest value whose cumulative count is at least
    /// q·total, as the lower edge of its bin clamped to [min, max]. `None` without values or for
    /// any other `q`.
    #[must_use]
    pub fn quantile(&self, q: f64) -> Option<i64> {
        let (min, max) = self.range?;
        if !(q > 0.0 && q <= 1.0) {
            return None;
        }
        // Round down slightly first: in floats 0.07 · 100 is more than 7, which must not select the
        // eighth value.
        let rank = (q * self.total as f64 * (1.0 - 4.0 * f64::EPSILON)).ceil() as u64;
        let mut below = 0;
        for (&bin, &times) in &self.bins {
            below += times;
            if below >= rank {
                return Some((bin << self.shift).clamp(min, max));
            }
        }
        // Reached only if rounding asked for more values than there are.
        Some(max)
    }

    fn widen_range(&mut self, min: i64, max: i64) {
        let (low, high) = self.range.unwrap_or((min, max));
        self.range = Some((low.min(min), high.max(max)));
    }

    /// Doubles the width until the bins fit. Terminates: at width 2^63 there are two bins.
    fn coarsen(&mut self) {
        while self.bins.len() > MAX_BINS {
            self.widen_to(self.shift + 1);
        }
    }

    fn widen_to(&mut self, shift: u32) {
        let more = shift - self.shift;
        if more == 0 {
            return;
        }
        self.shift = shift;
        for (bin, times) in std::mem::take(&mut self.bins) {
            *self.bins.entry(bin >> more).or_default() += times;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i64]) -> Histogram {
        let mut histogram = Histogram::default();
        for &value in values {
            histogram.add(value, 1);
        }
        histogram
    }

    /// Pseudo-random values of very different magnitudes, so that the width grows in steps.
    fn values(seed: u64, count: usize) -> Vec<i64> {
        let mut state = seed;
        (0..count)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let size = (state >> 59) % 30;
                ((state >> 20) as i64 & ((1 << size) - 1)) - (1 << size) / 3
            })
            .collect()
    }

    #[test]
    fn the_order_never_matters() {
        for seed in 1..6 {
            let all = values(seed, 12_000);
            let forward = of(&all);
            assert!(forward.width() > 1, "the data must force coarsening");
            let mut backward = all.clone();
            backward.reverse();
            assert_eq!(forward, of(&backward));
            let mut sorted = all.clone();
            sorted.sort_unstable();
            assert_eq!(forward, of(&sorted));
            // Unequal parts, merged left to right and right to left.
            let parts: Vec<_> =
                [&all[..7], &all[7..100], &all[100..9_000], &all[9_000..]].map(of).into();
            let mut rightward = Histogram::default();
            parts.iter().for_each(|part| rightward.merge(part));
            let mut leftward = Histogram::default();
            parts.iter().rev().for_each(|part| leftward.merge(part));
            assert_eq!((&forward, &forward), (&rightward, &leftward));
        }
    }

    #[test]
    fn the_width_is_the_least_that_fits() {
        let all = values(9, 20_000);
        let histogram = of(&all);
        let occupied = |shift: u32| {
            let mut bins: Vec<_> = all.iter().map(|v| v >> shift).collect();
            bins.sort_unstable();
            bins.dedup();
            bins.len()
        };
        let shift = histogram.width().trailing_zeros();
        assert!(occupied(shift) <= MAX_BINS && occupied(shift - 1) > MAX_BINS);
        assert_eq!(histogram.bins.len(), occupied(shift));
    }

    #[test]
    fn all_bins_are_used() {
        let mut histogram = of(&(0..4_096).map(|v| v * 1_001).collect::<Vec<_>>());
        assert_eq!((histogram.width(), histogram.quantile(0.5)), (1, Some(2_047 * 1_001)));
        histogram.add(-1, 1);
        assert!(histogram.width() > 1);
    }

    #[test]
    fn small_data_is_exact() {
        let histogram = of(&[-3, -3, 0, 7, 7, 7, 100, 100, 100, 100]);
        assert_eq!((histogram.width(), histogram.total()), (1, 10));
        assert_eq!((histogram.min(), histogram.max()), (Some(-3), Some(100)));
        let quantiles = [0.01, 0.2, 0.21, 0.3, 0.5, 0.6, 0.61, 1.0].map(|q| histogram.quantile(q));
        assert_eq!(quantiles, [-3, -3, 0, 0, 7, 7, 100, 100].map(Some));
    }

    #[test]
    fn a_quantile_is_not_pushed_up_by_rounding() {
        // In floats 0.07 · 100 is 7.000000000000001 and 0.57 · 100 is 56.99999999999999.
        let histogram = of(&(1..=100).collect::<Vec<_>>());
        for percent in 1..=100 {
            assert_eq!(histogram.quantile(percent as f64 / 100.0), Some(percent));
        }
    }

    #[test]
    fn quantiles_of_wide_bins_are_lower_edges_within_the_range() {
        let histogram = of(&(1..=8_193).collect::<Vec<_>>());
        // 8,193 values occupy 4,097 bins of width 2 (0..=4096), so the width is 4.
        assert_eq!(histogram.width(), 4);
        assert_eq!(histogram.quantile(1e-9), Some(1));
        assert_eq!(histogram.quantile(0.5), Some(4_096));
        assert_eq!(histogram.quantile(1.0), Some(8_192));
        assert_eq!(histogram.max(), Some(8_193));
    }

    #[test]
    fn nothing_is_said_about_nothing() {
        let mut empty = Histogram::default();
        empty.add(5, 0);
        empty.merge(&Histogram::default());
        assert_eq!((empty.total(), empty.min(), empty.quantile(0.5)), (0, None, None));
        let one = of(&[5]);
        for q in [0.0, -0.5, 1.5, f64::NAN] {
            assert_eq!(one.quantile(q), None);
        }
    }

    #[test]
    fn the_whole_range_of_values_fits() {
        let mut histogram = of(&[i64::MIN, -1, 0, i64::MAX]);
        for step in 0..5_000_i64 {
            histogram.add(step * (i64::MAX / 5_000), 3);
            histogram.add(-step * (i64::MAX / 5_000), 2);
        }
        assert!(histogram.bins.len() <= MAX_BINS);
        assert_eq!((histogram.min(), histogram.max()), (Some(i64::MIN), Some(i64::MAX)));
        assert_eq!(histogram.total(), 25_004);
        // 10,001 of the 25,004 values are below zero.
        assert_eq!(histogram.quantile(0.39).unwrap().signum(), -1);
        assert_eq!(histogram.quantile(0.41).unwrap().signum(), 1);
    }
}
