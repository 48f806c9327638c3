//! Two strategies in one seat: one plays, and at a decision at which they differ the other takes over
//! for the rest of the session.

use super::{SeatError, Seats};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

/// A decision at which two strategies differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Disagreement {
    /// The situation, in the features of strategy files or as traces show it.
    pub situation: String,
    /// What the strategy does.
    pub plays: String,
    /// What its reference does.
    pub better: String,
}

impl Disagreement {
    /// A decision of two strategies in a situation.
    pub fn new(situation: impl Display, plays: impl Display, better: impl Display) -> Disagreement {
        let (plays, mut better) = (plays.to_string(), better.to_string());
        if plays == better {
            better += " (another)";
        }
        Disagreement { situation: situation.to_string(), plays, better }
    }
}

/// Features and their values, as the rules of a strategy file write them.
#[derive(Clone, Debug, Default)]
pub struct Situation(String);

impl Situation {
    /// A situation in which something is decided; nothing where that is plain.
    pub fn of(decided: &str) -> Situation {
        Situation(decided.to_owned())
    }

    /// With the value of a feature.
    #[must_use]
    pub fn with(self, feature: &str, value: impl Display) -> Situation {
        let mut text = self.0;
        if !text.is_empty() {
            text += if text.contains('=') { ", " } else { ": " };
        }
        let _ = write!(text, "{feature} = {value}");
        Situation(text)
    }
}

impl Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who decides in a seat with two strategies. Clones share it.
///
/// Both are asked at every decision, so that whatever they remember and whatever chance they use is
/// the same however far the first one plays: two sessions of the same luck are the same up to the
/// decision at which they hand over.
#[derive(Clone, Debug, Default)]
pub struct Relay(Arc<Mutex<Leg>>);

/// How far a session has come.
#[derive(Debug, Default)]
struct Leg {
    /// Decisions so far.
    decisions: u64,
    /// Decisions at which they differ that are still the first one's.
    left: u64,
    /// Where they differed, if it is asked for.
    differed: Option<Vec<Disagreement>>,
}

impl Relay {
    fn leg(&self) -> std::sync::MutexGuard<'_, Leg> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next session is the first strategy's to the end; notes where they differ.
    pub fn follow(&self) {
        *self.leg() = Leg { decisions: 0, left: u64::MAX, differed: Some(Vec::new()) };
    }

    /// In the next session the first strategy makes so many of the decisions at which they differ.
    pub fn hand_over_after(&self, decisions: u64) {
        *self.leg() = Leg { decisions: 0, left: decisions, differed: None };
    }

    /// The decisions of the session, and those at which they differed.
    pub fn followed(&self) -> (u64, Vec<Disagreement>) {
        let mut leg = self.leg();
        (leg.decisions, leg.differed.take().unwrap_or_default())
    }

    /// What is done where the strategies choose so; `told` describes where they differ.
    pub fn decide<T: PartialEq>(
        &self,
        first: T,
        second: T,
        told: impl FnOnce(&T, &T) -> Disagreement,
    ) -> T {
        let mut leg = self.leg();
        leg.decisions += 1;
        if first == second {
            return first;
        }
        if leg.left == 0 {
            return second;
        }
        leg.left -= 1;
        if let Some(differed) = &mut leg.differed {
            differed.push(told(&first, &second));
        }
        first
    }
}

/// The name of the option that is taken most often of a mixture, by relative weights.
pub fn mostly<W: Copy + Into<u32>>(weights: &[W], name: impl Fn(usize) -> String) -> String {
    let weights = || weights.iter().map(|&weight| weight.into());
    let all: u32 = weights().sum();
    match weights().enumerate().max_by_key(|&(option, weight)| (weight, std::cmp::Reverse(option)))
    {
        Some((option, weight)) if weight == all => name(option),
        Some((option, weight)) if 2 * weight > all => format!("mostly {}", name(option)),
        _ => "a mixture".to_owned(),
    }
}

/// Whether two strategies can share a seat: whether each remembers earlier rounds, and how many of
/// their cards it fails to notice.
///
/// # Errors
/// If they would notice different cards.
pub fn check(
    (remembers, error_rate): (bool, u32),
    (other, other_rate): (bool, u32),
) -> Result<(), SeatError> {
    match remembers && other && error_rate != other_rate {
        false => Ok(()),
        true => Err(SeatError::Rules {
            strategy: "reference",
            reason: "it remembers more or fewer of the cards than the strategy that it is held against: \
                     give both the same error_rate"
                .to_owned(),
        }),
    }
}

/// Seats with two strategies.
pub trait Relays: Sync + fmt::Debug {
    /// A seat in which the first of `first` plays until the relay hands over to the first of `second`.
    ///
    /// # Errors
    /// If the two cannot share a seat.
    fn relay(
        &self,
        first: &dyn Seats,
        second: &dyn Seats,
        relay: Relay,
    ) -> Result<Box<dyn Seats>, SeatError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(relay: &Relay, first: i32, second: i32) -> i32 {
        relay.decide(first, second, |a, b| Disagreement::new("here", a, b))
    }

    #[test]
    fn the_second_takes_over_for_good() {
        let relay = Relay::default();
        let play = |relay: &Relay| {
            [(1, 1), (1, 2), (3, 3), (1, 4), (1, 5)].map(|(a, b)| decide(relay, a, b))
        };
        relay.follow();
        assert_eq!(play(&relay), [1, 1, 3, 1, 1]);
        let (decisions, differed) = relay.followed();
        assert_eq!(decisions, 5);
        let better: Vec<&str> = differed.iter().map(|one| one.better.as_str()).collect();
        assert_eq!(better, ["2", "4", "5"]);
        for (after, played) in
            [(0, [1, 2, 3, 4, 5]), (1, [1, 1, 3, 4, 5]), (2, [1, 1, 3, 1, 5]), (3, [1, 1, 3, 1, 1])]
        {
            relay.hand_over_after(after);
            assert_eq!(play(&relay), played);
        }
    }

    #[test]
    fn situations_read_as_rules_do() {
        let at = Situation::of("draw").with("turns", 2).with("hand", 5);
        assert_eq!(at.to_string(), "draw: turns = 2, hand = 5");
        assert_eq!(Situation::default().with("total", 7).to_string(), "total = 7");
        assert_eq!(Disagreement::new(&at, "swap", "swap").better, "swap (another)");
    }
}
