//! A person in a seat: the questions, the results, and the costs of the choices.

use crate::snackjack_example::Snackjack;
use croupier::framework::{AnyGame, House, RulesFrom, Step};
use croupier::study::{self, Next, PlayAsked, Question, Sampling, Score, Setup, Sitting, Told};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

fn entry(name: &str) -> &'static AnyGame {
    static OUTSIDE: LazyLock<&'static AnyGame> = LazyLock::new(study::entry::<House<Snackjack>>);
    if OUTSIDE.name() == name { *OUTSIDE } else { study::find(name).unwrap() }
}

/// A game, its rules, a seat from 1, and the reference.
type Place = (&'static str, &'static [&'static str], usize, &'static str);

const PLACES: &[Place] = &[
    ("kinzo", &["players=2", "stake_limit=2"], 2, "threshold(split=true)"),
    ("kinzo", &["shuffle.penetration=0.6"], 1, "threshold"),
    ("sabacc", &["gain=look_first"], 1, "careful"),
    ("sabacc", &["players=3", "ante=5"], 2, "careful"),
    ("zinbiddle", &["hands_per_session=3", "side_bet=1", "ante=4"], 1, "regular"),
    ("fizzbin", &["end=cycle"], 2, "builder"),
    ("snackjack", &["decks=2"], 1, "best"),
];

fn setup((name, set, ..): Place) -> Setup {
    let set = set.iter().map(|set| (*set).to_owned()).collect();
    let strategies = entry(name).profile().default_strategy;
    Setup {
        rules: RulesFrom::Default,
        set,
        strategies: vec![strategies.into()],
        deck: None,
        confidence: 0.95,
    }
}

fn sit(place: Place, seed: u64) -> Sitting {
    let (name, _, seat, reference) = place;
    let asked = PlayAsked { seat, reference: Some(reference.into()), seed };
    entry(name).sit(&setup(place), &asked).unwrap()
}

/// Plays `rounds` rounds, and leaves during the next one.
fn play(
    mut sitting: Sitting,
    rounds: u64,
    mut choose: impl FnMut(&Question) -> usize,
) -> (Vec<Told>, Score) {
    let mut told: Vec<Told> = Vec::new();
    loop {
        match sitting.go_on().unwrap() {
            Next::Round(round) => told.push(round),
            Next::Decision(question) if told.len() as u64 >= rounds => {
                assert!(question.actions.len() > 1);
                sitting.choose(choose(&question));
                return (told, sitting.leave().unwrap());
            }
            Next::Decision(question) => sitting.choose(choose(&question)),
        }
    }
}

/// Some action, but always the same one for the same question.
fn any(question: &Question, number: &mut usize) -> usize {
    *number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
    (*number >> 16) % question.actions.len()
}

#[test]
fn who_does_what_the_reference_does_loses_nothing_to_it() {
    for &place in PLACES {
        let usual = |question: &Question| {
            assert!(!question.sees.is_empty() && !question.situation.is_empty());
            assert_eq!(question.advice(), question.actions[question.reference[0].0]);
            question.reference[0].0
        };
        let (told, score) = play(sit(place, 3), 4, usual);
        assert_eq!((score.rounds, score.slips.len()), (told.len() as u64, 0), "{place:?}");
        assert_eq!(score.net, told.iter().map(|round| round.net).sum::<i64>());
        assert_eq!(score.net, score.reference, "{place:?}");
        assert!(score.decisions > 0);
    }
}

/// The costs of the choices add up to the lead of the reference on the same luck, and the rounds
/// shown can be replayed.
#[test]
fn costs_are_the_difference_to_the_reference() {
    for &place in PLACES {
        let game = entry(place.0).table(&RulesFrom::Default, &setup(place).set).unwrap();
        for seed in [1, 2] {
            let mut number = seed as usize;
            let (told, score) = play(sit(place, seed), 5, |question| any(question, &mut number));
            let cost: i64 = score.slips.iter().map(|slip| slip.cost).sum();
            assert_eq!(score.net, told.iter().map(|round| round.net).sum::<i64>());
            assert_eq!(cost, score.reference - score.net, "{place:?}: {score:?}");
            assert!(score.slips.is_sorted_by_key(|slip| std::cmp::Reverse(slip.cost)));
            let numbers: Vec<u64> = told.iter().map(|round| round.number).collect();
            assert_eq!(numbers, (1..=told.len() as u64).collect::<Vec<_>>());
            assert!(told[0].text.is_some(), "{place:?}");
            for round in told {
                assert!(!round.steps.is_empty(), "{place:?}: how it ended");
                round.text.iter().for_each(|text| assert!(game.replay(text).is_ok()));
            }
        }
    }
}

/// Rounds can be repeated exactly, and an invalid answer changes nothing.
#[test]
fn the_same_choices_on_the_same_seed_are_the_same_rounds() {
    for &place in PLACES {
        let (mut one, mut two) = (1, 1);
        let first = play(sit(place, 7), 2, |question| any(question, &mut one));
        assert_eq!(first, play(sit(place, 7), 2, |question| any(question, &mut two)), "{place:?}");
        let mut sitting = sit(place, 7);
        let question = loop {
            if let Next::Decision(question) = sitting.go_on().unwrap() {
                break question;
            }
        };
        sitting.choose(question.actions.len());
        assert_eq!(sitting.go_on().unwrap(), Next::Decision(question), "{place:?}");
    }
}

#[test]
fn nothing_hidden_is_shown() {
    let place = ("zinbiddle", &[][..], 1, "regular");
    let Next::Decision(question) = sit(place, 1).go_on().unwrap() else { panic!("a decision") };
    let told = question.sees.join("\n");
    // Thrusters are face down, and before the blind bets players have not looked at their own.
    assert!(told.contains("lie face down") && told.contains("-- -- -- --"), "{told}");
    assert!(!["0r", "1r", "2r", "3r", "4r"].iter().any(|card| told.contains(card)), "{told}");
}

/// What is open at Fizzbin's table is on the screen: the rank that the landru calls wild (W1), what
/// others declare at the show (P11), and one's own cards that lie face down (P8).
#[test]
fn what_is_open_is_shown() {
    const SET: &[&str] = &["end=cycle", "players=2", "day=2", "landru_kronk=decides"];
    let mut sitting = sit(("fizzbin", SET, 1, "builder"), 3);
    let Next::Decision(question) = sitting.go_on().unwrap() else { panic!("a decision") };
    assert!(question.sees[0].contains("every six is wild"), "{:?}", question.sees);
    let (mut declared, mut down) = (false, false);
    for seed in 1..8 {
        play(sit(("fizzbin", &SET[..3], 2, "poisoner"), seed), 2, |question| {
            let rival =
                |line: &String| line.starts_with("seat 1") && line.contains("declared up to");
            declared |= question.sees.iter().any(rival);
            down |= question.sees.iter().any(|line| line.contains("face down (you know "));
            let lays = |action: &String| action.starts_with("lay ");
            question.actions.iter().position(lays).unwrap_or(question.reference[0].0)
        });
    }
    assert!(declared && down, "{declared} {down}");
}

/// A round of a game that goes into overtime ends with its show, as any other.
#[test]
fn a_round_before_overtime_shows_how_it_ended() {
    const SET: &[&str] = &["end=cycle", "players=2", "overtime=1"];
    let mut events: Vec<&str> = Vec::new();
    let usual = |question: &Question| {
        events.extend(question.since.iter().map(|step| step.event));
        question.reference[0].0
    };
    let (told, _) = play(sit(("fizzbin", SET, 1, "builder"), 3), 1, usual);
    events.extend(told[0].steps.iter().map(|step| step.event));
    for event in ["shown", "won", "tally", "challenged"] {
        assert!(events.contains(&event), "{event}: {events:?}");
    }
}

/// A session ends sooner or later with other choices: the reference is told its whole session (M5).
#[test]
fn the_reference_plays_its_session_to_the_end() {
    const SET: &[&str] = &["end=cycle", "players=3", "overtime=2"];
    let mut lengths = 0;
    for seed in 1..16 {
        let finish = |mut choose: Box<dyn FnMut(&Question) -> usize>| {
            let mut sitting = sit(("fizzbin", SET, 2, "builder"), seed);
            loop {
                match sitting.go_on().unwrap() {
                    Next::Decision(question) => sitting.choose(choose(&question)),
                    Next::Round(told)
                        if told.steps.iter().any(|step| step.event == "kitty-won") =>
                    {
                        return sitting.leave().unwrap();
                    }
                    Next::Round(_) => {}
                }
            }
        };
        let mut number = 1;
        let own = finish(Box::new(move |question| any(question, &mut number)));
        let other = finish(Box::new(|question| question.reference[0].0));
        assert_eq!((own.reference, other.reference), (other.net, other.net), "{seed}");
        let cost: i64 = own.slips.iter().map(|slip| slip.cost).sum();
        assert_eq!(cost, own.reference - own.net, "{seed}");
        lengths += u32::from(own.rounds != other.rounds);
    }
    assert!(lengths > 2, "{lengths}");
}

/// Nothing is left out of a round's end: not the hands that a last double swaps (S10), not the
/// dealer's turn where the deck runs out (K11), not the cards of a zinbiddle that is called (Z10).
#[test]
fn an_end_is_told_whole() {
    const ALL: &[&str] = &["players=3", "copies_per_number=[4,0,0,0]"];
    const SIDE: &[&str] = &["players=3", "copies_per_number=[4,0,0,0]", "side_bet=1"];
    for (place, seed, action, events) in [
        (("sabacc", &["players=2"][..], 1, "careful"), 2, "stand", &["rolled", "redealt"][..]),
        (("kinzo", &["copies_per_value=1"], 1, "best"), 4, "stay", &["turned", "deck-ran-out"]),
        (("zinbiddle", ALL, 3, "regular"), 1, "check", &["zinbiddle-called", "won"]),
        (("zinbiddle", SIDE, 3, "regular"), 1, "check", &["zinbiddle-called", "side-bet-lost"]),
    ] {
        let does =
            |question: &Question| question.actions.iter().position(|a| a == action).unwrap_or(0);
        let (told, _) = play(sit(place, seed), 1, does);
        let found: Vec<&str> = told[0].steps.iter().map(|step| step.event).collect();
        assert!(events.iter().all(|event| found.contains(event)), "{place:?}: {found:?}");
    }
}

/// The cards that only its own seat sees of a step: those in this field. `None` if nothing is hidden.
fn hidden(game: &str, step: &Step) -> Option<&'static str> {
    let is = |field: &str, value: bool| step.fields.get(field) == Some(&value.into());
    match (game, step.event) {
        ("sabacc", "stood" | "redealt") => Some("hand"),
        ("sabacc", "drew") if is("kept", true) => Some("card"),
        ("zinbiddle", "transposed" | "resorted") => Some("cards"),
        ("fizzbin", "laid" | "kept") => Some("card"),
        ("fizzbin", "redeemed") => Some("drawn"),
        _ => None,
    }
}

/// The names of cards in a field.
fn cards<'s>(step: &'s Step, field: &str) -> Vec<&'s str> {
    match &step.fields[field] {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

/// What is public in a round is told once, when it has happened, and the cards that others hide are
/// left out.
#[test]
fn a_round_is_told_as_it_goes_without_what_is_hidden() {
    // These are seen in the views, or of no interest.
    const UNTOLD: &[&str] = &["acting", "betting-over", "checked", "dealt", "passed", "turn"];
    let mut found: BTreeMap<&str, u32> = BTreeMap::new();
    for (place, others, rounds) in [
        (("kinzo", &["players=3"][..], 2, "threshold"), "threshold(split=true)", 6),
        (("sabacc", &["players=4"], 2, "careful"), "random", 12),
        (("sabacc", &["players=3", "gain=look_first"], 1, "careful"), "random", 12),
        (("zinbiddle", &["hands_per_session=1"], 1, "regular"), "pilot", 40),
        (("zinbiddle", &["replaced_shown=true"], 2, "regular"), "random", 8),
        (("fizzbin", &[], 2, "builder"), "poisoner", 4),
        (("fizzbin", &["day=4", "wed_vote=vote", "players=3"], 1, "builder"), "random", 8),
    ] {
        let (name, _, seat, reference) = place;
        let setup = Setup { strategies: vec![others.into()], ..setup(place) };
        let game = entry(name).table(&RulesFrom::Default, &setup.set).unwrap();
        let asked = PlayAsked { seat, reference: Some(reference.into()), seed: 5 };
        let mut sitting = entry(name).sit(&setup, &asked).unwrap();
        let (mut number, mut over, mut heard, mut questions) = (1, 0, Vec::new(), 0);
        while over < rounds {
            let told = match sitting.go_on().unwrap() {
                Next::Decision(question) => {
                    questions += 1;
                    heard.extend(question.since.iter().map(|step| step.text.clone()));
                    sitting.choose(any(&question, &mut number));
                    continue;
                }
                Next::Round(told) => told,
            };
            over += 1;
            heard.extend(told.steps.into_iter().map(|step| step.text));
            let mut heard = std::mem::take(&mut heard);
            // These belong to the session, not to a written hand (Z4, Z17).
            heard
                .retain(|text| !text.ends_with(" is shuffled") && !text.starts_with("the session"));
            let steps = told.text.map(|text| game.replay(&text).unwrap()).unwrap_or_default();
            if steps.is_empty() || std::mem::take(&mut questions) == 0 {
                continue;
            }
            // Cards dealt face up are told where no view shows them.
            let told = |step: &Step| step.told_to(seat - 1, true).map(|step| step.text);
            let public: Vec<String> = steps.iter().filter_map(told).collect();
            let dealt = |text: &String| text.contains(" is dealt ") && !text.contains("a new hand");
            heard.retain(|text| public.contains(text) || !dealt(text));
            assert_eq!(heard, public, "{place:?}");
            for step in steps.iter().filter(|step| step.of_seat() != Some(seat - 1)) {
                let Some(text) = told(step) else {
                    assert!(UNTOLD.contains(&step.event), "{step:?}");
                    continue;
                };
                assert!(!UNTOLD.contains(&step.event), "{step:?}");
                if let Some(field) = hidden(name, step) {
                    *found.entry(step.event).or_default() += 1;
                    // What a transposition turns up is seen.
                    let (text, turned) = text.split_once(", turning up ").unwrap_or((&text, ""));
                    let up =
                        step.fields.get("turned_up").map_or(0, |up| up.as_array().unwrap().len());
                    assert_eq!(turned.matches(" at ").count(), up, "{turned}: {step:?}");
                    let said =
                        |card: &&str| text.split([' ', ':', ',', ';']).any(|word| word == *card);
                    assert!(!cards(step, field).iter().any(said), "{text}: {step:?}");
                }
                if step.event == "replaced" {
                    // A card that lay face down is not told unless the rules show it.
                    let down = cards(step, "place")[0].starts_with('T');
                    let said = text.contains(&format!(" {} leaves", cards(step, "old")[0]));
                    let shown = step.fields["old_seen"] == true;
                    assert!(said || down && !shown, "{text}: {step:?}");
                    *found.entry("replaced").or_default() += u32::from(!said);
                }
                if name == "sabacc" && !["shown", "junked", "discarded"].contains(&step.event) {
                    assert!(!text.contains(" = "), "the hand is told: {text}");
                }
            }
        }
    }
    let kinds: Vec<&str> = found.iter().filter(|(_, many)| **many > 0).map(|one| *one.0).collect();
    let all = [
        "drew",
        "kept",
        "laid",
        "redealt",
        "redeemed",
        "replaced",
        "resorted",
        "stood",
        "transposed",
    ];
    assert_eq!(kinds, all, "{found:?}");
}

/// In a shoe, the cards not seen since its shuffle are on the screen.
#[test]
fn a_shoe_is_counted_for_who_plays() {
    let place = ("kinzo", &["shuffle.penetration=0.6"][..], 1, "threshold");
    let Next::Decision(question) = sit(place, 3).go_on().unwrap() else { panic!("a decision") };
    let line = question.sees.last().unwrap();
    let counts: Vec<u32> =
        line.split(" × ").filter_map(|part| part.rsplit(' ').next()?.parse().ok()).collect();
    assert!(line.starts_with("cards not seen since the shuffle: "), "{line}");
    // 36 cards, of which two own ones and the dealer's are seen, and the hole card is not.
    assert_eq!(
        (counts[..6].iter().sum::<u32>(), line.ends_with("; 32 in the draw pile")),
        (33, true),
        "{line}"
    );
}

/// Who was asked nothing sees the deal at the end.
#[test]
fn a_round_without_a_decision_shows_its_deal() {
    let mut sitting = sit(("snackjack", &[], 1, "best"), 2);
    let Next::Round(told) = sitting.go_on().unwrap() else { panic!("seed 2 deals a natural") };
    let steps: Vec<&str> = told.steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(steps.len(), 2, "{steps:?}");
    assert!(steps[0].starts_with("seat 1 is dealt 2 3, the dealer shows 1"), "{steps:?}");
}

/// At a game from outside, too, advice is computed where the game computes choices.
#[test]
fn advice_of_best_play_is_computed() {
    let mut sitting = sit(("snackjack", &[], 1, "best"), 5);
    let Next::Decision(question) = sitting.go_on().unwrap() else { panic!("3 3 against 3") };
    let stop = AtomicBool::new(false);
    let sampling = Sampling { seed: 1, until: None, stop: &stop, journal: None, watch: &|_| {} };
    let advice = sitting.advice(&question, &sampling).unwrap();
    assert_eq!(advice.worlds, None);
    let worth = |action: &str| advice.choices.iter().find(|one| one.action == action).unwrap().ev;
    assert!((worth("double") + 2.0 / 9.0).abs() < 1e-9, "{advice:?}");
}

#[test]
fn what_is_wrong_with_a_seat_is_said() {
    for (place, part) in [
        (("kinzo", &[][..], 2, "threshold"), "there is no seat 2: the table has one"),
        (("kinzo", &[][..], 1, "nin"), "no strategy `nin`"),
    ] {
        let (name, _, seat, reference) = place;
        let asked = PlayAsked { seat, reference: Some(reference.into()), seed: 1 };
        let why = entry(name).sit(&setup(place), &asked).unwrap_err().to_string();
        assert!(why.contains(part), "{why}");
    }
}
