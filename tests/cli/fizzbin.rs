//! Fizzbin on the command line: every day can be played, and impossible questions are refused in
//! one message.

use super::desk::Desk;
use croupier::framework::GameRules;
use croupier::games::fizzbin::rules::Rules;

/// Runs a command and returns its error message.
#[track_caller]
fn refused(line: &str) -> String {
    let ran = Desk::new().run(line);
    assert_eq!(ran.code, Some(2), "{line}\n{}", ran.err);
    ran.err
}

#[test]
fn every_preset_is_simulated() {
    let desk = Desk::new();
    for preset in Rules::presets() {
        let line = format!(
            "simulate fizzbin --rules {} --strategy hoarder --rounds 20 --quiet --format json --out -",
            preset.name
        );
        let ran = desk.run(&line);
        assert_eq!(ran.code, Some(0), "{line}\n{}", ran.err);
        let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let rate = |table: &str| -> f64 {
            let rows = json["tables"][table].as_array().unwrap();
            rows.iter().filter_map(|row| row["win_rate"].as_f64()).sum()
        };
        for table in ["seats", "positions"] {
            assert!((rate(table) - 1.0).abs() < 1e-9, "{line}: {table}");
        }
        let events = json["tables"]["events"].as_array().unwrap();
        let wins = events
            .iter()
            .filter(|row| row["event"].as_str().unwrap().starts_with("wins-with:hand:"));
        assert_eq!(wins.map(|row| row["count"].as_u64().unwrap()).sum::<u64>(), 20);
    }
}

#[test]
fn what_cannot_be_is_refused_in_one_message() {
    for (line, parts) in [
        ("simulate fizzbin --set day=11", &["day = 11", "1..=10"][..]),
        ("simulate fizzbin --set drella=viod", &["drella", "void | inforce | noscore", "`void`?"]),
        ("simulate fizzbin --players 9 --set decks=1", &["no field `decks`", "`deck`?"]),
        (
            "simulate fizzbin --players 8 --set day=3 --set koiks=0",
            &["players = 8 with 48 cards", "S2"],
        ),
        ("simulate fizzbin --strategy bulider", &["`bulider`", "`builder`?"]),
        ("simulate fizzbin --strategy builder(seventh=maybe)", &["seventh = \"maybe\"", "keep"]),
        ("exact fizzbin", &["possible courses", "at most 20000000", "simulate"]),
        (
            "odds fizzbin --event wins-with:hand:fizzbim",
            &["`wins-with:hand:fizzbin`?", "35 of them"],
        ),
        ("trace fizzbin --session 3 --round 2", &["round"]),
    ] {
        let said = refused(line);
        assert!(said.starts_with("error: ") && !said.contains("panicked"), "{line}\n{said}");
        parts.iter().for_each(|part| assert!(said.contains(part), "{line}\n{said}"));
        assert!(said.len() < 1_500, "{line}: {} letters", said.len());
    }
}

#[test]
fn the_example_of_the_help_is_told_and_a_written_round_replayed() {
    let desk = Desk::new();
    let told = desk.run("trace fizzbin --rules d5-light --seed 3");
    assert_eq!(told.code, Some(0));
    for rule in ["S2", "P1", "P2", "P3", "P4", "P9", "E1", "M2"] {
        assert!(told.out.lines().any(|line| line.trim_start().starts_with(rule)), "{rule}");
    }
    let cards = "3S 5C 5S 6C 6S 8C 8S 9C 9S TC TS 7D 3C JD JH".split(' ');
    let cards: Vec<String> = cards.map(|card| format!("\"{card}\"")).collect();
    let script = format!(
        "cards = [{}]\ndecisions = [\"pass\", \"keep\", \"place JD 1\", \"pass\", \"keep\", \"place JH 2\"]\n",
        cards.join(", ")
    );
    desk.put("round.toml", &script);
    let line = "trace fizzbin --players 2 --set end=cycle --set redeem=off --replay round.toml";
    let replayed = desk.run(line);
    assert_eq!(replayed.code, Some(0), "{}", replayed.err);
    assert!(replayed.out.contains("seat 1 wins the round"), "{}", replayed.out);
    desk.put("round.toml", script.replace("JD 1", "KD 1"));
    let wrong = desk.run(line);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("decision 3 is `place KD 1`, which is not legal"), "{}", wrong.err);
}

/// On Sundays only wins count (M3).
#[test]
fn where_no_money_is_paid_evs_are_said_to_tell_nothing() {
    let desk = Desk::new();
    let none = "No money is paid under these rules";
    for line in [
        "compare fizzbin --rules d1-light --players 2 --strategy magpie --strategy random",
        "playtest fizzbin --rules d1-light --players 2",
    ] {
        let ran = desk.run(&format!("{line} --rounds 200 --out - --format table"));
        assert!(ran.out.contains(none), "{}", ran.out);
        assert!(!ran.out.contains("No two strategies") && !ran.out.contains("Whether it matters"));
    }
    desk.run("league fizzbin --rules d1-light --rounds 10").refused(2, &[none]);
    // A bonus is money.
    let bonus = "compare fizzbin --rules d1-light --players 2 --set bonus.redeemed=1 --rounds 200 \
                 --strategy magpie --strategy random --out - --format table";
    let ran = desk.run(bonus);
    assert!(!ran.out.contains(none), "{}", ran.out);
}

/// The bank gains what kronks cost in most games: it wins those.
#[test]
fn the_bank_wins_what_kronks_cost() {
    let desk = Desk::new();
    let line = "simulate fizzbin --set kronk_payee=bank --players 2 --rounds 500 --out s.csv";
    desk.run(line).done();
    let seats = desk.read("s.csv");
    let house = seats.lines().find(|line| line.starts_with("house,")).unwrap();
    let wins: f64 = house.split(',').nth(8).unwrap().parse().unwrap();
    assert!((0.5..1.0).contains(&wins), "{house}");
}
