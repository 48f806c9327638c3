//! The steps of a traced round.

/// A step of a traced round: its rule, its event, a sentence, and the same facts as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The id of the rule that it follows; empty for a mere heading.
    pub rule: &'static str,
    /// The kind of step, in kebab case: `hit`, `dealt`, `won`. The same kind has the same name in
    /// every game.
    pub event: &'static str,
    /// The step as a sentence.
    pub text: String,
    /// The facts of the step as data, by names in snake case: seats from 1, money in stakes, cards
    /// by their names.
    pub fields: serde_json::Map<String, serde_json::Value>,
}

impl Step {
    /// A step without data.
    pub fn new(rule: &'static str, event: &'static str, text: impl Into<String>) -> Step {
        Step { rule, event, text: text.into(), fields: serde_json::Map::new() }
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Step {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// Adds the field `seat`, which counts from 1; the argument counts from 0.
    #[must_use]
    pub fn seat(self, seat: usize) -> Step {
        self.with("seat", seat + 1)
    }
}

/// The reason why a written round cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReplayError(pub String);
