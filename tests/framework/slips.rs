//! Slips of an author that no type catches are refused before a card is dealt.

use super::houseless::higher::{Nothing, Rules, Waits};
use croupier::cli::{Croupier, Desk};
use croupier::framework::{
    Game, GameRules, Named, Occasion, Of, Preset, RANDOM, SeatError, ShoeFacts, Shuffle, Spec,
    Table,
};

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

/// A game with one slip, by number; without any where there is no such slip.
#[derive(Clone, Debug)]
struct Slip<R: GameRules + Send + Sync + 'static, const N: usize>(R);

const WIN: Occasion = Occasion::new("win", Of::Seat);

impl<R: GameRules + Send + Sync + 'static, const N: usize> Game for Slip<R, N> {
    const NAME: &'static str = if N == 1 { "My Game" } else { "slip" };
    const TITLE: &'static str = "Slip";
    const ABOUT: &'static str = "a game with a slip";
    const UNITS: i64 = if N == 2 { 0 } else { 10 };
    const EVENTS: &'static [Occasion] = match N {
        3 => &[WIN, WIN],
        4 => &[Occasion::new("deck-ran-out", Of::Table)],
        _ => &[WIN],
    };
    const STRATEGIES: &'static [Named] = if N == 5 { &[RANDOM, RANDOM] } else { &[RANDOM] };

    type Rules = R;
    type View = Nothing;
    type Player = Waits;

    fn new(rules: R) -> Self {
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
        vec![ShoeFacts { name: "deck", cards: vec![("low", 2), (high, 2)] }]
    }

    fn players(&self) -> usize {
        usize::from(N != 9)
    }

    fn shuffle(&self) -> Shuffle {
        if N == 10 { Shuffle::Penetration(1.5) } else { Shuffle::EveryRound }
    }

    fn cards_needed(&self) -> u32 {
        1
    }

    fn player(&self, _spec: &Spec) -> Result<Waits, SeatError> {
        Ok(Waits)
    }

    fn round(&self, table: &mut Table<'_, Self>) {
        table.ask(0, &Nothing);
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
        (told::<Rules, 1>(), ["NAME is `My Game`", "small letters"]),
        (told::<Rules, 2>(), ["UNITS is 0", "1 unit of money or more"]),
        (told::<Rules, 3>(), ["`win`", "more than one event"]),
        (told::<Rules, 4>(), ["`deck-ran-out`", "more than one event"]),
        (told::<Rules, 5>(), ["`random`", "more than one strategy"]),
        (told::<Rules, 6>(), ["`low`", "more than one card of the deck"]),
        (told::<Rules, 7>(), ["a card of the deck is named `?`", "written rounds"]),
        (told::<Rules, 8>(), ["a card of the deck is named `high `", "written rounds"]),
        (told::<Rules, 9>(), ["players() is 0", "one seat or more"]),
        (told::<Taken, 0>(), ["`bonus`", "more than one rules field"]),
        (told::<Column, 0>(), ["a rules field is named `low`", "column of sweeps"]),
        (told::<Listed, 0>(), ["presets() lists `two`", "preset() has none of it"]),
    ] {
        let why = told.unwrap_err();
        assert!(parts.iter().all(|part| why.contains(part)), "{parts:?}: {why}");
    }
}

/// A penetration that cannot be is refused, whether or not the author's rules check it.
#[test]
fn a_shoe_cannot_be_dealt_for_longer_than_it_lasts() {
    let program = Croupier::empty().game::<Slip<Rules, 10>>();
    let told = program.ask(["slips", "simulate", "slip", "--rounds", "9"], &Desk::new());
    let why = told.unwrap_err().to_string();
    assert!(why.contains("penetration") && why.contains("1.5"), "{why}");
}
