//! The probability of each run of a flank (Z13), and the ranks that its suits can make of it.

use super::tables::NUMBERS;
use crate::games::zinbiddle::hand::{LEVELS, ranks};

/// Number of runs, by first number and length: 1 alone to 1 2 3 4, 2 alone to 2 3 4, …, 4 alone.
pub(super) const RUNS: usize = 10;
/// Number of flank ranks, without regard to a Six as capstone.
const FLANK_RANKS: usize = ranks::FLANK_BARRAGE as usize / 2 + 1;
/// The same, padded to whole words of the processor.
pub(super) const RANK_LANES: usize = 24;
/// The number of card numbers, padded likewise.
pub(super) const LANES: usize = 8;

/// Values by flank rank.
pub(super) type ByRank = [f32; RANK_LANES];
/// Values by card number.
pub(super) type ByNumber = [f32; LANES];

/// The lowest rank of each run.
const RUN_RANKS: [usize; RUNS] = [4, 9, 14, 17, 3, 7, 11, 2, 5, 1];
/// The length of each run.
const RUN_LENGTHS: [usize; RUNS] = [1, 2, 3, 4, 1, 2, 3, 1, 2, 1];
/// The index of the first run of each first number.
const RUN_STARTS: [usize; 5] = [0, 0, 4, 7, 9];

/// The probabilities of a run's ranks over its suits, by the length of the run.
const SUITS: [&[f32]; 5] = [
    &[],
    &[1.0],
    &[0.25, 0.75],
    &[0.5625, 0.0625, 0.375],
    &[0.703_125, 0.187_5, 0.015_625, 0.093_75],
];

/// By rank: its run, and the probability that the suits of that run make it.
const OF_RANK: ([usize; FLANK_RANKS], [f32; FLANK_RANKS]) = {
    let (mut runs, mut shares) = ([0; FLANK_RANKS], [0.0; FLANK_RANKS]);
    let mut run = 0;
    while run < RUNS {
        let suits = SUITS[RUN_LENGTHS[run]];
        let mut i = 0;
        while i < suits.len() {
            runs[RUN_RANKS[run] + i] = run;
            shares[RUN_RANKS[run] + i] = suits[i];
            i += 1;
        }
        run += 1;
    }
    (runs, shares)
};

/// The probability that a card of a number fits each number that a run may need; a Six fits any.
const FITS: [ByNumber; LANES] = {
    let mut fits = [[0.0; LANES]; LANES];
    let mut number = 1;
    while number < NUMBERS {
        let mut need = 1;
        while need < 5 {
            if number == need || number == 5 {
                fits[number][need] = 1.0;
            }
            need += 1;
        }
        number += 1;
    }
    fits
};

/// The numbers of a flank as one number (`Pyramid::flank_code`); 0 is a card to come, or a misfire
/// that will be replaced.
pub(super) type Code = usize;
const CODES: usize = 1 << 12;

/// The numbers of a code from the capstone down.
const fn numbers(code: Code) -> [usize; 4] {
    [code >> 9 & 7, code >> 6 & 7, code & 7, code >> 3 & 7]
}

/// A code with another number for a level's card.
#[inline(always)]
pub(super) const fn with(code: Code, level: usize, number: usize) -> Code {
    const SHIFTS: [u32; LEVELS] = [3, 0, 6, 9];
    let shift = SHIFTS[level % LEVELS];
    code & !(7 << shift) | number << shift
}

/// By code: the levels of the cards to come that matter, as bits; if none does, the run, in the
/// upper four bits.
static KNOWN: [u8; CODES] = {
    let mut known = [0; CODES];
    let mut code = 0;
    while code < CODES {
        let numbers = numbers(code);
        let (mut matter, mut best) = (0, (0, 0));
        let mut start = 1;
        while start <= 4 {
            let mut i = 0;
            // A Six heads the run that goes furthest, which is never 4 alone.
            while i <= 4 - start && !(i == 0 && start == 4 && numbers[0] == 5) {
                let need = start + i;
                if numbers[i] == 0 {
                    matter |= 1 << (LEVELS - 1 - i);
                } else if numbers[i] != 5 && numbers[i] != need {
                    break;
                }
                i += 1;
            }
            if i > best.0 {
                best = (i, RUN_STARTS[start] + i - 1);
            }
            start += 1;
        }
        known[code] = if matter == 0 { (best.1 << 4) as u8 } else { matter };
        code += 1;
    }
    known
};

/// By code: one code for all flanks with the same chances. A thruster matters only as a 4, a shield
/// only as a 3 or a 4.
static SHAPES: [u16; CODES] = {
    let mut shapes = [0; CODES];
    let mut code = 0;
    while code < CODES {
        let [capstone, gunner, shield, thruster] = numbers(code);
        let shield = if shield == 2 { 1 } else { shield };
        let thruster = [0, 1, 1, 1, 4, 4, 1, 1][thruster];
        shapes[code] = (((capstone << 3 | gunner) << 3 | thruster) << 3 | shield) as u16;
        code += 1;
    }
    shapes
};

/// The levels of the cards to come that matter to a flank, as bits.
#[inline(always)]
pub(super) fn that_matter(code: Code) -> usize {
    usize::from(KNOWN[code % CODES] & 15)
}

/// The run of a flank, if no card to come matters.
#[inline(always)]
pub(super) fn known_run(code: Code) -> Option<usize> {
    let known = KNOWN[code % CODES];
    (known & 15 == 0).then_some(usize::from(known >> 4) % RUNS)
}

/// The same code for all flanks with the same chances.
#[inline(always)]
pub(super) fn shape(code: Code) -> Code {
    SHAPES[code % CODES].into()
}

/// The next card of a shoe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    /// The probability of each number, given that it is no misfire.
    pub(super) good: ByNumber,
    /// The probability that it fits each number; a Six fits any.
    pub(super) fits: ByNumber,
}

/// The probability of each run of a flank, by the cards to come of each level.
#[inline]
pub(super) fn runs(code: Code, next: [&Next; LEVELS]) -> [f32; RUNS] {
    let numbers = numbers(code);
    let fits = |i: usize| match numbers[i] {
        0 => &next[LEVELS - 1 - i].fits,
        number => &FITS[number],
    };
    let [gunner, shield, thruster] = [fits(1), fits(2), fits(3)];
    let alone = |start: usize| {
        let mut starts = [0.0; 8];
        starts[start] = 1.0;
        starts
    };
    let starts = match numbers[0] {
        0 => {
            let Next { good, fits } = next[LEVELS - 1];
            [0.0, fits[1], good[2], good[3], good[4], 0.0, 0.0, 0.0]
        }
        5 => {
            // The first number with the longest expected continuation; the lowest if equal.
            let two = gunner[2];
            let three = two * shield[3];
            let one = two + three + three * thruster[4];
            let from_two = gunner[3] + gunner[3] * shield[4];
            let best = if from_two > one { (2, from_two) } else { (1, one) };
            alone(if gunner[4] > best.1 { 3 } else { best.0 })
        }
        start => alone(start),
    };
    let [_, one, two, three, four, ..] = starts;
    let one_two = one * gunner[2];
    let to_three = one_two * shield[3];
    let to_four = to_three * thruster[4];
    let two_three = two * gunner[3];
    let two_to_four = two_three * shield[4];
    let three_four = three * gunner[4];
    [
        one - one_two,
        one_two - to_three,
        to_three - to_four,
        to_four,
        two - two_three,
        two_three - two_to_four,
        two_to_four,
        three - three_four,
        three_four,
        four,
    ]
}

/// The probability of beating such a flank, by own rank; a tie counts half.
#[inline]
pub(super) fn beats(code: Code, next: [&Next; LEVELS]) -> ByRank {
    match known_run(code) {
        Some(run) => BEATS[run],
        None => beats_runs(&runs(code, next)),
    }
}

/// The probability of beating a flank with a given run, by run and own rank.
static BEATS: [ByRank; RUNS] = {
    let mut all = [[0.0; RANK_LANES]; RUNS];
    let mut run = 0;
    while run < RUNS {
        let mut sure = [0.0; RUNS];
        sure[run] = 1.0;
        all[run] = beats_runs(&sure);
        run += 1;
    }
    all
};

/// The probability of beating a flank whose runs have these probabilities, by own rank.
const fn beats_runs(runs: &[f32; RUNS]) -> ByRank {
    let mut beats = [0.0; RANK_LANES];
    let mut below = 0.0;
    let mut rank = 1;
    while rank < FLANK_RANKS {
        let chance = runs[OF_RANK.0[rank]] * OF_RANK.1[rank];
        beats[rank] = below + 0.5 * chance;
        below += chance;
        rank += 1;
    }
    beats
}

/// Averages values by rank over the suits of each run.
#[inline]
pub(super) fn by_run(ranks: &ByRank) -> [f32; RUNS] {
    std::array::from_fn(|run| {
        let ranks = &ranks[RUN_RANKS[run]..];
        SUITS[RUN_LENGTHS[run]].iter().zip(ranks).map(|(share, rank)| share * rank).sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, step by step: from each start, the run goes on with the next card or stops.
    fn plainly(code: Code, next: [&Next; LEVELS]) -> [f32; RUNS] {
        let numbers = numbers(code);
        let fits = |i: usize, need: usize| match numbers[i] {
            0 => next[3 - i].good[need] + next[3 - i].good[5],
            5 => 1.0,
            number => f32::from(u8::from(number == need)),
        };
        let mut chances = [0.0; RUNS];
        let mut from = |start: usize, weight: f32| {
            let mut left = weight;
            for length in 1..=4 - start {
                let goes_on = left * fits(length, start + length);
                chances[RUN_STARTS[start] + length - 1] += left - goes_on;
                left = goes_on;
            }
            chances[RUN_STARTS[start] + 4 - start] += left;
        };
        let reach = |start: usize| {
            let (mut sum, mut left) = (0.0, 1.0);
            for length in 1..=4 - start {
                left *= fits(length, start + length);
                sum += left;
            }
            sum
        };
        match numbers[0] {
            0 => {
                from(1, next[3].good[1] + next[3].good[5]);
                (2..=4).for_each(|start| from(start, next[3].good[start]));
            }
            5 => {
                let further = |best, start| if reach(start) > reach(best) { start } else { best };
                from([2, 3].into_iter().fold(1, further), 1.0);
            }
            start => from(start, 1.0),
        }
        chances
    }

    #[test]
    fn runs_are_found_at_once() {
        let shoe = |counts: [f32; 6]| {
            let good = counts[1..].iter().sum::<f32>();
            let good: ByNumber = std::array::from_fn(|number| match number {
                1..=5 => counts[number] * (1.0 / good),
                _ => 0.0,
            });
            Next { good, fits: good.map(|share| share + good[5]) }
        };
        let shoes = [
            [0.0, 24.0, 23.0, 21.0, 20.0, 1.0],
            [0.0, 3.0, 0.0, 17.0, 5.0, 0.0],
            [0.0, 1.0, 9.0, 2.0, 0.0, 3.0],
            [0.0, 5.0, 6.0, 7.0, 8.0, 9.0],
        ]
        .map(shoe);
        let values: [f32; RUNS] = std::array::from_fn(|run| 0.9 / (run + 3) as f32);
        for turn in 0..4 {
            let next: [&Next; 4] = std::array::from_fn(|level| &shoes[(level + turn) % 4]);
            for code in (0..CODES).filter(|&code| numbers(code).iter().all(|&n| n < 6)) {
                let found = runs(code, next);
                assert_eq!(found, plainly(code, next), "{code:o}");
                assert_eq!(found, runs(shape(code), next), "{code:o}");
                assert_eq!(beats(code, next), beats_runs(&found));
                // Cards that do not matter may be anything.
                let others: [&Next; 4] = std::array::from_fn(|level| {
                    if that_matter(code) >> level & 1 == 1 { next[level] } else { &shoes[turn] }
                });
                assert_eq!(found, runs(code, others));
                let worth: f32 = found.iter().zip(values).map(|(run, value)| run * value).sum();
                assert!(known_run(code).is_none_or(|run| worth == values[run]), "{code:o}");
            }
        }
    }

    #[test]
    fn each_rank_beats_the_ranks_below_it() {
        let even = [0.1; RUNS];
        let beats = beats_runs(&even);
        assert!(beats[1..FLANK_RANKS].is_sorted());
        assert!((beats[1] - 0.05).abs() < 1e-6 && beats[20] < 1.0 && beats[20] > 0.99);
        let worth = by_run(&beats);
        for run in 0..RUNS {
            let least = beats[RUN_RANKS[run]];
            assert!(worth[run] >= least && worth[run] < least + 0.1);
        }
    }
}
