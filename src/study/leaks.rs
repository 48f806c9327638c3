//! The leaks of a strategy: the decisions at which a reference does better, with their costs.

use super::figure::{Figure, rounds};
use super::setup::{self, manifest, plan, played};
use super::tables::Intervals;
use super::{Answer, Asked, Cell, Report, Sampling, Setup, Snapshot, StudyError, Table, refuse};
use crate::framework::{AnyGame, AnyTable, Decisions, Disagreement, Relay};
use crate::simulate::{self, Contender, Cost, Leak, Leaks, MOST_LOOKED_AT};
use crate::stats::{Margin, Moments, few_differ, sidak};
use serde_json::json;

/// A search for leaks in the one strategy of the [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaksAsked {
    /// The strategy that it is compared with; by default the game's best play.
    pub reference: Option<Asked>,
    /// The seat that both strategies play, from 1.
    pub seat: usize,
    /// The strategy of the other seats; the game's default strategy if `None`.
    pub against: Option<Asked>,
    /// The number of leaks listed one by one.
    pub top: usize,
}

const COLUMNS: [&str; 8] =
    ["situation", "frequency", "plays", "better", "cost", "cost_per_round", "low", "high"];

/// The row of all leaks that are not listed.
const OTHERS: &str = "(all others)";

/// A strategy and its reference, each with its own table of players.
struct Seated {
    game: Box<dyn AnyTable>,
    strategy: Contender,
    reference: Contender,
    labels: [String; 2],
    against: String,
}

fn seated(entry: &AnyGame, setup: &Setup, asked: &LeaksAsked) -> Result<Seated, StudyError> {
    let profile = entry.profile();
    let game = setup::table(entry, setup)?;
    setup::check_seat(&*game, asked.seat)?;
    let [strategy] = &setup.strategies[..] else {
        return refuse(format!(
            "leaks are those of one strategy, and here are {}: name one with --strategy",
            setup.strategies.len()
        ));
    };
    let Some(reference) = asked.reference.clone().or(profile.best_strategy.map(Asked::from)) else {
        return refuse(format!(
            "{} computes no best play that a strategy could be held against: name a better one with \
             --reference",
            profile.name
        ));
    };
    let adapts = game.capabilities().decisions.is_some_and(Decisions::depend_on_others);
    if let Some(best) = profile.best_strategy
        && adapts
        && asked.against.as_ref().is_some_and(|against| against.written.trim() == best)
    {
        return refuse(format!(
            "--against {best}: it replies to the players it meets, so the strategy and its \
             reference would have different opponents; use compare"
        ));
    }
    let (table, against) = setup::others(&*game, &profile, asked.against.as_ref())?;
    let seat = asked.seat - 1;
    let enter = |asked: &Asked| -> Result<(Contender, String), StudyError> {
        let (player, label) = setup::player(&*game, &profile, asked)?;
        let mut players = table.clone();
        players.put(seat, &*player);
        Ok((Contender { players, seat }, label))
    };
    let (strategy, label) = enter(strategy)?;
    let (reference, of) = enter(&reference)?;
    if label == of {
        return refuse(format!("{label} has no leaks against itself: name another --reference"));
    }
    Ok(Seated { game, strategy, reference, labels: [label, of], against })
}

/// A leak with its figures, in stakes.
struct Told<'l> {
    at: &'l Disagreement,
    /// The number of times it occurs per round.
    frequency: f64,
    /// Its cost per round.
    cost: Figure,
    /// Whether it was ever examined.
    looked_at: bool,
    /// Whether enough sessions show a cost for its order among the others to mean something.
    often: bool,
}

impl Told<'_> {
    /// The cells of its cost each time and per round; empty if it was never examined.
    fn costs(&self) -> [Cell; 2] {
        match self.looked_at {
            true => [(self.cost.value / self.frequency).into(), self.cost.value.into()],
            false => [Cell::Empty, Cell::Empty],
        }
    }
}

/// The figures of a run.
struct Found<'l> {
    /// The leaks, most expensive first; after them those whose cost few sessions show, then those
    /// never examined.
    leaks: Vec<Told<'l>>,
    /// The total cost of all leaks per round.
    sum: Figure,
    /// The lead of the reference per round, with each strategy playing on its own.
    apart: Option<Figure>,
    /// The part of `apart` that `sum` does not account for, in stakes per round. It is a sampling
    /// error, and arises only if some decisions of long sessions were not examined; otherwise
    /// `None`.
    unexplained: Option<f64>,
}

fn found(leaks: &Leaks, units: f64, intervals: Intervals) -> Found<'_> {
    let pair = leaks.pair();
    // A decision may also make a session longer or shorter, so an additional round is charged at
    // the reference's EV per round.
    let (rounds, round) = (pair.b.n as f64, pair.a.ratio().unwrap_or_default());
    let count = leaks.leaks().count();
    let alpha = sidak(intervals.confidence, count);
    let sessions = leaks.sessions();
    let spread =
        leaks.leaks().map(|(_, leak)| leak.cost.largest as f64).fold(pair.spread, f64::max);
    let of = |cost: &Cost, alpha: f64| {
        let Moments { x, n, xx, xn, nn, .. } = cost.sums;
        let sum = x as f64 - round * n as f64;
        let all = sessions as f64;
        let squares = xx as f64 - 2.0 * round * xn as f64 + round * round * nn as f64;
        let variance = ((squares - sum * sum / all) * all / (all - 1.0)).max(0.0);
        let most = |share: f64| share * all * spread.max(units);
        let around = |half: f64| Some((sum - half, sum + half));
        // `variance` is that of the sum over all sessions.
        let mean = variance / (rounds * rounds);
        let margin = match intervals.precision {
            Some(precision) => {
                let sizes = (units, precision);
                Margin::time_uniform(cost.differed, sessions, mean, alpha, sizes)
            }
            None => Margin::of(cost.differed, sessions, variance, 1.0 - alpha),
        };
        let ends = match margin {
            Margin::Quantile(quantile) => around(quantile * variance.sqrt()),
            Margin::Half(half) => around(half * rounds),
            Margin::Alike(share) => around(most(share)),
            Margin::Share(share) => {
                let most = most(share).max(sum.abs());
                Some((-most, most))
            }
            Margin::Unknown => None,
        };
        let scaled = |x: f64| x / rounds / units;
        let (low, high) = (ends.map(|ends| scaled(ends.0)), ends.map(|ends| scaled(ends.1)));
        Figure::between(scaled(sum), low, high, leaks.rounds())
    };
    let told = |(at, leak): (_, &Leak)| {
        let cost = of(&leak.cost, alpha);
        Told {
            at,
            frequency: leak.times as f64 / rounds,
            cost,
            looked_at: leak.looked_at > 0,
            often: !few_differ(leak.cost.differed, sessions),
        }
    };
    let mut told: Vec<Told<'_>> = leaks.leaks().map(told).collect();
    let sum = of(leaks.costs(), 1.0 - intervals.confidence);
    told.sort_by(|a, b| {
        let by_cost = b.cost.value.total_cmp(&a.cost.value).then_with(|| a.at.cmp(b.at));
        (b.often, b.looked_at).cmp(&(a.often, a.looked_at)).then(by_cost)
    });
    let apart = intervals.difference(&pair, units, 1.0 - intervals.confidence);
    let apart =
        apart.map(|apart| Figure::between(apart.value, apart.low, apart.high, leaks.rounds()));
    let unexplained = apart.filter(|_| !leaks.explains_all()).map(|apart| apart.value - sum.value);
    Found { leaks: told, sum, apart, unexplained }
}

fn table(found: &Found<'_>, top: usize) -> Table {
    let mut table = Table::new("leaks", COLUMNS);
    let (first, others) = found.leaks.split_at(top.min(found.leaks.len()));
    for told in first {
        let [each, per_round] = told.costs();
        table.push(vec![
            told.at.situation.as_str().into(),
            told.frequency.into(),
            told.at.plays.as_str().into(),
            told.at.better.as_str().into(),
            each,
            per_round,
            told.cost.low.into(),
            told.cost.high.into(),
        ]);
    }
    // The sum of no floats is −0.
    let sum = |of: fn(&Told<'_>) -> f64| others.iter().map(of).sum::<f64>() + 0.0;
    let (frequency, cost) = (sum(|told| told.frequency), sum(|told| told.cost.value));
    let cost = cost + found.unexplained.unwrap_or_default();
    // A sampling error belongs to no decision.
    let has_each = frequency > 0.0 && found.unexplained.is_none();
    let each = if has_each { Cell::from(cost / frequency) } else { Cell::Empty };
    table.push(vec![
        OTHERS.into(),
        frequency.into(),
        Cell::Empty,
        Cell::Empty,
        each,
        cost.into(),
        Cell::Empty,
        Cell::Empty,
    ]);
    table
}

/// The verdict: the total loss, the part that the first `top` rows explain, and the first leaks to fix.
fn verdict(
    found: &Found<'_>,
    (leaks, top): (&Leaks, usize),
    labels: &[String; 2],
    stake: &str,
) -> Vec<String> {
    let Some(apart) = found.apart else { return Vec::new() };
    let mut said = vec![who_leads(apart, labels, stake), added_up(found, apart, leaks, stake)];
    said.extend(what_to_learn(found, apart, top));
    said
}

/// The sentence on the difference of the strategies.
fn who_leads(apart: Figure, [strategy, reference]: &[String; 2], stake: &str) -> String {
    match apart.side() {
        Some(true) => {
            format!(
                "{strategy} wins {} {stake} a round less than {reference} in the same seat.",
                apart.size()
            )
        }
        Some(false) => {
            format!(
                "{strategy} wins {} {stake} a round more than {reference} in the same seat: leaks show \
                 against a better reference.",
                apart.size()
            )
        }
        None if apart.value == 0.0 => format!(
            "Whether {strategy} or {reference} does better cannot be told yet: so far they come to \
             the same."
        ),
        None => {
            let ahead = if apart.value < 0.0 { strategy } else { reference };
            format!(
                "Whether {strategy} or {reference} does better cannot be told yet: {ahead} is ahead by \
                 {} {stake} a round{}.",
                apart.size(),
                apart.would_tell()
            )
        }
    }
}

/// The sentence on the sum of the costs, beside the difference.
fn added_up(found: &Found<'_>, apart: Figure, leaks: &Leaks, stake: &str) -> String {
    let differ: f64 = found.leaks.iter().map(|told| told.frequency).sum();
    let differ = format!(
        "They differ in {} of {} decisions",
        rounds((differ * leaks.rounds() as f64).round() as u64),
        rounds(leaks.decisions()),
    );
    match found.unexplained {
        None => format!(
            "{differ}; the costs add up to {} {stake} a round (compare on the same rounds: {}).",
            found.sum.signed(),
            apart.signed(),
        ),
        Some(_) => format!(
            "{differ}. Those looked at, {MOST_LOOKED_AT} of a session at most, cost {} {stake} a \
             round; compare on the same rounds finds {}. The row {OTHERS} holds the gap between the two, an \
             error of sampling that shrinks with more rounds.",
            found.sum.signed(),
            apart.signed(),
        ),
    }
}

/// The sentence on the leak to fix first, of `top` rows.
fn what_to_learn(found: &Found<'_>, apart: Figure, top: usize) -> Option<String> {
    let costly = |(_, told): &(usize, &Told<'_>)| told.cost.low > 0.0;
    let shown: Vec<(usize, &Told<'_>)> =
        found.leaks.iter().enumerate().filter(costly).take(LEARNT).collect();
    if shown.is_empty() && !found.leaks.is_empty() {
        return Some("No single decision is shown to cost anything.".to_owned());
    }
    // Each cost is that of one decision with the reference playing on, which says little if the
    // reference plays worse.
    let (_, first) = shown.first().filter(|_| apart.side() == Some(true))?;
    let rows: Vec<_> = shown.iter().filter(|(row, _)| *row < top).collect();
    let cost: f64 = rows.iter().map(|(_, told)| told.cost.value).sum();
    let share = 100.0 * cost / found.sum.value;
    let Disagreement { situation, plays, better } = first.at;
    let whole = match found.unexplained {
        None => "it",
        Some(_) => "what the decisions examined cost",
    };
    let of_all = match (0.0..=100.0).contains(&share) {
        true if rows.len() == 1 => format!("; this row is {share:.0}% of {whole}"),
        true if rows.len() > 1 => {
            format!("; the {} rows with an interval above 0 are {share:.0}% of {whole}", rows.len())
        }
        _ => String::new(),
    };
    Some(format!("Learn this first: with {situation}, {better} instead of {plays}{of_all}."))
}

/// The number of rows that a player should learn first.
const LEARNT: usize = 10;

impl AnyGame {
    /// Checks a search for leaks before a card is dealt.
    ///
    /// # Errors
    /// If the rules or a strategy are invalid, or the two cannot share a seat.
    pub fn check_leaks(&self, setup: &Setup, asked: &LeaksAsked) -> Result<(), StudyError> {
        let Seated { game, strategy, reference, .. } = seated(self, setup, asked)?;
        let seat = |side: &Contender| side.players.seat(side.seat);
        game.relay(&*seat(&strategy), &*seat(&reference), Relay::default())?;
        Ok(())
    }

    /// The work that the players do before the first round, in words, if it takes seconds.
    pub fn preparing_leaks(&self, setup: &Setup, asked: &LeaksAsked) -> Option<String> {
        let Seated { game, strategy, reference, .. } = seated(self, setup, asked).ok()?;
        [reference, strategy].iter().find_map(|side| game.preparing(&*side.players))
    }

    /// Finds the decisions at which the strategy of the setup loses against a reference: table
    /// `leaks`.
    ///
    /// # Errors
    /// As `check_leaks`.
    pub fn leaks(
        &self,
        setup: &Setup,
        asked: &LeaksAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        sampling.check()?;
        let Seated { game, strategy, reference, labels, against } = seated(self, setup, asked)?;
        let time = simulate::nanoseconds_of_leaks(&*game, [&strategy, &reference]);
        let plan = plan(&*game, setup, &sampling, time);
        let intervals = Intervals::of(setup.confidence, plan.until);
        let watch = |rounds, goal| {
            (sampling.watch)(Snapshot { rounds, goal, said: String::new() });
        };
        let both = (&strategy, &reference);
        let run = simulate::leaks(&*game, both, plan, &watch)?;
        let intervals =
            Intervals { precision: intervals.precision.filter(|_| !run.stopped), ..intervals };
        let (leaks, profile) = (&run.leaks, self.profile());
        let found = found(leaks, profile.scale(), intervals);
        let sampled = Some((sampling.seed, leaks.rounds(), leaks.sessions()));
        let mut manifest = manifest("leaks", setup, &*game, &labels[..1], sampled);
        manifest.insert("reference".into(), json!(labels[1]));
        manifest.insert("seat".into(), json!(asked.seat));
        if game.players() > 1 {
            manifest.insert("against".into(), json!(against));
        }
        let tables = vec![table(&found, asked.top)];
        let verdict = match setup::for_nothing(&*game) {
            Some(nothing) => vec![nothing],
            None => verdict(&found, (leaks, asked.top), &labels, profile.stake),
        };
        let report = Report { verdict, ..Report::new(manifest, tables) };
        let mut notes = setup::remarks(&*game, [&*strategy.players, &*reference.players]);
        notes.extend(played(&sampling, run.stopped, leaks.rounds()));
        Ok(Answer { report, stopped: run.stopped, notes })
    }
}
