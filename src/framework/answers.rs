//! What a game can say of itself without playing: exact figures, decisions, the worth of a hand.

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

/// What can be said of a table without sampling.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactFigures {
    /// By seat.
    pub seats: Vec<ExactScore>,
    /// The house's.
    pub house: ExactScore,
    /// For each event of [`super::Engine::events`]: expected hits and expected trials, per round.
    pub events: Vec<(f64, f64)>,
}

impl ExactFigures {
    /// Those of cards as dealt, which bring nobody anything: for each event the ways in which they are
    /// that, out of all.
    pub fn of_deals(ways: impl IntoIterator<Item = (u128, u128)>) -> ExactFigures {
        let events = ways.into_iter().map(|(ways, all)| (ways as f64, all as f64)).collect();
        ExactFigures { seats: Vec::new(), house: ExactScore::default(), events }
    }
}

/// A part of the situation that a hand is held in, as a game declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name, which is that of an option: `dealer`.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// What its value is called where it is asked for: `CARD`, or `N` if it is a whole number.
    pub value: &'static str,
    /// Whether it also matters to what a hand is, and not only to what to do with it.
    pub judged: bool,
    /// Whether best play can be asked for in it with all hands.
    pub alone: bool,
}

/// A hand to ask about, and the situation that it is held in: parts that the game declares, each
/// with its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandAsked<'a> {
    /// The cards.
    pub hand: Option<&'a str>,
    /// The parts of the situation that are named, each once.
    pub situation: &'a [(&'a str, &'a str)],
}

impl<'a> HandAsked<'a> {
    /// A hand in no particular situation.
    pub fn hand(hand: &'a str) -> HandAsked<'a> {
        HandAsked { hand: Some(hand), situation: &[] }
    }

    /// The value of a part of the situation, if it is named.
    pub fn part(&self, name: &str) -> Option<&'a str> {
        self.situation.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }

    /// The value of a part that is a whole number.
    ///
    /// # Errors
    /// If it is none.
    pub fn number(&self, name: &str) -> Result<Option<u32>, ExactError> {
        let read = |text: &str| {
            text.trim().parse().map_err(|_| {
                let found = settings::shown(text);
                ExactError::Question(format!("--{name} {found} is not allowed: a whole number"))
            })
        };
        self.part(name).map(read).transpose()
    }

    /// Refuses what is named but no part of a situation of the game.
    ///
    /// # Errors
    /// Names the first such part.
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
    /// A card, or several.
    Text(String),
}

/// What one choice in one situation is worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// The hand.
    pub hand: String,
    /// What else matters to it, by the names of the game's parts of a situation.
    pub situation: Vec<(&'static str, PartValue)>,
    /// The choice.
    pub action: String,
    /// Expected net of the round if it is taken and best play follows, in money units.
    pub ev: f64,
    /// What it costs against the best choice, in money units; 0 for the best.
    pub loss: f64,
    /// How often the strategy that is told about takes it, where that is not simply the best.
    pub share: Option<f64>,
    /// How `ev` was found, where not without error: `simulated`, or `abstraction` for what is exact in
    /// a simpler game only.
    pub method: Option<&'static str>,
    /// The standard error of a simulated `ev`.
    pub se: Option<f64>,
    /// What the choice is worth in the abstraction, beside a simulated `ev`.
    pub abstraction: Option<f64>,
}

/// What a strategy mostly does with hands of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Habit {
    /// Cards of the hand.
    pub cards: u32,
    /// Which hands.
    pub hand: String,
    /// What the discard pile offers; empty where all is the same.
    pub offer: &'static str,
    /// The round of the game, from 1.
    pub round: u32,
    /// What is done most.
    pub action: &'static str,
    /// How often.
    pub share: f64,
}

/// How a strategy was found by replying again and again to what was found before.
#[derive(Clone, Debug, PartialEq)]
pub struct Solving {
    /// What the strategy that comes of it does, and what that is worth.
    pub decisions: Vec<Decision>,
    /// What it mostly does.
    pub habits: Vec<Habit>,
    /// What a best reply wins, in money units a round, from those who play the strategy that comes of
    /// so many iterations. It is never below zero. The last one is of the strategy that is played.
    pub gaps: Vec<(usize, f64)>,
}

/// The best strategy of a form that is simple enough for a file.
#[derive(Clone, Debug, PartialEq)]
pub struct BestFile {
    /// The file.
    pub text: String,
    /// Its expected net of a round, in money units.
    pub ev: f64,
    /// That of best play.
    pub best: f64,
}

/// A named hand: what it is, how rare, how often beaten.
#[derive(Clone, Debug, PartialEq)]
pub struct HandFacts {
    /// Which part of the hand it is about; empty where hands are of one piece.
    pub line: String,
    /// The hand, or that part of it.
    pub hand: String,
    /// The dealer's card it is held against, or `any`; empty where there is no dealer.
    pub dealer: String,
    /// What it is called.
    pub category: String,
    /// Its rank among the hands of as many cards, 1 is the best.
    pub rank: u64,
    /// Out of how many ranks.
    pub ranks: u64,
    /// Probability that so many cards off the full deck are this hand.
    pub rarity: f64,
    /// Probability that it is beaten when it is stood on.
    pub beaten: f64,
    /// Further outcomes of standing on it: event name, probability.
    pub outcomes: Vec<(String, f64)>,
    /// What the whole hand is or is not.
    pub flags: Vec<(&'static str, bool)>,
}

/// Why something cannot be computed without sampling.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// The question is beyond what can be enumerated.
    #[error("{0}")]
    OutOfReach(String),
    /// The question itself is wrong.
    #[error("{0}")]
    Question(String),
}
