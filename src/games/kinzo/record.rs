//! What happened in a round: nothing kept ([`Silent`]) or told step by step ([`Transcript`]).

use super::hand::{Card, Hand, Roll};
use super::round::Fate;
use super::rules::UNITS_PER_STAKE;
use crate::games::Step;

/// A step of a round.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum Tell {
    /// The caller set the stake.
    Called { caller: usize, stake: u32, players: usize },
    /// A player was dealt a card.
    Dealt { seat: usize, card: Card },
    /// The dealer was dealt a card.
    DealtDealer { card: Card, face_up: bool },
    /// The discards became the draw pile in the middle of a round.
    Reshuffled { cards: u32 },
    /// A player hit.
    Hit { seat: usize, playing: usize, card: Card, hand: Hand },
    /// A player took the top of the discard pile.
    Took { seat: usize, playing: usize, card: Card, hand: Hand },
    /// A player split a pair.
    Split { seat: usize, playing: usize, card: Card },
    /// A player stayed.
    Stayed { seat: usize, playing: usize, hand: Hand },
    /// A player had nothing left to decide.
    CannotAct { seat: usize, playing: usize, hand: Hand },
    /// The dealer turned the hole card.
    HoleTurned { up: Card, hole: Card },
    /// The dealer drew.
    DealerDrew { card: Card, total: u32, stops: bool, full: bool },
    /// The dealer could not draw.
    DealerStands { total: u32 },
    /// A hand was tallied. `Unrolled` here means that it goes on.
    Tallied { seat: usize, hand: usize, total: u32, dealer: u32, fate: Fate },
    /// A hand rolled.
    Rolled { seat: usize, hand: usize, roll: Roll, total: u32, dealer: u32, fate: Fate },
    /// A match took the table: the other players' stakes and the dealer's, in stakes.
    TableWon { winner: usize, prize: i64, dealer: i64 },
    /// A player's net, in money units.
    Settled { seat: usize, net: i64, commission: i64 },
    /// The house's net, in money units.
    House { net: i64 },
}

/// Whoever is told the steps of a round.
pub trait Recorder {
    /// Told one step.
    fn event(&mut self, tell: Tell);
}

/// Keeps nothing, and costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Recorder for Silent {
    #[inline(always)]
    fn event(&mut self, _tell: Tell) {}
}

/// Writes every step down, with the rule that it follows.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The steps so far.
    pub steps: Vec<Step>,
}

impl Transcript {
    /// Writes a step that only the caller of the round knows of.
    pub fn note(&mut self, rule: &'static str, text: String) {
        self.steps.push(Step::new(rule, "", text));
    }
}

/// Stakes with a sign and as many decimals as they need: `+2`, `−0.95`, `0`.
fn stakes(net: i64) -> String {
    let sign = if net < 0 {
        "−"
    } else if net > 0 {
        "+"
    } else {
        ""
    };
    let (whole, part) = (net.unsigned_abs() / 1000, net.unsigned_abs() % 1000);
    debug_assert_eq!(UNITS_PER_STAKE, 1000);
    let decimals = format!("{part:03}");
    match decimals.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        decimals => format!("{sign}{whole}.{decimals}"),
    }
}

fn whose(seat: usize, hand: usize) -> String {
    match hand {
        0 => format!("seat {}", seat + 1),
        _ => format!("seat {}, hand {}", seat + 1, hand + 1),
    }
}

impl Recorder for Transcript {
    fn event(&mut self, tell: Tell) {
        let (rule, text) = match tell {
            Tell::Called { caller, stake, players } => (
                "K4",
                format!(
                    "seat {} calls a stake of {stake}; every player puts it up, the dealer {}",
                    caller + 1,
                    i64::from(stake) * players as i64
                ),
            ),
            Tell::Dealt { seat, card } => ("K5", format!("seat {} is dealt {card}", seat + 1)),
            Tell::DealtDealer { card, face_up: true } => {
                ("K5", format!("the dealer is dealt {card}"))
            }
            Tell::DealtDealer { card, face_up: false } => {
                ("K5", format!("the dealer is dealt a card face down (it is {card})"))
            }
            Tell::Reshuffled { cards } => {
                ("K11", format!("the draw pile is empty: {cards} discards are shuffled into it"))
            }
            Tell::Hit { seat, playing, card, hand } => (
                "K7",
                format!("{} hits and gets {card}: {hand} = {}", whose(seat, playing), hand.total()),
            ),
            Tell::Took { seat, playing, card, hand } => (
                "K8",
                format!(
                    "{} takes the {card} off the discard pile: {hand} = {}",
                    whose(seat, playing),
                    hand.total()
                ),
            ),
            Tell::Split { seat, playing, card } => (
                "K9",
                format!(
                    "{} splits the pair of {card}s and puts up one more stake",
                    whose(seat, playing)
                ),
            ),
            Tell::Stayed { seat, playing, hand } => {
                ("K6", format!("{} stays on {hand} = {}", whose(seat, playing), hand.total()))
            }
            Tell::CannotAct { seat, playing, hand } => (
                "K6",
                format!(
                    "{} has nothing left to decide on {hand} = {}",
                    whose(seat, playing),
                    hand.total()
                ),
            ),
            Tell::HoleTurned { up, hole } => (
                "K10",
                format!(
                    "the dealer turns the hole card, {hole}: {up},{hole} = {}",
                    up.value() + hole.value()
                ),
            ),
            Tell::DealerDrew { card, total, stops, full } => {
                let end = match (stops, full) {
                    (true, _) => format!("; a {card} ends his turn"),
                    (false, true) => "; he is at his limit of cards".to_owned(),
                    (false, false) => String::new(),
                };
                ("K10", format!("the dealer draws {card}: {total}{end}"))
            }
            Tell::DealerStands { total } => {
                ("K11", format!("the dealer cannot draw and stands on {total}"))
            }
            Tell::Tallied { seat, hand, total, dealer, fate } => {
                let verdict = match fate {
                    Fate::BustHigh => "busts, it is higher",
                    Fate::BustDoubled => "busts, the dealer's total doubles it",
                    Fate::Push => "is a tie, the stake goes back",
                    Fate::ExactMatch => "is a tie, an exact match",
                    Fate::Unrolled | Fate::Survive => "goes on",
                };
                (
                    "K12",
                    format!(
                        "{}: {total} against the dealer's {dealer} {verdict}",
                        whose(seat, hand)
                    ),
                )
            }
            Tell::Rolled { seat, hand, roll, total, dealer, fate } => {
                let verdict = match fate {
                    Fate::BustHigh => "busts, it is higher",
                    Fate::BustDoubled => "busts, the dealer's total doubles it",
                    Fate::ExactMatch => "is an exact match",
                    Fate::Survive | Fate::Push | Fate::Unrolled => "survives",
                };
                (
                    "K13",
                    format!(
                        "{} rolls {} + {}: {total} against {dealer} {verdict}",
                        whose(seat, hand),
                        roll.first,
                        roll.second
                    ),
                )
            }
            Tell::TableWon { winner, prize, dealer } => (
                "K14",
                format!(
                    "seat {} wins the table: {prize} of other players' stakes, {dealer} of the dealer's",
                    winner + 1
                ),
            ),
            Tell::Settled { seat, net, commission } => {
                let kept = match commission {
                    0 => String::new(),
                    kept => format!(", after a commission of {}", &stakes(kept)[1..]),
                };
                ("K15", format!("seat {} nets {}{kept}", seat + 1, stakes(net)))
            }
            Tell::House { net } => ("K15", format!("the house nets {}", stakes(net))),
        };
        self.steps.push(Step::new(rule, "", text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stakes_are_written_with_the_decimals_they_need() {
        for (net, text) in
            [(0, "0"), (2000, "+2"), (-950, "−0.95"), (1, "+0.001"), (-1010, "−1.01")]
        {
            assert_eq!(stakes(net), text);
        }
    }
}
