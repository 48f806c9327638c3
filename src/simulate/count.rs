//! Several card counters in a seat, on common luck: each plays the same sessions, and rounds are
//! tallied by true count.

use super::Plan;
use super::compare::Contender;
use super::spread;
use super::workload::{Workload, drive, sessions_in_a_block};
use crate::cards::Memory;
use crate::cards::random::Seed;
use crate::framework::counting::{CountedRound, ShoeFacts};
use crate::framework::{AnyTable, Counting, Seats};
use crate::stats::Moments;
use crate::stats::counting::Removals;
use crate::stats::estimate::half_width_at_every_look;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// A counter: the players at its table, and its memory.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The players at its table, and the seat whose net counts.
    pub contender: Contender,
    /// Its memory.
    pub memory: Memory,
}

/// The number of groups of sessions: figures that are not plain means get their standard errors by
/// leaving out one group at a time.
pub const GROUPS: usize = 64;

/// The group of a session.
fn group(session: u64) -> usize {
    spread::part(spread::position(session), GROUPS as u64).0 as usize
}

/// The largest true count that has a bin of its own.
const MOST_COUNT: f64 = 100.0;

/// Exact sums of a counter over a group of sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Rounds.
    pub n: i128,
    /// Σ net.
    pub x: i128,
    /// Σ net of the same play at a stake of 1.
    pub flat: i128,
    /// Σ net² by round.
    pub squares: i128,
    /// Sums for the effects of removal, where the cards dealt are known.
    pub removals: Removals,
}

impl Group {
    /// Adds another group.
    pub fn merge(&mut self, other: &Group) {
        self.n += other.n;
        self.x += other.x;
        self.flat += other.flat;
        self.squares += other.squares;
        self.removals.merge(&other.removals);
    }
}

/// The rounds at one true count of a shoe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bin {
    /// Net by session, over the rounds with that count.
    pub net: Moments,
    /// Σ net² by round.
    pub squares: i128,
}

/// The tally of a counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Net by session, over rounds.
    pub net: Moments,
    /// Sums by group of sessions.
    pub groups: Vec<Group>,
    /// Rounds by shoe and true count, rounded down.
    pub bins: BTreeMap<(usize, i64), Bin>,
}

impl Counted {
    fn new() -> Counted {
        Counted { groups: vec![Group::default(); GROUPS], ..Counted::default() }
    }

    /// All groups together, except one if it is to be left out.
    pub fn without(&self, out: Option<usize>) -> Group {
        let mut all = Group::default();
        let kept = self.groups.iter().enumerate().filter(|(group, _)| Some(*group) != out);
        kept.for_each(|(_, group)| all.merge(group));
        all
    }

    fn merge(&mut self, other: &Counted) {
        self.net.merge(&other.net);
        self.groups.iter_mut().zip(&other.groups).for_each(|(group, more)| group.merge(more));
        for (count, more) in &other.bins {
            let bin = self.bins.entry(*count).or_default();
            bin.net.merge(&more.net);
            bin.squares += more.squares;
        }
    }
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct CountRun {
    /// The tallies, by counter.
    pub counted: Vec<Counted>,
    /// Whether it was stopped from outside.
    pub stopped: bool,
}

impl CountRun {
    /// The rounds of the counter with the fewest.
    pub fn rounds(&self) -> u64 {
        fewest(&self.counted)
    }

    /// The sessions played.
    pub fn sessions(&self) -> u64 {
        self.counted.first().map_or(0, |counted| counted.net.sessions)
    }
}

fn fewest(counted: &[Counted]) -> u64 {
    counted.iter().map(|counted| counted.net.n).min().unwrap_or(0) as u64
}

/// Lets the counters play the same sessions, in order, until the run ends; `watch` is shown the
/// rounds so far and the rounds to play, if known. [`Until`](super::Until) applies to the counter
/// with the fewest rounds, and to the widest interval of an EV. Runs on the current rayon pool.
///
/// # Panics
/// If nothing can be counted at this table.
pub fn count(
    game: &dyn AnyTable,
    counters: &[Counter],
    plan: Plan<'_>,
    watch: &(dyn Fn(u64, Option<u64>) + Sync),
) -> CountRun {
    if counters.is_empty() {
        return CountRun { counted: Vec::new(), stopped: false };
    }
    let copies = |shoe: &ShoeFacts| shoe.cards.iter().map(|&(_, copies)| copies).collect();
    let counting = game.capabilities().counting.expect("a game with shoes");
    let shoes = counting.shoes().iter().map(copies).collect();
    let show = |counted: &Vec<Counted>, goal| watch(fewest(counted), goal);
    let (counted, stopped) = drive(&Tables { game, counting, counters, shoes }, plan, &show);
    CountRun { counted, stopped }
}

struct Tables<'g> {
    game: &'g dyn AnyTable,
    counting: &'g dyn Counting,
    counters: &'g [Counter],
    /// Copies of each card, by shoe.
    shoes: Vec<Vec<u32>>,
}

impl Workload for Tables<'_> {
    type Sums = Vec<Counted>;
    type Worker = Vec<Box<dyn Seats>>;

    fn worker(&self) -> Self::Worker {
        self.counters.iter().map(|counter| counter.contender.players.clone()).collect()
    }

    fn start(&self) -> Vec<Counted> {
        vec![Counted::new(); self.counters.len()]
    }

    fn nanoseconds(&self, _so_far: &Vec<Counted>) -> f64 {
        let one = |counter: &Counter| self.game.nanoseconds(&*counter.contender.players);
        self.counters.iter().map(one).sum()
    }

    fn rounds_per_session(&self) -> f64 {
        self.game.rounds_per_session()
    }

    fn sessions_per_block(&self) -> u64 {
        let mean = self.nanoseconds(&self.start()) / self.counters.len() as f64;
        sessions_in_a_block(mean * self.game.rounds_per_session())
    }

    fn play(
        &self,
        worker: &mut Self::Worker,
        seed: Seed,
        sessions: Range<u64>,
        sums: &mut Vec<Counted>,
    ) {
        for ((counter, players), counted) in self.counters.iter().zip(worker).zip(sums) {
            let mut now = Session::default();
            let whose = (counter.contender.seat, &counter.memory);
            self.counting.play_counted(
                &mut **players,
                whose,
                seed,
                sessions.clone(),
                &mut |round| {
                    if now.n > 0 && now.session != round.session {
                        now.end(counted);
                    }
                    now.add(&round, &self.shoes, counted);
                },
            );
            if now.n > 0 {
                now.end(counted);
            }
        }
    }

    fn rounds(&self, sums: &Vec<Counted>) -> u64 {
        fewest(sums)
    }

    fn rounds_with(&self, sums: &Vec<Counted>, part: &Vec<Counted>) -> u64 {
        sums.iter().zip(part).map(|(a, b)| a.net.n + b.net.n).min().unwrap_or(0) as u64
    }

    fn one_round_each(&self, part: &Vec<Counted>) -> bool {
        part.iter().all(|counted| counted.net.n == i128::from(counted.net.sessions))
    }

    fn merge(&self, sums: &mut Vec<Counted>, part: &Vec<Counted>) {
        sums.iter_mut().zip(part).for_each(|(all, more)| all.merge(more));
    }

    /// Whether the widest interval of an EV is precise enough.
    fn look(&self, sums: &mut Vec<Counted>, confidence: f64, precision: f64) -> bool {
        let (alpha, unit) = (1.0 - confidence, self.game.profile().scale());
        let width =
            |counted: &Counted| half_width_at_every_look(&counted.net, unit, alpha, precision);
        sums.iter().map(width).fold(0.0, f64::max) <= precision
    }
}

/// A session in progress.
#[derive(Default)]
struct Session {
    session: u64,
    x: i64,
    n: i64,
    /// Net, rounds and Σ net², by shoe and true count.
    bins: Vec<((usize, i64), i64, i64, i128)>,
}

impl Session {
    fn add(&mut self, round: &CountedRound<'_>, shoes: &[Vec<u32>], counted: &mut Counted) {
        let CountedRound { session, net, stake, counts, dealt, ran_out } = *round;
        (self.session, self.x, self.n) = (session, self.x + net, self.n + 1);
        let square = i128::from(net) * i128::from(net);
        let group = &mut counted.groups[group(session)];
        group.n += 1;
        group.x += i128::from(net);
        group.flat += i128::from(net / stake.max(1));
        group.squares += square;
        if !dealt.is_empty() {
            group.removals.add(net, (dealt, ran_out), shoes);
        }
        for (shoe, count) in counts.iter().enumerate() {
            let Some(count) = count else { continue };
            let key = (shoe, count.clamp(-MOST_COUNT, MOST_COUNT).floor() as i64);
            match self.bins.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, x, n, squares)) => {
                    (*x, *n, *squares) = (*x + net, *n + 1, *squares + square)
                }
                None => self.bins.push((key, net, 1, square)),
            }
        }
    }

    fn end(&mut self, counted: &mut Counted) {
        counted.net.add(self.x, self.n);
        for (key, x, n, squares) in self.bins.drain(..) {
            let bin = counted.bins.entry(key).or_default();
            bin.net.add(x, n);
            bin.squares += squares;
        }
        (self.x, self.n) = (0, 0);
    }
}
