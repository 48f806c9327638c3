//! A written round: its cards, numbers and decisions, each used in turn and checked.

use crate::cards::Pile;
use crate::framework::counting::ShoeFacts;
use crate::framework::settings::{hint, nearest, one_line, shown};
use crate::framework::{ReplayError, View};
use serde::Deserialize;
use std::collections::VecDeque;

/// The schema, for `trace --help`.
pub(super) const HELP: &str = "\
A written round is a TOML file:
  first = 1                      # the seat that acts first (default 1)
  cards = [\"4\", 2]               # as they come, whoever they are for, by the names of counting
                                 # systems
  numbers = [3]                  # every other turn of luck as it comes, counted from 0
  decisions = [\"ACTION\"]         # as they are taken, by the names of strategy files
  nets = [0]                     # optional: each seat's net in stakes, checked at the end
Everything written must be used, and every step must be legal under the rules.";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default = "one")]
    first: usize,
    #[serde(default)]
    cards: Vec<Card>,
    #[serde(default)]
    numbers: Vec<u32>,
    #[serde(default)]
    decisions: Vec<String>,
    nets: Option<Vec<f64>>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Card {
    Number(i64),
    Name(String),
}

const fn one() -> usize {
    1
}

/// What is left of a written round, and the first thing wrong with it.
#[derive(Debug)]
pub(super) struct Script {
    /// The seat that acts first, from 0.
    pub first: usize,
    nets: Option<Vec<f64>>,
    cards: VecDeque<String>,
    numbers: VecDeque<u32>,
    decisions: VecDeque<String>,
    /// The names of the cards of each shoe.
    names: Vec<Vec<&'static str>>,
    /// Cards, numbers and decisions used so far.
    used: [usize; 3],
    fault: Option<String>,
}

impl Script {
    /// Reads a written round for a table with so many players.
    pub fn read(text: &str, players: usize, shoes: &[ShoeFacts]) -> Result<Script, ReplayError> {
        let file: File =
            toml::from_str(text).map_err(|error| ReplayError(one_line(&error, text)))?;
        if !(1..=players).contains(&file.first) {
            let found = file.first;
            return Err(ReplayError(format!("first = {found} is not allowed: 1..={players}")));
        }
        let name = |card| match card {
            Card::Number(number) => number.to_string(),
            Card::Name(name) => name,
        };
        let names = |shoe: &ShoeFacts| shoe.cards.iter().map(|(name, _)| *name).collect();
        Ok(Script {
            first: file.first - 1,
            nets: file.nets,
            cards: file.cards.into_iter().map(name).collect(),
            numbers: file.numbers.into(),
            decisions: file.decisions.into(),
            names: shoes.iter().map(names).collect(),
            used: [0; 3],
            fault: None,
        })
    }

    fn fail(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// The next card, which the shoe must hold. After a fault any card will do.
    pub fn card(&mut self, shoe: usize, pile: &mut Pile) -> u8 {
        self.used[0] += 1;
        let number = self.used[0];
        match self.cards.pop_front() {
            None => self.fail(format!("cards: card {number} is missing")),
            Some(name) => {
                let names = &self.names[shoe];
                match names.iter().position(|known| *known == name) {
                    Some(kind) if pile.take(kind as u8) => return kind as u8,
                    Some(_) => self.fail(format!(
                        "cards: card {number} is {name}, but the shoe has no {name} left"
                    )),
                    None => {
                        let hint = hint(&nearest(&name, names.iter().copied()));
                        let known = names.join(", ");
                        let name = shown(&name);
                        self.fail(format!(
                            "cards: card {number} is `{name}`{hint}; cards are {known}"
                        ));
                    }
                }
            }
        }
        let any = (0..self.names[shoe].len() as u8).find(|&kind| pile.take(kind));
        any.unwrap_or(0)
    }

    /// The next number, which must lie below `bound`.
    pub fn number(&mut self, bound: u32) -> u32 {
        self.used[1] += 1;
        let place = self.used[1];
        match self.numbers.pop_front() {
            Some(number) if number < bound => return number,
            Some(number) => self.fail(format!(
                "numbers: number {place} is {number}; 0..={} are possible",
                bound.saturating_sub(1)
            )),
            None => self.fail(format!("numbers: number {place} is missing")),
        }
        0
    }

    /// The next decision, which must be allowed.
    pub fn decision<V: View>(&mut self, seat: usize, view: &V) -> Option<V::Action> {
        self.used[2] += 1;
        let number = self.used[2];
        let legal: Vec<&str> = view.legal().map(V::name).collect();
        let asked = format!("seat {} with {view} may {}", seat + 1, legal.join(", "));
        match self.decisions.pop_front() {
            None => self.fail(format!("decisions: decision {number} is missing: {asked}")),
            Some(name) => {
                let found = V::ACTIONS.iter().find(|(known, _)| *known == name.trim());
                match found.map(|&(_, action)| action).filter(|&action| view.allows(action)) {
                    Some(action) => return Some(action),
                    None => {
                        let hint = hint(&nearest(&name, legal.iter().copied()));
                        let name = shown(&name);
                        self.fail(format!(
                            "decisions: decision {number} is `{name}`, which is not legal{hint}: \
                             {asked}"
                        ));
                    }
                }
            }
        }
        view.legal().next()
    }

    /// The round is over: whether everything was used, and the nets (in stakes) are those written.
    pub fn end(&mut self, nets: &[f64]) -> Result<(), ReplayError> {
        if let Some(fault) = self.fault.take() {
            return Err(ReplayError(fault));
        }
        let left = [
            ("cards", self.cards.len()),
            ("numbers", self.numbers.len()),
            ("decisions", self.decisions.len()),
        ];
        if let Some((what, left)) = left.into_iter().find(|&(_, left)| left > 0) {
            return Err(ReplayError(format!(
                "{what}: the round is over, and the last {left} were not used"
            )));
        }
        let Some(written) = &self.nets else { return Ok(()) };
        let same = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9;
        if written.len() == nets.len() && written.iter().zip(nets).all(same) {
            return Ok(());
        }
        let list = |nets: &[f64]| nets.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
        Err(ReplayError(format!(
            "nets = [{}], but the round comes to [{}]",
            list(written),
            list(nets)
        )))
    }
}
