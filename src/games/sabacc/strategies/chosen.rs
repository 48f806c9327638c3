//! A seat in which somebody else may decide.

use super::super::cards::{Card, Hand, WideHand};
use super::super::view::{Action, Choice, Look, Player, View};
use super::Seat;
use super::exploiter::Remembered;
use super::file;
use super::relay::{at_turn, with_drawn};
use crate::framework::Chooser;
use crate::framework::chooser::{Own, Seen, ask};
use std::sync::Arc;

/// A seat in which a chooser may decide in the place of a strategy.
#[derive(Clone, Debug)]
pub struct ChosenSeat {
    /// The strategy.
    pub seat: Seat,
    /// Who may decide.
    pub chooser: Arc<dyn Chooser>,
}

/// The table as a seat sees it in its turn.
fn table<H: Remembered>(view: &View<'_, H>) -> Vec<String> {
    let hand = view.hand();
    let mut lines = vec![
        format!("round {} of {}", view.round(), view.rules().game_rounds),
        format!("your hand: {hand}, together {:+}", hand.total()),
        format!("on top of the discard pile: {}", view.top()),
    ];
    for seat in (0..view.players()).filter(|&seat| seat != view.seat()) {
        let did = view.acts(seat).iter().rev().find_map(|act| act.action);
        let did = did.map_or(String::new(), |action| match action {
            Action::Exchange(given) => format!("; last it gave up {given} and drew"),
            Action::Swap(given) => format!("; last it took off the discard pile for {given}"),
            Action::Gain => "; last it drew".to_owned(),
            Action::Stand => "; last it stood".to_owned(),
            Action::Junk => String::new(),
        });
        let holds = match (view.is_in(seat), view.cards(seat)) {
            (false, _) => "has junked".to_owned(),
            (true, cards) => format!("holds {cards} cards"),
        };
        let taken = view.taken(seat);
        let known = match taken.cards() {
            0 => String::new(),
            _ => format!(", {taken} among them"),
        };
        lines.push(format!("seat {} {holds}{known}{did}", seat + 1));
    }
    lines
}

impl ChosenSeat {
    fn turn<H: Remembered>(&mut self, view: &View<'_, H>) -> Choice {
        let own = self.seat.play(view);
        if !self.chooser.wants() {
            return own;
        }
        let legal: Vec<Action> = view.legal().collect();
        let mut mixed = Vec::new();
        let does = match own {
            Choice::Act(action) => Own::Sure(action),
            Choice::Any => Own::Any,
            Choice::Mix(mix) => {
                let weights = mix.actions.iter().zip(mix.weights);
                mixed.extend(
                    weights.map(|(&way, weight)| (Action::from_index(way.into()), weight.into())),
                );
                Own::Mixed(&mixed)
            }
        };
        let sight = Seen(|| table(view), || at_turn(view), || file::in_turn(view));
        let name = |action: Action| action.to_string();
        ask(&*self.chooser, "turn", &legal, name, does, &sight).map_or(own, Choice::Act)
    }

    fn at_look<H: Remembered>(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        let own = self.seat.look(view, drawn);
        if !self.chooser.wants() {
            return own;
        }
        let does = if own == Look::Any { Own::Any } else { Own::Sure(own) };
        let lines = || {
            let mut lines = table(view);
            lines.push(format!("you drew {drawn}"));
            lines
        };
        let sight = Seen(lines, || with_drawn(view, drawn), || file::at_look(view, drawn));
        let name = |look: Look| look.name().to_owned();
        let both = [Look::Keep, Look::Throw];
        ask(&*self.chooser, "look", &both, name, does, &sight).unwrap_or(own)
    }
}

super::plays_both_packings!(ChosenSeat: Hand, WideHand);
