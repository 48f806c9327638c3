//! The movement of cards: permutations of the places, and their least numbers of moves.

use super::words::{BITS, LANE};
use super::{Hunt, NEVER};
use crate::games::zinbiddle::hand::{LEVELS, Line, NEIGHBOURS, PLACES, Place, barrages};
use crate::games::zinbiddle::view::Pilot;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// The number that a barrage has at each place.
const NUMBERS: [u64; PLACES] = [4, 4, 4, 4, 3, 3, 2, 2, 1];
/// Number of permutations per pattern, that is, that put the same numbers on the same places.
pub(super) const EACH: usize = 96;
/// Number of values of a pattern's digit: 1 to 4.
const DIGITS: usize = 4;

/// The pairs of places.
pub(super) const PAIRS: [(usize, usize); 36] = {
    let (mut pairs, mut pair, mut a) = ([(0, 0); 36], 0, 0);
    while a < PLACES {
        let mut b = a + 1;
        while b < PLACES {
            pairs[pair] = (a, b);
            (pair, b) = (pair + 1, b + 1);
        }
        a += 1;
    }
    pairs
};

/// All permutations of the places, grouped by pattern, and the patterns as a tree.
pub(super) struct Permutations {
    /// By permutation: the final place of each place's card, four bits per place.
    perms: Vec<u64>,
    /// By permutation: the pairs of places, as bits, that it sends to one line.
    in_line: Vec<u64>,
    /// By pattern: the number required at each place.
    patterns: Vec<u64>,
    /// By node, then by the number required at its place: the next node, or the pattern, plus one;
    /// 0 for none. The root is the capstone, followed by G2 and so on down to T1.
    tree: Vec<[u32; DIGITS]>,
}

impl Permutations {
    pub(super) fn new() -> Permutations {
        let (perms, patterns) = permutations();
        let in_line = perms.par_iter().map(|&perm| in_line(perm)).collect();
        let mut tree = Vec::new();
        grow(&mut tree, &patterns, 0, PLACES);
        Permutations { perms, in_line, patterns, tree }
    }

    /// The final place of each place's card, four bits per place.
    #[inline(always)]
    pub(super) fn ends(&self, number: u32) -> u64 {
        self.perms[number as usize]
    }

    /// The pairs of places, as bits, that a permutation sends to one line.
    #[inline(always)]
    pub(super) fn in_line(&self, number: u32) -> u64 {
        self.in_line[number as usize]
    }

    /// The number of patterns.
    pub(super) fn patterns(&self) -> usize {
        self.patterns.len()
    }

    /// By node of the tree, the minimum of a value over the patterns below it.
    pub(super) fn least(&self, of: &dyn Fn(usize) -> u8) -> Vec<u8> {
        let mut least = vec![NEVER; self.tree.len()];
        self.least_below(0, PLACES, of, &mut least);
        least
    }

    fn least_below(
        &self,
        node: usize,
        places: usize,
        of: &dyn Fn(usize) -> u8,
        least: &mut [u8],
    ) -> u8 {
        for next in self.tree[node].into_iter().filter(|&next| next > 0) {
            let next = next as usize - 1;
            let found = match places {
                1 => of(next),
                _ => self.least_below(next, places - 1, of, least),
            };
            least[node] = least[node].min(found);
        }
        least[node]
    }

    /// Passes to `tell` each pattern, with its numbers, that differs from `numbers` at so few
    /// places that the actions left also cover the `least` moves of its nodes; `free` places fit
    /// anything.
    pub(super) fn near(
        &self,
        (numbers, free): (u64, u64),
        left: u8,
        least: &[u8],
        tell: &mut impl FnMut(usize, u64),
    ) {
        self.near_below(0, PLACES, (numbers, free), left, least, tell);
    }

    fn near_below(
        &self,
        node: usize,
        places: usize,
        (numbers, free): (u64, u64),
        left: u8,
        least: &[u8],
        tell: &mut impl FnMut(usize, u64),
    ) {
        let shift = BITS * (places - 1);
        let (number, fits) = (numbers >> shift & LANE, free >> shift & 1 == 1);
        for (digit, next) in (1..).zip(self.tree[node]) {
            let differs = u8::from(!fits && number != digit);
            if next == 0 || differs > left {
                continue;
            }
            let (next, left) = (next as usize - 1, left - differs);
            if places == 1 {
                tell(next, self.patterns[next]);
            } else if least[next] <= left {
                self.near_below(next, places - 1, (numbers, free), left, least, tell);
            }
        }
    }

    /// By level and actions left, the least number of moves for each permutation.
    pub(super) fn costs(&self, hunt: &Hunt) -> Vec<Costs> {
        costs(hunt, &self.perms)
    }
}

/// Adds the nodes for patterns that differ only at the lowest `places` places; `first` is the
/// number of the first pattern. Returns the number of the node.
fn grow(tree: &mut Vec<[u32; DIGITS]>, patterns: &[u64], first: usize, places: usize) -> u32 {
    let node = tree.len();
    tree.push([0; DIGITS]);
    let digit = |pattern: u64| (pattern >> (BITS * (places - 1)) & LANE) as usize;
    let mut start = 0;
    while start < patterns.len() {
        let here = digit(patterns[start]);
        let same = patterns[start..].iter().take_while(|&&pattern| digit(pattern) == here).count();
        let next = match places {
            1 => (first + start) as u32,
            _ => grow(tree, &patterns[start..start + same], first + start, places - 1),
        };
        tree[node][here - 1] = next + 1;
        start += same;
    }
    node as u32
}

/// The pairs of places, as bits, that a permutation sends to one line.
fn in_line(perm: u64) -> u64 {
    let lines = |place: usize| Place::from_index((perm >> (4 * place) & 15) as usize).lines();
    let lines: [u8; PLACES] = std::array::from_fn(lines);
    let pairs = PAIRS.iter().enumerate();
    pairs.fold(0, |some, (pair, &(a, b))| some | u64::from(lines[a] & lines[b] != 0) << pair)
}

/// The cost of each permutation.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    /// The least number of moves.
    pub(super) least: Vec<u8>,
    /// Before the last level: the transpositions, as bits, that begin a course with fewer moves
    /// than the last level alone would take. Empty if there is none.
    pub(super) first: Vec<u16>,
}

/// The costs of all permutations, by level and actions left.
fn costs(hunt: &Hunt, perms: &[u64]) -> Vec<Costs> {
    let actions = usize::from(hunt.actions);
    let numbers: FxHashMap<u64, u32> =
        perms.iter().enumerate().map(|(number, &perm)| (perm, number as u32)).collect();
    let row = |change: &(dyn Fn(u64) -> u64 + Sync)| -> Vec<u32> {
        perms.par_iter().map(|&perm| numbers[&change(perm)]).collect()
    };
    let end = |perm: u64, place: Place| perm >> (4 * place.index()) & 15;
    let swapped = |(a, b): (Place, Place)| {
        row(&|perm| {
            let differ = end(perm, a) ^ end(perm, b);
            perm ^ (differ << (4 * a.index()) | differ << (4 * b.index()))
        })
    };
    // Permutations that differ only in the order of a line share one representative.
    let sorted = |line: Line| {
        let places = line.places();
        row(&|perm| {
            let mut ends = places.map(|place| end(perm, place));
            ends.sort_unstable();
            let clear = places.iter().fold(perm, |perm, place| perm & !(15 << (4 * place.index())));
            places
                .iter()
                .zip(ends)
                .fold(clear, |perm, (place, end)| perm | end << (4 * place.index()))
        })
    };
    let swaps: Vec<Vec<u32>> = NEIGHBOURS.into_iter().map(swapped).collect();
    let lines: Vec<Vec<u32>> = Line::ALL.into_iter().map(sorted).collect();
    let stays: u64 = (0..PLACES as u64).map(|place| place << (4 * place)).sum();
    let mut costs = vec![Costs::default(); LEVELS * (actions + 1)];
    for level in (0..LEVELS).rev() {
        let floor = usize::from(hunt.actions - hunt.allowances[level]);
        for left in floor..=actions {
            let mut cost: Vec<u8> = match level + 1 {
                LEVELS => perms.iter().map(|&p| if p == stays { 0 } else { NEVER }).collect(),
                above => costs[above * (actions + 1) + left].least.clone(),
            };
            let mut first = Vec::new();
            if left > floor {
                let fewer: &Vec<u8> = &costs[level * (actions + 1) + left - 1].least;
                if level + 2 == LEVELS {
                    first = vec![0; perms.len()];
                }
                for step in hunt.moves(level) {
                    let Pilot::Transpose(number) = step.action else { continue };
                    let swap = &swaps[usize::from(number)];
                    let later = level + 2 == LEVELS;
                    let later = later.then(|| &costs[(level + 1) * (actions + 1) + left].least);
                    for (first, (later, &next)) in
                        first.iter_mut().zip(later.into_iter().flatten().zip(swap))
                    {
                        *first |= u16::from(fewer[next as usize] + 1 < *later) << number;
                    }
                    for (cost, &next) in cost.iter_mut().zip(swap) {
                        *cost = (*cost).min(fewer[next as usize] + 1);
                    }
                }
                for line in hunt.sorts(level) {
                    let stands = &lines[line as usize];
                    let mut least = vec![NEVER; perms.len()];
                    for (&fewer, &next) in fewer.iter().zip(stands) {
                        least[next as usize] = least[next as usize].min(fewer);
                    }
                    for (cost, &next) in cost.iter_mut().zip(stands) {
                        *cost = (*cost).min(least[next as usize] + 1);
                    }
                }
            }
            costs[level * (actions + 1) + left] = Costs { least: cost, first };
        }
    }
    costs
}

/// All permutations of the places, sorted by the numbers that they require, and their patterns.
fn permutations() -> (Vec<u64>, Vec<u64>) {
    fn extend(perm: u64, place: usize, used: u16, all: &mut Vec<u64>) {
        if place == PLACES {
            return all.push(perm);
        }
        for end in (0..PLACES).filter(|end| used >> end & 1 == 0) {
            extend(perm | (end as u64) << (4 * place), place + 1, used | 1 << end, all);
        }
    }
    let mut perms = Vec::with_capacity(362_880);
    extend(0, 0, 0, &mut perms);
    let numbers = |perm: &u64| -> u64 {
        (0..PLACES).map(|p| NUMBERS[(perm >> (4 * p) & 15) as usize] << (BITS * p)).sum()
    };
    perms.sort_by_cached_key(|perm| (numbers(perm), *perm));
    let patterns = perms.iter().step_by(EACH).map(numbers).collect();
    (perms, patterns)
}

/// The [`barrages`], as bits by place and suit.
pub(super) fn barrage_masks() -> [[[u64; 3]; 4]; PLACES] {
    let mut masks = [[[0; 3]; 4]; PLACES];
    for (number, suits) in barrages().enumerate() {
        for (place, suit) in suits.into_iter().enumerate() {
            masks[place][suit][number / 64] |= 1 << (number % 64);
        }
    }
    masks
}
