//! Who runs the commands of a program: a terminal, or another program that asks in process.

use super::Done;
use super::error::{Failure, say};
use super::progress;
use crate::report::page::PageError;
use crate::report::picture::Picture;
use crate::report::plot::{self, PlotFormat};
use crate::report::terminal::LaidOut;
use crate::study::{self, AnyGame, Report, Table};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How far a run has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Rounds played.
    pub rounds: u64,
    /// Rounds to come to, if known.
    pub goal: Option<u64>,
    /// What is known so far, in a few words.
    pub said: String,
}

type Watch = dyn Fn(Progress) + Send + Sync;

/// From where a program asks for answers in process, by [`Croupier::ask`](super::Croupier::ask): what
/// it hands over, how it stops a run, and who is told how far that has come.
#[derive(Clone, Default)]
pub struct Desk {
    stop: Arc<AtomicBool>,
    watch: Option<Arc<Watch>>,
    files: BTreeMap<PathBuf, String>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Desk { stop, watch, files } = self;
        let mut out = f.debug_struct("Desk");
        out.field("stop", stop).field("is_watched", &watch.is_some()).field("files", files).finish()
    }
}

impl Desk {
    /// A desk at which nobody watches and nothing lies.
    pub fn new() -> Desk {
        Desk::default()
    }

    /// Once `stop` is true, a run ends after what is in hand, and its answer is of what was played.
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Desk {
        Desk { stop, ..self }
    }

    /// Tells how far a run has come, some ten times a second, from any thread.
    pub fn watched_by(self, watch: impl Fn(Progress) + Send + Sync + 'static) -> Desk {
        Desk { watch: Some(Arc::new(watch)), ..self }
    }

    /// A file of rules or of a strategy that lies on the desk: a command that names it reads `text`,
    /// whatever lies in the folder.
    pub fn file(mut self, name: impl Into<PathBuf>, text: impl Into<String>) -> Desk {
        self.files.insert(name.into(), text.into());
        self
    }
}

/// What came of a command that was asked in process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// What was asked, the tables with every digit, and the verdict; nothing for a part of a run, or
    /// where the answer is a text.
    pub report: Option<Report>,
    /// The tables as a person is shown them.
    pub shown: Vec<LaidOut>,
    /// What a terminal would have shown.
    pub text: String,
    /// What a terminal would have said beside that.
    pub notes: Vec<String>,
    /// The picture of the answer, as SVG.
    pub picture: Option<String>,
    /// The answer as a page for a browser.
    pub page: Option<String>,
    /// Whether the run was stopped before its end.
    pub stopped: bool,
}

/// Why a command that was asked in process has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// What was asked is wrong: an option, the rules, a strategy.
    #[error("{message}")]
    Usage {
        /// What a terminal would have said.
        message: String,
        /// The option or the field of the rules that is wrong, where it is one.
        field: Option<String>,
    },
    /// Anything else, such as a file that cannot be written.
    #[error("{0}")]
    Other(String),
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

/// How wide text is that no terminal shows.
const WIDTH: u16 = 100;

/// A command at a desk.
#[derive(Debug)]
pub struct Sitting {
    desk: Desk,
    told: Mutex<Told>,
}

/// Who runs a command.
#[derive(Clone, Debug, Default)]
pub enum Caller {
    /// Somebody at a terminal, or a script that reads what one would print.
    #[default]
    Terminal,
    /// Another program.
    Desk(Arc<Sitting>),
}

impl Caller {
    /// Somebody at a desk.
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

    /// Whether stdout is what somebody looks at.
    pub fn is_terminal(&self) -> bool {
        !self.is_desk() && io::stdout().is_terminal()
    }

    /// Whether what is shown may have colours.
    pub fn has_color(&self) -> bool {
        self.is_terminal() && std::env::var_os("NO_COLOR").is_none()
    }

    /// How many characters fit beside each other: what COLUMNS says, else what the terminal has. What
    /// goes into a file or to another program has no edge.
    pub fn width(&self) -> Option<u16> {
        if self.is_desk() {
            return Some(WIDTH);
        }
        let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
        let own = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
        said.or_else(own).filter(|width| *width > 0)
    }

    /// Says something beside the answer: on stderr, or as a note.
    pub fn say(&self, message: &str) {
        match self.told() {
            Some(mut told) => {
                told.notes.push(message.strip_prefix("note: ").unwrap_or(message).to_owned())
            }
            None => say(message),
        }
    }

    /// Writes what is shown, and makes sure that it arrived.
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

    /// Once true, a run stops where it can.
    pub fn stop(&self) -> &AtomicBool {
        match self {
            Caller::Terminal => progress::interrupted(),
            Caller::Desk(sitting) => &sitting.desk.stop,
        }
    }

    /// Whether what runs is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop().load(Ordering::SeqCst)
    }

    /// From now on a stop must not lose what there is.
    pub fn keep(&self) {
        if !self.is_desk() {
            progress::keep();
        }
    }

    /// Tells how far a run has come.
    pub fn watch(&self, snapshot: &study::Snapshot) {
        if let Caller::Desk(sitting) = self
            && let Some(watch) = &sitting.desk.watch
        {
            let study::Snapshot { rounds, goal, said } = snapshot.clone();
            watch(Progress { rounds, goal, said });
        }
    }

    /// A file that lies on the desk.
    pub fn file(&self, path: &Path) -> Option<&str> {
        match self {
            Caller::Terminal => None,
            Caller::Desk(sitting) => sitting.desk.files.get(path).map(String::as_str),
        }
    }

    /// Hands an answer over: its tables, whole and as they are shown, its picture and its page.
    pub fn hand_over(
        &self,
        game: Option<&dyn AnyGame>,
        report: &Report,
        shown: impl Iterator<Item = Table>,
        page: impl FnOnce() -> Result<Vec<u8>, Failure>,
    ) -> Result<(), Failure> {
        if !self.is_desk() {
            return Ok(());
        }
        let of = |game: &dyn AnyGame| {
            Picture::of(report, &game.facts(), &game.subject(&report.manifest))
        };
        let picture = game.and_then(of).map(|picture| plot::draw(&picture, PlotFormat::Svg));
        let picture = picture.transpose().map_err(PageError::from)?;
        let shown = shown.map(|table| LaidOut::of(&table)).collect();
        let page = page()?;
        if let Some(mut told) = self.told() {
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
            told.report = Some(report.clone());
            told.shown = shown;
            told.picture = picture.map(text);
            told.page = Some(text(page));
        }
        Ok(())
    }

    /// What came of the command.
    pub fn leave(&self, done: Done) -> Told {
        let told = self.told().map(|mut told| std::mem::take(&mut *told)).unwrap_or_default();
        Told { stopped: done == Done::Stopped, ..told }
    }
}
