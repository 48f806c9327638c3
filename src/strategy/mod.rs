//! Floor 2: from what a person writes for a strategy, or in a strategy file, to the players that
//! the games define.

pub mod catalogue;

use crate::games::document::{Document, FileError};
use crate::games::settings::{hint, nearest, shown, value_of};
use crate::games::{Game, Named, SeatError, Spec};

/// A strategy as it was asked for: `NAME`, `NAME(parameter=value,…)`, or the same with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// As it was written.
    pub written: String,
    /// The text of the file, if it names one.
    pub file: Option<String>,
}

impl<T: Into<String>> From<T> for Asked {
    fn from(written: T) -> Asked {
        Asked { written: written.into(), file: None }
    }
}

impl Asked {
    /// The same with one more parameter. Whether the strategy has it shows when it is read.
    #[must_use]
    pub fn with(&self, parameter: &str, value: &str) -> Asked {
        let written = self.written.trim();
        let one = format!("{parameter}={value}");
        let written = match written.strip_suffix(')') {
            None => format!("{written}({one})"),
            Some(rest) if rest.trim_end().ends_with('(') => format!("{rest}{one})"),
            Some(rest) => format!("{rest},{one})"),
        };
        Asked { written, file: self.file.clone() }
    }
}

/// A strategy that was found and read.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    /// A native one.
    Native(Spec),
    /// One from a file.
    File {
        /// The name it goes by, with the parameters that were given.
        label: String,
        /// What the file says, with those parameters.
        document: Document,
    },
}

impl Strategy {
    /// How tables and manifests name it: a native one with all its parameters.
    pub fn label(&self) -> String {
        match self {
            Strategy::Native(spec) => spec.to_string(),
            Strategy::File { label, .. } => label.clone(),
        }
    }

    /// A seat that plays it.
    ///
    /// # Errors
    /// If a value is out of range, or it cannot be played at this table.
    pub fn seat<G: Game>(&self, game: &G) -> Result<G::Player, StrategyError> {
        match self {
            Strategy::Native(spec) => Ok(game.player(spec)?),
            Strategy::File { document, .. } => Ok(game.written(document)?),
        }
    }
}

/// Why a text names no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// No strategy of that name.
    #[error("no strategy `{found}`{}; strategies of {game} are {known}, or a file: NAME.toml",
        hint(.nearest))]
    Name {
        /// The game.
        game: &'static str,
        /// What was found.
        found: String,
        /// The one that was probably meant.
        nearest: Option<String>,
        /// All of them.
        known: String,
    },
    /// Not of the form `NAME(parameter=value,…)`.
    #[error("strategy `{found}`: {why}; it is written NAME or NAME(parameter=value,…)")]
    Form {
        /// What was found.
        found: String,
        /// What is wrong with it.
        why: String,
    },
    /// A parameter that the strategy does not have.
    #[error("strategy {strategy} has no parameter `{found}`{}; it has {known}", hint(.nearest))]
    Parameter {
        /// The strategy.
        strategy: String,
        /// What was found.
        found: String,
        /// The one that was probably meant.
        nearest: Option<String>,
        /// All of them, with what is allowed.
        known: String,
    },
    /// A value that is out of range, or rules under which the strategy cannot be played.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// A file that is wrong.
    #[error(transparent)]
    File(#[from] FileError),
}

/// How a strategy is written with its defaults: `threshold(hit_below=9,split=false)`.
pub fn signature(named: &Named) -> String {
    let arguments: Vec<String> = named
        .parameters
        .iter()
        .map(|parameter| format!("{}={}", parameter.name, parameter.default))
        .collect();
    match arguments.is_empty() {
        true => named.name.to_owned(),
        false => format!("{}({})", named.name, arguments.join(",")),
    }
}

/// The arguments of `NAME(parameter=value,…)`, as they are written.
type Arguments<'t> = Vec<(&'t str, &'t str)>;

/// The name and the arguments of `NAME(parameter=value,…)`.
fn parts(text: &str) -> Result<(&str, Arguments<'_>), StrategyError> {
    let form = |why: &str| StrategyError::Form { found: shown(text), why: why.to_owned() };
    let text = text.trim();
    let (name, arguments) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => {
            (name.trim(), rest.strip_suffix(')').ok_or_else(|| form("the `)` is missing"))?)
        }
    };
    let mut found: Vec<(&str, &str)> = Vec::new();
    let arguments = Some(arguments).filter(|arguments| !arguments.trim().is_empty());
    for argument in arguments.iter().flat_map(|arguments| arguments.split(',')).map(str::trim) {
        let Some((parameter, value)) = argument.split_once('=') else {
            return Err(form(&format!("`{}` is not parameter=value", shown(argument))));
        };
        let (parameter, value) = (parameter.trim(), value.trim());
        if found.iter().any(|(known, _)| *known == parameter) {
            return Err(form(&format!("`{}` is given twice", shown(parameter))));
        }
        found.push((parameter, value));
    }
    Ok((name, found))
}

/// Reads `NAME` or `NAME(parameter=value,…)`, NAME a native strategy, a file of `strategies/`, or
/// the file that was read for it.
///
/// # Errors
/// If the game has no such strategy or the strategy no such parameter, or if the file is none of
/// this game. Values are checked when the seat is filled.
pub fn parse<G: Game>(asked: &Asked) -> Result<Strategy, StrategyError> {
    let (name, arguments) = parts(&asked.written)?;
    if let Some(text) = &asked.file {
        return document::<G>(name, name, text, &arguments);
    }
    if let Some(named) = G::strategies().iter().find(|named| named.name == name) {
        return native(named, &arguments);
    }
    if let Some(file) = catalogue::shipped::<G>().find(|file| file.name == name) {
        return document::<G>(name, &file.origin(), file.text, &arguments);
    }
    Err(StrategyError::Name {
        game: G::NAME,
        found: shown(name),
        nearest: nearest(name, catalogue::names::<G>()),
        known: catalogue::names::<G>().collect::<Vec<_>>().join(", "),
    })
}

/// A seat of a table that plays what a text asks for.
///
/// # Errors
/// As [`parse`] and [`Strategy::seat`].
pub fn seat<G: Game>(game: &G, asked: impl Into<Asked>) -> Result<G::Player, StrategyError> {
    parse::<G>(&asked.into())?.seat(game)
}

fn native(named: &Named, arguments: &[(&str, &str)]) -> Result<Strategy, StrategyError> {
    let mut spec = Spec {
        name: named.name,
        arguments: named.parameters.iter().map(|p| (p.name, value_of(p.default))).collect(),
    };
    for &(parameter, value) in arguments {
        let Some(slot) = spec.arguments.iter_mut().find(|(name, _)| *name == parameter) else {
            let all = named.parameters.iter().map(|p| format!("{} ({})", p.name, p.allowed));
            return Err(StrategyError::Parameter {
                strategy: named.name.to_owned(),
                found: shown(parameter),
                nearest: nearest(parameter, named.parameters.iter().map(|p| p.name)),
                known: match named.parameters.is_empty() {
                    true => "none".to_owned(),
                    false => all.collect::<Vec<_>>().join(", "),
                },
            });
        };
        slot.1 = value_of(value);
    }
    Ok(Strategy::Native(spec))
}

fn document<G: Game>(
    name: &str,
    origin: &str,
    text: &str,
    arguments: &[(&str, &str)],
) -> Result<Strategy, StrategyError> {
    let known = G::FILE_PARAMETERS;
    if let Some((wrong, _)) = arguments.iter().find(|(parameter, _)| !known.contains(parameter)) {
        return Err(StrategyError::Parameter {
            strategy: shown(name),
            found: shown(wrong),
            nearest: nearest(wrong, known.iter().copied()),
            known: format!("{}: keys of the file that may be set here", known.join(", ")),
        });
    }
    let values: Vec<(String, toml::Value)> =
        arguments.iter().map(|&(key, value)| (key.to_owned(), value_of(value))).collect();
    let given: Vec<String> =
        arguments.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let label = match given.is_empty() {
        true => name.to_owned(),
        false => format!("{name}({})", given.join(",")),
    };
    // With parameters it is not only what the file says that may be wrong.
    let own = shown(&label);
    let origin = if given.is_empty() { origin } else { &own };
    let document = Document::read(G::NAME, origin, text, &values)?;
    Ok(Strategy::File { label, document })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kinzo::Kinzo;

    #[test]
    fn a_strategy_is_read_with_its_defaults() {
        for (text, full) in [
            ("threshold", "threshold(hit_below=9,split=false)"),
            ("threshold()", "threshold(hit_below=9,split=false)"),
            (" threshold( split = true ) ", "threshold(hit_below=9,split=true)"),
            ("random", "random"),
        ] {
            assert_eq!(parse::<Kinzo>(&text.into()).unwrap().label(), full);
        }
    }

    #[test]
    fn a_parameter_is_added() {
        for (text, full) in [
            ("threshold", "threshold(hit_below=7)"),
            (" threshold() ", "threshold(hit_below=7)"),
            ("threshold( split=true )", "threshold( split=true ,hit_below=7)"),
        ] {
            assert_eq!(Asked::from(text).with("hit_below", "7").written, full);
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_what_was_meant() {
        for (text, parts) in [
            ("treshold", &["no strategy `treshold`", "did you mean `threshold`", "best"][..]),
            ("threshold(hit=3)", &["no parameter `hit`", "hit_below (0..=100)"]),
            ("threshold(hit_bellow=3)", &["did you mean `hit_below`"]),
            ("threshold(hit_below)", &["`hit_below` is not parameter=value"]),
            ("threshold(hit_below=3", &["`)` is missing"]),
            ("threshold(split=true,)", &["`` is not parameter=value"]),
            ("threshold(split=true,split=false)", &["given twice"]),
            ("random(x=1)", &["no parameter `x`", "it has none"]),
        ] {
            let message = parse::<Kinzo>(&text.into()).unwrap_err().to_string();
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        }
    }
}
