//! The command line from end to end, as a careful and a hostile user meet it: every promise of
//! `croupier --help` and of the JSON and CSV columns, tested on the binary.

use super::desk::{Desk, Ran, words};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A short run.
const SHORT: &str = "simulate kinzo --rounds 1000";
/// The endings of the files of the tables of `simulate`.
const SIMULATE_FILES: [&str; 4] = [".csv", ".positions.csv", ".events.csv", ".distribution.csv"];

#[test]
fn the_words_of_a_line() {
    assert_eq!(words("a  'b c' d=')('"), ["a", "b c", "d=)("]);
}

#[test]
fn what_is_wrong_is_named_with_what_is_allowed_and_nothing_is_left() {
    let rounds = "1..=1000000000000000";
    let cases: &[(&str, &[&str])] = &[
        // Commands and games.
        ("simulat kinzo", &["simulat", "'simulate'"]),
        ("simulate", &["<GAME>"]),
        ("simulate kinz", &["`kinz`", "did you mean `kinzo`"]),
        ("odds zzz", &["`zzz`", "games are fizzbin, kinzo"]),
        ("games kinz", &["did you mean `kinzo`"]),
        ("games --players 2", &["--players", "games GAME"]),
        ("games --template", &["<GAME>"]),
        ("games kinzo --template --set players=8", &["players = 8", "1..=7"]),
        ("trace kinzo --nix", &["--nix"]),
        // Length and seed.
        ("simulate kinzo --rounds 0", &["'0'", "--rounds", rounds]),
        ("simulate kinzo --rounds -5", &["'-5'", rounds]),
        ("simulate kinzo --rounds 1e9", &["'1e9'", "10M"]),
        ("simulate kinzo --rounds 2.5", &["'2.5'"]),
        ("simulate kinzo --rounds 2000000G", &["'2000000G'", rounds]),
        ("simulate kinzo --rounds 99999999999999999999", &[rounds]),
        ("simulate kinzo --seed -1", &["'-1'", "0..=18446744073709551615"]),
        ("simulate kinzo --seed 18446744073709551616", &["--seed"]),
        ("simulate kinzo --threads 0", &["'0'", "--threads", "1..=1024"]),
        ("simulate kinzo --threads -1", &["'-1'", "1..=1024"]),
        ("simulate kinzo --threads 1025", &["1..=1024"]),
        ("simulate kinzo --confidence 1", &["'1'", "0.5..=0.999999"]),
        ("simulate kinzo --confidence -0.9", &["'-0.9'"]),
        ("simulate kinzo --confidence nan", &["'nan'"]),
        ("simulate kinzo --precision 0", &["'0'", "0.000001..=1000"]),
        ("simulate kinzo --precision -1", &["'-1'"]),
        ("simulate kinzo --precision inf", &["'inf'"]),
        ("simulate kinzo --time 30", &["'30'", "30s"]),
        ("simulate kinzo --time 0s", &["'0s'"]),
        ("simulate kinzo --time -1s", &["'-1s'"]),
        ("simulate kinzo --time 1e9h", &["1000h"]),
        ("simulate kinzo --time 2s --rounds 5", &["--time", "--rounds", "cannot be used"]),
        ("simulate kinzo --precision 1 --rounds 5", &["--precision", "--rounds"]),
        ("simulate kinzo --precision 1 --time 5s", &["--precision", "--time"]),
        // Rules.
        ("simulate kinzo --rules defalt", &["`defalt`", "did you mean `default`", "presets are"]),
        ("simulate kinzo --set player=3", &["`player=3`", "did you mean `players`", "shuffle"]),
        ("simulate kinzo --set PLAYERS=3", &["did you mean `players`"]),
        ("simulate kinzo --set players", &["`players`", "field=value"]),
        ("simulate kinzo --set =3", &["`=3`", "no field ``", "fields are"]),
        ("simulate kinzo --set players=", &["players = \"\"", "1..=7"]),
        ("simulate kinzo --set players=0", &["players = 0", "1..=7"]),
        ("simulate kinzo --set players=-1", &["players = -1", "1..=7"]),
        ("simulate kinzo --set players=2.0", &["players = 2.0"]),
        ("simulate kinzo --set players=999", &["players = 999", "1..=7"]),
        ("simulate kinzo --set players=[1]", &["players = [1]"]),
        ("simulate kinzo --set players.x=1", &["players = { x = 1 }"]),
        ("simulate kinzo --players x", &["`players=x`", "1..=7"]),
        ("simulate kinzo --players -1", &["`players=-1`"]),
        ("simulate kinzo --players 2 --players 3", &["--players"]),
        ("simulate kinzo --players 2 --set players=3", &["--players 2", "--set players=3"]),
        ("simulate kinzo --set tie_at_tally=pus", &["continue | match | push", "mean `push`"]),
        ("simulate kinzo --set tie_at_tally=true", &["tie_at_tally = true", "match"]),
        ("simulate kinzo --set split=yes", &["split = \"yes\"", "true | false"]),
        ("simulate kinzo --set dealer_stop_values=5", &["dealer_stop_values = 5", "a list"]),
        ("simulate kinzo --set dealer_stop_values=[5,5]", &["[5, 5]", "different"]),
        ("simulate kinzo --set dealer_stop_values=[7]", &["[7]", "1..=6"]),
        ("simulate kinzo --set dealer_stop_values=[5", &["\"[5\"", "a list"]),
        (
            "simulate kinzo --set shuffle=0.5",
            &["every_round | penetration = x", "did you mean `shuffle.penetration=0.5`"],
        ),
        ("simulate kinzo --set shuffle=penetration=0.7", &["`shuffle.penetration=0.7`"]),
        ("simulate kinzo --set shuffle=penetration", &["did you mean `shuffle.penetration`"]),
        ("simulate kinzo --set shuffle.penetration=1", &["shuffle.penetration = 1", "x < 1"]),
        ("simulate kinzo --set shuffle.penetration=nan", &["NaN", "0 < x < 1"]),
        ("simulate kinzo --set shuffle.penetraton=0.5", &["did you mean `penetration`"]),
        ("simulate kinzo --set penetration=0.5", &["did you mean `shuffle.penetration`"]),
        ("simulate kinzo --set shuffle={penetration=0.5,x=1}", &["x = 1"]),
        ("simulate kinzo --set hit_source=deck_or_discard", &["shuffle.penetration", "K8"]),
        (
            "simulate kinzo --set copies_per_value=1 --players 2",
            &["a deck of 6 cards", "at most 1", "K11"],
        ),
        (
            "simulate kinzo --set players=9 --set nix=1 --set commission=x --set nox=2",
            &["`nix=1`", "`nox=2`", "players = 9", "commission = \"x\"", "0..=1000"],
        ),
        // Strategies.
        ("simulate kinzo --strategy treshold", &["did you mean `threshold`", "random", "best"]),
        ("simulate kinzo --strategy house.toml", &["cannot read `house.toml`"]),
        ("simulate kinzo --strategy threshold(", &["`)` is missing"]),
        ("simulate kinzo --strategy threshold(hit_below=3", &["`)` is missing"]),
        ("simulate kinzo --strategy threshold(,)", &["parameter=value"]),
        ("simulate kinzo --strategy threshold(hit_below)", &["`hit_below`", "parameter=value"]),
        (
            "simulate kinzo --strategy threshold(hit_bellow=3)",
            &["`hit_bellow`", "mean `hit_below`", "0..=100"],
        ),
        ("simulate kinzo --strategy threshold(hit_below=101)", &["= 101", "0..=100"]),
        ("simulate kinzo --strategy threshold(hit_below=-1)", &["= -1", "0..=100"]),
        ("simulate kinzo --strategy threshold(hit_below=)", &["= \"\""]),
        ("simulate kinzo --strategy threshold(hit_below=9))", &["\"9)\""]),
        ("simulate kinzo --strategy threshold(split=1)", &["split = 1", "true or false"]),
        ("simulate kinzo --strategy threshold(split=true,split=true)", &["given twice"]),
        ("simulate kinzo --strategy random(x=1)", &["`x`", "it has none"]),
        ("simulate kinzo --strategy best --strategy best", &["2 strategies for 1 player"]),
        ("simulate kinzo --players 3 --strategy best --strategy best", &["for 3 players"]),
        ("simulate kinzo --strategy best --set resplit=true", &["best", "resplit = false"]),
        // Hands, decks and events.
        ("exact kinzo --hand 3", &["`3`", "2..=6"]),
        ("exact kinzo --hand 3,7", &["`7`", "1, 2, 3, 4, 5, 6"]),
        ("exact kinzo --hand 3;4", &["`3;4`", "cards are 1, 2, 3, 4, 5, 6"]),
        ("exact kinzo --hand -3,4", &["`-3`"]),
        ("exact kinzo --hand 1,1,1,1,1,1,1", &["7 cards", "2..=6"]),
        ("exact kinzo --hand 6,6,6,6,6,6 --dealer 6", &["not enough cards"]),
        ("exact kinzo --hand 3,4 --dealer 0", &["`0`"]),
        ("exact kinzo --dealer -1", &["`-1`", "1, 2, 3, 4, 5, 6"]),
        ("exact kinzo --deck 6,6,6", &["six counts", "here are 3"]),
        ("exact kinzo --deck 6,6,6,6,6,x", &["`6,6,6,6,6,x`", "6,6,5,6,6,6"]),
        ("exact kinzo --deck -1,6,6,6,6,6", &["`-1,6,6,6,6,6`"]),
        ("exact kinzo --deck 251,6,6,6,6,6", &["251", "at most 250"]),
        ("exact kinzo --deck 4294967296,6,6,6,6,6", &["not a list of counts"]),
        ("exact kinzo --deck 0,0,0,0,0,4", &["4 cards are too few", "at least 5"]),
        ("exact kinzo --deck 6,0,6,6,6,6 --dealer 2", &["no 2 for the dealer"]),
        ("exact kinzo --deck 6,0,6,6,6,6 --hand 2,3", &["not enough cards"]),
        ("exact kinzo --players 2", &["about", "possible courses", "one player", "simulate"]),
        ("odds kinzo --hand 3", &["2..=6"]),
        ("odds kinzo --hand 3,4 --event push", &["--event"]),
        ("odds kinzo --hand 3,4 --method simulate", &["--method simulate"]),
        ("odds kinzo --hand 3,4 --dealer 5 --strategy random", &["leave out --strategy"]),
        ("games kinzo --template --format json", &["--template", "--format"]),
        ("odds kinzo --dealer 3", &["--hand"]),
        ("odds kinzo --event psh", &["`psh`", "did you mean `push`", "dealer-total:12"]),
        ("odds kinzo --event seat2:push", &["`seat2:push`", "seat1:push"]),
        ("odds kinzo --method exac", &["'exac'", "'exact'"]),
        ("odds kinzo --method weighted", &["auto, exact, simulate"]),
        ("odds kinzo --method exact --players 2", &["one player"]),
        // Traces.
        ("trace kinzo --round 0", &["'0'", "--round"]),
        ("trace kinzo --round -1", &["'-1'"]),
        ("trace kinzo --round 2", &["no round 2", "it has 1 round"]),
        (
            "trace kinzo --set shuffle.penetration=0.5 --round 99",
            &["no round 99", "it has 3 rounds"],
        ),
        ("trace kinzo --session -1", &["'-1'"]),
        ("trace kinzo --session 1000000000000000", &["0..=999999999999999"]),
        ("trace kinzo --seed x", &["'x'"]),
        ("trace kinzo --replay nix.toml", &["`nix.toml`"]),
        ("trace kinzo --replay x --seed 1", &["--replay", "--seed"]),
        // Output places and formats.
        ("simulate kinzo --rounds 10 --format xml", &["'xml'", "table, csv, json"]),
        ("simulate kinzo --rounds 10 --out=", &["--out"]),
    ];
    let desk = Desk::new();
    for (line, parts) in cases {
        desk.run(line).refused(2, parts);
        assert_eq!(desk.left(), [""; 0], "{line}");
    }
}

#[test]
fn what_messages_quote_stays_on_one_line_and_is_short() {
    let desk = Desk::new();
    let long = "x".repeat(100_000);
    let deep = format!("shuffle{}=1", ".a".repeat(60_000));
    let cases: &[(&[&str], &str)] = &[
        (&["--set", "players=3\nseed=4"], "`players=3\\nseed=4`"),
        (&["--set", "pl\nayers=3"], "`pl\\nayers`"),
        (&["--set", "players=\x1b[31mred"], "\\u{1b}[31mred"),
        (&["--set", &deep], "no field `shuffle.a.a"),
        (&["--set", &format!("players={}", "[".repeat(60_000))], "`players=[[["),
        (&["--set", &format!("players={long}")], "players = \"xxx"),
        (&["--strategy", "a\nb"], "`a\\nb`"),
        (&["--strategy", &long], "`xxx"),
        (&["--rules", &"y".repeat(3000)], "`yyy"),
    ];
    for (words, part) in cases {
        let ran = desk.run_words(&[&["simulate", "kinzo"], *words].concat());
        ran.refused(2, &[part]);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(ran.err.len() < 800, "{} bytes", ran.err.len());
    }
    assert_eq!(desk.left(), [""; 0]);
}

#[test]
fn broken_files_are_refused_with_their_line() {
    let desk = Desk::new();
    let huge = "#".repeat(2_000_000);
    let deep = format!("players = {}", "[".repeat(100_000));
    let dotted = format!("shuffle{} = 1", ".a".repeat(100_000));
    let foreign: String = (0..20_000).map(|i| format!("x{i} = 1\n")).collect();
    let several = "# rules\n\nplayers = \"two\"\nplayrs = 2\ncommission = 2000\n\n\
                   [shuffle]\npenetration = 7\n";
    let rules: &[(&[u8], &[&str])] = &[
        (b"players = \n", &["line 1", "TOML"]),
        (b"players = 2\nplayers = 3\n", &["line 2", "duplicate"]),
        (b"split = false\n\nplayrs = 2\n", &["line 3", "`playrs`", "did you mean `players`"]),
        (b"\xef\xbb\xbfsplit = false\r\ncommission = 2000\r\n", &["line 2", "0..=1000"]),
        (b"split = 1\n[shuffle]\npenetration = 0.5\nx = 1", &["line 1: split", "line 2: shuffle"]),
        (
            several.as_bytes(),
            &["line 3: players", "line 4", "line 5: commission", "line 8: shuffle.penetration"],
        ),
        (b"copies_per_value = 1\nplayers = 3", &["line 2", "a deck of 6 cards"]),
        (b"players = 2\0", &["line 1"]),
        (b"\xff\xfe\x00binary\x00", &["UTF-8", "byte 0"]),
        (b"players = \"\x1b[31m\"", &["line 1", "\\u{1b}"]),
        (huge.as_bytes(), &["2000000 bytes", "at most 1048576"]),
        (deep.as_bytes(), &["line 1", "recurs"]),
        (dotted.as_bytes(), &["recurs"]),
        (foreign.as_bytes(), &["line 1: no field `x0`", "and 19990 more", "fields are"]),
    ];
    let scripts: &[(&[u8], &[&str])] = &[
        (b"", &["cards"]),
        (b"cards = [1, 2", &["line 1"]),
        (b"cards = [9]", &["card 1: `9` is no Kinzo card", "1, 2, 3, 4, 5, 6"]),
        (b"cards = [300]", &["300"]),
        (b"cards = []", &["card 1", "missing"]),
        (b"cards = []\nfoo = 1", &["`foo`", "decisions"]),
        (b"cards = []\ncaller = 2", &["caller = 2", "1..=1"]),
        (b"cards = []\nstake = 2", &["stake = 2", "1..=1"]),
        (b"cards = []\ndecisions = ['fly']", &["`fly`", "split VALUE"]),
        (b"cards = []\ndice = [[1, 4]]", &["[1, 4]", "1..=3"]),
        (b"cards = [3, 5, 4, 2]\ndecisions = ['split 3']", &["`split 3`", "3,4 may stay, hit"]),
        (b"\xff", &["UTF-8"]),
        (huge.as_bytes(), &["2000000 bytes"]),
    ];
    for (option, what, files) in [
        ("simulate kinzo --rules", "a rules file", rules),
        ("trace kinzo --replay", "a written round", scripts),
    ] {
        for (bytes, parts) in files {
            desk.put("file.toml", bytes);
            let ran = desk.run(&format!("{option} file.toml"));
            ran.refused(2, parts);
            ran.refused(2, &["file.toml"]);
            assert!(ran.err.len() < 3000, "{} bytes", ran.err.len());
            assert_eq!(desk.left(), ["file.toml"]);
        }
        desk.run(&format!("{option} nix/x.toml")).refused(2, &["`nix/x.toml`"]);
        desk.run(&format!("{option} .")).refused(2, &["`.`", "a folder", what]);
        if cfg!(target_os = "linux") {
            desk.run(&format!("{option} /dev/zero")).refused(2, &["`/dev/zero`", what]);
        }
    }
}

#[test]
fn rules_come_from_a_preset_or_a_file_then_from_settings_in_order() {
    let desk = Desk::new();
    desk.put("house.toml", "players = 2\ntie_at_tally = \"push\"\nshuffle.penetration = 0.5\n");
    desk.put("empty.toml", "# nothing\n");
    // A file with the name of a preset, in the working folder.
    desk.put("default", "players = 2\n");
    let rules = |options: &str| {
        let line = format!("simulate kinzo --rounds 10 --out - --format json {options}");
        desk.run(&line).json()["manifest"]["rules"].take()
    };
    let default = rules("");
    assert_eq!(default["players"], 1);
    assert_eq!(default["shuffle"], "every_round");
    assert_eq!(rules("--rules empty.toml"), default);
    assert_eq!(rules("--rules default"), default);
    assert_eq!(rules("--rules ./default")["players"], 2);
    let house = rules("--rules house.toml");
    assert_eq!((&house["players"], &house["tie_at_tally"]), (&2.into(), &"push".into()));
    assert_eq!(house["shuffle"]["penetration"], 0.5);
    assert_eq!(rules("--set tie_at_tally=match --rules house.toml")["tie_at_tally"], "match");
    assert_eq!(rules("--set players=2 --set players=3")["players"], 3);
    assert_eq!(rules("--players 4"), rules("--set 'players = 4 # seats'"));
    assert_eq!(rules("--set dealer_stop_values=[]")["dealer_stop_values"], Value::Array(vec![]));
    assert_eq!(rules("--set tie_at_tally=\"push\""), rules("--set tie_at_tally=push"));
}

#[test]
fn the_template_is_a_rules_file() {
    let desk = Desk::new();
    let set = "--players 3 --set shuffle.penetration=0.75 --set dealer_stop_values=[6]";
    for set in ["", set] {
        desk.put("house.toml", desk.run(&format!("games kinzo --template {set}")).out);
        let run = "simulate kinzo --rounds 100 --out - --format json";
        let (by_file, by_set) =
            (desk.run(&format!("{run} --rules house.toml")), desk.run(&format!("{run} {set}")));
        assert_eq!(by_file.json(), by_set.json());
        // Every field is in it with its rule.
        let fields = desk.run("games kinzo --format json").json()["tables"]["fields"].take();
        let template = desk.read("house.toml");
        for field in fields.as_array().unwrap() {
            let (name, rule) = (field["field"].as_str().unwrap(), field["rule"].as_str().unwrap());
            assert!(template.contains(&format!("\n{name} = ")), "{name}");
            assert!(template.contains(&format!("\n# {rule}: ")), "{rule}");
        }
    }
}

#[test]
fn files_are_the_tables_and_stdout_is_the_first() {
    let desk = Desk::new();
    let ran = desk.run(SHORT);
    ran.done();
    assert_eq!(desk.left(), ["results"]);
    let names: Vec<String> =
        SIMULATE_FILES.iter().map(|end| format!("results/kinzo-simulate{end}")).collect();
    let manifest = "results/kinzo-simulate.manifest.json";
    assert_eq!(ran.err, format!("wrote {}, {manifest}\n", names.join(", ")));
    assert_eq!(ran.out, desk.read(&names[0]));

    // Another name, with or without an ending; the bytes are the same, and --quiet prints nothing
    // on stderr.
    for name in ["a.csv", "b"] {
        let other = desk.run(&format!("{SHORT} --quiet --out {name}"));
        assert_eq!((other.code, other.out.as_str(), other.err.as_str()), (Some(0), &*ran.out, ""));
        assert_eq!(desk.read(name), ran.out);
    }
    for (a, b, end) in
        [("a.events.csv", "b.events.csv", 2), ("a.positions.csv", "b.positions.csv", 1)]
    {
        assert_eq!(desk.read(a), desk.read(b));
        assert_eq!(desk.read(a), desk.read(&names[end]));
    }

    // No file at all.
    let bare = Desk::new();
    let none = bare.run(&format!("{SHORT} --out -"));
    assert_eq!((none.code, none.out, none.err.as_str()), (Some(0), ran.out, ""));
    assert_eq!(bare.left(), [""; 0]);

    // Other commands have their own files.
    bare.run("exact kinzo --hand 3,3 --quiet").done();
    bare.run("odds kinzo --quiet").done();
    let found = fs::read_dir(bare.path("results")).unwrap();
    let mut found: Vec<_> = found.map(|entry| entry.unwrap().file_name()).collect();
    found.sort();
    let files = ["exact.csv", "exact.manifest.json", "odds.csv", "odds.manifest.json"];
    assert_eq!(found, files.map(|name| std::ffi::OsString::from(format!("kinzo-{name}"))));
}

#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let desk = Desk::new();
    desk.put("keep.csv", "OLD");
    desk.run(&format!("{SHORT} --players 9 --out keep.csv")).refused(2, &["players"]);
    desk.run("exact kinzo --hand 9,9 --out keep.csv").refused(2, &["`9`"]);
    desk.run("odds kinzo --event nix --out keep.csv").refused(2, &["`nix`"]);
    // One of the tables cannot be written, so none is.
    fs::create_dir(desk.path("keep.events.csv")).unwrap();
    desk.run(&format!("{SHORT} --out keep.csv")).refused(1, &["keep.events.csv", "a folder"]);
    assert_eq!(desk.read("keep.csv"), "OLD");
    assert_eq!(desk.left(), ["keep.csv", "keep.events.csv"]);
    fs::remove_dir(desk.path("keep.events.csv")).unwrap();
    let ran = desk.run(&format!("{SHORT} --out keep.csv"));
    assert_eq!(desk.read("keep.csv"), ran.out);
}

#[test]
fn a_bad_place_is_found_before_the_run() {
    let desk = Desk::new();
    desk.put("file", "");
    fs::create_dir(desk.path("folder")).unwrap();
    // Each of these runs would take hours.
    let cases: &[(&str, &[&str])] = &[
        ("nix/f.csv", &["`nix/f.csv`", "does not exist"]),
        ("nix/", &["`nix/`", "names no file"]),
        ("folder", &["`folder`", "a folder", "folder/result.csv"]),
        ("folder/", &["a folder"]),
        (".", &["a folder"]),
        ("file/f.csv", &["`file` is not a folder"]),
        (&"x".repeat(300), &["too long"]),
    ];
    for (out, parts) in cases {
        desk.run(&format!("simulate kinzo --rounds 100G --out {out}")).refused(1, parts);
        assert_eq!(desk.left(), ["file", "folder"]);
    }
    desk.put("results", "");
    let ran = desk.run("simulate kinzo --rounds 100G");
    ran.refused(1, &["`results` is not a folder", "--out"]);
}

#[cfg(unix)]
#[test]
fn links_pipes_and_devices_are_written_through() {
    let desk = Desk::new();
    desk.put("old.csv", "OLD");
    std::os::unix::fs::symlink("old.csv", desk.path("link.csv")).unwrap();
    std::os::unix::fs::symlink("new.csv", desk.path("dangling.csv")).unwrap();
    std::os::unix::fs::symlink("loop.csv", desk.path("loop.csv")).unwrap();
    let expected = desk.run(&format!("{SHORT} --out -")).out;
    for (link, target) in [("link.csv", "old.csv"), ("dangling.csv", "new.csv")] {
        assert_eq!(desk.run(&format!("{SHORT} --out {link}")).code, Some(0));
        assert!(desk.path(link).is_symlink());
        assert_eq!(desk.read(target), expected);
    }
    desk.run(&format!("{SHORT} --out loop.csv")).refused(1, &["loop.csv"]);

    let made = Command::new("mkfifo").arg(desk.path("pipe")).status().unwrap();
    assert!(made.success());
    let before = desk.left();
    let pipe = desk.path("pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    assert_eq!(desk.run(&format!("{SHORT} --out pipe")).out, expected);
    assert_eq!(reader.join().unwrap(), expected);
    assert_eq!(desk.left(), before);

    assert_eq!(desk.run(&format!("{SHORT} --out /dev/null")).out, expected);
    assert_eq!(desk.left(), before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_never_a_panic() {
    use std::fs::OpenOptions;
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    let desk = Desk::new();
    let ran = desk.run(&format!("{SHORT} --out /dev/full"));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("`/dev/full`: No space left"), "{}", ran.err);
    assert_eq!(ran.out, desk.run(&format!("{SHORT} --out -")).out, "the answer is not lost");
    assert_eq!(desk.left(), [""; 0]);
    for line in [
        "--help",
        "--version",
        "simulate --help",
        "games",
        "games kinzo --template",
        "trace kinzo",
        "exact kinzo --hand 3,3 --out -",
        "simulate kinzo --rounds 1000 --out -",
        "simulate kinzo --rounds 1000 --out - --format json",
        "simulate kinzo --rounds 1000 --out - --format table",
    ] {
        let ran: Ran = desk.command(&words(line)).stdout(full()).output().unwrap().into();
        ran.refused(1, &["standard output", "No space left"]);
        assert_eq!(desk.left(), [""; 0], "{line}");
    }
    // Without a working stderr, the answer and the exit code are the same.
    for (line, code) in [(SHORT, 0), ("simulate nix", 2), ("--nix", 2), ("trace kinzo", 0)] {
        let (loud, mute) = (desk.run(line), desk.command(&words(line)).stderr(full()).output());
        let mute = Ran::from(mute.unwrap());
        assert_eq!((loud.code, mute.code), (Some(code), Some(code)), "{line}");
        assert_eq!(loud.out, mute.out);
    }
}

#[cfg(unix)]
#[test]
fn a_reader_who_leaves_ends_the_output_quietly() {
    let desk = Desk::new();
    for line in [
        "trace kinzo --set copies_per_value=250 --set shuffle.penetration=0.99",
        "trace kinzo --format csv",
        "trace kinzo --format json",
        "games",
        "games kinzo --template",
        "exact kinzo --hand 3,4 --dealer 5 --out - --quiet",
        "odds sabacc --cards 2 --out - --quiet",
        "simulate kinzo --rounds 1000 --out - --format csv",
        "simulate kinzo --rounds 1000 --out - --format json",
        "simulate kinzo --rounds 1000 --out - --format table",
        "--help",
        "--version",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran = Ran::from(desk.command(&words(line)).stdout(writer).output().unwrap());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    }
    // The file is written nevertheless.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let line = "simulate kinzo --rounds 1000 --out left.csv --quiet";
    let ran = Ran::from(desk.command(&words(line)).stdout(writer).output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(desk.read("left.csv"), desk.run(line).out);
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    for table in [
        "--rounds 100_003",
        "--rounds 50k --players 3 --strategy random",
        "--rounds 50k --players 7 --strategy threshold(split=true)",
        "--rounds 50k --players 3 --set shuffle.penetration=0.8 --set hit_source=deck_or_discard",
        "--precision 0.02 --players 2",
    ] {
        let desk = Desk::new();
        let mut all = Vec::new();
        for threads in [1, 2, 3, 8] {
            let out = format!("f{threads}");
            let line =
                format!("simulate kinzo {table} --threads {threads} --format json --out {out}.csv");
            let ran = desk.run(&line);
            let rounds = ran.json()["manifest"]["rounds"].as_u64().unwrap();
            assert!(rounds >= 1000, "{rounds}");
            let files = SIMULATE_FILES.map(|end| desk.read(&format!("{out}{end}")));
            all.push((ran.out, files));
        }
        assert!(all.iter().all(|one| *one == all[0]), "{table}");
        let other = desk.run(&format!("simulate kinzo {table} --seed 2 --format json --out -"));
        assert_ne!(other.out, all[0].0, "another seed is other luck");
    }
}

#[test]
fn whole_sessions_are_played_until_the_rounds_are_reached() {
    let desk = Desk::new();
    let run = |line: &str| desk.run(line).json()["manifest"].take();
    let alone = run("simulate kinzo --rounds 2.5k --out - --format json");
    assert_eq!((&alone["rounds"], &alone["sessions"]), (&2500.into(), &2500.into()));
    let shoe = "simulate kinzo --set shuffle.penetration=0.8 --out - --format json";
    let some = run(&format!("{shoe} --rounds 1000"));
    let (rounds, sessions) = (some["rounds"].as_u64().unwrap(), some["sessions"].as_u64().unwrap());
    assert!((1000..1010).contains(&rounds), "{rounds}");
    assert!((rounds / 9..rounds / 2).contains(&sessions), "{sessions}");
    // Asking for the rounds reached gives the same run.
    assert_eq!(run(&format!("{shoe} --rounds {rounds}")), some);
    // The last round of the last session can be traced, and there is none after it.
    let told = desk.run(&format!(
        "trace kinzo --set shuffle.penetration=0.8 --session {} --format json",
        sessions - 1
    ));
    let last = told.json()["tables"]["trace"].as_array().unwrap().last().unwrap().clone();
    assert!(last["round"].as_u64().unwrap() >= 2);
}

/// The number of rounds of a simulation that was printed as CSV.
fn rounds_of(out: &str) -> u64 {
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    let at = reader.headers().unwrap().iter().position(|column| column == "rounds").unwrap();
    reader.records().next().unwrap().unwrap()[at].parse().unwrap()
}

/// A run of R rounds is the run with `--rounds R`, byte for byte.
#[track_caller]
fn is_the_run_of_its_rounds(desk: &Desk, table: &str, early: &Ran) -> u64 {
    let rounds = rounds_of(&early.out);
    let whole = desk.run(&format!("simulate kinzo {table} --rounds {rounds} --out whole.csv"));
    whole.done();
    assert!(whole.out == early.out, "{}\n{}", whole.out, early.out);
    for end in SIMULATE_FILES {
        let (early, whole) = (desk.read(&format!("early{end}")), desk.read(&format!("whole{end}")));
        assert!(early == whole, "early{end}");
    }
    rounds
}

#[test]
fn a_run_for_some_time_is_the_run_of_its_rounds() {
    for (table, time) in [("--threads 1", "300ms"), ("--players 3 --strategy best", "50ms")] {
        let desk = Desk::new();
        let early = desk.run(&format!("simulate kinzo {table} --time {time} --out early.csv"));
        early.done();
        assert!(is_the_run_of_its_rounds(&desk, table, &early) > 0);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_is_finished_and_says_so() {
    for table in ["", "--players 3 --set shuffle.penetration=0.75", "--players 2 --strategy best"] {
        let desk = Desk::new();
        let line = format!("simulate kinzo {table} --rounds 100G --out early.csv");
        let early = desk.interrupt(&line, [200, 1000, 8000], |ran| {
            !ran.out.is_empty() && rounds_of(&ran.out) > 0
        });
        let rounds = is_the_run_of_its_rounds(&desk, table, &early);
        let said = format!("stopped after {rounds} rounds; the same as --rounds {rounds}\n");
        assert!(early.err.ends_with(&said), "{}", early.err);
    }
}

#[test]
fn a_precision_is_reached() {
    let desk = Desk::new();
    let ran = desk.run("simulate kinzo --players 2 --precision 0.02 --out - --format json").json();
    let seats = ran["tables"]["seats"].as_array().unwrap();
    let number = |row: &Value, column: &str| row[column].as_f64().unwrap();
    let halves =
        seats[..2].iter().map(|row| (number(row, "ev_high") - number(row, "ev_low")) / 2.0);
    let widest = halves.fold(0.0, f64::max);
    assert!(widest <= 0.02, "{widest}");
    // The interval is valid at any number of looks, and so wider than one for a single look.
    assert!(widest > 2.5 * number(&seats[0], "ev_se"), "{widest}");
}

// The JSON contract.

const SEATS: [&str; 11] = [
    "seat", "strategy", "rounds", "ev", "ev_se", "ev_low", "ev_high", "sd", "win_rate", "win_low",
    "win_high",
];
const EVENTS: [&str; 8] =
    ["event", "count", "trials", "probability", "low", "high", "one_in", "method"];
const DISTRIBUTION: [&str; 10] =
    ["seat", "q0.01", "q0.05", "q0.25", "q0.5", "q0.75", "q0.95", "q0.99", "min", "max"];
const DECISIONS: [&str; 5] = ["hand", "dealer", "action", "ev", "loss"];
const MANIFEST: [&str; 10] = [
    "command",
    "version",
    "game",
    "rules",
    "strategies",
    "seed",
    "generator",
    "rounds",
    "sessions",
    "confidence",
];

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn json_and_csv_have_the_columns_of_the_contract() {
    let positions: Vec<&str> = ["position"].into_iter().chain(SEATS[2..].to_vec()).collect();
    let sampled: &[(&str, &[&str])] = &[
        ("seats", &SEATS),
        ("positions", &positions),
        ("events", &EVENTS),
        ("distribution", &DISTRIBUTION),
    ];
    let exact: &[(&str, &[&str])] =
        &[("seats", &SEATS), ("events", &EVENTS), ("decisions", &DECISIONS)];
    for (line, command, tables) in [
        (SHORT, "simulate", sampled),
        ("simulate kinzo --rounds 1000 --players 7 --set stake_limit=5", "simulate", sampled),
        ("exact kinzo", "exact", exact),
        ("exact kinzo --strategy best --deck 6,6,5,6,6,6", "exact", exact),
        ("exact kinzo --hand 3,3", "exact", &exact[2..]),
        ("exact kinzo --dealer 5", "exact", &exact[2..]),
        ("odds kinzo", "odds", &exact[1..2]),
        ("odds kinzo --players 2 --rounds 1000", "odds", &exact[1..2]),
    ] {
        let desk = Desk::new();
        let answer = desk.run(&format!("{line} --out t.csv --format json")).json();
        // Reports that summarize their tables in sentences also have a `verdict`.
        let known = ["manifest", "tables", "verdict"];
        assert!(known.starts_with(&keys(&answer)) && keys(&answer).len() >= 2);
        let manifest = &answer["manifest"];
        let names: Vec<&str> = keys(manifest).into_iter().filter(|name| *name != "deck").collect();
        assert_eq!(names, MANIFEST, "no times, hosts or threads");
        assert_eq!((&manifest["command"], &manifest["game"]), (&command.into(), &"kinzo".into()));
        assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(manifest["rules"].as_object().unwrap().len(), 22);
        let found: Vec<(&str, Vec<&str>)> = answer["tables"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, rows)| (name.as_str(), keys(&rows[0])))
            .collect();
        let expected: Vec<(&str, Vec<&str>)> =
            tables.iter().map(|(name, columns)| (*name, columns.to_vec())).collect();
        assert_eq!(found, expected, "{line}");
        for (i, (name, columns)) in tables.iter().enumerate() {
            let file = if i == 0 { "t.csv".to_owned() } else { format!("t.{name}.csv") };
            same_in_csv(&desk.read(&file), columns, answer["tables"][name].as_array().unwrap());
        }
        for event in answer["tables"]["events"].as_array().into_iter().flatten() {
            // An event that never occurred in a sample has bounds but no estimate.
            let unseen = event["method"] == "simulated" && event["count"] == 0;
            assert_eq!(event["probability"].is_null(), unseen, "{event}");
            let [p, low, high, one_in] =
                ["probability", "low", "high", "one_in"].map(|name| event[name].as_f64());
            let (low, high) = (low.unwrap(), high.unwrap());
            assert!(0.0 <= low && low <= high && high <= 1.0, "{event}");
            assert!(p.is_none_or(|p| (low..=high).contains(&p)), "{event}");
            assert_eq!(one_in.is_none(), p.is_none_or(|p| p == 0.0), "{event}");
            assert!(one_in.is_none_or(|one_in| one_in >= 1.0), "{event}");
        }
    }
}

/// The same values; undefined is empty in CSV and null in JSON.
#[track_caller]
fn same_in_csv(text: &str, columns: &[&str], rows: &[Value]) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), columns);
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(rows) {
        for (field, column) in record.iter().zip(columns) {
            match &row[column] {
                Value::Null => assert_eq!(field, "", "{column}"),
                Value::String(text) => assert_eq!(field, text, "{column}"),
                Value::Number(number) => {
                    let (a, b): (f64, f64) = (field.parse().unwrap(), number.as_f64().unwrap());
                    // serde_json reads numbers to within their last bit.
                    assert!((a - b).abs() <= a.abs() * f64::EPSILON, "{column}: {a} and {b}");
                }
                other => panic!("{column} is {other}"),
            }
        }
    }
}

#[test]
fn events_have_the_names_of_the_contract() {
    let events =
        ["exact-match", "survive", "bust-high", "bust-doubled", "push", "unrolled", "split"];
    let desk = Desk::new();
    let answer = desk.run("simulate kinzo --rounds 1000 --players 2 --out - --format json").json();
    let rows = answer["tables"]["events"].as_array().unwrap();
    let mut found: Vec<&str> = rows.iter().map(|row| row["event"].as_str().unwrap()).collect();
    let mut expected: Vec<String> = events.map(str::to_owned).to_vec();
    for seat in [1, 2] {
        expected.extend(events.map(|event| format!("seat{seat}:{event}")));
    }
    expected.extend(["deck-ran-out", "reshuffled"].map(str::to_owned));
    expected.extend((6..=30).map(|total| format!("dealer-total:{total}")));
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);

    // An impossible event is a row with probability 0; its own method is exact.
    let row = |name: &str| rows.iter().find(|row| row["event"] == name).unwrap();
    let push = row("push");
    assert_eq!((&push["probability"], &push["method"]), (&0.0.into(), &"exact".into()));
    assert_eq!((&push["count"], &push["one_in"]), (&0.into(), &Value::Null));
    assert_eq!(row("survive")["method"], "simulated");
    // Trials: rounds, hands, and hands of the seat.
    assert_eq!(row("exact-match")["trials"], 1000);
    assert_eq!(row("survive")["trials"], 2000);
    assert_eq!(row("seat2:survive")["trials"], 1000);
    assert_eq!(row("dealer-total:15")["trials"], 1000);

    // Each event by itself, by either method.
    for (options, method) in [("", "exact"), ("--method simulate --rounds 1000", "simulated")] {
        let line = format!("odds kinzo --event survive {options} --out - --format json");
        let answer = desk.run(&line).json();
        let rows = answer["tables"]["events"].as_array().unwrap();
        assert_eq!((rows.len(), &rows[0]["method"]), (1, &method.into()));
        assert_eq!(rows[0]["event"], "survive");
    }
}

#[test]
fn exact_figures_have_no_error_and_no_seed() {
    let desk = Desk::new();
    let answer = desk.run("exact kinzo --set split=false --out - --format json").json();
    for name in ["seed", "generator", "rounds", "sessions"] {
        assert!(answer["manifest"][name].is_null(), "{name}");
    }
    let seat = &answer["tables"]["seats"][0];
    // The reference result of the rules document for hitting below 9.
    assert!((seat["ev"].as_f64().unwrap() - -0.054594).abs() < 5e-7, "{seat}");
    assert_eq!(seat["ev_se"], 0.0);
    assert_eq!((&seat["ev_low"], &seat["ev_high"]), (&seat["ev"], &seat["ev"]));
    assert!(seat["rounds"].is_null());
    let other = desk.run("exact kinzo --deck 6,6,6,6,6,6 --set split=false --out - --format json");
    assert_eq!(other.json()["tables"], answer["tables"]);
    let fewer = desk.run("exact kinzo --deck 6,6,5,6,6,6 --out - --format json").json();
    assert_eq!(fewer["manifest"]["deck"], serde_json::json!([6, 6, 5, 6, 6, 6]));
}

#[test]
fn strategies_are_named_in_full_one_for_all_or_one_for_each() {
    let desk = Desk::new();
    let named = |options: &str| {
        let line = format!("simulate kinzo --rounds 10 --out - --format json {options}");
        desk.run(&line).json()["manifest"]["strategies"].take()
    };
    let full = "threshold(hit_below=9,split=false)";
    assert_eq!(named(""), serde_json::json!([full]));
    assert_eq!(named("--players 3"), serde_json::json!([full, full, full]));
    assert_eq!(
        named("--players 2 --strategy random --strategy 'threshold( split = true )'"),
        serde_json::json!(["random", "threshold(hit_below=9,split=true)"])
    );
}

#[test]
fn a_trace_is_the_session_of_the_run() {
    let desk = Desk::new();
    let shoe = "trace kinzo --players 2 --set shuffle.penetration=0.9 --seed 7 --session 3";
    let whole = desk.run(shoe);
    assert_eq!((whole.code, whole.err.as_str()), (Some(0), ""));
    assert!(whole.out.starts_with("seed 7, session 3, round 1\n"), "{}", whole.out);
    let second = desk.run(&format!("{shoe} --round 2")).out;
    assert!(second.starts_with("seed 7, session 3, round 2\n") && second.len() < whole.out.len());
    assert!(whole.out.contains(&second), "{second}");
    assert_eq!(desk.left(), [""; 0], "a trace leaves no files");

    let json = desk.run(&format!("{shoe} --format json")).json();
    let steps = json["tables"]["trace"].as_array().unwrap();
    assert_eq!(keys(&steps[0]), ["round", "step", "rule", "event", "text", "fields"]);
    assert_eq!(keys(&json["manifest"]), MANIFEST);
    for step in steps {
        let (rule, text) = (step["rule"].as_str().unwrap(), step["text"].as_str().unwrap());
        assert!(whole.out.contains(&format!("{rule:>4}  {text}\n")), "{step}");
    }
    let lines = whole.out.lines().filter(|line| line.starts_with(' ')).count();
    assert_eq!(lines, steps.len());
    assert_ne!(desk.run(&shoe.replace("session 3", "session 4")).out, whole.out);
    // For one player with a shuffle every round, session N of a run is its round N.
    let first = desk.run("simulate kinzo --rounds 1 --seed 9 --out - --format json").json();
    let net = first["tables"]["seats"][0]["ev"].as_f64().unwrap();
    let told = desk.run("trace kinzo --seed 9").out;
    let sign = if net < 0.0 { '−' } else { '+' };
    assert!(told.contains(&format!("seat 1 nets {sign}{}\n", net.abs())), "{net}: {told}");
}

#[test]
fn a_written_round_is_played_and_checked() {
    let desk = Desk::new();
    let round = "cards = [3, 5, 3, 2, 6, 6]\ndecisions = [\"split 3\", \"hit\", \"stay\", \"stay\"]\n\
                 dice = [[1, 2]]\nnets = [0]\n";
    desk.put("round.toml", round);
    let told = desk.run("trace kinzo --replay round.toml");
    told.done();
    assert!(told.out.starts_with("round.toml, round 1\n"), "{}", told.out);
    assert!(told.out.contains("  K9  seat 1 splits the pair of 3s"), "{}", told.out);
    assert!(
        told.out.contains(" K13  seat 1, hand 1 rolls 1 + 2: 12 against 13 survives"),
        "{}",
        told.out
    );
    let json = desk.run("trace kinzo --replay round.toml --format json").json();
    assert!(json["manifest"]["seed"].is_null());
    for (from, to, parts) in [
        ("split 3", "split 4", &["decision 1 is `split 4`", "may stay, hit, split 3"][..]),
        ("[0]", "[1]", &["nets = [1]", "ends with [0]"]),
        ("[[1, 2]]", "[[1, 2], [1, 1]]", &["dice", "last one was not used"]),
        ("[[1, 2]]", "[]", &["roll 1 (for seat 1) is missing"]),
        ("6, 6]", "6]", &["card 6 (for the dealer) is missing"]),
    ] {
        desk.put("wrong.toml", round.replace(from, to));
        desk.run("trace kinzo --replay wrong.toml").refused(2, &[&["wrong.toml"], parts].concat());
    }
    desk.run("trace kinzo --replay round.toml --set split=false").refused(2, &["may stay, hit"]);
}

/// All commands, in the order of the help.
const COMMANDS: [&str; 23] = [
    "games",
    "simulate",
    "odds",
    "exact",
    "compare",
    "count",
    "sweep",
    "balance",
    "advise",
    "leaks",
    "play",
    "tune",
    "league",
    "playtest",
    "resume",
    "merge",
    "plan",
    "trace",
    "rules",
    "explain",
    "completions",
    "man",
    "verify",
];

/// tests/cli/help.rs runs them.
#[test]
fn every_help_has_an_example() {
    let desk = Desk::new();
    for command in COMMANDS {
        let help = desk.run(&format!("{command} --help"));
        assert_eq!((help.code, help.err.as_str()), (Some(0), ""));
        let example = help.out.lines().skip_while(|line| *line != "Example:").nth(1);
        let example = example.unwrap_or_else(|| panic!("no example in: {}", help.out)).trim();
        assert!(example.starts_with(&format!("croupier {command} ")), "{example}");
    }
    let commands = desk.run("--help").out;
    let listed = commands.lines().skip_while(|line| *line != "Commands:").skip(1);
    // Each command has a line; text that does not fit is wrapped and indented.
    let names = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names.split_last(), Some((&"help", &COMMANDS[..])));
}

#[test]
fn the_written_round_of_the_help_can_be_played() {
    let desk = Desk::new();
    let help = desk.run("trace --help").out;
    let round: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("kinzo: "))
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .collect();
    assert!(round.len() > 5, "{help}");
    desk.put("round.toml", round.join("\n"));
    let ran = desk.run("trace kinzo --replay round.toml");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

// Literal outputs.

/// The literals below may be indented, and have a line of their own before and after the text.
#[track_caller]
fn prints(line: &str, expected: &str) {
    let ran = Desk::new().run(line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.out.trim_end(), expected.trim_matches('\n'), "\n{}", ran.out);
}

#[test]
fn games_as_csv() {
    prints(
        "games",
        r#"
game,title,about
fizzbin,Fizzbin,hands and piles of cards whose names depend on the day and the light (Halm's rules)
kinzo,Kinzo,"chase the dealer's total with cards and dice (Michael Corry, Rick Scott)"
sabacc,Corellian Spike Sabacc,"two to five cards that should sum to zero, and dice that may take them (Zabaka's rules)"
zinbiddle,"Zinbiddle, Kuari style","nine cards, three lines, four quarters of a pot (John Jackson Miller's homebrew)"
"#,
    );
}

#[test]
fn games_as_a_table() {
    prints(
        "games --format table",
        r"
Games
 game        title                    about
──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 fizzbin     Fizzbin                  hands and piles of cards whose names depend on the day and the light (Halm's rules)
 kinzo       Kinzo                    chase the dealer's total with cards and dice (Michael Corry, Rick Scott)
 sabacc      Corellian Spike Sabacc   two to five cards that should sum to zero, and dice that may take them (Zabaka's rules)
 zinbiddle   Zinbiddle, Kuari style   nine cards, three lines, four quarters of a pot (John Jackson Miller's homebrew)
Fields, presets and strategies of a game: croupier games GAME.
",
    );
}

#[test]
fn a_simulation_as_a_table() {
    prints(
        "simulate kinzo --rounds 1000 --format table --quiet --out -",
        r"
Kinzo · rules default · seat 1: threshold(hit_below=9,split=false) · played 1,000 rounds, seed 1, 95% intervals · amounts in stakes

Seats: the EV of each, in stakes a round · rounds 1,000
 seat    strategy                                         ev       sd               win rate
─────────────────────────────────────────────────────────────────────────────────────────────
 1       threshold(hit_below=9,split=false)   -0.038 ± 0.062   0.9998   0.481 [0.450, 0.512]
 house   –                                    +0.038 ± 0.062   0.9998   0.519 [0.488, 0.550]

Events: how often each happens · trials 1,000
 event          count                       probability   one in   method
─────────────────────────────────────────────────────────────────────────────
 bust-high        380              0.380 [0.350, 0.410]     2.63   simulated
 bust-doubled     139              0.139 [0.119, 0.162]     7.19   simulated
 push               0                                 0        –   exact
 survive          382              0.382 [0.352, 0.413]     2.62   simulated
 exact-match       99           0.0990 [0.0812, 0.1192]    10.10   simulated
 unrolled           0   none in 1,000, at most 1 in 271        –   simulated
 split              0   none in 1,000, at most 1 in 271        –   simulated
 deck-ran-out       0                                 0        –   exact
 reshuffled         0                                 0        –   exact
Events with a colon in their name, by seat, hand or number, are in the files and in JSON.

Distribution: the results of sessions, in stakes
 seat    q0.01   q0.05   q0.25   q0.5   q0.75   q0.95   q0.99   min   max
──────────────────────────────────────────────────────────────────────────
 1          -1      -1      -1     -1       1       1       1    -1     1
 house      -1      -1      -1      1       1       1       1    -1     1

Whether the house gains cannot be told yet: it takes 0.038 ± 0.062 stakes a round from each player; if it is that large, about 2,700 rounds would show it.
",
    );
}

/// Players of one strategy do not all win the same where the first turn does not rotate.
#[test]
fn what_players_win_on_average_is_not_told_of_each() {
    let desk = Desk::new();
    let line =
        "simulate kinzo --players 5 --set dealer_limit=8 --rounds 200k --out - --format json";
    let said = |more: &str| {
        let found = desk.run(&format!("{line} {more}")).json();
        found["verdict"][0].as_str().unwrap().to_owned()
    };
    let fixed = said("--set first_player=fixed");
    assert!(fixed.starts_with("A player on average wins 0.06"), "{fixed}");
    let rotating = said("");
    assert!(rotating.starts_with("Each player wins 0.06"), "{rotating}");
}

#[test]
fn a_simulation_as_csv() {
    prints(
        "simulate kinzo --rounds 900 --players 2 --out -",
        r#"
seat,strategy,rounds,ev,ev_se,ev_low,ev_high,sd,win_rate,win_low,win_high
1,"threshold(hit_below=9,split=false)",900,0.0044444444444444444,0.04282656562001979,-0.07960724173366708,0.08849613062255597,1.2847969686005938,0.4211111111111111,0.3892563632331896,0.45363643769533
2,"threshold(hit_below=9,split=false)",900,0.06222222222222222,0.04469807742804919,-0.02550250476338249,0.14994694920782692,1.3409423228414759,0.4311111111111111,0.39911686483270964,0.46369093316120885
house,,900,-0.06666666666666667,0.05978579983012187,-0.184002652227922,0.05066931889458867,1.7935739949036562,0.38555555555555554,0.3543070144900229,0.41777690798374495
"#,
    );
}

#[test]
fn a_decision() {
    prints(
        "exact kinzo --hand 3,3 --dealer 5 --format table --out -",
        r"
Kinzo · rules default · computed exactly, nothing is sampled · amounts in stakes

Decisions: the value of each action, in stakes
 hand   dealer   action         ev      loss
─────────────────────────────────────────────
 3,3    5        stay     -0.94879     1.351
 3,3    5        hit      +0.40194         0
 3,3    5        split    +0.36705   0.03489
",
    );
}

#[test]
fn a_hand() {
    prints(
        "odds kinzo --hand 3,4 --dealer 6 --format table --out -",
        r"
Kinzo · rules default · computed exactly, nothing is sampled · amounts in stakes

Hand
 hand   dealer   category   rank   ranks    rarity   one in   beaten   bust-high   bust-doubled   push   survive   exact-match
───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 3,4    6        total 7      10      15   0.05714    17.50   0.8998    0.003838         0.8959      0   0.08484       0.01540
",
    );
}

#[test]
fn a_told_session() {
    prints(
        "trace kinzo --players 2 --seed 7 --session 3",
        r"
seed 7, session 3, round 1
  K4  seat 2 calls a stake of 1; every player puts it up, the dealer 2
  K5  seat 2 is dealt 5
  K5  seat 1 is dealt 2
  K5  the dealer is dealt 4
  K5  seat 2 is dealt 1
  K5  seat 1 is dealt 4
  K5  the dealer is dealt a card face down (it is 6)
  K7  seat 2 hits and gets 5: 1,5,5 = 11
  K6  seat 2 stays on 1,5,5 = 11
  K7  seat 1 hits and gets 1: 1,2,4 = 7
  K7  seat 1 hits and gets 6: 1,2,4,6 = 13
  K6  seat 1 stays on 1,2,4,6 = 13
 K10  the dealer turns the hole card, 6: 4,6 = 10
 K10  the dealer draws 5: 15; a 5 ends his turn
 K12  seat 2: 11 against the dealer's 15 goes on
 K12  seat 1: 13 against the dealer's 15 goes on
 K13  seat 2 rolls 2 + 1: 14 against 15 survives
 K13  seat 1 rolls 1 + 2: 16 against 15 busts, it is higher
 K15  seat 1 nets −1
 K15  seat 2 nets +1
 K15  the house nets 0
",
    );
}

/// Whatever a user writes, the message about it is short and hides nothing.
#[test]
fn messages_are_bounded_and_show_what_they_quote() {
    let desk = Desk::new();
    let long = format!("first{}last", "x".repeat(100_000));
    let odd = "a\u{202e}b\u{200b}c\u{2028}d\u{feff}\u{1b}[31m\u{7}";
    let row = "total 1 2\n".repeat(1501);
    desk.put(
        "rows.toml",
        format!("game = 'kinzo'\nabout = 'x'\nhit_below = \"\"\"\n{row}\"\"\"\n"),
    );
    desk.put("odd.toml", format!("cards = [300]\n{odd} = 3\n"));
    desk.put("long.toml", format!("cards = ['{long}']\n"));
    desk.put("rules.toml", format!("{long} = 3\n"));
    desk.run("simulate kinzo --strategy rows.toml").refused(2, &["hit_below", "total 1 2\\n", "…"]);
    for file in ["odd.toml", "long.toml"] {
        let ran = desk.run(&format!("trace kinzo --replay {file}"));
        ran.refused(2, &[file]);
        assert!(ran.err.len() < 700, "{}", ran.err);
    }
    assert!(desk.run("simulate kinzo --rules rules.toml").err.len() < 1500);
    for found in [long.as_str(), odd] {
        for words in [
            &["simulate", "kinzo", "--rounds", found][..],
            &["simulate", "kinzo", "--format", found],
            &["simulate", "kinzo", found],
            &["simulate", "kinzo", &format!("--{found}")],
            &[found],
            &["simulate", found],
            &["simulate", "kinzo", "--set", found],
            &["simulate", "kinzo", "--set", &format!("players={found}")],
            &["simulate", "kinzo", "--rules", found],
            &["simulate", "kinzo", "--strategy", found],
            &["simulate", "kinzo", "--strategy", &format!("threshold(hit_below={found})")],
            &["simulate", "kinzo", "--strategy", &format!("textbook(split={found})")],
            &["simulate", "kinzo", "--strategy", &format!("best(memory={found})")],
            &["simulate", "kinzo", "--plot", found],
            &["simulate", "kinzo", "--out", &format!("{found}/x.csv")],
            &["odds", "kinzo", "--hand", found],
            &["odds", "zinbiddle", "--hand", found],
            &["exact", "sabacc", "--hand", found],
            &["exact", "kinzo", "--deck", found],
            &["sweep", "kinzo", "--vary", found],
            &["sweep", "kinzo", "--vary", &format!("commission={found}..3")],
            &["sweep", "kinzo", "--vary", "commission=1..3", "--metric", found],
            &["balance", "kinzo", "--solve", "commission=1..3", "--target", found],
            &["count", "kinzo", "--system", found],
            &["trace", "kinzo", "--replay", found],
        ] {
            let ran = desk.run_words(words);
            let short: Vec<String> = words.iter().map(|w| w.chars().take(40).collect()).collect();
            assert!(matches!(ran.code, Some(1 | 2)), "{short:?}: {}", ran.err);
            assert!(ran.out.is_empty() && ran.err.starts_with("error: "), "{short:?}: {}", ran.err);
            assert!(ran.err.len() < 2500, "{short:?}: {} bytes", ran.err.len());
            let hidden = |c: char| {
                matches!(c, '\u{202e}' | '\u{200b}' | '\u{2028}' | '\u{feff}')
                    || c.is_control() && c != '\n'
            };
            assert!(!ran.err.contains(hidden), "{short:?}: {:?}", ran.err);
        }
    }
}

/// The format of a file follows from its name.
#[test]
fn endings_are_understood_or_named() {
    let desk = Desk::new();
    let line = "simulate kinzo --rounds 100";
    let ran = desk.run(&format!("{line} --out x.json --format json"));
    assert!(ran.err.contains("wrote x.json"), "{}", ran.err);
    let (file, out) = (desk.read("x.json"), ran.json());
    assert_eq!(serde_json::from_str::<Value>(&file).unwrap(), out);
    assert_eq!(desk.left(), ["x.json", "x.json.manifest.json"]);
    let folder = format!("{}/", "a-long-name".repeat(12));
    std::fs::create_dir(desk.path(&folder)).unwrap();
    for (option, ending) in
        [("--plot", "pdf"), ("--plot", "JPEG"), ("--out", "xlsx"), ("--out", "md")]
    {
        let ran = desk.run(&format!("{line} {option} {folder}a.{ending}"));
        ran.refused(
            2,
            &[
                option,
                &format!(".{}", ending),
                "/a.",
                if option == "--out" { ".csv" } else { ".svg or .png" },
            ],
        );
    }
    #[cfg(target_os = "linux")]
    {
        let ran = desk.run(&format!("{line} --out /proc/x.csv"));
        ran.refused(1, &["/proc/x.csv", "takes no new file"]);
        assert!(!ran.err.contains("does not exist"), "{}", ran.err);
    }
}

/// The range of --threads applies to the environment variable too, which the message names.
#[test]
fn threads_of_the_environment_are_checked() {
    let desk = Desk::new();
    let run = |number: &str, line: &str| -> Ran {
        let mut command = desk.command(&words(line));
        command.env("RAYON_NUM_THREADS", number).output().unwrap().into()
    };
    let line = "simulate kinzo --rounds 100 --out - --quiet";
    for wrong in ["100000", "0", "-1", "many", "1e3", "99999999999999999999"] {
        run(wrong, line).refused(2, &["RAYON_NUM_THREADS", wrong, "1..=1024", "--threads"]);
        run(wrong, &format!("{line} --threads 2")).done();
    }
    assert_eq!(run("3", line).out, run("1", line).out);
    run("", line).done();
}

/// The work before the first round can be interrupted, and leaves nothing behind.
#[cfg(unix)]
#[test]
fn a_start_can_be_interrupted() {
    for line in [
        "simulate sabacc --players 8 --strategy solved --rounds 100M",
        "simulate kinzo --strategy 'best(play=linear)' --rounds 100M",
        "exact kinzo --strategy best --set copies_per_value=30",
        "exact kinzo --write-strategy mine.toml",
        "odds zinbiddle --rules casino --ceiling",
        "league zinbiddle --strategy regular --strategy pilot --rounds 100M",
    ] {
        let desk = Desk::new();
        let (mut ran, mut took) = (None, Duration::ZERO);
        // A busy machine may not have come to listening for it.
        for wait in [250, 1_000, 4_000] {
            let mut command = desk.command(&words(line));
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(wait));
            let sent = Instant::now();
            let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(kill.unwrap().success());
            let ended = Ran::from(child.wait_with_output().unwrap());
            took = sent.elapsed();
            if ended.code.is_some() {
                ran = Some(ended);
                break;
            }
        }
        let ran = ran.unwrap_or_else(|| panic!("{line}: it never listened"));
        assert_eq!(ran.code, Some(130), "{line}: {} {}", ran.out, ran.err);
        assert!(took < Duration::from_secs(2), "{line}: {took:?}");
        assert_eq!((ran.out.as_str(), desk.left().len()), ("", 0), "{line}: {:?}", desk.left());
        // A study that had begun says that it has no result.
        let begun = ["simulate", "league"].iter().any(|command| line.starts_with(command));
        assert_eq!(ran.err.contains("stopped; nothing was written"), begun, "{}", ran.err);
    }
}

/// A fault in a table of a rules file has the line of its entry.
#[test]
fn a_fault_in_a_table_has_its_own_line() {
    let desk = Desk::new();
    for (text, parts) in [
        ("# a\n[bonus]\nsurvive = 1\nsplitt = 3\n", &["mine.toml, line 4", "`split`"][..]),
        ("[bonus]\n\nsplit = 5000\n", &["line 3", "-1000..=1000"]),
        ("[shuffle]\npenetraton = 0.5\n", &["line 2", "did you mean `penetration`?"]),
        ("\n[shuffle]\npenetration = 5\n", &["line 3", "shuffle.penetration = 5"]),
        ("bonus = { split = 5000 }\n", &["line 1"]),
        ("[bonus]\nsplit = 1\nunsplit = 2\n", &["line 3", "no event `unsplit`"]),
        ("commission = 20.0\n", &["line 1", "20.0 is not allowed: a whole number 0..=1000"]),
    ] {
        desk.put("mine.toml", text);
        desk.run("simulate kinzo --rules mine.toml --rounds 100").refused(2, parts);
    }
}

/// Equal Ion Barrages share the whole pot, so that nothing is carried on (Z14, Z18).
#[test]
fn shared_pots_leave_no_carry() {
    let desk = Desk::new();
    let hold = "game = \"zinbiddle\"\nabout = \"no call\"\ncall_zinbiddle = false\n[[bet]]\ndo = \"call\"\n\
                [[act]]\nwhen = { misfires = \"1..\" }\ndo = \"mend\"\n[[act]]\ndo = \"pass\"\n";
    desk.put("hold.toml", hold);
    let set = "--set misfires_per_suit=1 --set copies_per_number=[0,0,0,0] --set sets=4 \
               --set vermilion_sixes=45 --set hands_per_session=40";
    let line = format!("simulate zinbiddle {set} --strategy hold.toml --rounds 2k --seed 1");
    let json = desk.run(&format!("{line} --format json --out -")).json();
    let events = json["tables"]["events"].as_array().unwrap();
    let count = |name: &str| -> f64 {
        let named = events.iter().filter(|row| row["event"].as_str().unwrap().starts_with(name));
        named.filter_map(|row| row["count"].as_f64()).sum()
    };
    assert!(count("showdown") > 1000.0, "{events:?}");
    // Other hands leave a carry only if nobody has a playable pyramid.
    let left = count("all-misfire");
    assert!(left < 10.0 && count("carried:") <= left, "{events:?}");
}

/// Where no action replaces a card, misfires cannot be mended (Z9).
#[test]
fn misfires_are_hopeless_without_actions_that_replace() {
    let desk = Desk::new();
    let bold = "game = \"zinbiddle\"\nabout = \"bold\"\n[[bet]]\nwhen = { misfires = \"1..\", hopeless = 0 }\n\
                do = \"bet\"\n[[bet]]\ndo = \"call\"\n";
    desk.put("bold.toml", bold);
    let line =
        "trace zinbiddle --seed 1 --round 1 --players 2 --strategy bold.toml --strategy passive";
    let bets = |set: &str| desk.run(&format!("{line} {set}")).out.contains("seat 1 bets");
    assert!(bets(""));
    assert!(!bets("--set action_kinds=[[\"resort_row\"],[\"transpose\"],[\"transpose\"],[]]"));
}

/// A bonus that nobody can get, and one that the other seats cannot share, are told.
#[test]
fn bonuses_that_are_not_what_they_seem_are_noted() {
    let desk = Desk::new();
    let said = |line: &str| {
        let ran = desk.run(&format!("simulate {line} --rounds 200 --out -"));
        ran.done();
        ran.err
    };
    let never =
        "bonus.wins-with:pure-sabacc pays nothing while the rules make that event impossible";
    let pure = "--set bonus.wins-with:pure-sabacc=5";
    assert!(said(&format!("sabacc {pure} --set sylops_in_deck=0")).contains(never));
    assert!(!said(&format!("sabacc {pure}")).contains("pays nothing"));
    let uneven = |told: &str| format!("bonus.redeemed: {told}, as money here is whole quatloos");
    let redeemed = |paid: &str| said(&format!("fizzbin --set bonus.redeemed={paid}"));
    for (paid, told) in [
        (2, "of 2 quatloos each other seat pays 0, and the house 2"),
        (7, "of 7 quatloos each other seat pays 2, and the house 1"),
        (-7, "of the payment of 7 quatloos each other seat gets 2, and the house 1"),
    ] {
        let found = redeemed(&format!("{paid} --set bonus_from=table"));
        assert!(found.contains(&uneven(told)), "{found}");
    }
    for even in ["3 --set bonus_from=table", "2"] {
        assert!(!redeemed(even).contains("each other seat"), "{even}");
    }
    let kinzo = said("kinzo --players 4 --set bonus.exact-match=1 --set bonus_from=table");
    assert!(!kinzo.contains("each other seat"), "{kinzo}");
    let split = "--set split=false --set bonus.split=2";
    let line = format!("count kinzo {split} --strategy threshold --penetration 0.5 --rounds 20");
    let ran = desk.run(&format!("{line} --out -"));
    assert!(ran.err.contains("bonus.split pays nothing"), "{}", ran.err);
    let ran =
        desk.run(&format!("playtest sabacc {pure} --set sylops_in_deck=0 --rounds 200 --out -"));
    assert!(ran.err.contains(never), "{}", ran.err);
}
