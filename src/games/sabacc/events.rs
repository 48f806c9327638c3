//! The events of a game: the categories of hands that are shown and that win, and others.

use crate::framework::notation::named;
use std::sync::LazyLock;

named! {
    /// The category of a hand (the rules document's table), best first.
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    #[allow(missing_docs, reason = "the names are those of the game")]
    pub enum Category {
        PureSabacc = "pure-sabacc",
        FullSabacc = "full-sabacc",
        Fleet = "fleet",
        YeeHaa = "yee-haa",
        Rhylet = "rhylet",
        Squadron = "squadron",
        GeeWhiz = "gee-whiz",
        StraightKhyron = "straight-khyron",
        BanthasWild = "banthas-wild",
        RuleOfTwo = "rule-of-two",
        OnePair = "one-pair",
        Sabacc = "sabacc",
        Nulrhek = "nulrhek",
    }
}

/// The number of categories of hands.
pub const CATEGORIES: usize = Category::ALL.len();
/// The index in [`SEAT_EVENTS`] of the first event that is not about a category.
pub const OTHERS: usize = 2 * CATEGORIES;
/// One of those: it went to a blind draw (S14).
pub const BLIND_DRAW: usize = OTHERS;
/// The dice showed a double (S10).
pub const DOUBLE: usize = OTHERS + 1;
/// All others junked (S8).
pub const JUNKED_OUT: usize = OTHERS + 2;
/// The seat junked. The table as a whole does not count it.
pub const JUNKED: usize = OTHERS + 3;
/// The names of those events.
pub const OTHER_EVENTS: [&str; 4] = ["blind-draw", "double", "junked-out", "junked"];

/// The events that bonuses can name: those of the table, then those of a single seat.
pub static SEAT_EVENTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    // Leaked once.
    let of = |what: &str| Category::ALL.map(|one| &*format!("{what}:{}", one.name()).leak());
    [&of("wins-with")[..], &of("shows"), &OTHER_EVENTS].concat()
});
