//! Strategies by name, their parameters, and the seats that they fill.

use super::settings;
use crate::cards::memory::Recall;
use std::fmt;
use std::ops::RangeInclusive;

/// A parameter of a named strategy.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its default, as it is written.
    pub default: &'static str,
    /// What is allowed.
    pub allowed: &'static str,
}

/// A strategy that every build knows by name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// Its parameters, in the order in which they are printed.
    pub parameters: &'static [Parameter],
    /// What it does, in a line.
    pub about: &'static str,
}

/// A named strategy with the value of every parameter, defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The strategy's name.
    pub name: &'static str,
    /// Each parameter's name and value; what it remembers only where it was named.
    pub arguments: Vec<(&'static str, toml::Value)>,
    /// What it remembers of earlier rounds, if it asks for that.
    pub recall: Recall,
}

impl Spec {
    /// A strategy with the defaults of all its parameters.
    pub fn new(named: &Named) -> Spec {
        let default = |known: &Parameter| (known.name, settings::value_of(known.default));
        let arguments = named.parameters.iter().map(default).collect();
        Spec { name: named.name, arguments, recall: Recall::default() }
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&toml::Value> {
        self.arguments.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// A parameter that is a whole number.
    ///
    /// # Errors
    /// If it is no number, or none that is allowed.
    pub fn whole(
        &self,
        name: &'static str,
        allowed: RangeInclusive<i64>,
    ) -> Result<i64, SeatError> {
        let value = self.get(name);
        let number = value.and_then(toml::Value::as_integer).filter(|n| allowed.contains(n));
        let (low, high) = (allowed.start(), allowed.end());
        number.ok_or_else(|| self.refused(name, format!("a whole number {low}..={high}")))
    }

    /// A parameter that is a word; empty if it is something else.
    pub fn word(&self, name: &str) -> &str {
        self.get(name).and_then(toml::Value::as_str).unwrap_or_default()
    }

    /// A parameter that is yes or no.
    ///
    /// # Errors
    /// If it is neither.
    pub fn flag(&self, name: &'static str) -> Result<bool, SeatError> {
        let flag = self.get(name).and_then(toml::Value::as_bool);
        flag.ok_or_else(|| self.refused(name, "true or false".to_owned()))
    }

    /// That the value of a parameter is not allowed, and what is.
    pub fn refused(&self, parameter: &'static str, allowed: String) -> SeatError {
        let found = self.get(parameter).map(ToString::to_string).unwrap_or_default();
        SeatError::Parameter { strategy: self.name, parameter, found, allowed }
    }
}

impl fmt::Display for Spec {
    /// The canonical form: `threshold(hit_below=9,split=false)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for (i, (name, value)) in self.arguments.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { "(" } else { "," })?;
        }
        if self.arguments.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

/// Defines `ask!`, which asks whoever sits in a `Seat` of a game: first the variants that hold nothing,
/// whose player is a unit of the same name, then those that hold their player.
macro_rules! seats {
    ($d:tt $($Unit:ident)*; $($Kind:ident)*) => {
        /// Asks whoever sits there.
        macro_rules! ask {
            ($d seat:ident.$d asked:ident($d($d view:expr),*)) => {
                match $d seat {
                    $(Seat::$Unit => $Unit.$d asked($d($d view),*),)*
                    $(Seat::$Kind(player) => player.$d asked($d($d view),*),)*
                }
            };
        }
    };
}
pub(crate) use seats;

/// Why a seat cannot be filled with a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// A parameter has a value that it cannot have.
    #[error("strategy {strategy}: {parameter} = {} is not allowed: {allowed}",
        settings::shown(.found))]
    Parameter {
        /// The strategy's name.
        strategy: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// What was found.
        found: String,
        /// What is allowed.
        allowed: String,
    },
    /// The strategy cannot be played under these rules.
    #[error("strategy {strategy} cannot be played here: {reason}")]
    Rules {
        /// The strategy's name.
        strategy: &'static str,
        /// Why, and what to do.
        reason: String,
    },
}
