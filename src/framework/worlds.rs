//! Rounds that are written up to a decision, and the worlds that are consistent with them: in each
//! world, everything that the deciding seat has not seen is dealt anew.

mod opening;
mod situations;

pub use self::opening::{Fault, Opening, Stop, Views};
pub use self::situations::{Begun, LongForm, Playing, Short, Situations};
use super::chooser::{Asked, Chooser};
use super::luck::{Dice, Luck, Ruling, Whom};
pub use super::script::UNSEEN;
use super::script::{Entry, Used, is_last_of, next};
use crate::cards::random::{Purpose, Seed, Stream};
use crate::cards::tree::Walk;
use crate::cards::{Deck, Pile};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One of the worlds that are consistent with a written round. It makes the decisions of all seats
/// up to and including the one at which the round stops; then the strategies in the seats play on.
#[derive(Debug)]
pub struct World {
    opening: Arc<Opening>,
    /// The decision at which the round stops, once it is known.
    stop: Option<Arc<Stop>>,
    /// The views of the deciding seat, if known: a world in which it would have seen anything else
    /// is impossible.
    seen: Option<Arc<Views>>,
    /// Whether the round is still in its written part.
    written: AtomicBool,
    way: Mutex<Way>,
}

/// The progress of a world.
#[derive(Debug, Default)]
struct Way {
    /// The luck of unseen entries.
    unseen: Option<Stream>,
    /// The index of the action to take at the stop.
    action: usize,
    /// Whether the world is weighted by the probability of the other seats' written actions.
    weighs: bool,
    used: Used,
    /// The number of decisions of the seat that decides.
    sights: usize,
    /// The shoes of the cards drawn so far, and of the first cards of a round as far as earlier
    /// worlds went.
    shoes: Vec<usize>,
    known: Vec<usize>,
    kinds: Vec<usize>,
    weight: f64,
    stopped: Option<Stop>,
    /// A written decision, by index, that was not legal for the seat that was asked, so that this
    /// seat is taken to have passed silently; and the fault to report if no later seat can make the
    /// decision either.
    doubt: Option<(usize, String)>,
    fault: Option<Fault>,
}

/// A round number that no session reaches; its keys serve to draw unseen entries.
const UNSEEN_ROUND: u64 = (1 << 14) - 1;

impl World {
    /// A world of a round. If `stop` is given, the round must stop at that decision.
    pub fn new(opening: Arc<Opening>, stop: Option<Arc<Stop>>) -> World {
        let way = Way { weight: 1.0, ..Way::default() };
        let (written, way) = (AtomicBool::new(false), Mutex::new(way));
        World { opening, stop, seen: None, written, way }
    }

    /// The same world with the views of the deciding seat, if they are known.
    #[must_use]
    pub fn with_views(self, seen: Option<Arc<Views>>) -> World {
        World { seen, ..self }
    }

    /// The chooser by which the world decides in a seat.
    pub fn decider(self, seat: usize) -> Decider {
        Decider { world: Arc::new(self), seat }
    }

    /// Begins the world with this number, in which the deciding seat takes the action with this
    /// index. `weighs` says whether the world is weighted by the probability of the other seats'
    /// written actions.
    pub fn begin(&self, seed: Seed, number: u64, action: usize, weighs: bool) {
        let mut way = self.way();
        way.unseen = Some(seed.round(number, UNSEEN_ROUND).stream(Purpose::Deal));
        (way.action, way.weighs, way.weight) = (action, weighs, 1.0);
        (way.used, way.sights) = (Used::default(), 0);
        if self.stop.is_none() && way.shoes.len() > way.known.len() {
            way.known = way.shoes.clone();
        }
        way.shoes.clear();
        way.kinds.clear();
        (way.stopped, way.doubt, way.fault) = (None, None, None);
        self.written.store(true, Ordering::Relaxed);
    }

    /// Ends the round and returns the weight of the world: the probability that the strategies of
    /// the other seats take the written actions.
    ///
    /// # Errors
    /// If the world is impossible.
    pub fn end(&self) -> Result<f64, Fault> {
        let mut way = self.way();
        if self.written.swap(false, Ordering::Relaxed) {
            let left = self.opening.written.decisions.get(way.used.decisions);
            let text = match (left, way.doubt.take()) {
                (Some(_), Some((of, text))) if of == way.used.decisions => text,
                (Some(left), _) => format!(
                    "line {}: decisions: the round is over, and decision {} (`{}`) is nobody's",
                    left.line,
                    way.used.decisions + 1,
                    left.text
                ),
                (None, _) => {
                    "decisions: with these the round is over, and nobody has to decide: leave \
                              out the last, or what comes after it"
                        .to_owned()
                }
            };
            way.fail(text);
        }
        // A world of weight 0 is not followed up to what is ruled later.
        if way.weight > 0.0
            && let Some(unruled) = self.opening.written.unruled(&way.used)
        {
            way.fail(unruled);
        }
        match way.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(way.weight),
        }
    }

    /// Takes the decision at which the last round stopped.
    pub fn stopped(&self) -> Option<Stop> {
        self.way().stopped.take()
    }

    /// The kinds of the cards before the stop, in the world begun last.
    pub fn kinds(&self) -> Vec<usize> {
        self.way().kinds.clone()
    }

    /// `weight * whole` as an integer, rounded at random without bias.
    pub fn rounded(&self, weight: f64, whole: f64) -> i64 {
        let mut way = self.way();
        let exact = weight * whole;
        let rest = exact - exact.floor();
        if rest == 0.0 {
            return exact as i64;
        }
        let below = f64::from(way.below(Stream::MAX_BOUND)) / f64::from(Stream::MAX_BOUND);
        exact.floor() as i64 + i64::from(below < rest)
    }

    /// Whether the other seats do not notice by a decision that the seat was asked.
    pub fn is_silent(&self, decision: &str) -> bool {
        self.opening.is_silent(decision)
    }

    /// Whether the written round has any unseen entries.
    pub fn hides(&self) -> bool {
        self.opening.hides()
    }

    /// The seat that decides, once it is known.
    pub fn seat(&self) -> Option<usize> {
        Some(self.stop.as_ref()?.seat)
    }

    /// Whether the round is still in its written part.
    #[inline]
    pub fn is_written(&self) -> bool {
        self.written.load(Ordering::Relaxed)
    }

    fn way(&self) -> MutexGuard<'_, Way> {
        self.way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a card, roll or number is missing or wrong, and ends the written part.
    fn lacks(&self, mut way: MutexGuard<'_, Way>, text: String) {
        way.lacks(text);
        drop(way);
        self.written.store(false, Ordering::Relaxed);
    }

    /// Draws the next card and returns its kind: the written one, or for an unseen one any card
    /// that is not named later, uniformly at random. One copy of the kind `passed_over` is
    /// excluded.
    pub fn card<D: Deck>(&self, whom: Whom, deck: &mut D, passed_over: Option<usize>) -> usize {
        let mut way = self.way();
        let at = next(&mut way.used.cards);
        let shoe = deck.number();
        way.shoes.push(shoe);
        let number = at + 1;
        let written = &self.opening.written;
        let refilled = written.refilled(&mut way.used, deck);
        let fault = match (refilled, written.cards.get(at).map(|card| card.is)) {
            (Some(fault), _) => fault,
            (None, Some(Some(kind))) if passed_over == Some(kind) && is_last_of(deck, kind) => {
                written.passed_over(at, whom)
            }
            (None, Some(Some(kind))) if deck.take_kind(kind) => {
                way.kinds.push(kind);
                return kind;
            }
            (None, Some(Some(_))) => {
                let text = written.no_such_card(at, whom);
                // An unseen card may have taken it while the shoe of this one was not known.
                if self.stop.is_none() && way.known.len() <= at && self.opening.hides() {
                    way.fail(text.clone());
                }
                text
            }
            (None, Some(None)) => {
                let mut left = deck.left_by_kind();
                if let Some(kind) = passed_over {
                    left[kind] = left[kind].saturating_sub(1);
                }
                let all = left.clone();
                let draws = all.iter().sum::<u32>().saturating_sub(1);
                let shoes = self.stop.as_ref().map_or(&way.known, |stop| &stop.shoes);
                written.set_aside((number, shoe, shoes), draws, &mut left);
                if left.iter().all(|&count| count == 0) {
                    left = all;
                }
                let kind = way.pick(&left);
                way.kinds.push(kind);
                deck.take_kind(kind);
                return kind;
            }
            (None, None) => written.lacking(
                "cards",
                &format!(
                    "card {number} ({whom}) comes before the next decision, if there is one: name it, or \
                     write \"{UNSEEN}\" if nobody who decides has seen it"
                ),
            ),
        };
        self.lacks(way, fault);
        let any = deck.left_by_kind().iter().position(|&left| left > 0).unwrap_or(0);
        deck.take_kind(any);
        any
    }

    /// Takes the cards that earlier rounds have dealt out of a full shoe. Returns their kinds, in the
    /// order of the file, and whether each has been seen; an unseen one is any card that is not
    /// named later, uniformly at random.
    pub fn take_gone<D: Deck>(&self, deck: &mut D) -> Vec<(usize, bool)> {
        let mut way = self.way();
        let shoes = self.stop.as_ref().map_or_else(|| way.known.clone(), |stop| stop.shoes.clone());
        let taken = self.opening.written.take_gone(deck, &shoes, |left| way.pick(left));
        taken.unwrap_or_else(|fault| {
            self.lacks(way, fault);
            Vec::new()
        })
    }

    fn roll(&self, whom: Whom) -> [u32; 2] {
        let mut way = self.way();
        let at = next(&mut way.used.dice);
        match self.opening.written.dice.get(at).and_then(|roll| roll.is) {
            Some(roll) => roll,
            None => {
                let number = at + 1;
                let why =
                    format!("roll {number} ({whom}) comes before the decision, and is missing");
                self.lacks(way, self.opening.written.lacking("dice", &why));
                [1, 1]
            }
        }
    }

    fn number(&self, bound: u32) -> u32 {
        let mut way = self.way();
        let at = next(&mut way.used.numbers);
        let fault = match self.opening.written.numbers.get(at) {
            Some(Entry { is: Some(number), .. }) if *number < bound => return *number,
            Some(Entry { is: None, .. }) => return way.below(bound),
            Some(_) => self.opening.written.no_such_number(at, bound),
            None => {
                let why = format!("number {} comes before the decision, and is missing", at + 1);
                self.opening.written.lacking("numbers", &why)
            }
        };
        self.lacks(way, fault);
        0
    }

    fn rule(&self, ruling: &Ruling<'_>) -> usize {
        let mut way = self.way();
        let ruled = self.opening.written.ruled(&mut way.used, ruling);
        ruled.unwrap_or_else(|fault| self.fails(way, fault))
    }

    /// Stops the round at this decision and returns the index of the action to take.
    fn stop_here(&self, way: &mut Way, seat: usize, asked: &Asked<'_>) -> usize {
        self.written.store(false, Ordering::Relaxed);
        let opening = &self.opening.written;
        let left = [
            (
                "cards",
                "card",
                opening.cards.get(way.used.cards).map(|at| (at.line, way.used.cards)),
            ),
            ("dice", "roll", opening.dice.get(way.used.dice).map(|at| (at.line, way.used.dice))),
            (
                "numbers",
                "number",
                opening.numbers.get(way.used.numbers).map(|at| (at.line, way.used.numbers)),
            ),
        ];
        if let Some((key, what, Some((line, at)))) = left.into_iter().find(|left| left.2.is_some())
        {
            way.fail(format!(
                "line {line}: {key}: seat {} decides before {what} {} comes; write its decision, or \
                 leave out what comes later",
                seat + 1,
                at + 1
            ));
            return 0;
        }
        match &self.stop {
            Some(stop) if stop.seat == seat && stop.actions == asked.actions => {
                way.action.min(stop.actions.len().saturating_sub(1))
            }
            Some(stop) => {
                way.fail(stop.unnamed().text);
                0
            }
            None => {
                let own = asked.usual();
                way.stopped = Some(Stop {
                    seat,
                    decided: asked.decided,
                    sees: asked.sees(),
                    actions: asked.actions.to_vec(),
                    own,
                    varies: false,
                    shoes: way.shoes.clone(),
                });
                own
            }
        }
    }
}

/// A chooser that makes the decisions of a world in one seat.
#[derive(Clone, Debug)]
pub struct Decider {
    /// The world.
    pub world: Arc<World>,
    /// The seat that it decides for, from 0.
    pub seat: usize,
}

impl Chooser for Decider {
    #[inline]
    fn wants(&self) -> bool {
        self.world.is_written()
    }

    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        Some(self.world.decide(self.seat, asked))
    }
}

impl World {
    fn decide(&self, seat: usize, asked: &Asked<'_>) -> usize {
        let mut way = self.way();
        if !self.saw(&mut way, seat, asked) {
            return self.fails(way, format!("seat {} saw something else", seat + 1));
        }
        let given = self.opening.given.iter().find(|(of, _)| *of == asked.decided);
        if let Some((_, value)) = given {
            let is = |action: &String| action.split_whitespace().next_back() == Some(value);
            return asked.actions.iter().position(is).unwrap_or(0);
        }
        let decides = self.seen.as_ref().map(|seen| seen.seat);
        let decides = decides.or_else(|| self.stop.as_ref().map(|stop| stop.seat));
        let other = decides != Some(seat);
        // If the seat can pass in silence, no other seat can tell that it was asked.
        let silent = || {
            let silent = asked.actions.iter().position(|action| self.opening.is_silent(action));
            silent.filter(|_| other && self.opening.hides())
        };
        let matching = match self.opening.written.decisions.get(way.used.decisions) {
            // All written decisions have been made: the deciding seat is next.
            None => match silent().filter(|_| decides.is_some()) {
                Some(silent) => vec![silent],
                None => return self.stop_here(&mut way, seat, asked),
            },
            Some(written) => {
                let mut matching = written.matching(asked.actions);
                if matching.is_empty() {
                    let of = way.used.decisions;
                    let doubt = way.doubt.take().filter(|(doubted, _)| *doubted == of);
                    let text = || written.not_legal(of + 1, seat, asked.actions);
                    let text = doubt.map_or_else(text, |(_, text)| text);
                    let Some(silent) = silent() else { return self.fails(way, text) };
                    way.doubt = Some((of, text));
                    matching.push(silent);
                } else {
                    way.used.decisions += 1;
                }
                matching
            }
        };
        if !(way.weighs && other) {
            return match matching[..] {
                [only] => only,
                ref all => all[way.below(all.len() as u32) as usize],
            };
        }
        way.weigh(&matching, asked).unwrap_or_else(|| {
            drop(way);
            self.written.store(false, Ordering::Relaxed);
            matching[0]
        })
    }

    /// Whether the seat sees what it is known to have seen at this decision, if that is known.
    fn saw(&self, way: &mut Way, seat: usize, asked: &Asked<'_>) -> bool {
        let Some(seen) = self.seen.as_ref().filter(|seen| seen.seat == seat) else { return true };
        let sight = seen.sights.get(next(&mut way.sights));
        sight.is_some_and(|(sees, actions)| *actions == asked.actions && *sees == asked.sees())
    }

    /// Records the fault of a decision or a ruling, ends the written part, and returns the index of
    /// any action.
    fn fails(&self, mut way: MutexGuard<'_, Way>, text: String) -> usize {
        way.fail(text);
        drop(way);
        self.written.store(false, Ordering::Relaxed);
        0
    }
}

impl Way {
    fn fail(&mut self, text: String) {
        let reached = self.used.all();
        self.fault.get_or_insert(Fault { reached, text, certain: false });
    }

    /// Records a fault of cards, dice or numbers. It is certain unless something was in doubt
    /// before, because their order does not depend on unseen entries.
    fn lacks(&mut self, text: String) {
        let certain = self.fault.is_none() && self.doubt.is_none();
        self.fail(text);
        if let Some(fault) = &mut self.fault {
            fault.certain |= certain;
        }
    }

    /// Takes the written decision of another seat: weighs the world by the probability that its
    /// strategy takes any of the `matching` actions, and picks one in proportion to theirs. `None` if
    /// it takes none of them.
    fn weigh(&mut self, matching: &[usize], asked: &Asked<'_>) -> Option<usize> {
        let all: f64 = asked.own.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let share = |at: usize| {
            let weights = asked.own.iter().filter(|(place, _)| *place == at);
            weights.map(|&(_, weight)| f64::from(weight)).sum::<f64>() / all.max(1.0)
        };
        let shares: Vec<f64> = matching.iter().map(|&at| share(at)).collect();
        let likely: f64 = shares.iter().sum();
        self.weight *= likely;
        if likely <= 0.0 {
            self.weight = 0.0;
            return None;
        }
        if let [only] = matching {
            return Some(*only);
        }
        let drawn = f64::from(self.below(Stream::MAX_BOUND)) / f64::from(Stream::MAX_BOUND);
        let mut left = drawn * likely;
        for (&at, share) in matching.iter().zip(&shares) {
            if left < *share {
                return Some(at);
            }
            left -= share;
        }
        Some(matching[0])
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.unseen.as_mut().map_or(0, |stream| stream.below(bound.max(1)))
    }

    /// Draws a kind with probability proportional to its count.
    fn pick(&mut self, counts: &[u32]) -> usize {
        let mut left = self.below(counts.iter().sum());
        for (kind, &count) in counts.iter().enumerate() {
            if left < count {
                return kind;
            }
            left -= count;
        }
        0
    }
}

/// Luck other than that of a round's keys alone. It is one type, so that the rounds of a game are
/// compiled once for all of it.
#[derive(Debug)]
pub enum GivenLuck<'w, L> {
    /// That of a world: as written up to the stop, and from `L` after it.
    World(&'w World, L),
    /// That of one course of an enumeration.
    Walk(&'w mut Walk),
}

impl<L: Luck> Luck for GivenLuck<'_, L> {
    #[inline]
    fn card<D: Deck>(&mut self, purpose: Purpose, whom: Whom, deck: &mut D) -> usize {
        match self {
            GivenLuck::World(world, _) if world.is_written() => world.card(whom, deck, None),
            GivenLuck::World(_, luck) => luck.card(purpose, whom, deck),
            GivenLuck::Walk(walk) => Luck::card(walk, purpose, whom, deck),
        }
    }

    fn card_past(
        &mut self,
        purpose: Purpose,
        whom: Whom,
        deck: &mut Pile,
        returned: usize,
    ) -> usize {
        match self {
            GivenLuck::World(world, _) if world.is_written() => {
                world.card(whom, deck, Some(returned))
            }
            GivenLuck::World(_, luck) => luck.card_past(purpose, whom, deck, returned),
            GivenLuck::Walk(walk) => walk.card_past(purpose, whom, deck, returned),
        }
    }

    fn after_round(&mut self, purpose: Purpose, bound: u32) -> u32 {
        match self {
            GivenLuck::World(_, luck) => luck.after_round(purpose, bound),
            GivenLuck::Walk(walk) => walk.after_round(purpose, bound),
        }
    }

    fn rule(&mut self, purpose: Purpose, ruling: &Ruling<'_>) -> usize {
        match self {
            GivenLuck::World(world, _) if world.is_written() => world.rule(ruling),
            GivenLuck::World(_, luck) => luck.rule(purpose, ruling),
            GivenLuck::Walk(walk) => walk.rule(purpose, ruling),
        }
    }

    #[inline]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        // The choices of mixed strategies are made by the written decisions.
        let of_a_seat = matches!(purpose, Purpose::Choices(_) | Purpose::Call(_));
        match self {
            GivenLuck::World(world, _) if world.is_written() && !of_a_seat => world.number(bound),
            GivenLuck::World(_, luck) => luck.below(purpose, bound),
            GivenLuck::Walk(walk) => Luck::below(walk, purpose, bound),
        }
    }

    #[inline]
    fn roll(&mut self, purpose: Purpose, whom: Whom, dice: Dice) -> [u32; 2] {
        match self {
            GivenLuck::World(world, _) if world.is_written() => world.roll(whom),
            GivenLuck::World(_, luck) => luck.roll(purpose, whom, dice),
            GivenLuck::Walk(walk) => walk.roll(purpose, whom, dice),
        }
    }

    fn weighted(&mut self, seat: usize, weights: &[u16]) -> usize {
        match self {
            GivenLuck::World(_, luck) => luck.weighted(seat, weights),
            GivenLuck::Walk(walk) => walk.weighted(seat, weights),
        }
    }

    #[inline]
    fn skip(&mut self) {
        match self {
            GivenLuck::World(world, luck) if !world.is_written() => luck.skip(),
            _ => {}
        }
    }
}
