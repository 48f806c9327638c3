//! A table of the game: checked rules, the deck, and the sessions played there.

use super::exact::linear::{self, Worth, Worths};
use super::round::Table;
use super::rules::Rules;
use crate::cards::Composition;
use crate::cards::random::{Keys, Seed};
use crate::framework::{Fault, GameRules, TurnOrder, parallel};
use std::sync::{Arc, OnceLock};

/// A Kinzo table: checked rules and the deck.
#[derive(Clone, Debug)]
pub struct Kinzo {
    pub(super) rules: Rules,
    pub(super) deck: Composition,
    /// The values of the counter, computed once for all seats at this table, whatever the shuffle.
    pub(super) worths: Arc<OnceLock<Worths>>,
    /// The EV of a round before the deal, computed once for all seats that may raise the stake.
    pub(super) round: Arc<OnceLock<Worth>>,
}

impl Kinzo {
    /// A table under these rules, with the deck of K1.
    ///
    /// # Errors
    /// Every fault of the rules at once.
    pub fn new(rules: Rules) -> Result<Kinzo, Vec<Fault>> {
        let rules = rules.checked()?;
        let deck = rules.deck();
        Ok(Kinzo { rules, deck, worths: Arc::default(), round: Arc::default() })
    }

    /// The whole deck.
    pub fn deck(&self) -> Composition {
        self.deck
    }

    /// The EV of a round before the deal, in stakes, with cards in these proportions.
    pub(super) fn round_value(&self, shares: &[f64; 6]) -> f64 {
        let find = || parallel::apart(|| linear::round(&self.rules, self.deck));
        self.round.get_or_init(find).at(shares)
    }

    pub(super) fn seats(&self) -> usize {
        usize::from(self.rules.players)
    }

    /// Plays one session: `play` plays a round with these keys and this turn order.
    #[inline]
    pub(super) fn session<'r>(
        &self,
        table: &mut Table<'r>,
        (seed, session): (Seed, u64),
        mut play: impl FnMut(&mut Table<'r>, Keys, TurnOrder),
    ) {
        table.shuffle();
        let mut order = TurnOrder::of_session(session, self.seats());
        for round in 0.. {
            play(table, seed.round(session, round), order);
            order = order.moved_on();
            if table.shuffle_is_due() {
                break;
            }
        }
    }
}
