//! The next hits and the splits that they may lead to, given the values of totals.

use super::totals::{ByTotal, KINDS, Moment, Worths};
use crate::games::kinzo::hand::{Card, Hand};

/// The values of the totals of a single hand that is never split; and those of the totals of a
/// first hand whose second hand starts with a card of each kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tree<'a, const F: usize> {
    pub(super) moment: &'a Moment<'a, F>,
    pub(super) whole: &'a Worths<1>,
    pub(super) split: &'a Worths<KINDS>,
}

impl<const F: usize> Tree<'_, F> {
    /// The value of splitting a pair of a kind now.
    #[inline]
    pub(super) fn divided(&self, hand: Hand, card: Card) -> f32 {
        let hits = self.moment.hits(hand.cards() - 1);
        let total = self.moment.place(hand.total() - card.value());
        self.split.by_hits[hits][total][card.kind()]
    }

    /// The value of a hand that is not hit now: the better of staying and the splits.
    #[inline]
    fn standing(&self, hand: Hand) -> f32 {
        let [stay] = self.whole.stays()[self.moment.place(hand.total())];
        let mut pairs = hand;
        let mut best = stay;
        while let Some(card) = pairs.lowest_pair(0b11_1111) {
            best = best.max(self.divided(hand, card));
            while pairs.count(card) > 0 {
                pairs = pairs.without(card);
            }
        }
        best
    }

    /// The value of a hit that a split may follow at once, but otherwise only hits.
    #[inline]
    fn last(&self, hand: Hand) -> f32 {
        let moment = self.moment;
        let total = moment.place(hand.total());
        let on: &ByTotal<1> = &self.whole.by_hits[moment.hits(hand.cards() + 1)];
        let split = &self.split.by_hits[moment.hits(hand.cards())];
        let mut best: [f32; 6] = std::array::from_fn(|kind| on[total + kind + 1][0]);
        for card in Card::ALL {
            let count = hand.count(card);
            if count == 0 {
                continue;
            }
            let kind = card.kind();
            best[kind] = best[kind].max(split[total][kind]);
            if count > 1 {
                let rest = moment.place(hand.total() - kind as u32);
                let rows = &split[rest..rest + 6];
                for (best, row) in best.iter_mut().zip(rows) {
                    *best = best.max(row[kind]);
                }
            }
        }
        moment.next.iter().zip(best).map(|(odds, best)| odds * best).sum()
    }

    /// The value of a hand, hit or not.
    pub(super) fn worth(&self, hand: Hand) -> f32 {
        let may_hit = (hand.cards() as usize) < self.moment.limit;
        let hit = if may_hit { self.hit(hand) } else { f32::NEG_INFINITY };
        self.standing(hand).max(hit)
    }

    /// The value of a hit, with up to two more after it and every split that they allow.
    pub(super) fn hit(&self, hand: Hand) -> f32 {
        let (next, cards) = (&self.moment.next, hand.cards() as usize);
        let limit = self.moment.limit;
        if cards + 1 >= limit {
            return self.last(hand);
        }
        // The value after each card; two cards are the same in either order.
        let mut then = [0.0; 6];
        for first in Card::ALL {
            let one = hand.with(first);
            if cards + 2 >= limit {
                then[first.kind()] = self.last(one);
                continue;
            }
            for second in Card::ALL.into_iter().filter(|&second| second >= first) {
                let two = one.with(second);
                let worth = self.standing(two).max(self.last(two));
                then[first.kind()] += next[second.kind()] * worth;
                if second != first {
                    then[second.kind()] += next[first.kind()] * worth;
                }
            }
        }
        let worth = |card: Card| self.standing(hand.with(card)).max(then[card.kind()]);
        Card::ALL.into_iter().map(|card| next[card.kind()] * worth(card)).sum()
    }
}
