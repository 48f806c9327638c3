//! Floor 0: the cards of any game. Packed compositions and shoes, memories of the cards gone, and
//! addressable random streams. No rules, no money.

pub mod composition;
pub mod deck;
pub mod memory;
#[cfg(test)]
mod odds;
pub mod pile;
pub mod random;
pub mod shoe;
pub mod tree;

pub use composition::Composition;
pub use deck::Deck;
pub use memory::{Known, Memory, Recall};
pub use pile::Pile;
pub use random::{Keys, Purpose, Stream};
pub use shoe::Shoe;
