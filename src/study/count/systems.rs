//! The figures of the systems of a count, and table `systems`.

use super::verdict::Judged;
use super::{Effects, Made, Ready, groups};
use crate::cards::Memory;
use crate::simulate::Counted;
use crate::stats::counting::{
    desirability, jackknife, kelly, n0, playing_efficiency, risk_of_ruin, score,
};
use crate::stats::{Estimate, Moments, bonferroni};
use crate::study::table::{Cell, Table};
use crate::study::tables::Intervals;

/// The conditions of all systems of an answer.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub confidence: f64,
    /// The number of penetrations.
    pub tables: usize,
    /// In stakes.
    pub bankroll: f64,
    /// The units of money in a stake.
    pub units: f64,
}

/// The figures of a system at a penetration, in stakes per round.
pub(super) struct System<'a> {
    memory: &'a Memory,
    penetration: Option<f64>,
    bankroll: f64,
    rounds: u64,
    sample: Part,
    ev: Option<Estimate>,
    /// The gain over no memory; `None` for no memory.
    over_none: Option<Estimate>,
    correlation: Option<Estimate>,
    efficiency: Option<Estimate>,
    desirability: Option<Estimate>,
    /// The EV in units of the variance, on which ruin and the Kelly bet depend.
    edge: Option<Estimate>,
}

/// A column of the table: its name, and its cell in the row of a system.
type Column = (&'static str, fn(&System<'_>) -> Cell);

/// The columns of the table. What came later stands last, so that scripts find what they knew.
const COLUMNS: [Column; 34] = [
    ("system", |it| it.memory.name().into()),
    ("betting_correlation", |it| value(it.correlation)),
    ("playing_efficiency", |it| value(it.efficiency)),
    ("ev", |it| it.sample.ev.into()),
    ("ev_se", |it| it.se().into()),
    ("sd", |it| it.sample.sd.into()),
    ("score", |it| score(it.sample.ev, it.sample.sd).into()),
    ("n0", |it| n0(it.sample.ev, it.sample.sd).into()),
    ("di", |it| value(it.desirability)),
    ("risk_of_ruin", |it| risk_of_ruin(it.bankroll, it.sample.ev, it.sample.sd).into()),
    ("kelly", |it| kelly(it.bankroll, it.sample.ev, it.sample.sd).into()),
    ("penetration", |it| it.penetration.into()),
    ("rounds", |it| Cell::Count(it.rounds)),
    ("flat_ev", |it| it.sample.flat.into()),
    ("ev_low", |it| low(it.ev).into()),
    ("ev_high", |it| high(it.ev).into()),
    ("naive_se", |it| (it.sample.sd / (it.rounds as f64).sqrt()).into()),
    ("correlation_low", |it| low(it.correlation).into()),
    ("correlation_high", |it| high(it.correlation).into()),
    ("efficiency_low", |it| low(it.efficiency).into()),
    ("efficiency_high", |it| high(it.efficiency).into()),
    ("score_low", |it| it.if_winning(low(it.desirability).map(score_of)).into()),
    ("score_high", |it| it.if_winning(high(it.desirability).map(score_of)).into()),
    ("n0_low", |it| it.if_winning(high(it.desirability).and_then(n0_of)).into()),
    ("n0_high", |it| it.if_winning(low(it.desirability).and_then(n0_of)).into()),
    ("di_low", |it| low(it.desirability).into()),
    ("di_high", |it| high(it.desirability).into()),
    ("ruin_low", |it| high(it.edge).map(|edge| risk_of_ruin(it.bankroll, edge, 1.0)).into()),
    ("ruin_high", |it| low(it.edge).map(|edge| risk_of_ruin(it.bankroll, edge, 1.0)).into()),
    ("kelly_low", |it| low(it.edge).map(|edge| kelly(it.bankroll, edge, 1.0)).into()),
    ("kelly_high", |it| high(it.edge).map(|edge| kelly(it.bankroll, edge, 1.0)).into()),
    ("over_none", |it| value(it.over_none)),
    ("over_none_low", |it| low(it.over_none).into()),
    ("over_none_high", |it| high(it.over_none).into()),
];

fn value(estimate: Option<Estimate>) -> Cell {
    estimate.map(|found| found.value).into()
}

fn low(estimate: Option<Estimate>) -> Option<f64> {
    estimate.and_then(|found| found.low)
}

fn high(estimate: Option<Estimate>) -> Option<f64> {
    estimate.and_then(|found| found.high)
}

// A function of a single figure has the interval of that figure, transformed.

/// The score that belongs to a desirability index.
fn score_of(desirability: f64) -> f64 {
    desirability.max(0.0).powi(2)
}

/// The N0 that belongs to a desirability index.
fn n0_of(desirability: f64) -> Option<f64> {
    (desirability > 0.0).then(|| 1e6 / (desirability * desirability))
}

impl System<'_> {
    /// The table without rows.
    pub fn table() -> Table {
        Table::new("systems", COLUMNS.map(|(name, _)| name))
    }

    /// The row of the table.
    pub fn row(&self) -> Vec<Cell> {
        COLUMNS.map(|(_, cell)| cell(self)).into()
    }

    /// The figures on which the verdict depends.
    pub fn judged(&self) -> Judged {
        Judged {
            memory: self.memory.name().to_owned(),
            penetration: self.penetration,
            ev: self.sample.ev,
            se: self.se(),
            is_flat: self.sample.ev == self.sample.flat,
            over_none: self.over_none,
        }
    }

    fn se(&self) -> Option<f64> {
        self.ev.and_then(|ev| ev.se)
    }

    fn if_winning(&self, figure: Option<f64>) -> Option<f64> {
        figure.filter(|_| self.sample.ev > 0.0)
    }
}

/// The figures of every system at a penetration.
pub(super) fn systems<'a>(
    ready: &'a Ready,
    (effects, made): (&Effects, &[Made]),
    counted: &[Counted],
    penetration: Option<f64>,
    (terms, intervals): (Terms, Intervals),
) -> Vec<System<'a>> {
    let Terms { confidence, tables, bankroll, units } = terms;
    let groups = groups(&counted[0]);
    let count = groups.len();
    // The sums without each group, shared by all figures.
    let parts: Vec<Vec<Part>> =
        counted.iter().map(|counted| Part::all(counted, &groups, units)).collect();
    let at = |system: usize, out: Option<usize>| parts[system][out.map_or(0, |out| out + 1)];
    let full = ready.memories.iter().position(|memory| *memory == Memory::Full);
    let sessions = counted[0].net.sessions;
    let reach = |confidence| intervals.reach(confidence, sessions, units);
    let found =
        |figure: &dyn Fn(Option<usize>) -> Option<f64>| jackknife(count, reach(confidence), figure);
    // A share of a gain that may be noise could be anything; one of a loss means nothing.
    let memory_pays = full.is_some_and(|full| {
        let gain = found(&|out| Some(at(full, out).flat - at(0, out).flat));
        low(gain).is_some_and(|low| low > 0.0)
    });
    // The gains of all systems hold together, at all penetrations.
    let together = reach(1.0 - bonferroni(confidence, (ready.memories.len() - 1) * tables));
    let correlation = |memory: &Memory| match memory {
        Memory::None => None,
        Memory::Full => Some(Estimate::exact(1.0)),
        // These tags were made from this sample, under whatever name.
        Memory::Count(system) => match made.iter().find(|made| made.system.tags == system.tags) {
            Some(made) => ready.correlation_made(made, effects, |all| all),
            None => ready.correlation(&system.tags, effects, |all| all),
        },
    };
    let efficiency = |number: usize| match number {
        0 => Some(Estimate::exact(0.0)),
        number if Some(number) == full => Some(Estimate::exact(1.0)),
        number => found(&|out| {
            let flat = |system| at(system, out).flat;
            playing_efficiency(flat(number), flat(0), flat(full?))
        }),
    };
    let over_none =
        |number: usize| jackknife(count, together, |out| Some(at(number, out).ev - at(0, out).ev));
    let all = ready.memories.iter().zip(counted).enumerate();
    all.map(|(number, (memory, counted))| System {
        memory,
        penetration,
        bankroll,
        rounds: counted.net.n as u64,
        sample: at(number, None),
        ev: intervals.ev(&counted.net, units),
        over_none: if number > 0 { over_none(number) } else { None },
        correlation: correlation(memory),
        efficiency: efficiency(number).filter(|_| memory_pays),
        desirability: found(&|out| {
            let part = at(number, out);
            Some(desirability(part.ev, part.sd)).filter(|index| index.is_finite())
        }),
        edge: found(&|out| {
            let part = at(number, out);
            Some(part.ev / (part.sd * part.sd)).filter(|edge| edge.is_finite())
        }),
    })
    .collect()
}

/// The figures of a counter, in stakes per round, over all groups or without one.
#[derive(Clone, Copy)]
struct Part {
    ev: f64,
    flat: f64,
    sd: f64,
}

impl Part {
    /// The figures over all groups, then those without each of `groups`.
    fn all(counted: &Counted, groups: &[usize], units: f64) -> Vec<Part> {
        let of = |out: Option<usize>| {
            let group = counted.without(out);
            let n = group.n as f64;
            let net = Moments { x: group.x, n: group.n, ..Moments::default() };
            Part {
                ev: group.x as f64 / n / units,
                flat: group.flat as f64 / n / units,
                sd: deviation(&net, group.squares).unwrap_or(f64::NAN) / units,
            }
        };
        std::iter::once(None).chain(groups.iter().copied().map(Some)).map(of).collect()
    }
}

/// The standard deviation of the net of a round, in units.
pub(super) fn deviation(net: &Moments, squares: i128) -> Option<f64> {
    if net.n < 2 {
        return None;
    }
    // n·Σx² − (Σx)² in integers, without cancellation.
    let n = net.n as f64;
    let sum = match (net.n.checked_mul(squares), net.x.checked_mul(net.x)) {
        (Some(a), Some(b)) => (a - b) as f64,
        _ => n * squares as f64 - (net.x as f64).powi(2),
    };
    Some((sum.max(0.0) / n / (n - 1.0)).sqrt())
}
