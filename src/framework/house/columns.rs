//! The mapping of a round's events to the record of its session.

use super::table::Outcome;
use crate::framework::{Occasion, Of, Record};

/// The columns of [`Record::hits`] for all events, in the order of
/// [`Engine::events`](crate::framework::Engine::events): all events for the whole table, a shoe
/// that ran out, and the events of seats and hands by seat.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    players: usize,
    ran_out: usize,
    /// Indexed by the numbers of [`Outcome::happened`] that stand for events; the numbers above
    /// these stand for further hands.
    all: Vec<Column>,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    of: Of,
    /// The index in [`Record::hits`] of the event for the whole table.
    table: usize,
    /// The index of the event for its seat; unused for an event of the table.
    seat: usize,
}

impl Columns {
    pub fn new(events: &[Occasion], players: usize) -> Columns {
        let mut next = events.len() + 1;
        let mut all = Vec::new();
        for (table, occasion) in events.iter().enumerate() {
            all.extend((0..players).map(|seat| Column {
                of: occasion.of,
                table,
                seat: next + seat,
            }));
            next += if occasion.of == Of::Table { 0 } else { players };
        }
        Columns { players, ran_out: events.len(), all }
    }

    /// Counts the events and the hands of a round. To count an event at most once per round, it is
    /// looked up among the earlier ones of the round, which are seldom more than two or three.
    #[inline]
    pub fn add(&self, round: &Outcome, record: &mut Record) {
        record.trials[1..].iter_mut().for_each(|hands| *hands += 1);
        record.trials[1] += self.players as u32 - 1;
        record.hits[self.ran_out] += u32::from(round.ran_out);
        for (at, &number) in round.happened.iter().enumerate() {
            let number = number as usize;
            let Some(column) = self.all.get(number) else {
                record.trials[1] += 1;
                record.trials[2 + number - self.all.len()] += 1;
                continue;
            };
            if column.of == Of::Hand {
                record.hits[column.table] += 1;
                record.hits[column.seat] += 1;
                continue;
            }
            let before = || round.happened[..at].iter().map(|&number| number as usize);
            let of_event = |number: usize| {
                self.all.get(number).is_some_and(|other| other.table == column.table)
            };
            if !before().any(of_event) {
                record.hits[column.table] += 1;
            }
            if column.of == Of::Seat && !before().any(|other| other == number) {
                record.hits[column.seat] += 1;
            }
        }
    }
}
