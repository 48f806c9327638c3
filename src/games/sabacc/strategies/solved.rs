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
//!
//! The last turn is not played so: there what the others will show is read from what they were seen to
//! do (`reading.rs`). The plan of the abstraction for it stays, as what a player does who has seen
//! nothing of them: that is where the reading begins, and what charts tell.

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

/// What is done in every situation: by round, hand and top an [`Action::index`].
type Reply = Vec<Vec<[u8; KINDS]>>;

/// A strategy in the abstraction, as it is asked of each situation.
trait Asked {
    /// Tells each action and how likely it is taken.
    fn actions(&self, round: usize, hand: usize, top: usize, tell: impl FnMut(Action, f64));
}

impl Asked for Reply {
    fn actions(&self, round: usize, hand: usize, top: usize, mut tell: impl FnMut(Action, f64)) {
        tell(Action::from_index(self[round][hand][top].into()), 1.0);
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

/// What is done in every situation under some rules.
#[derive(Debug)]
pub struct Plan {
    abstraction: Abstraction,
    mixture: Mixture,
    /// What hands and tops come to after each turn, best play following.
    worths: Worths,
    /// How often each rank is shown in the abstraction.
    ranks: Vec<f64>,
    /// What a best reply wins in the abstraction from those who play this plan, in antes a game; of a
    /// plan that is itself a reply, what it wins from those whom it was made for.
    pub gap: f64,
}

/// What a best reply wins in the abstraction, in antes a game, from those who play the plan that comes
/// of some iterations: how many, and that. The last is of what is played.
pub type Gaps = Vec<(usize, f64)>;

impl Plan {
    /// Fictitious play: the best reply to the average of all best replies so far, again and again; and
    /// how it went, if somebody asks.
    fn solve(rules: &Rules, mut gaps: Option<&mut Gaps>) -> Plan {
        let abstraction = Abstraction::new(rules);
        let rounds = abstraction.rounds;
        // It begins with players who stand on what they are dealt.
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

    /// The best reply to what players of a strategy were seen to do and end up with in the real deck.
    fn reply(rules: &Rules, strategy: &Seat) -> Plan {
        let abstraction = Abstraction::new(rules);
        let others = observed(rules, strategy, abstraction.nobody());
        let (reply, value, worths) = abstraction.reply(&others);
        let mut mixture = Mixture::new(&abstraction);
        mixture.add(&reply);
        Plan { mixture, worths, abstraction, ranks: Vec::new(), gap: value - 1.0 }
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
    /// What was learnt to read of the others, if anything; asked for in the last round alone, in which
    /// they are read.
    fn reading<'r, H: Packed>(
        &self,
        view: &View<'_, H>,
        learnt: impl FnOnce() -> Option<&'r Reading>,
    ) -> Option<&'r Reading> {
        if view.round() == self.abstraction.rounds { learnt() } else { None }
    }

    /// What is done in a turn.
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

    /// Whether a card that was looked at in a turn is kept.
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
        self.abstraction.keeps_in((number, round - 1), top.kind(), drawn, &self.worths)
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
    /// How the last turn is decided by those who play the plan among themselves.
    reading: OnceLock<Reading>,
    gaps: OnceLock<Gaps>,
}

impl Shared {
    /// The plan under some rules.
    pub fn for_rules(rules: &Rules, against: Against) -> Arc<Shared> {
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
        let (plan, reading, gaps) = Default::default();
        let new = Shared { rules, against, plan, reading, gaps };
        let new = Arc::new(new);
        known.push(Arc::downgrade(&new));
        new
    }

    /// Whether all is made that is played by.
    pub fn is_ready(&self) -> bool {
        let reads = self.against == Against::Themselves;
        self.plan.get().is_some() && (!reads || self.reading.get().is_some())
    }

    /// The plan, made in a second or two the first time.
    pub fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| apart(|| self.make()))
    }

    /// How the others are read in the last turn, learnt in some seconds the first time; nothing where
    /// the plan is a reply.
    pub fn reading(&self) -> Option<&Reading> {
        let learn = || {
            let plan = self.plan();
            apart(|| Reading::learn(&self.rules, plan))
        };
        (self.against == Against::Themselves).then(|| self.reading.get_or_init(learn))
    }

    /// What a best reply wins in the abstraction from those who play the plan among themselves, iteration
    /// by iteration.
    pub fn gaps(&self) -> &[(usize, f64)] {
        self.gaps.get_or_init(|| {
            let mut gaps = Gaps::new();
            let plan = apart(|| Plan::solve(&self.rules, Some(&mut gaps)));
            // The same plan, if it was made before.
            let _ = self.plan.set(plan);
            gaps
        })
    }

    /// What is done in a turn.
    pub(in super::super) fn acts<H: Packed>(&self, view: &View<'_, H>) -> Choice {
        self.plan().acts(view, || self.reading())
    }

    /// Whether a card that was looked at in a turn is kept.
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
        self.acts(view)
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        self.looks(view, drawn)
    }
}
