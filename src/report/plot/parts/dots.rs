//! Figures of named items, as dots with intervals.

use super::{FEW_ROWS, Scale, ends};
use crate::report::number::significant;
use crate::report::picture::{Part, Point, Span, one_in};
use crate::report::plot::canvas::{Across, Colour, Frame, Up};
use crate::report::plot::{COLOURS, GREY, INK, RULE, Sheet};

/// The position of a probability on a ladder: −log₁₀ p, rarer further out.
fn rung(p: f64) -> f64 {
    -p.log10()
}

/// The most powers of ten that are labelled.
const MOST_RUNGS: f64 = 7.0;

impl Sheet {
    pub(in super::super) fn dots(&mut self, frame: Frame, part: &Part) {
        let Part::Dots { x, rows, kinds, span, level } = part else { return };
        let size = if rows.len() > FEW_ROWS { 17.0 } else { 19.0 };
        let (mut inner, room) = self.rows(frame, rows.iter().map(|(name, _)| name), size);
        if *span == Span::OneIn {
            // Room for the numbers at the right of the dots.
            let all = rows.iter().flat_map(|(_, points)| points).flatten();
            let numbers: Vec<String> = all.map(beside).collect();
            inner.right -= self.widest(&numbers, 15.0);
        }
        let points = || rows.iter().flat_map(|(_, points)| points).flatten();
        let held: Vec<Point> = level.iter().map(|level| level.at).collect();
        let scale = match span {
            Span::OneIn => ladder(points(), inner),
            Span::Within(low, high) => {
                Scale::of([*low, *high].into_iter(), inner.left, inner.right, 0.12)
            }
            Span::All => Scale::of(ends(points().chain(&held)), inner.left, inner.right, 0.06),
        };
        match span {
            Span::OneIn => self.rungs(inner, scale, x),
            Span::All | Span::Within(..) => {
                self.across(inner, (scale, false), x);
                self.zero(inner, scale);
            }
        }
        self.canvas.border(inner, INK);
        if let Some(level) = level {
            let at = scale.at(level.at.value);
            self.canvas.line(&[(at, inner.top), (at, inner.bottom)], INK, 3);
            let half = self.width(&level.name, 18.0) / 2;
            let middle = at.clamp(inner.left + half, (inner.right - half).max(inner.left + half));
            let place = (middle, inner.top - 8);
            self.text(&level.name, place, 18.0, INK, Across::Middle, Up::Bottom);
        }
        let height = f64::from(inner.height()) / rows.len().max(1) as f64;
        for (i, (name, points)) in rows.iter().enumerate() {
            let row = |part: f64| inner.top + (height * (i as f64 + part)) as i32;
            let shown = self.fitting_name(name, size, room);
            self.text(&shown, (inner.left - 12, row(0.5)), size, INK, Across::Right, Up::Middle);
            if i > 0 {
                self.canvas.line(&[(inner.left, row(0.0)), (inner.right, row(0.0))], RULE, 1);
            }
            for (kind, point) in points.iter().enumerate() {
                let Some(point) = point else { continue };
                let at = row((kind as f64 + 1.0) / (points.len() as f64 + 1.0));
                let colour = COLOURS[kind % COLOURS.len()];
                let frame = match span {
                    Span::OneIn => self.rare(inner, scale, at, point, colour),
                    Span::All | Span::Within(..) => self.dotted(inner, scale, at, point, colour),
                };
                let kind = kinds.get(kind).map(|kind| format!(", {kind}")).unwrap_or_default();
                let said = format!("{name}{kind}: {}", span.told(point));
                self.mark(frame.without(-9, -12, -9, -12), said);
            }
        }
        if kinds.len() > 1 {
            self.names(inner, kinds);
        }
    }

    /// Draws a line between two ends, with caps.
    fn whisker(&mut self, at: i32, (low, high): (i32, i32), colour: Colour) {
        self.canvas.line(&[(low, at), (high, at)], colour, 3);
        for end in [low, high] {
            self.canvas.line(&[(end, at - 6), (end, at + 6)], colour, 3);
        }
    }

    /// Draws a value with its interval; one beyond the scale is a wedge with its number.
    fn dotted(
        &mut self,
        inner: Frame,
        scale: Scale,
        at: i32,
        point: &Point,
        colour: Colour,
    ) -> Frame {
        if let Some(above) = scale.beyond(point.value) {
            let (edge, way) = if above { (inner.right - 6, 1) } else { (inner.left + 6, -1) };
            self.wedge((edge, at), (way, 0), colour);
            let across = if above { Across::Right } else { Across::Left };
            let said = format!("{}, off the scale", significant(point.value, 3));
            self.text(&said, (edge - 20 * way, at), 18.0, INK, across, Up::Middle);
            let wide = self.width(&said, 18.0) + 20;
            let (left, right) = if above { (edge - wide, edge) } else { (edge, edge + wide) };
            return Frame { left, top: at, right, bottom: at };
        }
        let [low, value, high] = [point.low, point.value, point.high].map(|x| scale.at(x));
        if point.low < point.high {
            self.whisker(at, (low, high), colour);
        }
        self.canvas.dot((value, at), 5, colour);
        Frame { left: low.min(value), top: at, right: high.max(value), bottom: at }
    }

    /// Draws a probability with its interval, and writes it in words.
    fn rare(
        &mut self,
        inner: Frame,
        scale: Scale,
        at: i32,
        point: &Point,
        colour: Colour,
    ) -> Frame {
        let place = |p: f64| if p > 0.0 { scale.at(rung(p)) } else { inner.right };
        let (from, to) = (place(point.high), place(point.low));
        if point.low < point.high {
            let end = if point.low > 0.0 { to } else { inner.right - 6 };
            self.canvas.line(&[(from, at), (end, at)], colour, 3);
            self.canvas.line(&[(from, at - 6), (from, at + 6)], colour, 3);
            match point.low > 0.0 {
                true => self.canvas.line(&[(to, at - 6), (to, at + 6)], colour, 3),
                // There is no lower bound.
                false => self.wedge((inner.right - 2, at), (1, 0), colour),
            }
        }
        if point.value > 0.0 {
            self.canvas.dot((place(point.value), at), 5, colour);
        }
        let said = beside(point);
        self.text(&said, (inner.right + 10, at), 15.0, GREY, Across::Left, Up::Middle);
        Frame { left: from, top: at, right: to.max(from), bottom: at }
    }

    /// Draws vertical rules at the powers of ten.
    fn rungs(&mut self, frame: Frame, scale: Scale, label: &str) {
        let every = ((scale.high - scale.low) / MOST_RUNGS).ceil().max(1.0) as i32;
        for power in 0..=scale.high.floor() as i32 {
            let x = scale.at(f64::from(power));
            self.canvas.line(&[(x, frame.top), (x, frame.bottom)], RULE, 1);
            if power % every != 0 {
                continue;
            }
            let name = match power {
                0 => "always".to_owned(),
                power => one_in(10_f64.powi(-power)),
            };
            let size = if scale.high > 9.0 { 14.0 } else { 17.0 };
            self.text(&name, (x, frame.bottom + 8), size, INK, Across::Middle, Up::Top);
        }
        self.below(frame, label);
    }
}

/// The text at the right of a dot of a ladder.
fn beside(point: &Point) -> String {
    match point.value > 0.0 {
        true => one_in(point.value),
        false => "never seen".to_owned(),
    }
}

/// The scale of a ladder, from certain events to the rarest.
fn ladder<'p>(points: impl Iterator<Item = &'p Point>, inner: Frame) -> Scale {
    let last = points.flat_map(|point| [point.low, point.value, point.high]);
    let last = last.filter(|p| *p > 0.0).map(rung).fold(0.5, f64::max);
    let high = (last + 0.15).max(1.0);
    Scale { low: -0.08, high, from: inner.left, to: inner.right }
}
