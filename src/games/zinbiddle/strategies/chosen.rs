//! A seat in which somebody else may decide.

use super::super::hand::{Place, Pyramid};
use super::super::record::ANTES;
use super::super::rules::ROUNDS;
use super::super::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use super::Seat;
use super::file::{RuleList, seen};
use super::relay::{at_action, at_bet};
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

/// The cards of a pyramid at some places, level by level; a place that is not seen is `--`.
fn cards(seen: impl Fn(Place) -> Option<String>, levels: usize) -> String {
    const NAMES: [&str; 4] = ["thrusters", "shields", "gunners", "capstone"];
    let level = |level: usize| {
        let card = |&place: &Place| seen(place).unwrap_or_else(|| "--".to_owned());
        let cards: Vec<String> = Place::of_level(level).iter().map(card).collect();
        format!("{} {}", NAMES[level], cards.join(" "))
    };
    (0..levels).map(level).collect::<Vec<_>>().join(", ")
}

/// The table as a seat sees it.
fn table(view: &View<'_>) -> Vec<String> {
    let (levels, seat) = (view.levels(), view.seat());
    let coins = ANTES.in_coins(view.rules().ante);
    let hands = view.rules().hands_per_session;
    let mut lines = vec![format!(
        "hand {} of {hands}, betting round {} of {ROUNDS}",
        view.hand() + 1,
        view.round() + 1
    )];
    let own = |own: &Pyramid| cards(|place| Some(own.card(place).to_string()), levels);
    lines.push(match view.own_so_far() {
        Some(pyramid) => format!("your pyramid: {}", own(pyramid)),
        None => "your thrusters lie face down: nobody has looked yet".to_owned(),
    });
    for other in (0..view.players()).filter(|&other| other != seat) {
        let shown = |place| view.shown(other, place).map(|card| card.to_string());
        let state = match view.still_in() >> other & 1 {
            0 => "has folded".to_owned(),
            _ => format!("shows {}", cards(shown, levels)),
        };
        let paid = coins.text(view.paid(other));
        lines.push(format!("seat {} {state}; it has put in {paid}", other + 1));
    }
    let (pot, paid) = (coins.text(view.pot()), coins.text(view.paid(seat)));
    let call = match view.to_call() {
        0 => String::new(),
        due => format!("; {} to call", coins.text(due)),
    };
    lines.push(format!("the pot is {pot} coins, of which {paid} are yours{call}"));
    lines
}

/// The same, and what an action costs.
fn as_pilot(view: &View<'_>) -> Vec<String> {
    let mut lines = table(view);
    let price = ANTES.in_coins(view.rules().ante).text(view.price());
    let left = view.actions_now();
    lines.push(format!("an action costs {price}; {left} more at this level"));
    lines
}

impl ChosenSeat {
    /// A yes or no, by the words for it.
    fn yes_or_no(
        &self,
        view: &View<'_>,
        decided: &'static str,
        own: Answer,
        words: [&str; 2],
        list: RuleList,
    ) -> Answer {
        let mixed;
        let does = match own {
            Answer::Yes => Own::Sure(true),
            Answer::No => Own::Sure(false),
            Answer::Mix { yes, no } => {
                mixed = [(true, yes.into()), (false, no.into())];
                Own::Mixed(&mixed)
            }
        };
        let name = |yes: bool| words[usize::from(!yes)].to_owned();
        let sight = Seen(|| table(view), || decided, || seen(view, list));
        match ask(&*self.chooser, decided, &[true, false], name, does, &sight) {
            Some(true) => Answer::Yes,
            Some(false) => Answer::No,
            None => own,
        }
    }
}

impl Player for ChosenSeat {
    fn counts(&self) -> bool {
        self.chooser.wants() || self.seat.counts()
    }

    fn error_rate(&self) -> u32 {
        self.seat.error_rate()
    }

    fn look(&mut self, view: &View<'_>) {
        self.seat.look(view);
    }

    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let own = self.seat.side_bet(view);
        match self.chooser.wants() {
            true => {
                self.yes_or_no(view, "side bet", own, ["side bet", "no side bet"], RuleList::Side)
            }
            false => own,
        }
    }

    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        let own = self.seat.zinbiddle(view);
        match self.chooser.wants() {
            true => {
                self.yes_or_no(view, "zinbiddle", own, ["zinbiddle", "no zinbiddle"], RuleList::Bet)
            }
            false => own,
        }
    }

    fn checks(&self, view: &View<'_>) -> bool {
        !self.chooser.wants() && self.seat.checks(view)
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let own = self.seat.bet(view);
        if !self.chooser.wants() {
            return own;
        }
        let legal: Vec<Bet> = Bet::ALL.into_iter().filter(|&bet| view.allows_bet(bet)).collect();
        let mut mixed = Vec::new();
        let does = match own {
            BetChoice::Do(bet) => Own::Sure(bet),
            BetChoice::Mix(weights) => {
                mixed.extend(Bet::ALL.into_iter().zip(weights.map(u32::from)));
                Own::Mixed(&mixed)
            }
        };
        let sight = Seen(|| table(view), || at_bet(view), || seen(view, RuleList::Bet));
        let name = |bet: Bet| bet.name().to_owned();
        ask(&*self.chooser, "bet", &legal, name, does, &sight).map_or(own, BetChoice::Do)
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let own = self.seat.pilot(view);
        if !self.chooser.wants() {
            return own;
        }
        let legal: Vec<Pilot> = view.legal().collect();
        let mut mixed = Vec::new();
        let does = match own {
            PilotChoice::Do(action) => Own::Sure(action),
            PilotChoice::Mix(weights) => {
                let weights = weights.into_iter().enumerate();
                mixed.extend(
                    weights.map(|(way, weight)| (Pilot::from_index(way), u32::from(weight))),
                );
                Own::Mixed(&mixed)
            }
        };
        let sight = Seen(|| as_pilot(view), || at_action(view), || seen(view, RuleList::Act));
        let name = |action: Pilot| action.to_string();
        ask(&*self.chooser, "action", &legal, name, does, &sight).map_or(own, PilotChoice::Do)
    }
}
