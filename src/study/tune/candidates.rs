//! The changes that a search tries: other numbers and chart cells, and added rules taken away again.

use super::Tuning;
use super::changes::added;
use crate::framework::free::{self, Free, Kind};
use crate::framework::{Seats, parallel};
use std::ops::Range;

/// Tokens that a chart cell may hold, besides those in its chart.
const LETTERS: &str = "-ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A change of a text.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// The position of what is replaced, in bytes; empty where a rule is added.
    pub place: Range<usize>,
    pub value: String,
}

/// A candidate text, with its changes and its player.
pub(super) struct Candidate {
    pub moves: Vec<Move>,
    pub text: String,
    pub player: Box<dyn Seats>,
}

impl Tuning {
    /// The texts that differ by each of these changes, as far as they can be played.
    pub(super) fn candidates(&self, text: &str, moves: &[Move]) -> Vec<Candidate> {
        let read = |at: usize| self.candidate(text, vec![moves[at].clone()]);
        parallel::map(moves.len(), read).into_iter().flatten().collect()
    }

    pub(super) fn candidate(&self, text: &str, moves: Vec<Move>) -> Option<Candidate> {
        let changes: Vec<_> =
            moves.iter().map(|one| (one.place.clone(), one.value.clone())).collect();
        let text = free::with(text, &changes);
        // A text that is invalid or cannot be played is not a candidate.
        let player = self.read(&text).ok()?;
        Some(Candidate { moves, text, player })
    }

    /// Whether a path may be varied.
    pub(super) fn is_free(&self, path: &str) -> bool {
        self.free.is_empty() || self.free.iter().any(|free| free::is_within(path, free))
    }

    /// All texts that differ in one value, or lack one of the added rules.
    pub(super) fn neighbours(&self, text: &str) -> Vec<Candidate> {
        let all = free::values(text);
        let mut found: Vec<Move> = added(self.start(), text)
            .into_iter()
            .map(|place| Move { place, value: String::new() })
            .collect();
        for free in all.iter().filter(|free| self.is_free(&free.path)) {
            let value = free.value(text);
            let others: Vec<String> = match free.kind {
                Kind::Number => numbers(value),
                Kind::Cell => {
                    let chart = free.path.split('[').next().unwrap_or_default();
                    let tokens = tokens(text, &all, chart, &(self.profile.actions)());
                    tokens.into_iter().filter(|token| token != value).collect()
                }
            };
            for value in others {
                found.push(Move { place: free.place.clone(), value });
            }
        }
        self.candidates(text, &found)
    }
}

/// Numbers near a number: adjacent ones, and for large numbers those a tenth and a quarter away.
fn numbers(value: &str) -> Vec<String> {
    let Some(number) = free::integer(value) else { return Vec::new() };
    let mut found = Vec::new();
    for step in [1, number.abs() / 10, number.abs() / 4] {
        for near in [number.saturating_sub(step), number.saturating_add(step)] {
            if step > 0 && !found.contains(&near) {
                found.push(near);
            }
        }
    }
    found.iter().map(i64::to_string).collect()
}

/// The tokens that a cell of a chart may hold: those of the chart, and the `actions` that it does not
/// take anywhere, each also with a token of the chart for where it is not legal.
fn tokens(text: &str, all: &[Free], chart: &str, actions: &[&str]) -> Vec<String> {
    let of_chart = all.iter().filter(|free| free.kind == Kind::Cell && free.is_within(chart));
    let mut found: Vec<String> = of_chart.map(|free| free.value(text).to_owned()).collect();
    found.sort();
    found.dedup();
    // A chart with a single token does not show the alternatives.
    if actions.is_empty() && found.len() == 1 {
        found.extend(LETTERS.chars().map(|letter| letter.to_string()));
        found.dedup();
    }
    let takes =
        |action: &&&str| found.iter().any(|token| token.split('/').any(|it| it == **action));
    let new: Vec<&&str> = actions.iter().filter(|action| !takes(action)).collect();
    let known: Vec<String> = found.iter().filter(|token| !token.contains('/')).cloned().collect();
    for action in new {
        found.push((*action).to_owned());
        found.extend(known.iter().map(|token| format!("{action}/{token}")));
    }
    found
}
