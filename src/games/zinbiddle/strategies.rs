//! The native strategies, and the enum of all players that a seat can have.

pub mod file;
pub mod hunter;
pub mod pilot;
mod questions;
pub mod regular;

use self::file::FileStrategy;
use self::hunter::Hunter;
use self::pilot::Weigher;
use self::regular::Regular;
use super::exact::maximum::WITHIN_REACH;
use super::rules::Rules;
use super::view::{Answer, Bet, BetChoice, Guest, Pilot, PilotChoice, Player, View};
use crate::framework::counting;
use crate::framework::{Named, Parameter, SeatError, Spec, seats};

/// The strategies known by name.
pub const NAMED: &[Named] = &[
    Named {
        name: "random",
        parameters: &[],
        about: "anything that is legal, all equally likely: the floor",
    },
    Named {
        name: "passive",
        parameters: &[],
        about: "never bets or raises, calls every bet, never acts, calls a natural zinbiddle",
    },
    Named {
        name: "regular",
        parameters: &[],
        about: "bets, folds and acts by what small tables say its three lines are worth",
    },
    Named {
        name: "pilot",
        parameters: &counting::parameters("none"),
        about: "weighs each action and bet by its chance at each quarter of the pot; knows the full \
                shoes and what this hand shows",
    },
    Named {
        name: "counter",
        parameters: &[],
        about: "the same as pilot, and remembers every card since each shoe was shuffled",
    },
    Named {
        name: "barrage-hunter",
        parameters: &[Parameter {
            name: "actions",
            default: "quick",
            allowed: "quick | 2..=4: how many it plans for; 4, or 3 with Sixes, take minutes",
        }],
        about: "calls everything, acts for nothing but an Ion Barrage, as well as its actions allow",
    },
];

/// A player of any kind.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Takes any legal action, all with equal probability.
    Random,
    /// Calls every bet, and does nothing else.
    Passive,
    /// Plays by small tables.
    Regular(Regular),
    /// Plays by a file.
    File(FileStrategy),
    /// Weighs its chance at each quarter of the pot.
    Weigher(Weigher),
    /// Acts only towards an Ion Barrage.
    Hunter(Hunter),
    /// A player of any other type.
    Guest(Box<dyn Guest>),
}

/// Takes any legal action, all with equal probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random;

impl Player for Random {
    fn counts(&self) -> bool {
        false
    }

    fn side_bet(&mut self, _view: &View<'_>) -> Answer {
        Answer::Mix { yes: 1, no: 1 }
    }

    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        Answer::Mix { yes: 1, no: 1 }
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        BetChoice::Mix(Bet::ALL.map(|bet| view.allows_bet(bet).into()))
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let mut weights = [0; Pilot::WAYS];
        for action in view.legal() {
            weights[action.index()] = 1;
        }
        PilotChoice::Mix(weights)
    }
}

/// Never bets or raises, calls every bet, never acts, calls a natural zinbiddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passive;

impl Player for Passive {
    fn counts(&self) -> bool {
        false
    }

    #[inline]
    fn checks(&self, _view: &View<'_>) -> bool {
        true
    }

    #[inline]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        BetChoice::Do(if view.to_call() > 0 { Bet::Call } else { Bet::Check })
    }

    #[inline]
    fn pilot(&mut self, _view: &View<'_>) -> PilotChoice {
        PilotChoice::Do(Pilot::Pass)
    }
}

seats!($ Random Passive; Regular File Weigher Hunter Guest; notices);

impl Player for Seat {
    #[inline]
    fn is_native(&self) -> bool {
        !matches!(self, Seat::Guest(_))
    }

    fn error_rate(&self) -> u32 {
        ask!(self.error_rate())
    }

    #[inline]
    fn counts(&self) -> bool {
        ask!(self.counts())
    }

    #[inline(always)]
    fn look(&mut self, view: &View<'_>) {
        // No other native strategy evaluates its cards here.
        match self {
            Seat::Regular(seat) => seat.look(view),
            Seat::File(seat) => seat.look(view),
            Seat::Guest(seat) => seat.look(view),
            _ => {}
        }
    }

    #[inline(always)]
    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        match self {
            Seat::Regular(seat) => seat.side_bet(view),
            seat => seat.rarer_side_bet(&{ *view }),
        }
    }

    #[inline]
    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        ask!(self.zinbiddle(view))
    }

    #[inline(always)]
    fn checks(&self, view: &View<'_>) -> bool {
        match self {
            Seat::Regular(seat) => seat.checks(view),
            Seat::Passive => true,
            Seat::Guest(seat) => seat.checks(view),
            _ => false,
        }
    }

    #[inline(always)]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        match self {
            Seat::Regular(seat) => seat.bet(view),
            // A copy, so that the original need not be in memory.
            seat => seat.rarer_bet(&{ *view }),
        }
    }

    #[inline(always)]
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        match self {
            Seat::Regular(seat) => seat.pilot(view),
            seat => seat.rarer_pilot(&{ *view }),
        }
    }

    #[inline(always)]
    fn action(
        &mut self,
        view: &View<'_>,
        draw: impl FnOnce(&[u16; Pilot::WAYS]) -> usize,
    ) -> Pilot {
        match self {
            Seat::Regular(seat) => seat.as_pilot(view),
            seat => match seat.rarer_pilot(&{ *view }) {
                PilotChoice::Do(action) => action,
                PilotChoice::Mix(weights) => Pilot::from_index(draw(&weights)),
            },
        }
    }
}

impl Seat {
    /// [`Player::side_bet`] out of line, for the same reason as [`Seat::rarer_bet`].
    #[inline(never)]
    fn rarer_side_bet(&mut self, view: &View<'_>) -> Answer {
        ask!(self.side_bet(view))
    }

    /// [`Player::bet`] out of line, for all but the default strategy: it keeps the hot loop small.
    #[inline(never)]
    fn rarer_bet(&mut self, view: &View<'_>) -> BetChoice {
        ask!(self.bet(view))
    }

    /// [`Player::pilot`] out of line, for the same reason as [`Seat::rarer_bet`].
    #[inline(never)]
    fn rarer_pilot(&mut self, view: &View<'_>) -> PilotChoice {
        ask!(self.pilot(view))
    }

    /// Whether any of its decisions depends on what it remembers of earlier rounds.
    pub(super) fn remembers(&self) -> bool {
        match self {
            Seat::Random | Seat::Passive | Seat::Regular(_) | Seat::Hunter(_) | Seat::Guest(_) => {
                false
            }
            Seat::File(seat) => seat.remembers(),
            Seat::Weigher(_) => true,
        }
    }

    /// The player that a named strategy describes, at a table of these rules.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn new(spec: &Spec, rules: &Rules) -> Result<Seat, SeatError> {
        Ok(match spec.name {
            "random" => Seat::Random,
            "passive" => Seat::Passive,
            "pilot" => Seat::Weigher(Weigher::remembering(rules, spec.recall.clone())),
            "counter" => Seat::Weigher(Weigher::new(rules, true)),
            "barrage-hunter" => {
                let value = spec.get("actions");
                let number = value.and_then(toml::Value::as_integer);
                let planned = number.filter(|n| (2..=i64::from(WITHIN_REACH)).contains(n));
                if planned.is_none() && value.and_then(toml::Value::as_str) != Some("quick") {
                    let allowed =
                        format!("quick, or 2..={WITHIN_REACH}: more is out of reach here");
                    return Err(spec.refused("actions", allowed));
                }
                Seat::Hunter(Hunter::new(rules, planned.map(|n| n as u8)))
            }
            _ => Seat::Regular(Regular::default()),
        })
    }

    /// A rough estimate of the time that its decisions take per hand, in nanoseconds.
    pub fn nanoseconds(&self) -> f64 {
        match self {
            Seat::Random => 350.0,
            Seat::Passive => 40.0,
            Seat::Regular(_) => 330.0,
            Seat::File(_) | Seat::Guest(_) => 500.0,
            Seat::Weigher(_) => 1_200.0,
            Seat::Hunter(_) => 16_000.0,
        }
    }
}
