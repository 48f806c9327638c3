//! A seat in which somebody else may decide.

use super::Seat;
use super::files;
use super::relay::{at_call, situation};
use crate::framework::Chooser;
use crate::framework::chooser::{Own, Seen, ask};
use crate::games::kinzo::rules::HitSource;
use crate::games::kinzo::view::{Action, CallView, Choice, Player, Stake, View};
use std::sync::Arc;

/// A seat in which a chooser may decide in the place of a strategy.
#[derive(Clone, Debug)]
pub struct ChosenSeat {
    /// The strategy.
    pub seat: Seat,
    /// Who may decide.
    pub chooser: Arc<dyn Chooser>,
}

/// A stake in words.
fn stakes(stake: u32) -> String {
    format!("stake {stake}")
}

/// What the caller sees before the deal.
fn before_deal(view: &CallView<'_>) -> Vec<String> {
    let (unseen, limit) = (view.unseen(), view.rules().stake_limit);
    let left: Vec<String> =
        (0..6).map(|kind| format!("{} × {}", unseen.count(kind), kind + 1)).collect();
    vec![
        format!("you call the stake of the round, 1 to {limit}"),
        format!("cards not seen since the shuffle: {}", left.join(", ")),
    ]
}

/// The table as a seat sees it in its turn.
fn table(view: &View<'_>) -> Vec<String> {
    let mut lines = vec![format!("the dealer shows {}", view.dealer())];
    for seat in view.order().seats() {
        let own = seat == view.seat();
        for (number, hand) in view.hands(seat).iter().enumerate() {
            let whose = if own { "you".to_owned() } else { format!("seat {}", seat + 1) };
            let playing = own && view.hands(seat).len() > 1 && number == view.playing();
            let mark = if playing { "   <- in play" } else { "" };
            lines.push(format!("{whose}: {hand}, together {}{mark}", hand.total()));
        }
    }
    if view.rules().stake_limit > 1 {
        lines.push(format!("the stake is {}", view.stake()));
    }
    if view.rules().hit_source != HitSource::Deck
        && let Some(top) = view.can_take()
    {
        lines.push(format!("a {top} lies on top of the discard pile"));
    }
    lines
}

impl Player for ChosenSeat {
    fn error_rate(&self) -> u32 {
        self.seat.error_rate()
    }

    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        let own = self.seat.stake(view);
        if !self.chooser.wants() {
            return own;
        }
        let allowed: Vec<u32> = (1..=view.rules().stake_limit).collect();
        let does = match own {
            Stake::Of(stake) => Own::Sure(stake),
            Stake::Any => Own::Any,
        };
        let sight = Seen(|| before_deal(view), || at_call(view), || files::seen_at_call(view));
        ask(&*self.chooser, "stake", &allowed, stakes, does, &sight).map_or(own, Stake::Of)
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let own = self.seat.play(view);
        if !self.chooser.wants() {
            return own;
        }
        let legal: Vec<Action> = view.legal().collect();
        let mut mix = Vec::new();
        let does = match own {
            Choice::Act(action) => Own::Sure(action),
            Choice::Mix(weights) => {
                let weights = weights.into_iter().enumerate();
                mix.extend(
                    weights.map(|(way, weight)| (Action::from_index(way), u32::from(weight))),
                );
                Own::Mixed(&mix)
            }
        };
        let sight = Seen(|| table(view), || situation(view), || files::seen_in_turn(view));
        let name = |action: Action| action.to_string();
        ask(&*self.chooser, "turn", &legal, name, does, &sight).map_or(own, Choice::Act)
    }
}
