//! The native strategies, and the enum of everything that can fill a seat.

pub mod exploiter;
pub mod file;
mod questions;
pub mod solved;

use self::exploiter::{Exploiter, Opponent, Remembered};
use self::file::FileStrategy;
use self::solved::{Against, Shared};
use super::cards::{Card, Packed};
use super::rules::Rules;
use super::view::{Action, Choice, Guest, Look, Player, View};
use crate::framework::{Named, Parameter, SeatError, Spec, seats};
use std::sync::Arc;

/// The strategies known by name.
pub const NAMED: &[Named] = &[
    Named {
        name: "random",
        parameters: &[],
        about: "any legal action, all equally likely: the floor",
    },
    Named { name: "stand", parameters: &[], about: "stands on whatever it is dealt" },
    Named {
        name: "careful",
        parameters: &[Parameter { name: "stand_within", default: "1", allowed: "0..=75" }],
        about: "stands near zero, else swaps if that comes nearer, else gains",
    },
    Named {
        name: "solved",
        parameters: &[],
        about: "fictitious play in an abstraction (round, hand, top of the discard pile); in its last \
                turn it reads the others' hands from what they were seen to do",
    },
    Named {
        name: "reply",
        parameters: &[Parameter {
            name: "to",
            default: "\"solved\"",
            allowed: "solved | careful | stand",
        }],
        about: "the best reply in solved's abstraction to what players of a strategy end up with",
    },
    Named {
        name: "exploiter",
        parameters: &[Parameter {
            name: "of",
            default: "\"solved\"",
            allowed: "solved | careful | stand | random",
        }],
        about: "plays solved until its last turn, then the best action against players of a \
                strategy, given what they were seen to do",
    },
];

/// Anything that can fill a seat.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Any legal action, all equally likely.
    Random,
    /// Always stands.
    Stand,
    /// A sensible habit.
    Careful(Careful),
    /// Fictitious play, or a best reply in its abstraction.
    Solved(Arc<Shared>),
    /// A strategy from a file.
    File(FileStrategy),
    /// The best last turn against players of a known strategy.
    Exploiter(Exploiter),
    /// A player of any other type.
    Guest(Box<dyn Guest>),
}

/// The habit of a sensible player: stands while its total is near zero; else swaps a card for the
/// top of the discard pile if that brings the total nearer to zero; else draws, first giving up the
/// card that leaves the total nearest to zero if the hand is full. It never junks. Of two cards
/// that leave it equally near it gives up the higher. A card that it may look at first is kept if it brings the
/// total nearer to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Careful {
    /// The largest distance from zero that it stands on.
    pub stand_within: u32,
}

impl Default for Careful {
    fn default() -> Careful {
        Careful { stand_within: 1 }
    }
}

/// A turn that does not junk, under `gain = keep_or_exchange`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    /// The card given up, or [`Card::NONE`].
    pub given: Card,
    /// Whether it takes the top of the discard pile.
    pub swaps: bool,
    /// Whether it draws.
    pub draws: bool,
}

impl Wish {
    /// The action.
    pub(super) fn action(self) -> Action {
        match (self.swaps, self.draws) {
            (true, _) => Action::Swap(self.given),
            (false, true) if self.given == Card::NONE => Action::Gain,
            (false, true) => Action::Exchange(self.given),
            (false, false) => Action::Stand,
        }
    }
}

impl Careful {
    /// Whether it stands on a hand.
    #[inline]
    fn stands(self, hand: impl Packed) -> bool {
        hand.total().unsigned_abs() <= self.stand_within
    }

    /// The card to give up for the top of the discard pile, and whether that swap brings the total
    /// nearer to zero.
    #[inline]
    fn swap(hand: impl Packed, top: Card) -> (Card, bool) {
        let (total, swapped) = (hand.total(), hand.total() + top.value());
        let given = hand.nearest(swapped);
        (given, (swapped - given.value()).abs() < total.abs())
    }

    /// Its turn with a hand, computed without a branch: [`Player::play`] for many games at once.
    #[inline]
    pub(super) fn wish(self, hand: impl Packed, top: Card, may_grow: bool) -> Wish {
        let acts = !self.stands(hand);
        let (nearest, nearer) = Careful::swap(hand, top);
        let (swaps, draws) = (acts & nearer, acts & !nearer);
        let thrown = if may_grow { Card::NONE } else { hand.nearest(hand.total()) };
        let given = Card::either(draws, thrown, Card::NONE);
        Wish { given: Card::either(swaps, nearest, given), swaps, draws }
    }

    /// Its action with a hand under a top.
    #[inline]
    pub(super) fn acts(self, hand: impl Packed, top: Card, may_grow: bool) -> Action {
        self.wish(hand, top, may_grow).action()
    }

    /// Whether it keeps a card that it looks at.
    #[inline]
    pub(super) fn keeps(hand: impl Packed, drawn: Card) -> bool {
        (hand.total() + drawn.value()).abs() < hand.total().abs()
    }
}

impl<H: Packed> Player<H> for Careful {
    #[inline]
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        Choice::Act(self.acts(view.hand(), view.top(), view.may_grow()))
    }

    #[inline]
    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        if Careful::keeps(view.hand(), drawn) { Look::Keep } else { Look::Throw }
    }
}

/// Any legal action, all equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random;

impl<H: Packed> Player<H> for Random {
    fn play(&mut self, _view: &View<'_, H>) -> Choice {
        Choice::Any
    }

    fn look(&mut self, _view: &View<'_, H>, _drawn: Card) -> Look {
        Look::Any
    }
}

/// Stands on whatever it is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand;

impl<H: Packed> Player<H> for Stand {
    #[inline]
    fn play(&mut self, _view: &View<'_, H>) -> Choice {
        Choice::Act(Action::Stand)
    }
}

impl<H: Remembered> Player<H> for Box<dyn Guest> {
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        H::guest(&mut **self).play(view)
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        H::guest(&mut **self).look(view, drawn)
    }
}

seats!($ Random Stand; Careful Solved File Exploiter Guest);

impl<H: Remembered> Player<H> for Seat {
    #[inline]
    fn is_native(&self) -> bool {
        !matches!(self, Seat::Guest(_))
    }

    #[inline]
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        ask!(self.play(view))
    }

    #[inline]
    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        ask!(self.look(view, drawn))
    }
}

impl Seat {
    /// The rough time its decisions take in a game, in nanoseconds.
    pub fn nanoseconds(&self, players: usize) -> f64 {
        match self {
            Seat::Random => 30.0,
            Seat::Stand => 5.0,
            Seat::Careful(_) => 12.0,
            Seat::File(file) if !file.is_dense() => 80.0,
            Seat::File(_) | Seat::Guest(_) => 30.0,
            // Of three turns, only the last takes time.
            Seat::Solved(_) => 800.0,
            // It plays the turns of all others, who look at each other.
            Seat::Exploiter(_) => 1e6 * (players as f64 - 1.0).powi(2),
        }
    }

    /// The seat for a named strategy.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn new(spec: &Spec, rules: &Rules) -> Result<Seat, SeatError> {
        match spec.name {
            "random" => Ok(Seat::Random),
            "stand" => Ok(Seat::Stand),
            "solved" => Ok(Seat::Solved(Shared::for_rules(rules, Against::Themselves))),
            "reply" => {
                let opponents = [
                    ("solved", Against::Solved),
                    ("careful", Against::Careful),
                    ("stand", Against::Stand),
                ];
                let against = spec.one_of("to", &opponents)?;
                Ok(Seat::Solved(Shared::for_rules(rules, against)))
            }
            "exploiter" => {
                let opponents = [
                    ("solved", Opponent::Solved),
                    ("careful", Opponent::Careful(Careful::default())),
                    ("stand", Opponent::Stand),
                    ("random", Opponent::Random),
                ];
                Ok(Seat::Exploiter(Exploiter::new(rules, spec.one_of("of", &opponents)?)))
            }
            _ => {
                let stand_within = spec.whole("stand_within", 0..=75)? as u32;
                Ok(Seat::Careful(Careful { stand_within }))
            }
        }
    }
}
