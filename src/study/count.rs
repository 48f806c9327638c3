//! The value of card counting.

mod systems;
mod tables;
mod verdict;

use self::systems::Terms;
use self::tables::{Rows, effects_table, made_table};
use self::verdict::verdict;
use super::cautions::Cautions;
use super::grid::setting_of;
use super::setup::{self, manifest};
use super::tables::Intervals;
use super::{
    Answer, Asked, Length, Report, Sampling, Setup, Snapshot, StudyError, refuse, refuse_part,
};
use crate::cards::Memory;
use crate::cards::memory::{Rounding, System};
use crate::cards::random::Seed;
use crate::framework::counting::{self as tags, IndexPlay, ShoeFacts};
use crate::framework::settings::{SettingsError, shown};
use crate::framework::{AnyGame, AnyTable, Counting, Profile};
use crate::simulate::{self, Contender, Counted, Counter, Group, Plan, Until};
use crate::stats::counting::{
    EffectSample, Reach, Removals, Tagged, best_tags, betting_correlation, jackknife,
    sampled_correlation,
};
use crate::stats::{Estimate, few_differ};
use crate::strategy::{self, Strategy, StrategyError, SystemFile, catalogue};
use serde_json::{Map, Value, json};
use std::sync::atomic::Ordering;

/// A question about card counting.
#[derive(Clone, Debug, PartialEq)]
pub struct CountAsked {
    /// Counting systems, by name or as the contents of files; if empty, all systems of the
    /// catalogue for the game.
    pub systems: Vec<Asked>,
    /// The bankroll, in stakes.
    pub bankroll: f64,
    /// The seat of the counter, from 1.
    pub seat: usize,
    /// The strategy of the other seats; the game's default strategy if `None`.
    pub against: Option<Asked>,
    /// Penetrations to play at, one after the other; if empty, that of the rules.
    pub penetrations: Vec<f64>,
    /// The level of the tags to make for the game and play as well.
    pub make: Option<u32>,
    /// Whether to write a strategy that plays by the index of each decision.
    pub indices: bool,
}

/// The levels of tags that can be made.
pub const LEVELS: std::ops::RangeInclusive<u32> = 1..=3;

/// The answer of `count`, and the files that can be written.
#[derive(Clone, Debug)]
pub struct CountAnswer {
    /// The answer with its tables.
    pub answer: Answer,
    /// The text of the counting system that was made.
    pub made: Option<String>,
    /// The text of a strategy that plays by the index of each decision, with the system and at the
    /// penetration at which indices gain most.
    pub indices: Option<String>,
}

/// The tables that an answer will have.
#[derive(Clone, Copy, Debug)]
pub struct CountTables {
    /// Their names.
    pub names: &'static [&'static str],
    /// Whether a counting system is played, so that `bins` has rows where it is a table.
    pub counts: bool,
}

/// Everything that is determined before a card is dealt.
struct Ready {
    game: Box<dyn AnyTable>,
    shoes: Vec<ShoeFacts>,
    decider: Strategy,
    against: Strategy,
    memories: Vec<Memory>,
    /// Whether it plays by the memory that it is given.
    remembers: bool,
    notes: Vec<String>,
}

/// The divisor of a system's true count, in cards; `Some(None)` for a running count, `None` for a
/// memory without a system.
fn unit(memory: &Memory) -> Option<Option<u32>> {
    memory.system().map(|system| system.divisor)
}

/// The count of a system in words, with its divisor.
fn count_of(memory: &Memory) -> String {
    let name = shown(memory.name());
    match unit(memory).flatten() {
        Some(cards) => format!("the count of {name}, for {cards} cards left"),
        None => format!("the running count of {name}"),
    }
}

/// The counting capability of a table.
fn counting(game: &dyn AnyTable) -> Result<&dyn Counting, StudyError> {
    game.capabilities().counting.ok_or_else(|| {
        StudyError::refused(format!(
            "counting is worth nothing in {}: every round begins with a full deck",
            game.profile().name
        ))
    })
}

fn ready(entry: &AnyGame, setup: &Setup, asked: &CountAsked) -> Result<Ready, StudyError> {
    let profile = entry.profile();
    let table = setup::table(entry, setup)?;
    let game = &*table;
    let found = counting(game)?;
    let (shoes, default) = (found.shoes(), found.counter());
    setup::check_seat(game, asked.seat)?;
    if let Some(level) = asked.make.filter(|level| !LEVELS.contains(level)) {
        let (first, last) = LEVELS.into_inner();
        return refuse(format!("tags are made of level {first} to {last}, not {level}"));
    }
    let decider = match setup.strategies.as_slice() {
        [] => strategy::parse(&profile, &default.into())?,
        [one] => strategy::parse(&profile, one)?,
        several => {
            return refuse(format!(
                "{} strategies: count plays one, with each memory; the other seats are --against",
                several.len()
            ));
        }
    };
    let remembers = decider.remembers(game)?;
    let counter = decider.seat_with(game, Memory::None)?;
    let index_plays = game.capabilities().index_plays;
    if asked.indices && !index_plays.is_some_and(|plays| plays.has_index_plays(&*counter)) {
        let example = index_plays.map(|plays| format!("; {} has", plays.example()));
        return refuse(format!(
            "--write-indices: {} has no index plays to write{}",
            shown(&decider.label()),
            example.unwrap_or_default()
        ));
    }
    setup::others(game, &profile, asked.against.as_ref())?;
    let against = asked.against.clone().unwrap_or_else(|| profile.default_strategy.into());
    let against = strategy::parse(&profile, &against)?;
    let mut notes = Vec::new();
    let own = decider.own_system(game)?;
    let by_count = decider.reads_true_count();
    let mut memories = memories(game, asked, (&decider, own.as_ref()), &mut notes)?;
    let label = shown(&decider.label());
    if by_count {
        let whose = own.as_ref().map_or("the count of each system".to_owned(), count_of);
        notes.push(format!(
            "the rules of {label} test {whose}: with memory none it is always 0, and full, which \
             has no count, is left out"
        ));
    } else {
        memories.push(Memory::Full);
    }
    if !remembers {
        notes.push(format!(
            "{label} plays the same with every memory: only the forecasts of the counts differ"
        ));
    }
    Ok(Ready { game: table, shoes, decider, against, memories, remembers, notes })
}

/// The memories to compare, without [`Memory::Full`]: none, the file's own system, and the systems
/// asked for, or all that fit. `notes` gets those that do not.
fn memories(
    game: &dyn AnyTable,
    asked: &CountAsked,
    (decider, own): (&Strategy, Option<&Memory>),
    notes: &mut Vec<String>,
) -> Result<Vec<Memory>, StudyError> {
    let fits = |memory: &Memory| fits(decider, own, memory);
    let mut memories = vec![Memory::None];
    memories.extend(own.cloned());
    let mut enter = |memory: Memory| {
        if !memories.contains(&memory) && memory != Memory::Full {
            memories.push(memory);
        }
    };
    if asked.systems.is_empty() {
        for file in catalogue::counts(&game.profile()) {
            match strategy::memory(game, file.name, None) {
                Ok(memory) if fits(&memory) => enter(memory),
                Ok(memory) => notes.push(format!("left out {}", misfit(&memory, decider))),
                // A system for shoes that this table does not have.
                Err(StrategyError::File(error)) => notes.push(format!("left out {error}")),
                Err(error) => return Err(error.into()),
            }
        }
    }
    for system in &asked.systems {
        let name = system.written.trim();
        let read = |text: &String| SystemFile { path: name.to_owned(), text: text.clone() };
        let memory = strategy::memory(game, name, system.file.as_ref().map(read).as_ref())?;
        if memory.system().is_some() && !fits(&memory) {
            return refuse(format!("--system {}", misfit(&memory, decider)));
        }
        enter(memory);
    }
    for (i, memory) in memories.iter().enumerate() {
        if memories[..i].iter().any(|other| other.name() == memory.name()) {
            let name = shown(memory.name());
            return refuse(format!("the system {name} is named twice"));
        }
    }
    Ok(memories)
}

/// Whether a strategy can be played with a memory: a file whose rules test a true count means that of
/// its own system, and only systems with the same divisor can replace it.
fn fits(decider: &Strategy, own: Option<&Memory>, memory: &Memory) -> bool {
    !decider.reads_true_count() || own.is_none_or(|own| unit(own) == unit(memory))
}

/// The reason why a file whose rules test a true count cannot be played with a system.
fn misfit(memory: &Memory, decider: &Strategy) -> String {
    format!(
        "{}: the rules of {} are for another count, and mean something else with {}",
        shown(memory.name()),
        shown(&decider.label()),
        count_of(memory)
    )
}

impl AnyGame {
    /// The names of the tables of `count`.
    ///
    /// # Errors
    /// As `count`, for everything that can be found before a card is dealt.
    pub fn count_tables(
        &self,
        setup: &Setup,
        asked: &CountAsked,
    ) -> Result<CountTables, StudyError> {
        let ready = ready(self, setup, asked)?;
        let named = ready.memories.iter().any(|memory| memory.system().is_some());
        let names: &[&str] = match tables_at(setup, asked, &*ready.game)?.is_empty() {
            true => &["effects", "made"],
            false => &["systems", "bins", "indices", "effects", "made"],
        };
        Ok(CountTables { names, counts: named || asked.make.is_some() })
    }

    /// The value of card counting: tables `effects`, `made`, and, if cards stay out of the shoes
    /// from round to round, `systems`, `bins`, `indices` before them.
    ///
    /// # Errors
    /// If the rules, a strategy or a counting system is invalid, or nothing can be counted.
    pub fn count(
        &self,
        setup: &Setup,
        asked: &CountAsked,
        sampling: Sampling<'_>,
    ) -> Result<CountAnswer, StudyError> {
        sampling.check()?;
        if !(asked.bankroll > 0.0 && asked.bankroll.is_finite()) {
            return refuse_part("bankroll", format!("a bankroll of {}: above 0", asked.bankroll));
        }
        let mut ready = ready(self, setup, asked)?;
        let tables_at = tables_at(setup, asked, &*ready.game)?;
        let profile = self.profile();
        if asked.make.is_some() {
            sampling.not_shared(
                "--make plays tags that follow from the effects of all cards; make them without \
                 --shard, and name the file that --write-system keeps",
            )?;
        }
        let (effects, sampled) = ready.effects(setup, asked, tables_at.len(), &sampling)?;
        let unknown = effects.unknown();
        let made: Vec<Made> = match unknown {
            None => LEVELS.map(|level| ready.made(level, &effects)).collect(),
            Some(_) => Vec::new(),
        };
        let made_text = match (asked.make, unknown) {
            (Some(_), Some(why)) => {
                return refuse(format!("--make: there are no best tags; {why}"));
            }
            (Some(level), None) => Some(ready.make(level, &made, &profile)?),
            (None, _) => None,
        };
        let mut tables = vec![effects_table(&ready, &effects), made_table(&ready, &effects, &made)];
        let terms = Terms {
            confidence: setup.confidence,
            tables: tables_at.len(),
            bankroll: asked.bankroll,
            units: profile.scale(),
        };
        let (rounds, sessions, stopped) = sampled
            .as_ref()
            .map_or((0, 0, false), |run| (run.rounds(), run.sessions(), run.stopped));
        let mut played = Played {
            rows: Rows::new(terms),
            cautions: Cautions::default(),
            done: rounds,
            left: tables_at.len(),
            rounds,
            sessions,
            stopped,
            indices: None,
        };
        let effects_run = if sampled.is_some() { 1.0 / ready.counters() } else { 0.0 };
        let runs = tables_at.len() as f64 + effects_run;
        let question = Question { setup, seat: asked.seat, sampling: &sampling, runs };
        for (penetration, game) in &tables_at {
            if played.stopped {
                break;
            }
            played.play(&question, &ready, (&effects, &made), (*penetration, &**game))?;
        }
        let Played { mut rows, cautions, rounds, sessions, stopped, indices, .. } = played;
        let judged = std::mem::take(&mut rows.judged);
        let mut notes = std::mem::take(&mut ready.notes);
        let finds = |game: &dyn AnyTable| game.capabilities().index_plays.is_some();
        let looked = !stopped && tables_at.iter().any(|(_, game)| finds(&**game));
        match tables_at.is_empty() {
            true => notes.push(
                "every round begins with full shoes, so that there is nothing to count: systems \
                 are compared where cards stay out, as with --penetration 0.75"
                    .to_owned(),
            ),
            false => tables.splice(0..0, rows.tables(&ready, looked)).for_each(drop),
        }
        let run = (sampled.is_some() || !tables_at.is_empty()).then_some((
            sampling.seed,
            rounds,
            sessions,
        ));
        let mut manifest = ready.manifest(setup, asked, run);
        if let Some(Length::Precision(half)) = sampling.until.filter(|_| !stopped) {
            manifest.insert("precision".into(), Value::from(half));
        }
        let (game, nobody) = (&*ready.game, std::iter::empty());
        notes.extend(setup::remarks(game, nobody));
        notes.extend(cautions.notes());
        notes.extend(match (&sampled, &tables_at[..]) {
            (None, []) => None,
            (None, [_]) | (Some(_), []) => setup::played(&sampling, stopped, rounds),
            _ => setup::played_by_time(&sampling, stopped),
        });
        // The intervals of a run that stops at a precision do not follow from its standard errors.
        let verdict = match sampling.until {
            Some(Length::Precision(_)) => Vec::new(),
            _ => {
                let decider = (&*shown(&ready.decider.label()), ready.remembers);
                verdict(&judged, decider, (setup.confidence, sessions), profile.stake)
            }
        };
        let report = Report { verdict, ..Report::new(manifest, tables) };
        let answer = Answer { report, stopped, notes };
        let indices = indices.map(|(_, text)| text);
        Ok(CountAnswer { answer, made: made_text, indices })
    }
}

/// A table with the penetration at which its shoes are shuffled, if they are kept.
type AtPenetration = (Option<f64>, Box<dyn AnyTable>);

/// The tables to play at, each with its penetration.
fn tables_at(
    setup: &Setup,
    asked: &CountAsked,
    game: &dyn AnyTable,
) -> Result<Vec<AtPenetration>, StudyError> {
    let counting = counting(game)?;
    if let (false, Some(set)) = (asked.penetrations.is_empty(), setting_of(setup, "shuffle")) {
        return refuse(format!(
            "--penetration is given, and {} says it, too; leave one of them out",
            shown(set)
        ));
    }
    let penetrations = match asked.penetrations.as_slice() {
        [] => counting.penetration().into_iter().collect(),
        asked => asked.to_vec(),
    };
    let twice = |(at, penetration): (usize, &f64)| penetrations[..at].contains(penetration);
    if let Some((_, twice)) = penetrations.iter().enumerate().find(|each| twice(*each)) {
        return refuse(format!("the penetration {twice} is there twice"));
    }
    let at = |penetration: f64| match counting.at_penetration(penetration) {
        Ok(game) => Ok((Some(penetration), game)),
        Err(faults) => {
            let from = |fault| (format!("penetration {penetration}"), fault);
            let faults = faults.into_iter().map(from).collect();
            Err(SettingsError::Values(faults).into())
        }
    };
    penetrations.into_iter().map(at).collect()
}

impl Ready {
    /// Adds a system to the memories, unless the strategy's rules are for another count.
    fn compare_with(&mut self, system: &System) -> Result<(), StudyError> {
        let system = tags::memory(system.clone());
        let own = self.decider.own_system(&*self.game)?;
        if !fits(&self.decider, own.as_ref(), &system) {
            self.notes.push(format!("left out {}", misfit(&system, &self.decider)));
        } else {
            let full = self.memories.iter().position(|memory| *memory == Memory::Full);
            self.memories.insert(full.unwrap_or(self.memories.len()), system);
        }
        Ok(())
    }

    /// Adds the best tags of a level to the memories; the text of their file.
    fn make(&mut self, level: u32, made: &[Made], profile: &Profile) -> Result<String, StudyError> {
        let system = &made[(level - LEVELS.start()) as usize].system;
        self.compare_with(system)?;
        let about = format!("the best tags of level {level} by effects of removal");
        Ok(tags::text(profile.name, &about, system, &self.shoes))
    }

    /// The manifest; `run` as for [`manifest`].
    fn manifest(
        &self,
        setup: &Setup,
        asked: &CountAsked,
        run: Option<(u64, u64, u64)>,
    ) -> Map<String, Value> {
        let mut manifest = manifest("count", setup, &*self.game, &[self.decider.label()], run);
        let names: Vec<&str> = self.memories.iter().map(Memory::name).collect();
        manifest.insert("systems".into(), json!(names));
        manifest.insert("bankroll".into(), json!(asked.bankroll));
        manifest.insert("seat".into(), json!(asked.seat));
        if self.game.players() > 1 {
            manifest.insert("against".into(), json!(self.against.label()));
        }
        if !asked.penetrations.is_empty() {
            manifest.insert("penetrations".into(), json!(asked.penetrations));
        }
        manifest
    }
}

/// Effects of removal in stakes, by card of all shoes in a row.
struct Effects {
    all: EffectSample,
    estimates: Vec<Estimate>,
    /// The reach of intervals of sampled figures.
    reach: Reach,
    /// The sample in two halves; `None` if the effects were computed.
    halves: Option<[EffectSample; 2]>,
    /// The share of the sampled rounds that dealt a whole shoe.
    emptied: f64,
}

/// The largest share of rounds that may deal a whole shoe if effects of removal are reported.
const MOST_EMPTIED: f64 = 1e-3;

impl Effects {
    /// The reason why no effects are reported, if so many rounds deal a whole shoe that the effects
    /// of removal cannot be estimated.
    fn unknown(&self) -> Option<String> {
        (self.emptied > MOST_EMPTIED).then(|| {
            let share = 100.0 * self.emptied;
            format!(
                "{share:.2}% of rounds deal a whole shoe, which would run out with one card fewer: what that \
                 changes does not follow from rounds with all cards"
            )
        })
    }

    /// The effects estimated from those groups of sessions for whose index `is_in` is true.
    fn sample(
        counted: &Counted,
        (cards, units): (usize, f64),
        is_in: impl Fn(usize) -> bool,
    ) -> EffectSample {
        let groups: Vec<&Group> = (counted.groups.iter().enumerate())
            .filter(|(at, group)| is_in(*at) && group.n > 0)
            .map(|(_, group)| group)
            .collect();
        let without = |out: Option<usize>| -> Vec<f64> {
            let mut removals = Removals::default();
            let kept = groups.iter().enumerate().filter(|(at, _)| Some(*at) != out);
            kept.for_each(|(_, group)| removals.merge(&group.removals));
            let effect = |card| removals.effect(card).map_or(0.0, |effect| effect / units);
            (0..cards).map(effect).collect()
        };
        let all = without(None);
        EffectSample { all, without: (0..groups.len()).map(|group| without(Some(group))).collect() }
    }
}

impl Ready {
    /// The number of counters at a table.
    fn counters(&self) -> f64 {
        self.memories.len().max(1) as f64
    }

    fn counter(
        &self,
        game: &dyn AnyTable,
        memory: Memory,
        seat: usize,
    ) -> Result<Counter, StudyError> {
        // A file is parsed for the actual table: with fresh shoes there may be no choice of stakes.
        let table = |strategy: &Strategy| match strategy {
            Strategy::File { .. } => &*self.game,
            Strategy::Native { .. } | Strategy::Guest { .. } => game,
        };
        let own = self.decider.seat_with(table(&self.decider), memory.clone())?;
        let other = self.against.seat(table(&self.against))?;
        let mut players = game.nobody();
        (0..game.players()).for_each(|_| players.add(&*other));
        players.put(seat, &*own);
        Ok(Counter { contender: Contender { players, seat }, memory })
    }

    /// The effects of removal: exact for a single player if the game can compute them, otherwise
    /// from rounds of fresh shoes, with so many `tables` to be played after them.
    fn effects(
        &self,
        setup: &Setup,
        asked: &CountAsked,
        tables: usize,
        sampling: &Sampling<'_>,
    ) -> Result<(Effects, Option<simulate::CountRun>), StudyError> {
        let units = self.game.profile().scale();
        let fresh = counting(&*self.game)?.fresh();
        let mut counter = self.counter(&*fresh, Memory::None, asked.seat - 1)?;
        let exact = match self.game.players() {
            1 => counting(&*fresh)?.exact_effects(&mut *counter.contender.players),
            _ => None,
        };
        if let Some(found) = exact {
            let all: Vec<f64> = found.into_iter().map(|effect| effect / units).collect();
            let estimates = all.iter().map(|&effect| Estimate::exact(effect)).collect();
            let all = EffectSample { all, without: Vec::new() };
            let reach = setup.confidence.into();
            return Ok((Effects { all, estimates, reach, halves: None, emptied: 0.0 }, None));
        }
        // A default length is shared with the tables, at which every system plays.
        let runs = 1.0 + self.counters() * tables as f64;
        let nanoseconds = fresh.nanoseconds(&*counter.contender.players) * runs;
        let plan = setup::plan(&*fresh, setup, sampling, nanoseconds);
        let watch = |rounds, goal: Option<u64>| {
            let said = "effects of removal".to_owned();
            let goal = goal.map(|goal| goal.saturating_mul(1 + tables as u64));
            (sampling.watch)(Snapshot { rounds, goal, said });
        };
        let run = simulate::count(&*fresh, &[counter], plan, &watch);
        let counted = &run.counted[0];
        let cards: usize = self.shoes.iter().map(|shoe| shoe.cards.len()).sum();
        let sample =
            |is_in: &dyn Fn(usize) -> bool| Effects::sample(counted, (cards, units), is_in);
        let found = sample(&|_| true);
        let reach = intervals(&run, plan).reach(setup.confidence, run.sessions(), units);
        let estimates = (0..cards).map(|card| {
            let value = found.all[card];
            let at = |out| Some(Option::map_or(out, value, |out: usize| found.without[out][card]));
            jackknife(found.without.len(), reach, at).unwrap_or_else(|| Estimate::exact(value))
        });
        let estimates = estimates.collect();
        let halves = Some([0, 1].map(|half| sample(&|group| group % 2 == half)));
        let mut removals = Removals::default();
        counted.groups.iter().for_each(|group| removals.merge(&group.removals));
        let emptied = removals.emptied();
        Ok((Effects { all: found, estimates, reach, halves, emptied }, Some(run)))
    }

    /// The shoes with a system's tags and these effects of removal.
    fn tagged(&self, tags: &[Vec<i32>], effects: &[f64]) -> Vec<Tagged> {
        let mut from = 0;
        let of = |(number, shoe): (usize, &ShoeFacts)| {
            let cards = from..from + shoe.cards.len();
            from = cards.end;
            Tagged {
                copies: shoe.cards.iter().map(|&(_, copies)| copies).collect(),
                tags: tags.get(number).cloned().unwrap_or_default(),
                effects: effects[cards].to_vec(),
            }
        };
        self.shoes.iter().enumerate().map(of).collect()
    }

    /// The betting correlation of tags, in the shoes that `of` leaves.
    fn correlation(
        &self,
        tags: &[Vec<i32>],
        effects: &Effects,
        of: impl Fn(Vec<Tagged>) -> Vec<Tagged>,
    ) -> Option<Estimate> {
        let tagged = |effects: &[f64]| of(self.tagged(tags, effects));
        match effects.halves {
            _ if effects.unknown().is_some() => None,
            None => betting_correlation(&tagged(&effects.all.all)).map(Estimate::exact),
            Some(_) => sampled_correlation(&effects.all, effects.reach, tagged),
        }
    }

    /// The betting correlation of the best tags of a level, in the shoes that `of` leaves. Sampled
    /// effects flatter the tags that were fitted to them, so tags are made from each half of the
    /// sample and correlated with the effects in the other half. The value is the mean of the two
    /// correlations; the low end of its interval is the mean of their low ends, the high end the
    /// higher of their high ends.
    fn correlation_made(
        &self,
        made: &Made,
        effects: &Effects,
        of: impl Fn(Vec<Tagged>) -> Vec<Tagged>,
    ) -> Option<Estimate> {
        let Some(halves) = &effects.halves else {
            return self.correlation(&made.system.tags, effects, of);
        };
        let held_out = |half: usize| {
            let tagged = |effects: &[f64]| of(self.tagged(&made.halves[1 - half], effects));
            sampled_correlation(&halves[half], effects.reach, tagged)
        };
        let (one, other) = (held_out(0)?, held_out(1)?);
        Some(Estimate {
            value: (one.value + other.value) / 2.0,
            se: one.se.zip(other.se).map(|(one, other)| f64::max(one, other)),
            low: one.low.zip(other.low).map(|(one, other)| (one + other) / 2.0),
            high: one.high.zip(other.high).map(|(one, other)| f64::max(one, other)),
        })
    }

    /// The best tags of a level for these effects, by shoe.
    fn best_tags(&self, level: u32, effects: &[f64]) -> Vec<Vec<i32>> {
        let tags = |shoe: &Tagged| best_tags(&shoe.copies, &shoe.effects, level as i32);
        self.tagged(&[], effects).iter().map(tags).collect()
    }

    /// The best tags of a level as a system, and those of each half of the sample.
    fn made(&self, level: u32, effects: &Effects) -> Made {
        let shoes = self.tagged(&[], &effects.all.all);
        let tags = self.best_tags(level, &effects.all.all);
        // A quarter of a shoe, about as precisely as people estimate the remaining cards.
        let quarter = |shoe: &ShoeFacts| {
            shoe.cards.iter().map(|&(_, copies)| copies).sum::<u32>().div_ceil(4)
        };
        // The start makes the average true count the same at any depth, even if the tags do not sum
        // to 0.
        let end = |(tags, shoe): (&Vec<i32>, &Tagged)| -> i32 {
            tags.iter().zip(&shoe.copies).map(|(&tag, &copies)| tag * copies as i32).sum()
        };
        let halves = effects.halves.iter().flatten();
        let halves = halves.map(|half| self.best_tags(level, &half.all)).collect();
        let system = System {
            name: format!("made-{level}"),
            start: tags.iter().zip(&shoes).map(|both| -end(both)).collect(),
            tags,
            divisor: self.shoes.iter().map(quarter).max(),
            rounding: Rounding::Nearest,
        };
        Made { system, halves }
    }
}

/// The best tags of a level.
struct Made {
    system: System,
    /// By half of the sample, if the effects were sampled: the best tags for it, by shoe.
    halves: Vec<Vec<Vec<i32>>>,
}

/// The intervals of a run: one that was stopped equals one of as many rounds.
fn intervals(run: &simulate::CountRun, plan: Plan<'_>) -> Intervals {
    Intervals::of(plan.confidence, if run.stopped { Until::Rounds(0) } else { plan.until })
}

/// The groups that have sessions.
fn groups(counted: &Counted) -> Vec<usize> {
    let groups = counted.groups.iter().enumerate();
    groups.filter(|(_, group)| group.n > 0).map(|(at, _)| at).collect()
}

/// The parts of a question that are the same at all penetrations.
struct Question<'q> {
    setup: &'q Setup,
    /// The seat of the counter, from 1.
    seat: usize,
    sampling: &'q Sampling<'q>,
    /// The runs that a default length is shared by, each as long as one with every system: one for
    /// each penetration, and the effects of removal if they are sampled.
    runs: f64,
}

/// What was played at the penetrations so far.
struct Played {
    rows: Rows,
    cautions: Cautions,
    /// The rounds of all runs, and the number of tables that are still to be played.
    done: u64,
    left: usize,
    /// The rounds and sessions of the last run.
    rounds: u64,
    sessions: u64,
    stopped: bool,
    /// The strategy by the index plays of a named system for which their total gain is highest, with
    /// that gain.
    indices: Option<(f64, String)>,
}

impl Played {
    /// Plays the table of one penetration with every system.
    fn play(
        &mut self,
        question: &Question<'_>,
        ready: &Ready,
        (effects, made): (&Effects, &[Made]),
        (penetration, game): (Option<f64>, &dyn AnyTable),
    ) -> Result<(), StudyError> {
        let sampling = question.sampling;
        let counters: Vec<Counter> = ready
            .memories
            .iter()
            .map(|memory| ready.counter(game, memory.clone(), question.seat - 1))
            .collect::<Result<_, _>>()?;
        let one = |counter: &Counter| game.nanoseconds(&*counter.contender.players);
        let nanoseconds = counters.iter().map(one).sum::<f64>() * question.runs;
        let plan = setup::plan(game, question.setup, sampling, nanoseconds);
        let said = penetration.map(|x| format!("penetration {x}")).unwrap_or_default();
        let (done, left) = (self.done, self.left as u64);
        let watch = |rounds, goal: Option<u64>| {
            let goal = goal.map(|goal| goal.saturating_mul(left).saturating_add(done));
            (sampling.watch)(Snapshot { rounds: done + rounds, goal, said: said.clone() });
        };
        let run = simulate::count(game, &counters, plan, &watch);
        self.stopped |= run.stopped;
        self.done += run.rounds();
        self.left = self.left.saturating_sub(1);
        (self.rounds, self.sessions) = (run.rounds(), run.sessions());
        let intervals = intervals(&run, plan);
        self.rows.add(ready, (effects, made), &run.counted, penetration, intervals);
        // One counter stands for all, since they differ in few decisions.
        if let Some(counter) = counters.first() {
            self.cautions.look(&said, game, &*counter.contender.players, sampling);
        }
        self.index_plays(question, (ready, made), &counters, (penetration, game));
        Ok(())
    }

    /// Finds the index plays of every system, if the game can. A share keeps only its sums.
    fn index_plays(
        &mut self,
        question: &Question<'_>,
        (ready, made): (&Ready, &[Made]),
        counters: &[Counter],
        (penetration, game): (Option<f64>, &dyn AnyTable),
    ) {
        let sampling = question.sampling;
        let Some(index_plays) = game.capabilities().index_plays else { return };
        let scale = game.profile().scale();
        let plays = (self.sessions / 4).clamp(1, 100_000);
        for (memory, counter) in ready.memories.iter().zip(counters) {
            if self.stopped || sampling.share().is_some() {
                return;
            }
            let player = counter.contender.players.seat(question.seat - 1);
            let seed = Seed::new(sampling.seed);
            let found = index_plays.index_plays(&*player, memory, seed, plays, sampling.stop);
            self.stopped |= sampling.stop.load(Ordering::Relaxed);
            let Some((mut found, text)) = found.filter(|_| !self.stopped) else { continue };
            let gain: f64 = found.iter().map(|play| play.gain).sum();
            let named = !made.iter().any(|made| memory.name() == made.system.name);
            if let Some(text) = text.filter(|_| named)
                && self.indices.as_ref().is_none_or(|(most, _)| gain > *most)
            {
                self.indices = Some((gain, text));
            }
            let is_seldom = |play: &IndexPlay| few_differ(play.sessions, plays);
            found.sort_by_key(is_seldom);
            for play in found {
                let se = play.se.filter(|_| !is_seldom(&play));
                self.rows.indices.push(vec![
                    memory.name().into(),
                    play.decision.into(),
                    play.index.into(),
                    (play.gain / scale).into(),
                    se.map(|se| se / scale).into(),
                    penetration.into(),
                ]);
            }
        }
    }
}
