//! The slow evaluator of Fizzbin (`tests/slow_fizzbin`) against the golden examples and the numbers
//! of its rules document, against a slower one, and against hands small enough to judge by eye.

use crate::figures::{GOLDEN, SIX};
use crate::slow_fizzbin::literal::{search, stage_seven, stage_six};
use crate::slow_fizzbin::rank::{seven_with, six_with};
use crate::slow_fizzbin::{
    BarScope, COMBINED, Card, Deck, Declared, Drella, Frac, FridayPairs, FullDark, HAND, Kesla,
    Kinds, KrakoDays, KronkRank, Merge, Order, PromotedKings, Role, Rules, SUITS, Scored,
    SundayKronk, Tebo, Tepo, TueDeck, Unused, Zethrac, cards, combined_event, compare,
    compare_naturals, declare, hand_event, has_oxmyx, krako_cost, krako_strikes,
};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// "MonD": Monday, dark; "New": section 10.
fn rules_of(day: &str) -> Rules {
    if day == "New" {
        return Rules::newcomer();
    }
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    let number = names.iter().position(|name| *name == &day[..3]).unwrap() as u8 + 1;
    Rules::on(number, day.ends_with('D'))
}

/// "hand:…", kronks spent, "combined:…", kronks spent.
type Shown = (String, usize, String, usize);

fn shown(declared: &Declared) -> Shown {
    (
        hand_event(declared.six.as_ref()),
        declared.six.as_ref().map_or(0, |scored| scored.spent.len()),
        combined_event(&declared.seven),
        declared.seven.spent.len(),
    )
}

/// "royal fizzbin (1)": the name in kebab case and the number.
fn expected(kind: &str, text: &str) -> (String, usize) {
    let (name, spent) = match text.trim().split_once(" (") {
        Some((name, spent)) => (name, spent.trim_end_matches(')').parse().unwrap()),
        None => (text.trim(), 0),
    };
    let name = if name == "-" { "none" } else { name };
    (format!("{kind}:{}", name.to_lowercase().replace(": ", ":").replace(' ', "-")), spent)
}

struct Example {
    id: String,
    rules: Rules,
    hand: Vec<Card>,
    pile: Vec<Card>,
    ceilings: (usize, usize),
    shows: Shown,
}

fn examples() -> Vec<Example> {
    let mut examples = Vec::new();
    for line in GOLDEN.trim().lines() {
        let (what, result) = line.split_once(" → ").unwrap();
        let (what, ceilings) = match what.split_once(" [") {
            Some((what, two)) => {
                let (k6, k7) = two.trim_end_matches(']').split_once(',').unwrap();
                (what, (k6.parse().unwrap(), k7.parse().unwrap()))
            }
            None => (what, (0, 0)),
        };
        let (held, pile) = what.split_once(" + ").unwrap_or((what, ""));
        let mut words = held.splitn(3, ' ');
        let id = words.next().unwrap().to_string();
        let rules = rules_of(words.next().unwrap());
        let hand = words.next().unwrap();
        let (six, seven) = result.split_once(" / ").unwrap();
        let (h, c) = (expected("hand", six), expected("combined", seven));
        let shows = (h.0, h.1, c.0, c.1);
        examples.push(Example { id, rules, hand: cards(hand), pile: cards(pile), ceilings, shows });
    }
    examples
}

#[test]
fn the_golden_examples_come_out() {
    let examples = examples();
    assert_eq!(examples.len(), 38);
    let mut wrong = Vec::new();
    for it in &examples {
        let is = shown(&declare(&it.hand, &it.pile, it.ceilings.0, it.ceilings.1, &it.rules));
        if is != it.shows {
            wrong.push(format!("{}: {is:?}, not {:?}", it.id, it.shows));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_golden_examples_come_out_literally() {
    for it in examples() {
        // Four kronks have too many stand-ins; G35 names a card.
        if it.ceilings.0.max(it.ceilings.1) <= 2 && it.id != "G35" {
            let six = stage_six(&it.hand, &it.pile, it.ceilings.0, &it.rules);
            let seven = stage_seven(&it.hand, &it.pile, it.ceilings.1, &it.rules);
            assert_eq!(shown(&Declared { six, seven, named: None }), it.shows, "{}", it.id);
        }
    }
}

/// G20's note, and G11's, G17's and G23's.
#[test]
fn the_notes_under_the_examples_hold() {
    let family = Rules { friday_pairs: FridayPairs::Family, ..Rules::on(6, false) };
    assert_eq!(show("7S 7C 7D 3S AH 9C", "AC", 0, 0, &family).0, "hand:quarter-full-fizzbin");
    assert_eq!(show("7S 7C 7D 3S AH 9C", "", 0, 0, &family).0, "hand:half-full-fizzbin");
    let monday = Rules::on(2, false);
    // G11 with a two-flush left over, G17 with four clubs beside its pair, G23 without its ace.
    assert_eq!(show("9S 9D 5H 5C AH 8H", "", 0, 0, &monday).0, "hand:fizzbin");
    assert_eq!(show("7S 7D 3S AC 8C JC 9C", "", 0, 0, &monday).2, "combined:dink");
    assert_eq!(show("KS JS 9S TS 3C 7C", "", 0, 0, &monday).2, "combined:corbomite:stupikaridian");
}

fn show(hand: &str, pile: &str, k6: usize, k7: usize, rules: &Rules) -> Shown {
    shown(&declare(&cards(hand), &cards(pile), k6, k7, rules))
}

/// "three-quarter-fizzbin (1) / slink": the events without their common prefixes.
fn brief(hand: &str, pile: &str, k6: usize, k7: usize, rules: &Rules) -> String {
    let (six, spent6, seven, spent7) = show(hand, pile, k6, k7, rules);
    let paid = |spent: usize| if spent > 0 { format!(" ({spent})") } else { String::new() };
    let (six, seven) = (six.replace("hand:", ""), seven.replace("combined:", ""));
    format!("{six}{} / {seven}{}", paid(spent6), paid(spent7))
}

#[test]
fn every_combination_has_a_name_of_its_own() {
    let mut names: Vec<&str> = HAND.iter().chain(&COMBINED).copied().collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 69);
    for (id, name) in [
        (8, "scpipt"),
        (10, "slunk"),
        (16, "half-kalo"),
        (20, "half-festival"),
        (25, "half-sprak"),
        (31, "kalo"),
        (36, "corbomite"),
        (40, "half-sralk"),
        (46, "shronk-f"),
        (51, "three-quarter-koik"),
        (52, "three-quarter-kronk"),
        (58, "half-slonk"),
        (59, "third-sprak"),
        (62, "zethrac"),
    ] {
        assert_eq!(COMBINED[id - 1], name);
    }
}

/// Calls `then` with every choice of `size` of these cards.
fn every_hand(deck: &[Card], size: usize, then: &mut dyn FnMut(&[Card])) {
    fn go(rest: &[Card], size: usize, held: &mut Vec<Card>, then: &mut dyn FnMut(&[Card])) {
        if size == 0 {
            return then(held);
        }
        for index in 0..=rest.len() - size {
            held.push(rest[index]);
            go(&rest[index + 1..], size - 1, held, then);
            held.pop();
        }
    }
    go(deck, size, &mut Vec::new(), then);
}

/// The counts of each event with `size` cards, without koiks and with no kronk spent.
fn census(size: usize, rules: &Rules) -> BTreeMap<String, u64> {
    let mut counts: BTreeMap<(u8, u8, u8), (u64, Declared)> = BTreeMap::new();
    every_hand(&rules.deck(0), size, &mut |hand| {
        let declared = declare(hand, &[], 0, 0, rules);
        let six = declared.six.as_ref().map_or(0, |scored| scored.id);
        let ids = (six, declared.seven.id, declared.seven.below.unwrap_or(0));
        counts.entry(ids).or_insert((0, declared)).0 += 1;
    });
    let mut events = BTreeMap::new();
    for (count, declared) in counts.values() {
        *events.entry(hand_event(declared.six.as_ref())).or_insert(0) += count;
        *events.entry(combined_event(&declared.seven)).or_insert(0) += count;
    }
    events
}

/// C(52, 6).
const HANDS: u64 = 20_358_520;

#[test]
fn a_sample_of_six_cards_is_as_section_8_counts() {
    for kind in ["hand:", "combined:"] {
        let of_kind = SIX.iter().filter(|event| event.0.starts_with(kind));
        assert_eq!(of_kind.map(|event| event.1).sum::<u64>(), HANDS);
    }
    let rules = Rules::on(2, false);
    let mut rng = Pcg64Mcg::seed_from_u64(20);
    let mut deck = rules.deck(0);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let sample = 200_000;
    for _ in 0..sample {
        let (hand, _) = deck.partial_shuffle(&mut rng, 6);
        let (six, _, seven, _) = shown(&declare(hand, &[], 0, 0, &rules));
        *counts.entry(six).or_insert(0) += 1;
        *counts.entry(seven).or_insert(0) += 1;
    }
    assert!(counts.keys().all(|name| SIX.iter().any(|event| event.0 == name)), "{counts:?}");
    for &(name, count) in SIX {
        let p = count as f64 / HANDS as f64;
        let mean = p * sample as f64;
        let found = counts.get(name).copied().unwrap_or(0) as f64;
        // A rare event has the tail of a Poisson, not of a normal.
        let room = 5.0 * (mean * (1.0 - p)).sqrt() + if mean < 30.0 { 5.0 } else { 0.0 };
        assert!(
            count == 0 && found == 0.0 || (found - mean).abs() <= room,
            "{name}: {found} {mean}"
        );
    }
}

/// The table itself, which takes eight minutes.
#[test]
#[ignore = "20 million hands"]
fn all_of_six_cards_are_as_section_8_counts() {
    let mut counts = census(6, &Rules::on(2, false));
    for &(name, count) in SIX {
        assert_eq!(counts.remove(name).unwrap_or(0), count, "{name}");
    }
    assert!(counts.is_empty(), "{counts:?}");
}

/// One to three cards, for comparison with a table of `odds`.
const FEW: [(&str, [u64; 3]); 26] = [
    ("hand:full-fizzbin", [0, 0, 0]),
    ("hand:three-quarter-fizzbin", [12, 546, 12_220]),
    ("hand:half-full-fizzbin", [0, 18, 660]),
    ("hand:quarter-fizzbin", [8, 284, 4_776]),
    ("hand:quarter-full-fizzbin", [12, 66, 220]),
    ("hand:none", [20, 412, 4_224]),
    ("combined:half-kalo", [0, 0, 4]),
    ("combined:stupimajel", [0, 6, 292]),
    ("combined:stupikodos", [0, 6, 292]),
    ("combined:kalo", [0, 1, 48]),
    ("combined:cirl", [0, 5, 240]),
    ("combined:royal-gumato", [0, 6, 292]),
    ("combined:gumato", [0, 42, 2_044]),
    ("combined:corbomite:quarter-festival", [0, 0, 64]),
    ("combined:corbomite:stupikaridian", [0, 16, 704]),
    ("combined:corbomite:karidian", [8, 352, 7_072]),
    ("combined:corbomite:stonk", [0, 0, 336]),
    ("combined:corbomite:royal-slonk", [0, 4, 116]),
    ("combined:corbomite:spawnk", [0, 35, 1_015]),
    ("combined:corbomite:slonk", [0, 105, 3_045]),
    ("combined:corbomite:half-slonk", [0, 144, 3_168]),
    ("combined:corbomite:royal-zethrac", [4, 88, 560]),
    ("combined:corbomite:zethrac", [36, 420, 2_184]),
    ("combined:corbomite:none", [4, 96, 624]),
    ("hand:royal-fizzbin", [0, 0, 0]),
    ("hand:fizzbin", [0, 0, 0]),
];

/// Monday, light, 52 cards. One card, by hand: A, J and 7 have no name, and Q and 4 are wild; 7s,
/// jacks and aces make 18 pairs of two.
#[test]
fn one_to_three_cards_are_counted_as_they_were() {
    for size in 1..=3 {
        let mut counts = census(size, &Rules::on(2, false));
        for (name, count) in FEW {
            assert_eq!(counts.remove(name).unwrap_or(0), count[size - 1], "{name}");
        }
        assert!(counts.is_empty(), "{counts:?}");
    }
}

/// Section 8: 3,456 and 3,024 hands, and the odds with up to three kronks of 53 cards (one koik,
/// four queens, four fours).
#[test]
fn royal_fizzbins_are_as_many_as_section_8_counts() {
    let royals = cards("AS AH AC AD KS KH KC KD JS JH JC JD TS TH TC TD");
    let royal = |hand: &[Card], k6: usize, day: u8| {
        let six = declare(hand, &[], k6, 0, &Rules::on(day, false)).six;
        six.filter(|scored| scored.id == 1).map(|scored| scored.spent.len())
    };
    let (mut monday, mut saturday) = (0, 0);
    every_hand(&royals, 7, &mut |hand| {
        monday += u64::from(royal(hand, 0, 2).is_some());
        saturday += u64::from(royal(hand, 0, 7).is_some());
    });
    assert_eq!((monday, saturday), (3_456, 3_024));
    // All kronks are equivalent here, so one choice of them stands for all.
    let wild = cards("** QS QD 4H");
    let mut hands = monday;
    for (kronks, choices, odds) in [(1, 9, 3_639.9), (2, 36, 963.4), (3, 84, 519.3)] {
        every_hand(&royals, 7 - kronks, &mut |naturals| {
            let hand = [naturals, &wild[..kronks]].concat();
            let spent = royal(&hand, 3, 2);
            assert!(spent.is_none_or(|spent| spent == kronks));
            hands += choices * u64::from(spent.is_some());
        });
        let against = 154_143_080.0 / hands as f64 - 1.0;
        assert!((against - odds).abs() < 0.05, "{kronks}: {against}");
    }
    // Any card other than these twenty-five spoils it.
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    for _ in 0..2_000 {
        let mut hand = royals.clone();
        hand.shuffle(&mut rng);
        hand.truncate(6);
        hand.push(Card { rank: [2, 3, 5, 6, 7, 8, 9][rng.random_range(0..7)], suit: SUITS[0] });
        assert_eq!(royal(&hand, 6, 2), None);
    }
}

fn one_of<T: Copy>(rng: &mut Pcg64Mcg, of: &[T]) -> T {
    of[rng.random_range(0..of.len())]
}

/// Random switches, the defaults more often than not.
fn any_rules(rng: &mut Pcg64Mcg) -> Rules {
    let mut rules = Rules::on(rng.random_range(1..=10), rng.random());
    let mut rare = || rng.random_range(0..4) == 0;
    let flags: Vec<bool> = (0..18).map(|_| rare()).collect();
    let more: Vec<bool> = (0..2).map(|_| rare()).collect();
    if flags[0] {
        rules.deck = one_of(rng, &[Deck::Skins57, Deck::Pinochle]);
    }
    if flags[1] {
        rules.order = Order::Plain;
    }
    rules.tue_deck = one_of(rng, &[TueDeck::Pinochle, TueDeck::Promoted52, TueDeck::Lowwild]);
    if flags[2] {
        rules.kinds = Kinds::Literal;
    }
    if flags[3] {
        rules.drella = one_of(rng, &[Drella::Inforce, Drella::Noscore]);
    }
    if flags[4] {
        rules.kesla = one_of(rng, &[Kesla::Always, Kesla::DoublyDead]);
    }
    if more[0] {
        rules.promoted_kings = PromotedKings::LikeDeuce;
    }
    if more[1] {
        rules.tebo = Tebo::Seventh;
    }
    rules.friday_pairs = one_of(rng, &[FridayPairs::Hand, FridayPairs::Family, FridayPairs::Off]);
    if flags[5] {
        rules.bar_scope = BarScope::All;
    }
    if flags[6] {
        rules.frac = Frac::Count;
    }
    if flags[7] {
        rules.tepo = Tepo::Off;
    }
    if flags[8] {
        rules.zethrac = Zethrac::Alone;
    }
    if flags[9] {
        rules.full_dark = FullDark::K2;
    }
    if flags[10] {
        rules.unused = Unused::Blank;
    }
    if flags[11] {
        rules.merge = Merge::Single;
    }
    if flags[12] {
        rules.kronk_rank = KronkRank::Early;
    }
    if flags[13] {
        rules.landru_kronk = Some(rng.random_range(1..=14));
    }
    if flags[14] {
        rules.sunday_kronk = SundayKronk::Barred;
    }
    rules
}

/// A hand and a pile from a deck, often from one with few ranks or suits.
fn any_cards(rng: &mut Pcg64Mcg, hand: usize, pile: usize, rules: &Rules) -> [Vec<Card>; 2] {
    let koiks = rng.random_range(0..=2);
    let mut deck = rules.deck(koiks);
    deck.extend(rules.deck(0));
    match rng.random_range(0..4) {
        0 => {
            let kept: Vec<u8> = (0..5).map(|_| one_of(rng, &rules.ranks())).collect();
            deck.retain(|card| card.rank == 0 || kept.contains(&card.rank));
        }
        1 => {
            let suit = one_of(rng, &SUITS);
            deck.retain(|card| card.rank == 0 || card.suit == suit);
        }
        2 => deck.retain(|card| rules.role(*card) == Role::Natural || card.rank < 5),
        _ => {}
    }
    deck.shuffle(rng);
    let pile = deck.iter().skip(hand).take(pile).copied().collect();
    deck.truncate(hand);
    [deck, pile]
}

/// Checks the ways against every subset and every stand-in.
fn agree(rules: &Rules, hand: &[Card], pile: &[Card], k6: usize, k7: usize) {
    let rules = &Rules { merge: Merge::Staged, ..rules.clone() };
    let told = format!("{hand:?} + {pile:?} [{k6},{k7}] {rules:?}");
    let six = stage_six(hand, pile, k6, rules);
    let seven = stage_seven(hand, pile, k7, rules);
    // Thursdays choose whether one card is spent, so each choice is checked by itself.
    if rules.thursday() && hand.len() == 7 {
        for index in (0..7).filter(|&index| rules.role(hand[index]) != Role::Kronk) {
            let named = Some((index, true));
            let found =
                (six_with(hand, pile, k6, named, rules), seven_with(hand, pile, k7, named, rules));
            let looked = (
                search(true, hand, pile, k6, Some(index), rules),
                search(false, hand, pile, k7, Some(index), rules),
            );
            assert_eq!(found, looked, "{told} {index}");
        }
        assert_eq!(six_with(hand, pile, k6, None, rules), six, "{told}");
        assert_eq!(seven_with(hand, pile, k7, None, rules).unwrap(), seven, "{told}");
    } else {
        let both = declare(hand, pile, k6, k7, rules);
        assert_eq!(both, Declared { six, seven, named: None }, "{told}");
    }
}

#[test]
fn ways_agree_with_subsets_and_stand_ins() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    // Ceilings, cards, number of hands.
    for (most, sizes, hands) in
        [(0, [1, 7, 0, 3], 2_000), (1, [6, 7, 0, 2], 300), (2, [6, 7, 0, 0], 40)]
    {
        for _ in 0..hands {
            let rules = any_rules(&mut rng);
            let hand = rng.random_range(sizes[0]..=sizes[1]);
            let pile = rng.random_range(sizes[2]..=sizes[3]);
            let [hand, pile] = any_cards(&mut rng, hand, pile, &rules);
            agree(&rules, &hand, &pile, most, most);
        }
    }
}

/// With the 24 cards of a pinochle deck three kronks are few enough, and H1 occurs.
#[test]
fn ways_agree_with_subsets_on_pinochle_decks() {
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    for round in 0..60 {
        let rules = Rules { deck: Deck::Pinochle, ..any_rules(&mut rng) };
        let [hand, pile] = any_cards(&mut rng, 7, 0, &rules);
        let most = if round % 4 == 0 { 3 } else { 2 };
        agree(&rules, &hand, &pile, most, most);
    }
}

fn six_key(hand: &str, k6: usize, rules: &Rules) -> Vec<u8> {
    declare(&cards(hand), &[], k6, 0, rules).six.unwrap().key
}

fn seven_key(hand: &str, pile: &str, k7: usize, rules: &Rules) -> Vec<u8> {
    declare(&cards(hand), &cards(pile), 0, k7, rules).seven.key
}

/// E2, by today's order: A is 15, 2 is 3, a koik 1 and a kronk's slot 0; suits are 1 to 4.
#[test]
fn keys_are_those_of_e2() {
    let monday = Rules::on(2, false);
    let none: [u8; 0] = [];
    assert_eq!(six_key("AS AD KS KH JC JD TS", 0, &monday), [15, 14, 12, 11]);
    assert_eq!(six_key("AS AD TS TH JC JD KS", 0, &monday), [15, 12, 11, 14]);
    // The three kronks make kings, and the single is the ten.
    assert_eq!(six_key("AS AD JC TS QC QD 4H", 3, &monday), [15, 14, 12, 11]);
    assert_eq!(six_key("KS 2D JH JC 9C 5S", 0, &monday), [12]);
    assert_eq!(six_key("7S 7C 3S AC 8S 9C", 0, &monday), [8]);
    assert_eq!(six_key("9S 9D 5H 5C AH 8H", 0, &monday), [10, 6, 15, 9, 2]);
    // A kronk in a pair frees the ace for the flush only if that is better: AA 99, K 8 of spades.
    assert_eq!(six_key("AS AD 9S 9D KS 8S QD", 0, &monday), [15, 10, 14, 9, 4]);
    // 88, 55 (by the queen) and the ten and three of clubs: better than 88 and a kronk's slot.
    assert_eq!(six_key("8S 8D 5H TC 3C QD", 1, &monday), [9, 6, 11, 4, 3]);
    assert_eq!(six_key("9D 8H 3D 7S JC 2C", 0, &monday), [10, 1]);
    assert_eq!(six_key("TD TH 3D 7S JC 2C", 0, &monday), [11, 2]);
    assert_eq!(six_key("QS 7S JC AC 9C 8S", 1, &monday), [0, 0]);
    assert_eq!(six_key("KS KD 2D 7S JC AC", 0, &monday), [14, 4]);
    assert_eq!(six_key("3S 5C 6S 8C TS TC", 0, &monday), [11, 4]);
    // A misfit queen of diamonds is paid for and not shown.
    assert_eq!(six_key("3S 5C 6S 8C TS QD", 0, &Rules::on(6, false)), [11, 4]);
    assert_eq!(show("3S 5C 6S 8C TS QD", "", 1, 0, &monday).0, "hand:three-quarter-fizzbin");

    let seven = |hand: &str| seven_key(hand, "", 0, &monday);
    assert_eq!(seven("9S 9D 9H 9C AH AC"), [10]);
    assert_eq!(seven("AS AD KS KH JC JD"), none);
    assert_eq!(seven("9S 9D 8H 8C AH AC"), [15, 10, 9]);
    assert_eq!(seven("9S 9D 8H 8C AH KC"), [10, 9]);
    assert_eq!(seven("TS TD 2H 7H AH 3H"), [11, 15, 8, 4, 3, 2]);
    assert_eq!(seven("9S 9D 2H 7H AH 3H"), [10, 15, 8, 4, 3, 2]);
    assert_eq!(seven("JS JC AH 3S 8S 5S"), none);
    assert_eq!(seven("JS JD AH 3S 8S 5S"), [12]);
    assert_eq!(seven("JS KC AH 3S 8S 5S"), none);
    assert_eq!(seven("TS KC 9H 3S 8S 5S"), none);
    assert_eq!(seven("TS 9C 8H 3S 7S 5S"), [11, 4]);
    assert_eq!(seven("AC JC 9C ** 7S 2D"), [15, 12, 10, 0, 3]);
    assert_eq!(seven("AS JS 9S 8S 7C 3C"), [15, 12, 10, 9, 4]);
    assert_eq!(seven("2S 9S 7S 8D 5D 3C"), [10, 8, 3, 4]);
    assert_eq!(seven("AS JS 9D 7D QS 4S"), [15, 12, 4]);
    assert_eq!(seven("AS 9S 8D 7H QS 4S"), [15, 10, 4]);
    assert_eq!(seven("AC 9C 8D 7H QS 4S"), [15, 10, 3]);
    // Two of one colour: the nine of clubs, then the eight of spades.
    assert_eq!(seven("9C 8S 7H QS 4S 4H"), [10, 3, 9, 4]);
    assert_eq!(seven("9C 8H QS 4S 4H QD"), none);
    assert_eq!(seven("** ** QS 4S 4H QD"), [1]);
    assert_eq!(seven("** ** 9C 9S 4H QD"), [10]);
    // Scpipt's one natural; four queens want no natural.
    assert_eq!(seven_key("9C 8S 4S 4H QD QC", "", 4, &monday), [10, 0, 0, 0, 0, 3]);
    assert_eq!(brief("4S 4D 4H 4C QD QC", "", 0, 4, &monday), "none / sprak (4)");
    // With all cards kronks, one of them is a king.
    let king = declare(&cards("4S 4D 4H 4C QD QC"), &[], 0, 1, &monday).seven;
    assert_eq!(king, Scored { id: 36, below: Some(39), key: vec![0, 0], spent: vec![12] });

    let friday = Rules::on(6, false);
    assert_eq!(seven_key("7S 7C 7D 3S AH 9C", "", 0, &friday), [8]);
    assert_eq!(seven_key("7S 7C 7D 3S AH 9C", "7H 3D 3H", 0, &friday), [8]);

    // 2 4 6 8 10 Q A (1) 3 5 7 9 J K, koiks on top; H S D C.
    let thursday = Rules::on(5, false);
    assert_eq!(six_key("9D 8H 3D 7S JC 2C", 0, &thursday), [11, 4]);
    assert_eq!(six_key("KS 2S 7S JC AC 9C", 0, &thursday), [14, 3]);
    assert_eq!(six_key("9S 9D 6H 6C AH 3H", 0, &thursday), [12, 3, 8, 6, 4]);
    assert_eq!(six_key("AS AD KS KH JC JD TS", 0, &thursday), [8, 2, 1, 10]);
    assert_eq!(seven_key("** ** 9C 9S 8H 6D", "", 0, &thursday), [15]);
    assert_eq!(seven_key("9C 9S 8H 8D", "", 0, &thursday), [11, 3]);
    let plain = Rules { order: Order::Plain, ..thursday };
    assert_eq!(six_key("9D 8H 3D 7S JC 2C", 0, &plain), [10, 1]);
}

/// Each switch, with a hand that it changes.
#[test]
fn switches_do_what_they_say() {
    let on = |day: u8| Rules::on(day, false);
    let dark = |day: u8| Rules::on(day, true);
    let mon = on(2);
    let sat = on(7);

    let literal = Rules { kinds: Kinds::Literal, ..on(2) };
    assert_eq!(brief("7S 7C 7D 3S AH 9C", "", 0, 0, &mon), "half-full-fizzbin / gumato");
    assert_eq!(brief("7S 7C 7D 3S AH 9C", "", 0, 0, &literal), "half-full-fizzbin / shronk-k");

    let inforce = Rules { drella: Drella::Inforce, ..on(2) };
    assert_eq!(brief("7S 7C 7D 7H AH 9C", "", 0, 0, &inforce), "none / slunk");
    // What could bar scores nothing: here four of a kind.
    let noscore = Rules { drella: Drella::Noscore, ..on(2) };
    assert_eq!(brief("7S 7C 7D 7H AH 9C", "", 0, 0, &noscore), "none / gumato");
    // H3's bars go with Y1.
    assert_eq!(brief("9S 9H 5H 5C AH 8H", "", 0, 0, &mon), "fizzbin / slink");
    assert_eq!(brief("9S 9H 5H 5C AH 8H", "", 0, 0, &inforce), "three-quarter-fizzbin / slink");
    assert_eq!(brief("9S 9D 5H 5C 8C 8D AC", "", 0, 0, &mon), "fizzbin / stink");
    assert_eq!(brief("9S 9D 5H 5C 8C 8D AC", "", 0, 0, &sat), "none / stink");

    let always = Rules { kesla: Kesla::Always, ..on(2) };
    assert_eq!(show("3S 5C 6S 8C 9S 7C", "", 0, 0, &always).0, "hand:quarter-full-fizzbin");
    let tuesday = Rules { kesla: Kesla::Always, ..on(3) };
    assert_eq!(show("AS AS KD JH JC 9H", "", 0, 0, &tuesday).0, "hand:three-quarter-fizzbin");

    let off = Rules { friday_pairs: FridayPairs::Off, ..on(6) };
    assert_eq!(show("TH TD 9H 2C 6H JC", "", 0, 0, &off).0, "hand:three-quarter-fizzbin");

    let all = Rules { bar_scope: BarScope::All, ..on(7) };
    assert_eq!(show("7S 7C KS 9C 6S 3C", "7D", 0, 0, &sat).0, "hand:half-full-fizzbin");
    assert_eq!(show("7S 7C KS 9C 6S 3C", "7D", 0, 0, &all).0, "hand:quarter-fizzbin");
    assert_eq!(show("3S 5C 6S 8C 9S TC", "KH", 0, 0, &sat).0, "hand:quarter-full-fizzbin");
    assert_eq!(show("3S 5C 6S 8C 9S TC", "KH", 0, 0, &all).0, "hand:none");

    let count = Rules { frac: Frac::Count, ..on(2) };
    assert_eq!(show("3S AC JC 9S 7C 2S", "", 0, 0, &mon).0, "hand:quarter-fizzbin");
    assert_eq!(show("3S AC JC 9S 7C 2S", "", 0, 0, &count).0, "hand:three-quarter-fizzbin");
    assert_eq!(show("3S 5C 6S 8C 9S TC", "", 0, 0, &count).0, "hand:none");
    assert_eq!(show("3S 5C 6S 8C ** **", "", 0, 0, &count).0, "hand:quarter-full-fizzbin");

    let tepo = Rules { tepo: Tepo::Off, ..on(2) };
    assert_eq!(show("3H 5H AC JC 9S 7C 8S", "", 0, 0, &mon).0, "hand:none");
    assert_eq!(show("3H 5H AC JC 9S 7C 8S", "", 0, 0, &tepo).0, "hand:three-quarter-fizzbin");

    let alone = Rules { zethrac: Zethrac::Alone, ..on(2) };
    assert_eq!(show("AS JH", "", 0, 0, &mon).2, "combined:corbomite:none");
    assert_eq!(show("AS JH", "", 0, 0, &alone).2, "combined:corbomite:royal-zethrac");

    let k2 = Rules { full_dark: FullDark::K2, ..dark(2) };
    assert_eq!(brief("QH 4D AS AC 9C 6S", "", 0, 0, &k2), "half-full-fizzbin / stupimajel");
    assert_eq!(show("KH 2D AS AC 9C 6S", "", 1, 0, &k2).0, "hand:three-quarter-fizzbin");
    assert_eq!(brief("KH 2D AS AC 9C 6S", "", 2, 0, &k2), "full-fizzbin (2) / stupimajel");

    let blank = Rules { unused: Unused::Blank, ..dark(2) };
    let nothing = "half-full-fizzbin / royal-slink";
    assert_eq!(brief("AS AD KS KH JC JD TS", "", 2, 2, &blank), nothing);

    let landru = Rules { landru_kronk: Some(9), ..on(2) };
    assert_eq!(brief("9S 9D AH JC 7S 7C", "", 0, 0, &landru), "half-full-fizzbin / gumato");
    assert_eq!(brief("9S 9D AH JC 7S 7C", "", 0, 2, &landru), "half-full-fizzbin / slunk (2)");

    let barred = Rules { sunday_kronk: SundayKronk::Barred, ..on(1) };
    let free = "three-quarter-fizzbin (1) / stupimajel (1)";
    assert_eq!(brief("AC JC 9C QD 7S 6S", "", 1, 1, &on(1)), free);
    assert_eq!(brief("AC JC 9C QD 7S 6S", "", 1, 1, &barred), "none / corbomite:stonk");

    let lowwild = Rules { tue_deck: TueDeck::Lowwild, ..on(3) };
    assert_eq!(brief("8S 7S AC AD 9C 5H", "", 0, 2, &lowwild), "none / slunk (2)");
    let promoted = Rules { tue_deck: TueDeck::Promoted52, ..on(3) };
    assert_eq!(brief("2S KS KD 9C TD JS", "", 0, 0, &promoted), "none / stupikodos");
    assert_eq!(brief("2S KS KD 9C TD 9S", "", 1, 0, &promoted), "fizzbin (1) / slink");

    // On Fridays dark bars and colours have no effect, nor have zethrac and drella.
    assert_eq!(show("KS KD", "", 0, 1, &dark(2)).2, "combined:corbomite:karidian");
    assert_eq!(show("KS KD", "", 0, 2, &dark(6)).2, "combined:stupimajel");
    assert_eq!(show("3S 2H 7D", "", 0, 0, &on(6)).0, "hand:quarter-fizzbin");
    assert_eq!(show("3S 7H AD", "", 0, 0, &on(6)).0, "hand:quarter-full-fizzbin");
}

/// H7: every misfit is spent, or it is dead; koiks are not misfits.
#[test]
fn quarter_full_fizzbins_pay_for_misfits() {
    let sat = Rules::on(7, false);
    // No red 3 5 6 8 9 10 may be made, K or 2 neither: only H7's ceiling is enough.
    let with = |hand: &str, k6: usize| brief(hand, "", k6, 0, &sat);
    assert_eq!(show("3S 5C 6S 8C 9S **", "", 0, 0, &sat).0, "hand:quarter-full-fizzbin");
    assert_eq!(show("3S 5C 6S 8C 9S QS", "", 0, 0, &sat).0, "hand:none");
    // H4 is lower, and the queen makes it. With seven cards it cannot, but H6 can.
    assert!(with("3S 5C 6S 8C 9S QS", 1).starts_with("three-quarter-fizzbin (1)"));
    assert!(with("3S 5C 6S 8C 9S QS TS", 1).starts_with("quarter-fizzbin (1)"));
    // Where a kronk may be spent, H6 at the least is lower: H7's kronks are never paid for, but on
    // a Friday of aces without any black 3 5 6 8 9 10.
    let fri = Rules::on(6, false);
    assert!(brief("AS AD 7H JC 2D QS", "", 0, 0, &fri).starts_with("none /"));
    assert!(brief("AS AD 7H JC 2D QS", "", 1, 0, &fri).starts_with("quarter-full-fizzbin (1)"));
    assert!(brief("AS AD 3C JC 2D QS", "", 1, 0, &fri).starts_with("quarter-full-fizzbin /"));
}

/// W1e: one card for both stages, spent or as itself.
#[test]
fn thursdays_seventh_card_is_one_card() {
    let thu = Rules::on(5, false);
    let it = declare(&cards("AS AD KS KH JC JD 5S"), &[], 1, 1, &thu);
    assert_eq!(it.named, Some(Card::parse("5S")));
    // The five is the ten of stage 6 and a third jack in stage 7.
    assert_eq!(combined_event(&it.seven), "combined:half-kalo");
    assert_eq!((it.six.unwrap().spent, it.seven.spent), (vec![5], vec![5]));
    // Six cards: nothing to name.
    assert_eq!(declare(&cards("AS AD KS KH JC 5S"), &[], 1, 1, &thu).named, None);
    // Stage 7 wants the three as its fourth nine; stage 6 has H5 with or without. All in one.
    let it = declare(&cards("9S 9D 9H 7S 7C 3C AH"), &[], 1, 1, &thu);
    assert_eq!(combined_event(&it.seven), "combined:slunk");
    assert_eq!(it.seven.spent.len(), 1);
    // Drella in force: a seven spent as a seven is no third natural one.
    let inforce = Rules { drella: Drella::Inforce, ..thu.clone() };
    let hand = "7S 7D 7H KS 2S AC JC";
    assert_eq!(show(hand, "", 0, 0, &inforce).0, "hand:quarter-fizzbin");
    assert_eq!(brief(hand, "", 1, 0, &inforce), "full-fizzbin (1) / gumato");
}

#[test]
fn decks_have_their_cards() {
    let sizes = |rules: Rules| (rules.deck(1).len(), rules.ranks().len());
    assert_eq!(sizes(Rules::on(7, false)), (53, 13));
    assert_eq!(sizes(Rules { deck: Deck::Skins57, ..Rules::on(7, false) }), (57, 14));
    assert_eq!(sizes(Rules::on(3, false)), (49, 6));
    assert_eq!(sizes(Rules { deck: Deck::Pinochle, ..Rules::on(7, true) }), (49, 6));
    let promoted = Rules { tue_deck: TueDeck::Promoted52, ..Rules::on(10, false) };
    assert_eq!(sizes(promoted.clone()), (53, 7));
    let lowwild = Rules { tue_deck: TueDeck::Lowwild, ..Rules::on(10, false) };
    assert_eq!(sizes(lowwild.clone()), (53, 13));
    // Koik, and two ranks of four; a pinochle deck has eight of one.
    let kronks = |rules: &Rules| {
        rules.deck(1).iter().filter(|card| rules.role(**card) == Role::Kronk).count()
    };
    assert_eq!(kronks(&Rules::on(7, false)), 9);
    assert_eq!(kronks(&Rules::on(7, true)), 9);
    assert_eq!(kronks(&Rules::on(3, false)), 9);
    assert_eq!(kronks(&Rules::on(3, true)), 9);
    // 8 queens, 4 deuces; 8 kings, 4 deuces; Q 8 7 6 4 3 2; K 8 7 6 4 3 2.
    assert_eq!(kronks(&promoted), 13);
    assert_eq!(kronks(&Rules { dark: true, ..promoted }), 13);
    assert_eq!(kronks(&lowwild), 29);
    assert_eq!(kronks(&Rules { dark: true, ..lowwild }), 29);
}

#[test]
fn krako_and_oxmyx() {
    let days = |rules: fn(u8) -> Rules| -> Vec<u8> {
        (1..=10).filter(|&day| krako_strikes(&rules(day))).collect()
    };
    assert_eq!(days(|day| Rules::on(day, false)), [3, 6, 7, 10]);
    let all = |day| Rules { krako_days: KrakoDays::All, ..Rules::on(day, false) };
    assert_eq!(days(all).len(), 10);
    let inforce = |day| Rules { drella: Drella::Inforce, ..Rules::on(day, false) };
    assert_eq!(days(inforce).len(), 10);
    let sat = Rules::on(7, false);
    let cost = |hand: &str, pile: &str| krako_cost(&cards(hand), &cards(pile), &sat);
    assert_eq!(cost("JS JC 3H 4D QC 9S", "JD JH"), Some(0));
    assert_eq!(cost("JS JC 3H 4D QC 9S", "JD"), Some(1));
    assert_eq!(cost("JS JC 3H 4D QC 9S", ""), Some(2));
    assert_eq!(cost("JS 2C 3H 4D QC 9S", ""), None);
    assert!(has_oxmyx(&cards("7S"), &cards("7D"), &sat));
    assert!(!has_oxmyx(&cards("7S QD"), &cards("4D"), &sat));
}

/// Asserts that each declaration beats the next one.
fn assert_descending(best_first: &[Declared], rules: &Rules) {
    for (i, one) in best_first.iter().enumerate() {
        for (j, two) in best_first.iter().enumerate() {
            assert_eq!(compare(one, two, rules), j.cmp(&i), "{one:?} {two:?}");
        }
    }
}

#[test]
fn declarations_compare_step_by_step() {
    let mon = Rules::on(2, false);
    let it = |hand: &str, pile: &str, k6: usize, k7: usize| {
        declare(&cards(hand), &cards(pile), k6, k7, &mon)
    };
    let mut steps = vec![
        // H id.
        it("9S 9D 5H 5C AH 8H", "", 0, 0),
        // C id, then corbomite's next, then the key of stage 7.
        it("9S 8D 5H 7C AH TH", "9D", 0, 0),
        it("9S 8D 5H 7C AH KH", "", 0, 0),
        it("9S 8D 5H 7C AH TH", "", 0, 0),
        it("9S 8D 5H 7C AH TD", "", 0, 0),
    ];
    assert_descending(&steps, &mon);
    // The key of stage 6 decides last: the same ten, but a nine of hearts that is red for the
    // eight.
    steps = vec![it("TS 9H 5C 7C AS 3S", "", 0, 0), it("TS 9C 5C 7C AS 3D", "", 0, 0)];
    assert_eq!(steps[0].seven.below, Some(39));
    assert_descending(&steps, &mon);

    // Fewer kronks, then higher ones.
    let rank = |six: &[u8], seven: &[u8], key: u8| Declared {
        six: Some(Scored { id: 4, below: None, key: vec![key], spent: six.to_vec() }),
        seven: Scored { id: 24, below: None, key: vec![9, 8], spent: seven.to_vec() },
        named: None,
    };
    let late = [
        rank(&[], &[], 2),
        rank(&[], &[], 1),
        rank(&[12], &[], 1),
        rank(&[4], &[], 1),
        rank(&[12, 4], &[4], 1),
        rank(&[12], &[12, 4], 1),
        rank(&[4], &[12, 12], 1),
    ];
    assert_descending(&late, &mon);
    // Stage by stage: it matters which stage spent the queen.
    assert_eq!(compare(&rank(&[], &[12], 1), &rank(&[12], &[], 1), &mon), Ordering::Less);
    let early = Rules { kronk_rank: KronkRank::Early, ..mon.clone() };
    assert_descending(&[rank(&[12], &[], 1), rank(&[4], &[], 2), rank(&[4], &[], 1)], &early);
    // Koiks are the highest on Thursdays.
    let two = [rank(&[0], &[], 1), rank(&[12], &[], 1)];
    assert_eq!(compare(&two[0], &two[1], &mon), Ordering::Less);
    assert_eq!(compare(&two[0], &two[1], &Rules::on(5, false)), Ordering::Greater);

    // merge=single: with an H, neither stage 7 nor its kronks.
    let single = Rules { merge: Merge::Single, ..mon.clone() };
    let low = it("9D 8S 5C 7C AS 3S", "9C 9H 9S", 0, 0);
    let high = it("TD 8S 5C 7C AS 3S", "", 0, 0);
    assert_eq!(compare(&high, &low, &mon), Ordering::Less);
    assert_eq!(compare(&high, &low, &single), Ordering::Greater);
    let none = |hand: &str| declare(&cards(hand), &[], 0, 0, &single);
    assert_descending(&[none("AC JC 7C 7H QS 4S"), none("AC JC 7C AH 4H QS")][1..], &single);
    assert_eq!(none("AC JC 7C QS 4H QD").six, None);
    assert_eq!(
        compare(&none("AC JC 7C QS"), &none("JC 7C QS 4H"), &single),
        Ordering::Less.reverse()
    );
    let kronks = declare(&cards("TD 8S 5C 7C AS QS"), &[], 0, 1, &single);
    assert_eq!(kronks.seven.spent, Vec::<u8>::new());

    // The tail's cards.
    let tail = |one: &str, two: &str| {
        compare_naturals((&cards(one), &[], None), (&cards(two), &[], None), &mon)
    };
    assert_eq!(tail("AS 3D", "AC KD"), Ordering::Greater);
    assert_eq!(tail("AS 3D", "QD 3D AS"), Ordering::Equal);
    assert_eq!(tail("AS 3D", "AS 3D 2D"), Ordering::Less);
}

/// Sorted by insertion: no earlier declaration is worse than a later one.
#[test]
fn the_order_is_total() {
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    for _ in 0..60 {
        let rules = any_rules(&mut rng);
        let mut all: Vec<Declared> = (0..50)
            .map(|_| {
                let hand = rng.random_range(6..=7);
                let pile = rng.random_range(0..=6);
                let [hand, pile] = any_cards(&mut rng, hand, pile, &rules);
                declare(&hand, &pile, rng.random_range(0..=3), rng.random_range(0..=3), &rules)
            })
            .collect();
        all.sort_by(|one, two| compare(one, two, &rules));
        for (i, one) in all.iter().enumerate() {
            assert_eq!(compare(one, one, &rules), Ordering::Equal);
            for two in &all[i + 1..] {
                let order = compare(one, two, &rules);
                assert!(order.is_le() && compare(two, one, &rules) == order.reverse());
            }
        }
        // If two are equal, each is equal to everything that the other is equal to.
        for three in all.windows(3) {
            let equal = |i: usize, j: usize| compare(&three[i], &three[j], &rules).is_eq();
            assert!(!(equal(0, 1) && equal(1, 2)) || equal(0, 2));
        }
    }
}

/// A higher ceiling never leads to a lower declaration, kronks aside.
#[test]
fn ceilings_only_help() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..400 {
        let rules = Rules { merge: Merge::Staged, ..any_rules(&mut rng) };
        let [hand, pile] = any_cards(&mut rng, 7, 4, &rules);
        let ids = |k: usize| {
            let it = declare(&hand, &pile, k, k, &rules);
            assert!(it.seven.spent.len() <= k);
            assert!(it.six.as_ref().is_none_or(|six| six.spent.len() <= k));
            (it.six.map_or(99, |six| six.id), it.seven.id, it.seven.below.unwrap_or(99))
        };
        for k in 0..4 {
            // Stage 7 may give way to stage 6 if both want to name a card.
            let (lower, higher) = (ids(k), ids(k + 1));
            assert!(higher <= lower, "{hand:?} {pile:?} {rules:?}");
        }
    }
}
