//! A player that corrects the values of a full deck for the cards that are gone: fast enough to
//! count with over millions of rounds.

use crate::cards::Recall;
use crate::framework::{SeatError, parallel};
use crate::games::kinzo::exact::linear::{Spot, Worths};
use crate::games::kinzo::exact::{best_out_of_reach, own_of, plan_key};
use crate::games::kinzo::table::Kinzo;
use crate::games::kinzo::view::{Action, CallView, Choice, Player, Stake, View};
use std::sync::{Arc, OnceLock};

/// Values every action from a full deck, corrected for the cards that its memory says are left.
/// Other players are assumed to match with average frequency. As caller it sets the highest stake
/// if the round has a positive EV for it, else the lowest. It takes nothing from the discard pile.
#[derive(Clone, Debug)]
pub struct Counter {
    worths: Arc<OnceLock<Worths>>,
    table: Arc<Kinzo>,
    recall: Recall,
}

impl Counter {
    /// A counter at a table.
    ///
    /// # Errors
    /// If there are too many situations to solve.
    pub fn new(table: &Kinzo, recall: Recall) -> Result<Counter, SeatError> {
        if let Some(reason) = best_out_of_reach(&table.rules, table.deck) {
            return Err(SeatError::Rules { strategy: "best", reason });
        }
        Ok(Counter { worths: Arc::clone(&table.worths), table: Arc::new(table.clone()), recall })
    }

    /// The values for a full deck, computed on first use and shared.
    pub(in crate::games::kinzo) fn worths(&self) -> &Worths {
        let find = || parallel::apart(|| Worths::new(&self.table.rules, self.table.deck));
        self.worths.get_or_init(find)
    }

    /// The spot of a situation, if the solver has it.
    #[inline]
    pub(in crate::games::kinzo) fn spot(&self, view: &View<'_>) -> Option<&Spot> {
        self.worths().spots.get(&plan_key(own_of(view), view.dealer()))
    }
}

/// The expected proportions of the unseen cards, by kind.
pub(super) fn shares(weights: [f64; 6]) -> [f64; 6] {
    let all: f64 = weights.iter().sum();
    weights.map(|weight| weight / all)
}

impl Player for Counter {
    fn error_rate(&self) -> u32 {
        self.recall.error_rate
    }

    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        let shares = shares(self.recall.memory.weights(0, &view.known()));
        let limit = view.rules().stake_limit;
        Stake::Of(if limit > 1 && self.table.round_value(&shares) > 0.0 { limit } else { 1 })
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let Some(spot) = self.spot(view) else { return Choice::Act(Action::Stay) };
        let shares = shares(self.recall.memory.weights(0, &view.known()));
        let action = spot.best(&shares).0;
        Choice::Act(if view.allows(action) { action } else { Action::Stay })
    }
}
