//! Records of play: money by seat and position, and counts of events.

use super::TurnOrder;

/// An event that runs count: hits out of trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name, in kebab case.
    pub name: String,
    /// Its trial unit: an index into [`Record::trials`]. Unit 0 is always rounds.
    pub unit: usize,
    /// Whether it can happen under the rules.
    pub possible: bool,
}

impl Event {
    /// An event by its name and its trial unit.
    pub fn new(name: impl Into<String>, unit: usize, possible: bool) -> Event {
        Event { name: name.into(), unit, possible }
    }
}

/// An event that distorts the figures of a table when it happens often, so that their reader must
/// be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caution {
    /// The event's name. Its trials are rounds.
    pub event: &'static str,
    /// Its effect on play and on the figures.
    pub note: &'static str,
    /// The fraction of its trials above which the note is shown.
    pub often: f64,
}

impl Caution {
    /// An event to be noted when it happens in more than one round in a hundred.
    pub const fn new(event: &'static str, note: &'static str) -> Caution {
        Caution { event, note, often: 0.01 }
    }

    /// Sets the fraction of rounds above which the note is shown.
    #[must_use]
    pub const fn beyond(self, often: f64) -> Caution {
        Caution { often, ..self }
    }
}

/// The result of a session for a seat, a position, or the house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The net of the session, in the game's money units.
    pub net: i64,
    /// The sum over its rounds of the square of the round's net.
    pub squares: i128,
    /// Rounds won.
    pub wins: u32,
}

impl Score {
    /// Adds a round.
    #[inline]
    pub fn add(&mut self, net: i64, won: bool) {
        self.net += net;
        self.squares += i128::from(net) * i128::from(net);
        self.wins += u32::from(won);
    }
}

/// The record of one session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Rounds played.
    pub rounds: u32,
    /// By seat.
    pub seats: Vec<Score>,
    /// By position: 0 is the first to act.
    pub positions: Vec<Score>,
    /// The house's.
    pub house: Score,
    /// Trials by unit; unit 0 is rounds.
    pub trials: Vec<u32>,
    /// Hits by event, in the order of [`super::Engine::events`].
    pub hits: Vec<u32>,
}

impl Record {
    /// An empty record.
    pub fn new(players: usize, units: usize, events: usize) -> Record {
        Record {
            rounds: 0,
            seats: vec![Score::default(); players],
            positions: vec![Score::default(); players],
            house: Score::default(),
            trials: vec![0; units],
            hits: vec![0; events],
        }
    }

    /// Counts a round; `score` gives a seat's net, in money units, and whether the seat won.
    #[inline]
    pub fn add_round(&mut self, order: TurnOrder, score: impl Fn(usize) -> (i64, bool)) {
        self.rounds += 1;
        self.trials[0] += 1;
        for seat in 0..order.players {
            let (net, won) = score(seat);
            self.seats[seat].add(net, won);
            self.positions[order.place(seat)].add(net, won);
        }
    }

    /// Empties it for the next session.
    pub fn clear(&mut self) {
        self.rounds = 0;
        self.seats.fill(Score::default());
        self.positions.fill(Score::default());
        self.house = Score::default();
        self.trials.fill(0);
        self.hits.fill(0);
    }
}

/// The marginal distributions of the records of sessions of one round each: the values of every
/// part of a record, with the number of sessions that had them. The joint distribution is lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    /// The number of sessions.
    pub sessions: u64,
    /// A seat, its score in a session, and the number of sessions with that score.
    pub seats: Vec<(usize, Score, u64)>,
    /// The same by position.
    pub positions: Vec<(usize, Score, u64)>,
    /// A score of the house, and the number of sessions with it.
    pub house: Vec<(Score, u64)>,
    /// A unit, its trials in a session, and the number of sessions with that many.
    pub trials: Vec<(usize, u32, u64)>,
    /// An event, its hits in a session and the trials of its unit, and the number of sessions with
    /// both; sessions without a hit are left out.
    pub hits: Vec<(usize, (u32, u32), u64)>,
}

impl Margins {
    /// Counts `times` sessions in which an event had these hits and trials.
    #[inline]
    pub fn hit(&mut self, event: usize, hits: (u32, u32), times: u64) {
        if hits.0 > 0 && times > 0 {
            self.hits.push((event, hits, times));
        }
    }
}

/// A sink that needs only the marginal distributions of sessions.
pub trait MarginSink {
    /// Counts many sessions at once.
    fn margins(&mut self, margins: &Margins);
}

/// A consumer of the records of sessions.
pub trait Sink {
    /// Whether it must get every session by itself (`times` is 1) and in order. Constant for a
    /// sink.
    fn ordered(&self) -> bool {
        false
    }

    /// Counts a session; `times` sessions with equal records may be counted at once, unless the
    /// sink is [`Sink::ordered`].
    fn session(&mut self, record: &Record, times: u64);

    /// This sink as one that accepts sessions of one round by their margins, if it does.
    fn by_margins(&mut self) -> Option<&mut dyn MarginSink> {
        None
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn ordered(&self) -> bool {
        (**self).ordered()
    }

    #[inline]
    fn session(&mut self, record: &Record, times: u64) {
        (**self).session(record, times);
    }

    fn by_margins(&mut self) -> Option<&mut dyn MarginSink> {
        (**self).by_margins()
    }
}
