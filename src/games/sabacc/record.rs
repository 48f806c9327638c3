//! The events of a game: discarded ([`Silent`]) or written down step by step ([`Transcript`]).

pub use crate::framework::recorder::{Recorder, Silent};

use super::cards::{Card, Hand, Packed, WideHand};
use super::hand::{Category, Key, told_apart};
use super::rules::{Rules, UNITS_PER_ANTE};
use crate::framework::Step;
use crate::framework::bonus::Payment;
use crate::framework::money::Money;
use crate::framework::recorder::{self, Tell, listed, who};
use serde_json::Value;

/// A step of a game.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum RoundEvent<H = Hand> {
    /// Everyone put in an ante.
    Anted { players: usize },
    /// A player was dealt a card.
    Dealt { seat: usize, card: Card },
    /// The discard pile was started.
    Turned { card: Card },
    /// A round, from 0, began.
    Round { round: usize, dealer: usize },
    /// A player stood.
    Stood { seat: usize, hand: H },
    /// A player drew and kept.
    Gained { seat: usize, card: Card, hand: H },
    /// A player discarded a card, and draws one next.
    GaveUp { seat: usize, given: Card },
    /// A player who had given up a card drew and kept one.
    Exchanged { seat: usize, given: Card, card: Card, hand: H },
    /// A player drew and threw.
    Threw { seat: usize, card: Card, hand: H },
    /// A player took the top of the discard pile for another card.
    Swapped { seat: usize, card: Card, given: Card, hand: H },
    /// A player left the game.
    Junked { seat: usize, hand: H },
    /// A player who left got a part of its ante back; in money units, with the pot after it.
    Refunded { seat: usize, refund: i64, pot: i64 },
    /// The discards were shuffled into the draw pile.
    Reshuffled { cards: u32 },
    /// The dealer rolled.
    Rolled { dealer: usize, dice: [u32; 2], double: bool },
    /// A player's hand went to the discard pile: after a double (S10), or, if `tied`, because the
    /// discards are too few for a blind draw (S14).
    Discarded { seat: usize, hand: H, tied: bool },
    /// A player got a new hand.
    Redealt { seat: usize, hand: H },
    /// A player showed.
    Showed { seat: usize, hand: H, category: Category },
    /// All have shown, and the best hand is alone; the next best is the first of its equals.
    Compared { seat: usize, hand: H, next: usize, other: H },
    /// These seats, one bit each, are equal: after the showdown, or again after a draw.
    Tied { seats: u8, again: bool },
    /// A tied player drew blind.
    BlindDrew { seat: usize, card: Card },
    /// A tied player drew nearest to zero, of these cards.
    DrawWon { seat: usize, card: Card, drawn: H },
    /// A player took the pot, in money units; alone if all others had junked.
    Won { seat: usize, pot: i64, alone: bool },
    /// A player was paid a bonus for an event.
    Bonus { event: &'static str, payment: Payment },
    /// A player's net, in money units.
    Settled { seat: usize, net: i64 },
    /// The house's net, in money units; only if there are bonuses.
    House { net: i64 },
}

/// Every event of a game as a step, with the rule that it follows and its money in coins.
pub type Transcript = recorder::Transcript<Rules>;

/// A hand with its total.
fn summed(hand: impl Packed) -> String {
    format!("{hand} = {}", signed(hand.total()))
}

/// A number in the notation of cards.
fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        _ => format!("{number:+}"),
    }
}

/// Cards as data, highest first.
fn cards(hand: impl Packed) -> Value {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.reverse();
    cards.iter().map(Card::to_string).collect()
}

/// Money as data, in antes.
pub(super) const ANTES: Money = Money::stakes(UNITS_PER_ANTE);

/// The seats whose bits are set, in order.
fn seats(bits: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |seat| bits >> seat & 1 == 1)
}

/// Seats as a list in words.
fn all_of(bits: u8) -> String {
    listed(&seats(bits).map(who).collect::<Vec<_>>())
}

/// A step together with the hand that a seat holds after it.
fn holding(step: Step, seat: usize, hand: impl Packed) -> Step {
    step.seat(seat).with("hand", cards(hand)).with("total", hand.total())
}

/// The step that says why the best hand beats the next best.
fn compared<H: Packed>(
    (best, hand): (usize, H),
    (second, other): (usize, H),
    rules: &Rules,
) -> Step {
    let (winner, other) = (hand.widened(), other.widened());
    let key = told_apart(winner, other, rules).expect("the best hand is alone");
    let (category, values) = Category::classify(winner, rules);
    let (below, others) = Category::classify(other, rules);
    let (one, two) = (who(best), who(second));
    let set = match category {
        Category::Fleet | Category::Squadron => "four of",
        Category::Rhylet | Category::BanthasWild => "three of",
        Category::StraightKhyron => "run from",
        Category::RuleOfTwo => "lower pair of",
        _ => "pair of",
    };
    let nearer = |what: &str, own: u32, other: u32| {
        let (_, of) = what.rsplit_once(' ').unwrap_or(("", what));
        let why = format!("{one}'s {what} {own} is nearer to zero than {two}'s {of} {other}");
        (why, Value::from(own), Value::from(other))
    };
    let sizes = (winner.cards(), other.cards());
    let positive = |hand: WideHand| hand.iter().map(|card| card.value().max(0));
    let (rule, by, (why, own, other)) = match key {
        Key::Category => {
            let why = format!("{one}'s {} beats {two}'s {}", category.name(), below.name());
            ("S15", "category", (why, category.name().into(), below.name().into()))
        }
        Key::FewerCards => {
            let why = format!("{one}'s {} cards are fewer than {two}'s {}", sizes.0, sizes.1);
            ("S15", "fewer-cards", (why, sizes.0.into(), sizes.1.into()))
        }
        Key::Value => ("S15", "value", nearer(set, values[0], others[0])),
        Key::HigherPair => ("S15", "higher-pair", nearer("higher pair of", values[1], others[1])),
        Key::Total | Key::Sign => {
            let (own, other) = (winner.total(), other.total());
            let totals = format!("{one}'s total of {}", signed(own));
            let (by, why) = match key {
                Key::Total => ("total", format!("{totals} is nearer to zero than {two}'s of")),
                _ => ("sign", format!("{totals} is positive, not as {two}'s of")),
            };
            ("S15", by, (format!("{why} {}", signed(other)), own.into(), other.into()))
        }
        Key::MoreCards => {
            let why = format!("{one}'s {} cards are more than {two}'s {}", sizes.0, sizes.1);
            ("S13", "more-cards", (why, sizes.0.into(), sizes.1.into()))
        }
        Key::PositiveSum => {
            let [own, other] = [winner, other].map(|hand| positive(hand).sum::<i32>());
            let why = format!("{one}'s positive cards sum to {own}, {two}'s to {other}");
            ("S13", "positive-sum", (why, own.into(), other.into()))
        }
        Key::HighestCard => {
            let highest = |hand| positive(hand).max().unwrap_or(0);
            let (own, other) = (highest(winner), highest(other));
            let why =
                format!("{one}'s highest positive card is {own:+}, {two}'s {}", signed(other));
            ("S13", "highest-card", (why, own.into(), other.into()))
        }
    };
    let text = match key {
        Key::Category => why,
        _ => format!("{one} and {two} both have {}: {why}", category.name()),
    };
    let step = Step::new(rule, "compared", text).public().seat(best).with("over", vec![second + 1]);
    step.with("by", by).with("own", own).with("other", other)
}

/// A tied player's card is nearest to zero among those drawn.
fn draw_won(seat: usize, card: Card, drawn: impl Packed) -> Step {
    let mirrored = card != Card::SYLOP && drawn.iter().any(|other| other.value() == -card.value());
    let (by, why) = match mirrored {
        true => ("sign", "is positive, the other as near to zero is not"),
        false => ("total", "is nearest to zero"),
    };
    let text = format!("{}'s {card} {why}", who(seat));
    let step = Step::new("S14", "draw-won", text).public().seat(seat);
    step.with("card", card.to_string()).with("by", by)
}

/// The step for seats that draw next.
fn tied(bits: u8, how: &str) -> Step {
    let numbers: Vec<usize> = seats(bits).map(|seat| seat + 1).collect();
    Step::new("S14", "tied", format!("{} {how}", all_of(bits))).public().with("seats", numbers)
}

impl<H: Packed> Tell<Rules> for RoundEvent<H> {
    fn step(self, rules: &Rules) -> Step {
        let money = ANTES.in_coins(rules.ante);
        match self {
            RoundEvent::Anted { players } => {
                let pot = UNITS_PER_ANTE * players as i64;
                let (each, holds) = (money.text(UNITS_PER_ANTE), money.text(pot));
                let text = format!("every player puts in {each}: the pot holds {holds}");
                let step = Step::new("S12", "anted", text).public().with("players", players);
                step.with("ante", ANTES.data(UNITS_PER_ANTE)).with("pot", ANTES.data(pot))
            }
            RoundEvent::Dealt { seat, card } => {
                let text = format!("{} is dealt a card face down (it is {card})", who(seat));
                Step::new("S4", "dealt", text).seat(seat).with("card", card.to_string())
            }
            RoundEvent::Turned { card } => {
                let text = format!("{card} begins the discard pile");
                Step::new("S4", "turned", text).public().with("card", card.to_string())
            }
            RoundEvent::Round { round, dealer } => {
                let text = format!("round {}, {} deals", round + 1, who(dealer));
                let step = Step::new("S5", "round-began", text).public().with("round", round + 1);
                step.with("dealer", dealer + 1)
            }
            RoundEvent::Stood { seat, hand } => {
                let text = format!("{} stands on {}", who(seat), summed(hand));
                let seen = format!("{} stands", who(seat));
                holding(Step::new("S8", "stood", text), seat, hand).public_as(seen)
            }
            RoundEvent::Gained { seat, card, hand } => {
                let text = format!("{} draws {card} and keeps it: {}", who(seat), summed(hand));
                let seen = format!("{} draws a card and keeps it", who(seat));
                drawn(text, seat, card, hand, true).public_as(seen)
            }
            RoundEvent::GaveUp { seat, given } => {
                let text = format!("{} discards {given}", who(seat));
                let cards = cards(H::default().with(given));
                Step::new("S6", "discarded", text).public().seat(seat).with("cards", cards)
            }
            RoundEvent::Exchanged { seat, card, hand, .. } => {
                let text = format!("{} draws {card} in its place: {}", who(seat), summed(hand));
                let seen = format!("{} draws a card in its place", who(seat));
                drawn(text, seat, card, hand, true).public_as(seen)
            }
            RoundEvent::Threw { seat, card, hand } => {
                let seen = format!("{} draws {card} and discards it", who(seat));
                let text = format!("{seen}: {}", summed(hand));
                drawn(text, seat, card, hand, false).public_as(seen)
            }
            RoundEvent::Swapped { seat, card, given, hand } => {
                let seen =
                    format!("{} takes the {card} off the discard pile for {given}", who(seat));
                let text = format!("{seen}: {}", summed(hand));
                let step = holding(Step::new("S7", "swapped", text), seat, hand).public_as(seen);
                step.with("taken", card.to_string()).with("given", given.to_string())
            }
            RoundEvent::Junked { seat, hand } => {
                let text = format!("{} junks {}", who(seat), summed(hand));
                let step = Step::new("S8", "junked", text).seat(seat).public();
                step.with("cards", cards(hand)).with("total", hand.total())
            }
            RoundEvent::Refunded { seat, refund, pot } => {
                let (back, holds) = (money.text(refund), money.text(pot));
                let text = format!("{} gets {back} back: the pot holds {holds}", who(seat));
                let step = Step::new("S12", "refunded", text).public().seat(seat);
                step.with("amount", ANTES.data(refund)).with("pot", ANTES.data(pot))
            }
            RoundEvent::Reshuffled { cards } => {
                let text = format!("the draw pile is empty: {cards} discards are shuffled into it");
                Step::new("S11", "reshuffled", text).public().with("cards", cards)
            }
            RoundEvent::Rolled { dealer, dice: [first, second], double } => {
                let verdict = if double { "a double" } else { "hands stay" };
                let text = format!("{} rolls {first} and {second}: {verdict}", who(dealer));
                let step = Step::new("S10", "rolled", text).public().seat(dealer);
                step.with("dice", vec![first, second]).with("double", double)
            }
            RoundEvent::Discarded { seat, hand, tied } => {
                let text = format!("{} discards {}", who(seat), summed(hand));
                let rule = if tied { "S14" } else { "S10" };
                let step = Step::new(rule, "discarded", text).seat(seat).public();
                step.with("cards", cards(hand)).with("total", hand.total())
            }
            RoundEvent::Redealt { seat, hand } => {
                let text = format!("{} is dealt {}", who(seat), summed(hand));
                let seen = format!("{} is dealt a new hand", who(seat));
                holding(Step::new("S10", "redealt", text), seat, hand).public_as(seen)
            }
            RoundEvent::Showed { seat, hand, category } => {
                let text = format!("{} shows {}: {}", who(seat), summed(hand), category.name());
                let step = holding(Step::new("S15", "shown", text).public(), seat, hand);
                step.with("category", category.name())
            }
            RoundEvent::Compared { seat, hand, next, other } => {
                compared((seat, hand), (next, other), rules)
            }
            RoundEvent::Tied { seats, again: false } => tied(seats, "tie: each draws a card"),
            RoundEvent::Tied { seats, again: true } => {
                tied(seats, "are still tied: each draws again")
            }
            RoundEvent::BlindDrew { seat, card } => {
                let text = format!("{} draws {card} blind", who(seat));
                Step::new("S14", "drew-blind", text)
                    .public()
                    .seat(seat)
                    .with("card", card.to_string())
            }
            RoundEvent::DrawWon { seat, card, drawn } => draw_won(seat, card, drawn),
            RoundEvent::Won { seat, pot, alone } => {
                let coins = money.text(pot);
                let (rule, text) = match alone {
                    true => ("S8", format!("{} is alone and takes the pot of {coins}", who(seat))),
                    false => ("S12", format!("{} takes the pot of {coins}", who(seat))),
                };
                let step = Step::new(rule, "won", text).public().seat(seat);
                let by = if alone { "last-in" } else { "best-hand" };
                step.with("by", by).with("amount", ANTES.data(pot))
            }
            RoundEvent::Bonus { event, payment } => payment.step("S12", event, money),
            RoundEvent::Settled { seat, net } => {
                money.settled("S12", Some(seat), net).with("net", ANTES.data(net))
            }
            RoundEvent::House { net } => {
                money.settled("S12", None, net).with("net", ANTES.data(net))
            }
        }
    }
}

/// A draw in a turn, with the hand after it.
fn drawn(text: String, seat: usize, card: Card, hand: impl Packed, kept: bool) -> Step {
    let step = holding(Step::new("S6", "drew", text), seat, hand);
    step.with("card", card.to_string()).with("kept", kept)
}
