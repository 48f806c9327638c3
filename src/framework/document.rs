//! TOML files written by people, read so that every fault can name its line.

use super::counting::MEMORY;
use super::settings::{few, hint, line_of, lines, nearest, one_line, shown};
use crate::cards::memory::Recall;
use std::fmt;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A line number in a file, from 1; 0 for a parameter from the command line.
pub type Line = usize;

/// All faults of a file, each with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file's name.
    pub origin: String,
    /// The line and the message of each fault.
    pub faults: Vec<(Line, String)>,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = |(line, message): &(Line, String)| match line {
            0 => format!("{}: {message}", self.origin),
            line => format!("{}, line {line}: {message}", self.origin),
        };
        f.write_str(&lines(few(self.faults.iter().map(fault))))
    }
}

impl std::error::Error for FileError {}

/// A value of a file, with the line on which it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The line.
    pub line: Line,
    /// The value.
    pub value: Value,
}

/// A value of a file by its type.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A string: its lines that are not blank, each with its line number.
    Text(Vec<(Line, String)>),
    /// An integer.
    Int(i64),
    /// A boolean.
    Flag(bool),
    /// An array.
    List(Vec<Node>),
    /// A table: keys and values, in the order of the file.
    Table(Section),
    /// A float, a date or an integer that is too large, as written.
    Other(String),
}

impl Node {
    /// The trimmed text of a string of a single line.
    pub fn word(&self) -> Option<&str> {
        match &self.value {
            Value::Text(lines) if lines.len() == 1 => lines.first().map(|(_, text)| text.trim()),
            _ => None,
        }
    }

    /// An integer within a range. Anything else is a fault of the key, which says what is `allowed`.
    pub fn whole(
        &self,
        key: &str,
        range: RangeInclusive<i64>,
        allowed: impl fmt::Display,
        faults: &mut Faults,
    ) -> Option<i64> {
        match self.value {
            Value::Int(number) if range.contains(&number) => return Some(number),
            _ => faults.refuse(key, self, allowed),
        }
        None
    }

    /// A boolean. Anything else is a fault of the key, which says what is `allowed`.
    pub fn flag(&self, key: &str, allowed: &str, faults: &mut Faults) -> Option<bool> {
        match self.value {
            Value::Flag(flag) => return Some(flag),
            _ => faults.refuse(key, self, allowed),
        }
        None
    }

    /// The meaning of a word. Any word but these is a fault of the key.
    pub fn meaning<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
        faults: &mut Faults,
    ) -> Option<T> {
        let found = words.iter().find(|(word, _)| Some(*word) == self.word());
        if found.is_none() {
            let allowed: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            faults.refuse(key, self, format_args!("one of {}", allowed.join(", ")));
        }
        found.map(|(_, meaning)| *meaning)
    }

    /// The tables of an array written as `[[name]]`, with their lines. Faults are added to
    /// `faults`.
    pub fn tables(&self, name: &str, faults: &mut Faults) -> Vec<(Line, &Section)> {
        let Value::List(parts) = &self.value else {
            faults.refuse(name, self, format_args!("[[{name}]] tables"));
            return Vec::new();
        };
        if parts.is_empty() {
            faults.add(self.line, format!("{name} is empty: give it [[{name}]] tables"));
        }
        let mut found = Vec::new();
        for part in parts {
            match &part.value {
                Value::Table(section) => found.push((part.line, section)),
                _ => faults.add(part.line, format!("{} is no [[{name}]] table", part.shown())),
            }
        }
        found
    }

    /// The value as quoted in messages.
    pub fn shown(&self) -> String {
        match &self.value {
            Value::Text(lines) => {
                let text: Vec<&str> = lines.iter().map(|(_, text)| text.as_str()).collect();
                format!("\"{}\"", shown(&text.join("\n")))
            }
            Value::Int(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::List(parts) if parts.is_empty() => "an empty list".to_owned(),
            Value::List(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
            Value::Other(text) => shown(text),
        }
    }
}

/// Keys and values, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section(pub Vec<(String, Node)>);

impl Section {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// The only one of some keys that is there, all of which say the same thing, named in words.
    /// It is a fault if there is none, for which `nothing` is the message, or more than one.
    pub fn only_one<'k>(
        &self,
        keys: &[&'k str],
        (nothing, thing): (&str, &str),
        faults: &mut Faults,
    ) -> Option<(&'k str, &Node)> {
        let given: Vec<(&str, &Node)> =
            keys.iter().filter_map(|key| Some((*key, self.get(key)?))).collect();
        match given[..] {
            [] => faults.add(1, format!("{nothing}: give one of {}", keys.join(", "))),
            [only] => return Some(only),
            [(first, one), (second, other), ..] => faults.add(
                one.line.max(other.line),
                format!("{first} and {second} both say {thing}: keep one"),
            ),
        }
        None
    }

    /// Whether it, or any table or list within it, has a key of this name.
    pub fn mentions(&self, key: &str) -> bool {
        fn within(node: &Node, key: &str) -> bool {
            match &node.value {
                Value::List(nodes) => nodes.iter().any(|node| within(node, key)),
                Value::Table(section) => section.mentions(key),
                _ => false,
            }
        }
        self.0.iter().any(|(name, node)| name == key || within(node, key))
    }

    /// Adds a fault for every key that is not among the known ones.
    pub fn only(&self, known: &[&str], faults: &mut Faults) {
        for (key, node) in self.0.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            let hint = hint(&nearest(key, known.iter().copied()));
            let known = known.join(", ");
            faults.add(node.line, format!("no key `{}`{hint}; keys are {known}", shown(key)));
        }
    }
}

/// The faults found so far.
#[derive(Clone, Debug, Default)]
pub struct Faults(Vec<(Line, String)>);

impl Faults {
    /// Adds a fault.
    pub fn add(&mut self, line: Line, message: impl Into<String>) {
        self.0.push((line, message.into()));
    }

    /// Adds the fault of a value that is not allowed; `allowed` describes those that are, and the
    /// word of it that is nearest to the value is suggested.
    pub fn refuse(&mut self, name: &str, node: &Node, allowed: impl fmt::Display) {
        let allowed = allowed.to_string();
        let parts = allowed.split([',', ':', ';']).flat_map(|part| part.split(" or "));
        let words = parts.map(|part| {
            let word = part.trim().trim_start_matches("one of ").trim_start_matches("or ");
            word.trim_matches('"')
        });
        let hint = hint(&node.word().and_then(|found| nearest(found, words)));
        self.add(node.line, format!("{name} = {} is not allowed{hint}: {allowed}", node.shown()));
    }

    /// The number of faults.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A strategy or counting-system file for a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its name, for messages.
    pub origin: String,
    /// Everything but `game` and `about`.
    pub body: Section,
    /// Its idea, in a line.
    pub about: String,
    /// The memory of earlier rounds that a seat with this strategy has.
    pub recall: Recall,
    /// Whether its rules may test the true count although nothing is counted, as with the parameter
    /// `memory=none`; the count is then 0.
    pub uncounted: bool,
}

impl Document {
    /// Reads a file for a game. `parameters` override the values of the file.
    ///
    /// # Errors
    /// If it is not TOML, is for another game, or has no `about`.
    pub fn read(
        game: &str,
        origin: &str,
        text: &str,
        parameters: &[(String, toml::Value)],
    ) -> Result<Document, FileError> {
        let fail = |faults| FileError { origin: origin.to_owned(), faults };
        let table = DeTable::parse(text).map_err(|error| {
            fail(vec![(0, format!("not valid TOML: {}", one_line(&error, text)))])
        })?;
        let mut body = section(table.get_ref(), text);
        let mut faults = Faults::default();
        let mut take = |key: &str| {
            let at = body.0.iter().position(|(name, _)| name == key)?;
            Some(body.0.remove(at).1)
        };
        match take("game") {
            None => faults.add(1, format!("`game` is missing; write game = \"{game}\"")),
            Some(node) if node.word() == Some(game) => {}
            Some(node) => {
                let meant = node.word().and_then(|word| nearest(word, [game]));
                let (found, hint) = (node.shown(), hint(&meant));
                faults.add(
                    node.line,
                    format!("game = {found}: a file for another game, not {game}{hint}"),
                );
            }
        }
        let mut about = String::new();
        match take("about").map(|node| (node.word().map(str::to_owned), node)) {
            None => {
                // The key may be there, misspelt.
                let keys = body.0.iter().map(|(key, _)| key.as_str());
                let hint =
                    nearest("about", keys).map(|key| format!("; `{}` may be it", shown(&key)));
                let hint = hint.unwrap_or_default();
                faults.add(1, format!("`about` is missing: the idea in a line of text{hint}"));
            }
            Some((Some(text), _)) if !text.is_empty() => about = text,
            Some((_, node)) => faults.refuse("about", &node, "a line of text"),
        }
        // A file for another game has other keys; faults about those would only hide this one.
        if !faults.is_empty() {
            return Err(fail(faults.0));
        }
        for (key, value) in parameters {
            let node = Node { line: 0, value: plain(value) };
            match body.0.iter_mut().find(|(name, _)| name == key) {
                Some((_, slot)) => *slot = node,
                None => body.0.push((key.clone(), node)),
            }
        }
        let none =
            |(key, value): &(String, toml::Value)| key == MEMORY && value.as_str() == Some("none");
        Ok(Document {
            origin: origin.to_owned(),
            body,
            about,
            recall: Recall::default(),
            uncounted: parameters.iter().any(none),
        })
    }

    /// Returns the faults as an error, in the order of their lines, if there are any.
    ///
    /// # Errors
    /// If there are faults.
    pub fn check(&self, mut faults: Faults) -> Result<(), FileError> {
        faults.0.sort_by_key(|&(line, _)| line);
        match faults.is_empty() {
            true => Ok(()),
            false => Err(FileError { origin: self.origin.clone(), faults: faults.0 }),
        }
    }
}

fn section(table: &DeTable<'_>, text: &str) -> Section {
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let key: &Spanned<std::borrow::Cow<'_, str>> = key;
        let mut node = node(value, text);
        // Readers look for the line of the key; the span of a table may begin elsewhere.
        node.line = line_of(text, key.span().start);
        (key.get_ref().to_string(), node)
    };
    Section(table.iter().map(entry).collect())
}

fn node(value: &Spanned<DeValue<'_>>, text: &str) -> Node {
    let span = value.span();
    let line = line_of(text, span.start);
    let value = match value.get_ref() {
        DeValue::String(string) => Value::Text(text_lines(string, &text[span], line)),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Int(number),
            Err(_) => Value::Other(number.as_str().to_owned()),
        },
        DeValue::Array(list) => Value::List(list.iter().map(|value| node(value, text)).collect()),
        DeValue::Table(table) => Value::Table(section(table, text)),
        DeValue::Float(_) | DeValue::Datetime(_) => Value::Other(text[span].to_owned()),
    };
    Node { line, value }
}

/// The lines of a string that are not blank, with their line numbers in the file.
fn text_lines(string: &str, raw: &str, line: Line) -> Vec<(Line, String)> {
    let strip = |quotes| raw.strip_prefix(quotes)?.strip_suffix(quotes);
    let inner = strip("\"\"\"").map(|inner| (inner, true));
    let numbers = match inner.or_else(|| strip("'''").map(|inner| (inner, false))) {
        Some((inner, escapes)) => numbers(inner, escapes, line),
        None => Vec::new(),
    };
    // If escapes add line breaks, all lines get the number of the string's first line.
    let told = numbers.len() == string.lines().count();
    let number = |i: usize| if told { numbers[i] } else { line };
    let numbered = string.lines().enumerate().map(|(i, text)| (number(i), text.to_owned()));
    numbered.filter(|(_, text)| !text.trim().is_empty()).collect()
}

/// The line numbers of a string in triple quotes: a newline right after the opening quotes is not
/// part of it, and a line that ends in a backslash continues on the next one that is not blank.
fn numbers(inner: &str, escapes: bool, line: Line) -> Vec<Line> {
    let mut numbers = Vec::new();
    let mut goes_on = false;
    for (i, text) in inner.lines().enumerate() {
        if i == 0 && text.is_empty() || goes_on && text.trim().is_empty() {
            continue;
        }
        if !goes_on {
            numbers.push(line + i);
        }
        let backslashes = text.len() - text.trim_end_matches('\\').len();
        goes_on = escapes && backslashes % 2 == 1;
        // A line with only a backslash adds no text: the text begins on a later line.
        if goes_on && text.trim() == "\\" {
            numbers.pop();
            goes_on = false;
        }
    }
    numbers
}

/// A value from the command line.
fn plain(value: &toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::Text(vec![(0, text.clone())]),
        toml::Value::Integer(number) => Value::Int(*number),
        toml::Value::Boolean(flag) => Value::Flag(*flag),
        toml::Value::Array(parts) => {
            Value::List(parts.iter().map(|part| Node { line: 0, value: plain(part) }).collect())
        }
        other => Value::Other(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
game = \"kinzo\"
about = 'an idea'
hit_below = 9

chart = \"\"\"
total 1 2

  7   H S
\"\"\"
[[rule]]
do = 'hit'
when = { total = '..8',
         cards = 2 }
";

    fn read(text: &str) -> Result<Document, FileError> {
        Document::read("kinzo", "mine.toml", text, &[])
    }

    #[test]
    fn every_value_knows_its_line() {
        let document = read(FILE).unwrap();
        assert_eq!(document.about, "an idea");
        let line = |key| document.body.get(key).unwrap().line;
        assert_eq!((line("hit_below"), line("chart")), (3, 5));
        let rows = Value::Text(vec![(6, "total 1 2".into()), (8, "  7   H S".into())]);
        assert_eq!(document.body.get("chart").unwrap().value, rows);
        let Value::List(rules) = &document.body.get("rule").unwrap().value else { panic!() };
        let Value::Table(rule) = &rules[0].value else { panic!() };
        assert_eq!(rule.get("do").unwrap().line, 11);
        let Value::Table(when) = &rule.get("when").unwrap().value else { panic!() };
        assert_eq!(when.get("cards"), Some(&Node { line: 13, value: Value::Int(2) }));
    }

    #[test]
    fn texts_are_read_as_toml_reads_them() {
        let rows = |chart: &str| {
            let text = format!("game = 'kinzo'\nabout = 'x'\nchart = {chart}\n");
            let document = read(&text).unwrap();
            let Value::Text(lines) = &document.body.get("chart").unwrap().value else { panic!() };
            lines.iter().map(|(line, text)| (*line, text.trim().to_owned())).collect::<Vec<_>>()
        };
        let wanted = [(4, "a b".to_owned()), (5, "c".to_owned())];
        assert_eq!(rows("'''\na b\nc\n'''"), wanted);
        assert_eq!(rows("\"\"\"\na b\nc\"\"\""), wanted);
        assert_eq!(rows("\"\"\"\\\na b\nc\n\"\"\""), wanted);
        assert_eq!(rows("\"\"\"\na \\\n   b\nc\n\"\"\""), [(4, "a b".into()), (6, "c".into())]);
        assert_eq!(rows("\"\"\"\r\na \\u0062\r\nc\r\n\"\"\""), wanted);
        // Line breaks from escapes have no lines of their own in the file.
        assert_eq!(rows("\"a b\\nc\""), [(3, "a b".into()), (3, "c".into())]);
    }

    #[test]
    fn parameters_take_the_place_of_values() {
        let parameters = [("hit_below".to_owned(), toml::Value::Integer(7))];
        let document = Document::read("kinzo", "mine.toml", FILE, &parameters).unwrap();
        let found = document.body.get("hit_below");
        assert_eq!(found, Some(&Node { line: 0, value: Value::Int(7) }));
    }

    #[test]
    fn what_is_no_strategy_is_refused_with_its_line() {
        for (text, parts) in [
            ("game = \"kinzo\"\nabout = \n", &["mine.toml: not valid TOML: line 2"][..]),
            ("game = 'sabacc'\nabout = 'x'\n", &["line 1", "another game", "not kinzo"]),
            ("about = 'x'\n", &["line 1", "write game = \"kinzo\""]),
            ("game = 'kinzo'\n", &["`about` is missing"]),
            ("game = 'kinzo'\nabout = 3\n", &["line 2: about = 3"]),
            ("game = 1e3\nabout = ['x']\n", &["line 1: game = 1e3", "line 2: about = a list"]),
        ] {
            let message = read(text).unwrap_err().to_string();
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        }
    }
}
