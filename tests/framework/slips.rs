//! Slips of an author that no type catches are refused before a card is dealt.

use super::houseless::higher::Rules;
use croupier::cli::{Croupier, Desk};
use croupier::framework::document::Document;
use croupier::framework::house::FileStrategy;
use croupier::framework::{
    Caution, Chance, Engine, Game, GameRules, House, Named, Occasion, Of, Player, Preset, RANDOM,
    RuleFields, SeatError, ShoeFacts, Shuffle, Spec, Table, View,
};
use std::process::ExitCode;

croupier::rules! {
    /// A field of a name that every game has already.
    pub struct Taken {
        /// stakes that a win pays
        "T1" bonus: u8 = 1, 1..=3;
    }
}

impl GameRules for Taken {}

croupier::rules! {
    /// A field of the name of a column that sweeps have.
    pub struct Column {
        /// the lowest card that wins
        "T1" low: u8 = 1, 1..=3;
    }
}

impl GameRules for Column {}

croupier::rules! {
    /// Rules with a preset that is listed and is not there.
    pub struct Listed {
        /// stakes that a win pays
        "T1" pays: u8 = 1, 1..=3;
    }
}

impl GameRules for Listed {
    fn presets() -> &'static [Preset] {
        &[Preset { name: "one", about: "one" }, Preset { name: "two", about: "two" }]
    }
}

croupier::rules! {
    /// Rules with a field that is a keyword of the language.
    pub struct Keyword {
        /// the kind of deck
        "T1" r#type: u8 = 1, 1..=3;
    }
}

/// A game with one slip, by number; without any where there is no such slip.
#[derive(Clone, Debug)]
struct Slip<R: GameRules + Send + Sync + 'static, const N: usize>(R);

/// Nobody has a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Waiting<const N: usize>;

impl<const N: usize> std::fmt::Display for Waiting<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nothing")
    }
}

impl<const N: usize> View for Waiting<N> {
    type Action = ();
    const ACTIONS: &'static [(&'static str, ())] = match N {
        20 => &[("wait", ()), ("stay", ())],
        _ => &[("wait", ())],
    };
    const ALWAYS: &'static [()] = &[()];

    fn allows(&self, _action: ()) -> bool {
        true
    }
}

#[derive(Clone, Debug)]
struct Waits;

impl<const N: usize> Player<Waiting<N>> for Waits {
    fn play(&mut self, _view: &Waiting<N>, _chance: &mut Chance<'_>) {}
}

const WIN: Occasion = Occasion::new("win", Of::Seat);

impl<R: GameRules + Send + Sync + 'static, const N: usize> Game for Slip<R, N> {
    const NAME: &'static str = if N == 1 { "My Game" } else { "slip" };
    const TITLE: &'static str = "Slip";
    const ABOUT: &'static str = "a game with a slip";
    const UNITS: i64 = if N == 2 { 0 } else { 10 };
    const EVENTS: &'static [Occasion] = match N {
        3 => &[WIN, WIN],
        4 => &[Occasion::new("deck-ran-out", Of::Table)],
        11 => &[Occasion::new("Big Win", Of::Seat)],
        _ => &[WIN],
    };
    const STRATEGIES: &'static [Named] = match N {
        5 => &[RANDOM, RANDOM],
        13 => &[RANDOM, Named { name: "all", ..RANDOM }],
        _ => &[RANDOM],
    };
    const CAUTIONS: &'static [Caution] =
        if N == 12 { &[Caution::new("none", "of nothing")] } else { &[] };

    type Rules = R;
    type View = Waiting<N>;
    type Player = Waits;

    fn new(rules: R) -> Self {
        assert!(N != 21, "there is no table");
        Slip(rules)
    }

    fn rules(&self) -> &R {
        &self.0
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        let high = match N {
            6 => "low",
            7 => "?",
            8 => "high ",
            _ => "high",
        };
        let shoe = ShoeFacts { name: "deck", cards: vec![("low", 2), (high, 2)] };
        vec![shoe; if N == 14 { 2 } else { 1 }]
    }

    fn first_stake(&self) -> Option<f64> {
        Some(if N == 15 { f64::NAN } else { 1.0 })
    }

    fn possible(&self, event: &Occasion) -> bool {
        match N {
            17 => false,
            19 => event.name != "deck-ran-out",
            _ => true,
        }
    }

    fn players(&self) -> usize {
        usize::from(N != 9)
    }

    fn shuffle(&self) -> Shuffle {
        if N == 10 { Shuffle::Penetration(1.5) } else { Shuffle::EveryRound }
    }

    fn cards_needed(&self) -> u32 {
        // Of four cards.
        if N >= 18 { 3 } else { 1 }
    }

    fn player(&self, _spec: &Spec) -> Result<Waits, SeatError> {
        Ok(Waits)
    }

    fn round(&self, table: &mut Table<'_, Self>) {
        table.ask(0, &Waiting);
        match N {
            16 => table.happened(2, 0),
            17 => table.happened(0, 0),
            _ => {}
        }
    }
}

fn told<R: GameRules + Send + Sync + 'static, const N: usize>() -> Result<(), String> {
    let program = Croupier::empty().game::<Slip<R, N>>();
    let told = program.ask(["slips", "games"], &Desk::new());
    told.map(drop).map_err(|refusal| refusal.to_string())
}

#[test]
fn slips_of_authors_are_named() {
    assert_eq!(told::<Rules, 0>(), Ok(()));
    for (told, parts) in [
        (told::<Rules, 1>(), ["NAME is `My Game`", "lower-case letters"]),
        (told::<Rules, 2>(), ["UNITS is 0", "1 unit of money or more"]),
        (told::<Rules, 3>(), ["`win`", "more than one event"]),
        (told::<Rules, 4>(), ["`deck-ran-out`", "more than one event"]),
        (told::<Rules, 5>(), ["`random`", "more than one strategy"]),
        (told::<Rules, 6>(), ["`low`", "more than one card of the deck"]),
        (told::<Rules, 7>(), ["a card of the deck is named `?`", "written rounds"]),
        (told::<Rules, 8>(), ["a card of the deck is named `high `", "written rounds"]),
        (told::<Rules, 9>(), ["players() is 0", "one seat or more"]),
        (told::<Rules, 11>(), ["an event is named `Big Win`", "lower-case letters"]),
        (told::<Rules, 12>(), ["a caution is of `none`", "no event"]),
        (told::<Rules, 13>(), ["a strategy is named `all`", "not `all`"]),
        (told::<Rules, 14>(), ["`deck`", "more than one shoe"]),
        (told::<Rules, 15>(), ["first_stake() is NaN", "an amount"]),
        (told::<Rules, 20>(), ["the action `stay` is ()", "as another name is"]),
        (told::<Taken, 0>(), ["`bonus`", "more than one rules field"]),
        (told::<Column, 0>(), ["a rules field is named `low`", "column of sweeps"]),
        (told::<Listed, 0>(), ["presets() lists `two`", "preset() does not know it"]),
    ] {
        let why = told.unwrap_err();
        assert!(parts.iter().all(|part| why.contains(part)), "{parts:?}: {why}");
    }
}

/// What happens to a seat that there is not is not counted as something else.
#[test]
#[should_panic(expected = "there is no seat 2: seats are counted from 0, and the table has 1")]
fn a_seat_that_there_is_not_ends_the_run() {
    let program = Croupier::empty().game::<Slip<Rules, 16>>();
    let _ = program.ask(["slips", "simulate", "slip", "--rounds", "9"], &Desk::new());
}

/// To a terminal that is an error like any other.
#[test]
fn a_panic_of_a_game_ends_the_command_with_an_error() {
    // While a round is played, and before the command line is read.
    let programs =
        [Croupier::empty().game::<Slip<Rules, 16>>(), Croupier::empty().game::<Slip<Rules, 21>>()];
    for program in programs {
        let code = program.run_from(["slips", "simulate", "slip", "--rounds", "9", "--out", "-"]);
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(1)));
    }
}

/// An event that the game calls impossible is told as it happens.
#[test]
fn what_is_called_impossible_and_happens_is_told() {
    for (method, more) in [("simulate", "--rounds=9"), ("exact", "--quiet")] {
        let program = Croupier::empty().game::<Slip<Rules, 17>>();
        let words = ["slips", "odds", "slip", "--event", "win", "--method", method, more];
        let report = program.ask(words, &Desk::new()).unwrap().report.unwrap();
        let table = &report.tables[0];
        let p = table.rows[0][table.column("probability").unwrap()].number();
        assert_eq!(p, Some(1.0), "{method}: {table:?}");
    }
}

/// A field may have the name of a keyword.
#[test]
fn a_field_is_named_without_the_marks_of_its_identifier() {
    let fields: Vec<&str> = Keyword::fields().iter().map(|field| field.name).collect();
    assert_eq!(fields, ["type"]);
    assert_eq!(Keyword { r#type: 9 }.out_of_range()[0].field, "type");
}

/// A penetration that cannot be is refused, whether or not the author's rules check it.
#[test]
fn a_shoe_cannot_be_dealt_for_longer_than_it_lasts() {
    let program = Croupier::empty().game::<Slip<Rules, 10>>();
    let told = program.ask(["slips", "simulate", "slip", "--rounds", "9"], &Desk::new());
    let why = told.unwrap_err().to_string();
    assert!(why.contains("penetration") && why.contains("1.5"), "{why}");
}

/// A view in which an action that is said to be always legal is not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct NoWaiting;

impl std::fmt::Display for NoWaiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an empty table")
    }
}

impl View for NoWaiting {
    type Action = bool;
    const ACTIONS: &'static [(&'static str, bool)] = &[("wait", true), ("go", false)];
    const ALWAYS: &'static [bool] = &[true];

    fn allows(&self, waits: bool) -> bool {
        !waits
    }
}

/// A file covers every situation by an action that is always legal: one that is not ends the run.
#[test]
#[should_panic(expected = "`wait` is said to be always legal, and is not with an empty table")]
fn an_action_that_is_not_always_legal_is_found_by_files() {
    let text = "game = \"slip\"\nabout = \"waits\"\n[[rule]]\ndo = \"wait\"\n";
    let document = Document::read("slip", "waits.toml", text, &[]).unwrap();
    FileStrategy::<NoWaiting>::new(&document).unwrap().play(&NoWaiting);
}

/// A shoe of few cards may run out unless the game knows better.
#[test]
fn a_game_may_say_that_its_shoe_never_runs_out() {
    fn may_run_out<const N: usize>() -> bool {
        let house = House::<Slip<Rules, N>>::open(Rules::default()).unwrap();
        house.events().iter().find(|event| event.name == "deck-ran-out").unwrap().possible
    }
    assert_eq!(
        (may_run_out::<0>(), may_run_out::<18>(), may_run_out::<19>()),
        (false, true, false)
    );
}
