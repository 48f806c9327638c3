//! Pictures from tables: picks the content of a report's picture.

mod chart;
mod counted;
mod swept;

use super::{Level, Lever, Part, Point, Span};
use crate::report::number::{decimals_for, fixed, group, significant};
use crate::report::terminal::readable;
use crate::study::figure::{percent, rounds_in_words};
use crate::study::{Cell, GameFacts, KEY_FIGURES, Report, SEATS, Said, Subject, Table};

/// The content of a picture.
pub struct Made {
    pub title: String,
    pub parts: Vec<Part>,
    /// The table that it shows.
    pub table: &'static str,
    /// The first words of the caption.
    pub caption: Option<String>,
    /// The rounds behind it, if they are not those of the report.
    pub rounds: Option<u64>,
}

impl Made {
    fn new(table: &'static str, title: impl Into<String>, parts: Vec<Part>) -> Made {
        Made { title: title.into(), parts, table, caption: None, rounds: None }
    }
}

/// The content of a report's picture; `None` if reports of this kind have none.
pub fn parts(report: &Report, game: &GameFacts) -> Option<Made> {
    let stake = game.stake;
    let table = |name: &str| report.tables.iter().find(|table| table.name == name);
    let command = report.manifest.get("command").and_then(|name| name.as_str());
    match report.tables.first()?.name {
        "sweep" => swept::swept(table("metric")?, game),
        "ranking" => compared(table("ranking")?, table("pairs")?, stake),
        "seats" if command == Some("simulate") => {
            let seats = table("seats")?;
            let name = |row: &[Cell]| Some(seat(&text(row.first()?)?));
            let x = format!("EV, {stake} a round");
            let boxes = table("distribution").and_then(|table| boxes(table, stake));
            let title = match boxes {
                Some(_) => "EV and nets of each seat",
                None => "EV of each seat",
            };
            let parts = std::iter::once(evs(seats, x, name)).chain(boxes);
            Some(Made::new("seats", title, parts.collect()))
        }
        "seats" | "decisions" => match (table("chart"), table("decisions")) {
            (Some(habits), _) => chart::habits(habits),
            (None, Some(decisions)) => chart::decided(decisions, stake),
            (None, None) => None,
        },
        "events" => ladder(table("events")?),
        "balance" => balanced(table("balance")?, table("probes")?, game, report),
        "verdict" => tornado(table("levers")?, stake),
        // A game in which every round starts with full shoes has no counts.
        "systems" => counted::counted(table("bins")?, report, stake),
        _ => None,
    }
}

/// The parts of the caption: the subject, the confidence of the intervals and the version.
pub fn caption(report: &Report, subject: &Subject, made: &Made) -> Vec<String> {
    let Made { parts, table, rounds, .. } = made;
    let mut said = Vec::new();
    // Best play does not depend on the strategies of the seats.
    let is_told = |what: &str| what != SEATS || !["decisions", "chart"].contains(table);
    for fact in subject.facts.iter().filter(|fact| is_told(fact.what)) {
        let own = fact.said.iter().filter(|said| said.word.as_deref() != Some("intervals"));
        let text = |said: &Said| match (rounds, said.word.as_deref()) {
            (Some(rounds), Some("rounds")) => rounds_in_words(*rounds),
            _ => readable(&said.text),
        };
        let own: Vec<String> = own.map(text).collect();
        match fact.what {
            // Amounts show their unit themselves.
            "amounts" => {}
            // Each of these says itself what it is.
            "played" | SEATS => said.push(own.join(", ")),
            what => said.push(format!("{what} {}", own.join(", "))),
        }
    }
    let confidence = report.manifest.get("confidence").and_then(|value| value.as_f64());
    let sampled = report.manifest.get("rounds").is_some_and(|rounds| !rounds.is_null());
    if let Some(confidence) = confidence.filter(|_| sampled && parts.iter().any(Part::intervals)) {
        let command = report.manifest.get("command").and_then(|name| name.as_str());
        let together = match command {
            Some("balance" | "compare" | "playtest") => ", which hold together",
            _ => "",
        };
        said.push(format!("{}% intervals{together}", percent(confidence)));
    }
    let version = report.manifest.get("version").and_then(|version| version.as_str());
    said.push(format!("croupier {}", version.unwrap_or_default()));
    said
}

fn text(cell: &Cell) -> Option<String> {
    Some(match cell {
        Cell::Empty => return None,
        // Escaped, so that a name cannot reorder or hide other text of the picture.
        Cell::Text(text) => readable(text),
        Cell::Int(number) => number.to_string(),
        Cell::Count(number) => number.to_string(),
        Cell::Float(number) => number.to_string(),
        Cell::Flag(flag) => flag.to_string(),
        Cell::Data(data) => readable(&serde_json::to_string(data).unwrap_or_default()),
    })
}

fn seat(name: &str) -> String {
    if name.parse::<u64>().is_ok() { format!("seat {name}") } else { name.to_owned() }
}

fn point(table: &Table, row: &[Cell], names: [&str; 3]) -> Option<Point> {
    let [value, low, high] =
        names.map(|name| table.column(name).and_then(|at| row.get(at)).and_then(Cell::number));
    let value = value?;
    // An interval with one end is not drawn: it would look as if it ended at the point.
    let (low, high) = low.zip(high).unwrap_or((value, value));
    Some(Point { value, low, high })
}

fn evs(table: &Table, x: String, name: impl Fn(&[Cell]) -> Option<String>) -> Part {
    let row = |row: &Vec<Cell>| {
        Some((name(row)?, vec![Some(point(table, row, ["ev", "ev_low", "ev_high"])?)]))
    };
    Part::Dots {
        x,
        rows: table.rows.iter().filter_map(row).collect(),
        kinds: Vec::new(),
        span: Span::All,
        level: None,
    }
}

/// A box plot is drawn only if some row has more distinct values than this.
const FEW_OUTCOMES: usize = 5;

fn boxes(table: &Table, stake: &str) -> Option<Part> {
    let columns = ["q0.01", "q0.25", "q0.5", "q0.75", "q0.99"];
    let columns: Vec<usize> = columns.iter().filter_map(|name| table.column(name)).collect();
    let columns: [usize; 5] = columns.try_into().ok()?;
    let outcomes = |row: &Vec<Cell>| {
        let mut all: Vec<f64> = row.iter().skip(1).filter_map(Cell::number).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all.len()
    };
    if table.rows.iter().all(|row| outcomes(row) <= FEW_OUTCOMES) {
        return None;
    }
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

/// The ratio of a distance to the next smaller one from which a point is off the scale.
const FAR: f64 = 3.0;

/// The range, in distances from 0, on which most points can be distinguished.
fn span(points: &[Point]) -> Span {
    let mut far: Vec<f64> =
        points.iter().map(|point| point.low.abs().max(point.high.abs())).collect();
    far.sort_by(f64::total_cmp);
    let gap = (far.len() / 2 + 1..far.len()).find(|&at| far[at] > FAR * far[at - 1]);
    let Some(last) = gap.map(|at| far[at - 1]).filter(|last| *last > 0.0) else { return Span::All };
    let inside = points.iter().filter(|point| point.value.abs() <= last);
    let (low, high) = inside.fold((0.0, 0.0), |(low, high), point| {
        (f64::min(low, point.low), f64::max(high, point.high))
    });
    Span::Within(low, high)
}

/// The EV of each strategy relative to the first of the ranking.
fn compared(ranking: &Table, pairs: &Table, stake: &str) -> Option<Made> {
    let of = |table: &Table, row: &[Cell], name: &str| text(row.get(table.column(name)?)?);
    let first = of(ranking, ranking.rows.first()?, "strategy")?;
    let behind = |row: &&Vec<Cell>| of(pairs, row, "a").as_ref() == Some(&first);
    let mut rows = vec![(first.clone(), vec![Some(Point::known(0.0))])];
    for row in pairs.rows.iter().filter(behind) {
        let ahead = point(pairs, row, ["difference", "low", "high"])?;
        let behind = Point { value: -ahead.value, low: -ahead.high, high: -ahead.low };
        rows.push((of(pairs, row, "b")?, vec![Some(behind)]));
    }
    let points: Vec<Point> = rows.iter().filter_map(|(_, points)| points[0]).collect();
    let ev = point(ranking, ranking.rows.first()?, ["ev", "ev_low", "ev_high"])?;
    let half = (ev.high - ev.low) / 2.0;
    let said = match half > 0.0 && half.is_finite() {
        true => format!("{} ± {}", fixed(ev.value, decimals_for(half, 2)), significant(half, 2)),
        false => significant(ev.value, 4),
    };
    let part = Part::Dots {
        x: format!("EV less that of {first}, {stake} a round"),
        span: span(&points),
        rows,
        kinds: Vec::new(),
        level: Some(Level { name: format!("EV {said}"), at: Point::known(0.0) }),
    };
    Some(Made::new("ranking", format!("how far each strategy is behind {first}"), vec![part]))
}

/// The most events that a ladder has room for.
const MOST_EVENTS: usize = 40;

/// The probability of each event, the most likely first.
fn ladder(events: &Table) -> Option<Made> {
    let (event, method) = (events.column("event")?, events.column("method")?);
    let (mut rows, mut never) = (Vec::new(), 0);
    for row in &events.rows {
        let name = text(row.get(event)?)?;
        // An event never seen has no estimate, and one found by search may have only bounds.
        let ends = ["low", "high"].map(|end| events.column(end).and_then(|at| row[at].number()));
        let found = point(events, row, ["probability", "low", "high"]);
        let (Some(low), Some(high)) = (ends[0], ends[1]) else { continue };
        let point = found.unwrap_or(Point { value: low, low, high });
        if point.high == 0.0 && row[method] == Cell::from("exact") {
            never += 1;
        } else {
            rows.push((name, vec![Some(point)]));
        }
    }
    let size =
        |row: &(String, Vec<Option<Point>>)| row.1[0].map_or((0.0, 0.0), |p| (p.value, p.high));
    rows.sort_by(|a, b| {
        let (a, b) = (size(a), size(b));
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    if rows.is_empty() {
        return None;
    }
    let all = rows.len();
    rows.truncate(MOST_EVENTS);
    let mut said = Vec::new();
    if all > rows.len() {
        said.push(format!("the {MOST_EVENTS} most likely of {all} events"));
    }
    match never {
        0 => {}
        1 => said.push("1 other cannot happen".to_owned()),
        never => said.push(format!("{never} others cannot happen")),
    }
    let part = Part::Dots {
        x: "probability, each rung ten times as rare".to_owned(),
        rows,
        kinds: Vec::new(),
        span: Span::OneIn,
        level: None,
    };
    let caption = Some(said.join("; ")).filter(|said| !said.is_empty());
    Some(Made { caption, ..Made::new("events", "how likely each event is", vec![part]) })
}

/// The values tried for a target, and the value that meets it.
fn balanced(answer: &Table, probes: &Table, game: &GameFacts, report: &Report) -> Option<Made> {
    let field = answer.rows.first().and_then(|row| text(row.first()?))?;
    let metric = report.manifest.get("metric")?.as_str()?;
    let target = report.manifest.get("target")?.as_f64()?;
    let value = probes.column("value")?;
    let play = |table: &Table, row: &[Cell]| {
        table.column("play").and_then(|at| text(row.get(at)?)).unwrap_or_default()
    };
    let mut plays: Vec<String> = Vec::new();
    for row in &probes.rows {
        let name = play(probes, row);
        if !plays.contains(&name) {
            plays.push(name);
        }
    }
    let figure = |row: &[Cell]| point(probes, row, ["achieved", "low", "high"]);
    let level = Level { name: format!("target {target}"), at: Point::known(target) };
    let label = swept::label(metric, game.stake);
    let named = swept::named(&field, game);
    let title = format!("{metric} by {field}");
    if probes.rows.iter().any(|row| row[value].number().is_none()) {
        let mut names: Vec<String> = Vec::new();
        for name in probes.rows.iter().filter_map(|row| text(&row[value])) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let of = |name: &String, by: &String| {
            let is = |row: &&Vec<Cell>| {
                text(&row[value]).as_ref() == Some(name) && play(probes, row) == *by
            };
            probes.rows.iter().find(is).and_then(|row| figure(row))
        };
        let row = |name: &String| (name.clone(), plays.iter().map(|by| of(name, by)).collect());
        let rows = names.iter().map(row).collect();
        let kinds = if plays.len() > 1 { plays.clone() } else { Vec::new() };
        let part = Part::Dots { x: label, rows, kinds, span: Span::All, level: Some(level) };
        return Some(Made::new("balance", title, vec![part]));
    }
    let curve = |name: &String| {
        let own = probes.rows.iter().filter(|row| play(probes, row) == *name);
        let mut points: Vec<(f64, Point)> =
            own.filter_map(|row| Some((row[value].number()?, figure(row)?))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        (name.clone(), points)
    };
    // The answer is for the first play; if both are drawn, two answers would hide each other.
    let ends = ["value_low", "value_high"]
        .map(|name| answer.rows.first().and_then(|row| row.get(answer.column(name)?)?.number()));
    let found = match (ends, plays.len()) {
        ([Some(low), Some(high)], 1) => {
            let name = format!("{field} between {low} and {high}");
            Some(Level { name, at: Point { value: (low + high) / 2.0, low, high } })
        }
        _ => None,
    };
    let part = Part::Curves {
        x: named,
        y: label,
        curves: plays.iter().map(curve).collect(),
        span: Span::All,
        shares: Vec::new(),
        level: Some(level),
        answer: found,
    };
    Some(Made::new("balance", title, vec![part]))
}

/// The most rules and the most figures that a tornado has room for; figures that no rule is shown
/// to move have room if there are few.
const MOST_LEVERS: usize = 14;
const MOST_FIGURES: usize = 3;
const FEW_FIGURES: usize = 2;

/// The effect of each rule on the most important figures.
fn tornado(levers: &Table, stake: &str) -> Option<Made> {
    let of = |row: &[Cell], name: &str| text(row.get(levers.column(name)?)?);
    let mut found: Vec<String> = Vec::new();
    for name in levers.rows.iter().filter_map(|row| of(row, "effect_on")) {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    // An event, if there is one, comes last.
    let place = |name: &String| KEY_FIGURES.iter().position(|known| known == name);
    found.sort_by_key(|name| place(name).unwrap_or(KEY_FIGURES.len()));
    let changed = levers.column("changed");
    let is_moved = |name: &String| {
        let mut of_it =
            levers.rows.iter().filter(|row| of(row, "effect_on").as_ref() == Some(name));
        of_it.any(|row| changed.is_some_and(|at| row[at] == Cell::Flag(true)))
    };
    while let Some(still) = found.iter().rposition(|name| !is_moved(name))
        && found.len() > FEW_FIGURES
    {
        found.remove(still);
    }
    found.truncate(MOST_FIGURES);
    let mut rules: Vec<Lever> = Vec::new();
    for row in &levers.rows {
        let figure = of(row, "effect_on")?;
        let Some(at) = found.iter().position(|name| *name == figure) else { continue };
        let (field, now, value) = (of(row, "field")?, of(row, "here")?, of(row, "value")?);
        let [now, value] = [now, value].map(|toml| bare(&toml).to_owned());
        // An unknown bound is infinite.
        let end = |name: &str, open: f64| {
            levers.column(name).and_then(|at| row.get(at)?.number()).unwrap_or(open)
        };
        let (low, high) = (end("low", f64::NEG_INFINITY), end("high", f64::INFINITY));
        let change = Point { low, high, ..point(levers, row, ["difference", "low", "high"])? };
        let known = rules.iter().position(|lever| lever.field == field);
        let known = known.unwrap_or_else(|| {
            rules.push(Lever { field, now, steps: Vec::new() });
            rules.len() - 1
        });
        let steps = &mut rules[known].steps;
        let step = steps.iter().position(|(known, _)| *known == value).unwrap_or_else(|| {
            steps.push((value, vec![None; found.len()]));
            steps.len() - 1
        });
        steps[step].1[at] = Some(change);
    }
    if rules.is_empty() {
        return None;
    }
    let all = rules.len();
    rules.truncate(MOST_LEVERS);
    let figures = found.iter().map(|name| match name.split_once(':') {
        Some(("event", event)) => format!("{event}, probability"),
        _ => format!("{name}, EV in {stake}"),
    });
    let part = Part::Tornado { figures: figures.collect(), levers: rules };
    let mut said = "pale: cannot be told from 0".to_owned();
    if all > MOST_LEVERS {
        said = format!("the {MOST_LEVERS} of {all} rules that move most; {said}");
    }
    let title = "what one step of each rule adds";
    let rounds = levers.column("rounds").and_then(|at| levers.rows.first()?.get(at)?.number());
    let rounds = rounds.map(|rounds| rounds as u64);
    Some(Made { caption: Some(said), rounds, ..Made::new("levers", title, vec![part]) })
}

/// A value as a label: a word without its quotes, a table without its braces.
fn bare(toml: &str) -> &str {
    let inside = |open: char, end: char| toml.strip_prefix(open)?.strip_suffix(end);
    inside('"', '"').or_else(|| inside('{', '}')).map_or(toml, str::trim)
}

/// A number of rounds or rows, with grouped thousands.
fn many(n: usize) -> String {
    group(&n.to_string())
}
