//! Exact sums over sessions, and the ratio estimator computed from them.

use serde::{Deserialize, Serialize};

/// Exact sums over sessions, each with a total `x` (money units, or hits) and a size `n` (rounds,
/// or trials).
///
/// The sums are integers, so merging is associative and commutative to the last digit. Nothing
/// overflows while `|x|` and `n` of every session stay within [`Moments::LIMIT`] and there are at
/// most 10^15 sessions. Nothing checks this at run time: the stakes that rules of croupier's own games
/// allow are far below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// The number of sessions added.
    pub sessions: u64,
    /// Σx.
    pub x: i128,
    /// Σn.
    pub n: i128,
    /// Σx².
    pub xx: i128,
    /// Σx·n.
    pub xn: i128,
    /// Σn².
    pub nn: i128,
}

impl Moments {
    /// The largest `|x|` or `n` of one session: 10^15 times its square still fits an `i128`.
    pub const LIMIT: i64 = 1 << 38;

    /// Adds one session with total `x` over `n` rounds.
    pub fn add(&mut self, x: i64, n: i64) {
        self.add_times(x, n, 1);
    }

    /// Adds `times` sessions, each with total `x` over `n` rounds.
    pub fn add_times(&mut self, x: i64, n: i64, times: u64) {
        let (x, n, count) = (i128::from(x), i128::from(n), i128::from(times));
        self.sessions += times;
        self.x += count * x;
        self.n += count * n;
        self.xx += count * x * x;
        self.xn += count * x * n;
        self.nn += count * n * n;
    }

    /// Adds the sessions of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.sessions += other.sessions;
        self.x += other.x;
        self.n += other.n;
        self.xx += other.xx;
        self.xn += other.xn;
        self.nn += other.nn;
    }

    /// The ratio estimator R = Σx/Σn, in units of x per unit of n; `None` if Σn is 0.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        (self.n > 0).then(|| self.x as f64 / self.n as f64)
    }

    /// The variance of [`ratio`](Self::ratio) by the delta method, S/(S−1) · Σ(x − R·n)² / (Σn)²,
    /// over S sessions (Cochran, Sampling Techniques, 3rd ed., chapter 6, without the finite
    /// population correction); `None` with fewer than two sessions or if Σn is 0.
    #[must_use]
    pub fn ratio_variance(&self) -> Option<f64> {
        if self.sessions < 2 || self.n <= 0 {
            return None;
        }
        let squares = [24, 16, 8, 0]
            .into_iter()
            .find_map(|bits| self.residual_squares(bits))
            .unwrap_or_else(|| self.residual_squares_float())
            .max(0.0);
        let (sessions, n) = (self.sessions as f64, self.n as f64);
        Some(sessions / (sessions - 1.0) * squares / n / n)
    }

    /// Σ(x − R·n)², or `None` if an intermediate product would overflow `i128`.
    ///
    /// Expanded in floats, Σx² − 2RΣxn + R²Σn² loses every digit when R·n is large compared with
    /// the scatter. So most of the slope is subtracted in integers: x' = 2^bits·x − c·n with
    /// c = ⌊2^bits·R⌋ leaves a remainder f < 1 of the slope, worth 2^−bits of a unit, and only that
    /// goes through floats. The products are nested as Σx(x−cn) − c·Σn(x−cn), so that where much
    /// cancels, the brackets are small before they are multiplied again.
    fn residual_squares(&self, bits: u32) -> Option<f64> {
        let one = 1_i128 << bits;
        let x = self.x.checked_mul(one)?;
        let (c, f) = (x.div_euclid(self.n), x.rem_euclid(self.n) as f64 / self.n as f64);
        let times_x = self.xx.checked_mul(one)?.checked_sub(c.checked_mul(self.xn)?)?;
        let times_n = self.xn.checked_mul(one)?.checked_sub(c.checked_mul(self.nn)?)?;
        let squares = times_x.checked_mul(one)?.checked_sub(c.checked_mul(times_n)?)?;
        let rest = f * (f * self.nn as f64 - 2.0 * times_n as f64);
        Some((squares as f64 + rest) / (one as f64 * one as f64))
    }

    /// Σ(x − R·n)² in floats. Reached only where c·Σn(x−cn) overflows although the sums fit, that
    /// is, where it dwarfs Σx² and nothing cancels.
    fn residual_squares_float(&self) -> f64 {
        let ratio = self.x as f64 / self.n as f64;
        self.xx as f64 + ratio * (ratio * self.nn as f64 - 2.0 * self.xn as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sessions: &[(i64, i64)]) -> Moments {
        let mut moments = Moments::default();
        for &(x, n) in sessions {
            moments.add(x, n);
        }
        moments
    }

    /// A plain two-pass computation from the residuals.
    fn two_pass(sessions: &[(i64, i64)]) -> f64 {
        let count = sessions.len() as f64;
        let x: f64 = sessions.iter().map(|s| s.0 as f64).sum();
        let n: f64 = sessions.iter().map(|s| s.1 as f64).sum();
        let squares: f64 =
            sessions.iter().map(|&(a, b)| (a as f64 - x / n * b as f64).powi(2)).sum();
        count / (count - 1.0) * squares / (n * n)
    }

    /// The top bits of a 64-bit linear congruential generator: good enough for test data.
    fn numbers(seed: u64) -> impl FnMut(i64) -> i64 {
        let mut state = seed;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) as i64) % below
        }
    }

    fn close(got: f64, want: f64, relative: f64) {
        assert!((got - want).abs() <= relative * want.abs(), "{got:e} instead of {want:e}");
    }

    #[test]
    fn nothing_is_known_without_rounds_or_from_one_session() {
        assert_eq!(Moments::default().ratio(), None);
        assert_eq!(of(&[(0, 0), (0, 0)]).ratio_variance(), None);
        assert_eq!(of(&[(6, 4)]).ratio(), Some(1.5));
        assert_eq!(of(&[(6, 4)]).ratio_variance(), None);
    }

    #[test]
    fn agrees_with_two_passes() {
        let mut draw = numbers(7);
        let sessions: Vec<_> = (0..1000).map(|_| (draw(2001) - 1100, 1 + draw(40))).collect();
        close(of(&sessions).ratio_variance().unwrap(), two_pass(&sessions), 1e-12);
    }

    #[test]
    fn one_round_a_session_is_the_ordinary_standard_error() {
        // 2 4 4 4 5 5 7 9: mean 5, sum of squared deviations 32, so 32 / 7 / 8.
        let moments = of(&[2, 4, 4, 4, 5, 5, 7, 9].map(|x| (x, 1)));
        assert_eq!(moments.ratio(), Some(5.0));
        close(moments.ratio_variance().unwrap(), 32.0 / 56.0, 1e-15);
    }

    #[test]
    fn a_large_slope_costs_no_digits() {
        // x = 10^9·n + small (and 10^9 + ⅓ of a unit, which no integer slope removes): the variance
        // is that of the small part.
        let mut draw = numbers(11);
        let small: Vec<_> = (0..500).map(|_| (draw(7) - 3, 3 * (1 + draw(90_000)))).collect();
        let want = two_pass(&small);
        for thirds in [3_000_000_000, 3_000_000_001] {
            let tilted: Vec<_> = small.iter().map(|&(x, n)| (x + n / 3 * thirds, n)).collect();
            close(of(&tilted).ratio_variance().unwrap(), want, 1e-10);
        }
    }

    #[test]
    fn exact_proportionality_has_no_variance() {
        assert_eq!(of(&[(-5, 1), (-10, 2), (-35, 7)]).ratio_variance(), Some(0.0));
    }

    #[test]
    fn a_trillion_sessions_fit() {
        // Half the sessions lose a billion and half win it (and one unit more): sums of 10^30, a
        // mean of ½.
        let half = 500_000_000_000;
        let mut moments = Moments::default();
        moments.add_times(-1_000_000_000, 1, half);
        moments.add_times(1_000_000_001, 1, half);
        close(moments.ratio().unwrap(), 0.5, 1e-15);
        // Deviations are ±1,000,000,000.5, so the variance is their square over S − 1.
        close(
            moments.ratio_variance().unwrap(),
            1_000_000_000.5_f64.powi(2) / (2.0 * half as f64 - 1.0),
            1e-14,
        );
        // The worst case that LIMIT allows.
        let mut extreme = Moments::default();
        extreme.add_times(Moments::LIMIT, Moments::LIMIT, 1_000_000_000_000_000);
        assert_eq!(extreme.ratio_variance(), Some(0.0));
    }

    #[test]
    fn where_integers_overflow_floats_have_nothing_to_cancel() {
        // One session has all the rounds, the others all the money: c²·Σn² is far beyond i128.
        let mut moments = Moments::default();
        moments.add(0, 100_000_000_000);
        moments.add_times(100_000_000_000, 0, 1_000_000_000);
        assert_eq!(moments.residual_squares(0), None);
        // Σx² + R²·Σn² with R = 10^9.
        let want = (1e31 + 1e18 * 1e22) * (1e9 + 1.0) / 1e9 / 1e22;
        close(moments.ratio_variance().unwrap(), want, 1e-12);
    }

    #[test]
    fn merging_and_repeating_are_adding() {
        let (mut left, right) = (of(&[(3, 2), (-4, 1)]), of(&[(9, 5), (9, 5)]));
        left.merge(&right);
        assert_eq!(left, of(&[(9, 5), (-4, 1), (9, 5), (3, 2)]));
        let mut twice = Moments::default();
        twice.add_times(9, 5, 2);
        assert_eq!(twice, right);
    }
}
