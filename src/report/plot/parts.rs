//! The parts of a picture, and the axes that they share.

mod chart;
mod dots;
mod heat;
mod tornado;

use super::canvas::{Across, Colour, Frame, Up};
use super::{COLOURS, GREY, HEIGHT, INK, QUANTILES, RULE, Sheet};
use crate::report::number::{fixed, significant};
use crate::report::picture::{Level, Part, Point, Span};

/// The height of a figure with two axes, in pixels.
const PLAIN: i32 = HEIGHT - 130;
/// The height of the bars of shares.
const SHARES: i32 = 110;
/// The height of a row of dots or boxes, if there are few rows and if there are many.
const ROW: i32 = 40;
const LOW_ROW: i32 = 30;
/// The largest number of rows that counts as few.
const FEW_ROWS: usize = 14;
/// The space above and below the rows together.
const AROUND: i32 = 106;

/// The height of a part in pixels.
pub fn height(part: &Part) -> i32 {
    let rows = |rows: usize| rows as i32 * if rows > FEW_ROWS { LOW_ROW } else { ROW } + AROUND;
    match part {
        Part::Curves { shares, .. } => PLAIN + if shares.is_empty() { 0 } else { SHARES },
        Part::Heat { .. } => PLAIN,
        Part::Dots { rows: all, kinds, .. } => rows(all.len() * kinds.len().max(1)),
        Part::Boxes { rows: all, .. } => rows(all.len()),
        Part::Chart { y, actions, .. } => chart::height(y.1.len(), actions.len()),
        Part::Tornado { levers, .. } => tornado::height(levers),
    }
}

/// A linear map from values to pixels.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    pub from: i32,
    pub to: i32,
}

impl Scale {
    /// The scale that covers all finite values, with `room` (a fraction of their range) beyond each
    /// end.
    pub fn of(values: impl Iterator<Item = f64> + Clone, from: i32, to: i32, room: f64) -> Scale {
        let finite = values.filter(|x| x.is_finite());
        let low = finite.clone().reduce(f64::min).unwrap_or(0.0);
        let high = finite.reduce(f64::max).unwrap_or(1.0);
        let span = if high > low { high - low } else { high.abs().max(1.0) };
        let room = if high > low { room } else { 0.5 };
        Scale { low: low - room * span, high: high + room * span, from, to }
    }

    pub fn at(&self, value: f64) -> i32 {
        let part = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.from + (part * f64::from(self.to - self.from)).round() as i32
    }

    /// The end of the scale beyond which a value lies: `true` for the upper one, `None` if inside.
    pub fn beyond(&self, value: f64) -> Option<bool> {
        if value < self.low {
            Some(false)
        } else if value > self.high {
            Some(true)
        } else {
            None
        }
    }

    /// Round numbers, roughly `about` of them, and the decimals that they need; only whole ones if
    /// all values are `whole`.
    pub fn ticks(&self, about: f64, whole: bool) -> (Vec<f64>, usize) {
        let rough = (self.high - self.low) / about.max(1.0);
        let rough = if whole { rough.max(1.0) } else { rough };
        let unit = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * unit);
        let step = step.clone().find(|step| *step >= rough).unwrap_or(rough);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        ((first..=last).map(|tick| tick as f64 * step).collect(), decimals)
    }
}

/// The values and the interval ends of points.
pub fn ends<'p>(
    points: impl Iterator<Item = &'p Point> + Clone,
) -> impl Iterator<Item = f64> + Clone {
    points.flat_map(|point| [point.low, point.value, point.high])
}

impl Sheet {
    /// Draws a horizontal axis: vertical rules, their numbers below, and a label.
    fn across(&mut self, frame: Frame, (scale, whole): (Scale, bool), label: &str) {
        let (ticks, decimals) = scale.ticks(f64::from(frame.width()) / 110.0, whole);
        for tick in ticks {
            let x = scale.at(tick);
            self.canvas.line(&[(x, frame.top), (x, frame.bottom)], RULE, 1);
            let at = (x, frame.bottom + 8);
            self.text(&fixed(tick, decimals), at, 18.0, INK, Across::Middle, Up::Top);
        }
        self.below(frame, label);
    }

    /// Writes the label below a figure.
    fn below(&mut self, frame: Frame, label: &str) {
        let middle = (frame.middle().0, frame.bottom + 38);
        let label = self.fitting(label, 20.0, frame.width() + 60);
        self.text(&label, middle, 20.0, INK, Across::Middle, Up::Top);
    }

    fn zero(&mut self, frame: Frame, scale: Scale) {
        if scale.low < 0.0 && scale.high > 0.0 {
            let x = scale.at(0.0);
            self.canvas.line(&[(x, frame.top), (x, frame.bottom)], GREY, 2);
        }
    }

    /// Writes names beside coloured dots, from the right edge.
    fn names(&mut self, frame: Frame, names: &[String]) {
        let mut right = frame.right;
        for (i, name) in names.iter().enumerate().rev() {
            let name = self.fitting(name, 19.0, frame.width() / 2);
            let width = self.width(&name, 19.0);
            let at = (right - width, frame.top - 20);
            self.text(&name, at, 19.0, INK, Across::Left, Up::Middle);
            self.canvas.dot((right - width - 14, frame.top - 20), 5, COLOURS[i % COLOURS.len()]);
            right -= width + 46;
        }
    }

    /// Draws a wedge that points to a value beyond an end.
    fn wedge(&mut self, at: (i32, i32), towards: (i32, i32), colour: Colour) {
        let (x, y) = at;
        let (right, down) = towards;
        let side = |by: i32| (x - 12 * right + by * down, y - 12 * down + by * right);
        self.canvas.area(vec![(x, y), side(8), side(-8)], colour, 1.0);
    }

    pub(super) fn curves(&mut self, frame: Frame, part: &Part) {
        let Part::Curves { x, y, curves, span, shares, level, answer } = part else { return };
        let points = || curves.iter().flat_map(|(_, points)| points);
        let held: Vec<f64> = level.iter().map(|level| level.at.value).collect();
        let all: Vec<f64> = match span {
            Span::Within(low, high) => vec![*low, *high],
            Span::All | Span::OneIn => ends(points().map(|(_, point)| point)).chain(held).collect(),
        };
        let up = Scale::of(all.iter().copied(), frame.bottom, frame.top, 0.06);
        let (ticks, decimals) = up.ticks(8.0, false);
        let numbers: Vec<String> = ticks.iter().map(|&tick| fixed(tick, decimals)).collect();
        let room = if shares.is_empty() { 0 } else { SHARES };
        let outer = frame.without(52 + self.widest(&numbers, 18.0), 34, 10, 70);
        let inner = outer.without(0, 0, 0, room);
        let up = Scale { from: inner.bottom, to: inner.top, ..up };
        let across = Scale::of(points().map(|(at, _)| *at), inner.left, inner.right, 0.03);
        if let Some(Level { name, at }) = answer {
            self.answer(inner, across, name, at);
        }
        for (tick, number) in ticks.iter().zip(&numbers) {
            let at = up.at(*tick);
            self.canvas.line(&[(inner.left, at), (inner.right, at)], RULE, 1);
            let place = (inner.left - 10, at);
            self.text(number, place, 18.0, INK, Across::Right, Up::Middle);
        }
        let whole = points().all(|(at, _)| at.fract() == 0.0);
        self.across(outer, (across, whole), x);
        if up.low < 0.0 && up.high > 0.0 {
            let zero = up.at(0.0);
            self.canvas.line(&[(inner.left, zero), (inner.right, zero)], GREY, 2);
        }
        let middle = (frame.left, inner.middle().1);
        self.upright(y, middle, 20.0, inner.height());
        self.canvas.border(inner, INK);
        if let Some(Level { name, at }) = level {
            let height = up.at(at.value);
            self.canvas.line(&[(inner.left, height), (inner.right, height)], INK, 3);
            // Label the end at which the curves leave more room.
            let off = |point: Option<&(f64, Point)>| {
                point.map_or(0.0, |(_, point)| (point.value - at.value).abs())
            };
            let ends = curves.iter().map(|(_, points)| (off(points.first()), off(points.last())));
            let (first, last) = ends.fold((f64::INFINITY, f64::INFINITY), |least, ends| {
                (f64::min(least.0, ends.0), f64::min(least.1, ends.1))
            });
            let (place, across) = match first > last {
                true => (inner.left + 8, Across::Left),
                false => (inner.right - 8, Across::Right),
            };
            self.text(name, (place, height - 6), 18.0, INK, across, Up::Bottom);
        }
        for (i, (name, points)) in curves.iter().enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            let edge = |pick: fn(&Point) -> f64| -> Vec<(i32, i32)> {
                points.iter().map(|(at, point)| (across.at(*at), up.at(pick(point)))).collect()
            };
            let (low, high) = (edge(|point| point.low), edge(|point| point.high));
            let band: Vec<(i32, i32)> = low.into_iter().chain(high.into_iter().rev()).collect();
            if !band.is_empty() {
                self.canvas.area(band, colour, 0.2);
            }
            let line = edge(|point| point.value);
            match &line[..] {
                // A band needs two points.
                [(x, _)] => {
                    let ends = points.iter().flat_map(|(_, point)| [point.low, point.high]);
                    let ends: Vec<(i32, i32)> = ends.map(|end| (*x, up.at(end))).collect();
                    self.canvas.line(&ends, colour, 3);
                }
                [] => {}
                line => self.canvas.line(line, colour, 3),
            }
            for (at, (place, point)) in line.into_iter().zip(points) {
                match up.beyond(point.value) {
                    None => self.canvas.dot(at, 5, colour),
                    Some(above) => self.wedge(at, (0, if above { -1 } else { 1 }), colour),
                }
                let frame = Frame { left: at.0, top: at.1, right: at.0, bottom: at.1 };
                let name = if name.is_empty() { String::new() } else { format!("{name}, ") };
                let said = format!("{name}{place}: {}", point.told());
                self.mark(frame.without(-9, -9, -9, -9), said);
            }
        }
        if !shares.is_empty() {
            self.shares(outer.without(0, inner.height() + 20, 0, 0), across, shares);
        }
        if curves.len() > 1 {
            let names: Vec<String> = curves.iter().map(|(name, _)| name.clone()).collect();
            self.names(inner, &names);
        }
    }

    /// Draws the interval in which the answer lies, and its name.
    fn answer(&mut self, inner: Frame, across: Scale, name: &str, at: &Point) {
        let (left, right) = (across.at(at.low), across.at(at.high));
        let band = Frame { left: left - 2, right: right + 2, ..inner };
        self.canvas.tint(band, COLOURS[4], 0.28);
        let half = self.width(name, 18.0) / 2;
        let middle = (left + right) / 2;
        let place = middle.clamp(inner.left + half, (inner.right - half).max(inner.left + half));
        self.text(name, (place, inner.top - 8), 18.0, INK, Across::Middle, Up::Bottom);
        self.mark(Frame { left: left - 6, right: right + 6, ..inner }, name.to_owned());
    }

    /// Draws bars for the share of rounds at each x, in the colour of the first curve.
    fn shares(&mut self, frame: Frame, across: Scale, shares: &[(f64, f64)]) {
        let most = shares.iter().map(|(_, share)| *share).fold(0.0, f64::max);
        let apart = shares.windows(2).map(|pair| across.at(pair[1].0) - across.at(pair[0].0));
        let half = (apart.filter(|apart| *apart > 0).min().unwrap_or(24) * 2 / 5).clamp(2, 24);
        for (at, share) in shares {
            let x = across.at(*at);
            let high = (share / most.max(1e-12) * f64::from(frame.height() - 6)).round() as i32;
            let bar = Frame {
                left: x - half,
                right: x + half,
                top: frame.bottom - high,
                bottom: frame.bottom,
            };
            self.canvas.tint(bar, COLOURS[0], 0.45);
            let percent = format!("{:.1}%", 100.0 * share);
            self.mark(Frame { top: frame.top, ..bar }, format!("{at}: {percent} of rounds"));
            if self.width(&percent, 14.0) < 2 * half {
                let place = (x, frame.bottom - high - 2);
                self.text(&percent, place, 14.0, GREY, Across::Middle, Up::Bottom);
            }
        }
        self.canvas.line(&[(frame.left, frame.bottom), (frame.right, frame.bottom)], INK, 1);
        let place = (frame.left - 10, frame.middle().1);
        self.text("rounds", place, 18.0, INK, Across::Right, Up::Middle);
    }

    /// The room for rows with names at the left, and the room for a name, in pixels.
    fn rows<'t>(
        &self,
        frame: Frame,
        names: impl IntoIterator<Item = &'t String>,
        size: f64,
    ) -> (Frame, i32) {
        let room = self.widest(names, size).min(frame.width() * 2 / 5);
        (frame.without(14 + room, 30, 26, 70), room)
    }

    pub(super) fn boxes(&mut self, frame: Frame, x: &str, rows: &[(String, [f64; 5])]) {
        let (inner, room) = self.rows(frame, rows.iter().map(|(name, _)| name), 19.0);
        let ends = rows.iter().flat_map(|(_, quantiles)| *quantiles);
        let scale = Scale::of(ends, inner.left, inner.right, 0.06);
        self.across(inner, (scale, false), x);
        self.zero(inner, scale);
        self.canvas.border(inner, INK);
        let height = f64::from(inner.height()) / rows.len().max(1) as f64;
        let half = ((height / 4.0) as i32).min(14);
        for (i, (name, quantiles)) in rows.iter().enumerate() {
            let row = inner.top + (height * (i as f64 + 0.5)) as i32;
            let shown = self.fitting_name(name, 19.0, room);
            self.text(&shown, (inner.left - 12, row), 19.0, INK, Across::Right, Up::Middle);
            let [least, low, middle, high, most] = quantiles.map(|x| scale.at(x));
            let colour = COLOURS[0];
            self.canvas.line(&[(least, row), (low, row)], colour, 3);
            self.canvas.line(&[(high, row), (most, row)], colour, 3);
            for end in [least, most] {
                self.canvas.line(&[(end, row - half), (end, row + half)], colour, 3);
            }
            let middle_half =
                Frame { left: low, top: row - half, right: high.max(low + 1), bottom: row + half };
            self.canvas.tint(middle_half, colour, 0.3);
            self.canvas.border(middle_half, colour);
            self.canvas.line(&[(middle, row - half), (middle, row + half)], INK, 4);
            let frame = Frame { left: least, top: row - half, right: most, bottom: row + half };
            let said = quantiles.map(|x| significant(x, 4)).join(", ");
            self.mark(frame.without(-4, -4, -4, -4), format!("{name}: {QUANTILES} at {said}"));
        }
        let above = (inner.right, inner.top - 8);
        self.text(QUANTILES, above, 16.0, GREY, Across::Right, Up::Bottom);
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;

    #[test]
    fn ticks_are_round() {
        let ticks = |low, high| Scale { low, high, from: 0, to: 100 }.ticks(5.0, false);
        assert_eq!(ticks(0.0, 10.0), (vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0], 0));
        assert_eq!(ticks(-0.012, 0.011).1, 3);
        assert_eq!(ticks(0.0, 1.0).0.len(), 6);
        let players = Scale { low: 0.97, high: 2.03, from: 0, to: 100 };
        assert_eq!(players.ticks(5.0, true), (vec![1.0, 2.0], 0));
    }
}
