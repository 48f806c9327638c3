//! Files that are there whole or not at all.
//!
//! What can go wrong is looked for before the run ([`Output::prepare`]), and what goes wrong
//! after it leaves the files of the last run as they were ([`Output::write`]).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::framework::settings::shown_path;
use crate::report::csv;
use crate::study::{Report, Table};

/// Where the tables of a report go.
///
/// The first table goes to the file F that was named, every other one beside it to `F.TABLE.csv`
/// (a trailing `.csv` of F is cut first). When F exists and is neither a file nor a folder, such
/// as `/dev/full` or a pipe, it is written in place, and it gets the first table only.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    target: Target,
}

/// The name of what is no table.
const TEXT: &str = "text";

#[derive(Debug)]
enum Target {
    /// A pipe or a device: opened only when there is something to write, because opening a pipe
    /// waits for its reader.
    InPlace,
    /// Files to be replaced or created.
    Files(Vec<Slot>),
}

/// One file.
#[derive(Clone, Debug)]
struct Slot {
    table: &'static str,
    /// As the user spells it.
    shown: PathBuf,
    /// Behind all symbolic links.
    target: PathBuf,
}

/// Why a file cannot be written. The message names the file, what was found and what helps.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The path is empty or ends like a folder.
    #[error("cannot write `{}`: this names no file; name one, such as `result.csv`", shown_path(.path))]
    NamesNoFile {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The path is a folder.
    #[error(
        "cannot write `{}`: it is a folder; name a file in it, such as `{}`",
        shown_path(.path),
        shown_path(&.path.join("result.csv"))
    )]
    IsAFolder {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The path is something that cannot take a table.
    #[error("cannot write `{}`: it is {found}; name another file", shown_path(.path))]
    IsNoFile {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// What is there.
        found: &'static str,
    },
    /// The folder of the file is missing.
    #[error(
        "cannot write `{}`: the folder `{}` does not exist; create it or name another file",
        shown_path(.path),
        shown_path(.folder)
    )]
    MissingFolder {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// The missing folder.
        folder: PathBuf,
    },
    /// The folder of the file is something else.
    #[error(
        "cannot write `{}`: `{}` is no folder; name another file",
        shown_path(.path),
        shown_path(.folder)
    )]
    NotAFolder {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// What should have been a folder.
        folder: PathBuf,
    },
    /// The folder takes no new file.
    #[error(
        "cannot write `{}`: the folder `{}` takes no new file ({reason}); \
         change its permissions or name a file in another folder",
        shown_path(.path),
        shown_path(.folder)
    )]
    FolderRefuses {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
        /// What the operating system said.
        reason: io::Error,
    },
    /// The existing file cannot be opened for writing.
    #[error(
        "cannot write `{}`: {reason}; change its permissions or name another file",
        shown_path(.path)
    )]
    Refused {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// What the operating system said.
        reason: io::Error,
    },
    /// Two tables would be written to the same file.
    #[error(
        "cannot write `{}`: it and `{}` are links to the same file; remove one of them",
        shown_path(.path),
        shown_path(.other)
    )]
    SameFile {
        /// The path of a further table.
        path: PathBuf,
        /// The path of an earlier table.
        other: PathBuf,
    },
    /// Writing failed before anything was replaced.
    #[error("cannot write `{}`: {reason}; no file was changed", shown_path(.path))]
    Unwritten {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// What the operating system said.
        reason: io::Error,
    },
    /// All tables were written in full, but not all could take their place.
    #[error("cannot replace `{}`: {reason}{}", shown_path(.path), kept(.replaced))]
    Unreplaced {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// The files that are new and complete.
        replaced: Vec<PathBuf>,
        /// What the operating system said.
        reason: io::Error,
    },
    /// Writing to a pipe or a device failed.
    #[error("cannot write to `{}`: {reason}", shown_path(.path))]
    InPlace {
        /// The path as it was given.
        path: PathBuf,
        /// What the operating system said.
        reason: io::Error,
    },
}

fn kept(replaced: &[PathBuf]) -> String {
    if replaced.is_empty() {
        return "; no file was changed".to_owned();
    }
    let names: Vec<_> = replaced.iter().map(|path| format!("`{}`", shown_path(path))).collect();
    format!("; new and complete: {}", names.join(", "))
}

impl Output {
    /// Checks, before the run, that the tables can be written, and changes nothing.
    ///
    /// `tables` are the names of the tables to come, the main one first. With `create_parent` the
    /// folder of `path` is created when it is missing. A temporary file shows that each folder
    /// takes new files; it is gone again when this returns, so a run that is killed leaves nothing
    /// behind.
    pub fn prepare(
        path: &Path,
        tables: &[&'static str],
        create_parent: bool,
    ) -> Result<Output, OutputError> {
        if path.is_dir() {
            return Err(OutputError::IsAFolder { path: path.to_owned() });
        }
        if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(OutputError::NamesNoFile { path: path.to_owned() });
        }
        if create_parent {
            let folder = folder_of(path);
            fs::create_dir_all(folder).map_err(|reason| refusal(path, folder, reason))?;
        }
        let mut slots: Vec<Slot> = Vec::new();
        for (i, table) in tables.iter().enumerate() {
            let shown = if i == 0 { path.to_owned() } else { sibling(path, table) };
            match inspect(&shown)? {
                Found::Special { .. } if i == 0 => {
                    return Ok(Output { path: shown, target: Target::InPlace });
                }
                Found::Special { found } => {
                    return Err(OutputError::IsNoFile { path: shown, found });
                }
                Found::File { target } => slots.push(Slot::checked(table, shown, target, &slots)?),
            }
        }
        Ok(Output { path: path.to_owned(), target: Target::Files(slots) })
    }

    /// Writes the tables and returns the files, as they were named.
    ///
    /// All tables are written in full beside their targets, and brought to the disk, before the
    /// first of them takes its place. An error before that leaves every file as it was; one after
    /// it leaves every file either old or new, never in between.
    pub fn write(self, report: &Report) -> Result<Vec<PathBuf>, OutputError> {
        self.write_with(report, |table, file| csv::to_csv(table, file))
    }

    /// Checks, before the run, that a text can be written to a file, and changes nothing.
    pub fn prepare_text(path: &Path) -> Result<Output, OutputError> {
        Output::prepare(path, &[TEXT], false)
    }

    /// The file that both would write, if there is one.
    pub fn clash(&self, other: &Output) -> Option<PathBuf> {
        let targets = |output: &Output| match &output.target {
            Target::Files(slots) => slots.iter().map(|slot| slot.target.clone()).collect(),
            Target::InPlace => vec![output.path.clone()],
        };
        let others: Vec<PathBuf> = targets(other);
        targets(self).into_iter().find(|target| others.contains(target))
    }

    /// Writes a text to the file of [`Output::prepare_text`], whole or not at all.
    pub fn write_text(self, text: &str) -> Result<Vec<PathBuf>, OutputError> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes anything to the file of [`Output::prepare_text`], whole or not at all.
    pub fn write_bytes(self, bytes: &[u8]) -> Result<Vec<PathBuf>, OutputError> {
        let one = Table::new(TEXT, Vec::<String>::new());
        let report = Report { tables: vec![one], ..Report::default() };
        self.write_with(&report, |_, file| file.write_all(bytes))
    }

    fn write_with(
        self,
        report: &Report,
        write: impl Fn(&Table, &mut File) -> io::Result<()>,
    ) -> Result<Vec<PathBuf>, OutputError> {
        let slots = match self.target {
            Target::Files(slots) => slots,
            Target::InPlace => {
                let Some(table) = report.tables.first() else {
                    return Ok(Vec::new());
                };
                let written = write_in_place(&self.path, |file| write(table, file));
                let path = self.path;
                return match written {
                    Ok(()) => Ok(vec![path]),
                    Err(reason) => Err(OutputError::InPlace { path, reason }),
                };
            }
        };
        let mut complete: Vec<(Slot, NamedTempFile)> = Vec::new();
        for (i, table) in report.tables.iter().enumerate() {
            let slot = match slots.get(i).filter(|slot| slot.table == table.name) {
                Some(slot) => slot.clone(),
                None => slot_for(&self.path, i, table.name, &slots)?,
            };
            let written = write_beside(&slot.target, |file| write(table, file));
            match written {
                Ok(file) => complete.push((slot, file)),
                Err(reason) => return Err(OutputError::Unwritten { path: slot.shown, reason }),
            }
        }
        for (slot, _) in &complete {
            if slot.target.is_dir() {
                return Err(OutputError::IsAFolder { path: slot.shown.clone() });
            }
        }
        let mut replaced = Vec::new();
        for (slot, file) in complete {
            match file.persist(&slot.target) {
                Ok(_) => replaced.push(slot.shown),
                Err(error) => {
                    let (path, reason) = (slot.shown, error.error);
                    return Err(OutputError::Unreplaced { path, replaced, reason });
                }
            }
        }
        Ok(replaced)
    }
}

impl Slot {
    /// Checks that the file is none of the `others` and that its folder takes new files.
    fn checked(
        table: &'static str,
        shown: PathBuf,
        target: PathBuf,
        others: &[Slot],
    ) -> Result<Slot, OutputError> {
        if let Some(other) = others.iter().find(|other| other.target == target) {
            return Err(OutputError::SameFile { path: shown, other: other.shown.clone() });
        }
        match beside(&target) {
            Ok(_) => Ok(Slot { table, shown, target }),
            Err(reason) => Err(refusal(&shown, folder_of(&target), reason)),
        }
    }
}

/// The slot of a table that was not announced.
fn slot_for(
    path: &Path,
    at: usize,
    table: &'static str,
    slots: &[Slot],
) -> Result<Slot, OutputError> {
    if let Some(slot) = slots.iter().skip(1).find(|slot| at > 0 && slot.table == table) {
        return Ok(slot.clone());
    }
    let shown = if at == 0 { path.to_owned() } else { sibling(path, table) };
    match inspect(&shown)? {
        Found::File { target } => Ok(Slot { table, shown, target }),
        Found::Special { found } => Err(OutputError::IsNoFile { path: shown, found }),
    }
}

/// What is at a path.
enum Found {
    /// A file, or nothing yet in an existing folder.
    File { target: PathBuf },
    /// A pipe or a device.
    Special { found: &'static str },
}

fn inspect(path: &Path) -> Result<Found, OutputError> {
    let refused = |reason| OutputError::Refused { path: path.to_owned(), reason };
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(OutputError::IsAFolder { path: path.to_owned() }),
        Ok(found) if found.is_file() => {
            // Replacing a file asks no permission of the file; its owner may have withheld it.
            OpenOptions::new().write(true).open(path).map_err(refused)?;
            Ok(Found::File { target: fs::canonicalize(path).map_err(refused)? })
        }
        Ok(found) => match special(&found) {
            (found, true) => Ok(Found::Special { found }),
            (found, false) => Err(OutputError::IsNoFile { path: path.to_owned(), found }),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let target = behind_links(path).map_err(refused)?;
            check_folder(path, folder_of(&target))?;
            // Two spellings of one folder are one file.
            let (folder, name) = (folder_of(&target), target.file_name());
            match (fs::canonicalize(folder), name) {
                (Ok(folder), Some(name)) => Ok(Found::File { target: folder.join(name) }),
                _ => Err(OutputError::NamesNoFile { path: path.to_owned() }),
            }
        }
        Err(error) => {
            check_folder(path, folder_of(path))?;
            Err(refused(error))
        }
    }
}

/// Says what this is, and whether a table can be written to it in place.
#[cfg(unix)]
fn special(found: &fs::Metadata) -> (&'static str, bool) {
    use std::os::unix::fs::FileTypeExt;
    let kind = found.file_type();
    if kind.is_fifo() {
        ("a pipe", true)
    } else if kind.is_char_device() {
        ("a device", true)
    } else if kind.is_block_device() {
        ("a disk", false)
    } else {
        ("a socket", false)
    }
}

/// Says what this is, and whether a table can be written to it in place.
#[cfg(not(unix))]
fn special(_: &fs::Metadata) -> (&'static str, bool) {
    ("a device", true)
}

/// Follows symbolic links to a file that does not exist yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    const LONGEST_CHAIN: usize = 40; // as the kernel of Linux allows
    let mut at = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        if !at.is_symlink() {
            return Ok(at);
        }
        at = folder_of(&at).join(fs::read_link(&at)?);
    }
    Err(io::Error::other("too many links"))
}

fn check_folder(path: &Path, folder: &Path) -> Result<(), OutputError> {
    match fs::metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(OutputError::NotAFolder { path: path.to_owned(), folder: folder.to_owned() }),
        Err(error) => Err(refusal(path, folder, error)),
    }
}

/// Says why a folder cannot be used.
fn refusal(path: &Path, folder: &Path, reason: io::Error) -> OutputError {
    let path = path.to_owned();
    let in_the_way = folder.ancestors().find(|part| part.exists() && !part.is_dir());
    if let Some(found) = in_the_way {
        return OutputError::NotAFolder { path, folder: found.to_owned() };
    }
    let folder = folder.to_owned();
    match reason.kind() {
        io::ErrorKind::NotFound if !folder.is_dir() => OutputError::MissingFolder { path, folder },
        // Some folders are none of a disk, such as /proc.
        io::ErrorKind::NotFound => {
            let reason = io::Error::other("it keeps no files of its own");
            OutputError::FolderRefuses { path, folder, reason }
        }
        _ => OutputError::FolderRefuses { path, folder, reason },
    }
}

/// The folder of a file; `.` for a bare name.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        Some(_) | None => Path::new("."),
    }
}

/// The file of a further table: `a/b.csv` and `events` are `a/b.events.csv`.
fn sibling(path: &Path, table: &str) -> PathBuf {
    let cut = path.extension().is_some_and(|extension| extension == "csv");
    let stem = if cut { path.file_stem() } else { path.file_name() };
    let mut name = stem.unwrap_or_default().to_owned();
    name.push(format!(".{table}.csv"));
    path.with_file_name(name)
}

/// A temporary file in the folder of `target`, with the permissions that `target` has, or that a
/// new file gets.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".croupier-").suffix(".tmp");
    let permissions = match fs::metadata(target) {
        Ok(found) => Some(found.permissions()),
        Err(_) => {
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less umask
            None
        }
    };
    let file = builder.tempfile_in(folder_of(target))?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

/// Writes a complete file beside `target` and brings it to the disk.
fn write_beside(
    target: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let mut file = beside(target)?;
    write(file.as_file_mut())?;
    file.as_file_mut().flush()?;
    file.as_file().sync_all()?;
    Ok(file)
}

fn write_in_place(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    write(&mut file)?;
    file.flush()?;
    match file.sync_all() {
        // A pipe or a terminal has no disk to bring anything to.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io::{self, Write};
    use std::path::{Path, PathBuf};

    use tempfile::TempDir;

    use super::{Output, OutputError, sibling};
    use crate::study::{Report, Table};

    const TABLES: [&str; 2] = ["seats", "events"];

    fn report() -> Report {
        let mut seats = Table::new("seats", ["seat", "ev"]);
        seats.push(vec![1_u64.into(), 0.5.into()]);
        let mut events = Table::new("events", ["event"]);
        events.push(vec!["push".into()]);
        Report { tables: vec![seats, events], ..Report::default() }
    }

    fn folder() -> TempDir {
        tempfile::tempdir().expect("a temporary folder")
    }

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn put(path: &Path, text: &str) {
        fs::write(path, text).expect("the test can write here");
    }

    /// Every name in the folder, hidden ones too.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn refused(path: &Path) -> OutputError {
        Output::prepare(path, &TABLES, false).expect_err("this cannot be written")
    }

    /// A disk that fills up while the table of this name is written.
    fn full_at(name: &'static str) -> impl Fn(&Table, &mut File) -> io::Result<()> {
        move |table, file| {
            file.write_all(b"half a ")?;
            if table.name == name { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }
    }

    #[test]
    fn the_first_table_has_the_name_and_the_others_stand_beside_it() {
        for (path, expected) in [
            ("results/kinzo-simulate.csv", "results/kinzo-simulate.events.csv"),
            ("plain", "plain.events.csv"),
            ("a.b.csv", "a.b.events.csv"),
            ("a.txt", "a.txt.events.csv"),
            ("x.csv/y", "x.csv/y.events.csv"),
            (".csv", ".csv.events.csv"),
        ] {
            assert_eq!(sibling(Path::new(path), "events"), Path::new(expected));
        }
    }

    #[test]
    fn new_files_are_written() {
        let folder = folder();
        let path = folder.path().join("run.csv");
        let output = Output::prepare(&path, &TABLES, false).expect("the folder is there");
        assert!(names(folder.path()).is_empty(), "nothing is there before the run");
        let files = output.write(&report()).expect("there is space");
        let events = folder.path().join("run.events.csv");
        assert_eq!(files, [path.clone(), events.clone()]);
        assert_eq!(read(&path), "seat,ev\n1,0.5\n");
        assert_eq!(read(&events), "event\npush\n");
        assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
    }

    #[test]
    fn files_are_replaced() {
        let folder = folder();
        let path = folder.path().join("run.csv");
        put(&path, "a longer text than the new one, in full\n");
        let output = Output::prepare(&path, &TABLES, false).expect("it can be replaced");
        assert_eq!(read(&path), "a longer text than the new one, in full\n");
        output.write(&report()).expect("there is space");
        assert_eq!(read(&path), "seat,ev\n1,0.5\n");
    }

    #[test]
    fn a_table_that_was_not_announced_is_written_too() {
        let folder = folder();
        let path = folder.path().join("run.csv");
        let output = Output::prepare(&path, &["seats"], false).expect("the folder is there");
        output.write(&report()).expect("there is space");
        assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
    }

    #[test]
    fn a_table_that_did_not_come_leaves_no_file() {
        let folder = folder();
        let path = folder.path().join("run.csv");
        let tables = ["seats", "positions", "events"];
        let output = Output::prepare(&path, &tables, false).expect("the folder is there");
        output.write(&report()).expect("there is space");
        assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
        assert_eq!(read(&folder.path().join("run.events.csv")), "event\npush\n");
    }

    #[test]
    fn a_full_disk_leaves_every_file_as_it_was() {
        for full in TABLES {
            let folder = folder();
            let (path, events) =
                (folder.path().join("run.csv"), folder.path().join("run.events.csv"));
            put(&path, "old seats\n");
            put(&events, "old events\n");
            let output = Output::prepare(&path, &TABLES, false).expect("both can be replaced");
            let error = output.write_with(&report(), full_at(full)).expect_err("the disk is full");
            let failed = if full == "seats" { &path } else { &events };
            let text = error.to_string();
            assert!(text.contains(&format!("cannot write `{}`", failed.display())), "{text}");
            assert!(text.ends_with("; no file was changed"), "{text}");
            assert_eq!(read(&path), "old seats\n");
            assert_eq!(read(&events), "old events\n");
            assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
        }
    }

    #[test]
    fn a_full_disk_leaves_nothing_where_nothing_was() {
        let folder = folder();
        let path = folder.path().join("run.csv");
        let output = Output::prepare(&path, &TABLES, false).expect("the folder is there");
        output.write_with(&report(), full_at("events")).expect_err("the disk is full");
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_folder_that_appears_during_the_run_stops_all_files() {
        let folder = folder();
        let path = folder.path().join("run.csv");
        put(&path, "old seats\n");
        let output = Output::prepare(&path, &TABLES, false).expect("both can be written");
        fs::create_dir(folder.path().join("run.events.csv")).expect("a folder in the way");
        let error = output.write(&report()).expect_err("a folder is in the way");
        assert!(matches!(error, OutputError::IsAFolder { .. }), "{error}");
        assert_eq!(read(&path), "old seats\n");
        assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = folder();
        let error = refused(folder.path());
        let shown = folder.path().display();
        assert_eq!(
            error.to_string(),
            format!(
                "cannot write `{shown}`: it is a folder; \
                 name a file in it, such as `{shown}/result.csv`"
            )
        );
        let events = folder.path().join("run.events.csv");
        fs::create_dir(&events).expect("a folder");
        let error = refused(&folder.path().join("run.csv"));
        assert!(matches!(error, OutputError::IsAFolder { path } if path == events));
    }

    #[test]
    fn a_missing_folder_is_named_and_not_created() {
        let folder = folder();
        let (missing, path) = (folder.path().join("x"), folder.path().join("x/y.csv"));
        assert_eq!(
            refused(&path).to_string(),
            format!(
                "cannot write `{}`: the folder `{}` does not exist; \
                 create it or name another file",
                path.display(),
                missing.display()
            )
        );
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn the_default_folder_is_created() {
        let folder = folder();
        let path = folder.path().join("results/kinzo-simulate.csv");
        for _ in 0..2 {
            let output = Output::prepare(&path, &TABLES, true).expect("the folder is created");
            output.write(&report()).expect("there is space");
        }
        let expected = ["kinzo-simulate.csv", "kinzo-simulate.events.csv"];
        assert_eq!(names(&folder.path().join("results")), expected);
    }

    #[test]
    fn a_file_is_no_folder() {
        let folder = folder();
        let file = folder.path().join("file");
        put(&file, "");
        for (inside, create) in [("x.csv", false), ("x.csv", true), ("a/x.csv", true)] {
            let error = Output::prepare(&file.join(inside), &TABLES, create)
                .expect_err("a file has no files in it");
            assert!(
                matches!(&error, OutputError::NotAFolder { folder, .. } if *folder == file),
                "{error:?}"
            );
        }
    }

    #[test]
    fn a_path_without_a_name_is_refused() {
        let folder = folder();
        let ends_like_a_folder = PathBuf::from(format!("{}/new/", folder.path().display()));
        for path in [PathBuf::new(), ends_like_a_folder] {
            let error = refused(&path);
            assert!(matches!(error, OutputError::NamesNoFile { .. }), "{error:?}");
        }
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_name_too_long_is_found_before_the_run() {
        let folder = folder();
        // 250 letters fit, but not with `.events.csv` behind them.
        let error = refused(&folder.path().join("x".repeat(250)));
        assert!(matches!(error, OutputError::Refused { .. }), "{error:?}");
    }

    #[test]
    fn a_bare_name_is_in_the_working_folder() {
        assert_eq!(super::folder_of(Path::new("run.csv")), Path::new("."));
        assert_eq!(super::folder_of(Path::new("a/run.csv")), Path::new("a"));
        assert_eq!(super::folder_of(Path::new("/run.csv")), Path::new("/"));
    }

    #[cfg(unix)]
    mod unix {
        use std::fs::{self, File, OpenOptions, Permissions};
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        use std::os::unix::net::UnixListener;
        use std::path::Path;
        use std::process::Command;
        use std::thread;

        use super::{TABLES, folder, names, put, read, refused, report};
        use crate::report::{Output, OutputError};

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
        }

        fn set_mode(path: &Path, mode: u32) {
            fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
        }

        fn pipe(path: &Path) {
            let made = Command::new("mkfifo").arg(path).status().expect("mkfifo is there");
            assert!(made.success());
        }

        /// No permission stops root.
        fn is_root(folder: &Path) -> bool {
            fs::metadata(folder).expect("it is there").uid() == 0
        }

        #[test]
        fn a_new_file_has_the_usual_permissions() {
            let folder = folder();
            let usual = folder.path().join("usual");
            File::create(&usual).expect("a file");
            let path = folder.path().join("run.csv");
            let output = Output::prepare(&path, &TABLES, false).expect("the folder is there");
            output.write(&report()).expect("there is space");
            assert_eq!(mode(&path), mode(&usual));
        }

        #[test]
        fn a_replaced_file_keeps_its_permissions() {
            for kept in [0o600, 0o660, 0o646, 0o755] {
                let folder = folder();
                let path = folder.path().join("run.csv");
                put(&path, "old\n");
                set_mode(&path, kept);
                let output = Output::prepare(&path, &TABLES, false).expect("it can be replaced");
                output.write(&report()).expect("there is space");
                assert_eq!(mode(&path), kept);
                assert_eq!(read(&path), "seat,ev\n1,0.5\n");
            }
        }

        #[test]
        fn a_file_without_write_permission_is_refused() {
            let folder = folder();
            if is_root(folder.path()) {
                return;
            }
            let path = folder.path().join("run.csv");
            put(&path, "old\n");
            set_mode(&path, 0o444);
            let error = refused(&path);
            assert!(matches!(error, OutputError::Refused { .. }), "{error:?}");
            assert_eq!(read(&path), "old\n");
        }

        #[test]
        fn a_folder_without_write_permission_is_found_before_the_run() {
            let folder = folder();
            if is_root(folder.path()) {
                return;
            }
            for closed in [0o555, 0o000] {
                let inside = folder.path().join(format!("{closed:o}"));
                fs::create_dir(&inside).expect("a folder");
                set_mode(&inside, closed);
                let error = refused(&inside.join("run.csv"));
                set_mode(&inside, 0o755);
                let text = error.to_string();
                assert!(text.contains("ermission denied"), "{text}");
                assert!(text.contains("run.csv`"), "{text}");
                assert!(names(&inside).is_empty());
            }
        }

        #[test]
        fn a_link_stays_and_the_file_behind_it_is_replaced() {
            let folder = folder();
            let elsewhere = super::folder();
            let (link, file) = (folder.path().join("run.csv"), elsewhere.path().join("real.csv"));
            for existing in [true, false] {
                if existing {
                    put(&file, "old\n");
                }
                symlink(&file, &link).expect("a link");
                let output = Output::prepare(&link, &["seats"], false).expect("it can be written");
                let mut report = report();
                report.tables.truncate(1);
                let files = output.write(&report).expect("there is space");
                assert!(files.iter().eq([&link]), "{files:?}");
                assert_eq!(fs::read_link(&link).expect("it is still a link"), file);
                assert_eq!(read(&file), "seat,ev\n1,0.5\n");
                assert_eq!(names(folder.path()), ["run.csv"]);
                assert_eq!(names(elsewhere.path()), ["real.csv"]);
                fs::remove_file(&file).expect("a file");
                fs::remove_file(&link).expect("a link");
            }
        }

        #[test]
        fn relative_links_count_from_where_they_stand() {
            let folder = folder();
            fs::create_dir(folder.path().join("a")).expect("a folder");
            let link = folder.path().join("a/run.csv");
            symlink("../real.csv", &link).expect("a link");
            let output = Output::prepare(&link, &["seats"], false).expect("it can be written");
            output.write(&report()).expect("there is space");
            assert_eq!(read(&folder.path().join("real.csv")), "seat,ev\n1,0.5\n");
        }

        #[test]
        fn a_circle_of_links_is_refused() {
            let folder = folder();
            let path = folder.path().join("run.csv");
            symlink(&path, &path).expect("a link");
            let error = refused(&path);
            assert!(matches!(error, OutputError::Refused { .. }), "{error:?}");
        }

        #[test]
        fn two_tables_never_share_a_file() {
            for existing in [true, false] {
                let folder = folder();
                let path = folder.path().join("run.csv");
                if existing {
                    put(&folder.path().join("run.events.csv"), "old\n");
                }
                symlink("run.events.csv", &path).expect("a link");
                let error = refused(&path);
                assert!(matches!(error, OutputError::SameFile { .. }), "{error:?}");
            }
        }

        #[test]
        fn a_pipe_gets_the_first_table_and_does_not_hold_up_the_run() {
            let folder = folder();
            let path = folder.path().join("pipe");
            pipe(&path);
            let output = Output::prepare(&path, &TABLES, false).expect("no reader is needed yet");
            let reader = thread::spawn({
                let path = path.clone();
                move || read(&path)
            });
            assert_eq!(output.write(&report()).expect("there is a reader"), [path]);
            assert_eq!(reader.join().expect("the reader reads"), "seat,ev\n1,0.5\n");
            assert_eq!(names(folder.path()), ["pipe"]);
        }

        #[test]
        fn a_further_table_does_not_go_into_a_pipe() {
            let folder = folder();
            pipe(&folder.path().join("run.events.csv"));
            let error = refused(&folder.path().join("run.csv"));
            assert!(
                error.to_string().ends_with("run.events.csv`: it is a pipe; name another file")
            );
        }

        #[test]
        fn a_socket_is_refused_before_the_run() {
            let folder = folder();
            let path = folder.path().join("run.csv");
            let _listener = UnixListener::bind(&path).expect("a socket");
            let error = refused(&path);
            assert!(matches!(error, OutputError::IsNoFile { found: "a socket", .. }), "{error:?}");
        }

        #[test]
        #[cfg(target_os = "linux")]
        fn a_full_device_says_so() {
            let path = Path::new("/dev/full");
            let output = Output::prepare(path, &TABLES, false).expect("it is written in place");
            let text = output.write(&report()).expect_err("it is always full").to_string();
            assert!(text.starts_with("cannot write to `/dev/full`: No space left"), "{text}");
            assert!(!Path::new("/dev/full.events.csv").exists());
        }

        #[test]
        #[cfg(target_os = "linux")]
        fn the_null_device_takes_everything() {
            let path = Path::new("/dev/null");
            let output = Output::prepare(path, &TABLES, false).expect("it is written in place");
            assert_eq!(output.write(&report()).expect("it takes everything"), [path]);
            assert!(OpenOptions::new().write(true).open(path).is_ok());
        }
    }
}
