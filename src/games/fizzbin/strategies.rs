//! The native strategies, and the enum of all seats that the tool can fill.

mod collector;
mod features;
pub mod file;
mod questions;

pub use self::collector::{Collector, Random, Redeems, Seventh};
use self::file::FileStrategy;
use super::eval::Ceilings;
use super::hand::Card;
use super::rules::Rules;
use super::view::{Ballot, Choice, Drawn, Guest, Player, Put, Show, View};
use crate::framework::{Named, Parameter, SeatError, Spec, seats};

const SEVENTH: Parameter =
    Parameter { name: "seventh", default: "\"named\"", allowed: "named | keep | shed" };
/// The policies for a seventh card, by their words.
const SEVENTHS: [(&str, Seventh); 3] =
    [("named", Seventh::Named), ("keep", Seventh::Keep), ("shed", Seventh::Shed)];
const REDEEM: Parameter =
    Parameter { name: "redeem", default: "\"spare\"", allowed: "spare | never | always" };

const KRONKS: Parameter =
    Parameter { name: "kronks", default: "\"winning\"", allowed: "winning | never" };

/// The native strategies.
pub const NAMED: &[Named] = &[
    Named {
        name: "random",
        parameters: &[],
        about: "anything legal, all equally likely, and no kronk spent: the floor",
    },
    Named {
        name: "hoarder",
        parameters: &[KRONKS],
        about: "keeps what it draws and gives up what its names miss least, to its own pile",
    },
    Named {
        name: "builder",
        parameters: &[SEVENTH, REDEEM, KRONKS],
        about: "holds what makes a full fizzbin, and takes open cards that raise its hand; votes for \
                day 2, light",
    },
    Named {
        name: "poisoner",
        parameters: &[SEVENTH, REDEEM, KRONKS],
        about: "a builder who gives the leader cards that disqualify, and watches jacks and sevens; \
                votes for day 7, light",
    },
];

/// A seat that the tool can fill.
#[derive(Clone, Debug)]
pub enum Seat {
    /// The native strategy that plays any legal option, all equally likely.
    Random,
    /// Any other native strategy; they differ in what they aim for.
    Collector(Collector),
    /// A strategy file.
    File(FileStrategy),
    /// A player from outside the crate.
    Guest(Box<dyn Guest>),
}

seats!($ Random; Collector File Guest);

/// Passes each question on to the player in the seat.
macro_rules! passed_on {
    ($($asked:ident($($view:ident: $View:ty),+) -> $Answer:ty;)+) => {
        impl Player for Seat {
            #[inline]
            fn is_native(&self) -> bool {
                !matches!(self, Seat::Guest(_))
            }

            $(fn $asked(&mut self, $($view: $View),+) -> $Answer {
                ask!(self.$asked($($view),+))
            })+
        }
    };
}

passed_on! {
    vote(rules: &Rules) -> Choice<Ballot>;
    name(view: &View<'_>) -> Choice<u8>;
    redeem(view: &View<'_>) -> Choice<Option<Card>>;
    shed(view: &View<'_>) -> Choice<Card>;
    lay(view: &View<'_>) -> Choice<Option<Put>>;
    draw(view: &View<'_>, drawn: Card) -> Choice<Drawn>;
    take(view: &View<'_>) -> Choice<Option<Put>>;
    place(view: &View<'_>) -> Choice<Option<Put>>;
    krako(show: &Show<'_>, kronks: u8) -> Choice<Option<usize>>;
    declare(show: &Show<'_>) -> Ceilings;
}

impl Seat {
    /// The approximate time that its decisions take in a turn, in nanoseconds.
    pub fn nanoseconds(&self) -> f64 {
        match self {
            Seat::Random => 100.0,
            Seat::Collector(_) => 300.0,
            Seat::File(_) | Seat::Guest(_) => 500.0,
        }
    }

    /// The seat of a native strategy.
    ///
    /// # Errors
    /// If a parameter has a value that is not allowed.
    pub fn new(spec: &Spec) -> Result<Seat, SeatError> {
        let collector = match spec.name {
            "random" => return Ok(Seat::Random),
            "hoarder" => Collector::HOARDER,
            "poisoner" => Collector::POISONER,
            _ => Collector::BUILDER,
        };
        let spends = spec.one_of(KRONKS.name, &[("winning", true), ("never", false)])?;
        if !collector.builds {
            return Ok(Seat::Collector(Collector { spends, ..collector }));
        }
        let redeems =
            [("spare", Redeems::Spare), ("never", Redeems::Never), ("always", Redeems::Always)];
        Ok(Seat::Collector(Collector {
            seventh: spec.one_of(SEVENTH.name, &SEVENTHS)?,
            redeems: spec.one_of(REDEEM.name, &redeems)?,
            spends,
            ..collector
        }))
    }
}
