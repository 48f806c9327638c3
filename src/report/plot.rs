//! Picture files: SVG, which names the embedded font and one of equal width, and PNG, whose letters
//! are outlines of that font. Both come from the same drawing, and their bytes depend only on the
//! picture: no font of the machine is used.

mod canvas;
mod parts;

use self::canvas::{Across, Canvas, Colour, Frame, Style, Up};
use super::picture::{Part, Picture};
use crate::framework::settings::{shown, shown_path};
use std::path::{Path, PathBuf};

/// The format of a picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotFormat {
    /// Vector graphics with text.
    Svg,
    /// Pixels.
    Png,
}

/// The reason that a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlotError {
    /// The extension is neither .svg nor .png.
    #[error("`{}` {}; a picture ends in .svg or .png", shown_path(.0), ending(.0))]
    Format(PathBuf),
    /// The drawing library failed.
    #[error("cannot draw the picture: {0}")]
    Draw(String),
}

/// The fault in the extension of a name.
fn ending(path: &Path) -> String {
    match path.extension() {
        Some(ending) => format!("ends in .{}", shown(&ending.to_string_lossy())),
        None => "has no ending".to_owned(),
    }
}

impl PlotFormat {
    /// The format that a file's extension stands for.
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

const WIDTH: i32 = 1280;
const HEIGHT: i32 = 760;
/// Margins, in pixels: at the sides, above the parts and below them.
const SIDE: i32 = 28;
const ABOVE: i32 = 76;
const BELOW: i32 = 32;
/// The height of a line of the caption, and the most lines that it has.
const LINE: i32 = 22;
const MOST_LINES: usize = 4;
/// The quantiles that a box shows.
pub(super) const QUANTILES: &str = "quantiles 1%, 25%, 50%, 75%, 99%";

const INK: Colour = Colour(0x22, 0x22, 0x22);
const GREY: Colour = Colour(0x70, 0x70, 0x70);
const RULE: Colour = Colour(0xdd, 0xdd, 0xdd);
const WHITE: Colour = Colour(0xff, 0xff, 0xff);

/// The colour of text on an area of this colour, whichever is more legible.
fn ink_on(area: Colour) -> Colour {
    if WHITE.contrast(area) > INK.contrast(area) { WHITE } else { INK }
}
/// A palette for colour-blind readers, also in print (Okabe and Ito 2008, "Color universal
/// design").
const COLOURS: [Colour; 6] = [
    Colour(0x00, 0x72, 0xb2),
    Colour(0xd5, 0x5e, 0x00),
    Colour(0x00, 0x9e, 0x73),
    Colour(0xcc, 0x79, 0xa7),
    Colour(0xe6, 0x9f, 0x00),
    Colour(0x56, 0xb4, 0xe9),
];

/// A picture for embedding in a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Its width, in pixels of the drawing.
    pub width: i32,
    /// Its height, in pixels of the drawing.
    pub height: i32,
    /// The content of the SVG element.
    pub body: String,
    /// The places with a tooltip.
    pub marks: Vec<Mark>,
}

/// A rectangle of a picture with a tooltip, in pixels of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The left edge.
    pub left: i32,
    /// The upper edge.
    pub top: i32,
    /// The width.
    pub width: i32,
    /// The height.
    pub height: i32,
    /// The text of the tooltip.
    pub said: String,
}

fn wrong(error: impl std::fmt::Display) -> PlotError {
    PlotError::Draw(error.to_string())
}

/// Draws a picture for embedding in a page.
///
/// # Errors
/// If the font or the drawing library fails.
pub fn inline(picture: &Picture) -> Result<Drawing, PlotError> {
    let sheet = Sheet::of(picture)?;
    let (width, height) = (WIDTH, sheet.height);
    Ok(Drawing { width, height, body: sheet.canvas.body(), marks: sheet.marks })
}

/// Draws a picture and encodes it in a format.
///
/// # Errors
/// If the font or the drawing library fails, or the picture is too large for a PNG.
pub fn draw(picture: &Picture, format: PlotFormat) -> Result<Vec<u8>, PlotError> {
    let canvas = Sheet::of(picture)?.canvas;
    match format {
        PlotFormat::Svg => Ok(canvas.svg(&picture.title, &picture.told()).into_bytes()),
        PlotFormat::Png => canvas.png(),
    }
}

/// The drawing under construction, in pixels from the upper left.
struct Sheet {
    canvas: Canvas,
    height: i32,
    marks: Vec<Mark>,
}

impl Sheet {
    /// Draws a picture.
    fn of(picture: &Picture) -> Result<Sheet, PlotError> {
        let caption = Sheet::new(1)?.lines(&picture.caption, 16.0, WIDTH - 2 * SIDE);
        let foot = BELOW + LINE * caption.len() as i32;
        let body = picture.parts.iter().map(parts::height).max().unwrap_or(0);
        let height = ABOVE + body.max(HEIGHT / 3) + foot;
        let mut sheet = Sheet::new(height)?;
        let title = sheet.fitting(&picture.title, 27.0, WIDTH - 2 * SIDE);
        sheet.text(&title, (SIDE, 20), 27.0, INK, Across::Left, Up::Top);
        for (at, line) in (0..).zip(&caption) {
            let place = (SIDE, height - BELOW / 2 - LINE * (caption.len() as i32 - 1 - at));
            sheet.text(line, place, 16.0, GREY, Across::Left, Up::Bottom);
        }
        let parts = picture.parts.len().max(1) as i32;
        for (i, part) in (0..).zip(&picture.parts) {
            let (left, right) = (WIDTH * i / parts, WIDTH * (i + 1) / parts);
            let frame =
                Frame { left: left + SIDE, top: ABOVE, right: right - SIDE, bottom: height - foot };
            sheet.part(frame, part);
        }
        Ok(sheet)
    }

    fn new(height: i32) -> Result<Sheet, PlotError> {
        Ok(Sheet { canvas: Canvas::new(WIDTH, height)?, height, marks: Vec::new() })
    }

    fn part(&mut self, frame: Frame, part: &Part) {
        match part {
            Part::Curves { .. } => self.curves(frame, part),
            Part::Dots { .. } => self.dots(frame, part),
            Part::Heat { .. } => self.heat(frame, part),
            Part::Boxes { x, rows } => self.boxes(frame, x, rows),
            Part::Chart { .. } => self.chart(frame, part),
            Part::Tornado { figures, levers } => self.tornado(frame, figures, levers),
        }
    }

    fn text(
        &mut self,
        text: &str,
        at: (i32, i32),
        size: f64,
        colour: Colour,
        across: Across,
        up: Up,
    ) {
        self.canvas.text(text, at, Style { size, colour, across, up });
    }

    /// Draws text that runs from the bottom up.
    fn upright(&mut self, text: &str, at: (i32, i32), size: f64, room: i32) {
        let text = self.fitting(text, size, room);
        let style = Style { size, colour: INK, across: Across::Middle, up: Up::Top };
        self.canvas.upright(&text, at, style);
    }

    /// The text, truncated with `…` if it is wider than `room` pixels.
    fn fitting(&self, text: &str, size: f64, room: i32) -> String {
        let mut shown: Vec<char> = text.chars().collect();
        while shown.len() > 1 && self.width(&shown.iter().collect::<String>(), size) > room {
            shown.truncate(shown.len() - 2);
            shown.push('…');
        }
        shown.into_iter().collect()
    }

    /// The name, with `…` in place of its middle if it is wider than `room` pixels: names often differ
    /// in their ends alone.
    fn fitting_name(&self, name: &str, size: f64, room: i32) -> String {
        let all: Vec<char> = name.chars().collect();
        let cut = |kept: usize| -> String {
            let tail = kept * 2 / 5;
            let (head, tail) = (&all[..kept - tail], &all[all.len() - tail..]);
            head.iter().chain(&['…']).chain(tail).collect()
        };
        let fits = |text: &String| self.width(text, size) <= room;
        std::iter::once(name.to_owned())
            .chain((1..all.len()).rev().map(cut))
            .find(fits)
            .unwrap_or_else(|| "…".to_owned())
    }

    /// Breaks a caption into lines at its separators, [`MOST_LINES`] at most.
    fn lines(&self, text: &str, size: f64, room: i32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for piece in text.split(" · ").filter(|piece| !piece.is_empty()) {
            let longer = lines.last().map(|line| format!("{line} · {piece}"));
            match longer.filter(|longer| self.width(longer, size) <= room) {
                Some(longer) => {
                    lines.pop();
                    lines.push(longer);
                }
                None => lines.push(self.fitting(piece, size, room)),
            }
        }
        lines.truncate(MOST_LINES);
        lines
    }

    fn width(&self, text: &str, size: f64) -> i32 {
        self.canvas.width_of(text, size)
    }

    fn widest<'t>(&self, texts: impl IntoIterator<Item = &'t String>, size: f64) -> i32 {
        texts.into_iter().map(|text| self.width(text, size)).max().unwrap_or(0)
    }

    /// Adds a tooltip to a rectangle of the sheet.
    fn mark(&mut self, frame: Frame, said: String) {
        let (width, height) = (frame.width(), frame.height());
        self.marks.push(Mark { left: frame.left, top: frame.top, width, height, said });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::{Choice, Level, Lever, Point, Span};

    fn point(value: f64, half: f64) -> Option<Point> {
        Some(Point { value, low: value - half, high: value + half })
    }

    fn level(name: &str, at: f64) -> Option<Level> {
        Some(Level { name: name.into(), at: Point::known(at) })
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn picture(parts: Vec<Part>) -> Picture {
        Picture { title: "T & <T>".into(), caption: "small".into(), parts, table: "t" }
    }

    fn heat() -> Part {
        Part::Heat {
            title: "edge".into(),
            x: ("players".into(), names(&["1", "2"])),
            y: ("commission".into(), names(&["0", "100"])),
            values: vec![vec![point(-0.5, 0.1), point(1.0, 2.0)], vec![point(2.0, 0.1), None]],
            level: Level { name: "0".into(), at: Point::known(0.0) },
        }
    }

    fn dots(span: Span, points: &[Option<Point>]) -> Part {
        let rows = points.iter().enumerate().map(|(at, point)| (format!("r{at}"), vec![*point]));
        let (x, kinds, level) = ("EV".into(), Vec::new(), level("the best", 0.0));
        Part::Dots { x, rows: rows.collect(), kinds, span, level }
    }

    fn curves(span: Span, shares: Vec<(f64, f64)>) -> Part {
        let curve = [(0.0, 1.0), (1.0, 1.5), (2.0, 90.0)];
        let points = curve.iter().filter_map(|(at, value)| Some((*at, point(*value, 0.2)?)));
        Part::Curves {
            x: "x".into(),
            y: "y".into(),
            curves: vec![("best".into(), points.collect())],
            span,
            shares,
            level: level("target 1.2", 1.2),
            answer: Some(Level {
                name: "x between 0.4 and 0.6".into(),
                at: Point { value: 0.5, low: 0.4, high: 0.6 },
            }),
        }
    }

    fn chart() -> Part {
        let choice =
            |action, is_close| Some(Choice { action, is_close, said: format!("action {action}") });
        Part::Chart {
            x: ("dealer".into(), names(&["1", "2"])),
            y: ("hand".into(), names(&["1,1", "1,2"])),
            actions: vec![('S', "stay".into()), ('H', "hit".into())],
            cells: vec![vec![choice(0, false), choice(1, true)], vec![choice(1, false), None]],
            pale: "pale: another costs little".into(),
        }
    }

    fn tornado() -> Part {
        let step = |value: &str, by| (value.to_owned(), vec![by, None]);
        let lever = |field: &str, steps| Lever { field: field.into(), now: "1".into(), steps };
        Part::Tornado {
            figures: names(&["habit", "best"]),
            levers: vec![
                lever("fee", vec![step("0", point(0.3, 0.1)), step("2", point(-0.2, 0.1))]),
                lever("cap", vec![step("9", point(0.1, 700.0))]),
            ],
        }
    }

    fn boxes() -> Part {
        Part::Boxes { x: "x".into(), rows: vec![("a".into(), [0.0, 1.0, 2.0, 3.0, 4.5])] }
    }

    /// The tooltips of a part.
    fn said(part: Part) -> Vec<String> {
        let drawing = inline(&picture(vec![part])).unwrap();
        let inside = |mark: &Mark| mark.left >= 0 && mark.left + mark.width <= drawing.width;
        assert!(drawing.marks.iter().all(inside), "{:?}", drawing.marks);
        assert!(drawing.body.starts_with("<rect") && !drawing.body.contains("<svg"));
        drawing.marks.into_iter().map(|mark| mark.said).collect()
    }

    #[test]
    fn every_part_is_drawn_in_both_formats() {
        let parts = [
            heat(),
            dots(Span::All, &[point(1.0, 0.5)]),
            dots(Span::OneIn, &[point(0.5, 0.1), point(0.0, 0.001)]),
            curves(Span::All, Vec::new()),
            chart(),
            tornado(),
            boxes(),
        ];
        for part in parts {
            let picture = picture(vec![part.clone(), part]);
            let svg = String::from_utf8(draw(&picture, PlotFormat::Svg).unwrap()).unwrap();
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
            assert!(svg.contains("T &amp; &lt;T&gt;") && svg.contains("sans-serif"), "{svg}");
            let png = draw(&picture, PlotFormat::Png).unwrap();
            let pixels = tiny_skia::Pixmap::decode_png(&png).unwrap();
            let height = inline(&picture).unwrap().height;
            assert_eq!((pixels.width(), pixels.height()), (WIDTH as u32, height as u32));
            let is_dark = |pixel: &&tiny_skia::PremultipliedColorU8| {
                pixel.red() < 100 && pixel.green() < 100 && pixel.blue() < 100
            };
            let dark = pixels.pixels().iter().filter(is_dark).count();
            assert!((500..200_000).contains(&dark), "{dark} dark pixels");
            assert_eq!(png, draw(&picture, PlotFormat::Png).unwrap());
        }
    }

    #[test]
    fn a_heat_map_paints_no_noise() {
        let drawing = inline(&picture(vec![heat()])).unwrap();
        let said: Vec<&str> = drawing.marks.iter().map(|mark| mark.said.as_str()).collect();
        let expected = [
            "1, 0: -0.5000 (-0.6000 to -0.4000)",
            "2, 0: 1 (-1 to 3), not told from 0",
            "1, 100: 2 (1.900 to 2.100)",
        ];
        assert_eq!(said, expected);
        assert!(drawing.body.contains("pale with a dot: cannot be told from 0"));
        // One dot in the cell and one in the legend.
        assert_eq!(drawing.body.matches("<circle").count(), 2);
        let Part::Heat { title, x, y, values, level } = heat() else { panic!("a heat map") };
        let told = |point: Option<Point>| point.map(|point| Point::known(point.value));
        let values = values.into_iter().map(|row| row.into_iter().map(told).collect()).collect();
        let known = inline(&picture(vec![Part::Heat { title, x, y, values, level }])).unwrap();
        assert!(!known.body.contains("<circle") && !known.body.contains("pale"));
    }

    #[test]
    fn what_is_off_the_scale_is_shown_as_such() {
        let span = Span::Within(-0.02, 0.0);
        let part = dots(span, &[point(0.0, 0.0), point(-0.01, 0.002), point(-0.6, 0.01)]);
        let drawing = inline(&picture(vec![part])).unwrap();
        assert!(drawing.body.contains(">-0.600, off the scale</text>"), "{}", drawing.body);
        assert_eq!(drawing.body.matches("<circle").count(), 2);
        let part = curves(Span::Within(0.0, 2.0), vec![(0.0, 0.5), (1.0, 0.3), (2.0, 0.002)]);
        let drawing = inline(&picture(vec![part])).unwrap();
        // The rare count is a wedge; the numbers of the axis end with the usual counts.
        assert_eq!(drawing.body.matches("<circle").count(), 2);
        assert!(!drawing.body.contains(">90</text>") && drawing.body.contains(">2.0</text>"));
        assert!(drawing.body.contains(">50.0%</text>"), "how often each count is met");
    }

    #[test]
    fn a_picture_says_its_values_where_it_shows_them() {
        let known = |p| Some(Point::known(p));
        let rare = dots(Span::OneIn, &[known(0.25), point(0.01, 0.005), point(0.0, 0.001)]);
        let expected = [
            "r0: 25%",
            "r1: 1 in 100 (1 in 66.7 to 1 in 200)",
            "r2: never seen, rarer than 1 in 1,000",
        ];
        assert_eq!(said(rare), expected);
        let expected = ["x between 0.4 and 0.6", "best, 0: 1 (0.8000 to 1.200)"];
        assert_eq!(said(curves(Span::All, Vec::new()))[..2], expected);
        assert_eq!(
            said(chart()),
            ["1,1 dealer 1: action 0", "1,1 dealer 2: action 1", "1,2 dealer 1: action 1"]
        );
        let told = said(tornado());
        assert_eq!(told[0], "fee from 1 to 0: 0.3000 (0.2000 to 0.4000)");
        assert!(told[2].ends_with(", not told from 0"), "{told:?}");
        assert_eq!(said(boxes()), [format!("a: {QUANTILES} at 0, 1, 2, 3, 4.500")]);
        let told = picture(vec![dots(Span::All, &[point(1.0, 0.5)]), boxes()]).told();
        let expected = "T & <T>: EV: the best 0; r0 1 (0.5000 to 1.500); x: a 0, 1, 2, 3, 4.500 \
                        (quantiles 1%, 25%, 50%, 75%, 99%)";
        assert_eq!(told, expected);
    }

    #[test]
    fn a_long_caption_takes_more_lines() {
        let long = ["rules of some length, players = 3"; 9].join(" · ");
        let short = inline(&picture(vec![boxes()])).unwrap();
        let drawing = inline(&Picture { caption: long.clone(), ..picture(vec![boxes()]) }).unwrap();
        assert!(drawing.height > short.height);
        let sheet = Sheet::new(10).unwrap();
        let lines = sheet.lines(&long, 16.0, WIDTH - 2 * SIDE);
        assert_eq!(lines.join(" · "), long);
        assert!(lines.iter().all(|line| sheet.width(line, 16.0) <= WIDTH - 2 * SIDE));
    }

    #[test]
    fn pictures_of_nothing_and_of_what_is_endless_are_drawn() {
        let endless = Point { value: 1.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        let curve = |curves| Part::Curves {
            x: "x".into(),
            y: "y".into(),
            curves,
            span: Span::All,
            shares: Vec::new(),
            level: None,
            answer: None,
        };
        let nothing = || ("x".to_owned(), Vec::new());
        let parts = [
            curve(Vec::new()),
            curve(vec![(String::new(), Vec::new())]),
            curve(vec![(String::new(), vec![(1.0, endless)])]),
            dots(Span::All, &[]),
            dots(Span::All, &[None, Some(endless)]),
            dots(Span::OneIn, &[]),
            dots(Span::OneIn, &[point(0.0, 0.0)]),
            Part::Boxes { x: "x".into(), rows: vec![("a".into(), [0.0; 5])] },
            Part::Heat {
                title: "t".into(),
                x: nothing(),
                y: nothing(),
                values: Vec::new(),
                level: Level { name: "0".into(), at: Point::known(0.0) },
            },
            Part::Chart {
                x: nothing(),
                y: nothing(),
                actions: Vec::new(),
                cells: Vec::new(),
                pale: String::new(),
            },
            Part::Tornado { figures: Vec::new(), levers: Vec::new() },
            Part::Tornado {
                figures: names(&["a"]),
                levers: vec![Lever {
                    field: "f".into(),
                    now: "1".into(),
                    steps: vec![("2".into(), vec![Some(endless)])],
                }],
            },
        ];
        for part in parts {
            for format in [PlotFormat::Svg, PlotFormat::Png] {
                assert!(draw(&picture(vec![part.clone()]), format).unwrap().len() > 300);
            }
        }
    }

    #[test]
    fn the_ending_says_what_a_picture_is() {
        assert_eq!(PlotFormat::of(Path::new("a.b/c.SVG")), Ok(PlotFormat::Svg));
        assert_eq!(PlotFormat::of(Path::new("c.png")), Ok(PlotFormat::Png));
        assert!(PlotFormat::of(Path::new("c.jpg")).unwrap_err().to_string().contains(".svg"));
        assert!(PlotFormat::of(Path::new("png")).is_err());
    }
}
