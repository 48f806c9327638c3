//! Sessions side by side: lanes of 16 bits, and masks over them.

use crate::cards::Composition;
use crate::cards::random::Stream;
use fearless_simd::prelude::*;
use fearless_simd::{i16x32, mask16x32, u16x32};

pub(in crate::games::kinzo) use crate::cards::random::lanes::LANES;
/// A number for each lane.
pub type Numbers = [i16; LANES];
/// The same in the registers of a processor.
pub type Lanes<S> = i16x32<S>;
/// Whether something holds in each lane.
pub type Mask<S> = mask16x32<S>;

/// One of six numbers for each lane, by a card of 1..6.
#[inline(always)]
pub fn by_card<S: Simd>(simd: S, cards: Lanes<S>, numbers: [i16; 6]) -> Lanes<S> {
    let mut found = Lanes::splat(simd, numbers[0]);
    for kind in 1..6 {
        let step = numbers[kind] - numbers[kind - 1];
        if step != 0 {
            found += cards.simd_gt(kind as i16).to_vector() & step;
        }
    }
    found
}

/// Bit `n` for the card of kind `n`.
#[inline(always)]
pub fn bits<S: Simd>(simd: S, cards: Lanes<S>) -> Lanes<S> {
    by_card(simd, cards, [1, 2, 4, 8, 16, 32])
}

/// The draw piles of the lanes: the running sums of [`Shoe`](crate::cards::Shoe).
#[derive(Clone, Copy, Debug)]
pub struct Piles {
    sums: [Numbers; 5],
    cards: Numbers,
}

impl Piles {
    pub fn new(deck: Composition) -> Piles {
        let sum = |kind| (0..=kind).map(|kind| deck.count(kind) as i16).sum();
        Piles { sums: std::array::from_fn(|kind| [sum(kind); LANES]), cards: [sum(5); LANES] }
    }

    /// Draws a card in one lane; `None` where no card is left.
    #[inline]
    pub fn draw(&mut self, lane: usize, stream: &mut Stream) -> Option<i16> {
        // Below 0 where a lane has gone on without cards.
        let cards = u32::try_from(self.cards[lane]).ok().filter(|&cards| cards > 0)?;
        let place = stream.below(cards) as i16;
        let mut value = 6;
        for sums in &mut self.sums {
            let above = i16::from(sums[lane] > place);
            sums[lane] -= above;
            value -= above;
        }
        self.cards[lane] -= 1;
        Some(value)
    }
}

/// The draw piles in registers.
#[derive(Clone, Copy)]
pub struct LanePiles<S: Simd> {
    sums: [Lanes<S>; 5],
    cards: Lanes<S>,
    /// Lanes in which a draw may have to be rejected, so that the law has to play them.
    pub doubtful: Mask<S>,
}

/// The upper halves of products.
#[inline(always)]
pub fn upper<S: Simd>(simd: S, draws: u16x32<S>, by: Lanes<S>) -> Lanes<S> {
    let (draws, by): ([u16; LANES], [i16; LANES]) = (draws.into(), by.into());
    let mut upper = [0; LANES];
    for lane in 0..LANES {
        upper[lane] = (u32::from(draws[lane]) * u32::from(by[lane] as u16) >> 16) as i16;
    }
    upper.simd_into(simd)
}

impl<S: Simd> LanePiles<S> {
    #[inline(always)]
    pub fn new(simd: S, piles: &Piles) -> LanePiles<S> {
        let mut sums = [Lanes::splat(simd, 0); 5];
        for kind in 0..5 {
            sums[kind] = piles.sums[kind].simd_into(simd);
        }
        LanePiles { sums, cards: piles.cards.simd_into(simd), doubtful: Mask::splat(simd, false) }
    }

    /// Draws a card in the lanes of a mask: the values there, 0 elsewhere. `draws` are 15 random
    /// bits above a 0, so that `draw * cards` has in its upper half the place of the card, and in
    /// its lower half what [`Stream::below`] looks at to reject.
    #[inline(always)]
    pub fn draw(&mut self, simd: S, draws: u16x32<S>, who: Mask<S>) -> Lanes<S> {
        let place = upper(simd, draws, self.cards);
        let cards: u16x32<S> = self.cards.bitcast();
        let lower = draws * cards;
        // Where no card is left the product is 0, too.
        self.doubtful |= lower.simd_le(cards + cards) & who;
        let who = who.to_vector();
        let mut value = Lanes::splat(simd, 6);
        for sums in &mut self.sums {
            let above = sums.simd_gt(place).to_vector();
            *sums += above & who;
            value += above;
        }
        self.cards += who;
        value & who
    }

    /// Draws a card in every lane, where so many are left in each of them.
    #[inline(always)]
    pub fn deal(&mut self, simd: S, draws: u16x32<S>, cards: u16) -> Lanes<S> {
        let place = upper(simd, draws, Lanes::splat(simd, cards as i16));
        // Here it is known which draws are rejected.
        let rejected = 2 * (Stream::MAX_BOUND % u32::from(cards)) as u16;
        self.doubtful |= (draws * cards).simd_lt(rejected);
        let mut value = Lanes::splat(simd, 6);
        for sums in &mut self.sums {
            let above = sums.simd_gt(place).to_vector();
            *sums += above;
            value += above;
        }
        self.cards = Lanes::splat(simd, cards as i16 - 1);
        value
    }

    /// Does what has to be done lane by lane.
    #[inline(always)]
    pub fn one_by_one(&mut self, simd: S, work: impl FnOnce(&mut Piles) -> Numbers) {
        let mut piles = Piles { sums: [[0; LANES]; 5], cards: self.cards.into() };
        for kind in 0..5 {
            piles.sums[kind] = self.sums[kind].into();
        }
        let doubtful = work(&mut piles);
        for kind in 0..5 {
            self.sums[kind] = piles.sums[kind].simd_into(simd);
        }
        self.cards = piles.cards.simd_into(simd);
        self.doubtful |= Mask::from_slice(simd, &doubtful);
    }
}
