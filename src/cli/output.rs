//! From an answer to stdout and files.

use super::args::{Format, FormatArgs, OutArgs};
use super::error::Failure;
use super::program::Program;
use super::{Done, Outcome, page, progress};
use crate::framework::settings::shown_path;
use crate::report::output::FileId;
use crate::report::picture::Picture;
use crate::report::{Output, OutputError, csv, json, markdown, sketch, terminal};
use crate::study::{Answer, AnyGame, Report, Table};
use std::path::{Path, PathBuf};

/// Where the tables of an answer will go: opened before the run, so that an hour's work cannot
/// die on a bad path.
pub struct Destination<'p> {
    program: &'p Program,
    output: Output,
    game: &'static dyn AnyGame,
    /// The file of all tables, if it is JSON.
    document: Option<FileId>,
    /// The file of the page, if one is wanted.
    page: Option<FileId>,
    /// What is drawn with letters under a table on stdout.
    sketch: Option<Picture>,
    format: Format,
    quiet: bool,
}

/// Where files go that nobody named.
const FOLDER: &str = "results";

/// What a file is written as, by the ending of its name.
fn written_as(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("json") => Ok(Format::Json),
        Some("html" | "htm") => Err(Failure::Usage(format!(
            "--out `{}`: this is for tables, in .csv or .json; --report writes a page",
            shown_path(path)
        ))),
        // What a reader would take for something that it is not.
        Some(
            other @ ("md" | "tsv" | "xlsx" | "xls" | "ods" | "parquet" | "toml" | "yaml" | "yml"
            | "xml" | "svg" | "png" | "jpg" | "pdf" | "gz" | "zip"),
        ) => Err(Failure::Usage(format!(
            "--out `{}`: croupier writes no .{other}; name a file that ends in .csv, or in .json",
            shown_path(path)
        ))),
        _ => Ok(Format::Csv),
    }
}

/// The names of all tables beside the first one that any command writes, and that a file can
/// therefore be taken for.
const TABLES: &[&str] = &[
    "positions",
    "events",
    "distribution",
    "pairs",
    "metric",
    "seats",
    "decisions",
    "chart",
    "iterations",
    "effects",
    "systems",
    "bins",
    "indices",
    "made",
    "strategies",
    "probes",
    "rules",
    "fairness",
    "skill",
    "levers",
    "broken",
    "repeat",
    "changes",
    "payoffs",
];

impl<'p> Destination<'p> {
    /// Prepares the files of a command's tables.
    pub fn prepare(
        program: &'p Program,
        game: &'static dyn AnyGame,
        command: &str,
        tables: &[&'static str],
        out: &OutArgs,
        format: &FormatArgs,
    ) -> Result<Destination<'p>, Failure> {
        debug_assert!(tables.iter().skip(1).all(|table| TABLES.contains(table)), "{tables:?}");
        let mut output = Output::new(progress::scratch(), &program.inputs());
        let mut document = None;
        match out.out.as_deref() {
            // The answer of a share is its part.
            _ if program.keeper.is_shared() => {}
            Some(path) if path == Path::new("-") => {}
            Some(path) => match written_as(path)? {
                Format::Json => document = Some(output.document(path)?),
                _ => output.tables(path, tables, TABLES, false)?,
            },
            None => {
                let default = PathBuf::from(format!("{FOLDER}/{}-{command}.csv", game.name()));
                output.tables(&default, tables, TABLES, true).map_err(|error| {
                    let advice = "choose another file with --out, or --out - for none";
                    match Failure::from(error) {
                        Failure::Other(why) => Failure::Other(format!("{why}; {advice}")),
                        other => other,
                    }
                })?;
            }
        }
        let page = match program.keeper.is_shared() {
            true => None,
            false => page::prepare(&out.report, &mut output)?,
        };
        let (sketch, format, quiet) = (None, chosen(program, format), format.quiet);
        Ok(Destination { program, output, game, document, page, sketch, format, quiet })
    }

    /// Draws a report with letters, too, under the table that its picture shows.
    pub fn sketch(&mut self, report: &Report) {
        let subject = self.game.subject(&report.manifest);
        self.sketch = Picture::of(report, &self.game.facts(), &subject);
    }

    /// Whether the answer is a part, which is written by itself.
    pub fn is_share(&self) -> bool {
        self.program.keeper.is_shared()
    }

    /// Names a further file of the run. Unless it may be `replaced`, nothing may be there yet.
    pub fn also(&mut self, path: &Path, replaced: bool) -> Result<FileId, Failure> {
        Ok(self.output.file(path, replaced)?)
    }

    /// Takes what goes into a further file.
    pub fn put(&mut self, file: FileId, bytes: Vec<u8>) {
        self.output.put(file, bytes);
    }

    /// Writes the files, then stdout, whatever became of the files; `view` picks what a person is
    /// shown of the tables.
    pub fn deliver(mut self, answer: &Answer, view: impl Fn(&Table) -> Option<Table>) -> Outcome {
        self.program.caller.keep();
        // A page that cannot be made loses no table.
        let paged = self.put_page(answer, &view);
        let report = &answer.report;
        let tables = shown(Some(self.game), report, &view);
        let said = notes(answer);
        self.program.caller.hand_over(Some(self.game), report, tables, || {
            let said = (said.as_slice(), answer.stopped);
            page::write(self.program, Some(self.game), report, said, &view)
        })?;
        let done = self.deliver_tables(answer, view)?;
        paged.map(|()| done)
    }

    fn put_page(
        &mut self,
        answer: &Answer,
        view: impl Fn(&Table) -> Option<Table>,
    ) -> Result<(), Failure> {
        let Some(file) = self.page else { return Ok(()) };
        let notes = notes(answer);
        let said = (notes.as_slice(), answer.stopped);
        let page = page::write(self.program, Some(self.game), &answer.report, said, view)?;
        self.output.put(file, page);
        Ok(())
    }

    fn deliver_tables(self, answer: &Answer, view: impl Fn(&Table) -> Option<Table>) -> Outcome {
        let Destination { program, game, output, document, sketch, format, quiet, .. } = self;
        let view = |table: &Table| {
            let mut shown = view(table)?;
            let drawn = sketch.iter().filter(|picture| picture.table == table.name);
            shown
                .note
                .extend(drawn.flat_map(|picture| sketch::lines(picture, program.caller.width())));
            Some(shown)
        };
        let written = write(program, output, document, &answer.report);
        if let (Ok(files), false) = (&written, quiet)
            && !files.is_empty()
        {
            let names: Vec<_> = files.iter().map(|path| shown_path(path)).collect();
            program.caller.say(&format!("wrote {}", names.join(", ")));
        }
        let printed = print(program, Some(game), &answer.report, format, view);
        match (&written, printed) {
            (Ok(_), printed) => printed?,
            (Err(error), Err(Failure::Other(why))) => {
                return Err(Failure::Other(format!("{error}; {why}")));
            }
            (Err(_), _) => {}
        }
        tell(program, answer, format, quiet);
        written.map_err(|error| Failure::Other(error.to_string()))?;
        Ok(if answer.stopped { Done::Stopped } else { Done::Whole })
    }
}

/// Writes the files of an answer.
fn write(
    program: &Program,
    mut output: Output,
    document: Option<FileId>,
    report: &Report,
) -> Result<Vec<PathBuf>, OutputError> {
    match document {
        None => output.put_tables(report)?,
        Some(file) => {
            let mut text = Vec::new();
            json::to_json(&program.signed(report), &mut text)
                .map_err(|reason| OutputError::Unwritten { path: PathBuf::new(), reason })?;
            output.put(file, text);
        }
    }
    output.write(&program.provenance(report))
}

/// Says what else there is to say of an answer.
fn tell(program: &Program, answer: &Answer, format: Format, quiet: bool) {
    if quiet {
        return;
    }
    // What stands among the sentences on stdout is not said again.
    let is_said = |note: &&String| {
        format != Format::Csv && answer.report.verdict.contains(&format!("{note}."))
    };
    for note in answer.notes.iter().filter(|note| !is_said(note)) {
        program.caller.say(&format!("note: {note}"));
    }
    if let Some(stopped) = stopped(answer) {
        program.caller.say(&stopped);
    }
}

/// What else there is to say of an answer, to who has only its page.
fn notes(answer: &Answer) -> Vec<String> {
    let notes = answer.notes.iter().cloned().chain(stopped(answer));
    let sentence = |note: String| {
        let mut letters = note.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        format!("{}{}.", first.unwrap_or_default(), letters.as_str().trim_end_matches('.'))
    };
    notes.map(sentence).collect()
}

/// How far a run came that was stopped.
fn stopped(answer: &Answer) -> Option<String> {
    if !answer.stopped {
        return None;
    }
    let manifest = &answer.report.manifest;
    let rounds = manifest.get("rounds").and_then(|n| n.as_u64());
    let command = manifest.get("command").and_then(|command| command.as_str()).unwrap_or_default();
    Some(match (rounds.unwrap_or(0), command) {
        (0, _) => "stopped before a round was finished".to_owned(),
        (rounds, "playtest") => {
            format!("stopped after {rounds} rounds of each table; what was not played is left out")
        }
        // What follows from a run is not found in one that was stopped.
        (rounds, "count" | "advise" | "balance") => {
            format!("stopped after {rounds} rounds; what was not played is left out")
        }
        (_, "tune") => "stopped: this is the best that was found by then".to_owned(),
        (_, "league") => "stopped: this is the league as it was by then".to_owned(),
        // Not everybody has played all of them.
        (rounds, _) if manifest.contains_key("precision") => format!(
            "stopped after {rounds} rounds, before the precision was reached; intervals are those \
             of --precision, right at whatever time one stops"
        ),
        (rounds, _) => format!("stopped after {rounds} rounds; the same as --rounds {rounds}"),
    })
}

/// The format that was asked for, or what suits stdout.
pub fn chosen(program: &Program, format: &FormatArgs) -> Format {
    let is_read = program.caller.is_terminal() || program.caller.is_desk();
    let default = || if is_read { Format::Table } else { Format::Csv };
    format.format.unwrap_or_else(default)
}

/// Prints a report to stdout.
pub fn print(
    program: &Program,
    game: Option<&dyn AnyGame>,
    report: &Report,
    format: Format,
    view: impl Fn(&Table) -> Option<Table>,
) -> Result<(), Failure> {
    program.caller.write(|out| match format {
        Format::Json => json::to_json(&program.signed(report), out),
        Format::Csv => report.tables.first().map_or(Ok(()), |table| csv::to_csv(table, out)),
        Format::Markdown => {
            let about = about(game, report).map(|about| markdown::sentences(&[about]));
            let said = (!report.verdict.is_empty()).then(|| markdown::sentences(&report.verdict));
            let shown = shown(game, report, &view).map(|table| markdown::render(&table));
            let parts = about.into_iter().chain(said).chain(shown);
            write!(out, "{}", parts.collect::<Vec<_>>().join("\n"))
        }
        Format::Table => {
            let (color, width) = (program.caller.has_color(), program.caller.width());
            let sentences = |said: &[String]| terminal::sentences(said, width);
            let about = about(game, report).map(|about| sentences(&[about]));
            let said = (!report.verdict.is_empty()).then(|| sentences(&report.verdict));
            let shown = shown(game, report, &view);
            let shown = shown.map(|table| terminal::render(&table, width, color));
            // Where the sentences are the answer, they come first.
            let leads = report.tables.first().is_some_and(|table| table.name == "verdict");
            let (first, last) = if leads { (said, None) } else { (None, said) };
            let parts = first.into_iter().chain(about).chain(shown).chain(last);
            writeln!(out, "{}", parts.collect::<Vec<_>>().join("\n"))
        }
    })
}

/// The tables as a person is shown them.
pub fn shown<'r>(
    game: Option<&'r dyn AnyGame>,
    report: &'r Report,
    view: &'r impl Fn(&Table) -> Option<Table>,
) -> impl Iterator<Item = Table> + 'r {
    let stake = game.map_or(STAKES, |game| game.profile().stake);
    report.tables.iter().filter_map(view).map(move |table| filled(table).headed(stake))
}

/// What stands above the first table: what all of them are about.
fn about(game: Option<&dyn AnyGame>, report: &Report) -> Option<String> {
    game.map(|game| game.subject(&report.manifest).line())
}

/// What amounts are in where no game says.
pub const STAKES: &str = "stakes";

/// The table without the columns that no row fills: a person has nothing to read there.
pub fn filled(mut table: Table) -> Table {
    for column in (0..table.columns.len()).rev() {
        if table.rows.iter().all(|row| row[column].is_empty()) {
            table.columns.remove(column);
            table.rows.iter_mut().for_each(|row| drop(row.remove(column)));
        }
    }
    table
}

/// The table as it is.
pub fn whole(table: &Table) -> Option<Table> {
    Some(table.clone())
}
