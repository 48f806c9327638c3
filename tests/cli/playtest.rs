//! `croupier playtest`, as a designer types it.

use super::desk::Desk;
use serde_json::Value;

const SHORT: &str = "playtest kinzo --players 2 --set commission=100 --set split=false --rounds 2k";

#[test]
fn the_sentences_come_first_and_everything_is_in_the_files() {
    let desk = Desk::new();
    let ran = desk.run(&format!("{SHORT} --format table --out k.csv"));
    ran.done();
    let first = "Your rules differ from default in 2 of 22 fields: split is false instead of true; \
                 commission is 100 instead of 0.";
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

/// Of the levers, those that are shown to move something stand on the screen; a table that shows a
/// part says how large the whole is.
#[test]
fn levers_that_move_something_are_shown() {
    let desk = Desk::new();
    let ran = desk.run("playtest kinzo --rounds 20k --quiet --format table --out k.csv");
    ran.done();
    let levers = ran.out.split("Levers: each rule one step away").nth(1).unwrap();
    let shown = levers.split("What looks broken").next().unwrap();
    assert!(shown.contains("dealer_stop_values"), "{}", ran.out);
    let all = desk.read("k.levers.csv").lines().count() - 1;
    assert!(shown.replace('\n', " ").contains(&format!("Shown are 6 of {all} rows;")), "{shown}");
    let together = "All of this holds together, with 95% confidence.";
    assert_eq!(ran.out.replace('\n', " ").matches(together).count(), 0, "{}", ran.out);
    let ran = desk.run("playtest kinzo --players 3 --rounds 2k --quiet --format table --out 3.csv");
    assert_eq!(ran.out.replace('\n', " ").matches(together).count(), 1, "{}", ran.out);
}

/// At each lever `solved` would be worked out anew: that takes a long time, and is left out unless
/// there is a long time.
#[test]
fn levers_are_not_pulled_for_players_with_work_to_do_first() {
    let desk = Desk::new();
    let ran = desk.run("playtest sabacc --strategy solved --rounds 200 --out s.csv");
    ran.done();
    // Where it plays as it does here, as with another ante, nothing is worked out.
    let levers = desk.read("s.levers.csv");
    assert!(levers.lines().count() < 10 && !levers.contains("hand_limit"), "{levers}");
    // What they work out once serves the strategies that meet them.
    let skill = desk.read("s.skill.csv");
    assert!(skill.contains("careful(") && skill.contains("random"), "{skill}");
    assert!(
        ran.err.contains(" levers not pulled: ") && ran.err.contains("--time 5m"),
        "{}",
        ran.err
    );
}

/// If random play beats the habit, beating the habit does not show skill.
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
    assert!(bad.contains("The habit is worse than random play, which wins 0."), "{bad}");
    assert!(bad.contains("by habit (hit.toml)") && !bad.contains("Skill shows"), "{bad}");
    assert!(!good.contains("at random"), "{good}");
    // The habit is named as it was asked for, without its default settings.
    assert!(good.contains("by habit (threshold)"), "{good}");
}

/// Each command reproduces the figure that it stands for.
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

/// The effect of a lever is reproduced by its command, whichever player's figure it changes.
#[test]
fn a_lever_is_pulled_again_by_its_command() {
    let desk = Desk::new();
    let json = "--format json --out - --quiet";
    let mut seen = [false; 3];
    for line in [
        "playtest kinzo --set split=false --set dealer_stop_values=[1,2] --rounds 3k",
        "playtest kinzo --players 2 --set split=false --set dealer_stop_values=[1,2] --set bonus.exact-match=1 --rounds 3k",
        "playtest fizzbin --set bonus.redeemed=1 --rounds 100",
    ] {
        let answer = desk.run(&format!("{line} {json}")).json();
        let rows = answer["tables"]["verdict"].as_array().unwrap();
        let said = rows.iter().find(|row| row["section"] == "levers").unwrap();
        let (sentence, figure) =
            (said["sentence"].as_str().unwrap(), said["figure"].as_f64().unwrap());
        let command = said["command"].as_str().unwrap().strip_prefix("croupier ").unwrap();
        let run = |line: &str| desk.run(&format!("{line} {json}")).json();
        let found = if sentence.contains("acting first") {
            seen[0] = true;
            let (without, with) = command.split_once(" && croupier ").unwrap();
            let worth = |line: &str| {
                let answer = run(line);
                let positions = answer["tables"]["positions"].as_array().unwrap().clone();
                let ev = |row: Option<&Value>| row.unwrap()["ev"].as_f64().unwrap();
                ev(positions.first()) - ev(positions.last())
            };
            worth(with) - worth(without)
        } else {
            let best = sentence.contains(", best wins");
            seen[if best { 1 } else { 2 }] = true;
            let answer = run(command);
            let seats = answer["tables"]["sweep"].as_array().unwrap();
            let first = seats.iter().rfind(|row| row["seat"] == 1).unwrap();
            first["vs_first"].as_f64().unwrap()
        };
        assert!((found - figure).abs() < 1e-9, "{found} {figure}: {sentence} {command}");
    }
    assert_eq!(seen, [true; 3]);
}

/// The winnings of the best player at a table are not reported as a loss of the house, and no more
/// rounds are suggested for an effect that is exactly zero.
#[test]
fn what_is_won_from_others_is_not_the_houses() {
    let desk = Desk::new();
    let said = |line: &str| {
        let answer = desk.run(&format!("{line} --format json --out - --quiet")).json();
        let said = answer["verdict"].as_array().unwrap().clone();
        said.iter().map(|one| one.as_str().unwrap().to_owned()).collect::<Vec<_>>().join("\n")
    };
    let casino = said(
        "playtest zinbiddle --rules casino --set pilot_actions=2 --set hands_per_session=20 --rounds 1k",
    );
    assert!(casino.contains("The house takes"), "{casino}");
    assert!(casino.contains("At a table of such players the best player"), "{casino}");
    assert!(!casino.contains("loses") || casino.contains("Even the best"), "{casino}");
    let between =
        "playtest sabacc --players 2 --set bonus.wins-with:yee-haa=1 --set bonus_from=table";
    let nothing = said(&format!("{between} --rounds 3k"));
    assert!(nothing.contains("The house neither took anything"), "{nothing}");
    assert!(!nothing.contains("Whether the house gains"), "{nothing}");
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
    for option in ["--shard 1/2", "--every 1s", "--precision 0.1"] {
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
    // A machine that was busy at the end gets a message to that effect.
    if ran.err.contains("time was too short for") {
        assert!(ran.err.contains(&format!("played {rounds} rounds;")), "{}", ran.err);
        return;
    }
    assert!(ran.err.contains(&format!("the same as --rounds {rounds}")), "{}", ran.err);
    let again = desk.run(&format!("{line} --rounds {rounds} --format json --out - --quiet"));
    assert_eq!(again.out, ran.out);
}
