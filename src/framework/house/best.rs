//! Best play for one seat, by enumeration of a round, for any game without code of its own.

use super::seat::Seat;
use super::source::Source;
use super::table::{Outcome, Shoes, Table};
use super::{House, HouseRules};
use crate::cards::tree::{Best, BestReply, Replies, Taken, Walk};
use crate::framework::counting::ShoeFacts;
use crate::framework::enumeration::{self, MOST_LEAVES};
use crate::framework::{ExactError, Game, View};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// The maximum number of leaves in a tree in which the other seats play at random.
const MOST_ELSEWHERE: u64 = 2_000_000;

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
    /// Plays the first round of fresh shoes along every course it can take, at most `most` of them,
    /// with each seat equally likely to act first, for the best reply of a seat.
    fn search_up_to(
        &self,
        most: u64,
        seats: &mut [Seat<G>],
        (seat, reply): (usize, &mut BestReply<G::View>),
    ) -> Result<(), ExactError> {
        let refused =
            |refusal: String| ExactError::OutOfReach(format!("{refusal}; use `simulate`"));
        let mut room = (self.shoes.clone(), Outcome::new(seats.len()));
        let mut play = |walk: &mut Walk, reply: &mut BestReply<G::View>| {
            let first = walk.below(seats.len() as u32) as usize;
            self.one_way((&mut *walk, first), seats, &mut room, Some((seat, &mut *reply)));
            reply.end(walk, room.1.nets[seat] as f64);
        };
        let mut trial = BestReply::default();
        enumeration::refuse_large(G::NAME, most, |walk| play(walk, &mut trial)).map_err(refused)?;
        enumeration::every_course(G::NAME, most, |walk| play(walk, reply)).map_err(refused)?;
        if reply.is_uneven() {
            let fault = format!("a situation of {} came up again with other choices", G::NAME);
            return Err(refused(enumeration::keeps_something(&fault)));
        }
        Ok(())
    }

    /// Plays the first round of fresh shoes along a walk, with the seat that acts first.
    pub(super) fn one_way(
        &self,
        (walk, first): (&mut Walk, usize),
        seats: &mut [Seat<G>],
        (shoes, round): &mut (Shoes, Outcome),
        search: Option<(usize, &mut BestReply<G::View>)>,
    ) {
        shoes.shuffle();
        shoes.begin_round();
        round.clear();
        self.begin(seats, None);
        let luck = Source::Tree(walk);
        self.play_round(&mut Table { luck, seats, shoes, round, first, steps: None, search });
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
            self.search_up_to(MOST_ELSEWHERE, &mut seats, (seat, &mut reply))?;
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
        self.search_up_to(MOST_LEAVES, seats, (seat, &mut reply))?;
        Ok(reply.best_and_replies())
    }
}
