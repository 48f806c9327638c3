//! Metrics: the single figure of a table that a designer optimises.

use super::StudyError;
use super::odds::wanted;
use super::refuse;
use super::setup::{Seated, at_table};
use super::tables::Intervals;
use crate::framework::settings::{hint, nearest, shown};
use crate::framework::{AnyTable, ExactFigures, Tallied};
use crate::simulate::{Account, Grid};
use crate::stats::bonferroni;
use std::fmt;

/// A figure of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metric {
    /// The house's EV over the initial stakes or antes of all players.
    HouseEdge,
    /// The EV of the best position less that of the worst.
    PositionSpread,
    /// The probability of an event: as played, or as dealt if its name says so.
    Event(String),
    /// The EV of a seat.
    Ev(Account),
}

/// The units other than rounds that runs can tally.
const OTHERS: [Tallied; 2] = [Tallied::Shown, Tallied::Dealt];

const KNOWN: &str = "house-edge, position-spread, event:NAME, ev:SEAT";

impl Metric {
    /// Parses `house-edge`, `position-spread`, `event:NAME` or `ev:SEAT`, where SEAT is a number
    /// from 1 or `house`.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn read(text: &str) -> Result<Metric, StudyError> {
        let refuse = |why: String| refuse(format!("metric `{}`: {why}", shown(text)));
        match text.split_once(':').unwrap_or((text, "")) {
            ("house-edge", "") => Ok(Metric::HouseEdge),
            ("position-spread", "") => Ok(Metric::PositionSpread),
            ("event", name) if !name.is_empty() => Ok(Metric::Event(name.to_owned())),
            ("event", _) => refuse("name the event, as in event:NAME".to_owned()),
            ("ev", "house") => Ok(Metric::Ev(Account::House)),
            ("ev", seat) => match seat.parse::<usize>() {
                Ok(seat) if seat >= 1 => Ok(Metric::Ev(Account::Seat(seat - 1))),
                _ => refuse("a seat is a number from 1, or house: ev:1".to_owned()),
            },
            (name, rest) => {
                let names = ["house-edge", "position-spread", "event", "ev"];
                let near = nearest(name, names);
                // The name of an event may have a colon.
                let event = || (!rest.is_empty()).then(|| format!("event:{}", shown(text)));
                let meant = hint(&near.or_else(event));
                refuse(format!("there is no such metric{meant}; metrics are {KNOWN}"))
            }
        }
    }

    /// Refuses an event or a seat that the table does not have.
    pub(super) fn check(&self, game: &dyn AnyTable) -> Result<(), StudyError> {
        match self {
            Metric::Event(name) => {
                let mut known = game.events();
                for other in OTHERS.into_iter().filter_map(|other| tallying(game, other)) {
                    known.extend(other.events());
                }
                let mut names = std::collections::HashSet::new();
                known.retain(|event| names.insert(event.name.clone()));
                wanted(&known, Some(name)).map(|_| ())
            }
            Metric::Ev(Account::Seat(seat)) => at_table(game, seat.saturating_add(1))
                .map_err(|why| StudyError::refused(format!("metric `{self}`: {why}"))),
            Metric::HouseEdge | Metric::PositionSpread | Metric::Ev(_) => Ok(()),
        }
    }

    /// Refuses a metric of the house if no table has one.
    pub(super) fn check_house<'a>(
        &self,
        tables: impl IntoIterator<Item = &'a Seated, IntoIter: Clone>,
    ) -> Result<(), StudyError> {
        let mut tables = tables.into_iter().filter(|seated| seated.game.has_house());
        let asked = matches!(self, Metric::HouseEdge | Metric::Ev(Account::House));
        let why = match self {
            _ if !asked => return Ok(()),
            _ if tables.clone().next().is_none() => {
                "these rules have no house; ask for position-spread, event:NAME or ev:SEAT"
            }
            Metric::HouseEdge if tables.all(|seated| put_in(seated).is_none()) => {
                "players put in nothing at first, or choose how much: there is no first stake to divide \
                 by; ask for ev:house"
            }
            _ => return Ok(()),
        };
        refuse(format!("metric `{self}`: {why}"))
    }

    /// The unit that runs must tally for this metric: rounds, or the other unit that has the event.
    pub(super) fn tallied(&self, game: &dyn AnyTable) -> Tallied {
        let Metric::Event(name) = self else { return Tallied::Rounds };
        let has = |game: &dyn AnyTable| game.events().iter().any(|event| event.name == *name);
        let of = |other: &Tallied| tallying(game, *other).is_some_and(|game| has(&*game));
        if has(game) { Tallied::Rounds } else { OTHERS.into_iter().find(of).unwrap_or_default() }
    }

    /// The name of its unit; `stake` is the unit of the game's EVs.
    pub fn unit(&self, stake: &str) -> String {
        match self {
            Metric::HouseEdge => format!("share of the {stake} that all put in at first"),
            Metric::PositionSpread | Metric::Ev(_) => format!("{stake} a round"),
            Metric::Event(_) => "probability".to_owned(),
        }
    }
}

/// The initial stakes of all players, before anything is dealt, in stakes; `None` if there are none
/// or the players choose them.
pub(super) fn put_in(Seated { game, players, .. }: &Seated) -> Option<f64> {
    game.first_stake(&**players).map(|stake| stake * game.players() as f64)
}

/// The table with runs that tally another unit than rounds; `None` if it cannot.
pub(super) fn tallying(game: &dyn AnyTable, tallied: Tallied) -> Option<Box<dyn AnyTable>> {
    game.capabilities().tallying.map(|game| game.tallying(tallied))
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Metric::HouseEdge => f.write_str("house-edge"),
            Metric::PositionSpread => f.write_str("position-spread"),
            Metric::Event(name) => write!(f, "event:{name}"),
            Metric::Ev(Account::House) => f.write_str("ev:house"),
            Metric::Ev(Account::Seat(seat)) => write!(f, "ev:{}", seat.saturating_add(1)),
        }
    }
}

/// The value of a metric at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The value.
    pub value: f64,
    /// The ends of its interval; infinite if unknown.
    pub low: f64,
    pub high: f64,
    /// The number of rounds sampled; `None` if it was computed.
    pub rounds: Option<u64>,
}

/// Computes a metric from the tallies of a grid point; `None` if nothing was played, or if an edge
/// has no initial stakes to divide by.
pub(super) fn sampled(
    metric: &Metric,
    seated: &Seated,
    grid: &Grid,
    point: usize,
    intervals: Intervals,
) -> Option<Measured> {
    let game = &*seated.game;
    let (tally, units) = (grid.tally(point), game.profile().scale());
    let rounds = Some(tally.rounds());
    let ends = |low: Option<f64>, high: Option<f64>| {
        (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY))
    };
    let (value, (low, high)) = match metric {
        Metric::HouseEdge | Metric::Ev(Account::House) if !game.has_house() => (0.0, (0.0, 0.0)),
        Metric::HouseEdge => {
            let ev = intervals.ev(&tally.house().net, units)?;
            let (all, (low, high)) = (put_in(seated)?, ends(ev.low, ev.high));
            (ev.value / all, (low / all, high / all))
        }
        Metric::Ev(account) => {
            let net = match account {
                Account::House => tally.house().net,
                Account::Seat(seat) => tally.seats().get(*seat)?.net,
            };
            let ev = intervals.ev(&net, units)?;
            (ev.value, ends(ev.low, ev.high))
        }
        Metric::Event(name) => {
            let (at, event) =
                game.events().into_iter().enumerate().find(|(_, e)| e.name == *name)?;
            if !event.possible {
                return Some(Measured { value: 0.0, low: 0.0, high: 0.0, rounds });
            }
            let event = *tally.events().get(at)?;
            let share = intervals.proportion(&event.hits, event.rounds);
            // Without hits only an upper bound of the share is known.
            let value = share.value.or((share.trials > 0).then_some(0.0))?;
            (value, (share.low, share.high))
        }
        Metric::PositionSpread => {
            // The intervals of all differences hold simultaneously, so that of the largest one
            // holds too.
            let pairs = grid.position_pairs(point);
            let alpha = bonferroni(intervals.confidence, pairs.len());
            let mut spread = (0.0, (0.0, 0.0));
            for found in pairs.iter().map(|pair| intervals.difference(pair, units, alpha)) {
                let found = found?;
                let (low, high) = ends(found.low, found.high);
                let (value, (least, most)) = spread;
                let value = f64::max(value, found.value.abs());
                spread = (
                    value,
                    (f64::max(least, f64::max(low, -high)), f64::max(most, f64::max(high, -low))),
                );
            }
            spread
        }
    };
    Some(Measured { value, low, high, rounds })
}

/// Computes a metric from exact figures; `None` if they do not determine it.
pub(super) fn exact(metric: &Metric, seated: &Seated, figures: &ExactFigures) -> Option<Measured> {
    let game = &*seated.game;
    let units = game.profile().scale();
    let value = match metric {
        Metric::HouseEdge => figures.house.mean / units / put_in(seated)?,
        Metric::Ev(Account::House) => figures.house.mean / units,
        Metric::Ev(Account::Seat(seat)) => figures.seats.get(*seat)?.mean / units,
        Metric::Event(name) => {
            let at = game.events().iter().position(|event| event.name == *name)?;
            let (hits, trials) = *figures.events.get(at)?;
            if trials > 0.0 { hits / trials } else { 0.0 }
        }
        Metric::PositionSpread if game.players() == 1 => 0.0,
        Metric::PositionSpread if figures.positions.is_empty() => return None,
        Metric::PositionSpread => {
            let evs = || figures.positions.iter().map(|position| position.mean);
            (evs().fold(f64::MIN, f64::max) - evs().fold(f64::MAX, f64::min)) / units
        }
    };
    Some(Measured { value, low: value, high: value, rounds: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_read_as_they_are_written() {
        for text in ["house-edge", "position-spread", "event:dealer-total:7", "ev:3", "ev:house"] {
            assert_eq!(Metric::read(text).unwrap().to_string(), text);
        }
        for (text, part) in [
            ("house_edge", "did you mean `house-edge`"),
            ("event", "name the event"),
            ("event:", "name the event"),
            ("ev:0", "a number from 1, or house"),
            ("ev", "a number from 1, or house"),
            ("profit", "metrics are house-edge, position-spread, event:NAME, ev:SEAT"),
            ("house-edge:1", "no such metric"),
        ] {
            let message = Metric::read(text).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
