//! The view and the actions of a player.

use super::hand::{ACE, Hand, NAMES};
use croupier::framework::{FeatureOf, View};
use std::fmt;

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// B5: takes no more cards.
    Stand,
    /// B5: takes a card.
    Hit,
    /// B6: takes one card, for a second stake.
    Double,
    /// B7: makes two hands of a pair.
    Split,
    /// B9: gives the hand up for half the stake.
    Surrender,
}

/// A set of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Actions(u8);

impl Actions {
    /// Only standing, which is always allowed.
    pub const STAND: Actions = Actions(1);
    /// The number of sets.
    pub const SETS: usize = 1 << 4;

    /// The set with one more action, if `allowed`.
    #[inline]
    #[must_use]
    pub fn with(self, action: Action, allowed: bool) -> Actions {
        Actions(self.0 | u8::from(allowed) << action as u8)
    }

    /// The set without an action.
    #[inline]
    #[must_use]
    pub fn without(self, action: Action) -> Actions {
        Actions(self.0 & !(1 << action as u8))
    }

    /// Whether an action is among them.
    #[inline]
    pub fn holds(self, action: Action) -> bool {
        self.0 >> action as u8 & 1 == 1
    }

    /// The number of the set, below [`Actions::SETS`].
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0 >> 1)
    }

    /// All sets.
    pub fn all() -> impl Iterator<Item = Actions> {
        (0..Actions::SETS).map(|number| Actions((number << 1) as u8 | 1))
    }
}

/// The view of a player in turn: the hand to play, and the dealer's card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// The hand.
    pub hand: Hand,
    /// The kind of the dealer's card.
    pub up: usize,
    /// The number of the player's hands.
    pub hands: usize,
    /// The legal actions with this one.
    pub may: Actions,
    /// B7: whether split hands may be doubled.
    pub double_after_split: bool,
    /// B4: whether the dealer has looked for a natural, and has none.
    pub peek: bool,
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.hand, NAMES[self.up])
    }
}

/// The value of a card in charts, where an ace is 11.
fn value(kind: usize) -> u16 {
    if kind == ACE { 11 } else { kind as u16 + 1 }
}

impl View for Sight {
    type Action = Action;
    const ACTIONS: &'static [(&'static str, Action)] = &[
        ("stand", Action::Stand),
        ("hit", Action::Hit),
        ("double", Action::Double),
        ("split", Action::Split),
        ("surrender", Action::Surrender),
    ];
    const ALWAYS: &'static [Action] = &[Action::Stand];
    const FEATURES: &'static [FeatureOf<Sight>] = &[
        FeatureOf::new("total", 4..=20, "the total of the hand", |it| it.hand.total().into()),
        FeatureOf::new("soft", 0..=1, "1 if an ace counts 11", |it| it.hand.soft().into()),
        FeatureOf::new("cards", 2..=20, "cards in the hand", |it| it.hand.cards().into()),
        FeatureOf::new(
            "pair",
            0..=11,
            "the value of both cards of a pair, 11 for aces, 0 if it is none",
            |it| it.hand.pair().map_or(0, value),
        ),
        FeatureOf::new("dealer", 2..=11, "the value of the dealer's card, 11 for an ace", |it| {
            value(it.up)
        }),
        FeatureOf::new("hands", 1..=4, "hands of the player", |it| it.hands as u16),
        FeatureOf::new(
            "double_after_split",
            0..=1,
            "1 if the rules let split hands be doubled",
            |it| it.double_after_split.into(),
        ),
        FeatureOf::new(
            "peek",
            0..=1,
            "1 if the dealer has looked for a natural, and has none",
            |it| it.peek.into(),
        ),
    ];

    #[inline]
    fn allows(&self, action: Action) -> bool {
        self.may.holds(action)
    }
}
