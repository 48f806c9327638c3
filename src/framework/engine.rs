//! The interface of a game to the floors above.

use super::document::{Document, FileError};
use super::game::Occasion;
use super::policy::Feature;
use super::scribe::{Scribe, WrittenRound};
use super::{
    Capabilities, Caution, Event, ExactError, Fault, GameRules, Help, Named, Part, ReplayError,
    SeatError, SessionTrace, Sink, Spec, Step,
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
pub trait Engine: Sized + Send + Sync + fmt::Debug + 'static {
    /// Its name on the command line.
    const NAME: &'static str;
    /// Its full name.
    const TITLE: &'static str;
    /// The game and its author, in a line.
    const ABOUT: &'static str;
    /// The name of the stake, in the plural: the unit of EVs, worth [`Engine::UNITS`] money units.
    /// EVs are per round.
    const STAKE: &'static str;
    /// Money units in one stake.
    const UNITS: i64;
    /// The strategy of seats for which none is named.
    const DEFAULT_STRATEGY: &'static str;
    /// The schema of `trace --replay` files, with an example.
    const REPLAY_HELP: &'static str;

    /// Keys of strategy files that `FILE(key=value)` may override.
    const FILE_PARAMETERS: &'static [&'static str] = &[];
    /// The features that rules of strategy files can test.
    const FEATURES: &'static [Feature] = &[];
    /// Further such features, which the framework provides in every game of this kind.
    const COMMON_FEATURES: &'static [Feature] = &[];
    /// The strategy that computes best play, if there is one.
    const BEST_STRATEGY: Option<&'static str> = None;
    /// The parts of a situation that matter to a hand.
    const SITUATION: &'static [Part] = &[];
    /// The rulebook in Markdown, as `rules` prints it: a literal, or a file next to the code
    /// (`include_str!`). A rule is a list item or a table row that begins with its id; in a list
    /// item the id is in bold: `- **K12** On a tie …`.
    const RULES: &'static str = "";
    /// Examples and option hints for the command-line help.
    const HELP: Help = Help::NONE;
    /// The events that `explain` describes, for a game that croupier's glossary does not cover.
    const OCCASIONS: &'static [Occasion] = &[];
    /// Further such events, which the framework counts in every game of this kind.
    const COMMON_OCCASIONS: &'static [Occasion] = &[];
    /// Events that a study warns about when they happen too often.
    const CAUTIONS: &'static [Caution] = &[];

    /// Its rules as data.
    type Rules: GameRules;
    /// The player in a seat: an enum of everything that can sit there.
    type Player: Clone + Send + Sync + fmt::Debug + 'static;

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

    /// The strategies known by name.
    fn strategies() -> &'static [Named];

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

    /// Whether any of the players keeps many megabytes of data that serve these rules only.
    fn keeps_plans(&self, players: &[Self::Player]) -> bool {
        let _ = players;
        false
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

    /// The reason why there are no exact figures, if [`Capabilities::exact`] is `None`.
    fn out_of_reach(&self) -> ExactError {
        ExactError::OutOfReach(format!(
            "rounds of {} are beyond enumeration; simulate answers this",
            Self::NAME
        ))
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
