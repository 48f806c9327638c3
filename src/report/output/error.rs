//! What keeps a file from being written, in one message.

use crate::framework::settings::shown_path;
use std::io;
use std::path::PathBuf;

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
