//! The crate as a whole: its floors, its features and the programs of its documentation.

mod architecture;
mod docs;
mod library;
