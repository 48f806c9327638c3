//! The search: sweeps over all changes on common luck, and the measurement of what they come to on
//! luck of its own.

use super::super::tables::Intervals;
use super::super::{Length, Sampling, Snapshot, StudyError};
use super::candidates::{Candidate, Move};
use super::{Tuned, Tuning};
use crate::cards::random::GOLDEN;
use crate::framework::Seats;
use crate::simulate::{self, Account, GridPoint, Kept, Plan, Until};
use crate::stats::{Difference, Pair};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The default duration of a search.
const SEARCH: Duration = Duration::from_secs(60);
/// The fraction of the search reserved for the final measurement.
const LAST_WORD: f64 = 0.25;
/// The fraction of the search that the first sweep over all values takes.
const SWEEP: f64 = 0.02;
/// The minimum number of rounds of a candidate in a sweep.
pub(super) const FEWEST: u64 = 500;
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

/// The budget of a search.
pub(super) struct Budget<'a> {
    pub sampling: &'a Sampling<'a>,
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

    pub(super) fn note(&mut self, rounds: u64, since: Instant) {
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
pub(in super::super) fn seed_of(seed: u64, step: u64) -> u64 {
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
    pub(super) fn start(&self) -> &str {
        self.unfolded.as_deref().unwrap_or(&self.text)
    }

    /// Searches, and measures the result on luck of its own, because the winner of a search was
    /// partly lucky.
    pub(super) fn tune(
        &self,
        sampling: &Sampling<'_>,
        confidence: f64,
    ) -> Result<Tuned, StudyError> {
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
