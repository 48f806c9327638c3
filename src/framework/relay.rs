//! Two strategies in one seat: the first plays until, at a decision on which they disagree, the
//! second takes over for the rest of the session.

use super::{SeatError, Seats};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Write as _};
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};

/// A decision on which two strategies disagree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Disagreement {
    /// The situation, in the features of strategy files or as traces show it.
    pub situation: String,
    /// The action of the strategy.
    pub plays: String,
    /// The action of its reference.
    pub better: String,
}

impl Disagreement {
    /// The actions of a strategy and of its reference in a situation.
    pub fn new(situation: impl Display, plays: impl Display, better: impl Display) -> Disagreement {
        let (plays, mut better) = (plays.to_string(), better.to_string());
        if plays == better {
            better += " (a different one)";
        }
        Disagreement { situation: situation.to_string(), plays, better }
    }
}

/// Features and their values, as the rules of a strategy file write them.
#[derive(Clone, Debug, Default)]
pub struct Situation(String);

impl Situation {
    /// A situation of the decision with this name; empty if it needs none.
    pub fn of(decided: &str) -> Situation {
        Situation(decided.to_owned())
    }

    /// Adds the value of a feature.
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

/// Every feature that rules of a strategy file can test at a decision, with its value.
pub type Features = Vec<(&'static str, u16)>;

/// The switch between the two strategies of a seat. Clones share its state.
///
/// Both strategies are asked at every decision, so that their memories and the luck they use do not
/// depend on the point of the handover: two sessions with the same luck are equal up to the first
/// handover.
#[derive(Clone, Debug, Default)]
pub struct Relay(Arc<Mutex<Leg>>);

/// The progress of a session.
#[derive(Debug, Default)]
struct Leg {
    /// Decisions so far.
    decisions: u64,
    /// Disagreements that the first strategy still decides.
    left: u64,
    /// Whether the first strategy plays on after the second has decided one disagreement.
    back: bool,
    /// The disagreements so far, if they are recorded.
    differed: Option<Vec<Disagreement>>,
    /// The features at each disagreement, if they are recorded.
    seen: Option<Vec<Features>>,
    /// The number of decisions after which the session is abandoned, if it is limited.
    most: Option<u64>,
    /// The use of each choice, if it is recorded.
    watched: Option<BTreeMap<String, Use>>,
}

/// The use of a choice in a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Decisions at which either strategy took it, or may have.
    pub open: u64,
    /// Decisions at which the first strategy took it, or may have.
    pub taken: u64,
}

/// The decisions of a session, and the use of each choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// The number of decisions.
    pub decisions: u64,
    /// The use of each choice, by its name.
    pub choices: BTreeMap<String, Use>,
}

/// The panic payload of a session that is abandoned because it had too many decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenUp;

impl Relay {
    fn leg(&self) -> std::sync::MutexGuard<'_, Leg> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the first strategy play all of the next session, and records the disagreements.
    pub fn follow(&self) {
        let differed = Some(Vec::new());
        *self.leg() = Leg { left: u64::MAX, differed, ..Leg::default() };
    }

    /// Lets the first strategy decide this many disagreements of the next session.
    pub fn hand_over_after(&self, decisions: u64) {
        *self.leg() = Leg { left: decisions, ..Leg::default() };
    }

    /// Lets the second strategy decide one disagreement of the next session, the one after this
    /// many, and the first all others.
    pub fn lend_after(&self, decisions: u64) {
        *self.leg() = Leg { left: decisions, back: true, ..Leg::default() };
    }

    /// Lets the first strategy play all of the next session, and records the features at each
    /// disagreement.
    pub fn look(&self) {
        let seen = Some(Vec::new());
        *self.leg() = Leg { left: u64::MAX, seen, ..Leg::default() };
    }

    /// The features at each disagreement of a session after [`Relay::look`].
    pub fn looked(&self) -> Vec<Features> {
        self.leg().seen.take().unwrap_or_default()
    }

    /// The number of decisions of the session, and its disagreements.
    pub fn followed(&self) -> (u64, Vec<Disagreement>) {
        let mut leg = self.leg();
        (leg.decisions, leg.differed.take().unwrap_or_default())
    }

    /// Lets the first strategy play all of the next session, which unwinds with [`GivenUp`] after
    /// more than `most` decisions.
    pub fn limit(&self, most: u64) {
        *self.leg() = Leg { left: u64::MAX, most: Some(most), ..Leg::default() };
    }

    /// Like [`Relay::limit`], and records the use of each choice.
    pub fn watch(&self, most: u64) {
        self.limit(most);
        self.leg().watched = Some(BTreeMap::new());
    }

    /// The decisions of a session after [`Relay::watch`].
    pub fn watched(&self) -> Watched {
        let mut leg = self.leg();
        Watched { decisions: leg.decisions, choices: leg.watched.take().unwrap_or_default() }
    }

    /// Decides between the answers of the two strategies. `told` describes a disagreement,
    /// `features` are those of the decision, and `may` names every choice that an answer may result
    /// in.
    pub fn decide<T: PartialEq>(
        &self,
        [first, second]: [T; 2],
        told: impl FnOnce(&T, &T) -> Disagreement,
        features: impl FnOnce() -> Features,
        may: impl Fn(&T) -> Vec<String>,
    ) -> T {
        let mut leg = self.leg();
        leg.decisions += 1;
        if leg.most.is_some_and(|most| leg.decisions > most) {
            drop(leg);
            resume_unwind(Box::new(GivenUp));
        }
        if let Some(choices) = &mut leg.watched {
            let (taken, mut open) = (named(may(&first)), named(may(&second)));
            for choice in &taken {
                choices.entry(choice.clone()).or_default().taken += 1;
            }
            open.extend(taken);
            for choice in named(open) {
                choices.entry(choice).or_default().open += 1;
            }
        }
        if first == second {
            return first;
        }
        if leg.left == 0 {
            if leg.back {
                leg.left = u64::MAX;
            }
            return second;
        }
        leg.left -= 1;
        if let Some(seen) = &mut leg.seen {
            seen.push(features());
        }
        if let Some(differed) = &mut leg.differed {
            differed.push(told(&first, &second));
        }
        first
    }
}

/// The distinct names, sorted.
fn named(mut names: Vec<String>) -> Vec<String> {
    names.sort_unstable();
    names.dedup();
    names
}

/// The most frequent action of a mixture, by relative weights, in words.
pub(super) fn mostly<T: Copy>(mix: &[(T, u32)], name: impl Fn(T) -> String) -> String {
    let all: u32 = mix.iter().map(|&(_, weight)| weight).sum();
    let rank = |&(place, &(_, weight)): &(usize, &(T, u32))| (weight, Reverse(place));
    match mix.iter().enumerate().max_by_key(rank) {
        Some((_, &(option, weight))) if weight == all => name(option),
        Some((_, &(option, weight))) if 2 * weight > all => format!("mostly {}", name(option)),
        _ => "a mixture".to_owned(),
    }
}

/// Checks that two strategies can share a seat. Each argument says of one strategy whether it
/// remembers earlier rounds, and gives the share of their cards that it fails to notice.
///
/// # Errors
/// If they would notice different cards.
pub(super) fn check(
    (remembers, error_rate): (bool, u32),
    (other, other_rate): (bool, u32),
) -> Result<(), SeatError> {
    match remembers && other && error_rate != other_rate {
        false => Ok(()),
        true => Err(SeatError::Rules {
            strategy: "reference",
            reason:
                "it remembers more or fewer of the cards than the strategy that it is compared \
            with: give both the same error_rate"
                    .to_owned(),
        }),
    }
}

/// Seats with two strategies.
pub trait Relays: Sync + fmt::Debug {
    /// A seat in which the first player of `first` plays until the relay hands over to that of
    /// `second`.
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
        let name = |one: &i32| vec![one.to_string()];
        let told = |a: &i32, b: &i32| Disagreement::new("here", a, b);
        relay.decide([first, second], told, || vec![("first", first as u16)], name)
    }

    #[test]
    fn what_is_open_and_what_is_taken_is_counted() {
        let relay = Relay::default();
        relay.watch(3);
        let played = [(1, 1), (1, 2), (3, 2)].map(|(a, b)| decide(&relay, a, b));
        assert_eq!(played, [1, 1, 3]);
        let watched = relay.watched();
        let uses: Vec<_> = watched
            .choices
            .iter()
            .map(|(name, one)| (name.as_str(), one.open, one.taken))
            .collect();
        assert_eq!(uses, [("1", 2, 2), ("2", 2, 0), ("3", 1, 1)]);
        assert_eq!(watched.decisions, 3);
        relay.limit(2);
        let thrice = || [(); 3].map(|()| decide(&relay, 1, 1));
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(thrice)).unwrap_err();
        assert!(unwound.is::<GivenUp>());
        // The next session is asked as usual.
        relay.follow();
        assert_eq!(decide(&relay, 4, 5), 4);
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
    fn the_second_decides_once() {
        let relay = Relay::default();
        let play =
            |relay: &Relay| [(1, 1), (1, 2), (3, 3), (5, 4)].map(|(a, b)| decide(relay, a, b));
        relay.look();
        assert_eq!(play(&relay), [1, 1, 3, 5]);
        assert_eq!(relay.looked(), [[("first", 1)], [("first", 5)]]);
        for (after, played) in [(0, [1, 2, 3, 5]), (1, [1, 1, 3, 4]), (2, [1, 1, 3, 5])] {
            relay.lend_after(after);
            assert_eq!(play(&relay), played);
        }
    }

    #[test]
    fn situations_read_as_rules_do() {
        let at = Situation::of("draw").with("turns", 2).with("hand", 5);
        assert_eq!(at.to_string(), "draw: turns = 2, hand = 5");
        assert_eq!(Situation::default().with("total", 7).to_string(), "total = 7");
        assert_eq!(Disagreement::new(&at, "swap", "swap").better, "swap (a different one)");
    }
}
