//! Monte Carlo odds and strategies for card games that exist only in fiction.
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::exit)]

pub mod cards;

pub mod games;

pub mod strategy;

pub mod stats;

pub mod simulate;

pub mod report;

pub mod study;
