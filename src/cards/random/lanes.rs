//! The streams of many rounds side by side, generated several words at a time with SIMD.

use super::{GOLDEN, Purpose, Seed, mix};
use fearless_simd::prelude::*;
use fearless_simd::{u16x32, u64x8};

/// The number of rounds side by side.
pub(crate) const LANES: usize = 32;
/// Words per register, and registers for all lanes.
const WORDS: usize = 8;
const REGISTERS: usize = LANES / WORDS;

type Words<S> = [u64x8<S>; REGISTERS];

/// The keys of the rounds, by lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneKeys {
    high: [u64; LANES],
    low: [u64; LANES],
}

/// One stream per lane, all of one purpose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneStreams<S: Simd> {
    simd: S,
    high: [u64; LANES],
    low: [u64; LANES],
}

/// Four draws of each lane.
pub(crate) type FourDraws<S> = [u16x32<S>; 4];

/// Whether whole registers of words are generated faster than one word after the other: with
/// registers of four words or more.
const fn by_register<S: Simd>() -> bool {
    S::u64s::LEN >= 4
}

impl LaneKeys {
    /// The keys of the first rounds of sessions `first`, `first + apart`, and so on, one per lane.
    #[inline(always)]
    pub fn of_sessions(seed: Seed, first: u64, apart: u64) -> LaneKeys {
        let (mut high, mut low) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let keys = seed.round(first + lane as u64 * apart, 0);
            (high[lane], low[lane]) = (keys.high, keys.low);
        }
        LaneKeys { high, low }
    }

    /// The streams for a purpose, at their start, as by [`Keys::stream`](super::Keys).
    #[inline(always)]
    pub fn streams<S: Simd>(&self, simd: S, purpose: Purpose) -> LaneStreams<S> {
        let step = purpose.index().wrapping_mul(GOLDEN);
        let (mut high, mut low) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            high[lane] = mix(self.high[lane].wrapping_add(step));
            low[lane] = self.low[lane] ^ high[lane].rotate_left(32) | 1;
        }
        LaneStreams { simd, high, low }
    }
}

/// The multiplier of the generator, high half and low half.
const MULTIPLIER: [u64; 2] = [0x2360_ed05_1fc6_5da4, 0x4385_df64_9fcc_f645];
const HALF: u64 = u32::MAX as u64;

impl<S: Simd> LaneStreams<S> {
    /// The next word of every stream: PCG-MCG-128 XSL-RR (O'Neill, "PCG: A family of simple fast
    /// space-efficient statistically good algorithms for random number generation", 2014).
    #[inline(always)]
    fn next(&mut self) -> Words<S> {
        let simd = self.simd;
        let mut words = [u64x8::splat(simd, 0); REGISTERS];
        let [by_high, by_low] = MULTIPLIER;
        if !by_register::<S>() {
            let by = u128::from(by_high) << 64 | u128::from(by_low);
            let mut all = [0; LANES];
            for lane in 0..LANES {
                let state = u128::from(self.high[lane]) << 64 | u128::from(self.low[lane]);
                let next = state.wrapping_mul(by);
                let (high, low) = ((next >> 64) as u64, next as u64);
                (self.high[lane], self.low[lane]) = (high, low);
                all[lane] = (high ^ low).rotate_right((high >> 58) as u32);
            }
            for (i, word) in words.iter_mut().enumerate() {
                *word = u64x8::from_slice(simd, &all[WORDS * i..WORDS * (i + 1)]);
            }
            return words;
        }
        // 128-bit products, from products of 32-bit quarters.
        let (y0, y1) = (by_low & HALF, by_low >> 32);
        for i in 0..REGISTERS {
            let at = WORDS * i..WORDS * (i + 1);
            let high = u64x8::from_slice(simd, &self.high[at.clone()]);
            let low = u64x8::from_slice(simd, &self.low[at.clone()]);
            let (x0, x1) = (low & HALF, low >> 32);
            let x0y0 = x0 * y0;
            let one = x1 * y0 + (x0y0 >> 32);
            let other = x0 * y1 + (one & HALF);
            let upper = x1 * y1 + (one >> 32) + (other >> 32);
            let high = low * by_high + high * by_low + upper;
            let low = other << 32 | x0y0 & HALF;
            high.store_slice(&mut self.high[at.clone()]);
            low.store_slice(&mut self.low[at]);
            let (word, turn) = (high ^ low, high >> 58);
            let rest = u64x8::splat(simd, 64) - turn;
            // A rotation by 0 shifts by 0 both ways, which leaves the word as it is.
            words[i] = word >> turn | word << (rest & 63);
        }
        words
    }

    /// The next four draws of every stream, each of 15 bits above a zero bit.
    #[inline(always)]
    pub fn four_draws(&mut self) -> FourDraws<S> {
        // ```text
        // bit  63    48 47    32 31    16 15    0
        //      4th draw 3rd draw 2nd draw 1st draw
        // ```
        const PLACES: u64 = 0xfffe;
        let words = self.next();
        let mut four = [u16x32::splat(self.simd, 0); REGISTERS];
        for i in 0..REGISTERS {
            let word = words[i];
            let lower = word >> 3 & PLACES | word >> 2 & (PLACES << 16);
            let upper = word >> 1 & (PLACES << 32) | word & (PLACES << 48);
            four[i] = (lower | upper).bitcast();
        }
        // First and third, second and fourth.
        let (odd, even) = four[0].deinterleave(four[1]);
        let (more_odd, more_even) = four[2].deinterleave(four[3]);
        let (first, third) = odd.deinterleave(more_odd);
        let (second, fourth) = even.deinterleave(more_even);
        [first, second, third, fourth]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};
    use std::array::from_fn;

    #[inline(always)]
    fn check<S: Simd>(simd: S) {
        let seed = Seed::new(11);
        let keys = LaneKeys::of_sessions(seed, 1 << 40, 3);
        for purpose in [Purpose::Deal, Purpose::Draws(6), Purpose::Dice(0)] {
            let mut streams = keys.streams(simd, purpose);
            let found: Vec<_> = (0..100).map(|_| streams.four_draws()).collect();
            for lane in 0..LANES {
                let one = seed.round((1 << 40) + 3 * lane as u64, 0);
                let mut stream = one.stream(purpose);
                for draws in &found {
                    let expected: [u16; 4] = from_fn(|_| (stream.draw() << 1) as u16);
                    assert_eq!(draws.map(|draw| draw[lane]), expected, "{purpose:?} {lane}");
                }
            }
        }
    }

    #[test]
    fn lanes_draw_what_their_streams_draw() {
        dispatch!(Level::new(), simd => check(simd));
        dispatch!(Level::baseline(), simd => check(simd));
    }
}
