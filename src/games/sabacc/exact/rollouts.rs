//! The value of each choice in the real deck against players of `solved`, by rollouts.
//!
//! A world is a game of `solved` players up to a player's turn in the round, at any place in the
//! turn order. It counts if the top of the discard pile is the one in question. The player is then
//! given the hand in question, and the world is weighted by the probability that it holds that
//! hand, given its actions and the others' cards: the worlds in which a player of `solved` meets
//! the situation. If no such player ever holds the hand, any player might: then a world is weighted
//! by the probability that random cards, among those the others do not hold, are this hand. Each
//! choice is played in each world with the same luck, and everybody plays `solved` from there on.

use super::super::cards::{Card, Hand, KINDS, Packed, WideHand};
use super::super::round::{Keyed, Table};
use super::super::rules::{Rules, UNITS_PER_ANTE};
use super::super::strategies::exploiter::{Exploiter, Opponent, Remembered};
use super::super::strategies::solved::Shared;
use super::super::view::{Action, Choice, Look, Player, View};
use crate::cards::random::Seed;
use crate::framework::parallel;
use std::sync::Arc;

/// The value of a choice over all worlds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Mean net of the game in antes.
    pub ev: f64,
    /// Its standard error.
    pub se: f64,
    /// The probability with which `solved` takes it.
    pub share: f64,
}

/// Games for a single top, and for several tops together.
const GAMES: [u64; 2] = [1 << 20, 1 << 17];
/// One game in this many is enough where every world counts.
const SPARE: u64 = 8;
/// Games per job.
const JOB: u64 = 1 << 11;
/// The fewest worlds that give a result.
const LEAST: u64 = 30;
/// Fixed, so that the worlds are the same every time.
const SEED: u64 = 1;

/// Takes a given action in its next turn, and plays `solved` otherwise.
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
    /// Sums of the squared weight times the value to the power of 0, 1, 2.
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

/// The value of each action with a hand in a round, from 1, indexed by top, then action; `None`
/// where too few worlds had that top.
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

/// The situation in question.
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
    /// Plays `games` games; `weigh` is the probability that a seat holds the hand.
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

/// The probability that cards drawn from a pile are this hand, up to a factor that depends on the
/// hand alone.
fn chance<H: Packed>(hand: H, pile: H) -> f64 {
    let falling = |from: u32, many: u32| -> f64 {
        (0..many).map(|taken| f64::from(from.saturating_sub(taken))).product()
    };
    let ways: f64 = hand.kinds().map(|card| falling(pile.count(card), hand.count(card))).product();
    ways / falling(pile.cards(), hand.cards()).max(1.0)
}
