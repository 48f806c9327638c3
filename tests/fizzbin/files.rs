//! Strategy files for Fizzbin: the effect of each key, action and feature, refusals, and the
//! equivalence of a file with the same strategy compiled in.

use crate::tables;
use crate::tables::{message, sessions};
use croupier::framework::Engine;
use croupier::games::fizzbin::Fizzbin;
use croupier::games::fizzbin::strategies::file;
use croupier::strategy::{self, Asked, catalogue};

fn table(set: &str) -> Fizzbin {
    tables::table(set)
}

fn written(lines: &str) -> Asked {
    tables::file::<Fizzbin>(lines)
}

fn rule(list: &str, when: &str, what: &str) -> String {
    format!("[[{list}]]\nwhen = {{ {when} }}\ndo = '{what}'\n")
}

/// One rule that applies in some situations, and the default in all others.
fn one(list: &str, when: &str, what: &str) -> String {
    rule(list, when, what) + &rule(list, "", "usual")
}

const TABLES: [&str; 6] = [
    "players=3",
    "day=5;players=4;redeem=any",
    "day=6;friday_pairs=family;players=2;down=must",
    "day=3;players=5;end=cycle",
    "day=4;wed_vote=vote;players=3",
    "day=2;landru_kronk=decides;take=must;place=must;players=3;floor=1",
];

#[test]
fn what_a_file_leaves_out_the_native_strategy_decides() {
    for set in TABLES {
        let game = table(set);
        for (native, file) in [
            ("hoarder", "otherwise = 'hoarder'\n"),
            ("builder", "lay = 'usual'\n"),
            ("builder(seventh=\"shed\")", "seventh = 'shed'\n"),
            ("poisoner(kronks=\"never\")", "otherwise = 'poisoner'\nkronks = 0\n"),
            (
                "poisoner(seventh=\"keep\",redeem=\"always\")",
                "otherwise = 'poisoner'\nseventh = 'keep'\nredeem = 'most'\n",
            ),
        ] {
            let wanted = sessions(&game, native, "builder", 8);
            assert!(sessions(&game, written(file), "builder", 8) == wanted, "{set}: {native}");
        }
        // The habits of a builder, written as words.
        let habits = "vote = 'd2-light'\nshed = 'least'\ndraw = 'keep'\n".to_owned()
            + &rule("redeem", "", "spare")
            + &rule("redeem", "", "pass");
        let wanted = sessions(&game, "builder", "poisoner", 8);
        assert!(sessions(&game, written(&habits), "poisoner", 8) == wanted, "{set}");
    }
}

/// Each key and each action, and another one that must play differently.
#[test]
fn every_key_and_action_changes_play() {
    let cases = [
        ("", "otherwise = 'hoarder'", "otherwise = 'builder'"),
        ("", "otherwise = 'poisoner'", "otherwise = 'builder'"),
        ("", "seventh = 'shed'", "seventh = 'named'"),
        ("", "seventh = 'keep'", "seventh = 'named'"),
        ("", "kronks = 0", "kronks = 1"),
        ("", "kronks = 1", "kronks = 5"),
        ("day=4;wed_vote=vote", "vote = 'd3-dark'", "vote = 'usual'"),
        ("day=4;wed_vote=vote", "vote = 'd7-light'", "vote = 'd7-dark'"),
        ("day=4;wed_vote=vote", "vote = 'any'", "vote = 'usual'"),
        ("landru_kronk=decides", "name = 'most'", "name = 'usual'"),
        ("landru_kronk=decides", "name = 'any'", "name = 'usual'"),
        ("landru_kronk=decides", "[[name]]\ndo = 'J'\n[[name]]\ndo = 'any'", "name = 'usual'"),
        ("", "redeem = 'pass'", "redeem = 'usual'"),
        ("", "redeem = 'most'", "redeem = 'usual'"),
        ("", "[[redeem]]\ndo = 'spare'\n[[redeem]]\ndo = 'pass'", "redeem = 'most'"),
        ("", "[[redeem]]\ndo = 2\n[[redeem]]\ndo = 'pass'", "redeem = 'pass'"),
        ("", "[[redeem]]\ndo = 'K'\n[[redeem]]\ndo = 'pass'", "redeem = 'pass'"),
        ("redeem=any", "shed = 'lowest'", "shed = 'usual'"),
        ("redeem=any", "shed = 'highest'", "shed = 'lowest'"),
        ("redeem=any", "[[shed]]\ndo = 'wild'\n[[shed]]\ndo = 'lowest'", "shed = 'lowest'"),
        ("redeem=any", "[[shed]]\ndo = 'A'\n[[shed]]\ndo = 'lowest'", "shed = 'lowest'"),
        ("", "lay = 'pass'", "lay = 'usual'"),
        ("", "lay = 'least'", "lay = 'lowest'"),
        ("", "lay = 'highest to own'", "lay = 'highest to leader'"),
        ("", "lay = 'highest to left'", "lay = 'highest to right'"),
        ("", "[[lay]]\ndo = 'wild'\n[[lay]]\ndo = 'usual'", "lay = 'usual'"),
        ("", "[[lay]]\ndo = '10'\n[[lay]]\ndo = 'usual'", "lay = 'usual'"),
        (
            "day=6;friday_pairs=family",
            "[[lay]]\ndo = 'poison'\n[[lay]]\ndo = 'usual'",
            "lay = 'usual'",
        ),
        ("", "draw = 'send to leader'", "draw = 'keep'"),
        ("", "draw = 'send to left'", "draw = 'send to right'"),
        (
            "day=6;friday_pairs=family",
            "[[draw]]\ndo = 'poison'\n[[draw]]\ndo = 'usual'",
            "draw = 'usual'",
        ),
        ("", "take = 'pass'", "take = 'usual'"),
        ("", "take = 'best'", "take = 'usual'"),
        ("", "[[take]]\ndo = 'wild'\n[[take]]\ndo = 'usual'", "take = 'usual'"),
        ("", "[[take]]\ndo = 7\n[[take]]\ndo = 'usual'", "take = 'usual'"),
        ("", "place = 'pass'", "place = 'highest'"),
        ("", "place = 'highest to leader'", "place = 'highest'"),
        (
            "day=6;friday_pairs=family",
            "[[place]]\ndo = 'poison'\n[[place]]\ndo = 'usual'",
            "place = 'usual'",
        ),
        ("", "krako = 'pass'", "[[krako]]\ndo = 'strike'\n[[krako]]\ndo = 'pass'"),
        ("", "[[krako]]\ndo = 'strike'\n[[krako]]\ndo = 'pass'", "krako = 'usual'"),
        ("", "declare = 'pass'", "declare = 'usual'"),
        ("", "declare = 'most'", "declare = 'usual'"),
        (
            "ante=49;players=2",
            "[[declare]]\ndo = 'win'\n[[declare]]\ndo = 'pass'",
            "declare = 'usual'",
        ),
    ];
    let (mut said, mut without_effect) = (Vec::new(), Vec::new());
    for (set, these, those) in cases {
        let game = table(&format!("players=3;{set}"));
        // An archon seldom has a choice of a seventh card.
        let count = if set.starts_with("redeem") { 300 } else { 60 };
        let nets = |lines: &str| sessions(&game, written(&format!("{lines}\n")), "hoarder", count);
        if nets(these) == nets(those) {
            without_effect.push(these);
        }
        said.extend(these.split_whitespace().map(|word| word.trim_matches(['[', ']']).to_owned()));
    }
    assert!(without_effect.is_empty(), "{without_effect:#?}");
    for key in file::KEYS {
        assert!(said.iter().any(|word| word == key), "{key} has no row");
    }
}

/// Each feature, in a rule that must change play where it applies; a feature without a row here
/// fails.
#[test]
fn every_feature_changes_play() {
    let turn = [
        ("cards", "6"),
        ("limit", "7"),
        ("deck", "..20"),
        ("turns", "..3"),
        ("parts", "2.."),
        ("kind", "2.."),
        ("pairs", "1.."),
        ("suited", "3.."),
        ("aces", "1.."),
        ("kings", "1.."),
        ("queens", "0"),
        ("jacks", "1.."),
        ("tens", "1.."),
        ("sevens", "1.."),
        ("fours", "0"),
        ("twos", "1.."),
        ("kronks", "1.."),
        ("all_jacks", "1.."),
        ("all_sevens", "2.."),
        ("pile", "2.."),
        ("open", "2.."),
        ("open_hand", "..4"),
        ("leader_hand", "..6"),
        ("leader_cards", "6"),
        ("leader_pile", "1.."),
        ("hand", "..5"),
        ("combined", "..35"),
        ("place", "2"),
        ("landru", "1"),
        ("day", "7"),
        ("dark", "0"),
        ("players", "3"),
    ];
    let drawn = [("drawn", "9.."), ("drawn_hand", "..4"), ("drawn_combined", "..32")];
    let show = [
        ("hand", "..4"),
        ("combined", "..40"),
        ("place", "2"),
        ("landru", "1"),
        ("day", "7"),
        ("dark", "0"),
        ("players", "3"),
        ("rivals", "2"),
        ("ahead", "0"),
        ("behind", "1.."),
        ("wild", "2.."),
        ("spent", "0"),
        ("needed", "1..3"),
        ("answer", "1..2"),
        ("secure", "1..2"),
    ];
    let price = [("price", "1..")];
    let draw = [&drawn[..], &turn[..]].concat();
    let krako = [&show[..], &price[..]].concat();
    let lists = [
        ("vote", "day=4;wed_vote=vote", file::VOTE_FEATURES, &[("players", "3")][..], "d3-dark"),
        ("lay", "", file::TURN_FEATURES, &turn[..], "highest to leader"),
        ("draw", "", file::DRAW_FEATURES, &draw[..], "send to leader"),
        ("declare", "", file::DECLARE_FEATURES, &show[..], "most"),
        ("krako", "", file::KRAKO_FEATURES, &krako[..], "strike"),
    ];
    let mut without_effect = Vec::new();
    for (list, set, features, rows, what) in lists {
        let known: Vec<&str> = features.iter().map(|feature| feature.name).collect();
        let named: Vec<&str> = rows.iter().map(|(name, _)| *name).collect();
        assert_eq!(known, named, "a row for each feature of {list}");
        let game = table(&format!("players=3;{set}"));
        // A builder strikes whenever it is free, so that a krako at any price is the exception.
        let (count, plain) = match list {
            "krako" => (100, "pass"),
            _ => (60, "usual"),
        };
        let nets = |text: &str| sessions(&game, written(text), "hoarder", count);
        let wanted = nets(&format!("{list} = '{plain}'\n"));
        for (name, range) in rows {
            let text = rule(list, &format!("{name} = '{range}'"), what) + &rule(list, "", plain);
            if nets(&text) == wanted {
                without_effect.push(format!("{list}: {name} = {range}"));
            }
        }
    }
    assert!(without_effect.is_empty(), "{without_effect:#?}");
    for feature in file::FEATURES {
        let known = lists.iter().any(|(_, _, features, ..)| features.contains(feature));
        assert!(known, "{}", feature.name);
    }
}

/// An impossible action becomes another one, and never an illegal decision: the engine checks each.
#[test]
fn whatever_a_rule_says_is_legal() {
    let gives =
        ["pass", "poison", "least to left", "lowest", "highest to right", "wild to leader", "7"];
    for set in TABLES {
        let game = table(set);
        for (at, give) in gives.into_iter().enumerate() {
            let takes = ["pass", "best", "wild", "A"][at % 4];
            let draws = ["keep", "poison", "send to left", "send to leader"][at % 4];
            let sheds = ["least", "wild", "highest", "K"][at % 4];
            let text: String = [
                ("lay", give),
                ("place", gives[(at + 2) % gives.len()]),
                ("take", takes),
                ("draw", draws),
                ("shed", sheds),
                ("krako", "strike"),
                ("declare", "win"),
                ("name", "1"),
                ("redeem", "4"),
            ]
            .iter()
            .map(|(list, what)| one(list, "place = '2..'", what))
            .collect();
            sessions(&game, written(&text), "random", 20);
        }
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let rules = |text: &str| text.replace('|', "\n");
    let cases: &[(&str, &[&str])] = &[
        ("", &["line 1", "no play in it", "otherwise, seventh, kronks, vote"]),
        ("tke = 'pass'|", &["line 3: no key `tke` (did you mean `take`?)"]),
        (
            "take = 'bst'|",
            &["line 3: take = \"bst\" is not allowed (did you mean `best`?): one of pass"],
        ),
        ("draw = 'send to ledaer'|", &["line 3: draw", "(did you mean `send to leader`?)"]),
        (
            "otherwise = 'random'|",
            &["line 3: otherwise = \"random\"", "hoarder, builder, poisoner"],
        ),
        ("seventh = 7|", &["line 3: seventh = 7", "named, keep, shed"]),
        ("kronks = 41|", &["line 3: kronks = 41", "0..=40"]),
        ("kronks = 'none'|", &["line 3: kronks = \"none\"", "0..=40"]),
        ("vote = 'd11-light'|", &["line 3: vote = \"d11-light\"", "d10-dark"]),
        ("vote = 'friday'|", &["line 3: vote", "[[vote]] rules"]),
        ("redeem = 'J'|", &["line 3: redeem = \"J\"", "K Q 4 2"]),
        ("lay = 'least to bottom'|", &["line 3: lay", "to leader"]),
        ("draw = 'send to own'|", &["line 3: draw", "send to leader"]),
        ("take = 15|", &["line 3: take = 15", "best"]),
        ("shed = 'pass'|", &["line 3: shed", "least"]),
        ("krako = true|", &["line 3: krako = true", "strike"]),
        ("take = []|", &["line 3: take is empty"]),
        ("[[take]]|when = { hand = 3 }|", &["line 3: this rule does nothing"]),
        ("[[take]]|do = 'pass'|then = 1|", &["line 5: no key `then`"]),
        (
            "[[take]]|when = { hnd = 3 }|do = 'pass'|",
            &["line 4: no feature `hnd` (did you mean `hand`?)", "open_hand"],
        ),
        ("[[take]]|when = { drawn = 3 }|do = 'pass'|", &["line 4: no feature `drawn`"]),
        ("[[lay]]|when = { needed = 3 }|do = 'pass'|", &["line 4: no feature `needed`"]),
        ("[[declare]]|when = { price = 3 }|do = 'pass'|", &["line 4: no feature `price`"]),
        ("[[take]]|when = { hand = 9 }|do = 'pass'|", &["line 4: hand = 9", "1..=8"]),
        (
            "[[take]]|when = { hand = '..3' }|do = 'pass'|",
            &["line 3: no take rule covers hand = 4"],
        ),
        (
            "take = 'wild'|",
            &["line 3: take = \"wild\" is not always possible: write [[take]] rules"],
        ),
        ("[[krako]]|do = 'strike'|", &["line 3: no krako rule applies"]),
        ("[[lay]]|do = 'pass'|[[lay]]|do = 'least'|", &["line 5: this lay rule can never apply"]),
        (
            "[[declare]]|when = { ahead = 1, behind = 1 }|do = 'pass'|[[declare]]|do = 'win'|[[declare]]|do = 'pass'|",
            &["line 3: this declare rule can never apply"],
        ),
    ];
    let game = table("");
    for (text, parts) in cases {
        let found = message(&game, written(&rules(text)));
        assert!(found.starts_with("test.toml"), "{found}");
        assert!(parts.iter().all(|part| found.contains(part)), "{text}\n{found}\n{parts:?}");
    }
    // All faults at once.
    let many = message(&game, written("x = 1\nkronks = 'z'\ntake = 3.5\n"));
    assert_eq!(many.lines().count(), 3, "{many}");
    // The situations that can arise depend on the table.
    let alone = rules("[[lay]]|when = { players = 2, dark = 0 }|do = 'pass'|");
    strategy::seat(&table("players=2"), written(&alone)).unwrap();
    assert!(message(&table("players=2;dark=true"), written(&alone)).contains("dark = 1"));
    assert!(message(&table("players=3"), written(&alone)).contains("players = 3"));
}

#[test]
fn parameters_change_a_file() {
    let game = table("players=3");
    let nets = |text: &str, arguments: &str| {
        let asked = Asked { written: format!("test.toml{arguments}"), ..written(text) };
        sessions(&game, asked, "builder", 100)
    };
    let file = "kronks = 0\ndraw = 'keep'\n";
    assert!(nets(file, "(kronks=9)") == nets("kronks = 9\n", ""));
    assert!(nets(file, "(kronks=9)") != nets(file, ""));
    assert!(
        nets(file, "(draw=\"send to left\")") == nets("kronks = 0\ndraw = 'send to left'\n", "")
    );
}

/// `secure` and `answer` are correct for builders, who pay for any win that costs less than the
/// kitty: if kronks go to the bank, a seat that loses after spending kronks is down by more than
/// its ante.
#[test]
fn who_pays_only_where_nobody_can_answer_wins() {
    for (players, day) in [(4, "7"), (2, "7"), (4, "5")] {
        let set = format!("kronk_payee=bank;players={players};day={day}");
        let game = table(&set);
        let (ante, kitty) = (49, 49 * players);
        let nets = |when: &str| {
            let declared = rule("declare", when, "win") + &rule("declare", "", "pass");
            let text = "krako = 'pass'\n".to_owned() + &declared;
            let nets = sessions(&game, written(&text), "builder", 600);
            nets.iter().map(|nets| nets[0]).collect::<Vec<i64>>()
        };
        let lost = |net: &i64| *net < -ante;
        let paid_and_won = |net: &i64| (1 - ante..kitty - ante).contains(net);
        for when in ["secure = '..1'", "answer = 40, needed = '..1'"] {
            let nets = nets(when);
            assert!(!nets.iter().any(lost), "{set}: {when}: {nets:?}");
            assert!(nets.iter().any(paid_and_won), "{set}: {when}");
        }
        // A player that pays once while it can be answered, and never again, is answered.
        let nets = nets("answer = '..1', needed = 1, spent = 0");
        assert!(!nets.iter().any(paid_and_won), "{set}: {nets:?}");
        assert!(nets.iter().any(lost), "{set}");
    }
}

/// In a single lap rivals that have had their turn answer nothing, and nobody answers the landru
/// (P11).
#[test]
fn in_one_lap_only_those_yet_to_declare_can_answer() {
    let game = table("kronk_payee=bank;players=4;day=7;declare=once");
    let first = |rules: &str| {
        let text = "krako = 'pass'\n".to_owned() + rules + &rule("declare", "", "pass");
        let nets = sessions(&game, written(&text), "builder", 600);
        nets.iter().map(|nets| nets[0]).collect::<Vec<i64>>()
    };
    let nets = |when: &str| first(&rule("declare", when, "win"));
    let paid_and_won = |net: &&i64| (-48..147).contains(*net);
    let lost = |net: &&i64| **net < -49;
    assert!(nets("landru = 1, answer = '..39'") == first(""), "nobody answers the landru");
    for when in ["secure = '..1'", "answer = 40, needed = '..1'"] {
        let nets = nets(when);
        assert_eq!(nets.iter().filter(lost).count(), 0, "{when}: {nets:?}");
        assert!(nets.iter().filter(paid_and_won).count() > 0, "{when}");
    }
    // The landru wins wherever it pays for a win.
    let last = nets("landru = 1, needed = '1..2'");
    assert!(last.iter().filter(paid_and_won).count() > 0 && last.iter().filter(lost).count() == 0);
}

/// Each shipped file is valid at any table, opens with its idea, is listed in the README, and beats
/// the default strategy.
#[test]
fn shipped_files_are_sound_and_beat_the_default() {
    let readme = include_str!("../../strategies/README.md");
    let section = readme.split("\n## ").find(|part| part.starts_with("Fizzbin")).unwrap();
    for name in file::KEYS.iter().chain(file::FEATURES.iter().map(|feature| &feature.name)) {
        assert!(section.contains(&format!("`{name}`")), "{name} is not in the README");
    }
    let mut files = 0;
    let takes = |name: &str| -> i64 {
        sessions(&table(""), name, "builder", 400).iter().map(|nets| nets[0]).sum()
    };
    for shipped in catalogue::shipped(&Fizzbin::game()) {
        let name = shipped.name;
        files += 1;
        for set in TABLES {
            sessions(&table(set), name, "random", 5);
        }
        assert!(shipped.text.starts_with("# "), "{name}");
        assert!(shipped.about(shipped.game).is_ok_and(|about| about.len() < 90), "{name}");
        assert!(Fizzbin::game().strategies.iter().all(|native| native.name != name));
        assert!(section.contains(&format!("| `{name}`")), "{name} is not in the README");
        if ["magpie", "miser", "thrifty"].contains(&name) {
            let (found, usual) = (takes(name), takes("builder"));
            assert!(found > usual, "{name} takes {found}, builder {usual}");
        }
    }
    assert!(files >= 3);
}
