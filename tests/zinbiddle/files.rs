//! Strategy files for Zinbiddle: the effect of each key and each feature, refusals, and the
//! equivalence of a file with the same strategy compiled in.

use crate::slow_zinbiddle::{slow, slow_flank};
use crate::tables::{self, message, sessions};
use croupier::cards::random::Seed;
use croupier::framework::Engine;
use croupier::framework::document::Document;
use croupier::games::zinbiddle::hand::{Card, Place};
use croupier::games::zinbiddle::record::Silent;
use croupier::games::zinbiddle::round::{Keyed, Table};
use croupier::games::zinbiddle::rules::{Rules, WildCapWins};
use croupier::games::zinbiddle::view::{Bet, BetChoice, Pilot, PilotChoice, Player, View};
use croupier::games::zinbiddle::{Zinbiddle, strategies::file};
use croupier::strategy::{self, Asked, catalogue};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn table(preset: &str, set: &str) -> Zinbiddle {
    tables::table(&format!("{preset};{set}"))
}

fn file(lines: &str) -> Asked {
    tables::file::<Zinbiddle>(lines)
}

/// Bets, raises and folds of `regular`: the least strength to call, bet and raise by round.
const REGULAR: [[u32; 3]; 8] = [
    [30, 75, 110],
    [34, 80, 120],
    [40, 90, 130],
    [46, 95, 140],
    [52, 105, 150],
    [58, 115, 160],
    [60, 120, 170],
    [66, 125, 185],
];

fn rule(list: &str, when: &str, what: &str) -> String {
    format!("[[{list}]]\nwhen = {{ {when} }}\ndo = '{what}'\n")
}

fn regular() -> String {
    let mut text = rule("bet", "round = 1", "call") + &rule("bet", "hopeless = 1", "fold");
    for (i, [call, bet, raise]) in REGULAR.into_iter().enumerate() {
        let round = i + 2;
        for (least, more, what) in
            [(raise, ", raises = '..1'", "raise"), (bet, "", "bet"), (call, "", "call")]
        {
            let when = format!("round = {round}, strength = '{least}..'{more}");
            text += &rule("bet", &when, what);
        }
    }
    text + &rule("bet", "", "fold")
        + &rule("act", "misfires = '1..', hopeless = 0", "mend")
        + &rule("act", "", "pass")
}

#[test]
fn a_file_plays_as_the_same_rules_compiled_in() {
    let passive = rule("bet", "", "call");
    // Without swaps and re-sorts, of which `regular` examines only some.
    let kinds = "action_kinds=[[\"replace\"], [\"replace\"], [\"replace\"], [\"replace\"]]";
    let sets = [
        ("casual", kinds.to_owned()),
        ("casino", kinds.to_owned()),
        ("casino", format!("players=8;{kinds}")),
        ("casual", format!("players=2;misfires_per_suit=0;vermilion_sixes=3;{kinds}")),
    ];
    for (preset, set) in sets {
        let game = table(preset, &set);
        for (native, text) in [("regular", &regular()), ("passive", &passive)] {
            for others in ["random", "regular"] {
                let wanted = sessions(&game, native, others, 100);
                assert!(sessions(&game, file(text), others, 100) == wanted, "{native} {set}");
            }
        }
    }
}

/// A rule list too fine for a table is looked up in ranges, and plays the same.
#[test]
fn ranges_play_as_tables_do() {
    let game = table("casual", "");
    let mut fine = String::new();
    for pot in (0..4000).step_by(10) {
        let when = format!("pot = {pot}, paid = {}, strength = {}", pot / 2 + 1, pot % 300);
        fine += &rule("bet", &when, "fold");
    }
    fine = fine.replace("do = 'fold'", "do = 'call'");
    let passive = rule("bet", "", "call");
    let found = sessions(&game, file(&(fine + &passive)), "random", 300);
    assert!(found == sessions(&game, "passive", "random", 300));
}

#[test]
fn parameters_change_a_file() {
    let game = table("casino", "");
    let text = format!("side_bet = true\ncall_zinbiddle = false\n{}", regular());
    let asked = |arguments: &str| Asked { written: format!("test.toml{arguments}"), ..file(&text) };
    let plain = sessions(&game, asked(""), "regular", 50);
    let dull = sessions(&game, asked("(side_bet=false)"), "regular", 50);
    let quick = sessions(&game, asked("(side_bet=false,call_zinbiddle=true)"), "regular", 50);
    assert!(plain != dull && dull != quick);
    assert!(quick == sessions(&game, file(&regular()), "regular", 50));
}

/// Each key and each action, and a change of it that must change play.
#[test]
fn every_key_changes_play() {
    let call = rule("bet", "", "call");
    let mend = rule("act", "", "mend") + &rule("act", "", "pass");
    let acts = |first: &str| format!("{call}{}{mend}", rule("act", "", first));
    let plain = format!("{call}{mend}");
    let with = |key: &str| format!("{key}\n{}", regular());
    let bets = |what: &str| rule("bet", "strength = '90..'", what) + &rule("bet", "", "call");
    let no_misfires = "misfires_per_suit=0";
    let cases = [
        ("call_zinbiddle", "", with(""), with("call_zinbiddle = false")),
        ("side_bet", "", with(""), with("side_bet = true")),
        (
            "side_bet rules",
            "",
            with("side_bet = true"),
            rule("side_bet", "natural = '60..'", "bet")
                + &rule("side_bet", "", "pass")
                + &regular(),
        ),
        ("fold", "", bets("fold"), bets("call")),
        ("bet", "", bets("bet"), bets("call")),
        ("raise", "", bets("raise"), bets("bet")),
        ("act", "", call.clone(), plain.clone()),
        ("when", "", regular(), regular().replace("66..", "96..")),
        ("do", "", regular(), regular().replace("'raise'", "'bet'")),
        ("swap", "", acts("swap"), plain.clone()),
        ("sort", no_misfires, acts("sort"), plain.clone()),
        ("draw", "", acts("draw"), plain.clone()),
        ("best", "", acts("best"), acts("draw")),
        ("chase", "", acts("chase"), plain.clone()),
        ("replace:T1", "", acts("replace:T1"), plain.clone()),
        ("replace:S2", "", acts("replace:S2"), acts("replace:T1")),
        ("replace:C", "", acts("replace:C"), acts("replace:G1")),
    ];
    for (key, set, one, other) in cases {
        let game = table("casino", set);
        let one = sessions(&game, file(&one), "regular", 60);
        assert!(one != sessions(&game, file(&other), "regular", 60), "{key}");
    }
}

/// An impossible action becomes another one, and never an illegal decision: the engine checks each.
#[test]
fn whatever_a_rule_says_is_legal() {
    let acts = ["mend", "swap", "sort", "draw", "best", "chase", "replace:C", "replace:T2"];
    for (preset, set) in [
        ("casual", ""),
        ("casino", "players=2;max_raises=0"),
        (
            "casino",
            "players=8;sets=7;pilot_actions=12;action_kinds=[[\"transpose\", \"resort_row\"], [\"resort_line\"], [\"resort_line\", \"transpose\"], [\"replace\", \"transpose\"]]",
        ),
        (
            "casual",
            "sets=6;vermilion_sixes=40;misfires_per_suit=3;shoes=per_level;replacement_from=current_level",
        ),
    ] {
        let game = table(preset, set);
        for bet in ["fold", "call", "bet", "raise"] {
            for act in acts {
                let text = rule("bet", "", bet) + &rule("act", "", act) + &rule("act", "", "pass");
                sessions(&game, file(&text), "random", 4);
            }
        }
    }
}

/// Each feature, in a rule that must change play where it applies; a feature without a row here
/// fails.
#[test]
fn every_feature_changes_play() {
    let game = table("casino", "");
    let rows = [
        ("players", "3"),
        ("place", "2"),
        ("rivals", "1"),
        ("pot", "30.."),
        ("misfire_share", "..19"),
        ("natural", "60.."),
        ("round", "5"),
        ("level", "2"),
        ("paid", "20.."),
        ("bold", "2"),
        ("boldest", "3.."),
        ("clean", "2"),
        ("rival_run", "2.."),
        ("rival_actions", "..2"),
        ("actions", "3"),
        ("strength", "100..120"),
        ("row", "4"),
        ("port", "2"),
        ("starboard", "2"),
        ("misfires", "1"),
        ("hopeless", "0"),
        ("barrage", "4.."),
        ("leads", "1.."),
        ("clinched", "1.."),
        ("trails", "1.."),
        ("to_call", "16.."),
        ("odds", "..10"),
        ("raises", "1"),
        ("now", "2.."),
        ("price", "9"),
        ("swap_gain", "10.."),
        ("sort_gain", "10.."),
        ("draw_gain", "10.."),
        ("gain", "10..20"),
    ];
    assert_eq!(rows.len(), file::FEATURES.len());
    let lists = [
        ("side_bet", file::SIDE_FEATURES, "bet", rule("side_bet", "", "pass")),
        ("bet", file::BET_FEATURES, "raise", String::new()),
        ("act", file::ACT_FEATURES, "replace:T2", String::new()),
    ];
    for (list, features, what, rest) in lists {
        // `regular` never folds before the side bets.
        let others = if list == "side_bet" { "random" } else { "regular" };
        let plain = sessions(&game, file(&(rest.clone() + &regular())), others, 60);
        for feature in features {
            let row = rows.iter().find(|(name, _)| *name == feature.name);
            let (name, range) = row.unwrap_or_else(|| panic!("no row for {}", feature.name));
            // A pot is never empty, but the check of dead rules does not know that.
            let pot = if *name == "pot" { "" } else { ", pot = '1..'" };
            let first = rule(list, &format!("{name} = '{range}'{pot}"), what);
            let text = match list {
                // Rules of one list must be together, before those of the next.
                "act" => {
                    let all = regular();
                    let (bets, acts) = all.split_at(all.find("[[act]]").unwrap());
                    format!("{bets}{first}{acts}")
                }
                _ => first + &rest + &regular(),
            };
            let changed = sessions(&game, file(&text), others, 60);
            assert!(changed != plain, "{list}: {name} = {range} changes nothing");
        }
    }
    // Each feature belongs to a list.
    for feature in file::FEATURES {
        let known = |features: &[croupier::framework::policy::Feature]| features.contains(feature);
        let lists = [file::SIDE_FEATURES, file::BET_FEATURES, file::ACT_FEATURES];
        assert!(lists.into_iter().any(known), "{}", feature.name);
    }
}

/// Checks, and verifies that files see the true state of the flanks: `[[bet]]` rules that bet only
/// with a given number of flanks that `leads`, `clinched` or `trails`.
struct Onlooker<'a> {
    rules: &'a Rules,
    /// By feature, in the order of `flanks`, the files that bet with none, one and both.
    files: [[file::FileStrategy; 3]; 3],
    seen: &'a RefCell<BTreeSet<[usize; 2]>>,
}

impl<'a> Onlooker<'a> {
    fn new(rules: &'a Rules, seen: &'a RefCell<BTreeSet<[usize; 2]>>) -> Self {
        let files = ["leads", "clinched", "trails"].map(|feature| {
            [0, 1, 2].map(|flanks| {
                let when = format!("{feature} = {flanks}");
                let rules_of_bets = rule("bet", &when, "bet") + &rule("bet", "", "fold");
                let text = format!("game = 'zinbiddle'\nabout = 'x'\n{rules_of_bets}");
                let document = Document::read("zinbiddle", "test.toml", &text, &[]).unwrap();
                file::FileStrategy::new(&document, rules).unwrap()
            })
        });
        Self { rules, files, seen }
    }

    /// The numbers of own flanks that lead, are clinched and trail, by the slow ranking over every
    /// card that a rival may hide at the foot of a flank.
    fn flanks(&self, view: &View<'_>) -> [usize; 3] {
        let slow_card = |card: Card| (!card.is_wild()).then(|| (card.number(), card.suit()));
        let capped = self.rules.wild_cap_wins == WildCapWins::AllFlanks;
        let rank = |cards: [Card; 4]| {
            let mut rank = slow(&cards.map(slow_card), slow_flank);
            if !rank.is_empty() {
                rank.push(u32::from(capped && cards[0].is_wild()));
            }
            rank
        };
        let own = view.own_so_far().unwrap();
        let others = (0..view.players()).filter(|&seat| seat != view.seat());
        let in_the_air = others.filter(|&seat| {
            let mut shown = Place::ALL.iter().filter_map(|&place| view.shown(seat, place));
            view.still_in() >> seat & 1 == 1 && !shown.any(|card| card.number() == 0)
        });
        let rivals: Vec<usize> = in_the_air.collect();
        let mut flanks = [0; 3];
        for [c, g, s, t] in [["C", "G1", "S1", "T1"], ["C", "G2", "S2", "T4"]] {
            let place = |name: &str| name.parse::<Place>().unwrap();
            let mine = rank([c, g, s, t].map(|name| own.card(place(name))));
            let each = |&seat: &usize| -> Vec<Vec<u32>> {
                let shown = |name: &str| view.shown(seat, place(name));
                let open = [c, g, s].map(|name| shown(name).unwrap());
                let natural = (1..5).flat_map(|n| (0..4).map(move |suit| Card::new(n, suit)));
                let six = (self.rules.vermilion_sixes > 0).then_some(Card::SIX);
                let feet = natural.flatten().chain(six);
                let feet = feet.filter(|&foot| shown(t).is_none_or(|card| card == foot));
                feet.map(|foot| rank([open[0], open[1], open[2], foot])).collect()
            };
            let may_be: Vec<Vec<Vec<u32>>> = rivals.iter().map(each).collect();
            let beats = |all: &Vec<Vec<u32>>| all.iter().all(|rank| mine > *rank);
            let leads = |all: &Vec<Vec<u32>>| all.iter().any(|rank| mine > *rank);
            let trails = |all: &Vec<Vec<u32>>| all.iter().all(|rank| mine < *rank);
            let playable = !mine.is_empty();
            flanks[0] += usize::from(playable && may_be.iter().all(leads));
            flanks[1] += usize::from(playable && may_be.iter().all(beats));
            flanks[2] += usize::from(may_be.iter().any(trails));
        }
        flanks
    }
}

impl Player for Onlooker<'_> {
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let stands = if view.levels() == 4 { self.flanks(view) } else { [0; 3] };
        for (feature, found) in stands.into_iter().enumerate() {
            for (flanks, file) in self.files[feature].iter_mut().enumerate() {
                file.look(view);
                let bets = file.bet(view) == BetChoice::Do(Bet::Bet);
                assert_eq!(bets, flanks == found, "{feature}: {found}, {flanks}");
            }
            self.seen.borrow_mut().insert([feature, found]);
        }
        BetChoice::Do(Bet::Check)
    }

    fn pilot(&mut self, _view: &View<'_>) -> PilotChoice {
        PilotChoice::Do(Pilot::Pass)
    }
}

#[test]
fn flanks_lead_are_clinched_and_trail_as_they_lie() {
    let seen = RefCell::new(BTreeSet::new());
    for settings in [
        "casual;sets=3;misfires_per_suit=0",
        "casino;misfires_per_suit=0;players=4",
        "casual",
        "casual;misfires_per_suit=0;vermilion_sixes=12;wild_cap_wins=all_flanks",
    ] {
        let game = table(settings, "");
        let rules = game.rules();
        let mut table = Table::new(rules);
        for session in 0..40 {
            table.new_session();
            let mut luck = Keyed::new(Seed::new(7).round(session, 0));
            let players = 0..usize::from(rules.players);
            let mut seats: Vec<Onlooker<'_>> =
                players.map(|_| Onlooker::new(rules, &seen)).collect();
            table.hand(&mut seats, &mut luck, &mut Silent, 0);
        }
    }
    // All combinations occur.
    assert_eq!(seen.borrow().len(), 9, "{seen:?}");
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let rules = |text: &str| text.replace('|', "\n");
    let call = "[[bet]]|do = 'call'|";
    let cases: &[(String, &[&str])] = &[
        (String::new(), &["line 1", "[[bet]]"]),
        (
            rules("call_zinbidle = true|[[bet]]|do = 'call'|"),
            &["line 3: no key `call_zinbidle` (did you mean `call_zinbiddle`?)"],
        ),
        (
            rules("call_zinbiddle = 1|[[bet]]|do = 'call'|"),
            &["line 3: call_zinbiddle = 1", "true or false"],
        ),
        (
            rules("side_bet = 'often'|[[bet]]|do = 'call'|"),
            &["line 3: side_bet = \"often\"", "true, false", "[[side_bet]]"],
        ),
        ("bet = 3\n".into(), &["line 3: bet = 3", "[[bet]]"]),
        ("bet = []\n".into(), &["line 3: bet is empty: give it [[bet]] tables"]),
        ("bet = [3]\n".into(), &["line 3: 3 is no [[bet]]"]),
        (
            rules("[[bet]]|do = 'check'|"),
            &["line 4: do = \"check\"", "\"raise\" (without a bet: bet)"],
        ),
        (rules("[[bet]]|when = { pot = 3 }|"), &["line 3: this rule does nothing"]),
        (rules("[[bet]]|when = 3|do = 'call'|"), &["line 4: when = 3"]),
        (rules("[[bet]]|then = 3|do = 'call'|"), &["line 4: no key `then` (did you mean `when`?)"]),
        (
            rules("[[bet]]|when = { strenght = 3 }|do = 'call'|"),
            &["line 4: no feature `strenght` (did you mean `strength`?)", "barrage"],
        ),
        (
            rules("[[bet]]|when = { strength = '301..' }|do = 'call'|"),
            &["line 4: strength = \"301..\"", "0..=300"],
        ),
        (rules("[[bet]]|when = { pot = '9..2' }|do = 'call'|"), &["upside down"]),
        (rules("[[bet]]|when = { price = 3 }|do = 'call'|"), &["line 4: no feature `price`"]),
        (
            rules("[[bet]]|when = { strength = '60..' }|do = 'raise'|"),
            &["line 3: no bet rule covers strength = 0"],
        ),
        (
            rules("[[bet]]|do = 'call'|[[bet]]|when = { pot = 3 }|do = 'bet'|"),
            &["line 5: this bet rule can never apply"],
        ),
        (
            rules("[[bet]]|when = { level = 4, round = '..7' }|do = 'bet'|[[bet]]|do = 'call'|"),
            &["line 3: this bet rule can never apply"],
        ),
        (
            rules("[[bet]]|when = { hopeless = 1, misfires = 0 }|do = 'bet'|[[bet]]|do = 'call'|"),
            &["line 3: this bet rule can never apply"],
        ),
        (
            rules(&format!("{call}[[act]]|do = 'mend'|")),
            &["line 5: no act rule applies where the action of line"],
        ),
        (
            rules(&format!(
                "{call}[[act]]|do = 'mend'|[[act]]|when = {{ pot = 3 }}|do = 'mend'|[[act]]|do = 'pass'|"
            )),
            &["line 7: this act rule can never apply"],
        ),
        (
            rules(&format!("{call}[[act]]|do = 'replace:T5'|")),
            &["line 6: do = \"replace:T5\"", "replace:PLACE"],
        ),
        (
            rules(&format!("{call}[[act]]|when = {{ odds = 3 }}|do = 'pass'|")),
            &["line 6: no feature `odds`"],
        ),
        (
            rules(&format!("{call}[[side_bet]]|when = {{ natural = '66..' }}|do = 'bet'|")),
            &["line 5: no side_bet rule covers", "natural = 0"],
        ),
        (
            rules(&format!("{call}[[side_bet]]|when = {{ strength = 3 }}|do = 'bet'|")),
            &["line 6: no feature `strength`"],
        ),
        (rules("[[bet]]|do = |"), &["not valid TOML", "line 4"]),
    ];
    let game = table("casual", "");
    for (text, parts) in cases {
        let found = message(&game, file(text));
        assert!(found.starts_with("test.toml"), "{found}");
        assert!(parts.iter().all(|part| found.contains(part)), "{text}\n{found}\n{parts:?}");
    }
    // All faults at once.
    let many = message(&game, file("x = 1\ny = 2\nside_bet = 'z'\n"));
    assert_eq!(many.lines().count(), 4, "{many}");
    let other = Asked { file: Some("game = 'kinzo'\nabout = 'x'\n".into()), ..file("") };
    assert!(message(&game, other).contains("another game"));
    assert!(message(&game, "tight(side_bet=3)".into()).contains("side_bet = 3"));
    assert!(message(&game, "tight(bet=3)".into()).contains("no parameter `bet`"));
}

/// The required keys of a file depend on the table that it is played at.
#[test]
fn gaps_are_those_of_the_table() {
    let text = rule("bet", "raises = '..3', players = '..3'", "bet");
    strategy::seat(&table("casual", ""), file(&text)).unwrap();
    assert!(message(&table("casual", "max_raises=4"), file(&text)).contains("raises = 4"));
    assert!(message(&table("casino", "players=4"), file(&text)).contains("players = 4"));
}

/// Each shipped file is valid at any table, opens with its idea, and gives its EV in the words of
/// the README.
#[test]
fn shipped_files_are_sound_and_say_what_they_are_worth() {
    let readme = include_str!("../../strategies/README.md");
    let mut seen = 0;
    for shipped in catalogue::shipped(&Zinbiddle::game()) {
        for preset in ["casual", "casino"] {
            for players in 2..=8 {
                let sets = if preset == "casual" { "sets=6;" } else { "" };
                let game = table(preset, &format!("{sets}players={players}"));
                sessions(&game, shipped.name, "regular", 2);
            }
        }
        let opening: String = shipped.text.lines().take_while(|line| line.starts_with('#')).fold(
            String::new(),
            |mut text, line| {
                let _ = write!(text, "{} ", line.trim_start_matches(['#', ' ']));
                text
            },
        );
        let command = format!("--strategy {}", shipped.name);
        assert!(opening.contains("croupier compare zinbiddle"), "{}", shipped.name);
        assert!(opening.contains(&command), "{}: no `{command}`", shipped.name);
        let said = opening
            .split_once("EV ")
            .and_then(|(_, rest)| rest.split_once(" antes"))
            .unwrap_or_else(|| panic!("{}: no EV in the opening comment", shipped.name))
            .0;
        assert!(said.contains('±'), "{}: {said}", shipped.name);
        let row = readme.lines().find(|line| line.starts_with(&format!("| `{}`", shipped.name)));
        assert!(row.is_some_and(|row| row.contains(said)), "{}: no {said}", shipped.name);
        assert!(
            shipped.about(shipped.game).is_ok_and(|about| about.len() < 90),
            "{}",
            shipped.name
        );
        assert!(Zinbiddle::game().strategies.iter().all(|native| native.name != shipped.name));
        seen += 1;
    }
    assert!(seen >= 4);
}

#[test]
fn the_readme_names_every_feature() {
    let readme = include_str!("../../strategies/README.md");
    let section = readme.split("\n## ").find(|part| part.starts_with("Zinbiddle")).unwrap();
    for feature in file::FEATURES {
        let named =
            |line: &&str| line.starts_with('|') && line.contains(&format!("`{}`", feature.name));
        let range = format!("| {}..{} |", feature.low, feature.high);
        let row = section.lines().find(|line| named(line) && line.contains(&range));
        assert!(row.is_some(), "{} {range}", feature.name);
    }
}
