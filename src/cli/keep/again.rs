//! Commands that are taken up from states: `resume` and `merge`.

use super::words::{deciding, options, without};
use super::{Files, Inner, Keeper, current_folder};
use crate::cli::args::{Kept, MergeArgs, ResumeArgs};
use crate::cli::error::Failure;
use crate::cli::program::Program;
use crate::framework::settings::{shown, shown_path};
use crate::report::state::{RunHeader, RunState};
use crate::study::Leg;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

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
    let RunState { mut header, legs } = state;
    if header.over {
        return Err(Failure::Usage(format!(
            "`{}` is the part of a run, and nothing of it is left to play; `{} merge` puts parts \
             together",
            shown_path(&args.file),
            program.name
        )));
    }
    // In another folder, relative paths would name the wrong files. A state may be moved to a
    // machine without the folder: from then on files are named from the new one.
    if let (Some(begun), Some(here)) = (&header.folder, current_folder())
        && *begun != here
    {
        let (file, folder) = (shown_path(&args.file), shown_path(begun));
        if begun.is_dir() {
            return Err(Failure::Usage(format!(
                "`{file}` was begun in `{folder}`, and files are named from there: resume it there"
            )));
        }
        if !args.quiet {
            program.caller.say(&format!(
                "note: `{file}` was begun in `{folder}`, which is not there; files are read and \
                 written in the current folder from now on"
            ));
        }
        header.folder = Some(here);
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
        // Files, and paths that do not exist, are dealt with where the parts are read.
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

/// All parts of a run.
struct Parts<'a> {
    /// The file that was named first, and its header.
    first: &'a Path,
    header: RunHeader,
    /// Each part by its number, with its file.
    all: BTreeMap<u64, (&'a Path, RunState)>,
}

impl<'a> Parts<'a> {
    /// Reads the parts of a run.
    ///
    /// # Errors
    /// If a file cannot be read, is no part, or is a part of another run, and if a part is missing.
    fn read(program: &Program, files: &'a [PathBuf]) -> Result<Parts<'a>, Failure> {
        let mut parts: Option<(Parts<'a>, u64)> = None;
        let mut unread: Vec<String> = Vec::new();
        for path in files {
            let state = match RunState::read(path) {
                Ok(state) => state,
                Err(error) => {
                    unread.push(error.to_string());
                    continue;
                }
            };
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
            let (known, of) = parts.get_or_insert_with(|| {
                let (header, all) = (header.clone(), BTreeMap::new());
                (Parts { first: path, header, all }, share.of)
            });
            let differs = differs(&known.header, header).or_else(|| {
                (share.of != *of).then(|| format!("one of {of} parts, and one of {}", share.of))
            });
            if let Some(differs) = differs {
                return Err(Failure::Usage(format!(
                    "`{}` and `{name}` are parts of different runs: {differs}",
                    shown_path(known.first)
                )));
            }
            if let Some((other, _)) = known.all.get(&share.number) {
                return Err(Failure::Usage(format!(
                    "`{}` and `{name}` are the same part, {share}; name each part once",
                    shown_path(other)
                )));
            }
            known.all.insert(share.number, (path, state));
        }
        let unread = (!unread.is_empty()).then(|| unread.join("; "));
        let Some((parts, of)) = parts else {
            let nothing = || "name the parts to merge".to_owned();
            return Err(Failure::Usage(unread.unwrap_or_else(nothing)));
        };
        let missing: Vec<u64> = (1..=of).filter(|number| !parts.all.contains_key(number)).collect();
        let list = ranges(&missing);
        Err(Failure::Usage(match (unread, missing.len()) {
            (None, 0) => return Ok(parts),
            (Some(unread), 0) => unread,
            (Some(unread), _) => format!(
                "{unread}; without them these parts are missing: {list} of {of}; a plan plays a \
                 part again once its damaged file is removed"
            ),
            (None, missing) => {
                let are = if missing == 1 { "is" } else { "are" };
                format!(
                    "{missing} of {of} parts {are} missing: {list}; play each with --shard N/{of}, \
                     or all on Slurm with --array={list}"
                )
            }
        }))
    }
}

/// The command that these parts belong to, to be answered from their sums.
pub fn merge(program: &Program, args: &MergeArgs) -> Result<Again, Failure> {
    let files = files_of(&args.parts)?;
    let Parts { first, header, all } = Parts::read(program, &files)?;
    let legs = legs(&all)?;
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
        from: Some((first.to_owned(), header.inputs)),
        merged: files.clone(),
        inner: Mutex::new(Inner { legs, ..Inner::default() }),
        ..Keeper::default()
    };
    Ok(Again { words, keeper })
}

/// The first difference between the origins of two parts, in words.
pub(super) fn differs(a: &RunHeader, b: &RunHeader) -> Option<String> {
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
        // Words that are no options stand for each other: the command, the game.
        let name = |option: &String| match option.starts_with('-') {
            true => option.split([' ', '=']).next().unwrap_or_default().to_owned(),
            false => String::new(),
        };
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
    use crate::report::state::Input;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
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
        let told = "`x` here, and `y` there";
        assert_eq!(differs("simulate y --seed 3", "0"), Some(told.into()));
    }
}
