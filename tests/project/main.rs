//! The crate as a whole: its floors, its features and the programs of its documentation.

mod fresh;

mod architecture;
mod docs;
mod findings;
mod fuzz;
mod library;
mod links;
