//! Pictures of sweeps: figures over one or two fields.

use super::{Made, point, text};
use crate::report::number::significant;
use crate::report::picture::{Level, Part, Point, Span};
use crate::study::{Cell, GameFacts, Table};

/// The picture of a sweep: a curve, dots if the values are not numbers, or a heat map.
pub fn swept(table: &Table, game: &GameFacts) -> Option<Made> {
    let stake = game.stake;
    let first = table.column("metric")?;
    let metric = table.rows.first().and_then(|row| text(row.get(first)?))?;
    let fields: Vec<String> = table.columns[..first].to_vec();
    let label = label(&metric, stake);
    let named = |field: &String| named(field, game);
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
            vec![Part::Curves {
                x: named(&fields[0]),
                y: label,
                curves,
                span: Span::All,
                shares: Vec::new(),
                level: None,
                answer: None,
            }]
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
            vec![Part::Dots { x: label, rows, kinds, span: Span::All, level: None }]
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
                    figure(row)
                };
                let row = |y: &String| across.iter().map(|x| at(x, y)).collect();
                let values: Vec<Vec<Option<Point>>> = up.iter().map(row).collect();
                let corner = || format!("{} = {}, {} = {}", fields[0], across[0], fields[1], up[0]);
                let level = reference(&metric, values.first()?.first().copied()?, corner);
                let title = match name.as_str() {
                    "" => label.clone(),
                    name => format!("{name}: {label}"),
                };
                Some(Part::Heat {
                    title,
                    x: (named(&fields[0]), across.clone()),
                    y: (named(&fields[1]), up.clone()),
                    values,
                    level,
                })
            };
            plays.iter().filter_map(heat).collect()
        }
        _ => return None,
    };
    Some(Made::new("metric", title, parts))
}

/// The label of a metric.
pub fn label(metric: &str, stake: &str) -> String {
    match metric {
        "house-edge" => format!("house edge, part of the {stake} put in at first"),
        "position-spread" => format!("best less worst position, {stake} a round"),
        other => match other.split_once(':') {
            Some(("event", name)) => format!("probability of {name}"),
            Some(("ev", "house")) => format!("EV of the house, {stake} a round"),
            Some(("ev", seat)) => format!("EV of seat {seat}, {stake} a round"),
            _ => other.to_owned(),
        },
    }
}

/// The label of a field: its name and its description, with the unit.
pub fn named(field: &str, game: &GameFacts) -> String {
    let known = game.fields.iter().find(|facts| facts.name == field);
    match (known, field.strip_prefix("bonus.")) {
        (Some(facts), _) => format!("{field}: {}", facts.about),
        (None, Some(event)) => format!("{field}: {} paid to a seat for each {event}", game.stake),
        (None, None) => field.to_owned(),
    }
}

/// The reference level of a heat map: 0, or for a probability its value in the first cell.
fn reference(metric: &str, first: Option<Point>, corner: impl Fn() -> String) -> Level {
    match first.filter(|_| metric.starts_with("event:")) {
        Some(at) => Level { name: format!("{} at {}", significant(at.value, 3), corner()), at },
        None => Level { name: "0".to_owned(), at: Point::known(0.0) },
    }
}
