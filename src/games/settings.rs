//! Rules from presets, TOML files and single settings; every fault names its place.

use super::{Fault, Field, GameRules};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What is wrong with the rules that were asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// No preset of that name.
    #[error("no preset `{found}`{}; presets are {known}", hint(.nearest))]
    Preset {
        /// What was asked for.
        found: String,
        /// The preset that was probably meant.
        nearest: Option<String>,
        /// All presets.
        known: String,
    },
    /// A file that is no TOML.
    #[error("{origin} is no TOML: {message}")]
    Syntax {
        /// The file.
        origin: String,
        /// The line, what was found, what was expected.
        message: String,
    },
    /// A setting that is not written as `field=value`.
    #[error("{origin} is not of the form field=value")]
    Form {
        /// The setting as it was written.
        origin: String,
    },
    /// Fields that the rules do not have, and values that are not allowed beside them.
    #[error("{}", no_fields(.unknown, .known, .values))]
    Fields {
        /// Every field that there is not.
        unknown: Vec<Unknown>,
        /// All fields.
        known: String,
        /// Values that are not allowed: every one of them.
        values: Vec<(String, Fault)>,
    },
    /// Values that are not allowed: every one of them.
    #[error("{}", list(.0))]
    Values(Vec<(String, Fault)>),
}

/// A field that the rules do not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The file and line, or the option.
    pub origin: String,
    /// What was found.
    pub found: String,
    /// The field that was probably meant.
    pub nearest: Option<String>,
}

/// What messages say of the name that was probably meant: ` (did you mean `x`?)`, or nothing.
pub fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

fn list(faults: &[(String, Fault)]) -> String {
    lines(faults.iter().map(|(at, fault)| format!("{at}: {fault}")).collect())
}

/// Further lines stand under the first one, behind `error: `.
pub fn lines(lines: Vec<String>) -> String {
    lines.join("\n       ")
}

/// Most faults of one kind that a message names: a file of something else has them by the thousand.
const MOST_FAULTS: usize = 10;

/// The first of many faults, and how many more there are.
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

/// A text as messages quote it: on one line, without control characters, and not for ever.
pub fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let mut shown = String::new();
    for (i, c) in text.chars().enumerate() {
        match c {
            _ if i == MOST => {
                shown.push('…');
                break;
            }
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// The name that was probably meant: the nearest one, if it is near at all.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let found = found.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&found, name), name))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, name)| distance <= (name.chars().count() / 3).max(1) + 1)
        .map(|(_, name)| name.to_owned())
}

/// Rules under construction: a preset, then what overrides it.
#[derive(Clone, Debug)]
pub struct Settings<R> {
    rules: R,
    /// Where a field's value comes from: for messages.
    origins: BTreeMap<String, String>,
    faults: Vec<(String, Fault)>,
    unknown: Vec<Unknown>,
}

/// Most names between the dots of a setting: far more than any field has.
const DEEPEST: usize = 8;

impl<R: GameRules> Default for Settings<R> {
    fn default() -> Self {
        Settings {
            rules: R::default(),
            origins: BTreeMap::new(),
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
    /// If it is no TOML. Fields and values are checked by [`Settings::finish`].
    pub fn file(&mut self, name: &str, text: &str) -> Result<(), SettingsError> {
        let syntax = |error: toml::de::Error| SettingsError::Syntax {
            origin: name.to_owned(),
            message: one_line(&error, text),
        };
        let spans = toml::de::DeTable::parse(text).map_err(syntax)?;
        let table: toml::Table = toml::from_str(text).map_err(syntax)?;
        for (key, value) in table {
            let start = spans.get_ref().iter().find(|(at, _)| at.get_ref() == key.as_str());
            let line = start.map_or(1, |(at, _)| line_of(text, at.span().start));
            self.field(&format!("{name}, line {line}"), &key, value);
        }
        Ok(())
    }

    /// Overrides one field: `field=value`, the value in TOML or a bare word.
    ///
    /// # Errors
    /// If it has no `=`. Fields and values are checked by [`Settings::finish`].
    pub fn set(&mut self, setting: &str) -> Result<(), SettingsError> {
        let origin = format!("`{}`", shown(setting));
        let Some((path, value)) = setting.split_once('=') else {
            return Err(SettingsError::Form { origin });
        };
        let (path, value) = (path.trim(), value.trim());
        let mut value = value_of(value);
        let mut parts: Vec<&str> = path.split('.').collect();
        if parts.len() > DEEPEST {
            self.no_field(&origin, path);
            return Ok(());
        }
        while parts.len() > 1 {
            let last = parts.pop().unwrap_or_default().to_owned();
            value = toml::Value::Table([(last, value)].into_iter().collect());
        }
        self.field(&origin, parts[0], value);
        Ok(())
    }

    /// Notes a field that the rules do not have.
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
        let (found, allowed) = (display(&value), readings(field, &value));
        let mut table = table_of(&self.rules);
        table.insert(name.to_owned(), value);
        match R::deserialize(table) {
            Ok(rules) => self.rules = rules,
            // What serde says of types is for programmers; the field says what is allowed.
            Err(_) => {
                let fault = Fault::new(field.name, shown(&found), allowed);
                self.faults.push((origin.to_owned(), fault));
            }
        }
    }

    /// The rules, if nothing is wrong with them.
    ///
    /// # Errors
    /// Every field that there is not and every value that is not allowed, each with its place.
    pub fn finish(mut self) -> Result<R, SettingsError> {
        for fault in self.rules.check() {
            // One fault of a field is enough.
            if self.faults.iter().any(|(_, known)| known.field == fault.field) {
                continue;
            }
            let field = fault.field.split('.').next().unwrap_or(fault.field);
            let origin = self.origins.get(field).cloned().unwrap_or_else(|| "the rules".to_owned());
            self.faults.push((origin, fault));
        }
        match (self.unknown.is_empty(), self.faults.is_empty()) {
            (true, true) => Ok(self.rules),
            (true, false) => Err(SettingsError::Values(self.faults)),
            (false, _) => Err(SettingsError::Fields {
                unknown: self.unknown,
                known: R::fields().iter().map(|field| field.name).collect::<Vec<_>>().join(", "),
                values: self.faults,
            }),
        }
    }
}

/// What is allowed, and the reading that was probably meant.
fn readings(field: &Field, value: &toml::Value) -> String {
    let found = match value {
        toml::Value::String(word) => Some(word),
        toml::Value::Table(table) => table.keys().next(),
        _ => None,
    };
    let known = field.allowed.split(" | ").filter_map(|reading| reading.split(' ').next());
    let meant = found
        .filter(|_| field.allowed.contains(" | "))
        .and_then(|found| nearest(found, known).filter(|meant| meant != found));
    field.allowed.to_owned() + &hint(&meant)
}

/// The default value of a field, as TOML.
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
        let value = table.get(field.name).map(display).unwrap_or_default();
        let _ = write!(
            text,
            "\n# {}: {}.\n# Allowed: {}.\n{} = {value}\n",
            field.rule, field.about, field.allowed, field.name
        );
    }
    text
}

/// The fields that are not as by default, each `field=value`.
pub fn changes<R: GameRules>(rules: &R) -> Vec<String> {
    let default = table_of(&R::default());
    let changed = |(name, value): &(String, toml::Value)| default.get(name) != Some(value);
    let fields = table_of(rules).into_iter().filter(changed);
    fields.map(|(name, value)| change(&name, &value)).collect()
}

/// A setting as `--set` takes it: `shuffle.penetration=0.5`.
fn change(name: &str, value: &toml::Value) -> String {
    match value {
        toml::Value::Table(table) => {
            let parts = table.iter().map(|(part, value)| change(&format!("{name}.{part}"), value));
            parts.collect::<Vec<_>>().join(" ")
        }
        toml::Value::String(word) => format!("{name}={word}"),
        value => format!("{name}={}", display(value)),
    }
}

/// The rules as a TOML table, every field resolved.
pub fn table_of<R: GameRules>(rules: &R) -> toml::Table {
    toml::Table::try_from(rules).unwrap_or_default()
}

/// A value as TOML if it is, else as a bare word.
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

/// The line, from 1, in which a byte of a text stands.
pub fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// A TOML error as one line, with the line that it is in.
pub fn one_line(error: &toml::de::Error, text: &str) -> String {
    let message = error.message().replace('\n', ", ");
    match error.span() {
        Some(span) => {
            let line = line_of(text, span.start);
            let found = text.lines().nth(line - 1).unwrap_or_default().trim();
            let found: String = found.chars().take(60).collect();
            format!("line {line}: {message}: `{found}`")
        }
        None => message,
    }
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
    }

    #[test]
    fn values_are_toml_or_bare_words() {
        assert_eq!(value_of("push"), toml::Value::String("push".into()));
        assert_eq!(value_of("0.75"), toml::Value::Float(0.75));
        assert_eq!(value_of("[5, 6]").as_array().map(Vec::len), Some(2));
        assert_eq!(value_of("1\nplayers = 3"), toml::Value::String("1\nplayers = 3".into()));
    }

    #[test]
    fn quoted_texts_are_one_short_line() {
        assert_eq!(shown("players=é"), "players=é");
        assert_eq!(shown("a\nb\x1b[31m"), "a\\nb\\u{1b}[31m");
        assert_eq!(shown(&"x".repeat(1000)).chars().count(), 81);
    }
}
