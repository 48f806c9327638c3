//! Card counting: the contents of a game's shoes, the files of counting systems, and rounds as a
//! counter sees them.

use super::document::{Document, Faults, FileError, Node, Value};
use super::notation;
use super::policy::{Feature, Region, Rule};
use super::settings::{hint, key, nearest, toml_string};
use super::{Parameter, SeatError, Spec};
use crate::cards::memory::{Memory, Recall, Rounding, System};
use std::sync::Arc;

/// A shoe: its name, and the kinds of its cards as counting systems distinguish them, with the
/// number of copies of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShoeFacts {
    /// Its name.
    pub name: &'static str,
    /// Each card's name and its copies in the full shoe.
    pub cards: Vec<(&'static str, u32)>,
}

/// A round as a counter sees it.
#[derive(Clone, Copy, Debug)]
pub struct CountedRound<'a> {
    /// The session.
    pub session: u64,
    /// Net of the counter's seat, in money units.
    pub net: i64,
    /// The factor by which the stakes of the round were multiplied: at a stake of 1 the same play
    /// nets `net / stake`.
    pub stake: i64,
    /// The true count before the deal, by shoe; `None` for one that is not counted.
    pub counts: &'a [Option<f64>],
    /// The number of cards that the round drew, by shoe and card, in one list.
    pub dealt: &'a [u32],
    /// Whether a shoe ran out in it.
    pub ran_out: bool,
}

/// A decision that changes with the count.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexPlay {
    /// The situation, the action without a count, and the action from the index on.
    pub decision: String,
    /// The true count nearest to 0 at which the action changes.
    pub index: i64,
    /// Its expected gain per round, in money units, given the counter's knowledge.
    pub gain: f64,
    /// The standard error of the gain.
    pub se: Option<f64>,
    /// The number of sessions in which the situation came up.
    pub sessions: u64,
}

/// The parameters of strategies with a memory; `memory` is the default of that parameter.
pub const fn parameters(memory: &'static str) -> [Parameter; 2] {
    [
        Parameter {
            name: MEMORY,
            default: memory,
            allowed: "none | full | a counting system, by name or file",
        },
        Parameter {
            name: ERROR_RATE,
            default: "0",
            allowed: "0..=1, the share of earlier cards that are missed",
        },
    ]
}

/// The name of the parameter for a seat's memory of earlier rounds.
pub const MEMORY: &str = "memory";
/// The name of the parameter for the share of cards that it fails to notice.
pub const ERROR_RATE: &str = "error_rate";

/// The greatest true count that rules of files distinguish.
pub const MOST_COUNT: u16 = 100;

/// The features by which rules of files test the true count.
pub const TRUE_COUNTS: [Feature; 2] = [
    Feature {
        name: "count_above",
        low: 0,
        high: MOST_COUNT,
        about: "the true count before the deal where it is above 0, else 0, rounded down",
    },
    Feature {
        name: "count_below",
        low: 0,
        high: MOST_COUNT,
        about: "how far the true count before the deal is below 0, else 0, rounded up",
    },
];

/// The value of one of [`TRUE_COUNTS`]; `count` is the true count, rounded down.
pub fn true_count(feature: usize, count: i32) -> u16 {
    let value = if feature == 0 { count } else { -count };
    value.clamp(0, MOST_COUNT.into()) as u16
}

/// Adds a fault for the first rule of a file that tests the true count although nothing is counted.
pub fn check_true_counts<A>(
    document: &Document,
    features: &[Feature],
    rules: &[Rule<A>],
    faults: &mut Faults,
) {
    if document.recall.memory.system().is_some() || document.uncounted {
        return;
    }
    let all = Region::all(features);
    let counts = |feature: &Feature| TRUE_COUNTS.iter().any(|count| count.name == feature.name);
    let looks = |rule: &&Rule<A>| {
        let mut places = (0..features.len()).filter(|&place| counts(&features[place]));
        places.any(|place| rule.region.range(place) != all.range(place))
    };
    if let Some(rule) = rules.iter().find(looks) {
        faults.add(
            rule.line,
            "count_above and count_below look at a true count, and there is none: name a counting \
             system, memory = NAME",
        );
    }
}

/// Keys of a counting-system file in addition to `game` and `about`.
const KEYS: &[&str] = &["tags", "shoe", "balanced", "start", "divisor", "rounding"];

/// The largest tag; nobody adds up larger ones mentally.
const MOST_TAG: i64 = 9;
/// The largest starting count and divisor.
const MOST: i64 = 10_000;

/// Reads a counting system for these shoes.
///
/// # Errors
/// All faults of the file, each with its line.
pub fn system(name: &str, document: &Document, shoes: &[ShoeFacts]) -> Result<System, FileError> {
    let mut faults = Faults::default();
    let body = &document.body;
    body.only(KEYS, &mut faults);
    let mut tags = vec![Vec::new(); shoes.len()];
    let mut starts = vec![None; shoes.len()];
    match (body.get("tags"), body.get("shoe")) {
        (Some(node), None) => {
            for (tags, shoe) in tags.iter_mut().zip(shoes) {
                *tags = tags_of(node, shoe, &mut faults);
                if !faults.is_empty() {
                    break;
                }
            }
            let names = |shoe: &ShoeFacts| -> Vec<&str> {
                shoe.cards.iter().map(|(name, _)| *name).collect()
            };
            if !faults.is_empty() && shoes.windows(2).any(|two| names(&two[0]) != names(&two[1])) {
                faults.add(
                    node.line,
                    "tags are those of every shoe, and here the shoes have different cards: give \
                     each its own in [[shoe]] tables",
                );
            }
        }
        (None, Some(node)) => each_shoe(node, shoes, (&mut tags, &mut starts), &mut faults),
        (None, None) => faults.add(1, "nothing is counted: give it `tags`, or [[shoe]] tables"),
        (Some(one), Some(other)) => faults
            .add(one.line.max(other.line), "tags and [[shoe]] both say what is counted: keep one"),
    }
    if faults.is_empty() && tags.iter().flatten().all(|&tag| tag == 0) {
        faults.add(1, "every tag is 0: nothing is counted");
    }
    let start = body.get("start").and_then(|node| whole(node, "start", -MOST, "", &mut faults));
    let start = start.unwrap_or(0);
    let divisor = match body.get("divisor") {
        Some(node) if node.word() == Some("none") => None,
        Some(node) => {
            let divisor = whole(node, "divisor", 1, ", or \"none\"", &mut faults);
            divisor.map(|divisor| divisor as u32)
        }
        None => {
            faults.add(
                1,
                "`divisor` is missing: the cards left per unit of the true count, or \"none\"",
            );
            None
        }
    };
    let rounding = match body.get("rounding") {
        None => Rounding::default(),
        Some(node) => {
            let found = Rounding::ALL.iter().find(|(_, name)| node.word() == Some(name));
            found.map(|(rounding, _)| *rounding).unwrap_or_else(|| {
                let names = Rounding::ALL.map(|(_, name)| format!("\"{name}\"")).join(", ");
                faults.refuse("rounding", node, names);
                Rounding::default()
            })
        }
    };
    let starts = starts.into_iter().map(|own| own.unwrap_or(start) as i32).collect();
    let system = System { name: name.to_owned(), tags, start: starts, divisor, rounding };
    check_balance(body.get("balanced"), &system, shoes, &mut faults);
    document.check(faults)?;
    Ok(system)
}

/// Checks the claim of `balanced` against the tags of full shoes.
fn check_balance(node: Option<&Node>, system: &System, shoes: &[ShoeFacts], faults: &mut Faults) {
    let Some(node) = node else { return };
    let Some(claimed) = node.flag("balanced", "true or false", faults) else { return };
    if !faults.is_empty() {
        return;
    }
    let off = shoes.iter().enumerate().find_map(|(number, shoe)| {
        let full: Vec<u32> = shoe.cards.iter().map(|&(_, copies)| copies).collect();
        Some((shoe.name, system.imbalance(number, &full))).filter(|&(_, sum)| sum != 0)
    });
    match (claimed, off) {
        (true, Some((shoe, sum))) => faults.add(
            node.line,
            format!("balanced = true, but the tags of a full {shoe} add up to {sum} at this table"),
        ),
        (false, None) => faults.add(
            node.line,
            "balanced = false, but the tags of every full shoe add up to 0 at this table",
        ),
        _ => {}
    }
}

/// An integer from `least` to [`MOST`]; `other` is what else is allowed.
fn whole(node: &Node, key: &str, least: i64, other: &str, faults: &mut Faults) -> Option<i64> {
    let allowed = format_args!("a whole number {least}..={MOST}{other}");
    node.whole(key, least..=MOST, allowed, faults)
}

/// Reads `[[shoe]]` tables: the name of a shoe, its tags, and its starting count if it has its own.
fn each_shoe(
    node: &Node,
    shoes: &[ShoeFacts],
    (tags, starts): (&mut [Vec<i32>], &mut [Option<i64>]),
    faults: &mut Faults,
) {
    for (line, section) in node.tables("shoe", faults) {
        section.only(&["name", "tags", "start"], faults);
        let names = || shoes.iter().map(|shoe| shoe.name);
        let known = names().collect::<Vec<_>>().join(", ");
        let Some(name) = section.get("name") else {
            faults.add(line, format!("which shoe is missing: name = one of {known}"));
            continue;
        };
        let word = name.word().unwrap_or_default();
        let Some(number) = shoes.iter().position(|shoe| shoe.name == word) else {
            let hint = hint(&nearest(word, names()));
            let found = name.shown();
            faults.add(name.line, format!("no shoe {found}{hint}; this table has {known}"));
            continue;
        };
        if !tags[number].is_empty() {
            faults.add(name.line, format!("the shoe {word} comes twice"));
        }
        match section.get("tags") {
            Some(node) => tags[number] = tags_of(node, &shoes[number], faults),
            None => faults.add(line, "this [[shoe]] counts nothing: give it `tags`"),
        }
        starts[number] =
            section.get("start").and_then(|node| whole(node, "start", -MOST, "", faults));
    }
}

/// Reads `tags = { CARD = TAG, … }`; cards that are not named have the tag 0.
fn tags_of(node: &Node, shoe: &ShoeFacts, faults: &mut Faults) -> Vec<i32> {
    let mut tags = vec![0; shoe.cards.len()];
    let Value::Table(section) = &node.value else {
        faults.refuse("tags", node, "{ CARD = TAG, … }");
        return tags;
    };
    let names = || shoe.cards.iter().map(|(name, _)| *name);
    let allowed = format!("cards are {}", names().collect::<Vec<_>>().join(", "));
    for (card, node) in &section.0 {
        let number = match notation::place_of(card, "card", &allowed, names()) {
            Ok(number) => number,
            Err(error) => {
                faults.add(node.line, error.to_string());
                continue;
            }
        };
        match node.value {
            Value::Int(tag) if (-MOST_TAG..=MOST_TAG).contains(&tag) => tags[number] = tag as i32,
            _ => faults.refuse(&format!("tag {card}"), node, "a whole number -9..=9"),
        }
    }
    tags
}

/// The text of a counting-system file, which [`system`] can read.
pub fn text(game: &str, about: &str, system: &System, shoes: &[ShoeFacts]) -> String {
    let tags = |tags: &[i32], shoe: &ShoeFacts| {
        let named = shoe.cards.iter().zip(tags).filter(|(_, tag)| **tag != 0);
        let named: Vec<String> =
            named.map(|((card, _), tag)| format!("{} = {tag}", key(card))).collect();
        format!("{{ {} }}", named.join(", "))
    };
    let rounding = Rounding::ALL.iter().find(|(rounding, _)| *rounding == system.rounding);
    let rounding = rounding.map_or("nearest", |(_, name)| name);
    let divisor = system.divisor.map_or("\"none\"".to_owned(), |divisor| divisor.to_string());
    let (game, about) = (toml_string(game), toml_string(about));
    let mut text = format!(
        "game = {game}\nabout = {about}\n\ndivisor = {divisor}\nrounding = \"{rounding}\"\n"
    );
    let of_shoe = |number: usize, shoe: &ShoeFacts| {
        let start = system.start.get(number).copied().unwrap_or_default();
        format!("start = {start}\ntags = {}\n", tags(&system.tags[number], shoe))
    };
    if let [shoe] = shoes {
        return text + &of_shoe(0, shoe);
    }
    let counted = shoes.iter().enumerate().filter(|(number, _)| {
        system.tags.get(*number).is_some_and(|tags| tags.iter().any(|&tag| tag != 0))
    });
    for (number, shoe) in counted {
        let name = toml_string(shoe.name);
        text += &format!("\n[[shoe]]\nname = {name}\n{}", of_shoe(number, shoe));
    }
    text
}

/// Reads the share of cards that a seat fails to notice, in units of 1/[`Recall::WHOLE`]; 0 if it
/// is not given.
///
/// # Errors
/// If it is not a share 0..=1.
pub fn error_rate(strategy: &'static str, value: Option<&toml::Value>) -> Result<u32, SeatError> {
    let Some(value) = value else { return Ok(0) };
    let rate = value.as_float().or(value.as_integer().map(|number| number as f64));
    let rate =
        rate.filter(|rate| (0.0..=1.0).contains(rate)).ok_or_else(|| SeatError::Parameter {
            strategy,
            parameter: ERROR_RATE,
            found: value.to_string(),
            allowed: "a share 0..=1 of the earlier cards that are missed".to_owned(),
        })?;
    Ok((rate * f64::from(Recall::WHOLE)).round() as u32)
}

impl Spec {
    /// The strategy with another memory.
    #[must_use]
    pub fn remembering(mut self, memory: Memory) -> Spec {
        let name = toml::Value::String(memory.name().to_owned());
        match self.arguments.iter_mut().find(|(known, _)| *known == MEMORY) {
            Some((_, value)) => *value = name,
            None => self.arguments.push((MEMORY, name)),
        }
        self.recall.memory = memory;
        self
    }
}

/// A counting system as a memory.
pub fn memory(system: System) -> Memory {
    Memory::Count(Arc::new(system))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games from outside name cards and shoes as they like.
    #[test]
    fn a_written_system_can_be_read_whatever_cards_are_called() {
        let cards = vec![("10♠", 4), ("A \"s\"", 4), ("plain", 4)];
        let shoe = |name| ShoeFacts { name, cards: cards.clone() };
        for shoes in [vec![shoe("only")], vec![shoe("left \\ one"), shoe("right")]] {
            let system = System {
                name: "odd".to_owned(),
                tags: shoes.iter().map(|_| vec![1, -2, 0]).collect(),
                start: vec![3; shoes.len()],
                divisor: None,
                rounding: Rounding::Down,
            };
            let text = text("toy", "says \"odd\"", &system, &shoes);
            let document = Document::read("toy", "odd", &text, &[]).expect("it is TOML");
            assert_eq!(super::system("odd", &document, &shoes).expect("it is a system"), system);
        }
    }

    /// Common tags fit no shoe where each has cards of its own.
    #[test]
    fn shoes_with_different_cards_need_tags_of_their_own() {
        let shoe = |name, card| ShoeFacts { name, cards: vec![(card, 4)] };
        let refused = |shoes: &[ShoeFacts]| {
            let text = "game = \"toy\"\nabout = \"a\"\ndivisor = 1\ntags = { spark = 1 }\n";
            let document = Document::read("toy", "odd", text, &[]).expect("it is TOML");
            super::system("odd", &document, shoes).expect_err("no shoe has it").to_string()
        };
        let different = refused(&[shoe("left", "calm"), shoe("right", "spark")]);
        assert!(different.contains("line 4") && different.contains("[[shoe]]"), "{different}");
        let same = refused(&[shoe("left", "calm"), shoe("right", "calm")]);
        assert!(same.contains("`spark` is no card") && !same.contains("[[shoe]]"), "{same}");
    }
}
