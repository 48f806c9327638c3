//! Cards, the pyramid, and the ranks of its lines (Z1, Z2, Z5–Z7, Z12, Z13, Z18). A line's rank is
//! one number: higher is better, 0 with a misfire in it.

mod card;
mod places;
mod pyramid;
mod rank;

pub use self::card::Card;
pub use self::places::{Line, NEIGHBOURS, Order, Place, barrages};
pub(in crate::games::zinbiddle) use self::pyramid::Lanes;
pub use self::pyramid::Pyramid;
pub(in crate::games::zinbiddle) use self::rank::{CLASSES, Classes};
pub use self::rank::{FlankRank, PyramidRank, Ranks, RowRank, flank_name, ranks, row_name};

/// Number of card kinds: five numbers in four suits, and the Vermilion Six (Z1, Z2).
pub const KINDS: usize = 21;
/// Number of levels of the pyramid (Z5).
pub const LEVELS: usize = 4;
/// Number of places of the pyramid (Z5).
pub const PLACES: usize = 9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_types_stay_small() {
        assert_eq!(size_of::<Card>(), 1);
        assert_eq!(size_of::<Pyramid>(), 8);
        assert_eq!(size_of::<PyramidRank>(), 3);
        assert_eq!(size_of::<Order>(), 1);
    }
}
