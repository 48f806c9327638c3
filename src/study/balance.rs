//! Which value of a rule meets a target.
//!
//! Every value is tried on the same luck. The intervals of all tries hold together, as each is made
//! at its part of α (Bonferroni), so a value whose interval lies beside the target is on that side of
//! it for sure. Where the metric rises or falls with the value all along, the value that meets the
//! target lies between the last one that is surely on one side and the first that is surely on the
//! other, at the confidence that was asked for and however often one looked. The search narrows
//! these two down; it needs the same assumption, and nothing of how the metric bends.

use super::axis::{AxisValue, Candidates, Lattice, MOST_POINTS, Tried};
use super::cautions::Cautions;
use super::metric::{self, Measured, Metric};
use super::setup::{self, Seated};
use super::sweep::{self, PLAYS, Play, refuse};
use super::tables::Intervals;
use super::{Answer, Axis, Cell, Report, Sampling, Setup, Snapshot, StudyError, Table};
use crate::framework::settings::shown;
use crate::framework::{AnyGame, ExactError, Tallied};
use crate::simulate::{self, Grid, GridPoint, GridRun, Kept, Plan, Until};
use crate::stats::bonferroni;
use serde_json::json;
use std::collections::BTreeMap;

/// What is to be met, and by what.
#[derive(Clone, Debug, PartialEq)]
pub struct BalanceAsked {
    /// The field, and its values.
    pub solve: Candidates,
    /// The figure that is to meet the target.
    pub metric: Metric,
    /// The target.
    pub target: f64,
    /// How far off it may be; a thousandth if it is left out, of an event's probability a hundredth.
    pub tolerance: Option<f64>,
    /// Whether the value is wanted that is right for players who do their best, too.
    pub against_best: bool,
    /// With `against_best`: parameters that seat 1 tunes, instead of best play of everybody.
    pub tune: Vec<Axis>,
}

/// Up to so many values, all are tried.
const ALL_TRIED: u64 = 12;
/// How many values of a longer range are tried at first.
const FIRST_TRIES: u64 = 5;
/// How often it looks closer, and at how many values each time at most.
const ZOOMS: usize = 6;
const ZOOM_TRIES: u64 = 3;
/// Tries for the neighbours of the answer, and for those of the other play.
const LAST_TRIES: u64 = 8;
/// Looks at what is known without sampling: each halves the range at least.
const EXACT_ZOOMS: usize = 40;
/// Tries that a default run is meant for.
const USUAL_TRIES: f64 = 20.0;
/// Steps of a range of numbers that need not be whole.
const STEPS: u64 = 1000;
/// Edges are narrowed down to this part of what cannot be told from the target.
const EDGE: u64 = 4;

impl BalanceAsked {
    /// How far off the target the metric may be.
    pub fn tolerance(&self) -> f64 {
        self.tolerance.unwrap_or(match self.metric {
            Metric::Event(_) => 0.01 * self.target.abs(),
            Metric::HouseEdge | Metric::PositionSpread | Metric::Ev(_) => 0.001,
        })
    }
}

/// On which side of the target a value surely is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

/// A field, and the table with each of its values.
struct Question<'a> {
    entry: &'a dyn AnyGame,
    setup: &'a Setup,
    asked: &'a BalanceAsked,
    values: Tried,
    /// What runs tally: rounds, cards as dealt, or hands as shown.
    tallied: Tallied,
    plays: Vec<Play>,
    /// Values that cannot be played, and why.
    left_out: Vec<String>,
}

impl<'a> Question<'a> {
    fn new(
        entry: &'a dyn AnyGame,
        setup: &'a Setup,
        asked: &'a BalanceAsked,
    ) -> Result<Self, StudyError> {
        let field = &asked.solve.field;
        sweep::check_field(entry, setup, field)?;
        if !asked.target.is_finite() {
            return refuse(format!("target {}: it is a number, such as 0.02", asked.target));
        }
        if asked.tune.iter().any(|axis| sweep::parameter(&axis.field).is_none()) {
            return refuse("--vary is for parameters that seat 1 tunes: strategy.PARAMETER=…");
        }
        if !asked.tune.is_empty() && !asked.against_best {
            return refuse("what seat 1 tunes is asked for with --against-best; add it");
        }
        let mut plays = vec![Play::Habit];
        if asked.against_best {
            plays.push(Play::of(entry, &asked.tune)?);
        }
        let mut question = Question {
            entry,
            setup,
            asked,
            values: asked.solve.values.clone(),
            tallied: Tallied::Rounds,
            plays,
            left_out: Vec::new(),
        };
        question.values = question.spaced()?;
        question.leave_out()?;
        let first = question.first()?;
        question.tallied = asked.metric.tallied(&*first.game);
        let plain = setup.strategies.is_empty() && !asked.against_best;
        if question.tallied == Tallied::Dealt && !plain {
            return refuse(format!(
                "{} is of cards as dealt, which depend on no strategy; leave out --strategy and \
                 --against-best",
                asked.metric
            ));
        }
        if let Tried::Readings(readings) = &question.values
            && readings.len() > MOST_POINTS
        {
            return refuse(format!("at most {MOST_POINTS} readings"));
        }
        // Ends, and every reading: what lies between two numbers that are allowed is allowed.
        let all = question.count();
        let ends = if question.lattice().is_some() { vec![0, all - 1] } else { (0..all).collect() };
        let mut games = Vec::new();
        for at in ends {
            for play in &question.plays {
                let seats = play.tables(entry, &question.at(at)?)?;
                for seated in seats {
                    asked.metric.check(&*seated.game)?;
                    games.push(question.tallying(seated)?.game);
                }
            }
        }
        asked.metric.check_house(games.iter().map(|game| &**game))?;
        Ok(question)
    }

    fn first(&self) -> Result<Seated, StudyError> {
        let text = match &self.values {
            Tried::Numbers(lattice) => lattice.text(0),
            Tried::Readings(readings) => {
                return setup::seated(self.entry, &self.with(&readings[0])?);
            }
        };
        setup::seated(self.entry, &self.with(&AxisValue::new(text))?)
    }

    /// Why a value cannot be played, if it cannot.
    fn unplayable(&self, at: u64) -> Result<Option<StudyError>, StudyError> {
        let tables =
            |play: &Play| self.at(at).and_then(|setup| play.tables(self.entry, &setup)).map(drop);
        match self.plays.iter().try_for_each(tables) {
            Ok(()) => Ok(None),
            Err(error) if sweep::unplayable(&error) => Ok(Some(error)),
            Err(error) => Err(error),
        }
    }

    /// Leaves out readings, and values at either end of a range, that cannot be played.
    fn leave_out(&mut self) -> Result<(), StudyError> {
        let field = &self.asked.solve.field;
        let all = self.count();
        if self.lattice().is_none() {
            let (mut kept, mut first) = (Vec::new(), None);
            let mut left_out = Vec::new();
            for at in 0..all {
                let value = self.value(at);
                match self.unplayable(at)? {
                    None => kept.push(value),
                    Some(why) => {
                        left_out.push(format!("left out {field} = {}: {why}", shown(&value.text)));
                        first.get_or_insert(why);
                    }
                }
            }
            if let (true, Some(why)) = (kept.is_empty(), first) {
                return Err(why);
            }
            (self.values, self.left_out) = (Tried::Readings(kept), left_out);
            return Ok(());
        }
        let mut ends = [0, all - 1];
        for (end, step) in [(0, 1), (1, -1)] {
            let mut nearest = None;
            for tried in 0..all.min(2 * STEPS) {
                ends[end] =
                    (if end == 0 { 0 } else { all - 1 }).wrapping_add_signed(step * tried as i64);
                match self.unplayable(ends[end])? {
                    None => break,
                    Some(why) => nearest = Some((tried, why)),
                }
            }
            let Some((tried, why)) = nearest else { continue };
            // Nothing that can be played was found.
            if tried + 1 == all.min(2 * STEPS) {
                return Err(self.unplayable(0)?.unwrap_or(why));
            }
            let text = |at: u64| self.value(at).text;
            let outer = text(if end == 0 { 0 } else { all - 1 });
            let inner = text(ends[end].wrapping_add_signed(-step));
            let values = match (outer == inner, end) {
                (true, _) => outer,
                (false, 0) => format!("{outer}..{inner}"),
                (false, _) => format!("{inner}..{outer}"),
            };
            self.left_out.push(format!("left out {field} = {values}: {why}"));
        }
        if let Some(lattice) = self.lattice() {
            self.values = Tried::Numbers(lattice.part(ends[0], ends[1]));
        }
        Ok(())
    }

    fn with(&self, value: &AxisValue) -> Result<Setup, StudyError> {
        sweep::with(self.entry, self.setup, &self.asked.solve.field, value)
    }

    /// The values in steps: whole numbers where the field takes no others, else fine ones.
    fn spaced(&self) -> Result<Tried, StudyError> {
        let Tried::Numbers(lattice) = self.values else { return Ok(self.values.clone()) };
        let allowed = |text: String| {
            self.with(&AxisValue::new(text))
                .and_then(|setup| setup::seated(self.entry, &setup))
                .is_ok()
        };
        if lattice.is_said() || (lattice.is_spaced() && !allowed(lattice.halfway())) {
            return Ok(self.values.clone());
        }
        let finer = [STEPS, STEPS / 10, STEPS / 100].map(|steps| lattice.in_about(steps));
        let found = finer.into_iter().find(|finer| allowed(finer.text(1)));
        match found.or(lattice.is_spaced().then_some(lattice)) {
            Some(lattice) => Ok(Tried::Numbers(lattice)),
            // The message says what is allowed.
            None => {
                let setup = self.with(&AxisValue::new(finer[0].text(1)))?;
                setup::seated(self.entry, &setup).map(|_| Tried::Numbers(finer[0]))
            }
        }
    }

    fn lattice(&self) -> Option<&Lattice> {
        match &self.values {
            Tried::Numbers(lattice) => Some(lattice),
            Tried::Readings(_) => None,
        }
    }

    fn count(&self) -> u64 {
        match &self.values {
            Tried::Numbers(lattice) => lattice.count(),
            Tried::Readings(readings) => readings.len() as u64,
        }
    }

    fn value(&self, at: u64) -> AxisValue {
        match &self.values {
            Tried::Numbers(lattice) => AxisValue::new(lattice.text(at)),
            Tried::Readings(readings) => readings[at as usize].clone(),
        }
    }

    /// A value in words.
    fn place(&self, at: u64) -> String {
        format!("{} = {}", self.asked.solve.field, self.value(at).text)
    }

    fn at(&self, at: u64) -> Result<Setup, StudyError> {
        self.with(&self.value(at))
    }

    /// The table, its runs tallying what the metric is of.
    fn tallying(&self, seated: Seated) -> Result<Seated, StudyError> {
        let Seated { game, players, strategies } = seated;
        match (self.tallied, metric::tallying(&*game, self.tallied)) {
            (Tallied::Rounds, _) => Ok(Seated { game, players, strategies }),
            (Tallied::Shown, Some(game)) => Ok(Seated { game, players, strategies }),
            (Tallied::Dealt, Some(game)) => {
                Ok(Seated { players: game.nobody(), game, strategies: Vec::new() })
            }
            (_, None) => refuse(format!("{} is not counted here", self.asked.metric)),
        }
    }

    /// The most tries that one play takes: what α is shared by.
    fn most_tries(&self) -> u64 {
        match self.count() {
            few if few <= ALL_TRIED || self.lattice().is_none() => few,
            _ => FIRST_TRIES + ZOOMS as u64 * ZOOM_TRIES + LAST_TRIES,
        }
    }

    fn side(&self, found: &Measured) -> Option<Side> {
        if found.high < self.asked.target {
            Some(Side::Below)
        } else if found.low > self.asked.target {
            Some(Side::Above)
        } else {
            None
        }
    }

    /// How far off the target, and to which side.
    fn off(&self, found: &Measured) -> f64 {
        found.value - self.asked.target
    }
}

/// What was found out about one play.
struct Search<'q, 'a> {
    question: &'q Question<'a>,
    play: &'q Play,
    sampling: &'q Sampling<'q>,
    /// Of each try.
    plan: Plan<'q>,
    /// Whether all figures are computed.
    exact: bool,
    tried: BTreeMap<u64, Measured>,
    cautions: Cautions,
    /// Rounds of all tries before this one.
    played: u64,
    stopped: bool,
}

/// Where the target is met.
struct Answered {
    /// The values to name: the nearest, or the two neighbours.
    values: Vec<u64>,
    /// Between these it is met; beyond an end of the range if that is `None`.
    between: Option<(u64, u64)>,
    /// Whether some try is surely on each side.
    crosses: bool,
}

impl<'q, 'a> Search<'q, 'a> {
    /// Tries some values. Those of a sampled metric are tried on the same luck at once.
    fn try_all(&mut self, values: impl IntoIterator<Item = u64>) -> Result<(), StudyError> {
        let new: Vec<u64> = values.into_iter().filter(|at| !self.tried.contains_key(at)).collect();
        if new.is_empty() || self.stopped {
            return Ok(());
        }
        if self.exact {
            for &at in &new {
                match self.compute(at)? {
                    Some(found) => drop(self.tried.insert(at, found)),
                    None => {
                        // What cannot be computed everywhere is sampled everywhere.
                        self.exact = false;
                        let again: Vec<u64> = self.tried.keys().copied().chain(new).collect();
                        self.tried.clear();
                        self.cautions = Cautions::default();
                        return self.try_all(again);
                    }
                }
            }
            return Ok(());
        }
        self.sample(&new)
    }

    fn compute(&mut self, at: u64) -> Result<Option<Measured>, StudyError> {
        let question = self.question;
        let mut seats = self.play.tables(question.entry, &question.at(at)?)?;
        let (Some(seated), true) = (seats.pop(), seats.is_empty()) else { return Ok(None) };
        let mut seated = question.tallying(seated)?;
        let exact = seated.game.capabilities().exact.filter(|exact| exact.is_whole());
        let Some(exact) = exact else { return Ok(None) };
        if self.sampling.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(None);
        }
        let said = question.place(at);
        (self.sampling.watch)(Snapshot { rounds: 0, goal: None, said });
        match exact.exact(&mut *seated.players) {
            Ok(figures) => {
                self.cautions.figures(&question.place(at), &*seated.game, &figures);
                Ok(metric::exact(&question.asked.metric, &*seated.game, &figures))
            }
            Err(ExactError::OutOfReach(_) | ExactError::Question(_)) => Ok(None),
        }
    }

    fn sample(&mut self, new: &[u64]) -> Result<(), StudyError> {
        let (question, metric) = (self.question, &self.question.asked.metric);
        let (confidence, plan) = (question.setup.confidence, self.plan);
        let mut all = Vec::new();
        for &at in new {
            all.push(self.play.tables(question.entry, &question.at(at)?)?);
        }
        let seats = sweep::choose(all, plan, self.sampling);
        let seats = seats.into_iter().map(|seated| question.tallying(seated));
        let seats: Vec<Seated> = seats.collect::<Result<_, _>>()?;
        let points = seats.iter().enumerate().map(|(at, seated)| sweep::point(seated, at));
        let points: Vec<GridPoint<'_>> = points.collect();
        let kept = Kept { couples: false, positions: *metric == Metric::PositionSpread };
        let before = self.played;
        let watch = |grid: &Grid, goal: Option<u64>| {
            let said = format!("{} values tried", self.tried.len());
            let goal = goal.map(|goal| before + goal);
            (self.sampling.watch)(Snapshot { rounds: before + grid.all_rounds(), goal, said });
        };
        let GridRun { grid, stopped } = simulate::grid(&points, kept, plan, &watch);
        self.played += grid.all_rounds();
        self.stopped |= stopped;
        // Each interval at its part of α, so that all of them hold together.
        let confidence = 1.0 - bonferroni(confidence, question.most_tries() as usize);
        let intervals = Intervals { confidence, precision: None };
        for (i, &at) in new.iter().enumerate() {
            let found = metric::sampled(metric, points[i].game, &grid, i, intervals);
            self.tried.extend(found.map(|found| (at, found)));
            self.cautions.run(&question.place(at), points[i].game, grid.tally(i));
        }
        Ok(())
    }

    /// Tried values that are surely on one side of the target, in order.
    fn sure(&self) -> Vec<(u64, Side)> {
        let side = |(&at, found): (&u64, &Measured)| Some((at, self.question.side(found)?));
        self.tried.iter().filter_map(side).collect()
    }

    /// The first two tried values that are surely on different sides, nothing sure between them.
    fn bracket(&self) -> Option<(u64, u64)> {
        let sure = self.sure();
        let pair = sure.windows(2).find(|pair| pair[0].1 != pair[1].1)?;
        Some((pair[0].0, pair[1].0))
    }

    /// The tried value whose metric is nearest to the target.
    fn nearest(&self) -> Option<u64> {
        let off = |found: &Measured| self.question.off(found).abs();
        let all = self.tried.iter();
        all.min_by(|a, b| off(a.1).total_cmp(&off(b.1))).map(|(&at, _)| at)
    }

    /// The nearest tried values around one.
    fn around(&self, at: u64) -> (Option<u64>, Option<u64>) {
        let before = self.tried.range(..at).next_back().map(|(&at, _)| at);
        let after = self.tried.range(at + 1..).next().map(|(&at, _)| at);
        (before, after)
    }

    /// Looks closer where the target is met, or nearly.
    fn narrow(&mut self) -> Result<(), StudyError> {
        for _ in 0..if self.exact { EXACT_ZOOMS } else { ZOOMS } {
            let middle = |a: u64, b: u64| (b > a + 1).then_some(a + (b - a) / 2);
            let next: Vec<u64> = match self.bracket() {
                Some((low, high)) => {
                    let (_, first) = self.around(low);
                    let (last, _) = self.around(high);
                    match (first, last) {
                        // Nothing is tried between them.
                        (Some(first), Some(last)) if first <= last && first < high => {
                            let enough = ((last - first) / EDGE).max(1);
                            let left = middle(low, first).filter(|_| first - low > enough);
                            let right = middle(last, high).filter(|_| high - last > enough);
                            left.into_iter().chain(right).collect()
                        }
                        _ => {
                            let parts = ZOOM_TRIES + 1;
                            let part = |i| low + (high - low) * i / parts;
                            (1..parts).map(part).filter(|at| (low + 1..high).contains(at)).collect()
                        }
                    }
                }
                None => {
                    let Some(at) = self.nearest() else { return Ok(()) };
                    let (before, after) = self.around(at);
                    let left = before.and_then(|before| middle(before, at));
                    let right = after.and_then(|after| middle(at, after));
                    left.into_iter().chain(right).collect()
                }
            };
            let known = self.tried.len();
            self.try_all(next)?;
            if self.tried.len() == known || self.stopped {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The tried values between which the sampled metric passes the target, in `within`.
    fn passage(&self, within: (u64, u64)) -> Option<(u64, u64)> {
        let inside: Vec<(u64, f64)> = self
            .tried
            .range(within.0..=within.1)
            .map(|(&at, found)| (at, self.question.off(found)))
            .collect();
        let pair = inside.windows(2).find(|pair| pair[0].1 * pair[1].1 <= 0.0)?;
        Some((pair[0].0, pair[1].0))
    }

    /// Tries the two neighbours between which a straight line through what was tried passes the
    /// target.
    fn neighbours(&mut self, within: (u64, u64)) -> Result<(), StudyError> {
        for _ in 0..LAST_TRIES / 4 {
            let Some((a, b)) = self.passage(within).filter(|(a, b)| b - a > 1) else {
                return Ok(());
            };
            let off = |at: u64| self.tried.get(&at).map_or(0.0, |found| self.question.off(found));
            let (low, high) = (off(a).abs(), off(b).abs());
            let part = if low + high > 0.0 { low / (low + high) } else { 0.5 };
            let at = a + ((b - a) as f64 * part) as u64;
            let at = at.clamp(a, b - 1);
            self.try_all([at, at + 1])?;
        }
        Ok(())
    }

    fn answer(&mut self) -> Result<Answered, StudyError> {
        let count = self.question.count();
        let Some(lattice) = self.question.lattice().copied() else {
            self.try_all(0..count)?;
            let mut values: Vec<u64> = self.tried.keys().copied().collect();
            let off = |at: &u64| self.question.off(&self.tried[at]).abs();
            values.sort_by(|a, b| off(a).total_cmp(&off(b)).then(a.cmp(b)));
            return Ok(Answered { values, between: None, crosses: false });
        };
        let last = count - 1;
        if count <= ALL_TRIED {
            self.try_all(0..count)?;
        } else {
            self.try_all((0..FIRST_TRIES).map(|i| last * i / (FIRST_TRIES - 1)))?;
            self.narrow()?;
        }
        let bracket = self.bracket();
        let within = bracket.unwrap_or((0, last));
        self.neighbours(within)?;
        let nearest = self.nearest();
        let values = match (self.passage(within), nearest) {
            (Some((a, b)), _) if lattice.is_whole() => {
                let met = [a, b].into_iter().find(|at| self.question.off(&self.tried[at]) == 0.0);
                met.map_or(vec![a, b], |met| vec![met])
            }
            (Some((a, b)), _) => {
                let off = |at: u64| self.question.off(&self.tried[&at]).abs();
                vec![if off(b) < off(a) { b } else { a }]
            }
            (None, Some(nearest)) => vec![nearest],
            (None, None) => Vec::new(),
        };
        Ok(Answered {
            values,
            between: bracket.or_else(|| self.unsure(last)),
            crosses: bracket.is_some(),
        })
    }

    /// Where nobody can tell whether the target is met, up to what is sure on each side or the end
    /// of the range.
    fn unsure(&self, last: u64) -> Option<(u64, u64)> {
        let unsure = || self.tried.iter().filter(|(_, found)| self.question.side(found).is_none());
        let (first, end) = (*unsure().next()?.0, *unsure().next_back()?.0);
        let (before, after) = (self.around(first).0, self.around(end).1);
        Some((before.unwrap_or(0), after.unwrap_or(last)))
    }
}

impl dyn AnyGame + '_ {
    /// Everything that can be found wrong with a target before a card is dealt.
    ///
    /// # Errors
    /// If the field, the values, the metric or the target are wrong, or the rules or a strategy.
    pub fn check_balance(&self, setup: &Setup, asked: &BalanceAsked) -> Result<(), StudyError> {
        Question::new(self, setup, asked).map(|_| ())
    }

    /// Finds the value of a rule with which a figure meets a target: table `balance`.
    ///
    /// # Errors
    /// As `check_balance`, and if the run is to end by anything but rounds.
    pub fn balance(
        &self,
        setup: &Setup,
        asked: &BalanceAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        balance(self, setup, asked, &sampling)
    }
}

const COLUMNS: [&str; 13] = [
    "field",
    "value",
    "metric",
    "achieved",
    "low",
    "high",
    "target",
    "rounds",
    "met",
    "value_low",
    "value_high",
    "tolerance",
    "method",
];

/// Finds the value.
fn balance(
    entry: &dyn AnyGame,
    setup: &Setup,
    asked: &BalanceAsked,
    sampling: &Sampling<'_>,
) -> Result<Answer, StudyError> {
    sampling.not_shared(
        "which values are tried follows from those that were tried before; --checkpoint keeps them, \
         and a sweep of the values can be played in parts",
    )?;
    let question = Question::new(entry, setup, asked)?;
    let first = question.tallying(question.first()?)?;
    let nanoseconds = first.game.nanoseconds(&*first.players);
    let tries = USUAL_TRIES.min(question.count() as f64) * question.plays.len() as f64;
    let plan = setup::plan(&*first.game, setup, sampling, nanoseconds * tries);
    if !matches!(plan.until, Until::Rounds(_)) {
        return refuse("balance tries many values, each for --rounds; give these");
    }
    let mut searches = Vec::new();
    for play in &question.plays {
        let (tried, played) = (BTreeMap::new(), 0);
        let mut search = Search {
            question: &question,
            play,
            sampling,
            plan,
            exact: true,
            tried,
            cautions: Cautions::default(),
            played,
            stopped: false,
        };
        let answered = search.answer()?;
        searches.push((search, answered));
    }
    // What is fair for one play is tried for the other, too.
    let named: Vec<u64> =
        searches.iter().flat_map(|(_, answered)| answered.values.iter().copied()).collect();
    let mut table = Table::new("balance", COLUMNS);
    if question.plays.len() > 1 {
        table.columns.push("play".into());
    }
    let mut notes = Vec::new();
    let (mut rounds, mut stopped) = (None, false);
    for (play, (search, answered)) in searches.iter_mut().enumerate() {
        search.try_all(named.iter().copied())?;
        let others = named.iter().filter(|at| !answered.values.contains(at)).copied();
        let mut values: Vec<u64> = answered.values.iter().copied().chain(others).collect();
        values.dedup();
        for at in values {
            let Some(found) = search.tried.get(&at) else { continue };
            let mut row = question.row(at, found, answered);
            if question.plays.len() > 1 {
                row.push(PLAYS[play].into());
            }
            table.push(row);
            rounds = rounds.max(found.rounds);
        }
        let said = question.said(search, answered);
        notes.push(match question.plays.len() {
            1 => said,
            _ => format!("{}: {said}", PLAYS[play]),
        });
        stopped |= search.stopped;
        let more = search.cautions.notes().into_iter().filter(|note| !notes.contains(note));
        notes.extend(more.collect::<Vec<_>>());
    }
    let sampled = rounds.map(|rounds| (sampling.seed, rounds, rounds));
    let mut manifest = setup::manifest("balance", setup, &*first.game, &first.strategies, sampled);
    // Sessions are as many as each value needed.
    manifest.insert("sessions".into(), json!(null));
    manifest.insert("solve".into(), json!(asked.solve.field));
    manifest.insert("metric".into(), json!(asked.metric.to_string()));
    manifest.insert("target".into(), json!(asked.target));
    manifest.insert("tolerance".into(), json!(asked.tolerance()));
    notes.extend(question.left_out.iter().cloned());
    Ok(Answer { report: Report { manifest, tables: vec![table] }, stopped, notes })
}

impl Question<'_> {
    /// Whether the target is met within the tolerance; `None` where the interval does not tell.
    fn met(&self, found: &Measured) -> Option<bool> {
        let (target, tolerance) = (self.asked.target, self.asked.tolerance());
        let (least, most) = (target - tolerance, target + tolerance);
        // What was computed may miss the very end by a rounding.
        let slack = 1e-12 * (1.0 + target.abs());
        if found.low >= least - slack && found.high <= most + slack {
            Some(true)
        } else if found.high < least || found.low > most {
            Some(false)
        } else {
            None
        }
    }

    fn row(&self, at: u64, found: &Measured, answered: &Answered) -> Vec<Cell> {
        let end = |pick: fn((u64, u64)) -> u64| match (answered.between, self.lattice()) {
            (Some(between), Some(_)) => self.value(pick(between)).cell(),
            _ => Cell::Empty,
        };
        vec![
            self.asked.solve.field.as_str().into(),
            self.value(at).cell(),
            self.asked.metric.to_string().into(),
            found.value.into(),
            found.low.into(),
            found.high.into(),
            self.asked.target.into(),
            found.rounds.into(),
            self.met(found).into(),
            end(|(low, _)| low),
            end(|(_, high)| high),
            self.asked.tolerance().into(),
            if found.rounds.is_some() { "simulated" } else { "exact" }.into(),
        ]
    }

    /// The answer in a sentence.
    fn said(&self, search: &Search<'_, '_>, answered: &Answered) -> String {
        let (metric, target) = (&self.asked.metric, self.asked.target);
        let field = shown(&self.asked.solve.field);
        let text = |at: u64| shown(&self.value(at).text);
        let Some(&nearest) = answered.values.iter().min_by(|&&a, &&b| {
            let off =
                |at| search.tried.get(&at).map_or(f64::INFINITY, |found| self.off(found).abs());
            off(a).total_cmp(&off(b))
        }) else {
            return "stopped before a value was tried".to_owned();
        };
        let Some(found) = search.tried.get(&nearest) else { return String::new() };
        let figure = |found: &Measured| match found.low < found.high {
            true => format!("{:.6} [{:.6}, {:.6}]", found.value, found.low, found.high),
            false => format!("{:.6}", found.value),
        };
        let nearest = text(nearest);
        let confidence = 100.0 * self.setup.confidence;
        let sure = match search.exact {
            true => String::new(),
            false => format!(
                ", with {confidence}% confidence if {metric} only rises or only falls between the ends"
            ),
        };
        match (answered.between, self.lattice()) {
            // Nothing lies between two whole numbers that follow each other.
            (Some((low, high)), Some(lattice))
                if answered.crosses && lattice.is_whole() && high == low + 1 =>
            {
                let of = |at: u64| search.tried.get(&at).map(figure).unwrap_or_default();
                format!(
                    "{metric} passes {target} from one value to the next: {field} = {} gives {}, {} \
                     gives {}{sure}",
                    text(low),
                    of(low),
                    text(high),
                    of(high)
                )
            }
            (Some((low, high)), Some(_)) if answered.crosses => {
                let figure = figure(found);
                format!(
                    "{metric} is {target} with {field} between {} and {}{sure}; nearest tried: \
                     {nearest} with {figure}",
                    text(low),
                    text(high)
                )
            }
            (Some((low, high)), Some(_)) => format!(
                "whether {metric} comes to {target} cannot be told from so few rounds; if it does, \
                 with {field} from {} to {}; nearest tried: {nearest} with {}",
                text(low),
                text(high),
                figure(found)
            ),
            (None, Some(_)) => format!(
                "{metric} does not come to {target} in the range; as close as it came: {} with \
                 {field} = {nearest}",
                figure(found)
            ),
            (_, None) => match self.met(found) {
                Some(true) => format!("{field} = {nearest} meets {target} with {}", figure(found)),
                Some(false) => format!(
                    "no reading meets {metric} = {target}; as close as it came: {} with {field} = \
                     {nearest}",
                    figure(found)
                ),
                None => format!(
                    "{field} = {nearest} is nearest to {target} with {}; more rounds would tell \
                     whether that is within the tolerance",
                    figure(found)
                ),
            },
        }
    }
}
