//! The questions that the game asks a seat, for relays, choosers and written rounds.

use super::super::cards::Card;
use super::super::view::{Action, Choice, Look, Player, View};
use super::Seat;
use super::exploiter::Remembered;
use super::file;
use crate::framework::Situation;
use crate::framework::chooser::{Own, Seen};
use crate::framework::question::{Question, Reply, StandIn, Terms};

impl Reply for Choice {
    type Action = Action;

    fn sure(action: Action) -> Choice {
        Choice::Act(action)
    }

    fn own(self) -> Own<Action> {
        match self {
            Choice::Act(action) => Own::Sure(action),
            Choice::Any => Own::Any,
            Choice::Mix(mix) => {
                Own::mixed(mix.weights, |at| Action::from_index(mix.actions[at].into()))
            }
        }
    }
}

impl Reply for Look {
    type Action = Look;

    fn sure(look: Look) -> Look {
        look
    }

    fn own(self) -> Own<Look> {
        if self == Look::Any { Own::Any } else { Own::Sure(self) }
    }
}

fn name(action: Action) -> String {
    Action::KINDS[action.kind()].to_owned()
}

/// The situation of a turn, as charts look at it.
fn at_turn<H: Remembered>(view: &View<'_, H>) -> Situation {
    let turns = usize::from(view.rules().game_rounds) + 1 - view.round();
    let hand = view.hand();
    Situation::default()
        .with("turns", turns)
        .with("cards", hand.cards())
        .with("distance", hand.total().unsigned_abs())
}

/// The situation of a look: the distance from zero without and with the card.
fn with_drawn<H: Remembered>(view: &View<'_, H>, drawn: Card) -> Situation {
    let total = view.hand().total();
    Situation::of("look")
        .with("distance", total.unsigned_abs())
        .with("kept", (total + drawn.value()).unsigned_abs())
}

/// The discards below the top, which all have seen (S10, S11).
fn below<H: Remembered>(view: &View<'_, H>) -> String {
    let below = view.discards().without(view.top());
    if below.cards() == 0 { String::new() } else { format!(", over {below}") }
}

/// The table as a seat sees it in its turn.
fn table<H: Remembered>(view: &View<'_, H>) -> Vec<String> {
    let hand = view.hand();
    let mut lines = vec![
        format!(
            "round {} of {}; seat {} acts first",
            view.round(),
            view.rules().game_rounds,
            view.open.order().first + 1
        ),
        format!("your hand: {hand}, together {:+}", hand.total()),
        format!("on top of the discard pile: {}{}", view.top(), below(view)),
    ];
    // S10
    if view.dealt() > 1 {
        let round = view.dealt() - 1;
        lines.push(format!(
            "round {round} ended with a double: all hands were discarded and dealt anew"
        ));
    }
    for seat in (0..view.players()).filter(|&seat| seat != view.seat()) {
        let did = view.last_action(seat).map_or(String::new(), |action| match action {
            Action::Exchange(given) => format!("; last it gave up {given} and drew"),
            Action::Swap(given) => {
                format!("; last it took the top of the discard pile for {given}")
            }
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

impl<H: Remembered, T: StandIn<Seat>> Player<H> for T {
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        let legal = || view.legal().map(|action| action.to_string()).collect::<Vec<_>>().join(", ");
        let question = Question {
            decided: "turn",
            sight: &Seen(|| table(view), || at_turn(view), || file::in_turn(view)),
            legal: &|| view.legal().collect(),
            word: &|action: Action| action.to_string(),
            asked: &|| {
                let (seat, hand, round) = (view.seat() + 1, view.hand(), view.round());
                format!("seat {seat} with {hand} in round {round} may {}", legal())
            },
            terms: Terms { name: Some(&name), counted: Some(&name), ..Terms::PLAIN },
        };
        self.ask(question, |seat| seat.play(view))
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        let lines = || {
            let mut lines = table(view);
            lines.push(format!("you drew {drawn}"));
            lines
        };
        let counted = |look: Look| format!("{} what was looked at", look.name());
        let question = Question {
            decided: "look",
            sight: &Seen(lines, || with_drawn(view, drawn), || file::at_look(view, drawn)),
            legal: &|| vec![Look::Keep, Look::Throw],
            word: &|look: Look| look.name().to_owned(),
            asked: &|| {
                let (seat, hand) = (view.seat() + 1, view.hand());
                format!("seat {seat} with {hand} who drew {drawn} may keep, throw")
            },
            terms: Terms { counted: Some(&counted), open: Look::Any.name(), ..Terms::PLAIN },
        };
        self.ask(question, |seat| seat.look(view, drawn))
    }
}
