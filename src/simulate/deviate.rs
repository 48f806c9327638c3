//! Single deviations: the gain of a strategy from acting, at one of its decisions, as another
//! strategy would.
//!
//! Each session is assigned to one of the other strategies. The strategy plays it, and then it is
//! replayed on the same luck, except that the other strategy makes one of the decisions at which
//! the two differ. The gain of that decision stands for all of them.

use super::block::Nets;
use super::spread;
use super::workload::{Workload, drive, sessions_in_a_block};
use super::{Contender, Plan};
use crate::cards::random::Seed;
use crate::framework::{AnyTable, Relay, SeatError, Seats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// A deviation in a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deviation {
    /// The values of the features at the decision.
    pub values: Box<[u16]>,
    /// The gain in net, in money units, times the number of decisions of the session that this one
    /// stands for.
    pub gain: i64,
}

/// The deviations towards one other strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deviations {
    /// The number of sessions, those without a deviation included.
    pub sessions: u64,
    /// The deviations in the order of their sessions, for each list of features that decisions had.
    pub seen: BTreeMap<Vec<String>, Vec<Deviation>>,
}

impl Deviations {
    /// Adds the sessions that follow these.
    fn merge(&mut self, part: &Deviations) {
        self.sessions += part.sessions;
        for (names, rows) in &part.seen {
            self.seen.entry(names.clone()).or_default().extend_from_slice(rows);
        }
    }
}

/// The sums of a search for deviations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deviated {
    /// Rounds of the strategy; those of the replays are not counted.
    pub rounds: u64,
    /// Sessions so far.
    sessions: u64,
    /// The deviations towards each of the others.
    pub towards: Vec<Deviations>,
}

/// Lets a strategy act once as each of `others` would, in the same seat, on the current rayon pool.
/// Returns the sums and whether it was stopped from outside.
///
/// # Errors
/// If one of the others cannot share the seat.
///
/// # Panics
/// If the seat is not at the table.
pub fn deviate(
    game: &dyn AnyTable,
    (strategy, others): (&Contender, &[&dyn Seats]),
    plan: Plan<'_>,
) -> Result<(Deviated, bool), SeatError> {
    let tables = Tables { game, strategy, others };
    others.iter().try_for_each(|other| strategy.sharing(game, *other).map(|_| ()))?;
    Ok(drive(&tables, plan, &|_, _| {}))
}

struct Tables<'g> {
    game: &'g dyn AnyTable,
    strategy: &'g Contender,
    others: &'g [&'g dyn Seats],
}

/// The state of a thread: the tables, and the nets of a session.
#[derive(Default)]
struct Worker {
    tables: Vec<(Box<dyn Seats>, Relay)>,
    net: Nets,
}

impl Workload for Tables<'_> {
    type Sums = Deviated;
    type Worker = Worker;

    fn worker(&self) -> Worker {
        // [`deviate`] has checked that they can share a seat.
        let relay = |other: &&dyn Seats| self.strategy.sharing(self.game, *other);
        let tables = self.others.iter().map(|other| relay(other).unwrap_or_default());
        Worker { tables: tables.collect(), net: Nets::of_seat(self.strategy.seat) }
    }

    fn start(&self) -> Deviated {
        let towards = vec![Deviations::default(); self.others.len()];
        Deviated { rounds: 0, sessions: 0, towards }
    }

    fn nanoseconds(&self, _so_far: &Deviated) -> f64 {
        // Two plays, each with two strategies in one seat.
        4.0 * self.game.nanoseconds(&*self.strategy.players)
    }

    fn sessions_per_block(&self) -> u64 {
        sessions_in_a_block(self.nanoseconds(&self.start()) * self.rounds_per_session())
    }

    fn rounds_per_session(&self) -> f64 {
        self.game.rounds_per_session()
    }

    fn play(&self, worker: &mut Worker, seed: Seed, sessions: Range<u64>, sums: &mut Deviated) {
        let Worker { tables, net } = worker;
        for session in sessions {
            let (at, rest) = spread::part(spread::position(session), tables.len() as u64);
            let at = at as usize;
            let (players, relay) = &mut tables[at];
            let mut play = || net.play_one(self.game, &mut **players, (seed, session));
            relay.look();
            let (before, rounds) = play();
            let mut looked = relay.looked();
            sums.rounds += rounds as u64;
            sums.sessions += 1;
            let towards = &mut sums.towards[at];
            towards.sessions += 1;
            if looked.is_empty() {
                continue;
            }
            let differed = looked.len() as u64;
            let (turn, _) = spread::part(rest, differed);
            relay.lend_after(turn);
            let (after, _) = play();
            let (names, values): (Vec<_>, Vec<_>) =
                looked.swap_remove(turn as usize).into_iter().unzip();
            let names = names.into_iter().map(str::to_owned).collect();
            let gain = (after - before) * differed as i64;
            let deviation = Deviation { values: values.into(), gain };
            towards.seen.entry(names).or_default().push(deviation);
        }
    }

    fn rounds(&self, sums: &Deviated) -> u64 {
        sums.rounds
    }

    fn rounds_with(&self, sums: &Deviated, part: &Deviated) -> u64 {
        sums.rounds + part.rounds
    }

    fn one_round_each(&self, part: &Deviated) -> bool {
        part.rounds == part.sessions
    }

    fn merge(&self, sums: &mut Deviated, part: &Deviated) {
        sums.rounds += part.rounds;
        sums.sessions += part.sessions;
        sums.towards.iter_mut().zip(&part.towards).for_each(|(all, more)| all.merge(more));
    }

    /// It has no interval.
    fn look(&self, _sums: &mut Deviated, _confidence: f64, _precision: f64) -> bool {
        false
    }
}
