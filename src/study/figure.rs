//! Figures with simultaneous confidence intervals, and their text forms.

use crate::stats::quantile::growth;
use crate::stats::{Difference, Estimate, FEW_DIFFERENT, Moments, Pair};

/// A figure with an interval that holds for all figures simultaneously.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    pub value: f64,
    /// The ends of its interval; infinite if unknown.
    pub low: f64,
    pub high: f64,
    /// The number of rounds sampled; `None` if it was computed.
    pub rounds: Option<u64>,
    /// What its interval is made from, if that is a standard error.
    pub spread: Option<Spread>,
}

/// A standard error, and the quantile by which it makes an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub se: f64,
    /// The number of sessions that inform the error.
    pub sessions: u64,
    /// The number of these without which there is no such interval.
    pub fewest: u64,
    pub confidence: f64,
}

impl Figure {
    /// A computed figure.
    pub fn exact(value: f64) -> Figure {
        Figure { value, low: value, high: value, rounds: None, spread: None }
    }

    /// The difference of two computed figures; 0 if they differ only by rounding.
    pub fn exact_difference(here: f64, before: f64) -> Figure {
        const ROUNDING: f64 = 1e-12;
        let difference = here - before;
        let is_noise = difference.abs() <= ROUNDING * (1.0 + here.abs() + before.abs());
        Figure::exact(if is_noise { 0.0 } else { difference })
    }

    /// The mean of sums over their rounds, in units of `scale`.
    pub fn ratio(moments: &Moments, scale: f64, alpha: f64, rounds: u64) -> Option<Figure> {
        let found = Estimate::ratio(moments, scale, 1.0 - alpha)?;
        let figure = Figure::between(found.value, found.low, found.high, rounds);
        Some(figure.spread(found.se, (moments.sessions, 0), alpha))
    }

    /// The difference of a pair, in units of `scale`.
    pub fn difference(pair: &Pair, scale: f64, alpha: f64, rounds: u64) -> Option<Figure> {
        let found = Difference::fixed(pair, scale, alpha)?;
        let figure = Figure::between(found.value, found.low, found.high, rounds);
        Some(figure.spread(found.se, (pair.differed, FEW_DIFFERENT), alpha))
    }

    fn spread(self, se: Option<f64>, (sessions, fewest): (u64, u64), alpha: f64) -> Figure {
        let is_known = |se: &f64| *se > 0.0 && sessions > 1;
        let confidence = 1.0 - alpha;
        let spread = se.filter(is_known).map(|se| Spread { se, sessions, fewest, confidence });
        Figure { spread, ..self }
    }

    /// A sampled value with its interval.
    pub fn between(value: f64, low: Option<f64>, high: Option<f64>, rounds: u64) -> Figure {
        let (low, high) = (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY));
        Figure { value, low, high, rounds: Some(rounds), spread: None }
    }

    /// The same with its interval limited to `low`..=`high`.
    pub fn within(self, low: f64, high: f64) -> Figure {
        Figure { low: self.low.clamp(low, high), high: self.high.clamp(low, high), ..self }
    }

    /// The difference of a pair of shares.
    pub fn difference_of_shares(pair: &Pair, alpha: f64, rounds: u64) -> Option<Figure> {
        Figure::difference(pair, 1.0, alpha, rounds).map(|found| found.within(-1.0, 1.0))
    }

    /// The sign that the interval establishes: `true` above 0, `false` below, `None` if it includes
    /// 0.
    pub fn side(&self) -> Option<bool> {
        if self.low > 0.0 {
            Some(true)
        } else if self.high < 0.0 {
            Some(false)
        } else {
            None
        }
    }

    /// The minimum distance from 0 that the interval establishes.
    pub fn beyond(&self) -> f64 {
        f64::max(self.low, -self.high).max(0.0)
    }

    /// Half the width of the interval.
    pub fn half(&self) -> f64 {
        0.5 * (self.high - self.low)
    }

    /// The number of rounds after which its sign would be known, if its value is about right: the
    /// interval shrinks with the root of the rounds, and faster while the sessions are so few that
    /// its width is mostly Student's quantile. Two significant digits; `None` if no such number is
    /// known.
    pub fn needed(&self) -> Option<u64> {
        let rounds = self.rounds? as f64;
        let needed = rounds
            * match self.spread {
                Some(Spread { se, sessions, fewest, confidence }) => {
                    let enough = growth(confidence, sessions, self.value.abs() / se);
                    enough.max(fewest as f64 / sessions as f64)
                }
                None => (self.half() / self.value).powi(2),
            };
        (self.value != 0.0 && needed.is_finite() && needed < 1e15).then(|| up_to_two_digits(needed))
    }

    /// The end of a sentence that states this figure although its sign is open: the number of
    /// rounds that would settle the sign. Empty if that number is unknown.
    pub fn would_tell(&self) -> String {
        match self.needed() {
            Some(needed) => {
                format!("; if it is that large, about {} would show it", rounds_in_words(needed))
            }
            None => String::new(),
        }
    }

    /// The method by which it was found.
    pub fn method(&self) -> &'static str {
        if self.rounds.is_none() { "exact" } else { "simulated" }
    }

    /// Its absolute value in words: `0.107 ± 0.002`. A value whose sign is known is written with
    /// more digits than usual if it would look like half its interval.
    pub fn size(&self) -> String {
        let half = self.half();
        let to = |half_of_digits: f64| [self.value.abs(), half].map(|x| written(x, half_of_digits));
        let [mut value, mut error] = to(half);
        if !(half > 0.0 && half.is_finite()) {
            return value;
        }
        if value == error && self.side().is_some() {
            [value, error] = to(half / 10.0);
        }
        format!("{value} ± {error}")
    }

    /// The same with a minus sign if it is negative.
    pub fn signed(&self) -> String {
        let size = self.size();
        let is_zero = !size
            .split(' ')
            .next()
            .unwrap_or_default()
            .contains(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
        if self.value < 0.0 && !is_zero { format!("-{size}") } else { size }
    }
}

/// `x`, rounded up to two significant digits.
pub fn up_to_two_digits(x: f64) -> u64 {
    let unit = 10_f64.powf((x.max(1.0).log10().floor() - 1.0).max(0.0));
    ((x / unit).ceil() * unit) as u64
}

/// `x`, rounded down to two significant digits, but at least `least`.
pub fn down_to_two_digits(x: f64, least: f64) -> u64 {
    let unit = 10_f64.powf((x.max(1.0).log10().floor() - 1.0).max(0.0));
    ((x / unit).floor() * unit).max(least) as u64
}

/// Half the width of a simultaneous interval is about this many standard errors.
const ERRORS: f64 = 2.5;
/// Significant digits of a computed figure.
const DIGITS: f64 = 3.0;

/// A number to the second digit of its standard error; with three significant digits if computed.
pub fn written(x: f64, half: f64) -> String {
    let decimals = match half > 0.0 && half.is_finite() {
        true => 1.0 - (half / ERRORS).log10().floor(),
        false if x == 0.0 => 0.0,
        false => DIGITS - 1.0 - x.abs().log10().floor(),
    };
    let decimals = decimals.clamp(0.0, 9.0) as usize;
    fixed(x, decimals)
}

/// Formats `x` with this many decimals; a result that rounds to zero has no sign.
pub fn fixed(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    let zero = !text.contains(|c: char| ('1'..='9').contains(&c));
    grouped(if zero { text.trim_start_matches('-') } else { &text })
}

/// A number of rounds with thousands separators.
pub fn rounds(n: u64) -> String {
    grouped(&n.to_string())
}

/// The same with its noun: `1 round`, `2,000 rounds`.
pub fn rounds_in_words(n: u64) -> String {
    format!("{} {}", rounds(n), if n == 1 { "round" } else { "rounds" })
}

/// Adds thousands separators before the point: `-1234567.5` becomes `-1,234,567.5`.
pub fn grouped(plain: &str) -> String {
    let start = plain.find(|c: char| c.is_ascii_digit()).unwrap_or(plain.len());
    let (sign, digits) = plain.split_at(start);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (whole, rest) = digits.split_at(end);
    let mut text = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

/// A probability in percent, without the rounding noise of floating point.
pub fn percent(p: f64) -> String {
    let text = format!("{:.6}", 100.0 * p);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_two_digits_of_their_error() {
        let of = |value: f64, half: f64| {
            Figure::between(value, Some(value - half), Some(value + half), 1000)
        };
        assert_eq!(of(0.107_39, 0.002_5).size(), "0.1074 ± 0.0025");
        assert_eq!(of(-1234.5, 25.0).signed(), "-1,234 ± 25");
        assert_eq!(of(-0.000_001, 0.25).signed(), "0.00 ± 0.25");
        assert_eq!(of(-2.626, 2.563).size(), "2.63 ± 2.56");
        assert_eq!(Figure::exact(0.107_39).size(), "0.107");
        assert_eq!(Figure::exact(0.0).size(), "0");
        assert_eq!(rounds(1_234_567), "1,234,567");
        assert_eq!(rounds(123), "123");
    }

    #[test]
    fn rounding_is_no_difference() {
        assert_eq!(Figure::exact_difference(0.1 + 0.2, 0.3), Figure::exact(0.0));
        assert_eq!(Figure::exact_difference(0.3, 0.3 - 1e-9).side(), Some(true));
        assert_eq!(Figure::exact_difference(-1.0, 1.0), Figure::exact(-2.0));
    }

    #[test]
    fn what_cannot_be_told_says_what_would_tell() {
        let open = Figure::between(0.01, Some(-0.01), Some(0.03), 1000);
        assert_eq!((open.side(), open.needed()), (None, Some(4000)));
        assert_eq!(open.beyond(), 0.0);
        let shown = Figure::between(-0.03, Some(-0.04), Some(-0.02), 1000);
        assert_eq!(shown.side(), Some(false));
        assert_eq!(shown.beyond(), 0.02);
        assert_eq!(Figure::exact(0.01).side(), Some(true));
        assert_eq!(Figure::between(0.0, Some(-1.0), Some(1.0), 10).needed(), None);
        // Three sessions at 95%: Student's quantile is 4.30, that of the eight sessions needed 2.36.
        let few = open.spread(Some(0.007), (3, 0), 0.05);
        assert_eq!((few.side(), few.needed()), (None, Some(2800)));
        // If nothing is told before ten sessions differ, it takes three times as many and a third.
        let few = open.spread(Some(0.007), (3, 10), 0.05);
        assert_eq!((few.side(), few.needed()), (None, Some(3400)));
        assert_eq!(up_to_two_digits(12_345.0), 13_000);
        assert_eq!(down_to_two_digits(12_999.0, 100.0), 12_000);
        assert_eq!(down_to_two_digits(3.7, 100.0), 100);
    }
}
