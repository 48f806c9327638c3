//! Floor 6: the questions that croupier answers, for a program as well as for the command line.
//!
//! [`find`] picks a game by name; its [`AnyGame`] answers with a
//! [`Report`] of tables.

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
pub use count::{CountAnswer, CountAsked, LEVELS};
pub use facts::{FeatureFacts, FieldFacts, GameFacts, PresetFacts, StrategyFacts};
pub use league::LeagueAsked;
pub use leaks::LeaksAsked;
pub use metric::Metric;
pub use playtest::{KEY_FIGURES, PlaytestAsked};
pub use registry::{find, games};
pub use sitting::{Next, PlayAsked, Question, Score, Sitting, Slip, Told};
pub use subject::{Fact, Said, Subject};
pub use sweep::SweepAsked;
pub use table::{Cell, Report, Table};
pub use tune::TuneAsked;

use crate::framework::settings::{SettingsError, hint};
pub use crate::framework::{AnyGame, HandAsked, Part, RulesFrom, SessionTrace, entry};
use crate::framework::{ExactError, ReplayError, SeatError};
pub use crate::simulate::{Journal, Leg, Mark, Share, Stretch};
pub use crate::strategy::Asked;
use crate::strategy::StrategyError;
use std::sync::atomic::AtomicBool;

/// A table to ask about: rules, and who sits at it.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Where the rules come from.
    pub rules: RulesFrom,
    /// Fields set on top, each `field=value`, in order.
    pub set: Vec<String>,
    /// Strategies as written: none for the game's default, one for all seats, or one a seat.
    pub strategies: Vec<Asked>,
    /// Another composition of the deck, by card.
    pub deck: Option<Vec<u32>>,
    /// The confidence of every interval, between 0 and 1.
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

/// A comparison: the strategies of the [`Setup`] are contenders for one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The seat that they play, from 1.
    pub seat: usize,
    /// What the other seats play; the game's default strategy if it is left out.
    pub against: Option<Asked>,
}

/// The contender that stands for every strategy that the game knows by name.
pub const ALL: &str = "all";

/// How a run is to be made.
#[derive(Clone, Copy)]
pub struct Sampling<'a> {
    /// The master seed.
    pub seed: u64,
    /// When it is over; `None` for about ten seconds on two cores.
    pub until: Option<Length>,
    /// Set from outside to stop early.
    pub stop: &'a AtomicBool,
    /// What keeps how far the runs have come.
    pub journal: Option<&'a dyn Journal>,
    /// Shown the state of the run now and then.
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
    /// The share that is played, if not all of it.
    fn share(&self) -> Option<Share> {
        self.journal.and_then(Journal::share)
    }

    /// Refuses to play only a share where later runs follow from what earlier ones found.
    fn not_shared(&self, why: &str) -> Result<(), StudyError> {
        match self.share() {
            Some(share) => Err(StudyError::Method(format!("--shard {share}: {why}"))),
            None => Ok(()),
        }
    }
}

/// How long a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// Whole sessions until this many rounds are reached.
    Rounds(u64),
    /// About this long.
    Time(std::time::Duration),
    /// Until the widest seat's EV interval has at most this half-width, in stakes; of odds, until the
    /// widest interval of the events asked for has.
    Precision(f64),
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Rounds played.
    pub rounds: u64,
    /// Rounds to come to, if known.
    pub goal: Option<u64>,
    /// What is known so far, in a few words.
    pub said: String,
}

/// An answer, and whether it was cut short from outside.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The tables.
    pub report: Report,
    /// Whether the run was stopped from outside before its end.
    pub stopped: bool,
    /// What a reader should know beside the tables.
    pub notes: Vec<String>,
}

/// How `odds` finds its figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Exactly where the game allows it, else by simulation.
    #[default]
    Auto,
    /// Exactly, or not at all.
    Exact,
    /// By simulation.
    Simulate,
    /// By importance sampling.
    Weighted,
}

/// What odds are asked of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OddsAsked<'a> {
    /// A hand to judge, instead of events.
    pub hand: HandAsked<'a>,
    /// One event; all if it is left out.
    pub event: Option<&'a str>,
    /// Events of hands as shown when the strategies have played, and not of cards as dealt.
    pub played: bool,
    /// Events of so many cards off the full deck.
    pub cards: Option<u32>,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// The rules are wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A strategy is wrong.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// The number of strategies fits no table.
    #[error("{found} strategies for {players} {}: name one for all, or one for each",
        if *.players == 1 { "player" } else { "players" })]
    Seats {
        /// Strategies named.
        found: usize,
        /// Players at the table.
        players: usize,
    },
    /// A comparison of too few, of the same strategy twice, or for a seat that there is not.
    #[error("{0}")]
    Contest(String),
    /// It cannot be computed, or is no question.
    #[error(transparent)]
    Exact(#[from] ExactError),
    /// No event of that name.
    #[error("no event `{found}`{}; events here are {known}", hint(.nearest))]
    Event {
        /// What was asked for.
        found: String,
        /// The one that was probably meant.
        nearest: Option<String>,
        /// All of them.
        known: String,
    },
    /// A grid, a target or a metric that is none.
    #[error("{0}")]
    Grid(String),
    /// The game has no such method.
    #[error("{0}")]
    Method(String),
    /// A session or a round that there is not.
    #[error("{0}")]
    Round(String),
    /// A written round that does not work out.
    #[error("{origin}: {error}")]
    Replay {
        /// The file.
        origin: String,
        /// What is wrong.
        error: ReplayError,
    },
}

impl StudyError {
    /// What is wrong, by name: a field of the rules, or what was asked beside them.
    pub fn field(&self) -> Option<&str> {
        match self {
            StudyError::Settings(error) => error.field(),
            StudyError::Strategy(_) | StudyError::Seats { .. } => Some("strategy"),
            StudyError::Event { .. } => Some("event"),
            StudyError::Method(_) => Some("method"),
            StudyError::Round(_) => Some("round"),
            StudyError::Replay { .. } => Some("replay"),
            StudyError::Contest(_) | StudyError::Exact(_) | StudyError::Grid(_) => None,
        }
    }
}

impl From<SeatError> for StudyError {
    fn from(error: SeatError) -> StudyError {
        StudyError::Strategy(error.into())
    }
}
