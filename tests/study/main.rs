//! The questions: runs, comparisons, counting, grids and what balances, against what is known
//! otherwise.

#[path = "../tables/mod.rs"]
mod tables;

mod balance;
mod compare;
mod count;
mod playtest;
mod runs;
mod sweep;
