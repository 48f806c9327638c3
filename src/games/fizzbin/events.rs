//! The events of a round: those of the whole table, and those of a seat, as bonuses name them.

use super::hand::{COMBINED_PLACES, HAND_PLACES, combined_event, hand_event};
use std::sync::LazyLock;

/// Where the hands that win begin, after all that are declared.
pub const WINS: usize = HAND_PLACES + COMBINED_PLACES;
/// Where the numbers of kronks that were spent begin.
pub const KRONKS: usize = 2 * WINS;
/// Kronks that are counted apart; who spends more is counted with the most.
pub const KRONKS_APART: usize = 10;
/// Where what else happened begins.
pub const OTHERS: usize = KRONKS + KRONKS_APART;
/// The names of what else happened.
pub const OTHER_EVENTS: [&str; 3] = ["redeemed", "krako-struck", "rock-paper-scissors"];
/// Where the numbers of turns begin, which are the table's alone.
pub const LAPS: usize = OTHERS + OTHER_EVENTS.len();

/// The event of so many kronks.
pub fn kronks_event(many: usize) -> String {
    let more = if many + 1 == KRONKS_APART { "+" } else { "" };
    format!("kronks-spent:{many}{more}")
}

/// The events of a seat: what it declares, what it wins with, the kronks that it pays for, and
/// whether it redeems, is struck by a krako, or throws for the win.
pub fn of_a_seat() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let declared = || {
            let hands = (0..HAND_PLACES).map(hand_event);
            hands.chain((0..COMBINED_PLACES).map(combined_event))
        };
        let wins = declared().map(|name| format!("wins-with:{name}"));
        let names = declared().chain(wins).chain((0..KRONKS_APART).map(kronks_event));
        // Made once.
        names.map(|name| &*name.leak()).chain(OTHER_EVENTS).collect()
    });
    &NAMES
}
