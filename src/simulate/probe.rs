//! The choices that players use, and whether their sessions end.

use crate::cards::random::Seed;
use crate::framework::parallel;
use crate::framework::{AnyTable, GivenUp, Record, Relay, SeatError, Seats, Sink, Watched};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The most decisions of a seat per expected round; a session with more is abandoned.
const MOST_DECISIONS: f64 = 1_000.0;

/// The use of a choice, over all sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Sessions in which it was open.
    pub sessions: u64,
    /// Decisions at which it was open.
    pub open: u64,
    /// Decisions at which it was taken, or may have been.
    pub taken: u64,
}

/// The results of some sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probed {
    /// Sessions that ended.
    pub ended: u64,
    /// Sessions that were given up.
    pub given_up: u64,
    /// The use of each choice, by its name.
    pub choices: BTreeMap<String, Used>,
}

impl Probed {
    /// Adds other sessions.
    pub fn merge(&mut self, other: &Probed) {
        self.ended += other.ended;
        self.given_up += other.given_up;
        for (choice, used) in &other.choices {
            let sum = self.choices.entry(choice.clone()).or_default();
            sum.sessions += used.sessions;
            sum.open += used.open;
            sum.taken += used.taken;
        }
    }

    fn add(&mut self, session: &Watched) {
        self.ended += 1;
        for (choice, used) in &session.choices {
            let sum = self.choices.entry(choice.clone()).or_default();
            sum.sessions += 1;
            sum.open += used.open;
            sum.taken += used.taken;
        }
    }
}

/// The number of decisions after which a session is given up.
pub fn most_decisions(game: &dyn AnyTable) -> u64 {
    (MOST_DECISIONS * game.players() as f64 * game.rounds_per_session().max(1.0)) as u64
}

/// A sink that counts nothing.
struct Nowhere;

impl Sink for Nowhere {
    fn session(&mut self, _record: &Record, _times: u64) {}
}

/// Plays sessions one by one. Without `random` all seats are watched for sessions that do not end;
/// with it, the first seat is watched for how often it takes each of the choices open to `random`.
/// A session with more decisions than [`most_decisions`] is given up by unwinding, so a program
/// that aborts on panic ends with it.
///
/// # Errors
/// If one of the players cannot share a seat with `random`.
fn probe(
    game: &dyn AnyTable,
    players: &dyn Seats,
    random: Option<&dyn Seats>,
    seed: u64,
    sessions: u64,
) -> Result<Probed, SeatError> {
    let (relay, seed, most) = (Relay::default(), Seed::new(seed), most_decisions(game));
    let mut table = game.nobody();
    for seat in 0..players.count() {
        let player = players.seat(seat);
        match random {
            Some(_) if seat > 0 => table.add(&*player),
            _ => {
                let second = random.unwrap_or(&*player);
                table.add(&*game.relay(&*player, second, relay.clone())?);
            }
        }
    }
    let (mut found, mut seats) = (Probed::default(), table.copied());
    for session in 0..sessions {
        match random {
            Some(_) => relay.watch(most),
            None => relay.limit(most),
        }
        let play = || game.play(&mut *seats, seed, session..session + 1, &mut Nowhere);
        match catch_unwind(AssertUnwindSafe(play)) {
            Ok(()) => found.add(&relay.watched()),
            Err(unwound) if unwound.is::<GivenUp>() => {
                found.given_up += 1;
                // The players were interrupted in the middle of a round.
                seats = table.copied();
            }
            Err(unwound) => resume_unwind(unwound),
        }
    }
    Ok(found)
}

/// The same at several tables of a game, in parallel on the current rayon pool.
pub fn probes(
    game: &dyn AnyTable,
    tables: &[&dyn Seats],
    random: Option<&dyn Seats>,
    seed: u64,
    sessions: u64,
) -> Vec<Result<Probed, SeatError>> {
    parallel::map(tables.len(), |at| probe(game, tables[at], random, seed, sessions))
}
