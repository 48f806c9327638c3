//! A table of any game: what the floors above play and ask, compiled once for all games.

use super::counting::{CountedRound, IndexPlay, ShoeFacts};
use super::document::{Document, FileError};
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

/// Players side by side, of whatever game: everybody at a table, or a single one.
pub trait Seats: Any + Send + Sync + fmt::Debug {
    /// How many there are.
    fn count(&self) -> usize;

    /// The same players once more.
    fn copied(&self) -> Box<dyn Seats>;

    /// One of them, counted from 0.
    ///
    /// # Panics
    /// If there is no such seat.
    fn seat(&self, seat: usize) -> Box<dyn Seats>;

    /// Adds players of the same game.
    ///
    /// # Panics
    /// If they are of another game.
    fn add(&mut self, others: &dyn Seats);

    /// Puts the first of some players of the same game into a seat.
    ///
    /// # Panics
    /// If there is no such seat or no such player, or if it is of another game.
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
    /// Nobody, of no game.
    fn default() -> Box<dyn Seats> {
        Box::new(Vec::<()>::new())
    }
}

impl dyn Seats {
    /// The players as their game knows them.
    ///
    /// # Panics
    /// If they are of another game.
    pub fn of<P: 'static>(&self) -> &[P] {
        let any: &dyn Any = self;
        any.downcast_ref::<Vec<P>>().expect("players sit at tables of their own game")
    }

    /// The players as their game knows them.
    ///
    /// # Panics
    /// If they are of another game.
    pub fn of_mut<P: 'static>(&mut self) -> &mut [P] {
        let any: &mut dyn Any = self;
        any.downcast_mut::<Vec<P>>().expect("players sit at tables of their own game")
    }
}

/// The steps of a session, by round with the number of each round from 0.
pub type SessionTrace = Vec<(u64, Vec<Step>)>;

/// A table of any game. Every [`Engine`] is one.
///
/// Methods that take players panic if these are of another game.
pub trait AnyTable: Send + Sync + fmt::Debug {
    /// What is always true of the game.
    fn profile(&self) -> Profile;

    /// The engine itself.
    fn engine(&self) -> &dyn Any;

    /// The rules as data.
    fn rules_as_data(&self) -> serde_json::Value;

    /// Players at the table.
    fn players(&self) -> usize;

    /// Whether the rules have a house; see [`Engine::has_house`].
    fn has_house(&self) -> bool;

    /// What each player puts in before anything is dealt; see [`Engine::first_stake`].
    fn first_stake(&self, players: &dyn Seats) -> Option<f64>;

    /// The events that runs count; see [`Engine::events`].
    fn events(&self) -> Vec<Event>;

    /// How many units of trials there are.
    fn units(&self) -> usize;

    /// A rough number of rounds in a session.
    fn rounds_per_session(&self) -> f64;

    /// A rough number of nanoseconds that a round takes on one core.
    fn nanoseconds(&self, players: &dyn Seats) -> f64;

    /// What these players work out before the first round, if that takes seconds.
    fn preparing(&self, players: &dyn Seats) -> Option<String>;

    /// Whether some of the players keep a plan of many megabytes, of these rules alone.
    fn keeps_plans(&self, players: &dyn Seats) -> bool;

    /// How many sessions are best played by one call of [`AnyTable::play`].
    fn side_by_side(&self, players: &dyn Seats) -> u64;

    /// Nobody, of this game.
    fn nobody(&self) -> Box<dyn Seats>;

    /// A seat that plays a strategy.
    ///
    /// # Errors
    /// As [`Engine::player`].
    fn player(&self, spec: &Spec) -> Result<Box<dyn Seats>, SeatError>;

    /// A seat that plays what a file says.
    ///
    /// # Errors
    /// As [`Engine::written`].
    fn written(&self, document: &Document) -> Result<Box<dyn Seats>, FileError>;

    /// Plays a block of whole sessions and counts them.
    fn play(&self, players: &mut dyn Seats, seed: Seed, sessions: Range<u64>, sink: &mut dyn Sink);

    /// Plays one session and tells it step by step; see [`Engine::trace`].
    fn trace(
        &self,
        players: &mut dyn Seats,
        seed: Seed,
        session: u64,
        round: Option<u64>,
    ) -> (SessionTrace, u64);

    /// Plays a written round and checks every step of it.
    ///
    /// # Errors
    /// As [`Engine::replay`].
    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError>;

    /// What the table can do beyond play.
    fn capabilities(&self) -> Capabilities<'_>;

    /// Why there are no exact figures where there are none.
    fn out_of_reach(&self) -> ExactError;

    /// What a reader of exact figures must know.
    fn exact_notes(&self) -> Vec<String>;
}

impl<E: Engine> AnyTable for E {
    fn profile(&self) -> Profile {
        Profile::new::<E>()
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

    fn keeps_plans(&self, players: &dyn Seats) -> bool {
        Engine::keeps_plans(self, players.of())
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
        Engine::play(self, players.of_mut(), seed, sessions, &mut sink);
    }

    fn trace(
        &self,
        players: &mut dyn Seats,
        seed: Seed,
        session: u64,
        round: Option<u64>,
    ) -> (SessionTrace, u64) {
        Engine::trace(self, players.of_mut(), seed, session, round)
    }

    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError> {
        Engine::replay(self, script)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Engine::capabilities(self)
    }

    fn out_of_reach(&self) -> ExactError {
        Engine::out_of_reach(self)
    }

    fn exact_notes(&self) -> Vec<String> {
        Engine::exact_notes(self)
    }
}

/// What a table can do beyond play. A game names what it has, and no more:
/// `Capabilities { exact: Some(self), ..Capabilities::default() }`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Capabilities<'t> {
    /// EV, odds of winning and events without sampling.
    pub exact: Option<&'t dyn Exact>,
    /// What each choice is worth.
    pub decisions: Option<&'t dyn Decisions>,
    /// What a hand is, how rare it is and how often it is beaten.
    pub hands: Option<&'t dyn Hands>,
    /// Play that was found by iteration.
    pub solved: Option<&'t dyn Solved>,
    /// The best strategy that a file can say.
    pub best_file: Option<&'t dyn BestFiles>,
    /// Another composition of the deck.
    pub other_deck: Option<&'t dyn OtherDeck>,
    /// Shoes whose cards can be counted.
    pub counting: Option<&'t dyn Counting>,
    /// Decisions that a count turns over.
    pub index_plays: Option<&'t dyn IndexPlays>,
    /// Odds of so many cards off the full deck.
    pub hand_odds: Option<&'t dyn HandOdds>,
    /// Runs that tally something else than rounds.
    pub tallying: Option<&'t dyn Tallying>,
    /// How likely the rarest event can be made.
    pub maximum_probability: Option<&'t dyn MaximumProbability>,
    /// Importance sampling of rare events.
    pub rare: Option<&'t dyn RareEvents>,
    /// Seats with two strategies.
    pub relays: Option<&'t dyn Relays>,
    /// Seats in which somebody else may decide.
    pub choosers: Option<&'t dyn Choosers>,
    /// Strategy files with more to vary.
    pub unfolds: Option<&'t dyn Unfolds>,
    /// Rounds that are written up to a decision.
    pub situations: Option<&'t dyn Situations>,
}

/// EV, odds of winning and events without sampling.
pub trait Exact: Sync + fmt::Debug {
    /// The figures of these players.
    ///
    /// # Errors
    /// If these rules or players are out of reach of enumeration; the message says why.
    fn exact(&self, players: &mut dyn Seats) -> Result<ExactFigures, ExactError>;

    /// Whether these are the figures of a whole run under these rules, and not only of a part of it,
    /// such as the first round of a shoe.
    fn is_whole(&self) -> bool {
        true
    }
}

/// What each choice is worth.
pub trait Decisions: Sync + fmt::Debug {
    /// What each choice is worth with a hand (all hands if none is named) in a situation (each if
    /// none is named), best play following. The situation has only parts that the game declares.
    ///
    /// # Errors
    /// If it is out of reach of enumeration, or if the hand or the situation cannot be.
    fn decisions(&self, asked: HandAsked<'_>) -> Result<Vec<Decision>, ExactError>;

    /// Whether they depend on what the other seats play.
    fn depend_on_others(&self) -> bool {
        false
    }

    /// [`Decisions::decisions`] of a seat whose opponents are the players in the other seats, where the
    /// choices depend on them.
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

    /// What decisions with a named hand take for granted, where they are simulated.
    fn assumptions(&self) -> Option<&'static str> {
        None
    }
}

/// What a hand is, how rare it is and how often it is beaten.
pub trait Hands: Sync + fmt::Debug {
    /// The facts of a hand. The situation has only parts that the game declares.
    ///
    /// # Errors
    /// If it is out of reach of enumeration, or if the hand or the situation cannot be.
    fn hand_facts(&self, hand: &str, asked: HandAsked<'_>) -> Result<Vec<HandFacts>, ExactError>;
}

/// Play that was found by iteration: [`Decisions`] tells of it, and there are no exact figures.
pub trait Solved: Sync + fmt::Debug {
    /// How it was found, and what it does.
    fn solving(&self) -> Solving;

    /// What it takes for granted.
    fn assumptions(&self) -> &'static str;
}

/// The best strategy of a form that is simple enough for a strategy file.
pub trait BestFiles: Sync + fmt::Debug {
    /// The file, and what it is worth.
    ///
    /// # Errors
    /// If these rules are out of reach.
    fn best_file(&self) -> Result<BestFile, ExactError>;
}

/// Strategy files with more to vary.
pub trait Unfolds: Sync + fmt::Debug {
    /// A file that plays the same and has more numbers or chart cells, such as the chart of a
    /// threshold; nothing where the file is as fine as can be.
    fn unfolded(&self, text: &str) -> Option<String>;
}

/// Another composition of the deck.
pub trait OtherDeck: Sync + fmt::Debug {
    /// The same table with another composition of the deck, `counts` by card.
    ///
    /// # Errors
    /// If the composition has the wrong length, a count is out of range, or a round cannot be
    /// dealt from it.
    fn with_deck(&self, counts: &[u32]) -> Result<Box<dyn AnyTable>, ExactError>;
}

/// Shoes whose cards can be counted.
pub trait Counting: Sync + fmt::Debug {
    /// The strategy that counters play where nobody names one: one with a memory.
    fn counter(&self) -> &'static str;

    /// The shoes that cards are counted of: at least one.
    fn shoes(&self) -> Vec<ShoeFacts>;

    /// Whether anything is left of a shoe from one round to the next.
    fn keeps_shoes(&self) -> bool;

    /// Whether anything that a seat decides depends on what it keeps of earlier rounds.
    fn remembers(&self, player: &dyn Seats) -> bool;

    /// The same table where every round is the first of fresh shoes, and a session of its own.
    fn fresh(&self) -> Box<dyn AnyTable>;

    /// The same table where shoes are shuffled when this part of them has been dealt.
    ///
    /// # Errors
    /// Every fault of such rules.
    fn at_penetration(&self, penetration: f64) -> Result<Box<dyn AnyTable>, Vec<Fault>>;

    /// What taking one card out of a shoe adds to the net of a round of fresh shoes, in money
    /// units, for a player who does not know of it: by shoe and card, without sampling. `None`
    /// where that is out of reach.
    fn exact_effects(&self, players: &mut dyn Seats) -> Option<Vec<f64>> {
        let _ = players;
        None
    }

    /// Plays whole sessions and tells every round as a counter in a seat sees it.
    fn play_counted(
        &self,
        players: &mut dyn Seats,
        counter: (usize, &Memory),
        seed: Seed,
        sessions: Range<u64>,
        each: &mut dyn FnMut(CountedRound<'_>),
    );
}

/// Decisions that a count turns over.
pub trait IndexPlays: Sync + fmt::Debug {
    /// A strategy whose seats have index plays.
    fn example(&self) -> &'static str;

    /// Whether a seat plays so that [`IndexPlays::index_plays`] can be told of it.
    fn has_index_plays(&self, player: &dyn Seats) -> bool;

    /// The decisions of a seat that a count turns over, over some sessions, and a strategy file
    /// that plays by them. `None` where the seat has none, or once `stop` is set.
    fn index_plays(
        &self,
        player: &dyn Seats,
        memory: &Memory,
        seed: Seed,
        sessions: u64,
        stop: &AtomicBool,
    ) -> Option<(Vec<IndexPlay>, String)>;
}

/// Odds of so many cards off the full deck.
pub trait HandOdds: Sync + fmt::Debug {
    /// How many cards they may be asked of.
    fn hand_sizes(&self) -> RangeInclusive<u32>;

    /// The same table where runs count what so many cards off the full deck are: a session is one
    /// deal, with no players.
    fn dealing(&self, cards: u32) -> Box<dyn AnyTable>;
}

/// Runs that tally something else than rounds.
pub trait Tallying: Sync + fmt::Debug {
    /// The same table where runs tally the events of something else than rounds. Of cards as dealt
    /// a session is one deal, with no players, and every event's name begins with
    /// [`DEALT`](super::DEALT). An event of rounds and of hands as shown with the same name is the
    /// same event.
    fn tallying(&self, tallied: Tallied) -> Box<dyn AnyTable>;
}

/// How likely the rarest event can be made.
pub trait MaximumProbability: Sync + fmt::Debug {
    /// The probability of the game's rarest event for a player who wants nothing else: its name, and
    /// the least and the most that it can be.
    fn maximum_probability(&self) -> (&'static str, f64, f64);
}

/// Importance sampling of rare events.
pub trait RareEvents: Sync + fmt::Debug {
    /// The event that is sampled where nobody names one.
    fn usual(&self) -> &'static str;

    /// A sampler of an event, by its index in [`Engine::events`]. `None` where there is none.
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
