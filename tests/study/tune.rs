//! Laws of tuning: its promised gain is real, it finds what is known to be best, and it is the same
//! on any number of threads.

use crate::snackjack_example::Snackjack;
use croupier::framework::document::Document;
use croupier::framework::{AnyGame, AnyTable, House, RulesFrom, Seats, free};
use croupier::simulate::{self, Contender, Plan, Until};
use croupier::study::{self, Answer, Asked, Cell, Length, Sampling, Setup, StudyError, TuneAsked};
use std::sync::atomic::AtomicBool;

fn tune(game: &str, file: (&str, &[&str]), length: (u64, u64, usize)) -> (String, Answer) {
    tuned(game, file, false, length)
}

fn tuned(
    game: &str,
    file: (&str, &[&str]),
    adds: bool,
    length: (u64, u64, usize),
) -> (String, Answer) {
    try_tune(study::find(game).unwrap(), file, adds, length).unwrap()
}

fn try_tune(
    game: &AnyGame,
    (text, free): (&str, &[&str]),
    adds: bool,
    (rounds, seed, threads): (u64, u64, usize),
) -> Result<(String, Answer), StudyError> {
    let file = Asked { file: Some(text.to_owned()), ..Asked::from("mine.toml") };
    let setup = Setup { strategies: vec![file], ..Setup::default() };
    let asked = TuneAsked {
        free: free.iter().map(|path| (*path).to_owned()).collect(),
        seat: 1,
        against: None,
        name: "better.toml".to_owned(),
        adds,
    };
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(rounds));
    let sampling = Sampling { seed, until, stop: &stop, journal: None, watch: &|_| {} };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| game.tune(&setup, &asked, sampling))
}

/// The first row of `gain`: difference, low, high.
fn gain(answer: &Answer) -> [f64; 3] {
    let table = &answer.report.tables[0];
    ["difference", "low", "high"]
        .map(|name| table.rows[0][table.column(name).unwrap()].number().unwrap())
}

fn table(game: &str) -> Box<dyn AnyTable> {
    study::find(game).unwrap().table(&RulesFrom::Default, &[]).unwrap()
}

/// The exact value of a kinzo file.
fn exact(text: &str) -> f64 {
    let game = table("kinzo");
    let document = Document::read("kinzo", "better.toml", text, &[]).unwrap();
    let mut players: Box<dyn Seats> = game.written(&document).unwrap();
    let exact = game.capabilities().exact.unwrap();
    exact.exact(&mut *players).unwrap().seats[0].mean / game.profile().scale()
}

const HABIT: &str = "\
# The habit of some.
game = \"kinzo\"
about = \"a habit\"

hit_below = 5 # low
split = \"never\"
";

/// A threshold is tuned to the one known to be best, and the gain is the difference.
#[test]
fn a_threshold_becomes_the_best_one() {
    let (text, answer) = tune("kinzo", (HABIT, &["hit_below"]), (400_000, 4, 2));
    assert!(text.contains("hit_below = 9 # low") && !text.contains("The habit of some"), "{text}");
    assert!(text.contains("about = \"tuned from: a habit\""), "{text}");
    let changes = &answer.report.tables[1];
    let row: Vec<Cell> = ["hit_below", "5", "9"].map(Cell::from).to_vec();
    assert_eq!(changes.rows, [row]);
    let [value, low, high] = gain(&answer);
    let known = exact(&text) - exact(HABIT);
    let half = (high - low) / 2.0;
    assert!((value - known).abs() < 2.0 * half && low > 0.0, "{value} ± {half}, {known}");
}

/// A file of a game from outside is tuned to actions that it does not take anywhere.
#[test]
fn actions_of_a_game_from_outside_are_found() {
    let game = study::entry::<House<Snackjack>>();
    let head = "game = \"snackjack\"\nabout = \"stands\"\n";
    let rows = ["..2", "3", "4", "5", "6.."].map(|total| format!("{total} stand stand\n")).concat();
    let chart = format!("{head}[[chart]]\nrows = \"\"\"\ntotal/dealer 1..2 3\n{rows}\"\"\"\n");
    let rule = format!("{head}[[rule]]\ndo = \"stand\"\n");
    for (text, adds, least) in [(&chart, false, 0.1), (&rule, true, 0.05)] {
        let (better, answer) = try_tune(game, (text, &[]), adds, (400_000, 4, 2)).unwrap();
        assert!(better.contains("hit") && better.contains("stand"), "{better}");
        assert!(gain(&answer)[1] > least, "{better}\n{:?}", gain(&answer));
    }
    let refused = try_tune(game, (&rule, &[]), false, (1_000, 4, 2)).unwrap_err().to_string();
    assert!(refused.ends_with("nothing of it can be tuned; --add-rules adds rules to it"));
    let named = try_tune(game, (&rule, &["rule"]), false, (1_000, 4, 2)).unwrap_err().to_string();
    assert_eq!(named, refused);
    assert!(try_tune(game, (&rule, &["rule"]), true, (1_000, 4, 2)).is_ok());
    let wrong = try_tune(game, (&rule, &["rule", "bogus"]), true, (1_000, 4, 2)).unwrap_err();
    assert!(wrong.to_string().contains("--free bogus"), "{wrong}");
    assert!(wrong.to_string().ends_with("it has rule"), "{wrong}");
}

/// Nothing else is free, so the file is written out as charts, and most of the advantage of the
/// best chart is found (all of it in a minute).
#[test]
fn a_threshold_is_written_out_as_charts() {
    let text = HABIT.replace("split = \"never\"\n", "").replace("= 5", "= 8");
    let (better, answer) = tune("kinzo", (&text, &[]), (800_000, 1, 2));
    let (before, after) = (exact(&text), exact(&better));
    // The best chart nets 0.0565; hitting below 8 without splits loses 0.0927.
    assert!((before + 0.0927).abs() < 1e-4 && after > 0.02, "{before} {after}\n{better}");
    let [value, low, high] = gain(&answer);
    assert!((value - (after - before)).abs() < high - low, "{value}, {}", after - before);
    let cells = free::values(&better).iter().filter(|free| free.is_within("split")).count();
    assert_eq!(cells, 36);
    // Its cells can be named, too, and so can its number.
    let game = study::find("kinzo").unwrap();
    let tried = |free: &str| try_tune(game, (&text, &[free]), false, (1_000, 1, 2));
    assert!(["split", "chart[8]", "hit_below"].into_iter().all(|free| tried(free).is_ok()));
    assert!(tried("bogus").unwrap_err().to_string().ends_with("it has hit_below"));
}

#[test]
fn tuning_is_the_same_on_any_number_of_threads() {
    let one = tune("kinzo", (HABIT, &[]), (100_000, 2, 1));
    for threads in [2, 3] {
        let found = tune("kinzo", (HABIT, &[]), (100_000, 2, threads));
        assert_eq!((&found.0, &found.1.report), (&one.0, &one.1.report), "{threads}");
    }
}

const CAREFUL: &str = "\
game = \"sabacc\"
about = \"a habit\"

# Near enough.
[[rule]]
when = { distance = \"..1\" }
do = \"stand\"

# Nearer.
[[rule]]
when = { swap = \"..1\" }
do = \"swap\"

[[rule]]
do = \"gain\"

[[rule]]
do = \"exchange\"
";

/// What a habit lacks is found: to exchange far from zero, which wins it more than any number does.
#[test]
fn rules_are_added_where_another_action_does_better() {
    let (better, answer) = tuned("sabacc", (CAREFUL, &[]), true, (1_200_000, 5, 2));
    let [_, low, _] = gain(&answer);
    assert!(low > 0.09, "{low}\n{better}");
    let by_numbers = tune("sabacc", (CAREFUL, &[]), (1_200_000, 5, 2));
    let [_, _, high] = gain(&by_numbers.1);
    assert!(low > high + 0.05, "{low} {high}");
    // The old rules stand where they stood, in their order, with their comments.
    let places = ["# Near enough.\n[[rule]]", "# Nearer.\n[[rule]]"].map(|text| better.find(text));
    assert!(places.is_sorted() && places[0].is_some(), "{better}");
    let changes = &answer.report.tables[1];
    let added = changes.rows.iter().filter(|row| row[1] == Cell::Empty).count();
    let rules = |text: &str| free::rules(text).len();
    assert!(added > 0 && rules(&better) == rules(CAREFUL) + added, "{changes:?}");
    // One thread finds the same.
    let one = tuned("sabacc", (CAREFUL, &[]), true, (200_000, 5, 1));
    let three = tuned("sabacc", (CAREFUL, &[]), true, (200_000, 5, 3));
    assert_eq!((one.0, one.1.report), (three.0, three.1.report));
}

/// Conditions may stand in a table of their own, or one by one: what is found is the same. The line
/// ends are those of the file.
#[test]
fn rules_are_added_whatever_the_notation() {
    let head = "game = \"sabacc\"\nabout = \"x\"\n\n";
    let rest = "\n\n[[rule]]\ndo = \"exchange\"\n";
    let [within, apart, dotted] = [
        "[[rule]]\nwhen = { distance = \"..3\", turns = \"1..\" }\ndo = \"stand\"",
        "[[rule]]\ndo = \"stand\"\n[rule.when]\ndistance = \"..3\"\nturns = \"1..\"",
        "[[rule]]\ndo = \"stand\"\nwhen.distance = \"..3\"\nwhen.turns = \"1..\"",
    ]
    .map(|rule| format!("{head}{rule}{rest}"));
    let found = tuned("sabacc", (&within, &[]), true, (200_000, 5, 2));
    assert!(gain(&found.1)[1] > 0.1 && free::rules(&found.0).len() > 3, "{}", found.0);
    let windows = apart.replace('\n', "\r\n");
    for text in [apart, dotted, windows] {
        let other = tuned("sabacc", (&text, &[]), true, (200_000, 5, 2));
        assert_eq!(gain(&other.1), gain(&found.1), "{}", other.0);
        assert_eq!(free::rules(&other.0).len(), free::rules(&found.0).len(), "{}", other.0);
        let lines = other.0.matches('\n').count();
        let ends = other.0.matches("\r\n").count();
        assert_eq!(ends, if text.contains('\r') { lines } else { 0 }, "{}", other.0);
    }
}

/// Every other action is tried from every place at the table, however many actions there are.
#[test]
fn actions_are_tried_from_every_place() {
    let game = table("sabacc");
    let player = |text: &str| {
        let text = format!("game = \"sabacc\"\nabout = \"x\"\n{text}");
        game.written(&Document::read("sabacc", "x.toml", &text, &[]).unwrap()).unwrap()
    };
    let (habit, others) =
        (player("stand_within = 1"), [player("stand_within = 0"), player("stand_within = 4")]);
    let mut players = habit.clone();
    players.add(&*habit);
    let strategy = Contender { players, seat: 0 };
    let others: Vec<&dyn Seats> = others.iter().map(|other| &**other).collect();
    let stop = AtomicBool::new(false);
    let until = Until::Rounds(4_000);
    let plan = Plan { seed: 3, until, confidence: 0.95, stop: &stop, journal: None };
    let (found, _) = simulate::deviate(&*game, (&strategy, &others), plan).unwrap();
    for towards in &found.towards {
        assert!(towards.sessions.abs_diff(2_000) <= 20, "{}", towards.sessions);
        let [(names, rows)] = &towards.seen.iter().collect::<Vec<_>>()[..] else { panic!() };
        let place = names.iter().position(|name| name == "place").unwrap();
        let first = rows.iter().filter(|row| row.values[place] == 1).count();
        let part = first as f64 / rows.len() as f64;
        assert!((0.4..0.6).contains(&part), "{part}");
    }
}

/// Only lists that are free get rules, and a file without a list is refused.
#[test]
fn rules_are_added_to_lists_that_are_free() {
    let file = CAREFUL.to_owned() + "[[look]]\ndo = \"keep\"\n";
    let (better, _) = tuned("sabacc", (&file, &["rule"]), true, (400_000, 1, 2));
    assert_eq!(better.matches("[[look]]").count(), 1, "{better}");
    let refused = |game: &str, text: &str, free: &[&str]| {
        let file = Asked { file: Some(text.to_owned()), ..Asked::from("mine.toml") };
        let setup = Setup { strategies: vec![file], ..Setup::default() };
        let free = free.iter().map(|path| (*path).to_owned()).collect();
        let asked = TuneAsked { free, seat: 1, against: None, name: "x".into(), adds: true };
        study::find(game).unwrap().check_tuning(&setup, &asked).unwrap_err().to_string()
    };
    let why = refused("kinzo", HABIT, &[]);
    assert!(why.contains("no [[rule]] tables that rules could be added to"), "{why}");
    let both = "game = \"sabacc\"\nabout = \"x\"\n[[rule]]\nwhen = { cards = 2 }\ndo = \"gain\"\n[[rule]]\ndo = \"stand\"\n";
    let why = refused("sabacc", both, &["rule[1].when"]);
    assert!(why.contains("--free names no whole list"), "{why}");
}

/// A threshold and the chart that it becomes cannot both be free.
#[test]
fn what_is_in_the_file_later_is_told() {
    let file = Asked { file: Some(HABIT.to_owned()), ..Asked::from("mine.toml") };
    let setup = Setup { strategies: vec![file], ..Setup::default() };
    let free = vec!["hit_below".to_owned(), "chart".to_owned()];
    let asked = TuneAsked { free, seat: 1, against: None, name: "x".into(), adds: false };
    let why = study::find("kinzo").unwrap().check_tuning(&setup, &asked).unwrap_err().to_string();
    assert!(why.contains("--free chart: it is in the file once that is written out"), "{why}");
}

/// Rule files of other games: the result is a file of the game, never worse than before by more
/// than its error.
#[test]
fn files_of_all_games_can_be_tuned() {
    for (game, name, adds, rounds) in [
        ("sabacc", "steady", false, 60_000),
        ("zinbiddle", "tight", true, 30_000),
        ("fizzbin", "striker", true, 1_500),
    ] {
        let profile = study::find(game).unwrap().profile();
        let file = croupier::strategy::catalogue::shipped(&profile).find(|file| file.name == name);
        let text = file.unwrap().text;
        let (better, answer) = tuned(game, (text, &[]), adds, (rounds, 3, 2));
        let document = Document::read(game, "better.toml", &better, &[]).unwrap();
        assert!(table(game).written(&document).is_ok(), "{better}");
        let [_, _, high] = if better == text { [0.0; 3] } else { gain(&answer) };
        assert!(high >= 0.0, "{game}: {answer:?}");
    }
}
