//! The events of a round: those of the whole table, and those of a single seat, which bonuses name.

use super::hand::{COMBINED_PLACES, HAND_PLACES, combined_event, hand_event};
use std::sync::LazyLock;

/// The index of the first `wins-with` event, after those of declared names.
pub const WINS: usize = HAND_PLACES + COMBINED_PLACES;
/// The index of the first `kronks-spent` event.
pub const KRONKS: usize = 2 * WINS;
/// The number of `kronks-spent` events; the last one also counts everything above.
pub const KRONKS_APART: usize = 10;
/// The index of the first of the other events.
pub const OTHERS: usize = KRONKS + KRONKS_APART;
/// One of those: a card was redeemed (S4).
pub const REDEEMED: usize = OTHERS;
/// A krako struck (P10).
pub const STRUCK: usize = OTHERS + 1;
/// Equal hands threw for the win (M4).
pub const THROWN: usize = OTHERS + 2;
/// The names of the other events.
pub const OTHER_EVENTS: [&str; 3] = ["redeemed", "krako-struck", "rock-paper-scissors"];
/// The index of the first event for the number of turns, which the table alone has.
pub const LAPS: usize = OTHERS + OTHER_EVENTS.len();

/// The event of `many` kronks spent.
pub fn kronks_event(many: usize) -> String {
    let more = if many + 1 == KRONKS_APART { "+" } else { "" };
    format!("kronks-spent:{many}{more}")
}

/// The events of a seat: the names that it declares and wins with, the kronks that it pays for, and
/// whether it redeems, is struck by a krako, or throws for the win.
pub fn of_a_seat() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let declared = || {
            let hands = (0..HAND_PLACES).map(hand_event);
            hands.chain((0..COMBINED_PLACES).map(combined_event))
        };
        let wins = declared().map(|name| format!("wins-with:{name}"));
        let names = declared().chain(wins).chain((0..KRONKS_APART).map(kronks_event));
        // Leaked once.
        names.map(|name| &*name.leak()).chain(OTHER_EVENTS).collect()
    });
    &NAMES
}
