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
    /// A field that the rules do not have.
    #[error("{origin}: no field `{found}`{}; fields are {known}", hint(.nearest))]
    Field {
        /// The file and line, or the option.
        origin: String,
        /// What was found.
        found: String,
        /// The field that was probably meant.
        nearest: Option<String>,
        /// All fields.
        known: String,
    },
    /// Values that are not allowed: every one of them.
    #[error("{}", list(.0))]
    Values(Vec<(String, Fault)>),
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

fn list(faults: &[(String, Fault)]) -> String {
    let lines: Vec<String> = faults.iter().map(|(at, fault)| format!("{at}: {fault}")).collect();
    lines.join("\n       ")
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
}

impl<R: GameRules> Default for Settings<R> {
    fn default() -> Self {
        Settings { rules: R::default(), origins: BTreeMap::new(), faults: Vec::new() }
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
                found: name.to_owned(),
                nearest: nearest(name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// Overrides fields with those of a TOML file.
    ///
    /// # Errors
    /// If it is no TOML or names a field that there is not. Values are checked by
    /// [`Settings::finish`].
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
            self.field(&format!("{name}, line {line}"), &key, value)?;
        }
        Ok(())
    }

    /// Overrides one field: `field=value`, the value in TOML or a bare word.
    ///
    /// # Errors
    /// If it has no `=` or names a field that there is not. Values are checked by
    /// [`Settings::finish`].
    pub fn set(&mut self, setting: &str) -> Result<(), SettingsError> {
        let origin = format!("`{setting}`");
        let Some((path, value)) = setting.split_once('=') else {
            return Err(SettingsError::Form { origin });
        };
        let (path, value) = (path.trim(), value.trim());
        let mut value = value_of(value);
        let mut parts: Vec<&str> = path.split('.').collect();
        while parts.len() > 1 {
            let last = parts.pop().unwrap_or_default().to_owned();
            value = toml::Value::Table([(last, value)].into_iter().collect());
        }
        self.field(&origin, parts[0], value)
    }

    fn field(&mut self, origin: &str, name: &str, value: toml::Value) -> Result<(), SettingsError> {
        let names = || R::fields().iter().map(|field| field.name);
        let Some(field) = R::fields().iter().find(|field| field.name == name) else {
            return Err(SettingsError::Field {
                origin: origin.to_owned(),
                found: name.to_owned(),
                nearest: nearest(name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            });
        };
        self.origins.insert(name.to_owned(), origin.to_owned());
        let found = display(&value);
        let mut table = table_of(&self.rules);
        table.insert(name.to_owned(), value);
        match R::deserialize(table) {
            Ok(rules) => self.rules = rules,
            // What serde says of types is for programmers; the field says what is allowed.
            Err(_) => self
                .faults
                .push((origin.to_owned(), Fault::new(field.name, found, field.allowed.to_owned()))),
        }
        Ok(())
    }

    /// The rules, if nothing is wrong with them.
    ///
    /// # Errors
    /// Every value that is not allowed, each with its place.
    pub fn finish(mut self) -> Result<R, SettingsError> {
        for fault in self.rules.check() {
            let field = fault.field.split('.').next().unwrap_or(fault.field);
            let origin = self.origins.get(field).cloned().unwrap_or_else(|| "the rules".to_owned());
            self.faults.push((origin, fault));
        }
        if self.faults.is_empty() {
            Ok(self.rules)
        } else {
            Err(SettingsError::Values(self.faults))
        }
    }
}

/// The default value of a field, as TOML.
pub fn default_of<R: GameRules>(field: &Field) -> String {
    table_of(&R::default()).get(field.name).map(display).unwrap_or_default()
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

fn line_of(text: &str, offset: usize) -> usize {
    text[..offset.min(text.len())].matches('\n').count() + 1
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
}
