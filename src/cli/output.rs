//! From an answer to stdout and files.

use super::args::{Format, FormatArgs, OutArgs};
use super::error::Failure;
use super::{Done, Outcome};
use croupier::report::{Output, csv, json, terminal};
use croupier::study::{Answer, Report, Table};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Where the tables of an answer will go: opened before the run, so that an hour's work cannot
/// die on a bad path.
#[derive(Debug)]
pub struct Destination {
    files: Option<Output>,
    format: Format,
    quiet: bool,
}

impl Destination {
    /// Prepares the files of a command's tables.
    pub fn prepare(
        game: &str,
        command: &str,
        tables: &[&'static str],
        out: &OutArgs,
        format: &FormatArgs,
    ) -> Result<Destination, Failure> {
        let default = PathBuf::from(format!("results/{game}-{command}.csv"));
        let files = match out.out.as_deref() {
            Some(path) if path == Path::new("-") => None,
            Some(path) => Some(Output::prepare(path, tables, false)?),
            None => Some(Output::prepare(&default, tables, true).map_err(|error| {
                Failure::Other(format!(
                    "{error}; choose another file with --out, or --out - for none"
                ))
            })?),
        };
        Ok(Destination { files, format: chosen(format), quiet: format.quiet })
    }

    /// Writes the files, then stdout; `view` picks what a terminal shows of the tables.
    pub fn deliver(self, answer: &Answer, view: impl Fn(&Table) -> Option<Table>) -> Outcome {
        if let Some(files) = self.files {
            let written = files.write(&answer.report)?;
            if !self.quiet {
                let names: Vec<_> = written.iter().map(|path| path.display().to_string()).collect();
                eprintln!("wrote {}", names.join(", "));
            }
        }
        print(&answer.report, self.format, view)?;
        if !self.quiet {
            for note in &answer.notes {
                eprintln!("note: {note}");
            }
        }
        if !answer.stopped {
            return Ok(Done::Whole);
        }
        if !self.quiet {
            let rounds = answer.report.manifest.get("rounds").and_then(|n| n.as_u64());
            let rounds = rounds.unwrap_or(0);
            eprintln!("stopped after {rounds} rounds; the same as --rounds {rounds}");
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
    report: &Report,
    format: Format,
    view: impl Fn(&Table) -> Option<Table>,
) -> Result<(), Failure> {
    to_stdout(|out| match format {
        Format::Json => json::to_json(report, out),
        Format::Csv => report.tables.first().map_or(Ok(()), |table| csv::to_csv(table, out)),
        Format::Table => {
            let color = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let shown: Vec<String> = report
                .tables
                .iter()
                .filter_map(&view)
                .map(|table| terminal::render(&table, None, color))
                .collect();
            writeln!(out, "{}", shown.join("\n"))
        }
    })
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
