//! Monte Carlo odds and strategies for card games from fiction and fans' tables.
//!
//! The crate is built in floors, bottom up; each imports only from those below it:
//!
//! 0. [`cards`]: shoes, piles, random streams and card memories, for any deck
//! 1. [`framework`]: the parts that every game is made of
//! 2. [`games`]: croupier's own games, one module for each, its rulebook included
//! 3. [`strategy`]: strategies, parsed from text into players
//! 4. [`stats`]: estimates and intervals from moments
//! 5. [`simulate`]: sessions on all cores, tallied exactly
//! 6. [`study`]: the analyses that apply to any game
//! 7. [`report`]: tables, written to the terminal, as CSV, as JSON and to files
//! 8. [`cli`]: the command line, for these games and any other
//!
//! Only [`cli`] prints, reads the terminal or ends the process. It is a default feature of the
//! crate: without it (`default-features = false`) no terminal, picture or command-line crate is
//! pulled in, and [`report`] writes CSV, JSON and files.
//!
//! # Quick start
//!
//! A strategy of your own against the house, and its exact EV:
//!
//! ```
//! use croupier::cards::random::Seed;
//! use croupier::games::kinzo::exact::Solver;
//! use croupier::games::kinzo::view::{Action, Choice, Player, View};
//! use croupier::games::kinzo::record::Silent;
//! use croupier::games::kinzo::round::{Keyed, Table};
//! use croupier::games::kinzo::rules::Rules;
//!
//! /// Stays at twice the dealer's card less two, or more.
//! struct Mirror;
//!
//! impl Player for Mirror {
//!     fn play(&mut self, view: &View<'_>) -> Choice {
//!         let enough = view.hand().total() + 2 >= 2 * view.dealer().value();
//!         let hit = !enough && view.can_hit();
//!         Choice::Act(if hit { Action::Hit } else { Action::Stay })
//!     }
//! }
//!
//! let rules = Rules::default();
//! let mut table = Table::new(&rules, rules.deck());
//! let mut net = 0;
//! for session in 0..100_000 {
//!     table.shuffle();
//!     let mut luck = Keyed::new(Seed::new(1).round(session, 0));
//!     net += table.round(&mut [Mirror], &mut luck, &mut Silent, 0).nets[0];
//! }
//! let simulated = net as f64 / 1000.0 / 100_000.0;
//! let exact = Solver::new(&rules, rules.deck()).figures(&mut Mirror).seats[0].mean / 1000.0;
//! assert!((simulated - exact).abs() < 0.015);
//! ```
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::exit)]

pub mod cards;

pub mod framework;

pub mod games;

pub mod strategy;

pub mod stats;

pub mod simulate;

pub mod study;

pub mod report;

#[cfg(feature = "cli")]
pub mod cli;
