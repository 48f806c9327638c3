//! Addressable randomness: any round of any session can be replayed alone.
//!
//! The key of a round is mixed from (seed, session, round), and each [`Purpose`] has its own stream
//! of numbers from that key. So an extra card for one seat never shifts the luck of another seat,
//! the dealer or the dice: strategies are compared on common luck.

pub(crate) mod lanes;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// The generator of every stream, as the manifest names it.
pub const GENERATOR: &str = "rand_pcg::Pcg64Mcg, keyed by (seed, session, round, purpose)";

/// The purpose of a stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The cards dealt before the first decision.
    Deal,
    /// The cards that the house draws.
    Dealer,
    /// The cards a seat draws in its turn.
    Draws(usize),
    /// Cards drawn blind to break a tie.
    Blind,
    /// The winner of a tied vote.
    Vote,
    /// The dice a seat rolls.
    Dice(usize),
    /// The choices of a seat that plays at random.
    Choices(usize),
    /// The stake of a seat that sets it at random.
    Call(usize),
    /// The cards that a seat fails to count.
    Misses(usize),
}

impl Purpose {
    #[inline]
    const fn index(self) -> u64 {
        match self {
            Purpose::Deal => 1,
            Purpose::Dealer => 2,
            Purpose::Blind => 3,
            Purpose::Vote => 4,
            Purpose::Draws(seat) => Purpose::of_seat(1, seat),
            Purpose::Dice(seat) => Purpose::of_seat(2, seat),
            Purpose::Choices(seat) => Purpose::of_seat(3, seat),
            Purpose::Call(seat) => Purpose::of_seat(4, seat),
            Purpose::Misses(seat) => Purpose::of_seat(5, seat),
        }
    }

    /// The index of a purpose that each seat has; games from outside may have large numbers of their
    /// own.
    #[inline]
    const fn of_seat(kind: u64, seat: usize) -> u64 {
        match seat {
            0x100.. => kind << 56 | seat as u64,
            _ => kind << 8 | seat as u64,
        }
    }

    /// Its index in a list of all purposes at a table, seat by seat.
    pub(crate) const fn slot(self) -> usize {
        const COMMON: usize = 4;
        const OF_A_SEAT: usize = 5;
        const fn of_seat(kind: usize, seat: usize) -> usize {
            seat.saturating_mul(OF_A_SEAT).saturating_add(COMMON + kind)
        }
        match self {
            Purpose::Deal => 0,
            Purpose::Dealer => 1,
            Purpose::Blind => 2,
            Purpose::Vote => 3,
            Purpose::Draws(seat) => of_seat(0, seat),
            Purpose::Dice(seat) => of_seat(1, seat),
            Purpose::Choices(seat) => of_seat(2, seat),
            Purpose::Call(seat) => of_seat(3, seat),
            Purpose::Misses(seat) => of_seat(4, seat),
        }
    }
}

/// The keys of one round: 128 bits mixed from (seed, session, round).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    high: u64,
    low: u64,
}

/// The two halves of the seed, mixed once for a whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    high: u64,
    low: u64,
}

impl Seed {
    /// The master seed of a run.
    pub const fn new(seed: u64) -> Seed {
        Seed { high: mix(seed ^ 0x243f_6a88_85a3_08d3), low: mix(seed ^ 0x1319_8a2e_0370_7344) }
    }

    /// The keys of a round; `round` counts from 0 within its session.
    ///
    /// For a given seed no two pairs (session, round) share keys while sessions stay below 2^50 and
    /// rounds below 2^14: the mixing is a bijection of their joint number.
    #[inline]
    pub const fn round(self, session: u64, round: u64) -> Keys {
        let number = session.rotate_left(14) ^ round;
        let step = number.wrapping_mul(GOLDEN);
        Keys { high: mix(self.high.wrapping_add(step)), low: mix(self.low ^ step) }
    }
}

impl Keys {
    /// The stream for a purpose, at its start.
    #[inline]
    pub fn stream(self, purpose: Purpose) -> Stream {
        let own = mix(self.high.wrapping_add(purpose.index().wrapping_mul(GOLDEN)));
        let state = u128::from(own) << 64 | u128::from(self.low ^ own.rotate_left(32));
        Stream { generator: Pcg64Mcg::new(state), bits: EMPTY }
    }
}

/// 2^64 over the golden ratio, odd: the increment of Weyl sequences (Steele, Lea & Flood 2014).
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number
/// generators", 2014, after Stafford's variant 13 of MurmurHash3): a bijection of 64-bit words.
#[inline]
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A stream of bounded numbers: four draws of 15 bits out of each word of the generator.
///
/// ```text
/// bit  60        59..45    44..30    29..15    14..0
///      marker    4th draw  3rd draw  2nd draw  1st draw
/// ```
///
/// The marker moves down with every draw; when only the marker is left, the word is used up.
#[derive(Clone, Debug)]
pub struct Stream {
    generator: Pcg64Mcg,
    bits: u64,
}

const DRAW: u32 = 15;
const EMPTY: u64 = 1;

impl Stream {
    /// The largest bound of [`Stream::below`].
    pub const MAX_BOUND: u32 = 1 << DRAW;

    /// A number uniform in `0..bound`, exactly, for `bound` in `1..=MAX_BOUND`. Multiply and reject
    /// (Lemire, "Fast random integer generation in an interval", 2019) on 15 bits.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!((1..=Stream::MAX_BOUND).contains(&bound));
        let product = self.draw() * bound;
        if product & (Stream::MAX_BOUND - 1) < bound {
            let number;
            (*self, number) = self.clone().rejecting(product, bound);
            return number;
        }
        product >> DRAW
    }

    /// The rare slow path of [`Stream::below`]: rejects the draws that would bias the result. By
    /// value, so that the stream stays in registers.
    #[cold]
    fn rejecting(mut self, mut product: u32, bound: u32) -> (Stream, u32) {
        let threshold = Stream::MAX_BOUND % bound;
        while product & (Stream::MAX_BOUND - 1) < threshold {
            product = self.draw() * bound;
        }
        (self, product >> DRAW)
    }

    /// `below(bound)`, `below(bound - 1)` and so on: `N` numbers, 1..=4, with all bounds above 0.
    #[inline(always)]
    pub(crate) fn below_each<const N: usize>(&mut self, bound: u32) -> [u32; N] {
        const { assert!(N >= 1 && N <= 4) };
        debug_assert!((N as u32..=Stream::MAX_BOUND).contains(&bound));
        if self.bits == EMPTY {
            self.refill();
        }
        let (bits, mut sure) = (self.bits, true);
        let numbers = std::array::from_fn(|i| {
            let draw = (bits >> (DRAW * i as u32)) as u32 & (Stream::MAX_BOUND - 1);
            let product = draw * (bound - i as u32);
            sure &= product & (Stream::MAX_BOUND - 1) >= bound - i as u32;
            product >> DRAW
        });
        let rest = bits >> (DRAW * N as u32);
        if !sure || rest == 0 {
            let numbers;
            (*self, numbers) = self.clone().below_one_by_one(bound);
            return numbers;
        }
        self.bits = rest;
        numbers
    }

    /// The same if a draw may be rejected or the word runs out among them.
    #[cold]
    fn below_one_by_one<const N: usize>(mut self, bound: u32) -> (Stream, [u32; N]) {
        let numbers = std::array::from_fn(|i| self.below(bound - i as u32));
        (self, numbers)
    }

    #[inline]
    fn refill(&mut self) {
        self.bits = self.generator.next_u64() >> 4 | 1 << 60;
    }

    #[inline]
    fn draw(&mut self) -> u32 {
        if self.bits == EMPTY {
            self.refill();
        }
        let draw = self.bits as u32 & (Stream::MAX_BOUND - 1);
        self.bits >>= DRAW;
        draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Value stability: a change here changes every result for an old seed, and needs a line
    /// under "Value-breaking" in the change log.
    #[test]
    fn first_numbers_of_seed_7_are_pinned() {
        let keys = Seed::new(7).round(0, 0);
        let mut deal = keys.stream(Purpose::Deal);
        let first: Vec<u32> = (0..10).map(|_| deal.below(36)).collect();
        assert_eq!(first, PINNED_DEAL);
        let mut dice = Seed::new(7).round(3, 1).stream(Purpose::Dice(0));
        let first: Vec<u32> = (0..10).map(|_| dice.below(9)).collect();
        assert_eq!(first, PINNED_DICE);
    }
    const PINNED_DEAL: [u32; 10] = [3, 25, 11, 5, 17, 26, 33, 21, 33, 12];
    const PINNED_DICE: [u32; 10] = [4, 3, 6, 1, 7, 4, 8, 4, 5, 3];

    #[test]
    fn keys_differ_by_seed_session_round_and_purpose() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..8 {
            for session in 0..64 {
                for round in 0..8 {
                    let keys = Seed::new(seed).round(session, round);
                    for purpose in
                        [Purpose::Deal, Purpose::Dealer, Purpose::Draws(0), Purpose::Dice(6)]
                    {
                        let mut stream = keys.stream(purpose);
                        assert!(seen.insert(stream.generator.next_u64()));
                    }
                }
            }
        }
    }

    /// Bounded numbers are uniform even if 2^15 is not a multiple of the bound: over the first
    /// draws of many streams, as rounds use them, within six standard deviations.
    #[test]
    fn first_draws_of_many_streams_are_uniform() {
        for bound in [2_u32, 3, 9, 36, 1500, 20_000] {
            let n = 400_000_u64.max(u64::from(bound) * 20);
            let mut counts = vec![0_u64; bound as usize];
            for session in 0..n {
                let keys = Seed::new(1).round(session, 0);
                counts[keys.stream(Purpose::Dealer).below(bound) as usize] += 1;
            }
            let expected = n as f64 / f64::from(bound);
            let chi: f64 = counts.iter().map(|&c| (c as f64 - expected).powi(2) / expected).sum();
            let freedom = f64::from(bound - 1);
            assert!((chi - freedom).abs() < 6.0 * (2.0 * freedom).sqrt() + 1.0, "{bound}: {chi}");
        }
    }

    /// Rejection is unbiased: of all 2^15 draws, every number has equally many accepted ones.
    #[test]
    fn rejection_is_exact() {
        for bound in [3_u32, 7, 36, 1500, 32_767, 32_768] {
            let threshold = Stream::MAX_BOUND % bound;
            let mut counts = vec![0_u32; bound as usize];
            for draw in 0..Stream::MAX_BOUND {
                let product = draw * bound;
                if product & (Stream::MAX_BOUND - 1) >= threshold {
                    counts[(product >> DRAW) as usize] += 1;
                }
            }
            assert!(counts.iter().all(|&c| c == counts[0] && c > 0), "{bound}");
        }
    }

    /// Two purposes of one session are independent: a chi-square over pairs of first draws.
    #[test]
    fn purposes_are_independent() {
        let mut counts = [[0_u64; 6]; 6];
        let n = 360_000;
        for session in 0..n {
            let keys = Seed::new(5).round(session, 0);
            let a = keys.stream(Purpose::Deal).below(6) as usize;
            let b = keys.stream(Purpose::Dice(0)).below(6) as usize;
            counts[a][b] += 1;
        }
        let expected = n as f64 / 36.0;
        let chi: f64 =
            counts.iter().flatten().map(|&c| (c as f64 - expected).powi(2) / expected).sum();
        assert!(chi < 35.0 + 6.0 * 70_f64.sqrt(), "{chi}");
    }
}
