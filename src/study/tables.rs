//! Builds the tables of the output contract from estimates: names, columns and units.

use super::{Cell, Table};
use crate::framework::{
    BestFile, Decision, Event, ExactFigures, ExactScore, Habit, HandFacts, PartValue, Solving,
};
use crate::simulate::{EventTally, SeatTally, Tally, Until};
use crate::stats::counting::Reach;
use crate::stats::estimate::{half_width_at_every_look, is_rounding};
use crate::stats::quantile::normal_two_sided;
use crate::stats::{Difference, Estimate, Margin, Moments, Pair, Proportion, Weights, sequential};

/// The kind of intervals: their confidence level, and whether they must be valid at every look.
#[derive(Clone, Copy, Debug)]
pub struct Intervals {
    pub confidence: f64,
    /// The precision asked for, in money units; intervals are then valid at every look.
    pub precision: Option<f64>,
}

const SCORE: [&str; 9] =
    ["rounds", "ev", "ev_se", "ev_low", "ev_high", "sd", "win_rate", "win_low", "win_high"];

impl Intervals {
    /// The intervals of a run that ends at `until`.
    pub fn of(confidence: f64, until: Until) -> Intervals {
        let precision = match until {
            Until::Precision(half) => Some(half),
            Until::Rounds(_) | Until::Within(..) | Until::Time(_) => None,
        };
        Intervals { confidence, precision }
    }

    /// The EV of a net, in stakes.
    pub fn ev(&self, net: &Moments, units: f64) -> Option<Estimate> {
        let mut estimate = Estimate::ratio(net, units, self.confidence)?;
        if let Some(precision) = self.precision {
            let half = half_width_at_every_look(net, units, 1.0 - self.confidence, precision);
            estimate = around(estimate, half / units);
        }
        Some(estimate)
    }

    /// The EV of a net, in stakes, where those far behind are dropped early: the interval of such a
    /// run is tight early, too.
    pub(super) fn ev_of_contender(&self, net: &Moments, units: f64) -> Option<Estimate> {
        let estimate = self.ev(net, units)?;
        let Some(precision) = self.precision else { return Some(estimate) };
        if is_rounding(net, units) {
            return Some(estimate);
        }
        let (sessions, alpha) = (net.sessions, 1.0 - self.confidence);
        let variance = net.ratio_variance().unwrap_or_default();
        let sizes = (units, precision);
        match Margin::time_uniform(sessions, sessions, variance, alpha, sizes) {
            Margin::Half(half) => Some(around(estimate, half / units)),
            _ => Some(estimate),
        }
    }

    /// The reach of intervals of figures that are not plain means: as many standard errors as those
    /// of a mean over `sessions`. `units` are money units in a stake.
    pub(super) fn reach(&self, confidence: f64, sessions: u64, units: f64) -> Reach {
        let least = self.precision.map_or(0.0, |precision| {
            sequential::ratio_half_width(Some(1.0), sessions, 1.0 - confidence, units, precision)
        });
        Reach { confidence, least }
    }

    /// The proportion of trials with a hit.
    pub fn proportion(&self, hits: &Moments, rounds: u64) -> Proportion {
        match self.precision {
            Some(_) => Proportion::time_uniform(hits, rounds, self.confidence),
            None => Proportion::from_moments(hits, rounds, self.confidence),
        }
    }

    /// The difference of two nets on common luck, with an interval that is wrong with
    /// probability at most `alpha`.
    pub(super) fn difference(&self, pair: &Pair, units: f64, alpha: f64) -> Option<Difference> {
        match self.precision {
            Some(precision) => Difference::time_uniform(pair, units, alpha, precision),
            None => Difference::fixed(pair, units, alpha),
        }
    }

    fn score(&self, seat: &SeatTally, units: f64) -> Vec<Cell> {
        let ev = self.ev(&seat.net, units);
        let wins = self.proportion(&seat.wins, seat.rounds);
        vec![
            seat.rounds.into(),
            ev.map(|ev| ev.value).into(),
            ev.and_then(|ev| ev.se).into(),
            ev.and_then(|ev| ev.low).into(),
            ev.and_then(|ev| ev.high).into(),
            seat.sd.map(|sd| sd / units).into(),
            wins.value.into(),
            wins.low.into(),
            wins.high.into(),
        ]
    }
}

/// An estimate with an interval of this half width; with none if it is infinite.
fn around(estimate: Estimate, half: f64) -> Estimate {
    let end = |end: f64| end.is_finite().then_some(end);
    Estimate { low: end(estimate.value - half), high: end(estimate.value + half), ..estimate }
}

pub(super) fn named(columns: &[&'static str]) -> Vec<&'static str> {
    columns.iter().chain(&SCORE).copied().collect()
}

/// The table `seats` of a run; the house's row, if there is a `house`, comes last.
pub fn seats(
    tally: &Tally,
    strategies: &[String],
    units: f64,
    intervals: Intervals,
    house: bool,
) -> Table {
    let mut table = Table::new("seats", named(&["seat", "strategy"]));
    for (i, (seat, strategy)) in tally.seats().iter().zip(strategies).enumerate() {
        let mut row = vec![Cell::from(i + 1), strategy.as_str().into()];
        row.extend(intervals.score(seat, units));
        table.push(row);
    }
    if house {
        let mut row = vec![Cell::from("house"), Cell::Empty];
        row.extend(intervals.score(&tally.house(), units));
        table.push(row);
    }
    table
}

/// The table `positions` of a run.
pub fn positions(tally: &Tally, units: f64, intervals: Intervals) -> Table {
    let mut table = Table::new("positions", named(&["position"]));
    for (i, position) in tally.positions().iter().enumerate() {
        let mut row = vec![Cell::from(i + 1)];
        row.extend(intervals.score(position, units));
        table.push(row);
    }
    table
}

const EVENTS: [&str; 8] =
    ["event", "count", "trials", "probability", "low", "high", "one_in", "method"];

fn impossible(event: &Event, trials: Cell) -> Vec<Cell> {
    let count = if trials.is_empty() { Cell::Empty } else { Cell::Count(0) };
    let zero = || Cell::Float(0.0);
    vec![
        event.name.as_str().into(),
        count,
        trials,
        zero(),
        zero(),
        zero(),
        Cell::Empty,
        "exact".into(),
    ]
}

fn sampled(event: &Event, share: &Proportion, method: &'static str) -> Vec<Cell> {
    vec![
        event.name.as_str().into(),
        share.hits.into(),
        share.trials.into(),
        share.value.into(),
        share.low.into(),
        share.high.into(),
        share.value.map(|p| 1.0 / p).into(),
        method.into(),
    ]
}

/// The table `events` of a run, for the events that are `wanted`.
pub fn events(
    events: &[Event],
    tallies: &[EventTally],
    intervals: Intervals,
    wanted: impl Fn(&Event) -> bool,
) -> Table {
    let mut table = Table::new("events", EVENTS);
    for (event, tally) in events.iter().zip(tallies).filter(|(event, _)| wanted(event)) {
        if !event.possible && tally.hits.x == 0 {
            table.push(impossible(event, Cell::Count(tally.hits.n as u64)));
            continue;
        }
        let share = intervals.proportion(&tally.hits, tally.rounds);
        table.push(sampled(event, &share, "simulated"));
    }
    table
}

/// The table `events` without sampling.
pub fn exact_events(
    events: &[Event],
    figures: &ExactFigures,
    wanted: impl Fn(&Event) -> bool,
) -> Table {
    let mut table = Table::new("events", EVENTS);
    for (event, (hits, trials)) in events.iter().zip(&figures.events) {
        if !wanted(event) {
            continue;
        }
        let p = at_most_one(hits / trials);
        // What a game says is impossible may come out above 0 by rounding.
        let p = if event.possible || p > ROUNDING { p } else { 0.0 };
        if p == 0.0 {
            table.push(impossible(event, Cell::Empty));
            continue;
        }
        let mut row = vec![event.name.as_str().into(), Cell::Empty, Cell::Empty];
        row.extend([p, p, p, 1.0 / p].map(Cell::from));
        row.push("exact".into());
        table.push(row);
    }
    table
}

/// The most that a sum of many probabilities is off by rounding.
const ROUNDING: f64 = 1e-9;

/// A probability that rounding may have raised above 1.
fn at_most_one(p: f64) -> f64 {
    // An unknown one stays unknown.
    if p > 1.0 { 1.0 } else { p }
}

/// The table `events` with the one importance-sampled event. Because its deals were made likely,
/// the number of hits is not a frequency: `count` is empty, or 0 without hits.
pub fn weighted(event: &Event, weights: &Weights, confidence: f64) -> Table {
    let mut table = Table::new("events", EVENTS);
    if event.possible {
        let mut row = sampled(event, &weights.proportion(confidence), "weighted");
        if weights.hits() > 0 {
            row[1] = Cell::Empty;
        }
        table.push(row);
    } else {
        table.push(impossible(event, Cell::Count(weights.trials())));
    }
    table
}

/// The quantiles of `distribution`.
const QUANTILES: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

/// The table `events` with the rarest event: the bounds of its highest probability.
pub fn ceiling(name: &str, low: f64, high: f64) -> Table {
    let mut table = Table::new("events", EVENTS);
    let p = (low == high).then_some(low);
    let mut row = vec![name.into(), Cell::Empty, Cell::Empty, p.into(), low.into(), high.into()];
    row.extend([p.map(|p| 1.0 / p).into(), "exact".into()]);
    table.push(row);
    table
}

/// The table `distribution` of a run: quantiles of the nets of sessions, in stakes; the house's
/// row, if there is a `house`, comes last.
pub fn distribution(tally: &Tally, units: f64, house: bool) -> Table {
    let quantiles = QUANTILES.map(|q| format!("q{q}"));
    let columns = ["seat".to_owned()].into_iter().chain(quantiles);
    let mut table = Table::new("distribution", columns.chain(["min".into(), "max".into()]));
    let players = tally.nets().len() - 1;
    for (i, nets) in tally.nets().iter().enumerate().take(players + usize::from(house)) {
        let name = if i < players { Cell::from(i + 1) } else { "house".into() };
        let stakes = |net: Option<i64>| Cell::from(net.map(|net| net as f64 / units));
        let mut row = vec![name];
        row.extend(QUANTILES.map(|q| stakes(nets.quantile(q))));
        row.extend([stakes(nets.min()), stakes(nets.max())]);
        table.push(row);
    }
    table
}

/// The table `seats` without sampling; the house's row, if there is a `house`, comes last.
pub fn exact_seats(
    figures: &ExactFigures,
    strategies: &[String],
    units: f64,
    house: bool,
) -> Table {
    let mut table = Table::new("seats", named(&["seat", "strategy"]));
    for (i, (seat, strategy)) in figures.seats.iter().zip(strategies).enumerate() {
        let mut row = vec![Cell::from(i + 1), strategy.as_str().into()];
        row.extend(exact_score(seat, units));
        table.push(row);
    }
    if house {
        let mut row = vec![Cell::from("house"), Cell::Empty];
        row.extend(exact_score(&figures.house, units));
        table.push(row);
    }
    table
}

/// The table `positions` without sampling; `None` for one player, or if they are not known.
pub fn exact_positions(figures: &ExactFigures, units: f64) -> Option<Table> {
    let mut table = Table::new("positions", named(&["position"]));
    for (i, position) in figures.positions.iter().enumerate() {
        let mut row = vec![Cell::from(i + 1)];
        row.extend(exact_score(position, units));
        table.push(row);
    }
    (table.rows.len() > 1).then_some(table)
}

/// The cells of a score without sampling, from `rounds` on.
fn exact_score(score: &ExactScore, units: f64) -> Vec<Cell> {
    let ev = score.mean / units;
    let variance = score.square - score.mean * score.mean;
    // A variance this small is only rounding.
    let variance = if variance < 1e-12 * score.square { 0.0 } else { variance };
    let sd = variance.sqrt() / units;
    let mut row = vec![Cell::Empty];
    let win = at_most_one(score.win);
    row.extend([ev, 0.0, ev, ev, sd, win, win, win].map(Cell::from));
    row
}

/// The table `strategies`: a strategy file, and best play.
pub fn written(name: &str, found: &BestFile, units: f64) -> Table {
    let mut table = Table::new("strategies", ["strategy", "ev", "loss"]);
    for (name, ev) in [("best", found.best), (name, found.ev)] {
        table.push(vec![name.into(), (ev / units).into(), ((found.best - ev) / units).into()]);
    }
    let more = match found.more > 0.0 {
        true => format!(
            "It is the best that was found before the search was cut off: no other strategy of this form \
             nets more than {:.4} above it",
            found.more / units
        ),
        false => "No other strategy of this form nets more".to_owned(),
    };
    table.note.push(format!(
        "{more}; knowing every card is worth {:.4} on top.",
        (found.best - found.ev) / units
    ));
    table
}

/// The table `decisions`.
pub fn decisions(decisions: &[Decision], units: f64, confidence: f64) -> Table {
    let mut parts: Vec<&'static str> = Vec::new();
    for (part, _) in decisions.iter().flat_map(|decision| &decision.situation) {
        if !parts.contains(part) {
            parts.push(part);
        }
    }
    // Columns that not every game has.
    let shares = decisions.iter().any(|decision| decision.share.is_some());
    let methods = decisions.iter().any(|decision| decision.method.is_some());
    let played = decisions.iter().any(|decision| decision.abstraction.is_some());
    let columns = [
        ("action", true),
        ("ev", true),
        ("ev_se", played),
        ("ev_low", played),
        ("ev_high", played),
        ("loss", true),
        ("share", shares),
        ("method", methods),
        ("abstraction", played),
    ];
    let here = columns.into_iter().filter(|(_, here)| *here).map(|(name, _)| name);
    let all = std::iter::once("hand").chain(parts.iter().copied()).chain(here);
    let mut table = Table::new("decisions", all);
    for decision in decisions {
        let se = decision.se.map(|se| se / units);
        let half = se.map(|se| normal_two_sided(confidence) * se);
        let end = |side: f64| Cell::from(half.map(|half| decision.ev / units + side * half));
        let part = |name: &&str| {
            let found = decision.situation.iter().find(|(part, _)| part == name);
            match found.map(|(_, value)| value) {
                Some(PartValue::Number(number)) => (*number).into(),
                Some(PartValue::Text(text)) => text.as_str().into(),
                None => Cell::Empty,
            }
        };
        let row: [Cell; 9] = [
            decision.action.as_str().into(),
            (decision.ev / units).into(),
            se.into(),
            end(-1.0),
            end(1.0),
            (decision.loss / units).into(),
            decision.share.into(),
            decision.method.map_or(Cell::Empty, Cell::from),
            decision.abstraction.map(|ev| ev / units).into(),
        ];
        let cells = row.into_iter().zip(columns).filter(|(_, (_, here))| *here);
        let hand = std::iter::once(Cell::from(decision.hand.as_str()));
        let parts = parts.iter().map(part);
        table.push(hand.chain(parts).chain(cells.map(|(cell, _)| cell)).collect());
    }
    table
}

/// The table `chart`: the most frequent actions of a strategy.
pub fn chart(habits: &[Habit]) -> Table {
    let mut table = Table::new("chart", ["cards", "hand", "offer", "round", "action", "share"]);
    for habit in habits {
        table.push(vec![
            habit.cards.into(),
            habit.hand.as_str().into(),
            habit.offer.into(),
            habit.round.into(),
            habit.action.into(),
            habit.share.into(),
        ]);
    }
    table
}

/// The table `iterations`: the convergence of a strategy found by iteration.
pub fn iterations(solving: &Solving, units: f64) -> Table {
    let mut table = Table::new("iterations", ["iterations", "gap"]);
    for &(iterations, gap) in &solving.gaps {
        table.push(vec![iterations.into(), (gap / units).into()]);
    }
    table.note.push(
        "gap: what a best reply wins a round, in the abstraction, from those who play what came of \
         so many iterations; the last is of the chart."
            .into(),
    );
    table
}

/// The table `hand`: the facts of a hand.
pub fn hand(facts: &[HandFacts]) -> Table {
    let outcomes = facts.first().map(|first| first.outcomes.as_slice()).unwrap_or_default();
    let flags = facts.first().map(|first| first.flags.as_slice()).unwrap_or_default();
    // Columns that not every game has.
    let lines = facts.iter().any(|fact| !fact.line.is_empty());
    let dealers = facts.iter().any(|fact| !fact.dealer.is_empty());
    let known = [("line", lines), ("hand", true), ("dealer", dealers)];
    let known = known.into_iter().filter(|(_, here)| *here).map(|(name, _)| name);
    let known = known.chain(["category", "rank", "ranks", "rarity", "one_in", "beaten"]);
    let outcomes = outcomes.iter().map(|(name, _)| name.as_str());
    let columns = known.chain(outcomes).chain(flags.iter().map(|(name, _)| *name));
    let mut table = Table::new("hand", columns);
    for fact in facts {
        let mut row: Vec<Cell> = Vec::new();
        for (text, here) in [(&fact.line, lines), (&fact.hand, true), (&fact.dealer, dealers)] {
            row.extend(here.then(|| Cell::from(text.as_str())));
        }
        row.extend([
            fact.category.as_str().into(),
            fact.rank.into(),
            fact.ranks.into(),
            fact.rarity.into(),
            fact.rarity.map(f64::recip).into(),
            fact.beaten.into(),
        ]);
        row.extend(fact.outcomes.iter().map(|(_, p)| Cell::from(*p)));
        row.extend(fact.flags.iter().map(|(_, flag)| Cell::from(*flag)));
        table.push(row);
    }
    table
}
