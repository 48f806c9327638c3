//! The tables of an answer about card counting.

use super::verdict::Judged;
use super::{Effects, LEVELS, Made, Ready, groups};
use crate::cards::Memory;
use crate::framework::settings::shown;
use crate::simulate::Counted;
use crate::stats::counting::{
    Tagged, desirability, jackknife, kelly, n0, playing_efficiency, risk_of_ruin, score,
};
use crate::stats::{Estimate, Moments, bonferroni};
use crate::study::table::{Cell, Table};
use crate::study::tables::Intervals;

pub(super) fn effects_table(ready: &Ready, effects: &Effects) -> Table {
    let columns = ["card", "shoe", "effect_of_removal", "se", "low", "high", "copies"];
    let mut table = Table::new("effects", columns);
    let unknown = effects.unknown();
    let mut place = 0;
    for shoe in &ready.shoes {
        for (card, copies) in &shoe.cards {
            let found = &effects.estimates[place];
            place += 1;
            // A card without copies cannot be removed.
            let known = *copies > 0 && unknown.is_none();
            let there = |cell: Cell| if known { cell } else { Cell::Empty };
            table.push(vec![
                (*card).into(),
                shoe.name.into(),
                there(found.value.into()),
                there(found.se.into()),
                there(found.low.into()),
                there(found.high.into()),
                (*copies).into(),
            ]);
        }
    }
    table.note.push(format!(
        "What one card fewer in a full shoe adds to the EV of {}, which does not know of it, in {} a \
         round.",
        ready.decider.label(),
        ready.game.profile().stake
    ));
    table.note.extend(unknown.map(|why| format!("Left out: {why}.")));
    table
}

pub(super) fn made_table(ready: &Ready, effects: &Effects, made: &[Made]) -> Table {
    let columns =
        ["level", "shoe", "tags", "betting_correlation", "correlation_low", "correlation_high"];
    let mut table = Table::new("made", columns);
    // If a higher level has no better tags, it repeats the figures of the lower one.
    let mut known: Vec<(usize, &[i32], Option<Estimate>)> = Vec::new();
    for (level, made) in LEVELS.zip(made) {
        for (number, shoe) in ready.shoes.iter().enumerate() {
            let own: &[i32] = &made.system.tags[number];
            let tags: Vec<String> = shoe
                .cards
                .iter()
                .zip(own)
                .map(|((card, _), tag)| format!("{card} = {tag}"))
                .collect();
            let of = |mut all: Vec<Tagged>| vec![all.swap_remove(number)];
            let same = known.iter().find(|(shoe, tags, _)| (*shoe, *tags) == (number, own));
            let correlation = match same {
                Some((.., correlation)) => *correlation,
                None => ready.correlation_made(made, effects, of),
            };
            known.push((number, own, correlation));
            table.push(vec![
                level.into(),
                shoe.name.into(),
                tags.join(", ").into(),
                correlation.map(|found| found.value).into(),
                correlation.and_then(|found| found.low).into(),
                correlation.and_then(|found| found.high).into(),
            ]);
        }
    }
    table.note.push(match effects.unknown() {
        None => "The best whole-number tags; --make LEVEL plays them, --write-system keeps them."
            .to_owned(),
        Some(_) => "There are no best tags without effects of removal.".to_owned(),
    });
    if effects.halves.is_some() && table.rows.iter().any(|row| row[3] == Cell::Empty) {
        table.note.push(
            "No betting correlation is given where noise outweighs the effects: more rounds would \
             give it."
                .into(),
        );
    }
    table
}

/// The tables by system, filled row by row.
pub(super) struct Rows {
    confidence: f64,
    /// The number of penetrations.
    tables: usize,
    bankroll: f64,
    units: f64,
    systems: Table,
    bins: Table,
    pub indices: Table,
    /// What the rows of `systems` say of each memory.
    pub judged: Vec<Judged>,
}

const SYSTEMS: [&str; 34] = [
    "system",
    "betting_correlation",
    "playing_efficiency",
    "ev",
    "ev_se",
    "sd",
    "score",
    "n0",
    "di",
    "risk_of_ruin",
    "kelly",
    "penetration",
    "rounds",
    "flat_ev",
    "ev_low",
    "ev_high",
    "naive_se",
    "correlation_low",
    "correlation_high",
    "efficiency_low",
    "efficiency_high",
    "score_low",
    "score_high",
    "n0_low",
    "n0_high",
    "di_low",
    "di_high",
    "ruin_low",
    "ruin_high",
    "kelly_low",
    "kelly_high",
    "over_none",
    "over_none_low",
    "over_none_high",
];

impl Rows {
    pub fn new((confidence, tables): (f64, usize), bankroll: f64, units: f64) -> Rows {
        let bins =
            ["system", "true_count", "frequency", "ev", "ev_se", "sd", "shoe", "penetration"];
        let indices = ["system", "decision", "index", "gain", "se", "penetration"];
        Rows {
            confidence,
            tables,
            bankroll,
            units,
            systems: Table::new("systems", SYSTEMS),
            bins: Table::new("bins", bins),
            indices: Table::new("indices", indices),
            judged: Vec::new(),
        }
    }

    /// The tables; `looked` says whether index plays were looked for at all.
    pub fn tables(self, ready: &Ready, looked: bool) -> [Table; 3] {
        let Rows { mut systems, mut indices, .. } = self;
        let told = systems.column("playing_efficiency");
        let unclear = ready.memories.contains(&Memory::Full)
            && told.is_some_and(|told| systems.rows.iter().any(|row| row[told] == Cell::Empty));
        if unclear && ready.remembers {
            systems.note.push(
                "No playing efficiency is given where full memory is not shown to add anything."
                    .to_owned(),
            );
        }
        if !ready.remembers {
            systems.note.push(format!(
                "{} plays the same with every memory: their EVs are equal.",
                shown(&ready.decider.label())
            ));
        }
        systems.note.push(format!(
            "The risk of ruin and the Kelly bet are those of a bankroll of {}; they, score and N0 say something \
             only where the EV is above 0. Where one round can take much of the bankroll, the risk is less. \
             Playing efficiency is that of a flat stake.",
            self.bankroll
        ));
        if !indices.rows.is_empty() {
            indices.note.push(
                "A gain is what the counter expects from playing by the index, in a round, at a stake of one. The \
                 largest are somewhat too large: they are the largest by luck, too. Those seen in few sessions \
                 come last; how far they are off is not known."
                    .into(),
            );
        } else if looked {
            indices.note.push("No decision was found that turns with the count.".into());
        }
        [systems, self.bins, indices]
    }

    pub fn systems(
        &mut self,
        ready: &Ready,
        (effects, made): (&Effects, &[Made]),
        counted: &[Counted],
        penetration: Option<f64>,
        intervals: Intervals,
    ) {
        let (units, confidence, bankroll) = (self.units, self.confidence, self.bankroll);
        let groups = groups(&counted[0]);
        let count = groups.len();
        // The sums without each group, shared by all figures.
        let parts: Vec<Vec<Part>> =
            counted.iter().map(|counted| Part::all(counted, &groups, units)).collect();
        let at = |system: usize, out: Option<usize>| parts[system][out.map_or(0, |out| out + 1)];
        let full = ready.memories.iter().position(|memory| *memory == Memory::Full);
        let sessions = counted[0].net.sessions;
        let reach = |confidence| intervals.reach(confidence, sessions, units);
        // A share of a gain that may be noise could be anything; one of a loss means nothing.
        let memory_pays = full.is_some_and(|full| {
            let gain = |out| Some(at(full, out).flat - at(0, out).flat);
            let gain = jackknife(count, reach(confidence), gain);
            gain.and_then(|gain| gain.low).is_some_and(|low| low > 0.0)
        });
        // The gains of all systems hold together, at all penetrations.
        let together =
            reach(1.0 - bonferroni(confidence, (ready.memories.len() - 1) * self.tables));
        for (number, (memory, counted)) in ready.memories.iter().zip(counted).enumerate() {
            let of = |figure: &dyn Fn(Part) -> Option<f64>| {
                jackknife(count, reach(confidence), |out| figure(at(number, out)))
            };
            let correlation = match memory {
                Memory::None => None,
                Memory::Full => Some(Estimate::exact(1.0)),
                // These tags were made from this sample, under whatever name.
                Memory::Count(system) => {
                    match made.iter().find(|made| made.system.tags == system.tags) {
                        Some(made) => ready.correlation_made(made, effects, |all| all),
                        None => ready.correlation(&system.tags, effects, |all| all),
                    }
                }
            };
            let efficiency = match number {
                0 => Some(Estimate::exact(0.0)),
                number if Some(number) == full => Some(Estimate::exact(1.0)),
                number => jackknife(count, reach(confidence), |out| {
                    let flat = |system| at(system, out).flat;
                    playing_efficiency(flat(number), flat(0), flat(full?))
                }),
            };
            let efficiency = efficiency.filter(|_| memory_pays);
            let over_none = (number > 0)
                .then(|| jackknife(count, together, |out| Some(at(number, out).ev - at(0, out).ev)))
                .flatten();
            let ev = intervals.ev(&counted.net, units);
            let part = at(number, None);
            let di = of(&|part| Some(desirability(part.ev, part.sd)).filter(|di| di.is_finite()));
            let edge = of(&|part| Some(part.ev / (part.sd * part.sd)).filter(|x| x.is_finite()));
            // A function of a single figure has the interval of that figure, transformed.
            let bounds = |estimate: &Option<Estimate>| {
                (estimate.and_then(|e| e.low), estimate.and_then(|e| e.high))
            };
            let (di_low, di_high) = bounds(&di);
            let square = |di: Option<f64>| di.map(|di| di.max(0.0).powi(2));
            let rounds = |di: Option<f64>| di.filter(|&di| di > 0.0).map(|di| 1e6 / (di * di));
            let (edge_low, edge_high) = bounds(&edge);
            let ruin = |edge: Option<f64>| edge.map(|edge| risk_of_ruin(bankroll, edge, 1.0));
            let stake = |edge: Option<f64>| edge.map(|edge| kelly(bankroll, edge, 1.0));
            let wins = part.ev > 0.0;
            let win = |value: Option<f64>| Cell::from(value.filter(|_| wins));
            let value = |estimate: &Option<Estimate>| Cell::from(estimate.map(|e| e.value));
            let (correlation_low, correlation_high) = bounds(&correlation);
            let (efficiency_low, efficiency_high) = bounds(&efficiency);
            let (over_low, over_high) = bounds(&over_none);
            self.judged.push(Judged {
                memory: memory.name().to_owned(),
                penetration,
                ev: part.ev,
                se: ev.and_then(|ev| ev.se),
                is_flat: part.ev == part.flat,
                over_none,
            });
            self.systems.push(vec![
                memory.name().into(),
                value(&correlation),
                value(&efficiency),
                part.ev.into(),
                ev.and_then(|ev| ev.se).into(),
                part.sd.into(),
                score(part.ev, part.sd).into(),
                n0(part.ev, part.sd).into(),
                value(&di),
                risk_of_ruin(bankroll, part.ev, part.sd).into(),
                kelly(bankroll, part.ev, part.sd).into(),
                penetration.into(),
                Cell::Count(counted.net.n as u64),
                part.flat.into(),
                ev.and_then(|ev| ev.low).into(),
                ev.and_then(|ev| ev.high).into(),
                (part.sd / (counted.net.n as f64).sqrt()).into(),
                correlation_low.into(),
                correlation_high.into(),
                efficiency_low.into(),
                efficiency_high.into(),
                win(square(di_low)),
                win(square(di_high)),
                win(rounds(di_high)),
                win(rounds(di_low)),
                di_low.into(),
                di_high.into(),
                ruin(edge_high).into(),
                ruin(edge_low).into(),
                stake(edge_low).into(),
                stake(edge_high).into(),
                value(&over_none),
                over_low.into(),
                over_high.into(),
            ]);
        }
    }

    pub fn bins(
        &mut self,
        ready: &Ready,
        counted: &[Counted],
        penetration: Option<f64>,
        intervals: Intervals,
    ) {
        let units = self.units;
        for (memory, counted) in ready.memories.iter().zip(counted) {
            for (&(shoe, count), bin) in &counted.bins {
                let ev = intervals.ev(&bin.net, units);
                self.bins.push(vec![
                    memory.name().into(),
                    count.into(),
                    (bin.net.n as f64 / counted.net.n as f64).into(),
                    ev.map(|ev| ev.value).into(),
                    ev.and_then(|ev| ev.se).into(),
                    deviation(&bin.net, bin.squares).map(|sd| sd / units).into(),
                    ready.shoes[shoe].name.into(),
                    penetration.into(),
                ]);
            }
        }
    }
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

/// The standard deviation of the net of a round.
fn deviation(net: &Moments, squares: i128) -> Option<f64> {
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
