//! Sweeps: the same question at every point of a grid.

use super::axis::{Axis, MOST_POINTS, RULES};
use super::cautions::{self, Cautions};
use super::figure::percent;
use super::grid::{at, check_field, combinations, parameter, point, unplayable};
use super::metric::{self, Measured, Metric};
use super::play::{PLAYS, Play};
use super::setup::{self, AGAINST_BEST, MOST_ROUNDS, Seated};
use super::tables::{self, Intervals};
use super::{Answer, Cell, Length, Report, Sampling, Setup, Snapshot, StudyError, Table, refuse};
use crate::framework::recorder::{listed, who};
use crate::framework::{AnyGame, Tallied, free, settings};
use crate::simulate::{self, Account, Grid, GridPoint, GridRun, Kept, Plan, Until};
use crate::stats::{Difference, Pair, bonferroni};
use serde_json::{Map, Value, json};

/// A sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepAsked {
    /// The axes: one or two. With `against_best`, axes of strategy parameters do not count: they
    /// are tuned, not listed.
    pub axes: Vec<Axis>,
    /// The figure to draw; by default the house edge, or the position spread if there is no house.
    pub metric: Option<Metric>,
    /// Whether to add the figures of best play at each point.
    pub against_best: bool,
}

/// The columns of the table `sweep` besides those of the score, those of the table `metric`, and
/// the column of the kind of play.
const OF_SEATS: [&str; 2] = ["seat", "strategy"];
const MORE: [&str; 4] = ["house_edge", "vs_first", "vs_low", "vs_high"];
const OF_METRIC: [&str; 5] = ["metric", "estimate", "low", "high", "rounds"];
const PLAY: &str = "play";

/// Whether the tables of sweeps have a column of this name, so that no rule field may have it too.
pub fn is_column_of_sweeps(name: &str) -> bool {
    name == PLAY
        || tables::named(&OF_SEATS).iter().chain(&MORE).chain(&OF_METRIC).any(|&it| it == name)
}

/// A grid point, its table with the setup's strategies, and those of best play if asked for.
type Tables = (Place, Seated, Option<Vec<Seated>>);

/// The maximum number of points named in a sentence.
const MOST_NAMED: usize = 6;

/// The maximum number of unplayable points listed.
const MOST_LEFT_OUT: usize = 5;

/// The memory of plans that are held at once, in megabytes, if that leaves at least so many places
/// played together, including the first place.
const MOST_MEGABYTES: usize = 200;
const FEWEST_TOGETHER: usize = 3;

/// A grid point: the index of the value on each axis, and the setup with these values.
struct Place {
    at: Vec<usize>,
    setup: Setup,
}

/// A sweep with all its tables.
struct Sweep {
    /// The listed axes.
    axes: Vec<Axis>,
    places: Vec<Place>,
    /// The tables with the setup's strategies, by place.
    habits: Vec<Seated>,
    /// The kind of best play, if asked for.
    play: Option<Play>,
    /// By place, the candidate tables of best play; the one that is best for seat 1 is chosen.
    best: Vec<Vec<Seated>>,
    /// Points that cannot be played, with the errors.
    left_out: Vec<(String, StudyError)>,
    /// Points that were not played because the run was stopped.
    unplayed: Vec<String>,
}

/// A point in words, by its values.
fn named(axes: &[Axis], at: &[usize]) -> String {
    let both = axes.iter().zip(at);
    let value = |(axis, &at): (&Axis, &usize)| {
        format!("{} = {}", axis.field, settings::shown(&axis.values[at].text))
    };
    both.map(value).collect::<Vec<_>>().join(", ")
}

impl Sweep {
    fn new(entry: &AnyGame, setup: &Setup, asked: &SweepAsked) -> Result<Sweep, StudyError> {
        for (i, axis) in asked.axes.iter().enumerate() {
            check_field(entry, setup, &axis.field)?;
            if is_column_of_sweeps(&axis.field) {
                return refuse(format!(
                    "the rules field `{}` cannot be varied: a column of sweeps has this name",
                    settings::shown(&axis.field)
                ));
            }
            for other in &asked.axes[..i] {
                let (one, other) = (axis.field.as_str(), other.field.as_str());
                if one == other {
                    return refuse(format!("{} is varied twice", settings::shown(one)));
                }
                if free::is_within(one, other) || free::is_within(other, one) {
                    return refuse(format!(
                        "{} is varied, and {} says it, too; leave one of them out",
                        settings::shown(other),
                        settings::shown(one)
                    ));
                }
            }
        }
        let tune = |axis: &&Axis| asked.against_best && parameter(&axis.field).is_some();
        let (tuned, axes): (Vec<&Axis>, Vec<&Axis>) = asked.axes.iter().partition(tune);
        let [tuned, axes] = [tuned, axes].map(|axes| axes.into_iter().cloned().collect::<Vec<_>>());
        match axes.len() {
            1 | 2 => {}
            0 if !tuned.is_empty() => {
                return refuse(
                    "with --against-best the player chooses strategy parameters; --vary a rule, too",
                );
            }
            found => {
                return refuse(format!("--vary is given {found} times: vary one field or two"));
            }
        }
        let points: usize = asked.axes.iter().map(|axis| axis.values.len()).product();
        if points > MOST_POINTS {
            return refuse(format!(
                "{points} grid points are too many; at most {MOST_POINTS}: take longer steps"
            ));
        }
        let play = asked.against_best.then(|| Play::of(entry, &tuned));
        let tallying = |seated| shown(seated, asked.metric.as_ref());
        let (mut places, mut habits, mut best) = (Vec::new(), Vec::new(), Vec::new());
        let mut left_out = Vec::new();
        for values in combinations(&axes) {
            let place = || -> Result<Tables, StudyError> {
                let setup = at(entry, setup, &axes, &values)?;
                let habit = setup::seated(entry, &setup)?;
                if let Some(metric) = &asked.metric {
                    metric.check(&*habit.game).map_err(|error| match error {
                        StudyError::Refused { why, part } => {
                            let why = format!("{}: {why}", named(&axes, &values));
                            StudyError::Refused { why, part }
                        }
                        error => error,
                    })?;
                }
                let best = play.as_ref().map(|play| play.tables(entry, &setup)).transpose()?;
                let best = best.map(|best| best.into_iter().map(tallying).collect());
                Ok((Place { at: values.clone(), setup }, tallying(habit), best))
            };
            match place() {
                Ok((place, habit, tables)) => {
                    places.push(place);
                    habits.push(habit);
                    best.extend(tables);
                }
                Err(error) if unplayable(&error) => {
                    left_out.push((named(&axes, &values), error));
                }
                Err(error) => return Err(error),
            }
        }
        if places.is_empty() && !left_out.is_empty() {
            return Err(left_out.swap_remove(0).1);
        }
        if let Some(metric) = &asked.metric {
            metric.check_house(&habits)?;
        }
        Ok(Sweep { axes, places, habits, play, best, left_out, unplayed: Vec::new() })
    }

    /// Keeps only the first `played` places.
    fn leave_unplayed(&mut self, played: usize) {
        let left = self.places.split_off(played.min(self.places.len()));
        self.unplayed = left.iter().map(|place| named(&self.axes, &place.at)).collect();
    }

    /// Notes on the points left out, with the reasons.
    fn left_out(&self) -> Vec<String> {
        let told = self.left_out.iter().map(|(point, why)| format!("left out {point}: {why}"));
        let mut told: Vec<String> = told.take(MOST_LEFT_OUT).collect();
        let more = self.left_out.len() - told.len();
        if more > 0 {
            told.push(format!("left out {more} more points that cannot be played"));
        }
        if let [first, more @ ..] = &self.unplayed[..] {
            let more = match more.len() {
                0 => String::new(),
                more => format!(" and {more} after it"),
            };
            told.push(format!("left out {first}{more}: not played before the run was stopped"));
        }
        told
    }

    /// The metric at each place, if it is about cards as dealt: it is then independent of play, and
    /// computed.
    fn dealt(&self, metric: Option<&Metric>) -> Result<Vec<Measured>, StudyError> {
        let Some(metric) = metric else { return Ok(Vec::new()) };
        let of = |habit: &Seated| -> Option<Result<Measured, StudyError>> {
            let game = &*habit.game;
            let dealt = (metric.tallied(game) == Tallied::Dealt).then_some(Tallied::Dealt)?;
            let game = metric::tallying(game, dealt)?;
            let mut cards = Seated { players: game.nobody(), game, strategies: Vec::new() };
            let unknown = || StudyError::refused(format!("{metric} is not computed here"));
            let Some(exact) = cards.game.capabilities().exact else { return Some(Err(unknown())) };
            let figures = exact.exact(&mut *cards.players).map_err(StudyError::from);
            Some(
                figures.and_then(|found| metric::exact(metric, &cards, &found).ok_or_else(unknown)),
            )
        };
        self.habits.iter().filter_map(of).collect()
    }

    /// The approximate time of a round at every point, in nanoseconds.
    fn nanoseconds(&self) -> f64 {
        let one = |seated: &Seated| simulate::nanoseconds_of_point(&*seated.game, &*seated.players);
        let habits = self.habits.iter().map(one);
        let best = self.best.iter().map(|choices| {
            // Once for each round of choosing, if there is a choice, and once to measure.
            let all: f64 = choices.iter().map(one).sum();
            let choosing = self.play.as_ref().map_or(0.0, |play| play.choosing(choices.len()));
            all * (choosing + 1.0 / choices.len() as f64)
        });
        habits.chain(best).sum()
    }
}

/// The table, with runs that tally hands as shown if the metric is an event of shown hands.
fn shown(seated: Seated, metric: Option<&Metric>) -> Seated {
    let tallied = metric.map(|metric| metric.tallied(&*seated.game));
    match tallied.filter(|&tallied| tallied == Tallied::Shown) {
        Some(tallied) => {
            let Seated { game, players, strategies } = seated;
            let game = metric::tallying(&*game, tallied).unwrap_or(game);
            Seated { game, players, strategies }
        }
        None => seated,
    }
}

impl AnyGame {
    /// Checks a sweep before a card is dealt.
    ///
    /// # Errors
    /// If the axes are invalid, or the rules or a strategy are invalid at a point.
    pub fn check_sweep(&self, setup: &Setup, asked: &SweepAsked) -> Result<(), StudyError> {
        Sweep::new(self, setup, asked).map(|_| ())
    }

    /// Plays the same sessions at every point of a grid: tables `sweep`, `metric`.
    ///
    /// # Errors
    /// As `check_sweep`.
    pub fn sweep(
        &self,
        setup: &Setup,
        asked: &SweepAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        let sampling = &sampling;
        sampling.check()?;
        let mut found = Sweep::new(self, setup, asked)?;
        let dealt = found.dealt(asked.metric.as_ref())?;
        let Some(first) = found.habits.first() else {
            return refuse("there is no grid point");
        };
        let plan = setup::plan(&*first.game, setup, sampling, found.nanoseconds());
        if found.best.iter().any(|choices| choices.len() > 1) {
            sampling.not_shared(
                "the best player is chosen in a first run over the whole grid; find it without \
                 --shard, then name it with --strategy",
            )?;
        }
        let setups: Vec<&Setup> = found.places.iter().map(|place| &place.setup).collect();
        let best = match &found.play {
            Some(play) => {
                play.choose(self, &setups, std::mem::take(&mut found.best), plan, sampling)?
            }
            None => Vec::new(),
        };
        let plays = if best.is_empty() { 1 } else { 2 };
        // Habit and best play of a place in a row, each compared with that of the first place.
        let mut best = best.into_iter();
        let mut seats = Vec::new();
        for habit in std::mem::take(&mut found.habits) {
            seats.push(habit);
            seats.extend(best.next());
        }
        let positions = matches!(asked.metric, None | Some(Metric::PositionSpread));
        let kept = Kept { couples: true, positions, ..Kept::default() };
        let GridRun { grid, stopped } = play_in_lots(&mut seats, plays, kept, plan, sampling);
        found.leave_unplayed(grid.points() / plays);
        seats.truncate(grid.points());
        let Plan { until, confidence, .. } = plan;
        let played = Played { sweep: &found, seats, plays, grid, until, confidence };
        let metric = asked.metric.clone().unwrap_or(played.usual_metric());
        let tables = vec![played.seats_table(), played.metric_table(&metric, &dealt)];
        let Some(mut manifest) = played.manifest(asked, &metric, sampling.seed) else {
            return refuse("there is no grid point");
        };
        let reached = !stopped || (0..played.seats.len()).any(|point| played.grid.done(point));
        if let Some(Length::Precision(half)) = sampling.until.filter(|_| reached) {
            manifest.insert("precision".into(), json!(half));
        }
        let left_out = found.left_out.iter().map(|(point, _)| point).chain(&found.unplayed);
        let points: Vec<&String> = left_out.collect();
        if !points.is_empty() {
            manifest.insert("left_out".into(), json!(points));
        }
        let mut cautions = Cautions::default();
        for (i, seated) in played.seats.iter().enumerate() {
            let place = cautions::point(&found.axes, &found.places[i / plays].at);
            cautions.run(&place, &*seated.game, played.grid.tally(i));
        }
        let mut notes = found.left_out();
        for seated in &played.seats {
            let mut remarks = setup::remarks(&*seated.game, [&*seated.players]);
            remarks.retain(|remark| !notes.contains(remark));
            notes.append(&mut remarks);
        }
        notes.extend(cautions.notes());
        notes.extend(found.play.as_ref().and_then(|play| play.said(until)));
        notes.extend(setup::played(sampling, stopped, played.least().0));
        // Another metric may differ between points at which seat 1 wins equally much.
        let (account, shown_only) = match asked.metric {
            Some(Metric::Ev(account)) => (account, false),
            None => (Account::Seat(0), false),
            Some(_) => (Account::Seat(0), true),
        };
        let verdict = played.verdict(account, shown_only);
        let report = Report { verdict, ..Report::new(manifest, tables) };
        Ok(Answer { report, stopped, notes })
    }
}

/// Plays the points, a few places at a time if players keep large plans, so that only the plans of
/// those few are held at once. After the first lot, only places that are played to their end count. With a
/// time limit the first lot plays for its share of the time, and the others for as many rounds.
fn play_in_lots(
    seats: &mut [Seated],
    plays: usize,
    kept: Kept,
    plan: Plan<'_>,
    sampling: &Sampling<'_>,
) -> GridRun {
    let places = seats.len() / plays;
    let plans = seats.iter().map(|seated| seated.game.plan_megabytes(&*seated.players));
    let together = match plans.max() {
        None | Some(0) => places,
        Some(megabytes) => (MOST_MEGABYTES / megabytes).max(FEWEST_TOGETHER),
    };
    let (first, more) = (together.min(places), together.saturating_sub(1).max(1));
    let lots = 1 + (places - first).div_ceil(more);
    let mut plan = plan;
    if let Until::Time(time) = &mut plan.until {
        *time /= lots as u32;
    }
    let seated = seats.len() as u64;
    // The repeated rounds of the first place are not counted.
    let watch = |before: u64, own: usize, points: usize| {
        move |grid: &Grid, goal: Option<u64>| {
            let each = |rounds: u64| rounds / points as u64;
            let rounds = before + each(grid.all_rounds()) * own as u64;
            let said = format!("{seated} points");
            (sampling.watch)(Snapshot { rounds, goal: goal.map(|goal| each(goal) * seated), said });
        }
    };
    let points = (0..first * plays).map(|i| point(&seats[i], i % plays));
    let points: Vec<GridPoint<'_>> = points.collect();
    let all = points.len();
    let GridRun { mut grid, mut stopped } = play(&points, kept, plan, &watch(0, all, all));
    if matches!(plan.until, Until::Time(_)) {
        plan.until = Until::Rounds(grid.tally(0).rounds());
    }
    for from in (first..places).step_by(more) {
        if stopped {
            break;
        }
        let own = from * plays..((from + more) * plays).min(seats.len());
        seats[plays..own.start].iter_mut().for_each(Seated::leave);
        let points = (0..plays).chain(own.clone()).map(|i| point(&seats[i], i % plays));
        let points: Vec<GridPoint<'_>> = points.collect();
        let watch = watch(grid.all_rounds(), own.len(), points.len());
        let run = simulate::grid(&points, kept, plan, &watch);
        stopped = run.stopped;
        if !stopped {
            grid.join(run.grid, plays);
        }
    }
    GridRun { grid, stopped }
}

/// Plays the points. A run by the clock is cut to the rounds of the point with the fewest: if
/// sessions differ in length and other points have more, all are played again for that many rounds.
/// A run that is stopped ends at once, and each point keeps the rounds that it has.
fn play(
    points: &[GridPoint<'_>],
    kept: Kept,
    plan: Plan<'_>,
    watch: &(dyn Fn(&Grid, Option<u64>) + Sync),
) -> GridRun {
    let run = simulate::grid(points, kept, plan, watch);
    let mut rounds = (0..points.len()).map(|i| run.grid.tally(i).rounds());
    let least = rounds.clone().min().unwrap_or(0);
    let cut = matches!(plan.until, Until::Time(_)) && !run.stopped;
    if !cut || least == 0 || rounds.all(|rounds| rounds == least) {
        return run;
    }
    let again = simulate::grid(points, kept, Plan { until: Until::Rounds(least), ..plan }, watch);
    match again.stopped {
        true => GridRun { stopped: true, ..run },
        false => again,
    }
}

/// A grid that was played, with its tables.
struct Played<'s> {
    sweep: &'s Sweep,
    /// By point: the tables of habit and, if asked for, of best play of each place.
    seats: Vec<Seated>,
    plays: usize,
    grid: Grid,
    until: Until,
    confidence: f64,
}

impl Played<'_> {
    /// The money units of one stake.
    fn units(&self) -> f64 {
        self.seats.first().map_or(1.0, |seated| seated.game.profile().scale())
    }

    /// The house edge if there is a house, its EV if there are no initial stakes, otherwise the
    /// position spread.
    fn usual_metric(&self) -> Metric {
        let houses = self.seats.iter().filter(|seated| seated.game.has_house());
        match houses.clone().count() {
            0 => Metric::PositionSpread,
            _ if houses.clone().any(|seated| metric::put_in(seated).is_some()) => Metric::HouseEdge,
            _ => Metric::Ev(Account::House),
        }
    }

    /// The smallest number of rounds and of sessions of any point.
    fn least(&self) -> (u64, u64) {
        let tallies = || (0..self.seats.len()).map(|i| self.grid.tally(i));
        let rounds = tallies().map(|tally| tally.rounds()).min();
        let sessions = tallies().map(|tally| tally.sessions()).min();
        (rounds.unwrap_or(0), sessions.unwrap_or(0))
    }

    /// The manifest, with the rules of the first point; `None` if no point was played.
    fn manifest(
        &self,
        asked: &SweepAsked,
        metric: &Metric,
        seed: u64,
    ) -> Option<Map<String, Value>> {
        let Place { setup, .. } = self.sweep.places.first()?;
        let habit = self.seats.first()?;
        let (rounds, sessions) = self.least();
        let sampled = Some((seed, rounds, sessions));
        let mut manifest =
            setup::manifest("sweep", setup, &*habit.game, &habit.strategies, sampled);
        manifest.insert("vary".into(), varied(&asked.axes));
        let most = (0..self.seats.len()).map(|i| self.grid.tally(i).rounds()).max();
        if let Some(most) = most.filter(|&most| most > rounds) {
            manifest.insert(MOST_ROUNDS.into(), json!(most));
        }
        if asked.axes.iter().any(|axis| axis.field == RULES) && !setup.set.is_empty() {
            manifest.insert("set".into(), json!(setup.set));
        }
        manifest.insert("metric".into(), json!(metric.to_string()));
        if asked.against_best {
            manifest.insert(AGAINST_BEST.into(), true.into());
        }
        Some(manifest)
    }

    fn intervals(&self, point: usize) -> Intervals {
        let all = Intervals::of(self.confidence, self.until);
        // A run that was stopped equals one of as many rounds.
        Intervals { precision: all.precision.filter(|_| self.grid.done(point)), ..all }
    }

    /// A table with the fields, these columns, and the kind of play if there are two.
    fn table(&self, name: &'static str, columns: impl IntoIterator<Item = &'static str>) -> Table {
        let fields = self.sweep.axes.iter().map(|axis| axis.field.as_str());
        let play = (self.plays > 1).then_some(PLAY);
        let columns = columns.into_iter().map(|column| -> &str { column });
        Table::new(name, fields.chain(columns).chain(play))
    }

    /// The row of a point: the values of its fields, these cells, and the kind of play.
    fn row(&self, point: usize, cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        let place = &self.sweep.places[point / self.plays];
        let both = self.sweep.axes.iter().zip(&place.at);
        let values = both.map(|(axis, &at)| axis.values[at].cell());
        let play = (self.plays > 1).then(|| Cell::from(PLAYS[point % self.plays]));
        values.chain(cells).chain(play).collect()
    }

    /// The table `sweep`: the rows of `seats` for each point, and their differences to the first
    /// point.
    fn seats_table(&self) -> Table {
        let units = self.units();
        let columns = tables::named(&OF_SEATS);
        let mut table = self.table("sweep", columns.into_iter().chain(MORE));
        for (i, seated) in self.seats.iter().enumerate() {
            let (tally, intervals) = (self.grid.tally(i), self.intervals(i));
            let edge = intervals.ev(&tally.house().net, units);
            let (house, players) = (seated.game.has_house(), seated.game.players());
            let edge = edge.filter(|_| house).zip(metric::put_in(seated));
            let edge = Cell::from(edge.map(|(ev, all)| ev.value / all));
            let seats = tables::seats(tally, &seated.strategies, units, intervals, house).rows;
            for (seat, cells) in seats.into_iter().enumerate() {
                let account = if seat == players { Account::House } else { Account::Seat(seat) };
                let versus = versus(&self.grid, i, i % self.plays, account, units, intervals);
                let cells = cells.into_iter().chain([edge.clone()]).chain(versus);
                table.push(self.row(i, cells));
            }
        }
        if self.seats.len() > 2 * self.plays {
            table.note.push(
                "Each interval here, vs_first included, holds by itself. The sentences use wider \
                 intervals, which hold all at once."
                    .to_owned(),
            );
        }
        table
    }

    /// The points at which an account wins more, or less, than at the first one, by each kind of
    /// play and all simultaneously. With `shown_only`, nothing is said where no difference is shown.
    fn verdict(&self, account: Account, shown_only: bool) -> Vec<String> {
        (0..self.plays).filter_map(|play| self.verdict_of(play, account, shown_only)).collect()
    }

    /// The sentence of the verdict about one kind of play.
    fn verdict_of(&self, play: usize, account: Account, shown_only: bool) -> Option<String> {
        let points = (self.plays + play..self.seats.len()).step_by(self.plays);
        let (all, units) = (points.clone().count(), self.units());
        let differs = |point: usize| {
            let intervals = self.intervals(point);
            let pair = pair(&self.grid, point, account, intervals)?;
            let alpha = bonferroni(intervals.confidence, all * self.plays);
            let found = intervals.difference(&pair, units, alpha)?;
            let (low, high) = (found.low?, found.high?);
            if low > 0.0 { Some(true) } else { (high < 0.0).then_some(false) }
        };
        let place = |point: usize| {
            cautions::point(&self.sweep.axes, &self.sweep.places[point / self.plays].at)
        };
        let shown = points.clone().any(|point| differs(point).is_some());
        let named = |side: Option<bool>| {
            let here: Vec<String> =
                points.clone().filter(|&point| differs(point) == side).map(place).collect();
            match here.len() {
                0 => None,
                many if many > MOST_NAMED => Some(format!("{many} of {all} points")),
                _ if self.sweep.axes.len() > 1 => Some(here.join("; ")),
                _ => Some(listed(&here)),
            }
        };
        let said = [(Some(true), "more with"), (Some(false), "less with"), (None, "")];
        let said = said.into_iter().filter_map(|(side, words)| {
            let named = named(side)?;
            Some(match side {
                Some(_) => format!("{words} {named}"),
                None if shown => format!("no difference is shown for {named}"),
                None => named,
            })
        });
        let said: Vec<String> = said.collect();
        let percent = percent(self.confidence);
        let plays = match self.plays {
            1 => String::new(),
            _ => format!(" with {} play", PLAYS[play]),
        };
        (!said.is_empty() && (shown || !shown_only)).then(|| {
            let whose = match account {
                Account::Seat(seat) => who(seat),
                Account::House => "the house".to_owned(),
            };
            let (of, said) = (place(0), said.join("; "));
            let sure = format!("(all of that with {percent}% confidence)");
            match shown {
                true => format!("Compared with {of}, {whose}{plays} wins {said} {sure}."),
                false => format!(
                    "No difference from {of} is shown in what {whose}{plays} wins, with {said} {sure}."
                ),
            }
        })
    }

    /// The table `metric`: the figure to draw at each point; `dealt` has it by place if it is about
    /// cards as dealt.
    fn metric_table(&self, metric: &Metric, dealt: &[Measured]) -> Table {
        let mut table = self.table("metric", OF_METRIC);
        for (i, seated) in self.seats.iter().enumerate() {
            let found = match dealt.get(i / self.plays) {
                Some(found) => Some(*found),
                None => metric::sampled(metric, seated, &self.grid, i, self.intervals(i)),
            };
            table.push(self.row(
                i,
                [
                    metric.to_string().into(),
                    found.map(|found| found.value).into(),
                    found.map(|found| found.low).into(),
                    found.map(|found| found.high).into(),
                    found.and_then(|found| found.rounds).into(),
                ],
            ));
        }
        let computed = if dealt.is_empty() { "" } else { ", computed" };
        let stake = self.seats.first().map_or("stakes", |seated| seated.game.profile().stake);
        table.note.push(format!("{metric}, {}{computed}.", metric.unit(stake)));
        table
    }
}

/// The axes as entries of the manifest.
fn varied(axes: &[Axis]) -> Value {
    let values = |axis: &Axis| axis.values.iter().map(|value| json!(value.text)).collect();
    let all = axes.iter().map(|axis| (axis.field.clone(), Value::Array(values(axis))));
    Value::Object(all.collect::<Map<_, _>>())
}

/// An account at a point and at the first one. An interval that holds at every look is of the sessions
/// that both had played.
fn pair(grid: &Grid, point: usize, account: Account, intervals: Intervals) -> Option<Pair> {
    match intervals.precision {
        Some(_) => grid.common(point, account),
        None => grid.couple(point, account),
    }
}

/// The paired difference of an account to the first point, in stakes; empty if it does not exist at
/// both.
fn versus(
    grid: &Grid,
    point: usize,
    base: usize,
    account: Account,
    units: f64,
    intervals: Intervals,
) -> [Cell; 3] {
    let Some(pair) = pair(grid, point, account, intervals) else {
        return [Cell::Empty, Cell::Empty, Cell::Empty];
    };
    if point == base {
        return [0.0, 0.0, 0.0].map(Cell::from);
    }
    let alpha = 1.0 - intervals.confidence;
    let found = intervals.difference(&pair, units, alpha);
    let ends = |pick: fn(Difference) -> Option<f64>| Cell::from(found.and_then(pick));
    [found.map(|found| found.value).into(), ends(|found| found.low), ends(|found| found.high)]
}
