//! The last turn: what each of the others will show, read from what it was seen to do.
//!
//! Who is about to end his game knows more than the abstraction does: how many cards each of the
//! others holds, what it did in its last turns and under which top, which cards it took off the discard
//! pile, and what it has seen of him. So games of one's like are played, and how likely an opponent
//! shows no more than each of some ranks is told as a sum of parts. Each part looks at a few of these
//! things, and has a row of figures for each way that they can be; what a row adds is learnt from what
//! the other parts leave over. The last parts look at how strong one looks to the opponent: at what
//! the first parts say of oneself in its place. Which cards are nowhere to be seen tells too little of
//! what an opponent holds to be looked at; what one draws it decides.
//!
//! With this the last turn is decided: of each end of it the part of the pot that its hand takes, the
//! others independent of each other. The next games are of players who decide so, and of some who try
//! anything in their last turn, so that it is seen what others answer to it. This is fictitious play
//! again, in the real deck. Now and then a stranger plays by another habit, so that what one's like
//! never do is not unheard of.

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

/// Ranks are told apart as far as they fall into different ones of so many steps. The first is for
/// those who junked.
const STEPS: usize = 48;
/// Something for each step.
type Steps = [f32; STEPS];

/// How often games of one's like are played.
const ITERATIONS: u64 = 4;
/// Pairs of players in the games of each of these, for each hand that can be held; and at least.
const PAIRS: u64 = 4;
const FEWEST_PAIRS: u64 = 1 << 16;
/// Games of a job.
const JOB: u64 = 1 << 11;
/// What adds to a part is believed as far as it was met more often than this.
const SELDOM: f32 = 60.0;
/// What earlier games count beside the next ones.
const FADES: f32 = 0.7;

/// One in so many games has a stranger, who stands within some distance from zero below this: what
/// nobody of one's like does is not unheard of.
const STRANGE: u64 = 6;
const HABITS: u64 = 4;

/// Parts of the sum.
const PARTS: usize = 8;
/// The first of them look at the player alone, the others at how strong one looks to him too.
const ALONE: usize = 5;
/// How finely that is told.
const LOOKS: f32 = 16.0;
/// Rows of a part: what it looks at falls into one of them by its hash.
const ROWS: usize = 1 << ROW_BITS;
const ROW_BITS: u32 = 14;
/// By step: whether what was shown is no more than each.
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
/// The place of a row that nothing fell into.
const UNMET: u32 = u32::MAX;
/// Parts of what was shown that are added up for themselves.
const CHUNKS: usize = 8;

/// Ways to act that are told apart; the first is for none.
const WAYS: u8 = 6;
const STOOD: u8 = 1;
const KEPT: u8 = 2;
const THREW: u8 = 3;
const EXCHANGED: u8 = 4;
const SWAPPED: u8 = 5;

/// The number of an action among [`WAYS`].
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

/// The number of a card, or of none.
fn number(card: Option<Card>) -> u8 {
    card.map_or(KINDS, Card::kind) as u8
}

/// A turn as others remember it: the way, the card given up, and the top before it, by their numbers.
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

/// What is seen of a player in the last round.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// Whether his last turn is behind him.
    acted: bool,
    cards: u32,
    /// His turns since the cards were dealt, the latest first.
    past: [Past; 3],
    /// What he took and still holds, lowest first.
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

    /// The same player after his last turn.
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

    /// The rows of the parts that look at the player alone. One who is to act answers to what one does
    /// and the top that one leaves.
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

    /// The rows of the parts that know how strong one looks to the player.
    #[inline]
    fn rows_of_looks(&self, way: u8, top: Card, looks: u8) -> [u32; PARTS - ALONE] {
        let common = self.common(way);
        let [one, two, three] = self.past;
        let before = if self.acted { three.way } else { two.way };
        let top = if self.acted { one.top } else { number(Some(top)) };
        let row = |part: usize, seen: u8| row(part, common, [seen, looks, 0]);
        [row(5, self.taken[0]), row(6, before), row(7, top)]
    }

    /// What all parts look at.
    #[inline]
    fn common(&self, way: u8) -> u64 {
        let [last, before, _] = self.past;
        let way = if self.acted { before.way } else { WAYS + way };
        (u64::from(self.cards) * 8 + u64::from(last.way)) * 16 + u64::from(way)
    }
}

/// The two lowest cards of some.
fn lowest(cards: impl Packed) -> [u8; 2] {
    let mut kinds = cards.kinds();
    [(); 2].map(|()| number(kinds.next()))
}

/// The row of a part for what it looks at.
#[inline]
fn row(part: usize, common: u64, seen: [u8; 3]) -> u32 {
    let seen = seen.iter().fold(common, |all, &seen| all * 64 + u64::from(seen));
    // Fibonacci hashing (Knuth, "The Art of Computer Programming" 3, 6.4).
    let spread = (seen ^ seen >> 23).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (part << ROW_BITS) as u32 + (spread >> (64 - ROW_BITS)) as u32
}

/// How the last turn is decided.
#[derive(Debug)]
pub struct Reading {
    /// What each row adds to how likely an opponent shows no more than each step.
    rows: Vec<Steps>,
    /// By rank: its step, and how far into the step it is.
    steps: Vec<(u8, f32)>,
    /// What part of a pot a new hand takes, by [`dealt_key`].
    dealt: Vec<f32>,
    players: usize,
    double: f32,
    refund: f32,
    look_first: bool,
}

/// The number of a new hand of a size among others of so many sizes.
fn dealt_key(players: usize, size: usize, others: &[usize; MAX_CARDS + 1]) -> usize {
    others[2..].iter().fold(size - 2, |key, &other| key * players + other)
}

/// A decision, with what is the same for all ends of it.
struct Decision<'a, H> {
    reading: &'a Reading,
    view: &'a View<'a, H>,
    /// What hands of each step take from those whose turn is behind them.
    acted: Steps,
    /// The first `to_come` of these are those whose turn is to come.
    others: [Sight; MAX_PLAYERS],
    to_come: usize,
    /// What they have seen of oneself, and the cards that one took and still holds.
    own: Sight,
    taken: H,
    /// How many of the others hold so many cards.
    sizes: [usize; MAX_CARDS + 1],
    pot: f32,
    unseen: H,
}

impl<H: Packed> Decision<'_, H> {
    /// What part of the pot hands up to each step take if one acts in some way and leaves a top.
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

    /// What an end is worth, in antes.
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

    /// What drawing is worth, by what comes of each card.
    #[inline]
    fn drawing(&self, worth: impl Fn(Card) -> f32) -> f32 {
        let mut sum = 0.0;
        for card in self.unseen.kinds() {
            sum += self.unseen.count(card) as f32 * worth(card);
        }
        sum / self.unseen.cards().max(1) as f32
    }

    /// What a card that was drawn to gain is worth if it is thrown (S6).
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
    /// How likely an opponent shows no more than each step.
    #[inline]
    fn shown(&self, rows: &[u32]) -> Steps {
        let mut all = [0.0; STEPS];
        for &row in rows {
            all.iter_mut().zip(&self.rows[row as usize]).for_each(|(all, adds)| *all += adds);
        }
        all.map(|shown: f32| shown.clamp(0.0, 1.0))
    }

    /// The rows of an opponent, to whom one looks as `own` does.
    #[inline]
    fn rows(&self, sight: &Sight, own: &Sight, way: u8, top: Card) -> [u32; PARTS] {
        // Who acted saw one before his turn; who is to act sees him after it.
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

    /// How likely an opponent, to whom one looks as `own` does, shows no more than each step.
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

    /// What is done in the last turn.
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

    /// Learns from games of those who play a plan, and then of those who play what was learnt.
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

    /// Changes each part, one after the other, towards what the others leave over of what was shown.
    fn adapt(&mut self, shown: &[Shown], seen: &mut [f32]) {
        let each = shown.len().div_ceil(CHUNKS).max(1);
        // By part: the place of each row among those that are met, and how many these are: few where
        // hands are few.
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
            // Always cut alike and added up in order, so that threads change nothing.
            let found: Vec<Vec<(f32, Steps)>> = shown
                .par_chunks(each)
                .map(|shown| {
                    let mut left = vec![(0.0, [0.0; STEPS]); *rows_met];
                    for Shown { rows: of, step } in shown {
                        let place = places[of[part] as usize - (part << ROW_BITS)];
                        let (met, left) = &mut left[place as usize];
                        *met += 1.0;
                        // Step by step, so that the rows come from memory at the same time.
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

/// What an opponent showed, and what was seen of it.
#[derive(Clone, Copy, Debug)]
struct Shown {
    rows: [u32; PARTS],
    step: u8,
}

/// Steps of ranks that are about as likely each, of how likely each rank is.
fn steps(ranks: &[f64]) -> Vec<(u8, f32)> {
    let all: f64 = ranks.iter().skip(1).sum();
    let each = all / (STEPS - 1) as f64;
    let mut found = vec![(0, 0.5); ranks.len()];
    let (mut step, mut mass, mut before, mut begins) = (1_u8, 0.0, 0.0, 1);
    for rank in 1..ranks.len() {
        let more = ranks[rank];
        // A rank that overfills its step begins the next one.
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

/// How far into its step each of some ranks is.
fn finish(found: &mut [(u8, f32)], step: u8, ranks: &[f64]) {
    let all: f64 = ranks.iter().sum();
    let mut below = 0.0;
    for (found, &mass) in found.iter_mut().zip(ranks) {
        let part = if all > 0.0 { (below + mass / 2.0) / all } else { 0.5 };
        *found = (step, part as f32);
        below += mass;
    }
}

/// What part of a pot a new hand of each size takes from others, by [`dealt_key`].
fn dealt(players: usize, plan: &Plan) -> Vec<f32> {
    let random = plan.random();
    let none = Vec::new();
    // By size and rank: how likely a new hand is below, one that ties counted half.
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

/// What one saw in his last turn, and how it ended.
#[derive(Clone, Copy, Debug)]
struct Turn<H> {
    /// What is seen of each of the others.
    sights: [Option<Sight>; MAX_PLAYERS],
    /// And of him.
    own: Sight,
    taken: H,
    /// The top that he saw.
    top: Card,
}

/// Plays a plan, and notes what it saw in its last turn.
struct Student<'a, H> {
    plan: &'a Plan,
    /// What was learnt before, if anything.
    reading: Option<&'a Reading>,
    turn: Option<Turn<H>>,
    /// Tries anything in his last turn, so that it is learnt what others answer to it.
    tries: Option<u64>,
    /// A stranger, who plays by another habit.
    habit: Option<Careful>,
}

impl<H: Packed> Player<H> for Student<'_, H> {
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

/// Any way to act, with one of the cards.
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

/// How a turn of the last round ended.
#[derive(Clone, Copy, Debug)]
struct Ended<H> {
    way: u8,
    action: Action,
    /// The top that was left.
    top: Card,
    /// Nothing for having junked.
    hand: Option<H>,
}

/// How the turns of the last round ended.
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
                end(seat, 0, Action::Junk, Some(hand.nearest(i32::MAX)), None);
            }
            RoundEvent::Discarded { hand, .. } => self.top = hand.nearest(i32::MAX),
            _ => {}
        }
    }
}

/// Plays games of those who play a plan, and tells what each showed to each.
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
    // No run has these seeds' sessions: what is learnt is not tried on the same cards.
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
                // Strangers come in games of their own, one at a time, with each habit in turn.
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
                    // What is tried tells nothing of who tries it.
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
