//! Sessions side by side: lanes of 16 bits, and masks over them.

use crate::cards::Composition;
use fearless_simd::prelude::*;
use fearless_simd::{i16x32, mask16x32, u16x32};

pub(in crate::games::kinzo) use crate::cards::random::lanes::LANES;
/// A number for each lane.
pub type Numbers = [i16; LANES];
/// The same in registers.
pub type Lanes<S> = i16x32<S>;
/// A condition in each lane.
pub type Mask<S> = mask16x32<S>;

/// One of six numbers in each lane, selected by a card 1..6.
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

/// The value of a card from its bit; 0 for no bit.
#[inline(always)]
pub fn value<S: Simd>(simd: S, bits: Lanes<S>) -> Lanes<S> {
    let mut value = Lanes::splat(simd, 0);
    for kind in 0..6 {
        value -= bits.simd_ge(1 << kind).to_vector();
    }
    value
}

/// The upper and the lower halves of products.
#[inline(always)]
pub fn product<S: Simd>(draws: u16x32<S>, by: Lanes<S>) -> (Lanes<S>, u16x32<S>) {
    let (some, others) = draws.widening_mul(by.bitcast::<u16x32<S>>());
    let (some, others): (u16x32<S>, u16x32<S>) = (some.bitcast(), others.bitcast());
    let (lower, upper) = some.deinterleave(others);
    (upper.bitcast(), lower)
}

/// All ones where one number is below another; both must be small.
#[inline(always)]
pub fn below<S: Simd>(a: Lanes<S>, b: Lanes<S>) -> Lanes<S> {
    // The sign of the difference is ready sooner than a mask in another kind of register.
    if S::i16s::LEN == LANES { (a - b) >> 15 } else { a.simd_lt(b).to_vector() }
}

/// The draw piles of the lanes: the running sums of [`Shoe`](crate::cards::Shoe).
#[derive(Clone, Copy)]
pub struct Piles<S: Simd> {
    sums: [Lanes<S>; 5],
    pub cards: Lanes<S>,
    /// Lanes in which a draw may have to be rejected, so that the reference has to play them.
    pub doubtful: Mask<S>,
}

impl<S: Simd> Piles<S> {
    #[inline(always)]
    pub fn new(simd: S, deck: Composition) -> Piles<S> {
        let mut sums = [Lanes::splat(simd, 0); 5];
        let mut sum = 0;
        for kind in 0..5 {
            sum += deck.count(kind) as i16;
            sums[kind] = Lanes::splat(simd, sum);
        }
        let cards = Lanes::splat(simd, deck.cards() as i16);
        Piles { sums, cards, doubtful: Mask::splat(simd, false) }
    }

    /// Draws a card in every lane, with `cards` left in each. `draws` are 15 random bits above a 0,
    /// so that `draw * cards` has in its upper half the index of the card, and in its lower half
    /// the number by which [`Stream::below`](crate::cards::Stream::below) rejects.
    #[inline(always)]
    pub fn deal(&mut self, simd: S, draws: u16x32<S>, cards: u16, rejected: u16) -> Lanes<S> {
        let (place, lower) = product(draws, Lanes::splat(simd, cards as i16));
        self.doubtful |= lower.simd_lt(rejected);
        let mut value = Lanes::splat(simd, 6);
        for sums in &mut self.sums {
            let above = below(place, *sums);
            *sums += above;
            value += above;
        }
        self.cards = Lanes::splat(simd, cards as i16 - 1);
        value
    }

    /// Draws a card in the lanes of a mask, each of which must have some left. Returns the values
    /// there, and 0 elsewhere.
    #[inline(always)]
    pub fn draw(&mut self, simd: S, draws: u16x32<S>, who: Mask<S>) -> Lanes<S> {
        let (place, lower) = product(draws, self.cards);
        // The rejection bound is at most the number of cards.
        self.doubtful |= lower.simd_lt((self.cards + self.cards).bitcast::<u16x32<S>>()) & who;
        let who = who.to_vector();
        let mut value = Lanes::splat(simd, 6);
        for sums in &mut self.sums {
            let above = below(place, *sums);
            *sums += above & who;
            value += above;
        }
        self.cards += who;
        value & who
    }
}
