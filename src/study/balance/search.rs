//! The search for the value that meets a target: the choice of the next values, and the
//! conclusions.

use super::{ALL_TRIED, FIRST_TRIES, LAST_TRIES, Question, Side, ZOOM_TRIES, ZOOMS};
use crate::framework::ExactError;
use crate::simulate::{self, Grid, GridPoint, GridRun, Kept, Plan};
use crate::stats::bonferroni;
use crate::study::cautions::Cautions;
use crate::study::grid;
use crate::study::metric::{self, Measured, Metric};
use crate::study::play::Play;
use crate::study::setup::{self, Seated};
use crate::study::tables::Intervals;
use crate::study::{Sampling, Snapshot, StudyError};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of zooms if values are computed; each at least halves the range.
const EXACT_ZOOMS: usize = 40;
/// The search locates each edge of the range that cannot be distinguished from the target to within
/// the length of that range over this.
const EDGE: u64 = 4;

/// The state of the search for one kind of play.
pub(super) struct Search<'q, 'a> {
    pub question: &'q Question<'a>,
    pub play: &'q Play,
    pub sampling: &'q Sampling<'q>,
    /// The plan of each try.
    pub plan: Plan<'q>,
    /// Whether all figures so far are computed.
    pub exact: bool,
    pub tried: BTreeMap<u64, Measured>,
    pub cautions: Cautions,
    /// Remarks on the play at the values tried.
    pub remarks: Vec<String>,
    /// The values tried at which the metric has none.
    pub without: BTreeSet<u64>,
    /// The rounds of all tries before the current one.
    pub played: u64,
    pub stopped: bool,
}

/// The answer of a search.
pub(super) struct Answered {
    /// The values to name, as indices: the nearest one, or two neighbours.
    pub values: Vec<u64>,
    /// The values between which the target is met; `None` if that is out of range, or for readings.
    pub between: Option<(u64, u64)>,
    /// Whether values are known to be on both sides.
    pub crosses: bool,
    /// Whether every value was tried, so that nothing is assumed about values in between.
    pub whole: bool,
    /// Whether the metric is known to cross the target more than once.
    pub turns: bool,
}

impl<'q, 'a> Search<'q, 'a> {
    /// A search that has tried nothing.
    pub fn new(
        question: &'q Question<'a>,
        play: &'q Play,
        sampling: &'q Sampling<'q>,
        plan: Plan<'q>,
    ) -> Self {
        Search {
            question,
            play,
            sampling,
            plan,
            exact: true,
            tried: BTreeMap::new(),
            cautions: Cautions::default(),
            remarks: Vec::new(),
            without: BTreeSet::new(),
            played: 0,
            stopped: false,
        }
    }

    /// Tries some values; sampled ones simultaneously and on the same luck.
    pub fn try_all(&mut self, values: impl IntoIterator<Item = u64>) -> Result<(), StudyError> {
        let new: Vec<u64> = values.into_iter().filter(|at| !self.tried.contains_key(at)).collect();
        if new.is_empty() || self.stopped {
            return Ok(());
        }
        if self.exact {
            for &at in &new {
                match self.compute(at)? {
                    Some(found) => drop(self.tried.insert(at, found)),
                    None => {
                        // If one value cannot be computed, all are sampled.
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

    pub fn compute(&mut self, at: u64) -> Result<Option<Measured>, StudyError> {
        let question = self.question;
        let mut seats = self.play.tables(question.entry, &question.at(at)?)?;
        let (Some(seated), true) = (seats.pop(), seats.is_empty()) else { return Ok(None) };
        let mut seated = question.tallying(seated)?;
        self.remark(&seated);
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
                Ok(metric::exact(&question.asked.metric, &seated, &figures))
            }
            Err(ExactError::OutOfReach(_) | ExactError::Question(_)) => Ok(None),
        }
    }

    pub fn sample(&mut self, new: &[u64]) -> Result<(), StudyError> {
        let (question, metric) = (self.question, &self.question.asked.metric);
        let (confidence, plan) = (question.setup.confidence, self.plan);
        let setups = new.iter().map(|&at| question.at(at)).collect::<Result<Vec<_>, _>>()?;
        let tables = |setup| self.play.tables(question.entry, setup);
        let all = setups.iter().map(tables).collect::<Result<_, _>>()?;
        let setups: Vec<_> = setups.iter().collect();
        let seats = self.play.choose(question.entry, &setups, all, plan, self.sampling)?;
        let seats = seats.into_iter().map(|seated| question.tallying(seated));
        let seats: Vec<Seated> = seats.collect::<Result<_, _>>()?;
        seats.iter().for_each(|seated| self.remark(seated));
        let points = seats.iter().enumerate().map(|(at, seated)| grid::point(seated, at));
        let points: Vec<GridPoint<'_>> = points.collect();
        let positions = *metric == Metric::PositionSpread;
        let kept = Kept { positions, ..Kept::default() };
        let before = self.played;
        let watch = |grid: &Grid, goal: Option<u64>| {
            let said = format!("{} values tried", self.tried.len());
            let goal = goal.map(|goal| before + goal);
            (self.sampling.watch)(Snapshot { rounds: before + grid.all_rounds(), goal, said });
        };
        let GridRun { grid, stopped } = simulate::grid(&points, kept, plan, &watch);
        self.played += grid.all_rounds();
        self.stopped |= stopped;
        // Each interval has its share of α, so that all hold simultaneously.
        let confidence = 1.0 - bonferroni(confidence, question.most_tries() as usize);
        let intervals = Intervals { confidence, precision: None };
        for (i, &at) in new.iter().enumerate() {
            let found = metric::sampled(metric, &seats[i], &grid, i, intervals);
            match found {
                Some(found) => drop(self.tried.insert(at, found)),
                None => drop(self.without.insert(at)),
            }
            self.cautions.run(&question.place(at), points[i].game, grid.tally(i));
        }
        Ok(())
    }

    /// Keeps what is to be said about the play at a table.
    fn remark(&mut self, seated: &Seated) {
        for remark in setup::remarks(&*seated.game, [&*seated.players]) {
            if !self.remarks.contains(&remark) {
                self.remarks.push(remark);
            }
        }
    }

    /// The tried values known to be on one side of the target, in order.
    pub fn sure(&self) -> Vec<(u64, Side)> {
        let side = |(&at, found): (&u64, &Measured)| Some((at, self.question.side(found)?));
        self.tried.iter().filter_map(side).collect()
    }

    /// The first two tried values known to be on different sides, with none known between them.
    pub fn bracket(&self) -> Option<(u64, u64)> {
        let sure = self.sure();
        let pair = sure.windows(2).find(|pair| pair[0].1 != pair[1].1)?;
        Some((pair[0].0, pair[1].0))
    }

    /// The tried value whose metric is nearest to the target; of several, the best known one.
    pub fn nearest(&self) -> Option<u64> {
        let off = |found: &Measured| self.question.off(found).abs();
        let width = |found: &Measured| found.high - found.low;
        let nearer = |a: &Measured, b: &Measured| {
            off(a).total_cmp(&off(b)).then(width(a).total_cmp(&width(b)))
        };
        let all = self.tried.iter();
        all.min_by(|a, b| nearer(a.1, b.1)).map(|(&at, _)| at)
    }

    /// The nearest tried values below and above a value.
    pub fn around(&self, at: u64) -> (Option<u64>, Option<u64>) {
        let before = self.tried.range(..at).next_back().map(|(&at, _)| at);
        let after = self.tried.range(at + 1..).next().map(|(&at, _)| at);
        (before, after)
    }

    /// Zooms in on the values at which the target is met, or nearly met.
    pub fn narrow(&mut self) -> Result<(), StudyError> {
        for _ in 0..if self.exact { EXACT_ZOOMS } else { ZOOMS } {
            let middle = |a: u64, b: u64| (b > a + 1).then_some(a + (b - a) / 2);
            let next: Vec<u64> = match self.bracket() {
                Some((low, high)) => {
                    let (_, first) = self.around(low);
                    let (last, _) = self.around(high);
                    match (first, last) {
                        // No value between them has been tried.
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

    /// The consecutive tried values in `within` between which the metric crosses the target.
    pub fn passage(&self, within: (u64, u64)) -> Option<(u64, u64)> {
        let inside: Vec<(u64, f64)> = self
            .tried
            .range(within.0..=within.1)
            .map(|(&at, found)| (at, self.question.off(found)))
            .collect();
        let pair = inside.windows(2).find(|pair| pair[0].1 * pair[1].1 <= 0.0)?;
        Some((pair[0].0, pair[1].0))
    }

    /// Tries the two consecutive values at which linear interpolation of the tried values crosses
    /// the target.
    pub fn neighbours(&mut self, within: (u64, u64)) -> Result<(), StudyError> {
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

    pub fn answer(&mut self) -> Result<Answered, StudyError> {
        let count = self.question.count();
        let Some(lattice) = self.question.lattice().copied() else {
            self.try_all(0..count)?;
            let mut values: Vec<u64> = self.tried.keys().copied().collect();
            let off = |at: &u64| self.question.off(&self.tried[at]).abs();
            values.sort_by(|a, b| off(a).total_cmp(&off(b)).then(a.cmp(b)));
            let (whole, turns) = (true, false);
            return Ok(Answered { values, between: None, crosses: false, whole, turns });
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
        let is_met = |at: u64| self.question.met(&self.tried[&at]) == Some(true);
        let passage = self.passage(within);
        // The metric may meet the target elsewhere if it rises and falls.
        let elsewhere = nearest
            .filter(|&at| is_met(at) && !passage.is_some_and(|(a, b)| is_met(a) || is_met(b)));
        let whole = self.tried.len() as u64 == count;
        let turns = self.sure().windows(2).filter(|pair| pair[0].1 != pair[1].1).count() > 1;
        if let Some(at) = elsewhere {
            let (values, between) = (vec![at], None);
            return Ok(Answered { values, between, crosses: false, whole, turns });
        }
        let values = match (passage, nearest) {
            (_, Some(nearest)) if self.question.off(&self.tried[&nearest]) == 0.0 => vec![nearest],
            (Some((a, b)), _) if lattice.is_atomic() => vec![a, b],
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
            whole,
            turns,
        })
    }

    /// The tried values that are not known to lie on either side of the target.
    pub fn open(&self) -> impl DoubleEndedIterator<Item = u64> {
        let unsure = |found: &Measured| self.question.side(found).is_none();
        self.tried.iter().filter(move |(_, found)| unsure(found)).map(|(at, _)| *at)
    }

    /// The range in which it is unknown whether the target is met, up to the nearest known value on
    /// each side or the end of the range.
    pub fn unsure(&self, last: u64) -> Option<(u64, u64)> {
        let (first, end) = (self.open().next()?, self.open().next_back()?);
        let (before, after) = (self.around(first).0, self.around(end).1);
        Some((before.unwrap_or(0), after.unwrap_or(last)))
    }
}
