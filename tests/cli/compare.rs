//! Strategy files, `exact --write-strategy` and `compare` from end to end.

use super::desk::{Desk, Ran};
use serde_json::Value;

const CHART: &str = "\
game = \"kinzo\"
about = \"below nine\"
chart = '''
total  1 2 3 4 5 6
..8    H H H H H H
9..    S S S S S S
'''
";

#[test]
fn a_chart_equal_to_a_threshold_gives_the_same_bytes() {
    let desk = Desk::new();
    desk.put("nine.toml", CHART);
    for table in ["", "--players 3", "--set shuffle.penetration=0.8 --set split=false"] {
        for (strategy, out) in [("'threshold(hit_below=9)'", "a.csv"), ("nine.toml", "b.csv")] {
            let line = format!("simulate kinzo {table} --rounds 30k --out {out}");
            desk.run(&format!("{line} --strategy {strategy}")).done();
        }
        for file in [".csv", ".positions.csv", ".events.csv", ".distribution.csv"] {
            let native = desk.read(&format!("a{file}"));
            let native = native.replace("\"threshold(hit_below=9,split=false)\"", "nine.toml");
            assert_eq!(native, desk.read(&format!("b{file}")), "{table} {file}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_strategy_or_a_comparison_is_said() {
    let desk = Desk::new();
    desk.put("nine.toml", CHART);
    desk.put("sabacc.toml", CHART.replace("kinzo", "sabacc"));
    desk.put("gap.toml", CHART.replace("9..", "10.."));
    desk.put(
        "dead.toml",
        CHART.replace("9..    S S S S S S", "9..    S S S S S S\n12     H H H H H H"),
    );
    desk.put("key.toml", format!("hit_belov = 3\n{CHART}"));
    desk.put("binary.toml", [0xff_u8, 0xfe, 0x00]);
    let before = desk.left();
    let cases: &[(&str, &[&str])] = &[
        ("simulate kinzo --strategy nix.toml", &["cannot read `nix.toml`"]),
        ("simulate kinzo --strategy .", &["`.`", "a folder, not a strategy file"]),
        ("simulate kinzo --strategy binary.toml", &["binary.toml", "not text"]),
        ("simulate kinzo --strategy nin", &["no strategy `nin`", "textbook", "NAME.toml"]),
        ("simulate kinzo --strategy texbook", &["did you mean `textbook`"]),
        (
            "simulate kinzo --strategy sabacc.toml",
            &["sabacc.toml, line 1", "another game, not kinzo"],
        ),
        ("simulate kinzo --strategy gap.toml", &["gap.toml, line 3", "total = 9, dealer = 1"]),
        ("simulate kinzo --strategy dead.toml", &["dead.toml, line 7", "can never apply"]),
        ("simulate kinzo --strategy key.toml", &["key.toml, line 1", "did you mean `hit_below`"]),
        ("simulate kinzo --strategy nine.toml(hit=3)", &["no parameter `hit`", "hit_below"]),
        ("simulate kinzo --strategy nine.toml(hit_below=3)", &["hit_below", "chart", "keep one"]),
        ("trace kinzo --strategy gap.toml", &["gap.toml, line 3"]),
        ("odds kinzo --strategy gap.toml", &["gap.toml, line 3"]),
        ("exact kinzo --strategy gap.toml", &["gap.toml, line 3"]),
        ("compare kinzo", &["--strategy"]),
        ("compare kinzo --strategy all --strategy gap.toml", &["gap.toml, line 3"]),
        ("compare kinzo --strategy best", &["two strategies or more", "--strategy all"]),
        ("compare kinzo --strategy best --strategy best", &["best is named twice"]),
        (
            "compare kinzo --strategy threshold --strategy threshold(hit_below=9)",
            &["threshold(hit_below=9,split=false) is named twice"],
        ),
        ("compare kinzo --strategy all --seat 0", &["'0'", "from 1"]),
        ("compare kinzo --strategy all --seat 2", &["no seat 2", "has one"]),
        ("compare kinzo --strategy all --players 3 --seat 4", &["no seat 4", "seats 1 to 3"]),
        ("compare kinzo --strategy all --against random", &["nobody is there to play random"]),
        ("compare kinzo --strategy all --players 2 --against nix", &["no strategy `nix`"]),
        ("compare kinzo --strategy all --rounds 0", &["'0'"]),
        ("compare kinzo --strategy all --precision 0", &["'0'"]),
        ("exact kinzo --write-strategy x.toml --hand 3,4", &["--hand", "--write-strategy"]),
        (
            "exact kinzo --write-strategy x.toml --strategy best",
            &["--strategy <", "--write-strategy"],
        ),
        ("exact kinzo --write-strategy x.toml --players 2", &["one player", "seat 2"]),
        ("exact kinzo --write-strategy x.toml --set resplit=true", &["resplit = true"]),
        ("exact kinzo --write-strategy x.csv --out x.csv", &["`x.csv`", "name another"]),
        ("exact kinzo --write-strategy x.csv --out ./x.csv", &["`x.csv`", "name another"]),
        ("exact kinzo --write-strategy x.seats.csv --out x.csv", &["`x.seats.csv`"]),
        ("exact kinzo --write-strategy - --out -", &["`-`", "for a name"]),
        ("exact kinzo --write-strategy best", &["`best`", "write `./best.toml`"]),
        ("exact kinzo --write-strategy x(1).toml", &["parentheses"]),
    ];
    for (line, parts) in cases {
        desk.run(line).refused(2, parts);
        assert_eq!(desk.left(), before, "{line}");
    }
    desk.run("exact kinzo --write-strategy no/x.toml")
        .refused(1, &["`no/x.toml`", "does not exist"]);
    desk.run("exact kinzo --write-strategy .").refused(1, &["`.`", "a folder"]);
    assert_eq!(desk.left(), before);
}

#[test]
fn the_best_chart_is_written_played_and_worth_what_is_said() {
    let desk = Desk::new();
    let written = desk.run("exact kinzo --write-strategy best.toml --out - --format json").json();
    let text = desk.read("best.toml");
    for part in ["EV +0.0565", "+0.0781", "loses 0.0215", "the default rules", "..6    H H H H H H"]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let rows = |value: &Value, table: &str| value["tables"][table].as_array().unwrap().clone();
    let strategies = rows(&written, "strategies");
    assert_eq!(strategies[0]["strategy"], "best");
    assert_eq!(strategies[1]["strategy"], "best.toml");
    let number = |row: &Value, column: &str| row[column].as_f64().unwrap();
    let loss = number(&strategies[0], "ev") - number(&strategies[1], "ev");
    assert!((loss - number(&strategies[1], "loss")).abs() < 1e-12 && loss > 0.0215);
    // The file reads back to the same figures.
    let read = desk.run("exact kinzo --strategy best.toml --out - --format json").json();
    let same = |value: &Value| number(&rows(value, "seats")[0], "ev");
    assert!((same(&read) - number(&strategies[1], "ev")).abs() < 1e-10);
    assert_eq!(rows(&read, "events"), rows(&written, "events"));
    // It is also the shipped file.
    let shipped = desk.run("exact kinzo --strategy textbook --out - --format json").json();
    assert_eq!(same(&shipped), same(&read));
    // Rules that differ from the default are named.
    let line = "exact kinzo --set split=false --set tie_at_tally=match --write-strategy other.toml";
    desk.run(&format!("{line} --out - --quiet")).done();
    let text = desk.read("other.toml");
    assert!(text.contains("--set 'split=false' --set 'tie_at_tally=match'"), "{text}");
    assert!(!text.contains("split = "), "{text}");
    let line =
        "exact kinzo --set split=false --set shuffle.penetration=0.5 --write-strategy s.toml";
    desk.run(&format!("{line} --out - --quiet")).done();
    let text = desk.read("s.toml");
    let said = ["--set 'shuffle.penetration=0.5'", "first round after a shuffle"];
    assert!(said.iter().all(|part| text.contains(part)), "{text}");
    // An existing file is replaced as a whole, and only with --force.
    desk.put("best.toml", "old");
    let line = "exact kinzo --set split=false --write-strategy best.toml --out - --quiet";
    desk.run(line).refused(2, &["`best.toml`", "--force"]);
    assert_eq!(desk.read("best.toml"), "old");
    desk.run(&format!("{line} --force")).done();
    assert!(desk.read("best.toml").ends_with("\"\"\"\n"));
}

const RANKING: [&str; 7] = ["rank", "strategy", "ev", "ev_se", "ev_low", "ev_high", "tied_with"];
const PAIRS: [&str; 8] = ["a", "b", "difference", "se", "low", "high", "apart", "naive_se"];

fn keys(row: &Value) -> Vec<&str> {
    row.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_tables_are_those_of_the_contract() {
    let desk = Desk::new();
    let line = "compare kinzo --strategy all --players 2 --seat 2 --against random \
                --set split=false --rounds 2k";
    let found = desk.run(&format!("{line} --format json --out a.csv")).json();
    let manifest = &found["manifest"];
    assert_eq!(manifest["command"], "compare");
    assert_eq!((&manifest["seat"], &manifest["against"]), (&2.into(), &"random".into()));
    assert_eq!(manifest["rounds"], 2000);
    let ranking = found["tables"]["ranking"].as_array().unwrap();
    let pairs = found["tables"]["pairs"].as_array().unwrap();
    let count = ranking.len();
    assert!(count >= 10 && pairs.len() == count * (count - 1) / 2);
    assert_eq!(manifest["strategies"].as_array().unwrap().len(), count);
    assert!(ranking.iter().all(|row| keys(row) == RANKING));
    assert!(pairs.iter().all(|row| keys(row) == PAIRS));
    // The ranking follows from the intervals of the pairs.
    let number = |row: &Value, column: &str| row[column].as_f64().unwrap();
    for row in pairs {
        let (low, high) = (number(row, "low"), number(row, "high"));
        assert_eq!(row["apart"], low > 0.0 || high < 0.0, "{row}");
        assert!(low <= number(row, "difference") && number(row, "difference") <= high, "{row}");
    }
    let apart =
        |row: &Value, of: &Value| row["apart"] == true && (row["a"] == *of || row["b"] == *of);
    for row in ranking {
        let name = &row["strategy"];
        let tied = row["tied_with"].as_str().map_or(0, |text| text.split("; ").count());
        let apart_from = pairs.iter().filter(|pair| apart(pair, name)).count();
        assert_eq!(tied + apart_from, count - 1, "{row}");
    }
    ranks_are_sound(&found);
    // The files contain the same tables.
    assert!(desk.read("a.csv").starts_with(&RANKING.join(",")));
    assert!(desk.read("a.pairs.csv").starts_with(&PAIRS.join(",")));
    assert_eq!(desk.read("a.csv").lines().count(), count + 1);
    assert_eq!(desk.read("a.pairs.csv").lines().count(), pairs.len() + 1);
}

/// The ranking follows from the pairs: no strategy ranks above one that is shown to be better, and
/// strategies share a rank if none of them is shown to be worse than another.
#[track_caller]
fn ranks_are_sound(found: &Value) {
    let ranking = found["tables"]["ranking"].as_array().unwrap();
    let pairs = found["tables"]["pairs"].as_array().unwrap();
    let place = |name: &Value| ranking.iter().position(|row| row["strategy"] == *name).unwrap();
    for pair in pairs {
        let (a, b) = (place(&pair["a"]), place(&pair["b"]));
        assert!(a < b, "{pair}");
        let [low, high] = ["low", "high"].map(|end| pair[end].as_f64().unwrap());
        assert!(high >= 0.0, "the worse one stands first: {pair}");
        assert_eq!(pair["apart"], low > 0.0, "{pair}");
        if low > 0.0 {
            assert!(ranking[a]["rank"].as_u64() < ranking[b]["rank"].as_u64(), "{pair}");
        }
        let tied = |row: &Value, with: &Value| {
            let with = with.as_str().unwrap();
            row["tied_with"].as_str().is_some_and(|tied| tied.split("; ").any(|name| name == with))
        };
        assert_eq!(tied(&ranking[a], &pair["b"]), low <= 0.0, "{pair}");
        assert_eq!(tied(&ranking[b], &pair["a"]), low <= 0.0, "{pair}");
    }
    for rows in ranking.windows(2) {
        assert!(rows[0]["rank"].as_u64() <= rows[1]["rank"].as_u64());
    }
}

/// Each contender's EV is that of `simulate` with the same seed: they play on the same luck.
#[test]
fn a_contender_is_simulated_as_it_would_be_alone() {
    let desk = Desk::new();
    let line = "kinzo --players 2 --rounds 20k --seed 9 --out - --format json";
    let compared =
        desk.run(&format!("compare {line} --strategy textbook --strategy cautious")).json();
    for row in compared["tables"]["ranking"].as_array().unwrap() {
        let name = row["strategy"].as_str().unwrap();
        let alone =
            desk.run(&format!("simulate {line} --strategy {name} --strategy threshold")).json();
        for column in ["ev", "ev_se", "ev_low", "ev_high"] {
            assert_eq!(row[column], alone["tables"]["seats"][0][column], "{name}: {column}");
        }
    }
}

#[test]
fn two_names_for_one_strategy_are_tied() {
    let desk = Desk::new();
    desk.put("nine.toml", CHART);
    for table in ["", "--players 3 --set shuffle.penetration=0.7"] {
        let line = "compare kinzo --strategy nine.toml --strategy threshold --strategy random";
        let ran = desk.run(&format!("{line} {table} --rounds 20k --format json --out -")).json();
        let ranking = ran["tables"]["ranking"].as_array().unwrap();
        assert_eq!(ranking[0]["rank"], 1);
        assert_eq!(ranking[1]["rank"], 1);
        let threshold = "threshold(hit_below=9,split=false)";
        assert_eq!(ranking[0]["tied_with"], threshold);
        assert_eq!(ranking[1]["tied_with"], "nine.toml");
        assert_eq!((&ranking[2]["rank"], &ranking[2]["tied_with"]), (&3.into(), &Value::Null));
        let pair = &ran["tables"]["pairs"][0];
        assert_eq!((&pair["difference"], &pair["apart"]), (&0.0.into(), &false.into()));
        // Not shown to differ is not the same as equal.
        assert!(pair["high"].as_f64().unwrap() > 0.0 && pair["low"].as_f64().unwrap() < 0.0);
        let said = desk.run(&format!("{line} {table} --rounds 20k --format table --out -")).out;
        assert!(
            said.contains(&format!("No difference is shown between nine.toml and {threshold}.")),
            "{said}"
        );
        // A precision is reached nevertheless.
        let ran =
            desk.run(&format!("{line} {table} --precision 0.05 --format json --out -")).json();
        assert_eq!(ran["tables"]["ranking"][0]["tied_with"], threshold);
        assert_eq!(ran["manifest"]["precision"], 0.05);
    }
}

/// At a table of seven, the file made for tables beats charts, which split in every position.
#[test]
fn the_file_for_tables_is_ahead_of_charts_at_seven() {
    let files = "--strategy company --strategy trio --strategy textbook";
    let line = format!("compare kinzo --players 7 {files} --against company --rounds 60k");
    let ran = Desk::new().run(&format!("{line} --format json --out -")).json();
    assert_eq!(ran["tables"]["ranking"][0]["strategy"], "company");
    let pairs = ran["tables"]["pairs"].as_array().unwrap();
    let ahead = pairs.iter().filter(|pair| pair["a"] == "company");
    assert!(ahead.clone().all(|pair| pair["apart"] == true), "{pairs:?}");
    assert_eq!(ahead.count(), 2);
}

/// The exact EVs of the shipped strategies, best first, and ranks under three seeds.
#[test]
fn shipped_strategies_rank_as_they_are_worth() {
    let desk = Desk::new();
    let known = [
        "best",
        "not-yet-split",
        "two-cards",
        "textbook",
        "company",
        "trio",
        "pairs",
        "raiser",
        "no-splits",
        "threshold(hit_below=9,split=false)",
        "cautious",
        "random",
    ];
    for seed in 1..=3 {
        let line = "compare kinzo --strategy all --rounds 200k --format json --out -";
        let ran = desk.run(&format!("{line} --seed {seed}")).json();
        let pairs = ran["tables"]["pairs"].as_array().unwrap();
        let place = |name: &Value| known.iter().position(|known| name == known).unwrap();
        for pair in pairs.iter().filter(|pair| pair["apart"] == true) {
            assert!(place(&pair["a"]) < place(&pair["b"]), "seed {seed}: {pair}");
            // Unpaired, both would need as many cards: pairing must reduce the error.
            assert!(pair["se"].as_f64() < pair["naive_se"].as_f64(), "{pair}");
        }
        let apart = pairs.iter().filter(|pair| pair["apart"] == true).count();
        assert!(apart >= 35, "seed {seed}: {apart} of {} pairs", pairs.len());
        let first = &ran["tables"]["ranking"][0];
        assert_eq!((&first["strategy"], &first["tied_with"]), (&"best".into(), &Value::Null));
    }
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let desk = Desk::new();
    for line in [
        "compare kinzo --strategy all --set split=false --rounds 60k",
        "compare kinzo --strategy pairs --strategy raiser --set stake_limit=10 \
         --set shuffle.penetration=0.75 --players 2 --rounds 30k",
        "compare kinzo --strategy all --set split=false --precision 0.05",
        "exact kinzo --write-strategy x.toml --force --set split=false",
    ] {
        let run = |threads| {
            desk.run(&format!("{line} --threads {threads} --format json --out - --quiet")).json()
        };
        let one = run(1);
        assert!([2, 3, 8].iter().all(|&threads| run(threads) == one), "{line}");
    }
}

const LINES: [&str; 2] = [
    "compare kinzo --strategy all",
    "compare kinzo --strategy pairs --strategy threshold --set shuffle.penetration=0.8 --players 3",
];

/// Checks that output printed early is that of a run of the rounds it names, and returns those
/// rounds.
fn is_the_run_of_its_rounds(desk: &Desk, line: &str, early: &Ran) -> u64 {
    let early: Value = serde_json::from_str(&early.out).unwrap();
    let rounds = early["manifest"]["rounds"].as_u64().unwrap();
    let whole = desk.run(&format!("{line} --rounds {rounds} --format json --out -")).json();
    assert_eq!(early, whole, "{line}");
    rounds
}

#[test]
fn a_comparison_for_some_time_is_that_of_its_rounds() {
    let desk = Desk::new();
    for (line, time) in LINES.into_iter().zip(["300ms", "100ms"]) {
        let early = desk.run(&format!("{line} --time {time} --format json --out -"));
        early.done();
        let rounds = is_the_run_of_its_rounds(&desk, line, &early);
        let said = format!("note: played {rounds} rounds; the same as --rounds {rounds}");
        assert!(early.err.contains(&said), "{}", early.err);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_is_finished_and_says_so() {
    for line in LINES {
        let desk = Desk::new();
        let endless = format!("{line} --rounds 100G --format json --out early.csv");
        let early = desk.interrupt(&endless, [700, 2000, 9000], |ran| {
            ran.out.contains("\"rounds\"") && !ran.out.contains("\"rounds\":0")
        });
        let rounds = is_the_run_of_its_rounds(&desk, line, &early);
        let said = format!("stopped after {rounds} rounds; the same as --rounds {rounds}\n");
        assert!(early.err.ends_with(&said), "{}", early.err);
        assert!(desk.left().contains(&"early.pairs.csv".to_owned()));
    }
}

#[test]
fn a_precision_drops_the_hopeless_and_says_so() {
    let desk = Desk::new();
    let line = "compare kinzo --strategy textbook --strategy no-splits --strategy random";
    let ran = desk.run(&format!("{line} --precision 0.02 --format json --out -"));
    let found = ran.json();
    assert!(ran.err.contains("dropped, as another was shown to be better"), "{}", ran.err);
    assert!(ran.err.contains("random after "), "{}", ran.err);
    let shown = desk.run(&format!("{line} --precision 0.02 --format table --out - --quiet"));
    assert!(shown.out.contains("of the sessions played by then: random ("), "{}", shown.out);
    let pairs = found["tables"]["pairs"].as_array().unwrap();
    let row = |a: &str, b: &str| {
        pairs.iter().find(|pair| pair["a"] == a && pair["b"] == b).unwrap().clone()
    };
    let half = |row: &Value| (row["high"].as_f64().unwrap() - row["low"].as_f64().unwrap()) / 2.0;
    let known = row("textbook", "no-splits");
    assert!(half(&known) <= 0.02, "{known}");
    assert!(found["manifest"]["dropped"]["random"].as_u64().is_some_and(|n| n > 0));
    // The interval is valid at all times, and so wider than one for a single look.
    assert!(half(&known) > 2.5 * known["se"].as_f64().unwrap(), "{known}");
    assert_eq!(row("textbook", "random")["apart"], true);
    // The interval of a strategy that was dropped does not grow with the precision of the others.
    let line = "compare sabacc --strategy steady --strategy careful --strategy stand";
    let found = desk.run(&format!("{line} --precision 0.004 --format json --out -")).json();
    let ranking = found["tables"]["ranking"].as_array().unwrap();
    let stand = ranking.iter().find(|row| row["strategy"] == "stand").unwrap();
    let number = |column: &str| stand[column].as_f64().unwrap();
    assert!(found["manifest"]["dropped"]["stand"].is_u64(), "{stand}");
    assert!(number("ev_high") - number("ev_low") < 11.0 * number("ev_se"), "{stand}");
    // Better is transitive, however early the worse strategy was dropped.
    let line = "compare kinzo --strategy all --precision 0.01 --format json --out -";
    let found = desk.run(line).json();
    let first = &found["tables"]["ranking"][0];
    assert_eq!((&first["strategy"], &first["tied_with"]), (&"best".into(), &Value::Null));
    ranks_are_sound(&found);
    for seed in 1..=12 {
        let line = "compare kinzo --strategy pairs --strategy textbook --strategy threshold \
                    --strategy random --strategy cautious --strategy no-splits \
                    --strategy not-yet-split --precision 0.02 --format json --out -";
        ranks_are_sound(&desk.run(&format!("{line} --seed {seed}")).json());
    }
    // Two strategies are played until their difference is known.
    let line = "compare kinzo --strategy textbook --strategy threshold --precision 0.004";
    let found = desk.run(&format!("{line} --format json --out -")).json();
    let pair = &found["tables"]["pairs"][0];
    assert!(half(pair) <= 0.004 && pair["apart"] == true, "{pair}");
}

/// `all` selects every strategy that can be played.
#[test]
fn all_leaves_out_what_cannot_be_played_and_says_why() {
    let desk = Desk::new();
    let line =
        "compare kinzo --strategy all --set resplit=true --rounds 1000 --format json --out -";
    let ran = desk.run(line);
    let found = ran.json();
    let names = found["manifest"]["strategies"].as_array().unwrap();
    assert!(!names.contains(&"best".into()));
    assert!(ran.err.contains("left out best: with resplit = true"), "{}", ran.err);
    // One of them may be named again, and others added.
    let line = "compare kinzo --strategy all --strategy threshold --strategy cautious(hit_below=7)";
    let found = desk.run(&format!("{line} --rounds 1000 --format json --out -")).json();
    let names = found["manifest"]["strategies"].as_array().unwrap();
    let count = |name: &str| names.iter().filter(|known| *known == name).count();
    assert_eq!(count("threshold(hit_below=9,split=false)"), 1);
    assert_eq!(count("cautious(hit_below=7)"), 1);
}

/// The report says which confidence statement belongs to which table, and no warning of slow play
/// appears where there is none.
#[test]
fn the_ranking_says_which_intervals_hold_together() {
    let desk = Desk::new();
    let line = "compare kinzo --strategy threshold --strategy random --rounds 500 --confidence 0.9";
    let ran = desk.run(&format!("{line} --format table --out -"));
    ran.done();
    let said = "The interval of each EV holds by itself, with 90%, not all of them together";
    assert!(ran.out.contains(said), "{}", ran.out);
    assert!(ran.out.contains("with 90% confidence in all statements together"), "{}", ran.out);
    assert!(!ran.err.contains("thinks for long"), "{}", ran.err);
    // The interval is that of a separate run.
    let ranking = desk.run(&format!("{line} --format json --out -")).json();
    let own =
        "simulate kinzo --strategy random --rounds 500 --confidence 0.9 --out - --format json";
    let own = desk.run(own).json()["tables"]["seats"][0].clone();
    let rows = ranking["tables"]["ranking"].as_array().unwrap();
    let row = rows.iter().find(|row| row["strategy"] == "random").unwrap();
    assert_eq!([&row["ev_low"], &row["ev_high"]], [&own["ev_low"], &own["ev_high"]]);
}

/// At a table with others, computing best play is a thousand times slower than the rest.
#[cfg(unix)]
#[test]
fn who_makes_a_comparison_slow_is_told_before_it_begins() {
    let desk = Desk::new();
    let line = "compare kinzo --players 3 --strategy 'best(play=exact)' --strategy threshold \
                --rounds 1M --out -";
    let slow = "best(play=\"exact\") thinks for long at this table";
    let begun = |ran: &Ran| ran.err.contains(slow);
    let ran = desk.interrupt(line, [500, 2000, 5000], begun);
    assert!(ran.err.contains("rounds a second") && ran.err.contains("hours"), "{}", ran.err);
}
