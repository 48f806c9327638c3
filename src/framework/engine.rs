//! The interface of a game to the floors above.

use super::document::{Document, FileError};
use super::enumeration::FirstRound;
use super::question::Hosts;
use super::scribe::{Scribe, WrittenRound};
use super::{
    Capabilities, Event, Fault, GameRules, Profile, ReplayError, SeatError, SessionTrace, Sink,
    Situations, Spec, Step,
};
use crate::cards::random::Seed;
use std::fmt;
use std::ops::Range;

/// The prefix of the names of events of dealt cards; names without it are of events of play.
pub const DEALT: &str = "dealt:";

/// The kind of trial whose events a run counts, for the odds of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tallied {
    /// Rounds as they are played.
    #[default]
    Rounds,
    /// The cards dealt to one player, before any decision.
    Dealt,
    /// The hands shown at the end of a round.
    Shown,
}

/// Importance sampling of one event: deals in which it is likely, each with a weight that corrects
/// for that, so that the mean weight is the event's probability. A session is one deal.
pub trait ImportanceSampler: Sync {
    /// The weight that stands for 1: that of a deal sampled at its true probability. No deal weighs
    /// more.
    fn whole(&self) -> u128;

    /// The approximate time of a deal on one core, in nanoseconds, for defaults.
    fn nanoseconds(&self) -> f64;

    /// Calls `each` with the weight of each session, 0 if the event did not happen.
    fn weigh(&self, seed: Seed, sessions: Range<u64>, each: &mut dyn FnMut(u128));
}

/// A game: checked rules, and the operations that all games have. Those that only some have are in
/// [`Capabilities`].
pub trait Engine: Situations + Sized + Send + 'static {
    /// Its rules as data.
    type Rules: GameRules;
    /// The player in a seat: an enum of everything that can sit there.
    type Player: Hosts + Send + Sync + fmt::Debug + 'static;

    /// The facts of the game that hold under all its rules: at least its names, the stake and its
    /// units, the strategies and the default one, and `replay_help`; [`Profile::under`] leaves them
    /// open. The command line refuses a game without any of these.
    fn game() -> Profile;

    /// Makes a table under these rules.
    ///
    /// # Errors
    /// All faults of the rules.
    fn new(rules: Self::Rules) -> Result<Self, Vec<Fault>>;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// The number of players at the table.
    fn players(&self) -> usize;

    /// Whether the rules have a house: a party other than the seats that can win or lose money. If
    /// not, money that no player can be given, such as the remainder of a division, still goes to
    /// the house of the record, so that money is conserved.
    fn has_house(&self) -> bool {
        true
    }

    /// The amount that each of these players puts in before the deal, in stakes; `None` if they put
    /// in nothing or choose how much.
    fn first_stake(&self, players: &[Self::Player]) -> Option<f64> {
        let _ = players;
        Some(1.0)
    }

    /// Mistakes in the game's definition that the compiler cannot catch, one sentence each. The
    /// command line refuses a game that has any.
    fn slips() -> Vec<String> {
        Vec::new()
    }

    /// Makes a player of a named strategy.
    ///
    /// # Errors
    /// If a parameter is out of range, or the strategy cannot be played under these rules.
    fn player(&self, spec: &Spec) -> Result<Self::Player, SeatError>;

    /// Makes a player of a strategy file.
    ///
    /// # Errors
    /// All faults of the file, each with its line.
    fn written(&self, document: &Document) -> Result<Self::Player, FileError>;

    /// The events that runs count. Unit 0 is rounds; there are [`Engine::units`] units.
    fn events(&self) -> Vec<Event>;

    /// The number of trial units.
    fn units(&self) -> usize {
        1
    }

    /// The approximate number of rounds in a session.
    fn rounds_per_session(&self) -> f64 {
        1.0
    }

    /// The approximate time of a round on one core, in nanoseconds, for defaults.
    fn nanoseconds(&self, players: &[Self::Player]) -> f64 {
        1_000.0 * (1.0 + players.len() as f64)
    }

    /// A sentence on the computation of these players before the first round, if that takes
    /// seconds.
    fn preparing(&self, players: &[Self::Player]) -> Option<String> {
        let _ = players;
        None
    }

    /// Remarks on the play of these players for a reader of their figures, one sentence each.
    fn remarks(&self, players: &[Self::Player]) -> Vec<String> {
        let _ = players;
        Vec::new()
    }

    /// The approximate memory of what the players keep for these rules only, in megabytes. Sweeps hold
    /// that of a few points at a time.
    fn plan_megabytes(&self, players: &[Self::Player]) -> usize {
        let _ = players;
        0
    }

    /// The smallest number of sessions that [`Engine::play`] plays efficiently: more than one if it
    /// plays sessions side by side.
    fn side_by_side(&self, players: &[Self::Player]) -> u64 {
        let _ = players;
        1
    }

    /// Plays whole sessions and gives their records to `sink`.
    fn play(
        &self,
        players: &mut [Self::Player],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    );

    /// Makes a table at which these players play the first round of a session along walks.
    fn first_round<'t>(&'t self, players: &'t mut [Self::Player]) -> FirstRound<'t>;

    /// Plays one session and writes each of its rounds down. The scribe records all luck, and the
    /// decisions of the seats that it watches.
    fn write_session(
        &self,
        players: &mut [Self::Player],
        scribe: &Scribe,
        seed: Seed,
        session: u64,
    ) -> Vec<WrittenRound>;

    /// Plays one session and traces it step by step; `round` (from 0) picks one of its rounds.
    /// Returns the steps by round, with the number of each round, and the number of rounds of the
    /// session.
    fn trace(
        &self,
        players: &mut [Self::Player],
        seed: Seed,
        session: u64,
        round: Option<u64>,
    ) -> (SessionTrace, u64) {
        let rounds = self.write_session(players, &Scribe::default(), seed, session);
        let number = rounds.len() as u64;
        let steps = (0..number).zip(rounds.into_iter().map(|round| round.steps));
        (steps.filter(|(number, _)| round.is_none_or(|wanted| wanted == *number)).collect(), number)
    }

    /// Plays a written round, checks every step, and returns the steps.
    ///
    /// # Errors
    /// The first step that the rules do not allow, or that the script lacks.
    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError>;

    /// The optional capabilities of this table.
    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities::default()
    }

    /// The commands that answer where rounds have too many courses to enumerate, as a clause.
    fn instead(&self) -> &'static str {
        "simulate answers this"
    }

    /// Whether no money is paid under the rules, so that every net is 0 and only wins count.
    fn is_for_nothing(&self) -> bool {
        false
    }

    /// Notes for the reader of exact figures.
    fn exact_notes(&self) -> Vec<String> {
        Vec::new()
    }
}
