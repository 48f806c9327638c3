//! The value of each choice at a decision: all of them are played in the same worlds.

use super::block::Nets;
use super::compare::Contest;
use super::workload::sessions_in_a_block;
use super::{MAX_ROUNDS, Plan, Until};
use crate::cards::random::Seed;
use crate::framework::worlds::{Decider, Fault, Playing, Views};
use crate::framework::{AnyTable, Begun, Seats, Stop, World};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A written round at its decision, and the players that play on from there.
#[derive(Clone, Copy, Debug)]
pub struct Dilemma<'a, 't> {
    /// The table.
    pub game: &'a dyn AnyTable,
    /// The round as written.
    pub begun: &'a Begun<'t>,
    /// The players that play on, by seat.
    pub players: &'a dyn Seats,
    /// The views of the deciding seat, if they are known.
    pub seen: Option<&'a Arc<Views>>,
}

/// The most worlds tried for one that fits the written round.
const MOST_TRIED: u64 = 20_000;
/// The number of further worlds in which the seat must have the same choices.
const AGREED: u64 = 32;
/// The number of worlds surveyed for the probability of the other seats' actions.
const SURVEYED: u64 = 64;
/// The integer to which the largest surveyed weight is scaled, if the others may also act
/// otherwise.
const WHOLE: f64 = 65_536.0;
/// The largest factor by which weights are scaled.
const MOST_SCALE: f64 = (1_u64 << 40) as f64;
/// Worlds dealt before the first look.
const FIRST_LOOK: u64 = 64;
/// No choice is dropped, and no precision counts as reached, before one part in this many of the
/// rounds is played, or if their number is not known before this many worlds: a net that a rare
/// event multiplies hardly varies in a few hundred worlds, and seems far surer than it is.
const BEFORE_DROPS: u64 = 10;
const WORLDS_BEFORE_DROPS: u64 = 1 << 11;
/// The most worlds in a block.
const MOST_IN_A_BLOCK: u64 = 1024;
/// The fewest worlds, by effective number, that the answer may rest on.
pub const FEWEST_WORLDS: f64 = 200.0;
/// This fraction of a run (1 in 8) shows whether the whole will reach them.
const PILOT: u64 = 8;
/// The number of worlds that shows this if no goal is known.
const MANY_WORLDS: u64 = 1 << 17;

/// The tally of the worlds.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The weighted net of each choice, over the weights of the worlds kept.
    pub contest: Contest,
    /// Worlds dealt.
    pub dealt: u64,
    /// The number of those in which everything written is possible.
    pub possible: u64,
    /// The number of those in which the others might have acted as written.
    pub kept: u64,
    /// Rounds played.
    pub rounds: u64,
}

impl Worlds {
    fn new(actions: usize, stake: i64) -> Worlds {
        let contest = Contest::new(actions, stake);
        Worlds { contest, dealt: 0, possible: 0, kept: 0, rounds: 0 }
    }

    fn merge(&mut self, part: &Worlds) {
        self.contest.merge(&part.contest);
        self.dealt += part.dealt;
        self.possible += part.possible;
        self.kept += part.kept;
        self.rounds += part.rounds;
    }

    /// The effective number of worlds: (Σw)²/Σw² (Kish 1965).
    pub fn effective(&self) -> f64 {
        let longest = self.contest.live().next();
        let moments = longest.map(|one| *self.contest.moments(one)).unwrap_or_default();
        match moments.nn {
            0 => 0.0,
            nn => (moments.n as f64).powi(2) / nn as f64,
        }
    }

    /// Whether an answer after `times` as many rounds would rest on too few worlds.
    fn too_few(&self, times: f64) -> bool {
        let effective = self.effective();
        effective * times < FEWEST_WORLDS && 2.0 * effective < self.possible as f64
    }
}

/// A finished run of worlds.
#[derive(Clone, Debug)]
pub struct WorldsRun {
    /// Their tally.
    pub worlds: Worlds,
    /// Whether they were too few to condition on the others' actions.
    pub too_few: bool,
    /// Whether it was stopped from outside.
    pub stopped: bool,
    /// Whether its time was over before its rounds were.
    pub timed_out: bool,
}

/// The decision at which a written round stops: that of the seat whose views are known, or else of
/// the first seat found whose legal actions do not depend on anything unseen.
///
/// # Errors
/// If there is no such round: the fault of the world that came furthest.
pub fn stop(dilemma: Dilemma<'_, '_>, seed: u64) -> Result<Stop, Fault> {
    let (seed, of) = (Seed::new(seed), dilemma.seen.map(|seen| seen.seat));
    let mut first: Option<Fault> = None;
    // The first seat found whose legal actions depend on unseen entries, and the fault.
    let mut unnamed: Option<(usize, Fault)> = None;
    let tried = if dilemma.begun.opening.hides() { MOST_TRIED } else { 1 };
    let mut blind = Worker::new(dilemma, None);
    for number in 0..tried {
        let fault = match blind.play(seed, number, 0, false) {
            Ok(_) => {
                let Some(stop) = blind.world.stopped() else { continue };
                let is_unnamed = unnamed.as_ref().is_some_and(|(seat, _)| *seat == stop.seat);
                if is_unnamed || of.is_some_and(|seat| seat != stop.seat) {
                    continue;
                }
                let mut worker = Worker::new(dilemma, Some(Arc::new(stop.clone())));
                match worker.play(seed, number, 0, false) {
                    Ok(_) => {
                        let seat = stop.seat;
                        let found = blind.agreed(stop, seed, number);
                        match (found, of, &unnamed) {
                            // The decision may be another seat's, after this one passed in silence.
                            (Err(fault), None, None) => unnamed = Some((seat, fault)),
                            (found, ..) => return found,
                        }
                        continue;
                    }
                    Err(fault) => fault,
                }
            }
            Err(fault) if fault.is_certain() => return Err(fault),
            Err(fault) => fault,
        };
        first = Some(match first {
            Some(known) => known.or(fault),
            None => fault,
        });
    }
    Err(unnamed.map(|(_, fault)| fault).or(first).unwrap_or_default())
}

/// Plays every action at the stop in the same worlds until the run ends; an action surely worse
/// than another is dropped on the way, down to the best two. `weighs` says whether a world is
/// weighted by the probability of the others' actions in it; `nanoseconds` is the approximate time
/// of a round of a world, and `precision` the half-width, in money units, at which intervals are to
/// be tightest. `watch` is shown the rounds so far and the rounds to play, from time to time.
pub fn advise(
    dilemma: Dilemma<'_, '_>,
    stop: &Arc<Stop>,
    weighs: bool,
    (plan, nanoseconds, precision): (Plan<'_>, f64, f64),
    watch: &(dyn Fn(u64, Option<u64>) + Sync),
) -> WorldsRun {
    let actions = stop.actions.len();
    let mut run = Run {
        dilemma,
        stop,
        weighs,
        seed: Seed::new(plan.seed),
        scale: 1.0,
        idle: Mutex::new(Vec::new()),
    };
    let mut first = Worker::new(dilemma, Some(Arc::clone(stop)));
    if weighs {
        run.survey(&mut first);
    }
    run.put_back(first);
    let start = Instant::now();
    let (mut goal, mut deadline) = (None, None);
    match plan.until {
        Until::Rounds(rounds) => goal = Some(rounds.min(MAX_ROUNDS)),
        Until::Time(time) => deadline = start.checked_add(time),
        Until::Within(rounds, time) => {
            (goal, deadline) = (Some(rounds.min(MAX_ROUNDS)), start.checked_add(time));
        }
        Until::Precision(_) => {}
    }
    let mut worlds = Worlds::new(actions, dilemma.game.profile().units);
    let end = |worlds: Worlds, stopped: bool| {
        let too_few = weighs && worlds.too_few(1.0);
        WorldsRun { worlds, too_few, stopped, timed_out: false }
    };
    loop {
        // Worlds to the next look: as many as so far, and no more than the goal has room for. This
        // depends on counts alone, never on time.
        let live = worlds.contest.live().count() as f64;
        let per_block = sessions_in_a_block(nanoseconds * live).min(MOST_IN_A_BLOCK);
        let mut more = worlds.dealt.max(FIRST_LOOK);
        if let Some(goal) = goal {
            let share =
                if worlds.dealt == 0 { 1.0 } else { worlds.kept as f64 / worlds.dealt as f64 };
            let left = goal.saturating_sub(worlds.rounds) as f64;
            more = more.min((left / (1.0 + share * (live - 1.0))).ceil().max(1.0) as u64);
        }
        let look = worlds.dealt + more;
        while worlds.dealt < look {
            let wave = run.wave(nanoseconds * live, per_block).min(look - worlds.dealt);
            let (part, all) =
                run.blocks(worlds.dealt..worlds.dealt + wave, per_block, &worlds, |first| {
                    plan.stop.load(Ordering::Relaxed)
                        || first > 0 && deadline.is_some_and(|end| Instant::now() >= end)
                });
            worlds.merge(&part);
            if !all {
                let stopped = plan.stop.load(Ordering::Relaxed);
                return WorldsRun { timed_out: !stopped, ..end(worlds, stopped) };
            }
            watch(worlds.rounds, goal);
        }
        let settled = match goal {
            Some(goal) => worlds.rounds >= goal / BEFORE_DROPS,
            None => worlds.kept >= WORLDS_BEFORE_DROPS,
        };
        let known = settled && worlds.contest.look(plan.confidence, precision);
        let precise = matches!(plan.until, Until::Precision(_)) && known;
        if precise || worlds.rounds >= goal.unwrap_or(MAX_ROUNDS) {
            return end(worlds, false);
        }
        let pilot = match goal {
            Some(goal) => worlds.rounds >= goal / PILOT,
            None => worlds.dealt >= MANY_WORLDS,
        };
        let times = goal.map_or(1.0, |goal| goal as f64 / worlds.rounds.max(1) as f64);
        if weighs && pilot && worlds.too_few(times) {
            return WorldsRun { too_few: true, ..end(worlds, false) };
        }
    }
}

/// A run of worlds in progress.
struct Run<'a, 't> {
    dilemma: Dilemma<'a, 't>,
    stop: &'a Arc<Stop>,
    weighs: bool,
    seed: Seed,
    /// The factor that makes the weight of a world a whole number.
    scale: f64,
    idle: Mutex<Vec<Worker<'t>>>,
}

impl<'t> Run<'_, 't> {
    /// Sets the scale if, in a world where the others may act as written, they may also act
    /// otherwise.
    fn survey(&mut self, worker: &mut Worker<'t>) {
        let (mut seen, mut most, mut mixed) = (0, 0.0_f64, false);
        for number in 0..MOST_TRIED {
            let Ok((weight, _)) = worker.play(self.seed, number, 0, true) else { continue };
            mixed |= weight > 0.0 && weight < 1.0;
            most = most.max(weight);
            seen += 1;
            if seen == SURVEYED {
                break;
            }
        }
        if mixed {
            // Later worlds may weigh far more, and a weight is at most 1: so no sum overflows.
            self.scale = (WHOLE / most).min(MOST_SCALE);
        }
    }

    fn put_back(&self, worker: Worker<'t>) {
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(worker);
        }
    }

    /// The number of worlds to play before the next merge; it affects only the waiting time.
    fn wave(&self, nanoseconds: f64, per_block: u64) -> u64 {
        const WAVE_NANOSECONDS: f64 = 1e8;
        let threads = rayon::current_num_threads() as u64;
        ((WAVE_NANOSECONDS / nanoseconds) as u64).max(per_block) * threads
    }

    /// Plays blocks of worlds in parallel. Returns their tally, and whether all of them were
    /// played.
    fn blocks(
        &self,
        worlds: Range<u64>,
        per_block: u64,
        so_far: &Worlds,
        halted: impl Fn(u64) -> bool + Sync,
    ) -> (Worlds, bool) {
        let live: Vec<usize> = so_far.contest.live().collect();
        let actions = so_far.contest.contenders();
        let none = || (Worlds::new(actions, self.dilemma.game.profile().units), true);
        let blocks = (worlds.end - worlds.start).div_ceil(per_block);
        let block = |(mut part, all): (Worlds, bool), at: u64| {
            let first = worlds.start + at * per_block;
            if halted(first) {
                return (part, false);
            }
            let waiting = self.idle.lock().ok().and_then(|mut idle| idle.pop());
            let new = || Worker::new(self.dilemma, Some(Arc::clone(self.stop)));
            let mut worker = waiting.unwrap_or_else(new);
            let numbers = first..worlds.end.min(first + per_block);
            self.block(&mut worker, numbers, &live, &mut part);
            self.put_back(worker);
            (part, all)
        };
        // Many actions have many pairs, and a tally of all of them takes longer to make than a
        // block to play: so blocks are folded into one tally.
        let merged = |(mut a, a_all): (Worlds, bool), (b, b_all): (Worlds, bool)| {
            a.merge(&b);
            (a, a_all && b_all)
        };
        (0..blocks).into_par_iter().fold(none, block).reduce(none, merged)
    }

    /// Plays a block of worlds, and adds their results.
    fn block(
        &self,
        worker: &mut Worker<'t>,
        numbers: Range<u64>,
        live: &[usize],
        worlds: &mut Worlds,
    ) {
        let mut nets: Vec<Nets> = live.iter().map(|_| Nets::of_seat(self.stop.seat)).collect();
        for number in numbers {
            worlds.dealt += 1;
            worlds.rounds += 1;
            let Ok((weight, net)) = worker.play(self.seed, number, live[0], self.weighs) else {
                continue;
            };
            worlds.possible += 1;
            let weight = worker.world.rounded(weight, self.scale);
            if weight == 0 {
                continue;
            }
            worlds.kept += 1;
            nets[0].push(weight * net, weight);
            for (&action, nets) in live.iter().zip(&mut nets).skip(1) {
                // The world is the same up to the decision.
                let played = worker.play(self.seed, number, action, self.weighs);
                nets.push(weight * played.map_or(0, |(_, net)| net), weight);
                worlds.rounds += 1;
            }
        }
        let block: Vec<(usize, &Nets)> = live.iter().copied().zip(&nets).collect();
        worlds.contest.add(&block);
    }
}

/// The state of a thread.
struct Worker<'t> {
    world: Arc<World>,
    players: Box<dyn Seats>,
    playing: Playing<'t>,
    nets: Vec<i64>,
}

impl<'t> Worker<'t> {
    fn new(dilemma: Dilemma<'_, 't>, stop: Option<Arc<Stop>>) -> Worker<'t> {
        let world = World::new(Arc::clone(&dilemma.begun.opening), stop);
        let world = Arc::new(world.with_views(dilemma.seen.cloned()));
        let mut players = dilemma.game.nobody();
        for seat in 0..dilemma.players.count() {
            let decider = Decider { world: Arc::clone(&world), seat };
            let strategy = dilemma.players.seat(seat);
            players.add(&*dilemma.game.chosen(&*strategy, Arc::new(decider)));
        }
        Worker { world, players, playing: dilemma.begun.table(), nets: Vec::new() }
    }

    /// The decision at which a world stops, if the seat has the same actions in others.
    fn agreed(&mut self, mut stop: Stop, seed: Seed, number: u64) -> Result<Stop, Fault> {
        let others = if self.world.hides() { number + 1..number + 1 + AGREED } else { 0..0 };
        for other in others {
            let found = self.play(seed, other, 0, false).ok().and_then(|_| self.world.stopped());
            if let Some(found) = found
                && (found.seat, found.decided) == (stop.seat, stop.decided)
            {
                if found.actions != stop.actions {
                    return Err(stop.unnamed());
                }
                stop.varies |= found.sees != stop.sees;
            }
        }
        Ok(stop)
    }

    /// Plays a world. Returns its weight and the seat's net, in money units.
    fn play(
        &mut self,
        seed: Seed,
        number: u64,
        action: usize,
        weighs: bool,
    ) -> Result<(f64, i64), Fault> {
        self.world.begin(seed, number, action, weighs);
        (self.playing)(&mut *self.players, &self.world, (seed, number), &mut self.nets);
        let weight = self.world.end()?;
        Ok((weight, self.world.seat().map_or(0, |seat| self.nets[seat])))
    }
}
