//! The model of a strategy's players in the real deck, estimated by playing it.

use super::abstraction::Model;
use crate::cards::random::Seed;
use crate::games::sabacc::cards::{Card, Packed, with_hands};
use crate::games::sabacc::hand::Ranking;
use crate::games::sabacc::record::{Recorder, RoundEvent};
use crate::games::sabacc::round::{Keyed, Table};
use crate::games::sabacc::rules::Rules;
use crate::games::sabacc::strategies::Seat;
use crate::games::sabacc::view::Player;
use std::sync::Arc;

/// Games in which a strategy is observed.
const OBSERVED: u64 = 1 << 18;

/// The model of a strategy's players among themselves in the real deck.
pub(super) fn observed(rules: &Rules, strategy: &Seat, nobody: Model) -> Model {
    with_hands!(rules, H => observed_at::<H>(rules, strategy, nobody))
}

fn observed_at<H: Packed>(rules: &Rules, strategy: &Seat, nobody: Model) -> Model
where
    Seat: Player<H>,
{
    let mut table = Table::<H>::packed(rules);
    let mut players = vec![strategy.clone(); rules.players.into()];
    let ranking = Arc::clone(table.ranking());
    let mut seen = Observer { model: nobody, ranking, round: 0, top: 0, kept: true };
    for game in 0..OBSERVED {
        let first = (game % u64::from(rules.players)) as usize;
        // A seed that few runs use: the model should not be tested on the cards of its training.
        let mut luck = Keyed::new(Seed::new(u64::MAX).round(game, 0));
        table.game(&mut players, &mut luck, &mut seen, first);
    }
    let model = &mut seen.model;
    let all: f64 = model.sizes.iter().sum();
    model.sizes.iter_mut().for_each(|mass| *mass /= all);
    let shown: f64 = model.ranks.iter().sum();
    let share = (1.0 - model.sizes[0]) / shown.max(1.0);
    model.ranks.iter_mut().for_each(|mass| *mass *= share);
    seen.model
}

/// Counts the masses of a [`Model`].
struct Observer {
    model: Model,
    ranking: Arc<Ranking>,
    round: usize,
    top: usize,
    /// Whether the last roll was no double.
    kept: bool,
}

impl Observer {
    /// Counts a turn, in which the player may have put a new card on top.
    fn turn(&mut self, put: Option<Card>) {
        let tops = &mut self.model.tops[self.round];
        tops.seen[self.top] += 1.0;
        if let Some(put) = put {
            tops.changed[self.top] += 1.0;
            tops.put[put.kind()] += 1.0;
            self.top = put.kind();
        }
    }
}

impl<H: Packed> Recorder<RoundEvent<H>> for Observer {
    fn hear(&mut self, event: impl FnOnce() -> RoundEvent<H>) {
        let highest = |hand: H| hand.highest();
        match event() {
            RoundEvent::Turned { card } => self.top = card.kind(),
            RoundEvent::Round { round, .. } => self.round = round,
            RoundEvent::Stood { .. } | RoundEvent::Gained { .. } => self.turn(None),
            RoundEvent::Exchanged { given, .. } | RoundEvent::Swapped { given, .. } => {
                self.turn(Some(given))
            }
            RoundEvent::Threw { card, .. } => self.turn(Some(card)),
            RoundEvent::Junked { hand, .. } => {
                self.turn(Some(highest(hand)));
                self.model.sizes[0] += 1.0;
            }
            RoundEvent::Rolled { double, .. } => self.kept = !double,
            RoundEvent::Discarded { hand, .. } => {
                self.top = highest(hand).kind();
                self.model.tops[self.round].highest[self.top] += 1.0;
            }
            RoundEvent::Showed { hand, .. } => {
                self.model.sizes[hand.cards() as usize] += 1.0;
                if self.kept {
                    self.model.ranks[usize::from(self.ranking.rank(hand))] += 1.0;
                }
            }
            _ => {}
        }
    }
}
