//! The last turn: predictions of the hand that each opponent will show, from its public actions.
//!
//! A player in the last turn knows more than the abstraction does: each opponent's number of cards,
//! its actions in its last turns and the tops it saw then, the cards it took off the discard pile,
//! and what it has seen of the player. So players of the same strategy play games, and the
//! probability that an opponent shows at most a given rank is modelled as a sum of parts. Each part
//! is a table whose row is selected by a few of these features, and is fitted to the residuals of
//! the other parts. The last parts also use how strong the player looks to the opponent: the
//! prediction of the first parts for the player itself, from the opponent's seat. Unseen cards say
//! too little about an opponent's hand to be a feature; they only matter to the player's own draw.
//!
//! The last turn is decided by this model: the value of an outcome is the share of the pot that its
//! hand takes, with opponents assumed independent. The next games are among players who decide this
//! way, one of whom may act at random in the last turn, so that the answers to every action are
//! observed. This is fictitious play again, in the real deck. Now and then a stranger plays another
//! habit, so that actions which the strategy never takes are covered too.

use super::super::Careful;
use super::Plan;
use crate::cards::random::Seed;
use crate::framework::parallel;
use crate::games::sabacc::cards::{Card, KINDS, MAX_CARDS, Packed};
use crate::games::sabacc::hand::Ranking;
use crate::games::sabacc::record::{Recorder, RoundEvent};
use crate::games::sabacc::round::{Keyed, Table};
use crate::games::sabacc::rules::{Gain, MAX_PLAYERS, Rules};
use crate::games::sabacc::view::{Act, Action, Choice, Look, Mix, Player, View};
use rayon::prelude::*;

/// Steps that ranks are grouped into, about equally likely. The first is for having junked.
const STEPS: usize = 48;
/// One figure per step.
type Steps = [f32; STEPS];

/// Iterations of playing games and fitting the parts.
const ITERATIONS: u64 = 4;
/// Pairs of players in the games of an iteration: this many per possible hand, and at least
/// [`FEWEST_PAIRS`].
const PAIRS: u64 = 4;
const FEWEST_PAIRS: u64 = 1 << 16;
/// Games per job.
const JOB: u64 = 1 << 11;
/// A row's update is shrunk as if this many more samples had a residual of 0.
const SELDOM: f32 = 60.0;
/// The factor by which earlier games' counts fade at each iteration.
const FADES: f32 = 0.7;

/// One game in [`STRANGE`] has a stranger, a `careful` player whose `stand_within` is below
/// [`HABITS`]: it takes actions that the strategy never takes.
const STRANGE: u64 = 6;
const HABITS: u64 = 4;

/// The parts of the sum.
const PARTS: usize = 8;
/// The number of parts that use the opponent alone; the others also use how strong the player looks
/// to it.
const ALONE: usize = 5;
/// The levels of that strength.
const LOOKS: f32 = 16.0;
/// The rows of a part: features are hashed to one of them.
const ROWS: usize = 1 << ROW_BITS;
const ROW_BITS: u32 = 14;
/// `SHOWN[shown][step]`: 1 if a hand of step `shown` is at most `step`, else 0.
static SHOWN: [Steps; STEPS] = {
    let mut all = [[0.0; STEPS]; STEPS];
    let mut step = 0;
    while step < STEPS {
        let mut at = step;
        while at < STEPS {
            all[step][at] = 1.0;
            at += 1;
        }
        step += 1;
    }
    all
};
/// The index of a row without samples.
const UNMET: u32 = u32::MAX;
/// Chunks of samples that are summed separately.
const CHUNKS: usize = 8;

/// The kinds of action that are distinguished; 0 is no action.
const WAYS: u8 = 6;
const STOOD: u8 = 1;
const KEPT: u8 = 2;
const THREW: u8 = 3;
const EXCHANGED: u8 = 4;
const SWAPPED: u8 = 5;

/// The kind of an act, below [`WAYS`].
fn way(act: &Act) -> u8 {
    match (act.action, act.card) {
        (None | Some(Action::Junk), _) => 0,
        (Some(Action::Stand), _) => STOOD,
        (Some(Action::Gain), None) => KEPT,
        (Some(Action::Gain), Some(_)) => THREW,
        (Some(Action::Exchange(_)), _) => EXCHANGED,
        (Some(Action::Swap(_)), _) => SWAPPED,
    }
}

/// The number of a card; [`KINDS`] for none.
fn number(card: Option<Card>) -> u8 {
    card.map_or(KINDS, Card::kind) as u8
}

/// A past turn as opponents remember it: the kind of action, the card given up, and the top before
/// it.
#[derive(Clone, Copy, Debug, Default)]
struct Past {
    way: u8,
    given: u8,
    top: u8,
}

impl Past {
    fn new(way: u8, action: Option<Action>, top: Card) -> Past {
        let given = match action {
            Some(Action::Exchange(given) | Action::Swap(given)) => Some(given),
            _ => None,
        };
        Past { way, given: number(given), top: number(Some(top)) }
    }
}

/// The public features of a player in the last round.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// Whether its last turn is over.
    acted: bool,
    cards: u32,
    /// Its turns since the last deal, latest first.
    past: [Past; 3],
    /// The two lowest cards that it took and still holds.
    taken: [u8; 2],
}

impl Sight {
    fn new<H: Packed>(view: &View<'_, H>, seat: usize) -> Sight {
        let acts = view.acts(seat).iter().enumerate().skip(view.dealt() - 1);
        let done = acts.filter(|(_, act)| act.action.is_some()).rev();
        let mut past = [Past { way: 0, given: number(None), top: number(None) }; 3];
        for (past, (round, act)) in past.iter_mut().zip(done) {
            let top = view.top_in(seat, round + 1);
            *past = Past::new(way(act), act.action, top);
        }
        let acted = view.acts(seat)[view.round() - 1].action.is_some();
        Sight { acted, cards: view.cards(seat), past, taken: lowest(view.taken(seat)) }
    }

    /// The features after the player's last turn.
    #[inline]
    fn after<H: Packed>(&self, taken: H, past: Past, action: Action, top: Card) -> Sight {
        let taken = match action {
            Action::Exchange(given) => taken.lacking(given),
            Action::Swap(given) => taken.lacking(given).with(top),
            _ => taken,
        };
        let cards = self.cards + u32::from(past.way == KEPT);
        let [last, before, _] = self.past;
        Sight { acted: true, cards, past: [past, last, before], taken: lowest(taken) }
    }

    /// The rows of the parts that look at this player alone. A player yet to act responds to the
    /// observer's kind of action `way` and to the top it leaves.
    #[inline]
    fn rows(&self, way: u8, top: Card) -> [u32; ALONE] {
        let common = self.common(way);
        let [one, two, three] = self.past;
        let [taken, other] = self.taken;
        let row = |part: usize, seen: [u8; 3]| row(part, common, seen);
        if self.acted {
            [
                row(0, [0; 3]),
                row(1, [three.given, two.given, taken]),
                row(2, [three.way, taken, other]),
                row(3, [taken, one.given, one.top]),
                row(4, [three.given, three.top, 0]),
            ]
        } else {
            [
                row(0, [0; 3]),
                row(1, [two.way, taken, 0]),
                row(2, [two.given, two.top, taken]),
                row(3, [one.given, one.top, taken]),
                row(4, [taken, number(Some(top)), 0]),
            ]
        }
    }

    /// The rows of the parts that also use how strong the observer looks to this player.
    #[inline]
    fn rows_of_looks(&self, way: u8, top: Card, looks: u8) -> [u32; PARTS - ALONE] {
        let common = self.common(way);
        let [one, two, three] = self.past;
        let before = if self.acted { three.way } else { two.way };
        let top = if self.acted { one.top } else { number(Some(top)) };
        let row = |part: usize, seen: u8| row(part, common, [seen, looks, 0]);
        [row(5, self.taken[0]), row(6, before), row(7, top)]
    }

    /// The features that all parts use.
    #[inline]
    fn common(&self, way: u8) -> u64 {
        let [last, before, _] = self.past;
        let way = if self.acted { before.way } else { WAYS + way };
        (u64::from(self.cards) * 8 + u64::from(last.way)) * 16 + u64::from(way)
    }
}

/// The two lowest kinds among some cards.
fn lowest(cards: impl Packed) -> [u8; 2] {
    let mut kinds = cards.kinds();
    [(); 2].map(|()| number(kinds.next()))
}

/// The row of a part for its features.
#[inline]
fn row(part: usize, common: u64, seen: [u8; 3]) -> u32 {
    let seen = seen.iter().fold(common, |all, &seen| all * 64 + u64::from(seen));
    // Fibonacci hashing (Knuth, "The Art of Computer Programming" 3, 6.4).
    let spread = (seen ^ seen >> 23).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (part << ROW_BITS) as u32 + (spread >> (64 - ROW_BITS)) as u32
}

/// The model by which the last turn is decided.
#[derive(Debug)]
pub struct Reading {
    /// The contribution of each row to the probability that an opponent shows at most each step.
    rows: Vec<Steps>,
    /// The step of each rank, and its position within the step, 0 to 1.
    steps: Vec<(u8, f32)>,
    /// The expected pot share of a new hand, indexed by [`dealt_key`].
    dealt: Vec<f32>,
    players: usize,
    double: f32,
    refund: f32,
    look_first: bool,
}

/// The index of a new hand of a size against others, given the number of others with each size.
fn dealt_key(players: usize, size: usize, others: &[usize; MAX_CARDS + 1]) -> usize {
    others[2..].iter().fold(size - 2, |key, &other| key * players + other)
}

/// A decision, with the parts common to all its outcomes.
struct Decision<'a, H> {
    reading: &'a Reading,
    view: &'a View<'a, H>,
    /// The probability, by step, that all opponents who have acted show at most that step.
    acted: Steps,
    /// The opponents in play; the first `to_come` have yet to act.
    others: [Sight; MAX_PLAYERS],
    to_come: usize,
    /// The opponents' view of the player, and the cards it took and still holds.
    own: Sight,
    taken: H,
    /// The number of opponents with each number of cards.
    sizes: [usize; MAX_CARDS + 1],
    pot: f32,
    unseen: H,
}

impl<H: Packed> Decision<'_, H> {
    /// The pot share of hands up to each step, after an action that leaves `top`.
    #[inline]
    fn shares(&self, way: u8, action: Action, top: Card) -> Steps {
        let mut shares = self.acted;
        if self.to_come == 0 {
            return shares;
        }
        let here = self.view.top();
        let past = Past::new(way, Some(action), here);
        let own = self.own.after(self.taken, past, action, here);
        for sight in &self.others[..self.to_come] {
            let shown = self.reading.seen(sight, &own, way, top);
            shares.iter_mut().zip(shown).for_each(|(share, shown)| *share *= shown);
        }
        shares
    }

    /// The value of an outcome, in antes.
    #[inline]
    fn end(&self, shares: &Steps, hand: H) -> f32 {
        let (step, part) = self.reading.steps[usize::from(self.view.ranking().rank(hand))];
        let step = usize::from(step);
        let below = if step > 0 { shares[step - 1] } else { 0.0 };
        let share = below + part * (shares[step] - below);
        let double = self.reading.double;
        let key = dealt_key(self.reading.players, hand.cards() as usize, &self.sizes);
        self.pot * ((1.0 - double) * share + double * self.reading.dealt[key])
    }

    /// The expected value of a draw, given the value of each card.
    #[inline]
    fn drawing(&self, worth: impl Fn(Card) -> f32) -> f32 {
        let mut sum = 0.0;
        for card in self.unseen.kinds() {
            sum += self.unseen.count(card) as f32 * worth(card);
        }
        sum / self.unseen.cards().max(1) as f32
    }

    /// The value of throwing a card drawn to gain, in antes (S6).
    #[inline]
    fn thrown(&self, card: Card) -> f32 {
        self.end(&self.shares(THREW, Action::Gain, card), self.view.hand())
    }

    #[inline]
    fn worth(&self, action: Action) -> f32 {
        let (hand, top) = (self.view.hand(), self.view.top());
        match action {
            Action::Stand => self.end(&self.shares(STOOD, action, top), hand),
            Action::Junk => self.reading.refund,
            Action::Swap(given) => {
                self.end(&self.shares(SWAPPED, action, given), hand.without(given).with(top))
            }
            Action::Exchange(given) => {
                let (rest, shares) = (hand.without(given), self.shares(EXCHANGED, action, given));
                self.drawing(|card| self.end(&shares, rest.with(card)))
            }
            Action::Gain => {
                let (shares, keeps) = (self.shares(KEPT, action, top), self.view.may_grow());
                self.drawing(|card| match (keeps, self.reading.look_first) {
                    (true, false) => self.end(&shares, hand.with(card)),
                    (true, true) => self.end(&shares, hand.with(card)).max(self.thrown(card)),
                    (false, _) => self.thrown(card),
                })
            }
        }
    }
}

impl Reading {
    /// The probability, by step, that an opponent with these rows shows at most that step.
    #[inline]
    fn shown(&self, rows: &[u32]) -> Steps {
        let mut all = [0.0; STEPS];
        for &row in rows {
            all.iter_mut().zip(&self.rows[row as usize]).for_each(|(all, adds)| *all += adds);
        }
        all.map(|shown: f32| shown.clamp(0.0, 1.0))
    }

    /// The rows of an opponent that sees the player as `own`.
    #[inline]
    fn rows(&self, sight: &Sight, own: &Sight, way: u8, top: Card) -> [u32; PARTS] {
        // An opponent that has acted saw the player before its turn; one yet to act sees it
        // afterwards.
        let Past { way: act, given, top: seen } = sight.past[0];
        let left = if given < number(None) { given } else { seen };
        let own_rows = match sight.acted {
            true => own.rows(act, Card::of_kind(left.into())),
            false => own.rows(0, top),
        };
        let looks = self.shown(&own_rows).iter().sum::<f32>() / STEPS as f32;
        let looks = (looks * LOOKS).min(LOOKS - 1.0) as u8;
        let mut rows = [0; PARTS];
        rows[..ALONE].copy_from_slice(&sight.rows(way, top));
        rows[ALONE..].copy_from_slice(&sight.rows_of_looks(way, top, looks));
        rows
    }

    /// The probability, by step, that an opponent that sees the player as `own` shows at most that
    /// step.
    #[inline]
    fn seen(&self, sight: &Sight, own: &Sight, way: u8, top: Card) -> Steps {
        self.shown(&self.rows(sight, own, way, top))
    }

    #[inline]
    fn decision<'a, H: Packed>(&'a self, view: &'a View<'a, H>) -> Decision<'a, H> {
        let (mut acted, mut sizes) = ([1.0; STEPS], [0; MAX_CARDS + 1]);
        let own = Sight::new(view, view.seat());
        let (mut others, mut to_come, mut met) = ([own; MAX_PLAYERS], 0, 0);
        for seat in (0..view.players()).filter(|&seat| seat != view.seat() && view.is_in(seat)) {
            let sight = Sight::new(view, seat);
            sizes[(sight.cards as usize).clamp(2, MAX_CARDS)] += 1;
            met += 1;
            if sight.acted {
                let shown = self.seen(&sight, &own, 0, view.top());
                acted.iter_mut().zip(shown).for_each(|(share, shown)| *share *= shown);
            } else {
                others[to_come] = sight;
                to_come += 1;
            }
        }
        let junked = (view.players() - 1 - met) as f32;
        let pot = self.players as f32 - self.refund * junked;
        let taken = view.taken(view.seat());
        Decision {
            reading: self,
            view,
            acted,
            others,
            to_come,
            own,
            taken,
            sizes,
            pot,
            unseen: view.unseen(),
        }
    }

    /// The best action in the last turn.
    pub(super) fn action<H: Packed>(&self, view: &View<'_, H>) -> Action {
        let decision = self.decision(view);
        let mut best = (Action::Stand, f32::NEG_INFINITY);
        for action in view.legal() {
            let worth = decision.worth(action);
            if worth > best.1 {
                best = (action, worth);
            }
        }
        best.0
    }

    /// Whether a card that was looked at is kept.
    pub(super) fn keeps<H: Packed>(&self, view: &View<'_, H>, drawn: Card) -> bool {
        let decision = self.decision(view);
        let kept =
            decision.end(&decision.shares(KEPT, Action::Gain, view.top()), view.hand().with(drawn));
        view.may_grow() && kept >= decision.thrown(drawn)
    }

    /// Learns from games among players of a plan, then among players of the reading so far.
    pub(super) fn learn(rules: &Rules, plan: &Plan) -> Reading {
        let mut seen = vec![0.0; PARTS * ROWS];
        let mut reading = Reading {
            rows: vec![[0.0; STEPS]; PARTS * ROWS],
            steps: steps(&plan.ranks),
            dealt: dealt(rules.players.into(), plan),
            players: rules.players.into(),
            double: 1.0 / rules.dice_faces as f32,
            refund: rules.junk_refund as f32,
            look_first: rules.gain == Gain::LookFirst,
        };
        for iteration in 0..ITERATIONS {
            let shown = match rules.deck().is_narrow() {
                true => shown(|| Table::new(rules), rules, plan, &reading, iteration),
                false => shown(|| Table::wide(rules), rules, plan, &reading, iteration),
            };
            reading.adapt(&shown, &mut seen);
        }
        reading
    }

    /// Moves each part in turn towards the residuals of the others.
    fn adapt(&mut self, shown: &[Shown], seen: &mut [f32]) {
        let each = shown.len().div_ceil(CHUNKS).max(1);
        // By part: the index of each row among those with samples, and the number of these, which
        // is small if hands are few.
        let places: Vec<(Vec<u32>, usize)> = parallel::map(PARTS, |part| {
            let (mut places, mut rows_met) = (vec![UNMET; ROWS], 0);
            for Shown { rows, .. } in shown {
                let place = &mut places[rows[part] as usize - (part << ROW_BITS)];
                if *place == UNMET {
                    *place = rows_met as u32;
                    rows_met += 1;
                }
            }
            (places, rows_met)
        });
        for (part, (places, rows_met)) in places.iter().enumerate() {
            let rows = &self.rows;
            // Chunks are fixed and summed in order, so that the result does not depend on threads.
            let found: Vec<Vec<(f32, Steps)>> = shown
                .par_chunks(each)
                .map(|shown| {
                    let mut left = vec![(0.0, [0.0; STEPS]); *rows_met];
                    for Shown { rows: of, step } in shown {
                        let place = places[of[part] as usize - (part << ROW_BITS)];
                        let (met, left) = &mut left[place as usize];
                        *met += 1.0;
                        // Loop over steps outermost, so that loads of the rows overlap.
                        let adds = of.map(|row| &rows[row as usize]);
                        let shown = &SHOWN[usize::from(*step)];
                        for at in 0..STEPS {
                            let mut now = left[at];
                            for adds in adds {
                                now -= adds[at];
                            }
                            left[at] = now + shown[at];
                        }
                    }
                    left
                })
                .collect();
            let of = part << ROW_BITS..(part + 1) << ROW_BITS;
            let own = self.rows[of.clone()].par_iter_mut().zip(&mut seen[of]);
            own.zip(places).for_each(|((adds, seen), &place)| {
                *seen *= FADES;
                if place == UNMET {
                    return;
                }
                let row = place as usize;
                let met: f32 = found.iter().map(|found| found[row].0).sum();
                *seen += met;
                let believed = 1.0 / (*seen + if part > 0 { SELDOM } else { 1.0 });
                for found in &found {
                    let left = &found[row].1;
                    adds.iter_mut().zip(left).for_each(|(adds, left)| *adds += believed * left);
                }
            });
        }
    }
}

/// A training sample: an opponent's features and the step of the hand it showed.
#[derive(Clone, Copy, Debug)]
struct Shown {
    rows: [u32; PARTS],
    step: u8,
}

/// Groups ranks into steps of about equal probability, given the probability of each rank. Returns
/// the step of each rank and its position within the step.
fn steps(ranks: &[f64]) -> Vec<(u8, f32)> {
    let all: f64 = ranks.iter().skip(1).sum();
    let each = all / (STEPS - 1) as f64;
    let mut found = vec![(0, 0.5); ranks.len()];
    let (mut step, mut mass, mut before, mut begins) = (1_u8, 0.0, 0.0, 1);
    for rank in 1..ranks.len() {
        let more = ranks[rank];
        // A rank that would overfill its step starts the next one.
        if mass > 0.0
            && mass + more > each
            && usize::from(step) + 1 < STEPS
            && before + mass > each * f64::from(step - 1)
        {
            finish(&mut found[begins..rank], step, &ranks[begins..rank]);
            before += mass;
            (step, mass, begins) = (step + 1, 0.0, rank);
        }
        mass += more;
    }
    finish(&mut found[begins..], step, &ranks[begins..]);
    found
}

/// Sets the step of some ranks and the position of each within it.
fn finish(found: &mut [(u8, f32)], step: u8, ranks: &[f64]) {
    let all: f64 = ranks.iter().sum();
    let mut below = 0.0;
    for (found, &mass) in found.iter_mut().zip(ranks) {
        let part = if all > 0.0 { (below + mass / 2.0) / all } else { 0.5 };
        *found = (step, part as f32);
        below += mass;
    }
}

/// The expected pot share of a new hand of each size against others, indexed by [`dealt_key`].
fn dealt(players: usize, plan: &Plan) -> Vec<f32> {
    let random = plan.random();
    let none = Vec::new();
    // By size and rank: the probability that a new hand ranks below, ties counted half.
    let beats: Vec<Vec<f64>> = (0..=MAX_CARDS)
        .map(|size| {
            let mut below = 0.0;
            let ranks = random.get(size).unwrap_or(&none).iter();
            ranks
                .map(|&equal| {
                    below += equal;
                    below - equal / 2.0
                })
                .collect()
        })
        .collect();
    let sizes = players.pow(MAX_CARDS as u32 - 1);
    let of = |key: usize| {
        let (size, mut rest) = (2 + key / sizes, key % sizes);
        let mut others = [0; MAX_CARDS + 1];
        for other in (2..=MAX_CARDS).rev() {
            others[other] = rest % players;
            rest /= players;
        }
        let met: usize = others.iter().sum();
        let known = |size: usize| {
            random.get(size).is_some_and(|ranks| ranks.iter().any(|&share| share > 0.0))
        };
        if met == 0
            || met >= players
            || !known(size)
            || (2..=MAX_CARDS).any(|size| others[size] > 0 && !known(size))
        {
            return 0.0;
        }
        let mut won = 0.0;
        for (rank, &own) in random[size].iter().enumerate().filter(|(_, own)| **own > 0.0) {
            let all = (2..=MAX_CARDS).filter(|&size| others[size] > 0);
            won +=
                own * all.map(|size| beats[size][rank].powi(others[size] as i32)).product::<f64>();
        }
        won as f32
    };
    parallel::map((MAX_CARDS - 1) * sizes, of)
}

/// The public state that a player saw in its last turn.
#[derive(Clone, Copy, Debug)]
struct Turn<H> {
    /// The features of each opponent.
    sights: [Option<Sight>; MAX_PLAYERS],
    /// The player's own features.
    own: Sight,
    taken: H,
    /// The top before the turn.
    top: Card,
}

/// Plays a plan and records the public state in its last turn.
struct Student<'a, H> {
    plan: &'a Plan,
    /// The reading learnt so far, if any.
    reading: Option<&'a Reading>,
    turn: Option<Turn<H>>,
    /// If set, the last action is random, its cards picked by this game number, so that the answers
    /// to every action are observed.
    tries: Option<u64>,
    /// If set, the player is a stranger, who plays this habit instead of the plan.
    habit: Option<Careful>,
}

impl<H: Packed> Player<H> for Student<'_, H> {
    fn is_native(&self) -> bool {
        true
    }

    fn play(&mut self, view: &View<'_, H>) -> Choice {
        if view.round() == usize::from(view.rules().game_rounds) {
            let sight = |seat: usize| {
                let there = seat < view.players() && seat != view.seat() && view.is_in(seat);
                there.then(|| Sight::new(view, seat))
            };
            let sights = std::array::from_fn(sight);
            let (own, taken) = (Sight::new(view, view.seat()), view.taken(view.seat()));
            self.turn = Some(Turn { sights, own, taken, top: view.top() });
        }
        match self.tries.filter(|_| view.round() == usize::from(view.rules().game_rounds)) {
            Some(game) => tried(view, game),
            None => match &mut self.habit {
                Some(habit) => habit.play(view),
                None => self.plan.acts(view, || self.reading),
            },
        }
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        match &mut self.habit {
            Some(habit) => habit.look(view, drawn),
            None => self.plan.looks(view, drawn, || self.reading),
        }
    }
}

/// A random kind of action, with cards picked by the game number.
fn tried<H: Packed>(view: &View<'_, H>, game: u64) -> Choice {
    let kinds = view.hand().kinds().count() as u64;
    let card = |by: u64| view.hand().kinds().nth((by % kinds) as usize).unwrap_or(Card::SYLOP);
    let (one, other) = (card(game), card(game / kinds));
    let grows = view.allows(Action::Gain);
    let actions = [Action::Stand, Action::Exchange(one), Action::Swap(other), Action::Gain];
    Choice::Mix(Mix {
        actions: actions.map(|action| action.index() as u8),
        weights: [1, 1, 1, u8::from(grows)],
    })
}

/// The outcome of a turn of the last round.
#[derive(Clone, Copy, Debug)]
struct Ended<H> {
    way: u8,
    action: Action,
    /// The top left behind.
    top: Card,
    /// `None` if the player junked.
    hand: Option<H>,
}

/// Records the outcomes of the turns of the last round.
struct Ends<H> {
    last: usize,
    round: usize,
    ended: [Option<Ended<H>>; MAX_PLAYERS],
    top: Card,
}

impl<H: Packed> Recorder<RoundEvent<H>> for Ends<H> {
    fn event(&mut self, tell: RoundEvent<H>) {
        let mut end = |seat: usize, way: u8, action: Action, put: Option<Card>, hand: Option<H>| {
            self.top = put.unwrap_or(self.top);
            if self.round == self.last {
                self.ended[seat] = Some(Ended { way, action, top: self.top, hand });
            }
        };
        match tell {
            RoundEvent::Turned { card } => self.top = card,
            RoundEvent::Round { round, .. } => self.round = round,
            RoundEvent::Stood { seat, hand } => end(seat, STOOD, Action::Stand, None, Some(hand)),
            RoundEvent::Gained { seat, hand, .. } => {
                end(seat, KEPT, Action::Gain, None, Some(hand));
            }
            RoundEvent::Exchanged { seat, given, hand, .. } => {
                end(seat, EXCHANGED, Action::Exchange(given), Some(given), Some(hand));
            }
            RoundEvent::Swapped { seat, given, hand, .. } => {
                end(seat, SWAPPED, Action::Swap(given), Some(given), Some(hand));
            }
            RoundEvent::Threw { seat, card, hand } => {
                end(seat, THREW, Action::Gain, Some(card), Some(hand));
            }
            RoundEvent::Junked { seat, hand, .. } => {
                end(seat, 0, Action::Junk, Some(hand.highest()), None);
            }
            RoundEvent::Discarded { hand, .. } => self.top = hand.highest(),
            _ => {}
        }
    }
}

/// Plays games among players of a plan, and returns a sample for each pair of observer and
/// opponent.
fn shown<'r, H: Packed>(
    table: impl Fn() -> Table<'r, H> + Sync,
    rules: &Rules,
    plan: &Plan,
    reading: &Reading,
    iteration: u64,
) -> Vec<Shown> {
    let players = u64::from(rules.players);
    let pairs = players * (players - 1) / 2;
    let wanted = (PAIRS * plan.abstraction.space.hands.len() as u64).max(FEWEST_PAIRS);
    let games = (wanted / pairs).next_multiple_of(JOB);
    // Seeds that few runs use: the reading should not be tested on the cards of its training.
    let seed = Seed::new(u64::MAX - 1 - iteration);
    let ranking = Ranking::for_rules(rules);
    let job = |job: u64| {
        let (mut table, mut found) = (table(), Vec::new());
        let learnt = (iteration > 0).then_some(reading);
        let student = |_| Student { plan, reading: learnt, turn: None, tries: None, habit: None };
        let mut seats: Vec<Student<'_, H>> = (0..players).map(student).collect();
        for game in job * JOB..(job + 1) * JOB {
            let last = usize::from(rules.game_rounds) - 1;
            let mut ends = Ends { last, round: 0, ended: [None; MAX_PLAYERS], top: Card::SYLOP };
            let tries = (game / 2 % players) as usize;
            for (place, seat) in seats.iter_mut().enumerate() {
                seat.tries = (place == tries && game % 2 == 0).then_some(game / 2 / players);
                // Strangers come one per game, in games without random actions, with each habit in
                // turn.
                let stranger = place as u64 == game / STRANGE % players && game % STRANGE == 1;
                let stand_within = (game / STRANGE / players % HABITS) as u32;
                seat.habit = stranger.then_some(Careful { stand_within });
            }
            let mut luck = Keyed::new(seed.round(game, 0));
            table.game(&mut seats, &mut luck, &mut ends, (game / 2 / players % players) as usize);
            let tried: Vec<bool> = seats.iter().map(|seat| seat.tries.is_some()).collect();
            for (seat, end) in seats.iter_mut().zip(&ends.ended) {
                let (Some(turn), Some(end)) = (seat.turn.take(), *end) else { continue };
                let Ended { way, action, top, .. } = end;
                let past = Past::new(way, Some(action), turn.top);
                let after = turn.own.after(turn.taken, past, action, turn.top);
                for (other, (sight, end)) in turn.sights.iter().zip(&ends.ended).enumerate() {
                    let (Some(sight), Some(end)) = (sight, end) else { continue };
                    // A random action says nothing about the hand behind it.
                    if tried[other] {
                        continue;
                    }
                    let own = if sight.acted { &turn.own } else { &after };
                    let rows = reading.rows(sight, own, way, top);
                    let rank = end.hand.map(|hand| ranking.rank(hand));
                    let step = rank.map_or(0, |rank| reading.steps[usize::from(rank)].0);
                    found.push(Shown { rows, step });
                }
            }
        }
        found
    };
    let jobs = parallel::map((games / JOB) as usize, |number| job(number as u64));
    jobs.concat()
}
