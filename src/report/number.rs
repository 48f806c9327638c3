//! Number formatting for people: grouped thousands, and only the digits that are significant.

pub(super) use crate::study::figure::{fixed, grouped as group};

/// The decimal exponent of `x` once it is rounded to `digits` significant digits:
/// 0 for 1 to 9.99, -2 for 0.05. Zero has exponent 0.
pub(super) fn exponent(x: f64, digits: usize) -> i32 {
    let text = format!("{:.*e}", digits.saturating_sub(1), x.abs());
    text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0)
}

/// The number of decimals that show `digits` significant digits of `x`; 0 for large numbers.
pub(super) fn decimals_for(x: f64, digits: usize) -> usize {
    let wanted = digits as i64 - 1 - i64::from(exponent(x, digits));
    usize::try_from(wanted).unwrap_or(0)
}

/// Formats `x` with `digits` significant digits, but with every digit before the point; integers
/// without a point; exponent form below 0.00001 and from 1e15.
pub(super) fn significant(x: f64, digits: usize) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    if !(1e-5..1e15).contains(&x.abs()) {
        return format!("{:.*e}", digits.saturating_sub(1), x);
    }
    if x.fract() == 0.0 {
        return group(&format!("{x:.0}"));
    }
    group(&format!("{:.*}", decimals_for(x, digits), x))
}

/// Formats `x` with `digits` significant digits, rounded before the point, too: 16,300 with three.
pub(super) fn figures(x: f64, digits: usize) -> String {
    if exponent(x, digits) < digits as i32 { significant(x, digits) } else { rounded(x, digits) }
}

/// Formats `x` with this many decimals and a sign, `+` included; a result that rounds to zero has
/// none.
pub(super) fn signed(x: f64, decimals: usize) -> String {
    let text = fixed(x, decimals);
    let zero = !text.contains(|c: char| ('1'..='9').contains(&c));
    if zero || text.starts_with('-') { text } else { format!("+{text}") }
}

/// Rounds a positive number down to `digits` significant digits and groups it.
pub(super) fn rounded_down(x: f64, digits: usize) -> String {
    // An exact 300 that arrives as 299.99999999999994 counts as 300.
    to_digits(x * (1.0 + 4.0 * f64::EPSILON), digits, f64::floor)
}

/// Rounds a number to `digits` significant digits and groups it.
pub(super) fn rounded(x: f64, digits: usize) -> String {
    to_digits(x, digits, f64::round)
}

fn to_digits(x: f64, digits: usize, round: impl Fn(f64) -> f64) -> String {
    let shift = digits as i32 - 1 - exponent(x, 17);
    if shift <= 0 {
        let unit = 10_f64.powi(-shift);
        return group(&format!("{:.0}", round(x / unit) * unit));
    }
    let unit = 10_f64.powi(shift);
    let text = format!("{:.*}", shift as usize, round(x * unit) / unit);
    group(text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::{figures, fixed, group, rounded, rounded_down, signed, significant};

    #[test]
    fn thousands() {
        for (plain, expected) in [
            ("0", "0"),
            ("999", "999"),
            ("1000", "1,000"),
            ("-1234567", "-1,234,567"),
            ("123456.789012", "123,456.789012"),
            ("-100", "-100"),
        ] {
            assert_eq!(group(plain), expected);
        }
        assert_eq!(group(&u64::MAX.to_string()), "18,446,744,073,709,551,615");
    }

    #[test]
    fn significant_digits() {
        for (x, digits, expected) in [
            (0.0, 4, "0"),
            (1.0, 4, "1"),
            (-12.0, 4, "-12"),
            (1.23456, 4, "1.235"),
            (9.99996, 4, "10.00"),
            (0.05459, 4, "0.05459"),
            (0.42847123, 5, "0.42847"),
            (0.00123456, 5, "0.0012346"),
            (0.00001, 4, "0.00001000"),
            (0.00000123456, 4, "1.235e-6"),
            (12345.678, 4, "12,346"),
            (2_598_960.0, 4, "2,598,960"),
            (1.5e15, 4, "1.500e15"),
        ] {
            assert_eq!(significant(x, digits), expected);
        }
    }

    #[test]
    fn figures_before_the_point() {
        for (x, digits, expected) in [
            (16_281.3, 3, "16,300"),
            (-16_281.3, 1, "-20,000"),
            (9_081_345.4, 2, "9,100,000"),
            (99.6, 2, "100"),
            (61.42, 2, "61"),
            (61.42, 3, "61.4"),
            (0.0069, 1, "0.007"),
            (0.0, 2, "0"),
        ] {
            assert_eq!(figures(x, digits), expected, "{x} {digits}");
        }
    }

    #[test]
    fn signs() {
        assert_eq!(signed(-0.054591, 5), "-0.05459");
        assert_eq!(signed(0.054591, 5), "+0.05459");
        assert_eq!(signed(0.0, 5), "0.00000");
        assert_eq!(signed(-0.000001, 5), "0.00000");
        assert_eq!(signed(0.000001, 5), "0.00000");
        assert_eq!(signed(-1234.5, 2), "-1,234.50");
        assert_eq!(fixed(0.5, 2), "0.50");
        assert_eq!(fixed(-0.001, 2), "0.00");
    }

    #[test]
    fn rounding_to_the_nearest() {
        for (x, expected) in [(1_345_831_988.0, "1,350,000,000"), (16.999, "17"), (66.67, "66.7")] {
            assert_eq!(rounded(x, 3), expected, "{x}");
        }
    }

    #[test]
    fn rounding_down() {
        for (x, expected) in [
            (271_828.0, "271,000"),
            (1.0 / (1.0 / 300.0), "300"),
            (1.0 / 3.689e-6, "271,000"),
            (999.9, "999"),
            (27.19, "27.1"),
            (3.0, "3"),
            (1.0, "1"),
            (2.749, "2.74"),
            (1000.0, "1,000"),
            (1.23999e18, "1,230,000,000,000,000,000"),
        ] {
            assert_eq!(rounded_down(x, 3), expected, "{x}");
        }
    }
}
