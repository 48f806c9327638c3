//! What a designer's rules do: played beside a baseline on common luck, and said in sentences.
//!
//! All sentences hold together. Which statements there will be is settled before a card is dealt:
//! each has a share of the chance of error ([`Alphas`]), and says no more than its interval does.

mod broken;
mod sections;
mod step;
mod verdict;

pub use self::verdict::KEY_FIGURES;

use self::broken::{NeverRight, Unended, Unused};
use super::compare::{SLOW_NANOSECONDS, SLOWER};
use super::figure::down_to_two_digits;
use super::grid::point;
use super::setup::{self, Seated};
use super::standings::Standings;
use super::tables::Intervals;
use super::{Answer, Asked, Length, Report, RulesFrom, Sampling, Setup, Snapshot, StudyError};
use crate::framework::settings::shown;
use crate::framework::{AnyGame, ExactFigures, Profile};
use crate::simulate::{self, Contender, Contest, Events, Grid, GridPoint, Kept, Plan, Until};
use crate::strategy::{self, catalogue};
use serde_json::json;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What rules are held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaytestAsked {
    /// The baseline; the preset that the rules start from if it is left out.
    pub baseline: Option<RulesFrom>,
    /// What a command that gives a figure again begins with.
    pub program: String,
}

impl Default for PlaytestAsked {
    fn default() -> PlaytestAsked {
        PlaytestAsked { baseline: None, program: "croupier".to_owned() }
    }
}

/// The field that is the size of the table.
const PLAYERS: &str = "players";

/// A minute on two cores: counting takes twice what games say of their rounds.
const DEFAULT_NANOSECONDS: f64 = 4e10;
/// The part of a given time in which it is measured how long rounds of one part take, and the one that
/// they are planned for. The rest is for a machine that is slower than it was then; past that a part
/// is cut.
const MEASURED: f64 = 0.02;
const PLAYED: f64 = 0.7;
/// Whoever gives so much time waits for strategies that work something out before the first round.
const PATIENT: Duration = Duration::from_secs(300);
/// Of the rounds of the main run: each strategy is ranked over a part, chosen by a smaller one, and
/// each lever is pulled for a part.
const RANKED: u64 = 4;
const CHOSEN: u64 = 20;
const PULLED: u64 = 10;
/// Rounds of any of them, at least.
const LEAST: u64 = 100;

/// The chance of error of each statement, so that with that of all others it comes to what was asked
/// for.
#[derive(Clone, Copy, Debug)]
struct Alphas {
    /// Of each sentence about the table and about what changed.
    key: f64,
    /// Of all rows together about fairness, rankings, events, levers, and what is broken: each of these.
    rows: f64,
}

impl Alphas {
    /// Sentences that are planned: what the house takes, what the best player wins, what it is worth
    /// to act first, whether skill shows; and what changed of the first three.
    const KEYS: f64 = 7.0;

    fn new(confidence: f64) -> Alphas {
        let alpha = 1.0 - confidence;
        Alphas { key: 0.5 * alpha / Alphas::KEYS, rows: 0.1 * alpha }
    }

    /// Of each of so many rows.
    fn each(self, rows: usize) -> f64 {
        self.rows / rows.max(1) as f64
    }
}

/// Rules, and who plays by them.
struct Side {
    setup: Setup,
    habit: Seated,
    /// The figures of the habit, where they can be computed.
    exact: Option<ExactFigures>,
    /// The habit of seat 1, and every strategy that the game knows and that is quick enough.
    contenders: Vec<Contender>,
    labels: Vec<String>,
    asked: Vec<Asked>,
    /// Strategies that are not ranked, and why.
    left_out: Vec<String>,
    /// Strategies whose sessions do not end, which are not played.
    unended: Vec<Unended>,
    best: Best,
}

/// Who does best in seat 1, the others playing by habit.
#[derive(Default)]
struct Best {
    label: String,
    how: How,
    /// The table with the best player; `None` where it is computed, or the habit is the best.
    seated: Option<Seated>,
    asked: Option<Asked>,
    exact: Option<ExactFigures>,
}

/// How it is known who does best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum How {
    /// It is computed, and so is what it wins.
    Computed,
    /// It is the strategy that computes best play.
    Solved,
    /// It is the best of the strategies that the game knows.
    #[default]
    Catalogue,
    /// None of these is better than the habit.
    Habit,
}

impl How {
    fn word(self) -> &'static str {
        match self {
            How::Computed => "computed",
            How::Solved => "which computes best play",
            How::Catalogue | How::Habit => "who did best of those that the game knows",
        }
    }

    fn words(self) -> &'static str {
        match self {
            How::Computed => "best play, computed",
            How::Solved => "best play",
            How::Catalogue | How::Habit => "who did best of those that the game knows",
        }
    }
}

/// A rule that differs.
struct Change {
    field: usize,
    before: String,
    here: String,
}

/// Why something is left out, in a line.
fn reason(what: &str, why: &str) -> String {
    format!("{what}: {}", why.lines().map(str::trim).collect::<Vec<_>>().join("; "))
}

/// The table with another first seat.
fn with_first(entry: &dyn AnyGame, setup: &Setup, players: usize, first: &Asked) -> Setup {
    let mut strategies = setup.strategies.clone();
    if strategies.is_empty() {
        strategies.push(entry.profile().default_strategy.into());
    }
    let others = strategies[0].clone();
    strategies.resize(players, others);
    strategies[0] = first.clone();
    Setup { strategies, ..setup.clone() }
}

/// Figures without sampling, of one player.
fn computed(seated: &Seated) -> Option<ExactFigures> {
    let exact = seated.game.capabilities().exact.filter(|exact| exact.is_whole())?;
    let alone = seated.game.players() == 1;
    alone.then(|| exact.exact(&mut *seated.players.clone()).ok()).flatten()
}

impl Side {
    fn new(entry: &dyn AnyGame, setup: Setup, patient: bool) -> Result<Side, StudyError> {
        let habit = setup::seated(entry, &setup)?;
        let profile = entry.profile();
        let first = setup.strategies.first().cloned();
        let first = first.unwrap_or_else(|| profile.default_strategy.into());
        let players = || Contender { players: habit.players.clone(), seat: 0 };
        let mut side = Side {
            labels: habit.strategies.iter().take(1).cloned().collect(),
            contenders: vec![players()],
            asked: vec![first],
            exact: None,
            left_out: Vec::new(),
            unended: Vec::new(),
            best: Best::default(),
            habit,
            setup,
        };
        let game = &*side.habit.game;
        let quick = game.nanoseconds(&*side.habit.players);
        for name in catalogue::names(&profile) {
            let asked = Asked::from(name);
            let strategy = strategy::parse(&profile, &asked)?;
            let label = strategy.label();
            if side.labels.contains(&label) {
                continue;
            }
            let player = match strategy.seat(game) {
                Ok(player) => player,
                Err(error) => {
                    side.left_out.push(reason(&shown(&label), &error.to_string()));
                    continue;
                }
            };
            let mut players = side.habit.players.clone();
            players.put(0, &*player);
            let time = game.nanoseconds(&*players);
            if time > SLOWER * quick && time > SLOW_NANOSECONDS {
                side.left_out.push(reason(&shown(&label), "it thinks for long"));
            } else if let Some(why) = game.preparing(&*players).filter(|_| !patient) {
                side.left_out.push(reason(&shown(&label), &why));
            } else {
                side.contenders.push(Contender { players, seat: 0 });
                side.labels.push(label);
                side.asked.push(asked);
            }
        }
        Ok(side)
    }

    /// Who does best, where that is no matter of trying.
    fn solve(&mut self, entry: &dyn AnyGame) {
        let players = self.habit.game.players();
        let Some(asked) = entry.profile().best_strategy.map(Asked::from) else { return };
        let Ok(seated) = setup::seated(entry, &with_first(entry, &self.setup, players, &asked))
        else {
            return;
        };
        let label = seated.strategies[0].clone();
        let exact = self.exact.as_ref().and_then(|_| computed(&seated));
        if exact.is_some() {
            self.best = Best { label, how: How::Computed, exact, asked: Some(asked), seated: None };
        } else if self.labels.contains(&label) {
            let seated = Some(seated);
            self.best = Best { label, how: How::Solved, seated, asked: Some(asked), exact: None };
        }
    }

    /// The best by a contest on other luck than figures are of, so that being chosen tells nothing of
    /// these.
    fn choose(&mut self, entry: &dyn AnyGame, contest: &Contest) -> Result<(), StudyError> {
        let ev = |k: usize| contest.moments(k).ratio().unwrap_or(f64::NEG_INFINITY);
        let all = 0..contest.contenders();
        let best = all.max_by(|&a, &b| ev(a).total_cmp(&ev(b)).then(b.cmp(&a))).unwrap_or(0);
        let asked = self.asked[best].clone();
        let label = self.labels[best].clone();
        let how = if best == 0 { How::Habit } else { How::Catalogue };
        let players = self.habit.game.players();
        let seated = match how {
            How::Habit => None,
            _ => Some(setup::seated(entry, &with_first(entry, &self.setup, players, &asked))?),
        };
        self.best = Best { label, how, seated, asked: Some(asked), exact: None };
        Ok(())
    }

    fn nanoseconds(&self) -> f64 {
        self.habit.game.nanoseconds(&*self.habit.players)
    }

    /// What a round of all contenders takes.
    fn contest_nanoseconds(&self) -> f64 {
        let one = |one: &Contender| self.habit.game.nanoseconds(&*one.players);
        self.contenders.iter().map(one).sum()
    }
}

/// A lever: a field at another value.
struct Lever {
    field: usize,
    value: String,
    habit: Seated,
    best: Option<Seated>,
}

/// Everything that a playtest is made of, before a card is dealt.
struct Playtest<'a> {
    entry: &'a dyn AnyGame,
    profile: Profile,
    asked: &'a PlaytestAsked,
    here: Side,
    /// The baseline, where it differs.
    before: Option<Side>,
    /// What the baseline is called.
    baseline: String,
    changes: Vec<Change>,
    /// The value of each field, in TOML.
    values: Vec<String>,
    alphas: Alphas,
    /// What a reader should know beside the tables.
    notes: Vec<String>,
}

/// What was played.
struct Played {
    grid: Grid,
    /// Rounds of the main run.
    rounds: u64,
    points: Points,
    /// The rankings here and at the baseline.
    contests: Vec<Contest>,
    levers: Option<(Vec<Lever>, Grid)>,
    /// Values of levers that cannot be played, and why.
    left_out: Vec<String>,
    /// The event that the levers are measured by, too.
    event: Option<usize>,
    /// Choices that best play never takes.
    never_right: Vec<NeverRight>,
    /// Choices that no strategy takes.
    unused: Vec<Unused>,
    stopped: bool,
    /// Parts that time was too short for.
    cut: Vec<&'static str>,
}

/// Where in the grid who plays.
#[derive(Clone, Copy, Debug, Default)]
struct Points {
    before: Option<usize>,
    here: usize,
    best_before: Option<usize>,
    best: Option<usize>,
}

/// The rounds of each part.
#[derive(Clone, Copy, Debug)]
struct Rounds {
    main: u64,
}

impl Rounds {
    fn part(self, of: u64) -> u64 {
        (self.main / of).max(LEAST).min(self.main)
    }
}

/// How far all parts have come.
struct Course<'s> {
    sampling: &'s Sampling<'s>,
    done: AtomicU64,
    goal: u64,
}

impl Course<'_> {
    fn show(&self, rounds: u64, said: &str) {
        let rounds = self.done.load(Ordering::Relaxed) + rounds;
        let goal = Some(self.goal.max(rounds));
        (self.sampling.watch)(Snapshot { rounds, goal, said: said.to_owned() });
    }

    fn finished(&self, rounds: u64) {
        self.done.fetch_add(rounds, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.sampling.stop.load(Ordering::Relaxed)
    }
}

/// A time that is given, and what is left of it.
#[derive(Clone, Copy, Debug)]
struct Clock {
    start: Instant,
    time: Duration,
}

impl Clock {
    fn left(&self) -> Duration {
        self.time.saturating_sub(self.start.elapsed())
    }
}

/// Seconds that each part takes for a round of the main run, on all threads.
#[derive(Clone, Copy, Debug, Default)]
struct Costs {
    /// Choosing the best of each side.
    chosen: f64,
    main: f64,
    /// Ranking the strategies of each side.
    ranked: f64,
    levers: f64,
}

/// What there is time for.
#[derive(Clone, Copy, Debug)]
struct Budget {
    rounds: Rounds,
    /// Where a time is given: that, and what is still to be played.
    time: Option<(Clock, Costs)>,
}

impl Budget {
    /// So many rounds, in the part of the time left that one piece of work has of all that is still to
    /// be done.
    fn until(&self, rounds: u64, piece: impl Fn(&Costs) -> f64) -> Until {
        let Some((clock, costs)) = &self.time else { return Until::Rounds(rounds) };
        let all = costs.chosen + costs.main + costs.ranked + costs.levers;
        let part = (piece(costs) / all.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        Until::Within(rounds, clock.left().mul_f64(part))
    }

    /// Nothing is left to do of a part.
    fn done(&mut self, part: impl Fn(&mut Costs) -> &mut f64) {
        if let Some((_, costs)) = &mut self.time {
            *part(costs) = 0.0;
        }
    }

    /// One of so many sides that were left is done.
    fn side_done(&mut self, left: usize, part: impl Fn(&mut Costs) -> &mut f64) {
        if let Some((_, costs)) = &mut self.time {
            *part(costs) *= (left - 1) as f64 / left as f64;
        }
    }
}

impl<'a> Playtest<'a> {
    fn new(
        entry: &'a dyn AnyGame,
        setup: &Setup,
        asked: &'a PlaytestAsked,
        patient: bool,
    ) -> Result<Playtest<'a>, StudyError> {
        let profile = entry.profile();
        let values = entry.field_values(&setup.rules, &setup.set)?;
        let (baseline, base) = baseline(entry, setup, asked, &values)?;
        let before = entry.field_values(&base.rules, &base.set)?;
        let differs = |(field, (before, here)): (usize, (&String, &String))| {
            let (before, here) = (before.clone(), here.clone());
            (before != here).then_some(Change { field, before, here })
        };
        let changes: Vec<Change> =
            before.iter().zip(&values).enumerate().filter_map(differs).collect();
        let here = Side::new(entry, setup.clone(), patient)?;
        let compared =
            (!changes.is_empty()).then(|| Side::new(entry, base, patient)).transpose()?;
        let alphas = Alphas::new(setup.confidence);
        let mut playtest = Playtest {
            entry,
            profile,
            asked,
            here,
            before: compared,
            baseline,
            changes,
            values,
            alphas,
            notes: Vec::new(),
        };
        for left_out in &playtest.here.left_out {
            playtest.notes.push(format!("not ranked: {left_out}"));
        }
        Ok(playtest)
    }

    fn units(&self) -> f64 {
        self.profile.scale()
    }

    /// Computes what can be.
    fn compute(&mut self) {
        self.here.exact = computed(&self.here.habit);
        if let Some(before) = &mut self.before {
            before.exact = computed(&before.habit);
            // A figure that is computed on one side only is not compared with it.
            if before.exact.is_none() || self.here.exact.is_none() {
                (before.exact, self.here.exact) = (None, None);
            }
        }
        self.here.solve(self.entry);
        if let Some(before) = &mut self.before {
            before.solve(self.entry);
            if (before.best.how == How::Computed) != (self.here.best.how == How::Computed) {
                (before.best, self.here.best) = (Best::default(), Best::default());
            }
        }
    }

    fn sides(&self) -> impl Iterator<Item = &Side> {
        [Some(&self.here), self.before.as_ref()].into_iter().flatten()
    }

    /// Nanoseconds of all parts for each round of the main run.
    fn cost(&self, levers: &[Lever]) -> f64 {
        let tables: f64 = self.sides().map(|side| 2.0 * side.nanoseconds()).sum();
        let contests: f64 = self.sides().map(Side::contest_nanoseconds).sum();
        let contests = contests * (1.0 / RANKED as f64 + 1.0 / CHOSEN as f64);
        let one = |seated: &Seated| seated.game.nanoseconds(&*seated.players);
        // Who is best may be played at each of them, too.
        let pulled = |lever: &Lever| 2.0 * one(&lever.habit);
        let levers: f64 = levers.iter().map(pulled).sum();
        tables + contests + levers / PULLED as f64
    }

    fn plan<'s>(&self, sampling: &Sampling<'s>, rounds: u64) -> Plan<'s> {
        Plan {
            seed: sampling.seed,
            until: Until::Rounds(rounds),
            confidence: self.here.setup.confidence,
            stop: sampling.stop,
            journal: sampling.journal,
        }
    }

    /// How many rounds there are time for.
    fn budget(
        &self,
        sampling: &Sampling<'_>,
        levers: &[Lever],
        start: Instant,
    ) -> Result<Budget, StudyError> {
        let (main, time) = match sampling.until {
            Some(Length::Rounds(rounds)) => (rounds, None),
            None => {
                let cost = self.cost(levers);
                (down_to_two_digits(DEFAULT_NANOSECONDS / cost, LEAST as f64), None)
            }
            Some(Length::Precision(_)) => {
                return Err(StudyError::Method(
                    "a playtest goes by --rounds or --time, not --precision".into(),
                ));
            }
            Some(Length::Time(time)) => {
                let clock = Clock { start, time };
                let costs = self.measured(sampling, levers, time.mul_f64(MEASURED));
                let all = costs.chosen + costs.main + costs.ranked + costs.levers;
                let main = clock.left().mul_f64(PLAYED).as_secs_f64() / all.max(1e-12);
                (down_to_two_digits(main, LEAST as f64), Some((clock, costs)))
            }
        };
        Ok(Budget { rounds: Rounds { main }, time })
    }

    /// What all parts take for each round of the main run, as measured on each of them for a time.
    /// What games say of their rounds is of an idle machine, and of tables that are all alike.
    fn measured(&self, sampling: &Sampling<'_>, levers: &[Lever], time: Duration) -> Costs {
        let plan = Plan { until: Until::Time(time), journal: None, ..self.plan(sampling, 0) };
        let grid = |tables: &[&Seated]| {
            let all = tables.iter().enumerate();
            let points: Vec<GridPoint<'_>> = all.map(|(at, seated)| point(seated, at)).collect();
            let kept = Kept { couples: true, positions: true, turn: true, events: Events::All };
            let start = Instant::now();
            let run = simulate::grid(&points, kept, plan, &|_, _| {});
            let rounds = run.grid.all_rounds() as f64 / points.len() as f64;
            start.elapsed().as_secs_f64() / rounds.max(1.0)
        };
        let tables: Vec<&Seated> = self.sides().map(|side| &side.habit).collect();
        let habit = grid(&tables);
        let (mut costs, mut best) = (Costs::default(), 0.0);
        for side in self.sides() {
            let start = Instant::now();
            let run = simulate::compare(&*side.habit.game, &side.contenders, plan, &|_| {});
            let all = start.elapsed().as_secs_f64() / run.contest.rounds().max(1) as f64;
            costs.ranked += all / RANKED as f64;
            costs.chosen += all / CHOSEN as f64;
            best += all / side.contenders.len() as f64;
        }
        // Who is best is one of them.
        let best = f64::max(best, habit);
        costs.main = habit + best;
        if !levers.is_empty() {
            let levers: Vec<&Seated> = levers.iter().map(|lever| &lever.habit).collect();
            // Who is best may be played at each of them, too.
            costs.levers = grid(&levers) * (1.0 + best / habit) / PULLED as f64;
        }
        costs
    }

    /// Chooses the best, plays the main run, ranks the strategies and pulls the levers.
    fn play(&mut self, sampling: &Sampling<'_>) -> Result<Played, StudyError> {
        let start = Instant::now();
        self.drop_unended(sampling.seed)?;
        self.compute();
        let (mut levers, mut left_out) = self.levers();
        self.drop_unended_levers(&mut levers, &mut left_out, sampling.seed);
        let mut budget = self.budget(sampling, &levers, start)?;
        let sides = self.sides().count();
        let contenders: u64 = self.sides().map(|side| side.contenders.len() as u64).sum();
        let goal = budget.rounds.main * 2 * sides as u64
            + budget.rounds.part(RANKED) * contenders
            + budget.rounds.part(PULLED) * levers.len() as u64;
        let course = Course { sampling, done: AtomicU64::new(0), goal };
        let mut cut = Vec::new();
        // No seed that a person gives is likely to be this one.
        let other_luck = sampling.seed.wrapping_add(1 << 63);
        let (plan, entry) = (self.plan(sampling, 0), self.entry);
        let both = [Some(&mut self.here), self.before.as_mut()].into_iter().flatten();
        for (at, side) in both.enumerate() {
            let left = sides - at;
            if side.best.asked.is_none() {
                // Nothing of this is kept: what was chosen is a figure of nothing.
                let rounds = budget.rounds.part(CHOSEN);
                let until = budget.until(rounds, |costs| costs.chosen / left as f64);
                let plan = Plan { seed: other_luck, until, ..plan };
                let run = simulate::compare(&*side.habit.game, &side.contenders, plan, &|_| {});
                if run.contest.rounds() < rounds && !course.stopped() {
                    cut.push("choosing who does best");
                }
                side.choose(entry, &run.contest)?;
            }
            budget.side_done(left, |costs| &mut costs.chosen);
        }
        self.seat_best(&mut levers);
        let (points, seats) = self.points();
        let kept = Kept { couples: true, positions: true, turn: true, events: Events::All };
        let watch = |grid: &Grid, _| course.show(grid.all_rounds(), "the table");
        let until = budget.until(budget.rounds.main, |costs| costs.main);
        let run = simulate::grid(&seats, kept, Plan { until, ..plan }, &watch);
        let (grid, mut stopped) = (run.grid, run.stopped);
        drop(seats);
        course.finished(grid.all_rounds());
        let rounds = grid.tally(points.here).rounds();
        if rounds < budget.rounds.main && !stopped {
            cut.push("the table");
        }
        budget.rounds.main = rounds;
        budget.done(|costs| &mut costs.main);
        let mut contests = Vec::new();
        for (at, side) in self.sides().enumerate() {
            let left = sides - at;
            if course.stopped() {
                break;
            }
            if side.contenders.len() < 2 {
                budget.side_done(left, |costs| &mut costs.ranked);
                continue;
            }
            let part = budget.rounds.part(RANKED);
            let until = budget.until(part, |costs| costs.ranked / left as f64);
            let plan = Plan { until, ..plan };
            let watch = |progress: simulate::ContestProgress<'_>| {
                let contenders = side.contenders.len() as u64;
                course.show(progress.contest.rounds() * contenders, "the strategies");
            };
            let run = simulate::compare(&*side.habit.game, &side.contenders, plan, &watch);
            course.finished(run.contest.rounds() * side.contenders.len() as u64);
            if run.contest.rounds() < part && !run.stopped {
                cut.push("the ranking");
            }
            stopped |= run.stopped;
            contests.push(run.contest);
            budget.side_done(left, |costs| &mut costs.ranked);
        }
        let event = self.telling(&grid, points.here);
        let mut pulled = None;
        if !course.stopped() && !levers.is_empty() {
            let part = budget.rounds.part(PULLED);
            let until = budget.until(part, |costs| costs.levers);
            let (grid, ended) = self.pull(&levers, event, Plan { until, ..plan }, &course);
            if grid.tally(0).rounds() < part && !ended {
                cut.push("the levers");
            }
            stopped |= ended;
            pulled = Some((levers, grid));
        }
        let (never_right, unused) = match course.stopped() {
            true => (Vec::new(), Vec::new()),
            false => self.idle_choices(sampling.seed, rounds),
        };
        stopped |= course.stopped();
        cut.dedup();
        let levers = pulled;
        Ok(Played {
            grid,
            rounds,
            points,
            contests,
            levers,
            left_out,
            event,
            never_right,
            unused,
            stopped,
            cut,
        })
    }

    /// Puts the best player into the first seat at each lever.
    fn seat_best(&self, levers: &mut [Lever]) {
        if let (Some(asked), true) = (&self.here.best.asked, self.here.best.seated.is_some()) {
            for lever in levers {
                let players = lever.habit.game.players();
                let setup = self.at(lever.field, &lever.value);
                let setup = with_first(self.entry, &setup, players, asked);
                lever.best = setup::seated(self.entry, &setup).ok();
            }
        }
    }

    /// Who plays in the main run, each compared with the same at the baseline.
    fn points(&self) -> (Points, Vec<GridPoint<'_>>) {
        let (mut places, mut points) = (Points::default(), Vec::new());
        if let Some(before) = &self.before {
            places.before = Some(0);
            points.push(point(&before.habit, 0));
        }
        places.here = points.len();
        points.push(point(&self.here.habit, places.before.unwrap_or(places.here)));
        let best = self.before.as_ref().and_then(|before| before.best.seated.as_ref());
        if let Some(best) = best {
            places.best_before = Some(points.len());
            points.push(point(best, points.len()));
        }
        if let Some(best) = self.here.best.seated.as_ref() {
            let own = points.len();
            places.best = Some(own);
            points.push(point(best, places.best_before.unwrap_or(own)));
        }
        (places, points)
    }

    /// The rules here with another value of a field.
    fn at(&self, field: usize, value: &str) -> Setup {
        let mut setup = self.here.setup.clone();
        setup.set.push(format!("{}={value}", self.profile.fields[field].name));
        setup
    }

    /// Every field one step each way, but those that cannot be played.
    fn levers(&self) -> (Vec<Lever>, Vec<String>) {
        let (mut levers, mut left_out) = (Vec::new(), Vec::new());
        for (field, (facts, now)) in self.profile.fields.iter().zip(&self.values).enumerate() {
            let steps = step::steps(facts, now);
            if steps.is_empty() {
                left_out.push(reason(facts.name, "no step of it is known"));
            }
            for value in steps {
                match setup::seated(self.entry, &self.at(field, &value)) {
                    Ok(habit) => levers.push(Lever { field, value, habit, best: None }),
                    Err(error) => left_out
                        .push(reason(&format!("{} = {value}", facts.name), &error.to_string())),
                }
            }
        }
        (levers, left_out)
    }

    /// The event of the whole table that is most of a coin's throw.
    fn telling(&self, grid: &Grid, here: usize) -> Option<usize> {
        let (events, tallies) = (self.here.habit.game.events(), grid.tally(here).events());
        let off = |at: usize| {
            let share = tallies.get(at).and_then(|event| event.hits.ratio()).unwrap_or(0.0);
            (share - 0.5).abs()
        };
        let whole = |at: &usize| events[*at].possible && !events[*at].name.contains(':');
        let open = (0..events.len()).filter(whole).filter(|&at| off(at) < 0.5);
        open.min_by(|&a, &b| off(a).total_cmp(&off(b)))
    }

    /// Plays all levers beside the rules as they are.
    fn pull(
        &self,
        levers: &[Lever],
        event: Option<usize>,
        plan: Plan<'_>,
        course: &Course<'_>,
    ) -> (Grid, bool) {
        let mut points = vec![point(&self.here.habit, 0)];
        if let Some(best) = &self.here.best.seated {
            points.push(point(best, 1));
        }
        for lever in levers {
            points.push(point(&lever.habit, 0));
            points.extend(lever.best.as_ref().map(|best| point(best, 1)));
        }
        let events = event.map_or(Events::None, Events::One);
        let kept = Kept { couples: true, positions: false, turn: true, events };
        let watch = |grid: &Grid, _| course.show(grid.all_rounds(), "the levers");
        let run = simulate::grid(&points, kept, plan, &watch);
        (run.grid, run.stopped)
    }

    /// The ranking here, or at the baseline.
    fn standings<'c>(&self, side: &'c Side, contest: &'c Contest) -> Standings<'c> {
        let confidence = 1.0 - self.alphas.each(self.sides().count());
        let intervals = Intervals { confidence, precision: None };
        Standings::new(contest, &side.labels, self.units(), intervals)
    }

    fn has_house(&self) -> bool {
        self.sides().any(|side| side.habit.game.has_house())
    }
}

/// What the rules are held against, and what it is called. The table is as large as here, unless a
/// file was named for the baseline.
fn baseline(
    entry: &dyn AnyGame,
    setup: &Setup,
    asked: &PlaytestAsked,
    values: &[String],
) -> Result<(String, Setup), StudyError> {
    let rules = match (&asked.baseline, &setup.rules) {
        (Some(baseline), _) => baseline.clone(),
        (None, RulesFrom::File { .. } | RulesFrom::Default) => RulesFrom::Default,
        (None, preset) => preset.clone(),
    };
    let profile = entry.profile();
    let name = match &rules {
        RulesFrom::Default => profile.presets.first().map_or("default", |preset| preset.name),
        RulesFrom::Preset(name) | RulesFrom::File { name, .. } => name.as_str(),
    };
    let name = name.to_owned();
    let whole = matches!(rules, RulesFrom::File { .. });
    let plain = Setup { rules, set: Vec::new(), ..setup.clone() };
    let players = profile.fields.iter().position(|field| field.name == PLAYERS);
    let Some(players) = players.and_then(|at| values.get(at)).filter(|_| !whole) else {
        return Ok((name, plain));
    };
    let sized = Setup { set: vec![format!("{PLAYERS}={players}")], ..plain.clone() };
    Ok((name, if entry.table(&sized.rules, &sized.set).is_ok() { sized } else { plain }))
}

/// Whether somebody gave much time.
fn patient(until: Option<Length>) -> bool {
    matches!(until, Some(Length::Time(time)) if time >= PATIENT)
}

impl dyn AnyGame + '_ {
    /// Everything that can be found wrong with a playtest before a card is dealt.
    ///
    /// # Errors
    /// If the rules, the baseline or the strategies are wrong.
    pub fn check_playtest(&self, setup: &Setup, asked: &PlaytestAsked) -> Result<(), StudyError> {
        Playtest::new(self, setup, asked, false).map(|_| ())
    }

    /// What rules do, whether they are fair, and what is broken: sentences, and tables `verdict`,
    /// `rules`, `fairness`, `events`, `skill`, `levers`, `broken`, `repeat`.
    ///
    /// # Errors
    /// As `check_playtest`.
    pub fn playtest(
        &self,
        setup: &Setup,
        asked: &PlaytestAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        sampling.not_shared("what a playtest plays follows from a first run; leave out --shard")?;
        let mut playtest = Playtest::new(self, setup, asked, patient(sampling.until))?;
        let played = playtest.play(&sampling)?;
        let (sentences, tables) = playtest.tell(&played, sampling.seed);
        let sampled =
            (sampling.seed, played.rounds, played.grid.tally(played.points.here).sessions());
        let habit = &playtest.here.habit;
        let mut manifest =
            setup::manifest("playtest", setup, &*habit.game, &habit.strategies, Some(sampled));
        manifest.insert("baseline".into(), json!(playtest.baseline));
        if let Some(before) = &playtest.before {
            manifest.insert("baseline_rules".into(), before.habit.game.rules_as_data());
        }
        let mut notes = playtest.notes;
        notes.extend(match &played.cut[..] {
            [] => setup::played(&sampling, played.stopped, played.rounds),
            cut => Some(format!(
                "played {} rounds; time was too short for {}, which had fewer rounds than a run of \
                 --rounds {} has",
                played.rounds,
                cut.join(" and "),
                played.rounds
            )),
        });
        let report = Report { verdict: sentences, ..Report::new(manifest, tables) };
        Ok(Answer { report, stopped: played.stopped, notes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each part has its share of what is left, whatever those before it took; past the end nothing is
    /// left.
    #[test]
    fn a_time_is_shared_out_as_it_goes() {
        let (second, time) = (Duration::from_secs(1), Duration::from_secs(100));
        let start = Instant::now().checked_sub(40 * second).unwrap();
        let costs = Costs { chosen: 0.0, main: 2.0, ranked: 0.5, levers: 0.5 };
        let rounds = Rounds { main: 1000 };
        let mut budget = Budget { rounds, time: Some((Clock { start, time }, costs)) };
        let seconds = |until| match until {
            Until::Within(7, time) => time.as_secs_f64().round(),
            other => panic!("{other:?}"),
        };
        assert_eq!(seconds(budget.until(7, |costs| costs.main)), 40.0);
        budget.done(|costs| &mut costs.main);
        // Of two sides, each half of the ranking.
        assert_eq!(seconds(budget.until(7, |costs| costs.ranked / 2.0)), 15.0);
        budget.side_done(2, |costs| &mut costs.ranked);
        assert_eq!(seconds(budget.until(7, |costs| costs.ranked)), 20.0);
        budget.side_done(1, |costs| &mut costs.ranked);
        assert_eq!(seconds(budget.until(7, |costs| costs.levers)), 60.0);
        let late = Clock { start, time: 30 * second };
        let budget = Budget { rounds, time: Some((late, costs)) };
        assert_eq!(seconds(budget.until(7, |costs| costs.main)), 0.0);
        let endless = Budget { rounds, time: None };
        assert_eq!(endless.until(7, |costs| costs.main), Until::Rounds(7));
    }
}
