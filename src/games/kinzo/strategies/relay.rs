//! Two strategies in one seat.

use super::Seat;
use crate::framework::{Disagreement, Relay, SeatError, Situation, relay};
use crate::games::kinzo::view::{Action, CallView, Choice, Player, Stake, View};

/// A seat in which one strategy hands over to another.
#[derive(Clone, Debug)]
pub struct RelaySeat {
    first: Seat,
    second: Seat,
    relay: Relay,
}

impl RelaySeat {
    /// The first strategy plays until the relay hands over to the second.
    ///
    /// # Errors
    /// If they would notice different cards.
    pub fn new(first: &Seat, second: &Seat, relay: Relay) -> Result<RelaySeat, SeatError> {
        relay::check(
            (first.remembers(), first.error_rate()),
            (second.remembers(), second.error_rate()),
        )?;
        Ok(RelaySeat { first: first.clone(), second: second.clone(), relay })
    }
}

fn action(choice: &Choice) -> String {
    match choice {
        Choice::Act(action) => action.to_string(),
        Choice::Mix(weights) => relay::mostly(weights, |way| Action::from_index(way).to_string()),
    }
}

/// What a choice may come to, whichever pair is split.
fn actions(choice: &Choice) -> Vec<String> {
    let name = |action| match action {
        Action::Stay => "stay".to_owned(),
        Action::Hit => "hit".to_owned(),
        Action::Take => "take".to_owned(),
        Action::Split(_) => "split".to_owned(),
    };
    match choice {
        Choice::Act(action) => vec![name(*action)],
        Choice::Mix(weights) => relay::all(weights, |way| name(Action::from_index(way))),
    }
}

pub(super) fn stake(stake: &Stake) -> String {
    match stake {
        Stake::Of(stakes) => format!("stake {stakes}"),
        Stake::Any => "any stake".to_owned(),
    }
}

/// What of the shoe a stake depends on.
pub(super) fn at_call(view: &CallView<'_>) -> Situation {
    let unseen = view.unseen();
    let ones = 100 * u32::from(unseen.count(0)) / unseen.cards().max(1);
    Situation::of("stake").with("share_1", ones)
}

/// What of a turn charts look at, the pair that may be split, and at a table the highest total so far.
pub(super) fn situation(view: &View<'_>) -> Situation {
    let hand = view.hand();
    let mut found = Situation::default().with("total", hand.total());
    if view.can_split()
        && let Some(card) = hand.pairs().next()
    {
        found = found.with("pair", card);
    }
    if view.players() > 1 {
        let seats = view.order().seats().take_while(|&seat| seat != view.seat());
        let rival = seats.flat_map(|seat| view.hands(seat)).map(|hand| hand.total()).max();
        found = found.with("rival", rival.unwrap_or(0));
    }
    found.with("dealer", view.dealer().value())
}

impl Player for RelaySeat {
    fn error_rate(&self) -> u32 {
        self.first.error_rate().max(self.second.error_rate())
    }

    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        let (first, second) = (self.first.stake(view), self.second.stake(view));
        let told =
            |first: &_, second: &_| Disagreement::new(at_call(view), stake(first), stake(second));
        // How high a stake is tells of the strategy alone.
        self.relay.decide(first, second, told, |_| Vec::new())
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let (first, second) = (self.first.play(view), self.second.play(view));
        let told = |first: &_, second: &_| {
            Disagreement::new(situation(view), action(first), action(second))
        };
        self.relay.decide(first, second, told, actions)
    }
}
