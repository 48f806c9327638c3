//! Rounds as they are written up to a decision, the decisions at which they stop, and their faults.

use crate::framework::ReplayError;
use crate::framework::script::{Entry, Reading, UNSEEN, Written};
use crate::framework::settings::shown;
use serde::de::DeserializeOwned;
use std::fmt;

/// A round as it is written up to a decision.
#[derive(Debug)]
pub struct Opening {
    /// What is written.
    pub written: Written,
    /// Decisions with a key of their own instead of an entry in `decisions`: the name of the
    /// decision, and the last word of the action taken.
    pub(super) given: Vec<(&'static str, String)>,
}

impl Opening {
    /// Reads a round up to a decision, and the keys that only this game has.
    ///
    /// # Errors
    /// The first fault.
    pub fn read<H: DeserializeOwned>(
        text: &str,
        reading: Reading<'_>,
    ) -> Result<(Opening, H), ReplayError> {
        let (written, head) = Written::read(text, reading, true)?;
        Ok((Opening { written, given: Vec::new() }, head))
    }

    /// Adds a decision that has a key of its own.
    #[must_use]
    pub fn given(mut self, decided: &'static str, value: impl fmt::Display) -> Opening {
        self.given.push((decided, value.to_string()));
        self
    }

    /// Whether the other seats do not notice by a decision that the seat was asked.
    pub fn is_silent(&self, decision: &str) -> bool {
        self.written.silent.is_some_and(|is_silent| is_silent(decision))
    }

    /// Whether no cards and no decisions are written.
    pub fn is_empty(&self) -> bool {
        self.size() == (0, 0)
    }

    /// Whether it has any [`UNSEEN`] placeholder.
    pub fn hides(&self) -> bool {
        let Written { cards, decisions, numbers, .. } = &self.written;
        cards.iter().any(|card| card.is.is_none())
            || numbers.iter().any(|number| number.is.is_none())
            || decisions.iter().any(|decision| decision.is.is_none())
    }

    /// The numbers of written cards and decisions.
    pub fn size(&self) -> (usize, usize) {
        (self.written.cards.len(), self.written.decisions.len())
    }

    /// The kind of each written card; `None` if it is unseen.
    pub fn kinds(&self) -> Vec<Option<usize>> {
        self.written.cards.iter().map(|card| card.is).collect()
    }

    /// The written decisions.
    pub fn decided(&self) -> impl Iterator<Item = &str> {
        self.written.decisions.iter().map(|decision| decision.text.as_str())
    }
}

impl Entry<String> {
    /// The actions that a written decision may be.
    pub(super) fn matching(&self, actions: &[String]) -> Vec<usize> {
        let is = |action: &String| match &self.is {
            Some(word) => action == word,
            None => fits(&self.text, action),
        };
        (0..actions.len()).filter(|&at| is(&actions[at])).collect()
    }

    /// The fault of a written decision, of this number, that is none of the actions of a seat.
    pub(super) fn not_legal(&self, number: usize, seat: usize, actions: &[String]) -> String {
        let (line, text, seat, may) = (self.line, shown(&self.text), seat + 1, actions.join(", "));
        format!(
            "line {line}: decisions: decision {number} is `{text}`, which is not legal: seat {seat} may {may}"
        )
    }
}

/// Whether an action matches a pattern, in which [`UNSEEN`] stands for any word, or by itself for
/// any action.
fn fits(pattern: &str, action: &str) -> bool {
    let (pattern, action) = (pattern.split_whitespace(), action.split_whitespace());
    let pattern: Vec<&str> = pattern.collect();
    let action: Vec<&str> = action.collect();
    pattern == [UNSEEN]
        || pattern.len() == action.len()
            && pattern.iter().zip(&action).all(|(a, b)| *a == UNSEEN || a == b)
}

/// The decision at which a written round stops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stop {
    /// The seat that decides, from 0.
    pub seat: usize,
    /// The decision, in a word.
    pub decided: &'static str,
    /// The view of the seat, in lines, in the world that was examined.
    pub sees: Vec<String>,
    /// The legal actions.
    pub actions: Vec<String>,
    /// The index of the action that the strategy in the seat takes in that world.
    pub own: usize,
    /// Whether the seat's view differs between worlds: some of it is written as unseen.
    pub varies: bool,
    /// The shoe of each card before it.
    pub(super) shoes: Vec<usize>,
}

impl Stop {
    /// The fault of a decision whose legal actions differ between worlds.
    pub fn unnamed(&self) -> Fault {
        let text = format!(
            "what seat {} may do depends on what \"{UNSEEN}\" stands for: name its own cards",
            self.seat + 1
        );
        Fault { reached: 0, text, certain: true }
    }
}

/// The reason why a world is impossible, and the progress of the round up to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// The number of entries used.
    pub(super) reached: usize,
    pub(super) text: String,
    /// Whether it does not depend on anything unseen.
    pub(super) certain: bool,
}

impl Fault {
    /// Whether all worlds have it.
    pub fn is_certain(&self) -> bool {
        self.certain
    }

    /// The fault that comes later in the round; of equals, this one.
    #[must_use]
    pub fn or(self, other: Fault) -> Fault {
        if other.reached > self.reached { other } else { self }
    }
}

impl From<Fault> for ReplayError {
    fn from(fault: Fault) -> ReplayError {
        ReplayError::new(fault.text)
    }
}

/// The views of a seat at each of its decisions, up to and including the one at which a round
/// stops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Views {
    /// The seat, from 0.
    pub seat: usize,
    /// The lines and the choices of each view, in order.
    pub sights: Vec<(Vec<String>, Vec<String>)>,
}
