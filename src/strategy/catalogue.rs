//! The strategies that every build knows: the native ones, and the files of `strategies/`.

use crate::framework::Engine;
use crate::framework::document::{Document, FileError};

/// A file of `strategies/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The game that it is for.
    pub game: &'static str,
    /// Its name: that of the file without `.toml`.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

impl Shipped {
    /// Its name for messages.
    pub fn origin(&self) -> String {
        format!("strategies/{}/{}.toml", self.game, self.name)
    }

    /// What it is about.
    ///
    /// # Errors
    /// If it is no strategy file: the tests read all of them.
    pub fn about(&self) -> Result<String, FileError> {
        Ok(Document::read(self.game, &self.origin(), self.text, &[])?.about)
    }
}

/// The folder of `strategies/` that holds the counting systems of all games.
const COUNTS: &str = "counts";

/// The counting systems for a game, by name.
pub fn counts<G: Engine>() -> impl Iterator<Item = &'static Shipped> {
    let is_for = |file: &&Shipped| Document::read(G::NAME, "", file.text, &[]).is_ok();
    SHIPPED.iter().filter(|file| file.game == COUNTS).filter(is_for)
}

/// Every memory known by name.
pub fn memories<G: Engine>() -> impl Iterator<Item = &'static str> {
    ["none", "full"].into_iter().chain(counts::<G>().map(|file| file.name))
}

/// The files for a game, by name.
pub fn shipped<G: Engine>() -> impl Iterator<Item = &'static Shipped> {
    SHIPPED.iter().filter(|file| file.game == G::NAME)
}

/// Every strategy known by name: the native ones, then the files.
pub fn names<G: Engine>() -> impl Iterator<Item = &'static str> {
    G::strategies().iter().map(|named| named.name).chain(shipped::<G>().map(|file| file.name))
}
