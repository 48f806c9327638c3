//! Exact for nothing: every way that a round can go, and best play for one seat.

use super::House;
use super::luck::Source;
use super::seat::Seat;
use super::table::{Outcome, Shoes, Table};
use crate::cards::tree::{self, Best, BestReply, Replies, Taken};
use crate::framework::{ExactError, Game, View};
use std::sync::Arc;

/// Most ways that a round may go before it is refused.
pub const MOST_LEAVES: u64 = 20_000_000;

/// Best play in a seat, as [`BestReply`] finds it.
#[derive(Debug)]
pub struct BestPlay<V> {
    replies: Arc<Replies<V>>,
    latest: Option<Taken>,
}

impl<V> Clone for BestPlay<V> {
    fn clone(&self) -> Self {
        BestPlay { replies: self.replies.clone(), latest: None }
    }
}

impl<V: View> BestPlay<V> {
    pub(super) fn new(replies: Arc<Replies<V>>) -> BestPlay<V> {
        BestPlay { replies, latest: None }
    }

    pub(super) fn begin(&mut self) {
        self.latest = None;
    }

    pub(super) fn play(&mut self, view: &V) -> V::Action {
        // In a shoe that has dealt other rounds a hand may hold cards that the full one has not.
        let taken = self.replies.option(self.latest, view.clone());
        self.latest = taken.or(self.latest);
        let option = taken.map_or(0, |(_, option)| option);
        let action = view.legal().nth(option).or_else(|| view.legal().next());
        action.expect("a seat that is asked has an action")
    }
}

/// What best play is worth, and what it does.
pub type BestAndReplies<V> = (Best<V>, Replies<V>);

impl<G: Game> House<G> {
    /// Plays the first round of fresh shoes in every way that it can go, each seat first as often as
    /// any other; `leaf` is told each with its probability.
    ///
    /// # Errors
    /// If there are more than [`MOST_LEAVES`] ways.
    pub(super) fn enumerate(
        &self,
        seats: &mut [Seat<G>],
        mut search: Option<(usize, &mut BestReply<G::View>)>,
        mut leaf: impl FnMut(f64, &Outcome),
    ) -> Result<(), ExactError> {
        let players = seats.len();
        let mut shoes: Shoes = self.shoes.clone();
        let mut round = Outcome::new(players, G::EVENTS.len());
        let done = tree::visit(MOST_LEAVES, |walk| {
            shoes.shuffle();
            shoes.begin_round();
            round.clear();
            seats.iter_mut().for_each(Seat::begin);
            let first = walk.below(players as u32) as usize;
            let mut table = Table {
                luck: Source::Tree(walk),
                seats: &mut *seats,
                shoes: &mut shoes,
                round: &mut round,
                first,
                steps: None,
                search: search.as_mut().map(|(seat, reply)| (*seat, &mut **reply)),
            };
            self.play_round(&mut table);
            if let Some((seat, reply)) = &mut search {
                reply.end(walk, round.nets[*seat] as f64);
            }
            round.close();
            leaf(walk.probability(), &round);
        });
        done.map(|_| ()).map_err(|error| {
            ExactError::OutOfReach(format!(
                "a round of {} can go in more than {} ways under these rules; use `simulate`",
                G::NAME,
                error.budget
            ))
        })
    }

    /// Best play for a seat against those in the others: what it nets, in money units, what every
    /// choice is worth, and what it does.
    ///
    /// # Errors
    /// As [`House::enumerate`].
    pub fn best_reply(
        &self,
        seats: &mut [Seat<G>],
        seat: usize,
    ) -> Result<BestAndReplies<G::View>, ExactError> {
        let mut reply = BestReply::default();
        self.enumerate(seats, Some((seat, &mut reply)), |_, _| ())?;
        Ok(reply.best_and_replies())
    }
}
