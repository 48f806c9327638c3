//! The tables and the verdict of a contest.

use super::Table;
use super::figure::{percent, rounds};
use super::tables::Intervals;
use crate::simulate::Contest;
use crate::stats::{Difference, Estimate};

/// The standings of a contest; everything is derived from the simultaneous intervals of the
/// differences.
pub struct Standings<'a> {
    contest: &'a Contest,
    labels: &'a [String],
    intervals: Intervals,
    evs: Vec<Option<Estimate>>,
    /// The difference of the first contender to the second, by contender and contender.
    differences: Vec<Vec<Option<Difference>>>,
    /// The contenders with their ranks, best first.
    order: Vec<(usize, usize)>,
}

/// The maximum number of pairs named in the verdict; `tied_with` names all.
const MOST_TIES: usize = 5;

/// The established sign of a difference; `None` if its interval includes 0.
fn apart(difference: &Option<Difference>) -> Option<bool> {
    let (low, high) = (difference.as_ref()?.low?, difference.as_ref()?.high?);
    if low > 0.0 {
        Some(true)
    } else if high < 0.0 {
        Some(false)
    } else {
        None
    }
}

/// Tightens the intervals by transitivity: all hold simultaneously, so a is ahead of c by at least
/// its lead over b plus b's lead over c. This matters for contenders that were dropped early: if a
/// is ahead of b and b is ahead of a dropped one, so is a. A measured difference that the others
/// rule out becomes the nearest one that they allow.
fn conclude(differences: &mut [Vec<Option<Difference>>]) {
    let all = 0..differences.len();
    let low = |found: Option<Difference>| found.and_then(|found| found.low);
    for by in all.clone() {
        for a in all.clone().filter(|&a| a != by) {
            for c in all.clone().filter(|&c| c != by && c != a) {
                let least = low(differences[a][by]).zip(low(differences[by][c]));
                let (Some((first, second)), Some(mut direct)) = (least, differences[a][c]) else {
                    continue;
                };
                let least = first + second;
                if direct.low.is_none_or(|low| low < least) {
                    direct.low = Some(least);
                    direct.value = direct.value.max(least);
                    differences[a][c] = Some(direct);
                    if let Some(back) = &mut differences[c][a] {
                        back.high = Some(-least);
                        back.value = back.value.min(-least);
                    }
                }
            }
        }
    }
}

impl<'a> Standings<'a> {
    pub fn new(
        contest: &'a Contest,
        labels: &'a [String],
        units: f64,
        intervals: Intervals,
    ) -> Standings<'a> {
        let all = 0..contest.contenders();
        let Intervals { confidence, precision } = intervals;
        let row = |a| {
            let difference = |b| contest.difference(a, b, confidence, precision);
            all.clone().map(|b| difference(b).filter(|_| a != b)).collect()
        };
        let mut differences: Vec<Vec<Option<Difference>>> = all.clone().map(row).collect();
        // If all contenders played the same sessions, there is nothing to conclude.
        if all.clone().any(|contender| contest.dropped(contender).is_some()) {
            conclude(&mut differences);
        }
        let evs =
            all.clone().map(|k| intervals.ev_of_contender(contest.moments(k), units)).collect();
        let mut standings =
            Standings { contest, labels, intervals, evs, differences, order: Vec::new() };
        standings.order = standings.ordered();
        standings
    }

    fn better(&self, a: usize, b: usize) -> bool {
        apart(&self.differences[a][b]) == Some(true)
    }

    /// The contenders with their ranks: by EV, but never before one that is shown to be better.
    /// Contenders that follow each other share a rank as long as none is shown to be worse than
    /// another of the rank.
    fn ordered(&self) -> Vec<(usize, usize)> {
        let ev = |k: usize| self.evs[k].map_or(f64::NEG_INFINITY, |ev| ev.value);
        let mut left: Vec<usize> = (0..self.labels.len()).collect();
        let mut order: Vec<(usize, usize)> = Vec::new();
        while !left.is_empty() {
            let free = |k: &&usize| !left.iter().any(|&other| self.better(other, **k));
            let best = |a: &&usize, b: &&usize| ev(**a).total_cmp(&ev(**b)).then(b.cmp(a));
            // If intervals contradict each other, no contender may be free.
            let next = left.iter().filter(free).max_by(best).or_else(|| left.iter().max_by(best));
            let Some(&next) = next else { break };
            left.retain(|&other| other != next);
            let rank = order.last().map_or(1, |&(_, rank)| rank);
            let worse = order.iter().any(|&(k, other)| other == rank && self.better(k, next));
            order.push((next, if worse { order.len() + 1 } else { rank }));
        }
        order
    }

    /// The EV of a contender, in stakes.
    pub fn ev(&self, contender: usize) -> Option<Estimate> {
        self.evs[contender]
    }

    /// The contenders, best first.
    pub fn best_first(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.order.iter().map(|&(contender, _)| contender)
    }

    /// The difference of the first contender to the second, in the units of the EVs.
    pub fn difference(&self, first: usize, second: usize) -> Option<Difference> {
        self.differences[first][second]
    }

    /// Every pair, by rank of the first, with the better-ranked contender first.
    fn in_order(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pairs = |(i, a)| self.best_first().skip(i + 1).map(move |b| (a, b));
        self.best_first().enumerate().flat_map(pairs)
    }

    fn label(&self, contender: usize) -> &str {
        &self.labels[contender]
    }

    /// The contenders from which a contender is not shown to differ, best first.
    fn tied_with(&self, contender: usize) -> Vec<&str> {
        let others = self.best_first().filter(|&other| other != contender);
        let tied = others.filter(|&other| apart(&self.differences[contender][other]).is_none());
        tied.map(|other| self.label(other)).collect()
    }

    /// The table `ranking`.
    pub fn ranking(&self) -> Table {
        let columns = ["rank", "strategy", "ev", "ev_se", "ev_low", "ev_high", "tied_with"];
        let mut table = Table::new("ranking", columns);
        for &(contender, rank) in &self.order {
            let (ev, tied) = (self.evs[contender], self.tied_with(contender));
            table.push(vec![
                rank.into(),
                self.label(contender).into(),
                ev.map(|ev| ev.value).into(),
                ev.and_then(|ev| ev.se).into(),
                ev.and_then(|ev| ev.low).into(),
                ev.and_then(|ev| ev.high).into(),
                Some(tied.join("; ")).filter(|tied| !tied.is_empty()).into(),
            ]);
        }
        // Differences must not be derived from the EVs, each of which has an interval of its own.
        let percent = percent(self.intervals.confidence);
        table.note.push(format!(
            "The interval of each EV holds by itself, with {percent}%, not all of them together: \
             see `pairs` for which strategies differ."
        ));
        table.note.extend(self.of_fewer());
        table
    }

    /// The sentence on contenders that were dropped and whose figures are of fewer rounds.
    fn of_fewer(&self) -> Option<String> {
        let dropped = self.dropped();
        let each =
            |&(name, sessions): &(&str, u64)| format!("{name} ({} sessions)", rounds(sessions));
        (!dropped.is_empty()).then(|| {
            format!(
                "Dropped early, with EVs and `pairs` of the sessions played by then: {}.",
                dropped.iter().map(each).collect::<Vec<_>>().join("; ")
            )
        })
    }

    /// The table `pairs`, with the better-ranked contender first.
    pub fn pairs(&self) -> Table {
        let columns = ["a", "b", "difference", "se", "low", "high", "apart", "naive_se"];
        let mut table = Table::new("pairs", columns);
        for (a, b) in self.in_order() {
            let found = self.differences[a][b];
            table.push(vec![
                self.label(a).into(),
                self.label(b).into(),
                found.map(|found| found.value).into(),
                found.and_then(|found| found.se).into(),
                found.and_then(|found| found.low).into(),
                found.and_then(|found| found.high).into(),
                apart(&found).is_some().into(),
                found.and_then(|found| found.naive_se).into(),
            ]);
        }
        table
    }

    /// The verdict: which contenders are shown to differ, in plain sentences.
    pub fn verdict(&self) -> Vec<String> {
        let percent = percent(self.intervals.confidence);
        let mut said = Vec::new();
        if let Some(&(first, _)) = self.order.first() {
            let unbeaten = |&k: &usize| !self.best_first().any(|other| self.better(other, k));
            let unbeaten = self.best_first().filter(unbeaten).count();
            let others = || self.best_first().skip(1);
            said.push(if others().all(|other| self.better(first, other)) {
                format!("{} is ahead of everybody else.", self.label(first))
            } else {
                format!(
                    "{unbeaten} strategies are unbeaten: none is shown to be worse than another."
                )
            });
        }
        let tied = |&(a, b): &(usize, usize)| apart(&self.differences[a][b]).is_none();
        let name = |(a, b)| format!("{} and {}", self.label(a), self.label(b));
        let ties: Vec<String> = self.in_order().filter(tied).map(name).collect();
        let pairs = self.contest.pairs();
        said.push(match ties.len() {
            0 if pairs == 1 => "The two differ".to_owned(),
            0 => format!("All {pairs} pairs differ"),
            ties if ties == pairs => {
                said.push(format!(
                    "No two strategies are shown to differ, at {percent}% confidence."
                ));
                return said;
            }
            ties if ties > MOST_TIES => format!("{} of {pairs} pairs differ", pairs - ties),
            _ => format!(
                "No difference is shown between {}. The other pairs differ",
                ties.join("; ")
            ),
        });
        if let Some(last) = said.last_mut() {
            *last += &format!(", with {percent}% confidence in all statements together.");
        }
        said
    }

    /// The dropped contenders, each with the number of sessions that it played.
    pub fn dropped(&self) -> Vec<(&str, u64)> {
        let when = |contender| Some((self.label(contender), self.contest.dropped(contender)?));
        self.best_first().filter_map(when).collect()
    }
}
