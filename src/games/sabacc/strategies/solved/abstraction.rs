//! The abstraction of `solved`: best replies to a model of the opponents, backwards from the
//! showdown, and the final hands of a strategy, forwards from the deal.

use super::space::Space;
use super::{Asked, Mixture, NONE, Reply, Row, SETTLING};
use crate::framework::parallel::vectorized;
use crate::games::sabacc::cards::{Card, KINDS, Packed, WideHand};
use crate::games::sabacc::hand::Ranking;
use crate::games::sabacc::rules::{Gain, Rules};
use crate::games::sabacc::view::Action;
use rayon::prelude::*;

/// The changes that other players make to the top of the discard pile in a round, as masses by top.
#[derive(Clone, Debug)]
pub(super) struct Tops {
    /// The mass of turns in which a player sees this top.
    pub(super) seen: Row,
    /// The mass of turns in which the player then changes it.
    pub(super) changed: Row,
    /// The mass of turns in which the player puts this card on top.
    pub(super) put: Row,
    /// The mass of turns after which this is the highest card of the player's hand: the top after a
    /// double, if the player acts last.
    pub(super) highest: Row,
}

/// The average play and final hands of the opponents.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) tops: Vec<Tops>,
    /// The probability of showing each rank if the last roll is not a double; index 0 for having
    /// junked.
    pub(super) ranks: Vec<f64>,
    /// The probability of showing each number of cards; index 0 for having junked.
    pub(super) sizes: Vec<f64>,
}

impl Model {
    /// An empty model: no mass anywhere.
    pub(super) fn empty(rounds: usize, ranks: usize, most: usize) -> Model {
        let none = [0.0; KINDS];
        let tops = Tops { seen: none, changed: none, put: none, highest: none };
        Model { tops: vec![tops; rounds], ranks: vec![0.0; ranks + 1], sizes: vec![0.0; most + 1] }
    }

    /// Moves a fraction `step` of the way towards another model.
    pub(super) fn towards(&mut self, other: &Model, step: f64) {
        let mix = |own: &mut [f64], other: &[f64]| {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += step * (other - *own));
        };
        for (own, other) in self.tops.iter_mut().zip(&other.tops) {
            mix(&mut own.seen, &other.seen);
            mix(&mut own.changed, &other.changed);
            mix(&mut own.put, &other.put);
            mix(&mut own.highest, &other.highest);
        }
        mix(&mut self.ranks, &other.ranks);
        mix(&mut self.sizes, &other.sizes);
    }

    /// The probability that one player leaves a top unchanged in a round.
    pub(super) fn left(&self, round: usize, top: usize) -> f64 {
        let tops = &self.tops[round];
        if tops.seen[top] > 0.0 { 1.0 - tops.changed[top] / tops.seen[top] } else { 1.0 }
    }

    /// The distribution of the card that a player puts on top if it changes the top; `fresh` if
    /// nobody changes it.
    pub(super) fn put(&self, round: usize, fresh: &Row) -> Row {
        let put = &self.tops[round].put;
        let all: f64 = put.iter().sum();
        if all > 0.0 { put.map(|mass| mass / all) } else { *fresh }
    }
}

/// The values of hands after a turn, in antes.
trait After: Sync {
    /// The value of a hand, by number, under a top.
    fn of(&self, number: usize, top: usize) -> f64;
    /// The values of a hand under each top.
    fn row(&self, number: usize) -> Row;
}

/// Before the last turn the top of the discard pile matters.
impl After for [Row] {
    #[inline(always)]
    fn of(&self, number: usize, top: usize) -> f64 {
        self[number][top]
    }

    #[inline(always)]
    fn row(&self, number: usize) -> Row {
        self[number]
    }
}

/// After the last turn it does not.
impl After for [f64] {
    #[inline(always)]
    fn of(&self, number: usize, _: usize) -> f64 {
        self[number]
    }

    #[inline(always)]
    fn row(&self, number: usize) -> Row {
        [self[number]; KINDS]
    }
}

/// The values of hands after each turn, with best play to follow, in antes.
#[derive(Debug)]
pub(super) struct Worths {
    /// For every round but the last, indexed by round, hand, then top.
    early: Vec<Vec<Row>>,
    /// For the last round, by hand.
    last: Vec<f64>,
}

/// Hands per parallel task.
const CHUNK: usize = 64;

/// The abstraction under some rules.
#[derive(Debug)]
pub(super) struct Abstraction {
    pub(super) space: Space,
    pub(super) rounds: usize,
    pub(super) players: f64,
    pub(super) limit: u32,
    pub(super) look_first: bool,
    pub(super) double: f64,
    pub(super) refund: f64,
    /// The probability of each rank for a random hand, indexed by size, then rank.
    pub(super) random: Vec<Vec<f64>>,
}

/// A situation that players of a strategy reach.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    number: usize,
    hand: WideHand,
    /// The cards of the deck outside the hand, by kind.
    unseen: &'a Row,
    top: usize,
    /// The probability of reaching it.
    mass: f64,
}

/// The transitions between two turns of a player that follow from a model.
pub(super) struct Between {
    /// The probability that a top is still there, indexed by the round just played, then top.
    pub(super) stays: Vec<Row>,
    /// The distribution of the top if it has changed.
    pub(super) other: Vec<Row>,
    /// The distribution of the top after a double.
    pub(super) after_double: Vec<Row>,
    /// The distribution of the top in the first round.
    pub(super) begins: Row,
}

impl Abstraction {
    pub(super) fn new(rules: &Rules) -> Abstraction {
        let space = Space::new(rules);
        let ranks = Ranking::for_rules(rules).count();
        let random = (0..=space.most).map(|size| {
            let mut of = vec![0.0; usize::from(ranks) + 1];
            if size >= 2 {
                for number in space.of_size(size) {
                    of[usize::from(space.ranks[number])] += space.chance[number];
                }
            }
            of
        });
        let random = random.collect();
        Abstraction {
            rounds: rules.game_rounds.into(),
            players: rules.players.into(),
            limit: rules.hand_limit.into(),
            look_first: rules.gain == Gain::LookFirst,
            double: 1.0 / f64::from(rules.dice_faces),
            refund: rules.junk_refund,
            random,
            space,
        }
    }

    /// A model with no mass anywhere.
    pub(super) fn nobody(&self) -> Model {
        Model::empty(self.rounds, self.random[0].len() - 1, self.space.most)
    }

    /// The transitions between two turns: half of the opponents act before the round ends, half
    /// after.
    pub(super) fn between(&self, model: &Model) -> Between {
        let fresh = self.space.fresh();
        let half = (self.players - 1.0) / 2.0;
        let left = |round: usize, top: usize| model.left(round, top).powf(half);
        let kinds = std::array::from_fn::<usize, KINDS, _>(|top| top);
        let then = |round: usize| (round + 1).min(self.rounds - 1);
        // The distribution `row` of the top after half of the opponents have acted on it.
        let changed = |row: Row, round: usize| {
            let put = model.put(round, &fresh);
            let stays = kinds.map(|top| row[top] * left(round, top));
            let rest = 1.0 - stays.iter().sum::<f64>();
            kinds.map(|top| stays[top] + rest * put[top])
        };
        let rounds = 0..self.rounds;
        Between {
            stays: rounds
                .clone()
                .map(|round| kinds.map(|top| left(round, top) * left(then(round), top)))
                .collect(),
            other: rounds
                .clone()
                .map(|round| {
                    let (here, next) = (model.put(round, &fresh), model.put(then(round), &fresh));
                    kinds.map(|top| (here[top] + next[top]) / 2.0)
                })
                .collect(),
            after_double: rounds
                .map(|round| {
                    let all: f64 = model.tops[round].highest.iter().sum();
                    let highest = match all > 0.0 {
                        true => model.tops[round].highest.map(|mass| mass / all),
                        false => fresh,
                    };
                    changed(highest, then(round))
                })
                .collect(),
            begins: changed(fresh, 0),
        }
    }

    /// The value of showing each rank, in antes, against opponents who show ranks with distribution
    /// `ranks`.
    pub(super) fn worth(&self, junked: f64, ranks: &[f64]) -> Vec<f64> {
        let mut below = junked;
        let mut worth = vec![0.0; ranks.len()];
        for (rank, &equal) in ranks.iter().enumerate().skip(1) {
            // Some of the others tie and the rest are below; each of the tied is equally likely to
            // win the draw.
            let share = |others: f64| {
                if equal > 1e-12 {
                    let all = others + 1.0;
                    ((below + equal).powf(all) - below.powf(all)) / (all * equal)
                } else {
                    below.powf(others)
                }
            };
            let others = self.players - 1.0;
            // Each opponent that junked took its refund out of the pot (S12).
            let refunds = match junked > 0.0 {
                true => self.refund * others * junked * share(others - 1.0),
                false => 0.0,
            };
            worth[rank] = self.players * share(others) - refunds;
            below += equal;
        }
        worth
    }

    /// The value of each hand after the last turn, in antes, a redeal on a double included.
    pub(super) fn last(&self, model: &Model) -> Vec<f64> {
        let junked = model.sizes[0];
        let kept = self.worth(junked, &model.ranks);
        let mut dealt = vec![0.0; model.ranks.len()];
        for (size, &mass) in model.sizes.iter().enumerate().skip(2) {
            let random = &self.random[size];
            dealt.iter_mut().zip(random).for_each(|(all, chance)| *all += mass * chance);
        }
        let dealt = self.worth(junked, &dealt);
        let new = |size: usize| {
            let random = self.random[size].iter().zip(&dealt);
            random.map(|(chance, worth)| chance * worth).sum::<f64>()
        };
        let new: Vec<f64> = (0..=self.space.most).map(new).collect();
        let hands = self.space.hands.iter().zip(&self.space.ranks);
        hands
            .map(|(hand, &rank)| {
                let kept = (1.0 - self.double) * kept[usize::from(rank)];
                kept + self.double * new[hand.cards() as usize]
            })
            .collect()
    }

    /// Passes the value of each action in a round, from 0, to `tell`, in antes by top.
    pub(super) fn weigh_in(
        &self,
        (number, round): (usize, usize),
        worths: &Worths,
        tell: impl FnMut(Action, &Row),
    ) {
        match worths.early.get(round) {
            Some(then) => self.weigh(number, &then[..], tell),
            None => self.weigh(number, &worths.last[..], tell),
        }
    }

    /// Passes the value of each action to `tell`, in antes by top, given the values `then` of hands
    /// and tops after the turn. Within each kind of action the order is that of [`Action::index`].
    #[inline(always)]
    fn weigh<A: After + ?Sized>(
        &self,
        number: usize,
        then: &A,
        mut tell: impl FnMut(Action, &Row),
    ) {
        let space = &self.space;
        let hand = space.hands[number];
        tell(Action::Stand, &then.row(number));
        tell(Action::Junk, &[self.refund; KINDS]);
        let unseen = space.unseen(hand);
        // The top is among the unseen cards.
        let pool = f64::from(space.deck.cards() - hand.cards() - 1);
        let grows = hand.cards() < self.limit;
        if grows || self.look_first {
            let worth = |drawn: usize, top: usize| {
                let thrown = || then.of(number, drawn);
                match grows {
                    true => {
                        let kept = then.of(space.with[number][drawn] as usize, top);
                        if self.look_first { kept.max(thrown()) } else { kept }
                    }
                    false => thrown(),
                }
            };
            let mut row = [0.0; KINDS];
            for (drawn, &copies) in unseen.iter().enumerate().filter(|(_, copies)| **copies > 0.0) {
                for (top, all) in row.iter_mut().enumerate() {
                    *all += (copies - f64::from(u8::from(top == drawn))) * worth(drawn, top);
                }
            }
            tell(Action::Gain, &row.map(|all| all / pool));
        }
        for (given, with) in space.exchanges(number) {
            // The value for each card that may replace the given one.
            let came = with.map(|number| match number {
                NONE => 0.0,
                number => then.of(number as usize, given.kind()),
            });
            let all: f64 = came.iter().zip(&unseen).map(|(worth, copies)| worth * copies).sum();
            tell(Action::Exchange(given), &came.map(|top| (all - top) / pool));
            tell(Action::Swap(given), &came);
        }
    }

    /// The values after the turn of the round before, given the values `now` in the turn of
    /// `round`.
    pub(super) fn before(&self, now: &[Row], round: usize, between: &Between) -> Vec<Row> {
        let space = &self.space;
        let mean =
            |row: &Row, chances: &Row| row.iter().zip(chances).map(|(a, b)| a * b).sum::<f64>();
        let new: Vec<f64> = (0..=space.most)
            .map(|size| match size >= 2 && space.of_size(size).end <= now.len() {
                true => {
                    let tops = &between.after_double[round - 1];
                    let hands = space.of_size(size);
                    hands.map(|number| space.chance[number] * mean(&now[number], tops)).sum()
                }
                false => 0.0,
            })
            .collect();
        let (stays, other) = (&between.stays[round - 1], &between.other[round - 1]);
        now.iter()
            .zip(&space.hands)
            .map(|(row, hand)| {
                let changed = mean(row, other);
                let new = self.double * new[hand.cards() as usize];
                std::array::from_fn(|top| {
                    let kept = stays[top] * row[top] + (1.0 - stays[top]) * changed;
                    new + (1.0 - self.double) * kept
                })
            })
            .collect()
    }

    /// The best reply to a model, its value in antes, and the values after each turn.
    pub(super) fn reply(&self, model: &Model) -> (Reply, f64, Worths) {
        let mut reply = vec![Vec::new(); self.rounds];
        let mut worths =
            Worths { early: vec![Vec::new(); self.rounds - 1], last: self.last(model) };
        let between = self.between(model);
        let mut value = 0.0;
        for round in (0..self.rounds).rev() {
            let now;
            (reply[round], now) = match worths.early.get(round) {
                Some(then) => self.best(round, &then[..]),
                None => self.best(round, &worths.last[..]),
            };
            match round {
                0 => value = self.start(&now, &between),
                _ => worths.early[round - 1] = self.before(&now, round, &between),
            }
        }
        (reply, value, worths)
    }

    /// The best actions of a round, from 0, and their values, both indexed by hand, then top.
    fn best<A: After + ?Sized>(&self, round: usize, then: &A) -> (Vec<[u8; KINDS]>, Vec<Row>) {
        let here = self.space.in_round(round);
        let mut best = vec![[0; KINDS]; here.end];
        let mut worth = vec![[f64::NEG_INFINITY; KINDS]; here.end];
        let (turns, each) = (&mut best[here.clone()], &mut worth[here.clone()]);
        let chunks = turns.par_chunks_mut(CHUNK).zip(each.par_chunks_mut(CHUNK));
        chunks.enumerate().for_each(|(chunk, (best, worth))| {
            vectorized(
                #[inline(always)]
                || {
                    let numbers = here.start + chunk * CHUNK..;
                    for (number, (best, worth)) in numbers.zip(best.iter_mut().zip(worth)) {
                        self.best_of(number, then, best, worth);
                    }
                },
            );
        });
        (best, worth)
    }

    /// The best actions of one hand, by top. `worth` must start below any value.
    #[inline(always)]
    fn best_of<A: After + ?Sized>(
        &self,
        number: usize,
        then: &A,
        best: &mut [u8; KINDS],
        worth: &mut Row,
    ) {
        self.weigh(
            number,
            then,
            #[inline(always)]
            |action, row| {
                for top in 0..KINDS {
                    if row[top] > worth[top] {
                        (best[top], worth[top]) = (action.index() as u8, row[top]);
                    }
                }
            },
        );
    }

    /// The value of the deal, given the values `now` in the first round.
    pub(super) fn start(&self, now: &[Row], between: &Between) -> f64 {
        let hands = self.space.of_size(2);
        hands
            .map(|number| {
                let row = now[number].iter().zip(&between.begins);
                self.space.chance[number] * row.map(|(worth, chance)| worth * chance).sum::<f64>()
            })
            .sum()
    }

    /// The values after each turn, with best play to follow, among players of a mixture; and the
    /// gain of a best reply against them, never below 0.
    pub(super) fn settle(&self, mixture: &Mixture, mut others: Model) -> (Worths, f64) {
        // Iterate towards the final hands of the mixture's players among themselves.
        let mut worths = self.reply(&others).2;
        let mut best = 0.0;
        for _ in 0..SETTLING {
            others = self.model(mixture, &others, &worths);
            (_, best, worths) = self.reply(&others);
        }
        (worths, (best - self.value(mixture, &others)).max(0.0))
    }

    /// The value of a strategy against a model, in antes.
    pub(super) fn value(&self, strategy: &(impl Asked + Sync), model: &Model) -> f64 {
        let between = self.between(model);
        let mut now = self.played(self.rounds - 1, strategy, &self.last(model)[..]);
        for round in (1..self.rounds).rev() {
            let then = self.before(&now, round, &between);
            now = self.played(round - 1, strategy, &then[..]);
        }
        self.start(&now, &between)
    }

    /// The values of a strategy in a round, from 0, indexed by hand, then top.
    fn played<A: After + ?Sized>(
        &self,
        round: usize,
        strategy: &(impl Asked + Sync),
        then: &A,
    ) -> Vec<Row> {
        let here = self.space.in_round(round);
        let mut worth = vec![[0.0; KINDS]; here.end];
        let each = worth[here.clone()].par_iter_mut();
        each.with_min_len(CHUNK).enumerate().for_each(|(place, worth)| {
            let number = here.start + place;
            let mut chances = [[0.0; KINDS]; Action::WAYS];
            for top in 0..KINDS {
                strategy.actions(round, number, top, |action, chance| {
                    chances[action.index()][top] += chance;
                });
            }
            self.weigh(number, then, |action, row| {
                let chances = &chances[action.index()];
                for top in 0..KINDS {
                    worth[top] += chances[top] * row[top];
                }
            });
        });
        worth
    }

    /// The model of a strategy's players among the opponents of another model. Cards that are
    /// looked at are kept or thrown by the values `worths`.
    pub(super) fn model(&self, strategy: &impl Asked, others: &Model, worths: &Worths) -> Model {
        let space = &self.space;
        let between = self.between(others);
        let mut found = self.nobody();
        let mut here = vec![[0.0; KINDS]; space.in_round(0).end];
        for number in space.of_size(2) {
            here[number] = between.begins.map(|chance| chance * space.chance[number]);
        }
        for round in 0..self.rounds {
            let mut after = vec![[0.0; KINDS]; space.in_round(round + 1).end];
            for number in space.in_round(round) {
                let hand = space.hands[number];
                let unseen = space.unseen(hand);
                for top in 0..KINDS {
                    let mass = here[number][top];
                    // A hand that holds every copy of the top is impossible.
                    if mass == 0.0 {
                        continue;
                    }
                    strategy.actions(round, number, top, |action, chance| {
                        let turn = Turn { number, hand, unseen: &unseen, top, mass: chance * mass };
                        self.act(action, turn, &mut after, &mut found, (round, worths));
                    });
                    found.tops[round].seen[top] += mass;
                }
            }
            let mut sizes = vec![0.0; space.most + 1];
            for (number, row) in after.iter().enumerate() {
                let hand = space.hands[number];
                let mass: f64 = row.iter().sum();
                if mass > 0.0 {
                    found.tops[round].highest[hand.highest().kind()] += mass;
                    sizes[hand.cards() as usize] += mass;
                    if round + 1 == self.rounds {
                        found.ranks[usize::from(space.ranks[number])] += mass;
                    }
                }
            }
            if round + 1 == self.rounds {
                let junked = found.sizes[0];
                found.sizes = sizes;
                found.sizes[0] = junked;
                break;
            }
            let (stays, other) = (&between.stays[round], &between.other[round]);
            here = vec![[0.0; KINDS]; after.len()];
            for (number, row) in after.iter().enumerate() {
                let cards = space.hands[number].cards() as usize;
                let moved: f64 =
                    row.iter().zip(stays).map(|(mass, stays)| mass * (1.0 - stays)).sum();
                let new = self.double * sizes[cards] * space.chance[number];
                here[number] = std::array::from_fn(|top| {
                    let kept = row[top] * stays[top] + moved * other[top];
                    (1.0 - self.double) * kept + new * between.after_double[round][top]
                });
            }
        }
        found
    }

    /// Whether a card drawn to gain in a round, from 0, is kept (S6).
    pub(super) fn keeps_in(
        &self,
        (number, round): (usize, usize),
        top: usize,
        card: Card,
        worths: &Worths,
    ) -> bool {
        match worths.early.get(round) {
            Some(then) => self.keeps(number, top, card, &then[..]),
            None => self.keeps(number, top, card, &worths.last[..]),
        }
    }

    /// Whether a card drawn to gain is kept (S6): always, unless it was looked at first.
    fn keeps<A: After + ?Sized>(&self, number: usize, top: usize, card: Card, then: &A) -> bool {
        if !self.look_first {
            return true;
        }
        self.space.hands[number].cards() < self.limit && {
            let kept = self.space.with[number][card.kind()] as usize;
            then.of(kept, top) >= then.of(number, card.kind())
        }
    }

    /// Moves the mass of a situation to the situations after an action.
    pub(super) fn act(
        &self,
        action: Action,
        turn: Turn<'_>,
        after: &mut [Row],
        found: &mut Model,
        (round, worths): (usize, &Worths),
    ) {
        let space = &self.space;
        let Turn { number, hand, unseen, top, mass } = turn;
        let pool = f64::from(space.deck.cards() - hand.cards() - 1);
        let copies = |card: Card| unseen[card.kind()] - f64::from(u8::from(card.kind() == top));
        let chance = |card: Card| mass * copies(card) / pool;
        let fits = |card: &Card| copies(*card) > 0.0;
        let change = |found: &mut Model, put: usize, mass: f64| {
            found.tops[round].changed[top] += mass;
            found.tops[round].put[put] += mass;
        };
        // If the hand holds every copy of the top, the situation is impossible: leave its mass
        // where it is.
        if unseen[top] == 0.0 {
            after[number][top] += mass;
            return;
        }
        match action {
            Action::Stand => after[number][top] += mass,
            Action::Junk => {
                found.sizes[0] += mass;
                change(found, hand.highest().kind(), mass);
            }
            Action::Gain => {
                for card in Card::ALL.into_iter().filter(fits) {
                    if self.keeps_in((number, round), top, card, worths) {
                        after[space.with[number][card.kind()] as usize][top] += chance(card);
                    } else {
                        change(found, card.kind(), chance(card));
                        after[number][card.kind()] += chance(card);
                    }
                }
            }
            Action::Exchange(given) => {
                let with = space.exchanged(number, given);
                for card in Card::ALL.into_iter().filter(fits) {
                    after[with[card.kind()] as usize][given.kind()] += chance(card);
                }
                change(found, given.kind(), mass);
            }
            Action::Swap(given) => {
                let with = space.exchanged(number, given);
                after[with[top] as usize][given.kind()] += mass;
                change(found, given.kind(), mass);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of the model `found` among opponents of another, in antes, from its final hands.
    fn settled(abstraction: &Abstraction, found: &Model, others: &Model) -> f64 {
        let junked = others.sizes[0];
        let new = |sizes: &[f64]| {
            let of = |rank: usize| {
                (2..sizes.len()).map(|n| sizes[n] * abstraction.random[n][rank]).sum()
            };
            (0..others.ranks.len()).map(of).collect::<Vec<f64>>()
        };
        let won = |own: &[f64], theirs: &[f64]| -> f64 {
            own.iter()
                .zip(abstraction.worth(junked, theirs))
                .map(|(mass, worth)| mass * worth)
                .sum()
        };
        let kept = won(&found.ranks, &others.ranks);
        let dealt = won(&new(&found.sizes), &new(&others.sizes));
        let shown = (1.0 - abstraction.double) * kept + abstraction.double * dealt;
        shown + abstraction.refund * found.sizes[0]
    }

    /// Backwards and forwards passes agree, and among players of the same strategy everybody gets
    /// back what was paid in, with or without refunds.
    #[test]
    fn both_ways_through_a_game_agree_and_make_no_money() {
        for (players, gain, junk_refund) in [
            (2, Gain::KeepOrExchange, 0.0),
            (3, Gain::LookFirst, 0.0),
            (2, Gain::LookFirst, 0.5),
            (5, Gain::KeepOrExchange, 0.75),
        ] {
            let (game_rounds, hand_limit, dice_faces) = (2, 4, 3);
            let default = Rules::default();
            let rules = Rules {
                players,
                gain,
                junk_refund,
                game_rounds,
                hand_limit,
                dice_faces,
                ..default
            };
            let abstraction = Abstraction::new(&rules);
            let mut others = abstraction.nobody();
            let mut junked = 0.0;
            for _ in 0..4 {
                let (reply, value, worth) = abstraction.reply(&others);
                let found = abstraction.model(&reply, &others, &worth);
                let all = found.sizes[0] + found.ranks.iter().sum::<f64>();
                assert!(
                    (all - 1.0).abs() < 1e-9
                        && (found.sizes.iter().sum::<f64>() - 1.0).abs() < 1e-9
                );
                if others.sizes.iter().sum::<f64>() > 0.0 {
                    assert!((abstraction.value(&reply, &others) - value).abs() < 1e-9);
                    // Up to impossible tops, of which the hand holds every copy.
                    let settled = settled(&abstraction, &found, &others);
                    assert!((settled - value).abs() < 1e-4, "{settled} {value} {rules:?}");
                }
                // If all junk, nobody gets the pot: in the abstraction no player is the last.
                let lost = found.sizes[0].powf(abstraction.players) * (1.0 - junk_refund);
                let own = settled(&abstraction, &found, &found);
                assert!((own + lost - 1.0).abs() < 1e-9, "{own} {lost} {rules:?}");
                junked += found.sizes[0];
                others = found;
            }
            assert!((junked > 0.05) == (junk_refund > 0.0), "{junked} {rules:?}");
        }
    }
}
