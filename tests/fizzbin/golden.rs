//! The golden hands of the rules: the score of each in both stages, and the kronks it takes.

use crate::figures::GOLDEN;
use croupier::framework::GameRules;
use croupier::framework::settings::changes;
use croupier::games::fizzbin::eval::{Ceilings, Evaluator, Score};
use croupier::games::fizzbin::hand::{Card, Cards, KINDS, Value};
use croupier::games::fizzbin::rules::{
    BarScope, Deck, FridayPairs, Kinds, KronkRank, Merge, Rules, Tail, Tebo,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::cmp::Ordering;
use std::collections::BTreeSet;

fn rules(day: &str) -> Rules {
    if day == "New" {
        return Rules::newcomer();
    }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    let number = 1 + days.iter().position(|known| day.starts_with(known)).unwrap();
    let light = if day.ends_with('D') { "dark" } else { "light" };
    Rules::preset(&format!("d{number}-{light}")).unwrap()
}

fn cards(text: &str) -> Cards {
    let cards: Vec<Card> = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
    Cards::from_cards(&cards)
}

/// Evaluates a hand, a pile and ceilings, as written.
fn score(law: &Evaluator, text: &str) -> Score {
    let (held, ceilings) = text.split_once('[').unwrap_or((text, ""));
    let (hand, pile) = held.split_once('+').unwrap_or((held, ""));
    let ceilings = match ceilings.trim_end_matches(']').split_once(',') {
        Some((hand, combined)) => {
            Ceilings { hand: hand.parse().unwrap(), combined: combined.parse().unwrap() }
        }
        None => Ceilings::NONE,
    };
    law.score(&cards(hand), &cards(pile), ceilings, None)
}

fn told(score: &Score) -> String {
    let spent = |kronks: u8| if kronks > 0 { format!(" ({kronks})") } else { String::new() };
    let hand = match score.hand.value {
        Value::NONE => "-".to_owned(),
        value => value.hand_name().to_owned(),
    };
    let combined = score.combined.value.combined_name();
    format!("{hand}{} / {combined}{}", spent(score.hand.spent), spent(score.combined.spent))
}

#[test]
fn the_golden_hands_score_as_the_rules_say() {
    let lines: Vec<&str> = GOLDEN.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 38);
    let mut wrong = Vec::new();
    for line in lines {
        let (asked, expected) = line.split_once(" → ").unwrap();
        let mut parts = asked.splitn(3, ' ');
        let (_, day, text) = (parts.next(), parts.next().unwrap(), parts.next().unwrap().trim());
        let law = Evaluator::new(&rules(day));
        let found = told(&score(&law, text));
        if found != expected {
            wrong.push(format!("{line}\n    found {found}"));
        }
        // The quick and the thorough evaluation agree.
        let (hand, pile) = text.split('[').next().unwrap().split_once('+').unwrap_or((text, ""));
        let (hand, pile) = (cards(hand.split('[').next().unwrap()), cards(pile));
        assert_eq!(law.natural(&hand, &pile), law.thorough().natural(&hand, &pile), "{line}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_notes_on_the_golden_hands_hold() {
    // G20: under `family` the ace laid on the pile leaves a quarter-full fizzbin.
    let friday = rules("Fri");
    let family = Rules { friday_pairs: FridayPairs::Family, ..friday.clone() };
    let text = "7S 7C 7D 3S AH 9C + AC";
    assert_eq!(told(&score(&Evaluator::new(&family), text)), "quarter-full fizzbin / shronk-K");
    // G17: the pair shares the flush. With an eighth club there is a dink.
    let monday = Evaluator::new(&rules("Mon"));
    let text = "7S 7C 3S AC 8S JC 9C + 5C";
    assert_eq!(told(&score(&monday, text)), "half-full fizzbin / dink");
    // G23: four royal spades are not a shronk; quarter-festival is higher.
    let names = monday.combined_names(&cards("KS JS AS TS 3C 7C"));
    assert!(names.contains(&(45, true)) && names.contains(&(37, true)));
    assert!(names.iter().all(|&(id, _)| id >= 37));
}

/// Checks that `a` beats `b`, compared in either order.
fn beats(rules: &Rules, a: &str, b: &str) {
    let law = Evaluator::new(rules);
    let (better, worse) = (score(&law, a), score(&law, b));
    assert_eq!(law.compare(&better, &worse), Ordering::Greater, "{a} over {b}");
    assert_eq!(law.compare(&worse, &better), Ordering::Less, "{b} under {a}");
}

fn ties(rules: &Rules, a: &str, b: &str) {
    let law = Evaluator::new(rules);
    assert_eq!(law.compare(&score(&law, a), &score(&law, b)), Ordering::Equal, "{a} and {b}");
}

#[test]
fn rule_e2_and_d6_keys_are_compared_in_todays_order() {
    let monday = rules("Mon");
    let keys = |rules: &Rules, combined: bool, a: &str, b: &str| {
        let law = Evaluator::new(rules);
        let [first, second] = [a, b].map(|text| {
            let score = score(&law, text);
            if combined { score.combined.value } else { score.hand.value }
        });
        assert_eq!(first.names(), second.names(), "{a} and {b}");
        first.key().cmp(&second.key())
    };
    let key = |rules: &Rules, a: &str, b: &str| keys(rules, false, a, b);
    use Ordering::{Equal, Greater};
    // H1: three pairs descending, then the single.
    let royal = |a, b| key(&monday, a, b);
    assert_eq!(royal("AS AD KS KH JC JD TS", "AS AD KS KH TC TD JS"), Greater);
    assert_eq!(royal("AS AD KS KH JC JD TS", "AC AH KC KD JC JS TD"), Equal);
    // H2, H5: the pair.
    assert_eq!(key(&monday, "KS 2D JH JC 9C 5S", "KS 2D 7H 7C 9C 5S"), Greater);
    assert_eq!(key(&monday, "AS AC 3S 8S 9C 6S", "AD AH 3S 8S 9C JS"), Equal);
    // H3: the pairs, then the two-flush: its cards, then its suit.
    let fizzbin = |a, b| key(&monday, a, b);
    assert_eq!(fizzbin("9S 9D 5H 5C AH 8H", "9S 9D 3H 3C AH JH"), Greater);
    assert_eq!(fizzbin("9S 9D 5H 5C AH 8H", "9S 9D 5H 5C JH 8H"), Greater);
    assert_eq!(fizzbin("9S 9D 5H 5C AS 8S", "9S 9D 5H 5C AH 8H"), Greater);
    // Three of a rank: the third one may be in the flush.
    assert_eq!(fizzbin("9S 9D 9H 5H 5C AH", "9S 9D 8H 5H 5C AH"), Greater);
    // H4: the best rank, then its suit.
    assert_eq!(key(&monday, "TH 3C AS 7C JH 5S", "TD 3C AS 7C JH 5S"), Greater);
    assert_eq!(key(&monday, "9D 3H AS 7C JH 5S", "8H 6H AS 7C JH 5S"), Greater);
    // Groups and flushes of combined cards.
    let combined = |a, b| keys(&monday, true, a, b);
    assert_eq!(combined("AS AC 9H 9S 3C 7D", "AH AD 8H 8S 3C 7D"), Greater);
    assert_eq!(combined("9S 9D 8H AC JC 3C 5C", "9S 9D 8H AC JC 3C 2C"), Greater);
    assert_eq!(combined("AS JS 9S 8S 7C 3C", "AS JS 9S 7S 8C 3C"), Greater);
    assert_eq!(combined("KD 3C 5S 7D 8C 9S", "TS 3C 5H 7D 8C 9S"), Greater);
    // Thursday's order: H over S, and even ranks over odd ones.
    let thursday = rules("Thu"); // D6
    assert_eq!(key(&thursday, "6H 3C AS 7C JH 5S", "9H 5D AS 7C JC 3S"), Greater);
    assert_eq!(key(&thursday, "6H 3C AS 7C JC 9S", "6D 3C AS 7C JC 9S"), Greater);
    let plain = Rules { order: croupier::games::fizzbin::rules::Order::Plain, ..thursday };
    assert_eq!(key(&plain, "9H 5D AS 7C JC 3S", "6H 3C AS 7C JH 5S"), Greater);
    // A kronk in a group costs no rank.
    assert_eq!(combined("9S QC 3D 8S 7C 6H [0,1]", "9D 9H 3S 8S 7C 6D"), Equal);
}

#[test]
fn rule_d4_ranks_fall_from_the_ace_and_suits_from_spades() {
    let light = Rules { deck: Deck::Skins57, koiks: 2, ..rules("Mon") };
    let dark = Rules { dark: true, ..light.clone() };
    // Two pairs each, one of them aces: the other pair decides. By day queens and fours have no
    // rank, when dark kings and twos.
    for (rules, ranks) in [(light.clone(), "KJT98765321"), (dark, "QJT987654")] {
        for at in 1..ranks.len() {
            let [high, low] = [&ranks[at - 1..at], &ranks[at..=at]];
            let free = |card: &&&str| !card.starts_with(high) && !card.starts_with(low);
            let club = ["TC", "JC", "9C"].iter().find(free).unwrap();
            let diamond = ["8D", "6D", "5D"].iter().find(free).unwrap();
            let hand = |rank| format!("AS AC {rank}S {rank}H {club} {diamond}");
            beats(&rules, &hand(high), &hand(low));
        }
    }
    // The pair of koiks comes last.
    beats(&light, "1S 1H TC 8D 6C 5S", "** ** TC 8D 6C 5S");
    // A king or a two alone (H6), with the same combined names and everything else equal.
    for (high, low) in [("S", "C"), ("C", "H"), ("H", "D")] {
        let hand = |suit| format!("K{suit} 9S 9C 7D JH 5S");
        beats(&light, &hand(high), &hand(low));
    }
    beats(&light, "KD 9S 9C 7D JH 5S", "2S 9S 9C 7D JH 5S");
}

#[test]
fn rule_e3_a_hand_is_barred_by_itself_or_by_the_pile_too() {
    let list = rules("Sat");
    let all = Rules { bar_scope: BarScope::All, ..list.clone() };
    // A third jack on the pile.
    let text = "KS 2D JH JC 5S 9C + JD";
    assert!(told(&score(&Evaluator::new(&list), text)).starts_with("full fizzbin"));
    assert!(!told(&score(&Evaluator::new(&all), text)).starts_with("full fizzbin"));
}

#[test]
fn rule_e1_and_w4_ids_then_keys_then_fewer_and_higher_kronks() {
    let monday = rules("Mon");
    // The hand's name before the combined one, both before the keys.
    beats(&monday, "KS 2D 7H 7C 9C 5S", "9S 9D 5H 5C AH 8H + 5S 5D");
    beats(&monday, "KS 2D 7H 7C 9C 5S + 9S 9D", "KS 2D AH AC 9C 5S");
    // The combined key before the hand's.
    beats(&monday, "TH 9S JC 3C + JS JH", "TH 8S TC 3C + 9S 9H");
    beats(&monday, "3H 9S JC 6C AS 7C + AC", "TH 9S JC 6C 8S 7C + JH");
    // Fewer kronks, then higher ones (W4); nothing else.
    beats(&monday, "TD AS AC 9S 8C 3S", "TD AS QC 9S 8C 3S [0,1]");
    beats(&monday, "TD AS QC 9S 8C 3S [0,1]", "TD AS 4C 9S 8C 3S [0,1]");
    beats(&monday, "TD AS 4C 9S 8C 3S [0,1]", "TD AS ** 9S 8C 3S [0,1]");
    ties(&monday, "TD AS QC 9S 8C 3S [0,1]", "TD AC QS 9C 8S 3C [0,1]");
    // Early: higher kronks before keys (W4).
    let early = Rules { kronk_rank: KronkRank::Early, ..monday.clone() };
    let (low, high) = ("9D 3S 4C 6S 8C 5S [0,1]", "TD 3S QC 6S 8C 5S + TS [0,0]");
    beats(&monday, high, low);
    let (low, high) = ("8D 3S QC 6S 7C 5S [0,1]", "9D 3S 4C 6S 8C 5S [0,1]");
    beats(&monday, high, low);
    beats(&early, low, high);
    // Tail: all natural cards, high to low.
    let cards = Rules { tail: Tail::Cards, ..monday.clone() };
    let (better, worse) = ("TD AS AC 9S 8C 3S", "TD AS AC 9S 7C 3S");
    ties(&monday, better, worse);
    beats(&cards, better, worse);
    beats(&cards, "TD AS AC 9S 8C 3S + 5S", better);
    // Single: the combined name only where neither hand has one.
    let single = Rules { merge: Merge::Single, ..monday.clone() };
    let (slunk, pair) = ("KS 2D 7H 7C 9C 5S + 9S 9D 9H", "KS 2D JH JC 9C 5S");
    beats(&monday, slunk, pair);
    beats(&single, pair, slunk);
    beats(&single, "AC JC 9C 7S 6S AS", "AC JC 9C 7S 6S 8S");
}

#[test]
fn rule_w1_and_w3_kronks_are_spent_on_the_best_id_then_key_then_as_few_as_can_be() {
    let monday = Evaluator::new(&rules("Mon"));
    let told = |text: &str| told(&score(&monday, text));
    // W3: in H7 every misfit must be spent; an unspent koik is not a misfit.
    assert_eq!(told("3S 5C 6S 8C 9S 4C [0,0]"), "- / corbomite: stonk");
    assert_eq!(told("3S 5C 6S 8C 9S ** [0,0]"), "quarter-full fizzbin / corbomite: quarter-koik");
    // A kronk is a red card sooner.
    assert_eq!(told("3S 5C 6S 8C 9S 4C [1,0]"), "three-quarter fizzbin (1) / corbomite: stonk");
    // A seventh card bars that: the only way left is with the black one.
    assert_eq!(told("3S 5C 6S 8C 9S TS 4C [1,0]"), "quarter-fizzbin (1) / corbomite: karidian");
    // Without naturals: two kronks are a pair of aces.
    assert_eq!(told("QS QD QH 4S 4D ** [0,2]"), "- / stupimajel (2)");
    assert_eq!(told("QS QD QH 4S 4D ** [0,1]"), "- / corbomite: karidian (1)");
    // Four kronks and a card are a scpipt, three a slunk; three aces count in no stage.
    assert_eq!(told("QS QD QH 4S 9D 8S [0,4]"), "three-quarter fizzbin / scpipt (4)");
    assert_eq!(told("QS QD QH 4S 9D 8S [0,3]"), "three-quarter fizzbin / slunk (3)");
    // One kronk may serve both stages and is paid twice.
    assert_eq!(score(&monday, "AC JC 9C QD 7S 6S [1,1]").spent(), 2);
    // On Sundays kronks may be barred.
    use croupier::games::fizzbin::rules::SundayKronk;
    let barred = Rules { sunday_kronk: SundayKronk::Barred, ..rules("Sun") };
    assert_eq!(score(&Evaluator::new(&barred), "AC JC 9C QD 7S 6S [1,1]").spent(), 0);
    // W1e: a named card has no natural value, and only one may be named.
    let thursday = Evaluator::new(&rules("Thu"));
    let named = score(&thursday, "AS AD KS KH JC JD 5S [1,1]");
    assert_eq!(named.named, Some("5S".parse().unwrap()));
    assert_eq!(score(&thursday, "AS AD KS KH JC JD 5S").named, None);
    // Under tebo=seventh, only the card that came last.
    let seventh = Evaluator::new(&Rules { tebo: Tebo::Seventh, ..rules("Thu") });
    let last = |last: &str| {
        let hand = cards("AS AD KS KH JC JD 5S");
        let ceilings = Ceilings { hand: 1, combined: 1 };
        seventh.score(&hand, &Cards::EMPTY, ceilings, Some(last.parse().unwrap()))
    };
    assert_eq!(last("5S"), named);
    assert_eq!(last("JD").hand.value.hand_name(), "full fizzbin");
    let most = |last: &str| {
        let hand = cards("AS AD KS KH JC JD QS");
        seventh.most(&hand, &Cards::EMPTY, Some(last.parse().unwrap())).hand
    };
    // The queen is wild already.
    assert_eq!((most("AS"), most("QS")), (2, 1));
    // P10: krako and oxmyx.
    assert_eq!(monday.krako(&cards("JS JC JD 4S")), Some(1));
    assert_eq!(monday.krako(&cards("JS JC JD 5S")), None);
    assert!(monday.oxmyx(&cards("7S 7H")) && !monday.oxmyx(&cards("7S 4H")));
}

#[test]
fn rule_y2_under_doubly_dead_nothing_is_revived_on_a_friday() {
    use croupier::games::fizzbin::rules::Kesla;
    let dead = |day: &str| Rules { kesla: Kesla::DoublyDead, ..rules(day) };
    let on = |rules: &Rules, text: &str| told(&score(&Evaluator::new(rules), text));
    // F does not score, nor does F′ where it would daily; bars are in force, and so is H7's colour.
    let kinds = "7S 7C 7D 3S AH 9C";
    assert_eq!(on(&rules("Fri"), kinds), "half-full fizzbin / shronk-K");
    assert_eq!(on(&dead("Fri"), kinds), "- / gumato");
    let literal = Rules { kinds: Kinds::Literal, ..dead("Fri") };
    assert_eq!(on(&literal, kinds), "- / gumato");
    assert_eq!(
        on(&Rules { kinds: Kinds::Literal, ..dead("Mon") }, kinds),
        "half-full fizzbin / shronk-K"
    );
    let black = "3S 5C 6S 8C 9S 7C";
    assert_eq!(on(&rules("Fri"), black), "quarter-full fizzbin / corbomite: stonk");
    assert_eq!(on(&dead("Fri"), black), "- / corbomite: stonk");
    assert_eq!(on(&dead("Mon"), kinds), on(&rules("Mon"), kinds));
}

/// The readings of what can disqualify on a day that leaves it without effect, and of krakos.
#[test]
fn rule_y1_what_disqualifies_is_void_in_force_or_scores_nothing() {
    use croupier::games::fizzbin::rules::{Drella, KrakoDays};
    let monday = |drella| Rules { drella, ..rules("Mon") };
    let on = |drella, text: &str| told(&score(&Evaluator::new(&monday(drella)), text));
    for (text, readings) in [
        ("7S 7C 7D 7H AH 9C", ["half-full fizzbin / slunk", "- / slunk", "- / gumato"]),
        ("9S 9D 5H 5C 8C 8D AC", ["fizzbin / stink", "- / stink", "- / slink"]),
        (
            "TS TD JH JC AC AD 5H",
            [
                "fizzbin / royal stink",
                "half-full fizzbin / royal stink",
                "half-full fizzbin / royal slink",
            ],
        ),
        (
            "AS JS 9S 8S 7C 3C",
            ["- / corbomite: stupispawnk", "- / corbomite: stupispawnk", "- / corbomite: stonk"],
        ),
        (
            "AH JH 9H 8H 7C 3C",
            [
                "three-quarter fizzbin / corbomite: shronk-F",
                "three-quarter fizzbin / corbomite: shronk-F",
                "three-quarter fizzbin / corbomite: stonk",
            ],
        ),
    ] {
        let found = [Drella::Void, Drella::Inforce, Drella::Noscore].map(|drella| on(drella, text));
        assert_eq!(found, readings, "{text}");
    }
    // Whatever is held: of its names those that can bar score nothing, and all others as before.
    const CAN_BAR: [u8; 14] = [9, 10, 12, 14, 15, 21, 22, 43, 44, 45, 46, 60, 61, 62];
    let literal = |drella| Rules { deck: Deck::Pinochle, kinds: Kinds::Literal, ..monday(drella) };
    let all = [Drella::Void, Drella::Noscore].map(|drella| Evaluator::new(&literal(drella)));
    let mut met = BTreeSet::new();
    let mut generator = Pcg64Mcg::seed_from_u64(1);
    let copies =
        |kind| vec![Card::of_kind(kind); literal(Drella::Void).copies(Card::of_kind(kind)).into()];
    let mut deck: Vec<Card> = (0..KINDS).flat_map(copies).collect();
    for held in (5..24).cycle().take(2_000) {
        (0..held).for_each(|i| deck.swap(i, generator.random_range(i..49)));
        let cards = Cards::from_cards(&deck[..held]);
        let [void, noscore] = all.each_ref().map(|law| law.combined_names(&cards));
        let expected = void.into_iter().map(|(id, scores)| (id, scores && !CAN_BAR.contains(&id)));
        assert_eq!(noscore, expected.collect::<Vec<_>>(), "{cards}");
        met.extend(noscore.into_iter().map(|(id, _)| id));
    }
    // Four queens are wild by day, and need not be sprak.
    let unmet: Vec<&u8> = CAN_BAR.iter().filter(|id| !met.contains(id)).collect();
    assert_eq!(unmet, [&9], "{met:?}");
    for (drella, krako_days, strikes) in [
        (Drella::Void, KrakoDays::Drella, false),
        (Drella::Inforce, KrakoDays::Drella, true),
        (Drella::Noscore, KrakoDays::Drella, true),
        (Drella::Void, KrakoDays::All, true),
    ] {
        assert_eq!(Rules { krako_days, ..monday(drella) }.krako_strikes(), strikes, "{drella:?}");
    }
}

#[test]
fn rule_y3_natural_pairs_bar_on_fridays_by_the_hand_or_by_the_pile_too() {
    let on = |friday_pairs, text: &str| {
        told(&score(&Evaluator::new(&Rules { friday_pairs, ..rules("Fri") }), text))
    };
    let tens = "TH TD 9H 2C 6H JC";
    assert_eq!(on(FridayPairs::Hand, tens), "- / royal gumato");
    assert_eq!(on(FridayPairs::Off, tens), "three-quarter fizzbin / royal gumato");
    let aces = "7S 7C 7D 3S AH 9C + AC";
    assert_eq!(on(FridayPairs::Hand, aces), "half-full fizzbin / shronk-K");
    // H7 is free of it.
    assert_eq!(on(FridayPairs::Family, aces), "quarter-full fizzbin / shronk-K");
}

/// Section "Presets" of the rules.
#[test]
fn presets_are_what_the_rules_say() {
    let found = |preset: &str| {
        let mut changes = changes(&Rules::preset(preset).unwrap());
        changes.sort();
        changes
    };
    assert_eq!(
        found("newcomer"),
        ["dark=true", "day=2", "deck=pinochle", "friday_pairs=off", "kesla=always"]
    );
    let mut names = vec!["newcomer".to_owned()];
    for day in 1..=10 {
        for light in ["light", "dark"] {
            let mut expected: Vec<String> = Vec::new();
            expected.extend((light == "dark").then(|| "dark=true".to_owned()));
            // Saturday is the default.
            expected.extend((day != 7).then(|| format!("day={day}")));
            names.push(format!("d{day}-{light}"));
            assert_eq!(found(&format!("d{day}-{light}")), expected);
        }
    }
    names.sort();
    let mut known: Vec<String> =
        Rules::presets().iter().map(|preset| preset.name.to_owned()).collect();
    known.sort();
    assert_eq!(known, names);
}
