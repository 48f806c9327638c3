//! Tables for a person at a terminal: fewer columns and fewer digits, but the same facts.
//!
//! - An estimate and its interval are merged into one column: `-0.05459 ± 0.00012` or
//!   `0.42847 [0.42832, 0.42862]`. It has digits down to the second one of its own standard error,
//!   so the digits of a row do not depend on the other rows.
//! - A column with the same value in every row is shown once, in the title.
//! - If the window is too narrow, the interval of the win rate is dropped first, then whole
//!   columns, the least important first; a note lists them. No number is broken.
//! - An event that was never seen is reported as such: `none in 1,000,000, at most 1 in 271,000`.
//!
//! `GROUPS`, `DIGITS`, `SPREADS`, `HOISTED` and `SPARED` name the special columns. Every other
//! column, and every table without special columns, is shown as it is: numbers aligned right, words
//! left.

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, TableStyle, Width,
};

use crate::framework::settings::is_hidden;
use crate::report::number::{
    decimals_for, exponent, figures, fixed, group, rounded_down, signed, significant,
};
use crate::study::{Cell, Table};

/// How a column is merged with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Merge {
    /// `point ± half width`.
    PlusMinus,
    /// `point [low, high]`.
    Range,
}

/// The columns of a point and of the bounds of its interval, and those that the interval makes
/// superfluous.
struct Group {
    point: &'static str,
    low: &'static str,
    high: &'static str,
    /// The column of its standard error, or empty.
    se: &'static str,
    dropped: &'static [&'static str],
    merge: Merge,
}

/// The columns that are merged into one; a table may have several such groups. Of groups that share
/// a column the first is taken.
const GROUPS: [Group; 11] = [
    group_of("ev", "ev_low", "ev_high", "ev_se", &["ev_se"], Merge::PlusMinus),
    group_of("vs_first", "vs_low", "vs_high", "", &[], Merge::PlusMinus),
    group_of("difference", "low", "high", "se", &[], Merge::PlusMinus),
    group_of("ev_against_mixture", "low", "high", "", &[], Merge::PlusMinus),
    group_of("cost_per_round", "low", "high", "", &[], Merge::PlusMinus),
    group_of("win_rate", "win_low", "win_high", "", &[], Merge::Range),
    group_of("probability", "low", "high", "", &[], Merge::Range),
    group_of("achieved", "low", "high", "", &[], Merge::Range),
    group_of("estimate", "low", "high", "", &[], Merge::Range),
    group_of("effect_of_removal", "low", "high", "se", &["se"], Merge::PlusMinus),
    group_of("ev", "low", "high", "se", &["se"], Merge::PlusMinus),
];

const fn group_of(
    point: &'static str,
    low: &'static str,
    high: &'static str,
    se: &'static str,
    dropped: &'static [&'static str],
    merge: Merge,
) -> Group {
    Group { point, low, high, se, dropped, merge }
}

/// The format of the numbers of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Digits {
    /// With a sign. Without an interval, all rows have the same number of decimals, five for
    /// numbers below 10.
    Signed,
    /// This many significant digits.
    Significant(usize),
}

/// The columns whose numbers have a special format.
const DIGITS: [(&str, Digits); 18] = [
    ("ev", Digits::Signed),
    ("vs_first", Digits::Signed),
    ("difference", Digits::Signed),
    ("ev_against_mixture", Digits::Signed),
    ("cost_per_round", Digits::Signed),
    ("house_edge", Digits::Signed),
    ("effect_of_removal", Digits::Signed),
    ("gain", Digits::Signed),
    ("win_rate", Digits::Significant(5)),
    ("probability", Digits::Significant(5)),
    ("achieved", Digits::Significant(5)),
    ("estimate", Digits::Significant(5)),
    ("target", Digits::Significant(5)),
    ("frequency", Digits::Significant(3)),
    ("ev_se", Digits::Significant(2)),
    ("se", Digits::Significant(2)),
    ("naive_se", Digits::Significant(2)),
    ("value", Digits::Significant(5)),
];

/// The error of a number that is shown without an interval: it sets the digits.
enum Spread {
    /// The column of a standard error of its size.
    Se(&'static str),
    /// The columns of the bounds of its interval, for which there is no room.
    Bounds(&'static str, &'static str),
    /// An estimate and the bounds of its interval: the number has the same relative error.
    As(&'static str, &'static str, &'static str),
}

/// Columns without an interval beside them, each with its error.
const SPREADS: [(&str, Spread); 14] = [
    ("ev", Spread::Se("ev_se")),
    ("ev", Spread::Se("se")),
    ("house_edge", Spread::Se("ev_se")),
    ("gain", Spread::Se("se")),
    ("one_in", Spread::As("probability", "low", "high")),
    ("cost", Spread::As("cost_per_round", "low", "high")),
    ("betting_correlation", Spread::Bounds("correlation_low", "correlation_high")),
    ("playing_efficiency", Spread::Bounds("efficiency_low", "efficiency_high")),
    ("score", Spread::Bounds("score_low", "score_high")),
    ("n0", Spread::Bounds("n0_low", "n0_high")),
    ("di", Spread::Bounds("di_low", "di_high")),
    ("risk_of_ruin", Spread::Bounds("ruin_low", "ruin_high")),
    ("kelly", Spread::Bounds("kelly_low", "kelly_high")),
    ("over_none", Spread::Bounds("over_none_low", "over_none_high")),
];

impl Spread {
    /// The columns that it is read from; `None` unless the table has them all.
    fn columns(&self, table: &Table) -> Option<Vec<usize>> {
        let names = match self {
            Spread::Se(se) => vec![*se],
            Spread::Bounds(low, high) => vec![*low, *high],
            Spread::As(point, low, high) => vec![*point, *low, *high],
        };
        names.into_iter().map(|name| table.column(name)).collect()
    }

    /// The error of a number from the cells of [`Spread::columns`].
    fn error(&self, number: f64, cells: &[Option<f64>]) -> Error {
        // An interval is about four standard errors wide.
        let se = match (self, cells) {
            (Spread::Se(_), &[Some(se)]) => se,
            (Spread::Bounds(..), &[Some(low), Some(high)]) => (high - low) / 4.0,
            // The other end is boundless.
            (Spread::Bounds(..), &[Some(end), None] | &[None, Some(end)]) => {
                (number - end).abs() / 2.0
            }
            (Spread::As(..), &[Some(point), Some(low), Some(high)]) => {
                ((high - low) / 4.0 * number / point).abs()
            }
            _ => return Error::Unknown,
        };
        match se {
            0.0 => Error::None,
            se if se.is_finite() => Error::Of(se),
            _ => Error::Unknown,
        }
    }
}

/// The standard error of a number that is shown without an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Error {
    /// It is exact, or a word.
    None,
    Of(f64),
    Unknown,
}

impl Error {
    fn se(self) -> Option<f64> {
        if let Error::Of(se) = self { Some(se) } else { None }
    }
}

/// The error of each number of a column without an interval.
fn errors(table: &Table, name: &str, at: usize) -> Vec<Error> {
    let mut spreads = SPREADS.iter().filter(|(column, _)| *column == name);
    let of = spreads.find_map(|(_, spread)| Some((spread, spread.columns(table)?)));
    let error = |row: &Vec<Cell>| {
        let number = row.get(at).and_then(Cell::number);
        let (Some((spread, columns)), Some(number)) = (&of, number) else { return Error::None };
        let cells: Vec<Option<f64>> =
            columns.iter().map(|at| row.get(*at).and_then(Cell::number)).collect();
        spread.error(number, &cells)
    };
    table.rows.iter().map(error).collect()
}

/// The columns that move into the title if all rows agree.
const HOISTED: [&str; 5] = ["rounds", "trials", "method", "system", "metric"];

/// The column that loses its interval first when the window is too narrow.
const YIELDS: &str = "win_rate";

/// The description of that interval in the note.
const INTERVAL: &str = "the interval of the win rate";

/// The columns that tell rows apart: a narrow window drops them last.
const KEYS: [&str; 11] = [
    "decision",
    "field",
    "penetration",
    "play",
    "players",
    "seat",
    "shoe",
    "side",
    "strategy",
    "system",
    "value",
];

/// The columns that a narrow window drops, in order. After them the others go, from the right: first
/// those with the same cell in every row, then all but [`KEYS`], then these. The first column and
/// the points of [`GROUPS`] are never dropped.
const SPARED: [&str; 30] = [
    "naive_se",
    "allowed",
    "min",
    "max",
    "q0.25",
    "q0.75",
    "method",
    "one_in",
    "count",
    "trials",
    "rounds",
    "sd",
    "house_edge",
    "vs_first",
    "default",
    "origin",
    "level",
    "se",
    "ev_se",
    "di",
    "kelly",
    "risk_of_ruin",
    "n0",
    "q0.01",
    "q0.99",
    "win_rate",
    "tied_with",
    "q0.05",
    "q0.95",
    "rule",
];

/// The most decimals of a number.
const MOST_DECIMALS: usize = 9;

/// The text for an undefined value.
const UNDEFINED: &str = "–";

/// A no-break space inside a cell; printed as a plain space.
const GLUE: char = '\u{a0}';

/// The narrowest width of a column of words before a column is dropped.
const NARROWEST: usize = 12;
/// The same for the first column, which identifies the row.
const NARROWEST_FIRST: usize = 24;

/// One rule under the header, no vertical lines.
const LIGHT: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Renders the table: its name, its rows and its notes, each line ended by `\n`.
///
/// `width` is the width of the window in characters; without it no line is wrapped. With `color`
/// the title is bold, and the notes and the rule are dim.
pub fn render(table: &Table, width: Option<u16>, color: bool) -> String {
    let paint = |code: &str, text: &str| {
        if color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    };
    let mut view = View::of(table, false);
    let mut drawn = view.draw(width);
    let mut left_out = Vec::new();
    let fits = |drawn: &[String]| {
        let is_short =
            |line: &String| width.is_none_or(|width| line.chars().count() <= width.into());
        drawn.iter().all(is_short)
    };
    if !fits(&drawn) {
        let brief = View::of(table, true);
        let redrawn = brief.draw(width);
        if redrawn != drawn {
            (view, drawn) = (brief, redrawn);
            left_out.push(INTERVAL.to_owned());
        }
    }
    while !fits(&drawn)
        && let Some(header) = view.spare(table)
    {
        if header == YIELDS.replace('_', " ") {
            left_out.retain(|said| said != INTERVAL);
        }
        left_out.push(header);
        drawn = view.draw(width);
    }
    let left_out = (!left_out.is_empty()).then(|| {
        format!("Left out of this window: {}. CSV and JSON have it all.", left_out.join(", "))
    });
    let heading = printable(table.heading());
    let title = std::iter::once(heading.as_str()).chain(view.hoisted()).collect::<Vec<_>>();
    let mut lines = wrap(&title.join(" · "), width);
    for line in &mut lines {
        // Hoisted values stand beside the heading, unless there is no room for both.
        *line = match line.strip_prefix(&heading) {
            Some(hoisted) => format!("{}{hoisted}", paint("1", &heading)),
            None => paint("1", line),
        };
    }
    for line in drawn {
        lines.push(if line.starts_with('─') { paint("2", &line) } else { line });
    }
    if table.rows.is_empty() && table.note.is_empty() {
        lines.push(" no rows".to_owned());
    }
    for note in left_out.iter().chain(&table.note) {
        lines.extend(wrap(&printable(note), width).iter().map(|line| paint("2", line)));
    }
    let mut text = lines.join("\n").replace(GLUE, " ");
    text.push('\n');
    text
}

/// Renders the verdict of a report, each sentence on a new line; `width` as for [`render`].
pub fn sentences(verdict: &[String], width: Option<u16>) -> String {
    let lines = verdict.iter().flat_map(|sentence| wrap(&printable(sentence), width));
    lines.map(|line| line + "\n").collect()
}

/// A table laid out for a person, every cell as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaidOut {
    /// The heading above it.
    pub heading: String,
    /// The headers of the columns.
    pub headers: Vec<String>,
    /// Whether each column holds numbers.
    pub numeric: Vec<bool>,
    /// The rows, each with a cell for every header.
    pub rows: Vec<Vec<String>>,
    /// The notes below it.
    pub notes: Vec<String>,
}

impl LaidOut {
    /// Lays out a table with the columns and the digits of the terminal, at full width.
    pub fn of(table: &Table) -> LaidOut {
        let View { hoisted, columns } = View::of(table, false);
        let heading = std::iter::once(table.heading().to_owned()).chain(hoisted);
        let row = |at: usize| columns.iter().map(|column| readable(&column.cells[at])).collect();
        LaidOut {
            heading: readable(&heading.collect::<Vec<_>>().join(" · ")),
            headers: columns.iter().map(|column| readable(&column.header)).collect(),
            numeric: columns.iter().map(|column| column.numeric).collect(),
            rows: (0..table.rows.len()).map(row).collect(),
            notes: table.note.iter().map(|note| readable(note)).collect(),
        }
    }
}

/// A table as shown.
#[derive(Debug, Default)]
pub(super) struct View {
    hoisted: Vec<String>,
    pub(super) columns: Vec<Shown>,
}

/// A column as shown.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) header: String,
    pub(super) cells: Vec<String>,
    pub(super) numeric: bool,
    /// The narrowest width of its words, in characters.
    squeezed: usize,
    /// The columns of the table that it is made of, starting with the one that names it.
    pub(super) of: Vec<usize>,
}

/// The header of a column. A name with spaces contains words that a user wrote, such as a file
/// name.
pub(super) fn header(column: &str) -> String {
    if column.contains(' ') { column.to_owned() } else { column.replace('_', " ") }
}

impl View {
    /// The view of a table; `brief` leaves out the interval of the column that [`YIELDS`].
    pub(super) fn of(table: &Table, brief: bool) -> View {
        let groups = groups_in(table);
        let mut view = View::default();
        for (at, name) in table.columns.iter().enumerate() {
            let inside = |(group, [_, low, high]): &(&Group, [usize; 3])| {
                [*low, *high].contains(&at) || group.dropped.contains(&name.as_str())
            };
            let bounds = |(point, spread): &(&str, Spread)| match spread {
                Spread::Bounds(low, high) => {
                    table.column(point).is_some() && [*low, *high].contains(&name.as_str())
                }
                Spread::Se(_) | Spread::As(..) => false,
            };
            if groups.iter().any(inside) || SPREADS.iter().any(bounds) {
                continue;
            }
            let column: Vec<&Cell> = table.rows.iter().filter_map(|row| row.get(at)).collect();
            let header = printable(&header(name));
            if let Some(value) = said_by_all(name, &column) {
                view.hoisted.push(format!("{header} {}", plain(value, digits_of(name), 0)));
                continue;
            }
            let grouped = groups.iter().find(|(_, [point, ..])| *point == at);
            let cells = match grouped {
                Some((group, [_, low, high])) => {
                    let alone = brief && group.point == YIELDS;
                    estimates(table, group, at, [*low, *high], alone)
                }
                None => {
                    let errors = errors(table, name, at);
                    // A number whose error is not known is no surer than the least sure one.
                    let largest = errors.iter().filter_map(|error| error.se()).reduce(f64::max);
                    let usual = largest.map_or_else(|| common_decimals(&column), decimals_of);
                    let digits = digits_of(name);
                    let cell = |(cell, error): (&&Cell, &Error)| match (*error, largest) {
                        (Error::Of(se), _) | (Error::Unknown, Some(se)) => {
                            with_error(cell, digits, se)
                        }
                        _ => plain(cell, digits, usual),
                    };
                    column.iter().zip(&errors).map(cell).collect()
                }
            };
            let numeric = column.iter().all(|cell| cell.is_empty() || cell.number().is_some());
            let merged = grouped.into_iter().flat_map(|(group, [_, low, high])| {
                let dropped = group.dropped.iter().filter_map(|name| table.column(name));
                [*low, *high].into_iter().chain(dropped)
            });
            let of = std::iter::once(at).chain(merged).collect();
            let squeezed = match at {
                // The name of an event ends in a number.
                _ if name == "event" => usize::MAX,
                0 => NARROWEST_FIRST,
                _ => NARROWEST,
            };
            view.columns.push(Shown { header, cells, numeric, squeezed, of });
        }
        view
    }

    /// The values that all rows share, as they stand in the title.
    pub(super) fn hoisted(&self) -> impl Iterator<Item = &str> {
        self.hoisted.iter().map(String::as_str)
    }

    /// Drops the least important column and returns its header; `None` if no column can be
    /// dropped. Two columns always stay.
    fn spare(&mut self, table: &Table) -> Option<String> {
        if self.columns.len() <= 2 {
            return None;
        }
        let name = |shown: &Shown| shown.of.first().map(|at| table.columns[*at].as_str());
        let find =
            |spared: &&str| self.columns.iter().skip(1).position(|it| name(it) == Some(*spared));
        let spared = SPARED.iter().find_map(find).map(|at| at + 1);
        let is_point = |it: &Shown| GROUPS.iter().any(|group| name(it) == Some(group.point));
        let last = |may_go: &dyn Fn(&Shown) -> bool| {
            let mut places = (1..self.columns.len()).rev();
            places.find(|&at| !is_point(&self.columns[at]) && may_go(&self.columns[at]))
        };
        let is_constant =
            |it: &Shown| it.cells.len() > 1 && it.cells.iter().all(|cell| *cell == it.cells[0]);
        let is_key = |it: &Shown| name(it).is_some_and(|name| KEYS.contains(&name));
        let at = spared
            .or_else(|| last(&is_constant))
            .or_else(|| last(&|it| !is_key(it)))
            .or_else(|| last(&|_| true))?;
        Some(self.columns.remove(at).header)
    }

    fn draw(&self, width: Option<u16>) -> Vec<String> {
        if self.columns.is_empty() {
            return Vec::new();
        }
        let mut drawn = comfy_table::Table::new();
        drawn.load_style(LIGHT);
        drawn.set_header(self.columns.iter().map(|column| column.header.as_str()));
        let rows = self.columns.first().map_or(0, |column| column.cells.len());
        for row in 0..rows {
            drawn.add_row(self.columns.iter().map(|column| column.cells[row].as_str()));
        }
        if let Some(width) = width {
            drawn.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        for (column, shown) in drawn.column_iter_mut().zip(&self.columns) {
            if shown.numeric {
                column.set_cell_alignment(CellAlignment::Right);
            }
            if width.is_some() {
                column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(
                    shown.narrowest(),
                )));
            }
        }
        drawn.lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

impl Shown {
    /// The least width, padding included, at which no number is broken.
    fn narrowest(&self) -> u16 {
        let longest = |text: &String| text.split(' ').map(|w| w.chars().count()).max().unwrap_or(0);
        let header = longest(&self.header);
        let cells = self.cells.iter().map(longest).max().unwrap_or(0);
        let cells = if self.numeric { cells } else { cells.min(self.squeezed) };
        u16::try_from(header.max(cells) + 2).unwrap_or(u16::MAX)
    }
}

/// The value of a column that may move into the title, if it has several rows that all agree.
fn said_by_all<'a>(name: &str, column: &[&'a Cell]) -> Option<&'a Cell> {
    let (first, rest) = column.split_first()?;
    let agreed = !rest.is_empty() && rest.iter().all(|cell| cell == first);
    (HOISTED.contains(&name) && agreed && !first.is_empty()).then_some(*first)
}

fn digits_of(name: &str) -> Digits {
    let special = DIGITS.iter().find(|(column, _)| *column == name);
    special.map_or(Digits::Significant(4), |(_, digits)| *digits)
}

/// The number of decimals of signed numbers in a column without intervals: five below 10 and fewer
/// above; more if the largest number would have fewer than four significant digits.
fn common_decimals(column: &[&Cell]) -> usize {
    let largest = column.iter().filter_map(|c| c.number()).fold(0.0, |m: f64, x| m.max(x.abs()));
    let usual = (5 - exponent(largest, 6).max(0)).max(2) as usize;
    let needed = if largest > 0.0 { decimals_for(largest, 4) } else { 0 };
    usual.max(needed.min(MOST_DECIMALS))
}

/// The text of a single cell.
fn plain(cell: &Cell, digits: Digits, decimals: usize) -> String {
    if cell.is_empty() {
        return UNDEFINED.to_owned();
    }
    match (cell, digits) {
        (Cell::Empty, _) => UNDEFINED.to_owned(),
        (Cell::Text(text), _) => printable(text),
        (Cell::Flag(flag), _) => if *flag { "yes" } else { "no" }.to_owned(),
        (Cell::Data(data), _) => serde_json::to_string(data).unwrap_or_default(),
        (Cell::Int(i), Digits::Significant(_)) => group(&i.to_string()),
        (Cell::Count(n), Digits::Significant(_)) => group(&n.to_string()),
        (Cell::Float(x), Digits::Significant(digits)) => significant(*x, digits),
        (Cell::Int(i), Digits::Signed) => signed(*i as f64, decimals),
        (Cell::Count(n), Digits::Signed) => signed(*n as f64, decimals),
        (Cell::Float(x), Digits::Signed) => signed(*x, decimals),
    }
}

/// The text of a number without an interval, with the digits of its standard error.
fn with_error(cell: &Cell, digits: Digits, se: f64) -> String {
    match (cell.number(), digits) {
        (Some(x), Digits::Significant(most)) => {
            // Down to the second digit of the error.
            let known = i64::from(exponent(x, 2)) - i64::from(exponent(se, 2)) + 2;
            match usize::try_from(known.max(1)) {
                Ok(known) if known < most => figures(x, known),
                _ => significant(x, most),
            }
        }
        _ => plain(cell, digits, decimals_of(se)),
    }
}

/// The decimals of a number with a standard error: down to its second digit.
fn decimals_of(se: f64) -> usize {
    decimals_for(se, 2).min(MOST_DECIMALS)
}

/// The groups whose columns a table has.
fn groups_in(table: &Table) -> Vec<(&'static Group, [usize; 3])> {
    let mut found: Vec<(&Group, [usize; 3])> = Vec::new();
    for group in &GROUPS {
        let columns = [group.point, group.low, group.high].map(|name| table.column(name));
        let [Some(point), Some(low), Some(high)] = columns else { continue };
        let columns = [point, low, high];
        if found.iter().all(|(_, taken)| taken.iter().all(|at| !columns.contains(at))) {
            found.push((group, columns));
        }
    }
    found
}

/// The cells of a column of points with their intervals; `alone` leaves out the intervals but keeps
/// the digits.
fn estimates(
    table: &Table,
    group: &Group,
    point: usize,
    [low, high]: [usize; 2],
    alone: bool,
) -> Vec<String> {
    let bounds = |row: &[Cell]| -> Option<(f64, f64)> {
        let (low, high) = (row.get(low)?.number()?, row.get(high)?.number()?);
        (low < high).then_some((low, high))
    };
    let column: Vec<&Cell> = table.rows.iter().filter_map(|row| row.get(point)).collect();
    let se = table.column(group.se);
    // Two digits of the standard error; a half interval is about twice that.
    let own = |row: &[Cell], (low, high): (f64, f64)| {
        let se = se.and_then(|at| row.get(at)?.number()).filter(|se| *se > 0.0);
        decimals_of(se.unwrap_or((high - low) / 4.0))
    };
    // A number without an interval is no surer than the least sure one, unless it is exact.
    let known = table.rows.iter().filter_map(|row| Some(own(row, bounds(row)?)));
    let (usual, coarse) = (common_decimals(&column), known.min());
    let decimals = |row: &[Cell]| match row.get(low).is_none_or(Cell::is_empty) {
        true => coarse.unwrap_or(usual),
        false => usual,
    };
    let digits = digits_of(group.point);
    // Of metrics, only the probability of an event may be that of one that never happened.
    let metric = table.column("metric");
    let is_event = |row: &[Cell]| match metric.and_then(|at| row.get(at)) {
        Some(Cell::Text(metric)) => metric.starts_with("event:"),
        _ => true,
    };
    // A table with counts says out of how many something never happened.
    let never = group.point != YIELDS && table.column("count").is_none();
    let estimate = |row: &Vec<Cell>| {
        if let Some(text) = never_seen(table, row, high) {
            return text;
        }
        let cell = row.get(point).unwrap_or(&Cell::Empty);
        match (cell.number(), bounds(row)) {
            (Some(x), Some((low, high))) if group.merge == Merge::PlusMinus => {
                plus_minus(x, low, high, own(row, (low, high)))
            }
            (None | Some(0.0), Some((0.0, high)))
                if is_event(row) && (cell.is_empty() || never) =>
            {
                format!("none, at most 1{GLUE}in{GLUE}{}", rounded_down(1.0 / high, 3))
            }
            (Some(x), Some((low, high))) => {
                let text = range(x, low, high, own(row, (low, high)));
                match text.split_once(GLUE) {
                    Some((point, _)) if alone => point.to_owned(),
                    _ => text,
                }
            }
            _ => plain(cell, digits, decimals(row)),
        }
    };
    table.rows.iter().map(estimate).collect()
}

/// `point ± half width`, or with both bounds if the point is not in the middle.
fn plus_minus(point: f64, low: f64, high: f64, decimals: usize) -> String {
    let half = (high - low) / 2.0;
    let alone = signed(point, decimals);
    if ((high - point) - half).abs() > 0.05 * half {
        let (low, high) = (signed(low, decimals), signed(high, decimals));
        return format!("{alone}{GLUE}[{low},{GLUE}{high}]");
    }
    format!("{alone}{GLUE}±{GLUE}{}", fixed(half, decimals))
}

/// `point [low, high]`; three significant digits of each if the point would have an exponent.
fn range(point: f64, low: f64, high: f64, decimals: usize) -> String {
    let tiny = significant(point, 3).contains('e') || decimals == MOST_DECIMALS;
    let number = |x: f64| if tiny { significant(x, 3) } else { fixed(x, decimals) };
    format!("{}{GLUE}[{},{GLUE}{}]", number(point), number(low), number(high))
}

/// Whether a column is the point of an interval of which the table has an end.
pub fn has_interval(table: &Table, column: usize) -> bool {
    let mut groups = groups_in(table).into_iter().filter(|(_, [point, ..])| *point == column);
    groups.any(|(_, [.., high])| table.rows.iter().any(|row| !row[high].is_empty()))
}

/// The text for an event that sampling looked for and never saw.
fn never_seen(table: &Table, row: &[Cell], high: usize) -> Option<String> {
    let cell = |name: &str| row.get(table.column(name)?);
    let number = |name: &str| cell(name)?.number();
    let sampled = !matches!(cell("method"), Some(Cell::Text(method)) if method == "exact");
    let trials = number("trials")?;
    if number("count")? != 0.0 || !sampled {
        return None;
    }
    if trials == 0.0 {
        return Some("never tried".to_owned());
    }
    let none = format!("none in{GLUE}{},", group(&format!("{trials:.0}")));
    Some(match row.get(high).and_then(Cell::number) {
        Some(high) if high > 0.0 => {
            format!("{none} at most 1{GLUE}in{GLUE}{}", rounded_down(1.0 / high, 3))
        }
        _ => none.trim_end_matches(',').to_owned(),
    })
}

/// The text with control and hidden characters escaped, so that a file name cannot move the cursor.
fn printable(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, c| {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else if is_hidden(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
        shown
    })
}

/// The text of a table or of a [`View`] for reading: hidden characters escaped, no-break spaces
/// plain.
pub(super) fn readable(text: &str) -> String {
    printable(&text.replace(GLUE, " "))
}

/// Breaks a sentence at its spaces if it is too wide.
fn wrap(text: &str, width: Option<u16>) -> Vec<String> {
    let Some(width) = width.filter(|width| text.chars().count() > usize::from(*width)) else {
        return vec![text.to_owned()];
    };
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let long = line.chars().count() + 1 + word.chars().count() > usize::from(width);
        if long && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests;
