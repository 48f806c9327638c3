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
        "cannot write `{}`: the folder `{}` takes no new file ({reason}); {}name a file in another folder",
        shown_path(.path),
        shown_path(.folder),
        match .reason.kind() {
            io::ErrorKind::PermissionDenied => "change its permissions or ",
            _ => "",
        }
    )]
    FolderRefuses {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
        /// What the operating system said.
        reason: io::Error,
    },
    /// The manifest beside the tables names files in UTF-8.
    #[error("cannot write `{}`: its name is not UTF-8; name another file", shown_path(.path))]
    NotUtf8 {
        /// The path as it was given, or of a further table.
        path: PathBuf,
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
    /// Two files of a run would be the same.
    #[error(
        "cannot write `{}`: this run writes `{}` there; name another file",
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
    /// All files were written in full, but not all could take their places.
    #[error(
        "all files are written, but not all are in place ({}: {reason}); the next run with the same \
         --out, or `verify`, puts them there",
        shown_path(.path)
    )]
    Unfinished {
        /// What could not be replaced.
        path: PathBuf,
        /// What the operating system said.
        reason: io::Error,
    },
    /// What a run that was killed had written cannot be put in place.
    #[error(
        "an earlier run was killed while its files took their places, and they cannot be put there: \
         `{}`: {reason}",
        shown_path(.path)
    )]
    LastUnfinished {
        /// What could not be replaced.
        path: PathBuf,
        /// What the operating system said.
        reason: io::Error,
    },
    /// The run reads this file.
    #[error(
        "cannot write `{}`: the run reads this file, and would overwrite it; name another",
        shown_path(.path)
    )]
    IsAnInput {
        /// The path as it was given, or of a further table.
        path: PathBuf,
    },
    /// Something is there that must not be replaced.
    #[error(
        "cannot write `{}`: it is there already; name another file, or give --force to replace it",
        shown_path(.path)
    )]
    Exists {
        /// The path as it was given.
        path: PathBuf,
    },
    /// Another run writes this file.
    #[error(
        "cannot write `{}`: another run is writing there; wait for it, or name another file",
        shown_path(.path)
    )]
    Busy {
        /// The path as it was given, or of a further table.
        path: PathBuf,
    },
    /// The name is that of a manifest.
    #[error(
        "cannot write `{}`: a file of this name says what wrote the others; name another",
        shown_path(.path)
    )]
    IsAManifest {
        /// The path as it was given.
        path: PathBuf,
    },
    /// What lies in the place of the manifest is none.
    #[error(
        "cannot write `{}`: `{}`, which would say what wrote it, is there and is no manifest of a \
         run; move it away or name another file",
        shown_path(.path),
        shown_path(.manifest)
    )]
    ForeignManifest {
        /// The path as it was given.
        path: PathBuf,
        /// The file in the place of the manifest.
        manifest: PathBuf,
    },
    /// A further table would replace the answer of another run.
    #[error(
        "cannot write `{}`: its table `{}` is the file of another run; name another file",
        shown_path(.path),
        shown_path(.other)
    )]
    OfAnotherRun {
        /// The path as it was given.
        path: PathBuf,
        /// The path of the further table.
        other: PathBuf,
    },
    /// A file that the run does not write would pass for one of its tables.
    #[error(
        "cannot write `{}`: `{}` would pass for a table of this run, and {}; move it away or name \
         another file",
        shown_path(.path),
        shown_path(.other),
        match .changed {
            true => "it was changed after the run that wrote it",
            false => "no manifest says which run wrote it",
        }
    )]
    Stranger {
        /// The path as it was given.
        path: PathBuf,
        /// The file that is there.
        other: PathBuf,
        /// Whether an earlier run wrote it, and somebody changed it.
        changed: bool,
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
