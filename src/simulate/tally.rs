//! Exact integer tallies of sessions.

use crate::framework::{AnyTable, MarginSink, Margins, Record, Score, Sink};
use crate::stats::estimate::half_width_at_every_look;
use crate::stats::sequential::FEWEST_SESSIONS;
use crate::stats::{Histogram, Moments, Proportion};
use serde::{Deserialize, Serialize};

/// Σx, Σx² and Σx·n over sessions; Σn and Σn² are kept once per unit of trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Sums {
    x: i128,
    xx: i128,
    xn: i128,
}

impl Sums {
    #[inline]
    fn add(&mut self, x: i64, n: u32, times: u64) {
        let (x, n, times) = (i128::from(x), i128::from(n), i128::from(times));
        self.x += x * times;
        self.xx += x * x * times;
        self.xn += x * n * times;
    }

    fn merge(&mut self, other: &Sums) {
        self.x += other.x;
        self.xx += other.xx;
        self.xn += other.xn;
    }
}

/// Σn and Σn² over sessions, for one unit of trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Trials {
    n: i128,
    nn: i128,
}

/// The tally of a seat, a position or the house.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Scores {
    net: Sums,
    wins: Sums,
    /// Σ net² by round.
    squares: i128,
}

impl Scores {
    #[inline]
    fn add(&mut self, score: &Score, rounds: u32, times: u64) {
        self.net.add(score.net, rounds, times);
        self.wins.add(score.wins.into(), rounds, times);
        self.squares += score.squares * i128::from(times);
    }

    fn merge(&mut self, other: &Scores) {
        self.net.merge(&other.net);
        self.wins.merge(&other.wins);
        self.squares += other.squares;
    }
}

/// The tally of a run, or of a part of it: integers only, so the order of merging does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    sessions: u64,
    units: Vec<Trials>,
    seats: Vec<Scores>,
    positions: Vec<Scores>,
    house: Scores,
    /// The nets of sessions, by seat, then the house.
    nets: Vec<Histogram>,
    events: Vec<Sums>,
    event_units: Vec<usize>,
    /// Money units per stake.
    stake: i64,
}

/// The figures of a seat, a position or the house.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatTally {
    /// Rounds played.
    pub rounds: u64,
    /// Net money by session, over rounds.
    pub net: Moments,
    /// Rounds won by session, over rounds.
    pub wins: Moments,
    /// Standard deviation of the net of a round, in money units.
    pub sd: Option<f64>,
    /// Money units per stake: the scale at which a look is tightest.
    stake: f64,
}

impl SeatTally {
    /// Half-width, in money units per round, of an interval for the EV that is valid at all times;
    /// tightest about when the interval of a net with a standard deviation of one stake reaches
    /// `precision`.
    pub fn time_uniform(&self, alpha: f64, precision: f64) -> f64 {
        half_width_at_every_look(&self.net, self.stake, alpha, precision)
    }
}

/// The hits of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventTally {
    /// Hits by session, over trials.
    pub hits: Moments,
    /// Rounds played: the denominator of a zero count.
    pub rounds: u64,
}

impl Tally {
    /// An empty tally for a game.
    pub fn new(game: &dyn AnyTable) -> Tally {
        let scores = vec![Scores::default(); game.players()];
        let event_units: Vec<usize> = game.events().iter().map(|event| event.unit).collect();
        Tally {
            sessions: 0,
            units: vec![Trials::default(); game.units()],
            seats: scores.clone(),
            positions: scores,
            house: Scores::default(),
            nets: vec![Histogram::default(); game.players() + 1],
            events: vec![Sums::default(); event_units.len()],
            event_units,
            stake: game.profile().units,
        }
    }

    /// An empty tally without [`Tally::nets`], which take most of the memory.
    pub(super) fn without_nets(game: &dyn AnyTable) -> Tally {
        Tally { nets: Vec::new(), ..Tally::new(game) }
    }

    /// Adds another tally of the same game.
    pub fn merge(&mut self, other: &Tally) {
        self.sessions += other.sessions;
        for (unit, more) in self.units.iter_mut().zip(&other.units) {
            unit.n += more.n;
            unit.nn += more.nn;
        }
        let scores = self.seats.iter_mut().chain(&mut self.positions).chain([&mut self.house]);
        let more = other.seats.iter().chain(&other.positions).chain([&other.house]);
        scores.zip(more).for_each(|(scores, more)| scores.merge(more));
        self.nets.iter_mut().zip(&other.nets).for_each(|(nets, more)| nets.merge(more));
        self.events.iter_mut().zip(&other.events).for_each(|(event, more)| event.merge(more));
    }

    /// Whether the EV of every seat is known to this half-width, in money units, by intervals valid
    /// at every look.
    pub(super) fn known_to(&self, confidence: f64, precision: f64) -> bool {
        let width = |seat: &SeatTally| seat.time_uniform(1.0 - confidence, precision);
        let widest = self.seats().iter().map(width).fold(0.0, f64::max);
        widest <= precision
    }

    /// Whether the probability of each of these events is known to this half-width, by intervals
    /// valid at every look.
    pub(super) fn events_known_to(
        &self,
        events: &[usize],
        confidence: f64,
        precision: f64,
    ) -> bool {
        let all = self.events();
        // What is never tried is never known: nobody waits for it.
        let tried = events.iter().map(|&at| &all[at]).filter(|event| event.hits.n > 0);
        let width = |EventTally { hits, rounds }: &EventTally| {
            Proportion::time_uniform(hits, *rounds, confidence).half_width()
        };
        self.sessions >= FEWEST_SESSIONS && tried.map(width).fold(0.0, f64::max) <= precision
    }

    /// Rounds played.
    pub fn rounds(&self) -> u64 {
        self.units.first().map_or(0, |rounds| rounds.n as u64)
    }

    /// Sessions played.
    pub fn sessions(&self) -> u64 {
        self.sessions
    }

    /// The figures of the seats, by seat.
    pub fn seats(&self) -> Vec<SeatTally> {
        self.seats.iter().map(|scores| self.scores(scores)).collect()
    }

    /// Whether the figures by seat differ from those by position, as they do where the seats take
    /// turns in acting first. Also true of a lone seat.
    pub fn rotates(&self) -> bool {
        self.seats.len() == 1
            || self.seats().iter().map(|it| it.net).ne(self.positions().iter().map(|it| it.net))
    }

    /// The figures of the positions, in order of action.
    pub fn positions(&self) -> Vec<SeatTally> {
        self.positions.iter().map(|scores| self.scores(scores)).collect()
    }

    /// The figures of the house.
    pub fn house(&self) -> SeatTally {
        self.scores(&self.house)
    }

    /// The nets of sessions, by seat, then the house, in money units.
    pub fn nets(&self) -> &[Histogram] {
        &self.nets
    }

    /// The tallies of events, in the order of [`Engine::events`](crate::framework::Engine::events).
    pub fn events(&self) -> Vec<EventTally> {
        let tally = |(sums, &unit): (&Sums, &usize)| EventTally {
            hits: self.moments(sums, unit),
            rounds: self.rounds(),
        };
        self.events.iter().zip(&self.event_units).map(tally).collect()
    }

    fn moments(&self, sums: &Sums, unit: usize) -> Moments {
        let Trials { n, nn } = self.units[unit];
        Moments { sessions: self.sessions, x: sums.x, n, xx: sums.xx, xn: sums.xn, nn }
    }

    fn scores(&self, scores: &Scores) -> SeatTally {
        let rounds = self.rounds();
        let mean = scores.net.x as f64 / rounds as f64;
        // Σ(x − mean)² from exact sums: shifted by the nearest whole mean, so that no digits
        // cancel.
        let shift = mean.round() as i128;
        let n = i128::from(rounds);
        let centred = scores.squares - 2 * shift * scores.net.x + shift * shift * n;
        let rest = (scores.net.x - shift * n) as f64;
        let sum = centred as f64 - rest * rest / rounds as f64;
        let sd = (rounds > 1).then(|| (sum.max(0.0) / (rounds - 1) as f64).sqrt());
        SeatTally {
            rounds,
            net: self.moments(&scores.net, 0),
            wins: self.moments(&scores.wins, 0),
            sd,
            stake: self.stake as f64,
        }
    }
}

impl Sink for Tally {
    #[inline]
    fn session(&mut self, record: &Record, times: u64) {
        let rounds = record.rounds;
        self.sessions += times;
        for (unit, &n) in self.units.iter_mut().zip(&record.trials) {
            let (n, times) = (i128::from(n), i128::from(times));
            unit.n += n * times;
            unit.nn += n * n * times;
        }
        for (seat, score) in self.seats.iter_mut().zip(&record.seats) {
            seat.add(score, rounds, times);
        }
        for (position, score) in self.positions.iter_mut().zip(&record.positions) {
            position.add(score, rounds, times);
        }
        self.house.add(&record.house, rounds, times);
        for (nets, score) in self.nets.iter_mut().zip(record.seats.iter().chain([&record.house])) {
            nets.add(score.net, times);
        }
        for (i, &hits) in record.hits.iter().enumerate().filter(|&(_, &hits)| hits > 0) {
            let n = record.trials[self.event_units[i]];
            self.events[i].add(hits.into(), n, times);
        }
    }

    fn by_margins(&mut self) -> Option<&mut dyn MarginSink> {
        Some(self)
    }
}

impl MarginSink for Tally {
    fn margins(&mut self, margins: &Margins) {
        self.sessions += margins.sessions;
        for &(unit, n, times) in &margins.trials {
            let (n, times) = (i128::from(n), i128::from(times));
            self.units[unit].n += n * times;
            self.units[unit].nn += n * n * times;
        }
        let seats = self.seats.len();
        for (seat, score, times) in &margins.seats {
            self.seats[*seat].add(score, 1, *times);
            if let Some(nets) = self.nets.get_mut(*seat) {
                nets.add(score.net, *times);
            }
        }
        for (position, score, times) in &margins.positions {
            self.positions[*position].add(score, 1, *times);
        }
        for (score, times) in &margins.house {
            self.house.add(score, 1, *times);
            if let Some(nets) = self.nets.get_mut(seats) {
                nets.add(score.net, *times);
            }
        }
        for &(event, (hits, n), times) in &margins.hits {
            self.events[event].add(hits.into(), n, times);
        }
    }
}
