//! Every switch of Fizzbin has a row here that shows that each of its readings changes the
//! evaluation of some cards, or the traces of rounds. A switch or a reading without a row fails the
//! test. The effects of the readings are tested by rule id in `rules.rs`.

use crate::tables;
use croupier::framework::settings::Settings;
use croupier::games::fizzbin::Fizzbin;
use croupier::games::fizzbin::eval::{Ceilings, Evaluator, Score};
use croupier::games::fizzbin::hand::{Card, Cards, KINDS};
use croupier::games::fizzbin::rules::Rules;

const MONDAY: &str = "day=2";

/// The field, the settings under which its default and the other reading are compared, the other
/// reading, and the subject: a hand, a pile and ceilings; two of them, compared; the deck; whether
/// krakos strike; or some games of four players of a strategy.
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("players", "", "9", "deck"),
    ("day", "", "2", "KS 2D JH JC JD 5S"),
    ("dark", "", "true", "AS AD KS KH JC JD TS"),
    ("deck", "", "skins57", "deck"),
    ("deck", "", "pinochle", "deck"),
    ("koiks", "", "0", "deck"),
    ("tue_deck", "day=3", "promoted52", "deck"),
    ("tue_deck", "day=3", "lowwild", "deck"),
    ("promoted_kings", "day=3;tue_deck=promoted52", "like_deuce", "deck"),
    ("unused", "", "blank", "AC JC 9C QD 7S 6S [1,1]"),
    ("order", "day=5", "plain", "6H 3C AS 7C JH 5S v 9H 5D AS 7C JC 3S"),
    ("merge", MONDAY, "single", "KS 2D 7H 7C 9C 5S + 9S 9D 9H v KS 2D JH JC 9C 5S"),
    ("tail", "", "cards", "TD AS AC 9S 8C 3S v TD AS AC 9S 7C 3S"),
    ("bar_scope", "", "all", "KS 2D JH JC 5S 9C + JD"),
    ("full_dark", "day=2;dark=true", "k2", "QH 4D AS AC 9C 6S"),
    ("frac", MONDAY, "count", "9S 9D 8H 5C AH 6D"),
    ("tepo", MONDAY, "off", "7S 7C 3H AC 8S JC 9C"),
    ("kinds", MONDAY, "literal", "9S 9D 9H 5C AH 2D"),
    ("zethrac", MONDAY, "alone", "AS JD QS QH 4S 4D"),
    ("drella", MONDAY, "inforce", "AS AD KS KH JS JD TS"),
    ("drella", MONDAY, "noscore", "7S 7C 7D 7H AH 9C"),
    ("krako_days", MONDAY, "all", "strikes"),
    ("kesla", "", "always", "9S 9D 9H 5C AH 2D"),
    ("kesla", "day=6", "doubly_dead", "9S 9D 9H 5C AH 2D"),
    ("friday_pairs", "day=6", "family", "7S 7C 7D 3S AH 9C + AC"),
    ("friday_pairs", "day=6", "off", "TH TD 9H 2C 6H JC"),
    ("landru_kronk", MONDAY, "11", "JS JC AH 3S 8S 5S"),
    ("landru_kronk", MONDAY, "decides", "play builder"),
    // The last card of the hand came last.
    ("tebo", "day=5", "seventh", "5S AS AD KS KH JC JD [1,0]"),
    ("wed_vote", "day=4", "vote", "play random"),
    ("kronk_rank", MONDAY, "early", "8D 3S QC 6S 7C 5S [0,1] v 9D 3S 4C 6S 8C 5S [0,1]"),
    ("sunday_kronk", "day=1", "barred", "AC JC 9C QD 7S 6S [1,1]"),
    ("dealership", "overtime=2", "winner", "play random"),
    ("dealership", "overtime=2", "random", "play random"),
    ("redeem", "", "any", "play random"),
    ("redeem", "", "off", "play random"),
    ("redeemed", "", "may_return", "play random"),
    ("take", "", "must", "play random"),
    ("place", "", "must", "play random"),
    ("floor", "", "1", "play random"),
    ("down", "", "must", "play random"),
    ("end", "", "cycle", "play random"),
    ("oxmyx_holder", "", "krako", "play builder"),
    ("oxmyx_holder", "", "any", "play builder"),
    ("declare", "", "once", "play builder"),
    ("ante", "", "10", "play random"),
    ("kronk_payee", "", "kitty", "play builder"),
    ("kronk_payee", "", "bank", "play builder"),
    ("bonus", "", "{ redeemed = 5 }", "play random"),
    ("bonus_from", "bonus.redeemed=5", "table", "play random"),
    ("overtime", "", "2", "play random"),
    ("overtime_winner", "overtime=2", "next_round", "play random"),
    ("overtime_called", "overtime=2;day=1", "losers_ahead", "play random"),
];

fn rules(settings: &[&str]) -> Rules {
    let mut rules = Settings::<Rules>::default();
    for setting in settings.iter().flat_map(|set| set.split(';')).filter(|set| !set.is_empty()) {
        rules.set(setting).unwrap();
    }
    rules.finish().unwrap()
}

fn score(law: &Evaluator, text: &str) -> Score {
    let cards = |text: &str| {
        let cards: Vec<Card> = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
        Cards::from_cards(&cards)
    };
    let (held, ceilings) = text.split_once('[').unwrap_or((text, "0,0]"));
    let (hand, pile) = held.split_once('+').unwrap_or((held, ""));
    let (k6, k7) = ceilings.trim().trim_end_matches(']').split_once(',').unwrap();
    let ceilings = Ceilings { hand: k6.parse().unwrap(), combined: k7.parse().unwrap() };
    let last = hand.split_whitespace().last().and_then(|card| card.parse().ok());
    law.score(&cards(hand), &cards(pile), ceilings, last)
}

fn judged(rules: &Rules, text: &str) -> String {
    let law = Evaluator::new(rules);
    if let Some(strategy) = text.strip_prefix("play ") {
        return tables::traces(&Fizzbin::new(rules.clone()).unwrap(), strategy, 40).concat();
    }
    match (text, text.split_once(" v ")) {
        ("deck", _) => {
            let copies = (0..KINDS)
                .map(Card::of_kind)
                .map(|card| format!("{card} {} {}, ", rules.copies(card), law.is_kronk(card)));
            copies.collect()
        }
        ("strikes", _) => rules.krako_strikes().to_string(),
        (_, Some((a, b))) => format!("{:?}", law.compare(&score(&law, a), &score(&law, b))),
        _ => {
            let score = score(&law, text);
            format!("{} {}", score.hand.value.hand_name(), score.combined.value.combined_name())
        }
    }
}

#[test]
fn every_reading_changes_what_cards_are() {
    for (field, base, reading, text) in ROWS {
        let other = format!("{field}={reading}");
        let (plain, changed) = (rules(&[base]), rules(&[base, &other]));
        assert!(plain != changed, "{other} is what it was");
        assert!(judged(&plain, text) != judged(&changed, text), "{other} changes nothing");
    }
}

#[test]
fn every_field_and_every_reading_has_a_row() {
    let rows = ROWS.iter().map(|&(field, _, reading, _)| match (field, reading) {
        // Any of its ranks stands for the whole range.
        ("landru_kronk", "11") => (field, "1..=14"),
        _ => (field, reading),
    });
    let rows: Vec<(&str, &str)> = rows.collect();
    tables::every_reading_has_a_row::<Fizzbin>(&rows);
}

#[test]
fn nothing_that_is_not_a_reading_is_taken() {
    for setting in
        ["decks=1", "wed_vote=on", "landru_kronk=jack", "deck=53", "day=11", "players=33"]
    {
        let mut rules = Settings::<Rules>::default();
        rules.set(setting).unwrap();
        assert!(rules.finish().is_err(), "{setting}");
    }
}
