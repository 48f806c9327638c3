//! What happened in a game: nothing kept ([`Silent`]) or told step by step ([`Transcript`]).

use super::hand::{Card, Category, Hand};
use super::rules::UNITS_PER_ANTE;
use crate::games::Step;

/// A step of a game.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum Tell {
    /// Everyone put in an ante.
    Anted { players: usize },
    /// A player was dealt a card.
    Dealt { seat: usize, card: Card },
    /// The discard pile was begun.
    Turned { card: Card },
    /// A round, from 0, began.
    Round { round: usize, dealer: usize },
    /// A player stood.
    Stood { seat: usize, hand: Hand },
    /// A player drew and kept.
    Gained { seat: usize, card: Card, hand: Hand },
    /// A player gave up a card, drew and kept.
    Exchanged { seat: usize, given: Card, card: Card, hand: Hand },
    /// A player drew and threw.
    Threw { seat: usize, card: Card, hand: Hand },
    /// A player took the top of the discard pile for another card.
    Swapped { seat: usize, card: Card, given: Card, hand: Hand },
    /// A player left the game; the refund in money units.
    Junked { seat: usize, hand: Hand, refund: i64 },
    /// Discards became the draw pile.
    Reshuffled { cards: u32 },
    /// The dealer rolled.
    Rolled { dealer: usize, dice: [u32; 2], double: bool },
    /// A player's hand went to the discard pile after a double.
    Discarded { seat: usize, hand: Hand },
    /// A player got a new hand.
    Redealt { seat: usize, hand: Hand },
    /// A player showed.
    Showed { seat: usize, hand: Hand, category: Category },
    /// A tied player drew blind.
    BlindDrew { seat: usize, card: Card },
    /// A player took the pot, in money units; alone if all others had junked.
    Won { seat: usize, pot: i64, alone: bool },
    /// A player's net, in money units.
    Settled { seat: usize, net: i64 },
}

/// Whoever is told the steps of a game.
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
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The steps so far.
    pub steps: Vec<Step>,
    /// Coins to the ante (S12).
    ante: u32,
}

impl Transcript {
    /// An empty one, at a table with an ante of so many coins.
    pub fn new(ante: u32) -> Transcript {
        Transcript { steps: Vec::new(), ante }
    }

    /// Coins, with as many decimals as they need.
    fn coins(&self, units: i64) -> String {
        let coins = units * i64::from(self.ante);
        let (whole, part) = (coins / UNITS_PER_ANTE, coins % UNITS_PER_ANTE);
        debug_assert_eq!(UNITS_PER_ANTE, 1000);
        match format!("{part:03}").trim_end_matches('0') {
            "" => whole.to_string(),
            decimals => format!("{whole}.{decimals}"),
        }
    }
}

/// A hand with its total.
fn summed(hand: Hand) -> String {
    match hand.total() {
        0 => format!("{hand} = 0"),
        total => format!("{hand} = {total:+}"),
    }
}

impl Recorder for Transcript {
    fn event(&mut self, tell: Tell) {
        let who = |seat: usize| format!("seat {}", seat + 1);
        let (rule, text) = match tell {
            Tell::Anted { players } => {
                let each = self.coins(UNITS_PER_ANTE);
                let pot = self.coins(UNITS_PER_ANTE * players as i64);
                ("S12", format!("every player puts in {each}: the pot holds {pot}"))
            }
            Tell::Dealt { seat, card } => {
                ("S4", format!("{} is dealt a card face down (it is {card})", who(seat)))
            }
            Tell::Turned { card } => ("S4", format!("{card} begins the discard pile")),
            Tell::Round { round, dealer } => {
                ("S5", format!("round {}, {} deals", round + 1, who(dealer)))
            }
            Tell::Stood { seat, hand } => {
                ("S8", format!("{} stands on {}", who(seat), summed(hand)))
            }
            Tell::Gained { seat, card, hand } => {
                ("S6", format!("{} draws {card} and keeps it: {}", who(seat), summed(hand)))
            }
            Tell::Exchanged { seat, given, card, hand } => {
                ("S6", format!("{} discards {given} and draws {card}: {}", who(seat), summed(hand)))
            }
            Tell::Threw { seat, card, hand } => {
                ("S6", format!("{} draws {card} and discards it: {}", who(seat), summed(hand)))
            }
            Tell::Swapped { seat, card, given, hand } => (
                "S7",
                format!(
                    "{} takes the {card} off the discard pile for {given}: {}",
                    who(seat),
                    summed(hand)
                ),
            ),
            Tell::Junked { seat, hand, refund } => {
                let back = match refund {
                    0 => String::new(),
                    refund => format!(" and gets {} back", self.coins(refund)),
                };
                ("S8", format!("{} junks {}{back}", who(seat), summed(hand)))
            }
            Tell::Reshuffled { cards } => {
                ("S11", format!("the draw pile is empty: {cards} discards are shuffled into it"))
            }
            Tell::Rolled { dealer, dice: [first, second], double } => {
                let verdict = if double { "a double" } else { "hands stay" };
                ("S10", format!("{} rolls {first} and {second}: {verdict}", who(dealer)))
            }
            Tell::Discarded { seat, hand } => {
                ("S10", format!("{} discards {}", who(seat), summed(hand)))
            }
            Tell::Redealt { seat, hand } => {
                ("S10", format!("{} is dealt {}", who(seat), summed(hand)))
            }
            Tell::Showed { seat, hand, category } => {
                ("S15", format!("{} shows {}: {}", who(seat), summed(hand), category.name()))
            }
            Tell::BlindDrew { seat, card } => {
                ("S14", format!("{} is tied and draws {card} blind", who(seat)))
            }
            Tell::Won { seat, pot, alone } => {
                let pot = self.coins(pot);
                match alone {
                    true => ("S8", format!("{} is alone and takes the pot of {pot}", who(seat))),
                    false => ("S12", format!("{} takes the pot of {pot}", who(seat))),
                }
            }
            Tell::Settled { seat, net } => {
                let sign = if net < 0 { "−" } else { "+" };
                let sign = if net == 0 { "" } else { sign };
                ("S12", format!("{} nets {sign}{}", who(seat), self.coins(net.abs())))
            }
        };
        self.steps.push(Step::new(rule, "", text));
    }
}
