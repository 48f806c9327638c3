//! What went wrong, as one message and an exit code.

use croupier::report::OutputError;
use croupier::study::StudyError;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The command line, a rules file or a strategy is wrong: exit code 2.
    Usage(String),
    /// Anything else: exit code 1.
    Other(String),
    /// Whoever read stdout has stopped reading, as `head` does once it has its lines. Nothing went
    /// wrong: exit code 0 without a word.
    Pipe,
}

impl Failure {
    /// Prints the message and picks the exit code.
    pub fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Usage(message) => (message, 2),
            Failure::Other(message) => (message, 1),
            Failure::Pipe => return ExitCode::SUCCESS,
        };
        say(&format!("error: {message}"));
        ExitCode::from(code)
    }

    /// A failure to write to stdout.
    pub fn stdout(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Pipe,
            _ => Failure::Other(format!("cannot write to standard output: {error}")),
        }
    }
}

/// Says something on stderr. Nobody can be told when that fails, and a full disk is no reason to
/// lose what was computed. What a message quotes cannot steer the terminal.
pub fn say(message: &str) {
    let mut plain = String::new();
    for c in message.chars() {
        if c.is_control() && c != '\n' { plain.extend(c.escape_default()) } else { plain.push(c) }
    }
    let _ = writeln!(io::stderr(), "{plain}");
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
