//! Exceptions to the rules of a file: where another action of a list did better.
//!
//! The file plays, and once in a session another action is tried. Where in a rule's situations,
//! within ranges of at most two features, an action gained most, a rule for it is put before that
//! rule. Such rules are guesses, which the search then plays like any other change.

use super::super::StudyError;
use super::{Budget, Candidate, Move, Tuning, seed_of};
use crate::framework::Seats;
use crate::framework::free::{self, Ends, Written};
use crate::simulate::{self, Contender, Deviation, Plan, Until};
use crate::strategy::catalogue;
use std::collections::BTreeMap;
use std::time::Instant;

/// The fewest rounds in which exceptions are looked for.
const FEWEST_ROUNDS: u64 = 1_000;
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
    rules: Vec<&'r Written>,
    action: String,
    /// A player that takes it throughout.
    player: Box<dyn Seats>,
}

/// A place for a new rule, and its worth.
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
        let refuse = |why: String| Err(StudyError::Contest(why));
        let (rules, name) = (free::rules(text), self.profile.name);
        if self.game.capabilities().relays.is_none() {
            return refuse(format!(
                "{name} cannot have two strategies in one seat: no rules are added"
            ));
        }
        if rules.is_empty() {
            return refuse(format!(
                "{} has no [[rule]] tables that rules could be added to: leave --add-rules out",
                self.label
            ));
        }
        match rules.iter().any(|rule| self.is_free(&rule.path())) {
            true => Ok(()),
            false => refuse("--add-rules: --free names no list of rules".to_owned()),
        }
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
        let Some(relays) = self.game.capabilities().relays else { return Some(Vec::new()) };
        if rounds < FEWEST_ROUNDS || others.is_empty() {
            return Some(Vec::new());
        }
        let players: Vec<&dyn Seats> = others.iter().map(|other| &*other.player).collect();
        let mut sessions = vec![0; others.len()];
        let mut seen: BTreeMap<(usize, Vec<String>), Vec<Deviation>> = BTreeMap::new();
        for field in self.fields.iter().filter(|field| field.weight > 0.0) {
            let mut table = field.table.clone();
            table.put(self.seat, best);
            let strategy = Contender { players: table, seat: self.seat };
            // Every session is played twice.
            let rounds = (rounds as f64 * field.weight / 2.0).ceil() as u64;
            let plan = Plan {
                seed: seed_of(budget.sampling.seed, step),
                until: Until::Rounds(rounds),
                confidence: 0.95,
                stop: budget.sampling.stop,
                journal: budget.sampling.journal,
            };
            let start = Instant::now();
            // Players of one file can share a seat.
            let (found, stopped) =
                simulate::deviate(&*self.game, relays, (&strategy, &players), plan).ok()?;
            budget.note(2 * found.rounds, start);
            if stopped {
                return None;
            }
            for (at, towards) in found.towards.into_iter().enumerate() {
                sessions[at] += towards.sessions;
                for (names, rows) in towards.seen {
                    seen.entry((at, names)).or_default().extend(rows.into_values());
                }
            }
        }
        let mut found = Vec::new();
        for ((at, names), rows) in &seen {
            let other = &others[*at];
            let of_session = |one: Exception| Exception {
                other: *at,
                worth: one.worth / sessions[*at] as f64,
                ..one
            };
            for (rule, rows) in by_rule(&other.rules, names, rows).into_iter().enumerate() {
                let ranges = ranges(names, &rows);
                found.extend(
                    ranges.into_iter().map(|(when, worth)| {
                        of_session(Exception { other: *at, rule, when, worth })
                    }),
                );
            }
        }
        found.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let changes = found.iter().filter_map(|one| {
            let other = &others[one.other];
            changed(other.rules[one.rule], &one.when, &other.action)
        });
        // Some of them cannot be played.
        let changes: Vec<Move> = changes.take(2 * MOST.1).collect();
        let mut found = self.candidates(text, &changes);
        found.truncate(MOST.1);
        Some(found)
    }

    /// Every list with each action that the file, or one of croupier's own, takes in it.
    fn others<'r>(&self, text: &str, all: &'r [Written]) -> Vec<Other<'r>> {
        let free = all.iter().filter(|rule| self.is_free(&rule.path()));
        let mut lists: Vec<&str> = free.map(|rule| rule.list.as_str()).collect();
        lists.dedup();
        let shipped = catalogue::shipped(&self.profile).map(|file| file.text);
        let texts: Vec<(&str, Vec<Written>)> =
            std::iter::once(text).chain(shipped).map(|text| (text, free::rules(text))).collect();
        let mut found = Vec::new();
        for list in lists {
            let rules: Vec<&Written> = all.iter().filter(|rule| rule.list == list).collect();
            let of_list = texts.iter().flat_map(|(text, rules)| {
                let rules = rules.iter().filter(|rule| rule.list == list);
                rules.map(|rule| text[rule.action.clone()].replace('\'', "\""))
            });
            let mut actions: Vec<String> = of_list.collect();
            actions.sort();
            actions.dedup();
            for action in actions {
                let Some(player) = self.player_of(text, &rules, &action) else { continue };
                found.push(Other { rules: rules.clone(), action, player });
            }
        }
        found
    }

    /// A player that takes one action wherever a list takes any.
    fn player_of(&self, text: &str, rules: &[&Written], action: &str) -> Option<Box<dyn Seats>> {
        let last = rules.last()?;
        let gone: Vec<_> = rules.iter().map(|rule| (rule.place.clone(), String::new())).collect();
        let alone = free::with(text, &gone) + "\n" + &written(&last.list, &[], action);
        // Where the action is not always possible, the last rule says what to do instead.
        let instead = || written(&last.list, &last.when, &text[last.action.clone()]);
        self.read(&alone).or_else(|_| self.read(&(alone + "\n" + &instead()))).ok()
    }
}

/// The deviations in the situations of each rule.
fn by_rule<'d>(
    rules: &[&Written],
    names: &[String],
    rows: &'d [Deviation],
) -> Vec<Vec<&'d Deviation>> {
    let mut found = vec![Vec::new(); rules.len()];
    let place = |(name, ends): &(String, Ends)| {
        Some((names.iter().position(|known| known == name)?, *ends))
    };
    let tests = rules.iter().map(|rule| rule.when.iter().map(place).collect::<Option<Vec<_>>>());
    // Decisions without a feature that the list tests belong to another list.
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

/// Sums of gains and of their squares.
type Sums = [f64; 3];

/// The ranges of at most two features in which the deviations gained most, each with its gain less
/// its doubt: of each set of features the best, and of those the best few.
fn ranges(names: &[String], rows: &[&Deviation]) -> Vec<(Vec<(String, Ends)>, f64)> {
    if rows.len() < FEWEST {
        return Vec::new();
    }
    // The first axis is none: a single part without an end.
    let mut axes = vec![Axis { feature: None, parts: vec![(0, u16::MAX)] }];
    for at in 0..names.len() {
        let parts = parts(rows.iter().map(|row| row.values[at]).collect());
        if parts.len() > 1 {
            axes.push(Axis { feature: Some(at), parts });
        }
    }
    // The part of each axis that each row is in.
    let places: Vec<Vec<u8>> = axes
        .iter()
        .map(|Axis { feature, parts }| {
            let part = |row: &&Deviation| {
                let value = feature.map_or(0, |at| row.values[at]);
                parts.partition_point(|&(least, _)| least <= value) as u8 - 1
            };
            rows.iter().map(part).collect()
        })
        .collect();
    let mut found: Vec<(Vec<(String, Ends)>, f64)> = Vec::new();
    for first in 0..axes.len() {
        for second in first..axes.len() {
            // One feature stands beside the axis that is none, and that one beside itself.
            if first == second && first > 0 {
                continue;
            }
            let (one, other) = (&axes[first], &axes[second]);
            let (width, height) = (one.parts.len(), other.parts.len());
            let mut sums = vec![vec![Sums::default(); height + 1]; width + 1];
            for ((&x, &y), row) in places[first].iter().zip(&places[second]).zip(rows) {
                let gain = row.gain as f64;
                let cell = &mut sums[usize::from(x) + 1][usize::from(y) + 1];
                *cell = plus(*cell, [1.0, gain, gain * gain], 1.0);
            }
            for x in 1..=width {
                for y in 1..=height {
                    let before = plus(sums[x - 1][y], sums[x][y - 1], 1.0);
                    let before = plus(before, sums[x - 1][y - 1], -1.0);
                    sums[x][y] = plus(sums[x][y], before, 1.0);
                }
            }
            let mut best = (0.0, None);
            for (left, right) in spans(width) {
                for (low, high) in spans(height) {
                    let outer = plus(sums[right][high], sums[left][low], 1.0);
                    let inner = plus(sums[left][high], sums[right][low], 1.0);
                    let [n, gain, squares] = plus(outer, inner, -1.0);
                    let worth = gain - DOUBT * squares.max(0.0).sqrt();
                    if n >= FEWEST as f64 && worth > best.0 {
                        best = (worth, Some([(left, right), (low, high)]));
                    }
                }
            }
            let (worth, Some([x, y])) = best else { continue };
            let condition = |axis: &Axis, span| {
                let at = axis.feature?;
                Some((names[at].clone(), axis.ends(span)?))
            };
            let when: Vec<_> =
                [condition(one, x), condition(other, y)].into_iter().flatten().collect();
            if !found.iter().any(|(known, _)| *known == when) {
                found.push((when, worth));
            }
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.truncate(MOST.0);
    found
}

fn plus(a: Sums, b: Sums, times: f64) -> Sums {
    std::array::from_fn(|i| a[i] + times * b[i])
}

/// Every run of consecutive parts, as its first part and the one after its last.
fn spans(parts: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..parts).flat_map(move |from| (from + 1..=parts).map(move |to| (from, to)))
}

/// A feature, and the parts into which its values are divided: the least and the greatest value of
/// each that were seen.
struct Axis {
    feature: Option<usize>,
    parts: Vec<(u16, u16)>,
}

impl Axis {
    /// The ends of a run of parts; open where no value is excluded, and `None` if none is at all.
    fn ends(&self, (from, to): (usize, usize)) -> Option<Ends> {
        let (least, most) = (self.parts[from].0, self.parts[to - 1].1);
        match (from > 0, to < self.parts.len()) {
            (false, false) => None,
            _ if least == most => Some((Some(least), Some(least))),
            (below, above) => Some((below.then_some(least), above.then_some(most))),
        }
    }
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

/// The change of a text that puts an exception before a rule, or gives the rule another action where
/// the exception is all of it; `None` if nothing is left of it.
fn changed(rule: &Written, when: &[(String, Ends)], action: &str) -> Option<Move> {
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
    let is_some = |(_, ends): &(String, Ends)| !matches!(ends, (Some(from), Some(to)) if from > to);
    let start = rule.place.start;
    let value = written(&rule.list, &all, action) + "\n";
    all.iter().all(is_some).then_some(Move { place: start..start, value })
}

/// A rule as files write it.
fn written(list: &str, when: &[(String, Ends)], action: &str) -> String {
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
                let values = vec![i % 7, i / 7 % 5, i / 35 % 3];
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
        let axis = Axis { feature: Some(0), parts };
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
