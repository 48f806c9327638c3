//! The laws that every game keeps, as checks at a table: for the tests of a game from outside, as for
//! those of croupier's own.

use super::setup;
use crate::cards::random::{Purpose, Seed};
use crate::framework::{
    AnyTable, Asked, Chooser, ExactError, ExactFigures, ExactScore, Record, Seats, Sink,
};
use crate::simulate::{self, Plan, SeatTally, Tally, Until};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A law that every game keeps, at every table.
///
/// A test of a game checks them all at its tables: under each rule that changes the play, with shoes
/// that last, with bonuses, with players who mix:
///
/// ```
/// use croupier::strategy;
/// use croupier::study::{self, Law, RulesFrom};
///
/// let game = study::find("kinzo").unwrap();
/// let table = game.table(&RulesFrom::Default, &[]).unwrap();
/// let players = strategy::parse(&game.profile(), &"threshold".into()).unwrap();
/// let players = players.seat(&*table).unwrap();
/// for law in Law::ALL {
///     assert_eq!(law.broken(&*table, &*players, 200), [""; 0], "{law:?}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// What the seats net and what the house nets add up to zero, by seat and by position; without a
    /// house, what is left over is less than a money unit for each seat.
    Money,
    /// A run has the same results on any number of threads.
    Threads,
    /// A run plays sessions in order, and no more than are needed for its rounds.
    Order,
    /// A session is the same alone, in a row and counted together with its equals.
    Sessions,
    /// A trace has the rounds of the session that was played, and each of its steps, except bonuses,
    /// cites a rule.
    Trace,
    /// Whoever decides in a seat, the round takes every action that is listed; one who decides as the
    /// strategy does changes nothing.
    Deciders,
    /// A round that is written down is the one that was traced, and can be replayed from its text. In
    /// a later round of a session whose shoes are full again, the nets may differ: money may be
    /// carried that the text does not tell.
    Written,
    /// Exact figures are those of the rounds played, within what luck allows; those of a solver are those
    /// over all courses of a round. Not looked at where a round is out of reach (of enumeration: where
    /// it has more than 200,000 courses), or where a session has several.
    Exact,
}

/// The master seeds of the runs; any would do.
const PLAYED: u64 = 3;
const BOOKED: u64 = 9;
const WRITTEN: u64 = 6;
/// The sessions that are looked at one by one.
const SOME: [u64; 3] = [0, 5, 117];
/// The most courses of a round that are enumerated.
const ENUMERATED: u64 = 200_000;
/// The largest part by which figures may differ that differ by rounding alone.
const ROUNDING: f64 = 1e-9;
/// The number of rounds below which some laws would check nothing.
const LEAST: u64 = 100;
/// The logarithm of the odds against a right figure being taken for a wrong one: a billion to one.
const DOUBT: f64 = 21.4;

impl Law {
    /// All of them.
    pub const ALL: [Law; 8] = [
        Law::Money,
        Law::Threads,
        Law::Order,
        Law::Sessions,
        Law::Trace,
        Law::Deciders,
        Law::Written,
        Law::Exact,
    ];

    /// The ways in which a table breaks the law with these players, in runs of so many `rounds` (at
    /// least 100), one sentence each, at most 20; none if it keeps it.
    ///
    /// # Panics
    /// If the round itself does, as it does after an action that is not legal; if the players are of
    /// another game, or not as many as the seats; if no threads can be started.
    pub fn broken(self, table: &dyn AnyTable, players: &dyn Seats, rounds: u64) -> Vec<String> {
        let rounds = rounds.max(LEAST);
        let mut faults = Faults(Vec::new());
        match self {
            Law::Money => money(table, players, rounds, &mut faults),
            Law::Threads => threads(table, players, rounds, &mut faults),
            Law::Order => order(table, players, rounds, &mut faults),
            Law::Sessions => sessions(table, players, rounds, &mut faults),
            Law::Trace => trace(table, players, &mut faults),
            Law::Deciders => deciders(table, players, rounds, &mut faults),
            Law::Written => written(table, players, &mut faults),
            Law::Exact => exact(table, players, rounds, &mut faults),
        }
        faults.0
    }
}

/// The faults found, the first few of them.
struct Faults(Vec<String>);

impl Faults {
    /// The most that are kept.
    const MOST: usize = 20;

    /// Notes a fault unless it is `right`.
    fn unless(&mut self, right: bool, fault: impl FnOnce() -> String) {
        if !right && self.0.len() < Faults::MOST {
            self.0.push(fault());
        }
    }

    /// Notes a figure that is further off than luck allows.
    fn compare(&mut self, what: impl FnOnce() -> String, exact: f64, played: f64, off: f64) {
        self.unless((exact - played).abs() <= off, || {
            format!(
                "{} is {exact} as computed and {played} as played: luck allows for {off} at most",
                what()
            )
        });
    }
}

fn run(table: &dyn AnyTable, players: &dyn Seats, rounds: u64, threads: usize) -> Tally {
    let (stop, until) = (AtomicBool::new(false), Until::Rounds(rounds));
    let plan = Plan { seed: PLAYED, until, confidence: 0.95, stop: &stop, journal: None };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.unwrap_or_else(|error| panic!("{threads} threads: {error}"));
    pool.install(|| simulate::run(table, players, plan, &|_| {}).tally)
}

fn money(table: &dyn AnyTable, players: &dyn Seats, rounds: u64, faults: &mut Faults) {
    struct Books<'f> {
        faults: &'f mut Faults,
        has_house: bool,
    }
    impl Sink for Books<'_> {
        fn session(&mut self, record: &Record, _times: u64) {
            let house = record.house.net;
            for (what, scores) in [("seats", &record.seats), ("positions", &record.positions)] {
                let all: i64 = scores.iter().map(|score| score.net).sum();
                self.faults.unless(all + house == 0, || {
                    format!("the {what} net {all} in a session, and the house {house}")
                });
            }
            let rest = house.unsigned_abs() < record.seats.len() as u64;
            self.faults.unless(self.has_house || rest, || {
                format!("there is no house, and it nets {house} in a session")
            });
            let (played, tried) = (record.rounds, record.trials[0]);
            self.faults.unless(played == tried, || {
                format!("a session of {played} rounds counts {tried} trials of events of rounds")
            });
        }
    }
    let mut books = Books { has_house: table.has_house(), faults };
    table.play(&mut *players.copied(), Seed::new(BOOKED), 0..rounds / 2, &mut books);
}

fn threads(table: &dyn AnyTable, players: &dyn Seats, rounds: u64, faults: &mut Faults) {
    let one = run(table, players, rounds, 1);
    for threads in [2, 3, 8] {
        let same = run(table, players, rounds, threads) == one;
        faults
            .unless(same, || format!("the results on {threads} threads differ from those on one"));
    }
    let played = one.rounds();
    faults.unless(played >= rounds, || format!("a run of {rounds} rounds has {played}"));
}

fn order(table: &dyn AnyTable, players: &dyn Seats, rounds: u64, faults: &mut Faults) {
    #[derive(Default)]
    struct Lengths(Vec<u64>);
    impl Sink for Lengths {
        fn session(&mut self, record: &Record, times: u64) {
            self.0.extend((0..times).map(|_| u64::from(record.rounds)));
        }
    }
    for goal in [1, 7, 1000, rounds / 2 + 1] {
        let found = run(table, players, goal, 2);
        let mut lengths = Lengths::default();
        let sessions = 0..found.sessions();
        table.play(&mut *players.copied(), Seed::new(PLAYED), sessions, &mut lengths);
        let all: u64 = lengths.0.iter().sum();
        let played = found.rounds();
        faults.unless(played == all, || {
            format!("a run has {played} rounds, but its sessions have {all} in all")
        });
        let last = lengths.0.last().copied().unwrap_or_default();
        faults.unless(all >= goal && all - last < goal, || {
            format!("a run to {goal} rounds has {all}, of which its last session has {last}")
        });
    }
}

fn sessions(table: &dyn AnyTable, players: &dyn Seats, rounds: u64, faults: &mut Faults) {
    /// The records, and how often it was told of several sessions at once.
    #[derive(Default)]
    struct Every<const ORDERED: bool>(Vec<Record>, usize);
    impl<const ORDERED: bool> Sink for Every<ORDERED> {
        fn ordered(&self) -> bool {
            ORDERED
        }

        fn session(&mut self, record: &Record, times: u64) {
            self.0.extend((0..times).map(|_| record.clone()));
            self.1 += usize::from(times != 1);
        }
    }
    let seed = Seed::new(5);
    let sessions = 7..7 + rounds.min(5_000) / 10;
    let play = |sessions, sink: &mut dyn Sink| {
        table.play(&mut *players.copied(), seed, sessions, sink);
    };
    let (mut ordered, mut alone) = (Every::<true>::default(), Every::<true>::default());
    play(sessions.clone(), &mut ordered);
    sessions.clone().for_each(|session| play(session..session + 1, &mut alone));
    for (told, how) in [(&ordered, "in a row"), (&alone, "alone")] {
        let every = told.0.len() as u64 == sessions.end - sessions.start && told.1 == 0;
        faults.unless(every, || format!("a sink that asks for every session misses some, {how}"));
    }
    let differ = ordered.0.iter().zip(&alone.0).position(|(one, other)| one != other);
    faults.unless(differ.is_none(), || {
        let session = sessions.start + differ.unwrap_or_default() as u64;
        format!("session {session} played alone differs from session {session} played in a row")
    });
    let tally = |records: &[Record]| {
        let mut tally = Tally::new(table);
        records.iter().for_each(|record| tally.session(record, 1));
        tally
    };
    let mut counted = Every::<false>::default();
    play(sessions.clone(), &mut counted);
    // A sink that accepts margins may get no records at all.
    let mut told = Tally::new(table);
    play(sessions, &mut told);
    for other in [tally(&counted.0), told] {
        faults.unless(other == tally(&ordered.0), || {
            "sessions counted together have other sums than one by one".to_owned()
        });
    }
}

fn trace(table: &dyn AnyTable, players: &dyn Seats, faults: &mut Faults) {
    struct Rounds(u64);
    impl Sink for Rounds {
        fn session(&mut self, record: &Record, _times: u64) {
            self.0 += u64::from(record.rounds);
        }
    }
    let seed = Seed::new(PLAYED);
    for session in SOME {
        let mut played = Rounds(0);
        table.play(&mut *players.copied(), seed, session..session + 1, &mut played);
        let (told, rounds) = table.trace(&mut *players.copied(), seed, session, None);
        let same = (told.len() as u64, rounds) == (played.0, played.0) && rounds > 0;
        faults.unless(same, || {
            let (told, played) = (told.len(), played.0);
            format!("session {session} has {played} rounds, and its trace {told} of {rounds}")
        });
        let last = rounds.saturating_sub(1);
        let (one, _) = table.trace(&mut *players.copied(), seed, session, Some(last));
        faults.unless(one.first() == told.last(), || {
            format!("the last round of session {session} has another trace by itself")
        });
        let steps = told.iter().flat_map(|(_, steps)| steps);
        // A bonus is the framework's, and belongs to no rule of the game.
        for step in steps.filter(|step| step.rule.is_empty() && step.event != "bonus") {
            faults.unless(false, || format!("a step cites no rule: {}", step.text));
        }
    }
}

/// Takes the action of the strategy, or with `seed` any listed one at random.
#[derive(Debug)]
struct Whim {
    seed: Option<Seed>,
    asked: AtomicU64,
    /// The first question that was not as it should be.
    odd: Mutex<Option<String>>,
}

impl Whim {
    fn new(seed: Option<Seed>) -> Arc<Whim> {
        Arc::new(Whim { seed, asked: AtomicU64::new(0), odd: Mutex::default() })
    }

    /// Notes the first question that was not as it should be.
    fn tell(&self, faults: &mut Faults) {
        let odd = self.odd.lock().unwrap_or_else(PoisonError::into_inner).take();
        faults.unless(odd.is_none(), || odd.unwrap_or_default());
    }
}

/// What is wrong with a question, if anything is.
fn fault_of(asked: &Asked<'_>) -> Option<&'static str> {
    let actions: BTreeSet<&String> = asked.actions.iter().collect();
    let is_one = |&(place, weight): &(usize, u32)| place < asked.actions.len() && weight > 0;
    match () {
        () if actions.is_empty() => Some("no action is listed"),
        () if actions.len() < asked.actions.len() => Some("an action is listed twice"),
        () if asked.own.is_empty() => Some("the strategy in the seat has no answer"),
        () if !asked.own.iter().all(is_one) => Some("the strategy's answer is not listed"),
        () if asked.sees().is_empty() => Some("nothing is seen"),
        () if asked.situation().is_empty() => Some("the situation is empty"),
        () => None,
    }
}

impl Chooser for Whim {
    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        if let Some(fault) = fault_of(asked) {
            let mut odd = self.odd.lock().unwrap_or_else(PoisonError::into_inner);
            odd.get_or_insert_with(|| format!("somebody is asked, and {fault}: {asked:?}"));
        }
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        match (self.seed, asked.own) {
            (Some(seed), _) => {
                let mut stream = seed.round(number, 0).stream(Purpose::Blind);
                Some(stream.below(asked.actions.len() as u32) as usize)
            }
            (None, &[(sure, _)]) if asked.sure => Some(sure),
            (None, _) => None,
        }
    }
}

fn deciders(table: &dyn AnyTable, players: &dyn Seats, rounds: u64, faults: &mut Faults) {
    struct Books<'f>(u64, &'f mut Faults);
    impl Sink for Books<'_> {
        fn session(&mut self, record: &Record, times: u64) {
            self.0 += times;
            let all: i64 = record.seats.iter().map(|seat| seat.net).sum();
            let house = record.house.net;
            self.1.unless(all + house == 0, || {
                format!("with any actions the seats net {all} in a session, and the house {house}")
            });
        }
    }
    let same = Whim::new(None);
    let mut followed = setup::chosen(table, players, &same);
    for session in SOME {
        let seed = Seed::new(PLAYED);
        let alone = table.trace(&mut *players.copied(), seed, session, None);
        let beside = table.trace(&mut *followed, seed, session, None);
        faults.unless(alone == beside, || {
            format!("session {session} changes when a chooser decides as the strategies do")
        });
    }
    faults.unless(same.asked.load(Ordering::Relaxed) > 0, || "nobody is asked".to_owned());
    let any = Whim::new(Some(Seed::new(4)));
    let mut free = setup::chosen(table, players, &any);
    let sessions = rounds.min(200) / 4;
    let mut books = Books(0, faults);
    table.play(&mut *free, Seed::new(BOOKED), 0..sessions, &mut books);
    let played = books.0;
    faults.unless(played == sessions, || format!("{sessions} sessions are played as {played}"));
    same.tell(faults);
    any.tell(faults);
}

fn written(table: &dyn AnyTable, players: &dyn Seats, faults: &mut Faults) {
    let lasts = table.capabilities().counting.is_some_and(|shoes| shoes.penetration().is_some());
    let seed = Seed::new(WRITTEN);
    for session in 0..4 {
        let whim = (session % 2 == 1).then(|| Seed::new(session));
        let [writing, tracing] = [(); 2].map(|()| Whim::new(whim));
        let rounds = table.write_down(&*setup::chosen(table, players, &writing), seed, session);
        let mut seats = setup::chosen(table, players, &tracing);
        let (told, _) = table.trace(&mut *seats, seed, session, None);
        writing.tell(faults);
        tracing.tell(faults);
        let same = rounds.len() == told.len()
            && rounds.iter().zip(&told).all(|(round, (_, steps))| round.steps == *steps);
        faults.unless(same, || format!("session {session} is written otherwise than it is traced"));
        for (number, round) in rounds.iter().enumerate() {
            let at = || format!("session {session}, round {}", number + 1);
            let text = &round.text;
            let fault = table.replay(text).err().map(|error| error.to_string());
            let carries = number > 0 && !lasts;
            let fault = fault.filter(|fault| !(carries && fault.contains(": nets = [")));
            faults.unless(fault.is_none(), || {
                format!("{}: {}\n{text}", at(), fault.unwrap_or_default())
            });
            let goes_on = text.contains("gone = [");
            faults.unless(!goes_on || lasts && number > 0, || {
                format!("{}: cards are gone from a full shoe\n{text}", at())
            });
            faults.unless(goes_on || !lasts || number != 1, || {
                format!("{}: no cards are gone from a shoe that lasts\n{text}", at())
            });
        }
    }
}

/// How far the mean of `n` values may be from their expectation, but once in a billion: Bernstein's
/// inequality for values of this variance, none of which is further from it than `jump`.
fn off(n: f64, variance: f64, jump: f64) -> f64 {
    (2.0 * DOUBT * variance.max(0.0) / n).sqrt() + DOUBT * jump / (3.0 * n) + 1e-9
}

fn exact(table: &dyn AnyTable, players: &dyn Seats, rounds: u64, faults: &mut Faults) {
    let solver = table.capabilities().exact;
    if !solver.map_or(table.rounds_per_session() <= 1.0, |solver| solver.is_whole()) {
        return;
    }
    let solved = solver.map(|solver| solver.exact(&mut *players.copied()));
    let enumerated = table.enumerate(&mut *players.copied(), ENUMERATED);
    let found = match (solved, enumerated) {
        (Some(Ok(solved)), enumerated) => {
            if let Ok(enumerated) = &enumerated {
                agree(&solved, enumerated, faults);
            }
            solved
        }
        (None | Some(Err(ExactError::OutOfReach(_))), Ok(enumerated)) => enumerated,
        (None | Some(Err(ExactError::OutOfReach(_))), Err(_)) => return,
        (Some(Err(error)), _) => {
            return faults.unless(false, || format!("no exact figures: {error}"));
        }
    };
    let tally = run(table, players, rounds, 2);
    // The furthest that any net came from this mean: a prize that never came is no jump.
    let jump = |mean: f64| {
        let ends = tally.nets().iter().flat_map(|nets| [nets.min(), nets.max()]);
        ends.flatten().map(|net| (net as f64 - mean).abs()).fold(0.0, f64::max)
    };
    scores("seat", &found.seats, &tally.seats(), jump, faults);
    scores("position", &found.positions, &tally.positions(), jump, faults);
    scores("house", &[found.house], &[tally.house()], jump, faults);
    for (event, (&(hits, trials), played)) in
        table.events().iter().zip(found.events.iter().zip(tally.events()))
    {
        let n = played.hits.n as f64;
        if n > 0.0 {
            let share = if trials > 0.0 { (hits / trials).clamp(0.0, 1.0) } else { 0.0 };
            // The trials of a round share its luck: no more of them count than rounds.
            let off = off(n.min(tally.rounds() as f64), share * (1.0 - share), 1.0);
            let what = || format!("the share of {}", event.name);
            faults.compare(what, share, played.hits.x as f64 / n, off);
        }
    }
}

/// Compares the figures of the game's own engine with those over every course of a round.
fn agree(solved: &ExactFigures, enumerated: &ExactFigures, faults: &mut Faults) {
    let mut near = |what: &dyn Fn() -> String, solved: f64, enumerated: f64| {
        let off = (solved - enumerated).abs();
        faults.unless(off <= ROUNDING * (1.0 + enumerated.abs()), || {
            format!("{} is {solved} as computed and {enumerated} as enumerated", what())
        });
    };
    let mut scores = |of: &str, solved: &[ExactScore], enumerated: &[ExactScore]| {
        for (at, (solved, enumerated)) in solved.iter().zip(enumerated).enumerate() {
            let figures = [
                ("net", solved.mean, enumerated.mean),
                ("square", solved.square, enumerated.square),
                ("share of wins", solved.win, enumerated.win),
            ];
            for (figure, solved, enumerated) in figures {
                near(&|| format!("the {figure} of {of} {}", at + 1), solved, enumerated);
            }
        }
    };
    scores("seat", &solved.seats, &enumerated.seats);
    scores("position", &solved.positions, &enumerated.positions);
    scores("house", &[solved.house], &[enumerated.house]);
    for (at, (solved, enumerated)) in solved.events.iter().zip(&enumerated.events).enumerate() {
        near(&|| format!("hits of event {}", at + 1), solved.0, enumerated.0);
        near(&|| format!("trials of event {}", at + 1), solved.1, enumerated.1);
    }
}

/// Compares the nets, in money units, and the wins of some seats or positions; `jump` is the furthest
/// that any net came from a mean.
fn scores(
    of: &str,
    exact: &[ExactScore],
    played: &[SeatTally],
    jump: impl Fn(f64) -> f64,
    faults: &mut Faults,
) {
    for (at, (exact, played)) in exact.iter().zip(played).enumerate() {
        let n = played.net.n as f64;
        let variance = exact.square - exact.mean * exact.mean;
        let net = || format!("the net of {of} {}, in money units,", at + 1);
        faults.compare(
            net,
            exact.mean,
            played.net.x as f64 / n,
            off(n, variance, jump(exact.mean)),
        );
        let wins = || format!("the share of wins of {of} {}", at + 1);
        let spread = exact.win * (1.0 - exact.win);
        faults.compare(wins, exact.win, played.wins.x as f64 / n, off(n, spread, 1.0));
    }
}
