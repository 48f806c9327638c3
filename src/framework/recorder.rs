//! Whoever is told a round: nobody, or a transcript.

use super::Step;

/// A seat as sentences name it.
pub fn who(seat: usize) -> String {
    format!("seat {}", seat + 1)
}

/// Whoever is told the events of a round of a game that tells `E`.
pub trait Recorder<E> {
    /// Whether it keeps anything: what costs time to find out is found out only then.
    const LISTENS: bool = true;

    /// Told one event.
    fn event(&mut self, event: E);
}

/// Keeps nothing, and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Recorder<E> for Silent {
    const LISTENS: bool = false;

    #[inline(always)]
    fn event(&mut self, _event: E) {}
}

/// An event of a round that can be written as a step, given what else the sentence needs to know of
/// the table, such as how many coins the ante is.
pub trait Tell<C = ()> {
    /// The step: its rule, its sentence, its data.
    fn step(self, table: &C) -> Step;
}

/// Writes every event down as a step.
#[derive(Clone, Debug, Default)]
pub struct Transcript<C = ()> {
    /// The steps so far.
    pub steps: Vec<Step>,
    table: C,
}

impl<C> Transcript<C> {
    /// An empty transcript of a table.
    pub fn at(table: C) -> Transcript<C> {
        Transcript { steps: Vec::new(), table }
    }
}

impl<C, E: Tell<C>> Recorder<E> for Transcript<C> {
    fn event(&mut self, event: E) {
        self.steps.push(event.step(&self.table));
    }
}
