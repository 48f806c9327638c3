//! Named strategies, their parameters, and the errors of seating them.

use super::settings;
use crate::cards::memory::Recall;
use std::fmt;
use std::ops::RangeInclusive;

/// A parameter of a named strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its default, in TOML.
    pub default: &'static str,
    /// The allowed values.
    pub allowed: &'static str,
}

/// The word for all strategies of a game; no strategy may have this name.
pub const ALL: &str = "all";

/// A strategy that every build knows by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// Its parameters, in the order in which they are printed.
    pub parameters: &'static [Parameter],
    /// One line about its play.
    pub about: &'static str,
}

/// A named strategy with the value of every parameter, defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The strategy's name.
    pub name: &'static str,
    /// The name and value of each parameter.
    pub arguments: Vec<(&'static str, toml::Value)>,
    /// Its memory of earlier rounds, for strategies that use one.
    pub recall: Recall,
}

impl Spec {
    /// A strategy with the defaults of all its parameters.
    pub fn new(named: &Named) -> Spec {
        let default = |known: &Parameter| (known.name, settings::value_of(known.default));
        let arguments = named.parameters.iter().map(default).collect();
        Spec { name: named.name, arguments, recall: Recall::default() }
    }

    /// The value of a parameter, `None` if it has none of that name.
    pub fn get(&self, name: &str) -> Option<&toml::Value> {
        self.arguments.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The value of an integer parameter.
    ///
    /// # Errors
    /// If it is not an integer in the range `allowed`.
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

    /// The value of a string parameter; empty if it is not a string.
    pub fn word(&self, name: &str) -> &str {
        self.get(name).and_then(toml::Value::as_str).unwrap_or_default()
    }

    /// The meaning of a parameter whose value is one of some words.
    ///
    /// # Errors
    /// If it is another word, or none.
    pub fn one_of<T: Copy>(&self, name: &'static str, words: &[(&str, T)]) -> Result<T, SeatError> {
        let known = words.iter().find(|(word, _)| *word == self.word(name));
        known.map(|&(_, meaning)| meaning).ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            let (last, others) = words.split_last().expect("there is a word to choose");
            self.refused(name, format!("{} or {last}", others.join(", ")))
        })
    }

    /// The value of a boolean parameter.
    ///
    /// # Errors
    /// If it is not a boolean.
    pub fn flag(&self, name: &'static str) -> Result<bool, SeatError> {
        let flag = self.get(name).and_then(toml::Value::as_bool);
        flag.ok_or_else(|| self.refused(name, "true or false".to_owned()))
    }

    /// The error for a value that a parameter does not allow; `allowed` describes those it does.
    pub fn refused(&self, parameter: &'static str, allowed: String) -> SeatError {
        let strategy = self.name;
        match self.get(parameter) {
            Some(found) => {
                SeatError::Parameter { strategy, parameter, found: found.to_string(), allowed }
            }
            // A mistake of the strategy's author.
            None => SeatError::Rules {
                strategy,
                reason: format!("it reads a parameter `{parameter}` that it does not declare"),
            },
        }
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

/// Defines `ask!`, which asks the player in a `Seat` of a game, and lets guests with two strategies
/// or a chooser sit there. The arguments are the variants without data, whose player is a unit struct
/// of the same name, then those that hold their player; then `notices` if players may remember
/// earlier rounds.
macro_rules! seats {
    ($d:tt $($Unit:ident)*; $($Kind:ident)*$(; $notices:ident)?) => {
        /// Asks the player in the seat.
        macro_rules! ask {
            ($d seat:ident.$d asked:ident($d($d view:expr),*)) => {
                match $d seat {
                    $(Seat::$Unit => $Unit.$d asked($d($d view),*),)*
                    $(Seat::$Kind(player) => player.$d asked($d($d view),*),)*
                }
            };
        }

        impl $crate::framework::question::Hosts for Seat {
            fn relayed(both: $crate::framework::question::RelaySeat<Seat>) -> Seat {
                Seat::Guest(Box::new(both))
            }

            fn chosen(seat: $crate::framework::question::ChosenSeat<Seat>) -> Seat {
                Seat::Guest(Box::new(seat))
            }

            $(fn $notices(&self) -> (bool, u32) {
                (self.remembers(), self.error_rate())
            })?
        }
    };
}
pub(crate) use seats;

/// Why a seat cannot be filled with a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// A parameter has a value that is not allowed.
    #[error("strategy {strategy}: {parameter} = {} is not allowed: {allowed}",
        settings::shown(.found))]
    Parameter {
        /// The strategy's name.
        strategy: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// The value found.
        found: String,
        /// The allowed values.
        allowed: String,
    },
    /// The strategy cannot be played under these rules.
    #[error("strategy {strategy} cannot be played here: {reason}")]
    Rules {
        /// The strategy's name.
        strategy: &'static str,
        /// The reason and the remedy.
        reason: String,
    },
}
