//! How a reading is learnt: from games among players of the plan, then among players of the reading
//! so far.
//!
//! After the first games, players decide the last turn by the reading. One of them may act at random
//! there, so that the answers to every action are observed. This is fictitious play again, in the
//! real deck. Now and then a stranger plays another habit, so that actions which the strategy never
//! takes are covered too.

use super::super::super::Careful;
use super::super::Plan;
use super::{
    EXCHANGED, KEPT, PARTS, Past, ROW_BITS, ROWS, Reading, STEPS, STOOD, SWAPPED, Sight, Steps,
    THREW,
};
use crate::cards::random::Seed;
use crate::framework::parallel::{self, vectorized};
use crate::games::sabacc::cards::{Card, MAX_CARDS, Packed, with_hands};
use crate::games::sabacc::hand::Ranking;
use crate::games::sabacc::record::{Recorder, RoundEvent};
use crate::games::sabacc::round::{Keyed, Table};
use crate::games::sabacc::rules::{Gain, MAX_PLAYERS, Rules};
use crate::games::sabacc::view::{Action, Choice, Look, Mix, Player, View};
use rayon::prelude::*;

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

/// `SHOWN[shown][step]`: 1 if a hand of step `shown` is at most `step`, else 0.
static SHOWN: [[f32; STEPS]; STEPS] = {
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

impl Reading {
    /// Learns from games among players of a plan, then among players of the reading so far.
    pub(in super::super) fn learn(rules: &Rules, plan: &Plan) -> Reading {
        let mut seen = vec![0.0; PARTS * ROWS];
        let mut reading = Reading {
            rows: vec![Steps([0.0; STEPS]); PARTS * ROWS],
            steps: steps(&plan.ranks),
            dealt: dealt(rules.players.into(), plan),
            players: rules.players.into(),
            double: 1.0 / rules.dice_faces as f32,
            refund: rules.junk_refund as f32,
            look_first: rules.gain == Gain::LookFirst,
        };
        for iteration in 0..ITERATIONS {
            let shown = with_hands!(rules, H => shown::<H>(rules, plan, &reading, iteration));
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
            let found: Vec<Vec<(f32, [f32; STEPS])>> = shown
                .par_chunks(each)
                .map(|shown| {
                    let mut left = vec![(0.0, [0.0; STEPS]); *rows_met];
                    vectorized(
                        #[inline(always)]
                        || {
                            for Shown { rows: of, step } in shown {
                                let place = places[of[part] as usize - (part << ROW_BITS)];
                                let (met, left) = &mut left[place as usize];
                                *met += 1.0;
                                // Loop over steps outermost, so that loads of the rows overlap.
                                let adds = of.map(|row| &rows[row as usize].0);
                                let shown = &SHOWN[usize::from(*step)];
                                for at in 0..STEPS {
                                    let mut now = left[at];
                                    for adds in adds {
                                        now -= adds[at];
                                    }
                                    left[at] = now + shown[at];
                                }
                            }
                        },
                    );
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
                    adds.0.iter_mut().zip(left).for_each(|(adds, left)| *adds += believed * left);
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

/// The expected pot share of a new hand of each size against others, indexed by [`super::dealt_key`].
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
    fn hear(&mut self, event: impl FnOnce() -> RoundEvent<H>) {
        let mut end = |seat: usize, way: u8, action: Action, put: Option<Card>, hand: Option<H>| {
            self.top = put.unwrap_or(self.top);
            if self.round == self.last {
                self.ended[seat] = Some(Ended { way, action, top: self.top, hand });
            }
        };
        match event() {
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
fn shown<H: Packed>(rules: &Rules, plan: &Plan, reading: &Reading, iteration: u64) -> Vec<Shown> {
    let players = u64::from(rules.players);
    let pairs = players * (players - 1) / 2;
    let wanted = (PAIRS * plan.abstraction.space.hands.len() as u64).max(FEWEST_PAIRS);
    let games = (wanted / pairs).next_multiple_of(JOB);
    // Seeds that few runs use: the reading should not be tested on the cards of its training.
    let seed = Seed::new(u64::MAX - 1 - iteration);
    let ranking = Ranking::for_rules(rules);
    let job = |job: u64| {
        let (mut table, mut found) = (Table::<H>::packed(rules), Vec::new());
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
                    let rows = vectorized(
                        #[inline(always)]
                        || reading.rows(sight, own, way, top),
                    );
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
