//! Floor 2: croupier's own games, one module for each.

pub mod fizzbin;
pub mod kinzo;
pub mod sabacc;
pub mod zinbiddle;
