//! Commands as a user runs them: in a folder of their own, with the binary, and their results.
#![allow(dead_code, reason = "each test file uses a part of it")]

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder of its own, in which commands are run.
pub struct Desk(pub TempDir);

/// The result of a command.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("croupier writes UTF-8");
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Ran {
    /// Checks that it succeeded.
    #[track_caller]
    pub fn done(&self) {
        assert_eq!(self.code, Some(0), "{}", self.err);
    }

    /// The JSON of a command that succeeded.
    #[track_caller]
    pub fn json(&self) -> Value {
        self.done();
        serde_json::from_str(&self.out).unwrap()
    }

    /// Checks that it printed a single error message with all of `parts`, and nothing else.
    #[track_caller]
    pub fn refused(&self, code: i32, parts: &[&str]) {
        let Ran { code: found, out, err } = self;
        assert_eq!(*found, Some(code), "{err}");
        assert_eq!(out, "", "nothing on stdout beside: {err}");
        assert!(err.starts_with("error: "), "{err}");
        assert_eq!(err.matches("error: ").count(), 1, "one message: {err}");
        for part in parts {
            assert!(err.contains(part), "`{part}` is missing in: {err}");
        }
    }
}

impl Desk {
    pub fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Everything in the folder, by name.
    pub fn left(&self) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let names = fs::read_dir(self.0.path()).unwrap().map(name);
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn command<S: AsRef<str>>(&self, words: &[S]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(words.iter().map(AsRef::as_ref)).current_dir(self.0.path());
        command
    }

    pub fn run_words<S: AsRef<str>>(&self, words: &[S]) -> Ran {
        self.command(words).stdin(Stdio::null()).output().unwrap().into()
    }

    /// Runs `croupier` with the words of a line; words may be in single quotes.
    pub fn run(&self, line: &str) -> Ran {
        self.run_words(&words(line))
    }

    /// Runs a line that would never end, and interrupts it as Ctrl-C does once it has begun. As
    /// nothing signals that moment, each of the waits, in milliseconds, is for a busier machine.
    #[cfg(unix)]
    #[track_caller]
    pub fn interrupt(&self, line: &str, waits: [u64; 3], begun: impl Fn(&Ran) -> bool) -> Ran {
        let early = waits.into_iter().find_map(|wait| {
            let mut command = self.command(&words(line));
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(wait));
            let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(interrupt.unwrap().success());
            let ran = Ran::from(child.wait_with_output().unwrap());
            (ran.code.is_some() && begun(&ran)).then_some(ran)
        });
        let early = early.expect("a run that had begun");
        assert_eq!(early.code, Some(130), "{}", early.err);
        early
    }
}

/// Splits a line into words as a shell does; only single quotes are special.
pub fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
            continue;
        }
        for (j, word) in part.split(' ').enumerate() {
            if j > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(word);
        }
    }
    // Empty words only arise between separators, because none of ours is quoted.
    words.retain(|word| !word.is_empty());
    words
}
