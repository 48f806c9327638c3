//! Where a table's events stand in a record: first those of the whole table, which are the six
//! fates, the splits and the cards that run out; then the dealer's totals from the lowest on; then
//! the fates and splits of each seat.

use super::hand::{Fate, SEAT_EVENTS};

/// Units of trials: rounds, all hands, then each seat's hands.
pub const ROUNDS: usize = 0;
/// All hands.
pub const HANDS: usize = 1;

/// The fates in which a hand or a round may end.
pub const FATES: usize = Fate::ALL.len();
/// Events of a seat: the fates and the splits.
pub const PER_SEAT: usize = SEAT_EVENTS.len();
/// The splits, among those.
pub const SPLIT: usize = FATES;

/// The events of cards that run out (K11), after those in which a hand may end.
pub const SCARCE: usize = PER_SEAT;
/// Events before the dealer's totals.
pub const PER_TABLE: usize = SCARCE + 2;
