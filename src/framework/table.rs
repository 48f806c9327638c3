//! A table of any game, independent of its type, so that the floors above are compiled once for all
//! games.

use super::counting::{CountedRound, IndexPlay, ShoeFacts};
use super::document::{Document, FileError};
use super::enumeration;
use super::worlds::Situations;
use super::{
    BestFile, Choosers, Decision, Engine, Event, ExactError, ExactFigures, Fault, HandAsked,
    HandFacts, ImportanceSampler, Profile, Relays, ReplayError, SeatError, Sink, Solving, Spec,
    Step, Tallied,
};
use crate::cards::memory::Memory;
use crate::cards::random::Seed;
use std::any::Any;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::AtomicBool;

/// A list of players of one game, independent of its type: everybody at a table, or a single
/// player.
pub trait Seats: Any + Send + Sync + fmt::Debug {
    /// The number of players.
    fn count(&self) -> usize;

    /// A copy of the players.
    fn copied(&self) -> Box<dyn Seats>;

    /// A copy of one player, counted from 0, as a list of its own.
    ///
    /// # Panics
    /// If there is no such seat.
    fn seat(&self, seat: usize) -> Box<dyn Seats>;

    /// Appends copies of players of the same game.
    ///
    /// # Panics
    /// If they are of another game.
    fn add(&mut self, others: &dyn Seats);

    /// Replaces the player in a seat by a copy of the first player of `other`.
    ///
    /// # Panics
    /// If there is no such seat, if `other` is empty, or if it is of another game.
    fn put(&mut self, seat: usize, other: &dyn Seats);
}

impl<P: Clone + Send + Sync + fmt::Debug + 'static> Seats for Vec<P> {
    fn count(&self) -> usize {
        self.len()
    }

    fn copied(&self) -> Box<dyn Seats> {
        Box::new(self.clone())
    }

    fn seat(&self, seat: usize) -> Box<dyn Seats> {
        Box::new(vec![self[seat].clone()])
    }

    fn add(&mut self, others: &dyn Seats) {
        self.extend_from_slice(others.of());
    }

    fn put(&mut self, seat: usize, other: &dyn Seats) {
        self[seat] = other.of::<P>()[0].clone();
    }
}

impl Clone for Box<dyn Seats> {
    fn clone(&self) -> Box<dyn Seats> {
        (**self).copied()
    }
}

impl Default for Box<dyn Seats> {
    /// An empty list, of no game.
    fn default() -> Box<dyn Seats> {
        Box::new(Vec::<()>::new())
    }
}

impl dyn Seats {
    /// The players by the type of their game.
    ///
    /// # Panics
    /// If they are of another game.
    pub fn of<P: 'static>(&self) -> &[P] {
        let any: &dyn Any = self;
        any.downcast_ref::<Vec<P>>().expect("players sit at tables of their own game")
    }

    /// The players by the type of their game, mutably.
    ///
    /// # Panics
    /// If they are of another game.
    pub fn of_mut<P: 'static>(&mut self) -> &mut [P] {
        let any: &mut dyn Any = self;
        any.downcast_mut::<Vec<P>>().expect("players sit at tables of their own game")
    }
}

/// The steps of a session: the number of each round, from 0, and its steps.
pub type SessionTrace = Vec<(u64, Vec<Step>)>;

/// A table of any game, whose seats can have two strategies or a chooser, and whose rounds can be
/// written up to a decision. Every [`Engine`] implements it.
///
/// Methods that take players panic if these are of another game; those that play, trace or write
/// rounds, if they are not as many as the table has seats.
pub trait AnyTable: Relays + Choosers + Situations + Send {
    /// The facts of the game that hold under all its rules.
    fn profile(&self) -> Profile;

    /// The engine itself, to be downcast.
    fn engine(&self) -> &dyn Any;

    /// The rules as data.
    fn rules_as_data(&self) -> serde_json::Value;

    /// The number of players at the table.
    fn players(&self) -> usize;

    /// Whether the rules have a house; see [`Engine::has_house`].
    fn has_house(&self) -> bool;

    /// The stake of each player before the deal, in stakes; see [`Engine::first_stake`].
    fn first_stake(&self, players: &dyn Seats) -> Option<f64>;

    /// The events that runs count; see [`Engine::events`].
    fn events(&self) -> Vec<Event>;

    /// The number of trial units.
    fn units(&self) -> usize;

    /// The approximate number of rounds in a session.
    fn rounds_per_session(&self) -> f64;

    /// The approximate time of a round on one core, in nanoseconds.
    fn nanoseconds(&self, players: &dyn Seats) -> f64;

    /// A sentence on the computation that precedes the first round; see [`Engine::preparing`].
    fn preparing(&self, players: &dyn Seats) -> Option<String>;

    /// Remarks on the play of these players; see [`Engine::remarks`].
    fn remarks(&self, players: &dyn Seats) -> Vec<String>;

    /// The memory of what players keep for these rules; see [`Engine::plan_megabytes`].
    fn plan_megabytes(&self, players: &dyn Seats) -> usize;

    /// The smallest block of sessions that [`AnyTable::play`] plays efficiently; see
    /// [`Engine::side_by_side`].
    fn side_by_side(&self, players: &dyn Seats) -> u64;

    /// An empty list of players of this game.
    fn nobody(&self) -> Box<dyn Seats>;

    /// Makes a player of a named strategy.
    ///
    /// # Errors
    /// As [`Engine::player`].
    fn player(&self, spec: &Spec) -> Result<Box<dyn Seats>, SeatError>;

    /// Makes a player of a strategy file.
    ///
    /// # Errors
    /// As [`Engine::written`].
    fn written(&self, document: &Document) -> Result<Box<dyn Seats>, FileError>;

    /// Plays a block of whole sessions and gives their records to `sink`.
    fn play(&self, players: &mut dyn Seats, seed: Seed, sessions: Range<u64>, sink: &mut dyn Sink);

    /// Plays one session and returns its steps; see [`Engine::trace`].
    fn trace(
        &self,
        players: &mut dyn Seats,
        seed: Seed,
        session: u64,
        round: Option<u64>,
    ) -> (SessionTrace, u64);

    /// Plays a written round, checks every step, and returns the steps.
    ///
    /// # Errors
    /// As [`Engine::replay`].
    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError>;

    /// The optional capabilities of the table.
    fn capabilities(&self) -> Capabilities<'_>;

    /// The exact figures of the first round of a session by enumeration of all its courses, each
    /// seat equally likely to act first, whether or not the game has an engine of its own
    /// ([`Capabilities::exact`]).
    ///
    /// # Errors
    /// If there are more than `most` courses, or the game or a player keeps something from one round to
    /// the next.
    fn enumerate(&self, players: &mut dyn Seats, most: u64) -> Result<ExactFigures, ExactError>;

    /// Whether no money is paid under the rules, so that every net is 0 and only wins count.
    fn is_for_nothing(&self) -> bool;

    /// Notes for the reader of exact figures.
    fn exact_notes(&self) -> Vec<String>;
}

impl<E: Engine> AnyTable for E {
    fn profile(&self) -> Profile {
        E::game()
    }

    fn engine(&self) -> &dyn Any {
        self
    }

    fn rules_as_data(&self) -> serde_json::Value {
        serde_json::to_value(Engine::rules(self)).unwrap_or_default()
    }

    fn players(&self) -> usize {
        Engine::players(self)
    }

    fn has_house(&self) -> bool {
        Engine::has_house(self)
    }

    fn first_stake(&self, players: &dyn Seats) -> Option<f64> {
        Engine::first_stake(self, players.of())
    }

    fn events(&self) -> Vec<Event> {
        Engine::events(self)
    }

    fn units(&self) -> usize {
        Engine::units(self)
    }

    fn rounds_per_session(&self) -> f64 {
        Engine::rounds_per_session(self)
    }

    fn nanoseconds(&self, players: &dyn Seats) -> f64 {
        Engine::nanoseconds(self, players.of())
    }

    fn preparing(&self, players: &dyn Seats) -> Option<String> {
        Engine::preparing(self, players.of())
    }

    fn remarks(&self, players: &dyn Seats) -> Vec<String> {
        Engine::remarks(self, players.of())
    }

    fn plan_megabytes(&self, players: &dyn Seats) -> usize {
        Engine::plan_megabytes(self, players.of())
    }

    fn side_by_side(&self, players: &dyn Seats) -> u64 {
        Engine::side_by_side(self, players.of())
    }

    fn nobody(&self) -> Box<dyn Seats> {
        Box::new(Vec::<E::Player>::new())
    }

    fn player(&self, spec: &Spec) -> Result<Box<dyn Seats>, SeatError> {
        Ok(Box::new(vec![Engine::player(self, spec)?]))
    }

    fn written(&self, document: &Document) -> Result<Box<dyn Seats>, FileError> {
        Ok(Box::new(vec![Engine::written(self, document)?]))
    }

    fn play(
        &self,
        players: &mut dyn Seats,
        seed: Seed,
        sessions: Range<u64>,
        mut sink: &mut dyn Sink,
    ) {
        check_count(self, players);
        Engine::play(self, players.of_mut(), seed, sessions, &mut sink);
    }

    fn trace(
        &self,
        players: &mut dyn Seats,
        seed: Seed,
        session: u64,
        round: Option<u64>,
    ) -> (SessionTrace, u64) {
        check_count(self, players);
        Engine::trace(self, players.of_mut(), seed, session, round)
    }

    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError> {
        Engine::replay(self, script).map_err(|error| error.at_its_line(script))
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Engine::capabilities(self)
    }

    fn enumerate(&self, players: &mut dyn Seats, most: u64) -> Result<ExactFigures, ExactError> {
        check_count(self, players);
        let found = enumeration::figures(self, most, self.first_round(players.of_mut()));
        found.map_err(|refusal| ExactError::OutOfReach(format!("{refusal}; {}", self.instead())))
    }

    fn is_for_nothing(&self) -> bool {
        Engine::is_for_nothing(self)
    }

    fn exact_notes(&self) -> Vec<String> {
        Engine::exact_notes(self)
    }
}

/// Panics if there are more players or fewer than seats.
pub(super) fn check_count(table: &impl Engine, players: &dyn Seats) {
    let (found, seats) = (players.count(), Engine::players(table));
    assert_eq!(found, seats, "{found} players at a table of {seats}");
}

/// The optional capabilities of a table, beyond play. A game sets only those it has: `Capabilities
/// { exact: Some(self), ..Capabilities::default() }`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Capabilities<'t> {
    /// Exact EV, win odds and event probabilities.
    pub exact: Option<&'t dyn Exact>,
    /// The value of each choice.
    pub decisions: Option<&'t dyn Decisions>,
    /// The category, the rarity and the strength of a hand.
    pub hands: Option<&'t dyn Hands>,
    /// Play found by iteration.
    pub solved: Option<&'t dyn Solved>,
    /// The best strategy that can be written as a file.
    pub best_file: Option<&'t dyn BestFiles>,
    /// Decks of another composition.
    pub other_deck: Option<&'t dyn OtherDeck>,
    /// Shoes whose cards can be counted.
    pub counting: Option<&'t dyn Counting>,
    /// Decisions that change with the count.
    pub index_plays: Option<&'t dyn IndexPlays>,
    /// Odds of hands of a given size, dealt from the full deck.
    pub hand_odds: Option<&'t dyn HandOdds>,
    /// Runs that count events of deals or of shown hands instead of rounds.
    pub tallying: Option<&'t dyn Tallying>,
    /// The greatest probability of the rarest event.
    pub maximum_probability: Option<&'t dyn MaximumProbability>,
    /// Importance sampling of rare events.
    pub rare: Option<&'t dyn RareEvents>,
    /// Equivalent strategy files with more parameters.
    pub unfolds: Option<&'t dyn Unfolds>,
}

/// Exact EV, win odds and event probabilities.
pub trait Exact: Sync + fmt::Debug {
    /// The figures of these players.
    ///
    /// # Errors
    /// If these rules or players are out of reach of enumeration; the message says why.
    fn exact(&self, players: &mut dyn Seats) -> Result<ExactFigures, ExactError>;

    /// Whether the figures are those of a whole run under these rules, not only of a part of it
    /// such as the first round of a shoe.
    fn is_whole(&self) -> bool {
        true
    }

    /// Whether it enumerates the courses of a round itself where nothing else computes the figures, so
    /// that [`AnyTable::enumerate`] has nothing to add.
    fn enumerates(&self) -> bool {
        false
    }
}

/// The value of each choice.
pub trait Decisions: Sync + fmt::Debug {
    /// The value of each choice with the hand (all hands if none is named) in the situation (all
    /// situations if none is named), followed by best play. The situation may have only parts that
    /// the game declares.
    ///
    /// # Errors
    /// If it is out of reach of enumeration, or if the hand or the situation is impossible.
    fn decisions(&self, asked: HandAsked<'_>) -> Result<Vec<Decision>, ExactError>;

    /// Whether they depend on what the other seats play.
    fn depend_on_others(&self) -> bool {
        false
    }

    /// Whether the game plays the choices out, on luck of its own, instead of computing them.
    fn are_played(&self) -> bool {
        false
    }

    /// The parts of the situation that a question about a hand leaves open, if computing the
    /// choices for all their values would take long. Advice is for one situation, so it asks for
    /// these parts before anything is computed.
    fn open_parts(&self, asked: HandAsked<'_>) -> Vec<&'static str> {
        let _ = asked;
        Vec::new()
    }

    /// As [`Decisions::decisions`], for `seat` at a table of these players. Only a game whose
    /// choices depend on the other seats needs to implement it.
    ///
    /// # Errors
    /// As [`Decisions::decisions`].
    fn decisions_among(
        &self,
        _players: &dyn Seats,
        _seat: usize,
        asked: HandAsked<'_>,
    ) -> Result<Vec<Decision>, ExactError> {
        self.decisions(asked)
    }

    /// The assumptions of decisions with a named hand, if they are simulated.
    fn assumptions(&self) -> Option<&'static str> {
        None
    }
}

/// The category, the rarity and the strength of a hand.
pub trait Hands: Sync + fmt::Debug {
    /// The facts of a hand. The situation may have only parts that the game declares.
    ///
    /// # Errors
    /// If it is out of reach of enumeration, or if the hand or the situation is impossible.
    fn hand_facts(&self, hand: &str, asked: HandAsked<'_>) -> Result<Vec<HandFacts>, ExactError>;
}

/// Play found by iteration. [`Decisions`] reports its choices; there are no exact figures.
pub trait Solved: Sync + fmt::Debug {
    /// The strategy and its convergence.
    fn solving(&self) -> Solving;

    /// The assumptions behind it.
    fn assumptions(&self) -> &'static str;
}

/// The best strategy of a form that is simple enough for a strategy file.
pub trait BestFiles: Sync + fmt::Debug {
    /// The file and its value.
    ///
    /// # Errors
    /// If these rules are out of reach.
    fn best_file(&self) -> Result<BestFile, ExactError>;
}

/// Equivalent strategy files with more parameters, for a finer search.
pub trait Unfolds: Sync + fmt::Debug {
    /// A file that plays the same with more numbers or chart cells, such as the chart of a
    /// threshold; `None` if the file cannot be refined.
    fn unfolded(&self, text: &str) -> Option<String>;
}

/// Decks of another composition.
pub trait OtherDeck: Sync + fmt::Debug {
    /// The same table with another deck: `counts` holds the number of copies by card.
    ///
    /// # Errors
    /// If the composition has the wrong length, a count is out of range, or a round cannot be
    /// dealt from it.
    fn with_deck(&self, counts: &[u32]) -> Result<Box<dyn AnyTable>, ExactError>;
}

/// Shoes whose cards can be counted.
pub trait Counting: Sync + fmt::Debug {
    /// The default strategy of counters: one with a memory.
    fn counter(&self) -> &'static str;

    /// The shoes whose cards are counted: at least one.
    fn shoes(&self) -> Vec<ShoeFacts>;

    /// The fraction of a shoe that is dealt before it is shuffled; `None` if each round begins with full
    /// shoes.
    fn penetration(&self) -> Option<f64>;

    /// Whether any decision of the seat depends on its memory of earlier rounds.
    fn remembers(&self, player: &dyn Seats) -> bool;

    /// The same table with fresh shoes for every round; every round is a session.
    fn fresh(&self) -> Box<dyn AnyTable>;

    /// The same table with shoes that are shuffled once this fraction of them has been dealt.
    ///
    /// # Errors
    /// All faults of such rules.
    fn at_penetration(&self, penetration: f64) -> Result<Box<dyn AnyTable>, Vec<Fault>>;

    /// The exact effects of removal, by shoe and card: the change in the expected net of a round
    /// from fresh shoes, in money units, if one such card is missing and the player does not know
    /// it. `None` if they are out of reach.
    fn exact_effects(&self, players: &mut dyn Seats) -> Option<Vec<f64>> {
        let _ = players;
        None
    }

    /// Plays whole sessions and passes every round to `each` as it looks to the counter, given by
    /// its seat and its memory.
    fn play_counted(
        &self,
        players: &mut dyn Seats,
        counter: (usize, &Memory),
        seed: Seed,
        sessions: Range<u64>,
        each: &mut dyn FnMut(CountedRound<'_>),
    );
}

/// Decisions that change with the count.
pub trait IndexPlays: Sync + fmt::Debug {
    /// A strategy that has index plays, for messages.
    fn example(&self) -> &'static str;

    /// Whether [`IndexPlays::index_plays`] can be computed for this player.
    fn has_index_plays(&self, player: &dyn Seats) -> bool;

    /// The index plays of a player, found over a number of sessions, and a strategy file that plays
    /// by them, unless rules of files can tell none of their counts apart. `None` if the player has
    /// none, or once `stop` is set.
    fn index_plays(
        &self,
        player: &dyn Seats,
        memory: &Memory,
        seed: Seed,
        sessions: u64,
        stop: &AtomicBool,
    ) -> Option<(Vec<IndexPlay>, Option<String>)>;
}

/// Odds of hands of a given size, dealt from the full deck.
pub trait HandOdds: Sync + fmt::Debug {
    /// The hand sizes that can be asked for.
    fn hand_sizes(&self) -> RangeInclusive<u32>;

    /// The same table with runs that count hands of this size, dealt from the full deck: a session
    /// is one deal, without players.
    fn dealing(&self, cards: u32) -> Box<dyn AnyTable>;
}

/// Runs that count events of deals or of shown hands instead of rounds.
pub trait Tallying: Sync + fmt::Debug {
    /// The same table with runs that count the events of `tallied`. For [`Tallied::Dealt`] a
    /// session is one deal without players, and every event's name begins with
    /// [`DEALT`](super::DEALT). An event of [`Tallied::Shown`] with the name of an event of rounds
    /// is the same event.
    fn tallying(&self, tallied: Tallied) -> Box<dyn AnyTable>;
}

/// The greatest probability of the rarest event.
pub trait MaximumProbability: Sync + fmt::Debug {
    /// The probability of the game's rarest event for a player with no other aim: the event's name,
    /// and a lower and an upper bound of the probability.
    fn maximum_probability(&self) -> (&'static str, f64, f64);
}

/// Importance sampling of rare events.
pub trait RareEvents: Sync + fmt::Debug {
    /// The event that is sampled by default.
    fn usual(&self) -> &'static str;

    /// A sampler of an event, by its index in [`Engine::events`]. `None` if there is none.
    fn sampler(&self, event: usize) -> Option<Box<dyn ImportanceSampler>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_added_copied_and_replaced() {
        let mut table: Box<dyn Seats> = Box::new(vec![1_u8, 2]);
        let copy = table.clone();
        let one: Box<dyn Seats> = Box::new(vec![7_u8, 8]);
        table.add(&*one);
        table.put(0, &*one);
        assert_eq!((table.count(), table.of::<u8>()), (4, &[7, 2, 7, 8][..]));
        assert_eq!((copy.of::<u8>(), copy.seat(1).of::<u8>()), (&[1, 2][..], &[2][..]));
        table.of_mut::<u8>()[3] = 0;
        assert_eq!(table.of::<u8>(), [7, 2, 7, 0]);
    }

    #[test]
    #[should_panic(expected = "players sit at tables of their own game")]
    fn players_of_another_game_are_noticed() {
        let table: Box<dyn Seats> = Box::new(vec![1_u8]);
        table.of::<u16>();
    }
}
