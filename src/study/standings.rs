//! From a contest to its tables: who is apart from whom.

use super::Table;
use super::tables::Intervals;
use crate::simulate::Contest;
use crate::stats::{Difference, Estimate};

/// What a contest says: everything is read off the simultaneous intervals of the differences.
pub struct Standings<'a> {
    contest: &'a Contest,
    labels: &'a [String],
    intervals: Intervals,
    evs: Vec<Option<Estimate>>,
    /// By contender, then contender: the difference of the first to the second.
    differences: Vec<Vec<Option<Difference>>>,
    /// By contender, then contender: whether the first is shown to be better than the second, by
    /// their own interval or by way of others. All intervals hold at once, so what is better than
    /// something better is better.
    better: Vec<Vec<bool>>,
    /// The contenders, best first: by how many are shown to be better, then by EV.
    order: Vec<usize>,
}

/// Most pairs that the verdict names; `tied_with` names them all.
const MOST_TIES: usize = 5;

/// Whether a difference is shown not to be 0, and to which side.
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
        let mut standings = Standings {
            contest,
            labels,
            intervals,
            evs: all.clone().map(|k| intervals.ev(contest.moments(k), units)).collect(),
            differences: all.clone().map(row).collect(),
            better: Vec::new(),
            order: all.clone().collect(),
        };
        let ahead = |row: &Vec<_>| row.iter().map(|found| apart(found) == Some(true)).collect();
        let mut better: Vec<Vec<bool>> = standings.differences.iter().map(ahead).collect();
        for (by, a, b) in all
            .clone()
            .flat_map(|by| all.clone().flat_map(move |a| (0..a).map(move |b| (by, a, b))))
        {
            better[a][b] |= better[a][by] && better[by][b];
            better[b][a] |= better[b][by] && better[by][a];
        }
        standings.better = better;
        let mut order = std::mem::take(&mut standings.order);
        let ev = |k: usize| standings.evs[k].map_or(f64::NEG_INFINITY, |ev| ev.value);
        order.sort_by(|&a, &b| {
            let by_rank = standings.rank(a).cmp(&standings.rank(b));
            by_rank.then(ev(b).total_cmp(&ev(a)))
        });
        standings.order = order;
        standings
    }

    /// One more than how many are shown to be better.
    fn rank(&self, contender: usize) -> usize {
        1 + self.better.iter().filter(|row| row[contender]).count()
    }

    /// Whether nothing shows which of two is better.
    fn tied(&self, a: usize, b: usize) -> bool {
        self.better[a][b] == self.better[b][a]
    }

    fn label(&self, contender: usize) -> &str {
        &self.labels[contender]
    }

    /// The others that it is tied with, best first.
    fn tied_with(&self, contender: usize) -> Vec<&str> {
        let others = self.order.iter().filter(|&&other| other != contender);
        let tied = others.filter(|&&other| self.tied(contender, other));
        tied.map(|&other| self.label(other)).collect()
    }

    /// `ranking`.
    pub fn ranking(&self) -> Table {
        let columns = ["rank", "strategy", "ev", "ev_se", "ev_low", "ev_high", "tied_with"];
        let mut table = Table::new("ranking", columns);
        for &contender in &self.order {
            let (ev, tied) = (self.evs[contender], self.tied_with(contender));
            table.push(vec![
                self.rank(contender).into(),
                self.label(contender).into(),
                ev.map(|ev| ev.value).into(),
                ev.and_then(|ev| ev.se).into(),
                ev.and_then(|ev| ev.low).into(),
                ev.and_then(|ev| ev.high).into(),
                Some(tied.join("; ")).filter(|tied| !tied.is_empty()).into(),
            ]);
        }
        table.note = self.verdict();
        table
    }

    /// `pairs`: the better one of a pair first.
    pub fn pairs(&self) -> Table {
        let columns = ["a", "b", "difference", "se", "low", "high", "apart", "naive_se"];
        let mut table = Table::new("pairs", columns);
        for (i, &a) in self.order.iter().enumerate() {
            for &b in &self.order[i + 1..] {
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
        }
        table
    }

    /// Who is apart from whom, in plain sentences.
    fn verdict(&self) -> Vec<String> {
        let percent = 100.0 * self.intervals.confidence;
        let mut said = Vec::new();
        if let [first, second, ..] = self.order[..] {
            said.push(match self.rank(second) {
                1 => {
                    let leaders = self.order.iter().filter(|&&k| self.rank(k) == 1).count();
                    format!("Nobody is shown to be better than any of the first {leaders}.")
                }
                _ => format!("{} is ahead of everybody else.", self.label(first)),
            });
        }
        let mut ties = Vec::new();
        for (i, &a) in self.order.iter().enumerate() {
            for &b in &self.order[i + 1..] {
                if self.tied(a, b) {
                    ties.push(format!("{} and {}", self.label(a), self.label(b)));
                }
            }
        }
        let pairs = self.contest.pairs();
        said.push(match ties.len() {
            0 if pairs == 1 => "The two are apart".to_owned(),
            0 => format!("All {pairs} pairs are apart"),
            ties if ties == pairs => "Nobody is apart from anybody".to_owned(),
            ties if ties > MOST_TIES => format!("{} of {pairs} pairs are apart", pairs - ties),
            _ => format!("Not apart: {}. The other pairs are", ties.join("; ")),
        });
        if let Some(last) = said.last_mut() {
            *last += &format!(", with {percent}% confidence in all statements together.");
        }
        said
    }

    /// Who was dropped on the way, and when.
    pub fn dropped(&self) -> Option<String> {
        let when = |&contender: &usize| {
            let sessions = self.contest.dropped(contender)?;
            Some(format!("{} after {sessions} sessions", self.label(contender)))
        };
        let dropped: Vec<String> = self.order.iter().filter_map(when).collect();
        let all = dropped.join("; ");
        (!dropped.is_empty()).then(|| format!("dropped, as another was shown to be better: {all}"))
    }
}
