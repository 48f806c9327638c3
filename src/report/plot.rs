//! Pictures as files: SVG, which names a common font, and PNG, whose letters are those of DejaVu
//! Sans, carried along; no font of the machine is looked for. The bytes depend on the picture alone.

use super::number::{fixed, significant};
use super::picture::{Part, Picture, Point};
use crate::framework::settings::{shown, shown_path};
use plotters::backend::{BitMapBackend, SVGBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontStyle, FontTransform, IntoFont, RGBColor, ShapeStyle, TextStyle, register_font,
};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotFormat {
    /// Lines and letters.
    Svg,
    /// Points of colour.
    Png,
}

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlotError {
    /// Neither of the two formats.
    #[error("`{}` {}; a picture ends in .svg or .png", shown_path(.0), ending(.0))]
    Format(PathBuf),
    /// The library that draws could not.
    #[error("cannot draw the picture: {0}")]
    Draw(String),
}

/// What is wrong with the ending of a name.
fn ending(path: &Path) -> String {
    match path.extension() {
        Some(ending) => format!("ends in .{}", shown(&ending.to_string_lossy())),
        None => "has no ending".to_owned(),
    }
}

impl PlotFormat {
    /// What the ending of a file's name says.
    ///
    /// # Errors
    /// If it is neither `.svg` nor `.png`.
    pub fn of(path: &Path) -> Result<PlotFormat, PlotError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(PlotFormat::Svg),
            "png" => Ok(PlotFormat::Png),
            _ => Err(PlotError::Format(path.to_owned())),
        }
    }
}

const FONT: &str = "sans-serif";
const WIDTH: i32 = 1280;
const HEIGHT: i32 = 760;
/// What a box shows.
pub(super) const QUANTILES: &str = "quantiles 1%, 25%, 50%, 75%, 99%";
/// Height of a row of dots or boxes.
const ROW: i32 = 40;

const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const GREY: RGBColor = RGBColor(0x70, 0x70, 0x70);
const RULE: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
const WHITE: RGBColor = RGBColor(0xff, 0xff, 0xff);
/// Colours that everybody tells apart, on paper too (Okabe and Ito 2008, "Color universal design").
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];

/// A picture as part of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// How wide it is, in its own pixels.
    pub width: i32,
    /// How high it is.
    pub height: i32,
    /// What is between the tags of the SVG.
    pub body: String,
    /// Where it says more than it shows.
    pub marks: Vec<Mark>,
}

/// A place of a picture, and what it says there.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its left edge.
    pub left: i32,
    /// Its upper edge.
    pub top: i32,
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
    /// What it says.
    pub said: String,
}

/// Draws a picture for a page.
///
/// # Errors
/// If the library that draws cannot.
pub fn inline(picture: &Picture) -> Result<Drawing, PlotError> {
    let (text, marks) = svg(picture)?;
    // The first tag and the last are the page's own.
    let body = text.split_once('>').map_or("", |(_, body)| body).trim();
    let body = body.strip_suffix("</svg>").unwrap_or(body).trim().to_owned();
    Ok(Drawing { width: WIDTH, height: height(picture), body, marks })
}

fn carry_font() -> Drawn {
    register_font(FONT, FontStyle::Normal, dejavu::sans::regular())
        .map_err(|_| PlotError::Draw("the font is broken".to_owned()))
}

fn svg(picture: &Picture) -> Result<(String, Vec<Mark>), PlotError> {
    carry_font()?;
    let mut text = String::new();
    let size = (WIDTH as u32, height(picture) as u32);
    let marks = sheet(SVGBackend::with_string(&mut text, size), picture)?;
    Ok((text, marks))
}

/// Draws a picture.
///
/// # Errors
/// If the library that draws cannot.
pub fn draw(picture: &Picture, format: PlotFormat) -> Result<Vec<u8>, PlotError> {
    carry_font()?;
    let size = (WIDTH as u32, height(picture) as u32);
    match format {
        PlotFormat::Svg => Ok(svg(picture)?.0.into_bytes()),
        PlotFormat::Png => {
            let mut pixels = vec![0; (3 * size.0 * size.1) as usize];
            sheet(BitMapBackend::with_buffer(&mut pixels, size), picture)?;
            encode(&pixels, size).map_err(|error| PlotError::Draw(error.to_string()))
        }
    }
}

fn encode(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// High enough for every row.
fn height(picture: &Picture) -> i32 {
    let rows = |part: &Part| match part {
        Part::Curves { .. } | Part::Heat { .. } => HEIGHT,
        Part::Dots { rows, kinds, .. } => 210 + ROW * (rows.len() * kinds.len().max(1)) as i32,
        Part::Boxes { rows, .. } => 210 + ROW * rows.len() as i32,
    };
    picture.parts.iter().map(rows).max().unwrap_or(HEIGHT).max(HEIGHT / 2)
}

/// A rectangle of the sheet, in pixels.
#[derive(Clone, Copy, Debug)]
struct Frame {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Frame {
    fn without(self, left: i32, top: i32, right: i32, bottom: i32) -> Frame {
        Frame {
            left: self.left + left,
            top: self.top + top,
            right: self.right - right,
            bottom: self.bottom - bottom,
        }
    }
}

/// From values to pixels.
#[derive(Clone, Copy, Debug)]
struct Scale {
    low: f64,
    high: f64,
    from: i32,
    to: i32,
}

impl Scale {
    /// For all of these, with some room beyond them.
    fn of(values: impl Iterator<Item = f64> + Clone, from: i32, to: i32, room: f64) -> Scale {
        let finite = values.filter(|x| x.is_finite());
        let low = finite.clone().reduce(f64::min).unwrap_or(0.0);
        let high = finite.reduce(f64::max).unwrap_or(1.0);
        let span = if high > low { high - low } else { high.abs().max(1.0) };
        let room = if high > low { room } else { 0.5 };
        Scale { low: low - room * span, high: high + room * span, from, to }
    }

    fn at(&self, value: f64) -> i32 {
        let part = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.from + (part * f64::from(self.to - self.from)).round() as i32
    }

    /// Round numbers, about so many, and the decimals that they need.
    fn ticks(&self, about: f64) -> (Vec<f64>, usize) {
        let rough = (self.high - self.low) / about;
        let unit = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * unit);
        let step = step.clone().find(|step| *step >= rough).unwrap_or(rough);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        ((first..=last).map(|tick| tick as f64 * step).collect(), decimals)
    }
}

/// What is drawn on, in pixels from the upper left.
struct Sheet<'s, DB: DrawingBackend> {
    area: &'s DrawingArea<DB, Shift>,
    marks: RefCell<Vec<Mark>>,
}

type Drawn = Result<(), PlotError>;

fn wrong(error: impl std::fmt::Display) -> PlotError {
    PlotError::Draw(error.to_string())
}

fn sheet<DB: DrawingBackend>(backend: DB, picture: &Picture) -> Result<Vec<Mark>, PlotError> {
    let area = backend.into_drawing_area();
    area.fill(&WHITE).map_err(wrong)?;
    let sheet = Sheet { area: &area, marks: RefCell::default() };
    let (width, height) = (WIDTH, height(picture));
    sheet.text(&picture.title, (28, 20), 27.0, INK, HPos::Left, VPos::Top)?;
    let small = (28, height - 16);
    sheet.text(&picture.caption, small, 17.0, GREY, HPos::Left, VPos::Bottom)?;
    let parts = picture.parts.len().max(1) as i32;
    for (i, part) in (0..).zip(&picture.parts) {
        let (left, right) = (width * i / parts, width * (i + 1) / parts);
        let frame = Frame { left: left + 28, top: 76, right: right - 28, bottom: height - 54 };
        match part {
            Part::Curves { x, y, curves } => sheet.curves(frame, x, y, curves)?,
            Part::Dots { x, rows, kinds } => sheet.dots(frame, x, rows, kinds)?,
            Part::Heat { title, x, y, values } => sheet.heat(frame, title, x, y, values)?,
            Part::Boxes { x, rows } => sheet.boxes(frame, x, rows)?,
        }
    }
    area.present().map_err(wrong)?;
    Ok(sheet.marks.into_inner())
}

impl<DB: DrawingBackend> Sheet<'_, DB> {
    fn style(size: f64, colour: RGBColor, across: HPos, up: VPos) -> TextStyle<'static> {
        let style = TextStyle::from((FONT, size).into_font()).pos(Pos::new(across, up));
        TextStyle { color: colour.to_backend_color(), ..style }
    }

    fn text(
        &self,
        text: &str,
        at: (i32, i32),
        size: f64,
        colour: RGBColor,
        across: HPos,
        up: VPos,
    ) -> Drawn {
        let style = Self::style(size, colour, across, up);
        // Letters reach further up than down.
        let at = if matches!(up, VPos::Center) { (at.0, at.1 + 2) } else { at };
        self.area.draw_text(text, &style, at).map_err(wrong)
    }

    /// As much of a text as there is room for.
    fn fitting(&self, text: &str, size: f64, room: i32) -> Result<String, PlotError> {
        let mut shown: Vec<char> = text.chars().collect();
        while self.width(&shown.iter().collect::<String>(), size)? > room && shown.len() > 1 {
            shown.truncate(shown.len() - 2);
            shown.push('…');
        }
        Ok(shown.into_iter().collect())
    }

    /// From the bottom up.
    fn upright(&self, text: &str, at: (i32, i32), size: f64, room: i32) -> Drawn {
        let text = &self.fitting(text, size, room)?;
        let font = (FONT, size).into_font().transform(FontTransform::Rotate270);
        let style = TextStyle::from(font).color(&INK).pos(Pos::new(HPos::Center, VPos::Top));
        self.area.draw_text(text, &style, at).map_err(wrong)
    }

    fn width(&self, text: &str, size: f64) -> Result<i32, PlotError> {
        let style = Self::style(size, INK, HPos::Left, VPos::Top);
        Ok(self.area.estimate_text_size(text, &style).map_err(wrong)?.0 as i32)
    }

    fn widest<'t>(
        &self,
        texts: impl IntoIterator<Item = &'t String>,
        size: f64,
    ) -> Result<i32, PlotError> {
        texts.into_iter().try_fold(0, |widest, text| Ok(widest.max(self.width(text, size)?)))
    }

    fn line(&self, points: &[(i32, i32)], colour: RGBColor, width: u32) -> Drawn {
        let style = ShapeStyle::from(colour).stroke_width(width);
        self.area.draw(&PathElement::new(points.to_vec(), style)).map_err(wrong)
    }

    fn rect(&self, frame: Frame, style: ShapeStyle) -> Drawn {
        let corners = [(frame.left, frame.top), (frame.right, frame.bottom)];
        self.area.draw(&Rectangle::new(corners, style)).map_err(wrong)
    }

    /// Says something in a rectangle of the sheet.
    fn mark(&self, frame: Frame, said: String) {
        let (width, height) = (frame.right - frame.left, frame.bottom - frame.top);
        self.marks.borrow_mut().push(Mark {
            left: frame.left,
            top: frame.top,
            width,
            height,
            said,
        });
    }

    fn dot(&self, at: (i32, i32), colour: RGBColor) -> Drawn {
        self.area.draw(&Circle::new(at, 5, ShapeStyle::from(colour).filled())).map_err(wrong)
    }

    /// Upright rules with their numbers below, and what they are.
    fn across(&self, frame: Frame, scale: Scale, label: &str) -> Drawn {
        let (ticks, decimals) = scale.ticks(f64::from(frame.right - frame.left) / 110.0);
        for tick in ticks {
            let x = scale.at(tick);
            self.line(&[(x, frame.top), (x, frame.bottom)], RULE, 1)?;
            let at = (x, frame.bottom + 8);
            self.text(&fixed(tick, decimals), at, 18.0, INK, HPos::Center, VPos::Top)?;
        }
        let middle = ((frame.left + frame.right) / 2, frame.bottom + 38);
        let label = self.fitting(label, 20.0, frame.right - frame.left)?;
        self.text(&label, middle, 20.0, INK, HPos::Center, VPos::Top)
    }

    fn zero(&self, frame: Frame, scale: Scale) -> Drawn {
        if scale.low < 0.0 && scale.high > 0.0 {
            let x = scale.at(0.0);
            self.line(&[(x, frame.top), (x, frame.bottom)], GREY, 2)?;
        }
        Ok(())
    }

    /// Names beside coloured dots, from the right edge.
    fn names(&self, frame: Frame, names: &[String]) -> Drawn {
        let mut right = frame.right;
        for (i, name) in names.iter().enumerate().rev() {
            let width = self.width(name, 19.0)?;
            let at = (right - width, frame.top - 22);
            self.text(name, at, 19.0, INK, HPos::Left, VPos::Center)?;
            self.dot((right - width - 14, frame.top - 22), COLOURS[i % COLOURS.len()])?;
            right -= width + 46;
        }
        Ok(())
    }

    fn curves(
        &self,
        frame: Frame,
        x: &str,
        y: &str,
        curves: &[(String, Vec<(f64, Point)>)],
    ) -> Drawn {
        let points = || curves.iter().flat_map(|(_, points)| points);
        let ends = points().flat_map(|(_, point)| [point.low, point.value, point.high]);
        let up = Scale::of(ends, frame.bottom, frame.top, 0.06);
        let (ticks, decimals) = up.ticks(8.0);
        let numbers: Vec<String> = ticks.iter().map(|&tick| fixed(tick, decimals)).collect();
        let inner = frame.without(52 + self.widest(&numbers, 18.0)?, 12, 10, 70);
        let up = Scale { from: inner.bottom, to: inner.top, ..up };
        let across = Scale::of(points().map(|(at, _)| *at), inner.left, inner.right, 0.03);
        for (tick, number) in ticks.iter().zip(&numbers) {
            let at = up.at(*tick);
            self.line(&[(inner.left, at), (inner.right, at)], RULE, 1)?;
            let place = (inner.left - 10, at);
            self.text(number, place, 18.0, INK, HPos::Right, VPos::Center)?;
        }
        self.across(inner, across, x)?;
        if up.low < 0.0 && up.high > 0.0 {
            let zero = up.at(0.0);
            self.line(&[(inner.left, zero), (inner.right, zero)], GREY, 2)?;
        }
        let middle = (frame.left, (inner.top + inner.bottom) / 2);
        self.upright(y, middle, 20.0, inner.bottom - inner.top)?;
        self.rect(inner, ShapeStyle::from(INK))?;
        for (i, (name, points)) in curves.iter().enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            let edge = |pick: fn(&Point) -> f64| {
                points.iter().map(move |(at, point)| (across.at(*at), up.at(pick(point))))
            };
            let band: Vec<(i32, i32)> =
                edge(|point| point.low).chain(edge(|point| point.high).rev()).collect();
            self.area.draw(&Polygon::new(band, colour.mix(0.2).filled())).map_err(wrong)?;
            self.line(&edge(|point| point.value).collect::<Vec<_>>(), colour, 3)?;
            for (at, (place, point)) in edge(|point| point.value).zip(points) {
                self.dot(at, colour)?;
                let frame = Frame { left: at.0, top: at.1, right: at.0, bottom: at.1 };
                let name = if name.is_empty() { String::new() } else { format!("{name}, ") };
                self.mark(
                    frame.without(-9, -9, -9, -9),
                    format!("{name}{place}: {}", point.told()),
                );
            }
        }
        if curves.len() > 1 {
            let names: Vec<String> = curves.iter().map(|(name, _)| name.clone()).collect();
            self.names(inner, &names)?;
        }
        Ok(())
    }

    /// The room for rows with names at the left.
    fn rows<'t>(
        &self,
        frame: Frame,
        names: impl IntoIterator<Item = &'t String>,
    ) -> Result<Frame, PlotError> {
        Ok(frame.without(14 + self.widest(names, 19.0)?, 12, 26, 70))
    }

    fn dots(
        &self,
        frame: Frame,
        x: &str,
        rows: &[(String, Vec<Option<Point>>)],
        kinds: &[String],
    ) -> Drawn {
        let inner = self.rows(frame, rows.iter().map(|(name, _)| name))?;
        let points = rows.iter().flat_map(|(_, points)| points).flatten();
        let ends = points.flat_map(|point| [point.low, point.value, point.high]);
        let scale = Scale::of(ends, inner.left, inner.right, 0.06);
        self.across(inner, scale, x)?;
        self.zero(inner, scale)?;
        self.rect(inner, ShapeStyle::from(INK))?;
        let height = f64::from(inner.bottom - inner.top) / rows.len().max(1) as f64;
        for (i, (name, points)) in rows.iter().enumerate() {
            let row = |part: f64| inner.top + (height * (i as f64 + part)) as i32;
            let place = (inner.left - 12, row(0.5));
            self.text(name, place, 19.0, INK, HPos::Right, VPos::Center)?;
            for (kind, point) in points.iter().enumerate() {
                let Some(point) = point else { continue };
                let at = row((kind as f64 + 1.0) / (points.len() as f64 + 1.0));
                let colour = COLOURS[kind % COLOURS.len()];
                let [low, value, high] = [point.low, point.value, point.high].map(|x| scale.at(x));
                self.line(&[(low, at), (high, at)], colour, 3)?;
                for end in [low, high] {
                    self.line(&[(end, at - 6), (end, at + 6)], colour, 3)?;
                }
                self.dot((value, at), colour)?;
                let frame =
                    Frame { left: low.min(value), top: at, right: high.max(value), bottom: at };
                let kind = kinds.get(kind).map(|kind| format!(", {kind}")).unwrap_or_default();
                let said = format!("{name}{kind}: {}", point.told());
                self.mark(frame.without(-9, -12, -9, -12), said);
            }
        }
        if kinds.len() > 1 { self.names(inner, kinds) } else { Ok(()) }
    }

    fn boxes(&self, frame: Frame, x: &str, rows: &[(String, [f64; 5])]) -> Drawn {
        let inner = self.rows(frame, rows.iter().map(|(name, _)| name))?;
        let ends = rows.iter().flat_map(|(_, quantiles)| *quantiles);
        let scale = Scale::of(ends, inner.left, inner.right, 0.06);
        self.across(inner, scale, x)?;
        self.zero(inner, scale)?;
        self.rect(inner, ShapeStyle::from(INK))?;
        let height = f64::from(inner.bottom - inner.top) / rows.len().max(1) as f64;
        let half = ((height / 4.0) as i32).min(14);
        for (i, (name, quantiles)) in rows.iter().enumerate() {
            let row = inner.top + (height * (i as f64 + 0.5)) as i32;
            let place = (inner.left - 12, row);
            self.text(name, place, 19.0, INK, HPos::Right, VPos::Center)?;
            let [least, low, middle, high, most] = quantiles.map(|x| scale.at(x));
            let colour = COLOURS[0];
            self.line(&[(least, row), (low, row)], colour, 3)?;
            self.line(&[(high, row), (most, row)], colour, 3)?;
            for end in [least, most] {
                self.line(&[(end, row - half), (end, row + half)], colour, 3)?;
            }
            let middle_half =
                Frame { left: low, top: row - half, right: high.max(low + 1), bottom: row + half };
            self.rect(middle_half, colour.mix(0.3).filled())?;
            self.rect(middle_half, ShapeStyle::from(colour).stroke_width(2))?;
            self.line(&[(middle, row - half), (middle, row + half)], INK, 4)?;
            let frame = Frame { left: least, top: row - half, right: most, bottom: row + half };
            let said = quantiles.map(|x| significant(x, 4)).join(", ");
            self.mark(frame.without(-4, -4, -4, -4), format!("{name}: {QUANTILES} at {said}"));
        }
        let above = (inner.right, inner.top - 8);
        self.text(QUANTILES, above, 16.0, GREY, HPos::Right, VPos::Bottom)
    }

    fn heat(
        &self,
        frame: Frame,
        title: &str,
        x: &(String, Vec<String>),
        y: &(String, Vec<String>),
        values: &[Vec<Option<f64>>],
    ) -> Drawn {
        let all = || values.iter().flatten().flatten().copied();
        let paint = Paint::of(all());
        let (ticks, decimals) = paint.ticks();
        let numbers: Vec<String> = ticks.iter().map(|&tick| fixed(tick, decimals)).collect();
        let legend = 70 + self.widest(&numbers, 17.0)?;
        let inner = frame.without(52 + self.widest(&y.1, 18.0)?, 34, legend, 70);
        let above = (inner.left, inner.top - 12);
        self.text(title, above, 19.0, INK, HPos::Left, VPos::Bottom)?;
        let (columns, rows) = (x.1.len().max(1) as i32, y.1.len().max(1) as i32);
        let column = |i: i32| inner.left + (inner.right - inner.left) * i / columns;
        // Up goes up.
        let row = |i: i32| inner.bottom - (inner.bottom - inner.top) * i / rows;
        for (j, values) in (0..).zip(values) {
            for (i, value) in (0..).zip(values) {
                let cell = Frame {
                    left: column(i),
                    top: row(j + 1),
                    right: column(i + 1),
                    bottom: row(j),
                };
                let Some(value) = value else { continue };
                let colour = paint.colour(*value);
                self.rect(cell, colour.filled())?;
                let place = |names: &[String], at: i32| names[at as usize].clone();
                let (across, up) = (place(&x.1, i), place(&y.1, j));
                self.mark(cell, format!("{across}, {up}: {}", significant(*value, 5)));
                let number = significant(*value, 3);
                let fits = self.width(&number, 16.0)? + 6 < cell.right - cell.left
                    && cell.bottom - cell.top > 20;
                if fits {
                    let middle = ((cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2);
                    let ink = if is_dark(colour) { WHITE } else { INK };
                    self.text(&number, middle, 16.0, ink, HPos::Center, VPos::Center)?;
                }
            }
        }
        self.rect(inner, ShapeStyle::from(INK))?;
        let every = |texts: &[String], room: i32, size: i32| {
            (size * texts.len() as i32 / room.max(1)).max(0) + 1
        };
        let widest = self.widest(&x.1, 18.0)? + 12;
        let skip = every(&x.1, inner.right - inner.left, widest);
        for (i, name) in (0..).zip(&x.1).filter(|(i, _)| i % skip == 0) {
            let at = ((column(i) + column(i + 1)) / 2, inner.bottom + 8);
            self.text(name, at, 18.0, INK, HPos::Center, VPos::Top)?;
        }
        let skip = every(&y.1, inner.bottom - inner.top, 26);
        for (j, name) in (0..).zip(&y.1).filter(|(j, _)| j % skip == 0) {
            let at = (inner.left - 10, (row(j) + row(j + 1)) / 2);
            self.text(name, at, 18.0, INK, HPos::Right, VPos::Center)?;
        }
        let middle = ((inner.left + inner.right) / 2, inner.bottom + 38);
        let label = self.fitting(&x.0, 20.0, inner.right - inner.left)?;
        self.text(&label, middle, 20.0, INK, HPos::Center, VPos::Top)?;
        let middle = (frame.left, (inner.top + inner.bottom) / 2);
        self.upright(&y.0, middle, 20.0, inner.bottom - inner.top)?;
        self.legend(Frame { left: inner.right + 22, right: inner.right + 44, ..inner }, &paint)
    }

    /// A bar of all colours with their numbers.
    fn legend(&self, bar: Frame, paint: &Paint) -> Drawn {
        let scale = Scale { low: paint.low, high: paint.high, from: bar.bottom, to: bar.top };
        for top in bar.top..bar.bottom {
            let part = f64::from(bar.bottom - top) / f64::from(bar.bottom - bar.top);
            let colour = paint.colour(paint.low + part * (paint.high - paint.low));
            self.rect(Frame { top, bottom: top + 1, ..bar }, colour.filled())?;
        }
        self.rect(bar, ShapeStyle::from(INK))?;
        let (ticks, decimals) = paint.ticks();
        for tick in ticks {
            let at = (bar.right + 8, scale.at(tick));
            self.text(&fixed(tick, decimals), at, 17.0, INK, HPos::Left, VPos::Center)?;
        }
        Ok(())
    }
}

/// From values to colours: from light to dark, or, where they are of both signs, from one colour
/// over white at 0 to another.
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
        Scale { low: self.low, high: self.high, from: 0, to: 1 }.ticks(6.0)
    }

    fn colour(&self, value: f64) -> RGBColor {
        let light = RGBColor(0xf7, 0xf7, 0xf2);
        if self.both_signs {
            let part = value / self.high.max(-self.low);
            let end =
                if part < 0.0 { RGBColor(0xb3, 0x4a, 0x00) } else { RGBColor(0x00, 0x4f, 0x8a) };
            return between(light, end, part.abs());
        }
        let part = (value - self.low) / (self.high - self.low);
        let middle = RGBColor(0x4a, 0x9c, 0xb8);
        match part < 0.5 {
            true => between(light, middle, 2.0 * part),
            false => between(middle, RGBColor(0x0b, 0x2a, 0x55), 2.0 * part - 1.0),
        }
    }
}

fn between(a: RGBColor, b: RGBColor, part: f64) -> RGBColor {
    let part = part.clamp(0.0, 1.0);
    let mix = |a: u8, b: u8| (f64::from(a) + part * (f64::from(b) - f64::from(a))).round() as u8;
    RGBColor(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

fn is_dark(colour: RGBColor) -> bool {
    let RGBColor(red, green, blue) = colour;
    u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue) < 1280
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heat() -> Picture {
        let part = Part::Heat {
            title: "edge".into(),
            x: ("players".into(), vec!["1".into(), "2".into()]),
            y: ("commission".into(), vec!["0".into(), "100".into()]),
            values: vec![vec![Some(-0.5), Some(1.0)], vec![Some(2.0), None]],
        };
        Picture {
            title: "T & <T>".into(),
            caption: "small".into(),
            parts: vec![part.clone(), part],
        }
    }

    #[test]
    fn an_svg_is_one_and_names_no_font_of_a_machine() {
        let text = String::from_utf8(draw(&heat(), PlotFormat::Svg).unwrap()).unwrap();
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
        assert!(text.contains("T &amp; &lt;T&gt;") && text.contains("sans-serif"));
        for label in ["players", "commission", "edge", "small"] {
            assert!(text.contains(label), "{label}");
        }
    }

    #[test]
    fn a_picture_says_its_values_where_it_shows_them() {
        let drawing = inline(&heat()).unwrap();
        assert!(!drawing.body.contains("svg") && drawing.body.starts_with('<'));
        let said: Vec<&str> = drawing.marks.iter().map(|mark| mark.said.as_str()).collect();
        assert_eq!(said[..3], ["1, 0: -0.50000", "2, 0: 1", "1, 100: 2"]);
        let point = Point { value: -0.051234, low: -0.0612, high: -0.0412 };
        let rows = vec![("seat 1".to_owned(), vec![Some(point), None])];
        let dots = Part::Dots { x: "EV".into(), rows, kinds: vec!["habit".into(), "best".into()] };
        let curve = ("best".to_owned(), vec![(9.0, point)]);
        let curves = Part::Curves { x: "x".into(), y: "y".into(), curves: vec![curve] };
        let boxes =
            Part::Boxes { x: "x".into(), rows: vec![("a".into(), [0.0, 1.0, 2.0, 3.0, 4.5])] };
        let parts = vec![dots, curves, boxes];
        let picture = Picture { title: "t".into(), caption: "c".into(), parts };
        let drawing = inline(&picture).unwrap();
        let said: Vec<&str> = drawing.marks.iter().map(|mark| mark.said.as_str()).collect();
        let point = "-0.05123 (-0.06120 to -0.04120)";
        let expected = [
            format!("seat 1, habit: {point}"),
            format!("best, 9: {point}"),
            format!("a: {QUANTILES} at 0, 1, 2, 3, 4.500"),
        ];
        assert_eq!(said, expected);
        let inside = |mark: &Mark| mark.left >= 0 && mark.left + mark.width <= drawing.width;
        assert!(drawing.marks.iter().all(inside), "{:?}", drawing.marks);
        let told = picture.told();
        assert!(told.starts_with("t: EV: seat 1, habit -0.05123 ("), "{told}");
        assert!(
            told.ends_with("; x: a 0, 1, 2, 3, 4.500 (quantiles 1%, 25%, 50%, 75%, 99%)"),
            "{told}"
        );
    }

    #[test]
    fn a_png_is_one_and_is_not_blank() {
        let bytes = draw(&heat(), PlotFormat::Png).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (WIDTH as u32, HEIGHT as u32));
        let dark = pixels.chunks(3).filter(|pixel| pixel.iter().all(|&part| part < 100)).count();
        assert!((500..100_000).contains(&dark), "{dark} dark pixels");
        assert_eq!(bytes, draw(&heat(), PlotFormat::Png).unwrap());
    }

    #[test]
    fn pictures_of_nothing_and_of_what_is_endless_are_drawn() {
        let endless = Point { value: 1.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        let curve = (String::new(), vec![(1.0, endless)]);
        let parts = [
            Part::Curves { x: "x".into(), y: "y".into(), curves: Vec::new() },
            Part::Curves { x: "x".into(), y: "y".into(), curves: vec![curve] },
            Part::Dots { x: "x".into(), rows: Vec::new(), kinds: Vec::new() },
            Part::Dots {
                x: "x".into(),
                rows: vec![("a".into(), vec![None, Some(endless)])],
                kinds: Vec::new(),
            },
            Part::Boxes { x: "x".into(), rows: vec![("a".into(), [0.0; 5])] },
            Part::Heat {
                title: "t".into(),
                x: ("x".into(), Vec::new()),
                y: ("y".into(), Vec::new()),
                values: Vec::new(),
            },
        ];
        for part in parts {
            let picture = Picture { title: "t".into(), caption: "c".into(), parts: vec![part] };
            for format in [PlotFormat::Svg, PlotFormat::Png] {
                assert!(draw(&picture, format).unwrap().len() > 500);
            }
        }
    }

    #[test]
    fn ticks_are_round() {
        let ticks = |low, high| Scale { low, high, from: 0, to: 100 }.ticks(5.0);
        assert_eq!(ticks(0.0, 10.0), (vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0], 0));
        assert_eq!(ticks(-0.012, 0.011).1, 3);
        assert_eq!(ticks(0.0, 1.0).0.len(), 6);
    }

    #[test]
    fn the_ending_says_what_a_picture_is() {
        assert_eq!(PlotFormat::of(Path::new("a.b/c.SVG")), Ok(PlotFormat::Svg));
        assert_eq!(PlotFormat::of(Path::new("c.png")), Ok(PlotFormat::Png));
        assert!(PlotFormat::of(Path::new("c.jpg")).unwrap_err().to_string().contains(".svg"));
        assert!(PlotFormat::of(Path::new("png")).is_err());
    }
}
