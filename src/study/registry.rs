//! The only list of games.

use crate::framework::{AnyGame, entry};
use crate::games::{fizzbin::Fizzbin, kinzo::Kinzo, sabacc::Sabacc, zinbiddle::Zinbiddle};

/// Every game.
static GAMES: &[&dyn AnyGame] =
    &[entry::<Fizzbin>(), entry::<Kinzo>(), entry::<Sabacc>(), entry::<Zinbiddle>()];

/// All games.
pub fn games() -> &'static [&'static dyn AnyGame] {
    GAMES
}

/// The game with this name, if there is one.
pub fn find(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.name() == name)
}
