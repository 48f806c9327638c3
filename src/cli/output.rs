//! Writing an answer to stdout and files.

use super::args::{Format, FormatArgs, OutArgs};
use super::error::Failure;
use super::program::Program;
use super::{Done, Outcome, page, progress};
use crate::framework::settings::shown_path;
use crate::report::output::FileId;
use crate::report::picture::Picture;
use crate::report::state::RunState;
use crate::report::{Output, OutputError, csv, json, markdown, sketch, terminal};
use crate::study::{Answer, AnyGame, MOST_ROUNDS, Report, Table};
use std::path::{Path, PathBuf};

/// The destination of an answer's tables, checked before the run, so that no hour of work is lost
/// to a bad path.
pub struct Destination<'p> {
    program: &'p Program,
    output: Output,
    game: &'static AnyGame,
    /// The file of all tables, if they go to JSON.
    document: Option<FileId>,
    /// The file of the page, if one is asked for.
    page: Option<FileId>,
    /// The further files.
    named: Vec<(FileId, PathBuf)>,
    /// The text picture under a table on stdout.
    sketch: Option<Picture>,
    format: Format,
    quiet: bool,
}

/// The folder of files without a given path.
const FOLDER: &str = "results";

/// The format of a file, by the ending of its name.
pub fn written_as(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("json") => Ok(Format::Json),
        Some("html" | "htm") => Err(Failure::Usage(format!(
            "--out `{}`: this is for tables, in .csv or .json; --report writes a page",
            shown_path(path)
        ))),
        // Endings that promise another format.
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

/// The names of all further tables that any command writes, by which a file can be recognised as
/// one of them.
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
        game: &'static AnyGame,
        command: &str,
        tables: &[&'static str],
        out: &OutArgs,
        format: &FormatArgs,
    ) -> Result<Destination<'p>, Failure> {
        debug_assert!(tables.iter().skip(1).all(|table| TABLES.contains(table)), "{tables:?}");
        let mut output = Output::new(progress::scratch(), &program.inputs());
        let mut document = None;
        match out.out.as_deref() {
            // A share writes its part instead.
            _ if program.keeper.is_shared() => {}
            Some(path) if path == Path::new("-") => {}
            Some(path) => {
                match written_as(path)? {
                    Format::Json => document = Some(output.document(path)?),
                    _ => output.tables(path, tables, TABLES, false)?,
                }
                if RunState::is_at(path) {
                    return Err(Failure::Usage(format!(
                        "--out `{}`: this is the state or a part of a run, which nothing should \
                         replace; name another file, or remove it",
                        shown_path(path)
                    )));
                }
            }
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
        let page = match program.keeper.leaves_files_to_merge() {
            true => page::check(&out.report).map(|_| None)?,
            false => page::prepare(&out.report, &mut output)?,
        };
        let (named, sketch) = (Vec::new(), None);
        let (format, quiet) = (chosen(program, format), format.quiet);
        Ok(Destination { program, output, game, document, page, named, sketch, format, quiet })
    }

    /// Adds a text picture of a report, under the table that it shows.
    pub fn sketch(&mut self, report: &Report) {
        let subject = self.game.subject(&report.manifest);
        self.sketch = Picture::of(report, &self.game.facts(), &subject);
    }

    /// See [`Keeper::leaves_files_to_merge`](super::keep::Keeper::leaves_files_to_merge).
    pub fn leaves_files_to_merge(&self) -> bool {
        self.program.keeper.leaves_files_to_merge()
    }

    /// Adds a further file to the run. Unless it may be `replaced`, it must not exist yet; a run that
    /// is resumed may replace what it wrote when it was stopped.
    pub fn also(&mut self, path: &Path, replaced: bool) -> Result<FileId, Failure> {
        let keeper = &self.program.keeper;
        let file = self.output.file(path, replaced || keeper.wrote(path));
        if let (Err(OutputError::Exists { .. }), Some(_)) = (&file, keeper.written(path)) {
            return Err(Failure::Usage(format!(
                "cannot write `{}`: it has changed since this run wrote it; move it away",
                shown_path(path)
            )));
        }
        let file = file?;
        self.named.push((file, path.to_owned()));
        Ok(file)
    }

    /// Sets the contents of a further file.
    pub fn put(&mut self, file: FileId, bytes: Vec<u8>) {
        if let Some((_, path)) = self.named.iter().find(|(named, _)| *named == file) {
            self.program.keeper.note_written(path, &bytes);
        }
        self.output.put(file, bytes);
    }

    /// Prints a note, unless `--quiet` is given.
    pub fn say(&self, text: &str) {
        if !self.quiet {
            self.program.caller.say(&format!("note: {text}"));
        }
    }

    /// Writes the files, and then stdout, even if the files failed; `view` picks the part of a
    /// table that people are shown.
    pub fn deliver(mut self, answer: &Answer, view: impl Fn(&Table) -> Option<Table>) -> Outcome {
        if self.program.caller.is_left() {
            return Ok(Done::Stopped);
        }
        // A run that was stopped before it had results does not replace an earlier answer.
        if answer.stopped && rounds_of(answer) == Some(0) {
            if !self.quiet {
                self.program.caller.say("stopped before a round was finished; nothing was written");
            }
            return Ok(Done::Stopped);
        }
        self.program.caller.keep();
        // A page that cannot be made must not cost the tables.
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
            // Markdown would run the lines of a sketch together.
            let is_drawn = format != Format::Markdown;
            let drawn = sketch.iter().filter(|picture| is_drawn && picture.table == table.name);
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

/// Prints the notes of an answer.
fn tell(program: &Program, answer: &Answer, format: Format, quiet: bool) {
    if quiet {
        return;
    }
    // Sentences already on stdout are not repeated.
    let is_told = |note: &&String| format != Format::Csv && is_said(&answer.report, note);
    for note in answer.notes.iter().filter(|note| !is_told(note)) {
        program.caller.say(&format!("note: {note}"));
    }
    if let Some(stopped) = stopped(answer) {
        program.caller.say(&stopped);
    }
}

/// Whether the verdict says what a note does.
fn is_said(report: &Report, note: &str) -> bool {
    report.verdict.contains(&format!("{note}."))
}

/// A note as a sentence. Names of events and fields keep their letters.
fn sentence(note: &str) -> String {
    let first = note.split(' ').next().unwrap_or_default();
    let is_name = first.contains(['-', '_', ':', '.']) && !first.ends_with([':', '.']);
    let mut letters = note.chars();
    let upper = letters.next().filter(|_| !is_name).map(|first| first.to_uppercase().to_string());
    let rest = if is_name { note } else { letters.as_str() };
    format!("{}{}.", upper.unwrap_or_default(), rest.trim_end_matches('.'))
}

/// The notes of an answer as sentences, for readers of its page, where tables have their own.
fn notes(answer: &Answer) -> Vec<String> {
    let report = &answer.report;
    let notes = answer.notes.iter().filter(|note| !is_said(report, note)).cloned();
    let said = notes.chain(stopped(answer)).map(|note| sentence(&note));
    said.filter(|said| !report.tables.iter().any(|table| table.note.contains(said))).collect()
}

/// The number of rounds of an answer, if it gives one.
fn rounds_of(answer: &Answer) -> Option<u64> {
    answer.report.manifest.get("rounds").and_then(|rounds| rounds.as_u64())
}

/// A sentence on how much of a stopped run was played.
fn stopped(answer: &Answer) -> Option<String> {
    if !answer.stopped {
        return None;
    }
    let manifest = &answer.report.manifest;
    let rounds = rounds_of(answer);
    let command = manifest.get("command").and_then(|command| command.as_str()).unwrap_or_default();
    let rounds = rounds.unwrap_or(0);
    let noun = if rounds == 1 { "round" } else { "rounds" };
    let after = format!("stopped after {rounds} {noun}");
    Some(match command {
        "playtest" => format!("{after} of each table; the parts not played are left out"),
        // Later steps of these commands depend on whole runs.
        "count" | "advise" | "balance" => format!("{after}; the parts not played are left out"),
        "tune" => "stopped: this is the best that was found so far".to_owned(),
        "league" => "stopped: this is the league so far".to_owned(),
        "sweep" if manifest.contains_key("precision") => format!(
            "{after} of the point that has fewest; intervals of points that reached the precision hold \
             whenever one stops, all others are those of --rounds"
        ),
        // Contenders may have been dropped already.
        _ if manifest.contains_key("precision") => format!(
            "{after}, before the precision was reached; intervals are those of --precision, which \
             hold whenever one stops"
        ),
        _ if manifest.contains_key("left_out") => {
            format!("{after} of each point; points not played are left out")
        }
        _ => match manifest.get(MOST_ROUNDS).and_then(|most| most.as_u64()) {
            Some(most) => {
                format!("{after} of the point that has fewest, and {most} of the one that has most")
            }
            None => format!("{after}; the same as --rounds {rounds}"),
        },
    })
}

/// The requested format, or the one that suits stdout.
pub fn chosen(program: &Program, format: &FormatArgs) -> Format {
    let is_read = program.caller.is_terminal() || program.caller.is_desk();
    let default = || if is_read { Format::Table } else { Format::Csv };
    format.format.unwrap_or_else(default)
}

/// Prints a report to stdout.
pub fn print(
    program: &Program,
    game: Option<&AnyGame>,
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
            // If the sentences are the answer, they come first.
            let leads = report.tables.first().is_some_and(|table| table.name == "verdict");
            let (first, last) = if leads { (said, None) } else { (None, said) };
            let parts = first.into_iter().chain(about).chain(shown).chain(last);
            writeln!(out, "{}", parts.collect::<Vec<_>>().join("\n"))
        }
    })
}

/// The tables as people are shown them.
pub fn shown<'r>(
    game: Option<&'r AnyGame>,
    report: &'r Report,
    view: &'r impl Fn(&Table) -> Option<Table>,
) -> impl Iterator<Item = Table> + 'r {
    let stake = game.map_or(STAKES, |game| game.profile().stake);
    report.tables.iter().filter_map(view).map(move |table| filled(table).headed(stake))
}

/// The heading above the first table: the subject of all.
fn about(game: Option<&AnyGame>, report: &Report) -> Option<String> {
    game.map(|game| game.subject(&report.manifest).line())
}

/// The unit of amounts, if no game gives one.
pub const STAKES: &str = "stakes";

/// The table without its empty columns; one with an interval stays, as for events never seen.
pub fn filled(mut table: Table) -> Table {
    for column in (0..table.columns.len()).rev() {
        if !terminal::has_interval(&table, column)
            && table.rows.iter().all(|row| row[column].is_empty())
        {
            table.columns.remove(column);
            table.rows.iter_mut().for_each(|row| drop(row.remove(column)));
        }
    }
    table
}

/// The table unchanged.
pub fn whole(table: &Table) -> Option<Table> {
    Some(table.clone())
}
