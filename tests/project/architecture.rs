//! The house stands on its floors: a floor imports only floors below it, and only the command
//! line prints.

use std::collections::{BTreeMap, BTreeSet};
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

/// The floors that a source text imports: `crate::FLOOR` anywhere, in the binary `croupier::FLOOR`.
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

/// The rooms of every game. A large one has smaller ones in a folder of its name.
const ROOMS: [&str; 11] = [
    "RULES.md",
    "mod.rs",
    "rules.rs",
    "hand.rs",
    "view.rs",
    "events.rs",
    "record.rs",
    "replay.rs",
    "round.rs",
    "strategies.rs",
    "exact.rs",
];

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
        for room in ROOMS {
            assert!(folder.join(room).is_file(), "{} has no {room}", name(folder));
        }
    }
    assert!(!folders.is_empty());
}

/// A source text without its unit tests and without the examples of its documentation.
fn without_examples(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut example = false;
    let lines = code.lines().filter(|line| {
        let comment = line.trim_start();
        let fence = ["//! ```", "/// ```"].iter().any(|fence| comment.starts_with(fence));
        example ^= fence;
        !(example || fence)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Outside the games only their list names one, in any case: not in code, messages, help texts or
/// comments.
#[test]
fn only_the_registry_names_games() {
    let games = games();
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

/// The games, by folder.
fn games() -> Vec<String> {
    let folders = fs::read_dir(root().join("games")).unwrap().map(|entry| entry.unwrap().path());
    let folders = folders.filter(|path| path.is_dir());
    let mut games: Vec<String> =
        folders.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    games.sort();
    assert!(games.len() >= 4, "{games:?}");
    games
}

/// The names that a file of a game imports from the game itself, not from its own room:
/// `super::NAME` with as many `super` as it is deep, or `crate::games::GAME::NAME`. Comments and
/// unit tests do not count.
fn named_of_the_game(game: &str, depth: usize, text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut named = BTreeSet::new();
    for prefix in ["super::".repeat(depth), format!("crate::games::{game}::")] {
        for (at, found) in code.match_indices(&prefix) {
            let deeper = code[..at].ends_with("super::");
            let rest = &code[at + found.len()..];
            let word: String =
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !deeper && word != "super" {
                // A group or a glob would hide what it names.
                named.insert(if word.is_empty() { rest.chars().take(1).collect() } else { word });
            }
        }
    }
    named
}

/// Finds a cycle of imports from a room back to itself.
fn circle(rooms: &BTreeMap<String, BTreeSet<String>>, way: &mut Vec<String>) -> bool {
    let last = way.last().unwrap().clone();
    for next in &rooms[&last] {
        if *next == way[0] {
            way.push(next.clone());
            return true;
        }
        if !way.contains(next) {
            way.push(next.clone());
            if circle(rooms, way) {
                return true;
            }
            way.pop();
        }
    }
    false
}

/// A room is a file of a game, or a folder. Things that rooms need of each other are in a room:
/// none of them imports the game's own `mod.rs`.
#[test]
fn the_rooms_of_a_game_import_each_other_in_no_circle() {
    for game in games() {
        let folder = root().join("games").join(&game);
        let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut used = Vec::new();
        for file in sources(&folder) {
            let place = file.strip_prefix(&folder).unwrap().with_extension("");
            let mut parts: Vec<String> =
                place.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            parts.retain(|part| part != "mod");
            let Some(room) = parts.first().cloned() else { continue };
            let named = named_of_the_game(&game, parts.len(), &fs::read_to_string(&file).unwrap());
            rooms.entry(room.clone()).or_default();
            used.push((room, named, file));
        }
        for (room, named, file) in used {
            for name in named.into_iter().filter(|name| *name != room) {
                assert!(
                    rooms.contains_key(&name),
                    "{} imports `{name}` from the mod.rs of {game}; put it in a room",
                    file.display()
                );
                rooms.get_mut(&room).unwrap().insert(name);
            }
        }
        let imports: usize = rooms.values().map(BTreeSet::len).sum();
        assert!(
            imports > 10,
            "{game}: only {imports} imports: does this test still read the code?"
        );
        for room in rooms.keys() {
            let mut way = vec![room.clone()];
            assert!(!circle(&rooms, &mut way), "{game}: a circle of rooms: {}", way.join(" -> "));
        }
    }
}

/// The rules of a rulebook, in its order.
fn rules_of(book: &str) -> Vec<&str> {
    let is_rule = |word: &&str| {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let letters = word.len() - digits.len();
        letters > 0 && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    };
    let mut rules: Vec<&str> = Vec::new();
    for rule in book.split("**").skip(1).step_by(2).filter(is_rule) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

/// The tests of a game: each with its file, in `tests/GAME`.
fn tests_of(game: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(game);
    let mut found = Vec::new();
    for file in sources(&folder) {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let tests = text.split("#[test]\n").skip(1);
        let tests = tests.filter_map(|test| test.split_once("fn ")?.1.split('(').next());
        found.extend(tests.map(|test| (name.clone(), test.to_owned())));
    }
    found
}

/// Checks that each rule of each rulebook has a test of its game that is named by it:
/// `rule_k7_…`, or `rule_s4_p3_and_p8_…` for several. A mention of a rule in a test proves nothing.
/// The table of them is docs/rules.md; `CROUPIER_BLESS=1 cargo test` rewrites it.
#[test]
fn every_rule_has_a_test() {
    let mut page = String::from(
        "# Which test holds which rule\n\nMade from the rulebooks (`croupier rules GAME`) and the names of \
         the tests; a rule without a test fails the suite.\n",
    );
    for game in games() {
        let book = fs::read_to_string(root().join("games").join(&game).join("RULES.md")).unwrap();
        let (rules, tests) = (rules_of(&book), tests_of(&game));
        assert!(rules.len() >= 15, "{game}: {rules:?}");
        assert!(tests.len() > 30, "{game}: only {} tests", tests.len());
        let title = game[..1].to_uppercase() + &game[1..];
        page += &format!("\n## {title}\n\n| rule | tests |\n|---|---|\n");
        for rule in rules {
            let named = |test: &str| {
                let ids = test.strip_prefix("rule_").unwrap_or_default().split('_');
                ids.into_iter().any(|id| id == rule.to_lowercase())
            };
            let of_rule = tests.iter().filter(|(_, test)| named(test));
            let cells = of_rule.map(|(file, test)| format!("[`{test}`](../tests/{game}/{file})"));
            let cells: Vec<String> = cells.collect();
            assert!(!cells.is_empty(), "no test of {game} is named by {rule}");
            page += &format!("| {rule} | {} |\n", cells.join("<br>"));
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    if std::env::var_os("CROUPIER_BLESS").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let known = fs::read_to_string(&file).unwrap_or_default();
    for (number, (was, is)) in known.lines().zip(page.lines()).enumerate() {
        assert_eq!(was, is, "docs/rules.md, line {}", number + 1);
    }
    assert_eq!(known, page, "docs/rules.md");
}
