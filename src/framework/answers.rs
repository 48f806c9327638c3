//! Answers that a game gives without playing: exact figures, decisions, facts of hands.

use super::settings;

/// Exact figures of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExactScore {
    /// Expected net per round, in money units.
    pub mean: f64,
    /// Expected square of the net of a round.
    pub square: f64,
    /// Probability that the round is won.
    pub win: f64,
}

/// The exact figures of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactFigures {
    /// By seat.
    pub seats: Vec<ExactScore>,
    /// By position in the turn order, the first to act first, with each seat as often in each; empty
    /// if they are not known.
    pub positions: Vec<ExactScore>,
    /// The house's.
    pub house: ExactScore,
    /// The expected hits and expected trials per round of each event, in the order of
    /// [`super::Engine::events`].
    pub events: Vec<(f64, f64)>,
}

impl ExactFigures {
    /// The figures of single deals, in which no money moves. `ways` gives, for each event, the
    /// number of deals in which it happens and the number of all deals.
    pub fn of_deals(ways: impl IntoIterator<Item = (u128, u128)>) -> ExactFigures {
        let events = ways.into_iter().map(|(ways, all)| (ways as f64, all as f64)).collect();
        let (seats, positions) = (Vec::new(), Vec::new());
        ExactFigures { seats, positions, house: ExactScore::default(), events }
    }
}

/// A part of the situation in which a hand is held, as a game declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name, which is also that of the command-line option: `dealer`.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The placeholder of its value in the help: `CARD`, or `N` for a whole number.
    pub value: &'static str,
    /// Whether the facts of a hand ([`HandFacts`]) depend on it, and not only the choice of an
    /// action.
    pub judged: bool,
    /// Whether a question may give this part without a hand: the answer is then best play with
    /// every hand.
    pub alone: bool,
}

/// A question about a hand in a situation; a situation is a set of parts that the game declares,
/// each with its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandAsked<'a> {
    /// The cards, as written; `None` asks about all hands.
    pub hand: Option<&'a str>,
    /// The parts of the situation that are given, by name, each once.
    pub situation: &'a [(&'a str, &'a str)],
}

impl<'a> HandAsked<'a> {
    /// A hand in no particular situation.
    pub fn hand(hand: &'a str) -> HandAsked<'a> {
        HandAsked { hand: Some(hand), situation: &[] }
    }

    /// The value of a part of the situation, if it is given.
    pub fn part(&self, name: &str) -> Option<&'a str> {
        self.situation.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }

    /// The value of a part that is a whole number.
    ///
    /// # Errors
    /// If it is not a whole number.
    pub fn number(&self, name: &str) -> Result<Option<u32>, ExactError> {
        let read = |text: &str| {
            text.trim().parse().map_err(|_| {
                let found = settings::shown(text);
                ExactError::Question(format!("--{name} {found} is not allowed: a whole number"))
            })
        };
        self.part(name).map(read).transpose()
    }

    /// Checks that the situation has no parts other than `parts`.
    ///
    /// # Errors
    /// If it has any; the error names the first of them.
    pub fn only(&self, game: &str, parts: &[&str]) -> Result<(), ExactError> {
        match self.situation.iter().find(|(part, _)| !parts.contains(part)) {
            None => Ok(()),
            Some((part, _)) => Err(ExactError::Question(format!(
                "no {part} matters to a hand of {game}; leave out --{part}"
            ))),
        }
    }
}

/// The value of a part of a situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartValue {
    /// A number.
    Number(u32),
    /// One card or several.
    Text(String),
}

/// The value of one choice in one situation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// The hand.
    pub hand: String,
    /// The rest of the situation, by the names of its parts.
    pub situation: Vec<(&'static str, PartValue)>,
    /// The choice.
    pub action: String,
    /// Expected net of the round if it is taken and best play follows, in money units.
    pub ev: f64,
    /// Its loss against the best choice, in money units; 0 for the best.
    pub loss: f64,
    /// The frequency with which the strategy takes it, for strategies that do not simply take the
    /// best.
    pub share: Option<f64>,
    /// The method by which `ev` was found, if it is not exact: `simulated`, or `abstraction` for a
    /// value that is exact only in a simpler game.
    pub method: Option<&'static str>,
    /// The standard error of a simulated `ev`.
    pub se: Option<f64>,
    /// The value of the choice in the abstraction, beside a simulated `ev`.
    pub abstraction: Option<f64>,
}

/// The action that a strategy takes most often with hands of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Habit {
    /// The number of cards in the hand.
    pub cards: u32,
    /// The kind of hand.
    pub hand: String,
    /// The offer of the discard pile; empty if it makes no difference.
    pub offer: &'static str,
    /// The round of the game, from 1.
    pub round: u32,
    /// The most frequent action.
    pub action: &'static str,
    /// Its frequency, from 0 to 1.
    pub share: f64,
}

/// A strategy found by iteration, in which each step improves on the strategy before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solving {
    /// The decisions of the final strategy, with their values.
    pub decisions: Vec<Decision>,
    /// Its habits.
    pub habits: Vec<Habit>,
    /// The exploitability after a number of iterations: the gain of a best reply against players of
    /// the strategy at that point, in money units a round, at least 0. The last entry is that of
    /// the final strategy.
    pub gaps: Vec<(usize, f64)>,
}

/// The best strategy of a form that is simple enough for a file.
#[derive(Clone, Debug, PartialEq)]
pub struct BestFile {
    /// The file.
    pub text: String,
    /// Its expected net per round, in money units.
    pub ev: f64,
    /// How much more another file of this form may net, in money units: 0 if none nets more.
    pub more: f64,
    /// The expected net of best play, in money units.
    pub best: f64,
}

/// The facts of a given hand: its category, its rarity, and the probability that it is beaten.
#[derive(Clone, Debug, PartialEq)]
pub struct HandFacts {
    /// The part of the hand that the facts are about; empty if hands have no parts.
    pub line: String,
    /// The hand, or that part of it.
    pub hand: String,
    /// The dealer's card it is held against, or `any`; empty if there is no dealer.
    pub dealer: String,
    /// Its name in the rulebook.
    pub category: String,
    /// Its rank among hands of the same size, from 1 for the best.
    pub rank: u64,
    /// The number of such ranks.
    pub ranks: u64,
    /// The probability that a hand of this size, dealt from the full deck, is this one; `None` if
    /// it is not counted.
    pub rarity: Option<f64>,
    /// The probability that it is beaten when the player stands on it, if counted.
    pub beaten: Option<f64>,
    /// Further outcomes of standing on it: event name, probability if counted.
    pub outcomes: Vec<(String, Option<f64>)>,
    /// Properties of the whole hand, by name, and whether it has them.
    pub flags: Vec<(&'static str, bool)>,
}

/// The reason why something cannot be computed exactly.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// The answer is out of reach of enumeration.
    #[error("{0}")]
    OutOfReach(String),
    /// The question itself is invalid.
    #[error("{0}")]
    Question(String),
}
