//! The questions that the game asks a seat, for relays, choosers and written rounds.

use super::super::decided::write;
use super::super::eval::{Ceilings, rank_name};
use super::super::hand::{Card, Cards, RANKS};
use super::super::record::{kronks, light};
use super::super::rules::{LandruKronk, Rules};
use super::super::view::{Ballot, Choice, Drawn, Player, Put, Show, View};
use super::Seat;
use super::features::{
    AHEAD, HAND, NEEDED, Phase, VOTE_FEATURES, at_draw, at_show, hand_id, in_turn, redeeming, shown,
};
use crate::framework::Situation;
use crate::framework::chooser::{Own, Seen, Sight, valued};
use crate::framework::question::{Question, Reply, StandIn, Terms};

impl<T: Copy + PartialEq> Reply for Choice<T> {
    type Action = T;

    fn sure(option: T) -> Choice<T> {
        Choice::Do(option)
    }

    fn own(self) -> Own<T> {
        match self {
            Choice::Do(option) => Own::Sure(option),
            Choice::Any => Own::Any,
        }
    }
}

impl Reply for Ceilings {
    type Action = Ceilings;

    fn sure(most: Ceilings) -> Ceilings {
        most
    }

    fn own(self) -> Own<Ceilings> {
        Own::Sure(self)
    }
}

/// The situation of a turn before its draw, or of a decision before the first turn.
fn turn(decided: &str, view: &View<'_>) -> Situation {
    let hand = view.evaluator().natural_hand(view.hand(), &view.pile(view.seat()));
    Situation::of(decided).with("cards", view.hand().len()).with("hand", hand_id(hand))
}

fn show(decided: &str, show: &Show<'_>) -> Situation {
    let of = |feature| shown(feature, show, 0);
    Situation::of(decided)
        .with("hand", of(HAND))
        .with("ahead", of(AHEAD))
        .with("needed", of(NEEDED))
}

/// Every way to put a card of the hand on a pile, and passing where that is allowed.
fn puts(view: &View<'_>) -> Vec<Option<Put>> {
    let piles = || 0..view.players();
    let puts = view.hand().different().flat_map(|card| piles().map(move |pile| Put { card, pile }));
    view.may_pass().then_some(None).into_iter().chain(puts.map(Some)).collect()
}

fn yes_or_no<T>(option: Option<T>) -> String {
    if option.is_some() { "yes".to_owned() } else { "no".to_owned() }
}

/// A card and a pile in the notation of written rounds.
fn written(Put { card, pile }: Put) -> String {
    format!("{card} {}", pile + 1)
}

/// The pile that a card goes to, in words.
fn place(put: Option<Put>, seat: usize) -> String {
    let place = match put {
        None => "nothing",
        Some(put) if put.pile == seat => "own pile",
        Some(_) => "another's pile",
    };
    place.to_owned()
}

/// The day and the light, and the rank that is called wild, once it is (W1f).
fn day(rules: &Rules) -> String {
    let wild = match rules.landru_kronk {
        LandruKronk::Rank(rank) => format!("; every {} is wild", rank_name(rank)),
        LandruKronk::None | LandruKronk::Decides => String::new(),
    };
    format!("it is {}, day {}, {}{wild}", rules.weekday().name(), rules.day, light(rules.dark))
}

/// The cards, or the word for none.
fn listed(cards: &Cards, none: &str) -> String {
    if cards.is_empty() { none.to_owned() } else { cards.to_string() }
}

/// The table as a seat sees it.
fn table(view: &View<'_>) -> Vec<String> {
    let seat = view.seat();
    let role = |seat: usize| match seat {
        _ if seat == view.landru() => " (landru)",
        _ if seat == view.archon() => " (archon)",
        _ => "",
    };
    let down = |seat: usize| {
        let laid = || view.laid().filter(|(owner, ..)| *owner == seat).map(|(.., card)| card);
        let mut known = Cards::EMPTY;
        laid().flatten().for_each(|card| known.add(card));
        match (laid().count(), known.is_empty()) {
            (0, _) => String::new(),
            (cards, true) => format!(" and {cards} face down"),
            (cards, false) => format!(" and {cards} face down (you know {known})"),
        }
    };
    let known_of = |seat: usize| match view.known(seat) {
        none if none.is_empty() => String::new(),
        known => format!("; all know {known}"),
    };
    let mut lines = vec![
        format!("{}; {} cards in the deck", day(view.rules()), view.deck()),
        format!("your hand{}: {}{}", role(seat), view.hand(), known_of(seat)),
        format!("your pile: {} open{}", listed(view.up(seat), "no card"), down(seat)),
    ];
    if !view.returned().is_empty() {
        lines.push(format!("redeemed, and back in the deck: {}", view.returned()));
    }
    for other in view.opponents() {
        lines.push(format!(
            "seat {}{}: {} cards, known {}; pile {} open{}",
            other + 1,
            role(other),
            view.cards(other),
            listed(view.known(other), "nothing"),
            listed(view.up(other), "no card"),
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
        let declared = match show.ceilings(seat) {
            Ceilings::NONE => String::new(),
            Ceilings { hand, combined } => {
                let all = kronks(combined.into());
                format!("; declared up to {hand} in the hand and {all} in hand and pile")
            }
        };
        lines.push(format!(
            "{who}: hand {}; pile {}{declared}{out}",
            show.hand(seat),
            listed(show.pile(seat), "nothing")
        ));
    }
    lines
}

/// The seat that is asked, its hand and its choices.
fn who(view: &View<'_>, choices: &str) -> String {
    format!("seat {} with {} {choices}", view.seat() + 1, view.hand())
}

/// [`who`] for an act, with passing among the choices where it is allowed.
fn or_pass(view: &View<'_>, act: &str) -> String {
    let choices =
        if view.may_pass() { format!("may {act} or pass") } else { format!("must {act}") };
    who(view, &choices)
}

/// Seats by their numbers.
fn named(seats: impl Iterator<Item = usize>) -> String {
    seats.map(|seat| (seat + 1).to_string()).collect::<Vec<_>>().join(", ")
}

/// A seat's view in its turn.
fn in_phase<'v>(view: &'v View<'v>, decided: &'static str, phase: Phase) -> impl Sight + 'v {
    Seen(move || table(view), move || turn(decided, view), move || in_turn(view, phase))
}

/// Asks for a decision among options that differ by name; `counts` says whether the one taken is
/// tallied under its name.
fn ask<R: Reply>(
    stand_in: &mut impl StandIn<Seat>,
    (decided, sight): (&'static str, &dyn Sight),
    legal: &dyn Fn() -> Vec<R::Action>,
    word: &dyn Fn(R::Action) -> String,
    asked: &dyn Fn() -> String,
    (name, counts): (&dyn Fn(R::Action) -> String, bool),
    seat: impl FnMut(&mut Seat) -> R,
) -> R {
    let counted = |option| format!("{decided}: {}", name(option));
    let counted: Option<&dyn Fn(R::Action) -> String> = counts.then_some(&counted);
    let question = Question {
        decided,
        sight,
        legal,
        word,
        asked,
        terms: Terms { name: Some(name), counted, ..Terms::PLAIN },
    };
    stand_in.ask(question, seat)
}

impl<T: StandIn<Seat>> Player for T {
    fn vote(&mut self, rules: &Rules) -> Choice<Ballot> {
        let lines = || vec!["everybody votes for a day and a light".to_owned()];
        let players = rules.players.into();
        let day = |day| [false, true].map(|dark| Ballot { day, dark });
        ask(
            self,
            ("vote", &Seen(lines, || "vote", || valued(VOTE_FEATURES, |_| players))),
            &|| (1..=10).flat_map(day).collect(),
            &|Ballot { day, dark }| write("vote", Some(format!("{day} {}", light(dark)))),
            &|| "every player votes for a day and a light, the archon first (Y5)".to_owned(),
            (&|ballot: Ballot| format!("day {}, {}", ballot.day, light(ballot.dark)), false),
            |seat| seat.vote(rules),
        )
    }

    fn name(&mut self, view: &View<'_>) -> Choice<u8> {
        let ranks = view.evaluator().nameable();
        let letter = |rank: u8| RANKS[usize::from(rank)].to_string();
        let letters = || ranks.iter().map(|&rank| letter(rank)).collect::<Vec<_>>().join(" ");
        ask(
            self,
            ("name", &in_phase(view, "name", Phase::Deal)),
            &|| ranks.to_vec(),
            &|rank| write("name", Some(letter(rank))),
            &|| who(view, &format!("must name one of {}", letters())),
            (&|rank| format!("rank {rank}"), false),
            |seat| seat.name(view),
        )
    }

    fn redeem(&mut self, view: &View<'_>) -> Choice<Option<Card>> {
        let cards = || Cards::from_cards(&view.redeemable().collect::<Vec<_>>());
        ask(
            self,
            ("redeem", &in_phase(view, "redeem", redeeming(view))),
            &|| [None].into_iter().chain(view.redeemable().map(Some)).collect(),
            &|card: Option<Card>| write("redeem", card),
            &|| or_pass(view, &format!("redeem one of {}", cards())),
            (&yes_or_no, true),
            |seat| seat.redeem(view),
        )
    }

    fn shed(&mut self, view: &View<'_>) -> Choice<Card> {
        ask(
            self,
            ("shed", &in_phase(view, "shed", redeeming(view))),
            &|| view.hand().different().collect(),
            &|card| write("shed", Some(card)),
            &|| who(view, "must shed a card"),
            (&|_| "a card".to_owned(), false),
            |seat| seat.shed(view),
        )
    }

    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        ask(
            self,
            ("lay", &in_phase(view, "lay", Phase::Lay)),
            &|| puts(view),
            &|put: Option<Put>| write("lay", put.map(written)),
            &|| or_pass(view, "lay a card"),
            (&|put| place(put, view.seat()), true),
            |seat| seat.lay(view),
        )
    }

    fn draw(&mut self, view: &View<'_>, drawn: Card) -> Choice<Drawn> {
        let lines = || {
            let mut lines = table(view);
            lines.push(format!("you drew {drawn}"));
            lines
        };
        let situation = || turn("draw", view).with("drawn", drawn.rank());
        let seats = || named(view.opponents());
        ask(
            self,
            ("draw", &Seen(lines, situation, || at_draw(view, drawn))),
            &|| [Drawn::Keep].into_iter().chain(view.opponents().map(Drawn::Send)).collect(),
            &|drawn| match drawn {
                Drawn::Keep => "keep".to_owned(),
                Drawn::Send(pile) => write("send", Some(pile + 1)),
            },
            &|| who(view, &format!("may keep {drawn} or send it to seat {}", seats())),
            (&|drawn| if drawn == Drawn::Keep { "keep".into() } else { "send".into() }, true),
            |seat| seat.draw(view, drawn),
        )
    }

    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let pass = || view.may_pass().then_some(None);
        let open = || {
            let piles = view.opponents().filter(|&pile| !view.takeable(pile).is_empty());
            let open =
                piles.map(|pile| format!("{} off seat {}'s pile", view.takeable(pile), pile + 1));
            open.collect::<Vec<_>>().join(", ")
        };
        ask(
            self,
            ("take", &in_phase(view, "take", Phase::Drawn)),
            &|| pass().into_iter().chain(view.takes().map(Some)).collect(),
            &|take: Option<Put>| write("take", take.map(written)),
            &|| or_pass(view, &format!("take one of {}", open())),
            (&|put| place(put, view.seat()), true),
            |seat| seat.take(view),
        )
    }

    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        ask(
            self,
            ("place", &in_phase(view, "place", Phase::Drawn)),
            &|| puts(view),
            &|put: Option<Put>| write("place", put.map(written)),
            &|| or_pass(view, "place a card"),
            (&|put| place(put, view.seat()), true),
            |seat| seat.place(view),
        )
    }

    fn krako(&mut self, at: &Show<'_>, price: u8) -> Choice<Option<usize>> {
        let lines = || {
            let mut lines = turned_up(at);
            lines.push(format!("you can make four jacks with {}", kronks(price.into())));
            lines
        };
        let situation = || show("krako", at).with("price", price);
        let (seat, rivals) = (at.seat() + 1, || named(at.rivals()));
        ask(
            self,
            ("krako", &Seen(lines, situation, || at_show(at, Some(price)))),
            &|| [None].into_iter().chain(at.rivals().map(Some)).collect(),
            &|victim: Option<usize>| write("krako", victim.map(|seat| seat + 1)),
            &|| {
                format!(
                    "seat {seat} has a krako at {price} kronks; it may krako seat {} or pass",
                    rivals()
                )
            },
            (&yes_or_no, true),
            |seat| seat.krako(at, price),
        )
    }

    fn declare(&mut self, at: &Show<'_>) -> Ceilings {
        let (now, most) = (at.ceilings(at.seat()), at.most());
        let (hand, combined) = (now.hand..=most.hand, now.combined..=most.combined);
        let with = |hand| combined.clone().map(move |combined| Ceilings { hand, combined });
        let declared =
            |Ceilings { hand, combined }| write("declare", Some(format!("{hand} {combined}")));
        // The number of kronks depends on the hand, so it is not tallied.
        let kronks = |most: Ceilings| format!("{} and {} kronks", most.hand, most.combined);
        let question = Question {
            decided: "declare",
            sight: &Seen(|| turned_up(at), || show("declare", at), || at_show(at, None)),
            legal: &|| hand.clone().flat_map(with).collect(),
            word: &|to| if to == now { "pass".to_owned() } else { declared(to) },
            asked: &|| format!("seat {} may declare {hand:?} {combined:?} or pass", at.seat() + 1),
            terms: Terms { also: Some(&declared), name: Some(&kronks), ..Terms::PLAIN },
        };
        self.ask(question, |seat| seat.declare(at))
    }
}
