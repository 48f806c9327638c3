//! What went wrong, as one message and an exit code.

use croupier::report::OutputError;
use croupier::study::StudyError;
use std::io;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The command line, a rules file or a strategy is wrong: exit code 2.
    Usage(String),
    /// Anything else: exit code 1.
    Other(String),
    /// Whoever read stdout has stopped reading: exit code 1 without a word.
    Pipe,
}

impl Failure {
    /// Prints the message and picks the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Usage(message) => {
                eprintln!("error: {message}");
                ExitCode::from(2)
            }
            Failure::Other(message) => {
                eprintln!("error: {message}");
                ExitCode::from(1)
            }
            Failure::Pipe => ExitCode::from(1),
        }
    }

    /// A failure to write to stdout.
    pub fn stdout(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Pipe,
            _ => Failure::Other(format!("cannot write to standard output: {error}")),
        }
    }
}

impl From<StudyError> for Failure {
    fn from(error: StudyError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Failure {
        Failure::Other(error.to_string())
    }
}
