//! A written round, played and checked step by step.

use super::hand::{Card, Roll};
use super::record::{STAKES, Transcript};
use super::round::Table;
use super::table::Kinzo;
use super::view::{Action, CallView, Choice, Player, Stake, View};
use crate::framework::script::{self, Reading, Script};
use crate::framework::{ReplayError, Step};
use serde::Deserialize;
use std::cell::RefCell;

/// The schema, for `trace --help`.
pub const HELP: &str = "\
A written round is a TOML file:
  caller = 1                     # the seat that calls and begins (default 1)
  stake = 1                      # what it calls (default 1): the unit of all money
  cards = [3, 5, 3, 2, 6, 6]     # as they come: the deal, each hit, the dealer's draws
  decisions = [\"split 3\", \"hit\", \"stay\", \"stay\"]
                                 # as they are taken: stay, hit, take, split VALUE; a hand with
                                 # nothing left to decide is not asked
  dice = [[1, 2]]                # each roll, as they are rolled
  nets = [0]                     # optional: each seat's net as traces print it, checked at the
                                 # end: a stake of 3 that is lost is -3
Everything written must be used, and every step must be legal under the rules.";

/// The keys of a written round beside those of every game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    caller: Option<usize>,
    #[serde(default = "one")]
    stake: u32,
}

const fn one() -> u32 {
    1
}

/// Every player of a written round.
struct Scripted<'s> {
    script: &'s RefCell<Script<Action>>,
    stake: u32,
}

impl Player for Scripted<'_> {
    fn stake(&mut self, _view: &CallView<'_>) -> Stake {
        Stake::Of(self.stake)
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let legal: Vec<String> = view.legal().map(|action| action.to_string()).collect();
        let asked =
            format!("seat {} with {} may {}", view.seat() + 1, view.hand(), legal.join(", "));
        let allowed = |&action: &Action| view.allows(action).then_some(action);
        let decided = self.script.borrow_mut().decide(&asked, allowed);
        Choice::Act(decided.unwrap_or(Action::Stay))
    }
}

fn action(text: &str) -> Option<Action> {
    match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["stay"] => Some(Action::Stay),
        ["hit"] => Some(Action::Hit),
        ["take"] => Some(Action::Take),
        ["split", value] => value.parse().ok().map(Action::Split),
        _ => None,
    }
}

/// Plays the round written in `text` at a table.
pub fn replay(table: &Kinzo, text: &str) -> Result<Vec<Step>, ReplayError> {
    let card = |text: &str| text.parse().map(Card::kind);
    let reading = Reading {
        card: &card,
        decision: &action,
        decisions: "stay, hit, take and split VALUE (such as split 3) are allowed",
        faces: Roll::FACES,
    };
    let (script, Head { caller, stake }) = Script::read(text, reading)?;
    let players = table.seats();
    let caller = script::seat("caller", caller, 0, players)?;
    let stake = script::within("stake", stake, 1..=table.rules.stake_limit, "K4")?;
    let script = RefCell::new(script);
    let mut seats: Vec<Scripted<'_>> =
        (0..players).map(|_| Scripted { script: &script, stake }).collect();
    let mut transcript = Transcript::default();
    let mut cards = Table::new(&table.rules, table.deck);
    let outcome = cards.round(&mut seats, &mut &script, &mut transcript, caller);
    let nets = STAKES.written(&outcome.nets[..players]);
    drop(seats);
    script.into_inner().end(&nets)?;
    Ok(transcript.steps)
}
