//! The only list of games.

use crate::framework::{AnyGame, entry};
use crate::games::{fizzbin::Fizzbin, kinzo::Kinzo, sabacc::Sabacc, zinbiddle::Zinbiddle};
use std::sync::LazyLock;

/// Every game.
static GAMES: LazyLock<[&AnyGame; 4]> = LazyLock::new(|| {
    [entry::<Fizzbin>(), entry::<Kinzo>(), entry::<Sabacc>(), entry::<Zinbiddle>()]
});

/// All games.
pub fn games() -> &'static [&'static AnyGame] {
    &*GAMES
}

/// The game with this name, if there is one.
pub fn find(name: &str) -> Option<&'static AnyGame> {
    GAMES.iter().copied().find(|game| game.name() == name)
}
