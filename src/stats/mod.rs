//! Statistics (floor 4): exact sums in, estimates out. Knows no game and no money unit, only the
//! integers that sessions produce.
//!
//! A *session* is the unit of independence: results within one may be correlated, so every standard
//! error here comes from session totals. Sums stay integers until the last merge, so the order of
//! merging cannot change a digit.

pub mod counting;
pub mod estimate;
pub mod histogram;
pub mod mixture;
pub mod moments;
pub mod paired;
pub mod proportion;
pub mod quantile;
pub mod sequential;
pub mod weights;

pub use estimate::Estimate;
pub use histogram::Histogram;
pub use mixture::{Mixture, mixture};
pub use moments::Moments;
pub use paired::{Cross, Difference, FEW_DIFFERENT, Margin, Pair, bonferroni, few_differ, sidak};
pub use proportion::{Proportion, design_effect, rare, wilson};
pub use weights::Weights;
