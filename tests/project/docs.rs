//! The pages of `docs/`, tried as a reader would: in a fresh crate outside the repository.

use crate::fresh::{ROOT, crate_of, out};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join("docs").join(name)).unwrap()
}

/// The blocks of a page in a language, one after the other.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let opening = format!("```{language}\n");
    let after = page.split(&opening).skip(1);
    after.filter_map(|text| text.split("\n```").next()).collect()
}

/// The programs of the pages in one crate: your own game and your own player.
static PROGRAMS: LazyLock<PathBuf> = LazyLock::new(|| {
    let (game, player) = (source("your-own-game.md"), source("your-own-player.md"));
    let programs = [("game-of-the-page", &*game), ("player-of-the-page", &*player)];
    crate_of("pages", "default-features = true", &programs)
});

/// The program of a page.
fn source(name: &str) -> String {
    blocks(&page(name), "rust").join("\n\n") + "\n"
}

/// The output of a command of the program on stdout.
#[track_caller]
fn run(program: &Path, folder: &Path, words: &[&str]) -> String {
    out(Command::new(program).current_dir(folder).args(words))
}

/// Runs the commands of a page, with fewer rounds, checks the EVs that the page gives, and returns
/// the number of commands.
#[track_caller]
fn commands(page: &str, program: &Path, folder: &Path) -> usize {
    let mut seen = 0;
    for line in blocks(page, "sh").join("\n").lines() {
        let Some(line) = line.strip_prefix("cargo run --release -- ") else { continue };
        let words = line.split(" #").next().unwrap_or(line).split_whitespace();
        let words: Vec<String> =
            words.map(|word| word.trim_matches('\'').replace("1M", "5k")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let told = run(program, folder, &words);
        if let Some((_, figure)) = line.split_once("# EV +") {
            assert!(told.contains(&format!(",{}", &figure[..5])), "{line}: {told}");
        }
        seen += 1;
    }
    seen
}

#[test]
fn a_game_of_ones_own_is_the_example_and_has_every_command() {
    let page = page("your-own-game.md");
    let source = source("your-own-game.md");
    let lines = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
    };
    let example = fs::read_to_string(Path::new(ROOT).join("examples/snackjack.rs")).unwrap();
    assert_eq!(lines(&source), lines(&example));
    assert!(example.lines().count() <= 300);

    let program = PROGRAMS.join("game-of-the-page");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("chart.toml"), blocks(&page, "toml")[0]).unwrap();
    assert_eq!(commands(&page, &program, folder.path()), 8);
    let words = ["simulate", "snackjack", "--strategy", "chart.toml", "--rounds", "5k"];
    assert!(run(&program, folder.path(), &words).contains("chart.toml"));
}

#[test]
fn a_player_of_ones_own_sits_at_any_seat() {
    let page = page("your-own-player.md");
    let program = PROGRAMS.join("player-of-the-page");
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(commands(&page, &program, folder.path()), 6);
    let told = |words: &[&str]| run(&program, folder.path(), words);
    assert!(told(&["games", "kinzo", "--format", "json"]).contains("mirror(below=2)"));
    let json = told(&["simulate", "kinzo", "--strategy", "mirror", "--rounds", "2k", "--out", "-"]);
    assert!(json.contains("mirror(below=2)"), "{json}");
    let refused = |words: &[&str]| {
        let output =
            Command::new(&program).current_dir(folder.path()).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let wrong = refused(&["simulate", "kinzo", "--strategy", "mirror(below=13)"]);
    assert!(wrong.contains("below = 13") && wrong.contains("0..=12"), "{wrong}");
    let wrong = refused(&["simulate", "kinzo", "--strategy", "miror"]);
    assert!(wrong.contains("did you mean `mirror`?"), "{wrong}");
    let wrong = refused(&["simulate", "sabacc", "--strategy", "mirror"]);
    assert!(wrong.contains("no strategy `mirror`"), "{wrong}");
}
