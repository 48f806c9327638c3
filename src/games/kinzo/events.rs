//! The layout of a table's events in a record: first those of the whole table (the six fates, the
//! splits, and cards running out), then the dealer's totals from the lowest, then the fates and
//! splits of each seat.

use super::hand::{Fate, SEAT_EVENTS};

/// Units of trials: rounds, all hands, then each seat's hands.
pub const ROUNDS: usize = 0;
/// All hands.
pub const HANDS: usize = 1;

/// The number of fates of a hand.
pub const FATES: usize = Fate::ALL.len();
/// The number of events of a seat: the fates and the splits.
pub const PER_SEAT: usize = SEAT_EVENTS.len();
/// The index of the splits among those.
pub const SPLIT: usize = FATES;

/// The index of the deck running out (K11), after the events shared with seats.
pub const DECK_RAN_OUT: usize = PER_SEAT;
/// The index of the shuffle of the discards for a new deck (K11).
pub const DECK_RESHUFFLED: usize = DECK_RAN_OUT + 1;
/// The number of events before the dealer's totals.
pub const PER_TABLE: usize = DECK_RESHUFFLED + 1;
