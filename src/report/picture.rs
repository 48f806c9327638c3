//! What a picture of a report shows, before anybody draws it: in [`plot`](super::plot) as a file, in
//! [`sketch`](super::sketch) with letters.

mod made;
#[cfg(test)]
mod tests;

use super::number::{rounded_down, significant};
use crate::study::{GameFacts, Report, Subject};

/// A value with the ends of its interval, which are the value where nothing tells them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Point {
    /// A value that is known.
    pub fn known(value: f64) -> Point {
        Point { value, low: value, high: value }
    }

    /// Whether it cannot be told from another: whether their intervals meet.
    pub fn meets(&self, other: &Point) -> bool {
        self.low <= other.high && self.high >= other.low
    }

    /// Whether it is shown to be apart from 0.
    pub fn is_shown(&self) -> bool {
        !self.meets(&Point::known(0.0))
    }

    /// Its value and its interval.
    pub(super) fn told(&self) -> String {
        let number = |x: f64| significant(x, 4);
        match self.low < self.high {
            true => {
                format!("{} ({} to {})", number(self.value), number(self.low), number(self.high))
            }
            false => number(self.value),
        }
    }
}

/// A picture of parts beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What it is about.
    pub title: String,
    /// What it was made from, in small letters.
    pub caption: String,
    /// Its parts.
    pub parts: Vec<Part>,
    /// The table that it shows.
    pub table: &'static str,
}

/// What numbers lie on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Span {
    /// From the least to the greatest that is drawn.
    #[default]
    All,
    /// Between two ends: what lies beyond is shown as beyond, with its number.
    Within(f64, f64),
    /// Probabilities as `1 in N`, each step ten times as rare as the one before.
    OneIn,
}

/// Something that figures are held against.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// What it is.
    pub name: String,
    /// Where it is.
    pub at: Point,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A figure over a number, with its interval.
    Curves {
        /// What stands below.
        x: String,
        /// What stands at the left.
        y: String,
        /// Each curve by name.
        curves: Vec<(String, Vec<(f64, Point)>)>,
        /// What its numbers lie on.
        span: Span,
        /// How often each number of the first curve is met; drawn below.
        shares: Vec<(f64, f64)>,
        /// What it is held against.
        level: Option<Level>,
        /// Where the answer lies.
        answer: Option<Level>,
    },
    /// A figure of several that have names, with its interval.
    Dots {
        /// What stands below.
        x: String,
        /// By name, a point of each kind.
        rows: Vec<(String, Vec<Option<Point>>)>,
        /// The kinds.
        kinds: Vec<String>,
        /// What its numbers lie on.
        span: Span,
        /// What it is held against.
        level: Option<Level>,
    },
    /// A figure over two fields.
    Heat {
        /// What it shows.
        title: String,
        /// What stands below, and its values.
        x: (String, Vec<String>),
        /// What stands at the left, and its values.
        y: (String, Vec<String>),
        /// By value of y, then of x.
        values: Vec<Vec<Option<Point>>>,
        /// What cannot be told from it is pale and dotted.
        level: Level,
    },
    /// How something is spread: by name, the quantiles 0.01, 0.25, 0.5, 0.75, 0.99.
    Boxes {
        /// What stands below.
        x: String,
        /// By name.
        rows: Vec<(String, [f64; 5])>,
    },
    /// What to do in each situation.
    Chart {
        /// What stands above, and its values.
        x: (String, Vec<String>),
        /// What stands at the left, and its values.
        y: (String, Vec<String>),
        /// What there is to do: a letter, and the name.
        actions: Vec<(char, String)>,
        /// By value of y, then of x.
        cells: Vec<Vec<Option<Choice>>>,
        /// What pale cells are.
        pale: String,
    },
    /// What each rule does to some figures, one step each way.
    Tornado {
        /// The figures.
        figures: Vec<String>,
        /// The rules, what matters most first.
        levers: Vec<Lever>,
    },
}

/// What to do in a situation.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The action, by its place.
    pub action: usize,
    /// Whether another is nearly as good, or nearly as usual.
    pub is_close: bool,
    /// The rest of what there is to say.
    pub said: String,
}

/// A rule that can be moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Lever {
    /// Its field.
    pub field: String,
    /// Its value.
    pub now: String,
    /// Its other values, and what each adds to each figure.
    pub steps: Vec<(String, Vec<Option<Point>>)>,
}

impl Picture {
    /// The picture of a report on a game, if there is one of its kind; `subject` is what the report
    /// is about.
    pub fn of(report: &Report, game: &GameFacts, subject: &Subject) -> Option<Picture> {
        let made::Made { title, parts, table, caption } = made::parts(report, game)?;
        let title = format!("{}: {title}", game.title);
        let mut said: Vec<String> = caption.into_iter().collect();
        said.extend(made::caption(report, subject, table, &parts));
        Some(Picture { title, caption: said.join(" · "), parts, table })
    }

    /// Whether colours stand for something: then they are on white, also in the dark.
    pub fn is_painted(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Heat { .. } | Part::Chart { .. } | Part::Tornado { .. } => true,
            Part::Curves { .. } | Part::Dots { .. } | Part::Boxes { .. } => false,
        })
    }
}

/// Values that the text of a picture tells one by one.
const MOST_TOLD: usize = 40;

impl Picture {
    /// What it shows, for who cannot see it.
    pub fn told(&self) -> String {
        let parts = self.parts.iter().map(Part::told).collect::<Vec<_>>();
        format!("{}: {}", self.title, parts.join("; "))
    }
}

/// From here on a probability is told in percent.
const LIKELY: f64 = 0.1;

/// A probability as one speaks of it: `60.7%`, `1 in 271`; of 0, `never`.
pub(super) fn one_in(p: f64) -> String {
    match p {
        p if p > LIKELY => format!("{}%", significant(100.0 * p, 3)),
        p if p > 0.0 => format!("1 in {}", rounded_down(1.0 / p, 3)),
        _ => "never".to_owned(),
    }
}

impl Span {
    /// A point in words.
    pub(super) fn told(&self, point: &Point) -> String {
        match self {
            Span::All | Span::Within(..) => point.told(),
            Span::OneIn if point.value == 0.0 => {
                format!("never seen, rarer than {}", one_in(point.high))
            }
            Span::OneIn if point.low < point.high => {
                let [value, low, high] = [point.value, point.high, point.low].map(one_in);
                format!("{value} ({low} to {high})")
            }
            Span::OneIn => one_in(point.value),
        }
    }
}

impl Part {
    /// Points with intervals that are drawn.
    pub(super) fn intervals(&self) -> bool {
        let wide = |point: &Point| point.low < point.high;
        match self {
            Part::Curves { curves, .. } => {
                curves.iter().flat_map(|(_, points)| points).any(|(_, point)| wide(point))
            }
            Part::Dots { rows, .. } => {
                rows.iter().flat_map(|(_, points)| points).flatten().any(wide)
            }
            Part::Tornado { levers, .. } => {
                let steps = levers.iter().flat_map(|lever| &lever.steps);
                steps.flat_map(|(_, points)| points).flatten().any(wide)
            }
            // Of a heat map's only the marks are seen, which say what they are.
            Part::Heat { .. } | Part::Boxes { .. } | Part::Chart { .. } => false,
        }
    }

    fn told(&self) -> String {
        let (what, values) = match self {
            Part::Curves { x, y, curves, level, answer, .. } => {
                let of = |(name, points): &(String, Vec<(f64, Point)>)| {
                    let point =
                        |(at, point): &(f64, Point)| format!("{name} {at} {}", point.told());
                    points.iter().map(point).collect::<Vec<_>>()
                };
                let levels = [level, answer].into_iter().flatten();
                let levels = levels.map(|level| format!("{} {}", level.name, level.at.told()));
                let points = curves.iter().flat_map(of);
                (format!("{y}, by {x}"), levels.chain(points).collect::<Vec<_>>())
            }
            Part::Dots { x, rows, kinds, span, level } => {
                let of = |(name, points): &(String, Vec<Option<Point>>)| {
                    let point = |(at, point): (usize, &Option<Point>)| {
                        let kind = kinds.get(at).map(|kind| format!(", {kind}"));
                        let told = span.told(&(*point)?);
                        Some(format!("{name}{} {told}", kind.unwrap_or_default()))
                    };
                    points.iter().enumerate().filter_map(point).collect::<Vec<_>>()
                };
                let level = level.iter().map(|level| format!("{} {}", level.name, level.at.told()));
                (x.clone(), level.chain(rows.iter().flat_map(of)).collect())
            }
            Part::Heat { title, x, y, values, level } => {
                let of = |(up, row): (&String, &Vec<Option<Point>>)| {
                    let value = |(across, value): (&String, &Option<Point>)| {
                        let told = told_against(&(*value)?, level);
                        Some(format!("{across}, {up} {told}"))
                    };
                    x.1.iter().zip(row).filter_map(value).collect::<Vec<_>>()
                };
                let values = y.1.iter().zip(values).flat_map(of).collect();
                (format!("{title}, by {} and {}", x.0, y.0), values)
            }
            Part::Boxes { x, rows } => {
                let of = |(name, quantiles): &(String, [f64; 5])| {
                    let numbers = quantiles.map(|x| significant(x, 4)).join(", ");
                    format!("{name} {numbers} ({})", super::plot::QUANTILES)
                };
                (x.clone(), rows.iter().map(of).collect())
            }
            Part::Chart { x, y, actions, cells, .. } => {
                let of = |(up, row): (&String, &Vec<Option<Choice>>)| {
                    let cell = |(across, cell): (&String, &Option<Choice>)| {
                        let (_, action) = actions.get(cell.as_ref()?.action)?;
                        Some(format!("{up}, {across} {action}"))
                    };
                    x.1.iter().zip(row).filter_map(cell).collect::<Vec<_>>()
                };
                let values = y.1.iter().zip(cells).flat_map(of).collect();
                (format!("what to do, by {} and {}", y.0, x.0), values)
            }
            Part::Tornado { figures, levers } => {
                let of = |lever: &Lever| {
                    let step = |(value, points): &(String, Vec<Option<Point>>)| {
                        let told = points.iter().zip(figures).filter_map(|(point, figure)| {
                            Some(format!("{figure} {}", point.as_ref()?.told()))
                        });
                        let told = told.collect::<Vec<_>>().join(", ");
                        format!("{} {} to {value}: {told}", lever.field, lever.now)
                    };
                    lever.steps.iter().map(step).collect::<Vec<_>>()
                };
                let what = "what one step of each rule adds".to_owned();
                (what, levers.iter().flat_map(of).collect())
            }
        };
        let more = values.len().saturating_sub(MOST_TOLD);
        let told = values[..values.len() - more].join("; ");
        match more {
            0 => format!("{what}: {}", told.trim()),
            more => format!("{what}: {}; and {more} more", told.trim()),
        }
    }
}

/// A value of a heat map in words.
pub(super) fn told_against(point: &Point, level: &Level) -> String {
    match point.meets(&level.at) {
        true => format!("{}, not told from {}", point.told(), level.name),
        false => point.told(),
    }
}
