//! The callers of a program's commands: a terminal, or another program in the same process.

use super::Done;
use super::error::{Failure, say};
use super::progress;
use crate::report::page::PageError;
use crate::report::picture::Picture;
use crate::report::plot::{self, PlotFormat};
use crate::report::terminal::LaidOut;
use crate::study::{self, AnyGame, Report, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The progress of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of rounds played.
    pub rounds: u64,
    /// The rounds of the whole run, if known.
    pub goal: Option<u64>,
    /// The result so far, in a few words.
    pub said: String,
}

type Watch = dyn Fn(Progress) + Send + Sync;

/// The caller's side of [`Croupier::ask`](super::Croupier::ask): the files that it hands over, the
/// flag that stops a run, and the function that is told its progress.
#[derive(Clone, Default)]
pub struct Desk {
    stop: Arc<AtomicBool>,
    left: Arc<AtomicBool>,
    watch: Option<Arc<Watch>>,
    files: BTreeMap<PathBuf, String>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Desk { stop, left, watch, files } = self;
        let mut out = f.debug_struct("Desk");
        out.field("stop", stop).field("left", left).field("is_watched", &watch.is_some());
        out.field("files", files).finish()
    }
}

impl Desk {
    /// A desk without files, flag or watcher.
    pub fn new() -> Desk {
        Desk::default()
    }

    /// Once `stop` is true, a run ends after the blocks under way, or between two tables of one, and
    /// answers from the rounds played.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Desk {
        Desk { stop, ..self }
    }

    /// Once `left` is true, nobody waits for the answer: no file is written any more.
    #[must_use]
    pub fn left_by(self, left: Arc<AtomicBool>) -> Desk {
        Desk { left, ..self }
    }

    /// Sets the function that is told the progress of a run, some ten times per second, from any
    /// thread.
    #[must_use]
    pub fn watched_by(self, watch: impl Fn(Progress) + Send + Sync + 'static) -> Desk {
        Desk { watch: Some(Arc::new(watch)), ..self }
    }

    /// Adds a rules or strategy file: a command that names it reads `text`, whatever the folder
    /// holds.
    #[must_use]
    pub fn file(mut self, name: impl Into<PathBuf>, text: impl Into<String>) -> Desk {
        self.files.insert(name.into(), text.into());
        self
    }
}

/// The outcome of a command that was run in process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// The report: the question, the tables with every digit, and the verdict. `None` for a part of
    /// a run, for answers that are texts, and for runs stopped before they had an answer.
    pub report: Option<Report>,
    /// The subject in a line: the game, the rules, the seats, and the sample. Empty if there is no
    /// report about a game.
    pub subject: String,
    /// The tables as people are shown them.
    pub shown: Vec<LaidOut>,
    /// The text that a terminal would have shown.
    pub text: String,
    /// The notes that a terminal would have shown on stderr.
    pub notes: Vec<String>,
    /// The picture of the answer, as SVG.
    pub picture: Option<String>,
    /// The answer as an HTML page.
    pub page: Option<String>,
    /// Whether the run was stopped early.
    pub stopped: bool,
}

/// The refusal of a command that was run in process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The question is wrong: an option, the rules or a strategy.
    #[error("{message}")]
    Usage {
        /// The message that a terminal would have shown.
        message: String,
        /// The option or the field of the rules at fault, if it is one.
        field: Option<String>,
    },
    /// Anything else, such as a file that cannot be written.
    #[error("{0}")]
    Other(String),
}

impl Refusal {
    /// The same refusal, with the option at fault: of the options given, the one that the message
    /// names. An option that was not given is never at fault.
    pub(super) fn of_words(self, words: &[OsString], known: &BTreeSet<String>) -> Refusal {
        let Refusal::Usage { message, field } = self else { return self };
        let given = |option: &str| {
            let is = |word: &str| {
                let name = word.strip_prefix("--").and_then(|word| word.split('=').next());
                name == Some(option)
            };
            words.iter().filter_map(|word| word.to_str()).any(is)
        };
        let mut named = known.iter().filter(|option| given(option)).filter(|option| {
            let name = format!("--{option}");
            let mut after = message.split(&name).skip(1);
            after.any(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-'))
        });
        let field = match (named.next(), named.next()) {
            // A field of the rules is more precise than an option.
            _ if field.as_ref().is_some_and(|field| !known.contains(field)) => field,
            (Some(only), None) => Some(only.clone()),
            _ => field.filter(|field| given(field)),
        };
        Refusal::Usage { message, field }
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        let message = failure.message().to_owned();
        match failure {
            Failure::Usage(_) => Refusal::Usage { message, field: None },
            Failure::OfField { field, .. } => Refusal::Usage { message, field: Some(field) },
            Failure::Other(_) | Failure::Pipe => Refusal::Other(message),
        }
    }
}

/// The width of text that goes to no terminal, in characters.
const WIDTH: u16 = 100;

/// A command that was run through a desk.
#[derive(Debug)]
pub struct Sitting {
    desk: Desk,
    told: Mutex<Told>,
}

/// The caller of a command.
#[derive(Clone, Debug, Default)]
pub enum Caller {
    /// A person at a terminal, or a script that reads its output.
    #[default]
    Terminal,
    /// Another program.
    Desk(Arc<Sitting>),
}

impl Caller {
    /// The caller at a desk.
    pub fn at(desk: &Desk) -> Caller {
        Caller::Desk(Arc::new(Sitting { desk: desk.clone(), told: Mutex::default() }))
    }

    fn told(&self) -> Option<MutexGuard<'_, Told>> {
        match self {
            Caller::Terminal => None,
            Caller::Desk(sitting) => {
                Some(sitting.told.lock().unwrap_or_else(PoisonError::into_inner))
            }
        }
    }

    /// Whether it is another program.
    pub fn is_desk(&self) -> bool {
        matches!(self, Caller::Desk(_))
    }

    /// Whether stdout is a terminal.
    pub fn is_terminal(&self) -> bool {
        !self.is_desk() && io::stdout().is_terminal()
    }

    /// Whether output may have colours.
    pub fn has_color(&self) -> bool {
        let plain = std::env::var_os("NO_COLOR").is_some()
            || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        self.is_terminal() && !plain
    }

    /// The width of output in characters: COLUMNS, else the terminal's; unlimited for files and
    /// other programs.
    pub fn width(&self) -> Option<u16> {
        if self.is_desk() {
            return Some(WIDTH);
        }
        let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
        let own = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
        said.or_else(own).filter(|width| *width > 0)
    }

    /// Adds a message to the answer: on stderr, or as a note.
    pub fn say(&self, message: &str) {
        match self.told() {
            Some(mut told) => {
                told.notes.push(message.strip_prefix("note: ").unwrap_or(message).to_owned())
            }
            None => say(message),
        }
    }

    /// Writes output, and makes sure that it arrived.
    pub fn write(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        if let Some(mut told) = self.told() {
            let mut text = Vec::new();
            write(&mut text).map_err(|error| Failure::stdout(&error))?;
            told.text.push_str(&String::from_utf8_lossy(&text));
            return Ok(());
        }
        let mut out = BufWriter::new(io::stdout().lock());
        write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))
    }

    /// The flag that stops a run.
    pub fn stop(&self) -> &AtomicBool {
        match self {
            Caller::Terminal => progress::interrupted(),
            Caller::Desk(sitting) => &sitting.desk.stop,
        }
    }

    /// Whether the run is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop().load(Ordering::SeqCst)
    }

    /// Whether nobody waits for the answer any more.
    pub fn is_left(&self) -> bool {
        matches!(self, Caller::Desk(sitting) if sitting.desk.left.load(Ordering::SeqCst))
    }

    /// From now on a stop keeps the results so far.
    pub fn keep(&self) {
        if !self.is_desk() {
            progress::keep();
        }
    }

    /// Reports the progress of a run.
    pub fn watch(&self, snapshot: &study::Snapshot) {
        if let Caller::Desk(sitting) = self
            && let Some(watch) = &sitting.desk.watch
        {
            let study::Snapshot { rounds, goal, said } = snapshot.clone();
            watch(Progress { rounds, goal, said });
        }
    }

    /// The text of a file on the desk.
    pub fn file(&self, path: &Path) -> Option<&str> {
        match self {
            Caller::Terminal => None,
            Caller::Desk(sitting) => sitting.desk.files.get(path).map(String::as_str),
        }
    }

    /// Whether the caller handed over files.
    pub fn hands_over(&self) -> bool {
        matches!(self, Caller::Desk(sitting) if !sitting.desk.files.is_empty())
    }

    /// Hands over an answer: its tables, whole and as shown, its picture and its page.
    pub fn hand_over(
        &self,
        game: Option<&AnyGame>,
        report: &Report,
        shown: impl Iterator<Item = Table>,
        page: impl FnOnce() -> Result<Vec<u8>, Failure>,
    ) -> Result<(), Failure> {
        if !self.is_desk() {
            return Ok(());
        }
        let of =
            |game: &AnyGame| Picture::of(report, &game.facts(), &game.subject(&report.manifest));
        let picture = game.and_then(of).map(|picture| plot::draw(&picture, PlotFormat::Svg));
        let picture = picture.transpose().map_err(PageError::from)?;
        let shown = shown.map(|table| LaidOut::of(&table)).collect();
        let page = page()?;
        if let Some(mut told) = self.told() {
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
            told.report = Some(report.clone());
            told.subject =
                game.map(|game| game.subject(&report.manifest).line()).unwrap_or_default();
            told.shown = shown;
            told.picture = picture.map(text);
            told.page = Some(text(page));
        }
        Ok(())
    }

    /// The outcome of the command.
    pub fn leave(&self, done: Done) -> Told {
        let told = self.told().map(|mut told| std::mem::take(&mut *told)).unwrap_or_default();
        Told { stopped: done == Done::Stopped, ..told }
    }
}
