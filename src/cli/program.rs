//! The running program: its name and its games.

use super::caller::Caller;
use super::error::Failure;
use super::keep::{Keeper, words};
use crate::framework::Field;
use crate::framework::settings::{hint, nearest, quoted, shown};
use crate::report::output::sha256;
use crate::report::state;
use crate::study::{AnyGame, MOST_ROUNDS, Report, is_column_of_sweeps};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The name of croupier's own program.
const OWN: &str = env!("CARGO_PKG_NAME");

/// A program and its games.
pub struct Program {
    /// The name that it was started under.
    pub name: String,
    /// The versions of the program and of croupier.
    pub version: String,
    /// Its games, in listing order.
    pub games: Vec<&'static AnyGame>,
    /// The keeper of the running command.
    pub keeper: Keeper,
    /// The caller.
    pub caller: Caller,
    /// The words of the running command, after the program's name.
    arguments: Vec<String>,
    /// The files that the command has read.
    inputs: Mutex<Vec<Input>>,
}

/// A file that was read, and the hash of its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Input {
    /// Its path as given.
    path: PathBuf,
    what: String,
    sha256: String,
}

impl Program {
    /// The program started under this name.
    ///
    /// # Errors
    /// If there are no games, or two of the same name.
    pub fn new(word: Option<&OsStr>, games: Vec<&'static AnyGame>) -> Result<Program, Failure> {
        let file = word.and_then(|word| Path::new(word).file_name());
        let name = file.map(|name| name.to_string_lossy().into_owned());
        let name = name.map(|name| match name.strip_suffix(std::env::consts::EXE_SUFFIX) {
            Some(stem) => stem.to_owned(),
            None => name,
        });
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| OWN.to_owned());
        if games.is_empty() {
            return Err(Failure::Other(format!("{name} has no games")));
        }
        let twice = games
            .iter()
            .enumerate()
            .find(|(at, game)| games[..*at].iter().any(|other| other.name() == game.name()));
        if let Some((_, game)) = twice {
            return Err(Failure::Other(format!(
                "{name} has two games named `{}`; give one of them another NAME",
                shown(game.name())
            )));
        }
        for game in &games {
            let taken = |field: &&Field| is_column_of_sweeps(field.name);
            let field = game.profile().fields.iter().find(taken).map(|field| {
                format!("a rules field is named `{}`, as a column of sweeps is", field.name)
            });
            if let Some(slip) = game.slips().into_iter().chain(field).next() {
                return Err(Failure::Other(format!(
                    "{name} cannot run its game {}: {slip}",
                    shown(game.name())
                )));
            }
        }
        Ok(Program {
            name,
            version: String::new(),
            games,
            keeper: Keeper::default(),
            caller: Caller::default(),
            arguments: Vec::new(),
            inputs: Mutex::default(),
        })
    }

    /// The same program for another command that is only checked and plays nothing.
    pub fn rehearsing(&self, merges_here: bool) -> Program {
        Program {
            name: self.name.clone(),
            version: self.version.clone(),
            games: self.games.clone(),
            keeper: Keeper::rehearsed(merges_here),
            caller: self.caller.clone(),
            arguments: Vec::new(),
            inputs: Mutex::default(),
        }
    }

    /// The program with the words that it was started with, the first of which is its name.
    pub fn started(self, words: &[OsString]) -> Program {
        let mut program = self;
        program.takes_up(words);
        program
    }

    /// Replaces the words of the running command.
    pub fn takes_up(&mut self, words: &[OsString]) {
        let arguments = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
        self.arguments = arguments.collect();
    }

    /// Notes a file that was read; `what` is its kind, such as `a rules file`.
    pub fn note_input(&self, path: &Path, what: &str, text: &[u8]) {
        let what = what.strip_prefix("a ").unwrap_or(what).to_owned();
        let input = Input { path: path.to_owned(), what, sha256: sha256(text) };
        let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        if !inputs.contains(&input) {
            inputs.push(input);
        }
    }

    /// The files that were read, the parts of a merge among them.
    pub fn inputs(&self) -> Vec<PathBuf> {
        let inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let read = inputs.iter().map(|input| &input.path);
        read.chain(&self.keeper.merged).cloned().collect()
    }

    /// The files that were read, with the hashes of their contents.
    pub fn read(&self) -> Vec<state::Input> {
        let inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let input = |input: &Input| state::Input {
            path: input.path.display().to_string(),
            sha256: input.sha256.clone(),
        };
        inputs.iter().map(input).collect()
    }

    /// The manifest beside the files of an answer: the question, its command line, and the hashes
    /// of the files that were read. Words that do not decide the answer are left out, and --out
    /// comes last, so that the same answer has the same bytes on any number of threads, whole or in
    /// parts.
    pub fn provenance(&self, report: &Report) -> Map<String, Value> {
        let mut said = self.signed(report).manifest.clone();
        let mut arguments = words::deciding(&self.arguments);
        if let Some(out) = words::value(&self.arguments, "--out") {
            arguments.extend(["--out".to_owned(), out]);
        }
        let place = said.keys().position(|key| key == "command").map_or(0, |at| at + 1);
        said.shift_insert(place, "arguments".to_owned(), arguments.into());
        let inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let input = |input: &Input| {
            let name = input.path.to_string_lossy();
            json!({ "name": name, "what": input.what, "sha256": input.sha256 })
        };
        said.insert("inputs".to_owned(), inputs.iter().map(input).collect());
        said
    }

    /// The command that reproduces a report, and a sentence on how closely it does. If the clock or
    /// the user ended a run of one kind of round, the command names the rounds played.
    pub fn again(&self, report: &Report, stopped: bool) -> (String, &'static str) {
        let mut words = words::deciding(&self.arguments);
        let given = |option: &str| words::value(&words, option).is_some();
        let by_time = given("--time");
        let rounds = report.manifest.get("rounds").and_then(Value::as_u64);
        let command = report.manifest.get("command").and_then(Value::as_str).unwrap_or_default();
        // The next steps of these commands depend on the results so far.
        const SEVERAL: [&str; 6] = ["advise", "balance", "count", "league", "playtest", "tune"];
        let several = SEVERAL.contains(&command) || report.manifest.contains_key(MOST_ROUNDS);
        let chooses = |game: &&AnyGame| game.profile().guests.iter().any(|guest| guest.chooses);
        // Files and players that a program handed over are not the command line's.
        let handed_over = self.caller.hands_over() || self.games.iter().any(chooses);
        let gives = match rounds {
            _ if handed_over && (by_time || stopped) => {
                "The caller handed over a strategy, rules or a player that the command names; the same \
                 call may play more or fewer rounds, and gives other figures."
            }
            _ if handed_over => {
                "The caller handed over a strategy, rules or a player that the command names: only the \
                 same call gives the same."
            }
            _ if !by_time && !stopped => {
                "The same command, version and files give the same page, byte for byte."
            }
            Some(rounds) if !several && (by_time || !given("--precision")) => {
                words = words::without(&words, &[("--time", true), ("--rounds", true)]);
                words.extend(["--rounds".to_owned(), rounds.to_string()]);
                "The same command, version and files give the same figures."
            }
            _ if stopped => "It was stopped: the same command plays on, and gives other figures.",
            _ => "How much is played in a time differs from run to run, and so do the figures.",
        };
        let words = std::iter::once(self.name.as_str()).chain(words.iter().map(String::as_str));
        (words.map(quoted).collect::<Vec<_>>().join(" "), gives)
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Result<&'static AnyGame, Failure> {
        let names = || self.games.iter().map(|game| game.name());
        self.games.iter().copied().find(|game| game.name() == name).ok_or_else(|| {
            Failure::Usage(format!(
                "no game `{}`{}; games are {}",
                shown(name),
                hint(&nearest(name, names())),
                names().collect::<Vec<_>>().join(", ")
            ))
        })
    }

    /// The game of a command line: the first word after the command that names one.
    pub fn named(&self, words: &[OsString]) -> Option<&'static AnyGame> {
        let mut behind = words.iter().skip(2);
        behind.find_map(|word| self.games.iter().copied().find(|game| word == game.name()))
    }

    /// Whether it is croupier's own program.
    pub fn is_own(&self) -> bool {
        self.name == OWN
    }

    /// The report, with the program's name in its manifest if it is not croupier's own.
    pub fn signed<'r>(&self, report: &'r Report) -> Cow<'r, Report> {
        if self.is_own() {
            return Cow::Borrowed(report);
        }
        let mut signed = report.clone();
        signed.manifest.shift_insert(0, "program".to_owned(), self.name.as_str().into());
        Cow::Owned(signed)
    }
}
