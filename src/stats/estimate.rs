//! A reported value with its uncertainty.

use super::moments::Moments;
use super::proportion::rare;
use super::quantile::mean_two_sided;
use super::sequential::{self, FEWEST_SESSIONS};

/// Below this many sessions, identical results say nothing about the spread.
pub const FEW_SESSIONS: u64 = 30;

/// Whether sessions differ by the rounding of money alone, or not at all: by rounding, none is as much
/// as one printed unit of `scale` off, and on average they are at most four units of x off, which must
/// be a small part of a printed unit.
///
/// Such a spread says nothing about the results that have not come yet.
#[must_use]
pub fn is_rounding(moments: &Moments, scale: f64) -> bool {
    const MOST_UNITS: f64 = 4.0;
    const FINE: f64 = 100.0;
    let variance = moments.ratio_variance().unwrap_or_default();
    let squares = variance * (moments.n as f64).powi(2);
    let most = MOST_UNITS.powi(2) * moments.sessions as f64;
    squares == 0.0 || scale.abs() >= FINE && squares < scale.powi(2) && squares <= most
}

/// The distance from the ratio estimator of `moments`, in units of x, that other results could make if
/// they came in this `share` of the sessions and were of the size of those seen, at least one printed
/// unit of `scale`.
fn unseen(moments: &Moments, scale: f64, share: f64) -> f64 {
    let sessions = moments.sessions as f64;
    let size = f64::max(moments.x.unsigned_abs() as f64 / sessions, scale.abs());
    share * size * sessions / moments.n as f64
}

/// The half width, in units of x, of an interval for the ratio estimator Σx/Σn that is valid at every
/// look of a run, wrong with probability at most `alpha`: [`sequential::ratio_half_width`]. Of sessions
/// with identical results, up to the rounding of money, it is that of results that have not come yet,
/// as in [`Estimate::ratio`]. `scale` is the number of units of x in one printed unit.
#[must_use]
pub fn half_width_at_every_look(moments: &Moments, scale: f64, alpha: f64, precision: f64) -> f64 {
    let (variance, sessions) = (moments.ratio_variance(), moments.sessions);
    match is_rounding(moments, scale) && sessions >= FEWEST_SESSIONS {
        true => unseen(moments, scale, sequential::proportion(0, sessions, alpha).1),
        false => sequential::ratio_half_width(variance, sessions, alpha, scale, precision),
    }
}

/// A value, its standard error and its confidence interval, all in the same printed unit.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// Its standard error; 0 if the value is exact, `None` if it is unknown.
    pub se: Option<f64>,
    /// Lower end of the confidence interval; `None` if it is unknown.
    pub low: Option<f64>,
    /// Upper end of the confidence interval; `None` if it is unknown.
    pub high: Option<f64>,
}

impl Estimate {
    /// A value that was computed, not sampled.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        Self { value, se: Some(0.0), low: Some(value), high: Some(value) }
    }

    /// The ratio estimator Σx/Σn of `moments`, divided by `scale` (units of x in one printed unit),
    /// with its standard error from session totals and the interval value ± quantile · se. The
    /// quantile is Student's, with one degree of freedom fewer than sessions, below 1,000 sessions,
    /// else the normal one.
    ///
    /// `None` if Σn is 0. There is no interval from one session, which says nothing about the
    /// spread, nor from fewer than 30 sessions with identical results, up to the rounding of money.
    /// From 30 on, identical results have no standard error either, but other results remain possible:
    /// the interval is value ± p · size / (mean n) with the upper end p of [`rare`] for the share of
    /// other results, and the size of those seen, at least one printed unit.
    #[must_use]
    pub fn ratio(moments: &Moments, scale: f64, confidence: f64) -> Option<Self> {
        let value = moments.ratio()? / scale;
        let Some(variance) = moments.ratio_variance() else {
            return Some(Self { value, se: None, low: None, high: None });
        };
        let se = variance.sqrt() / scale.abs();
        if is_rounding(moments, scale) {
            let unknown = Self { value, se: None, low: None, high: None };
            let share = rare(0.0, moments.sessions as f64, confidence).1;
            let half = unseen(moments, scale, share) / scale.abs();
            return Some(match moments.sessions < FEW_SESSIONS {
                true => unknown,
                false => Self { low: Some(value - half), high: Some(value + half), ..unknown },
            });
        }
        let half = mean_two_sided(confidence, moments.sessions) * se;
        Some(Self { value, se: Some(se), low: Some(value - half), high: Some(value + half) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, want: f64) {
        assert!((got - want).abs() <= 1e-12 * want.abs(), "{got} instead of {want}");
    }

    #[test]
    fn few_sessions_use_student() {
        let mut moments = Moments::default();
        for x in [2, 4, 4, 4, 5, 5, 7, 9] {
            moments.add(x, 1);
        }
        // se = √(32/7/8); t(0.95, 7) = 2.3646242515927853, as in every table. In units of 2.
        let estimate = Estimate::ratio(&moments, 2.0, 0.95).unwrap();
        let se = (32.0_f64 / 56.0).sqrt() / 2.0;
        close(estimate.value, 2.5);
        close(estimate.se.unwrap(), se);
        close(estimate.low.unwrap(), 2.5 - 2.364_624_251_592_785_3 * se);
        close(estimate.high.unwrap(), 2.5 + 2.364_624_251_592_785_3 * se);
    }

    #[test]
    fn the_normal_takes_over_at_a_thousand() {
        for (sessions, quantile) in [(998, 1.962_346_236_089_45), (1_000, 1.959_963_984_540_054)] {
            let mut moments = Moments::default();
            moments.add_times(-1, 1, sessions / 2);
            moments.add_times(3, 1, sessions / 2);
            let estimate = Estimate::ratio(&moments, 1.0, 0.95).unwrap();
            let se = 2.0 / ((sessions - 1) as f64).sqrt();
            close(estimate.se.unwrap(), se);
            close(estimate.high.unwrap(), 1.0 + quantile * se);
        }
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        assert_eq!(Estimate::ratio(&Moments::default(), 1.0, 0.95), None);
        let mut moments = Moments::default();
        moments.add(3, 2);
        assert_eq!(
            Estimate::ratio(&moments, 1.0, 0.95),
            Some(Estimate { value: 1.5, se: None, low: None, high: None })
        );
    }

    #[test]
    fn a_few_that_are_the_same_tell_no_interval() {
        let of = |sessions| {
            let mut moments = Moments::default();
            moments.add_times(-1, 1, sessions);
            Estimate::ratio(&moments, 1.0, 0.95).unwrap()
        };
        assert_eq!((of(3).se, of(3).low, of(3).high), (None, None, None));
        // Other results have a probability of at most 1 − 0.025^(1/30), and are taken to be as large.
        let bound = 1.0 - 0.025_f64.powf(1.0 / 30.0);
        close(of(30).low.unwrap(), -1.0 - bound);
        close(of(30).high.unwrap(), -1.0 + bound);
        assert_eq!(of(30).se, None);
    }

    /// What is left over when money is divided is no spread: the interval is that of results that have
    /// not come yet.
    #[test]
    fn rounding_is_no_spread() {
        let of = |odd: i64, scale: f64| {
            let mut moments = Moments::default();
            (0..99).for_each(|session| moments.add(session % 3, 100));
            moments.add(odd, 100);
            Estimate::ratio(&moments, scale, 0.95).unwrap()
        };
        let bound = (1.0 - 0.025_f64.powf(0.01)) / 100.0;
        close(of(2, 840.0).high.unwrap() - of(2, 840.0).value, bound);
        assert_eq!(of(2, 840.0).se, None);
        // One that is off by a printed unit is spread, and so are units that are printed units.
        assert!(of(850, 840.0).se.is_some() && of(2, 1.0).se.is_some());
    }

    #[test]
    fn exact_values_have_no_width() {
        let exact = Estimate::exact(-0.25);
        assert_eq!((exact.se, exact.low, exact.high), (Some(0.0), Some(-0.25), Some(-0.25)));
    }

    /// At every look identical results say as little of those that have not come yet.
    #[test]
    fn a_constant_is_not_known_at_every_look_either() {
        let half = |sessions, x: i64| {
            let mut moments = Moments::default();
            moments.add_times(x, 1, sessions);
            half_width_at_every_look(&moments, 1.0, 0.05, 0.1)
        };
        let share = sequential::proportion(0, 5_000, 0.05).1;
        close(half(5_000, -1), share);
        close(half(5_000, -20), 20.0 * share);
        close(half(5_000, 0), share);
        assert_eq!(half(99, -1), f64::INFINITY);
        let mut moments = Moments::default();
        moments.add_times(-1, 1, 4_999);
        moments.add(99, 1);
        let variance = moments.ratio_variance();
        let spread = sequential::ratio_half_width(variance, 5_000, 0.05, 1.0, 0.1);
        assert_eq!(half_width_at_every_look(&moments, 1.0, 0.05, 0.1), spread);
    }
}
