//! The errors of writing files, each in one message.

use crate::framework::settings::shown_path;
use std::io;
use std::path::{Path, PathBuf};

/// The reason that a file cannot be written. The message names the file, the cause and a remedy.
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
        shown_path(&.path.join("result").with_extension(extension(.path)))
    )]
    IsAFolder {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The path is something that cannot hold a table.
    #[error("cannot write `{}`: it is {found}; name another file", shown_path(.path))]
    IsNoFile {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// Its kind.
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
        "cannot write `{}`: `{}` is not a folder; name another file",
        shown_path(.path),
        shown_path(.folder)
    )]
    NotAFolder {
        /// The path as it was given, or of a further table.
        path: PathBuf,
        /// The path that should have been a folder.
        folder: PathBuf,
    },
    /// The folder does not accept a new file.
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
        /// The error of the operating system.
        reason: io::Error,
    },
    /// The name is not UTF-8, as the manifest beside the tables requires.
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
        /// The error of the operating system.
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
        /// The error of the operating system.
        reason: io::Error,
    },
    /// All files were written in full, but not all could be moved into place.
    #[error(
        "all files are written, but not all are in place ({}: {reason}); the next run with the same \
         --out, or `verify`, puts them there",
        shown_path(.path)
    )]
    Unfinished {
        /// The file that could not be replaced.
        path: PathBuf,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// The files of a killed run cannot be moved into place.
    #[error(
        "an earlier run was killed while its files took their places, and they cannot be put there: \
         `{}`: {reason}",
        shown_path(.path)
    )]
    LastUnfinished {
        /// The file that could not be replaced.
        path: PathBuf,
        /// The error of the operating system.
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
    /// The file exists and must not be replaced.
    #[error(
        "cannot write `{}`: it is there already; name another file, or give --force to replace it",
        shown_path(.path)
    )]
    Exists {
        /// The path as it was given.
        path: PathBuf,
    },
    /// Another run is writing this file.
    #[error(
        "cannot write `{}`: another run is writing there; wait for it, or name another file",
        shown_path(.path)
    )]
    Busy {
        /// The path as it was given, or of a further table.
        path: PathBuf,
    },
    /// This process is writing the file.
    #[error(
        "cannot write `{}`: this command writes another of its files there; name another",
        shown_path(.path)
    )]
    Taken {
        /// The path as it was given, or of a further table.
        path: PathBuf,
    },
    /// The name is that of a manifest.
    #[error(
        "cannot write `{}`: this name is kept for the manifest of a run; name another",
        shown_path(.path)
    )]
    IsAManifest {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The file in the place of the manifest is not a manifest.
    #[error(
        "cannot write `{}`: its manifest would be `{}`, which is there and is not a manifest; move \
         that away or name another file",
        shown_path(.path),
        shown_path(.manifest)
    )]
    ForeignManifest {
        /// The path as it was given.
        path: PathBuf,
        /// The file in the place of the manifest.
        manifest: PathBuf,
    },
    /// The manifest beside the file is that of another main file.
    #[error(
        "cannot write `{}`: its manifest would be `{}`, which is that of a run with another --out; \
         name another file",
        shown_path(.path),
        shown_path(.manifest)
    )]
    ManifestOfAnother {
        /// The path as it was given.
        path: PathBuf,
        /// The manifest.
        manifest: PathBuf,
    },
    /// The file is a further table of another run.
    #[error(
        "cannot write `{}`: it is a table of the run that wrote `{}`; name another file",
        shown_path(.path),
        shown_path(.main)
    )]
    IsATable {
        /// The path as it was given.
        path: PathBuf,
        /// The main file of that run.
        main: PathBuf,
    },
    /// A further table would replace a file of another run.
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
        /// Whether an earlier run wrote it and it was changed since.
        changed: bool,
    },
    /// Writing to a pipe or a device failed.
    #[error("cannot write to `{}`: {reason}", shown_path(.path))]
    InPlace {
        /// The path as it was given.
        path: PathBuf,
        /// The error of the operating system.
        reason: io::Error,
    },
}

/// The extension of a file that a path was meant to name; that of tables if it has none.
fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("csv")
}
