//! A seat in which somebody else may decide.

use super::super::decided::Decided;
use super::super::eval::Ceilings;
use super::super::hand::{Card, Cards};
use super::super::rules::Rules;
use super::super::view::{Ballot, Choice, Drawn, Player, Put, Show, View};
use super::Seat;
use super::features::{Phase, VOTE_FEATURES, at_draw, at_show, in_turn};
use super::relay::{show, turn};
use crate::framework::Chooser;
use crate::framework::chooser::{Own, Seen, Sight, ask, valued};
use std::sync::Arc;

/// A seat in which a chooser may decide in the place of a strategy.
#[derive(Clone, Debug)]
pub struct ChosenSeat {
    /// The strategy.
    pub seat: Seat,
    /// Who may decide.
    pub chooser: Arc<dyn Chooser>,
}

/// The day and the light.
fn day(rules: &Rules) -> String {
    let light = if rules.dark { "dark" } else { "light" };
    format!("it is {}, day {}, {light}", rules.weekday().name(), rules.day)
}

/// Cards, or that there are none.
fn listed(cards: &Cards) -> String {
    if cards.is_empty() { "nothing".to_owned() } else { cards.to_string() }
}

/// The table as a seat sees it.
fn table(view: &View<'_>) -> Vec<String> {
    let seat = view.seat();
    let role = |seat: usize| match seat {
        _ if seat == view.landru() => " (landru)",
        _ if seat == view.archon() => " (archon)",
        _ => "",
    };
    let down = |seat: usize| match view.laid().filter(|(owner, ..)| *owner == seat).count() {
        0 => String::new(),
        cards => format!(" and {cards} face down"),
    };
    let mut lines = vec![
        format!("{}; {} cards in the deck", day(view.rules()), view.deck()),
        format!("your hand{}: {}", role(seat), view.hand()),
        format!("your pile: {} open{}", listed(view.up(seat)), down(seat)),
    ];
    for other in view.opponents() {
        lines.push(format!(
            "seat {}{}: {} cards, known {}; pile {} open{}",
            other + 1,
            role(other),
            view.cards(other),
            listed(view.known(other)),
            listed(view.up(other)),
            down(other)
        ));
    }
    lines
}

/// The table once all cards are turned up.
fn turned_up(show: &Show<'_>) -> Vec<String> {
    let mut lines = vec![format!("{}; all cards are turned up", day(show.rules()))];
    for seat in 0..show.players() {
        let who = if seat == show.seat() { "you".to_owned() } else { format!("seat {}", seat + 1) };
        let out = if show.is_qualified(seat) { "" } else { "; out" };
        lines.push(format!(
            "{who}: hand {}; pile {}{out}",
            show.hand(seat),
            listed(show.pile(seat))
        ));
    }
    lines
}

impl ChosenSeat {
    /// Asks for one of some legal decisions, each as written rounds write it.
    fn ask<T: Copy + PartialEq>(
        &self,
        decided: &'static str,
        legal: &[T],
        word: impl Fn(T) -> Decided,
        own: Choice<T>,
        sight: &dyn Sight,
    ) -> Choice<T> {
        let does = match own {
            Choice::Do(option) => Own::Sure(option),
            Choice::Any => Own::Any,
        };
        let name = |option| word(option).to_string();
        ask(&*self.chooser, decided, legal, name, does, sight).map_or(own, Choice::Do)
    }

    /// A hand card that goes on a pile, or none.
    fn put(
        &self,
        (decided, phase): (&'static str, Phase),
        view: &View<'_>,
        word: impl Fn(Put) -> Decided,
        own: Choice<Option<Put>>,
    ) -> Choice<Option<Put>> {
        let piles = || 0..view.players();
        let puts =
            view.hand().different().flat_map(|card| piles().map(move |pile| Put { card, pile }));
        let pass = view.may_pass().then_some(None);
        let legal: Vec<Option<Put>> = pass.into_iter().chain(puts.map(Some)).collect();
        let word = |put: Option<Put>| put.map_or(Decided::Pass, &word);
        let sight = Seen(|| table(view), || turn(decided, view), || in_turn(view, phase));
        self.ask(decided, &legal, word, own, &sight)
    }
}

impl Player for ChosenSeat {
    fn vote(&mut self, rules: &Rules) -> Choice<Ballot> {
        let own = self.seat.vote(rules);
        if !self.chooser.wants() {
            return own;
        }
        let ballots = (1..=10).flat_map(|day| [false, true].map(|dark| Ballot { day, dark }));
        let ballots: Vec<Ballot> = ballots.collect();
        let lines = || vec!["everybody votes for a day and a light".to_owned()];
        let players = rules.players.into();
        let sight = Seen(lines, || "vote", || valued(VOTE_FEATURES, |_| players));
        self.ask("vote", &ballots, Decided::Vote, own, &sight)
    }

    fn name(&mut self, view: &View<'_>) -> Choice<u8> {
        let own = self.seat.name(view);
        if !self.chooser.wants() {
            return own;
        }
        let sight = Seen(|| table(view), || turn("name", view), || in_turn(view, Phase::Deal));
        let ranks = view.evaluator().nameable();
        self.ask("name", ranks, Decided::Name, own, &sight)
    }

    fn redeem(&mut self, view: &View<'_>) -> Choice<Option<Card>> {
        let own = self.seat.redeem(view);
        if !self.chooser.wants() {
            return own;
        }
        let legal: Vec<Option<Card>> =
            [None].into_iter().chain(view.redeemable().map(Some)).collect();
        let word = |card: Option<Card>| card.map_or(Decided::Pass, Decided::Redeem);
        let sight = Seen(|| table(view), || turn("redeem", view), || in_turn(view, Phase::Deal));
        self.ask("redeem", &legal, word, own, &sight)
    }

    fn shed(&mut self, view: &View<'_>) -> Choice<Card> {
        let own = self.seat.shed(view);
        if !self.chooser.wants() {
            return own;
        }
        let legal: Vec<Card> = view.hand().different().collect();
        let sight = Seen(|| table(view), || turn("shed", view), || in_turn(view, Phase::Deal));
        self.ask("shed", &legal, Decided::Shed, own, &sight)
    }

    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let own = self.seat.lay(view);
        match self.chooser.wants() {
            true => self.put(("lay", Phase::Lay), view, Decided::Lay, own),
            false => own,
        }
    }

    fn draw(&mut self, view: &View<'_>, drawn: Card) -> Choice<Drawn> {
        let own = self.seat.draw(view, drawn);
        if !self.chooser.wants() {
            return own;
        }
        let legal: Vec<Drawn> =
            [Drawn::Keep].into_iter().chain(view.opponents().map(Drawn::Send)).collect();
        let word = |drawn| match drawn {
            Drawn::Keep => Decided::Keep,
            Drawn::Send(pile) => Decided::Send(pile),
        };
        let lines = || {
            let mut lines = table(view);
            lines.push(format!("you drew {drawn}"));
            lines
        };
        let sight =
            Seen(lines, || turn("draw", view).with("drawn", drawn.rank()), || at_draw(view, drawn));
        self.ask("draw", &legal, word, own, &sight)
    }

    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let own = self.seat.take(view);
        if !self.chooser.wants() {
            return own;
        }
        let pass = view.may_pass().then_some(None);
        let legal: Vec<Option<Put>> = pass.into_iter().chain(view.takes().map(Some)).collect();
        let word = |take: Option<Put>| take.map_or(Decided::Pass, Decided::Take);
        let sight = Seen(|| table(view), || turn("take", view), || in_turn(view, Phase::Drawn));
        self.ask("take", &legal, word, own, &sight)
    }

    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let own = self.seat.place(view);
        match self.chooser.wants() {
            true => self.put(("place", Phase::Drawn), view, Decided::Place, own),
            false => own,
        }
    }

    fn krako(&mut self, at: &Show<'_>, kronks: u8) -> Choice<Option<usize>> {
        let own = self.seat.krako(at, kronks);
        if !self.chooser.wants() {
            return own;
        }
        let legal: Vec<Option<usize>> = [None].into_iter().chain(at.rivals().map(Some)).collect();
        let word = |victim: Option<usize>| victim.map_or(Decided::Pass, Decided::Krako);
        let lines = || {
            let mut lines = turned_up(at);
            lines.push(format!("you can make four jacks with {kronks} kronks"));
            lines
        };
        let sight =
            Seen(lines, || show("krako", at).with("price", kronks), || at_show(at, Some(kronks)));
        self.ask("krako", &legal, word, own, &sight)
    }

    fn declare(&mut self, at: &Show<'_>) -> Ceilings {
        let own = self.seat.declare(at);
        if !self.chooser.wants() {
            return own;
        }
        let (now, most) = (at.ceilings(at.seat()), at.most());
        let combined = || now.combined..=most.combined;
        let legal = (now.hand..=most.hand)
            .flat_map(|hand| combined().map(move |combined| Ceilings { hand, combined }));
        let legal: Vec<Ceilings> = legal.collect();
        let word = |to| if to == now { Decided::Pass } else { Decided::Declare(to) };
        let sight = Seen(|| turned_up(at), || show("declare", at), || at_show(at, None));
        match self.ask("declare", &legal, word, Choice::Do(own), &sight) {
            Choice::Do(ceilings) => ceilings,
            Choice::Any => own,
        }
    }
}
