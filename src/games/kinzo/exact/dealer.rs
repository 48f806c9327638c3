//! The dealer: the distribution of the dealer's total from any unseen composition.

use crate::cards::Composition;
use crate::games::kinzo::hand::Card;
use crate::games::kinzo::rules::Rules;
use rustc_hash::FxHashMap;

/// The distributions of the sum of the dealer's hole card and draws, by the composition unseen
/// before the hole card is turned.
#[derive(Clone, Debug)]
pub(super) struct Dealer {
    pub(super) limit: u32,
    /// Kinds that do not end the dealer's turn, and those that do (K10).
    pub(super) going_on: Vec<usize>,
    pub(super) stopping: Vec<usize>,
    pub(super) all: [usize; 6],
    /// Cards of earlier rounds, to draw from when the pile is empty (K11).
    pub(super) earlier: Composition,
    pub(super) known: FxHashMap<u64, Ends>,
    /// The largest sum of hole card and draws.
    pub(super) most: usize,
}

/// The distribution from one unseen composition.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    /// Probabilities by sum of hole card and draws.
    pub(super) odds: Box<[f64]>,
    /// The probability that the dealer has to stand for want of a card (K11).
    pub(super) ran_out: f64,
}

/// The most compositions kept; beyond it the cache is cleared, so that memory stays bounded.
pub(super) const KNOWN_AT_MOST: usize = 150_000;

impl Dealer {
    pub(super) fn new(rules: &Rules) -> Dealer {
        let stops = |&kind: &usize| rules.stops_dealer(Card::of_kind(kind));
        Dealer {
            limit: u32::from(rules.dealer_limit),
            going_on: (0..6).filter(|kind| !stops(kind)).collect(),
            stopping: (0..6).filter(stops).collect(),
            all: [0, 1, 2, 3, 4, 5],
            earlier: Composition::EMPTY,
            known: FxHashMap::default(),
            most: 6 * (usize::from(rules.dealer_limit) - 1),
        }
    }

    /// The distribution from an unseen composition, which must hold at least one card.
    pub(super) fn ends(&mut self, unseen: Composition, earlier: Composition) -> &Ends {
        // The earlier cards matter only if the pile may run out.
        let scarce = unseen.cards() < self.limit && self.earlier != earlier;
        if self.known.len() >= KNOWN_AT_MOST || scarce {
            self.known.clear();
        }
        if scarce {
            self.earlier = earlier;
        }
        if !self.known.contains_key(&unseen.key()) {
            let mut ends = Ends { odds: vec![0.0; self.most + 1].into(), ran_out: 0.0 };
            let pile = Pile { cards: unseen.cards(), hole: true, before: 0 };
            self.draws(&pile, unseen, earlier, 1.0, 0, &mut ends);
            self.known.insert(unseen.key(), ends);
        }
        &self.known[&unseen.key()]
    }

    /// K10 over all draws from a pile. The cards that do not end the turn are enumerated as
    /// multisets, each weighted by the number of its orders. The hole card is any unseen card that
    /// was not drawn, so it is considered last.
    pub(super) fn draws(
        &self,
        pile: &Pile,
        left: Composition,
        earlier: Composition,
        weight: f64,
        sum: usize,
        ends: &mut Ends,
    ) {
        let mut counts = left.counts();
        let state = Drawing { drawn: 0, weight, sum };
        self.multisets(&self.going_on, pile, &mut counts, earlier, state, ends);
    }

    pub(super) fn multisets(
        &self,
        kinds: &[usize],
        pile: &Pile,
        left: &mut [u16; 6],
        earlier: Composition,
        mut now: Drawing,
        ends: &mut Ends,
    ) {
        if let Some((&kind, rest)) = kinds.split_first() {
            let mut taken = 0;
            loop {
                self.multisets(rest, pile, left, earlier, now, ends);
                // The last card of a full hand is counted as the final one, below.
                let room = pile.before + now.drawn + 3 < self.limit;
                if !room || left[kind] == 0 || now.drawn + u32::from(pile.hole) == pile.cards {
                    break;
                }
                // One more of this kind: its binomial grows by count / taken, the number of
                // orders by drawn, and the falling factorial of the pile by what was left.
                taken += 1;
                now.drawn += 1;
                now.weight *= f64::from(left[kind]) * f64::from(now.drawn)
                    / (f64::from(taken) * f64::from(pile.cards + 1 - now.drawn));
                now.sum += kind + 1;
                left[kind] -= 1;
            }
            left[kind] += taken as u16;
            return;
        }
        let Drawing { drawn, weight, sum } = now;
        let cards = pile.cards - drawn;
        if cards == u32::from(pile.hole) {
            // K11: the dealer continues with the cards of earlier rounds, or stands.
            let hole = left.iter().position(|&count| count > 0).filter(|_| pile.hole);
            let sum = sum + hole.map_or(0, |kind| kind + 1);
            if earlier.is_empty() {
                ends.odds[sum] += weight;
                ends.ran_out += weight;
            } else {
                let next =
                    Pile { cards: earlier.cards(), hole: false, before: pile.before + drawn };
                self.draws(&next, earlier, Composition::EMPTY, weight, sum, ends);
            }
            return;
        }
        let full = pile.before + drawn + 3 == self.limit;
        let last = if full { &self.all[..] } else { &self.stopping[..] };
        for &kind in last.iter().filter(|&&kind| left[kind] > 0) {
            let weight = weight * f64::from(left[kind]) / f64::from(cards);
            let sum = sum + kind + 1;
            if !pile.hole {
                ends.odds[sum] += weight;
                continue;
            }
            let each = weight / f64::from(cards - 1);
            for (hole, &count) in left.iter().enumerate() {
                let count = count - u16::from(hole == kind);
                ends.odds[sum + hole + 1] += each * f64::from(count);
            }
        }
    }
}

/// A draw pile: its number of cards, whether the hole card is among them, and the number of cards
/// that the dealer drew before it.
pub(super) struct Pile {
    pub(super) cards: u32,
    pub(super) hole: bool,
    pub(super) before: u32,
}

/// The dealer's draws from a pile: the number of cards, their probability, and the sum so far.
#[derive(Clone, Copy)]
pub(super) struct Drawing {
    pub(super) drawn: u32,
    pub(super) weight: f64,
    pub(super) sum: usize,
}
