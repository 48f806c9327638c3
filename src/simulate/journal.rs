//! What outlives a process: how far each leg of a command has come.
//!
//! A command plays one leg after another, each of them one run of sessions: `simulate` has one,
//! `balance` one for each round of probes. A leg's sums are integers that merge in any order to the
//! same, so a leg can be left anywhere and taken up again, or played in parts, to the same bytes.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// One of several shares of every leg of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Which of them, from 1.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// The sums of some consecutive sessions of a leg.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The first session.
    pub first: u64,
    /// The session after the last one.
    pub end: u64,
    /// The sums, encoded.
    pub sums: Vec<u8>,
}

/// How far a leg has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leg {
    /// The share of it that is played; all of it if there is none.
    pub share: Option<Share>,
    /// From the first session on: of a leg that is not shared out.
    pub total: Option<Stretch>,
    /// Whether it is over: nothing of it, or of the share, is left to play.
    pub over: bool,
    /// Stretches of a share, or of all shares.
    pub stretches: Vec<Stretch>,
    /// How long it has been played.
    pub elapsed: Duration,
}

/// Why a leg is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It goes on.
    Going,
    /// It is over.
    Over,
    /// It was stopped from outside: the command ends, and nothing after this is to be kept.
    Stopped,
}

/// Keeps the legs of a command.
pub trait Journal: fmt::Debug + Sync {
    /// What is known of the leg that begins. Every run asks once, in the order of the command.
    fn begin(&self) -> Leg;

    /// Whether the leg that is played should be kept now.
    fn is_due(&self) -> bool;

    /// Keeps the leg that is played.
    fn keep(&self, leg: Leg, mark: Mark);

    /// What was kept of a leg cannot be read: the run must not be believed.
    fn unreadable(&self, why: &str);

    /// The share of each leg that is played, if not all of it.
    fn share(&self) -> Option<Share>;
}
