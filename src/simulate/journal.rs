//! The state of a command that outlives its process: the progress of each leg.
//!
//! A command plays one leg after another, each a run of sessions: `simulate` has one, `balance` one
//! for each round of probes. The sums of a leg are integers that can be merged in any order, so a
//! leg can be interrupted anywhere and resumed, or played in parts, with the same result to the
//! byte.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// One of several shares of every leg of a command. A number that is not one of them makes a run
/// panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Its number, from 1.
    pub number: u64,
    /// The number of shares.
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

/// The progress of a leg.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leg {
    /// The share that is played; `None` for the whole leg.
    pub share: Option<Share>,
    /// The sums from the first session on, of a leg that is not shared out.
    pub total: Option<Stretch>,
    /// Whether the leg, or the share, has been played to its end.
    pub over: bool,
    /// Stretches of a share, or of all shares.
    pub stretches: Vec<Stretch>,
    /// The time it has been played for.
    pub elapsed: Duration,
}

/// The reason for keeping a leg.
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
    /// The progress of the leg that begins. Every run asks once, in the order of the command: a
    /// journal belongs to one question. A leg that was not kept before is new, with the share to
    /// play: `Leg { share: self.share(), ..Leg::default() }`.
    fn begin(&self) -> Leg;

    /// Whether the leg in progress should be kept now.
    fn is_due(&self) -> bool;

    /// Keeps the leg in progress.
    fn keep(&self, leg: Leg, mark: Mark);

    /// Reports that a kept leg cannot be read: the run must not be trusted.
    fn unreadable(&self, why: &str);

    /// The share of every leg to play, that of the legs from [`Journal::begin`]; `None` for all of
    /// it. Questions that cannot be played in parts refuse one.
    fn share(&self) -> Option<Share>;
}
