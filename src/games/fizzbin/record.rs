//! What happened in a round: nothing kept ([`Silent`]) or told step by step ([`Transcript`]).

use super::eval::{Ceilings, Score};
use super::hand::{Card, Cards};
use crate::games::Step;

/// A step of a round.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum Tell<'a> {
    /// Everyone put in an ante, in quatloos.
    Anted { players: usize, ante: i64 },
    /// The kitty of an earlier round is still there (M5).
    Held { kitty: i64 },
    /// A round, from 0, began.
    Dealing { landru: usize, archon: usize },
    /// A player was dealt a card.
    Dealt { seat: usize, card: Card, open: bool },
    /// A player put a card back into the deck for two.
    Redeemed { seat: usize, card: Card, drawn: [Card; 2] },
    /// The archon, who redeemed, gave up a card.
    Shed { seat: usize, card: Card },
    /// A turn began.
    Turn { seat: usize, hand: &'a Cards, deck: u32 },
    /// A player put a card face-down on a pile.
    Laid { seat: usize, card: Card, pile: usize },
    /// A player kept the top card.
    Kept { seat: usize, card: Card },
    /// A player put the top card on a pile.
    Sent { seat: usize, card: Card, pile: usize },
    /// A player took a card off a pile.
    Took { seat: usize, card: Card, pile: usize },
    /// A player put a card face-up on a pile.
    Placed { seat: usize, card: Card, pile: usize },
    /// A player's cards were turned up.
    Shown { seat: usize, hand: &'a Cards, pile: &'a Cards },
    /// A player named another with four jacks.
    Struck { seat: usize, victim: usize, kronks: u8, saved: bool },
    /// A player said how many kronks to spend at most.
    Declared { seat: usize, ceilings: Ceilings },
    /// What a player scores.
    Scored { seat: usize, score: &'a Score },
    /// Equal players threw for it.
    Threw { players: u32 },
    /// A player won the round.
    Won { seat: usize },
    /// A player won often enough to be out with the kitty.
    Outta { seat: usize, kitty: i64 },
    /// A player's kronks were paid for, in quatloos.
    Paid { seat: usize, kronks: u32, quatloos: i64 },
    /// A player's net of the round, in quatloos.
    Settled { seat: usize, net: i64 },
}

/// Whoever is told the steps of a round.
pub trait Recorder {
    /// Told one step.
    fn event(&mut self, tell: Tell<'_>);
}

/// Keeps nothing, and costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Recorder for Silent {
    #[inline(always)]
    fn event(&mut self, _tell: Tell<'_>) {}
}

/// Writes every step down, with the rule that it follows.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The steps so far.
    pub steps: Vec<Step>,
}

/// Many kronks, or one.
fn kronks(many: u32) -> String {
    if many == 1 { "1 kronk".to_owned() } else { format!("{many} kronks") }
}

/// A stage's name, and what it cost.
fn named(name: &str, spent: u8) -> String {
    match spent {
        0 => name.to_owned(),
        _ => format!("{name} with {}", kronks(spent.into())),
    }
}

impl Recorder for Transcript {
    fn event(&mut self, tell: Tell<'_>) {
        let who = |seat: usize| format!("seat {}", seat + 1);
        let onto = |seat: usize, pile: usize| match seat == pile {
            true => "its own pile".to_owned(),
            false => format!("the pile of seat {}", pile + 1),
        };
        let (rule, text) = match tell {
            Tell::Anted { ante: 0, .. } => ("M3", "no antes on a Sunday".to_owned()),
            Tell::Anted { players, ante } => {
                let kitty = ante * players as i64;
                ("M1", format!("every player puts in {ante}: the kitty holds {kitty}"))
            }
            Tell::Held { kitty } => ("M5", format!("the kitty of {kitty} is still to be won")),
            Tell::Dealing { landru, archon } => {
                ("S1", format!("{} is landru, {} archon", who(landru), who(archon)))
            }
            Tell::Dealt { seat, card, open: true } => {
                ("S2", format!("{} is dealt {card} face up", who(seat)))
            }
            Tell::Dealt { seat, card, open: false } => {
                ("S2", format!("{} is dealt a card face down (it is {card})", who(seat)))
            }
            Tell::Redeemed { seat, card, drawn: [one, other] } => (
                "S4",
                format!("{} redeems {card} and draws two (they are {one}, {other})", who(seat)),
            ),
            Tell::Shed { seat, card } => {
                ("S4", format!("{} puts {card} face up on its own pile", who(seat)))
            }
            Tell::Turn { seat, hand, deck: 0 } => {
                ("P6", format!("{} with {hand}, the deck empty", who(seat)))
            }
            Tell::Turn { seat, hand, deck } => {
                ("P", format!("{} with {hand}, {deck} in the deck", who(seat)))
            }
            Tell::Laid { seat, card, pile } => (
                "P1",
                format!(
                    "{} lays a card face down on {} (it is {card})",
                    who(seat),
                    onto(seat, pile)
                ),
            ),
            Tell::Kept { seat, card } => {
                ("P2", format!("{} draws a card and keeps it (it is {card})", who(seat)))
            }
            Tell::Sent { seat, card, pile } => {
                ("P2", format!("{} draws {card} and puts it on {}", who(seat), onto(seat, pile)))
            }
            Tell::Took { seat, card, pile } => {
                ("P3", format!("{} takes {card} off {}", who(seat), onto(seat, pile)))
            }
            Tell::Placed { seat, card, pile } => {
                ("P4", format!("{} places {card} on {}", who(seat), onto(seat, pile)))
            }
            Tell::Shown { seat, hand, pile } if pile.is_empty() => {
                ("P9", format!("{} shows {hand}", who(seat)))
            }
            Tell::Shown { seat, hand, pile } => {
                ("P9", format!("{} shows {hand}, and {pile} on its pile", who(seat)))
            }
            Tell::Struck { seat, victim, kronks: cost, saved } => {
                let cost =
                    if cost == 0 { String::new() } else { format!(" ({})", kronks(cost.into())) };
                let then = if saved { "whom an oxmyx saves" } else { "who cannot win" };
                (
                    "P10",
                    format!("{} has a krako{cost} and names {}, {then}", who(seat), who(victim)),
                )
            }
            Tell::Declared { seat, ceilings } => (
                "P11",
                format!(
                    "{} declares up to {} in its hand and {} in hand and pile",
                    who(seat),
                    ceilings.hand,
                    kronks(ceilings.combined.into())
                ),
            ),
            Tell::Scored { seat, score } => {
                let hand = named(score.hand.value.hand_name(), score.hand.spent);
                let combined = named(&score.combined.value.combined_name(), score.combined.spent);
                let seventh = match score.named {
                    Some(card) if score.spent() > 0 => format!(" ({card} is a kronk, W1)"),
                    _ => String::new(),
                };
                ("E1", format!("{} has {hand} / {combined}{seventh}", who(seat)))
            }
            Tell::Threw { players } => {
                ("M4", format!("{players} players are equal and throw for it"))
            }
            Tell::Won { seat } => ("E1", format!("{} wins the round", who(seat))),
            Tell::Outta { seat, kitty } => {
                ("M2", format!("{} takes the kitty of {kitty}", who(seat)))
            }
            Tell::Paid { seat, kronks: many, quatloos } => {
                ("M2", format!("{} pays {quatloos} for {}", who(seat), kronks(many)))
            }
            Tell::Settled { seat, net } => {
                let sign = match net {
                    ..0 => "−",
                    0 => "",
                    1.. => "+",
                };
                ("M2", format!("{} nets {sign}{}", who(seat), net.abs()))
            }
        };
        self.steps.push(Step::new(rule, "", text));
    }
}
