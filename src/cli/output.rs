//! From an answer to stdout and files.

use super::args::{Format, FormatArgs, OutArgs};
use super::error::{Failure, say};
use super::program::Program;
use super::{Done, Outcome, progress};
use crate::framework::settings::shown_path;
use crate::report::{Output, csv, json, terminal};
use crate::study::{Answer, Report, Table};
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Where the tables of an answer will go: opened before the run, so that an hour's work cannot
/// die on a bad path.
pub struct Destination<'p> {
    program: &'p Program,
    files: Files,
    format: Format,
    quiet: bool,
}

#[derive(Debug)]
enum Files {
    None,
    /// CSV, a file for each table.
    Ready(Output),
    /// JSON, all in one.
    Json(Output),
    /// The folder of the default file is still to be created: a run that fails leaves none.
    Later {
        path: PathBuf,
        tables: Vec<&'static str>,
    },
}

/// Where files go that nobody named.
const FOLDER: &str = "results";

/// What a file is written as, by the ending of its name.
fn written_as(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("json") => Ok(Format::Json),
        // What a reader would take for something that it is not.
        Some(
            other @ ("html" | "htm" | "md" | "tsv" | "xlsx" | "xls" | "ods" | "parquet" | "toml"
            | "yaml" | "yml" | "xml" | "svg" | "png" | "jpg" | "pdf" | "gz" | "zip"),
        ) => Err(Failure::Usage(format!(
            "--out `{}`: croupier writes no .{other}; name a file that ends in .csv, or in .json",
            shown_path(path)
        ))),
        _ => Ok(Format::Csv),
    }
}

/// The files of a command's tables where nobody named one.
fn default_files(path: PathBuf, tables: &[&'static str]) -> Result<Files, Failure> {
    let advice = "choose another file with --out, or --out - for none";
    if fs::symlink_metadata(FOLDER).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        // Whether it can be created is shown by one that is gone at once.
        return match tempfile::tempdir_in(".") {
            Ok(_) => Ok(Files::Later { path, tables: tables.to_vec() }),
            Err(error) => Err(Failure::Other(format!(
                "cannot create the folder `{FOLDER}`: {error}; {advice}"
            ))),
        };
    }
    let files = Output::prepare(&path, tables, true);
    files.map(Files::Ready).map_err(|error| Failure::Other(format!("{error}; {advice}")))
}

impl<'p> Destination<'p> {
    /// Prepares the files of a command's tables.
    pub fn prepare(
        program: &'p Program,
        game: &str,
        command: &str,
        tables: &[&'static str],
        out: &OutArgs,
        format: &FormatArgs,
    ) -> Result<Destination<'p>, Failure> {
        let files = match program.keeper.is_shared() {
            // The answer of a share is its part.
            true => Files::None,
            false => progress::whole(|| Destination::files(game, command, tables, out))?,
        };
        Ok(Destination { program, files, format: chosen(format), quiet: format.quiet })
    }

    fn files(
        game: &str,
        command: &str,
        tables: &[&'static str],
        out: &OutArgs,
    ) -> Result<Files, Failure> {
        Ok(match out.out.as_deref() {
            Some(path) if path == Path::new("-") => Files::None,
            Some(path) => match written_as(path)? {
                Format::Json => Files::Json(Output::prepare_text(path)?),
                _ => Files::Ready(Output::prepare(path, tables, false)?),
            },
            None => {
                let default = PathBuf::from(format!("{FOLDER}/{game}-{command}.csv"));
                default_files(default, tables)?
            }
        })
    }

    /// Whether the answer is a part, which is written by itself.
    pub fn is_share(&self) -> bool {
        self.program.keeper.is_shared()
    }

    /// Whether a file of its own is also the one of another output.
    pub fn clashes(&self, other: &Output) -> bool {
        match &self.files {
            // A folder that is still to be created holds no other file.
            Files::None | Files::Later { .. } => false,
            Files::Ready(files) | Files::Json(files) => files.clash(other).is_some(),
        }
    }

    /// Writes the files, then stdout; `view` picks what a terminal shows of the tables.
    pub fn deliver(self, answer: &Answer, view: impl Fn(&Table) -> Option<Table>) -> Outcome {
        progress::keep();
        let report = self.program.signed(&answer.report);
        let written = match self.files {
            Files::None => Vec::new(),
            Files::Ready(files) => files.write(&report)?,
            Files::Later { path, tables } => {
                Output::prepare(&path, &tables, true)?.write(&report)?
            }
            Files::Json(file) => {
                let mut text = Vec::new();
                let told = json::to_json(&report, &mut text);
                told.map_err(|error| Failure::Other(error.to_string()))?;
                file.write_bytes(&text)?
            }
        };
        if !self.quiet && !written.is_empty() {
            let names: Vec<_> = written.iter().map(|path| shown_path(path)).collect();
            say(&format!("wrote {}", names.join(", ")));
        }
        print(self.program, &answer.report, self.format, view)?;
        if !self.quiet {
            for note in &answer.notes {
                say(&format!("note: {note}"));
            }
        }
        if !answer.stopped {
            return Ok(Done::Whole);
        }
        if !self.quiet {
            let manifest = &answer.report.manifest;
            let rounds = manifest.get("rounds").and_then(|n| n.as_u64());
            match rounds.unwrap_or(0) {
                0 => say("stopped before a round was finished"),
                // Not everybody has played all of them.
                rounds if manifest.contains_key("precision") => say(&format!(
                    "stopped after {rounds} rounds, before the precision was reached; intervals are \
                     those of --precision, right at whatever time one stops"
                )),
                rounds => {
                    say(&format!("stopped after {rounds} rounds; the same as --rounds {rounds}"))
                }
            }
        }
        Ok(Done::Stopped)
    }
}

/// The format that was asked for, or what suits stdout.
pub fn chosen(format: &FormatArgs) -> Format {
    let default = || if io::stdout().is_terminal() { Format::Table } else { Format::Csv };
    format.format.unwrap_or_else(default)
}

/// Prints a report to stdout.
pub fn print(
    program: &Program,
    report: &Report,
    format: Format,
    view: impl Fn(&Table) -> Option<Table>,
) -> Result<(), Failure> {
    to_stdout(|out| match format {
        Format::Json => json::to_json(&program.signed(report), out),
        Format::Csv => report.tables.first().map_or(Ok(()), |table| csv::to_csv(table, out)),
        Format::Table => {
            let color = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let shown: Vec<String> = report
                .tables
                .iter()
                .filter_map(&view)
                .map(|table| terminal::render(&filled(table), None, color))
                .collect();
            writeln!(out, "{}", shown.join("\n"))
        }
    })
}

/// The table without the columns that no row fills: a person has nothing to read there.
fn filled(mut table: Table) -> Table {
    for column in (0..table.columns.len()).rev() {
        if table.rows.iter().all(|row| row[column].is_empty()) {
            table.columns.remove(column);
            table.rows.iter_mut().for_each(|row| drop(row.remove(column)));
        }
    }
    table
}

/// Writes to stdout and makes sure that it arrived.
pub fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))
}

/// The table as it is.
pub fn whole(table: &Table) -> Option<Table> {
    Some(table.clone())
}
