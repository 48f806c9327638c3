//! The value of every action with a full deck, and how each card that is gone changes it, to first
//! order.
//!
//! The value of an action is nearly linear in the proportions p of the cards that may come
//! (Griffin, The Theory of Blackjack, 6th ed., chapter 4). Taking one card of value k out of n
//! unseen ones, b_k of them of that value, changes each proportion by (b − δ)/(n − 1), so the
//! slopes of the value follow from its change ΔQ_k: Q(p) = Q − (n − 1) · Σ ΔQ_k (p_k − b_k).

use super::{Own, Solver, hands_up_to, plan_key, ups};
use crate::cards::Composition;
use crate::games::kinzo::hand::Card;
use crate::games::kinzo::rules::Rules;
use crate::games::kinzo::view::Action;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// A value in stakes that is linear in the proportions of the unseen cards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    level: f64,
    slopes: [f64; 6],
}

impl Worth {
    /// The value that is `full` with these cards unseen, and `without[kind]` with one card of that
    /// kind less; `without` holds `None` for kinds of which there are no cards.
    fn new(unseen: Composition, full: f64, without: [Option<f64>; 6]) -> Worth {
        let n = f64::from(unseen.cards());
        let slopes = without.map(|value| value.map_or(0.0, |value| -(n - 1.0) * (value - full)));
        let mean = |kind: usize| slopes[kind] * f64::from(unseen.count(kind)) / n;
        Worth { level: full - (0..6).map(mean).sum::<f64>(), slopes }
    }

    /// The value with cards in these proportions.
    #[inline]
    pub(in crate::games::kinzo) fn at(&self, shares: &[f64; 6]) -> f64 {
        self.level + self.slopes.iter().zip(shares).map(|(slope, share)| slope * share).sum::<f64>()
    }
}

/// The values of the actions of a situation: stay, hit, and the splits.
#[derive(Clone, Debug)]
pub struct Spot {
    pub(in crate::games::kinzo) choices: Vec<(Action, Worth)>,
}

impl Spot {
    /// The best action, the simpler one of equals.
    pub(in crate::games::kinzo) fn best(&self, shares: &[f64; 6]) -> (Action, f64) {
        let mut best = (Action::Stay, f64::NEG_INFINITY);
        for (action, worth) in &self.choices {
            let value = worth.at(shares);
            if value > best.1 {
                best = (*action, value);
            }
        }
        best
    }
}

/// The value of every action, computed before the first round.
#[derive(Clone, Debug)]
pub struct Worths {
    pub(in crate::games::kinzo) spots: FxHashMap<u64, Spot>,
}

/// Hands that can no longer be split are hit only below this total.
const HIT_BELOW: u32 = 14;
/// After a split, actions that are worse than the best by more than this with a full deck are not
/// followed.
const NEAR: f64 = 0.3;

impl Worths {
    pub(in crate::games::kinzo) fn new(rules: &Rules, full: Composition) -> Worths {
        let decks = decks(full);
        let solver = |deck: Composition| Solver::among_others(rules, deck);
        let dealers: Vec<Card> = ups(full).collect();
        let spots = dealers.par_iter().flat_map_iter(|&up| {
            let mut solvers: Vec<Solver> = decks.iter().map(|&deck| solver(deck)).collect();
            let spots = facing(&mut solvers, &decks, up, rules);
            spots.into_iter()
        });
        Worths { spots: spots.collect::<Vec<_>>().into_iter().collect() }
    }
}

/// The full deck, and the decks that lack one card.
fn decks(full: Composition) -> Vec<Composition> {
    let less = |kind: usize| (full.count(kind) > 0).then(|| full.without(kind));
    std::iter::once(full).chain((0..6).filter_map(less)).collect()
}

/// The EV of a round before the deal, in stakes. Other players are assumed to match with average
/// frequency.
pub(in crate::games::kinzo) fn round(rules: &Rules, full: Composition) -> Worth {
    let value = |&deck: &Composition| Solver::among_others(rules, deck).before_deal(deck);
    let values: Vec<f64> = decks(full).par_iter().map(value).collect();
    let mut rest = values[1..].iter();
    let without =
        std::array::from_fn(|kind| (full.count(kind) > 0).then(|| rest.next().copied()).flatten());
    Worth::new(full, values[0], without)
}

/// The spots against a dealer's card. The first deck is the full one; each of the others lacks one
/// card.
fn facing(
    solvers: &mut [Solver],
    decks: &[Composition],
    up: Card,
    rules: &Rules,
) -> Vec<(u64, Spot)> {
    let full = decks[0];
    solvers.iter_mut().for_each(|solver| solver.face(up));
    let mut open: Vec<Own> =
        hands_up_to(rules.hand_limit.into(), full).into_iter().map(Own::One).collect();
    let mut known: FxHashMap<u64, Spot> = FxHashMap::default();
    let rest = |deck: Composition| (deck.count(up.kind()) > 0).then(|| deck.without(up.kind()));
    while let Some(own) = open.pop() {
        let key = plan_key(own, up);
        let held = own.composition();
        let Some(unseen) = rest(full).filter(|rest| rest.holds(held)).map(|rest| rest.minus(held))
        else {
            continue;
        };
        if unseen.cards() < 2 || known.contains_key(&key) {
            continue;
        }
        // A high total is hit only for a pair to split; situations without a spot stay.
        let to_split = rules.split && matches!(own, Own::One(_));
        let high = own.in_play().total() >= HIT_BELOW && !to_split;
        if high {
            open.extend(own.after(Action::Stay, unseen));
            continue;
        }
        // For each deck, the value of each action.
        let mut values: Vec<Option<Vec<(Action, f64)>>> = Vec::new();
        for (deck, solver) in decks.iter().zip(solvers.iter_mut()) {
            let possible =
                rest(*deck).is_some_and(|rest| rest.holds(held) && rest.cards() > held.cards() + 1);
            values.push(possible.then(|| solver.actions(own)));
        }
        let Some(plain) = values[0].clone() else { continue };
        let best = plain.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        let mut choices = Vec::with_capacity(plain.len());
        for &(action, value) in &plain {
            let mut others = values[1..].iter();
            let without = std::array::from_fn(|kind| {
                let found = (full.count(kind) > 0).then(|| others.next()).flatten()?;
                let found = found.as_ref()?.iter().find(|(other, _)| *other == action)?;
                (unseen.count(kind) > 0).then_some(found.1)
            });
            choices.push((action, Worth::new(unseen, value, without)));
            let near = value > best - NEAR;
            let follows = match own {
                // All hands that are not split are open from the beginning.
                Own::One(_) => matches!(action, Action::Split(_)),
                Own::First(..) | Own::Second(..) => near,
            };
            if follows {
                open.extend(own.after(action, unseen));
            }
        }
        known.insert(key, Spot { choices });
    }
    // In an order that does not depend on the map: it is merged into another one.
    let mut found: Vec<(u64, Spot)> = known.into_iter().collect();
    found.sort_unstable_by_key(|(key, _)| *key);
    found
}
