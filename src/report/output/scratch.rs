//! Temporary files and folders of a run, and their removal when the run ends early.

use super::files::{Disk, Files};
use std::fs::{File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// The temporary files of a run: locks, and files that are not complete yet. Clones share the list.
#[derive(Clone, Debug)]
pub struct Scratch {
    files: Arc<dyn Files>,
    left: Arc<Mutex<Vec<Left>>>,
}

/// A temporary file or folder, to be removed when the run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Left {
    File(PathBuf),
    /// A folder, removed only if it is empty.
    Folder(PathBuf),
}

/// A guard: while it is held, nothing is cleared.
pub(super) struct Held<'s>(MutexGuard<'s, Vec<Left>>);

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::on(Arc::new(Disk))
    }
}

impl Scratch {
    /// Uses the given implementation of the file operations.
    pub fn on(files: Arc<dyn Files>) -> Scratch {
        Scratch { files, left: Arc::default() }
    }

    /// Removes all temporary files before the process ends. Waits up to `patience` for files that
    /// are being moved into place; the next command completes any move that is cut off.
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
        // The process is about to end: keep the lock, so that no other thread writes more.
        while let Some(one) = left.pop() {
            self.remove_now(&one);
        }
        std::mem::forget(left);
    }

    /// Whether this process has such a temporary file.
    pub(super) fn holds(&self, path: &Path) -> bool {
        self.hold().0.contains(&Left::File(path.to_owned()))
    }

    pub(super) fn files(&self) -> &dyn Files {
        &*self.files
    }

    pub(super) fn hold(&self) -> Held<'_> {
        Held(self.left.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Creates a temporary file.
    pub(super) fn create(&self, path: &Path, like: Option<Permissions>) -> io::Result<File> {
        let mut held = self.hold();
        held.0.push(Left::File(path.to_owned()));
        let created = self.files.create(path, like);
        if created.is_err() {
            held.forget(path);
        }
        created
    }

    /// Opens a lock file, and makes it temporary if `ours` says that the lock is held.
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

    /// Creates a folder and its missing parents; they are removed with the run if they stay empty.
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

    /// Removes a temporary file. If that fails, it is left to the next run.
    pub(super) fn remove(&self, path: &Path) {
        let mut held = self.hold();
        let one = Left::File(path.to_owned());
        if held.0.contains(&one) {
            self.remove_now(&one);
            held.forget(path);
        }
    }

    /// Removes the folders that are empty.
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
    /// Keeps a file: it is no longer temporary.
    pub(super) fn forget(&mut self, path: &Path) {
        self.0.retain(|left| !matches!(left, Left::File(of) if of == path));
    }
}
