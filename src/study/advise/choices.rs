//! The choices at a decision: their figures, the table and the sentences about them.

use crate::framework::recorder::listed;
use crate::framework::{AnyTable, Decision, Stop};
use crate::simulate::Worlds;
use crate::stats::quantile::normal_two_sided;
use crate::stats::{Estimate, sidak};
use crate::study::figure::{Figure, percent, rounds_in_words, written};
use crate::study::standings::Standings;
use crate::study::tables::Intervals;
use crate::study::{Cell, Table};

const COLUMNS: [&str; 8] = ["action", "ev", "se", "low", "high", "loss", "method", "apart"];

/// A choice with its figures, in stakes.
pub(super) struct Choice {
    pub action: String,
    pub ev: f64,
    se: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The lead of the best choice; `None` for the best.
    behind: Option<Figure>,
    /// Whether its result equalled that of the best in every world.
    same: bool,
    /// Whether it was dropped before the end of the run, as surely worse than another choice.
    dropped: bool,
    method: &'static str,
}

impl Choice {
    /// Whether the best is shown to be better; `None` for the best.
    fn apart(&self) -> Option<bool> {
        self.behind.map(|behind| behind.low > 0.0)
    }
}

/// Computed choices. A simulated value has an error; the difference of two of them is bounded for
/// any correlation.
pub(super) fn computed_choices(decisions: &[Decision], units: f64, confidence: f64) -> Vec<Choice> {
    let Some(best) = decisions.first() else { return Vec::new() };
    let alpha = sidak(confidence, decisions.len().saturating_sub(1));
    let errors = normal_two_sided(1.0 - alpha);
    let choice = |(at, decision): (usize, &Decision)| {
        let (ev, se) = (decision.ev / units, decision.se.map(|se| se / units));
        let half = se.unwrap_or(0.0) * normal_two_sided(confidence);
        let loss = Figure::exact_difference(best.ev / units, ev);
        let both = (decision.se.unwrap_or(0.0) + best.se.unwrap_or(0.0)) / units * errors;
        let behind = match decision.se.is_some() {
            false => loss,
            true => Figure { low: loss.value - both, high: loss.value + both, ..loss },
        };
        Choice {
            action: decision.action.clone(),
            ev,
            se: Some(se.unwrap_or(0.0)),
            low: Some(ev - half),
            high: Some(ev + half),
            behind: (at > 0).then_some(behind),
            same: decision.se.is_none() && loss.value == 0.0,
            dropped: false,
            method: if se.is_some() { "simulated" } else { "exact" },
        }
    };
    decisions.iter().enumerate().map(choice).collect()
}

/// Played choices, best first.
pub(super) fn played_choices(
    game: &dyn AnyTable,
    worlds: &Worlds,
    stop: &Stop,
    units: f64,
    confidence: f64,
    precision: f64,
) -> Vec<Choice> {
    // Choices are dropped after repeated looks, so all intervals must be valid at every look.
    let intervals = Intervals { confidence, precision: Some(precision) };
    let standings = Standings::new(&worlds.contest, &stop.actions, units, intervals);
    let order: Vec<usize> = standings.best_first().collect();
    let Some(&best) = order.first() else { return Vec::new() };
    let ev_of = |action: usize| {
        let all = worlds.contest.moments(action);
        let settled = game.settles(&stop.actions[action]) && all.ratio_variance() == Some(0.0);
        let ev = standings.ev(action)?;
        Some(if settled { Estimate::exact(ev.value) } else { ev })
    };
    let first = ev_of(best);
    // A dropped choice played fewer worlds. The best choice's EV in those, compared with its EV in
    // all, shows how lucky they were, as far as both choices share their luck.
    let over_all_worlds = |action: usize| {
        let (own, first) = (ev_of(action)?, first?);
        let pair = worlds.contest.pair(action, best);
        let (slope, left) = pair.regression().unwrap_or((0.0, 1.0));
        let lucky = pair.b.ratio()? / units - first.value;
        let both = |own: Option<f64>, first: Option<f64>| Some((own? * left, first? * slope.abs()));
        let reach =
            both(own.high.map(|high| high - own.value), first.high.map(|it| it - first.value));
        let value = own.value - slope * lucky;
        Some(Estimate {
            value,
            se: both(own.se, first.se).map(|(own, first)| own.hypot(first)),
            low: reach.map(|(own, first)| value - own - first),
            high: reach.map(|(own, first)| value + own + first),
        })
    };
    let choice = |&action: &usize| {
        let found = standings.difference(best, action).filter(|_| action != best);
        let ev = match worlds.contest.dropped(action) {
            Some(_) => over_all_worlds(action).or(ev_of(action)),
            None => ev_of(action),
        };
        // The cost of a choice is the best EV less its own: for a dropped one, the EV as above.
        let behind = found.map(|found| {
            let lacks = ev.zip(first).map_or(found.value, |(ev, first)| first.value - ev.value);
            let low = found.low.map(|low| low.min(lacks));
            let high = found.high.map(|high| high.max(lacks));
            Figure::between(lacks, low, high, worlds.rounds)
        });
        Choice {
            action: stop.actions[action].clone(),
            ev: ev.map_or(f64::NAN, |ev| ev.value),
            se: ev.and_then(|ev| ev.se),
            low: ev.and_then(|ev| ev.low),
            high: ev.and_then(|ev| ev.high),
            behind,
            same: action != best && worlds.contest.pair(best, action).differed == 0,
            dropped: worlds.contest.dropped(action).is_some(),
            method: "simulated",
        }
    };
    let mut choices: Vec<Choice> = order.iter().map(choice).collect();
    // Dropped choices come last: little is known of them except that the best is better.
    choices[1..].sort_by(|a, b| a.dropped.cmp(&b.dropped).then(b.ev.total_cmp(&a.ev)));
    choices
}

/// The table `advice`.
pub(super) fn table(choices: &[Choice]) -> Table {
    let mut table = Table::new("advice", COLUMNS);
    for choice in choices {
        table.push(vec![
            choice.action.as_str().into(),
            choice.ev.into(),
            choice.se.into(),
            choice.low.into(),
            choice.high.into(),
            choice.behind.map_or(0.0, |behind| behind.value).into(),
            choice.method.into(),
            choice.apart().map_or(Cell::Empty, Cell::from),
        ]);
    }
    table
}

/// The maximum number of choices named in a sentence.
const MOST_NAMED: usize = 4;

/// The advice in plain sentences.
pub(super) fn verdict(choices: &[Choice], stake: &str, confidence: f64) -> Vec<String> {
    // Dropped choices come last, and one of them may be the next best.
    let loss = |choice: &&Choice| choice.behind.map_or(f64::NAN, |behind| behind.value);
    let next = choices.iter().skip(1).min_by(|a, b| loss(a).total_cmp(&loss(b)));
    let (Some(best), Some(second)) = (choices.first(), next) else {
        let only = choices.first().map(|only| only.action.as_str()).unwrap_or_default();
        return vec![format!("There is nothing to decide: only {only} is allowed.")];
    };
    let sure = match choices.iter().all(|choice| choice.method == "exact") {
        true => ".".to_owned(),
        false => format!(", with {}% confidence in all of this together.", percent(confidence)),
    };
    let tied: Vec<&Choice> =
        choices[1..].iter().filter(|choice| choice.apart() != Some(true)).collect();
    let Some(behind) = second.behind.filter(|_| tied.is_empty()) else {
        let same = tied.iter().all(|choice| choice.same);
        let is_exact = tied.iter().all(|choice| choice.method == "exact");
        let named = tied.iter().take(MOST_NAMED).map(|choice| choice.action.clone());
        let more = tied.len().saturating_sub(MOST_NAMED);
        let named = named.chain((more > 0).then(|| format!("{more} more")));
        let all: Vec<String> = std::iter::once(best.action.clone()).chain(named).collect();
        let (named, all) = (listed(&all[1..]), listed(&all));
        let known = tied.iter().filter_map(|choice| choice.behind);
        let within = known.clone().map(|behind| behind.high).fold(0.0, f64::max);
        // The comparison that would take the most rounds to settle.
        let tell = known.max_by_key(|behind| behind.needed().unwrap_or(u64::MAX));
        let rest = match choices.len() - 1 - tied.len() {
            0 => String::new(),
            _ => "; all others are worse".to_owned(),
        };
        let one = tied.len() == 1;
        return vec![match (same, within.is_finite()) {
            (true, _) if is_exact => {
                let come = if one { "comes" } else { "come" };
                format!("Best: {}; {named} {come} to the same{rest}{sure}", best.action)
            }
            (true, true) => format!(
                "{all} come to the same in every world played, and are within {} {stake} of each \
                 other{rest}{sure}",
                written(within, within),
            ),
            (false, true) => {
                let more = tell.and_then(|behind| behind.needed()).map(|needed| {
                    let rounds = rounds_in_words(needed);
                    format!(" If they are as far apart as it seems, about {rounds} would show it.")
                });
                format!(
                    "{} is at most {} {stake} better than {named}{rest}{sure}{}",
                    best.action,
                    written(within, within),
                    more.unwrap_or_default()
                )
            }
            (_, false) => {
                // Without others nothing is claimed.
                let end = if rest.is_empty() { "." } else { &sure };
                format!("{all} cannot be told apart by so few worlds{rest}{end}")
            }
        }];
    };
    let next = match (choices.len(), second.method) {
        (2, _) => "",
        (_, "exact") => ", the next best",
        _ => "; all others are worse too",
    };
    vec![format!(
        "Best: {}, worth {} {stake} more than {}{next}{sure}",
        best.action,
        behind.size(),
        second.action
    )]
}
