//! The short form of a situation (`advise --hand`): the pot of the hand it stands for, counted from
//! its words alone, and the decision at which it stops.

use super::tables;
use croupier::framework::{Engine, HandAsked, LongForm, Situations};
use croupier::games::zinbiddle::Zinbiddle;
use croupier::simulate::{self, Dilemma};
use croupier::strategy;

/// Own cards, of which any number can be taken: none of them make four of a kind.
const CARDS: [&str; 9] = ["4r", "0g", "4b", "2y", "1r", "3g", "2b", "1y", "3b"];
/// Each step (Z8): the number of own cards, the current or next betting round, and the question.
const STEPS: [(u32, usize, usize, &str); 9] = [
    (3, 4, 1, "bet"),
    (4, 4, 2, "act"),
    (5, 4, 2, "bet"),
    (6, 6, 3, "bet"),
    (7, 6, 4, "act"),
    (8, 8, 5, "bet"),
    (9, 8, 6, "act"),
    (10, 9, 7, "bet"),
    (11, 9, 8, "act"),
];

fn long(table: &Zinbiddle, cards: &[&str], parts: &[(&str, &str)]) -> Result<LongForm, String> {
    let asked = HandAsked { hand: Some(&cards.join(" ")), situation: parts };
    table.long_form(asked).unwrap().map_err(|error| error.to_string())
}

/// The words of a list of a written hand.
fn words(text: &str, list: &str) -> Vec<String> {
    let file: toml::Table = toml::from_str(text).unwrap();
    file[list].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

/// The coins in the pot after these words, by Z8 alone: a caller or raiser pays the missing amount,
/// and a betting round ends when all have spoken and owe nothing. Also the number of finished
/// betting rounds, and the amount that the next player owes.
fn pot(players: usize, ante: u32, units: &[u32], words: &[String]) -> (u32, usize, u32) {
    let mut pot = players as u32 * ante;
    let (mut round, mut bets, mut spoken) = (0, 0, 0);
    let mut matched = vec![0; players];
    for word in words {
        let turn = spoken % players;
        match word.as_str() {
            "check" | "call" => {}
            "bet" | "raise" => bets += 1,
            "pass" | "no side bet" | "no zinbiddle" => continue,
            other => panic!("{other}"),
        }
        pot += (bets - matched[turn]) * units[round] * ante;
        matched[turn] = bets;
        spoken += 1;
        if spoken >= players && matched.iter().all(|&own| own == bets) {
            (round, bets, spoken) = (round + 1, 0, 0);
            matched.fill(0);
        }
    }
    (pot, round, (bets - matched[spoken % players]) * units[round] * ante)
}

#[test]
fn a_short_form_stands_for_a_hand_with_that_pot_and_decision() {
    let (mut made, mut refused) = (0, 0);
    for settings in [
        "casual",
        "casual;players=2;max_raises=1",
        "casual;sets=4;players=5;ante=2;bet_units=[1,2,3,4,5,6,7,8,9]",
        "casino;players=4",
    ] {
        let table: Zinbiddle = tables::table(settings);
        let rules = table.rules();
        let players = usize::from(rules.players);
        let seats = vec![strategy::seat(&table, "regular").unwrap(); players];
        for (step, cards, round, asked) in STEPS {
            let unit = rules.bet_units[round] * rules.ante;
            let mut calls = vec![None];
            if asked == "bet" || step > 4 {
                calls.extend([Some(0), Some(unit)]);
            }
            for (call, wanted) in
                calls.into_iter().flat_map(|call| (0..90).map(move |pot| (call, pot)))
            {
                let wanted = wanted * 3 + step % 3;
                let (step, pot_text) = (step.to_string(), wanted.to_string());
                let call_text = call.unwrap_or(0).to_string();
                let mut parts = vec![("step", step.as_str()), ("pot", &pot_text)];
                if call.is_some() {
                    parts.push(("call", &call_text));
                }
                let form = match long(&table, &CARDS[..cards], &parts) {
                    Ok(form) => form,
                    // The alternative that the message offers works.
                    Err(why) => {
                        let near = why.split("yet, but ").nth(1).unwrap_or_else(|| panic!("{why}"));
                        let near = near.split(" can;").next().unwrap();
                        for pot in near.split(" or ") {
                            parts[1] = ("pot", pot);
                            long(&table, &CARDS[..cards], &parts).unwrap();
                        }
                        refused += 1;
                        continue;
                    }
                };
                let said = words(&form.text, "decisions");
                let owed = call.unwrap_or(0);
                let found = pot(players, rules.ante, &rules.bet_units, &said);
                assert_eq!(found, (wanted, round, owed), "{settings}, {parts:?}\n{form:?}");
                let dealt = words(&form.text, "cards");
                let own: Vec<&String> = dealt.iter().filter(|card| *card != "?").collect();
                assert_eq!(own, CARDS[..cards].iter().collect::<Vec<_>>(), "{form:?}");
                assert_eq!(dealt.len(), players * cards, "{form:?}");
                made += 1;
                if made % 8 != 0 {
                    continue;
                }
                let begun = table.begin(&form.text).unwrap();
                let dilemma = Dilemma { game: &table, begun: &begun, players: &seats, seen: None };
                let stop = simulate::stop(dilemma, 1).unwrap();
                let expected: &[&str] = match (asked, owed) {
                    ("act", _) if call.is_none() => &["pass"],
                    (_, 0) => &["bet", "check"],
                    _ => &["call", "fold"],
                };
                for action in expected {
                    assert!(stop.actions.iter().any(|other| other == action), "{parts:?} {stop:?}");
                }
                assert_eq!(stop.seat, 0, "{parts:?}");
            }
        }
    }
    assert!(made > 500 && refused > 500, "{made} {refused}");
}

#[test]
fn a_natural_zinbiddle_was_not_called_where_the_hand_goes_on() {
    let table: Zinbiddle = tables::table("casual");
    let four = ["4r", "4g", "4b", "4y"];
    let form = long(&table, &four, &[]).unwrap();
    assert!(!words(&form.text, "decisions").iter().any(|word| word == "no zinbiddle"));
    let form = long(&table, &four, &[("step", "5"), ("pot", "15")]).unwrap();
    let said = words(&form.text, "decisions");
    let at = said.iter().position(|word| word == "no zinbiddle").unwrap();
    // After the blind round of three.
    assert_eq!(pot(3, 1, &table.rules().bet_units, &said[..at]).1, 1);
}

#[test]
fn a_short_form_that_cannot_be_is_refused() {
    let table: Zinbiddle = tables::table("casual");
    for (cards, parts, said) in [
        (&CARDS[..1], &[][..], &["--hand has 1 card;", "four, six, eight or 9"][..]),
        (&CARDS[..5], &[], &["--hand has 5 cards"]),
        (&["4r", "4r", "4r", "2y"], &[], &["the deck holds 2 of 4r"]),
        (&["4r", "V6", "1r", "2y"], &[], &["holds 0 of V6"]),
        (&CARDS[..4], &[("step", "6")], &["--step 6", "with 4 cards: 3, 4, 5"]),
        (&CARDS[..4], &[("step", "soon")], &["--step", "a whole number"]),
        (&CARDS[..4], &[("step", "4"), ("call", "0")], &["--call", "step 4", "step 5"]),
        (&CARDS[..6], &[("call", "4")], &["--call 4", "a bet is 8", "0, 8, 16"]),
        (&CARDS[..6], &[("pot", "10")], &["--pot 10", "9 or 15 can", "--situation"]),
        (&CARDS[..4], &[("pot", "1")], &["--pot 1 ", "3 can"]),
    ] {
        let why = long(&table, cards, parts).unwrap_err();
        assert!(said.iter().all(|part| why.contains(part)), "{parts:?}: {why}");
    }
}
