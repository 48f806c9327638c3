//! Exact enumeration of a round, for any game without code of its own, and best play for one seat.

use super::seat::Seat;
use super::source::Source;
use super::table::{Outcome, Shoes, Table};
use super::{House, HouseRules};
use crate::cards::tree::{self, Best, BestReply, Replies, Sum, Taken, Walk};
use crate::framework::counting::ShoeFacts;
use crate::framework::{ExactError, Game, View};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// The maximum number of leaves in the tree of a round; larger ones are refused.
pub const MOST_LEAVES: u64 = 20_000_000;
/// The maximum number of leaves in a tree in which the other seats play at random.
const MOST_ELSEWHERE: u64 = 2_000_000;
/// The largest error of the sum of all probabilities.
const ROUNDING: f64 = 1e-6;
/// Random descents for the estimate of the number of leaves.
const DESCENTS: u32 = 2000;

/// A player of best play, as found by [`BestReply`].
#[derive(Clone, Debug)]
pub struct BestPlay<V> {
    /// The replies to the players in the other seats.
    pub(super) replies: Arc<Replies<V>>,
    /// The replies to players at random, for situations to which those in the other seats do not
    /// lead; `None` at a table of one, or if they are out of reach.
    pub(super) elsewhere: Option<Arc<Replies<V>>>,
    /// The latest decision among the replies, and among those elsewhere.
    latest: [Option<Taken>; 2],
    /// Whether the round has come to a situation to which the others were not to lead.
    is_elsewhere: bool,
}

/// The replies of best play, or the reason why they are out of reach.
type Found<V> = Result<Arc<Replies<V>>, ExactError>;

/// A seat, and the names of the players in the others.
type Among = (usize, Vec<Arc<str>>);

/// The replies found so far at tables of the same rules and shoes. Tables share them, because a
/// command seats its players more than once.
#[derive(Debug)]
pub(super) struct Searched<V> {
    /// By seat, against the default strategy.
    against_default: Box<[OnceLock<Found<V>>]>,
    /// By seat, against players at random.
    elsewhere: Box<[OnceLock<Found<V>>]>,
    /// Against other players; `None` if they are out of reach.
    against_others: Mutex<HashMap<Among, Option<Arc<Replies<V>>>>>,
}

/// A [`Searched`] of any game.
type AnySearched = dyn Any + Send + Sync;

/// What is shared by the tables that there are: the game, and its rules and shoes in words.
static SHARED: Mutex<Vec<(TypeId, String, Weak<AnySearched>)>> = Mutex::new(Vec::new());
/// The most recent search is kept after its tables are dropped.
static LATEST: Mutex<Option<Arc<AnySearched>>> = Mutex::new(None);

impl<V: View> Searched<V> {
    /// What the tables of a game under these rules and with these shoes share.
    pub(super) fn shared<G: Game<View = V>>(
        rules: &HouseRules<G>,
        shoes: &[ShoeFacts],
        players: usize,
    ) -> Arc<Searched<V>> {
        let new = || {
            let against_default = (0..players).map(|_| OnceLock::new()).collect();
            let elsewhere = (0..players).map(|_| OnceLock::new()).collect();
            Arc::new(Searched { against_default, elsewhere, against_others: Mutex::default() })
        };
        // Rules that cannot be written down cannot be compared.
        let Ok(rules) = serde_json::to_string(rules) else { return new() };
        let (game, key) = (TypeId::of::<G>(), format!("{rules} {shoes:?}"));
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.retain(|(.., searched)| searched.strong_count() > 0);
        let same = shared.iter().find(|(of, known, _)| *of == game && *known == key);
        let found = same.and_then(|(.., searched)| searched.upgrade()?.downcast().ok());
        found.unwrap_or_else(|| {
            let new = new();
            let any: Arc<AnySearched> = Arc::clone(&new) as _;
            shared.push((game, key, Arc::downgrade(&any)));
            new
        })
    }

    /// Keeps what was found for tables to come, until something else is.
    fn keep(self: &Arc<Self>) {
        *LATEST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(self) as _);
    }
}

impl<V: View> BestPlay<V> {
    pub(super) fn new(replies: Arc<Replies<V>>) -> BestPlay<V> {
        BestPlay { replies, elsewhere: None, latest: [None; 2], is_elsewhere: false }
    }

    pub(super) fn begin(&mut self) {
        (self.latest, self.is_elsewhere) = ([None; 2], false);
    }

    pub(super) fn play(&mut self, view: &V) -> V::Action {
        let [latest, there] = &mut self.latest;
        let elsewhere = self.elsewhere.as_ref().and_then(|all| all.option(*there, view.clone()));
        let expected = match self.is_elsewhere {
            true => None,
            false => self.replies.option(*latest, view.clone()),
        };
        self.is_elsewhere = self.elsewhere.is_some() && expected.is_none();
        // Replies are known for situations from full shoes alone; a refilled one may deal others.
        let option = expected.or(elsewhere).map_or(0, |(_, option)| option);
        *latest = expected.or(*latest);
        *there = elsewhere.map(|(situation, _)| (situation, option)).or(*there);
        let action = view.legal().nth(option).or_else(|| view.legal().next());
        action.unwrap_or_else(|| panic!("no action is legal with {view}, and a seat is asked"))
    }

    /// Corrects the latest decision to the action taken, by its index among the legal ones.
    pub(super) fn did(&mut self, option: usize) {
        self.latest.iter_mut().flatten().for_each(|(_, taken)| *taken = option);
    }
}

/// The value of best play, and its replies.
pub type BestAndReplies<V> = (Best<V>, Replies<V>);

impl<G: Game> House<G> {
    /// Plays the first round of fresh shoes along every course it can take, with each seat equally
    /// likely to act first, and calls `leaf` with the probability of each, the seat that acts first,
    /// and the outcome.
    ///
    /// # Errors
    /// If there are more than [`MOST_LEAVES`] leaves, if their probabilities do not add up to 1, or
    /// if a situation recurs with other choices.
    pub(super) fn enumerate(
        &self,
        seats: &mut [Seat<G>],
        search: Option<(usize, &mut BestReply<G::View>)>,
        leaf: impl FnMut(f64, usize, &Outcome),
    ) -> Result<(), ExactError> {
        self.enumerate_up_to(MOST_LEAVES, seats, search, leaf)
    }

    /// As [`House::enumerate`], with at most `most` leaves.
    fn enumerate_up_to(
        &self,
        most: u64,
        seats: &mut [Seat<G>],
        mut search: Option<(usize, &mut BestReply<G::View>)>,
        mut leaf: impl FnMut(f64, usize, &Outcome),
    ) -> Result<(), ExactError> {
        let mut shoes: Shoes = self.shoes.clone();
        let mut round = Outcome::new(seats.len());
        let room = (&mut shoes, &mut round);
        let mut trial = search.as_ref().map(|(seat, _)| (*seat, BestReply::default()));
        let ways = tree::estimate(DESCENTS, |walk| {
            let search = trial.as_mut().map(|(seat, reply)| (*seat, reply));
            self.one_way(walk, seats, (&mut *room.0, &mut *room.1), search);
        });
        // The estimate is unbiased but often too low, so a large one is reason enough to refuse.
        if ways > 10.0 * most as f64 {
            return Err(ExactError::OutOfReach(format!(
                "a round of {} has about {ways:.0e} possible courses under these rules, and at most \
                 {most} are enumerated; use `simulate`",
                G::NAME,
            )));
        }
        let mut all = Sum::default();
        let done = tree::visit(most, |walk| {
            let search = search.as_mut().map(|(seat, reply)| (*seat, &mut **reply));
            let first = self.one_way(walk, seats, (&mut *room.0, &mut *room.1), search);
            all.add(walk.probability());
            leaf(walk.probability(), first, room.1);
        });
        done.map_err(|error| {
            ExactError::OutOfReach(format!(
                "a round of {} has more than {} possible courses under these rules; use `simulate`",
                G::NAME,
                error.budget
            ))
        })?;
        let all = all.value();
        // The actions of a searching seat have no probabilities, so the sum is not 1 with a search.
        let fault = match search {
            Some((_, reply)) => reply
                .is_uneven()
                .then(|| format!("a situation of {} came up again with other choices", G::NAME)),
            None => ((all - 1.0).abs() > ROUNDING).then(|| {
                format!(
                    "the probabilities of all ways that a round of {} can go add up to {all:.4}, not to 1",
                    G::NAME
                )
            }),
        };
        match fault {
            None => Ok(()),
            Some(fault) => Err(ExactError::OutOfReach(format!(
                "{fault}: the game or a player keeps something from one round to the next, so a \
                 round cannot be enumerated; use `simulate`"
            ))),
        }
    }

    /// Plays the first round of fresh shoes along `walk`, and returns the seat that acts first.
    fn one_way(
        &self,
        walk: &mut Walk,
        seats: &mut [Seat<G>],
        (shoes, round): (&mut Shoes, &mut Outcome),
        mut search: Option<(usize, &mut BestReply<G::View>)>,
    ) -> usize {
        shoes.shuffle();
        shoes.begin_round();
        round.clear();
        self.begin(seats, None);
        let first = walk.below(seats.len() as u32) as usize;
        let mut table = Table {
            luck: Source::Tree(walk),
            seats,
            shoes,
            round,
            first,
            steps: None,
            search: search.as_mut().map(|(seat, reply)| (*seat, &mut **reply)),
        };
        self.play_round(&mut table);
        if let Some((seat, reply)) = &mut search {
            reply.end(walk, round.nets[*seat] as f64);
        }
        first
    }

    /// The replies of best play in a seat against the default strategy.
    ///
    /// # Errors
    /// As [`House::best_reply`].
    pub(super) fn replies(&self, seat: usize) -> Found<G::View> {
        let search = || {
            let mut seats = self.default_seats()?;
            let replies = self.best_reply(&mut seats, seat)?.1;
            self.searched.keep();
            Ok(Arc::new(replies))
        };
        self.searched.against_default[seat].get_or_init(search).clone()
    }

    /// The replies of a seat to players at random, who lead to every situation.
    fn replies_elsewhere(&self, seat: usize) -> Found<G::View> {
        let search = || {
            let mut seats = vec![Seat::Random; self.game.players()];
            let mut reply = BestReply::default();
            let search = Some((seat, &mut reply));
            self.enumerate_up_to(MOST_ELSEWHERE, &mut seats, search, |_, _, _| ())?;
            Ok(Arc::new(reply.best_and_replies().1))
        };
        self.searched.elsewhere[seat].get_or_init(search).clone()
    }

    /// Gives each seat of best play its reply to the players in the other seats. If a chooser plays
    /// for one of them, or the tree of a round with them is too large, the reply is to the game's first
    /// strategy in all other seats. Another seat of best play is assumed to play that reply too.
    /// Where those players would not lead, the reply is to players at random.
    pub(super) fn introduce(&self, seats: &mut [Seat<G>]) {
        if seats.len() < 2 || !seats.iter().any(Seat::replies) {
            return;
        }
        let names: Vec<Option<Arc<str>>> = seats.iter().map(Seat::name).collect();
        for seat in (0..seats.len()).filter(|&seat| seats[seat].replies()).collect::<Vec<_>>() {
            let others = names.iter().enumerate().filter(|(other, _)| *other != seat);
            let others: Option<Vec<Arc<str>>> = others.map(|(_, name)| name.clone()).collect();
            let replies = others.and_then(|others| self.reply_to(seats, seat, others));
            if let Some(replies) = replies.or_else(|| self.replies(seat).ok()) {
                self.give(&mut seats[seat], seat, &replies);
            }
        }
    }

    /// Gives a player of best play the replies of its seat.
    fn give(&self, player: &mut Seat<G>, seat: usize, replies: &Arc<Replies<G::View>>) {
        let elsewhere = self.replies_elsewhere(seat).ok();
        player.each_best(&mut |best| {
            (best.replies, best.elsewhere) = (Arc::clone(replies), elsewhere.clone());
        });
    }

    /// The best replies of a seat to the players in the other seats, cached under the names
    /// `others`; `None` if they are out of reach.
    fn reply_to(
        &self,
        seats: &[Seat<G>],
        seat: usize,
        others: Vec<Arc<str>>,
    ) -> Option<Arc<Replies<G::View>>> {
        let others_known = &self.searched.against_others;
        let mut known = others_known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry((seat, others)).or_insert_with(|| {
            let mut seats: Vec<Seat<G>> = seats.iter().map(Seat::plain).collect();
            for (other, player) in seats.iter_mut().enumerate() {
                if other != seat && player.replies() {
                    let first = self.replies(other).ok()?;
                    self.give(player, other, &first);
                }
            }
            let (_, replies) = self.best_reply(&mut seats, seat).ok()?;
            self.searched.keep();
            Some(Arc::new(replies))
        });
        found.clone()
    }

    /// Best play for a seat against the players in the others: its net, in money units, the value
    /// of every choice, and its replies.
    ///
    /// # Errors
    /// If the tree of a round has more than [`MOST_LEAVES`] leaves, or a situation recurs with
    /// other choices.
    pub fn best_reply(
        &self,
        seats: &mut [Seat<G>],
        seat: usize,
    ) -> Result<BestAndReplies<G::View>, ExactError> {
        let mut reply = BestReply::default();
        self.enumerate(seats, Some((seat, &mut reply)), |_, _, _| ())?;
        Ok(reply.best_and_replies())
    }
}
