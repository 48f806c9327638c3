//! Heat maps: a figure over two fields, as colours.

use super::Scale;
use crate::report::number::{fixed, significant};
use crate::report::picture::{Part, Point, told_against};
use crate::report::plot::canvas::{Across, Colour, Frame, Up};
use crate::report::plot::{GREY, INK, Sheet, WHITE, ink_on};

/// The part of its colour that a cell loses if it cannot be distinguished from the reference level.
const PALE: f64 = 0.8;

impl Sheet {
    pub(in super::super) fn heat(&mut self, frame: Frame, part: &Part) {
        let Part::Heat { title, x, y, values, level } = part else { return };
        let is_noise = |point: &Point| point.low < point.high && point.meets(&level.at);
        let all = || values.iter().flatten().flatten();
        let told: Vec<f64> = all().filter(|at| !is_noise(at)).map(|point| point.value).collect();
        // Noise does not set the scale, unless there is nothing else.
        let paint = match told.is_empty() {
            true => Paint::of(all().map(|point| point.value)),
            false => Paint::of(told.iter().copied()),
        };
        let (ticks, decimals) = paint.ticks();
        let numbers: Vec<String> = ticks.iter().map(|&tick| fixed(tick, decimals)).collect();
        let legend = 70 + self.widest(&numbers, 17.0);
        let left = 52 + self.widest(&y.1, 18.0).min(frame.width() / 4);
        let inner = frame.without(left, 56, legend, 70);
        let title = self.fitting(title, 19.0, frame.right - inner.left);
        let above = (inner.left, inner.top - 32);
        self.text(&title, above, 19.0, INK, Across::Left, Up::Bottom);
        let (columns, rows) = (x.1.len().max(1) as i32, y.1.len().max(1) as i32);
        let column = |i: i32| inner.left + inner.width() * i / columns;
        // Higher values of y are higher up.
        let row = |i: i32| inner.bottom - inner.height() * i / rows;
        let mut dotted = false;
        for (j, (up, values)) in (0..).zip(y.1.iter().zip(values)) {
            for (i, (across, value)) in (0..).zip(x.1.iter().zip(values)) {
                let cell = Frame {
                    left: column(i),
                    top: row(j + 1),
                    right: column(i + 1),
                    bottom: row(j),
                };
                let Some(point) = value else { continue };
                let is_noise = is_noise(point);
                let full = paint.colour(point.value);
                let colour = if is_noise { full.towards(WHITE, PALE) } else { full };
                self.canvas.rect(cell, colour);
                if is_noise {
                    dotted = true;
                    self.canvas.dot((cell.right - 10, cell.top + 10), 4, GREY);
                }
                self.mark(cell, format!("{across}, {up}: {}", told_against(point, level)));
                let number = significant(point.value, 3);
                if self.width(&number, 16.0) + 6 < cell.width() && cell.height() > 20 {
                    let ink = if is_noise { GREY } else { ink_on(colour) };
                    self.text(&number, cell.middle(), 16.0, ink, Across::Middle, Up::Middle);
                }
            }
        }
        self.canvas.border(inner, INK);
        if dotted {
            let said = format!("pale with a dot: cannot be told from {}", level.name);
            let said = self.fitting(&said, 16.0, frame.right - inner.left - 12);
            self.canvas.dot((inner.left + 5, inner.top - 16), 4, GREY);
            let place = (inner.left + 16, inner.top - 16);
            self.text(&said, place, 16.0, GREY, Across::Left, Up::Middle);
        }
        let every = |texts: &[String], room: i32, size: i32| {
            (size * texts.len() as i32 / room.max(1)).max(0) + 1
        };
        let widest = self.widest(&x.1, 18.0) + 12;
        let skip = every(&x.1, inner.width(), widest);
        for (i, name) in (0..).zip(&x.1).filter(|(i, _)| i % skip == 0) {
            let at = ((column(i) + column(i + 1)) / 2, inner.bottom + 8);
            let name = self.fitting(name, 18.0, inner.width() / columns * skip);
            self.text(&name, at, 18.0, INK, Across::Middle, Up::Top);
        }
        let skip = every(&y.1, inner.height(), 26);
        for (j, name) in (0..).zip(&y.1).filter(|(j, _)| j % skip == 0) {
            let at = (inner.left - 10, (row(j) + row(j + 1)) / 2);
            let name = self.fitting(name, 18.0, left - 52);
            self.text(&name, at, 18.0, INK, Across::Right, Up::Middle);
        }
        self.below(inner, &x.0);
        self.upright(&y.0, (frame.left, inner.middle().1), 20.0, inner.height());
        self.legend(Frame { left: inner.right + 22, right: inner.right + 44, ..inner }, &paint);
    }

    /// Draws a bar of all colours with their numbers.
    fn legend(&mut self, bar: Frame, paint: &Paint) {
        let scale = Scale { low: paint.low, high: paint.high, from: bar.bottom, to: bar.top };
        for top in (bar.top..bar.bottom).step_by(3) {
            let part = f64::from(bar.bottom - top) / f64::from(bar.height());
            let colour = paint.colour(paint.low + part * (paint.high - paint.low));
            self.canvas.rect(Frame { top, bottom: (top + 3).min(bar.bottom), ..bar }, colour);
        }
        self.canvas.border(bar, INK);
        let (ticks, decimals) = paint.ticks();
        for tick in ticks {
            let at = (bar.right + 8, scale.at(tick));
            self.text(&fixed(tick, decimals), at, 17.0, INK, Across::Left, Up::Middle);
        }
    }
}

/// A map from values to colours: from light to dark away from 0 or, if the values have both signs,
/// from one colour through white at 0 to another.
struct Paint {
    low: f64,
    high: f64,
    both_signs: bool,
}

impl Paint {
    fn of(values: impl Iterator<Item = f64> + Clone) -> Paint {
        let low = values.clone().reduce(f64::min).unwrap_or(0.0);
        let high = values.reduce(f64::max).unwrap_or(1.0);
        let high = if high > low { high } else { low + low.abs().max(1e-9) };
        Paint { low, high, both_signs: low < 0.0 && high > 0.0 }
    }

    fn ticks(&self) -> (Vec<f64>, usize) {
        Scale { low: self.low, high: self.high, from: 0, to: 1 }.ticks(6.0, false)
    }

    fn colour(&self, value: f64) -> Colour {
        let light = Colour(0xf7, 0xf7, 0xf2);
        if self.both_signs {
            let part = value / self.high.max(-self.low);
            let end = if part < 0.0 { Colour(0xb3, 0x4a, 0x00) } else { Colour(0x00, 0x4f, 0x8a) };
            return light.towards(end, part.abs());
        }
        let part = (value - self.low) / (self.high - self.low);
        let part = if self.high <= 0.0 { 1.0 - part } else { part };
        let middle = Colour(0x4a, 0x9c, 0xb8);
        match part < 0.5 {
            true => light.towards(middle, 2.0 * part),
            false => middle.towards(Colour(0x0b, 0x2a, 0x55), 2.0 * part - 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_darken_away_from_0() {
        for [near, far] in [[0.1, 0.9], [-0.1, -0.9]] {
            let paint = Paint::of([near, far].into_iter());
            let inks = [far, near].map(|value| ink_on(paint.colour(value)));
            assert_eq!(inks, [WHITE, INK], "{near} {far}");
        }
    }
}
