//! The steps of a round: left out ([`Silent`]) or written down ([`Transcript`]).

use super::eval::{Ceilings, Decider, Evaluator, Score, Spent, Stage};
use super::hand::{Card, Cards};
use super::rules::Rules;
use crate::framework::Step;
use crate::framework::money::Money;
use crate::framework::recorder::{self, who};
pub use crate::framework::recorder::{Recorder, Silent};
use serde_json::{Value, json};

/// The recipient of payments for kronks (M2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Payee {
    /// A seat.
    Seat(usize),
    /// The winner.
    Kitty,
    /// Nobody at the table.
    Bank,
}

/// The reason that a round was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Nobody else could win.
    Alone,
    /// It was equal to the best of the others, and won the throw (M4).
    Threw {
        /// Those others.
        over: Vec<usize>,
    },
    /// It is ahead of the best of the others.
    Decided {
        /// Those others.
        over: Vec<usize>,
        /// The comparison that decides.
        decider: Decider,
        /// Whether their hands alone were compared (E1, `merge = single`).
        alone: bool,
        /// The winner's side of it, and theirs, in words.
        words: [String; 2],
    },
}

/// Every event of a round as a step, with its rule.
pub type Transcript = recorder::Transcript;

/// The money of traces.
pub(super) const QUATLOOS: Money = Money::stakes(1);

/// A number of kronks in words.
pub(super) fn kronks(many: u32) -> String {
    if many == 1 { "1 kronk".to_owned() } else { format!("{many} kronks") }
}

/// Some seats: `seat 2`, `seats 1, 3`.
fn whose(seats: &[usize]) -> String {
    match seats {
        [seat] => who(*seat),
        _ => {
            let numbers: Vec<String> = seats.iter().map(|seat| (seat + 1).to_string()).collect();
            format!("seats {}", numbers.join(", "))
        }
    }
}

fn onto(seat: usize, pile: usize) -> String {
    match seat == pile {
        true => "its own pile".to_owned(),
        false => format!("the pile of {}", who(pile)),
    }
}

/// A light in words.
pub(super) fn light(dark: bool) -> &'static str {
    if dark { "dark" } else { "light" }
}

/// Seats as data, from 1.
fn numbers(seats: &[usize]) -> Value {
    seats.iter().map(|seat| seat + 1).collect()
}

/// Cards as data, highest first.
fn list(cards: &Cards) -> Value {
    let text = cards.to_string();
    text.split_whitespace().collect()
}

/// A stage's name, its kronks, and the card that each stands for.
fn named(name: &str, spent: &[Spent]) -> String {
    if spent.is_empty() {
        return name.to_owned();
    }
    let each: Vec<String> =
        spent.iter().map(|spent| format!("{} for {}", spent.card, spent.stand)).collect();
    format!("{name} with {} ({})", kronks(spent.len() as u32), each.join(", "))
}

/// A stage as data.
fn stage(name: &str, of: &Stage, spent: &[Spent]) -> Value {
    let spent: Vec<Value> = spent
        .iter()
        .map(|spent| json!({"card": spent.card.to_string(), "for": spent.stand.to_string()}))
        .collect();
    json!({"name": name, "kronks": of.spent, "spent": spent})
}

/// The rule and the words of the reason that a round was won.
fn because(reason: &Reason) -> (&'static str, String) {
    let Reason::Decided { over, decider, alone, words: [own, others] } = reason else {
        return match reason {
            Reason::Threw { over } => ("M4", format!("equal to {}, won the throw", whose(over))),
            _ => ("P10", "nobody else can win".to_owned()),
        };
    };
    let they = whose(over);
    let (names, keys) = if *alone { ("hand name", "key") } else { ("names", "keys") };
    let text = match decider {
        Decider::HandName | Decider::CombinedName if others == "none" => {
            let have = if over.len() == 1 { "has" } else { "have" };
            format!("{own}, where {they} {have} none")
        }
        Decider::HandName | Decider::CombinedName => {
            format!("{own} goes before {others} of {they}")
        }
        Decider::CombinedKey => {
            format!("same {names} as {they}; the key of hand and pile decides, {own} over {others}")
        }
        Decider::HandKey => {
            format!("same {names} as {they}; the key of the hand decides, {own} over {others}")
        }
        Decider::FewerKronks => {
            format!(
                "same {names} and {keys} as {they}, but fewer kronks spent: {own}, not {others}"
            )
        }
        Decider::HigherKronks => {
            format!("same {names} as {they}, but higher kronks spent: {own} over {others}")
        }
        Decider::Cards => {
            format!(
                "equal to {they}; the highest card that they differ in decides, {own} over {others}"
            )
        }
    };
    (decider.rule(), text)
}

/// A seat voted on a Wednesday's day and light.
pub(super) fn voted(seat: usize, day: u8, dark: bool) -> Step {
    let text = format!("{} votes for day {day}, {}", who(seat), light(dark));
    Step::new("Y5", "voted", text).public().seat(seat).with("day", day).with("dark", dark)
}

/// The vote's result: the day and the light.
pub(super) fn ruled(day: u8, dark: bool, tied: bool) -> Step {
    let how = match tied {
        true => "the vote is tied; it is ruled to be",
        false => "most vote for",
    };
    let text = format!("{how} day {day}, {}", light(dark));
    Step::new("Y5", "ruled", text).public().with("day", day).with("dark", dark).with("tied", tied)
}

/// The day and the light of the round.
pub(super) fn day(rules: &Rules) -> Step {
    let weekday = rules.weekday().name();
    let text = format!("{weekday}, {} (day {})", light(rules.dark), rules.day);
    Step::new("Y", "day", text)
        .public()
        .with("day", rules.day)
        .with("weekday", weekday)
        .with("dark", rules.dark)
}

/// Every player put in an ante, in quatloos.
pub(super) fn anted(ante: i64, kitty: i64) -> Step {
    let (rule, text) = match ante {
        0 => ("M3", "no antes on a Sunday".to_owned()),
        _ => ("M1", format!("every player puts in {ante}: the kitty holds {kitty}")),
    };
    Step::new(rule, "anted", text).public().with("ante", ante).with("kitty", kitty)
}

/// The kitty of an earlier round is still there (M5).
pub(super) fn held(kitty: i64) -> Step {
    let text = match kitty {
        0 => "the kitty is still empty".to_owned(),
        _ => format!("the kitty of {kitty} is still to be won"),
    };
    Step::new("M5", "kitty-held", text).public().with("kitty", kitty)
}

/// A round began.
pub(super) fn dealing(landru: usize, archon: usize) -> Step {
    let text = format!("{} is landru, {} archon", who(landru), who(archon));
    Step::new("S1", "seated", text).public().with("landru", landru + 1).with("archon", archon + 1)
}

/// A player was dealt a card.
pub(super) fn dealt(seat: usize, card: Card, open: bool) -> Step {
    let text = match open {
        true => format!("{} is dealt {card} face up", who(seat)),
        false => format!("{} is dealt a card face down (it is {card})", who(seat)),
    };
    let step = Step::new("S2", "dealt", text).seat(seat);
    let step = step.with("card", card.to_string()).with("open", open);
    if open { step.shown() } else { step }
}

/// The landru called a rank wild.
pub(super) fn wild_named(seat: usize, rank: u8) -> Step {
    let name = super::eval::rank_name(rank);
    let text = format!("{} calls every {name} wild", who(seat));
    Step::new("W1", "wild-named", text).public().seat(seat).with("rank", rank).with("name", name)
}

/// A player put a card back into the deck for two.
pub(super) fn redeemed(seat: usize, card: Card, [one, other]: [Card; 2]) -> Step {
    let text = format!("{} redeems {card} and draws two (they are {one}, {other})", who(seat));
    Step::new("S4", "redeemed", text)
        .public_as(format!("{} redeems {card} and draws two", who(seat)))
        .seat(seat)
        .with("card", card.to_string())
        .with("drawn", json!([one.to_string(), other.to_string()]))
}

/// The archon gave up a card after redeeming.
pub(super) fn shed(seat: usize, card: Card) -> Step {
    let text = format!("{} puts {card} face up on its own pile", who(seat));
    Step::new("S4", "shed", text).public().seat(seat).with("card", card.to_string())
}

/// A turn began.
pub(super) fn turn(seat: usize, hand: &Cards, deck: u32) -> Step {
    let (rule, left) = match deck {
        0 => ("P6", "the deck empty".to_owned()),
        _ => ("P", format!("{deck} in the deck")),
    };
    Step::new(rule, "turn", format!("{} with {hand}, {left}", who(seat)))
        .seat(seat)
        .with("hand", list(hand))
        .with("deck", deck)
}

/// A player put a card face-down on a pile.
pub(super) fn laid(seat: usize, card: Card, pile: usize) -> Step {
    let on = onto(seat, pile);
    let text = format!("{} lays a card face down on {on} (it is {card})", who(seat));
    let seen = format!("{} lays a card face down on {on}", who(seat));
    moved("P1", "laid", text, seat, card, pile).public_as(seen)
}

/// A player kept the top card.
pub(super) fn kept(seat: usize, card: Card) -> Step {
    let text = format!("{} draws a card and keeps it (it is {card})", who(seat));
    let seen = format!("{} draws a card and keeps it", who(seat));
    Step::new("P2", "kept", text).public_as(seen).seat(seat).with("card", card.to_string())
}

/// A player put the top card on a pile.
pub(super) fn sent(seat: usize, card: Card, pile: usize) -> Step {
    let text = format!("{} draws {card} and puts it on {}", who(seat), onto(seat, pile));
    moved("P2", "sent", text, seat, card, pile).public()
}

/// A player took a card off a pile.
pub(super) fn took(seat: usize, card: Card, pile: usize) -> Step {
    let text = format!("{} takes {card} off {}", who(seat), onto(seat, pile));
    moved("P3", "took", text, seat, card, pile).public()
}

/// A player put a card face-up on a pile.
pub(super) fn placed(seat: usize, card: Card, pile: usize) -> Step {
    let text = format!("{} places {card} on {}", who(seat), onto(seat, pile));
    moved("P4", "placed", text, seat, card, pile).public()
}

/// A player named another with four jacks.
pub(super) fn struck(seat: usize, victim: usize, cost: u8, saved: bool) -> Step {
    let cards = match cost {
        0 => String::new(),
        1 => " (1 kronk, for a jack)".to_owned(),
        _ => format!(" ({}, each for a jack)", kronks(cost.into())),
    };
    let then = if saved { "whom an oxmyx saves" } else { "who cannot win" };
    let text = format!("{} has a krako{cards} and names {}, {then}", who(seat), who(victim));
    Step::new("P10", "struck", text)
        .public()
        .seat(seat)
        .with("victim", victim + 1)
        .with("kronks", cost)
        .with("saved", saved)
}

/// A player declared the most kronks to spend.
pub(super) fn declared(seat: usize, ceilings: Ceilings) -> Step {
    let text = format!(
        "{} declares up to {} in its hand and {} in hand and pile",
        who(seat),
        ceilings.hand,
        kronks(ceilings.combined.into())
    );
    Step::new("P11", "declared", text)
        .public()
        .seat(seat)
        .with("hand", ceilings.hand)
        .with("combined", ceilings.combined)
}

/// A player's score, and the kronks of both stages.
pub(super) fn scored(seat: usize, score: &Score, hand: &[Spent], combined: &[Spent]) -> Step {
    let (of_hand, of_both) = (score.hand.value.hand_name(), score.combined.value.combined_name());
    let tebo = score.named.filter(|_| score.spent() > 0);
    let seventh = tebo.map_or_else(String::new, |card| format!(" ({card} is a kronk, W1)"));
    let text = format!(
        "{} has {} / {}{seventh}",
        who(seat),
        named(of_hand, hand),
        named(&of_both, combined)
    );
    Step::new("E1", "scored", text)
        .public()
        .seat(seat)
        .with("hand", stage(of_hand, &score.hand, hand))
        .with("combined", stage(&of_both, &score.combined, combined))
        .with("tebo", tebo.map(|card| card.to_string()))
}

/// Players with equal scores threw for the win.
pub(super) fn threw(seats: &[usize]) -> Step {
    let text = format!("{} are equal and throw for it", whose(seats));
    Step::new("M4", "threw", text).public().with("seats", numbers(seats))
}

/// The rounds that each player has won in a game of several (M5).
pub(super) fn tally(wins: &[u32]) -> Step {
    let each: Vec<String> =
        wins.iter().enumerate().map(|(seat, wins)| format!("{} {wins}", who(seat))).collect();
    let text = format!("rounds won so far: {}", each.join(", "));
    Step::new("M5", "tally", text).public().with("wins", wins)
}

/// A player took the kitty.
pub(super) fn outta(seat: usize, kitty: i64) -> Step {
    let text = format!("{} takes the kitty of {kitty}", who(seat));
    Step::new("M2", "kitty-won", text).public().seat(seat).with("kitty", kitty)
}

/// A player paid for kronks, in quatloos.
pub(super) fn paid(seat: usize, many: u32, quatloos: i64, to: Payee) -> Step {
    let (whom, to) = match to {
        Payee::Seat(payee) => (format!("to {}", who(payee)), json!(payee + 1)),
        Payee::Kitty => ("into the kitty".to_owned(), json!("kitty")),
        Payee::Bank => ("to the bank".to_owned(), json!("bank")),
    };
    let text = format!("{} pays {quatloos} for {} {whom}", who(seat), kronks(many));
    Step::new("M2", "paid", text)
        .public()
        .seat(seat)
        .with("kronks", many)
        .with("quatloos", quatloos)
        .with("to", to)
}

/// A step in which a card went onto a pile, or came off one.
fn moved(
    rule: &'static str,
    event: &'static str,
    text: String,
    seat: usize,
    card: Card,
    pile: usize,
) -> Step {
    Step::new(rule, event, text).seat(seat).with("card", card.to_string()).with("pile", pile + 1)
}

/// A player's cards were turned up; `last` came last of seven, if that matters.
pub(super) fn shown(
    seat: usize,
    hand: &Cards,
    pile: &Cards,
    evaluator: &Evaluator,
    last: Option<Card>,
) -> Step {
    let wild = evaluator.wild(&hand.and(pile));
    let mut text = format!("{} shows {hand}", who(seat));
    if !pile.is_empty() {
        text += &format!(", and {pile} on its pile");
    }
    if !wild.is_empty() {
        text += &format!("; kronks: {wild}");
    }
    if let Some(card) = last {
        text += &format!("; {card} came last");
    }
    let step = Step::new("P9", "shown", text)
        .public()
        .seat(seat)
        .with("hand", list(hand))
        .with("pile", list(pile))
        .with("kronks", list(&wild));
    match last {
        Some(card) => step.with("last", card.to_string()),
        None => step,
    }
}

/// A player won the round.
pub(super) fn won(seat: usize, reason: &Reason) -> Step {
    let (rule, why) = because(reason);
    let (by, over, words): (&str, &[usize], Option<&[String; 2]>) = match reason {
        Reason::Alone => ("alone", &[], None),
        Reason::Threw { over } => ("throw", over, None),
        Reason::Decided { over, decider, words, .. } => (decider.name(), over, Some(words)),
    };
    // If the names are equal, the rule that decides is cited as well.
    let cited = if rule == "E1" { String::new() } else { format!(" ({rule})") };
    let step = Step::new("E1", "won", format!("{} wins the round: {why}{cited}", who(seat)))
        .public()
        .seat(seat)
        .with("by", by)
        .with("over", numbers(over));
    match words {
        Some([own, others]) => step.with("own", own.as_str()).with("others", others.as_str()),
        None => step,
    }
}

/// A player is about to be out, and was challenged or not: by the seats in `by`, one bit each, or
/// by all. The first to win `needed` rounds takes the kitty; if `None`, the winner of the next
/// round.
pub(super) fn out(seat: usize, challenged: bool, by: Option<u32>, needed: Option<u32>) -> Step {
    let behind: Vec<usize> =
        (0..32).filter(|other| by.is_some_and(|by| by >> other & 1 == 1)).collect();
    let then = match needed {
        Some(needed) => format!("who first wins {needed} rounds takes the kitty"),
        None => "who wins the round after the last challenge takes the kitty".to_owned(),
    };
    let text = match (challenged, by) {
        (true, None) => format!("{} says outta and is challenged: {then}", who(seat)),
        (true, Some(_)) => {
            let they = whose(&behind);
            let challenge = match behind.len() {
                1 => "is behind and challenges",
                _ => "are behind and challenge",
            };
            format!("{} says outta; {they} {challenge}: {then}", who(seat))
        }
        (false, Some(0)) => format!("{} says outta; nobody else is behind to challenge", who(seat)),
        (false, _) => format!("{} says outta, and no challenge is left", who(seat)),
    };
    let step =
        Step::new("M5", if challenged { "challenged" } else { "out" }, text).public().seat(seat);
    let step = if by.is_some() { step.with("behind", numbers(&behind)) } else { step };
    match (challenged, needed) {
        (true, Some(needed)) => step.with("needed", needed),
        (true, None) => step.with("next_round", true),
        _ => step,
    }
}
