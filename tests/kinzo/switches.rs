//! Every switch of Kinzo has a row here that shows the effect of each of its readings: on an exact
//! EV or on the trace of a session. A switch or a reading without a row fails the test.

use crate::tables;

use croupier::cards::random::Seed;
use croupier::framework::Engine;
use croupier::games::kinzo::Kinzo;
use croupier::strategy;
use tables::traces;

/// The way in which a reading makes a difference.
enum Seen {
    /// In the exact EV of a strategy, alone.
    Ev(&'static str),
    /// In the traces of some sessions.
    Trace(&'static str),
}
use Seen::{Ev, Trace};

/// The field, the setting under which its default and the other reading are compared, the other
/// reading, and where the difference shows.
const ROWS: &[(&str, &str, &str, Seen)] = &[
    ("copies_per_value", "", "4", Ev("threshold")),
    ("copies_per_value", "", "[6,6,6,6,5,6]", Ev("threshold")),
    ("players", "", "3", Trace("threshold")),
    ("stake_limit", "", "5", Trace("random")),
    ("first_player", "players=2", "fixed", Trace("threshold")),
    ("hand_limit", "", "8", Ev("threshold(hit_below=12)")),
    ("hit_source", "shuffle.penetration=0.7", "deck_or_discard", Trace("random")),
    ("discard_pile", "shuffle.penetration=0.7;hit_source=deck_or_discard", "all", Trace("random")),
    ("split", "", "false", Ev("threshold(split=true)")),
    ("resplit", "", "true", Trace("random")),
    ("dealer_matches_split", "", "false", Ev("threshold(split=true)")),
    ("dealer_limit", "", "4", Ev("threshold")),
    ("dealer_stop_values", "", "[6]", Ev("threshold")),
    // It changes only which dice are rolled, not the net: a hand above the dealer's total busts at
    // its dice.
    ("bust_above", "", "double", Trace("threshold(hit_below=13)")),
    ("doubled", "", "exactly", Ev("threshold")),
    ("tie_at_tally", "", "match", Ev("threshold")),
    ("tie_at_tally", "", "push", Ev("threshold")),
    ("split_dice", "", "per_player", Ev("threshold(split=true)")),
    ("match_pays", "", "own", Ev("threshold(split=true)")),
    ("match_pays", "players=2", "own", Trace("threshold")),
    ("match_pays", "match_cap=1", "capped", Ev("threshold(split=true)")),
    ("match_cap", "match_pays=capped", "0", Ev("threshold")),
    ("commission", "", "50", Ev("threshold")),
    ("bonus", "", "{ survive = 0.5 }", Ev("threshold")),
    ("bonus_from", "players=3;bonus.survive=0.5", "table", Trace("threshold")),
    ("shuffle", "", "{ penetration = 0.5 }", Trace("threshold")),
];

fn table(set: &str) -> Kinzo {
    tables::table(set)
}

fn seats(game: &Kinzo, text: &str) -> Vec<<Kinzo as Engine>::Player> {
    vec![strategy::seat(game, text).unwrap(); game.players()]
}

fn ev(game: &Kinzo, text: &str) -> f64 {
    game.exact(&mut seats(game, text)).unwrap().seats[0].mean
}

#[test]
fn every_reading_changes_play() {
    for (field, base, reading, seen) in ROWS {
        let other = format!("{field}={reading}");
        let (plain, changed) = (table(base), table(&format!("{base};{other}")));
        match seen {
            Ev(text) => {
                let (a, b) = (ev(&plain, text), ev(&changed, text));
                assert!((a - b).abs() > 1e-3, "{other} leaves the EV of {text} at {a}");
            }
            Trace(text) => {
                let (a, b) = (traces(&plain, text, 40), traces(&changed, text, 40));
                assert!(a != b, "{other} changes no trace");
            }
        }
    }
}

#[test]
fn every_field_and_every_reading_has_a_row() {
    let rows: Vec<(&str, &str)> =
        ROWS.iter().map(|(field, _, reading, _)| (*field, *reading)).collect();
    tables::every_reading_has_a_row::<Kinzo>(&rows);
}

/// K5: under `fixed` seat 1 always acts first although the call rotates.
#[test]
fn rule_k5_the_first_turn_is_the_callers_or_seat_1s() {
    for (setting, first) in [("first_player=caller", "seat 2"), ("first_player=fixed", "seat 1")] {
        let game = table(&format!("players=2;{setting}"));
        let (told, _) = game.trace(&mut seats(&game, "threshold"), Seed::new(1), 1, None);
        let steps = &told[0].1;
        assert!(steps[0].text.starts_with("seat 2 calls"), "{}", steps[0].text);
        assert!(steps[1].text.starts_with(first), "{setting}: {}", steps[1].text);
    }
}
