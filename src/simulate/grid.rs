//! Several tables on common luck: the points of a grid, each tallied as in a run of its own.

use super::block::{Products, Span};
use super::workload::{Workload, drive, sessions_in_a_block};
use super::{Plan, Tally, Until};
use crate::cards::random::Seed;
use crate::framework::{AnyTable, Event, Record, Score, Seats, Sink};
use crate::stats::{Cross, Moments, Pair};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// A point of a grid: a table, its rules included.
#[derive(Clone, Copy, Debug)]
pub struct GridPoint<'t> {
    /// The table.
    pub game: &'t dyn AnyTable,
    /// The players at the table.
    pub players: &'t dyn Seats,
    /// The index of the point with whose seats these are compared, at most that of this point.
    pub base: usize,
    /// Rounds to play here under [`Until::Rounds`], if not those of the plan.
    pub rounds: Option<u64>,
}

/// The sums kept beside the tallies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Seat by seat, the comparison of a point with its base.
    pub couples: bool,
    /// The comparison of a point's positions with each other.
    pub positions: bool,
    /// With `couples`: the comparison, between a point and its base, of the first position's net
    /// less the last one's.
    pub turn: bool,
    /// With `couples`: the comparison of these events between a point and its base.
    pub events: Events,
}

/// The events of a point that are compared with those of the same name at its base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Events {
    /// None.
    #[default]
    None,
    /// The one with this index at the first point.
    One(usize),
    /// All.
    All,
}

/// The tallies of all points: integers, so the order of merging does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    points: Vec<PointSums>,
    /// The first session of a part.
    first: u64,
    sessions: u64,
    /// Whether these are the sums of the whole run, in which a point may have reached its goal.
    whole: bool,
    /// Whether all sessions before a part had one round each.
    plain: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PointSums {
    tally: Tally,
    /// The index of the point with which it is compared.
    base: usize,
    /// By seat that both tables have, then the house.
    couples: Vec<Couple>,
    /// By pair of positions, in the order of `pairs`.
    positions: Vec<Cross>,
    /// The first position's net less the last one's, over all sessions of the point; and with the
    /// base, if both tables have at least two positions.
    difference: Moments,
    turn: Option<Couple>,
    /// By event, with its index at the base; `None` if the base has none of that name.
    events: Vec<Option<(usize, Couple)>>,
    /// Whether the point is still played; if not, it has reached its end.
    open: bool,
    /// The number of sessions after which a run of its own would look next.
    look: u64,
}

/// A seat at two tables, over the sessions that both played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Couple {
    a: Moments,
    b: Moments,
    cross: Cross,
    differed: u64,
    nets: Span,
}

impl Couple {
    const NONE: Couple = Couple {
        a: Moments { sessions: 0, x: 0, n: 0, xx: 0, xn: 0, nn: 0 },
        b: Moments { sessions: 0, x: 0, n: 0, xx: 0, xn: 0, nn: 0 },
        cross: Cross { xx: 0, xn: 0, nx: 0, nn: 0 },
        differed: 0,
        nets: Span::NONE,
    };

    fn merge(&mut self, other: &Couple) {
        self.a.merge(&other.a);
        self.b.merge(&other.b);
        self.cross.merge(&other.cross);
        self.differed += other.differed;
        self.nets = self.nets.and(other.nets);
    }

    fn pair(self) -> Pair {
        let Couple { a, b, cross, differed, nets } = self;
        Pair { a, b, cross, differed, spread: nets.width() }
    }

    /// Adds the same sessions at both tables, each as numerators and denominators by session: nets
    /// and rounds, or hits and trials.
    fn add(&mut self, a: (&[i64], &[i64]), b: (&[i64], &[i64]), lengths: Span) {
        let nets = Span::from_values(a.0).and(Span::from_values(b.0));
        let products = Products::new(nets, lengths, a.0.len() as u64);
        self.merge(&Couple {
            a: products.moments(a),
            b: products.moments(b),
            cross: products.cross(a, b),
            differed: products.differed(a, b),
            nets,
        });
    }
}

/// The account to compare between two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// A seat, from 0.
    Seat(usize),
    /// The house.
    House,
}

impl Grid {
    /// The number of points.
    pub fn points(&self) -> usize {
        self.points.len()
    }

    /// The tally of a point: that of a run of its own, except for [`Tally::nets`].
    pub fn tally(&self, point: usize) -> &Tally {
        &self.points[point].tally
    }

    /// Whether a point was played to its end.
    pub fn done(&self, point: usize) -> bool {
        !self.points[point].open
    }

    /// Adds the points of a grid of the same plan, except the first `both`, which this grid has
    /// too.
    pub fn join(&mut self, other: Grid, both: usize) {
        self.points.extend(other.points.into_iter().skip(both));
    }

    /// The rounds of all points together.
    pub fn all_rounds(&self) -> u64 {
        self.points.iter().map(|point| point.tally.rounds()).sum()
    }

    /// An account at a point and at its base, over all sessions of each; `None` if one of the two
    /// lacks it.
    pub fn couple(&self, point: usize, account: Account) -> Option<Pair> {
        let net = |point: usize| {
            let tally = &self.points[point].tally;
            match account {
                Account::Seat(seat) => tally.seats()[seat].net,
                Account::House => tally.house().net,
            }
        };
        let common = self.common(point, account)?;
        Some(self.over_all(point, common, |base| (net(point), net(base))))
    }

    /// As [`Grid::couple`], over their common sessions only.
    pub fn common(&self, point: usize, account: Account) -> Option<Pair> {
        let couples = &self.points[point].couples;
        let place = match account {
            Account::Seat(seat) => Some(seat).filter(|seat| seat + 1 < couples.len()),
            Account::House => couples.len().checked_sub(1),
        };
        Some(couples[place?].pair())
    }

    /// The first position's net less the last one's, at a point and at its base, over all sessions
    /// of each; `None` if one of them has a single position, or it was not kept.
    pub fn turn(&self, point: usize) -> Option<Pair> {
        let (common, own) = (self.points[point].turn?.pair(), self.points[point].difference);
        Some(self.over_all(point, common, |base| (own, self.points[base].difference)))
    }

    /// The hits of an event over its trials, at a point and at its base, over all sessions of each;
    /// `None` if the base has no event of its name, or it was not kept.
    pub fn event(&self, point: usize, event: usize) -> Option<Pair> {
        let (at_base, common) = self.points[point].events.get(event).copied()??;
        let hits = |point: usize, event: usize| self.points[point].tally.events()[event].hits;
        let hits = |base: usize| (hits(point, event), hits(base, at_base));
        Some(self.over_all(point, common.pair(), hits))
    }

    /// A pair over common sessions with the sums that `all` has for all sessions of the point and of
    /// its base, given the index of the base. They differ if one of the two played more sessions.
    fn over_all(
        &self,
        point: usize,
        common: Pair,
        all: impl Fn(usize) -> (Moments, Moments),
    ) -> Pair {
        let base = self.points[point].base;
        let [own, others] = [point, base].map(|at| self.points[at].tally.sessions());
        if own == others {
            return common;
        }
        let (a, b) = all(base);
        Pair { a, b, ..common }
    }

    /// Every pair of positions of a point, the earlier one first.
    pub fn position_pairs(&self, point: usize) -> Vec<Pair> {
        let PointSums { tally, positions, .. } = &self.points[point];
        let nets: Vec<Moments> = tally.positions().iter().map(|position| position.net).collect();
        let pairs = pairs(nets.len()).zip(positions);
        let pair = |((a, b), &cross): ((usize, usize), &Cross)| {
            let (a, b) = (nets[a], nets[b]);
            // The number of sessions that differed is not kept, so all are assumed to differ.
            Pair { a, b, cross, differed: a.sessions, spread: 0.0 }
        };
        pairs.map(pair).collect()
    }
}

/// Every pair of indices below `of`, in order.
fn pairs(of: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..of).flat_map(move |a| (a + 1..of).map(move |b| (a, b)))
}

/// A finished run of a grid.
#[derive(Clone, Debug)]
pub struct GridRun {
    /// The tallies of all sessions played.
    pub grid: Grid,
    /// Whether it was stopped from outside.
    pub stopped: bool,
}

/// Plays the same sessions at every point, in order, until the run ends; `watch` is shown the
/// tallies from time to time, and the rounds to play at all points together, if known. Runs on the
/// current rayon pool.
///
/// Under [`Until::Rounds`] and [`Until::Precision`] each point plays exactly the sessions that a
/// run of its own would play, so its tally is the same to the last digit; a point that is done
/// early plays no more. Under [`Until::Time`] all play the same sessions.
pub fn grid(
    points: &[GridPoint<'_>],
    kept: Kept,
    plan: Plan<'_>,
    watch: &(dyn Fn(&Grid, Option<u64>) + Sync),
) -> GridRun {
    let goal = |point: &GridPoint<'_>| match plan.until {
        Until::Rounds(rounds) | Until::Within(rounds, _) => {
            Some(point.rounds.unwrap_or(rounds).min(super::MAX_ROUNDS))
        }
        Until::Time(_) | Until::Precision(_) => None,
    };
    let goals: Vec<Option<u64>> = points.iter().map(goal).collect();
    let all = goals.iter().copied().sum::<Option<u64>>();
    let most = goals.iter().copied().flatten().max();
    let until = match (most, plan.until) {
        (Some(most), Until::Within(_, time)) => Until::Within(most, time),
        (Some(most), _) => Until::Rounds(most),
        (None, until) => until,
    };
    let matched: Vec<Matched> =
        points.iter().map(|point| Matched::new(point, points, kept)).collect();
    let sums = points.iter().zip(&matched);
    let start = Grid {
        points: sums.map(|(point, matched)| PointSums::new(point, points, kept, matched)).collect(),
        first: 0,
        sessions: 0,
        whole: true,
        plain: true,
    };
    if points.is_empty() {
        return GridRun { grid: start, stopped: false };
    }
    let precision = match plan.until {
        Until::Precision(half) => Some(half),
        Until::Rounds(_) | Until::Within(..) | Until::Time(_) => None,
    };
    let (confidence, seed) = (plan.confidence, Seed::new(plan.seed));
    let mut bases = vec![None; points.len()];
    let compared = points.iter().enumerate().filter(|(at, point)| point.base != *at);
    let distinct: BTreeSet<usize> = compared.map(|(_, point)| point.base).collect();
    distinct.into_iter().enumerate().for_each(|(place, base)| bases[base] = Some(place));
    let workload =
        Tables { points, goals, precision, confidence, kept, matched, bases, start, seed };
    // The goal of a share is its part of the longest point's goal.
    let of_all = move |goal: u64| {
        let (all, most) = (u128::from(all?), u128::from(most?));
        u64::try_from(all * u128::from(goal) / most.max(1)).ok()
    };
    let show = |grid: &Grid, goal: Option<u64>| watch(grid, goal.and_then(of_all));
    let (grid, stopped) = drive(&workload, Plan { until, ..plan }, &show);
    GridRun { grid, stopped }
}

impl PointSums {
    fn new(
        point: &GridPoint<'_>,
        points: &[GridPoint<'_>],
        kept: Kept,
        matched: &Matched,
    ) -> PointSums {
        let players = point.game.players();
        let common = players.min(points[point.base].game.players());
        let couples = if kept.couples { common + 1 } else { 0 };
        let positions = if kept.positions { pairs(players).count() } else { 0 };
        PointSums {
            tally: Tally::without_nets(point.game),
            base: point.base,
            couples: vec![Couple::NONE; couples],
            positions: vec![Cross::default(); positions],
            difference: Moments::default(),
            turn: (kept.couples && kept.turn && common > 1).then_some(Couple::NONE),
            events: matched.base.iter().map(|base| base.map(|at| (at, Couple::NONE))).collect(),
            open: true,
            look: block_of(point),
        }
    }

    fn merge(&mut self, part: &PointSums, with_base: bool) {
        self.tally.merge(&part.tally);
        self.difference.merge(&part.difference);
        for (couple, more) in self.couples.iter_mut().zip(&part.couples).filter(|_| with_base) {
            couple.merge(more);
        }
        for (cross, more) in self.positions.iter_mut().zip(&part.positions) {
            cross.merge(more);
        }
        let of_events = self.events.iter_mut().flatten().map(|(_, couple)| couple);
        let own = self.turn.iter_mut().chain(of_events);
        let of_events = part.events.iter().flatten().map(|(_, couple)| couple);
        let more = part.turn.iter().chain(of_events);
        own.zip(more).filter(|_| with_base).for_each(|(couple, more)| couple.merge(more));
    }
}

/// The approximate time of a round at a point, in nanoseconds: that of the play, and to count the
/// results of each seat and of the house session by session.
pub fn nanoseconds_of_point(game: &dyn AnyTable, players: &dyn Seats) -> f64 {
    const COUNT: f64 = 40.0;
    game.nanoseconds(players) + COUNT * (1.0 + game.players() as f64)
}

/// Sessions in a block of a run of this point alone.
fn block_of(point: &GridPoint<'_>) -> u64 {
    let nanoseconds = point.game.nanoseconds(point.players);
    let sessions = sessions_in_a_block(nanoseconds * point.game.rounds_per_session());
    sessions.max(point.game.side_by_side(point.players))
}

/// The nets of a block's sessions, in order, and their rounds, events and trials.
#[derive(Clone, Debug, Default)]
struct Taken {
    /// By seat, then the house.
    nets: Vec<Vec<i64>>,
    rounds: Vec<i64>,
    /// The first position's net less the last one's.
    turn: Vec<i64>,
    /// By event; empty for those that are not kept.
    hits: Vec<Vec<i64>>,
    /// By unit of trials.
    trials: Vec<Vec<i64>>,
}

impl Taken {
    fn clear(&mut self, players: usize, events: usize, units: usize) {
        for (all, count) in
            [(&mut self.nets, players + 1), (&mut self.hits, events), (&mut self.trials, units)]
        {
            all.resize(count, Vec::new());
            all.iter_mut().for_each(Vec::clear);
        }
        self.rounds.clear();
        self.turn.clear();
    }
}

/// The events of a point, and those of the same name at its base; empty if none are kept.
#[derive(Debug, Default)]
struct Matched {
    /// By event of the point, the index at the base.
    base: Vec<Option<usize>>,
    /// By event, whether it is kept.
    kept: Vec<bool>,
    /// By event, its unit of trials.
    units: Vec<usize>,
    /// The number of units.
    all_units: usize,
}

impl Matched {
    fn new(point: &GridPoint<'_>, points: &[GridPoint<'_>], kept: Kept) -> Matched {
        if !kept.couples || kept.events == Events::None {
            return Matched::default();
        }
        let (own, base) = (point.game.events(), points[point.base].game.events());
        let one = match kept.events {
            Events::One(event) => points[0].game.events().into_iter().nth(event),
            Events::None | Events::All => None,
        };
        let is_kept = |event: &Event| {
            kept.events == Events::All || one.as_ref().is_some_and(|one| one.name == event.name)
        };
        let place = |event: &Event| base.iter().position(|other| other.name == event.name);
        Matched {
            base: own.iter().map(|event| place(event).filter(|_| is_kept(event))).collect(),
            kept: own.iter().map(is_kept).collect(),
            units: own.iter().map(|event| event.unit).collect(),
            all_units: point.game.units(),
        }
    }
}

/// Tallies a point's sessions.
struct Counter<'s> {
    tally: &'s mut Tally,
    positions: &'s mut [Cross],
    taken: Option<&'s mut Taken>,
    /// By event, whether it is kept.
    events: &'s [bool],
    turn: bool,
}

impl Sink for Counter<'_> {
    fn ordered(&self) -> bool {
        true
    }

    #[inline]
    fn session(&mut self, record: &Record, times: u64) {
        self.tally.session(record, times);
        for ((a, b), cross) in pairs(record.positions.len()).zip(self.positions.iter_mut()) {
            let (a, b) = (record.positions[a].net, record.positions[b].net);
            let [a, b, n, times] = [a, b, record.rounds.into(), times as i64].map(i128::from);
            let (xx, xn, nx, nn) = (a * b * times, a * n * times, b * n * times, n * n * times);
            cross.merge(&Cross { xx, xn, nx, nn });
        }
        if let Some(taken) = &mut self.taken {
            let nets = record.seats.iter().chain([&record.house]).map(|score| score.net);
            taken.nets.iter_mut().zip(nets).for_each(|(nets, net)| nets.push(net));
            taken.rounds.push(record.rounds.into());
            if self.turn {
                let net = |at: Option<&Score>| at.map_or(0, |score| score.net);
                let (first, last) = (record.positions.first(), record.positions.last());
                taken.turn.push(net(first) - net(last));
            }
            if !self.events.is_empty() {
                let hits = taken.hits.iter_mut().zip(&record.hits).zip(self.events);
                let hits = hits.filter(|(_, kept)| **kept).map(|(hits, _)| hits);
                let trials = taken.trials.iter_mut().zip(&record.trials);
                hits.chain(trials).for_each(|(all, &count)| all.push(count.into()));
            }
        }
    }
}

/// The points, and the end of each.
struct Tables<'g> {
    points: &'g [GridPoint<'g>],
    goals: Vec<Option<u64>>,
    precision: Option<f64>,
    confidence: f64,
    kept: Kept,
    /// By point.
    matched: Vec<Matched>,
    /// By point, its place among the bases, if others are compared with it.
    bases: Vec<Option<usize>>,
    start: Grid,
    seed: Seed,
}

impl Tables<'_> {
    fn reached(&self, point: usize, rounds: u64) -> bool {
        self.goals[point].is_some_and(|goal| rounds >= goal)
    }

    /// Closes the points that have reached their end.
    fn close(&self, grid: &mut Grid) {
        for (point, sums) in grid.points.iter_mut().enumerate().filter(|(_, sums)| sums.open) {
            sums.open = !self.reached(point, sums.tally.rounds());
            if let Some(precision) = self.precision.filter(|_| grid.sessions >= sums.look) {
                sums.look *= 2;
                sums.open &= !sums.tally.known_to(self.confidence, precision);
            }
        }
    }

    /// Plays the sessions of a part again in pieces: each up to the next look of a point, or
    /// session by session if a point reaches its goal among them.
    fn in_pieces(&self, grid: &mut Grid, part: &Grid, one_by_one: bool) {
        let mut worker = self.worker();
        let (mut next, end) = (part.first, part.first + part.sessions);
        while next < end {
            let looks = grid.points.iter().filter(|sums| sums.open).map(|sums| sums.look);
            let piece = match one_by_one {
                true => next + 1,
                false => looks.filter(|&look| look > next).min().unwrap_or(end).min(end),
            };
            self.play(&mut worker, self.seed, next..piece, grid);
            next = piece;
        }
    }

    /// Plays sessions point by point, unless it is to stop between two points: returns whether all
    /// were played.
    fn play_points(
        &self,
        worker: &mut Worker,
        seed: Seed,
        sessions: Range<u64>,
        grid: &mut Grid,
        stops: &dyn Fn() -> bool,
    ) -> bool {
        let count = sessions.end - sessions.start;
        let too_many = |(at, sums): (usize, &PointSums)| {
            let goal = self.goals[at].filter(|_| sums.open);
            goal.is_some_and(|goal| sums.tally.rounds() + count > goal)
        };
        if count > 1 && grid.whole && grid.points.iter().enumerate().any(too_many) {
            sessions.for_each(|session| self.play(worker, seed, session..session + 1, grid));
            return true;
        }
        if grid.sessions == 0 {
            grid.first = sessions.start;
        }
        grid.sessions += count;
        let open: Vec<bool> = grid.points.iter().map(|sums| sums.open).collect();
        let Worker { players, bases, other } = worker;
        let seated = self.points.iter().zip(players).enumerate();
        for (at, (point, players)) in seated.filter(|&(at, _)| open[at]) {
            if stops() {
                return false;
            }
            let own = self.bases[at];
            let mut taken = std::mem::take(own.map_or(&mut *other, |place| &mut bases[place]));
            let sums = &mut grid.points[at];
            let matched = &self.matched[at];
            taken.clear(point.game.players(), matched.base.len(), matched.all_units);
            let mut counter = Counter {
                tally: &mut sums.tally,
                positions: &mut sums.positions,
                taken: self.kept.couples.then_some(&mut taken),
                events: &matched.kept,
                turn: self.kept.turn,
            };
            point.game.play(&mut **players, seed, sessions.clone(), &mut counter);
            if self.kept.couples && self.kept.turn {
                let (nets, rounds) = (&taken.turn[..], &taken.rounds[..]);
                let spans = (Span::from_values(nets), Span::from_values(rounds));
                let products = Products::new(spans.0, spans.1, count);
                sums.difference.merge(&products.moments((nets, rounds)));
            }
            if self.kept.couples && open[point.base] {
                let base = self.bases[point.base].filter(|_| point.base != at);
                let base = base.map_or(&taken, |place| &bases[place]);
                couple(&mut sums.couples, &taken, base);
                let of_base = &self.matched[point.base];
                couple_play(sums, (&taken, matched), (base, of_base));
            }
            *own.map_or(&mut *other, |place| &mut bases[place]) = taken;
        }
        if grid.whole {
            self.close(grid);
        }
        true
    }
}

/// The players of each point, and room for results: those of a point are kept only while others
/// are compared with them.
#[derive(Default)]
struct Worker {
    players: Vec<Box<dyn Seats>>,
    /// By place in [`Tables::bases`].
    bases: Vec<Taken>,
    other: Taken,
}

impl Workload for Tables<'_> {
    type Sums = Grid;
    type Worker = Worker;

    fn worker(&self) -> Worker {
        Worker {
            players: self.points.iter().map(|point| point.players.copied()).collect(),
            bases: vec![Taken::default(); self.bases.iter().flatten().count()],
            other: Taken::default(),
        }
    }

    fn start(&self) -> Grid {
        self.start.clone()
    }

    /// A point that has reached its goal is not played in the block.
    fn blank(&self, so_far: &Grid) -> Grid {
        let mut blank = self.start();
        for (sums, known) in blank.points.iter_mut().zip(&so_far.points) {
            sums.open = known.open;
        }
        let plain = |known: &PointSums| known.open && known.tally.rounds() == so_far.sessions;
        let goals = self.goals.windows(2).all(|goals| goals[0] == goals[1]);
        Grid { whole: false, plain: goals && so_far.points.iter().all(plain), ..blank }
    }

    fn nanoseconds(&self, so_far: &Grid) -> f64 {
        let open = self.points.iter().zip(&so_far.points).filter(|(_, sums)| sums.open);
        let time = |point: &GridPoint<'_>| nanoseconds_of_point(point.game, point.players);
        open.map(|(point, _)| time(point)).sum::<f64>().max(1.0)
    }

    /// That of the point with the shortest sessions, the last to reach its goal.
    fn rounds_per_session(&self) -> f64 {
        let rounds = self.points.iter().map(|point| point.game.rounds_per_session());
        rounds.fold(f64::INFINITY, f64::min)
    }

    fn sessions_per_block(&self) -> u64 {
        let session = |point: &GridPoint<'_>| {
            point.game.nanoseconds(point.players) * point.game.rounds_per_session()
        };
        let all: f64 = self.points.iter().map(session).sum();
        let sessions = sessions_in_a_block(all / self.points.len() as f64);
        let together = self.points.iter().map(|point| point.game.side_by_side(point.players));
        together.fold(sessions, u64::max)
    }

    fn play(&self, worker: &mut Worker, seed: Seed, sessions: Range<u64>, grid: &mut Grid) {
        self.play_points(worker, seed, sessions, grid, &|| false);
    }

    fn play_unless(
        &self,
        worker: &mut Worker,
        seed: Seed,
        sessions: Range<u64>,
        grid: &mut Grid,
        stop: &AtomicBool,
    ) -> bool {
        self.play_points(worker, seed, sessions, grid, &|| stop.load(Ordering::Relaxed))
    }

    /// The fewest rounds of any point that is not done; if all are done, more than any run has.
    fn rounds(&self, grid: &Grid) -> u64 {
        let open = grid.points.iter().filter(|sums| sums.open);
        open.map(|sums| sums.tally.rounds()).min().unwrap_or(u64::MAX)
    }

    fn rounds_with(&self, grid: &Grid, part: &Grid) -> u64 {
        let both = grid.points.iter().zip(&part.points).enumerate();
        let open = both.filter(|(_, (sums, _))| sums.open);
        let rounds = open.map(|(at, (sums, more))| (at, sums.tally.rounds() + more.tally.rounds()));
        let left = rounds.filter(|&(at, rounds)| !self.reached(at, rounds));
        left.map(|(_, rounds)| rounds).min().unwrap_or(u64::MAX)
    }

    fn one_round_each(&self, part: &Grid) -> bool {
        part.plain && part.points.iter().all(|sums| sums.tally.rounds() == part.sessions)
    }

    fn merge(&self, grid: &mut Grid, part: &Grid) {
        let open = || grid.points.iter().zip(&part.points).enumerate().filter(|(_, (s, _))| s.open);
        let beyond = open().any(|(at, (sums, more))| {
            let rounds = sums.tally.rounds() + more.tally.rounds();
            self.goals[at].is_some_and(|goal| rounds > goal)
        });
        let end = grid.sessions + part.sessions;
        let looks = self.precision.is_some() && open().any(|(_, (sums, _))| sums.look < end);
        if beyond || looks {
            return self.in_pieces(grid, part, beyond);
        }
        self.gather(grid, part);
        self.close(grid);
    }

    /// The part may include sessions of a point that has been closed since.
    fn gather(&self, stretch: &mut Grid, part: &Grid) {
        stretch.sessions += part.sessions;
        let open: Vec<bool> = stretch.points.iter().map(|sums| sums.open).collect();
        for (at, point) in self.points.iter().enumerate().filter(|&(at, _)| open[at]) {
            stretch.points[at].merge(&part.points[at], open[point.base]);
        }
    }

    fn takes(&self, grid: &Grid, stretch: &Grid, _goal: Option<u64>) -> bool {
        let both = grid.points.iter().zip(&stretch.points).enumerate();
        both.filter(|(_, (sums, _))| sums.open).all(|(at, (sums, more))| {
            let rounds = sums.tally.rounds() + more.tally.rounds();
            more.open && self.goals[at].is_none_or(|goal| rounds <= goal)
        })
    }

    fn courses(&self, grid: &Grid, goal: u64) -> Vec<(u64, u64)> {
        let both = grid.points.iter().zip(&self.goals);
        both.map(|(sums, own)| (sums.tally.rounds(), own.unwrap_or(goal))).collect()
    }

    fn shut(&self, stretch: &mut Grid, course: usize) {
        stretch.points[course].open = false;
    }

    /// Each point looks when a run of its own would: in [`Tables::close`].
    fn look(&self, grid: &mut Grid, _confidence: f64, _precision: f64) -> bool {
        grid.points.iter().all(|sums| !sums.open)
    }
}

/// Adds a block that both tables played, to each couple.
fn couple(couples: &mut [Couple], taken: &Taken, base: &Taken) {
    let lengths = Span::from_values(&taken.rounds).and(Span::from_values(&base.rounds));
    let house = couples.len() - 1;
    for (seat, couple) in couples.iter_mut().enumerate() {
        let of = |taken: &Taken| if seat == house { taken.nets.len() - 1 } else { seat };
        let (a, b) = (&taken.nets[of(taken)], &base.nets[of(base)]);
        couple.add((a, &taken.rounds), (b, &base.rounds), lengths);
    }
}

/// Adds the turn and the events of such a block.
fn couple_play(
    sums: &mut PointSums,
    (taken, own): (&Taken, &Matched),
    (base, of_base): (&Taken, &Matched),
) {
    let lengths = |a: &[i64], b: &[i64]| Span::from_values(a).and(Span::from_values(b));
    if let Some(turn) = &mut sums.turn {
        let (a, b) = ((&taken.turn[..], &taken.rounds[..]), (&base.turn[..], &base.rounds[..]));
        turn.add(a, b, lengths(a.1, b.1));
    }
    for (event, couple) in sums.events.iter_mut().enumerate() {
        if let Some((other, couple)) = couple {
            let other = *other;
            let a = (&taken.hits[event][..], &taken.trials[own.units[event]][..]);
            let b = (&base.hits[other][..], &base.trials[of_base.units[other]][..]);
            couple.add(a, b, lengths(a.1, b.1));
        }
    }
}
