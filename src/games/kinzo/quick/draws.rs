//! The odds of the dealer's total in closed form: no draw is enumerated.
//!
//! The draws that do not end his turn (K10) are a few cards of a few kinds in any order. In how
//! many ways j of them add up to a sum is the coefficient of y^j x^sum in Π (1 + y·x^k)^c_k over
//! the kinds k that go on, c_k cards of each. The hole card is any unseen card that was not drawn.

use crate::cards::Composition;
use crate::games::kinzo::hand::{Card, MAX_CARDS};
use crate::games::kinzo::rules::Rules;

/// One more than the highest sum of the hole card and all draws.
const SUMS: usize = 6 * MAX_CARDS;

/// By sum of cards.
type Sums = [f64; SUMS];

/// The dealer's hole card and draws.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    /// Most cards that he draws.
    most: usize,
    /// Kinds that do not end his turn, and those that do.
    going_on: Vec<usize>,
    stopping: Vec<usize>,
    /// One more than the highest sum of hole card and draws.
    span: usize,
    /// By number of cards drawn, and by sum: in how many ways.
    ways: Vec<f64>,
}

/// Adds `times` a row to another one, `at` places on.
#[inline(always)]
fn add(to: &mut [f64], at: usize, times: f64, row: &[f64]) {
    for (to, from) in to[at..].iter_mut().zip(row) {
        *to += times * from;
    }
}

impl Draws {
    pub(super) fn new(rules: &Rules) -> Draws {
        let stops = |&kind: &usize| rules.stops_dealer(Card::of_kind(kind));
        let most = usize::from(rules.dealer_limit) - 2;
        let span = 6 * (most + 1) + 1;
        Draws {
            most,
            going_on: (0..6).filter(|kind| !stops(kind)).collect(),
            stopping: (0..6).filter(stops).collect(),
            span,
            ways: vec![0.0; (most + 1) * span],
        }
    }

    /// One more than the highest sum of hole card and draws.
    pub(super) fn span(&self) -> usize {
        self.span
    }

    /// The odds of each sum of his hole card and his draws out of the unseen cards, of which there
    /// is at least one; when those run out, out of `earlier` ones (K11).
    pub(super) fn odds(&mut self, unseen: Composition, earlier: Composition, odds: &mut [f32]) {
        let span = self.span;
        let pile = unseen.cards() as usize - 1;
        let most = self.most.min(pile);
        let mut sums = [0.0; SUMS];
        let mut open = [0.0; SUMS];
        self.draw(unseen, most, true, &mut sums, &mut open);
        let left = (self.most - most).min(earlier.cards() as usize);
        if left == 0 {
            add(&mut sums[..span], 0, 1.0, &open);
        } else {
            let (mut more, mut full) = ([0.0; SUMS], [0.0; SUMS]);
            self.draw(earlier, left, false, &mut more, &mut full);
            add(&mut more[..span], 0, 1.0, &full);
            for (sum, &weight) in open[..span].iter().enumerate() {
                if weight != 0.0 {
                    add(&mut sums[..span], sum, weight, &more);
                }
            }
        }
        for (to, from) in odds[..span].iter_mut().zip(&sums) {
            *to = *from as f32;
        }
    }

    /// Draws from a pile with the hole card among the cards, or without: the odds of the sums with
    /// which a card ends his turn, and of those of `most` draws that do not.
    fn draw(
        &mut self,
        cards: Composition,
        most: usize,
        hole: bool,
        ended: &mut Sums,
        open: &mut Sums,
    ) {
        let span = self.span;
        let count = cards.counts().map(f64::from);
        let ways = &mut self.ways[..(most + 1) * span];
        ways.fill(0.0);
        ways[0] = 1.0;
        // Times (1 + y·x^k)^c for each kind; `highest` is the highest value so far.
        let mut highest = 0;
        for &kind in &self.going_on {
            let value = kind + 1;
            let mut chosen = [1.0; MAX_CARDS];
            for i in 1..=most {
                chosen[i] = chosen[i - 1] * (count[kind] + 1.0 - i as f64) / i as f64;
            }
            for drawn in (1..=most).rev() {
                let (fewer, here) = ways.split_at_mut(drawn * span);
                for more in 1..=drawn {
                    let rest = drawn - more;
                    let row = &fewer[rest * span..][..rest * highest + 1];
                    add(&mut here[..span], more * value, chosen[more], row);
                }
            }
            highest = value;
        }
        let row = |drawn: usize| &ways[drawn * span..][..drawn * highest + 1];
        // The odds of an order of so many cards, one more card and the hole card.
        let held = if hole { 1.0 } else { 0.0 };
        let mut order = [0.0; MAX_CARDS];
        let mut now = if hole { 1.0 / f64::from(cards.cards()) } else { 1.0 };
        for (drawn, order) in order.iter_mut().enumerate().take(most + 1) {
            if drawn < most {
                now /= f64::from(cards.cards()) - held - drawn as f64;
            }
            *order = now;
            now *= drawn as f64 + 1.0;
        }
        // All that go on, before the card that ends the turn.
        let mut before = [0.0; SUMS];
        let before = &mut before[..most * highest + 1];
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
        // With the hole card: any unseen one, but those that were drawn.
        let mut with_hole = [0.0; SUMS];
        for (kind, &count) in count.iter().enumerate() {
            add(&mut with_hole, kind + 1, count, before);
            add(open, kind + 1, count * order[most], row(most));
        }
        // A kind is among j cards in c·(ways of j − 1 with a card of it less) ways for each time, and
        // dividing by 1 + y·x^k takes a card away: W − x^k·W′ + x^2k·W″ … with fewer cards each.
        for fewer in 0..most {
            let row = row(fewer);
            let mut sign = -1.0;
            for drawn in fewer + 1..=most {
                let taken = drawn - fewer;
                let to = if drawn < most { &mut with_hole } else { &mut *open };
                for &kind in &self.going_on {
                    let weight = sign * order[drawn] * count[kind];
                    add(&mut to[..], (taken + 1) * (kind + 1), weight, row);
                }
                sign = -sign;
            }
        }
        for &stop in &self.stopping {
            let value = stop + 1;
            add(&mut ended[..span], value, count[stop], &with_hole);
            // The hole card and the last one are not the same card.
            add(&mut ended[..span], 2 * value, -count[stop], before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kinzo::exact::dealer_odds;

    /// As the enumeration of all draws has it, with cards to spare, few cards, and few cards and
    /// earlier ones.
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
