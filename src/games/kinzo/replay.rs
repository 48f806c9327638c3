//! A written round, played and checked step by step.

use super::hand::{Card, Roll};
use super::record::Transcript;
use super::round::{Luck, Table};
use super::rules::UNITS_PER_STAKE;
use super::table::Kinzo;
use super::view::{Action, CallView, Choice, Player, Stake, View};
use crate::cards::Shoe;
use crate::framework::settings::one_line;
use crate::framework::{ReplayError, Step};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::VecDeque;

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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default = "one")]
    caller: u32,
    #[serde(default = "one")]
    stake: u32,
    cards: Vec<u8>,
    #[serde(default)]
    decisions: Vec<String>,
    #[serde(default)]
    dice: Vec<[u8; 2]>,
    nets: Option<Vec<f64>>,
}

const fn one() -> u32 {
    1
}

/// The rest of the script, and its first fault.
#[derive(Debug)]
struct Script {
    cards: VecDeque<Card>,
    decisions: VecDeque<Action>,
    dice: VecDeque<Roll>,
    stake: u32,
    /// Cards and decisions used so far.
    used: [usize; 3],
    fault: Option<String>,
}

impl Script {
    fn fail(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// The next card, which the draw pile must hold. After a fault any card will do.
    fn card(&mut self, whose: &str, shoe: &mut Shoe) -> Card {
        self.used[0] += 1;
        let number = self.used[0];
        match self.cards.pop_front() {
            Some(card) if shoe.take(card.kind()) => return card,
            Some(card) => self.fail(format!(
                "cards: card {number} ({whose}) is {card}, but the draw pile has no {card} left"
            )),
            None => self.fail(format!("cards: card {number} ({whose}) is missing")),
        }
        let any = Card::ALL.into_iter().find(|card| shoe.take(card.kind()));
        any.unwrap_or(Card::ALL[0])
    }
}

struct Scripted<'s>(&'s RefCell<Script>);

impl Luck for Scripted<'_> {
    fn deal(&mut self, shoe: &mut Shoe) -> Card {
        self.0.borrow_mut().card("the deal", shoe)
    }

    fn hit(&mut self, seat: usize, shoe: &mut Shoe) -> Card {
        self.0.borrow_mut().card(&format!("a hit of seat {}", seat + 1), shoe)
    }

    fn draw(&mut self, shoe: &mut Shoe) -> Card {
        self.0.borrow_mut().card("a draw of the dealer", shoe)
    }

    fn roll(&mut self, seat: usize) -> Roll {
        let mut script = self.0.borrow_mut();
        script.used[2] += 1;
        let number = script.used[2];
        script.dice.pop_front().unwrap_or_else(|| {
            script.fail(format!("dice: roll {number} (of seat {}) is missing", seat + 1));
            Roll::of(0)
        })
    }

    fn call(&mut self, _seat: usize, _bound: u32) -> u32 {
        0
    }

    fn choose(&mut self, _seat: usize, _bound: u32) -> u32 {
        0
    }

    fn turn(&mut self, _seat: usize) {}
}

impl Player for Scripted<'_> {
    fn stake(&mut self, _view: &CallView<'_>) -> Stake {
        Stake::Of(self.0.borrow().stake)
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let mut script = self.0.borrow_mut();
        script.used[1] += 1;
        let number = script.used[1];
        let legal: Vec<String> = view.legal().map(name).collect();
        let asked =
            format!("seat {} with {} may {}", view.seat() + 1, view.hand(), legal.join(", "));
        match script.decisions.pop_front() {
            Some(action) if view.allows(action) => return Choice::Act(action),
            Some(action) => script.fail(format!(
                "decisions: decision {number} is `{}`, which is not legal: {asked}",
                name(action)
            )),
            None => script.fail(format!("decisions: decision {number} is missing: {asked}")),
        }
        Choice::Act(Action::Stay)
    }
}

fn name(action: Action) -> String {
    match action {
        Action::Stay => "stay".to_owned(),
        Action::Hit => "hit".to_owned(),
        Action::Take => "take".to_owned(),
        Action::Split(card) => format!("split {card}"),
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
    let fail = |message: String| Err(ReplayError(message));
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => return fail(one_line(&error, text)),
    };
    let players = table.seats();
    if !(1..=players as u32).contains(&file.caller) {
        return fail(format!("caller = {} is not allowed: 1..={players}", file.caller));
    }
    if !(1..=table.rules.stake_limit).contains(&file.stake) {
        let limit = table.rules.stake_limit;
        return fail(format!("stake = {} is not allowed: 1..={limit} (K4)", file.stake));
    }
    let mut script = Script {
        cards: VecDeque::new(),
        decisions: VecDeque::new(),
        dice: VecDeque::new(),
        stake: file.stake,
        used: [0; 3],
        fault: None,
    };
    for (i, &value) in file.cards.iter().enumerate() {
        match Card::new(value) {
            Some(card) => script.cards.push_back(card),
            None => return fail(format!("cards: card {} is {value}; 1..=6 are allowed", i + 1)),
        }
    }
    for (i, text) in file.decisions.iter().enumerate() {
        match action(text) {
            Some(action) => script.decisions.push_back(action),
            None => {
                return fail(format!(
                    "decisions: decision {} is `{text}`; stay, hit, take and split VALUE (such as \
                     split 3) are allowed",
                    i + 1
                ));
            }
        }
    }
    for (i, &[first, second]) in file.dice.iter().enumerate() {
        if !(1..=3).contains(&first) || !(1..=3).contains(&second) {
            return fail(format!("dice: roll {} is [{first}, {second}]; faces are 1..=3", i + 1));
        }
        script.dice.push_back(Roll { first, second });
    }

    let script = RefCell::new(script);
    let mut seats: Vec<Scripted<'_>> = (0..players).map(|_| Scripted(&script)).collect();
    let mut transcript = Transcript::default();
    let mut cards = Table::new(&table.rules, table.deck);
    let caller = file.caller as usize - 1;
    let outcome = cards.round(&mut seats, &mut Scripted(&script), &mut transcript, caller);
    let script = script.borrow();
    if let Some(fault) = &script.fault {
        return fail(fault.clone());
    }
    let left = [
        ("cards", script.cards.len()),
        ("decisions", script.decisions.len()),
        ("dice", script.dice.len()),
    ];
    if let Some((what, left)) = left.into_iter().find(|&(_, left)| left > 0) {
        return fail(format!("{what}: the round is over, and the last {left} were not used"));
    }
    if let Some(nets) = file.nets {
        let stakes = |net: i64| net as f64 / UNITS_PER_STAKE as f64;
        let found: Vec<f64> = outcome.nets[..players].iter().map(|&net| stakes(net)).collect();
        let same = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9;
        if nets.len() != found.len() || !nets.iter().zip(&found).all(same) {
            let list =
                |nets: &[f64]| nets.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
            return fail(format!(
                "nets = [{}], but the round comes to [{}]",
                list(&nets),
                list(&found)
            ));
        }
    }
    Ok(transcript.steps)
}
