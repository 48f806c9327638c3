//! Rules from presets, TOML files and single settings; every fault names its place.

use super::{Fault, Field, GameRules, bonus};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The faults of a requested set of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// There is no preset of that name.
    #[error("no preset `{found}`{}; presets are {known}", hint(.nearest))]
    Preset {
        /// The name found.
        found: String,
        /// The preset that was probably meant.
        nearest: Option<String>,
        /// All presets.
        known: String,
    },
    /// A file is not TOML.
    #[error("{origin} is not valid TOML: {message}")]
    Syntax {
        /// The file.
        origin: String,
        /// The parser's message, with the line.
        message: String,
    },
    /// A setting is not written as `field=value`.
    #[error("{origin} is not of the form field=value")]
    Form {
        /// The setting as written.
        origin: String,
    },
    /// The rules have no such fields.
    #[error("{}", no_fields(.unknown, .known, .values))]
    Fields {
        /// All unknown fields.
        unknown: Vec<Unknown>,
        /// The names of all fields.
        known: String,
        /// All values that are not allowed, each with its place.
        values: Vec<(String, Fault)>,
    },
    /// All values that are not allowed, each with its place.
    #[error("{}", list(.0))]
    Values(Vec<(String, Fault)>),
    /// All values that are not allowed, at least one of which cannot be read as its field's type.
    #[error("{}", list(.0))]
    Unreadable(Vec<(String, Fault)>),
}

impl SettingsError {
    /// The first faulty field, or the option (`rules`, `set`) if the fault is not in a field.
    pub fn field(&self) -> Option<&str> {
        let first = |values: &[(String, Fault)]| values.first().map(|(_, fault)| fault.field);
        match self {
            SettingsError::Preset { .. } | SettingsError::Syntax { .. } => Some("rules"),
            SettingsError::Form { .. } => Some("set"),
            SettingsError::Fields { unknown, values, .. } => {
                unknown.first().map(|unknown| unknown.found.as_str()).or_else(|| first(values))
            }
            SettingsError::Values(values) | SettingsError::Unreadable(values) => first(values),
        }
    }
}

/// A field that the rules do not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The file and line, or the option.
    pub origin: String,
    /// The name found.
    pub found: String,
    /// The field that was probably meant.
    pub nearest: Option<String>,
}

/// The hint of a message at the name that was probably meant: ` (did you mean `x`?)`, or empty.
pub fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

fn list(faults: &[(String, Fault)]) -> String {
    lines(faults.iter().map(|(at, fault)| format!("{at}: {fault}")).collect())
}

/// Joins the lines of a message, indented to line up behind `error: `.
pub fn lines(lines: Vec<String>) -> String {
    lines.join("\n       ")
}

/// The maximum number of faults of one kind in a message; an unrelated file may have thousands.
const MOST_FAULTS: usize = 10;

/// The first faults, and the number of further ones.
pub fn few(all: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = all.len().saturating_sub(MOST_FAULTS);
    let rest = (more > 0).then(|| format!("and {more} more"));
    all.take(MOST_FAULTS).chain(rest).collect()
}

fn no_fields(unknown: &[Unknown], known: &str, values: &[(String, Fault)]) -> String {
    let name = |field: &Unknown| {
        format!("{}: no field `{}`{}", field.origin, field.found, hint(&field.nearest))
    };
    let mut all = few(unknown.iter().map(name));
    if let Some(last) = all.last_mut() {
        *last += &format!("; fields are {known}");
    }
    if !values.is_empty() {
        all.push(list(values));
    }
    lines(all)
}

/// A text as quoted in messages: on one line, with hidden characters escaped, and the middle of a
/// long one left out.
pub fn shown(text: &str) -> String {
    const MOST: usize = 80;
    cut(text, MOST)
}

/// A word as a shell takes it, in quotes if it needs them. It stays in one line.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=,:+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    let is_odd = |c: char| c.is_ascii_control() || is_hidden(c);
    if !word.contains(is_odd) {
        return format!("'{}'", word.replace('\'', "'\\''"));
    }
    let escape = |c: char| match c {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\\' | '\'' => format!("\\{c}"),
        c if c.is_ascii_control() => format!("\\x{:02x}", u32::from(c)),
        c if is_hidden(c) => format!("\\U{:08x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("$'{}'", word.chars().map(escape).collect::<String>())
}

/// An option with its value as a shell takes it, in one word if the value looks like an option.
pub fn option(name: &str, value: &str) -> String {
    let between = if value.starts_with('-') { '=' } else { ' ' };
    format!("{name}{between}{}", quoted(value))
}

/// A path as [`quoted`] quotes a word, and so that it does not look like an option.
pub fn quoted_path(path: &std::path::Path) -> String {
    let path = path.to_string_lossy();
    if path.starts_with('-') { quoted(&format!("./{path}")) } else { quoted(&path) }
}

/// A path as quoted in messages: like [`shown`], but longer.
pub fn shown_path(path: &std::path::Path) -> String {
    const MOST: usize = 300;
    cut(&path.to_string_lossy(), MOST)
}

/// The first and the last characters of a text, about `most` in all, with hidden ones escaped.
fn cut(text: &str, most: usize) -> String {
    let mut plain = String::new();
    let count = text.chars().count();
    let tail = most / 3;
    for (i, c) in text.chars().enumerate() {
        match c {
            _ if count > most && i == most - tail => plain.push('…'),
            _ if count > most && (most - tail..count - tail).contains(&i) => {}
            c if is_hidden(c) => plain.extend(c.escape_unicode()),
            '\n' | '\r' | '\t' => plain.extend(c.escape_default()),
            c => plain.push(c),
        }
    }
    plain
}

/// Whether a character is invisible or changes the display of others: control characters except
/// line ends and tabs, direction marks, joiners, fillers, and spaces other than that of the
/// keyboard.
pub fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\r' | '\t' | ' ' => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => {
            true
        }
        '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' => true,
        '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control() || c.is_whitespace(),
    }
}

/// The name that was probably meant: the nearest one, if it is near enough.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    // Most of a short name must be right.
    let reach = |name: &str| {
        let letters = name.chars().count();
        ((letters / 3).max(1) + 1).min(letters / 2)
    };
    // A text longer than every name by more than its reach means none of them: it may be very long,
    // and is not compared.
    let longest = known.iter().map(|name| name.chars().count() + reach(name)).max()?;
    if found.chars().nth(longest).is_some() {
        return None;
    }
    let found = found.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&found, name), name))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, name)| distance <= reach(name))
        .map(|(_, name)| name.to_owned())
}

/// Rules under construction: a preset, then what overrides it.
#[derive(Clone, Debug)]
pub struct Settings<R> {
    rules: R,
    /// The place that set a field, by field, for messages.
    origins: BTreeMap<String, String>,
    /// The places that set the parts of a table, by field: each with its key, in order.
    parts: BTreeMap<String, Vec<(String, String)>>,
    /// The place of all other fields: the last file, or the rules themselves.
    rest: String,
    faults: Vec<(String, Fault)>,
    unknown: Vec<Unknown>,
}

/// The maximum number of names between the dots of a setting: far more than any field has.
const DEEPEST: usize = 8;

impl<R: GameRules> Default for Settings<R> {
    fn default() -> Self {
        Settings {
            rules: R::default(),
            origins: BTreeMap::new(),
            parts: BTreeMap::new(),
            rest: "the rules".to_owned(),
            faults: Vec::new(),
            unknown: Vec::new(),
        }
    }
}

impl<R: GameRules> Settings<R> {
    /// The rules of a preset.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn preset(name: &str) -> Result<Self, SettingsError> {
        let names = || R::presets().iter().map(|preset| preset.name);
        match R::preset(name) {
            Some(rules) => Ok(Settings { rules, ..Settings::default() }),
            None => Err(SettingsError::Preset {
                found: shown(name),
                nearest: nearest(name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// Overrides fields with those of a TOML file.
    ///
    /// # Errors
    /// If it is not TOML. Fields and values are checked by [`Settings::finish`].
    pub fn file(&mut self, name: &str, text: &str) -> Result<(), SettingsError> {
        let syntax = |error: toml::de::Error| SettingsError::Syntax {
            origin: name.to_owned(),
            message: one_line(&error, text),
        };
        let spans = toml::de::DeTable::parse(text).map_err(syntax)?;
        let table: toml::Table = toml::from_str(text).map_err(syntax)?;
        self.rest = name.to_owned();
        let place = |start: usize| format!("{name}, line {}", line_of(text, start));
        // A map, because an unrelated file may have thousands of keys.
        let starts: BTreeMap<&str, (usize, &toml::de::DeValue<'_>)> = spans
            .get_ref()
            .iter()
            .map(|(key, value)| (key.get_ref().as_ref(), (key.span().start, value.get_ref())))
            .collect();
        for (key, value) in table {
            let found = starts.get(key.as_str());
            let origin = place(found.map_or(0, |(start, _)| *start));
            if let Some((_, toml::de::DeValue::Table(parts))) = found {
                let mut parts: Vec<(usize, String)> = parts
                    .iter()
                    .map(|(key, _)| (key.span().start, key.get_ref().to_string()))
                    .collect();
                parts.sort_unstable();
                let placed = parts.into_iter().map(|(start, key)| (key, place(start)));
                self.parts.insert(key.clone(), placed.collect());
            }
            self.field(&origin, &key, value);
        }
        Ok(())
    }

    /// Overrides one field: `field=value`, the value in TOML or a bare word. A part of a field is
    /// set by `field.part=value`; a part with special characters is put in quotes.
    ///
    /// # Errors
    /// If it has no `=`. Fields and values are checked by [`Settings::finish`].
    pub fn set(&mut self, setting: &str) -> Result<(), SettingsError> {
        let origin = format!("`{}`", shown(setting));
        let Some((path, value)) = split_setting(setting) else {
            return Err(SettingsError::Form { origin });
        };
        let mut value = value_of(value);
        let mut parts = parts_of(path);
        if parts.len() > DEEPEST {
            self.no_field(&origin, path);
            return Ok(());
        }
        let dotted = parts.len() > 1;
        while parts.len() > 1 {
            let last = parts.pop().unwrap_or_default();
            value = toml::Value::Table([(last, value)].into_iter().collect());
        }
        let name = parts.pop().unwrap_or_default();
        // A bonus is added to those already set.
        let known = || table_of(&self.rules).remove(bonus::NAME);
        if dotted
            && name == bonus::NAME
            && let (Some(toml::Value::Table(mut all)), toml::Value::Table(more)) = (known(), &value)
        {
            let placed = self.parts.entry(name.clone()).or_default();
            placed.retain(|(part, _)| !more.contains_key(part));
            placed.extend(more.keys().map(|part| (part.clone(), origin.clone())));
            all.extend(more.clone());
            value = toml::Value::Table(all);
        } else {
            self.parts.remove(&name);
        }
        self.field(&origin, &name, value);
        Ok(())
    }

    /// The place of a fault, or of the part of a table that it concerns, if that is known.
    fn place(&self, fault: &Fault) -> String {
        let field = fault.field.split('.').next().unwrap_or(fault.field);
        let is_about = |name: &str| {
            let entry = format!("{} = ", key(name));
            fault.field.split_once('.').is_some_and(|(_, part)| part == name)
                || ["{ ", ", "]
                    .iter()
                    .any(|before| fault.found.contains(&format!("{before}{entry}")))
        };
        let parts = self.parts.get(field).map_or(&[][..], Vec::as_slice);
        // A fault that names all the parts that were set may concern any of them.
        let is_open = parts.len() > 1 && parts.iter().all(|(key, _)| is_about(key));
        let part = parts.iter().find(|(key, _)| !is_open && is_about(key)).map(|(_, place)| place);
        part.or_else(|| self.origins.get(field)).unwrap_or(&self.rest).clone()
    }

    /// Records a field that the rules do not have.
    fn no_field(&mut self, origin: &str, name: &str) {
        // `penetration` alone means `shuffle.penetration`.
        let part = R::fields().iter().find(|field| {
            field
                .allowed
                .split(" | ")
                .any(|reading| reading.split_once(" = ").is_some_and(|(part, _)| part == name))
        });
        let nearest = part
            .map(|field| format!("{}.{name}", field.name))
            .or_else(|| nearest(name, R::fields().iter().map(|field| field.name)));
        self.unknown.push(Unknown { origin: origin.to_owned(), found: shown(name), nearest });
    }

    fn field(&mut self, origin: &str, name: &str, value: toml::Value) {
        let Some(field) = R::fields().iter().find(|field| field.name == name) else {
            return self.no_field(origin, name);
        };
        self.origins.insert(name.to_owned(), origin.to_owned());
        let (found, mut allowed) = (display(&value), readings(field, &value));
        let mut table = table_of(&self.rules);
        if value.is_float() && table.get(name).is_some_and(toml::Value::is_integer) {
            allowed.insert_str(0, "a whole number ");
        }
        table.insert(name.to_owned(), value);
        match R::deserialize(table) {
            Ok(rules) => self.rules = rules,
            // The message of serde is for programmers; the field knows its allowed values.
            Err(_) => {
                let fault = Fault::new(field.name, shown(&found), allowed);
                self.faults.push((self.place(&fault), fault));
            }
        }
    }

    /// The rules, if they have no fault.
    ///
    /// # Errors
    /// All unknown fields and all values that are not allowed, each with its place.
    pub fn finish(mut self) -> Result<R, SettingsError> {
        let readable = self.faults.is_empty();
        for fault in self.rules.check() {
            // One fault per field is enough.
            if self.faults.iter().any(|(_, known)| known.field == fault.field) {
                continue;
            }
            self.faults.push((self.place(&fault), fault));
        }
        match (self.unknown.is_empty(), self.faults.is_empty()) {
            (true, true) => Ok(self.rules),
            (true, false) if readable => Err(SettingsError::Values(self.faults)),
            (true, false) => Err(SettingsError::Unreadable(self.faults)),
            (false, _) => Err(SettingsError::Fields {
                unknown: self.unknown,
                known: R::fields().iter().map(|field| field.name).collect::<Vec<_>>().join(", "),
                values: self.faults,
            }),
        }
    }
}

/// The allowed values, and a hint at the reading that was probably meant.
fn readings(field: &Field, value: &toml::Value) -> String {
    let found = match value {
        toml::Value::String(word) => Some(word),
        toml::Value::Table(table) => table.keys().next(),
        _ => None,
    };
    let known = field.allowed.split(" | ").filter_map(|reading| reading.split(' ').next());
    let meant = || {
        let found = found.filter(|_| field.allowed.contains(" | "))?;
        nearest(found, known).filter(|meant| meant != found)
    };
    field.allowed.to_owned() + &hint(&part_meant(field, value).or_else(meant))
}

/// The part of a field that was probably meant by a number, or by the part's own setting, as
/// `shuffle.penetration=0.75` is by `0.75` or `penetration=0.75`.
fn part_meant(field: &Field, value: &toml::Value) -> Option<String> {
    let parts = field.allowed.split(" | ").filter_map(|reading| Some(reading.split_once(" = ")?.0));
    let text = match value {
        toml::Value::String(word) => word.as_str(),
        toml::Value::Float(_) => "",
        _ => return None,
    };
    let (key, number) = text.split_once('=').unwrap_or((text, ""));
    let part = parts.clone().find(|part| *part == key.trim()).or_else(|| match text {
        "" => parts.clone().next(),
        _ => None,
    })?;
    let number = if text.is_empty() { display(value) } else { number.trim().to_owned() };
    let number = if number.is_empty() { number } else { format!("={number}") };
    Some(format!("{}.{part}{number}", field.name))
}

/// The default value of a field, in TOML.
pub fn default_of<R: GameRules>(field: &Field) -> String {
    written(&R::default(), field)
}

/// The value of a field, in TOML.
pub fn written<R: GameRules>(rules: &R, field: &Field) -> String {
    table_of(rules).get(field.name).map(display).unwrap_or_default()
}

/// A complete rules file with a comment for every field.
pub fn template<R: GameRules>(game: &str, rules: &R) -> String {
    let mut text = format!("# Rules of {game}. Fields left out keep their defaults.\n");
    let table = table_of(rules);
    for field in R::fields() {
        // A field may have no value at all by default.
        let value = match table.get(field.name).map(display) {
            Some(value) => format!("{} = {value}", field.name),
            None => format!("# {} =", field.name),
        };
        let _ = write!(
            text,
            "\n# {}: {}.\n# Allowed: {}.\n{value}\n",
            field.rule, field.about, field.allowed
        );
    }
    text
}

/// The fields that differ from the default, each `field=value`.
pub fn changes<R: GameRules>(rules: &R) -> Vec<String> {
    let default = table_of(&R::default());
    let changed = |(name, value): &(String, toml::Value)| default.get(name) != Some(value);
    let fields = table_of(rules).into_iter().filter(changed);
    fields.map(|(name, value)| change(&name, &value)).collect()
}

/// A setting as `--set` takes it: `shuffle.penetration=0.5`.
fn change(name: &str, value: &toml::Value) -> String {
    match value {
        toml::Value::Table(table) if table.len() == 1 => {
            let part =
                |(part, value): (&String, _)| change(&format!("{name}.{}", key(part)), value);
            table.iter().map(part).collect()
        }
        toml::Value::String(word) => format!("{name}={word}"),
        value => format!("{name}={}", display(value)),
    }
}

/// The rules as a TOML table, every field resolved.
pub fn table_of<R: GameRules>(rules: &R) -> toml::Table {
    toml::Table::try_from(rules).unwrap_or_default()
}

/// The two sides of `field=value`, trimmed; `None` if there is no `=` outside quotes.
pub fn split_setting(text: &str) -> Option<(&str, &str)> {
    let (path, value) = text.split_at(outside_quotes(text, '=')?);
    Some((path.trim(), value[1..].trim()))
}

/// The position of the first occurrence of a character outside quotes, in bytes.
fn outside_quotes(text: &str, wanted: char) -> Option<usize> {
    let mut quote = None;
    text.char_indices().find_map(|(at, c)| {
        match quote {
            None if c == wanted => return Some(at),
            None if c == '"' || c == '\'' => quote = Some(c),
            Some(open) if c == open => quote = None,
            _ => {}
        }
        None
    })
}

/// The names between the dots of a path, without their quotes.
fn parts_of(path: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = Some(path);
    while let Some(path) = rest {
        let dot = outside_quotes(path, '.');
        let part = path[..dot.unwrap_or(path.len())].trim();
        let quoted = |quote| part.strip_prefix(quote)?.strip_suffix(quote);
        parts.push(quoted('"').or_else(|| quoted('\'')).unwrap_or(part).to_owned());
        rest = dot.map(|dot| &path[dot + 1..]);
    }
    parts
}

/// A path without needless quotes: only names with a dot, `=` or quotes in them keep theirs, so
/// `bonus."survive"` becomes `bonus.survive`.
pub fn unquoted(path: &str) -> String {
    let needs = |name: &String| name.contains(['.', '=', '"', '\'']);
    let name = |name: String| if needs(&name) { key(&name) } else { name };
    parts_of(path).into_iter().map(name).collect::<Vec<_>>().join(".")
}

/// A name as a TOML key: in quotes if it has characters other than letters, digits, `-` and `_`.
pub fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !name.is_empty() && name.chars().all(bare) {
        true => name.to_owned(),
        false => toml_string(name),
    }
}

/// A text as a TOML string.
pub fn toml_string(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Reads a value as TOML, or as a bare word if it is not TOML.
pub fn value_of(text: &str) -> toml::Value {
    let parsed = toml::from_str::<toml::Table>(&format!("value = {text}"));
    parsed
        .ok()
        .filter(|table| table.len() == 1)
        .and_then(|mut table| table.remove("value"))
        .unwrap_or_else(|| toml::Value::String(text.to_owned()))
}

fn display(value: &toml::Value) -> String {
    value.to_string().trim_end().to_owned()
}

/// The line, from 1, of the byte at `offset`.
pub fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// A TOML error as one line, with its line number in the text.
pub fn one_line(error: &toml::de::Error, text: &str) -> String {
    let message = in_words(&error.message().replace('\n', ", "));
    match error.span() {
        Some(span) => {
            let line = line_of(text, span.start);
            let found = text.lines().nth(line - 1).unwrap_or_default().trim();
            format!("line {line}: {message}: `{}`", shown(found))
        }
        None => message,
    }
}

/// serde's names of expected types, in plain words.
const EXPECTED: [(&str, &str); 7] = [
    ("f32", "a number"),
    ("f64", "a number"),
    ("a boolean", "true or false"),
    ("a string", "a text"),
    ("a sequence", "a list"),
    ("a map", "a table"),
    ("unit", "nothing"),
];
/// serde's names of integer types, whose ranges have nothing to do with the game.
const WHOLE: [&str; 10] = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize"];

/// serde's names of values found, in plain words.
const FOUND: [(&str, &str); 7] = [
    ("integer `", "the number `"),
    ("floating point `", "the number `"),
    ("boolean `", "`"),
    ("string \"", "the text \""),
    ("sequence", "a list"),
    ("map", "a table"),
    ("unit value", "nothing"),
];

/// A message of serde in plain words: the value found, and the type expected. The middle of a long
/// one is left out.
fn in_words(message: &str) -> String {
    const MOST: usize = 300;
    let kinds = ["invalid value: ", "invalid type: ", "invalid length "];
    let Some(kind) = kinds.into_iter().find(|kind| message.starts_with(kind)) else {
        return cut(message, MOST);
    };
    // The value found may contain anything, so the last separator counts.
    let Some((found, expected)) = message[kind.len()..].rsplit_once(", expected ") else {
        return cut(message, MOST);
    };
    let number = found.strip_prefix("integer `").and_then(|found| found.strip_suffix('`'));
    if let (true, Some(number), "invalid value: ") = (WHOLE.contains(&expected), number, kind) {
        let way = if number.starts_with('-') { "small" } else { "large" };
        return format!("the number `{}` is too {way}", shown(number));
    }
    let of = |what: &str| {
        let known = EXPECTED.iter().find(|(name, _)| *name == what).map(|(_, word)| *word);
        known.or(WHOLE.contains(&what).then_some("a whole number"))
    };
    let expected = match expected
        .strip_prefix("a tuple of size ")
        .or(expected.strip_prefix("an array of length "))
    {
        Some(size) => format!("a list of {size}"),
        None if expected.starts_with("struct ") => "a table".to_owned(),
        None => of(expected).unwrap_or(expected).to_owned(),
    };
    if kind == "invalid length " {
        return format!("a list of {}; expected {expected}", shown(found));
    }
    let named = FOUND.iter().find(|(name, _)| found.starts_with(name));
    let found = match named {
        Some((name, word)) => format!("{word}{}", &found[name.len()..]),
        None => found.to_owned(),
    };
    format!("{}; expected {expected}", shown(&found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_near() {
        let known = ["players", "stake_limit", "shuffle"];
        assert_eq!(nearest("player", known).as_deref(), Some("players"));
        assert_eq!(nearest("shufle", known).as_deref(), Some("shuffle"));
        assert_eq!(nearest("STAKE_LIMIT", known).as_deref(), Some("stake_limit"));
        assert_eq!(nearest("penetration", known), None);
        // The greatest distance from the name that is accepted, and one more.
        assert_eq!(nearest("shuffle", ["shuffled"]).as_deref(), Some("shuffled"));
        assert_eq!(nearest("shufflexxx", ["shuffle"]).as_deref(), Some("shuffle"));
        assert_eq!(nearest("shufflexxxx", ["shuffle"]), None);
        assert_eq!(nearest(&"x".repeat(1 << 20), ["shuffle"]), None);
        assert_eq!(nearest("shuffle", []), None);
    }

    #[test]
    fn values_are_toml_or_bare_words() {
        assert_eq!(value_of("push"), toml::Value::String("push".into()));
        assert_eq!(value_of("0.75"), toml::Value::Float(0.75));
        assert_eq!(value_of("[5, 6]").as_array().map(Vec::len), Some(2));
        assert_eq!(value_of("1\nplayers = 3"), toml::Value::String("1\nplayers = 3".into()));
    }

    #[test]
    fn parts_of_settings_may_stand_between_quotes() {
        let read =
            |text: &'static str| split_setting(text).map(|(path, value)| (parts_of(path), value));
        for (text, parts, value) in [
            ("players=3", &["players"][..], "3"),
            (" shuffle . penetration = 0.5", &["shuffle", "penetration"], "0.5"),
            ("bonus.exact-match=5", &["bonus", "exact-match"], "5"),
            ("bonus.lane:7=5", &["bonus", "lane:7"], "5"),
            ("bonus.\"a.b=c\"=5", &["bonus", "a.b=c"], "5"),
            ("bonus.'lane:7'={a = 1}", &["bonus", "lane:7"], "{a = 1}"),
        ] {
            let parts = parts.iter().map(|part| part.to_string()).collect();
            assert_eq!(read(text), Some((parts, value)), "{text}");
        }
        assert_eq!(read("bonus.'a=5"), None);
        assert_eq!([key("exact-match"), key("lane:7")], ["exact-match", "\"lane:7\""]);
    }

    #[test]
    fn quoted_texts_are_one_short_line() {
        assert_eq!(shown("players=é"), "players=é");
        assert_eq!(shown("a\nb\x1b[31m"), "a\\nb\\u{1b}[31m");
        let long = shown(&format!("first{}last", "x".repeat(300_000)));
        assert_eq!(long.chars().count(), 81);
        assert!(long.starts_with("firstx") && long.contains('…') && long.ends_with("xlast"));
        assert_eq!(shown(&"x".repeat(80)), "x".repeat(80));
    }

    #[test]
    fn paths_have_the_quotes_that_they_need() {
        assert_eq!(unquoted("bonus.\"wins-with:fleet\""), "bonus.wins-with:fleet");
        assert_eq!(unquoted(" bonus . 'a.b' "), "bonus.\"a.b\"");
        assert_eq!(unquoted("bonus.'a=b'"), "bonus.\"a=b\"");
    }

    #[test]
    fn words_are_quoted_as_a_shell_takes_them() {
        for (word, told) in [
            ("a-b/c.toml", "a-b/c.toml"),
            ("", "''"),
            ("it's", "'it'\\''s'"),
            ("a\nb'c\\d", "$'a\\nb\\'c\\\\d'"),
            ("\u{1b}[1m", "$'\\x1b[1m'"),
            ("a\u{202e}b", "$'a\\U0000202eb'"),
        ] {
            assert_eq!(quoted(word), told);
        }
        assert_eq!(option("--rules", "my rules.toml"), "--rules 'my rules.toml'");
        assert_eq!(option("--rules", "-x.toml"), "--rules=-x.toml");
    }

    #[test]
    fn nothing_that_is_quoted_stays_hidden() {
        for c in [
            '\u{202e}',
            '\u{2066}',
            '\u{200b}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{feff}',
            '\u{85}',
            '\u{a0}',
            '\u{ad}',
            '\u{7f}',
            '\u{e0041}',
            '\u{3164}',
        ] {
            assert_eq!(shown(&format!("a{c}b")), format!("a{}b", c.escape_unicode()));
        }
        assert_eq!(shown("ein Wörtchen, 二, 🎲"), "ein Wörtchen, 二, 🎲");
    }

    /// Messages speak of numbers and tables, not of Rust types.
    #[test]
    fn what_is_expected_is_said_in_words() {
        #[derive(Debug, serde::Deserialize)]
        #[allow(dead_code, reason = "only what is wrong with it is of interest")]
        struct File {
            cards: Vec<u8>,
            dice: Option<[u8; 2]>,
            name: Option<String>,
            net: Option<f64>,
            done: Option<bool>,
        }
        let long = "x".repeat(300_000);
        for (text, said) in [
            ("cards = [300]", "line 1: the number `300` is too large: `cards = [300]`"),
            ("cards = [-3]", "line 1: the number `-3` is too small: `cards = [-3]`"),
            ("cards = ['x, expected u8']", "the text \"x, expected u8\"; expected a whole number"),
            ("cards = 3", "the number `3`; expected a list"),
            ("cards = [1.5]", "the number `1.5`; expected a whole number"),
            ("cards = []\ndice = [1]", "a list of 1; expected a list of 2"),
            ("cards = []\nname = 3", "the number `3`; expected a text"),
            ("cards = []\nnet = true", "`true`; expected a number"),
            ("cards = []\ndone = [2]", "a list; expected true or false"),
            (&format!("cards = ['{long}']"), "expected a whole number"),
            (&format!("cards = [{long}"), "line 1"),
        ] {
            let message = one_line(&toml::from_str::<File>(text).unwrap_err(), text);
            assert!(message.contains(said) && message.len() < 600, "{message}");
            assert!(!message.contains("expected u8:") && !message.contains("integer"), "{message}");
        }
    }
}
