//! Listeners to the events or the steps of a round: none, or a transcript.

use super::Step;
use super::scribe::Scribe;

/// A list in words: `a, b and c`.
pub fn listed(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// The name of a seat in sentences, counted from 1; the argument counts from 0.
pub fn who(seat: usize) -> String {
    format!("seat {}", seat + 1)
}

/// A listener to the events `E` of a round.
pub trait Recorder<E> {
    /// Whether it uses the events. If it does not, a game skips the work that only describes them.
    const LISTENS: bool = true;

    /// Hears an event, which is made only if it is used.
    fn hear(&mut self, event: impl FnOnce() -> E);
}

/// Records nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Recorder<E> for Silent {
    const LISTENS: bool = false;

    #[inline(always)]
    fn hear(&mut self, _event: impl FnOnce() -> E) {}
}

/// An event of a round that can be written as a step. `C` is the context that the sentence needs
/// from the table, such as the ante in coins.
pub trait Tell<C = ()> {
    /// The event as a step.
    fn step(self, table: &C) -> Step;
}

/// A game may tell its steps at once.
impl<C> Tell<C> for Step {
    fn step(self, _table: &C) -> Step {
        self
    }
}

/// Has a scribe write every event down as a step.
#[derive(Clone, Debug)]
pub struct Transcript<C = ()> {
    scribe: Scribe,
    table: C,
}

impl<C> Transcript<C> {
    /// A transcript of a table, written by a scribe.
    pub fn at(table: C, scribe: &Scribe) -> Transcript<C> {
        Transcript { scribe: scribe.clone(), table }
    }
}

impl<C, E: Tell<C>> Recorder<E> for Transcript<C> {
    fn hear(&mut self, event: impl FnOnce() -> E) {
        self.scribe.step(event().step(&self.table));
    }
}
