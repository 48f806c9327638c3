//! The only list of games, and what may be asked of any of them.

use super::balance::{self, BalanceAsked};
use super::cautions::Cautions;
use super::count::{self, CountAnswer, CountAsked};
use super::standings::Standings;
use super::sweep::{self, SweepAsked};
use super::tables::{self, Intervals};
use super::{
    ALL, Answer, Asked, Contest, FeatureFacts, FieldFacts, GameFacts, HandAsked, Length, Method,
    OddsAsked, PresetFacts, RulesFrom, Sampling, Setup, Snapshot, StrategyFacts, StudyError,
};
use super::{Report, Table};
use crate::cards::random::{GENERATOR, Seed};
use crate::framework::settings::{self, Settings};
use crate::framework::{
    Counted, DEALT, Engine, Event, ExactError, GameRules, Help, SeatError, Step,
};
use crate::games::{fizzbin::Fizzbin, kinzo::Kinzo, sabacc::Sabacc, zinbiddle::Zinbiddle};
use crate::simulate::{self, Contender, Plan, Until};
use crate::stats::{Estimate, Weights};
use crate::strategy::{self, Strategy, StrategyError, catalogue};
use serde_json::{Map, Value, json};
use std::marker::PhantomData;

/// Every game.
static GAMES: &[&dyn AnyGame] =
    &[entry::<Fizzbin>(), entry::<Kinzo>(), entry::<Sabacc>(), entry::<Zinbiddle>()];

/// A game as all questions are asked of it, whoever wrote it.
pub const fn entry<G: Engine + 'static>() -> &'static dyn AnyGame {
    &Entry::<G>(PhantomData)
}

/// All games.
pub fn games() -> &'static [&'static dyn AnyGame] {
    GAMES
}

/// The game of a name.
pub fn find(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.name() == name)
}

/// A told session: its rounds' steps, each with the number of the round from 0.
pub type Told = Vec<(u64, Vec<Step>)>;

/// What may be asked of any game.
pub trait AnyGame: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Its fields, presets and strategies.
    fn facts(&self) -> GameFacts;

    /// Whether there is a preset of this name.
    fn knows_preset(&self, name: &str) -> bool;

    /// Whether there is a strategy of this name, which may be that of [`ALL`] of them.
    fn knows_strategy(&self, name: &str) -> bool;

    /// What it shows of itself in the help of the command line.
    fn help(&self) -> Help;

    /// The schema of written rounds for [`AnyGame::replay`].
    fn replay_help(&self) -> &'static str;

    /// A complete, commented rules file.
    ///
    /// # Errors
    /// If the rules it is to hold are wrong.
    fn template(&self, setup: &Setup) -> Result<String, StudyError>;

    /// The value of every field, in the order of its facts, in TOML.
    ///
    /// # Errors
    /// If the rules are wrong.
    fn values(&self, setup: &Setup) -> Result<Vec<String>, StudyError>;

    /// Everything that can be found wrong with a setup before a card is dealt.
    ///
    /// # Errors
    /// If the rules or the strategies are wrong.
    fn check(&self, setup: &Setup) -> Result<(), StudyError>;

    /// What the seats work out before the first round, if that takes seconds; of `counting` those
    /// that count where nobody names them.
    fn preparing(&self, setup: &Setup, counting: bool) -> Option<String>;

    /// What makes a comparison slow, and about how long it takes on so many threads; nothing where it
    /// is not.
    fn slow(
        &self,
        setup: &Setup,
        contest: &Contest,
        until: Option<Length>,
        threads: usize,
    ) -> Vec<String>;

    /// Plays rounds: tables `seats`, `positions`, `events`, `distribution`.
    ///
    /// # Errors
    /// If the rules or the strategies are wrong.
    fn simulate(&self, setup: &Setup, sampling: Sampling<'_>) -> Result<Answer, StudyError>;

    /// The tables of [`AnyGame::exact`].
    fn exact_tables(&self, asked: HandAsked<'_>) -> &'static [&'static str];

    /// The same figures without sampling: tables `seats`, `events`, `decisions`; only
    /// `decisions` for a hand that is asked about. Of a game whose strategy is found by iteration,
    /// tables `decisions`, `chart`, `iterations`.
    ///
    /// # Errors
    /// If the rules or the strategies are wrong, or out of reach of enumeration.
    fn exact(&self, setup: &Setup, asked: HandAsked<'_>) -> Result<Answer, StudyError>;

    /// The best strategy of a form simple enough for a file, which is to have this name, and what
    /// it is worth: tables `strategies`, `seats`, `events`.
    ///
    /// # Errors
    /// As [`AnyGame::exact`].
    fn best_file(&self, setup: &Setup, name: &str) -> Result<(String, Answer), StudyError>;

    /// Everything that can be found wrong with the rules alone.
    ///
    /// # Errors
    /// If the rules are wrong.
    fn check_rules(&self, setup: &Setup) -> Result<(), StudyError>;

    /// How likely each event is, or one: table `events`; for a hand, table `hand`. Events are
    /// those of cards as dealt where the game has such, unless `played`: then they are those of
    /// hands as shown when the strategies have played. Other games' are always as played, unless
    /// they are asked of so many cards off the deck.
    ///
    /// # Errors
    /// If the rules or the strategies are wrong, there is no such event, or not that method.
    fn odds(
        &self,
        setup: &Setup,
        method: Method,
        asked: OddsAsked<'_>,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError>;

    /// How likely the game's rarest event can be made by a player who wants nothing else: table
    /// `events`.
    ///
    /// # Errors
    /// If the rules are wrong, or the game has no such question.
    fn ceiling(&self, setup: &Setup) -> Result<Answer, StudyError>;

    /// Everything that can be found wrong with a comparison before a card is dealt.
    ///
    /// # Errors
    /// If the rules or a strategy are wrong, or the contenders are no contest.
    fn check_contest(&self, setup: &Setup, contest: &Contest) -> Result<(), StudyError>;

    /// Lets the strategies of the setup play the same cards in the same seat: tables `ranking`,
    /// `pairs`.
    ///
    /// # Errors
    /// As [`AnyGame::check_contest`].
    fn compare(
        &self,
        setup: &Setup,
        contest: &Contest,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError>;

    /// Everything that can be found wrong with a sweep before a card is dealt.
    ///
    /// # Errors
    /// If the dimensions are none, or the rules or a strategy are wrong at a point.
    fn check_sweep(&self, setup: &Setup, asked: &SweepAsked) -> Result<(), StudyError>;

    /// Plays the same sessions at every point of a grid: tables `sweep`, `metric`.
    ///
    /// # Errors
    /// As [`AnyGame::check_sweep`].
    fn sweep(
        &self,
        setup: &Setup,
        asked: &SweepAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError>;

    /// Everything that can be found wrong with a target before a card is dealt.
    ///
    /// # Errors
    /// If the field, the values, the metric or the target are wrong, or the rules or a strategy.
    fn check_balance(&self, setup: &Setup, asked: &BalanceAsked) -> Result<(), StudyError>;

    /// Finds the value of a rule with which a figure meets a target: table `balance`.
    ///
    /// # Errors
    /// As [`AnyGame::check_balance`], and if the run is to end by anything but rounds.
    fn balance(
        &self,
        setup: &Setup,
        asked: &BalanceAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError>;
    /// Whether there is a memory of this name: `none`, `full` or a counting system.
    fn knows_memory(&self, name: &str) -> bool;

    /// The tables of [`AnyGame::count`].
    ///
    /// # Errors
    /// As [`AnyGame::count`]: everything that can be found wrong before a card is dealt.
    fn count_tables(
        &self,
        setup: &Setup,
        asked: &CountAsked,
    ) -> Result<&'static [&'static str], StudyError>;

    /// What counting cards is worth: tables `effects`, `made`, and where cards stay out of the
    /// shoes from round to round, first `systems`, `bins`, `indices`.
    ///
    /// # Errors
    /// If the rules, a strategy or a counting system is wrong, or nothing can be counted.
    fn count(
        &self,
        setup: &Setup,
        asked: &CountAsked,
        sampling: Sampling<'_>,
    ) -> Result<CountAnswer, StudyError>;

    /// Tells a session, or one of its rounds, step by step.
    ///
    /// # Errors
    /// If the rules or the strategies are wrong, or there is no such round.
    fn trace(
        &self,
        setup: &Setup,
        seed: u64,
        session: u64,
        round: Option<u64>,
    ) -> Result<(Told, Map<String, Value>), StudyError>;

    /// Plays a written round and checks every step.
    ///
    /// # Errors
    /// If the rules are wrong, or the first step that is.
    fn replay(
        &self,
        setup: &Setup,
        origin: &str,
        script: &str,
    ) -> Result<(Told, Map<String, Value>), StudyError>;
}

struct Entry<G>(PhantomData<fn() -> G>);

/// A game, its seats, and their strategies as the manifest names them.
pub(super) struct Seated<G: Engine> {
    pub game: G,
    pub players: Vec<G::Player>,
    pub strategies: Vec<String>,
}

/// What is to be said of a memory that somebody named at a table where nothing can be kept.
fn idle_memory<G: Engine>(game: &G, strategy: &Strategy, player: &G::Player) -> Option<String> {
    let idle = strategy.names_memory() && !game.keeps_shoes() && game.remembers(player);
    idle.then(|| {
        format!(
            "{}: every round begins with full shoes, so that its memory changes nothing",
            settings::shown(&strategy.label())
        )
    })
}

fn rules<G: Engine>(setup: &Setup) -> Result<G::Rules, StudyError> {
    let mut settings = match &setup.rules {
        RulesFrom::Preset(name) => Settings::<G::Rules>::preset(name)?,
        RulesFrom::Default | RulesFrom::File { .. } => Settings::default(),
    };
    if let RulesFrom::File { name, text } = &setup.rules {
        settings.file(name, text)?;
    }
    for setting in &setup.set {
        settings.set(setting)?;
    }
    Ok(settings.finish()?)
}

pub(super) fn game<G: Engine>(setup: &Setup) -> Result<G, StudyError> {
    let game = G::new(rules::<G>(setup)?).map_err(|faults| {
        let faults = faults.into_iter().map(|fault| ("the rules".to_owned(), fault)).collect();
        settings::SettingsError::Values(faults)
    })?;
    Ok(match &setup.deck {
        Some(counts) => game.with_deck(counts)?,
        None => game,
    })
}

pub(super) fn seated<G: Engine>(setup: &Setup) -> Result<Seated<G>, StudyError> {
    let game = game::<G>(setup)?;
    let count = game.players();
    let default = [G::DEFAULT_STRATEGY.into()];
    let asked = if setup.strategies.is_empty() { &default[..] } else { &setup.strategies[..] };
    if asked.len() != 1 && asked.len() != count {
        return Err(StudyError::Seats { found: asked.len(), players: count });
    }
    let (mut players, mut strategies) = (Vec::new(), Vec::new());
    for asked in asked {
        let strategy = strategy::parse::<G>(asked)?;
        players.push(strategy.seat(&game)?);
        strategies.push(strategy.label());
    }
    while players.len() < count {
        players.push(players[0].clone());
        strategies.push(strategies[0].clone());
    }
    Ok(Seated { game, players, strategies })
}

/// Contenders for a seat, all at the same kind of table.
struct Contenders<G: Engine> {
    game: G,
    contenders: Vec<Contender<G::Player>>,
    labels: Vec<String>,
    against: String,
    /// Those that `all` left out, and why.
    notes: Vec<String>,
}

/// Whether the table has a seat of this number, counted from 1; else why not.
pub(super) fn at_table<G: Engine>(game: &G, seat: usize) -> Result<(), String> {
    let players = game.players();
    match (1..=players).contains(&seat) {
        true => Ok(()),
        false => Err(format!("there is no seat {seat}: the table has 1..={players}")),
    }
}

fn contenders<G: Engine>(setup: &Setup, contest: &Contest) -> Result<Contenders<G>, StudyError> {
    let refuse = |why: String| Err(StudyError::Contest(why));
    let game = game::<G>(setup)?;
    let (players, seat) = (game.players(), contest.seat);
    at_table(&game, seat).map_err(StudyError::Contest)?;
    if players == 1
        && let Some(against) = &contest.against
    {
        let against = settings::shown(&against.written);
        return refuse(format!(
            "nobody is there to play {against}: the table has one player; set --players, or leave \
             out --against"
        ));
    }
    let against = contest.against.clone().unwrap_or_else(|| G::DEFAULT_STRATEGY.into());
    let others = strategy::parse::<G>(&against)?;
    let table = vec![others.seat(&game)?; players];
    let mut found = Contenders {
        game,
        contenders: Vec::new(),
        labels: Vec::new(),
        against: others.label(),
        notes: Vec::new(),
    };
    let is_all = |asked: &&Asked| asked.written.trim() == ALL && asked.file.is_none();
    let asked_for_all = setup.strategies.iter().any(|asked| is_all(&asked));
    let mut enter = |asked: &Asked, of_all: bool| -> Result<(), StudyError> {
        let strategy = strategy::parse::<G>(asked)?;
        let label = strategy.label();
        if found.labels.contains(&label) {
            // Who asks for all may name one of them again.
            if of_all || asked_for_all {
                return Ok(());
            }
            return Err(StudyError::Contest(format!(
                "strategy {label} is named twice; each contender is named once"
            )));
        }
        match strategy.seat(&found.game) {
            Ok(player) => {
                found.notes.extend(idle_memory(&found.game, &strategy, &player));
                let mut players = table.clone();
                players[seat - 1] = player;
                found.contenders.push(Contender { players, seat: seat - 1 });
                found.labels.push(label);
            }
            // Who asks for all takes those that can be played.
            Err(StrategyError::Seat(SeatError::Rules { reason, .. })) if of_all => {
                found.notes.push(format!("left out {label}: {reason}"));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    };
    for asked in &setup.strategies {
        if is_all(&asked) {
            for name in catalogue::names::<G>() {
                enter(&name.into(), true)?;
            }
        } else {
            enter(asked, false)?;
        }
    }
    match found.contenders.len() {
        0 | 1 => refuse(format!(
            "a comparison needs two strategies or more: name another with --strategy, or all of \
             {} with --strategy {ALL}",
            G::NAME
        )),
        _ => Ok(found),
    }
}

pub(super) fn manifest<G: Engine>(
    command: &str,
    setup: &Setup,
    game: &G,
    strategies: &[String],
    sampled: Option<(u64, u64, u64)>,
) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("command".into(), command.into());
    map.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    map.insert("game".into(), G::NAME.into());
    map.insert("rules".into(), serde_json::to_value(game.rules()).unwrap_or(Value::Null));
    if let Some(deck) = &setup.deck {
        map.insert("deck".into(), json!(deck));
    }
    map.insert("strategies".into(), json!(strategies));
    let number = |pick: fn((u64, u64, u64)) -> u64| json!(sampled.map(pick));
    map.insert("seed".into(), number(|(seed, _, _)| seed));
    map.insert("generator".into(), json!(sampled.map(|_| GENERATOR)));
    map.insert("rounds".into(), number(|(_, rounds, _)| rounds));
    map.insert("sessions".into(), number(|(_, _, sessions)| sessions));
    map.insert("confidence".into(), json!(setup.confidence));
    map
}

/// A contender that takes so many times as long as the fastest one is slow,
const SLOWER: f64 = 20.0;
/// if its rounds take so long.
const SLOW_NANOSECONDS: f64 = 1e5;
/// A comparison of so many seconds is long.
const LONG_SECONDS: f64 = 20.0;

/// Ten seconds on two cores.
const DEFAULT_NANOSECONDS: f64 = 2e10;

/// When a run is over whose rounds take so long: if nobody said, after about ten seconds, in two
/// significant digits of rounds.
fn until<G: Engine>(sampling: &Sampling<'_>, nanoseconds: f64) -> Until {
    match sampling.until {
        None => {
            let rounds = DEFAULT_NANOSECONDS / nanoseconds;
            let scale = 10_f64.powf(rounds.log10().floor() - 1.0);
            Until::Rounds(((rounds / scale).floor() * scale).max(100.0) as u64)
        }
        Some(Length::Rounds(rounds)) => Until::Rounds(rounds),
        Some(Length::Time(time)) => Until::Time(time),
        Some(Length::Precision(half)) => Until::Precision(half * G::UNITS as f64),
    }
}

/// The plan of a run whose rounds take so long.
pub(super) fn plan<'a, G: Engine>(
    setup: &Setup,
    sampling: &Sampling<'a>,
    nanoseconds: f64,
) -> Plan<'a> {
    Plan {
        seed: sampling.seed,
        until: until::<G>(sampling, nanoseconds),
        confidence: setup.confidence,
        stop: sampling.stop,
    }
}

impl<G: Engine> Seated<G> {
    /// Plays for one of the events, or for all that can be: the odds.
    fn run_for_events(
        &self,
        setup: &Setup,
        sampling: &Sampling<'_>,
        wanted: impl Fn(&Event) -> bool,
    ) -> (simulate::Run, Intervals) {
        let mut plan = plan::<G>(setup, sampling, self.game.nanoseconds(&self.players));
        if let Some(Length::Precision(half)) = sampling.until {
            plan.until = Until::Precision(half);
        }
        let events = self.game.events();
        let open = events.iter().enumerate().filter(|(_, event)| event.possible && wanted(event));
        let open: Vec<usize> = open.map(|(at, _)| at).collect();
        let intervals = Intervals::of(plan.confidence, plan.until);
        let watch = |progress: simulate::Progress<'_>| {
            let tallies = progress.tally.events();
            let share = |at: &usize| intervals.proportion(&tallies[*at].hits, tallies[*at].rounds);
            let shares = open.iter().map(|at| (at, share(at)));
            let widest = shares.max_by(|a, b| a.1.half_width().total_cmp(&b.1.half_width()));
            let said = widest.map(|(&at, share)| {
                let value = share.value.unwrap_or(0.0);
                format!("{} {value:.5} ± {:.5}", events[at].name, share.half_width())
            });
            let rounds = progress.tally.rounds();
            let said = said.unwrap_or_default();
            (sampling.watch)(Snapshot { rounds, goal: progress.goal, said });
        };
        let run = simulate::run_for_events(&self.game, &self.players, &open, plan, &watch);
        let precision = intervals.precision.filter(|_| !run.stopped);
        (run, Intervals { precision, ..intervals })
    }

    fn run(&self, setup: &Setup, sampling: &Sampling<'_>) -> (simulate::Run, Intervals) {
        let units = G::UNITS as f64;
        let plan = plan::<G>(setup, sampling, self.game.nanoseconds(&self.players));
        let intervals = Intervals::of(plan.confidence, plan.until);
        let watch = |progress: simulate::Progress<'_>| {
            let seats = progress.tally.seats();
            let ev = seats.first().and_then(|seat| intervals.ev(&seat.net, units));
            let said = ev.map(|ev| format!("seat 1 EV {}", running(&ev))).unwrap_or_default();
            let rounds = progress.tally.rounds();
            (sampling.watch)(Snapshot { rounds, goal: progress.goal, said });
        };
        let run = simulate::run(&self.game, &self.players, plan, &watch);
        // A run that was stopped from outside is the run of as many rounds, intervals included.
        let precision = intervals.precision.filter(|_| !run.stopped);
        (run, Intervals { precision, ..intervals })
    }

    fn answer(
        &self,
        command: &str,
        setup: &Setup,
        run: &simulate::Run,
        intervals: Intervals,
        sampling: &Sampling<'_>,
        tables: Vec<Table>,
    ) -> Answer {
        let sampled = (sampling.seed, run.tally.rounds(), run.tally.sessions());
        let mut manifest = manifest(command, setup, &self.game, &self.strategies, Some(sampled));
        // Its intervals are wider than those of a run of as many rounds that never looked.
        if let Some(half) = intervals.precision {
            manifest.insert("precision".into(), json!(half / G::UNITS as f64));
        }
        let mut notes: Vec<String> = Vec::new();
        for (asked, player) in setup.strategies.iter().zip(&self.players) {
            let strategy = strategy::parse::<G>(asked).ok();
            let idle = strategy.and_then(|it| idle_memory(&self.game, &it, player));
            notes.extend(idle.filter(|note| !notes.contains(note)));
        }
        notes.extend(Cautions::of_run(&self.game, &run.tally));
        notes.extend(played(sampling, run.stopped, run.tally.rounds()));
        Answer { report: Report { manifest, tables }, stopped: run.stopped, notes }
    }

    /// Makes the game count what odds are asked of: cards as dealt, or hands as shown where they
    /// are to be `played`; rounds where the game has no such events.
    fn count(
        &mut self,
        setup: &Setup,
        (played, cards): (bool, Option<u32>),
    ) -> Result<Counted, StudyError> {
        let counted = if played { Counted::Shown } else { Counted::Dealt };
        let game = match cards {
            None => self.game.counting(counted),
            Some(cards) => Some(dealing(&self.game, cards)?),
        };
        let Some(game) = game else { return Ok(Counted::Rounds) };
        self.game = game;
        if counted == Counted::Dealt {
            let refuse = |why: &str| Err(StudyError::Method(why.to_owned()));
            if cards.is_some() && !setup.strategies.is_empty() {
                return refuse(
                    "cards off the full deck depend on no strategy; leave out --strategy",
                );
            }
            if !setup.strategies.is_empty() {
                return refuse(
                    "cards as dealt depend on no strategy; add --played for what is shown when \
                     strategies have played, or leave out --strategy",
                );
            }
            self.players.clear();
            self.strategies.clear();
        }
        Ok(counted)
    }

    /// Odds of one event by importance sampling.
    fn weighted(
        &self,
        setup: &Setup,
        event: Option<&str>,
        counted: Counted,
        sampling: &Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        let refuse = |why: String| Err(StudyError::Method(why));
        if counted == Counted::Shown {
            return refuse(
                "importance sampling is of cards as dealt; leave out --played, or use --method \
                 simulate"
                    .to_owned(),
            );
        }
        if let Some(Length::Precision(_)) = sampling.until {
            return refuse(
                "importance sampling goes by --rounds or --time, not --precision".into(),
            );
        }
        let none = || {
            refuse(format!(
                "{} has no event so rare that importance sampling would help; methods here are \
                 auto, exact, simulate",
                G::NAME
            ))
        };
        let Some(name) = event.or(self.game.rare_event()) else { return none() };
        let events = self.game.events();
        let wanted = wanted(&events, Some(name))?;
        let found = events.iter().enumerate().find(|(_, event)| wanted(event));
        let Some((index, event)) = found else { return none() };
        let Some(weighing) = self.game.weighing(index) else { return none() };
        let plan = plan::<G>(setup, sampling, weighing.nanoseconds());
        let confidence = setup.confidence;
        let watch = |weights: &Weights, goal: Option<u64>| {
            let p = weights.proportion(confidence);
            let said = p.value.map(|value| format!("{name} {value:.4e} ± {:.1e}", p.high - value));
            let said = said.unwrap_or_default();
            (sampling.watch)(Snapshot { rounds: weights.trials(), goal, said });
        };
        let run = simulate::weigh(&*weighing, plan, &watch);
        let weights = run.weights;
        let (rounds, effective) = (weights.trials(), weights.effective_sample_size());
        let sampled = Some((sampling.seed, rounds, rounds));
        let mut manifest = manifest("odds", setup, &self.game, &self.strategies, sampled);
        manifest.insert("effective_sample_size".into(), json!(effective));
        manifest.insert("largest_weight".into(), json!(weights.largest()));
        let mut notes: Vec<String> = played(sampling, run.stopped, rounds).into_iter().collect();
        if let (Some(effective), Some(largest)) = (effective, weights.largest()) {
            let hits = weights.hits();
            notes.push(format!(
                "deals were drawn so that {name} is likely: {hits} of {rounds} had it, each with the \
                 weight that makes up for that; effective sample size {effective:.0}, largest weight \
                 {largest:.4e}"
            ));
        }
        let tables = vec![tables::weighted(event, &weights, confidence)];
        Ok(Answer { report: Report { manifest, tables }, stopped: run.stopped, notes })
    }
}

/// The table where so many cards off the deck are counted.
fn dealing<G: Engine>(game: &G, cards: u32) -> Result<G, StudyError> {
    let sizes = G::hand_sizes();
    let found = sizes.as_ref().filter(|sizes| sizes.contains(&cards));
    found.and_then(|_| game.dealing(cards)).ok_or_else(|| {
        StudyError::Method(match sizes {
            Some(sizes) => {
                let (low, high) = (sizes.start(), sizes.end());
                format!("--cards {cards} is not allowed: hands of {low}..={high} cards")
            }
            None => {
                format!("odds of {} are of more than a set of cards; leave out --cards", G::NAME)
            }
        })
    })
}

/// Refuses an event of the game that is not one of what is counted, and says where it is.
fn counted_here<G: Engine>(game: &G, counted: Counted, name: &str) -> Result<(), StudyError> {
    let has = |events: Vec<Event>, name: &str| events.iter().any(|event| event.name == name);
    let of = |other, name: &str| game.counting(other).is_some_and(|game| has(game.events(), name));
    if has(game.events(), name) {
        return Ok(());
    }
    if counted == Counted::Rounds {
        let of_cards = name.starts_with(DEALT) && G::hand_sizes().is_some();
        let why =
            format!("`{}` is of cards off the full deck; add --cards K", settings::shown(name));
        return if of_cards { Err(StudyError::Method(why)) } else { Ok(()) };
    }
    let dealt = format!("{DEALT}{name}");
    let why = if of(Counted::Dealt, name) {
        format!("`{name}` is of cards as dealt; leave out --played")
    } else if of(Counted::Shown, name) {
        format!(
            "`{name}` is of hands as shown, which --played asks for; of cards as dealt it is `{dealt}`"
        )
    } else if of(Counted::Rounds, name) {
        format!("`{name}` is of rounds as played; ask simulate {}", G::NAME)
    } else {
        return Ok(());
    };
    Err(StudyError::Method(why))
}

/// What a run for some time was the run of.
pub(super) fn played(sampling: &Sampling<'_>, stopped: bool, rounds: u64) -> Option<String> {
    let by_time = matches!(sampling.until, Some(Length::Time(_)));
    (by_time && !stopped).then(|| format!("played {rounds} rounds; the same as --rounds {rounds}"))
}

/// Names of events for a message: each of them, or where they are too many each kind once, which is
/// what stands before the last colon.
fn all_named(names: &[&str]) -> String {
    const MANY: usize = 60;
    if names.len() <= MANY {
        return names.join(", ");
    }
    let kind = |name: &&str| name.rsplit_once(':').map_or(*name, |(kind, _)| kind).to_owned();
    let groups = names.chunk_by(|a, b| kind(a) == kind(b) && a.contains(':'));
    let told = groups.map(|group| match group {
        [name] => (*name).to_owned(),
        _ => format!("{}:… ({} of them, such as {})", kind(&group[0]), group.len(), group[0]),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// The event that a name was meant for: the same of cards as dealt or as played, else one that is
/// written nearly so.
fn nearest_event<'a, I: Iterator<Item = &'a str>>(
    found: &str,
    known: impl Fn() -> I,
) -> Option<String> {
    let other = match found.strip_prefix(DEALT) {
        Some(played) => played.to_owned(),
        None => format!("{DEALT}{found}"),
    };
    let same = known().find(|known| *known == other).map(str::to_owned);
    same.or_else(|| settings::nearest(found, known()))
}

/// Which events are asked for: all, or the one of a name.
pub(super) fn wanted(
    events: &[Event],
    name: Option<&str>,
) -> Result<impl Fn(&Event) -> bool, StudyError> {
    let known = || events.iter().map(|event| event.name.as_str());
    if let Some(found) = name.filter(|name| known().all(|known| known != *name)) {
        return Err(StudyError::Event {
            found: found.to_owned(),
            nearest: nearest_event(found, known),
            known: all_named(&known().collect::<Vec<_>>()),
        });
    }
    let name = name.map(str::to_owned);
    Ok(move |event: &Event| name.as_ref().is_none_or(|name| *name == event.name))
}

impl<G: Engine> AnyGame for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn facts(&self) -> GameFacts {
        let fields = G::Rules::fields().iter().map(|field| FieldFacts {
            name: field.name,
            rule: field.rule,
            default: settings::default_of::<G::Rules>(field),
            allowed: field.allowed,
            about: field.about,
        });
        let presets = G::Rules::presets()
            .iter()
            .map(|preset| PresetFacts { name: preset.name, about: preset.about });
        let strategies = G::strategies().iter().map(|named| {
            let allowed = named.parameters.iter().map(|p| format!("{}: {}", p.name, p.allowed));
            StrategyFacts {
                name: named.name,
                signature: strategy::signature(named),
                allowed: allowed.collect::<Vec<_>>().join("; "),
                about: named.about.to_owned(),
            }
        });
        let files = catalogue::shipped::<G>().map(|file| StrategyFacts {
            name: file.name,
            signature: file.name.to_owned(),
            allowed: format!("a file: {}", file.origin()),
            about: file.about().unwrap_or_default(),
        });
        let features = G::FEATURES.iter().map(|feature| FeatureFacts {
            name: feature.name,
            range: format!("{}..={}", feature.low, feature.high),
            about: feature.about,
        });
        let default = strategy::parse::<G>(&G::DEFAULT_STRATEGY.into());
        GameFacts {
            name: G::NAME,
            title: G::TITLE,
            about: G::ABOUT,
            stake: G::STAKE,
            fields: fields.collect(),
            presets: presets.collect(),
            strategies: strategies.chain(files).collect(),
            features: features.collect(),
            default_strategy: default.map(|found| found.label()).unwrap_or_default(),
        }
    }

    fn knows_preset(&self, name: &str) -> bool {
        G::Rules::presets().iter().any(|preset| preset.name == name)
    }

    fn knows_strategy(&self, name: &str) -> bool {
        name == ALL || catalogue::names::<G>().any(|known| known == name)
    }

    fn help(&self) -> Help {
        G::HELP
    }

    fn replay_help(&self) -> &'static str {
        G::REPLAY_HELP
    }

    fn template(&self, setup: &Setup) -> Result<String, StudyError> {
        Ok(settings::template(G::TITLE, &rules::<G>(setup)?))
    }

    fn values(&self, setup: &Setup) -> Result<Vec<String>, StudyError> {
        let rules = rules::<G>(setup)?;
        Ok(G::Rules::fields().iter().map(|field| settings::written(&rules, field)).collect())
    }

    fn check(&self, setup: &Setup) -> Result<(), StudyError> {
        seated::<G>(setup).map(|_| ())
    }

    fn preparing(&self, setup: &Setup, counting: bool) -> Option<String> {
        let mut setup = setup.clone();
        if counting && setup.strategies.is_empty() {
            setup.strategies = vec![G::COUNTER?.into()];
        }
        let seated = seated::<G>(&setup).ok()?;
        seated.game.preparing(&seated.players)
    }

    fn slow(
        &self,
        setup: &Setup,
        contest: &Contest,
        until: Option<Length>,
        threads: usize,
    ) -> Vec<String> {
        let Ok(found) = contenders::<G>(setup, contest) else { return Vec::new() };
        let tables = || found.contenders.iter().map(|contender| &contender.players);
        let mut told: Vec<String> =
            tables().filter_map(|players| found.game.preparing(players)).take(1).collect();
        let times: Vec<f64> = tables().map(|players| found.game.nanoseconds(players)).collect();
        let all: f64 = times.iter().sum();
        let fastest = times.iter().copied().fold(f64::INFINITY, f64::min);
        let rate = threads as f64 * 1e9 / all;
        let seconds = match until {
            Some(Length::Rounds(rounds)) => Some(rounds as f64 / rate),
            Some(Length::Time(_)) | None => None,
            Some(Length::Precision(_)) => Some(f64::INFINITY),
        };
        let is_slow = |time: f64| time > SLOWER * fastest && time > SLOW_NANOSECONDS;
        let slow = found.labels.iter().zip(&times).filter(|(_, time)| is_slow(**time));
        let slow: Vec<&str> = slow.map(|(label, _)| label.as_str()).collect();
        if slow.is_empty() || seconds.is_some_and(|seconds| seconds < LONG_SECONDS) {
            return told;
        }
        let mut said = format!(
            "{} thinks for long at this table: some {rate:.0} rounds a second for all contenders",
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

    fn check_rules(&self, setup: &Setup) -> Result<(), StudyError> {
        game::<G>(setup).map(|_| ())
    }

    fn simulate(&self, setup: &Setup, sampling: Sampling<'_>) -> Result<Answer, StudyError> {
        let seated = seated::<G>(setup)?;
        let (run, intervals) = seated.run(setup, &sampling);
        let units = G::UNITS as f64;
        let tally = &run.tally;
        let house = seated.game.has_house();
        let tables = vec![
            tables::seats(tally, &seated.strategies, units, intervals, house),
            tables::positions(tally, units, intervals),
            tables::events(&seated.game.events(), &tally.events(), intervals, |_| true),
            tables::distribution(tally, units, house),
        ];
        let mut answer = seated.answer("simulate", setup, &run, intervals, &sampling, tables);
        let odd = tally.house().net.x;
        if !house && odd != 0 {
            answer.notes.push(format!(
                "there is no house; {} {} of the whole run could not be divided, and are in no \
                 seat's net",
                odd as f64 / units,
                G::STAKE
            ));
        }
        Ok(answer)
    }

    fn exact_tables(&self, asked: HandAsked<'_>) -> &'static [&'static str] {
        match asked == HandAsked::default() {
            false => &["decisions"],
            true if G::SOLVED_UNDER.is_some() => &["decisions", "chart", "iterations"],
            true => &["seats", "events", "decisions"],
        }
    }

    fn exact(&self, setup: &Setup, asked: HandAsked<'_>) -> Result<Answer, StudyError> {
        if G::SOLVED_UNDER.is_some() && !setup.strategies.is_empty() {
            return Err(StudyError::Method(format!(
                "what exact tells of {} is solved, whatever the seats play; leave out --strategy",
                G::NAME
            )));
        }
        let mut seated = seated::<G>(setup)?;
        if G::SOLVED_UNDER.is_some() {
            seated.strategies.clear();
        }
        let units = G::UNITS as f64;
        let mut tables = Vec::new();
        let whole = asked == HandAsked::default();
        if let Some(solving) = whole.then(|| seated.game.solving()).flatten() {
            let decisions = seated.game.decisions(asked)?;
            let tables = vec![
                tables::decisions(&decisions, units, setup.confidence),
                tables::chart(&solving.habits),
                tables::iterations(&solving, units),
            ];
            let notes = G::SOLVED_UNDER.map(str::to_owned).into_iter().collect();
            let manifest = manifest("exact", setup, &seated.game, &seated.strategies, None);
            return Ok(Answer { report: Report { manifest, tables }, stopped: false, notes });
        }
        let mut notes = Vec::new();
        if whole {
            let figures = seated.game.exact(&mut seated.players)?;
            tables.push(tables::exact_seats(
                &figures,
                &seated.strategies,
                units,
                seated.game.has_house(),
            ));
            tables.push(tables::exact_events(&seated.game.events(), &figures, |_| true));
            notes.extend(Cautions::of_figures(&seated.game, &figures));
        }
        notes.extend(seated.game.exact_notes());
        notes.extend(G::PLAYED_UNDER.map(str::to_owned));
        match seated.game.decisions(asked) {
            Ok(decisions) => {
                tables.push(tables::decisions(&decisions, units, setup.confidence));
            }
            // The figures of the strategy stand without the chart of best play.
            Err(ExactError::OutOfReach(why)) if !tables.is_empty() => {
                notes.push(format!("no chart of best play: {why}"));
            }
            Err(error) => return Err(error.into()),
        }
        let manifest = manifest("exact", setup, &seated.game, &seated.strategies, None);
        Ok(Answer { report: Report { manifest, tables }, stopped: false, notes })
    }

    fn best_file(&self, setup: &Setup, name: &str) -> Result<(String, Answer), StudyError> {
        let found = game::<G>(setup)?.best_file()?;
        // What is said of the file is said of it as it will be read.
        let asked =
            Asked { written: name.to_owned(), file: Some(found.text.clone()), memory: None };
        let mut seated = seated::<G>(&Setup { strategies: vec![asked], ..setup.clone() })?;
        let units = G::UNITS as f64;
        let figures = seated.game.exact(&mut seated.players)?;
        let tables = vec![
            tables::written(name, &found, units),
            tables::exact_seats(&figures, &seated.strategies, units, seated.game.has_house()),
            tables::exact_events(&seated.game.events(), &figures, |_| true),
        ];
        let manifest = manifest("exact", setup, &seated.game, &seated.strategies, None);
        let notes = seated.game.exact_notes();
        Ok((found.text, Answer { report: Report { manifest, tables }, stopped: false, notes }))
    }

    fn odds(
        &self,
        setup: &Setup,
        method: Method,
        asked: OddsAsked<'_>,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        let OddsAsked { hand, event, played, cards } = asked;
        let mut seated = seated::<G>(setup)?;
        let exact_answer = |seated: &Seated<G>, table: Table| {
            let manifest = manifest("odds", setup, &seated.game, &seated.strategies, None);
            let notes = seated.game.exact_notes();
            let report = Report { manifest, tables: vec![table] };
            Answer { report, stopped: false, notes }
        };
        if let Some(cards) = hand.hand {
            let facts = seated.game.hand_facts(cards, hand)?;
            return Ok(exact_answer(&seated, tables::hand(&facts)));
        }
        let counted = seated.count(setup, (played, cards))?;
        if let Some(name) = event.filter(|_| cards.is_none()) {
            counted_here(&seated.game, counted, name)?;
        }
        let as_ever = (played && counted == Counted::Rounds).then(|| {
            format!("odds of {} are always of rounds as played; --played changes nothing", G::NAME)
        });
        if method == Method::Weighted {
            return seated.weighted(setup, event, counted, &sampling);
        }
        let events = seated.game.events();
        let wanted = wanted(&events, event)?;
        if method != Method::Simulate {
            match seated.game.exact(&mut seated.players) {
                Ok(figures) if method == Method::Exact || seated.game.exact_is_whole() => {
                    let table = tables::exact_events(&events, &figures, wanted);
                    let mut answer = exact_answer(&seated, table);
                    answer.notes.extend(Cautions::of_figures(&seated.game, &figures));
                    answer.notes.extend(as_ever);
                    return Ok(answer);
                }
                Err(ExactError::OutOfReach(_)) if method == Method::Auto => {}
                Err(error) => return Err(error.into()),
                Ok(_) => {}
            }
        }
        let (run, intervals) = seated.run_for_events(setup, &sampling, &wanted);
        let table = tables::events(&events, &run.tally.events(), intervals, wanted);
        let mut answer = seated.answer("odds", setup, &run, intervals, &sampling, vec![table]);
        if let Some(half) = intervals.precision {
            answer.report.manifest.insert("precision".into(), json!(half));
        }
        answer.notes.extend(as_ever);
        if counted == Counted::Shown {
            answer.report.manifest.insert("played".into(), true.into());
        }
        Ok(answer)
    }

    fn ceiling(&self, setup: &Setup) -> Result<Answer, StudyError> {
        let game = game::<G>(setup)?;
        let (name, low, high) = game.ceiling()?;
        let mut manifest = manifest("odds", setup, &game, &[], None);
        manifest.insert("ceiling".into(), true.into());
        let tables = vec![tables::ceiling(name, low, high)];
        let note =
            "for a lone player who wants nothing else, from endless shoes in these proportions";
        let notes = vec![format!("{name}: the most that can be made of it, {note}")];
        Ok(Answer { report: Report { manifest, tables }, stopped: false, notes })
    }

    fn check_contest(&self, setup: &Setup, contest: &Contest) -> Result<(), StudyError> {
        contenders::<G>(setup, contest).map(|_| ())
    }

    fn compare(
        &self,
        setup: &Setup,
        contest: &Contest,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        let found = contenders::<G>(setup, contest)?;
        let one = |contender: &Contender<G::Player>| found.game.nanoseconds(&contender.players);
        let plan = plan::<G>(setup, &sampling, found.contenders.iter().map(one).sum());
        let (confidence, units) = (setup.confidence, G::UNITS as f64);
        let intervals = Intervals::of(confidence, plan.until);
        let watch = |progress: simulate::ContestProgress<'_>| {
            let (contest, goal) = (progress.contest, progress.goal);
            let said = match intervals.precision {
                Some(_) => format!("{} of {} still in", contest.live().count(), found.labels.len()),
                None => String::new(),
            };
            (sampling.watch)(Snapshot { rounds: contest.rounds(), goal, said });
        };
        let run = simulate::compare(&found.game, &found.contenders, plan, &watch);
        let tally = &run.contest;
        let dropped = |contender| tally.dropped(contender).is_some();
        // What was stopped from outside is the run of as many rounds, intervals included, unless
        // somebody has played fewer.
        let whole = !(0..tally.contenders()).any(dropped);
        let precision = intervals.precision.filter(|_| !(run.stopped && whole));
        let intervals = Intervals { confidence, precision };
        let standings = Standings::new(tally, &found.labels, units, intervals);
        let tables = vec![standings.ranking(), standings.pairs()];
        let sampled = Some((sampling.seed, tally.rounds(), tally.sessions()));
        let mut manifest = manifest("compare", setup, &found.game, &found.labels, sampled);
        manifest.insert("seat".into(), json!(contest.seat));
        if found.game.players() > 1 {
            manifest.insert("against".into(), json!(found.against));
        }
        if let Some(half) = precision {
            manifest.insert("precision".into(), json!(half / units));
        }
        let mut notes = found.notes;
        let mut cautions = Cautions::default();
        for (contender, label) in found.contenders.iter().zip(&found.labels) {
            cautions.look(label, &found.game, &contender.players, &sampling);
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
        Ok(Answer { report: Report { manifest, tables }, stopped: run.stopped, notes })
    }

    fn check_sweep(&self, setup: &Setup, asked: &SweepAsked) -> Result<(), StudyError> {
        sweep::check::<G>(setup, asked)
    }

    fn sweep(
        &self,
        setup: &Setup,
        asked: &SweepAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        sweep::sweep::<G>(setup, asked, &sampling)
    }

    fn check_balance(&self, setup: &Setup, asked: &BalanceAsked) -> Result<(), StudyError> {
        balance::check::<G>(setup, asked)
    }

    fn balance(
        &self,
        setup: &Setup,
        asked: &BalanceAsked,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        balance::balance::<G>(setup, asked, &sampling)
    }

    fn knows_memory(&self, name: &str) -> bool {
        catalogue::memories::<G>().any(|known| known == name)
    }

    fn count_tables(
        &self,
        setup: &Setup,
        asked: &CountAsked,
    ) -> Result<&'static [&'static str], StudyError> {
        count::tables::<G>(setup, asked)
    }

    fn count(
        &self,
        setup: &Setup,
        asked: &CountAsked,
        sampling: Sampling<'_>,
    ) -> Result<CountAnswer, StudyError> {
        count::count::<G>(setup, asked, sampling)
    }

    fn trace(
        &self,
        setup: &Setup,
        seed: u64,
        session: u64,
        round: Option<u64>,
    ) -> Result<(Told, Map<String, Value>), StudyError> {
        let mut seated = seated::<G>(setup)?;
        let (told, rounds) =
            seated.game.trace(&mut seated.players, Seed::new(seed), session, round);
        if let (true, Some(round)) = (told.is_empty(), round) {
            return Err(StudyError::Round(format!(
                "session {session} of seed {seed} has no round {}; its rounds are 1..={rounds}",
                round + 1
            )));
        }
        let sampled = Some((seed, rounds, 1));
        Ok((told, manifest("trace", setup, &seated.game, &seated.strategies, sampled)))
    }

    fn replay(
        &self,
        setup: &Setup,
        origin: &str,
        script: &str,
    ) -> Result<(Told, Map<String, Value>), StudyError> {
        let game = game::<G>(setup)?;
        let steps = game
            .replay(script)
            .map_err(|error| StudyError::Replay { origin: origin.to_owned(), error })?;
        Ok((vec![(0, steps)], manifest("trace", setup, &game, &[], None)))
    }
}

/// The running EV as people read it: `−0.0546 ± 0.0012`.
pub(super) fn running(ev: &Estimate) -> String {
    match (ev.low, ev.high) {
        (Some(low), Some(high)) if low.is_finite() && high.is_finite() => {
            format!("{:+.5} ± {:.5}", ev.value, (high - low) / 2.0)
        }
        _ => format!("{:+.5}", ev.value),
    }
}
