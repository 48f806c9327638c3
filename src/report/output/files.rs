//! Every change that writing makes on a disk, behind one trait: a test can make each of them fail.

use std::fmt;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// What may be done to files and folders.
pub trait Files: fmt::Debug + Send + Sync {
    /// Creates a file where there is none, with these permissions or those of any new file.
    fn create(&self, path: &Path, permissions: Option<Permissions>) -> io::Result<File>;
    /// Opens a file that is only there to be locked, and creates it where it is missing.
    fn open_lock(&self, path: &Path) -> io::Result<File>;
    /// Opens a pipe or a device.
    fn open_in_place(&self, path: &Path) -> io::Result<File>;
    /// Appends all of the bytes.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()>;
    /// Brings a file to the disk.
    fn sync(&self, file: &File) -> io::Result<()>;
    /// Gives a file another name, in place of what has it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Creates a folder in one that is there.
    fn create_folder(&self, folder: &Path) -> io::Result<()>;
    /// Removes an empty folder.
    fn remove_folder(&self, folder: &Path) -> io::Result<()>;
    /// Brings the names in a folder to the disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// The disk.
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
        OpenOptions::new().read(true).append(true).create(true).open(path)
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
        Ok(()) // a folder is no file there
    }
}

/// A pipe, a terminal and some file systems have no disk to bring anything to.
fn without_a_disk(synced: io::Result<()>) -> io::Result<()> {
    match synced.as_ref().map_err(io::Error::kind) {
        Err(io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        _ => synced,
    }
}
