//! Runs that can be resumed and divided: `--checkpoint`, `--shard`, `resume`, `merge`.
//!
//! All of these run the same command; only the journal that its runs are given differs. `resume`
//! runs it with a journal that holds the progress of its legs, `merge` with one that holds the sums
//! of all shares.

pub mod again;
pub mod words;

use self::again::differs;
use self::words::open;
use super::args::Kept;
use super::caller::Caller;
use super::error::Failure;
use super::program::Program;
use super::progress;
use crate::framework::settings::{quoted_path, shown, shown_path};
use crate::report::Output;
use crate::report::output::{FileId, sha256};
use crate::report::state::{Input, RunHeader, RunState};
use crate::study::{Journal, Leg, Mark, Share};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The current folder, if it has a name that a state can hold.
fn current_folder() -> Option<PathBuf> {
    std::env::current_dir().ok().filter(|folder| folder.to_str().is_some())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state of a command, and the files that hold it.
#[derive(Debug, Default)]
pub struct Keeper {
    /// The file of `--checkpoint`.
    checkpoint: Option<PathBuf>,
    /// Whether the parts of a rehearsed command are merged on this machine, so that the files which
    /// the merge writes can be checked.
    merges_here: bool,
    every: Duration,
    /// The file of the share's part.
    part: Option<PathBuf>,
    share: Option<Share>,
    /// Both files, locked against other runs.
    files: Mutex<Option<Files>>,
    /// The file of a resumed or merged state, and the inputs that it was made from.
    from: Option<(PathBuf, Vec<Input>)>,
    header: RunHeader,
    /// Whether to print only errors, even if the first run was not given `--quiet`.
    quiet: bool,
    /// The parts that are merged: inputs, which an answer must not replace.
    pub merged: Vec<PathBuf>,
    inner: Mutex<Inner>,
    /// The caller, to whom failures to write the files are reported.
    pub caller: Caller,
}

/// The files of a keeper.
#[derive(Debug)]
struct Files {
    output: Output,
    checkpoint: Option<FileId>,
    part: Option<FileId>,
}

impl Files {
    /// Checks that both files can be written, and that they are different files.
    fn new(keeper: &Keeper) -> Result<Files, Failure> {
        let mut output = Output::new(progress::scratch(), &[]);
        let mut file = |path: &Option<PathBuf>| {
            path.as_deref().map(|path| output.file(path, true)).transpose()
        };
        let (checkpoint, part) = (file(&keeper.checkpoint)?, file(&keeper.part)?);
        Ok(Files { output, checkpoint, part })
    }
}

#[derive(Debug, Default)]
struct Inner {
    inputs: Vec<Input>,
    legs: Vec<Leg>,
    /// The index of the next leg.
    next: usize,
    /// Whether the command was stopped: later legs are not kept.
    closed: bool,
    written: Option<Instant>,
    /// The files besides the answer that the run has written.
    written_files: Vec<Input>,
    unreadable: Option<String>,
    /// Whether the caller was told that the state cannot be written.
    complained: bool,
}

impl Keeper {
    /// The keeper of a new command.
    ///
    /// # Errors
    /// If its files cannot be written, or the checkpoint exists already.
    pub fn new(
        program: &Program,
        words: &[OsString],
        kept: Option<Kept<'_>>,
    ) -> Result<Keeper, Failure> {
        let any = |kept: &Kept<'_>| kept.args.checkpoint.is_some() || kept.args.shard.is_some();
        let Some(kept) = kept.filter(any) else { return Ok(Keeper::default()) };
        let args = kept.args;
        let words = words.iter().skip(1).map(|word| word.to_str().map(str::to_owned));
        let words = words.collect::<Option<Vec<String>>>();
        let command = words.map(|words| open(&words)).ok_or_else(|| {
            Failure::Usage(
                "a command line that is not UTF-8 cannot be kept; rename the file".to_owned(),
            )
        })?;
        let header = RunHeader {
            program: program.name.clone(),
            version: program.version.clone(),
            share: args.shard,
            inputs: Vec::new(),
            written: Vec::new(),
            over: false,
            folder: current_folder(),
            command,
        };
        let keeper = Keeper { header, ..Keeper::kept(kept)? };
        if let Some(path) = &keeper.checkpoint {
            check_new(path, &program.name)?;
        }
        let files = Mutex::new(Some(Files::new(&keeper)?));
        Ok(Keeper { files, ..keeper })
    }

    /// A keeper for a command that is only checked, as one that plays a share; `merges_here` says
    /// whether its parts are merged on this machine.
    pub fn rehearsed(merges_here: bool) -> Keeper {
        Keeper { share: Some(Share { number: 1, of: 1 }), merges_here, ..Keeper::default() }
    }

    /// Whether all files but the part are left to the merge, unchecked.
    pub fn leaves_files_to_merge(&self) -> bool {
        self.is_shared() && !self.merges_here
    }

    /// Whether the command is only checked and plays nothing: a keeper with a share but no part.
    pub fn is_rehearsed(&self) -> bool {
        self.share.is_some() && self.part.is_none()
    }

    fn kept(Kept { args, out, rounds }: Kept<'_>) -> Result<Keeper, Failure> {
        if let (Some(share), None) = (args.shard, rounds) {
            return Err(Failure::Usage(format!(
                "--shard {share} needs --rounds: a run that stops at a precision or a time cannot \
                 be played in parts"
            )));
        }
        let part = match (args.shard, out) {
            (None, _) => None,
            (Some(_), Some(out)) if out != Path::new("-") => Some(out.to_owned()),
            (Some(share), _) => {
                return Err(Failure::Usage(format!(
                    "--shard {share} writes a part of the run: name its file, such as --out \
                     part-{}.shard",
                    share.number
                )));
            }
        };
        Ok(Keeper {
            checkpoint: args.checkpoint.clone(),
            every: args.every,
            share: args.shard,
            part,
            ..Keeper::default()
        })
    }

    /// Whether the command has no checkpoint, no part and no earlier state.
    fn is_idle(&self) -> bool {
        self.checkpoint.is_none() && self.part.is_none() && self.from.is_none()
    }

    /// Whether the command plays only a share, and its answer is a part.
    pub fn is_shared(&self) -> bool {
        self.share.is_some()
    }

    /// Whether a file is as the run wrote it when it was stopped, so that it may replace it.
    pub fn wrote(&self, path: &Path) -> bool {
        let known = self.written(path);
        known.is_some_and(|known| fs::read(path).is_ok_and(|now| sha256(&now) == known.sha256))
    }

    /// The file as the run wrote it before it was stopped, if it did.
    pub fn written(&self, path: &Path) -> Option<Input> {
        let name = path.display().to_string();
        locked(&self.inner).written_files.iter().find(|file| file.path == name).cloned()
    }

    /// Notes a file that the run is about to write, in case it is resumed: it may be killed once
    /// the file is there.
    pub fn note_written(&self, path: &Path, bytes: &[u8]) {
        let file = Input { path: path.display().to_string(), sha256: sha256(bytes) };
        {
            let files = &mut locked(&self.inner).written_files;
            files.retain(|known| known.path != file.path);
            files.push(file);
        }
        // Without a state there is nothing to resume.
        let _ = self.write_checkpoint();
    }

    /// The journal for the runs of the command, once all files are read.
    ///
    /// # Errors
    /// If the files differ from those that the state was made from.
    pub fn journal(&self, program: &Program) -> Result<Option<&dyn Journal>, Failure> {
        if self.is_idle() {
            return Ok(None);
        }
        if let Some(files) = &*locked(&self.files) {
            files.output.refuse_inputs(&program.inputs())?;
        }
        if let Some(path) = self.part.as_ref().filter(|_| self.from.is_none()) {
            check_part(path, &self.header)?;
        }
        let inputs = program.read();
        if let Some((state, known)) = &self.from {
            for input in &inputs {
                let then = known.iter().find(|known| known.path == input.path);
                if then.is_some_and(|then| then.sha256 != input.sha256) {
                    return Err(Failure::Usage(format!(
                        "`{}` has changed since `{}` was written, which therefore is not used",
                        shown(&input.path),
                        shown_path(state)
                    )));
                }
            }
            let gone = known.iter().find(|known| !inputs.contains(known));
            if let Some(gone) = gone {
                return Err(Failure::Usage(format!(
                    "`{}` was made with the file `{}`, which is not read now; nothing of it is used",
                    shown_path(state),
                    shown(&gone.path)
                )));
            }
        }
        locked(&self.inner).inputs = inputs;
        // From the first card on there is a state to resume.
        self.write_checkpoint()?;
        Ok(Some(self))
    }

    /// Refuses a state whose sums could not be read: without them a run goes wrong in other ways,
    /// too.
    ///
    /// # Errors
    /// If the state could not be read.
    pub fn check_readable(&self) -> Result<(), Failure> {
        if let Some(why) = &locked(&self.inner).unreadable {
            let from = self.from.as_ref().map(|(path, _)| shown_path(path)).unwrap_or_default();
            return Err(Failure::Other(format!("`{from}`: its sums cannot be read: {why}")));
        }
        Ok(())
    }

    /// Called after the runs: writes the part if one is due.
    ///
    /// # Errors
    /// If the part cannot be written.
    pub fn played(&self, program: &Program, quiet: bool) -> Result<Played, Failure> {
        let Some(part) = &self.part else { return Ok(Played::Whole) };
        if locked(&self.inner).closed {
            return Ok(Played::Stopped);
        }
        self.write(|files| files.part, true)?;
        if !quiet {
            program.caller.say(&format!("wrote {}", shown_path(part)));
        }
        Ok(Played::Share)
    }

    /// The file that holds the state of the command, if there is one.
    pub fn state_path(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }

    /// Called after the command: removes its state if the command is done or was refused before it
    /// played, else says how to resume.
    pub fn finish(&self, end: End, program: &Program) {
        let Some(path) = self.checkpoint.as_deref().filter(|_| !self.header.command.is_empty())
        else {
            return;
        };
        let (begun, played) = {
            let inner = locked(&self.inner);
            (inner.written.is_some(), !inner.legs.is_empty())
        };
        let refused_anew = end == End::Refused && !played && self.from.is_none();
        if end == End::Whole || refused_anew {
            if let Some(files) = &mut *locked(&self.files)
                && let Some(file) = files.checkpoint.filter(|_| begun)
            {
                files.output.remove(file);
            }
        } else if begun {
            let resume = format!("`{} resume {}`", program.name, quoted_path(path));
            match self.write_checkpoint() {
                Ok(()) if self.is_quiet() => {}
                Ok(()) => program.caller.say(&format!("{resume} goes on from here")),
                // Said with `--quiet`, too: the run was to keep its state.
                Err(failure) => program.caller.say(&format!(
                    "error: the state of the run was not saved: {}; {}",
                    failure.message(),
                    match path.exists() {
                        true => format!("{resume} goes on from an earlier one"),
                        false => "all that was played is lost".to_owned(),
                    }
                )),
            }
        }
    }

    fn is_quiet(&self) -> bool {
        self.quiet || self.header.command.iter().any(|word| word == "--quiet")
    }

    fn state(&self, over: bool) -> RunState {
        let inner = locked(&self.inner);
        let (inputs, written) = (inner.inputs.clone(), inner.written_files.clone());
        let header = RunHeader { inputs, written, over, ..self.header.clone() };
        RunState { header, legs: inner.legs.clone() }
    }

    /// Writes one of the files, if there is one.
    fn write(
        &self,
        file: impl FnOnce(&Files) -> Option<FileId>,
        over: bool,
    ) -> Result<(), Failure> {
        let bytes = self.state(over).to_bytes();
        let mut files = locked(&self.files);
        if let Some(files) = &mut *files
            && let Some(file) = file(files)
        {
            files.output.rewrite(file, bytes)?;
        }
        Ok(())
    }

    /// Writes the state. The previous one stays valid until the new one is complete.
    fn write_checkpoint(&self) -> Result<(), Failure> {
        if self.checkpoint.is_none() {
            return Ok(());
        }
        self.write(|files| files.checkpoint, false)?;
        locked(&self.inner).written = Some(Instant::now());
        Ok(())
    }
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It delivered its whole answer.
    Whole,
    /// It was refused, because the question has an error.
    Refused,
    /// It was stopped, or failed with another error.
    Broken,
}

/// The outcome of the runs of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// The whole answer.
    Whole,
    /// A part, which was written.
    Share,
    /// Stopped before the part was complete.
    Stopped,
}

impl Journal for Keeper {
    fn begin(&self) -> Leg {
        let mut inner = locked(&self.inner);
        if inner.closed {
            return Leg::default();
        }
        let at = inner.next;
        inner.next += 1;
        let known = inner.legs.get(at).cloned();
        known.unwrap_or_else(|| Leg { share: self.share, ..Leg::default() })
    }

    fn is_due(&self) -> bool {
        let written = locked(&self.inner).written;
        self.checkpoint.is_some() && written.is_none_or(|at| at.elapsed() >= self.every)
    }

    fn keep(&self, leg: Leg, mark: Mark) {
        {
            let mut inner = locked(&self.inner);
            if inner.closed {
                return;
            }
            inner.closed = mark == Mark::Stopped;
            let at = inner.next.saturating_sub(1);
            inner.legs.truncate(at);
            inner.legs.push(leg);
        }
        if self.is_due()
            && let Err(failure) = self.write_checkpoint()
        {
            let mut inner = locked(&self.inner);
            // A failure to save the state does not end the run: the next attempt comes when saving
            // is due again.
            inner.written = Some(Instant::now());
            // Said with `--quiet`, too: the run was to keep its state.
            if !std::mem::replace(&mut inner.complained, true) {
                self.caller.say(&format!(
                    "error: the state of the run is not saved, and the run goes on: {}",
                    failure.message()
                ));
            }
        }
    }

    fn unreadable(&self, why: &str) {
        locked(&self.inner).unreadable.get_or_insert_with(|| why.to_owned());
    }

    fn share(&self) -> Option<Share> {
        self.share
    }
}

/// Refuses a checkpoint that exists already.
fn check_new(path: &Path, program: &str) -> Result<(), Failure> {
    let name = shown_path(path);
    if path == Path::new("-") {
        return Err(Failure::Usage(
            "--checkpoint -: a state is kept in a file; name one, such as run.state".to_owned(),
        ));
    }
    let again = quoted_path(path);
    let Ok(found) = fs::metadata(path) else { return Ok(()) };
    if found.is_dir() {
        return Ok(()); // refused as any folder
    }
    Err(Failure::Usage(match RunState::read(path) {
        Ok(state) if !state.header.over => format!(
            "--checkpoint `{name}`: this file is there; `{program} resume {again}` goes on with the run \
             that it holds; remove it, or name another, to begin anew"
        ),
        _ => format!(
            "--checkpoint `{name}`: this is there already, and is not the state of a run; name another file"
        ),
    }))
}

/// Refuses to write a part over anything but an earlier version of it.
fn check_part(path: &Path, header: &RunHeader) -> Result<(), Failure> {
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    if !is_file {
        return Ok(()); // a new one, or refused as any folder
    }
    let name = shown_path(path);
    let why = match RunState::read(path) {
        Ok(state) if differs(&state.header, header).is_some() => "is a part of another run".into(),
        Ok(state) if state.header.share == header.share => return Ok(()),
        Ok(state) => match state.header.share {
            Some(share) => format!("is part {share}"),
            None => "is the state of a run".to_owned(),
        },
        Err(_) => "is there already, and is not a part of a run".to_owned(),
    };
    Err(Failure::Usage(format!("--out `{name}`: this {why}; name another file, or remove it")))
}
