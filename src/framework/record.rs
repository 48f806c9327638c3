//! What play leaves behind: money by seat and position, and how often each event happened.

use super::TurnOrder;

/// An event that runs count: how often it happened out of how many trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name, in kebab case.
    pub name: String,
    /// Which of the game's trial units it is counted in: an index into [`Record::trials`].
    /// Unit 0 is always rounds.
    pub unit: usize,
    /// False if the rules rule it out.
    pub possible: bool,
}

impl Event {
    /// An event by its name and the trial unit that it is counted in.
    pub fn new(name: impl Into<String>, unit: usize, possible: bool) -> Event {
        Event { name: name.into(), unit, possible }
    }
}

/// An event that moves the figures of a table where it happens often, so that whoever reads them
/// must know of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caution {
    /// The event's name. Its trials are rounds.
    pub event: &'static str,
    /// What it does to play and to the figures.
    pub note: &'static str,
    /// It is worth a note where it happens in more than this part of its trials.
    pub often: f64,
}

impl Caution {
    /// An event that is worth a note where it happens in more than one round in a hundred.
    pub const fn new(event: &'static str, note: &'static str) -> Caution {
        Caution { event, note, often: 0.01 }
    }

    /// The same where a part of its trials is what one expects.
    #[must_use]
    pub const fn beyond(self, often: f64) -> Caution {
        Caution { often, ..self }
    }
}

/// What one seat, or one position, or the house, took from a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Net money of the session, in the game's money units.
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

/// What one session yields.
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
    /// Trials of each unit; unit 0 is rounds.
    pub trials: Vec<u32>,
    /// How often each event happened, in the order of [`super::Engine::events`].
    pub hits: Vec<u32>,
}

impl Record {
    /// A record with nothing in it yet.
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

    /// Counts a round: what it brought each seat, and whether the seat won it.
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

/// Sessions of one round each, counted part by part of their records: how often each part came to
/// what. That is less than the records themselves, for nothing tells which parts came together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    /// How many sessions.
    pub sessions: u64,
    /// A seat, what it took from a session, and from how many.
    pub seats: Vec<(usize, Score, u64)>,
    /// The same by position.
    pub positions: Vec<(usize, Score, u64)>,
    /// What the house took.
    pub house: Vec<(Score, u64)>,
    /// A unit, its trials in a session, and in how many sessions there were so many.
    pub trials: Vec<(usize, u32, u64)>,
    /// An event, how often it happened in a session and in how many trials of its unit, and in how
    /// many sessions: only of those in which it did.
    pub hits: Vec<(usize, (u32, u32), u64)>,
}

impl Margins {
    /// Counts sessions in which an event happened so often in so many trials.
    #[inline]
    pub fn hit(&mut self, event: usize, hits: (u32, u32), times: u64) {
        if hits.0 > 0 && times > 0 {
            self.hits.push((event, hits, times));
        }
    }
}

/// A sink for which the margins of sessions are enough.
pub trait MarginSink {
    /// Counts many sessions at once.
    fn margins(&mut self, margins: &Margins);
}

/// Where sessions are counted.
pub trait Sink {
    /// Whether it must be told every session alone (`times` is 1), in order. It never changes.
    fn ordered(&self) -> bool {
        false
    }

    /// Counts a session; `times` sessions that came out the same may be counted at once, unless
    /// the sink is [`Sink::ordered`].
    fn session(&mut self, record: &Record, times: u64);

    /// The same sink, if it may be told sessions of one round by their margins.
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
