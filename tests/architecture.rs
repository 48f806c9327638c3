//! The house stands on its floors: a floor imports only floors below it, and only the command
//! line prints.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors, bottom up.
const FLOORS: [&str; 9] =
    ["cards", "framework", "games", "strategy", "stats", "simulate", "study", "report", "cli"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The floors that a source text names: `crate::FLOOR` anywhere, in the binary `croupier::FLOOR`.
fn imports(text: &str) -> Vec<&'static str> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let names = |floor: &str| {
        ["crate::", "croupier::"].iter().any(|from| {
            code.match_indices(&format!("{from}{floor}")).any(|(at, found)| {
                let next = code[at + found.len()..].chars().next();
                next.is_none_or(|c| !c.is_alphanumeric() && c != '_')
            })
        })
    };
    // `use crate::{…}` would hide what it names.
    for grouped in ["crate::{", "croupier::{"] {
        assert!(!code.contains(grouped), "write one `use` a floor, not {grouped}…}}");
    }
    FLOORS.into_iter().filter(|floor| names(floor)).collect()
}

#[test]
fn a_floor_imports_only_floors_below_it() {
    let mut seen = 0;
    for (number, floor) in FLOORS.iter().enumerate() {
        let files = sources(&root().join(floor));
        assert!(!files.is_empty(), "floor {floor} is empty");
        for file in files {
            for used in imports(&fs::read_to_string(&file).unwrap()) {
                seen += 1;
                let below = FLOORS.iter().position(|name| *name == used).unwrap();
                assert!(
                    below <= number,
                    "{} (floor {number}, {floor}) imports {used} (floor {below})",
                    file.display()
                );
            }
        }
    }
    assert!(seen > 20, "only {seen} imports found: does this test still read the code?");
}

#[test]
fn a_game_imports_no_other_game() {
    let games = root().join("games");
    let folders: Vec<PathBuf> =
        fs::read_dir(&games).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()).collect();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    for folder in &folders {
        for file in sources(folder) {
            let text = fs::read_to_string(&file).unwrap();
            for other in folders.iter().filter(|other| *other != folder) {
                assert!(!text.contains(&format!("games::{}", name(other))), "{}", file.display());
            }
        }
        for room in [
            "RULES.md",
            "rules.rs",
            "hand.rs",
            "round.rs",
            "view.rs|player.rs",
            "strategies.rs",
            "exact.rs",
        ] {
            // A room may be a folder.
            let is_there = |room: &str| {
                let inside = room.strip_suffix(".rs").map(|room| folder.join(room).join("mod.rs"));
                folder.join(room).is_file() || inside.is_some_and(|file| file.is_file())
            };
            let there = room.split('|').any(is_there);
            assert!(there, "{} has no {room}", name(folder));
        }
    }
    assert!(!folders.is_empty());
}

/// A source text without its unit tests and without the examples of its documentation.
fn without_examples(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut example = false;
    let lines = code.lines().filter(|line| {
        let comment = line.trim_start();
        let fence = ["//! ```", "/// ```"].iter().any(|fence| comment.starts_with(fence));
        example ^= fence;
        !(example || fence)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Outside the games only their list names one, in whatever case: not in code, messages, help texts
/// or comments.
#[test]
fn only_the_registry_names_games() {
    let games = fs::read_dir(root().join("games")).unwrap().map(|entry| entry.unwrap().path());
    let games: Vec<String> = games
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(games.len() >= 4, "{games:?}");
    let (list, own) = (root().join("study/registry.rs"), root().join("games"));
    let mut seen = 0;
    for file in sources(&root()).into_iter().filter(|file| !file.starts_with(&own)) {
        let text = fs::read_to_string(&file).unwrap();
        let code = without_examples(&text).to_lowercase();
        if file == list {
            assert!(games.iter().all(|game| code.contains(game.as_str())), "the list is not there");
            continue;
        }
        seen += 1;
        for (number, line) in code.lines().enumerate() {
            let named = games.iter().find(|game| line.contains(game.as_str()));
            assert_eq!(named, None, "{} names a game in line {}", file.display(), number + 1);
        }
    }
    assert!(seen > 40, "only {seen} files: does this test still read the code?");
}

#[test]
fn main_is_short() {
    let main = fs::read_to_string(root().join("main.rs")).unwrap();
    assert!(main.lines().count() < 30);
}

#[test]
fn the_rules_document_states_every_rule_that_the_code_cites() {
    let rules = fs::read_to_string(root().join("games/kinzo/RULES.md")).unwrap();
    for number in 1..=16 {
        assert!(rules.contains(&format!("**K{number}**")), "RULES.md lacks K{number}");
    }
    let code = sources(&root().join("games/kinzo"));
    let code: String = code.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    for number in 1..=16 {
        assert!(code.contains(&format!("K{number}")), "no code cites K{number}");
    }
}
