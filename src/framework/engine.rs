//! What a game is to the floors above.

use super::document::{Document, FileError};
use super::policy::Feature;
use super::scribe::{Scribe, WrittenRound};
use super::{
    Capabilities, Caution, Event, ExactError, Fault, GameRules, Help, Named, Part, ReplayError,
    SeatError, SessionTrace, Sink, Spec, Step,
};
use crate::cards::random::Seed;
use std::fmt;
use std::ops::Range;

/// What the names of events of cards as dealt begin with: those without it are of play.
pub const DEALT: &str = "dealt:";

/// What the odds of a game are the odds of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tallied {
    /// Rounds as they are played.
    #[default]
    Rounds,
    /// Cards as they are dealt to one player, before anybody decides anything.
    Dealt,
    /// Hands as they are shown at the end of a round.
    Shown,
}

/// Importance sampling of one event: deals in which it is likely, each with a weight that makes up
/// for that, so that the mean weight is the event's probability. A session is one deal.
pub trait ImportanceSampler: Sync {
    /// The weight of a deal that came as often as it should; none weighs more.
    fn whole(&self) -> u128;

    /// A rough number of nanoseconds that a deal takes on one core, for defaults.
    fn nanoseconds(&self) -> f64;

    /// Tells the weights of some sessions, 0 where the event did not come.
    fn weigh(&self, seed: Seed, sessions: Range<u64>, each: &mut dyn FnMut(u128));
}

/// A game: rules that were checked, and everything that every game can do. What only some can do is
/// in [`Capabilities`].
pub trait Engine: Sized + Send + Sync + fmt::Debug + 'static {
    /// Its name on the command line.
    const NAME: &'static str;
    /// Its full name.
    const TITLE: &'static str;
    /// What it is and whose, in a line.
    const ABOUT: &'static str;
    /// What one [`Engine::UNITS`] of money is called: EVs are in these per round.
    const STAKE: &'static str;
    /// Money units to one stake.
    const UNITS: i64;
    /// The strategy of seats that nobody named one for.
    const DEFAULT_STRATEGY: &'static str;
    /// The schema of `trace --replay` files, with an example.
    const REPLAY_HELP: &'static str;

    /// Keys of strategy files that `FILE(key=value)` may put in the place of the file's own.
    const FILE_PARAMETERS: &'static [&'static str] = &[];
    /// What the rules of strategy files may look at.
    const FEATURES: &'static [Feature] = &[];
    /// The strategy that computes best play, if there is one.
    const BEST_STRATEGY: Option<&'static str> = None;
    /// The parts of a situation that matter to a hand that is asked about.
    const SITUATION: &'static [Part] = &[];
    /// Its rulebook, in Markdown, as `rules` prints it: the text by itself, or a file beside the code
    /// (`include_str!`). A rule is an item of a list or a row of a table that begins with its id, in an
    /// item in bold: `- **K12** On a tie …`.
    const RULES: &'static str = "";
    /// What the help of the command line shows of it.
    const HELP: Help = Help::NONE;
    /// Events that a study notes where they happen too often.
    const CAUTIONS: &'static [Caution] = &[];
    /// The steps of a round, by their event, that all see once nobody decides any more, beside those of
    /// the house and of money.
    const CLOSING: &'static [&'static str] = &[];

    /// Its rules as data.
    type Rules: GameRules;
    /// Its enum of all seats that the tool can fill.
    type Player: Clone + Send + Sync + fmt::Debug + 'static;

    /// A table under these rules.
    ///
    /// # Errors
    /// Every fault of the rules at once.
    fn new(rules: Self::Rules) -> Result<Self, Vec<Fault>>;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// Players at the table.
    fn players(&self) -> usize;

    /// Whether the rules have a house: somebody beside the seats who can win or lose. Where they have
    /// none, what no player can be given, such as the odd units of a division, is the record's
    /// house's all the same, so that money is conserved.
    fn has_house(&self) -> bool {
        true
    }

    /// What each of these players puts in before anything is dealt, in stakes; `None` where nobody puts
    /// anything in, or where players choose how much.
    fn first_stake(&self, players: &[Self::Player]) -> Option<f64> {
        let _ = players;
        Some(1.0)
    }

    /// The slips of the game's author that no type catches, a sentence each. The command line refuses a
    /// game that has some.
    fn slips() -> Vec<String> {
        Vec::new()
    }

    /// The strategies known by name.
    fn strategies() -> &'static [Named];

    /// A seat that plays a strategy.
    ///
    /// # Errors
    /// If a parameter is out of range, or the strategy cannot be played under these rules.
    fn player(&self, spec: &Spec) -> Result<Self::Player, SeatError>;

    /// A seat that plays what a file says.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each fault with its line.
    fn written(&self, document: &Document) -> Result<Self::Player, FileError>;

    /// The events that runs count. Unit 0 is rounds; there are [`Engine::units`] units.
    fn events(&self) -> Vec<Event>;

    /// How many units of trials there are.
    fn units(&self) -> usize {
        1
    }

    /// A rough number of rounds in a session.
    fn rounds_per_session(&self) -> f64 {
        1.0
    }

    /// A rough number of nanoseconds that a round takes on one core, for defaults.
    fn nanoseconds(&self, players: &[Self::Player]) -> f64 {
        1_000.0 * (1.0 + players.len() as f64)
    }

    /// What these players work out before the first round, if that takes seconds: a sentence.
    fn preparing(&self, players: &[Self::Player]) -> Option<String> {
        let _ = players;
        None
    }

    /// Whether some of the players keep a plan of many megabytes, of these rules alone.
    fn keeps_plans(&self, players: &[Self::Player]) -> bool {
        let _ = players;
        false
    }

    /// How many sessions are best played by one call of [`Engine::play`], if not as many as take a
    /// while.
    fn side_by_side(&self, players: &[Self::Player]) -> u64 {
        let _ = players;
        1
    }

    /// Plays whole sessions and counts them.
    fn play(
        &self,
        players: &mut [Self::Player],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    );

    /// Plays one session and writes each of its rounds down. A scribe is told all luck; the decisions
    /// are those that it is told of, by seats that it sits beside.
    fn write_session(
        &self,
        players: &mut [Self::Player],
        scribe: &Scribe,
        seed: Seed,
        session: u64,
    ) -> Vec<WrittenRound>;

    /// Plays one session and tells it step by step; `round` (from 0) picks one of its rounds.
    /// Returns the steps by round, with the number of each round, and the number of rounds of
    /// the session.
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

    /// Plays a written round and checks every step of it.
    ///
    /// # Errors
    /// The first step that the rules do not allow, or that the script lacks.
    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError>;

    /// What this table can do beyond play.
    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities::default()
    }

    /// Why there are no exact figures where [`Capabilities::exact`] is `None`.
    fn out_of_reach(&self) -> ExactError {
        ExactError::OutOfReach(format!(
            "rounds of {} are beyond enumeration; simulate answers this",
            Self::NAME
        ))
    }

    /// What a reader of exact figures must know.
    fn exact_notes(&self) -> Vec<String> {
        Vec::new()
    }
}
