//! The steps of a rule: to nearby numbers, or to other readings.

use crate::framework::Field;
use crate::framework::settings::value_of;
use toml::Value;

/// A number at its minimum, if that is 0 or less, steps by its range over [`PARTS`], at most
/// [`LONGEST`]; if the range is no longer than [`COUNT`], it steps by 1.
const PARTS: i64 = 20;
const LONGEST: i64 = 100;
const COUNT: i64 = 255;
/// Any other number steps by its value over this, at least 1.
const PART: i64 = 10;
/// The step of a number between 0 and 1.
const SHARE: f64 = 0.1;
/// The fraction to try in a reading that has one, if the field now has another reading.
const MIDDLE: f64 = 0.5;

/// The values one step from a value of a field, all in TOML; empty if the field's `allowed` does
/// not determine a step.
pub fn steps(field: &Field, value: &str) -> Vec<String> {
    let mut found = match field.allowed.contains(" | ") {
        true => field.allowed.split(" | ").flat_map(|reading| readings(reading, value)).collect(),
        false => match value_of(value) {
            Value::Table(amounts) => amounts_of(field.allowed, &amounts),
            _ => numbers(field.allowed, value),
        },
    };
    found.retain(|step| step != value);
    found
}

/// Steps of the amounts in a table, one at a time.
fn amounts_of(allowed: &str, amounts: &toml::Table) -> Vec<String> {
    let steps = |(name, amount): (&String, &Value)| {
        let moved = |step: String| {
            let mut moved = amounts.clone();
            moved.insert(name.clone(), value_of(&step));
            Value::Table(moved).to_string()
        };
        numbers(allowed, &amount.to_string()).into_iter().map(moved).collect::<Vec<_>>()
    };
    amounts.iter().flat_map(steps).collect()
}

/// A reading, or new values of the number that it contains.
fn readings(reading: &str, value: &str) -> Vec<String> {
    if let Some((part, _)) = reading.split_once(" = ") {
        let part = part.trim();
        let now = value.trim_matches(['{', '}', ' ']);
        let now = now.split_once('=').filter(|(name, _)| name.trim() == part);
        let now: Option<f64> = now.and_then(|(_, number)| number.trim().parse().ok());
        let steps = now.map_or(vec![MIDDLE], |now| vec![now - SHARE, now + SHARE]);
        return steps.iter().map(|step| format!("{{ {part} = {} }}", decimal(*step))).collect();
    }
    if let Some((low, _)) = range(reading) {
        return vec![low.to_string()];
    }
    let word = reading.split([' ', ',']).next().unwrap_or_default();
    match word {
        "true" | "false" => vec![word.to_owned()],
        _ if word.parse::<f64>().is_ok() => vec![word.to_owned()],
        _ => vec![format!("\"{word}\"")],
    }
}

/// Steps of numbers and of lists of numbers.
fn numbers(allowed: &str, value: &str) -> Vec<String> {
    let Some((low, high)) = range(allowed) else { return Vec::new() };
    let inside = |number: &i64| (low..=high).contains(number);
    if let Ok(now) = value.parse::<i64>() {
        let step = match now == low && low <= 0 {
            true if high - low <= COUNT => 1,
            true => ((high - low) / PARTS).min(LONGEST),
            false => (now.abs() / PART).max(1),
        };
        let steps = [now - step, now + step].into_iter().filter(inside);
        return steps.map(|number| number.to_string()).collect();
    }
    if let Ok(now) = value.parse::<f64>() {
        let ends = low as f64..=high as f64;
        let steps = [now - SHARE, now + SHARE].into_iter();
        return steps.filter(|step| ends.contains(step)).map(decimal).collect();
    }
    let list = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let Some(list) = list.filter(|list| !list.contains('[')) else { return Vec::new() };
    let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
    let Ok(now) = parts.map(str::parse).collect::<Result<Vec<i64>, _>>() else {
        return Vec::new();
    };
    let text = |list: &[i64]| {
        format!("[{}]", list.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
    };
    if allowed.contains("different") {
        let without = now.iter().map(|out| {
            text(&now.iter().copied().filter(|number| number != out).collect::<Vec<_>>())
        });
        let more = (low..=high).filter(|number| !now.contains(number)).map(|number| {
            let mut longer = now.clone();
            longer.push(number);
            longer.sort_unstable();
            text(&longer)
        });
        return without.chain(more).collect();
    }
    let moved = (0..now.len()).flat_map(|at| [(at, -1), (at, 1)]).map(|(at, by)| {
        let mut moved = now.clone();
        moved[at] += by;
        moved
    });
    // A list of zeros is not a step.
    let left = |list: &Vec<i64>| list.iter().all(inside) && list.iter().any(|&number| number != 0);
    moved.filter(left).map(|list| text(&list)).collect()
}

/// A fraction as written in TOML.
fn decimal(x: f64) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0');
    if text.ends_with('.') { format!("{text}0") } else { text.to_owned() }
}

/// The first range in a text.
fn range(text: &str) -> Option<(i64, i64)> {
    let (before, after) = text.split_once("..=")?;
    let digit = |c: char| c.is_ascii_digit() || c == '-';
    let low = before.rsplit(|c: char| !digit(c)).next()?.parse().ok()?;
    let high = after.split(|c: char| !digit(c)).next()?.parse().ok()?;
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(allowed: &'static str, value: &str) -> Vec<String> {
        steps(&Field { name: "x", rule: "X1", allowed, about: "" }, value)
    }

    #[test]
    fn a_rule_goes_a_step_each_way() {
        for (allowed, value, expected) in [
            ("1..=7", "1", &["2"][..]),
            ("1..=7", "3", &["2", "4"]),
            ("0..=200", "0", &["1"]),
            ("0..=1000", "0", &["50"]),
            ("0..=1000000", "0", &["100"]),
            ("1..=1000", "49", &["45", "53"]),
            ("1..=250, or a list of six numbers 0..=250", "6", &["5", "7"]),
            (
                "1..=250, or a list of six numbers 0..=250",
                "[6, 6]",
                &["[5, 6]", "[7, 6]", "[6, 5]", "[6, 7]"],
            ),
            ("0..=1", "0.0", &["0.1"]),
            ("0..=1 in thousandths", "0.5", &["0.4", "0.6"]),
            ("true | false", "true", &["false"]),
            ("continue | match | push", "\"match\"", &["\"continue\"", "\"push\""]),
            ("none | 1..=14 | decides", "\"none\"", &["1", "\"decides\""]),
            ("52 | skins57", "52", &["\"skins57\""]),
            ("3:2 | 6:5 | 1:1", "\"6:5\"", &["\"3:2\"", "\"1:1\""]),
            (
                "every_round | penetration = x with 0 < x < 1",
                "\"every_round\"",
                &["{ penetration = 0.5 }"],
            ),
            (
                "every_round | penetration = x with 0 < x < 1",
                "{ penetration = 0.5 }",
                &["\"every_round\"", "{ penetration = 0.4 }", "{ penetration = 0.6 }"],
            ),
            ("a list of different values 1..=3, or []", "[2, 3]", &["[3]", "[2]", "[1, 2, 3]"]),
            ("a list of four whole numbers 0..=4", "[1, 0]", &["[2, 0]", "[1, 1]"]),
            ("four lists of words", "[[\"a\"], [\"b\"]]", &[]),
            ("a table of events of a seat and amounts -1000..=1000, or {}", "{}", &[]),
            (
                "a table of events of a seat and amounts -1000..=1000, or {}",
                "{ bust = -20, \"lane:7\" = 0.5 }",
                &[
                    "{ bust = -22, \"lane:7\" = 0.5 }",
                    "{ bust = -18, \"lane:7\" = 0.5 }",
                    "{ bust = -20, \"lane:7\" = 0.4 }",
                    "{ bust = -20, \"lane:7\" = 0.6 }",
                ],
            ),
        ] {
            assert_eq!(of(allowed, value), expected, "{allowed} at {value}");
        }
    }
}
