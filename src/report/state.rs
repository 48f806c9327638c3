//! The state file of an unfinished run, or of one share of a run.
//!
//! It has three lines of text, the last of them a JSON object that identifies the command, followed
//! by the legs of the run in binary. The second line is the SHA-256 of all that follows it.

use super::output::sha256;
use crate::framework::settings::{shown, shown_path};
use crate::study::{Leg, Share};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The first bytes of every state file, before the version of its format.
const MARK: &str = "croupier run, form ";
/// The version of the format that is written and read here.
const FORM: &str = "1";
/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The state of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunState {
    /// The command that it belongs to.
    pub header: RunHeader,
    /// The legs of the command, with their progress.
    pub legs: Vec<Leg>,
}

/// The origin of a state: everything that determines the results of the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    /// The name of the program.
    pub program: String,
    /// The versions of the program and of croupier.
    pub version: String,
    /// The words of the command line after the program's name.
    pub command: Vec<String>,
    /// The folder that it was begun in, from which files are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// The files that the command read, with their names on the command line.
    pub inputs: Vec<Input>,
    /// The files that the command has written under names of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<Input>,
    /// The share that was played, unless it was the whole run.
    pub share: Option<Share>,
    /// Whether the whole command, or the whole share, was played.
    pub over: bool,
}

/// A file that a command read or wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Its path as the command gave it.
    pub path: String,
    /// The SHA-256 of its contents, in hexadecimal.
    pub sha256: String,
}

/// The reason that a state cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file cannot be read.
    #[error("cannot read `{}`: {reason}", shown_path(path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// The file is not a state.
    #[error(
        "`{}` is not a state or part of a run: it does not begin with `{MARK}{FORM}`",
        shown_path(path)
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file has the format of another version.
    #[error(
        "`{}` has the form {} of states; this version reads form {FORM}",
        shown_path(path),
        shown(found)
    )]
    Form {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        found: String,
    },
    /// The file is not as it was written.
    #[error("`{}` is damaged: {what}; nothing of it is used", shown_path(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        what: String,
    },
}

impl RunState {
    /// The contents of the state file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut rest = serde_json::to_vec(&self.header).unwrap_or_default();
        rest.push(b'\n');
        rest.extend(postcard::to_allocvec(&self.legs).unwrap_or_default());
        let mut bytes = format!("{MARK}{FORM}\n{}\n", sha256(&rest)).into_bytes();
        bytes.extend(rest);
        bytes
    }

    /// Whether a file begins as states do.
    pub fn is_at(path: &Path) -> bool {
        let mut begins = [0; MARK.len()];
        // Opening a pipe would wait for a writer.
        let file = path.is_file().then(|| fs::File::open(path).ok()).flatten();
        file.is_some_and(|mut file| file.read_exact(&mut begins).is_ok())
            && begins == MARK.as_bytes()
    }

    /// Reads a state file.
    ///
    /// # Errors
    /// If it cannot be read, is not a state of this format, or is damaged.
    pub fn read(path: &Path) -> Result<RunState, StateError> {
        let unreadable = |reason| StateError::Unreadable { path: path.to_owned(), reason };
        let facts = fs::metadata(path).map_err(unreadable)?;
        if !facts.is_file() || facts.len() > MOST_BYTES {
            return Err(StateError::Foreign { path: path.to_owned() });
        }
        RunState::from_bytes(&fs::read(path).map_err(unreadable)?, path)
    }

    /// Decodes the contents of a state file; `path` is for error messages.
    ///
    /// # Errors
    /// If they are not those of an undamaged state of this format.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<RunState, StateError> {
        let path = || path.to_owned();
        let foreign = || StateError::Foreign { path: path() };
        let damaged = |what: &str| StateError::Damaged { path: path(), what: what.to_owned() };
        let line = |bytes: &'_ [u8]| bytes.iter().position(|&byte| byte == b'\n');
        let end = line(&bytes[..bytes.len().min(MARK.len() + 20)]).ok_or_else(foreign)?;
        let form = std::str::from_utf8(&bytes[..end]).ok().and_then(|it| it.strip_prefix(MARK));
        let form = form.ok_or_else(foreign)?;
        if form != FORM {
            return Err(StateError::Form { path: path(), found: form.to_owned() });
        }
        let bytes = &bytes[end + 1..];
        let end = line(bytes).ok_or_else(|| damaged("it is cut off"))?;
        let (sum, rest) = (&bytes[..end], &bytes[end + 1..]);
        if sum != sha256(rest).as_bytes() {
            return Err(damaged("its contents do not agree with its checksum"));
        }
        let end = line(rest).ok_or_else(|| damaged("it has no legs"))?;
        let header = serde_json::from_slice(&rest[..end]).map_err(|error| {
            damaged(&format!("its third line says nothing of a command ({error})"))
        })?;
        let legs = postcard::from_bytes(&rest[end + 1..])
            .map_err(|error| damaged(&format!("its legs cannot be read ({error})")))?;
        Ok(RunState { header, legs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Stretch;
    use std::time::Duration;

    fn state() -> RunState {
        let stretch = Stretch { first: 0, end: 7, sums: vec![1, 10, 3, 0] };
        RunState {
            header: RunHeader {
                written: Vec::new(),
                program: "croupier".into(),
                version: "0.1.0".into(),
                command: vec!["simulate".into(), "--seed".into(), "7\n".into()],
                folder: None,
                inputs: vec![Input { path: "r.toml".into(), sha256: sha256(b"x") }],
                share: Some(Share { number: 2, of: 3 }),
                over: true,
            },
            legs: vec![Leg {
                share: Some(Share { number: 2, of: 3 }),
                total: None,
                over: true,
                stretches: vec![stretch],
                elapsed: Duration::from_millis(5),
            }],
        }
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let bytes = state().to_bytes();
        assert_eq!(RunState::from_bytes(&bytes, Path::new("s")).unwrap(), state());
    }

    #[test]
    fn no_byte_can_be_changed_or_left_out() {
        let bytes = state().to_bytes();
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            for bit in 0..8 {
                other[at] = bytes[at] ^ (1 << bit);
                assert!(RunState::from_bytes(&other, Path::new("s")).is_err(), "{at} {bit}");
            }
            assert!(RunState::from_bytes(&bytes[..at], Path::new("s")).is_err(), "{at}");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(RunState::from_bytes(&longer, Path::new("s")).is_err());
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = |bytes: &[u8]| match RunState::from_bytes(bytes, Path::new("s.shard")) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("it is refused"),
        };
        let wrong = "`s.shard` is not a state or part of a run: it does not begin with `croupier run, \
                     form 1`";
        assert_eq!(told(b""), wrong);
        assert_eq!(told(b"seat,ev\n1,2\n"), wrong);
        let bytes = state().to_bytes();
        let other = [b"croupier run, form 2\n", &bytes[21..]].concat();
        assert_eq!(told(&other), "`s.shard` has the form 2 of states; this version reads form 1");
        let cut = &bytes[..bytes.len() - 1];
        let damaged = "`s.shard` is damaged: its contents do not agree with its checksum; nothing of \
                       it is used";
        assert_eq!(told(cut), damaged);
    }
}
