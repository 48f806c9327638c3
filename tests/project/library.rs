//! The library without the command line: it pulls in no crate for terminals, pictures or command
//! lines, and answers as ever.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Cargo with what it has at hand: nothing is downloaded.
fn cargo(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).args(words).arg("--offline");
    command
}

#[track_caller]
fn out(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_library_pulls_in_no_crate_of_the_command_line() {
    let tree = |more: &[&str]| {
        let words = ["tree", "--edges", "normal", "--prefix", "none", "--format", "{p}"];
        let words = [&words[..], more].concat();
        out(&cargo(Path::new(ROOT), &words).output().unwrap())
    };
    let (plain, whole) = (tree(&["--no-default-features"]), tree(&[]));
    for name in ["clap", "comfy-table", "ctrlc", "dejavu", "indicatif", "plotters", "png"] {
        let has = |tree: &str| tree.lines().any(|line| line.starts_with(&format!("{name} v")));
        assert!(has(&whole) && !has(&plain), "{name}\n{plain}");
    }
}

/// A program that asks the library of a game and says what comes of it as CSV.
const PROGRAM: &str = r#"
use croupier::report::csv;
use croupier::study::{Length, Sampling, Setup, find};
use std::sync::atomic::AtomicBool;

fn main() {
    let game = find("kinzo").expect("a game of croupier's");
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(2_000));
    let sampling = Sampling { seed: 7, until, stop: &stop, watch: &|_| {} };
    let answer = game.simulate(&Setup::default(), sampling).expect("default rules");
    csv::to_csv(&answer.report.tables[0], std::io::stdout()).expect("stdout");
}
"#;

/// A crate of its own beside the tests, so that what was built for it once is kept. Its profile is
/// that of croupier, whose dependencies are then built once for both, but croupier itself is built
/// in seconds.
fn program() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library");
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"asks-the-library\"\nedition = \"2024\"\n\n\
         [dependencies]\ncroupier = {{ path = {ROOT:?}, default-features = false }}\n\n\
         [profile.dev]\nopt-level = 2\noverflow-checks = true\n\n\
         [profile.dev.package.croupier]\nopt-level = 0\n\n[workspace]\n"
    );
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        // A file that is new is built anew.
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).unwrap();
        }
    };
    put("Cargo.toml", &manifest);
    put("src/main.rs", PROGRAM);
    fs::copy(Path::new(ROOT).join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

/// The same rounds as the command line's: the feature changes no figure.
#[test]
fn a_library_without_the_command_line_simulates_as_it_does() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let words = ["run", "--quiet", "--target-dir", target.to_str().unwrap()];
    let library = out(&cargo(&program(), &words).output().unwrap());
    let line = ["simulate", "kinzo", "--seed", "7", "--rounds", "2k", "--out", "-", "--quiet"];
    let program = Command::new(env!("CARGO_BIN_EXE_croupier")).args(line).output().unwrap();
    assert_eq!(library, out(&program));
    assert!(library.starts_with("seat,strategy,rounds,ev,"), "{library}");
}
