//! What each choice is worth in the real deck against players of `solved`, by rollouts.
//!
//! A world is a game of `solved` players up to somebody's turn of the round, at any place of the turn
//! order. It counts if the top of the discard pile is the one that is asked about. That player then
//! holds the hand that is asked about, and the world weighs as much as it is likely that it does, given
//! what it did and what the others hold. So the worlds are those in which a player of `solved` meets
//! the situation. If none comes to hold the hand, any player may have come to: then a world weighs as
//! much as it is likely that so many of the cards that the others do not hold are these. Each choice
//! is played in each world, with the same luck, and `solved` by everybody from there on.

use super::super::cards::{Card, Hand, KINDS, Packed, WideHand};
use super::super::round::{Keyed, Table};
use super::super::rules::{Rules, UNITS_PER_ANTE};
use super::super::strategies::exploiter::{Exploiter, Opponent, Remembered};
use super::super::strategies::solved::Shared;
use super::super::view::{Action, Choice, Look, Player, View};
use crate::cards::random::Seed;
use crate::framework::parallel;
use std::sync::Arc;

/// What a choice was worth in all worlds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Mean net of the game in antes.
    pub ev: f64,
    /// Its standard error.
    pub se: f64,
    /// How often `solved` takes it.
    pub share: f64,
}

/// Games for one top, and for each of them.
const GAMES: [u64; 2] = [1 << 20, 1 << 17];
/// One in so many of these is enough where worlds are many.
const SPARE: u64 = 8;
/// Games of a job.
const JOB: u64 = 1 << 11;
/// Fewer worlds tell nothing.
const LEAST: u64 = 30;
/// The same worlds every time.
const SEED: u64 = 1;

/// Plays what it is told in its next turn, and `solved` otherwise.
#[derive(Clone, Debug)]
struct Told {
    action: Option<Action>,
    solved: Arc<Shared>,
}

impl<H: Packed> Player<H> for Told {
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        match self.action.take() {
            Some(action) => Choice::Act(action),
            None => self.solved.play(view),
        }
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        self.solved.look(view, drawn)
    }
}

/// Sums over worlds.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    worlds: u64,
    weights: f64,
    values: f64,
    shares: f64,
    /// Of squared weights, times the value to the power of 0, 1, 2.
    squares: [f64; 3],
}

impl Sums {
    fn add(&mut self, weight: f64, value: f64, share: f64) {
        self.worlds += 1;
        self.weights += weight;
        self.values += weight * value;
        self.shares += weight * share;
        let square = weight * weight;
        let powers = [square, square * value, square * value * value];
        self.squares.iter_mut().zip(powers).for_each(|(sum, power)| *sum += power);
    }

    fn join(&mut self, other: &Sums) {
        self.worlds += other.worlds;
        self.weights += other.weights;
        self.values += other.values;
        self.shares += other.shares;
        self.squares.iter_mut().zip(other.squares).for_each(|(sum, other)| *sum += other);
    }

    fn played(&self) -> Option<Played> {
        let ev = self.values / self.weights;
        let [zero, one, two] = self.squares;
        let variance = (two - 2.0 * ev * one + ev * ev * zero).max(0.0);
        let (se, share) = (variance.sqrt() / self.weights, self.shares / self.weights);
        (self.worlds >= LEAST).then_some(Played { ev, se, share })
    }
}

/// What each action is worth with a hand in a round, from 1, under each of some tops: by top and
/// action; nothing where too few worlds had that top.
pub fn play(
    rules: &Rules,
    solved: &Arc<Shared>,
    hand: WideHand,
    round: usize,
    tops: &[Card],
    actions: &[Action],
) -> Vec<Vec<Option<Played>>> {
    match hand.narrowed().filter(|_| rules.deck().is_narrow()) {
        Some(hand) => play_packed::<Hand>(rules, solved, hand, round, tops, actions),
        None => play_packed(rules, solved, hand, round, tops, actions),
    }
}

fn play_packed<H: Remembered>(
    rules: &Rules,
    solved: &Arc<Shared>,
    hand: H,
    round: usize,
    tops: &[Card],
    actions: &[Action],
) -> Vec<Vec<Option<Played>>> {
    solved.reading();
    let asked = Asked { rules, solved, hand, round, tops, actions };
    let games = GAMES[usize::from(tops.len() > 1)];
    let exploiter = Exploiter::new(rules, Opponent::Solved);
    let mut found = asked.play(games, |table, seat| {
        exploiter.chance(&table.view(seat), seat, hand, table.hidden_from_others(seat))
    });
    if found.iter().flatten().any(|played| played.is_none()) {
        let any =
            asked.play(games / SPARE, |table, seat| chance(hand, table.hidden_from_others(seat)));
        for (found, any) in found.iter_mut().zip(any) {
            if found.iter().any(Option::is_none) {
                *found = any;
            }
        }
    }
    found
}

/// What is asked.
#[derive(Clone, Copy)]
struct Asked<'a, H> {
    rules: &'a Rules,
    solved: &'a Arc<Shared>,
    hand: H,
    round: usize,
    tops: &'a [Card],
    actions: &'a [Action],
}

impl<H: Remembered> Asked<'_, H> {
    /// Plays so many games; `weigh` says how likely a seat holds the hand.
    fn play(
        self,
        games: u64,
        weigh: impl Fn(&Table<'_, H>, usize) -> f64 + Sync,
    ) -> Vec<Vec<Option<Played>>> {
        let Asked { rules, solved, hand, round, tops, actions } = self;
        let mut wanted = [None; KINDS];
        tops.iter().enumerate().for_each(|(at, top)| wanted[top.kind()] = Some(at));
        let none = vec![vec![Sums::default(); actions.len()]; tops.len()];
        let job = |job: u64| {
            let mut found = none.clone();
            let told = Told { action: None, solved: Arc::clone(solved) };
            let mut players = vec![told; rules.players.into()];
            let mut table = Table::<H>::packed(rules);
            for game in job * JOB..(job + 1) * JOB {
                let mut luck = Keyed::new(Seed::new(SEED).round(game, 0));
                let turn = (round - 1, (game % u64::from(rules.players)) as usize);
                let seat = table.game_until(&mut players, &mut luck, 0, turn);
                let Some(seat) = seat else { continue };
                let top = table.view(seat).top();
                let Some(at) = wanted[top.kind()] else { continue };
                let weight = weigh(&table, seat);
                if weight == 0.0 {
                    continue;
                }
                table.hand_over(seat, hand);
                let choice = solved.acts(&table.view(seat));
                for (sums, &action) in found[at].iter_mut().zip(actions) {
                    let (mut table, mut luck) = (table.clone(), luck.clone());
                    players[seat].action = Some(action);
                    let net = table.game_from(&mut players, &mut luck, turn).nets[seat];
                    sums.add(weight, net as f64 / UNITS_PER_ANTE as f64, choice.share(action));
                }
            }
            found
        };
        let jobs = parallel::map((games / JOB) as usize, |number| job(number as u64));
        let mut all = none.clone();
        for found in &jobs {
            for (all, found) in all.iter_mut().flatten().zip(found.iter().flatten()) {
                all.join(found);
            }
        }
        all.iter().map(|sums| sums.iter().map(Sums::played).collect()).collect()
    }
}

/// How likely so many cards off a pile are this hand, but for a factor that the hand alone decides.
fn chance<H: Packed>(hand: H, pile: H) -> f64 {
    let falling = |from: u32, many: u32| -> f64 {
        (0..many).map(|taken| f64::from(from.saturating_sub(taken))).product()
    };
    let ways: f64 = hand.kinds().map(|card| falling(pile.count(card), hand.count(card))).product();
    ways / falling(pile.cards(), hand.cards()).max(1.0)
}
