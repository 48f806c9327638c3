//! Two-sided quantiles for confidence intervals.
//!
//! None of these functions panics or loops without bound; invalid input gives NaN.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::erf::erfc_inv;

/// The z with P(|Z| ≤ z) = `confidence` for a standard normal Z: 0.95 gives 1.959964.
///
/// z = √2·erfc⁻¹(1 − confidence); NaN unless `confidence` lies within [0, 1].
#[must_use]
pub fn normal_two_sided(confidence: f64) -> f64 {
    if !(0.0..=1.0).contains(&confidence) {
        return f64::NAN;
    }
    std::f64::consts::SQRT_2 * erfc_inv(1.0 - confidence)
}

/// The t with P(|T| ≤ t) = `confidence` for Student's T with `df` degrees of freedom: 0.95 and 10
/// give 2.228139. Infinite for `df` = 0; NaN unless `confidence` lies within [0, 1].
#[must_use]
pub fn t_two_sided(confidence: f64, df: u64) -> f64 {
    let z = normal_two_sided(confidence);
    if z == 0.0 || !z.is_finite() {
        return z;
    }
    if df == 0 {
        return f64::INFINITY;
    }
    // statrs 0.19.1 against 25 digits: good to 1e-11 up to 1,000 degrees of freedom, off by 1e-8 at
    // 10^4 and 3.5e-6 at 10^5, wrong from 10^7, and it hangs at 10^8.
    if df <= 1_000
        && let Ok(student) = StudentsT::new(0.0, 1.0, df as f64)
    {
        return student.inverse_cdf(1.0 - (1.0 - confidence) / 2.0);
    }
    // Cornish-Fisher expansion about the normal (Abramowitz & Stegun 26.7.5); the first omitted
    // term is of order df⁻⁴.
    let (w, v) = (z * z, df as f64);
    let first = (w + 1.0) / 4.0;
    let second = ((5.0 * w + 16.0) * w + 3.0) / 96.0;
    let third = (((3.0 * w + 19.0) * w + 17.0) * w - 15.0) / 384.0;
    z * (1.0 + (first + (second + third / v) / v) / v)
}

/// With this many sessions or more, intervals use the normal quantile; with fewer, Student's.
pub(super) const MANY_SESSIONS: u64 = 1_000;

/// The margin of error of a mean over `sessions`, in standard errors: the quantile of Student's
/// distribution with one degree of freedom fewer than sessions if those are fewer than 1,000, else
/// the normal one. Infinite below two sessions.
#[must_use]
pub fn mean_two_sided(confidence: f64, sessions: u64) -> f64 {
    match sessions {
        MANY_SESSIONS.. => normal_two_sided(confidence),
        few => t_two_sided(confidence, few.saturating_sub(1)),
    }
}

/// The factor by which the number of sessions must grow until the margin of error of a mean is
/// `errors` times the standard error that it has now, which shrinks with the root of the sessions.
#[must_use]
pub fn growth(confidence: f64, sessions: u64, errors: f64) -> f64 {
    let is_short = |log: f64| {
        let factor = log.exp();
        let then = mean_two_sided(confidence, (sessions as f64 * factor).round() as u64);
        then > errors * factor.sqrt()
    };
    bisect(-60.0, 60.0, is_short).exp()
}

/// The point in [low, high] at which `below` turns from true to false, for a monotone predicate.
/// Bounded: after 200 halvings no two doubles of the range are left apart.
pub(super) fn bisect(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, want: f64, relative: f64) {
        assert!((got - want).abs() <= relative * want.abs(), "{got:e} instead of {want:e}");
    }

    #[test]
    fn normal_matches_mpmath() {
        // mpmath, 40 digits: sqrt(2)*erfinv(mpf(c)), c being the double.
        for (confidence, want) in [
            (0.5, 0.6744897501960817),
            (0.8, 1.2815515655446006),
            (0.9, 1.6448536269514729),
            (0.95, 1.9599639845400538),
            (0.99, 2.5758293035489004),
            (0.999, 3.2905267314918945),
            (0.999999, 4.891638475692932),
            (0.999999999, 6.109410209383449),
        ] {
            close(normal_two_sided(confidence), want, 1e-9);
        }
        assert_eq!(normal_two_sided(0.0), 0.0);
        assert_eq!(normal_two_sided(1.0), f64::INFINITY);
        assert!(normal_two_sided(1.1).is_nan() && normal_two_sided(f64::NAN).is_nan());
    }

    #[test]
    fn student_matches_mpmath() {
        // mpmath, 40 digits: the t with betainc(1/2, df/2, 0, t²/(df+t²), regularized=True) = c.
        for (confidence, df, want) in [
            (0.5, 1, 1.0),
            (0.5, 2, 0.816496580927726),
            (0.5, 3, 0.7648923284043453),
            (0.5, 10, 0.6998120613124317),
            (0.5, 100, 0.6769510430114715),
            (0.5, 1000, 0.6747351646070094),
            (0.5, 1001, 0.6747349193584471),
            (0.5, 10000, 0.6745142844835924),
            (0.5, 1000000, 0.6744899955310873),
            (0.5, 100000000, 0.674489752649431),
            (0.5, 1000000000000, 0.6744897501963271),
            (0.95, 1, 12.706204736174694),
            (0.95, 2, 4.302652729749462),
            (0.95, 3, 3.1824463052837086),
            (0.95, 10, 2.2281388519862744),
            (0.95, 100, 1.9839715185235518),
            (0.95, 1000, 1.962339080826408),
            (0.95, 1001, 1.9623367052808796),
            (0.95, 10000, 1.960201239890626),
            (0.95, 1000000, 1.9599663568141066),
            (0.95, 100000000, 1.9599640082627665),
            (0.95, 1000000000000, 1.9599639845424262),
            (0.999, 1, 636.6192487687191),
            (0.999, 2, 31.599054576443606),
            (0.999, 3, 12.92397863668748),
            (0.999, 10, 4.586893858702635),
            (0.999, 100, 3.39049131116423),
            (0.999, 1000, 3.3002826484239125),
            (0.999, 1001, 3.3002728760660087),
            (0.999, 10000, 3.2914999659416044),
            (0.999, 1000000, 3.2905364612486907),
            (0.999, 100000000, 3.2905268287892038),
            (0.999, 1000000000000, 3.2905267315016244),
            // Degrees of freedom at which statrs is off by 1e-8 and 3.5e-6.
            (0.8, 10_000, 1.2816362297304775),
            (0.95, 100_000, 1.9599877075346097),
        ] {
            close(t_two_sided(confidence, df), want, 1e-10);
        }
        assert_eq!(t_two_sided(0.95, 0), f64::INFINITY);
        assert_eq!(t_two_sided(1.0, 5), f64::INFINITY);
        assert_eq!(t_two_sided(0.0, 5), 0.0);
        assert!(t_two_sided(-0.1, 5).is_nan() && t_two_sided(f64::NAN, 0).is_nan());
    }

    #[test]
    fn student_falls_to_the_normal_without_a_step() {
        let mut last = f64::INFINITY;
        for exponent in 0..=19 {
            let t = t_two_sided(0.95, 10_u64.pow(exponent));
            assert!(t < last || exponent > 15 && t == last, "10^{exponent}");
            last = t;
        }
        close(last, normal_two_sided(0.95), 1e-15);
        // Either side of the change of method.
        let (below, above) = (t_two_sided(0.99, 1_000), t_two_sided(0.99, 1_001));
        assert!(below > above && below - above < 1e-5);
    }

    #[test]
    fn bisection_ends_and_keeps_to_its_range() {
        close(bisect(-745.0, 0.0, |x| x < -12.5), -12.5, 1e-15);
        close(bisect(1.0, 2.0, |_| true), 2.0, 1e-15);
        close(bisect(1.0, 2.0, |_| false), 1.0, 1e-15);
        assert!(bisect(f64::NAN, 2.0, |_| true).is_nan());
    }
}
