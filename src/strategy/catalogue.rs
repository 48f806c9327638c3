//! The strategies that every build includes: the native ones, and the files of `strategies/`.

use super::Asked;
use crate::framework::Profile;
use crate::framework::document::{Document, FileError};

/// A file of `strategies/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The game that it is for; `counts` for a counting system.
    pub game: &'static str,
    /// Its name: the file name without `.toml`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

impl Shipped {
    /// Its path, for messages.
    pub fn origin(&self) -> String {
        format!("strategies/{}/{}.toml", self.game, self.name)
    }

    /// Its description, as a file for a game.
    ///
    /// # Errors
    /// If it is not a file for that game, which the tests rule out.
    pub fn about(&self, game: &str) -> Result<String, FileError> {
        Ok(Document::read(game, &self.origin(), self.text, &[])?.about)
    }
}

/// The folder of `strategies/` that holds the counting systems of all games.
const COUNTS: &str = "counts";

/// The counting systems for a game, in order of name.
pub fn counts(game: &Profile) -> impl Iterator<Item = &'static Shipped> + Clone + use<> {
    let name = game.name;
    let is_for = move |file: &&Shipped| Document::read(name, "", file.text, &[]).is_ok();
    SHIPPED.iter().filter(|file| file.game == COUNTS).filter(is_for)
}

/// The names of all memories.
pub fn memories(game: &Profile) -> impl Iterator<Item = &'static str> + Clone + use<> {
    ["none", "full"].into_iter().chain(counts(game).map(|file| file.name))
}

/// The strategy files for a game, in order of name.
pub fn shipped(game: &Profile) -> impl Iterator<Item = &'static Shipped> + Clone + use<> {
    let name = game.name;
    SHIPPED.iter().filter(move |file| file.game == name)
}

/// The text of a strategy's file: the one that was read, or the shipped one of its name.
pub fn text_of(game: &Profile, asked: &Asked) -> Option<String> {
    let own = || shipped(game).find(|file| file.name == asked.written.trim());
    asked.file.clone().or_else(|| own().map(|file| file.text.to_owned()))
}

/// Whether a game comes with strategy files.
pub fn has_files(game: &Profile) -> bool {
    shipped(game).next().is_some()
}

/// The names of all strategies: the native ones, then the files.
pub fn names(game: &Profile) -> impl Iterator<Item = &'static str> + Clone + use<> {
    game.strategies.iter().map(|named| named.name).chain(shipped(game).map(|file| file.name))
}
