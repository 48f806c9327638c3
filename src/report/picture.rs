//! What a picture of a report shows, before anybody draws it: in [`plot`](super::plot) as a file, in
//! [`sketch`](super::sketch) with letters.

use crate::stats::quantile::normal_two_sided;
use crate::study::figure::percent;
use crate::study::{Cell, GameFacts, Report, Table};

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
    /// Its value and its interval.
    pub(super) fn told(&self) -> String {
        let number = |x: f64| super::number::significant(x, 4);
        match self.low < self.high {
            true => {
                format!("{} ({} to {})", number(self.value), number(self.low), number(self.high))
            }
            false => number(self.value),
        }
    }
}

/// A picture of one or two parts beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What it is about.
    pub title: String,
    /// What it was made from, in small letters.
    pub caption: String,
    /// Its parts.
    pub parts: Vec<Part>,
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
    },
    /// A figure of several that have names, with its interval.
    Dots {
        /// What stands below.
        x: String,
        /// By name, a point of each kind.
        rows: Vec<(String, Vec<Option<Point>>)>,
        /// The kinds.
        kinds: Vec<String>,
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
        values: Vec<Vec<Option<f64>>>,
    },
    /// How something is spread: by name, the quantiles 0.01, 0.25, 0.5, 0.75, 0.99.
    Boxes {
        /// What stands below.
        x: String,
        /// By name.
        rows: Vec<(String, [f64; 5])>,
    },
}

impl Picture {
    /// The picture of a report on a game, if there is one of its kind.
    pub fn of(report: &Report, game: &GameFacts) -> Option<Picture> {
        let stake = game.stake;
        let table = |name: &str| report.tables.iter().find(|table| table.name == name);
        let (title, parts) = match report.tables.first()?.name {
            "sweep" => swept(table("metric")?, game)?,
            "ranking" => {
                let ranking = table("ranking")?;
                let name = |row: &[Cell]| text(row.get(ranking.column("strategy")?)?);
                let x = format!("EV, {stake} a round");
                ("EV of each strategy".to_owned(), vec![evs(ranking, x, name)])
            }
            "seats" => {
                let seats = table("seats")?;
                let name = |row: &[Cell]| Some(seat(&text(row.first()?)?));
                let x = format!("EV, {stake} a round");
                let mut parts = vec![evs(seats, x, name)];
                parts.extend(table("distribution").and_then(|table| boxes(table, stake)));
                ("EV and nets of each seat".to_owned(), parts)
            }
            // Where every round begins with full shoes there are no counts.
            "systems" => counted(table("bins")?, report, stake)?,
            _ => return None,
        };
        let title = format!("{}: {title}", game.title);
        Some(Picture { title, caption: caption(report), parts })
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

impl Part {
    fn told(&self) -> String {
        let (what, values) = match self {
            Part::Curves { x, y, curves } => {
                let of = |(name, points): &(String, Vec<(f64, Point)>)| {
                    let point =
                        |(at, point): &(f64, Point)| format!("{name} {at} {}", point.told());
                    points.iter().map(point).collect::<Vec<_>>()
                };
                (format!("{y}, by {x}"), curves.iter().flat_map(of).collect::<Vec<_>>())
            }
            Part::Dots { x, rows, kinds } => {
                let of = |(name, points): &(String, Vec<Option<Point>>)| {
                    let point = |(at, point): (usize, &Option<Point>)| {
                        let kind = kinds.get(at).map(|kind| format!(", {kind}"));
                        Some(format!("{name}{} {}", kind.unwrap_or_default(), (*point)?.told()))
                    };
                    points.iter().enumerate().filter_map(point).collect::<Vec<_>>()
                };
                (x.clone(), rows.iter().flat_map(of).collect())
            }
            Part::Heat { title, x, y, values } => {
                let of = |(up, row): (&String, &Vec<Option<f64>>)| {
                    let value = |(across, value): (&String, &Option<f64>)| {
                        Some(format!("{across}, {up} {}", super::number::significant((*value)?, 4)))
                    };
                    x.1.iter().zip(row).filter_map(value).collect::<Vec<_>>()
                };
                let values = y.1.iter().zip(values).flat_map(of).collect();
                (format!("{title}, by {} and {}", x.0, y.0), values)
            }
            Part::Boxes { x, rows } => {
                let of = |(name, quantiles): &(String, [f64; 5])| {
                    let numbers = quantiles.map(|x| super::number::significant(x, 4)).join(", ");
                    format!("{name} {numbers} ({})", super::plot::QUANTILES)
                };
                (x.clone(), rows.iter().map(of).collect())
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

/// What was asked, as far as it fits a line.
fn caption(report: &Report) -> String {
    let number = |name: &str| report.manifest.get(name).filter(|value| !value.is_null());
    let mut said = Vec::new();
    if let Some(confidence) = number("confidence").and_then(|value| value.as_f64()) {
        said.push(format!("{}% intervals", percent(confidence)));
    }
    if let Some(rounds) = number("rounds").and_then(|value| value.as_u64()) {
        let each = if report.manifest.contains_key("vary") { " at each point" } else { "" };
        said.push(format!("{} rounds{each}", super::number::group(&rounds.to_string())));
    }
    if let Some(seed) = number("seed") {
        said.push(format!("seed {seed}"));
    }
    let version = report.manifest.get("version").and_then(|version| version.as_str());
    said.push(format!("croupier {}", version.unwrap_or_default()));
    said.join(" · ")
}

fn text(cell: &Cell) -> Option<String> {
    Some(match cell {
        Cell::Empty => return None,
        // A name turns and hides nothing of the picture.
        Cell::Text(text) => super::terminal::readable(text),
        Cell::Int(number) => number.to_string(),
        Cell::Count(number) => number.to_string(),
        Cell::Float(number) => number.to_string(),
        Cell::Flag(flag) => flag.to_string(),
        Cell::Data(data) => serde_json::to_string(data).unwrap_or_default(),
    })
}

fn seat(name: &str) -> String {
    if name.parse::<u64>().is_ok() { format!("seat {name}") } else { name.to_owned() }
}

fn point(table: &Table, row: &[Cell], names: [&str; 3]) -> Option<Point> {
    let [value, low, high] =
        names.map(|name| table.column(name).and_then(|at| row.get(at)).and_then(Cell::number));
    let value = value?;
    Some(Point { value, low: low.unwrap_or(value), high: high.unwrap_or(value) })
}

fn evs(table: &Table, x: String, name: impl Fn(&[Cell]) -> Option<String>) -> Part {
    let row = |row: &Vec<Cell>| {
        Some((name(row)?, vec![Some(point(table, row, ["ev", "ev_low", "ev_high"])?)]))
    };
    Part::Dots { x, rows: table.rows.iter().filter_map(row).collect(), kinds: Vec::new() }
}

fn boxes(table: &Table, stake: &str) -> Option<Part> {
    let columns = ["q0.01", "q0.25", "q0.5", "q0.75", "q0.99"];
    let columns: Vec<usize> = columns.iter().filter_map(|name| table.column(name)).collect();
    let columns: [usize; 5] = columns.try_into().ok()?;
    let row = |row: &Vec<Cell>| {
        let quantiles = columns.map(|at| row.get(at).and_then(Cell::number));
        if quantiles.contains(&None) {
            return None;
        }
        Some((seat(&text(row.first()?)?), quantiles.map(Option::unwrap_or_default)))
    };
    let rows = table.rows.iter().filter_map(row).collect();
    Some(Part::Boxes { x: format!("net of a session, {stake}"), rows })
}

/// Bins with less of the rounds are too uncertain to be drawn.
const LEAST_SHARE: f64 = 0.002;
/// Curves that one can still tell apart.
const MOST_CURVES: usize = 6;

/// The name of a count, what it is worth by true count, and how often each is met.
type Counts = (String, Vec<(f64, Point)>, Vec<f64>);

/// EV by true count at the highest penetration: the counts over which it differs most.
fn counted(bins: &Table, report: &Report, stake: &str) -> Option<(String, Vec<Part>)> {
    let of = |name: &str| bins.column(name);
    let (system, count, shoe) = (of("system")?, of("true_count")?, of("shoe")?);
    let (share, ev, se) = (of("frequency")?, of("ev")?, of("ev_se")?);
    let deepest = of("penetration");
    let depth = |row: &[Cell]| deepest.and_then(|at| row.get(at)?.number()).unwrap_or(0.0);
    let last = bins.rows.iter().map(|row| depth(row)).fold(0.0, f64::max);
    let shoes = bins.rows.iter().any(|row| text(&row[shoe]) != text(&bins.rows[0][shoe]));
    let confidence = report.manifest.get("confidence").and_then(|value| value.as_f64());
    let z = normal_two_sided(confidence.unwrap_or(0.95));
    let mut curves: Vec<Counts> = Vec::new();
    for row in bins.rows.iter().filter(|row| depth(row) == last) {
        let number = |at: usize| row.get(at).and_then(Cell::number);
        let (Some(x), Some(value), Some(part)) = (number(count), number(ev), number(share)) else {
            continue;
        };
        if part < LEAST_SHARE {
            continue;
        }
        let name = match shoes {
            true => format!("{}, {}", text(&row[system])?, text(&row[shoe])?),
            false => text(&row[system])?,
        };
        let half = z * number(se).unwrap_or(0.0);
        let point = (x, Point { value, low: value - half, high: value + half });
        if curves.last().is_none_or(|(known, ..)| *known != name) {
            curves.push((name, Vec::new(), Vec::new()));
        }
        if let Some((_, points, shares)) = curves.last_mut() {
            points.push(point);
            shares.push(part);
        }
    }
    // The variance of EV over the counts.
    let spread = |points: &[(f64, Point)], shares: &[f64]| {
        let mean = |of: &dyn Fn(f64) -> f64| {
            let sum: f64 = points.iter().zip(shares).map(|(p, share)| share * of(p.1.value)).sum();
            sum / shares.iter().sum::<f64>()
        };
        let middle = mean(&|value| value);
        mean(&|value| (value - middle).powi(2))
    };
    curves.sort_by(|a, b| spread(&b.1, &b.2).total_cmp(&spread(&a.1, &a.2)));
    let more = curves.len() > MOST_CURVES;
    curves.truncate(MOST_CURVES);
    let curves: Vec<_> = curves.into_iter().map(|(name, points, _)| (name, points)).collect();
    if curves.is_empty() {
        return None;
    }
    let mut title = "EV by true count".to_owned();
    if last > 0.0 {
        title += &format!(" at penetration {last}");
    }
    if more {
        title += &format!(", the {MOST_CURVES} counts that tell most");
    }
    let y = format!("EV, {stake} a round");
    Some((title, vec![Part::Curves { x: "true count".to_owned(), y, curves }]))
}

/// The picture of a sweep: a curve, dots where the values have names, or a heat map.
fn swept(table: &Table, game: &GameFacts) -> Option<(String, Vec<Part>)> {
    let stake = game.stake;
    let first = table.column("metric")?;
    let metric = table.rows.first().and_then(|row| text(row.get(first)?))?;
    let fields: Vec<String> = table.columns[..first].to_vec();
    let label = match metric.as_str() {
        "house-edge" => format!("house edge, part of the {stake} put in at first"),
        "position-spread" => format!("best less worst position, {stake} a round"),
        other => match other.split_once(':') {
            Some(("event", name)) => format!("probability of {name}"),
            Some(("ev", "house")) => format!("EV of the house, {stake} a round"),
            Some(("ev", seat)) => format!("EV of seat {seat}, {stake} a round"),
            _ => other.to_owned(),
        },
    };
    // What a field says, its unit with it.
    let named = |field: &String| match game.fields.iter().find(|facts| facts.name == field) {
        Some(facts) => format!("{field}: {}", facts.about),
        None => field.clone(),
    };
    let play = table.column("play");
    let mut plays: Vec<String> = Vec::new();
    for row in &table.rows {
        let name = play.and_then(|at| text(row.get(at)?)).unwrap_or_default();
        if !plays.contains(&name) {
            plays.push(name);
        }
    }
    let is_play = |row: &[Cell], name: &str| {
        play.is_none_or(|at| row.get(at).and_then(text).as_deref() == Some(name))
    };
    let figure = |row: &[Cell]| point(table, row, ["estimate", "low", "high"]);
    let values = |field: usize| {
        let mut found: Vec<String> = Vec::new();
        for name in table.rows.iter().filter_map(|row| text(row.get(field)?)) {
            if !found.contains(&name) {
                found.push(name);
            }
        }
        found
    };
    let title = format!("{} by {}", metric, fields.join(" and "));
    let parts = match fields.len() {
        1 if table.rows.iter().all(|row| row[0].number().is_some()) => {
            let curve = |name: &String| {
                let rows = table.rows.iter().filter(|row| is_play(row, name));
                let points = rows.filter_map(|row| Some((row[0].number()?, figure(row)?)));
                let mut points: Vec<(f64, Point)> = points.collect();
                points.sort_by(|a, b| a.0.total_cmp(&b.0));
                (name.clone(), points)
            };
            let curves = plays.iter().map(curve).collect();
            vec![Part::Curves { x: named(&fields[0]), y: label, curves }]
        }
        1 => {
            let row = |value: &String| {
                let of = |name: &String| {
                    let is = |row: &&Vec<Cell>| {
                        is_play(row, name) && text(&row[0]).as_ref() == Some(value)
                    };
                    table.rows.iter().find(is).and_then(|row| figure(row))
                };
                (value.clone(), plays.iter().map(of).collect())
            };
            let rows = values(0).iter().map(row).collect();
            let kinds = if plays.len() > 1 { plays.clone() } else { Vec::new() };
            vec![Part::Dots { x: label, rows, kinds }]
        }
        2 => {
            let (across, up) = (values(0), values(1));
            let heat = |name: &String| {
                let at = |x: &String, y: &String| {
                    let is = |row: &&Vec<Cell>| {
                        let own = [text(&row[0]), text(&row[1])];
                        is_play(row, name)
                            && own[0].as_ref() == Some(x)
                            && own[1].as_ref() == Some(y)
                    };
                    let row = table.rows.iter().find(is)?;
                    Some(figure(row)?.value)
                };
                let row = |y: &String| across.iter().map(|x| at(x, y)).collect();
                let title = match name.as_str() {
                    "" => label.clone(),
                    name => format!("{name}: {label}"),
                };
                Part::Heat {
                    title,
                    x: (named(&fields[0]), across.clone()),
                    y: (named(&fields[1]), up.clone()),
                    values: up.iter().map(row).collect(),
                }
            };
            plays.iter().map(heat).collect()
        }
        _ => return None,
    };
    Some((title, parts))
}
