//! Fault injection: every operation of the write path fails once, and once the process dies there.
//! The files on disk must be wholly those of the last run or wholly those of the new one.

use super::files::{Disk, Files};
use super::{Output, OutputError, Scratch, VerifyError, verify};
use crate::study::{Report, Table};
use serde_json::{Map, Value};
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The kind of fault at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// This operation fails, the following ones do not.
    Once(ErrorKind),
    /// This operation and all that follow do nothing, as after a kill.
    Death,
}

/// A file system on which one operation goes wrong.
#[derive(Debug)]
struct Faulty {
    at: usize,
    fault: Fault,
    done: AtomicUsize,
}

impl Faulty {
    fn new(at: usize, fault: Fault) -> Faulty {
        Faulty { at, fault, done: AtomicUsize::new(0) }
    }

    fn step(&self) -> io::Result<()> {
        let step = self.done.fetch_add(1, Ordering::SeqCst);
        match self.fault {
            Fault::Once(kind) if step == self.at => Err(kind.into()),
            Fault::Death if step >= self.at => Err(ErrorKind::Other.into()),
            _ => Ok(()),
        }
    }
}

impl Files for Faulty {
    fn create(&self, path: &Path, permissions: Option<Permissions>) -> io::Result<File> {
        self.step()?;
        Disk.create(path, permissions)
    }

    fn open_lock(&self, path: &Path) -> io::Result<File> {
        self.step()?;
        Disk.open_lock(path)
    }

    fn open_in_place(&self, path: &Path) -> io::Result<File> {
        self.step()?;
        Disk.open_in_place(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        let step = self.step();
        if step.is_err() && self.done.load(Ordering::SeqCst) == self.at + 1 {
            // A full disk takes part of the data.
            Disk.write(file, &bytes[..bytes.len() / 2])?;
        }
        step?;
        Disk.write(file, bytes)
    }

    /// The tests simulate no power failure: unsynced data is safe, and syncing would be slow.
    fn sync(&self, _: &File) -> io::Result<()> {
        self.step()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        Disk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        Disk.remove(path)
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.step()?;
        Disk.create_folder(folder)
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        self.step()?;
        Disk.remove_folder(folder)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.step()?;
        folder.metadata().map(drop)
    }
}

/// A file system on which nothing goes wrong.
fn sound() -> Arc<Faulty> {
    Arc::new(Faulty::new(usize::MAX, Fault::Death))
}

/// The tables of a run; their only cell is its seed.
fn report(tables: &[&'static str], seed: u64) -> Report {
    let table = |name: &&'static str| {
        let mut table = Table::new(name, ["seed"]);
        table.push(vec![seed.into()]);
        table
    };
    Report { tables: tables.iter().map(table).collect(), ..Report::default() }
}

const FIRST: [&str; 3] = ["seats", "effects", "events"];
const SECOND: [&str; 3] = ["seats", "events", "pairs"];
const DERIVED: [&str; 3] = ["effects", "events", "pairs"];

/// A run: tables, a picture in another folder, and a strategy file.
fn run(
    folder: &Path,
    disk: Arc<dyn Files>,
    tables: &'static [&'static str],
    seed: u64,
) -> Result<(), OutputError> {
    let mut output = Output::new(&Scratch::on(disk), &[]);
    output.tables(&folder.join("results/run.csv"), tables, &DERIVED, true)?;
    let picture = output.file(&folder.join("pictures/run.svg"), true)?;
    let strategy = output.file(&folder.join("mine.toml"), true)?;
    output.put_tables(&report(tables, seed))?;
    output.put(picture, format!("picture {seed}").into_bytes());
    output.put(strategy, format!("strategy {seed}").into_bytes());
    let said: Map<String, Value> = [("seed".to_owned(), Value::from(seed))].into_iter().collect();
    output.write(&said).map(drop)
}

/// Every file in the folder and its subfolders, including hidden ones.
fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => names.extend(names_in(&path)),
            false => names.push(path),
        }
    }
    names.sort();
    names
}

fn names_in(folder: &Path) -> Vec<PathBuf> {
    names(folder)
}

/// The seed of the run whose files are there, which must be all of them and no others.
#[track_caller]
fn wholly(folder: &Path, what: &str) -> u64 {
    let look = || verify(&Scratch::on(sound()), &folder.join("results/run.csv"));
    // A child process that another test starts holds the lock, too, until it calls exec.
    let busy = |found: &Result<_, _>| matches!(found, Err(VerifyError::Busy { .. }));
    let found = (0..200).map(|_| look()).find(|found| !busy(found)).unwrap_or_else(look);
    let found = found.unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(found.differences.is_empty(), "{what}: {:?}", found.differences);
    let seed = found.said["seed"].as_u64().expect("a seed");
    let tables = if seed == 1 { FIRST } else { SECOND };
    let mut expected = vec![("results/run.csv".to_owned(), format!("seed\n{seed}\n"))];
    for table in &tables[1..] {
        expected.push((format!("results/run.{table}.csv"), format!("seed\n{seed}\n")));
    }
    expected.push(("pictures/run.svg".to_owned(), format!("picture {seed}")));
    expected.push(("mine.toml".to_owned(), format!("strategy {seed}")));
    for (name, text) in &expected {
        let found = fs::read_to_string(folder.join(name)).expect("it is part of the set");
        assert_eq!(found, *text, "{what}: {name}");
    }
    assert_eq!(found.files.len(), expected.len(), "{what}");
    for file in DERIVED.map(|table| format!("results/run.{table}.csv")) {
        let known = expected.iter().any(|(name, _)| *name == file);
        assert_eq!(folder.join(&file).exists(), known, "{what}: {file}");
    }
    seed
}

/// A folder in which the first run has written its files.
fn after_the_first() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("pictures")).expect("a folder");
    run(folder.path(), sound(), &FIRST, 1).expect("there is space");
    folder
}

/// The number of operations of a run.
fn operations() -> usize {
    let folder = after_the_first();
    let disk = sound();
    run(folder.path(), disk.clone(), &SECOND, 2).expect("nothing goes wrong");
    assert_eq!(wholly(folder.path(), "without a fault"), 2);
    disk.done.load(Ordering::SeqCst)
}

#[test]
fn a_fault_anywhere_leaves_the_old_files_or_the_new_ones() {
    let operations = operations();
    assert!(operations > 45, "only {operations}: does the write path go through the trait?");
    let faults = [
        Fault::Once(ErrorKind::StorageFull),
        Fault::Once(ErrorKind::Other), // EIO
        Fault::Death,
    ];
    for fault in faults {
        let mut seen = [0, 0];
        for at in 0..operations {
            let what = format!("{fault:?} at operation {at} of {operations}");
            let folder = after_the_first();
            let disk = Arc::new(Faulty::new(at, fault));
            let ran = run(folder.path(), disk, &SECOND, 2);
            let seed = wholly(folder.path(), &what);
            seen[seed as usize - 1] += 1;
            match (&ran, seed) {
                (Ok(()), 2) => {}
                (Err(OutputError::Unfinished { .. }), 2) => {}
                (Err(error), 1) => {
                    assert!(!matches!(error, OutputError::Unfinished { .. }), "{what}: {error}");
                }
                // A dead process reports nothing.
                _ if fault == Fault::Death => {}
                _ => panic!("{what}: {ran:?}, and the files are those of run {seed}"),
            }
            // The next run cleans up, and leaves nothing behind itself.
            run(folder.path(), sound(), &SECOND, 2)
                .unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(wholly(folder.path(), &what), 2);
            let hidden = |path: &&PathBuf| path.to_string_lossy().contains(".croupier-");
            let names = names(folder.path());
            let hidden: Vec<_> = names.iter().filter(hidden).collect();
            assert!(hidden.is_empty(), "{what}: {hidden:?}");
        }
        assert!(seen[0] > 10 && seen[1] > 5, "{fault:?}: {seen:?}");
    }
}

/// The same for a first run, which has no old files to fall back on: all files or none, and the
/// folder that it created only with them.
#[test]
fn a_first_run_leaves_all_files_or_none() {
    for fault in [Fault::Once(ErrorKind::StorageFull), Fault::Death] {
        let mut seen = [0, 0];
        for at in 0..operations() {
            let what = format!("{fault:?} at operation {at}");
            let folder = tempfile::tempdir().expect("a temporary folder");
            fs::create_dir(folder.path().join("pictures")).expect("a folder");
            let ran = run(folder.path(), Arc::new(Faulty::new(at, fault)), &SECOND, 2);
            let path = folder.path().join("results/run.csv");
            match verify(&Scratch::on(sound()), &path) {
                Ok(_) => {
                    assert_eq!(wholly(folder.path(), &what), 2);
                    seen[1] += 1;
                }
                Err(error) => {
                    assert!(ran.is_err(), "{what}: {error}");
                    let names = names(folder.path());
                    let whole = |path: &&PathBuf| !path.to_string_lossy().contains(".croupier-");
                    assert_eq!(names.iter().find(whole), None, "{what}");
                    // At most one file, whose removal failed, is left after a single fault.
                    let most = if fault == Fault::Death { usize::MAX } else { 1 };
                    assert!(names.len() <= most, "{what}: {names:?}");
                    seen[0] += 1;
                }
            }
        }
        assert!(seen[0] > 10 && seen[1] > 5, "{fault:?}: {seen:?}");
    }
}

/// A process that dies while completing another's commit can be completed in turn, any number of
/// times.
#[test]
fn what_was_cut_off_can_be_cut_off_again() {
    let operations = operations();
    let mut cut = 0;
    for at in operations / 2..operations {
        let folder = after_the_first();
        let _ = run(folder.path(), Arc::new(Faulty::new(at, Fault::Death)), &SECOND, 2);
        let decided = names(folder.path())
            .iter()
            .any(|path| path.to_string_lossy().ends_with(".manifest.json.croupier-commit"));
        if !decided {
            continue;
        }
        cut += 1;
        for again in 0..12 {
            let disk = Arc::new(Faulty::new(again, Fault::Death));
            let _ = verify(&Scratch::on(disk), &folder.path().join("results/run.csv"));
        }
        assert_eq!(wholly(folder.path(), &format!("operation {at}")), 2);
    }
    assert!(cut > 5, "{cut}");
}

/// New files that were changed are not moved into place; the existing manifest tells the state.
#[test]
fn new_files_that_were_changed_are_not_used() {
    let operations = operations();
    let mut lost = 0;
    for at in operations / 2..operations {
        let folder = after_the_first();
        let _ = run(folder.path(), Arc::new(Faulty::new(at, Fault::Death)), &SECOND, 2);
        let new = folder.path().join("results/.run.pairs.csv.croupier-new");
        let commit = folder.path().join("results/.run.manifest.json.croupier-commit");
        if !commit.exists() || !new.exists() {
            continue;
        }
        lost += 1;
        fs::write(&new, "seed\n3\n").expect("the test can write here");
        let found = verify(&Scratch::on(sound()), &folder.path().join("results/run.csv"));
        let found = found.expect("the manifest of the first run");
        assert_eq!((found.said["seed"].as_u64(), found.finished), (Some(1), false));
        assert!(!commit.exists() && !new.exists());
        assert!(!folder.path().join("results/run.pairs.csv").exists());
    }
    assert!(lost > 0);
}
