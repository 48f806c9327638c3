//! Floor 2: from what a person writes for a strategy to the players that the games define.

use crate::games::settings::{nearest, shown, value_of};
use crate::games::{Game, Named, SeatError, Spec};

/// Why a text names no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// No strategy of that name.
    #[error("no strategy `{found}`{}; strategies of {game} are {known}",
        .nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default())]
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
    #[error("strategy {strategy} has no parameter `{found}`{}; it has {known}",
        .nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default())]
    Parameter {
        /// The strategy.
        strategy: &'static str,
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

/// Reads `NAME` or `NAME(parameter=value,…)`.
///
/// # Errors
/// If the game has no such strategy or the strategy no such parameter. Values are checked when
/// the seat is filled.
pub fn parse<G: Game>(text: &str) -> Result<Spec, StrategyError> {
    let form = |why: &str| StrategyError::Form { found: shown(text), why: why.to_owned() };
    let text = text.trim();
    let (name, arguments) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => {
            (name.trim(), rest.strip_suffix(')').ok_or_else(|| form("the `)` is missing"))?)
        }
    };
    let names = || G::strategies().iter().map(|named| named.name);
    let Some(named) = G::strategies().iter().find(|named| named.name == name) else {
        return Err(StrategyError::Name {
            game: G::NAME,
            found: shown(name),
            nearest: nearest(name, names()),
            known: names().collect::<Vec<_>>().join(", "),
        });
    };
    let mut spec = Spec {
        name: named.name,
        arguments: named.parameters.iter().map(|p| (p.name, value_of(p.default))).collect(),
    };
    let mut given: Vec<&str> = Vec::new();
    let arguments = Some(arguments).filter(|arguments| !arguments.trim().is_empty());
    for argument in arguments.iter().flat_map(|arguments| arguments.split(',')).map(str::trim) {
        let Some((parameter, value)) = argument.split_once('=') else {
            return Err(form(&format!("`{}` is not parameter=value", shown(argument))));
        };
        let (parameter, value) = (parameter.trim(), value.trim());
        let known = || named.parameters.iter().map(|parameter| parameter.name);
        let Some(slot) = spec.arguments.iter_mut().find(|(name, _)| *name == parameter) else {
            let all = named.parameters.iter().map(|p| format!("{} ({})", p.name, p.allowed));
            return Err(StrategyError::Parameter {
                strategy: named.name,
                found: shown(parameter),
                nearest: nearest(parameter, known()),
                known: match named.parameters.is_empty() {
                    true => "none".to_owned(),
                    false => all.collect::<Vec<_>>().join(", "),
                },
            });
        };
        if given.contains(&parameter) {
            return Err(form(&format!("`{parameter}` is given twice")));
        }
        given.push(parameter);
        slot.1 = value_of(value);
    }
    Ok(spec)
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
            assert_eq!(parse::<Kinzo>(text).unwrap().to_string(), full);
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
            let message = parse::<Kinzo>(text).unwrap_err().to_string();
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        }
    }
}
