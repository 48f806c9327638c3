//! A Python function in a seat.

use croupier::framework::{Asked, Chooser, Named};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A seated function, released when the run is over, as games that host it are never freed.
pub struct Seated {
    play: Mutex<Option<Py<PyAny>>>,
    /// The first exception that it raised.
    raised: Mutex<Option<PyErr>>,
    /// Whether rounds played from now on are discarded.
    over: AtomicBool,
    stop: Arc<AtomicBool>,
    /// Set when it raises: what is played from then on, by nobody's choice, is written nowhere.
    left: Arc<AtomicBool>,
    asked: AtomicU64,
    /// The time that its decisions have taken, in nanoseconds, making the views included; without
    /// waiting for other threads in Python.
    spent: AtomicU64,
}

/// The number of function calls under way.
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// Whether any function call is under way.
pub fn are_called() -> bool {
    CALLS.load(Ordering::SeqCst) > 0
}

impl fmt::Debug for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seated").field("asked", &self.asked).finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seated {
    /// Seats a function, which makes the decisions; an exception in it stops the run.
    pub fn new(play: Py<PyAny>, stop: Arc<AtomicBool>, left: Arc<AtomicBool>) -> Seated {
        let (play, raised) = (Mutex::new(Some(play)), Mutex::default());
        let (asked, spent) = (AtomicU64::new(0), AtomicU64::new(0));
        Seated { play, raised, stop, left, over: AtomicBool::default(), asked, spent }
    }

    /// The time that its decisions have taken, in seconds.
    pub fn spent(&self) -> f64 {
        self.spent.load(Ordering::Relaxed) as f64 / 1e9
    }

    /// Ends the run, whose further rounds are discarded and written nowhere.
    fn discard(&self) {
        self.left.store(true, Ordering::SeqCst);
        self.over.store(true, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Releases the function in the middle of a run.
    pub fn abandon(&self) {
        self.discard();
        locked(&self.play).take();
    }

    /// Releases the function after the run and returns the exception that it raised, if any.
    pub fn leave(&self) -> Option<PyErr> {
        self.over.store(true, Ordering::SeqCst);
        locked(&self.play).take();
        locked(&self.raised).take()
    }
}

/// Adds the time from `since` until it is dropped, in nanoseconds.
struct Timed<'s> {
    since: Instant,
    spent: &'s AtomicU64,
}

impl Drop for Timed<'_> {
    fn drop(&mut self) {
        let nanoseconds = u64::try_from(self.since.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.spent.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}

impl Chooser for Seated {
    /// A run that is stopped still finishes the blocks of sessions in progress, which count: until
    /// then the function is asked. Once rounds are discarded, the first action is played.
    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if asked.actions.len() == 1 || self.over.load(Ordering::SeqCst) {
            return Some(0);
        }
        CALLS.fetch_add(1, Ordering::SeqCst);
        let answer = Python::attach(|py| {
            let _timed = Timed { since: Instant::now(), spent: &self.spent };
            let play = locked(&self.play).as_ref().map(|play| play.clone_ref(py))?;
            let sees = (asked.decided, asked.actions.to_vec(), asked.features(), asked.sees());
            match play.call1(py, sees).and_then(|answer| answer.extract::<usize>(py)) {
                Ok(place) => Some(place),
                Err(error) => {
                    locked(&self.raised).get_or_insert(error);
                    self.discard();
                    None
                }
            }
        });
        CALLS.fetch_sub(1, Ordering::SeqCst);
        answer.or(Some(0))
    }
}

/// The name of a player, leaked: the tables that it sat at keep it as long as the process lasts.
pub fn named(name: &str) -> Named {
    static NAMES: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());
    let mut names = locked(&NAMES);
    let name = *names.entry(name.to_owned()).or_insert_with(|| name.to_owned().leak());
    Named { name, parameters: &[], about: "a player written in Python" }
}
