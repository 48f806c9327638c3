//! The table of differences between the file and its better version.

use super::super::{Cell, Table};
use crate::framework::free::{self, RuleText};
use std::ops::Range;

/// The table `changes`: the values that differ, and the rules that were added, by their paths in the
/// better file.
pub(super) fn changes(start: &str, text: &str, changed: bool) -> Table {
    let mut table = Table::new("changes", ["path", "was", "is"]);
    if !changed {
        return table;
    }
    let rules = versions(start, text);
    let mut rows: Vec<(usize, [Cell; 3])> = Vec::new();
    for (rule, old) in &rules {
        let action = &text[rule.action.clone()];
        let Some(old) = old else {
            let is = rule.line(text);
            rows.push((rule.place.start, [rule.path().into(), Cell::Empty, is.into()]));
            continue;
        };
        let was = &start[old.action.clone()];
        if was != action {
            let path = format!("{}.do", rule.path());
            rows.push((rule.action.start, [path.into(), was.into(), action.into()]));
        }
    }
    // All values except the actions of old rules, some of which are numbers.
    let before = free::values(start).into_iter().filter(|free| {
        let mut old = rules.iter().filter_map(|(_, old)| old.as_ref());
        !old.any(|rule| rule.action.contains(&free.place.start))
    });
    let after = free::values(text).into_iter().filter(|free| {
        !rules.iter().any(|(rule, old)| match old {
            Some(_) => rule.action.contains(&free.place.start),
            None => rule.place.contains(&free.place.start),
        })
    });
    for (was, is) in before.zip(after) {
        let (old, new) = (was.value(start), is.value(text));
        if old != new {
            rows.push((is.place.start, [is.path.as_str().into(), old.into(), new.into()]));
        }
    }
    rows.sort_by_key(|(place, _)| *place);
    rows.into_iter().for_each(|(_, row)| table.push(row.to_vec()));
    table
}

/// The byte ranges of the rules that `text` has and `start` has not. An added rule extends to the
/// beginning of the next.
pub(super) fn added(start: &str, text: &str) -> Vec<Range<usize>> {
    let rules = versions(start, text);
    let ends = rules.iter().skip(1).map(|(rule, _)| rule.place.start).chain([text.len()]);
    let new = rules.iter().zip(ends).filter(|((_, old), _)| old.is_none());
    new.map(|((rule, _), end)| rule.place.start..end).collect()
}

/// The rules of a later version of a file, each with its earlier form; `None` if it was added.
/// Numbers and actions may have changed; the order is the same.
fn versions(start: &str, text: &str) -> Vec<(RuleText, Option<RuleText>)> {
    let (before, after) = (free::rules(start), free::rules(text));
    let same = aligned(start, &before, text, &after);
    let mut before = same.into_iter().zip(before).peekable();
    let rules = after.into_iter().enumerate();
    rules
        .map(|(at, rule)| (rule, before.next_if(|(of, _)| *of == at).map(|(_, old)| old)))
        .collect()
}

/// For each rule of a file, the index of the corresponding rule in a later version.
fn aligned(start: &str, before: &[RuleText], text: &str, after: &[RuleText]) -> Vec<usize> {
    let likeness = |old: &RuleText, new: &RuleText| {
        if old.list != new.list {
            return None;
        }
        let names = |rule: &RuleText| {
            let mut names: Vec<String> = rule.when.iter().map(|(name, _)| name.clone()).collect();
            names.sort();
            names
        };
        let alike = u32::from(names(old) == names(new)) * 4;
        let same_ends = u32::from(old.when == new.when) * 2;
        let same_action = start[old.action.clone()] == text[new.action.clone()];
        Some(alike + same_ends + u32::from(same_action))
    };
    // The best alignment of the rules from `i` on with those from `j` on.
    let (n, m) = (before.len(), after.len());
    let mut best: Vec<Vec<Option<u32>>> = vec![vec![None; m + 1]; n + 1];
    best[n] = vec![Some(0); m + 1];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            let taken = likeness(&before[i], &after[j]).zip(best[i + 1][j + 1]).map(|(a, b)| a + b);
            best[i][j] = taken.max(best[i][j + 1]);
        }
    }
    let (mut found, mut j) = (Vec::with_capacity(n), 0);
    for i in 0..n {
        while j + 1 < m && best[i][j] == best[i][j + 1] {
            j += 1;
        }
        found.push(j);
        j += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
[[rule]]
when = { total = \"2..8\", cards = 2 }
do = \"hit\"

[[rule]]
when = { total = \"..12\" }
do = \"stand\"

[[rule]]
do = \"stand\"
";

    #[test]
    fn added_rules_and_changed_values_are_told() {
        let rule = "[[rule]]\nwhen = { total = \"..8\", pile = 3 }\ndo = \"stand\"\n\n";
        let text = FILE.replace("..12", "..14").replace("\"hit\"", "\"double\"");
        let text = text.replacen(
            "[[rule]]\nwhen = { total = \"..14",
            &(rule.to_owned() + "[[rule]]\nwhen = { total = \"..14"),
            1,
        );
        let table = changes(FILE, &text, true);
        let rows: Vec<Vec<Cell>> = vec![
            vec!["rule[1].do".into(), "\"hit\"".into(), "\"double\"".into()],
            vec![
                "rule[2]".into(),
                Cell::Empty,
                "when = { total = \"..8\", pile = 3 }, do = \"stand\"".into(),
            ],
            vec!["rule[3].when.total".into(), "12".into(), "14".into()],
        ];
        assert_eq!(table.rows, rows, "{text}");
        assert!(changes(FILE, FILE, true).rows.is_empty() && added(FILE, FILE).is_empty());
        let [place] = &added(FILE, &text)[..] else { panic!("{text}") };
        assert_eq!(&text[place.clone()], rule);
    }
}
