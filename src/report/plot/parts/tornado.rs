//! Tornado charts: the effect of one step of each rule, as bars from 0, the longest on top.

use super::Scale;
use crate::report::number::signed;
use crate::report::picture::{Lever, Point};
use crate::report::plot::canvas::{Across, Frame, Up};
use crate::report::plot::{COLOURS, GREY, INK, RULE, Sheet, WHITE};

/// The height of a bar with its spacing, and of the bar alone, in pixels.
const ROW: i32 = 24;
const BAR: i32 = 14;
/// The height of a bar that cannot be distinguished from 0.
const NOISE: i32 = 6;
/// The space between two rules.
const BETWEEN: i32 = 10;
/// The space above the bars, and above and below them together.
const ABOVE: i32 = 34;
const AROUND: i32 = ABOVE + 40;
/// The most width for the name of a value.
const MOST_NAME: i32 = 150;
/// The distance between two numbers below the bars, in pixels.
const APART: f64 = 45.0;
/// The part of its colour that a bar loses if it cannot be distinguished from 0.
const PALE: f64 = 0.75;

/// The height of a tornado with its labels, in pixels.
pub fn height(levers: &[Lever]) -> i32 {
    levers.iter().map(|lever| ROW * lever.steps.len() as i32 + BETWEEN).sum::<i32>() + AROUND
}

/// The ends of the scale, set by the effects that are shown to differ from 0, if any; otherwise by
/// all of them. If there are such effects, noise may extend beyond the scale.
fn scale(points: &[Point]) -> (f64, f64) {
    let shown: Vec<&Point> = points.iter().filter(|point| point.is_shown()).collect();
    let (low, high) = match shown.is_empty() {
        // An unknown end is infinite.
        true => points.iter().fold((0.0, 0.0), |(low, high): (f64, f64), point| {
            let known = |end: f64| if end.is_finite() { end } else { point.value };
            (low.min(known(point.low)), high.max(known(point.high)))
        }),
        false => shown.iter().fold((0.0, 0.0), |(low, high): (f64, f64), point| {
            (low.min(point.low), high.max(point.high))
        }),
    };
    let span = if high > low { high - low } else { 1.0 };
    // Both sides of 0 stay visible, and so do arrowheads towards values beyond the scale.
    let beyond = points.iter().any(|point| point.low < low || point.high > high);
    let room = if beyond { 0.15 } else { 0.06 } * span;
    (low - room, high + room)
}

impl Sheet {
    pub(in super::super) fn tornado(&mut self, frame: Frame, figures: &[String], levers: &[Lever]) {
        let room = frame.width() * 3 / 10;
        let named = |lever: &Lever| format!("{} = {}", lever.field, lever.now);
        let names: Vec<String> = levers.iter().map(named).collect();
        let room = self.widest(&names, 17.0).min(room);
        let left = frame.left + room + 16;
        let panels = figures.len().max(1) as i32;
        for (at, figure) in figures.iter().enumerate() {
            let wide = (frame.right - left) / panels;
            let own = Frame {
                left: left + wide * at as i32,
                right: left + wide * (at as i32 + 1) - 12,
                ..frame
            };
            self.panel(own.without(0, ABOVE, 0, 0), at, figure, levers);
        }
        let mut top = frame.top + ABOVE;
        for (lever, name) in levers.iter().zip(&names) {
            let high = ROW * lever.steps.len() as i32 + BETWEEN;
            let name = self.fitting_name(name, 17.0, room);
            let at = (left - 14, top + high / 2);
            self.text(&name, at, 17.0, INK, Across::Right, Up::Middle);
            top += high;
        }
    }

    /// Draws the bars of one figure.
    fn panel(&mut self, frame: Frame, figure_at: usize, figure: &str, levers: &[Lever]) {
        let steps = |lever: &'_ Lever| {
            let step = |(value, points): &(String, Vec<Option<Point>>)| {
                Some((lever.step(value), points[figure_at]?))
            };
            lever.steps.iter().filter_map(step).collect::<Vec<_>>()
        };
        let all: Vec<(String, Point)> = levers.iter().flat_map(steps).collect();
        let points: Vec<Point> = all.iter().map(|(_, point)| *point).collect();
        // Names stand at the outer ends of the bars, on the same side of 0.
        let room = |is_left: bool| {
            let own = all.iter().filter(|(_, point)| (point.value < 0.0) == is_left);
            self.widest(own.map(|(value, _)| value), 15.0).min(MOST_NAME) + 12
        };
        let (low, high) = scale(&points);
        let scale =
            Scale { low, high, from: frame.left + room(true), to: frame.right - room(false) };
        let bottom = frame.top + height(levers) - AROUND;
        let inner = Frame { bottom, ..frame };
        let label = self.fitting(figure, 17.0, frame.width());
        let above = (inner.middle().0, inner.top - 8);
        self.text(&label, above, 17.0, INK, Across::Middle, Up::Bottom);
        let (ticks, decimals) = scale.ticks(f64::from(scale.to - scale.from) / APART, false);
        for tick in ticks {
            let x = scale.at(tick);
            self.canvas.line(&[(x, inner.top), (x, inner.bottom)], RULE, 1);
            let at = (x, inner.bottom + 8);
            self.text(&signed(tick, decimals), at, 15.0, INK, Across::Middle, Up::Top);
        }
        let mut top = inner.top;
        for lever in levers {
            if top > inner.top {
                self.canvas.line(&[(inner.left, top), (inner.right, top)], RULE, 1);
            }
            let mut middle = top + BETWEEN / 2 + ROW / 2;
            for (value, points) in &lever.steps {
                if let Some(point) = points[figure_at] {
                    let frame = self.bar(scale, middle, &lever.step(value), &point);
                    let told = match point.is_shown() {
                        true => point.told(),
                        false => format!("{}, not told from 0", point.told()),
                    };
                    let Lever { field, now, .. } = lever;
                    self.mark(frame, format!("{field} from {now} to {value}: {told}"));
                }
                middle += ROW;
            }
            top += ROW * lever.steps.len() as i32 + BETWEEN;
        }
        let zero = scale.at(0.0);
        self.canvas.line(&[(zero, inner.top), (zero, inner.bottom)], INK, 2);
        self.canvas.border(inner, INK);
    }

    /// Draws a bar from 0, its interval, and the name of the value at its end.
    fn bar(&mut self, scale: Scale, at: i32, value: &str, point: &Point) -> Frame {
        let [zero, end, low, high] =
            [0.0, point.value, point.low, point.high].map(|value| scale.at(value));
        let is_shown = point.is_shown();
        let full = COLOURS[usize::from(point.value < 0.0)];
        let colour = if is_shown { full } else { full.towards(WHITE, PALE) };
        let ink = if is_shown { INK } else { GREY.towards(WHITE, 0.4) };
        let (left, right) = (zero.min(end), zero.max(end));
        let half = if is_shown { BAR / 2 } else { NOISE / 2 };
        self.canvas.rect(
            Frame { left, right: right.max(left + 1), top: at - half, bottom: at + half },
            colour,
        );
        if point.low < point.high {
            self.canvas.line(&[(low, at), (high, at)], ink, 2);
            // An end has a cap or, if it is beyond the scale, an arrowhead towards it.
            for (place, value) in [(low, point.low), (high, point.high)] {
                match scale.beyond(value) {
                    None => self.canvas.line(&[(place, at - 4), (place, at + 4)], ink, 2),
                    Some(above) => {
                        let back = if above { -6 } else { 6 };
                        let point = [(place + back, at - 5), (place, at), (place + back, at + 5)];
                        self.canvas.line(&point, ink, 2);
                    }
                }
            }
        }
        let name = self.fitting(value, 15.0, MOST_NAME);
        let colour = if is_shown { INK } else { GREY };
        let (place, across) = match point.value < 0.0 {
            true => (left.min(low) - 6, Across::Right),
            false => (right.max(high) + 6, Across::Left),
        };
        self.text(&name, (place, at), 15.0, colour, across, Up::Middle);
        Frame {
            left: left.min(low),
            right: right.max(high),
            top: at - ROW / 2,
            bottom: at + ROW / 2,
        }
    }
}
