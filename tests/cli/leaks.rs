//! `leaks` from end to end.

use super::desk::Desk;
use serde_json::Value;

/// A row of a table in JSON, by its columns.
fn rows(found: &Value) -> Vec<Value> {
    found["tables"]["leaks"].as_array().unwrap().clone()
}

#[test]
fn leaks_are_told_the_most_expensive_first() {
    let desk = Desk::new();
    let line = "leaks kinzo --strategy threshold --reference threshold(split=true) --rounds 20k --format json --out -";
    let found: Value = serde_json::from_str(&desk.run(line).out).unwrap();
    let rows = rows(&found);
    assert_eq!(rows.len(), 11);
    let number = |row: &Value, column: &str| row[column].as_f64().unwrap();
    let costs: Vec<f64> = rows.iter().map(|row| number(row, "cost_per_round")).collect();
    assert!(costs[..10].is_sorted_by(|a, b| a >= b), "{costs:?}");
    for row in &rows[..10] {
        let cost = number(row, "cost") * number(row, "frequency");
        assert!((cost - number(row, "cost_per_round")).abs() < 1e-9, "{row}");
        assert!(number(row, "low") < cost && cost < number(row, "high"), "{row}");
        // The two strategies differ only in splits.
        assert!(row["better"].as_str().unwrap().starts_with("split"), "{row}");
    }
    assert_eq!(rows[10]["situation"], "(all others)");
    assert_eq!(rows[10]["low"], Value::Null);
    assert_eq!(found["manifest"]["reference"], "threshold(hit_below=9,split=true)");
    let verdict = found["verdict"].to_string();
    assert!(
        verdict.contains("They differ in") && verdict.contains("compare on the same rounds"),
        "{verdict}"
    );
    // All leaks in one row: the difference that `compare` finds on the same luck.
    let found: Value = serde_json::from_str(&desk.run(&format!("{line} --top 0")).out).unwrap();
    let sum: f64 = costs.iter().sum();
    let all = number(&self::rows(&found)[0], "cost_per_round");
    assert!((all - sum).abs() < 1e-9, "{all} and {sum}");
    let line = "compare kinzo --strategy threshold(split=true) --strategy threshold --rounds 20k --format json --out -";
    let compared: Value = serde_json::from_str(&desk.run(line).out).unwrap();
    let difference = number(&compared["tables"]["pairs"][0], "difference");
    assert!((all - difference).abs() < 1e-9, "{all} and {difference}");
}

/// Where it is open which of two is better, the one ahead is named, whichever it is.
#[test]
fn the_strategy_ahead_is_named() {
    let desk = Desk::new();
    for (strategy, reference) in [("textbook", "two-cards"), ("two-cards", "textbook")] {
        let line = format!("--strategy {strategy} --reference {reference} --rounds 3k --out -");
        let found = desk.run(&format!("leaks kinzo {line} --format json")).json();
        let said = found["verdict"][0].as_str().unwrap();
        assert!(said.contains("cannot be told yet: textbook is ahead by 0.0"), "{said}");
    }
    let line = "leaks kinzo --strategy textbook --reference two-cards --rounds 3 --out -";
    let said = desk.run(&format!("{line} --format json")).json()["verdict"][0].to_string();
    assert!(said.contains("so far they come to the same"), "{said}");
}

/// Of long sessions only some decisions are looked at. What these leave open stands in the last row.
#[test]
fn the_rows_of_long_sessions_add_up_to_the_difference() {
    let desk = Desk::new();
    let table = "--rounds 400 --format json --out -";
    let line = format!("leaks zinbiddle --strategy passive --reference regular {table}");
    let found = desk.run(&line).json();
    let costs = rows(&found).into_iter().map(|row| row["cost_per_round"].as_f64().unwrap());
    let line = format!("compare zinbiddle --strategy regular --strategy passive {table}");
    let compared = desk.run(&line).json();
    let difference = compared["tables"]["pairs"][0]["difference"].as_f64().unwrap();
    let sum: f64 = costs.sum();
    assert!((sum - difference).abs() < 1e-9 * difference.abs(), "{sum} and {difference}");
    let verdict = found["verdict"].to_string();
    assert!(verdict.contains("The row (all others) holds the gap"), "{verdict}");
    let last = rows(&found).pop().unwrap();
    assert_eq!((last["cost"].is_null(), last["frequency"].is_number()), (true, true));
}

/// Two files that win the same, one of them where it acts first and the other where it acts last:
/// which decisions of a session are examined must not depend on its first seat.
#[test]
fn decisions_of_each_place_are_examined_equally_often() {
    let desk = Desk::new();
    let file = |name: &str, rules: &str| {
        let last = "[[bet]]\ndo = \"call\"\n";
        desk.put(name, format!("game = \"zinbiddle\"\nabout = \"{name}\"\n{rules}\n{last}"));
    };
    let bold = |place| format!("[[bet]]\nwhen = {{ round = 1, place = {place} }}\ndo = \"bet\"\n");
    file("first.toml", &bold(1));
    file("last.toml", &bold(2));
    file("timid.toml", "[[bet]]\nwhen = { to_call = \"1..\" }\ndo = \"fold\"\n");
    let line = "leaks zinbiddle --set players=2 --set hands_per_session=16 --strategy first.toml \
                --reference last.toml --against timid.toml --rounds 6400 --format json --out -";
    let found = desk.run(line).json();
    // The last row holds what those examined leave open, and has no cost of its own.
    let rows = rows(&found).into_iter().filter(|row| !row["cost"].is_null());
    let costs: Vec<f64> = rows.map(|row| row["cost_per_round"].as_f64().unwrap()).collect();
    assert!(costs.len() == 2 && costs[0] > 0.2, "{costs:?}");
    assert!((costs[0] + costs[1]).abs() < 0.1 * costs[0], "{costs:?}");
}

/// The intervals of a run that stops at a precision hold at every look.
#[test]
fn intervals_of_a_precision_are_wider() {
    let desk = Desk::new();
    let line = "leaks sabacc --strategy steady --reference careful --format json --out -";
    let looks = desk.run(&format!("{line} --precision 0.02")).json();
    let rounds = looks["manifest"]["rounds"].as_u64().unwrap();
    let fixed = desk.run(&format!("{line} --rounds {rounds}")).json();
    let (looks, fixed) = (rows(&looks), rows(&fixed));
    assert_eq!(looks.len(), fixed.len());
    let mut compared = 0;
    for (row, fixed) in looks.iter().zip(fixed) {
        assert_eq!(row["cost_per_round"], fixed["cost_per_round"]);
        let width = |row: &Value| Some(row["high"].as_f64()? - row["low"].as_f64()?);
        if let Some((looks, fixed)) = width(row).zip(width(&fixed)) {
            assert!(looks > 1.2 * fixed, "{row}: {looks} and {fixed}");
            compared += 1;
        }
    }
    assert!(compared > 1);
}

/// The sentence speaks of no row that the table does not have.
#[test]
fn only_rows_that_are_shown_are_spoken_of() {
    let desk = Desk::new();
    let said = |top: u32| {
        let line = format!("leaks kinzo --strategy pairs --rounds 20k --top {top} --out -");
        desk.run(&format!("{line} --format table")).out
    };
    let three = "; the 3 rows with an interval above 0 are ";
    assert!(said(5).contains("Learn this first: with ") && said(5).contains(three));
    assert!(said(1).contains("; this row is "));
    assert!(said(0).contains("Learn this first: with ") && !said(0).contains(" row"));
}

/// What is first to learn is the first row that is shown to cost something, wherever it stands; and
/// rows that few sessions show are not among the most expensive.
#[test]
fn a_row_below_others_may_be_the_first_to_learn() {
    let desk = Desk::new();
    let line = "leaks kinzo --strategy no-splits --rounds 50k --top 1000 --format json --out -";
    let found = desk.run(line).json();
    let rows = rows(&found);
    let costly = rows.iter().position(|row| row["low"].as_f64().is_some_and(|low| low > 0.0));
    let costly = costly.unwrap();
    let (situation, verdict) = (&rows[costly]["situation"], found["verdict"].to_string());
    let said = format!("Learn this first: with {}, ", situation.as_str().unwrap());
    assert!(costly > 0 && verdict.contains(&said), "{costly}: {verdict}");
    let widest = |row: &Value| row["high"].as_f64().unwrap() - row["low"].as_f64().unwrap();
    assert!(rows[..100].iter().all(|row| widest(row) < 0.05));
}

#[test]
fn what_is_wrong_with_a_search_for_leaks_is_said() {
    let desk = Desk::new();
    let before = desk.left();
    for (line, said) in [
        ("leaks kinzo", &["--strategy"][..]),
        ("leaks kinzo --strategy nin", &["no strategy `nin`"]),
        ("leaks kinzo --strategy pairs --reference nin", &["no strategy `nin`"]),
        ("leaks kinzo --strategy pairs --reference pairs", &["pairs has no leaks against itself"]),
        ("leaks kinzo --strategy pairs --seat 2", &["there is no seat 2", "has one"]),
        ("leaks kinzo --strategy pairs --against random", &["nobody is there", "--players"]),
        ("leaks zinbiddle --strategy passive", &["no best play", "--reference"]),
        ("leaks fizzbin --strategy hoarder", &["no best play", "--reference"]),
        (
            "leaks kinzo --set shuffle.penetration=0.5 --strategy best(play=linear) \
             --reference best(play=linear,error_rate=0.5)",
            &["error_rate"],
        ),
    ] {
        desk.run(line).refused(2, said);
    }
    assert_eq!(desk.left(), before);
}

/// Costs that show in few sessions have bounds about 0 and come after the others; decisions that were
/// never looked at have no cost and come last.
#[test]
fn leaks_that_few_sessions_show_come_last() {
    let desk = Desk::new();
    let line = "leaks zinbiddle --strategy passive --reference regular --rounds 1600 --top 1000";
    let answer = desk.run(&format!("{line} --format json --out -")).json();
    let rows = answer["tables"]["leaks"].as_array().unwrap();
    let (_, rows) = rows.split_last().unwrap();
    let number = |row: &serde_json::Value, column: &str| row[column].as_f64().unwrap();
    let looked_at = rows.iter().take_while(|row| row["cost"].is_number()).count();
    let is_around = |row: &serde_json::Value| number(row, "low") == -number(row, "high");
    let often = rows.iter().take_while(|row| !is_around(row)).count();
    assert!(3 < often && often < looked_at && looked_at < rows.len(), "{often} {looked_at}");
    let costs = |rows: &[serde_json::Value]| {
        rows.is_sorted_by(|a, b| number(a, "cost_per_round") >= number(b, "cost_per_round"))
    };
    assert!(costs(&rows[..often]) && costs(&rows[often..looked_at]));
    assert!(rows[often..].iter().all(is_around));
    assert!(rows[looked_at..].iter().all(|row| row["cost_per_round"].is_null()));
    for row in rows {
        let (low, high) = (number(row, "low"), number(row, "high"));
        let value = row["cost_per_round"].as_f64().unwrap_or_default();
        // No cost is known exactly.
        assert!(low < high && low <= value && value <= high, "{row}");
    }
}
