//! The situations of a game: written rounds that are begun, and their short forms.

use super::{Opening, Stop, World};
use crate::cards::random::Seed;
use crate::framework::{ExactError, HandAsked, ReplayError, Seats};
use std::fmt;
use std::sync::Arc;

/// Plays a world at a table. The arguments are the players, in whose seats the world decides; the
/// world; the seed and the number of its luck; and the buffer for the nets by seat, in money units.
pub type Playing<'t> =
    Box<dyn FnMut(&mut dyn Seats, &World, (Seed, u64), &mut Vec<i64>) + Send + 't>;

/// The short form of a situation: the hand, and parts that the game declares, each with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// The cards.
    pub hand: String,
    /// The parts.
    pub situation: Vec<(&'static str, String)>,
}

/// A written round at a table of its game.
pub struct Begun<'t> {
    /// The written part.
    pub opening: Arc<Opening>,
    /// The situation in the short form, if that loses nothing; the value of each choice can then be
    /// computed.
    pub short: Option<Short>,
    table: Box<dyn Fn() -> Playing<'t> + Send + Sync + 't>,
}

impl<'t> Begun<'t> {
    /// A written round, and a constructor of the tables that play its worlds.
    pub fn new(opening: Opening, table: impl Fn() -> Playing<'t> + Send + Sync + 't) -> Begun<'t> {
        Begun { opening: Arc::new(opening), short: None, table: Box::new(table) }
    }

    /// Makes a table to play worlds at.
    pub fn table(&self) -> Playing<'t> {
        (self.table)()
    }
}

impl fmt::Debug for Begun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Begun").field("opening", &self.opening).finish_non_exhaustive()
    }
}

/// Rounds that are written up to a decision.
pub trait Situations: Sync + fmt::Debug {
    /// Reads a round up to a decision.
    ///
    /// # Errors
    /// The first fault that shows before the round is played.
    fn begin(&self, text: &str) -> Result<Begun<'_>, ReplayError>;

    /// The short form of a decision of which only the deciding seat's view is written; `None` if
    /// the game has no such short form.
    fn seen_in_short(&self, begun: &Begun<'_>, stop: &Stop) -> Option<Short> {
        let _ = stop;
        begun.short.clone()
    }

    /// Whether a seat that takes this action, named as in written rounds, nets the same whatever comes
    /// after it.
    fn settles(&self, action: &str) -> bool {
        let _ = action;
        false
    }

    /// Writes out the round that a hand in a situation stands for; `None` if the game has no such
    /// short form.
    ///
    /// # Errors
    /// If the situation is impossible.
    fn long_form(&self, asked: HandAsked<'_>) -> Option<Result<LongForm, ExactError>> {
        let _ = asked;
        None
    }
}

/// A short form of a situation, written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongForm {
    /// The round, as [`Situations::begin`] reads it.
    pub text: String,
    /// The assumptions about everything that the short form leaves open.
    pub taken: String,
}
