//! Parsing of option values, with the allowed values in each error.

use crate::simulate::MAX_ROUNDS;
use crate::study::{LEVELS, Length, Share};
use std::time::Duration;

/// A count, which may have `_` and the suffixes k, M, G.
pub fn rounds(text: &str) -> Result<u64, String> {
    let wrong =
        || format!("write 1..={MAX_ROUNDS} with the suffixes k, M or G if you like, such as 10M");
    let plain = text.replace('_', "");
    let (digits, factor) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1_000),
        Some((at, 'M')) => (&plain[..at], 1_000_000),
        Some((at, 'G')) => (&plain[..at], 1_000_000_000),
        _ => (plain.as_str(), 1),
    };
    let whole = digits.parse::<u64>().ok().and_then(|n| n.checked_mul(factor));
    // 2.5M is also a whole number of rounds.
    let part = || {
        let value = digits.parse::<f64>().ok()? * factor as f64;
        let fits = (1.0..=MAX_ROUNDS as f64).contains(&value) && value.fract() == 0.0;
        (factor > 1 && fits && !digits.contains(['e', 'E'])).then_some(value as u64)
    };
    whole.or_else(part).filter(|n| (1..=MAX_ROUNDS).contains(n)).ok_or_else(wrong)
}

pub fn seed(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| format!("write a whole number 0..={}", u64::MAX))
}

/// A session number, below the maximum number of rounds of a run.
pub fn session(text: &str) -> Result<u64, String> {
    let number = text.replace('_', "").parse().ok().filter(|n| *n < MAX_ROUNDS);
    number.ok_or_else(|| format!("write a whole number 0..={}", MAX_ROUNDS - 1))
}

pub fn round(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|n| *n >= 1);
    number.ok_or_else(|| "write a whole number from 1, the first round of a session".to_owned())
}

/// A small whole number, as text without a sign or leading zeros.
pub fn whole(text: &str) -> Result<String, String> {
    small(text).map(|number| number.to_string())
}

/// A number whose bounds the game checks.
pub fn small(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "write a small whole number, such as 3".to_owned())
}

pub fn seat(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| *n >= 1);
    number.ok_or_else(|| "write a whole number from 1, a seat of the table".to_owned())
}

/// The most parts of a run.
const MOST_PARTS: u64 = 100_000;

/// A number of parts.
pub fn parts(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST_PARTS).contains(number));
    number.ok_or_else(|| format!("write a whole number 1..={MOST_PARTS}"))
}

/// A share of a run, as I/N.
pub fn share(text: &str) -> Result<Share, String> {
    let found = text.split_once('/').and_then(|(number, of)| {
        let (number, of) = (number.trim().parse().ok()?, parts(of.trim()).ok()?);
        (1..=of).contains(&number).then_some(Share { number, of })
    });
    found.ok_or_else(|| {
        format!("write I/N, the I-th of N parts, such as 3/8; N is at most {MOST_PARTS}")
    })
}

/// The most threads: more than any machine has, and few enough to start.
const MOST_THREADS: usize = 1024;

pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
    number.ok_or_else(|| format!("write a whole number 1..={MOST_THREADS}"))
}

pub fn confidence(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|p| (0.5..=0.999_999).contains(p));
    number.ok_or_else(|| "write a probability 0.5..=0.999999, such as 0.95".to_owned())
}

pub fn precision(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|p| Length::PRECISIONS.contains(p));
    number.ok_or_else(|| {
        "write a half-width 0.000001..=1000 in the unit of the figures, such as 0.001".to_owned()
    })
}

pub fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|t: &f64| t.is_finite() && *t >= 0.0);
    number.ok_or_else(|| "write a number from 0, such as 0.001".to_owned())
}

pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "write a time such as 30s, 500ms, 5m or 2h, up to 1000h".to_owned();
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let found = units.iter().find_map(|(unit, seconds)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * seconds)
    });
    let longest = Length::LONGEST.as_secs_f64();
    let seconds = found.filter(|s| *s > 0.0 && *s <= longest).ok_or_else(wrong)?;
    Ok(Duration::from_secs_f64(seconds))
}

/// A bankroll, in stakes.
pub fn bankroll(text: &str) -> Result<f64, String> {
    let found = text.replace('_', "").parse().ok();
    let found = found.filter(|stakes: &f64| stakes.is_finite() && *stakes > 0.0);
    found.ok_or_else(|| "write how many stakes it holds, a number above 0".to_owned())
}

/// A penetration, as a fraction of the shoe.
pub fn penetration(text: &str) -> Result<f64, String> {
    let found = text.trim().parse().ok().filter(|part: &f64| *part > 0.0 && *part < 1.0);
    found.ok_or_else(|| {
        "write the part that is dealt before a shuffle, above 0 and below 1".to_owned()
    })
}

/// A level of tags.
pub fn level(text: &str) -> Result<u32, String> {
    let found = text.parse().ok().filter(|level| LEVELS.contains(level));
    found.ok_or_else(|| "write the largest tag, 1, 2 or 3".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_suffixes() {
        assert_eq!(rounds("10M"), Ok(10_000_000));
        assert_eq!(rounds("1_000"), Ok(1000));
        assert_eq!(rounds("2.5k"), Ok(2500));
        assert_eq!(rounds("1G"), Ok(1_000_000_000));
        for wrong in
            ["0", "-1", "", "k", "1e9", "2.5", "99999999999999999999", "2000000G", "0.0001k"]
        {
            assert!(rounds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        for wrong in ["30", "0s", "-1s", "s", "1e9h", "nans"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
