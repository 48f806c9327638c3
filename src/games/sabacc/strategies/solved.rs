//! `solved`: best replies to the opponents' final hands, averaged until they hardly gain.
//!
//! The game is played in an abstraction. A player knows the round, its hand and the top of the
//! discard pile, and takes every position of the other cards of the deck to be equally likely.
//! Opponents are independent of it and of each other: they end with hands of a given distribution,
//! and between two of its turns they change the top of the discard pile with average frequencies,
//! to average cards. A double is the same for all. In this abstraction the best reply to a model of
//! the opponents is computed exactly, backwards from the showdown, and the final hands of a
//! strategy forwards from the deal. Fictitious play (Brown, "Iterative solution of games by
//! fictitious play", 1951) then repeatedly takes the best reply to the average of all replies so
//! far.
//!
//! The last turn is different: the opponents' hands are predicted from their public actions
//! (`reading.rs`). The abstraction's plan for it is kept as the play of a player that has seen
//! nothing: the predictions start from it, and charts show it.

mod abstraction;
mod observed;
mod reading;
mod space;

use self::abstraction::{Abstraction, Worths};
use self::observed::observed;
pub use self::reading::Reading;
use super::super::cards::{Card, KINDS, Packed};
use super::super::rules::Rules;
use super::super::view::{Action, Choice, Look, Mix, Player, View};
use super::{Careful, Seat};
use crate::framework::parallel::apart;
use std::sync::{Arc, Mutex, OnceLock, Weak};

/// Values or probability mass by top of the discard pile, indexed by [`Card::kind`].
type Row = [f64; KINDS];

/// Iterations of fictitious play. The gap falls roughly as one over their number.
const ITERATIONS: usize = 64;
/// The number of final replies that are mixed into the strategy.
const MIXED: usize = 32;
/// The iterations after which the mixture of all replies so far is evaluated, if gaps are asked
/// for.
const STOPS: [usize; 6] = [1, 2, 4, 8, 16, MIXED];
/// Iterations that settle the final hands of the mixture's players against each other.
const SETTLING: usize = 4;
/// The index of no hand.
const NONE: u32 = u32::MAX;

/// The action in every situation as an [`Action::index`], indexed by round, hand, then top.
type Reply = Vec<Vec<[u8; KINDS]>>;

/// A strategy in the abstraction.
trait Asked {
    /// Passes each action in a situation to `tell` with its probability.
    fn actions(&self, round: usize, hand: usize, top: usize, tell: impl FnMut(Action, f64));
}

impl Asked for Reply {
    fn actions(&self, round: usize, hand: usize, top: usize, mut tell: impl FnMut(Action, f64)) {
        tell(Action::from_index(self[round][hand][top].into()), 1.0);
    }
}

/// A strategy that mixes up to four actions per situation, weighted by the replies that take each.
#[derive(Debug)]
struct Mixture(Vec<Vec<[Mix; KINDS]>>);

impl Asked for Mixture {
    fn actions(&self, round: usize, hand: usize, top: usize, mut tell: impl FnMut(Action, f64)) {
        self.0[round][hand][top].shares().for_each(|(action, share)| tell(action, share));
    }
}

impl Mixture {
    /// An empty mixture.
    fn new(abstraction: &Abstraction) -> Mixture {
        let mixes = |round| vec![[Mix::default(); KINDS]; abstraction.space.in_round(round).end];
        Mixture((0..abstraction.rounds).map(mixes).collect())
    }

    /// Mixes in one more reply.
    fn add(&mut self, reply: &Reply) {
        for (mixes, actions) in self.0.iter_mut().zip(reply) {
            for (mixes, actions) in mixes.iter_mut().zip(actions) {
                mixes.iter_mut().zip(actions).for_each(|(mix, &action)| mix.add(action));
            }
        }
    }
}

/// A strategy for every situation under some rules.
#[derive(Debug)]
pub struct Plan {
    abstraction: Abstraction,
    mixture: Mixture,
    /// The values of hands and tops after each turn, with best play to follow.
    worths: Worths,
    /// The probability of showing each rank in the abstraction.
    ranks: Vec<f64>,
    /// The gain of a best reply in the abstraction against players of this plan, in antes per game;
    /// for a plan that is itself a reply, its EV against the opponents it answers.
    pub gap: f64,
}

/// The gaps of fictitious play: after a number of iterations, the gain of a best reply in the
/// abstraction against the plan so far, in antes per game. The last entry is for the final plan.
pub type Gaps = Vec<(usize, f64)>;

impl Plan {
    /// Fictitious play: repeatedly the best reply to the average of all best replies so far.
    /// Records the gaps if asked to.
    fn solve(rules: &Rules, mut gaps: Option<&mut Gaps>) -> Plan {
        let abstraction = Abstraction::new(rules);
        let rounds = abstraction.rounds;
        // Start from players who stand on their first two cards.
        let mut others = abstraction.nobody();
        let stand: Reply = vec![vec![[0; KINDS]; abstraction.space.hands.len()]; rounds];
        let worths = abstraction.reply(&others).2;
        others = abstraction.model(&stand, &others, &worths);
        let mut mixture = Mixture::new(&abstraction);
        for iteration in 0..ITERATIONS {
            let (reply, _, worths) = abstraction.reply(&others);
            if iteration + MIXED == ITERATIONS {
                mixture = Mixture::new(&abstraction);
            }
            if iteration + MIXED >= ITERATIONS || gaps.is_some() {
                mixture.add(&reply);
            }
            let found = abstraction.model(&reply, &others, &worths);
            others.towards(&found, 2.0 / (iteration + 2) as f64);
            if let Some(gaps) = gaps.as_deref_mut().filter(|_| STOPS.contains(&(iteration + 1))) {
                gaps.push((iteration + 1, abstraction.settle(&mixture, others.clone()).1));
            }
        }
        let ranks = others.ranks.clone();
        let (worths, gap) = abstraction.settle(&mixture, others);
        if let Some(gaps) = gaps {
            gaps.push((ITERATIONS, gap));
        }
        Plan { mixture, worths, abstraction, ranks, gap }
    }

    /// The best reply to a strategy, observed in games among its own players in the real deck.
    fn reply(rules: &Rules, strategy: &Seat) -> Plan {
        let abstraction = Abstraction::new(rules);
        let others = observed(rules, strategy, abstraction.nobody());
        let (reply, value, worths) = abstraction.reply(&others);
        let mut mixture = Mixture::new(&abstraction);
        mixture.add(&reply);
        Plan { mixture, worths, abstraction, ranks: Vec::new(), gap: value - 1.0 }
    }
}

/// The value of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The action.
    pub action: Action,
    /// The expected net of the game in antes if it is taken and best play follows.
    pub ev: f64,
    /// The probability with which the plan takes it.
    pub share: f64,
}

impl Plan {
    /// The value of each action in the abstraction, given hand, round (from 1) and top; empty if no
    /// player can hold this many cards by then.
    pub fn choices(&self, hand: impl Packed, round: usize, top: Card) -> Vec<Worth> {
        let all = self.all_choices(hand, round);
        all.into_iter().map(|(_, worths)| worths[top.kind()]).collect()
    }
}

impl Plan {
    /// The learnt reading of the opponents, if any; `learnt` is called only in the last round, the
    /// only one that uses it.
    fn reading<'r, H: Packed>(
        &self,
        view: &View<'_, H>,
        learnt: impl FnOnce() -> Option<&'r Reading>,
    ) -> Option<&'r Reading> {
        if view.round() == self.abstraction.rounds { learnt() } else { None }
    }

    /// The choice in a turn.
    fn acts<'r, H: Packed>(
        &self,
        view: &View<'_, H>,
        learnt: impl FnOnce() -> Option<&'r Reading>,
    ) -> Choice {
        if let Some(reading) = self.reading(view, learnt) {
            return Choice::Act(reading.action(view));
        }
        let mix = self.actions(view.round(), view.hand(), view.top());
        match mix.weights[1] {
            0 => Choice::Act(Action::from_index(mix.actions[0].into())),
            _ => Choice::Mix(*mix),
        }
    }

    /// The decision about a card that was looked at.
    fn looks<'r, H: Packed>(
        &self,
        view: &View<'_, H>,
        drawn: Card,
        learnt: impl FnOnce() -> Option<&'r Reading>,
    ) -> Look {
        let keeps = match self.reading(view, learnt) {
            Some(reading) => reading.keeps(view, drawn),
            None => self.keeps(view.round(), view.hand(), view.top(), drawn),
        };
        if keeps { Look::Keep } else { Look::Throw }
    }

    /// The actions with a hand in a round, from 1, under a top.
    #[inline]
    pub(in super::super) fn actions(&self, round: usize, hand: impl Packed, top: Card) -> &Mix {
        &self.mixture.0[round - 1][self.number(hand)][top.kind()]
    }

    /// The number of a player's hand in the space.
    #[inline]
    fn number(&self, hand: impl Packed) -> usize {
        self.abstraction.space.packed(hand).expect("players hold cards of the deck")
    }

    /// Whether a card looked at in a round, from 1, is kept (S6).
    pub(in super::super) fn keeps(
        &self,
        round: usize,
        hand: impl Packed,
        top: Card,
        drawn: Card,
    ) -> bool {
        let number = self.number(hand);
        self.abstraction.keeps_in((number, round - 1), top.kind(), drawn, &self.worths)
    }

    /// The probability of each rank for a random hand, indexed by size, then rank.
    pub(in super::super) fn random(&self) -> &[Vec<f64>] {
        &self.abstraction.random
    }

    /// [`Plan::choices`] under every top: per action, values indexed by [`Card::kind`] of the top.
    pub(in super::super) fn all_choices(
        &self,
        hand: impl Packed,
        round: usize,
    ) -> Vec<(Action, [Worth; KINDS])> {
        let Plan { abstraction, mixture, worths, .. } = self;
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
        abstraction.weigh_in((number, round), worths, |action, row| {
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

/// The opponents that a plan answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Players of the plan itself.
    Themselves,
    /// Players of `stand`.
    Stand,
    /// Players of `careful`.
    Careful,
    /// Players of `solved`.
    Solved,
}

/// A plan that is computed on first use and shared by all seats that need it.
#[derive(Debug)]
pub struct Shared {
    rules: Rules,
    against: Against,
    plan: OnceLock<Plan>,
    /// The reading of the last turn, for a plan that is played against itself.
    reading: OnceLock<Reading>,
    gaps: OnceLock<Gaps>,
}

impl Shared {
    /// The shared plan under some rules.
    pub fn for_rules(rules: &Rules, against: Against) -> Arc<Shared> {
        static KNOWN: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());
        // Plans ignore bonuses, and amounts are in antes.
        let Rules { bonus, bonus_from, ante, .. } = Rules::default();
        let rules = Rules { bonus, bonus_from, ante, ..rules.clone() };
        let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.retain(|shared| shared.strong_count() > 0);
        let fits = |shared: &Arc<Shared>| shared.against == against && shared.rules == rules;
        if let Some(found) = known.iter().filter_map(Weak::upgrade).find(fits) {
            return found;
        }
        let (plan, reading, gaps) = Default::default();
        let new = Shared { rules, against, plan, reading, gaps };
        let new = Arc::new(new);
        known.push(Arc::downgrade(&new));
        new
    }

    /// Whether everything needed to play has been computed.
    pub fn is_ready(&self) -> bool {
        let reads = self.against == Against::Themselves;
        self.plan.get().is_some() && (!reads || self.reading.get().is_some())
    }

    /// The plan; the first call takes a second or two.
    pub fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| apart(|| self.make()))
    }

    /// The reading of opponents in the last turn; the first call takes some seconds. `None` if the
    /// plan is a reply.
    pub fn reading(&self) -> Option<&Reading> {
        let learn = || {
            let plan = self.plan();
            apart(|| Reading::learn(&self.rules, plan))
        };
        (self.against == Against::Themselves).then(|| self.reading.get_or_init(learn))
    }

    /// The gaps of the plan iteration by iteration: see [`Gaps`].
    pub fn gaps(&self) -> &[(usize, f64)] {
        self.gaps.get_or_init(|| {
            let mut gaps = Gaps::new();
            let plan = apart(|| Plan::solve(&self.rules, Some(&mut gaps)));
            // If the plan had been computed before, it is the same.
            let _ = self.plan.set(plan);
            gaps
        })
    }

    /// The choice in a turn.
    pub(in super::super) fn acts<H: Packed>(&self, view: &View<'_, H>) -> Choice {
        self.plan().acts(view, || self.reading())
    }

    /// The decision about a card that was looked at.
    pub(in super::super) fn looks<H: Packed>(&self, view: &View<'_, H>, drawn: Card) -> Look {
        self.plan().looks(view, drawn, || self.reading())
    }

    fn make(&self) -> Plan {
        let seat = match self.against {
            Against::Themselves => return Plan::solve(&self.rules, None),
            Against::Stand => Seat::Stand,
            Against::Careful => Seat::Careful(Careful::default()),
            Against::Solved => Seat::Solved(Shared::for_rules(&self.rules, Against::Themselves)),
        };
        Plan::reply(&self.rules, &seat)
    }
}

/// Plays a [`Plan`].
impl<H: Packed> Player<H> for Arc<Shared> {
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        self.acts(view)
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        self.looks(view, drawn)
    }
}
