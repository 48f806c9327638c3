//! Playtests: a designer's rules compared with a baseline on common luck, with the findings in
//! sentences.
//!
//! All sentences hold simultaneously. The set of possible statements is fixed before a card is
//! dealt: each has a share of the error probability ([`Alphas`]), and claims no more than its
//! interval.

mod broken;
mod budget;
mod commands;
mod sections;
mod sentences;
mod side;
mod step;
mod verdict;

pub use self::verdict::KEY_FIGURES;

use self::broken::{NeverRight, Unused};
use self::budget::{Budget, Clock, Costs, Course, Rounds};
use self::side::{Best, How, Side, computed, with_first};
use super::figure::down_to_two_digits;
use super::grid::point;
use super::setup::{self, Seated};
use super::standings::Standings;
use super::tables::Intervals;
use super::{Answer, Length, Report, RulesFrom, Sampling, Setup, StudyError, refuse};
use crate::framework::settings::shown;
use crate::framework::{AnyGame, Profile};
use crate::simulate::{self, Contest, Events, Grid, GridPoint, Kept, Plan, Until};
use serde_json::json;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// The options of a playtest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaytestAsked {
    /// The baseline; by default the preset that the rules start from.
    pub baseline: Option<RulesFrom>,
    /// The program name in commands that reproduce a figure.
    pub program: String,
}

impl Default for PlaytestAsked {
    fn default() -> PlaytestAsked {
        PlaytestAsked { baseline: None, program: "croupier".to_owned() }
    }
}

/// The field with the size of the table.
const PLAYERS: &str = "players";

/// A minute on two cores, as tallying takes about twice the time that games state for their rounds.
const DEFAULT_NANOSECONDS: f64 = 4e10;
/// The fraction of a given time spent on measuring the speed of each part, and the fraction that
/// the plan fills. The rest is slack in case the machine becomes slower; a part that exceeds it is
/// cut.
const MEASURED: f64 = 0.02;
const PLAYED: f64 = 0.7;
/// With at least this much time, strategies that need preparation before the first round are
/// included.
const PATIENT: Duration = Duration::from_secs(300);
/// Divisors of the main run's rounds: for ranking the strategies, for choosing the best of them,
/// and for pulling each lever.
const RANKED: u64 = 4;
const CHOSEN: u64 = 20;
const PULLED: u64 = 10;
/// The minimum number of rounds of each, and that of choosing the best, if the ranking has as many.
const LEAST: u64 = 100;
const TRIED: u64 = 1_000;

/// The error probabilities of the statements, which sum to at most the one asked for.
#[derive(Clone, Copy, Debug)]
struct Alphas {
    /// The error probability of each sentence about the table and about what changed.
    key: f64,
    /// The error probability of all rows together in each of these sections: fairness, rankings,
    /// events, levers, and broken.
    rows: f64,
}

impl Alphas {
    /// The number of planned sentences: the house's take, the best player's win, the value of
    /// acting first, the effect of skill; and the changes of the first three.
    const KEYS: f64 = 7.0;

    fn new(confidence: f64) -> Alphas {
        let alpha = 1.0 - confidence;
        Alphas { key: 0.5 * alpha / Alphas::KEYS, rows: 0.1 * alpha }
    }

    /// The error probability of each of `rows` rows of a section.
    fn each(self, rows: usize) -> f64 {
        self.rows / rows.max(1) as f64
    }
}

/// A rule that differs from the baseline.
struct Change {
    field: usize,
    before: String,
    here: String,
}

/// The main run, among the parts that are cut for lack of time.
const THE_TABLE: &str = "the table";
const CHOOSING: &str = "choosing who does best";

/// A lever: a field with another value.
struct Lever {
    field: usize,
    value: String,
    habit: Seated,
    best: Option<Seated>,
}

/// The steps of rules that are no levers.
#[derive(Clone, Debug, Default)]
struct NoLevers {
    /// Values that the other rules, or the strategies, do not allow.
    refused: Vec<String>,
    /// Values at which sessions have no end.
    endless: Vec<String>,
    /// Fields of which no step is known.
    stepless: Vec<String>,
}

impl NoLevers {
    /// The sentences that name them; empty if all were pulled.
    fn said(&self) -> String {
        let parts = [
            ("Not allowed here, and so not tried", &self.refused),
            ("Not tried, as sessions would not end", &self.endless),
            ("No step is known of", &self.stepless),
        ];
        let parts = parts.iter().filter(|(_, names)| !names.is_empty());
        parts
            .map(|(said, names)| format!("{said}: {}.", names.join(", ")))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// A playtest before a card is dealt.
struct Playtest<'a> {
    entry: &'a AnyGame,
    profile: Profile,
    asked: &'a PlaytestAsked,
    here: Side,
    /// The baseline, if it differs.
    before: Option<Side>,
    /// The name of the baseline.
    baseline: String,
    changes: Vec<Change>,
    /// The value of each field, in TOML.
    values: Vec<String>,
    /// Whether there is time for players that need preparation before the first round, at every
    /// lever as well.
    patient: bool,
    alphas: Alphas,
    /// Notes for the reader.
    notes: Vec<String>,
}

/// The runs of a playtest.
struct Played {
    grid: Grid,
    /// The rounds of the main run.
    rounds: u64,
    points: Points,
    /// The contests of the rankings, here and at the baseline.
    contests: Vec<Contest>,
    levers: Option<(Vec<Lever>, Grid)>,
    no_levers: NoLevers,
    /// A note on levers that were not pulled for lack of time.
    unpulled: Option<String>,
    /// The event that the levers are also measured by.
    event: Option<usize>,
    /// Choices that are never part of best play.
    never_right: Vec<NeverRight>,
    /// Choices that no strategy takes.
    unused: Vec<Unused>,
    stopped: bool,
    /// Parts that were cut for lack of time.
    cut: Vec<&'static str>,
}

/// The grid points of the main run, as indices.
#[derive(Clone, Copy, Debug, Default)]
struct Points {
    before: Option<usize>,
    here: usize,
    best_before: Option<usize>,
    best: Option<usize>,
}

impl<'a> Playtest<'a> {
    fn new(
        entry: &'a AnyGame,
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
        let mut here = Side::new(entry, setup.clone(), patient)?;
        let mut compared =
            (!changes.is_empty()).then(|| Side::new(entry, base, patient)).transpose()?;
        if let Some(before) = &mut compared {
            here.level(&before.left_out, &shown(&baseline));
            before.level(&here.left_out, "your rules");
        }
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
            patient,
            alphas,
            notes: Vec::new(),
        };
        let seats = |side: &Side| side.habit.game.players();
        if let Some(before) =
            playtest.before.as_ref().map(seats).filter(|&n| n != seats(&playtest.here))
        {
            let players =
                if before == 1 { "one player".to_owned() } else { format!("{before} players") };
            playtest.notes.push(format!(
                "{} is played by {players}: figures of a player are an equal part of each table's",
                playtest.baseline
            ));
        }
        for left_out in &playtest.here.left_out {
            playtest.notes.push(format!("not ranked: {}", left_out.line()));
        }
        Ok(playtest)
    }

    fn units(&self) -> f64 {
        self.profile.scale()
    }

    /// Computes the figures that can be computed.
    fn compute(&mut self) {
        self.here.exact = computed(&self.here.habit);
        if let Some(before) = &mut self.before {
            before.exact = computed(&before.habit);
            // A figure computed on one side only cannot be compared.
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

    /// The time of all parts per round of the main run, in nanoseconds.
    fn cost(&self, levers: &[Lever]) -> f64 {
        let tables: f64 = self.sides().map(|side| 2.0 * side.nanoseconds()).sum();
        let contests: f64 = self.sides().map(Side::contest_nanoseconds).sum();
        let contests = contests * (1.0 / RANKED as f64 + 1.0 / CHOSEN as f64);
        let one = |seated: &Seated| seated.game.nanoseconds(&*seated.players);
        // The best player may be played at each lever, too.
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

    /// The number of rounds that there is time for.
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
                return refuse("a playtest goes by --rounds or --time, not --precision");
            }
            Some(Length::Time(time)) => {
                let clock = Clock { start, time };
                let costs = self.measured(sampling, levers, time.mul_f64(MEASURED));
                let all = costs.chosen + costs.main + costs.ranked + costs.levers;
                let main = clock.left().mul_f64(PLAYED).as_secs_f64() / all.max(1e-12);
                (down_to_two_digits(main, LEAST as f64), Some((clock, costs)))
            }
        };
        Ok(Budget { rounds: Rounds { main }, time, cut: Vec::new() })
    }

    /// The time of each part per round of the main run, measured by playing each for `time`: the
    /// times that games state assume an idle machine and tables that are all alike.
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
        // The best player is one of them.
        let best = f64::max(best, habit);
        costs.main = habit + best;
        if !levers.is_empty() {
            let levers: Vec<&Seated> = levers.iter().map(|lever| &lever.habit).collect();
            // The best player may be played at each lever, too.
            costs.levers = grid(&levers) * (1.0 + best / habit) / PULLED as f64;
        }
        costs
    }

    /// Chooses the best player, plays the main run, ranks the strategies and pulls the levers.
    fn play(&mut self, sampling: &Sampling<'_>) -> Result<Played, StudyError> {
        let start = Instant::now();
        self.drop_unended(sampling.seed)?;
        self.compute();
        let (mut levers, mut no_levers) = self.levers();
        let unpulled = self.drop_slow_levers(&mut levers);
        self.notes.extend(unpulled.clone());
        self.drop_unended_levers(&mut levers, &mut no_levers, sampling.seed);
        let mut budget = self.budget(sampling, &levers, start)?;
        let sides = self.sides().count();
        let contenders: u64 = self.sides().map(|side| side.contenders.len() as u64).sum();
        let choosing = self.sides().filter(|side| side.best.asked.is_none());
        let tried: u64 = choosing.map(|side| side.contenders.len() as u64).sum();
        let goal = budget.rounds.chosen() * tried
            + budget.rounds.main * 2 * sides as u64
            + budget.rounds.part(RANKED) * contenders
            + budget.rounds.part(PULLED) * levers.len() as u64;
        let course = Course { sampling, done: AtomicU64::new(0), goal };
        self.choose_best(&mut budget, &course)?;
        self.seat_best(&mut levers);
        let (points, seats) = self.points();
        let kept = Kept { couples: true, positions: true, turn: true, events: Events::All };
        let watch = |grid: &Grid, _| course.show(grid.all_rounds(), "the table");
        let until = budget.until(budget.rounds.main, |costs| costs.main);
        let grid =
            simulate::grid(&seats, kept, Plan { until, ..self.plan(sampling, 0) }, &watch).grid;
        drop(seats);
        course.finished(grid.all_rounds());
        let rounds = grid.tally(points.here).rounds();
        if rounds < budget.rounds.main && !course.stopped() {
            budget.cut.push(THE_TABLE);
        }
        budget.rounds.main = rounds;
        budget.done(|costs| &mut costs.main);
        let contests = self.rank(&mut budget, &course);
        let event = self.telling(&grid, points.here);
        let mut pulled = None;
        if !course.stopped() && !levers.is_empty() {
            let part = budget.rounds.part(PULLED);
            let until = budget.until(part, |costs| costs.levers);
            let plan = Plan { until, ..self.plan(sampling, 0) };
            let grid = self.pull(&levers, event, plan, &course);
            if grid.tally(0).rounds() < part && !course.stopped() {
                budget.cut.push("the levers");
            }
            pulled = Some((levers, grid));
        }
        let (never_right, unused) = match course.stopped() {
            true => (Vec::new(), Vec::new()),
            false => self.idle_choices(sampling.seed, rounds),
        };
        budget.cut.dedup();
        Ok(Played {
            grid,
            rounds,
            points,
            contests,
            levers: pulled,
            no_levers,
            unpulled,
            event,
            never_right,
            unused,
            stopped: course.stopped(),
            cut: budget.cut,
        })
    }

    /// Chooses the best player of each side where none is computed, by a contest on other luck than
    /// that of all figures.
    fn choose_best(&mut self, budget: &mut Budget, course: &Course<'_>) -> Result<(), StudyError> {
        let sides = self.sides().count();
        // A seed that nobody is likely to use.
        let seed = course.sampling.seed.wrapping_add(1 << 63);
        let plan = Plan { seed, ..self.plan(course.sampling, 0) };
        let both = [Some(&mut self.here), self.before.as_mut()].into_iter().flatten();
        for (at, side) in both.enumerate() {
            let left = sides - at;
            if side.best.asked.is_none() {
                let rounds = budget.rounds.chosen();
                let until = budget.until(rounds, |costs| costs.chosen / left as f64);
                let plan = Plan { until, ..plan };
                let contenders = side.contenders.len() as u64;
                let watch = |progress: simulate::ContestProgress<'_>| {
                    course.show(progress.contest.rounds() * contenders, CHOOSING);
                };
                let run = simulate::compare(&*side.habit.game, &side.contenders, plan, &watch);
                course.finished(run.contest.rounds() * contenders);
                if run.contest.rounds() < rounds && !course.stopped() {
                    budget.cut.push(CHOOSING);
                }
                side.choose(self.entry, &run.contest)?;
            }
            budget.side_done(left, |costs| &mut costs.chosen);
        }
        Ok(())
    }

    /// Ranks the strategies of each side.
    fn rank(&self, budget: &mut Budget, course: &Course<'_>) -> Vec<Contest> {
        let sides = self.sides().count();
        let mut contests = Vec::new();
        for (at, side) in self.sides().enumerate() {
            let left = sides - at;
            if course.stopped() {
                break;
            }
            if side.contenders.len() > 1 {
                let part = budget.rounds.part(RANKED);
                let until = budget.until(part, |costs| costs.ranked / left as f64);
                let plan = Plan { until, ..self.plan(course.sampling, 0) };
                let contenders = side.contenders.len() as u64;
                let watch = |progress: simulate::ContestProgress<'_>| {
                    course.show(progress.contest.rounds() * contenders, "the strategies");
                };
                let run = simulate::compare(&*side.habit.game, &side.contenders, plan, &watch);
                course.finished(run.contest.rounds() * contenders);
                if run.contest.rounds() < part && !course.stopped() {
                    budget.cut.push("the ranking");
                }
                contests.push(run.contest);
            }
            budget.side_done(left, |costs| &mut costs.ranked);
        }
        contests
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

    /// The points of the main run, each compared with its counterpart at the baseline.
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

    /// The setup with another value of a field.
    fn at(&self, field: usize, value: &str) -> Setup {
        let mut setup = self.here.setup.clone();
        setup.set.push(format!("{}={value}", self.profile.fields[field].name));
        setup
    }

    /// The levers: every field one step in each direction, except those that cannot be played,
    /// which are returned, too.
    fn levers(&self) -> (Vec<Lever>, NoLevers) {
        let (mut levers, mut no_levers) = (Vec::new(), NoLevers::default());
        for (field, (facts, now)) in self.profile.fields.iter().zip(&self.values).enumerate() {
            let steps = step::steps(facts, now);
            // An empty table has no amount to move.
            if steps.is_empty() && now != "{}" {
                no_levers.stepless.push(facts.name.to_owned());
            }
            for value in steps {
                match setup::seated(self.entry, &self.at(field, &value)) {
                    Ok(habit) => levers.push(Lever { field, value, habit, best: None }),
                    Err(_) => no_levers.refused.push(format!("{} = {value}", facts.name)),
                }
            }
        }
        (levers, no_levers)
    }

    /// Leaves out the levers at which players need preparation before the first round, unless there
    /// is time for that. Returns a note on them.
    fn drop_slow_levers(&self, levers: &mut Vec<Lever>) -> Option<String> {
        let all = levers.len();
        let quick = |Lever { habit, .. }: &Lever| habit.game.preparing(&*habit.players).is_none();
        levers.retain(|lever| self.patient || quick(lever));
        (levers.len() < all).then(|| {
            format!(
                "{} of {all} levers not pulled: what the players do would be worked out anew at each; \
                 --time {}m or more allows for it",
                all - levers.len(),
                PATIENT.as_secs() / 60
            )
        })
    }

    /// The event of the whole table whose probability is nearest to ½.
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

    /// Plays all levers beside the unchanged rules.
    fn pull(
        &self,
        levers: &[Lever],
        event: Option<usize>,
        plan: Plan<'_>,
        course: &Course<'_>,
    ) -> Grid {
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
        simulate::grid(&points, kept, plan, &watch).grid
    }

    /// The ranking of a side.
    fn standings<'c>(&self, side: &'c Side, contest: &'c Contest) -> Standings<'c> {
        let confidence = 1.0 - self.alphas.each(self.sides().count());
        let intervals = Intervals { confidence, precision: None };
        Standings::new(contest, &side.labels, self.units(), intervals)
    }

    fn has_house(&self) -> bool {
        self.sides().any(|side| side.habit.game.has_house())
    }
}

/// The setup of the baseline, and its name. The table has the size of the one here, unless the
/// baseline is a file.
fn baseline(
    entry: &AnyGame,
    setup: &Setup,
    asked: &PlaytestAsked,
    values: &[String],
) -> Result<(String, Setup), StudyError> {
    let rules = match &asked.baseline {
        Some(baseline) => baseline.clone(),
        None => entry.start_of(&setup.rules),
    };
    let profile = entry.profile();
    let name = match &rules {
        RulesFrom::Default => profile.presets.first().map_or("default", |preset| preset.name),
        RulesFrom::Preset(name) | RulesFrom::File { name, .. } => name.as_str(),
    };
    let name = name.to_owned();
    // A file that sets the number of players keeps it.
    let says = match &rules {
        RulesFrom::File { text, .. } => {
            text.parse::<toml::Table>().is_ok_and(|fields| fields.contains_key(PLAYERS))
        }
        _ => false,
    };
    let plain = Setup { rules, set: Vec::new(), ..setup.clone() };
    let players = profile.fields.iter().position(|field| field.name == PLAYERS);
    let Some(players) = players.and_then(|at| values.get(at)).filter(|_| !says) else {
        return Ok((name, plain));
    };
    let sized = Setup { set: vec![format!("{PLAYERS}={players}")], ..plain.clone() };
    Ok((name, if entry.table(&sized.rules, &sized.set).is_ok() { sized } else { plain }))
}

/// Whether the time limit leaves room for players that need preparation: at least [`PATIENT`].
fn patient(until: Option<Length>) -> bool {
    matches!(until, Some(Length::Time(time)) if time >= PATIENT)
}

impl AnyGame {
    /// Checks a playtest before a card is dealt.
    ///
    /// # Errors
    /// If the rules, the baseline or the strategies are invalid.
    pub fn check_playtest(&self, setup: &Setup, asked: &PlaytestAsked) -> Result<(), StudyError> {
        Playtest::new(self, setup, asked, false).map(|_| ())
    }

    /// Tests the effects of rules, their fairness, and what is broken: sentences, and tables
    /// `verdict`, `rules`, `fairness`, `events`, `skill`, `levers`, `broken`, `repeat`.
    ///
    /// # Errors
    /// As `check_playtest`.
    pub fn playtest(
        &self,
        setup: &Setup,
        asked: &PlaytestAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        sampling.check()?;
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
        let best = playtest.here.best.seated.as_ref();
        let players = best.map(|seated| &*seated.players);
        notes.extend(setup::remarks(&*playtest.here.habit.game, players));
        // The table had as many rounds as are told.
        let shorter: Vec<&str> =
            played.cut.iter().copied().filter(|&part| part != THE_TABLE).collect();
        let rounds = played.rounds;
        notes.extend(match (played.cut.is_empty(), shorter.is_empty()) {
            (true, _) => setup::played(&sampling, played.stopped, rounds),
            (false, true) => Some(format!(
                "played {rounds} rounds; time was too short for as many as were planned"
            )),
            (false, false) => Some(format!(
                "played {rounds} rounds; time was too short for {}, which had fewer rounds than a run of \
                 --rounds {rounds} has",
                shorter.join(" and ")
            )),
        });
        let report = Report { verdict: sentences, ..Report::new(manifest, tables) };
        Ok(Answer { report, stopped: played.stopped, notes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each part gets its share of the time that is left, however long the parts before it took;
    /// once the time is up, none is left to share.
    #[test]
    fn a_time_is_shared_out_as_it_goes() {
        let (second, time) = (Duration::from_secs(1), Duration::from_secs(100));
        let start = Instant::now().checked_sub(40 * second).unwrap();
        let costs = Costs { chosen: 0.0, main: 2.0, ranked: 0.5, levers: 0.5 };
        let rounds = Rounds { main: 1000 };
        let mut budget =
            Budget { rounds, time: Some((Clock { start, time }, costs)), cut: Vec::new() };
        let seconds = |until| match until {
            Until::Within(7, time) => time.as_secs_f64().round(),
            other => panic!("{other:?}"),
        };
        assert_eq!(seconds(budget.until(7, |costs| costs.main)), 40.0);
        budget.done(|costs| &mut costs.main);
        // The ranking of two sides: half of its time for each.
        assert_eq!(seconds(budget.until(7, |costs| costs.ranked / 2.0)), 15.0);
        budget.side_done(2, |costs| &mut costs.ranked);
        assert_eq!(seconds(budget.until(7, |costs| costs.ranked)), 20.0);
        budget.side_done(1, |costs| &mut costs.ranked);
        assert_eq!(seconds(budget.until(7, |costs| costs.levers)), 60.0);
        let late = Clock { start, time: 30 * second };
        let budget = Budget { rounds, time: Some((late, costs)), cut: Vec::new() };
        assert_eq!(seconds(budget.until(7, |costs| costs.main)), 0.0);
        let endless = Budget { rounds, time: None, cut: Vec::new() };
        assert_eq!(endless.until(7, |costs| costs.main), Until::Rounds(7));
    }
}
