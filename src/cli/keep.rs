//! Runs that can be resumed and divided: `--checkpoint`, `--shard`, `resume`, `merge`.
//!
//! All of these run the same command; only the journal that its runs are given differs. `resume`
//! runs it with a journal that holds the progress of its legs, `merge` with one that holds the sums
//! of all shares.

use super::args::{Kept, MergeArgs, ResumeArgs};
use super::caller::Caller;
use super::error::Failure;
use super::program::Program;
use super::progress;
use crate::framework::settings::{quoted_path, shown, shown_path};
use crate::report::Output;
use crate::report::output::{FileId, sha256};
use crate::report::state::{Input, RunHeader, RunState};
use crate::study::{Journal, Leg, Mark, Share};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Options that change how a command runs and where its answer goes, but not the answer; each with
/// whether it takes a value.
const APART: [(&str, bool); 6] = [
    ("--checkpoint", true),
    ("--every", true),
    ("--shard", true),
    ("--out", true),
    ("--threads", true),
    ("--quiet", false),
];

/// The words without the `--` that makes all later words values, so that options can be appended.
pub fn open(words: &[String]) -> Vec<String> {
    words.iter().filter(|word| *word != "--").cloned().collect()
}

/// The words of a command that decide its answer.
pub fn deciding(words: &[String]) -> Vec<String> {
    without(words, &APART)
}

/// The words without some options, each with whether it takes a value.
pub fn without(words: &[String], options: &[(&str, bool)]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or(word);
        match options.iter().find(|(option, _)| *option == name) {
            None => kept.push(word.clone()),
            Some((_, true)) if !word.contains('=') => drop(words.next()),
            Some(_) => {}
        }
    }
    kept
}

/// The value of an option among the words.
pub fn value(words: &[String], option: &str) -> Option<String> {
    let at = words.iter().position(|word| word.split('=').next() == Some(option))?;
    match words[at].split_once('=') {
        Some((_, value)) => Some(value.to_owned()),
        None => words.get(at + 1).cloned(),
    }
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
    /// Both files, which no other run can write meanwhile.
    files: Mutex<Option<Files>>,
    /// The file of a resumed or merged state, and the inputs that it was made from.
    from: Option<(PathBuf, Vec<Input>)>,
    header: RunHeader,
    /// Whether to print only errors, even if the first run was not given `--quiet`.
    quiet: bool,
    /// The parts that are merged: inputs, which an answer must not replace.
    pub merged: Vec<PathBuf>,
    inner: Mutex<Inner>,
    /// The caller, to whom the fate of the files is reported.
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
    /// Checks that both can be written, and that they are not the same.
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
            folder: std::env::current_dir().ok().filter(|folder| folder.to_str().is_some()),
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
                "--shard {share} needs --rounds: a run that stops by what it sees, or by the clock, \
                 cannot be played in parts"
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
                        "`{}` has other contents than when `{}` was made; nothing of it is used",
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

    /// Called after the runs: checks their sums, and writes the part if one is due.
    ///
    /// # Errors
    /// If the state could not be read, or the part cannot be written.
    pub fn played(&self, program: &Program, quiet: bool) -> Result<Played, Failure> {
        if let Some(why) = &locked(&self.inner).unreadable {
            let from = self.from.as_ref().map(|(path, _)| shown_path(path)).unwrap_or_default();
            return Err(Failure::Other(format!("`{from}`: its sums cannot be read: {why}")));
        }
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
            let (name, is_new) = (quoted_path(path), self.write_checkpoint().is_ok());
            if !self.is_quiet() && (is_new || path.exists()) {
                let from = if is_new { "here" } else { "an earlier state" };
                program
                    .caller
                    .say(&format!("`{} resume {name}` goes on from {from}", program.name));
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
    /// With its whole answer.
    Whole,
    /// With an error in what was asked.
    Refused,
    /// Stopped, or with another error.
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
            // The next attempt comes when it is due again; the run is worth more than its state.
            inner.written = Some(Instant::now());
            if !std::mem::replace(&mut inner.complained, true) && !self.is_quiet() {
                self.caller.say(&format!(
                    "note: the run goes on without its state: {}",
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

/// A command that is resumed or merged, and its keeper.
pub struct Again {
    /// Its words, the program's name first.
    pub words: Vec<OsString>,
    /// Its keeper, without the options that need its words to be parsed.
    pub keeper: Keeper,
}

fn words(program: &Program, command: &[String]) -> Vec<OsString> {
    std::iter::once(&program.name).chain(command).map(OsString::from).collect()
}

/// Refuses a state written by another program or version.
fn check_maker(program: &Program, path: &Path, header: &RunHeader) -> Result<(), Failure> {
    let pairs = [
        ("program", &header.program, &program.name),
        ("version", &header.version, &program.version),
    ];
    for (what, then, now) in pairs {
        if then != now {
            return Err(Failure::Usage(format!(
                "`{}` was written by the {what} {}, and this is {}; nothing of it is used",
                shown_path(path),
                shown(then),
                shown(now)
            )));
        }
    }
    Ok(())
}

/// The command of a state, to be resumed.
pub fn resume(program: &Program, args: &ResumeArgs) -> Result<Again, Failure> {
    let state = read(&args.file)?;
    check_maker(program, &args.file, &state.header)?;
    let RunState { header, legs } = state;
    if header.over {
        return Err(Failure::Usage(format!(
            "`{}` is the part of a run, and nothing of it is left to play; `{} merge` puts parts \
             together",
            shown_path(&args.file),
            program.name
        )));
    }
    // In another folder, relative paths would name the wrong files. A state may be moved to a
    // machine without the folder.
    if let (Some(begun), Ok(here)) = (&header.folder, std::env::current_dir())
        && *begun != here
        && begun.is_dir()
    {
        return Err(Failure::Usage(format!(
            "`{}` was begun in `{}`, and files are named from there: resume it there",
            shown_path(&args.file),
            shown_path(begun)
        )));
    }
    let mut command = header.command.clone();
    for (option, value) in [
        ("--threads", args.threads.threads.map(|threads| threads.to_string())),
        ("--every", args.every.map(|every| format!("{}ms", every.as_millis().max(1)))),
    ] {
        if let Some(value) = value {
            command = without(&command, &[(option, true)]);
            command.push(format!("{option}={value}"));
        }
    }
    if args.quiet {
        command = without(&command, &[("--quiet", false)]);
        command.push("--quiet".to_owned());
    }
    let words = words(program, &command);
    let keeper = Keeper {
        checkpoint: Some(args.file.clone()),
        share: header.share,
        from: Some((args.file.clone(), header.inputs.clone())),
        inner: Mutex::new(Inner {
            legs,
            written_files: header.written.clone(),
            ..Inner::default()
        }),
        header,
        quiet: args.quiet,
        ..Keeper::default()
    };
    Ok(Again { words, keeper })
}

impl Again {
    /// The keeper, with the options of the parsed words.
    pub fn keeper(self, kept: Option<Kept<'_>>) -> Result<Keeper, Failure> {
        let Some(kept) = kept.filter(|_| self.keeper.checkpoint.is_some()) else {
            return Ok(self.keeper);
        };
        let Keeper { every, part, .. } = Keeper::kept(kept)?;
        let keeper = Keeper { every, part, ..self.keeper };
        let files = Mutex::new(Some(Files::new(&keeper)?));
        Ok(Keeper { files, ..keeper })
    }
}

fn read(path: &Path) -> Result<RunState, Failure> {
    RunState::read(path).map_err(|error| Failure::Usage(error.to_string()))
}

/// The files of the parts: those that are named, and those in folders that are.
fn files_of(parts: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for part in parts {
        // Anything else is told apart where it is read.
        let Ok(entries) = fs::read_dir(part) else {
            files.push(part.clone());
            continue;
        };
        // An entry that cannot be read is a part that is missing.
        let all = entries.flatten().map(|entry| entry.path());
        let is_part = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "shard");
        let mut all: Vec<PathBuf> = all.filter(is_part).collect();
        if all.is_empty() {
            return Err(Failure::Usage(format!(
                "the folder `{}` has no file that ends in .shard; name the parts one by one",
                shown_path(part)
            )));
        }
        all.sort();
        files.append(&mut all);
    }
    Ok(files)
}

/// The command that these parts belong to, to be answered from their sums.
pub fn merge(program: &Program, args: &MergeArgs) -> Result<Again, Failure> {
    let files = files_of(&args.parts)?;
    let mut parts: BTreeMap<u64, (&Path, RunState)> = BTreeMap::new();
    let mut first: Option<(&Path, RunHeader, u64)> = None;
    for path in &files {
        let state = read(path)?;
        let header = &state.header;
        check_maker(program, path, header)?;
        let name = shown_path(path);
        let Some(share) = header.share.filter(|_| header.over) else {
            return Err(Failure::Usage(format!(
                "`{name}` is the state of a run that is not finished, and no part; `{} resume \
                 {name}` goes on with it",
                program.name
            )));
        };
        match &first {
            None => first = Some((path, header.clone(), share.of)),
            Some((other, known, of)) => {
                let differs = differs(known, header).or_else(|| {
                    (share.of != *of).then(|| format!("one of {of} parts, and one of {}", share.of))
                });
                if let Some(differs) = differs {
                    return Err(Failure::Usage(format!(
                        "`{}` and `{name}` are parts of different runs: {differs}",
                        shown_path(other)
                    )));
                }
            }
        }
        if let Some((other, _)) = parts.get(&share.number) {
            return Err(Failure::Usage(format!(
                "`{}` and `{name}` are the same part, {share}; name each part once",
                shown_path(other)
            )));
        }
        parts.insert(share.number, (path, state));
    }
    let Some((path, header, of)) = first else {
        return Err(Failure::Usage("name the parts to merge".to_owned()));
    };
    let missing: Vec<u64> = (1..=of).filter(|number| !parts.contains_key(number)).collect();
    if !missing.is_empty() {
        let list = ranges(&missing);
        let are = if missing.len() == 1 { "is" } else { "are" };
        return Err(Failure::Usage(format!(
            "{} of {of} parts {are} missing: play --shard N/{of} for each N of {list}, or on Slurm \
             --array={list}",
            missing.len()
        )));
    }
    let legs = legs(&parts)?;
    let mut words = words(program, &deciding(&header.command));
    if let Some(out) = &args.out {
        words.extend(["--out".into(), out.into()]);
    }
    if let Some(threads) = args.threads.threads {
        words.push(format!("--threads={threads}").into());
    }
    if args.quiet {
        words.push("--quiet".into());
    }
    if args.force && !header.command.iter().any(|word| word == "--force") {
        if !header.command.iter().any(|word| word.starts_with("--write-")) {
            return Err(Failure::Usage(
                "--force: this run writes no file besides its tables, which are replaced without \
                 it; leave it out"
                    .to_owned(),
            ));
        }
        words.push("--force".into());
    }
    let keeper = Keeper {
        from: Some((path.to_owned(), header.inputs)),
        merged: files.clone(),
        inner: Mutex::new(Inner { legs, ..Inner::default() }),
        ..Keeper::default()
    };
    Ok(Again { words, keeper })
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
            "--checkpoint `{name}`: this is there already, and is no state of a run; name another file"
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
        Err(_) => "is there already, and is no part of a run".to_owned(),
    };
    Err(Failure::Usage(format!("--out `{name}`: this {why}; name another file, or remove it")))
}

/// The words that decide the answer, each option joined with its value.
fn options(words: &[String]) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    for word in deciding(words) {
        match options
            .last_mut()
            .filter(|option| option.starts_with("--") && !option.contains([' ', '=']))
        {
            Some(option) if !word.starts_with("--") => *option = format!("{option} {word}"),
            _ => options.push(word),
        }
    }
    options
}

/// The first difference between the origins of two parts, in words.
fn differs(a: &RunHeader, b: &RunHeader) -> Option<String> {
    let (ours, theirs) = (options(&a.command), options(&b.command));
    if ours != theirs {
        let sorted = |options: &[String]| {
            let mut options = options.to_vec();
            options.sort();
            options
        };
        if sorted(&ours) == sorted(&theirs) {
            return Some("their options stand in another order".to_owned());
        }
        // The first option that only one of them has, beside the other's option of the same name.
        let lacking = |of: &[String], all: &[String]| -> Vec<String> {
            let mut left = all.to_vec();
            let is_lacking = |option: &&String| match left.iter().position(|other| other == *option)
            {
                Some(at) => {
                    left.swap_remove(at);
                    false
                }
                None => true,
            };
            of.iter().filter(is_lacking).cloned().collect()
        };
        let (only_ours, only_theirs) = (lacking(&ours, &theirs), lacking(&theirs, &ours));
        let name = |option: &String| option.split([' ', '=']).next().unwrap_or_default().to_owned();
        let of = only_ours.first().or(only_theirs.first()).map(name);
        let told = |options: &[String]| match options.iter().find(|one| Some(name(one)) == of) {
            Some(option) => format!("`{}`", shown(option)),
            None => "nothing".to_owned(),
        };
        return Some(format!("{} here, and {} there", told(&only_ours), told(&only_theirs)));
    }
    let path = a.inputs.iter().chain(&b.inputs).map(|input| &input.path).find(|path| {
        let of = |header: &RunHeader| -> Option<String> {
            let found = header.inputs.iter().find(|input| input.path == **path)?;
            Some(found.sha256.clone())
        };
        of(a) != of(b)
    });
    path.map(|path| format!("the contents of `{}` differ", shown(path)))
}

/// The legs of a whole command, combined from those of its parts.
fn legs(parts: &BTreeMap<u64, (&Path, RunState)>) -> Result<Vec<Leg>, Failure> {
    let mut all: Vec<Leg> = Vec::new();
    let number = parts.values().map(|(_, state)| state.legs.len()).max().unwrap_or(0);
    for at in 0..number {
        let mut stretches = Vec::new();
        for (path, state) in parts.values() {
            match state.legs.get(at) {
                Some(leg) => stretches.extend(leg.stretches.iter().cloned()),
                None => {
                    return Err(Failure::Usage(format!(
                        "`{}` has {} runs and others have {number}; nothing of it is used",
                        shown_path(path),
                        state.legs.len()
                    )));
                }
            }
        }
        stretches.sort_by_key(|stretch| stretch.first);
        let mut next = 0;
        for stretch in &stretches {
            if stretch.first != next || stretch.end <= stretch.first {
                return Err(Failure::Usage(format!(
                    "the parts do not cover run {} once: sessions {next} to {} are missing or played \
                     twice",
                    at + 1,
                    stretch.first
                )));
            }
            next = stretch.end;
        }
        all.push(Leg { stretches, ..Leg::default() });
    }
    Ok(all)
}

/// Numbers in the notation of schedulers: `3,17-19`.
fn ranges(numbers: &[u64]) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut().filter(|(_, last)| last + 1 == number) {
            Some((_, last)) => *last = number,
            None => runs.push((number, number)),
        }
    }
    let told = |(first, last): &(u64, u64)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    runs.iter().map(told).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn what_decides_is_kept() {
        let line = "simulate x --seed 3 --out a.csv --shard=1/4 --quiet --threads 2 --set out=1";
        assert_eq!(deciding(&words(line)), words("simulate x --seed 3 --set out=1"));
    }

    #[test]
    fn missing_parts_are_told_as_a_scheduler_takes_them() {
        assert_eq!(ranges(&[3, 17]), "3,17");
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8]), "1-3,5,7-8");
    }

    #[test]
    fn what_differs_between_two_parts_is_told() {
        let header = |line: &str, sha256: &str| RunHeader {
            command: words(line),
            inputs: vec![Input { path: "r.toml".into(), sha256: sha256.into() }],
            ..RunHeader::default()
        };
        let one = header("simulate x --seed 3 --shard 1/2 --out a", "0");
        let differs = |line: &str, sha256| differs(&one, &header(line, sha256));
        assert_eq!(differs("simulate x --seed 3 --shard 2/2 --out b", "0"), None);
        let told = "`--seed 3` here, and `--seed 4` there";
        assert_eq!(differs("simulate x --seed 4 --shard 2/2 --out b", "0"), Some(told.into()));
        let told = "their options stand in another order";
        assert_eq!(differs("simulate --seed 3 x", "0"), Some(told.into()));
        let told = "nothing here, and `--quick` there";
        assert_eq!(differs("simulate x --seed 3 --quick", "0"), Some(told.into()));
        let told = "`--rounds 1k` here, and `--rounds 2k` there";
        let (ours, theirs) = ("x --rounds 1k --shard 1/2", "x --seed 1 --rounds 2k --shard 1/2");
        let at = |line| header(line, "0");
        let found = super::differs(&at(ours), &at(theirs));
        assert_eq!(found, Some(told.into()));
        let told = "nothing here, and `--seed 2` there";
        let found = super::differs(&at("x --rounds 1k"), &at("x --seed 2 --rounds 1k"));
        assert_eq!(found, Some(told.into()));
        let told = "the contents of `r.toml` differ";
        assert_eq!(differs("simulate x --seed 3", "1"), Some(told.into()));
    }
}
