//! Paired comparison: two ratio estimators whose sessions share their luck, and their difference.
//!
//! Luck that affects both cancels in the difference, so its variance is far smaller than with
//! independent samples. The exact sums of products give that variance.

use super::estimate::{FEW_SESSIONS, is_rounding};
use super::moments::Moments;
use super::proportion::rare;
use super::quantile::mean_two_sided;
use super::sequential::{self, FEWEST_SESSIONS};
use serde::{Deserialize, Serialize};

/// Exact sums of products over the sessions that both a and b played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cross {
    /// Σ x_a·x_b.
    pub xx: i128,
    /// Σ x_a·n_b.
    pub xn: i128,
    /// Σ n_a·x_b.
    pub nx: i128,
    /// Σ n_a·n_b.
    pub nn: i128,
}

impl Cross {
    /// Adds the sessions of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.xx += other.xx;
        self.xn += other.xn;
        self.nx += other.nx;
        self.nn += other.nn;
    }

    /// The same sums with a and b swapped.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { xn: self.nx, nx: self.xn, ..*self }
    }
}

/// The exact sums for a and b over the same sessions, or with more sessions of one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// The sums of a.
    pub a: Moments,
    /// The sums of b.
    pub b: Moments,
    /// The sums of products of a and b, over the sessions that both played.
    pub cross: Cross,
    /// The number of sessions in which x or n differed, of those that both played.
    pub differed: u64,
    /// The width of the range of all session x of a and b, and 0: if all results are equal, their
    /// size is all that is known of the amounts at stake.
    pub spread: f64,
}

impl Pair {
    /// Adds the sessions of `other`.
    pub fn merge(&mut self, other: &Pair) {
        self.a.merge(&other.a);
        self.b.merge(&other.b);
        self.cross.merge(&other.cross);
        self.differed += other.differed;
        self.spread = self.spread.max(other.spread);
    }

    /// The number of sessions that both played.
    #[must_use]
    pub fn sessions(&self) -> u64 {
        self.a.sessions.min(self.b.sessions)
    }

    /// The same pair with a and b swapped.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { a: self.b, b: self.a, cross: self.cross.swapped(), ..*self }
    }

    /// The pair of `a` times x_a and `b` times x_b: for shares of a sum among different numbers.
    #[must_use]
    pub fn times(&self, a: i64, b: i64) -> Self {
        let [wide_a, wide_b] = [a, b].map(i128::from);
        let of = |sums: &Moments, by: i128| Moments {
            x: sums.x * by,
            xx: sums.xx * by * by,
            xn: sums.xn * by,
            ..*sums
        };
        let Cross { xx, xn, nx, nn } = self.cross;
        let cross = Cross { xx: xx * wide_a * wide_b, xn: xn * wide_a, nx: nx * wide_b, nn };
        // Equal results differ once they are multiplied.
        let differed = if a == b { self.differed } else { self.sessions() };
        let spread = self.spread * a.abs().max(b.abs()) as f64;
        Self { a: of(&self.a, wide_a), b: of(&self.b, wide_b), cross, differed, spread }
    }

    /// R_a − R_b, the difference of the ratio estimators Σx/Σn; `None` if Σn of either is 0.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        match self.differences() {
            Some(differences) => differences.ratio(),
            None => Some(self.a.ratio()? - self.b.ratio()?),
        }
    }

    /// The variance of [`difference`](Self::difference) by the delta method,
    /// S/(S−1) · Σ(e_a/N_a − e_b/N_b)² with e = x − R·n and N = Σn, over S sessions (Cochran,
    /// Sampling Techniques, 3rd ed., section 6.17, comparison of two ratios); `None` with fewer
    /// than two sessions or if Σn of either is 0. Of sessions that only one of them played, the other
    /// term is 0.
    ///
    /// If n agrees in every session, this is the [`Moments::ratio_variance`] of x_a − x_b, from
    /// exact sums: 0 if a and b never differ.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        match self.differences() {
            Some(differences) => differences.ratio_variance(),
            None => self.variance_float(),
        }
    }

    /// The variance in floats: var(R_a) + var(R_b) − 2·cov(R_a, R_b).
    fn variance_float(&self) -> Option<f64> {
        let independent = self.naive_variance()?;
        let (ratio_a, ratio_b) = (self.a.ratio()?, self.b.ratio()?);
        let Cross { xx, xn, nx, nn } = self.cross;
        let products =
            xx as f64 - (ratio_b * xn as f64 + ratio_a * nx as f64) + ratio_a * ratio_b * nn as f64;
        let sessions = self.sessions() as f64;
        let sizes = self.a.n as f64 * self.b.n as f64;
        let covariance = sessions / (sessions - 1.0) * products / sizes;
        Some((independent - 2.0 * covariance).max(0.0))
    }

    /// The variance that the difference would have if a and b had played independent sessions.
    #[must_use]
    pub fn naive_variance(&self) -> Option<f64> {
        Some(self.a.ratio_variance()? + self.b.ratio_variance()?)
    }

    /// The regression of R_a on R_b: its slope β = cov(R_a, R_b)/var(R_b), and the share √(1 − ρ²) of
    /// the standard error of R_a that it leaves. If R_b is known better elsewhere, so is R_a: as
    /// R_a + β(R_b known − R_b), with that share of its error and β times that of R_b (Cochran,
    /// Sampling Techniques, 3rd ed., chapter 7 and section 12.6, double sampling). `None` where
    /// [`variance`](Self::variance) is, or if R_b does not vary.
    #[must_use]
    pub fn regression(&self) -> Option<(f64, f64)> {
        let (a, b) = (self.a.ratio_variance()?, self.b.ratio_variance()?);
        let covariance = (a + b - self.variance()?) / 2.0;
        if b <= 0.0 {
            return None;
        }
        let explained = if a > 0.0 { covariance.powi(2) / (a * b) } else { 0.0 };
        Some((covariance / b, (1.0 - explained).max(0.0).sqrt()))
    }

    /// The sums of x_a − x_b over n, if n_a = n_b in every session, that is, if Σ(n_a − n_b)² = 0.
    fn differences(&self) -> Option<Moments> {
        let (a, b, cross) = (&self.a, &self.b, &self.cross);
        if cross.nn != a.nn || cross.nn != b.nn || a.sessions != b.sessions {
            return None;
        }
        // A difference can be twice as large as x, its square four times: that may overflow where
        // x² does not.
        let xx = a.xx.checked_add(b.xx)?.checked_sub(cross.xx.checked_mul(2)?)?;
        Some(Moments { sessions: a.sessions, x: a.x - b.x, n: a.n, xx, xn: a.xn - b.xn, nn: a.nn })
    }
}

/// A difference of two ratio estimators on common luck, in a printed unit.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Difference {
    /// R_a − R_b.
    pub value: f64,
    /// Its standard error; `None` if a and b never differed or differed by the same in every session,
    /// when the error is unknown.
    pub se: Option<f64>,
    /// Lower end of the interval; `None` if it is unknown.
    pub low: Option<f64>,
    /// Upper end of the interval; `None` if it is unknown.
    pub high: Option<f64>,
    /// The standard error that the same number of independent sessions of each would give; `None`
    /// if neither varies from session to session.
    pub naive_se: Option<f64>,
}

/// The margin of error of a mean of differences that are 0 in part of the sessions.
///
/// Sessions without a difference say nothing about the spread of those with one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin {
    /// This many standard errors: the [`mean_two_sided`] of the sessions that differ.
    Quantile(f64),
    /// This half width, in the unit of the mean.
    Half(f64),
    /// Few sessions differ, too few to show the spread of those that do, but the difference need not
    /// be 0: it occurs in at most this share of the sessions, the upper end of [`rare`].
    Share(f64),
    /// The difference was the same in all of at least 30 sessions, but need not always be: it
    /// differs in at most this share of sessions.
    Alike(f64),
    /// Nothing is known: there is one session, or fewer than 30 with the same difference.
    Unknown,
}

impl Margin {
    /// The margin that holds with probability `confidence`, if `differed` of the sessions differ and
    /// the difference has this `variance`: a share of the sessions if [`few_differ`].
    #[must_use]
    pub fn of(differed: u64, sessions: u64, variance: f64, confidence: f64) -> Self {
        let at_most = |hits: u64| rare(hits as f64, sessions as f64, confidence).1;
        match differed {
            _ if sessions < 2 => Self::Unknown,
            few if few_differ(few, sessions) => Self::Share(at_most(few)),
            _ if variance > 0.0 => Self::Quantile(mean_two_sided(confidence, differed)),
            _ if sessions < FEW_SESSIONS => Self::Unknown,
            _ => Self::Alike(at_most(0)),
        }
    }

    /// The margin that holds at all looks simultaneously with probability 1 − `alpha`, likewise. It
    /// is tightest at about the number of sessions that reach `precision` if the difference has a
    /// standard deviation of `scale`.
    ///
    /// It is that of [`sequential::ratio_half_width`], or one that is tightest after 10,000 sessions
    /// where that is narrower; each gets half of α, so that both hold. The second identifies a
    /// difference that is large early, however fine the precision. While fewer than 100 sessions
    /// differ, it is a share of the sessions, the upper end of [`sequential::proportion`]; likewise
    /// if all differ alike. Nothing is known below 100 sessions.
    #[must_use]
    pub fn time_uniform(
        differed: u64,
        sessions: u64,
        variance: f64,
        alpha: f64,
        (scale, precision): (f64, f64),
    ) -> Self {
        let at_most = |hits: u64| sequential::proportion(hits, sessions, SHARE * alpha).1;
        match differed {
            _ if sessions < FEWEST_SESSIONS => Self::Unknown,
            few if few < FEWEST_DIFFERENT => Self::Share(at_most(few)),
            _ if variance > 0.0 => {
                let alpha = 0.5 * (1.0 - SHARE) * alpha;
                let late =
                    sequential::ratio_half_width(Some(variance), sessions, alpha, scale, precision);
                let per_session = variance * sessions as f64;
                let early = sequential::mean_half_width(per_session, sessions, alpha, EARLY);
                Self::Half(late.min(early))
            }
            _ => Self::Alike(at_most(0)),
        }
    }
}

/// Whether so few sessions differ that an interval comes from their share: fewer than
/// [`FEW_DIFFERENT`] and at most half of them, or fewer than two. The spread of two or three bounds
/// nothing, and the largest of many differences that so few show is mere luck.
#[must_use]
pub fn few_differ(differed: u64, sessions: u64) -> bool {
    differed < 2 || differed < FEW_DIFFERENT && 2 * differed <= sessions
}

/// From this many differing sessions on their spread is trusted, whatever their share.
pub const FEW_DIFFERENT: u64 = 10;

/// The fewest sessions in which a and b must differ for a confidence sequence from their variance.
const FEWEST_DIFFERENT: u64 = 100;

/// The part of α spent, while few sessions differ, on the bound of the share that differs, in
/// [`Margin::time_uniform`]: all kinds of margin together are wrong with probability at most α.
const SHARE: f64 = 0.1;

/// The number of sessions at which the early margin of [`Margin::time_uniform`] is tightest: about
/// enough to identify the contenders that are far behind.
const EARLY: f64 = 1e4;

impl Difference {
    /// The difference with a fixed-n interval, valid with probability 1 − `alpha` after a number of
    /// sessions chosen beforehand. `scale` is the number of units of x in one printed unit.
    ///
    /// The interval is value ± quantile · se, with the quantile of [`Margin`]. Where few sessions
    /// differ, it is p · spread / (mean n) about 0 or, if all differ alike, about the value, with the
    /// share p of [`Margin`] and the spread of the pair, at least one printed unit; if one of the two
    /// played more sessions, the error of these is added.
    ///
    /// `None` if Σn of either is 0; no interval from one session, nor from fewer than 30 with the
    /// same difference.
    #[must_use]
    pub fn fixed(pair: &Pair, scale: f64, alpha: f64) -> Option<Self> {
        let point = Self::point(pair, scale)?;
        let variance = pair.variance().unwrap_or_default();
        let more = match pair.a.sessions == pair.b.sessions {
            true => 0.0,
            false => mean_two_sided(1.0 - alpha, pair.sessions()) * variance.sqrt() / scale,
        };
        // Two that vary by rounding alone differ by rounding alone.
        let constant = is_rounding(&pair.a, scale) && is_rounding(&pair.b, scale);
        let (point, informs) =
            if constant { (Self { se: None, ..point }, 0.0) } else { (point, variance) };
        let margin = Margin::of(pair.differed, pair.sessions(), informs, 1.0 - alpha);
        Some(point.with(margin, pair, variance, (scale, more)))
    }

    /// The difference with an interval that is valid at all looks simultaneously with probability
    /// 1 − `alpha`: that of [`Margin::time_uniform`] with a `precision` in units of x per n, and
    /// otherwise as in [`fixed`](Self::fixed). No interval below 100 sessions.
    #[must_use]
    pub fn time_uniform(pair: &Pair, scale: f64, alpha: f64, precision: f64) -> Option<Self> {
        let point = Self::point(pair, scale)?;
        let (variance, sizes) = (pair.variance().unwrap_or_default(), (scale, precision));
        let margin = Margin::time_uniform(pair.differed, pair.sessions(), variance, alpha, sizes);
        Some(point.with(margin, pair, variance, (scale, 0.0)))
    }

    /// The point with the interval of a margin; `more` is added where the error is unknown.
    fn with(self, margin: Margin, pair: &Pair, variance: f64, (scale, more): (f64, f64)) -> Self {
        match margin {
            Margin::Share(share) => self.within(Self::most(pair, scale, share) + more),
            Margin::Alike(share) => self.around(Self::most(pair, scale, share) + more),
            Margin::Quantile(quantile) => self.around(quantile * variance.sqrt() / scale),
            Margin::Half(half) => self.around(half / scale),
            Margin::Unknown => self,
        }
    }

    /// Half the width of the interval.
    #[must_use]
    pub fn half_width(&self) -> Option<f64> {
        Some(0.5 * (self.high? - self.low?))
    }

    fn point(pair: &Pair, scale: f64) -> Option<Self> {
        let error = |variance: Option<f64>| variance.map(|variance| variance.sqrt() / scale);
        Some(Self {
            value: pair.difference()? / scale,
            se: error(pair.variance()).filter(|&se| pair.differed > 0 && se > 0.0),
            low: None,
            high: None,
            naive_se: error(pair.naive_variance()).filter(|&se| se > 0.0),
        })
    }

    fn between(self, low: f64, high: f64) -> Self {
        Self { low: Some(low), high: Some(high), ..self }
    }

    fn around(self, half: f64) -> Self {
        self.between(self.value - half, self.value + half)
    }

    /// The largest change of the difference that this share of the sessions can make.
    fn most(pair: &Pair, scale: f64, share: f64) -> f64 {
        let rounds = |sums: &Moments| sums.n as f64 / sums.sessions as f64;
        let size = rounds(&pair.a).min(rounds(&pair.b));
        share * pair.spread.max(scale) / size / scale
    }

    /// Adds the interval of a difference that is at most this far from 0.
    fn within(self, most: f64) -> Self {
        let most = most.max(self.value.abs());
        self.between(-most, most)
    }
}

/// The α of each of `pairs` intervals that all hold with probability `confidence`:
/// 1 − confidence^(1/pairs). Šidák 1967, "Rectangular confidence regions for the means of
/// multivariate normal distributions", JASA 62: exact for independent normals, conservative for
/// correlated ones.
#[must_use]
pub fn sidak(confidence: f64, pairs: usize) -> f64 {
    -(confidence.ln() / pairs.max(1) as f64).exp_m1()
}

/// The α of each of `pairs` intervals of any kind that all hold with probability `confidence`:
/// (1 − confidence)/pairs, by the union bound (Bonferroni).
#[must_use]
pub fn bonferroni(confidence: f64, pairs: usize) -> f64 {
    (1.0 - confidence) / pairs.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::super::quantile::t_two_sided;
    use super::*;

    /// (x, n) of a and (x, n) of b in one session.
    type Session = ((i64, i64), (i64, i64));

    fn of(sessions: &[Session]) -> Pair {
        let mut pair = Pair::default();
        for &((xa, na), (xb, nb)) in sessions {
            pair.a.add(xa, na);
            pair.b.add(xb, nb);
            let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
            pair.cross.merge(&Cross {
                xx: product(xa, xb),
                xn: product(xa, nb),
                nx: product(na, xb),
                nn: product(na, nb),
            });
            pair.differed += u64::from((xa, na) != (xb, nb));
        }
        let x = || sessions.iter().flat_map(|&((a, _), (b, _))| [a, b]);
        pair.spread = (x().max().unwrap() - x().min().unwrap()) as f64;
        pair
    }

    /// The sums are those of the multiplied sessions; nothing is multiplied by one.
    #[test]
    fn multiples_are_those_of_every_session() {
        let sessions = [((3, 1), (2, 1)), ((-1, 2), (4, 1)), ((0, 1), (-5, 3))];
        let by = |a, b| sessions.map(|((xa, na), (xb, nb))| ((a * xa, na), (b * xb, nb)));
        let times = of(&sessions).times(-3, 2);
        let (found, wanted) = (times.difference(), of(&by(-3, 2)).difference());
        assert_eq!((found, times.variance()), (wanted, of(&by(-3, 2)).variance()));
        assert_eq!(times.cross, of(&by(-3, 2)).cross);
        assert_eq!(of(&sessions).times(1, 1), of(&sessions));
    }

    /// The regression on b of an a that depends on it wholly, in part, or not at all.
    #[test]
    fn regression_leaves_what_b_does_not_explain() {
        let of_all = |f: fn(i64, i64) -> i64| {
            let all = (-50..50).flat_map(|x| [-1, 1].map(|sign| ((f(x, sign), 1), (x, 1))));
            of(&all.collect::<Vec<Session>>()).regression().unwrap()
        };
        let (slope, left) = of_all(|x, _| 3 * x + 7);
        assert!((slope - 3.0).abs() < 1e-9 && left < 1e-6, "{slope} {left}");
        let (slope, left) = of_all(|_, sign| sign);
        assert!(slope.abs() < 1e-9 && (left - 1.0).abs() < 1e-9, "{slope} {left}");
        // The variances of x and of 40·sign over x = −50..49: 833.25 and 1600.
        let (slope, left) = of_all(|x, sign| x + 40 * sign);
        let expected = (1600.0_f64 / 2433.25).sqrt();
        assert!((slope - 1.0).abs() < 1e-9 && (left - expected).abs() < 1e-9, "{slope} {left}");
        assert_eq!(of(&[((1, 1), (2, 1)), ((5, 1), (2, 1))]).regression(), None);
    }

    /// A plain two-pass computation from the residuals: the difference and its variance.
    fn two_pass(sessions: &[Session]) -> (f64, f64) {
        let sum = |of: fn(&Session) -> i64| sessions.iter().map(|s| of(s) as f64).sum::<f64>();
        let (na, nb) = (sum(|s| s.0.1), sum(|s| s.1.1));
        let (ra, rb) = (sum(|s| s.0.0) / na, sum(|s| s.1.0) / nb);
        let residual = |(x, n): (i64, i64), r: f64, all: f64| (x as f64 - r * n as f64) / all;
        let squares: f64 = sessions
            .iter()
            .map(|&(a, b)| (residual(a, ra, na) - residual(b, rb, nb)).powi(2))
            .sum();
        let count = sessions.len() as f64;
        (ra - rb, count / (count - 1.0) * squares)
    }

    fn numbers(seed: u64) -> impl FnMut(i64) -> i64 {
        let mut state = seed;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) as i64) % below
        }
    }

    /// Sessions in which a and b share most of their luck; `lengths` draws n of both.
    fn sessions(
        count: usize,
        mut lengths: impl FnMut(&mut dyn FnMut(i64) -> i64) -> (i64, i64),
    ) -> Vec<Session> {
        let mut draw = numbers(5);
        (0..count)
            .map(|_| {
                let luck = draw(4001) - 2000;
                let (na, nb) = lengths(&mut draw);
                ((luck + draw(301) - 100, na), (luck + draw(301) - 150, nb))
            })
            .collect()
    }

    fn close(got: f64, want: f64, relative: f64) {
        assert!((got - want).abs() <= relative * want.abs(), "{got:e} instead of {want:e}");
    }

    #[test]
    fn agrees_with_two_passes() {
        let one = sessions(1000, |_| (1, 1));
        let equal = sessions(1000, |draw| {
            let n = 1 + draw(40);
            (n, n)
        });
        let varying = sessions(1000, |draw| (1 + draw(40), 1 + draw(30)));
        for (sessions, exact) in [(one, true), (equal, true), (varying, false)] {
            let pair = of(&sessions);
            assert_eq!(pair.differences().is_some(), exact);
            let (difference, variance) = two_pass(&sessions);
            close(pair.difference().unwrap(), difference, 1e-11);
            close(pair.variance().unwrap(), variance, 1e-11);
            let naive = pair.a.ratio_variance().unwrap() + pair.b.ratio_variance().unwrap();
            assert_eq!(pair.naive_variance(), Some(naive));
            close(pair.variance_float().unwrap(), variance, 1e-11);
        }
    }

    #[test]
    fn the_order_only_turns_the_sign() {
        for lengths in [false, true] {
            let pair = of(&sessions(500, |draw| (3, if lengths { 1 + draw(5) } else { 3 })));
            let back = pair.swapped();
            assert_eq!(back.swapped(), pair);
            assert_eq!(back.difference(), pair.difference().map(|value| -value));
            close(back.variance().unwrap(), pair.variance().unwrap(), 1e-14);
            let (there, back) =
                (Difference::fixed(&pair, 10.0, 0.01), Difference::fixed(&back, 10.0, 0.01));
            let (there, back) = (there.unwrap(), back.unwrap());
            close(there.low.unwrap(), -back.high.unwrap(), 1e-13);
            close(there.high.unwrap(), -back.low.unwrap(), 1e-13);
        }
    }

    #[test]
    fn the_same_differ_by_nothing_at_all() {
        let mut both = sessions(700, |draw| (1 + draw(9), 1));
        both.iter_mut().for_each(|session| session.1 = session.0);
        let pair = of(&both);
        assert_eq!((pair.difference(), pair.variance(), pair.differed), (Some(0.0), Some(0.0), 0));
        // But it need not be 0: none of 700 differ, P ≤ −expm1(ln(0.025)/700).
        let most = -(0.025_f64.ln() / 700.0).exp_m1() * pair.spread / (pair.a.n as f64 / 700.0);
        let found = Difference::fixed(&pair, 8.0, 0.05).unwrap();
        assert_eq!((found.value, found.se), (0.0, None));
        close(found.low.unwrap(), -most / 8.0, 1e-13);
        close(found.high.unwrap(), most / 8.0, 1e-13);
        let share = sequential::proportion(0, 700, 0.005).1;
        let found = Difference::time_uniform(&pair, 8.0, 0.05, 1.0).unwrap();
        close(
            found.half_width().unwrap(),
            share * pair.spread / (pair.a.n as f64 / 700.0) / 8.0,
            1e-13,
        );
    }

    #[test]
    fn quantiles_go_by_the_sessions_that_differ() {
        for (differing, quantile) in [(10, 2.262_157_162_798_205), (1000, 1.959_963_984_540_054)] {
            let mut all = vec![((5, 1), (5, 1)); 20_000];
            for (i, session) in all.iter_mut().take(differing).enumerate() {
                session.0.0 += i as i64;
                session.1.0 -= 1;
            }
            let pair = of(&all);
            assert_eq!(pair.differed, differing as u64);
            let found = Difference::fixed(&pair, 2.0, 0.05).unwrap();
            let (value, variance) = two_pass(&all);
            close(found.value, value / 2.0, 1e-9);
            close(found.se.unwrap(), variance.sqrt() / 2.0, 1e-9);
            close(found.half_width().unwrap(), quantile * variance.sqrt() / 2.0, 1e-9);
        }
    }

    /// The spread of the few sessions that differ does not bound the rarer ones: their share does, of
    /// many sessions. If most sessions differ, it bounds nothing.
    #[test]
    fn few_sessions_that_differ_bound_by_their_share() {
        for differing in 2..FEW_DIFFERENT {
            let mut all = vec![((5, 1), (5, 1)); 3_000];
            // Without a spread, with little, and with much.
            for (i, session) in all.iter_mut().take(differing as usize).enumerate() {
                session.0.0 += 1 + (i as i64 % 2) * (20 * (differing as i64 - 2)).max(0);
            }
            let pair = of(&all);
            let most = pair.spread * rare(differing as f64, 3_000.0, 0.95).1;
            let found = Difference::fixed(&pair, 1.0, 0.05).unwrap();
            assert!(found.se.is_some() && 0.0 < found.value && found.value < most);
            close(found.low.unwrap(), -most, 1e-12);
            close(found.high.unwrap(), most, 1e-12);
        }
        let mut most = vec![((5, 1), (5, 1)); 5];
        (most[0].0.0, most[1].0.0, most[2].0.0) = (6, 8, 7);
        let pair = of(&most);
        let half = t_two_sided(0.95, 2) * pair.variance().unwrap().sqrt();
        close(Difference::fixed(&pair, 1.0, 0.05).unwrap().half_width().unwrap(), half, 1e-9);
    }

    /// Two that vary by the rounding of money alone differ by nothing that a spread could show.
    #[test]
    fn rounding_is_no_difference() {
        let both = |by: i64| {
            let all = (0..600).map(|i: i64| ((by * (i % 3), 100), (by * (i % 5), 100)));
            of(&all.collect::<Vec<Session>>())
        };
        let found = Difference::fixed(&both(1), 840.0, 0.05).unwrap();
        let most = 840.0 * rare(0.0, 600.0, 0.95).1 / 100.0 / 840.0;
        assert_eq!(found.se, None);
        close(found.half_width().unwrap(), most, 1e-12);
        assert!(Difference::fixed(&both(500), 840.0, 0.05).unwrap().se.is_some());
        assert!(Difference::fixed(&both(1), 1.0, 0.05).unwrap().se.is_some());
    }

    #[test]
    fn at_all_times_it_is_wider_and_waits_for_a_hundred() {
        let pair = of(&sessions(5000, |_| (1, 1)));
        let once = Difference::fixed(&pair, 1000.0, 0.05).unwrap();
        let always = Difference::time_uniform(&pair, 1000.0, 0.05, 3.0).unwrap();
        assert!(always.half_width() > once.half_width());
        // Far from the point where the precision is reached the early interval is the narrower one,
        // near it the late one.
        let early = sequential::mean_half_width(pair.variance().unwrap() * 5e3, 5000, 0.0225, 1e4);
        close(always.half_width().unwrap(), early / 1000.0, 1e-12);
        let near = Difference::time_uniform(&pair, 1000.0, 0.05, 60.0).unwrap();
        let late = sequential::ratio_half_width(pair.variance(), 5000, 0.0225, 1000.0, 60.0);
        close(near.half_width().unwrap(), late / 1000.0, 1e-12);
        let few = of(&sessions(99, |_| (1, 1)));
        let few = Difference::time_uniform(&few, 1000.0, 0.05, 3.0).unwrap();
        assert_eq!((few.low, few.high), (None, None));
    }

    /// A difference that is the same in every session has no error, but need not always be so.
    #[test]
    fn all_that_differ_alike_have_no_error() {
        let of_all = |sessions: usize| of(&vec![((5, 1), (2, 1)); sessions]);
        for few in [2, 3, 29] {
            let found = Difference::fixed(&of_all(few), 1.0, 0.05).unwrap();
            assert_eq!((found.value, found.se, found.low, found.high), (3.0, None, None, None));
        }
        let pair = of_all(30);
        let found = Difference::fixed(&pair, 2.0, 0.05).unwrap();
        let half = 3.0 * rare(0.0, 30.0, 0.95).1 / 2.0;
        assert_eq!(found.se, None);
        close(found.low.unwrap(), 1.5 - half, 1e-13);
        close(found.high.unwrap(), 1.5 + half, 1e-13);
        let pair = of_all(5000);
        let found = Difference::time_uniform(&pair, 1.0, 0.05, 1.0).unwrap();
        let half = 3.0 * sequential::proportion(0, 5000, 0.005).1;
        assert_eq!(found.se, None);
        close(found.low.unwrap(), 3.0 - half, 1e-13);
        close(found.high.unwrap(), 3.0 + half, 1e-13);
    }

    /// Of sessions that only one of them played, only its own deviations count.
    #[test]
    fn one_of_a_pair_may_have_played_more() {
        let both = [((6, 2), (1, 1)), ((-3, 4), (2, 2)), ((5, 3), (0, 1)), ((1, 2), (4, 3))];
        let more = [(7, 2), (-6, 1), (0, 5)];
        let mut pair = of(&both);
        more.iter().for_each(|&(x, n)| pair.b.add(x, n));
        assert_eq!(pair.sessions(), 4);
        let a: Vec<(i64, i64)> = both.iter().map(|session| session.0).collect();
        let b: Vec<(i64, i64)> = both.iter().map(|session| session.1).chain(more).collect();
        let sum = |all: &[(i64, i64)]| all.iter().fold((0, 0), |(x, n), it| (x + it.0, n + it.1));
        let [(xa, na), (xb, nb)] = [&a[..], &b[..]].map(sum).map(|(x, n)| (x as f64, n as f64));
        close(pair.difference().unwrap(), xa / na - xb / nb, 1e-14);
        let off = |all: &[(i64, i64)], x: f64, n: f64| -> Vec<f64> {
            all.iter().map(|it| (it.0 as f64 - x / n * it.1 as f64) / n).collect()
        };
        let (a, b) = (off(&a, xa, na), off(&b, xb, nb));
        let squares = |all: &[f64]| {
            let sessions = all.len() as f64;
            sessions / (sessions - 1.0) * all.iter().map(|off| off * off).sum::<f64>()
        };
        let products: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        close(pair.variance().unwrap(), squares(&a) + squares(&b) - 8.0 / 3.0 * products, 1e-12);
        close(pair.swapped().variance().unwrap(), pair.variance().unwrap(), 1e-12);
    }

    /// A difference that hardly any session shows is not known better because one played more.
    #[test]
    fn a_rare_difference_stays_open_where_one_played_more() {
        let mut all: Vec<Session> = (0..1000).map(|i| ((i % 7, 1), (i % 7, 1))).collect();
        for differing in [0, 1] {
            if differing == 1 {
                all[3].0.0 = 50;
            }
            let mut pair = of(&all);
            let half = Difference::fixed(&pair, 1.0, 0.05).unwrap().half_width().unwrap();
            pair.b.add(4, 1);
            pair.b.add(6, 1);
            let more = Difference::fixed(&pair, 1.0, 0.05).unwrap().half_width().unwrap();
            assert!(more > half && more < 2.0 * half, "{differing}: {half} {more}");
        }
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        assert_eq!(Difference::fixed(&Pair::default(), 1.0, 0.05), None);
        assert_eq!(Difference::time_uniform(&Pair::default(), 1.0, 0.05, 1.0), None);
        let one = Difference::fixed(&of(&[((6, 2), (1, 1))]), 2.0, 0.05).unwrap();
        assert_eq!((one.value, one.se, one.low, one.naive_se), (1.0, None, None, None));
        // One session of a thousand differs: 0 lies within the bound, and so does the value.
        let mut all = vec![((5, 1), (5, 1)); 1000];
        all[3].0.0 = -700;
        let found = Difference::fixed(&of(&all), 1.0, 0.05).unwrap();
        assert!(found.se.is_some() && found.low.unwrap() < found.value && found.value < 0.0);
        close(found.high.unwrap(), 705.0 * rare(1.0, 1000.0, 0.95).1, 1e-12);
    }

    #[test]
    fn all_pairs_at_once_cost_more_each() {
        assert_eq!(bonferroni(0.95, 1), 1.0 - 0.95);
        close(sidak(0.95, 1), 0.05, 1e-14);
        // mpmath, 40 digits: 1 - mpf(0.95)**(1/45), and 1 - mpf(1 - 1e-12)**(1/3) to first order.
        close(sidak(0.95, 45), 0.001_139_201_603_011_289, 1e-12);
        close(sidak(1.0 - 1e-12, 3), 1e-12 / 3.0, 1e-3);
        for pairs in [2, 10, 45, 1225] {
            assert!(sidak(0.95, pairs) > bonferroni(0.95, pairs));
        }
        assert_eq!((sidak(0.95, 0), bonferroni(0.95, 0)), (sidak(0.95, 1), bonferroni(0.95, 1)));
    }
}
