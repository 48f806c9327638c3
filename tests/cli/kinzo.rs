//! Kinzo's notes beside its figures, from end to end.

use super::desk::Desk;

/// If K11 happens in a notable share of rounds, the figures of such a table come with a warning.
#[test]
fn a_deck_that_runs_out_is_noted_under_every_table() {
    let desk = Desk::new();
    let split = "'threshold(split=true)'";
    for line in [
        format!("simulate kinzo --players 7 --strategy {split} --rounds 500"),
        format!("odds kinzo --players 7 --strategy {split} --rounds 500 --event deck-ran-out"),
        "odds kinzo --set copies_per_value=1".to_owned(),
        "exact kinzo --set copies_per_value=1".to_owned(),
        format!("sweep kinzo --vary players=1,7 --strategy {split} --rounds 300"),
        format!(
            "balance kinzo --solve players=6..7 --target house-edge=0.1 --strategy {split} \
             --rounds 300"
        ),
        format!(
            "compare kinzo --players 7 --strategy threshold --strategy {split} --against {split} \
             --rounds 200"
        ),
    ] {
        let ran = desk.run(&format!("{line} --out -"));
        ran.done();
        assert_eq!(ran.err.matches("note: deck-ran-out in ").count(), 1, "{line}: {}", ran.err);
        assert!(ran.err.contains("no card was left"), "{line}: {}", ran.err);
        let quiet = desk.run(&format!("{line} --out - --quiet"));
        assert_eq!((quiet.out, quiet.err), (ran.out, String::new()), "{line}");
    }
    let swept = "sweep kinzo --vary players=1,7 --strategy 'threshold(split=true)' --rounds 300";
    let ran = desk.run(&format!("{swept} --out -"));
    assert!(ran.err.contains("with players=7 (above 1% in 1 of 2 cases)"), "{}", ran.err);
    // There is no warning if it cannot happen, or hardly ever does.
    for line in ["simulate kinzo --rounds 500", "simulate kinzo --players 3 --rounds 500"] {
        let ran = desk.run(&format!("{line} --out -"));
        ran.done();
        assert!(!ran.err.contains("deck-ran-out"), "{line}: {}", ran.err);
    }
}

#[test]
fn discards_that_come_back_in_a_round_are_noted() {
    let desk = Desk::new();
    for line in [
        "simulate kinzo --players 5 --set shuffle.penetration=0.8 --rounds 500",
        "count kinzo --players 5 --penetration 0.8 --set split=false --rounds 200",
    ] {
        let ran = desk.run(&format!("{line} --out -"));
        ran.done();
        assert!(ran.err.contains("note: reshuffled in "), "{line}: {}", ran.err);
    }
}

/// The field of a bonus is found by `balance`, varied by `sweep`, and printed by `games`.
#[test]
fn bonuses_are_set_solved_varied_and_printed() {
    let desk = Desk::new();
    let found = desk.run(
        "balance kinzo --set split=false --solve bonus.survive=0..1 --target house-edge=0 --out - \
         --format json",
    );
    // The EV is −0.054594, with 0.38009 survivals per round.
    let value = found.json()["tables"]["balance"][0]["value"].as_f64().unwrap();
    assert!((value - 0.054594 / 0.38009).abs() < 2e-3, "{value}");
    let swept = desk
        .run("sweep kinzo --set bonus.split=1 --vary bonus.exact-match=0,1 --rounds 200 --out -");
    swept.done();
    for (words, line) in [
        ("--set bonus.survive=5", "bonus = { survive = 5 }"),
        (
            "--set 'bonus.\"exact-match\"=-0.5' --players 2 --set bonus_from=table",
            "bonus_from = \"table\"",
        ),
        ("--set copies_per_value=[6,6,6,6,5,5]", "copies_per_value = [6, 6, 6, 6, 5, 5]"),
    ] {
        let told = desk.run(&format!("games kinzo {words} --template"));
        told.done();
        assert!(told.out.lines().any(|said| said == line), "{}", told.out);
    }
    desk.run("games kinzo --set bonus.survivs=5").refused(2, &["did you mean `survive`?"]);
}

/// K8, K16: the true count is that before the deal, also once a counted card was taken back from the
/// discard pile.
#[test]
fn a_card_that_is_taken_does_not_change_the_count() {
    let desk = Desk::new();
    desk.put(
        "ones.toml",
        "game = \"kinzo\"\nabout = \"ones\"\ntags = { 1 = 1 }\nbalanced = false\ndivisor = \"none\"\n",
    );
    desk.put(
        "taker.toml",
        "game = \"kinzo\"\nabout = \"takes a one\"\nmemory = \"ones.toml\"\n\
         [[rule]]\nwhen = { cards = 2, top = 1 }\ndo = \"take\"\n\
         [[rule]]\nwhen = { cards = 3, own_1 = \"1..\", count_above = \"1..\" }\ndo = \"hit\"\n\
         [[rule]]\ndo = \"stay\"\n",
    );
    let line = "trace kinzo --strategy taker.toml --set shuffle.penetration=0.75 \
                --set hit_source=deck_or_discard --seed 6 --round 2";
    let ran = desk.run(line);
    ran.done();
    let hits = "takes the 1 off the discard pile: 1,3,5 = 9\n  K7  seat 1 hits";
    assert!(ran.out.contains(hits), "{}", ran.out);
}

/// K8: all see the top of the discard pile, so that a written round names it, and those that come up
/// when it is taken.
#[test]
fn a_discard_pile_is_named_as_far_as_it_is_seen() {
    let desk = Desk::new();
    let table = "trace kinzo --set shuffle.penetration=0.5 --set hit_source=deck_or_discard";
    let round = |gone: &str| {
        let cards = "cards = [3, 5, 3, 2, 6]\ndecisions = [\"take\", \"stay\"]\ndice = [[1, 2]]";
        desk.put("round.toml", format!("{cards}\ngone = {gone}\n"));
        desk.run(&format!("{table} --replay round.toml"))
    };
    for gone in ["[1, \"?\"]", "[\"?\", 1]", "[\"?\"]"] {
        round(gone).refused(2, &["line 4: gone: `?`", "face up", "name the card"]);
    }
    round("[\"?\", 2, 1]").done();
    // However the decision is spelt.
    let spaced =
        desk.read("round.toml").replace("\"take\"", "\" take \"").replace(", 2, 1]", ", 1]");
    desk.put("spaced.toml", spaced);
    desk.run(&format!("{table} --replay spaced.toml")).refused(2, &["line 4: gone: `?`"]);
}
