//! The number of cards that must be replaced before a pyramid is playable (Z11).

use super::belief::{Beliefs, Stamps, same};
use crate::games::zinbiddle::hand::{LEVELS, PLACES, Place};
use crate::games::zinbiddle::rules::MAX_ACTIONS;
use std::ops::RangeInclusive;

/// The probability of each number of cards that must be replaced. Entries beyond the actions of the
/// rules are meaningless.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs([f32; MAX_ACTIONS + 1]);

/// Number of actions under most rules.
const FEW: usize = 4;

impl Needs {
    /// No card must be replaced.
    pub(super) const NONE: Needs = {
        let mut needs = [0.0; MAX_ACTIONS + 1];
        needs[0] = 1.0;
        Needs(needs)
    };

    /// Adds a misfire: each replacement is a misfire again with probability `q`.
    #[inline(always)]
    fn one_more<const MOST: usize>(&self, q: f32) -> Needs {
        let mut more = [0.0; MAX_ACTIONS + 1];
        for i in 1..=MOST {
            more[i] = (1.0 - q) * self.0[i - 1] + q * more[i - 1];
        }
        Needs(more)
    }

    /// Adds a card to come, which is a misfire with probability `q`.
    #[inline(always)]
    fn one_to_come<const MOST: usize>(&self, q: f32) -> Needs {
        let Needs(mut all) = self.one_more::<MOST>(q);
        for i in 0..=MOST {
            all[i] = q * all[i] + (1.0 - q) * self.0[i];
        }
        Needs(all)
    }

    /// Adds `misfires` misfires, under rules with `actions` actions.
    #[inline]
    pub(super) fn more(mut self, misfires: u32, q: f32, actions: usize) -> Needs {
        for _ in 0..misfires {
            self = match actions <= FEW {
                true => self.one_more::<FEW>(q),
                false => self.one_more::<MAX_ACTIONS>(q),
            };
        }
        self
    }

    /// Adds `cards` cards to come, under rules with `actions` actions.
    #[inline]
    pub(super) fn to_come(mut self, cards: u32, q: f32, actions: usize) -> Needs {
        for _ in 0..cards {
            self = match actions <= FEW {
                true => self.one_to_come::<FEW>(q),
                false => self.one_to_come::<MAX_ACTIONS>(q),
            };
        }
        self
    }

    /// The probability of fewer than `bound` replacements.
    #[inline]
    pub(super) fn below(&self, bound: usize) -> f32 {
        self.0[..bound.min(MAX_ACTIONS + 1)].iter().sum()
    }
}

/// The replacements that the cards of the levels to come will need.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToCome {
    /// The beliefs that it was computed with.
    stamps: Stamps,
    levels: usize,
    pub(super) needs: Needs,
    /// Expected number of misfires among them.
    pub(super) misfires: f32,
}

impl ToCome {
    /// Not computed yet.
    pub(super) const NONE: ToCome =
        ToCome { stamps: [0; LEVELS], levels: 0, needs: Needs::NONE, misfires: 0.0 };

    /// Computes it for `levels` levels dealt, unless it is up to date.
    #[inline]
    pub(super) fn update(&mut self, beliefs: &Beliefs, levels: usize, actions: usize) {
        if !same(&self.stamps, &beliefs.stamps, 15 << levels) || self.levels != levels {
            *self = ToCome::new(beliefs, levels, actions);
        }
    }

    fn new(beliefs: &Beliefs, levels: usize, actions: usize) -> ToCome {
        let (mut needs, mut misfires) = (Needs::NONE, 0.0);
        for level in levels..LEVELS {
            let (q, cards) = (beliefs.of(level).misfires(), Place::of_level(level).len());
            needs = needs.to_come(cards as u32, q, actions);
            (0..cards).for_each(|_| misfires += q);
        }
        ToCome { stamps: beliefs.stamps, levels, needs, misfires }
    }
}

/// The probability that a pyramid's misfires can be mended with the actions left.
pub(super) struct Mending {
    /// Indexed by its misfires, then by actions used from here on, 0 or 1; only the misfires asked
    /// for are filled in.
    pub(super) whole: [[f32; 2]; PLACES + 2],
    /// The same, with an action to spare.
    pub(super) spare: [[f32; 2]; PLACES + 2],
    /// Expected number of repairs still needed for cards to come.
    pub(super) later: f32,
    /// Expected number of replacements per repair.
    pub(super) each: f32,
}

impl Mending {
    /// The mending with `levels` levels dealt and `most` actions left at most, out of `actions`,
    /// for a range of misfires.
    #[inline]
    pub(super) fn new(
        to_come: &ToCome,
        beliefs: &Beliefs,
        levels: usize,
        (most, actions): (usize, usize),
        misfires: RangeInclusive<usize>,
    ) -> Mending {
        let dealt = (0..levels).map(|level| beliefs.of(level).misfires());
        let q = dealt.sum::<f32>() / levels as f32;
        let mut whole = [[0.0; 2]; PLACES + 2];
        let mut spare = [[0.0; 2]; PLACES + 2];
        let first = *misfires.start();
        let mut needs = to_come.needs.more(first as u32, q, actions);
        for count in misfires {
            if count > first {
                needs = needs.more(1, q, actions);
            }
            let [two, one, none] =
                [most + 1, most, most.saturating_sub(1)].map(|bound| needs.below(bound));
            (whole[count], spare[count]) = ([two, one], [one, none]);
        }
        Mending { whole, spare, later: to_come.misfires, each: 1.0 / (1.0 - q) }
    }
}
