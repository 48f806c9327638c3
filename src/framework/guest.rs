//! Guests: named strategies from outside the crate, for the tables of any game.

use super::chooser::Asked;
use super::question::Hosts;
use super::{AnyTable, Chooser, Engine, Named, RANDOM, SeatError, Seats, Spec};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Defines `Guest`, a player from outside that can be boxed, for the player trait of a game.
macro_rules! guest {
    ($($player:tt)+) => {
        /// A player from outside: any implementation of the player trait, boxed, for any seat.
        pub trait Guest: $($player)+ + Send + Sync + std::fmt::Debug {
            /// A copy of this player for another seat.
            fn another(&self) -> Box<dyn Guest>;
        }

        impl<P: $($player)+ + Clone + Send + Sync + std::fmt::Debug + 'static> Guest for P {
            fn another(&self) -> Box<dyn Guest> {
                Box::new(self.clone())
            }
        }

        impl Clone for Box<dyn Guest> {
            fn clone(&self) -> Self {
                (**self).another()
            }
        }
    };
}
pub(crate) use guest;

/// Ends a run in which a player's answer is not legal. The answers of croupier's own strategies are
/// checked in debug builds only, because they are asked millions of times a second.
///
/// The legal answers are told if the view lists them, or if they are given in words.
macro_rules! check_answer {
    ($player:expr, $view:expr, $answer:expr) => {{
        let view = &$view;
        $crate::framework::check_answer!(
            $player,
            view.seat(),
            view.allows($answer),
            $answer,
            "{:?}",
            view.legal().collect::<Vec<_>>()
        )
    }};
    ($player:expr, $seat:expr, $is_legal:expr, $answer:expr $(, $($legal:tt)+)?) => {
        if (cfg!(debug_assertions) || !$player.is_native()) && !$is_legal {
            // A copy, so that the answer itself can stay in a register.
            let (answer, legal) = ($answer, || String::new() $(+ &format!($($legal)+))?);
            $crate::framework::refuse($seat, &answer, &legal)
        }
    };
}
pub(crate) use check_answer;

/// Ends a run in which a player's answer is not legal.
///
/// # Panics
/// Always, with the answer and the legal ones, if they are told.
#[cold]
#[inline(never)]
pub(crate) fn refuse(seat: usize, answer: &dyn fmt::Debug, legal: &dyn Fn() -> String) -> ! {
    let seat = seat + 1;
    match legal() {
        none if none.is_empty() => panic!("seat {seat} answers {answer:?}, which is not legal"),
        legal => panic!("seat {seat} answers {answer:?}, which is not legal; legal here: {legal}"),
    }
}

type Seating = dyn Fn(&dyn AnyTable, &Spec) -> Result<Box<dyn Seats>, SeatError> + Send + Sync;

/// A strategy from outside the crate: its name and parameters, and a constructor of its players.
pub struct GuestStrategy {
    /// Its name and its parameters.
    pub named: Named,
    seat: Box<Seating>,
    /// Whether a chooser of the caller makes its decisions.
    pub chooses: bool,
}

impl GuestStrategy {
    /// A strategy for the tables of an engine; `seat` makes a player at a table from the values of
    /// all parameters. Each one made is a strategy of its own, to which `best` looks for a reply of
    /// its own: make it once for all questions about it.
    pub fn new<E: Engine>(
        named: Named,
        seat: impl Fn(&E, &Spec) -> Result<E::Player, SeatError> + Send + Sync + 'static,
    ) -> GuestStrategy {
        // What is found about a player's play is kept under its name for the whole process, and another
        // program in it may have a strategy of the same name.
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let seat = move |table: &dyn AnyTable, spec: &Spec| -> Result<Box<dyn Seats>, SeatError> {
            let engine: &E = table.engine().downcast_ref().ok_or_else(|| SeatError::Rules {
                strategy: spec.name,
                reason: format!("it is a strategy for {}", E::game().name),
            })?;
            Ok(Box::new(vec![seat(engine, spec)?.named(&spec.to_string(), number)]))
        };
        GuestStrategy { named, seat: Box::new(seat), chooses: false }
    }

    /// A strategy for any game: `chooser` makes its decisions, and those that it declines are made
    /// at random.
    pub fn choosing(named: Named, chooser: Arc<dyn Chooser>) -> GuestStrategy {
        let seat = move |table: &dyn AnyTable, _: &Spec| -> Result<Box<dyn Seats>, SeatError> {
            let chance = table.player(&Spec::new(&RANDOM))?;
            let chooser = Arc::new(Strategy(Arc::clone(&chooser)));
            Ok(table.chosen(&*chance, chooser))
        };
        GuestStrategy { named, seat: Box::new(seat), chooses: true }
    }

    /// Makes a player for a table.
    ///
    /// # Errors
    /// If a parameter is out of range, the strategy cannot be played under the rules of the table,
    /// or it is for another game.
    pub fn seat(&self, table: &dyn AnyTable, spec: &Spec) -> Result<Box<dyn Seats>, SeatError> {
        (self.seat)(table, spec)
    }
}

/// A chooser that is a strategy.
#[derive(Debug)]
struct Strategy(Arc<dyn Chooser>);

impl Chooser for Strategy {
    fn wants(&self) -> bool {
        self.0.wants()
    }

    fn is_strategy(&self) -> bool {
        true
    }

    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        self.0.choose(asked)
    }
}

impl PartialEq for GuestStrategy {
    /// Compares by identity, because constructors cannot be compared.
    fn eq(&self, other: &GuestStrategy) -> bool {
        std::ptr::eq(self, other)
    }
}

impl fmt::Debug for GuestStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuestStrategy").field("named", &self.named).finish_non_exhaustive()
    }
}
