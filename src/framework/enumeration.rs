//! Exact figures of any game by enumeration: the first round of a session, along every course that
//! it can take.

use super::{Engine, Event, ExactFigures, ExactScore, Record};
use crate::cards::tree::{self, Sum, Walk};

/// The maximum number of leaves in the tree of a round; larger ones are refused.
pub const MOST_LEAVES: u64 = 20_000_000;
/// The largest error of the sum of all probabilities.
const ROUNDING: f64 = 1e-6;
/// The most random descents for the estimate of the number of leaves.
const DESCENTS: u32 = 2000;

/// A round that is played along a walk: the seat that acts first, and the record that counts the
/// round.
pub type FirstRound<'t> = Box<dyn FnMut(&mut Walk, usize, &mut Record) + 't>;

/// Refuses a round that seems to have far too many courses, with the reason as a clause.
pub(super) fn refuse_large(
    name: &str,
    most: u64,
    play: impl FnMut(&mut Walk),
) -> Result<(), String> {
    // The estimate is unbiased but often too low, so a large one is reason enough to refuse.
    let enough = 10.0 * most as f64;
    let courses = tree::estimate(DESCENTS, enough, play);
    if courses > enough {
        return Err(format!(
            "a round of {name} has about {courses:.0e} possible courses under these rules, and at most \
             {most} are enumerated"
        ));
    }
    Ok(())
}

/// Runs `play` along every course of a round, and returns the sum of their probabilities.
pub(super) fn every_course(
    name: &str,
    most: u64,
    mut play: impl FnMut(&mut Walk),
) -> Result<f64, String> {
    let mut all = Sum::default();
    let done = tree::visit(most, |walk| {
        play(walk);
        all.add(walk.probability());
    });
    match done {
        Ok(_) => Ok(all.value()),
        Err(error) => Err(format!(
            "a round of {name} has more than {} possible courses under these rules",
            error.budget
        )),
    }
}

/// The refusal of rounds that depend on what came before them.
pub(super) fn keeps_something(fault: &str) -> String {
    format!(
        "{fault}: the game or a player keeps something from one round to the next, so a round cannot \
         be enumerated"
    )
}

/// The exact figures of the first round of a session, each seat equally likely to act first.
///
/// # Errors
/// If there are more than `most` courses, or their probabilities do not add up to 1.
pub(super) fn figures<E: Engine>(
    engine: &E,
    most: u64,
    mut round: FirstRound<'_>,
) -> Result<ExactFigures, String> {
    let (name, seats) = (E::game().name, Engine::players(engine));
    let events = engine.events();
    let mut record = Record::new(seats, engine.units(), events.len());
    let mut sums = Sums::new(seats, events.len());
    let mut play = |walk: &mut Walk, record: &mut Record| {
        let first = walk.below(seats as u32) as usize;
        record.clear();
        round(walk, first, record);
    };
    refuse_large(name, most, |walk| play(walk, &mut record))?;
    let all = every_course(name, most, |walk| {
        play(walk, &mut record);
        sums.add(walk.probability(), &record, &events);
    })?;
    if (all - 1.0).abs() > ROUNDING {
        return Err(keeps_something(&format!(
            "the probabilities of all ways that a round of {name} can go add up to {all:.4}, not to 1"
        )));
    }
    Ok(sums.figures())
}

/// Σ probability × net, × net squared, and × wins.
type Score = [Sum; 3];

/// The figures of the courses visited so far.
struct Sums {
    seats: Vec<Score>,
    positions: Vec<Score>,
    house: Score,
    events: Vec<[Sum; 2]>,
}

impl Sums {
    fn new(players: usize, events: usize) -> Sums {
        Sums {
            seats: vec![Score::default(); players],
            positions: vec![Score::default(); players],
            house: Score::default(),
            events: vec![Default::default(); events],
        }
    }

    fn add(&mut self, probability: f64, record: &Record, events: &[Event]) {
        let add = |(sums, score): (&mut Score, &super::Score)| {
            let terms = [score.net as f64, score.squares as f64, score.wins.into()];
            sums.iter_mut().zip(terms).for_each(|(sum, term)| sum.add(probability * term));
        };
        self.seats.iter_mut().zip(&record.seats).for_each(add);
        self.positions.iter_mut().zip(&record.positions).for_each(add);
        add((&mut self.house, &record.house));
        for ((sums, &hits), event) in self.events.iter_mut().zip(&record.hits).zip(events) {
            let terms = [hits, record.trials[event.unit]].map(f64::from);
            sums.iter_mut().zip(terms).for_each(|(sum, term)| sum.add(probability * term));
        }
    }

    fn figures(self) -> ExactFigures {
        let score = |sums: Score| {
            let [mean, square, win] = sums.map(Sum::value);
            ExactScore { mean, square, win }
        };
        ExactFigures {
            seats: self.seats.into_iter().map(score).collect(),
            positions: self.positions.into_iter().map(score).collect(),
            house: score(self.house),
            events: self.events.into_iter().map(|sums| sums.map(Sum::value).into()).collect(),
        }
    }
}
