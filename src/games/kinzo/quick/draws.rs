//! The distribution of the dealer's total in closed form: no draw is enumerated.
//!
//! The draws that do not end the dealer's turn (K10) are cards of a few kinds in any order. The
//! number of ways in which j of them add up to a sum is the coefficient of y^j x^sum in
//! Π (1 + y·x^k)^c_k over the kinds k that continue, with c_k cards of each. The hole card is any
//! unseen card that was not drawn: if it is of a kind that continues, it and j drawn cards are
//! j + 1 of those, any of which may be the hole card.

use crate::cards::Composition;
use crate::games::kinzo::hand::{Card, MAX_CARDS};
use crate::games::kinzo::rules::Rules;

/// Room for the sums of the hole card and all draws, and for a padded row added at the highest sum.
const SUMS: usize = 6 * MAX_CARDS + 4 * WIDE;
/// The number of sums that are added at once. Rows are padded with zeros to a multiple of it.
const WIDE: usize = 4;

/// Weights by sum of cards.
type Sums = [f32; SUMS];

/// The dealer's hole card and draws.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    /// The most cards that the dealer draws.
    most: usize,
    /// The kinds that do not end the dealer's turn, and those that do.
    going_on: Vec<usize>,
    stopping: Vec<usize>,
    /// One more than the highest sum of hole card and draws.
    span: usize,
    /// The number of ways in which continuing cards have a sum: a row of `row` sums for each number
    /// of cards.
    row: usize,
    ways: Vec<f32>,
    after: Vec<After>,
}

/// The distribution of the sum of up to `left` draws from cards of earlier rounds.
#[derive(Clone, Debug)]
struct After {
    earlier: Composition,
    left: usize,
    sums: Sums,
}

/// Adds `times` a row to sums, shifted by `at`.
#[inline(always)]
fn add(to: &mut [f32], at: usize, times: f32, row: &[f32]) {
    let (row, _) = row.as_chunks::<WIDE>();
    let (to, _) = to[at..].as_chunks_mut::<WIDE>();
    for (to, from) in to.iter_mut().zip(row) {
        for i in 0..WIDE {
            to[i] += times * from[i];
        }
    }
}

/// Cards chosen of some kinds: the index of their number and sum in the table of ways, and the
/// number of ways to choose them.
#[derive(Clone, Copy)]
struct Chosen {
    at: usize,
    ways: f32,
}

/// Adds up the ways to choose cards of kinds, as far as the table has room for their number.
fn multiply(kinds: &[usize], count: &[f32; 6], chosen: Chosen, width: usize, ways: &mut [f32]) {
    let Some((&kind, rest)) = kinds.split_first() else {
        ways[chosen.at] += chosen.ways;
        return;
    };
    let mut chosen = chosen;
    let (mut left, mut taken) = (count[kind], 0.0);
    while chosen.at < ways.len() && chosen.ways != 0.0 {
        match rest {
            [] => ways[chosen.at] += chosen.ways,
            _ => multiply(rest, count, chosen, width, ways),
        }
        taken += 1.0;
        chosen.ways *= left / taken;
        left -= 1.0;
        chosen.at += width + kind + 1;
    }
}

impl Draws {
    pub(super) fn new(rules: &Rules) -> Draws {
        let stops = |&kind: &usize| rules.stops_dealer(Card::of_kind(kind));
        let most = usize::from(rules.dealer_limit) - 2;
        let row = (6 * (most + 1) + 1).next_multiple_of(WIDE);
        Draws {
            most,
            going_on: (0..6).filter(|kind| !stops(kind)).collect(),
            stopping: (0..6).filter(stops).collect(),
            span: 6 * (most + 1) + 1,
            row,
            ways: vec![0.0; (most + 2) * row],
            after: Vec::new(),
        }
    }

    /// One more than the highest sum of hole card and draws.
    pub(super) fn span(&self) -> usize {
        self.span
    }

    /// Computes the distribution of the sum of the dealer's hole card and draws from the unseen
    /// cards, of which there is at least one; when those run out, from `earlier` ones (K11).
    pub(super) fn odds(&mut self, unseen: Composition, earlier: Composition, odds: &mut [f32]) {
        let span = self.span;
        let pile = unseen.cards() as usize - 1;
        let most = self.most.min(pile);
        let (mut sums, mut open) = ([0.0; SUMS], [0.0; SUMS]);
        let counts = |cards: Composition| cards.counts().map(f32::from);
        self.draw(counts(unseen), most, true, &mut sums, &mut open);
        let left = (self.most - most).min(earlier.cards() as usize);
        if left > 0 {
            let more = self.after(earlier, left);
            for (sum, weight) in open.into_iter().enumerate().filter(|&(_, weight)| weight != 0.0) {
                add(&mut sums, sum, weight, more);
            }
            open = [0.0; SUMS];
        }
        for (odds, (ended, open)) in odds[..span].iter_mut().zip(sums.into_iter().zip(open)) {
            *odds = ended + open;
        }
    }

    /// The distribution of the sum of up to `left` draws from cards of earlier rounds alone.
    fn after(&mut self, earlier: Composition, left: usize) -> &[f32] {
        let known = |after: &After| after.earlier == earlier && after.left == left;
        let at = self.after.iter().position(known).unwrap_or_else(|| {
            let (mut sums, mut open) = ([0.0; SUMS], [0.0; SUMS]);
            self.draw(earlier.counts().map(f32::from), left, false, &mut sums, &mut open);
            for (sum, open) in sums.iter_mut().zip(open) {
                *sum += open;
            }
            // A single decision needs few of these.
            if self.after.len() == MAX_CARDS {
                self.after.clear();
            }
            self.after.push(After { earlier, left, sums });
            self.after.len() - 1
        });
        &self.after[at].sums[..(6 * left + 1).next_multiple_of(WIDE)]
    }

    /// Draws from a pile with the hole card among its cards, or without: the distribution of the
    /// sums at which a card ends the turn, and of the sums of `most` draws that do not.
    fn draw(
        &mut self,
        count: [f32; 6],
        most: usize,
        hole: bool,
        ended: &mut Sums,
        open: &mut Sums,
    ) {
        let (width, held) = (self.row, usize::from(hole));
        let rows = most + held;
        let ways = &mut self.ways[..(rows + 1) * width];
        ways.fill(0.0);
        multiply(&self.going_on, &count, Chosen { at: 0, ways: 1.0 }, width, ways);
        let highest = self.going_on.last().map_or(0, |kind| kind + 1);
        // The number of sums of `drawn` cards, rounded up to whole registers.
        let wide = |drawn: usize, highest: usize| (drawn * highest + 1).next_multiple_of(WIDE);
        let row = |drawn: usize| &ways[drawn * width..][..wide(drawn, highest)];
        // The probability of given cards in any order, then one more given card, and the hole card.
        let all = count.iter().sum::<f32>();
        let mut order = [0.0; MAX_CARDS];
        let mut now = if hole { 1.0 / all } else { 1.0 };
        for (drawn, order) in order.iter_mut().enumerate().take(most + 1) {
            if drawn < most {
                now /= all - (held + drawn) as f32;
            }
            *order = now;
            now *= drawn as f32 + 1.0;
        }
        // All continuing cards, before the card that ends the turn.
        let mut before = [0.0; SUMS];
        let before = &mut before[..wide(most, highest)];
        for drawn in 0..most {
            add(before, 0, order[drawn], row(drawn));
        }
        if !hole {
            add(open, 0, order[most], row(most));
            for &stop in &self.stopping {
                add(ended, stop + 1, count[stop], before);
            }
            return;
        }
        // With the hole card.
        let mut with_hole = [0.0; SUMS];
        for drawn in 0..most {
            add(&mut with_hole, 0, order[drawn] * (drawn + 1) as f32, row(drawn + 1));
        }
        add(open, 0, order[most] * (most + 1) as f32, row(most + 1));
        for &stop in &self.stopping {
            add(&mut with_hole, stop + 1, count[stop], before);
            add(open, stop + 1, count[stop] * order[most], row(most));
        }
        let wide = self.span.next_multiple_of(WIDE);
        for &stop in &self.stopping {
            let value = stop + 1;
            add(ended, value, count[stop], &with_hole[..wide]);
            // The hole card and the last card drawn are not the same card.
            add(ended, 2 * value, -count[stop], before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kinzo::exact::dealer_odds;

    /// The odds match the enumeration of all draws: with cards to spare, with few cards, and with
    /// few cards and earlier ones.
    #[test]
    fn the_odds_are_those_of_all_draws() {
        for rules in [
            Rules::default(),
            Rules { dealer_limit: 3, ..Rules::default() },
            Rules { dealer_limit: 9, dealer_stop_values: vec![1, 6], ..Rules::default() },
            Rules { dealer_limit: 8, dealer_stop_values: vec![], ..Rules::default() },
            Rules { dealer_limit: 12, dealer_stop_values: vec![1, 2, 3, 4, 6], ..Rules::default() },
            Rules { dealer_stop_values: vec![1, 2, 3, 4, 5, 6], ..Rules::default() },
        ] {
            let mut draws = Draws::new(&rules);
            for (unseen, earlier) in [
                ([6, 5, 6, 4, 6, 3], [0; 6]),
                ([2, 0, 1, 0, 1, 0], [0; 6]),
                ([2, 0, 1, 0, 1, 0], [0, 3, 4, 1, 2, 6]),
                ([1, 1, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0]),
                ([0, 0, 0, 1, 0, 0], [2, 2, 2, 2, 2, 2]),
                ([0, 0, 0, 0, 1, 0], [0; 6]),
                ([30, 0, 20, 0, 0, 40], [1; 6]),
            ] {
                let [unseen, earlier] =
                    [unseen, earlier].map(|counts| Composition::new(counts).unwrap());
                let mut odds = vec![0.0; draws.span()];
                draws.odds(unseen, earlier, &mut odds);
                let all = dealer_odds(&rules, unseen, earlier);
                assert!((odds.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                for (sum, (&odds, all)) in odds.iter().zip(all).enumerate() {
                    let apart = (f64::from(odds) - all).abs();
                    assert!(apart < 1e-6, "{sum} of {unseen:?}, {earlier:?}: {odds}, {all}");
                }
            }
        }
    }
}
