//! A table of the game: checked rules, the deck, and the sessions played there.

use super::exact::linear::Worths;
use super::record::{Recorder, RoundEvent};
use super::round::{Outcome, Table};
use super::rules::{FirstPlayer, Rules};
use super::view::Player;
use crate::cards::Composition;
use crate::cards::random::{Keys, Seed};
use crate::framework::luck::Luck;
use crate::framework::{Fault, GameRules, TurnOrder};
use std::sync::{Arc, OnceLock};

/// A Kinzo table: checked rules and the deck.
#[derive(Clone, Debug)]
pub struct Kinzo {
    pub(super) rules: Rules,
    pub(super) deck: Composition,
    /// The values of the counter, computed once for all seats at this table, whatever the shuffle.
    pub(super) worths: Arc<OnceLock<Worths>>,
}

impl Kinzo {
    /// A table under these rules, with the deck of K1.
    ///
    /// # Errors
    /// Every fault of the rules at once.
    pub fn new(rules: Rules) -> Result<Kinzo, Vec<Fault>> {
        let faults = rules.check();
        if !faults.is_empty() {
            return Err(faults);
        }
        let deck = rules.deck();
        Ok(Kinzo { rules, deck, worths: Arc::default() })
    }

    /// The whole deck.
    pub fn deck(&self) -> Composition {
        self.deck
    }

    pub(super) fn seats(&self) -> usize {
        usize::from(self.rules.players)
    }

    /// Plays one session, telling `each` round's outcome and first seat; `luck` makes the luck of a
    /// round of its keys.
    #[inline]
    pub(super) fn session<P: Player, L: Luck, R: Recorder<RoundEvent>>(
        &self,
        luck: impl Fn(Keys) -> L,
        table: &mut Table<'_>,
        players: &mut [P],
        (seed, session): (Seed, u64),
        mut each: impl FnMut(u64, &Outcome, usize, &mut R) -> R,
        mut tell: R,
    ) {
        table.shuffle();
        let mut order = TurnOrder::of_session(session, self.seats());
        for round in 0.. {
            let mut luck = luck(seed.round(session, round));
            let outcome = table.round(players, &mut luck, &mut tell, order.first);
            let first = match self.rules.first_player {
                FirstPlayer::Caller => order.first,
                FirstPlayer::Fixed => 0,
            };
            tell = each(round, outcome, first, &mut tell);
            order = order.moved_on();
            if table.shuffle_is_due() {
                break;
            }
        }
    }
}
