//! Somebody who decides in a seat in the place of its strategy: a person, or a study that tries every
//! choice.

use super::{Feature, Seats, WrittenRound};
use crate::cards::random::Seed;
use std::fmt;
use std::sync::Arc;

/// Somebody who decides in a seat in the place of its strategy.
pub trait Chooser: Send + Sync + fmt::Debug {
    /// Whether it wants to be asked now. If not, the strategy decides by itself, and nothing is listed.
    fn wants(&self) -> bool {
        true
    }

    /// Which of the actions is taken, by its place in [`Asked::actions`]. `None`, or a place that there
    /// is not, leaves the decision to the strategy, which then draws as it would by itself.
    fn choose(&self, asked: &Asked<'_>) -> Option<usize>;
}

/// A decision of the seat that a chooser sits in.
pub struct Asked<'a> {
    /// What is decided, in a word: `turn`, `bet`.
    pub decided: &'static str,
    /// Every legal action, in the words of written rounds.
    pub actions: &'a [String],
    /// What the strategy in the seat does: places in `actions`, each with its weight. Where they are
    /// more than one the host draws a number below the sum of the weights, and the actions share it in
    /// this order.
    pub own: &'a [(usize, u32)],
    /// Whether the strategy leaves nothing to chance.
    pub sure: bool,
    /// See [`Asked::sees`], [`Asked::situation`] and [`Asked::features`].
    sight: &'a dyn Sight,
}

impl<'a> Asked<'a> {
    /// A decision of a seat that sees something.
    pub fn new(
        decided: &'static str,
        actions: &'a [String],
        (own, sure): (&'a [(usize, u32)], bool),
        sight: &'a dyn Sight,
    ) -> Asked<'a> {
        Asked { decided, actions, own, sure, sight }
    }

    /// What the seat sees, in lines for a person to read; nothing else of the table is in them.
    pub fn sees(&self) -> Vec<String> {
        self.sight.lines()
    }

    /// The same in a line, in the features of strategy files: those that tell most.
    pub fn situation(&self) -> String {
        self.sight.situation()
    }

    /// Every feature that the rules of a strategy file may look at here, with its value.
    pub fn features(&self) -> Vec<(&'static str, u16)> {
        self.sight.features()
    }

    /// The action that the strategy takes most often, the first of several.
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

/// What a seat sees when it decides.
pub trait Sight {
    /// In lines for a person to read.
    fn lines(&self) -> Vec<String>;

    /// In a line, in the features of strategy files: those that tell most.
    fn situation(&self) -> String;

    /// Every feature that the rules of a strategy file may look at, with its value.
    fn features(&self) -> Vec<(&'static str, u16)>;
}

/// What a seat sees, told by three closures: in lines, in a line, and feature by feature.
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
    F: Fn() -> Vec<(&'static str, u16)>,
{
    fn lines(&self) -> Vec<String> {
        self.0()
    }

    fn situation(&self) -> String {
        self.1().to_string()
    }

    fn features(&self) -> Vec<(&'static str, u16)> {
        self.2()
    }
}

/// Features with their values.
pub(crate) fn valued(
    features: &[Feature],
    value: impl Fn(usize) -> u16,
) -> Vec<(&'static str, u16)> {
    features.iter().enumerate().map(|(i, feature)| (feature.name, value(i))).collect()
}

/// What a strategy does, put as places in a list of actions.
#[derive(Clone, Debug)]
pub enum Own<T> {
    /// This.
    Sure(T),
    /// Any of the list, each as likely.
    Any,
    /// These, by relative weights.
    Mixed(Vec<(T, u32)>),
}

impl<T> Own<T> {
    /// Options by relative weights, each by its number.
    pub fn mixed<W: Into<u32>>(
        weights: impl IntoIterator<Item = W>,
        option: impl Fn(usize) -> T,
    ) -> Own<T> {
        let weights = weights.into_iter().enumerate();
        Own::Mixed(weights.map(|(number, weight)| (option(number), weight.into())).collect())
    }
}

/// Asks a chooser for one of the legal actions of a seat; nothing where it leaves the decision to the
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

/// Seats in which somebody else may decide.
pub trait Choosers: Sync + fmt::Debug {
    /// The seat of the first of `strategy`, with a chooser who may decide in its place.
    fn chosen(&self, strategy: &dyn Seats, chooser: Arc<dyn Chooser>) -> Box<dyn Seats>;

    /// Plays a session, and writes each of its rounds down. A round that depends on those before it,
    /// such as by what lies on a discard pile, may come out otherwise when it is played again by
    /// itself.
    fn write_down(&self, players: &dyn Seats, seed: Seed, session: u64) -> Vec<WrittenRound>;
}
