//! The progress line on stderr, and Ctrl-C.

use super::args::{FormatArgs, RunArgs, ThreadsArgs};
use super::error::{Failure, say};
use super::keep::Played;
use super::program::Program;
use super::{Done, Outcome, values};
use crate::framework::settings::{quoted_path, shown};
use crate::report::Scratch;
use crate::study::{Journal, Sampling, Snapshot, StudyError};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The delay before the progress line appears; a shorter run would only make it flicker.
const INITIAL_DELAY: Duration = Duration::from_millis(250);
/// Redraws per second: few, so that progress never slows the work.
const UPDATES: u8 = 10;

/// Set by Ctrl-C: a run stops at the next block.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether there are results that a stop would lose.
static KEEP: AtomicBool = AtomicBool::new(false);
/// The temporary files that Ctrl-C removes when it ends the process.
static SCRATCH: LazyLock<Scratch> = LazyLock::new(Scratch::default);
/// The message to print when Ctrl-C ends the process during a study.
static PARTING: Mutex<Option<Parting>> = Mutex::new(None);
/// The time that Ctrl-C leaves for moving files into place; if it is too short, the next command
/// completes the move.
const PATIENCE: Duration = Duration::from_millis(500);

/// The final message of a study that ends without an answer.
#[derive(Debug)]
struct Parting {
    program: String,
    /// The file that holds the state, if there is one.
    state: Option<PathBuf>,
}

impl Parting {
    fn said(&self) -> String {
        let kept = self.state.as_deref().filter(|path| path.exists());
        match kept {
            Some(path) => {
                let name = quoted_path(path);
                format!(
                    "stopped; `{} resume {name}` goes on from what was saved last",
                    self.program
                )
            }
            None => "stopped; nothing was written".to_owned(),
        }
    }
}

/// Listens for Ctrl-C. Until the first round is finished there is nothing to keep, and the first
/// Ctrl-C ends the process at once, however long the preparation takes. From then on the first
/// stops the run after the blocks under way, and a later one ends the process. No temporary file
/// stays behind.
pub fn listen() -> Result<(), Failure> {
    static LISTENING: OnceLock<Result<(), String>> = OnceLock::new();
    STOP.store(false, Ordering::SeqCst);
    KEEP.store(false, Ordering::SeqCst);
    let listening = LISTENING.get_or_init(|| {
        let listening = ctrlc::set_handler(interrupt);
        listening.map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
        listen_for_ends()?;
        outlive_file_limit()
    });
    listening.clone().map_err(Failure::Other)
}

/// Signals this close together are one stop: `timeout` and schedulers send theirs to the process, and
/// again to its group.
const ONE_STOP: Duration = Duration::from_millis(300);

/// Handles Ctrl-C.
fn interrupt() {
    static FIRST: Mutex<Option<Instant>> = Mutex::new(None);
    // Under the lock: two threads listen, for Ctrl-C and for the other signals.
    let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    let again = STOP.swap(true, Ordering::SeqCst);
    match *first {
        Some(first) if again && first.elapsed() < ONE_STOP => return,
        _ => *first = Some(Instant::now()),
    }
    drop(first);
    if again || !KEEP.load(Ordering::SeqCst) {
        SCRATCH.clear(PATIENCE);
        if let Ok(parting) = PARTING.try_lock()
            && let Some(parting) = &*parting
        {
            say(&parting.said());
        }
        std::process::exit(130);
    }
}

/// Treats SIGTERM and SIGHUP (the end of the terminal) as Ctrl-C; not SIGHUP under `nohup`.
#[cfg(unix)]
fn listen_for_ends() -> Result<(), String> {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;
    let ends = if is_ignored(SIGHUP) { vec![SIGTERM] } else { vec![SIGTERM, SIGHUP] };
    let ends = Signals::new(ends).map_err(|error| format!("cannot listen for an end: {error}"));
    ends.map(|mut ends| drop(std::thread::spawn(move || ends.forever().for_each(|_| interrupt()))))
}

#[cfg(not(unix))]
fn listen_for_ends() -> Result<(), String> {
    Ok(())
}

/// Whether the process was started with a signal ignored, as far as `/proc` shows it: the system
/// call for this would need `unsafe`.
#[cfg(unix)]
fn is_ignored(signal: std::ffi::c_int) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Makes a write beyond the limit on file size (`ulimit -f`) an error like that of a full disk; by
/// default Unix would kill the process, and the answer would be lost.
#[cfg(unix)]
fn outlive_file_limit() -> Result<(), String> {
    use signal_hook::{consts::SIGXFSZ, flag};
    let listening = flag::register(SIGXFSZ, Arc::default());
    listening.map(drop).map_err(|error| format!("cannot listen for a limit on files: {error}"))
}

#[cfg(not(unix))]
fn outlive_file_limit() -> Result<(), String> {
    Ok(())
}

/// From now on a first Ctrl-C keeps the results so far.
pub fn keep() {
    KEEP.store(true, Ordering::SeqCst);
}

/// The flag that Ctrl-C sets.
pub fn interrupted() -> &'static AtomicBool {
    &STOP
}

/// The scratch files of the process.
pub fn scratch() -> &'static Scratch {
    &SCRATCH
}

/// Runs a study with a progress line and the program's keeper, and delivers its answer. Ctrl-C
/// stops it. If only a share was played or the command was only checked, there is no answer.
pub fn watched<T: Send>(
    run: &RunArgs,
    format: &FormatArgs,
    program: &Program,
    study: impl FnOnce(Sampling<'_>) -> Result<T, StudyError> + Send,
    deliver: impl FnOnce(T) -> Outcome,
) -> Outcome {
    if program.keeper.is_rehearsed() {
        return rehearsed(run, program, study);
    }
    let journal = program.keeper.journal(program)?;
    let open_ended = run.time.is_some() || run.precision.is_some();
    let quiet = format.quiet || program.caller.is_desk();
    let line = line(true, open_ended);
    let (start, begun, drawn) = (Instant::now(), AtomicBool::new(false), AtomicBool::new(quiet));
    let watch = |snapshot: Snapshot| {
        if snapshot.rounds > 0 {
            program.caller.keep();
        }
        program.caller.watch(&snapshot);
        if !begun.swap(true, Ordering::Relaxed) {
            // Rounds of an earlier process tell nothing about the speed of this one.
            line.set_position(snapshot.rounds);
            line.reset_eta();
        }
        if start.elapsed() < INITIAL_DELAY {
            return;
        }
        if !drawn.swap(true, Ordering::Relaxed) {
            line.set_draw_target(target(false));
        }
        if let Some(goal) = snapshot.goal {
            line.set_length(goal.max(snapshot.rounds));
        }
        line.set_position(snapshot.rounds);
        line.set_message(snapshot.said);
    };
    let state = program.keeper.state_path().map(Path::to_path_buf);
    let parting = Parting { program: program.name.clone(), state };
    part_with((!format.quiet && !program.caller.is_desk()).then_some(parting));
    let (seed, until) = (run.sampling.seed, run.length());
    let result =
        study(Sampling { seed, until, stop: program.caller.stop(), journal, watch: &watch });
    line.finish_and_clear();
    part_with(None);
    program.keeper.check_readable()?;
    let answer = match result {
        Err(error @ StudyError::Stopped { .. }) => {
            if !format.quiet {
                program.caller.say(&error.to_string());
            }
            return Ok(Done::Stopped);
        }
        result => result?,
    };
    match program.keeper.played(program, format.quiet)? {
        Played::Whole => deliver(answer),
        Played::Share => Ok(Done::Whole),
        Played::Stopped => {
            if program.keeper.state_path().is_none() && !format.quiet {
                let lost = "stopped: no part was written, and nothing is kept without --checkpoint";
                program.caller.say(lost);
            }
            Ok(Done::Stopped)
        }
    }
}

/// Checks whether a study can be played in parts: it is stopped before its first session.
fn rehearsed<T>(
    run: &RunArgs,
    program: &Program,
    study: impl FnOnce(Sampling<'_>) -> Result<T, StudyError>,
) -> Outcome {
    static STOPPED: AtomicBool = AtomicBool::new(true);
    let (seed, until) = (run.sampling.seed, run.length());
    let journal: Option<&dyn Journal> = Some(&program.keeper);
    match study(Sampling { seed, until, stop: &STOPPED, journal, watch: &|_| {} }) {
        Err(StudyError::Shared { why, .. }) => Err(Failure::Usage(format!(
            "this command cannot be played in parts: {}",
            why.trim_end_matches("; leave it out")
        ))),
        // No other outcome of a stopped study says whether it can be played in parts.
        _ => Ok(Done::Whole),
    }
}

/// Sets the message of Ctrl-C.
fn part_with(parting: Option<Parting>) {
    *PARTING.lock().unwrap_or_else(PoisonError::into_inner) = parting;
}

/// The sampling of a short run without progress or keeper.
pub fn quietly(seed: u64) -> Sampling<'static> {
    Sampling { seed, until: None, stop: &STOP, journal: None, watch: &|_| {} }
}

/// Prints the notes that belong before a run, such as that it starts slowly.
pub fn foretell(program: &Program, format: &FormatArgs, said: impl IntoIterator<Item = String>) {
    if !format.quiet {
        said.into_iter().for_each(|said| program.caller.say(&format!("note: {said}")));
    }
}

/// The environment variable for the number of threads, if no option gives it.
const THREADS: &str = "RAYON_NUM_THREADS";
/// The stack size of the pool's threads, in bytes, which is that of the main thread.
const STACK: usize = 8 << 20;

/// The pool of the requested number of threads, in which the whole command runs.
pub fn pool(threads: ThreadsArgs) -> Result<rayon::ThreadPool, Failure> {
    let number = match (threads.threads, std::env::var_os(THREADS)) {
        (Some(number), _) => number,
        (None, Some(text)) if !text.is_empty() => {
            let text = text.to_string_lossy();
            values::threads(&text).map_err(|allowed| {
                Failure::Usage(format!(
                    "the environment variable {THREADS} is `{}`: {allowed}, or unset it; --threads \
                     overrides it",
                    shown(&text)
                ))
            })?
        }
        (None, _) => std::thread::available_parallelism().map_or(1, usize::from),
    };
    rayon::ThreadPoolBuilder::new()
        .num_threads(number)
        .stack_size(STACK)
        .build()
        .map_err(|error| Failure::Other(format!("cannot start {number} threads: {error}")))
}

/// Does work of unknown length under a progress line: its name and the time elapsed.
pub fn waiting<T>(
    program: &Program,
    format: &FormatArgs,
    what: &'static str,
    work: impl FnOnce() -> T,
) -> T {
    let line = line(format.quiet || program.caller.is_desk(), true);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        line.set_style(style);
    }
    line.set_message(what);
    line.enable_steady_tick(Duration::from_millis(200));
    let done = work();
    line.finish_and_clear();
    done
}

/// Where progress is drawn: nowhere if stderr is no terminal.
fn target(hidden: bool) -> ProgressDrawTarget {
    match hidden {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr_with_hz(UPDATES),
    }
}

/// The progress bar, without an end if the length is unknown.
fn line(hidden: bool, open_ended: bool) -> ProgressBar {
    let line = ProgressBar::with_draw_target(None, target(hidden));
    let template = match open_ended {
        true => "{human_pos} rounds, {rate}/s  {msg}",
        false => "{human_pos} of {human_len} rounds, {rate}/s, {eta} left  {msg}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
        };
        line.set_style(style.with_key("rate", rate));
    }
    line
}
