//! Strategy files: the effect of each key and each feature, refusals, and the equivalence of a file
//! with the same strategy compiled in.

use crate::tables;

use croupier::framework::Engine;
use croupier::games::kinzo::Kinzo;
use croupier::strategy::{self, Asked, catalogue};
use tables::message;

fn table(set: &str) -> Kinzo {
    tables::table(set)
}

fn file(lines: &str) -> Asked {
    tables::file::<Kinzo>(lines)
}

/// The nets of sessions at a table where seat 1 plays one strategy and the others play at random.
fn sessions(game: &Kinzo, asked: impl Into<Asked>, count: u64) -> Vec<Vec<i64>> {
    tables::sessions(game, asked, "random", count)
}

/// The exact EV of a round, in stakes.
fn ev(set: &str, asked: impl Into<Asked>) -> f64 {
    let game = table(set);
    let mut players = [strategy::seat(&game, asked).unwrap()];
    game.exact(&mut players).unwrap().seats[0].mean / 1000.0
}

const NINE: &str = "hit_below = 9\n";
const CHART: &str = "chart = '''\ntotal 1 2 3 4 5 6\n..8   H H H H H H\n9..   S S S S S S\n'''\n";

#[test]
fn a_file_plays_as_the_same_rule_compiled_in() {
    let rules = "[[rule]]\nwhen = { total = '..8' }\ndo = 'hit'\n[[rule]]\ndo = 'stay'\n";
    let by_cards = "[[chart]]\ncards = 2\nrows = '''\ntotal 1..6\n..8 H\n9.. S\n'''\n\
                    [[chart]]\nrows = '''\ntotal 1..3 4..6\n..8 HH\n9.. SS\n'''\n";
    // Rules that test too much for a dense table: they are played by ranges.
    let mut fine = String::new();
    for pile in (0..1400).step_by(7) {
        fine += &format!(
            "[[rule]]\nwhen = {{ pile = {pile}, unseen = '{}..' }}\ndo = 'take'\n",
            pile + 1
        );
    }
    fine += rules;
    let sets = ["", "split=false;hit_limit=8", "players=3", "players=2;shuffle.penetration=0.7"];
    for set in sets.map(|set| set.replace("hit_limit", "hand_limit")) {
        let game = table(&set);
        let wanted = sessions(&game, "threshold", 20_000);
        for text in [NINE, CHART, rules, by_cards, &fine] {
            assert!(sessions(&game, file(text), 20_000) == wanted, "{set}: {text}");
        }
        let split = sessions(&game, "threshold(split=true)", 20_000);
        for text in ["split = 'always'\n", "split = '''\npair 1..6\n1..6 P\n'''\n"] {
            assert!(
                sessions(&game, file(&format!("{text}{NINE}")), 20_000) == split,
                "{set}: {text}"
            );
        }
        let by_rule = format!("[[rule]]\ndo = 'split'\n{rules}");
        assert!(sessions(&game, file(&by_rule), 20_000) == split, "{set}");
    }
}

#[test]
fn parameters_change_a_file() {
    let nine = sessions(&table(""), "threshold", 5000);
    assert!(sessions(&table(""), "cautious(hit_below=9)", 5000) == nine);
    let split = sessions(&table(""), "threshold(split=true)", 5000);
    assert!(sessions(&table(""), "cautious(hit_below=9,split=always)", 5000) == split);
    let profile = Kinzo::game();
    let label = strategy::parse(&profile, &"cautious( hit_below = 9 )".into()).unwrap().label();
    assert_eq!(label, "cautious(hit_below=9)");
}

/// Each key, and a change of it that must change play.
#[test]
fn every_key_changes_play() {
    let chart = |cards: &str, from: u32| {
        format!("[[chart]]\n{cards}rows = '''\ntotal 1..6\n..{from} H\n{}.. S\n'''\n", from + 1)
    };
    let rule = |when: &str, what: &str| format!("[[rule]]\n{when}do = '{what}'\n");
    let nine = rule("when = { total = '..8' }\n", "hit") + &rule("", "stay");
    let cases = [
        ("hit_below", "", NINE.to_owned(), "hit_below = 8\n".to_owned()),
        ("chart", "", CHART.to_owned(), CHART.replace("..8   H", "..8   S")),
        ("cards", "", chart("cards = 2\n", 8) + &chart("cards = '3..'\n", 9), chart("", 8)),
        ("rows", "", chart("", 8), chart("", 7)),
        ("split", "", NINE.to_owned(), format!("split = 'always'\n{NINE}")),
        (
            "split chart",
            "",
            format!("split = '''\npair 1 2..6\n1..2 P -\n3..6 - -\n'''\n{NINE}"),
            format!("split = '''\npair 1 2..6\n1..2 - P\n3..6 - -\n'''\n{NINE}"),
        ),
        ("when", "", nine.clone(), nine.replace("..8", "..7")),
        ("do", "", nine.clone(), nine.replace("hit", "stay")),
        ("do = split:3", "", rule("", "split:3") + &nine, rule("", "split:4") + &nine),
        (
            "do = take",
            "shuffle.penetration=0.7;hit_source=deck_or_discard;players=2",
            rule("when = { top = 1 }\n", "take") + &nine,
            nine.clone(),
        ),
        ("stake", "stake_limit=5", NINE.to_owned(), format!("stake = 3\n{NINE}")),
        (
            "stake = highest",
            "stake_limit=5",
            format!("stake = 'lowest'\n{NINE}"),
            format!("stake = 'highest'\n{NINE}"),
        ),
        (
            "stake rules",
            "stake_limit=5;shuffle.penetration=0.7",
            format!(
                "{NINE}[[stake]]\nwhen = {{ unseen = '..30' }}\nstake = 5\n[[stake]]\nstake = 1\n"
            ),
            format!(
                "{NINE}[[stake]]\nwhen = {{ unseen = '..20' }}\nstake = 5\n[[stake]]\nstake = 1\n"
            ),
        ),
    ];
    for (key, set, one, other) in cases {
        let game = table(set);
        let (one, other) = (file(&one), file(&other));
        assert!(sessions(&game, one, 3000) != sessions(&game, other, 3000), "{key}");
    }
}

/// Each feature, in a rule that must change play where it applies; a feature without a row here
/// fails.
#[test]
fn every_feature_changes_play() {
    let set = "players=3;stake_limit=3;resplit=true;hit_source=deck_or_discard;\
               shuffle.penetration=0.7";
    let game = table(set);
    let base = "[[rule]]\nwhen = { total = '..6' }\ndo = 'split'\n\
                [[rule]]\nwhen = { total = '..8' }\ndo = 'hit'\n[[rule]]\ndo = 'stay'\n";
    let plain = sessions(&game, file(base), 3000);
    let rows = [
        ("total", "9"),
        ("cards", "3"),
        ("dealer", "5"),
        ("hands", "2"),
        ("playing", "2"),
        ("players", "3"),
        ("place", "2"),
        ("stake", "3"),
        ("rival", "10.."),
        ("top", "5"),
        ("pile", "..15"),
        ("unseen", "..20"),
        ("count_above", "1.."),
        ("count_below", "1.."),
    ];
    let numbered = ["own", "unseen", "share"].iter().flat_map(|name| {
        let range = if *name == "share" {
            "20.."
        } else if *name == "own" {
            "1.."
        } else {
            "..3"
        };
        (1..=6).map(move |card| (format!("{name}_{card}"), range))
    });
    let rows: Vec<(String, &str)> =
        rows.iter().map(|&(name, range)| (name.to_owned(), range)).chain(numbered).collect();
    for feature in (Kinzo::game().features)() {
        let row = rows.iter().find(|(name, _)| name == feature.name);
        let (name, range) = row.unwrap_or_else(|| panic!("no row for {}", feature.name));
        let memory = if name.starts_with("count") { "memory = 'lined'\n" } else { "" };
        let first = format!("{memory}[[rule]]\nwhen = {{ {name} = '{range}' }}\ndo = 'hit'\n");
        let changed = sessions(&game, file(&(first + base)), 3000);
        assert!(changed != plain, "{name} = {range} changes nothing");
    }
    assert_eq!(rows.len(), (Kinzo::game().features)().len());
    // The same before the deal.
    let stake = |when: &str| {
        let rule = format!("[[stake]]\nwhen = {{ {when} }}\nstake = 3\n[[stake]]\nstake = 1\n");
        let memory = if when.starts_with("count") { "memory = 'lined'\n" } else { "" };
        sessions(&game, file(&(memory.to_owned() + base + &rule)), 3000)
    };
    let lowest = sessions(&game, file(base), 3000);
    for feature in croupier::games::kinzo::strategies::files::CALL_FEATURES {
        let (name, range) = rows.iter().find(|(name, _)| name == feature.name).unwrap();
        assert!(stake(&format!("{name} = '{range}'")) != lowest, "{name} changes no stake");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let chart = |rows: &str| format!("chart = '''\n{rows}'''\n");
    let rules = |text: &str| text.replace('|', "\n");
    let cases: &[(String, &[&str])] = &[
        (String::new(), &["line 1", "hit_below, chart, rule"]),
        ("hit_bellow = 9\n".into(), &["line 3: no key `hit_bellow` (did you mean `hit_below`?)"]),
        ("hit_below = -1\n".into(), &["line 3: hit_below = -1", "0..=100"]),
        ("hit_below = 9.5\n".into(), &["hit_below = 9.5"]),
        ("hit_below = 9\nchart = 'x'\n".into(), &["line 4: hit_below and chart", "keep one"]),
        ("hit_below = 9\nsplit = 'now'\n".into(), &["line 4: split = \"now\"", "\"always\""]),
        ("hit_below = 9\nstake = 2\n".into(), &["line 4: stake = 2", "1..=1 (stake_limit, K4)"]),
        ("hit_below = 9\nstake = 0\n".into(), &["stake = 0"]),
        ("hit_below = 9\nstake = 'max'\n".into(), &["stake = \"max\"", "\"highest\""]),
        (chart(""), &["line 3: the chart is empty"]),
        (chart("1 2 3\n..8 H H\n"), &["line 4: `1`: the first line names the columns"]),
        (chart("totl 1..6\n.. H\n"), &["line 4: `totl` (did you mean `total`?): the first line"]),
        (chart("total 1..6\n..8 H\n"), &["line 3: no row covers total = 9"]),
        (chart("total 1..5\n..72 H\n"), &["no row covers", "dealer = 6"]),
        (chart("total 1..6 1..6\n.. H H\n"), &["line 4: column `1..6` comes twice"]),
        (chart("total 1..6 6\n.. H H\n"), &["line 4: columns `1..6` and `6` overlap"]),
        (chart("total 1..7\n.. H\n"), &["line 4: dealer = 1..7 is not allowed: a number 1..=6"]),
        (chart("total 1..6\n..8 H\n8 S\n9.. S\n"), &["line 6: this row can never apply"]),
        (
            chart("total 1..6\n..8 H\n9.. X\n"),
            &["line 6: `X` is no action of this chart; actions are H, S"],
        ),
        (chart("total 1..6\n..8 H H\n9.. S\n"), &["line 5: row `..8` has 2 actions for 1 columns"]),
        (
            chart("total 1..6\n..8 H\n9..80 S\n"),
            &["line 6: total = 9..80 is not allowed", "1..=72"],
        ),
        (chart("total 1..6\n..8 H\n12..9 S\n"), &["upside down"]),
        // Rows on one line, which only escapes can express, and rules on one line.
        ("chart = \"total 1..6\\n..8 H\\n7 S\\n9.. S\"\n".into(), &["line 3: this row can never"]),
        (
            "rule = [{ do = 'hit' }, { do = 'stay' }]\n".into(),
            &["line 3: this rule can never apply"],
        ),
        ("rule = []\n".into(), &["line 3: rule is empty"]),
        ("chart = []\n".into(), &["line 3: chart is empty: give it [[chart]] tables"]),
        ("chart = [3]\n".into(), &["line 3: 3 is no [[chart]] table"]),
        (
            rules("[[rule]]|do = 'hop'|when = { totl = 3 }|"),
            &["line 4: do = \"hop\"", "line 5: no feature `totl`"],
        ),
        ("[chart]\nrows = 'x'\n".into(), &["chart = a table is not allowed", "[[chart]]"]),
        (
            "[[rule]]\nwhen = { \"to\\ntal\" = 3 }\ndo = 'hit'\n".into(),
            &["line 4: no feature `to\\ntal`"],
        ),
        (
            "hit_below = 9\nsplit = '''\npair 1..6\n1..5 P\n'''\n".into(),
            &["line 4: no row covers pair = 6"],
        ),
        (
            rules("[[chart]]|cards = 2|rows = '''|total 1..6|..8 H|9..12 S|'''|"),
            &["line 3: no row covers total = 3, cards = 3"],
        ),
        (
            rules(
                "[[chart]]|cards = 2|rows = '''|total 1..6|13.. H|'''|[[chart]]|rows = '''|total 1..6|.. H|'''|",
            ),
            &["line 7: this row can never apply"],
        ),
        (
            rules("[[chart]]|card = 2|rows = 'x'|"),
            &["line 4: no key `card` (did you mean `cards`?)"],
        ),
        (rules("[[chart]]|cards = 2|"), &["line 3", "needs `rows`"]),
        (rules("[[rule]]|do = 'hop'|"), &["line 4: do = \"hop\" is not allowed: ", "\"split:N\""]),
        (rules("[[rule]]|do = 'hitt'|"), &["line 4: do = \"hitt\"", "(did you mean `hit`?)"]),
        (
            "hit_below = 9\nsplit = 'allways'\n".into(),
            &["line 4: split", "(did you mean `always`?)"],
        ),
        (
            "hit_below = 9\nstake = 'hihgest'\n".into(),
            &["line 4: stake", "did you mean `highest`?"],
        ),
        (rules("[[rule]]|do = 'split:7'|"), &["do = \"split:7\""]),
        (rules("[[rule]]|when = { total = 3 }|"), &["line 3: this rule does nothing"]),
        (rules("[[rule]]|when = 3|do = 'hit'|"), &["line 4: when = 3"]),
        (
            rules("[[rule]]|when = { totl = 3 }|do = 'hit'|"),
            &["line 4: no feature `totl` (did you mean `total`?)", "share_6"],
        ),
        (
            rules("[[rule]]|when = { dealer = '7' }|do = 'hit'|"),
            &["line 4: dealer = \"7\"", "1..=6"],
        ),
        (rules("[[rule]]|when = { dealer = [1] }|do = 'hit'|"), &["dealer = a list"]),
        (rules("[[rule]]|do = 'split'|"), &["line 3: no rule applies where the action of line"]),
        (
            rules("[[rule]]|do = 'stay'|[[rule]]|when = { total = 2 }|do = 'hit'|"),
            &["line 5: this rule can never apply: earlier ones leave nothing for it"],
        ),
        (
            rules("[[rule]]|when = { cards = 2, total = '13..' }|do = 'hit'|[[rule]]|do = 'stay'|"),
            &["line 3: this rule can never apply: no situation meets all of its conditions"],
        ),
        (rules("hit_below = 9|[[stake]]|when = { total = 3 }|stake = 1|"), &["no feature `total`"]),
        (
            rules("hit_below = 9|[[stake]]|when = { unseen = '..9' }|stake = 1|"),
            &["line 4: no stake rule covers"],
        ),
        (
            rules("hit_below = 9|[[stake]]|when = { unseen = '..9' }|"),
            &["line 4: this rule does nothing: give it stake = 1..=1 (stake_limit, K4)"],
        ),
        ("rule = 3\n".into(), &["line 3: rule = 3", "[[rule]]"]),
        ("hit_below = \n".into(), &["not valid TOML", "line 3"]),
    ];
    let game = table("");
    for (text, parts) in cases {
        let found = message(&game, file(text));
        assert!(found.starts_with("test.toml"), "{found}");
        assert!(parts.iter().all(|part| found.contains(part)), "{text}\n{found}\n{parts:?}");
    }
    // All faults at once.
    let many = message(&game, file("x = 1\ny = 2\nhit_below = 'z'\n"));
    assert_eq!(many.lines().count(), 3, "{many}");
    let parameter = message(&game, "cautious(hit_below=300)".into());
    assert!(parameter.contains("hit_below = 300") && parameter.contains("0..=100"), "{parameter}");
    assert!(parameter.starts_with("cautious(hit_below=300): "), "{parameter}");
    assert!(message(&game, "cautious(chart=3)".into()).contains("no parameter `chart`"));
}

/// Lists of rules about splits: those that fit in a dense table must play like the same rules with
/// one more test, which do not.
#[test]
fn tables_play_as_the_rules_that_they_are_made_of() {
    let game = table("");
    let mut state = 12345_u64;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % bound
    };
    for _ in 0..40 {
        let mut lists = [String::new(), String::new()];
        for _ in 0..1 + below(4) {
            let what = match below(8) {
                0..3 => "split".to_owned(),
                _ => format!("split:{}", 1 + below(6)),
            };
            let when = match below(3) {
                0 => format!("cards = {}, ", 2 + below(3)),
                1 => format!("dealer = '..{}', ", 1 + below(6)),
                _ => format!("total = '{}..', ", 2 + below(6)),
            };
            for (list, more) in lists.iter_mut().zip(["", "hands = 1"]) {
                *list += &format!("[[rule]]\nwhen = {{ {when}{more} }}\ndo = '{what}'\n");
            }
        }
        let [table, rules] = lists.map(|list| {
            let all = format!(
                "{list}[[rule]]\nwhen = {{ total = '..8' }}\ndo = 'hit'\n[[rule]]\ndo = 'stay'\n"
            );
            strategy::seat(&game, file(&all)).map(|_| sessions(&game, file(&all), 3000))
        });
        // Both are refused if a rule can never apply.
        assert_eq!(table.is_ok(), rules.is_ok());
        assert!(table.ok() == rules.ok());
    }
    let first = |when: &str| {
        let list = format!(
            "[[rule]]\nwhen = {{ cards = 4{when} }}\ndo = 'split:3'\n\
             [[rule]]\nwhen = {{ cards = 4 }}\ndo = 'split'\n{NINE_RULES}"
        );
        sessions(&game, file(&list), 200_000)
    };
    assert!(first("") == first(", hands = 1"));
}

const NINE_RULES: &str = "[[rule]]\nwhen = { total = '..8' }\ndo = 'hit'\n[[rule]]\ndo = 'stay'\n";

/// The required keys of a file depend on the table that it is played at.
#[test]
fn gaps_are_those_of_the_table() {
    let six = "chart = '''\ntotal 1..6\n..8 H\n9..36 S\n'''\n";
    strategy::seat(&table(""), file(six)).unwrap();
    let found = message(&table("hand_limit=7"), file(six));
    assert!(found.contains("total = 37"), "{found}");
    // A single card is held only after a split.
    let two = "[[chart]]\ncards = '2..'\nrows = '''\ntotal 1..6\n..8 H\n9.. S\n'''\n";
    strategy::seat(&table(""), file(two)).unwrap();
    let split = format!("split = 'always'\n{two}");
    assert!(message(&table(""), file(&split)).contains("cards = 1"));
    strategy::seat(&table("split=false"), file(&split)).unwrap();
    strategy::seat(&table("stake_limit=2"), file("hit_below = 9\nstake = 2\n")).unwrap();
}

/// Each shipped file opens with its idea and its measured EV, which the exact engine confirms; so
/// does its row in the README of the folder.
#[test]
fn shipped_files_say_what_they_are_worth() {
    let readme = include_str!("../../strategies/README.md");
    let mut seen = 0;
    for shipped in catalogue::shipped(&Kinzo::game()) {
        let said = shipped
            .text
            .lines()
            .take_while(|line| line.starts_with('#'))
            .find_map(|line| line.split_once("EV ")?.1.split_whitespace().next())
            .unwrap_or_else(|| panic!("{}: no EV in the opening comment", shipped.name));
        let value: f64 = said.replace('−', "-").parse().unwrap();
        let found = ev("", shipped.name);
        assert!(
            (value - found).abs() <= 0.5e-4 * 1.001,
            "{}: {found} and not {said}",
            shipped.name
        );
        assert!(
            shipped.about(shipped.game).is_ok_and(|about| about.len() < 90),
            "{}",
            shipped.name
        );
        let row = readme.lines().find(|line| line.contains(&format!("`{}`", shipped.name)));
        assert!(
            row.is_some_and(|row| row.contains(said)),
            "{}: no {said} in the README",
            shipped.name
        );
        assert!(Kinzo::game().strategies.iter().all(|native| native.name != shipped.name));
        seen += 1;
    }
    assert!(seen >= 6);
}

#[test]
fn the_readme_names_every_feature() {
    let readme = include_str!("../../strategies/README.md");
    for feature in (Kinzo::game().features)() {
        let family = feature.name.split('_').next().unwrap();
        let named = |name: &str| readme.contains(&format!("`{name}`"));
        assert!(named(feature.name) || named(&format!("{family}_1")), "{}", feature.name);
    }
}
