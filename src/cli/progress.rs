//! The progress line on stderr, and Ctrl-C.

use super::args::{FormatArgs, RunArgs, ThreadsArgs};
use super::error::{Failure, say};
use croupier::study::{Sampling, Snapshot};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A run shorter than this shows no line: it would only flicker.
const INITIAL_DELAY: Duration = Duration::from_millis(250);
/// Redraws a second: progress must never slow the work.
const UPDATES: u8 = 10;

/// Runs a study on its own pool of threads, with a progress line and Ctrl-C.
pub fn watched<T: Send>(
    run: &RunArgs,
    format: &FormatArgs,
    study: impl FnOnce(Sampling<'_>) -> T + Send,
) -> Result<T, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    // The first Ctrl-C stops after what is in hand; the second does not wait.
    ctrlc::set_handler(move || {
        if handler.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))?;

    let open_ended = run.time.is_some() || run.precision.is_some();
    let line = line(format.quiet, open_ended);
    let start = Instant::now();
    let watch = |snapshot: Snapshot| {
        if start.elapsed() < INITIAL_DELAY {
            return;
        }
        if let Some(goal) = snapshot.goal {
            line.set_length(goal.max(snapshot.rounds));
        }
        line.set_position(snapshot.rounds);
        line.set_message(snapshot.said);
    };
    let sampling = Sampling { seed: run.seed, until: run.length(), stop: &stop, watch: &watch };
    let result = pool(&run.threads)?.install(|| study(sampling));
    line.finish_and_clear();
    Ok(result)
}

/// Says before a run what one would else wonder about while it goes on.
pub fn foretell(format: &FormatArgs, said: impl IntoIterator<Item = String>) {
    if !format.quiet {
        said.into_iter().for_each(|said| say(&format!("note: {said}")));
    }
}

/// How many threads a run has.
pub fn threads(threads: &ThreadsArgs) -> usize {
    let here = || std::thread::available_parallelism().map_or(1, |here| here.get());
    threads.threads.unwrap_or_else(here)
}

/// A pool of as many threads as were asked for.
pub fn pool(threads: &ThreadsArgs) -> Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.threads.unwrap_or(0))
        .build()
        .map_err(|error| Failure::Other(format!("cannot start the threads: {error}")))
}

/// A line for work of which nobody knows how long it takes: what it is, and for how long it has
/// gone on.
pub fn waiting(format: &FormatArgs, what: &'static str) -> ProgressBar {
    let line = line(format.quiet, true);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        line.set_style(style);
    }
    line.set_message(what);
    line.enable_steady_tick(Duration::from_millis(200));
    line
}

/// A hidden line where stderr is no terminal. Nobody knows what is left of an open-ended run.
fn line(quiet: bool, open_ended: bool) -> ProgressBar {
    let target = match quiet {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr_with_hz(UPDATES),
    };
    let line = ProgressBar::with_draw_target(None, target);
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
