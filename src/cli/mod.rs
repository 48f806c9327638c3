//! Floor 7: the command line. The only floor that prints, reads files it is given, and exits.

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
use error::Failure;
use std::process::ExitCode;

/// Parses, runs, and turns what came of it into an exit code.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to stdout with code 0, errors to stderr with code 2.
            return match (error.print(), error.use_stderr()) {
                (_, true) => ExitCode::from(2),
                (Ok(()), false) => ExitCode::SUCCESS,
                (Err(error), false) => Failure::stdout(&error).report(),
            };
        }
    };
    let done = match &cli.command {
        Command::Games(args) => games::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Odds(args) => odds::run(args),
        Command::Exact(args) => exact::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Sweep(args) => sweep::run(args),
        Command::Balance(args) => balance::run(args),
        Command::Count(args) => count::run(args),
        Command::Trace(args) => trace::run(args),
    };
    match done {
        Ok(Done::Whole) => ExitCode::SUCCESS,
        Ok(Done::Stopped) => ExitCode::from(130),
        Err(failure) => failure.report(),
    }
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
