//! The questions: runs, comparisons, counting, grids and balances, against results from other
//! sources.

#[path = "../../examples/snackjack.rs"]
#[allow(dead_code, reason = "the example's own main is not called here")]
mod snackjack_example;
#[path = "../tables/mod.rs"]
mod tables;

mod advise;
mod balance;
mod compare;
mod count;
mod league;
mod leaks;
mod patience;
mod play;
mod playtest;
mod questions;
mod runs;
mod sweep;
mod tune;
mod verdicts;
