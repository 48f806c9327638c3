//! Tables that depend on the rules alone.

use crate::games::zinbiddle::hand::{Card, KINDS, Line, Pyramid, Ranks, ranks};
use crate::games::zinbiddle::rules::Rules;

/// Number of card numbers: 0 for a misfire or an unknown card, 5 for a Vermilion Six.
pub(super) const NUMBERS: usize = 6;
/// Number of rows by their numbers, as digits of base 6.
const ROWS: usize = NUMBERS.pow(4);
/// Number of row ranks.
const ROW_RANKS: usize = ranks::BARRAGE_OF_FOURS as usize + 1;
/// Number of steps of boldness: how much better a rival's row is taken to be than a dealt one.
pub(super) const BOLDNESS: usize = 5;
/// A rival that bet or raised in n rounds is taken to have the best of 1 + 1.4 n dealt rows.
const BOLD_ROW: f64 = 1.4;

/// Tables that depend on the rules alone, built once for all seats of a strategy.
#[derive(Debug)]
pub(super) struct Tables {
    /// Cards of a full shoe, by number.
    pub(super) full: [u16; NUMBERS],
    /// The probability that a row beats a rival's, by boldness and rank; a tie counts half.
    pub(super) row: [[f32; ROW_RANKS]; BOLDNESS],
    /// The same by the row's numbers and boldness, averaged over suits and new cards for misfires.
    pub(super) rough: Vec<[f32; BOLDNESS]>,
}

impl Tables {
    pub(super) fn new(rules: &Rules) -> Tables {
        let deck = rules.deck();
        let ranks = Ranks::get();
        let mut full = [0; NUMBERS];
        deck.iter().enumerate().for_each(|(kind, &count)| full[number(kind)] += count);
        let kinds: Vec<usize> = (4..KINDS).filter(|&kind| deck[kind] > 0).collect();
        let cards: f64 = kinds.iter().map(|&kind| f64::from(deck[kind])).sum();
        // Weights of rows without a misfire, by numbers and rank, and by rank.
        let mut weights = vec![[0.0_f64; ROW_RANKS]; ROWS];
        let mut dealt = [0.0_f64; ROW_RANKS];
        for &a in &kinds {
            for &b in &kinds {
                for &c in &kinds {
                    for &d in &kinds {
                        let row = [a, b, c, d];
                        let rank = usize::from(ranks.row(row.map(Card::of_kind)));
                        let share = |kind: usize| f64::from(deck[kind]) / cards;
                        let weight: f64 = row.into_iter().map(share).product();
                        dealt[rank] += weight;
                        let index =
                            row.into_iter().fold(0, |index, kind| index * NUMBERS + number(kind));
                        weights[index][rank] += weight;
                    }
                }
            }
        }
        let mut row = [[0.0_f32; ROW_RANKS]; BOLDNESS];
        let mut below = 0.0;
        for rank in 1..ROW_RANKS {
            let chance = below + dealt[rank] / 2.0;
            below += dealt[rank];
            for (bold, row) in row.iter_mut().enumerate() {
                row[rank] = chance.powf(1.0 + BOLD_ROW * bold as f64) as f32;
            }
        }
        // An unknown number is any of the five.
        let mut sums = weights;
        for place in 0..4 {
            let step = NUMBERS.pow(3 - place);
            for index in (0..ROWS).filter(|index| (index / step).is_multiple_of(NUMBERS)) {
                for number in 1..NUMBERS {
                    let part = sums[index + number * step];
                    sums[index].iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
                }
            }
        }
        let rough = sums
            .iter()
            .map(|sums| {
                let all: f64 = sums.iter().sum();
                let mean = |row: &[f32; ROW_RANKS]| {
                    let sum: f64 = sums.iter().zip(row).map(|(w, &f)| w * f64::from(f)).sum();
                    if all > 0.0 { (sum / all) as f32 } else { 0.0 }
                };
                std::array::from_fn(|bold| mean(&row[bold]))
            })
            .collect();
        Tables { full, row, rough }
    }
}

/// The number of a kind.
#[inline]
pub(super) fn number(kind: usize) -> usize {
    kind >> 2
}

/// The index of a row by its numbers, as digits of base 6.
#[inline]
pub(super) fn rough_index(pyramid: &Pyramid) -> usize {
    let numbers = pyramid.line(Line::Row).map(|card| card.number() as usize);
    numbers.into_iter().fold(0, |index, number| index * NUMBERS + number)
}
