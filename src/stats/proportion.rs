//! Confidence intervals for proportions: ordinary, rare, clustered, and without a single hit.

use statrs::function::beta::checked_beta_reg;
use statrs::function::gamma::{checked_gamma_lr, checked_gamma_ur};

use super::moments::Moments;
use super::quantile::{MANY_SESSIONS, bisect, normal_two_sided, t_two_sided};
use super::sequential;

/// With fewer hits (or misses) than this a proportion gets the exact interval.
const RARE: u64 = 100;

/// The largest number of trials for which the incomplete beta function of statrs 0.19.1 is used.
/// Against 30 digits, for 0.3 hits up to half of the trials, the relative error of the bounds is at
/// most 3e-9 at 10^6 trials, then 6e-8 at 10^7, 1e-6 at 10^8, 3e-5 at 10^10, 7e-3 at 10^12: its
/// ln Γ terms cancel, and the error that remains is divided by the hits.
const BETA_TRIALS: f64 = 1e6;

/// The largest number of hits for which the gamma limit is used, above [`BETA_TRIALS`]; with more
/// hits, Wilson differs from the exact interval by about one hit.
const GAMMA_HITS: f64 = 1e4;

/// A proportion hits/trials with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Proportion {
    /// The number of trials in which the event happened.
    pub hits: u64,
    /// The number of trials.
    pub trials: u64,
    /// hits/trials; `None` without hits, when only an upper bound is known.
    pub value: Option<f64>,
    /// Lower end of the confidence interval.
    pub low: f64,
    /// Upper end of the confidence interval.
    pub high: f64,
}

impl Proportion {
    /// The proportion Σx/Σn, where x is the number of hits among the n trials of a session.
    ///
    /// Trials within a session may be correlated, so the interval is computed for the effective
    /// counts hits/d and trials/d. d is the [`design_effect`], which below 1,000 sessions is
    /// multiplied by (t(S−1)/t(Σn−1))², a ratio of Student's quantiles: an effect estimated from
    /// few sessions is itself uncertain (Korn & Graubard 1998, Survey Methodology 24). With one
    /// trial a session the factor is 1. The interval is [`rare`] with fewer than 100 hits or fewer
    /// than 100 misses, counted before dividing, else [`wilson`].
    ///
    /// - No hits or no misses: no spread is seen, so d is unknown. The interval is that of
    ///   `zero_hit_trials` independent trials (pass the number of rounds), but never of more than
    ///   Σn.
    /// - One session: it counts as one trial, the worst case of correlation.
    /// - No trials: the interval is \[0, 1\].
    #[must_use]
    pub fn from_moments(moments: &Moments, zero_hit_trials: u64, confidence: f64) -> Self {
        let trials = count(moments.n);
        let hits = count(moments.x).min(trials);
        let misses = trials - hits;
        let (low, high) = if hits == 0 || misses == 0 {
            let independent = zero_hit_trials.min(trials) as f64;
            let kept = if hits == 0 { 0.0 } else { independent };
            rare(kept, independent, confidence)
        } else {
            let effect = design_effect(moments) * few_sessions_factor(moments, confidence);
            let interval = if hits.min(misses) < RARE { rare } else { wilson };
            interval(hits as f64 / effect, trials as f64 / effect, confidence)
        };
        let value = (hits > 0).then(|| hits as f64 / trials as f64);
        Self { hits, trials, value, low, high }
    }
}

impl Proportion {
    /// The same proportion with an interval that stays valid however often one looks: that of
    /// [`sequential::proportion`] for the effective counts hits/d and trials/d, where d is the
    /// [`design_effect`]; with no hits or no misses, for as many trials as
    /// [`from_moments`](Self::from_moments) takes.
    #[must_use]
    pub fn time_uniform(moments: &Moments, zero_hit_trials: u64, confidence: f64) -> Self {
        let found = Proportion::from_moments(moments, zero_hit_trials, confidence);
        let effect = design_effect(moments);
        let effective = |count: u64| (count as f64 / effect).round() as u64;
        let independent = zero_hit_trials.min(found.trials);
        let (hits, trials) = match found.hits {
            0 => (0, independent),
            all if all == found.trials => (independent, independent),
            _ => (effective(found.hits), effective(found.trials)),
        };
        let (low, high) = sequential::proportion(hits.min(trials), trials, 1.0 - confidence);
        Self { low, high, ..found }
    }

    /// Half the length of the interval.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Converts a sum to a count, clamped to the range of a `u64`.
fn count(sum: i128) -> u64 {
    u64::try_from(sum.max(0)).unwrap_or(u64::MAX)
}

/// (t(S−1)/t(Σn−1))² for S sessions and Σn trials, see [`Proportion::from_moments`].
fn few_sessions_factor(moments: &Moments, confidence: f64) -> f64 {
    if !(2..MANY_SESSIONS).contains(&moments.sessions) {
        return 1.0;
    }
    let seen = t_two_sided(confidence, moments.sessions - 1);
    let ideal = t_two_sided(confidence, count(moments.n).saturating_sub(1));
    let factor = (seen / ideal).powi(2);
    // Not finite at confidences for which the interval is [0, 1] or a point anyway.
    if factor.is_finite() { factor.max(1.0) } else { 1.0 }
}

/// The design effect: the variance of Σx/Σn over the variance of Σn independent trials, at least 1
/// (Kish, Survey Sampling, 1965: the ratio's variance from session totals over p(1−p)/(Σn−1)).
/// `moments` holds hits as x and trials as n.
///
/// 1 if every trial or none was a hit, when there is no spread to compare. Σn for fewer than two
/// sessions, which say nothing about the correlation of their trials.
#[must_use]
pub fn design_effect(moments: &Moments) -> f64 {
    let (Some(p), Some(variance)) = (moments.ratio(), moments.ratio_variance()) else {
        return (moments.n as f64).max(1.0);
    };
    let effect = variance * (moments.n as f64 - 1.0) / (p * (1.0 - p));
    if effect.is_finite() { effect.max(1.0) } else { 1.0 }
}

/// Wilson's score interval (E. B. Wilson 1927, JASA 22) for `hits` of `trials`, which may be
/// effective counts and so need not be whole. \[0, 1\] without trials.
#[must_use]
pub fn wilson(hits: f64, trials: f64, confidence: f64) -> (f64, f64) {
    let z = normal_two_sided(confidence);
    if !(trials > 0.0 && hits.is_finite() && z.is_finite()) {
        return (0.0, 1.0);
    }
    let hits = hits.clamp(0.0, trials);
    if hits > trials / 2.0 {
        let (low, high) = wilson(trials - hits, trials, confidence);
        return (1.0 - high, 1.0 - low);
    }
    let (p, w) = (hits / trials, z * z / trials);
    let high = (p + w / 2.0 + (w * (p * (1.0 - p) + w / 4.0)).sqrt()) / (1.0 + w);
    // The ends are the roots of (1+w)·x² − (2p+w)·x + p² = 0. Computing the lower one from their
    // product loses no digits; a difference would when hits are few.
    let low = if p > 0.0 { p * p / (1.0 + w) / high } else { 0.0 };
    (low, high)
}

/// The exact interval (Clopper & Pearson 1934, Biometrika 26) for `hits` of `trials`, which may be
/// effective counts and so need not be whole; meant for few hits or few misses. \[0, 1\] without
/// trials.
///
/// - No hits: from 0 to −expm1(ln(α/2)/trials), α = 1 − confidence; mirrored if there are no
///   misses.
/// - Up to 10^6 trials: quantiles of the beta distribution, α/2 of Beta(k, n−k+1) and 1 − α/2 of
///   Beta(k+1, n−k).
/// - More: their gamma limit, λ/n for λ = Γ⁻¹(α/2; k) and Γ⁻¹(1−α/2; k+1), carried one order
///   further: −expm1(−λ/(n−(k−1)/2)) and −expm1(−λ/(n−k/2)) (Wise 1950, Biometrika 37). For k = 0
///   the upper bound is the one above. The extra order reduces the relative error from about k/(2n)
///   to 1e-9 below 100 hits and 1e-5 at 10,000.
/// - More than 10^6 trials with more than 10,000 hits and as many misses: [`wilson`], within about
///   one hit of the exact bounds.
#[must_use]
pub fn rare(hits: f64, trials: f64, confidence: f64) -> (f64, f64) {
    let tail = (1.0 - confidence) / 2.0;
    if !(trials > 0.0 && hits.is_finite() && tail > 0.0 && tail <= 0.5) {
        return (0.0, 1.0);
    }
    let hits = hits.clamp(0.0, trials);
    if hits > trials / 2.0 {
        let (low, high) = rare(trials - hits, trials, confidence);
        (1.0 - high, 1.0 - low)
    } else if hits == 0.0 {
        (0.0, -(tail.ln() / trials).exp_m1())
    } else if trials <= BETA_TRIALS {
        let misses = trials - hits;
        (beta_quantile(hits, misses + 1.0, tail), beta_quantile(hits + 1.0, misses, 1.0 - tail))
    } else if hits > GAMMA_HITS {
        wilson(hits, trials, confidence)
    } else {
        let low = gamma_lower(hits, tail) / (trials - (hits - 1.0) / 2.0);
        let high = gamma_upper(hits + 1.0, tail) / (trials - hits / 2.0);
        (-(-low).exp_m1(), -(-high).exp_m1())
    }
}

/// The logarithm of the smallest positive double.
const LN_TINY: f64 = -745.0;

/// The quantile of Beta(a, b) at `probability`. Found by bisection in ln x, because
/// `Beta::inverse_cdf` of statrs 0.19.1 errs by 1e-4 at 10^6 trials and hangs from 10^7.
fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    bisect(LN_TINY, 0.0, |ln| checked_beta_reg(a, b, ln.exp()).is_ok_and(|p| p < probability)).exp()
}

/// The quantile λ of the gamma distribution of this shape at `probability`. Found by bisection in
/// ln λ, because `Gamma::inverse_cdf` of statrs 0.19.1 stops at an absolute error of 1e-9: 6% off
/// at shape 0.3 and probability 0.005, with no correct digit at shape 0.01.
fn gamma_lower(shape: f64, probability: f64) -> f64 {
    let below = |ln: f64| checked_gamma_lr(shape, ln.exp()).is_ok_and(|p| p < probability);
    bisect(LN_TINY, ln_beyond(shape), below).exp()
}

/// The λ with upper tail `probability` in the gamma distribution of this shape.
fn gamma_upper(shape: f64, probability: f64) -> f64 {
    let below = |ln: f64| checked_gamma_ur(shape, ln.exp()).is_ok_and(|p| p > probability);
    bisect(LN_TINY, ln_beyond(shape), below).exp()
}

/// The logarithm of a value whose upper tail is below 1e-18 in the gamma distribution of this
/// shape.
fn ln_beyond(shape: f64) -> f64 {
    (shape + 10.0 * shape.sqrt() + 60.0).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, want: f64, relative: f64, of: &str) {
        assert!((got - want).abs() <= relative * want.abs(), "{of}: {got:e} instead of {want:e}");
    }

    fn close_both(got: (f64, f64), want: (f64, f64), relative: f64, of: &str) {
        close(got.0, want.0, relative, of);
        close(got.1, want.1, relative, of);
    }

    /// Hands of a round may share their luck: without a hit or a miss, rounds are counted.
    #[test]
    fn what_never_came_counts_rounds_at_every_look_too() {
        let seven = |hits: i64| {
            let mut moments = Moments::default();
            moments.add_times(7 * hits, 7, 500);
            Proportion::time_uniform(&moments, 500, 0.95)
        };
        let (never, always) = (seven(0), seven(1));
        assert_eq!((never.low, never.high), sequential::proportion(0, 500, 1.0 - 0.95));
        assert_eq!((always.low, always.high), sequential::proportion(500, 500, 1.0 - 0.95));
        let mut moments = Moments::default();
        moments.add_times(0, 7, 500);
        assert!(never.high > Proportion::from_moments(&moments, 500, 0.95).high);
    }

    #[test]
    fn wilson_matches_mpmath() {
        // mpmath, 40 digits: polyroots([1+w, -2*p-w, p*p]), w = z**2/n, p = k/n.
        for (k, n, confidence, low, high) in [
            (0.0, 1.0, 0.95, 0.0, 0.7934506856227626),
            (1.0, 1.0, 0.95, 0.20654931437723745, 1.0),
            (1.0, 2.0, 0.95, 0.09453120573423074, 0.9054687942657692),
            (7.0, 20.0, 0.9, 0.202260040056761, 0.5334873111515284),
            (81.0, 263.0, 0.99, 0.2401369026876077, 0.38528250231822986),
            (500.0, 1000.0, 0.95, 0.4690696003681042, 0.5309303996318958),
            (100.0, 1000000.0, 0.95, 8.22278598932588e-05, 0.00012161281588187335),
            (300000.0, 1000000.0, 0.999, 0.2984942633159536, 0.3015100676636207),
            (123456789.0, 1000000000.0, 0.95, 0.12343640161927888, 0.12347717927367159),
            (100.0, 1000000000000.0, 0.95, 8.222720043478731e-11, 1.2161425838512376e-10),
            (100000000000.0, 1000000000000.0, 0.95, 0.09999941201234122, 0.10000058799073194),
            (0.37, 1000000000000.0, 0.95, 3.0078789081362104e-14, 4.551380031595163e-12),
            (999999999995.0, 1000000000000.0, 0.95, 0.9999999999882943, 0.9999999999978643),
        ] {
            let of = format!("{k} of {n} at {confidence}");
            close_both(wilson(k, n, confidence), (low, high), 1e-11, &of);
        }
    }

    #[test]
    fn wilson_matches_the_textbook() {
        // Newcombe 1998, Statistics in Medicine 17, table I, method 3.
        for (k, n, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let got = wilson(k, n, 0.95);
            assert!((got.0 - low).abs() < 5e-5 && (got.1 - high).abs() < 5e-5, "{k}/{n}: {got:?}");
        }
    }

    #[test]
    fn rare_matches_the_textbook() {
        // Newcombe's table I, method 5.
        for (k, n, low, high) in [
            (81.0, 263.0, 0.2527, 0.3676),
            (15.0, 148.0, 0.0578, 0.1617),
            (0.0, 20.0, 0.0, 0.1684),
            (1.0, 29.0, 0.0009, 0.1776),
        ] {
            let got = rare(k, n, 0.95);
            assert!((got.0 - low).abs() < 5e-5 && (got.1 - high).abs() < 5e-5, "{k}/{n}: {got:?}");
        }
    }

    #[test]
    fn rare_matches_mpmath() {
        // mpmath, 40 digits: the x with betainc(k, n-k+1, 0, x, regularized=True) = alpha/2, and
        // the same for (k+1, n-k) and 1-alpha/2. On both sides of the change of method at 10^6.
        for (k, n, confidence, low, high) in [
            (1.0, 2.0, 0.95, 0.01257911709342506, 0.9874208829065749),
            (1.0, 10.0, 0.95, 0.002528578544461787, 0.4450161170281954),
            (0.3, 5.0, 0.95, 5.946701105067994e-07, 0.5886859754571752),
            (3.0, 20.0, 0.99, 0.017642637954194716, 0.44946540673948593),
            (50.0, 100.0, 0.95, 0.398321129503301, 0.601678870496699),
            (99.0, 200.0, 0.95, 0.42373705031707737, 0.5664133450249883),
            (1.0, 1000.0, 0.95, 2.5317487491294065e-05, 0.005558924279826672),
            (99.0, 10000.0, 0.95, 0.00805330927892533, 0.012039898546131682),
            (0.01, 100000.0, 0.95, 3.522668560090037e-166, 3.709811442594952e-05),
            (1.0, 1000000.0, 0.95, 2.53178076637942e-08, 5.571630655172243e-06),
            (99.0, 1000000.0, 0.95, 8.04630204376365e-05, 0.00012052765030063857),
            (10000.0, 30000.0, 0.95, 0.32799866802578, 0.33870028918473744),
            (10000.0, 1000000.0, 0.95, 0.00980590624074581, 0.01019693981351465),
            (99.0, 1000001.0, 0.95, 8.046293997399093e-05, 0.00012052752977440628),
            (0.3, 10000000.0, 0.95, 3.1856789202399043e-13, 4.2937762534442494e-07),
            (10.0, 10000000.0, 0.999, 2.699033956359113e-07, 2.5255540114886878e-06),
            (99.0, 100000000.0, 0.95, 8.046232190981131e-07, 1.2052893477884618e-06),
            (10000.0, 100000000.0, 0.95, 9.804961980639146e-05, 0.00010197941530911172),
            (1.0, 10000000000.0, 0.95, 2.531780798425785e-12, 5.571643389665319e-10),
            (99.0, 10000000000.0, 0.95, 8.046231492475152e-09, 1.2052894762341238e-08),
            (0.3, 1000000000000.0, 0.95, 3.18567903173806e-18, 4.293777110855004e-12),
            (1.0, 1000000000000.0, 0.99, 5.012541823544274e-15, 7.430129500256233e-12),
            (99.0, 1000000000000.0, 0.95, 8.046231485490095e-11, 1.2052894775185803e-10),
            (10000.0, 1000000000000.0, 0.95, 9.804952468211496e-09, 1.0197951623652122e-08),
        ] {
            let of = format!("{k} of {n} at {confidence}");
            // The tail probability's error is divided by k on its way to the bound.
            close_both(rare(k, n, confidence), (low, high), 1e-9 / f64::min(k, 1.0), &of);
        }
    }

    #[test]
    fn zero_hits_match_mpmath() {
        // mpmath, 40 digits: -expm1(log(alpha/2)/n).
        for (n, confidence, high) in [
            (1.0, 0.95, 0.975),
            (1.0, 0.999, 0.9995),
            (2.0, 0.95, 0.841886116991581),
            (2.0, 0.999, 0.9776393202250021),
            (10.0, 0.95, 0.3084971078187608),
            (10.0, 0.999, 0.5323757760886892),
            (1000.0, 0.95, 0.003682083896865671),
            (1000.0, 0.999, 0.007572088650311185),
            (1000000.0, 0.95, 3.688872650206488e-06),
            (1000000.0, 0.999, 7.600873572756171e-06),
            (1000000000.0, 0.95, 3.6888794473100194e-09),
            (1000000000.0, 0.999, 7.600902430655223e-09),
            (1000000000000.0, 0.95, 3.688879454107132e-12),
            (1000000000000.0, 0.999, 7.600902459513195e-12),
        ] {
            let of = format!("0 of {n} at {confidence}");
            assert_eq!(rare(0.0, n, confidence).0, 0.0);
            close(rare(0.0, n, confidence).1, high, 1e-14, &of);
        }
    }

    #[test]
    fn gamma_quantiles_match_mpmath() {
        // mpmath, 40 digits: the x with gammainc(shape, 0, x, regularized=True) = p.
        for (shape, p, want) in [
            (0.01, 0.025, 3.5226859973137924e-161),
            (0.01, 0.5, 4.465535018910355e-31),
            (0.01, 0.975, 0.047137958431590334),
            (0.3, 0.025, 3.185679031739166e-06),
            (0.3, 0.5, 0.0731311358669519),
            (0.3, 0.975, 1.9002636428388253),
            (1.0, 0.025, 0.025317807984289876),
            (1.0, 0.5, std::f64::consts::LN_2),
            (1.0, 0.975, 3.6888794541139354),
            (2.5, 0.025, 0.4156058067433312),
            (2.5, 0.5, 2.1757300955477636),
            (2.5, 0.975, 6.416250997015013),
            (10.0, 0.025, 4.7953886961324335),
            (10.0, 0.5, 9.668714614714132),
            (10.0, 0.975, 17.08480345141917),
            (100.0, 0.025, 81.36399125092314),
            (100.0, 0.5, 99.66686491931549),
            (100.0, 0.975, 120.52894775315546),
            (10000.0, 0.025, 9804.952467260184),
            (10000.0, 0.5, 9999.666668642047),
            (10000.0, 0.975, 10196.941824999883),
        ] {
            let of = format!("shape {shape}, {p}");
            close(gamma_lower(shape, p), want, 1e-11, &of);
            close(gamma_upper(shape, 1.0 - p), want, 1e-11, &of);
        }
    }

    #[test]
    fn misses_mirror_hits() {
        for (k, n) in [(3.0, 40.0), (0.0, 7.0), (99.0, 2e6), (250.0, 1_000.0)] {
            for interval in [wilson, rare] {
                let (low, high) = interval(k, n, 0.99);
                assert!(low <= k / n && k / n <= high && low < high);
                assert_eq!(interval(n - k, n, 0.99), (1.0 - high, 1.0 - low));
            }
        }
    }

    #[test]
    fn the_change_of_method_shows_no_step() {
        for k in [0.2, 1.0, 30.0, 99.5, 1e4] {
            let (at, beyond) = (rare(k, 1e6, 0.95), rare(k, 1e6 + 1.0, 0.95));
            let expected = 1.0 + 1e-6;
            let of = format!("step at {k}");
            let tolerance = if k < 100.0 { 2e-8 } else { 1e-5 };
            close_both((at.0 / beyond.0, at.1 / beyond.1), (expected, expected), tolerance, &of);
        }
        // Beyond 10,000 hits Wilson differs by about one hit.
        let (exact, wilson) = (rare(1e4, 1e9, 0.95), rare(1e4 + 1e-6, 1e9, 0.95));
        close_both(exact, wilson, 2e-4, "hits");
    }

    #[test]
    fn nonsense_is_answered_with_ignorance() {
        for interval in [wilson, rare] {
            for (k, n, confidence) in [
                (1.0, 0.0, 0.95),
                (1.0, f64::NAN, 0.95),
                (f64::NAN, 5.0, 0.95),
                (1.0, 5.0, f64::NAN),
                (1.0, 5.0, 1.0),
                (1.0, 5.0, 1.5),
            ] {
                assert_eq!(interval(k, n, confidence), (0.0, 1.0), "{k} {n} {confidence}");
            }
            // More hits than trials count as all hits.
            assert_eq!(interval(9.0, 5.0, 0.95), interval(5.0, 5.0, 0.95));
        }
    }

    #[test]
    fn nothing_takes_long() {
        // Every method at every size: a hang or a slow quantile would show.
        let mut n = 1.0;
        while n < 2e15 {
            for k in [1e-9, 0.01, 0.5, 1.0, 17.0, 99.0, 1e4, 3e5, n / 3.0, n / 2.0, n - 0.5] {
                for confidence in [0.0, 0.5, 0.95, 0.999_999, 1.0 - f64::EPSILON] {
                    let (low, high) = rare(k, n, confidence);
                    assert!(0.0 <= low && low <= high && high <= 1.0, "{k} {n} {confidence}");
                }
            }
            n *= 7.3;
        }
    }

    /// Sessions of seven players who all hit (`hit` of them) or all miss (`missed`).
    fn all_or_none(hit: u64, missed: u64) -> Moments {
        let mut moments = Moments::default();
        moments.add_times(7, 7, hit);
        moments.add_times(0, 7, missed);
        moments
    }

    /// Sessions of one trial each.
    fn independent(hits: u64, misses: u64) -> Moments {
        let mut moments = Moments::default();
        moments.add_times(1, 1, hits);
        moments.add_times(0, 1, misses);
        moments
    }

    #[test]
    fn seven_who_win_together_count_as_one() {
        // Variance p(1−p)/(S−1) over p(1−p)/(7S−1).
        let moments = all_or_none(3_000, 7_000);
        close(design_effect(&moments), 69_999.0 / 9_999.0, 1e-12, "effect");
        let proportion = Proportion::from_moments(&moments, 10_000, 0.95);
        assert_eq!((proportion.hits, proportion.trials), (21_000, 70_000));
        assert_eq!(proportion.value, Some(0.3));
        close_both(
            (proportion.low, proportion.high),
            wilson(3_000.0, 10_000.0, 0.95),
            1e-5,
            "interval",
        );
    }

    #[test]
    fn independent_trials_get_the_plain_intervals() {
        close(design_effect(&independent(40, 160)), 1.0, 1e-12, "effect");
        // Hits spread more evenly than by chance earn no credit.
        let mut even = Moments::default();
        even.add_times(2, 4, 50);
        assert_eq!(design_effect(&even), 1.0);
        for (hits, misses) in [(3, 17), (40, 160), (3, 4_000)] {
            let got = Proportion::from_moments(&independent(hits, misses), 0, 0.95);
            let want = rare(hits as f64, (hits + misses) as f64, 0.95);
            close_both((got.low, got.high), want, 1e-9, "rare");
        }
        for (hits, misses) in [(100, 100), (150, 600), (5_000, 100)] {
            let got = Proportion::from_moments(&independent(hits, misses), 0, 0.95);
            let want = wilson(hits as f64, (hits + misses) as f64, 0.95);
            close_both((got.low, got.high), want, 1e-9, "wilson");
        }
    }

    #[test]
    fn few_sessions_are_trusted_less() {
        // Ten sessions: t(0.95, 9) = 2.262157162798205, against 1.9949454151072357 for 69.
        let moments = all_or_none(3, 7);
        let effect = 69.0 / 9.0 * (2.262_157_162_798_205_f64 / 1.994_945_415_107_235_7).powi(2);
        let got = Proportion::from_moments(&moments, 10, 0.95);
        let want = rare(21.0 / effect, 70.0 / effect, 0.95);
        close_both((got.low, got.high), want, 1e-9, "interval");
    }

    #[test]
    fn one_session_is_one_trial() {
        let mut moments = Moments::default();
        moments.add(50, 1_000);
        assert_eq!(design_effect(&moments), 1_000.0);
        let got = Proportion::from_moments(&moments, 1_000, 0.95);
        assert_eq!(got.value, Some(0.05));
        close_both((got.low, got.high), rare(0.05, 1.0, 0.95), 1e-12, "interval");
        assert!(got.low < 1e-9 && got.high > 0.97);
    }

    #[test]
    fn none_and_all_are_bounds() {
        let none = Proportion::from_moments(&all_or_none(0, 1_000), 1_000, 0.95);
        assert_eq!((none.value, none.low), (None, 0.0));
        // 1 − 0.025^(1/1000).
        close(none.high, 0.003_682_083_896_865_672, 1e-12, "none");
        let all = Proportion::from_moments(&all_or_none(1_000, 0), 1_000, 0.95);
        assert_eq!((all.value, all.low, all.high), (Some(1.0), 1.0 - none.high, 1.0));
        // Fewer trials than rounds: only the trials count.
        assert_eq!(Proportion::from_moments(&independent(0, 1_000), 50_000, 0.95).high, none.high);
        assert_eq!(Proportion::from_moments(&Moments::default(), 0, 0.95).value, None);
        let unseen = Proportion::from_moments(&Moments::default(), 5, 0.95);
        assert_eq!((unseen.low, unseen.high), (0.0, 1.0));
    }

    #[test]
    fn clustered_intervals_cover() {
        // 600 experiments of 400 sessions of seven trials: each trial, with probability ½, takes
        // the session's shared draw; every draw hits with p = 0.3. Plain intervals cover far less
        // than the stated 95%.
        let mut state = 99_u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let (mut covered, mut plainly) = (0, 0);
        for _ in 0..600 {
            let mut moments = Moments::default();
            for _ in 0..400 {
                let shared = uniform() < 0.3;
                let hits = (0..7)
                    .filter(|_| if uniform() < 0.5 { shared } else { uniform() < 0.3 })
                    .count();
                moments.add(hits as i64, 7);
            }
            let got = Proportion::from_moments(&moments, 400, 0.95);
            let plain = wilson(got.hits as f64, got.trials as f64, 0.95);
            covered += u32::from(got.low <= 0.3 && 0.3 <= got.high);
            plainly += u32::from(plain.0 <= 0.3 && 0.3 <= plain.1);
        }
        // 95% ± 3.4 standard errors; the plain interval's design effect is 1 + 6/4.
        assert!((552..=588).contains(&covered), "{covered} of 600");
        assert!(plainly < 520, "{plainly} of 600");
    }
}
