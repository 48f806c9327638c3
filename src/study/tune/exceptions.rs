//! Exceptions to the rules of a file: situations in which another action did better.
//!
//! The file plays, and once in a session another action is tried. The ranges of at most two
//! features in which an action gained most over a rule become a new rule, placed before the old
//! one. Such rules are guesses, which the search then tests like any other change.

use super::super::{StudyError, refuse};
use super::Tuning;
use super::candidates::{Candidate, Move};
use super::search::{Budget, seed_of};
use crate::framework::Seats;
use crate::framework::free::{self, Ends, RuleText};
use crate::simulate::{self, Contender, Deviation, Plan, Until};
use crate::strategy::catalogue;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// The fewest and the most rounds of the search for exceptions. All deviations are held in memory
/// until it ends.
const ROUNDS: (u64, u64) = (1_000, 300_000);
/// The fewest deviations that an exception is based on.
const FEWEST: usize = 30;
/// The most parts into which the values of a feature are divided.
const PARTS: usize = 8;
/// The most exceptions to a rule towards one action, and in all.
const MOST: (usize, usize) = (3, 16);
/// An exception is ranked by its gain less this many standard errors.
const DOUBT: f64 = 1.0;

/// An action that a list might take instead.
struct Other<'r> {
    /// The rules of the list.
    rules: Vec<&'r RuleText>,
    action: String,
    /// A player that takes it throughout.
    player: Box<dyn Seats>,
}

/// A new rule: its action, its place, its conditions and its worth.
struct Exception {
    /// The index of its action among the others.
    other: usize,
    /// The index of the rule that it is an exception to, within the list.
    rule: usize,
    /// Its conditions besides those of that rule.
    when: Vec<(String, Ends)>,
    /// The gain per session, less its doubt, in money units.
    worth: f64,
}

impl Tuning {
    /// Checks that rules can be added to a text.
    pub(super) fn check_adding(&self, text: &str) -> Result<(), StudyError> {
        let rules = free::rules(text);
        let why = match rules.first() {
            None => format!(
                "--add-rules: {} has no [[rule]] tables that rules could be added to",
                self.label
            ),
            Some(RuleText { list, .. }) if !rules.iter().any(|rule| self.is_free(&rule.list)) => {
                format!("--add-rules: --free names no whole list of rules, such as {list}")
            }
            Some(_) if self.others(text, &rules).is_empty() => format!(
                "--add-rules: no rule of {} can be played with another action at this table",
                self.label
            ),
            Some(_) => return Ok(()),
        };
        refuse(why)
    }

    /// Texts with one more rule, or with another action in a rule, that may play better; `None` if
    /// stopped.
    pub(super) fn exceptions(
        &self,
        text: &str,
        best: &dyn Seats,
        (rounds, step): (u64, u64),
        budget: &mut Budget<'_>,
    ) -> Option<Vec<Candidate>> {
        let all = free::rules(text);
        let others = self.others(text, &all);
        if rounds < ROUNDS.0 || others.is_empty() {
            return Some(Vec::new());
        }
        let players: Vec<&dyn Seats> = others.iter().map(|other| &*other.player).collect();
        let mut sessions = vec![0; others.len()];
        let mut seen: BTreeMap<(usize, Vec<String>), Vec<Deviation>> = BTreeMap::new();
        for field in self.fields.iter().filter(|field| field.weight > 0.0) {
            let strategy = Contender { players: field.with(self.seat, best), seat: self.seat };
            // Every session is played twice.
            let rounds = (rounds / 2).min(ROUNDS.1) as f64 * field.weight;
            let plan = Plan {
                seed: seed_of(budget.sampling.seed, step),
                until: Until::Rounds(rounds.ceil() as u64),
                confidence: 0.95,
                stop: budget.sampling.stop,
                journal: budget.sampling.journal,
            };
            let start = Instant::now();
            // Players of one file can share a seat.
            let (found, stopped) =
                simulate::deviate(&*self.game, (&strategy, &players), plan).ok()?;
            budget.note(2 * found.rounds, start);
            if stopped {
                return None;
            }
            for (at, towards) in found.towards.into_iter().enumerate() {
                sessions[at] += towards.sessions;
                for (names, rows) in towards.seen {
                    seen.entry((at, names)).or_default().extend(rows);
                }
            }
        }
        let mut found = Vec::new();
        for ((other, names), rows) in &seen {
            for (rule, rows) in by_rule(&others[*other].rules, names, rows).iter().enumerate() {
                let exceptions = ranges(names, rows).into_iter().map(|(when, worth)| {
                    let worth = worth / sessions[*other] as f64;
                    Exception { other: *other, rule, when, worth }
                });
                found.extend(exceptions);
            }
        }
        found.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let changes = found.iter().filter_map(|one| {
            let other = &others[one.other];
            changed(other.rules[one.rule], &one.when, &other.action)
        });
        // Twice as many as needed, because some cannot be played.
        let changes: Vec<Move> = changes.take(2 * MOST.1).collect();
        let mut found = self.candidates(text, &changes);
        found.truncate(MOST.1);
        Some(found)
    }

    /// Every list with each action that the file, or one of croupier's own, takes in it, or that the
    /// game has.
    fn others<'r>(&self, text: &str, all: &'r [RuleText]) -> Vec<Other<'r>> {
        let lists: BTreeSet<&str> = all.iter().map(|rule| rule.list.as_str()).collect();
        let shipped = catalogue::shipped(&self.profile).map(|file| file.text);
        let texts: Vec<(&str, Vec<RuleText>)> =
            std::iter::once(text).chain(shipped).map(|text| (text, free::rules(text))).collect();
        let mut found = Vec::new();
        for list in lists.into_iter().filter(|list| self.is_free(list)) {
            let rules: Vec<&RuleText> = all.iter().filter(|rule| rule.list == list).collect();
            let of_list = texts.iter().flat_map(|(text, rules)| {
                let rules = rules.iter().filter(|rule| rule.list == list);
                rules.map(|rule| text[rule.action.clone()].replace('\'', "\""))
            });
            let of_game = (self.profile.actions)();
            let of_game = of_game.iter().map(|action| format!("\"{action}\""));
            for action in of_list.chain(of_game).collect::<BTreeSet<String>>() {
                let Some(player) = self.player_of(text, &rules, &action) else { continue };
                found.push(Other { rules: rules.clone(), action, player });
            }
        }
        found
    }

    /// A player that takes one action wherever a list takes any.
    fn player_of(&self, text: &str, rules: &[&RuleText], action: &str) -> Option<Box<dyn Seats>> {
        let last = rules.last()?;
        let gone: Vec<_> = rules.iter().map(|rule| (rule.place.clone(), String::new())).collect();
        let alone = free::with(text, &gone) + "\n" + &rule_text(&last.list, &[], action);
        // If the action is not always possible, the last rule says what to do instead.
        let instead = || rule_text(&last.list, &last.when, &text[last.action.clone()]);
        self.read(&alone).or_else(|_| self.read(&(alone + "\n" + &instead()))).ok()
    }
}

/// The deviations, by the rule whose situation they are in.
fn by_rule<'d>(
    rules: &[&RuleText],
    names: &[String],
    rows: &'d [Deviation],
) -> Vec<Vec<&'d Deviation>> {
    let mut found = vec![Vec::new(); rules.len()];
    let place = |(name, ends): &(String, Ends)| {
        Some((names.iter().position(|known| known == name)?, *ends))
    };
    let tests = rules.iter().map(|rule| rule.when.iter().map(place).collect::<Option<Vec<_>>>());
    // Decisions that lack a feature tested by the list belong to another list.
    let Some(tests) = tests.collect::<Option<Vec<_>>>() else { return found };
    for row in rows {
        let holds = |&(at, (from, to)): &(usize, Ends)| {
            let value = row.values[at];
            from.is_none_or(|from| from <= value) && to.is_none_or(|to| value <= to)
        };
        if let Some(rule) = tests.iter().position(|tests| tests.iter().all(holds)) {
            found[rule].push(row);
        }
    }
    found
}

/// The ranges of at most two features in which the deviations gained most, each with its gain less
/// its doubt: the best range of each set of features, and of these the best few.
fn ranges(names: &[String], rows: &[&Deviation]) -> Vec<(Vec<(String, Ends)>, f64)> {
    if rows.len() < FEWEST {
        return Vec::new();
    }
    let all = axes(names.len(), rows);
    let mut found: Vec<(Vec<(String, Ends)>, f64)> = Vec::new();
    for (at, first) in all.iter().enumerate() {
        // The empty axis is paired with itself and with every feature.
        let others = &all[at + usize::from(at > 0)..];
        for second in others {
            let Some(Span { worth, x, y }) = best_span((first, second), rows) else { continue };
            let condition = |axis: &Axis, parts| {
                let at = axis.feature?;
                Some((names[at].clone(), axis.ends(parts)?))
            };
            let when: Vec<_> =
                [condition(first, x), condition(second, y)].into_iter().flatten().collect();
            if !found.iter().any(|(known, _)| *known == when) {
                found.push((when, worth));
            }
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.truncate(MOST.0);
    found
}

/// A feature, and the parts into which its values are divided.
struct Axis {
    /// Its index; `None` for the empty axis, a single part that excludes nothing.
    feature: Option<usize>,
    /// The least and the greatest value of each part that were seen.
    parts: Vec<(u16, u16)>,
    /// The part that each deviation is in.
    places: Vec<u8>,
}

/// The empty axis, and those of all features whose values differ.
fn axes(features: usize, rows: &[&Deviation]) -> Vec<Axis> {
    let none = Axis { feature: None, parts: vec![(0, u16::MAX)], places: vec![0; rows.len()] };
    let of_feature = |at: usize| {
        let parts = parts(rows.iter().map(|row| row.values[at]).collect());
        let place = |row: &&Deviation| {
            parts.partition_point(|&(least, _)| least <= row.values[at]) as u8 - 1
        };
        let places = rows.iter().map(place).collect();
        (parts.len() > 1).then_some(Axis { feature: Some(at), parts, places })
    };
    std::iter::once(none).chain((0..features).filter_map(of_feature)).collect()
}

impl Axis {
    /// The ends of a run of parts, each open if it excludes no value; `None` if both are.
    fn ends(&self, (from, to): (usize, usize)) -> Option<Ends> {
        let (least, most) = (self.parts[from].0, self.parts[to - 1].1);
        match (from > 0, to < self.parts.len()) {
            (false, false) => None,
            _ if least == most => Some((Some(least), Some(least))),
            (below, above) => Some((below.then_some(least), above.then_some(most))),
        }
    }

    /// Every run of consecutive parts, as its first part and the one after its last.
    fn runs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let parts = self.parts.len();
        (0..parts).flat_map(move |from| (from + 1..=parts).map(move |to| (from, to)))
    }
}

/// Runs of parts of two axes, and the gain in both, less its doubt.
struct Span {
    worth: f64,
    x: (usize, usize),
    y: (usize, usize),
}

/// The number of deviations, and the sums of their gains and of their squares.
type Sums = [f64; 3];

fn plus(a: Sums, b: Sums, times: f64) -> Sums {
    std::array::from_fn(|i| a[i] + times * b[i])
}

/// The runs of two axes in which the deviations gained most; `None` if they gained nowhere.
fn best_span((first, second): (&Axis, &Axis), rows: &[&Deviation]) -> Option<Span> {
    let (width, height) = (first.parts.len(), second.parts.len());
    // Sums over all parts before both.
    let mut before = vec![vec![Sums::default(); height + 1]; width + 1];
    for ((&x, &y), row) in first.places.iter().zip(&second.places).zip(rows) {
        let gain = row.gain as f64;
        let cell = &mut before[usize::from(x) + 1][usize::from(y) + 1];
        *cell = plus(*cell, [1.0, gain, gain * gain], 1.0);
    }
    for x in 1..=width {
        for y in 1..=height {
            let sides = plus(before[x - 1][y], before[x][y - 1], 1.0);
            let sides = plus(sides, before[x - 1][y - 1], -1.0);
            before[x][y] = plus(before[x][y], sides, 1.0);
        }
    }
    let mut best: Option<Span> = None;
    for x in first.runs() {
        for y in second.runs() {
            let outer = plus(before[x.1][y.1], before[x.0][y.0], 1.0);
            let inner = plus(before[x.0][y.1], before[x.1][y.0], 1.0);
            let [n, gain, squares] = plus(outer, inner, -1.0);
            let worth = gain - DOUBT * squares.max(0.0).sqrt();
            let known = best.as_ref().map_or(0.0, |best| best.worth);
            if n >= FEWEST as f64 && worth > known {
                best = Some(Span { worth, x, y });
            }
        }
    }
    best
}

/// Divides values into at most [`PARTS`] parts of about the same size.
fn parts(mut values: Vec<u16>) -> Vec<(u16, u16)> {
    values.sort_unstable();
    let mut distinct = values.clone();
    distinct.dedup();
    let few = distinct.len() <= PARTS;
    let nth = |part: usize| values[part * values.len() / PARTS];
    let mut starts = if few { distinct } else { (0..PARTS).map(nth).collect() };
    starts.dedup();
    let ends = starts.iter().skip(1).map(|&start| values.partition_point(|&value| value < start));
    let ends: Vec<usize> = ends.chain([values.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| (start, values[end - 1])).collect()
}

/// The change of a text that puts an exception before a rule, or changes the rule's action if the
/// exception covers all of it; `None` if no situation is left for it.
fn changed(rule: &RuleText, when: &[(String, Ends)], action: &str) -> Option<Move> {
    if when.is_empty() {
        return Some(Move { place: rule.action.clone(), value: action.to_owned() });
    }
    let mut all = rule.when.clone();
    for (name, (from, to)) in when {
        match all.iter_mut().find(|(known, _)| known == name) {
            None => all.push((name.clone(), (*from, *to))),
            Some((_, ends)) => {
                *ends = (ends.0.max(*from), [ends.1, *to].into_iter().flatten().min());
            }
        }
    }
    let holds_any =
        |(_, ends): &(String, Ends)| !matches!(ends, (Some(from), Some(to)) if from > to);
    let start = rule.place.start;
    let value = rule_text(&rule.list, &all, action) + "\n";
    all.iter().all(holds_any).then_some(Move { place: start..start, value })
}

/// A rule as files write it.
fn rule_text(list: &str, when: &[(String, Ends)], action: &str) -> String {
    format!("[[{list}]]\n{}do = {action}\n", free::conditions(when, "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where one feature is at least 4 and the other at most 2 a deviation gains, elsewhere it
    /// loses; a third feature is noise.
    #[test]
    fn the_range_of_a_gain_is_found() {
        let rows: Vec<Deviation> = (0..4_000_u16)
            .map(|i| {
                let values: Box<[u16]> = [i % 7, i / 7 % 5, i / 35 % 3].into();
                let gains = values[0] >= 4 && values[1] <= 2;
                Deviation { gain: if gains { 3 } else { -2 } + i64::from(i % 3) - 1, values }
            })
            .collect();
        let rows: Vec<&Deviation> = rows.iter().collect();
        let names = ["a", "b", "c"].map(str::to_owned);
        let found = ranges(&names, &rows);
        let wanted =
            [("a".to_owned(), (Some(4), None)), ("b".to_owned(), (None, Some(2)))].to_vec();
        assert_eq!(found[0].0, wanted);
        assert!(found.len() == MOST.0 && found.windows(2).all(|two| two[0].1 >= two[1].1));
        assert!(ranges(&names, &rows[..FEWEST - 1]).is_empty());
    }

    #[test]
    fn values_are_divided_into_few_parts() {
        assert_eq!(parts(vec![3, 1, 3, 5]), [(1, 1), (3, 3), (5, 5)]);
        let parts = parts((0..800).map(|i| i / 2).collect());
        assert_eq!((parts.len(), parts[0], parts[7]), (PARTS, (0, 49), (350, 399)));
        let axis = Axis { feature: Some(0), parts, places: Vec::new() };
        assert_eq!(axis.ends((0, 8)), None);
        assert_eq!(axis.ends((1, 8)), Some((Some(50), None)));
        assert_eq!(axis.ends((0, 2)), Some((None, Some(99))));
        assert_eq!(
            Axis { parts: vec![(0, 0), (1, 1)], ..axis }.ends((0, 1)),
            Some((Some(0), Some(0)))
        );
    }

    #[test]
    fn an_exception_stands_within_its_rule() {
        let text = "# A habit.\n[[rule]]\nwhen = { a = \"2..8\" }\ndo = 'x'\n";
        let [rule] = &free::rules(text)[..] else { panic!("{text}") };
        let change = |when: &[(&str, Ends)]| {
            let when: Vec<_> = when.iter().map(|&(name, ends)| (name.to_owned(), ends)).collect();
            let change = changed(rule, &when, "\"y\"")?;
            Some(free::with(text, &[(change.place, change.value)]))
        };
        let wanted = "[[rule]]\nwhen = { a = \"2..5\", b = 1 }\ndo = \"y\"\n\n".to_owned() + text;
        assert_eq!(change(&[("a", (None, Some(5))), ("b", (Some(1), Some(1)))]), Some(wanted));
        assert_eq!(change(&[]), Some(text.replace("'x'", "\"y\"")));
        assert_eq!(change(&[("a", (Some(9), None))]), None);
    }
}
