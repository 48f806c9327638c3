//! Strategy charts: the action in each situation, laid out like a reference card.

use crate::report::picture::Part;
use crate::report::plot::canvas::{Across, Frame, Up};
use crate::report::plot::{COLOURS, GREY, INK, Sheet, WHITE, ink_on};

/// The height of a row, in pixels.
const ROW: i32 = 32;
/// The height of the names of the columns, and of a row of the legend.
const HEAD: i32 = 64;
const ENTRY: i32 = 38;
/// The width of the legend beside the chart, and of the widest cell.
const LEGEND: i32 = 340;
const WIDEST: i32 = 110;
/// The part of its colour that a cell loses if another choice is nearly as good.
const PALE: f64 = 0.6;

/// The height of a chart in pixels.
pub fn height(rows: usize, actions: usize) -> i32 {
    let (rows, legend) = (rows as i32 * ROW, (actions as i32 + 1) * ENTRY);
    HEAD + rows.max(legend) + 24
}

impl Sheet {
    pub(in super::super) fn chart(&mut self, frame: Frame, part: &Part) {
        let Part::Chart { x, y, actions, cells, pale } = part else { return };
        let beside = frame.width() - LEGEND;
        let room = self.widest(&y.1, 18.0).max(self.width(&y.0, 18.0)).min(beside / 2);
        let left = frame.left + room + 16;
        let columns = x.1.len().max(1) as i32;
        let wide = ((beside - room - 16) / columns).min(WIDEST);
        let top = frame.top + HEAD;
        let right = left + wide * columns;
        let middle = ((left + right) / 2, frame.top + 14);
        self.text(&x.0, middle, 19.0, INK, Across::Middle, Up::Middle);
        self.text(&y.0, (left - 14, top - 16), 18.0, GREY, Across::Right, Up::Middle);
        for (i, name) in (0..).zip(&x.1) {
            let at = (left + wide * i + wide / 2, top - 16);
            let name = self.fitting(name, 18.0, wide - 4);
            self.text(&name, at, 18.0, INK, Across::Middle, Up::Middle);
        }
        for (j, (name, row)) in (0..).zip(y.1.iter().zip(cells)) {
            let cell = |i: i32| Frame {
                left: left + wide * i + 1,
                right: left + wide * (i + 1) - 1,
                top: top + ROW * j + 1,
                bottom: top + ROW * (j + 1) - 1,
            };
            let shown = self.fitting(name, 18.0, room);
            let at = (left - 14, cell(0).middle().1);
            self.text(&shown, at, 18.0, INK, Across::Right, Up::Middle);
            for (i, (across, choice)) in (0..).zip(x.1.iter().zip(row)) {
                let Some(choice) = choice else { continue };
                let Some((letter, _)) = actions.get(choice.action) else { continue };
                self.choice(cell(i), choice.action, *letter, choice.is_close);
                let situation: Vec<&str> = [name.as_str(), x.0.as_str(), across]
                    .into_iter()
                    .filter(|s| !s.is_empty())
                    .collect();
                self.mark(cell(i), format!("{}: {}", situation.join(" "), choice.said));
            }
        }
        let beside = Frame { left: right + 36, top, ..frame };
        // An action that is never best needs no legend.
        let used =
            |action: usize| cells.iter().flatten().flatten().any(|choice| choice.action == action);
        let legend = actions.iter().enumerate().filter(|(action, _)| used(*action));
        let mut entries = 0;
        for (i, (action, (letter, name))) in (0..).zip(legend) {
            entries = i + 1;
            let square = Frame {
                left: beside.left,
                right: beside.left + 44,
                top: beside.top + ENTRY * i,
                bottom: beside.top + ENTRY * i + ROW - 2,
            };
            self.choice(square, action, *letter, false);
            let name = self.fitting(name, 19.0, beside.right - square.right - 12);
            let at = (square.right + 12, square.middle().1);
            self.text(&name, at, 19.0, INK, Across::Left, Up::Middle);
        }
        if cells.iter().flatten().flatten().any(|choice| choice.is_close) {
            let at = (beside.left, beside.top + ENTRY * entries + 14);
            // Two lines, because there is little room beside a chart.
            let (first, rest) = pale.split_once(": ").unwrap_or((pale, ""));
            let [first, rest] = [format!("{first}:"), rest.to_owned()]
                .map(|line| self.fitting(&line, 15.0, beside.width()));
            self.text(&first, at, 15.0, GREY, Across::Left, Up::Top);
            self.text(&rest, (at.0, at.1 + 20), 15.0, GREY, Across::Left, Up::Top);
        }
    }

    /// Draws a coloured cell with its letter.
    fn choice(&mut self, cell: Frame, action: usize, letter: char, is_close: bool) {
        let full = COLOURS[action % COLOURS.len()];
        let colour = if is_close { full.towards(WHITE, PALE) } else { full };
        self.canvas.rect(cell, colour);
        let ink = ink_on(colour);
        self.text(&letter.to_string(), cell.middle(), 19.0, ink, Across::Middle, Up::Middle);
    }
}
