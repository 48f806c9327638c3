//! The questions that a game asks its seats, each described once, and the stand-ins that answer
//! them in place of a strategy: a relay of two strategies, a chooser, or a written round.

use super::chooser::{Chooser, Choosers, Own, Sight, ask};
use super::relay::{Disagreement, Relay, Relays, check, mostly};
use super::scribe::{Scribe, WrittenRound};
use super::script::Script;
use super::table::check_count;
use super::{Engine, SeatError, Seats};
use crate::cards::random::Seed;
use std::cell::RefCell;
use std::sync::Arc;

/// The answer of a seat to a question.
pub trait Reply: Copy + PartialEq {
    /// The action that is decided on.
    type Action: Copy + PartialEq;

    /// The reply that takes an action for certain.
    fn sure(action: Self::Action) -> Self;

    /// The reply as an action, a mixture, or any action.
    fn own(self) -> Own<Self::Action>;
}

/// A question that a game asks a seat.
#[allow(missing_debug_implementations, reason = "it is closures")]
pub struct Question<'q, R: Reply> {
    /// The name of the decision, in a word: `turn`, `bet`.
    pub decided: &'static str,
    /// The seat's view of the table.
    pub sight: &'q dyn Sight,
    /// Every legal action. After a fault in a written round the first one is taken.
    pub legal: &'q dyn Fn() -> Vec<R::Action>,
    /// The name of an action in written rounds.
    pub word: &'q dyn Fn(R::Action) -> String,
    /// The seat and its choices, for the message about a written decision that is none of them.
    pub asked: &'q dyn Fn() -> String,
    /// The names of actions outside written rounds.
    pub terms: Terms<'q, R::Action>,
}

/// The names of actions outside written rounds.
#[allow(missing_debug_implementations, reason = "it is closures")]
pub struct Terms<'q, A> {
    /// A second spelling of an action in written rounds, if there is one.
    pub also: Option<&'q dyn Fn(A) -> String>,
    /// The name of an action where two strategies differ, if it is not that of written rounds.
    pub name: Option<&'q dyn Fn(A) -> String>,
    /// The name under which an action is tallied among the choices of a strategy; `None` if it is
    /// not.
    pub counted: Option<&'q dyn Fn(A) -> String>,
    /// The subject of a disagreement, if it is not the situation itself.
    pub matter: Option<&'static str>,
    /// The name of a choice that is left to chance.
    pub open: &'static str,
}

impl<A> Terms<'_, A> {
    /// The names of written rounds throughout, and no tally.
    pub const PLAIN: Self =
        Terms { also: None, name: None, counted: None, matter: None, open: "anything" };
}

impl<R: Reply> Question<'_, R> {
    /// A strategy's reply in words.
    fn told(&self, reply: R) -> String {
        let name = self.terms.name.unwrap_or(self.word);
        match reply.own() {
            Own::Sure(action) => name(action),
            Own::Any => self.terms.open.to_owned(),
            Own::Mixed(mix) => mostly(&mix, name),
        }
    }

    /// The disagreement of two strategies.
    fn differ(&self, plays: R, better: R) -> Disagreement {
        let situation = self.terms.matter.map_or_else(|| self.sight.situation(), str::to_owned);
        Disagreement::new(situation, self.told(plays), self.told(better))
    }

    /// The tallied names of the actions that a reply may take.
    fn choices(&self, reply: R) -> Vec<String> {
        let Some(counted) = self.terms.counted else { return Vec::new() };
        match reply.own() {
            Own::Sure(action) => vec![counted(action)],
            Own::Any => (self.legal)().into_iter().map(counted).collect(),
            Own::Mixed(mix) => {
                let taken = mix.into_iter().filter(|&(_, weight)| weight > 0);
                taken.map(|(action, _)| counted(action)).collect()
            }
        }
    }
}

/// A seat that answers in place of the strategies behind it.
pub trait StandIn<S> {
    /// The strategies behind it.
    fn seats(&self) -> &[S];

    /// The strategies behind it, mutable.
    fn seats_mut(&mut self) -> &mut [S];

    /// Whether the next decision may be taken out of the strategies' hands.
    fn decides(&self) -> bool;

    /// Answers a question; `seat` asks a strategy.
    fn ask<R: Reply>(&mut self, question: Question<'_, R>, seat: impl FnMut(&mut S) -> R) -> R;
}

/// A seat in which one strategy plays until the relay hands over to the other.
#[derive(Clone, Debug)]
pub struct RelaySeat<S> {
    /// The strategies.
    pub seats: [S; 2],
    /// The moment at which the first hands over to the second.
    pub relay: Relay,
}

impl<S> StandIn<S> for RelaySeat<S> {
    fn seats(&self) -> &[S] {
        &self.seats
    }

    fn seats_mut(&mut self) -> &mut [S] {
        &mut self.seats
    }

    fn decides(&self) -> bool {
        false
    }

    #[inline]
    fn ask<R: Reply>(&mut self, question: Question<'_, R>, mut seat: impl FnMut(&mut S) -> R) -> R {
        let [first, second] = &mut self.seats;
        let (first, second) = (seat(first), seat(second));
        let told = |&first: &R, &second: &R| question.differ(first, second);
        let features = || question.sight.features();
        self.relay.decide([first, second], told, features, |&reply| question.choices(reply))
    }
}

/// A seat in which a chooser may decide in the place of a strategy.
#[derive(Clone, Debug)]
pub struct ChosenSeat<S> {
    /// The strategy.
    pub seat: S,
    /// The chooser.
    pub chooser: Arc<dyn Chooser>,
}

impl<S> StandIn<S> for ChosenSeat<S> {
    fn seats(&self) -> &[S] {
        std::slice::from_ref(&self.seat)
    }

    fn seats_mut(&mut self) -> &mut [S] {
        std::slice::from_mut(&mut self.seat)
    }

    fn decides(&self) -> bool {
        self.chooser.wants()
    }

    #[inline]
    fn ask<R: Reply>(&mut self, question: Question<'_, R>, mut seat: impl FnMut(&mut S) -> R) -> R {
        let own = seat(&mut self.seat);
        if !self.chooser.wants() {
            return own;
        }
        let Question { decided, word, sight, .. } = question;
        let chosen = ask(&*self.chooser, decided, &(question.legal)(), word, own.own(), sight);
        chosen.map_or(own, R::sure)
    }
}

/// A seat of a written round.
#[derive(Clone, Copy, Debug)]
pub struct Scripted<'s>(pub &'s RefCell<Script>);

impl<S> StandIn<S> for Scripted<'_> {
    fn seats(&self) -> &[S] {
        &[]
    }

    fn seats_mut(&mut self) -> &mut [S] {
        &mut []
    }

    fn decides(&self) -> bool {
        true
    }

    fn ask<R: Reply>(&mut self, question: Question<'_, R>, _: impl FnMut(&mut S) -> R) -> R {
        let legal = (question.legal)();
        let is = |text: &str, one| {
            (question.word)(one) == text
                || question.terms.also.is_some_and(|also| also(one) == text)
        };
        let written = |text: &str| legal.iter().copied().find(|&one| is(text, one));
        let decided = self.0.borrow_mut().decide(&(question.asked)(), written);
        R::sure(decided.unwrap_or(legal[0]))
    }
}

/// A game's seats, which can hold the stand-ins of this module.
pub trait Hosts: Clone {
    /// A seat with two strategies.
    fn relayed(both: RelaySeat<Self>) -> Self;

    /// A seat with a chooser.
    fn chosen(seat: ChosenSeat<Self>) -> Self;

    /// Gives a player from outside the game the name of its strategy and a number that no other
    /// strategy of the process has; leaves any other seat as it is.
    fn named(self, _name: &str, _number: u64) -> Self {
        self
    }

    /// Whether it remembers earlier rounds, and the share of their cards that it misses, in parts
    /// of [`Recall::WHOLE`](crate::cards::Recall::WHOLE).
    fn notices(&self) -> (bool, u32) {
        (false, 0)
    }
}

impl<E: Engine> Relays for E {
    fn relay(
        &self,
        first: &dyn Seats,
        second: &dyn Seats,
        relay: Relay,
    ) -> Result<Box<dyn Seats>, SeatError> {
        let seats = [first, second].map(|seats| seats.of::<E::Player>()[0].clone());
        let [first, second] = seats.each_ref().map(Hosts::notices);
        check(first, second)?;
        Ok(Box::new(vec![E::Player::relayed(RelaySeat { seats, relay })]))
    }
}

impl<E: Engine> Choosers for E {
    fn chosen(&self, strategy: &dyn Seats, chooser: Arc<dyn Chooser>) -> Box<dyn Seats> {
        let seat = strategy.of::<E::Player>()[0].clone();
        Box::new(vec![E::Player::chosen(ChosenSeat { seat, chooser })])
    }

    fn write_down(&self, players: &dyn Seats, seed: Seed, session: u64) -> Vec<WrittenRound> {
        check_count(self, players);
        let scribe = Scribe::default();
        self.write_session(scribe.beside(self, players).of_mut(), &scribe, seed, session)
    }
}
