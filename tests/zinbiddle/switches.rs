//! Every switch of Zinbiddle has a row here that shows that each of its readings changes play: the
//! traces of some sessions, or of a written hand. A switch or a reading without a row fails the
//! test.

use crate::tables;
use croupier::framework::Engine;
use croupier::games::zinbiddle::Zinbiddle;

/// So many Sixes that nearly every pyramid is an Ion Barrage. A random player does not call every
/// natural zinbiddle that begins one.
const IONS: &str = "players=2;sets=1;vermilion_sixes=200";
/// Without misfires nearly every hand comes to quarters.
const QUARTERS: &str = "misfires_per_suit=0;sets=3";

/// Two Ion Barrages, one of them capped by a Six: too rare to wait for at a table.
const TWO_IONS: &str = r#"
cards = ["4r", "4g", "4b", "4y", "4r", "4g", "4b", "4y", "3b", "3r", "3b", "3r", "2y", "2b", "2y",
    "2b", "1g", "V6"]
decisions = ["check", "check", "no zinbiddle", "check", "no zinbiddle", "check", "pass", "pass",
    "check", "check", "check", "check", "pass", "pass", "check", "check", "check", "check", "pass",
    "pass", "check", "check"]"#;

/// Two equal Ion Barrages without a Six.
const EQUAL_IONS: &str = r#"
cards = ["4r", "4g", "4b", "4y", "4r", "4g", "4b", "4y", "3b", "3r", "3b", "3r", "2y", "2b", "2y",
    "2b", "1g", "1g"]
decisions = ["check", "check", "no zinbiddle", "check", "no zinbiddle", "check", "pass", "pass",
    "check", "check", "check", "check", "pass", "pass", "check", "check", "check", "check", "pass",
    "pass", "check", "check"]"#;

/// A single Ion Barrage, capped by a Six.
const ONE_SIX: &str = r#"
cards = ["4r", "4g", "4b", "3y", "4r", "4g", "4b", "4y", "3b", "3r", "3b", "3r", "2y", "2b", "2y",
    "2b", "1g", "V6"]
decisions = ["check", "check", "check", "no zinbiddle", "check", "pass", "pass", "check", "check",
    "check", "check", "pass", "pass", "check", "check", "check", "check", "pass", "pass", "check",
    "check"]"#;

/// The field, the settings under which its default and the other reading are compared, the other
/// reading, and the players, or a written hand.
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("players", "", "2", "regular"),
    ("ante", "", "5", "passive"),
    ("sets", "", "3", "regular"),
    ("misfires_per_suit", "", "2", "regular"),
    ("copies_per_number", "", "[2, 1, 0, 1]", "regular"),
    ("vermilion_sixes", "", "2", "regular"),
    ("shoes", "sets=6", "per_level", "regular"),
    ("replacement_from", "sets=6;shoes=per_level", "current_level", "regular"),
    ("shuffle", "sets=6", "{ penetration = 0.5 }", "regular"),
    ("rake_every", "", "3", "passive"),
    ("rake_from", "rake_every=3", "pot", "passive"),
    ("bet_units", "", "[2, 4, 4, 8, 8, 16, 16, 16, 64]", "regular"),
    ("max_raises", "", "1", "random"),
    ("pilot_actions", "sets=3", "5", "regular"),
    ("price_players", "", "still_in", "regular"),
    ("action_rake", "", "0.1", "regular"),
    (
        "action_kinds",
        "",
        "[[\"replace\"], [\"replace\"], [], [\"replace\", \"resort_line\"]]",
        "regular",
    ),
    ("flank_resort_shows", "", "all_four", "regular"),
    ("replaced_shown", "", "true", "regular"),
    ("tie_counts", QUARTERS, "true", "passive"),
    ("carry_joins", QUARTERS, "bonus", "passive"),
    ("wild_cap_wins", "sets=3;vermilion_sixes=5;misfires_per_suit=0", "all_flanks", "passive"),
    ("wild_cap_wins", "players=2;vermilion_sixes=1", "never", TWO_IONS),
    ("equal_ions", "players=2", "first", EQUAL_IONS),
    ("side_bet", "", "1", "random"),
    ("zinbiddle_pays", "side_bet=1;sets=1;vermilion_sixes=40", "120", "random"),
    ("jackpot_seed", IONS, "100", "random"),
    ("jackpot_share", "players=2;sets=1;vermilion_sixes=200;side_bet=1", "0.1", "random"),
    ("ion_share", "players=2;sets=1;vermilion_sixes=200;jackpot_seed=100", "0.5", "random"),
    ("jackpot_to", "players=2;vermilion_sixes=1;jackpot_seed=100", "beats_another", ONE_SIX),
    ("ion_ends_hand", IONS, "false", "random"),
    ("ion_takes_all", IONS, "false", "random"),
    ("bonus", "", "{ showdown = 1 }", "passive"),
    ("bonus_from", "bonus.showdown=1;bonus.playable=1", "table", "passive"),
    ("hands_per_session", "hands_per_session=10", "7", "passive"),
];

fn table(set: &str) -> Zinbiddle {
    tables::table(set)
}

fn traces(game: &Zinbiddle, text: &str, sessions: u64) -> Vec<String> {
    if text.contains("cards") {
        return game.replay(text).unwrap().into_iter().map(|step| step.text).collect();
    }
    tables::traces(game, text, sessions)
}

#[test]
fn every_reading_changes_play() {
    for (field, base, reading, text) in ROWS {
        let other = format!("{field}={reading}");
        let hands = if *field == "hands_per_session" { "" } else { "hands_per_session=10" };
        let base = format!("{hands};{base}");
        let (plain, changed) = (table(&base), table(&format!("{base};{other}")));
        assert!(plain.rules() != changed.rules(), "{other} is what it was");
        // Most readings show at once, some only after many hands.
        let shows = |sessions| traces(&plain, text, sessions) != traces(&changed, text, sessions);
        assert!([2, 200].into_iter().any(shows), "{other} changes no trace");
    }
}

#[test]
fn every_field_and_every_reading_has_a_row() {
    let rows: Vec<(&str, &str)> =
        ROWS.iter().map(|(field, _, reading, _)| (*field, *reading)).collect();
    tables::every_reading_has_a_row::<Zinbiddle>(&rows);
}
