//! Comparison of several strategies in the same seat.

use super::cautions::Cautions;
use super::setup::{self, Entrant, idle_memory, manifest, plan, played};
use super::standings::Standings;
use super::tables::Intervals;
use super::{Answer, CompareAsked, Length, Report, Sampling, Setup, Snapshot, StudyError, refuse};
use crate::framework::ALL;
use crate::framework::{AnyGame, AnyTable, Seats};
use crate::simulate::{self, Contender};
use serde_json::{Value, json};

/// The contenders for a seat of a table.
struct Contenders {
    game: Box<dyn AnyTable>,
    contenders: Vec<Contender>,
    labels: Vec<String>,
    against: String,
    /// The strategies that `all` left out, with the reasons.
    notes: Vec<String>,
}

fn contenders(
    entry: &AnyGame,
    setup: &Setup,
    asked: &CompareAsked,
) -> Result<Contenders, StudyError> {
    let profile = entry.profile();
    let game = setup::table(entry, setup)?;
    let seat = asked.seat;
    setup::check_seat(&*game, seat)?;
    let (table, against) = setup::others(&*game, &profile, asked.against.as_ref())?;
    let (entrants, left_out) = setup::entrants(&*game, &profile, &setup.strategies)?;
    let mut found =
        Contenders { game, contenders: Vec::new(), labels: Vec::new(), against, notes: left_out };
    for Entrant { strategy, label, player, .. } in entrants {
        found.notes.extend(idle_memory(&*found.game, &strategy, &*player));
        let mut players = table.clone();
        players.put(seat - 1, &*player);
        found.contenders.push(Contender { players, seat: seat - 1 });
        found.labels.push(label);
    }
    match found.contenders.len() {
        0 | 1 => refuse(format!(
            "a comparison needs two strategies or more: name another with --strategy, or all of \
             {} with --strategy {ALL}",
            profile.name
        )),
        _ => Ok(found),
    }
}

/// A contender is slow if its rounds take this many times as long as those of the fastest one, and
/// more than [`SLOW_NANOSECONDS`].
pub(super) const SLOWER: f64 = 20.0;
/// The time of a round up to which no contender is slow, in nanoseconds.
pub(super) const SLOW_NANOSECONDS: f64 = 1e5;
/// A comparison that takes longer than this, in seconds, gets a warning about slow contenders.
const LONG_SECONDS: f64 = 20.0;

/// Notes on what is computed before the first round, and on the tables, by their labels, at which
/// rounds take long, with the expected time of a run that plays `rate` rounds at all of them in the
/// time of one on one thread; empty if nothing takes long.
pub(super) fn slow(
    game: &dyn AnyTable,
    tables: &[(&str, &dyn Seats)],
    until: Option<Length>,
    (rate, whose): (f64, &str),
) -> Vec<String> {
    let mut told: Vec<String> =
        tables.iter().filter_map(|(_, players)| game.preparing(*players)).take(1).collect();
    let times: Vec<f64> = tables.iter().map(|(_, players)| game.nanoseconds(*players)).collect();
    let fastest = times.iter().copied().fold(f64::INFINITY, f64::min);
    let rate = rate * 1e9 / times.iter().sum::<f64>();
    let seconds = match until {
        Some(Length::Rounds(rounds)) => Some(rounds as f64 / rate),
        Some(Length::Time(_)) | None => None,
        Some(Length::Precision(_)) => Some(f64::INFINITY),
    };
    let is_slow = |time: f64| time > SLOWER * fastest && time > SLOW_NANOSECONDS;
    let slow = tables.iter().zip(&times).filter(|(_, time)| is_slow(**time));
    let slow: Vec<&str> = slow.map(|((label, _), _)| *label).collect();
    if slow.is_empty() || seconds.is_some_and(|seconds| seconds < LONG_SECONDS) {
        return told;
    }
    let mut said = format!(
        "{} thinks for long at this table: some {rate:.0} rounds a second for {whose}",
        slow.join(", ")
    );
    if let Some(seconds) = seconds.filter(|seconds| seconds.is_finite()) {
        said += &match seconds {
            ..120.0 => format!(", about {seconds:.0} seconds"),
            ..7200.0 => format!(", about {:.0} minutes", seconds / 60.0),
            _ => format!(", about {:.0} hours", seconds / 3600.0),
        };
    }
    told.push(said + "; without it the others are done sooner");
    told
}

impl AnyGame {
    /// Notes on the cause of a slow comparison and its expected duration on `threads` threads;
    /// empty if it is not slow.
    pub fn slow(
        &self,
        setup: &Setup,
        asked: &CompareAsked,
        until: Option<Length>,
        threads: usize,
    ) -> Vec<String> {
        let Ok(found) = contenders(self, setup, asked) else { return Vec::new() };
        let tables = found.contenders.iter().map(|contender| &*contender.players);
        let tables: Vec<_> = found.labels.iter().map(String::as_str).zip(tables).collect();
        slow(&*found.game, &tables, until, (threads as f64, "all contenders"))
    }

    /// Checks a comparison before a card is dealt.
    ///
    /// # Errors
    /// If the rules or a strategy are invalid, or the contenders make no contest.
    pub fn check_compare(&self, setup: &Setup, asked: &CompareAsked) -> Result<(), StudyError> {
        contenders(self, setup, asked).map(|_| ())
    }

    /// Plays the strategies of the setup on the same cards in the same seat: tables `ranking`,
    /// `pairs`.
    ///
    /// # Errors
    /// As `check_compare`.
    pub fn compare(
        &self,
        setup: &Setup,
        asked: &CompareAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        sampling.check()?;
        let found = contenders(self, setup, asked)?;
        let one =
            |contender: &Contender| simulate::nanoseconds_of_contender(&*found.game, contender);
        let plan = plan(&*found.game, setup, &sampling, found.contenders.iter().map(one).sum());
        let (confidence, units) = (setup.confidence, self.profile().scale());
        let intervals = Intervals::of(confidence, plan.until);
        let watch = |progress: simulate::ContestProgress<'_>| {
            let (contest, goal) = (progress.contest, progress.goal);
            let said = match intervals.precision {
                Some(_) => format!("{} of {} still in", contest.live().count(), found.labels.len()),
                None => String::new(),
            };
            (sampling.watch)(Snapshot { rounds: contest.rounds(), goal, said });
        };
        let run = simulate::compare(&*found.game, &found.contenders, plan, &watch);
        let tally = &run.contest;
        let dropped = |contender| tally.dropped(contender).is_some();
        // A run that was stopped equals one of as many rounds, intervals included, unless a
        // contender has played fewer.
        let whole = !(0..tally.contenders()).any(dropped);
        let precision = intervals.precision.filter(|_| !(run.stopped && whole));
        let intervals = Intervals { confidence, precision };
        let standings = Standings::new(tally, &found.labels, units, intervals);
        let tables = vec![standings.ranking(), standings.pairs()];
        let sampled = Some((sampling.seed, tally.rounds(), tally.sessions()));
        let mut manifest = manifest("compare", setup, &*found.game, &found.labels, sampled);
        manifest.insert("seat".into(), json!(asked.seat));
        if found.game.players() > 1 {
            manifest.insert("against".into(), json!(found.against));
        }
        if let Some(half) = precision {
            manifest.insert("precision".into(), json!(half / units));
        }
        let mut notes = found.notes;
        let players = found.contenders.iter().map(|contender| &*contender.players);
        notes.extend(setup::remarks(&*found.game, players));
        let mut cautions = Cautions::default();
        for (contender, label) in found.contenders.iter().zip(&found.labels) {
            cautions.look(label, &*found.game, &*contender.players, &sampling);
        }
        notes.extend(cautions.notes());
        notes.extend(played(&sampling, run.stopped, tally.rounds()));
        let dropped = standings.dropped();
        if !dropped.is_empty() {
            let said =
                dropped.iter().map(|(name, sessions)| format!("{name} after {sessions} sessions"));
            let said = said.collect::<Vec<_>>().join("; ");
            notes.push(format!("dropped, as another was shown to be better: {said}"));
            let sessions = dropped.iter().map(|(name, sessions)| ((*name).into(), json!(sessions)));
            manifest.insert("dropped".into(), Value::Object(sessions.collect()));
        }
        let verdict = match setup::for_nothing(&*found.game) {
            Some(said) => vec![said],
            None => standings.verdict(),
        };
        let report = Report { verdict, ..Report::new(manifest, tables) };
        Ok(Answer { report, stopped: run.stopped, notes })
    }
}
