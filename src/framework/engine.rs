//! What a game is to the floors above.

use super::counting::{CountedRound, IndexPlay, ShoeFacts};
use super::document::{Document, FileError};
use super::policy::Feature;
use super::{
    BestFile, Caution, Decision, Event, ExactError, ExactFigures, Fault, GameRules, HandAsked,
    HandFacts, Help, Named, ReplayError, SeatError, Sink, Solving, Spec, Step,
};
use crate::cards::memory::Memory;
use crate::cards::random::Seed;
use std::fmt;
use std::ops::{Range, RangeInclusive};

/// What the names of events of cards as dealt begin with: those without it are of play.
pub const DEALT: &str = "dealt:";

/// What the odds of a game are the odds of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counted {
    /// Rounds as they are played.
    #[default]
    Rounds,
    /// Cards as they are dealt to one player, before anybody decides anything.
    Dealt,
    /// Hands as they are shown at the end of a round.
    Shown,
}

/// Importance sampling of one event: deals in which it is likely, each weighing what makes up for
/// that, so that the mean weight is the event's probability. A session is one deal.
pub trait Weighing: Sync {
    /// The weight of a deal that came as often as it should; none weighs more.
    fn whole(&self) -> u128;

    /// A rough number of nanoseconds that a deal takes on one core, for defaults.
    fn nanoseconds(&self) -> f64;

    /// Tells the weights of some sessions, 0 where the event did not come.
    fn weigh(&self, seed: Seed, sessions: Range<u64>, each: &mut dyn FnMut(u128));
}

/// A game: rules that were checked, and everything the floors above may ask of it.
pub trait Engine: Sized + Send + Sync + fmt::Debug {
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
    const FILE_PARAMETERS: &'static [&'static str];
    /// What the rules of strategy files may look at.
    const FEATURES: &'static [Feature];

    /// What the help of the command line shows of it.
    const HELP: Help = Help::NONE;

    /// Events that a study notes where they happen in more than one round in a hundred.
    const CAUTIONS: &'static [Caution] = &[];

    /// Its rules as data.
    type Rules: GameRules;
    /// Its enum of all seats that the tool can fill.
    type Player: Clone + Send + Sync + fmt::Debug;

    /// A table under these rules.
    ///
    /// # Errors
    /// Every fault of the rules at once.
    fn new(rules: Self::Rules) -> Result<Self, Vec<Fault>>;

    /// The same table with another composition of the deck, `counts` by card.
    ///
    /// # Errors
    /// If the composition has the wrong length, a count is out of range, or a round cannot be
    /// dealt from it.
    fn with_deck(self, counts: &[u32]) -> Result<Self, ExactError>;

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
    fn units(&self) -> usize;

    /// A rough number of rounds in a session.
    fn rounds_per_session(&self) -> f64;

    /// A rough number of nanoseconds that a round takes on one core, for defaults.
    fn nanoseconds(&self, players: &[Self::Player]) -> f64;

    /// What these players work out before the first round, if that takes seconds: a sentence.
    fn preparing(&self, players: &[Self::Player]) -> Option<String> {
        let _ = players;
        None
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

    /// Plays one session and tells it step by step; `round` (from 0) picks one of its rounds.
    /// Returns the steps by round, with the number of each round, and the number of rounds of
    /// the session.
    fn trace(
        &self,
        players: &mut [Self::Player],
        seed: Seed,
        session: u64,
        round: Option<u64>,
    ) -> (Vec<(u64, Vec<Step>)>, u64);

    /// Plays a written round and checks every step of it.
    ///
    /// # Errors
    /// The first step that the rules do not allow, or that the script lacks.
    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError>;

    /// EV, odds of winning and events without sampling.
    ///
    /// # Errors
    /// If these rules or players are out of reach of enumeration; the message says why.
    fn exact(&self, players: &mut [Self::Player]) -> Result<ExactFigures, ExactError>;

    /// Whether [`Engine::exact`] gives the figures of a whole run under these rules, and not only of
    /// a part of it, such as the first round of a shoe.
    fn exact_is_whole(&self) -> bool;

    /// What a reader of exact figures must know.
    fn exact_notes(&self) -> Vec<String>;

    /// What each choice is worth with a hand (all hands if none is named) in a situation (each if
    /// none is named), best play following.
    ///
    /// # Errors
    /// As [`Engine::exact`], and if the hand or the situation cannot be.
    fn decisions(&self, asked: HandAsked<'_>) -> Result<Vec<Decision>, ExactError>;

    /// How the strategy that [`Engine::decisions`] tells about was found, where it was by iteration,
    /// and what it does; such games have no [`Engine::exact`] figures.
    fn solving(&self) -> Option<Solving> {
        None
    }

    /// What the strategy of [`Engine::solving`] takes for granted; `None` where there is none.
    const SOLVED_UNDER: Option<&'static str> = None;

    /// What [`Engine::decisions`] with a named hand take for granted, where they are simulated.
    const PLAYED_UNDER: Option<&'static str> = None;

    /// The best strategy of a form that is simple enough for a strategy file.
    ///
    /// # Errors
    /// As [`Engine::exact`].
    fn best_file(&self) -> Result<BestFile, ExactError>;

    /// The strategy that counters play where nobody names one: one with a memory. `None` where
    /// nothing can be counted.
    const COUNTER: Option<&'static str> = None;

    /// The shoes that cards are counted of; none where nothing can be counted.
    fn shoes(&self) -> Vec<ShoeFacts> {
        Vec::new()
    }

    /// Whether anything is left of a shoe from one round to the next.
    fn keeps_shoes(&self) -> bool {
        false
    }

    /// The same table where every round is the first of fresh shoes, and a session of its own.
    fn fresh(&self) -> Option<Self> {
        None
    }

    /// The same table where shoes are shuffled when this part of them has been dealt.
    ///
    /// # Errors
    /// Every fault of such rules; none is told where the game has no shoes.
    fn at_penetration(&self, _penetration: f64) -> Result<Self, Vec<Fault>> {
        Err(Vec::new())
    }

    /// What taking one card out of a shoe adds to the net of a round of fresh shoes, in money
    /// units, for a player who does not know of it: by shoe and card, without sampling. `None`
    /// where that is out of reach.
    fn exact_effects(&self, _players: &mut [Self::Player]) -> Option<Vec<f64>> {
        None
    }

    /// Plays whole sessions and tells every round as a counter in a seat sees it.
    fn play_counted(
        &self,
        _players: &mut [Self::Player],
        _counter: (usize, &Memory),
        _seed: Seed,
        _sessions: Range<u64>,
        _each: &mut dyn FnMut(CountedRound<'_>),
    ) {
    }

    /// Whether anything that a seat decides depends on what it keeps of earlier rounds.
    fn remembers(&self, _player: &Self::Player) -> bool {
        false
    }

    /// Whether a seat plays so that [`Engine::index_plays`] can be told of it.
    fn has_index_plays(&self, _player: &Self::Player) -> bool {
        false
    }

    /// The decisions of a strategy that a count turns over, over some sessions, and a strategy file
    /// that plays by them, where one can. `None` where the game has none.
    fn index_plays(
        &self,
        _player: &Self::Player,
        _memory: &Memory,
        _seed: Seed,
        _sessions: u64,
    ) -> Option<(Vec<IndexPlay>, String)> {
        None
    }

    /// How likely the game's rarest event is for a player who wants nothing else: its name, and
    /// the least and the most that it can be.
    ///
    /// # Errors
    /// If the game has no such question.
    fn ceiling(&self) -> Result<(&'static str, f64, f64), ExactError> {
        Err(ExactError::Question(format!("{} has no event that one would hunt", Self::NAME)))
    }

    /// What a named hand is, how rare it is and how often it is beaten.
    ///
    /// # Errors
    /// As [`Engine::exact`], and if the hand or the situation cannot be.
    fn hand_facts(&self, hand: &str, asked: HandAsked<'_>) -> Result<Vec<HandFacts>, ExactError>;

    /// How many cards off the full deck odds may be asked of; `None` where there are no such odds.
    fn hand_sizes() -> Option<RangeInclusive<u32>> {
        None
    }

    /// The same table where runs count what so many cards off the full deck are, one of
    /// [`Engine::hand_sizes`]: a session is one deal, with no players.
    fn dealing(&self, _cards: u32) -> Option<Self> {
        None
    }

    /// The same table where runs count the events of something else than rounds. Of cards as dealt
    /// a session is one deal, with no players, and every event's name begins with [`DEALT`]. An
    /// event of rounds and of hands as shown with the same name is the same event. `None` where the
    /// game has no such events.
    fn counting(&self, _counted: Counted) -> Option<Self> {
        None
    }

    /// The event that is importance sampled where nobody names one.
    fn rare_event(&self) -> Option<&'static str> {
        None
    }

    /// Importance sampling of an event, by its index in [`Engine::events`].
    fn weighing(&self, _event: usize) -> Option<Box<dyn Weighing>> {
        None
    }
}
