//! Pictures of small tables.

use super::*;
use crate::study::{self, Cell, Fact, Said, Table};
use serde_json::{Value, json};

fn table(name: &'static str, columns: &str, rows: Vec<Vec<Cell>>) -> Table {
    let mut table = Table::new(name, columns.split_whitespace());
    rows.into_iter().for_each(|row| table.push(row));
    table
}

/// A row of cells: numbers, words as text, `-` as empty.
fn row(cells: &str) -> Vec<Cell> {
    let cell = |word: &str| match (word, word.parse::<f64>()) {
        ("-", _) => Cell::Empty,
        ("true", _) => true.into(),
        ("false", _) => false.into(),
        (_, Ok(number)) => number.into(),
        (text, Err(_)) => text.into(),
    };
    cells.split_whitespace().map(cell).collect()
}

fn rows(lines: &[&str]) -> Vec<Vec<Cell>> {
    lines.iter().map(|line| row(line)).collect()
}

/// A game that is played for stakes.
fn game() -> &'static study::AnyGame {
    study::games().iter().find(|game| game.profile().stake == "stakes").unwrap()
}

fn report(manifest: Value, tables: Vec<Table>) -> Report {
    Report::new(manifest.as_object().cloned().unwrap(), tables)
}

fn of(manifest: Value, tables: Vec<Table>) -> Option<Picture> {
    let game = game().facts();
    Picture::of(&report(manifest, tables), &game, &Subject::default())
}

fn at(value: f64, low: f64, high: f64) -> Option<Point> {
    Some(Point { value, low, high })
}

/// Rows: a name, and a point by kind.
type Rows<'p> = Vec<(&'p str, Vec<Option<Point>>)>;

fn dots(part: &Part) -> (Rows<'_>, Span) {
    let Part::Dots { rows, span, .. } = part else { panic!("{part:?}") };
    (rows.iter().map(|(name, points)| (name.as_str(), points.clone())).collect(), *span)
}

#[test]
fn a_comparison_shows_what_each_is_behind_the_best() {
    let ranking = table(
        "ranking",
        "rank strategy ev ev_low ev_high",
        rows(&["1 a 0.5 0.4 0.6", "2 b 0.4 0.3 0.5", "2 c 0.3 0.2 0.4", "4 wild -9 -9.1 -8.9"]),
    );
    let pairs = table(
        "pairs",
        "a b difference low high",
        rows(&["a b 0.1 0.05 0.15", "a c 0.2 0.1 0.3", "a wild 9.5 9 10", "b c 0.1 -0.1 0.3"]),
    );
    let picture = of(json!({ "confidence": 0.9, "rounds": 500 }), vec![ranking, pairs]).unwrap();
    let (shown, span) = dots(&picture.parts[0]);
    let expected = [
        ("a", vec![Some(Point::known(0.0))]),
        ("b", vec![at(-0.1, -0.15, -0.05)]),
        ("c", vec![at(-0.2, -0.3, -0.1)]),
        ("wild", vec![at(-9.5, -10.0, -9.0)]),
    ];
    assert_eq!(shown, expected);
    assert_eq!(span, Span::Within(-0.3, 0.0), "one that is far off sets no scale");
    let Part::Dots { level: Some(level), x, .. } = &picture.parts[0] else { panic!("a level") };
    assert_eq!(
        (level.name.as_str(), x.as_str()),
        ("EV 0.50 ± 0.10", "EV less that of a, stakes a round")
    );
    assert_eq!(picture.table, "ranking");
}

#[test]
fn only_intervals_that_are_drawn_are_claimed() {
    let seats = |ends: &str| {
        let line = format!("1 x 0.5 {ends}");
        table("seats", "seat strategy ev ev_low ev_high", rows(&[&line]))
    };
    let manifest =
        |rounds: Value| json!({ "command": "simulate", "confidence": 0.9, "rounds": rounds });
    let said = |ends: &str, rounds| of(manifest(rounds), vec![seats(ends)]).unwrap().caption;
    assert_eq!(said("0.4 0.6", json!(9)), "90% intervals · croupier ");
    assert_eq!(said("0.5 0.5", json!(9)), "croupier ");
    let heat = |low: f64| {
        let metric = "players fee metric estimate low high";
        let line = format!("1 0 house-edge 0.5 {low} 0.6");
        let tables = vec![table("sweep", "a", Vec::new()), table("metric", metric, rows(&[&line]))];
        of(json!({ "confidence": 0.9, "rounds": 9 }), tables).unwrap()
    };
    assert_eq!(heat(0.4).caption, "croupier ", "a heat map draws none");
    assert_eq!(heat(-0.1).caption, "90% intervals · croupier ", "but marks those that hold 0");
    let together = json!({ "command": "compare", "confidence": 0.9, "rounds": 9 });
    let ranking = table("ranking", "strategy ev", rows(&["a 1", "b 0"]));
    let pairs = table("pairs", "a b difference low high", rows(&["a b 1 0.5 1.5"]));
    let caption = of(together, vec![ranking, pairs]).unwrap().caption;
    assert_eq!(caption, "90% intervals, which hold together · croupier ");
}

#[test]
fn a_caption_says_what_the_tables_say() {
    let said =
        |text: &str, word: Option<&str>| Said { text: text.into(), word: word.map(str::to_owned) };
    let fact = |what, said| Fact { what, said };
    let subject = Subject {
        title: "Pebbles".into(),
        facts: vec![
            fact("rules", vec![said("default", None), said("fee = 3\u{202e}", None)]),
            fact("seats", vec![said("all seats: a", None)]),
            fact("played", vec![said("9 rounds", None), said("90% intervals", Some("intervals"))]),
            fact("amounts", vec![said("in stakes", None)]),
        ],
    };
    let seats = table("seats", "seat ev", rows(&["1 0.5"]));
    let manifest = json!({ "command": "simulate", "version": "7" });
    let game = game().facts();
    let picture = Picture::of(&report(manifest, vec![seats]), &game, &subject).unwrap();
    assert_eq!(
        picture.caption,
        "rules default, fee = 3\\u{202e} · all seats: a · 9 rounds · croupier 7"
    );
    // Best play does not depend on the strategies of the seats.
    let decisions = table("decisions", "hand action ev loss", rows(&["a b 0 0"]));
    let manifest = json!({ "command": "exact", "version": "7" });
    let picture = Picture::of(&report(manifest, vec![decisions]), &game, &subject).unwrap();
    assert!(!picture.caption.contains("seats"), "{}", picture.caption);
}

#[test]
fn boxes_stand_where_there_are_more_than_five_outcomes() {
    let columns = "seat q0.01 q0.05 q0.25 q0.5 q0.75 q0.95 q0.99 min max";
    let parts = |line: &str| {
        let seats = table("seats", "seat ev", rows(&["1 0.5"]));
        let spread = table("distribution", columns, rows(&[line]));
        let picture = of(json!({ "command": "simulate" }), vec![seats, spread]).unwrap();
        (picture.parts.len(), picture.title)
    };
    let name = game().facts().title;
    assert_eq!(parts("1 -1 -1 -1 0 1 1 2 -2 2"), (1, format!("{name}: EV of each seat")));
    let (drawn, title) = parts("1 -3 -1 -1 0 1 1 2 -3 4");
    assert_eq!((drawn, title.as_str()), (2, &*format!("{name}: EV and nets of each seat")));
}

#[test]
fn a_heat_map_is_held_against_nothing_or_its_first_cell() {
    let level = |metric: &str| {
        let line = |at: &str| format!("1 {at} {metric} 0.25 0.2 0.3");
        let lines = [line("0"), line("9")];
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let metric = table("metric", "players fee metric estimate low high", rows(&lines));
        let picture = of(json!({}), vec![table("sweep", "a", Vec::new()), metric]).unwrap();
        let Part::Heat { level, values, .. } = &picture.parts[0] else { panic!("a heat map") };
        assert_eq!(values, &[vec![at(0.25, 0.2, 0.3)], vec![at(0.25, 0.2, 0.3)]]);
        level.clone()
    };
    assert_eq!(level("house-edge"), Level { name: "0".into(), at: Point::known(0.0) });
    let share = level("event:push");
    assert_eq!(share.name, "0.250 at players = 1, fee = 0");
    assert_eq!(share.at, at(0.25, 0.2, 0.3).unwrap());
}

#[test]
fn rare_counts_set_no_scale_and_how_often_each_is_met_is_shown() {
    let columns = "system true_count shoe frequency ev ev_se";
    let lines = ["s 0 - 0.6 0 0.01", "s 1 - 0.3 0.1 0.01", "s 2 - 0.005 9 5", "s 3 - 0.001 99 9"];
    let bins = table("bins", columns, rows(&lines));
    let tables = vec![table("systems", "system", Vec::new()), bins];
    let picture = of(json!({ "confidence": 0.95 }), tables).unwrap();
    let Part::Curves { shares, span, curves, .. } = &picture.parts[0] else { panic!("curves") };
    assert_eq!(shares, &[(0.0, 0.6), (1.0, 0.3), (2.0, 0.005)]);
    assert_eq!(curves[0].1.len(), 3, "a count that is hardly met is left out");
    let Span::Within(low, high) = span else { panic!("{span:?}") };
    assert!((low + 0.0196).abs() < 1e-3 && (high - 0.1196).abs() < 1e-3, "{low} {high}");
}

#[test]
fn a_ladder_goes_from_the_likely_to_the_rare() {
    let columns = "event probability low high method";
    let lines = [
        "rare 0.001 0.0005 0.002 simulated",
        "never - 0 0.0003 simulated",
        "often 0.5 0.5 0.5 exact",
        "impossible 0 0 0 exact",
        "bounded - 0.1 0.2 exact",
    ];
    let picture = of(json!({}), vec![table("events", columns, rows(&lines))]).unwrap();
    let (shown, span) = dots(&picture.parts[0]);
    let names: Vec<&str> = shown.iter().map(|(name, _)| *name).collect();
    assert_eq!((names, span), (vec!["often", "bounded", "rare", "never"], Span::OneIn));
    assert_eq!(shown[3].1, [at(0.0, 0.0, 0.0003)]);
    assert!(picture.caption.starts_with("1 other cannot happen · "), "{}", picture.caption);
    let many = (0..50).map(|at| row(&format!("e{at} 0.{:02} 0 1 simulated", at + 10))).collect();
    let picture = of(json!({}), vec![table("events", columns, many)]).unwrap();
    assert_eq!(dots(&picture.parts[0]).0.len(), 40);
    assert!(picture.caption.starts_with("the 40 most likely of 50 events · "));
    let never = table("events", columns, rows(&["impossible 0 0 0 exact"]));
    assert_eq!(of(json!({}), vec![never]), None);
}

#[test]
fn a_balance_shows_its_probes_its_target_and_where_it_is_met() {
    let manifest = json!({ "metric": "house-edge", "target": 0.05 });
    let answer =
        table("balance", "field value value_low value_high", rows(&["commission 40 30 50"]));
    let lines = ["100 0.2 0.1 0.3", "0 0 -0.1 0.1", "40 0.05 0 0.1"];
    let probes = table("probes", "value achieved low high", rows(&lines));
    let picture = of(manifest.clone(), vec![answer, probes]).unwrap();
    let Part::Curves { curves, level, answer, x, .. } = &picture.parts[0] else { panic!("curves") };
    let places: Vec<f64> = curves[0].1.iter().map(|(at, _)| *at).collect();
    assert_eq!(places, [0.0, 40.0, 100.0]);
    let target = Level { name: "target 0.05".into(), at: Point::known(0.05) };
    assert_eq!(level.as_ref(), Some(&target));
    let root = answer.as_ref().unwrap();
    assert_eq!(root.name, "commission between 30 and 50");
    assert_eq!((root.at.low, root.at.high), (30.0, 50.0));
    assert!(x.starts_with("commission: "), "{x}");
    // The values of a reading are names.
    let answer =
        table("balance", "field value value_low value_high", rows(&["tie_at_tally push - -"]));
    let probes = table("probes", "value achieved low high", rows(&["push 0 0 0", "match 1 1 1"]));
    let picture = of(manifest, vec![answer, probes]).unwrap();
    let Part::Dots { rows, level, .. } = &picture.parts[0] else { panic!("dots") };
    assert_eq!((rows.len(), level.as_ref()), (2, Some(&target)));
}

fn cells(part: &Part) -> (Vec<String>, Vec<Vec<Option<bool>>>) {
    let Part::Chart { cells, actions, .. } = part else { panic!("{part:?}") };
    let letter =
        |choice: &Option<Choice>| choice.as_ref().map_or('.', |choice| actions[choice.action].0);
    let lines = cells.iter().map(|row| row.iter().map(letter).collect()).collect();
    let close = |choice: &Option<Choice>| choice.as_ref().map(|choice| choice.is_close);
    (lines, cells.iter().map(|row| row.iter().map(close).collect()).collect())
}

#[test]
fn best_play_is_a_chart_of_the_hands_as_dealt() {
    let lines = [
        "1,1 a stay -1 0.5",
        "1,1 a hit -0.5 0",
        "1,1 a split:1 -0.6 0.1",
        "1,1 b stay 0 0",
        "1,1 b hit -0.001 0.001",
        "1,2 a stay 0 0.2",
        "1,2 a split:2 0.2 0",
        "1,2 a split:1 0.19 0.001",
        "1,1,1 a stay 0 0",
    ];
    let decisions = table("decisions", "hand dealer action ev loss", rows(&lines));
    let seats = table("seats", "seat ev", rows(&["1 0.5"]));
    let picture = of(json!({ "command": "exact" }), vec![seats, decisions]).unwrap();
    let (shown, close) = cells(&picture.parts[0]);
    assert_eq!(shown, ["HS", "P."], "each action has a letter of its own");
    assert_eq!(close, [[Some(false), Some(true)], [Some(false), None]]);
    let Part::Chart { x, y, actions, cells, .. } = &picture.parts[0] else { panic!("a chart") };
    let names: Vec<&str> = actions.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!((names, x.0.as_str()), (vec!["stay", "hit", "split"], "dealer"));
    assert_eq!(
        (&x.1[..], &y.1[..]),
        (&["a".into(), "b".into()][..], &["1,1".into(), "1,2".into()][..])
    );
    assert_eq!(cells[0][0].as_ref().unwrap().said, "hit; split:1 costs 0.100");
    assert!(picture.caption.starts_with("hands of 2 cards, as dealt · "), "{}", picture.caption);
    assert_eq!(picture.table, "decisions");
}

#[test]
fn one_hand_is_what_each_choice_is_worth() {
    let of = |lines: &[&str]| {
        let decisions = table("decisions", "hand dealer action ev loss", rows(lines));
        of(json!({ "command": "exact" }), vec![decisions]).unwrap()
    };
    let picture = of(&["1,1 a stay -1 0.5", "1,1 a hit -0.5 0"]);
    let (shown, _) = dots(&picture.parts[0]);
    let value = |value| vec![Some(Point::known(value))];
    assert_eq!(shown, [("hit", value(-0.5)), ("stay", value(-1.0))]);
    assert!(picture.title.ends_with("what each choice is worth with 1,1, dealer a"));
    let picture = of(&["1,1 a stay -1 0.5", "1,1 a hit -0.5 0", "1,1 b hit 0.5 0"]);
    let Part::Dots { rows, kinds, .. } = &picture.parts[0] else { panic!("dots") };
    assert_eq!(kinds, &["hit", "stay"]);
    assert_eq!(rows[1], ("dealer b".into(), vec![Some(Point::known(0.5)), None]));
    assert!(!picture.caption.contains("table"), "{}", picture.caption);
}

/// Of several parts that vary the first is drawn, and the rest is told.
#[test]
fn what_is_not_drawn_of_a_hand_is_told() {
    let mut lines: Vec<String> = Vec::new();
    for (round, top) in [(1, "x"), (1, "y"), (2, "x"), (2, "y")] {
        for (at, action) in ["a", "b", "c", "d", "e", "f", "g"].iter().enumerate() {
            lines.push(format!("1,1 {round} {top} {action} 0 0.{at}"));
        }
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let decisions = table("decisions", "hand round top action ev loss", rows(&lines));
    let picture = of(json!({ "command": "exact" }), vec![decisions]).unwrap();
    assert!(picture.title.ends_with("worth with 1,1, top x"), "{}", picture.title);
    let told = "top x is the first of 2; left out: g; the table has all";
    assert!(picture.caption.starts_with(told), "{}", picture.caption);
    let Part::Dots { rows, kinds, .. } = &picture.parts[0] else { panic!("dots") };
    assert_eq!((rows.len(), kinds.len()), (2, 6));
}

#[test]
fn solved_play_is_a_chart_by_round() {
    let lines = ["2 pair - 1 stand 1", "2 pair - 2 draw 0.5", "3 pair up 1 draw 0.9"];
    let habits = table("chart", "cards hand offer round action share", rows(&lines));
    let decisions = table("decisions", "hand action ev loss", rows(&["a b 0 0"]));
    let picture = of(json!({ "command": "exact" }), vec![decisions, habits]).unwrap();
    let (shown, close) = cells(&picture.parts[0]);
    assert_eq!(shown, ["SD", "D."]);
    assert_eq!(close, [[Some(false), Some(true)], [Some(false), None]]);
    let Part::Chart { y, .. } = &picture.parts[0] else { panic!("a chart") };
    assert_eq!(y.1, ["2 cards, pair", "3 cards, pair, offered up"]);
}

#[test]
fn levers_are_a_tornado_of_the_figures_that_matter_most() {
    let columns = "field rule here value effect_on difference low high changed rounds";
    let line = |field: &str, value: &str, figure: &str, by: &str| {
        [field.into(), "K1".into(), "0".into(), value.into(), Cell::Text(figure.into())]
            .into_iter()
            .chain(row(&format!("{by} 500")))
            .collect()
    };
    let lines = vec![
        line("fee", "\"9\"", "best player", "-0.2 -0.3 -0.1 true"),
        line("cap", "7", "event:push", "0.2 0.1 0.3 true"),
        line("fee", "\"9\"", "player by habit", "-0.3 -0.4 -0.2 true"),
        line("cap", "7", "player by habit", "0.1 - - false"),
        line("fee", "-9", "player by habit", "0.3 0.2 0.4 true"),
        line("cap", "7", "first to act", "0 0 0 false"),
    ];
    let levers = table("levers", columns, lines);
    let verdict = table("verdict", "sentence", Vec::new());
    let picture = of(json!({ "command": "playtest" }), vec![verdict, levers]).unwrap();
    let Part::Tornado { figures, levers } = &picture.parts[0] else { panic!("a tornado") };
    // Nothing is shown to move who acts first.
    let expected =
        ["player by habit, EV in stakes", "best player, EV in stakes", "push, probability"];
    assert_eq!(figures, &expected);
    let fee = Lever {
        field: "fee".into(),
        now: "0".into(),
        steps: vec![
            ("9".into(), vec![at(-0.3, -0.4, -0.2), at(-0.2, -0.3, -0.1), None]),
            ("-9".into(), vec![at(0.3, 0.2, 0.4), None, None]),
        ],
    };
    assert_eq!(levers[0], fee);
    assert_eq!((levers[1].field.as_str(), levers.len()), ("cap", 2));
    assert!(!levers[1].steps[0].1[0].unwrap().is_shown(), "it is drawn pale");
    assert!(picture.caption.starts_with("pale: cannot be told from 0 · "), "{}", picture.caption);
    assert_eq!(picture.table, "levers");
    let none = table("levers", columns, Vec::new());
    let verdict = table("verdict", "sentence", Vec::new());
    assert_eq!(of(json!({ "command": "playtest" }), vec![verdict, none]), None);
}

/// Long lists that differ in one place would all begin alike.
#[test]
fn a_step_of_a_list_is_named_by_its_place() {
    let lever = |now: &str| Lever { field: "copies".into(), now: now.into(), steps: Vec::new() };
    let copies = lever("[4, 4, 3]");
    assert_eq!(copies.step("[4, 4, 2]"), "place 3: 2");
    assert_eq!(copies.step("[5, 4, 2]"), "[5, 4, 2]");
    assert_eq!(copies.step("[4, 4]"), "[4, 4]");
    assert_eq!(copies.step("3"), "3");
    assert_eq!(lever("each_game").step("each_round"), "each_round");
    assert_eq!(lever("[[\"swap\"], [\"sort\"]]").step("[[\"swap\"], []]"), "place 2: []");
}

/// Of a likely event the lower end comes first, of a rare one the number after `1 in` that is lower.
#[test]
fn intervals_of_probabilities_rise() {
    let of = |value: f64, low: f64, high: f64| Span::OneIn.told(&Point { value, low, high });
    assert_eq!(of(0.819, 0.801, 0.836), "81.9% (80.1% to 83.6%)");
    assert_eq!(of(0.001, 0.0005, 0.002), "1 in 1,000 (1 in 500 to 1 in 2,000)");
    assert_eq!(of(0.099, 0.09, 0.12), "1 in 10.1 (1 in 11.1 to 12%)");
}

/// Names of strategies and values come from files and command lines.
#[test]
fn a_name_turns_and_hides_nothing() {
    let evil = "<b>\u{202e}\u{1b}";
    let ranking = table("ranking", "strategy ev", vec![vec![evil.into(), 1.0.into()]]);
    let pairs = table("pairs", "a b difference low high", Vec::new());
    let picture = of(json!({}), vec![ranking, pairs]).unwrap();
    let told = picture.told();
    assert!(!told.contains(['\u{202e}', '\u{1b}']) && told.contains("<b>"), "{told}");
}
