//! Choosers, which decide in a seat in place of its strategy: a person, or a study that tries every
//! choice.

use super::{Feature, Features, Seats, WrittenRound};
use crate::cards::random::Seed;
use std::fmt;
use std::sync::Arc;

/// Decides in a seat in place of its strategy.
pub trait Chooser: Send + Sync + fmt::Debug {
    /// Whether it wants to be asked now. If not, the strategy decides, and no list of actions is
    /// made.
    fn wants(&self) -> bool {
        true
    }

    /// Whether it is a strategy of its own, and does not stand in for that of the seat. Best play
    /// does not foresee what such a strategy does.
    fn is_strategy(&self) -> bool {
        false
    }

    /// Chooses an action by its index in [`Asked::actions`]. `None`, or an index out of range,
    /// leaves the decision to the strategy, which then draws the same luck as without a chooser.
    fn choose(&self, asked: &Asked<'_>) -> Option<usize>;
}

/// A decision that a chooser is asked to make.
pub struct Asked<'a> {
    /// The decision, in a word: `turn`, `bet`.
    pub decided: &'static str,
    /// Every legal action, in the words of written rounds.
    pub actions: &'a [String],
    /// The play of the strategy in the seat: indices into `actions` with their weights. If there
    /// are several, the host draws a number below the sum of the weights, which is divided among
    /// the actions in this order.
    pub own: &'a [(usize, u32)],
    /// Whether the strategy is deterministic here.
    pub sure: bool,
    /// See [`Asked::sees`], [`Asked::situation`] and [`Asked::features`].
    sight: &'a dyn Sight,
}

impl<'a> Asked<'a> {
    /// A decision of a seat with this view of the table.
    pub fn new(
        decided: &'static str,
        actions: &'a [String],
        (own, sure): (&'a [(usize, u32)], bool),
        sight: &'a dyn Sight,
    ) -> Asked<'a> {
        Asked { decided, actions, own, sure, sight }
    }

    /// The view of the seat, and nothing else of the table, in lines for a person to read.
    pub fn sees(&self) -> Vec<String> {
        self.sight.lines()
    }

    /// The situation in a line, by its most telling features in strategy files.
    pub fn situation(&self) -> String {
        self.sight.situation()
    }

    /// Every feature that rules of a strategy file can test here, with its value.
    pub fn features(&self) -> Features {
        self.sight.features()
    }

    /// The index of the action that the strategy takes most often; of several, the first.
    pub fn usual(&self) -> usize {
        let most =
            self.own.iter().max_by_key(|(place, weight)| (*weight, std::cmp::Reverse(*place)));
        most.map_or(0, |&(place, _)| place)
    }
}

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Asked { decided, actions, own, .. } = self;
        let mut f = f.debug_struct("Asked");
        f.field("decided", decided).field("actions", actions).field("own", own);
        f.finish_non_exhaustive()
    }
}

/// The view of a seat when it decides, in words.
pub trait Sight {
    /// The view in lines for a person to read.
    fn lines(&self) -> Vec<String>;

    /// The situation in a line, by its most telling features in strategy files.
    fn situation(&self) -> String;

    /// Every feature that rules of a strategy file can test, with its value.
    fn features(&self) -> Features;
}

/// A [`Sight`] of three closures: its lines, its situation, and its features.
pub struct Seen<L, S, F>(pub L, pub S, pub F);

impl<L, S, F> fmt::Debug for Seen<L, S, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seen")
    }
}

impl<L, T, S, F> Sight for Seen<L, S, F>
where
    L: Fn() -> Vec<String>,
    T: fmt::Display,
    S: Fn() -> T,
    F: Fn() -> Features,
{
    fn lines(&self) -> Vec<String> {
        self.0()
    }

    fn situation(&self) -> String {
        self.1().to_string()
    }

    fn features(&self) -> Features {
        self.2()
    }
}

/// Features with their values.
pub(crate) fn valued(features: &[Feature], value: impl Fn(usize) -> u16) -> Features {
    features.iter().enumerate().map(|(i, feature)| (feature.name, value(i))).collect()
}

/// A strategy's reply, as indices into a list of actions.
#[derive(Clone, Debug)]
pub enum Own<T> {
    /// Takes this action for certain.
    Sure(T),
    /// Takes any legal action, all with equal probability.
    Any,
    /// Draws one of these actions, each with its relative weight.
    Mixed(Vec<(T, u32)>),
}

impl<T> Own<T> {
    /// A mixture of the actions `option(0)`, `option(1)` and so on, with the weights in this order.
    pub fn mixed<W: Into<u32>>(
        weights: impl IntoIterator<Item = W>,
        option: impl Fn(usize) -> T,
    ) -> Own<T> {
        let weights = weights.into_iter().enumerate();
        Own::Mixed(weights.map(|(number, weight)| (option(number), weight.into())).collect())
    }
}

/// Asks a chooser for one of the legal actions of a seat; `None` if it leaves the decision to the
/// strategy.
pub fn ask<T: Copy + PartialEq>(
    chooser: &dyn Chooser,
    decided: &'static str,
    legal: &[T],
    name: impl Fn(T) -> String,
    own: Own<T>,
    sight: &dyn Sight,
) -> Option<T> {
    let actions: Vec<String> = legal.iter().map(|&action| name(action)).collect();
    let sure = matches!(own, Own::Sure(_));
    let place = |wanted: T| legal.iter().position(|&action| action == wanted);
    let own: Vec<(usize, u32)> = match own {
        Own::Sure(action) => place(action).map(|place| (place, 1)).into_iter().collect(),
        Own::Any => (0..legal.len()).map(|place| (place, 1)).collect(),
        Own::Mixed(mix) => {
            let weighed = mix.iter().filter(|&&(_, weight)| weight > 0);
            weighed.filter_map(|&(action, weight)| Some((place(action)?, weight))).collect()
        }
    };
    let chosen = chooser.choose(&Asked::new(decided, &actions, (&own, sure), sight));
    chosen.and_then(|place| legal.get(place).copied())
}

/// Seats whose decisions a chooser may make.
pub trait Choosers: Sync + fmt::Debug {
    /// A copy of the first player of `strategy` whose decisions a chooser may make.
    fn chosen(&self, strategy: &dyn Seats, chooser: Arc<dyn Chooser>) -> Box<dyn Seats>;

    /// Plays a session and writes each of its rounds down, with the cards that are gone from the
    /// shoes. A round that depends on more than that, such as on a jackpot, may end differently when
    /// it is replayed by itself.
    fn write_down(&self, players: &dyn Seats, seed: Seed, session: u64) -> Vec<WrittenRound>;
}
