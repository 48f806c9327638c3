//! The value of each pilot action (Z9).

use super::field::Odds;
use super::prospects::Prospects;
use super::runs::{Code, shape, with};
use super::tables::{NUMBERS, rough_index};
use super::{Situation, Weigher, guess};
use crate::games::zinbiddle::hand::{LEVELS, Line, NEIGHBOURS, Order, Place, Pyramid};
use crate::games::zinbiddle::rules::{ActionKind, ROUNDS, ReplacementFrom, UNITS_PER_ANTE};
use crate::games::zinbiddle::view::{Pilot, View};

/// The money at stake, in units.
struct Stakes {
    /// The expected pot at the end, with part of the bets still to come.
    pot: f32,
    /// The price of a repair.
    repair: f32,
    /// The value of a spare action, in shares of the pot.
    spare: f32,
}

/// The value of a pyramid by its misfires and the actions used, whatever its lines.
struct Worth {
    pot: f32,
    whole: f32,
    spare: f32,
    repairs: f32,
}

impl Stakes {
    fn new(view: &View<'_>) -> Stakes {
        let n = view.rivals() as f32 + 1.0;
        let round = &view.rules().bet_units[view.round().min(ROUNDS)..];
        let bets = round.iter().sum::<u32>() as f32 * UNITS_PER_ANTE as f32;
        let again = view.actions_now() > 1;
        Stakes {
            pot: view.pot() as f32 + guess::BETS_WON * bets * n,
            repair: if again { view.price() as f32 } else { Weigher::next_price(view) },
            spare: if view.levels() < LEVELS { guess::SPARE } else { 0.0 },
        }
    }

    /// The worth with `misfires` misfires after `used` actions.
    #[inline]
    fn worth(&self, found: &Situation, misfires: usize, used: usize) -> Worth {
        let mending = &found.mending;
        let whole = mending.whole[misfires][used];
        let repairs = misfires as f32 + mending.later;
        Worth {
            pot: self.pot,
            whole,
            spare: self.spare * mending.spare[misfires][used],
            repairs: mending.each * repairs * self.repair * guess::REPAIRS * whole,
        }
    }
}

/// An evaluator of actions, with a cache of the odds of flanks.
pub(super) struct Actions<'a> {
    prospects: Prospects<'a>,
    /// By flank: some shapes and their odds.
    known: [[(Code, Odds); KNOWN]; 2],
}

/// Number of cached shapes per flank: more than occur before the gunners are dealt.
const KNOWN: usize = 32;

impl<'a> Actions<'a> {
    #[inline]
    pub(super) fn new(prospects: Prospects<'a>) -> Actions<'a> {
        Actions { prospects, known: [[(Code::MAX, Odds::default()); KNOWN]; 2] }
    }

    #[inline]
    fn value(&self, worth: &Worth, lines: [Odds; 3]) -> f32 {
        let share = self.prospects.field.share(lines) * worth.whole + worth.spare;
        share * worth.pot - worth.repairs
    }

    /// The odds at a flank by its numbers alone.
    #[inline]
    fn rough_flank(&mut self, line: Line, code: Code) -> Odds {
        let shape = shape(code);
        let known = &mut self.known[usize::from(line == Line::Starboard)];
        let known = &mut known[(shape ^ shape >> 4) % KNOWN];
        if known.0 != shape {
            *known = (shape, self.prospects.rough_flank(line, shape));
        }
        known.1
    }

    /// The odds at a line.
    #[inline]
    fn line(&mut self, pyramid: &Pyramid, line: Line) -> Odds {
        if line == Line::Row {
            return self.prospects.row(pyramid);
        }
        match self.prospects.ranked_flank(pyramid, line) {
            Some(odds) => odds,
            None => self.rough_flank(line, self.prospects.code(pyramid, line)),
        }
    }

    /// The legal action that gains the most over passing, if any gains.
    #[inline]
    pub(super) fn best(mut self, pyramid: &Pyramid, found: &Situation) -> Pilot {
        if found.share <= 0.0 {
            return Pilot::Pass;
        }
        let view = self.prospects.view;
        let stakes = Stakes::new(view);
        let kinds = &view.rules().action_kinds[view.levels() - 1];
        let part = 1.0 - view.rules().action_rake as f32;
        let pass = self.value(&stakes.worth(found, found.misfires, 0), found.lines);
        let cost = view.price() as f32 * (1.0 - part * found.share);
        let mut best = (pass + cost, Pilot::Pass);
        if kinds.contains(&ActionKind::Replace) {
            self.replacements(pyramid, found, &stakes, pass, &mut best);
        }
        let worth = stakes.worth(found, found.misfires, 1);
        let mut consider = |actions: &Actions<'_>, lines: [Odds; 3], action: Pilot| {
            let value = actions.value(&worth, lines);
            if value > best.0 {
                best = (value, action);
            }
        };
        if kinds.contains(&ActionKind::Transpose) {
            self.transpositions(pyramid, found.lines, &mut consider);
        }
        let any = kinds.contains(&ActionKind::ResortLine);
        if any || kinds.contains(&ActionKind::ResortRow) {
            self.row_orders(pyramid, found.lines, &mut consider);
        }
        if any && view.levels() == LEVELS {
            self.flank_orders(pyramid, Line::Port, &mut consider);
            self.flank_orders(pyramid, Line::Starboard, &mut consider);
        }
        best.1
    }

    /// Replacements, by the numbers that may be drawn; suits are ignored.
    #[inline]
    fn replacements(
        &mut self,
        pyramid: &Pyramid,
        found: &Situation,
        stakes: &Stakes,
        pass: f32,
        best: &mut (f32, Pilot),
    ) {
        let Prospects { view, beliefs, .. } = self.prospects;
        let misfires = found.misfires;
        let row = rough_index(pyramid);
        let [port, starboard] =
            [Line::Port, Line::Starboard].map(|line| self.prospects.code(pyramid, line));
        let rough = [
            self.prospects.rough_row(row),
            self.rough_flank(Line::Port, port),
            self.rough_flank(Line::Starboard, starboard),
        ];
        // Corrects for the ignored suits.
        let bias = pass - self.value(&stakes.worth(found, misfires, 0), rough);
        for &place in &Place::ALL[..Place::up_to(view.levels() - 1)] {
            let old = pyramid.card(place).is_misfire();
            if misfires > 0 && !old {
                continue;
            }
            let level = match view.rules().replacement_from {
                ReplacementFrom::CardLevel => place.level(),
                ReplacementFrom::CurrentLevel => view.levels() - 1,
            };
            let next = &beliefs.of(level).all;
            let rest = misfires - usize::from(old);
            let worth = stakes.worth(found, rest, 1);
            let mut sum = next[0] * self.value(&stakes.worth(found, rest + 1, 1), rough);
            let which = place.lines();
            for number in 1..NUMBERS {
                let chance = next[number];
                if chance > 0.0 {
                    let mut lines = rough;
                    if which & 1 != 0 {
                        let step = NUMBERS.pow(3 - place.index() as u32);
                        let old = pyramid.card(place).number() as usize;
                        lines[0] = self.prospects.rough_row(row - old * step + number * step);
                    }
                    if which & 2 != 0 {
                        lines[1] = self.rough_flank(Line::Port, with(port, place.level(), number));
                    }
                    if which & 4 != 0 {
                        let code = with(starboard, place.level(), number);
                        lines[2] = self.rough_flank(Line::Starboard, code);
                    }
                    sum += chance * self.value(&worth, lines);
                }
            }
            if sum + bias > best.0 {
                *best = (sum + bias, Pilot::Replace(place));
            }
        }
    }

    /// Swaps of neighbours.
    #[inline]
    fn transpositions(
        &mut self,
        pyramid: &Pyramid,
        now: [Odds; 3],
        consider: &mut impl FnMut(&Actions<'_>, [Odds; 3], Pilot),
    ) {
        let levels = self.prospects.view.levels();
        for (number, &(a, b)) in NEIGHBOURS.iter().enumerate() {
            if a.level() < levels && b.level() < levels {
                let which = a.lines() | b.lines();
                let new = pyramid.transposed((a, b));
                let mut lines = now;
                for (i, line) in Line::ALL.into_iter().enumerate() {
                    if which >> i & 1 != 0 {
                        lines[i] = self.line(&new, line);
                    }
                }
                consider(self, lines, Pilot::Transpose(number as u8));
            }
        }
    }

    /// The odds at `line` with each card of the line `of` in turn at the place where the two meet.
    #[inline]
    fn with_each(&mut self, pyramid: &Pyramid, of: Line, at: Place, line: Line) -> [Odds; 4] {
        pyramid.line(of).map(|card| {
            let mut new = *pyramid;
            new.put(at, card);
            self.line(&new, line)
        })
    }

    /// Orders of the row, in which only the cards at its ends matter.
    #[inline]
    fn row_orders(
        &mut self,
        pyramid: &Pyramid,
        now: [Odds; 3],
        consider: &mut impl FnMut(&Actions<'_>, [Odds; 3], Pilot),
    ) {
        let [first, .., last] = Line::Row.places();
        let port = self.with_each(pyramid, Line::Row, first, Line::Port);
        let starboard = self.with_each(pyramid, Line::Row, last, Line::Starboard);
        for order in (1..Order::WAYS).map(Order::from_index) {
            let [a, b, c, d] = order.old().map(usize::from);
            if b > c || a == 0 && d == 3 {
                continue;
            }
            consider(self, [now[0], port[a], starboard[d]], Pilot::Resort(Line::Row, order));
        }
    }

    /// Orders of a flank of a complete pyramid: they change its ends, where the other lines begin.
    #[inline(never)]
    fn flank_orders(
        &mut self,
        pyramid: &Pyramid,
        line: Line,
        consider: &mut impl FnMut(&Actions<'_>, [Odds; 3], Pilot),
    ) {
        let other = if line == Line::Port { Line::Starboard } else { Line::Port };
        let [capstone, .., thruster] = line.places();
        let capped = self.with_each(pyramid, line, capstone, other);
        let rows = self.with_each(pyramid, line, thruster, Line::Row);
        for order in (1..Order::WAYS).map(Order::from_index) {
            let [a, .., d] = order.old().map(usize::from);
            let own = self.line(&pyramid.resorted(line, order), line);
            let flanks = if line == Line::Port { [own, capped[a]] } else { [capped[a], own] };
            consider(self, [rows[d], flanks[0], flanks[1]], Pilot::Resort(line, order));
        }
    }
}
