//! The files of a run are written together or not at all: never mixed, never overwritten by
//! surprise, and never at the expense of the answer.

use super::desk::{Desk, Ran, words};
use serde_json::{Value, json};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

fn manifest(desk: &Desk, name: &str) -> Value {
    serde_json::from_str(&desk.read(name)).unwrap()
}

/// Everything in the folder of the default files, including hidden files.
fn results(desk: &Desk) -> Vec<String> {
    let entries = fs::read_dir(desk.path("results")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn spawn(desk: &Desk, line: &str) -> Child {
    let mut command = desk.command(&words(line));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(child: Child) -> Ran {
    child.wait_with_output().unwrap().into()
}

/// Waits until the folder is in the expected state, as long as a busy machine may need.
#[track_caller]
fn wait_until(what: &str, there: impl Fn() -> bool) {
    for _ in 0..2000 {
        if there() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not come");
}

#[test]
fn a_manifest_says_what_wrote_the_files_and_verify_checks_them() {
    let desk = Desk::new();
    desk.put("r.toml", "players = 2\n");
    desk.put("s.toml", "game = 'kinzo'\nabout = 'x'\nhit_below = 9\n");
    let line = "simulate kinzo --rules r.toml --strategy s.toml --rounds 1000 --seed 7 --out a.csv \
                --plot p.svg --quiet";
    desk.run(&format!("{line} --threads 1")).done();
    let found = manifest(&desk, "a.manifest.json");
    let line = "simulate kinzo --rules r.toml --strategy s.toml --rounds 1000 --seed 7 --plot p.svg \
                --out a.csv";
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(found["arguments"], json!(words), "what decides, and where it went");
    assert_eq!((&found["command"], &found["game"]), (&"simulate".into(), &"kinzo".into()));
    assert_eq!((&found["seed"], &found["rules"]["players"]), (&7.into(), &2.into()));
    assert_eq!(found["version"], env!("CARGO_PKG_VERSION"));
    // The hash is that of: printf 'players = 2\n' | sha256sum
    let hash = "d1af0d535406a448eac4c3c93b60e0e8521b5087286d6a0fdd4ba4be63501074";
    let input = &found["inputs"][0];
    assert_eq!((&input["name"], &input["what"]), (&"r.toml".into(), &"rules file".into()));
    assert_eq!(input["sha256"], hash);
    assert_eq!(found["inputs"][1]["name"], "s.toml");
    let files = found["files"].as_array().unwrap();
    let names: Vec<&str> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
    let expected = ["a.csv", "a.positions.csv", "a.events.csv", "a.distribution.csv", "p.svg"];
    assert_eq!(names, expected);
    assert_eq!(files[0]["bytes"], desk.read("a.csv").len());
    // The bytes are the same on any number of threads.
    let text = desk.read("a.manifest.json");
    desk.run(&format!("{line} --threads=3")).done();
    assert_eq!(desk.read("a.manifest.json"), text);

    for name in ["a.csv", "a.manifest.json", "./a.csv"] {
        let ran = desk.run(&format!("verify {name}"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        assert!(ran.out.starts_with("whole and unchanged\n"), "{}", ran.out);
        assert!(ran.out.contains(&format!("written by croupier {line}\n")), "{}", ran.out);
    }
    let events = desk.read("a.events.csv");
    desk.put("a.events.csv", events.replacen('1', "2", 1));
    desk.run("verify a.csv").refused(1, &["`a.events.csv` has changed"]);
    fs::remove_file(desk.path("p.svg")).unwrap();
    desk.run("verify a.csv").refused(1, &["`a.events.csv` has changed", "`p.svg` is missing"]);
    desk.put("a.manifest.json", text.replace("\"seed\": 7", "\"seed\": 8"));
    desk.run("verify a.csv").refused(1, &["`a.manifest.json`", "changed"]);
    desk.run("verify a.events.csv").refused(1, &["`a.events.manifest.json`", "--out"]);
    desk.run("verify nix/a.csv").refused(1, &["no manifest"]);
}

#[test]
fn every_command_that_writes_has_a_manifest() {
    let desk = Desk::new();
    for (line, out) in [
        ("exact kinzo --set split=false --write-strategy w.toml --out e.csv", "e.csv"),
        ("odds kinzo --out o.csv", "o.csv"),
        ("compare kinzo --strategy random --strategy threshold --rounds 500 --out c.csv", "c.csv"),
        ("sweep kinzo --vary players=1,2 --rounds 500 --out s.csv", "s.csv"),
        (
            "balance kinzo --solve commission=0..100 --target house-edge=0.1 --rounds 500 --out b.csv",
            "b.csv",
        ),
        ("count kinzo --set split=false --rounds 500 --out n.csv", "n.csv"),
        ("simulate fizzbin --rounds 100 --out j.json", "j.json"),
    ] {
        desk.run(line).done();
        let ran = desk.run(&format!("verify {out}"));
        ran.done();
        assert!(ran.out.contains(out) && ran.out.contains(line), "{}", ran.out);
    }
    assert!(desk.run("verify e.csv").out.contains("  w.toml\n"));
}

#[test]
fn a_table_of_an_earlier_run_goes_or_is_in_the_way() {
    let desk = Desk::new();
    desk.run("simulate kinzo --rounds 100 --out a.csv --plot p.svg").done();
    desk.run("odds kinzo --out a.csv").done();
    // A picture was named by the user, so it stays.
    assert_eq!(desk.left(), ["a.csv", "a.manifest.json", "p.svg"]);
    desk.run("verify a.csv").done();
    desk.run("simulate kinzo --rounds 100 --out a.csv").done();
    desk.put("a.events.csv", "mine");
    let before = desk.left();
    desk.run("odds kinzo --out a.csv").refused(1, &["`a.events.csv`", "changed", "move it away"]);
    fs::remove_file(desk.path("a.manifest.json")).unwrap();
    desk.run("odds kinzo --out a.csv").refused(1, &["`a.positions.csv`", "no manifest"]);
    assert_eq!(desk.left().len(), before.len() - 1);
    assert_eq!(desk.read("a.events.csv"), "mine");
}

/// The files of one run are not taken for those of another.
#[test]
fn a_manifest_is_that_of_one_main_file() {
    let desk = Desk::new();
    let run = |out: &str| desk.run(&format!("simulate kinzo --rounds 100 --out {out}"));
    for (first, second) in [("x", "x.csv"), ("y.csv", "y")] {
        run(first).done();
        run(second).refused(1, &["manifest", "another --out"]);
        desk.put(second, "mine");
        desk.run(&format!("verify {second}")).refused(1, &["is not a file of the run of"]);
        desk.run(&format!("verify {first}")).done();
    }
    run("z.csv").done();
    let table = desk.read("z.events.csv");
    run("z.events.csv").refused(1, &["a table of the run that wrote `z.csv`"]);
    assert_eq!(desk.read("z.events.csv"), table);
}

/// Where stdout goes is not replaced, and no files are put beside it.
#[cfg(unix)]
#[test]
fn an_open_file_is_no_file_to_replace() {
    let desk = Desk::new();
    let program = env!("CARGO_BIN_EXE_croupier");
    for out in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let file = fs::File::create(desk.path("cap.txt")).unwrap();
        let mut command = Command::new(program);
        command.args(["simulate", "kinzo", "--rounds", "100", "--out", out]).stdout(file);
        let ran: Ran = command.output().unwrap().into();
        ran.refused(1, &[out, "where stdout or another open file goes"]);
    }
    assert_eq!(desk.left(), ["cap.txt"]);
}

/// The run would take hours: anything that is refused is refused before it.
#[test]
fn nothing_is_overwritten_by_surprise() {
    let desk = Desk::new();
    let rules = "players = 2\n";
    desk.put("r.toml", rules);
    desk.put("f.events.csv", rules);
    desk.put("r.csv", rules);
    let strategy = "game = 'kinzo'\nabout = 'x'\nhit_below = 9\n";
    desk.put("mine.toml", strategy);
    desk.put("m.csv", "game = 'kinzo'\nabout = 'x'\ndivisor = 6\ntags = { 1 = 1, 6 = -1 }\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("r.csv", desk.path("link.csv")).unwrap();
        fs::create_dir(desk.path("sub")).unwrap();
        std::os::unix::fs::symlink("../r.csv", desk.path("sub/link.csv")).unwrap();
    }
    let before = desk.left();
    let long = "simulate kinzo --rounds 100G";
    let mut cases = vec![
        ("--rules r.csv --out r.csv", "`r.csv`: the run reads"),
        ("--rules r.csv --out ./r.csv", "`./r.csv`: the run reads"),
        ("--rules ./r.csv --out r.csv", "`r.csv`: the run reads"),
        ("--rules f.events.csv --out f.csv", "`f.events.csv`: the run reads"),
        ("--strategy ./mine.toml --out mine.toml", ".toml"),
        ("--strategy best(play=linear,memory=m.csv) --out m.csv", "`m.csv`: the run reads"),
        ("--out a.csv --plot a.csv.manifest.json", ".svg or .png"),
        ("--out a.manifest.json", "`a.manifest.json`: this name is kept"),
        ("--out x.svg.csv --plot x.svg.csv", ".svg or .png"),
    ];
    if cfg!(unix) {
        cases.push(("--rules r.csv --out link.csv", "`link.csv`: the run reads"));
        cases.push(("--rules sub/link.csv --out r.csv", "`r.csv`: the run reads"));
    }
    for (options, part) in cases {
        desk.run(&format!("{long} {options}")).refused(2, &[part]);
    }
    let count = "count kinzo --penetration 0.5 --rounds 100G --make 2";
    for (line, parts) in [
        ("exact kinzo --write-strategy mine.toml --out a.csv", &["`mine.toml`", "--force"][..]),
        (&format!("{count} --write-system mine.toml"), &["`mine.toml`", "--force"]),
        (&format!("{count} --write-indices mine.toml"), &["`mine.toml`", "--force"]),
        (
            &format!("{count} --write-system n.toml --write-indices ./n.toml"),
            &["this run writes `n.toml`", "name another"],
        ),
        (&format!("{count} --write-system r.toml --rules r.toml --force"), &["the run reads"]),
        ("exact kinzo --force", &["--write-strategy"]),
        ("count kinzo --force", &["--write-"]),
    ] {
        desk.run(line).refused(2, parts);
    }
    assert_eq!(desk.left(), before);
    assert_eq!((desk.read("r.csv"), desk.read("mine.toml")), (rules.into(), strategy.into()));
    desk.run("exact kinzo --set split=false --write-strategy mine.toml --force --out -").done();
    assert_ne!(desk.read("mine.toml"), strategy);
}

#[cfg(unix)]
#[test]
fn the_answer_is_never_lost() {
    let desk = Desk::new();
    let expected = desk.run("simulate kinzo --rounds 1000 --out -").out;
    // A disk that accepts only small files.
    let binary = env!("CARGO_BIN_EXE_croupier");
    let full = |line: &str| {
        let script = format!("ulimit -f 2; exec {binary} {line}");
        let mut shell = Command::new("sh");
        Ran::from(shell.args(["-c", &script]).current_dir(desk.0.path()).output().unwrap())
    };
    desk.run("simulate kinzo --rounds 50 --out old.csv").done();
    let before = desk.left();
    let old = desk.read("old.csv");
    for (line, file) in [
        ("simulate kinzo --rounds 1000 --out new.csv", "new.events.csv"),
        ("simulate kinzo --rounds 1000 --out old.csv", "old.events.csv"),
        ("simulate kinzo --rounds 1000 --out - --plot p.svg", "p.svg"),
    ] {
        let ran = full(line);
        assert_eq!((ran.code, &ran.out), (Some(1), &expected), "{}", ran.err);
        let said = format!("error: cannot write `{file}`: ");
        assert!(ran.err.contains(&said) && ran.err.contains("no file was changed"), "{}", ran.err);
        assert_eq!(desk.left(), before, "{line}");
    }
    assert_eq!(desk.read("old.csv"), old);
    desk.run("verify old.csv").done();
    let ran =
        full("exact kinzo --set split=false --write-strategy s.toml --format json --out t.csv");
    assert_eq!(ran.code, Some(1));
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert!(answer["tables"]["seats"].is_array(), "{}", ran.out);

    // The folder disappears during the run.
    fs::create_dir(desk.path("gone")).unwrap();
    let line = "simulate kinzo --time 1500ms --threads 1 --out gone/g.csv --format json";
    let child = spawn(&desk, line);
    let lock = desk.path("gone/.g.csv.croupier-lock");
    wait_until("the lock", || lock.exists());
    // Before the first card is dealt there is no answer to lose.
    thread::sleep(Duration::from_millis(300));
    fs::remove_dir_all(desk.path("gone")).unwrap();
    let ran = ended(child);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    // Which of its files it comes to first depends on when the folder went.
    assert!(ran.err.contains("error: cannot write `gone/g."), "{}", ran.err);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert!(answer["manifest"]["rounds"].as_u64().unwrap() > 0);
}

/// Two runs write to one name at once: the files left are wholly from one of them.
#[test]
fn two_runs_at_one_name_never_mix() {
    let tries = std::env::var("CROUPIER_TEST_RUNS").ok().and_then(|n| n.parse().ok());
    let desk = Desk::new();
    let expected: Vec<Vec<String>> = [1, 2]
        .map(|seed| {
            desk.run(&format!("simulate kinzo --rounds 300 --seed {seed} --out e.csv")).done();
            ["e.csv", "e.events.csv"].map(|name| desk.read(name)).to_vec()
        })
        .to_vec();
    let (mut refused, mut both) = (0, 0);
    for _ in 0..tries.unwrap_or(20) {
        let line = |seed| format!("simulate kinzo --rounds 300 --seed {seed} --out x.csv");
        let runs = [1, 2].map(|seed| spawn(&desk, &line(seed))).map(ended);
        let written = runs.iter().filter(|ran| ran.code == Some(0)).count();
        for ran in runs.iter().filter(|ran| ran.code != Some(0)) {
            ran.refused(1, &["`x", "another run is writing there"]);
            refused += 1;
        }
        assert!(written >= 1, "one of them gets it: {} {}", runs[0].err, runs[1].err);
        both += usize::from(written == 2);
        desk.run("verify x.csv").done();
        let seed = manifest(&desk, "x.manifest.json")["seed"].as_u64().unwrap() as usize;
        let found = ["x.csv", "x.events.csv"].map(|name| desk.read(name));
        assert_eq!(found.to_vec(), expected[seed - 1]);
        assert!(!desk.left().iter().any(|name| name.contains(".croupier-")), "{:?}", desk.left());
    }
    assert!(refused + both > 0);
}

#[cfg(unix)]
#[test]
fn a_second_run_is_refused_before_it_deals_and_a_killed_one_is_in_nobodys_way() {
    let desk = Desk::new();
    let mut first = spawn(&desk, "simulate kinzo --rounds 100G --quiet");
    let lock = desk.path("results/.kinzo-simulate.csv.croupier-lock");
    wait_until("the lock", || lock.exists());
    thread::sleep(Duration::from_millis(200));
    let second = desk.run("simulate kinzo --rounds 100G");
    second.refused(1, &["`results/kinzo-simulate.csv`", "another run is writing there", "--out -"]);
    // A set of files can be verified while the next run is in progress.
    desk.run("verify results/kinzo-simulate.csv").refused(1, &["no manifest"]);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(lock.exists(), "nobody could remove it");
    desk.put("results/.kinzo-simulate.events.csv.croupier-new", "half");
    // Files that only the first run had are known from its locks.
    let mut page = spawn(&desk, "simulate kinzo --rounds 100G --quiet --report results/p.html");
    // The page's lock is there a moment before the first lock names the page.
    let names_page = |noted: String| noted.contains("p.html");
    wait_until("the note of the page", || fs::read_to_string(&lock).is_ok_and(names_page));
    page.kill().unwrap();
    page.wait().unwrap();
    desk.run("simulate kinzo --rounds 100").done();
    let expected = ["csv", "distribution.csv", "events.csv", "manifest.json", "positions.csv"];
    assert_eq!(results(&desk), expected.map(|end| format!("kinzo-simulate.{end}")));
}

/// The second signal does not wait, and no temporary files remain.
#[cfg(unix)]
#[test]
fn a_second_ctrl_c_stops_at_once_and_leaves_nothing() {
    for signal in ["-INT", "-TERM"] {
        let desk = Desk::new();
        // The first signal waits for the sessions in progress, which are long.
        let line = "simulate kinzo --set copies_per_value=250 --set shuffle.penetration=0.99 \
                    --strategy 'best(play=linear)' --rounds 100G --out x.csv";
        let child = spawn(&desk, line);
        wait_until("the lock", || desk.path(".x.csv.croupier-lock").exists());
        let kill = || {
            let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(kill.unwrap().success());
        };
        kill();
        thread::sleep(Duration::from_millis(20));
        let sent = std::time::Instant::now();
        // It may have ended after the first signal.
        let _ = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .stderr(Stdio::null())
            .status();
        let ran = ended(child);
        assert_eq!(ran.code, Some(130), "{}", ran.err);
        assert!(sent.elapsed() < Duration::from_secs(1), "{:?}", sent.elapsed());
        assert!(!desk.left().iter().any(|name| name.contains(".croupier-")), "{:?}", desk.left());
    }
}
