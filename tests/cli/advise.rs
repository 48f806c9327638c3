//! `advise` from end to end.

use super::desk::Desk;
use serde_json::Value;

const SPLIT: &str = "cards = [3, 5, 3, \"?\"]\n";

fn answer(desk: &Desk, line: &str) -> Value {
    serde_json::from_str(&desk.run(&format!("{line} --format json --out -")).out).unwrap()
}

#[test]
fn advice_has_its_columns_and_says_what_to_do() {
    let desk = Desk::new();
    desk.put("here.toml", SPLIT);
    let line = "advise kinzo --situation here.toml --strategy threshold --rounds 6k";
    let found = answer(&desk, line);
    let rows = found["tables"]["advice"].as_array().unwrap();
    let columns: Vec<&String> = rows[0].as_object().unwrap().keys().collect();
    assert_eq!(columns, ["action", "ev", "se", "low", "high", "loss", "method", "apart"]);
    let mut actions: Vec<&str> = rows.iter().map(|row| row["action"].as_str().unwrap()).collect();
    actions.sort_unstable();
    assert_eq!(actions, ["hit", "split 3", "stay"]);
    let number = |row: &Value, column: &str| row[column].as_f64().unwrap();
    for (place, row) in rows.iter().enumerate() {
        assert_eq!(row["method"], "simulated");
        assert_eq!(row["apart"].is_null(), place == 0, "{row}");
        // The loss of a choice is the difference from the best EV.
        let behind = number(&rows[0], "ev") - number(row, "ev");
        assert!((number(row, "loss") - behind).abs() < 1e-9, "{row}");
        assert!(number(row, "low") < number(row, "ev") && number(row, "ev") < number(row, "high"));
    }
    assert_eq!((&rows[2]["action"], &rows[2]["apart"]), (&"stay".into(), &true.into()));
    let manifest = &found["manifest"];
    assert_eq!((&manifest["command"], &manifest["seat"]), (&"advise".into(), &1.into()));
    assert_eq!(manifest["strategies"][0], "threshold(hit_below=9,split=false)");
    let text = desk.run(&format!("{line} --format table --out -"));
    let verdict = found["verdict"][0].as_str().unwrap();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&text.out).contains(&words(verdict)), "{}", text.out);
    assert!(text.err.contains("seat 1 decides, in "), "{}", text.err);
    // Repeatable; another seed gives another answer.
    assert_eq!(answer(&desk, line), found);
    assert_ne!(answer(&desk, &format!("{line} --seed 2"))["tables"], found["tables"]);
}

#[test]
fn a_hand_is_computed() {
    let desk = Desk::new();
    let found = answer(&desk, "advise kinzo --hand 3,3 --dealer 5");
    let best = &found["tables"]["advice"][0];
    assert_eq!((&best["action"], &best["method"]), (&"hit".into(), &"exact".into()));
    let verdict = found["verdict"][0].as_str().unwrap();
    assert_eq!(verdict, "Best: hit, worth 0.0349 stakes more than split, the next best.");
    // The same situation as a file.
    desk.put("here.toml", SPLIT);
    let written = answer(&desk, "advise kinzo --situation here.toml");
    let row = |found: &Value, place: usize| found["tables"]["advice"][place].clone();
    assert_eq!(
        (row(&written, 0), row(&written, 1)["ev"].clone()),
        (best.clone(), row(&found, 1)["ev"].clone())
    );
    assert_eq!(row(&written, 1)["action"], "split 3");
    desk.put("here.toml", "cards = [3, 5, 3, \"?\", 2]\ndecisions = [\"hit\"]\n");
    let written = answer(&desk, "advise kinzo --situation here.toml --method exact");
    let asked = answer(&desk, "advise kinzo --hand 3,3,2 --dealer 5");
    assert_eq!(row(&written, 0)["ev"], row(&asked, 0)["ev"]);
}

/// Values that differ by rounding alone are equal.
#[test]
fn choices_that_come_to_the_same_are_told_so() {
    let desk = Desk::new();
    let line = "advise kinzo --hand 1,5,6 --dealer 1 --set dealer_limit=3";
    let found = answer(&desk, line);
    let said = found["verdict"][0].as_str().unwrap();
    assert!(said.contains("come") && said.contains("to the same"), "{said}");
}

#[test]
fn a_hand_of_zinbiddle_is_played() {
    let desk = Desk::new();
    let line = "advise zinbiddle --hand '4r 0g 4b 2y' --step 5 --pot 17 --call 4 --rounds 3k";
    let found = answer(&desk, line);
    let rows = found["tables"]["advice"].as_array().unwrap();
    let mut actions: Vec<&str> = rows.iter().map(|row| row["action"].as_str().unwrap()).collect();
    actions.sort_unstable();
    assert_eq!(actions, ["call", "fold", "raise"]);
    let manifest = &found["manifest"];
    let named = ["hand", "step", "pot", "call"].map(|part| manifest[part].as_str().unwrap());
    assert_eq!(named, ["4r 0g 4b 2y", "5", "17", "4"]);
    let err = desk.run(line).err;
    for part in ["--hand assumes: the seat acts last of 3", "at step 5", "no pilot action so far"] {
        assert!(err.contains(part), "{part}: {err}");
    }
}

/// Rows are sorted by EV, the best first; a choice that settles what the seat nets has exact bounds, even
/// if it was dropped, unless the seat may still pay the others' bonuses.
#[test]
fn choices_stand_in_the_order_of_what_they_are_worth() {
    let desk = Desk::new();
    desk.put("s.toml", "cards = [5, \"?\", -3, \"?\", 7]\n");
    for seed in 1..4 {
        let line =
            "advise sabacc --situation s.toml --strategy random --against random --rounds 4k";
        let found = answer(&desk, &format!("{line} --seed {seed}"));
        let rows = found["tables"]["advice"].as_array().unwrap();
        let ev = |row: &Value| row["ev"].as_f64().unwrap();
        assert!(rows.len() > 4 && rows[1..].is_sorted_by(|a, b| ev(a) >= ev(b)), "{rows:?}");
        let junk = rows.iter().find(|row| row["action"] == "junk").unwrap();
        let figures = |junk: &Value| ["ev", "low", "high"].map(|name| junk[name].as_f64().unwrap());
        assert_eq!(figures(junk), [-1.0; 3]);
        let bonus = "--set bonus_from=table --set bonus.shows:pure-sabacc=1";
        let found = answer(&desk, &format!("{line} {bonus} --seed {seed}"));
        let rows = found["tables"]["advice"].as_array().unwrap();
        let [ev, low, high] = figures(rows.iter().find(|row| row["action"] == "junk").unwrap());
        assert!(low < ev && ev < high);
    }
}

/// Choices that made no difference in some worlds are bounded, not the same.
#[test]
fn no_difference_in_few_worlds_is_not_none_at_all() {
    let desk = Desk::new();
    desk.put(
        "look.toml",
        "dealer = 2\ncards = [\"?\", 10, \"?\", 9, 3, 0]\n\
         decisions = [\"stand\", \"stand\", \"stand\", \"stand\", \"stand\", \"gain\"]\n\
         dice = [[1, 2], [1, 2]]\n",
    );
    let said = |rounds: u32| {
        let line = format!(
            "advise sabacc --situation look.toml --set gain=look_first --set dice_faces=20 \
             --against stand --strategy stand --rounds {rounds}"
        );
        answer(&desk, &line)["verdict"][0].as_str().unwrap().to_owned()
    };
    let few = said(20);
    assert!(few.contains("cannot be told apart by so few worlds"), "{few}");
    let more = said(200);
    assert!(more.contains("come to the same in every world played, and are within"), "{more}");
}

/// Figures that are averages over what the seat itself sees say so.
#[test]
fn what_is_written_as_unseen_though_it_is_seen_is_averaged_and_said() {
    let desk = Desk::new();
    desk.put("open.toml", "cards = [3, 5, \"?\", \"?\"]\n");
    desk.put("here.toml", SPLIT);
    let err = |file: &str| {
        let line = format!("advise kinzo --set split=false --situation {file}");
        let ran = desk.run(&format!("{line} --method simulate --rounds 2k --out -"));
        ran.done();
        ran.err
    };
    let note = "some of what it sees is written \"?\": the figures are averages over that";
    assert!(err("open.toml").contains(note) && !err("here.toml").contains(note));
}

#[test]
fn what_is_wrong_with_a_question_is_said() {
    let desk = Desk::new();
    desk.put("here.toml", SPLIT);
    desk.put("twice.toml", "cards = [0, 1, 0,\n 0]\n");
    desk.put("deal.toml", "cards = [5, \"?\", -8, \"?\", 3]\n");
    desk.put("own.toml", "dealer = 2\ncards = [\"?\", \"?\", \"?\", \"?\", 7]\n");
    desk.put("over.toml", "cards = [3, 4, 3, \"?\"]\ndecisions = [\"stay\"]\n");
    let before = desk.left();
    for (line, said) in [
        ("advise kinzo", &["--situation", "--hand"][..]),
        ("advise kinzo --situation here.toml --hand 3,3", &["cannot be used with"]),
        ("advise kinzo --situation here.toml --dealer 5", &["--hand"]),
        ("advise kinzo --situation nowhere.toml", &["nowhere.toml"]),
        ("advise kinzo --situation here.toml --strategy nin", &["no strategy `nin`"]),
        (
            "advise kinzo --situation here.toml --against random",
            &["nobody is there to play random"],
        ),
        ("advise kinzo --situation here.toml --method exact --strategy pairs", &["--strategy"]),
        ("advise sabacc --situation deal.toml --method exact", &["sabacc computes no choices"]),
        (
            "advise sabacc --hand '+5 -3' --round 3 --top 3 --method exact",
            &["sabacc values these choices by playing them out", "leave out --method exact"],
        ),
        ("advise kinzo --hand 3,3 --dealer 5 --rounds 1k", &["--rounds", "--situation"]),
        ("advise kinzo --hand 3,3 --dealer 5 --strategy pairs", &["--strategy"]),
        ("advise kinzo --hand 3,3", &["--dealer"]),
        ("advise kinzo --hand 3,3 --dealer 5 --players 3", &["players=1", "--situation"]),
        (
            "advise sabacc --situation own.toml --rounds 2k",
            &["seat 1 may do", "name its own cards"],
        ),
        ("advise kinzo --situation over.toml", &["before the next decision, if there is one"]),
        ("advise fizzbin --hand 3S", &["--situation"]),
        ("advise fizzbin --hand 3S --rounds 9", &["fizzbin computes no choices with a hand"]),
        ("advise zinbiddle --hand 3r", &["--hand has 1 card"]),
        (
            "advise zinbiddle --hand '4r 4b 4g 4y 3g 3r 2y 2g 1b'",
            &["--hand is an Ion Barrage, which ends the play", "Z16"],
        ),
        ("advise zinbiddle --hand '4r 0g 4b 2y' --pot 14", &["--pot 14", "9 or 15 can"]),
        ("advise zinbiddle --hand '4r 0g 4b 2y' --method exact", &["computes no choices"]),
        (
            "advise sabacc --situation twice.toml",
            &["twice.toml: line 2: cards: card 4", "no 0 left"],
        ),
    ] {
        desk.run(line).refused(2, said);
        assert_eq!(desk.left(), before, "{line}");
    }
}

/// An unseen card is none that is named later in its own shoe, whatever other shoes deal; and a shoe
/// that runs out takes back cards that must be named.
#[test]
fn unseen_cards_leave_those_of_their_own_shoe() {
    let desk = Desk::new();
    desk.put(
        "own.toml",
        "cards = ['1r', '1g', '1b', '1y', '?', '?', '?', '?', '4r', '4g', '4b', '2r', '3r', '3g', '2b', '2y', \
         '4b', '4g', '4y']\ndecisions = ['check', 'check', 'no zinbiddle', 'check', 'check', 'check', \
         'check', 'check', 'check', 'check', 'check', 'check', 'check', 'check', 'check', 'check', 'check', \
         'pass', 'replace T1']\n",
    );
    let table = "--players 2 --set shoes=per_level --set sets=1 --set misfires_per_suit=0 \
                 --set pilot_actions=2";
    for seed in 1..9 {
        let line =
            format!("advise zinbiddle --situation own.toml {table} --rounds 300 --seed {seed}");
        desk.run(&format!("{line} --against random --out - --quiet")).done();
    }
    let checks = "'check', ".repeat(13);
    let whole = "'1r', '1g', '1b', '1y', '2r', '2g', '2b', '2y', '3r', '3g', '3b', '3y', '4r', '4g', '4b', \
                 '4y', '1r', '2r'";
    let decisions = format!(
        "decisions = ['check', 'check', 'no zinbiddle', 'check', 'no zinbiddle', {checks}'pass', 'pass', \
         'check', 'check']\n"
    );
    let gone = "gone = [['?', '?', '?', '?'], [], [], []]\n";
    desk.put("gone.toml", format!("hand = 2\n{gone}cards = [{whole}]\n{decisions}"));
    let line = format!("trace zinbiddle --replay gone.toml {table}");
    desk.run(&format!("{line} --set 'shuffle={{penetration=0.9}}'")).done();
    let gone = format!("gone = [{}'1r']\n", "'?', ".repeat(19));
    let cards = "'1r', '1g', '1b', '1y', '2r', '2g', '2b', '2y', '3r', '3g', '3b', '3y', '4r'";
    desk.put("out.toml", format!("hand = 2\n{gone}cards = [{cards}]\n{decisions}"));
    let line = "trace zinbiddle --replay out.toml --players 2 --set misfires_per_suit=0 \
                --set 'shuffle={penetration=0.99}' --set pilot_actions=2";
    desk.run(line).refused(2, &["line 2: gone: the cards run out", "name each of them"]);
}

/// A vote that the strategy of the others would not cast may be tied: the ruling is written, and the
/// others' actions are left out of account.
#[test]
fn a_tied_vote_that_nobody_would_cast_is_played() {
    let desk = Desk::new();
    desk.put(
        "tie.toml",
        "landru = 1\nday = 2\ncards = ['4D', 'AC', 'KH', '6S', '9D', 'QH', '7S', '5S', '2H', 'AH', '5H', \
         'JS', 'KC']\ndecisions = ['vote 2 light', 'vote 6 light']\n",
    );
    let line = "advise fizzbin --situation tie.toml --set day=4 --set wed_vote=vote --players 2";
    let ran = desk.run(&format!("{line} --rounds 500 --quiet --out - --format json"));
    ran.done();
    assert!(ran.json()["tables"]["advice"].as_array().unwrap().len() > 1, "{}", ran.out);
}

#[test]
fn the_help_says_how_a_situation_is_written() {
    let help = Desk::new().run("advise --help").out;
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "\"?\" stands for anything that the seat has not seen",
        "Every card that is named counts as seen",
        "advise kinzo --players 3 --situation here.toml",
    ] {
        assert!(words.contains(part), "{part}: {help}");
    }
}

/// Who folds is through with the hand, but for a share of the carry: an ante or less is lost, and
/// what the others may still win has no part in it.
#[test]
fn a_choice_that_is_dropped_early_is_worth_what_it_made() {
    let desk = Desk::new();
    let line = "advise zinbiddle --rules casino --hand '4r 4g 0b 4y' --step 3 --call 4";
    for seed in 1..=3 {
        let found = answer(&desk, &format!("{line} --rounds 20k --seed {seed}"));
        let rows = found["tables"]["advice"].as_array().unwrap();
        let fold = rows.iter().find(|row| row["action"] == "fold").unwrap();
        let ev = fold["ev"].as_f64().unwrap();
        assert!((-1.0..1.0).contains(&ev), "{fold}");
        assert!(rows[0]["ev"].as_f64().unwrap() > 20.0, "{}", rows[0]);
    }
}
