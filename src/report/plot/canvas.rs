//! The canvas: a list of shapes, which is written as SVG or painted as PNG. Both are the same
//! drawing: text is laid out once, with the embedded font, and becomes text in the one and outlines
//! in the other.

use super::PlotError;
use ab_glyph::{Font as _, FontRef, OutlineCurve, Point as Place};
use std::fmt::Write;
use tiny_skia::{
    Color as Shade, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke,
    Transform,
};

/// An sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    fn hex(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// The mixture with another colour, of which it takes `part` (0 to 1).
    pub fn towards(self, other: Colour, part: f64) -> Colour {
        let part = part.clamp(0.0, 1.0);
        let mix =
            |a: u8, b: u8| (f64::from(a) + part * (f64::from(b) - f64::from(a))).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Its relative luminance, 0 to 1, as WCAG 2.2 defines it.
    fn luminance(self) -> f64 {
        let linear = |part: u8| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast with another colour, 1 to 21, as WCAG 2.2 defines it.
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// A rectangle, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Frame {
    pub fn without(self, left: i32, top: i32, right: i32, bottom: i32) -> Frame {
        Frame {
            left: self.left + left,
            top: self.top + top,
            right: self.right - right,
            bottom: self.bottom - bottom,
        }
    }

    pub fn width(self) -> i32 {
        self.right - self.left
    }

    pub fn height(self) -> i32 {
        self.bottom - self.top
    }

    pub fn middle(self) -> (i32, i32) {
        ((self.left + self.right) / 2, (self.top + self.bottom) / 2)
    }
}

/// The horizontal alignment of a text relative to its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// The text begins at the position.
    Left,
    /// The text is centred on it.
    Middle,
    /// The text ends at it.
    Right,
}

/// The vertical alignment of a text relative to its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Up {
    /// The position is at the top of the text.
    Top,
    /// The position is at the middle of the text.
    Middle,
    /// The position is at the bottom of the text.
    Bottom,
}

/// The size, colour and alignment of a text.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub size: f64,
    pub colour: Colour,
    pub across: Across,
    pub up: Up,
}

enum Shape {
    Area { points: Vec<(i32, i32)>, colour: Colour, opacity: f64 },
    Rect { frame: Frame, colour: Colour },
    Line { points: Vec<(i32, i32)>, colour: Colour, width: i32 },
    Dot { at: (i32, i32), radius: i32, colour: Colour },
    Text { text: String, at: (i32, i32), style: Style, upright: bool },
}

/// A drawing: a list of shapes in painting order.
pub struct Canvas {
    width: i32,
    height: i32,
    font: FontRef<'static>,
    shapes: Vec<Shape>,
}

/// The distance from the position down to the baseline, in font sizes.
fn drop(up: Up) -> f64 {
    match up {
        Up::Top => 0.76,
        Up::Middle => 0.36,
        Up::Bottom => -0.22,
    }
}

/// The font family of SVG text, with a font of equal width as a fallback.
const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

impl Canvas {
    /// Creates an empty canvas of this size in pixels.
    ///
    /// # Errors
    /// If the embedded font is broken.
    pub fn new(width: i32, height: i32) -> Result<Canvas, PlotError> {
        let font = FontRef::try_from_slice(dejavu::sans::regular()).map_err(super::wrong)?;
        Ok(Canvas { width, height, font, shapes: Vec::new() })
    }

    /// Adds a line of text.
    pub fn text(&mut self, text: &str, at: (i32, i32), style: Style) {
        self.shapes.push(Shape::Text { text: text.to_owned(), at, style, upright: false });
    }

    /// Adds a line of text that runs from the bottom up.
    pub fn upright(&mut self, text: &str, at: (i32, i32), style: Style) {
        self.shapes.push(Shape::Text { text: text.to_owned(), at, style, upright: true });
    }

    /// Adds a filled rectangle.
    pub fn rect(&mut self, frame: Frame, colour: Colour) {
        self.shapes.push(Shape::Rect { frame, colour });
    }

    /// Adds the edges of a rectangle.
    pub fn border(&mut self, frame: Frame, colour: Colour) {
        let Frame { left, top, right, bottom } = frame;
        for (from, to) in [
            ((left, top), (right, top)),
            ((left, bottom), (right, bottom)),
            ((left, top), (left, bottom)),
            ((right, top), (right, bottom)),
        ] {
            self.line(&[from, to], colour, 1);
        }
    }

    /// Adds a polyline. A vertical or horizontal segment is drawn as a rectangle, so that its edges
    /// are sharp.
    pub fn line(&mut self, points: &[(i32, i32)], colour: Colour, width: i32) {
        if let [(x, y), (to_x, to_y)] = *points
            && (x == to_x || y == to_y)
        {
            let (half, rest) = (width / 2, width - width / 2);
            let (left, right) = (x.min(to_x), x.max(to_x));
            let (top, bottom) = (y.min(to_y), y.max(to_y));
            let frame = match y == to_y {
                true => Frame { left, right: right.max(left + 1), top: y - half, bottom: y + rest },
                false => Frame { left: x - half, right: x + rest, top, bottom },
            };
            return self.rect(frame, colour);
        }
        self.shapes.push(Shape::Line { points: points.to_vec(), colour, width });
    }

    /// Adds a translucent polygon.
    pub fn area(&mut self, points: Vec<(i32, i32)>, colour: Colour, opacity: f64) {
        self.shapes.push(Shape::Area { points, colour, opacity });
    }

    /// Adds a translucent rectangle.
    pub fn tint(&mut self, frame: Frame, colour: Colour, opacity: f64) {
        let Frame { left, top, right, bottom } = frame;
        self.area(
            vec![(left, top), (right, top), (right, bottom), (left, bottom)],
            colour,
            opacity,
        );
    }

    /// Adds a filled circle.
    pub fn dot(&mut self, at: (i32, i32), radius: i32, colour: Colour) {
        self.shapes.push(Shape::Dot { at, radius, colour });
    }

    /// The width of a text in pixels.
    pub fn width_of(&self, text: &str, size: f64) -> i32 {
        let end = self.glyphs(text).last().map_or(0.0, |(_, _, end)| *end);
        (f64::from(end) * size / self.unit()).ceil() as i32
    }

    /// The number of font units in the font size.
    fn unit(&self) -> f64 {
        f64::from(self.font.units_per_em().unwrap_or(1.0))
    }

    /// The glyphs of a text, each with its start and end in font units.
    fn glyphs(&self, text: &str) -> Vec<(ab_glyph::GlyphId, f32, f32)> {
        let (mut at, mut before) = (0.0, None);
        let glyph = |c| {
            let id = self.font.glyph_id(c);
            at += before.map_or(0.0, |before| self.font.kern_unscaled(before, id));
            let from = at;
            at += self.font.h_advance_unscaled(id);
            before = Some(id);
            (id, from, at)
        };
        text.chars().map(glyph).collect()
    }

    /// The content of the SVG element.
    pub fn body(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<rect width=\"{}\" height=\"{}\" fill=\"#FFFFFF\"/>\n<g font-family=\"{FAMILY}\">\n",
            self.width, self.height
        );
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Rect { frame, colour } => writeln!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                    frame.left,
                    frame.top,
                    frame.width(),
                    frame.height(),
                    colour.hex()
                ),
                Shape::Line { points, colour, width } => writeln!(
                    out,
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" \
                     stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
                    listed(points),
                    colour.hex()
                ),
                Shape::Area { points, colour, opacity } => writeln!(
                    out,
                    "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"{opacity}\"/>",
                    listed(points),
                    colour.hex()
                ),
                Shape::Dot { at, radius, colour } => writeln!(
                    out,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{}\"/>",
                    at.0,
                    at.1,
                    colour.hex()
                ),
                Shape::Text { text, at, style, upright } => {
                    let below = (drop(style.up) * style.size).round() as i32;
                    let anchor = match style.across {
                        Across::Left => "start",
                        Across::Middle => "middle",
                        Across::Right => "end",
                    };
                    let place = match upright {
                        false => format!("x=\"{}\" y=\"{}\"", at.0, at.1 + below),
                        true => format!(
                            "transform=\"translate({} {}) rotate(-90)\"",
                            at.0 + below,
                            at.1
                        ),
                    };
                    writeln!(
                        out,
                        "<text {place} font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{}\">{}</text>",
                        style.size,
                        style.colour.hex(),
                        escaped(text)
                    )
                }
            };
        }
        out + "</g>"
    }

    /// The drawing as SVG, with a title and a description for readers who cannot see it.
    pub fn svg(&self, title: &str, told: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} \
             {1}\" role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n{4}\n</svg>\n",
            self.width,
            self.height,
            escaped(title),
            escaped(told),
            self.body()
        )
    }

    /// The drawing as PNG.
    ///
    /// # Errors
    /// If it is too large.
    pub fn png(&self) -> Result<Vec<u8>, PlotError> {
        let mut pixels = Pixmap::new(self.width as u32, self.height as u32)
            .ok_or_else(|| super::wrong("it is too large"))?;
        pixels.fill(Shade::WHITE);
        for shape in &self.shapes {
            self.paint(shape, &mut pixels);
        }
        pixels.encode_png().map_err(super::wrong)
    }

    fn paint(&self, shape: &Shape, pixels: &mut Pixmap) {
        let plain = Transform::identity();
        match shape {
            Shape::Rect { frame, colour } => {
                let Frame { left, top, right, bottom } = *frame;
                let ends = [left, top, right, bottom].map(|end| end as f32);
                if let Some(rect) = Rect::from_ltrb(ends[0], ends[1], ends[2], ends[3]) {
                    pixels.fill_rect(rect, &ink(*colour, 1.0), plain, None);
                }
            }
            Shape::Line { points, colour, width } => {
                let stroke = Stroke {
                    width: *width as f32,
                    line_cap: LineCap::Round,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                if let Some(path) = path(points, false) {
                    pixels.stroke_path(&path, &ink(*colour, 1.0), &stroke, plain, None);
                }
            }
            Shape::Area { points, colour, opacity } => {
                if let Some(path) = path(points, true) {
                    let ink = ink(*colour, *opacity);
                    pixels.fill_path(&path, &ink, FillRule::Winding, plain, None);
                }
            }
            Shape::Dot { at, radius, colour } => {
                let circle = PathBuilder::from_circle(at.0 as f32, at.1 as f32, *radius as f32);
                if let Some(path) = circle {
                    pixels.fill_path(&path, &ink(*colour, 1.0), FillRule::Winding, plain, None);
                }
            }
            Shape::Text { text, at, style, upright } => {
                let Some(path) = self.outline(text, style.across) else { return };
                let scale = (style.size / self.unit()) as f32;
                let below = (drop(style.up) * style.size).round() as f32;
                let (x, y) = (at.0 as f32, at.1 as f32);
                // The y axis of glyphs points up, that of pixels down.
                let place = match upright {
                    false => Transform::from_row(scale, 0.0, 0.0, -scale, x, y + below),
                    true => Transform::from_row(0.0, -scale, -scale, 0.0, x + below, y),
                };
                pixels.fill_path(&path, &ink(style.colour, 1.0), FillRule::Winding, place, None);
            }
        }
    }

    /// The outlines of a text, in font units relative to its position.
    fn outline(&self, text: &str, across: Across) -> Option<tiny_skia::Path> {
        let glyphs = self.glyphs(text);
        let end = glyphs.last().map_or(0.0, |(_, _, end)| *end);
        let start = match across {
            Across::Left => 0.0,
            Across::Middle => -end / 2.0,
            Across::Right => -end,
        };
        let mut path = PathBuilder::new();
        for (id, from, _) in glyphs {
            let Some(outline) = self.font.outline(id) else { continue };
            let x = |place: &Place| start + from + place.x;
            let mut last = None;
            for curve in &outline.curves {
                let (first, to) = match curve {
                    OutlineCurve::Line(a, b) => (a, b),
                    OutlineCurve::Quad(a, _, b) => (a, b),
                    OutlineCurve::Cubic(a, _, _, b) => (a, b),
                };
                if last != Some(*first) {
                    if last.is_some() {
                        path.close();
                    }
                    path.move_to(x(first), first.y);
                }
                match curve {
                    OutlineCurve::Line(_, b) => path.line_to(x(b), b.y),
                    OutlineCurve::Quad(_, b, c) => path.quad_to(x(b), b.y, x(c), c.y),
                    OutlineCurve::Cubic(_, b, c, d) => {
                        path.cubic_to(x(b), b.y, x(c), c.y, x(d), d.y);
                    }
                }
                last = Some(*to);
            }
            if last.is_some() {
                path.close();
            }
        }
        path.finish()
    }
}

fn path(points: &[(i32, i32)], closed: bool) -> Option<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    for (at, (x, y)) in points.iter().enumerate() {
        match at {
            0 => path.move_to(*x as f32, *y as f32),
            _ => path.line_to(*x as f32, *y as f32),
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

fn ink(colour: Colour, opacity: f64) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(colour.0, colour.1, colour.2, (255.0 * opacity).round() as u8);
    paint
}

fn listed(points: &[(i32, i32)]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// The text escaped for XML; characters that XML forbids are replaced by U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style =
        Style { size: 20.0, colour: Colour(0, 0, 0), across: Across::Left, up: Up::Top };

    /// For each column of a PNG, whether it has ink.
    fn inked(bytes: &[u8]) -> Vec<bool> {
        let pixels = Pixmap::decode_png(bytes).unwrap();
        let dark = |x| (0..pixels.height()).any(|y| pixels.pixel(x, y).unwrap().red() < 128);
        (0..pixels.width()).map(dark).collect()
    }

    #[test]
    fn letters_stand_as_far_apart_as_the_font_says() {
        // The distance to the next letter does not depend on the letters before.
        let gaps = |text: &str| {
            let mut canvas = Canvas::new(400, 40).unwrap();
            canvas.text(text, (5, 5), STYLE);
            let inked = inked(&canvas.png().unwrap());
            let edges: Vec<usize> =
                (1..inked.len()).filter(|&x| inked[x] && !inked[x - 1]).collect();
            edges.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>()
        };
        let found = gaps("llllllllllllllllllll");
        assert_eq!(found.len(), 19);
        let (least, most) = (found.iter().min().unwrap(), found.iter().max().unwrap());
        assert!(most - least <= 1, "{found:?}");
        let canvas = Canvas::new(10, 10).unwrap();
        let sum: usize = found.iter().sum();
        let wide = canvas.width_of("llllllllllllllllllll", 20.0) as usize;
        assert!(wide.abs_diff(sum * 20 / 19) <= 2, "{wide} {sum}");
        assert_eq!(canvas.width_of("", 20.0), 0);
    }

    #[test]
    fn texts_stand_where_they_are_put() {
        for (across, from, to) in
            [(Across::Left, 100, 160), (Across::Middle, 70, 130), (Across::Right, 40, 100)]
        {
            let mut canvas = Canvas::new(200, 40).unwrap();
            canvas.text("HHHH", (100, 20), Style { across, up: Up::Middle, ..STYLE });
            let inked = inked(&canvas.png().unwrap());
            let first = inked.iter().position(|ink| *ink).unwrap();
            let last = inked.iter().rposition(|ink| *ink).unwrap();
            assert!(first.abs_diff(from) < 4 && last.abs_diff(to) < 4, "{first} {last}");
        }
        let mut canvas = Canvas::new(40, 200).unwrap();
        canvas.upright("HHHH", (10, 100), Style { across: Across::Middle, ..STYLE });
        let pixels = Pixmap::decode_png(&canvas.png().unwrap()).unwrap();
        let dark = |y| (0..40).any(|x| pixels.pixel(x, y).unwrap().red() < 128);
        let rows: Vec<u32> = (0..200).filter(|y| dark(*y)).collect();
        assert!(rows[0].abs_diff(70) < 4 && rows[rows.len() - 1].abs_diff(130) < 4, "{rows:?}");
    }

    #[test]
    fn a_name_is_only_a_name() {
        let mut canvas = Canvas::new(10, 10).unwrap();
        canvas.text("</text><script>\"'&\u{1}\u{ffff}", (1, 1), STYLE);
        let svg = canvas.svg("<a>", "b & c");
        assert!(svg.contains("<title>&lt;a&gt;</title>\n<desc>b &amp; c</desc>"), "{svg}");
        assert!(
            svg.contains(">&lt;/text&gt;&lt;script&gt;&quot;&apos;&amp;\u{fffd}\u{fffd}</text>"),
            "{svg}"
        );
    }
}
