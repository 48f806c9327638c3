//! Failures, each with one message and an exit code.

use crate::framework::settings::{is_hidden, shown};
use crate::report::OutputError;
use crate::study::StudyError;
use std::any::Any;
use std::io::{self, Write};
use std::process::ExitCode;

/// The failure of a command.
#[derive(Debug)]
pub enum Failure {
    /// The command line, a rules file or a strategy is wrong: exit code 2.
    Usage(String),
    /// The same, with the option or the field of the rules at fault: exit code 2.
    OfField {
        /// The message.
        message: String,
        /// The option or the field.
        field: String,
    },
    /// Anything else: exit code 1.
    Other(String),
    /// The reader of stdout has stopped reading, as `head` does once it has its lines. This is no
    /// error: exit code 0, without a message.
    Pipe,
}

impl Failure {
    /// The message.
    pub fn message(&self) -> &str {
        match self {
            Failure::Usage(message)
            | Failure::OfField { message, .. }
            | Failure::Other(message) => message,
            Failure::Pipe => "nobody reads on",
        }
    }

    /// Prints the message and returns the exit code.
    pub fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Usage(message) | Failure::OfField { message, .. } => (message, 2),
            Failure::Other(message) => (message, 1),
            Failure::Pipe => return ExitCode::SUCCESS,
        };
        say(&format!("error: {message}"));
        ExitCode::from(code)
    }

    /// The failure of a command in which a game or a player panicked, such as by an illegal action.
    pub fn panicked(panic: &(dyn Any + Send)) -> Failure {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("a game or a player panicked");
        Failure::Other(format!("{text}\n  with RUST_BACKTRACE=1 it is told where this happened"))
    }

    /// The failure of a write to stdout.
    pub fn stdout(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Pipe,
            _ => Failure::Other(format!("cannot write to standard output: {error}")),
        }
    }
}

/// The most characters of a line of a message, and the most lines; longer ones quote too much to be
/// read.
const MOST: usize = 4000;
const MOST_LINES: usize = 100;
/// The most characters between two quotation marks.
const QUOTED: usize = 320;

/// Prints a line on stderr. A failure to do so is ignored: there is nobody to tell, and a full disk
/// must not cost the answer.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{}", plain(message));
}

/// A message made safe to print: without control characters, and of limited length.
pub fn plain(message: &str) -> String {
    let mut plain = String::new();
    for (number, line) in message.split('\n').enumerate() {
        if number == MOST_LINES {
            plain.push_str("\n…");
            break;
        }
        plain.push_str(if number > 0 { "\n" } else { "" });
        let line = quotes_cut(line);
        let count = line.chars().count();
        for (i, c) in line.chars().enumerate() {
            match c {
                _ if count > MOST && i == MOST / 2 => plain.push('…'),
                _ if count > MOST && (MOST / 2..count - MOST / 2).contains(&i) => {}
                '\r' | '\t' => plain.extend(c.escape_default()),
                c if is_hidden(c) => plain.extend(c.escape_unicode()),
                c => plain.push(c),
            }
        }
    }
    plain
}

/// A line whose long quotations are shortened to their beginning and end.
fn quotes_cut(line: &str) -> String {
    let part = |(i, part): (usize, &str)| match i % 2 == 1 && part.chars().count() > QUOTED {
        true => shown(part),
        false => part.to_owned(),
    };
    line.split('`').enumerate().map(part).collect::<Vec<_>>().join("`")
}

impl From<StudyError> for Failure {
    fn from(error: StudyError) -> Failure {
        let message = error.to_string();
        match error.field() {
            Some(field) => Failure::OfField { message, field: field.to_owned() },
            None => Failure::Usage(message),
        }
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Failure {
        match error {
            OutputError::IsAnInput { .. }
            | OutputError::IsAManifest { .. }
            | OutputError::SameFile { .. }
            | OutputError::Taken { .. }
            | OutputError::Exists { .. } => Failure::Usage(error.to_string()),
            _ => Failure::Other(error.to_string()),
        }
    }
}
