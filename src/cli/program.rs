//! The program that runs: what it is called, and which games it knows.

use super::error::Failure;
use crate::framework::settings::{hint, nearest, shown};
use crate::study::{AnyGame, Report};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The name of croupier's own program.
const OWN: &str = env!("CARGO_PKG_NAME");

/// A program and its games.
pub struct Program {
    /// What it was started as.
    pub name: String,
    /// Its games, in the order in which they are listed.
    pub games: Vec<&'static dyn AnyGame>,
}

impl Program {
    /// The program that was started by this word.
    ///
    /// # Errors
    /// If there are no games, or two of the same name.
    pub fn new(word: Option<&OsStr>, games: Vec<&'static dyn AnyGame>) -> Result<Program, Failure> {
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
        Ok(Program { name, games })
    }

    /// The game of a name.
    pub fn game(&self, name: &str) -> Result<&'static dyn AnyGame, Failure> {
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

    /// The game that a command line is about: the first word behind the command that is the name of
    /// one.
    pub fn named(&self, words: &[OsString]) -> Option<&'static dyn AnyGame> {
        let mut behind = words.iter().skip(2);
        behind.find_map(|word| self.games.iter().copied().find(|game| word == game.name()))
    }

    /// Whether it is croupier's own.
    pub fn is_own(&self) -> bool {
        self.name == OWN
    }

    /// The report with the name of a program that is not croupier's own in its manifest.
    pub fn signed<'r>(&self, report: &'r Report) -> Cow<'r, Report> {
        if self.is_own() {
            return Cow::Borrowed(report);
        }
        let mut signed = report.clone();
        signed.manifest.shift_insert(0, "program".to_owned(), self.name.as_str().into());
        Cow::Owned(signed)
    }
}
