//! The program's texts about itself: rules, words, completions, manuals.

use super::desk::{self, Desk};

const GAMES: [&str; 4] = ["kinzo", "zinbiddle", "sabacc", "fizzbin"];

#[test]
fn the_rulebook_is_printed_as_it_is_carried() {
    let desk = Desk::new();
    for game in GAMES {
        let book = format!("{}/src/games/{game}/RULES.md", env!("CARGO_MANIFEST_DIR"));
        let ran = desk.run(&format!("rules {game}"));
        ran.done();
        assert_eq!(ran.out, std::fs::read_to_string(book).unwrap(), "{game}");
    }
}

#[test]
fn a_rule_is_found_by_the_id_that_tables_name() {
    let desk = Desk::new();
    let told = |line: &str| {
        let ran = desk.run(line);
        ran.done();
        ran.out
    };
    let rule = told("rules kinzo K12");
    assert!(rule.starts_with("- **K12** ") && !rule.contains("**K13**"), "{rule}");
    assert_eq!(rule, told("rules kinzo k12"));
    // The last item before a heading ends there; table rows are shown under the header of their
    // table.
    assert!(!told("rules kinzo K16").contains('#'));
    let row = told("rules fizzbin C61");
    assert!(row.starts_with("| | combined | what |\n") && row.contains("| C60–C62 |"), "{row}");
    assert_eq!(row.lines().count(), 3, "{row}");
    for game in GAMES {
        let fields = desk.run(&format!("games {game} --format json")).json();
        let rules = fields["tables"]["fields"].as_array().unwrap();
        for id in rules.iter().map(|field| field["rule"].as_str().unwrap()) {
            // `kinds` of fizzbin refers to marks in a table, which are not rules of their own.
            if id != "F" {
                assert!(!told(&format!("rules {game} {id}")).is_empty(), "{game} {id}");
            }
        }
    }
}

#[test]
fn rules_and_words_have_every_form_that_tables_have() {
    let desk = Desk::new();
    let told = desk.run("rules fizzbin H1 --format csv");
    told.done();
    assert!(told.out.starts_with("part,rule,text\n"), "{}", told.out);
    assert!(told.out.contains(",H1,\"royal fizzbin: seven cards"), "{}", told.out);
    let rows = desk.run("rules sabacc --format json").json();
    let rows = rows["tables"]["rules"].as_array().unwrap().clone();
    let of = |id: &str| rows.iter().filter(|row| row["rule"] == id).count();
    assert!((1..=15).all(|number| of(&format!("S{number}")) == 1), "{rows:?}");
    assert!(!desk.run("rules kinzo K12 --format table").out.contains("**"));
    let ran = desk.run("rules kinzo K14 --report rules.html");
    ran.done();
    assert!(ran.err.contains("wrote rules.html"), "{}", ran.err);
    let page = desk.read("rules.html");
    assert!(page.contains("The first exact match ends the round"), "{page}");
    let ran = desk.run("explain capstone --report words.html --format json");
    assert_eq!(ran.json()["tables"]["words"][0]["word"], "capstone");
    assert!(desk.read("words.html").contains("The top card of the pyramid"));
    desk.run("explain --report words.txt").refused(2, &["--report `words.txt`", ".html"]);
    desk.run("explain nothing-such --report none.html").refused(2, &["no word `nothing-such`"]);
    assert!(!desk.left().contains(&"none.html".to_owned()));
}

#[test]
fn a_word_of_a_game_is_found_in_the_singular_and_the_plural() {
    let desk = Desk::new();
    for word in ["misfire", "misfires", "kronk", "kronks", "sylop", "flank", "lined card"] {
        let ran = desk.run(&format!("explain '{word}'"));
        ran.done();
        assert!(ran.out.contains("(words of "), "{word}: {}", ran.out);
    }
    for word in ["shows", "dealer-total", "dealt"] {
        let ran = desk.run(&format!("explain {word}"));
        ran.done();
        assert!(ran.out.starts_with(&format!("{word}:")), "{}", ran.out);
    }
    let ran = desk.run("explain deck-ran-out");
    ran.done();
    assert!(ran.out.starts_with("deck-ran-out (events of kinzo)"), "{}", ran.out);
    assert!(ran.out.contains("Out of rounds."), "{}", ran.out);
}

#[test]
fn a_rule_that_there_is_not_names_the_nearest() {
    let desk = Desk::new();
    desk.run("rules kinzo K21")
        .refused(2, &["kinzo has no rule `K21`", "did you mean `K1`", "K1 to K16"]);
    desk.run("rules kinso").refused(2, &["no game `kinso` (did you mean `kinzo`?)"]);
}

/// Small runs of every command that makes tables.
const RUNS: &[&str] = &[
    "games",
    "games kinzo --rules default",
    "games fizzbin",
    "simulate kinzo --players 2 --rounds 500",
    "simulate zinbiddle --rounds 100",
    "simulate sabacc --rounds 100",
    "simulate fizzbin --rounds 50",
    "odds zinbiddle --rounds 100",
    "odds zinbiddle --rounds 100 --played",
    "odds fizzbin --cards 3 --rounds 100",
    "odds kinzo --hand 3,3",
    "odds sabacc --hand '+1 -1'",
    "odds zinbiddle --hand '1r 2r 3r 4r 1b 2b 3b 4b 1g'",
    "exact kinzo --hand 3,3 --set split=false",
    "exact kinzo --strategy threshold --set split=false",
    "compare kinzo --strategy threshold --strategy random --rounds 500",
    "sweep kinzo --vary players=1,2 --vary strategy.hit_below=8,9 --metric house-edge --rounds 200",
    "sweep kinzo --vary hand_limit=5,6 --set split=false --against-best --rounds 50",
    "balance kinzo --solve commission=0..100:50 --target house-edge=0.05 --rounds 500",
    "sweep kinzo --vary players=1,2 --metric position-spread --rounds 50",
    "count kinzo --set split=false --set shuffle.penetration=0.75 --rounds 500",
    "playtest kinzo --players 2 --set split=false --set commission=50 --rounds 200",
    "trace kinzo --seed 7",
];

/// Collects every column and every event of the tables.
fn words_of(tables: &serde_json::Value, words: &mut std::collections::BTreeSet<String>) {
    for (name, rows) in tables.as_object().unwrap() {
        words.insert(name.clone());
        for row in rows.as_array().unwrap() {
            for (column, cell) in row.as_object().unwrap() {
                words.insert(column.clone());
                if column == "metric" || column == "event" && name == "events" {
                    words.extend(cell.as_str().map(str::to_owned));
                }
            }
        }
    }
}

#[test]
fn every_column_event_and_metric_is_explained() {
    let desk = Desk::new();
    let mut words = std::collections::BTreeSet::new();
    for line in RUNS {
        let made = !line.starts_with("games") && !line.starts_with("trace");
        let more = if made { " --out - --quiet" } else { "" };
        let ran = desk.run(&format!("{line} --format json{more}"));
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.err);
        words_of(&ran.json()["tables"], &mut words);
    }
    for expected in ["ev_low", "one_in", "seat1:push", "dealt:playable", "hit_below", "house-edge"]
    {
        let here = words.iter().any(|word| word.ends_with(expected));
        assert!(here, "no {expected}: does this test still read the tables?");
    }
    assert!(words.len() > 300, "{}", words.len());
    // What a playtest finds to be never chosen or never right.
    words.extend(
        [
            "lay: own pile",
            "place: another's pile",
            "take: nothing",
            "redeem: yes",
            "krako: no",
            "draw: keep",
            "side bet: yes",
            "zinbiddle: no",
            "keep what was looked at",
        ]
        .map(str::to_owned),
    );
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ran = desk.run_words(&[&["explain"], &words[..]].concat());
    assert_eq!(ran.code, Some(0), "docs/glossary.md lacks words: {}", ran.err);
}

#[test]
fn a_word_is_explained_however_it_is_written() {
    let desk = Desk::new();
    let told = desk.run("explain house-edge");
    told.done();
    assert!(told.out.starts_with("house_edge (columns)\n  The house's EV"), "{}", told.out);
    for word in ["House_Edge", "'house edge'", "house edge"] {
        assert_eq!(desk.run(&format!("explain {word}")).out, told.out, "{word}");
    }
    let told = desk.run("explain seat2:exact-match").out;
    assert!(told.contains("at this seat alone") && told.contains("K14)"), "{told}");
    let told = desk.run("explain commission").out;
    assert!(told.starts_with("commission (rule fields of kinzo)\n"), "{told}");
    // Zinbiddle's files have a memory, but no true count.
    let told = desk.run("explain count_above").out;
    assert!(told.contains("of kinzo") && !told.contains("zinbiddle"), "{told}");
    desk.run("explain hous-edge").refused(2, &["no word `hous-edge` (did you mean `house_edge`?)"]);
    let list = desk.run("explain").out;
    let words: Vec<&str> = list.split_whitespace().collect();
    let known =
        ["ev_se", "hit_below", "strategy.hit_below"].iter().all(|word| words.contains(word));
    assert!(list.contains("\nMetrics\n") && known, "{list}");
    assert!(list.lines().all(|line| line.len() <= 80 || !line.contains("  ")), "{list}");
}

#[test]
fn completions_know_the_commands_and_the_games() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish"] {
        let ran = desk.run(&format!("completions {shell}"));
        ran.done();
        for word in ["croupier", "simulate", "checkpoint", "zinbiddle"] {
            assert!(ran.out.contains(word), "{shell}: no {word}");
        }
    }
    assert_eq!(desk.run("completions tcsh").code, Some(2));
    // The completions are valid bash.
    desk.put("c.bash", desk.run("completions bash").out);
    let script = ". ./c.bash && COMP_WORDS=(croupier simulate ki) COMP_CWORD=2 && \
                  _croupier croupier ki simulate && echo ${COMPREPLY[@]}";
    let mut bash = std::process::Command::new("bash");
    let found = bash.args(["-c", script]).current_dir(desk.0.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&found.stdout), "kinzo\n", "{found:?}");
}

#[test]
fn man_pages_are_written_and_replaced_whole() {
    let desk = Desk::new();
    let ran = desk.run("man a/man1");
    ran.done();
    let named: Vec<&str> = ran.out.lines().collect();
    assert!(named.contains(&"a/man1/croupier.1") && named.contains(&"a/man1/croupier-simulate.1"));
    assert!(!named.contains(&"a/man1/croupier-help.1"));
    let page = desk.read("a/man1/croupier-simulate.1");
    assert!(page.starts_with(".") && page.contains(".SH OPTIONS") && page.contains("precision"));
    assert!(page.contains("croupier simulate kinzo"), "{page}");
    let files = std::fs::read_dir(desk.path("a/man1")).unwrap();
    assert_eq!(files.count(), named.len(), "nothing else lies there");
    assert_eq!(desk.run("man a/man1").out, ran.out);
    desk.put("file", "");
    desk.run("man file").refused(1, &["`file`"]);
}

#[test]
fn markdown_is_what_the_terminal_shows() {
    let desk = Desk::new();
    let told = |line: &str, more: &str| {
        let ran = desk.run(&format!("{line} --format markdown {more}"));
        ran.done();
        ran.out
    };
    let simulated = told("simulate kinzo --players 2 --rounds 500", "--out - --quiet");
    let headings = simulated.lines().filter(|line| line.starts_with("### ")).count();
    assert_eq!(headings, 4, "{simulated}");
    let (said, tables) = simulated.split_at(simulated.find("### ").unwrap());
    let about = "Kinzo · rules default, players = 2 · all 2 seats: threshold(hit\\_below=9,split=false) · \
                 played 500 rounds, seed 1, 95% intervals · amounts in stakes\n";
    assert!(said.contains(about) && said.contains("he house "), "{said}");
    let first =
        "### Seats: the EV of each, in stakes a round · rounds 500\n\n| seat | strategy | ev |";
    assert!(tables.starts_with(first), "{tables}");
    assert!(simulated.contains(" ± ") && simulated.contains("threshold(hit\\_below=9"));
    for line in [
        "games kinzo",
        "odds kinzo --rounds 500",
        "exact kinzo --hand 3,3 --set split=false",
        "compare kinzo --strategy threshold --strategy random --rounds 500",
        "trace kinzo",
    ] {
        let made = !line.starts_with("games") && !line.starts_with("trace");
        let text = told(line, if made { "--out - --quiet" } else { "" });
        let mut columns = None;
        for row in text.lines() {
            // Every row of a table has as many cells as its header: a bar in a cell is escaped.
            let bars = row.replace("\\|", "").matches('|').count();
            columns = (bars > 0).then(|| *columns.get_or_insert(bars));
            assert!(columns.is_none_or(|columns| columns == bars), "{line}: {row}");
        }
        assert!(text.contains("### ") && text.contains("\n| ---"), "{line}: {text}");
    }
}

/// The output on a terminal with this number of columns.
fn in_window(desk: &Desk, line: &str, columns: Option<&str>) -> String {
    let words = desk::words(&format!("{line} --format table --quiet"));
    let mut command = desk.command(&words);
    command.env_remove("COLUMNS");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns);
    }
    let ran = desk::Ran::from(command.output().unwrap());
    ran.done();
    ran.out
}

#[test]
fn tables_fit_their_window_and_break_no_number() {
    let desk = Desk::new();
    let numbers = |text: &str| -> std::collections::BTreeSet<String> {
        let is_number = |word: &&str| {
            let digits = word.chars().any(|c| c.is_ascii_digit());
            digits && word.chars().all(|c| c.is_ascii_digit() || "+-.,[]".contains(c))
        };
        text.split_whitespace().filter(is_number).map(str::to_owned).collect()
    };
    for line in [
        "games kinzo",
        "simulate kinzo --players 3 --rounds 500 --out -",
        "simulate fizzbin --rounds 50 --out -",
        "odds zinbiddle --rounds 100 --out -",
        "compare kinzo --strategy threshold --strategy random --rounds 500 --out -",
        "sweep kinzo --vary players=1,2 --vary commission=0,100 --rounds 200 --out -",
        "sweep kinzo --vary commission=0,100 --rounds 200 --out -",
        "balance kinzo --solve commission=0..100:50 --target house-edge=0.05 --rounds 500 --out -",
        "count kinzo --set split=false --set shuffle.penetration=0.75 --rounds 500 --out -",
        "exact kinzo --set split=false --out -",
    ] {
        let free = in_window(&desk, line, None);
        let whole = numbers(&free);
        assert_eq!(in_window(&desk, line, Some("5000")), free, "{line}");
        for width in [60, 80, 120] {
            let text = in_window(&desk, line, Some(&width.to_string()));
            let wide = text.lines().find(|line| line.chars().count() > width);
            assert_eq!(wide, None, "{line} at {width}");
            let other: Vec<String> = numbers(&text).difference(&whole).cloned().collect();
            assert!(other.is_empty(), "{line} at {width}: {other:?} in {text}");
        }
    }
}

#[test]
fn a_table_says_what_it_is_about_and_what_its_amounts_are() {
    let desk = Desk::new();
    let told = |line: &str| in_window(&desk, line, None);
    let text = told("simulate fizzbin --rounds 50 --seed 3 --out -");
    let first = text.lines().next().unwrap();
    assert!(first.starts_with("Fizzbin · rules "), "{first}");
    for said in
        ["all 4 seats: ", " · played ", " rounds, seed 3, 95% intervals · amounts in quatloos"]
    {
        assert!(first.contains(said), "{said}: {first}");
    }
    assert_eq!(text.matches("Fizzbin ·").count(), 1, "once");
    assert!(text.contains("\nSeats: the EV of each, in quatloos a round"), "{text}");
    let text =
        told("sweep kinzo --vary commission=0,100 --strategy threshold --rounds 200 --out -");
    let first = text.lines().next().unwrap();
    assert!(first.contains("rules default · varied commission = 0, 100 · seat 1: "), "{first}");
    assert!(first.contains("played 200 rounds at each point"), "{first}");
    let text = told("exact kinzo --hand 3,3 --set split=false --out -");
    let first = text.lines().next().unwrap();
    assert!(
        first.contains("default, split = false") && first.contains("nothing is sampled"),
        "{first}"
    );
}
