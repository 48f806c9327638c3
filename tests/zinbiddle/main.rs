//! The tests of Zinbiddle.

#[path = "../desk/mod.rs"]
mod desk;
#[path = "../tables/mod.rs"]
mod tables;

mod bonus;
mod files;
mod laws;
mod maximum;
mod odds;
mod pilot;
mod rules;
mod seats;
mod short;
mod slow;
mod slow_rank;
mod slow_table;
mod slow_zinbiddle;
mod switches;
mod tree;
mod whole;
