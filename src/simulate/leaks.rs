//! The leaks of a strategy against a reference: the cost of each decision at which the two differ.
//!
//! The strategy plays a session; then, for each decision at which the reference would act
//! otherwise, the session is replayed twice on the same luck: the same up to there, and played on
//! by the reference, once from before that decision and once from after it. The difference is the
//! cost of the decision. Over a session the differences add up to the reference's gain, so their
//! means add up to EV(reference) − EV(strategy) (the performance-difference identity of Kakade and
//! Langford 2002, "Approximately optimal approximate reinforcement learning", lemma 6.1).

use super::block::Nets;
use super::compare::Contest;
use super::workload::{Workload, drive, sessions_in_a_block};
use super::{Contender, Plan, spread};
use crate::cards::random::Seed;
use crate::framework::{AnyTable, Disagreement, Relay, SeatError, Seats};
use crate::stats::{Difference, Moments, Pair};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// The most decisions examined in a session. In a session with more, only every second, third, …
/// one is examined, and counts that many times.
pub const MOST_LOOKED_AT: usize = 8;

/// A decision at which two strategies differ, over all sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leak {
    /// The number of times that it came up.
    pub times: u64,
    /// The number of times that it was examined.
    pub looked_at: u64,
    /// Its cost.
    pub cost: Cost,
}

/// The reference's gain in net from a decision on, in money units, over the rounds that it plays in
/// addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// The sums of the sessions in which decisions were examined.
    pub sums: Moments,
    /// The number of sessions in which there was a gain or a loss.
    pub differed: u64,
    /// The largest gain or loss of one session, in money units.
    pub largest: i64,
}

impl Cost {
    fn add(&mut self, net: i64, rounds: i64) {
        self.sums.add(net, rounds);
        self.differed += u64::from((net, rounds) != (0, 0));
        self.largest = self.largest.max(net.abs());
    }

    fn merge(&mut self, other: &Cost) {
        self.sums.merge(&other.sums);
        self.differed += other.differed;
        self.largest = self.largest.max(other.largest);
    }
}

/// The sums of a search for leaks: integers, so the order of merging does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaks {
    /// The reference and the strategy, each playing alone on the same luck.
    contest: Contest,
    /// Decisions of the strategy.
    decisions: u64,
    leaks: BTreeMap<Disagreement, Leak>,
    /// The cost of all decisions of a session.
    costs: Cost,
}

/// A finished search for leaks.
#[derive(Clone, Debug)]
pub struct LeaksRun {
    /// The sums of all sessions played.
    pub leaks: Leaks,
    /// Whether it was stopped from outside.
    pub stopped: bool,
}

const REFERENCE: usize = 0;
const STRATEGY: usize = 1;

impl Leaks {
    fn new(game: &dyn AnyTable) -> Leaks {
        let contest = Contest::new(2, game.profile().units);
        Leaks { contest, decisions: 0, leaks: BTreeMap::new(), costs: Cost::default() }
    }

    /// The reference paired with the strategy, each having played the same sessions alone from
    /// start to end.
    pub fn pair(&self) -> Pair {
        self.contest.pair(REFERENCE, STRATEGY)
    }

    /// Sessions so far.
    pub fn sessions(&self) -> u64 {
        self.contest.sessions()
    }

    /// Rounds of the strategy so far.
    pub fn rounds(&self) -> u64 {
        self.pair().b.n as u64
    }

    /// Decisions of the strategy so far.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// The decisions at which the two differ, with the cost of each.
    pub fn leaks(&self) -> impl Iterator<Item = (&Disagreement, &Leak)> {
        self.leaks.iter()
    }

    /// The cost of all of them, by session.
    pub fn costs(&self) -> &Cost {
        &self.costs
    }

    /// Whether the costs explain the whole difference; they do not if only some decisions of a long
    /// session were examined.
    pub fn explains_all(&self) -> bool {
        let Pair { a, b, .. } = self.pair();
        (a.x - b.x, a.n - b.n) == (self.costs.sums.x, self.costs.sums.n)
    }

    fn merge(&mut self, part: &Leaks) {
        self.contest.merge(&part.contest);
        self.costs.merge(&part.costs);
        self.decisions += part.decisions;
        for (at, leak) in &part.leaks {
            match self.leaks.get_mut(at) {
                Some(known) => {
                    known.times += leak.times;
                    known.looked_at += leak.looked_at;
                    known.cost.merge(&leak.cost);
                }
                None => {
                    self.leaks.insert(at.clone(), *leak);
                }
            }
        }
    }
}

/// Finds the leaks of a strategy in a seat, on the current rayon pool; `watch` is shown the rounds
/// so far and the rounds to play, from time to time.
///
/// [`Until::Rounds`](super::Until::Rounds) applies to the strategy that plays fewer rounds, and
/// [`Until::Precision`](super::Until::Precision) to the difference of the two.
///
/// # Errors
/// If the two cannot share a seat.
///
/// # Panics
/// If the seat is not at the tables.
pub fn leaks(
    game: &dyn AnyTable,
    (strategy, reference): (&Contender, &Contender),
    plan: Plan<'_>,
    watch: &(dyn Fn(u64, Option<u64>) + Sync),
) -> Result<LeaksRun, SeatError> {
    let tables = Tables { game, strategy, reference };
    tables.relay()?;
    let show = |leaks: &Leaks, goal| watch(leaks.rounds(), goal);
    let (leaks, stopped) = drive(&tables, plan, &show);
    Ok(LeaksRun { leaks, stopped })
}

/// The approximate time of a round of [`leaks`], in nanoseconds.
pub fn nanoseconds_of_leaks(game: &dyn AnyTable, both: [&Contender; 2]) -> f64 {
    /// The time to write down the decisions at which the two differ.
    const NOTES: f64 = 2_000.0;
    // Each plays alone, and both in one seat; then there are two replays of the session for each
    // decision examined, of which a round has about one.
    let plays = 3.0 + 2.0 * game.rounds_per_session().clamp(1.0, MOST_LOOKED_AT as f64);
    let mean = both.map(|side| game.nanoseconds(&*side.players)).iter().sum::<f64>() / 2.0;
    NOTES + plays * mean
}

struct Tables<'g> {
    game: &'g dyn AnyTable,
    strategy: &'g Contender,
    reference: &'g Contender,
}

impl Tables<'_> {
    /// The table at which the strategy hands over to the reference.
    fn relay(&self) -> Result<(Box<dyn Seats>, Relay), SeatError> {
        let reference = self.reference.players.seat(self.strategy.seat);
        self.strategy.sharing(self.game, &*reference)
    }
}

/// The state of a thread.
#[derive(Default)]
struct Worker {
    strategy: Box<dyn Seats>,
    reference: Box<dyn Seats>,
    both: Box<dyn Seats>,
    relay: Relay,
    nets: [Nets; 2],
    net: Nets,
}

impl Worker {
    /// The seat's net in a session, in money units, and its rounds.
    fn session(&mut self, game: &dyn AnyTable, seed: Seed, session: u64) -> (i64, i64) {
        self.net.play_one(game, &mut *self.both, (seed, session))
    }
}

impl Workload for Tables<'_> {
    type Sums = Leaks;
    type Worker = Worker;

    fn worker(&self) -> Worker {
        // [`leaks`] has checked that they can share a seat.
        let (both, relay) = self.relay().unwrap_or_default();
        let seat = self.strategy.seat;
        Worker {
            strategy: self.strategy.players.clone(),
            reference: self.reference.players.clone(),
            both,
            relay,
            nets: std::array::from_fn(|_| Nets::of_seat(seat)),
            net: Nets::of_seat(seat),
        }
    }

    fn start(&self) -> Leaks {
        Leaks::new(self.game)
    }

    fn nanoseconds(&self, _so_far: &Leaks) -> f64 {
        nanoseconds_of_leaks(self.game, [self.strategy, self.reference])
    }

    fn sessions_per_block(&self) -> u64 {
        sessions_in_a_block(self.nanoseconds(&self.start()) * self.rounds_per_session())
    }

    fn rounds_per_session(&self) -> f64 {
        self.game.rounds_per_session()
    }

    fn play(&self, worker: &mut Worker, seed: Seed, sessions: Range<u64>, sums: &mut Leaks) {
        let [reference, strategy] = &mut worker.nets;
        reference.clear();
        strategy.clear();
        self.game.play(&mut *worker.reference, seed, sessions.clone(), reference);
        self.game.play(&mut *worker.strategy, seed, sessions.clone(), strategy);
        sums.contest.add(&[(REFERENCE, reference), (STRATEGY, strategy)]);
        let mut part = self.start();
        for session in sessions {
            worker.relay.follow();
            let whole = worker.session(self.game, seed, session);
            let (decisions, differed) = worker.relay.followed();
            sums.decisions += decisions;
            // The decisions examined depend on the session's number alone, and on nothing that
            // recurs every few sessions, such as its first seat.
            let stride = differed.len().div_ceil(MOST_LOOKED_AT).max(1);
            let first = spread::part(spread::position(session), stride as u64).0 as usize;
            let (mut costs, mut known) = (vec![None; differed.len()], None);
            let after = |worker: &mut Worker, decisions: usize| {
                if decisions == differed.len() {
                    return whole;
                }
                worker.relay.hand_over_after(decisions as u64);
                worker.session(self.game, seed, session)
            };
            for at in (first..differed.len()).step_by(stride) {
                let before = match known {
                    Some((of, value)) if of == at => value,
                    _ => after(worker, at),
                };
                let behind = after(worker, at + 1);
                known = Some((at + 1, behind));
                let times = stride as i64;
                costs[at] = Some((times * (before.0 - behind.0), times * (before.1 - behind.1)));
            }
            let sum = |of: fn(&(i64, i64)) -> i64| costs.iter().flatten().map(of).sum();
            part.costs.add(sum(|&(net, _)| net), sum(|&(_, rounds)| rounds));
            // A decision that comes up more than once in a session is added once.
            let mut of_session: BTreeMap<Disagreement, (u64, u64, i64, i64)> = BTreeMap::new();
            for (at, cost) in differed.into_iter().zip(costs) {
                let (times, looked_at, net, rounds) = of_session.entry(at).or_default();
                *times += 1;
                if let Some(cost) = cost {
                    *looked_at += 1;
                    *net += cost.0;
                    *rounds += cost.1;
                }
            }
            for (at, (times, looked_at, net, rounds)) in of_session {
                let leak = part.leaks.entry(at).or_default();
                leak.times += times;
                leak.looked_at += looked_at;
                if looked_at > 0 {
                    leak.cost.add(net, rounds);
                }
            }
        }
        sums.merge(&part);
    }

    fn rounds(&self, sums: &Leaks) -> u64 {
        sums.contest.rounds()
    }

    fn rounds_with(&self, sums: &Leaks, part: &Leaks) -> u64 {
        let (sums, part) = (sums.pair(), part.pair());
        (sums.a.n + part.a.n).min(sums.b.n + part.b.n) as u64
    }

    fn one_round_each(&self, part: &Leaks) -> bool {
        let pair = part.pair();
        let sessions = i128::from(part.sessions());
        pair.a.n == sessions && pair.b.n == sessions
    }

    fn merge(&self, sums: &mut Leaks, part: &Leaks) {
        sums.merge(part);
    }

    fn look(&self, sums: &mut Leaks, confidence: f64, precision: f64) -> bool {
        let stake = self.game.profile().scale();
        let alpha = 1.0 - confidence;
        let found = Difference::time_uniform(&sums.pair(), stake, alpha, precision);
        let width = found.and_then(|found| Some(found.high? - found.low?));
        width.is_some_and(|width| width * stake <= 2.0 * precision)
    }
}
