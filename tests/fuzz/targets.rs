//! The targets of fuzzing: every reader of texts that users write, with texts that are valid, or
//! nearly so.
//!
//! `tests/project/fuzz.rs` mutates these texts at random in every test run, and
//! `tests/fuzz/src/main.rs` guided by coverage. A text that once made a reader fail is added to the
//! corpus.

use super::ROOT;
use croupier::framework::document::Document;
use croupier::framework::free;
use croupier::framework::{AnyGame, AnyTable, HandAsked, RulesFrom};
use croupier::report::state::{Input, RunHeader, RunState};
use croupier::strategy::{self, SystemFile, catalogue};
use croupier::study::{self, Asked, Axis, Candidates, Leg, Metric, Share, Stretch};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Tokens that readers look for.
pub const TOKENS: [&str; 40] = [
    "=",
    ",",
    "..",
    ":",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\"",
    "'",
    "\n",
    "#",
    ".",
    "-",
    "+",
    "_",
    "0",
    "-1",
    "1e308",
    "nan",
    "inf",
    "true",
    "18446744073709551616",
    "9223372036854775807",
    "0.1",
    "4294967295",
    "\u{0}",
    "\u{202e}",
    "\u{fffd}",
    "é",
    "[[",
    "]]",
    "1979-05-27",
    "0x7f",
    "none",
    "full",
    "game",
    "when",
];

/// The result of reading a text: the error message if it is refused.
type Read = Result<(), String>;
type Reader = Box<dyn Fn(&[u8]) -> Read>;
type Game = &'static AnyGame;

/// A reader of texts, and texts for it.
pub struct Target {
    pub name: String,
    pub texts: Vec<Vec<u8>>,
    read: Reader,
}

impl Target {
    fn new(
        name: impl Into<String>,
        texts: Vec<Vec<u8>>,
        read: impl Fn(&[u8]) -> Read + 'static,
    ) -> Target {
        Target { name: name.into(), texts, read: Box::new(read) }
    }

    /// Reads a text, and checks the message if it is refused.
    /// # Panics
    /// If the message cannot be read by a person, or if the reader panics.
    pub fn check(&self, bytes: &[u8]) {
        let Err(message) = (self.read)(bytes) else { return };
        let text = utf8(bytes);
        assert!(!message.trim().is_empty(), "it says nothing of {text:?}");
        let hidden = message.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(hidden, None, "{message:?} cannot be read; of {text:?}");
        assert!(message.len() < 20_000, "nobody reads so much, of {text:?}: {message}");
    }
}

/// All readers; those that depend on the game, once for each game.
pub fn targets() -> Vec<Target> {
    let games = study::games().iter().copied();
    let of_games = games.flat_map(|game| {
        [rules(game), strategy_file(game), round(game), situation(game), hand(game)]
    });
    let of_words = [rules_in_words(), strategy_in_words(), axis(), metric()];
    of_games.chain(of_words).chain([counting(), document(), state()]).collect()
}

/// Checks that the message about a file names it.
fn of_file<T, E: std::fmt::Display>(read: Result<T, E>, name: &str) -> Read {
    let Err(error) = read else { return Ok(()) };
    let message = error.to_string();
    assert!(message.contains(name), "{name} is not named: {message}");
    Err(message)
}

/// The error of the first game that refuses.
fn of_any<E: std::fmt::Display>(read: impl Fn(Game) -> Result<(), E>) -> Read {
    study::games().iter().try_for_each(|&game| read(game).map_err(|error| error.to_string()))
}

fn utf8(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn corpus(name: &str) -> PathBuf {
    Path::new(ROOT).join("tests/fuzz/corpus").join(name)
}

/// Each file of a folder of the corpus.
fn files(folder: &str) -> Vec<Vec<u8>> {
    let Ok(found) = fs::read_dir(corpus(folder)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = found.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Each line of a file of the corpus.
fn lines(name: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(corpus("words").join(name)).unwrap();
    text.lines().map(|line| line.as_bytes().to_vec()).collect()
}

fn table(game: Game) -> Box<dyn AnyTable> {
    game.table(&RulesFrom::Default, &[]).unwrap()
}

fn rules(game: Game) -> Target {
    let mut texts = files(&format!("rules/{}", game.name()));
    texts.push(game.rules_file(&RulesFrom::Default, &[]).unwrap().into_bytes());
    Target::new(format!("rules-{}", game.name()), texts, move |bytes| {
        let from = RulesFrom::File { name: "of-rules.toml".into(), text: utf8(bytes) };
        of_file(game.table(&from, &[]), "of-rules.toml")
    })
}

fn shipped(game: Game) -> impl Iterator<Item = Vec<u8>> {
    let profile = game.profile();
    let texts: Vec<Vec<u8>> = catalogue::shipped(&profile).map(|file| file.text.into()).collect();
    texts.into_iter()
}

fn strategy_file(game: Game) -> Target {
    let mut texts = files(&format!("strategy/{}", game.name()));
    texts.extend(shipped(game));
    let table = table(game);
    Target::new(format!("strategy-{}", game.name()), texts, move |bytes| {
        let asked = Asked { file: Some(utf8(bytes)), ..Asked::from("of-strategy.toml") };
        // The values that can be varied are at the positions given.
        let text = utf8(bytes);
        free::values(&text)
            .iter()
            .for_each(|free| assert!(!free.value(&text).is_empty(), "{free:?}"));
        free::rules(&text)
            .iter()
            .for_each(|rule| assert!(text.get(rule.action.clone()).is_some(), "{rule:?}"));
        if let Some(unfolds) = table.capabilities().unfolds {
            let _ = unfolds.unfolded(&text);
        }
        let read = strategy::parse(&table.profile(), &asked).and_then(|found| found.seat(&*table));
        of_file(read, "of-strategy.toml")
    })
}

fn round(game: Game) -> Target {
    let table = table(game);
    Target::new(
        format!("round-{}", game.name()),
        files(&format!("round/{}", game.name())),
        move |bytes| table.replay(&utf8(bytes)).map(drop).map_err(|error| error.to_string()),
    )
}

/// Written rounds that end at a decision.
fn situation(game: Game) -> Target {
    let table = table(game);
    Target::new(
        format!("situation-{}", game.name()),
        files(&format!("round/{}", game.name())),
        move |bytes| table.begin(&utf8(bytes)).map(drop).map_err(|error| error.to_string()),
    )
}

fn hand(game: Game) -> Target {
    let table = table(game);
    // Evaluating larger hands takes seconds there.
    let longest = if game.name() == "fizzbin" { 9 } else { 80 };
    Target::new(format!("hand-{}", game.name()), lines("hand.txt"), move |bytes| {
        let text: String = utf8(bytes).chars().take(longest).collect();
        let asked = HandAsked::hand(&text);
        let (hands, decisions) = (table.capabilities().hands, table.capabilities().decisions);
        match (hands, decisions) {
            (Some(hands), _) => {
                hands.hand_facts(&text, asked).map(drop).map_err(|error| error.to_string())
            }
            (None, Some(decisions)) => {
                decisions.decisions(asked).map(drop).map_err(|error| error.to_string())
            }
            (None, None) => Ok(()),
        }
    })
}

fn rules_in_words() -> Target {
    Target::new("set", lines("set.txt"), |bytes| {
        let text = utf8(bytes);
        of_any(|game| game.table(&RulesFrom::Default, std::slice::from_ref(&text)).map(drop))
    })
}

fn strategy_in_words() -> Target {
    Target::new("strategy", lines("strategy.txt"), |bytes| {
        let asked = Asked::from(utf8(bytes));
        of_any(|game| strategy::parse(&game.profile(), &asked).map(drop))
    })
}

fn axis() -> Target {
    Target::new("vary", lines("vary.txt"), |bytes| {
        let text = utf8(bytes);
        let read = Axis::read(&text).map(drop).map_err(|error| error.to_string());
        let candidates = Candidates::read(&text).map(drop).map_err(|error| error.to_string());
        read.and(candidates)
    })
}

fn metric() -> Target {
    Target::new("metric", lines("metric.txt"), |bytes| {
        Metric::read(&utf8(bytes)).map(drop).map_err(|error| error.to_string())
    })
}

fn counting() -> Target {
    let kinzo = study::find("kinzo").unwrap();
    let mut texts = files("counting");
    texts.extend(catalogue::counts(&kinzo.profile()).map(|file| Vec::from(file.text)));
    let table = table(kinzo);
    Target::new("counting", texts, move |bytes| {
        let file = SystemFile { path: "of-counting.toml".to_owned(), text: utf8(bytes) };
        of_file(strategy::memory(&*table, "of-counting", Some(&file)), "of-counting.toml")
    })
}

fn document() -> Target {
    let texts = study::games().iter().flat_map(|&game| shipped(game)).collect();
    Target::new("document", texts, |bytes| {
        let name = "of-document.toml";
        of_file(Document::read("kinzo", name, &utf8(bytes), &[]), name)
    })
}

/// A part of a run, as `--shard` writes it and `--checkpoint` alike.
fn part() -> RunState {
    let share = Some(Share { number: 2, of: 3 });
    let stretch = |first| Stretch { first, end: first + 7, sums: vec![1, 10, 3, 0, 100] };
    let leg = Leg {
        share,
        total: Some(stretch(0)),
        over: true,
        stretches: vec![stretch(0), stretch(7)],
        elapsed: Duration::from_millis(5),
    };
    RunState {
        header: RunHeader {
            written: Vec::new(),
            program: "croupier".into(),
            version: "0.1.0".into(),
            command: ["simulate", "kinzo", "--rounds", "9"].map(str::to_owned).to_vec(),
            folder: None,
            inputs: vec![Input { path: "r.toml".into(), sha256: "0f".into() }],
            share,
            over: true,
        },
        legs: vec![leg.clone(), leg],
    }
}

fn state() -> Target {
    let mut texts = files("state");
    texts.push(part().to_bytes());
    Target::new("state", texts, |bytes| {
        let read =
            |bytes: &[u8]| of_file(RunState::from_bytes(bytes, Path::new("a.state")), "`a.state`");
        // Unchanged, and with a matching checksum.
        let mut lines = bytes.splitn(3, |&byte| byte == b'\n');
        if let (Some(first), Some(_), Some(rest)) = (lines.next(), lines.next(), lines.next()) {
            let digest = Sha256::digest(rest);
            let sum: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            let _ = read(&[first, b"\n", sum.as_bytes(), b"\n", rest].concat());
        }
        read(bytes)
    })
}
