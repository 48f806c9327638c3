//! Tables of any game, play at them, and their refusals.
#![allow(dead_code, reason = "each test file uses a part of it")]

use croupier::cards::random::Seed;
use croupier::framework::settings::{Settings, table_of};
use croupier::framework::{Engine, Record, RuleFields, Sink};
use croupier::strategy::{self, Asked};
use std::collections::BTreeSet;

/// The divisor of the rounds of long comparisons: 1 with CROUPIER_TEST_WHOLE in the environment,
/// else 4.
pub fn part() -> u64 {
    if std::env::var_os("CROUPIER_TEST_WHOLE").is_some() { 1 } else { 4 }
}

/// The settings of a text, separated by semicolons. A word without `=` is a preset, and comes
/// first.
fn settings<G: Engine>(set: &str) -> Settings<G::Rules> {
    let mut settings = Settings::default();
    for part in set.split(';').filter(|part| !part.is_empty()) {
        match part.contains('=') {
            true => settings.set(part).unwrap(),
            false => settings = Settings::preset(part).unwrap(),
        }
    }
    settings
}

/// The rules of a text.
#[track_caller]
pub fn rules<G: Engine>(set: &str) -> G::Rules {
    settings::<G>(set).finish().unwrap()
}

/// A table under them.
#[track_caller]
pub fn table<G: Engine>(set: &str) -> G {
    G::new(rules::<G>(set)).unwrap()
}

/// The faults of the rules of a text.
#[track_caller]
pub fn faults<G: Engine>(set: &str) -> String {
    settings::<G>(set).finish().unwrap_err().to_string()
}

/// Plays a written round and returns its steps as text.
#[track_caller]
pub fn plays(game: &impl Engine, script: &str) -> String {
    match game.replay(script) {
        Ok(steps) => steps.iter().map(|step| format!("{} {}\n", step.rule, step.text)).collect(),
        Err(error) => panic!("{error}\n{script}"),
    }
}

/// The traces of the first sessions of seed 5, with one strategy in all seats.
pub fn traces<G: Engine>(game: &G, text: &str, sessions: u64) -> Vec<String> {
    let tell = |session| {
        let mut seats = vec![strategy::seat(game, text).unwrap(); game.players()];
        let (told, _) = game.trace(&mut seats, Seed::new(5), session, None);
        let steps = told.into_iter().flat_map(|(_, steps)| steps);
        steps.map(|step| format!("{} {}\n", step.rule, step.text)).collect()
    };
    (0..sessions).map(tell).collect()
}

/// Checks that the traces of sessions of seed 7 are those in the file
/// `tests/golden/GAME.NAME.seed7.txt`. `CROUPIER_BLESS=1 cargo test` rewrites it after a change of
/// the rules or their wording; review the diff.
pub fn told_as_before<G: Engine>(game: &G, name: &str, set: &str, texts: &[&str]) {
    let player = |text: &str| strategy::seat(game, text).unwrap();
    let seats: Vec<_> = (0..game.players()).map(|i| player(texts[i % texts.len()])).collect();
    let mut text = format!("# {set} | {}\n", texts.join(" | "));
    for session in 0..6 {
        let (told, _) = game.trace(&mut seats.clone(), Seed::new(7), session, None);
        for (round, steps) in told {
            text += &format!("\nsession {session}, round {}\n", round + 1);
            for step in steps {
                text += &format!("{:>4}  {}\n", step.rule, step.text);
            }
        }
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let file = format!("{folder}/{}.{name}.seed7.txt", G::game().name);
    if std::env::var_os("CROUPIER_BLESS").is_some() {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(&file, &text).unwrap();
    }
    let golden = std::fs::read_to_string(&file).unwrap_or_default();
    for (number, (was, is)) in golden.lines().zip(text.lines()).enumerate() {
        assert_eq!(was, is, "{file}, line {}", number + 1);
    }
    assert_eq!(golden.lines().count(), text.lines().count(), "{file}");
}

/// A strategy file of these lines under a heading.
pub fn file<G: Engine>(lines: &str) -> Asked {
    let text = format!("game = \"{}\"\nabout = \"a test\"\n{lines}", G::game().name);
    Asked { written: "test.toml".into(), file: Some(text), memory: None }
}

/// The reason why a strategy cannot be played at a table.
#[track_caller]
pub fn message(game: &impl Engine, asked: Asked) -> String {
    strategy::seat(game, asked).unwrap_err().to_string()
}

/// The nets of every session, in order, for all seats.
#[derive(Default)]
struct Sessions(Vec<Vec<i64>>);

impl Sink for Sessions {
    fn ordered(&self) -> bool {
        true
    }

    fn session(&mut self, record: &Record, times: u64) {
        assert_eq!(times, 1);
        self.0.push(record.seats.iter().map(|seat| seat.net).collect());
    }
}

/// The nets of sessions at a table where seat 1 plays one strategy and the others another.
pub fn sessions<G: Engine>(
    game: &G,
    asked: impl Into<Asked>,
    others: &str,
    count: u64,
) -> Vec<Vec<i64>> {
    let mut players = vec![strategy::seat(game, asked).unwrap()];
    players.resize(game.players(), strategy::seat(game, others).unwrap());
    let mut sink = Sessions::default();
    game.play(&mut players, Seed::new(5), 0..count, &mut sink);
    sink.0
}

/// Checks that rows of a field and one of its values name every field of the rules, and every
/// reading other than the default.
pub fn every_reading_has_a_row<G: Engine>(rows: &[(&str, &str)]) {
    let named: BTreeSet<&str> = rows.iter().map(|(field, _)| *field).collect();
    let fields: BTreeSet<&str> = G::Rules::fields().iter().map(|field| field.name).collect();
    assert_eq!(named, fields);
    let defaults = table_of(&G::Rules::default());
    assert_eq!(defaults.len(), fields.len());
    for field in G::Rules::fields() {
        // Ranges have one reading; named readings are separated by bars.
        for reading in field.allowed.split(" | ").filter(|_| field.allowed.contains(" | ")) {
            let reading = reading.split(' ').next().unwrap();
            let default = defaults[field.name].to_string();
            let listed = rows.iter().any(|(name, value)| {
                *name == field.name && value.trim_matches(['{', ' ']).starts_with(reading)
            });
            assert!(
                listed || default.trim_matches('"') == reading,
                "{} = {reading} has no row",
                field.name
            );
        }
    }
}
