//! Strategy files for Sabacc: the effect of each key and each feature, refusals, and the
//! equivalence of a file with the same strategy compiled in.

use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::policy::Feature;
use croupier::framework::{Engine, Purpose};
use croupier::games::sabacc::Sabacc;
use croupier::games::sabacc::strategies::file;
use croupier::simulate::{self, Plan, Until};
use croupier::strategy::{self, Asked, catalogue};
use std::sync::atomic::AtomicBool;
use tables::{message, sessions};

fn table(set: &str) -> Sabacc {
    tables::table(set)
}

fn file(lines: &str) -> Asked {
    tables::file::<Sabacc>(lines)
}

fn rule(list: &str, when: &str, what: &str) -> String {
    format!("[[{list}]]\nwhen = {{ {when} }}\ndo = '{what}'\n")
}

/// The turns of a plain player.
fn turns() -> String {
    rule("rule", "distance = '..1'", "stand")
        + &rule("rule", "swap = '..1'", "swap")
        + &rule("rule", "", "gain")
        + &rule("rule", "", "exchange")
}

/// The rules for cards that are looked at.
fn looks() -> String {
    rule("look", "kept = '..3'", "keep") + &rule("look", "", "throw")
}

#[test]
fn a_file_plays_as_careful_compiled_in() {
    for set in [
        "",
        "players=8;hand_limit=3",
        "players=4;hand_limit=2;game_rounds=5",
        "gain=look_first",
        "gain=look_first;hand_limit=2;players=3",
        "gain=look_first;hand_limit=3;game_rounds=10",
        "dealer_moves=each_round;dice_faces=2;players=5;extra_cards=examples_only",
        "junk_refund=0.5;precise=off;game_rounds=1;sylops=in_runs",
    ] {
        let game = table(set);
        for within in [0, 1, 3, 20, 48] {
            let native = format!("careful(stand_within={within})");
            for others in ["random", "careful"] {
                let wanted = sessions(&game, native.as_str(), others, 1500);
                for text in [format!("{within}"), format!("[{within}]")] {
                    let text = format!("stand_within = {text}\n");
                    let found = sessions(&game, file(&text), others, 1500);
                    assert!(found == wanted, "{set}: {native} among {others}");
                }
            }
        }
    }
}

#[test]
fn parameters_change_a_file() {
    let game = table("players=3");
    let asked = |text: &str, arguments: &str| {
        let asked = Asked { written: format!("test.toml{arguments}"), ..file(text) };
        sessions(&game, asked, "careful", 600)
    };
    let one = "stand_within = 1\n";
    assert!(asked(one, "") == sessions(&game, "careful", "careful", 600));
    assert!(asked(one, "(stand_within=5)") != asked(one, ""));
    assert!(asked(one, "(stand_within=5)") == asked("stand_within = 5\n", ""));
    assert!(asked("stand_within = [0, 5]\n", "(stand_within=1)") == asked(one, ""));
    assert!(asked(one, "(stand_within=[0, 5])") == asked("stand_within = [0, 5]\n", ""));
}

/// Each key and each action, and a change of it that must change play.
#[test]
fn every_key_and_action_changes_play() {
    let far = |what: &str| rule("rule", "distance = '4..'", what) + &turns();
    let with = |looks: &str| turns() + looks;
    let look = "gain=look_first";
    let number = "stand_within = 2\n".to_owned();
    let cases = [
        ("stand_within", "", number.clone(), "stand_within = 3\n".to_owned()),
        ("a list", "", number.clone(), "stand_within = [0, 2]\n".to_owned()),
        ("its last", "", "stand_within = [0, 2]\n".into(), "stand_within = [0, 2, 0]\n".into()),
        ("rule", "", turns(), number),
        ("when", "", turns(), turns().replace("distance = '..1'", "distance = '..2'")),
        ("do", "", turns(), turns().replace("'swap'", "'swap-best'")),
        ("look", look, with(""), with(&looks())),
        ("stand", "", far("stand"), turns()),
        ("gain", "", far("gain"), far("exchange")),
        ("exchange", "", far("exchange"), far("swap")),
        ("swap", "", far("swap"), far("swap-best")),
        ("swap-best", "", far("swap-best"), turns()),
        ("junk", "", far("junk"), far("stand")),
        ("keep", look, with(&rule("look", "", "keep")), with("")),
        ("throw", look, with(&rule("look", "", "throw")), with("")),
    ];
    for (key, set, one, other) in cases {
        let game = table(&format!("players=3;{set}"));
        let one = sessions(&game, file(&one), "careful", 500);
        assert!(one != sessions(&game, file(&other), "careful", 500), "{key}");
    }
    // If no card is looked at, the rules for them do not matter.
    let plain = sessions(&table(""), file(&turns()), "careful", 500);
    assert!(plain == sessions(&table(""), file(&with(&looks())), "careful", 500));
}

/// A swap gives the card that brings the total nearest to zero, `swap-best` the one that makes the
/// highest hand, and an exchange the one that leaves the total nearest to zero.
#[test]
fn actions_are_what_the_readme_says() {
    // Only pairs with the pile: a pair that is shown was made by `swap-best`, or dealt.
    let best = rule("rule", "name = '..11'", "stand")
        + &rule("rule", "swap_name = '..11'", "swap-best")
        + &rule("rule", "", "stand");
    let nearest = best.replace("swap-best", "swap");
    let game = table("");
    let wins = |text: &str| {
        let net: i64 = sessions(&game, file(text), "careful", 4000).iter().map(|net| net[0]).sum();
        net
    };
    assert!(wins(&best) >= wins(&nearest), "{} {}", wins(&best), wins(&nearest));
    assert!(wins(&best) > wins(&rule("rule", "", "stand")));
    // Junking loses the ante, less the refund.
    for (set, net) in [("", -1000), ("junk_refund=0.25", -750)] {
        let found = sessions(&table(set), file(&rule("rule", "", "junk")), "careful", 50);
        assert!(found.iter().all(|nets| *nets == [net, -net]), "{set}");
    }
    // Gains end at the hand limit, and then the next rule applies.
    let gains = rule("rule", "", "gain") + &rule("rule", "", "stand");
    let game = table("hand_limit=3;game_rounds=4");
    let first = rule("rule", "cards = 2", "gain") + &rule("rule", "", "stand");
    assert!(
        sessions(&game, file(&gains), "careful", 500)
            == sessions(&game, file(&first), "careful", 500)
    );
}

/// Each feature, in a rule that must change play where it applies; a feature without a row here
/// fails.
#[test]
fn every_feature_changes_play() {
    let turn = [
        ("distance", "1"),
        ("positive", "1"),
        ("name", "12"),
        ("cards", "3"),
        ("round", "2"),
        ("turns", "1"),
        ("top", "5"),
        ("swap", "1"),
        ("swap_positive", "1"),
        ("swap_name", "11"),
        ("left", "..3"),
        ("players", "3"),
        ("rivals", "1"),
        ("place", "2"),
        ("fewest", "2"),
        ("pile", "..50"),
        ("stood", "1"),
        ("drew", "2"),
        ("took", "1"),
    ];
    let look = [
        ("distance", "4..8"),
        ("positive", "1"),
        ("name", "13"),
        ("cards", "3"),
        ("round", "2"),
        ("turns", "1"),
        ("kept", "4..6"),
        ("kept_name", "12"),
    ];
    let lists = [
        ("rule", file::TURN_FEATURES, &turn[..], "exchange"),
        ("look", file::LOOK_FEATURES, &look[..], "keep"),
    ];
    let game = table("players=3;gain=look_first");
    // Random players junk, so that `rivals` and `fewest` vary.
    let play = |text: &str| sessions(&game, file(text), "random", 800);
    let plain = play(&(turns() + &looks()));
    for (list, features, rows, what) in lists {
        let names = |feature: &Feature| feature.name;
        assert_eq!(
            features.iter().map(names).collect::<Vec<_>>(),
            rows.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            "a row for each feature of {list}"
        );
        for (name, range) in rows {
            // All cards that the plain rules throw have names other than zero.
            let what = if *name == "kept_name" { "throw" } else { what };
            let first = rule(list, &format!("{name} = '{range}'"), what);
            let text = match list {
                "look" => turns() + &first + &looks(),
                _ => first + &turns() + &looks(),
            };
            let one = strategy::seat(&game, file(&text));
            assert!(one.is_ok(), "{text}{}", one.unwrap_err());
            assert!(play(&text) != plain, "{list}: {name} = {range} changes nothing");
        }
    }
    // Each feature belongs to a list.
    for feature in file::FEATURES {
        let known = lists.iter().any(|(_, features, ..)| features.contains(feature));
        assert!(known, "{}", feature.name);
    }
}

/// Features that limit each other do not make a file of a few rules too entangled to check.
#[test]
fn a_few_rules_on_many_features_are_no_knot() {
    let rules = [
        ("swap = 0", "swap-best"),
        ("distance = \"..2\"", "stand"),
        ("players = \"4..\", place = 4", "stand"),
        ("swap = \"..3\", swap_positive = 1, name = 13", "swap"),
    ];
    let rules = rules.map(|(when, what)| rule("rule", when, what)).concat();
    let text = format!("{rules}{}", rule("rule", "", "exchange"));
    strategy::seat(&table("players=4"), file(&text)).unwrap();
}

/// Of many rules on many features that is said soon, not after minutes.
#[test]
fn many_rules_on_many_features_are_a_knot() {
    let mut luck = Seed::new(1).round(0, 0).stream(Purpose::Deal);
    let ranges = [
        ("distance", 0, 40),
        ("swap", 0, 40),
        ("left", 0, 40),
        ("pile", 0, 60),
        ("top", 0, 10),
        ("cards", 2, 5),
        ("fewest", 2, 5),
        ("stood", 0, 7),
    ];
    let rules = (0..900).map(|number| {
        let when = ranges.map(|(name, low, high)| {
            let from = low + luck.below((high - low) / 2 + 1);
            format!("{name} = \"{from}..{}\"", from + (high - low) / 2)
        });
        rule("rule", &when.join(", "), if number % 2 == 0 { "gain" } else { "stand" })
    });
    let text = format!("{}{}", rules.collect::<String>(), rule("rule", "", "stand"));
    let error = strategy::seat(&table(""), file(&text)).unwrap_err().to_string();
    assert!(error.contains("test too many features in too many ways"), "{error}");
}

/// An impossible action becomes another one, and never an illegal decision: the engine checks each.
#[test]
fn whatever_a_rule_says_is_legal() {
    for set in [
        "",
        "players=8;hand_limit=2;game_rounds=10",
        "gain=look_first;hand_limit=2;players=5",
        "gain=look_first;players=8;game_rounds=10;dice_faces=1",
        "dealer_moves=each_round;hand_limit=4;game_rounds=9;junk_refund=1",
    ] {
        let game = table(set);
        for what in ["stand", "gain", "exchange", "swap", "swap-best", "junk"] {
            for look in ["keep", "throw"] {
                let first = rule("rule", "pile = '3..'", what) + &rule("rule", "", "stand");
                let text = first + &rule("look", "", look);
                sessions(&game, file(&text), "random", 40);
            }
        }
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let rules = |text: &str| text.replace('|', "\n");
    let stand = "[[rule]]|do = 'stand'|";
    let within = "a distance 0..=75, or a list of 1 to 10";
    let cases: &[(String, &[&str])] = &[
        (String::new(), &["line 1", "no play in it", "stand_within, rule"]),
        (looks(), &["line 1", "no play in it"]),
        (
            "stand_withn = 1\n".into(),
            &["line 3: no key `stand_withn` (did you mean `stand_within`?)", "rule", "look"],
        ),
        (rules(&format!("stand_within = 1|{stand}")), &["line 4: stand_within and rule both"]),
        ("stand_within = 76\n".into(), &["line 3: stand_within = 76 is not allowed", within]),
        ("stand_within = -1\n".into(), &["line 3: stand_within = -1", within]),
        (
            "stand_within = [0,\n1, 200]\n".into(),
            &["line 4: stand_within = […200…] is not allowed", within],
        ),
        ("stand_within = 'near'\n".into(), &["line 3: stand_within = \"near\"", within]),
        ("stand_within = 1.5\n".into(), &["line 3: stand_within = 1.5", within]),
        ("stand_within = true\n".into(), &["line 3: stand_within = true", within]),
        (
            "stand_within = []\n".into(),
            &["line 3: stand_within = an empty list is not allowed", within],
        ),
        (
            "stand_within = [1, 'x']\n".into(),
            &["line 3: stand_within = […\"x\"…] is not allowed", within],
        ),
        (
            "stand_within = [1, 76]\n".into(),
            &["line 3: stand_within = […76…] is not allowed", within],
        ),
        (
            "stand_within = [[1]]\n".into(),
            &["line 3: stand_within = […a list…] is not allowed", within],
        ),
        (format!("stand_within = [{}0]\n", "1, ".repeat(10)), &["line 3: stand_within", within]),
        ("rule = 3\n".into(), &["line 3: rule = 3", "[[rule]]"]),
        ("rule = []\n".into(), &["line 3: rule is empty"]),
        (
            rules("[[rule]]|do = 'fold'|"),
            &["line 4: do = \"fold\"", "stand, gain, exchange, swap, swap-best, junk"],
        ),
        (rules("[[rule]]|do = 'swap 4'|"), &["line 4: do = \"swap 4\""]),
        (rules("[[rule]]|when = { round = 1 }|"), &["line 3: this rule does nothing"]),
        (rules("[[rule]]|then = 3|do = 'stand'|"), &["line 4: no key `then`"]),
        (
            rules("[[rule]]|when = { distnce = 3 }|do = 'stand'|"),
            &["line 4: no feature `distnce` (did you mean `distance`?)", "swap_name"],
        ),
        (
            rules("[[rule]]|when = { distance = '76..' }|do = 'stand'|"),
            &["line 4: distance = \"76..\"", "0..=75"],
        ),
        (rules("[[rule]]|when = { round = '3..2' }|do = 'stand'|"), &["line 4", "upside down"]),
        (rules("[[rule]]|when = { kept = 3 }|do = 'stand'|"), &["line 4: no feature `kept`"]),
        (
            rules("[[rule]]|when = { distance = '..3' }|do = 'stand'|"),
            &["line 3: no rule covers distance = 4"],
        ),
        // A gain may be impossible, so it leaves its situations to later rules.
        (rules("[[rule]]|do = 'gain'|"), &["line 3: no rule applies"]),
        (
            rules(&format!("{stand}[[rule]]|when = {{ round = 2 }}|do = 'junk'|")),
            &["line 5: this rule can never apply"],
        ),
        (
            rules(&format!("[[rule]]|when = {{ distance = 0, name = 13 }}|do = 'junk'|{stand}")),
            &["line 3: this rule can never apply"],
        ),
        (
            rules(&format!("{stand}[[look]]|when = {{ swap = 3 }}|do = 'keep'|")),
            &["line 6: no feature `swap`", "kept"],
        ),
        (
            rules(&format!("{stand}[[look]]|do = 'swap'|")),
            &["line 6: do = \"swap\"", "keep or throw"],
        ),
        (
            rules(&format!("{stand}[[look]]|when = {{ kept = '..3' }}|do = 'keep'|")),
            &["line 5: no look rule covers kept = 4"],
        ),
        (
            rules(&format!("{stand}[[look]]|do = 'keep'|[[look]]|do = 'throw'|")),
            &["line 7: this look rule can never apply"],
        ),
        (rules("[[rule]]|do = |"), &["not valid TOML", "line 4"]),
    ];
    let game = table("");
    for (text, parts) in cases {
        let found = message(&game, file(text));
        assert!(found.starts_with("test.toml"), "{found}");
        assert!(parts.iter().all(|part| found.contains(part)), "{text}\n{found}\n{parts:?}");
    }
    // All faults at once.
    let many = message(&game, file("x = 1\ny = 2\nstand_within = 'z'\n"));
    assert_eq!(many.lines().count(), 3, "{many}");
    let other = Asked { file: Some("game = 'kinzo'\nabout = 'x'\n".into()), ..file("") };
    assert!(message(&game, other).contains("a file for another game, not sabacc"));
    assert!(message(&game, "steady(stand_within=76)".into()).contains("stand_within = 76"));
    assert!(message(&game, "steady(stand_within=[3, 76])".into()).contains("[…76…]"));
    assert!(message(&game, "steady(rule=3)".into()).contains("no parameter `rule`"));
    assert!(message(&game, "textbook(stand_within=1)".into()).contains("keep one"));
}

/// The required keys of a file depend on the table that it is played at.
#[test]
fn gaps_are_those_of_the_table() {
    let text = rule("rule", "round = '..3', players = '..3', cards = '..4'", "stand");
    strategy::seat(&table(""), file(&text)).unwrap();
    strategy::seat(&table("players=3"), file(&text)).unwrap();
    assert!(message(&table("game_rounds=4"), file(&text)).contains("round = 4"));
    assert!(message(&table("players=4"), file(&text)).contains("players = 4"));
    let few = rule("rule", "cards = '..2'", "stand");
    strategy::seat(&table("hand_limit=2"), file(&few)).unwrap();
    assert!(message(&table("hand_limit=3"), file(&few)).contains("cards = 3"));
}

/// The EV of seat 1 against `careful`, in antes per game.
fn ev(set: &str, strategy: &str) -> f64 {
    let game = table(set);
    let player = |text: &str| strategy::seat(&game, text).unwrap();
    let players = vec![player(strategy), player("careful")];
    let stop = AtomicBool::new(false);
    let plan = Plan {
        seed: 31,
        until: Until::Rounds(200_000),
        confidence: 0.95,
        stop: &stop,
        journal: None,
    };
    let tally = simulate::run(&game, &players, plan, &|_| {}).tally;
    tally.seats()[0].net.ratio().unwrap() / Sabacc::game().scale()
}

/// The first number of a text after some words.
#[track_caller]
fn number(text: &str, after: &str) -> f64 {
    let (_, rest) = text.split_once(after).unwrap_or_else(|| panic!("no `{after}` in {text}"));
    let rest = rest.replace('−', "-");
    let end = rest.find(|c: char| !matches!(c, '+' | '-' | '.' | '0'..='9')).unwrap_or(rest.len());
    rest[..end].parse().unwrap_or_else(|_| panic!("no number after `{after}` in {text}"))
}

/// Each shipped file is valid at any table, opens with its idea, and has the EV that the README
/// gives, in its order.
#[test]
fn shipped_files_are_sound_and_worth_what_is_said() {
    let readme = include_str!("../../strategies/README.md");
    let section = readme.split("\n## ").find(|part| part.starts_with("Corellian")).unwrap();
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    // The standard errors are 0.0022 here and 0.001 there.
    let near = 0.012;
    let mut listed = Vec::new();
    for shipped in catalogue::shipped(&Sabacc::game()) {
        let name = shipped.name;
        for players in [2, 3, 8] {
            for gain in ["keep_or_exchange", "look_first"] {
                for rounds in ["game_rounds=1", "game_rounds=10;hand_limit=3", "hand_limit=5"] {
                    let game = table(&format!("players={players};gain={gain};{rounds}"));
                    sessions(&game, name, "random", 5);
                }
            }
        }
        assert!(shipped.text.starts_with("# "), "{name}");
        assert!(shipped.about(shipped.game).is_ok_and(|about| about.len() < 90), "{name}");
        assert!(Sabacc::game().strategies.iter().all(|native| native.name != name));
        let place = rows.iter().position(|row| row.starts_with(&format!("| `{name}`")));
        let place = place.unwrap_or_else(|| panic!("{name} is not in the README"));
        let row = rows[place];
        let said = row.trim_end_matches([' ', '|']).rsplit("| ").next().unwrap();
        let found = ev("", name);
        assert!((found - number(&format!("={said}"), "=")).abs() < near, "{found}: {row}");
        if let Some((_, set)) = row.split_once("with `--set ") {
            let set = set.split('`').next().unwrap();
            let (found, said) = (ev(set, name), number(row, "it has "));
            assert!((found - said).abs() < near, "{set}: {found}: {row}");
        }
        listed.push((place, found));
    }
    listed.sort_by_key(|(place, _)| *place);
    assert!(listed.len() >= 5);
    // `looker` is `textbook` at tables where no card is looked at.
    assert!(listed.is_sorted_by(|a, b| a.1 >= b.1), "{listed:?}");
    let habits =
        (Sabacc::game().features)().into_iter().map(|feature| format!("`{}`", feature.name));
    for habit in habits {
        assert!(section.contains(&habit), "{habit} is not in the README");
    }
}
