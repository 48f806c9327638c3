//! Commands called in process by a program.

use super::desk::Desk as Folder;
use croupier::cli::{Croupier, Desk, Refusal, Told};
use croupier::framework::{Asked, Chooser, Engine, Feature, Named};
use croupier::games::fizzbin::Fizzbin;
use croupier::games::kinzo::Kinzo;
use croupier::games::sabacc::Sabacc;
use croupier::games::zinbiddle::Zinbiddle;
use croupier::report::json;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

fn ask(line: &str, desk: &Desk) -> Result<Told, Refusal> {
    let words = std::iter::once("croupier").chain(line.split(' '));
    Croupier::new().ask(words, desk)
}

fn told(line: &str) -> Told {
    ask(line, &Desk::new()).unwrap_or_else(|refusal| panic!("{line}: {refusal}"))
}

/// The tables of the JSON output.
fn numbers(told: &Told) -> Vec<Vec<Option<f64>>> {
    let report = told.report.as_ref().expect("it has tables");
    let rows = report.tables.iter().flat_map(|table| &table.rows);
    rows.map(|row| row.iter().map(|cell| cell.number()).collect()).collect()
}

#[test]
fn an_answer_is_that_of_the_command_line_to_the_last_digit() {
    let line = "simulate kinzo --players 3 --rounds 5k --seed 3 --out -";
    let told = told(line);
    let printed = Folder::new().run(&format!("{line} --format json")).out;
    let report = told.report.as_ref().unwrap();
    let mut handed_over = Vec::new();
    json::to_json(report, &mut handed_over).unwrap();
    assert_eq!(String::from_utf8(handed_over).unwrap(), printed);
    assert!(told.text.contains(report.tables[0].name), "{}", told.text);
    assert!(told.page.unwrap().to_lowercase().starts_with("<!doctype html>"));
    assert_eq!(told.shown[0].headers.len(), told.shown[0].rows[0].len());
    assert!(!told.stopped);
}

#[test]
fn a_text_is_handed_over_with_its_table() {
    for (line, part) in [
        ("rules kinzo K7", "K7"),
        ("explain ev", "ev"),
        ("trace kinzo --seed 7", "round 1"),
        ("games", "zinbiddle"),
        ("verify --help", "Usage"),
        ("--version", "croupier"),
    ] {
        let told = told(line);
        assert!(told.text.contains(part), "{line}: {}", told.text);
        let is_about_itself = line.ends_with("--help") || line == "--version";
        assert_eq!(told.report.is_some(), !is_about_itself, "{line}");
    }
}

#[test]
fn what_is_wrong_names_its_field() {
    for (line, field, part) in [
        ("simulate kinzo --set comission=3 --out -", "comission", "did you mean `commission`"),
        ("simulate kinzo --set commission=9000 --out -", "commission", "9000"),
        ("simulate kinzo --strategy nobody --out -", "strategy", "no strategy `nobody`"),
        ("simulate kinzo --rounds lots --out -", "rounds", "lots"),
        ("simulate kinzo --round 5", "round", "--rounds"),
        ("simulate zinbiddle --rules casul --out -", "rules", "did you mean `casual`"),
    ] {
        match ask(line, &Desk::new()) {
            Err(Refusal::Usage { message, field: found }) => {
                assert_eq!(found.as_deref(), Some(field), "{line}: {message}");
                assert!(message.contains(part) && !message.starts_with("error"), "{message}");
                assert!(!message.contains("Usage:") && !message.contains("--help"), "{message}");
            }
            other => panic!("{line}: {other:?}"),
        }
    }
    // The option that is at fault, not another one that it is about; of what was not given, none.
    for (line, field) in [
        ("odds fizzbin --hand AS --rounds 500 --out -", Some("rounds")),
        ("simulate kinzo --plot x.pdf --rounds 10 --out -", Some("plot")),
        ("count kinzo --system nobody --rounds 10 --out -", None),
        ("plan 0 -- simulate kinzo --rounds 10", Some("n")),
    ] {
        match ask(line, &Desk::new()) {
            Err(Refusal::Usage { field: found, .. }) => {
                assert_eq!(found.as_deref(), field, "{line}")
            }
            other => panic!("{line}: {other:?}"),
        }
    }
    let refused = ask("play kinzo", &Desk::new()).unwrap_err();
    assert!(refused.to_string().contains("terminal"), "{refused}");
    let refused = ask("simulate kinzo --out /dev/null/a.csv --rounds 10", &Desk::new());
    assert!(matches!(refused, Err(Refusal::Other(_))), "{refused:?}");
}

#[test]
fn files_lie_on_the_desk() {
    let desk = Desk::new()
        .file("mine.toml", "commission = 100\n")
        .file("nine.toml", "game = \"kinzo\"\nabout = \"nine\"\nhit_below = 9\nsplit = false\n");
    let line = "exact kinzo --rules mine.toml --strategy nine.toml --out -";
    let found = ask(line, &desk).unwrap();
    let known = told("exact kinzo --set commission=100 --strategy threshold --out -");
    assert_eq!(numbers(&found)[0], numbers(&known)[0]);
    let refused = ask(line, &Desk::new()).unwrap_err();
    assert!(refused.to_string().contains("mine.toml"), "{refused}");
}

/// Nobody waits for what is left: it writes no file.
#[test]
fn what_is_left_writes_nothing() {
    let folder = super::desk::Desk::new();
    let out = folder.path("s.csv");
    let line = format!("simulate kinzo --rounds 100 --out {}", out.display());
    let left = Arc::new(AtomicBool::new(true));
    let told = ask(&line, &Desk::new().left_by(Arc::clone(&left))).unwrap();
    assert!(told.stopped && told.report.is_none() && !out.exists(), "{told:?}");
    left.store(false, Ordering::SeqCst);
    let told = ask(&line, &Desk::new().left_by(left)).unwrap();
    assert!(out.exists() && told.subject.contains("played 100 rounds"), "{}", told.subject);
}

#[test]
fn a_run_is_watched_and_stopped_and_knows_nothing_of_another() {
    let stop = Arc::new(AtomicBool::new(false));
    let (seen, goals) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(None)));
    let desk = {
        let (stop, seen, goals) = (stop.clone(), seen.clone(), goals.clone());
        Desk::new().stopped_by(stop.clone()).watched_by(move |progress| {
            seen.store(progress.rounds, Ordering::SeqCst);
            *goals.lock().unwrap() = progress.goal;
            if progress.rounds > 0 {
                stop.store(true, Ordering::SeqCst);
            }
        })
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| told("simulate kinzo --rounds 20k --out -"));
        let found = ask("simulate kinzo --rounds 100G --threads 1 --out -", &desk).unwrap();
        assert!(found.stopped && seen.load(Ordering::SeqCst) > 0);
        assert_eq!(*goals.lock().unwrap(), Some(100_000_000_000));
        assert!(found.notes.iter().any(|note| note.starts_with("stopped after")), "{found:?}");
        let other = other.join().unwrap();
        assert!(!other.stopped);
        assert_eq!(other, told("simulate kinzo --rounds 20k --out -"));
    });
}

/// Takes the first legal action, and counts how often it was asked.
#[derive(Debug, Default)]
struct First(AtomicU64);

impl Chooser for First {
    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        assert!(!asked.actions.is_empty() && !asked.situation().is_empty());
        self.0.fetch_add(1, Ordering::SeqCst);
        Some(0)
    }
}

#[test]
fn who_chooses_sits_in_every_game() {
    for game in ["kinzo", "zinbiddle", "sabacc", "fizzbin"] {
        let named = Named { name: "mine", parameters: &[], about: "the first that is legal" };
        let first = Arc::new(First::default());
        let house = || Croupier::new().chooser(game, named, first.clone());
        let ask = |strategy: &str, threads: &str| {
            let line = ["croupier", "simulate", game, "--strategy", strategy, "--rounds", "60"];
            let told =
                house().ask(line.iter().chain(&["--threads", threads, "--out", "-"]), &Desk::new());
            numbers(&told.unwrap_or_else(|refusal| panic!("{game}: {refusal}")))
        };
        let found = ask("mine", "1");
        assert!(first.0.load(Ordering::SeqCst) >= 60, "{game}");
        assert_eq!(found, ask("mine", "3"), "{game}");
        assert_ne!(found, ask("random", "1"), "{game}");
    }
}

/// Chooses an action by the values of features, looked up by name.
type Choose = fn(&dyn Fn(&str) -> u16, &Asked<'_>) -> &'static str;

/// Plays as the rules of a strategy file do.
#[derive(Debug)]
struct AsTheFile {
    known: Vec<Feature>,
    asked: AtomicU64,
    choose: Choose,
}

impl Chooser for AsTheFile {
    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let features = asked.features();
        for (at, (name, value)) in features.iter().enumerate() {
            let known = self.known.iter().find(|known| known.name == *name).expect(name);
            assert!((known.low..=known.high).contains(value), "{name} = {value}");
            assert!(features[..at].iter().all(|(other, _)| other != name), "{name} twice");
        }
        let value = |name: &str| {
            let found = features.iter().find(|(known, _)| *known == name);
            found.unwrap_or_else(|| panic!("{}: no {name}", asked.decided)).1
        };
        let wanted = (self.choose)(&value, asked);
        asked.actions.iter().position(|action| action == wanted)
    }
}

#[test]
fn a_chooser_sees_what_the_rules_of_a_file_see() {
    let kinzo: Choose = |value, _| {
        assert_eq!((1..=6).map(|n| value(&format!("unseen_{n}"))).sum::<u16>(), value("unseen"));
        if value("unseen_6") >= 9 || value("total") < 8 { "hit" } else { "stay" }
    };
    let sabacc: Choose = |value, asked| match asked.decided {
        "turn" if value("name") <= 12 || value("top") == 0 => "stand",
        "turn" if value("cards") < 5 => "gain",
        "turn" => "stand",
        "look" if value("kept") < value("distance") => "keep",
        _ => "throw",
    };
    let zinbiddle: Choose = |value, asked| match asked.decided {
        "side bet" if value("natural") >= 67 => "side bet",
        "side bet" => "no side bet",
        "zinbiddle" => "zinbiddle",
        "bet" if value("strength") >= 40 && value("to_call") > 0 => "call",
        "bet" if value("strength") >= 40 => "bet",
        "bet" if value("to_call") > 0 => "fold",
        "bet" => "check",
        _ => "pass",
    };
    let fizzbin: Choose = |value, asked| match asked.decided {
        "draw" if value("drawn_hand") > value("hand") && value("deck") > 3 => "keep",
        _ => "no such action",
    };
    let kinzo_file = r#"
        rule = [{ when = { unseen_6 = "9.." }, do = "hit" }, { when = { total = "..7" }, do = "hit" }, { do = "stay" }]
    "#;
    let sabacc_file = r#"
        rule = [{ when = { name = "..12" }, do = "stand" }, { when = { top = 0 }, do = "stand" },
            { when = { cards = "..4" }, do = "gain" }, { do = "stand" }]
    "#;
    let zinbiddle_file = r#"
        side_bet = [{ when = { natural = "67.." }, do = "bet" }, { do = "pass" }]
        bet = [{ when = { strength = "40.." }, do = "bet" }, { do = "fold" }]
    "#;
    // The Fizzbin rules randomize a decision, so there is no equivalent file: only the features are
    // checked.
    for (game, known, choose, set, file) in [
        ("kinzo", Kinzo::game().features, kinzo, "--set split=false", Some(kinzo_file)),
        ("sabacc", Sabacc::game().features, sabacc, "--set gain=look_first", Some(sabacc_file)),
        (
            "zinbiddle",
            Zinbiddle::game().features,
            zinbiddle,
            "--rules casino",
            Some(zinbiddle_file),
        ),
        ("fizzbin", Fizzbin::game().features, fizzbin, "--players 3", None),
    ] {
        let named = Named { name: "mine", parameters: &[], about: "rules of a file" };
        let mine = Arc::new(AsTheFile { known: known(), asked: AtomicU64::new(0), choose });
        let house = Croupier::new().chooser(game, named, mine.clone());
        let line = format!("simulate {game} {set} --rounds 300 --out - --strategy");
        let play = |house: Croupier, strategy: &str, desk: &Desk| {
            let words = std::iter::once("croupier").chain(line.split(' ')).chain([strategy]);
            numbers(&house.ask(words, desk).unwrap_or_else(|refusal| panic!("{game}: {refusal}")))
        };
        let found = play(house, "mine", &Desk::new());
        assert!(mine.asked.load(Ordering::SeqCst) > 300, "{game}");
        if let Some(file) = file {
            let desk = Desk::new()
                .file("file.toml", format!("game = \"{game}\"\nabout = \"rules\"\n{file}"));
            assert_eq!(found, play(Croupier::new(), "file.toml", &desk), "{game}");
        }
    }
}

#[test]
fn commands_are_told_as_data() {
    let commands = Croupier::new().commands().unwrap();
    let simulate = commands.iter().find(|command| command.name == "simulate").unwrap();
    assert!(simulate.about.starts_with("Play rounds"));
    let argument = |name: &str| simulate.arguments.iter().find(|known| known.name == name).unwrap();
    assert!(argument("game").is_positional && argument("game").is_required);
    assert!(argument("strategy").is_repeated && argument("set").is_repeated);
    assert_eq!(argument("quiet").value, None);
    assert_eq!(argument("rounds").value.as_deref(), Some("N"));
    assert!(argument("format").values.contains(&"json".to_owned()));
}

#[test]
fn stubs_of_python_are_those_of_the_commands() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/python/lib/croupier/__init__.pyi");
    let stubs = std::fs::read_to_string(path).unwrap();
    let commands = Croupier::new().commands().unwrap();
    let mut seen = 0;
    for stub in stubs.lines().filter_map(|line| line.strip_prefix("def ")) {
        let (name, parameters) = stub.split_once('(').unwrap();
        let command = commands.iter().find(|command| command.name == name).unwrap();
        let options = command.arguments.iter().filter(|known| !known.is_positional);
        let options = options.filter(|known| !["format", "quiet"].contains(&known.name.as_str()));
        let mut expected: Vec<String> = options
            .map(|known| match known.name.as_str() {
                "strategy" if known.is_repeated => "strategies".to_owned(),
                name => name.replace('-', "_"),
            })
            .collect();
        expected.push("progress".to_owned());
        // Keyword parameters come after the star, or after all the positional ones gathered there.
        let (parameters, _) = parameters.split_once(") ->").unwrap();
        let (_, rest) = parameters.split_once('*').unwrap();
        let (_, rest) = rest.split_once(", ").unwrap();
        // A name stands before each colon.
        let mut named: Vec<&str> = rest.split(": ").collect();
        named.pop();
        let named: Vec<&str> =
            named.into_iter().filter_map(|one| one.rsplit(", ").next()).collect();
        assert_eq!(named, expected, "{name}: run python/stubs.py");
        seen += 1;
    }
    assert!(seen > 15, "{seen}");
}
