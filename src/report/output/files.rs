//! The file system operations of the write path, behind one trait, so that a test can make each of
//! them fail.

use std::fmt;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// Operations on files and folders.
pub trait Files: fmt::Debug + Send + Sync {
    /// Creates a file that does not exist yet, with these permissions or the default ones.
    fn create(&self, path: &Path, permissions: Option<Permissions>) -> io::Result<File>;
    /// Opens a lock file, and creates it if it is missing.
    fn open_lock(&self, path: &Path) -> io::Result<File>;
    /// Opens a pipe or a device for writing.
    fn open_in_place(&self, path: &Path) -> io::Result<File>;
    /// Appends all of the bytes.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()>;
    /// Syncs a file to disk.
    fn sync(&self, file: &File) -> io::Result<()>;
    /// Renames a file, replacing any file at `to`.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Creates a folder in an existing one.
    fn create_folder(&self, folder: &Path) -> io::Result<()>;
    /// Removes an empty folder.
    fn remove_folder(&self, folder: &Path) -> io::Result<()>;
    /// Syncs the entries of a folder to disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// The real file system.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn create(&self, path: &Path, permissions: Option<Permissions>) -> io::Result<File> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        Ok(file)
    }

    fn open_lock(&self, path: &Path) -> io::Result<File> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        match file {
            // Another user's run was killed: its lock can still be taken.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                OpenOptions::new().read(true).open(path).map_err(|_| error)
            }
            file => file,
        }
    }

    fn open_in_place(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).open(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)?;
        file.flush()
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        without_a_disk(file.sync_all())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        fs::remove_dir(folder)
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        without_a_disk(File::open(folder)?.sync_all())
    }

    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(()) // a folder cannot be synced there
    }
}

/// Ignores the error of syncing a pipe, a terminal, or a file on a file system that cannot sync.
fn without_a_disk(synced: io::Result<()>) -> io::Result<()> {
    match synced.as_ref().map_err(io::Error::kind) {
        Err(io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        _ => synced,
    }
}
