//! The native strategies, and the enum of everything that can fill a seat.

pub mod counter;
pub mod files;
pub(super) mod indices;
mod questions;

use self::counter::{Counter, shares};
pub use self::files::FileStrategy;
use super::exact::{Shared, Solver, best_out_of_reach, expected};
use super::fast::Chart;
use super::quick::Quick;
use super::rules::{HitSource, Rules, Shuffle};
use super::table::Kinzo;
use super::view::{Action, CallView, Choice, Guest, Player, Stake, View};
use crate::cards::{Composition, Recall};
use crate::framework::counting;
use crate::framework::{Named, Parameter, SeatError, Spec, seats};
use std::sync::Arc;

const BEST_PARAMETERS: [Parameter; 3] = {
    let [memory, error_rate] = counting::parameters("full");
    let play = Parameter { name: "play", default: "quick", allowed: "quick | exact | linear" };
    [memory, error_rate, play]
};

/// The strategies known by name.
pub const NAMED: &[Named] = &[
    Named {
        name: "random",
        parameters: &[],
        about: "any legal action and stake, all equally likely: the floor",
    },
    Named {
        name: "threshold",
        parameters: &[
            Parameter { name: "hit_below", default: "9", allowed: "0..=100" },
            Parameter { name: "split", default: "false", allowed: "true | false" },
        ],
        about: "hits below a total, stays otherwise; split=true splits its first pair at once",
    },
    Named {
        name: "best",
        parameters: &BEST_PARAMETERS,
        about: "the highest expected net, knowing all cards seen and taking later seats to stay: \
        exact alone with a full deck, elsewhere in microseconds, for 0.0003 to 0.003 stakes a round less than play=exact (0.005 if hits may come off the discard pile); play=linear, fast enough to count with, corrects the worths of a full deck",
    },
];

/// Anything that can fill a seat.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Any legal action, all equally likely.
    Random,
    /// Hits below a total.
    Threshold(Threshold),
    /// Maximises its own net.
    Best(Box<Best>),
    /// A strategy file.
    File(FileStrategy),
    /// Corrects the values of a full deck for the cards that are gone.
    Counter(Counter),
    /// A player of any other type.
    Guest(Box<dyn Guest>),
}

/// Maximises its expected net of the round under the prize of K14, knowing every card seen since
/// the shuffle, or its memory's estimate of those of earlier rounds, in whole cards. Later players
/// are assumed to stay. With one player and a whole deck each round this is exactly optimal;
/// elsewhere nearly, or exactly if `play = exact` is asked for.
///
/// As caller it sets the highest stake if the round has a positive EV for it, else the lowest. At a
/// table of several that EV is one of a full deck, corrected for the cards that are gone.
#[derive(Clone, Debug)]
pub struct Best {
    mind: Mind,
    recall: Recall,
    table: Arc<Kinzo>,
}

/// The method by which a best player decides.
#[derive(Clone, Debug)]
enum Mind {
    /// Nearly [`Mind::Exact`], in microseconds.
    Quick(Box<Quick>),
    /// Solves each decision, however long it takes.
    Exact(Box<Solver>),
    /// The same if every round starts with the same cards: a shared plan, computed on first use.
    Planned(Arc<Shared>),
}

impl Best {
    /// The best player at a table, an approximation where exact decisions would take long.
    ///
    /// # Errors
    /// If there are too many situations to solve.
    pub fn new(table: &Kinzo, recall: Recall) -> Result<Best, SeatError> {
        Best::thinking(table, recall, |rules, deck| Mind::Quick(Box::new(Quick::new(rules, deck))))
    }

    /// The exactly best player at a table.
    ///
    /// # Errors
    /// If there are too many situations to solve.
    pub fn exact(table: &Kinzo, recall: Recall) -> Result<Best, SeatError> {
        Best::thinking(table, recall, |rules, deck| Mind::Exact(Box::new(Solver::new(rules, deck))))
    }

    /// A best player who follows a plan if every round starts with the same cards, and decides as
    /// `mind` says otherwise.
    fn thinking(
        table: &Kinzo,
        recall: Recall,
        mind: impl FnOnce(&Rules, Composition) -> Mind,
    ) -> Result<Best, SeatError> {
        let (rules, deck) = (&table.rules, table.deck);
        if let Some(reason) = best_out_of_reach(rules, deck) {
            return Err(SeatError::Rules { strategy: "best", reason });
        }
        let mind = match (rules.players, &rules.shuffle) {
            (1, Shuffle::EveryRound) => Mind::Planned(Arc::new(Shared::new(rules, deck))),
            _ => mind(rules, deck),
        };
        Ok(Best { mind, recall, table: Arc::new(table.clone()) })
    }

    /// Whether it keeps the solution of every situation.
    pub(super) fn keeps_plan(&self) -> bool {
        matches!(self.mind, Mind::Planned(_))
    }

    /// The rough time its decisions take in a round, in nanoseconds.
    fn nanoseconds(&self, table: &Kinzo) -> f64 {
        let Rules { split, shuffle, hit_source, players, .. } = table.rules;
        // Of the last cards of a shoe every order is worked out. The fewer cards it has, the more
        // often they come.
        let last_cards = match (shuffle, hit_source) {
            (Shuffle::EveryRound, _) => 0.0,
            (_, HitSource::Deck) => 36.0,
            (_, HitSource::DeckOrDiscard) => 72.0,
        } / f64::from(table.deck.cards().max(1));
        let last_cards = if players == 1 { last_cards / 2.0 } else { last_cards };
        match (&self.mind, split) {
            (Mind::Planned(_), _) => 100.0,
            // Alone it solves the deal before it sets its stake.
            (Mind::Quick(_), ..) if players == 1 && table.rules.stake_limit > 1 => {
                if split {
                    2.5e5
                } else {
                    6e4
                }
            }
            // With many players the draw pile runs low.
            (Mind::Quick(_), true) if players > 3 => 6e4,
            (Mind::Quick(_), true) => 1e4 + 8e4 * last_cards,
            (Mind::Quick(_), false) => 2e3 + 6e3 * last_cards,
            (Mind::Exact(_), true) => 3e7,
            (Mind::Exact(_), false) => 2e5,
        }
    }
}

impl Player for Best {
    fn error_rate(&self) -> u32 {
        self.recall.error_rate
    }

    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        let rules = view.rules();
        let unseen = || expected(&self.recall, view.unseen(), || view.known());
        let worth = match &mut self.mind {
            Mind::Planned(shared) => shared.plan().value,
            _ if rules.stake_limit == 1 => 0.0,
            // If the deal itself may run out of cards, assume nothing.
            _ if unseen().cards() < rules.cards_needed() => 0.0,
            _ if rules.players > 1 => {
                let weights = self.recall.memory.weights(0, &view.known());
                self.table.round_value(&shares(weights))
            }
            Mind::Quick(quick) => quick.before_deal(unseen()),
            Mind::Exact(solver) => solver.before_deal(unseen()),
        };
        Stake::Of(if worth > 0.0 { rules.stake_limit } else { 1 })
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let recall = &self.recall;
        Choice::Act(match &mut self.mind {
            Mind::Quick(quick) => quick.decide(view, recall),
            Mind::Exact(solver) => solver.decide(view, recall),
            Mind::Planned(shared) => shared.decide(view, recall),
        })
    }
}

/// Hits while its hand is below a total; may split its first pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The total to reach.
    pub hit_below: u32,
    /// Whether to split the first time its hand holds a pair, before anything else.
    pub split: bool,
}

impl Default for Threshold {
    fn default() -> Threshold {
        Threshold { hit_below: 9, split: false }
    }
}

impl Player for Threshold {
    #[inline]
    fn play(&mut self, view: &View<'_>) -> Choice {
        let hand = view.hand();
        if self.split
            && view.hands(view.seat()).len() == 1
            && view.can_split()
            && let Some(card) = hand.pairs().next()
        {
            return Choice::Act(Action::Split(card));
        }
        let hit = hand.total() < self.hit_below && view.can_hit();
        Choice::Act(if hit { Action::Hit } else { Action::Stay })
    }
}

/// Any legal action, all equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random;

impl Player for Random {
    fn stake(&mut self, _view: &CallView<'_>) -> Stake {
        Stake::Any
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let mut weights = [0; Action::WAYS];
        for action in view.legal() {
            weights[action.index()] = 1;
        }
        Choice::Mix(weights)
    }
}

seats!($ Random; Threshold Best File Counter Guest; notices);

impl Player for Seat {
    #[inline]
    fn is_native(&self) -> bool {
        !matches!(self, Seat::Guest(_))
    }

    #[inline]
    fn error_rate(&self) -> u32 {
        ask!(self.error_rate())
    }

    #[inline]
    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        ask!(self.stake(view))
    }

    #[inline]
    fn play(&mut self, view: &View<'_>) -> Choice {
        ask!(self.play(view))
    }
}

impl Seat {
    /// The chart equivalent to this seat, if there is one; charts are played many sessions at once.
    pub(super) fn chart(&self) -> Option<Chart> {
        match self {
            Seat::Threshold(Threshold { hit_below, split }) => {
                let chart = Chart::below(*hit_below);
                Some(if *split { chart.splitting_once() } else { chart })
            }
            Seat::File(file) => file.chart().cloned(),
            _ => None,
        }
    }

    /// Whether it may split a pair (K9).
    pub(super) fn may_split(&self) -> bool {
        self.chart().is_none_or(|chart| chart.ever_splits())
    }

    /// Whether it stakes 1 whenever it calls (K4).
    pub(super) fn stakes_one(&self) -> bool {
        match self {
            Seat::Threshold(_) => true,
            Seat::File(file) => file.stakes_one(),
            Seat::Random | Seat::Best(_) | Seat::Counter(_) | Seat::Guest(_) => false,
        }
    }

    /// Whether any of its decisions depends on its memory of earlier rounds.
    pub(super) fn remembers(&self) -> bool {
        match self {
            Seat::Random | Seat::Threshold(_) | Seat::Guest(_) => false,
            Seat::Best(_) | Seat::Counter(_) => true,
            Seat::File(file) => file.remembers(),
        }
    }

    /// The rough time its decisions take in a round, in nanoseconds.
    pub fn nanoseconds(&self, table: &Kinzo) -> f64 {
        match self {
            Seat::Threshold(_) => 10.0,
            Seat::File(_) => 50.0,
            Seat::Random => 100.0,
            Seat::Counter(_) => 700.0,
            Seat::Guest(_) => 150.0,
            Seat::Best(best) => best.nanoseconds(table),
        }
    }

    /// The seat for a named strategy at a table.
    ///
    /// # Errors
    /// If a parameter is out of range or the strategy cannot be played there.
    pub fn new(spec: &Spec, table: &Kinzo) -> Result<Seat, SeatError> {
        match spec.name {
            "random" => Ok(Seat::Random),
            "best" => {
                let recall = spec.recall.clone();
                Ok(match spec.one_of("play", &["quick", "exact", "linear"].map(|it| (it, it)))? {
                    "exact" => Seat::Best(Box::new(Best::exact(table, recall)?)),
                    "linear" => Seat::Counter(Counter::new(table, recall)?),
                    _ => Seat::Best(Box::new(Best::new(table, recall)?)),
                })
            }
            _ => {
                let hit_below = spec.whole("hit_below", 0..=100)? as u32;
                let split = spec.flag("split")?;
                Ok(Seat::Threshold(Threshold { hit_below, split }))
            }
        }
    }
}
