//! Decisions in the notation of written rounds.

use super::eval::Ceilings;
use super::hand::{Card, Suit};
use super::view::{Ballot, Put};
use std::fmt;

/// A decision of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    Pass,
    Vote(Ballot),
    Name(u8),
    Redeem(Card),
    Shed(Card),
    Lay(Put),
    Keep,
    Send(usize),
    Take(Put),
    Place(Put),
    Krako(usize),
    Declare(Ceilings),
}

impl fmt::Display for Decided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Decided::Pass => f.write_str("pass"),
            Decided::Vote(Ballot { day, dark }) => {
                write!(f, "vote {day} {}", if dark { "dark" } else { "light" })
            }
            Decided::Name(rank) => write!(f, "name {}", letter(rank)),
            Decided::Redeem(card) => write!(f, "redeem {card}"),
            Decided::Shed(card) => write!(f, "shed {card}"),
            Decided::Lay(Put { card, pile }) => write!(f, "lay {card} {}", pile + 1),
            Decided::Keep => f.write_str("keep"),
            Decided::Send(seat) => write!(f, "send {}", seat + 1),
            Decided::Take(Put { card, pile }) => write!(f, "take {card} {}", pile + 1),
            Decided::Place(Put { card, pile }) => write!(f, "place {card} {}", pile + 1),
            Decided::Krako(seat) => write!(f, "krako {}", seat + 1),
            Decided::Declare(Ceilings { hand, combined }) => {
                write!(f, "declare {hand} {combined}")
            }
        }
    }
}

/// A rank as it is written in a card.
pub(super) fn letter(rank: u8) -> String {
    Card::new(rank, Suit::Spades).to_string()[..1].to_owned()
}

/// The allowed decisions, for messages.
pub(super) const ALLOWED: &str = "vote DAY LIGHT, name RANK, pass, redeem CARD, shed CARD, lay CARD SEAT, keep, send \
     SEAT, take CARD SEAT, place CARD SEAT, krako SEAT and declare K K are allowed (such \
     as place 3S 1)";

impl Decided {
    /// Parses a decision.
    pub(super) fn read(text: &str) -> Option<Decided> {
        let card = |text: &str| text.parse::<Card>().ok();
        let seat = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let put = |of: &str, on: &str| Some(Put { card: card(of)?, pile: seat(on)? });
        match *text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["pass"] => Some(Decided::Pass),
            ["keep"] => Some(Decided::Keep),
            ["vote", day, light @ ("light" | "dark")] => {
                let day = day.parse().ok().filter(|day| (1..=10).contains(day))?;
                Some(Decided::Vote(Ballot { day, dark: light == "dark" }))
            }
            // A rank is written as in a card.
            ["name", rank] => card(&format!("{rank}S")).map(|card| Decided::Name(card.rank())),
            ["redeem", of] => card(of).map(Decided::Redeem),
            ["shed", of] => card(of).map(Decided::Shed),
            ["send", to] => seat(to).map(Decided::Send),
            ["krako", whom] => seat(whom).map(Decided::Krako),
            ["lay", of, on] => put(of, on).map(Decided::Lay),
            ["take", of, off] => put(of, off).map(Decided::Take),
            ["place", of, on] => put(of, on).map(Decided::Place),
            ["declare", hand, combined] => {
                let ceilings =
                    Ceilings { hand: hand.parse().ok()?, combined: combined.parse().ok()? };
                Some(Decided::Declare(ceilings))
            }
            _ => None,
        }
    }
}
