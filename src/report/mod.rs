//! Floor 7: tables out: to the terminal, as CSV, as JSON, and into files.
//!
//! A [`Report`](crate::study::Report) is a manifest (what was asked) and a list of
//! [`Table`](crate::study::Table)s (what came out). The
//! formats differ in whom they serve: [`csv`] and [`json`] carry every column and every digit,
//! [`terminal`] carries what a person reads, and [`markdown`] the same for a forum; a [`page`] is for
//! whom one shows it to. A [`picture`] is what can be seen of a report: [`plot`] draws it as a file,
//! [`sketch`] with letters. [`output`] writes files whole or not at all; [`state`] is the file of a
//! run that is not finished.
//!
//! Terminal tables, pages and pictures are part of the feature `cli`; the rest is always there.
//!
//! Nothing here knows a game, and nothing here prints: every function takes a writer or returns
//! a string.

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
