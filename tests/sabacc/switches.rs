//! Every switch of Sabacc has a row here that shows that each of its readings changes play: the
//! traces of some sessions, or of a written game. A switch or a reading without a row fails the
//! test.

use crate::tables;
use croupier::framework::Engine;
use croupier::games::sabacc::Sabacc;

/// A Yee-haa of four cards against a pair of three: the fourth card is one beyond the named ones.
const EXTRA: &str = r#"
cards = [3, 1, 3, 1, 9, -6, -2, 0]
decisions = ["gain", "gain", "gain", "stand", "stand", "stand"]
dice = [[1, 2], [1, 2], [1, 2]]"#;

/// A pair of nines alone against a pair of ones with a third card.
const PAIRS: &str = r#"
cards = [9, 1, -9, 1, 5, -2]
decisions = ["stand", "gain", "stand", "stand", "stand", "stand"]
dice = [[1, 2], [1, 2], [1, 2]]"#;

/// Two pairs of the same value, one alone and one with a third card.
const SAME_PAIRS: &str = r#"
cards = [1, 1, -1, 1, 5, -2]
decisions = ["stand", "gain", "stand", "stand", "stand", "stand"]
dice = [[1, 2], [1, 2], [1, 2]]"#;

/// 0 +1 +2 -3 against a pair.
const ZERO: &str = r#"
cards = [0, 9, 1, -9, 5, 2, -3]
decisions = ["gain", "stand", "gain", "stand", "stand", "stand"]
dice = [[1, 2], [1, 2], [1, 2]]"#;

/// The field, the settings under which its default and the other reading are compared, the other
/// reading, and the players, or a written game.
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("copies", "", "4", "careful"),
    ("copies", "", "[3, 3, 3, 3, 3, 3, 3, 3, 3, 2]", "careful"),
    ("highest", "", "9", "careful"),
    ("highest", "", "12", "careful"),
    ("sylops_in_deck", "", "0", "careful"),
    ("dice_faces", "", "2", "careful"),
    ("players", "", "3", "careful"),
    ("dealer_moves", "", "each_round", "careful"),
    ("game_rounds", "", "4", "careful"),
    ("gain", "", "look_first", "careful"),
    ("gain", "hand_limit=2", "look_first", "random"),
    ("hand_limit", "", "3", "careful"),
    ("ante", "", "5", "stand"),
    ("junk_refund", "", "0.5", "random"),
    ("bonus", "", "{ double = 0.5 }", "careful"),
    ("bonus_from", "players=3;bonus.junked=1", "table", "random"),
    ("extra_cards", "", "examples_only", EXTRA),
    ("extra_cards", "game_rounds=10;players=8", "examples_only", "careful(stand_within=0)"),
    ("precise", "", "after_value", PAIRS),
    ("precise", "", "off", PAIRS),
    ("precise", "", "off", SAME_PAIRS),
    ("precise", "game_rounds=10;players=8", "after_value", "careful(stand_within=0)"),
    ("precise", "game_rounds=10;players=8", "off", "careful(stand_within=0)"),
    ("sylops", "", "in_runs", ZERO),
    ("sylops", "game_rounds=10;players=8", "in_runs", "careful(stand_within=0)"),
];

fn table(set: &str) -> Sabacc {
    tables::table(set)
}

fn traces(game: &Sabacc, text: &str) -> Vec<String> {
    if text.contains("cards = ") {
        return game.replay(text).unwrap().into_iter().map(|step| step.text).collect();
    }
    tables::traces(game, text, 200)
}

#[test]
fn every_reading_changes_play() {
    for (field, base, reading, text) in ROWS {
        let other = format!("{field}={reading}");
        let (plain, changed) = (table(base), table(&format!("{base};{other}")));
        assert!(plain.rules() != changed.rules(), "{other} is what it was");
        assert!(traces(&plain, text) != traces(&changed, text), "{other} changes no trace");
    }
}

/// The two readings of `precise` that are not the default also differ from each other: of pairs of
/// the same value, fewer cards win under the one, and more under the other.
#[test]
fn every_reading_differs_from_every_other() {
    let told = ["first", "after_value", "off"].map(|reading| {
        let game = table(&format!("precise={reading}"));
        [PAIRS, SAME_PAIRS].map(|script| {
            let steps = game.replay(script).unwrap();
            let won = |text: &str| steps.iter().any(|step| step.text.starts_with(text));
            if won("seat 1 takes the pot") { 1 } else { 2 }
        })
    });
    assert_eq!(told, [[1, 1], [2, 1], [2, 2]]);
}

#[test]
fn every_field_and_every_reading_has_a_row() {
    let rows: Vec<(&str, &str)> =
        ROWS.iter().map(|(field, _, reading, _)| (*field, *reading)).collect();
    tables::every_reading_has_a_row::<Sabacc>(&rows);
}
