//! Tuning of strategy files: numbers and chart cells are varied on common luck, and the result is
//! measured on luck that took no part in the choice.

mod changes;
mod exceptions;

use self::changes::{added, changes};
use super::figure::{Figure, rounds_in_words};
use super::setup::{self, at_table, manifest};
use super::tables::Intervals;
use super::{
    Answer, Asked, Length, Report, RulesFrom, Sampling, Setup, Snapshot, StudyError, Table,
};
use crate::cards::random::GOLDEN;
use crate::framework::free::{self, Free, Kind};
use crate::framework::{AnyGame, AnyTable, Profile, Seats, parallel, settings};
use crate::simulate::{self, Account, GridPoint, Kept, Plan, Until};
use crate::stats::{Difference, Pair};
use crate::strategy::{self, catalogue};
use serde_json::json;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A search for a better version of the one strategy of the [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuneAsked {
    /// The paths that may be varied; if empty, every number and chart cell.
    pub free: Vec<String>,
    /// The seat, from 1.
    pub seat: usize,
    /// The strategy of the other seats; the game's default strategy if `None`.
    pub against: Option<Asked>,
    /// The name of the better file.
    pub name: String,
    /// Whether rules may be added.
    pub adds: bool,
}

/// The reason why a search cannot be played in shares.
pub(super) const FOLLOWS: &str = "each change to try depends on the results before it; --checkpoint keeps these, and --threads spreads the work";
/// The default duration of a search.
const SEARCH: Duration = Duration::from_secs(60);
/// The fraction of the search reserved for the final measurement.
const LAST_WORD: f64 = 0.25;
/// The fraction of the search that the first sweep over all values takes.
const SWEEP: f64 = 0.02;
/// The minimum number of rounds of a candidate in a sweep.
const FEWEST: u64 = 500;
/// The growth of the next sweep after one that found an improvement, and after one that did not.
const LONGER: [f64; 2] = [1.5, 3.0];
/// Values that seem better by this many standard errors are tried together: most of many small
/// gains are real, and so are all of a few large ones.
const SEEMS: [f64; 3] = [0.5, 1.5, 3.0];
/// A value that seems worse by this many standard errors is not tried again on the same file.
const HOPELESS: f64 = -3.0;
/// Combinations are played for this fraction of the sweep that they came from.
const TOGETHER: f64 = 0.25;
/// Rules to add are looked for during this fraction of the sweep that tries them.
const DEVIATING: f64 = 0.5;
/// Tokens that a chart cell may hold, besides those in its chart.
const LETTERS: &str = "-ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A tuning task.
struct Tuning {
    game: Box<dyn AnyTable>,
    profile: Profile,
    /// The fields in which the strategy plays.
    fields: Vec<Field>,
    seat: usize,
    /// The strategy as given, its label, and its text.
    asked: Asked,
    label: String,
    text: String,
    /// The text rewritten with more values to vary, if the game can do that.
    unfolded: Option<String>,
    /// The player that the result is compared with, and its label, if not the strategy as given.
    rival: Option<(Box<dyn Seats>, String)>,
    free: Vec<String>,
    /// Whether rules may be added.
    adds: bool,
    against: String,
    /// The rules, in words, if they are not the default ones.
    rules: Option<String>,
}

/// A table of opponents (not a field of the rules), and its weight.
#[derive(Debug)]
pub(super) struct Field {
    /// The weight of this field; all weights sum to 1.
    pub weight: f64,
    pub table: Box<dyn Seats>,
}

impl Field {
    /// Its table with a player in a seat.
    fn with(&self, seat: usize, player: &dyn Seats) -> Box<dyn Seats> {
        let mut table = self.table.clone();
        table.put(seat, player);
        table
    }
}

/// A change of a text.
#[derive(Clone, Debug)]
struct Move {
    /// The position of what is replaced, in bytes; empty where a rule is added.
    place: Range<usize>,
    value: String,
}

/// A candidate text, with its changes and its player.
struct Candidate {
    moves: Vec<Move>,
    text: String,
    player: Box<dyn Seats>,
}

fn tuning(entry: &AnyGame, setup: &Setup, asked: &TuneAsked) -> Result<Tuning, StudyError> {
    let (profile, refuse) = (entry.profile(), |why: String| Err(StudyError::Contest(why)));
    let game = setup::table(entry, setup)?;
    at_table(&*game, asked.seat).map_err(StudyError::Contest)?;
    if let Some(why) = setup::for_nothing(&*game) {
        return refuse(why);
    }
    let [strategy] = &setup.strategies[..] else {
        return refuse(format!(
            "one strategy file is tuned, and here are {}: name one with --strategy",
            setup.strategies.len()
        ));
    };
    let name = strategy.written.trim();
    if strategy::split(name).1.is_some() {
        return refuse(format!(
            "{}: write the parameters into the file that is to be tuned",
            settings::shown(name)
        ));
    }
    let found = strategy::parse(&profile, strategy)?;
    let Some(text) = catalogue::text_of(&profile, strategy) else {
        let files: Vec<&str> = catalogue::shipped(&profile).map(|file| file.name).collect();
        let files =
            if files.is_empty() { String::new() } else { format!(": {}", files.join(", ")) };
        return refuse(format!(
            "{} is not a strategy file, which has numbers and chart cells to vary: name a file of your \
             own, or one of croupier's{files}",
            found.label()
        ));
    };
    // A byte order mark is not part of the text.
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    let (table, against) = setup::others(&*game, &profile, asked.against.as_ref())?;
    let mut tuning = Tuning {
        profile,
        fields: vec![Field { weight: 1.0, table }],
        seat: asked.seat - 1,
        asked: strategy.clone(),
        label: found.label(),
        unfolded: None,
        rival: None,
        text,
        free: asked.free.clone(),
        adds: asked.adds,
        against,
        rules: under(setup),
        game,
    };
    // Checks that the file itself can be played.
    tuning.read(&tuning.text)?;
    let unfolds = tuning.game.capabilities().unfolds.filter(|_| asked.free.is_empty());
    let unfolded = unfolds.and_then(|unfolds| unfolds.unfolded(&tuning.text));
    tuning.unfolded = unfolded.filter(|text| tuning.read(text).is_ok());
    let text = tuning.start();
    let all = free::values(text);
    let paths = || {
        const MOST_NAMED: usize = 12;
        let named = all.iter().take(MOST_NAMED).map(|free| free.path.as_str());
        let more = all.len().saturating_sub(MOST_NAMED);
        let rest = (more > 0).then(|| format!("{more} more"));
        named.map(str::to_owned).chain(rest).collect::<Vec<_>>().join(", ")
    };
    if let Some(path) = tuning.free.iter().find(|path| !all.iter().any(|free| free.is_within(path)))
    {
        return refuse(format!(
            "--free {}: no number and no chart cell of the file is there; it has {}",
            settings::shown(path),
            paths()
        ));
    }
    if tuning.adds {
        tuning.check_adding(text)?;
    } else if all.is_empty() {
        let adding = tuning.check_adding(text).is_ok();
        return refuse(format!(
            "{} has no number and no chart cell: nothing of it can be tuned{}",
            tuning.label,
            if adding { "; --add-rules adds rules to it" } else { "" }
        ));
    }
    Ok(tuning)
}

/// The rules of a setup in words, such as `casino, rake_every = 5`, but for the number of players;
/// `None` for the default ones.
fn under(setup: &Setup) -> Option<String> {
    let from = match &setup.rules {
        RulesFrom::Default => None,
        RulesFrom::Preset(name) | RulesFrom::File { name, .. } => Some(name.clone()),
    };
    let set = setup.set.iter().filter(|one| !one.starts_with("players="));
    let set = set.map(|one| one.replacen('=', " = ", 1));
    let all: Vec<String> = from.into_iter().chain(set).collect();
    (!all.is_empty()).then(|| settings::shown(&all.join(", ")))
}

impl Tuning {
    /// The player of a text.
    fn read(&self, text: &str) -> Result<Box<dyn Seats>, StudyError> {
        let written = self.asked.written.trim();
        // A shipped strategy has no file name, but its changed text needs one.
        let written = if self.asked.file.is_some() { written } else { "tuned.toml" };
        let asked = Asked {
            written: written.to_owned(),
            file: Some(text.to_owned()),
            ..self.asked.clone()
        };
        Ok(strategy::parse(&self.profile, &asked)?.seat(&*self.game)?)
    }

    /// The texts that differ by each of these changes, as far as they can be played.
    fn candidates(&self, text: &str, moves: &[Move]) -> Vec<Candidate> {
        let read = |at: usize| self.candidate(text, vec![moves[at].clone()]);
        parallel::map(moves.len(), read).into_iter().flatten().collect()
    }

    fn candidate(&self, text: &str, moves: Vec<Move>) -> Option<Candidate> {
        let changes: Vec<_> =
            moves.iter().map(|one| (one.place.clone(), one.value.clone())).collect();
        let text = free::with(text, &changes);
        // A text that is invalid or cannot be played is not a candidate.
        let player = self.read(&text).ok()?;
        Some(Candidate { moves, text, player })
    }

    /// The conditions of the tuning, in words.
    fn told(&self) -> String {
        let (name, players) = (self.profile.name, self.game.players());
        let table = match players {
            1 => format!("{name} alone"),
            _ => format!("{name} with {players} players, the others {}", self.against),
        };
        match &self.rules {
            None => table,
            Some(rules) => format!("{table}, under {rules}"),
        }
    }

    /// Whether a path may be varied.
    fn is_free(&self, path: &str) -> bool {
        self.free.is_empty() || self.free.iter().any(|free| free::is_within(path, free))
    }

    /// All texts that differ in one value, or lack one of the added rules.
    fn neighbours(&self, text: &str) -> Vec<Candidate> {
        let all = free::values(text);
        let mut found: Vec<Move> = added(self.start(), text)
            .into_iter()
            .map(|place| Move { place, value: String::new() })
            .collect();
        for free in all.iter().filter(|free| self.is_free(&free.path)) {
            let value = free.value(text);
            let others: Vec<String> = match free.kind {
                Kind::Number => numbers(value),
                Kind::Cell => {
                    let chart = free.path.split('[').next().unwrap_or_default();
                    let tokens = tokens(text, &all, chart, &(self.profile.actions)());
                    tokens.into_iter().filter(|token| token != value).collect()
                }
            };
            for value in others {
                found.push(Move { place: free.place.clone(), value });
            }
        }
        self.candidates(text, &found)
    }
}

/// Numbers near a number: adjacent ones, and for large numbers those a tenth and a quarter away.
fn numbers(value: &str) -> Vec<String> {
    let Some(number) = free::integer(value) else { return Vec::new() };
    let mut found = Vec::new();
    for step in [1, number.abs() / 10, number.abs() / 4] {
        for near in [number.saturating_sub(step), number.saturating_add(step)] {
            if step > 0 && !found.contains(&near) {
                found.push(near);
            }
        }
    }
    found.iter().map(i64::to_string).collect()
}

/// The tokens that a cell of a chart may hold: those of the chart, and the `actions` that it does not
/// take anywhere, each also with a token of the chart for where it is not legal.
fn tokens(text: &str, all: &[Free], chart: &str, actions: &[&str]) -> Vec<String> {
    let of_chart = all.iter().filter(|free| free.kind == Kind::Cell && free.is_within(chart));
    let mut found: Vec<String> = of_chart.map(|free| free.value(text).to_owned()).collect();
    found.sort();
    found.dedup();
    // A chart with a single token does not show the alternatives.
    if actions.is_empty() && found.len() == 1 {
        found.extend(LETTERS.chars().map(|letter| letter.to_string()));
        found.dedup();
    }
    let takes =
        |action: &&&str| found.iter().any(|token| token.split('/').any(|it| it == **action));
    let new: Vec<&&str> = actions.iter().filter(|action| !takes(action)).collect();
    let known: Vec<String> = found.iter().filter(|token| !token.contains('/')).cloned().collect();
    for action in new {
        found.push((*action).to_owned());
        found.extend(known.iter().map(|token| format!("{action}/{token}")));
    }
    found
}

/// The budget of a search.
struct Budget<'a> {
    sampling: &'a Sampling<'a>,
    /// The total number of rounds of all candidates, if it is the limit; otherwise `time` is.
    rounds: Option<u64>,
    time: Duration,
    start: Instant,
    played: u64,
    /// The approximate time of a round on all threads, in nanoseconds.
    nanoseconds: f64,
}

impl Budget<'_> {
    /// The fraction that is used up.
    fn used(&self) -> f64 {
        match self.rounds {
            Some(rounds) => self.played as f64 / rounds as f64,
            None => self.start.elapsed().as_secs_f64() / self.time.as_secs_f64(),
        }
    }

    /// The number of rounds in a fraction of the budget.
    fn rounds_in(&self, part: f64) -> f64 {
        match self.rounds {
            Some(rounds) => part * rounds as f64,
            None => part * self.time.as_secs_f64() * 1e9 / self.nanoseconds,
        }
    }

    fn note(&mut self, rounds: u64, since: Instant) {
        self.played += rounds;
        if rounds > 0 {
            self.nanoseconds = since.elapsed().as_nanos() as f64 / rounds as f64;
        }
    }

    /// Reports progress. Until something better is found, a stop loses nothing, so no rounds are
    /// reported.
    fn show(&self, steps: u64, found: bool) {
        let rounds = if found { self.played } else { 0 };
        let said = format!("step {steps}");
        (self.sampling.watch)(Snapshot { rounds, goal: self.rounds, said });
    }

    fn stopped(&self) -> bool {
        self.sampling.stop.load(Ordering::Relaxed)
    }
}

/// The gain of a candidate over the best text so far.
#[derive(Clone, Copy, Debug, Default)]
struct Gain {
    /// The gain, in money units per round.
    value: f64,
    /// The gain, in standard errors.
    errors: f64,
}

impl Gain {
    /// The gain of a pair; 0 if nothing differs.
    fn of(pair: Option<&Pair>) -> Gain {
        let found = pair.and_then(|pair| Difference::fixed(pair, 1.0, 0.5));
        let value = found.map_or(0.0, |found| found.value);
        let se = found.and_then(|found| found.se).filter(|&se| se > 0.0);
        Gain { value, errors: se.map_or(0.0, |se| value / se) }
    }
}

/// Several players in the seat, each against the same fields on the same luck.
struct Played {
    /// Each player but the first, paired with the first; `None` if no round was played.
    pairs: Vec<Option<Pair>>,
    stopped: bool,
}

/// The seed of a step; the final measurement has the seed of the run.
pub(super) fn seed_of(seed: u64, step: u64) -> u64 {
    // Multiples of this constant are far apart.
    seed ^ (step + 1).wrapping_mul(GOLDEN)
}

/// The seed of a field of a mixture; the first has that of the step.
fn of_field(seed: u64, number: usize) -> u64 {
    const SILVER: u64 = 0x6a09_e667_f3bc_c909;
    seed ^ (number as u64).wrapping_mul(SILVER)
}

impl Tuning {
    /// Plays each of `all` in the seat, for `rounds` rounds that are divided among the fields by
    /// weight. Each field has luck of its own, since their sums are added as independent ones.
    fn play(
        &self,
        all: &[&dyn Seats],
        (rounds, seed): (u64, u64),
        stop: &AtomicBool,
        budget: &mut Budget<'_>,
    ) -> Played {
        let mut found = Played { pairs: vec![None; all.len() - 1], stopped: false };
        // Rounds played after a stop are not kept in the journal: a resumed search goes on without
        // them.
        let journal = budget.sampling.journal.filter(|_| !budget.stopped());
        let fields = self.fields.iter().filter(|field| field.weight > 0.0);
        for (number, field) in fields.enumerate() {
            let seed = of_field(seed, number);
            let at_table = |player: &&dyn Seats| field.with(self.seat, *player);
            let tables: Vec<Box<dyn Seats>> = all.iter().map(at_table).collect();
            let point = |players| GridPoint { game: &*self.game, players, base: 0, rounds: None };
            let points: Vec<GridPoint<'_>> = tables.iter().map(|table| point(&**table)).collect();
            let rounds = (rounds as f64 * field.weight).ceil() as u64;
            let plan = Plan { seed, until: Until::Rounds(rounds), confidence: 0.95, stop, journal };
            let start = Instant::now();
            let kept = Kept { couples: true, ..Kept::default() };
            let run = simulate::grid(&points, kept, plan, &|_, _| {});
            budget.note(run.grid.all_rounds(), start);
            found.stopped |= run.stopped;
            for (at, known) in found.pairs.iter_mut().enumerate() {
                let pair = run.grid.couple(at + 1, Account::Seat(self.seat));
                *known = match (known.take(), pair) {
                    (Some(mut all), Some(more)) => {
                        all.merge(&more);
                        Some(all)
                    }
                    (known, pair) => known.or(pair),
                };
            }
        }
        found
    }

    /// The gain of each candidate over the best one so far; `None` if stopped.
    fn gains(
        &self,
        best: &dyn Seats,
        candidates: &[Candidate],
        (rounds, step): (u64, u64),
        budget: &mut Budget<'_>,
    ) -> Option<Vec<Gain>> {
        let players = candidates.iter().map(|candidate| &*candidate.player);
        let all: Vec<&dyn Seats> = std::iter::once(best).chain(players).collect();
        let seed = seed_of(budget.sampling.seed, step);
        let played = self.play(&all, (rounds, seed), budget.sampling.stop, budget);
        (!played.stopped).then(|| played.pairs.iter().map(|pair| Gain::of(pair.as_ref())).collect())
    }

    /// The text that the search starts from.
    fn start(&self) -> &str {
        self.unfolded.as_deref().unwrap_or(&self.text)
    }

    /// Searches, and measures the result on luck of its own, because the winner of a search was
    /// partly lucky.
    fn tune(&self, sampling: &Sampling<'_>, confidence: f64) -> Result<Tuned, StudyError> {
        let before = self.read(&self.text)?;
        let at_table = self.fields[0].with(self.seat, &*before);
        let threads = rayon::current_num_threads() as f64;
        let mut budget = Budget {
            sampling,
            rounds: match sampling.until {
                Some(Length::Rounds(rounds)) => Some(rounds),
                _ => None,
            },
            time: match sampling.until {
                Some(Length::Time(time)) => time.max(Duration::from_millis(1)),
                _ => SEARCH,
            },
            start: Instant::now(),
            played: 0,
            nanoseconds: self.game.nanoseconds(&*at_table) / threads,
        };
        let (mut text, steps) = self.search(&mut budget)?;
        if text == self.start() {
            text.clone_from(&self.text);
        }
        let after = self.read(&text)?;
        let left = (1.0 - budget.used()).max(LAST_WORD);
        // A result is measured even if the search was stopped.
        let never = AtomicBool::new(false);
        let (rounds, stop) = match budget.stopped() {
            true => (FEWEST, &never),
            false => (((budget.rounds_in(left) / 2.0) as u64).max(FEWEST), sampling.stop),
        };
        let searched = budget.played;
        let beside = self.rival.as_ref().map_or(&*before, |(rival, _)| &**rival);
        let played = self.play(&[beside, &*after], (rounds, sampling.seed), stop, &mut budget);
        let pair = played.pairs.into_iter().flatten().next().unwrap_or_default();
        let intervals = Intervals { confidence, precision: None };
        let gain = intervals.difference(&pair, self.profile.scale(), 1.0 - confidence);
        let stopped = budget.stopped() || played.stopped;
        Ok(Tuned { changed: text != self.text, text, steps, searched, pair, gain, stopped })
    }

    /// The best text found, and the number of steps taken.
    ///
    /// A sweep plays every text that differs in one value on the same luck. The values that seem
    /// better are combined, by confidence, into a few texts, and the one that does best on fresh
    /// luck starts the next sweep. A value that only seemed better costs little, and a later,
    /// longer sweep exposes it.
    fn search(&self, budget: &mut Budget<'_>) -> Result<(String, u64), StudyError> {
        let mut text = self.start().to_owned();
        let mut best = self.read(&text)?;
        let (mut steps, mut part) = (0, SWEEP);
        let mut values = self.neighbours(&text);
        while (self.adds || !values.is_empty())
            && budget.used() < 1.0 - LAST_WORD
            && !budget.stopped()
        {
            // The time of a round is known after the first sweep.
            let known = budget.rounds.is_some() || budget.played > 0;
            let left = (1.0 - LAST_WORD - budget.used()).max(0.0);
            let all = if known { budget.rounds_in(part.min(left)) } else { 0.0 };
            let numbers = values.len();
            if self.adds && known {
                let rounds = (all * DEVIATING) as u64;
                let Some(found) = self.exceptions(&text, &*best, (rounds, steps), budget) else {
                    break;
                };
                values.extend(found);
                steps += 1;
            }
            let rounds = ((all / (values.len() + 1) as f64) as u64).max(FEWEST);
            let Some(gains) = self.gains(&*best, &values, (rounds, steps), budget) else { break };
            steps += 1;
            budget.show(steps, text != self.start());
            let together = self.together(&text, &values, &gains);
            let rounds = ((all * TOGETHER / (together.len() + 1) as f64) as u64).max(rounds);
            let tried = match together.is_empty() {
                true => Vec::new(),
                false => match self.gains(&*best, &together, (rounds, steps), budget) {
                    Some(gains) => gains,
                    None => break,
                },
            };
            steps += u64::from(!tried.is_empty());
            let found = together
                .into_iter()
                .zip(tried)
                .filter(|(_, gain)| gain.errors > 0.0)
                .max_by(|(_, one), (_, other)| one.value.total_cmp(&other.value));
            if known {
                part *= LONGER[usize::from(found.is_none())];
            }
            match found {
                Some((found, _)) => {
                    (text, best) = (found.text, found.player);
                    values = self.neighbours(&text);
                }
                None => {
                    // Rules to add are searched for again.
                    values.truncate(numbers);
                    let mut gains = gains.iter();
                    values.retain(|_| gains.next().is_some_and(|gain| gain.errors > HOPELESS));
                }
            }
            budget.show(steps, text != self.start());
        }
        Ok((text, steps))
    }

    /// Combinations of the values that seem better, at several levels of confidence, and the surest
    /// one alone; each place takes its best value.
    fn together(&self, text: &str, values: &[Candidate], gains: &[Gain]) -> Vec<Candidate> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| gains[b].value.total_cmp(&gains[a].value));
        let mut seem: Vec<(&Move, f64)> = Vec::new();
        for at in order {
            let one = &values[at].moves[0];
            if gains[at].errors > 0.0 && seem.iter().all(|(known, _)| known.place != one.place) {
                seem.push((one, gains[at].errors));
            }
        }
        seem.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let sure = |bar: f64| seem.iter().take_while(|(_, errors)| *errors >= bar).count();
        let mut sizes: Vec<usize> = SEEMS.iter().map(|&bar| sure(bar)).collect();
        sizes.push(seem.len().min(1));
        sizes.retain(|&size| size > 0);
        sizes.dedup();
        let changes = |size: &usize| seem[..*size].iter().map(|(one, _)| (*one).clone()).collect();
        sizes.iter().filter_map(|size| self.candidate(text, changes(size))).collect()
    }
}

/// A file tuned against several fields.
pub(super) struct Reply {
    pub text: String,
    pub player: Box<dyn Seats>,
    /// Whether it differs from the file that it was tuned from.
    pub changed: bool,
    /// Its gain over that file, or over the rival.
    pub gain: Option<Figure>,
}

/// Whether rules can be added to a strategy's file.
pub(super) fn has_rules(entry: &AnyGame, asked: &Asked) -> bool {
    let text = catalogue::text_of(&entry.profile(), asked);
    text.is_some_and(|text| !free::rules(&text).is_empty())
}

/// Tunes a file in some fields, which are described in words, and compares the result with the file
/// or with a `rival`; `name` is the name of the result, and `adds` whether rules may be added.
pub(super) fn reply(
    entry: &AnyGame,
    setup: &Setup,
    (from, name, adds): (&Asked, &str, bool),
    (fields, against): (Vec<Field>, String),
    rival: Option<(Box<dyn Seats>, String)>,
    sampling: Sampling<'_>,
) -> Result<Reply, StudyError> {
    let setup = Setup { strategies: vec![from.clone()], ..setup.clone() };
    let asked = TuneAsked { free: Vec::new(), seat: 1, against: None, name: name.to_owned(), adds };
    let tuning = Tuning { fields, against, rival, ..tuning(entry, &setup, &asked)? };
    let tuned = tuning.tune(&sampling, setup.confidence)?;
    let text = tuned.headed(&tuning, name, sampling.seed);
    let (changed, gain) = (tuned.changed, tuned.figure());
    Ok(Reply { player: tuning.read(&text)?, text, changed, gain })
}

/// The result of a search.
struct Tuned {
    text: String,
    changed: bool,
    steps: u64,
    /// The number of rounds of the search.
    searched: u64,
    /// The result, paired with the original file or the rival.
    pair: Pair,
    gain: Option<Difference>,
    stopped: bool,
}

impl Tuned {
    /// The number of rounds of the final measurement.
    fn measured(&self) -> u64 {
        self.pair.a.n as u64
    }

    /// The number of rounds played in all, as --rounds counts them.
    fn played(&self) -> u64 {
        self.searched + 2 * self.measured()
    }

    /// The gain, from all rounds played: a longer search has a longer measurement.
    fn figure(&self) -> Option<Figure> {
        let gain = self.gain?;
        Some(Figure::between(gain.value, gain.low, gain.high, self.played()))
    }

    /// The text with a header about its gain.
    fn headed(&self, tuning: &Tuning, name: &str, seed: u64) -> String {
        let Some(gain) = self.figure().filter(|_| self.changed) else { return self.text.clone() };
        let beside = tuning.rival.as_ref().map_or(&tuning.label, |(_, label)| label);
        let labels = [name.to_owned(), beside.clone()];
        headed(
            &self.text,
            &[
                said(&gain, &labels, tuning.profile.stake),
                format!("({}, seat {}, seed {seed}.)", tuning.told(), tuning.seat + 1),
            ],
        )
    }
}

impl AnyGame {
    /// Checks a search for a better file before a card is dealt.
    ///
    /// # Errors
    /// If the rules or a strategy are invalid, or nothing in it can be varied.
    pub fn check_tuning(&self, setup: &Setup, asked: &TuneAsked) -> Result<(), StudyError> {
        tuning(self, setup, asked).map(|_| ())
    }

    /// Tunes the strategy file of the setup: the text of the better file, and tables `gain`,
    /// `changes`.
    ///
    /// # Errors
    /// As `check_tuning`.
    pub fn tune(
        &self,
        setup: &Setup,
        asked: &TuneAsked,
        sampling: Sampling<'_>,
    ) -> Result<(String, Answer), StudyError> {
        sampling.not_shared(FOLLOWS)?;
        let tuning = tuning(self, setup, asked)?;
        let (game, units) = (&*tuning.game, tuning.profile.scale());
        let tuned = tuning.tune(&sampling, setup.confidence)?;
        let intervals = Intervals { confidence: setup.confidence, precision: None };
        let labels = [asked.name.clone(), tuning.label.clone()];
        let mut table = Table::new(
            "gain",
            ["strategy", "ev", "ev_low", "ev_high", "difference", "low", "high"],
        );
        // A result that turns out worse is not written.
        let worse = tuned.figure().filter(|gain| tuned.changed && gain.side() == Some(false));
        let changed = tuned.changed && worse.is_none();
        let (found, difference) = match changed {
            true => (&tuned.pair.a, tuned.gain.map(|gain| (gain.value, gain.low, gain.high))),
            // An unchanged file has a gain of exactly 0.
            false => (&tuned.pair.b, Some((0.0, Some(0.0), Some(0.0)))),
        };
        for (label, net, gain) in
            [(&labels[0], found, difference), (&labels[1], &tuned.pair.b, None)]
        {
            let ev = intervals.ev(net, units);
            table.push(vec![
                label.as_str().into(),
                ev.map(|ev| ev.value).into(),
                ev.and_then(|ev| ev.low).into(),
                ev.and_then(|ev| ev.high).into(),
                gain.map(|(value, ..)| value).into(),
                gain.and_then(|(_, low, _)| low).into(),
                gain.and_then(|(.., high)| high).into(),
            ]);
        }
        let sampled = Some((sampling.seed, tuned.measured(), tuned.pair.a.sessions));
        let mut manifest = manifest("tune", setup, game, &labels, sampled);
        manifest.insert("seat".into(), json!(asked.seat));
        if game.players() > 1 {
            manifest.insert("against".into(), json!(tuning.against));
        }
        manifest.insert("steps".into(), json!(tuned.steps));
        manifest.insert("searched".into(), json!(tuned.searched));
        let verdict = match tuned.figure() {
            _ if !tuned.changed && tuned.searched == 0 => vec![format!(
                "Nothing of {} was varied: no other value can be played, or there was no time. {} is the \
                 same file.",
                tuning.label, asked.name
            )],
            _ if !tuned.changed => vec![format!(
                "Nothing better than {} was found in {}: {} is the same file.",
                tuning.label,
                rounds_in_words(tuned.searched),
                asked.name
            )],
            Some(gain) if worse.is_some() => vec![format!(
                "Nothing better than {} was found in {}: what seemed better nets {} {} a round less, {HOW}. \
                 {} is the same file.",
                tuning.label,
                rounds_in_words(tuned.searched),
                gain.size(),
                tuning.profile.stake,
                asked.name
            )],
            Some(gain) => vec![said(&gain, &labels, tuning.profile.stake)],
            None => Vec::new(),
        };
        let mut notes =
            setup::remarks(&*tuning.game, tuning.fields.iter().map(|field| &*field.table));
        let all = tuned.played();
        if let Some(Length::Rounds(asked)) = sampling.until
            && all > asked + asked / 4
        {
            notes.push(format!(
                "{} were played, more than --rounds, because each candidate needs at least {FEWEST}",
                rounds_in_words(all)
            ));
        }
        if tuning.unfolded.is_some() && changed {
            notes.push(format!("{} was written out as charts first", tuning.label));
        }
        let tables = vec![table, changes(tuning.start(), &tuned.text, changed)];
        let report = Report { verdict, ..Report::new(manifest, tables) };
        let text = match changed {
            true => tuned.headed(&tuning, &asked.name, sampling.seed),
            false => tuning.text.clone(),
        };
        Ok((text, Answer { report, stopped: tuned.stopped, notes }))
    }
}

/// A file with a new comment in place of its own, and an `about` that says that it is tuned.
fn headed(text: &str, comment: &[String]) -> String {
    const TUNED: &str = "tuned from: ";
    let about = free::text_of(text, "about").map(|(place, about)| {
        (place, settings::toml_string(&format!("{TUNED}{}", about.trim_start_matches(TUNED))))
    });
    let text = free::with(text, about.as_slice());
    let is_comment = |line: &&str| line.starts_with('#') || line.trim().is_empty();
    let old: usize = text.split_inclusive('\n').take_while(is_comment).map(str::len).sum();
    // A name may hold anything.
    let line = |line: &String| format!("# {}\n", line.replace(char::is_control, " "));
    let comment: String = comment.iter().map(line).collect();
    comment + &text[old..]
}

/// The description of how a gain is measured.
const HOW: &str = "measured on luck that it was not chosen by";

/// The gain in a sentence.
fn said(gain: &Figure, [name, label]: &[String; 2], stake: &str) -> String {
    match gain.side() {
        Some(true) => {
            format!("{name} nets {} {stake} a round more than {label}, {HOW}.", gain.size())
        }
        Some(false) => {
            format!("{name} nets {} {stake} a round less than {label}, {HOW}.", gain.size())
        }
        None => {
            let more = if gain.value < 0.0 { "less" } else { "more" };
            format!(
                "Whether {name} nets more or less than {label} cannot be told yet: it is {} {stake} a \
                 round {more}, {HOW}; a longer search would tell.",
                gain.size()
            )
        }
    }
}
