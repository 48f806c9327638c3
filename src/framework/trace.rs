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
    /// What a person at the table is told of it, beyond what the views show.
    pub public: Public,
}

/// The part of a step that everyone at the table is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Public {
    /// Nothing.
    #[default]
    Nothing,
    /// The step, but only to a seat that gets no later view showing it.
    Shown,
    /// The step, when it happens.
    Step,
    /// When it happens, the whole step to its own seat and this sentence to the others; the
    /// sentence omits everything that they do not see.
    Sentence(String),
}

impl Step {
    /// A step without data.
    pub fn new(rule: &'static str, event: &'static str, text: impl Into<String>) -> Step {
        let (fields, public) = (serde_json::Map::new(), Public::Nothing);
        Step { rule, event, text: text.into(), fields, public }
    }

    /// Makes public a step that views show, such as a card dealt face up: `play` tells it only to a
    /// seat that makes no further decision in the round.
    #[must_use]
    pub fn shown(self) -> Step {
        Step { public: Public::Shown, ..self }
    }

    /// Makes the whole step public: `play` tells it when it happens.
    #[must_use]
    pub fn public(self) -> Step {
        Step { public: Public::Step, ..self }
    }

    /// Makes public a step that has a hidden part: its own seat is told all of it, the others only
    /// this sentence.
    #[must_use]
    pub fn public_as(self, sentence: impl Into<String>) -> Step {
        Step { public: Public::Sentence(sentence.into()), ..self }
    }

    /// The seat of the step, from 0.
    pub fn of_seat(&self) -> Option<usize> {
        let number = self.fields.get("seat")?.as_u64()?;
        usize::try_from(number).ok()?.checked_sub(1)
    }

    /// The step as a person in this seat, from 0, is told of it, if at all; `viewed` says whether a
    /// view of the seat follows.
    pub fn told_to(&self, seat: usize, viewed: bool) -> Option<Step> {
        match &self.public {
            Public::Nothing => None,
            Public::Shown if viewed => None,
            Public::Sentence(sentence) if self.of_seat() != Some(seat) => {
                Some(Step::new(self.rule, self.event, sentence.as_str()).public())
            }
            Public::Shown | Public::Step | Public::Sentence(_) => Some(self.clone()),
        }
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
#[error("{reason}")]
pub struct ReplayError {
    /// The key of the file that is at fault, if its line has yet to be named.
    pub(super) key: Option<&'static str>,
    pub(super) reason: String,
}

impl ReplayError {
    /// An error with this reason.
    pub fn new(reason: impl Into<String>) -> ReplayError {
        ReplayError { key: None, reason: reason.into() }
    }

    /// An error in the value of this key of the file.
    pub fn of(key: &'static str, reason: impl Into<String>) -> ReplayError {
        ReplayError { key: Some(key), reason: reason.into() }
    }
}
