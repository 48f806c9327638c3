//! What lies in folders only while a run lasts, and how it goes when the run ends early.

use super::files::{Disk, Files};
use std::fs::{File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// The files that a run has beside its own: locks, and what is not complete yet. Clones are of the
/// same run.
#[derive(Clone, Debug)]
pub struct Scratch {
    files: Arc<dyn Files>,
    left: Arc<Mutex<Vec<Left>>>,
}

/// Something that is to be gone when the run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Left {
    File(PathBuf),
    /// If nothing came into it.
    Folder(PathBuf),
}

/// While it is held nothing is cleared.
pub(super) struct Held<'s>(MutexGuard<'s, Vec<Left>>);

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::on(Arc::new(Disk))
    }
}

impl Scratch {
    /// On a disk of one's own.
    pub fn on(files: Arc<dyn Files>) -> Scratch {
        Scratch { files, left: Arc::default() }
    }

    /// Removes everything that is only there while the run lasts, before the process ends. Files
    /// that are taking their places are waited for, up to `patience`; what is cut off then is
    /// finished by the next command.
    pub fn clear(&self, patience: Duration) {
        let start = Instant::now();
        let mut left = loop {
            match self.left.try_lock() {
                Ok(left) => break left,
                Err(TryLockError::Poisoned(left)) => break left.into_inner(),
                Err(TryLockError::WouldBlock) if start.elapsed() > patience => return,
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        };
        // The process is about to end: whoever would write more waits for that in vain.
        while let Some(one) = left.pop() {
            self.remove_now(&one);
        }
        std::mem::forget(left);
    }

    pub(super) fn files(&self) -> &dyn Files {
        &*self.files
    }

    pub(super) fn hold(&self) -> Held<'_> {
        Held(self.left.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Creates a file that goes with the run.
    pub(super) fn create(&self, path: &Path, like: Option<Permissions>) -> io::Result<File> {
        let mut held = self.hold();
        held.0.push(Left::File(path.to_owned()));
        let created = self.files.create(path, like);
        if created.is_err() {
            held.forget(path);
        }
        created
    }

    /// Opens a file to be locked, and has it go with the run if `ours` says that it is.
    pub(super) fn open_lock(
        &self,
        path: &Path,
        ours: impl FnOnce(&File) -> io::Result<bool>,
    ) -> io::Result<Option<File>> {
        let mut held = self.hold();
        let file = self.files.open_lock(path)?;
        if !ours(&file)? {
            return Ok(None);
        }
        held.0.push(Left::File(path.to_owned()));
        Ok(Some(file))
    }

    /// Creates a folder and those that it is in; they go with the run if nothing comes into them.
    pub(super) fn create_folders(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let missing: Vec<&Path> = folder.ancestors().take_while(missing).collect();
        let mut created = Vec::new();
        for folder in missing.into_iter().rev() {
            let mut held = self.hold();
            match self.files.create_folder(folder) {
                Ok(()) => {
                    held.0.push(Left::Folder(folder.to_owned()));
                    created.push(folder.to_owned());
                }
                // Another run was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    drop(held);
                    self.remove_folders(&created);
                    return Err(error);
                }
            }
        }
        Ok(created)
    }

    /// Removes a file that goes with the run. What cannot be removed is left to the next run.
    pub(super) fn remove(&self, path: &Path) {
        let mut held = self.hold();
        let one = Left::File(path.to_owned());
        if held.0.contains(&one) {
            self.remove_now(&one);
            held.forget(path);
        }
    }

    /// Removes folders in which nothing is.
    pub(super) fn remove_folders(&self, folders: &[PathBuf]) {
        let mut held = self.hold();
        for folder in folders.iter().rev() {
            let one = Left::Folder(folder.clone());
            if held.0.contains(&one) {
                self.remove_now(&one);
                held.0.retain(|left| *left != one);
            }
        }
    }

    fn remove_now(&self, one: &Left) {
        let _ = match one {
            Left::File(path) => self.files.remove(path),
            Left::Folder(path) => self.files.remove_folder(path),
        };
    }
}

impl Held<'_> {
    /// From now on this file stays.
    pub(super) fn forget(&mut self, path: &Path) {
        self.0.retain(|left| !matches!(left, Left::File(of) if of == path));
    }
}
