//! Where cards can be moved: the permutations of the places and their least numbers of moves.

use super::{BITS, EACH, Hunt, NEVER, NUMBERS};
use crate::games::zinbiddle::hand::{LEVELS, Line, NEIGHBOURS, PLACES, Place};
use crate::games::zinbiddle::view::Pilot;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// By level and actions left, the least number of moves that brings the cards where each
/// permutation says.
pub(super) fn costs(hunt: &Hunt, perms: &[u64]) -> Vec<Vec<u8>> {
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
    // Permutations that differ by the order of a line have one that stands for all of them.
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
    let mut costs = vec![Vec::new(); LEVELS * (actions + 1)];
    for level in (0..LEVELS).rev() {
        let floor = usize::from(hunt.actions - hunt.allowances[level]);
        for left in floor..=actions {
            let mut cost: Vec<u8> = match level + 1 {
                LEVELS => perms.iter().map(|&p| if p == stays { 0 } else { NEVER }).collect(),
                above => costs[above * (actions + 1) + left].clone(),
            };
            if left > floor {
                let fewer: &Vec<u8> = &costs[level * (actions + 1) + left - 1];
                for step in hunt.moves(level) {
                    let Pilot::Transpose(number) = step.action else { continue };
                    for (cost, &next) in cost.iter_mut().zip(&swaps[usize::from(number)]) {
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
            costs[level * (actions + 1) + left] = cost;
        }
    }
    costs
}

/// All permutations of the places, by the numbers that they ask for.
pub(super) fn permutations() -> (Vec<u64>, Vec<u64>) {
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

/// The 192 Ion Barrages without wild cards, as bits by place and suit.
pub(super) fn barrages() -> [[[u64; 3]; 4]; PLACES] {
    let mut masks = [[[0; 3]; 4]; PLACES];
    let mut count = 0;
    for code in 0..1_u32 << (2 * PLACES) {
        let suits: [u32; PLACES] = std::array::from_fn(|place| code >> (2 * place) & 3);
        let rainbow = |line: Line| {
            line.places().iter().fold(0, |set, place| set | 1 << suits[place.index()]) == 15
        };
        if Line::ALL.into_iter().all(rainbow) {
            for (place, &suit) in suits.iter().enumerate() {
                masks[place][suit as usize][count / 64] |= 1 << (count % 64);
            }
            count += 1;
        }
    }
    masks
}
