//! File locks: one run at a time writes a file.
//!
//! A run that will write F holds a lock on `.F.croupier-lock` beside it, from before the run until
//! its files are in place. The operating system releases it when the process ends, for whatever
//! reason: a lock file that a killed run left behind blocks nobody.

use super::place::{Kind, beside};
use super::scratch::Scratch;
use same_file::Handle;
use std::fs::{File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// For how long, and at what intervals, a lock that is held is tried again.
const PATIENCE: Duration = Duration::from_millis(50);
const PAUSE: Duration = Duration::from_millis(1);

/// The exclusive right to write a file.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
    scratch: Scratch,
    /// The files recorded by the previous holder, if it was killed.
    left: Vec<PathBuf>,
}

impl Lock {
    /// Takes the lock of a file; `None` if another run holds it.
    pub(super) fn take(scratch: &Scratch, target: &Path) -> io::Result<Option<Lock>> {
        let path = beside(target, Kind::Lock);
        let start = Instant::now();
        loop {
            let (mut busy, mut gone) = (false, false);
            let file = scratch.open_lock(&path, |file| {
                match file.try_lock() {
                    Ok(()) => {}
                    Err(TryLockError::WouldBlock) => busy = true,
                    // A file system without locks: other runs cannot be kept out.
                    Err(TryLockError::Error(error))
                        if error.kind() == io::ErrorKind::Unsupported => {}
                    Err(TryLockError::Error(error)) => return Err(error),
                }
                // The previous holder may have removed the file since it was opened here: then the
                // lock is on an unlinked file, which excludes nobody.
                let own = Handle::from_file(file.try_clone()?)?;
                gone = !busy && Handle::from_path(&path).map_or(true, |named| named != own);
                Ok(!busy && !gone)
            })?;
            match file {
                Some(mut file) => {
                    let mut noted = String::new();
                    let _ = file.read_to_string(&mut noted);
                    let left = noted.lines().map(PathBuf::from).collect();
                    return Ok(Some(Lock { path, file, scratch: scratch.clone(), left }));
                }
                // A process that another thread starts inherits the open files of this one, and
                // with them a lock that was just released, until it runs its own program.
                None if busy && start.elapsed() < PATIENCE => thread::sleep(PAUSE),
                None if busy => return Ok(None),
                None => {}
            }
        }
    }

    /// The files of the previous holder of the lock, if it was killed.
    pub(super) fn left(&self) -> &[PathBuf] {
        &self.left
    }

    /// Records a file of the run, so that the next one can clean up if this one is killed.
    pub(super) fn note(&mut self, target: &Path) -> io::Result<()> {
        match target.to_str() {
            Some(name) if !name.contains('\n') => {
                let line = format!("{name}\n");
                let noted = self.scratch.files().write(&mut self.file, line.as_bytes());
                noted.or_else(|error| if is_read_only(&error) { Ok(()) } else { Err(error) })
            }
            _ => Ok(()), // only the cleanup would miss it
        }
    }
}

/// Whether the error is that a file was not opened for writing, as the lock file of another user,
/// which can be locked but not written.
fn is_read_only(error: &io::Error) -> bool {
    const EBADF: i32 = 9;
    cfg!(unix) && error.raw_os_error() == Some(EBADF)
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked, when no other run can hold it.
        self.scratch.remove(&self.path);
    }
}
