//! Floor 6: the questions that croupier answers, for programs and for the command line.
//!
//! [`find`] picks a game by name; its [`AnyGame`] answers with a [`Report`] of tables.

mod advise;
mod axis;
mod balance;
mod cautions;
mod compare;
mod count;
mod exact;
mod facts;
pub(crate) mod figure;
mod grid;
mod laws;
mod league;
mod leaks;
mod metric;
mod odds;
mod play;
mod playtest;
mod registry;
mod setup;
mod sight;
mod simulate;
mod sitting;
mod standings;
mod subject;
mod sweep;
mod table;
mod tables;
mod trace;
mod tune;

pub use advise::{Advice, AdviseAsked, AdviseAt, Worth};
pub use axis::{Axis, AxisValue, Candidates, Lattice, RULES, STRATEGY, Tried};

pub use balance::BalanceAsked;
pub use count::{CountAnswer, CountAsked, CountTables, LEVELS};
pub use facts::{FeatureFacts, FieldFacts, GameFacts, PresetFacts, StrategyFacts};
pub use laws::Law;
pub use league::LeagueAsked;
pub use leaks::LeaksAsked;
pub use metric::Metric;
pub use playtest::{KEY_FIGURES, PlaytestAsked};
pub use registry::{find, games};
pub use setup::MOST_ROUNDS;
pub use sitting::{Next, PlayAsked, Question, Score, Sitting, Slip, Told, Untold};
pub use subject::{Fact, SEATS, Said, Subject};
pub use sweep::{SweepAsked, is_column_of_sweeps};
pub use table::{Cell, Report, Table};
pub use tune::TuneAsked;

use crate::framework::settings::{SettingsError, hint};
pub use crate::framework::{AnyGame, HandAsked, Part, RulesFrom, SessionTrace, entry};
use crate::framework::{ExactError, ReplayError, SeatError};
use crate::simulate::MAX_ROUNDS;
pub use crate::simulate::{Journal, Leg, Mark, Share, Stretch};
pub use crate::strategy::Asked;
use crate::strategy::StrategyError;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The table that a question is about: its rules and the strategies in its seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The source of the rules.
    pub rules: RulesFrom,
    /// Fields set on top of the rules, each `field=value`, in order.
    pub set: Vec<String>,
    /// Strategies as written: none for the game's default, one for all seats, or one for each seat.
    pub strategies: Vec<Asked>,
    /// A different composition of the deck: the number of copies of each card.
    pub deck: Option<Vec<u32>>,
    /// The confidence level of every interval, between 0 and 1.
    pub confidence: f64,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            rules: RulesFrom::Default,
            set: Vec::new(),
            strategies: Vec::new(),
            deck: None,
            confidence: 0.95,
        }
    }
}

/// The question of `compare`: the strategies of the [`Setup`] are contenders for one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareAsked {
    /// The seat that they play, from 1.
    pub seat: usize,
    /// The strategy of the other seats; the game's default strategy if `None`.
    pub against: Option<Asked>,
}

/// The options of a run.
#[derive(Clone, Copy)]
pub struct Sampling<'a> {
    /// The master seed.
    pub seed: u64,
    /// The length of the run; `None` for about ten seconds on two cores. Every question refuses one
    /// out of its range.
    pub until: Option<Length>,
    /// A flag that is set from outside to stop the run early.
    pub stop: &'a AtomicBool,
    /// The journal that stores the progress of the runs.
    pub journal: Option<&'a dyn Journal>,
    /// Called with the state of the run from time to time.
    pub watch: &'a (dyn Fn(Snapshot) + Sync),
}

impl std::fmt::Debug for Sampling<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sampling { seed, until, stop, journal, watch: _ } = self;
        let mut out = f.debug_struct("Sampling");
        out.field("seed", seed).field("until", until).field("stop", stop).field("journal", journal);
        out.finish_non_exhaustive()
    }
}

impl Sampling<'_> {
    /// The share that is played; `None` for the whole run.
    fn share(&self) -> Option<Share> {
        self.journal.and_then(Journal::share)
    }

    /// Refuses a length that no run can have, and a share that is none.
    fn check(&self) -> Result<(), StudyError> {
        match self.share().filter(|share| !(1..=share.of).contains(&share.number)) {
            Some(share) => {
                refuse_part("shard", format!("share {share}: the first is 1/{}", share.of))
            }
            None => self.until.map_or(Ok(()), Length::check),
        }
    }

    /// Refuses to play only a share if later runs depend on the results of earlier ones.
    fn not_shared(&self, why: &str) -> Result<(), StudyError> {
        match self.share() {
            Some(share) => Err(StudyError::Shared { share, why: why.to_owned() }),
            None => Ok(()),
        }
    }
}

impl Length {
    /// The command-line option that gives this kind of length.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Length::Rounds(_) => "--rounds",
            Length::Time(_) => "--time",
            Length::Precision(_) => "--precision",
        }
    }
}

/// The length of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// Whole sessions until this many rounds are reached: 1 to [`MAX_ROUNDS`].
    Rounds(u64),
    /// About this much time: above 0, and at most [`Length::LONGEST`].
    Time(Duration),
    /// Until the EV interval of the widest seat has at most this half-width, in stakes; for odds,
    /// the widest interval of the events asked for, as a probability. Within
    /// [`Length::PRECISIONS`].
    Precision(f64),
}

impl Length {
    /// The longest time: 1,000 hours.
    pub const LONGEST: Duration = Duration::from_secs(3_600_000);
    /// The half-widths that a run can end by.
    pub const PRECISIONS: RangeInclusive<f64> = 1e-6..=1e3;

    /// Refuses a length that no run can have.
    fn check(self) -> Result<(), StudyError> {
        match self {
            Length::Rounds(rounds) if !(1..=MAX_ROUNDS).contains(&rounds) => {
                refuse_part("rounds", format!("{rounds} rounds: 1..={MAX_ROUNDS} are allowed"))
            }
            Length::Time(time) if time.is_zero() || time > Length::LONGEST => {
                refuse_part("time", format!("a time of {time:?}: above 0, up to 1000h"))
            }
            Length::Precision(half) if !Length::PRECISIONS.contains(&half) => {
                let (least, most) = (Length::PRECISIONS.start(), Length::PRECISIONS.end());
                refuse_part("precision", format!("precision {half}: {least}..={most} is allowed"))
            }
            _ => Ok(()),
        }
    }
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of rounds played.
    pub rounds: u64,
    /// The number of rounds to play, if known.
    pub goal: Option<u64>,
    /// The result so far, in a few words.
    pub said: String,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The report with its tables.
    pub report: Report,
    /// Whether the run was stopped from outside before its end.
    pub stopped: bool,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

/// The method by which `odds` finds its figures, and `advise` the value of a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Exactly if the game allows it, otherwise by simulation.
    #[default]
    Auto,
    /// Exactly, or with an error.
    Exact,
    /// By simulation.
    Simulate,
    /// By importance sampling.
    Weighted,
}

/// The question of `odds`: which events, or which hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OddsAsked<'a> {
    /// A hand to evaluate, instead of events.
    pub hand: HandAsked<'a>,
    /// A single event; all events if `None`.
    pub event: Option<&'a str>,
    /// Events of hands as shown after the strategies have played, instead of cards as dealt.
    pub played: bool,
    /// Events of this many cards dealt off the full deck.
    pub cards: Option<u32>,
}

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// The rules are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A strategy is invalid.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// The number of strategies does not fit the table.
    #[error("{found} strategies for {players} {}: name one for all, or one for each",
        if *.players == 1 { "player" } else { "players" })]
    Seats {
        /// The number of strategies given.
        found: usize,
        /// The number of players at the table.
        players: usize,
    },
    /// The answer cannot be computed, or the question is invalid.
    #[error(transparent)]
    Exact(#[from] ExactError),
    /// There is no event of this name.
    #[error("no event `{found}`{}; events here are {known}", hint(.nearest))]
    Event {
        /// The name given.
        found: String,
        /// The name that was probably meant.
        nearest: Option<String>,
        /// The names of all events.
        known: String,
    },
    /// The question cannot be asked here: two of its parts exclude each other, or the game has no
    /// answer to it.
    #[error("{why}")]
    Refused {
        /// The message: what was found, and what is allowed.
        why: String,
        /// The part of the question at fault, if it is one part and the message does not name its
        /// option.
        part: Option<&'static str>,
    },
    /// The run was stopped before there was an answer.
    #[error("{why}")]
    Stopped {
        /// The message: when it was stopped, and why that is too early.
        why: String,
    },
    /// The answer cannot be played in parts.
    #[error("--shard {share}: {why}")]
    Shared {
        /// The share that was asked for.
        share: Share,
        /// The reason.
        why: String,
    },
    /// A written round is invalid.
    #[error("{origin}: {error}")]
    Replay {
        /// The part of the question that names the file: `replay` or `situation`.
        part: &'static str,
        /// The file.
        origin: String,
        /// The error in it.
        error: ReplayError,
    },
}

impl StudyError {
    /// The name of the invalid part: a field of the rules, or a part of the question.
    pub fn field(&self) -> Option<&str> {
        match self {
            StudyError::Settings(error) => error.field(),
            StudyError::Strategy(_) | StudyError::Seats { .. } => Some("strategy"),
            StudyError::Event { .. } => Some("event"),
            StudyError::Shared { .. } => Some("shard"),
            StudyError::Replay { part, .. } => Some(part),
            StudyError::Refused { part, .. } => *part,
            StudyError::Exact(_) | StudyError::Stopped { .. } => None,
        }
    }

    /// A question that cannot be asked.
    fn refused(why: impl Into<String>) -> StudyError {
        StudyError::Refused { why: why.into(), part: None }
    }
}

/// Refuses a question.
fn refuse<T>(why: impl Into<String>) -> Result<T, StudyError> {
    Err(StudyError::refused(why))
}

/// Refuses a question for a part of it that the message does not name.
fn refuse_part<T>(part: &'static str, why: String) -> Result<T, StudyError> {
    Err(StudyError::Refused { why, part: Some(part) })
}

impl From<SeatError> for StudyError {
    fn from(error: SeatError) -> StudyError {
        StudyError::Strategy(error.into())
    }
}
