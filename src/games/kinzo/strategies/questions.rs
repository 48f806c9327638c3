//! The questions that the game asks a seat, for relays, choosers and written rounds.

use super::Seat;
use super::files;
use crate::cards::Composition;
use crate::framework::chooser::{Own, Seen};
use crate::framework::question::{Question, Reply, StandIn, Terms};
use crate::framework::{Shuffle, Situation};
use crate::games::kinzo::rules::HitSource;
use crate::games::kinzo::view::{Action, CallView, Choice, Player, Stake, View};

impl Reply for Stake {
    type Action = u32;

    fn sure(stake: u32) -> Stake {
        Stake::Of(stake)
    }

    fn own(self) -> Own<u32> {
        match self {
            Stake::Of(stake) => Own::Sure(stake),
            Stake::Any => Own::Any,
        }
    }
}

impl Reply for Choice {
    type Action = Action;

    fn sure(action: Action) -> Choice {
        Choice::Act(action)
    }

    fn own(self) -> Own<Action> {
        match self {
            Choice::Act(action) => Own::Sure(action),
            Choice::Mix(weights) => Own::mixed(weights, Action::from_index),
        }
    }
}

/// The name under which an action is tallied, the same for every pair.
fn kind(action: Action) -> String {
    let name = match action {
        Action::Stay => "stay",
        Action::Hit => "hit",
        Action::Take => "take",
        Action::Split(_) => "split",
    };
    name.to_owned()
}

/// The situation of a stake: the share of ones among the unseen cards, in percent.
fn at_call(view: &CallView<'_>) -> Situation {
    let unseen = view.unseen();
    let ones = 100 * u32::from(unseen.count(0)) / unseen.cards().max(1);
    Situation::of("stake").with("share_1", ones)
}

/// The situation of a turn: the features of charts, the pair that may be split and, at a table of
/// several players, the highest total so far.
fn situation(view: &View<'_>) -> Situation {
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

/// The caller's view before the deal.
fn before_deal(view: &CallView<'_>) -> Vec<String> {
    let limit = view.rules().stake_limit;
    vec![format!("you call the stake of the round, 1 to {limit}"), not_seen(view.unseen())]
}

/// The cards not seen since the shuffle, in a line.
fn not_seen(unseen: Composition) -> String {
    let left: Vec<String> =
        (0..6).map(|kind| format!("{} × {}", unseen.count(kind), kind + 1)).collect();
    format!("cards not seen since the shuffle: {}", left.join(", "))
}

/// The table as a seat sees it in its turn.
fn table(view: &View<'_>) -> Vec<String> {
    let mut lines = vec![format!("the dealer shows {}", view.dealer())];
    for seat in view.order().seats() {
        let own = seat == view.seat();
        let hands = view.hands(seat);
        for (number, hand) in hands.iter().enumerate() {
            let mut whose = if own { "you".to_owned() } else { format!("seat {}", seat + 1) };
            if hands.len() > 1 {
                whose += &format!(", hand {}", number + 1);
            }
            let playing = own && hands.len() > 1 && number == view.playing();
            let mark = if playing { "   <- in play" } else { "" };
            lines.push(format!("{whose}: {hand}, together {}{mark}", hand.total()));
        }
    }
    if view.rules().stake_limit > 1 {
        let stakes = view.stake();
        let plural = if stakes == 1 { "" } else { "s" };
        lines.push(format!("each hand is played for {stakes} stake{plural}"));
    }
    if view.rules().hit_source != HitSource::Deck
        && let Some(top) = view.can_take()
    {
        lines.push(format!("a {top} lies on top of the discard pile"));
    }
    if view.rules().shuffle != Shuffle::EveryRound {
        lines.push(format!("{}; {} in the draw pile", not_seen(view.unseen()), view.pile()));
    }
    lines
}

impl<T: StandIn<Seat>> Player for T {
    fn error_rate(&self) -> u32 {
        self.seats().iter().map(Player::error_rate).max().unwrap_or(0)
    }

    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        let question = Question {
            decided: "stake",
            sight: &Seen(|| before_deal(view), || at_call(view), || files::seen_at_call(view)),
            legal: &|| (1..=view.rules().stake_limit).collect(),
            word: &|stake| format!("stake {stake}"),
            // Written rounds have a key of their own for the stake.
            asked: &String::new,
            // The size of a stake depends on the strategy alone, so it is not tallied.
            terms: Terms { open: "any stake", ..Terms::PLAIN },
        };
        self.ask(question, |seat| seat.stake(view))
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let legal = || view.legal().map(|action| action.to_string()).collect::<Vec<_>>().join(", ");
        let question = Question {
            decided: "turn",
            sight: &Seen(|| table(view), || situation(view), || files::seen_in_turn(view)),
            legal: &|| view.legal().collect(),
            word: &|action: Action| action.to_string(),
            asked: &|| format!("seat {} with {} may {}", view.seat() + 1, view.hand(), legal()),
            terms: Terms { counted: Some(&kind), ..Terms::PLAIN },
        };
        self.ask(question, |seat| seat.play(view))
    }
}
