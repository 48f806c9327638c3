//! What the program says about itself: rules, words, completions, manuals.

use super::desk::Desk;

const GAMES: [&str; 4] = ["kinzo", "zinbiddle", "sabacc", "fizzbin"];

#[test]
fn the_rulebook_is_printed_as_it_is_carried() {
    let desk = Desk::new();
    for game in GAMES {
        let book = format!("{}/src/games/{game}/RULES.md", env!("CARGO_MANIFEST_DIR"));
        let ran = desk.run(&format!("rules {game}"));
        ran.done();
        assert_eq!(ran.out, std::fs::read_to_string(book).unwrap(), "{game}");
    }
}

#[test]
fn a_rule_is_found_by_the_id_that_tables_name() {
    let desk = Desk::new();
    let told = |line: &str| {
        let ran = desk.run(line);
        ran.done();
        ran.out
    };
    let rule = told("rules kinzo K12");
    assert!(rule.starts_with("- **K12** ") && !rule.contains("**K13**"), "{rule}");
    assert_eq!(rule, told("rules kinzo k12"));
    // The last item before a heading ends there; rows stand under the head of their table.
    assert!(!told("rules kinzo K16").contains('#'));
    let row = told("rules fizzbin C61");
    assert!(row.starts_with("| | combined | what |\n") && row.contains("| C60–C62 |"), "{row}");
    assert_eq!(row.lines().count(), 3, "{row}");
    for game in GAMES {
        let fields = desk.run(&format!("games {game} --format json")).json();
        let rules = fields["tables"]["fields"].as_array().unwrap();
        for id in rules.iter().map(|field| field["rule"].as_str().unwrap()) {
            // `kinds` of fizzbin is of the marks in a table, which are no rule of their own.
            if id != "F" {
                assert!(!told(&format!("rules {game} {id}")).is_empty(), "{game} {id}");
            }
        }
    }
}

#[test]
fn a_rule_that_there_is_not_names_the_nearest() {
    let desk = Desk::new();
    desk.run("rules kinzo K21")
        .refused(2, &["kinzo has no rule `K21`", "did you mean `K1`", "K1 to K16"]);
    desk.run("rules kinso").refused(2, &["no game `kinso` (did you mean `kinzo`?)"]);
}
