//! A decider that corrects the worths of a full deck by the cards that are gone: fast enough to
//! count with for millions of rounds.

use crate::cards::Recall;
use crate::framework::SeatError;
use crate::games::kinzo::exact::linear::{Spot, Worths};
use crate::games::kinzo::exact::{best_out_of_reach, own_of, plan_key};
use crate::games::kinzo::table::Kinzo;
use crate::games::kinzo::view::{Action, CallView, Choice, Player, Stake, View};
use std::sync::{Arc, OnceLock};

/// Weighs every action by its worth out of a full deck, corrected for the cards that its memory
/// says are left. Other players are taken to match as often as they do on average. As caller it sets
/// the highest stake where a round is worth more than nothing to it, else the lowest. It takes
/// nothing from the discard pile.
#[derive(Clone, Debug)]
pub struct Counter {
    worths: Arc<OnceLock<Worths>>,
    table: Arc<Kinzo>,
    recall: Recall,
}

impl Counter {
    /// The counter at a table.
    ///
    /// # Errors
    /// If the situations are too many to solve.
    pub fn new(table: &Kinzo, recall: Recall) -> Result<Counter, SeatError> {
        if let Some(reason) = best_out_of_reach(&table.rules, table.deck) {
            return Err(SeatError::Rules { strategy: "best", reason });
        }
        Ok(Counter { worths: Arc::clone(&table.worths), table: Arc::new(table.clone()), recall })
    }

    /// Its knowledge before the first round: computed on first use, and shared.
    pub(in crate::games::kinzo) fn worths(&self) -> &Worths {
        self.worths.get_or_init(|| Worths::new(&self.table.rules, self.table.deck))
    }

    /// The proportions in which it expects the unseen cards.
    pub(in crate::games::kinzo) fn shares(&self, weights: [f64; 6]) -> [f64; 6] {
        let all: f64 = weights.iter().sum();
        weights.map(|weight| weight / all)
    }

    /// The spot of a situation, if it is one that is thought of.
    #[inline]
    pub(in crate::games::kinzo) fn spot(&self, view: &View<'_>) -> Option<&Spot> {
        self.worths().spots.get(&plan_key(own_of(view), view.dealer()))
    }
}

impl Player for Counter {
    fn error_rate(&self) -> u32 {
        self.recall.error_rate
    }

    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        let shares = self.shares(self.recall.memory.weights(0, &view.known()));
        let worth = self.worths().round.at(&shares);
        Stake::Of(if worth > 0.0 { view.rules().stake_limit } else { 1 })
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let Some(spot) = self.spot(view) else { return Choice::Act(Action::Stay) };
        let shares = self.shares(self.recall.memory.weights(0, &view.known()));
        let action = spot.best(&shares).0;
        Choice::Act(if view.allows(action) { action } else { Action::Stay })
    }
}
