//! Paths: the kind of thing at a path, and the names of the files beside it.

use super::OutputError;
use std::ffi::{OsStr, OsString};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

/// The kind of thing at a path.
pub(super) enum Found {
    /// A file, or nothing yet in an existing folder.
    File { target: PathBuf },
    /// A pipe or a device.
    Special { found: &'static str },
}

pub(super) fn inspect(path: &Path) -> Result<Found, OutputError> {
    let refused = |reason| OutputError::Refused { path: path.to_owned(), reason };
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(OutputError::IsAFolder { path: path.to_owned() }),
        Ok(found) if found.is_file() && is_open_file(path) => {
            let reason = io::Error::other("it is where stdout or another open file goes");
            Err(refused(reason))
        }
        Ok(found) if found.is_file() => {
            // Replacing a file needs no write permission on it, but its owner may have withheld
            // that.
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
            // Resolve the folder, so that two spellings of it are the same file.
            let (folder, name) = (folder_of(&target), target.file_name());
            match (fs::canonicalize(folder), name) {
                (Ok(folder), Some(name)) => Ok(Found::File { target: folder.join(name) }),
                (_, None) => Err(OutputError::NamesNoFile { path: path.to_owned() }),
                (Err(_), Some(_)) if std::env::current_dir().is_err() => {
                    Err(refused(io::Error::other("the current folder was removed")))
                }
                (Err(error), Some(_)) => Err(refused(error)),
            }
        }
        Err(error) => {
            check_folder(path, folder_of(path))?;
            Err(refused(error))
        }
    }
}

/// Describes the file, and tells whether a table can be written to it in place.
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

/// Describes the file, and tells whether a table can be written to it in place.
#[cfg(not(unix))]
fn special(_: &fs::Metadata) -> (&'static str, bool) {
    ("a device", true)
}

/// Whether the path leads to a file by way of the files that a process has open, as `/dev/stdout`
/// does.
fn is_open_file(path: &Path) -> bool {
    let mut at = path.to_owned();
    while let Ok(next) = fs::read_link(&at) {
        let folder = fs::canonicalize(folder_of(&at));
        if folder.is_ok_and(|folder| folder.starts_with("/proc")) {
            return true;
        }
        at = folder_of(&at).join(next);
    }
    false
}

/// Follows symbolic links to a file that may not exist yet.
pub(super) fn behind_links(path: &Path) -> io::Result<PathBuf> {
    const LONGEST_CHAIN: usize = 40; // the limit of the Linux kernel
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

/// The error for a folder that cannot be used.
pub(super) fn refusal(path: &Path, folder: &Path, reason: io::Error) -> OutputError {
    let path = path.to_owned();
    let in_the_way = folder.ancestors().find(|part| part.exists() && !part.is_dir());
    if let Some(found) = in_the_way {
        return OutputError::NotAFolder { path, folder: found.to_owned() };
    }
    let folder = folder.to_owned();
    match reason.kind() {
        io::ErrorKind::NotFound if !folder.is_dir() => OutputError::MissingFolder { path, folder },
        // Some folders are not on a disk, such as /proc.
        io::ErrorKind::NotFound => {
            let reason = io::Error::other("it keeps no files of its own");
            OutputError::FolderRefuses { path, folder, reason }
        }
        io::ErrorKind::InvalidFilename => OutputError::Refused { path, reason },
        _ => OutputError::FolderRefuses { path, folder, reason },
    }
}

/// The folder of a file; `.` for a bare name.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        Some(_) | None => Path::new("."),
    }
}

/// A helper file that stands beside another while it is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// The lock, held by the run that may write the file.
    Lock,
    /// The new contents, to be moved into its place.
    New,
    /// The commit while it is written.
    Draft,
    /// The decision that all new files of a set are to be moved into place.
    Commit,
}

/// The path of the helper file of this kind: `a/b.csv` has `a/.b.csv.croupier-new`.
pub(super) fn beside(target: &Path, kind: Kind) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(match kind {
        Kind::Lock => ".croupier-lock",
        Kind::New => ".croupier-new",
        Kind::Draft => ".croupier-draft",
        Kind::Commit => ".croupier-commit",
    });
    target.with_file_name(name)
}

/// The suffix of a manifest's name.
const MANIFEST: &str = ".manifest.json";

/// Whether the name is that of a manifest.
pub(super) fn is_manifest(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(MANIFEST))
}

/// The manifest of a run: that of `a/b.csv` is `a/b.manifest.json`.
pub(super) fn manifest_of(path: &Path) -> PathBuf {
    let mut name = stem(path).to_owned();
    name.push(MANIFEST);
    path.with_file_name(name)
}

/// The main file of the run of a manifest, without its extension.
pub(super) fn main_of(manifest: &Path) -> PathBuf {
    let name = manifest.file_name().unwrap_or_default().to_string_lossy();
    manifest.with_file_name(name.strip_suffix(MANIFEST).unwrap_or(&name))
}

/// The main file of the run of which a file would be the further table `table`.
pub(super) fn main_of_table(path: &Path, table: &str) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(&format!(".{table}.csv"))?;
    Some(path.with_file_name(format!("{stem}.csv")))
}

/// The name of a file without `.csv`.
fn stem(path: &Path) -> &OsStr {
    let cut = path.extension().is_some_and(|extension| extension == "csv");
    let stem = if cut { path.file_stem() } else { path.file_name() };
    stem.unwrap_or_default()
}

/// The relative path from a folder to a file, both with links resolved.
pub(super) fn way(folder: &Path, file: &Path) -> PathBuf {
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return file.to_owned();
    }
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

/// The file of a further table: for `a/b.csv` and `events` it is `a/b.events.csv`.
pub(super) fn sibling(path: &Path, table: &str) -> PathBuf {
    let mut name = stem(path).to_owned();
    name.push(format!(".{table}.csv"));
    path.with_file_name(name)
}
