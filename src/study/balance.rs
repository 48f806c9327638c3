//! The search for the value of a rule that meets a target.
//!
//! All values are tried on the same luck. The intervals of all tries hold simultaneously, since
//! each has its share of α (Bonferroni), so a value whose interval lies on one side of the target
//! is on that side at the given confidence. If the metric is monotonic in the value, the value that
//! meets the target lies between the last value known to be on one side and the first known to be
//! on the other, at that confidence and for any number of looks. The search narrows these two down;
//! monotonicity is its only assumption.

mod search;
mod sentence;

use self::search::{Answered, Search};
use super::axis::{AxisValue, Candidates, Lattice, MOST_POINTS, RULES, Tried};
use super::grid;
use super::metric::{self, Measured, Metric};
use super::play::{PLAYS, Play};
use super::setup::{self, Seated};
use super::{Answer, Axis, Cell, Report, Sampling, Setup, StudyError, Table, refuse, refuse_part};
use crate::framework::settings::shown;
use crate::framework::{AnyGame, Tallied};
use crate::simulate::{self, Plan, Until};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A target, and the rule that is to meet it.
#[derive(Clone, Debug, PartialEq)]
pub struct BalanceAsked {
    /// The field, and its candidate values.
    pub solve: Candidates,
    /// The figure that should meet the target.
    pub metric: Metric,
    /// The target.
    pub target: f64,
    /// The tolerance around the target; by default 0.001, or 1% of the target for the probability
    /// of an event.
    pub tolerance: Option<f64>,
    /// Whether to find the value for best play, too.
    pub against_best: bool,
    /// With `against_best`: parameters that seat 1 tunes, instead of best play by everybody.
    pub tune: Vec<Axis>,
}

/// Up to this many values, all are tried.
const ALL_TRIED: u64 = 12;
/// The number of values of a longer range tried first.
const FIRST_TRIES: u64 = 5;
/// The maximum number of zooms, and of values per zoom.
const ZOOMS: usize = 6;
const ZOOM_TRIES: u64 = 3;
/// The number of tries reserved for the neighbours of the answer, and for the answers of the other
/// play.
const LAST_TRIES: u64 = 8;
/// The number of tries that the default run length assumes.
const USUAL_TRIES: f64 = 20.0;
/// The number of steps of a range of decimal numbers.
const STEPS: u64 = 1000;
/// The most steps of a wide range of them.
const MOST_STEPS: u64 = 10_000_000;

impl BalanceAsked {
    /// The tolerance around the target, in the unit of the metric.
    pub fn tolerance(&self) -> f64 {
        self.tolerance.unwrap_or(match self.metric {
            Metric::Event(_) => 0.01 * self.target.abs(),
            Metric::HouseEdge | Metric::PositionSpread | Metric::Ev(_) => 0.001,
        })
    }

    /// Checks what can be checked without playing.
    fn check(&self) -> Result<(), StudyError> {
        if matches!(&self.solve.values, Tried::Readings(readings) if readings.is_empty()) {
            return refuse(format!("{}: there is no value to try", self.solve.field));
        }
        if !self.target.is_finite() {
            return refuse(format!("target {}: it is a number, such as 0.02", self.target));
        }
        let possible = match self.metric {
            Metric::Event(_) => (0.0..=1.0).contains(&self.target),
            Metric::PositionSpread => self.target >= 0.0,
            Metric::HouseEdge | Metric::Ev(_) => self.target.abs() <= MOST_TARGET,
        };
        if !possible {
            let range = match self.metric {
                Metric::Event(_) => "a probability, 0 to 1",
                Metric::PositionSpread => "never below 0",
                _ => "a billion at most, either way",
            };
            let found = match self.target.abs() > MOST_TARGET {
                true => format!("{:e}", self.target),
                false => self.target.to_string(),
            };
            return refuse(format!("target {found}: {} is {range}", self.metric));
        }
        if let Some(tolerance) = self.tolerance
            && !(tolerance >= 0.0 && tolerance.is_finite())
        {
            return refuse_part(
                "tolerance",
                format!("tolerance {tolerance}: a finite number from 0"),
            );
        }
        if let Some(axis) = self.tune.iter().find(|axis| axis.values.is_empty()) {
            return refuse(format!("{}: there is no value to try", axis.field));
        }
        if self.tune.iter().any(|axis| grid::parameter(&axis.field).is_none()) {
            return refuse("--vary is for parameters that seat 1 tunes: strategy.PARAMETER=…");
        }
        if !self.tune.is_empty() && !self.against_best {
            return refuse("what seat 1 tunes is asked for with --against-best; add it");
        }
        Ok(())
    }
}

/// The side of the target on which a value is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

/// A field, with the table for each of its values.
struct Question<'a> {
    entry: &'a AnyGame,
    setup: &'a Setup,
    asked: &'a BalanceAsked,
    values: Tried,
    /// The unit that runs tally: rounds, cards as dealt, or hands as shown.
    tallied: Tallied,
    plays: Vec<Play>,
    /// Values that cannot be played, with the reasons.
    left_out: Vec<String>,
}

/// The largest target that is accepted for an edge or an EV, in stakes.
const MOST_TARGET: f64 = 1e9;

impl<'a> Question<'a> {
    fn new(
        entry: &'a AnyGame,
        setup: &'a Setup,
        asked: &'a BalanceAsked,
    ) -> Result<Self, StudyError> {
        grid::check_field(entry, setup, &asked.solve.field)?;
        asked.check()?;
        let mut plays = vec![Play::Habit];
        if asked.against_best {
            plays.push(Play::of(entry, &asked.tune));
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
        // The ends of a range, or every reading: if both ends of a range are allowed, so are the
        // numbers between them, unless a step that was asked for is no amount of money.
        let all = question.count();
        let ends = match question.lattice() {
            Some(lattice) if lattice.is_said() => vec![0, 1.min(all - 1), all - 1],
            Some(_) => vec![0, all - 1],
            None => (0..all).collect(),
        };
        let mut tables = Vec::new();
        for at in ends {
            for play in &question.plays {
                let seats = play.tables(entry, &question.at(at)?)?;
                for seated in seats {
                    asked.metric.check(&*seated.game)?;
                    tables.push(question.tallying(seated)?);
                }
            }
        }
        asked.metric.check_house(&tables)?;
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

    /// The reason why a value cannot be played; `None` if it can.
    fn unplayable(&self, at: u64) -> Result<Option<StudyError>, StudyError> {
        let tables =
            |play: &Play| self.at(at).and_then(|setup| play.tables(self.entry, &setup)).map(drop);
        match self.plays.iter().try_for_each(tables) {
            Ok(()) => Ok(None),
            Err(error) if grid::unplayable(&error) => Ok(Some(error)),
            Err(error) => Err(error),
        }
    }

    /// Leaves out unplayable readings, and unplayable values at either end of a range.
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
            let outermost = if end == 0 { 0 } else { all - 1 };
            for tried in 0..all.min(2 * STEPS) {
                ends[end] = outermost.wrapping_add_signed(step * tried as i64);
                match self.unplayable(ends[end])? {
                    None => break,
                    Some(why) => nearest = Some((tried, why)),
                }
            }
            let Some((tried, why)) = nearest else { continue };
            // No playable value was found.
            if tried + 1 == all.min(2 * STEPS) {
                return Err(self.unplayable(outermost)?.unwrap_or(why));
            }
            let text = |at: u64| self.value(at).text;
            let outer = text(outermost);
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
        grid::with(self.entry, self.setup, &self.asked.solve.field, value)
    }

    /// The values with a spacing: integers if the field takes only those, otherwise a fine one.
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
        // A wide range in about so many steps may have none between whole numbers.
        let mut steps = STEPS;
        while lattice.in_about(steps).is_whole() && steps < MOST_STEPS {
            steps *= 10;
        }
        let finer = [steps, STEPS, STEPS / 10, STEPS / 100].map(|steps| lattice.in_about(steps));
        // Amounts may be multiples of a money unit that is no power of ten of a stake.
        let amounts = lattice.in_units(self.entry.profile().units);
        let found = finer.into_iter().chain(amounts).find(|finer| allowed(finer.text(1)));
        match found.or(lattice.is_spaced().then_some(lattice)) {
            Some(lattice) => Ok(Tried::Numbers(lattice)),
            // The error says what is allowed.
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

    /// A value with its field, in words.
    fn place(&self, at: u64) -> String {
        format!("{} = {}", self.asked.solve.field, self.value(at).text)
    }

    fn at(&self, at: u64) -> Result<Setup, StudyError> {
        self.with(&self.value(at))
    }

    /// The table with runs that tally the unit of the metric.
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

    /// The maximum number of tries of one play, among which α is divided.
    fn most_tries(&self) -> u64 {
        match self.count() {
            few if few <= ALL_TRIED || self.lattice().is_none() => few,
            _ => FIRST_TRIES + ZOOMS as u64 * ZOOM_TRIES + LAST_TRIES,
        }
    }

    /// How far a computed value may miss the target, or an end of its tolerance, by rounding.
    fn slack(&self) -> f64 {
        1e-12 * (1.0 + self.asked.target.abs())
    }

    fn side(&self, found: &Measured) -> Option<Side> {
        if found.high < self.asked.target - self.slack() {
            Some(Side::Below)
        } else if found.low > self.asked.target + self.slack() {
            Some(Side::Above)
        } else {
            None
        }
    }

    /// The signed distance of the metric from the target; 0 if it is rounding.
    fn off(&self, found: &Measured) -> f64 {
        let off = found.value - self.asked.target;
        if off.abs() <= self.slack() { 0.0 } else { off }
    }
}

impl AnyGame {
    /// Checks a target before a card is dealt.
    ///
    /// # Errors
    /// If the field, its values, the metric or the target are invalid, or the rules or a strategy.
    pub fn check_balance(&self, setup: &Setup, asked: &BalanceAsked) -> Result<(), StudyError> {
        Question::new(self, setup, asked).map(|_| ())
    }

    /// Finds the value of a rule at which a metric meets a target: tables `balance`, and `probes`
    /// with every value tried.
    ///
    /// # Errors
    /// As `check_balance`, and if the run length is not given in rounds.
    pub fn balance(
        &self,
        setup: &Setup,
        asked: &BalanceAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        let sampling = &sampling;
        sampling.check()?;
        sampling.not_shared(
            "which values are tried follows from those that were tried before; --checkpoint keeps them, \
             and a sweep of the values can be played in parts",
        )?;
        let question = Question::new(self, setup, asked)?;
        let first = question.tallying(question.first()?)?;
        let nanoseconds = simulate::nanoseconds_of_point(&*first.game, &*first.players);
        let costs: f64 = question.plays.iter().map(|play| play.costs(self)).sum();
        let tries = USUAL_TRIES.min(question.count() as f64) * costs;
        let plan = setup::plan(&*first.game, setup, sampling, nanoseconds * tries);
        if !matches!(plan.until, Until::Rounds(_)) {
            return refuse(
                "balance plays every value that it tries for --rounds; give a number of rounds",
            );
        }
        let mut searches = Vec::new();
        for play in &question.plays {
            let mut search = Search::new(&question, play, sampling, plan);
            let answered = search.answer()?;
            searches.push((search, answered));
        }
        // The answer of each play is tried for the other, too.
        let named: Vec<u64> =
            searches.iter().flat_map(|(_, answered)| answered.values.iter().copied()).collect();
        for (search, _) in &mut searches {
            search.try_all(named.iter().copied())?;
        }
        Ok(question.answer(&first, &searches, &named, (sampling, plan)))
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

/// The columns of the table of all values tried.
const PROBES: [&str; 6] = ["value", "achieved", "low", "high", "rounds", "method"];

/// The method by which a figure was found.
fn method(found: &Measured) -> &'static str {
    if found.rounds.is_some() { "simulated" } else { "exact" }
}

impl Question<'_> {
    /// Whether the target is met within the tolerance; `None` if the interval leaves it open.
    fn met(&self, found: &Measured) -> Option<bool> {
        let (target, tolerance) = (self.asked.target, self.asked.tolerance());
        let (least, most) = (target - tolerance, target + tolerance);
        let slack = self.slack();
        if found.low >= least - slack && found.high <= most + slack {
            Some(true)
        } else if found.high < least || found.low > most {
            Some(false)
        } else {
            None
        }
    }

    /// The answer of the searches, which tried all the values `named` by any of them.
    fn answer(
        &self,
        first: &Seated,
        searches: &[(Search<'_, '_>, Answered)],
        named: &[u64],
        (sampling, plan): (&Sampling<'_>, Plan<'_>),
    ) -> Answer {
        let several = self.plays.len() > 1;
        let table = |name: &'static str, columns: &'static [&'static str]| {
            let play = several.then_some("play");
            Table::new(name, columns.iter().copied().chain(play))
        };
        let (mut table, mut probes) = (table("balance", &COLUMNS), table("probes", &PROBES));
        let (mut verdict, mut notes, mut rounds) = (Vec::new(), Vec::new(), Vec::new());
        for ((search, answered), play) in searches.iter().zip(PLAYS) {
            let of_play = |mut row: Vec<Cell>| {
                row.extend(several.then(|| play.into()));
                row
            };
            let told = |text: &str| if several { format!("{play}: {text}") } else { text.into() };
            let others = named.iter().filter(|at| !answered.values.contains(at)).copied();
            let mut values: Vec<u64> = answered.values.iter().copied().chain(others).collect();
            values.dedup();
            for at in values {
                let Some(found) = search.tried.get(&at) else { continue };
                table.push(of_play(self.row(at, found, answered, search.stopped)));
                rounds.extend(found.rounds);
            }
            for (&at, found) in &search.tried {
                probes.push(of_play(self.probe(at, found)));
            }
            let said = told(&self.said(search, answered));
            // Names of fields and metrics stay in lower case at the start of a sentence.
            verdict.push(format!("{said}."));
            notes.push(said);
            for note in search.cautions.notes().iter().chain(&search.remarks) {
                let note = told(note);
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        if searches.iter().all(|(search, _)| search.exact) {
            notes.extend(
                sampling.until.map(|until| {
                    format!("every value was computed; {} was not used", until.option())
                }),
            );
        }
        notes.extend(self.left_out.iter().cloned());
        let stopped = searches.iter().any(|(search, _)| search.stopped);
        if !stopped {
            notes.extend(self.without(searches));
        }
        notes.extend(self.plays.iter().filter_map(|play| play.said(plan.until)));
        let manifest = self.manifest(first, sampling.seed, &rounds);
        let report = Report { verdict, ..Report::new(manifest, vec![table, probes]) };
        Answer { report, stopped, notes }
    }

    /// The note on the values at which the metric has no value.
    fn without(&self, searches: &[(Search<'_, '_>, Answered)]) -> Option<String> {
        let without: BTreeSet<u64> =
            searches.iter().flat_map(|(search, _)| search.without.iter().copied()).collect();
        let values: Vec<String> = without.iter().map(|&at| self.value(at).text).collect();
        let BalanceAsked { solve, metric, .. } = self.asked;
        (!values.is_empty()).then(|| {
            let values = values.join(", ");
            format!("left out {} = {values}: {metric} has no value there", solve.field)
        })
    }

    /// The manifest of an answer whose rows played this many `rounds` each.
    fn manifest(&self, first: &Seated, seed: u64, rounds: &[u64]) -> Map<String, Value> {
        let asked = self.asked;
        let (least, most) = (rounds.iter().min(), rounds.iter().max());
        let sampled = least.map(|&least| (seed, least, least));
        let mut manifest =
            setup::manifest("balance", self.setup, &*first.game, &first.strategies, sampled);
        // Each value played as many sessions as it needed.
        manifest.insert("sessions".into(), json!(null));
        if most > least {
            manifest.insert(setup::MOST_ROUNDS.into(), json!(most));
        }
        if asked.solve.field == RULES && !self.setup.set.is_empty() {
            manifest.insert("set".into(), json!(self.setup.set));
        }
        manifest.insert("solve".into(), json!(asked.solve.field));
        manifest.insert("metric".into(), json!(asked.metric.to_string()));
        manifest.insert("target".into(), json!(asked.target));
        manifest.insert("tolerance".into(), json!(asked.tolerance()));
        manifest
    }

    /// A row of the answer. A stopped search has not ruled out the values that it did not try.
    fn row(&self, at: u64, found: &Measured, answered: &Answered, stopped: bool) -> Vec<Cell> {
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
            self.met(found).filter(|&met| met || !stopped).into(),
            end(|(low, _)| low),
            end(|(_, high)| high),
            self.asked.tolerance().into(),
            method(found).into(),
        ]
    }

    fn probe(&self, at: u64, found: &Measured) -> Vec<Cell> {
        vec![
            self.value(at).cell(),
            found.value.into(),
            found.low.into(),
            found.high.into(),
            found.rounds.into(),
            method(found).into(),
        ]
    }
}
