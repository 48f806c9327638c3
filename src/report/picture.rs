//! The content of a report's picture, independent of how it is drawn: [`plot`](super::plot) draws
//! it to a file, [`sketch`](super::sketch) with characters.

mod made;
#[cfg(test)]
mod tests;

use super::number::{rounded, rounded_down, significant};
use crate::study::{GameFacts, Report, Subject};

/// A value with its interval, whose ends equal the value if they are unknown.
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
    /// A value known exactly.
    pub fn known(value: f64) -> Point {
        Point { value, low: value, high: value }
    }

    /// Whether it cannot be distinguished from another: whether their intervals overlap.
    pub fn meets(&self, other: &Point) -> bool {
        self.low <= other.high && self.high >= other.low
    }

    /// Whether it is shown to differ from 0.
    pub fn is_shown(&self) -> bool {
        !self.meets(&Point::known(0.0))
    }

    /// Its value and its interval, as text.
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

/// A picture: parts beside each other under a title.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its title.
    pub title: String,
    /// Its source and conditions, in small print.
    pub caption: String,
    /// Its parts.
    pub parts: Vec<Part>,
    /// The name of the table that it shows.
    pub table: &'static str,
}

/// The range of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Span {
    /// From the least to the greatest value drawn.
    #[default]
    All,
    /// Between two ends: a value outside is marked as off the scale, with its number.
    Within(f64, f64),
    /// Probabilities as `1 in N` on a logarithmic scale, each step ten times as rare as the one
    /// before.
    OneIn,
}

/// A reference value to which figures are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// Its value.
    pub at: Point,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A figure as a function of a number, with its interval.
    Curves {
        /// The label of the horizontal axis.
        x: String,
        /// The label of the vertical axis.
        y: String,
        /// The curves: a name, and points by x.
        curves: Vec<(String, Vec<(f64, Point)>)>,
        /// The range of the vertical axis.
        span: Span,
        /// The share of rounds at each x of the first curve, drawn below.
        shares: Vec<(f64, f64)>,
        /// The reference value.
        level: Option<Level>,
        /// The interval of x in which the answer lies.
        answer: Option<Level>,
    },
    /// A figure of named items, with its interval.
    Dots {
        /// The label of the horizontal axis.
        x: String,
        /// The rows: a name, and a point by kind.
        rows: Vec<(String, Vec<Option<Point>>)>,
        /// The names of the kinds; empty if there is only one.
        kinds: Vec<String>,
        /// The range of the horizontal axis.
        span: Span,
        /// The reference value.
        level: Option<Level>,
    },
    /// A figure as a function of two fields.
    Heat {
        /// The name of the figure.
        title: String,
        /// The label of the horizontal axis, and its values.
        x: (String, Vec<String>),
        /// The label of the vertical axis, and its values.
        y: (String, Vec<String>),
        /// The figure, indexed by value of y, then of x.
        values: Vec<Vec<Option<Point>>>,
        /// The reference value: cells that cannot be distinguished from it are pale and dotted.
        level: Level,
    },
    /// Distributions, each by its quantiles 0.01, 0.25, 0.5, 0.75, 0.99.
    Boxes {
        /// The label of the horizontal axis.
        x: String,
        /// The rows: a name and its quantiles.
        rows: Vec<(String, [f64; 5])>,
    },
    /// A strategy chart: the action in each situation.
    Chart {
        /// The label above the columns, and their values.
        x: (String, Vec<String>),
        /// The label of the rows, and their values.
        y: (String, Vec<String>),
        /// The actions: a letter and a name.
        actions: Vec<(char, String)>,
        /// The choices, indexed by value of y, then of x.
        cells: Vec<Vec<Option<Choice>>>,
        /// The meaning of pale cells.
        pale: String,
    },
    /// The effect of each rule on some figures, one step each way.
    Tornado {
        /// The names of the figures.
        figures: Vec<String>,
        /// The rules, in descending order of importance.
        levers: Vec<Lever>,
    },
}

/// The action to take in a situation.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The action, as an index into the chart's actions.
    pub action: usize,
    /// Whether another action is nearly as good, or nearly as usual.
    pub is_close: bool,
    /// The text of the tooltip.
    pub said: String,
}

/// A rule that can be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Lever {
    /// The name of its field.
    pub field: String,
    /// Its present value.
    pub now: String,
    /// Its other values, and the change of each figure with each of them.
    pub steps: Vec<(String, Vec<Option<Point>>)>,
}

impl Lever {
    /// A short name for one of its other values: for a list that differs in one place only, that
    /// place and its new entry.
    pub fn step(&self, value: &str) -> String {
        let list = |text: &str| match format!("list = {text}")
            .parse::<toml::Table>()
            .ok()?
            .remove("list")?
        {
            toml::Value::Array(parts) => Some(parts),
            _ => None,
        };
        let different = || {
            let (now, new) = (list(&self.now)?, list(value)?);
            let mut places = (0..now.len()).filter(|&place| now.get(place) != new.get(place));
            let place = places.next().filter(|_| now.len() == new.len())?;
            places.next().is_none().then(|| format!("place {}: {}", place + 1, new[place]))
        };
        different().unwrap_or_else(|| value.to_owned())
    }
}

impl Picture {
    /// The picture of a report on a game; `None` if reports of this kind have none. `subject` is
    /// the subject of the report.
    pub fn of(report: &Report, game: &GameFacts, subject: &Subject) -> Option<Picture> {
        let made = made::parts(report, game)?;
        let mut said: Vec<String> = made.caption.iter().cloned().collect();
        said.extend(made::caption(report, subject, &made));
        let made::Made { title, parts, table, .. } = made;
        let title = format!("{}: {title}", game.title);
        Some(Picture { title, caption: said.join(" · "), parts, table })
    }

    /// Whether its colours carry meaning: then they are drawn on white, also in dark mode.
    pub fn is_painted(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Heat { .. } | Part::Chart { .. } | Part::Tornado { .. } => true,
            Part::Curves { .. } | Part::Dots { .. } | Part::Boxes { .. } => false,
        })
    }
}

/// The most values listed in the text of a picture.
const MOST_TOLD: usize = 40;

impl Picture {
    /// A description of its content, for readers who cannot see it.
    pub fn told(&self) -> String {
        let parts = self.parts.iter().map(Part::told).collect::<Vec<_>>();
        format!("{}: {}", self.title, parts.join("; "))
    }
}

/// A probability above this is written in percent.
const LIKELY: f64 = 0.1;

/// A probability in words: `60.7%`, `1 in 271`; for 0, `never`.
pub(super) fn one_in(p: f64) -> String {
    match p {
        p if p > LIKELY => format!("{}%", significant(100.0 * p, 3)),
        p if p > 0.0 => format!("1 in {}", rounded(1.0 / p, 3)),
        _ => "never".to_owned(),
    }
}

impl Span {
    /// The text of a point.
    pub(super) fn told(&self, point: &Point) -> String {
        match self {
            Span::All | Span::Within(..) => point.told(),
            Span::OneIn if point.value == 0.0 => match point.high > LIKELY {
                true => format!("never seen, rarer than {}", one_in(point.high)),
                false => {
                    let bound = rounded_down(1.0 / point.high, 3);
                    format!("never seen, rarer than 1 in {bound}")
                }
            },
            Span::OneIn if point.low < point.high => {
                let [value, low, high] = [point.value, point.low, point.high].map(one_in);
                // A rarer event has the greater number after `1 in`.
                match point.high > LIKELY {
                    true => format!("{value} ({low} to {high})"),
                    false => format!("{value} ({high} to {low})"),
                }
            }
            Span::OneIn => one_in(point.value),
        }
    }
}

impl Part {
    /// Whether intervals of points are drawn, or marked.
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
            // A heat map marks the intervals that hold the reference value.
            Part::Heat { values, level, .. } => {
                let holds = |point: &Point| (point.low..=point.high).contains(&level.at.value);
                values.iter().flatten().flatten().any(|point| wide(point) && holds(point))
            }
            Part::Boxes { .. } | Part::Chart { .. } => false,
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

/// A value of a heat map in words, compared with its reference level.
pub(super) fn told_against(point: &Point, level: &Level) -> String {
    match point.meets(&level.at) {
        true => format!("{}, not told from {}", point.told(), level.name),
        false => point.told(),
    }
}
