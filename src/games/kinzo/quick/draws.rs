//! The odds of the dealer's total in closed form: no draw is enumerated.
//!
//! The draws that do not end his turn (K10) are a few cards of a few kinds in any order. In how
//! many ways j of them add up to a sum is the coefficient of y^j x^sum in Π (1 + y·x^k)^c_k over
//! the kinds k that go on, c_k cards of each. The hole card is any unseen card that was not drawn.

use crate::cards::Composition;
use crate::games::kinzo::hand::{Card, MAX_CARDS};
use crate::games::kinzo::rules::Rules;
use std::sync::Arc;

/// Room for the sums of the hole card and all draws, and for a row from the highest one on.
const SUMS: usize = 6 * MAX_CARDS + 4 * WIDE;
/// Sums that are added at once. Rows are as many times as long as this as they need, and 0 beyond
/// their sums.
const WIDE: usize = 4;

/// By sum of cards.
type Sums = [f32; SUMS];

/// The dealer's hole card and draws.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    near: Arc<Near>,
    /// Most cards that he draws.
    most: usize,
    /// Kinds that do not end his turn, and those that do.
    going_on: Vec<usize>,
    stopping: Vec<usize>,
    /// One more than the highest sum of hole card and draws.
    span: usize,
    /// In how many ways a number of cards that go on has a sum: rows of so many sums.
    row: usize,
    ways: Vec<f32>,
}

/// Adds `times` a row to sums, `at` places on.
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

impl Draws {
    pub(super) fn new(rules: &Rules, deck: Composition) -> Draws {
        let stops = |&kind: &usize| rules.stops_dealer(Card::of_kind(kind));
        let most = usize::from(rules.dealer_limit) - 2;
        let row = (6 * most + 1).next_multiple_of(WIDE);
        let mut draws = Draws {
            near: Arc::default(),
            most,
            going_on: (0..6).filter(|kind| !stops(kind)).collect(),
            stopping: (0..6).filter(stops).collect(),
            span: 6 * (most + 1) + 1,
            row,
            ways: vec![0.0; (most + 1) * row],
        };
        draws.near = Arc::new(Near::new(&mut draws, deck));
        draws
    }

    /// One more than the highest sum of hole card and draws.
    pub(super) fn span(&self) -> usize {
        self.span
    }

    /// The odds of each sum of his hole card and his draws out of the unseen cards, of which there
    /// is at least one; when those run out, out of `earlier` ones (K11). Nearly, where most of the
    /// deck is unseen.
    #[inline]
    pub(super) fn odds(&mut self, unseen: Composition, earlier: Composition, odds: &mut [f32]) {
        if !self.near.odds(unseen, odds) {
            self.all_odds(unseen, earlier, odds);
        }
    }

    /// The same exactly.
    fn all_odds(&mut self, unseen: Composition, earlier: Composition, odds: &mut [f32]) {
        let span = self.span;
        let pile = unseen.cards() as usize - 1;
        let most = self.most.min(pile);
        let (mut sums, mut open) = ([0.0; SUMS], [0.0; SUMS]);
        let counts = |cards: Composition| cards.counts().map(f32::from);
        self.draw(counts(unseen), most, true, &mut sums, &mut open);
        let left = (self.most - most).min(earlier.cards() as usize);
        if left > 0 {
            let (mut more, mut full) = ([0.0; SUMS], [0.0; SUMS]);
            self.draw(counts(earlier), left, false, &mut more, &mut full);
            for (more, full) in more.iter_mut().zip(full) {
                *more += full;
            }
            for (sum, weight) in open.into_iter().enumerate().filter(|&(_, weight)| weight != 0.0) {
                for (to, from) in sums[sum..].iter_mut().zip(&more) {
                    *to += weight * from;
                }
            }
            open = [0.0; SUMS];
        }
        for (odds, (ended, open)) in odds[..span].iter_mut().zip(sums.into_iter().zip(open)) {
            *odds = ended + open;
        }
    }

    /// Draws from a pile with the hole card among the cards, or without: the odds of the sums with
    /// which a card ends his turn, and of those of `most` draws that do not.
    fn draw(
        &mut self,
        count: [f32; 6],
        most: usize,
        hole: bool,
        ended: &mut Sums,
        open: &mut Sums,
    ) {
        let width = self.row;
        let ways = &mut self.ways[..(most + 1) * width];
        ways.fill(0.0);
        ways[0] = 1.0;
        // So many sums of so many cards there are, up to a whole number of registers.
        let wide = |drawn: usize, highest: usize| (drawn * highest + 1).next_multiple_of(WIDE);
        // Times (1 + y·x^k)^c for each kind; `highest` is the highest value so far.
        let mut highest = 0;
        for &kind in &self.going_on {
            let value = kind + 1;
            let mut chosen = [1.0; MAX_CARDS];
            for i in 1..=most {
                chosen[i] = chosen[i - 1] * (count[kind] + 1.0 - i as f32) / i as f32;
            }
            for drawn in (1..=most).rev() {
                let (fewer, here) = ways.split_at_mut(drawn * width);
                for more in 1..=drawn {
                    let rest = drawn - more;
                    let row = &fewer[rest * width..][..wide(rest, highest)];
                    add(here, more * value, chosen[more], row);
                }
            }
            highest = value;
        }
        let row = |drawn: usize| &ways[drawn * width..][..wide(drawn, highest)];
        // The odds of an order of so many cards, one more card and the hole card.
        let (all, held) = (count.iter().sum::<f32>(), if hole { 1.0 } else { 0.0 });
        let mut order = [0.0; MAX_CARDS];
        let mut now = if hole { 1.0 / all } else { 1.0 };
        for (drawn, order) in order.iter_mut().enumerate().take(most + 1) {
            if drawn < most {
                now /= all - held - drawn as f32;
            }
            *order = now;
            now *= drawn as f32 + 1.0;
        }
        // All that go on, before the card that ends the turn.
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
        // With the hole card: any unseen one, but those that were drawn.
        let mut with_hole = [0.0; SUMS];
        for (kind, &count) in count.iter().enumerate() {
            add(&mut with_hole, kind + 1, count, before);
            add(open, kind + 1, count * order[most], row(most));
        }
        // Of j cards a card of kind k is one in c·(ways of j − 1 others out of a card less of it)
        // ways, and dividing by 1 + y·x^k takes that card away: W − x^k·W′ + x^2k·W″ − …, of a card
        // less each.
        for fewer in 0..most {
            let row = row(fewer);
            let mut sign = -1.0;
            for drawn in fewer + 1..=most {
                let taken = drawn - fewer;
                let to = if drawn < most { &mut with_hole } else { &mut *open };
                for &kind in &self.going_on {
                    let weight = sign * order[drawn] * count[kind];
                    add(to, (taken + 1) * (kind + 1), weight, row);
                }
                sign = -sign;
            }
        }
        let wide = self.span.next_multiple_of(WIDE);
        for &stop in &self.stopping {
            let value = stop + 1;
            add(ended, value, count[stop], &with_hole[..wide]);
            // The hole card and the last one are not the same card.
            add(ended, 2 * value, -count[stop], before);
        }
    }
}

/// The odds to second order in the proportions of the unseen cards around those of the deck, for each
/// number of unseen cards by itself: what no more than the cards of a table shifts.
#[derive(Clone, Debug, Default)]
struct Near {
    /// The proportions of the deck.
    shares: [f32; 6],
    /// One more than the highest sum, and the fewest cards unseen.
    span: usize,
    fewest: u32,
    /// By number of cards unseen from the fewest on: [`TERMS`] rows of as many odds.
    rows: Vec<f32>,
}

/// The odds themselves, what each proportion adds, and each two of them.
const TERMS: usize = 1 + 6 + 21;
/// How far the proportions are moved to see what that does.
const STEP: f32 = 0.04;

impl Near {
    fn new(draws: &mut Draws, deck: Composition) -> Near {
        let (cards, span) = (deck.cards(), draws.span);
        let shares = deck.counts().map(|count| f32::from(count) / cards as f32);
        // Seven players hold not many more, and a shoe is not near its deck beyond.
        let fewest = (cards * 5).div_ceil(9).max(cards.saturating_sub(44));
        let mut near = Near { shares, span, fewest, rows: Vec::new() };
        if draws.most + 12 > fewest as usize {
            near.fewest = u32::MAX;
            return near;
        }
        for unseen in fewest..cards {
            // The odds with one of the proportions moved up and the others down alike, or two.
            let mut moved = |steps: &[(usize, f32)]| -> Vec<f32> {
                let mut count = shares;
                for &(kind, step) in steps {
                    for (other, count) in count.iter_mut().enumerate() {
                        *count -= step * (shares[other] - if other == kind { 1.0 } else { 0.0 });
                    }
                }
                let count = count.map(|share| share * unseen as f32);
                let (mut sums, mut open) = ([0.0; SUMS], [0.0; SUMS]);
                draws.draw(count, draws.most, true, &mut sums, &mut open);
                sums.iter().zip(open).take(span).map(|(sum, open)| sum + open).collect()
            };
            near.rows.extend(moved(&[]));
            for kind in 0..6 {
                let (up, down) = (moved(&[(kind, STEP)]), moved(&[(kind, -STEP)]));
                near.rows.extend(up.iter().zip(&down).map(|(up, down)| (up - down) / (2.0 * STEP)));
            }
            for (a, b) in (0..6).flat_map(|a| (a..6).map(move |b| (a, b))) {
                let corner = |x: f32, y: f32| [(a, x * STEP), (b, y * STEP)];
                let corners = [(1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)];
                let [up, down, left, right] = corners.map(|(x, y)| moved(&corner(x, y)));
                // Of a kind with itself half as much.
                let weight = if a == b { 0.5 } else { 1.0 } / (4.0 * STEP * STEP);
                near.rows.extend(
                    (0..span).map(|sum| weight * (up[sum] + down[sum] - left[sum] - right[sum])),
                );
            }
        }
        near
    }

    /// The odds, if so many cards are unseen that this is near enough.
    #[inline]
    fn odds(&self, unseen: Composition, odds: &mut [f32]) -> bool {
        let (cards, span) = (unseen.cards(), self.span);
        let row = TERMS * span;
        let at = cards.wrapping_sub(self.fewest) as usize;
        if cards < self.fewest || at >= self.rows.len() / row {
            return false;
        }
        let rows = &self.rows[at * row..][..row];
        let counts = unseen.counts();
        let moved: [f32; 6] = std::array::from_fn(|kind| {
            f32::from(counts[kind]) / cards as f32 - self.shares[kind]
        });
        let (odds, mut rows) = (&mut odds[..span], rows.chunks_exact(span));
        if let Some(row) = rows.next() {
            odds.copy_from_slice(row);
        }
        for (times, row) in moved.into_iter().zip(&mut rows) {
            for (odds, row) in odds.iter_mut().zip(row) {
                *odds += times * row;
            }
        }
        let pairs = (0..6).flat_map(|a| (a..6).map(move |b| (a, b)));
        for ((a, b), row) in pairs.zip(rows) {
            let times = moved[a] * moved[b];
            for (odds, row) in odds.iter_mut().zip(row) {
                *odds += times * row;
            }
        }
        true
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
            let mut draws = Draws::new(&rules, rules.deck());
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
                draws.all_odds(unseen, earlier, &mut odds);
                let all = dealer_odds(&rules, unseen, earlier);
                assert!((odds.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                for (sum, (&odds, all)) in odds.iter().zip(all).enumerate() {
                    let apart = (f64::from(odds) - all).abs();
                    assert!(apart < 1e-6, "{sum} of {unseen:?}, {earlier:?}: {odds}, {all}");
                }
            }
        }
    }

    /// To second order they are nearly the same with the cards of a few players gone.
    #[test]
    fn near_the_whole_deck_the_odds_are_nearly_the_same() {
        let rules = Rules::default();
        let mut draws = Draws::new(&rules, rules.deck());
        let (mut near, mut all) = (vec![0.0; draws.span()], vec![0.0; draws.span()]);
        for (unseen, most) in [
            ([6, 6, 6, 6, 6, 5], 1e-4),
            ([6, 5, 6, 4, 6, 5], 3e-4),
            ([4, 5, 6, 4, 3, 5], 1e-3),
            ([2, 4, 6, 4, 3, 5], 4e-3),
            ([4, 3, 3, 4, 2, 4], 4e-3),
        ] {
            let unseen = Composition::new(unseen).unwrap();
            assert!(draws.near.odds(unseen, &mut near));
            draws.all_odds(unseen, Composition::EMPTY, &mut all);
            let apart: f32 = near.iter().zip(&all).map(|(near, all)| (near - all).abs()).sum();
            assert!(apart < most, "{unseen:?}: {apart}");
        }
        assert!(!draws.near.odds(Composition::new([3, 3, 3, 3, 3, 3]).unwrap(), &mut near));
    }
}
