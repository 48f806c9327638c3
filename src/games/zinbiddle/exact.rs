//! Figures computed without sampling: the odds of nine cards as dealt, and the maximum probability
//! of an Ion Barrage.

pub mod maximum;
pub mod odds;
