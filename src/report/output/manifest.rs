//! The manifest of a run: the question, and the name, size and hash of each file written in answer.
//!
//! It is a JSON object whose last entry, `sha256`, is the hash of all that precedes it.

use super::place::{behind_links, folder_of, main_of, sibling};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its path relative to the folder of the manifest.
    pub name: String,
    /// The table that it holds, if any.
    pub table: Option<String>,
    pub bytes: u64,
    pub sha256: String,
}

/// The contents of a manifest.
#[derive(Clone, Debug)]
pub(super) struct Manifest {
    /// The entries about the run.
    pub said: Map<String, Value>,
    pub files: Vec<Entry>,
}

/// The reason that a file is not a valid manifest.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unfit {
    #[error(transparent)]
    Unread(#[from] io::Error),
    #[error("it is not the manifest of a run")]
    Foreign,
    #[error("it was changed after it was written")]
    Changed,
}

/// The most bytes read of a manifest.
const MOST_BYTES: u64 = 64 << 20;
const FILES: &str = "files";
/// The text before the hash, and after it.
const SEAL: (&str, &str) = (",\n  \"sha256\": \"", "\"\n}\n");

/// The SHA-256 of some bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The size and the hash of a file.
pub(super) fn facts_of(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let (mut hash, mut bytes, mut part) = (Sha256::new(), 0, vec![0; 1 << 16]);
    loop {
        match file.read(&mut part) {
            Ok(0) => return Ok((bytes, hex(&hash.finalize()))),
            Ok(read) => {
                hash.update(&part[..read]);
                bytes += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

impl Entry {
    pub fn new(name: &Path, table: Option<&str>, bytes: &[u8]) -> Entry {
        // Use the same separator on every system.
        let name = name.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let table = table.map(str::to_owned);
        Entry { name, table, bytes: bytes.len() as u64, sha256: sha256(bytes) }
    }

    /// Its path, relative to the manifest as the user names it.
    pub fn shown(&self, manifest: &Path) -> PathBuf {
        manifest.with_file_name(&self.name)
    }

    /// Its path with all links resolved.
    pub fn target(&self, manifest: &Path) -> io::Result<PathBuf> {
        let target = behind_links(&self.shown(manifest))?;
        let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        Ok(fs::canonicalize(folder_of(&target))?.join(name))
    }

    /// Whether the file at `path` has the size and the hash of this entry.
    pub fn is(&self, path: &Path) -> bool {
        facts_of(path).is_ok_and(|(bytes, hash)| (bytes, &hash) == (self.bytes, &self.sha256))
    }

    /// Whether it is a further table, under the name that croupier gives to such a table.
    pub fn has_name_of_table(&self, manifest: &Path) -> bool {
        let Some(table) = &self.table else { return false };
        let named = sibling(&main_of(manifest), table);
        named.file_name() == Some(self.name.as_ref())
    }
}

impl Entry {
    /// Whether it is a further table, and the file at `path` beside its manifest.
    pub fn is_table_at(&self, path: &Path, table: &str) -> bool {
        self.table.as_deref() == Some(table) && path.file_name() == Some(self.name.as_ref())
    }
}

impl Manifest {
    /// Whether it belongs to another run: one whose main file has a name other than that of `path`,
    /// and still exists.
    pub fn is_of_another(&self, manifest: &Path, path: &Path) -> bool {
        let main = self.files.first().map(|main| main.shown(manifest));
        main.is_some_and(|main| main.file_name() != path.file_name() && main.is_file())
    }

    /// The text of the manifest, sealed with its hash.
    pub fn text(&self) -> String {
        let file = |entry: &Entry| {
            let mut file = Map::new();
            file.insert("name".into(), entry.name.as_str().into());
            file.extend(entry.table.iter().map(|table| ("table".into(), table.as_str().into())));
            file.insert("bytes".into(), entry.bytes.into());
            file.insert("sha256".into(), entry.sha256.as_str().into());
            Value::Object(file)
        };
        let mut document = self.said.clone();
        document.insert(FILES.into(), self.files.iter().map(file).collect());
        let text = format!("{:#}", Value::Object(document));
        let open = text.trim_end_matches('}').trim_end();
        format!("{open}{}{}{}", SEAL.0, sha256(open.as_bytes()), SEAL.1)
    }

    /// Reads a manifest; `None` if the file does not exist.
    pub fn read(path: &Path) -> Result<Option<Manifest>, Unfit> {
        let mut bytes = Vec::new();
        match File::open(path) {
            Ok(file) => file.take(MOST_BYTES).read_to_end(&mut bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let text = String::from_utf8(bytes).map_err(|_| Unfit::Foreign)?;
        Manifest::of(&text).map(Some)
    }

    fn of(text: &str) -> Result<Manifest, Unfit> {
        let Ok(Value::Object(mut said)) = serde_json::from_str(text) else {
            return Err(Unfit::Foreign);
        };
        let (Some(Value::Array(files)), Some(_)) =
            (said.shift_remove(FILES), said.shift_remove("sha256"))
        else {
            return Err(Unfit::Foreign);
        };
        let whole = text
            .rsplit_once(SEAL.0)
            .is_some_and(|(open, seal)| seal == sha256(open.as_bytes()) + SEAL.1);
        if !whole {
            return Err(Unfit::Changed);
        }
        let entry = |file: &Value| {
            Some(Entry {
                name: file["name"].as_str()?.to_owned(),
                table: file["table"].as_str().map(str::to_owned),
                bytes: file["bytes"].as_u64()?,
                sha256: file["sha256"].as_str()?.to_owned(),
            })
        };
        let files = files.iter().map(entry).collect::<Option<_>>().ok_or(Unfit::Foreign)?;
        Ok(Manifest { said, files })
    }
}
