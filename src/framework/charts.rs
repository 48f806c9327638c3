//! The charts of strategy files: a line that names the columns, then a line for each row with the
//! action in each column.

use super::document::{Faults, Line, Node, Value};
use super::notation::{self, ParseError};
use super::policy::{Feature, Region, Rule, condition, known, range, when};
use super::settings::{hint, nearest, shown};

/// The format of a game's charts.
#[derive(Clone, Copy, Debug)]
pub struct Charts<'a, A> {
    /// The features that charts can test.
    pub features: &'a [Feature],
    /// The features of rows and columns, as indices, if they are always the same: the first line
    /// then begins with the name of the rows' feature. Otherwise it begins with both names,
    /// `total/dealer`, or with one name and the only column `do`.
    pub axes: Option<(usize, usize)>,
    /// The actions by name. If all names are single letters, cells need no spaces between them and
    /// may be in lower case. Otherwise a cell may hold several names separated by `/`, to be tried
    /// in turn, or a dash, which leaves the situation to later rules.
    pub actions: &'a [(&'a str, A)],
}

impl<A: Clone> Charts<'_, A> {
    /// Reads the charts of a node as rules. The node is a single chart's text, or a list of
    /// `[[chart]]` tables, each with its text under `rows` and a condition under `key`: a `when`
    /// table if `key` is `when`, else the range of the feature named `key`. Faults are added to
    /// `faults`.
    pub fn read(&self, node: &Node, key: &str, faults: &mut Faults) -> Vec<Rule<A>> {
        let mut rules = Vec::new();
        let all = Region::all(self.features);
        if let Value::Text(lines) = &node.value {
            self.chart(node.line, lines, &all, &mut rules, faults);
            return rules;
        }
        for (line, section) in node.tables("chart", faults) {
            section.only(&[key, "rows"], faults);
            let region = match section.get(key) {
                None => Some(all.clone()),
                given @ Some(_) if key == "when" => when(given, self.features, faults),
                Some(node) => condition(&all, key, node, self.features, faults),
            };
            let Some(region) = region else { continue };
            match section.get("rows").map(|rows| (rows.line, &rows.value)) {
                Some((line, Value::Text(lines))) => {
                    self.chart(line, lines, &region, &mut rules, faults);
                }
                _ => faults.add(line, "this [[chart]] needs `rows`: a text with a row a line"),
            }
        }
        rules
    }

    fn chart(
        &self,
        line: Line,
        lines: &[(Line, String)],
        within: &Region,
        rules: &mut Vec<Rule<A>>,
        faults: &mut Faults,
    ) {
        let Some(((head, names), body)) = lines.split_first() else {
            return faults.add(line, "the chart is empty: its first line names the columns");
        };
        let mut names = names.split_whitespace();
        let corner = names.next().unwrap_or_default();
        let Some((row, column)) = self.axes(corner, *head, faults) else { return };
        // A faulty column still counts; otherwise every row would seem to have one cell too many.
        let mut columns: Vec<Option<Region>> = Vec::new();
        match column {
            Some(column) => {
                let mut ranges: Vec<(u16, u16, &str)> = Vec::new();
                for name in names {
                    let found = self.part(column, name, *head, faults);
                    if let Some((low, high)) = found {
                        let both = |other: &&(u16, u16, &str)| low <= other.1 && other.0 <= high;
                        if let Some((.., other)) = ranges.iter().find(both) {
                            let (name, other) = (shown(name), shown(other));
                            faults.add(
                                *head,
                                match name == other {
                                    true => format!("column `{name}` comes twice"),
                                    false => format!("columns `{other}` and `{name}` overlap"),
                                },
                            );
                        }
                        ranges.push((low, high, name));
                    }
                    columns.push(found.and_then(|(l, h)| within.clone().within(column, l, h)));
                }
            }
            None if names.eq(["do"]) => columns.push(Some(within.clone())),
            None => {
                let message = format!(
                    "a chart of {corner} alone has one column, `do`; one by two features begins with \
                     {corner}/FEATURE"
                );
                return faults.add(*head, message);
            }
        }
        if columns.is_empty() {
            return faults.add(*head, "this chart has no columns");
        }
        let first = rules.last().map_or(0, |rule| rule.row + 1);
        for (number, (line, text)) in (first..).zip(body) {
            let mut words = text.split_whitespace();
            let name = words.next().unwrap_or_default();
            let Some((low, high)) = self.part(row, name, *line, faults) else { continue };
            let name = shown(name);
            if within.clone().within(row, low, high).is_none() {
                faults.add(*line, format!("row `{name}` can never apply"));
                continue;
            }
            let letters = self.has_letters();
            let cells: Vec<&str> =
                words.flat_map(|word| word.split_inclusive(|_| letters)).collect();
            if cells.len() != columns.len() {
                let (cells, columns) = (cells.len(), columns.len());
                faults
                    .add(*line, format!("row `{name}` has {cells} actions for {columns} columns"));
                continue;
            }
            let read: Result<Vec<Vec<A>>, ParseError> =
                cells.into_iter().map(|cell| self.cell(cell)).collect();
            match read {
                Err(error) => faults.add(*line, error.to_string()),
                Ok(cells) => {
                    for (actions, column) in cells.into_iter().zip(&columns) {
                        let region = column.clone().and_then(|part| part.within(row, low, high));
                        // An empty region needs no rule.
                        let Some(region) = region else { continue };
                        rules.extend(actions.into_iter().map(|action| {
                            let region = region.clone();
                            Rule { line: *line, row: number, region, action }
                        }));
                    }
                }
            }
        }
    }

    /// The features of rows and columns, as indices; no column feature in a chart by one feature.
    fn axes(
        &self,
        corner: &str,
        head: Line,
        faults: &mut Faults,
    ) -> Option<(usize, Option<usize>)> {
        let Some((row, column)) = self.axes else {
            let mut find = |name| known(name, self.features, head, faults);
            return match corner.split_once('/') {
                // Looks up both, to report the faults of both.
                Some((row, column)) => match (find(row), find(column)) {
                    (Some(row), Some(column)) => Some((row, Some(column))),
                    _ => None,
                },
                None => find(corner).map(|row| (row, None)),
            };
        };
        let (title, Feature { low, high, .. }) = (self.features[row].name, self.features[column]);
        if corner != title {
            let hint = hint(&nearest(corner, [title]));
            let message = format!(
                "`{}`{hint}: the first line names the columns, such as `{title} {low}..{high}`",
                shown(corner)
            );
            faults.add(head, message);
            return None;
        }
        Some((row, Some(column)))
    }

    /// The range of a row or a column.
    fn part(
        &self,
        feature: usize,
        text: &str,
        line: Line,
        faults: &mut Faults,
    ) -> Option<(u16, u16)> {
        let Feature { name, low, high, .. } = self.features[feature];
        let refuse = |allowed| {
            faults.add(line, format!("{name} = {} is not allowed: {allowed}", shown(text)));
        };
        range(text, low, high).map_err(refuse).ok()
    }

    fn has_letters(&self) -> bool {
        self.actions.iter().all(|(name, _)| name.len() == 1)
    }

    /// The actions of a cell, to be tried in turn.
    fn cell(&self, text: &str) -> Result<Vec<A>, ParseError> {
        let names = || self.actions.iter().map(|(name, _)| *name);
        let letters = self.has_letters();
        if text == "-" && !letters {
            return Ok(Vec::new());
        }
        let mut allowed = format!("actions are {}", names().collect::<Vec<_>>().join(", "));
        if !letters {
            allowed += ", several with / between, or -";
        }
        let action = |name: &str| {
            // A letter may be in either case, unless both are actions.
            let mut same = names().enumerate().filter(|(_, one)| one.eq_ignore_ascii_case(name));
            let place = match (same.next(), same.next()) {
                (Some((place, _)), None) if letters => place,
                _ => notation::place_of(name, "action of this chart", &allowed, names())?,
            };
            Ok(self.actions[place].1.clone())
        };
        text.split('/').map(action).collect()
    }
}
