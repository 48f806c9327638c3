//! `solved`: best replies to what opponents end up with, averaged until they hardly gain.
//!
//! The game is seen through an abstraction. A player knows the round, his hand and the top of the
//! discard pile, and takes the other cards of the deck to be equally likely wherever they are. The
//! others are independent of him and of each other: they end with hands of a given distribution, and
//! between two of his turns they change the top of the discard pile as often as they do on average,
//! to what they do on average. A double is the same for all. In this abstraction the best reply to a
//! model of the others is found exactly, backwards from the showdown; and what a strategy ends up
//! with, forwards from the deal. Fictitious play (Brown, "Iterative solution of games by fictitious
//! play", 1951) then takes the best reply to the average of all replies so far, again and again.

use super::super::cards::{Card, Deck, Hand, KINDS, Packed, Rank, WideHand};
use super::super::hand::Ranking;
use super::super::record::{Recorder, RoundEvent};
use super::super::round::{Keyed, Table};
use super::super::rules::{Gain, Rules};
use super::super::view::{Action, Choice, Look, Mix, Player, View};
use super::{Careful, Seat};
use crate::cards::random::Seed;
use rayon::prelude::*;
use std::sync::{Arc, Mutex, OnceLock, Weak};

/// Values or masses by the top of the discard pile.
type Row = [f64; KINDS];

/// Rounds of fictitious play. The gap falls about as one over their number.
const ITERATIONS: usize = 64;
/// The last replies are mixed into the strategy that is played, as many as this.
const MIXED: usize = 32;
/// After these the mixture of all replies so far is looked at, where somebody asks how it went.
const STOPS: [usize; 6] = [1, 2, 4, 8, 16, MIXED];
/// How often what players of the mixture end up with is found again from what the others do.
const SETTLING: usize = 4;
/// No such hand.
const NONE: u32 = u32::MAX;

/// Every hand that a player can come to hold, numbered by size.
#[derive(Debug)]
struct Space {
    deck: Deck,
    hands: Vec<WideHand>,
    /// Where the hands of each size begin; one more for the end.
    sizes: Vec<usize>,
    /// A hand's number by [`Packed::slot`], as a [`WideHand`].
    number: Vec<u32>,
    /// The same as a [`Hand`]; empty where the deck is not narrow.
    narrow: Vec<u32>,
    /// The numbers of a hand with one more card, [`NONE`] if the deck has none; of all hands but
    /// the largest.
    with: Vec<[u32; KINDS]>,
    /// How likely a hand is among those of its size.
    chance: Vec<f64>,
    ranks: Vec<Rank>,
    most: usize,
}

impl Space {
    fn new(rules: &Rules) -> Space {
        let (ranking, deck) = (Ranking::of(rules), rules.deck());
        let most = (2 + usize::from(rules.game_rounds)).min(usize::from(rules.hand_limit));
        let narrow = if deck.is_narrow() { Hand::SLOTS } else { 0 };
        let mut space = Space {
            deck,
            hands: Vec::new(),
            sizes: vec![0, 0],
            number: vec![NONE; WideHand::SLOTS],
            narrow: vec![NONE; narrow],
            with: Vec::new(),
            chance: Vec::new(),
            ranks: Vec::new(),
            most,
        };
        for size in 1..=most {
            let hands = || deck.hands_of::<WideHand>(size);
            let all: u64 = hands().map(|hand| deck.ways(hand)).sum();
            for hand in hands() {
                let number = space.hands.len() as u32;
                space.number[hand.slot()] = number;
                if let Some(hand) = hand.narrowed().filter(|_| narrow > 0) {
                    space.narrow[hand.slot()] = number;
                }
                space.hands.push(hand);
                space.chance.push(deck.ways(hand) as f64 / all as f64);
                space.ranks.push(if size > 1 { ranking.rank(hand) } else { 0 });
            }
            space.sizes.push(space.hands.len());
        }
        for &hand in &space.hands[..space.sizes[most]] {
            let more = |card: Card| {
                let room = hand.count(card) < deck.copies(card);
                if room { space.number[hand.with(card).slot()] } else { NONE }
            };
            space.with.push(Card::ALL.map(more));
        }
        space
    }

    /// The numbers of the hands of a size.
    fn of_size(&self, size: usize) -> std::ops::Range<usize> {
        self.sizes[size]..self.sizes[size + 1]
    }

    /// The hands that a player may hold in his turn of a round, from 0.
    fn in_round(&self, round: usize) -> std::ops::Range<usize> {
        self.sizes[2]..self.sizes[(2 + round).min(self.most) + 1]
    }

    fn number(&self, hand: WideHand) -> usize {
        self.number[hand.slot()] as usize
    }

    /// A hand's number, packed as games are played; nothing where nobody can hold it.
    #[inline]
    fn packed<H: Packed>(&self, hand: H) -> Option<usize> {
        let table = if self.narrow.len() == H::SLOTS { &self.narrow } else { &self.number };
        Some(table[hand.slot()] as usize).filter(|&number| number < self.hands.len())
    }

    /// A card off the full deck.
    fn fresh(&self) -> Row {
        let all = f64::from(self.deck.cards());
        Card::ALL.map(|card| f64::from(self.deck.copies(card)) / all)
    }

    /// The number of this card that the deck holds beyond those of a hand.
    fn left(&self, hand: WideHand, card: Card) -> u32 {
        self.deck.copies(card) - hand.count(card)
    }
}

/// How often others change the top of the discard pile in a round, and to what.
#[derive(Clone, Debug)]
struct Tops {
    /// How often a player sees each top.
    seen: Row,
    /// How often he then changes it.
    changed: Row,
    /// What he puts there.
    put: Row,
    /// The highest card of his hand afterwards: the top after a double, if he is the last.
    highest: Row,
}

/// What the others do and end up with, on average.
#[derive(Clone, Debug)]
struct Model {
    tops: Vec<Tops>,
    /// Shows with this rank, if the last roll was no double; 0 for having junked.
    ranks: Vec<f64>,
    /// Shows so many cards; 0 for having junked.
    sizes: Vec<f64>,
}

impl Model {
    /// Nothing yet: everybody is about to act.
    fn empty(rounds: usize, ranks: usize, most: usize) -> Model {
        let none = [0.0; KINDS];
        let tops = Tops { seen: none, changed: none, put: none, highest: none };
        Model { tops: vec![tops; rounds], ranks: vec![0.0; ranks + 1], sizes: vec![0.0; most + 1] }
    }

    /// Moves towards another one.
    fn towards(&mut self, other: &Model, step: f64) {
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

    /// How likely a top is left alone by one player in a round.
    fn left(&self, round: usize, top: usize) -> f64 {
        let tops = &self.tops[round];
        if tops.seen[top] > 0.0 { 1.0 - tops.changed[top] / tops.seen[top] } else { 1.0 }
    }

    /// What is put there by one who changes it; a card off the full deck if nobody does.
    fn put(&self, round: usize, fresh: &Row) -> Row {
        let put = &self.tops[round].put;
        let all: f64 = put.iter().sum();
        if all > 0.0 { put.map(|mass| mass / all) } else { *fresh }
    }
}

/// What is done in every situation: by round, hand and top an [`Action::index`].
type Reply = Vec<Vec<[u8; KINDS]>>;

/// A strategy in the abstraction, as it is asked of each situation.
trait Asked {
    /// Tells each action and how likely it is taken.
    fn actions(&self, round: usize, hand: usize, top: usize, tell: impl FnMut(Action, f64));
}

impl Asked for Reply {
    fn actions(&self, round: usize, hand: usize, top: usize, mut tell: impl FnMut(Action, f64)) {
        tell(Action::of(self[round][hand][top].into()), 1.0);
    }
}

/// A strategy that mixes up to four actions in a situation, weighed by how many replies take each.
#[derive(Debug)]
struct Mixture(Vec<Vec<[Mix; KINDS]>>);

impl Asked for Mixture {
    fn actions(&self, round: usize, hand: usize, top: usize, mut tell: impl FnMut(Action, f64)) {
        self.0[round][hand][top].shares().for_each(|(action, share)| tell(action, share));
    }
}

/// The abstraction under some rules.
#[derive(Debug)]
struct Abstraction {
    space: Space,
    rounds: usize,
    players: f64,
    limit: u32,
    look_first: bool,
    double: f64,
    refund: f64,
    /// How likely each rank is of a random hand of a size.
    random: Vec<Vec<f64>>,
}

/// What comes of a model before a reply is sought: chances between two turns.
struct Between {
    /// How likely a top is still there, by round that was played.
    stays: Vec<Row>,
    /// What is there if not.
    other: Vec<Row>,
    /// What is there after a double.
    after_double: Vec<Row>,
    /// What is there in the first round.
    begins: Row,
}

impl Abstraction {
    fn new(rules: &Rules) -> Abstraction {
        let space = Space::new(rules);
        let ranks = Ranking::of(rules).count();
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

    /// A model of nobody: no mass anywhere.
    fn nobody(&self) -> Model {
        Model::empty(self.rounds, self.random[0].len() - 1, self.space.most)
    }

    /// What lies between two turns, half of the others acting in one round and half in the next.
    fn between(&self, model: &Model) -> Between {
        let fresh = self.space.fresh();
        let half = (self.players - 1.0) / 2.0;
        let left = |round: usize, top: usize| model.left(round, top).powf(half);
        let kinds = std::array::from_fn::<usize, KINDS, _>(|top| top);
        let then = |round: usize| (round + 1).min(self.rounds - 1);
        // A row that begins as it is given, and is then changed by half of the others.
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

    /// What showing each rank is worth against others who show these, in antes.
    fn worth(&self, junked: f64, ranks: &[f64]) -> Vec<f64> {
        let mut below = junked;
        let mut worth = vec![0.0; ranks.len()];
        for (rank, &equal) in ranks.iter().enumerate().skip(1) {
            // Of so many others some are equal and all the rest below; who draws nearest to zero
            // among the equal ones is as likely to be any of them.
            let share = |others: f64| {
                if equal > 1e-12 {
                    let all = others + 1.0;
                    ((below + equal).powf(all) - below.powf(all)) / (all * equal)
                } else {
                    below.powf(others)
                }
            };
            let others = self.players - 1.0;
            // Each of the others who has junked took his refund out of the pot (S12).
            let refunds = match junked > 0.0 {
                true => self.refund * others * junked * share(others - 1.0),
                false => 0.0,
            };
            worth[rank] = self.players * share(others) - refunds;
            below += equal;
        }
        worth
    }

    /// What each hand is worth after the last turn, and a new one of each size.
    fn last(&self, model: &Model) -> Vec<f64> {
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

    /// What each action is worth in a situation, in antes: `then` is what a hand and a top are worth
    /// after the turn. Told in the order of [`Action::index`] within each kind of action.
    fn weigh(&self, number: usize, then: &[Row], mut tell: impl FnMut(Action, &Row)) {
        let space = &self.space;
        let hand = space.hands[number];
        tell(Action::Stand, &then[number]);
        tell(Action::Junk, &[self.refund; KINDS]);
        let unseen = Card::ALL.map(|card| f64::from(space.left(hand, card)));
        // The top is one of the unseen ones.
        let pool = f64::from(space.deck.cards() - hand.cards() - 1);
        let grows = hand.cards() < self.limit;
        if grows || self.look_first {
            let mut row = [0.0; KINDS];
            for (drawn, &copies) in unseen.iter().enumerate().filter(|(_, copies)| **copies > 0.0) {
                let kept = grows.then(|| &then[space.with[number][drawn] as usize]);
                let thrown = then[number][drawn];
                for (top, all) in row.iter_mut().enumerate() {
                    let copies = copies - f64::from(u8::from(top == drawn));
                    let worth = match kept {
                        Some(kept) if self.look_first => kept[top].max(thrown),
                        Some(kept) => kept[top],
                        None => thrown,
                    };
                    *all += copies * worth;
                }
            }
            tell(Action::Gain, &row.map(|all| all / pool));
        }
        for given in hand.kinds() {
            let rest = space.number(hand.without(given));
            let with = |card: usize| match space.with[rest][card] {
                NONE => 0.0,
                number => then[number as usize][given.kind()],
            };
            // Each card that may come in the place of the one given up.
            let came = std::array::from_fn::<f64, KINDS, _>(with);
            let all: f64 = came.iter().zip(&unseen).map(|(worth, copies)| worth * copies).sum();
            tell(Action::Exchange(given), &came.map(|top| (all - top) / pool));
            tell(Action::Swap(given), &came);
        }
    }

    /// What hands and tops are worth after the turn of the round before, if they are worth `now` in
    /// their turn.
    fn before(&self, now: &[Row], round: usize, between: &Between) -> Vec<Row> {
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

    /// The best reply to a model, what it is worth in antes, and what hands and tops are worth after
    /// each turn.
    fn reply(&self, model: &Model) -> (Reply, f64, Vec<Vec<Row>>) {
        let (mut reply, mut after) = (vec![Vec::new(); self.rounds], vec![Vec::new(); self.rounds]);
        let between = self.between(model);
        let mut then: Vec<Row> = self.last(model).iter().map(|&worth| [worth; KINDS]).collect();
        let mut value = 0.0;
        for round in (0..self.rounds).rev() {
            let here = self.space.in_round(round);
            let decided: Vec<([u8; KINDS], Row)> = (0..here.end)
                .into_par_iter()
                .with_min_len(64)
                .map(|number| {
                    let (mut best, mut worth) = ([0; KINDS], [f64::NEG_INFINITY; KINDS]);
                    if here.contains(&number) {
                        self.weigh(number, &then, |action, row| {
                            for top in 0..KINDS {
                                if row[top] > worth[top] {
                                    (best[top], worth[top]) = (action.index() as u8, row[top]);
                                }
                            }
                        });
                    }
                    (best, worth)
                })
                .collect();
            let now: Vec<Row> = decided.iter().map(|(_, row)| *row).collect();
            reply[round] = decided.into_iter().map(|(best, _)| best).collect();
            let before = if round > 0 {
                self.before(&now, round, &between)
            } else {
                value = self.start(&now, &between);
                Vec::new()
            };
            after[round] = std::mem::replace(&mut then, before);
        }
        (reply, value, after)
    }

    /// What the deal is worth, if hands and tops are worth `now` in the first round.
    fn start(&self, now: &[Row], between: &Between) -> f64 {
        let hands = self.space.of_size(2);
        hands
            .map(|number| {
                let row = now[number].iter().zip(&between.begins);
                self.space.chance[number] * row.map(|(worth, chance)| worth * chance).sum::<f64>()
            })
            .sum()
    }

    /// What hands and tops come to after each turn among those who play a mixture, best play
    /// following, and what a best reply wins from them: it is worth no less than what they play.
    fn settle(&self, mixture: &Mixture, mut others: Model) -> (Vec<Vec<Row>>, f64) {
        // What those who play the mixture end up with among their like.
        let mut worth = self.reply(&others).2;
        let mut best = 0.0;
        for _ in 0..SETTLING {
            others = self.model(mixture, &others, &worth);
            (_, best, worth) = self.reply(&others);
        }
        (worth, (best - self.value(mixture, &others)).max(0.0))
    }

    /// What a strategy is worth against a model, in antes.
    fn value(&self, strategy: &(impl Asked + Sync), model: &Model) -> f64 {
        let between = self.between(model);
        let mut then: Vec<Row> = self.last(model).iter().map(|&worth| [worth; KINDS]).collect();
        for round in (0..self.rounds).rev() {
            let here = self.space.in_round(round);
            let now: Vec<Row> = (0..here.end)
                .into_par_iter()
                .with_min_len(64)
                .map(|number| {
                    let mut worth = [0.0; KINDS];
                    if here.contains(&number) {
                        let mut chances = [[0.0; KINDS]; Action::WAYS];
                        for top in 0..KINDS {
                            strategy.actions(round, number, top, |action, chance| {
                                chances[action.index()][top] += chance;
                            });
                        }
                        self.weigh(number, &then, |action, row| {
                            let chances = &chances[action.index()];
                            for top in 0..KINDS {
                                worth[top] += chances[top] * row[top];
                            }
                        });
                    }
                    worth
                })
                .collect();
            if round == 0 {
                return self.start(&now, &between);
            }
            then = self.before(&now, round, &between);
        }
        0.0
    }

    /// What players of a strategy do and end up with among others as in the model. `worth` is what
    /// hands and tops come to after each turn, by which cards that are looked at are judged.
    fn model(&self, strategy: &impl Asked, others: &Model, worth: &[Vec<Row>]) -> Model {
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
                for top in 0..KINDS {
                    let mass = here[number][top];
                    // A hand that holds every copy of the top cannot be.
                    if mass == 0.0 {
                        continue;
                    }
                    strategy.actions(round, number, top, |action, chance| {
                        let turn = (number, hand, top, chance * mass);
                        self.act(action, turn, &mut after, &mut found, (round, &worth[round]));
                    });
                    found.tops[round].seen[top] += mass;
                }
            }
            let mut sizes = vec![0.0; space.most + 1];
            for (number, row) in after.iter().enumerate() {
                let hand = space.hands[number];
                let mass: f64 = row.iter().sum();
                if mass > 0.0 {
                    found.tops[round].highest[hand.nearest(i32::MAX).kind()] += mass;
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

    /// Whether a card that was drawn to gain is kept (S6): it must be, unless it was looked at first.
    fn keeps(&self, number: usize, top: usize, card: Card, then: &[Row]) -> bool {
        if !self.look_first {
            return true;
        }
        self.space.hands[number].cards() < self.limit && {
            let kept = self.space.with[number][card.kind()] as usize;
            then[kept][top] >= then[number][card.kind()]
        }
    }

    /// Moves the mass of a situation to where an action takes it.
    fn act(
        &self,
        action: Action,
        (number, hand, top, mass): (usize, WideHand, usize, f64),
        after: &mut [Row],
        found: &mut Model,
        (round, then): (usize, &[Row]),
    ) {
        let space = &self.space;
        let pool = f64::from(space.deck.cards() - hand.cards() - 1);
        let chance = |card: Card| {
            let copies = space.left(hand, card) - u32::from(card.kind() == top);
            mass * f64::from(copies) / pool
        };
        let fits = |card: &Card| space.left(hand, *card) > u32::from(card.kind() == top);
        let change = |found: &mut Model, put: usize, mass: f64| {
            found.tops[round].changed[top] += mass;
            found.tops[round].put[put] += mass;
        };
        // A top of which the hand holds every copy stands for any other card.
        if space.left(hand, Card::of_kind(top)) == 0 {
            after[number][top] += mass;
            return;
        }
        match action {
            Action::Stand => after[number][top] += mass,
            Action::Junk => {
                found.sizes[0] += mass;
                change(found, hand.nearest(i32::MAX).kind(), mass);
            }
            Action::Gain => {
                for card in Card::ALL.into_iter().filter(fits) {
                    if self.keeps(number, top, card, then) {
                        after[space.with[number][card.kind()] as usize][top] += chance(card);
                    } else {
                        change(found, card.kind(), chance(card));
                        after[number][card.kind()] += chance(card);
                    }
                }
            }
            Action::Exchange(given) => {
                let rest = space.number(hand.without(given));
                for card in Card::ALL.into_iter().filter(fits) {
                    let then = space.with[rest][card.kind()] as usize;
                    after[then][given.kind()] += chance(card);
                }
                change(found, given.kind(), mass);
            }
            Action::Swap(given) => {
                let rest = space.number(hand.without(given));
                after[space.with[rest][top] as usize][given.kind()] += mass;
                change(found, given.kind(), mass);
            }
        }
    }
}

/// What is done in every situation under some rules.
#[derive(Debug)]
pub struct Plan {
    abstraction: Abstraction,
    mixture: Mixture,
    /// What hands and tops come to after each turn, best play following.
    worth: Vec<Vec<Row>>,
    /// What a best reply wins in the abstraction from those who play this plan, in antes a game; of a
    /// plan that is itself a reply, what it wins from those whom it was made for.
    pub gap: f64,
}

impl Plan {
    /// Fictitious play: the best reply to the average of all best replies so far, again and again.
    fn solve(rules: &Rules) -> Plan {
        Plan::solved(rules, None)
    }

    /// What a best reply wins in the abstraction, in antes a game, from those who play the plan that
    /// comes of some iterations: how many, and that. The last is of what is played.
    pub fn gaps(rules: &Rules) -> Vec<(usize, f64)> {
        let mut gaps = Vec::new();
        apart(|| Plan::solved(rules, Some(&mut gaps)));
        gaps
    }

    fn solved(rules: &Rules, mut gaps: Option<&mut Vec<(usize, f64)>>) -> Plan {
        let abstraction = Abstraction::new(rules);
        let rounds = abstraction.rounds;
        // It begins with players who stand on what they are dealt.
        let mut others = abstraction.nobody();
        let stand: Reply = vec![vec![[0; KINDS]; abstraction.space.hands.len()]; rounds];
        let worth = abstraction.reply(&others).2;
        others = abstraction.model(&stand, &others, &worth);
        let mut mixture = Mixture::new(&abstraction);
        for iteration in 0..ITERATIONS {
            let (reply, _, worth) = abstraction.reply(&others);
            if iteration + MIXED == ITERATIONS {
                mixture = Mixture::new(&abstraction);
            }
            if iteration + MIXED >= ITERATIONS || gaps.is_some() {
                mixture.add(&reply);
            }
            let found = abstraction.model(&reply, &others, &worth);
            others.towards(&found, 2.0 / (iteration + 2) as f64);
            if let Some(gaps) = gaps.as_deref_mut().filter(|_| STOPS.contains(&(iteration + 1))) {
                gaps.push((iteration + 1, abstraction.settle(&mixture, others.clone()).1));
            }
        }
        let (worth, gap) = abstraction.settle(&mixture, others);
        if let Some(gaps) = gaps {
            gaps.push((ITERATIONS, gap));
        }
        Plan { mixture, worth, abstraction, gap }
    }

    /// The best reply to what players of a strategy were seen to do and end up with in the real deck.
    fn reply(rules: &Rules, strategy: &Seat) -> Plan {
        let abstraction = Abstraction::new(rules);
        let others = observed(rules, strategy, abstraction.nobody());
        let (reply, value, worth) = abstraction.reply(&others);
        let mut mixture = Mixture::new(&abstraction);
        mixture.add(&reply);
        Plan { mixture, worth, abstraction, gap: value - 1.0 }
    }
}

/// What an action is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The action.
    pub action: Action,
    /// The expected net of the game if it is taken and best play follows, in antes.
    pub ev: f64,
    /// How often the plan takes it.
    pub share: f64,
}

impl Plan {
    /// What each action is worth in the abstraction with a hand in a round, from 1, under a top;
    /// nothing if no player comes to hold so many cards by then.
    pub fn choices(&self, hand: impl Packed, round: usize, top: Card) -> Vec<Worth> {
        let all = self.all_choices(hand, round);
        all.into_iter().map(|(_, worths)| worths[top.kind()]).collect()
    }
}

impl Plan {
    /// What is done with a hand in a round, from 1, under a top, and how often.
    #[inline]
    pub(in super::super) fn actions(&self, round: usize, hand: impl Packed, top: Card) -> &Mix {
        &self.mixture.0[round - 1][self.number(hand)][top.kind()]
    }

    /// The number of a hand that a player holds.
    #[inline]
    fn number(&self, hand: impl Packed) -> usize {
        self.abstraction.space.packed(hand).expect("players hold cards of the deck")
    }

    /// Whether a card that was looked at in a round, from 1, is kept (S6).
    pub(in super::super) fn keeps(
        &self,
        round: usize,
        hand: impl Packed,
        top: Card,
        drawn: Card,
    ) -> bool {
        let number = self.number(hand);
        self.abstraction.keeps(number, top.kind(), drawn, &self.worth[round - 1])
    }

    /// How likely each rank is of a new hand of each size.
    pub(in super::super) fn random(&self) -> &[Vec<f64>] {
        &self.abstraction.random
    }

    /// [`Plan::choices`] under every top, by action and [`Card::kind`] of the top.
    pub(in super::super) fn all_choices(
        &self,
        hand: impl Packed,
        round: usize,
    ) -> Vec<(Action, [Worth; KINDS])> {
        let Plan { abstraction, mixture, worth, .. } = self;
        let mut found = Vec::new();
        let Some(number) = abstraction.space.packed(hand) else { return found };
        let round = round - 1;
        if !abstraction.space.in_round(round).contains(&number) {
            return found;
        }
        let mut shares = vec![[0.0; KINDS]; Action::WAYS];
        for top in 0..KINDS {
            mixture
                .actions(round, number, top, |action, share| shares[action.index()][top] += share);
        }
        abstraction.weigh(number, &worth[round], |action, row| {
            let of = |top: usize| Worth {
                action,
                ev: row[top] - 1.0,
                share: shares[action.index()][top],
            };
            found.push((action, std::array::from_fn(of)));
        });
        found
    }
}

/// Whom a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Those who play the plan themselves.
    Themselves,
    /// Those who stand.
    Stand,
    /// Those who play `careful`.
    Careful,
    /// Those who play `solved`.
    Solved,
}

/// A plan that is made when it is first asked for, and shared by all who ask for the same.
#[derive(Debug)]
pub struct Shared {
    rules: Rules,
    against: Against,
    plan: OnceLock<Plan>,
}

impl Shared {
    /// The plan under some rules.
    pub fn of(rules: &Rules, against: Against) -> Arc<Shared> {
        static KNOWN: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());
        // A plan leaves bonuses out.
        let (bonus, bonus_from) = Default::default();
        let rules = Rules { bonus, bonus_from, ..rules.clone() };
        let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.retain(|shared| shared.strong_count() > 0);
        let fits = |shared: &Arc<Shared>| shared.against == against && shared.rules == rules;
        if let Some(found) = known.iter().filter_map(Weak::upgrade).find(fits) {
            return found;
        }
        let new = Shared { rules, against, plan: OnceLock::new() };
        let new = Arc::new(new);
        known.push(Arc::downgrade(&new));
        new
    }

    /// The plan, made in some seconds the first time.
    pub fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| apart(|| self.make()))
    }

    fn make(&self) -> Plan {
        let seat = match self.against {
            Against::Themselves => return Plan::solve(&self.rules),
            Against::Stand => Seat::Stand,
            Against::Careful => Seat::Careful(Careful::default()),
            Against::Solved => Seat::Solved(Shared::of(&self.rules, Against::Themselves)),
        };
        Plan::reply(&self.rules, &seat)
    }
}

/// Does work on threads of its own, as many as there are here. Who asks for a plan may be one job of
/// a pool, and other jobs wait for the same plan: were it made in that pool, the thread that makes
/// it could take up one of those meanwhile, and wait for itself.
fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let threads = rayon::current_num_threads();
    std::thread::scope(|scope| {
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let done = scope.spawn(move || match pool() {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        });
        done.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Plays a [`Plan`].
impl<H: Packed> Player<H> for Arc<Shared> {
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        let mix = self.plan().actions(view.round(), view.hand(), view.top());
        match mix.weights[1] {
            0 => Choice::Act(Action::of(mix.actions[0].into())),
            _ => Choice::Mix(*mix),
        }
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        let keeps = self.plan().keeps(view.round(), view.hand(), view.top(), drawn);
        if keeps { Look::Keep } else { Look::Throw }
    }
}

/// Games that a strategy is observed for.
const OBSERVED: u64 = 1 << 18;

/// What players of a strategy do and end up with among their like, in the real deck.
fn observed(rules: &Rules, strategy: &Seat, nobody: Model) -> Model {
    match rules.deck().is_narrow() {
        true => observed_at(Table::new(rules), rules, strategy, nobody),
        false => observed_at(Table::wide(rules), rules, strategy, nobody),
    }
}

fn observed_at<H: Packed>(
    mut table: Table<'_, H>,
    rules: &Rules,
    strategy: &Seat,
    nobody: Model,
) -> Model
where
    Seat: Player<H>,
{
    let mut players = vec![strategy.clone(); rules.players.into()];
    let ranking = Arc::clone(table.ranking());
    let mut seen = Observer { model: nobody, ranking, round: 0, top: 0, kept: true };
    for game in 0..OBSERVED {
        let first = (game % u64::from(rules.players)) as usize;
        // No run has this seed's sessions: what is learnt is not tried on the same cards.
        let mut luck = Keyed::new(Seed::new(u64::MAX).round(game, 0));
        table.game(&mut players, &mut luck, &mut seen, first);
    }
    let model = &mut seen.model;
    let all: f64 = model.sizes.iter().sum();
    model.sizes.iter_mut().for_each(|mass| *mass /= all);
    let shown: f64 = model.ranks.iter().sum();
    let share = (1.0 - model.sizes[0]) / shown.max(1.0);
    model.ranks.iter_mut().for_each(|mass| *mass *= share);
    seen.model
}

/// Counts what a [`Model`] is made of.
struct Observer {
    model: Model,
    ranking: Arc<Ranking>,
    round: usize,
    top: usize,
    /// Whether the last roll was no double.
    kept: bool,
}

impl Observer {
    /// A player saw the top, and put another card there or not.
    fn turn(&mut self, put: Option<Card>) {
        let tops = &mut self.model.tops[self.round];
        tops.seen[self.top] += 1.0;
        if let Some(put) = put {
            tops.changed[self.top] += 1.0;
            tops.put[put.kind()] += 1.0;
            self.top = put.kind();
        }
    }
}

impl<H: Packed> Recorder<RoundEvent<H>> for Observer {
    fn event(&mut self, tell: RoundEvent<H>) {
        let highest = |hand: H| hand.nearest(i32::MAX);
        match tell {
            RoundEvent::Turned { card } => self.top = card.kind(),
            RoundEvent::Round { round, .. } => self.round = round,
            RoundEvent::Stood { .. } | RoundEvent::Gained { .. } => self.turn(None),
            RoundEvent::Exchanged { given, .. } | RoundEvent::Swapped { given, .. } => {
                self.turn(Some(given))
            }
            RoundEvent::Threw { card, .. } => self.turn(Some(card)),
            RoundEvent::Junked { hand, .. } => {
                self.turn(Some(highest(hand)));
                self.model.sizes[0] += 1.0;
            }
            RoundEvent::Rolled { double, .. } => self.kept = !double,
            RoundEvent::Discarded { hand, .. } => {
                self.top = highest(hand).kind();
                self.model.tops[self.round].highest[self.top] += 1.0;
            }
            RoundEvent::Showed { hand, .. } => {
                self.model.sizes[hand.cards() as usize] += 1.0;
                if self.kept {
                    self.model.ranks[usize::from(self.ranking.rank(hand))] += 1.0;
                }
            }
            _ => {}
        }
    }
}

impl Mixture {
    /// Nothing yet.
    fn new(abstraction: &Abstraction) -> Mixture {
        let mixes = |round| vec![[Mix::default(); KINDS]; abstraction.space.in_round(round).end];
        Mixture((0..abstraction.rounds).map(mixes).collect())
    }

    /// One more reply is mixed in.
    fn add(&mut self, reply: &Reply) {
        for (mixes, actions) in self.0.iter_mut().zip(reply) {
            for (mixes, actions) in mixes.iter_mut().zip(actions) {
                mixes.iter_mut().zip(actions).for_each(|(mix, &action)| mix.add(action));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What players come to by what they end up with, among others of a model.
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

    /// Backwards from the showdown and forwards from the deal come to the same; among their like
    /// players come to what they paid, refunds or not.
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
                    // But for tops that cannot be, of which a hand holds every copy.
                    let settled = settled(&abstraction, &found, &others);
                    assert!((settled - value).abs() < 1e-4, "{settled} {value} {rules:?}");
                }
                // Where all would junk the pot is nobody's: the abstraction has no last player.
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
