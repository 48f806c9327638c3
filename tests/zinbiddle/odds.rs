//! `odds zinbiddle`: dealt cards, exactly, by simulation and by importance sampling, against
//! enumerations of every physical card with a ranking of the tests' own; pyramids as shown; hands
//! given by a user; and refusals.

use crate::desk::Desk;
use crate::slow_zinbiddle::{Slow, slow, slow_flank, slow_row};
use croupier::games::zinbiddle::events::{About, Events};
use croupier::games::zinbiddle::exact::odds::Stock;
use croupier::games::zinbiddle::hand::Place;
use croupier::games::zinbiddle::rules::{Rules, Shoes};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// Every single card of a deck, with a number shared by identical cards.
fn cards(rules: &Rules) -> Vec<(usize, Slow)> {
    let mut cards = Vec::new();
    for suit in 0..4 {
        for _ in 0..rules.sets {
            for (number, &copies) in (1..=4).zip(&rules.copies_per_number) {
                cards.extend((0..copies).map(|_| (number * 4 + suit, Some((number, suit)))));
            }
            cards.extend((0..rules.misfires_per_suit).map(|_| (suit, Some((0, suit)))));
        }
    }
    cards.extend((0..rules.vermilion_sixes).map(|_| (20, None)));
    cards.into_iter().map(|(kind, card)| (kind as usize, card)).collect()
}

/// A slow ranking of lines without Sixes.
type Rank = fn(&[(u32, u32); 4]) -> Vec<u32>;

/// Cached slow ranks.
#[derive(Default)]
struct Book(HashMap<[usize; 4], Vec<u32>>);

impl Book {
    fn look(&mut self, line: [(usize, Slow); 4], rank: Rank) -> &[u32] {
        let known = self.0.entry(line.map(|(kind, _)| kind));
        known.or_insert_with(|| slow(&line.map(|(_, card)| card), rank))
    }
}

/// The event names of a row, from its slow rank.
fn row_events(key: &[u32]) -> Vec<String> {
    let name = match key {
        [] => "misfire".to_owned(),
        [5, number, suits] => {
            let suits = ["four", "busted-blaze", "blaze", "barrage"][*suits as usize];
            return vec!["natural-zinbiddle".into(), format!("thrusters:{suits}-{number}")];
        }
        [category, ..] => ["high", "pair", "two-pairs", "three"][*category as usize - 1].to_owned(),
    };
    vec![format!("thrusters:{name}")]
}

fn flank_events(key: &[u32], side: &str) -> Vec<String> {
    match key {
        [] => vec![format!("{side}:misfire")],
        [4, _, 3] => vec![format!("{side}:run-4"), format!("{side}:barrage")],
        [length, ..] => vec![format!("{side}:run-{length}")],
    }
}

/// Calls `see` with every ordered line of four different cards of a deck; or, for a flank with a
/// shoe for each level, of any cards.
fn each_line(cards: &[(usize, Slow)], distinct: bool, mut see: impl FnMut([(usize, Slow); 4])) {
    let all = 0..cards.len();
    for a in all.clone() {
        for b in all.clone().filter(|b| !distinct || *b != a) {
            for c in all.clone().filter(|c| !distinct || ![a, b].contains(c)) {
                for d in all.clone().filter(|d| !distinct || ![a, b, c].contains(d)) {
                    see([a, b, c, d].map(|i| cards[i]));
                }
            }
        }
    }
}

fn small_decks() -> Vec<Rules> {
    let even = [1; 4];
    let sizes = [
        (1, 1, 0, even),
        (1, 0, 1, even),
        (1, 2, 1, even),
        (1, 1, 2, even),
        (1, 1, 0, [2, 1, 1, 1]),
        (1, 1, 2, [0, 1, 2, 1]),
    ];
    let shoes = [Shoes::OneDeck, Shoes::PerLevel];
    let deck = |(sets, misfires_per_suit, vermilion_sixes, copies): (_, _, _, [u32; 4])| {
        shoes.map(|shoes| Rules {
            sets,
            misfires_per_suit,
            vermilion_sixes,
            copies_per_number: copies.to_vec(),
            shoes,
            ..Rules::default()
        })
    };
    sizes.into_iter().flat_map(deck).collect()
}

fn exact(rules: &Rules) -> BTreeMap<String, f64> {
    let odds = Stock::full(rules).odds().into_iter();
    let named = Events::get().all.iter().map(|(name, _)| name.clone());
    named.zip(odds.map(|(ways, all)| ways as f64 / all as f64)).collect()
}

fn assert_close(found: f64, expected: f64, of: &str) {
    assert!((found - expected).abs() <= 1e-12 * expected, "{of}: {found}, not {expected}");
}

#[test]
fn rows_and_flanks_are_as_often_dealt_as_every_order_of_the_cards_says() {
    let (mut rows, mut flanks) = (Book::default(), Book::default());
    for rules in small_decks() {
        let cards = cards(&rules);
        assert_eq!(cards.len() as u32, rules.cards());
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        let (mut row_lines, mut flank_lines) = (0_u64, 0_u64);
        each_line(&cards, true, |line| {
            row_lines += 1;
            let key = rows.look(line, slow_row);
            row_events(key).into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
        });
        each_line(&cards, rules.shoes == Shoes::OneDeck, |line| {
            flank_lines += 1;
            let key = flanks.look(line, slow_flank);
            for side in ["port", "starboard"] {
                let names = flank_events(key, side).into_iter();
                names.for_each(|name| *counts.entry(name).or_default() += 1);
            }
        });
        let exact = exact(&rules);
        for (name, p) in
            exact.iter().filter(|(name, _)| !["playable", "ion-barrage"].contains(&name.as_str()))
        {
            let is_row = name.starts_with("thrusters") || name == "natural-zinbiddle";
            let lines = if is_row { row_lines } else { flank_lines };
            let count = counts.remove(name).unwrap_or(0);
            assert_close(*p, count as f64 / lines as f64, &format!("{name} of {rules:?}"));
        }
        assert!(counts.is_empty(), "{counts:?} has no event");
    }
}

/// All nine cards together: every row of single cards that is a barrage of fours, with every
/// continuation on either side, each line by its slow rank alone.
#[test]
fn rule_z18_ion_barrages_are_as_often_dealt_as_every_order_of_the_cards_says() {
    let (mut rows, mut flanks) = (Book::default(), Book::default());
    // The largest deck takes as long as two others.
    let whole = crate::tables::part() == 1;
    for rules in small_decks().into_iter().filter(|rules| whole || rules.cards() < 25) {
        let cards = cards(&rules);
        let one = rules.shoes == Shoes::OneDeck;
        let n = cards.len();
        let taken = |i: usize, others: &[usize]| one && others.contains(&i);
        let mut found = 0_u64;
        let mut barrages: Vec<[usize; 4]> = Vec::new();
        for t in (0..n.pow(4)).map(|i| [i / n.pow(3), i / n.pow(2) % n, i / n % n, i % n]) {
            let different = (1..4).all(|i| !t[..i].contains(&t[i]));
            if different && rows.look(t.map(|i| cards[i]), slow_row) == [5, 4, 3] {
                barrages.push(t);
            }
        }
        let mut side = |hole: usize, c: usize, others: &[usize]| {
            let mut found = Vec::new();
            for g in (0..n).filter(|&g| !taken(g, others)) {
                for s in (0..n).filter(|&s| !taken(s, others) && !taken(s, &[g])) {
                    let line = [c, g, s, hole].map(|i| cards[i]);
                    let key = flanks.look(line, slow_flank);
                    if key.first() == Some(&4) && key[2] == 3 {
                        found.push([g, s]);
                    }
                }
            }
            found
        };
        for t in barrages {
            for c in (0..n).filter(|&c| !taken(c, &t)) {
                let others = [t[0], t[1], t[2], t[3], c];
                for [g1, s1] in side(t[0], c, &others) {
                    let both = [&others[..], &[g1, s1][..]].concat();
                    // With a shoe for each level both sides draw from the same two shoes.
                    let more = side(t[3], c, &both);
                    found += more.iter().filter(|[g2, s2]| *g2 != g1 && *s2 != s1).count() as u64;
                }
            }
        }
        let n = n as f64;
        let total: f64 = match rules.shoes {
            Shoes::OneDeck => (0..9).map(|i| n - f64::from(i)).product(),
            Shoes::PerLevel => n * (n - 1.0) * (n - 2.0) * (n - 3.0) * (n * (n - 1.0)).powi(2) * n,
        };
        assert!(found > 0);
        assert_close(exact(&rules)["ion-barrage"], found as f64 / total, &format!("{rules:?}"));
    }
}

#[test]
fn rule_z11_nine_cards_without_a_misfire_are_as_likely_as_choosing_them_at_once() {
    let choose =
        |n: f64, k: u32| (0..k).map(|i| (n - f64::from(i)) / f64::from(i + 1)).product::<f64>();
    for rules in small_decks().into_iter().chain([Rules::default(), Rules::casino()]) {
        let all = f64::from(rules.cards());
        let good = all - f64::from(4 * rules.sets * rules.misfires_per_suit);
        let share = |k: u32| choose(good, k) / choose(all, k);
        let expected = match rules.shoes {
            Shoes::OneDeck => share(9),
            Shoes::PerLevel => share(4) * share(2) * share(2) * share(1),
        };
        assert_close(exact(&rules)["playable"], expected, &format!("{rules:?}"));
    }
}

/// Rules for dealt odds that are not in any preset.
const TABLES: [&str; 6] = [
    "",
    "--rules casino",
    "--rules casino --set vermilion_sixes=0 --set misfires_per_suit=0",
    "--set sets=3 --set vermilion_sixes=5 --set misfires_per_suit=2",
    "--set sets=2 --set vermilion_sixes=3 --set copies_per_number=[3,0,1,2]",
    "--set sets=200 --set copies_per_number=[4,4,4,4] --set vermilion_sixes=200 --set misfires_per_suit=4 --set shoes=per_level",
];

fn rows(answer: &Value) -> &Vec<Value> {
    answer["tables"]["events"].as_array().unwrap()
}

fn number(row: &Value, column: &str) -> f64 {
    row[column].as_f64().unwrap_or_else(|| panic!("no {column} in {row}"))
}

#[test]
fn the_command_tells_the_reference_results() {
    let desk = Desk::new();
    for (options, event, one_in) in [
        ("", "ion-barrage", 1_345_831_987.5),
        ("--set sets=6", "ion-barrage", 2_139_337_492.14),
        ("--rules casino --set vermilion_sixes=0", "ion-barrage", 2_719_943_082.91),
        ("", "natural-zinbiddle", 91_390.0 / 280.0),
        ("", "thrusters:misfire", 1.0 / 0.606_522),
    ] {
        let event = format!("dealt:{event}");
        let line = format!("odds zinbiddle {options} --event {event} --out - --format json");
        let answer = desk.run(&line).json();
        let [row] = rows(&answer).as_slice() else { panic!("{answer}") };
        assert!((number(row, "one_in") / one_in - 1.0).abs() < 1e-6, "{row}");
        assert_eq!((&row["method"], &row["event"]), (&"exact".into(), &event.into()));
        assert_eq!([&row["low"], &row["high"]], [&row["probability"]; 2]);
        assert_eq!(answer["manifest"]["strategies"], Value::Array(vec![]));
    }
    // Two sets have no four copies of one card.
    let answer = desk.run("odds zinbiddle --out - --format json").json();
    let impossible = rows(&answer).iter().filter(|row| row["probability"] == 0.0);
    let names: Vec<&str> = impossible.filter_map(|row| row["event"].as_str()).collect();
    assert_eq!(names.len(), 8, "{names:?}");
    assert!(names.iter().all(|name| name.contains("blaze")));
    assert_eq!(rows(&answer).len(), 36);
}

#[test]
fn simulated_deals_agree_with_the_exact_odds() {
    let desk = Desk::new();
    for table in TABLES {
        let exact = desk.run(&format!("odds zinbiddle {table} --out - --format json")).json();
        let line = format!("odds zinbiddle {table} --method simulate --rounds 1M --seed 5");
        let simulated = desk.run(&format!("{line} --out - --format json")).json();
        assert_eq!(simulated["manifest"]["rounds"], 1_000_000);
        for (exact, simulated) in rows(&exact).iter().zip(rows(&simulated)) {
            assert_eq!(exact["event"], simulated["event"]);
            let (p, n) = (number(exact, "probability"), number(simulated, "trials"));
            assert_eq!(n, 1e6);
            if p == 0.0 {
                assert_eq!(
                    (&simulated["count"], &simulated["method"]),
                    (&0.into(), &"exact".into())
                );
                continue;
            }
            // Four and a half standard deviations, and a little more for small expected counts.
            let off = number(simulated, "count") - n * p;
            let bound = 4.5 * (n * p * (1.0 - p)).sqrt() + 3.0;
            assert!(off.abs() < bound, "{table}: {exact} against {simulated}");
        }
    }
}

#[test]
fn weighted_deals_agree_with_the_exact_ion_barrage() {
    let desk = Desk::new();
    for table in TABLES {
        let event = "--event dealt:ion-barrage --out - --format json";
        let exact = desk.run(&format!("odds zinbiddle {table} {event}")).json();
        let p = number(&rows(&exact)[0], "probability");
        let line = "--method weighted --rounds 300k --confidence 0.999 --out - --format json";
        let ran = desk.run(&format!("odds zinbiddle {table} {line}"));
        let weighted = ran.json();
        let [row] = rows(&weighted).as_slice() else { panic!("{weighted}") };
        assert_eq!(
            (&row["event"], &row["method"]),
            (&"dealt:ion-barrage".into(), &"weighted".into())
        );
        // The number of deals that had it is not an estimate of its probability.
        assert!(row["count"].is_null() && row["trials"] == 300_000, "{row}");
        assert!(ran.err.contains("deals were drawn so that"), "{}", ran.err);
        let (low, high) = (number(row, "low"), number(row, "high"));
        assert!(low <= p && p <= high, "{table}: {p} is not in {row}");
        assert!((high - low) / 2.0 < 0.05 * p, "{table}: {row} is wide");
        let manifest = &weighted["manifest"];
        let effective = number(manifest, "effective_sample_size");
        assert!(effective > 3_000.0 && effective <= 300_000.0, "{effective}");
        assert!(number(manifest, "largest_weight") >= p);
        for word in ["effective sample size", "largest weight"] {
            assert!(ran.err.contains(word), "{}", ran.err);
        }
    }
}

/// The same sampling for every other event.
#[test]
fn any_event_can_be_weighted() {
    let rules = Rules { sets: 3, vermilion_sixes: 2, ..Rules::default() };
    let exact = exact(&rules);
    let desk = Desk::new();
    let table = "--set sets=3 --set vermilion_sixes=2";
    for (name, about) in &Events::get().all {
        let line =
            format!("odds zinbiddle {table} --method weighted --event dealt:{name} --rounds 20k");
        let answer = desk.run(&format!("{line} --confidence 0.9999 --out - --format json")).json();
        let [row] = rows(&answer).as_slice() else { panic!("{answer}") };
        let p = exact[name];
        let (low, high) = (number(row, "low"), number(row, "high"));
        let slack = 1e-12 * p;
        assert!(low - slack <= p && p <= high + slack, "{name}: {p} is not in {row}");
        // Deals without misfires are sampled at their exact probability.
        if *about == About::Playable {
            assert!(high - low < 1e-9, "{row}");
        }
    }
    let blaze =
        "odds zinbiddle --method weighted --event dealt:thrusters:blaze-4 --rounds 1k --out -";
    let answer = desk.run(&format!("{blaze} --format json")).json();
    assert_eq!(rows(&answer)[0]["probability"], 0.0);
    assert!(answer["manifest"]["largest_weight"].is_null());
}

#[test]
fn sampled_odds_are_the_same_on_any_number_of_threads() {
    let desk = Desk::new();
    for options in [
        "--method weighted --rounds 123457",
        "--method simulate --rounds 123457 --rules casino",
        "--played --rounds 4001 --rules casino",
    ] {
        let run = |threads| {
            let line = format!("odds zinbiddle {options} --threads {threads} --seed 3 --out -");
            let ran = desk.run(&format!("{line} --format json"));
            ran.done();
            ran.out
        };
        let one = run(1);
        assert!([2, 3].into_iter().all(|threads| run(threads) == one), "{options}");
    }
}

#[test]
fn pyramids_shown_are_counted_where_they_are_shown() {
    let desk = Desk::new();
    let of =
        "--rounds 20k --seed 9 --strategy regular --strategy passive --strategy random --out -";
    let shown = desk.run(&format!("odds zinbiddle --played {of} --format json")).json();
    let told = desk.run(&format!("simulate zinbiddle {of} --format json")).json();
    let find = |answer: &Value, name: &str| {
        let row = rows(answer).iter().find(|row| row["event"] == name);
        row.unwrap_or_else(|| panic!("no {name}")).clone()
    };
    assert_eq!(find(&shown, "ion-barrage"), find(&told, "ion-barrage"));
    let trials = number(&find(&shown, "playable"), "trials");
    assert!(trials > 2.0 * number(&find(&told, "showdown"), "count"));
    for line in ["thrusters:", "port:", "starboard:"] {
        let of = rows(&shown).iter().filter(|row| {
            let name = row["event"].as_str().unwrap();
            name.starts_with(line) && !name.ends_with(":barrage")
        });
        assert_eq!(of.map(|row| number(row, "count")).sum::<f64>(), trials, "{line}");
    }
    assert_eq!(shown["manifest"]["played"], true);
    assert_eq!(shown["manifest"]["strategies"].as_array().unwrap().len(), 3);
}

/// Players who only call show the cards they were dealt, in hands without a natural.
#[test]
fn who_never_acts_shows_what_was_dealt() {
    let desk = Desk::new();
    let rules = "--set sets=150 --set shoes=per_level --set vermilion_sixes=10";
    let of = "--strategy passive --rounds 200k --out - --format json";
    let shown = desk.run(&format!("odds zinbiddle --played {rules} {of}")).json();
    let dealt = desk.run(&format!("odds zinbiddle {rules} --out - --format json")).json();
    let natural = number(&rows(&dealt)[0], "probability");
    assert_eq!(number(&rows(&shown)[0], "count"), 0.0);
    for (shown, dealt) in rows(&shown).iter().zip(rows(&dealt)) {
        let name = dealt["event"].as_str().unwrap();
        if !["three", "two-pairs", "pair", "high", "misfire"]
            .iter()
            .any(|kind| name.strip_prefix("dealt:thrusters:").is_some_and(|name| name == *kind))
        {
            continue;
        }
        let (p, n) = (number(dealt, "probability") / (1.0 - natural), number(shown, "trials"));
        let off = number(shown, "count") - n * p;
        assert!(off.abs() < 4.5 * (n * p * (1.0 - p)).sqrt(), "{shown}: {p}");
    }
}

/// The line of one opponent, over every single card that a hand leaves.
#[test]
fn a_hand_is_as_rare_and_as_often_beaten_as_every_order_of_the_cards_says() {
    let desk = Desk::new();
    let options = "--set sets=1 --set misfires_per_suit=2 --players 2 --set pilot_actions=2 \
                   --set vermilion_sixes=1";
    let rules = Rules { sets: 1, misfires_per_suit: 2, vermilion_sixes: 1, ..Rules::default() };
    for hand in ["4r 4g 3r 0r 3g 2g 2b V6 1y", "2r,3b,2y,4b,3r,V6,2g,1y,1r"] {
        let line = format!("odds zinbiddle {options} --hand '{hand}' --out - --format json");
        let answer = desk.run(&line).json();
        let table = answer["tables"]["hand"].as_array().unwrap();
        let all = cards(&rules);
        let mut left = all.clone();
        let named: Vec<(usize, Slow)> = hand
            .split([' ', ','])
            .map(|text| {
                let (number, suit) = text.split_at(1);
                let suit = ["r", "g", "b", "y"].iter().position(|known| *known == suit);
                let kind = suit.map_or(20, |suit| number.parse::<usize>().unwrap() * 4 + suit);
                let at = left.iter().position(|(known, _)| *known == kind).unwrap();
                left.remove(at)
            })
            .collect();
        // T1 T2 T3 T4 S1 S2 G1 G2 C, by the rules' own lines.
        let lines: [(&str, [usize; 4], Rank); 3] = [
            ("row", [0, 1, 2, 3], slow_row),
            ("port", [8, 6, 4, 0], slow_flank),
            ("starboard", [8, 7, 5, 3], slow_flank),
        ];
        assert_eq!(table.len(), 3);
        for (row, (name, places, rank)) in table.iter().zip(lines) {
            assert_eq!(row["line"], name);
            let mut book = Book::default();
            let own = book.look(places.map(|place| named[place]), rank).to_vec();
            let (mut same, mut lines) = (0.0, 0.0);
            let mut better = std::collections::BTreeSet::new();
            each_line(&all, true, |line| {
                let key = book.look(line, rank);
                same += f64::from(key == own);
                lines += 1.0;
                if key > own.as_slice() {
                    better.insert(key.to_vec());
                }
            });
            assert_close(number(row, "rarity"), same / lines, &format!("{row}"));
            // Ranks that this deck cannot deal count too.
            assert!(number(row, "rank") > better.len() as f64, "{row}");
            let (mut beaten, mut tied, mut lines) = (0.0, 0.0, 0.0);
            each_line(&left, true, |line| {
                let key = book.look(line, rank);
                beaten += f64::from(key > own.as_slice());
                tied += f64::from(key == own);
                lines += 1.0;
            });
            assert_close(number(row, "beaten"), beaten / lines, &format!("{row}"));
            assert_close(number(row, "tied"), tied / lines, &format!("{row}"));
            assert_eq!(row["playable"], !hand.contains('0'));
            assert_eq!(row["ion_barrage"], false);
        }
    }
}

#[test]
fn a_named_pyramid_is_told_for_what_it_is() {
    let desk = Desk::new();
    let ask = |options: &str, hand: &str| {
        let line = format!("odds zinbiddle {options} --hand '{hand}' --out - --format json");
        desk.run(&line).json()["tables"]["hand"].clone()
    };
    let table = ask("", "4r 4g 4b 4y 3g 3r 2b 2g 1y");
    assert_eq!(table[0]["hand"], "4r 4g 4b 4y");
    assert_eq!(table[1]["hand"], "1y 2b 3g 4r");
    assert_eq!(table[2]["hand"], "1y 2g 3r 4y");
    assert_eq!((&table[0]["rank"], &table[0]["ranks"]), (&1.into(), &48.into()));
    assert_eq!((&table[1]["rank"], &table[1]["ranks"]), (&1.into(), &21.into()));
    assert_eq!((&table[2]["rank"], &table[2]["ranks"]), (&4.into(), &21.into()));
    assert_eq!(
        (&table[0]["natural_zinbiddle"], &table[0]["ion_barrage"]),
        (&true.into(), &false.into())
    );
    // A Six takes the value that each line needs, and there is no column for a dealer.
    let table = ask("--rules casino", "4r 4g V6 4y 3g 3g 2b 2b V6");
    assert_eq!(table[0]["ion_barrage"], true);
    assert!(table[1]["category"].as_str().unwrap().contains("capped by a Six"));
    assert!(table[0].get("dealer").is_none());
    // If a Six on top breaks ties, such lines have ranks of their own.
    let hand = "4r 4g V6 4y 3g 3g 2b 2b 1y";
    let equal = ask("--rules casino", hand);
    let broken = ask("--rules casino --set wild_cap_wins=all_flanks", hand);
    assert_eq!((&equal[1]["rank"], &equal[1]["ranks"]), (&1.into(), &21.into()));
    assert_eq!((&broken[1]["rank"], &broken[1]["ranks"]), (&2.into(), &41.into()));
    assert_eq!(number(&equal[1], "beaten"), 0.0);
    assert!(number(&broken[1], "beaten") > 0.0);
    assert_eq!(Place::ALL.map(|place| place.to_string()).join(" "), "T1 T2 T3 T4 S1 S2 G1 G2 C");
}

#[test]
fn what_cannot_be_is_refused() {
    let desk = Desk::new();
    let nine = "4r 4g 4b 4y 3g 3r 2b 2g 1y";
    for (line, parts) in [
        ("--event dealt:ion-barage", &["did you mean `dealt:ion-barrage`"][..]),
        ("--event showdown", &["`showdown`", "simulate"]),
        ("--method weighted --event thrusters:bust", &["thrusters:"]),
        ("--method weighted --played", &["--played"]),
        ("--method exact --played", &["simulate"]),
        ("--strategy regular", &["--played", "--strategy"]),
        ("--method simulate --strategy regular", &["--played"]),
        ("--method weighted --precision 0.1", &["--precision", "--rounds"]),
        ("--hand '4r 4g 4b 4y 3g 3r 2b 2g'", &["8 cards", "nine", "T1 T2 T3 T4 S1 S2 G1 G2 C"]),
        ("--hand '4r 4g 4b 4y 3g 3r 2b 2g 1y 1y'", &["10 cards"]),
        ("--hand ''", &["0 cards"]),
        ("--hand '4r 4g 4b 4y 3g 3r 2b 2g 5y'", &["`5y`", "V6"]),
        ("--hand '4r 4r 4r 4y 3g 3r 2b 2g 1y'", &["the deck holds 2 of 4r", "T3"]),
        ("--hand '4r 4g 4b V6 3g 3r 2b 2g 1y'", &["holds 0 of V6"]),
        (
            "--rules casino --hand '4r 4g 4b 4y V6 V6 2b 2g 1y'",
            &["the shoe of level 2 holds 1 of V6", "S2"],
        ),
        ("--players 4", &["at least 3 sets"]),
    ] {
        let line = line.replace("--hand ''", "--hand ,");
        desk.run(&format!("odds zinbiddle {line} --out -")).refused(2, parts);
    }
    for (more, parts) in [
        ("--dealer 3", &["no dealer"][..]),
        ("--played", &["--played"]),
        ("--event playable", &["--event"]),
        ("--method simulate", &["--method simulate"]),
        ("--method weighted", &["--method weighted"]),
    ] {
        desk.run(&format!("odds zinbiddle --hand '{nine}' {more} --out -")).refused(2, parts);
    }
}

#[test]
fn kinzo_says_that_its_odds_are_always_as_played() {
    let desk = Desk::new();
    for options in ["", "--players 2 --rounds 1000"] {
        let plain = desk.run(&format!("odds kinzo {options} --out -"));
        let played = desk.run(&format!("odds kinzo {options} --played --out -"));
        played.done();
        assert_eq!(plain.out, played.out);
        assert!(played.err.contains("always of rounds as played"), "{}", played.err);
        assert!(!plain.err.contains("played;"), "{}", plain.err);
    }
    desk.run("odds kinzo --played --method weighted --out -")
        .refused(2, &["auto, exact, simulate"]);
}
