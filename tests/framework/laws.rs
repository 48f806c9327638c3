//! Laws are broken by games that break them.

use croupier::framework::{
    Chance, Game, GameRules, House, Named, Occasion, Of, Player, Purpose, RANDOM, SeatError,
    ShoeFacts, Spec, Step, Table, View,
};
use croupier::study::{self, Law, RulesFrom};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

croupier::rules! {
    pub struct Rules {
        /// the coin is the table's, or the game's own
        "C1" own: bool = false;
        /// a step of the trace cites a rule, or none
        "C2" mute: bool = false;
        /// the seat sees a coin, or nothing
        "C3" blind: bool = false;
    }
}

impl GameRules for Rules {}

/// The coin is not seen, or not even that there is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Hidden {
    blind: bool,
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.blind { "" } else { "a hidden coin" })
    }
}

impl View for Hidden {
    type Action = bool;
    const ACTIONS: &'static [(&'static str, bool)] = &[("heads", true), ("tails", false)];
    const ALWAYS: &'static [bool] = &[true, false];

    fn allows(&self, _heads: bool) -> bool {
        true
    }
}

#[derive(Clone, Debug)]
struct Heads;

impl Player<Hidden> for Heads {
    fn play(&mut self, _view: &Hidden, _chance: &mut Chance<'_>) -> bool {
        true
    }
}

/// A coin is guessed.
#[derive(Clone, Debug)]
struct Coin(Rules);

/// The tosses of the coin that is the game's own: one in three is heads.
static TOSSED: AtomicU64 = AtomicU64::new(0);

impl Game for Coin {
    const NAME: &'static str = "coin";
    const TITLE: &'static str = "Coin";
    const ABOUT: &'static str = "a coin is guessed";
    const EVENTS: &'static [Occasion] = &[Occasion::new("right", Of::Seat)];
    const STRATEGIES: &'static [Named] =
        &[Named { name: "heads", parameters: &[], about: "guesses heads" }, RANDOM];

    type Rules = Rules;
    type View = Hidden;
    type Player = Heads;

    fn new(rules: Rules) -> Coin {
        Coin(rules)
    }

    fn rules(&self) -> &Rules {
        &self.0
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        Vec::new()
    }

    fn cards_needed(&self) -> u32 {
        0
    }

    fn player(&self, _spec: &Spec) -> Result<Heads, SeatError> {
        Ok(Heads)
    }

    fn round(&self, table: &mut Table<'_, Coin>) {
        let heads = match self.0.own {
            false => table.below(Purpose::Deal, 2) == 0,
            true => TOSSED.fetch_add(1, Ordering::Relaxed).is_multiple_of(3),
        };
        table.tell(|| Step::new(if self.0.mute { "" } else { "C1" }, "tossed", "a coin is tossed"));
        let right = table.ask(0, &Hidden { blind: self.0.blind }) == heads;
        if right {
            table.happened(0, 0);
        }
        table.pay(0, if right { 1 } else { -1 });
    }
}

/// The laws that a table of the game breaks.
fn broken(set: &[&str]) -> Vec<Law> {
    let game = study::entry::<House<Coin>>();
    let set: Vec<String> = set.iter().map(|&set| set.to_owned()).collect();
    let table = game.table(&RulesFrom::Default, &set).unwrap();
    let players = table.player(&Spec::new(&Coin::STRATEGIES[0])).unwrap();
    let breaks = |law: &Law| !law.broken(&*table, &*players, 1_000).is_empty();
    Law::ALL.into_iter().filter(breaks).collect()
}

#[test]
fn luck_that_is_not_the_tables_breaks_laws() {
    assert_eq!(broken(&[]), []);
    let laws = broken(&["own=true"]);
    // Nothing that is computed, told or written is what was played.
    for law in [Law::Sessions, Law::Written, Law::Exact] {
        assert!(laws.contains(&law), "{law:?}: {laws:?}");
    }
    assert!(!laws.contains(&Law::Money), "{laws:?}");
}

#[test]
fn what_is_told_and_seen_is_looked_at() {
    assert_eq!(broken(&["mute=true"]), [Law::Trace]);
    assert_eq!(broken(&["blind=true"]), [Law::Deciders, Law::Written]);
    // The framework's own bonuses belong to no rule of the game.
    assert_eq!(broken(&["bonus.right=2"]), []);
}
