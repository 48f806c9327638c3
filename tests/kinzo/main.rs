//! Kinzo: its rules, its laws, its exact figures and its files.

#[path = "../tables/mod.rs"]
mod tables;

mod slow;

mod bonus;
mod exact;
mod features;
mod files;
mod laws;
mod rules;
mod simulation;
mod switches;
mod tree;
