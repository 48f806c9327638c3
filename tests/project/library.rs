//! The library without the command line: it has no dependencies for terminals, pictures or command
//! lines, and gives the same answers.

use crate::fresh::{ROOT, crate_of, out};
use std::process::Command;

#[test]
fn a_library_pulls_in_no_crate_of_the_command_line() {
    let tree = |more: &[&str]| {
        let words =
            ["tree", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}"];
        out(Command::new(env!("CARGO")).current_dir(ROOT).args(words).args(more))
    };
    let (plain, whole) = (tree(&["--no-default-features"]), tree(&[]));
    for name in [
        "ab_glyph",
        "clap",
        "clap_complete",
        "clap_mangen",
        "comfy-table",
        "ctrlc",
        "dejavu",
        "indicatif",
        "png",
        "tiny-skia",
    ] {
        let has = |tree: &str| tree.lines().any(|line| line.starts_with(&format!("{name} v")));
        assert!(has(&whole) && !has(&plain), "{name}\n{plain}");
    }
}

/// A program that asks the library about a game and prints the result as CSV.
const PROGRAM: &str = r#"
use croupier::report::csv;
use croupier::study::{Length, Sampling, Setup, find};
use std::sync::atomic::AtomicBool;

fn main() {
    let game = find("kinzo").expect("a game of croupier's");
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(2_000));
    let sampling = Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
    let answer = game.simulate(&Setup::default(), sampling).expect("default rules");
    csv::to_csv(&answer.report.tables[0], std::io::stdout()).expect("stdout");
}
"#;

/// The same rounds as on the command line: the feature changes no figure.
#[test]
fn a_library_without_the_command_line_simulates_as_it_does() {
    let programs =
        crate_of("library", "default-features = false", &[("asks-the-library", PROGRAM)]);
    let library = out(&mut Command::new(programs.join("asks-the-library")));
    let line = ["simulate", "kinzo", "--seed", "7", "--rounds", "2k", "--out", "-", "--quiet"];
    assert_eq!(library, out(Command::new(env!("CARGO_BIN_EXE_croupier")).args(line)));
    assert!(library.starts_with("seat,strategy,rounds,ev,"), "{library}");
}
