//! Fizzbin: its rules, its evaluation against a second one, its rounds, its figures and its files.

#[path = "../slow_fizzbin/mod.rs"]
mod slow_fizzbin;
#[path = "../tables/mod.rs"]
mod tables;

mod bonus;
mod bridge;
mod features;
mod figures;

mod files;
mod golden;
mod laws;
mod odds;
mod play;
mod rules;
mod seen;
mod slow;
mod slow_play;
mod slow_play_self;
mod slow_self;
mod switches;
