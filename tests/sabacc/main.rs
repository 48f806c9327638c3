//! The tests of Sabacc.

#[path = "../slow_sabacc/mod.rs"]
mod slow_sabacc;
#[path = "../tables/mod.rs"]
mod tables;

mod bonus;
mod exploit;
mod features;
mod files;
mod laws;
mod outcome_counts;
mod rules;
mod slow;
mod slow_rank;
mod slow_self;
mod solved;
mod switches;
mod tree;
