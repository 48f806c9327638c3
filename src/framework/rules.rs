//! The rules of a game as data: fields, presets, and what is wrong with a set of them.

use super::settings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::ops::RangeInclusive;

/// One field of a game's rules, as `games GAME` lists it. Its default is the field's value in
/// the default rules.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name in rules files and in `--set`.
    pub name: &'static str,
    /// The id of the rule that it is part of.
    pub rule: &'static str,
    /// The range, or the readings separated by ` | `.
    pub allowed: &'static str,
    /// What it says, in a line.
    pub about: &'static str,
}

/// A named set of rules.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name for `--rules`.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
}

/// Something wrong with a set of rules: which field, what was found, what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} = {} is not allowed: {allowed}", settings::shown(.found))]
pub struct Fault {
    /// The field's name.
    pub field: &'static str,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
}

impl Fault {
    /// A fault of a field.
    pub fn new(field: &'static str, found: String, allowed: String) -> Fault {
        Fault { field, found, allowed }
    }

    /// A fault of a field, unless it is right.
    pub fn unless(
        right: bool,
        field: &'static str,
        found: impl ToString,
        allowed: &str,
    ) -> Vec<Fault> {
        let fault = || Fault::new(field, found.to_string(), allowed.to_owned());
        (!right).then(fault).into_iter().collect()
    }
}

/// A fault for every field whose number is out of its range.
pub fn out_of_range(fields: &[(&'static str, u32, RangeInclusive<u32>)]) -> Vec<Fault> {
    let wrong = fields.iter().filter(|(_, found, allowed)| !allowed.contains(found));
    wrong
        .map(|(field, found, allowed)| Fault::new(field, found.to_string(), format!("{allowed:?}")))
        .collect()
}

/// The rules of a game as data.
pub trait GameRules: Clone + fmt::Debug + Default + Serialize + DeserializeOwned {
    /// Every field, in the order of the rulebook.
    fn fields() -> &'static [Field];
    /// The presets; the first one is the default.
    fn presets() -> &'static [Preset] {
        &[Preset { name: "default", about: "the rules as they are published" }]
    }
    /// The rules of a preset.
    fn preset(name: &str) -> Option<Self> {
        (name == Self::presets()[0].name).then(Self::default)
    }
    /// Everything that is wrong with these rules, all at once.
    fn check(&self) -> Vec<Fault>;
}
