//! The strength of a pyramid, and the gains of swaps, re-sorts and replacements.

use crate::cards::Memory;
use crate::games::zinbiddle::hand::{
    CLASSES, Card, Classes, KINDS, LEVELS, Line, NEIGHBOURS, Order, Place, Pyramid,
};
use crate::games::zinbiddle::rules::{ActionKind, ReplacementFrom};
use crate::games::zinbiddle::strategies::regular::Worths;
use crate::games::zinbiddle::view::{Pilot, View};

/// The strength of a pyramid as dealt so far, in points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    pub(super) strength: u16,
    /// The strength by line.
    pub(super) lines: [u16; 3],
    pub(super) misfires: u8,
    /// The place of the highest misfire.
    pub(super) misfire: Place,
}

impl Worth {
    /// The worth of a seat's own cards.
    #[inline]
    pub(super) fn new(view: &View<'_>, own: &Pyramid) -> Worth {
        let level = view.levels() - 1;
        let (misfires, misfire) = (own.misfires(level) as u8, own.highest_misfire(level));
        let worths = Worths::get();
        let line = |line| worths.line(view.levels(), own, line) as u16;
        let lines = [line(Line::Row), line(Line::Port), line(Line::Starboard)];
        Worth { strength: lines[0] + lines[1] + lines[2], lines, misfires, misfire }
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

/// The lines changed by each swap, as bits. Order within the row does not matter.
const SWAPPED: [u8; NEIGHBOURS.len()] = {
    let mut changed = [0; NEIGHBOURS.len()];
    let mut number = 0;
    while number < changed.len() {
        let (a, b) = NEIGHBOURS[number];
        let within = (a.level() == 0 && b.level() == 0) as u8;
        changed[number] = (a.lines() | b.lines()) & !within;
        number += 1;
    }
    changed
};

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

/// For each order but the identity: the indices of the cards at its ends, then the upper and the
/// lower two as digits of base 4.
const ORDERS: [[u8; 4]; Order::WAYS - 1] = {
    let mut orders = [[0; 4]; Order::WAYS - 1];
    let mut number = 1;
    while number < Order::WAYS {
        let [a, b, c, d] = Order::from_index(number).old();
        orders[number - 1] = [a, d, a << 2 | b, c << 2 | d];
        number += 1;
    }
    orders
};

/// The cards that a seat believes to be left in a level's shoe, by kind.
pub(super) fn unseen(view: &View<'_>, level: usize, memory: &Memory) -> [f64; KINDS] {
    memory.weights(view.rules().shoe_of(level), &view.known(level))
}

/// Values by kind, padded to whole words of the processor. No shoe holds more than 800 cards of a
/// kind, and no pyramid is worth more than 300, so sums of products fit 32 bits.
type ByKind = [i16; 24];

/// The cards that a seat believes to be left in a shoe.
enum Stock {
    /// Whole counts by kind, and their sum.
    Whole(ByKind, i32),
    /// Expected counts by kind.
    Parts([f64; KINDS]),
}

impl Stock {
    #[inline]
    fn new(view: &View<'_>, level: usize, memory: &Memory) -> Stock {
        match memory.whole_weights(&view.known(level)) {
            Some(cards) => {
                let mut all = [0; 24];
                let mut sum = 0;
                for (all, &count) in all.iter_mut().zip(&cards) {
                    *all = count as i16;
                    sum += i32::from(*all);
                }
                Stock::Whole(all, sum)
            }
            None => Stock::Parts(unseen(view, level, memory)),
        }
    }
}

/// The row or a complete flank, prepared for trying other cards.
#[derive(Clone, Copy)]
struct OpenLine {
    cards: [Card; 4],
    classes: Classes<'static>,
    /// The classes of its halves, and the worth by class of the line.
    upper: usize,
    lower: usize,
    worth: &'static [u8; CLASSES],
}

impl OpenLine {
    /// Its worth with a card at index `at`.
    #[inline(always)]
    fn with(&self, at: usize, card: Card) -> u8 {
        let class = usize::from(self.classes.with_each(self.cards, at)[card.kind() % KINDS]);
        let class = if at < 2 { class << 6 | self.lower } else { self.upper | class };
        self.worth[class % CLASSES]
    }

    /// Adds its worth with each card at index `at`, by kind.
    #[inline(never)]
    fn add_each(&self, at: usize, strengths: &mut ByKind) {
        let half = self.classes.with_each(self.cards, at);
        if at < 2 {
            let worth = &self.worth[self.lower % CLASSES..];
            for (strength, &class) in strengths.iter_mut().zip(half) {
                *strength += i16::from(worth[usize::from(class) << 6]);
            }
        } else {
            let (worth, _) = self.worth[self.upper % CLASSES..]
                .split_first_chunk::<64>()
                .unwrap_or((&[0; 64], &[]));
            for (strength, &class) in strengths.iter_mut().zip(half) {
                *strength += i16::from(worth[usize::from(class & 63)]);
            }
        }
    }
}

/// The mean worth of some cards, rounded down.
fn mean(sum: f64, cards: f64) -> u16 {
    if cards > 0.0 { (sum / cards + NEARLY) as u16 } else { 0 }
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
        let levels = self.view.levels();
        for (number, &(a, b)) in NEIGHBOURS.iter().enumerate() {
            if a.level() >= levels || b.level() >= levels {
                continue;
            }
            let swapped = self.own.transposed((a, b));
            let mut strength = 0;
            for (line, known) in Line::ALL.into_iter().zip(self.worth.lines) {
                strength += match SWAPPED[number] >> line as u32 & 1 {
                    0 => known,
                    _ => self.line(&swapped, line),
                };
            }
            self.better(&mut best, strength, Pilot::Transpose(number as u8));
        }
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
            self.sort_flank(Line::Port, &mut best);
            self.sort_flank(Line::Starboard, &mut best);
        }
        best
    }

    /// Prepares the row or a complete flank for trying other cards.
    #[inline(always)]
    fn open(&self, line: Line) -> OpenLine {
        let (classes, worth) = self.worths.by_halves(line);
        let cards = self.own.line(line);
        let [a, b, c, d] = cards;
        OpenLine { cards, classes, upper: classes.upper(a, b), lower: classes.lower(c, d), worth }
    }

    /// The worth of a flank with another thruster, as dealt so far.
    #[inline(always)]
    fn with_thruster(&self, card: Card, at: Place, line: Line) -> u16 {
        let mut pyramid = self.own;
        pyramid.put(at, card);
        self.line(&pyramid, line)
    }

    /// Tries the orders of the row; only the cards at its ends matter.
    fn sort_row(&self, best: &mut Gain) {
        let ([first, .., last], cards) = (Line::Row.places(), self.own.line(Line::Row));
        let port = cards.map(|card| self.with_thruster(card, first, Line::Port));
        let starboard = cards.map(|card| self.with_thruster(card, last, Line::Starboard));
        for (a, d, order) in ENDS {
            let action = Pilot::Resort(Line::Row, Order::from_index(order.into()));
            self.better(best, self.worth.lines[0] + port[a] + starboard[d], action);
        }
    }

    /// Tries the orders of a flank of a complete pyramid: they change its ends, where the other
    /// lines begin.
    fn sort_flank(&self, line: Line, best: &mut Gain) {
        let (other, end) = match line {
            Line::Port => (Line::Starboard, 0),
            _ => (Line::Port, 3),
        };
        let (capped, row) = (self.open(other), self.open(Line::Row));
        let OpenLine { cards, classes, worth, .. } = self.open(line);
        let (mut tops, mut ends) = ([0_u32; 4], [0_u32; 4]);
        let (mut upper, mut lower) = ([0; 16], [0; 16]);
        for i in 0..4 {
            tops[i] = capped.with(0, cards[i]).into();
            ends[i] = row.with(end, cards[i]).into();
            for j in 0..4 {
                upper[i << 2 | j] = classes.upper(cards[i], cards[j]);
                lower[i << 2 | j] = classes.lower(cards[i], cards[j]);
            }
        }
        // The greatest strength and, in the low bits, a tie-breaker that is larger for earlier
        // orders.
        let mut most = 0;
        for (number, order) in ORDERS.iter().enumerate() {
            let [a, d, ab, cd] = order.map(usize::from);
            let own = worth[(upper[ab & 15] | lower[cd & 15]) % CLASSES];
            let strength = u32::from(own) + tops[a & 3] + ends[d & 3];
            most = most.max(strength << 5 | (31 - number as u32));
        }
        let order = Order::from_index((32 - (most & 31)) as usize);
        self.better(best, (most >> 5) as u16, Pilot::Resort(line, order));
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
        let lines = Line::ALL.map(|line| self.open(line));
        let mut stocks = [const { None }; LEVELS];
        for &place in &Place::ALL[..Place::up_to(view.levels() - 1)] {
            let others = self.worth.misfires - u8::from(self.own.card(place).is_misfire());
            if others > mends {
                continue;
            }
            let level = match view.rules().replacement_from {
                ReplacementFrom::CardLevel => place.level(),
                ReplacementFrom::CurrentLevel => view.levels() - 1,
            };
            let stock = stocks[level].get_or_insert_with(|| Stock::new(view, level, memory));
            // Whether one more misfire could still be mended.
            let more = others < mends;
            let strength = match stock {
                Stock::Whole(cards, all) => {
                    let strengths = self.strengths(&lines, place, more);
                    let products = strengths.iter().zip(&*cards);
                    let sum: i32 = products.map(|(&s, &n)| i32::from(s) * i32::from(n)).sum();
                    mean(sum.into(), (*all).into())
                }
                Stock::Parts(cards) => self.mean_of_parts(place, more, cards),
            };
            if strength.saturating_sub(now) > best.0 {
                best = (strength - now, Pilot::Replace(place));
            }
        }
        best
    }

    /// The strength with each card at a place, by kind; a misfire counts as 0 unless `misfires`.
    /// Sums of such integers are exact in any order.
    #[inline]
    fn strengths(&self, lines: &[OpenLine; 3], place: Place, misfires: bool) -> ByKind {
        let changed = place.lines();
        let kept = |line: usize| (changed >> line & 1 ^ 1) as i16 * self.worth.lines[line] as i16;
        let mut strengths = [kept(0) + kept(1) + kept(2); 24];
        if changed & 1 != 0 {
            lines[0].add_each(place.index(), &mut strengths);
        }
        for line in [Line::Port, Line::Starboard] {
            if changed >> line as u32 & 1 != 0 {
                match self.view.levels() {
                    LEVELS => {
                        lines[line as usize].add_each(LEVELS - 1 - place.level(), &mut strengths);
                    }
                    _ => self.add_unfinished(line, place, &mut strengths),
                }
            }
        }
        if !misfires {
            strengths[..4].fill(0);
        }
        strengths
    }

    /// Adds the worth of an incomplete flank with each card at a place, by kind.
    #[inline(never)]
    fn add_unfinished(&self, line: Line, place: Place, strengths: &mut ByKind) {
        for (number, strengths) in strengths.chunks_mut(4).enumerate() {
            let mut pyramid = self.own;
            pyramid.put(place, Card::of_kind(4 * number));
            let worth = self.line(&pyramid, line) as i16;
            strengths.iter_mut().for_each(|strength| *strength += worth);
        }
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
            let worth = Worth::new(view, own);
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
