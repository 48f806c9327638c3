//! Files that are there whole or not at all.
//!
//! What can go wrong is looked for before the run ([`Output::prepare`]), and what goes wrong
//! after it leaves the files of the last run as they were ([`Output::write`]).

mod error;
mod place;
#[cfg(test)]
mod tests;

pub use error::OutputError;

use self::place::{Found, folder_of, inspect, refusal, sibling};
use crate::report::csv;
use crate::study::{Report, Table};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

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
