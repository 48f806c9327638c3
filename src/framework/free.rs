//! The parts of a strategy file that a search may vary: its numbers, the cells of its charts and
//! its rules, with their positions in the text, so that an improved file keeps its comments and its
//! layout.

use super::policy;
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

/// Whether a path equals another or lies inside it.
pub fn is_within(path: &str, other: &str) -> bool {
    let rest = path.strip_prefix(other);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

impl Free {
    /// Whether a path names it or something that contains it.
    pub fn is_within(&self, path: &str) -> bool {
        is_within(&self.path, path)
    }

    /// The value as written in the text.
    pub fn value<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.place.clone()).unwrap_or_default()
    }
}

/// An integer in any form that TOML has: `8`, `1_000`, `0x1f`.
pub fn integer(written: &str) -> Option<i64> {
    let digits = written.replace('_', "");
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = digits.strip_prefix(prefix) {
            return i64::from_str_radix(digits, radix).ok();
        }
    }
    digits.parse().ok()
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
            // A text written on one line separates its lines by `\n`.
            Some(raw) if raw.contains('\n') => cells(raw, place.start, ("\n", path), found),
            Some(raw) if raw.contains("\\n") => cells(raw, place.start, ("\\n", path), found),
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

/// A rule of a file: a `[[list]]` table with an action, and conditions that are ranges of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The list that it belongs to.
    pub list: String,
    /// Its number in the list, from 1.
    pub number: usize,
    /// Its position, in bytes: from its header, or the comment right above that, to its last value.
    pub place: Range<usize>,
    /// Its conditions: the name of a feature, and the ends of its range as far as they are given.
    pub when: Vec<(String, Ends)>,
    /// The position of its action, in bytes.
    pub action: Range<usize>,
    /// The position of its conditions, if they are written in one line.
    pub conditions: Option<Range<usize>>,
}

/// The ends of a range, both included; `None` where it is open.
pub type Ends = (Option<u16>, Option<u16>);

impl RuleText {
    /// Its path: `rule[2]`.
    pub fn path(&self) -> String {
        format!("{}[{}]", self.list, self.number)
    }

    /// Its conditions and its action in a line of its file: `when = { total = "..8" }, do = "hit"`.
    pub fn line(&self, text: &str) -> String {
        let when = match self.conditions.clone().and_then(|at| text.get(at)) {
            Some(written) => format!("when = {written}, "),
            None => conditions(&self.when, ", "),
        };
        format!("{when}do = {}", text.get(self.action.clone()).unwrap_or_default())
    }
}

/// Conditions as files write them, with `after` behind them: `when = { total = "..8" }`; nothing if
/// there are none.
pub fn conditions(when: &[(String, Ends)], after: &str) -> String {
    let written = |(name, ends): &(String, Ends)| match ends {
        (Some(from), Some(to)) if from == to => format!("{name} = {from}"),
        (from, to) => {
            let end = |end: &Option<u16>| end.map_or(String::new(), |end| end.to_string());
            format!("{name} = \"{}..{}\"", end(from), end(to))
        }
    };
    let all: Vec<String> = when.iter().map(written).collect();
    if all.is_empty() { String::new() } else { format!("when = {{ {} }}{after}", all.join(", ")) }
}

/// The rules of a file, in the order of the text. Lists that are not written as `[[list]]` tables,
/// or in which a rule is not of that form, are left out.
pub fn rules(text: &str) -> Vec<RuleText> {
    let Ok(table) = DeTable::parse(text) else { return Vec::new() };
    let mut found = Vec::new();
    for (key, value) in table.get_ref() {
        let DeValue::Array(list) = value.get_ref() else { continue };
        let name = key.get_ref().as_ref();
        let rules = list.iter().enumerate().map(|(at, rule)| rule_of(rule, (name, at + 1), text));
        found.extend(rules.collect::<Option<Vec<RuleText>>>().unwrap_or_default());
    }
    found.sort_by_key(|rule| rule.place.start);
    found
}

fn rule_of(
    rule: &Spanned<DeValue<'_>>,
    (list, number): (&str, usize),
    text: &str,
) -> Option<RuleText> {
    let DeValue::Table(table) = rule.get_ref() else { return None };
    let action = table.get("do")?.span();
    let when = match table.get("when").map(Spanned::get_ref) {
        None => Vec::new(),
        Some(DeValue::Table(when)) => {
            let ends = |(name, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
                let value = match value.get_ref() {
                    DeValue::String(range) => range.to_string(),
                    _ => integer(text.get(value.span())?)?.to_string(),
                };
                Some((AsRef::<str>::as_ref(name.get_ref()).to_owned(), ends(&value)?))
            };
            when.iter().map(ends).collect::<Option<_>>()?
        }
        Some(_) => return None,
    };
    // The header is the last one above the action.
    let above = text.get(..action.start)?;
    let is_header = |line: &&str| header(line).is_some_and(|name| name == list);
    let mut start = offset(above.lines().rfind(is_header)?, text);
    while let Some(lines) = text[..start].strip_suffix('\n') {
        let line = lines.rfind('\n').map_or(0, |end| end + 1);
        match lines[line..].starts_with('#') {
            true => start = line,
            false => break,
        }
    }
    let end = table.iter().map(|(_, value)| end_of(value)).max()?;
    let in_line = |at: &Range<usize>| {
        let written = text.get(at.clone());
        written.is_some_and(|written| written.starts_with('{') && !written.contains('\n'))
    };
    let conditions = table.get("when").map(Spanned::span).filter(in_line);
    Some(RuleText { list: list.to_owned(), number, place: start..end, when, action, conditions })
}

/// The end of a value. The span of a table that is not in braces ends before its values.
fn end_of(value: &Spanned<DeValue<'_>>) -> usize {
    let within = value.get_ref().as_table().and_then(|table| {
        let values = table.iter();
        values.map(|(_, value)| end_of(value)).max()
    });
    value.span().end.max(within.unwrap_or(0))
}

/// The name of the list in a header line such as `[[rule]]`.
fn header(line: &str) -> Option<&str> {
    let (name, rest) = line.trim_start().strip_prefix("[[")?.split_once("]]")?;
    let rest = rest.trim_start();
    let is_header = rest.is_empty() || rest.starts_with('#');
    is_header.then(|| name.trim().trim_matches(['"', '\'']))
}

/// The ends of a range as files write it.
fn ends(raw: &str) -> Option<Ends> {
    let (from, to) = policy::range(raw, 0, u16::MAX).ok()?;
    let open = |end: u16, limit: u16| (end != limit || from == to).then_some(end);
    Some((open(from, 0), open(to, u16::MAX)))
}

/// The ends of a range such as `"2..8"`, or a number in quotes; either may have spaces around it.
fn numbers(raw: &str, start: usize, path: &str, found: &mut Vec<Free>) {
    let inner = raw.trim_matches(['"', '\'']);
    let ends: Vec<&str> = inner.split("..").map(str::trim).collect();
    let is_number = |end: &&str| end.is_empty() || end.parse::<i64>().is_ok();
    if ends.len() > 2 || !ends.iter().all(is_number) {
        return;
    }
    for end in ends.into_iter().filter(|end| !end.is_empty()) {
        let from = start + offset(end, raw);
        let place = from..from + end.len();
        found.push(Free { path: path.to_owned(), place, kind: Kind::Number });
    }
}

/// The position of a part of a text in it, in bytes.
fn offset(part: &str, text: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The words of a line, each with its position in bytes.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(move |word| (offset(word, line), word))
}

/// The cells of a chart: a line of headings, then lines of a name and a cell for each heading.
fn cells(raw: &str, start: usize, (end, path): (&str, &str), found: &mut Vec<Free>) {
    let mut headings: Option<Vec<&str>> = None;
    // A tab may be written as `\t`.
    let spaced = raw.replace("\\t", "  ");
    let body = spaced.trim_matches(['"', '\'']);
    for line in body.split(end) {
        let here = start + offset(line, &spaced);
        let mut words = words(line);
        // A text may begin on the line after a backslash.
        let Some((_, name)) = words.next().filter(|(_, name)| *name != "\\") else { continue };
        let rest: Vec<(usize, &str)> = words.collect();
        let Some(headings) = &headings else {
            headings = Some(rest.iter().map(|(_, word)| *word).collect());
            continue;
        };
        if rest.len() != headings.len() {
            continue;
        }
        for ((at, word), heading) in rest.iter().zip(headings) {
            let at = here + at;
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
    fn charts_are_read_in_the_forms_that_texts_have() {
        for chart in ["\"\"\"\\\ntotal 1 2\n..7 H S\n\"\"\"", "\"total\\t1 2\\n..7\\tH S\""] {
            let file = format!("game = 'kinzo'\nchart = {chart}\n");
            let found = values(&file);
            let told: Vec<String> =
                found.iter().map(|free| format!("{} {}", free.path, free.value(&file))).collect();
            assert_eq!(told, ["chart[..7][1] H", "chart[..7][2] S"], "{file}");
        }
    }

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
    fn forms_do_not_matter() {
        let text = "a = 0x1f\nb = 1_0\nc = ' 2 .. 8 '\nd = \"x 1 2\\n3 H S\\n\"\n";
        let found = values(text);
        let told: Vec<String> =
            found.iter().map(|free| format!("{} {}", free.path, free.value(text))).collect();
        assert_eq!(told, ["a 0x1f", "b 1_0", "c 2", "c 8", "d[3][1] H", "d[3][2] S"]);
        let numbers = ["0x1f", "1_0", "2", "-3", "+4", "0b11", "0o17", "x"].map(integer);
        let wanted = [Some(31), Some(10), Some(2), Some(-3), Some(4), Some(3), Some(15), None];
        assert_eq!(numbers, wanted);
        for header in ["[[rule]]", "[[ rule ]] # so", " [[\"rule\"]]"] {
            assert_eq!(super::header(header), Some("rule"), "{header}");
        }
        assert_eq!(super::header("[[rule]], 3]"), None);
        for rule in [
            "[[ rule ]]\ndo = \"hit\"\n[rule.when]\ntotal = 3",
            "[[rule]]\ndo = \"hit\"\nwhen.total = 3\nwhen.cards = 2",
        ] {
            let text = format!("{rule}\n\n[[rule]]\ndo = \"stay\"\n");
            let [found, _] = &rules(&text)[..] else { panic!("{:?}", rules(&text)) };
            assert_eq!(&text[found.place.clone()], rule);
        }
    }

    #[test]
    fn conditions_are_read_in_the_forms_that_numbers_and_texts_have() {
        let when = "when = { a = 0x1f, b = 1_0, c = \"\\u0032..8\", d = '''3..''' }";
        let text = format!("[[rule]]\n{when}\ndo = 'hit'\n");
        let [rule] = &rules(&text)[..] else { panic!("{:?}", rules(&text)) };
        let wanted =
            [(Some(31), Some(31)), (Some(10), Some(10)), (Some(2), Some(8)), (Some(3), None)];
        assert!(rule.when.iter().map(|(_, ends)| *ends).eq(wanted), "{:?}", rule.when);
    }

    #[test]
    fn rules_are_found_with_their_comments() {
        let text = FILE.to_owned()
            + "\n# The rest,\n# whatever it is.\n[[rule]]\ndo = \"stand\"\n\n[[odd]]\ndo = [1]\nwhen = 3\n";
        let [first, second] = &rules(&text)[..] else { panic!("{:?}", rules(&text)) };
        assert_eq!((&text[first.action.clone()], first.path()), ("'hit'", "rule[1]".to_owned()));
        let when = [("total", (Some(2), Some(8))), ("cards", (Some(2), Some(2)))];
        let when = when.into_iter().chain([("pile", (Some(30), None))]);
        assert!(first.when.iter().map(|(name, ends)| (name.as_str(), *ends)).eq(when));
        assert!(text[first.place.clone()].starts_with("[[rule]]\nwhen"));
        let rest = "# The rest,\n# whatever it is.\n[[rule]]\ndo = \"stand\"";
        assert_eq!(&text[second.place.clone()], rest);
        assert_eq!((&second.when, second.path()), (&Vec::new(), "rule[2]".to_owned()));
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
