//! Strategies from files: when to bet, when to spend an action and on what, as ordered rules over
//! named features.

use super::hand::{Card, KINDS, LEVELS, Line, NEIGHBOURS, Order, Place, Pyramid, ranks};
use super::player::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use super::rules::{
    MAX_ACTIONS, MAX_PLAYERS, ROUNDS, ReplacementFrom, Rules, Shoes, UNITS_PER_ANTE,
};
use super::strategies::Regular;
use crate::cards::memory::System;
use crate::cards::{Memory, Recall};
use crate::framework::counting::{ERROR_RATE, MEMORY};
use crate::framework::document::{Document, Faults, FileError, Node, Section, Value};
use crate::framework::policy::{Feature, List, Policy, Rule, Situations, check, used};
use std::cell::Cell;
use std::sync::Arc;

/// Parameters that `FILE(parameter=value)` may put in the place of the file's own.
pub const PARAMETERS: &[&str] = &["call_zinbiddle", "side_bet", MEMORY, ERROR_RATE];

/// Keys of a file beside `game` and `about`.
const KEYS: &[&str] = &["call_zinbiddle", "side_bet", "bet", "act"];

/// What rules may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum See {
    Players,
    Place,
    Rivals,
    Pot,
    MisfireShare,
    Natural,
    Round,
    Level,
    Paid,
    Bold,
    Boldest,
    Clean,
    RivalRun,
    RivalActions,
    Actions,
    Strength,
    Row,
    Port,
    Starboard,
    Misfires,
    Hopeless,
    Barrage,
    ToCall,
    Odds,
    Raises,
    Now,
    Price,
    SwapGain,
    SortGain,
    DrawGain,
    Gain,
}

const EVERYTHING: [See; 31] = [
    See::Players,
    See::Place,
    See::Rivals,
    See::Pot,
    See::MisfireShare,
    See::Natural,
    See::Round,
    See::Level,
    See::Paid,
    See::Bold,
    See::Boldest,
    See::Clean,
    See::RivalRun,
    See::RivalActions,
    See::Actions,
    See::Strength,
    See::Row,
    See::Port,
    See::Starboard,
    See::Misfires,
    See::Hopeless,
    See::Barrage,
    See::ToCall,
    See::Odds,
    See::Raises,
    See::Now,
    See::Price,
    See::SwapGain,
    See::SortGain,
    See::DrawGain,
    See::Gain,
];

/// What a list of rules decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    /// `[[side_bet]]`: the thrusters are still unseen (Z15).
    Side,
    /// `[[bet]]` (Z8).
    Bet,
    /// `[[act]]` (Z9).
    Act,
}

impl See {
    /// Whether the rules of a list may look at it.
    const fn through(self, door: Door) -> bool {
        match self {
            See::Players | See::Place | See::Rivals | See::Pot | See::MisfireShare => true,
            See::Natural => matches!(door, Door::Side),
            See::ToCall | See::Odds | See::Raises => matches!(door, Door::Bet),
            See::Now | See::Price | See::SwapGain | See::SortGain | See::DrawGain | See::Gain => {
                matches!(door, Door::Act)
            }
            _ => !matches!(door, Door::Side),
        }
    }

    /// Its name and range. Amounts beyond the range count as its end.
    const fn feature(self) -> Feature {
        match self {
            See::Players => of("players", 2, MAX_PLAYERS as u16, "players dealt in"),
            See::Place => {
                of("place", 1, MAX_PLAYERS as u16, "place in the turn order, 1 acts first")
            }
            See::Rivals => of("rivals", 1, MAX_PLAYERS as u16 - 1, "others still in"),
            See::Pot => of("pot", 0, MOST_MONEY, "the pot in antes, rounded down"),
            See::MisfireShare => of(
                "misfire_share",
                0,
                100,
                "misfires in percent of the unseen cards of the shoe of the highest level dealt",
            ),
            See::Natural => of(
                "natural",
                0,
                10_000,
                "chances in 10,000 that four unseen cards of the first shoe are a natural zinbiddle; [[side_bet]] only",
            ),
            See::Round => of(
                "round",
                1,
                ROUNDS as u16,
                "the betting round that is on, or in an action phase comes next; 1 is the blind one",
            ),
            See::Level => of("level", 1, LEVELS as u16, "levels of the pyramid dealt"),
            See::Paid => of("paid", 0, MOST_MONEY, "antes paid into this hand, rounded down"),
            See::Bold => of(
                "bold",
                0,
                MAX_PLAYERS as u16 - 1,
                "rivals still in who have bet or raised in this hand",
            ),
            See::Boldest => {
                of("boldest", 0, ROUNDS as u16, "rounds in which the boldest of them has")
            }
            See::Clean => {
                of("clean", 0, MAX_PLAYERS as u16 - 1, "rivals still in who show no misfire")
            }
            See::RivalRun => of(
                "rival_run",
                0,
                4,
                "longest run that a rival still in shows, from its highest card down",
            ),
            See::RivalActions => of(
                "rival_actions",
                0,
                MAX_ACTIONS as u16,
                "most pilot actions that a rival still in has left",
            ),
            See::Actions => {
                of("actions", 0, MAX_ACTIONS as u16, "own pilot actions left for the hand")
            }
            See::Strength => of(
                "strength",
                0,
                300,
                "what the own three lines promise, up to 100 each; 0 before looking",
            ),
            See::Row => of(
                "row",
                0,
                5,
                "own row: 0 a misfire, 1 no pair, 2 a pair, 3 two pairs, 4 three, 5 four of a kind",
            ),
            See::Port => of(
                "port",
                0,
                4,
                "run of the port flank, from its highest card down; 0 with a misfire",
            ),
            See::Starboard => of("starboard", 0, 4, "run of the starboard flank"),
            See::Misfires => of("misfires", 0, 9, "own misfires"),
            See::Hopeless => {
                of("hopeless", 0, 1, "1 with more misfires than actions that could still mend them")
            }
            See::Barrage => of(
                "barrage",
                0,
                9,
                "own cards that fit one and the same Ion Barrage where they lie",
            ),
            See::ToCall => {
                of("to_call", 0, MOST_MONEY, "antes to call, 0 without a bet; [[bet]] only")
            }
            See::Odds => of(
                "odds",
                0,
                100,
                "the call in percent of the pot with it, rounded down; [[bet]] only",
            ),
            See::Raises => of("raises", 0, MOST_RAISES, "raises of this round; [[bet]] only"),
            See::Now => of(
                "now",
                1,
                MAX_ACTIONS as u16,
                "actions that may still be used at this level; [[act]] only",
            ),
            See::Price => of(
                "price",
                1,
                (MAX_PLAYERS * LEVELS) as u16,
                "antes that an action costs; [[act]] only",
            ),
            See::SwapGain => {
                of("swap_gain", 0, 300, "strength gained by the best swap; [[act]] only")
            }
            See::SortGain => {
                of("sort_gain", 0, 300, "strength gained by the best re-sort; [[act]] only")
            }
            See::DrawGain => of(
                "draw_gain",
                0,
                300,
                "strength gained on average by the best replacement; [[act]] only",
            ),
            See::Gain => of("gain", 0, 300, "the largest of these gains; [[act]] only"),
        }
    }
}

const fn of(name: &'static str, low: u16, high: u16, about: &'static str) -> Feature {
    Feature { name, low, high, about }
}

/// Most antes that rules tell apart.
const MOST_MONEY: u16 = 5000;
/// Most raises that a table allows (Z8).
const MOST_RAISES: u16 = 20;

/// What the rules of a list may look at.
const fn list<const N: usize>(door: Door) -> [See; N] {
    let mut list = [See::Players; N];
    let (mut from, mut to) = (0, 0);
    while from < EVERYTHING.len() {
        if EVERYTHING[from].through(door) {
            list[to] = EVERYTHING[from];
            to += 1;
        }
        from += 1;
    }
    assert!(to == N);
    list
}

const fn features<const N: usize>(list: [See; N]) -> [Feature; N] {
    let mut features = [See::Players.feature(); N];
    let mut i = 0;
    while i < N {
        features[i] = list[i].feature();
        i += 1;
    }
    features
}

const SIDE: [See; 6] = list(Door::Side);
const BET: [See; 24] = list(Door::Bet);
const ACT: [See; 27] = list(Door::Act);

/// What rules may look at.
pub const FEATURES: &[Feature] = &features(EVERYTHING);
/// What rules for side bets may look at.
pub const SIDE_FEATURES: &[Feature] = &features(SIDE);
/// What rules for betting may look at.
pub const BET_FEATURES: &[Feature] = &features(BET);
/// What rules for pilot actions may look at.
pub const ACT_FEATURES: &[Feature] = &features(ACT);

/// What a betting rule does; all of them are always possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stance {
    /// Folds against a bet, else checks.
    Fold,
    /// Calls a bet, else checks.
    Call,
    /// Calls a bet, else bets.
    Bet,
    /// Raises a bet, or calls it if no raise is left; else bets.
    Raise,
}

/// What an action rule does; all but passing are passed over where they are impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Pass,
    /// Replaces the highest misfire.
    Mend,
    /// The swap that gains most strength.
    Swap,
    /// The re-sort that gains most strength.
    Sort,
    /// The replacement that gains most strength on average.
    Draw,
    /// Whichever of the three gains most.
    Best,
    /// A step towards the nearest Ion Barrage.
    Chase,
    /// Replaces the card of a place.
    Replace(Place),
}

/// A strategy from a file.
#[derive(Clone, Debug)]
pub struct Written {
    call: bool,
    side: Side,
    bet: Arc<Policy<Stance>>,
    /// None where it never acts.
    act: Option<Arc<Policy<Act>>>,
    /// The pyramid that it weighed last, with the levels dealt, and what it found.
    weighed: (Pyramid, usize),
    worth: Worth,
    recall: Recall,
    /// Whether a rule looks at anything that depends on the memory.
    remembers: bool,
}

/// Whether to stake a zinbiddle bet.
#[derive(Clone, Debug)]
enum Side {
    Always(bool),
    Rules(Arc<Policy<bool>>),
}

/// What a pyramid promises, as far as it is dealt.
#[derive(Clone, Copy, Debug, Default)]
struct Worth {
    strength: u16,
    /// The same by line.
    lines: [u16; 3],
    misfires: u8,
    /// The misfire that stands highest.
    misfire: Place,
}

/// A pilot action and what it gains.
type Gain = (u16, Pilot);

/// What is thought of while one decision is made: each thing once, and only if it is asked for.
struct Mind<'v, 'a> {
    view: &'v View<'a>,
    memory: &'v Memory,
    /// None before looking.
    own: Option<Pyramid>,
    worth: Worth,
    acting: bool,
    barrage: Cell<Option<u16>>,
    swap: Cell<Option<Gain>>,
    sort: Cell<Option<Gain>>,
    draw: Cell<Option<Gain>>,
}

fn cached<T: Copy>(cell: &Cell<Option<T>>, find: impl FnOnce() -> T) -> T {
    cell.get().unwrap_or_else(|| {
        let found = find();
        cell.set(Some(found));
        found
    })
}

/// What a line of a pyramid promises.
#[inline]
fn promise(view: &View<'_>, pyramid: &Pyramid, line: Line) -> u16 {
    match line {
        Line::Row => Regular::row_worth(view.ranks().row_of(pyramid)).into(),
        _ => Regular::flank(view, pyramid, line) as u16,
    }
}

/// The lines that a place stands in, as bits.
const fn lines_of(place: Place) -> u8 {
    const LINES: [u8; 9] = [0b011, 0b001, 0b001, 0b101, 0b010, 0b100, 0b010, 0b100, 0b110];
    LINES[place.index()]
}

/// The lines that an action changes, as bits. The row does not care for its order.
const fn changed(action: Pilot) -> u8 {
    match action {
        Pilot::Pass => 0,
        Pilot::Replace(place) => lines_of(place),
        Pilot::Transpose(number) => {
            let (a, b) = NEIGHBOURS[number as usize];
            lines_of(a) | lines_of(b)
        }
        Pilot::Resort(Line::Row, _) => 0b110,
        Pilot::Resort(..) => 0b111,
    }
}

/// The run of a line's numbers, from the first one down: each one more than the one before, a Six
/// being any; 0 with a misfire.
fn run(numbers: impl Iterator<Item = u32> + Clone) -> u16 {
    if numbers.clone().any(|number| number == 0) {
        return 0;
    }
    let from = |cap: u32| {
        let fits = |&(i, number): &(u32, u32)| cap + i <= 4 && (number == 5 || number == cap + i);
        (0..).zip(numbers.clone()).take_while(fits).count() as u16
    };
    (1..=4).map(from).max().unwrap_or(0)
}

/// The cards that a seat takes to be in a level's shoe still, by kind.
fn unseen(view: &View<'_>, level: usize, memory: &Memory) -> [f64; KINDS] {
    let shoe = if view.rules().shoes == Shoes::OneDeck { 0 } else { level };
    memory.weights(shoe, &view.known(level))
}

/// A memory whose tags are by number as one whose tags are by kind.
pub(super) fn by_kind(memory: &Memory) -> Memory {
    let Memory::Count(system) = memory else { return memory.clone() };
    let of_kinds = |tags: &Vec<i32>| match tags.is_empty() {
        true => Vec::new(),
        false => (0..KINDS).map(|kind| tags[Card::of_kind(kind).number() as usize]).collect(),
    };
    let tags = system.tags.iter().map(of_kinds).collect();
    Memory::Count(Arc::new(System { tags, ..System::clone(system) }))
}

/// What rounding may leave of a whole number.
const NEARLY: f64 = 1e-9;

/// Chances in 10,000 that four cards of a shoe are a natural zinbiddle (Z10).
fn natural(shoe: &[f64; KINDS]) -> u32 {
    let four = |n: f64| if n > 3.0 { n * (n - 1.0) * (n - 2.0) * (n - 3.0) } else { 0.0 };
    let number = |number: usize| shoe[4 * number..4 * number + 4].iter().sum::<f64>();
    let sixes = shoe[Card::SIX.kind()];
    let all = four(shoe.iter().sum());
    if all <= 0.0 {
        return 0;
    }
    // Four Sixes are four of each number, and one hand.
    let fours = (1..=4).map(|n| four(number(n) + sixes)).sum::<f64>() - 3.0 * four(sixes);
    (10_000.0 * fours / all + NEARLY) as u32
}

/// The Ion Barrages without Sixes (Z18): a suit for each place, as one of four bits.
const BARRAGES: [u64; 192] = {
    const fn bit(place: usize, suit: usize) -> u64 {
        1 << (4 * place + suit)
    }
    let mut all = [0; 192];
    let (mut found, mut code) = (0, 0);
    // Suits of T1..T4, C, G1, S1, G2, S2 as digits of base 4; what is bad skips all that begins so.
    while code < 1 << 18 {
        let mut suits = [0; 9];
        let mut i = 0;
        while i < 9 {
            suits[i] = code >> (2 * (8 - i)) & 3;
            i += 1;
        }
        let [t1, t2, t3, t4, c, g1, s1, g2, s2] = suits;
        code += if t1 == t2 {
            1 << 14
        } else if t3 == t1 || t3 == t2 {
            1 << 12
        } else if t4 == t1 || t4 == t2 || t4 == t3 {
            1 << 10
        } else if c == t1 || c == t4 {
            1 << 8
        } else if g1 == c || g1 == t1 {
            1 << 6
        } else if s1 == c || s1 == t1 || s1 == g1 {
            1 << 4
        } else if g2 == c || g2 == t4 {
            1 << 2
        } else {
            if s2 != c && s2 != t4 && s2 != g2 {
                let row = bit(0, t1) | bit(1, t2) | bit(2, t3) | bit(3, t4);
                let upper = bit(4, s1) | bit(5, s2) | bit(6, g1) | bit(7, g2) | bit(8, c);
                all[found] = row | upper;
                found += 1;
            }
            1
        };
    }
    assert!(found == 192);
    all
};

/// How many of the dealt cards fit the Ion Barrage that most of them fit, and those that fit it
/// as bits.
fn barrage(pyramid: &Pyramid, levels: usize) -> (u16, u16) {
    let mut cards = 0_u64;
    for &place in &Place::ALL[..Place::up_to(levels.clamp(1, LEVELS) - 1)] {
        let (card, wanted) = (pyramid.card(place), 4 - place.level() as u32);
        let suits = match card.is_wild() {
            true => 0xf,
            false => u64::from(card.number() == wanted) << card.suit(),
        };
        cards |= suits << (4 * place.index());
    }
    let fits = BARRAGES.map(|barrage| barrage & cards);
    let best = fits.into_iter().max_by_key(|fits| fits.count_ones()).unwrap_or(0);
    let places = (0..9).filter(|place| best >> (4 * place) & 0xf != 0);
    (best.count_ones() as u16, places.fold(0, |bits, place| bits | 1 << place))
}

impl<'v, 'a> Mind<'v, 'a> {
    #[inline]
    fn new(view: &'v View<'a>, memory: &'v Memory, worth: Worth, acting: bool) -> Mind<'v, 'a> {
        let own = view.own_so_far().copied();
        let (barrage, swap) = (Cell::new(None), Cell::new(None));
        let (sort, draw) = (Cell::new(None), Cell::new(None));
        Mind { view, memory, own, worth, acting, barrage, swap, sort, draw }
    }

    /// The value of a feature.
    #[inline]
    fn value(&self, see: See) -> u16 {
        let Feature { low, high, .. } = see.feature();
        let found = self.unlimited(see);
        found.clamp(low.into(), high.into()) as u16
    }

    fn unlimited(&self, see: See) -> u32 {
        let view = self.view;
        let antes = |units: i64| (units / UNITS_PER_ANTE).clamp(0, MOST_MONEY.into()) as u32;
        let rivals = || {
            let others = view.still_in() & !(1 << view.seat());
            (0..view.players()).filter(move |seat| others >> seat & 1 == 1)
        };
        match see {
            See::Players => view.players() as u32,
            See::Place => {
                let (seat, first, players) = (view.seat(), view.first(), view.players());
                (seat + players - first) as u32 % players as u32 + 1
            }
            See::Rivals => view.rivals(),
            See::Pot => antes(view.pot()),
            See::MisfireShare => {
                let left = unseen(view, view.levels().max(1) - 1, self.memory);
                let (misfires, all): (f64, f64) = (left[..4].iter().sum(), left.iter().sum());
                if all > 0.0 { (100.0 * misfires / all + NEARLY) as u32 } else { 0 }
            }
            See::Natural => natural(&unseen(view, 0, self.memory)),
            See::Round => view.round() as u32 + 1,
            See::Level => view.levels() as u32,
            See::Paid => antes(view.paid(view.seat())),
            See::Bold => rivals().filter(|&seat| view.bold(seat) != 0).count() as u32,
            See::Boldest => rivals().map(|seat| view.bold(seat).count_ones()).max().unwrap_or(0),
            See::Clean => {
                let shows = |seat| {
                    let cards = Place::ALL.into_iter().filter_map(|place| view.shown(seat, place));
                    cards.into_iter().any(Card::is_misfire)
                };
                rivals().filter(|&seat| !shows(seat)).count() as u32
            }
            See::RivalRun => {
                let shown = |seat, line: Line| {
                    let cards = line.places().map(|place| view.shown(seat, place));
                    // Only its highest cards, down to the first that is hidden.
                    let cards = cards.into_iter().skip_while(Option::is_none);
                    run(cards.map_while(|card| card).map(Card::number))
                };
                let flanks = |seat| shown(seat, Line::Port).max(shown(seat, Line::Starboard));
                rivals().map(flanks).max().unwrap_or(0).into()
            }
            See::RivalActions => {
                rivals().map(|seat| view.actions_left(seat).into()).max().unwrap_or(0)
            }
            See::Actions => view.actions_left(view.seat()).into(),
            See::Strength => self.worth.strength.into(),
            See::Row => self.own.map_or(0, |own| match view.ranks().row_of(&own) {
                0 => 0,
                1 => 1,
                2..=13 => 2,
                14..=19 => 3,
                20..ranks::LEAST_FOUR => 4,
                _ => 5,
            }),
            See::Port => self.flank(Line::Port),
            See::Starboard => self.flank(Line::Starboard),
            See::Misfires => self.worth.misfires.into(),
            See::Hopeless => self.hopeless().into(),
            See::Barrage => {
                cached(&self.barrage, || self.own.map_or(0, |own| barrage(&own, view.levels()).0))
                    .into()
            }
            See::ToCall => antes(view.to_call()),
            See::Odds => {
                let call = view.to_call();
                (100 * call).checked_div(view.pot() + call).unwrap_or(0) as u32
            }
            See::Raises => view.raises(),
            See::Now => view.actions_now().into(),
            See::Price => antes(view.price()),
            See::SwapGain => self.swap().0.into(),
            See::SortGain => self.sort().0.into(),
            See::DrawGain => self.draw().0.into(),
            See::Gain => self.best().0.into(),
        }
    }

    /// The run of a flank as far as it is dealt.
    fn flank(&self, line: Line) -> u32 {
        let levels = self.view.levels().clamp(1, LEVELS);
        let cards = self.own.map(|own| own.line(line));
        cards
            .map_or(0, |cards| run(cards[LEVELS - levels..].iter().map(|card| card.number())))
            .into()
    }

    /// Whether it holds more misfires than it can still mend.
    fn hopeless(&self) -> bool {
        let over = !self.acting && self.view.round() + 1 >= ROUNDS;
        let left = if over { 0 } else { self.view.actions_left(self.view.seat()) };
        self.worth.misfires > left
    }

    /// The strength of what an action makes of the pyramid.
    #[inline]
    fn strength_after(&self, action: Pilot, pyramid: &Pyramid) -> u16 {
        let changed = changed(action);
        let lines = Line::ALL.into_iter().zip(self.worth.lines);
        let line = |(line, known): (Line, u16)| match changed >> line as u32 & 1 {
            0 => known,
            _ => promise(self.view, pyramid, line),
        };
        lines.map(line).sum()
    }

    /// The action that turns the pyramid into the strongest one, and what that gains.
    fn strongest(&self, ways: impl Iterator<Item = (Pilot, Pyramid)>) -> Gain {
        let gain = |(action, pyramid): (Pilot, Pyramid)| {
            let strength = self.strength_after(action, &pyramid);
            (strength.saturating_sub(self.worth.strength), action)
        };
        let gains = ways.map(gain);
        gains.fold((0, Pilot::Pass), |best, next| if next.0 > best.0 { next } else { best })
    }

    /// The swaps that are legal, and what they make of the pyramid.
    fn swaps(&self) -> impl Iterator<Item = (Pilot, Pyramid)> {
        let view = self.view;
        let swapped = move |own: Pyramid| {
            let legal = (0..NEIGHBOURS.len() as u8).map(Pilot::Transpose);
            legal.filter(|&action| view.allows(action)).map(move |action| match action {
                Pilot::Transpose(number) => {
                    (action, own.transposed(NEIGHBOURS[usize::from(number)]))
                }
                _ => (action, own),
            })
        };
        self.own.into_iter().flat_map(swapped)
    }

    /// The re-sorts that are legal, and what they make of the pyramid.
    fn sorts(&self) -> impl Iterator<Item = (Pilot, Pyramid)> {
        let view = self.view;
        let sorted = move |own: Pyramid| {
            let first = Order::of(0);
            let lines = Line::ALL.into_iter();
            let lines = lines.filter(move |&line| view.allows(Pilot::Resort(line, first)));
            lines.flat_map(move |line| {
                let orders = (1..Order::WAYS).map(Order::of);
                orders.map(move |order| (Pilot::Resort(line, order), own.resorted(line, order)))
            })
        };
        self.own.into_iter().flat_map(sorted)
    }

    fn swap(&self) -> Gain {
        cached(&self.swap, || self.strongest(self.swaps()))
    }

    fn sort(&self) -> Gain {
        cached(&self.sort, || self.strongest(self.sorts()))
    }

    fn draw(&self) -> Gain {
        cached(&self.draw, || self.best_draw())
    }

    /// Sure gains come before hoped ones.
    fn best(&self) -> Gain {
        let first = |a: Gain, b: Gain| if b.0 > a.0 { b } else { a };
        first(first(self.swap(), self.sort()), self.draw())
    }

    /// The replacement that gains most on average over the cards not seen. A pyramid with more
    /// misfires than can be mended is worth nothing.
    fn best_draw(&self) -> Gain {
        let view = self.view;
        let nothing = (0, Pilot::Pass);
        let Some(own) = self.own else { return nothing };
        let dealt = &Place::ALL[..Place::up_to(view.levels() - 1)];
        if !view.allows(Pilot::Replace(dealt[0])) {
            return nothing;
        }
        let now = if self.hopeless() { 0 } else { self.worth.strength };
        let mends = view.actions_left(view.seat()).saturating_sub(1);
        let mut shoe = (LEVELS, [0.0; KINDS]);
        let mut best = nothing;
        for &place in dealt {
            let level = match view.rules().replacement_from {
                ReplacementFrom::CardLevel => place.level(),
                ReplacementFrom::CurrentLevel => view.levels() - 1,
            };
            if shoe.0 != level {
                shoe = (level, unseen(view, level, self.memory));
            }
            let action = Pilot::Replace(place);
            let (mut sum, mut cards) = (0.0, 0.0);
            let others = self.worth.misfires - u8::from(own.card(place).is_misfire());
            for (kind, &count) in shoe.1.iter().enumerate().filter(|&(_, &count)| count > 0.0) {
                let card = Card::of_kind(kind);
                let mut pyramid = own;
                pyramid.put(place, card);
                cards += count;
                if others + u8::from(card.is_misfire()) <= mends {
                    sum += count * f64::from(self.strength_after(action, &pyramid));
                }
            }
            let mean = if cards > 0.0 { (sum / cards + NEARLY) as u16 } else { 0 };
            if mean.saturating_sub(now) > best.0 {
                best = (mean - now, action);
            }
        }
        best
    }

    /// Towards an Ion Barrage: the swap, or else the re-sort, that makes more cards fit one; or
    /// else a new card for the lowest one that does not.
    fn chase(&self) -> Option<Pilot> {
        let own = self.own?;
        let levels = self.view.levels();
        let (now, fit) = barrage(&own, levels);
        let more = |ways: &mut dyn Iterator<Item = (Pilot, Pyramid)>| {
            let counted = ways.map(|(action, pyramid)| (barrage(&pyramid, levels).0, action));
            let most = counted
                .fold((now, None), |best, (n, a)| if n > best.0 { (n, Some(a)) } else { best });
            most.1
        };
        let replace = || {
            let dealt = &Place::ALL[..Place::up_to(levels - 1)];
            let misfit = dealt.iter().find(|place| fit >> place.index() & 1 == 0)?;
            self.possible(Pilot::Replace(*misfit))
        };
        more(&mut self.swaps()).or_else(|| more(&mut self.sorts())).or_else(replace)
    }

    fn possible(&self, action: Pilot) -> Option<Pilot> {
        self.view.allows(action).then_some(action)
    }

    /// What an action rule comes to, unless it is impossible.
    fn take(&self, act: Act) -> Option<Pilot> {
        let gained = |(gain, action): Gain| (gain > 0).then_some(action);
        match act {
            Act::Pass => Some(Pilot::Pass),
            Act::Mend if self.worth.misfires == 0 => None,
            Act::Mend => self.possible(Pilot::Replace(self.worth.misfire)),
            Act::Swap => gained(self.swap()),
            Act::Sort => gained(self.sort()),
            Act::Draw => gained(self.draw()),
            Act::Best => gained(self.best()),
            Act::Chase => self.chase(),
            Act::Replace(place) => self.possible(Pilot::Replace(place)),
        }
    }
}

impl Player for Written {
    fn misses(&self) -> u32 {
        self.recall.misses
    }

    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let yes = match &self.side {
            Side::Always(yes) => *yes,
            Side::Rules(policy) => {
                let mind = Mind::new(view, &self.recall.memory, Worth::default(), false);
                policy.first(|i| mind.value(SIDE[i]), |&yes| Some(yes)).unwrap_or(false)
            }
        };
        if yes { Answer::Yes } else { Answer::No }
    }

    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        if self.call { Answer::Yes } else { Answer::No }
    }

    #[inline]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let worth = self.weigh(view);
        let mind = Mind::new(view, &self.recall.memory, worth, false);
        let stance = self.bet.first(|i| mind.value(BET[i]), |&stance| Some(stance));
        let facing = view.to_call() > 0;
        BetChoice::Do(match stance.unwrap_or(Stance::Fold) {
            Stance::Fold if facing => Bet::Fold,
            Stance::Raise if facing && view.can_raise() => Bet::Raise,
            Stance::Call | Stance::Bet | Stance::Raise if facing => Bet::Call,
            Stance::Bet | Stance::Raise => Bet::Bet,
            Stance::Fold | Stance::Call => Bet::Check,
        })
    }

    #[inline]
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let worth = self.weigh(view);
        let Some(policy) = &self.act else { return PilotChoice::Do(Pilot::Pass) };
        let mind = Mind::new(view, &self.recall.memory, worth, true);
        let action = policy.first(|i| mind.value(ACT[i]), |&act| mind.take(act));
        PilotChoice::Do(action.unwrap_or(Pilot::Pass))
    }
}

impl Written {
    /// Weighs what it sees, unless it has just done so.
    #[inline]
    fn weigh(&mut self, view: &View<'_>) -> Worth {
        let Some(&own) = view.own_so_far() else { return Worth::default() };
        if self.weighed != (own, view.levels()) {
            let level = view.levels() - 1;
            let (misfires, misfire) = (own.misfires(level) as u8, own.highest_misfire(level));
            let lines = Line::ALL.map(|line| promise(view, &own, line));
            let strength = lines.into_iter().sum();
            self.worth = Worth { strength, lines, misfires, misfire };
            self.weighed = (own, view.levels());
        }
        self.worth
    }

    /// Whether anything that it does depends on what it keeps of earlier rounds.
    pub(super) fn remembers(&self) -> bool {
        self.remembers
    }

    /// The strategy of a file at a table.
    ///
    /// # Errors
    /// Everything that is wrong with it, each fault with its line.
    pub fn new(document: &Document, rules: &Rules) -> Result<Written, FileError> {
        let mut faults = Faults::default();
        let body = &document.body;
        body.only(KEYS, &mut faults);
        let yes_or_no = "true or false";
        let call = flag(body, "call_zinbiddle", true, yes_or_no, &mut faults);
        let side = match body.get("side_bet") {
            Some(node) if matches!(node.value, Value::List(_)) => {
                let known = |word: &str| match word {
                    "bet" => Some(true),
                    "pass" => Some(false),
                    _ => None,
                };
                let found = Door::Side.rules(node, rules, known, |_| true, &mut faults);
                Side::Rules(Arc::new(Policy::new(SIDE_FEATURES, &found, |_| true)))
            }
            _ => {
                let allowed = "true, false, or [[side_bet]] tables";
                Side::Always(flag(body, "side_bet", false, allowed, &mut faults))
            }
        };
        let bet = match body.get("bet") {
            None => {
                faults.add(1, "nothing says when to bet: give [[bet]] rules");
                Vec::new()
            }
            Some(node) => {
                let known = |word: &str| match word {
                    "fold" => Some(Stance::Fold),
                    "call" => Some(Stance::Call),
                    "bet" => Some(Stance::Bet),
                    "raise" => Some(Stance::Raise),
                    _ => None,
                };
                Door::Bet.rules(node, rules, known, |_| true, &mut faults)
            }
        };
        let passes = |act: &Act| *act == Act::Pass;
        let act = body.get("act").map(|node| {
            let known = |word: &str| match word {
                "pass" => Some(Act::Pass),
                "mend" => Some(Act::Mend),
                "swap" => Some(Act::Swap),
                "sort" => Some(Act::Sort),
                "draw" => Some(Act::Draw),
                "best" => Some(Act::Best),
                "chase" => Some(Act::Chase),
                _ => Some(Act::Replace(word.strip_prefix("replace:")?.parse().ok()?)),
            };
            Door::Act.rules(node, rules, known, passes, &mut faults)
        });
        document.check(faults)?;
        let draws =
            |act: &[Rule<Act>]| act.iter().any(|r| matches!(r.action, Act::Draw | Act::Best));
        let draws = act.as_deref().is_some_and(draws);
        let bet = Policy::new(BET_FEATURES, &bet, |_| true);
        let act = act.map(|act| Policy::new(ACT_FEATURES, &act, passes));
        let plain =
            |see: See| !matches!(see, See::MisfireShare | See::Natural | See::DrawGain | See::Gain);
        let aside = match &side {
            Side::Always(_) => true,
            Side::Rules(policy) => policy.looks_only_at(|i| plain(SIDE[i]), SIDE_FEATURES),
        };
        let remembers = draws
            || !aside
            || !bet.looks_only_at(|i| plain(BET[i]), BET_FEATURES)
            || act.as_ref().is_some_and(|p| !p.looks_only_at(|i| plain(ACT[i]), ACT_FEATURES));
        Ok(Written {
            call,
            side,
            bet: Arc::new(bet),
            act: act.map(Arc::new),
            remembers,
            weighed: (Pyramid::EMPTY, 0),
            worth: Worth::default(),
            recall: Recall { memory: by_kind(&document.recall.memory), ..document.recall },
        })
    }
}

const SIDE_BETS: &str = "\"bet\" or \"pass\"";
const STANCES: &str = "\"fold\" (without a bet: check), \"call\" (without a bet: check), \"bet\" \
                       (against a bet: call) or \"raise\" (without a bet: bet)";
const ACTS: &str = "\"pass\", \"mend\", \"swap\", \"sort\", \"draw\", \"best\", \"chase\", or \
                    \"replace:PLACE\" with a place T1 to T4, S1, S2, G1, G2 or C";

/// A key that is true or false.
fn flag(body: &Section, key: &str, otherwise: bool, allowed: &str, faults: &mut Faults) -> bool {
    match body.get(key) {
        None => otherwise,
        Some(Node { value: Value::Flag(flag), .. }) => *flag,
        Some(node) => {
            faults.add(node.line, format!("{key} = {} is not allowed: {allowed}", node.shown()));
            otherwise
        }
    }
}

impl Door {
    /// The list as it stands in files, and what its rules may look at.
    fn list(self) -> (List<'static>, &'static [See]) {
        let (name, features, allowed, seen) = match self {
            Door::Side => ("side_bet", SIDE_FEATURES, SIDE_BETS, &SIDE[..]),
            Door::Bet => ("bet", BET_FEATURES, STANCES, &BET[..]),
            Door::Act => ("act", ACT_FEATURES, ACTS, &ACT[..]),
        };
        (List { name, features, key: "do", allowed }, seen)
    }

    /// The rules of the list; `known` reads what they do.
    fn rules<A: PartialEq>(
        self,
        node: &Node,
        rules: &Rules,
        known: impl Fn(&str) -> Option<A>,
        ends: impl Fn(&A) -> bool,
        faults: &mut Faults,
    ) -> Vec<Rule<A>> {
        let before = faults.len();
        let (list, _) = self.list();
        let found = list.read(node, |node| node.word().and_then(&known), faults);
        // What is only half read has gaps that nobody wrote.
        if faults.len() == before {
            let used = used(list.features, &found);
            let (ever, here) = (self.situations(None, &used), self.situations(Some(rules), &used));
            let what = format!("{} rule", list.name);
            check(&what, node.line, list.features, &found, (&ever, &here), ends, faults);
        }
        found
    }

    /// What can come up: under any rules, or under those of a table.
    fn situations(self, rules: Option<&Rules>, used: impl Fn(usize) -> bool) -> Situations {
        let (List { features, .. }, seen) = self.list();
        let at = |see: See| seen.iter().position(|&known| known == see);
        let mut all = Situations::all(features);
        let mut limit = |see: See, low: u32, high: u32| {
            if let Some(i) = at(see) {
                all.limit(i, low as u16, high.min(features[i].high.into()) as u16);
            }
        };
        if self == Door::Act {
            limit(See::Actions, 1, u32::MAX);
        }
        if let Some(rules) = rules {
            let (players, actions) = (u32::from(rules.players), u32::from(rules.pilot_actions));
            limit(See::Players, players, players);
            limit(See::Place, 1, players);
            limit(See::Rivals, 1, players - 1);
            for see in [See::Bold, See::Clean] {
                limit(see, 0, players - 1);
            }
            limit(See::Now, 1, actions);
            for see in [See::Actions, See::RivalActions] {
                limit(see, 0, actions);
            }
            limit(See::Price, 1, players * LEVELS as u32);
            limit(See::Raises, 0, rules.max_raises);
            if rules.misfires_per_suit == 0 {
                for see in [See::Misfires, See::Hopeless, See::MisfireShare] {
                    limit(see, 0, 0);
                }
            }
        }
        // Features that depend on each other.
        let mut tie = |by: See, other: See, range: &dyn Fn(u16) -> (u16, u16)| {
            if let (Some(by), Some(other)) = (at(by), at(other))
                && used(by)
                && used(other)
            {
                all.tie(by, other, range);
            }
        };
        tie(See::Level, See::Round, &|level| match (self, level) {
            (Door::Act, level) => (2 * level + 1, 2 * level + 1),
            (_, 1) => (1, 3),
            (_, level) => (2 * level, 2 * level + 1),
        });
        tie(See::Players, See::Place, &|players| (1, players));
        tie(See::Players, See::Rivals, &|players| (1, players - 1));
        for see in [See::Bold, See::Clean] {
            tie(See::Rivals, see, &|rivals| (0, rivals));
        }
        for see in [See::Misfires, See::Barrage] {
            tie(See::Level, see, &|level| (0, Place::up_to(usize::from(level) - 1) as u16));
        }
        tie(See::Hopeless, See::Misfires, &|hopeless| (hopeless, 9));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zinbiddle::hand::Ranks;

    fn pyramid(text: &str) -> Pyramid {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        Pyramid::new(cards.try_into().unwrap())
    }

    #[test]
    fn lists_know_all_features_once() {
        for see in EVERYTHING {
            let doors = [Door::Side, Door::Bet, Door::Act];
            assert!(doors.into_iter().any(|door| see.through(door)));
            let Feature { name, low, high, .. } = see.feature();
            assert!(low <= high && FEATURES.iter().filter(|f| f.name == name).count() == 1);
        }
    }

    #[test]
    fn what_fits_a_barrage_is_counted() {
        let whole = pyramid("4r 4g 4b 4y 3b 3r 2y 2b 1g");
        assert!(Ranks::get().pyramid(&whole).is_ion_barrage());
        assert_eq!(barrage(&whole, 4), (9, 0x1ff));
        assert_eq!(barrage(&whole, 2), (6, 0x3f));
        assert_eq!(barrage(&pyramid("4r 4r 4b 4y 3b 3r 2y 2b 1g"), 4).0, 8);
        assert_eq!(barrage(&pyramid("4r V6 4b 4y V6 3r 2y 2b V6"), 4).0, 9);
        assert_eq!(barrage(&pyramid("4r 4r 4r 4r 0b 3r 1y 2r 4g"), 4).0, 2);
        assert_eq!(barrage(&pyramid("0r 0r 0r 0r 0b 0r 0y 0r 0g"), 4), (0, 0));
        // Each of them is one, and no two are the same.
        for barrage in BARRAGES {
            let card = |place: Place| {
                let suit = (barrage >> (4 * place.index()) & 0xf).trailing_zeros() as u8;
                Card::new(4 - place.level() as u8, suit).unwrap()
            };
            let pyramid = Pyramid::new(Place::ALL.map(card));
            assert!(Ranks::get().pyramid(&pyramid).is_ion_barrage());
            assert_eq!(BARRAGES.iter().filter(|&&other| other == barrage).count(), 1);
        }
    }

    #[test]
    fn actions_change_no_other_lines() {
        let lines = |pyramid: &Pyramid| {
            let mut row = pyramid.line(Line::Row);
            row.sort_unstable();
            [row, pyramid.line(Line::Port), pyramid.line(Line::Starboard)]
        };
        let own = Pyramid::new(std::array::from_fn(|i| Card::of_kind(2 * i)));
        for action in (1..Pilot::WAYS).map(Pilot::of) {
            let mut after = own;
            match action {
                Pilot::Pass => {}
                Pilot::Replace(place) => after.put(place, Card::SIX),
                Pilot::Transpose(number) => {
                    after = own.transposed(NEIGHBOURS[usize::from(number)]);
                }
                Pilot::Resort(line, order) => after = own.resorted(line, order),
            }
            for (i, (old, new)) in lines(&own).into_iter().zip(lines(&after)).enumerate() {
                assert!(old == new || changed(action) >> i & 1 == 1, "{action:?}");
            }
        }
    }

    #[test]
    fn runs_are_those_of_the_rules() {
        for code in 0..KINDS.pow(4) {
            let card = |i: u32| Card::of_kind(code / KINDS.pow(i) % KINDS);
            let cards = [card(0), card(1), card(2), card(3)];
            let wanted = ranks::run(Ranks::get().flank(cards));
            assert_eq!(u32::from(run(cards.iter().map(|card| card.number()))), wanted, "{cards:?}");
        }
    }

    /// Z10: 280 of 91,390 from two sets.
    #[test]
    fn naturals_are_counted() {
        let mut shoe = Rules { sets: 2, ..Rules::default() }.deck().map(f64::from);
        assert_eq!(natural(&shoe), 30);
        shoe[Card::SIX.kind()] = 4.0;
        let four = |n: u64| n * (n - 1) * (n - 2) * (n - 3);
        assert_eq!(u64::from(natural(&shoe)), 10_000 * (4 * four(12) - 3 * four(4)) / four(44));
        assert_eq!(
            (natural(&[0.0; KINDS]), natural(&[1.0; KINDS])),
            (0, 10_000 * 4 * 120 / 143_640)
        );
    }
}
