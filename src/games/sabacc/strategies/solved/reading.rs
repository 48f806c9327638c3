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
//! hand takes, with opponents assumed independent. How it is learnt from games is told in
//! `reading/learning.rs`.

mod learning;

use crate::framework::parallel::vectorized;
use crate::games::sabacc::cards::{Card, KINDS, MAX_CARDS, Packed};
use crate::games::sabacc::rules::MAX_PLAYERS;
use crate::games::sabacc::view::{Act, Action, View};

/// Steps that ranks are grouped into, about equally likely. The first is for having junked.
const STEPS: usize = 48;
/// One figure per step. Its alignment keeps a row on as few lines of the cache as possible.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Steps([f32; STEPS]);

impl Steps {
    /// Multiplies by other figures, step by step.
    #[inline(always)]
    fn times(&mut self, by: &Steps) {
        for step in 0..STEPS {
            self.0[step] *= by.0[step];
        }
    }

    /// The sum of all figures.
    #[inline(always)]
    fn sum(&self) -> f32 {
        self.0.iter().sum()
    }
}

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
    #[inline(always)]
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
    #[inline(always)]
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
    #[inline(always)]
    fn rows_of_looks(&self, way: u8, top: Card, looks: u8) -> [u32; PARTS - ALONE] {
        let common = self.common(way);
        let [one, two, three] = self.past;
        let before = if self.acted { three.way } else { two.way };
        let top = if self.acted { one.top } else { number(Some(top)) };
        let row = |part: usize, seen: u8| row(part, common, [seen, looks, 0]);
        [row(5, self.taken[0]), row(6, before), row(7, top)]
    }

    /// The rows of all parts.
    #[inline(always)]
    fn all_rows(&self, way: u8, top: Card, looks: u8) -> [u32; PARTS] {
        let mut rows = [0; PARTS];
        rows[..ALONE].copy_from_slice(&self.rows(way, top));
        rows[ALONE..].copy_from_slice(&self.rows_of_looks(way, top, looks));
        rows
    }

    /// The features that all parts use.
    #[inline(always)]
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
#[inline(always)]
fn row(part: usize, common: u64, seen: [u8; 3]) -> u32 {
    let seen = seen.iter().fold(common, |all, &seen| all * 64 + u64::from(seen));
    // Fibonacci hashing (Knuth, "The Art of Computer Programming" 3, 6.4).
    let spread = (seen ^ seen >> 23).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (part << ROW_BITS) as u32 + (spread >> (64 - ROW_BITS)) as u32
}

/// How strong a player looks if what is predicted of its hand has this [`Steps::sum`], below
/// [`LOOKS`].
#[inline(always)]
fn looks_of(sum: f32) -> u8 {
    (sum / STEPS as f32 * LOOKS).min(LOOKS - 1.0) as u8
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

/// The most actions that a hand has: stand, gain, junk, and exchange and swap of each card.
const ACTIONS: usize = 3 + 2 * MAX_CARDS;

/// The public end of a turn.
#[derive(Clone, Copy, Debug)]
struct Ending {
    way: u8,
    action: Action,
    /// The top it leaves.
    top: Card,
}

impl Ending {
    /// The end of a turn that does not throw a card drawn, given the top before it.
    #[inline(always)]
    fn new(action: Action, top: Card) -> Ending {
        let (way, top) = match action {
            Action::Stand => (STOOD, top),
            Action::Gain => (KEPT, top),
            Action::Exchange(given) => (EXCHANGED, given),
            Action::Swap(given) => (SWAPPED, given),
            Action::Junk => (0, top),
        };
        Ending { way, action, top }
    }
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
    /// The expected share of the pot from a double: with as many cards as now, and with one more.
    redealt: [f32; 2],
    pot: f32,
    unseen: H,
}

impl<H: Packed> Decision<'_, H> {
    /// The best action.
    #[inline(always)]
    fn best(&self) -> Action {
        let mut actions = [Action::Junk; ACTIONS];
        let mut count = 0;
        for action in self.view.legal() {
            actions[count] = action;
            count += 1;
        }
        let actions = &actions[..count];
        let mut shares = [self.acted; ACTIONS];
        if self.to_come > 0 {
            self.respond(actions, &mut shares);
        }
        let mut best = (Action::Stand, f32::NEG_INFINITY);
        for (&action, shares) in actions.iter().zip(&shares) {
            let worth = self.worth(action, shares);
            if worth > best.1 {
                best = (action, worth);
            }
        }
        best.0
    }

    /// Multiplies the shares after each action by the probability, by step, that opponents yet to
    /// act show at most that step.
    #[inline(always)]
    fn respond(&self, actions: &[Action], shares: &mut [Steps; ACTIONS]) {
        // One loop to name the rows of all actions and one to add them up: their loads overlap. They
        // are loops, not closures, which would not be compiled for vectors.
        let endings = || actions.iter().map(|&action| Ending::new(action, self.view.top()));
        let mut rows = [[0; ALONE]; ACTIONS];
        for (rows, ending) in rows.iter_mut().zip(endings()) {
            *rows = self.own_rows(ending);
        }
        let mut seen = [Steps([0.0; STEPS]); ACTIONS];
        for (seen, rows) in seen.iter_mut().zip(&rows[..actions.len()]) {
            *seen = self.reading.shown(rows);
        }
        // Side by side, as each sum waits for its last step.
        let mut sums = [0.0; ACTIONS];
        for step in 0..STEPS {
            for (sum, seen) in sums.iter_mut().zip(&seen[..actions.len()]) {
                *sum += seen.0[step];
            }
        }
        let looks = sums.map(looks_of);
        for sight in &self.others[..self.to_come] {
            let mut rows = [[0; PARTS]; ACTIONS];
            for ((rows, &looks), Ending { way, top, .. }) in
                rows.iter_mut().zip(&looks).zip(endings())
            {
                *rows = sight.all_rows(way, top, looks);
            }
            for (shares, rows) in shares.iter_mut().zip(&rows[..actions.len()]) {
                shares.times(&self.reading.shown(rows));
            }
        }
    }

    /// The player's own rows after its turn, for opponents yet to act.
    #[inline(always)]
    fn own_rows(&self, Ending { way, action, top }: Ending) -> [u32; ALONE] {
        let here = self.view.top();
        let past = Past::new(way, Some(action), here);
        self.own.after(self.taken, past, action, here).rows(0, top)
    }

    /// The pot share of hands up to each step, after a turn that ends so.
    #[inline(always)]
    fn shares(&self, ending: Ending) -> Steps {
        let mut shares = self.acted;
        if self.to_come > 0 {
            let looks = looks_of(self.reading.shown(&self.own_rows(ending)).sum());
            for sight in &self.others[..self.to_come] {
                let rows = sight.all_rows(ending.way, ending.top, looks);
                shares.times(&self.reading.shown(&rows));
            }
        }
        shares
    }

    /// The value of an outcome, in antes.
    #[inline(always)]
    fn end(&self, shares: &Steps, hand: H) -> f32 {
        let (step, part) = self.reading.steps[usize::from(self.view.ranking().rank(hand))];
        let step = usize::from(step);
        let below = if step > 0 { shares.0[step - 1] } else { 0.0 };
        let share = below + part * (shares.0[step] - below);
        let grown = usize::from(hand.cards() > self.view.hand().cards());
        self.pot * ((1.0 - self.reading.double) * share + self.redealt[grown])
    }

    /// The expected value of a draw, given the value of each card.
    #[inline(always)]
    fn drawing(&self, worth: impl Fn(Card) -> f32) -> f32 {
        let mut sum = 0.0;
        for card in self.unseen.kinds() {
            sum += self.unseen.count(card) as f32 * worth(card);
        }
        sum / self.unseen.cards().max(1) as f32
    }

    /// The value of throwing a card drawn to gain, in antes (S6).
    #[inline(always)]
    fn thrown(&self, card: Card) -> f32 {
        let ending = Ending { way: THREW, action: Action::Gain, top: card };
        self.end(&self.shares(ending), self.view.hand())
    }

    /// The value of an action, given [`Decision::shares`] after it, in antes.
    #[inline(always)]
    fn worth(&self, action: Action, shares: &Steps) -> f32 {
        let hand = self.view.hand();
        match action {
            Action::Stand => self.end(shares, hand),
            Action::Junk => self.reading.refund,
            Action::Swap(given) => self.end(shares, hand.without(given).with(self.view.top())),
            Action::Exchange(given) => {
                let rest = hand.without(given);
                self.drawing(|card| self.end(shares, rest.with(card)))
            }
            Action::Gain => {
                let keeps = self.view.may_grow();
                self.drawing(|card| match (keeps, self.reading.look_first) {
                    (true, false) => self.end(shares, hand.with(card)),
                    (true, true) => self.end(shares, hand.with(card)).max(self.thrown(card)),
                    (false, _) => self.thrown(card),
                })
            }
        }
    }
}

impl Reading {
    /// The probability, by step, that an opponent with these rows shows at most that step.
    #[inline(always)]
    fn shown<const N: usize>(&self, rows: &[u32; N]) -> Steps {
        let mut all = [&self.rows[rows[0] as usize].0; N];
        for part in 1..N {
            all[part] = &self.rows[rows[part] as usize].0;
        }
        // Loop over steps outermost: the compiler makes vectors of this order, and loads overlap.
        let mut shown = [0.0; STEPS];
        for step in 0..STEPS {
            let mut sum = 0.0;
            for adds in all {
                sum += adds[step];
            }
            shown[step] = sum.clamp(0.0, 1.0);
        }
        Steps(shown)
    }

    /// The rows of an opponent that sees the player as `own`.
    #[inline(always)]
    fn rows(&self, sight: &Sight, own: &Sight, way: u8, top: Card) -> [u32; PARTS] {
        // An opponent that has acted saw the player before its turn; one yet to act sees it
        // afterwards.
        let Past { way: act, given, top: seen } = sight.past[0];
        let left = if given < number(None) { given } else { seen };
        let own_rows = match sight.acted {
            true => own.rows(act, Card::of_kind(left.into())),
            false => own.rows(0, top),
        };
        sight.all_rows(way, top, looks_of(self.shown(&own_rows).sum()))
    }

    #[inline(always)]
    fn decision<'a, H: Packed>(&'a self, view: &'a View<'a, H>) -> Decision<'a, H> {
        let (mut acted, mut sizes) = (Steps([1.0; STEPS]), [0; MAX_CARDS + 1]);
        let own = Sight::new(view, view.seat());
        let (mut others, mut to_come, mut met) = ([own; MAX_PLAYERS], 0, 0);
        for seat in (0..view.players()).filter(|&seat| seat != view.seat() && view.is_in(seat)) {
            let sight = Sight::new(view, seat);
            sizes[(sight.cards as usize).clamp(2, MAX_CARDS)] += 1;
            met += 1;
            if sight.acted {
                let shown = self.shown(&self.rows(&sight, &own, 0, view.top()));
                acted.times(&shown);
            } else {
                others[to_come] = sight;
                to_come += 1;
            }
        }
        let junked = (view.players() - 1 - met) as f32;
        let pot = self.players as f32 - self.refund * junked;
        let redealt = [0, 1].map(|grown| {
            let size = (view.hand().cards() as usize + grown).clamp(2, MAX_CARDS);
            self.double * self.dealt[dealt_key(self.players, size, &sizes)]
        });
        Decision {
            reading: self,
            view,
            acted,
            others,
            to_come,
            own,
            taken: view.taken(view.seat()),
            redealt,
            pot,
            unseen: view.unseen(),
        }
    }

    /// The best action in the last turn.
    pub(super) fn action<H: Packed>(&self, view: &View<'_, H>) -> Action {
        vectorized(
            #[inline(always)]
            || self.decision(view).best(),
        )
    }

    /// Whether a card that was looked at is kept.
    pub(super) fn keeps<H: Packed>(&self, view: &View<'_, H>, drawn: Card) -> bool {
        let decision = self.decision(view);
        let shares = decision.shares(Ending::new(Action::Gain, view.top()));
        view.may_grow() && decision.end(&shares, view.hand().with(drawn)) >= decision.thrown(drawn)
    }
}
