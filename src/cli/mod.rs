//! Floor 8: the command line. The only floor that prints, reads files it is given, and exits.

mod args;
mod balance;
mod compare;
mod count;
mod error;
mod exact;
mod games;
mod odds;
mod output;
mod plot;
mod progress;
mod simulate;
mod sweep;
mod trace;

use args::{Cli, Command};
use clap::Parser;
use croupier::framework::settings::shown;
use error::{Failure, say};
use std::ffi::OsString;
use std::process::ExitCode;

/// Parses, runs, and turns what came of it into an exit code.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            refused(&error, std::env::args_os());
            return ExitCode::from(2);
        }
        Err(error) => {
            // Help and version.
            return match error.print() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => Failure::stdout(&error).report(),
            };
        }
    };
    let listening = progress::listen().and_then(|()| progress::pool(cli.command.threads()));
    let done = listening.and_then(|pool| pool.install(|| run_command(&cli.command)));
    match done {
        Ok(Done::Whole) => ExitCode::SUCCESS,
        Ok(Done::Stopped) => ExitCode::from(130),
        Err(failure) => failure.report(),
    }
}

fn run_command(command: &Command) -> Outcome {
    match command {
        Command::Games(args) => games::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Odds(args) => odds::run(args),
        Command::Exact(args) => exact::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Sweep(args) => sweep::run(args),
        Command::Balance(args) => balance::run(args),
        Command::Count(args) => count::run(args),
        Command::Trace(args) => trace::run(args),
    }
}

/// Says what is wrong with the command line. The parser quotes words as they are: those that are
/// long or hide something are put as all messages put them.
fn refused(error: &clap::Error, words: impl Iterator<Item = OsString>) {
    let words: Vec<String> =
        words.skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let parts = |word: &String| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        [word.clone(), name.to_owned(), value.to_owned()]
    };
    let mut odd: Vec<String> = words.iter().flat_map(parts).collect();
    odd.retain(|word| shown(word) != *word);
    if odd.is_empty() {
        let _ = error.print();
        return;
    }
    odd.sort_by_key(|word| std::cmp::Reverse(word.len()));
    odd.dedup();
    let mut message = error.render().to_string();
    for word in &odd {
        message = message.replace(word, &shown(word));
    }
    say(message.trim_end());
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    /// As it was asked.
    Whole,
    /// Stopped by Ctrl-C, after what was finished was written.
    Stopped,
}

type Outcome = Result<Done, Failure>;
