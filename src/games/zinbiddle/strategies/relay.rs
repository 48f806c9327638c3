//! Two strategies in one seat.

use super::super::hand::Line;
use super::super::rules::UNITS_PER_ANTE;
use super::super::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use super::Seat;
use super::file::promise;
use crate::framework::{Disagreement, Relay, SeatError, Situation, relay};

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

fn answer(answer: &Answer) -> &'static str {
    match answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::Mix { .. } => "either",
    }
}

/// What an answer may come to.
fn answers(decided: &str, choice: &Answer) -> Vec<String> {
    let (yes, no) = match *choice {
        Answer::Yes => (true, false),
        Answer::No => (false, true),
        Answer::Mix { yes, no } => (yes > 0, no > 0),
    };
    let all = [(yes, format!("{decided}: yes")), (no, format!("{decided}: no"))];
    all.into_iter().filter(|(may, _)| *may).map(|(_, name)| name).collect()
}

fn bet(choice: &BetChoice) -> String {
    match choice {
        BetChoice::Do(bet) => bet.name().to_owned(),
        BetChoice::Mix(weights) => relay::mostly(weights, |way| Bet::ALL[way].name().to_owned()),
    }
}

/// What a bet may come to.
fn bets(choice: &BetChoice) -> Vec<String> {
    match choice {
        BetChoice::Do(bet) => vec![bet.name().to_owned()],
        BetChoice::Mix(weights) => relay::all(weights, |way| Bet::ALL[way].name().to_owned()),
    }
}

fn kind(action: Pilot) -> String {
    let name = match action {
        Pilot::Pass => "pass",
        Pilot::Replace(_) => "replace",
        Pilot::Transpose(_) => "swap",
        Pilot::Resort(..) => "re-sort",
    };
    name.to_owned()
}

fn pilot(choice: &PilotChoice) -> String {
    match choice {
        PilotChoice::Do(action) => kind(*action),
        PilotChoice::Mix(weights) => relay::mostly(weights, |way| kind(Pilot::from_index(way))),
    }
}

/// What a pilot action may come to.
fn pilots(choice: &PilotChoice) -> Vec<String> {
    match choice {
        PilotChoice::Do(action) => vec![kind(*action)],
        PilotChoice::Mix(weights) => relay::all(weights, |way| kind(Pilot::from_index(way))),
    }
}

/// What its three lines promise, as a range that rules can write: hands differ in every unit.
fn strength(view: &View<'_>) -> String {
    const STEP: u16 = 25;
    let promised = view
        .own_so_far()
        .map_or(0, |own| Line::ALL.into_iter().map(|line| promise(view, own, line)).sum::<u16>());
    let low = promised / STEP * STEP;
    format!("\"{low}..{}\"", low + STEP - 1)
}

/// What of a betting decision files look at.
pub(super) fn at_bet(view: &View<'_>) -> Situation {
    Situation::of("bet")
        .with("round", view.round() + 1)
        .with("strength", strength(view))
        .with("to_call", view.to_call() / UNITS_PER_ANTE)
}

/// What of a pilot's decision they do.
pub(super) fn at_action(view: &View<'_>) -> Situation {
    let misfires = view.own_so_far().map_or(0, |own| own.misfires(view.levels() - 1));
    Situation::of("act")
        .with("level", view.levels())
        .with("misfires", misfires)
        .with("strength", strength(view))
}

impl Player for RelaySeat {
    fn counts(&self) -> bool {
        self.first.counts() || self.second.counts()
    }

    fn error_rate(&self) -> u32 {
        self.first.error_rate().max(self.second.error_rate())
    }

    fn look(&mut self, view: &View<'_>) {
        self.first.look(view);
        self.second.look(view);
    }

    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let (first, second) = (self.first.side_bet(view), self.second.side_bet(view));
        let told =
            |first: &_, second: &_| Disagreement::new("side bet", answer(first), answer(second));
        self.relay.decide(first, second, told, |choice| answers("side bet", choice))
    }

    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        let (first, second) = (self.first.zinbiddle(view), self.second.zinbiddle(view));
        let decided = "call a natural zinbiddle";
        let told =
            |first: &_, second: &_| Disagreement::new(decided, answer(first), answer(second));
        self.relay.decide(first, second, told, |choice| answers(decided, choice))
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let (first, second) = (self.first.bet(view), self.second.bet(view));
        let told = |first: &_, second: &_| Disagreement::new(at_bet(view), bet(first), bet(second));
        self.relay.decide(first, second, told, bets)
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let (first, second) = (self.first.pilot(view), self.second.pilot(view));
        let told =
            |first: &_, second: &_| Disagreement::new(at_action(view), pilot(first), pilot(second));
        self.relay.decide(first, second, told, pilots)
    }
}
