//! Those who sit at the table of a [`Game`]: its own strategies, files, the framework's, and guests.

use super::best::BestPlay;
use super::files::FileStrategy;
use super::source::Chance;
use super::table::Action;
use crate::framework::{Game, Player, View};
use std::fmt;

/// Somebody from outside the game: any strategy in Rust.
pub trait Guest<V: View>: Player<V> + Send + Sync {
    /// The same strategy for another seat.
    fn another(&self) -> Box<dyn Guest<V>>;
}

impl<V: View, P: Player<V> + Clone + Send + Sync + 'static> Guest<V> for P {
    fn another(&self) -> Box<dyn Guest<V>> {
        Box::new(self.clone())
    }
}

/// Everybody who may sit at the table of a game.
pub enum Seat<G: Game> {
    /// A strategy of the game.
    Own(G::Player),
    /// A strategy file.
    File(FileStrategy<G::View>),
    /// Any action that is allowed, each as likely.
    Random,
    /// Best play against those in the other seats.
    Best(BestPlay<G::View>),
    /// Somebody from outside.
    Guest(Box<dyn Guest<G::View>>),
}

impl<G: Game> Seat<G> {
    /// Whether anything that it decides depends on what it keeps of earlier rounds.
    pub(super) fn remembers(&self) -> bool {
        matches!(self, Seat::File(file) if file.counts)
    }

    /// Before a round: nothing of it has been seen.
    #[inline]
    pub(super) fn begin(&mut self) {
        if let Seat::Best(best) = self {
            best.begin();
        }
    }

    #[inline]
    pub(super) fn play(&mut self, view: &G::View, chance: &mut Chance<'_>) -> Action<G> {
        match self {
            Seat::Own(player) => player.play(view, chance),
            Seat::File(file) => file.play(view),
            Seat::Random => {
                let legal = view.legal().count() as u32;
                let taken = if legal > 1 { chance.below(legal) } else { 0 };
                let action = view.legal().nth(taken as usize);
                action.expect("a seat that is asked has an action")
            }
            Seat::Best(best) => best.play(view),
            Seat::Guest(guest) => guest.play(view, chance),
        }
    }
}

impl<G: Game> Clone for Seat<G> {
    fn clone(&self) -> Self {
        match self {
            Seat::Own(player) => Seat::Own(player.clone()),
            Seat::File(file) => Seat::File(file.clone()),
            Seat::Random => Seat::Random,
            Seat::Best(best) => Seat::Best(best.clone()),
            Seat::Guest(guest) => Seat::Guest(guest.another()),
        }
    }
}

impl<G: Game> fmt::Debug for Seat<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Own(player) => f.debug_tuple("Own").field(player).finish(),
            Seat::File(_) => f.write_str("File"),
            Seat::Random => f.write_str("Random"),
            Seat::Best(_) => f.write_str("Best"),
            Seat::Guest(_) => f.write_str("Guest"),
        }
    }
}
