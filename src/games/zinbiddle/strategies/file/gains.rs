//! The strength of a pyramid, and the gains of swaps, re-sorts and replacements.

use crate::cards::Memory;
use crate::games::zinbiddle::hand::{
    CLASSES, Card, KINDS, LEVELS, Line, NEIGHBOURS, Order, Place, Pyramid,
};
use crate::games::zinbiddle::rules::{ActionKind, ReplacementFrom};
use crate::games::zinbiddle::strategies::regular::Worths;
use crate::games::zinbiddle::view::{Pilot, View};
use std::sync::LazyLock;

/// The strength of a pyramid as dealt so far, in points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    pub(super) strength: u16,
    /// The strength by line.
    pub(super) lines: [u16; 3],
    pub(super) misfires: u8,
}

impl Worth {
    /// The worth of a seat's own cards; zero before looking.
    #[inline]
    pub(super) fn new(view: &View<'_>) -> Worth {
        let Some(own) = view.own_so_far() else { return Worth::default() };
        let misfires = own.misfires(view.levels() - 1) as u8;
        let worths = Worths::get();
        let line = |line| worths.line(view.levels(), own, line) as u16;
        let lines = [line(Line::Row), line(Line::Port), line(Line::Starboard)];
        Worth { strength: lines[0] + lines[1] + lines[2], lines, misfires }
    }
}

/// The strength of a line of a pyramid, in points.
#[inline]
pub(in crate::games::zinbiddle::strategies) fn promise(
    view: &View<'_>,
    pyramid: &Pyramid,
    line: Line,
) -> u16 {
    Worths::get().line(view.levels(), pyramid, line) as u16
}

/// A gain in strength, and the pilot action that makes it.
pub(super) type Gain = (u16, Pilot);

/// No gain.
pub(super) const NONE: Gain = (0, Pilot::Pass);

/// Added before truncation, so that a rounding error does not lower a whole number.
pub(super) const NEARLY: f64 = 1e-9;

/// For each pair of cards that an order can bring to the ends of a line, other than its present
/// ends: their indices, and the number of the first such order.
const ENDS: [(usize, usize, u8); 11] = {
    let mut ends = [(0, 0, 0); 11];
    let (mut found, mut number) = (0, 1);
    while number < Order::WAYS {
        let [first, second, third, last] = Order::from_index(number).old();
        // Of two orders with the same ends, the first keeps the inner cards in their old order.
        if second < third && (first != 0 || last != 3) {
            ends[found] = (first as usize, last as usize, number as u8);
            found += 1;
        }
        number += 1;
    }
    assert!(found == ends.len());
    ends
};

/// For each order: the indices of its upper and of its lower two cards, as digits of base 4.
const ORDERS: [[u8; 2]; Order::WAYS] = {
    let mut orders = [[0; 2]; Order::WAYS];
    let mut number = 0;
    while number < Order::WAYS {
        let [a, b, c, d] = Order::from_index(number).old();
        orders[number] = [a << 2 | b, c << 2 | d];
        number += 1;
    }
    orders
};

/// The cards that a seat believes to be left in a level's shoe, by kind.
pub(super) fn unseen(view: &View<'_>, level: usize, memory: &Memory) -> [f64; KINDS] {
    memory.weights(view.rules().shoe_of(level), &view.known(level))
}

/// Kinds of card, padded to whole registers of the processor.
const PADDED: usize = 32;

/// Counts by kind. No shoe holds more than 800 cards of a kind, and no pyramid is worth more than
/// 300, so sums of products fit 32 bits.
type ByKind = [i16; PADDED];

/// Whole counts by kind, their sum, and that of the misfires.
struct Counts {
    by_kind: ByKind,
    all: u32,
    misfires: u32,
}

/// The cards that a seat believes to be left in a shoe.
enum Stock {
    /// Whole counts.
    Whole(Counts),
    /// Expected counts by kind; in a box, so that the others are moved quickly.
    Parts(Box<[f64; KINDS]>),
}

impl Stock {
    #[inline]
    fn new(view: &View<'_>, level: usize, memory: &Memory) -> Stock {
        let Some(weights) = memory.whole_weights(&view.known(level)) else {
            return Stock::Parts(Box::new(unseen(view, level, memory)));
        };
        let mut by_kind = [0; PADDED];
        by_kind.iter_mut().zip(weights).for_each(|(all, count)| *all = count as i16);
        let sum = |weights: &[u16]| weights.iter().map(|&count| u32::from(count)).sum();
        Stock::Whole(Counts { by_kind, all: sum(&weights), misfires: sum(&weights[..4]) })
    }
}

/// The worth of a line with each card at one index, by the kind of that card.
type WithEach = [u8; PADDED];

/// The worth of rows or of complete flanks with each card at one index: by that index, the class of
/// the other half of the line, and the kind of the card that shares its half.
type Trials = [[[WithEach; KINDS]; 64]; 4];

/// The trials of rows, then those of flanks: a third of a megabyte, built on first use. Trying each
/// card takes one row of it instead of two lookups per card.
static TRIALS: LazyLock<[Box<Trials>; 2]> = LazyLock::new(|| {
    [Line::Row, Line::Port].map(|line| {
        let (classes, worth) = Worths::get().by_halves(line);
        let mut trials: Box<Trials> = Box::new([[[[0; PADDED]; KINDS]; 64]; 4]);
        for (kind, other) in (0..KINDS).flat_map(|kind| (0..KINDS).map(move |other| (kind, other)))
        {
            let [card, beside] = [kind, other].map(Card::of_kind);
            for half in 0..64 {
                let with_each = [
                    classes.upper(card, beside) | half,
                    classes.upper(beside, card) | half,
                    half << 6 | classes.lower(card, beside),
                    half << 6 | classes.lower(beside, card),
                ];
                for (at, class) in with_each.into_iter().enumerate() {
                    trials[at][half][other][kind] = worth[class];
                }
            }
        }
        trials
    })
});

/// The row or a complete flank, prepared for trying other cards.
#[derive(Clone, Copy)]
struct OpenLine {
    cards: [Card; 4],
    /// The classes of its upper and of its lower half.
    halves: [usize; 2],
    trials: &'static Trials,
}

impl OpenLine {
    /// Its worth with each card at index `at`.
    #[inline(always)]
    fn with_each(&self, at: usize) -> &'static WithEach {
        let (other_half, beside) = (self.halves[usize::from(at < 2)], self.cards[at ^ 1]);
        &self.trials[at][other_half & 63][beside.kind()]
    }
}

/// The sum of a line's worth with each of some cards. Out of line, where it takes few instructions.
#[inline(never)]
fn worth_of_all(with_each: &WithEach, cards: &ByKind) -> u32 {
    let products = with_each.iter().zip(cards);
    products.map(|(&worth, &n)| i32::from(worth) * i32::from(n)).sum::<i32>() as u32
}

/// The mean worth of some cards, rounded down.
fn mean(sum: f64, cards: f64) -> u16 {
    if cards > 0.0 { (sum / cards + NEARLY) as u16 } else { 0 }
}

/// A strength and the number of the way to it as one number, of which the greatest is the first among
/// the strongest; without a branch, since the best way is hard to predict.
#[inline(always)]
fn first_of_equals(strength: u32, number: u8) -> u32 {
    strength << 5 | u32::from(31 - number)
}

/// The strength and the number of [`first_of_equals`].
#[inline(always)]
fn taken_apart(way: u32) -> (u16, u8) {
    ((way >> 5) as u16, 31 - (way & 31) as u8)
}

/// A pyramid to improve, and its present worth.
#[derive(Clone, Copy)]
pub(super) struct Gains<'v, 'a> {
    view: &'v View<'a>,
    worths: &'static Worths,
    own: Pyramid,
    worth: Worth,
}

impl<'v, 'a> Gains<'v, 'a> {
    #[inline]
    pub(super) fn new(view: &'v View<'a>, own: Pyramid, worth: Worth) -> Gains<'v, 'a> {
        Gains { view, worths: Worths::get(), own, worth }
    }

    fn may(&self, kind: ActionKind) -> bool {
        self.view.actions_now() > 0 && self.view.has_kind(kind)
    }

    #[inline(always)]
    fn line(&self, pyramid: &Pyramid, line: Line) -> u16 {
        self.worths.line(self.view.levels(), pyramid, line) as u16
    }

    /// Replaces the best action so far if another gains more.
    #[inline(always)]
    fn better(&self, best: &mut Gain, strength: u16, action: Pilot) {
        let gain = strength.saturating_sub(self.worth.strength);
        if gain > best.0 {
            *best = (gain, action);
        }
    }

    /// The swap that gains the most, the first among equals.
    pub(super) fn swap(&self) -> Gain {
        let mut best = NONE;
        if !self.may(ActionKind::Transpose) {
            return best;
        }
        let mut most = 0;
        for (pair, number) in NEIGHBOURS.into_iter().zip(0..) {
            // The pairs are in the order of their second places, which are nowhere below the first.
            if pair.1.level() >= self.view.levels() {
                break;
            }
            let swapped = self.own.transposed(pair);
            let flanks = self.line(&swapped, Line::Port) + self.line(&swapped, Line::Starboard);
            let strength = self.line(&swapped, Line::Row) + flanks;
            most = most.max(first_of_equals(strength.into(), number));
        }
        let (strength, number) = taken_apart(most);
        self.better(&mut best, strength, Pilot::Transpose(number));
        best
    }

    /// The re-sort that gains the most, the first among equals.
    pub(super) fn sort(&self) -> Gain {
        let mut best = NONE;
        let any = self.may(ActionKind::ResortLine);
        if any || self.may(ActionKind::ResortRow) {
            self.sort_row(&mut best);
        }
        if any && self.view.levels() == LEVELS {
            let lines = self.lines();
            self.sort_flank(&lines, Line::Port, &mut best);
            self.sort_flank(&lines, Line::Starboard, &mut best);
        }
        best
    }

    /// Prepares the row and complete flanks for trying other cards.
    #[inline(always)]
    fn lines(&self) -> [OpenLine; 3] {
        [self.open(Line::Row), self.open(Line::Port), self.open(Line::Starboard)]
    }

    #[inline(always)]
    fn open(&self, line: Line) -> OpenLine {
        let (classes, _) = self.worths.by_halves(line);
        let cards = self.own.line(line);
        let [a, b, c, d] = cards;
        let halves = [classes.upper(a, b) >> 6, classes.lower(c, d)];
        OpenLine { cards, halves, trials: &TRIALS[usize::from(line != Line::Row)] }
    }

    /// The worth of a line with another card at a place, as dealt so far.
    #[inline(always)]
    fn with_card(&self, card: Card, at: Place, line: Line) -> u16 {
        let mut pyramid = self.own;
        pyramid.put(at, card);
        self.line(&pyramid, line)
    }

    /// Tries the orders of the row; only the cards at its ends matter.
    fn sort_row(&self, best: &mut Gain) {
        let ([first, .., last], cards) = (Line::Row.places(), self.own.line(Line::Row));
        let (mut port, mut starboard) = ([0; 4], [0; 4]);
        for (i, card) in cards.into_iter().enumerate() {
            port[i] = self.with_card(card, first, Line::Port);
            starboard[i] = self.with_card(card, last, Line::Starboard);
        }
        for (a, d, order) in ENDS {
            let action = Pilot::Resort(Line::Row, Order::from_index(order.into()));
            self.better(best, self.worth.lines[0] + port[a] + starboard[d], action);
        }
    }

    /// Tries the orders of a flank of a complete pyramid: they change its ends, where the other
    /// lines begin.
    fn sort_flank(&self, lines: &[OpenLine; 3], line: Line, best: &mut Gain) {
        let (other, end) = match line {
            Line::Port => (Line::Starboard, 0),
            _ => (Line::Port, 3),
        };
        let (tops, ends) = (lines[other as usize].with_each(0), lines[0].with_each(end));
        let (classes, worth) = self.worths.by_halves(line);
        let cards = lines[line as usize].cards;
        // By two cards: their class and, above it, the worth of the other line that one of them ends.
        let (mut upper, mut lower) = ([0_u32; 16], [0_u32; 16]);
        for (i, first) in cards.into_iter().enumerate() {
            for (j, second) in cards.into_iter().enumerate() {
                let (top, end) = (tops[first.kind()], ends[second.kind()]);
                upper[i << 2 | j] = u32::from(top) << 16 | classes.upper(first, second) as u32;
                lower[i << 2 | j] = u32::from(end) << 16 | classes.lower(first, second) as u32;
            }
        }
        let mut most = 0;
        // The present order is one of them, and gains nothing.
        for (&[ab, cd], number) in ORDERS.iter().zip(0..) {
            let both = upper[usize::from(ab & 15)] + lower[usize::from(cd & 15)];
            let own = u32::from(worth[both as usize % CLASSES]);
            most = most.max(first_of_equals(own + (both >> 16), number));
        }
        let (strength, order) = taken_apart(most);
        self.better(best, strength, Pilot::Resort(line, Order::from_index(order.into())));
    }

    /// The replacement that gains the most on average over the unseen cards, the first among
    /// equals. A pyramid with more misfires than can be mended is worth nothing.
    pub(super) fn draw(&self, memory: &Memory, hopeless: bool) -> Gain {
        let mut best = NONE;
        if !self.may(ActionKind::Replace) {
            return best;
        }
        let view = self.view;
        let now = if hopeless { 0 } else { self.worth.strength };
        let mends = view.actions_left(view.seat()).saturating_sub(1);
        let lines = self.lines();
        // The last stock and its level.
        let mut last: Option<(usize, Stock)> = None;
        for &place in &Place::ALL[..Place::up_to(view.levels() - 1)] {
            let others = self.worth.misfires - u8::from(self.own.card(place).is_misfire());
            if others > mends {
                continue;
            }
            let level = match view.rules().replacement_from {
                ReplacementFrom::CardLevel => place.level(),
                ReplacementFrom::CurrentLevel => view.levels() - 1,
            };
            if last.as_ref().is_none_or(|&(of, _)| of != level) {
                last = Some((level, Stock::new(view, level, memory)));
            }
            let Some((_, stock)) = &last else { continue };
            // Whether one more misfire could still be mended.
            let more = others < mends;
            let strength = match stock {
                Stock::Whole(cards) => self.mean_of_whole(&lines, place, more, cards),
                Stock::Parts(cards) => self.mean_of_parts(place, more, cards),
            };
            if strength.saturating_sub(now) > best.0 {
                best = (strength - now, Pilot::Replace(place));
            }
        }
        best
    }

    /// The mean strength over whole counts, line by line; a misfire counts as 0 unless `misfires`.
    /// Sums of such integers are exact in any order.
    #[inline]
    fn mean_of_whole(
        &self,
        lines: &[OpenLine; 3],
        place: Place,
        misfires: bool,
        counts: &Counts,
    ) -> u16 {
        let (mut cards, mut counted) = (&counts.by_kind, counts.all);
        let mut playable;
        if !misfires {
            counted -= counts.misfires;
            playable = *cards;
            playable[..4].fill(0);
            cards = &playable;
        }
        let (mut kept, mut sum) = (self.worth.strength, 0);
        for line in Line::ALL.into_iter().filter(|&line| place.lines() >> line as u32 & 1 != 0) {
            kept -= self.worth.lines[line as usize];
            let with_each = match line {
                Line::Row => lines[0].with_each(place.index()),
                _ if self.view.levels() < LEVELS => &self.unfinished_with_each(line, place),
                _ => lines[line as usize].with_each(LEVELS - 1 - place.level()),
            };
            sum += worth_of_all(with_each, cards);
        }
        (sum + u32::from(kept) * counted).checked_div(counts.all).unwrap_or(0) as u16
    }

    /// The worth of an incomplete flank with each card at a place.
    #[inline(never)]
    fn unfinished_with_each(&self, line: Line, place: Place) -> WithEach {
        let mut worths = [0; PADDED];
        for (number, worths) in worths[..24].chunks_mut(4).enumerate() {
            worths.fill(self.with_card(Card::of_kind(4 * number), place, line) as u8);
        }
        worths
    }

    /// The mean strength over expected counts, summed kind by kind.
    fn mean_of_parts(&self, place: Place, misfires: bool, cards: &[f64; KINDS]) -> u16 {
        let changed = place.lines();
        let (mut sum, mut all) = (0.0, 0.0);
        for (kind, &count) in cards.iter().enumerate() {
            all += count;
            let card = Card::of_kind(kind);
            if card.is_misfire() && !misfires {
                continue;
            }
            let mut pyramid = self.own;
            pyramid.put(place, card);
            let mut strength = 0;
            for (line, known) in Line::ALL.into_iter().zip(self.worth.lines) {
                strength += match changed >> line as u32 & 1 {
                    0 => known,
                    _ => self.line(&pyramid, line),
                };
            }
            sum += count * f64::from(strength);
        }
        mean(sum, all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::memory::{Rounding, System};
    use crate::cards::random::{Purpose, Seed};
    use crate::framework::GameRules;
    use crate::games::zinbiddle::record::Silent;
    use crate::games::zinbiddle::round::{Keyed, Table};
    use crate::games::zinbiddle::rules::{Rules, Shoes, Shuffle};
    use crate::games::zinbiddle::strategies::Random;
    use crate::games::zinbiddle::view::{BetChoice, PilotChoice, Player};
    use std::sync::Arc;

    /// The strength of a pyramid, summed over its lines.
    fn strength(view: &View<'_>, pyramid: &Pyramid) -> u16 {
        Line::ALL.into_iter().map(|line| promise(view, pyramid, line)).sum()
    }

    /// The action that gains the most, the first among equals, of those that `some` applies to.
    fn plainly(view: &View<'_>, own: &Pyramid, some: impl Fn(Pilot) -> Option<Pyramid>) -> Gain {
        let now = strength(view, own);
        let ways = view.legal().filter_map(|action| Some((action, some(action)?)));
        let gains = ways.map(|(action, new)| (strength(view, &new).saturating_sub(now), action));
        gains.fold(NONE, |best, next| if next.0 > best.0 { next } else { best })
    }

    fn swap_plainly(view: &View<'_>, own: &Pyramid) -> Gain {
        plainly(view, own, |action| match action {
            Pilot::Transpose(number) => Some(own.transposed(NEIGHBOURS[usize::from(number)])),
            _ => None,
        })
    }

    fn sort_plainly(view: &View<'_>, own: &Pyramid) -> Gain {
        plainly(view, own, |action| match action {
            Pilot::Resort(line, order) => Some(own.resorted(line, order)),
            _ => None,
        })
    }

    fn draw_plainly(view: &View<'_>, own: &Pyramid, memory: &Memory, hopeless: bool) -> Gain {
        let now = if hopeless { 0 } else { strength(view, own) };
        let mends = u32::from(view.actions_left(view.seat())).saturating_sub(1);
        let gain = |action: Pilot| {
            let Pilot::Replace(place) = action else { return NONE };
            let level = match view.rules().replacement_from {
                ReplacementFrom::CardLevel => place.level(),
                ReplacementFrom::CurrentLevel => view.levels() - 1,
            };
            let (mut sum, mut cards) = (0.0, 0.0);
            for (kind, count) in unseen(view, level, memory).into_iter().enumerate() {
                let mut new = *own;
                new.put(place, Card::of_kind(kind));
                cards += count;
                if new.misfires(view.levels() - 1) <= mends {
                    sum += count * f64::from(strength(view, &new));
                }
            }
            (mean(sum, cards).saturating_sub(now), action)
        };
        let gains = view.legal().map(gain);
        gains.fold(NONE, |best, next| if next.0 > best.0 { next } else { best })
    }

    /// Plays at random, and computes its gains in both ways.
    struct Both {
        memory: Memory,
        seen: [u32; 3],
    }

    impl Player for Both {
        fn bet(&mut self, view: &View<'_>) -> BetChoice {
            Random.bet(view)
        }

        fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
            let own = view.own_so_far().unwrap();
            let worth = Worth::new(view);
            let gains = Gains::new(view, *own, worth);
            let hopeless = worth.misfires > view.actions_left(view.seat());
            let (swap, sort) = (gains.swap(), gains.sort());
            let draw = gains.draw(&self.memory, hopeless);
            assert_eq!(swap, swap_plainly(view, own), "{view:?}");
            assert_eq!(sort, sort_plainly(view, own), "{view:?}");
            assert_eq!(draw, draw_plainly(view, own, &self.memory, hopeless), "{view:?}");
            let gained = [swap, sort, draw].map(|gain| u32::from(gain.0 > 0));
            self.seen.iter_mut().zip(gained).for_each(|(seen, gained)| *seen += gained);
            Random.pilot(view)
        }
    }

    #[test]
    fn gains_are_those_of_every_way_there_is() {
        const KINDS_OF_ACTION: [ActionKind; 4] = [
            ActionKind::Replace,
            ActionKind::Transpose,
            ActionKind::ResortRow,
            ActionKind::ResortLine,
        ];
        let mut stream = Seed::new(5).round(0, 0).stream(Purpose::Choices(0));
        let mut pick = |bound: u32| stream.below(bound);
        let count = Memory::Count(Arc::new(System {
            name: "test".to_owned(),
            tags: vec![(0..KINDS as i32).map(|kind| kind % 3 - 1).collect(); LEVELS],
            start: vec![0; LEVELS],
            divisor: Some(20),
            rounding: Rounding::Exact,
        }));
        let mut seen = [0; 3];
        for case in 0..60 {
            let some = |mask: u32| {
                (0..4).filter(|i| mask >> i & 1 == 1).map(|i| KINDS_OF_ACTION[i]).collect()
            };
            let rules = Rules {
                sets: 5 + pick(3),
                misfires_per_suit: pick(3),
                copies_per_number: [[1, 1, 1, 1], [2, 1, 1, 3], [1, 3, 0, 2]][pick(3) as usize]
                    .to_vec(),
                vermilion_sixes: [0, 1, 9, 200][pick(4) as usize],
                shoes: [Shoes::OneDeck, Shoes::PerLevel][pick(2) as usize],
                replacement_from: [ReplacementFrom::CardLevel, ReplacementFrom::CurrentLevel]
                    [pick(2) as usize],
                shuffle: Shuffle::Penetration(0.9),
                pilot_actions: 2 + pick(5) as u8,
                action_kinds: match pick(2) {
                    0 => Rules::default().action_kinds,
                    _ => (0..4).map(|_| some(1 + pick(15))).collect(),
                },
                ..Rules::casino()
            };
            assert_eq!(rules.check(), []);
            let mut table = Table::new(&rules);
            let memories = [Memory::None, Memory::Full, count.clone()];
            let mut seats = memories.map(|memory| Both { memory, seen: [0; 3] });
            for hand in 0..120 {
                let luck = &mut Keyed::new(Seed::new(6).round(case, hand));
                table.hand(&mut seats, luck, &mut Silent, hand as usize % 3);
            }
            for seat in seats {
                (0..3).for_each(|i| seen[i] += seat.seen[i]);
            }
        }
        assert!(seen.into_iter().all(|seen| seen > 300), "{seen:?}");
    }
}
