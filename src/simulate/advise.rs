//! What each choice at a decision is worth: all of them played in the same worlds.

use super::compare::{Contest, Nets};
use super::workload::sessions_in_a_block;
use super::{MAX_ROUNDS, Plan, Until};
use crate::cards::random::Seed;
use crate::framework::worlds::{Decider, Fault, Playing};
use crate::framework::{AnyTable, Begun, Choosers, Seats, Stop, World};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A written round at its decision, and who plays on from there.
#[derive(Clone, Copy, Debug)]
pub struct Dilemma<'a, 't> {
    /// The table.
    pub game: &'a dyn AnyTable,
    /// The seats that a world can decide for.
    pub choosers: &'a dyn Choosers,
    /// What is written.
    pub begun: &'a Begun<'t>,
    /// Who plays on, seat by seat.
    pub players: &'a dyn Seats,
}

/// Worlds that are looked through for one that fits what is written.
const MOST_TRIED: u64 = 20_000;
/// Worlds in which the seat must have the same choices.
const AGREED: u64 = 32;
/// Worlds that are looked at for how likely what the others did is.
const SURVEYED: u64 = 64;
/// The weight of a world in which the others may also do otherwise is a whole number of parts of this.
const WHOLE: f64 = 65_536.0;
/// Worlds in hand before the first look.
const FIRST_LOOK: u64 = 64;
/// Worlds in a block at most.
const MOST_IN_A_BLOCK: u64 = 1024;
/// Worlds, by their weights, that the answer must rest on.
pub const FEWEST_WORLDS: f64 = 200.0;
/// The part of a run after which it is plain whether it comes to these.
const PILOT: u64 = 8;
/// Worlds after which the same is plain where no end is known.
const MANY_WORLDS: u64 = 1 << 17;

/// What the worlds came to.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// What each choice took, over the weights of the worlds that were kept.
    pub contest: Contest,
    /// Worlds dealt.
    pub dealt: u64,
    /// Those of them in which everything written can be done.
    pub possible: u64,
    /// Those of them in which the others might have done what they did.
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

    /// How many worlds of the same weight would say as much: (Σw)²/Σw² (Kish 1965).
    pub fn effective(&self) -> f64 {
        let longest = self.contest.live().next();
        let moments = longest.map(|one| *self.contest.moments(one)).unwrap_or_default();
        match moments.nn {
            0 => 0.0,
            nn => (moments.n as f64).powi(2) / nn as f64,
        }
    }

    /// Whether an answer by so many rounds more would rest on too few worlds.
    fn too_few(&self, times: f64) -> bool {
        let effective = self.effective();
        effective * times < FEWEST_WORLDS && 2.0 * effective < self.possible as f64
    }
}

/// Worlds that were played.
#[derive(Clone, Debug)]
pub struct WorldsRun {
    /// What they came to.
    pub worlds: Worlds,
    /// Whether they were too few to go by what the others did.
    pub too_few: bool,
    /// Whether it was stopped from outside.
    pub stopped: bool,
}

/// The decision that a written round stops at.
///
/// # Errors
/// Why there is no such round, of the world that came furthest.
pub fn stop(dilemma: Dilemma<'_, '_>, seed: u64) -> Result<Stop, Fault> {
    let seed = Seed::new(seed);
    let mut first: Option<Fault> = None;
    let tried = if dilemma.begun.opening.hides() { MOST_TRIED } else { 1 };
    let mut blind = Worker::new(dilemma, None);
    for number in 0..tried {
        let fault = match blind.play(seed, number, 0, false) {
            Ok(_) => {
                let Some(stop) = blind.world.stopped() else { continue };
                let mut worker = Worker::new(dilemma, Some(Arc::new(stop.clone())));
                match worker.play(seed, number, 0, false) {
                    Ok(_) => return blind.agreed(stop, seed, number),
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
    Err(first.unwrap_or_default())
}

/// Plays every action at the stop in the same worlds until the plan is done; what is surely worse than
/// another one is dropped on the way, but for the best two. `weighs` says whether a world counts by how
/// likely it makes what the others did; `nanoseconds` is what a round of a world takes, roughly, and
/// `precision` the half-width, in money units, at which intervals are to be tightest. `watch` is shown
/// the rounds now and then, and those to come to.
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
        WorldsRun { worlds, too_few, stopped }
    };
    loop {
        // Worlds to the next look: as many as so far, and no more than the goal has room for. Only what
        // was counted decides on it.
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
                return end(worlds, plan.stop.load(Ordering::Relaxed));
            }
            watch(worlds.rounds, goal);
        }
        let known = worlds.contest.look(plan.confidence, precision);
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
            return WorldsRun { worlds, too_few: true, stopped: false };
        }
    }
}

/// Worlds on their way.
struct Run<'a, 't> {
    dilemma: Dilemma<'a, 't>,
    stop: &'a Arc<Stop>,
    weighs: bool,
    seed: Seed,
    /// What the weight of a world is multiplied with.
    scale: f64,
    idle: Mutex<Vec<Worker<'t>>>,
}

impl<'t> Run<'_, 't> {
    /// Finds out whether the others may do otherwise in a world in which they do what they did.
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
            self.scale = WHOLE / most;
        }
    }

    fn put_back(&self, worker: Worker<'t>) {
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(worker);
        }
    }

    /// Worlds to play before the next merge: nothing but how long one waits depends on it.
    fn wave(&self, nanoseconds: f64, per_block: u64) -> u64 {
        const WAVE_NANOSECONDS: f64 = 1e8;
        let threads = rayon::current_num_threads() as u64;
        ((WAVE_NANOSECONDS / nanoseconds) as u64).max(per_block) * threads
    }

    /// Blocks of worlds side by side; and whether all of them were played.
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
        // Of many actions there are many pairs: a tally of each takes longer than a block to be made.
        let merged = |(mut a, a_all): (Worlds, bool), (b, b_all): (Worlds, bool)| {
            a.merge(&b);
            (a, a_all && b_all)
        };
        (0..blocks).into_par_iter().fold(none, block).reduce(none, merged)
    }

    /// Plays a block of worlds, and adds what came of them.
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

/// What a thread plays worlds with.
struct Worker<'t> {
    world: Arc<World>,
    players: Box<dyn Seats>,
    playing: Playing<'t>,
    nets: Vec<i64>,
}

impl<'t> Worker<'t> {
    fn new(dilemma: Dilemma<'_, 't>, stop: Option<Arc<Stop>>) -> Worker<'t> {
        let world = Arc::new(World::new(Arc::clone(&dilemma.begun.opening), stop));
        let mut players = dilemma.game.nobody();
        for seat in 0..dilemma.players.count() {
            let decider = Decider { world: Arc::clone(&world), seat };
            let strategy = dilemma.players.seat(seat);
            players.add(&*dilemma.choosers.chosen(&*strategy, Arc::new(decider)));
        }
        Worker { world, players, playing: dilemma.begun.table(), nets: Vec::new() }
    }

    /// The decision that a world stops at, if the seat may do the same in others.
    fn agreed(&mut self, stop: Stop, seed: Seed, number: u64) -> Result<Stop, Fault> {
        let others = if self.world.hides() { number + 1..number + 1 + AGREED } else { 0..0 };
        for other in others {
            let found = self.play(seed, other, 0, false).ok().and_then(|_| self.world.stopped());
            if let Some(found) = found
                && (found.seat, found.decided) == (stop.seat, stop.decided)
                && found.actions != stop.actions
            {
                return Err(stop.unnamed());
            }
        }
        Ok(stop)
    }

    /// Plays a world: its weight, and what the seat takes.
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
