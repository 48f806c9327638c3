//! The verdict on card counting, in sentences.

use crate::stats::quantile::mean_two_sided;
use crate::stats::{Estimate, bonferroni};
use crate::study::figure::{Figure, percent};

/// The figures of one memory at one penetration by which counting is judged, in stakes per round.
pub(super) struct Judged {
    /// The name of the memory.
    pub memory: String,
    pub penetration: Option<f64>,
    pub ev: f64,
    pub se: Option<f64>,
    /// Whether it never stakes more than the least.
    pub is_flat: bool,
    /// The EV beyond that of no memory.
    pub over_none: Option<Estimate>,
}

/// A counter whose gain and EV are known.
struct Counter {
    name: String,
    is_flat: bool,
    gain: Figure,
    ev: Figure,
}

/// The verdict on what counting adds to what the strategy `label` makes, and on whether it wins. Each
/// sentence is of all rows simultaneously, from this many `sessions`. `remembers` says whether the
/// strategy plays by its memory.
pub(super) fn verdict(
    judged: &[Judged],
    (label, remembers): (&str, bool),
    (confidence, sessions): (f64, u64),
    stake: &str,
) -> Vec<String> {
    let together = 1.0 - bonferroni(confidence, judged.len());
    let quantile = mean_two_sided(together, sessions);
    let ev = |row: &Judged| {
        let half = quantile * row.se?;
        Some(Figure::between(row.ev, Some(row.ev - half), Some(row.ev + half), 0))
    };
    if !remembers {
        let found = judged.first().and_then(ev);
        return Vec::from_iter(found.map(|found| {
            format!(
                "{label} makes {} {stake} a round with any memory: it plays the same, whatever it counts.",
                found.signed()
            )
        }));
    }
    // With several penetrations a counter is one of them.
    let many = judged.iter().any(|row| row.penetration != judged[0].penetration);
    let counter = |row: &Judged| {
        let over = row.over_none?;
        let name = match row.penetration.filter(|_| many) {
            Some(penetration) => format!("{} at penetration {penetration}", row.memory),
            None => row.memory.clone(),
        };
        let gain = Figure::between(over.value, over.low, over.high, 0);
        Some(Counter { name, is_flat: row.is_flat, gain, ev: ev(row)? })
    };
    let counters: Vec<Counter> = judged.iter().filter_map(counter).collect();
    let said = [adds(&counters, label, stake), wins(&counters, stake)].into_iter().flatten();
    let mut said: Vec<String> = said.collect();
    if !said.is_empty() {
        let percent = percent(confidence);
        said.push(format!("Each of these holds for all rows at once, with {percent}% confidence."));
    }
    said
}

/// The counter with the greatest figure, and whether the figures of all are below 0.
fn most(counters: &[Counter], of: fn(&Counter) -> Figure) -> Option<(&Counter, bool)> {
    let most = counters.iter().max_by(|a, b| of(a).value.total_cmp(&of(b).value))?;
    Some((most, counters.iter().all(|counter| of(counter).side() == Some(false))))
}

/// The sentence on what counting adds.
fn adds(counters: &[Counter], label: &str, stake: &str) -> Option<String> {
    let (Counter { name, gain, .. }, costs) = most(counters, |counter| counter.gain)?;
    Some(match gain.side() {
        Some(true) => {
            format!(
                "Counting with {name} adds {} {stake} a round to what {label} makes.",
                gain.size()
            )
        }
        _ if costs => format!(
            "Counting costs {label}: with {name}, which costs least, it is {} {stake} a round.",
            gain.signed()
        ),
        _ => format!(
            "That counting adds anything to what {label} makes is not shown: with {name}, which did best, \
             it is {} {stake} a round.",
            gain.signed()
        ),
    })
}

/// The sentence on whether a counter wins.
fn wins(counters: &[Counter], stake: &str) -> Option<String> {
    let (Counter { name, is_flat, ev, .. }, losing) = most(counters, |counter| counter.ev)?;
    // A counter that always stakes the same might win if it varied its stake. A stake is chosen
    // before the deal; an ante is set by the rules.
    let flat = if *is_flat && stake == "stakes" { " at a flat stake" } else { "" };
    Some(match ev.side() {
        Some(true) => format!("A counter with {name} wins {} {stake} a round{flat}.", ev.size()),
        _ if losing => format!(
            "No counter wins{flat}: {name} loses least, with {} {stake} a round.",
            ev.signed()
        ),
        _ => format!(
            "No counter is shown to win{flat}: {name} did best, with {} {stake} a round.",
            ev.signed()
        ),
    })
}
