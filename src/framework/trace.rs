//! A round told step by step.

/// A step of a round as the trace tells it: its rule, its sentence, and the same as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The id of the rule that it follows; empty where it is only a heading.
    pub rule: &'static str,
    /// What kind of step it is, in kebab case: `hit`, `dealt`, `won`. The same kind of step has the
    /// same name in every game.
    pub event: &'static str,
    /// What happened, in a sentence.
    pub text: String,
    /// The same as data, by name: seats from 1, money in the units of EVs, cards as they are
    /// written. Names are in snake case.
    pub fields: serde_json::Map<String, serde_json::Value>,
}

impl Step {
    /// A step without data.
    pub fn new(rule: &'static str, event: &'static str, text: impl Into<String>) -> Step {
        Step { rule, event, text: text.into(), fields: serde_json::Map::new() }
    }

    /// The step with one more field.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Step {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// The step with the seat that it is about, which counts from 0 here and from 1 in the data.
    #[must_use]
    pub fn seat(self, seat: usize) -> Step {
        self.with("seat", seat + 1)
    }
}

/// What an expert fills in to replay a written round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReplayError(pub String);
