//! Pictures made of characters, for a terminal: a line for each value, a shade for each pair of
//! values.

use super::number::significant;
use super::picture::{Level, Lever, Part, Picture, Point};

/// The largest and the smallest width of a line of points, in characters.
const WIDTH: usize = 48;
const NARROWEST: usize = 12;
/// The most lines for a curve: a longer one shows evenly spaced points.
const LINES: usize = 40;
/// The most rule changes shown: a terminal has its sentences, too.
const MOST_LEVERS: usize = 8;
/// Marks a cell that cannot be distinguished from its reference level.
const NOISE: char = '~';
/// The shades, from low to high values.
const SHADES: [char; 5] = ['·', '░', '▒', '▓', '█'];

/// Draws the parts of a picture that characters can show, line by line, at most `width` characters
/// wide as far as the labels allow.
pub fn lines(picture: &Picture, width: Option<u16>) -> Vec<String> {
    picture.parts.iter().flat_map(|of| part(of, width.map_or(usize::MAX, usize::from))).collect()
}

fn part(part: &Part, room: usize) -> Vec<String> {
    match part {
        Part::Curves { x, curves, .. } => {
            let rows = curves.iter().flat_map(|(name, points)| {
                let skip = points.len().div_ceil(LINES).max(1);
                let label = move |at: &f64| match name.as_str() {
                    "" => at.to_string(),
                    name => format!("{at} {name}"),
                };
                points.iter().step_by(skip).map(move |(at, point)| (label(at), *point))
            });
            points(field(x), &rows.collect::<Vec<_>>(), room)
        }
        Part::Dots { rows, kinds, .. } => {
            let rows = rows.iter().flat_map(|(name, of)| {
                of.iter().enumerate().filter_map(move |(kind, point)| {
                    let label = match kinds.get(kind) {
                        Some(kind) => format!("{name} {kind}"),
                        None => name.clone(),
                    };
                    Some((label, (*point)?))
                })
            });
            points("", &rows.collect::<Vec<_>>(), room)
        }
        Part::Heat { title, x, y, values, level } => {
            heat(title, (field(&x.0), &x.1), (field(&y.0), &y.1), values, level)
        }
        Part::Tornado { figures, levers } => tornado(figures, levers, room),
        // The tables show the same.
        Part::Boxes { .. } | Part::Chart { .. } => Vec::new(),
    }
}

/// The effects of levers on one figure: that on which most of them are shown to have an effect.
fn tornado(figures: &[String], levers: &[Lever], room: usize) -> Vec<String> {
    let steps = levers.iter().flat_map(|lever| lever.steps.iter().map(move |step| (lever, step)));
    let shown = |at: usize| {
        let of_figure = move |(lever, (value, points)): (&Lever, &(String, Vec<Option<Point>>))| {
            let point = points.get(at).copied().flatten().filter(Point::is_shown)?;
            Some((format!("{} = {value}", lever.field), point))
        };
        steps.clone().filter_map(of_figure)
    };
    // In a tie, the first figure.
    let Some((at, figure)) =
        figures.iter().enumerate().rev().max_by_key(|(at, _)| shown(*at).count())
    else {
        return Vec::new();
    };
    let rows: Vec<_> = shown(at).take(MOST_LEVERS).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("{figure}:")];
    lines.extend(points("", &rows, room));
    lines
}

/// The name of a field, without its description.
fn field(label: &str) -> &str {
    label.split(": ").next().unwrap_or(label)
}

/// Points on a common scale, `├──●──┤`, with 0 as `│` if it lies within the scale.
fn points(heading: &str, rows: &[(String, Point)], room: usize) -> Vec<String> {
    let ends = |pick: fn(&Point) -> f64, worse: fn(f64, f64) -> f64| {
        rows.iter().map(|(_, point)| pick(point)).filter(|x| x.is_finite()).reduce(worse)
    };
    let (Some(low), Some(high)) = (ends(|p| p.low, f64::min), ends(|p| p.high, f64::max)) else {
        return Vec::new();
    };
    let span = if high > low { high - low } else { 1.0 };
    let length = |text: &str| text.chars().count();
    let labels = rows.iter().map(|(label, _)| length(label));
    let widest = labels.max().unwrap_or(0).max(length(heading));
    let width = room.saturating_sub(widest + 2).clamp(NARROWEST, WIDTH);
    let column = |x: f64| (((x - low) / span * (width - 1) as f64).round() as usize).min(width - 1);
    let mut lines = vec![format!(
        "{heading:>widest$}  {:<half$}{:>half$}",
        significant(low, 3),
        significant(high, 3),
        half = width / 2
    )];
    for (label, point) in rows {
        let mut line = vec![' '; width];
        if low < 0.0 && high > 0.0 {
            line[column(0.0)] = '│';
        }
        let (from, to) = (column(point.low.max(low)), column(point.high.min(high)));
        line[from..=to].fill('─');
        if to > from {
            (line[from], line[to]) = ('├', '┤');
        }
        line[column(point.value)] = '●';
        let line: String = line.into_iter().collect();
        lines.push(format!("{label:>widest$}  {}", line.trim_end()));
    }
    lines
}

/// A heat map with a shade for each pair of values, and the legend of the shades.
fn heat(
    title: &str,
    x: (&str, &[String]),
    y: (&str, &[String]),
    values: &[Vec<Option<Point>>],
    level: &Level,
) -> Vec<String> {
    let is_noise = |point: &Point| point.low < point.high && point.meets(&level.at);
    let all = || values.iter().flatten().flatten().map(|point| point.value);
    let (Some(low), Some(high)) = (all().reduce(f64::min), all().reduce(f64::max)) else {
        return Vec::new();
    };
    let step = (high - low) / SHADES.len() as f64;
    let shade = |value: f64| match step > 0.0 {
        true => SHADES[(((value - low) / step) as usize).min(SHADES.len() - 1)],
        false => SHADES[0],
    };
    let length = |text: &String| text.chars().count();
    let widest = y.1.iter().map(length).max().unwrap_or(0).max(y.0.chars().count());
    let cell = x.1.iter().map(length).max().unwrap_or(0).max(2) + 1;
    let mut lines = vec![title.to_owned(), format!("{:>widest$}  {}", y.0, x.0)];
    let heads: String = x.1.iter().map(|value| format!("{value:>cell$}")).collect();
    lines.push(format!("{:>widest$} {heads}", ""));
    // Higher values of y are higher up, as on paper.
    for (name, row) in y.1.iter().zip(values).rev() {
        let cells = row.iter().map(|value| match value {
            Some(point) => {
                let letter = if is_noise(point) { NOISE } else { shade(point.value) };
                format!(" {}", letter.to_string().repeat(cell - 1))
            }
            None => " ".repeat(cell),
        });
        lines.push(format!("{name:>widest$} {}", cells.collect::<String>()));
    }
    let meaning = SHADES
        .iter()
        .enumerate()
        .map(|(i, shade)| format!("{shade} from {}", significant(low + step * i as f64, 3)));
    lines.push(format!("{} to {}", meaning.collect::<Vec<_>>().join(", "), significant(high, 3)));
    if values.iter().flatten().flatten().any(is_noise) {
        lines.push(format!("{NOISE} cannot be told from {}", level.name));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::Span;

    fn point(value: f64) -> Point {
        Point { value, low: value - 1.0, high: value + 1.0 }
    }

    fn picture(part: Part) -> Picture {
        let (title, caption) = (String::new(), String::new());
        Picture { title, caption, parts: vec![part], table: "metric" }
    }

    fn curve(x: &str, curves: Vec<(String, Vec<(f64, Point)>)>) -> Part {
        Part::Curves {
            x: x.into(),
            y: "edge".into(),
            curves,
            span: Span::All,
            shares: Vec::new(),
            level: None,
            answer: None,
        }
    }

    fn heat(values: Vec<Vec<Option<Point>>>) -> Part {
        Part::Heat {
            title: "edge".into(),
            x: ("players".into(), vec!["1".into(), "2".into()]),
            y: ("commission".into(), vec!["0".into(), "100".into()]),
            values,
            level: Level { name: "0".into(), at: Point::known(0.0) },
        }
    }

    #[test]
    fn a_curve_lies_on_its_side() {
        let curves = vec![(String::new(), vec![(0.0, point(-2.0)), (50.0, point(2.0))])];
        let part = curve("commission", curves);
        let picture = picture(part);
        let expected = "
commission  -3                                             3
         0  ├───────●──────┤        │
        50                          │      ├───────●──────┤";
        let drawn = lines(&picture, None).join("\n");
        let marks = |text: &str| text.chars().filter(|c| "├●┤│".contains(*c)).collect::<String>();
        assert_eq!(marks(&drawn), marks(expected));
        assert_eq!(drawn.lines().count(), 3);
        assert!(drawn.lines().all(|line| line.chars().count() <= 60), "{drawn}");
        for line in lines(&picture, Some(40)) {
            assert!(
                (30..=40).contains(&line.trim_end().chars().count()) || line.contains('0'),
                "{line}"
            );
        }
    }

    #[test]
    fn a_heat_map_has_a_legend() {
        let known = |value| Some(Point::known(value));
        let part = heat(vec![vec![known(0.0), known(1.0)], vec![known(2.0), None]]);
        let picture = picture(part);
        let drawn = lines(&picture, None);
        assert_eq!(drawn[3], "       100  ██   ");
        assert_eq!(drawn[4], "         0  ·· ▒▒");
        assert!(drawn[5].starts_with("· from 0, ░ from 0.400, "), "{}", drawn[5]);
        assert!(drawn[5].ends_with("█ from 1.60 to 2"), "{}", drawn[5]);
    }

    #[test]
    fn noise_has_no_shade() {
        let values = vec![vec![Some(point(0.5)), Some(point(-3.0))], vec![Some(point(4.0)), None]];
        let drawn = lines(&picture(heat(values)), None);
        assert_eq!(drawn[4], "         0  ~~ ··");
        assert_eq!(drawn[3], "       100  ██   ");
        assert_eq!(drawn[6], "~ cannot be told from 0");
    }

    #[test]
    fn levers_are_shown_that_move_the_first_figure() {
        let steps = |steps: [(&str, f64); 2]| {
            let step = |(value, by): (&str, f64)| (value.to_owned(), vec![Some(point(by)), None]);
            steps.map(step).to_vec()
        };
        let lever =
            |field: &str, of| Lever { field: field.into(), now: "1".into(), steps: steps(of) };
        let levers =
            vec![lever("fee", [("0", 4.0), ("2", -3.0)]), lever("cap", [("0", 0.5), ("2", 2.0)])];
        let part = Part::Tornado { figures: vec!["habit".into(), "best".into()], levers };
        let drawn = lines(&picture(part), Some(60));
        assert_eq!((drawn[0].as_str(), drawn.len()), ("habit:", 5), "{drawn:?}");
        for (line, label) in drawn[2..].iter().zip(["fee = 0  ", "fee = 2  ", "cap = 2  "]) {
            assert!(line.starts_with(label) && line.contains('●'), "{drawn:?}");
        }
        let part = Part::Tornado { figures: vec!["habit".into()], levers: Vec::new() };
        assert!(lines(&picture(part), None).is_empty());
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(lines(&picture(curve("", Vec::new())), None).is_empty());
        assert!(lines(&picture(heat(Vec::new())), None).is_empty());
    }
}
