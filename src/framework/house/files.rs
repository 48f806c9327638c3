//! Strategy files of any game: charts and first-match rules over the features of its view, and the
//! true count before the deal.

use crate::cards::Recall;
use crate::framework::View;
use crate::framework::counting::{TRUE_COUNTS, check_true_counts, true_count};
use crate::framework::document::{Document, Faults, FileError, Line, Node, Section, Value};
use crate::framework::policy::{
    Feature, List, Policy, Region, Rule, Situations, check, range, used, when,
};
use crate::framework::settings::{hint, nearest, shown};
use std::sync::Arc;

/// Keys of a file beside `game` and `about`.
const KEYS: &[&str] = &["chart", "rule"];
/// A strategy from a file.
#[derive(Debug)]
pub struct FileStrategy<V: View> {
    policy: Arc<Policy<V::Action>>,
    /// What it keeps of earlier rounds.
    pub(super) recall: Recall,
    /// Whether a rule looks at a true count.
    pub(super) counts: bool,
    /// The true count before the deal, rounded down.
    pub(super) count: i32,
}

impl<V: View> Clone for FileStrategy<V> {
    fn clone(&self) -> Self {
        let FileStrategy { policy, recall, counts, count } = self;
        FileStrategy {
            policy: policy.clone(),
            recall: recall.clone(),
            counts: *counts,
            count: *count,
        }
    }
}

impl<V: View> FileStrategy<V> {
    /// The strategy of a file.
    ///
    /// # Errors
    /// Everything that is wrong with it, each fault with its line.
    pub fn new(document: &Document) -> Result<FileStrategy<V>, FileError> {
        let features: Vec<Feature> = V::FEATURES.iter().chain(&TRUE_COUNTS).copied().collect();
        let mut faults = Faults::default();
        document.body.only(KEYS, &mut faults);
        let mut rules = Vec::new();
        if let Some(node) = document.body.get("chart") {
            charts::<V>(node, &features, &mut rules, &mut faults);
        }
        if let Some(node) = document.body.get("rule") {
            let allowed = allowed::<V>();
            let list = List { name: "rule", features: &features, key: "do", allowed: &allowed };
            for mut rule in list.read(node, |node| action::<V>(node.word()?), &mut faults) {
                rule.row = rules.len();
                rules.push(rule);
            }
        }
        let ends = |action: &V::Action| V::ALWAYS.contains(action);
        if rules.is_empty() && faults.is_empty() {
            faults.add(1, "nothing says what to do: give it a `chart`, or [[rule]] tables");
        } else if faults.is_empty() {
            let all = Situations::all(&features);
            check("row or rule", 1, &features, &rules, (&all, &all), ends, &mut faults);
        }
        let looks = used(&features, &rules);
        let counts = (V::FEATURES.len()..features.len()).any(looks);
        check_true_counts(document, &features, &rules, &mut faults);
        document.check(faults)?;
        let policy = Arc::new(Policy::new(&features, &rules, ends));
        Ok(FileStrategy { policy, recall: document.recall.clone(), counts, count: 0 })
    }

    /// What the file does in a situation.
    pub fn play(&self, view: &V) -> V::Action {
        let value = |feature: usize| match feature.checked_sub(V::FEATURES.len()) {
            None => {
                let Feature { low, high, .. } = V::FEATURES[feature];
                view.feature(feature).clamp(low, high)
            }
            Some(feature) => true_count(feature, self.count),
        };
        let take = |&action: &V::Action| view.allows(action).then_some(action);
        let action = self.policy.first(value, take).or_else(|| view.legal().next());
        action.expect("a seat that is asked has an action")
    }
}

/// The action of a name.
fn action<V: View>(name: &str) -> Option<V::Action> {
    V::ACTIONS.iter().find(|(known, _)| *known == name).map(|&(_, action)| action)
}

/// What may be done, for messages.
fn allowed<V: View>() -> String {
    V::ACTIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" | ")
}

/// The charts of a file: one text, or `[[chart]]` tables of `when` and `rows`.
fn charts<V: View>(
    node: &Node,
    features: &[Feature],
    rules: &mut Vec<Rule<V::Action>>,
    faults: &mut Faults,
) {
    if let Value::Text(lines) = &node.value {
        return chart::<V>(node.line, lines, &Region::all(features), features, rules, faults);
    }
    for (line, section) in node.tables("chart", faults) {
        section.only(&["when", "rows"], faults);
        let Some(region) = when(section.get("when"), features, faults) else { continue };
        match rows(section) {
            Some((line, lines)) => chart::<V>(line, lines, &region, features, rules, faults),
            None => faults.add(line, "this [[chart]] needs rows = a text of a line for each row"),
        }
    }
}

/// The lines of the text under `rows`, and where it begins.
fn rows(section: &Section) -> Option<(Line, &[(Line, String)])> {
    let node = section.get("rows")?;
    match &node.value {
        Value::Text(lines) => Some((node.line, lines)),
        _ => None,
    }
}

/// A chart: in its first line the feature of its rows and that of its columns, `total/dealer`, and
/// the values of the columns; then a line for each row with its values and an action in each column.
/// A chart of rows alone has one column, `do`.
fn chart<V: View>(
    line: Line,
    lines: &[(Line, String)],
    within: &Region,
    features: &[Feature],
    rules: &mut Vec<Rule<V::Action>>,
    faults: &mut Faults,
) {
    let Some(((head, first), body)) = lines.split_first() else {
        return faults.add(line, "this chart is empty");
    };
    let mut words = first.split_whitespace();
    let corner = words.next().unwrap_or_default();
    let feature = |name: &str, faults: &mut Faults| {
        let found = features.iter().position(|feature| feature.name == name);
        if found.is_none() {
            let names = || features.iter().map(|feature| feature.name);
            let hint = hint(&nearest(name, names()));
            let known = names().collect::<Vec<_>>().join(", ");
            let name = shown(name);
            faults.add(*head, format!("no feature `{name}`{hint}; features are {known}"));
        }
        found
    };
    let (row, column) = match corner.split_once('/') {
        Some((row, column)) => (feature(row, faults), Some(feature(column, faults))),
        None => (feature(corner, faults), None),
    };
    let (Some(row), Some(column)) = (row, column.map_or(Some(None), |found| found.map(Some)))
    else {
        return;
    };
    let part = |region: Region, feature: usize, text: &str, line: Line, faults: &mut Faults| {
        let Feature { name, low, high, .. } = features[feature];
        match range(text, low, high) {
            // A region that is left empty has no rule.
            Ok((low, high)) => Some(region.within(feature, low, high)),
            Err(allowed) => {
                let found = shown(text);
                faults.add(line, format!("{name} = {found} is not allowed: {allowed}"));
                None
            }
        }
    };
    let columns: Vec<Option<Region>> = match column {
        Some(column) => {
            words.filter_map(|text| part(within.clone(), column, text, *head, faults)).collect()
        }
        None => {
            if words.collect::<Vec<_>>() != ["do"] {
                faults.add(
                    *head,
                    format!(
                        "a chart of {corner} alone has one column, `do`; one by two features \
                         begins with {corner}/FEATURE"
                    ),
                );
                return;
            }
            vec![Some(within.clone())]
        }
    };
    if columns.is_empty() {
        return faults.add(*head, "this chart has no columns");
    }
    for (line, text) in body {
        let mut words = text.split_whitespace();
        let value = words.next().unwrap_or_default();
        let cells: Vec<&str> = words.collect();
        if cells.len() != columns.len() {
            let (found, wanted) = (cells.len(), columns.len());
            faults.add(
                *line,
                format!("{found} actions in this row, and the chart has {wanted} columns"),
            );
            continue;
        }
        let number = rules.len();
        for (cell, column) in cells.iter().zip(&columns) {
            let Some(column) = column.clone() else { continue };
            let Some(region) = part(column, row, value, *line, faults) else { break };
            // A dash leaves it to later charts and rules.
            for name in cell.split('/').filter(|_| *cell != "-") {
                match (action::<V>(name), &region) {
                    (Some(action), Some(region)) => rules.push(Rule {
                        line: *line,
                        row: number,
                        region: region.clone(),
                        action,
                    }),
                    (Some(_), None) => {}
                    (None, _) => {
                        let names = V::ACTIONS.iter().map(|(name, _)| *name);
                        let hint = hint(&nearest(name, names));
                        let (name, allowed) = (shown(name), allowed::<V>());
                        faults.add(
                            *line,
                            format!(
                                "no action `{name}`{hint}: {allowed}, several with / between, or -"
                            ),
                        );
                    }
                }
            }
        }
    }
}
