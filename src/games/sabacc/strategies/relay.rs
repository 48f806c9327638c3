//! Two strategies in one seat.

use super::super::cards::{Card, Hand, WideHand};
use super::super::view::{Action, Choice, Look, Player, View};
use super::Seat;
use super::exploiter::Remembered;
use crate::framework::{Disagreement, Relay, Situation, relay};

/// A seat in which one strategy hands over to another.
#[derive(Clone, Debug)]
pub struct RelaySeat {
    /// Plays first.
    pub first: Seat,
    /// Takes over.
    pub second: Seat,
    /// When.
    pub relay: Relay,
}

fn name(action: Action) -> &'static str {
    match action {
        Action::Stand => "stand",
        Action::Gain => "gain",
        Action::Exchange(_) => "exchange",
        Action::Swap(_) => "swap",
        Action::Junk => "junk",
    }
}

fn action(choice: &Choice) -> String {
    match choice {
        Choice::Act(action) => name(*action).to_owned(),
        Choice::Mix(mix) => {
            let of = |way: usize| name(Action::from_index(mix.actions[way].into())).to_owned();
            relay::mostly(&mix.weights, of)
        }
        Choice::Any => "anything".to_owned(),
    }
}

/// What of a turn charts look at.
pub(super) fn at_turn<H: Remembered>(view: &View<'_, H>) -> Situation {
    let turns = usize::from(view.rules().game_rounds) + 1 - view.round();
    let hand = view.hand();
    Situation::default()
        .with("turns", turns)
        .with("cards", hand.cards())
        .with("distance", hand.total().unsigned_abs())
}

/// The distance from zero without and with a card that is looked at.
pub(super) fn with_drawn<H: Remembered>(view: &View<'_, H>, drawn: Card) -> Situation {
    let total = view.hand().total();
    Situation::of("look")
        .with("distance", total.unsigned_abs())
        .with("kept", (total + drawn.value()).unsigned_abs())
}

impl RelaySeat {
    fn turn<H: Remembered>(&mut self, view: &View<'_, H>) -> Choice {
        let (first, second) = (self.first.play(view), self.second.play(view));
        let told =
            |first: &_, second: &_| Disagreement::new(at_turn(view), action(first), action(second));
        let may = |choice: &Choice| match choice {
            Choice::Act(action) => vec![name(*action).to_owned()],
            Choice::Mix(mix) => mix.shares().map(|(action, _)| name(action).to_owned()).collect(),
            Choice::Any => view.legal().map(|action| name(action).to_owned()).collect(),
        };
        self.relay.decide(first, second, told, may)
    }

    fn at_look<H: Remembered>(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        let (first, second) = (self.first.look(view, drawn), self.second.look(view, drawn));
        let told = |first: &Look, second: &Look| {
            Disagreement::new(with_drawn(view, drawn), first.name(), second.name())
        };
        let may = |look: &Look| {
            let both = [Look::Keep, Look::Throw];
            let all = both.iter().filter(|one| *look == Look::Any || *one == look);
            all.map(|one| format!("{} what was looked at", one.name())).collect()
        };
        self.relay.decide(first, second, told, may)
    }
}

super::plays_both_packings!(RelaySeat: Hand, WideHand);
