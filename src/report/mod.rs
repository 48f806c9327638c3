//! Report output (floor 7): tables to the terminal, as CSV, as JSON, and into files.
//!
//! A [`Report`](crate::study::Report) is a manifest (the question) and a list of
//! [`Table`](crate::study::Table)s (the answer). The formats differ in their readers: [`csv`] and
//! [`json`] carry every column and every digit, [`terminal`] the columns and digits that a person
//! reads, [`markdown`] the same for a forum, and a [`page`] is for showing to others. A [`picture`]
//! is the graphical content of a report: [`plot`] draws it to a file, [`sketch`] with characters.
//! [`output`] writes files atomically; [`state`] is the file of an unfinished run.
//!
//! Terminal tables, pages and pictures belong to the feature `cli`; the rest is always built.
//!
//! Nothing here knows a game, and nothing here prints: every function takes a writer or returns a
//! string.

pub mod csv;
pub mod json;
#[cfg(feature = "cli")]
pub mod markdown;
#[cfg(feature = "cli")]
mod number;
pub mod output;
#[cfg(feature = "cli")]
pub mod page;
#[cfg(feature = "cli")]
pub mod picture;
#[cfg(feature = "cli")]
pub mod plot;
#[cfg(feature = "cli")]
pub mod sketch;
pub mod state;
#[cfg(feature = "cli")]
pub mod terminal;

pub use output::{Output, OutputError, Scratch};
