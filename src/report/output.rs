//! Atomic output: each file is written whole or not at all, and the files of a run together or not
//! at all.
//!
//! Possible failures are checked for before the run ([`Output::tables`], [`Output::file`]), and a
//! failure after it leaves the files of the last run as they were ([`Output::write`]). [`verify`]
//! checks that the files of a run are still as it wrote them.

mod commit;
mod error;
#[cfg(test)]
mod faults;
mod files;
mod lock;
mod manifest;
mod place;
mod scratch;
#[cfg(test)]
mod tests;
mod verify;

pub use error::OutputError;
pub use files::{Disk, Files};
pub use manifest::sha256;
pub use scratch::Scratch;
pub use verify::{Difference, Verified, VerifyError, verify};

use self::commit::{Decided, Finished, Stuck};
use self::lock::Lock;
use self::manifest::{Entry, Manifest, Unfit};
use self::place::{Found, Kind, beside, folder_of, inspect, is_manifest, main_of_table};
use self::place::{manifest_of, refusal, sibling, way};
use crate::report::csv;
use crate::study::Report;
use serde_json::{Map, Value};
use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};

/// The files of a run.
///
/// The first table goes to the file F that was named, every other one beside it to `F.TABLE.csv`
/// and the manifest to `F.manifest.json` (a trailing `.csv` of F is removed first). If F exists and
/// is neither a file nor a folder, such as `/dev/full` or a pipe, it is written in place and gets
/// only the first table.
///
/// From the moment a file is named until the files are written or this value is dropped, no other
/// run can name the same file.
#[derive(Debug)]
pub struct Output {
    scratch: Scratch,
    /// The files that the run has read, with all links resolved.
    inputs: Vec<PathBuf>,
    slots: Vec<Slot>,
    /// The folders created for the output.
    folders: Vec<PathBuf>,
    /// The new files being written.
    new: Vec<PathBuf>,
}

/// The handle of a file that was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId(usize);

/// One file of the run.
#[derive(Debug)]
struct Slot {
    role: Role,
    /// The path as the user spelled it.
    shown: PathBuf,
    place: Place,
    bytes: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The main file: the first table, or all of them (`None`).
    Main(Option<&'static str>),
    /// A further table.
    Table(&'static str),
    Manifest,
    /// A file with a name of its own; unless it may be `replaced`, it must not exist yet.
    Named {
        replaced: bool,
    },
}

#[derive(Debug)]
enum Place {
    /// A pipe or a device: opened only when there is something to write, because opening a pipe
    /// blocks until it has a reader.
    InPlace,
    /// A file to be replaced or created: locked, with all symbolic links resolved.
    File(PathBuf, Lock),
}

impl Output {
    /// No files yet. The files in `inputs`, which the run has read, are never written.
    pub fn new(scratch: &Scratch, inputs: &[PathBuf]) -> Output {
        let (scratch, inputs) = (scratch.clone(), resolved(inputs));
        Output { scratch, inputs, slots: Vec::new(), folders: Vec::new(), new: Vec::new() }
    }

    /// Names the file of the tables and checks that all of them can be written.
    ///
    /// `tables` are the names of the tables to come, the main one first. With `create_parent` the
    /// folder of `path` is created if it is missing, and removed again if the run writes nothing.
    /// `derived` are the names of all tables that any run writes: a file with such a name that this
    /// run does not write must have been written by the last run.
    ///
    /// # Errors
    /// If the file or one beside it cannot be written, or would overwrite a file that it must not.
    pub fn tables(
        &mut self,
        path: &Path,
        tables: &[&'static str],
        derived: &[&str],
        create_parent: bool,
    ) -> Result<(), OutputError> {
        self.main(path, tables.first().copied(), create_parent)?;
        if self.manifest().is_none() {
            return Ok(()); // in place
        }
        for table in tables.iter().skip(1) {
            self.reserve(Role::Table(table), &sibling(path, table))?;
        }
        self.take_over(path)?;
        self.check_strangers(path, tables, derived)
    }

    /// Names a single file for all tables.
    ///
    /// # Errors
    /// As for [`Output::tables`].
    pub fn document(&mut self, path: &Path) -> Result<FileId, OutputError> {
        let at = self.main(path, None, false)?;
        self.take_over(path)?;
        Ok(at)
    }

    /// Names a further file of the run. Unless it may be `replaced`, it must not exist yet.
    ///
    /// # Errors
    /// As for [`Output::tables`].
    pub fn file(&mut self, path: &Path, replaced: bool) -> Result<FileId, OutputError> {
        let at = self.reserve(Role::Named { replaced }, path)?;
        self.refuse_existing(at)?;
        if let Some(target) = self.slots[at].target() {
            self.finish_last(target, path)?;
            self.clear(target, path)?;
        }
        Ok(FileId(at))
    }

    fn main(
        &mut self,
        path: &Path,
        table: Option<&'static str>,
        create_parent: bool,
    ) -> Result<FileId, OutputError> {
        if create_parent && !path.is_dir() {
            let folder = folder_of(path);
            let created = self.scratch.create_folders(folder);
            self.folders.extend(created.map_err(|reason| refusal(path, folder, reason))?);
        }
        let at = self.reserve(Role::Main(table), path)?;
        if let Place::File(..) = self.slots[at].place {
            self.reserve(Role::Manifest, &manifest_of(path))?;
        }
        Ok(FileId(at))
    }

    /// Checks that a file can be written, and locks it against other runs.
    fn reserve(&mut self, role: Role, shown: &Path) -> Result<usize, OutputError> {
        let path = || shown.to_owned();
        if shown.is_dir() {
            return Err(OutputError::IsAFolder { path: path() });
        }
        if shown.file_name().is_none() || shown.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(OutputError::NamesNoFile { path: path() });
        }
        if is_manifest(shown) && role != Role::Manifest {
            return Err(OutputError::IsAManifest { path: path() });
        }
        let place = match (inspect(shown)?, role) {
            (Found::Special { .. }, Role::Main(_) | Role::Named { .. }) => Place::InPlace,
            (Found::Special { found }, _) => {
                return Err(OutputError::IsNoFile { path: path(), found });
            }
            (Found::File { target }, _) => {
                if self.inputs.contains(&target) {
                    return Err(OutputError::IsAnInput { path: path() });
                }
                if shown.file_name().is_some_and(|name| name.to_str().is_none()) {
                    return Err(OutputError::NotUtf8 { path: path() });
                }
                let same = |slot: &&Slot| slot.target() == Some(&*target);
                if let Some(other) = self.slots.iter().find(same) {
                    return Err(OutputError::SameFile { path: path(), other: other.shown.clone() });
                }
                let refused = |reason| refusal(shown, folder_of(&target), reason);
                let lock = Lock::take(&self.scratch, &target).map_err(refused)?;
                let Some(mut lock) = lock else {
                    let ours = self.scratch.holds(&beside(&target, Kind::Lock));
                    let busy = if ours {
                        OutputError::Taken { path: path() }
                    } else {
                        OutputError::Busy { path: path() }
                    };
                    return Err(busy);
                };
                self.note(&target, &mut lock).map_err(refused)?;
                Place::File(target, lock)
            }
        };
        self.slots.push(Slot { role, shown: path(), place, bytes: None });
        Ok(self.slots.len() - 1)
    }

    /// Records a file in the first lock of the run, where the next run looks for leftovers of this
    /// one.
    fn note(&mut self, target: &Path, own: &mut Lock) -> io::Result<()> {
        let first = self.slots.iter_mut().find_map(|slot| match &mut slot.place {
            Place::File(_, lock) => Some(lock),
            Place::InPlace => None,
        });
        first.unwrap_or(own).note(target)
    }

    /// Cleans up after the last run of these tables, if it was killed.
    fn take_over(&mut self, path: &Path) -> Result<(), OutputError> {
        let Some(manifest) = self.manifest() else { return Ok(()) };
        let (target, named) = (manifest.target().map(Path::to_owned), manifest.shown.clone());
        if let Some(target) = target {
            self.finish_last(&target, &named)?;
        }
        match Manifest::read(&named) {
            Err(Unfit::Foreign) => {
                return Err(OutputError::ForeignManifest {
                    path: path.to_owned(),
                    manifest: named,
                });
            }
            // `x` and `x.csv` would have the same manifest.
            Ok(Some(last)) if last.is_of_another(&named, path) => {
                let path = path.to_owned();
                return Err(OutputError::ManifestOfAnother { path, manifest: named });
            }
            _ => {}
        }
        let own: Vec<PathBuf> =
            self.slots.iter().filter_map(|slot| slot.target().map(Path::to_owned)).collect();
        for target in &own {
            self.clear(target, path)?;
        }
        let left = match self.slots.first().map(|slot| &slot.place) {
            Some(Place::File(_, lock)) => lock.left(),
            _ => &[],
        };
        for target in left.iter().filter(|target| !own.contains(target)) {
            // Taking a lock removes that of a run which was killed.
            if LEFT_BEHIND.map(|kind| beside(target, kind)).iter().any(|path| is_there(path))
                && let Ok(Some(_lock)) = Lock::take(&self.scratch, target)
            {
                // A leftover that cannot be removed does no harm.
                let _ = self.clear(target, path);
            }
        }
        Ok(())
    }

    /// Completes a commit that a killed run had decided.
    fn finish_last(&self, key: &Path, named: &Path) -> Result<(), OutputError> {
        let locked: Vec<&Path> = self.slots.iter().filter_map(Slot::target).collect();
        match commit::finish(&self.scratch, key, named, &locked) {
            Ok(Finished::Busy) => Err(OutputError::Busy { path: named.to_owned() }),
            Ok(Finished::Nothing | Finished::Done | Finished::Lost) => Ok(()),
            Err(Stuck { path, reason }) => Err(OutputError::LastUnfinished { path, reason }),
        }
    }

    /// Removes the drafts that a killed run left for a file whose lock is held.
    fn clear(&self, target: &Path, shown: &Path) -> Result<(), OutputError> {
        if is_there(&beside(target, Kind::Commit)) {
            return Ok(()); // belongs to a set that is still to be completed
        }
        for path in DRAFTS.map(|kind| beside(target, kind)) {
            if is_there(&path) {
                let removed = self.scratch.files().remove(&path);
                removed.map_err(|reason| refusal(shown, folder_of(target), reason))?;
            }
        }
        Ok(())
    }

    /// Refuses a file that this run does not write but that would pass for one of its own, unless
    /// the last run wrote it: then it is removed when the new files take their places.
    fn check_strangers(
        &self,
        path: &Path,
        tables: &[&'static str],
        derived: &[&str],
    ) -> Result<(), OutputError> {
        let manifest = manifest_of(path);
        for table in derived {
            let Some(main) = main_of_table(path, table) else { continue };
            let last = Manifest::read(&manifest_of(&main)).ok().flatten();
            let mut entries = last.iter().flat_map(|last| &last.files);
            if is_there(path) && entries.any(|entry| entry.is_table_at(path, table)) {
                let (path, main) = (path.to_owned(), main);
                return Err(OutputError::IsATable { path, main });
            }
        }
        let last = Manifest::read(&manifest).ok().flatten();
        let known = last.iter().flat_map(|last| &last.files);
        let known: Vec<&Entry> = known.filter(|entry| entry.has_name_of_table(&manifest)).collect();
        let written = |table: &str| tables.iter().skip(1).any(|of| *of == table);
        let further = tables.iter().skip(1).chain(derived).copied();
        let further = further.chain(known.iter().filter_map(|entry| entry.table.as_deref()));
        for table in further {
            let file = sibling(path, table);
            if !is_there(&file) {
                continue;
            }
            let entry = known.iter().find(|entry| entry.table.as_deref() == Some(table));
            let unchanged = entry.is_some_and(|entry| entry.is(&file));
            if written(table) {
                if entry.is_none() && is_there(&manifest_of(&file)) {
                    let path = path.to_owned();
                    return Err(OutputError::OfAnotherRun { path, other: file });
                }
            } else if !unchanged {
                let changed = entry.is_some();
                return Err(OutputError::Stranger { path: path.to_owned(), other: file, changed });
            }
        }
        Ok(())
    }

    fn manifest(&self) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.role == Role::Manifest)
    }

    /// Refuses an existing file that must not be replaced.
    fn refuse_existing(&self, at: usize) -> Result<(), OutputError> {
        let slot = &self.slots[at];
        match (slot.role, slot.target()) {
            (Role::Named { replaced: false }, Some(target)) if is_there(target) => {
                Err(OutputError::Exists { path: slot.shown.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Sets the contents of a file.
    pub fn put(&mut self, file: FileId, bytes: Vec<u8>) {
        if let Some(slot) = self.slots.get_mut(file.0) {
            slot.bytes = Some(bytes);
        }
    }

    /// Sets the tables of a report, the main one first; a table that was not named gets its file
    /// now.
    ///
    /// # Errors
    /// As for [`Output::tables`].
    pub fn put_tables(&mut self, report: &Report) -> Result<(), OutputError> {
        let is_main = |slot: &Slot| matches!(slot.role, Role::Main(_));
        let Some(main) = self.slots.iter().position(is_main) else { return Ok(()) };
        let path = self.slots[main].shown.clone();
        let in_place = self.slots[main].target().is_none();
        for (i, table) in report.tables.iter().enumerate() {
            let named = self.slots.iter().position(|slot| slot.role == Role::Table(table.name));
            let at = match named {
                _ if i == 0 => main,
                _ if in_place => break,
                Some(at) => at,
                None => self.reserve(Role::Table(table.name), &sibling(&path, table.name))?,
            };
            let mut bytes = Vec::new();
            csv::to_csv(table, &mut bytes)
                .map_err(|reason| OutputError::Unwritten { path: path.clone(), reason })?;
            if i == 0 {
                self.slots[at].role = Role::Main(Some(table.name));
            }
            self.slots[at].bytes = Some(bytes);
        }
        Ok(())
    }

    /// Refuses a file of the run that it has read.
    ///
    /// # Errors
    /// If one of these inputs is such a file.
    pub fn refuse_inputs(&self, inputs: &[PathBuf]) -> Result<(), OutputError> {
        let inputs = resolved(inputs);
        let read =
            |slot: &&Slot| slot.target().is_some_and(|own| inputs.iter().any(|it| it == own));
        match self.slots.iter().find(read) {
            Some(slot) => Err(OutputError::IsAnInput { path: slot.shown.clone() }),
            None => Ok(()),
        }
    }

    /// Writes one file now, and keeps the right to write it again.
    ///
    /// # Errors
    /// As for [`Output::write`].
    pub fn rewrite(&mut self, file: FileId, bytes: Vec<u8>) -> Result<(), OutputError> {
        self.put(file, bytes);
        let written = self.write_all(&Map::new()).map(drop);
        self.slots.iter_mut().for_each(|slot| slot.bytes = None);
        std::mem::take(&mut self.new).iter().for_each(|new| self.scratch.remove(new));
        written
    }

    /// Removes a file that was written.
    pub fn remove(&mut self, file: FileId) {
        if let Some(target) = self.slots.get(file.0).and_then(Slot::target) {
            // If it cannot be removed, the user can remove it by hand.
            let _ = self.scratch.files().remove(target);
        }
    }

    /// Writes every file that has contents, and the manifest with the entries `said` about the run;
    /// returns the paths as they were named.
    ///
    /// # Errors
    /// If a file cannot be written. Every file is then as it was, unless the error says that the
    /// next command will put the new ones in place, or is from a pipe or a device, which is written
    /// after the files are in place.
    pub fn write(mut self, said: &Map<String, Value>) -> Result<Vec<PathBuf>, OutputError> {
        self.write_all(said)
    }

    fn write_all(&mut self, said: &Map<String, Value>) -> Result<Vec<PathBuf>, OutputError> {
        let mut written = self.commit(said)?;
        for slot in &mut self.slots {
            if let (Place::InPlace, Some(bytes)) = (&slot.place, slot.bytes.take()) {
                let path = slot.shown.clone();
                match write_in_place(self.scratch.files(), &path, &bytes) {
                    Ok(()) => written.push(path),
                    Err(reason) => return Err(OutputError::InPlace { path, reason }),
                }
            }
        }
        Ok(written)
    }

    /// Moves all files into place at once; see [`commit`].
    fn commit(&mut self, said: &Map<String, Value>) -> Result<Vec<PathBuf>, OutputError> {
        let filled = |slot: &Slot| slot.bytes.is_some() && slot.target().is_some();
        let at: Vec<usize> = (0..self.slots.len()).filter(|at| filled(&self.slots[*at])).collect();
        let Some(first) = at.first().copied() else { return Ok(Vec::new()) };
        let is_main = |slot: &Slot| filled(slot) && matches!(slot.role, Role::Main(_));
        let with_manifest = self.slots.iter().any(is_main);
        let is_key = |slot: &Slot| with_manifest && slot.role == Role::Manifest;
        let key = self.slots.iter().position(is_key).unwrap_or(first);
        for at in &at {
            let slot = &self.slots[*at];
            if slot.target().is_some_and(Path::is_dir) {
                return Err(OutputError::IsAFolder { path: slot.shown.clone() });
            }
            self.refuse_existing(*at)?;
        }
        let mut decided = Decided::default();
        let mut files = Vec::new();
        for at in &at {
            let entry = self.write_beside(*at, key);
            let slot = &self.slots[*at];
            let unwritten = |reason| OutputError::Unwritten { path: slot.shown.clone(), reason };
            files.push(entry.map_err(unwritten)?);
            decided.places.extend(slot.target().map(Path::to_owned));
        }
        let named = self.slots[key].shown.clone();
        let place = self.slots[key].target().unwrap_or(&named).to_owned();
        if with_manifest {
            decided.manifest = Some(place.clone());
            if let Ok(Some(last)) = Manifest::read(&place) {
                decided.stale = commit::stale(&last, &named, &files);
            }
        }
        let shown = at.iter().map(|at| self.slots[*at].shown.clone());
        let shown: Vec<PathBuf> = shown.chain(with_manifest.then(|| named.clone())).collect();
        let text = Manifest { said: said.clone(), files }.text();
        let decision = if at.len() == 1 && !with_manifest { None } else { Some(text.as_bytes()) };
        let unwritten = |reason| OutputError::Unwritten { path: named.clone(), reason };
        self.decide(&mut decided, &place, decision).map_err(unwritten)?;
        let carried_out = decided.carry_out(&self.scratch, &mut self.scratch.hold());
        carried_out.map_err(|Stuck { path, reason }| OutputError::Unfinished { path, reason })?;
        Ok(shown)
    }

    /// Writes a file in full beside its place and syncs it to disk.
    fn write_beside(&mut self, at: usize, key: usize) -> io::Result<Entry> {
        let slot = &self.slots[at];
        let target = slot.target().ok_or(io::ErrorKind::InvalidInput)?;
        let bytes = slot.bytes.as_deref().unwrap_or_default();
        let permissions = fs::metadata(target).ok().map(|found| found.permissions());
        let new = beside(target, Kind::New);
        self.new.push(new.clone());
        write_new(&self.scratch, &new, permissions, bytes)?;
        let folder = fs::canonicalize(folder_of(&self.slots[key].shown))?;
        let file = fs::canonicalize(folder_of(&slot.shown))?;
        let file = file.join(slot.shown.file_name().unwrap_or_default());
        let table = match slot.role {
            Role::Main(table) => table,
            Role::Table(table) => Some(table),
            Role::Manifest | Role::Named { .. } => None,
        };
        Ok(Entry::new(&way(&folder, &file), table, bytes))
    }

    /// Records the decision to move the new files into place.
    fn decide(&mut self, decided: &mut Decided, key: &Path, text: Option<&[u8]>) -> io::Result<()> {
        let files = self.scratch.files();
        decided.sync_folders(files)?;
        let Some(text) = text else { return Ok(()) };
        let (draft, commit) = (beside(key, Kind::Draft), beside(key, Kind::Commit));
        self.new.push(draft.clone());
        let permissions = decided.manifest.as_ref().and_then(|path| fs::metadata(path).ok());
        write_new(&self.scratch, &draft, permissions.map(|found| found.permissions()), text)?;
        let mut held = self.scratch.hold();
        files.rename(&draft, &commit)?;
        held.forget(&draft);
        let synced = files.sync_folder(folder_of(key));
        if synced.is_err() {
            // It is unknown whether the decision is on disk, so take it back.
            let _ = files.remove(&commit);
            return synced;
        }
        decided.commit = Some(commit);
        Ok(())
    }
}

/// The files that a run leaves if it is killed before its files are complete.
const DRAFTS: [Kind; 2] = [Kind::New, Kind::Draft];
const LEFT_BEHIND: [Kind; 3] = [Kind::New, Kind::Draft, Kind::Lock];

/// The files with all links resolved. One that cannot be found cannot be overwritten either.
fn resolved(inputs: &[PathBuf]) -> Vec<PathBuf> {
    inputs.iter().filter_map(|input| fs::canonicalize(input).ok()).collect()
}

fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn write_new(
    scratch: &Scratch,
    path: &Path,
    permissions: Option<Permissions>,
    bytes: &[u8],
) -> io::Result<()> {
    let mut file = scratch.create(path, permissions)?;
    scratch.files().write(&mut file, bytes)?;
    scratch.files().sync(&file)
}

fn write_in_place(files: &dyn Files, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = files.open_in_place(path)?;
    files.write(&mut file, bytes)?;
    files.sync(&file)
}

impl Drop for Output {
    fn drop(&mut self) {
        for new in &self.new {
            self.scratch.remove(new);
        }
        self.slots.clear(); // releases their locks
        self.scratch.remove_folders(&self.folders);
    }
}

impl Slot {
    /// The path with all links resolved; `None` if the file is written in place.
    fn target(&self) -> Option<&Path> {
        match &self.place {
            Place::File(target, _) => Some(target),
            Place::InPlace => None,
        }
    }
}
