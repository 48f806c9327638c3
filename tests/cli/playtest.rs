//! `croupier playtest`, as a designer types it.

use super::desk::Desk;

const SHORT: &str = "playtest kinzo --players 2 --set commission=100 --set split=false --rounds 2k";

#[test]
fn the_sentences_come_first_and_everything_is_in_the_files() {
    let desk = Desk::new();
    let ran = desk.run(&format!("{SHORT} --format table --out k.csv"));
    ran.done();
    let first = "Your rules differ from default in 2 of 22 fields: split is false and not true; \
                 commission is 100 and not 0.";
    let lines = ran.out.replace('\n', " ");
    assert!(lines.starts_with(first), "{}", ran.out);
    assert!(ran.out.find("Is it fair?") > ran.out.find("The house takes"), "{}", ran.out);
    assert!(!ran.out.contains("How sure"), "the commands are in the files: {}", ran.out);
    let broken = ran.out.split("What looks broken").nth(1);
    let gone = |broken: &str| broken.contains("cannot happen any more   split");
    assert!(broken.is_some_and(gone), "{}", ran.out);
    let names = ["rules", "fairness", "events", "skill", "levers", "broken", "repeat"];
    for name in names {
        assert!(!desk.read(&format!("k.{name}.csv")).is_empty(), "{name}");
    }
    assert!(desk.read("k.csv").starts_with("section,sentence,figure,low,high,command\n"));
}

/// Where luck does better than the habit, what beats the habit is no skill yet.
#[test]
fn a_habit_that_is_worse_than_luck_is_named() {
    let desk = Desk::new();
    desk.put("base.toml", "players = 2\nsplit = false\n");
    desk.put("hit.toml", "game = 'kinzo'\nabout = 'hits'\n\n[[rule]]\ndo = 'hit'\n");
    let told = |habit: &str| {
        let table = "--players 2 --set split=false --baseline base.toml --rounds 4k --out -";
        desk.run(&format!("playtest kinzo {table} --strategy {habit} --quiet --format table"))
            .out
            .replace('\n', " ")
    };
    let (bad, good) = (told("hit.toml"), told("threshold"));
    assert!(bad.contains("The habit is worse than luck: who plays at random wins 0."), "{bad}");
    assert!(bad.contains("by habit (hit.toml)") && !bad.contains("Skill shows"), "{bad}");
    assert!(!good.contains("at random"), "{good}");
    // As it was asked for, without the settings that it has anyway.
    assert!(good.contains("by habit (threshold)"), "{good}");
}

/// Each command gives the figure that it stands for again.
#[test]
fn the_commands_give_the_figures_again() {
    let desk = Desk::new();
    let answer = desk.run(&format!("{SHORT} --format json --out - --quiet")).json();
    let rows = answer["tables"]["repeat"].as_array().unwrap();
    let command = |what: &str| {
        let row = rows.iter().find(|row| row["what"] == what).unwrap();
        row["command"].as_str().unwrap().strip_prefix("croupier ").unwrap().to_owned()
    };
    let fairness = answer["tables"]["fairness"].as_array().unwrap();
    let seat = fairness.iter().find(|row| row["who"] == "seat 1" && row["play"] == "habit");
    let again =
        |what: &str| desk.run(&format!("{} --format json --out - --quiet", command(what))).json();
    let seats = |what: &str| again(what)["tables"]["seats"][0]["ev"].as_f64();
    assert_eq!(seats("fairness and events here"), seat.unwrap()["ev"].as_f64());
    assert_eq!(seats("fairness and events at the baseline"), seat.unwrap()["baseline"].as_f64());
    let best = fairness.iter().find(|row| row["play"] == "best");
    if let Some(best) = best {
        assert_eq!(seats("the best player here"), best["ev"].as_f64());
    }
    for row in rows {
        let line = row["command"].as_str().unwrap().strip_prefix("croupier ").unwrap();
        desk.run(&format!("{line} --out - --quiet")).done();
    }
}

#[test]
fn what_is_wrong_is_said_before_a_card_is_dealt() {
    let desk = Desk::new();
    desk.run("playtest kinso").refused(2, &["no game `kinso` (did you mean `kinzo`?)"]);
    desk.run("playtest kinzo --baseline defalt").refused(2, &["no preset `defalt`", "`default`"]);
    desk.run("playtest kinzo --baseline gone.toml").refused(2, &["cannot read `gone.toml`"]);
    desk.run("playtest kinzo --set commission=2000").refused(2, &["0..=1000"]);
    desk.put("mine.toml", "comission = 3\n");
    desk.run("playtest kinzo --baseline mine.toml").refused(2, &["mine.toml, line 1"]);
    for option in ["--shard 1/2", "--checkpoint k.state", "--precision 0.1"] {
        let ran = desk.run(&format!("playtest kinzo {option} --rounds 10"));
        assert_eq!(ran.code, Some(2), "{}", ran.err);
    }
    let both = desk.run("playtest kinzo --rounds 10 --time 1s");
    assert_eq!(both.code, Some(2), "{}", both.err);
}

#[test]
fn a_time_says_how_many_rounds_it_came_to() {
    let desk = Desk::new();
    let line = "playtest kinzo --players 2 --set split=false --set commission=30";
    let ran = desk.run(&format!("{line} --time 300ms --format json --out -"));
    ran.done();
    let rounds = ran.json()["manifest"]["rounds"].as_u64().unwrap();
    // A machine that had other things to do at the end says so.
    if ran.err.contains("time was too short for") {
        assert!(ran.err.contains(&format!("played {rounds} rounds;")), "{}", ran.err);
        return;
    }
    assert!(ran.err.contains(&format!("the same as --rounds {rounds}")), "{}", ran.err);
    let again = desk.run(&format!("{line} --rounds {rounds} --format json --out - --quiet"));
    assert_eq!(again.out, ran.out);
}
