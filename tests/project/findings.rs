//! `docs/findings/GAME.md`, `docs/speed.md`, and the findings of README.md are made from templates
//! beside them and the tables of `results/reference`: no figure is typed by hand. `.ci/findings`
//! writes them.
//!
//! Templates are written in [Jinja](https://docs.rs/minijinja), with
//!
//! - `rows(TABLE, COLUMN=VALUE…)`: the rows of `results/reference/TABLE.csv` with these values, and
//!   `row` the only one; a cell is a number where it reads as one,
//! - `command(TABLE)`: the command that made it,
//! - `| num(2)`, `| ev(2)`: a number in so many decimals, and with its sign; `| percent(1)` and
//!   `| ev_percent(1)`: these in percent,
//! - `| pm(2)`, `| by(2)`: a row's EV, and its difference, with half of its interval,
//! - `| share`: a probability in percent, with its significant digits,
//! - `| word`: a small number as a word, if it is within a tenth of it,
//! - `| names`: strategies that a cell lists,
//! - `given(75)`: a number that no table has: one of a rule, of a text, or a chosen one.

use crate::fresh::ROOT;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Value};
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable that makes the tests write the pages instead of comparing them.
const WRITE: &str = "WRITE_FINDINGS";
const GAMES: [&str; 4] = ["fizzbin", "kinzo", "sabacc", "zinbiddle"];
/// The page about the cost of a round, made from the output of the benches.
const SPEED: &str = "speed";
/// The heading of the generated part of README.md.
const BEGIN: &str = "## What we found\n";
/// The maximum number of characters of a playtest page.
const LARGEST_PAGE: u64 = 400_000;

fn wrong(what: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, what)
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|error| wrong(format!("{}: {error}", path.display())))
}

fn reference(name: &str) -> PathBuf {
    Path::new(ROOT).join("results/reference").join(name)
}

/// The value of a cell in a template.
fn cell(text: &str) -> Value {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Value::from(number),
        _ if text.is_empty() => Value::from(()),
        _ => Value::from(text),
    }
}

/// Whether a cell equals the value asked for.
fn is(text: &str, asked: &Value) -> bool {
    let number = text.parse::<f64>().ok();
    let same = f64::try_from(asked.clone()).ok().is_some_and(|asked| number == Some(asked));
    same || asked.as_str() == Some(text)
}

fn rows(table: &str, asked: Kwargs) -> Result<Vec<Value>, Error> {
    let path = reference(&format!("{table}.csv"));
    let told = |error: csv::Error| wrong(format!("{}: {error}", path.display()));
    let text = read(&path)?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().map_err(told)?.clone();
    let mut wanted = Vec::new();
    for name in asked.args() {
        let at = columns.iter().position(|column| column == name);
        let at = at.ok_or_else(|| wrong(format!("{table} has no column `{name}`")))?;
        wanted.push((at, asked.get::<Value>(name)?));
    }
    let mut found = Vec::new();
    for record in reader.records() {
        let record = record.map_err(told)?;
        if wanted.iter().all(|(at, value)| is(&record[*at], value)) {
            let cells = columns.iter().zip(&record);
            let cells = cells.map(|(column, text)| (column.to_owned(), cell(text)));
            found.push(Value::from(cells.collect::<BTreeMap<String, Value>>()));
        }
    }
    match found.is_empty() {
        true => Err(wrong(format!("no row of {table} is {asked:?}"))),
        false => Ok(found),
    }
}

fn row(table: &str, asked: Kwargs) -> Result<Value, Error> {
    let mut found = rows(table, asked)?;
    match found.len() {
        1 => Ok(found.remove(0)),
        more => Err(wrong(format!("{more} rows of {table} are alike"))),
    }
}

fn command(table: &str) -> Result<String, Error> {
    Ok(read(&reference(&format!("{table}.sh")))?.trim_end().to_owned())
}

/// Groups thousands and writes the minus sign.
fn grouped(plain: &str) -> String {
    let (sign, plain) = plain.strip_prefix('-').map_or(("", plain), |rest| ("−", rest));
    let (whole, rest) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let parts: Vec<&str> =
        whole.as_bytes().rchunks(3).rev().map(|part| str::from_utf8(part).unwrap()).collect();
    format!("{sign}{}{rest}", parts.join(","))
}

/// A number that rounds to 0 has no sign.
fn num(x: f64, decimals: usize) -> String {
    let plain = format!("{x:.decimals$}");
    let zero = !plain.contains(|c: char| ('1'..='9').contains(&c));
    grouped(if zero { plain.trim_start_matches('-') } else { &plain })
}

fn ev(x: f64, decimals: usize) -> String {
    let text = num(x, decimals);
    let plus = x > 0.0 && text.contains(|c: char| ('1'..='9').contains(&c));
    if plus { format!("+{text}") } else { text }
}

fn percent(p: f64, decimals: usize) -> String {
    num(100.0 * p, decimals) + "%"
}

fn share(p: f64) -> String {
    match 100.0 * p {
        0.0 => "0".to_owned(),
        some if some >= 0.1 => percent(p, 1),
        some => percent(p, (-some.log10()).ceil() as usize),
    }
}

fn half(row: &Value, low: &str, high: &str) -> Result<f64, Error> {
    Ok(0.5 * (number(row, high)? - number(row, low)?))
}

fn number(row: &Value, column: &str) -> Result<f64, Error> {
    f64::try_from(row.get_attr(column)?)
}

fn pm(row: Value, decimals: usize) -> Result<String, Error> {
    let half = half(&row, "ev_low", "ev_high")?;
    Ok(format!("{} ± {}", ev(number(&row, "ev")?, decimals), num(half, decimals)))
}

fn by(row: Value, decimals: usize) -> Result<String, Error> {
    let half = half(&row, "low", "high")?;
    Ok(format!("{} ± {}", num(number(&row, "difference")?, decimals), num(half, decimals)))
}

fn word(x: f64) -> Result<String, Error> {
    const WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let near = x.round();
    let word = WORDS.get(near as usize).filter(|_| near >= 1.0 && (x - near).abs() <= 0.1 * near);
    word.map(|word| (*word).to_owned()).ok_or_else(|| wrong(format!("no word is near {x}")))
}

fn names(listed: &str) -> String {
    let names: Vec<String> = listed.split("; ").map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let mut syntax = SyntaxConfig::builder();
    syntax.keep_trailing_newline(true).trim_blocks(true).lstrip_blocks(true);
    environment.set_syntax(syntax.build().unwrap());
    environment.add_function("rows", rows);
    environment.add_function("row", row);
    environment.add_function("command", command);
    environment.add_function("given", |x: Value| grouped(&x.to_string()));
    environment.add_filter("num", num);
    environment.add_filter("ev", ev);
    environment.add_filter("percent", percent);
    environment.add_filter("ev_percent", |p: f64, decimals: usize| ev(100.0 * p, decimals) + "%");
    environment.add_filter("share", share);
    environment.add_filter("pm", pm);
    environment.add_filter("by", by);
    environment.add_filter("word", word);
    environment.add_filter("names", names);
    environment
}

fn template(name: &str) -> String {
    let folder = if name == SPEED { "docs" } else { "docs/findings" };
    fs::read_to_string(Path::new(ROOT).join(folder).join(format!("{name}.md.jinja"))).unwrap()
}

fn made(name: &str) -> String {
    let made = environment().render_named_str(name, &template(name), ());
    made.unwrap_or_else(|error| panic!("{name}: {error:#}"))
}

/// Compares a page with the output of its template, or writes it.
#[track_caller]
fn compare(path: &Path, made: &str) {
    if std::env::var_os(WRITE).is_some() {
        fs::write(path, made).unwrap();
        return;
    }
    let here = fs::read_to_string(path).unwrap();
    let differs = here.lines().zip(made.lines()).find(|(here, made)| here != made);
    if let Some((here, made)) = differs {
        panic!("{}, made anew by .ci/findings:\n  {here}\nis\n  {made}", path.display());
    }
    assert!(here == made, "{} is not as long as .ci/findings makes it", path.display());
}

#[test]
fn the_findings_are_those_of_the_tables() {
    for game in GAMES {
        let path = Path::new(ROOT).join(format!("docs/findings/{game}.md"));
        compare(&path, &made(game));
    }
    compare(&Path::new(ROOT).join("docs/speed.md"), &made(SPEED));
}

#[test]
fn so_are_those_of_the_first_page() {
    let path = Path::new(ROOT).join("README.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once("\n## ").unwrap();
    compare(&path, &format!("{before}{BEGIN}{}\n## {after}", made("README")));
}

/// The text of a template without lookups, code, and link targets.
fn prose(template: &str) -> String {
    let mut left = template.to_owned();
    for (open, close) in [("{#", "#}"), ("{%", "%}"), ("{{", "}}"), ("`", "`"), ("](", ")")] {
        while let Some(start) = left.find(open) {
            let from = start + open.len();
            let end = from + left[from..].find(close).unwrap() + close.len();
            left.replace_range(start..end, "");
        }
    }
    left
}

/// A figure typed by hand sooner or later disagrees with the tables.
#[test]
fn no_figure_is_typed_by_hand() {
    assert_eq!(prose("a {{ row('b', c=1).d | num(2) }} [e](f2.md) `--set g=3` h 4"), "a  [e  h 4");
    for name in GAMES.into_iter().chain([SPEED, "README"]) {
        let text = prose(&template(name));
        let line = text.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()));
        assert_eq!(line, None, "{name}: a figure that is not looked up");
    }
}

#[test]
fn a_figure_says_which_table_it_is_not_in() {
    let render = |text: &str| environment().render_str(text, ());
    let wrong = |text: &str| format!("{:#}", render(text).unwrap_err());
    assert!(wrong("{{ row('exact-bets', seat=1) }}").contains("exact-bets.csv"));
    assert!(wrong("{{ row('exact-best', seet=1) }}").contains("no column `seet`"));
    assert!(wrong("{{ row('exact-best', seat=9) }}").contains("no row of exact-best"));
    assert!(wrong("{{ row('exact-best') }}").contains("2 rows of exact-best are alike"));
    assert!(wrong("{{ row('exact-best', seat=1).rounds | num(1) }}").contains("none"));
    assert!(wrong("{{ 2.3 | word }}").contains("no word is near 2.3"));
    let text = "{{ -0.0549 | ev(3) }} {{ 0.00001 | ev(2) }} {{ 1234567.8 | num(1) }} {{ 0.5 | ev(1) }} \
                {{ 0.0781 | percent(1) }} {{ 0.00003 | share }} {{ given(1000) }} {{ 1.98 | word }}";
    let expected = "−0.055 0.00 1,234,567.8 +0.5 7.8% 0.003% 1,000 two";
    assert_eq!(render(text).unwrap(), expected);
}

/// The findings begin with four playtests of the games as their authors published them.
#[test]
fn each_game_was_playtested() {
    for game in GAMES {
        let name = format!("docs/playtest-{game}.html");
        let size = fs::metadata(Path::new(ROOT).join(&name)).unwrap().len();
        assert!(size < LARGEST_PAGE, "{name}: {size} bytes");
        let findings = fs::read_to_string(Path::new(ROOT).join(format!("docs/findings/{game}.md")));
        let findings = findings.unwrap();
        let first = findings.split("\n## ").nth(1).unwrap();
        assert!(first.contains(&format!("](../playtest-{game}.html)")), "{game}: {first}");
        let said = fs::read_to_string(reference(&format!("playtest-{game}.csv"))).unwrap();
        assert!(said.lines().count() > 3);
        let mut reader = csv::Reader::from_reader(said.as_bytes());
        for record in reader.records().map(Result::unwrap) {
            assert!(first.contains(&record[1]), "{game}: {}", &record[1]);
        }
    }
}
