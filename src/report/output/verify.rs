//! Verification: whether the files of a run are all there and unchanged.

use super::commit::{Finished, finish};
use super::manifest::{Entry, Manifest, facts_of};
use super::place::{behind_links, is_manifest, manifest_of};
use super::scratch::Scratch;
use crate::framework::settings::shown_path;
use serde_json::{Map, Value};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The result of checking the files of a run.
#[derive(Debug)]
pub struct Verified {
    /// The entries of the manifest about the run.
    pub said: Map<String, Value>,
    /// The files of the run.
    pub files: Vec<PathBuf>,
    /// The differences from the manifest; empty if the set is complete and unchanged.
    pub differences: Vec<Difference>,
    /// Whether the run was killed while its files took their places, and this check completed that.
    pub finished: bool,
}

/// A file that is not as its run wrote it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Difference {
    /// It is missing.
    Missing(PathBuf),
    /// Its contents have changed.
    Changed {
        /// The file.
        path: PathBuf,
        /// Its size in bytes when it was written.
        written: u64,
        /// Its size in bytes now.
        found: u64,
    },
    /// It cannot be read.
    Unread(PathBuf, io::Error),
}

/// Why the files of a run cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// There is no manifest.
    #[error(
        "cannot check `{}`: there is no manifest `{}`; name the file that --out named",
        shown_path(.path),
        shown_path(.manifest)
    )]
    NoManifest {
        /// The file that was named.
        path: PathBuf,
        /// The path that its manifest would have.
        manifest: PathBuf,
    },
    /// The manifest is that of other files.
    #[error("`{}` is not a file of the run of `{}`", shown_path(.path), shown_path(.manifest))]
    NotOfRun {
        /// The file that was named.
        path: PathBuf,
        /// The manifest.
        manifest: PathBuf,
    },
    /// The manifest cannot be read.
    #[error("cannot use the manifest `{}`: {reason}", shown_path(.manifest))]
    Unfit {
        /// The manifest.
        manifest: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A run is writing these files.
    #[error("a run is writing `{}` now; ask again when it is done", shown_path(.path))]
    Busy {
        /// The file that was named.
        path: PathBuf,
    },
    /// The files of a killed run cannot be moved into place.
    #[error(
        "not whole: the run was killed while its files took their places, and they cannot be put \
         there now: `{}`: {reason}",
        shown_path(.path)
    )]
    Unfinished {
        /// The file that could not be replaced.
        path: PathBuf,
        /// The error of the operating system.
        reason: io::Error,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Missing(path) => write!(f, "`{}` is missing", shown_path(path)),
            Difference::Changed { path, written, found } if written == found => {
                write!(f, "`{}` has changed: as many bytes, but different ones", shown_path(path))
            }
            Difference::Changed { path, written, found } => {
                let path = shown_path(path);
                write!(f, "`{path}` has changed: it has {found} bytes, and {written} were written")
            }
            Difference::Unread(path, why) => {
                write!(f, "`{}` cannot be read: {why}", shown_path(path))
            }
        }
    }
}

/// Checks that the files of a run are complete and unchanged. `path` is the file that was named for
/// its first table, or its manifest.
///
/// If the run was killed while its files took their places, that is completed first.
///
/// # Errors
/// If there is no usable manifest, a run is writing the files, or the files of a killed run cannot
/// be moved into place.
pub fn verify(scratch: &Scratch, path: &Path) -> Result<Verified, VerifyError> {
    let manifest = if is_manifest(path) { path.to_owned() } else { manifest_of(path) };
    let unfit = |reason: String| VerifyError::Unfit { manifest: manifest.clone(), reason };
    let key = behind_links(&manifest).map_err(|error| unfit(error.to_string()))?;
    let finished = match finish(scratch, &key, &manifest, &[]) {
        Ok(Finished::Nothing | Finished::Lost) => false,
        Ok(Finished::Done) => true,
        Ok(Finished::Busy) => return Err(VerifyError::Busy { path: path.to_owned() }),
        Err(stuck) => {
            return Err(VerifyError::Unfinished { path: stuck.path, reason: stuck.reason });
        }
    };
    let found = match Manifest::read(&manifest) {
        Ok(Some(found)) => found,
        Ok(None) => {
            return Err(VerifyError::NoManifest { path: path.to_owned(), manifest });
        }
        Err(reason) => return Err(unfit(reason.to_string())),
    };
    let named = |entry: &Entry| entry.shown(&manifest).file_name() == path.file_name();
    if !is_manifest(path) && !found.files.iter().any(named) {
        return Err(VerifyError::NotOfRun { path: path.to_owned(), manifest });
    }
    let (mut files, mut differences) = (Vec::new(), Vec::new());
    for entry in &found.files {
        let shown = entry.shown(&manifest);
        match facts_of(&shown) {
            Ok(facts) if facts == (entry.bytes, entry.sha256.clone()) => {}
            Ok((bytes, _)) => differences.push(Difference::Changed {
                path: shown.clone(),
                written: entry.bytes,
                found: bytes,
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                differences.push(Difference::Missing(shown.clone()));
            }
            Err(error) => differences.push(Difference::Unread(shown.clone(), error)),
        }
        files.push(shown);
    }
    Ok(Verified { said: found.said, files, differences, finished })
}
