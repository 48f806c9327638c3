//! Confidence sequences: intervals that stay valid however often one looks, for stopping as soon as
//! they are narrow enough.
//!
//! A fixed-n interval is valid at one n chosen beforehand. If a run stops at the first look that
//! pleases, it excludes the truth far more often than it claims. Confidence sequences are wider,
//! and cover the truth at all looks simultaneously with probability 1 − α.

use std::f64::consts::PI;

use statrs::function::gamma::ln_gamma;

use super::quantile::bisect;

/// The fewest sessions for which a confidence sequence for a mean is given.
pub const FEWEST_SESSIONS: u64 = 100;

/// Half the width of a confidence sequence for a mean over independent sessions, in the unit of the
/// mean: the mean ± this covers the truth at all values of `sessions` simultaneously with
/// probability 1 − `alpha`, asymptotically (in the sense of the central limit theorem).
///
/// σ·√( 2(nρ²+1)/(n²ρ²) · ln(√(nρ²+1)/α) ) with n = `sessions`, σ² = `variance_per_session`: the
/// Gaussian mixture of Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, "Time-uniform central limit
/// theory and asymptotic confidence sequences", Annals of Statistics 52 (2024). ρ is chosen to make
/// it narrowest after `optimise_at` sessions: ρ² = (−W₋₁(−α²/e) − 1)/`optimise_at` (their section
/// on optimising ρ). It must not depend on the data, so fix `optimise_at` beforehand.
///
/// For a ratio estimator pass `ratio_variance()` times the number of sessions. Infinite without
/// sessions, for an `alpha` outside (0, 1), or for an `optimise_at` that is not positive.
#[must_use]
pub fn mean_half_width(
    variance_per_session: f64,
    sessions: u64,
    alpha: f64,
    optimise_at: f64,
) -> f64 {
    if sessions == 0 || !(alpha > 0.0 && alpha < 1.0 && optimise_at > 0.0) {
        return f64::INFINITY;
    }
    let n = sessions as f64;
    let m = n * best_rho_squared(alpha, optimise_at);
    // 2 ln(√(m+1)/α), and n²ρ² = n·m.
    let log = m.ln_1p() - 2.0 * alpha.ln();
    (variance_per_session * (m + 1.0) / (n * m) * log).sqrt()
}

/// [`mean_half_width`] for a ratio estimator with this `variance`, for a run that stops once the
/// half width is down to `precision`. It is narrowest at about the number of sessions that reach
/// `precision` if their standard deviation is `scale`. Infinite below 100 sessions, where the
/// asymptotics do not hold, and without a variance.
#[must_use]
pub fn ratio_half_width(
    variance: Option<f64>,
    sessions: u64,
    alpha: f64,
    scale: f64,
    precision: f64,
) -> f64 {
    let Some(variance) = variance.filter(|_| sessions >= FEWEST_SESSIONS) else {
        return f64::INFINITY;
    };
    let optimal = (3.0 * scale / precision).powi(2).clamp(1e3, 1e15);
    mean_half_width(variance * sessions as f64, sessions, alpha, optimal)
}

/// The ρ² that minimises the half width at n = `at`. With u = nρ² its square is proportional to
/// (1 + 1/u)·(ln(1+u) − 2 ln α), least where u = ln(1+u) − 2 ln α, that is, u = −W₋₁(−α²/e) − 1.
/// Solved by Newton's method on a convex function, from above: log + √(2·log) bounds −W₋₁
/// (Chatzigeorgiou 2013, IEEE Communications Letters 17), so the iterates fall to the root and
/// stop.
fn best_rho_squared(alpha: f64, at: f64) -> f64 {
    let log = -2.0 * alpha.ln();
    let mut u = log + (2.0 * log).sqrt();
    for _ in 0..60 {
        let next = u - (u - u.ln_1p() - log) * (1.0 + u) / u;
        if next >= u {
            break;
        }
        u = next;
    }
    u / at
}

/// A confidence sequence (low, high) for the probability behind `hits` of `trials`: with
/// probability 1 − `alpha` it covers the truth after every trial simultaneously, exactly (not
/// asymptotically), even for rare events. For independent trials only; if they are clustered, use
/// [`mean_half_width`] over sessions. \[0, 1\] without trials.
///
/// It is the set of p for which the beta-binomial mixture B(k+½, n−k+½) / (B(½, ½)·p^k·(1−p)^(n−k))
/// stays below 1/α. At the true p the mixture is a martingale that starts at 1, so by Ville's
/// inequality the probability that it ever reaches 1/α is at most α (Robbins 1970, Annals of
/// Mathematical Statistics 41; Howard, Ramdas, McAuliffe & Sekhon 2021, Annals of Statistics 49;
/// Howard & Ramdas 2022, Bernoulli 28). On the log scale the mixing Beta(½, ½) penalises small p
/// half as much as a uniform one does.
///
/// Accuracy: from 2 to 10^12 trials the bounds have a relative error below 1e-14, against 40
/// digits.
#[must_use]
pub fn proportion(hits: u64, trials: u64, alpha: f64) -> (f64, f64) {
    if trials == 0 || alpha.is_nan() || alpha <= 0.0 {
        return (0.0, 1.0);
    }
    let hits = hits.min(trials);
    let limit = -alpha.ln();
    // Search in the log-odds of p, in which both p and 1 − p keep all digits. The mixture is least
    // at k/n.
    let outside = |log_odds: f64| ln_mixture(hits as f64, trials as f64, log_odds) >= limit;
    let centre = (hits as f64).ln() - ((trials - hits) as f64).ln();
    let low = if hits == 0 { 0.0 } else { chance(bisect(-FAR, centre.min(FAR), outside)) };
    let high = if hits == trials {
        1.0
    } else {
        chance(bisect(centre.max(-FAR), FAR, |log_odds| !outside(log_odds)))
    };
    (low, high)
}

/// The log-odds beyond which p underflows a double.
const FAR: f64 = 745.0;

fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// ln( B(k+½, n−k+½) / (π·p^k·(1−p)^(n−k)) ), with p given by its log-odds.
///
/// With 10^12 trials each ln Γ is about 3e13, with an error of 4e-3, which is useless when the sum
/// is about 3. So the large parts are combined first by Stirling's formula, with x = k+½,
/// y = n−k+½, N = n+1 and δ the remainder of Stirling's formula:
/// D(x, Np) + D(y, Nq) + ½ ln(N²pq/(xy)) + ½ ln(2π/N) + δ(x) + δ(y) − δ(N) − ln π,
/// in which every term is of the order of the sum (Loader 2000, "Fast and accurate computation of
/// binomial probabilities").
fn ln_mixture(k: f64, n: f64, log_odds: f64) -> f64 {
    let (p, q) = (chance(log_odds), chance(-log_odds));
    let (x, y, all) = (k + 0.5, n - k + 0.5, n + 1.0);
    let (mean_x, mean_y) = (all * p, all * q);
    deviance(x, mean_x)
        + deviance(y, mean_y)
        + 0.5 * (mean_x / x).ln()
        + 0.5 * (mean_y / y).ln()
        + 0.5 * (2.0 / (PI * all)).ln()
        + stirling_rest(x)
        + stirling_rest(y)
        - stirling_rest(all)
}

/// D(x, m) = x·ln(x/m) + m − x.
fn deviance(x: f64, mean: f64) -> f64 {
    let excess = (mean - x) / x;
    // Computing ln(m/x) from the excess keeps the digits for m near x, directly for m near 0.
    let log = if excess.abs() < 0.5 { excess.ln_1p() } else { (mean / x).ln() };
    x * (excess - log)
}

/// δ(x) = ln Γ(x) − (x − ½)·ln x + x − ½ ln 2π.
fn stirling_rest(x: f64) -> f64 {
    if x < 10.0 {
        return ln_gamma(x) - (x - 0.5) * x.ln() + x - 0.5 * (2.0 * PI).ln();
    }
    // Abramowitz & Stegun 6.1.41; the next term is below 2e-14 at 10.
    let w = 1.0 / (x * x);
    (1.0 / 12.0 - w * (1.0 / 360.0 - w * (1.0 / 1260.0 - w * (1.0 / 1680.0 - w / 1188.0)))) / x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, want: f64, relative: f64, of: &str) {
        assert!((got - want).abs() <= relative * want.abs(), "{of}: {got:e} instead of {want:e}");
    }

    /// Uniform numbers, good enough for coin tosses.
    fn uniform(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    #[test]
    fn half_widths_match_mpmath() {
        // mpmath, 40 digits: u = -lambertw(-alpha**2/e, -1) - 1, m = n*u/t,
        // sqrt(2*v*(m+1)/(n*m)*log(sqrt(m+1)/alpha)).
        for (v, n, alpha, t, want) in [
            (1.0, 1, 0.05, 1.0, 3.035122413028551),
            (1.0, 100, 0.05, 100.0, 0.3035122413028551),
            (9.0, 10000, 0.05, 1000000.0, 0.26831406713796435),
            (2.5, 1000000, 0.01, 10000.0, 0.006382516074781728),
            (1.0, 1000000000000, 0.001, 1000000000.0, 4.851747243162216e-06),
        ] {
            let of = format!("{v} {n} {alpha} {t}");
            close(mean_half_width(v, n, alpha, t), want, 1e-13, &of);
        }
    }

    #[test]
    fn the_mean_is_narrowest_where_asked() {
        let at = |t| mean_half_width(1.0, 10_000, 0.05, t);
        assert!(at(10_000.0) < at(9_000.0) && at(10_000.0) < at(11_000.0));
        // There the squared half width is σ²(1+u)/n, by the equation for u.
        let u = best_rho_squared(0.05, 1.0);
        close(at(10_000.0).powi(2), (1.0 + u) / 10_000.0, 1e-13, "at the optimum");
        // The equation holds for any alpha, also with twice the `optimise_at`.
        for alpha in [1e-300_f64, 1e-9, 0.05, 0.5, 0.999] {
            let u = 2.0 * best_rho_squared(alpha, 2.0);
            close(u - u.ln_1p(), -2.0 * alpha.ln(), 1e-12, "equation");
        }
    }

    #[test]
    fn the_mean_knows_nothing_from_nothing() {
        for (n, alpha, t) in [(0, 0.05, 10.0), (5, 0.0, 10.0), (5, 1.0, 10.0), (5, 0.05, 0.0)] {
            assert_eq!(mean_half_width(1.0, n, alpha, t), f64::INFINITY);
        }
        assert_eq!(mean_half_width(1.0, 5, f64::NAN, 10.0), f64::INFINITY);
        assert_eq!(mean_half_width(0.0, 5, 0.05, 10.0), 0.0);
    }

    #[test]
    fn proportions_match_mpmath() {
        // mpmath, 40 digits: the two p with log(beta(k+1/2, n-k+1/2)/pi) - k*log(p)
        // - (n-k)*log1p(-p) = -log(alpha).
        for (k, n, alpha, low, high) in [
            (1, 2, 0.05, 0.006289558546712525, 0.9937104414532875),
            (3, 10, 0.05, 0.03251513978805886, 0.7475871099149966),
            (10, 20, 0.01, 0.15736153905941377, 0.8426384609405863),
            (1, 1000, 0.05, 4.463974048706786e-07, 0.009974747264749652),
            (400, 1000, 0.05, 0.34446475836345586, 0.45730825960540883),
            (99, 1000000, 0.05, 6.0699164292581516e-05, 0.0001507737523636465),
            (500000, 1000000, 0.05, 0.49774953598633775, 0.5022504640136622),
            (1, 1000000000, 0.05, 4.460312281492664e-16, 1.74841732667421e-08),
            (100000000, 1000000000, 0.001, 0.0999438922005118, 0.10005612646101282),
            (1, 1000000000000, 0.05, 1.410473978764288e-20, 2.11273220411088e-11),
            (100, 1000000000000, 0.05, 5.238779314773058e-11, 1.702432788745174e-10),
            (300000000000, 1000000000000, 0.05, 0.2999973250177475, 0.3000026749913389),
            (500000000000, 1000000000000, 0.05, 0.49999708135012516, 0.5000029186498749),
            (999999999997, 1000000000000, 0.05, 0.9999999999734026, 0.9999999999999962),
        ] {
            let of = format!("{k} of {n} at {alpha}");
            let got = proportion(k, n, alpha);
            close(got.0, low, 1e-13, &of);
            close(got.1, high, 1e-13, &of);
        }
    }

    #[test]
    fn the_rest_of_stirling_matches_mpmath() {
        // mpmath, 30 digits: loggamma(x) - (x - 1/2)*log(x) + x - log(2*pi)/2. Below 10, ln Γ is
        // accurate to about 2e-15 of its value.
        for (x, want) in [
            (0.5, 0.15342640972002736),
            (9.5, 0.008768700134139386),
            (10.5, 0.00793411456431402),
            (1000000.0, 8.333333333333056e-08),
        ] {
            assert!((stirling_rest(x) - want).abs() < 5e-14, "{x}: {:e}", stirling_rest(x));
        }
    }

    #[test]
    fn small_cases_by_hand() {
        // B(½, 3/2)/π = ½, so 0 of 1 excludes p with ½/(1−p) ≥ 20.
        let (low, high) = proportion(0, 1, 0.05);
        assert_eq!(low, 0.0);
        close(high, 0.975, 1e-13, "0 of 1");
        let (low, high) = proportion(1, 1, 0.05);
        assert_eq!(high, 1.0);
        close(low, 0.025, 1e-13, "1 of 1");
        assert_eq!(proportion(0, 0, 0.05), (0.0, 1.0));
        assert_eq!(proportion(2, 4, 0.0), (0.0, 1.0));
        assert_eq!(proportion(2, 4, f64::NAN), (0.0, 1.0));
        assert_eq!(proportion(9, 4, 0.05), proportion(4, 4, 0.05));
    }

    #[test]
    fn hits_and_misses_mirror() {
        for (k, n) in [(3, 40), (0, 9), (123_456, 1_000_000)] {
            let (few, many) = (proportion(k, n, 0.05), proportion(n - k, n, 0.05));
            assert!(few.0 <= k as f64 / n as f64 && k as f64 / n as f64 <= few.1);
            assert!((1.0 - few.0 - many.1).abs() < 1e-14 && (1.0 - few.1 - many.0).abs() < 1e-14);
        }
    }

    #[test]
    fn any_alpha_ends() {
        for alpha in [1e-300, 1e-9, 0.5, 0.999, 1.0, 7.0] {
            for (k, n) in [(0, 5), (5, 5), (1, 1_000_000_000_000), (u64::MAX / 2, u64::MAX)] {
                let (low, high) = proportion(k, n, alpha);
                assert!(0.0 <= low && low <= high && high <= 1.0, "{alpha} {k} {n}");
            }
        }
    }

    #[test]
    fn peeking_at_every_trial_does_not_break_it() {
        // 1,000 runs of 1,000 trials with a look after each trial: at most 5% of the runs may ever
        // exclude p, while a fixed-n interval excludes it in about half of them.
        let mut next = uniform(3);
        let (mut wrong, mut naive) = (0, 0);
        for _ in 0..1_000 {
            let p: f64 = 0.2;
            let log_odds = (p / (1.0 - p)).ln();
            let (mut hits, mut excluded, mut naively) = (0.0, false, false);
            for n in 1..=1_000 {
                let n = f64::from(n);
                hits += f64::from(u8::from(next() < p));
                excluded |= ln_mixture(hits, n, log_odds) >= 20_f64.ln();
                naively |= n > 30.0 && (hits - n * p).abs() > 1.96 * (n * p * (1.0 - p)).sqrt();
            }
            wrong += i32::from(excluded);
            naive += i32::from(naively);
        }
        // Allow 3 standard errors above 5% for luck; and the interval must not be so wide that it
        // never errs.
        assert!((1..=70).contains(&wrong), "{wrong} of 1000");
        assert!(naive > 250, "{naive} of 1000");
    }

    #[test]
    fn peeking_at_a_mean_does_not_break_it() {
        // Skewed sessions, −1 with probability 0.9 and 9 with probability 0.1: mean 0, variance 9,
        // estimated as the run goes; looks start at 100 sessions.
        let mut next = uniform(5);
        let mut wrong = 0;
        for _ in 0..500 {
            let (mut sum, mut squares, mut excluded) = (0.0, 0.0, false);
            for n in 1..=2_000_u64 {
                let x: f64 = if next() < 0.1 { 9.0 } else { -1.0 };
                sum += x;
                squares += x * x;
                if n >= 100 {
                    let mean = sum / n as f64;
                    let variance = squares / n as f64 - mean * mean;
                    excluded |= mean.abs() > mean_half_width(variance, n, 0.05, 500.0);
                }
            }
            wrong += i32::from(excluded);
        }
        assert!((1..=35).contains(&wrong), "{wrong} of 500");
    }
}
