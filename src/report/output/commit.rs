//! Commit protocol: the files of a run are moved into place together or not at all.
//!
//! 1. Every new file F is written in full to `.F.croupier-new` beside it and synced to disk.
//! 2. The manifest, which has the hash of each, is renamed to `.M.croupier-commit`. That is the
//!    decision: before it the files of the last run stand, after it the new ones do.
//! 3. Every new file is moved into place, tables of the last run without a successor are removed,
//!    and the manifest is moved into place last.
//!
//! A run that dies in step 3 leaves `.M.croupier-commit`: the next command on this set, a run or
//! `verify`, completes step 3. Each part of it is idempotent.

use super::files::Files;
use super::lock::Lock;
use super::manifest::{Entry, Manifest};
use super::place::{Kind, beside, folder_of, is_manifest};
use super::scratch::{Held, Scratch};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A commit that is decided and not yet carried out.
#[derive(Debug, Default)]
pub(super) struct Decided {
    /// The decision, if there is more than one file, and the manifest's place, to which it is
    /// moved, if the set has a manifest.
    pub commit: Option<PathBuf>,
    pub manifest: Option<PathBuf>,
    /// The places of the new files.
    pub places: Vec<PathBuf>,
    /// The tables of the last run to be removed.
    pub stale: Vec<PathBuf>,
}

/// A file that could not be moved into place, and why.
#[derive(Debug)]
pub(super) struct Stuck {
    pub path: PathBuf,
    pub reason: io::Error,
}

/// The outcome of completing a decision that a run left behind.
#[derive(Debug)]
pub(super) enum Finished {
    /// There was none.
    Nothing,
    /// All files are in their places.
    Done,
    /// The new files were changed or removed.
    Lost,
    /// A run holds one of the locks.
    Busy,
}

impl Decided {
    /// Moves every file into place.
    pub fn carry_out(&self, scratch: &Scratch, held: &mut Held<'_>) -> Result<(), Stuck> {
        let files = scratch.files();
        let stuck = |path: &Path| {
            let path = path.to_owned();
            move |reason| Stuck { path, reason }
        };
        // From here on the new files belong to the set.
        let new: Vec<PathBuf> = self.places.iter().map(|place| beside(place, Kind::New)).collect();
        new.iter().for_each(|new| held.forget(new));
        for (new, place) in new.iter().zip(&self.places) {
            files.rename(new, place).map_err(stuck(place))?;
        }
        for stale in &self.stale {
            match files.remove(stale) {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                removed => removed.map_err(stuck(stale))?,
            }
        }
        for folder in self.folders() {
            files.sync_folder(folder).map_err(stuck(folder))?;
        }
        let Some(commit) = &self.commit else { return Ok(()) };
        match &self.manifest {
            Some(manifest) => files.rename(commit, manifest).map_err(stuck(manifest))?,
            None => files.remove(commit).map_err(stuck(commit))?,
        }
        let folder = folder_of(commit);
        files.sync_folder(folder).map_err(stuck(folder))
    }

    /// Syncs the folders of the new files to disk.
    pub fn sync_folders(&self, files: &dyn Files) -> io::Result<()> {
        self.folders().into_iter().try_for_each(|folder| files.sync_folder(folder))
    }

    fn folders(&self) -> Vec<&Path> {
        let mut folders: Vec<&Path> = self.places.iter().map(|place| folder_of(place)).collect();
        folders.sort();
        folders.dedup();
        folders
    }
}

/// The tables of the last run of a manifest that have no successor among `new` and are still as
/// that run wrote them.
pub(super) fn stale(last: &Manifest, manifest: &Path, new: &[Entry]) -> Vec<PathBuf> {
    let gone = last.files.iter().filter(|entry| {
        entry.has_name_of_table(manifest) && new.iter().all(|other| other.name != entry.name)
    });
    let targets = gone.filter_map(|entry| Some((entry, entry.target(manifest).ok()?)));
    targets.filter(|(entry, target)| entry.is(target)).map(|(_, target)| target).collect()
}

/// Completes a commit that a killed run had decided. `key` is the file beside which the decision
/// stands, `named` the path by which the user names it: the manifest, if the set has one. The files
/// in `locked` are locked already.
pub(super) fn finish(
    scratch: &Scratch,
    key: &Path,
    named: &Path,
    locked: &[&Path],
) -> Result<Finished, Stuck> {
    let commit = beside(key, Kind::Commit);
    let stuck = |path: &Path| {
        let path = path.to_owned();
        move |reason| Stuck { path, reason }
    };
    if !commit.exists() {
        return Ok(Finished::Nothing);
    }
    let mut locks = Vec::new();
    let mut lock = |target: &Path| -> Result<bool, Stuck> {
        if locked.contains(&target) {
            return Ok(true);
        }
        let lock = Lock::take(scratch, target).map_err(stuck(target))?;
        let taken = lock.is_some();
        locks.extend(lock);
        Ok(taken)
    };
    if !lock(key)? {
        return Ok(Finished::Busy);
    }
    let decision = match Manifest::read(&commit) {
        Ok(Some(decision)) => decision,
        // Another command was faster.
        Ok(None) => return Ok(Finished::Nothing),
        Err(error) => return Err(stuck(&commit)(io::Error::other(error.to_string()))),
    };
    let mut decided = Decided { commit: Some(commit.clone()), ..Decided::default() };
    let (mut lost, mut all, mut unused) = (false, Vec::new(), Vec::new());
    for entry in &decision.files {
        let shown = entry.shown(named);
        let target = entry.target(named).map_err(stuck(&shown))?;
        if !lock(&target)? {
            return Ok(Finished::Busy);
        }
        let new = beside(&target, Kind::New);
        match (entry.is(&new), entry.is(&target)) {
            (true, _) => decided.places.push(target),
            (false, true) => unused.push(new.clone()),
            (false, false) => lost = true,
        }
        all.push(new);
    }
    let mut held = scratch.hold();
    if lost {
        // The rest of the set is useless; the existing manifest tells what is wrong.
        all.push(commit);
        for path in all.iter().filter(|path| fs::symlink_metadata(path).is_ok()) {
            scratch.files().remove(path).map_err(stuck(path))?;
        }
        return Ok(Finished::Lost);
    }
    // Incomplete copies of files that are already in place.
    for new in unused.iter().filter(|new| fs::symlink_metadata(new).is_ok()) {
        scratch.files().remove(new).map_err(stuck(new))?;
    }
    if is_manifest(named) {
        decided.manifest = Some(key.to_owned());
        if let Ok(Some(last)) = Manifest::read(key) {
            decided.stale = stale(&last, named, &decision.files);
        }
    }
    decided.carry_out(scratch, &mut held)?;
    Ok(Finished::Done)
}
