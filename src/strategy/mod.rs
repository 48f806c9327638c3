//! Floor 3: parses strategies, from the command line or a strategy file, into the players that the
//! games define.

pub mod catalogue;

use crate::cards::memory::{Memory, Recall};
use crate::framework::counting::{self, ERROR_RATE, MEMORY};
use crate::framework::document::{Document, FileError, Value};
use crate::framework::settings::{hint, nearest, shown, value_of};
use crate::framework::{AnyTable, Engine, GuestStrategy, Named, Profile, SeatError, Seats, Spec};

/// A strategy as requested: `NAME`, `NAME(parameter=value,…)`, or the same with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The text as written.
    pub written: String,
    /// The text of the file, if the strategy is one.
    pub file: Option<String>,
    /// The counting-system file named by its parameter `memory`, if any.
    pub memory: Option<SystemFile>,
}

/// A counting-system file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemFile {
    /// Its path, as messages name it.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl<T: Into<String>> From<T> for Asked {
    fn from(written: T) -> Asked {
        Asked { written: written.into(), file: None, memory: None }
    }
}

impl Asked {
    /// The same with one more parameter, whose name is not checked before the strategy is parsed.
    #[must_use]
    pub fn with(&self, parameter: &str, value: &str) -> Asked {
        let written = self.written.trim();
        let one = format!("{parameter}={value}");
        let written = match written.strip_suffix(')') {
            None => format!("{written}({one})"),
            Some(rest) if rest.trim_end().ends_with('(') => format!("{rest}{one})"),
            Some(rest) => format!("{rest},{one})"),
        };
        Asked { written, ..self.clone() }
    }
}

/// A strategy, found and read.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    /// A native one.
    Native {
        /// Its name and its parameters.
        spec: Spec,
        /// The same with the parameters that its label names.
        told: Spec,
        /// The counting-system file that it names, if any.
        counts: Option<SystemFile>,
    },
    /// One from outside the crate.
    Guest {
        /// Its name and its parameters.
        spec: Spec,
        /// The same with the parameters that its label names.
        told: Spec,
        /// The strategy.
        guest: &'static GuestStrategy,
    },
    /// One from a file.
    File {
        /// Its name, with the parameters given.
        label: String,
        /// The file's document, with those parameters.
        document: Document,
        /// The counting-system file that it names, if any.
        counts: Option<SystemFile>,
    },
}

impl Strategy {
    /// Its name in tables and manifests. That of a strategy with a memory has the parameters that are
    /// not at their defaults, that of another one all of them.
    pub fn label(&self) -> String {
        match self {
            Strategy::Native { told, .. } | Strategy::Guest { told, .. } => told.to_string(),
            Strategy::File { label, .. } => label.clone(),
        }
    }

    /// A seat that plays it.
    ///
    /// # Errors
    /// If a value is out of range, or the strategy cannot be played at this table.
    pub fn seat(&self, game: &dyn AnyTable) -> Result<Box<dyn Seats>, StrategyError> {
        match self {
            Strategy::Native { spec, counts, .. } => {
                let found = native_recall(game, spec.clone(), counts.as_ref())?;
                if found.recall.misses_nothing_kept() {
                    let rate = spec.get(ERROR_RATE).map(plain).unwrap_or_default();
                    return Err(SeatError::Parameter {
                        strategy: spec.name,
                        parameter: ERROR_RATE,
                        found: rate,
                        allowed: KEEPS_NOTHING.to_owned(),
                    }
                    .into());
                }
                Ok(game.player(&found)?)
            }
            Strategy::Guest { spec, guest, .. } => Ok(guest.seat(game, spec)?),
            Strategy::File { document, counts, .. } => {
                let found = file_recall(game, document.clone(), counts.as_ref())?;
                if found.recall.misses_nothing_kept() {
                    let rates = document.body.0.iter().filter(|(name, _)| name == ERROR_RATE);
                    let faults = rates.map(|(_, node)| {
                        let found = node.shown();
                        (node.line, format!("error_rate = {found} is not allowed: {KEEPS_NOTHING}"))
                    });
                    let faults = faults.collect();
                    return Err(FileError { origin: document.origin.clone(), faults }.into());
                }
                let player = game.written(&found)?;
                if !remembers(game, &*player) {
                    asks_no_memory(document)?;
                }
                Ok(player)
            }
        }
    }

    /// A seat that plays it with a memory other than its own, at the same error rate. A strategy
    /// that uses no memory plays as before; a true count that the memory does not keep is 0.
    ///
    /// # Errors
    /// As [`Strategy::seat`].
    pub fn seat_with(
        &self,
        game: &dyn AnyTable,
        memory: Memory,
    ) -> Result<Box<dyn Seats>, StrategyError> {
        match self {
            Strategy::Native { spec, .. } if spec.get(MEMORY).is_some() => {
                let mut found = spec.clone().remembering(memory);
                found.recall.error_rate = counting::error_rate(spec.name, spec.get(ERROR_RATE))?;
                Ok(game.player(&found)?)
            }
            Strategy::File { document, .. } if game.profile().file_parameters.contains(&MEMORY) => {
                let mut plain = document.clone();
                plain.body.0.retain(|(key, _)| key != MEMORY);
                let mut found = file_recall(game, plain, None)?;
                found.recall.memory = memory;
                found.uncounted = true;
                let player = game.written(&found)?;
                if !remembers(game, &*player) {
                    asks_no_memory(document)?;
                }
                Ok(player)
            }
            _ => self.seat(game),
        }
    }

    /// Whether [`Strategy::seat_with`] can give it another memory, and its play then depends on
    /// that memory.
    ///
    /// # Errors
    /// As [`Strategy::seat_with`].
    pub fn remembers(&self, game: &dyn AnyTable) -> Result<bool, StrategyError> {
        let given = match self {
            Strategy::Native { spec, .. } => spec.get(MEMORY).is_some(),
            Strategy::Guest { .. } => false,
            Strategy::File { .. } => game.profile().file_parameters.contains(&MEMORY),
        };
        Ok(given && remembers(game, &*self.seat_with(game, Memory::None)?))
    }

    /// The counting system that it names as its own memory.
    ///
    /// # Errors
    /// If there is no such memory, or the system is invalid.
    pub fn own_system(&self, game: &dyn AnyTable) -> Result<Option<Memory>, StrategyError> {
        let recall = match self {
            Strategy::Native { spec, counts, .. } => {
                native_recall(game, spec.clone(), counts.as_ref())?.recall
            }
            Strategy::Guest { .. } => return Ok(None),
            Strategy::File { document, counts, .. } => {
                file_recall(game, document.clone(), counts.as_ref())?.recall
            }
        };
        Ok(Some(recall.memory).filter(|memory| memory.system().is_some()))
    }

    /// Whether its rules read a true count.
    pub fn reads_true_count(&self) -> bool {
        match self {
            Strategy::Native { .. } | Strategy::Guest { .. } => false,
            Strategy::File { document, .. } => {
                counting::TRUE_COUNTS.iter().any(|count| document.body.mentions(count.name))
            }
        }
    }

    /// Whether the strategy names a memory or an error rate other than its default.
    pub fn names_memory(&self) -> bool {
        let key = |name: &str| name == MEMORY || name == ERROR_RATE;
        match self {
            Strategy::Native { told, .. } => told.arguments.iter().any(|(name, _)| key(name)),
            Strategy::Guest { .. } => false,
            Strategy::File { document, .. } => document.body.0.iter().any(|(name, _)| key(name)),
        }
    }
}

/// Why a strategy without a memory has no error rate.
const KEEPS_NOTHING: &str =
    "without a memory there is nothing to miss; give one, such as memory=full, or leave it out";

/// Rejects a file that names a memory although none of its rules uses one.
fn asks_no_memory(document: &Document) -> Result<(), StrategyError> {
    let named = document.body.0.iter().find(|(name, _)| name == MEMORY || name == ERROR_RATE);
    let Some((name, node)) = named else { return Ok(()) };
    let found = node.shown();
    let why = format!(
        "{name} = {found} changes nothing: no rule tests the cards of earlier rounds; leave \
         it out"
    );
    let (origin, faults) = (document.origin.clone(), vec![(node.line, why)]);
    Err(FileError { origin, faults }.into())
}

/// The memory that a strategy file names, which may itself be a file.
pub fn memory_of(file: &str) -> Option<String> {
    let table: toml::Table = toml::from_str(file).ok()?;
    table.get(MEMORY)?.as_str().map(str::to_owned)
}

/// Whether any decision of a seat depends on its memory of earlier rounds.
pub fn remembers(game: &dyn AnyTable, player: &dyn Seats) -> bool {
    game.capabilities().counting.is_some_and(|counting| counting.remembers(player))
}

/// A native strategy with the memory that its parameters name.
fn native_recall(
    game: &dyn AnyTable,
    mut spec: Spec,
    counts: Option<&SystemFile>,
) -> Result<Spec, StrategyError> {
    let Some(asked) = spec.get(MEMORY).map(plain) else { return Ok(spec) };
    let memory = memory(game, &asked, counts)?;
    let error_rate = counting::error_rate(spec.name, spec.get(ERROR_RATE))?;
    spec.recall = Recall { memory, error_rate };
    Ok(spec)
}

/// A strategy file with the memory that it names; the keys of the memory, which its game does not
/// read, are removed.
fn file_recall(
    game: &dyn AnyTable,
    mut document: Document,
    counts: Option<&SystemFile>,
) -> Result<Document, StrategyError> {
    if !game.profile().file_parameters.contains(&MEMORY) {
        return Ok(document);
    }
    let mut take = |key: &str| {
        let at = document.body.0.iter().position(|(name, _)| name == key)?;
        Some(document.body.0.remove(at).1)
    };
    let (asked, rate) = (take(MEMORY), take(ERROR_RATE));
    let fail = |line, message: String| {
        let origin = document.origin.clone();
        StrategyError::File(FileError { origin, faults: vec![(line, message)] })
    };
    if let Some(node) = asked {
        let word = node.word().ok_or_else(|| {
            let found = node.shown();
            fail(
                node.line,
                format!("memory = {found} is not allowed: none, full, or a counting system"),
            )
        })?;
        document.recall.memory = memory(game, word, counts).map_err(|error| match error {
            StrategyError::Memory { .. } => fail(node.line, error.to_string()),
            other => other,
        })?;
    }
    if let Some(node) = rate {
        let value = match &node.value {
            Value::Int(number) => toml::Value::Integer(*number),
            Value::Other(text) => value_of(text),
            _ => toml::Value::String(node.shown()),
        };
        document.recall.error_rate = counting::error_rate("", Some(&value)).map_err(|_| {
            let found = node.shown();
            fail(
                node.line,
                format!("error_rate = {found} is not allowed: a share 0..=1 of the earlier cards"),
            )
        })?;
    }
    Ok(document)
}

/// A value as it was written.
fn plain(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The memory of a name: `none`, `full`, a shipped counting system, or the file that was read for
/// it.
///
/// # Errors
/// If there is no such memory, or the system is invalid.
pub fn memory(
    game: &dyn AnyTable,
    asked: &str,
    file: Option<&SystemFile>,
) -> Result<Memory, StrategyError> {
    let profile = game.profile();
    let shoes = game.capabilities().counting.map(|counting| counting.shoes()).unwrap_or_default();
    let read = |name: &str, origin: &str, text: &str| -> Result<Memory, StrategyError> {
        let document = Document::read(profile.name, origin, text, &[])?;
        Ok(counting::memory(counting::system(name, &document, &shoes)?))
    };
    match (asked, file) {
        (_, Some(SystemFile { path, text })) => read(asked, path, text),
        ("none", None) => Ok(Memory::None),
        ("full", None) => Ok(Memory::Full),
        (name, None) => match catalogue::counts(&profile).find(|file| file.name == name) {
            Some(file) => read(file.name, &file.origin(), file.text),
            None => {
                let names = || catalogue::memories(&profile);
                Err(StrategyError::Memory {
                    game: profile.name,
                    found: shown(asked),
                    nearest: nearest(asked, names()),
                    known: names().collect::<Vec<_>>().join(", "),
                })
            }
        },
    }
}

/// An error in the text of a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// No strategy of that name.
    #[error("no strategy `{found}`{}; strategies of {game} are {known}, or a file: NAME.toml",
        hint(.nearest))]
    Name {
        /// The game.
        game: &'static str,
        /// The name found.
        found: String,
        /// The name that was probably meant.
        nearest: Option<String>,
        /// All names, as a list.
        known: String,
    },
    /// Not of the form `NAME(parameter=value,…)`.
    #[error("strategy `{found}`: {why}; it is written NAME or NAME(parameter=value,…)")]
    Form {
        /// The text found.
        found: String,
        /// The fault in it.
        why: String,
    },
    /// A parameter that the strategy does not have.
    #[error("strategy {strategy} has no parameter `{found}`{}; it has {known}", hint(.nearest))]
    Parameter {
        /// The strategy.
        strategy: String,
        /// The parameter found.
        found: String,
        /// The parameter that was probably meant.
        nearest: Option<String>,
        /// All parameters, with their allowed values.
        known: String,
    },
    /// No memory of that name.
    #[error("no memory `{found}`{}; memories of {game} are {known}, or a file: NAME.toml",
        hint(.nearest))]
    Memory {
        /// The game.
        game: &'static str,
        /// The name found.
        found: String,
        /// The name that was probably meant.
        nearest: Option<String>,
        /// All names, as a list.
        known: String,
    },
    /// A value that is out of range, or rules under which the strategy cannot be played.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// A file with faults.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A strategy as it is written with its defaults: `threshold(hit_below=9,split=false)`.
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

/// The arguments of `NAME(parameter=value,…)`, as written.
type Arguments<'t> = Vec<(&'t str, &'t str)>;

/// The name of a strategy as written, and what follows the parenthesis after it, if there is one. A
/// file may have parentheses in its own name.
pub fn split(text: &str) -> (&str, Option<&str>) {
    const FILE: &str = ".toml";
    let text = text.trim();
    let named = match text.find(&format!("{FILE}(")) {
        _ if text.ends_with(FILE) => text.len(),
        Some(at) => at + FILE.len(),
        None => 0,
    };
    match text[named..].split_once('(') {
        None => (text, None),
        Some((rest, arguments)) => (text[..named + rest.len()].trim_end(), Some(arguments)),
    }
}

/// The name and the arguments of `NAME(parameter=value,…)`.
fn parts(text: &str) -> Result<(&str, Arguments<'_>), StrategyError> {
    let form = |why: &str| StrategyError::Form { found: shown(text), why: why.to_owned() };
    let (name, arguments) = match split(text) {
        (name, None) => (name, ""),
        (name, Some(rest)) => {
            (name, rest.strip_suffix(')').ok_or_else(|| form("the `)` is missing"))?)
        }
    };
    let mut found: Vec<(&str, &str)> = Vec::new();
    let arguments = Some(arguments).filter(|arguments| !arguments.trim().is_empty());
    for argument in arguments.into_iter().flat_map(separated).map(str::trim) {
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

/// The arguments of a text, separated by commas; a comma within a list is part of the value.
pub(crate) fn separated(text: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), text);
    loop {
        let value = rest.split_once('=').filter(|(key, _)| !key.contains(','));
        let is_list = value.is_some_and(|(_, value)| value.trim_start().starts_with('['));
        let closed = rest.find(']').filter(|_| is_list).unwrap_or(0);
        let Some(comma) = rest[closed..].find(',') else { break };
        found.push(&rest[..closed + comma]);
        rest = &rest[closed + comma + 1..];
    }
    found.push(rest);
    found
}

/// Parses `NAME` or `NAME(parameter=value,…)`, where NAME is a native strategy, a file of
/// `strategies/`, or the file that was read for it.
///
/// # Errors
/// If the game has no such strategy or the strategy no such parameter, or if the file is not for
/// this game. Values are checked when the seat is filled.
pub fn parse(game: &Profile, asked: &Asked) -> Result<Strategy, StrategyError> {
    let (name, arguments) = parts(&asked.written)?;
    if let Some(text) = &asked.file {
        return document(game, name, name, text, &arguments, asked.memory.clone());
    }
    if let Some(named) = game.strategies.iter().find(|named| named.name == name) {
        let strategy = native(named, &arguments, asked.memory.clone())?;
        let guest = game.guests.iter().find(|guest| guest.named.name == name);
        return Ok(match (strategy, guest) {
            (Strategy::Native { spec, told, .. }, Some(guest)) => {
                Strategy::Guest { spec, told, guest }
            }
            (strategy, _) => strategy,
        });
    }
    if let Some(file) = catalogue::shipped(game).find(|file| file.name == name) {
        let counts = asked.memory.clone();
        return document(game, name, &file.origin(), file.text, &arguments, counts);
    }
    Err(StrategyError::Name {
        game: game.name,
        found: shown(name),
        nearest: nearest(name, catalogue::names(game)),
        known: catalogue::names(game).collect::<Vec<_>>().join(", "),
    })
}

/// A player at a table, of the strategy that a text names.
///
/// # Errors
/// As [`parse`] and [`Strategy::seat`].
pub fn seat<G: Engine>(game: &G, asked: impl Into<Asked>) -> Result<G::Player, StrategyError> {
    let found = parse(&G::game(), &asked.into())?.seat(game)?;
    Ok(found.of::<G::Player>()[0].clone())
}

fn native(
    named: &Named,
    arguments: &[(&str, &str)],
    counts: Option<SystemFile>,
) -> Result<Strategy, StrategyError> {
    let mut spec = Spec::new(named);
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
    let mut told = spec.clone();
    if spec.get(MEMORY).is_some() {
        let defaults = Spec::new(named).arguments;
        told.arguments.retain(|argument| !defaults.contains(argument));
    }
    Ok(Strategy::Native { spec, told, counts })
}

fn document(
    game: &Profile,
    name: &str,
    origin: &str,
    text: &str,
    arguments: &[(&str, &str)],
    counts: Option<SystemFile>,
) -> Result<Strategy, StrategyError> {
    let known = game.file_parameters;
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
    // With parameters the fault may be in those, so errors then name the whole label.
    let own = shown(&label);
    let origin = if given.is_empty() { origin } else { &own };
    let document = Document::read(game.name, origin, text, &values)?;
    Ok(Strategy::File { label, document, counts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Parameter;
    use crate::games::kinzo::Kinzo;

    #[test]
    fn commas_within_a_list_are_part_of_it() {
        for (text, parts) in [
            ("a=1,b=2", &["a=1", "b=2"][..]),
            ("a=[4, 2, 1],b=2", &["a=[4, 2, 1]", "b=2"]),
            ("a= [1],b=[2,3]", &["a= [1]", "b=[2,3]"]),
            ("memory=bob's.toml,b=0.1", &["memory=bob's.toml", "b=0.1"]),
            ("memory=a[1.toml,b=[2,3]", &["memory=a[1.toml", "b=[2,3]"]),
            ("a=[1,b=2", &["a=[1", "b=2"]),
            ("x,a=[1,2]", &["x", "a=[1,2]"]),
            ("", &[""]),
        ] {
            assert_eq!(separated(text), parts, "{text}");
        }
    }

    #[test]
    fn a_strategy_is_read_with_its_defaults() {
        for (text, full) in [
            ("threshold", "threshold(hit_below=9,split=false)"),
            ("threshold()", "threshold(hit_below=9,split=false)"),
            (" threshold( split = true ) ", "threshold(hit_below=9,split=true)"),
            ("random", "random"),
        ] {
            assert_eq!(parse(&Kinzo::game(), &text.into()).unwrap().label(), full);
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
    fn a_file_may_have_parentheses_in_its_name() {
        for (text, parts) in [
            ("mine (1).toml", ("mine (1).toml", None)),
            (" mine (1).toml( hit_below = 3 )", ("mine (1).toml", Some(" hit_below = 3 )"))),
            ("mine.toml(memory=my (2).toml)", ("mine.toml", Some("memory=my (2).toml)"))),
            ("best(memory=my.toml)", ("best", Some("memory=my.toml)"))),
            ("best (x=1)", ("best", Some("x=1)"))),
            ("best", ("best", None)),
        ] {
            assert_eq!(split(text), parts, "{text}");
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
            let message = parse(&Kinzo::game(), &text.into()).unwrap_err().to_string();
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        }
    }

    /// A label leaves defaults out where a strategy has a memory; its player finds them all.
    #[test]
    fn a_strategy_has_all_its_parameters_whatever_its_label_names() {
        const PARAMETERS: [Parameter; 3] = {
            let [memory, error_rate] = counting::parameters("full");
            [Parameter { name: "x", default: "3", allowed: "a number" }, memory, error_rate]
        };
        let named = Named { name: "counter", parameters: &PARAMETERS, about: "" };
        for (arguments, label, x, names_memory) in [
            (&[][..], "counter", 3, false),
            (&[("x", "3"), ("memory", "full")], "counter", 3, false),
            (&[("x", "4")], "counter(x=4)", 4, false),
            (&[("memory", "none")], "counter(memory=\"none\")", 3, true),
        ] {
            let strategy = native(&named, arguments, None).unwrap();
            assert_eq!((strategy.label(), strategy.names_memory()), (label.into(), names_memory));
            let Strategy::Native { spec, .. } = strategy else { unreachable!() };
            assert_eq!(spec.whole("x", 0..=9), Ok(x));
        }
    }
}
