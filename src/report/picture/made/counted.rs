//! Pictures of card counting: the EV at each count, and its frequency.

use super::{Made, text};
use crate::report::picture::{Part, Point, Span};
use crate::stats::quantile::mean_two_sided;
use crate::study::figure::percent;
use crate::study::{Cell, Report, Table};

/// Bins with a smaller share of rounds are too uncertain to be drawn.
const LEAST_SHARE: f64 = 0.002;
/// Bins with a smaller share of rounds do not set the scale.
const RARE: f64 = 0.01;
/// The most curves that can be told apart.
const MOST_CURVES: usize = 6;

/// The name of a count, its EV by true count, and the share of rounds at each of these true counts.
type Counts = (String, Vec<(f64, Point)>, Vec<f64>);

/// EV by true count at the deepest penetration, for the counts over which it varies most.
pub fn counted(bins: &Table, report: &Report, stake: &str) -> Option<Made> {
    let of = |name: &str| bins.column(name);
    let (system, count, shoe) = (of("system")?, of("true_count")?, of("shoe")?);
    let (share, ev, se) = (of("frequency")?, of("ev")?, of("ev_se")?);
    let deepest = of("penetration");
    let depth = |row: &[Cell]| deepest.and_then(|at| row.get(at)?.number()).unwrap_or(0.0);
    let last = bins.rows.iter().map(|row| depth(row)).fold(0.0, f64::max);
    let shoes = bins.rows.iter().any(|row| text(&row[shoe]) != text(&bins.rows[0][shoe]));
    let confidence = report.manifest.get("confidence").and_then(|value| value.as_f64());
    let sessions = report.manifest.get("sessions").and_then(|value| value.as_u64());
    let errors = mean_two_sided(confidence.unwrap_or(0.95), sessions.unwrap_or(u64::MAX));
    let (mut curves, mut rare): (Vec<Counts>, bool) = (Vec::new(), false);
    for row in bins.rows.iter().filter(|row| depth(row) == last) {
        let number = |at: usize| row.get(at).and_then(Cell::number);
        let (Some(x), Some(value), Some(part)) = (number(count), number(ev), number(share)) else {
            continue;
        };
        if part < LEAST_SHARE {
            rare = true;
            continue;
        }
        let name = match shoes {
            true => format!("{}, {}", text(&row[system])?, text(&row[shoe])?),
            false => text(&row[system])?,
        };
        let half = errors * number(se).unwrap_or(0.0);
        let point = (x, Point { value, low: value - half, high: value + half });
        if curves.last().is_none_or(|(known, ..)| *known != name) {
            curves.push((name, Vec::new(), Vec::new()));
        }
        if let Some((_, points, shares)) = curves.last_mut() {
            points.push(point);
            shares.push(part);
        }
    }
    // The variance of the EV over the true counts.
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
    let (name, points, often) = curves.first()?;
    let mut caption = format!("bars: how often each count of {name} is met");
    if rare {
        caption +=
            &format!("; counts in fewer than {}% of rounds are left out", percent(LEAST_SHARE));
    }
    let shares = points.iter().zip(often).map(|((at, _), share)| (*at, *share)).collect();
    let usual = curves.iter().flat_map(|(_, points, often)| {
        points.iter().zip(often).filter(|(_, share)| **share >= RARE).map(|((_, point), _)| *point)
    });
    let ends = usual.fold(None, |ends: Option<(f64, f64)>, point| {
        let (low, high) = ends.unwrap_or((point.low, point.high));
        Some((low.min(point.low), high.max(point.high)))
    });
    let span = ends.map_or(Span::All, |(low, high)| Span::Within(low, high));
    let mut title = "EV by true count".to_owned();
    if last > 0.0 {
        title += &format!(" at penetration {last}");
    }
    if more {
        title += &format!(", the {MOST_CURVES} counts that tell most");
    }
    let part = Part::Curves {
        x: "true count".to_owned(),
        y: format!("EV, {stake} a round"),
        shares,
        curves: curves.into_iter().map(|(name, points, _)| (name, points)).collect(),
        span,
        level: None,
        answer: None,
    };
    Some(Made { caption: Some(caption), ..Made::new("systems", title, vec![part]) })
}
