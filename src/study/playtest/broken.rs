//! Broken rules: events that spoil play, choices that no player takes or should take, endless
//! sessions.

use super::super::refuse;
use super::verdict::{NAMED, RANDOM, share};
use super::{How, LEAST, Lever, NoLevers, Played, Playtest, Side};
use crate::framework::parallel;
use crate::framework::settings::shown;
use crate::framework::{Caution, Decision, HandAsked};
use crate::simulate::{self, Probed};
use crate::stats::{Proportion, rare};
use crate::study::StudyError;
use crate::study::figure::{Figure, rounds};
use std::collections::{BTreeMap, BTreeSet};

/// The total rounds of the sessions checked for an end; at least one session is checked.
const LOOKED_AT: f64 = 8.0;
/// The maximum number of rounds in which the choices of a strategy are counted, and their maximum
/// time on one core.
const WATCHED: u64 = 2_000;
const WATCHED_NANOSECONDS: f64 = 1e8;
/// The divisor of the main run's rounds for counting choices.
const PART: u64 = 100;
/// An unused choice is reported if it was open in at least this many sessions.
const SESSIONS_OPEN: u64 = 30;
/// A choice that costs less than this, in stakes, is as good as the best.
const NOTHING: f64 = 1e-9;

/// A strategy with endless sessions.
pub(super) struct Unended {
    strategy: String,
    probed: Probed,
    most: u64,
}

/// A choice that is never part of best play.
pub(super) struct NeverRight {
    choice: String,
    situations: usize,
    /// Its minimum cost, in stakes.
    loss: f64,
    /// Whether it is sometimes right at the baseline.
    right_before: bool,
}

/// A choice that no strategy takes.
pub(super) struct Unused {
    choice: String,
    open: u64,
    sessions: u64,
    /// Whether some strategy takes it at the baseline.
    used_before: bool,
}

/// A fault of the rules: a row of the table `broken`.
pub(super) struct Broken {
    /// The kind of fault, as named in the table, and its subject.
    pub what: &'static str,
    pub of: String,
    pub figure: Figure,
    pub about: String,
    /// Its sentence; empty if another sentence includes it.
    pub sentence: String,
    /// The command that reproduces the figure.
    pub command: String,
}

impl Side {
    /// Plays a few sessions of each strategy in seat 1, to see whether they end, or, with
    /// `with_random`, which of the choices open to `random` the strategy takes.
    fn probed(&self, seed: u64, of_rounds: f64, with_random: bool) -> Option<Vec<Probed>> {
        let game = &*self.habit.game;
        let random = self.labels.iter().position(|label| label == RANDOM).filter(|&at| at > 0);
        let random = match with_random {
            true => Some(self.contenders[random?].players.seat(0)),
            false => None,
        };
        let sessions = (of_rounds / game.rounds_per_session().max(1.0)).ceil().max(1.0) as u64;
        let tables: Vec<_> = self.contenders.iter().map(|one| &*one.players).collect();
        let found = simulate::probes(game, &tables, random.as_deref(), seed, sessions);
        found.into_iter().collect::<Result<_, _>>().ok()
    }

    /// Leaves out strategies with endless sessions.
    ///
    /// # Errors
    /// If the habit is one of them.
    fn drop_unended(&mut self, seed: u64, whose: &str) -> Result<(), StudyError> {
        let Some(all) = self.probed(seed, LOOKED_AT, false) else { return Ok(()) };
        let most = simulate::most_decisions(&*self.habit.game);
        for (at, probed) in all.into_iter().enumerate().rev().filter(|(_, one)| one.given_up > 0) {
            if at == 0 {
                return refuse(format!(
                    "sessions of {whose} have no end by habit ({}): {} of {} were given up after {} \
                     decisions each; is there a limit to how often a player may act?",
                    shown(&self.labels[0]),
                    probed.given_up,
                    probed.given_up + probed.ended,
                    rounds(most)
                ));
            }
            let strategy = self.removed(at);
            self.unended.push(Unended { strategy, probed, most });
        }
        Ok(())
    }

    /// The cost of each choice in each situation, if it is computed.
    fn decisions(&self) -> Option<Vec<Decision>> {
        let computed = self.best.how == How::Computed;
        let decisions = self.habit.game.capabilities().decisions.filter(|_| computed)?;
        let found = decisions.decisions(HandAsked::default()).ok()?;
        let exact = |one: &Decision| one.method.is_none() && one.share.is_none();
        (!found.is_empty() && found.iter().all(exact)).then_some(found)
    }

    /// The minimum cost of each kind of choice, in money units, and the number of situations in
    /// which it can be taken.
    fn least_losses(&self) -> Option<BTreeMap<String, (f64, usize)>> {
        let mut kinds: BTreeMap<String, (f64, BTreeSet<String>)> = BTreeMap::new();
        for decision in self.decisions()? {
            // `split:3` is a form of `split`.
            let kind = decision.action.split([' ', ':']).next().unwrap_or_default();
            let (least, at) =
                kinds.entry(kind.to_owned()).or_insert((f64::INFINITY, BTreeSet::new()));
            *least = least.min(decision.loss);
            at.insert(format!("{} {:?}", decision.hand, decision.situation));
        }
        Some(kinds.into_iter().map(|(kind, (least, at))| (kind, (least, at.len()))).collect())
    }

    /// The use of each choice by the strategies other than `random`.
    fn uses(&self, seed: u64, main: u64) -> Option<BTreeMap<String, simulate::Used>> {
        let of_time = WATCHED_NANOSECONDS / self.nanoseconds();
        let most = main.div_ceil(PART).clamp(LEAST, WATCHED) as f64;
        let all = self.probed(seed, of_time.min(most), true)?;
        let mut sum = Probed::default();
        let skilled = self.labels.iter().zip(&all).filter(|(label, _)| *label != RANDOM);
        let skilled: Vec<&Probed> = skilled.map(|(_, probed)| probed).collect();
        // A choice that a single strategy avoids proves nothing.
        (skilled.len() > 1).then(|| {
            skilled.into_iter().for_each(|probed| sum.merge(probed));
            sum.choices
        })
    }
}

impl Playtest<'_> {
    /// Leaves out strategies with endless sessions.
    ///
    /// # Errors
    /// If the habit is one of them.
    pub(super) fn drop_unended(&mut self, seed: u64) -> Result<(), StudyError> {
        self.here.drop_unended(seed, "these rules")?;
        let baseline = shown(&self.baseline);
        self.before.as_mut().map_or(Ok(()), |before| before.drop_unended(seed, &baseline))
    }

    /// Leaves out lever values with endless sessions.
    pub(super) fn drop_unended_levers(
        &self,
        levers: &mut Vec<Lever>,
        no_levers: &mut NoLevers,
        seed: u64,
    ) {
        let ended = parallel::map(levers.len(), |at| {
            let habit = &levers[at].habit;
            let found = simulate::probes(&*habit.game, &[&*habit.players], None, seed, 1);
            found.iter().flatten().all(|probed| probed.given_up == 0)
        });
        let mut ended = ended.into_iter();
        levers.retain(|lever| {
            let ends = ended.next().unwrap_or(true);
            if !ends {
                let name = self.profile.fields[lever.field].name;
                no_levers.endless.push(format!("{name} = {}", lever.value));
            }
            ends
        });
    }

    /// Choices that are never part of best play, and those that no strategy takes.
    pub(super) fn idle_choices(&self, seed: u64, main: u64) -> (Vec<NeverRight>, Vec<Unused>) {
        let units = self.units();
        if let Some(here) = self.here.least_losses() {
            let before = self.before.as_ref().and_then(Side::least_losses);
            let right = |(loss, _): &(f64, usize)| *loss <= NOTHING * units;
            let found = here.into_iter().filter(|(_, one)| !right(one));
            let found = found.map(|(choice, (loss, situations))| {
                let before = before.as_ref().and_then(|before| before.get(&choice));
                let right_before = before.is_some_and(right);
                NeverRight { choice, situations, loss: loss / units, right_before }
            });
            return (found.collect(), Vec::new());
        }
        let Some(here) = self.here.uses(seed, main) else { return Default::default() };
        let idle = here.into_iter().filter(|(_, used)| used.taken == 0);
        let idle: Vec<_> = idle.filter(|(_, used)| used.sessions >= SESSIONS_OPEN).collect();
        let before = match &self.before {
            Some(before) if !idle.is_empty() => before.uses(seed, main),
            _ => None,
        };
        let found = idle.into_iter().map(|(choice, used)| {
            let before = before.as_ref().and_then(|before| before.get(&choice));
            let used_before = before.is_some_and(|before| before.taken > 0);
            Unused { choice, open: used.open, sessions: used.sessions, used_before }
        });
        (Vec::new(), found.collect())
    }

    /// Everything that is broken, worst first.
    pub(super) fn broken(&self, played: &Played, seed: u64) -> Vec<Broken> {
        let mut found = self.without_end(played, seed);
        found.extend(self.too_often(played, seed));
        found.extend(self.never_right(played));
        found.extend(self.never_taken(played, seed));
        found
    }

    /// The command that repeats the playtest.
    fn again(&self, played: &Played, seed: u64) -> String {
        let setup = &self.here.setup;
        let strategies = Playtest::strategies(setup);
        let more = format!("{strategies} --rounds {} --seed {seed}", played.rounds);
        self.command("playtest", setup, more.trim_start())
    }

    fn without_end(&self, played: &Played, seed: u64) -> Vec<Broken> {
        let alpha = self.alphas.each(self.here.unended.len());
        let told = |unended: &Unended| {
            let Unended { strategy, probed, most } = unended;
            let (lost, all) = (probed.given_up, probed.given_up + probed.ended);
            let (low, high) = rare(lost as f64, all as f64, 1.0 - alpha);
            let figure = Figure::between(lost as f64 / all as f64, Some(low), Some(high), all);
            let about = format!("given up after {} decisions; not ranked", rounds(*most));
            let sentence = format!(
                "Sessions have no end with {} in seat 1: {lost} of {all} were given up after {} decisions \
                 each.",
                shown(strategy),
                rounds(*most)
            );
            let command = self.again(played, seed);
            Broken { what: "has no end", of: strategy.clone(), figure, about, sentence, command }
        };
        self.here.unended.iter().map(told).collect()
    }

    /// The events of the game's cautions that are frequent.
    fn too_often(&self, played: &Played, seed: u64) -> Vec<Broken> {
        let events = self.here.habit.game.events();
        let tallies = played.grid.tally(played.points.here).events();
        let alpha = self.alphas.each(self.profile.cautions.len());
        let of = |caution: &Caution| {
            let at = events.iter().position(|event| event.name == caution.event)?;
            let figure = match &self.here.exact {
                Some(exact) => {
                    let (hits, trials) = *exact.events.get(at)?;
                    Figure::exact(hits / trials)
                }
                None => {
                    let tally = tallies.get(at)?;
                    let share = Proportion::from_moments(&tally.hits, tally.rounds, 1.0 - alpha);
                    Figure::between(share.value?, Some(share.low), Some(share.high), played.rounds)
                }
            };
            (figure.low > caution.often).then(|| Broken {
                what: "happens often",
                of: caution.event.to_owned(),
                figure,
                about: caution.note.to_owned(),
                sentence: format!(
                    "{} happens in {} of rounds: {}.",
                    caution.event,
                    share(&figure),
                    caution.note
                ),
                command: self.simulated(&self.here, played.rounds, seed),
            })
        };
        self.profile.cautions.iter().filter_map(of).collect()
    }

    fn never_right(&self, played: &Played) -> Vec<Broken> {
        let (stake, baseline) = (self.profile.stake, shown(&self.baseline));
        let told = |never: &NeverRight| {
            let NeverRight { choice, situations, loss, right_before } = never;
            let figure = Figure::exact(*loss);
            let before = match right_before {
                true => format!("; under {baseline} it is right at times"),
                false => String::new(),
            };
            let situations = match situations {
                1 => "the situation".to_owned(),
                _ => format!("the {} situations", rounds(*situations as u64)),
            };
            let sentence = format!(
                "To {choice} is never right in {situations} in which `exact` lists it: it costs {} \
                 {stake} at least{before}.",
                figure.size()
            );
            let about = format!("what it costs at least, in {stake}, in each situation");
            let command = self.command("exact", &self.here.setup, "");
            Broken { what: "never right", of: choice.clone(), figure, about, sentence, command }
        };
        played.never_right.iter().map(told).collect()
    }

    /// The choices that no strategy takes, first those that are taken at the baseline. They share
    /// one sentence, which names the first few.
    fn never_taken(&self, played: &Played, seed: u64) -> Vec<Broken> {
        let baseline = shown(&self.baseline);
        let alpha = self.alphas.each(played.unused.len());
        let mut unused: Vec<&Unused> = played.unused.iter().collect();
        unused.sort_by_key(|one| (!one.used_before, std::cmp::Reverse(one.open)));
        let names: Vec<String> = unused.iter().map(|one| quoted(&one.choice)).collect();
        let told = |(at, one): (usize, &&Unused)| {
            let (low, high) = rare(0.0, one.sessions as f64, 1.0 - alpha);
            let figure = Figure::between(0.0, Some(low), Some(high), one.sessions);
            let before = match one.used_before {
                true => format!("; under {baseline} some do"),
                false => String::new(),
            };
            let others = names.iter().skip(1).take(NAMED - 1).cloned().collect::<Vec<_>>();
            let others = match others.is_empty() {
                false => format!(" Nor did any choose {}.", others.join(" or ")),
                true => String::new(),
            };
            let open = format!("not once in {} decisions that allowed it", rounds(one.open));
            let sentence = match at {
                0 => format!(
                    "No strategy played here but {RANDOM} ever chose {}: {open}{before}.{others}",
                    names[0]
                ),
                _ => String::new(),
            };
            let about = format!("{open}{before}");
            let (what, of) = ("never taken", one.choice.clone());
            Broken { what, of, figure, about, sentence, command: self.again(played, seed) }
        };
        unused.iter().enumerate().map(told).collect()
    }
}

/// A choice as written in a sentence.
fn quoted(choice: &str) -> String {
    format!("`{choice}`")
}
