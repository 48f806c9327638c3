//! Two strategies in one seat.

use super::super::eval::Ceilings;
use super::super::hand::Card;
use super::super::rules::Rules;
use super::super::view::{Ballot, Choice, Drawn, Player, Put, Show, View};
use super::Seat;
use super::features::{AHEAD, HAND, NEEDED, hand_id, shown};
use crate::framework::{Disagreement, Relay, Situation};

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

/// What is chosen, in a word.
fn chosen<T>(choice: &Choice<T>, name: impl Fn(&T) -> String) -> String {
    match choice {
        Choice::Do(option) => name(option),
        Choice::Any => "anything".to_owned(),
    }
}

/// What a choice may come to, each with what is decided; `any` are all that are allowed.
fn options<T, I: Iterator<Item = T>>(
    decided: &str,
    choice: &Choice<T>,
    any: impl Fn() -> I,
    name: impl Fn(&T) -> String,
) -> Vec<String> {
    let named = |option: &T| format!("{decided}: {}", name(option));
    match choice {
        Choice::Do(option) => vec![named(option)],
        Choice::Any => any().map(|option| named(&option)).collect(),
    }
}

/// A turn before its card is drawn, or a decision before the first turn.
pub(super) fn turn(decided: &str, view: &View<'_>) -> Situation {
    let hand = view.evaluator().natural_hand(view.hand(), &view.pile(view.seat()));
    Situation::of(decided).with("cards", view.hand().len()).with("hand", hand_id(hand))
}

pub(super) fn show(decided: &str, show: &Show<'_>) -> Situation {
    let of = |feature| shown(feature, show, 0);
    Situation::of(decided)
        .with("hand", of(HAND))
        .with("ahead", of(AHEAD))
        .with("needed", of(NEEDED))
}

/// Every way to put a card of the hand on a pile.
fn puts(view: &View<'_>) -> Vec<Put> {
    let piles = 0..view.players();
    let cards = view.hand().different();
    cards.flat_map(|card| piles.clone().map(move |pile| Put { card, pile })).collect()
}

fn yes_or_no<T>(option: &Option<T>) -> String {
    if option.is_some() { "yes".to_owned() } else { "no".to_owned() }
}

/// Where a card goes.
fn put(put: &Option<Put>, seat: usize) -> String {
    let place = match put {
        None => "nothing",
        Some(put) if put.pile == seat => "own pile",
        Some(_) => "another's pile",
    };
    place.to_owned()
}

impl RelaySeat {
    /// A card that goes on a pile, or comes off one; `any` are all ways to do that.
    fn put(
        &mut self,
        decided: &str,
        view: &View<'_>,
        any: &dyn Fn() -> Vec<Put>,
        ask: impl Fn(&mut Seat) -> Choice<Option<Put>>,
    ) -> Choice<Option<Put>> {
        let (first, second) = (ask(&mut self.first), ask(&mut self.second));
        let name = |option: &Option<Put>| put(option, view.seat());
        let told = |first: &_, second: &_| {
            Disagreement::new(turn(decided, view), chosen(first, name), chosen(second, name))
        };
        let may = |choice: &Choice<Option<Put>>| {
            let nothing = view.may_pass().then_some(None);
            let all = || nothing.into_iter().chain(any().into_iter().map(Some));
            options(decided, choice, all, name)
        };
        self.relay.decide(first, second, told, may)
    }
}

impl Player for RelaySeat {
    fn vote(&mut self, rules: &Rules) -> Choice<Ballot> {
        let (first, second) = (self.first.vote(rules), self.second.vote(rules));
        let name = |ballot: &Ballot| {
            format!("day {}, {}", ballot.day, if ballot.dark { "dark" } else { "light" })
        };
        let told = |first: &_, second: &_| {
            Disagreement::new("vote", chosen(first, name), chosen(second, name))
        };
        self.relay.decide(first, second, told, |_| Vec::new())
    }

    fn name(&mut self, view: &View<'_>) -> Choice<u8> {
        let (first, second) = (self.first.name(view), self.second.name(view));
        let name = |rank: &u8| format!("rank {rank}");
        let told = |first: &_, second: &_| {
            Disagreement::new(turn("name", view), chosen(first, name), chosen(second, name))
        };
        self.relay.decide(first, second, told, |_| Vec::new())
    }

    fn redeem(&mut self, view: &View<'_>) -> Choice<Option<Card>> {
        let (first, second) = (self.first.redeem(view), self.second.redeem(view));
        let told = |first: &_, second: &_| {
            let (plays, better) = (chosen(first, yes_or_no), chosen(second, yes_or_no));
            Disagreement::new(turn("redeem", view), plays, better)
        };
        let any = || view.redeemable().map(Some).chain(view.may_pass().then_some(None));
        self.relay.decide(first, second, told, |choice| options("redeem", choice, any, yes_or_no))
    }

    fn shed(&mut self, view: &View<'_>) -> Choice<Card> {
        let (first, second) = (self.first.shed(view), self.second.shed(view));
        let name = |_: &Card| "a card".to_owned();
        let told = |first: &_, second: &_| {
            Disagreement::new(turn("shed", view), chosen(first, name), chosen(second, name))
        };
        self.relay.decide(first, second, told, |_| Vec::new())
    }

    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        self.put("lay", view, &|| puts(view), |seat| seat.lay(view))
    }

    fn draw(&mut self, view: &View<'_>, drawn: Card) -> Choice<Drawn> {
        let (first, second) = (self.first.draw(view, drawn), self.second.draw(view, drawn));
        let name = |drawn: &Drawn| match drawn {
            Drawn::Keep => "keep".to_owned(),
            Drawn::Send(_) => "send".to_owned(),
        };
        let told = |first: &_, second: &_| {
            let situation = turn("draw", view).with("drawn", drawn.rank());
            Disagreement::new(situation, chosen(first, name), chosen(second, name))
        };
        let any = || [Drawn::Keep].into_iter().chain(view.opponents().map(Drawn::Send));
        self.relay.decide(first, second, told, |choice| options("draw", choice, any, name))
    }

    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        self.put("take", view, &|| view.takes().collect(), |seat| seat.take(view))
    }

    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        self.put("place", view, &|| puts(view), |seat| seat.place(view))
    }

    fn krako(&mut self, at: &Show<'_>, kronks: u8) -> Choice<Option<usize>> {
        let (first, second) = (self.first.krako(at, kronks), self.second.krako(at, kronks));
        let told = |first: &_, second: &_| {
            let (plays, better) = (chosen(first, yes_or_no), chosen(second, yes_or_no));
            Disagreement::new(show("krako", at).with("price", kronks), plays, better)
        };
        let any = || at.rivals().map(Some).chain([None]);
        self.relay.decide(first, second, told, |choice| options("krako", choice, any, yes_or_no))
    }

    fn declare(&mut self, at: &Show<'_>) -> Ceilings {
        let (first, second) = (self.first.declare(at), self.second.declare(at));
        let kronks = |most: &Ceilings| format!("{} and {} kronks", most.hand, most.combined);
        let told = |first: &_, second: &_| {
            Disagreement::new(show("declare", at), kronks(first), kronks(second))
        };
        // How many kronks are a matter of what one holds.
        self.relay.decide(first, second, told, |_| Vec::new())
    }
}
