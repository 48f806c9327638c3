//! The data of `trace` in every game: each step has an event name and fields, and CSV agrees with
//! JSON.

use super::desk::Desk;
use serde_json::{Map, Value};

/// Tables at which many different things happen, each traced for a few seeds.
const TABLES: &[(&str, &[&str])] = &[
    (
        "kinzo",
        &["", "--players 3 --strategy threshold(split=true)", "--players 2 --strategy random"],
    ),
    ("zinbiddle", &["", "--set sets=3 --players 4 --strategy random"]),
    (
        "sabacc",
        &[
            "--players 3",
            "--players 8 --strategy random --set dice_faces=2 --set game_rounds=5",
            "--strategy random --set gain=look_first --set junk_refund=0.5 --set ante=7",
            // Half of the hands that always stand on a few cards tie.
            "--players 8 --strategy stand --set game_rounds=1",
        ],
    ),
    ("fizzbin", &["", "--players 3 --strategy random --set overtime=2", "--set day=2"]),
];

/// Words of lower case letters and digits with hyphens between.
fn kebab(name: &str) -> bool {
    let sound = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.split('-').all(|word| !word.is_empty() && word.chars().all(sound))
}

/// All numbers under `seat`, `seats` or a key that ends so, at any depth.
fn seats(name: &str, value: &Value, found: &mut Vec<i64>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| seats(name, value, found)),
        Value::Array(values) => values.iter().for_each(|value| seats(name, value, found)),
        Value::Number(number) => {
            let is = |end: &str| name == end || name.ends_with(&format!("_{end}"));
            if is("seat") || is("seats") {
                found.push(number.as_i64().unwrap_or_else(|| panic!("{name} = {number}")));
            }
        }
        _ => {}
    }
}

#[track_caller]
fn sound(row: &Map<String, Value>, players: i64, line: &str) {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let fields = row["fields"].as_object().unwrap_or_else(|| panic!("{line}: {row:?}"));
    assert!(kebab(&text("event")), "{line}: {row:?}");
    assert!(!text("text").is_empty(), "{line}: {row:?}");
    // A step without a rule is a heading.
    assert!(!fields.is_empty() || text("rule").is_empty(), "{line}: {row:?}");
    let snake = |name: &String| kebab(&name.replace('_', "-"));
    assert!(fields.keys().all(snake), "{line}: {row:?}");
    let mut found = Vec::new();
    seats("", &row["fields"], &mut found);
    assert!(found.iter().all(|seat| (1..=players).contains(seat)), "{line}: {row:?}");
}

/// The rows of a CSV text, the column `fields` read as JSON.
fn csv_rows(text: &str) -> Vec<Vec<Value>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["round", "step", "rule", "event", "text", "fields"]);
    let read = |row: csv::StringRecord| {
        let number = |at: usize| Value::from(row[at].parse::<u64>().unwrap());
        let text = |at: usize| Value::from(&row[at]);
        let fields = serde_json::from_str(&row[5]).unwrap();
        vec![number(0), number(1), text(2), text(3), text(4), fields]
    };
    reader.records().map(|row| read(row.unwrap())).collect()
}

#[test]
fn every_step_of_every_game_has_a_kind_and_its_data() {
    let desk = Desk::new();
    let games = desk.run("games --format json").json();
    let games: Vec<&str> = games["tables"]["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["game"].as_str().unwrap())
        .collect();
    assert_eq!(games.len(), TABLES.len());
    for (game, tables) in TABLES {
        assert!(games.contains(game));
        for (seed, table) in (1..=3).flat_map(|seed| tables.iter().map(move |table| (seed, table)))
        {
            let line = format!("trace {game} {table} --seed {seed} --round 1");
            let told = desk.run(&format!("{line} --format json")).json();
            let players = told["manifest"]["rules"]["players"].as_i64().unwrap();
            let rows = told["tables"]["trace"].as_array().unwrap();
            assert!(rows.len() > 4, "{line}");
            rows.iter().for_each(|row| sound(row.as_object().unwrap(), players, &line));
            if seed == 1 {
                let found = desk.run(&format!("{line} --format csv"));
                found.done();
                let row = |row: &Value| row.as_object().unwrap().values().cloned().collect();
                let rows: Vec<Vec<Value>> = rows.iter().map(row).collect();
                assert_eq!(csv_rows(&found.out), rows, "{line}");
            }
        }
    }
}
