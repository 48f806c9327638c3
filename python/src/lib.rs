//! croupier for Python: runs commands in process, given the words of the command line. The Python
//! side, such as keyword arguments, is in `lib/croupier`.

mod player;
mod table;

use croupier::cli::{
    ArgumentFacts, CommandFacts, Croupier, Desk, LaidOut, Progress, Refusal, Told,
};
use player::Seated;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use table::Table;

/// The interval at which Ctrl-C is checked for and the progress of a run is reported to Python.
const PAUSE: Duration = Duration::from_millis(50);
/// The time that a run without any rounds has to end after Ctrl-C: it has no results to wait for.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time that the interpreter waits at exit for commands that are still running.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// The commands under way: the stop flag of each, and its players.
type Live = Vec<(Arc<AtomicBool>, Vec<Arc<Seated>>)>;
static LIVE: Mutex<Live> = Mutex::new(Vec::new());

/// Registers a command as under way until this is dropped.
struct Asking(Arc<AtomicBool>);

impl Asking {
    fn new(stop: &Arc<AtomicBool>, seated: &[Arc<Seated>]) -> Asking {
        let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
        live.push((Arc::clone(stop), seated.to_vec()));
        Asking(Arc::clone(stop))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
        live.retain(|(stop, _)| !Arc::ptr_eq(stop, &self.0));
    }
}

/// Stops the commands of other threads when the interpreter exits, because a thread that called
/// Python afterwards would crash it. Returns whether all have ended.
#[pyfunction]
fn end(py: Python<'_>) -> bool {
    let live: Live = LIVE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for (stop, seated) in &live {
        stop.store(true, Ordering::SeqCst);
        seated.iter().for_each(|seat| seat.abandon());
    }
    py.detach(|| {
        let begun = Instant::now();
        let asking = || !LIVE.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        while (asking() || player::are_called()) && begun.elapsed() < LAST_WAIT {
            thread::sleep(Duration::from_millis(5));
        }
        !asking() && !player::are_called()
    })
}

/// A JSON value as a Python object.
fn python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (None, Some(whole)) => whole.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(values) => {
            let values = values.iter().map(|value| python(py, value));
            PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, value) in fields {
                dict.set_item(key, python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// The result of a command, as plain Python objects.
fn handed_over<'py>(py: Python<'py>, told: Told) -> PyResult<Bound<'py, PyDict>> {
    let Told { report, subject, shown, text, notes, picture, page, stopped } = told;
    let dict = PyDict::new(py);
    if let Some(report) = report {
        dict.set_item("manifest", python(py, &Value::Object(report.manifest))?)?;
        dict.set_item("verdict", report.verdict)?;
        let tables: Vec<Table> = report.tables.iter().map(Table::new).collect();
        dict.set_item("tables", tables)?;
    }
    let shown = shown.into_iter().map(|table| {
        let LaidOut { heading, headers, numeric, rows, notes } = table;
        (heading, headers, numeric, rows, notes)
    });
    dict.set_item("shown", shown.collect::<Vec<_>>())?;
    dict.set_item("subject", subject)?;
    dict.set_item("text", text)?;
    dict.set_item("notes", notes)?;
    dict.set_item("picture", picture)?;
    dict.set_item("page", page)?;
    dict.set_item("stopped", stopped)?;
    Ok(dict)
}

/// Whether there is a report of at least one round.
fn has_rounds(told: &Told) -> bool {
    told.report.as_ref().is_some_and(|report| {
        let rounds = report.manifest.get("rounds").and_then(Value::as_u64);
        rounds.is_none_or(|rounds| rounds > 0)
    })
}

/// The result of a command, or an error: message, faulty field, and whether it is one of usage.
type Answered<'py> = (Option<Bound<'py, PyDict>>, Option<(String, Option<String>, bool)>);

/// Runs a command: `words` as on the command line, the in-memory files that they name, and the
/// Python players, each with its game, its name and its function. Returns the result, with the
/// seconds that each player's decisions took, or the error.
#[pyfunction]
fn ask<'py>(
    py: Python<'py>,
    words: Vec<String>,
    files: Vec<(String, String)>,
    players: Vec<(String, String, Py<PyAny>)>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered<'py>> {
    let stop = Arc::new(AtomicBool::new(false));
    // Set when nobody waits for the run any more: from then on it writes nothing.
    let left = Arc::new(AtomicBool::new(false));
    let leave = |seated: &[Arc<Seated>]| {
        left.store(true, Ordering::SeqCst);
        seated.iter().for_each(|seat| drop(seat.leave()));
    };
    let last: Arc<Mutex<Option<Progress>>> = Arc::default();
    let seen = Arc::clone(&last);
    let lock =
        |last: &Mutex<Option<Progress>>| last.lock().unwrap_or_else(PoisonError::into_inner).take();
    let desk = Desk::new().stopped_by(Arc::clone(&stop)).left_by(Arc::clone(&left));
    let mut desk = desk.watched_by(move |progress| {
        *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    });
    for (name, text) in files {
        desk = desk.file(name, text);
    }
    let mut house = Croupier::new();
    let mut seated = Vec::new();
    for (game, name, play) in players {
        let seat = Arc::new(Seated::new(play, Arc::clone(&stop), Arc::clone(&left)));
        seated.push(Arc::clone(&seat));
        house = house.chooser(game, player::named(&name), seat);
    }
    let (send, receive) = channel();
    let receive = Mutex::new(receive);
    let words = std::iter::once("croupier".to_owned()).chain(words);
    let words: Vec<String> = words.collect();
    let asking = thread::spawn(move || {
        let _ = send.send(house.ask(words, &desk));
    });
    let _asking = Asking::new(&stop, &seated);
    let (mut interrupted, mut played): (Option<(PyErr, Instant)>, bool) = (None, false);
    let answer = loop {
        let wait = || receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PAUSE);
        match py.detach(wait) {
            Ok(answer) => break Some(answer),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let come = lock(&last);
        played |= come.as_ref().is_some_and(|come| come.rounds > 0);
        let tell = || -> PyResult<()> {
            py.check_signals()?;
            let wanted = progress.as_ref().filter(|_| interrupted.is_none());
            if let (Some(progress), Some(Progress { rounds, goal, .. })) = (wanted, come) {
                progress.call1(py, (rounds, goal))?;
            }
            Ok(())
        };
        let told = tell();
        if let Some((error, since)) = interrupted.take_if(|_| told.is_ok() && !played) {
            if since.elapsed() > PATIENCE {
                leave(&seated);
                return Err(error);
            }
            interrupted = Some((error, since));
        }
        match (told, &interrupted) {
            (Ok(()), _) => {}
            (Err(error), None) => {
                stop.store(true, Ordering::SeqCst);
                interrupted = Some((error, Instant::now()));
            }
            // A second Ctrl-C does not wait for the run, which ends in the background.
            (Err(error), Some(_)) => {
                leave(&seated);
                return Err(error);
            }
        }
    };
    // The thread has nothing left to do but end.
    let _ = py.detach(|| asking.join());
    let spent: Vec<f64> = seated.iter().map(|seat| seat.spent()).collect();
    for seat in seated {
        if let Some(error) = seat.leave() {
            return Err(error);
        }
    }
    // After Ctrl-C the rounds played are kept, if any; any other exception is the callback's.
    let is_kept = matches!(&answer, Some(Ok(told)) if told.stopped && has_rounds(told));
    let is_interrupt = |error: &PyErr| error.is_instance_of::<PyKeyboardInterrupt>(py);
    if let Some((error, _)) = interrupted.filter(|(error, _)| !(is_kept && is_interrupt(error))) {
        return Err(error);
    }
    match answer {
        Some(Ok(told)) => {
            if let (Some(progress), Some(Progress { rounds, goal, .. }), false) =
                (&progress, lock(&last), told.stopped)
            {
                progress.call1(py, (rounds, goal))?;
            }
            let found = handed_over(py, told)?;
            found.set_item("spent", spent)?;
            Ok((Some(found), None))
        }
        Some(Err(Refusal::Usage { message, field })) => Ok((None, Some((message, field, true)))),
        Some(Err(Refusal::Other(message))) => Ok((None, Some((message, None, false)))),
        None => Err(pyo3::exceptions::PyRuntimeError::new_err("the run ended without an answer")),
    }
}

/// The commands of the command line: the name and description of each, and for each argument its
/// name, help, value, values, default, and whether it is positional, repeated or required.
#[pyfunction]
fn commands(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let commands = Croupier::new().commands();
    let commands =
        commands.map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))?;
    let argument = |facts: ArgumentFacts| -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("name", facts.name)?;
        dict.set_item("help", facts.help)?;
        dict.set_item("value", facts.value)?;
        dict.set_item("values", facts.values)?;
        dict.set_item("default", facts.default)?;
        dict.set_item("is_positional", facts.is_positional)?;
        dict.set_item("is_repeated", facts.is_repeated)?;
        dict.set_item("is_required", facts.is_required)?;
        Ok(dict)
    };
    let command = |facts: CommandFacts| -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("name", facts.name)?;
        dict.set_item("about", facts.about)?;
        let arguments = facts.arguments.into_iter().map(argument);
        dict.set_item("arguments", arguments.collect::<PyResult<Vec<_>>>()?)?;
        Ok(dict)
    };
    commands.into_iter().map(command).collect()
}

#[pymodule]
fn _croupier(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Table>()?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(end, module)?)?;
    module.add_function(wrap_pyfunction!(commands, module)?)
}
