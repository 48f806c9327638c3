//! The values of a strategy file that a search may vary: its numbers and the cells of its charts,
//! with their positions in the text, so that an improved file keeps its comments and its layout.

use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Keys that are not part of the play.
const FIXED: [&str; 4] = ["game", "about", "memory", "error_rate"];

/// A value of a file that may be varied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Free {
    /// Its path: `hit_below`, `rule[2].when.total`, `chart[7][3]`.
    pub path: String,
    /// Its position in the text, in bytes.
    pub place: Range<usize>,
    /// Its kind.
    pub kind: Kind,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An integer, or an end of a range of integers.
    Number,
    /// A cell of a chart.
    Cell,
}

impl Free {
    /// Whether a path names it or something that contains it.
    pub fn is_within(&self, path: &str) -> bool {
        let rest = self.path.strip_prefix(path);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    }

    /// The value as written in the text.
    pub fn value<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.place.clone()).unwrap_or_default()
    }
}

/// Replaces values of a text, each at its position in the old text.
pub fn with(text: &str, changes: &[(Range<usize>, String)]) -> String {
    let mut order: Vec<&(Range<usize>, String)> = changes.iter().collect();
    order.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    let mut text = text.to_owned();
    for (place, value) in order {
        text.replace_range(place.clone(), value);
    }
    text
}

/// The text of a top-level key, and the position of its value in bytes; `None` if the key is
/// missing or no text.
pub fn text_of(text: &str, key: &str) -> Option<(Range<usize>, String)> {
    let table = DeTable::parse(text).ok()?;
    let value = table.get_ref().get(key)?;
    value.get_ref().as_str().map(|text| (value.span(), text.to_owned()))
}

/// All values of a file that may be varied, in the order of the text; empty if it is not TOML.
pub fn values(text: &str) -> Vec<Free> {
    let mut found = Vec::new();
    if let Ok(table) = DeTable::parse(text) {
        of_table(table.get_ref(), "", text, &mut found);
    }
    found.sort_by_key(|free| free.place.start);
    found
}

fn of_table(table: &DeTable<'_>, path: &str, text: &str, found: &mut Vec<Free>) {
    for (key, value) in table.iter() {
        let key = key.get_ref().as_ref();
        if path.is_empty() && FIXED.contains(&key) {
            continue;
        }
        let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        of_value(value, &path, text, found);
    }
}

fn of_value(value: &Spanned<DeValue<'_>>, path: &str, text: &str, found: &mut Vec<Free>) {
    let place = value.span();
    match value.get_ref() {
        DeValue::Integer(_) => {
            found.push(Free { path: path.to_owned(), place, kind: Kind::Number });
        }
        DeValue::String(_) => match text.get(place.clone()) {
            Some(raw) if raw.contains('\n') => cells(raw, place.start, path, found),
            Some(raw) => numbers(raw, place.start, path, found),
            None => {}
        },
        DeValue::Array(list) => {
            for (at, value) in list.iter().enumerate() {
                of_value(value, &format!("{path}[{}]", at + 1), text, found);
            }
        }
        DeValue::Table(table) => of_table(table, path, text, found),
        DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {}
    }
}

/// The ends of a range such as `"2..8"`, or a number between quotes.
fn numbers(raw: &str, start: usize, path: &str, found: &mut Vec<Free>) {
    let inner = raw.trim_matches(['"', '\'']);
    let ends: Vec<&str> = inner.split("..").collect();
    let is_number = |end: &&str| end.is_empty() || end.parse::<i64>().is_ok();
    if ends.len() > 2 || !ends.iter().all(is_number) {
        return;
    }
    let mut from = start + (raw.len() - inner.len()) / 2;
    for end in ends {
        if !end.is_empty() {
            let place = from..from + end.len();
            found.push(Free { path: path.to_owned(), place, kind: Kind::Number });
        }
        from += end.len() + "..".len();
    }
}

/// The words of a line, each with its position in bytes.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// The cells of a chart, which has a line of headings, and lines of a name and as many cells.
fn cells(raw: &str, start: usize, path: &str, found: &mut Vec<Free>) {
    let mut headings: Option<Vec<&str>> = None;
    let mut from = start;
    for line in raw.split_inclusive('\n') {
        let here = from;
        from += line.len();
        let quotes = ["\"\"\"", "'''"];
        let body = quotes.iter().fold(line, |line, quote| {
            let line = line.strip_prefix(quote).unwrap_or(line);
            line.trim_end().strip_suffix(quote).unwrap_or(line)
        });
        let shift = body.as_ptr() as usize - line.as_ptr() as usize;
        let mut words = words(body);
        let Some((_, name)) = words.next() else { continue };
        let rest: Vec<(usize, &str)> = words.collect();
        let Some(headings) = &headings else {
            headings = Some(rest.iter().map(|(_, word)| *word).collect());
            continue;
        };
        if rest.len() != headings.len() {
            continue;
        }
        for ((at, word), heading) in rest.iter().zip(headings) {
            let at = here + shift + at;
            let place = at..at + word.len();
            let path = format!("{path}[{name}][{heading}]");
            found.push(Free { path, place, kind: Kind::Cell });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
game = 'kinzo'
about = 'an idea'
hit_below = 8 # never 9
chart = \"\"\"
total  1 2..6
..8    H S
9..    - H
\"\"\"
[[rule]]
when = { total = \"2..8\", cards = 2, pile = '30..' }
do = 'hit'
";

    #[test]
    fn numbers_and_cells_are_found_where_they_stand() {
        let told: Vec<String> =
            values(FILE).iter().map(|free| format!("{} {}", free.path, free.value(FILE))).collect();
        let wanted = [
            "hit_below 8",
            "chart[..8][1] H",
            "chart[..8][2..6] S",
            "chart[9..][1] -",
            "chart[9..][2..6] H",
            "rule[1].when.total 2",
            "rule[1].when.total 8",
            "rule[1].when.cards 2",
            "rule[1].when.pile 30",
        ];
        assert_eq!(told, wanted);
        assert!(values("no toml").is_empty());
    }

    #[test]
    fn a_path_names_its_parts() {
        let of = |path: &str| values(FILE).iter().filter(|free| free.is_within(path)).count();
        assert_eq!((of("chart"), of("chart[..8]"), of("rule[1].when"), of("rule")), (4, 2, 4, 4));
        assert_eq!((of("hit"), of("hit_below"), of("chart[..8][1]")), (0, 1, 1));
    }

    #[test]
    fn a_key_has_a_place() {
        let (place, about) = text_of(FILE, "about").expect("a text");
        assert_eq!((&FILE[place], &about[..]), ("'an idea'", "an idea"));
        assert_eq!(text_of(FILE, "when"), None);
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        let found = values(FILE);
        let changes: Vec<_> = [(0, "10"), (2, "H"), (6, "11")]
            .map(|(at, value): (usize, &str)| (found[at].place.clone(), value.to_owned()))
            .to_vec();
        let changed = with(FILE, &changes);
        let wanted = FILE
            .replace("hit_below = 8 #", "hit_below = 10 #")
            .replace("..8    H S", "..8    H H")
            .replace("\"2..8\"", "\"2..11\"");
        assert_eq!(changed, wanted);
    }
}
