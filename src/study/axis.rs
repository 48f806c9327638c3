//! The axes of a grid: fields of the rules, and the values that they take.

use super::{Cell, RulesFrom, StudyError};
use crate::framework::settings::{shown, split_setting, unquoted, value_of};
use std::fmt;

/// An axis of a grid: a field and the values that it takes in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// A rule field, `players`, `rules`, or `strategy.PARAMETER`.
    pub field: String,
    /// Its values, at least one, without duplicates.
    pub values: Vec<AxisValue>,
}

/// A value of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisValue {
    /// The value as written.
    pub text: String,
    /// The rules that it names, if the field is `rules`.
    pub rules: Option<RulesFrom>,
}

impl AxisValue {
    /// A value of a field.
    pub fn new(text: impl Into<String>) -> AxisValue {
        AxisValue { text: text.into(), rules: None }
    }

    /// The value as a cell of a table: a number or a flag if it is one.
    pub fn cell(&self) -> Cell {
        match Decimal::read(&self.text) {
            Some(number) => number.cell(),
            // A quoted word is shown without its quotes.
            None => match value_of(&self.text) {
                toml::Value::String(word) => word.into(),
                toml::Value::Boolean(flag) => flag.into(),
                _ => self.text.as_str().into(),
            },
        }
    }
}

/// The field that stands for whole sets of rules.
pub const RULES: &str = "rules";
/// The prefix of fields that are parameters of strategies.
pub const STRATEGY: &str = "strategy";

/// The maximum number of points of an axis, and of a grid.
pub const MOST_POINTS: usize = 1000;

fn refuse<T>(text: &str, why: impl fmt::Display) -> Result<T, StudyError> {
    super::refuse(format!("`{}`: {why}", shown(text)))
}

/// Splits `FIELD=VALUES` into its two parts; the field without quotes that it does not need.
fn parts(text: &str) -> Result<(String, &str), StudyError> {
    match split_setting(text) {
        Some((field, values)) if !field.is_empty() && !values.is_empty() => {
            Ok((unquoted(field), values))
        }
        _ => refuse(text, "write FIELD=A..B, FIELD=A..B:STEP or FIELD=a,b,c"),
    }
}

impl Axis {
    /// Parses `FIELD=A..B`, `FIELD=A..B:STEP` (with both ends included) or `FIELD=a,b,c`.
    ///
    /// # Errors
    /// If it is none of these, or has too many values.
    pub fn read(text: &str) -> Result<Axis, StudyError> {
        let (field, values) = parts(text)?;
        let values = match Lattice::read(&field, values, text)? {
            Some(lattice) if lattice.step == 0 => {
                return refuse(text, "say how far apart the values are, as in 0..1:0.1");
            }
            Some(lattice) if lattice.count() > MOST_POINTS as u64 => {
                let found = lattice.count();
                return refuse(
                    text,
                    format!(
                        "{found} values are too many; at most {MOST_POINTS}: take longer steps"
                    ),
                );
            }
            Some(lattice) => (0..lattice.count()).map(|at| lattice.text(at)).collect(),
            None => list(values, text)?,
        };
        Ok(Axis { field, values: values.into_iter().map(AxisValue::new).collect() })
    }
}

/// The values of a list, which may be lists themselves.
fn list(values: &str, text: &str) -> Result<Vec<String>, StudyError> {
    let (mut found, mut depth, mut quote) = (vec![String::new()], 0_usize, None);
    for c in values.chars() {
        match c {
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            '[' | '{' | '(' if quote.is_none() => depth += 1,
            ']' | '}' | ')' if quote.is_none() => depth = depth.saturating_sub(1),
            ',' if depth == 0 && quote.is_none() => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = found.last_mut() {
            last.push(c);
        }
    }
    let found: Vec<String> = found.iter().map(|value| value.trim().to_owned()).collect();
    for (at, value) in found.iter().enumerate() {
        if value.is_empty() {
            return refuse(text, "a value is missing beside a comma");
        }
        if found[..at].contains(value) {
            return refuse(text, format!("{} is there twice", shown(value)));
        }
    }
    Ok(found)
}

/// The candidate values of a field that is to meet a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// A rule field, `players`, `rules`, or `strategy.PARAMETER`.
    pub field: String,
    /// Its values.
    pub values: Tried,
}

/// The values to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// Numbers in order, evenly spaced.
    Numbers(Lattice),
    /// Named values, such as readings of a rule.
    Readings(Vec<AxisValue>),
}

impl Candidates {
    /// Parses `FIELD=A..B`, `FIELD=A..B:STEP` or `FIELD=a,b,c`.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn read(text: &str) -> Result<Candidates, StudyError> {
        let (field, values) = parts(text)?;
        let values = match Lattice::read(&field, values, text)? {
            Some(lattice) => Tried::Numbers(lattice),
            None => Tried::Readings(list(values, text)?.into_iter().map(AxisValue::new).collect()),
        };
        Ok(Candidates { field, values })
    }
}

/// Evenly spaced decimal numbers, as integers over a power of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    low: i64,
    high: i64,
    /// The spacing, scaled likewise; 0 if none is given yet.
    step: i64,
    /// The number of decimals of all three.
    decimals: u32,
    /// Whether the spacing was given.
    said: bool,
    /// Whether nothing between two neighbours is allowed, although they are not whole numbers.
    atomic: bool,
}

/// The maximum number of digits of a number, not counting the point.
const MOST_DIGITS: usize = 12;
/// The limit on the numbers of a range once they are scaled to integers by the one with the most
/// decimals.
const MOST_SCALED: u64 = 10_u64.pow(MOST_DIGITS as u32 + 3);
/// The maximum number of decimals.
const MOST_DECIMALS: u32 = 9;

/// A number as written: an integer over a power of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decimal {
    digits: i64,
    decimals: u32,
}

impl Decimal {
    fn read(text: &str) -> Option<Decimal> {
        let text = text.trim();
        let (sign, plain) = match text.strip_prefix('-') {
            Some(plain) => (-1, plain),
            None => (1, text),
        };
        let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
        let all = format!("{whole}{part}");
        let number = !whole.is_empty()
            && (!plain.contains('.') || !part.is_empty())
            && all.len() <= MOST_DIGITS
            && all.bytes().all(|byte| byte.is_ascii_digit());
        let digits: i64 = all.parse().ok().filter(|_| number)?;
        Some(Decimal { digits: sign * digits, decimals: part.len() as u32 })
    }

    /// The numerator over 10^`decimals`, which must be at least its own decimals; `None` if it has
    /// too many digits.
    fn at(self, decimals: u32) -> Option<i64> {
        let scale = 10_i64.checked_pow(decimals.checked_sub(self.decimals)?)?;
        let digits = self.digits.checked_mul(scale)?;
        (digits.unsigned_abs() < MOST_SCALED).then_some(digits)
    }

    fn cell(self) -> Cell {
        match self.decimals {
            0 => Cell::Int(self.digits),
            _ => Cell::Float(self.digits as f64 / 10_f64.powi(self.decimals as i32)),
        }
    }
}

impl Lattice {
    /// Parses a range; `None` if the values are not one. Without a step, the step is 1 between
    /// integers and left open otherwise.
    fn read(field: &str, values: &str, text: &str) -> Result<Option<Lattice>, StudyError> {
        let Some((low, rest)) = values.split_once("..").filter(|_| field != RULES) else {
            return Ok(None);
        };
        if values.contains(['[', '{', '"', '\'']) {
            return Ok(None);
        }
        let (high, step) = match rest.split_once(':') {
            Some((high, step)) => (high, Some(step)),
            None => (rest, None),
        };
        let high = high.strip_prefix('=').unwrap_or(high);
        let number = |part: &str| match Decimal::read(part) {
            Some(number) => Ok(number),
            None => refuse(
                text,
                format!(
                    "`{}` is not a number of at most {MOST_DIGITS} digits; a range is A..B or \
                     A..B:STEP",
                    shown(part.trim())
                ),
            ),
        };
        let (low, high) = (number(low)?, number(high)?);
        let step = step.map(number).transpose()?;
        let decimals = [Some(low), Some(high), step];
        let decimals = decimals.iter().flatten().map(|n| n.decimals).max().unwrap_or(0);
        if decimals > MOST_DECIMALS {
            return refuse(text, format!("at most {MOST_DECIMALS} digits after the point"));
        }
        let whole = if decimals == 0 { 1 } else { 0 };
        let scaled = (low.at(decimals), high.at(decimals), step.map(|step| step.at(decimals)));
        let (Some(low), Some(high), Some(step)) =
            (scaled.0, scaled.1, scaled.2.unwrap_or(Some(whole)))
        else {
            let most = MOST_DIGITS as u32 + 3 - decimals;
            return refuse(
                text,
                format!(
                    "{decimals} digits after the point leave room for {most} before it: shorten \
                     the numbers"
                ),
            );
        };
        let said = scaled.2.is_some();
        let lattice = Lattice { low, high, step, decimals, said, atomic: false };
        if lattice.high <= lattice.low {
            return refuse(text, "a range goes up: A..B with A below B");
        }
        if lattice.said && lattice.step <= 0 {
            return refuse(text, "a step is above 0");
        }
        let last = lattice.number(lattice.count() - 1);
        if lattice.said && last != lattice.high {
            let (low, end) = (lattice.text(0), lattice.text(lattice.count() - 1));
            let step = Lattice { low: lattice.step, ..lattice }.text(0);
            return refuse(
                text,
                format!(
                    "the steps end at {end}: write {low}..{end}:{step}, or a step that ends at the other end"
                ),
            );
        }
        Ok(Some(lattice))
    }

    /// Whether the spacing was given.
    pub fn is_said(&self) -> bool {
        self.said
    }

    /// The lowest number plus half a unit of its last decimal, as text.
    pub fn halfway(&self) -> String {
        let half = Lattice { low: 10 * self.low + 5, decimals: self.decimals + 1, ..*self };
        half.text(0)
    }

    /// Whether the spacing is known: given, or 1 between integers.
    pub fn is_spaced(&self) -> bool {
        self.step > 0
    }

    /// The same range in about `steps` steps, each a power of ten.
    #[must_use]
    pub fn in_about(&self, steps: u64) -> Lattice {
        let mut finer = *self;
        while finer.decimals < MOST_DECIMALS && ((finer.high - finer.low) as u64) < steps {
            let (Some(low), Some(high)) = (finer.low.checked_mul(10), finer.high.checked_mul(10))
            else {
                break;
            };
            (finer.low, finer.high) = (low, high);
            finer.decimals += 1;
        }
        finer.step = 1;
        while ((finer.high - finer.low) / finer.step) as u64 >= 10 * steps {
            finer.step *= 10;
        }
        finer
    }

    /// The multiples of one over `units` in the same range, if there are two that can be written:
    /// amounts of money, `units` to a stake.
    pub fn in_units(&self, units: i64) -> Option<Lattice> {
        let decimals = (self.decimals..=MOST_DECIMALS).find(|&at| 10_i64.pow(at) % units == 0)?;
        let scale = 10_i64.pow(decimals - self.decimals);
        let step = 10_i64.pow(decimals) / units;
        let (low, high) = (self.low.checked_mul(scale)?, self.high.checked_mul(scale)?);
        let low = low + (-low).rem_euclid(step);
        let high = high - high.rem_euclid(step);
        (low < high).then_some(Lattice { low, high, step, decimals, said: false, atomic: true })
    }

    /// The numbers from index `first` to index `last`, both included.
    #[must_use]
    pub fn part(&self, first: u64, last: u64) -> Lattice {
        Lattice { low: self.number(first), high: self.number(last), ..*self }
    }

    /// The count of numbers.
    pub fn count(&self) -> u64 {
        ((self.high - self.low) / self.step.max(1)) as u64 + 1
    }

    fn number(&self, at: u64) -> i64 {
        self.low + self.step * at as i64
    }

    /// The number at an index, as text.
    pub fn text(&self, at: u64) -> String {
        let digits = self.number(at);
        let unit = 10_i64.pow(self.decimals);
        if digits % unit == 0 {
            return (digits / unit).to_string();
        }
        let sign = if digits < 0 { "-" } else { "" };
        let (whole, part) =
            (digits.unsigned_abs() / unit as u64, digits.unsigned_abs() % unit as u64);
        let text = format!("{sign}{whole}.{part:0width$}", width = self.decimals as usize);
        text.trim_end_matches('0').to_owned()
    }

    /// The number at an index.
    pub fn value(&self, at: u64) -> f64 {
        self.number(at) as f64 / 10_f64.powi(self.decimals as i32)
    }

    /// Whether all numbers are integers.
    pub fn is_whole(&self) -> bool {
        let unit = 10_i64.pow(self.decimals);
        self.low % unit == 0 && self.step % unit == 0
    }

    /// Whether nothing lies between two neighbours.
    pub fn is_atomic(&self) -> bool {
        self.atomic || self.is_whole()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        Axis::read(text).unwrap().values.into_iter().map(|value| value.text).collect()
    }

    #[test]
    fn ranges_and_lists_are_read() {
        assert_eq!(texts("commission=0..50:10"), ["0", "10", "20", "30", "40", "50"]);
        assert_eq!(texts(" players = 1..4"), ["1", "2", "3", "4"]);
        assert_eq!(texts("x=0..6:3"), ["0", "3", "6"]);
        assert_eq!(texts("x=-1..0.5:0.5"), ["-1", "-0.5", "0", "0.5"]);
        // No digit is lost to binary floating point.
        assert_eq!(texts("x=0.1..0.7:0.1"), ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]);
        assert_eq!(texts("tie=continue, match,push"), ["continue", "match", "push"]);
        assert_eq!(texts("stop=[5,6],[],[6]"), ["[5,6]", "[]", "[6]"]);
        assert_eq!(texts("rules=../a.toml,casino"), ["../a.toml", "casino"]);
        assert_eq!(
            Axis::read("shuffle.penetration=0.5,0.75").unwrap().field,
            "shuffle.penetration"
        );
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for (text, part) in [
            ("commission", "FIELD=A..B"),
            ("=1..2", "FIELD=A..B"),
            ("x=", "FIELD=A..B"),
            ("x=5..5", "goes up"),
            ("x=5..1", "goes up"),
            ("x=1..z", "`z` is not a number"),
            ("x=1..", "`` is not a number"),
            ("x=1..2:0", "above 0"),
            ("x=1..2:-1", "above 0"),
            ("x=0.5..1", "how far apart"),
            ("x=0..1000", "1001 values are too many"),
            ("x=1,,2", "missing"),
            ("x=a,b,a", "a is there twice"),
            ("x=0..9999999999999", "not a number of at most 12 digits"),
            ("x=0.100000000..18446744074:0.05", "9 digits after the point leave room for 6"),
            ("x=-18446744074..0.100000000:0.05", "9 digits after the point leave room for 6"),
            ("x=0..1:0.0000000001", "at most 9 digits after the point"),
            ("x=0..7:3", "the steps end at 6: write 0..6:3"),
            ("x=0.5..2:0.4", "the steps end at 1.7: write 0.5..1.7:0.4"),
        ] {
            let message = Axis::read(text).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn numbers_are_cells_that_are_numbers() {
        assert_eq!(AxisValue::new("12").cell(), Cell::Int(12));
        assert_eq!(AxisValue::new("-0.25").cell(), Cell::Float(-0.25));
        assert_eq!(AxisValue::new("push").cell(), Cell::Text("push".into()));
        assert_eq!(AxisValue::new("1.").cell(), Cell::Text("1.".into()));
    }

    /// No number wraps around, however long the digits allow it to be.
    #[test]
    fn long_numbers_stay_in_order() {
        for text in
            ["x=-999999999999..999999999999", "x=999999999998..999999999999", "x=-0.5..99999.5"]
        {
            let Tried::Numbers(lattice) = Candidates::read(text).unwrap().values else { panic!() };
            for steps in [1, 1000, 1_000_000_000] {
                let cut = lattice.in_about(steps);
                let last = cut.count() - 1;
                assert!(cut.value(0) < cut.value(last), "{text} {steps}");
                assert_eq!(cut.value(0), lattice.value(0), "{text} {steps}");
                let high = lattice.high as f64 / 10_f64.powi(lattice.decimals as i32);
                assert!(cut.value(last) <= high + 1e-3, "{text} {steps}");
            }
        }
    }

    #[test]
    fn a_range_is_cut_in_powers_of_ten() {
        let lattice = |text: &str| match Candidates::read(text).unwrap().values {
            Tried::Numbers(lattice) => lattice,
            Tried::Readings(_) => panic!("{text} is a range"),
        };
        for (text, steps, count, second) in [
            ("x=0..1", 1000, 1001, "0.001"),
            ("x=0..0.5", 1000, 5001, "0.0001"),
            ("x=0..1000", 100, 101, "10"),
            ("x=0.25..0.75", 100, 501, "0.251"),
            ("x=0..100000", 10, 11, "10000"),
        ] {
            let cut = lattice(text).in_about(steps);
            assert_eq!((cut.count(), cut.text(1).as_str()), (count, second), "{text}");
        }
        let halves = lattice("x=-0.7..1").in_units(2).unwrap();
        let all: Vec<String> = (0..halves.count()).map(|at| halves.text(at)).collect();
        assert_eq!(all, ["-0.5", "0", "0.5", "1"]);
        assert!(halves.is_atomic() && !halves.is_whole());
        assert_eq!(lattice("x=0.1..0.4").in_units(2), None);
        assert!(lattice("x=0..9").is_whole() && !lattice("x=0..1").in_about(10).is_whole());
        assert!(lattice("x=0..9").is_spaced() && !lattice("x=0.5..9").is_spaced());
    }
}
