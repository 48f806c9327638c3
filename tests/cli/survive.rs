//! Runs that are killed at any point and resumed, and runs in parts: the output is byte for byte
//! that of an uninterrupted run.

use super::desk::{Desk, Ran, words};
use croupier::report::state::RunState;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

/// A run of each command that samples, over all games: some tenths of a second each.
const RUNS: [&str; 12] = [
    "simulate kinzo --players 3 --rounds 400k --seed 3 --report a.html",
    "simulate zinbiddle --rounds 100k --seed 3 --format json",
    "compare sabacc --players 2 --strategy careful --strategy random --rounds 100k",
    "odds fizzbin --rounds 1500 --seed 9",
    "sweep kinzo --vary players=1..3 --rounds 200k --format json --report a.html",
    "count kinzo --set shuffle.penetration=0.75 --set split=false --system middle --rounds 10k",
    "balance kinzo --solve commission=0..100:10 --target house-edge=0.05 --players 2 --rounds 50k",
    "tune kinzo --strategy cautious --rounds 60k --write better.toml",
    "tune sabacc --strategy textbook --add-rules --rounds 150k --write better.toml",
    "league kinzo --strategy cautious --strategy threshold --set split=false --players 2 --rounds 10k --reply b.toml",
    "playtest kinzo --players 2 --set split=false --rounds 8k",
    "advise kinzo --situation here.toml --strategy threshold --rounds 300k",
];

/// The folder of a run, with the written round of `advise`.
fn with_situation() -> Desk {
    let desk = Desk::new();
    desk.put("here.toml", "cards = [3, 5, 3, \"?\"]\n");
    desk
}

/// The environment variable for the number of kills, if more are wanted.
const KILLS: &str = "CROUPIER_TEST_KILLS";

/// The files of a folder by name, and the printed output.
fn all(desk: &Desk, ran: &Ran) -> BTreeMap<String, String> {
    let files = desk.left().into_iter().filter(|name| desk.path(name).is_file());
    let mut all: BTreeMap<String, String> =
        files.map(|name| (name.clone(), desk.read(&name))).collect();
    all.insert("(stdout)".to_owned(), ran.out.clone());
    all
}

/// Runs a command and kills it after some time, unless it has ended by then.
fn killed_after(desk: &Desk, line: &str, time: Duration) -> Option<Ran> {
    let mut command = desk.command(&words(line));
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while start.elapsed() < time {
        if child.try_wait().unwrap().is_some() {
            return Some(child.wait_with_output().unwrap().into());
        }
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    // It may have ended just before.
    output.status.success().then(|| output.into())
}

#[test]
fn a_run_that_is_killed_anywhere_comes_to_the_same_bytes() {
    let asked = std::env::var(KILLS).ok().and_then(|number| number.parse().ok());
    let kills: u32 = asked.unwrap_or(18);
    let each = kills.div_ceil(RUNS.len() as u32);
    let mut state = 1_u64;
    let mut share = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / (1_u64 << 31) as f64
    };
    for line in RUNS {
        let desk = with_situation();
        let start = Instant::now();
        let ran = desk.run(&format!("{line} --out a.csv"));
        let whole = start.elapsed();
        ran.done();
        let want = all(&desk, &ran);
        let (mut left, mut killed) = (each, 0);
        while left > 0 {
            let mut desk = with_situation();
            let begin = format!("{line} --out a.csv --checkpoint a.state --every 5ms");
            let ran = loop {
                let known = desk.path("a.state").exists();
                // Killed after it had written everything and removed its state, it is done, but a
                // strategy file is not written twice.
                let written = |name: &String| name.ends_with(".toml") && name != "here.toml";
                if !known && desk.left().iter().any(written) {
                    desk = with_situation();
                }
                let line = if known { "resume a.state --every 5ms" } else { begin.as_str() };
                let time =
                    if left > 0 { whole.mul_f64(share() * 0.8) } else { Duration::from_secs(600) };
                match killed_after(&desk, line, time) {
                    Some(ran) => break ran,
                    None => (left, killed) = (left.saturating_sub(1), killed + 1),
                }
            };
            ran.done();
            assert!(!desk.path("a.state").exists(), "{line}: the state is gone");
            assert_eq!(all(&desk, &ran), want, "{line}, killed {killed} times");
            // This also ends a run that always finishes before it is killed.
            left = left.saturating_sub(1);
        }
        println!("{line}: killed {killed} times");
    }
}

/// Plays a run in parts.
fn parts(desk: &Desk, line: &str, of: u32) -> String {
    let name = |number: u32| format!("part-{number}-of-{of}.shard");
    for number in 1..=of {
        let part = format!("{line} --shard {number}/{of} --out {}", name(number));
        let ran = desk.run(&part);
        ran.done();
        assert_eq!(ran.out, "", "{part}");
    }
    // The order of parts does not matter.
    (1..=of).rev().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_run_in_parts_comes_to_the_same_bytes() {
    for (line, numbers) in RUNS.iter().zip([&[1, 32][..], &[7], &[2], &[3], &[2], &[2]]) {
        for &of in numbers {
            let desk = Desk::new();
            let whole = desk.run(&format!("{line} --out a.csv"));
            whole.done();
            let want = all(&desk, &whole);
            for name in want.keys().filter(|name| !name.starts_with('(')) {
                fs::remove_file(desk.path(name)).unwrap();
            }
            let parts = parts(&desk, line, of);
            let most = parts.split(' ').map(|part| fs::metadata(desk.path(part)).unwrap().len());
            assert!(most.max() < Some(1 << 20), "{line}");
            let merged = desk.run(&format!("merge {parts} --out a.csv"));
            merged.done();
            parts.split(' ').for_each(|part| fs::remove_file(desk.path(part)).unwrap());
            assert_eq!(all(&desk, &merged), want, "{line} in {of}");
        }
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let desk = Desk::new();
    desk.put("r.toml", "players = 2\n");
    let line = "simulate kinzo --rules r.toml --rounds 2000 --quiet";
    parts(&desk, line, 3);
    let part = |number: u32| format!("part-{number}-of-3.shard");
    let refused = |names: &[String], parts: &[&str]| {
        desk.run(&format!("merge {} --out a.csv", names.join(" "))).refused(2, parts);
        assert!(!desk.path("a.csv").exists());
    };
    refused(&[part(2)], &["2 of 3 parts are missing", "--array=1,3"]);
    refused(&[part(1), part(2), part(1)], &["part-1-of-3.shard` are the same part, 1/3"]);
    let other = |name: &str, line: &str| {
        desk.run(&format!("{line} --shard 3/3 --out {name}")).done();
        name.to_owned()
    };
    let seed = other("seed.shard", &format!("{line} --seed 2"));
    refused(&[part(1), part(2), seed], &["parts of different runs", "`--seed 2` there"]);
    let of = format!("{line} --shard 3/4 --out four.shard");
    desk.run(&of).done();
    refused(&[part(1), "four.shard".into()], &["one of 3 parts, and one of 4"]);
    desk.put("r.toml", "players = 3\n");
    let rules = other("rules.shard", line);
    refused(&[part(1), part(2), rules], &["the contents of `r.toml` differ"]);
    // One of the files used by the parts has changed.
    refused(&[part(1), part(2), part(3)], &["`r.toml` has changed since"]);
    desk.put("r.toml", "players = 2\n");

    let bytes = fs::read(desk.path(&part(3))).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 4;
    desk.put("flipped.shard", &flipped);
    refused(&[part(1), "flipped.shard".into()], &["`flipped.shard` is damaged", "checksum"]);
    desk.put("cut.shard", &bytes[..bytes.len() - 3]);
    refused(&[part(1), "cut.shard".into()], &["`cut.shard` is damaged"]);
    // All that are damaged are told at once, and the parts to be played anew.
    refused(
        &["cut.shard".into(), part(2), "flipped.shard".into()],
        &[
            "`cut.shard` is damaged",
            "`flipped.shard` is damaged",
            "without them these parts are missing: 1,3 of 3; a plan plays a part again once",
        ],
    );
    // A complete part from another version.
    let text = bytes.iter().position(|&byte| byte == b'{').unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let at = bytes.windows(version.len()).position(|part| part == version.as_bytes()).unwrap();
    let rest = [&bytes[text..at], b"\"version\":\"0.0.7\"", &bytes[at + version.len()..]].concat();
    let sum: String = Sha256::digest(&rest).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut newer = format!("croupier run, form 1\n{sum}\n").into_bytes();
    newer.extend(rest);
    desk.put("older.shard", newer);
    refused(&[part(1), "older.shard".into()], &["written by the version 0.0.7, and this is"]);
    refused(&["r.toml".into()], &["`r.toml` is not a state or part of a run"]);
    refused(&["none.shard".into()], &["cannot read `none.shard`"]);
    desk.run(&format!("merge {} {} {} --out -", part(1), part(2), part(3))).done();
}

#[test]
fn what_cannot_be_kept_is_refused_before_a_card_is_dealt() {
    let desk = Desk::new();
    desk.put("there", "x");
    desk.put("r.csv", "players = 2\n");
    let refused = |line: &str, parts: &[&str]| {
        desk.run(line).refused(2, parts);
        assert_eq!(desk.left(), ["r.csv", "there"], "{line}");
    };
    for own in ["there", "r.csv --rules r.csv"] {
        refused(&format!("simulate kinzo --checkpoint {own}"), &["is not the state of a run"]);
    }
    refused("simulate kinzo --checkpoint -", &["a state is kept in a file"]);
    let same = ["writes another of its files there"];
    refused("simulate kinzo --out x.csv --checkpoint x.events.csv", &same);
    let share = "simulate kinzo --rounds 9 --shard 1/2 --out";
    refused(&format!("{share} r.csv --rules r.csv"), &["the run reads this file"]);
    refused(&format!("{share} p --report x.txt"), &["a page ends in .html"]);
    refused(&format!("{share} p --plot x.bmp"), &[".svg or .png"]);
    refused("odds kinzo --rounds 9 --hand 3,4 --dealer 6", &["counted", "leave out --rounds"]);
    let exact = "odds zinbiddle --method exact";
    refused(&format!("{exact} --precision 0.1"), &["counted", "leave out --precision"]);
    refused("odds zinbiddle --rounds 9 --shard 1/2 --out p", &["has no parts"]);
    refused("simulate kinzo --rounds 9 --shard 1/2", &["name its file, such as --out part-1"]);
    refused("simulate kinzo --shard 1/2 --out p", &["--shard 1/2 needs --rounds"]);
    refused("sweep kinzo --vary players=1,2 --time 1s --shard 1/2 --out p", &["needs --rounds"]);
    refused("simulate kinzo --rounds 9 --shard 3/2 --out p", &["'3/2'", "the I-th of N parts"]);
    let balance = "balance kinzo --solve commission=0..1 --target house-edge=0.1 --rounds 9";
    refused(&format!("{balance} --shard 1/2 --out p"), &["follows from those that were tried"]);
    refused("playtest kinzo --rounds 9 --shard 1/2 --out p", &["follows from a first run"]);
    refused("playtest kinzo --time 1s --checkpoint c", &["--checkpoint needs --rounds"]);
    let hand = "advise kinzo --hand 6,4 --dealer 5 --checkpoint c";
    refused(hand, &["nothing to save", "leave it out"]);
    refused("resume there", &["`there` is not a state or part of a run"]);
    refused("plan 4 -- simulate kinzo", &["add --rounds N"]);
    refused("plan 4 -- games kinzo", &["cannot be played in parts"]);
    for shard in ["--shard 1/2", "--shard=1/2"] {
        refused(
            &format!("plan 4 -- simulate kinzo --rounds 1k {shard}"),
            &["--shard", "leave it out"],
        );
    }
    for line in [
        "tune kinzo --strategy cautious --rounds 1k --write w.toml",
        "league kinzo --rounds 1k",
        "playtest kinzo --rounds 1k",
        "advise kinzo --situation here.toml --rounds 1k",
        "balance kinzo --solve commission=0..1 --target house-edge=0.1 --rounds 9",
    ] {
        refused(&format!("plan 4 -- {line}"), &["cannot be played in parts"]);
    }
    refused("plan 4 -- simulate kinzo --rounds 1k --threads 4", &["--threads", "leave it out"]);
    refused("plan 4 -- simulate kinso --rounds 1k", &["no game `kinso`", "`kinzo`"]);
    refused("plan 4 -- simulate kinzo --rounds ten", &["cannot be played in parts", "'ten'"]);
    for (wrong, why) in [
        ("--report x.txt", "a page ends in .html"),
        ("--plot x.bmp", ".svg or .png"),
        ("--out x.toml", "writes no .toml"),
        ("--strategy nosuch", "`nosuch`"),
        ("--set nofield=1", "`nofield=1`"),
        ("--rules nofile.toml", "`nofile.toml`"),
        ("--strategy 'threshold(hit_below=101)'", "0..=100"),
    ] {
        refused(&format!("plan 4 -- simulate kinzo --rounds 1k {wrong}"), &[why]);
    }
    refused("plan 4 --image x -- simulate kinzo --rounds 1k", &["--image", "--engine kubernetes"]);
    // What the merge writes is checked before the parts are played, unless it runs elsewhere.
    for missing in ["--report no/r.html", "--plot no/p.svg"] {
        let line = format!("plan 4 -- simulate kinzo --rounds 1k {missing}");
        desk.run(&line).refused(1, &["the folder `no` does not exist"]);
    }
    let count = "count kinzo --penetration 0.5 --rounds 1k --make 1 --write-system there";
    refused(&format!("plan 4 -- {count}"), &["`there`", "it is there already"]);
    let page = "-- simulate kinzo --rounds 1k --report no/r.html";
    desk.run(&format!("plan 4 --engine kubernetes --image x {page}")).done();
    desk.run("exact kinzo --checkpoint a").refused(2, &["--checkpoint"]);
    // Scripts of folders whose names the shell would take apart.
    let script = desk.run("plan 4 --parts-in 'a b' -- simulate kinzo --rounds 1k");
    assert!(
        script.out.contains("parallel -q") && script.out.contains("'a b'/part.sh"),
        "{}",
        script.out
    );
}

/// Starts a long run, and waits until its file is there.
fn begun(desk: &Desk, line: &str, file: &str) -> std::process::Child {
    begun_in(desk, "", line, || desk.path(file).exists())
}

/// Starts a long run in a folder of the desk, and waits until it has gone so far.
fn begun_in(
    desk: &Desk,
    folder: &str,
    line: &str,
    so_far: impl Fn() -> bool,
) -> std::process::Child {
    let mut command = desk.command(&words(line));
    let command = command.current_dir(desk.path(folder)).stdout(Stdio::null());
    let child = command.stderr(Stdio::piped()).spawn();
    let start = Instant::now();
    while !so_far() {
        assert!(start.elapsed() < Duration::from_secs(60), "{line} has not begun");
        thread::sleep(Duration::from_millis(5));
    }
    child.unwrap()
}

fn ended_by_kill(mut child: std::process::Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Two runs at one state or one part: the second is refused before it plays.
#[test]
fn a_state_and_a_part_belong_to_one_run() {
    let desk = Desk::new();
    let busy = ["another run is writing there"];
    let long = "simulate kinzo --rounds 100G --out -";
    let first = begun(&desk, &format!("{long} --checkpoint st"), "st");
    desk.run("resume st").refused(1, &busy);
    ended_by_kill(first);
    let again = begun(&desk, "resume st", ".st.croupier-lock");
    desk.run("simulate kinzo --rounds 9 --checkpoint st").refused(2, &["`croupier resume st`"]);
    ended_by_kill(again);
    let share = "simulate kinzo --rounds 100G --shard 1/2 --out p";
    let first = begun(&desk, share, ".p.croupier-lock");
    desk.run(&format!("{share} --seed 2")).refused(1, &busy);
    ended_by_kill(first);
}

/// Files are named from the folder that a run was begun in; and no answer replaces a state.
#[test]
fn a_run_is_resumed_where_it_was_begun() {
    let desk = Desk::new();
    let child =
        begun(&desk, "simulate fizzbin --rounds 10M --out a.csv --checkpoint a.state", "a.state");
    ended_by_kill(child);
    fs::create_dir(desk.path("sub")).unwrap();
    let mut command = desk.command(&words("resume ../a.state"));
    let ran = Ran::from(command.current_dir(desk.path("sub")).output().unwrap());
    ran.refused(2, &["`../a.state` was begun in `", "resume it there"]);
    let over = desk.run("simulate kinzo --rounds 1k --out a.state");
    over.refused(2, &["--out `a.state`: this is the state or a part of a run"]);
}

/// A run whose folder is gone goes on in the current one, says so, and belongs there from then on.
#[test]
fn a_run_whose_folder_is_gone_goes_on_in_another() {
    let desk = Desk::new();
    for folder in ["old", "new", "third"] {
        fs::create_dir(desk.path(folder)).unwrap();
    }
    let state = || fs::read(desk.path("new/a.state")).unwrap_or_default();
    let line = "simulate fizzbin --rounds 10M --out a.csv --checkpoint ../new/a.state --every 1s";
    ended_by_kill(begun_in(&desk, "old", line, || !state().is_empty()));
    fs::remove_dir_all(desk.path("old")).unwrap();
    let before = state();
    let mut child = begun_in(&desk, "new", "resume a.state", || state() != before);
    child.kill().unwrap();
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert!(ran.err.contains("note: `a.state` was begun in `"), "{}", ran.err);
    assert!(ran.err.contains("which is not there; files are read and written in"), "{}", ran.err);
    let mut command = desk.command(&words("resume ../new/a.state"));
    let ran = Ran::from(command.current_dir(desk.path("third")).output().unwrap());
    ran.refused(2, &["`../new/a.state` was begun in `", "resume it there"]);
}

/// A run that is stopped without its state says so, even with `--quiet`.
#[cfg(unix)]
#[test]
fn a_state_that_cannot_be_saved_is_told() {
    let line = "simulate kinzo --players 3 --rounds 20G --out - --checkpoint st/a.state --quiet";
    let told = [500, 1_500, 4_000].into_iter().find_map(|wait| {
        let desk = Desk::new();
        fs::create_dir(desk.path("st")).unwrap();
        let child = begun_in(&desk, "", line, || desk.path("st/a.state").exists());
        fs::rename(desk.path("st"), desk.path("gone")).unwrap();
        thread::sleep(Duration::from_millis(wait));
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(130), "{}", ran.err);
        ran.err.contains("the state of the run was not saved: ").then_some(ran.err)
    });
    let told = told.expect("a run that had begun");
    assert!(told.contains("all that was played is lost"), "{told}");
}

/// A run whose state cannot be saved any more goes on, and says so once.
#[test]
fn a_state_that_is_no_longer_saved_is_told() {
    let line = "simulate kinzo --players 3 --time 4s --out - --checkpoint st/a.state --every 1s";
    let desk = Desk::new();
    fs::create_dir(desk.path("st")).unwrap();
    let mut command = desk.command(&words(&format!("{line} --quiet")));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !desk.path("st/a.state").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "{line} has not begun");
        thread::sleep(Duration::from_millis(5));
    }
    fs::rename(desk.path("st"), desk.path("gone")).unwrap();
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let said = "error: the state of the run is not saved, and the run goes on: ";
    assert_eq!(ran.err.matches(said).count(), 1, "{}", ran.err);
    assert!(ran.out.starts_with("seat,"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn a_folder_that_was_removed_is_told() {
    let desk = Desk::new();
    fs::create_dir(desk.path("gone")).unwrap();
    let (gone, croupier) = (desk.path("gone"), env!("CARGO_BIN_EXE_croupier"));
    let script = format!(
        "cd '{}' && rmdir '{}' && '{croupier}' simulate kinzo --rounds 1k --out a.csv",
        gone.display(),
        gone.display()
    );
    let ran = Ran::from(std::process::Command::new("sh").args(["-c", &script]).output().unwrap());
    ran.refused(1, &["cannot write `a.csv`", "the current folder was removed"]);
}

/// A resume that is refused keeps the state, and replaces no file that the run did not write.
#[test]
fn a_refused_resume_keeps_what_is_there() {
    let desk = Desk::new();
    desk.put("r.toml", "players = 2\n");
    let line = "simulate kinzo --rules r.toml --rounds 100G --out - --checkpoint st";
    ended_by_kill(begun(&desk, line, "st"));
    desk.put("r.toml", "players = 3\n");
    desk.run("resume st").refused(2, &["`r.toml` has changed since"]);
    fs::remove_file(desk.path("r.toml")).unwrap();
    desk.run("resume st").refused(2, &["cannot read `r.toml`"]);
    assert!(desk.path("st").exists());

    let line = "tune kinzo --strategy cautious --rounds 100G --write w.toml --out - --checkpoint t";
    ended_by_kill(begun(&desk, line, "t"));
    desk.put("w.toml", "# my own\n");
    desk.run("resume t").refused(2, &["`w.toml`: it is there already"]);
    assert_eq!(desk.read("w.toml"), "# my own\n");
    assert!(desk.path("t").exists());
}

/// The game may stand behind `--`, after which there are no options.
#[test]
fn a_kept_command_takes_more_options() {
    let desk = Desk::new();
    desk.run("simulate --rounds 4k --shard 1/1 --out p -- kinzo").done();
    let merged = desk.run("merge p --out a.csv --threads 1");
    merged.done();
    assert_eq!(merged.out, desk.run("simulate kinzo --rounds 4k --out -").out);
    desk.run("plan 3 -- simulate --rounds 10k -- kinzo").done();
}

/// A run that told its progress is silent when it is resumed with `--quiet`.
#[test]
fn a_run_is_resumed_quietly() {
    let desk = Desk::new();
    let line = "simulate fizzbin --rounds 80k --out a.csv --checkpoint a.state";
    let resumed = |more: &str| {
        ended_by_kill(begun(&desk, line, "a.state"));
        let ran = desk.run(&format!("resume a.state{more}"));
        ran.done();
        fs::remove_file(desk.path("a.csv")).unwrap();
        ran
    };
    let (loud, quiet) = (resumed(""), resumed(" --quiet"));
    assert!(loud.err.contains("wrote a.csv"), "{}", loud.err);
    assert_eq!((quiet.out, quiet.err), (loud.out, String::new()));
}

/// What follows a link is the state; the link stays.
#[cfg(unix)]
#[test]
fn a_state_behind_a_link_is_removed_and_the_link_is_not() {
    let desk = Desk::new();
    std::os::unix::fs::symlink("real", desk.path("st")).unwrap();
    desk.run("simulate kinzo --rounds 1k --out - --checkpoint st").done();
    assert!(desk.path("st").is_symlink() && !desk.path("real").exists());
}

/// A command that is refused before it plays leaves no state to go on from.
#[test]
fn a_refusal_leaves_no_state() {
    let desk = Desk::new();
    for line in [
        "odds zinbiddle --event playable --method simulate --rounds 10k",
        "odds sabacc --cards 9 --rounds 10k",
        "advise kinzo --hand 9,9 --rounds 10k",
    ] {
        let ran = desk.run(&format!("{line} --checkpoint st"));
        ran.refused(2, &[]);
        assert!(!ran.err.contains("resume") && !desk.left().contains(&"st".to_owned()), "{line}");
    }
}

#[test]
fn a_plan_runs_as_it_is() {
    let desk = Desk::new();
    let line = "simulate kinzo --players 2 --rounds 30k --seed 8";
    let whole = desk.run(&format!("{line} --out a.csv"));
    let script = desk.run(&format!("plan 3 -- {line} --out b.csv"));
    script.done();
    // A substitute for GNU parallel, because this test is about the script.
    desk.put("parallel", "#!/bin/sh\nshift 5\nwhile read -r i; do \"$@\" \"$i\" || exit 1; done\n");
    desk.put("plan.sh", &script.out);
    let program = env!("CARGO_BIN_EXE_croupier");
    let folder = std::path::Path::new(program).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let here = desk.path("");
    let run = || {
        let mut command = std::process::Command::new("sh");
        let path = format!("{}:{}:{path}", here.display(), folder.display());
        let ran = command.arg("plan.sh").current_dir(&here).env("PATH", path).output().unwrap();
        Ran::from(ran)
    };
    let chmod = std::process::Command::new("chmod").arg("+x").arg(desk.path("parallel")).status();
    assert!(chmod.unwrap().success());
    let ran = run();
    ran.done();
    assert_eq!(ran.out, whole.out);
    assert_eq!(desk.read("b.events.csv"), desk.read("a.events.csv"));
    // A second run plays only the missing part.
    fs::remove_file(desk.path("parts/part-2.shard")).unwrap();
    let ran = run();
    ran.done();
    assert_eq!(ran.out, whole.out);
    assert!(ran.err.contains("part-2.shard") && !ran.err.contains("part-1.shard"), "{}", ran.err);
    // Another plan would take these parts for its own.
    let before = desk.left();
    let other =
        desk.run(&format!("plan 3 -- {} --out c.csv", line.replace("--seed 8", "--seed 9")));
    other.done();
    desk.put("plan.sh", &other.out);
    let ran = run();
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    let told = format!("parts holds 3 parts of croupier {line}; remove it, or name another");
    assert!(ran.err.contains(&told), "{}", ran.err);
    assert_eq!(desk.left(), before);
}

/// What a plan gives to each part itself is refused, and what it passes on is in the script.
#[test]
fn a_plan_takes_what_it_passes_on() {
    let desk = Desk::new();
    let planned = |more: &str| desk.run(&format!("plan 3 -- simulate kinzo --rounds 30k {more}"));
    planned("--checkpoint a.state").refused(2, &["--checkpoint is what a plan gives to each part"]);
    planned("--threads 2").refused(2, &["--threads is what a plan gives to each part"]);
    let ran = planned("--quiet --every 5s");
    ran.done();
    assert!(ran.out.contains("--quiet") && ran.out.contains("--every=5s"), "{}", ran.out);
}

/// A part replaces nothing but itself, and a plan is refused whose parts would be.
#[test]
fn a_part_replaces_nothing_else() {
    let desk = Desk::new();
    let line = "simulate kinzo --rounds 2000 --quiet";
    let part =
        |line: &str, number: u32| desk.run(&format!("{line} --shard {number}/2 --out part.shard"));
    part(line, 1).done();
    let bytes = fs::read(desk.path("part.shard")).unwrap();
    part(line, 1).done();
    part(line, 2).refused(2, &["--out `part.shard`", "is part 1/2", "name another file"]);
    part(&format!("{line} --seed 2"), 1).refused(2, &["is a part of another run"]);
    assert_eq!(fs::read(desk.path("part.shard")).unwrap(), bytes);
    desk.put("mine.toml", "game = \"kinzo\"\n");
    let over = desk.run(&format!("{line} --shard 1/2 --out mine.toml"));
    over.refused(2, &["`mine.toml`", "is there already, and is not a part of a run"]);
    assert_eq!(desk.read("mine.toml"), "game = \"kinzo\"\n");
    desk.run("plan 2 -- simulate kinzo --rounds 1k --every 200ms").done();
    for (command, why) in [
        ("odds kinzo --rounds 3k", "what is counted exactly has no parts"),
        ("count kinzo --rounds 1k --penetration 0.5 --make 2", "--make plays tags that follow"),
        ("exact kinzo", "this command plays no rounds"),
        ("resume run.state", "this command plays no rounds"),
        ("simulate kinzo --rounds 1k --out none/a.csv", "the folder `none` does not exist"),
    ] {
        let ran = desk.run(&format!("plan 2 -- {command}"));
        ran.refused(if command.contains("none/") { 1 } else { 2 }, &[why]);
    }
}

/// The answer of a merge takes the place of none of its parts.
#[test]
fn a_merge_keeps_its_parts() {
    let desk = Desk::new();
    for part in ["1/2", "2/2"] {
        let out = format!("p{}.shard", &part[..1]);
        desk.run(&format!("simulate kinzo --rounds 4k --shard {part} --out {out}")).done();
    }
    let before = fs::read(desk.path("p1.shard")).unwrap();
    for out in ["p1.shard", "p2.shard"] {
        let ran = desk.run(&format!("merge p1.shard p2.shard --out {out}"));
        ran.refused(2, &[out, "the run reads this file"]);
    }
    assert_eq!(fs::read(desk.path("p1.shard")).unwrap(), before);
    desk.run("merge p1.shard p2.shard --out a.csv").done();
    desk.run("merge . --out p1.shard").refused(2, &["the run reads this file"]);
    let refused = desk.run("merge . --force --out a.csv");
    refused.refused(2, &["--force: this run writes no file besides its tables", "leave it out"]);
}

/// A folder stands for its parts; what they write besides tables is replaced only when that is asked
/// for.
#[test]
fn a_folder_of_parts_is_merged_again() {
    let desk = Desk::new();
    fs::create_dir(desk.path("empty")).unwrap();
    desk.run("merge empty").refused(2, &["the folder `empty` has no file that ends in .shard"]);
    let line = "count kinzo --set split=false --penetration 0.75 --rounds 20k --system lined \
                --write-indices a.toml --quiet";
    parts(&desk, line, 2);
    desk.put("notes.txt", "no part");
    desk.run("merge . --out a.csv").done();
    let indices = desk.read("a.toml");
    desk.put("a.toml", "mine");
    desk.run("merge . --out b.csv").refused(2, &["`a.toml`", "--force"]);
    assert_eq!(desk.read("a.toml"), "mine");
    desk.run("merge . --out b.csv --force").done();
    assert_eq!((desk.read("a.toml"), desk.read("b.csv")), (indices, desk.read("a.csv")));
}

#[test]
fn ctrl_c_leaves_a_state_to_go_on_from() {
    let desk = Desk::new();
    let line = "simulate kinzo --players 3 --rounds 2G --out a.csv --checkpoint a.state --every 1h";
    let goes_on = |ran: &Ran| ran.err.contains("`croupier resume a.state` goes on from here");
    desk.interrupt(line, [700, 1_500, 4_000], goes_on);
    let rounds = |desk: &Desk| {
        let manifest: Value = serde_json::from_str(&desk.read("a.manifest.json")).unwrap();
        manifest["rounds"].as_u64().unwrap()
    };
    let before = rounds(&desk);
    assert!(before > 0);
    // Begun anew, it would not come as far in so short a time.
    desk.interrupt("resume a.state", [100, 400, 1_600], goes_on);
    let resumed = rounds(&desk);
    assert!(resumed > before, "{resumed} rounds after {before}");
}

/// A league that is stopped in its first field has no answer yet, but a state.
#[cfg(unix)]
#[test]
fn a_league_is_kept_from_its_first_field_on() {
    let desk = Desk::new();
    let line = "league sabacc --strategy careful --strategy steady --rounds 500M --checkpoint l.state \
                --every 1h";
    let ran =
        desk.interrupt(line, [700, 1_500, 4_000], |ran| ran.err.contains("goes on from here"));
    assert!(
        ran.out.is_empty() && ran.err.contains("stopped in the first of 2 fields"),
        "{}",
        ran.err
    );
    let state = RunState::read(&desk.path("l.state")).unwrap();
    let sessions: Vec<_> = state.legs.iter().map(|leg| leg.total.as_ref().unwrap().end).collect();
    assert!(sessions.len() == 1 && sessions[0] > 0, "{sessions:?}");
    assert_eq!(desk.left(), ["l.state"]);
}
