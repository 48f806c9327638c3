//! A decider that knows the exact worth of every action out of a full deck, and how each card that
//! is gone changes it, to first order: fast enough to count with for millions of rounds.
//!
//! What an action is worth is nearly linear in the proportions p of the cards that may come (Griffin,
//! The Theory of Blackjack, 6th ed., chapter 4). Taking one card of value k out of n unseen ones,
//! b_k of them of that value, changes each proportion by (b − δ)/(n − 1), so that the slopes of
//! the worth follow from what it changes by, ΔQ_k: Q(p) = Q − (n − 1) · Σ ΔQ_k (p_k − b_k).

use super::Kinzo;
use super::exact::{Own, Solver, own_of, plan_key, ups};
use super::hand::{Card, Hand};
use super::player::{Action, CallView, Choice, Player, Stake, View};
use crate::cards::{Composition, Recall};
use crate::framework::SeatError;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// A worth in stakes that is linear in the proportions of the unseen cards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    level: f64,
    slopes: [f64; 6],
}

impl Worth {
    /// Of what is worth `full` with these cards unseen, and `without` each with one card less;
    /// `None` for cards that there are none of.
    fn new(unseen: Composition, full: f64, without: [Option<f64>; 6]) -> Worth {
        let n = f64::from(unseen.cards());
        let slopes = without.map(|value| value.map_or(0.0, |value| -(n - 1.0) * (value - full)));
        let mean = |kind: usize| slopes[kind] * f64::from(unseen.count(kind)) / n;
        Worth { level: full - (0..6).map(mean).sum::<f64>(), slopes }
    }

    /// Out of cards in these proportions.
    #[inline]
    pub(super) fn of(&self, shares: &[f64; 6]) -> f64 {
        self.level + self.slopes.iter().zip(shares).map(|(slope, share)| slope * share).sum::<f64>()
    }
}

/// What the actions of a situation are worth: stay, hit, and the splits.
#[derive(Clone, Debug)]
pub struct Spot {
    pub(super) choices: Vec<(Action, Worth)>,
}

impl Spot {
    /// The best action, the simpler one of equals.
    pub(super) fn best(&self, shares: &[f64; 6]) -> (Action, f64) {
        let mut best = (Action::Stay, f64::NEG_INFINITY);
        for (action, worth) in &self.choices {
            let value = worth.of(shares);
            if value > best.1 {
                best = (*action, value);
            }
        }
        best
    }
}

/// What every action is worth, known before the first round.
#[derive(Clone, Debug)]
pub struct Worths {
    pub(super) spots: FxHashMap<u64, Spot>,
    /// What a round is worth before the deal.
    pub(super) round: Worth,
}

/// Hands that could not be split any more are hit below this total only.
const HIT_BELOW: u32 = 14;
/// Actions that are worse than the best by more than this with a full deck are not thought of after
/// a split.
const NEAR: f64 = 0.3;

/// Weighs every action by its worth out of a full deck, corrected for the cards that its memory
/// says are left. Other players are taken to match as often as they do on average. As caller it sets
/// the highest stake where a round is worth more than nothing to it, else the lowest. It takes
/// nothing from the discard pile.
#[derive(Clone, Debug)]
pub struct Counter {
    worths: Arc<OnceLock<Worths>>,
    table: Arc<Kinzo>,
    recall: Recall,
}

impl Counter {
    /// The counter at a table.
    ///
    /// # Errors
    /// If the situations are too many to solve.
    pub fn new(table: &Kinzo, recall: Recall) -> Result<Counter, SeatError> {
        if let Some(reason) = super::exact::best_out_of_reach(&table.rules, table.deck) {
            return Err(SeatError::Rules { strategy: "best", reason });
        }
        Ok(Counter { worths: Arc::clone(&table.worths), table: Arc::new(table.clone()), recall })
    }

    /// What it knows before the first round: worked out when it is first asked for, and shared.
    pub(super) fn worths(&self) -> &Worths {
        self.worths.get_or_init(|| Worths::new(&self.table))
    }

    /// The proportions in which it expects the unseen cards.
    pub(super) fn shares(&self, weights: [f64; 6]) -> [f64; 6] {
        let all: f64 = weights.iter().sum();
        weights.map(|weight| weight / all)
    }

    /// The spot of a situation, if it is one that is thought of.
    #[inline]
    pub(super) fn spot(&self, view: &View<'_>) -> Option<&Spot> {
        self.worths().spots.get(&plan_key(own_of(view), view.dealer()))
    }
}

impl Player for Counter {
    fn misses(&self) -> u32 {
        self.recall.misses
    }

    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        let shares = self.shares(self.recall.memory.weights(0, &view.known()));
        let worth = self.worths().round.of(&shares);
        Stake::Of(if worth > 0.0 { view.rules().stake_limit } else { 1 })
    }

    fn play(&mut self, view: &View<'_>) -> Choice {
        let Some(spot) = self.spot(view) else { return Choice::Act(Action::Stay) };
        let shares = self.shares(self.recall.memory.weights(0, &view.known()));
        let action = spot.best(&shares).0;
        Choice::Act(if view.allows(action) { action } else { Action::Stay })
    }
}

impl Worths {
    fn new(table: &Kinzo) -> Worths {
        let full = table.deck;
        let mut decks = vec![full];
        let less = |kind: usize| (full.count(kind) > 0).then(|| full.without(kind));
        decks.extend((0..6).filter_map(less));
        let solver = |deck: Composition| Solver::among_others(&table.rules, deck);
        let dealers: Vec<Card> = ups(full).collect();
        let spots = dealers.par_iter().flat_map_iter(|&up| {
            let mut solvers: Vec<Solver> = decks.iter().map(|&deck| solver(deck)).collect();
            let spots = facing(&mut solvers, &decks, up, table);
            spots.into_iter()
        });
        let spots = spots.collect::<Vec<_>>().into_iter().collect();
        let values: Vec<f64> =
            decks.par_iter().map(|&deck| solver(deck).round_value(deck)).collect();
        let mut rest = values[1..].iter();
        let without = std::array::from_fn(|kind| {
            (full.count(kind) > 0).then(|| rest.next().copied()).flatten()
        });
        Worths { spots, round: Worth::new(full, values[0], without) }
    }
}

/// The spots against a dealer's card. The first of the decks is the full one, the others lack a
/// card each.
fn facing(
    solvers: &mut [Solver],
    decks: &[Composition],
    up: Card,
    table: &Kinzo,
) -> Vec<(u64, Spot)> {
    let full = decks[0];
    solvers.iter_mut().for_each(|solver| solver.face(up));
    let mut open: Vec<Own> = super::exact::hands_up_to(table.rules.hand_limit.into(), full)
        .into_iter()
        .map(Own::One)
        .collect();
    let mut known: FxHashMap<u64, Spot> = FxHashMap::default();
    let rest = |deck: Composition| (deck.count(up.kind()) > 0).then(|| deck.without(up.kind()));
    while let Some(own) = open.pop() {
        let key = plan_key(own, up);
        let held = own.held();
        let Some(unseen) = rest(full).filter(|rest| rest.holds(held)).map(|rest| rest.minus(held))
        else {
            continue;
        };
        if unseen.cards() < 2 || known.contains_key(&key) {
            continue;
        }
        // A high total hits for nothing but a pair to split, and what is not known stays.
        let to_split = table.rules.split && matches!(own, Own::One(_));
        let high = own.in_play().total() >= HIT_BELOW && !to_split;
        if high {
            if let Own::First(first, second) = own {
                open.push(Own::Second(first, second));
            }
            continue;
        }
        // Of each deck: what each action is worth.
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
            match (action, own) {
                (Action::Split(card), Own::One(hand)) => {
                    open.push(Own::First(hand.without(card), Hand::EMPTY.with(card)));
                }
                (Action::Stay, Own::First(first, second)) if near => {
                    open.push(Own::Second(first, second));
                }
                (Action::Hit, Own::First(..) | Own::Second(..)) if near => {
                    let cards = Card::ALL.into_iter();
                    let left = cards.filter(|card| unseen.count(card.kind()) > 0);
                    open.extend(left.map(|card| own.with(card)));
                }
                _ => {}
            }
        }
        known.insert(key, Spot { choices });
    }
    // In an order that does not depend on the map: it is merged into another one.
    let mut found: Vec<(u64, Spot)> = known.into_iter().collect();
    found.sort_unstable_by_key(|(key, _)| *key);
    found
}
